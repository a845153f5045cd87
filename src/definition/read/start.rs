//! The text of a position, taken apart: the FEN of a game on any board.

use crate::Color;

use crate::read::compound::{Letters, in_fen};
use crate::read::diagnostic::{Place, Report, quoted};
use crate::read::ini::Span;

/// A cell of the board as a FEN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Hole,
    Empty,
    /// What it is, and its side.
    Piece(Token, Color),
}

/// A piece as a FEN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) letters: Letters,
    pub(crate) mark: Mark,
}

/// What stands beside the letters of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    None,
    /// `~` behind them: it has become this by promotion.
    Tilde,
    /// `+` before them: it is what such a piece promotes to.
    Plus,
}

impl Token {
    /// How it is written, in lower case.
    pub(crate) fn text(self) -> String {
        let letters: String = self.letters.letters().collect();
        let letters = in_fen(&letters, Color::Black);
        match self.mark {
            Mark::None => letters,
            Mark::Tilde => format!("{letters}~"),
            Mark::Plus => format!("+{letters}"),
        }
    }
}

/// A piece in hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) token: Token,
    pub(crate) color: Color,
    pub(crate) place: Place,
}

/// The fields of a FEN.
#[derive(Clone, Debug)]
pub(crate) struct Start<'a> {
    /// By their squares: from the first rank up, each rank from the first file on.
    pub(crate) cells: Vec<Cell>,
    /// Where the text has each of them; for an empty square, the first field.
    pub(crate) places: Vec<Place>,
    /// The pieces in hand.
    pub(crate) hands: Vec<Held>,
    pub(crate) side: Color,
    pub(crate) castling: Option<Span<'a>>,
    pub(crate) en_passant: Option<Span<'a>>,
    /// The checks that each side still has to give, `3+3`.
    pub(crate) checks: Option<Span<'a>>,
    pub(crate) clock: u32,
    pub(crate) number: u32,
    /// The handicaps of both sides, `p/-`.
    pub(crate) handicaps: Option<Span<'a>>,
}

impl Start<'_> {
    /// The checks that each side still has to give, White's first; `None` if that is not what the field says.
    pub(crate) fn checks_left(&self) -> Option<[u8; 2]> {
        let (white, black) = self.checks?.text().split_once('+')?;
        let number = |text: &str| text.parse().ok().filter(|_| text.len() == 1);
        Some([number(white)?, number(black)?])
    }
}

/// Takes a FEN apart. Pieces in hand stand in brackets behind the board, or on one more rank. The fields behind
/// the board may be missing, from the end on, as may castling rights and en passant before the numbers at the end.
pub(crate) fn parse<'a>(
    fen: Span<'a>,
    files: u8,
    ranks: u8,
    report: &mut Report,
) -> Option<Start<'a>> {
    let mut fields = fen.words();
    let field = fields.next()?;
    let (board_field, hands) = split_hands(field, ranks);
    let cells = board(board_field, (files, ranks), report)?;
    let hands = hands.map_or(Some(Vec::new()), |hands| held(hands, report))?;
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
    let handicaps = rest.get(2).copied().filter(|field| field.text().contains('/'));
    if handicaps.is_some() {
        rest.remove(2);
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
    Some(Start {
        cells,
        places,
        hands,
        side,
        castling,
        en_passant,
        checks,
        clock,
        number,
        handicaps,
    })
}

/// The board, and what stands for the pieces in hand.
fn split_hands(field: Span<'_>, ranks: u8) -> (Span<'_>, Option<Span<'_>>) {
    let text = field.text();
    if let Some(start) = text.find('[') {
        return (field.part(0..start), Some(field.part(start..text.len())));
    }
    let last = text.rfind('/').filter(|_| text.matches('/').count() == usize::from(ranks));
    let is_hands =
        |last: &usize| !text[last + 1..].contains(|letter: char| letter.is_ascii_digit());
    match last.filter(is_hands) {
        Some(last) => (field.part(0..last), Some(field.part(last + 1..text.len()))),
        None => (field, None),
    }
}

/// The pieces in hand: `[QPp]`, `[-]`, or the same without brackets.
fn held(field: Span<'_>, report: &mut Report) -> Option<Vec<Held>> {
    let text = field.text();
    let inner = match text.strip_prefix('[') {
        Some(rest) => {
            let Some(inner) = rest.strip_suffix(']') else {
                let message =
                    "the pieces in hand stand between '[' and ']' at the end of the board";
                report.error(field.place(), message);
                return None;
            };
            field.part(1..1 + inner.len())
        }
        None => field,
    };
    let mut hands = Vec::new();
    let mut rest = inner;
    while !matches!(rest.text(), "" | "-") {
        let (here, after) = first_piece(rest);
        let Some((token, color)) = piece(here.text()) else {
            let what = quoted(here.text());
            report
                .error(here.place(), format!("{what} is nothing in a hand"))
                .help("a hand has letters of pieces, several in braces");
            return None;
        };
        hands.push(Held { token, color, place: here.place() });
        rest = after;
    }
    Some(hands)
}

/// The text of the first piece, and the rest.
fn first_piece(span: Span<'_>) -> (Span<'_>, Span<'_>) {
    let text = span.text();
    let plus = usize::from(text.starts_with('+'));
    let length = match text[plus..].chars().next() {
        Some('{') => text[plus..].find('}').map_or(1, |end| end + 1),
        letter => letter.map_or(0, char::len_utf8),
    };
    let tilde = usize::from(text[plus + length..].starts_with('~'));
    let end = plus + length + tilde;
    (span.part(0..end), span.part(end..text.len()))
}

/// The cells, and where each of them stands in the text.
fn board(
    field: Span<'_>,
    (files, ranks): (u8, u8),
    report: &mut Report,
) -> Option<Vec<(Cell, Place)>> {
    let text = field.text();
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
            let (here, _) = first_piece(span.part(at..row.len()));
            at += here.text().len();
            let Some(cell) = cell(here.text()) else {
                let what = quoted(here.text());
                report.error(here.place(), format!("{what} is nothing on a board")).help(
                    "a board has letters of pieces, several in braces, + before or ~ behind what has promoted, \
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

/// A hole or a piece.
fn cell(text: &str) -> Option<Cell> {
    match text {
        "*" => Some(Cell::Hole),
        _ => piece(text).map(|(token, color)| Cell::Piece(token, color)),
    }
}

/// A letter, or letters of one case in braces; with `+` before it or `~` behind it.
fn piece(text: &str) -> Option<(Token, Color)> {
    let (text, mark) = match (text.strip_prefix('+'), text.strip_suffix('~')) {
        (None, None) => (text, Mark::None),
        (Some(text), None) => (text, Mark::Plus),
        (None, Some(text)) => (text, Mark::Tilde),
        (Some(_), Some(_)) => return None,
    };
    let braced = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let letters = braced.unwrap_or(text);
    let color = if letters.bytes().all(|letter| letter.is_ascii_uppercase()) {
        Color::White
    } else if letters.bytes().all(|letter| letter.is_ascii_lowercase()) {
        Color::Black
    } else {
        return None;
    };
    Letters::of(letters).map(|letters| (Token { letters, mark }, color))
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
