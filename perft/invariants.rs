//! Properties that every position of every game must have, checked by other methods than the engine's.

use std::collections::HashSet;

use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::position::{Line, Move, Position, Stage, perft};
use vertumnus_core::rules::{BitsOf, Kind, Landing, Placement, Ruleset};

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// Checks a position, and every position that one move leads to.
pub(crate) fn check<R: Ruleset>(position: &Position<R>) -> Result<(), String> {
    let moves = position.legal_moves();
    representation(position)
        .and_then(|()| checks(position))
        .and_then(|()| generation(position, &moves))
        .and_then(|()| legality(position, &moves))
        .and_then(|()| text(position, &moves))
        .and_then(|()| play(position, &moves))
        .map_err(|message| format!("{message}\nin {}", position.fen()))
}

/// Whether two positions are equal in everything that they hold.
fn same<R: Ruleset>(a: &Position<R>, b: &Position<R>) -> bool {
    a.fen() == b.fen() && a.key() == b.key() && a.placement().agrees_with(b.placement())
}

/// The representations of the pieces agree, and the FEN describes the position completely.
fn representation<R: Ruleset>(position: &Position<R>) -> Result<(), String> {
    let placement = position.placement();
    ensure!(
        placement.agrees_with(&placement.recomputed()),
        "bitboards, lists or key disagree with the mailbox: {placement:?}"
    );
    if Color::ALL.iter().any(|&color| placement.king(color).is_none()) {
        return Ok(());
    }
    let read = Position::from_fen(position.rules(), &position.fen())
        .map_err(|e| format!("own FEN: {e}"))?;
    ensure!(same(position, &read), "the FEN reads as {} with another key or pieces", read.fen());
    Ok(())
}

/// The squares that the piece on a square attacks, if pieces and barriers block slides.
fn attacked_from<R: Ruleset>(
    placement: &Placement<R>,
    (from, kind): (Square, Kind),
    color: Color,
    blockers: BitsOf<R>,
) -> BitsOf<R> {
    let powers = placement.powers_at(from, kind);
    powers.iter().fold(BitsOf::<R>::EMPTY, |set, power| {
        set | power.attacks(placement.board(), color, from, blockers)
    })
}

/// The squares that each piece of a side attacks. The slides of a king end at squares that the enemy's
/// other pieces attack.
fn control<R: Ruleset>(
    placement: &Placement<R>,
    color: Color,
    occupied: BitsOf<R>,
) -> impl Iterator<Item = (Square, BitsOf<R>)> {
    placement.pieces(color).map(move |(from, kind)| {
        let mut blockers = occupied;
        if R::ROYAL_SLIDES && placement.facts().is_royal(kind) {
            for (from, kind) in
                placement.pieces(!color).filter(|&(_, kind)| !placement.facts().is_royal(kind))
            {
                blockers |= attacked_from(placement, (from, kind), !color, occupied);
            }
        }
        (from, attacked_from(placement, (from, kind), color, blockers))
    })
}

/// The squares from which pieces of `by` attack a square, found by asking each piece in turn. The
/// engine looks from the attacked square instead.
fn attackers<R: Ruleset>(placement: &Placement<R>, target: Square, by: Color) -> BitsOf<R> {
    control(placement, by, placement.occupied())
        .filter(|(_, attacked)| attacked.has(target))
        .fold(BitsOf::<R>::EMPTY, |set, (from, _)| set | BitsOf::<R>::of(from))
}

/// Whether a side has lost its king, or could lose it to a capture while the enemy has one.
fn is_lost<R: Ruleset>(position: &Position<R>, color: Color) -> bool {
    let placement = position.placement();
    placement.king(color).is_none()
        || placement.king(!color).is_some() && is_exposed(position, color)
}

fn is_exposed<R: Ruleset>(position: &Position<R>, color: Color) -> bool {
    let placement = position.placement();
    placement.king(color).is_some_and(|king| !attackers(placement, king, !color).is_empty())
}

/// The same pieces give check whether one looks from the king or from the pieces.
fn checks<R: Ruleset>(position: &Position<R>) -> Result<(), String> {
    let us = position.side_to_move();
    let checkers = position.checkers();
    let placement = position.placement();
    let expected = placement.king(us).map_or(Bits::EMPTY, |king| attackers(placement, king, !us));
    ensure!(checkers == expected, "checkers are {checkers:?}, not {expected:?}");
    ensure!(position.in_check() != checkers.is_empty(), "in check, or not, without checkers");
    ensure!(!is_lost(position, !us), "the side that has moved is in check");
    Ok(())
}

fn generated<R: Ruleset>(position: &Position<R>, stage: Stage) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal().for_each(stage, |mv| moves.push(mv));
    moves
}

fn sorted_words(moves: impl IntoIterator<Item = Move>) -> Vec<u32> {
    let mut words: Vec<u32> = moves.into_iter().map(Move::to_word).collect();
    words.sort_unstable();
    words
}

/// All ways to generate moves give the same moves.
fn generation<R: Ruleset>(position: &Position<R>, moves: &[Move]) -> Result<(), String> {
    let all = sorted_words(moves.iter().copied());
    let distinct: HashSet<u32> = all.iter().copied().collect();
    ensure!(distinct.len() == all.len(), "a move is generated twice");
    let unpacked = moves.iter().filter_map(|mv| Move::from_word_unchecked(mv.to_word()));
    ensure!(unpacked.eq(moves.iter().copied()), "a move does not survive packing");

    let count = position.legal().count();
    ensure!(count == all.len() as u64, "{count} moves are counted, {} listed", all.len());
    ensure!(position.has_legal_move() != all.is_empty(), "there is a legal move, or not");

    let noisy = generated(position, Stage::Noisy);
    let quiet = generated(position, Stage::Quiet);
    ensure!(!quiet.iter().any(|&mv| position.is_capture(mv)), "a capture is called quiet");
    let staged = sorted_words(noisy.into_iter().chain(quiet));
    ensure!(staged == all, "noisy and quiet moves do not make up all moves");

    let legal = position.legal();
    let by_piece = legal.targets().flat_map(|piece| legal.moves_from(piece.from));
    ensure!(sorted_words(by_piece) == all, "the moves piece by piece do not make up all moves");
    Ok(())
}

