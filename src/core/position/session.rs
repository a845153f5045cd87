//! A game in play with its ruleset erased: one virtual call for each command, none for a node.

use std::fmt;

use thiserror::Error;

use super::game::Game;
use super::{Cell, FenError, MoveError, MoveParts, Objection};
use crate::board::Color;
use crate::rules::{KindInfo, Outcome, Ruleset, Variant, Visitor};

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

/// A game at its start.
#[must_use]
pub fn session(variant: Variant) -> Box<dyn Session> {
    struct New;

    impl Visitor for New {
        type Output = Box<dyn Session>;

        fn visit<R: Ruleset>(self) -> Self::Output {
            Box::new(Game::<R>::default())
        }
    }

    variant.visit(New)
}

/// A game in play: whoever referees one, records one or asks for the rules has it through this.
pub trait Session: Send + Sync {
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

    /// A move in SAN.
    ///
    /// # Errors
    /// If no move is meant by the text, or more than one.
    fn san(&self, text: &str) -> Result<String, MoveError>;

    /// The canonical text of the move that is written in SAN.
    ///
    /// # Errors
    /// If no move is meant by the SAN, or more than one.
    fn read_san(&self, san: &str) -> Result<String, MoveError>;

    /// Plays a move that is written in SAN, and gives its canonical text.
    ///
    /// # Errors
    /// If no move is meant by the SAN, or more than one.
    fn play_san(&mut self, san: &str) -> Result<String, MoveError> {
        let text = self.read_san(san)?;
        self.play(&text)
    }

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

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

    /// How many times the position stood before.
    fn repetitions(&self) -> usize;

    /// The legal moves, by their texts in order.
    fn legal_moves(&self) -> Vec<String>;

    /// The legal moves in parts, in the order in which they are generated.
    fn moves(&self) -> Vec<MoveParts>;

    /// A move in parts.
    ///
    /// # Errors
    /// If no move is meant by the text, or more than one.
    fn parts(&self, text: &str) -> Result<MoveParts, MoveError>;

    /// How many leaves the tree of legal moves of this depth has, counted by one thread.
    fn perft(&self, depth: u32) -> u64;

    /// Why no legal move goes from one square to another; nothing if one does.
    fn objection(&self, from: &str, to: &str) -> Option<Objection>;

    /// All kinds of pieces, by their numbers.
    fn kinds(&self) -> &'static [KindInfo];

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

    /// The squares from the first rank up, each rank from the first file on.
    fn cells(&self) -> Vec<Cell>;

    /// The same game with the same past, to go another way.
    fn boxed_clone(&self) -> Box<dyn Session>;
}
