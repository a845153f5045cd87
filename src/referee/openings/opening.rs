//! An opening.

/// Where a game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The position; `None` for the variant's own starting position.
    pub(crate) fen: Option<String>,
    /// The moves from there.
    pub(crate) moves: Vec<String>,
}
