//! What games were like apart from their results: whether they repeat one another, how long they were, how
//! deep the engines looked, and what time they had left.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::arbiter::CommentParts;
use super::schedule::Pairing;
use crate::client::EngineConfig;
use crate::clock::{MatchTimeControl, PlayerClock};
use vertumnus_core::board::{ByColor, Color, fnv1a_64};
use vertumnus_core::pgn::RecordedMove;
use vertumnus_core::rules::Variant;

/// What a game was like.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameSummary {
    /// A number that games have in common if they began alike and had the same moves.
    moves: u64,
    plies: usize,
    sides: ByColor<SideSummary>,
}

/// What the game of one side was like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SideSummary {
    /// The mean depth of its moves, as far as it said how deep it looked.
    depth: Option<f64>,
    /// The seconds that were left on its clock, if it had one that runs out.
    left: Option<f64>,
}

impl GameSummary {
    /// The summary of a game between two engines, White's first, from its moves with their comments.
    pub(super) fn of_game(
        pairing: &Pairing,
        plies: &[RecordedMove],
        engines: [&EngineConfig; 2],
    ) -> Self {
        let controls = ByColor(engines.map(|engine| engine.time));
        Self::of(pairing.variant, pairing.opening.fen.as_deref(), plies, controls)
    }

    fn of(
        variant: Variant,
        fen: Option<&str>,
        plies: &[RecordedMove],
        controls: ByColor<MatchTimeControl>,
    ) -> Self {
        let words = [variant.name(), fen.unwrap_or_default()];
        let words = words.into_iter().chain(plies.iter().map(|ply| ply.san.as_str()));
        let moves = fnv1a_64(words.flat_map(|word| word.bytes().chain([b'\n'])));
        let mut clocks = controls.0.map(PlayerClock::new);
        let mut depths = [(0_u64, 0_u64); 2];
        let begins =
            fen.and_then(|fen| fen.split(' ').nth(1)).map_or(0, |side| usize::from(side == "b"));
        for (number, ply) in plies.iter().enumerate() {
            let Some((depth, used)) = CommentParts::read(&ply.comment) else { continue };
            let side = (begins + number) % 2;
            if let Some(depth) = depth {
                depths[side] = (depths[side].0 + depth, depths[side].1 + 1);
            }
            clocks[side].press(used);
            clocks[1 - side].opponent_used(used);
        }
        let side = |side: usize| SideSummary {
            depth: (depths[side].1 > 0).then(|| depths[side].0 as f64 / depths[side].1 as f64),
            left: Some(clocks[side])
                .filter(|clock| !matches!(clock.control(), MatchTimeControl::MoveTime(_)))
                .and_then(|clock| clock.left().as_ref().map(Duration::as_secs_f64)),
        };
        Self { moves, plies: plies.len(), sides: ByColor([side(0), side(1)]) }
    }

    /// Adds the summary to the report of a game.
    pub(super) fn write_to(&self, event: &mut Value) {
        event["moves_hash"] = format!("{:016x}", self.moves).into();
        event["plies"] = self.plies.into();
        for color in Color::ALL {
            let SideSummary { depth, left } = self.sides[color];
            event[format!("{}_depth", name(color))] = json!(depth);
            event[format!("{}_left", name(color))] = json!(left);
        }
    }

