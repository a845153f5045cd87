//! One game in play: a position with its history, the options, and the search that runs.
//!
//! Protocols and tools talk to an [`Engine`], which knows the games by their names only. What it
//! has to say it says as data; words are the protocols' business.

pub mod options;
mod player;
mod report;
mod start;

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use self::options::{OptionError, Options, Setting};
use self::player::{Player, PlayerOf};
pub use self::report::{Event, Report, Request, Sink};
use self::start::StartFields;
pub use self::start::StartPart;
use crate::eval::Term;
use crate::search::{Control, TranspositionTable};
use vertumnus_core::position::{MoveError, Session};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// The engine: one game in play, and the options.
///
/// At most one search or count runs at a time. Whatever would disturb a search ends it first, and
/// it then reports its best move as always; a count is waited for, so that scripts get what they
/// ask for, unless [`stop`](Self::stop) ends it.
pub struct Engine {
    player: Box<dyn Player>,
    options: Options,
    starts: StartFields,
    table: Arc<TranspositionTable>,
    running: Option<Running>,
    sink: Sink,
}

/// A search or count under way.
struct Running {
    control: Arc<Control>,
    is_count: bool,
    thread: JoinHandle<()>,
}

struct NewPlayer {
    threads: usize,
    /// The seventh FEN field of the start position.
    start: String,
}

impl Visitor for NewPlayer {
    type Output = Box<dyn Player>;

    fn visit<R: Ruleset>(self) -> Self::Output {
        let mut player = PlayerOf::<R>::new(self.threads);
        player.session_mut().set_start_field(&self.start);
        Box::new(player)
    }
}

impl Engine {
    /// An engine at the start of a game, which reports to `sink`.
    #[must_use]
    pub fn new(variant: Variant, sink: Sink) -> Self {
        let (options, starts) = (Options::default(), StartFields::default());
        let start = starts.of(variant);
        Self {
            player: variant.visit(NewPlayer { threads: options.threads, start }),
            options,
            starts,
            table: Arc::new(TranspositionTable::new(options.hash)),
            running: None,
            sink,
        }
    }

    /// The game in play.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        self.player.session()
    }

    /// The game in play, to change it. A running search goes on with what it was started with.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        self.player.session_mut()
    }

    /// The evaluation by its terms, and their sum in centipawns for the side to move.
    #[must_use]
    pub fn evaluation(&self) -> (Vec<Term>, i32) {
        self.player.evaluation()
    }

    /// The options as they are set.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option, and says what was set.
    ///
    /// # Errors
    /// If there is no such option, it does not take this value, or the system has not the memory;
    /// nothing changes then.
    ///
    /// # Panics
    /// Never: a search gives the table back when it ends, and it is ended first.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Setting, OptionError> {
        let setting = options::parse(name, value)?;
        self.halt();
        match &setting {
            &Setting::Hash(mebibytes) => {
                let table = Arc::get_mut(&mut self.table).expect("no search has it any more");
                table.resize(mebibytes).map_err(|_| OptionError::Memory(mebibytes))?;
                self.options.hash = mebibytes;
            }
            Setting::ClearHash => self.table.clear(),
            &Setting::Threads(threads) => {
                self.options.threads = threads;
                self.player.set_threads(threads);
            }
            &Setting::MultiPv(lines) => self.options.multi_pv = lines,
            &Setting::MoveOverhead(overhead) => self.options.move_overhead = overhead,
            &Setting::SkillLevel(level) => self.options.skill_level = level,
            &Setting::LimitStrength(limit) => self.options.limit_strength = limit,
            &Setting::Elo(elo) => self.options.elo = elo,
            &Setting::ShowWdl(show) => self.options.show_wdl = show,
            &Setting::Variant(variant) if variant != self.session().variant() => {
                let start = self.starts.of(variant);
                self.player = variant.visit(NewPlayer { threads: self.options.threads, start });
                self.table.clear();
            }
            Setting::StartPart(part, value) => {
                let variant = self.starts.set(*part, value);
                if variant == self.session().variant() {
                    let field = self.starts.of(variant);
                    self.session_mut().set_start_field(&field);
                }
            }
            Setting::Variant(_) | Setting::Ponder(_) | Setting::AnalyseMode(_) => {}
        }
        Ok(setting)
    }

    /// Forgets everything of earlier games.
    pub fn new_game(&mut self) {
        self.halt();
        self.player.new_game();
        self.table.clear();
    }

    /// Starts a search, or a count, of the position as it stands; what comes of it goes to the sink.
    ///
    /// # Errors
    /// If a move to be searched is not legal.
    pub fn go(&mut self, request: &Request) -> Result<(), MoveError> {
        self.halt();
        let control = Arc::new(Control::new());
        let job = self.player.job(request, &self.options, &self.table, &control, &self.sink)?;
        let thread = thread::spawn(job);
        self.running = Some(Running { control, is_count: request.perft.is_some(), thread });
        Ok(())
    }

    /// Ends a running search, which still reports its best move, or a count.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Tells a search that ponders that the move it ponders on was played.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Whether a count runs.
    #[must_use]
    pub fn is_counting(&self) -> bool {
        self.running.as_ref().is_some_and(|job| job.is_count && !job.thread.is_finished())
    }

    /// Ends a running search, or waits for a running count, and returns when it has reported.
    pub fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            if !running.is_count {
                running.control.stop();
            }
            // A search that panicked has said so on stderr; the engine lives on.
            let _ = running.thread.join();
        }
    }
}
