//! Moves as text.

use super::board::Dialect;
use super::error::DialectError;
use super::glyph::Glyph;
use crate::board::Square;
use crate::game::{MoveView, Session};
use crate::position::Move;
use crate::rules::Kind;

/// The way of a move on the GUI's board, which can stop on at most two squares to capture there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The letter of what comes from the hand, in upper case; `None` if nothing does.
    pub dropped: Option<char>,
    /// From, stops, to; of a drop, its square alone.
    pub squares: Vec<Square>,
    /// The letter of what the mover becomes, in upper case, or `+`; `None` if it stays what it is.
    pub letter: Option<char>,
}

impl Path {
    /// Whether nothing moves.
    fn is_pass(&self) -> bool {
        self.letter.is_none() && matches!(self.squares[..], [from, to] if from == to)
    }
}

/// Whether a text has the form of a move.
pub fn is_move(text: &str) -> bool {
    let legs = text.strip_suffix('+').unwrap_or(text);
    text == PASS || Legs::read(legs).is_some() || castles_to_the_right(text).is_some()
}

/// What stands for a pass.
const PASS: &str = "@@@@";

/// The direction of castling in the old notation; `None` if the text is not that.
pub(super) fn castles_to_the_right(text: &str) -> Option<bool> {
    match text {
        "O-O" | "o-o" | "0-0" => Some(true),
        "O-O-O" | "o-o-o" | "0-0-0" => Some(false),
        _ => None,
    }
}

/// A text of the form of a move, taken apart. The squares may not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Legs<'a> {
    /// The letter of what comes from the hand.
    pub(super) dropped: Option<char>,
    /// The names of the squares: from, stops, to; of a drop, its square alone.
    pub(super) squares: Vec<&'a str>,
    pub(super) letter: Option<char>,
}

impl<'a> Legs<'a> {
    /// Reads `a1a4`, `a1a4q`, `a1a4+`, legs as in `a1a4,a4a6,a6a8q`, or the same as `a1xa4xa6-a8q`, and drops as `P@a4`.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        if let Some((letter, square)) = text.split_once('@') {
            let mut letters = letter.chars();
            let dropped = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
            let is_drop = letters.next().is_none() && split_square(square) == Some((square, ""));
            return is_drop.then(|| Self {
                dropped: Some(dropped),
                squares: vec![square],
                letter: None,
            });
        }
        let mut squares: Vec<&str> = Vec::new();
        let mut rest = text;
        while let Some((square, after)) = split_square(rest) {
            // A leg begins where the one before ended.
            if squares.last().is_none_or(|&last| last != square) {
                squares.push(square);
            }
            let links = |symbol: char| matches!(symbol, ',' | 'x' | '-');
            rest = after
                .strip_prefix(links)
                .filter(|rest| split_square(rest).is_some())
                .unwrap_or(after);
        }
        // XBoard forgets the letter of a move with stops that it reads from a record.
        let rest = if rest == ";" { "" } else { rest };
        let letter = rest.strip_prefix('=').unwrap_or(rest);
        let mut letters = letter.chars();
        let letter = match (letters.next(), letters.next()) {
            (None, _) if rest.is_empty() => None,
            (Some(letter), None) if letter.is_ascii_alphabetic() || letter == '+' => {
                Some(letter.to_ascii_uppercase())
            }
            _ => return None,
        };
        (squares.len() >= 2).then_some(Self { dropped: None, squares, letter })
    }
}

/// Takes a square's name off the front of a text.
fn split_square(text: &str) -> Option<(&str, &str)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase)?;
    let digits = text.chars().skip(1).take_while(char::is_ascii_digit).count();
    (digits > 0 && file != 'x').then(|| text.split_at_checked(1 + digits)).flatten()
}

/// The letter that a move's text ends in.
fn suffix(letter: Option<char>) -> String {
    letter.map(|letter| letter.to_ascii_lowercase().to_string()).unwrap_or_default()
}

impl Dialect {
    /// Reads the form of a move: `a1a4`, `a1a4q`, legs as in `a1a4,a4a6,a6a8q`, or the same as
    /// `a1xa4xa6-a8q`, and a drop as `P@a4`.
    ///
    /// # Errors
    /// If the text does not have this form, or the board does not have one of the squares.
    pub fn read_path(&self, text: &str) -> Result<Path, DialectError> {
        Self::path_by(text, |name| self.parse_square(name))
    }

