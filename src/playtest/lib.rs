//! Playtests: what a game is like, from the games of the engine against itself.
//!
//! A playtest plays games of several kinds (`Part`): the engine against itself at several
//! strengths, and matches in which a player has twice the nodes, lacks a rule or a piece, or does not think.
//! Each game is played again move by move (`Trace`) and taken in by the measures, which give
//! a [`Report`](report::Report): plain data, from which the page is made.
//!
//! Nothing here knows a game: rules are what moves make use of (`Feature`).

#![forbid(unsafe_code)]
#![cfg_attr(test, expect(clippy::float_cmp, reason = "small figures worked out by hand are exact"))]

mod error;
mod feature;
mod kept;
mod learning;
mod measures;
mod opening;
mod options;
mod part;
mod player;
mod puzzle;
mod record;
pub mod report;
mod run;
pub mod statistics;
mod stored;
mod table;
mod trace;
mod trial;

pub use error::PlaytestError;
pub use kept::{compare, draw, page_of};
pub use options::PlaytestOptions;
pub use run::run;
