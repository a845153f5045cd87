//! The view of a position: all that a board shows.

use std::mem::take;

use serde::Serialize;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{MoveView, Session, story};
use vertumnus_core::position::order_of;
use vertumnus_core::rules::{Kind, Piece, PowerSet};
use vertumnus_pictures::Figure;

use super::refusal::Refusal;
use super::request::Request;
use super::variant::{IN_HAND, power_name, powers, side};

/// A position with the moves that led to it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    game: &'static str,
    start_fen: String,
    fen: String,
    moves: Vec<String>,
    sans: Vec<String>,
    turn: &'static str,
    move_number: u32,
    clock: u32,
    key: String,
    repetitions: usize,
    is_check: bool,
    king: Option<String>,
    checkers: Vec<String>,
    outcome: Option<End>,
    pieces: Vec<PieceEntry>,
    in_hand: Hands,
    legal: Vec<MoveEntry>,
    last_move: Option<LastMove>,
}

/// How the game has ended.
#[derive(Serialize)]
struct End {
    result: &'static str,
    reason: String,
    text: String,
}

/// A piece on the board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PieceEntry {
    square: String,
    side: &'static str,
    kind: usize,
    token: String,
    name: &'static str,
    powers: Vec<String>,
    lent: Vec<Lent>,
    is_frozen: bool,
    figure: Option<String>,
}

/// What the sides have in hand.
#[derive(Serialize)]
struct Hands {
    white: Vec<Held>,
    black: Vec<Held>,
}

/// Pieces of a kind in a hand.
#[derive(Serialize)]
struct Held {
    place: String,
    side: &'static str,
    kind: usize,
    token: String,
    name: &'static str,
    count: u8,
    figure: Option<String>,
}

/// A power that neighbors lend.
#[derive(Serialize)]
pub(super) struct Lent {
    pub(super) power: String,
    pub(super) from: Vec<String>,
}

/// A legal move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct MoveEntry {
    text: String,
    san: String,
    from: String,
    to: String,
    stops: Vec<String>,
    mover: usize,
    becomes: usize,
    becomes_token: String,
    is_capture: bool,
    is_en_passant: bool,
    is_castling: bool,
    is_drop: bool,
    absorbs: bool,
    emptied: Vec<String>,
    victims: Vec<Victim>,
    into_hand: Vec<Gain>,
    survives: bool,
    changes_mover: bool,
    figure: Option<String>,
    words: String,
    choice: String,
}

/// A piece that a move takes off the board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Victim {
    square: String,
    side: &'static str,
    kind: usize,
    name: &'static str,
    is_captured: bool,
}

/// A piece that a move puts into a hand.
#[derive(Serialize)]
struct Gain {
    side: &'static str,
    kind: usize,
    name: &'static str,
}

/// The move that led here.
#[derive(Serialize)]
struct LastMove {
    text: String,
    san: String,
    from: String,
    to: String,
    stops: Vec<String>,
    emptied: Vec<String>,
    converted: Vec<String>,
    words: String,
    brief: String,
}

/// The view of the position of a request.
pub(super) fn view(request: &Request) -> Result<View, Refusal> {
    let mut game = request.start()?;
    let start_fen = game.fen();
    request.play(&mut *game)?;
    let game = &*game;
    let known = request.number("sansFrom")?.unwrap_or(0) as usize;
    let name = |square: Square| game.square_name(square);
    let pieces: Vec<(Square, Piece)> = pieces(game).collect();
    let royal = |&&(_, piece): &&(Square, Piece)| {
        piece.color() == game.side_to_move()
            && game.kind(piece.kind()).is_some_and(|info| info.royal)
    };
    Ok(View {
        game: game.variant().name(),
        start_fen,
        fen: game.fen(),
        moves: game.texts_played(),
        sans: sans(game, known),
        turn: side(game.side_to_move()),
        move_number: game.move_number(),
        clock: game.clock(),
        key: format!("{:016x}", game.key()),
        repetitions: game.repetitions(),
        is_check: game.is_in_check(),
        king: pieces.iter().find(royal).map(|&(square, _)| name(square)),
        checkers: game.checkers().into_iter().map(name).collect(),
        outcome: game.outcome().map(|outcome| End {
            result: outcome.result(),
            reason: outcome.reason().to_string(),
            text: outcome.sentence(),
        }),
        pieces: pieces.iter().map(|&(square, piece)| piece_entry(game, square, piece)).collect(),
        in_hand: Hands { white: held(game, Color::White), black: held(game, Color::Black) },
        legal: legal(game),
        last_move: last_move(game),
    })
}

