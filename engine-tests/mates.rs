//! Forced wins: every problem of every game is two tests of its own name.
//!
//! `<game>::<problem>::proof` tries every move and every reply: the win takes as many moves as the
//! problem says and no fewer, and it begins with just the moves that it names. `...::search` asks
//! the binary, over UCI, which must see the win and its length within the problem's nodes.

mod support;

use std::cmp::Ordering;
use std::path::PathBuf;

use libtest_mimic::{Arguments, Failed, Trial};
use support::report::{Info, Score};
use support::{EngineProcess, PATIENCE, is_best_move};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Ruleset, Variant, Visitor};
use vertumnus_lab::mates::problem::Problem;
use vertumnus_lab::mates::solver::{Solver, Undecided};

/// What each suite has at least.
const LEAST_PROBLEMS: usize = 30;

/// No proof takes more positions.
const MOST_POSITIONS: u64 = 1_000_000;

fn main() {
    let trials = Variant::ALL.iter().flat_map(|variant| variant.visit(Trials)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// All tests of a game.
struct Trials;

impl Visitor for Trials {
    type Output = Vec<Trial>;

    fn visit<R: Ruleset>(self) -> Vec<Trial> {
        let mut trials = Vec::new();
        let Some(problems) = problems(R::NAME) else { return trials };
        for problem in problems.iter().flatten().cloned() {
            let name = problem.name.clone();
            let same = problem.clone();
            trials.push(trial::<R>(&format!("{name}::proof"), move || proof::<R>(&same)));
            trials.push(trial::<R>(&format!("{name}::search"), move || search(R::NAME, &problem)));
        }
        trials.push(trial::<R>("suite", move || is_complete(&problems?)));
        trials
    }
}

fn trial<R: Ruleset>(
    name: &str,
    test: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Trial {
    Trial::test(format!("{}::{name}", R::NAME), || test().map_err(Failed::from))
}

/// The problems of a game; none if it has no suite.
fn problems(game: &str) -> Option<Result<Vec<Problem>, String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/mates");
    let path: PathBuf = [folder, &format!("{game}.epd")].iter().collect();
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
        if list.len() < LEAST_PROBLEMS.max(problems.len()) {
            return Err(format!("only {} different problems", list.len()));
        }
    }
    Ok(())
}

fn proof<R: Ruleset>(problem: &Problem) -> Result<(), String> {
    let position =
        Position::<R>::from_fen(&problem.fen).map_err(|error| format!("bad FEN: {error}"))?;
    let mut solver = Solver::new(MOST_POSITIONS);
    let undecided = |error: Undecided| error.to_string();
    let shortest = solver.shortest(&position, problem.moves).map_err(undecided)?;
    if shortest != Some(problem.moves) {
        return Err(format!("a win in {shortest:?}, not {}: {}", problem.moves, problem.fen));
    }
    let first_moves = solver.first_moves(&position, problem.moves).map_err(undecided)?;
    let mut texts: Vec<_> = first_moves.iter().map(|&mv| position.move_text(mv)).collect();
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

/// Whether a line solves a problem, or claims what is not so; nothing if it does neither.
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
