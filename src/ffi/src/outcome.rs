//! Checks, and how games end.

use std::ffi::c_char;

use vertumnus_core::board::Color;
use vertumnus_core::rules;

use crate::argument::{array, put, put_list};
use crate::handle;
use crate::moves::number;
use crate::position::Position;
use crate::status::{Failure, Status, answer};

/// Room for the text of an outcome.
pub const OUTCOME_SIZE: usize = 64;

/// How a game stands.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It goes on.
    Ongoing = 0,
    /// White has won.
    WhiteWins = 1,
    /// Black has won.
    BlackWins = 2,
    /// Nobody has won.
    Draw = 3,
}

/// Why a game is over.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not over.
    None = 0,
    /// The king is attacked and there is no legal move.
    Checkmate = 1,
    /// There is no legal move.
    Stalemate = 2,
    /// A side has nothing left but its king.
    BareKing = 3,
    /// A king has been removed from the board together with others.
    Annihilation = 4,
    /// The position has stood three times.
    Repetition = 5,
    /// A hundred plies went without a capture, pawn move or promotion.
    FiftyMoves = 6,
    /// No sequence of moves gives a mate.
    DeadDraw = 7,
}

/// The outcome of a game.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// How the game stands.
    pub result: GameResult,
    /// Why it is over.
    pub reason: Reason,
    /// Both in words, `White mates` or `Draw by stalemate`, with a zero byte at the end; empty while
    /// the game goes on.
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
            rules::Reason::Annihilation => Self::Annihilation,
            rules::Reason::Repetition => Self::Repetition,
            rules::Reason::FiftyMoves => Self::FiftyMoves,
            rules::Reason::DeadDraw => Self::DeadDraw,
        }
    }
}

/// Tells whether the side to move is in check.
///
/// # Safety
/// `in_check` is null or a place for a truth value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_in_check(
    position: *const Position,
    in_check: *mut bool,
) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Ok(session.is_in_check()))?;
        // SAFETY: the caller's.
        unsafe { put(in_check, value, "the place for the answer") }
    })
}

/// Writes the squares of the pieces that give check into `squares`, which has room for `size` of them
/// and stays the caller's, and their number to `count`. Either may be null; without `squares` the
/// number alone is told.
///
/// # Safety
/// `squares` is null or has room for `size` squares; `count` is null or a place for a number.
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
        // SAFETY: the caller's.
        unsafe { put_list(&checkers, squares, size, count) }
    })
}

/// Tells how the game has ended, if it has.
///
/// # Safety
/// `outcome` is null or a place for an outcome.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_outcome(
    position: *const Position,
    outcome: *mut Outcome,
) -> Status {
    answer(|| {
        let value = handle::read(position, |session| Outcome::of(session.outcome()))?;
        // SAFETY: the caller's.
        unsafe { put(outcome, value, "the place for the outcome") }
    })
}
