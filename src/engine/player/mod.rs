//! One game in play: a position with its history, the options, and the running search.
//!
//! Protocols and tools talk to an [`Engine`], in which the ruleset is erased. It reports data; text
//! is made by the protocols.

mod event;
mod game_player;
pub mod levels;
pub mod options;
mod runner;
mod start_field;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

pub use self::event::{Event, Sink};
use self::game_player::{Player, PlayerOf};
use self::options::{Effect, OptionError, OptionInfo, Options};
use self::runner::{Job, Runner};
use self::start_field::StartFields;
use crate::eval::{EvalSource, Explanation};
use crate::host::Host;
#[cfg(feature = "tune")]
use crate::search::margins::TUNABLES;
use crate::search::{Control, Limits, SearchThreads, ThreadsError, TranspositionTable, bench};
use vertumnus_core::game::Session;
use vertumnus_core::position::perft::Counter;
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// The engine: one game in play, and the options.
///
/// At most one job runs at a time. There are two kinds. A search goes on until it is stopped: any
/// command that would disturb it ends it first, and it then reports its best move as always. A
/// count (perft or a benchmark) is waited for, so that scripts get what they ask for, unless
/// [`stop`](Self::stop) ends it.
pub struct Engine {
    host: Host,
    /// The game that it began with.
    first: Variant,
    player: Box<dyn Player>,
    options: Options,
    start_fields: StartFields,
    /// What evaluates positions of all games without a network of a file.
    eval_source: EvalSource,
    /// The networks of files, by the identities of their games.
    networks: HashMap<&'static str, EvalSource>,
    table: Arc<TranspositionTable>,
    threads: SearchThreads,
    runner: Runner,
    running: Option<Running>,
    sink: Sink,
}

/// The job that runs, or has ended without being waited for.
struct Running {
    control: Arc<Control>,
    kind: JobKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JobKind {
    Search,
    /// A perft or a benchmark.
    Count,
}

struct NewPlayer<'a> {
    variant: Variant,
    threads: &'a SearchThreads,
    /// The seventh FEN field of the start position.
    start_field: String,
    eval_source: EvalSource,
}

impl Visitor for NewPlayer<'_> {
    type Output = Box<dyn Player>;

    fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
        let mut player = PlayerOf::new(self.variant, rules, self.threads);
        // Options take only what the game takes.
        let _ = player.session_mut().set_start_field(&self.start_field);
        if self.eval_source != EvalSource::BuiltIn {
            // It is for this game.
            let _ = player.set_eval_source(self.eval_source);
        }
        Box::new(player)
    }
}

impl Engine {
    /// An engine at the start of a game. Events of its jobs go to `sink`. If the system does not have the
    /// memory for a table of the default size, it is smaller.
    ///
    /// # Errors
    /// If the system does not start two threads, or has no memory for them and the smallest table.
    pub fn new(variant: Variant, sink: Sink) -> io::Result<Self> {
        Self::on(Host::DESKTOP, variant, sink)
    }

    /// An engine as [`new`](Self::new) makes it, on this machine. Without threads, each call that
    /// starts a job returns when the job has ended.
    ///
    /// # Errors
    /// If the system does not start two threads, or has no memory for them and the smallest table.
    pub fn on(host: Host, variant: Variant, sink: Sink) -> io::Result<Self> {
        let (mut options, start_fields) = (Options::default(), StartFields::default());
        let threads =
            SearchThreads::on(host, options.threads as usize).map_err(io::Error::other)?;
        let runner = Runner::new(host)?;
        if host.has_threads {
            // The threads themselves have taken memory since they were started.
            threads.check_memory().map_err(io::Error::other)?;
        }
        let start_field = start_fields.of(variant);
        let eval_source = EvalSource::BuiltIn;
        let player =
            variant.visit(NewPlayer { variant, threads: &threads, start_field, eval_source });
        let table = loop {
            match threads.install(|| TranspositionTable::try_new(options.hash as usize)) {
                Ok(table) => break table,
                Err(_) if options.hash > 1 => options.hash /= 2,
                Err(error) => return Err(io::Error::other(error)),
            }
        };
        Ok(Self {
            host,
            first: variant,
            player,
            options,
            start_fields,
            eval_source: EvalSource::BuiltIn,
            networks: HashMap::new(),
            table: Arc::new(table),
            threads,
            runner,
            running: None,
            sink,
        })
    }

    /// Sends the events of jobs that are started from now on to this.
    pub fn set_sink(&mut self, sink: Sink) {
        self.sink = sink;
    }

    /// The game in play.
    pub fn session(&self) -> &dyn Session {
        self.player.session()
    }

