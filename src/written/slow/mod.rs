//! Slow play by trial, which uses nothing of the fast rules, so that these can be held against it.

#[cfg(feature = "played")]
pub mod compare;
pub mod interpreter;
