//! One game under the rules.

use std::time::{Duration, Instant};

use super::adjudication::{Adjudicator, Rules};
use super::client::{Answer, Client, Decision, Fault, Setting, Thought, Turn};
use super::clock::Clock;
use super::options::EngineConfig;
use crate::openings::Opening;
use crate::pgn::{GameResult, Ply};
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::game::Session;
use vertumnus_core::rules::Outcome;

/// How a game went.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) result: GameResult,
    /// As the PGN tag has it; nothing if the rules have ended the game.
    pub(super) termination: Option<&'static str>,
    /// In words.
    pub(super) reason: String,
    pub(super) plies: Vec<Ply>,
    pub(super) took: Duration,
    /// The side that has broken down, if one has.
    pub(super) broken: Option<Color>,
    /// Which engines must be started anew before they play again.
    pub(super) is_spent: ByColor<bool>,
}

/// The end of a game, whoever has found it.
struct End {
    result: GameResult,
    termination: Option<&'static str>,
    reason: String,
    broken: Option<Color>,
}

impl End {
    fn by_rules(outcome: Outcome) -> Self {
        let reason = outcome.sentence();
        Self { result: outcome.into(), termination: None, reason, broken: None }
    }

    fn by_adjudication(result: GameResult) -> Self {
        let reason = match result {
            GameResult::Win(color) => format!("{color} wins by adjudication"),
            _ => "Draw by adjudication".to_owned(),
        };
        Self { result, termination: Some("adjudication"), reason, broken: None }
    }

    fn by_fault(side: Color, fault: &Fault) -> Self {
        Self {
            result: GameResult::Win(!side),
            termination: Some(fault.termination()),
            reason: format!("{side} {fault}"),
            broken: fault.is_breakdown().then_some(side),
        }
    }
}

/// What a game is played with.
pub(super) struct Game<'a> {
    pub(super) session: &'a mut dyn Session,
    pub(super) opening: &'a Opening,
    pub(super) configs: ByColor<&'a EngineConfig>,
    pub(super) rules: Rules,
    /// How long a move may take where no clock says it.
    pub(super) patience: Duration,
}

/// An engine that could not even be started stands for itself with its fault.
pub(super) type Player<'a> = Result<&'a mut Box<dyn Client>, Fault>;