    /// The summary in the report of a game; `None` if it has none.
    pub(super) fn read_from(event: &Value) -> Option<Self> {
        let moves = u64::from_str_radix(event["moves_hash"].as_str()?, 16).ok()?;
        let plies = event["plies"].as_u64()? as usize;
        let sides = Color::ALL.map(|color| SideSummary {
            depth: event[format!("{}_depth", name(color))].as_f64(),
            left: event[format!("{}_left", name(color))].as_f64(),
        });
        Some(Self { moves, plies, sides: ByColor(sides) })
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// What all games were like.
#[derive(Clone, Debug, Default)]
pub(super) struct MatchSummary {
    /// The first game of these moves between White and Black, counted from 1.
    first: HashMap<(u64, usize, usize), usize>,
    games: usize,
    plies: usize,
    engines: HashMap<usize, EngineSummary>,
}

/// What the games of an engine were like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct EngineSummary {
    depth: Mean,
    left: Mean,
    /// The least time that it had left at the end of a game.
    pub(super) least_left: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl EngineSummary {
    /// The mean depth of its games.
    pub(super) fn depth(&self) -> Option<f64> {
        self.depth.value()
    }

    /// The mean of the seconds that were left at the ends of its games.
    pub(super) fn left(&self) -> Option<f64> {
        self.left.value()
    }
}

impl MatchSummary {
    /// Adds a game, and returns the number of an earlier one, counted from 1, that it repeats.
    pub(super) fn add(&mut self, pairing: &Pairing, game: &GameSummary) -> Option<usize> {
        self.games += 1;
        self.plies += game.plies;
        for (engine, side) in [pairing.white, pairing.black].into_iter().zip(game.sides.0) {
            let engine = self.engines.entry(engine).or_default();
            if let Some(depth) = side.depth {
                engine.depth.add(depth);
            }
            if let Some(left) = side.left {
                engine.left.add(left);
                engine.least_left = Some(engine.least_left.map_or(left, |least| least.min(left)));
            }
        }
        let number = pairing.index + 1;
        let key = (game.moves, pairing.white, pairing.black);
        let first = *self.first.entry(key).or_insert(number);
        (first != number).then_some(first)
    }

    /// The games that were added.
    pub(super) fn games(&self) -> usize {
        self.games
    }

    /// The games among them of which no two have the same players and moves.
    pub(super) fn distinct(&self) -> usize {
        self.first.len()
    }

    /// The mean number of plies.
    pub(super) fn plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// What the games of an engine were like.
    pub(super) fn of_engine(&self, engine: usize) -> EngineSummary {
        self.engines.get(&engine).copied().unwrap_or_default()
    }

    /// What is wrong with error bars of games that repeat one another; `None` if none does.
    pub(super) fn warning(&self) -> Option<String> {
        let (games, distinct) = (self.games, self.distinct());
        let factor = (games as f64 / distinct as f64).sqrt();
        (distinct < games).then(|| {
            format!(
                "distinct games: {distinct} of {games}; the errors are {factor:.2} times as large as \
                 said; play more openings"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;

    fn ply(san: &str, comment: &str) -> RecordedMove {
        RecordedMove { san: san.to_owned(), comment: comment.to_owned(), ..RecordedMove::default() }
    }

    fn summary(fen: Option<&str>, plies: &[RecordedMove]) -> GameSummary {
        let controls = ["10+0.5", "inf"].map(|text| text.parse().expect("a time control"));
        GameSummary::of(Variant::default(), fen, plies, ByColor(controls))
    }

    fn pairing(index: usize, white: usize, black: usize) -> Pairing {
        let (variant, opening) = (Variant::default(), Opening::default());
        Pairing { index, round: (1, index + 1), white, black, block: index / 2, variant, opening }
    }

    #[test]
    fn depths_and_clocks_are_those_of_the_comments() {
        let plies = [
            ply("e4", "book"),
            ply("e5", "+0.10/9 1.00s"),
            ply("Nf3", "-0.10/7 2.50s, n=500"),
            ply("Nc6", "+M5/12 0.20s, sd=13"),
            ply("Bb5", "0.25s, White resigns"),
        ];
        let game = summary(None, &plies);
        // The first increment is on the clock from the start, and there is one for each move.
        let white = SideSummary { depth: Some(7.0), left: Some(10.5 - 2.75 + 1.0) };
        let black = SideSummary { depth: Some(10.5), left: None };
        assert_eq!((game.plies, game.sides), (5, ByColor([white, black])));
        let mut event = json!({});
        game.write_to(&mut event);
        assert_eq!(GameSummary::read_from(&event), Some(game));
        // Black begins.
        let game = summary(Some("8/8 b - - 0 1"), &plies[1..2]);
        assert_eq!(game.sides[Color::Black].depth, Some(9.0));
        assert_eq!(game.sides[Color::White].depth, None);
    }

    #[test]
    fn games_repeat_others_of_the_same_players_beginning_and_moves() {
        let plies = [ply("e4", "+0.10/9 1.00s"), ply("e5", "+0.10/9 1.00s")];
        let other_comments = [ply("e4", ""), ply("e5", "")];
        let mut all = MatchSummary::default();
        assert_eq!(all.add(&pairing(0, 0, 1), &summary(None, &plies)), None);
        assert_eq!(all.warning(), None);
        assert_eq!(all.add(&pairing(1, 1, 0), &summary(Some("8/8 w - - 0 1"), &plies)), None);
        assert_eq!(all.add(&pairing(2, 0, 1), &summary(None, &plies[..1])), None);
        assert_eq!(all.add(&pairing(3, 1, 0), &summary(None, &plies)), None);
        assert_eq!(all.add(&pairing(4, 0, 1), &summary(None, &other_comments)), Some(1));
        assert_eq!((all.games(), all.distinct(), all.plies()), (5, 4, 1.8));
        let warning = all.warning().expect("one is repeated");
        assert!(warning.starts_with("distinct games: 4 of 5;"), "{warning}");
        let engine = all.of_engine(0);
        assert_eq!((engine.depth(), engine.least_left), (Some(9.0), Some(10.0)));
        // Nothing was used where no comment says so.
        let left = engine.left().expect("White has a clock");
        assert!((left - (10.0 + 10.0 + 10.5) / 3.0).abs() < 1e-9, "{left}");
    }
}
