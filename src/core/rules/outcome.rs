//! How games end.

use std::fmt;

use crate::board::Color;

/// The result of a game that is over, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side has won.
    Win(Color, Reason),
    /// Neither side has.
    Draw(Reason),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The king is attacked and there is no legal move.
    Checkmate,
    /// There is no legal move.
    Stalemate,
    /// A side has nothing left but its king.
    BareKing,
    /// A king has been removed from the board together with others.
    Annihilation,
    /// The position has occurred three times.
    Repetition,
    /// A hundred plies went without a capture, pawn move or promotion.
    FiftyMoves,
    /// No sequence of moves gives a mate.
    DeadDraw,
}

impl Outcome {
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
            Self::Win(color, reason) => format!("{color} wins by {reason}"),
            Self::Draw(reason) => format!("Draw by {reason}"),
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
            Self::Annihilation => "king annihilated",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::DeadDraw => "insufficient material",
        })
    }
}
