//! Engines that speak UCI.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use super::client::{
    self, Answer, Client, Decision, EngineScore, Fault, PING_PATIENCE, START_PATIENCE,
    STOP_PATIENCE, Setting, Thought, Turn,
};
use super::clock::TimeControl;
use super::options::EngineConfig;
use crate::pgn::GameResult;
use crate::process::{Process, Silence, Stop};
use vertumnus_core::board::Color;
use vertumnus_core::rules::Variant;

pub(super) struct Uci {
    config: Arc<EngineConfig>,
    process: Process,
    /// The options that the engine has announced: their lines, in lower case.
    announced: Vec<String>,
    /// The game that was chosen last.
    variant: Option<Variant>,
    /// What stands behind `position` before the moves.
    start: String,
    /// The reply that the engine hopes for, by its own word.
    hope: Option<String>,
    /// The moves after which it ponders, if it does.
    ponders_on: Option<Vec<String>>,
    /// Whether a search runs, so that a `bestmove` is to come.
    is_searching: bool,
}

impl Uci {
    pub(super) fn start(config: Arc<EngineConfig>, stop: &Arc<Stop>) -> Result<Self, Fault> {
        let mut process = client::start_process(&config, stop)?;
        for line in &config.init {
            process.send(line);
        }
        process.send("uci");
        let mut announced = Vec::new();
        let shaken = process.expect(config.scaled(START_PATIENCE), |line| {
            if line.starts_with("option ") {
                announced.push(line.to_ascii_lowercase());
            }
            line.trim() == "uciok"
        });
        shaken.map_err(|silence| refusal(silence, "does not answer uci"))?;
        let mut engine = Self {
            config,
            process,
            announced,
            variant: None,
            start: String::new(),
            hope: None,
            ponders_on: None,
            is_searching: false,
        };
        for (name, value) in &engine.config.clone().options {
            engine.set_option(name, value);
        }
        engine.ping().map_err(|fault| match fault {
            Fault::Stopped => fault,
            _ => Fault::Start("does not answer isready".to_owned()),
        })?;
        Ok(engine)
    }

    /// The line in which the engine announces an option, in lower case.
    fn announcement(&self, name: &str) -> Option<&str> {
        let beginning = format!("option name {} type ", name.to_ascii_lowercase());
        self.announced.iter().map(String::as_str).find(|line| line.starts_with(&beginning))
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let is_button = self.announcement(name).is_some_and(|line| line.contains(" type button"));
        self.process.send(&match (is_button, value) {
            (true, _) | (false, "") => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        });
    }

    fn set_if_announced(&mut self, name: &str, value: &str) {
        if self.announcement(name).is_some() {
            self.set_option(name, value);
        }
    }

    fn ping(&mut self) -> Result<(), Fault> {
        self.process.send("isready");
        self.process.expect(self.config.scaled(PING_PATIENCE), |line| line.trim() == "readyok")?;
        Ok(())
    }

    /// Chooses the game. Engines that know no variants play chess.
    fn choose(&mut self, variant: Variant) -> Result<(), Fault> {
        if self.variant == Some(variant) {
            return Ok(());
        }
        let Some(line) = self.announcement("UCI_Variant") else {
            return if variant.is_chess() { Ok(()) } else { Err(Fault::Variant(variant)) };
        };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let offers = |name: &&str| words.windows(2).any(|pair| pair == ["var", name]);
        let names = std::iter::once(variant.name()).chain(variant.aliases().iter().copied());
        let name = names.into_iter().find(offers).ok_or(Fault::Variant(variant))?;
        self.set_option("UCI_Variant", name);
        self.variant = Some(variant);
        Ok(())
    }

    fn position(&self, moves: &[String]) -> String {
        let mut line = format!("position {}", self.start);
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        for text in moves {
            line.push(' ');
            line.push_str(text);
        }
        line
    }

    /// The limits of a search. Clocks are told in whole milliseconds, rounded down.
    fn limits(&self, turn: &Turn<'_>) -> String {
        let mut line = String::from("go");
        let own = &turn.clocks[turn.side];
        // Writing to a string does not fail.
        if let TimeControl::MoveTime(time) = own.control() {
            let _ = write!(line, " movetime {}", time.as_millis());
        } else if own.left().is_some() {
            for (side, letter) in Color::ALL.into_iter().zip(['w', 'b']) {
                // An opponent without a clock is told to have as much as oneself.
                let clock =
                    if turn.clocks[side].left().is_some() { &turn.clocks[side] } else { own };
                let left = clock.left().unwrap_or_default().as_millis();
                let _ = write!(line, " {letter}time {left}");
                let increment = clock.increment().as_millis();
                if increment > 0 {
                    let _ = write!(line, " {letter}inc {increment}");
                }
            }
            if let Some(moves) = own.moves_to_go() {
                let _ = write!(line, " movestogo {moves}");
            }
        }
        for (word, limit) in
            [("depth", self.config.depth.map(u64::from)), ("nodes", self.config.nodes)]
        {
            if let Some(limit) = limit {
                let _ = write!(line, " {word} {limit}");
            }
        }
        if line == "go" { "go infinite".to_owned() } else { line }
    }

    /// Waits for the end of a search that nobody wants any more.
    fn break_off(&mut self) -> Result<(), Fault> {
        if self.is_searching {
            self.process.send("stop");
            self.process.expect(STOP_PATIENCE, is_best_move)?;
            self.is_searching = false;
        }
        self.ponders_on = None;
        Ok(())
    }

