//! Finds problems: positions of wild games, some of them with fewer pieces, in which the search sees a
//! forced win and the solver proves it.

use std::io::{self, Write};
use std::num::NonZero;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use thiserror::Error;

use super::problem::Problem;
use super::select::{Candidate, select};
use vertumnus_core::board::SplitMix64;
use vertumnus_core::game::Session;
use vertumnus_core::position::mates::{Win, solver};
use vertumnus_core::position::{Cell, Setup};
use vertumnus_core::rules::{CastlingRights, Outcome, Variant};
use vertumnus_engine::search::analyst::{Analyst, AnalystError, analyst};
use vertumnus_engine::search::{Bound, Limits, Progress};

/// The command line of `mates`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct MateOptions {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Number of problems
    #[arg(long, default_value_t = 40)]
    pub count: usize,
    /// Number of games in which to look for them
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Why no problems were found.
#[derive(Debug, Error)]
pub enum FindError {
    /// The search claimed a win that does not exist.
    #[error("the search sees a win in {moves}, but there is none: {fen}")]
    Claim {
        /// The number of moves that the search claimed.
        moves: u32,
        /// The position.
        fen: String,
    },
    /// The work was broken off; what was found by then is written.
    #[error("interrupted after {games} games; the problems of these are written")]
    Interrupted {
        /// The number of games that were looked through.
        games: u64,
    },
    /// The system has too little for a search.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl FindError {
    /// The exit status of a program that ends with this error.
    pub const fn exit_status(&self) -> u8 {
        match self {
            // What shells give to a program that was ended by Ctrl-C.
            Self::Interrupted { .. } => 130,
            _ => 1,
        }
    }
}

/// The size of each game's transposition table in MiB.
const HASH: usize = 16;

/// Nodes per move of a game.
const MOVE_NODES: u64 = 200;

/// In each game one move in this many is random; the number is drawn for each game.
const WILDNESS: [usize; 4] = [1, 2, 6, 20];

/// The maximal length of a game in plies.
const MAX_PLIES: usize = 240;

/// Of a won game, this many positions before its end are tried as they stood.
const LAST: usize = 12;

/// Of all other positions, one in this many is tried, with fewer pieces.
const ONE_IN: usize = 3;

/// Nodes in which the search must see that there is a win.
const QUICK_NODES: u64 = 10_000;

/// Nodes in which the search must see how short the win is.
const MAX_NODES: u64 = 100_000;

/// A problem's budget of nodes is `MIN_BUDGET` times a power of 4, the least that is at least
/// `GENEROSITY` times what the search needed.
const MIN_BUDGET: u64 = 100_000;
const GENEROSITY: u64 = 16;

/// Positions per proof, so that all problems of a suite are checked in seconds.
const PROOF_POSITIONS: u64 = 150_000;

/// The longest win in moves, and the highest number of moves that begin one.
const MAX_MOVES: u32 = 7;
const MAX_FIRST_MOVES: usize = 3;

/// Finds problems and writes them, the same on every machine. `progress` is told after each game how
/// many games are done, and how many candidates they have. When `stop` is set, the games that are under
/// way are given up, and the problems of those that are done are written.
///
/// # Errors
/// If the search claims a win that does not exist, the work is stopped, the system has too little for a
/// search, or something cannot be written.
pub fn run(
    options: MateOptions,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
    output: &mut dyn Write,
) -> Result<(), FindError> {
    let MateOptions { variant, count, games, seed } = options;
    let (next, games_done, candidates) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let look_into_games =
        |mut analyst: Box<dyn Analyst>| -> Result<Vec<(u64, Vec<Candidate>)>, FindError> {
            let mut done = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= games {
                    return Ok(done);
                }
                // After an error, and when the work is stopped, no thread begins another game.
                let found = in_game(&mut *analyst, seed, game, stop)
                    .inspect_err(|_| next.store(games, Ordering::Relaxed))?;
                let Some(found) = found else { return Ok(done) };
                let new = found.len() as u64;
                let candidates = candidates.fetch_add(new, Ordering::Relaxed) + new;
                progress(games_done.fetch_add(1, Ordering::Relaxed) + 1, candidates);
                done.push((game, found));
            }
        };
    // Not a rayon pool: a thread that waits for its analyst would begin other games meanwhile, one within
    // the other.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut found = thread::scope(|scope| {
        // With fewer threads than cores it only takes longer.
        let first = analyst(variant, HASH)?;
        let look = &look_into_games;
        let others: Vec<_> = (1..cores)
            .map_while(|_| analyst(variant, HASH).ok())
            .map_while(|analyst| {
                thread::Builder::new().spawn_scoped(scope, move || look(analyst)).ok()
            })
            .collect();
        let mut found = look_into_games(first)?;
        for other in others {
            found.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic))?);
        }
        Ok::<_, FindError>(found)
    })?;
    found.sort_unstable_by_key(|&(game, _)| game);
    let found: Vec<Vec<Candidate>> = found.into_iter().map(|(_, found)| found).collect();
    let problems = select(found.concat(), count);
    let title = vertumnus_core::game::session(variant).title();
    writeln!(output, "# Forced wins of {title}, proved by exhaustive search. By")?;
    writeln!(output, "# vertumnus mates --variant {variant} --games {games} --seed {seed}")?;
    let done = games_done.into_inner();
    if done < games {
        writeln!(output, "# interrupted after {done} games")?;
    }
    problems.iter().try_for_each(|problem| writeln!(output, "{problem}"))?;
    if done < games { Err(FindError::Interrupted { games: done }) } else { Ok(()) }
}

