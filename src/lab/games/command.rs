//! The command `games`: what is in files of games.

use std::io::{self, Write};

use thiserror::Error;

use super::{BadGame, Filter, GameRecord, GameResult, GameSource, ReadError, Replay};
use vertumnus_core::game::{Session, session};

/// The command line of `games`.
#[derive(Clone, Debug, clap::Args)]
pub struct GamesOptions {
    /// Where the games are.
    #[command(flatten)]
    pub source: GameSource,
    /// Print the moves and scores, one game per line
    #[arg(long)]
    pub print: bool,
}

/// Why the games cannot be shown.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The files are bad.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays all games again, and says what they are. Damage is told in lines of its own.
///
/// # Errors
/// If the files cannot be read, a move is not legal, or the output cannot be written.
pub fn run(
    options: &GamesOptions,
    output: &mut dyn Write,
    tell: &mut dyn FnMut(&str),
) -> Result<(), GamesError> {
    let (variant, file) = options.source.read()?;
    for remark in &file.remarks {
        tell(remark);
    }
    let mut session = session(variant);
    let mut results = [0_usize; 3];
    let (mut plies, mut positions) = (0, 0);
    for (&number, game) in file.numbers.iter().zip(&file.games) {
        let mut words = Vec::new();
        let kept =
            replay(game, &mut *session, &mut words).map_err(|error| error.of_number(number))?;
        if options.print {
            writeln!(output, "{}", words.join(" "))?;
        }
        results[game.result as usize] += 1;
        plies += game.plies.len();
        positions += kept;
    }
    if !options.print {
        let games = file.games.len();
        for making in &file.makings {
            writeln!(output, "made with  {making}")?;
        }
        let [black, drawn, white] = results;
        writeln!(
            output,
            "games      {games}: {white} won by White, {black} by Black, {drawn} drawn"
        )?;
        writeln!(output, "plies      {plies}, {:.1} a game", plies as f64 / games as f64)?;
        writeln!(output, "positions  {positions} quiet, with at most {} centipawns", {
            Filter::default().max_score
        })?;
        if file.skipped > 0 {
            writeln!(output, "skipped    {} bytes of torn or damaged games", file.skipped)?;
        }
    }
    Ok(())
}

/// Plays a game again, and returns how many of its positions the default filter keeps. The result and
/// the moves go to `words`.
fn replay(
    game: &GameRecord,
    session: &mut dyn Session,
    words: &mut Vec<String>,
) -> Result<usize, BadGame> {
    let mut replay = Replay::start(game, session)?;
    let result = match game.result {
        GameResult::White => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::Black => "0-1",
    };
    words.push(result.to_owned());
    if !game.start.is_empty() {
        words.push(format!("[{}]", game.start));
    }
    let mut kept = 0;
    while let Some(step) = replay.next(session)? {
        kept += usize::from(Filter::default().score(&step, session).is_some());
        let score = step.score.map_or("random".to_owned(), |score| score.to_string());
        words.push(format!("{} ({score})", session.text(step.mv)));
    }
    Ok(kept)
}