    /// Starts the search of this turn, and says when: a search that ponders on it goes on.
    fn begin(&mut self, turn: &Turn<'_>) -> Result<Instant, Fault> {
        if self.ponders_on.as_deref() == Some(turn.moves) {
            self.ponders_on = None;
            let started = Instant::now();
            self.process.send("ponderhit");
            return Ok(started);
        }
        self.break_off()?;
        self.process.send(&self.position(turn.moves));
        // What was sent is read and the engine awake before its clock starts.
        self.ping()?;
        let line = self.limits(turn);
        self.is_searching = true;
        let started = Instant::now();
        self.process.send(&line);
        Ok(started)
    }
}

impl Client for Uci {
    fn new_game(&mut self, setting: &Setting) -> Result<(), Fault> {
        self.choose(setting.variant)?;
        self.start = match &setting.fen {
            None => "startpos".to_owned(),
            Some(fen) => format!("fen {fen}"),
        };
        self.hope = None;
        self.process.send("ucinewgame");
        self.set_if_announced("Ponder", if self.config.ponder { "true" } else { "false" });
        self.set_if_announced("UCI_Opponent", &format!("none none computer {}", setting.opponent));
        self.ping()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let started = self.begin(turn)?;
        let deadline = started + turn.patience;
        let mut thought = Thought::default();
        loop {
            let line = self.process.receive(deadline).map_err(|silence| turn.fault(silence))?;
            if line.text.starts_with("info ") {
                read_info(&line.text, &mut thought);
                // Whoever talks without end is out of time, too.
                if line.at > deadline {
                    return Err(turn.overdue());
                }
            } else if is_best_move(&line.text) {
                self.is_searching = false;
                let mut words = line.text.split_ascii_whitespace().skip(1);
                let best = words.next().unwrap_or_default().to_owned();
                self.hope = words.nth(1).map(str::to_owned);
                if self.config.white_pov && turn.side == Color::Black {
                    thought.score = thought.score.map(EngineScore::reversed);
                }
                let used = line.at.saturating_duration_since(started);
                return Ok(Answer { decision: Decision::Move(best), used, thought });
            }
        }
    }

    fn wait(&mut self, turn: &Turn<'_>) {
        let Some(hope) = self.hope.take().filter(|_| self.config.ponder) else { return };
        let mut moves = turn.moves.to_vec();
        moves.push(hope);
        self.process.send(&self.position(&moves));
        let side = !turn.side;
        let limits = self.limits(&Turn { moves: &moves, side, ..*turn });
        self.process.send(&limits.replacen("go", "go ponder", 1));
        self.is_searching = true;
        self.ponders_on = Some(moves);
    }

    fn end_game(&mut self, _result: GameResult, _reason: &str) -> Result<(), Fault> {
        self.break_off()?;
        self.ping()
    }

    fn quit(mut self: Box<Self>) {
        if self.is_searching {
            self.process.send("stop");
        }
        self.process.quit();
    }
}

/// Why an engine is not there, if it has not answered.
pub(super) fn refusal(silence: Silence, reason: &str) -> Fault {
    match silence {
        Silence::Stopped => Fault::Stopped,
        Silence::Closed => Fault::Start("ends at once".to_owned()),
        Silence::Timeout => Fault::Start(reason.to_owned()),
    }
}

fn is_best_move(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

/// Takes depth and score from a line. Bounds are no scores, and of several lines of play only the
/// best counts.
fn read_info(line: &str, thought: &mut Thought) {
    let mut words = line.split_ascii_whitespace().skip(1);
    let (mut depth, mut score, mut is_bound) = (None, None, false);
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" | "refutation" | "currline" => break,
            "multipv" if words.next() != Some("1") => return,
            "depth" => depth = words.next().and_then(|depth| depth.parse().ok()),
            "cp" => {
                score = words.next().and_then(|cp| cp.parse().ok()).map(EngineScore::Centipawns);
            }
            "mate" => score = words.next().and_then(|moves| moves.parse().ok()).map(mate),
            "lowerbound" | "upperbound" => is_bound = true,
            _ => {}
        }
    }
    if let (Some(score), false) = (score, is_bound) {
        *thought = Thought { score: Some(score), depth: depth.unwrap_or(thought.depth) };
    }
}

/// A mate in moves, in plies: one's own move is the last of one's own mate.
fn mate(moves: i32) -> EngineScore {
    let plies = moves.clamp(-10_000, 10_000) * 2;
    EngineScore::Mate(if moves > 0 { plies - 1 } else { plies })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_score_of_the_best_line_is_kept() {
        let mut thought = Thought::default();
        for (line, score, depth) in [
            ("info depth 5 score cp 32 nodes 10 pv e2e4 e7e5", "+0.32", 5),
            ("info depth 6 multipv 2 score cp 99 pv d2d4", "+0.32", 5),
            ("info depth 6 score cp 55 lowerbound", "+0.32", 5),
            ("info string score cp 7 depth 70", "+0.32", 5),
            ("info depth 7 seldepth 12 multipv 1 score mate 3 pv e2e4", "+M5", 7),
            ("info depth 8 score mate -2", "-M4", 8),
            ("info score cp x depth y", "-M4", 8),
            ("info depth 9 score cp -5", "-0.05", 9),
        ] {
            read_info(line, &mut thought);
            let read = (thought.score.map(|score| score.to_string()), thought.depth);
            assert_eq!(read, (Some(score.to_owned()), depth), "{line}");
        }
    }
}
