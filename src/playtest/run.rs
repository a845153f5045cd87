//! A playtest from its first game to its report.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use vertumnus_core::board::Color;
use vertumnus_core::files::{self, NotOurs};
use vertumnus_core::game::{Session, session};
use vertumnus_core::rules::{Outcome, Piece, Variant};
use vertumnus_lab::games::{Appender, GameRecord, Making, Replay};
use vertumnus_lab::in_order;
use vertumnus_lab::progress::{End, News};

use crate::error::PlaytestError;
use crate::feature::Feature;
use crate::kept::read;
use crate::learning::{Learned, Learning, learn, source};
use crate::measures::SelfPlay;
use crate::opening::Book;
use crate::options::PlaytestOptions;
use crate::part::{Part, Purpose, STRENGTHS};
use crate::player::Player;
use crate::puzzle::{self, puzzle};
use crate::record::pgn;
use crate::report::{self, Exhibit, FORMAT, Match, Puzzle, Report};
use crate::statistics::{elo, pairs};
use crate::stored;
use crate::table::Table;

/// How long `--quick` plays; the rest of its ten minutes is for the report.
const QUICK: Duration = Duration::from_secs(560);

/// The size of the first stage. Each stage plays all parts to at most twice the size of the one before.
const FIRST_SIZE: u64 = 8;

/// No more games than these, however much time there is.
const MOST: u64 = 1_000_000;

/// The report is written after a part unless it was a shorter time ago, or so many times what writing takes.
const WRITE_EVERY: Duration = Duration::from_secs(20);
const WRITING: u32 = 30;

/// A rule is tried if it is made use of in this share of the games.
const IN_USE: f64 = 0.05;

/// The strength at which that is looked at, by its number, and the one whose games are shown.
const LOOKED_AT: usize = 1;
const SHOWN: usize = 2;

/// Plays until the games are enough or the time is up, and writes the report, whose path is returned. Set `stop`
/// ends it: the games that are being played are finished, and the report says what there is. There is none yet
/// if it is stopped while a network is learned.
///
/// # Errors
/// If a file cannot be read or written or holds something else, or the system has too little to play a single
/// game.
pub fn run(
    options: &PlaytestOptions,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<(End, Option<PathBuf>), PlaytestError> {
    let began = Instant::now();
    let variant = options.game.unwrap_or_default();
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("playtest-{}", variant.name())));
    check_ours(&out)?;
    let (network, learned) = match learn(options, variant, &out, stop, tell)? {
        Learned::Nothing => (options.network.clone(), None),
        Learned::Something(learning) => (learning.player.clone(), Some(learning)),
        Learned::Stopped => return Ok((End::Stopped, None)),
    };
    let mut playtest = Playtest::new(options, out, &network, began)?;
    playtest.learned = learned;
    let end = playtest.play(stop, tell)?;
    Ok((end, Some(playtest.out.join("report.html"))))
}

/// Makes sure that the report takes the place of nothing else.
fn check_ours(out: &Path) -> Result<(), NotOurs> {
    let has =
        |text: &'static [u8]| move |head: &[u8]| head.windows(text.len()).any(|part| part == text);
    let what = "report of a playtest";
    files::check_ours(&out.join("report.html"), what, has(b"<title>Playtest of "))?;
    files::check_ours(&out.join("report.json"), what, has(b"\"format\": "))
}

/// A playtest that goes on.
struct Playtest<'a> {
    options: &'a PlaytestOptions,
    variant: Variant,
    start: Box<dyn Session>,
    out: PathBuf,
    tables: Vec<Table>,
    book: Book,
    /// The measures of each strength.
    measures: Vec<SelfPlay>,
    /// The results of the player of each match, in half points.
    results: BTreeMap<String, Vec<u8>>,
    files: BTreeMap<String, Games>,
    /// The rules that are tried.
    rules: Vec<Feature>,
    /// What became of the first turning points.
    puzzles: Vec<Option<Puzzle>>,
    /// What was learned for this playtest.
    learned: Option<Learning>,
    size: u64,
    began: Instant,
    /// Seconds of earlier calls.
    before: u64,
    /// When the report was written last, and how long that took.
    written: Instant,
    writing: Duration,
}

/// The games of a part, and where they are written.
struct Games {
    appender: Appender,
    pgn: BufWriter<File>,
    /// Games that the file had, until they are taken in.
    found: Vec<GameRecord>,
    done: u64,
}

