//! Players that speak UCI.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use super::config::EngineConfig;
use super::player::{
    Decision, EngineChannel, EngineFault, EngineMove, EnginePlayer, EngineReport, EngineScore,
    GameSetup, READY_PATIENCE, START_PATIENCE, STOP_PATIENCE, TurnToMove, start_process,
};
use super::uci::{MOST_REMARKS, UciEngine, UnknownVariant, is_best_move, is_search_info};
use crate::clock::MatchTimeControl;
use crate::process::{Channel, StopSignal};
use vertumnus_core::board::Color;
use vertumnus_core::pgn::GameResult;
use vertumnus_core::rules::Variant;

pub(crate) struct UciPlayer {
    config: Arc<EngineConfig>,
    engine: UciEngine<EngineChannel>,
    /// The starting position of the game; `None` for the variant's own.
    start_fen: Option<String>,
    /// The reply that the engine expects, in its own spelling.
    expected_reply: Option<String>,
    /// While the engine ponders: the moves that lead to the position it ponders on.
    ponders_on: Option<Vec<String>>,
    /// Whether a search is running, so that a `bestmove` must follow.
    is_searching: bool,
    remarks: Vec<String>,
}

impl UciPlayer {
    pub(crate) fn start(
        config: Arc<EngineConfig>,
        stop: &Arc<StopSignal>,
    ) -> Result<Self, EngineFault> {
        let process = start_process(&config, is_search_info, stop)?;
        Self::over(process, config)
    }

    /// Shakes hands with an engine that was started.
    pub(crate) fn over(
        mut channel: EngineChannel,
        config: Arc<EngineConfig>,
    ) -> Result<Self, EngineFault> {
        for line in &config.init {
            channel.send(line);
        }
        let mut engine = UciEngine::new(channel);
        let shaken = engine.handshake(config.scaled(START_PATIENCE));
        shaken.map_err(|silence| EngineFault::at_start(silence, "does not answer uci"))?;
        engine.set_rules(&config.rules);
        for (name, value) in &config.options {
            engine.set_option(name, value);
        }
        let mut player = Self {
            config,
            engine,
            start_fen: None,
            expected_reply: None,
            ponders_on: None,
            is_searching: false,
            remarks: Vec::new(),
        };
        player.remarks = player.await_ready().map_err(|fault| match fault {
            EngineFault::Stopped => fault,
            _ => EngineFault::Start("does not answer isready".to_owned()),
        })?;
        Ok(player)
    }

    /// Chooses the game. An option can bring games, such as one that names a file of rules, so an
    /// engine with options is asked again before it is told that it does not play the game.
    fn choose_variant(&mut self, variant: Variant) -> Result<(), EngineFault> {
        let brings_games = !(self.config.options.is_empty() && self.config.rules.is_empty());
        if self.engine.choose_variant(variant).is_err() && brings_games {
            self.engine.handshake(self.config.scaled(START_PATIENCE))?;
        }
        let chosen = self.engine.choose_variant(variant);
        chosen.map_err(|UnknownVariant(variant)| EngineFault::Variant(variant))
    }

    fn set_if_announced(&mut self, name: &str, value: &str) {
        if self.engine.announces(name) {
            self.engine.set_option(name, value);
        }
    }

    fn await_ready(&mut self) -> Result<Vec<String>, EngineFault> {
        Ok(self.engine.await_ready(self.config.scaled(READY_PATIENCE))?)
    }

    fn send_position(&mut self, moves: &[String]) {
        self.engine.set_position(self.start_fen.as_deref(), moves);
    }

