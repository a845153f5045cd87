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
    /// There is no legal move.
    Stalemate,
    /// A side has nothing left but its king.
    BareKing,
    /// A piece has reached a square on which its side wins.
    Flag,
    /// A king has been removed from the board together with others.
    Annihilation,
    /// The position has occurred as often as ends the game: three times in most games.
    Repetition,
    /// As many moves as end the game, fifty of each side in most games, went without a capture, pawn move or
    /// promotion.
    FiftyMoves,
    /// No sequence of moves gives a mate.
    DeadDraw,
}

impl Reason {
    /// All reasons.
    pub const ALL: &'static [Self] = &[
        Self::Checkmate,
        Self::Stalemate,
        Self::BareKing,
        Self::Flag,
        Self::Annihilation,
        Self::Repetition,
        Self::FiftyMoves,
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
            Self::Win(color, Reason::BareKing) => {
                format!("{color} wins: {}'s king is bare", !color)
            }
            Self::Win(color, Reason::Flag) => format!("{color} wins: it has reached its goal"),
            Self::Win(color, Reason::Annihilation) => {
                format!("{color} wins: {}'s king is annihilated", !color)
            }
            Self::Draw(Reason::BareKing) => "Draw: both kings are bare".to_owned(),
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
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::BareKing => "bare king",
            Self::Flag => "goal reached",
            Self::Annihilation => "king annihilated",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::DeadDraw => "insufficient material",
        })
    }
}
