//! A position with the positions that led to it, for undo and for repetitions.

use super::{Move, Position};
use crate::board::{Bits, Color};
use crate::rules::definition::{Chase, Value};
use crate::rules::{BitsOf, Outcome, Reason, Ruleset};

/// A line of play: a stack of positions, and the moves between them.
///
/// Making a move pushes a copy of the last position and plays the move on it; undo pops it.
///
/// ```
/// use vertumnus_core::position::{Line, Position};
/// use vertumnus_core::rules::chess::Chess;
///
/// let mut line = Line::new(Position::start(Chess));
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = line.position().parse_move(text)?;
///     line.make_unchecked(mv);
/// }
/// assert_eq!((line.len(), line.repetitions(usize::MAX), line.outcome()), (4, 1, None));
/// line.undo();
/// assert_eq!(line.repetitions(usize::MAX), 0);
/// # Ok::<(), vertumnus_core::position::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line<R: Ruleset> {
    /// Never empty: the first is the start.
    positions: Vec<Position<R>>,
    /// The Zobrist key of each position, side by side for the search for repetitions.
    keys: Vec<u64>,
    /// The move from each position to the next; `None` is a null move.
    moves: Vec<Option<Move>>,
}

impl<R: Ruleset> Line<R> {
    /// A line that starts here.
    pub fn new(start: Position<R>) -> Self {
        Self { positions: vec![start], keys: vec![start.key()], moves: Vec::new() }
    }

    /// The last position of the line.
    ///
    /// # Panics
    /// Never: a line has at least its start.
    #[inline]
    pub const fn position(&self) -> &Position<R> {
        let [.., last] = self.positions.as_slice() else { panic!("a line has a start") };
        last
    }

    /// The Zobrist key of the last position.
    ///
    /// # Panics
    /// Never: a line has at least its start.
    #[inline]
    pub const fn key(&self) -> u64 {
        let [.., last] = self.keys.as_slice() else { panic!("a line has a start") };
        *last
    }

    /// The position this many plies before the last one; `None` if the line is shorter.
    #[inline]
    pub fn past(&self, plies: usize) -> Option<&Position<R>> {
        self.positions.get(self.positions.len().checked_sub(plies + 1)?)
    }

    /// The first position of the line.
    pub fn start(&self) -> &Position<R> {
        &self.positions[0]
    }

