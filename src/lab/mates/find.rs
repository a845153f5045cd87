//! Finds problems: positions of wild games, some of them thinned out, in which the search sees a
//! forced win and the solver proves it.

use std::io::{self, Write};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use thiserror::Error;

use super::problem::Problem;
use super::select::{Candidate, select};
use super::solver::{Solver, Win};
use vertumnus_core::board::{Geometry, SplitMix64};
use vertumnus_core::position::{Line, Position, Tag};
use vertumnus_core::rules::{Outcome, Piece, Ruleset, State, Variant, Visitor};
use vertumnus_engine::search::analyst::Analyst;
use vertumnus_engine::search::{Bound, Progress};

/// What to look for.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Options {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// How many problems
    #[arg(long, default_value_t = 40)]
    pub count: usize,
    /// In how many games to look for them
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Other games for each seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Why no problems were found.
#[derive(Debug, Error)]
pub enum FindError {
    /// The search has said what is not so.
    #[error("the search sees a win in {moves}, but there is none: {fen}")]
    Claim {
        /// In how many moves.
        moves: u32,
        /// Where.
        fen: String,
    },
    /// The output, or the threads.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// MiB of table for each search.
const HASH: usize = 16;

/// The nodes for each move of a game.
const MOVE_NODES: u64 = 200;

/// In each game one move in so many is random.
const WILDNESS: [usize; 4] = [1, 2, 6, 20];

/// A game is broken off after so many plies.
const LONGEST: usize = 240;

/// So many positions before the end of a game that was won are looked at as they stood, and of all
/// others one in so many is, with fewer pieces.
const LAST: usize = 12;
const ONE_IN: usize = 3;

/// The nodes in which the search has to see that there is a win, and those in which it has to see
/// how soon.
const GLANCE: u64 = 10_000;
const MOST_NODES: u64 = 100_000;

/// Budgets are these, each the last times four, and at least so many times what was needed.
const LEAST_BUDGET: u64 = 100_000;
const GENEROSITY: u64 = 16;

/// Proofs may take so many positions, so that all of a suite are checked in seconds.
const PROOF: u64 = 150_000;

/// No wins longer than this, and none by more first moves.
const MOST_MOVES: u32 = 7;
const MOST_FIRST_MOVES: usize = 3;

/// Finds problems and writes them, the same on every machine.
///
/// # Errors
/// If the search claims what is not so, or something cannot be written.
pub fn run(options: Options, output: impl Write) -> Result<(), FindError> {
    options.variant.visit(Find { options, output })
}

struct Find<O> {
    options: Options,
    output: O,
}

impl<O: Write> Visitor for Find<O> {
    type Output = Result<(), FindError>;