/// The problems of one game; `None` if it is given up.
fn in_game(
    analyst: &mut dyn Analyst,
    seed: u64,
    game: u64,
    stop: &AtomicBool,
) -> Result<Option<Vec<Candidate>>, FindError> {
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut random = SplitMix64::new(SplitMix64::new(seed).next_word() ^ game);
    // A game does not depend on those before.
    analyst.forget();
    let (positions, outcome) = wild_game(&mut random, analyst);
    let mut found = Vec::new();
    let last = positions.len().saturating_sub(LAST);
    for (number, position) in positions.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let before_a_win = number >= last
            && matches!(outcome, Some(Outcome::Win(color, _)) if color == position.side_to_move);
        let setup = if before_a_win {
            composed(position, analyst.session(), &mut || true)
        } else if random.below(ONE_IN) == 0 {
            let part = 1 + random.below(8);
            composed(position, analyst.session(), &mut || random.below(8) < part)
        } else {
            continue;
        };
        // Not every position can stand so with fewer pieces.
        let stands = analyst.session_mut().set_setup(&setup).is_ok();
        if stands && analyst.session().outcome().is_none() {
            found.extend(candidate(analyst, &setup)?);
        }
    }
    Ok(Some(found))
}

/// The positions of a game in which some moves are random, and how it ended.
fn wild_game(random: &mut SplitMix64, analyst: &mut dyn Analyst) -> (Vec<Setup>, Option<Outcome>) {
    analyst.session_mut().set_position(None, &[]).expect("the start position is a position");
    let wildness = WILDNESS[random.below(WILDNESS.len())];
    let mut positions = Vec::new();
    while analyst.session().outcome().is_none() && positions.len() < MAX_PLIES {
        positions.push(analyst.session().setup());
        let best = analyst.search(&Limits::of_nodes(MOVE_NODES)).best;
        let session = analyst.session_mut();
        let moves = session.legal_moves();
        let random_move = moves[random.below(moves.len())];
        let is_random = random.below(wildness) == 0;
        let mv = best.filter(|_| !is_random).unwrap_or(random_move);
        session.play(mv).expect("the move is legal");
    }
    (positions, analyst.session().outcome())
}

/// The position with its kings and the other pieces that are kept, its counters at their start. It
/// may be impossible.
fn composed(setup: &Setup, session: &dyn Session, keep: &mut dyn FnMut() -> bool) -> Setup {
    let mut composed = Setup { clock: 0, move_number: 1, ..setup.clone() };
    let (files, kinds) = (usize::from(session.dimensions().0), session.kinds());
    // As a FEN has them, from the top rank down.
    for cell in composed.cells.chunks_mut(files).rev().flatten() {
        if let Cell::Piece(piece) = *cell
            && !kinds[piece.kind().index()].royal
            && !keep()
        {
            *cell = Cell::Empty;
        }
    }
    if composed.cells != setup.cells {
        // With pieces gone, castling and en passant may be impossible.
        composed.castling = CastlingRights::default();
        composed.en_passant = None;
    }
    composed
}

