//! The engine: evaluation, search, and the player that runs searches of one game in play.
//!
//! Everything here that is compiled for each ruleset stays here: other crates reach it through
//! [`player::Engine`] and [`search::bench`], in which the ruleset is erased.

#![deny(unsafe_code)]

pub mod eval;
pub mod host;
pub mod player;
pub mod search;
