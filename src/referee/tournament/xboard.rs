//! Engines that speak the protocol of `XBoard`, in version 2 or 1.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::client::{
    self, Answer, Client, Decision, EngineScore, Fault, PING_PATIENCE, START_PATIENCE,
    STOP_PATIENCE, Setting, Thought, Turn,
};
use super::clock::{Clock, TimeControl};
use super::options::{EngineConfig, Restart};
use super::uci::refusal;
use crate::pgn::GameResult;
use crate::process::{Line, Process, Silence, Stop};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;

/// How long an engine may think about its features, unless it asks for more. Engines of version 1
/// never say any; GNU Chess takes seconds.
const FEATURE_PATIENCE: Duration = Duration::from_secs(8);

/// Scores beyond this are mates: so much more in moves.
const MATE: i64 = 100_000;

/// What an engine says that it can do.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of its own")]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    time: bool,
    reuse: bool,
    name: bool,
    memory: bool,
    smp: bool,
    variants: Vec<String>,
    /// `done=0` asks for patience.
    asks_for_time: bool,
    is_done: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            reuse: true,
            name: false,
            memory: false,
            smp: false,
            variants: vec!["normal".to_owned()],
            asks_for_time: false,
            is_done: false,
        }
    }
}

impl Features {
    /// Takes a feature in; false if it is one that this side does not use.
    fn take(&mut self, name: &str, value: &str) -> bool {
        let switch = match name {
            "ping" => &mut self.ping,
            "setboard" => &mut self.setboard,
            "usermove" => &mut self.usermove,
            "time" => &mut self.time,
            "reuse" => &mut self.reuse,
            "name" => &mut self.name,
            "memory" => &mut self.memory,
            "smp" => &mut self.smp,
            "variants" => {
                self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
                return true;
            }
            "done" => {
                (self.asks_for_time, self.is_done) = (value == "0", value != "0");
                return true;
            }
            "myname" | "option" => return true,
            _ => return false,
        };
        *switch = value != "0";
        true
    }
}

pub(super) struct XBoard {
    config: Arc<EngineConfig>,
    stop: Arc<Stop>,
    process: Process,
    features: Features,
    pings: u32,
    dialect: Dialect,
    /// The moves of the game, as the engine is told them.
    moves: Vec<String>,
    /// How many of them it knows.
    known: usize,
    /// Whether it moves by itself when it is its turn.
    is_playing: bool,
    /// Whether it is thinking, so that a move is to come.
    is_searching: bool,
    games: u32,
}

impl XBoard {
    pub(super) fn start(config: Arc<EngineConfig>, stop: &Arc<Stop>) -> Result<Self, Fault> {
        let process = client::start_process(&config, stop)?;
        let mut engine = Self {
            config,
            stop: stop.clone(),
            process,
            features: Features::default(),
            pings: 0,
            dialect: Dialect::of(Variant::default()),
            moves: Vec::new(),
            known: 0,
            is_playing: false,
            is_searching: false,
            games: 0,
        };
        for line in engine.config.init.clone() {
            engine.process.send(&line);
        }
        engine.process.send("xboard");
        engine.process.send("protover 2");
        engine.hear_features()?;
        engine.set_options();
        engine.ping().map_err(|fault| match fault {
            Fault::Stopped => fault,
            _ => Fault::Start("does not answer ping".to_owned()),
        })?;
        Ok(engine)
    }

    /// Hears features until the engine is done with them, or keeps silent.
    fn hear_features(&mut self) -> Result<(), Fault> {
        let started = Instant::now();
        let quick = started + self.config.scaled(FEATURE_PATIENCE);
        let slow = started + self.config.scaled(START_PATIENCE);
        while !self.features.is_done {
            let deadline = if self.features.asks_for_time { slow } else { quick };
            match self.process.receive(deadline) {
                Ok(Line { text, .. }) => self.hear_feature_line(&text),
                Err(Silence::Timeout) if !self.features.asks_for_time => break,
                Err(silence) => return Err(refusal(silence, "does not say what it can do")),
            }
            if Instant::now() > slow {
                break;
            }
        }
        Ok(())
    }

    fn hear_feature_line(&mut self, line: &str) {
        let Some(list) = line.trim().strip_prefix("feature ") else { return };
        for (name, value) in features(list) {
            let answer = if self.features.take(name, value) { "accepted" } else { "rejected" };
            self.process.send(&format!("{answer} {name}"));
        }
    }

    fn set_options(&mut self) {
        for (name, value) in &self.config.options {
            let line = match name.as_str() {
                "memory" if self.features.memory => format!("memory {value}"),
                "cores" if self.features.smp => format!("cores {value}"),
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            };
            self.process.send(&line);
        }
    }

    /// Waits until the engine has done what it was told, if it can say so.
    fn ping(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        self.process.expect(self.config.scaled(PING_PATIENCE), |line| line.trim() == pong)?;
        Ok(())
    }