    /// The moves that were made, null moves left out.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied().flatten()
    }

    /// How many plies were made, null moves included.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was made yet.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The last position, with as much of its past as can be repeated: all that a search needs.
    #[must_use]
    pub fn recent(&self) -> Self {
        let first = self.len().saturating_sub(self.reversible());
        Self {
            positions: self.positions[first..].to_vec(),
            keys: self.keys[first..].to_vec(),
            moves: self.moves[first..].to_vec(),
        }
    }

    /// The plies since the last irreversible move, which may be more than the line has.
    #[inline]
    fn reversible(&self) -> usize {
        if self.position().facts().restarts_are_final {
            self.position().clock() as usize
        } else {
            usize::MAX
        }
    }

    /// Makes a move that the caller knows to be legal here; see
    /// [`Position::play_unchecked`].
    #[inline]
    pub fn make_unchecked(&mut self, mv: Move) {
        self.push(Some(mv), |position| position.play_unchecked(mv));
    }

    /// Passes the turn, for the search's null move.
    #[inline]
    pub fn make_null(&mut self) {
        self.push(None, Position::pass);
    }

    #[inline]
    fn push(&mut self, mv: Option<Move>, play: impl FnOnce(&mut Position<R>)) {
        self.positions.extend_from_within(self.positions.len() - 1..);
        if let Some(next) = self.positions.last_mut() {
            play(next);
            self.keys.push(next.key());
        }
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it: `None` for a null move, or if there is no move.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        mv
    }

    /// How many times the last position occurred before, at most `plies` plies back.
    ///
    /// Only positions since the last irreversible move can be the same.
    #[inline]
    pub fn repetitions(&self, plies: usize) -> usize {
        let key = self.key();
        let back = self.keys.iter().rev().skip(1).take(self.reversible().min(plies));
        back.skip(1).step_by(2).filter(|&&past| past == key).count()
    }

    /// How the game has ended; `None` if it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let (position, ending) = (self.position(), self.position().ending());
        let count = position.facts().repetition.count;
        let is_repeated = || count != 0 && self.repetitions(usize::MAX) + 1 >= usize::from(count);
        match ending.map(Outcome::reason) {
            None | Some(Reason::MoveLimit(_) | Reason::DeadDraw | Reason::Counted)
                if is_repeated() =>
            {
                Some(self.repeated(usize::from(count) - 1))
            }
            _ => ending,
        }
    }

    /// How a game ends with the repetition of the last position, which has occurred this many times before.
    pub fn repeated(&self, times: usize) -> Outcome {
        let position = self.position();
        let us = position.side_to_move();
        let rule = position.facts().repetition;
        if rule.perpetual_check
            && let Some(outcome) = self.perpetual_check(times)
        {
            return outcome;
        }
        if let Some(chase) = position.facts().chase
            && let Some(outcome) = self.perpetual_chase(times, chase)
        {
            return outcome;
        }
        let value = match us {
            Color::Black if rule.for_white => rule.value.opposite(),
            _ => rule.value,
        };
        let reason = Reason::Repetition(rule.count);
        match value {
            Value::Draw => position.draw(reason),
            value => Outcome::of(value, us, reason),
        }
    }

    /// How many plies ago the last position occurred, of so many times.
    fn first_of(&self, times: usize) -> Option<usize> {
        let key = self.key();
        let occurred = |plies: &usize| self.keys[self.len() - plies] == key;
        (2..=self.len()).step_by(2).filter(occurred).nth(times.checked_sub(1)?)
    }

    /// What has become of a side that has checked with each of its moves, or of both.
    #[cold]
    fn perpetual_check(&self, times: usize) -> Option<Outcome> {
        let back = self.first_of(times)?;
        let checks = |start: usize| {
            let is_check = |plies| self.past(plies).is_some_and(Position::in_check);
            (start..=back).step_by(2).all(is_check)
        };
        self.lost_by([checks(0), checks(1)], Reason::PerpetualCheck)
    }

    /// What has become of a side that has chased one piece with each of its moves, or of both.
    #[cold]
    fn perpetual_chase(&self, times: usize, rule: &Chase) -> Option<Outcome> {
        let back = self.first_of(times)?;
        let chases = |start: usize| {
            let mut chased: Option<BitsOf<R>> = None;
            for plies in (start..=back).step_by(2).take_while(|&plies| plies < self.len()) {
                let (Some(position), Some(before)) = (self.past(plies), self.past(plies + 1))
                else {
                    break;
                };
                let Some(mv) = self.moves[self.len() - plies - 1] else { return false };
                let now = position.chased(rule, before, mv);
                let same = chased.map_or(now, |later| now & later);
                if same.is_empty() {
                    return false;
                }
                // Where these pieces stood before their side's last move.
                chased = Some(match self.moves.get(self.len().wrapping_sub(plies + 2)) {
                    Some(Some(moved)) if same.has(moved.to()) => {
                        same & !BitsOf::<R>::of(moved.to()) | BitsOf::<R>::of(moved.from())
                    }
                    _ => same,
                });
            }
            chased.is_some()
        };
        self.lost_by([chases(0), chases(1)], Reason::PerpetualChase)
    }

    /// How the game ends if the side that is not to move, and that is, do what they lose by.
    fn lost_by(&self, [them, us]: [bool; 2], reason: Reason) -> Option<Outcome> {
        let side = self.position().side_to_move();
        match (them, us) {
            (true, true) => Some(Outcome::Draw(reason)),
            (true, false) => Some(Outcome::Win(side, reason)),
            (false, true) => Some(Outcome::Win(!side, reason)),
            (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::position::testing::{Toy, line, play, position};
    use crate::rules::{Outcome, Reason, Ruleset};

    const OUT_AND_BACK: &str = "d1d2 d9d8 d2d1 d8d9 ";

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut line = line::<Toy>(Toy.facts().start, OUT_AND_BACK);
        assert_eq!((line.repetitions(usize::MAX), line.outcome()), (1, None));
        play(&mut line, "d1d2 d9d8 d2d1");
        assert_eq!((line.repetitions(usize::MAX), line.outcome()), (1, None));
        play(&mut line, "d8d9");
        assert_eq!(line.repetitions(usize::MAX), 2);
        assert_eq!(line.outcome(), Some(Outcome::Draw(Reason::Repetition(3))));
    }

    #[test]
    fn repetitions_are_counted_no_further_back_than_asked() {
        let line = line::<Toy>(Toy.facts().start, &OUT_AND_BACK.repeat(3));
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
        let mut line = line::<Toy>(Toy.facts().start, "b2b3 d9d8 f2f3");
        let start = position::<Toy>(Toy.facts().start);
        let texts: Vec<String> = line.moves().map(|mv| start.move_text(mv)).collect();
        assert_eq!(texts, ["b2b3", "d9d8", "f2f3"]);
        assert_eq!(line.past(0), Some(line.position()));
        assert_eq!((line.past(3), line.past(4)), (Some(&start), None));
        line.make_null();
        assert_eq!((line.len(), line.moves().count()), (4, 3));
        assert_eq!(line.undo(), None);
        while line.undo().is_some() {}
        assert!(line.is_empty());
        assert_eq!(line.position().fen(), Toy.facts().start);
        assert_eq!(line.undo(), None);
    }

    #[cfg(feature = "chess")]
    mod chess {
        use crate::board::Color;
        use crate::position::testing::line;
        use crate::rules::chess::Chess;
        use crate::rules::{Outcome, Reason, Ruleset};

        const THIRD: Option<Outcome> = Some(Outcome::Draw(Reason::Repetition(3)));

        #[test]
        fn an_irreversible_move_starts_again_from_zero() {
            let knights = "g1f3 g8f6 f3g1 f6g8 ";
            let moves = format!("{knights} e2e4 e7e5 {knights}");
            assert_eq!(line::<Chess>(Chess.facts().start, &moves).repetitions(usize::MAX), 1);
        }

        #[test]
        fn the_recent_past_has_all_that_can_be_repeated() {
            let knights = "g1f3 g8f6 f3g1 f6g8 ";
            let whole =
                line::<Chess>(Chess.facts().start, &format!("e2e4 e7e5 {}", knights.repeat(2)));
            let mut recent = whole.recent();
            assert_eq!((whole.len(), recent.len()), (10, 8));
            assert_eq!((recent.key(), recent.position()), (whole.key(), whole.position()));
            assert_eq!((recent.repetitions(usize::MAX), recent.outcome()), (2, whole.outcome()));
            while recent.undo().is_some() {}
            assert_eq!(Some(recent.position()), whole.past(8));
            // A clock that is older than the line.
            let endgame = line::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 50 60", "a1b1");
            assert_eq!(endgame.recent().len(), 1);
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
            assert_eq!(ended("a1a7"), Some(Outcome::Draw(Reason::MoveLimit(50))));
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
