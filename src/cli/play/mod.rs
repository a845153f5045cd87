//! The command `play`: a game against the engine in a terminal, or through a pipe.

mod pieces;
mod record;
mod terminal;
mod typed;
mod which;

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use vertumnus_core::board::Color;
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::{Engine, Event};
use vertumnus_protocol::Lines;

use self::record::{Labels, RecordFile, find};
use self::terminal::{EngineReport, TerminalGame};
use crate::RulesPages;
use crate::help;
use crate::level::{Strength, level};
use crate::look::Look;
use crate::text::filled;

#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    /// The game, by its name or the beginning of it. Without it you are asked on a terminal; elsewhere it is
    /// chess, if that is built in
    #[arg(value_name = "GAME", conflicts_with = "variant")]
    game: Option<Variant>,
    /// The same as GAME
    #[arg(long, value_name = "GAME")]
    variant: Option<Variant>,
    /// Your side; none to watch the engine play against itself [default: white, or yours in the game of
    /// --load]
    #[arg(long)]
    side: Option<PlayerSide>,
    /// How well the engine plays: beginner (0), casual (5), club (10), strong (14), expert (17), master (19),
    /// full (20), or any number from 0 to 20 [default: casual, or full if it plays against itself]
    #[arg(long, value_parser = level)]
    level: Option<Strength>,
    /// Thinking time of the engine for each move, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    movetime: u64,
    /// Start from this position
    #[arg(long)]
    fen: Option<String>,
    /// Go on with the last game of this file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    load: Option<PathBuf>,
    /// Add the game to this file, and keep it up to date after each move
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerSide {
    White,
    Black,
    None,
}

impl PlayerSide {
    const fn color(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::None => None,
        }
    }
}

/// Plays games until `quit` or the end of input.
///
/// # Errors
/// If the position, the game to go on with or the file of the record is bad, or the output cannot be
/// written.
pub(crate) fn run(
    arguments: PlayArgs,
    pages: RulesPages,
    look: Look,
    is_interactive: bool,
    input: impl BufRead,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let (sender, reports) = mpsc::channel();
    let sink = Arc::new(move |event: Event<'_>| {
        let report = match event {
            Event::Progress { progress, .. } => {
                EngineReport::Progress { score: progress.score, depth: progress.depth }
            }
            Event::Best { best, .. } => EngineReport::Best(best.best),
            _ => return,
        };
        // The receiver has gone only if the game is over.
        let _ = sender.send(report);
    });
    let PlayArgs { game, variant, side, level, movetime, fen, load, pgn } = arguments;
    let mut lines = Lines::new(input);
    let named = game.or(variant);
    let found = match &load {
        Some(path) => Some(find(path, None, named.unwrap_or_default())?),
        None => None,
    };
    let loaded = Variant::loaded();
    let games = if loaded.is_empty() { Variant::bundled().to_vec() } else { loaded.clone() };
    let game = match (&found, named) {
        (Some(found), _) => found.replay.variant,
        (None, Some(game)) => game,
        (None, None) if is_interactive && games.len() > 1 => {
            let asked = which::ask(&games, &mut lines, output)?;
            let Some(game) = asked else { return Ok(()) };
            writeln!(output)?;
            game
        }
        (None, None) if !loaded.is_empty() => {
            let names: Vec<&str> = loaded.iter().map(|game| game.name()).collect();
            return Err(format!("choose a game by --variant: {}", names.join(" ")).into());
        }
        (None, None) => Variant::default(),
    };
    let side = side.map_or(Some(Color::White), PlayerSide::color);
    let level = level.map_or_else(|| level_of_default(side), Ok)?;
    let mut engine = Engine::new(game, sink)?;
    engine.set_option("Skill Level", &level.skill_level.to_string())?;
    if let Some(fen) = &fen {
        engine.session_mut().set_position(Some(fen), &[])?;
    }
    let file = match &pgn {
        None => None,
        Some(path) => Some(
            RecordFile::new(path)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        ),
    };
    if named.is_none()
        && found.is_none()
        && !is_interactive
        && let Some(others) = help::other_games()
    {
        writeln!(output, "{}\n", filled(&others, look.width))?;
    }
    let labels = Labels::of_today(side, &level.name);
    let mut game = TerminalGame {
        engine,
        reports,
        pages,
        side,
        level,
        movetime: Duration::from_millis(movetime),
        lines,
        output,
        look,
        is_flipped: side == Some(Color::Black),
        labels,
        file,
        is_changed: false,
        resigned: None,
    };
    if let Some(found) = found {
        game.take_over(&found, arguments.side.is_none())?;
    }
    Ok(game.play()?)
}

