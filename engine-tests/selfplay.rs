//! Whole games of the engine against itself, as a tournament manager plays them: two processes, a
//! clock that the test keeps, and a third process as arbiter of legality and of the game's end.

mod support;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use support::{EngineProcess, PATIENCE, Random, extend_position, is_best_move};

/// Longer games are adjudicated as draws.
const LONGEST_GAME: usize = 300;

/// Plies that are played at random, so that no two games are alike.
const OPENING_PLIES: usize = 4;

/// What pipes and a busy machine may add to a move's time; managers allow as much.
const TIME_MARGIN: Duration = Duration::from_millis(20);

/// One game at a time: a game beside another would lose time that the engine cannot know of.
static MACHINE: Mutex<()> = Mutex::new(());

#[derive(Clone, Copy)]
struct TimeControl {
    start: Duration,
    increment: Duration,
}

const QUICK: TimeControl =
    TimeControl { start: Duration::from_millis(500), increment: Duration::from_millis(10) };

const TOURNAMENT: TimeControl =
    TimeControl { start: Duration::from_secs(1), increment: Duration::from_millis(10) };

/// A side of the board: an engine and what is left on its clock.
struct Player {
    engine: EngineProcess,
    clock: Duration,
}

impl Player {
    fn new(variant: &str, time: TimeControl, threads: usize) -> Self {
        let mut engine = EngineProcess::uci();
        engine.set_option("Threads", threads);
        engine.set_option("UCI_Variant", variant);
        engine.new_game();
        // The increment of the first move is on the clock already.
        Self { engine, clock: time.start + time.increment }
    }

    /// Lets the engine move and takes the time from its clock.
    fn choose_move(&mut self, position: &str, go: &str, increment: Duration) -> String {
        self.engine.position(position);
        let started = Instant::now();
        self.engine.send(go);
        let said = self.engine.expect("bestmove", PATIENCE, is_best_move);
        let used = self.engine.last_line_at().saturating_duration_since(started);
        if used > self.clock + TIME_MARGIN {
            let left = self.clock;
            self.engine.fail(format_args!("a loss on time: {used:?} used of {left:?}"));
        }
        self.clock = self.clock.saturating_sub(used) + increment;
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

    /// Plays the random opening.
    fn open(&mut self, random: &mut Random) {
        self.engine.position("startpos");
        for _ in 0..OPENING_PLIES {
            let legal = self.engine.legal_moves();
            let legal: Vec<&str> = legal.iter().map(String::as_str).collect();
            let ended = self.play(random.pick(&legal));
            assert_eq!(ended, None, "no game is over after {OPENING_PLIES} plies");
        }
    }

    fn is_white_to_move(&self) -> bool {
        self.plies.is_multiple_of(2)
    }
}

/// Plays a game to its end and returns how it ended.
fn play_game(variant: &str, time: TimeControl, threads: usize, seed: u64) -> String {
    let _alone = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut arbiter = Arbiter::new(variant);
    arbiter.open(&mut Random(seed));
    let mut white = Player::new(variant, time, threads);
    let mut black = Player::new(variant, time, threads);
    while arbiter.plies < LONGEST_GAME {
        let go = format!(
            "go wtime {} btime {} winc {inc} binc {inc}",
            white.clock.as_millis(),
            black.clock.as_millis(),
            inc = time.increment.as_millis(),
        );
        let mover = if arbiter.is_white_to_move() { &mut white } else { &mut black };
        let text = mover.choose_move(&arbiter.position, &go, time.increment);
        if let Some(outcome) = arbiter.play(&text) {
            return outcome;
        }
    }
    format!("1/2-1/2 adjudicated after {LONGEST_GAME} plies")
}

/// Plays games with one and two threads in turn.
fn play_match(variant: &str, time: TimeControl, games: u64) {
    for seed in 1..=games {
        let threads = if seed % 2 == 1 { 1 } else { 2 };
        let outcome = play_game(variant, time, threads, seed);
        let (result, reason) = outcome.split_once(' ').unwrap_or((&outcome, ""));
        assert!(matches!(result, "1-0" | "0-1" | "1/2-1/2"), "{outcome:?}");
        assert!(!reason.is_empty(), "a game ends for a reason: {outcome:?}");
    }
}

#[test]
fn two_quick_games_of_chess() {
    play_match("chess", QUICK, 2);
}

#[test]
fn two_quick_games_of_fairyeater() {
    play_match("fairyeater", QUICK, 2);
}

#[test]
#[ignore = "takes some minutes"]
fn twenty_games_of_chess() {
    play_match("chess", TOURNAMENT, 20);
}

#[test]
#[ignore = "takes some minutes"]
fn twenty_games_of_fairyeater() {
    play_match("fairyeater", TOURNAMENT, 20);
}
