//! Games of the engine against itself, which give positions with results.

use std::io::{self, Write};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::sample::Sample;
use crate::openings::random_game;
use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::rules::{Outcome, Variant};
use vertumnus_engine::search::analyst::analyst;

/// The command line of `datagen`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DatagenOptions {
    /// The variant
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// Number of games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 3000)]
    pub nodes: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games played at the same time; 0 for one per processor
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
}

/// The size of each game's transposition table in MiB.
const HASH: usize = 4;

/// Each game begins with at least this many random plies.
const MIN_RANDOM_PLIES: usize = 6;

/// Up to this many further plies are random.
const EXTRA_RANDOM_PLIES: usize = 5;

/// A random opening is not played if it gives either side more than this, in centipawns.
const MAX_OPENING_SCORE: i32 = 250;

/// A game counts as won when both sides see at least this score, in centipawns, for
/// [`WON_PLIES`] plies in a row.
const WON_SCORE: i32 = 2_000;
const WON_PLIES: u32 = 4;

/// A game of this many plies counts as drawn.
const MAX_PLIES: usize = 300;

/// Positions with a higher score than this, in centipawns, are won or lost and teach nothing.
const MAX_SAMPLE_SCORE: i32 = 1_200;

/// One quiet position in this many is kept, since neighbours are alike.
const ONE_IN: usize = 3;

/// Plays the games and writes the samples; the same samples on every machine.
///
/// # Errors
/// If a sample cannot be written, or the system gives no threads.
pub fn run(options: DatagenOptions, output: &mut dyn Write) -> io::Result<()> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .stack_size(16 << 20)
        .build()
        .map_err(io::Error::other)?;
    let batch = 16 * pool.current_num_threads() as u64;
    let mut first = 0;
    while first < options.games {
        let last = (first + batch).min(options.games);
        let games: Vec<Vec<Sample>> = pool
            .install(|| (first..last).into_par_iter().map(|game| play(&options, game)).collect());
        for sample in games.iter().flatten() {
            writeln!(output, "{sample}")?;
        }
        output.flush()?;
        first = last;
    }
    Ok(())
}

/// The samples of one game.
fn play(options: &DatagenOptions, game: u64) -> Vec<Sample> {
    // A word of the seed's own generator, so that consecutive seeds share no games.
    let mut random = SplitMix64::new(SplitMix64::new(options.seed).next_word() ^ game);
    let mut analyst = analyst(options.variant, HASH);
    let mut ply = loop {
        let plies = MIN_RANDOM_PLIES + random.below(EXTRA_RANDOM_PLIES + 1);
        if random_game(analyst.session_mut(), &mut random, plies)
            && analyst.search(options.nodes).score.centipawns().abs() <= MAX_OPENING_SCORE
        {
            break plies;
        }
    };
    let mut samples = Vec::new();
    let (mut leader, mut agreed) = (None, 0);
    let result = loop {
        if let Some(outcome) = analyst.session().outcome() {
            break points(outcome);
        }
        let found = analyst.search(options.nodes);
        let Some(mv) = found.best else { break 0.5 };
        let session = analyst.session_mut();
        let white = match session.side_to_move() {
            Color::White => found.score.centipawns(),
            Color::Black => -found.score.centipawns(),
        };
        let is_quiet = !session.is_in_check() && !session.is_noisy(mv);
        if is_quiet && white.abs() <= MAX_SAMPLE_SCORE && random.below(ONE_IN) == 0 {
            samples.push(Sample { fen: session.fen(), score: white, result: 0.5 });
        }
        let leads = (white.abs() >= WON_SCORE).then_some(white > 0);
        agreed = if leads.is_some() && leads == leader { agreed + 1 } else { 0 };
        leader = leads;
        if let Some(white_leads) = leader
            && agreed >= WON_PLIES
        {
            break if white_leads { 1.0 } else { 0.0 };
        }
        if ply >= MAX_PLIES {
            break 0.5;
        }
        session.play(mv).expect("the best move is legal");
        ply += 1;
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// White's points.
fn points(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Color::White, _) => 1.0,
        Outcome::Win(Color::Black, _) => 0.0,
        Outcome::Draw(_) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::game::session;

    fn samples(threads: usize) -> Vec<Sample> {
        let variant = Variant::default();
        let options = DatagenOptions { variant, games: 4, nodes: 200, seed: 1, threads };
        let mut output = Vec::new();
        run(options, &mut output).expect("a vector takes all");
        let text = String::from_utf8(output).expect("text");
        text.lines().map(|line| line.parse().expect("a sample")).collect()
    }

    #[test]
    fn games_do_not_depend_on_threads() {
        let samples = samples(1);
        assert!(samples.len() > 20, "{}", samples.len());
        assert_eq!(samples, super::tests::samples(2));
    }

    #[test]
    fn samples_are_quiet_and_not_decided() {
        let mut session = session(Variant::default());
        for sample in samples(2) {
            assert!(sample.score.abs() <= MAX_SAMPLE_SCORE);
            session.set_position(Some(&sample.fen), &[]).expect("a position");
            assert!(!session.is_in_check());
        }
    }
}
