//! How games end.

use std::fmt;

use super::definition::Value;
use crate::board::Color;

/// The result of a game that is over, and why.
///
/// ```
/// use vertumnus_core::board::Color;
/// use vertumnus_core::rules::{Outcome, Reason};
///
/// let mate = Outcome::Win(Color::White, Reason::Checkmate);
/// assert_eq!((mate.result(), mate.winner()), ("1-0", Some(Color::White)));
/// assert_eq!(mate.sentence(), "White mates");
/// assert_eq!(Outcome::Draw(Reason::Stalemate).to_string(), "1/2-1/2 stalemate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Outcome {
    /// This side has won.
    Win(Color, Reason),
    /// Neither side has.
    Draw(Reason),
}

/// Why a game is over. Other games may come with other reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Reason {
    /// The king is attacked and there is no legal move.
    Checkmate,
    /// The winner's own king is attacked, and he has no legal move.
    Checkmated,
    /// There is no legal move.
    Stalemate,
    /// A side has nothing left but its king.
    BareKing,
    /// A side has too few of some of its pieces left.
    Extinction,
    /// A piece has reached a square on which its side wins.
    Flag,
    /// A side has given as many checks as it takes.
    Checks,
    /// Both sides have passed, one after the other.
    Passes,
    /// The kings have faced each other for two moves.
    FacingKings,
    /// A king has been removed from the board together with others.
    Annihilation,
    /// The position has occurred this many times, as often as ends the game: three times in most games.
    Repetition(u8),
    /// The position has occurred as often as ends the game, and a side has checked with each move since.
    PerpetualCheck,
    /// The same with chases of one piece in place of checks.
    PerpetualChase,
    /// A side with few pieces has counted moves up to its limit.
    Counted,
    /// The board is full.
    FullBoard,
    /// This many moves of each side, as many as end the game, went without one that restarts the clock: fifty
    /// moves without a capture, pawn move or promotion in most games.
    MoveLimit(u16),
    /// No sequence of moves gives a mate.
    DeadDraw,
}

impl Reason {
    /// All reasons, with the numbers of chess.
    pub const ALL: &'static [Self] = &[
        Self::Checkmate,
        Self::Checkmated,
        Self::Stalemate,
        Self::BareKing,
        Self::Extinction,
        Self::Flag,
        Self::Checks,
        Self::Passes,
        Self::FacingKings,
        Self::Annihilation,
        Self::Repetition(3),
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::Counted,
        Self::FullBoard,
        Self::MoveLimit(50),
        Self::DeadDraw,
    ];
}

impl Outcome {
    /// What an event of this worth for the side to move makes of the game.
    pub const fn of(value: Value, side_to_move: Color, reason: Reason) -> Self {
        match (value, side_to_move) {
            (Value::Draw, _) => Self::Draw(reason),
            (Value::Win, Color::White) | (Value::Loss, Color::Black) => {
                Self::Win(Color::White, reason)
            }
            (Value::Win, Color::Black) | (Value::Loss, Color::White) => {
                Self::Win(Color::Black, reason)
            }
        }
    }

    /// The result as PGN writes it.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Win(Color::White, _) => "1-0",
            Self::Win(Color::Black, _) => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }

    /// The result and its reason for people: `White mates`, `Draw by stalemate`.
    pub fn sentence(self) -> String {
        match self {
            Self::Win(color, Reason::Checkmate) => format!("{color} mates"),
            Self::Win(color, Reason::Checkmated) => format!("{color} wins: it is mated"),
            // Whose king it is, and what that is worth, is for the game to say.
            Self::Win(color, Reason::BareKing) => format!("{color} wins: a king is bare"),
            Self::Draw(Reason::BareKing) => "Draw: a king is bare".to_owned(),
            Self::Win(color, Reason::Extinction) => format!("{color} wins: pieces are extinct"),
            Self::Draw(Reason::Extinction) => "Draw: pieces are extinct".to_owned(),
            Self::Draw(Reason::Passes) => "Draw: both sides have passed".to_owned(),
            Self::Draw(Reason::FacingKings) => "Draw: the kings still face each other".to_owned(),
            Self::Draw(Reason::Flag) => "Draw: both have reached their goals".to_owned(),
            Self::Win(color, Reason::Flag) => format!("{color} wins: it has reached its goal"),
            Self::Win(color, Reason::Checks) => {
                format!("{color} wins: it has given its last check")
            }
            Self::Win(color, Reason::Annihilation) => {
                format!("{color} wins: {}'s king is annihilated", !color)
            }
            Self::Win(color, Reason::PerpetualCheck) => {
                format!("{color} wins: {} has given perpetual check", !color)
            }
            Self::Win(color, Reason::PerpetualChase) => {
                format!("{color} wins: {} has chased perpetually", !color)
            }
            Self::Draw(Reason::FullBoard) => "Draw: the board is full".to_owned(),
            Self::Win(color, Reason::FullBoard) => format!("{color} wins: the board is full"),
            Self::Win(color, reason) => format!("{color} wins by {reason}"),
            Self::Draw(reason) => format!("Draw by {reason}"),
        }
    }

    /// The side that has won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(color),
            Self::Draw(_) => None,
        }
    }

    /// Why the game is over.
    pub const fn reason(self) -> Reason {
        match self {
            Self::Win(_, reason) | Self::Draw(reason) => reason,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.result(), self.reason())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::Checkmate | Self::Checkmated => "checkmate",
            Self::Stalemate => "stalemate",
            Self::BareKing => "bare king",
            Self::Extinction => "extinction",
            Self::Flag => "goal reached",
            Self::Checks => "checks given",
            Self::Passes => "two passes",
            Self::FacingKings => "facing kings",
            Self::Annihilation => "king annihilated",
            Self::Repetition(2) => "twofold repetition",
            Self::Repetition(3) => "threefold repetition",
            Self::Repetition(4) => "fourfold repetition",
            Self::Repetition(5) => "fivefold repetition",
            Self::Repetition(times) => return write!(f, "{times}-fold repetition"),
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::Counted => "counting of moves",
            Self::FullBoard => "full board",
            Self::MoveLimit(50) => "fifty-move rule",
            Self::MoveLimit(moves) => return write!(f, "{moves}-move rule"),
            Self::DeadDraw => "insufficient material",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_by_counting_says_how_far_was_counted() {
        let said = |reason| Outcome::Draw(reason).sentence();
        assert_eq!(said(Reason::Repetition(3)), "Draw by threefold repetition");
        assert_eq!(said(Reason::Repetition(4)), "Draw by fourfold repetition");
        assert_eq!(said(Reason::Repetition(12)), "Draw by 12-fold repetition");
        assert_eq!(said(Reason::MoveLimit(50)), "Draw by fifty-move rule");
        assert_eq!(said(Reason::MoveLimit(70)), "Draw by 70-move rule");
    }
}
