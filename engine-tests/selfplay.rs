//! Whole games of the engine against itself, as a tournament manager plays them: two processes, a
//! clock that the test keeps, and a third process as arbiter of legality and of the game's end.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use vertumnus_core::rules::Variant;

use crate::cores;
use crate::support::{EngineProcess, PATIENCE, extend_position, is_best_move, pick};
use vertumnus_core::board::SplitMix64;

/// No game lasts this many plies: the rules end it before.
const LONGEST_GAME: usize = 3000;

/// Plies that are played at random, so that no two games are alike.
const OPENING_PLIES: usize = 4;

/// How much pipes and a busy machine may add to the time of a move on a clock; tournament managers
/// allow as much.
const CLOCK_MARGIN: Duration = Duration::from_millis(20);

/// The same for a fixed time of a few milliseconds per move, where no clock makes up for a delay.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(150);

#[derive(Clone, Copy)]
struct TimeControl {
    start: Duration,
    increment: Duration,
}

const QUICK: TimeControl =
    TimeControl { start: Duration::from_millis(500), increment: Duration::from_millis(10) };

const TOURNAMENT: TimeControl =
    TimeControl { start: Duration::from_secs(1), increment: Duration::from_millis(10) };

/// A side of the board: an engine and the time left on its clock.
struct Player {
    engine: EngineProcess,
    clock: Duration,
}

impl Player {
    fn new(variant: &str, threads: usize) -> Self {
        let mut engine = EngineProcess::uci();
        engine.set_option("Threads", threads);
        engine.set_option("UCI_Variant", variant);
        Self { engine, clock: Duration::ZERO }
    }

    fn new_game(&mut self, pace: Pace) {
        self.engine.new_game();
        self.clock = match pace {
            // The increment of the first move is on the clock already.
            Pace::Clock(time) => time.start + time.increment,
            Pace::MoveTime(time) => time,
        };
    }

    /// Lets the engine move and takes the time from its clock.
    fn choose_move(&mut self, position: &str, go: &str, pace: Pace) -> String {
        self.engine.position(position);
        let started = Instant::now();
        self.engine.send(go);
        let said = self.engine.expect("bestmove", PATIENCE, is_best_move);
        let used = self.engine.last_line_at().saturating_duration_since(started);
        let margin = match pace {
            Pace::Clock(_) => CLOCK_MARGIN,
            Pace::MoveTime(_) => MOVE_TIME_MARGIN,
        };
        if used > self.clock + margin {
            let left = self.clock;
            self.engine.fail(format_args!("a loss on time: {used:?} used of {left:?}"));
        }
        if let Pace::Clock(time) = pace {
            self.clock = self.clock.saturating_sub(used) + time.increment;
        }
        self.engine.report_of(&said).best_move().to_owned()
    }
}

/// Follows the game and knows what is legal and when it is over.
struct Arbiter {
    engine: EngineProcess,
    position: String,
    plies: usize,
}

impl Arbiter {
    fn new(variant: &str) -> Self {
        let engine = EngineProcess::uci_variant(variant);
        Self { engine, position: "startpos".to_owned(), plies: 0 }
    }

    /// Plays a move; the outcome if the game is over then.
    fn play(&mut self, text: &str) -> Option<String> {
        let legal = self.engine.legal_moves();
        if !legal.contains(text) {
            let position = &self.position;
            self.engine.fail(format_args!("{text} is illegal in {position}: {legal:?}"));
        }
        self.position = extend_position(&self.position, &[text]);
        self.plies += 1;
        let description = self.engine.describe_position(&self.position);
        description.is_over().then_some(description.outcome)
    }

    /// Begins a game with a random opening; the outcome if that ends it.
    fn open(&mut self, random: &mut SplitMix64) -> Option<String> {
        "startpos".clone_into(&mut self.position);
        self.plies = 0;
        self.engine.position("startpos");
        (0..OPENING_PLIES).find_map(|_| {
            let legal = self.engine.legal_moves();
            let legal: Vec<&str> = legal.iter().map(String::as_str).collect();
            self.play(pick(random, &legal))
        })
    }
}

/// How long the engines think: on a clock, or the same time for each move.
#[derive(Clone, Copy)]
enum Pace {
    Clock(TimeControl),
    MoveTime(Duration),
}

/// A match of an engine against itself. Processes last for the match, as managers do it.
struct Match {
    arbiter: Arbiter,
    players: [Player; 2],
    pace: Pace,
}

impl Match {
    fn new(variant: &str, pace: Pace, threads: usize) -> Self {
        let players = [Player::new(variant, threads), Player::new(variant, threads)];
        Self { arbiter: Arbiter::new(variant), players, pace }
    }

    /// Plays a game to its end and returns how it ended.
    fn play_game(&mut self, seed: u64) -> String {
        for player in &mut self.players {
            player.new_game(self.pace);
        }
        if let Some(outcome) = self.arbiter.open(&mut SplitMix64::new(seed)) {
            return outcome;
        }
        loop {
            assert!(self.arbiter.plies < LONGEST_GAME, "a game without end");
            let go = self.go();
            let mover = &mut self.players[self.arbiter.plies % 2];
            let text = mover.choose_move(&self.arbiter.position, &go, self.pace);
            mover.engine.expect_no_complaint();
            if let Some(outcome) = self.arbiter.play(&text) {
                return outcome;
            }
        }
    }

    fn go(&self) -> String {
        match self.pace {
            Pace::Clock(TimeControl { increment, .. }) => {
                let [white, black] = self.players.each_ref().map(|player| player.clock.as_millis());
                let increment = increment.as_millis();
                format!("go wtime {white} btime {black} winc {increment} binc {increment}")
            }
            Pace::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        }
    }
}

/// Plays games, and prints how they ended when all are over.
fn play_match(variant: &str, pace: Pace, threads: usize, games: u64) {
    let mut played = Match::new(variant, pace, threads);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 1..=games {
        let outcome = played.play_game(seed);
        let (result, reason) = outcome.split_once(' ').unwrap_or((&outcome, ""));
        assert!(matches!(result, "1-0" | "0-1" | "1/2-1/2"), "{outcome:?}");
        assert!(!reason.is_empty(), "a game ends for a reason: {outcome:?}");
        *outcomes.entry(outcome).or_default() += 1;
    }
    println!("{variant}, {threads} threads: {outcomes:?}");
}

/// A test for each game of the build, and for each number of threads.
fn matches(name: &str, pace: Pace, threads: &[usize], games: u64) -> Vec<Trial> {
    let each =
        Variant::bundled().iter().flat_map(|variant| threads.iter().map(move |n| (variant, *n)));
    each.map(|(variant, threads)| {
        Trial::test(format!("selfplay::{variant}::{name}::threads_{threads}"), move || {
            cores::holding(threads, || play_match(variant.name(), pace, threads, games));
            Ok(())
        })
    })
    .collect()
}

/// All tests of this kind.
pub(crate) fn trials() -> Vec<Trial> {
    let on_request = |trials: Vec<Trial>| trials.into_iter().map(|t| t.with_ignored_flag(true));
    let mut all = matches("one_quick_game", Pace::Clock(QUICK), &[2], 1);
    let clock = Pace::Clock(TOURNAMENT);
    all.extend(on_request(matches("ten_games_on_the_clock", clock, &[1, 2], 10)));
    let blitz = Pace::MoveTime(Duration::from_millis(10));
    all.extend(on_request(matches("two_hundred_games_at_10_ms", blitz, &[1, 2], 200)));
    all
}
