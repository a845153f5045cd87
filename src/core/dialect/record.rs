//! Moves and positions as XBoard writes them into records.

use super::board::{Dialect, EN_PASSANT};
use super::error::DialectError;
use super::glyph::Glyph;
use super::text::castles_to_the_right;
use crate::board::Square;
use crate::game::{Describe, MoveView};
use crate::position::Move;

/// A move of a record, taken apart.
struct Recorded<'a> {
    /// What the board has for the mover; empty for what has the drawing of a pawn.
    mover: &'a str,
    /// A file, a rank, a square, or nothing.
    origin: &'a str,
    /// The squares where the mover stops, the target last.
    squares: Vec<&'a str>,
    /// The letter at the end.
    letter: Option<char>,
}

impl<'a> Recorded<'a> {
    /// All ways to take a text apart: what stands before the first stop can be an origin, or an
    /// origin and another stop.
    fn read(text: &'a str) -> Vec<Self> {
        let letter = text.strip_prefix('+').unwrap_or(text);
        let rest = letter.strip_prefix(|letter: char| letter.is_ascii_uppercase());
        let rest = rest.unwrap_or(letter);
        let (mover, text) = text.split_at(text.len() - rest.len());
        let Some((way, ending)) = text
            .rfind(|c: char| c.is_ascii_digit())
            .and_then(|last| text.split_at_checked(last + 1))
        else {
            return Vec::new();
        };
        let mut ending = ending.strip_prefix('=').unwrap_or(ending).chars();
        let letter = ending.next().map(|letter| letter.to_ascii_uppercase());
        let mut parts = way.split(['x', '-']);
        let (first, stops) = (parts.next().unwrap_or_default(), parts.collect::<Vec<_>>());
        let mut readings = Vec::new();
        if !stops.is_empty() {
            readings.push(Self { mover, origin: first, squares: stops.clone(), letter });
        }
        let last_square = first.len().checked_sub(2);
        if let Some((origin, stop)) = last_square.and_then(|at| first.split_at_checked(at)) {
            let squares = std::iter::once(stop).chain(stops).collect();
            readings.push(Self { mover, origin, squares, letter });
        }
        readings
    }
}

impl Dialect {
    /// The legal moves that a move in a record of the GUI can mean, the likeliest first.
    ///
    /// The GUI writes SAN with its own letters, but by the moves of the pieces whose drawings it
    /// shows, since it does not know the rules. Where it believes that such a piece can make the
    /// move, it leaves out what the piece becomes. So a capture can be one that absorbs or one that
    /// does not, and the origin may not suffice: only the moves that follow can tell.
    pub fn read_recorded(&self, text: &str, legal: &[MoveView]) -> Vec<Move> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        // What promotes is no check.
        let text = text.get(..=bare.len()).filter(|text| text.ends_with("=+")).unwrap_or(bare);
        let path = self.read_path(text).ok();
        if let Some(Ok(mv)) = path.map(|path| self.find(&path, legal)) {
            return vec![mv.mv];
        }
        let mut meant: Vec<&MoveView>;
        if let Some(to_the_right) = castles_to_the_right(text) {
            // It writes so every move of a king that goes far enough to the side.
            let is_meant = |mv: &&MoveView| mv.is_castling || self.is_leap_sideways(mv);
            meant = legal.iter().filter(is_meant).collect();
            meant.sort_by_key(|mv| (!mv.is_castling, (mv.to > mv.from) != to_the_right));
        } else {
            let readings = Recorded::read(text);
            let is_meant = |mv: &&MoveView| readings.iter().any(|read| self.fits(mv, read));
            meant = legal.iter().filter(is_meant).collect();
            meant.sort_by_key(|mv| (!mv.changes_mover(), std::cmp::Reverse(mv.stops.len())));
        }
        meant.into_iter().map(|mv| mv.mv).collect()
    }

    fn is_leap_sideways(&self, mv: &MoveView) -> bool {
        let files = usize::from(self.shape.files);
        let cell = |square: Square| (square.index() % files, square.index() / files);
        let ((file, rank), (to_file, to_rank)) = (cell(mv.from), cell(mv.to));
        rank == to_rank && file.abs_diff(to_file) > 1 && self.has_glyph(mv, Glyph::King)
    }

    fn has_glyph(&self, mv: &MoveView, glyph: Glyph) -> bool {
        self.symbol(Some(mv.mover)).is_some_and(|symbol| symbol.glyph == glyph)
    }

    fn fits(&self, mv: &MoveView, read: &Recorded<'_>) -> bool {
        let name = |&square: &Square| self.square_name(square);
        let path = self.path(mv);
        // XBoard forgets what a twin is.
        let is_mover = match read.mover {
            "" => self.has_glyph(mv, Glyph::Pawn),
            shown => self.shown(mv.mover).trim_end_matches('~') == shown,
        };
        let is_letter = match read.letter {
            // It is never left out of a move with stops.
            None => read.squares.len() == 1 || path.letter.is_none(),
            Some(letter) => path.letter.unwrap_or_else(|| self.ending(mv.mover)) == letter,
        };
        is_mover
            && is_letter
            && is_part(&name(&mv.from), read.origin)
            && path.squares.iter().skip(1).map(name).eq(read.squares.iter().copied())
    }

    /// A move as the GUI reads it from a record, whatever it believes of the piece.
    pub fn recorded(&self, mv: &MoveView) -> String {
        self.in_one(&self.path(mv))
    }

    /// The game's FEN for one of the GUI's. Fields that a GUI does not know are as at the start.
    ///
    /// # Errors
    /// If a letter is no piece's, or that of several.
    pub fn read_fen(&self, fen: &str, game: &dyn Describe) -> Result<String, DialectError> {
        let (board, rest) = fen.trim().split_once(' ').unwrap_or((fen, "w - -"));
        let own = game.fen();
        // A letter may stand for several kinds. The GUI may send back the board that it was sent,
        // and the position as it stands then has the kinds.
        let own_board = own.split_once(' ').map(|(own, _)| own);
        let shown = || self.board(&game.cells()) + &self.hands(game);
        let board = match own_board.filter(|_| shown() == board) {
            Some(own) => own.to_owned(),
            None => self.read_board(board)?,
        };
        let start = game.start_fen();
        let start: Vec<&str> = start.split_ascii_whitespace().collect();
        let mut fields: Vec<String> = rest.split_ascii_whitespace().map(str::to_owned).collect();
        // The board is no field of `rest`.
        if let Some(field) = fields.get_mut(EN_PASSANT - 1)
            && let Some(square) = self.parse_square(field)
        {
            *field = self.shape.square_name(square);
        }
        if let (Some(castling), Some(known)) = (fields.get_mut(1), start.get(2)) {
            *castling = self.read_castling(castling, known);
        }
        if fields.len() == 5 {
            fields.extend(start.get(6).map(|&state| state.to_owned()));
        }
        Ok(format!("{board} {}", fields.join(" ")))
    }
}

/// Whether an origin, which may be a file or a rank alone, is a part of a square's name.
fn is_part(name: &str, origin: &str) -> bool {
    origin.is_empty()
        || name == origin
        || (origin.len() < name.len() && (name.starts_with(origin) || name.ends_with(origin)))
}
