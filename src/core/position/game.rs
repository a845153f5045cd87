//! A game in play of one ruleset.

use super::perft::perft;
use super::session::{KindName, PositionError, Session};
use super::{Cell, Line, MoveError, MoveParts, Objection, Position};
use crate::board::{Bits, Color, Geometry};
use crate::rules::{Kind, KindInfo, Outcome, Piece, Ruleset, State, Variant};

/// A game in play of one ruleset.
#[derive(Clone, Debug)]
pub struct Game<R: Ruleset> {
    start: Position<R>,
    line: Line<R>,
}

/// A game at its start.
impl<R: Ruleset> Default for Game<R> {
    fn default() -> Self {
        let start = Position::start();
        Self { start, line: Line::new(start) }
    }
}

impl<R: Ruleset> Game<R> {
    /// What was played, and where it led.
    #[must_use]
    pub const fn line(&self) -> &Line<R> {
        &self.line
    }

    /// Where it led.
    #[must_use]
    pub const fn position(&self) -> &Position<R> {
        self.line.position()
    }

    /// Back to the start.
    pub fn restart(&mut self) {
        self.line = Line::new(self.start);
    }
}

/// The start position with this seventh field in its FEN.
fn start_with<R: Ruleset>(field: &str) -> Position<R> {
    Position::start_in(R::State::parse(field).unwrap_or_default())
}

/// The kinds of pieces on a board, each once, by their numbers.
fn kinds_of<R: Ruleset>(position: &Position<R>) -> Vec<Kind> {
    let placement = position.placement();
    let pieces = Color::ALL.into_iter().flat_map(|color| placement.pieces(color));
    let mut kinds: Vec<Kind> = pieces.map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn kind_names<R: Ruleset>(kinds: &[Kind]) -> Vec<KindName> {
    let named = kinds.iter().map(|&kind| KindName {
        token: R::token(Piece::new(kind, Color::White)),
        name: R::KINDS[kind.index()].name,
    });
    named.collect()
}

impl<R: Ruleset> Session for Game<R> {
    fn variant(&self) -> Variant {
        R::NAME.parse().unwrap_or_default()
    }

    fn title(&self) -> &'static str {
        R::TITLE
    }

    fn dimensions(&self) -> (u8, u8) {
        (R::Geometry::SHAPE.files, R::Geometry::SHAPE.ranks)
    }

    fn start_fen(&self) -> String {
        self.start.fen()
    }

    fn set_start_field(&mut self, field: &str) {
        let begun = self.line.moves().next().is_some() || self.fen() != self.start_fen();
        self.start = start_with(field);
        if !begun {
            self.restart();
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let start = match fen {
            Some(fen) => Position::from_fen(fen)?,
            None => self.start,
        };
        let mut line = Line::new(start);
        for (number, text) in (1..).zip(moves) {
            let mv = line.position().parse_move(text);
            line.make_unchecked(mv.map_err(|error| PositionError::Move { number, error })?);
        }
        self.line = line;
        Ok(())
    }

    fn canonical(&self, text: &str) -> Result<String, MoveError> {
        let mv = self.position().parse_move(text)?;
        Ok(self.position().move_text(mv))
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.position().parse_move(text)?;
        let text = self.position().move_text(mv);
        self.line.make_unchecked(mv);
        Ok(text)
    }

    fn san(&self, text: &str) -> Result<String, MoveError> {
        Ok(self.position().san(self.position().parse_move(text)?))
    }

    fn read_san(&self, san: &str) -> Result<String, MoveError> {
        Ok(self.position().move_text(self.position().parse_san(san)?))
    }

    fn undo(&mut self) -> bool {
        self.line.undo().is_some()
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn checkers(&self) -> Vec<String> {
        self.position().checkers().squares().map(R::Geometry::square_name).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn repetitions(&self) -> usize {
        self.line.repetitions(usize::MAX)
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.position().legal_moves();
        let mut texts: Vec<_> = moves.iter().map(|&mv| self.position().move_text(mv)).collect();
        texts.sort_unstable();
        texts
    }

    fn moves(&self) -> Vec<MoveParts> {
        self.position().legal_moves().iter().map(|&mv| self.position().parts(mv)).collect()
    }

    fn parts(&self, text: &str) -> Result<MoveParts, MoveError> {
        Ok(self.position().parts(self.position().parse_move(text)?))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    fn objection(&self, from: &str, to: &str) -> Option<Objection> {
        self.position().objection(from, to)
    }

    fn kinds(&self) -> &'static [KindInfo] {
        R::KINDS
    }

    fn kinds_at_start(&self) -> Vec<KindName> {
        kind_names::<R>(&kinds_of(&Position::<R>::start()))
    }

    fn new_kinds(&self) -> Vec<KindName> {
        let known = kinds_of(&Position::<R>::start());
        let new: Vec<Kind> = kinds_of(self.position());
        kind_names::<R>(&new.into_iter().filter(|kind| !known.contains(kind)).collect::<Vec<_>>())
    }

    fn becomes(&self, text: &str) -> Option<&'static str> {
        let mv = self.position().parse_move(text).ok()?;
        Some(R::KINDS[mv.becomes().index()].name)
    }

    fn moves_played(&self) -> Vec<String> {
        self.line.start().move_texts(self.line.moves())
    }

    fn sans_played(&self) -> Vec<String> {
        self.line.start().written(self.line.moves(), Position::san)
    }

    fn clock(&self) -> u32 {
        self.position().clock()
    }

    fn move_number(&self) -> u32 {
        self.position().move_number()
    }

    fn board(&self) -> Vec<Vec<Option<String>>> {
        let shape = R::Geometry::SHAPE;
        let cell = |file, rank| {
            R::Geometry::square(file, rank).map(|square| {
                let piece = self.position().placement().at(square);
                piece.map(R::token).unwrap_or_default().replace(['{', '}'], "")
            })
        };
        let row = |rank| (0..shape.files.into()).map(|file| cell(file, rank)).collect();
        (0..shape.ranks.into()).rev().map(row).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        let shape = R::Geometry::SHAPE;
        let cell = |file, rank| match R::Geometry::square(file, rank) {
            None => Cell::Hole,
            Some(square) => self.position().placement().at(square).map_or(Cell::Empty, Cell::Piece),
        };
        let row = |rank| (0..shape.files.into()).map(move |file| cell(file, rank));
        (0..shape.ranks.into()).flat_map(row).collect()
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}
