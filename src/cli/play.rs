//! The command `play`: a game against the engine in a terminal, or through a pipe.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use clap::{Args, ValueEnum};

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::position::{Move, MoveError};
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::{Engine, Event};
use vertumnus_engine::search::{Limits, Score};
use vertumnus_protocol::{Lines, ascii_board};

const HELP: &str = "\
Type a move as its text (e2e4, e7e8q), or only its squares; if several moves fit, you are asked.
  moves    list the legal moves     undo     take back your last move
  hint     suggest a move           fen      print the position as FEN
  board    show the board           resign   give up the game
  help     show this text           quit     end without a result";

#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    /// The variant
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Your side; none to watch the engine play against itself
    #[arg(long, default_value = "white")]
    side: PlayerSide,
    /// Thinking time of the engine for each move, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    movetime: u64,
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

/// Plays a game to its end, to `quit` or to the end of input.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn run(
    arguments: &PlayArgs,
    input: impl BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
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
    let engine = Engine::new(arguments.variant, sink);
    let lines = Lines::new(input);
    let (side, movetime) = (arguments.side.color(), Duration::from_millis(arguments.movetime));
    TerminalGame { engine, reports, side, movetime, lines, output }.play()
}

/// A report of the engine while it thinks.
enum EngineReport {
    Progress { score: Score, depth: u32 },
    Best(Option<Move>),
}

/// A game in a terminal.
struct TerminalGame<'a, I> {
    engine: Engine,
    reports: Receiver<EngineReport>,
    /// The user's side; `None` if the engine plays against itself.
    side: Option<Color>,
    /// The engine's thinking time for each move.
    movetime: Duration,
    lines: Lines<I>,
    output: &'a mut dyn Write,
}

/// The result of a command or a turn.
enum TurnResult {
    /// A move was made or taken back.
    Done,
    /// The same side is still to move.
    Again,
    /// The game is over.
    Over,
}

