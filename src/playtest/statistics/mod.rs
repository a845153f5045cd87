//! Figures from samples, each with an interval that covers the truth in 95 of 100 samples.

pub(crate) mod elo;
pub(crate) mod entropy;
mod estimate;
pub(crate) mod logistic;
pub(crate) mod pairs;
mod spread;

pub use estimate::{Estimate, Points, share};
pub use spread::{Bar, Spread};

/// Two-sided 95% of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;
