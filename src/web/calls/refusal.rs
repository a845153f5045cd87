//! Why a request is refused.

use serde::Serialize;

use vertumnus_core::game::PositionError;
use vertumnus_core::position::{FenError, MoveError, SetupError};

use super::limits;

/// What is wrong with a request, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum RefusalKind {
    UnknownVariant,
    BadFen,
    BadMove,
    AmbiguousMove,
    BadPgn,
    /// A text of rules is not looked at.
    #[cfg(feature = "written")]
    BadRules,
    BadRequest,
}

/// Why a request is refused.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Refusal {
    kind: RefusalKind,
    /// One line for people.
    message: String,
    /// The place of the bad move in the list of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
}

impl Refusal {
    pub(super) fn new(kind: RefusalKind, message: impl Into<String>) -> Self {
        Self { kind, message: one_line(&message.into()), index: None }
    }

    /// The reason, for people.
    pub(super) fn message(self) -> String {
        self.message
    }

    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::BadRequest, message)
    }
}

/// A text that may repeat what a request says, as one line that is not too long.
pub(super) fn one_line(text: &str) -> String {
    let line = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut line: String = line.take(limits::MESSAGE + 1).collect();
    if line.chars().count() > limits::MESSAGE {
        line.pop();
        line.push('…');
    }
    line
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        Self::new(RefusalKind::BadFen, error.to_string())
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        let kind = match error {
            MoveError::Ambiguous { .. } => RefusalKind::AmbiguousMove,
            MoveError::Malformed(_) | MoveError::Illegal(_) => RefusalKind::BadMove,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Self {
        Self::new(RefusalKind::BadFen, error.to_string())
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        match error {
            PositionError::Fen(error) => error.into(),
            PositionError::Move { number, error } => {
                Self { index: Some(number.saturating_sub(1)), ..error.into() }
            }
        }
    }
}
