//! Checks and outcomes.

use std::ffi::c_char;

use vertumnus_core::board::Color;
use vertumnus_core::rules;

use crate::argument::{array, put, put_list};
use crate::handle::{self, Position};
use crate::moves::number;
use crate::status::{Failure, Status, answer};

/// Room for the text of an outcome.
pub const OUTCOME_SIZE: usize = 64;

/// The result of a game.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The game goes on.
    Ongoing = 0,
    /// White has won.
    WhiteWins = 1,
    /// Black has won.
    BlackWins = 2,
    /// The game is drawn.
    Draw = 3,
}

/// Why a game is over.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game is not over.
    None = 0,
    /// The king is attacked and the side has no legal move.
    Checkmate = 1,
    /// The side to move has no legal move and is not in check.
    Stalemate = 2,
    /// A side has nothing left but its king.
    BareKing = 3,
    /// A king was removed from the board together with other pieces.
    Annihilation = 4,
    /// The position occurred as often as ends the game: for the third time in most games.
    Repetition = 5,
    /// As many moves as end the game, fifty of each side in most games, were played without a capture, pawn
    /// move or promotion.
    FiftyMoves = 6,
    /// No sequence of legal moves leads to mate.
    DeadDraw = 7,
    /// Pieces have reached the squares on which their side wins, or those of both sides have.
    Flag = 8,
    /// A side has too few of some of its pieces left.
    Extinction = 9,
    /// The winner's own king is attacked and he has no legal move.
    Checkmated = 10,
    /// A side has given as many checks as it takes.
    Checks = 11,
    /// The position occurred as often as ends the game, and a side has checked with each of its moves since.
    PerpetualCheck = 12,
    /// A side with few pieces has counted moves up to its limit.
    Counted = 13,
    /// The board is full.
    FullBoard = 14,
    /// The position occurred as often as ends the game, and a side has chased one piece with each of its moves since.
    PerpetualChase = 15,
    /// Both sides have passed, one after the other.
    Passes = 16,
    /// The kings have faced each other for two moves.
    FacingKings = 17,
}

/// The outcome of a game.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The result.
    pub result: GameResult,
    /// Why the game is over.
    pub reason: Reason,
    /// Both in words, such as `White mates` or `Draw by stalemate`, with a zero byte at the end;
    /// empty while the game goes on.
    pub text: [c_char; OUTCOME_SIZE],
}

impl Outcome {
    fn of(outcome: Option<rules::Outcome>) -> Result<Self, Failure> {
        let result = match outcome {
            None => GameResult::Ongoing,
            Some(rules::Outcome::Win(Color::White, _)) => GameResult::WhiteWins,
            Some(rules::Outcome::Win(Color::Black, _)) => GameResult::BlackWins,
            Some(rules::Outcome::Draw(_)) => GameResult::Draw,
        };
        let reason = outcome.map_or(Reason::None, |outcome| outcome.reason().into());
        let text = array(&outcome.map_or(String::new(), rules::Outcome::sentence))?;
        Ok(Self { result, reason, text })
    }
}

impl From<rules::Reason> for Reason {
    fn from(reason: rules::Reason) -> Self {
        match reason {
            rules::Reason::Checkmate => Self::Checkmate,
            rules::Reason::Stalemate => Self::Stalemate,
            rules::Reason::BareKing => Self::BareKing,
            rules::Reason::Flag => Self::Flag,
            rules::Reason::Extinction => Self::Extinction,
            rules::Reason::Checkmated => Self::Checkmated,
            rules::Reason::Checks => Self::Checks,
            rules::Reason::Passes => Self::Passes,
            rules::Reason::FacingKings => Self::FacingKings,
            rules::Reason::Annihilation => Self::Annihilation,
            rules::Reason::PerpetualCheck => Self::PerpetualCheck,
            rules::Reason::PerpetualChase => Self::PerpetualChase,
            rules::Reason::Counted => Self::Counted,
            rules::Reason::FullBoard => Self::FullBoard,
            rules::Reason::Repetition(_) => Self::Repetition,
            rules::Reason::MoveLimit(_) => Self::FiftyMoves,
            rules::Reason::DeadDraw => Self::DeadDraw,
            // A test looks for it.
            _ => Self::None,
        }
    }
}

/// Writes whether the side to move is in check.
///
/// # Safety
/// `in_check` is null or points to a writable truth value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_in_check(
    position: *const Position,
    in_check: *mut bool,
) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Ok(session.is_in_check()))?;
        // SAFETY: the caller promises it.
        unsafe { put(in_check, value, "the place for the answer") }
    })
}

/// Writes the squares of the pieces that give check to `squares`, which has room for `size`
/// squares, and their number to `count`. One of the two may be null; if `squares` is, only the
/// number is written.
///
/// # Safety
/// `squares` is null or has room for `size` squares; `count` is null or points to a writable
/// number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_checkers(
    position: *const Position,
    squares: *mut u8,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        let checkers = handle::read(position, |session| Ok(session.checkers()))?;
        let checkers: Vec<u8> = checkers.into_iter().map(number).collect();
        // SAFETY: the caller promises it.
        unsafe { put_list(&checkers, squares, size, count) }
    })
}

/// Writes how the game has ended, if it has.
///
/// # Safety
/// `outcome` is null or points to a writable outcome.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_outcome(
    position: *const Position,
    outcome: *mut Outcome,
) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Outcome::of(session.outcome()))?;
        // SAFETY: the caller promises it.
        unsafe { put(outcome, value, "the place for the outcome") }
    })
}

#[cfg(test)]
mod tests {
    use vertumnus_core::rules;

    use super::Reason;

    #[test]
    fn every_reason_of_the_rules_has_its_own() {
        let mut found: Vec<Reason> =
            rules::Reason::ALL.iter().map(|&reason| reason.into()).collect();
        found.push(Reason::None);
        for (number, reason) in found.iter().enumerate() {
            assert!(!found[..number].contains(reason), "{reason:?} twice");
        }
    }
}
