//! A game played again, with what the measures look at.

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{MoveView, Session};
use vertumnus_core::rules::{Kind, KindInfo, Outcome, Piece, PowerSet, Reason};
use vertumnus_lab::games::{BadGame, Filter, GameRecord, GameResult, Replay};

use crate::feature::{Feature, Features};

/// What made a move possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The piece could have made it as what it was when the game began, or as what it was promoted to.
    Own,
    /// Only a power that the piece has come by since then.
    Acquired,
    /// Only a power that a neighbor lends it.
    Borrowed,
}

/// A move of a game, and the position before it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The side that moves.
    pub(crate) side: Color,
    /// The move, with kinds as they are shown.
    pub(crate) view: MoveView,
    /// How many moves are legal.
    pub(crate) legal: usize,
    /// The score that the mover found, in centipawns for White.
    pub(crate) score: Option<i32>,
    /// The rules that the move makes use of.
    pub(crate) features: Features,
    /// Those that some legal move makes use of.
    pub(crate) possible: Features,
    /// What the mover takes.
    pub(crate) taken: Vec<Kind>,
    /// What made the move possible.
    pub(crate) source: Source,
    /// How many pieces are on the board.
    pub(crate) men: usize,
    /// The pieces, on the board and in hand, by which White has more of a kind; `None` unless the position is quiet.
    pub(crate) material: Option<Vec<(Kind, i8)>>,
}

/// A game played again.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// Its moves.
    pub(crate) steps: Vec<Step>,
    /// How it ended.
    pub(crate) result: GameResult,
    /// The rule by which it ended; `None` if it was broken off.
    pub(crate) reason: Option<Reason>,
    /// The pieces at the beginning.
    pub(crate) start: Vec<Kind>,
    /// What those were at the beginning that are left at the end.
    pub(crate) survivors: Vec<Kind>,
}

/// What a piece was.
#[derive(Clone, Copy, Debug)]
struct Past {
    /// When the game began; `None` if it has come from a hand.
    born: Option<Kind>,
    /// The same, or what it came to the board as, or what it was promoted to.
    base: Kind,
}

impl Trace {
    /// Plays a game again in a session of its variant, which then holds the last position.
    ///
    /// # Errors
    /// If the game cannot be played.
    pub(crate) fn of(game: &GameRecord, session: &mut dyn Session) -> Result<Self, BadGame> {
        let mut replay = Replay::start(game, session)?;
        let mut pasts: Vec<Option<Past>> = (0..session.shape().cells())
            .map(|cell| session.piece_at(Square::new(cell as u8)).map(Piece::kind))
            .map(|kind| kind.map(|kind| Past { born: Some(kind), base: kind }))
            .collect();
        let start = pasts.iter().flatten().filter_map(|past| past.born).collect();
        let mut steps = Vec::with_capacity(game.plies.len());
        while let Some(step) = replay.next(session)? {
            let views = session.views();
            let view = views.iter().find(|view| view.mv == step.mv).cloned();
            let view = view.ok_or(BadGame::Move(steps.len() + 1))?;
            let of = |view: &MoveView| Features::of(session, view);
            let possible = views.iter().map(of).fold(Features::default(), Features::with);
            let is_quiet = Filter::default().score(&step, session).is_some();
            let base = pasts[view.from.index()].map_or(view.mover, |past| past.base);
            steps.push(Step {
                side: session.side_to_move(),
                legal: views.len(),
                score: step.score,
                features: of(&view),
                possible,
                taken: taken(session, &view),
                source: source(session, &view, base),
                men: pasts.iter().flatten().count(),
                material: is_quiet.then(|| material(session)),
                view: MoveView {
                    mover: session.shown(view.mover),
                    becomes: session.shown(view.becomes),
                    ..view.clone()
                },
            });
            follow(session, &view, &mut pasts);
        }
        let survivors = pasts.iter().flatten().filter_map(|past| past.born).collect();
        let reason = session.outcome().map(Outcome::reason);
        Ok(Self { steps, result: game.result, reason, start, survivors })
    }

    /// The side that won.
    pub(crate) const fn winner(&self) -> Option<Color> {
        match self.result {
            GameResult::White => Some(Color::White),
            GameResult::Draw => None,
            GameResult::Black => Some(Color::Black),
        }
    }
}

