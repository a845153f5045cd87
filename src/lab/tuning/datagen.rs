//! Games of the engine against itself, for positions with results.

use std::io::{self, Write};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::sample::Sample;
use crate::openings::random_line;
use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::rules::{Outcome, Ruleset, Variant, Visitor};
use vertumnus_engine::search::analyst::Analyst;

/// What to play.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Options {
    /// The game
    #[arg(long, default_value_t)]
    pub variant: Variant,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 3000)]
    pub nodes: u64,
    /// Other games for each seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games at a time; 0 for as many as the machine has processors
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
}

/// MiB of table for each game.
const HASH: usize = 4;

/// Each game begins with so many random moves, or up to so many more.
const RANDOM_PLIES: usize = 6;
const MORE_RANDOM_PLIES: usize = 5;

/// A random opening that gives either side more than this, in centipawns, is not played.
const MOST_UNEQUAL: i32 = 250;

/// A game counts as won when both sides agree so many plies on end that so many centipawns are won,
/// and as drawn when it is longer than so many plies.
const WON: i32 = 2_000;
const PLIES_WON: u32 = 4;
const LONGEST: usize = 300;

/// Positions that are won or lost teach nothing.
const MOST_TOLD: i32 = 1_200;

/// One quiet position in so many is kept, since neighbours are alike.
const ONE_IN: usize = 3;

/// Plays the games and writes the samples; the same samples on every machine.
///
/// # Errors
/// If a sample cannot be written, or the system gives no threads.
pub fn run(options: Options, output: impl Write + Send) -> io::Result<()> {
    options.variant.visit(Datagen { options, output })
}

struct Datagen<O> {
    options: Options,
    output: O,
}

impl<O: Write + Send> Visitor for Datagen<O> {
    type Output = io::Result<()>;

    fn visit<R: Ruleset>(self) -> io::Result<()> {
        let Self { options, mut output } = self;
        let pool = ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .stack_size(16 << 20)
            .build()
            .map_err(io::Error::other)?;
        let batch = 16 * pool.current_num_threads() as u64;
        let mut first = 0;
        while first < options.games {
            let last = (first + batch).min(options.games);
            let games: Vec<Vec<Sample>> = pool.install(|| {
                (first..last).into_par_iter().map(|game| play::<R>(&options, game)).collect()
            });
            for sample in games.iter().flatten() {
                writeln!(output, "{sample}")?;
            }
            output.flush()?;
            first = last;
        }
        Ok(())
    }
}

/// The samples of one game.
fn play<R: Ruleset>(options: &Options, game: u64) -> Vec<Sample> {
    // A word of the seed's own generator, so that seeds that follow one another share no games.
    let mut random = SplitMix64::new(SplitMix64::new(options.seed).next_word() ^ game);
    let mut analyst = Analyst::<R>::new(HASH);
    let mut line = loop {
        let plies = RANDOM_PLIES + random.below(MORE_RANDOM_PLIES + 1);
        if let Some(line) = random_line::<R>(&mut random, plies)
            && analyst.search(&line, options.nodes).score.centipawns().abs() <= MOST_UNEQUAL
        {
            break line;
        }
    };
    let mut samples = Vec::new();
    let (mut leader, mut agreed) = (None, 0);
    let result = loop {
        if let Some(outcome) = line.outcome() {
            break share(outcome);
        }
        let found = analyst.search(&line, options.nodes);
        let Some(mv) = found.best else { break 0.5 };
        let position = line.position();
        let white = match position.side_to_move() {
            Color::White => found.score.centipawns(),
            Color::Black => -found.score.centipawns(),
        };
        let quiet = !position.in_check() && !position.is_noisy(mv);
        if quiet && white.abs() <= MOST_TOLD && random.below(ONE_IN) == 0 {
            samples.push(Sample { fen: position.fen(), score: white, result: 0.5 });
        }
        let leads = (white.abs() >= WON).then_some(white > 0);
        agreed = if leads.is_some() && leads == leader { agreed + 1 } else { 0 };
        leader = leads;
        if let Some(white_leads) = leader
            && agreed >= PLIES_WON
        {
            break if white_leads { 1.0 } else { 0.0 };
        }
        if line.len() >= LONGEST {
            break 0.5;
        }
        line.make_unchecked(mv);
    };
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

/// What White has of it.
fn share(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Color::White, _) => 1.0,
        Outcome::Win(Color::Black, _) => 0.0,
        Outcome::Draw(_) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::position::Position;

    fn samples(threads: usize) -> Vec<Sample> {
        let variant = Variant::default();
        let options = Options { variant, games: 4, nodes: 200, seed: 1, threads };
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
        for sample in samples(2) {
            assert!(sample.score.abs() <= MOST_TOLD);
            Variant::default().visit(NotInCheck(&sample.fen));
        }
    }

    struct NotInCheck<'a>(&'a str);

    impl Visitor for NotInCheck<'_> {
        type Output = ();

        fn visit<R: Ruleset>(self) {
            assert!(!Position::<R>::from_fen(self.0).expect("a position").in_check());
        }
    }
}
