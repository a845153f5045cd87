//! How the games are told to XBoard and WinBoard, and to engines that speak their protocol: which
//! letter stands for which piece, how a move and a board are written.
//!
//! The rules know nothing of this, and this knows the rules by the parts of their moves alone. It
//! serves both ends of the protocol: an engine that talks to a GUI, and a referee that talks to
//! engines.

mod games;
mod glyph;
mod kinds;
mod text;

use std::borrow::Cow;

use thiserror::Error;

pub use self::glyph::Glyph;
use self::kinds::FromKinds;
pub use self::text::{Path, is_move};
use crate::rules::Variant;

/// The token of the look of all kinds that have none of their own.
const REST: &str = "";

/// How a kind of piece is shown.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The kind's token without braces.
    pub token: &'static str,
    /// The letter, in upper case.
    pub letter: char,
    /// The drawing.
    pub glyph: Glyph,
}

const fn look(token: &'static str, letter: char, glyph: Glyph) -> Look {
    Look { token, letter, glyph }
}

/// How one game is told.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// The name of the game.
    name: &'static str,
    /// Whether GUIs know the game, so that nothing about it need be told.
    is_known: bool,
    /// The kinds; the kinds of one letter have one glyph.
    looks: Cow<'static, [Look]>,
    /// What `piece` lines say of moves, where it helps the GUI.
    moves: &'static [&'static str],
}

/// Why a board or a move in the words of the protocol is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DialectError {
    /// No piece has this letter.
    #[error("no piece of this game has the letter '{0}'")]
    UnknownLetter(char),
    /// More than one kind has this letter.
    #[error(
        "the letter '{letter}' stands for several pieces, {tokens}: write one of them in braces"
    )]
    SharedLetter {
        /// The letter.
        letter: char,
        /// The kinds' tokens.
        tokens: String,
    },
    /// Not of the form of a move.
    #[error("'{0}' is not a move")]
    NoMove(String),
    /// No legal move is meant.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// Several legal moves are meant.
    #[error("'{text}' can end in any of {letters}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The letters that it could end in.
        letters: String,
    },
}

