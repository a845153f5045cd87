//! A position with the positions that led to it, which repetition and undo are about.

use super::{Move, Position};
use crate::rules::{Outcome, Reason, Ruleset};

/// A line of play: where it started, what was played, where it stands.
#[derive(Clone, Debug)]
pub struct Line<R: Ruleset> {
    current: Position<R>,
    past: Vec<(Position<R>, Option<Move>)>,
    keys: Vec<u64>,
}

impl<R: Ruleset> Line<R> {
    /// A line that starts here.
    #[must_use]
    pub const fn new(start: Position<R>) -> Self {
        Self { current: start, past: Vec::new(), keys: Vec::new() }
    }

    /// Where the line stands.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        &self.current
    }

    /// Where the line started.
    #[must_use]
    pub fn start(&self) -> &Position<R> {
        self.past.first().map_or(&self.current, |(position, _)| position)
    }

    /// The moves that were made.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.past.iter().filter_map(|&(_, mv)| mv)
    }

    /// How many plies were made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether nothing was played yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Makes a move that the caller knows to be legal here; see
    /// [`Position::play_unchecked`].
    #[inline]
    pub fn make_unchecked(&mut self, mv: Move) {
        self.push(self.current.after_unchecked(mv), Some(mv));
    }

    /// Passes the turn, for the search's null move.
    #[inline]
    pub fn make_null(&mut self) {
        self.push(self.current.after_null(), None);
    }

    #[inline]
    fn push(&mut self, next: Position<R>, mv: Option<Move>) {
        self.past.push((self.current, mv));
        self.keys.push(self.current.key());
        self.current = next;
    }

    /// Takes the last move back, if there is one, and names it.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let (position, mv) = self.past.pop()?;
        self.keys.pop();
        self.current = position;
        mv
    }

    /// How many times the position stood before, as far as `most_plies` back.
    ///
    /// Only positions since the last move that cannot be taken back can be the same.
    #[inline]
    #[must_use]
    pub fn repetitions(&self, most_plies: usize) -> usize {
        let reversible =
            if R::RESTARTS_ARE_FINAL { self.current.clock() as usize } else { usize::MAX };
        let key = self.current.key();
        let back = self.keys.iter().rev().take(reversible.min(most_plies));
        back.skip(1).step_by(2).filter(|&&past| past == key).count()
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = self.current.ending();
        if matches!(ending, None | Some(Outcome::Draw(Reason::FiftyMoves | Reason::DeadDraw)))
            && self.repetitions(usize::MAX) >= 2
        {
            return Some(Outcome::Draw(Reason::Repetition));
        }
        ending
    }
}

#[cfg(test)]
mod tests {
    use crate::position::testing::{Toy, line, play, position};
    use crate::rules::{Outcome, Reason, Ruleset};

    const OUT_AND_BACK: &str = "d1d2 d9d8 d2d1 d8d9 ";

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut line = line::<Toy>(Toy::START, OUT_AND_BACK);
        assert_eq!((line.repetitions(usize::MAX), line.outcome()), (1, None));
        play(&mut line, "d1d2 d9d8 d2d1");
        assert_eq!((line.repetitions(usize::MAX), line.outcome()), (1, None));
        play(&mut line, "d8d9");
        assert_eq!(line.repetitions(usize::MAX), 2);
        assert_eq!(line.outcome(), Some(Outcome::Draw(Reason::Repetition)));
    }

    #[test]
    fn repetitions_are_looked_for_no_further_back_than_asked() {
        let line = line::<Toy>(Toy::START, &OUT_AND_BACK.repeat(3));
        for (plies, count) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (12, 3), (100, 3)] {
            assert_eq!(line.repetitions(plies), count, "{plies} plies back");
        }
    }

    #[test]
    fn a_clock_without_its_moves_repeats_nothing() {
        let fen = "***k***/*5*/*5*/*5*/R6/*5*/*5*/*5*/***K*** w - - 50 60";
        let line = line::<Toy>(fen, "a5b5");
        assert_eq!((line.repetitions(usize::MAX), line.outcome()), (0, None));
    }

    #[test]
    fn moves_are_remembered_and_taken_back() {
        let mut line = line::<Toy>(Toy::START, "b2b3 d9d8 f2f3");
        let start = position::<Toy>(Toy::START);
        let texts: Vec<String> = line.moves().map(|mv| start.move_text(mv)).collect();
        assert_eq!(texts, ["b2b3", "d9d8", "f2f3"]);
        line.make_null();
        assert_eq!((line.len(), line.moves().count()), (4, 3));
        assert_eq!(line.undo(), None);
        while line.undo().is_some() {}
        assert!(line.is_empty());
        assert_eq!(line.position().fen(), Toy::START);
        assert_eq!(line.undo(), None);
    }

    #[cfg(feature = "chess")]
    mod chess {
        use crate::board::Color;
        use crate::position::testing::line;
        use crate::rules::chess::Chess;
        use crate::rules::{Outcome, Reason, Ruleset};

        const THIRD: Option<Outcome> = Some(Outcome::Draw(Reason::Repetition));

        #[test]
        fn an_irreversible_move_begins_anew() {
            let knights = "g1f3 g8f6 f3g1 f6g8 ";
            let moves = format!("{knights} e2e4 e7e5 {knights}");
            assert_eq!(line::<Chess>(Chess::START, &moves).repetitions(usize::MAX), 1);
        }

        #[test]
        fn castling_rights_make_positions_differ() {
            let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
            let rooks = "a1b1 a8b8 b1a1 b8a8 ";
            assert_eq!(line::<Chess>(fen, &rooks.repeat(2)).outcome(), None);
            assert_eq!(line::<Chess>(fen, &rooks.repeat(3)).outcome(), THIRD);
        }

        #[test]
        fn only_a_legal_en_passant_capture_makes_positions_differ() {
            let kings = "e8d8 e1d1 d8e8 d1e1 ";
            let with_capture = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
            let without = "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1";
            let after = |fen, cycles| {
                line::<Chess>(fen, &format!("e2e4 {}", kings.repeat(cycles))).outcome()
            };
            assert_eq!(after(with_capture, 2), None);
            assert_eq!(after(with_capture, 3), THIRD);
            assert_eq!(after(without, 2), THIRD);
        }

        #[test]
        fn a_hundred_plies_are_a_draw_unless_the_last_is_mate() {
            let fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
            let ended = |moves| line::<Chess>(fen, moves).outcome();
            assert_eq!(ended(""), None);
            assert_eq!(ended("a1a7"), Some(Outcome::Draw(Reason::FiftyMoves)));
            assert_eq!(ended("a1a8"), Some(Outcome::Win(Color::White, Reason::Checkmate)));
        }

        #[test]
        fn a_null_move_passes_the_turn_alone() {
            let mut line = line::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "");
            line.make_null();
            assert_eq!(line.position().fen(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 2");
        }
    }
}
