//! Vertumnus: a chess engine for the games in which pieces take on one another's powers.
//!
//! The modules are the rooms of one house, and each knows only those before it: [`board`],
//! [`rules`], [`position`], [`eval`], [`search`], [`engine`], [`protocol`], [`tools`].
//!
//! ```
//! use vertumnus::position::Position;
//! use vertumnus::rules::chess::Chess;
//!
//! let position = Position::<Chess>::start();
//! let mv = position.parse_move("e2e4")?;
//! let next = position.after(mv);
//! assert_eq!(next.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! assert_eq!(next.legal_moves().len(), 20);
//! # Ok::<(), vertumnus::position::MoveError>(())
//! ```

#![deny(unsafe_code)]

pub mod board;
pub mod engine;
pub mod eval;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tools;
