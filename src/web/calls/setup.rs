//! Positions that a person puts together.

use serde::Serialize;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{self, Session};
use vertumnus_core::position::{Cell, EnPassant, Setup};
use vertumnus_core::rules::{CastlingRights, Kind, Piece};

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
    let mut setup = Setup::empty(game.shape());
    place(&*game, &request.pairs("pieces")?, &mut setup.cells)?;
    setup.in_hand = in_hand(&*game, &request.counts("inHand")?)?;
    setup.side_to_move = match request.optional_text("turn")?.unwrap_or("white") {
        "white" => Color::White,
        "black" => Color::Black,
        other => {
            return Err(Refusal::bad_request(format!("'turn' is white or black, not '{other}'")));
        }
    };
    setup.en_passant = match request.optional_text("enPassant")?.unwrap_or("-") {
        "-" => None,
        name => match EnPassant::read(name, game.shape(), setup.side_to_move) {
            Some(passed) => passed,
            None => Some(square(&*game, name)?).and(None),
        },
    };
    setup.clock = request.number("clock")?.unwrap_or(0);
    setup.move_number = request.number("moveNumber")?.unwrap_or(1);
    request.optional_text("state")?.unwrap_or_default().clone_into(&mut setup.state);
    game.set_setup(&setup)?;
    let possible = game.possible_castling();
    setup.castling = match request.optional_text("castling")? {
        None => possible,
        Some("-" | "") => CastlingRights::default(),
        Some(letters) => rights(&*game, letters)?,
    };
    game.set_setup(&setup)?;
    let letters = possible.indices().filter_map(|index| game.castles().get(index));
    let castling = letters.map(|castle| castle.letter).collect();
    Ok(Made { fen: game.fen(), castling })
}

/// Puts pieces on an empty board.
fn place(game: &dyn Session, pieces: &[(&str, &str)], cells: &mut [Cell]) -> Result<(), Refusal> {
    for &(name, token) in pieces {
        let square = square(game, name)?;
        let piece = piece(game, token)?;
        if let Some(cell) = cells.get_mut(square.index()) {
            *cell = Cell::Piece(piece);
        }
    }
    Ok(())
}

fn bad(message: String) -> Refusal {
    Refusal::new(RefusalKind::BadFen, message)
}

fn square(game: &dyn Session, name: &str) -> Result<Square, Refusal> {
    game.parse_square(name).ok_or_else(|| bad(format!("the board has no square '{name}'")))
}

/// The pieces in hand.
fn in_hand(game: &dyn Session, held: &[(&str, u8)]) -> Result<Vec<(Piece, u8)>, Refusal> {
    held.iter().map(|&(token, count)| Ok((piece(game, token)?, count))).collect()
}

/// The piece of a token as a FEN writes it.
fn piece(game: &dyn Session, token: &str) -> Result<Piece, Refusal> {
    let kinds = (0..game.kinds().len() as u8).map(Kind::new);
    let pieces = kinds.flat_map(|kind| Color::ALL.map(|color| Piece::new(kind, color)));
    let piece = pieces.into_iter().find(|&piece| game.marked(piece) == token);
    piece.ok_or_else(|| bad(format!("this game has no piece '{token}'")))
}

/// The castling rights of these letters.
fn rights(game: &dyn Session, letters: &str) -> Result<CastlingRights, Refusal> {
    let mut rights = CastlingRights::default();
    for letter in letters.chars() {
        let index = game.castles().iter().position(|castle| castle.letter == letter);
        let index = index.filter(|&index| !rights.has(index));
        let index = index.ok_or_else(|| bad(format!("'{letter}' is not a castling right")))?;
        rights.grant(index);
    }
    Ok(rights)
}