/// The pieces with their squares, by the index of the square.
pub(super) fn pieces(game: &dyn Session) -> impl Iterator<Item = (Square, Piece)> {
    game.shape().squares().filter_map(|square| Some((square, game.piece_at(square)?)))
}

fn piece_entry(game: &dyn Session, square: Square, piece: Piece) -> PieceEntry {
    PieceEntry {
        square: game.square_name(square),
        side: side(piece.color()),
        kind: game.shown(piece.kind()).index(),
        token: game.marked(piece),
        name: kind_name(game, piece.kind()),
        powers: powers(game.powers_at(square)),
        lent: lent(game, square),
        is_frozen: game.is_frozen(square),
        figure: Figure::at(game, square).map(|(color, figure)| figure.id(color)),
    }
}

/// What a side has in hand.
fn held(game: &dyn Session, color: Color) -> Vec<Held> {
    let entry = |(kind, count): (Kind, u8)| {
        let token = game.token(Piece::new(kind, color));
        Held {
            place: token.clone() + IN_HAND,
            side: side(color),
            kind: kind.index(),
            token,
            name: kind_name(game, kind),
            count,
            figure: Figure::of_kind(game, kind).map(|figure| figure.id(color)),
        }
    };
    game.in_hand(color).into_iter().map(entry).collect()
}

/// Where a move begins: a square, or the mover in hand.
fn origin(game: &dyn Session, view: &MoveView) -> String {
    if view.is_drop {
        game.token(Piece::new(view.mover, game.side_to_move())) + IN_HAND
    } else {
        game.square_name(view.from)
    }
}

/// The name of a kind.
pub(super) fn kind_name(game: &dyn Session, kind: Kind) -> &'static str {
    game.kind(kind).map_or("piece", |info| info.name)
}

/// What neighbors lend the piece on a square: each power once, with its lenders.
pub(super) fn lent(game: &dyn Session, square: Square) -> Vec<Lent> {
    let mut lent: Vec<Lent> = Vec::new();
    for (power, lender) in game.lenders(square) {
        let (power, from) = (power_name(power), game.square_name(lender));
        match lent.iter_mut().find(|known| known.power == power) {
            Some(known) => known.from.push(from),
            None => lent.push(Lent { power, from: vec![from] }),
        }
    }
    lent
}

/// The SANs of the moves that were played, but for this many at the beginning.
fn sans(game: &dyn Session, known: usize) -> Vec<String> {
    let played = game.moves_played();
    let line = played.get(known..).unwrap_or_default();
    let mut before = game.boxed_clone();
    for _ in line {
        before.undo();
    }
    before.sans(line)
}

/// The legal moves in the order of their texts.
fn legal(game: &dyn Session) -> Vec<MoveEntry> {
    let (mut texts, mut sans, views) = (game.legal_texts(), game.legal_sans(), game.views());
    let order = order_of(&texts);
    let entry = |place: usize| {
        let (text, san) = (take(&mut texts[place]), take(&mut sans[place]));
        move_entry(game, &views[place], text, san)
    };
    order.into_iter().map(entry).collect()
}