impl Game<'_> {
    /// Plays the game; nothing comes of it if the tournament is stopped meanwhile.
    ///
    /// # Errors
    /// If the opening is not one of this game.
    pub(super) fn play(mut self, players: ByColor<Player<'_>>) -> Result<Option<Played>, String> {
        let started = Instant::now();
        let texts: Vec<&str> = self.opening.moves.iter().map(String::as_str).collect();
        self.set_up(&texts)?;
        let mut comments = vec!["book".to_owned(); texts.len()];
        let mut players = match self.seat(players) {
            Ok(players) => players,
            Err((_, Fault::Stopped)) => return Ok(None),
            Err((side, fault)) => {
                let mut is_spent = ByColor([false; 2]);
                is_spent[side] = true;
                let end = End::by_fault(side, &fault);
                return Ok(Some(self.record(end, comments, is_spent, started)));
            }
        };
        // Once more, move by move, so that the engines hear of each.
        self.set_up(&[])?;
        for text in &texts {
            tell(&mut players, self.session, text);
            self.session.play_text(text).map_err(|error| error.to_string())?;
        }
        let end = match self.play_on(&mut players, &mut comments) {
            Ok(end) => end,
            Err((_, Fault::Stopped)) => return Ok(None),
            Err((side, fault)) => End::by_fault(side, &fault),
        };
        // Who breaks down only now has lost nothing by it.
        let is_spent = ByColor(Color::ALL.map(|side| {
            end.broken == Some(side) || players[side].end_game(end.result, &end.reason).is_err()
        }));
        Ok(Some(self.record(end, comments, is_spent, started)))
    }

    fn set_up(&mut self, moves: &[&str]) -> Result<(), String> {
        let start = self.session.set_position(self.opening.fen.as_deref(), moves);
        start.map_err(|error| format!("bad opening: {error}"))
    }

    /// Tells both engines which game begins.
    fn seat<'a>(
        &self,
        players: ByColor<Player<'a>>,
    ) -> Result<ByColor<&'a mut Box<dyn Client>>, (Color, Fault)> {
        let ByColor([white, black]) = players;
        let mut players = ByColor([
            white.map_err(|fault| (Color::White, fault))?,
            black.map_err(|fault| (Color::Black, fault))?,
        ]);
        for side in Color::ALL {
            let setting = Setting {
                variant: self.session.variant(),
                fen: self.opening.fen.clone(),
                opponent: self.configs[!side].name.clone(),
                clock: Clock::new(self.configs[side].time),
            };
            players[side].new_game(&setting).map_err(|fault| (side, fault))?;
        }
        Ok(players)
    }

    fn play_on(
        &mut self,
        players: &mut ByColor<&mut Box<dyn Client>>,
        comments: &mut Vec<String>,
    ) -> Result<End, (Color, Fault)> {
        let mut clocks = ByColor(Color::ALL.map(|side| Clock::new(self.configs[side].time)));
        let mut adjudicator = Adjudicator::new(self.rules);
        let mut moves = self.opening.moves.clone();
        loop {
            if let Some(outcome) = self.session.outcome() {
                return Ok(End::by_rules(outcome));
            }
            let side = self.session.side_to_move();
            let lose = |fault| (side, fault);
            let left = clocks[side].left();
            let patience = left.map_or(self.patience, |left| left + self.configs[side].margin);
            let turn = Turn { moves: &moves, side, clocks: &clocks, patience };
            let Answer { decision, used, thought } = players[side].think(&turn).map_err(lose)?;
            if used > patience && left.is_some() {
                return Err(lose(Fault::Time));
            }
            let text = match decision {
                Decision::Move(text) => text,
                Decision::Resign => return Ok(resignation(side)),
                Decision::Claim(result) => return self.claim(side, result).map_err(lose),
            };
            let meant = players[side].read(self.session, &text);
            let illegal = || lose(Fault::IllegalMove(printable(&text)));
            let mv = self.session.parse(&meant).map_err(|_| illegal())?;
            let canonical = self.session.text(mv);
            tell(players, self.session, &canonical);
            self.session.play(mv).map_err(|_| illegal())?;
            moves.push(canonical);
            comments.push(comment(&thought, used));
            clocks[side].press(used);
            clocks[!side].opponent_used(used);
            if self.session.outcome().is_some() {
                continue;
            }
            let restarts = self.session.clock() == 0;
            if let Some(result) = adjudicator.after_move(side, thought.score, restarts) {
                return Ok(End::by_adjudication(result));
            }
            players[side].wait(&Turn { moves: &moves, side: !side, clocks: &clocks, patience });
        }
    }

    /// What becomes of an engine's word that the game is over, while by the rules it is not.
    fn claim(&self, side: Color, result: GameResult) -> Result<End, Fault> {
        if result == GameResult::Win(!side) {
            Ok(resignation(side))
        } else if self.configs[side].trust && result != GameResult::Open {
            let reason = format!("{side} claims {result}");
            Ok(End { result, termination: Some("adjudication"), reason, broken: None })
        } else {
            Err(Fault::FalseClaim(result))
        }
    }

    fn record(
        &self,
        end: End,
        comments: Vec<String>,
        is_spent: ByColor<bool>,
        started: Instant,
    ) -> Played {
        let sans = self.session.sans_played().into_iter();
        let mut plies: Vec<Ply> =
            sans.zip(comments).map(|(san, comment)| Ply { san, comment }).collect();
        if let Some(last) = plies.last_mut() {
            let parts = [last.comment.as_str(), &end.reason];
            last.comment = if parts[0].is_empty() { end.reason.clone() } else { parts.join(", ") };
        }
        Played {
            result: end.result,
            termination: end.termination,
            reason: end.reason,
            plies,
            took: started.elapsed(),
            broken: end.broken,
            is_spent,
        }
    }
}

/// Tells both engines of a move that is about to be made.
fn tell(players: &mut ByColor<&mut Box<dyn Client>>, session: &dyn Session, text: &str) {
    for player in &mut players.0 {
        player.hear(session, text);
    }
}

fn resignation(side: Color) -> End {
    let reason = format!("{side} resigns");
    End { result: GameResult::Win(!side), termination: None, reason, broken: None }
}

/// Score, depth and time of a move: `+0.32/18 0.30s`.
fn comment(thought: &Thought, used: Duration) -> String {
    let seconds = used.as_secs_f64();
    match thought.score {
        Some(score) => format!("{score}/{} {seconds:.2}s", thought.depth),
        None => format!("{seconds:.2}s"),
    }
}

/// What an engine has said, so that it can stand in a record whatever it is.
fn printable(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.chars().filter(char::is_ascii_graphic).take(LONGEST).collect();
    if shown.is_empty() { "nothing".to_owned() } else { shown }
}