    fn visit<R: Ruleset>(mut self) -> Self::Output {
        let Options { variant, count, games, seed } = self.options;
        let pool =
            ThreadPoolBuilder::new().stack_size(16 << 20).build().map_err(io::Error::other)?;
        let found: Result<Vec<Vec<Candidate>>, FindError> = pool
            .install(|| (0..games).into_par_iter().map(|game| in_game::<R>(seed, game)).collect());
        let problems = select(found?.concat(), count);
        let output = &mut self.output;
        writeln!(output, "# Forced wins of {}, proved by trying everything. By", R::TITLE)?;
        writeln!(output, "# vertumnus mates --variant {variant} --games {games} --seed {seed}")?;
        problems.iter().try_for_each(|problem| writeln!(output, "{problem}"))?;
        Ok(())
    }
}

/// The problems of one game.
fn in_game<R: Ruleset>(seed: u64, game: u64) -> Result<Vec<Candidate>, FindError> {
    let mut random = SplitMix64::new(SplitMix64::new(seed).next_word() ^ game);
    let mut analyst = Analyst::<R>::new(HASH);
    let (positions, outcome) = wild_game(&mut random, &mut analyst);
    let mut found = Vec::new();
    let last = positions.len().saturating_sub(LAST);
    for (number, position) in positions.iter().enumerate() {
        let before_a_win = number >= last
            && matches!(outcome, Some(Outcome::Win(color, _)) if color == position.side_to_move());
        let position = if before_a_win {
            composed(position, &mut |_| true)
        } else if random.below(ONE_IN) == 0 {
            let part = 1 + random.below(8);
            composed(position, &mut |_| random.below(8) < part)
        } else {
            None
        };
        if let Some(position) = position.filter(|position| position.ending().is_none()) {
            found.extend(candidate(&mut analyst, position)?);
        }
    }
    Ok(found)
}

/// The positions of a game in which some moves are random, and how it ended.
fn wild_game<R: Ruleset>(
    random: &mut SplitMix64,
    analyst: &mut Analyst<R>,
) -> (Vec<Position<R>>, Option<Outcome>) {
    let wildness = WILDNESS[random.below(WILDNESS.len())];
    let mut line = Line::new(Position::<R>::start());
    let mut positions = Vec::new();
    while line.outcome().is_none() && line.len() < LONGEST {
        positions.push(*line.position());
        let best = analyst.search(&line, MOVE_NODES).best;
        let moves = line.position().legal_moves();
        let random_move = moves[random.below(moves.len())];
        let is_random = random.below(wildness) == 0;
        line.make_unchecked(best.filter(|_| !is_random).unwrap_or(random_move));
    }
    (positions, line.outcome())
}

/// The position with the kings and those of the other pieces that are kept, its counters at their
/// start; none if it cannot stand so.
fn composed<R: Ruleset>(
    position: &Position<R>,
    keep: &mut dyn FnMut(Piece) -> bool,
) -> Option<Position<R>> {
    let (files, ranks) = (R::Geometry::SHAPE.files.into(), R::Geometry::SHAPE.ranks.into());
    let mut thinned = false;
    let mut cell = |file, rank| {
        let Some(square) = R::Geometry::square(file, rank) else { return "*".to_owned() };
        let piece = position.placement().at(square);
        let kept = piece.filter(|&piece| R::is_royal(piece.kind()) || keep(piece));
        thinned |= kept != piece;
        kept.map_or("1".to_owned(), R::token)
    };
    let rows: Vec<String> =
        (0..ranks).rev().map(|rank| (0..files).map(|file| cell(file, rank)).collect()).collect();
    let fen = position.fen();
    let mut fields = fen.split(' ').skip(1);
    let side = fields.next()?;
    // With pieces gone, nothing is as it was before.
    let rights =
        if thinned { "- -".to_owned() } else { [fields.next()?, fields.next()?].join(" ") };
    let mut fen = format!("{} {side} {rights} 0 1", rows.join("/"));
    if position.state() != R::State::default() {
        fen = format!("{fen} {}", position.state().text());
    }
    Position::from_fen(&fen).ok()
}

/// The problem that a position is, if it is one.
fn candidate<R: Ruleset>(
    analyst: &mut Analyst<R>,
    position: Position<R>,
) -> Result<Option<Candidate>, FindError> {
    let line = Line::new(position);
    let is_near = |moves: &u32| (1..=MOST_MOVES).contains(moves);
    analyst.forget();
    let seen = analyst.search(&line, GLANCE).score.mate();
    let Some(seen) = seen.and_then(|moves| u32::try_from(moves).ok()).filter(is_near) else {
        return Ok(None);
    };
    let mut solver = Solver::new(PROOF);
    let moves = match solver.shortest(&position, seen) {
        Ok(Some(moves)) => moves,
        Ok(None) => return Err(FindError::Claim { moves: seen, fen: position.fen() }),
        Err(_) => return Ok(None),
    };
    let (Ok(first), Ok(win)) = (solver.first_moves(&position, moves), solver.win(&position, moves))
    else {
        return Ok(None);
    };
    if first.len() > MOST_FIRST_MOVES {
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
    analyst.search_until(&line, MOST_NODES, &mut is_solved);
    let Some(needed) = needed else { return Ok(None) };
    let budgets = std::iter::successors(Some(LEAST_BUDGET), |budget| Some(4 * budget));
    let nodes = budgets.into_iter().find(|&budget| budget >= GENEROSITY * needed);
    let mut first_moves: Vec<_> = first.iter().map(|&mv| position.move_text(mv)).collect();
    first_moves.sort_unstable();
    let reason = win.reason.to_string().replace(' ', "_");
    let problem = Problem {
        name: format!("{reason}_in_{moves}"),
        fen: position.fen(),
        moves,
        first_moves,
        nodes: nodes.unwrap_or(LEAST_BUDGET),
    };
    Ok(Some(Candidate { themes: themes(&position, &win), problem }))
}

/// What is to be said of a win: its length, its end, what gives it, and what moves do on the way.
fn themes<R: Ruleset>(position: &Position<R>, win: &Win) -> Vec<String> {
    let mut themes = vec![format!("in {}", win.moves.len().div_ceil(2)), win.reason.to_string()];
    let mut position = *position;
    for (number, &mv) in win.moves.iter().enumerate() {
        let mover = position.placement().kind_at(mv.from());
        if number % 2 == 0 {
            let deed = match mv.tag() {
                Tag::Castling => "castling",
                Tag::EnPassant => "en passant",
                Tag::Normal if mv.taken() != 0 => "flight with captures",
                Tag::Normal if mover == Some(mv.becomes()) && position.is_capture(mv) => "capture",
                Tag::Normal if mover == Some(mv.becomes()) => "quiet",
                Tag::Normal if position.is_capture(mv) => "absorption",
                Tag::Normal => "change",
            };
            let when = if number == 0 { "first" } else { "then" };
            themes.push(format!("{when} {deed}"));
        }
        if number + 1 == win.moves.len() {
            let token = R::KINDS[mv.becomes().index()].token;
            themes.push(format!("by {token}"));
        }
        position.play_unchecked(mv);
    }
    themes.dedup();
    themes
}
