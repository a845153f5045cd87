//! A thread that plays games one after the other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, SystemTime};

use super::arbiter::{GameFate, MatchGame, PlayedGame, Seat};
use super::schedule::{Pairing, Schedule};
use super::settings::MatchOptions;
use crate::client::{
    EngineConfig, EngineFault, EnginePlayer, EngineProtocol, Restart, UciPlayer, XBoardPlayer,
};
use crate::hold_ups::Watch;
use crate::process::StopSignal;
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::Variant;

/// How often a game is tried that an engine does not begin, if the tournament recovers from such
/// faults, and the pause between two attempts.
const ATTEMPTS: u32 = 3;
const PAUSE_BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// How often a game is played again because the runner was held up.
const REPLAYS: u32 = 10;

/// An event of a thread.
pub(super) enum WorkerEvent {
    Started(Box<Pairing>),
    Finished {
        pairing: Box<Pairing>,
        played: Box<PlayedGame>,
        began: SystemTime,
    },
    /// The game cannot be played.
    Impossible(String),
    /// The runner was held up while an engine was late: this game is played again.
    HeldUp(Box<Pairing>),
    /// This engine could not begin a game.
    NotBegun {
        engine: usize,
        fault: EngineFault,
    },
}

/// The state that all threads share.
pub(super) struct SharedMatch<'a> {
    options: &'a MatchOptions,
    engines: Vec<Arc<EngineConfig>>,
    schedule: &'a Schedule,
    /// The numbers of games that were played in an earlier run.
    done: HashSet<usize>,
    next: AtomicUsize,
    stop: Arc<StopSignal>,
    pub(super) watch: Watch,
}

impl<'a> SharedMatch<'a> {
    pub(super) fn new(
        options: &'a MatchOptions,
        schedule: &'a Schedule,
        done: HashSet<usize>,
        stop: Arc<StopSignal>,
    ) -> Self {
        let engines = options.engines.iter().cloned().map(Arc::new).collect();
        let (next, watch) = (AtomicUsize::new(0), Watch::default());
        Self { options, engines, schedule, done, next, stop, watch }
    }

    /// The next game to be played; `None` if there is none.
    fn next(&self) -> Option<Pairing> {
        loop {
            if self.stop.is_set() {
                return None;
            }
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if !self.done.contains(&index) {
                let game = self.schedule.game(index)?;
                if self.options.part.has(game.block) {
                    return Some(game);
                }
            }
        }
    }
}

pub(super) struct MatchWorker<'a> {
    shared: &'a SharedMatch<'a>,
    events: Sender<WorkerEvent>,
    /// The running engines, by their indices.
    players: HashMap<usize, Box<dyn EnginePlayer>>,
    /// A session for each variant that was played, by its name.
    sessions: HashMap<&'static str, Box<dyn Session>>,
}

impl<'a> MatchWorker<'a> {
    pub(super) fn new(shared: &'a SharedMatch<'a>, events: Sender<WorkerEvent>) -> Self {
        Self { shared, events, players: HashMap::new(), sessions: HashMap::new() }
    }

    pub(super) fn run(mut self) {
        while let Some(pairing) = self.shared.next() {
            if !self.play(pairing) {
                break;
            }
            thread::sleep(self.shared.options.pause);
        }
        self.dismiss(|_| true);
    }

