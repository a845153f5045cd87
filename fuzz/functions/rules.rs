//! Positions, moves and whole games, and what must hold in each of them.

use std::collections::HashSet;

use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::{Outcome, Reason, Variant};

use crate::input::is_thorough;

/// The game and the position of a line `GAME FEN`; `None` if it is none. Without a FEN, the game is
/// at its start.
fn read(line: &str) -> Option<Box<dyn Session>> {
    let (name, fen) = line.split_once(' ').unwrap_or((line, ""));
    let mut session = game::session(name.parse().ok()?);
    let fen = (!fen.trim().is_empty()).then_some(fen);
    session.set_position(fen, &[]).ok()?;
    Some(session)
}

/// Fails unless the position is the same when it is written and read, as text and as data, and unless
/// each of its moves is the same when it is written and read, in both notations. A position without a
/// king, in which a game can end, is not one to begin with.
fn check(session: &dyn Session) {
    if matches!(session.outcome(), Some(Outcome::Win(_, Reason::Annihilation))) {
        return;
    }
    let fen = session.fen();
    let mut copy = game::session(session.variant());
    copy.set_position(Some(&fen), &[]).expect("the FEN of a position is read");
    assert_eq!((copy.fen(), copy.key()), (fen.clone(), session.key()), "FEN");
    copy.set_setup(&session.setup()).expect("the data of a position are taken");
    assert_eq!((copy.fen(), copy.key()), (fen.clone(), session.key()), "setup of {fen}");
    let moves = session.legal_moves();
    assert_eq!(session.perft(1), moves.len() as u64, "{fen}");
    let mut texts = HashSet::new();
    for &mv in &moves {
        let (text, san) = (session.text(mv), session.san(mv));
        assert_eq!(session.parse(&text).ok(), Some(mv), "{text} in {fen}");
        assert_eq!(session.parse_san(&san).ok(), Some(mv), "{san} in {fen}");
        assert!(texts.insert(text.clone()), "two moves are {text} in {fen}");
        assert_eq!(session.view(mv).expect("a legal move").mv, mv);
    }
    assert_eq!(session.is_in_check(), !session.checkers().is_empty(), "{fen}");
}

/// Fails unless each move can be made and unmade, and leads to a position in which all holds.
fn try_moves(session: &mut dyn Session) {
    let before = (session.fen(), session.key(), session.moves_played().len());
    for mv in session.legal_moves() {
        session.play(mv).expect("a legal move is played");
        check(session);
        assert_eq!(session.undo(), Some(mv));
        assert_eq!((session.fen(), session.key(), session.moves_played().len()), before);
    }
}

/// A line `GAME FEN`: a position that is accepted is whole, and so is each one a move later.
pub fn positions(data: &[u8]) {
    let Some(mut session) = str::from_utf8(data).ok().and_then(read) else { return };
    check(&*session);
    let _ = session.outcome();
    try_moves(&mut *session);
}

/// A line `GAME FEN`, and lines that may be moves in any notation. Those that are, are played.
pub fn moves(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut lines = text.lines();
    let Some(mut session) = lines.next().and_then(read) else { return };
    for line in lines.take(40) {
        let coordinates = session.parse(line);
        let san = session.parse_san(line);
        for mv in [&coordinates, &san].into_iter().flatten() {
            assert!(session.legal_moves().contains(mv), "{line} in {}", session.fen());
        }
        if let Ok(typed) = session.typed(line) {
            assert!(!typed.is_empty(), "{line} in {}", session.fen());
            assert!(typed.iter().all(|mv| session.legal_moves().contains(mv)), "{line}");
        }
        if let Ok(mv) = coordinates.or(san) {
            session.play(mv).expect("a legal move is played");
            check(&*session);
        }
    }
}

/// A game is not longer than this, so that many are tried.
const MOST_PLIES: usize = 160;

/// A game in which each byte chooses a legal move; the first one chooses which game it is. A fuzzer does
/// what takes long in one game of sixteen.
pub fn games(data: &[u8]) {
    let Some((&first, choices)) = data.split_first() else { return };
    let variant = Variant::bundled()[usize::from(first) % Variant::bundled().len()];
    let thorough = is_thorough(16, data);
    let mut session = game::session(variant);
    let state = |session: &dyn Session| (session.key(), thorough.then(|| session.fen()));
    let mut states = vec![state(&*session)];
    for &choice in choices.iter().take(MOST_PLIES) {
        let moves = session.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        if thorough && choice % 16 == 0 {
            // Counting two plies together, and move by move.
            let each = moves.iter().map(|&mv| {
                session.play(mv).expect("a legal move is played");
                let replies = session.legal_moves().len() as u64;
                session.undo();
                replies
            });
            let replies: u64 = each.collect::<Vec<_>>().into_iter().sum();
            assert_eq!(session.perft(2), replies, "{}", session.fen());
        }
        session.play(mv).expect("a legal move is played");
        if thorough && choice % 16 == 1 {
            check(&*session);
        }
        states.push(state(&*session));
    }
    let _ = (session.outcome(), session.repetitions());
    if thorough {
        let _ = (session.sans_played(), session.views());
    }
    while let Some(before) = states.pop() {
        assert_eq!(state(&*session), before, "a move is taken back");
        assert_eq!(session.undo().is_some(), !states.is_empty());
    }
}
