//! The rules of Vertumnus's games, and their pictures, as a C library. `vertumnus.h` is generated
//! from this crate, and the comments here are its documentation; `docs/library.md` explains how to
//! use it.
//!
//! Of a caller's pointers, only texts, lists and places for results are dereferenced, after a check
//! for null. Handles of positions are looked up, never dereferenced.

#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(panic = "abort")]
compile_error!(
    "a panic must not end the program that uses the library: build it with `--profile library`"
);

mod argument;
mod fork;
pub mod games;
pub mod handle;
pub mod library;
pub mod moves;
pub mod outcome;
pub mod pictures;
pub mod position;
pub mod rules;
pub mod status;

#[cfg(test)]
mod header;
