//! Players that speak the XBoard protocol, version 2 or 1.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::config::{EngineConfig, Restart};
use super::player::{
    Decision, EngineChannel, EngineFault, EngineMove, EnginePlayer, EngineReport, EngineScore,
    GameSetup, READY_PATIENCE, START_PATIENCE, STOP_PATIENCE, TurnToMove, start_process,
};
use super::uci::{MOST_OPTIONS, MOST_REMARKS, VARIANT_PATH};
use crate::clock::{MatchTimeControl, PlayerClock};
use crate::process::{Channel, Line, Silence, StopSignal};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::dialect::{Dialect, MATE_SCORE};
use vertumnus_core::files;
use vertumnus_core::game::{self, Session};
use vertumnus_core::pgn::GameResult;
use vertumnus_core::position::Move;
use vertumnus_core::rules::Variant;

/// How long an engine may take to announce its features, unless it asks for more time. Engines of
/// protocol version 1 announce none; GNU Chess takes seconds.
const FEATURE_PATIENCE: Duration = Duration::from_secs(8);

/// The features that an engine announces, as far as the runner uses them.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of the protocol")]
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
    /// The names of its options.
    options: Vec<String>,
    /// Whether `done=0` was announced.
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
            options: Vec::new(),
            asks_for_time: false,
            is_done: false,
        }
    }
}

impl Features {
    /// Notes a feature. Returns false if the runner does not use it.
    fn note(&mut self, name: &str, value: &str) -> bool {
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
            "option" => {
                // `NAME -KIND ...`
                let name = value.split_once(" -").map_or(value, |(name, _)| name);
                if self.options.len() < MOST_OPTIONS {
                    self.options.push(name.trim().to_owned());
                }
                return true;
            }
            "myname" => return true,
            _ => return false,
        };
        *switch = value != "0";
        true
    }
}

/// Starts the process of an engine, again for each game if it cannot play two.
type Open = Box<dyn Fn() -> Result<EngineChannel, EngineFault> + Send>;

pub(crate) struct XBoardPlayer {
    config: Arc<EngineConfig>,
    open: Open,
    process: EngineChannel,
    features: Features,
    pings: u32,
    dialect: Dialect,
    /// The moves of the game, in the spelling that is sent to the engine.
    moves: Vec<String>,
    /// How many of them the engine knows.
    moves_known: usize,
    /// Whether the engine moves when it is its turn, without being asked.
    is_playing: bool,
    /// Whether a search is running, so that a move must follow.
    is_searching: bool,
    games_played: u32,
    remarks: Vec<String>,
}

impl XBoardPlayer {
    pub(crate) fn start(
        config: Arc<EngineConfig>,
        stop: &Arc<StopSignal>,
    ) -> Result<Self, EngineFault> {
        let (started, stop) = (config.clone(), stop.clone());
        Self::over(Box::new(move || start_process(&started, is_thinking, &stop)), config)
    }

    /// Starts an engine and shakes hands with it.
    pub(crate) fn over(open: Open, config: Arc<EngineConfig>) -> Result<Self, EngineFault> {
        let process = open()?;
        let mut engine = Self {
            config,
            open,
            process,
            features: Features::default(),
            pings: 0,
            dialect: Dialect::of(Variant::default()),
            moves: Vec::new(),
            moves_known: 0,
            is_playing: false,
            is_searching: false,
            games_played: 0,
            remarks: Vec::new(),
        };
        engine.shake_hands()?;
        Ok(engine)
    }

    fn shake_hands(&mut self) -> Result<(), EngineFault> {
        for line in &self.config.init {
            self.process.send(line);
        }
        self.process.send("xboard");
        self.process.send("protover 2");
        self.read_features()?;
        self.set_options();
        self.remarks = self.ping().map_err(|fault| match fault {
            EngineFault::Stopped => fault,
            _ => EngineFault::Start("does not answer ping".to_owned()),
        })?;
        Ok(())
    }

