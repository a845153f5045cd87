//! What reads foreign texts, without processes and files: for the fuzz targets.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use super::arbiter::{CommentParts, GameFate, MatchGame, Seat};
use super::record::{RecordLabels, record};
use super::schedule::Pairing;
use crate::client::{
    EngineChannel, EngineConfig, EngineFault, EnginePlayer, UciPlayer, XBoardPlayer,
};
use crate::clock::MatchTimeControl;
use crate::hold_ups::Watch;
use crate::openings::Opening;
use vertumnus_core::board::ByColor;
use vertumnus_core::game;
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

/// Reads the engine of this name from the text of an `engines.json`, and returns its program and options.
///
/// # Errors
/// Why it cannot be read.
pub fn engine_of(text: &str, name: &str) -> Result<String, String> {
    let config = EngineConfig::from_json(text, name)?;
    Ok(format!("{} {}", config.program().display(), config.options_text()))
}
