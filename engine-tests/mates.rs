//! Forced wins: every problem of every game is two tests of its own name.
//!
//! `<game>::<problem>::proof` tries every move and every reply: the win takes as many moves as the
//! problem says and no fewer, and exactly the moves that it names begin it. `...::search` asks the
//! binary over UCI, which must find the win and its length within the problem's nodes.

use std::cmp::Ordering;
use std::path::PathBuf;

use libtest_mimic::Trial;
use vertumnus_core::game::session;
use vertumnus_core::position::mates::{self, Undecided};
use vertumnus_core::rules::Variant;
use vertumnus_lab::mates::problem::Problem;

use crate::cores;
use crate::support::report::{Info, Score};
use crate::support::{EngineProcess, PATIENCE, is_best_move};

/// The minimum size of a suite.
const MIN_PROBLEMS: usize = 30;

/// No proof visits more positions than this.
const MAX_POSITIONS: u64 = 1_000_000;

/// All tests of all games that have problems.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &variant in Variant::bundled() {
        let Some(problems) = problems(variant.name()) else { continue };
        for problem in problems.iter().flatten() {
            let Problem { name, .. } = problem;
            let (proved, searched) = (problem.clone(), problem.clone());
            trials.push(trial(variant, &format!("{name}::proof"), move || proof(variant, &proved)));
            trials.push(trial(variant, &format!("{name}::search"), move || {
                search(variant.name(), &searched)
            }));
        }
        trials.push(trial(variant, "suite", move || is_complete(&problems?)));
    }
    trials
}

fn trial(
    variant: Variant,
    name: &str,
    test: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Trial {
    Trial::test(format!("mates::{variant}::{name}"), || Ok(cores::holding(1, test)?))
}

/// The problems of a game; `None` if it has no suite.
fn problems(game: &str) -> Option<Result<Vec<Problem>, String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games");
    let path: PathBuf = [folder, game, "puzzles.epd"].iter().collect();
    let in_file = |error: String| format!("{}: {error}", path.display());
    path.exists().then(|| {
        let text = std::fs::read_to_string(&path).map_err(|error| in_file(error.to_string()))?;
        Problem::read_all(&text).map_err(|error| in_file(error.to_string()))
    })
}

fn is_complete(problems: &[Problem]) -> Result<(), String> {
    let mut names: Vec<&str> = problems.iter().map(|problem| problem.name.as_str()).collect();
    let mut fens: Vec<&str> = problems.iter().map(|problem| problem.fen.as_str()).collect();
    for list in [&mut names, &mut fens] {
        list.sort_unstable();
        list.dedup();
        if list.len() < MIN_PROBLEMS.max(problems.len()) {
            return Err(format!("only {} different problems", list.len()));
        }
    }
    Ok(())
}

/// Checks that the problem has the solutions that it names, and no others.
fn proof(variant: Variant, problem: &Problem) -> Result<(), String> {
    let mut session = session(variant);
    session.set_position(Some(&problem.fen), &[]).map_err(|error| error.to_string())?;
    let solver = mates::solver(variant, &session.setup(), MAX_POSITIONS);
    let mut solver = solver.map_err(|error| error.to_string())?;
    let undecided = |error: Undecided| error.to_string();
    let shortest = solver.shortest(problem.moves).map_err(undecided)?;
    if shortest != Some(problem.moves) {
        return Err(format!("a win in {shortest:?}, not {}: {}", problem.moves, problem.fen));
    }
    let first_moves = solver.first_moves(problem.moves).map_err(undecided)?;
    let mut texts: Vec<_> = first_moves.iter().map(|&mv| session.text(mv)).collect();
    texts.sort_unstable();
    if texts != problem.first_moves {
        return Err(format!("{texts:?} win, not {:?}: {}", problem.first_moves, problem.fen));
    }
    Ok(())
}

fn search(game: &str, problem: &Problem) -> Result<(), String> {
    let mut engine = EngineProcess::uci_variant(game);
    engine.position(&format!("fen {}", problem.fen));
    engine.send(format_args!("go nodes {}", problem.nodes));
    let mut verdict = Err(format!("no win in {}: {problem}", problem.moves));
    engine.expect("a verdict", PATIENCE, |line| {
        if let Some(found) = judge(line, problem).transpose() {
            verdict = found;
            return true;
        }
        is_best_move(line)
    });
    verdict
}

/// Whether a line solves a problem (`Ok`) or makes a wrong claim (`Err`); `Ok(None)` if neither.
fn judge(line: &str, problem: &Problem) -> Result<Option<()>, String> {
    let Some(Info { score: Score::Mate(moves), is_exact: true, pv, .. }) = Info::parse(line)?
    else {
        return Ok(None);
    };
    match moves.cmp(&i64::from(problem.moves)) {
        Ordering::Less => Err(format!("{line:?} claims too much: {problem}")),
        Ordering::Equal if pv.first().is_some_and(|mv| problem.first_moves.contains(mv)) => {
            Ok(Some(()))
        }
        Ordering::Equal => Err(format!("{line:?} begins otherwise: {problem}")),
        Ordering::Greater => Ok(None),
    }
}
