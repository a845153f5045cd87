//! Games of the engine against itself, from which evaluations are learned.

use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use thiserror::Error;

use crate::games::{AppendError, Appender, Filter, GameRecord, GameResult, Making, Ply, Step};
use crate::in_order::{self, InOrderError};
use crate::openings::random_game;
use crate::threads::thread_count;
use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::files::{self, Overlap};
use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;
use vertumnus_engine::search::Limits;
use vertumnus_engine::search::analyst::{Analyst, AnalystError, analyst};

/// The command line of `datagen`.
#[derive(Clone, Debug, clap::Args)]
pub struct DatagenOptions {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// The file of games; one that was made with the same options is continued
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    /// The network that evaluates positions, or `none` for what powers suggest; otherwise what comes
    /// with the engine
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    pub network: String,
    /// Number of games that the file is to have
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes per move; the iteration that reaches them is completed
    #[arg(long, default_value_t = 200)]
    pub nodes: u64,
    /// Random seed; files that are to be joined need different ones
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games played at the same time; 0 for one per processor
    #[arg(long, default_value_t = 0, value_parser = thread_count)]
    pub threads: usize,
}

/// Why no games are played.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// What would be written is read.
    #[error(transparent)]
    Overlap(#[from] Overlap),
    /// The file of games is bad.
    #[error(transparent)]
    File(#[from] AppendError),
    /// The network is bad.
    #[error("the network {0} is refused: {1}")]
    Network(String, String),
    /// The system has too little for a single game.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
    /// There is no thread on which games could be played.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
}

/// How far the games have come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatagenProgress {
    /// Games in the file.
    pub games: u64,
    /// Those among them that it had before.
    pub before: u64,
    /// Positions worth learning from in the games that are new.
    pub positions: u64,
}

/// The size of each game's transposition table in MiB.
const HASH: usize = 4;

/// A search is aborted at this many times its number of nodes.
const HARD_LIMIT: u64 = 4;

/// Each game begins with at least this many random plies.
const MIN_RANDOM_PLIES: usize = 3;

/// Up to this many further plies are random.
const EXTRA_RANDOM_PLIES: usize = 8;

/// In one game of this many, a single random move follows later, so that there are games with a
/// sudden lead. It comes within this many plies after the opening.
const ONE_IN_WITH_LATE_RANDOM: usize = 4;
const LATE_RANDOM_PLIES: usize = 30;

/// A random opening is not played if it gives either side more than this, in centipawns.
const MAX_OPENING_SCORE: i32 = 250;

/// A game counts as won when both sides see at least this score, in centipawns, for
/// [`WON_PLIES`] plies in a row.
const WON_SCORE: i32 = 3_000;
const WON_PLIES: u32 = 6;

/// A game of this many plies counts as drawn.
const MAX_PLIES: usize = 400;

/// Plays games until the file has enough of them, or `stop` is set: then the games that are being
/// played are finished and written first. The games are the same on every machine, whatever the
/// threads and however often the work is stopped and continued.
///
/// # Errors
/// If the file cannot be read or written, or holds something else, or the system has too little to play
/// a single game.
pub fn run(
    options: &DatagenOptions,
    stop: &AtomicBool,
    report: &mut dyn FnMut(DatagenProgress),
) -> Result<DatagenProgress, DatagenError> {
    let source = eval_source(options)?;
    files::check_apart(&[&options.output], &[Path::new(&options.network)])?;
    let threads = match options.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let new = || -> Result<Box<dyn Analyst>, AnalystError> {
        let mut analyst = analyst(options.variant, HASH)?;
        // It is for this game.
        let _ = analyst.set_eval_source(source.clone());
        Ok(analyst)
    };
    // With fewer games at the same time it only takes longer.
    let others = (1..threads).map_while(|_| new().ok());
    let first = new()?;
    let making = making(options, &*first);
    let (mut file, found) = Appender::open(&options.output, options.variant, &making)?;
    let before = found.len() as u64;
    drop(found);
    let analysts: Vec<_> = iter::once(first).chain(others).collect();
    let mut progress = DatagenProgress { games: before, before, positions: 0 };
    report(progress);
    let work = |analyst: &mut Box<dyn Analyst>, number| play_there(options, number, &mut **analyst);
    let mut take = |_, (game, positions): (GameRecord, u64)| {
        file.append(&game)?;
        progress.games += 1;
        progress.positions += positions;
        report(progress);
        Ok(())
    };
    let is_stopped = || stop.load(Ordering::Relaxed);
    in_order::run(analysts, before..options.games, &is_stopped, &work, &mut take).map_err(
        |error| match error {
            InOrderError::Threads(error) => DatagenError::Threads(error),
            InOrderError::Taken(error) => DatagenError::File(error),
        },
    )?;
    Ok(progress)
}