/// What a move takes by capturing, in the order of its way.
fn taken(session: &dyn Session, view: &MoveView) -> Vec<Kind> {
    let captured = view.victims().filter(|&(_, is_captured)| is_captured);
    let kinds = captured.filter_map(|(square, _)| session.piece_at(square)).map(Piece::kind);
    kinds.map(|kind| session.shown(kind)).collect()
}

/// What made a move possible to a piece that was of this kind.
fn source(session: &dyn Session, view: &MoveView, base: Kind) -> Source {
    let powers = |kind: Kind| session.kind(kind).map_or_else(PowerSet::default, powers_of);
    let (own, all) = (powers(view.mover), session.powers_at(view.from));
    if view.is_drop || own == all && view.mover == base {
        return Source::Own;
    }
    let ways = session.ways(view.mv);
    let lead = |set: PowerSet| ways == PowerSet::default() || ways.without(set) != ways;
    if !lead(own) {
        Source::Borrowed
    } else if !lead(powers(base)) {
        Source::Acquired
    } else {
        Source::Own
    }
}

const fn powers_of(info: &KindInfo) -> PowerSet {
    info.powers
}

/// By how many pieces of each kind White has more, where the sides differ.
fn material(session: &dyn Session) -> Vec<(Kind, i8)> {
    let mut differences = vec![0_i8; session.kinds().len()];
    let sign = |color| if color == Color::White { 1 } else { -1 };
    for square in session.shape().squares() {
        if let Some(piece) = session.piece_at(square) {
            differences[session.shown(piece.kind()).index()] += sign(piece.color());
        }
    }
    // Of hands that never become empty, both sides have the same.
    for color in Color::ALL {
        for (kind, count) in session.in_hand(color) {
            differences[kind.index()] += sign(color) * i8::try_from(count).unwrap_or(i8::MAX);
        }
    }
    let kinds = differences.into_iter().zip((0..).map(Kind::new));
    kinds
        .filter(|&(difference, _)| difference != 0)
        .map(|(difference, kind)| (kind, difference))
        .collect()
}

