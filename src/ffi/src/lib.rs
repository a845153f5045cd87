//! The rules of Vertumnus's games as a C library. `vertumnus.h` is made of this crate, and the
//! comments here are its documentation; `docs/library.md` tells how to use it.
//!
//! Nothing behind the border is ever dereferenced but strings and places for results, and those
//! only after a look whether they are null: positions are known by handles, which are looked up.

#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(panic = "abort")]
compile_error!(
    "a panic must not end the program that uses the library: build it with `--profile library`"
);

mod argument;
pub mod games;
mod handle;
pub mod library;
pub mod moves;
pub mod outcome;
pub mod position;
pub mod status;

#[cfg(test)]
mod cutechess;
#[cfg(test)]
mod header;