    /// Plays a game. Returns false if no other game must be played.
    fn play(&mut self, pairing: Pairing) -> bool {
        let pairing = Box::new(pairing);
        let engines = [pairing.white, pairing.black];
        self.dismiss(|engine| !engines.contains(&engine));
        // The collector has gone only if the tournament is over.
        let _ = self.events.send(WorkerEvent::Started(pairing.clone()));
        let attempts = if self.shared.options.recover { ATTEMPTS } else { 1 };
        let (mut attempt, mut replays) = (0, 0);
        loop {
            let began = SystemTime::now();
            let fate = self.attempt(&pairing);
            attempt += u32::from(!matches!(fate, Ok(GameFate::HeldUp(_))));
            let event = match fate {
                Ok(GameFate::Stopped) => return false,
                Ok(GameFate::HeldUp(_)) if replays == REPLAYS => {
                    let reason = "was held up in each of them, as on a machine that is too busy";
                    WorkerEvent::Impossible(format!(
                        "a game was begun {} times, and the runner {reason}",
                        REPLAYS + 1
                    ))
                }
                Ok(GameFate::HeldUp(_)) => {
                    replays += 1;
                    let _ = self.events.send(WorkerEvent::HeldUp(pairing.clone()));
                    continue;
                }
                Ok(GameFate::NotBegun(..)) if attempt < attempts => {
                    thread::sleep(PAUSE_BETWEEN_ATTEMPTS);
                    continue;
                }
                Ok(GameFate::NotBegun(side, fault)) => {
                    WorkerEvent::NotBegun { engine: engines[side.index()], fault }
                }
                Ok(GameFate::Played(played)) => WorkerEvent::Finished { pairing, played, began },
                Err(reason) => WorkerEvent::Impossible(reason),
            };
            return self.events.send(event).is_ok();
        }
    }

    /// Plays a game, or finds out why it cannot be played.
    fn attempt(&mut self, pairing: &Pairing) -> Result<GameFate, String> {
        let engines = [pairing.white, pairing.black];
        let mut players = engines.map(|engine| self.player(engine));
        let seats: ByColor<Seat<'_>> = ByColor(
            players.each_mut().map(|player| player.as_mut().map_err(|fault| fault.clone())),
        );
        let configs = ByColor(engines.map(|engine| &*self.shared.engines[engine]));
        let game = MatchGame {
            session: session(&mut self.sessions, pairing.variant),
            opening: &pairing.opening,
            configs,
            rules: self.shared.options.rules,
            comments: self.shared.options.comments,
            patience: self.shared.options.patience,
            watch: &self.shared.watch,
        };
        let fate = game.play(seats);
        let must_restart = match &fate {
            Ok(GameFate::Played(played)) => played.must_restart,
            Ok(GameFate::HeldUp(must_restart)) => *must_restart,
            Ok(GameFate::NotBegun(side, _)) => {
                ByColor([*side == Color::White, *side == Color::Black])
            }
            Ok(GameFate::Stopped) | Err(_) => ByColor([false; 2]),
        };
        self.keep(engines, players, must_restart);
        fate
    }

    /// A running engine. It is started if necessary.
    fn player(&mut self, engine: usize) -> Result<Box<dyn EnginePlayer>, EngineFault> {
        match self.players.remove(&engine) {
            Some(player) => Ok(player),
            None => start(&self.shared.engines[engine], &self.shared.stop),
        }
    }

    /// Keeps the engines of a game for the next game. The ones that must restart are killed.
    fn keep(
        &mut self,
        engines: [usize; 2],
        players: [Result<Box<dyn EnginePlayer>, EngineFault>; 2],
        must_restart: ByColor<bool>,
    ) {
        let players = engines.into_iter().zip(players).zip(must_restart.0);
        for ((engine, player), must_restart) in players {
            let Ok(player) = player else { continue };
            if must_restart {
                drop(player);
            } else if self.shared.engines[engine].restart == Restart::On {
                player.quit();
            } else {
                self.players.insert(engine, player);
            }
        }
    }

    /// Asks engines to end, and waits for them.
    fn dismiss(&mut self, is_done: impl Fn(usize) -> bool) {
        let done: Vec<usize> =
            self.players.keys().copied().filter(|&engine| is_done(engine)).collect();
        for engine in done {
            if let Some(player) = self.players.remove(&engine) {
                player.quit();
            }
        }
    }
}

fn session<'a>(
    sessions: &'a mut HashMap<&'static str, Box<dyn Session>>,
    variant: Variant,
) -> &'a mut dyn Session {
    &mut **sessions.entry(variant.name()).or_insert_with(|| game::session(variant))
}

/// Starts an engine.
pub(super) fn start(
    config: &Arc<EngineConfig>,
    stop: &Arc<StopSignal>,
) -> Result<Box<dyn EnginePlayer>, EngineFault> {
    Ok(match config.protocol {
        EngineProtocol::Uci => Box::new(UciPlayer::start(config.clone(), stop)?),
        EngineProtocol::XBoard => Box::new(XBoardPlayer::start(config.clone(), stop)?),
    })
}