/// Who plays against the engine is to have a chance.
fn level_of_default(side: Option<Color>) -> Result<Strength, String> {
    level(if side.is_some() { "casual" } else { "full" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(side: PlayerSide) -> PlayArgs {
        PlayArgs {
            game: None,
            variant: None,
            side: Some(side),
            level: level("full").ok(),
            movetime: 5,
            fen: None,
            load: None,
            pgn: None,
        }
    }

    fn played_with(arguments: PlayArgs, input: &str) -> String {
        let mut output = Vec::new();
        run(arguments, &[], Look::PLAIN, false, input.as_bytes(), &mut output)
            .expect("a vector takes everything");
        String::from_utf8(output).expect("the engine writes text")
    }

    fn played(side: PlayerSide, input: &str) -> String {
        played_with(arguments(side), input)
    }

    #[test]
    fn resigning_gives_the_other_side_the_game_and_can_be_taken_back() {
        assert!(played(PlayerSide::White, "resign\n").contains("\n0-1 resignation\n"));
        assert!(played(PlayerSide::Black, "resign\n").contains("\n1-0 resignation\n"));
        let text = played(PlayerSide::White, "resign\npgn\nhint\nundo\nfen\npgn\n");
        assert!(text.contains("[Result \"0-1\"]"), "{text}");
        assert!(text.contains("the game is over"), "{text}");
        assert!(text.trim_end().contains("[Result \"*\"]"), "{text}");
    }

    #[test]
    fn bad_input_is_answered_and_the_game_goes_on() {
        let text =
            played(PlayerSide::White, "e9e9\nundo\nxyzzy\nwhat z9\nmoves z9\nmoves e8\nfen\n");
        assert!(text.contains("'e9e9' is not a move"), "{text}");
        assert!(text.contains("no move to take back"), "{text}");
        assert!(text.contains("there is no square z9"), "{text}");
        assert!(text.contains("there is no legal move from e8"), "{text}");
        assert!(text.contains(" w "), "{text}");
    }

    #[test]
    fn levels_have_names_and_numbers() {
        assert_eq!(level("Beginner").map(|level| level.skill_level), Ok(0));
        assert_eq!(level("7").map(|level| level.skill_level), Ok(7));
        for wrong in ["", "21", "-1", "grandmaster"] {
            let refusal = level(wrong).map(|level| level.skill_level).expect_err("no level");
            assert!(refusal.contains("beginner"), "{refusal}");
        }
    }

    #[test]
    fn absorbing_is_asked_for() {
        if Variant::named("powerabsorption").is_none() {
            return;
        }
        let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1".to_owned();
        let variant = Variant::named("powerabsorption");
        for (answer, piece) in [("1", "R"), ("2", "{RN}"), ("rn", "{RN}"), ("rook-knight", "{RN}")]
        {
            let arguments =
                PlayArgs { variant, fen: Some(fen.clone()), ..arguments(PlayerSide::White) };
            let text = played_with(arguments, &format!("d1d5\n{answer}\nfen\nquit\n"));
            assert!(text.contains("stays a Rook"), "{text}");
            let fen = text.lines().rev().find(|line| line.contains(" w ")).expect("a position");
            assert!(fen.contains(piece), "{answer}: {text}");
        }
    }
}
