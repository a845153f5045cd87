//! One game under the rules.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::adjudication::{AdjudicationRules, Adjudicator};
use crate::client::{
    Decision, EngineConfig, EngineFault, EngineMove, EnginePlayer, EngineReport, GameSetup,
    TurnToMove,
};
use crate::clock::PlayerClock;
use crate::hold_ups::Watch;
use crate::openings::Opening;
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::game::{PositionError, Session};
use vertumnus_core::pgn::{GameResult, RecordedMove};
use vertumnus_core::position::{IllegalMove, Move};
use vertumnus_core::rules::Outcome;

/// A hold-up of the runner that makes an engine seem to stall, for which it waits for many seconds.
const LONG_HOLD_UP: Duration = Duration::from_secs(1);

/// How a game went.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame {
    pub(super) result: GameResult,
    /// The value of the PGN tag `Termination`; `None` if the rules have ended the game.
    pub(super) termination: Option<&'static str>,
    /// How the game ended, in words.
    pub(super) reason: String,
    pub(super) plies: Vec<RecordedMove>,
    pub(super) took: Duration,
    /// The side that has broken down.
    pub(super) broken: Option<Color>,
    /// Which engines must restart before they play again.
    pub(super) must_restart: ByColor<bool>,
}

/// What became of a game.
pub(super) enum GameFate {
    Played(Box<PlayedGame>),
    /// An engine could not be started for it, or does not play the game. Nobody has lost.
    NotBegun(Color, EngineFault),
    /// An engine was late, and the runner itself was held up for long enough to explain that. The game must
    /// be played again. Which engines must restart before that.
    HeldUp(ByColor<bool>),
    /// The tournament was stopped meanwhile.
    Stopped,
}

/// The end of a game.
struct GameEnd {
    result: GameResult,
    termination: Option<&'static str>,
    reason: String,
    broken: Option<Color>,
}

impl GameEnd {
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

    fn by_fault(side: Color, fault: &EngineFault) -> Self {
        Self {
            result: GameResult::Win(!side),
            termination: Some(fault.termination()),
            reason: format!("{side} {fault}"),
            broken: fault.is_breakdown().then_some(side),
        }
    }
}

/// A game between two engines.
pub(super) struct MatchGame<'a> {
    pub(super) session: &'a mut dyn Session,
    pub(super) opening: &'a Opening,
    pub(super) configs: ByColor<&'a EngineConfig>,
    pub(super) rules: AdjudicationRules,
    pub(super) comments: CommentParts,
    /// How long a move may take without a clock.
    pub(super) patience: Duration,
    /// Knows whether the runner was held up.
    pub(super) watch: &'a Watch,
}

/// An engine, or the fault of an engine that could not be started.
pub(super) type Seat<'a> = Result<&'a mut Box<dyn EnginePlayer>, EngineFault>;

