//! Games of Fairy-Stockfish on which no file can build here, and what they need.

/// Their names by what is not supported.
const GAMES: [(&str, &str); 10] = [
    ("two boards", "bughouse koedem supply"),
    ("rules about moving to and fro", "janggimodern"),
    ("captures that change other squares", "ataxx flipello flipello10 flipersi petrified"),
    ("squares that become walls", "amazons duck isolation isolation7x7 joust snailtrail"),
    ("pieces that enter beside others", "cambodian karouk seirawan shouse"),
    ("promotion in the middle of the board", "sittuyin"),
    ("other rules about check", "shatar"),
    ("castling from shuffled places", "caparandom fischerandom"),
    ("leaps that only a piece's first move can be", "spartan"),
    ("more than eight outcomes of a move", "opulent"),
];

/// What a game of this name needs, if it is one of them.
pub(crate) fn needs(name: &str) -> Option<&'static str> {
    let has_name = |names: &str| names.split(' ').any(|one| one == name);
    GAMES.iter().find(|(_, names)| has_name(names)).map(|(needs, _)| *needs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Written, parents, read};

    #[test]
    fn games_that_need_what_is_missing_are_no_games_to_build_on() {
        let names: Vec<&str> = GAMES.iter().flat_map(|(_, names)| names.split(' ')).collect();
        assert!(names.iter().all(|name| parents::all().iter().all(|(known, ..)| known != name)));
        let Written { games, findings } =
            read(b"[mine:seirawan]\nking = k:KN\n", |_| false).expect("a file");
        let said: Vec<&str> = findings.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(
            said,
            ["'seirawan' needs pieces that enter beside others, which is not supported"]
        );
        assert!(games[0].is_out_of_scope && games[0].definition.is_none());
    }
}
