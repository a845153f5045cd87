//! The parts of a playtest: games of one kind, in a file of their own.

use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::game::Session;
use vertumnus_core::position::Cell;
use vertumnus_core::rules::Kind;

use crate::feature::Feature;
use crate::measures::values::unit;
use crate::player::Player;
use crate::table::Seating;

/// The strengths at which the engine plays against itself, as multiples of the lowest, and the games of each
/// as a part of the size of the playtest.
pub(crate) const STRENGTHS: [(u64, u64); 4] = [(1, 1), (5, 1), (25, 2), (125, 8)];

/// The strengths of the ladder, each of which plays with twice the nodes against once.
const LADDER: [(u64, u64); 3] = [(1, 2), (5, 2), (25, 8)];

/// The strength at which rules and odds are tried, and that of the search against which probes play.
const TRIAL: u64 = 5;
const WEAK: u64 = 1;

/// So many kinds are tried in odds games beside the unit.
const ODDS: usize = 6;

/// Games of one kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    /// A name for files.
    pub(crate) name: String,
    /// What people call it.
    pub(crate) title: String,
    /// What it is for.
    pub(crate) purpose: Purpose,
    /// The player, and its opponent.
    pub(crate) players: [Player; 2],
    /// The first positions for the player as White and as Black, each used in turn; none for the start
    /// position.
    starts: Vec<[String; 2]>,
    /// Games as a part of the size of the playtest: one in so many.
    share: u64,
}

/// What games are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be measured: the number of the strength.
    SelfPlay(usize),
    /// Twice the nodes against once.
    Ladder,
    /// What a rule is worth.
    Importance,
    /// What a piece is worth.
    Odds(Kind),
    /// Players that do not think.
    Probe,
    /// What evaluates against what evaluated before.
    Trial,
}

impl Part {
    fn new(purpose: Purpose, title: String, players: [Player; 2], share: u64) -> Self {
        let [player, opponent] = players.map(Player::name);
        let name = match purpose {
            Purpose::SelfPlay(_) => format!("self-{player}"),
            _ => format!("{player}-against-{opponent}"),
        };
        Self { name, title, purpose, players, starts: Vec::new(), share }
    }

    /// The games of the engine against itself.
    pub(crate) fn self_play(lowest: u64) -> Vec<Self> {
        let part = |(number, (strength, share))| {
            let nodes = strength * lowest;
            let title = format!("games at {nodes} nodes");
            Self::new(Purpose::SelfPlay(number), title, [Player::Search(nodes); 2], share)
        };
        (0..).zip(STRENGTHS).map(part).collect()
    }

    /// The games of the engine against itself with another evaluation.
    pub(crate) fn trial(nodes: u64) -> Self {
        Self::new(Purpose::Trial, "trial".to_owned(), [Player::Search(nodes); 2], 1)
    }

    /// The matches: of strengths, without these rules, without pieces of the commonest kinds, and of players
    /// that do not think.
    pub(crate) fn matches(start: &dyn Session, lowest: u64, rules: &[Feature]) -> Vec<Self> {
        let [trial, weak] = [TRIAL, WEAK].map(|strength| strength * lowest);
        let ladder = LADDER.into_iter().map(|(strength, share)| {
            let nodes = strength * lowest;
            let title = format!("{} nodes against {nodes}", 2 * nodes);
            let players = [2 * nodes, nodes].map(Player::Search);
            Self::new(Purpose::Ladder, title, players, share)
        });
        let rules = rules.iter().map(|&rule| {
            let title = format!("without {}", rule.name());
            let players = [Player::Without(rule, trial), Player::Search(trial)];
            Self::new(Purpose::Importance, title, players, 4)
        });
        let odds = odds(start).into_iter().map(|(kind, starts)| {
            let name = start.kind(kind).map_or("piece", |info| info.name);
            let title = format!("without a {name}");
            let part = Self::new(Purpose::Odds(kind), title, [Player::Search(trial); 2], 4);
            Self { name: format!("odds-{}-{trial}-nodes", kind.index()), starts, ..part }
        });
        let probes = [
            (Player::Random, "any move"),
            (Player::Greedy, "material only"),
            (Player::Rush, "rush at the king"),
            (Player::CopyCat(weak), "copy the opponent's move, else search"),
        ];
        let probes = probes.into_iter().map(|(probe, title)| {
            Self::new(Purpose::Probe, title.to_owned(), [probe, Player::Search(weak)], 8)
        });
        ladder.chain(rules).chain(odds).chain(probes).collect()
    }

    /// How many games it has in a playtest of this size: at least one pair of a match.
    pub(crate) fn games(&self, size: u64) -> u64 {
        match self.purpose {
            Purpose::SelfPlay(_) => size.div_ceil(self.share),
            _ => 2 * size.div_ceil(2 * self.share),
        }
    }

