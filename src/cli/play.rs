//! A game against the engine in a terminal, or through a pipe.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::position::{Move, MoveError};
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::{Engine, Event};
use vertumnus_engine::search::{Limits, Score};
use vertumnus_protocol::{Lines, ascii_board};

const HELP: &str = "\
A move is typed as its text (e2e4, e7e8q) or as from and to; what fits more than once is asked.
  moves    the legal moves          undo     takes your last move back
  hint     what the engine would do fen      the position
  board    the board again          resign   gives the game up
  help     this text                quit     ends without a result";

/// How to play.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The game.
    pub variant: Variant,
    /// The side of the person at the terminal; none to watch the engine play itself.
    pub side: Option<Color>,
    /// What the engine thinks for each move.
    pub movetime: Duration,
}

/// Plays a game to its end, to `quit` or to the end of input.
///
/// # Errors
/// If nothing can be written any more.
pub(crate) fn run(options: Options, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let (sender, reports) = mpsc::channel();
    let sink = Arc::new(move |event: Event<'_>| {
        let report = match event {
            Event::Progress { progress, .. } => {
                Report::Progress { score: progress.score, depth: progress.depth }
            }
            Event::Best { best, .. } => Report::Best(best.best),
            _ => return,
        };
        // The receiver is gone only when the game is over.
        let _ = sender.send(report);
    });
    let engine = Engine::new(options.variant, sink);
    Table { engine, reports, options, lines: Lines::new(input), output }.play()
}

/// What the engine reports while it thinks.
enum Report {
    Progress { score: Score, depth: u32 },
    Best(Option<Move>),
}

/// Two players, a board and a way to talk.
struct Table<I, O> {
    engine: Engine,
    reports: Receiver<Report>,
    options: Options,
    lines: Lines<I>,
    output: O,
}

/// What became of a turn.
enum Turn {
    /// A move was made or taken back.
    Done,
    /// Nothing changed.
    Again,
    /// The game is over.
    Over,
}

impl<I: BufRead, O: Write> Table<I, O> {
    fn play(mut self) -> io::Result<()> {
        let title = self.engine.session().title();
        writeln!(self.output, "{title}. Type help for what can be typed.")?;
        let session = self.engine.session();
        let legend = ascii_board::legend(session, &session.kinds_at_start());
        write!(self.output, "{legend}")?;
        loop {
            self.show_board()?;
            if let Some(outcome) = self.engine.session().outcome() {
                return writeln!(self.output, "{outcome}");
            }
            let turn = if self.options.side == Some(self.engine.session().side_to_move()) {
                self.persons_turn()?
            } else {
                self.engines_turn()?
            };
            if matches!(turn, Turn::Over) {
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

    fn engines_turn(&mut self) -> io::Result<Turn> {
        let side = self.engine.session().side_to_move();
        let (Some(mv), thought) = self.think() else { return Ok(Turn::Over) };
        let best = self.engine.session().text(mv);
        let thought = thought.map_or(String::new(), |(score, depth)| {
            format!("  ({}, depth {depth})", in_words(score))
        });
        // A text that ends in a token says that the mover changes.
        let changes = best.ends_with(|symbol: char| !symbol.is_ascii_digit());
        let name = becomes(self.engine.session(), &best).filter(|_| changes);
        let name = name.map_or(String::new(), |name| format!(" {name}"));
        writeln!(self.output, "{side} plays {best}{name}{thought}")?;
        self.engine.session_mut().play(mv).map(|()| Turn::Done).map_err(io::Error::other)
    }

    /// The engine's choice, with its score and the depth that was searched.
    fn think(&mut self) -> (Option<Move>, Option<(Score, u32)>) {
        let limits = Limits { movetime: Some(self.options.movetime), ..Limits::default() };
        self.engine.go(limits);
        let mut last = None;
        for report in &self.reports {
            match report {
                Report::Progress { score, depth } => last = Some((score, depth)),
                Report::Best(best) => return (best, last),
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

    fn persons_turn(&mut self) -> io::Result<Turn> {
        loop {
            let side = self.engine.session().side_to_move();
            let Some(line) = self.ask(&side.to_string())? else {
                writeln!(self.output)?;
                return Ok(Turn::Over);
            };
            match self.obey(&line)? {
                Turn::Again => {}
                turn => return Ok(turn),
            }
        }
    }

    fn obey(&mut self, line: &str) -> io::Result<Turn> {
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
                return Ok(Turn::Over);
            }
            "quit" => return Ok(Turn::Over),
            text => return self.move_by_text(text),
        }
        Ok(Turn::Again)
    }

    /// Takes back the person's last move, and the engine's answer to it.
    fn undo(&mut self) -> io::Result<Turn> {
        if self.engine.session().moves_played().len() < 2 {
            writeln!(self.output, "there is no move of yours to take back")?;
            return Ok(Turn::Again);
        }
        self.engine.session_mut().undo();
        self.engine.session_mut().undo();
        Ok(Turn::Done)
    }

    fn move_by_text(&mut self, text: &str) -> io::Result<Turn> {
        match self.engine.session_mut().play_text(text) {
            Ok(_) => Ok(Turn::Done),
            Err(MoveError::Ambiguous { options, .. }) => self.choose(&options),
            Err(error) => {
                writeln!(self.output, "{error}; type moves or help")?;
                Ok(Turn::Again)
            }
        }
    }

    /// Asks which of several moves is meant, by its number, its text or the end of its text.
    fn choose(&mut self, options: &[String]) -> io::Result<Turn> {
        for (number, text) in (1..).zip(options) {
            let name = becomes(self.engine.session(), text).unwrap_or_default();
            writeln!(self.output, "  {number}  {text}  {name}")?;
        }
        let Some(answer) = self.ask("which")? else { return Ok(Turn::Over) };
        let by_number = answer.parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?));
        let by_text = || options.iter().find(|text| !answer.is_empty() && text.ends_with(&answer));
        if let Some(text) = by_number.or_else(by_text) {
            return self.move_by_text(text);
        }
        writeln!(self.output, "'{answer}' is none of them")?;
        Ok(Turn::Again)
    }
}

/// The name of what the mover becomes by a legal move of this text.
fn becomes(game: &dyn Session, text: &str) -> Option<&'static str> {
    let mv = game.parse(text).ok()?;
    game.kind(mv.becomes()).map(|info| info.name)
}

/// A score for people: pawns, or a mate in moves.
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

    fn played(side: Option<Color>, input: &str) -> String {
        let mut output = Vec::new();
        let movetime = Duration::from_millis(5);
        let options = Options { variant: Variant::default(), side, movetime };
        run(options, input.as_bytes(), &mut output).expect("a vector takes everything");
        String::from_utf8(output).expect("the engine writes text")
    }

    #[test]
    fn resigning_gives_the_other_side_the_game() {
        assert!(played(Some(Color::White), "resign\n").ends_with("0-1 resignation\n"));
        assert!(played(Some(Color::Black), "resign\n").ends_with("1-0 resignation\n"));
    }

    #[test]
    fn bad_input_is_answered_and_the_game_goes_on() {
        let text = played(Some(Color::White), "e9e9\nundo\nxyzzy\nfen\n");
        assert!(text.contains("'e9e9' is not a move"), "{text}");
        assert!(text.contains("no move of yours"), "{text}");
        assert!(text.contains(" w "), "{text}");
    }
}