impl<'a> Playtest<'a> {
    fn new(
        options: &'a PlaytestOptions,
        out: PathBuf,
        network: &str,
        began: Instant,
    ) -> Result<Self, PlaytestError> {
        let variant = options.game.unwrap_or_default();
        let source = source(network, variant)?;
        let tables = Table::several(variant, [&source; 3], options.threads)?;
        let games = out.join("games");
        fs::create_dir_all(&games).map_err(|error| PlaytestError::Io(games, error))?;
        let before = read(&out).ok().filter(|report| report.game == variant.name());
        Ok(Self {
            options,
            variant,
            start: session(variant),
            out,
            tables,
            book: Book::new(options.nodes),
            measures: STRENGTHS.iter().map(|_| SelfPlay::default()).collect(),
            results: BTreeMap::new(),
            files: BTreeMap::new(),
            rules: Vec::new(),
            puzzles: Vec::new(),
            learned: None,
            size: 0,
            began,
            before: before.map_or(0, |report| report.seconds),
            written: Instant::now(),
            writing: Duration::ZERO,
        })
    }

    /// The time that is left, if it is limited.
    fn left(&self) -> Option<Duration> {
        let budget = match (self.options.games, self.options.hours) {
            (Some(_), _) => return None,
            (None, Some(hours)) => Duration::from_secs_f64(3600.0 * hours),
            (None, None) => QUICK,
        };
        Some(budget.saturating_sub(self.spent()))
    }

    fn spent(&self) -> Duration {
        Duration::from_secs(self.before) + self.began.elapsed()
    }

