//! Vertumnus: a chess engine for the games in which pieces take on one another's powers.
//!
//! The modules are rooms of one house, and each knows only those above it in this list.

#![forbid(unsafe_code)]

pub mod board;
pub mod eval;
pub mod position;
pub mod rules;
pub mod search;
