//! What reads foreign texts, without processes and files: for the fuzz targets.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use super::arbiter::{CommentParts, GameFate, MatchGame, PlayedGame, Seat};
use super::record::{RecordFile, RecordLabels, Tournament, record};
use super::schedule::{MatchPlan, OpeningPolicy, Pairing, Schedule, TournamentFormat};
use crate::client::{
    EngineChannel, EngineConfig, EngineFault, EnginePlayer, UciPlayer, XBoardPlayer,
};
use crate::clock::MatchTimeControl;
use crate::hold_ups::Watch;
use crate::openings::{Opening, OpeningBook};
use crate::part::Part;
use vertumnus_core::board::ByColor;
use vertumnus_core::game;
use vertumnus_core::pgn::{GameResult, RecordedMove};
use vertumnus_core::rules::Variant;

pub use super::merge::merge_texts;

/// How an engine is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RehearsedProtocol {
    /// In UCI.
    Uci,
    /// In XBoard's protocol.
    XBoard,
}

/// How long a move may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Plays a game between two engines, White first, and returns its record. `open` connects to one of them, 0
/// or 1. There is no record if an engine does not begin the game, or if the opening is invalid.
pub fn play(
    variant: Variant,
    fen: Option<&str>,
    protocols: [RehearsedProtocol; 2],
    open: impl Fn(usize) -> EngineChannel + Clone + Send + 'static,
) -> Option<String> {
    let time = MatchTimeControl::Clock { moves: None, time: PATIENCE, increment: Duration::ZERO };
    let configs = [0, 1].map(|number| {
        Arc::new(EngineConfig {
            name: format!("engine {number}"),
            time,
            ponder: number == 0,
            white_pov: number == 1,
            trust: number == 1,
            options: vec![("Hash".to_owned(), "1".to_owned())],
            noted_lines: Some("info string".to_owned()),
            ..EngineConfig::default()
        })
    });
    let start = |number: usize| -> Result<Box<dyn EnginePlayer>, EngineFault> {
        let config = configs[number].clone();
        Ok(match protocols[number] {
            RehearsedProtocol::Uci => Box::new(UciPlayer::over(open(number), config)?),
            RehearsedProtocol::XBoard => {
                let open = open.clone();
                Box::new(XBoardPlayer::over(Box::new(move || Ok(open(number))), config)?)
            }
        })
    };
    let mut players = [0, 1].map(start);
    for player in players.iter_mut().flatten() {
        player.check_variant(variant, fen.is_some()).ok()?;
    }
    let opening = Opening { fen: fen.map(str::to_owned), moves: Vec::new() };
    let mut session = game::session(variant);
    let rules = AdjudicationRules {
        draw: Some(DrawRule { move_number: 20, move_count: 4, score: 1 }),
        resign: Some(ResignRule { move_count: 4, score: 2000, two_sided: true }),
        max_moves: Some(100),
    };
    let game = MatchGame {
        session: &mut *session,
        opening: &opening,
        configs: ByColor([&configs[0], &configs[1]]),
        rules,
        comments: CommentParts { nodes: true, seldepth: true },
        patience: PATIENCE,
        watch: &Watch::default(),
    };
    let seats: ByColor<Seat<'_>> =
        ByColor(players.each_mut().map(|player| player.as_mut().map_err(|fault| fault.clone())));
    let Ok(GameFate::Played(played)) = game.play(seats) else { return None };
    let labels = RecordLabels { with_options: true, ..RecordLabels::default() };
    let pairing =
        Pairing { index: 0, round: (1, 1), white: 0, black: 1, block: 0, variant, opening };
    let engines = [&*configs[0], &*configs[1]];
    Some(record(&labels, &pairing, engines, &played, SystemTime::UNIX_EPOCH).to_string())
}

/// A match of two engines whose games are recorded in a file, from which it goes on.
#[derive(Debug)]
pub struct RehearsedMatch {
    schedule: Schedule,
    engines: Vec<EngineConfig>,
    labels: RecordLabels,
}

impl RehearsedMatch {
    /// A match of this name, of so many games between engines of these names.
    pub fn new(event: String, names: [String; 2], games: usize) -> Self {
        let plan = MatchPlan {
            format: TournamentFormat::RoundRobin,
            engines: names.len(),
            seeds: 1,
            games: 1,
            rounds: Some(games),
            repeat: 1,
            swap: true,
            reverse: false,
            policy: OpeningPolicy::Encounter,
            books: vec![(Variant::default(), OpeningBook::new(Vec::new()))],
        };
        let engine = |name| EngineConfig { name, ..EngineConfig::default() };
        let labels = RecordLabels { event, ..RecordLabels::default() };
        Self { schedule: Schedule::new(plan), engines: names.map(engine).into(), labels }
    }

    /// What is appended to the file for a game, counted from 0, of one move with this comment. There is none
    /// if it is no game of the match.
    pub fn record(&self, index: usize, comment: &str, result: GameResult) -> Option<String> {
        let pairing = self.schedule.game(index)?;
        let ply = RecordedMove {
            san: "e4".to_owned(),
            comment: comment.to_owned(),
            ..Default::default()
        };
        let played = PlayedGame {
            result,
            termination: Some("adjudication"),
            reason: String::new(),
            plies: vec![ply],
            took: Duration::ZERO,
            broken: None,
            must_restart: ByColor([false; 2]),
        };
        let players = [pairing.white, pairing.black].map(|engine| &self.engines[engine]);
        let record = record(&self.labels, &pairing, players, &played, SystemTime::UNIX_EPOCH);
        Some(format!("{record}\n"))
    }

    /// Takes away what was cut off at the end of a file, and returns how many games it has.
    ///
    /// # Errors
    /// Why the match does not go on from this file, which is left as it is.
    pub fn resume(&self, path: &Path) -> Result<usize, String> {
        let tournament = Tournament {
            schedule: &self.schedule,
            part: Part::WHOLE,
            engines: &self.engines,
            labels: &self.labels,
        };
        let mut file = RecordFile::open(path).map_err(|error| error.to_string())?;
        file.resume(tournament).map(|games| games.len())
    }
}

/// Reads the engine of this name from the text of an `engines.json`, and returns its program and options.
///
/// # Errors
/// Why it cannot be read.
pub fn engine_of(text: &str, name: &str) -> Result<String, String> {
    let config = EngineConfig::from_json(text, name)?;
    Ok(format!("{} {}", config.program().display(), config.options_text()))
}
