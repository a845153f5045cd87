//! Positions of the games that have one winning move, as a deeper search finds.

use vertumnus_core::position::Move;
use vertumnus_engine::search::Limits;
use vertumnus_engine::search::analyst::Analyst;
use vertumnus_lab::games::{GameRecord, Replay};
use vertumnus_pictures::Options;

use crate::measures::exhibits::Turn;
use crate::report::Puzzle;

/// So many puzzles are shown, of so many positions that are tried.
pub(crate) const MOST: usize = 5;
pub(crate) const TRIED: usize = 60;

/// The nodes of each of the two searches, as a multiple of those of the weakest player.
const STRENGTH: u64 = 500;

/// The winning move gives at least this much, every other move no more than that, in centipawns.
const WON: i32 = 200;
const NOT_WON: i32 = 60;

/// The moves of a line that are told.
const LINE: usize = 7;

/// The puzzle of a position at which a game turned; `None` if more or fewer moves than one win.
pub(crate) fn puzzle(turn: &Turn, lowest: u64, analyst: &mut dyn Analyst) -> Option<Puzzle> {
    set_up(&turn.game, turn.ply, analyst)?;
    analyst.forget();
    let mut moves = analyst.session().legal_moves();
    let mut line: Vec<Move> = Vec::new();
    let nodes = STRENGTH * lowest;
    let limits = Limits::of_nodes(nodes);
    let best = analyst.search_until(&limits, &mut |progress| {
        line.clone_from(&progress.pv);
        false
    });
    let mv = best.best?;
    moves.retain(|&other| other != mv);
    if best.score.centipawns() < WON || moves.is_empty() {
        return None;
    }
    let rest = Limits { search_moves: moves, ..limits };
    let second = analyst.search(&rest).score.centipawns();
    if second > NOT_WON {
        return None;
    }
    let session = analyst.session();
    if line.first() != Some(&mv) {
        line = vec![mv];
    }
    line.truncate(LINE);
    Some(Puzzle {
        fen: session.fen(),
        last_move: Options::last_move_of(session)
            .into_iter()
            .map(|square| session.square_name(square))
            .collect(),
        san: session.san(mv),
        line: session.sans(&line),
        scores: [best.score.centipawns(), second],
        nodes,
    })
}

/// Sets up the position of a game before the move of this number.
fn set_up(game: &GameRecord, ply: usize, analyst: &mut dyn Analyst) -> Option<()> {
    let start = GameRecord { plies: game.plies[..ply].to_vec(), ..game.clone() };
    let session = analyst.session_mut();
    let mut replay = Replay::start(&start, session).ok()?;
    while replay.next(session).ok()?.is_some() {}
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::record;
    use vertumnus_engine::search::analyst::analyst;

    #[test]
    fn only_a_position_with_one_winning_move_is_a_puzzle() {
        // Only the mate on the back rank wins: Black's rook is about to take the white one.
        let fen = "6k1/5ppp/8/8/8/8/r4PPP/3RK3 w - - 0 1";
        let game = record("chess", fen, &[("h2h3", 0), ("h7h6", 0), ("d1d8", 900)]);
        let Some(game) = game else { return };
        let mut analyst = analyst(game.variant, 4).expect("an analyst");
        assert_eq!(
            puzzle(&Turn { game: game.clone(), ply: 2 }, 40, &mut *analyst),
            None,
            "h7 is free"
        );
        let found = puzzle(&Turn { game, ply: 0 }, 40, &mut *analyst).expect("a mate");
        assert_eq!((found.san.as_str(), found.last_move.len()), ("Rd8#", 0));
        let later = fen.replace("0 1", "7 30");
        assert!(found.is_like(&Puzzle { fen: later, ..found.clone() }));
        assert!(!found.is_like(&Puzzle { fen: fen.replace('w', "b"), ..found.clone() }));
        assert!(found.scores[0] > 10_000 && found.scores[1] <= NOT_WON, "{found:?}");
    }
}
