//! The laboratory: data made with the engine. Networks learn from games, forced wins are found and
//! proved, openings are made.
//!
//! Nothing here knows a ruleset: games are [`Session`](vertumnus_core::game::Session)s, and searches
//! go through an [`Analyst`](vertumnus_engine::search::analyst::Analyst).

#![forbid(unsafe_code)]

pub mod checkpoint;
pub mod datagen;
pub mod games;
pub mod in_order;
pub mod mates;
pub mod openings;
pub mod progress;
pub mod threads;
pub mod training;
pub mod wdl;