    /// The same for names of squares that are read in this way.
    fn path_by(text: &str, parse: impl Fn(&str) -> Option<Square>) -> Result<Path, DialectError> {
        let legs = Legs::read(text).ok_or_else(|| DialectError::NoMove(text.to_owned()))?;
        let square =
            |name: &&str| parse(name).ok_or_else(|| DialectError::NoSquare((*name).to_owned()));
        let squares = legs.squares.iter().map(square).collect::<Result<_, _>>()?;
        Ok(Path { dropped: legs.dropped, squares, letter: legs.letter })
    }

    /// A path as GUIs send it: `a1a4,a4a6,a6a8q`, `P@a4`.
    pub fn in_legs(&self, path: &Path) -> String {
        if let Some(letter) = path.dropped {
            return format!("{letter}@{}", self.names(path).concat());
        }
        if path.is_pass() {
            return PASS.to_owned();
        }
        let legs: Vec<String> = self.names(path).windows(2).map(<[String]>::concat).collect();
        legs.join(",") + &suffix(path.letter)
    }

    /// A path as XBoard reads it from an engine: `a1xa4xa6-a8q`, `P@a4`. It reads `+` behind `=` alone.
    pub fn in_one(&self, path: &Path) -> String {
        if path.dropped.is_some() || path.is_pass() {
            return self.in_legs(path);
        }
        let names = self.names(path);
        let way = match &names[..] {
            [from, stops @ .., to] if !stops.is_empty() => {
                format!("{from}x{}-{to}", stops.join("x"))
            }
            names => names.concat(),
        };
        way + if path.letter == Some('+') { "=" } else { "" } + &suffix(path.letter)
    }

    fn names(&self, path: &Path) -> Vec<String> {
        path.squares.iter().map(|&square| self.square_name(square)).collect()
    }

    /// The path of a legal move on the GUI's board.
    ///
    /// A flight that takes more than two on its way names the last and then the first of them: in
    /// this order they stand for all enemies from the first to the last.
    pub fn path(&self, mv: &MoveView) -> Path {
        if mv.is_drop {
            let dropped = Some(self.letter(mv.mover));
            return Path { dropped, squares: vec![mv.to], letter: None };
        }
        let mut squares = vec![mv.from];
        match mv.stops[..] {
            [first, .., last] if mv.stops.len() > 2 => squares.extend([last, first]),
            // The GUI captures en passant by itself.
            [_] if mv.is_en_passant && self.is_plain_pawn(mv.mover) => {}
            ref stops => squares.extend(stops),
        }
        squares.push(mv.to);
        let letter = mv.changes_mover().then(|| self.ending(mv.becomes));
        Path { dropped: None, squares, letter }
    }

    fn is_plain_pawn(&self, kind: Kind) -> bool {
        self.symbol(Some(kind)).is_some_and(|symbol| symbol.glyph == Glyph::Pawn)
    }

    /// Whether a move can be distinguished from all other legal moves of its position.
    pub fn can_express(&self, mv: &MoveView, legal: &[MoveView]) -> bool {
        self.find(&self.path(mv), legal) == Ok(mv)
    }

    /// The squares that a move empties and on which the GUI's board still shows a piece: those of an
    /// annihilation, and of a flight those where it captures between its first and its last victim.
    pub fn unseen(&self, mv: &MoveView) -> Vec<Square> {
        let between = mv.stops.iter().skip(1).rev().skip(1);
        between.chain(&mv.removed).copied().collect()
    }

    /// The squares of pieces that a move brings over to the other side, which the GUI's board does not show.
    pub fn turned(mv: &MoveView) -> Vec<Square> {
        let own = mv.goes_over.then_some(&mv.to);
        own.into_iter().chain(&mv.converted).copied().collect()
    }

    /// The legal move that a text means: one of this dialect, or a text of the game.
    ///
    /// # Errors
    /// If none is meant, or more than one.
    pub fn read_move(&self, text: &str, game: &dyn Session) -> Result<Move, DialectError> {
        self.read_move_among(text, game, &game.views())
    }

    /// As [`read_move`](Self::read_move), given what the legal moves do.
    pub(super) fn read_move_among(
        &self,
        text: &str,
        game: &dyn Session,
        legal: &[MoveView],
    ) -> Result<Move, DialectError> {
        let parse = |name: &str| self.parse_square(name);
        let named = self.read_by(text, parse, legal).map(|mv| mv.mv);
        named.or_else(|error| game.parse(&self.in_own_squares(text)).map_err(|_| error))
    }

