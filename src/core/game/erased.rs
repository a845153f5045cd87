//! A game in play of one ruleset, and how it is made for a game whose ruleset is not known.

use super::lenders::lenders;
use super::move_view::view;
use super::objection::{castlings, objection, objection_to_drop};
use super::session::{Describe, Game, Notation, PositionError, Session, TypedError};
use super::targets::targets;
use super::typed::{Names, typed};
use super::ways::ways;
use super::{MoveView, Objection, Targets};
use crate::board::{Bits, Color, Geometry, Shape, Square};
use crate::position::perft::{Counter, perft};
use crate::position::{
    EnPassant, FenError, IllegalMove, Line, Move, MoveError, Position, Setup, SetupError,
    read_state,
};
use crate::rules::{
    Castle, CastlingRights, Kind, KindInfo, Outcome, Piece, Power, PowerSet, Ruleset, Variant,
    Visitor,
};

/// A game at its start.
pub fn session(variant: Variant) -> Box<dyn Session> {
    struct New(Variant);

    impl Visitor for New {
        type Output = Box<dyn Session>;

        fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
            Box::new(GameOf::new(self.0, rules))
        }
    }

    variant.visit(New(variant))
}

/// A game in play of one ruleset.
#[derive(Clone, Debug)]
pub struct GameOf<R: Ruleset> {
    variant: Variant,
    start: Position<R>,
    line: Line<R>,
}

impl<R: Ruleset> GameOf<R> {
    /// A game at its start. `variant` is the variant of the ruleset.
    pub fn new(variant: Variant, rules: R) -> Self {
        let start = Position::start(rules);
        Self { variant, start, line: Line::new(start) }
    }

    /// The position with the moves that led to it.
    pub const fn line(&self) -> &Line<R> {
        &self.line
    }

    /// The position.
    pub const fn position(&self) -> &Position<R> {
        self.line.position()
    }

    /// Goes back to the start position.
    pub fn restart(&mut self) {
        self.line = Line::new(self.start);
    }
}

/// The kinds that the pieces on a board and in the hands are shown as, each once, in the order of their numbers.
fn kinds_of<R: Ruleset>(position: &Position<R>) -> Vec<Kind> {
    let placement = position.placement();
    let on_board = Color::ALL.into_iter().flat_map(|color| placement.pieces(color));
    let in_hand = Color::ALL.into_iter().flat_map(|color| position.in_hand(color));
    let there = on_board.map(|(_, kind)| position.facts().shown(kind));
    let there: Vec<Kind> = there.chain(in_hand.map(|(kind, _)| kind)).collect();
    position.facts().each_kind().filter(|kind| there.contains(kind)).collect()
}

/// The moves of a line from a position, each as `write` has it, up to the first that is not legal.
fn written<R: Ruleset>(
    position: &Position<R>,
    line: &[Move],
    write: impl Fn(&Position<R>, Move) -> String,
) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(write(&position, mv));
        position.play_unchecked(mv);
    }
    texts
}

/// A square that the arrays of a board have room for; it may be a hole.
fn inside<R: Ruleset>(position: &Position<R>, square: Square) -> Option<Square> {
    (square.index() < position.board().shape().cells()).then_some(square)
}

/// The squares of a move that is not legal: all that can be written of it. The board may not have
/// them.
fn squares_alone<R: Ruleset>(position: &Position<R>, mv: Move) -> String {
    let shape = position.board().shape();
    let name = |square: Square| {
        inside(position, square).map_or_else(|| "??".to_owned(), |square| shape.square_name(square))
    };
    if mv.is_drop() { name(mv.to()) } else { name(mv.from()) + &name(mv.to()) }
}

