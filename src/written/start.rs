//! The text of a position, taken apart: the FEN of a game on any board.

use vertumnus_core::board::Color;

use crate::diagnostic::{Place, Report, quoted};
use crate::ini::Span;

/// A cell of the board as a FEN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Hole,
    Empty,
    /// A letter, in upper case, and its side.
    Piece(char, Color),
}

/// The fields of a FEN.
#[derive(Clone, Debug)]
pub(crate) struct Start<'a> {
    /// The first field.
    pub(crate) board: Span<'a>,
    /// By their squares: from the first rank up, each rank from the first file on.
    pub(crate) cells: Vec<Cell>,
    pub(crate) side: Color,
    pub(crate) castling: Option<Span<'a>>,
    pub(crate) en_passant: Option<Span<'a>>,
    pub(crate) clock: u32,
    pub(crate) number: u32,
}

impl Start<'_> {
    /// Where the pieces with this letter stand in the text.
    pub(crate) fn places_of(&self, letter: char) -> impl Iterator<Item = Place> {
        let letters = self.board.letters();
        letters.filter(move |&(other, _)| other == letter).map(|(_, here)| here.place())
    }
}

/// Takes a FEN apart. The fields from the castling rights on may be missing, as may both before the
/// numbers at the end.
pub(crate) fn parse<'a>(
    fen: Span<'a>,
    files: u8,
    ranks: u8,
    report: &mut Report,
) -> Option<Start<'a>> {
    let mut fields = fen.words();
    let field = fields.next()?;
    let cells = board(field, files, ranks, report)?;
    let side = match fields.next() {
        Some(field) if field.text() == "w" => Color::White,
        Some(field) if field.text() == "b" => Color::Black,
        other => {
            let place = other.unwrap_or(fen).place();
            report.error(place, "after the board stands who moves first: w or b");
            return None;
        }
    };
    let mut rest: Vec<Span<'a>> = fields.collect();
    let is_number = |field: &Span<'_>| field.text().bytes().all(|byte| byte.is_ascii_digit());
    let mut rights = [None; 2];
    for right in &mut rights {
        if rest.first().is_some_and(|field| !is_number(field)) {
            *right = Some(rest.remove(0));
        }
    }
    if let Some(field) = rest.iter().find(|field| !is_number(field)).or(rest.get(2)) {
        let message = format!("{} is one field too much", quoted(field.text()));
        report
            .error(field.place(), message)
            .help("fields: board, side to move, castling, en passant, clock, move number");
        return None;
    }
    let number = |index: usize, default| {
        rest.get(index).map_or(Some(default), |field: &Span<'_>| {
            field.text().parse().ok().filter(|number| *number < 100_000)
        })
    };
    let (Some(clock), Some(number)) = (number(0, 0), number(1, 1)) else {
        report.error(rest[0].place(), "the clock and the move number are below 100000");
        return None;
    };
    let castling = rights[0].filter(|field| field.text() != "-");
    let en_passant = rights[1].filter(|field| field.text() != "-");
    Some(Start { board: field, cells, side, castling, en_passant, clock, number: number.max(1) })
}

fn board(field: Span<'_>, files: u8, ranks: u8, report: &mut Report) -> Option<Vec<Cell>> {
    let text = field.text();
    if let Some(at) = text.find(['[', ']']) {
        report.unsupported(field.part(at..at + 1).place(), "pieces in hand are not supported");
        return None;
    }
    let mut rows = Vec::new();
    let mut start = 0;
    for row in text.split('/') {
        let span = field.part(start..start + row.len());
        start += row.len() + 1;
        let mut cells = Vec::new();
        let mut empty = 0_u16;
        for (at, letter) in row.char_indices() {
            if let Some(digit) = letter.to_digit(10) {
                empty = (empty * 10 + digit as u16).min(99);
                continue;
            }
            cells.extend((0..empty).map(|_| Cell::Empty));
            empty = 0;
            cells.push(match letter {
                '*' => Cell::Hole,
                'A'..='Z' => Cell::Piece(letter, Color::White),
                'a'..='z' => Cell::Piece(letter.to_ascii_uppercase(), Color::Black),
                _ => {
                    let here = span.part(at..at + letter.len_utf8());
                    let what = quoted(here.text());
                    report
                        .error(here.place(), format!("{what} is nothing on a board"))
                        .help("a board has letters of pieces, numbers of empty squares, * and /");
                    return None;
                }
            });
        }
        cells.extend((0..empty).map(|_| Cell::Empty));
        if cells.len() != usize::from(files) {
            let message = format!("this rank has {} files, the board {files}", cells.len());
            report.error(span.place(), message);
            return None;
        }
        rows.push(cells);
        if rows.len() > usize::from(ranks) {
            break;
        }
    }
    if rows.len() != usize::from(ranks) {
        let count = text.split('/').count();
        let message = format!("this position has {count} ranks, the board {ranks}");
        report.error(field.place(), message).help("set maxRank and maxFile");
        return None;
    }
    Some(rows.into_iter().rev().flatten().collect())
}

/// Writes the board.
pub(crate) fn board_text(cells: &[Cell], files: u8) -> String {
    let mut rows = Vec::new();
    for row in cells.chunks(usize::from(files)).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for cell in row {
            if *cell == Cell::Empty {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(match *cell {
                Cell::Piece(letter, Color::White) => letter,
                Cell::Piece(letter, Color::Black) => letter.to_ascii_lowercase(),
                Cell::Hole | Cell::Empty => '*',
            });
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        rows.push(text);
    }
    rows.join("/")
}