impl Dialect {
    /// The dialect of a game: its table, or what follows from its kinds.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        games::table(variant.name()).cloned().unwrap_or_else(|| variant.visit(FromKinds))
    }

    /// The name of the game in the protocol.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The lines that teach a GUI the game: `setup` with the table of letters and the start position,
    /// and `piece`. None for a game that GUIs know.
    #[must_use]
    pub fn lessons(&self, (files, ranks): (u8, u8), start_fen: &str) -> Vec<String> {
        if self.is_known {
            return Vec::new();
        }
        let (table, fen) = (self.table(), self.fen(start_fen));
        let setup = format!("setup ({table}) {files}x{ranks}+0_fairy {fen}");
        std::iter::once(setup).chain(self.piece_lines()).collect()
    }

    /// The `piece` lines.
    pub fn piece_lines(&self) -> impl Iterator<Item = String> {
        self.moves.iter().map(|moves| format!("piece {moves}"))
    }

    /// The letters of White and then of Black, each by the place of its glyph, `.` for none. The
    /// king's is the last.
    fn table(&self) -> String {
        let is_king = |look: &Look| look.glyph == Glyph::King;
        let places = self.looks.iter().filter(|look| !is_king(look));
        let most = places.clone().map(|look| look.glyph as usize).max().unwrap_or(0);
        let mut half = vec!['.'; most + 1];
        for look in places {
            if let Some(place) = half.get_mut(look.glyph as usize) {
                *place = look.letter;
            }
        }
        half.extend(self.looks.iter().find(|look| is_king(look)).map(|look| look.letter));
        let white: String = half.iter().collect();
        format!("{white}{}", white.to_ascii_lowercase())
    }

    /// How a kind is shown.
    fn look(&self, token: &str) -> Option<&Look> {
        let find = |token: &str| self.looks.iter().find(|look| look.token == token);
        find(token).or_else(|| find(REST))
    }

    /// The letter of a kind, in upper case.
    #[must_use]
    pub fn letter(&self, token: &str) -> char {
        self.look(token).map_or('?', |look| look.letter)
    }

    /// Whether a kind shares its letter with others, so that the board does not tell what it is.
    #[must_use]
    pub fn is_shared(&self, token: &str) -> bool {
        let letter = self.letter(token);
        let is_own = |look: &Look| look.token == token && look.token != REST;
        self.looks.iter().filter(|look| look.letter == letter).any(|look| !is_own(look))
    }

    /// The board's letters for a FEN of the game. What only this engine's FENs say is left out.
    #[must_use]
    pub fn fen(&self, fen: &str) -> String {
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().take(6).collect();
        let board = fields.first().map(|board| self.board(board)).unwrap_or_default();
        if let Some(field) = fields.first_mut() {
            *field = &board;
        }
        fields.join(" ")
    }

    /// A FEN for engines that understand pieces in braces: in the board's letters where these tell
    /// what a piece is, with everything that the game's FENs say.
    #[must_use]
    pub fn exact_fen(&self, fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let board = write_board(board, |token| {
            let letter = self.letter(token);
            if self.token(letter) == Ok(token) {
                letter.to_string()
            } else {
                format!("{{{token}}}")
            }
        });
        format!("{board} {rest}")
    }

    /// The first field of a FEN in the board's letters.
    #[must_use]
    pub fn board(&self, field: &str) -> String {
        write_board(field, |token| self.letter(token).to_string())
    }

    /// The first field of a FEN from the board's letters. Pieces in braces stay as they are.
    ///
    /// # Errors
    /// If a letter is no piece's, or that of several.
    pub fn read_board(&self, board: &str) -> Result<String, DialectError> {
        let mut field = String::new();
        let mut in_braces = false;
        for symbol in board.chars() {
            in_braces = (in_braces || symbol == '{') && symbol != '}';
            if in_braces || !symbol.is_ascii_alphabetic() {
                field.push(symbol);
                continue;
            }
            let token = self.token(symbol.to_ascii_uppercase())?;
            let token = if symbol.is_ascii_uppercase() {
                token.to_owned()
            } else {
                token.to_ascii_lowercase()
            };
            let is_compound = token.len() > 1;
            field.extend(is_compound.then_some('{'));
            field.push_str(&token);
            field.extend(is_compound.then_some('}'));
        }
        Ok(field)
    }

    /// The castling field of a FEN of a GUI. Of a game that it does not know, it may name rights that
    /// the game does not have, by the files of the pieces that it thinks can castle: they are left out.
    #[must_use]
    pub fn read_castling(&self, field: &str, known: &str) -> String {
        let kept: String = field.chars().filter(|&c| self.is_known || known.contains(c)).collect();
        if kept.is_empty() { "-".to_owned() } else { kept }
    }

    /// The kind of a letter in upper case.
    fn token(&self, letter: char) -> Result<&'static str, DialectError> {
        let mut tokens = self.looks.iter().filter(|look| look.letter == letter);
        match (tokens.next(), tokens.next()) {
            (None, _) => Err(DialectError::UnknownLetter(letter)),
            (Some(look), None) if look.token != REST => Ok(look.token),
            _ => {
                let looks = self.looks.iter().filter(|look| look.letter == letter);
                let names: Vec<String> = looks
                    .map(|look| match look.token {
                        REST => "all rare ones".to_owned(),
                        token => format!("{{{token}}}"),
                    })
                    .collect();
                Err(DialectError::SharedLetter { letter, tokens: names.join(", ") })
            }
        }
    }
}

/// The first field of a FEN, with each piece as `write` has it for White.
fn write_board(field: &str, write: impl Fn(&str) -> String) -> String {
    let mut board = String::new();
    let mut rest = field.chars();
    while let Some(symbol) = rest.next() {
        let token: String = match symbol {
            '{' => rest.by_ref().take_while(|&symbol| symbol != '}').collect(),
            _ => symbol.to_string(),
        };
        let is_white = token.starts_with(|first: char| first.is_ascii_uppercase());
        let is_piece = token.starts_with(|first: char| first.is_ascii_alphabetic());
        match (is_piece, is_white) {
            (false, _) => board.push_str(&token),
            (true, true) => board.push_str(&write(&token)),
            (true, false) => {
                let piece = write(&token.to_ascii_uppercase());
                board.push_str(&piece.to_ascii_lowercase());
            }
        }
    }
    board
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
mod tests;