    /// The legal move that a text of this dialect means, for who names squares as the game does: Cute Chess counts
    /// ten ranks from 1, and from 0 only where it talks to an engine.
    ///
    /// # Errors
    /// As [`read_move`](Self::read_move).
    pub fn read_in_own_squares(
        &self,
        text: &str,
        game: &dyn Session,
    ) -> Result<Move, DialectError> {
        let parse = |name: &str| self.shape.parse_square(name);
        self.read_by(text, parse, &game.views()).map(|mv| mv.mv)
    }

    fn read_by<'a>(
        &self,
        text: &str,
        parse: impl Fn(&str) -> Option<Square>,
        legal: &'a [MoveView],
    ) -> Result<&'a MoveView, DialectError> {
        match castles_to_the_right(text) {
            Some(to_the_right) => legal
                .iter()
                .find(|mv| mv.is_castling && (mv.to > mv.from) == to_the_right)
                .ok_or_else(|| DialectError::Illegal(text.to_owned())),
            None if text == PASS => legal
                .iter()
                .find(|mv| mv.is_pass())
                .ok_or_else(|| DialectError::Illegal(text.to_owned())),
            None => Self::path_by(text, parse).and_then(|path| self.find(&path, legal)),
        }
    }

    /// A text of the game whose squares have the GUI's names, with the game's own.
    fn in_own_squares(&self, text: &str) -> String {
        if self.shape.ranks < 10 {
            return text.to_owned();
        }
        // The GUI's ten ranks are digits, each one less than the rank.
        let own = |symbol: char| match symbol.to_digit(10) {
            Some(rank) => (rank + 1).to_string(),
            None => symbol.to_string(),
        };
        text.chars().map(own).collect()
    }

    /// The legal move of a path. A letter may be left out where there is no choice, or be that of
    /// the mover where it stays what it is.
    pub(super) fn find<'a>(
        &self,
        path: &Path,
        legal: &'a [MoveView],
    ) -> Result<&'a MoveView, DialectError> {
        let has_ends = |mv: &&MoveView| {
            path.squares.first() == Some(&mv.from) && path.squares.last() == Some(&mv.to)
        };
        let there: Vec<(&MoveView, Path)> = legal
            .iter()
            .filter(has_ends)
            .map(|mv| (mv, self.path(mv)))
            .filter(|(_, own)| (own.dropped, &own.squares) == (path.dropped, &path.squares))
            .collect();
        let ends = |letter: Option<char>| {
            // Of flights that are named by their ends, the one that takes most is meant.
            let ending = there.iter().filter(move |(_, own)| own.letter == letter);
            ending.map(|&(mv, _)| mv).max_by_key(|mv| mv.stops.len())
        };
        let stays = || ends(None).filter(|mv| path.letter == Some(self.ending(mv.mover)));
        if let Some(mv) = ends(path.letter).or_else(stays) {
            return Ok(mv);
        }
        match (&there[..], path.letter) {
            ([(mv, _)], None) => Ok(mv),
            ([], _) | (_, Some(_)) => Err(DialectError::Illegal(self.in_legs(path))),
            (several, None) => {
                let letters = several.iter().filter_map(|(_, own)| own.letter);
                let letters = letters.map(String::from).collect::<Vec<_>>().join(", ");
                Err(DialectError::Ambiguous { text: self.in_legs(path), letters })
            }
        }
    }

    /// A text of the game in the dialect's notation, for people to read: `a1a4,a4a8{rn}` is
    /// `a1xa4-a8j`.
    pub fn readable(&self, text: &str) -> String {
        let dropped = text.split_once('@').and_then(|(token, square)| {
            let token = token.trim_matches(['{', '}']);
            Some((self.letter_of_token(token), self.shape.parse_square(square)?))
        });
        if let Some((letter, square)) = dropped {
            return format!("{letter}@{}", self.square_name(square));
        }
        let (way, token) = match text.find('{') {
            Some(brace) => text.split_at_checked(brace).unwrap_or((text, "")),
            None => match text.strip_suffix(|symbol: char| symbol.is_ascii_alphabetic()) {
                Some(way) => (way, text.get(way.len()..).unwrap_or_default()),
                None => (text, ""),
            },
        };
        let token = token.trim_matches(['{', '}']).to_ascii_uppercase();
        let letter = (!token.is_empty()).then(|| self.letter_of_token(&token));
        let path = Self::path_by(way, |name| self.shape.parse_square(name));
        path.map_or_else(|_| text.to_owned(), |path| self.in_one(&Path { letter, ..path }))
    }
}
