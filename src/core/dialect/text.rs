//! Moves as text.

use super::{Dialect, DialectError, Glyph};
use crate::position::MoveParts;

/// The way of a move on the GUI's board, where it can pass at most two squares on which it captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// From, stops, to.
    pub squares: Vec<String>,
    /// What the mover becomes, in upper case; nothing if it stays what it is.
    pub letter: Option<char>,
}

/// Whether a text has the form of a move.
#[must_use]
pub fn is_move(text: &str) -> bool {
    Path::read(text).is_some() || castles_to_the_right(text).is_some()
}

/// Which way a castling that is written in the old manner goes; nothing if it is none.
fn castles_to_the_right(text: &str) -> Option<bool> {
    match text {
        "O-O" | "o-o" | "0-0" => Some(true),
        "O-O-O" | "o-o-o" | "0-0-0" => Some(false),
        _ => None,
    }
}

impl Path {
    /// Reads `a1a4`, `a1a4q`, legs as in `a1a4,a4a6,a6a8q`, or the same as `a1xa4xa6-a8q`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut squares: Vec<String> = Vec::new();
        let mut rest = text;
        while let Some((square, after)) = split_square(rest) {
            // A leg begins where the one before ended.
            if squares.last().is_none_or(|last| last != square) {
                squares.push(square.to_owned());
            }
            let links = |symbol: char| matches!(symbol, ',' | 'x' | '-');
            rest = after
                .strip_prefix(links)
                .filter(|rest| split_square(rest).is_some())
                .unwrap_or(after);
        }
        let letter = rest.strip_prefix('=').unwrap_or(rest);
        let mut letters = letter.chars();
        let letter = match (letters.next(), letters.next()) {
            (None, _) if rest.is_empty() => None,
            (Some(letter), None) if letter.is_ascii_alphabetic() => {
                Some(letter.to_ascii_uppercase())
            }
            _ => return None,
        };
        (squares.len() >= 2).then_some(Self { squares, letter })
    }

    /// As GUIs send it: `a1a4,a4a6,a6a8q`.
    #[must_use]
    pub fn in_legs(&self) -> String {
        let legs: Vec<String> = self.squares.windows(2).map(<[String]>::concat).collect();
        legs.join(",") + &self.suffix()
    }

    /// As XBoard takes it from an engine: `a1xa4xa6-a8q`.
    #[must_use]
    pub fn in_one(&self) -> String {
        match &self.squares[..] {
            [from, stops @ .., to] if !stops.is_empty() => {
                format!("{from}x{}-{to}{}", stops.join("x"), self.suffix())
            }
            squares => squares.concat() + &self.suffix(),
        }
    }

    fn suffix(&self) -> String {
        self.letter.map(|letter| letter.to_ascii_lowercase().to_string()).unwrap_or_default()
    }
}

/// Takes a square's name off the front of a text.
fn split_square(text: &str) -> Option<(&str, &str)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase)?;
    let digits = text.chars().skip(1).take_while(char::is_ascii_digit).count();
    (digits > 0 && file != 'x').then(|| text.split_at_checked(1 + digits)).flatten()
}

impl Dialect {
    /// A legal move on the GUI's board.
    ///
    /// A flight that takes more than two on its way names the last and then the first of them: in
    /// this order they stand for all enemies from the first to the last.
    #[must_use]
    pub fn path(&self, mv: &MoveParts) -> Path {
        let stops: Vec<&String> = match &mv.stops[..] {
            [first, .., last] if mv.stops.len() > 2 => vec![last, first],
            // The GUI takes in passing by itself.
            [_] if mv.is_en_passant && self.is_plain_pawn(mv.mover) => vec![],
            stops => stops.iter().collect(),
        };
        let squares = std::iter::once(&mv.from).chain(stops).chain([&mv.to]).cloned().collect();
        let letter = mv.changes_mover().then(|| self.letter(mv.becomes));
        Path { squares, letter }
    }

    fn is_plain_pawn(&self, token: &str) -> bool {
        self.look(token).is_some_and(|look| look.glyph == Glyph::Pawn)
    }

    /// Whether a move of a position with these legal moves can be told from all others of them.
    #[must_use]
    pub fn can_express(&self, mv: &MoveParts, legal: &[MoveParts]) -> bool {
        self.find(&self.path(mv), legal) == Ok(mv)
    }

    /// Whether the GUI's board is right after a move.
    #[must_use]
    pub fn shows_all_of(&self, mv: &MoveParts) -> bool {
        mv.removed.is_empty() && mv.stops.len() <= 2
    }

    /// The legal move that a text means: one of this dialect, or a text of the game.
    ///
    /// # Errors
    /// If none is meant, or more than one.
    pub fn read_move<'a>(
        &self,
        text: &str,
        legal: &'a [MoveParts],
    ) -> Result<&'a MoveParts, DialectError> {
        if let Some(to_the_right) = castles_to_the_right(text) {
            let castling = |mv: &&MoveParts| mv.is_castling && (mv.to > mv.from) == to_the_right;
            return legal
                .iter()
                .find(castling)
                .ok_or_else(|| DialectError::Illegal(text.to_owned()));
        }
        let named = match Path::read(text) {
            Some(path) => self.find(&path, legal),
            None => Err(DialectError::NoMove(text.to_owned())),
        };
        named.or_else(|error| legal.iter().find(|mv| mv.text == text).ok_or(error))
    }

    /// The legal move that goes a way. A letter may be left out where there is nothing to choose, or
    /// be that of the mover where it stays what it is.
    fn find<'a>(&self, path: &Path, legal: &'a [MoveParts]) -> Result<&'a MoveParts, DialectError> {
        let there: Vec<(&MoveParts, Path)> = legal
            .iter()
            .map(|mv| (mv, self.path(mv)))
            .filter(|(_, own)| own.squares == path.squares)
            .collect();
        let ends = |letter: Option<char>| {
            // Of flights that are named by their ends, the one that takes most is meant.
            let ending = there.iter().filter(move |(_, own)| own.letter == letter);
            ending.map(|&(mv, _)| mv).max_by_key(|mv| mv.stops.len())
        };
        let stays = || ends(None).filter(|mv| path.letter == Some(self.letter(mv.mover)));
        if let Some(mv) = ends(path.letter).or_else(stays) {
            return Ok(mv);
        }
        match (&there[..], path.letter) {
            ([(mv, _)], None) => Ok(mv),
            ([], _) | (_, Some(_)) => Err(DialectError::Illegal(path.in_legs())),
            (several, None) => {
                let letters = several.iter().filter_map(|(_, own)| own.letter);
                let letters = letters.map(String::from).collect::<Vec<_>>().join(", ");
                Err(DialectError::Ambiguous { text: path.in_legs(), letters })
            }
        }
    }

    /// A text of the game in the words of the dialect, for people to read: `a1a4,a4a8{rn}` is
    /// `a1xa4-a8j`.
    #[must_use]
    pub fn readable(&self, text: &str) -> String {
        let (way, token) = match text.find('{') {
            Some(brace) => text.split_at_checked(brace).unwrap_or((text, "")),
            None => match text.strip_suffix(|symbol: char| symbol.is_ascii_alphabetic()) {
                Some(way) => (way, text.get(way.len()..).unwrap_or_default()),
                None => (text, ""),
            },
        };
        let token = token.trim_matches(['{', '}']).to_ascii_uppercase();
        let letter = (!token.is_empty()).then(|| self.letter(&token));
        Path::read(way).map_or(text.to_owned(), |path| Path { letter, ..path }.in_one())
    }
}