impl<R: Ruleset> Game for GameOf<R> {
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.line.make_unchecked(mv);
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        self.line.undo()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves().to_vec()
    }

    fn moves_played(&self) -> Vec<Move> {
        self.line.moves().collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn cannot_win(&self, side: Color) -> bool {
        self.position().cannot_win(side)
    }

    fn repetitions(&self) -> usize {
        self.line.repetitions(usize::MAX)
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn is_in_check(&self) -> bool {
        self.position().in_check()
    }

    fn checkers(&self) -> Vec<Square> {
        self.position().checkers().squares().collect()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn clock(&self) -> u32 {
        self.position().clock()
    }

    fn move_number(&self) -> u32 {
        self.position().move_number()
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let start = match fen {
            Some(fen) => Position::from_fen(self.position().rules(), fen)?,
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

    fn mended_fen(&self, fen: &str) -> (String, Vec<FenError>) {
        Position::mended_fen(self.position().rules(), fen)
    }

    fn set_setup(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.line = Line::new(Position::from_setup(self.position().rules(), setup)?);
        Ok(())
    }

    fn set_start_field(&mut self, field: &str) -> Result<(), SetupError> {
        let state = read_state(self.position().rules(), field)?;
        let has_begun = !self.line.is_empty() || self.position() != &self.start;
        self.start = Position::start_in(self.position().rules(), state);
        if !has_begun {
            self.restart();
        }
        Ok(())
    }

    fn count(&self, depth: u32, counter: Counter<'_>) -> Option<u64> {
        counter.count(self.position(), depth)
    }

    fn divide(&self, depth: u32, counter: Counter<'_>) -> Option<Vec<(Move, u64)>> {
        counter.divide(self.position(), depth)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }
}

impl<R: Ruleset> Describe for GameOf<R> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn title(&self) -> &'static str {
        self.position().facts().title
    }

    fn shape(&self) -> &'static Shape {
        self.position().board().shape()
    }

    fn setup(&self) -> Setup {
        self.position().setup()
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn start_fen(&self) -> String {
        self.start.fen()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position().placement().at(inside(self.position(), square)?)
    }

    fn castles(&self) -> &'static [Castle] {
        self.position().facts().castles
    }

    fn castling(&self) -> CastlingRights {
        self.position().castling()
    }

    fn possible_castling(&self) -> CastlingRights {
        self.position().possible_castling()
    }

    fn en_passant(&self) -> Option<EnPassant> {
        self.position().en_passant()
    }

    fn in_hand(&self, color: Color) -> Vec<(Kind, u8)> {
        self.position().in_hand(color).collect()
    }

    fn kinds_in_hand(&self) -> Vec<Kind> {
        let rules = self.position().rules().hands();
        rules.into_iter().flat_map(|rules| &rules.drops).map(|drop| drop.kind).collect()
    }

    fn kinds(&self) -> &'static [KindInfo] {
        self.position().facts().kinds
    }

    fn promotes(&self, kind: Kind) -> bool {
        kind.index() < self.position().facts().kinds.len()
            && !self.position().rules().promotion_zone(kind, Color::White).is_empty()
    }

    fn promotes_by(&self, piece: Piece, from: Square, to: Square) -> bool {
        let rules = self.position().rules();
        self.promotes(piece.kind())
            && rules.promotion_zone_from(piece.kind(), piece.color(), from).has(to)
    }

    fn powers_at(&self, square: Square) -> PowerSet {
        let powers = |piece: Piece| self.position().placement().powers_at(square, piece.kind());
        self.piece_at(square).map_or_else(PowerSet::default, powers)
    }

    fn kinds_at_start(&self) -> Vec<Kind> {
        kinds_of(&self.start)
    }

    fn new_kinds(&self) -> Vec<Kind> {
        let known = self.kinds_at_start();
        let mut kinds = kinds_of(self.position());
        kinds.retain(|kind| !known.contains(kind));
        kinds
    }

    fn token(&self, piece: Piece) -> String {
        self.kind(piece.kind())
            .map_or_else(|| "?".to_owned(), |_| self.position().facts().token(piece))
    }

    fn view(&self, mv: Move) -> Option<MoveView> {
        self.position().is_legal(mv).then(|| view(self.position(), mv))
    }

    fn views(&self) -> Vec<MoveView> {
        self.position().legal_moves().iter().map(|&mv| view(self.position(), mv)).collect()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.position().is_noisy(mv)
    }

    fn lenders(&self, square: Square) -> Vec<(Power, Square)> {
        let lenders = |square| lenders(self.position(), square);
        inside(self.position(), square).map_or_else(Vec::new, lenders)
    }

    fn is_frozen(&self, square: Square) -> bool {
        let position = self.position();
        let is_frozen = |square| position.rules().is_frozen(position.placement(), square);
        inside(position, square).is_some_and(is_frozen)
    }

    fn ways(&self, mv: Move) -> PowerSet {
        if self.position().is_legal(mv) { ways(self.position(), mv) } else { PowerSet::default() }
    }

    fn targets(&self, square: Square) -> Option<Targets> {
        targets(self.position(), inside(self.position(), square)?)
    }

    fn castlings(&self, square: Square) -> Vec<(Square, Option<Objection>)> {
        inside(self.position(), square).map_or_else(Vec::new, |at| castlings(self.position(), at))
    }

    fn objection(&self, from: Square, to: Square) -> Option<Objection> {
        objection(self.position(), from, to)
    }

    fn objection_to_drop(&self, kind: Kind, to: Square) -> Option<Objection> {
        objection_to_drop(self.position(), kind, to)
    }
}

impl<R: Ruleset> Notation for GameOf<R> {
    fn text(&self, mv: Move) -> String {
        let position = self.position();
        if position.is_legal(mv) { position.move_text(mv) } else { squares_alone(position, mv) }
    }

    fn parse(&self, text: &str) -> Result<Move, MoveError> {
        self.position().parse_move(text)
    }

    fn san(&self, mv: Move) -> String {
        let position = self.position();
        if position.is_legal(mv) { position.san(mv) } else { squares_alone(position, mv) }
    }

    fn parse_san(&self, san: &str) -> Result<Move, MoveError> {
        self.position().parse_san(san)
    }

    fn typed(&self, text: &str) -> Result<Vec<Move>, TypedError> {
        let position = self.position();
        let makes = &|mv, kind| position.makes(mv, kind);
        typed(self, Names { facts: position.facts(), makes }, text)
    }

    fn texts(&self, line: &[Move]) -> Vec<String> {
        written(self.position(), line, Position::move_text)
    }

    fn sans(&self, line: &[Move]) -> Vec<String> {
        written(self.position(), line, Position::san)
    }

    fn legal_texts(&self) -> Vec<String> {
        let position = self.position();
        position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect()
    }

    fn legal_sans(&self) -> Vec<String> {
        self.position().legal_sans()
    }

    fn texts_played(&self) -> Vec<String> {
        written(self.line.start(), &self.moves_played(), Position::move_text)
    }

    fn sans_played(&self) -> Vec<String> {
        written(self.line.start(), &self.moves_played(), Position::san)
    }

    fn moves_by_text(&self) -> Vec<Move> {
        self.position().moves_by_text()
    }
}

impl<R: Ruleset> Session for GameOf<R> {
    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}