impl MatchGame<'_> {
    /// Plays the game.
    ///
    /// # Errors
    /// If the opening is invalid.
    pub(super) fn play(mut self, seats: ByColor<Seat<'_>>) -> Result<GameFate, String> {
        let started = Instant::now();
        let Opening { fen, moves } = self.opening;
        self.session.set_position(fen.as_deref(), &[]).map_err(|error| bad_opening(&error))?;
        let mut players = match self.seat(seats) {
            Ok(players) => players,
            Err((_, EngineFault::Stopped)) => return Ok(GameFate::Stopped),
            Err((side, fault)) => return Ok(GameFate::NotBegun(side, fault)),
        };
        for (number, text) in (1..).zip(moves) {
            let mv = self.session.parse(text);
            let mv = mv.map_err(|error| bad_opening(&PositionError::Move { number, error }))?;
            self.play_move(&mut players, mv).map_err(|error| error.to_string())?;
        }
        let mut comments = vec!["book".to_owned(); moves.len()];
        let end = match self.play_on(&mut players, &mut comments) {
            Ok(end) => end,
            Err((_, EngineFault::Stopped)) => return Ok(GameFate::Stopped),
            Err((_, EngineFault::HeldUp)) => {
                let end = |player: &mut Box<dyn EnginePlayer>| {
                    player.end_game(GameResult::Open, "The runner was held up").is_err()
                };
                let must_restart = ByColor(Color::ALL.map(|side| end(players[side])));
                return Ok(GameFate::HeldUp(must_restart));
            }
            // Out of time against a side that cannot win is a draw.
            Err((side, EngineFault::Time)) if self.session.cannot_win(!side) => GameEnd {
                result: GameResult::Draw,
                termination: Some(EngineFault::Time.termination()),
                reason: format!("Draw: {side} is out of time, {} cannot win", !side),
                broken: None,
            },
            Err((side, fault)) => GameEnd::by_fault(side, &fault),
        };
        // An engine that breaks down after the end of the game does not lose it.
        let must_restart = ByColor(Color::ALL.map(|side| {
            end.broken == Some(side) || players[side].end_game(end.result, &end.reason).is_err()
        }));
        Ok(GameFate::Played(Box::new(self.record(end, comments, must_restart, started))))
    }

    /// Starts the game on both engines.
    fn seat<'a>(
        &self,
        seats: ByColor<Seat<'a>>,
    ) -> Result<ByColor<&'a mut Box<dyn EnginePlayer>>, (Color, EngineFault)> {
        let ByColor([white, black]) = seats;
        let mut players = ByColor([
            white.map_err(|fault| (Color::White, fault))?,
            black.map_err(|fault| (Color::Black, fault))?,
        ]);
        for side in Color::ALL {
            let setup = GameSetup {
                variant: self.session.variant(),
                fen: self.opening.fen.clone(),
                opponent: self.configs[!side].name.clone(),
                clock: PlayerClock::new(self.configs[side].time),
            };
            players[side].new_game(&setup).map_err(|fault| (side, fault))?;
        }
        Ok(players)
    }

    fn play_on(
        &mut self,
        players: &mut ByColor<&mut Box<dyn EnginePlayer>>,
        comments: &mut Vec<String>,
    ) -> Result<GameEnd, (Color, EngineFault)> {
        let mut clocks = ByColor(Color::ALL.map(|side| PlayerClock::new(self.configs[side].time)));
        let mut adjudicator = Adjudicator::new(self.rules, self.opening.moves.len());
        let mut moves = self.opening.moves.clone();
        loop {
            if let Some(outcome) = self.session.outcome() {
                return Ok(GameEnd::by_rules(outcome));
            }
            let side = self.session.side_to_move();
            let lose = |fault| (side, fault);
            let left = clocks[side].left();
            let patience = left.map_or(self.patience, |left| left + self.configs[side].margin);
            let watch = self.watch;
            let turn = TurnToMove { moves: &moves, side, clocks: &clocks, patience, watch };
            let asked = Instant::now();
            let held_up = || watch.longest_since(asked);
            let EngineMove { decision, used, report } =
                players[side].think(&turn).map_err(|fault| match fault {
                    EngineFault::Stall if held_up() >= LONG_HOLD_UP => lose(EngineFault::HeldUp),
                    fault => lose(fault),
                })?;
            if used > patience && left.is_some() {
                let is_explained = held_up() >= used.saturating_sub(patience);
                let fault = if is_explained { EngineFault::HeldUp } else { EngineFault::Time };
                return Err(lose(fault));
            }
            // The answer may have lain there while the runner did not look.
            let used = used.saturating_sub(watch.lost_between(asked, asked + used));
            let text = match decision {
                Decision::Move(text) => text,
                Decision::Resign => return Ok(resignation(side)),
                Decision::Claim(result) => return self.claim(side, result).map_err(lose),
            };
            let illegal = || lose(EngineFault::IllegalMove(printable(&text)));
            let mv = players[side].read_move(self.session, &text).ok_or_else(illegal)?;
            moves.push(self.session.text(mv));
            self.play_move(players, mv).map_err(|_| illegal())?;
            comments.push(self.comments.comment(&report, used));
            clocks[side].press(used);
            clocks[!side].opponent_used(used);
            if self.session.outcome().is_some() {
                continue;
            }
            let restarts_clock = self.session.clock() == 0;
            if let Some(result) = adjudicator.after_move(side, report.score, restarts_clock) {
                return Ok(GameEnd::by_adjudication(result));
            }
            players[side].ponder(&TurnToMove {
                moves: &moves,
                side: !side,
                clocks: &clocks,
                patience,
                watch,
            });
        }
    }

    /// Makes a move that both engines note.
    fn play_move(
        &mut self,
        players: &mut ByColor<&mut Box<dyn EnginePlayer>>,
        mv: Move,
    ) -> Result<(), IllegalMove> {
        for player in &mut players.0 {
            player.note_move(self.session, mv);
        }
        self.session.play(mv)
    }

    /// Judges an engine's claim that the game is over, while by the rules it is not.
    fn claim(&self, side: Color, result: GameResult) -> Result<GameEnd, EngineFault> {
        if result == GameResult::Win(!side) {
            Ok(resignation(side))
        } else if self.configs[side].trust && result != GameResult::Open {
            let reason = format!("{side} claims {result}");
            Ok(GameEnd { result, termination: Some("adjudication"), reason, broken: None })
        } else {
            Err(EngineFault::FalseClaim(result))
        }
    }

    fn record(
        &self,
        end: GameEnd,
        comments: Vec<String>,
        must_restart: ByColor<bool>,
        started: Instant,
    ) -> PlayedGame {
        let sans = self.session.sans_played().into_iter();
        let ply = |(san, comment)| RecordedMove { san, comment, ..RecordedMove::default() };
        let mut plies: Vec<RecordedMove> = sans.zip(comments).map(ply).collect();
        if let Some(last) = plies.last_mut() {
            let parts = [last.comment.as_str(), &end.reason];
            last.comment = if parts[0].is_empty() { end.reason.clone() } else { parts.join(", ") };
        }
        PlayedGame {
            result: end.result,
            termination: end.termination,
            reason: end.reason,
            plies,
            took: started.elapsed(),
            broken: end.broken,
            must_restart,
        }
    }
}

