//! Tells the user what the pieces on the board are, and the rules.

use std::time::{Duration, Instant};

use super::state::XBoard;
use vertumnus_core::board::Square;
use vertumnus_core::game::MoveView;
use vertumnus_core::game::story::with_article;
use vertumnus_core::rules::{Kind, KindInfo};

/// A piece that is lifted twice within this time is asked about: XBoard says nothing when it is put
/// back, so that three clicks are two lifts.
const TRIPLE_CLICK: Duration = Duration::from_millis(1500);

impl XBoard {
    /// Tells a person what kind of piece a shared letter is: once for each kind and game.
    pub(super) fn introduce(&mut self, mv: &MoveView) {
        if !self.against_computer && self.introduced.insert(mv.becomes) {
            self.name_piece(mv.becomes, mv.to);
        }
    }

    /// A piece is lifted: tells what it is if it was lifted just before.
    pub(super) fn name_if_asked(&mut self, square: &str) {
        let session = self.engine.session();
        let Some(square) = self.dialect.parse_square(square) else { return };
        let before = self.lifted.replace((square, Instant::now()));
        let is_again =
            |(lifted, since): (Square, Instant)| lifted == square && since.elapsed() < TRIPLE_CLICK;
        if let Some(piece) = session.piece_at(square)
            && before.is_some_and(is_again)
        {
            self.lifted = None;
            self.name_piece(piece.kind(), square);
        }
    }

    fn name_piece(&self, kind: Kind, square: Square) {
        let session = self.engine.session();
        if let Some(&KindInfo { name, .. }) = session.kind(kind) {
            let name = with_article(name);
            let (letter, square) = (self.dialect.shown(kind), self.dialect.square_name(square));
            let token = self.token_in_brackets(kind);
            self.say(&format!("telluser The {letter} on {square} is {name}{token}."));
        }
    }

    /// Tells which kinds of pieces are on the board, and where.
    pub(super) fn name_pieces(&self) {
        let session = self.engine.session();
        let line = |(number, info): (u8, &KindInfo)| {
            let kind = Kind::new(number);
            let is_it = |&square: &Square| {
                session.piece_at(square).is_some_and(|piece| piece.kind() == kind)
            };
            let places = session
                .shape()
                .squares()
                .filter(is_it)
                .map(|square| self.dialect.square_name(square));
            let places: Vec<String> = places.collect();
            let (letter, token) = (self.dialect.shown(kind), self.token_in_brackets(kind));
            let name = info.name;
            (!places.is_empty()).then(|| format!("{letter} {name}{token}: {}", places.join(" ")))
        };
        let lines: Vec<String> = (0..).zip(session.kinds()).filter_map(line).collect();
        self.tell(&lines.join("\n"));
    }

    /// Tells how the game differs from chess.
    pub(super) fn tell_rules(&self) {
        self.tell(&(self.rules)(self.engine.session().variant()));
    }

    /// Opens a window with these lines.
    fn tell(&self, text: &str) {
        // Two backslashes tell XBoard to read what follows them as in C.
        let escaped = text.replace('\\', "\\\\").replace('\n', "\\n");
        self.say(&format!("telluser \\\\{escaped}"));
    }

    /// The token of a kind of which it is not the letter.
    fn token_in_brackets(&self, kind: Kind) -> String {
        let token = self.engine.session().kind(kind).map_or("", |info| info.token);
        let is_letter = self.dialect.shown(kind).trim_matches(['+', '~']) == token;
        if is_letter { String::new() } else { format!(" ({token})") }
    }
}