/// What the games depend on.
fn making(options: &DatagenOptions, analyst: &dyn Analyst) -> Making {
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("VERTUMNUS_COMMIT").filter(|commit| !commit.is_empty());
    Making::new([
        ("version", commit.map_or_else(|| version.to_owned(), |id| format!("{version}-{id}"))),
        ("game", options.variant.identity().to_owned()),
        ("network", format!("{:08x}", analyst.network_checksum())),
        ("seed", options.seed.to_string()),
        ("nodes", options.nodes.to_string()),
    ])
}

/// What evaluates positions.
fn eval_source(options: &DatagenOptions) -> Result<EvalSource, DatagenError> {
    let DatagenOptions { network, variant, .. } = options;
    let refused = |error: String| DatagenError::Network(network.clone(), error);
    let source = EvalSource::read(network).and_then(|source| source.for_game(*variant));
    source.map_err(|error| refused(error.to_string()))
}

/// The side that both engines see winning, and for how many plies in a row.
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    leader: Option<Color>,
    plies: u32,
}

impl Lead {
    /// Takes note of the score of another ply, in centipawns for White; the winner, once it has led for
    /// long enough.
    fn after(&mut self, white: i32) -> Option<Color> {
        let leader = (white.abs() >= WON_SCORE).then_some(if white > 0 {
            Color::White
        } else {
            Color::Black
        });
        self.plies = if leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.plies >= WON_PLIES)
    }
}

/// The game of this number, played on the thread that searches, as [`play`] says.
fn play_there(
    options: &DatagenOptions,
    number: u64,
    analyst: &mut dyn Analyst,
) -> (GameRecord, u64) {
    let mut played = None;
    analyst.on_its_thread(&mut |analyst| played = Some(play(options, number, analyst)));
    played.expect("the game was played")
}

/// The game of this number, and how many of its positions are worth learning from. It does not depend on the
/// games before.
fn play(options: &DatagenOptions, number: u64, analyst: &mut dyn Analyst) -> (GameRecord, u64) {
    let limits = Limits {
        soft_nodes: Some(options.nodes),
        nodes: Some(HARD_LIMIT * options.nodes),
        ..Limits::default()
    };
    // A word of the seed's own generator, so that consecutive seeds share no games.
    let mut random = SplitMix64::new(SplitMix64::new(options.seed).next_word() ^ number);
    analyst.forget();
    loop {
        let plies = MIN_RANDOM_PLIES + random.below(EXTRA_RANDOM_PLIES + 1);
        if random_game(analyst.session_mut(), &mut random, plies)
            && analyst.search(&limits).score.centipawns().abs() <= MAX_OPENING_SCORE
        {
            break;
        }
    }
    let mut plies = opening(analyst);
    let late = (random.below(ONE_IN_WITH_LATE_RANDOM) == 0)
        .then(|| plies.len() + random.below(LATE_RANDOM_PLIES));
    let (filter, mut positions) = (Filter::default(), 0);
    let mut lead = Lead::default();
    let result = loop {
        if let Some(outcome) = analyst.session().outcome() {
            break outcome.into();
        }
        if plies.len() >= MAX_PLIES {
            break GameResult::Draw;
        }
        let (mv, score) = if Some(plies.len()) == late {
            let moves = analyst.session().moves_by_text();
            (moves[random.below(moves.len())], None)
        } else {
            let found = analyst.search(&limits);
            let Some(mv) = found.best else { break GameResult::Draw };
            let score = found.score.centipawns();
            let white =
                if analyst.session().side_to_move() == Color::White { score } else { -score };
            (mv, Some(white))
        };
        let session = analyst.session_mut();
        let step = Step { mv, score, is_before_random: score.is_none() };
        positions += u64::from(filter.score(&step, session).is_some());
        plies.push(Ply::of(session, mv, score));
        session.play(mv).expect("the move is legal");
        if let Some(winner) = lead.after(score.unwrap_or(0)) {
            break GameResult::of_winner(Some(winner));
        }
    };
    let (variant, start) = (options.variant, String::new());
    (GameRecord { variant, start, result, plies }, positions)
}

