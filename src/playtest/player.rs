//! Who plays: the engine, the engine without a rule, and players that do not think.

use std::collections::HashMap;

use vertumnus_core::board::{Color, SplitMix64, Square};
use vertumnus_core::game::{MoveView, Session};
use vertumnus_core::position::{Cell, Move, Setup};
use vertumnus_core::rules::{Kind, Piece};
use vertumnus_engine::search::Limits;
use vertumnus_engine::search::analyst::Analyst;

use crate::feature::{Feature, mirrored};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Searches with so many nodes.
    Search(u64),
    /// The same, but plays no move that makes use of a rule while it has others. What it searches knows
    /// nothing of that.
    Without(Feature, u64),
    /// Plays any move.
    Random,
    /// Takes the most valuable piece and otherwise plays any move: a piece is worth what it attacks on an
    /// empty board.
    Greedy,
    /// Goes as near to the enemy king as it can.
    Rush,
    /// Plays its opponent's last move as seen from its own side if it can, and searches otherwise.
    CopyCat(u64),
}

/// A search is aborted at so many times its number of nodes.
const HARD_LIMIT: u64 = 4;

impl Player {
    /// The nodes with which it searches; 0 if it does not.
    pub(crate) const fn nodes(self) -> u64 {
        match self {
            Self::Search(nodes) | Self::Without(_, nodes) | Self::CopyCat(nodes) => nodes,
            Self::Random | Self::Greedy | Self::Rush => 0,
        }
    }

    /// A name of one word, for files and records.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Search(nodes) => format!("{nodes}-nodes"),
            Self::Without(feature, nodes) => format!("{nodes}-nodes-without-{}", feature.word()),
            Self::Random => "random".to_owned(),
            Self::Greedy => "material-only".to_owned(),
            Self::Rush => "rush".to_owned(),
            Self::CopyCat(nodes) => format!("copy-cat-{nodes}-nodes"),
        }
    }

    /// Whether it may play a legal move of this position.
    pub(crate) fn may_play(self, session: &dyn Session, mv: Move) -> bool {
        match self {
            Self::Without(feature, _) => {
                session.view(mv).is_none_or(|view| !feature.is_in(session, &view))
            }
            _ => true,
        }
    }

    /// Chooses a move, with the score in centipawns for the side to move if it searches. `None` if there is
    /// no legal move.
    pub(crate) fn choose(
        self,
        analyst: &mut dyn Analyst,
        random: &mut SplitMix64,
        reaches: &Reaches,
    ) -> Option<(Move, Option<i32>)> {
        let session = analyst.session();
        let unscored = |mv: Option<Move>| mv.map(|mv| (mv, None));
        match self {
            Self::Search(nodes) => search(analyst, nodes, Vec::new()),
            Self::Without(_, nodes) => {
                let mut moves = session.legal_moves();
                moves.retain(|&mv| self.may_play(session, mv));
                search(analyst, nodes, moves)
            }
            Self::Random => unscored(any(&session.moves_by_text(), random)),
            Self::Greedy => unscored(best(session, random, |view| gain(session, view, reaches))),
            Self::Rush => unscored(best(session, random, |view| -distance(session, view))),
            Self::CopyCat(nodes) => {
                copy(session).map(|mv| (mv, None)).or_else(|| search(analyst, nodes, Vec::new()))
            }
        }
    }
}

fn search(
    analyst: &mut dyn Analyst,
    nodes: u64,
    search_moves: Vec<Move>,
) -> Option<(Move, Option<i32>)> {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(HARD_LIMIT * nodes),
        search_moves,
        ..Limits::default()
    };
    let found = analyst.search(&limits);
    found.best.map(|mv| (mv, Some(found.score.centipawns())))
}

fn any(moves: &[Move], random: &mut SplitMix64) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}

/// One of the legal moves that are worth most.
fn best(
    session: &dyn Session,
    random: &mut SplitMix64,
    worth: impl Fn(&MoveView) -> i64,
) -> Option<Move> {
    let worths: Vec<(i64, Move)> = session
        .moves_by_text()
        .into_iter()
        .filter_map(|mv| Some((worth(&session.view(mv)?), mv)))
        .collect();
    let most = worths.iter().map(|&(worth, _)| worth).max()?;
    let equal: Vec<Move> =
        worths.into_iter().filter(|&(worth, _)| worth == most).map(|(_, mv)| mv).collect();
    any(&equal, random)
}

/// How many squares pieces of each kind attack on an empty board, summed over all squares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reaches(HashMap<Kind, i64>);

impl Reaches {
    /// Those of the kinds of a game.
    pub(crate) fn of(start: &dyn Session) -> Self {
        let mut reaches = HashMap::new();
        for (number, info) in (0..).zip(start.kinds()) {
            let kind = Kind::new(number);
            let sum = start.shape().squares().map(|from| alone(start, kind, from)).sum();
            // A king is never taken, and worth nothing more for what it can do.
            reaches.insert(kind, if info.royal { 0 } else { sum });
        }
        Self(reaches)
    }

    fn get(&self, kind: Kind) -> i64 {
        self.0.get(&kind).copied().unwrap_or(0)
    }
}