fn bad_opening(error: &PositionError) -> String {
    format!("bad opening: {error}")
}

fn resignation(side: Color) -> GameEnd {
    let reason = format!("{side} resigns");
    GameEnd { result: GameResult::Win(!side), termination: None, reason, broken: None }
}

/// What a comment says besides score, depth and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CommentParts {
    pub(super) nodes: bool,
    pub(super) seldepth: bool,
}

impl CommentParts {
    /// The comment on a move, such as `+0.32/18 0.30s, n=5120, sd=24`.
    fn comment(self, report: &EngineReport, used: Duration) -> String {
        let seconds = used.as_secs_f64();
        let mut text = match report.score {
            Some(score) => format!("{score}/{} {seconds:.2}s", report.depth),
            None => format!("{seconds:.2}s"),
        };
        // Writing to a `String` does not fail.
        if let Some(nodes) = report.nodes.filter(|_| self.nodes) {
            let _ = write!(text, ", n={nodes}");
        }
        if let Some(seldepth) = report.seldepth.filter(|_| self.seldepth) {
            let _ = write!(text, ", sd={seldepth}");
        }
        for line in &report.lines {
            let shown: String =
                line.chars().filter(|c| !c.is_control() && !"{}\"".contains(*c)).collect();
            let _ = write!(text, ", line=\"{shown}\"");
        }
        text
    }

    /// The depth and the time in a comment; `None` if it has no time, as that on a move of the opening.
    pub(super) fn read(comment: &str) -> Option<(Option<u64>, Duration)> {
        let mut words = comment.split([' ', ',']);
        let first = words.next()?;
        let (depth, time) = match first.split_once('/') {
            Some((_, depth)) => (depth.parse().ok(), words.next()?),
            None => (None, first),
        };
        let seconds = time.strip_suffix('s')?.parse().ok()?;
        Some((depth, Duration::try_from_secs_f64(seconds).ok()?))
    }
}

/// An engine's words, shortened and cleaned so that they can stand in a record.
fn printable(text: &str) -> String {
    const MAX_LENGTH: usize = 40;
    let shown: String = text.chars().filter(char::is_ascii_graphic).take(MAX_LENGTH).collect();
    if shown.is_empty() { "nothing".to_owned() } else { shown }
}