/// The random moves that led to the position of the game.
fn opening(analyst: &mut dyn Analyst) -> Vec<Ply> {
    let session = analyst.session_mut();
    let moves = session.moves_played();
    session.set_position(None, &[]).expect("the start position is a position");
    let played = moves.into_iter().map(|mv| {
        let ply = Ply::of(session, mv, None);
        session.play(mv).expect("the move is legal");
        ply
    });
    played.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameFile, GameSource, Replay};

    fn options(name: &str, games: u64, threads: usize) -> DatagenOptions {
        let name = format!("vertumnus-{name}-{}.games", std::process::id());
        let output = std::env::temp_dir().join(name);
        let variant = Variant::default();
        DatagenOptions {
            variant,
            output,
            network: String::new(),
            games,
            nodes: 200,
            seed: 1,
            threads,
        }
    }

    fn run(options: &DatagenOptions, stop: &AtomicBool) -> GameFile {
        super::run(options, stop, &mut |_| {}).expect("a file");
        let files = vec![options.output.clone()];
        GameSource { variant: None, files }.read().expect("games").1
    }

    #[test]
    fn games_do_not_depend_on_threads_or_interruptions() {
        let whole = options("whole", 4, 2);
        let _ = std::fs::remove_file(&whole.output);
        let expected = run(&whole, &AtomicBool::new(false));
        assert_eq!(expected.games.len(), 4);
        let mut parts = options("parts", 1, 1);
        let _ = std::fs::remove_file(&parts.output);
        assert_eq!(run(&parts, &AtomicBool::new(false)).games, expected.games[..1]);
        parts.games = 4;
        // A game that is being played is finished.
        let stop = AtomicBool::new(false);
        super::run(&parts, &stop, &mut |progress| {
            stop.store(progress.games > 1, Ordering::Relaxed);
        })
        .expect("a file");
        assert_eq!(run(&parts, &AtomicBool::new(false)).games, expected.games);
        // With another seed, it would be another file.
        let other = DatagenOptions { seed: 2, games: 5, ..parts.clone() };
        let refused = super::run(&other, &AtomicBool::new(false), &mut |_| {});
        let reason = refused.expect_err("another seed").to_string();
        assert!(reason.ends_with(" was made with seed 1, not 2; it is not continued"), "{reason}");
        let other = DatagenOptions { network: "none".to_owned(), games: 5, ..parts.clone() };
        let refused = super::run(&other, &AtomicBool::new(false), &mut |_| {});
        let reason = refused.expect_err("another network").to_string();
        assert!(reason.contains(" was made with network "), "{reason}");
        for options in [whole, parts] {
            std::fs::remove_file(options.output).expect("the file");
        }
    }

    #[test]
    fn a_game_is_won_after_six_plies_of_one_lead() {
        let mut lead = Lead::default();
        let mut after = |scores: &[i32]| {
            let winners: Vec<_> = scores.iter().map(|&score| lead.after(score)).collect();
            winners.iter().position(Option::is_some).map(|ply| (ply + 1, winners[ply]))
        };
        assert_eq!(after(&[3_000; 6]), Some((6, Some(Color::White))));
        assert_eq!(after(&[-3_000, -4_000, 0, -3_000, -3_000, -3_000]), None);
        assert_eq!(after(&[-3_000, -3_000, -3_000]), Some((3, Some(Color::Black))));
        // Neither a smaller lead nor a change of sides goes on with the count.
        assert_eq!(after(&[2_999, 3_000, 3_000, -3_000, 3_000, 3_000, 3_000, 3_000, 3_000]), None);
        assert_eq!(after(&[3_000]), Some((1, Some(Color::White))));
    }

    /// What is counted while the games are played is what training takes of the file.
    #[test]
    fn positions_are_counted_as_training_counts_them() {
        // In three of these games, a random move comes late.
        let options = DatagenOptions { seed: 3, ..options("positions", 4, 1) };
        let _ = std::fs::remove_file(&options.output);
        let progress = super::run(&options, &AtomicBool::new(false), &mut |_| {}).expect("games");
        let file = run(&options, &AtomicBool::new(false));
        let mut session = vertumnus_core::game::session(options.variant);
        let (mut quiet, mut random) = (0, 0);
        for game in &file.games {
            let mut replay = Replay::start(game, &mut *session).expect("a start");
            while let Some(step) = replay.next(&mut *session).expect("a legal move") {
                quiet += u64::from(Filter::default().score(&step, &*session).is_some());
                random += u64::from(step.is_before_random && step.score.is_some());
            }
        }
        assert_eq!(progress.positions, quiet);
        assert!(random > 0, "some game has a late random move");
        std::fs::remove_file(options.output).expect("the file");
    }

    #[test]
    fn games_begin_at_random_and_have_scores_and_results() {
        let options = options("scores", 3, 0);
        let _ = std::fs::remove_file(&options.output);
        let file = run(&options, &AtomicBool::new(false));
        for game in &file.games {
            let random = game.plies.iter().take_while(|ply| ply.score.is_none()).count();
            assert!(
                (MIN_RANDOM_PLIES..=MIN_RANDOM_PLIES + EXTRA_RANDOM_PLIES + 1).contains(&random)
            );
            let later = game.plies[random..].iter().filter(|ply| ply.score.is_none()).count();
            assert!(later <= 1 && game.plies.len() > random);
        }
        std::fs::remove_file(options.output).expect("the file");
    }
}