    /// The game of this number. In a match, each opening is played twice in a row, with the colors changed.
    pub(crate) fn seating(&self, seed: u64, number: u64) -> Seating {
        let is_match = !matches!(self.purpose, Purpose::SelfPlay(_));
        let (pair, is_changed) =
            if is_match { (number / 2, number % 2 == 1) } else { (number, false) };
        let [player, opponent] = self.players;
        let start = match self.starts.len() {
            0 => String::new(),
            count => self.starts[pair as usize % count][usize::from(is_changed)].clone(),
        };
        // Words of generators of their own, so that neither parts nor seeds share games.
        let word = |seed: u64, number: u64| {
            SplitMix64::new(SplitMix64::new(seed).next_word() ^ number).next_word()
        };
        let part = vertumnus_core::board::fnv1a_64(self.name.bytes());
        Seating {
            players: if is_changed { [opponent, player] } else { [player, opponent] },
            start,
            opening: word(seed ^ part, pair),
            seed: word(seed ^ part ^ 1, number),
        }
    }
}

/// The commonest kinds of the start position and the unit of values, each with the start positions in which a
/// side lacks one such piece: White, and Black at the same place. Kinds without which there is no game are
/// left out.
fn odds(start: &dyn Session) -> Vec<(Kind, Vec<[String; 2]>)> {
    let unit = unit(start);
    let pieces = |kind: Kind, color: Color| {
        let is_it = move |&square: &vertumnus_core::board::Square| {
            start.piece_at(square).is_some_and(|p| p.kind() == kind && p.color() == color)
        };
        start.shape().squares().filter(is_it).collect::<Vec<_>>()
    };
    let mut kinds = start.kinds_at_start();
    kinds.retain(|&kind| start.kind(kind).is_some_and(|info| !info.royal));
    kinds.sort_by_key(|&kind| {
        (Some(kind) != unit, std::cmp::Reverse(pieces(kind, Color::White).len()), kind)
    });
    kinds.truncate(ODDS + 1);
    let of = |kind: Kind| {
        let without = |square| fen_without(start, square);
        let [white, black] = Color::ALL.map(|color| pieces(kind, color));
        let starts: Vec<[String; 2]> = white
            .into_iter()
            .zip(black)
            .filter_map(|(white, black)| Some([without(white)?, without(black)?]))
            .collect();
        (!starts.is_empty()).then_some((kind, starts))
    };
    kinds.into_iter().filter_map(of).collect()
}

/// The start position without the piece on a square, and without castling with it; `None` if the game has no
/// such position, or is over in it.
fn fen_without(start: &dyn Session, square: vertumnus_core::board::Square) -> Option<String> {
    let mut setup = start.setup();
    setup.cells[square.index()] = Cell::Empty;
    for (number, castle) in start.castles().iter().enumerate() {
        if castle.rook.0 == square {
            setup.castling.forfeit(number);
        }
    }
    let mut session = start.boxed_clone();
    session.set_setup(&setup).ok()?;
    (session.outcome().is_none() && !session.legal_moves().is_empty()).then(|| session.fen())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    #[test]
    fn every_game_has_odds_and_all_games_of_matches_come_in_pairs() {
        for &variant in Variant::bundled() {
            let start = session(variant);
            let matches = Part::matches(&*start, 40, &[Feature::Castling]);
            assert!(
                matches.iter().any(|part| matches!(part.purpose, Purpose::Odds(_))),
                "{variant}"
            );
            let mut names: Vec<&str> = matches.iter().map(|part| part.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), matches.len(), "{variant}");
            for part in matches {
                for size in [1, 2, 9, 100] {
                    assert!(part.games(size) >= 2 && part.games(size).is_multiple_of(2));
                }
                let [first, second] = [0, 1].map(|number| part.seating(1, number));
                assert_eq!(first.opening, second.opening);
                assert_eq!(first.players, [second.players[1], second.players[0]]);
                assert_ne!(part.seating(1, 2).opening, first.opening);
            }
        }
    }

    #[test]
    fn odds_games_lack_a_piece_and_castling_with_it() {
        let Some(chess) = Variant::named("chess") else { return };
        let start = session(chess);
        let odds = odds(&*start);
        let of = |token: &str| {
            let is_it = |(kind, _): &&(Kind, _)| start.kinds()[kind.index()].token == token;
            &odds.iter().find(is_it).expect("a piece of chess").1
        };
        assert_eq!((odds.len(), of("P").len(), of("R").len()), (5, 8, 2));
        let [white, black] = &of("R")[0];
        assert_eq!(white, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
        assert_eq!(black, "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1");
    }
}