    /// Reads features until the engine says `done=1`, or has been silent for too long.
    fn read_features(&mut self) -> Result<(), EngineFault> {
        let started = Instant::now();
        let deadline = started + self.config.scaled(FEATURE_PATIENCE);
        let late_deadline = started + self.config.scaled(START_PATIENCE);
        while !self.features.is_done {
            let deadline = if self.features.asks_for_time { late_deadline } else { deadline };
            match self.process.receive(deadline) {
                Ok(Line { text, .. }) => self.read_feature_line(&text),
                Err(Silence::Timeout) if !self.features.asks_for_time => break,
                Err(silence) => {
                    return Err(EngineFault::at_start(silence, "does not announce its features"));
                }
            }
            if Instant::now() > late_deadline {
                break;
            }
        }
        Ok(())
    }

    fn read_feature_line(&mut self, line: &str) {
        let Some(list) = line.trim().strip_prefix("feature ") else { return };
        for (name, value) in features(list) {
            let answer = if self.features.note(name, value) { "accepted" } else { "rejected" };
            self.process.send(&format!("{answer} {name}"));
        }
    }

    fn set_options(&mut self) {
        if self.features.options.iter().any(|name| name == VARIANT_PATH) {
            for file in &self.config.rules {
                let file = files::from_anywhere(file);
                self.process.send(&format!("option {VARIANT_PATH}={}", file.display()));
            }
        }
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

    /// Waits until the engine has carried out all commands, if it knows `ping`. Returns the errors that
    /// it reports before that. It may have further features then, such as games of an option.
    fn ping(&mut self) -> Result<Vec<String>, EngineFault> {
        let mut errors = Vec::new();
        if !self.features.ping {
            return Ok(errors);
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        let mut features = Vec::new();
        self.process.expect(self.config.scaled(READY_PATIENCE), &mut |line| {
            if features.len() < MOST_REMARKS && line.starts_with("feature ") {
                features.push(line.to_owned());
            }
            if errors.len() < MOST_REMARKS && line.starts_with("Error ") {
                errors.push(line.trim().to_owned());
            }
            line.trim() == pong
        })?;
        for line in features {
            self.read_feature_line(&line);
        }
        Ok(errors)
    }

    /// The name by which the engine knows a game; `None` for chess, which needs no name.
    fn variant_name(&self, variant: Variant) -> Result<Option<&'static str>, EngineFault> {
        if variant.is_chess() {
            return Ok(None);
        }
        let names = [Dialect::of(variant).name(), variant.name()];
        let is_known = |name: &&str| self.features.variants.iter().any(|known| known == name);
        names.into_iter().find(is_known).map(Some).ok_or(EngineFault::Variant(variant))
    }

    /// Whether positions can be set up on the engine.
    fn check_setboard(&self) -> Result<(), EngineFault> {
        let refused = || EngineFault::Start("cannot set up positions".to_owned());
        self.features.setboard.then_some(()).ok_or_else(refused)
    }

    fn set_clock(&mut self, clock: &PlayerClock) {
        match clock.control() {
            MatchTimeControl::MoveTime(time) => {
                // The protocol has whole seconds only, but some engines read fractions.
                let seconds = time.as_secs_f64();
                self.process.send(&format!("st {seconds}"));
            }
            MatchTimeControl::Clock { moves, time, increment } => {
                let moves = moves.unwrap_or(0);
                let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
                let base = match (minutes, seconds) {
                    (0, 0) => "0:01".to_owned(),
                    (_, 0) => minutes.to_string(),
                    _ => format!("{minutes}:{seconds:02}"),
                };
                self.process.send(&format!("level {moves} {base} {}", increment.as_secs_f64()));
            }
            // The protocol has no such clock: an hour, unless depth ends the search.
            MatchTimeControl::Hourglass(_) | MatchTimeControl::Unlimited => {
                self.process.send("level 0 60 0");
            }
        }
        if let Some(depth) = self.config.depth {
            self.process.send(&format!("sd {depth}"));
        }
    }

    fn send_times(&mut self, turn: &TurnToMove<'_>) {
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

    /// Sends the moves that the engine does not know and lets it think. Returns when its time
    /// started.
    fn start_search(&mut self, turn: &TurnToMove<'_>) -> Result<Instant, EngineFault> {
        let new_moves = self.moves.split_off(self.moves_known.min(self.moves.len()));
        self.moves.extend_from_slice(&new_moves);
        // The engine will know its own next move, too.
        self.moves_known = self.moves.len() + 1;
        self.is_searching = true;
        if let ([reply], true) = (&new_moves[..], self.is_playing) {
            self.send_times(turn);
            let started = Instant::now();
            self.send_move(reply);
            return Ok(started);
        }
        self.process.send("force");
        for text in &new_moves {
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

impl EnginePlayer for XBoardPlayer {
    fn unknown_options(&self) -> Vec<String> {
        let Features { memory, smp, options, .. } = &self.features;
        let is_known = |name: &String| match name.as_str() {
            "memory" if *memory => true,
            "cores" if *smp => true,
            _ => options.contains(name),
        };
        let names = self.config.options.iter().map(|(name, _)| name);
        names.filter(|name| !is_known(name)).cloned().collect()
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn check_variant(&mut self, variant: Variant, sets_up: bool) -> Result<(), EngineFault> {
        self.variant_name(variant)?;
        if sets_up { self.check_setboard() } else { Ok(()) }
    }

    fn new_game(&mut self, setup: &GameSetup) -> Result<(), EngineFault> {
        let needs_restart = match self.config.restart {
            Restart::Auto => !self.features.reuse,
            // With `on`, the runner ends the engine after each game.
            Restart::On | Restart::Off => false,
        };
        if needs_restart && self.games_played > 0 {
            let fresh = (self.open)()?;
            std::mem::replace(&mut self.process, fresh).quit();
            self.features = Features::default();
            self.shake_hands()?;
        }
        // Lines about the last game must not be taken for lines about this one.
        self.process.clear();
        self.games_played += 1;
        self.dialect = Dialect::of(setup.variant);
        self.moves.clear();
        self.moves_known = 0;
        self.is_playing = false;
        self.process.send("new");
        if let Some(name) = self.variant_name(setup.variant)? {
            self.process.send(&format!("variant {name}"));
        }
        self.process.send("force");
        if let Some(fen) = &setup.fen {
            self.check_setboard()?;
            let mut game = game::session(setup.variant);
            let set_up = game.set_position(Some(fen), &[]);
            set_up.map_err(|error| EngineFault::Start(error.to_string()))?;
            self.process.send(&format!("setboard {}", self.dialect.exact_fen(&*game)));
        }
        self.set_clock(&setup.clock);
        self.process.send("post");
        self.process.send(if self.config.ponder { "hard" } else { "easy" });
        self.process.send("computer");
        if self.features.name {
            self.process.send(&format!("name {}", setup.opponent));
        }
        self.ping().map(drop)
    }

    fn note_move(&mut self, session: &dyn Session, mv: Move) {
        let legal = session.views();
        let view = legal.iter().find(|view| view.mv == mv);
        let spelling = view.filter(|view| self.dialect.can_express(view, &legal));
        let spelling = spelling.map(|view| self.dialect.in_legs(&self.dialect.path(view)));
        self.moves.push(spelling.unwrap_or_else(|| session.text(mv)));
    }

    fn read_move(&self, session: &dyn Session, spelling: &str) -> Option<Move> {
        let by_dialect = self.dialect.read_move(spelling, session).ok();
        by_dialect.or_else(|| session.parse(spelling).ok())
    }

    fn think(&mut self, turn: &TurnToMove<'_>) -> Result<EngineMove, EngineFault> {
        let started = self.start_search(turn)?;
        let mut report = EngineReport::default();
        loop {
            let line = turn.receive(&mut self.process, started)?;
            let used = line.at.saturating_duration_since(started);
            let decision = match read_reply(&line.text) {
                Some(XBoardReply::Thinking(_)) | None if turn.is_over(started, line.at) => {
                    return Err(turn.overdue());
                }
                Some(XBoardReply::Thinking(latest)) => {
                    report = latest;
                    continue;
                }
                None => continue,
                Some(XBoardReply::Move(text)) => Decision::Move(text),
                Some(XBoardReply::Resigns) => Decision::Resign,
                Some(XBoardReply::Claims(result)) => Decision::Claim(result),
                Some(XBoardReply::RefusesMove) => {
                    let last = self.moves.last().cloned().unwrap_or_default();
                    return Err(EngineFault::RefusesMove(last));
                }
            };
            self.is_searching = false;
            let report = turn.movers_report(report, &self.config);
            return Ok(EngineMove { decision, used, report });
        }
    }

    /// Sends nothing: the command `hard` has already turned pondering on.
    fn ponder(&mut self, _turn: &TurnToMove<'_>) {}

    fn end_game(&mut self, result: GameResult, reason: &str) -> Result<(), EngineFault> {
        if self.is_searching {
            self.process.send("?");
            self.process.expect(STOP_PATIENCE, &mut |line| {
                matches!(read_reply(line), Some(XBoardReply::Move(_)))
            })?;
            self.is_searching = false;
        }
        self.process.send("force");
        self.process.send(&format!("result {result} {{{reason}}}"));
        self.ping().map(drop)
    }

    fn quit(mut self: Box<Self>) {
        self.process.quit();
    }
}

/// The time left in hundredths of a second, the unit of the protocol; an hour if it is unlimited.
fn centiseconds(clocks: &ByColor<PlayerClock>, side: Color) -> u128 {
    const NO_LIMIT: Duration = Duration::from_secs(3600);
    clocks[side].left().unwrap_or(NO_LIMIT).as_millis() / 10
}

/// Splits the features of a line into names and values. Values may be quoted.
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

/// The meaning of a line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum XBoardReply {
    Thinking(EngineReport),
    Move(String),
    Resigns,
    Claims(GameResult),
    RefusesMove,
}

fn read_reply(line: &str) -> Option<XBoardReply> {
    let line = line.trim();
    let first = line.split_ascii_whitespace().next()?;
    if let Some(text) = line.strip_prefix("move ").or_else(|| line.strip_prefix("My move is")) {
        let text = text.trim_start_matches([' ', ':']);
        return Some(XBoardReply::Move(text.to_owned()));
    }
    if let Some(text) = numbered_move(line) {
        return Some(XBoardReply::Move(text.to_owned()));
    }
    if let Some(result) = GameResult::parse(first) {
        return (result != GameResult::Open).then_some(XBoardReply::Claims(result));
    }
    if first.eq_ignore_ascii_case("illegal") {
        return Some(XBoardReply::RefusesMove);
    }
    match first {
        "resign" => Some(XBoardReply::Resigns),
        _ => read_thinking(line).map(XBoardReply::Thinking),
    }
}

/// The move in a line such as `1. ... e2e4`, as engines of version 1 of the protocol say it.
fn numbered_move(line: &str) -> Option<&str> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = line[digits..].trim_start_matches('.').trim_start();
    let text = if line[digits..].starts_with("...") { rest } else { rest.strip_prefix("...")? };
    let is_numbered = digits > 0 && line[digits..].starts_with('.');
    text.split_ascii_whitespace().next().filter(|_| is_numbered)
}

/// Whether a line reports on a search. A reader need not be woken for it.
fn is_thinking(line: &str) -> bool {
    let line = line.trim_start();
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    line.starts_with(|c: char| c.is_ascii_digit())
        && GameResult::parse(first).is_none()
        && numbered_move(line).is_none()
}

/// Reads a line of depth, score, time and nodes.
fn read_thinking(line: &str) -> Option<EngineReport> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let text = words.next()?;
    let score: i64 = text.parse().ok()?;
    words.next()?.parse::<f64>().ok()?;
    let nodes = words.next().and_then(|nodes| nodes.parse().ok());
    let score = match score.saturating_abs() {
        mate if mate > MATE_SCORE => {
            let moves = i32::try_from(mate - MATE_SCORE).ok()?;
            EngineScore::mate_in_moves(if score > 0 { moves } else { -moves })
        }
        _ => EngineScore::from_centipawns(text)?,
    };
    Some(EngineReport { score: Some(score), depth, nodes, ..EngineReport::default() })
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::Mutex;

    use super::*;
    use crate::process::Stream;

    /// An engine that plays one game, and whose lines all processes of it share.
    struct OneGame {
        heard: Arc<Mutex<Vec<String>>>,
        said: VecDeque<String>,
    }

    impl Channel for OneGame {
        fn send(&mut self, line: &str) {
            self.heard.lock().expect("no panic").push(line.to_owned());
            match line.split_once(' ') {
                Some(("protover", _)) => {
                    self.said.push_back("feature ping=1 reuse=0 done=1".into());
                }
                Some(("ping", number)) => self.said.push_back(format!("pong {number}")),
                _ => {}
            }
        }

        fn receive(&mut self, _deadline: Instant) -> Result<Line, Silence> {
            let text = self.said.pop_front().ok_or(Silence::Closed)?;
            Ok(Line { at: Instant::now(), stream: Stream::Output, text })
        }

        fn clear(&mut self) {
            self.said.clear();
        }
    }

    #[test]
    fn an_engine_that_cannot_play_two_games_is_started_again_for_the_second() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let open = {
            let heard = heard.clone();
            move || -> Result<EngineChannel, EngineFault> {
                Ok(Box::new(OneGame { heard: heard.clone(), said: VecDeque::new() }))
            }
        };
        let player = XBoardPlayer::over(Box::new(open), Arc::new(EngineConfig::default()));
        let mut player = player.unwrap_or_else(|fault| panic!("it {fault}"));
        let setup = GameSetup {
            variant: Variant::default(),
            fen: None,
            opponent: "other".to_owned(),
            clock: PlayerClock::new(MatchTimeControl::Unlimited),
        };
        let count = |word: &str| {
            let heard = heard.lock().expect("no panic");
            heard.iter().filter(|line| line.as_str() == word).count()
        };
        for (game, quits) in [(1, 0), (2, 1)] {
            // A build without chess has no game that this engine knows. It is told so after the start.
            let _ = player.new_game(&setup);
            assert_eq!((count("xboard"), count("new"), count("quit")), (game, game, quits));
        }
    }

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
    fn lines_are_classified() {
        let score = |score, depth, nodes| {
            Some(XBoardReply::Thinking(EngineReport {
                score: Some(EngineScore::Centipawns(score)),
                depth,
                nodes,
                ..EngineReport::default()
            }))
        };
        for (line, reply) in [
            ("move e2e4", Some(XBoardReply::Move("e2e4".to_owned()))),
            ("My move is: e2e4", Some(XBoardReply::Move("e2e4".to_owned()))),
            ("My move is : e2e4", Some(XBoardReply::Move("e2e4".to_owned()))),
            ("1. ... e2e4", Some(XBoardReply::Move("e2e4".to_owned()))),
            ("12... e7e8q", Some(XBoardReply::Move("e7e8q".to_owned()))),
            ("12. e2e4", None),
            ("... e2e4", None),
            ("resign", Some(XBoardReply::Resigns)),
            ("1-0 {White mates}", Some(XBoardReply::Claims(GameResult::Win(Color::White)))),
            ("1/2-1/2 {Draw by repetition}", Some(XBoardReply::Claims(GameResult::Draw))),
            ("Illegal move: e2e4", Some(XBoardReply::RefusesMove)),
            ("Illegal move (no such piece): e2e4", Some(XBoardReply::RefusesMove)),
            ("Error (unknown command): foo", None),
            ("tellusererror no", None),
            ("offer draw", None),
            ("# a comment", None),
            ("9 156 1084 48000 Nf3 Nc6", score(156, 9, Some(48000))),
            (" 9. -15 10 48 e2e4", score(-15, 9, Some(48))),
            ("7", None),
            ("", None),
        ] {
            assert_eq!(read_reply(line), reply, "{line}");
            let is_move = matches!(reply, Some(XBoardReply::Move(_)));
            assert!(!(is_move && is_thinking(line)), "{line} wakes nobody");
        }
        let mate =
            |line| read_thinking(line).and_then(|report| report.score).map(|s| s.to_string());
        assert_eq!(mate("20 100003 5 99 Qh5"), Some("+M5".to_owned()));
        assert_eq!(mate("20 -100002 5 99 Kh8"), Some("-M4".to_owned()));
    }
}