    /// The limits of a search. Clocks are in whole milliseconds, rounded down.
    fn limits(&self, turn: &TurnToMove<'_>) -> String {
        let mut line = String::from("go");
        let own = &turn.clocks[turn.side];
        // Writing to a `String` does not fail.
        if let MatchTimeControl::MoveTime(time) = own.control() {
            let _ = write!(line, " movetime {}", time.as_millis());
        } else if own.left().is_some() {
            for (side, letter) in Color::ALL.into_iter().zip(['w', 'b']) {
                // An opponent without a clock is said to have as much time as the engine itself.
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

    /// Stops a search whose result is not needed.
    fn stop_search(&mut self) -> Result<(), EngineFault> {
        if self.is_searching {
            let process = self.engine.channel();
            process.send("stop");
            process.expect(STOP_PATIENCE, &mut is_best_move)?;
            self.is_searching = false;
        }
        self.ponders_on = None;
        Ok(())
    }

    /// Starts the search of this turn, and returns when. A search that ponders on it goes on.
    fn start_search(&mut self, turn: &TurnToMove<'_>) -> Result<Instant, EngineFault> {
        if self.ponders_on.as_deref() == Some(turn.moves) {
            self.ponders_on = None;
            let started = Instant::now();
            self.engine.channel().send("ponderhit");
            return Ok(started);
        }
        self.stop_search()?;
        // The engine is awake before its clock starts, but does not know the position.
        self.await_ready()?;
        self.send_position(turn.moves);
        let line = self.limits(turn);
        self.is_searching = true;
        let started = Instant::now();
        self.engine.channel().send(&line);
        Ok(started)
    }
}

impl EnginePlayer for UciPlayer {
    fn unknown_options(&self) -> Vec<String> {
        let names = self.config.options.iter().map(|(name, _)| name);
        names.filter(|name| !self.engine.announces(name)).cloned().collect()
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn check_variant(&mut self, variant: Variant, _sets_up: bool) -> Result<(), EngineFault> {
        self.choose_variant(variant)?;
        self.await_ready().map(drop)
    }

    fn new_game(&mut self, setup: &GameSetup) -> Result<(), EngineFault> {
        self.choose_variant(setup.variant)?;
        self.start_fen.clone_from(&setup.fen);
        self.expected_reply = None;
        self.engine.channel().send("ucinewgame");
        self.set_if_announced("Ponder", if self.config.ponder { "true" } else { "false" });
        self.set_if_announced("UCI_Opponent", &format!("none none computer {}", setup.opponent));
        self.await_ready().map(drop)
    }

    fn think(&mut self, turn: &TurnToMove<'_>) -> Result<EngineMove, EngineFault> {
        let started = self.start_search(turn)?;
        let mut report = EngineReport::default();
        loop {
            let line = turn.receive(self.engine.channel(), started)?;
            let noted = self.config.noted_lines.as_deref();
            let is_noted = noted.is_some_and(|beginning| line.text.starts_with(beginning));
            if is_noted && report.lines.len() < MOST_REMARKS {
                report.lines.push(line.text.clone());
            }
            if line.text.starts_with("info ") {
                read_info(&line.text, &mut report);
            } else if is_best_move(&line.text) {
                self.is_searching = false;
                let mut words = line.text.split_ascii_whitespace().skip(1);
                let best = words.next().unwrap_or_default().to_owned();
                self.expected_reply = words.nth(1).map(str::to_owned);
                return Ok(EngineMove {
                    decision: Decision::Move(best),
                    used: line.at.saturating_duration_since(started),
                    report: turn.movers_report(report, &self.config),
                });
            }
            // An engine that never stops talking loses on time, too, whatever it says.
            if turn.is_over(started, line.at) {
                return Err(turn.overdue());
            }
        }
    }

    fn ponder(&mut self, turn: &TurnToMove<'_>) {
        let Some(reply) = self.expected_reply.take().filter(|_| self.config.ponder) else { return };
        let mut moves = turn.moves.to_vec();
        moves.push(reply);
        self.send_position(&moves);
        let side = !turn.side;
        let limits = self.limits(&TurnToMove { moves: &moves, side, ..*turn });
        self.engine.channel().send(&limits.replacen("go", "go ponder", 1));
        self.is_searching = true;
        self.ponders_on = Some(moves);
    }

    fn end_game(&mut self, _result: GameResult, _reason: &str) -> Result<(), EngineFault> {
        self.stop_search()?;
        self.await_ready().map(drop)
    }

    fn quit(mut self: Box<Self>) {
        let process = self.engine.channel();
        if self.is_searching {
            process.send("stop");
        }
        process.quit();
    }
}

/// Takes depth, score and counts from an `info` line. Scores that are bounds and lines other than
/// the best are ignored.
fn read_info(line: &str, report: &mut EngineReport) {
    let mut words = line.split_ascii_whitespace().skip(1);
    let (mut depth, mut score, mut is_bound) = (None, None, false);
    let number = |word: Option<&str>| word.and_then(|word| word.parse::<u64>().ok());
    let (mut seldepth, mut nodes) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" | "refutation" | "currline" => break,
            "multipv" if words.next() != Some("1") => return,
            "depth" => depth = number(words.next()),
            "seldepth" => seldepth = number(words.next()),
            "nodes" => nodes = number(words.next()),
            "cp" => score = words.next().and_then(EngineScore::from_centipawns),
            "mate" => {
                let moves = words.next().and_then(|moves| moves.parse().ok());
                score = moves.map(EngineScore::mate_in_moves);
            }
            "lowerbound" | "upperbound" => is_bound = true,
            _ => {}
        }
    }
    report.nodes = nodes.or(report.nodes);
    report.seldepth = seldepth.map(|plies| plies as u32).or(report.seldepth);
    if let (Some(score), false) = (score, is_bound) {
        report.score = Some(score);
        report.depth = depth.map_or(report.depth, |plies| plies as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_exact_score_of_the_best_line_is_kept() {
        let mut report = EngineReport::default();
        for (line, score, depth) in [
            ("info depth 5 score cp 32 nodes 10 pv e2e4 e7e5", "+0.32", 5),
            ("info depth 6 multipv 2 score cp 99 pv d2d4", "+0.32", 5),
            ("info depth 6 score cp 55 lowerbound", "+0.32", 5),
            ("info string score cp 7 depth 70", "+0.32", 5),
            ("info depth 7 seldepth 12 multipv 1 score mate 3 pv e2e4", "+M5", 7),
            ("info depth 8 score mate -2", "-M4", 8),
            ("info score cp x depth y", "-M4", 8),
            ("info depth 9 score cp -5", "-0.05", 9),
            ("info depth 9 score cp -2147483648", "-9000.00", 9),
            ("info depth 9 score cp 99999999999", "+9000.00", 9),
        ] {
            read_info(line, &mut report);
            let read = (report.score.map(|score| score.to_string()), report.depth);
            assert_eq!(read, (Some(score.to_owned()), depth), "{line}");
        }
    }
}
