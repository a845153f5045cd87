//! Tournaments as users run them, with the real runner and with engines that misbehave in all the
//! ways known to us.

mod fake;
#[cfg(unix)]
mod faults;
mod interrupt;
#[cfg(unix)]
mod openbench;
mod parts;
mod peers;

use std::collections::BTreeSet;
use std::fs::{self, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use vertumnus_core::pgn::{GameRecord, PgnReader};
use vertumnus_core::rules::Variant;
use vertumnus_referee::process::{FullPipe, Process, StopSignal};

use crate::cores;
use crate::support::cli::{self, Finished};
use crate::support::{PATIENCE, engine_command, engine_path, terminal};

/// A directory that is removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("vertumnus-match-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary directory can be written");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// For engines that leave no traces.
const NOWHERE: &str = "";

/// The arguments for an engine with some behavior. It shows in the folder that it is alive.
fn fake(name: &str, behavior: &str, traces: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("a program has a path");
    let protocol = if behavior.starts_with("x-") { "xboard" } else { "uci" };
    let words = [
        "--engine".to_owned(),
        format!("name={name}"),
        format!("cmd={}", program.display()),
        format!("arg={}", fake::WORD),
        format!("arg={behavior}"),
        format!("arg={traces}"),
        format!("proto={protocol}"),
    ];
    words.into()
}

/// This engine, by a protocol.
fn real(name: &str, protocol: &str) -> Vec<String> {
    let program = format!("cmd={}", engine_path().display());
    let words = [format!("name={name}"), program, format!("proto={protocol}")];
    std::iter::once("--engine".to_owned()).chain(words).collect()
}

/// The command line for two engines and further arguments.
fn arguments(engines: [Vec<String>; 2], more: &str) -> Vec<String> {
    let words = more.split_whitespace().map(str::to_owned);
    std::iter::once("match".to_owned()).chain(engines.into_iter().flatten()).chain(words).collect()
}

fn run(arguments: &[String]) -> Finished {
    cli::run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

fn records(path: &str) -> Vec<GameRecord> {
    let text = fs::read_to_string(path).expect("the runner has written records");
    PgnReader::new(&text).map(|game| game.expect("the records are complete").1).collect()
}

/// Asserts that every record follows the rules, as the program itself checks it.
fn assert_valid(path: &str) {
    let checked = cli::run(&["pgn", "--check", path]);
    assert!(checked.status.success(), "{}", checked.stdout);
}

/// Asserts that all processes which have left traces have ended, or end soon.
fn assert_gone(traces: &str) {
    let files = fs::read_dir(traces).expect("engines have left traces");
    let paths: Vec<PathBuf> = files.map(|file| file.expect("it can be listed").path()).collect();
    assert!(!paths.is_empty(), "no engine has left traces");
    let started = Instant::now();
    for path in paths {
        let is_alive = || {
            let file = fs::File::open(&path).expect("nobody removes it");
            matches!(file.try_lock(), Err(TryLockError::WouldBlock))
        };
        while is_alive() {
            assert!(started.elapsed() < PATIENCE, "process {} is alive", path.display());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A misbehaving engine, and how its games must end.
struct Misbehavior {
    behavior: &'static str,
    more: &'static str,
    termination: Option<&'static str>,
    reason: &'static str,
}

const fn misbehavior(
    behavior: &'static str,
    more: &'static str,
    termination: Option<&'static str>,
    reason: &'static str,
) -> Misbehavior {
    Misbehavior { behavior, more, termination, reason }
}

const CLOCK: &str = "--each tc=0.4+0.05 timemargin=100";

/// No clock, and a short time limit for stalled engines.
const NO_CLOCK: &str = "--each depth=4 --stall 1";

const MISBEHAVIOURS: [Misbehavior; 16] = [
    misbehavior("crashes", CLOCK, Some("abandoned"), "disconnects"),
    misbehavior("dies-in-mid-line", CLOCK, Some("abandoned"), "disconnects"),
    misbehavior("hangs", CLOCK, Some("time forfeit"), "loses on time"),
    misbehavior("hangs", NO_CLOCK, Some("stalled connection"), "stalls"),
    misbehavior("flags", CLOCK, Some("time forfeit"), "loses on time"),
    misbehavior("floods", CLOCK, Some("time forfeit"), "loses on time"),
    misbehavior("floods", NO_CLOCK, Some("stalled connection"), "stalls"),
    misbehavior("talks-without-lines", CLOCK, Some("time forfeit"), "loses on time"),
    misbehavior("garbage", CLOCK, Some("illegal move"), "makes an illegal move: "),
    misbehavior("illegal", CLOCK, Some("illegal move"), "makes an illegal move: a1a1"),
    misbehavior("none", CLOCK, Some("illegal move"), "makes an illegal move: (none)"),
    misbehavior("stays", CLOCK, Some("adjudication"), ""),
    misbehavior("lost", "--each tc=2+0.1 --resign movecount=2 score=500", Some("adjudication"), ""),
    misbehavior("x-lies", CLOCK, Some("rules infraction"), "claims "),
    misbehavior("x-refuses-moves", CLOCK, Some("illegal move"), "refuses the legal move "),
    misbehavior("x-resigns", CLOCK, None, "resigns"),
];

/// The engine loses both games for the right reason, the tournament goes on to its end, the records
/// are valid, and no process is left.
fn is_punished(expected: &Misbehavior, number: usize) {
    let scratch = Scratch::new(&format!("misbehavior-{number}"));
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let engines = [fake("good", "good", &traces), fake("bad", expected.behavior, &traces)];
    let more = format!("{} --maxmoves 12 --recover --pgnout {games}", expected.more);
    let finished = run(&arguments(engines, &more));
    assert!(finished.status.success(), "{}{}", finished.stdout, finished.stderr);
    let played = records(&games);
    assert_eq!(played.len(), 2, "{}", finished.stdout);
    for game in &played {
        let is_white = game.tag("White") == Some("bad");
        let lost = if is_white { "0-1" } else { "1-0" };
        let last = game.plies.last().map_or("", |ply| ply.comment.as_str());
        assert_eq!(game.tag("Termination"), expected.termination, "{last}");
        if expected.behavior != "stays" {
            assert_eq!(game.tag("Result"), Some(lost), "{last}");
        }
        assert!(finished.stdout.contains(expected.reason), "{}", finished.stdout);
    }
    assert_valid(&games);
    assert_gone(&traces);
}

/// Without `--recover`, an engine that breaks down loses the game and ends the tournament, and the
/// runner fails with a message.
fn a_breakdown_ends_a_tournament_that_does_not_recover() {
    let scratch = Scratch::new("breakdown");
    let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
    let engines = [fake("good", "good", &traces), fake("bad", "crashes", &traces)];
    let more = format!("{CLOCK} --rounds 50 --pgnout {games}");
    let finished = run(&arguments(engines, &more));
    assert!(!finished.status.success());
    assert!(finished.stderr.contains("engine bad disconnects"), "{}", finished.stderr);
    assert_eq!(records(&games).len(), 1);
    assert_gone(&traces);
}

/// An engine that cannot begin ends the tournament with a reason and a status of its own. Nobody
/// has played or won, whether the tournament recovers from faults or not.
fn an_engine_that_cannot_begin_ends_the_tournament() {
    let other =
        Variant::bundled().iter().find(|variant| variant.name() != "chess").expect("another");
    let unknown = format!("engine bad does not play {other}");
    for (behavior, more, reason) in [
        ("refuses", CLOCK, "engine bad cannot be started: ends at once"),
        ("silent", "--each tc=1 tscale=0.2", "engine bad cannot be started: does not answer uci"),
        ("chess-only", &format!("{CLOCK} --variant {other}"), &unknown),
        ("dies-before-games", CLOCK, "engine bad disconnects"),
    ] {
        for recover in ["", "--recover"] {
            let scratch = Scratch::new(&format!("{behavior}{recover}"));
            let (games, traces) = (scratch.path("games.pgn"), scratch.path("traces"));
            let engines = [fake("good", "good", &traces), fake("bad", behavior, &traces)];
            let finished = run(&arguments(engines, &format!("{more} {recover} --pgnout {games}")));
            assert_eq!(finished.status.code(), Some(3), "{behavior}: {}", finished.stdout);
            assert!(finished.stderr.contains(reason), "{behavior}: {}", finished.stderr);
            assert!(!finished.stdout.contains("Finished game"), "{}", finished.stdout);
            assert_eq!(fs::read_to_string(&games).unwrap_or_default(), "", "{behavior}");
            assert_gone(&traces);
        }
    }
    let missing = run(&arguments(
        [fake("good", "good", NOWHERE), ["--engine", "cmd=/nonesuch"].map(str::to_owned).into()],
        &format!("{CLOCK} --recover --json"),
    ));
    assert_eq!((missing.status.code(), missing.stdout.as_str()), (Some(3), ""));
    assert!(missing.stderr.contains("engine nonesuch cannot be started: "), "{}", missing.stderr);
}

/// An engine that plays a game only after an option has told it the rules plays it; an option that
/// an engine does not have is named, and what it says of a bad one is passed on; engines of one name are
/// numbered.
fn options_names_and_numbers() {
    let other =
        Variant::bundled().iter().find(|variant| variant.name() != "chess").expect("another");
    let scratch = Scratch::new("options");
    let traces = scratch.path("traces");
    let with = |behavior: &str, option: &str| {
        let mut words = fake("fake", behavior, &traces);
        words.push(option.to_owned());
        words
    };
    let engines =
        [with("good", "option.Skil=3"), with("reads-rules", "option.VariantPath=rules.ini")];
    let more = format!("{CLOCK} --variant {other} --maxmoves 3");
    let finished = run(&arguments(engines, &more));
    assert!(finished.status.success(), "{}{}", finished.stdout, finished.stderr);
    assert_eq!(finished.stderr, "vertumnus: warning: engine fake has no option Skil\n");
    assert!(finished.stdout.contains("Score of fake vs fake-2: "), "{}", finished.stdout);
    let engine = |protocol: &str| {
        let words = format!(
            "--engine name={protocol} cmd={} proto={protocol} depth=1 tc=10 option.EvalFile=nonesuch",
            env!("CARGO_BIN_EXE_vertumnus")
        );
        words.split(' ').map(str::to_owned).collect()
    };
    let finished = run(&arguments([engine("uci"), engine("xboard")], "--games 1 --maxmoves 1"));
    assert!(finished.status.success(), "{}{}", finished.stdout, finished.stderr);
    for (name, line) in ["uci", "xboard"].into_iter().zip(finished.stderr.lines()) {
        let says = format!("vertumnus: warning: engine {name} says: ");
        assert!(line.starts_with(&says) && line.contains("nonesuch"), "{}", finished.stderr);
    }
    assert_eq!(finished.stderr.lines().count(), 2, "{}", finished.stderr);
}

/// The command line of a tournament between engines that always play the same moves.
fn deterministic(traces: &str, games: &str) -> Vec<String> {
    let engines = [fake("one", "slow", traces), fake("two", "good", traces)];
    let more = "--each tc=20 --variant all --rounds 12 --maxmoves 20 --concurrency 2 --pgnout";
    arguments(engines, &format!("{more} {games}"))
}

/// Everything about the games that does not depend on time.
fn timeless(path: &str) -> BTreeSet<String> {
    let tags = ["Round", "White", "Black", "Result", "Variant", "FEN", "Termination", "PlyCount"];
    let games = records(path).into_iter().map(|game| {
        let moves: Vec<&str> = game.plies.iter().map(|ply| ply.san.as_str()).collect();
        let values = tags.map(|tag| game.tag(tag).unwrap_or("-").to_owned());
        format!("{} {}", values.join(" "), moves.join(" "))
    });
    games.collect()
}

/// Starts a tournament in a terminal of its own, and waits until it has recorded this many games.
fn start(arguments: &[String], games: &str, count: usize) -> Child {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = engine_command(&arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = terminal::of_its_own(&mut command).spawn().expect("the runner starts");
    wait_for_games(games, count);
    child
}

/// Waits until a tournament has recorded this many games.
fn wait_for_games(games: &str, count: usize) {
    let started = Instant::now();
    let written = || fs::read_to_string(games).unwrap_or_default().matches("[Event ").count();
    while written() < count {
        assert!(started.elapsed() < PATIENCE, "no games are recorded");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A tournament that is killed twice, and loses a part of its last record, has in the end the same
/// games as one that was not killed, each of them once.
fn a_killed_tournament_resumes() {
    let scratch = Scratch::new("resume");
    let (whole, parts) = (scratch.path("whole.pgn"), scratch.path("parts.pgn"));
    let traces = scratch.path("traces");
    assert!(run(&deterministic(&traces, &whole)).status.success());
    let mut resuming = deterministic(&traces, &parts);
    resuming.push("--resume".to_owned());
    for count in [3, 10] {
        let mut child = start(&resuming, &parts, count);
        child.kill().expect("the runner runs");
        child.wait().expect("it was killed");
        let length = fs::metadata(&parts).expect("there are games").len();
        let file = fs::OpenOptions::new().write(true).open(&parts).expect("it can be written");
        file.set_len(length - 30).expect("it can be cut");
    }
    assert!(run(&resuming).status.success());
    assert_eq!(timeless(&parts), timeless(&whole));
    assert_eq!(records(&parts).len(), 24);
    assert_valid(&parts);
    // Another tournament does not resume from these games.
    let mut other = resuming;
    other.extend(["--openings", "start=2"].map(str::to_owned));
    let refused = run(&other);
    assert!(!refused.status.success());
    assert!(refused.stderr.contains("a game of another tournament"), "{}", refused.stderr);
    assert_gone(&traces);
}

/// A sequential test with a clear result ends before all games are played.
fn a_decided_test_ends_by_itself() {
    let scratch = Scratch::new("sprt");
    let traces = scratch.path("traces");
    let engines = [fake("good", "good", &traces), fake("bad", "illegal", &traces)];
    let more = "--each tc=20 --tournament sprt-pair --sprt elo0=0 elo1=50 --json";
    let finished = run(&arguments(engines, more));
    assert!(finished.status.success(), "{}", finished.stderr);
    let lines: Vec<serde_json::Value> = finished
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    let (end, games) = lines.split_last().expect("there are lines");
    let (head, games) = games.split_first().expect("there is a head");
    assert_eq!(head["event"], "match");
    assert_eq!(
        (end["event"].as_str(), end["sprt"]["accepted"].as_str()),
        (Some("end"), Some("H1"))
    );
    assert!(games.len() >= 10 && games.len() < 500, "{} games", games.len());
    assert!(games.iter().all(|game| game["termination"] == "illegal move"));
    assert_eq!(end["engines"][0]["wins"].as_u64(), Some(games.len() as u64));
}

/// All that is said to engines and by them is written down.
fn a_log_has_all_lines() {
    let scratch = Scratch::new("log");
    let log = scratch.path("lines.log");
    let engines = || [fake("one", "good", NOWHERE), fake("two", "x-good", NOWHERE)];
    let more = format!("{CLOCK} --games 1 --maxmoves 2 --openings none --log {log}");
    for runs in 1..=2 {
        let finished = run(&arguments(engines(), &more));
        assert!(finished.status.success(), "{}", finished.stderr);
        let text = fs::read_to_string(&log).expect("the log is written");
        let heads = text.lines().filter(|line| line.starts_with("# "));
        assert_eq!(heads.count(), runs, "{text}");
    }
    let text = fs::read_to_string(&log).expect("the log is written");
    let mut said: Vec<(&str, &str)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("# ")) {
        let (time, rest) = line.split_once(' ').expect("a time");
        assert!(time.parse::<u64>().is_ok(), "{line}");
        let (who, words) = rest.split_once(": ").expect("a name");
        let (who, process) = who.split_once('(').expect("a process");
        assert!(process.trim_end_matches(')').parse::<u32>().is_ok(), "{line}");
        said.push((who, words));
    }
    let at = |who: &str, beginning: &str| {
        let found = said.iter().position(|(by, words)| *by == who && words.starts_with(beginning));
        found.unwrap_or_else(|| panic!("{who} {beginning}:\n{text}"))
    };
    assert!(at(">one", "uci") < at("<one", "uciok"));
    assert!(at(">one", "position ") < at(">one", "go wtime "));
    assert!(at(">one", "go ") < at("<one", "bestmove "));
    assert!(at(">two", "protover 2") < at("<two", "feature "));
    assert!(at(">two", "go") < at("<two", "move "));
}

/// Standings are printed once at the end, with each game and each pair of engines. What there are too few
/// rounds for is said.
fn standings_at_the_end() {
    let scratch = Scratch::new("standings");
    let traces = scratch.path("traces");
    let more = "--each tc=20 --maxmoves 2 --openings none --variant all --rounds";
    let engines = || [fake("one", "good", &traces), fake("two", "illegal", &traces)];
    let (rounds, all) = (Variant::bundled().len(), Variant::bundled().len().to_string());
    let finished =
        run(&arguments(engines(), &format!("{more} {all} --ratinginterval {}", 2 * rounds)));
    assert!(finished.status.success(), "{}", finished.stderr);
    assert_eq!(finished.stdout.matches("Score of one vs two: ").count(), 1, "{}", finished.stdout);
    assert!(!finished.stderr.contains("too few rounds"), "{}", finished.stderr);
    for variant in Variant::bundled() {
        let row = format!("\n{:15}  ", variant.name());
        let row = finished.stdout.split(&row).nth(1).and_then(|rest| rest.lines().next());
        let row = row.unwrap_or_else(|| panic!("{variant}: {}", finished.stdout));
        assert!(row.contains("] 2, Elo "), "{row}");
    }
    let fewer = run(&arguments(engines(), &format!("{more} 1")));
    let warning = format!("too few rounds for all games; --rounds {all} would also play ");
    assert!(fewer.stderr.contains(&warning), "{}", fewer.stderr);

    let mut three = arguments(engines(), "--each tc=20 --maxmoves 4 --json");
    three.splice(1..1, fake("three", "good", &traces));
    let json = run(&three);
    let end: serde_json::Value =
        serde_json::from_str(json.stdout.lines().last().expect("a line")).expect("it is JSON");
    let pairs = end["pairs"].as_array().expect("a list");
    let has_won = |pair: &&serde_json::Value| pair["wins"].as_u64() == Some(2);
    let beaten: Vec<&serde_json::Value> = pairs.iter().filter(has_won).collect();
    assert_eq!(pairs.len(), 3);
    three.retain(|word| word != "--json");
    let plain = run(&three).stdout;
    assert!(plain.contains("\nWins, losses and draws against each other\nRank Name "), "{plain}");
    assert!(beaten.is_empty() || plain.contains(" 2-0-0"), "{plain}");
    assert_eq!(plain.matches("Rank Name").count(), 2, "{plain}");
}

/// Without a clock an engine plays the same from the same opening. That is said as soon as it happens, and
/// in the end, also of games that another run has played.
fn games_that_repeat_are_counted() {
    let scratch = Scratch::new("repeat");
    let games = scratch.path("games.pgn");
    let more = format!(
        "--each tc=inf depth=2 --openings none --maxmoves 3 --noswap --pgnout {games} --resume --rounds"
    );
    let play = |more: &str| {
        let finished = run(&arguments([real("one", "uci"), real("two", "uci")], more));
        assert!(finished.status.success(), "{}", finished.stderr);
        finished
    };
    let first = play(&format!("{more} 1 --games 1"));
    assert!(first.stdout.contains("\nDistinct games: 1 of 1, 6.0 plies on average\n"));
    assert!(first.stdout.contains("\none: depth 2.0\n"), "{}", first.stdout);
    assert!(!first.stderr.contains("distinct games"), "{}", first.stderr);
    let second = play(&format!("{more} 4 --games 1"));
    let notes: Vec<&str> = second.stdout.lines().filter(|line| line.contains("repeats")).collect();
    assert_eq!(notes, ["Game 2 repeats the moves of game 1"]);
    assert!(second.stdout.contains("\nDistinct games: 1 of 4, 6.0 plies on average\n"));
    assert!(second.stderr.contains("distinct games: 1 of 4; the errors are 2.00 times as large"));
    let third = play(&format!("{more} 4 --games 1 --json"));
    let end: serde_json::Value =
        serde_json::from_str(third.stdout.lines().last().expect("a line")).expect("it is JSON");
    assert_eq!((end["games"].as_u64(), end["distinct"].as_u64()), (Some(4), Some(1)));
    assert_eq!(end["plies"].as_f64(), Some(6.0));
    assert_eq!(end["summary"][1]["depth"].as_f64(), Some(2.0));
}

/// A bad command line gives a message in one line, and no game is played.
fn bad_arguments_are_refused() {
    for (words, reason) in [
        ("--engine cmd=x tc=1", "two engines or more"),
        ("--engine cmd=x tc=1 --engine cmd=x tc=1 --resume", "--resume needs --pgnout"),
        ("--engine cmd=x tc=1 --engine cmd=y tc=1 --pgnout nodes=true", "file=FILE is missing"),
        (
            "--engine cmd=x tc=1 option.UCI_Variant=nonesuch --engine cmd=y tc=1",
            "option.UCI_Variant takes a game, not 'nonesuch'",
        ),
        ("--engine cmd=x --engine cmd=y tc=1", "engine x says no time"),
        ("--engine cmd=x foo=1 --engine cmd=y", "unknown key 'foo'"),
        ("-engine cmd=x -engine cmd=y -each tc=1 -variant nonesuch", "unknown game 'nonesuch'"),
        ("--engine cmd=x --engine cmd=y --each tc=1 --games 0", "--games must be at least 1"),
        (
            "--engine cmd=x --engine cmd=y --each tc=1 --openings file=/nonesuch",
            "cannot read /nonesuch",
        ),
        ("--engine cmd=x --engine cmd=y --each tc=1 --sprt elo0=5 elo1=1", "elo0 must be less"),
        ("--engine cmd=x --engine cmd=y --each tc=1 --tournament sprt-pair", "needs --sprt"),
        ("--engine cmd=x conf=nonesuch --engine cmd=y --each tc=1", "engines.json"),
        (
            "--engine cmd=x --engine cmd=y --each tc=1 --openings file=z.epd --pgnout z.epd",
            "z.epd cannot be written: it is z.epd, which is read",
        ),
        ("--engine cmd=x --engine cmd=y --each tc=1 --log z --pgnout z", "which is read"),
        ("--engine cmd=x --engine cmd=y --each tc=1 --log /none/such", "/none/such: "),
    ] {
        let words: Vec<&str> = std::iter::once("match").chain(words.split(' ')).collect();
        let refused = cli::run(&words);
        assert!(!refused.status.success(), "{words:?}");
        assert_eq!(refused.stdout, "", "{words:?}");
        assert!(refused.stderr.contains(reason), "{words:?}: {}", refused.stderr);
    }
}

/// The engine plays all variants in both protocols, with the referee as the arbiter.
fn the_engine_plays_every_variant_under_the_referee() {
    let scratch = Scratch::new("self");
    let games = scratch.path("games.pgn");
    let rounds = Variant::bundled().len();
    for (first, second) in [("uci", "uci"), ("uci", "xboard"), ("xboard", "xboard")] {
        let more = format!(
            "--each tc=0.1+0.005 timemargin=1000 --variant all --rounds {rounds} --maxmoves 40 \
             --concurrency 2 --pgnout {games}"
        );
        let finished = run(&arguments([real("one", first), real("two", second)], &more));
        assert!(finished.status.success(), "{}{}", finished.stdout, finished.stderr);
        for game in records(&games) {
            let last = game.plies.last().map_or("", |ply| ply.comment.as_str());
            assert!(
                matches!(game.tag("Termination"), None | Some("adjudication")),
                "{first} and {second}: {last}"
            );
        }
        assert_valid(&games);
        fs::remove_file(&games).expect("it was written");
    }
}

/// The same seed gives the same openings, all of them different. Another seed gives other openings.
fn openings_depend_on_the_seed() {
    for variant in Variant::bundled() {
        let make = |seed: &str| {
            let words = ["openings", "--variant", variant.name(), "--count", "5", "--plies", "4"];
            let more = ["--nodes", "2000", "--margin", "150", "--seed", seed];
            cli::run(&[&words[..], &more[..]].concat()).stdout
        };
        let made = make("1");
        assert_eq!(made.lines().collect::<BTreeSet<_>>().len(), 5, "{variant}: {made}");
        assert_eq!(made, make("1"));
        assert_ne!(made, make("2"));
    }
}

/// A record that is not UTF-8 is refused, and stays as it is.
fn a_record_in_latin_1() {
    let scratch = Scratch::new("latin-1");
    let games = scratch.path("games.pgn");
    let bytes = b"[Event \"caf\xE9\"]\n[Round \"1.1\"]\n\n1. e4 *\n";
    fs::write(&games, bytes).expect("it can be written");
    let engines = [fake("one", "good", NOWHERE), fake("two", "good", NOWHERE)];
    let refused = run(&arguments(engines, &format!("{CLOCK} --resume --pgnout {games}")));
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("games.pgn: line 1: this is not UTF-8"), "{}", refused.stderr);
    assert_eq!(fs::read(&games).expect("it is there"), bytes);
}

/// Limits beyond reason are as good as none.
fn limits_beyond_reason() {
    let engines = [fake("one", "good", NOWHERE), fake("two", "illegal", NOWHERE)];
    let more = "--each depth=4 timemargin=18446744073709551615 --maxmoves 2147483648 \
                --draw movenumber=2147483648 movecount=2147483648 --stall 18446744073709551615";
    let finished = run(&arguments(engines, more));
    assert!(finished.status.success(), "{}", finished.stderr);
    assert!(finished.stdout.contains("Score of one vs two: 2 - 0 - 0"), "{}", finished.stdout);
}

/// A process that reads nothing at all: sending to it fails in the end, and waits for nothing.
fn a_process_that_does_not_read() {
    let mut command = Command::new(std::env::current_exe().expect("a program has a path"));
    command.args([fake::WORD, "sleeper"]);
    let stop = Arc::new(StopSignal::default());
    let process = Process::spawn(command, FullPipe::Fail, |_| false, &stop);
    let mut process = process.expect("a program can start itself");
    let started = Instant::now();
    let text = vec![b'x'; 1 << 16];
    let refused = (0..10_000).find_map(|_| process.write(&text).err());
    assert_eq!(refused.map(|error| error.kind()), Some(io::ErrorKind::WouldBlock));
    let refused = process.write(b"x").expect_err("its input is closed");
    assert_eq!(refused.kind(), io::ErrorKind::BrokenPipe);
    drop(process);
    assert!(started.elapsed() < Duration::from_secs(15));
}

/// The behavior of this process, if it was started as a misbehaving engine.
pub(crate) fn behavior_of_this_process() -> Option<Vec<String>> {
    let mut words = std::env::args().skip(1);
    (words.next()? == fake::WORD).then(|| words.collect())
}

/// Plays an engine with this behavior until `quit`.
pub(crate) fn play(behavior: &[String]) {
    if let [behavior, rest @ ..] = behavior {
        let traces = rest.first().filter(|folder| folder.as_str() != NOWHERE);
        fake::run(behavior, traces.map(Path::new));
    }
}

/// A test: its name, and the number of cores that it keeps busy.
type Test = (&'static str, usize, fn());

/// Tests that send signals, set limits, or use a shell.
#[cfg(unix)]
fn of_this_system() -> Vec<Test> {
    vec![
        ("a_machine_without_files", 0, faults::a_machine_without_files),
        ("a_runner_that_pauses", 0, faults::a_runner_that_pauses),
        ("two_runners_on_one_record", 0, faults::two_runners_on_one_record),
        ("a_signal_leaves_nothing_behind", 0, faults::a_signal_leaves_nothing_behind),
        #[cfg(target_os = "linux")]
        ("a_full_disk", 1, faults::a_full_disk),
        #[cfg(target_os = "linux")]
        ("a_clock_that_jumps", 1, faults::a_clock_that_jumps),
        ("parts_under_gnu_parallel", 1, parts::under_gnu_parallel),
        ("a_worker_of_openbench_can_read_the_runner", 0, openbench::can_read_the_runner),
    ]
}

#[cfg(not(unix))]
fn of_this_system() -> Vec<Test> {
    Vec::new()
}

/// All tests of tournaments.
pub(crate) fn trials() -> Vec<Trial> {
    let misbehaviors = MISBEHAVIOURS.iter().enumerate().map(|(number, expected)| {
        let limit = if expected.more == NO_CLOCK { "_without_a_clock" } else { "" };
        // An engine that never stops writing keeps a core busy, and the runner another.
        let busy = matches!(expected.behavior, "floods" | "talks-without-lines");
        trial(
            &format!("an_engine_that::{}{limit}", expected.behavior),
            if busy { 2 } else { 0 },
            move || {
                is_punished(expected, number);
            },
        )
    });
    let mut trials: Vec<Trial> = misbehaviors.collect();
    let others: [Test; 17] = [
        (
            "a_breakdown_ends_a_tournament_that_does_not_recover",
            0,
            a_breakdown_ends_a_tournament_that_does_not_recover,
        ),
        (
            "an_engine_that_cannot_begin_ends_the_tournament",
            0,
            an_engine_that_cannot_begin_ends_the_tournament,
        ),
        ("options_names_and_numbers", 0, options_names_and_numbers),
        ("a_process_that_does_not_read", 0, a_process_that_does_not_read),
        ("a_record_in_latin_1", 0, a_record_in_latin_1),
        ("limits_beyond_reason", 0, limits_beyond_reason),
        ("a_log_has_all_lines", 0, a_log_has_all_lines),
        ("games_that_repeat_are_counted", 0, games_that_repeat_are_counted),
        ("standings_at_the_end", 0, standings_at_the_end),
        ("parts_add_up", 0, parts::add_up),
        ("a_part_resumes", 0, parts::resume),
        ("a_killed_tournament_resumes", 0, a_killed_tournament_resumes),
        ("ctrl_c_reaches_the_runner_alone", 0, interrupt::reaches_the_runner_alone),
        ("a_decided_test_ends_by_itself", 0, a_decided_test_ends_by_itself),
        ("bad_arguments_are_refused", 0, bad_arguments_are_refused),
        (
            "the_engine_plays_every_variant_under_the_referee",
            2,
            the_engine_plays_every_variant_under_the_referee,
        ),
        ("openings_depend_on_the_seed", 1, openings_depend_on_the_seed),
    ];
    trials.extend(
        others
            .into_iter()
            .chain(of_this_system())
            .map(|(name, cores, test)| trial(name, cores, test)),
    );
    trials.push(trial("peers_play_chess", 2, peers::play_chess).with_ignored_flag(true));
    trials
}

fn trial(name: &str, cores: usize, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(format!("matches::{name}"), move || {
        cores::holding(cores, test);
        Ok(())
    })
}
