//! The names of games in XBoard's protocol.

/// XBoard 4.9.1 takes these names for games of its own. It sets up their boards itself, and a match
/// with an engine that describes such a game never begins.
macro_rules! own_games {
    ($($name:literal)*) => {
        /// The names of XBoard's own games, and names for games of this program that are called so.
        /// A letter before it makes it another name for XBoard.
        pub(super) const OWN_GAMES: &[(&str, &str)] = &[$(($name, concat!("v", $name)),)*];
    };
}

own_games! {
    "wildcastle" "nocastle" "fischerandom" "bughouse" "crazyhouse" "losers" "suicide" "giveaway"
    "twokings" "kriegspiel" "atomic" "3check" "shatranj" "shogi" "courier" "gothic" "capablanca" "knightmate" "fairy" "cylinder" "falcon" "caparandom"
    "berolina" "janus" "super" "great" "twilight" "makruk" "seirawan" "grand" "spartan" "xiangqi"
    "asean" "elven" "chu"
}

/// The game of XBoard's own that has a name for games of this program.
pub(super) fn own(foreign: &str) -> Option<&'static str> {
    OWN_GAMES.iter().find(|(_, known)| *known == foreign).map(|&(own, _)| own)
}

/// The name of a game that XBoard does not know.
pub(super) fn foreign(name: &'static str) -> &'static str {
    OWN_GAMES.iter().find(|(own, _)| *own == name).map_or(name, |&(_, foreign)| foreign)
}