    fn choose(&mut self, variant: Variant) -> Result<(), Fault> {
        if variant.is_chess() {
            return Ok(());
        }
        let name = self.dialect.name();
        if !self.features.variants.iter().any(|known| known == name) {
            return Err(Fault::Variant(variant));
        }
        self.process.send(&format!("variant {name}"));
        Ok(())
    }

    fn set_clock(&mut self, clock: &Clock) {
        match clock.control() {
            TimeControl::MoveTime(time) => {
                // Whole seconds are all that the protocol knows; some engines read more.
                let seconds = time.as_secs_f64();
                self.process.send(&format!("st {seconds}"));
            }
            TimeControl::Clock { moves, time, increment } => {
                let moves = moves.unwrap_or(0);
                let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
                let base = match (minutes, seconds) {
                    (0, 0) => "0:01".to_owned(),
                    (_, 0) => minutes.to_string(),
                    _ => format!("{minutes}:{seconds:02}"),
                };
                self.process.send(&format!("level {moves} {base} {}", increment.as_secs_f64()));
            }
            // An hour for all that has no such clock; depth or nodes end the search.
            TimeControl::Hourglass(_) | TimeControl::Unlimited => {
                self.process.send("level 0 60 0");
            }
        }
        if let Some(depth) = self.config.depth {
            self.process.send(&format!("sd {depth}"));
        }
    }

    fn send_times(&mut self, turn: &Turn<'_>) {
        if !self.features.time {
            return;
        }
        for (word, side) in [("time", turn.side), ("otim", !turn.side)] {
            let left = centiseconds(turn.clocks, side);
            self.process.send(&format!("{word} {left}"));
        }
    }

    fn send_move(&mut self, text: &str) {
        if self.features.usermove {
            self.process.send(&format!("usermove {text}"));
        } else {
            self.process.send(text);
        }
    }

    /// Gives the engine the moves that it does not know and lets it think, and says when its time
    /// began.
    fn begin(&mut self, turn: &Turn<'_>) -> Result<Instant, Fault> {
        let news = self.moves.split_off(self.known.min(self.moves.len()));
        self.moves.extend_from_slice(&news);
        // Its own next move it knows, too.
        self.known = self.moves.len() + 1;
        self.is_searching = true;
        if let ([reply], true) = (&news[..], self.is_playing) {
            self.send_times(turn);
            let started = Instant::now();
            self.send_move(reply);
            return Ok(started);
        }
        self.process.send("force");
        for text in &news {
            self.send_move(text);
        }
        self.send_times(turn);
        self.ping()?;
        self.is_playing = true;
        let started = Instant::now();
        self.process.send("go");
        Ok(started)
    }
}

impl Client for XBoard {
    fn new_game(&mut self, setting: &Setting) -> Result<(), Fault> {
        let is_spent = match self.config.restart {
            Restart::Auto => !self.features.reuse,
            // The runner starts it anew if it is to be.
            Restart::On | Restart::Off => false,
        };
        if is_spent && self.games > 0 {
            let fresh = Self::start(self.config.clone(), &self.stop)?;
            std::mem::replace(self, fresh).process.quit();
        }
        // Words about the last game are not to be heard as words about this one.
        self.process.clear();
        self.games += 1;
        self.dialect = Dialect::of(setting.variant);
        self.moves.clear();
        self.known = 0;
        self.is_playing = false;
        self.process.send("new");
        self.choose(setting.variant)?;
        self.process.send("force");
        if let Some(fen) = &setting.fen {
            if !self.features.setboard {
                return Err(Fault::Start("cannot set up positions".to_owned()));
            }
            self.process.send(&format!("setboard {}", self.dialect.exact_fen(fen)));
        }
        self.set_clock(&setting.clock);
        self.process.send("post");
        self.process.send(if self.config.ponder { "hard" } else { "easy" });
        self.process.send("computer");
        if self.features.name {
            self.process.send(&format!("name {}", setting.opponent));
        }
        self.ping()
    }

    fn hear(&mut self, session: &dyn Session, text: &str) {
        let legal = session.views();
        let view = session.parse(text).ok().and_then(|mv| legal.iter().find(|view| view.mv == mv));
        let spelling = view.filter(|mv| self.dialect.can_express(mv, &legal));
        let spelling = spelling.map(|mv| self.dialect.in_legs(&self.dialect.path(mv)));
        self.moves.push(spelling.unwrap_or_else(|| text.to_owned()));
    }

    fn read(&self, session: &dyn Session, spelling: &str) -> String {
        let meant = self.dialect.read_move(spelling, session);
        meant.map_or_else(|_| spelling.to_owned(), |mv| session.text(mv))
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let started = self.begin(turn)?;
        let deadline = started + turn.patience;
        let mut thought = Thought::default();
        loop {
            let line = self.process.receive(deadline).map_err(|silence| turn.fault(silence))?;
            let used = line.at.saturating_duration_since(started);
            let decision = match read(&line.text) {
                Some(Said::Thinking(news)) => {
                    thought = news;
                    if line.at > deadline {
                        return Err(turn.overdue());
                    }
                    continue;
                }
                Some(Said::Move(text)) => Decision::Move(text),
                Some(Said::Resigns) => Decision::Resign,
                Some(Said::Claims(result)) => Decision::Claim(result),
                Some(Said::RefusesMove) => {
                    let last = self.moves.last().cloned().unwrap_or_default();
                    return Err(Fault::RefusesMove(last));
                }
                None => continue,
            };
            self.is_searching = false;
            if self.config.white_pov && turn.side == Color::Black {
                thought.score = thought.score.map(EngineScore::reversed);
            }
            return Ok(Answer { decision, used, thought });
        }
    }