    /// Plays stage after stage, each of all parts.
    fn play(
        &mut self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News),
    ) -> Result<End, PlaytestError> {
        let deadline = self.left().map(|left| self.began + left);
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_over = || stop.load(Ordering::Relaxed) || is_late();
        self.size = self.options.games.unwrap_or(FIRST_SIZE);
        loop {
            let began = Instant::now();
            let new = self.stage(&is_over, tell)?;
            if !is_over() {
                self.find_puzzles(&is_over);
            }
            self.write(!is_over())?;
            let next = self.next_size(began.elapsed(), new);
            match next {
                Some(size) if !is_over() => self.size = size,
                _ => break,
            }
        }
        let is_stopped = stop.load(Ordering::Relaxed);
        Ok(if is_stopped { End::Stopped } else { End::Finished })
    }

    /// The size of the next stage, after one that played so many new games in this time; `None` if there is
    /// no time for one that is worth while.
    fn next_size(&self, elapsed: Duration, new: u64) -> Option<u64> {
        let left = self.left()?.as_secs_f64();
        if self.size >= MOST {
            return None;
        }
        if new == 0 {
            return Some((2 * self.size).min(MOST));
        }
        // What a unit of the size takes, from a stage that was half or more of all.
        let games: u64 = self.files.values().map(|games| games.done).sum();
        let each = elapsed.as_secs_f64() / new as f64 * games as f64 / self.size as f64;
        let room = (left * 0.92 / each.max(1e-9)) as u64;
        let size = (self.size + room).min(2 * self.size).min(MOST);
        (size > self.size + self.size / 20).then_some(size)
    }

    /// Plays all parts to the present size, and returns how many games are new.
    fn stage(
        &mut self,
        is_over: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(News),
    ) -> Result<u64, PlaytestError> {
        let mut new = 0;
        let own = Part::self_play(self.options.nodes);
        for part in &own {
            new += self.complete(part, is_over, tell)?;
        }
        let in_use = |&rule: &Feature| self.measures[LOOKED_AT].share_with(rule) >= IN_USE;
        self.rules = Feature::OPTIONAL.into_iter().filter(in_use).collect();
        for part in Part::matches(&*self.start, self.options.nodes, &self.rules) {
            new += self.complete(&part, is_over, tell)?;
        }
        Ok(new)
    }

    /// Plays the games that a part lacks at the present size, after those that its file has were taken in.
    fn complete(
        &mut self,
        part: &Part,
        is_over: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(News),
    ) -> Result<u64, PlaytestError> {
        if is_over() && self.files.contains_key(&part.name) {
            return Ok(0);
        }
        let mut games = match self.files.remove(&part.name) {
            Some(games) => games,
            None => self.open(part)?,
        };
        let (seed, book) = (self.options.seed, &self.book);
        let found = std::mem::take(&mut games.found);
        // Games that are there are taken in even if the time is over: they only have to be read.
        let target = part.games(self.size).max(found.len() as u64);
        let known = found.len() as u64;
        #[expect(clippy::mut_mut, reason = "a worker is a table that is lent")]
        let work = |table: &mut &mut Table, number: u64| {
            let seating = part.seating(seed, number);
            let (record, trace) = match found.get(number as usize) {
                Some(record) => (record.clone(), table.trace(record)),
                None => table.play(&seating, book),
            };
            let pgn = pgn(table.session(), &part.title, number, &seating, record.result);
            (record, trace, pgn)
        };
        let ends = self.left().map(|left| Instant::now() + left);
        let (measures, results) = (&mut self.measures, &mut self.results);
        let (began, first) = (Instant::now(), games.done);
        let path = self.out.join("games").join(format!("{}.pgn", part.name));
        let mut take = |number: u64, (record, trace, pgn): (GameRecord, _, String)| {
            if number >= known && number >= first {
                games.appender.append(&record)?;
            }
            let written = games.pgn.write_all(pgn.as_bytes());
            written.map_err(|error| PlaytestError::Io(path.clone(), error))?;
            if let Purpose::SelfPlay(strength) = part.purpose {
                measures[strength].add(&record, &trace);
            } else {
                let white = record.result as u8;
                let own = if number.is_multiple_of(2) { white } else { 2 - white };
                results.entry(part.name.clone()).or_default().push(own);
            }
            games.done = number + 1;
            let seconds = began.elapsed().as_secs_f64();
            let speed = (number + 1 - first) as f64 / seconds.max(1e-3);
            if let Some(ends) = ends {
                tell(News::Left(ends.saturating_duration_since(Instant::now())));
            }
            tell(News::Step {
                done: number + 1,
                total: target,
                message: format!("{}, {speed:.1} a second", part.title),
            });
            Ok(())
        };
        let read = first..known.max(first);
        let workers: Vec<&mut Table> = self.tables.iter_mut().collect();
        let mut played = in_order::run(workers, read.clone(), &|| false, &work, &mut take);
        if played.is_ok() {
            let workers: Vec<&mut Table> = self.tables.iter_mut().collect();
            played = in_order::run(workers, read.end..target, &|| is_over(), &work, &mut take);
        }
        let flushed = games.pgn.flush();
        let new = games.done - first.max(known.min(games.done));
        self.files.insert(part.name.clone(), games);
        played?;
        flushed.map_err(|error| PlaytestError::Io(path, error))?;
        if self.written.elapsed() >= WRITE_EVERY.max(WRITING * self.writing) {
            self.write(false)?;
        }
        Ok(new)
    }

    /// Opens the files of a part.
    fn open(&self, part: &Part) -> Result<Games, PlaytestError> {
        let folder = self.out.join("games");
        let [player, opponent] = part.players.map(Player::name);
        let making = Making::new([
            ("version", version()),
            ("game", self.variant.identity().to_owned()),
            ("network", format!("{:08x}", self.tables[0].network())),
            ("seed", self.options.seed.to_string()),
            ("players", format!("{player},{opponent}")),
        ]);
        let path = folder.join(format!("{}.games", part.name));
        let (appender, found) = Appender::open(&path, self.variant, &making)?;
        let path = folder.join(format!("{}.pgn", part.name));
        files::check_ours(&path, "file of games", files::is_pgn)?;
        let pgn = File::create(&path).map_err(|error| PlaytestError::Io(path, error))?;
        Ok(Games { appender, pgn: BufWriter::new(pgn), found, done: 0 })
    }

    /// The games that are shown: those of the strength for that, or of the strongest below it that has some.
    fn shown(&self) -> Option<usize> {
        (0..=SHOWN).rev().find(|&strength| self.measures[strength].games() > 0)
    }

    /// Tries turning points until there are enough puzzles.
    fn find_puzzles(&mut self, is_over: &dyn Fn() -> bool) {
        let Some(shown) = self.shown() else { return };
        let turns = self.measures[shown].exhibits.turns();
        while self.puzzles.len() < turns.len().min(puzzle::TRIED)
            && self.puzzles.iter().flatten().count() < puzzle::MOST
            && !is_over()
        {
            let turn = &turns[self.puzzles.len()];
            let found = puzzle(turn, self.options.nodes, self.tables[0].analyst());
            // Where games begin alike, they turn alike.
            let is_new = |new: &Puzzle| self.puzzles.iter().flatten().all(|old| !old.is_like(new));
            self.puzzles.push(found.filter(is_new));
        }
    }

    /// What there is to say now.
    fn report(&self, is_complete: bool) -> Report {
        let own = STRENGTHS.iter().zip(&self.measures);
        let strengths = own.filter_map(|(&(strength, _), own)| {
            own.report(strength * self.options.nodes, &*self.start)
        });
        let parts = Part::matches(&*self.start, self.options.nodes, &self.rules);
        let matches = |is_meant: fn(Purpose) -> bool| {
            let meant = parts.iter().filter(|part| is_meant(part.purpose));
            meant.filter_map(|part| self.result(part)).collect::<Vec<_>>()
        };
        let mut report = Report {
            format: FORMAT,
            game: self.variant.name().to_owned(),
            title: self.start.title().to_owned(),
            version: version(),
            network: format!("{:08x}", self.tables[0].network()),
            network_option: self.options.network.clone(),
            learned: self.learned.as_ref().map_or(0, |learned| learned.games),
            trials: self.learned.as_ref().map_or_else(Vec::new, |learned| learned.trials.clone()),
            seed: self.options.seed,
            size: self.size,
            is_complete,
            seconds: self.spent().as_secs(),
            verdict: Vec::new(),
            strengths: strengths.collect(),
            ladder: matches(|purpose| purpose == Purpose::Ladder),
            importance: matches(|purpose| purpose == Purpose::Importance),
            odds: matches(|purpose| matches!(purpose, Purpose::Odds(_))),
            probes: matches(|purpose| purpose == Purpose::Probe),
            exhibits: self.exhibits(),
            puzzles: self.puzzles.iter().flatten().cloned().collect(),
        };
        report.verdict = report::verdict(&report);
        report
    }

    /// How a match stands; `None` before its first pair.
    fn result(&self, part: &Part) -> Option<Match> {
        let results = self.results.get(&part.name)?;
        let score = pairs::score(results)?;
        let [player, opponent] = part.players.map(Player::nodes);
        let token = match part.purpose {
            Purpose::Odds(kind) => Some(self.start.token(Piece::new(kind, Color::White))),
            _ => None,
        };
        Some(Match {
            name: part.title.clone(),
            token,
            nodes: player,
            against: opponent,
            games: 2 * (results.len() as u64 / 2),
            score,
            elo: elo::difference(score),
        })
    }

    fn exhibits(&self) -> Vec<Exhibit> {
        let Some(shown) = self.shown() else { return Vec::new() };
        let games = &self.measures[shown].exhibits;
        let nodes = STRENGTHS[shown].0 * self.options.nodes;
        let typical = games.typical().map(|game| {
            let plies = game.plies.len();
            (format!("A game of the usual length, {} moves", plies.div_ceil(2)), game)
        });
        let shortest = games.shortest().map(|game| {
            (format!("The shortest win, {} moves", game.plies.len().div_ceil(2)), game)
        });
        let dramatic = games.dramatic().filter(|&(drama, _)| drama > 0.0).map(|(drama, game)| {
            let lowest = 100.0 * (0.5 - drama);
            (
                format!("The most dramatic: the winner once expected {lowest:.0}% of the points"),
                game,
            )
        });
        let longest = games
            .longest()
            .map(|game| (format!("The longest, {} moves", game.plies.len().div_ceil(2)), game));
        let chosen = [typical, shortest, dramatic, longest].into_iter().flatten();
        chosen.filter_map(|(title, game)| self.exhibit(&title, nodes, game)).collect()
    }

    fn exhibit(&self, title: &str, nodes: u64, game: &GameRecord) -> Option<Exhibit> {
        let mut session = self.start.boxed_clone();
        let mut replay = Replay::start(game, &mut *session).ok()?;
        while replay.next(&mut *session).ok()?.is_some() {}
        let drawn = game.plies.iter().take_while(|ply| ply.score.is_none()).count();
        let end = session.outcome().map_or("Broken off as too long".to_owned(), Outcome::sentence);
        Some(Exhibit {
            title: title.to_owned(),
            text: format!(
                "{end}. {nodes} nodes a move; the first {drawn} plies were drawn at random, the better ones more often."
            ),
            fen: session.fen(),
            moves: session.texts_played(),
        })
    }

    /// Writes the report as data and as a page.
    fn write(&mut self, is_complete: bool) -> Result<(), PlaytestError> {
        let began = Instant::now();
        let report = self.report(is_complete);
        stored::write(&self.out.join("report.json"), &report)?;
        stored::write_text(&self.out.join("report.html"), &report::page(&report))?;
        self.written = Instant::now();
        self.writing = began.elapsed();
        Ok(())
    }
}

/// The version of the program, with its commit if that is known.
fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("VERTUMNUS_COMMIT").filter(|commit| !commit.is_empty());
    commit.map_or_else(|| version.to_owned(), |id| format!("{version}-{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_for_all_is_told() {
        let out = std::env::temp_dir().join(format!("vertumnus-left-{}", std::process::id()));
        let options = PlaytestOptions {
            game: None,
            quick: false,
            hours: Some(1000.0),
            games: None,
            nodes: 1,
            out: Some(out.clone()),
            network: "none".to_owned(),
            train: 0,
            seed: 1,
            threads: 1,
            compare: None,
            page: None,
        };
        let (stop, mut told) = (AtomicBool::new(false), Vec::new());
        let end = run(&options, &stop, &mut |news| match news {
            News::Left(left) => told.push(left),
            News::Step { .. } => stop.store(true, Ordering::Relaxed),
            News::Line(_) => {}
        });
        fs::remove_dir_all(out).expect("a report");
        assert_eq!(end.expect("it plays").0, End::Stopped);
        let hours = told.first().expect("a game is over").as_secs_f64() / 3600.0;
        assert!((999.0..1000.0).contains(&hours), "{hours}");
    }
}