/// How many squares a piece of White's attacks from a square if there is nothing else but the kings.
fn alone(start: &dyn Session, kind: Kind, from: Square) -> i64 {
    let mut setup = Setup::empty(start.shape());
    // It may give check.
    setup.side_to_move = Color::Black;
    let kings = start.shape().squares().filter_map(|square| {
        let piece = start.piece_at(square)?;
        start.kind(piece.kind())?.royal.then_some((square, piece))
    });
    for (square, king) in kings {
        if square == from {
            return 0;
        }
        setup.cells[square.index()] = Cell::Piece(king);
    }
    setup.cells[from.index()] = Cell::Piece(Piece::new(kind, Color::White));
    let mut session = start.boxed_clone();
    if session.set_setup(&setup).is_err() {
        return 0;
    }
    session.targets(from).map_or(0, |targets| targets.attacks.len() as i64)
}

/// What a move takes, what vanishes by it, and what becomes of the mover, by the squares that they attack.
fn gain(session: &dyn Session, view: &MoveView, reaches: &Reaches) -> i64 {
    let side = session.side_to_move();
    let victims = view.victims().filter_map(|(square, _)| session.piece_at(square));
    let taken: i64 = victims
        .map(|piece| if piece.color() == side { -1 } else { 1 } * reaches.get(piece.kind()))
        .sum();
    let after = if view.survives() { reaches.get(view.becomes) } else { 0 };
    let gained = view.gained.iter().filter(|piece| piece.color() == side);
    let gained: i64 = gained.map(|piece| reaches.get(piece.kind())).sum();
    taken + gained + after - reaches.get(view.mover)
}

/// How far the mover is from the enemy king afterwards, in king's moves.
fn distance(session: &dyn Session, view: &MoveView) -> i64 {
    let side = session.side_to_move();
    let files = usize::from(session.dimensions().0);
    let king = session.shape().squares().find(|&square| {
        session.piece_at(square).is_some_and(|piece| {
            piece.color() != side && session.kind(piece.kind()).is_some_and(|info| info.royal)
        })
    });
    king.map_or(0, |king| {
        let at = |square: Square| (square.index() % files, square.index() / files);
        let ((x, y), (kx, ky)) = (at(view.to), at(king));
        x.abs_diff(kx).max(y.abs_diff(ky)) as i64
    })
}

/// The last move as seen from the side to move, if it is legal.
fn copy(session: &dyn Session) -> Option<Move> {
    let last = session.moves_played().last().copied()?;
    let (from, to) = (mirrored(session, last.from()), mirrored(session, last.to()));
    let is_like = |mv: &Move| (mv.from(), mv.to(), mv.dropped()) == (from, to, last.dropped());
    session.moves_by_text().into_iter().find(is_like)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::rules::Variant;
    use vertumnus_engine::search::analyst::analyst;

    fn chosen(player: Player, fen: &str, moves: &[&str]) -> Option<String> {
        let chess = Variant::named("chess")?;
        let mut analyst = analyst(chess, 1).expect("an analyst");
        analyst.session_mut().set_position(Some(fen), moves).expect("a position");
        let reaches = Reaches::of(&*vertumnus_core::game::session(chess));
        let (mv, _) = player.choose(&mut *analyst, &mut SplitMix64::new(1), &reaches)?;
        Some(analyst.session().text(mv))
    }

    #[test]
    fn players_that_do_not_think_do_what_they_are_called_for() {
        // A rook and a knight can be taken; the rook attacks more.
        let fen = "4k3/8/8/1r3n2/2B1P3/8/8/4K3 w - - 0 1";
        if Variant::named("chess").is_none() {
            return;
        }
        assert_eq!(chosen(Player::Greedy, fen, &[]).as_deref(), Some("c4b5"));
        // Of the bishop's squares, only f7 is beside the king.
        let near = "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1";
        assert_eq!(chosen(Player::Rush, near, &[]).as_deref(), Some("c4f7"));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(chosen(Player::CopyCat(10), start, &["g1f3"]).as_deref(), Some("g8f6"));
        // A promotion to a queen attacks most.
        let promoting = "8/P7/8/8/8/8/8/K6k w - - 0 1";
        assert_eq!(chosen(Player::Greedy, promoting, &[]).as_deref(), Some("a7a8q"));
    }

    #[test]
    fn who_may_not_castle_does_not() {
        let Some(chess) = Variant::named("chess") else { return };
        let mut session = vertumnus_core::game::session(chess);
        session.set_position(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &[]).expect("a position");
        let player = Player::Without(Feature::Castling, 10);
        let mut moves = session.legal_moves();
        let all = moves.len();
        moves.retain(|&mv| player.may_play(&*session, mv));
        assert_eq!(moves.len(), all - 1);
        assert!(Player::Search(10).may_play(&*session, session.parse("e1g1").expect("castling")));
    }

    /// Attacks on an empty board: 14 for a rook from each of 64 squares, 336 for a knight, 560 for a bishop.
    /// The kings stand in the way of a few.
    #[test]
    fn a_rook_attacks_more_than_a_bishop_and_that_more_than_a_knight() {
        let Some(chess) = Variant::named("chess") else { return };
        let start = vertumnus_core::game::session(chess);
        let reaches = Reaches::of(&*start);
        let of = |token: &str| {
            let place = start.kinds().iter().position(|info| info.token == token);
            reaches.get(Kind::new(place.expect("a piece of chess") as u8))
        };
        assert!(of("Q") > of("R") && of("R") > of("B") && of("B") > of("N") && of("N") > of("P"));
        assert!((780..=896).contains(&of("R")), "{}", of("R"));
        assert_eq!(of("K"), 0);
    }
}
