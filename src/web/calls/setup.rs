//! Positions that a person puts together.

use serde::Serialize;

use vertumnus_core::board::Color;
use vertumnus_core::game::{self, Session};
use vertumnus_core::position::{Cell, write_rows};
use vertumnus_core::rules::{Kind, Piece};

use super::refusal::{Refusal, RefusalKind};
use super::request::Request;

/// A position that can be played.
#[derive(Serialize)]
pub(super) struct Made {
    fen: String,
    /// The castling rights that kings and rooks at home allow; empty if there are none.
    castling: String,
}

/// The FEN of the pieces of a request.
pub(super) fn fen(request: &Request) -> Result<Made, Refusal> {
    let mut game = game::session(request.variant()?);
    let rows = rows(&*game, &request.pairs("pieces")?)?;
    let turn = match request.optional_text("turn")?.unwrap_or("white") {
        "white" => 'w',
        "black" => 'b',
        other => {
            return Err(Refusal::bad_request(format!("'turn' is white or black, not '{other}'")));
        }
    };
    let field = |name: &str, default: &'static str| -> Result<String, Refusal> {
        let text = request.optional_text(name)?.unwrap_or(default);
        // A field is one word; a further word would be read as the next field.
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(Refusal::bad_request(format!("'{name}' is one word")));
        }
        Ok(text.to_owned())
    };
    let en_passant = field("enPassant", "-")?;
    let clock = request.number("clock")?.unwrap_or(0);
    let number = request.number("moveNumber")?.unwrap_or(1);
    let state =
        if request.has("state") { format!(" {}", field("state", "")?) } else { String::new() };
    let with =
        |castling: &str| format!("{rows} {turn} {castling} {en_passant} {clock} {number}{state}");
    let castling = possible_castling(&mut *game, &with);
    let wanted = match request.optional_text("castling")? {
        None => castling.clone(),
        Some(_) => field("castling", "-")?,
    };
    let wanted = if wanted.is_empty() { "-" } else { &*wanted };
    game.set_position(Some(&with(wanted)), &[])?;
    Ok(Made { fen: game.fen(), castling })
}

/// The first field of a FEN.
fn rows(game: &dyn Session, pieces: &[(&str, &str)]) -> Result<String, Refusal> {
    let mut cells = game.cells();
    for cell in cells.iter_mut().filter(|cell| matches!(cell, Cell::Piece(_))) {
        *cell = Cell::Empty;
    }
    for &(name, token) in pieces {
        let bad = |message: String| Refusal::new(RefusalKind::BadFen, message);
        let square = game
            .parse_square(name)
            .ok_or_else(|| bad(format!("the board has no square '{name}'")))?;
        let piece =
            piece(game, token).ok_or_else(|| bad(format!("this game has no piece '{token}'")))?;
        if let Some(cell) = cells.get_mut(square.index()) {
            *cell = Cell::Piece(piece);
        }
    }
    Ok(write_rows(&cells, game.dimensions().0, |cell| match *cell {
        Cell::Hole => Some("*".to_owned()),
        Cell::Piece(piece) => Some(game.token(piece)),
        Cell::Empty => None,
    }))
}

/// The piece of a token as a FEN writes it.
fn piece(game: &dyn Session, token: &str) -> Option<Piece> {
    let kinds = (0..game.kinds().len() as u8).map(Kind::new);
    let pieces = kinds.flat_map(|kind| Color::ALL.map(|color| Piece::new(kind, color)));
    pieces.into_iter().find(|&piece| game.token(piece) == token)
}

/// The letters of the castling rights that a position can have.
fn possible_castling(game: &mut dyn Session, with: &dyn Fn(&str) -> String) -> String {
    let start = game.start_fen();
    let letters = start.split(' ').nth(2).unwrap_or_default();
    let is_possible =
        |letter: &char| game.set_position(Some(&with(&letter.to_string())), &[]).is_ok();
    letters.chars().filter(|&letter| letter != '-').filter(is_possible).collect()
}