/// The moves of single pieces to the squares that their powers reach, legal by making each and
/// looking for attackers of the king. Double steps, en passant and castling are not among them.
fn legal_by_trial<R: Ruleset>(position: &Position<R>) -> Vec<Move> {
    let us = position.side_to_move();
    let placement = position.placement();
    let mut moves = Vec::new();
    if position.ended().is_some() {
        return moves;
    }
    for (from, kind) in placement.pieces(us) {
        let mut targets = BitsOf::<R>::EMPTY;
        let occupied = placement.occupied();
        let mut blockers = occupied;
        if R::ROYAL_SLIDES && position.facts().is_royal(kind) {
            let lifted = occupied & !BitsOf::<R>::of(from);
            control(placement, !us, lifted).for_each(|(_, attacked)| blockers |= attacked);
        }
        for power in placement.powers_at(from, kind).iter() {
            targets |= power.attacks(position.board(), us, from, blockers) & placement.of(!us);
            targets |= power.quiet_moves(position.board(), us, from, blockers) & !occupied;
        }
        for to in targets.squares() {
            let becomes = position.becomes(from, to, kind);
            moves.extend(
                becomes
                    .map(|kind| Move::new(from, to, kind))
                    .filter(|&mv| !is_lost(&position.after_unchecked(mv), us)),
            );
        }
    }
    moves
}

fn is_double_step<R: Ruleset>(position: &Position<R>, mv: Move) -> bool {
    (position.facts().double_step.is_some() || R::FREE_STEPS)
        && position.placement().kind_at(mv.from()) == position.facts().pawn
        && position.board().rank(mv.from()).abs_diff(position.board().rank(mv.to())) == 2
}

/// The moves are the ones found by trial, and no special move exposes the king.
fn legality<R: Ruleset>(position: &Position<R>, moves: &[Move]) -> Result<(), String> {
    let us = position.side_to_move();
    let tried: HashSet<Move> = legal_by_trial(position).into_iter().collect();
    for &mv in moves {
        let text = || position.move_text(mv);
        ensure!(position.is_legal(mv), "{} is generated, but not legal", text());
        // A move that was found by trial has been made already.
        let is_safe = tried.contains(&mv) || !is_lost(&position.after_unchecked(mv), us);
        ensure!(is_safe, "{} leaves the king attacked", text());
    }
    let plain = |mv: &Move| {
        Move::new(mv.from(), mv.to(), mv.becomes()) == *mv && !is_double_step(position, *mv)
    };
    let masked: HashSet<Move> = moves.iter().copied().filter(plain).collect();
    let texts = |a: &HashSet<Move>, b: &HashSet<Move>| {
        a.difference(b).map(|&mv| position.move_text(mv)).collect::<Vec<_>>().join(" ")
    };
    ensure!(
        masked == tried,
        "legal by trial alone: {}; generated alone: {}",
        texts(&tried, &masked),
        texts(&masked, &tried)
    );
    Ok(())
}

/// Each move has a text of its own, which is read as this move.
fn text<R: Ruleset>(position: &Position<R>, moves: &[Move]) -> Result<(), String> {
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = position.move_text(mv);
        let parsed = position.parse_move(&text);
        ensure!(parsed == Ok(mv), "{text} is read as {parsed:?}, not {mv:?}");
        ensure!(texts.insert(text.clone()), "{text} is the text of two moves");
    }
    Ok(())
}

/// A move passes the turn and sets the clock correctly, and undoing it restores the position.
fn play<R: Ruleset>(position: &Position<R>, moves: &[Move]) -> Result<(), String> {
    let us = position.side_to_move();
    let mut line = Line::new(*position);
    let mut replies = 0;
    for &mv in moves {
        let text = || position.move_text(mv);
        line.make_unchecked(mv);
        let next = line.position();
        replies += next.legal().count();
        let mover = position.placement().kind_at(mv.from());
        let count = |position: &Position<R>| position.placement().occupied().count();
        let resets = |mover: Kind| {
            let (state, from, to) = (position.state(), mv.from(), mv.to());
            let landing = Landing { state, color: us, mover, from, to, victims: &[], full: 0 };
            position.rules().resets_clock(landing, mv.becomes())
        };
        let reversible = count(next) == count(position) && !mover.is_some_and(resets);
        ensure!(next.side_to_move() == !us, "{} does not pass the turn", text());
        ensure!(
            next.clock() == if reversible { position.clock() + 1 } else { 0 },
            "{} sets the clock to {}",
            text(),
            next.clock()
        );
        ensure!(
            next.move_number() == position.move_number() + u32::from(us == Color::Black),
            "{} makes it move {}",
            text(),
            next.move_number()
        );
        ensure!(line.undo() == Some(mv), "undoing {} names another move", text());
        ensure!(line.position().key() == position.key(), "undoing {} leaves a trace", text());
    }
    let counted = perft::perft(position, 2);
    ensure!(counted == replies, "{counted} replies are counted together, {replies} move by move");
    ensure!(same(line.position(), position), "undoing leaves {}", line.position().fen());
    Ok(())
}