impl<I: BufRead> TerminalGame<'_, I> {
    fn play(mut self) -> io::Result<()> {
        let title = self.engine.session().title();
        writeln!(self.output, "{title}. Type help for a list of commands.")?;
        let session = self.engine.session();
        let legend = ascii_board::legend(session, &session.kinds_at_start());
        write!(self.output, "{legend}")?;
        loop {
            self.show_board()?;
            if let Some(outcome) = self.engine.session().outcome() {
                return writeln!(self.output, "{outcome}");
            }
            let turn = if self.side == Some(self.engine.session().side_to_move()) {
                self.users_turn()?
            } else {
                self.engines_turn()?
            };
            if matches!(turn, TurnResult::Over) {
                return Ok(());
            }
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let session = self.engine.session();
        let (board, legend) =
            (ascii_board::draw(session), ascii_board::legend(session, &session.new_kinds()));
        writeln!(self.output, "\n{board}{legend}")
    }

    fn engines_turn(&mut self) -> io::Result<TurnResult> {
        let side = self.engine.session().side_to_move();
        let (Some(mv), report) = self.think() else { return Ok(TurnResult::Over) };
        let best = self.engine.session().text(mv);
        let score = report.map_or(String::new(), |(score, depth)| {
            format!("  ({}, depth {depth})", in_words(score))
        });
        // The text of a move that changes the mover ends in the token of the new kind.
        let changes = best.ends_with(|symbol: char| !symbol.is_ascii_digit());
        let name = becomes(self.engine.session(), &best).filter(|_| changes);
        let name = name.map_or(String::new(), |name| format!(" {name}"));
        writeln!(self.output, "{side} plays {best}{name}{score}")?;
        self.engine.session_mut().play(mv).map(|()| TurnResult::Done).map_err(io::Error::other)
    }

    /// The engine's move, with its last score and depth.
    fn think(&mut self) -> (Option<Move>, Option<(Score, u32)>) {
        self.engine.go(Limits { movetime: Some(self.movetime), ..Limits::default() });
        let mut last = None;
        for report in &self.reports {
            match report {
                EngineReport::Progress { score, depth } => last = Some((score, depth)),
                EngineReport::Best(best) => return (best, last),
            }
        }
        (None, last)
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}> ")?;
        self.output.flush()?;
        let line = self.lines.next();
        Ok(line.map(|line| line.trim().to_owned()))
    }

    fn users_turn(&mut self) -> io::Result<TurnResult> {
        loop {
            let side = self.engine.session().side_to_move();
            let Some(line) = self.ask(&side.to_string())? else {
                writeln!(self.output)?;
                return Ok(TurnResult::Over);
            };
            match self.execute(&line)? {
                TurnResult::Again => {}
                turn => return Ok(turn),
            }
        }
    }

    fn execute(&mut self, line: &str) -> io::Result<TurnResult> {
        let side = self.engine.session().side_to_move();
        match line {
            "" => {}
            "help" => writeln!(self.output, "{HELP}")?,
            "board" => self.show_board()?,
            "fen" => writeln!(self.output, "{}", self.engine.session().fen())?,
            "moves" => {
                let session = self.engine.session();
                let moves = session.moves_by_text().into_iter().map(|mv| session.text(mv));
                writeln!(self.output, "{}", moves.collect::<Vec<_>>().join(" "))?;
            }
            "hint" => {
                if let (Some(best), _) = self.think() {
                    writeln!(self.output, "{}", self.engine.session().text(best))?;
                }
            }
            "undo" => return self.undo(),
            "resign" => {
                let result = if side == Color::White { "0-1" } else { "1-0" };
                writeln!(self.output, "{result} resignation")?;
                return Ok(TurnResult::Over);
            }
            "quit" => return Ok(TurnResult::Over),
            text => return self.move_by_text(text),
        }
        Ok(TurnResult::Again)
    }

    /// Takes back the user's last move and the engine's reply.
    fn undo(&mut self) -> io::Result<TurnResult> {
        if self.engine.session().moves_played().len() < 2 {
            writeln!(self.output, "you have no move to take back")?;
            return Ok(TurnResult::Again);
        }
        self.engine.session_mut().undo();
        self.engine.session_mut().undo();
        Ok(TurnResult::Done)
    }

    fn move_by_text(&mut self, text: &str) -> io::Result<TurnResult> {
        match self.engine.session_mut().play_text(text) {
            Ok(_) => Ok(TurnResult::Done),
            Err(MoveError::Ambiguous { options, .. }) => self.choose(&options),
            Err(error) => {
                writeln!(self.output, "{error}; type moves or help")?;
                Ok(TurnResult::Again)
            }
        }
    }

    /// Asks which of several moves is meant. The answer is its number, its text, or the end of its
    /// text.
    fn choose(&mut self, options: &[String]) -> io::Result<TurnResult> {
        for (number, text) in (1..).zip(options) {
            let name = becomes(self.engine.session(), text).unwrap_or_default();
            writeln!(self.output, "  {number}  {text}  {name}")?;
        }
        let Some(answer) = self.ask("which")? else { return Ok(TurnResult::Over) };
        let by_number = answer.parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?));
        let by_text = || options.iter().find(|text| !answer.is_empty() && text.ends_with(&answer));
        if let Some(text) = by_number.or_else(by_text) {
            return self.move_by_text(text);
        }
        writeln!(self.output, "'{answer}' is not one of them")?;
        Ok(TurnResult::Again)
    }
}

/// The name of the kind that the mover becomes by a move.
fn becomes(game: &dyn Session, text: &str) -> Option<&'static str> {
    let mv = game.parse(text).ok()?;
    game.kind(mv.becomes()).map(|info| info.name)
}

/// A score in pawns, or the number of moves to mate.
fn in_words(score: Score) -> String {
    match score.mate() {
        Some(moves) if moves > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {}", -moves),
        None => format!("{:+.2}", f64::from(score.centipawns()) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(side: PlayerSide, input: &str) -> String {
        let mut output = Vec::new();
        let arguments = PlayArgs { variant: Variant::default(), side, movetime: 5 };
        run(&arguments, input.as_bytes(), &mut output).expect("a vector takes everything");
        String::from_utf8(output).expect("the engine writes text")
    }

    #[test]
    fn resigning_gives_the_other_side_the_game() {
        assert!(played(PlayerSide::White, "resign\n").ends_with("0-1 resignation\n"));
        assert!(played(PlayerSide::Black, "resign\n").ends_with("1-0 resignation\n"));
    }

    #[test]
    fn bad_input_is_answered_and_the_game_goes_on() {
        let text = played(PlayerSide::White, "e9e9\nundo\nxyzzy\nfen\n");
        assert!(text.contains("'e9e9' is not a move"), "{text}");
        assert!(text.contains("no move to take back"), "{text}");
        assert!(text.contains(" w "), "{text}");
    }
}