/// The position of the analyst's game as a problem, if it is one. `setup` is the same position.
fn candidate(analyst: &mut dyn Analyst, setup: &Setup) -> Result<Option<Candidate>, FindError> {
    let is_near = |moves: &u32| (1..=MAX_MOVES).contains(moves);
    analyst.forget();
    let seen = analyst.search(&Limits::of_nodes(QUICK_NODES)).score.mate();
    let Some(seen) = seen.and_then(|moves| u32::try_from(moves).ok()).filter(is_near) else {
        return Ok(None);
    };
    let fen = analyst.session().fen();
    let variant = analyst.session().variant();
    let mut solver = solver(variant, setup, PROOF_POSITIONS).expect("the position has been set up");
    let moves = match solver.shortest(seen) {
        Ok(Some(moves)) => moves,
        Ok(None) => return Err(FindError::Claim { moves: seen, fen }),
        Err(_) => return Ok(None),
    };
    let (Ok(first), Ok(win)) = (solver.first_moves(moves), solver.win(moves)) else {
        return Ok(None);
    };
    if first.len() > MAX_FIRST_MOVES {
        return Ok(None);
    }
    let mut needed = None;
    let mut is_solved = |progress: &Progress| {
        let solved = progress.bound == Bound::Exact
            && progress.score.mate() == i32::try_from(moves).ok()
            && progress.pv.first().is_some_and(|mv| first.contains(mv));
        if solved && needed.is_none() {
            needed = Some(progress.nodes);
        }
        solved
    };
    analyst.forget();
    analyst.search_until(&Limits::of_nodes(MAX_NODES), &mut is_solved);
    let Some(needed) = needed else { return Ok(None) };
    let mut nodes = MIN_BUDGET;
    while nodes < GENEROSITY * needed {
        nodes *= 4;
    }
    let session = analyst.session_mut();
    let mut first_moves: Vec<_> = first.iter().map(|&mv| session.text(mv)).collect();
    first_moves.sort_unstable();
    let reason = win.reason.to_string().replace(' ', "_");
    let name = format!("{reason}_in_{moves}");
    let problem = Problem { name, fen, moves, first_moves, nodes };
    Ok(Some(Candidate { themes: themes(session, &win), problem }))
}

/// The themes of a win: its length, its end, and what its moves do. The win is played in the session.
fn themes(session: &mut dyn Session, win: &Win) -> Vec<String> {
    let mut themes = vec![format!("in {}", win.moves.len().div_ceil(2)), win.reason.to_string()];
    for (number, &mv) in win.moves.iter().enumerate() {
        let Some(view) = session.view(mv) else { break };
        if number % 2 == 0 {
            let theme = if view.is_drop {
                "drop"
            } else if view.is_castling {
                "castling"
            } else if view.is_en_passant {
                "en passant"
            } else if mv.taken() != 0 {
                "flight with captures"
            } else {
                match (view.changes_mover(), view.is_capture) {
                    (false, true) => "capture",
                    (false, false) => "quiet",
                    (true, true) => "absorption",
                    (true, false) => "change",
                }
            };
            let when = if number == 0 { "first" } else { "then" };
            themes.push(format!("{when} {theme}"));
        }
        if number + 1 == win.moves.len() {
            themes.push(format!("by {}", session.kinds()[view.becomes.index()].token));
        }
        session.play(mv).expect("the win is of legal moves");
    }
    themes.dedup();
    themes
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::game::session;

    #[test]
    fn games_that_are_done_keep_their_problems_when_the_work_is_stopped() {
        let variant = Variant::default();
        let mut output = Vec::new();
        let options = MateOptions { variant, count: 5, games: 1000, seed: 1 };
        let stop = AtomicBool::new(false);
        let result = run(
            options,
            &stop,
            &|_, candidates| stop.store(candidates > 0, Ordering::Relaxed),
            &mut output,
        );
        let error = result.expect_err("it is stopped");
        assert!(matches!(error, FindError::Interrupted { games: 1.. }), "{error}");
        assert_eq!(error.exit_status(), 130);
        let text = String::from_utf8(output).expect("text");
        assert!(text.contains("# interrupted after "), "{text}");
        assert!(!Problem::read_all(&text).expect("problems").is_empty());
    }

    #[test]
    fn found_problems_are_proved() {
        let variant = Variant::default();
        let mut output = Vec::new();
        let options = MateOptions { variant, count: 5, games: 2, seed: 1 };
        let stop = AtomicBool::new(false);
        run(options, &stop, &|_, _| {}, &mut output).expect("a vector takes everything");
        let text = String::from_utf8(output).expect("text");
        let problems = Problem::read_all(&text).expect("problems");
        assert!(!problems.is_empty());
        let mut session = session(variant);
        for problem in problems {
            session.set_position(Some(&problem.fen), &[]).expect("a position");
            let mut solver = solver(variant, &session.setup(), 1_000_000).expect("a position");
            assert_eq!(solver.shortest(problem.moves), Ok(Some(problem.moves)), "{problem}");
            let first = solver.first_moves(problem.moves).expect("few positions");
            assert_eq!(first.len(), problem.first_moves.len(), "{problem}");
        }
    }

    #[test]
    fn a_thinned_position_keeps_its_kings_and_loses_its_rights() {
        let session = session(Variant::Chess);
        let setup = session.setup();
        let whole = composed(&setup, &*session, &mut || true);
        assert_eq!((&whole.cells, whole.castling), (&setup.cells, setup.castling));
        let bare = composed(&setup, &*session, &mut || false);
        let pieces = bare.cells.iter().filter(|cell| matches!(cell, Cell::Piece(_)));
        assert_eq!((pieces.count(), bare.castling), (2, CastlingRights::default()));
    }
}
