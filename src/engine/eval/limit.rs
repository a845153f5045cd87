//! The bound of all evaluations.

/// All evaluations lie strictly between this and its negative, in centipawns.
pub(crate) const LIMIT: i32 = 20_000;
