//! The text of a position, taken apart: the FEN of a game on any board.

use crate::Color;

use crate::read::compound::Letters;
use crate::read::diagnostic::{Place, Report, quoted};
use crate::read::ini::Span;

/// A cell of the board as a FEN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Hole,
    Empty,
    /// Its letters, and its side.
    Piece(Letters, Color),
}

/// The fields of a FEN.
#[derive(Clone, Debug)]
pub(crate) struct Start<'a> {
    /// By their squares: from the first rank up, each rank from the first file on.
    pub(crate) cells: Vec<Cell>,
    /// Where the text has each of them; for an empty square, the first field.
    pub(crate) places: Vec<Place>,
    pub(crate) side: Color,
    pub(crate) castling: Option<Span<'a>>,
    pub(crate) en_passant: Option<Span<'a>>,
    /// The checks that each side still has to give, `3+3`.
    pub(crate) checks: Option<Span<'a>>,
    pub(crate) clock: u32,
    pub(crate) number: u32,
}

impl Start<'_> {
    /// The checks that each side still has to give, White's first; `None` if that is not what the field says.
    pub(crate) fn checks_left(&self) -> Option<[u8; 2]> {
        let (white, black) = self.checks?.text().split_once('+')?;
        let number = |text: &str| text.parse().ok().filter(|_| text.len() == 1);
        Some([number(white)?, number(black)?])
    }
}

/// Takes a FEN apart. `promoted` says what a piece of a letter in lower case is that has `+` before it. The
/// fields behind the board may be missing, from the end on, as may castling rights and en passant before the
/// numbers at the end.
pub(crate) fn parse<'a>(
    fen: Span<'a>,
    files: u8,
    ranks: u8,
    promoted: &dyn Fn(char) -> Option<char>,
    report: &mut Report,
) -> Option<Start<'a>> {
    let mut fields = fen.words();
    let field = fields.next()?;
    let cells = board(field, (files, ranks), promoted, report)?;
    let (cells, places) = cells.into_iter().unzip();
    let side = match fields.next() {
        Some(field) if field.text() == "w" => Color::White,
        Some(field) if field.text() == "b" => Color::Black,
        Some(other) => {
            report.error(other.place(), "after the board stands who moves first: w or b");
            return None;
        }
        None => Color::White,
    };
    let mut rest: Vec<Span<'a>> = fields.collect();
    let is_number = |field: &Span<'_>| field.text().bytes().all(|byte| byte.is_ascii_digit());
    let is_count = |field: &Span<'_>| {
        let text = field.text();
        text.contains('+') && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+')
    };
    let mut rights = [None; 2];
    for right in &mut rights {
        if rest.first().is_some_and(|field| !is_number(field) && !is_count(field)) {
            *right = Some(rest.remove(0));
        }
    }
    let checks = rest.first().copied().filter(is_count);
    if checks.is_some() {
        rest.remove(0);
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
    let number = number.max(1);
    Some(Start { cells, places, side, castling, en_passant, checks, clock, number })
}

/// The cells, and where each of them stands in the text.
fn board(
    field: Span<'_>,
    (files, ranks): (u8, u8),
    promoted: &dyn Fn(char) -> Option<char>,
    report: &mut Report,
) -> Option<Vec<(Cell, Place)>> {
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
        let mut at = 0;
        while let Some(letter) = row[at..].chars().next() {
            if let Some(digit) = letter.to_digit(10) {
                empty = (empty * 10 + digit as u16).min(99);
                at += 1;
                continue;
            }
            cells.extend((0..empty).map(|_| (Cell::Empty, field.place())));
            empty = 0;
            let length = match letter {
                '{' => row[at..].find('}').map_or(1, |end| end + 1),
                '+' => 1 + row[at + 1..].chars().next().map_or(0, char::len_utf8),
                _ => letter.len_utf8(),
            };
            let here = span.part(at..at + length);
            at += length;
            let plain = match here.text().strip_prefix('+') {
                Some(letter) => unpromoted(letter, promoted),
                None => Some(here.text().to_owned()),
            };
            let Some(cell) = plain.as_deref().and_then(cell) else {
                let what = quoted(here.text());
                report.error(here.place(), format!("{what} is nothing on a board")).help(
                    "a board has letters of pieces, several in braces, + before what promotedPieceType names, \
                     numbers of empty squares, * and /",
                );
                return None;
            };
            cells.push((cell, here.place()));
        }
        cells.extend((0..empty).map(|_| (Cell::Empty, field.place())));
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

/// What stands there instead of a letter with `+` before it.
fn unpromoted(letter: &str, promoted: &dyn Fn(char) -> Option<char>) -> Option<String> {
    let mut letters = letter.chars();
    let (own, None) = (letters.next()?, letters.next()) else { return None };
    let into = promoted(own.to_ascii_lowercase())?;
    Some(if own.is_ascii_uppercase() { into.to_ascii_uppercase() } else { into }.to_string())
}

/// A hole, a letter, or letters of one case in braces.
fn cell(text: &str) -> Option<Cell> {
    if text == "*" {
        return Some(Cell::Hole);
    }
    let braced = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let letters = braced.unwrap_or(text);
    let color = if letters.bytes().all(|letter| letter.is_ascii_uppercase()) {
        Color::White
    } else if letters.bytes().all(|letter| letter.is_ascii_lowercase()) {
        Color::Black
    } else {
        return None;
    };
    Letters::of(letters).map(|letters| Cell::Piece(letters, color))
}

/// Writes the board: the text of each cell, empty for an empty square.
pub(crate) fn board_text(cells: &[String], files: u8) -> String {
    let mut rows = Vec::new();
    for row in cells.chunks(usize::from(files)).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for cell in row {
            if cell.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push_str(cell);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        rows.push(text);
    }
    rows.join("/")
}