    /// The game in play, to change it. A running job goes on with the position it was started with.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        self.player.session_mut()
    }

    /// What the evaluation of the position consists of.
    pub fn explanation(&self) -> Explanation {
        self.player.explanation()
    }

    /// The options as they are set.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What can be set, in the order in which it is announced.
    pub fn announced_options(&self) -> Vec<OptionInfo> {
        options::all(self.first)
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option, if it does not take this value, or if the system does not have the
    /// memory or the threads for it. Nothing changes then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (options, effect) = options::change(self.options, name, value)?;
        self.halt();
        match effect {
            Effect::None => {}
            Effect::ResizeTable => self.resize_table(options.hash)?,
            Effect::ClearTable => self.clear_table(),
            Effect::StartThreads => self.start_threads(options.threads as usize)?,
            Effect::ChangeVariant(variant) => self.set_variant(variant)?,
            Effect::LoadGames(path) => self.load_games(&path)?,
            Effect::ChangeEval(name) => self.change_eval(&name)?,
            #[cfg(feature = "tune")]
            Effect::ChangeMargin(index, value) => TUNABLES[index].margin.set(value),
            Effect::ChangeStartField(part, value) => {
                let variant = self.start_fields.set(part, &value);
                if variant == self.session().variant() {
                    let field = self.start_fields.of(variant);
                    // Options take only what the game takes.
                    let _ = self.session_mut().set_start_field(&field);
                }
            }
        }
        self.options = options;
        Ok(())
    }

    /// Goes to the start of a game, and forgets everything of the last one.
    ///
    /// # Errors
    /// If the system does not have the memory for what the search threads learn of the game. Nothing
    /// changes then.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), ThreadsError> {
        self.halt();
        if variant == self.session().variant() {
            self.new_game();
            return Ok(());
        }
        self.threads.check_memory()?;
        let start_field = self.start_fields.of(variant);
        let (threads, eval_source) = (&self.threads, self.eval_source_of(variant));
        self.player = variant.visit(NewPlayer { variant, threads, start_field, eval_source });
        self.clear_table();
        Ok(())
    }

    /// Reads games of files. The game in play stays what it is.
    fn load_games(&self, path: &str) -> Result<(), OptionError> {
        if !path.is_empty() {
            let remarks = (self.host.load_games)(path).map_err(OptionError::Games)?;
            for remark in &remarks {
                (self.sink)(Event::Remark(remark));
            }
        }
        Ok(())
    }

    fn clear_table(&self) {
        let table = &*self.table;
        self.threads.install(|| table.clear());
    }

    /// Evaluates by what has this name: a network for the game that it was made for, which may be
    /// played later, or something else for all games instead of all networks of files.
    fn change_eval(&mut self, name: &str) -> Result<(), OptionError> {
        let source = EvalSource::read(name);
        let source =
            source.map_err(|error| OptionError::Network { path: name.to_owned(), error })?;
        if let Some(variant) = source.variant() {
            self.networks.insert(variant.identity(), source);
        } else {
            self.networks.clear();
            self.eval_source = source;
        }
        let source = self.eval_source_of(self.session().variant());
        let refused = |error| OptionError::Network { path: name.to_owned(), error };
        self.player.set_eval_source(source).map_err(refused)?;
        // It holds evaluations.
        self.clear_table();
        Ok(())
    }

    fn eval_source_of(&self, variant: Variant) -> EvalSource {
        self.networks.get(variant.identity()).unwrap_or(&self.eval_source).clone()
    }

    fn start_threads(&mut self, count: usize) -> Result<(), ThreadsError> {
        if count != self.threads.count() {
            self.threads = SearchThreads::on(self.host, count)?;
            self.player.set_threads(&self.threads);
        }
        Ok(())
    }

    fn resize_table(&mut self, mebibytes: u64) -> Result<(), OptionError> {
        let table = Arc::get_mut(&mut self.table).ok_or(OptionError::TableInUse)?;
        let resized = self.threads.install(|| table.resize(mebibytes as usize));
        resized.map_err(|_| OptionError::Memory(mebibytes))
    }

    /// Goes to the start position, and forgets everything of earlier games.
    pub fn new_game(&mut self) {
        self.halt();
        self.player.new_game();
        self.clear_table();
    }

    /// Starts a search of the position as it stands. Without any limit it is infinite.
    pub fn go(&mut self, limits: Limits) {
        self.halt();
        let control = Arc::new(Control::on(self.host));
        let job = self.player.search(limits, &self.options, &self.table, &control, &self.sink);
        self.start(JobKind::Search, control, job);
    }

    /// Starts a perft of the position as it stands, divided by its moves. `depth` is at least 1.
    pub fn perft(&mut self, depth: u32) {
        self.halt();
        let control = Arc::new(Control::on(self.host));
        let (game, threads) = (self.session().boxed_clone(), self.threads.clone());
        let (job_control, sink) = (control.clone(), self.sink.clone());
        let job = move || {
            let counter = Counter::new(job_control.stop_flag(), None);
            let counts = threads.install(|| game.divide(depth, counter));
            sink(Event::Perft { root: &*game, counts: counts.as_deref() });
        };
        self.start(JobKind::Count, control, Box::new(job));
    }

    /// Starts the benchmark of all games, by one thread, to this depth if one is given.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub fn bench(&mut self, depth: Option<u32>) -> Result<(), ThreadsError> {
        self.halt();
        let threads = SearchThreads::on(self.host, 1)?;
        let control = Arc::new(Control::on(self.host));
        let (job_control, sink) = (control.clone(), self.sink.clone());
        let job = move || {
            let report = &mut |line: &str| sink(Event::BenchLine(line));
            let result = bench::run(
                Variant::bundled(),
                depth,
                &EvalSource::BuiltIn,
                &threads,
                &job_control,
                report,
            );
            if let Err(error) = &result {
                sink(Event::BenchLine(&format!("info string {error}")));
            }
            let is_complete = result.is_ok() && !job_control.is_stopped();
            sink(Event::BenchEnd { is_complete });
        };
        self.start(JobKind::Count, control, Box::new(job));
        Ok(())
    }

    fn start(&mut self, kind: JobKind, control: Arc<Control>, job: Job) {
        self.runner.run(job);
        self.running = Some(Running { control, kind });
    }

    /// Ends a running search, which still reports its best move, or a count.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Tells a search that ponders that the expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Ends a running search, or waits for a running count. Returns when it has reported its end.
    pub fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            if running.kind == JobKind::Search {
                running.control.stop();
            }
            self.runner.wait();
        }
    }
}
