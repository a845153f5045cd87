//! The values of keys.

use crate::definition::{LendFrom, Value};

use crate::read::betza::{self, Moves};
use crate::read::compound::Parts;
use crate::read::diagnostic::{Report, quoted};
use crate::read::grid::{Grid, MOST_FILES, MOST_RANKS};
use crate::read::ini::Span;
use crate::read::pieces::Slot;
use crate::read::takes::Takes;

/// So many pieces of a kind are never too many for a limit.
const MOST_PIECES: u16 = 100;

/// What a value is read for.
pub(crate) struct Reader<'r> {
    pub(crate) report: &'r mut Report,
    /// The pieces of the game, by slot, with their letters in lower case.
    pub(crate) letters: Vec<(Slot, char)>,
    /// Letters for compounds, in lower case.
    pub(crate) aliases: Vec<(char, Parts)>,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
}

impl Reader<'_> {
    pub(crate) fn wrong<T>(&mut self, span: Span<'_>, takes: Takes) -> Option<T> {
        let message = format!("{} is no value of this key", quoted(span.text()));
        let mut help = format!("allowed: {}", takes.words().replace('`', ""));
        if span.text().contains(['#', ';']) {
            help.push_str("; a comment stands on a line of its own");
        }
        if takes == Takes::Letter && span.text().contains(':') {
            help.push_str("; 'customPiece1 = a:FAA' describes the moves of a piece");
        }
        self.report.error(span.place(), message).help(help);
        None
    }

    pub(crate) fn switch(&mut self, span: Span<'_>) -> Option<bool> {
        match span.text() {
            "true" => Some(true),
            "false" => Some(false),
            _ => self.wrong(span, Takes::Switch),
        }
    }

    /// Whether kings slide over squares alone that are safe.
    pub(crate) fn slides(&mut self, span: Span<'_>) -> Option<bool> {
        match span.text() {
            "free" => Some(false),
            "safe" => Some(true),
            _ => self.wrong(span, Takes::Slides),
        }
    }

    /// From whom pieces borrow.
    pub(crate) fn lend_from(&mut self, span: Span<'_>) -> Option<LendFrom> {
        match span.text() {
            "friends" => Some(LendFrom::Friends),
            "enemies" => Some(LendFrom::Enemies),
            "all" => Some(LendFrom::All),
            _ => self.wrong(span, Takes::LendFrom),
        }
    }

    /// Whether borrowers move by what they borrow instead of by themselves.
    pub(crate) fn lend_mode(&mut self, span: Span<'_>) -> Option<bool> {
        match span.text() {
            "add" => Some(false),
            "replace" => Some(true),
            _ => self.wrong(span, Takes::LendMode),
        }
    }

    pub(crate) fn number(&mut self, span: Span<'_>, most: u16) -> Option<u16> {
        let digits = span.text().bytes().all(|byte| byte.is_ascii_digit());
        match span.text().parse() {
            Ok(number) if digits && number <= most => Some(number),
            _ => self.wrong(span, Takes::Number(most)),
        }
    }

    /// A rank, from 0.
    pub(crate) fn rank(&mut self, span: Span<'_>) -> Option<u8> {
        match rank_of(span.text()) {
            Some(rank) => Some(rank),
            None => self.wrong(span, Takes::Rank),
        }
    }

    /// A rank, from 0, that the board has.
    pub(crate) fn rank_of_the_board(&mut self, span: Span<'_>) -> Option<u8> {
        let rank = self.rank(span)?;
        if rank >= self.ranks {
            self.report
                .error(span.place(), "the board has no such rank")
                .help(format!("it has {} ranks", self.ranks));
            return None;
        }
        Some(rank)
    }

    /// A file, from 0.
    pub(crate) fn file(&mut self, span: Span<'_>) -> Option<u8> {
        let text = span.text();
        let number = text.parse().ok().filter(|_| !text.starts_with(['0', '+']));
        let number = number.filter(|number: &u8| (1..=MOST_FILES).contains(number));
        match number.map(|number| number - 1).or_else(|| file_of(text)) {
            Some(file) => Some(file),
            None => self.wrong(span, Takes::File),
        }
    }

    pub(crate) fn value(&mut self, span: Span<'_>) -> Option<Value> {
        match span.text() {
            "win" => Some(Value::Win),
            "loss" => Some(Value::Loss),
            "draw" => Some(Value::Draw),
            _ => self.wrong(span, Takes::Value),
        }
    }

    /// The squares of a list: `e4`, a rank `*4`, a file `a*`; or `-`.
    pub(crate) fn squares(&mut self, span: Span<'_>) -> Option<Grid> {
        self.squares_or(span, "'-' alone for none")
    }

    /// Squares, or what else may stand there, which help names.
    pub(crate) fn squares_or(&mut self, span: Span<'_>, others: &str) -> Option<Grid> {
        let mut grid = Grid::EMPTY;
        if span.text() == "-" {
            return Some(grid);
        }
        for word in span.words() {
            let text = word.text();
            let (file, rank) = text.split_at_checked(1).unwrap_or((text, ""));
            let (file, rank) = match (file, rank) {
                ("*", rank) => (None, Some(rank_of(rank))),
                (file, "*") => (Some(file_of(file)), None),
                (file, rank) => (Some(file_of(file)), Some(rank_of(rank))),
            };
            if file == Some(None) || rank == Some(None) || (file, rank) == (None, None) {
                self.report
                    .error(word.place(), format!("{} is no square", quoted(text)))
                    .help(format!("squares: e4; *4 for a rank; a* for a file; {others}"));
                return None;
            }
            let (file, rank) = (file.flatten(), rank.flatten());
            let outside = |part: Option<u8>, end| part.is_some_and(|part| part >= end);
            if outside(file, self.files) || outside(rank, self.ranks) {
                let board = format!("the board has {} files and {} ranks", self.files, self.ranks);
                self.report
                    .error(word.place(), format!("{} is not on the board", quoted(text)))
                    .help(board);
                return None;
            }
            let files = file.map_or(Grid::ALL, Grid::file);
            grid = grid.or(files.and(rank.map_or(Grid::ALL, Grid::rank)));
        }
        Some(grid)
    }

    /// The pieces of a list of letters. `None` in the list stands for `*`, if that is allowed.
    pub(crate) fn pieces(&mut self, span: Span<'_>, all: bool) -> Option<Vec<Slot>> {
        let mut pieces = Vec::new();
        match span.text() {
            "-" => return Some(pieces),
            "*" if all => return Some(self.letters.iter().map(|&(slot, _)| slot).collect()),
            _ => {}
        }
        for (letter, here) in span.letters() {
            if "{*!".contains(letter) {
                let help = format!("pieces: {}", self.letters_in_words());
                self.report.error(here.place(), "this key takes no sets of pieces").help(help);
                return None;
            }
            let slot = self.piece_of(letter, here)?;
            if pieces.contains(&slot) {
                self.report.error(here.place(), format!("'{letter}' is named twice"));
                return None;
            }
            pieces.push(slot);
        }
        Some(pieces)
    }

    pub(crate) fn piece(&mut self, span: Span<'_>) -> Option<Slot> {
        let mut letters = span.letters();
        match (letters.next(), letters.next()) {
            (Some((letter, here)), None) => self.piece_of(letter, here),
            _ => self.wrong(span, Takes::Piece),
        }
    }

    pub(crate) fn piece_of(&mut self, letter: char, here: Span<'_>) -> Option<Slot> {
        let lower = letter.to_ascii_lowercase();
        let found = self.letters.iter().find(|&&(_, own)| own == lower);
        if found.is_none() {
            let message = format!("{} is no piece of this game", quoted(here.text()));
            let help = format!("pieces: {}", self.letters_in_words());
            self.report.error(here.place(), message).help(help);
        }
        found.map(|&(slot, _)| slot)
    }

    pub(crate) fn letters_in_words(&self) -> String {
        let mut letters: Vec<char> = self.letters.iter().map(|&(_, letter)| letter).collect();
        letters.sort_unstable();
        let letters: Vec<String> = letters.into_iter().map(String::from).collect();
        if letters.is_empty() { "none yet".to_owned() } else { letters.join(" ") }
    }

    /// `p:g s:g b:-`: pieces with what they become, and `None` for those that become nothing.
    pub(crate) fn promoted(&mut self, span: Span<'_>) -> Option<Vec<(Slot, Option<Slot>)>> {
        self.with_pieces(span, Takes::Promoted, |reader, into| match into.text() {
            "-" => Some(None),
            _ => reader.piece(into).map(Some),
        })
    }

    /// `q:1 r:2`: pieces with numbers, and `None` for 0, which is any number.
    pub(crate) fn limits(&mut self, span: Span<'_>) -> Option<Vec<(Slot, Option<u8>)>> {
        self.with_pieces(span, Takes::Limits, |reader, number| {
            let number = reader.number(number, MOST_PIECES)?;
            Some((number > 0).then_some(number as u8))
        })
    }

    /// Pieces, each with what follows its colon.
    fn with_pieces<T>(
        &mut self,
        span: Span<'_>,
        takes: Takes,
        read: impl Fn(&mut Self, Span<'_>) -> Option<T>,
    ) -> Option<Vec<(Slot, T)>> {
        let mut pairs: Vec<(Slot, T)> = Vec::new();
        for word in span.words().filter(|_| span.text() != "-") {
            let Some((letter, value)) = word.split_once(':') else {
                return self.wrong(word, takes);
            };
            let slot = self.piece(letter)?;
            if pairs.iter().any(|(other, _)| *other == slot) {
                let message = format!("{} is named twice", quoted(letter.text()));
                self.report.error(letter.place(), message);
                return None;
            }
            pairs.push((slot, read(self, value)?));
        }
        Some(pairs)
    }

    /// The letter of a piece with what follows the colon.
    pub(crate) fn letter(&mut self, span: Span<'_>, takes: Takes) -> Option<Letter> {
        let (letter, word) = match span.split_once(':') {
            Some((letter, word)) => (letter.trimmed(), Some(word.trimmed())),
            None => (span, None),
        };
        let mut letters = letter.text().chars();
        let (Some(first), None) = (letters.next(), letters.next()) else {
            return self.wrong(span, takes);
        };
        if !first.is_ascii_alphabetic()
            || (takes == Takes::Custom && word.is_none())
            || (takes == Takes::Letter && word.is_some())
        {
            return self.wrong(span, takes);
        }
        let moves = word.map(|word| betza::parse(word, self.report));
        // A piece whose moves are wrong is one all the same, wherever it is named.
        Some(Letter { letter: first.to_ascii_lowercase(), moves })
    }

    /// Names by letters: `h:Hawk {rn}:Empress`. A name ends where the next letter with a colon begins.
    pub(crate) fn names(&mut self, span: Span<'_>) -> Option<Vec<(Parts, String)>> {
        let mut names: Vec<(Parts, String)> = Vec::new();
        for word in span.words() {
            if let Some((letter, name)) = word.split_once(':') {
                let piece = self.compound(letter)?;
                names.push((piece, name.text().to_owned()));
            } else if let Some((_, name)) = names.last_mut() {
                name.push(' ');
                name.push_str(word.text());
            } else {
                return self.wrong(word, Takes::Names);
            }
        }
        if names.iter().any(|(_, name)| name.is_empty() || name.chars().count() > 40) {
            self.report.error(span.place(), "a name has 1 to 40 characters");
            return None;
        }
        Some(names)
    }

    /// `p n {rn}`: the pieces with their letters in upper case.
    pub(crate) fn piece_order(&mut self, span: Span<'_>) -> Option<Vec<(Parts, String)>> {
        let mut order: Vec<(Parts, String)> = Vec::new();
        for word in span.words() {
            let piece = self.compound(word)?;
            if order.iter().any(|(other, _)| *other == piece) {
                self.report.error(word.place(), format!("{} is named twice", quoted(word.text())));
                return None;
            }
            let letters = word.text().trim_matches(['{', '}']).to_ascii_uppercase();
            order.push((piece, letters));
        }
        Some(order)
    }

    /// `O-Q-O O-O-O`: a word for each castling move of the start position, in the order `KQkq`.
    pub(crate) fn castling_words(&mut self, span: Span<'_>) -> Option<Vec<String>> {
        let is_such = |word: &str| {
            let inner = word.strip_prefix("O-").and_then(|rest| rest.strip_suffix('O'));
            let inner = inner.map(|inner| inner.strip_suffix('-').unwrap_or(inner));
            inner.is_some_and(|inner| {
                inner.len() <= 1 && inner.bytes().all(|byte| byte.is_ascii_uppercase())
            })
        };
        let mut words = Vec::new();
        for word in span.words() {
            if !is_such(word.text()) {
                return self.wrong(word, Takes::CastlingWords);
            }
            words.push(word.text().to_owned());
        }
        Some(words)
    }

    /// `standard normal`
    pub(crate) fn game_names(&mut self, span: Span<'_>) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for word in span.words() {
            if !is_name_of_game(word.text()) {
                return self.wrong(word, Takes::GameNames);
            }
            names.push(word.text().to_owned());
        }
        Some(names)
    }

    /// A text for people.
    pub(crate) fn text(&mut self, span: Span<'_>) -> Option<String> {
        let text = span.text();
        if text.chars().count() > 200 || text.chars().any(char::is_control) {
            self.report.error(span.place(), "a text has at most 200 characters and no tabs");
            return None;
        }
        Some(text.to_owned())
    }
}

/// The value of a key that defines a piece.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) letter: char,
    pub(crate) moves: Option<Moves>,
}

/// Whether a game can be called so.
pub(crate) fn is_name_of_game(text: &str) -> bool {
    let is_letter = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    (1..=40).contains(&text.len()) && text.bytes().all(is_letter)
}

fn rank_of(text: &str) -> Option<u8> {
    let rank: u8 = text.parse().ok().filter(|_| !text.starts_with(['0', '+']))?;
    (1..=MOST_RANKS).contains(&rank).then(|| rank - 1)
}

fn file_of(text: &str) -> Option<u8> {
    let &[letter] = text.as_bytes() else { return None };
    let file = letter.to_ascii_lowercase().checked_sub(b'a')?;
    (file < MOST_FILES).then_some(file)
}