/// Moves the past of pieces with them.
fn follow(session: &dyn Session, view: &MoveView, pasts: &mut [Option<Past>]) {
    let side = session.side_to_move();
    let dropped = view.is_drop.then_some(Past { born: None, base: view.becomes });
    let mut mover = pasts[view.from.index()].take().or(dropped);
    if let Some(past) = mover.as_mut()
        && Feature::Promotion.is_in(session, view)
    {
        past.base = view.becomes;
    }
    if view.is_castling {
        let castle = session
            .castles()
            .iter()
            .find(|castle| castle.color == side && castle.king == (view.from, view.to));
        if let Some(castle) = castle {
            pasts[castle.rook.1.index()] = pasts[castle.rook.0.index()].take();
        }
    }
    pasts[view.to.index()] = mover;
    for square in view.emptied() {
        pasts[square.index()] = None;
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::{Variant, definition};
    use vertumnus_lab::games::Ply;

    /// The record of a game from these moves and White's scores before them. The result is that of the last
    /// position; otherwise a draw. `None` if the game is not built in.
    pub(crate) fn record(game: &str, fen: &str, moves: &[(&str, i32)]) -> Option<GameRecord> {
        let variant = Variant::named(game)?;
        let mut session = session(variant);
        let start = Some(fen).filter(|fen| !fen.is_empty());
        session.set_position(start, &[]).expect("a position");
        let mut plies = Vec::new();
        for &(text, score) in moves {
            let mv = session.parse(text).expect("a legal move");
            plies.push(Ply::of(&*session, mv, Some(score)));
            session.play(mv).expect("a legal move");
        }
        let result = session.outcome().map_or(GameResult::Draw, GameResult::from);
        Some(GameRecord { variant, start: fen.to_owned(), result, plies })
    }

    /// Crazyhouse; `None` in a build without written games.
    pub(crate) fn house() -> Option<Variant> {
        let read = definition::read(b"[measured-house:crazyhouse]\n", |_| false).expect("a text");
        Variant::load(read.games[0].definition.as_ref().expect("a game")).ok()
    }

    /// The trace of such a game.
    pub(crate) fn trace(game: &str, fen: &str, moves: &[(&str, i32)]) -> Option<Trace> {
        let record = record(game, fen, moves)?;
        Some(Trace::of(&record, &mut *session(record.variant)).expect("a game"))
    }
}

#[cfg(test)]
mod tests {
    use super::testing::trace;
    use super::*;

    fn sources(trace: &Trace) -> Vec<Source> {
        trace.steps.iter().map(|step| step.source).collect()
    }

    #[test]
    fn a_power_that_was_absorbed_is_told_from_the_piece_s_own() {
        // The rook absorbs a knight, leaps as one, and slides on; then a pawn is promoted and slides.
        let moves =
            [("d1d5{rn}", 0), ("h7h6", 0), ("d5e7", 0), ("h6h5", 0), ("e7d7", 0), ("h5h4", 0)];
        let fen = "7k/7p/8/3n4/8/8/8/3RK3 w - - 0 1";
        let Some(trace) = trace("powerabsorption", fen, &moves) else { return };
        let (own, acquired) = (Source::Own, Source::Acquired);
        assert_eq!(sources(&trace), [own, own, acquired, own, own, own]);
        assert!(trace.steps[0].features.has(Feature::Absorption));
        assert_eq!(trace.steps[0].taken.len(), 1);
        assert_eq!((trace.start.len(), trace.survivors.len()), (5, 4));
        assert_eq!((trace.result, trace.reason), (GameResult::Draw, None));
    }

    #[test]
    fn a_power_that_is_lent_is_told_from_the_piece_s_own() {
        // The pawn on e4 has the bishop's slide from f4.
        let fen = "***1***/*1k3*/*5*/*5*/7/*3PB*/*2R2*/*5*/***K*** w - - 0 1";
        let Some(trace) = trace("combination", fen, &[("e4d5", 0)]) else { return };
        assert_eq!(sources(&trace), [Source::Borrowed]);
        assert!(trace.steps[0].features.has(Feature::Borrowed));
    }

    /// A queen that was a pawn is taken, and comes back as one; the mover's own pieces in hand count for it.
    #[test]
    fn what_comes_from_a_hand_is_on_the_board_and_was_not_there_at_the_start() {
        let Some(house) = super::testing::house() else { return };
        let fen = "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1";
        let moves = [("b7b8q", 0), ("a8b8", 0), ("e1e2", 0), ("P@e3", 0), ("e2e1", 0)];
        let trace = trace(house.name(), fen, &moves).expect("it is loaded");
        assert!(sources(&trace).iter().all(|&source| source == Source::Own), "{trace:?}");
        let queen = trace.steps[0].view.becomes;
        let house = vertumnus_core::game::session(house);
        assert_eq!((house.shown(queen), &trace.steps[1].taken), (queen, &vec![queen]));
        assert_eq!((trace.start.len(), trace.survivors.len()), (4, 3));
        let men: Vec<usize> = trace.steps.iter().map(|step| step.men).collect();
        assert_eq!(men, [4, 4, 3, 3, 4]);
        let black_has_more = |step: &Step| step.material.as_ref().map(Vec::len);
        assert_eq!(
            (black_has_more(&trace.steps[2]), black_has_more(&trace.steps[4])),
            (Some(2), Some(2))
        );
    }

    #[test]
    fn castled_rooks_and_promoted_pawns_are_followed() {
        let moves = [("e1g1", 0), ("h3h2", 0), ("g1h1", 0), ("a6a5", 0), ("b7b8q", 0), ("a5a4", 0)];
        let more = [("b8b1", 0), ("a4a3", 0), ("f1f7", 0)];
        let fen = "8/1P6/k7/8/8/7p/8/4K2R w K - 0 1";
        let Some(trace) = trace("chess", fen, &[&moves[..], &more].concat()) else { return };
        assert!(
            sources(&trace).iter().all(|&source| source == Source::Own),
            "{:?}",
            sources(&trace)
        );
        assert_eq!(trace.survivors.len(), 5);
        // White has a queen and a rook against a pawn, and has promoted its own.
        let material = trace.steps[6].material.as_ref().expect("it is quiet");
        let differences: Vec<i8> = material.iter().map(|&(_, difference)| difference).collect();
        assert_eq!(differences, [-1, 1, 1], "{material:?}");
    }
}
