//! The rules of the games: boards, rulesets, positions, legal moves, notation and perft.
//!
//! ```
//! use vertumnus_core::position::Position;
//! use vertumnus_core::rules::chess::Chess;
//!
//! let position = Position::<Chess>::start();
//! let mv = position.parse_move("e2e4")?;
//! let next = position.after_unchecked(mv);
//! assert_eq!(next.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! assert_eq!(next.legal_moves().len(), 20);
//! # Ok::<(), vertumnus_core::position::MoveError>(())
//! ```

#![forbid(unsafe_code)]

pub mod board;
pub mod dialect;
pub mod game;
pub mod pgn;
pub mod position;
pub mod rules;