    /// Nothing is to be said: an engine that ponders does so by itself.
    fn wait(&mut self, _turn: &Turn<'_>) {}

    fn end_game(&mut self, result: GameResult, reason: &str) -> Result<(), Fault> {
        if self.is_searching {
            self.process.send("?");
            self.process.expect(STOP_PATIENCE, |line| matches!(read(line), Some(Said::Move(_))))?;
            self.is_searching = false;
        }
        self.process.send("force");
        self.process.send(&format!("result {result} {{{reason}}}"));
        self.ping()
    }

    fn quit(mut self: Box<Self>) {
        self.process.quit();
    }
}

/// A clock in the protocol's hundredths of a second; an hour where there is no limit.
fn centiseconds(clocks: &ByColor<Clock>, side: Color) -> u128 {
    const NO_LIMIT: Duration = Duration::from_secs(3600);
    clocks[side].left().unwrap_or(NO_LIMIT).as_millis() / 10
}

/// The pairs of a line of features; values may stand in quotes.
fn features(list: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = list.trim();
    while let Some((name, value)) = rest.split_once('=') {
        let (value, next) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        pairs.push((name.trim(), value));
        rest = next.trim();
    }
    pairs
}

/// What a line of an engine says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Thinking(Thought),
    Move(String),
    Resigns,
    Claims(GameResult),
    RefusesMove,
}

fn read(line: &str) -> Option<Said> {
    let line = line.trim();
    let first = line.split_ascii_whitespace().next()?;
    if let Some(text) = line.strip_prefix("move ").or_else(|| line.strip_prefix("My move is")) {
        let text = text.trim_start_matches([' ', ':']);
        return Some(Said::Move(text.to_owned()));
    }
    if let Some(result) = GameResult::parse(first) {
        return (result != GameResult::Open).then_some(Said::Claims(result));
    }
    if first.eq_ignore_ascii_case("illegal") {
        return Some(Said::RefusesMove);
    }
    match first {
        "resign" => Some(Said::Resigns),
        _ => thinking(line).map(Said::Thinking),
    }
}

/// A line of depth, score, time and nodes.
fn thinking(line: &str) -> Option<Thought> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    words.next()?.parse::<f64>().ok()?;
    let score = match score.abs() {
        beyond if beyond > MATE => {
            let moves = i32::try_from(beyond - MATE).ok()?.min(10_000);
            EngineScore::Mate(if score > 0 { 2 * moves - 1 } else { -2 * moves })
        }
        _ => EngineScore::Centipawns(i32::try_from(score).ok()?),
    };
    Some(Thought { score: Some(score), depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_may_be_quoted() {
        assert_eq!(
            features(r#"ping=1 setboard=0 myname="A b = c" variants="normal,morphing"  done=1"#),
            [
                ("ping", "1"),
                ("setboard", "0"),
                ("myname", "A b = c"),
                ("variants", "normal,morphing"),
                ("done", "1"),
            ]
        );
    }

    #[test]
    fn lines_are_told_apart() {
        let score = |score, depth| {
            Some(Said::Thinking(Thought { score: Some(EngineScore::Centipawns(score)), depth }))
        };
        for (line, said) in [
            ("move e2e4", Some(Said::Move("e2e4".to_owned()))),
            ("My move is: e2e4", Some(Said::Move("e2e4".to_owned()))),
            ("My move is : e2e4", Some(Said::Move("e2e4".to_owned()))),
            ("resign", Some(Said::Resigns)),
            ("1-0 {White mates}", Some(Said::Claims(GameResult::Win(Color::White)))),
            ("1/2-1/2 {Draw by repetition}", Some(Said::Claims(GameResult::Draw))),
            ("Illegal move: e2e4", Some(Said::RefusesMove)),
            ("Illegal move (no such piece): e2e4", Some(Said::RefusesMove)),
            ("Error (unknown command): foo", None),
            ("tellusererror no", None),
            ("offer draw", None),
            ("# a comment", None),
            ("9 156 1084 48000 Nf3 Nc6", score(156, 9)),
            (" 9. -15 10 48 e2e4", score(-15, 9)),
            ("7", None),
            ("", None),
        ] {
            assert_eq!(read(line), said, "{line}");
        }
        let mate = |line| thinking(line).and_then(|thought| thought.score).map(|s| s.to_string());
        assert_eq!(mate("20 100003 5 99 Qh5"), Some("+M5".to_owned()));
        assert_eq!(mate("20 -100002 5 99 Kh8"), Some("-M4".to_owned()));
    }
}