fn move_entry(game: &dyn Session, view: &MoveView, text: String, san: String) -> MoveEntry {
    let name = |square: Square| game.square_name(square);
    let victim = |(square, is_captured): (Square, bool)| {
        let piece = game.piece_at(square)?;
        Some(Victim {
            square: name(square),
            side: side(piece.color()),
            kind: game.shown(piece.kind()).index(),
            name: kind_name(game, piece.kind()),
            is_captured,
        })
    };
    let gain = |piece: &Piece| Gain {
        side: side(piece.color()),
        kind: piece.kind().index(),
        name: kind_name(game, piece.kind()),
    };
    let us = game.side_to_move();
    let color = if view.goes_over { !us } else { us };
    MoveEntry {
        text,
        san,
        from: origin(game, view),
        to: name(view.to),
        stops: stops(game, view),
        mover: game.shown(view.mover).index(),
        becomes: game.shown(view.becomes).index(),
        becomes_token: game.marked(Piece::new(view.becomes, color)),
        is_capture: view.is_capture,
        is_en_passant: view.is_en_passant,
        is_castling: view.is_castling,
        is_drop: view.is_drop,
        absorbs: view.absorbs,
        emptied: view.emptied().map(name).collect(),
        victims: view.victims().filter_map(victim).collect(),
        into_hand: view.gained.iter().map(gain).collect(),
        survives: view.survives(),
        changes_mover: view.changes_mover(),
        figure: Figure::of_kind(game, view.becomes).map(|figure| figure.id(color)),
        words: story::effects(game, view),
        choice: story::choice(game, view),
    }
}

/// The squares of the way of a move on which something happens, its target last. En passant, the
/// pawn that is taken does not stand on the way.
fn stops(game: &dyn Session, view: &MoveView) -> Vec<String> {
    let on_way = view.stops.iter().filter(|_| !view.is_en_passant);
    on_way.chain(&[view.to]).map(|&square| game.square_name(square)).collect()
}

fn last_move(game: &dyn Session) -> Option<LastMove> {
    let mut before = game.boxed_clone();
    let mv = before.undo()?;
    let view = before.view(mv)?;
    let own = view.goes_over.then_some(&view.to);
    Some(LastMove {
        text: before.text(mv),
        san: before.san(mv),
        from: origin(&*before, &view),
        to: game.square_name(view.to),
        stops: stops(game, &view),
        emptied: view.emptied().map(|square| game.square_name(square)).collect(),
        converted: own.into_iter().chain(&view.converted).map(|&at| game.square_name(at)).collect(),
        words: story::effects(&*before, &view),
        brief: story::effects_in_brief(&*before, &view),
    })
}

/// What a move has changed.
#[derive(Serialize)]
pub(super) struct Effect {
    /// The side that made it.
    turn: &'static str,
    /// What left the board and did not come into a hand, the mover too if it vanished.
    lost: Vec<Loss>,
    /// The powers that the mover has gained by what it took.
    gained: Vec<String>,
}

/// A piece that left the board.
#[derive(Serialize)]
struct Loss {
    side: &'static str,
    kind: usize,
}

/// What each of the moves of a request has changed, in their order.
pub(super) fn effects(request: &Request) -> Result<Vec<Effect>, Refusal> {
    let mut game = request.session()?;
    let mut effects = Vec::new();
    while let Some(mv) = game.undo() {
        effects.extend(game.view(mv).map(|view| effect(&*game, &view)));
    }
    effects.reverse();
    Ok(effects)
}

fn effect(game: &dyn Session, view: &MoveView) -> Effect {
    let color = game.side_to_move();
    let is_lost = |&(_, is_captured): &(Square, bool)| !is_captured || view.gained.is_empty();
    let victims = view.victims().filter(is_lost);
    let victims = victims.filter_map(|(square, _)| game.piece_at(square));
    let mover = (!view.survives()).then(|| Piece::new(view.mover, color));
    let powers = |kind| game.kind(kind).map_or_else(PowerSet::default, |info| info.powers);
    let before = powers(view.mover);
    let after = if view.absorbs { powers(view.becomes) } else { before };
    Effect {
        turn: side(color),
        lost: victims
            .chain(mover)
            .map(|piece| Loss { side: side(piece.color()), kind: game.shown(piece.kind()).index() })
            .collect(),
        gained: after.iter().filter(|&power| !before.has(power)).map(power_name).collect(),
    }
}
