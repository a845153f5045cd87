//! A game in play with its ruleset erased: one virtual call for each command, none for a node.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::options::Options;
use super::report::{Request, Sink};
use crate::board::Color;
use crate::eval::Term;
use crate::position::{FenError, MoveError, MoveParts, Objection};
use crate::rules::{Outcome, Variant};
use crate::search::{Control, TranspositionTable};

/// Why a position was not set up. The position before it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The start of the line.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move of the line.
    #[error("move {number}: {error}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// A kind of piece, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindName {
    /// As the FEN writes White's.
    pub token: String,
    /// What people call it.
    pub name: &'static str,
}

impl fmt::Display for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.token, self.name)
    }
}

/// A search or count, ready to run on a thread of its own.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// A game in play.
pub trait Session: Send {
    /// Which game.
    fn variant(&self) -> Variant;

    /// What people call the game.
    fn title(&self) -> &'static str;

    /// Files and ranks of the board.
    fn dimensions(&self) -> (u8, u8);

    /// The start position as FEN.
    fn start_fen(&self) -> String;

    /// Sets the seventh field of the FEN that games start with. A game in play keeps its own.
    fn set_start_field(&mut self, field: &str);

    /// Sets up a position, the start position if no FEN is given, and plays moves from there.
    ///
    /// # Errors
    /// What is wrong with the FEN or with the first bad move; the position before is kept then.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// The canonical text of the move that a text means.
    ///
    /// # Errors
    /// If no move is meant by the text, or more than one.
    fn canonical(&self, text: &str) -> Result<String, MoveError>;

    /// Plays a move, and gives its canonical text.
    ///
    /// # Errors
    /// If no move is meant by the text, or more than one.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Plays a move that is written in SAN, and gives its canonical text.
    ///
    /// # Errors
    /// If no move is meant by the SAN, or more than one.
    fn play_san(&mut self, san: &str) -> Result<String, MoveError>;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// Back to the start position, with everything learned forgotten.
    fn new_game(&mut self);

    /// How many threads are to search.
    fn set_threads(&mut self, threads: usize);

    /// Whose turn it is.
    fn side_to_move(&self) -> Color;

    /// The position as FEN.
    fn fen(&self) -> String;

    /// The Zobrist key of the position.
    fn key(&self) -> u64;

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String>;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves, by their texts in order.
    fn legal_moves(&self) -> Vec<String>;

    /// The legal moves in parts, in the order in which they are generated.
    fn moves(&self) -> Vec<MoveParts>;

    /// Why no legal move goes from one square to another; nothing if one does.
    fn objection(&self, from: &str, to: &str) -> Option<Objection>;

    /// The kinds of pieces in the start position, each with its token and name.
    fn kinds_at_start(&self) -> Vec<KindName>;

    /// The kinds of pieces on the board that the start position does not have.
    fn new_kinds(&self) -> Vec<KindName>;

    /// The name of what the mover becomes by a legal move of this text.
    fn becomes(&self, text: &str) -> Option<&'static str>;

    /// The moves that led here, by their texts.
    fn moves_played(&self) -> Vec<String>;

    /// The moves that led here, in SAN.
    fn sans_played(&self) -> Vec<String>;

    /// Plies since the last capture, pawn move or promotion.
    fn clock(&self) -> u32;

    /// The number of the move, counted up after each of Black's.
    fn move_number(&self) -> u32;

    /// The board, from the top rank down: a piece's token without braces, nothing for an empty
    /// square, no string for a hole.
    fn board(&self) -> Vec<Vec<Option<String>>>;

    /// The evaluation by its terms, and their sum in centipawns for the side to move.
    fn evaluation(&self) -> (Vec<Term>, i32);

    /// Prepares what a request asks for.
    ///
    /// # Errors
    /// If a move to be searched is not legal.
    fn job(
        &self,
        request: &Request,
        options: &Options,
        table: &Arc<TranspositionTable>,
        control: &Arc<Control>,
        sink: &Sink,
    ) -> Result<Job, MoveError>;
}
