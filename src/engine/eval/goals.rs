//! What a side is worth that comes near to a goal: a win that is neither mate nor a matter of material.

use vertumnus_core::board::{Bits, ByColor, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{BitsOf, Kind, Ruleset};

/// Centipawns of a side that needs one check more, divided by the square of how many it needs.
const CHECK: i32 = 1200;

/// Centipawns of a piece on its goal, divided by one more than the steps that it needs, and for each step that it
/// does not. Kings that cannot be checked run without danger.
const NEAR: i32 = 700;
const STEP: i32 = 30;
const UNCHECKED: i32 = 3;

/// The goals of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Goals {
    /// For each kind that wins on some squares: `[color][square]`, centipawns.
    runs: Vec<(Kind, ByColor<Vec<i32>>)>,
}

impl Goals {
    /// `None` if a game has none.
    pub(super) fn of<R: Ruleset>(rules: R) -> Option<Self> {
        let run = |kind: Kind| {
            let goals = ByColor(Color::ALL.map(|color| rules.goals(kind, color)));
            let is_one = goals.0.iter().any(|goals| !goals.is_empty());
            is_one.then(|| (kind, ByColor(goals.0.map(|goals| by_steps(rules, goals)))))
        };
        let runs: Vec<_> = rules.facts().each_kind().filter_map(run).collect();
        (rules.counts_checks() || !runs.is_empty()).then_some(Self { runs })
    }

    /// Centipawns, White's less Black's.
    pub(super) fn lead<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        let of = |color| self.nearest(position, color) + by_checks(position, color);
        of(Color::White) - of(Color::Black)
    }

    /// Those of the piece that comes nearest.
    fn nearest<R: Ruleset>(&self, position: &Position<R>, color: Color) -> i32 {
        let of_kind = |(kind, worths): &(Kind, ByColor<Vec<i32>>)| {
            let pieces = position.placement().pieces(color).filter(|(_, other)| other == kind);
            pieces.map(|(square, _)| worths[color][square.index()]).max()
        };
        self.runs.iter().filter_map(of_kind).max().unwrap_or(0)
    }
}

/// `[square]`: what a piece is worth there that wins on one of these squares, by the steps of a king.
fn by_steps<R: Ruleset>(rules: R, goals: BitsOf<R>) -> Vec<i32> {
    let danger = if rules.may_check() { 1 } else { UNCHECKED };
    let worth = |square| {
        let steps = goals.squares().map(|goal| rules.board().distance(square, goal) as i32).min();
        steps.map_or(0, |steps| danger * (NEAR / (1 + steps) - STEP * steps))
    };
    (0..rules.board().shape().cells()).map(|index| worth(Square::new(index as u8))).collect()
}

fn by_checks<R: Ruleset>(position: &Position<R>, color: Color) -> i32 {
    match i32::from(position.rules().checks_left(position.state(), color)) {
        0 => 0,
        left => CHECK / (left * left),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::position::testing::orthodox;
    use vertumnus_core::rules::definition::{Definition, Flag, Region};
    use vertumnus_core::rules::written::{AnyWritten, WrittenGame};

    fn lead(edit: impl FnOnce(&mut Definition), fen: &str) -> Option<i32> {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut game = orthodox(("own", "Own"), (8, 8), start, None);
        edit(&mut game);
        let game = WrittenGame::new(&game).expect("it can be played");
        let AnyWritten::Narrow(rules) = game.rules() else { panic!("the board is small") };
        let position = Position::from_fen(rules, fen).expect("a position");
        Goals::of(rules).map(|goals| goals.lead(&position))
    }

    #[test]
    fn chess_has_no_goals() {
        assert_eq!(lead(|_| (), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), None);
    }

    #[test]
    fn checks_that_were_given_count() {
        let three = |game: &mut Definition| {
            game.aims.checks_to_win = ByColor([3; 2]);
            game.start = game.start.replace(" 0 1", " 3+3 0 1");
        };
        assert_eq!(lead(three, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"), Some(0));
        assert_eq!(lead(three, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1"), Some(1200 - 1200 / 9));
        assert_eq!(lead(three, "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1"), Some(1200 / 9 - 300));
    }

    /// Both kings go to the eighth rank: White's needs two steps, Black's five.
    #[test]
    fn the_nearer_king_is_ahead() {
        let race = |may_check| {
            move |game: &mut Definition| {
                let king = Kind::new(5);
                let flag = || Flag { kinds: vec![king], region: Region(0xff << 56) };
                game.flag = ByColor([flag(), flag()]);
                game.start = "8/8/8/8/8/8/8/4K2k w - - 0 1".to_owned();
                game.aims.may_check = may_check;
            }
        };
        let ahead = (700 / 3 - 60) - (700 / 6 - 150);
        assert_eq!(lead(race(true), "8/8/4K3/8/8/7k/8/8 w - - 0 1"), Some(ahead));
        assert_eq!(lead(race(false), "8/8/4K3/8/8/7k/8/8 w - - 0 1"), Some(3 * ahead));
    }
}
