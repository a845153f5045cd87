//! The command `replay`: the games of a PGN file, move by move.

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;

use vertumnus_core::board::Color;
use vertumnus_core::game::{self, Session, story};
use vertumnus_core::pgn::{self, GameRecord, ReplayError};
use vertumnus_core::position::Move;
use vertumnus_core::rules::Variant;
use vertumnus_core::text::shown;
use vertumnus_protocol::{Lines, ascii_board};

use crate::collection::Collection;
use crate::look::Look;
use crate::text::filled;

const HELP: &str = "\
  Enter   the next move           b     one move back
  12      to the position before White's 12th move; 0 or start: to the start; end: to the end
  n, p    the next or the previous game of the file
  flip    turn the board round    fen   print the position as FEN
  help    show this text          q     quit";

#[derive(Args, Clone, Debug)]
pub(crate) struct ReplayArgs {
    /// A file of games in PGN
    file: PathBuf,
    /// The number of the game in the file, to begin with
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    game: usize,
    /// The game of records that do not name one in a tag `Variant`
    #[arg(long, value_name = "GAME", default_value_t)]
    variant: Variant,
}

/// Shows the games of a file. On a terminal it waits for the reader after each move; otherwise it prints
/// the chosen game at once, each move with its board.
///
/// # Errors
/// If the file cannot be read or has no such game, or a game is bad.
pub(crate) fn run(
    arguments: &ReplayArgs,
    look: Look,
    is_interactive: bool,
    input: impl BufRead,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let path = arguments.file.display();
    let collection = Collection::open(&arguments.file)?;
    let count = collection.count();
    let mut number = arguments.game;
    let mut lines = Lines::new(input);
    loop {
        let record = &collection.game(number)?;
        let (game, problem) = set_up(record, arguments.variant)
            .map_err(|reason| format!("{path}: game {number}: {reason}"))?;
        let moves = game.moves_played();
        let mut replay = Replay { record, game, moves, look, is_flipped: false, output };
        replay.introduce(number, count)?;
        if !is_interactive {
            replay.print_all()?;
            return problem
                .map_or(Ok(()), |reason| Err(format!("{path}: game {number}: {reason}").into()));
        }
        if let Some(reason) = problem {
            let reason = shown(&reason);
            writeln!(replay.output, "Only the beginning of the game can be shown: {reason}")?;
        }
        match replay.converse(&mut lines)? {
            Next::Quit => return Ok(()),
            Next::Game if number < count => number += 1,
            Next::Previous if number > 1 => number -= 1,
            Next::Game | Next::Previous => {
                writeln!(output, "There is no other game in that direction.")?;
            }
        }
    }
}

/// The game of a record, played to its end or to the first bad move, and what is wrong with that.
fn set_up(
    record: &GameRecord,
    fallback: Variant,
) -> Result<(Box<dyn Session>, Option<String>), String> {
    let (found, problem) = match pgn::replay(record, fallback) {
        Ok(found) => (found, None),
        Err(ReplayError { reason, before: Some(found) }) => (found, Some(reason)),
        Err(error) => return Err(error.reason),
    };
    let mut game = game::session(found.variant);
    game.set_position(Some(&found.start), &[]).map_err(|error| error.to_string())?;
    for mv in found.moves {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok((game, problem))
}

/// Where a reader wants to go from a game.
enum Next {
    Quit,
    Game,
    Previous,
}

/// A game on the way through its moves.
struct Replay<'a> {
    record: &'a GameRecord,
    /// The game up to the position that is shown.
    game: Box<dyn Session>,
    /// All its moves.
    moves: Vec<Move>,
    look: Look,
    is_flipped: bool,
    output: &'a mut dyn Write,
}

impl Replay<'_> {
    fn introduce(&mut self, number: usize, count: usize) -> std::io::Result<()> {
        let tag = |name| shown(self.record.tag(name).unwrap_or("?"));
        let title = self.game.title();
        writeln!(
            self.output,
            "Game {number} of {count}: {title}, {} - {}, {}, {}",
            tag("White"),
            tag("Black"),
            self.record.result,
            tag("Date"),
        )?;
        self.go_to(0);
        Ok(())
    }

    /// Goes to the position after this many plies, or to the end.
    fn go_to(&mut self, ply: usize) {
        while self.game.moves_played().len() > ply {
            self.game.undo();
        }
        let played = self.game.moves_played().len();
        for &mv in self.moves.iter().take(ply).skip(played) {
            // It was legal before.
            let _ = self.game.play(mv);
        }
    }

    fn ply(&self) -> usize {
        self.game.moves_played().len()
    }

    /// Shows the position, and tells the move that led to it.
    fn show(&mut self) -> std::io::Result<()> {
        let ply = self.ply();
        if ply > 0 {
            let mv = self.moves[ply - 1];
            self.game.undo();
            let number = self.game.move_number();
            let dots = if self.game.side_to_move() == Color::White { "." } else { "..." };
            let game = &*self.game;
            let view = game.view(mv);
            let effects = view.map_or_else(String::new, |view| story::effects(game, &view));
            let san = game.san(mv);
            let _ = self.game.play(mv);
            let comment = self.record.plies.get(ply - 1).map_or("", |played| &played.comment);
            let parts = [format!("{number}{dots} {san}"), effects, shown(comment).into_owned()];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            writeln!(self.output, "\n{}", filled(&parts.join("  "), self.look.width))?;
        }
        let board = self.look.board(&*self.game, self.is_flipped);
        let legend = ascii_board::legend(&*self.game, &self.game.new_kinds());
        write!(self.output, "\n{board}{legend}")?;
        if ply == self.moves.len() {
            let outcome = self.game.outcome().map(|outcome| outcome.to_string());
            let reason = self.record.tag("Termination").unwrap_or_default();
            let result =
                outcome.unwrap_or_else(|| format!("{} {}", self.record.result, shown(reason)));
            writeln!(self.output, "\n{}", result.trim_end())?;
        }
        Ok(())
    }

    fn print_all(&mut self) -> std::io::Result<()> {
        for ply in 0..=self.moves.len() {
            self.go_to(ply);
            self.show()?;
        }
        Ok(())
    }

    fn converse<I: BufRead>(&mut self, lines: &mut Lines<I>) -> std::io::Result<Next> {
        self.show()?;
        loop {
            let is_last = self.ply() == self.moves.len();
            write!(
                self.output,
                "{}",
                if is_last { "end> " } else { "Enter, b, number, help, q> " }
            )?;
            self.output.flush()?;
            let line = match lines.next() {
                Some(Ok(line)) => line,
                Some(Err(reason)) => {
                    writeln!(self.output, "{reason}")?;
                    continue;
                }
                None => {
                    writeln!(self.output)?;
                    return Ok(Next::Quit);
                }
            };
            let ply = match line.trim() {
                "" if is_last => continue,
                "" => self.ply() + 1,
                "b" | "back" => self.ply().saturating_sub(1),
                "q" | "quit" | "exit" => return Ok(Next::Quit),
                "n" | "next" => return Ok(Next::Game),
                "p" | "previous" => return Ok(Next::Previous),
                "start" => 0,
                "end" => self.moves.len(),
                "flip" => {
                    self.is_flipped = !self.is_flipped;
                    self.ply()
                }
                "fen" => {
                    writeln!(self.output, "{}", self.game.fen())?;
                    continue;
                }
                word => {
                    let Ok(number) = word.trim_end_matches('.').parse() else {
                        writeln!(self.output, "{HELP}")?;
                        continue;
                    };
                    self.ply_of(number)
                }
            };
            self.go_to(ply.min(self.moves.len()));
            self.show()?;
        }
    }

    /// The ply at which a move of this number begins: the last one if there is none.
    fn ply_of(&mut self, number: u32) -> usize {
        let before = self.ply();
        self.go_to(0);
        let first = self.game.move_number();
        let starts_late = usize::from(self.game.side_to_move() == Color::Black);
        self.go_to(before);
        (2 * number.saturating_sub(first) as usize).saturating_sub(starts_late)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const GAMES: &str = "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 {a blunder} Qh4# 0-1\n\n\
                         [White \"B\"]\n\n1. e4 e5 2. Ke3 *\n";

    fn replayed(name: &str, game: usize, input: Option<&str>) -> (Result<(), String>, String) {
        let file = std::env::temp_dir()
            .join(format!("vertumnus-replay-{}-{name}.pgn", std::process::id()));
        fs::write(&file, GAMES).expect("the temporary directory can be written");
        let arguments = ReplayArgs { file: file.clone(), game, variant: Variant::default() };
        let mut output = Vec::new();
        let text = input.unwrap_or_default().as_bytes();
        let result = run(&arguments, Look::PLAIN, input.is_some(), text, &mut output);
        fs::remove_file(&file).expect("it was written");
        (result.map_err(|error| error.to_string()), String::from_utf8(output).expect("text"))
    }

    #[test]
    fn a_game_is_printed_move_by_move() {
        if Variant::named("chess").is_none() {
            return;
        }
        let (result, text) = replayed("print", 1, None);
        assert_eq!(result, Ok(()));
        let heads = ["1. f3", "1... e5", "2. g4  a blunder", "2... Qh4#", "0-1 checkmate"];
        for head in heads {
            assert!(
                text.lines().any(|line| line.trim_end() == head || line.contains(head)),
                "{text}"
            );
        }
        assert_eq!(text.matches("    a b c d e f g h\n").count(), 5, "{text}");
        let (result, _) = replayed("bad", 2, None);
        assert!(result.expect_err("the king cannot go there").contains("ply 3"));
        let (result, _) = replayed("none", 3, None);
        assert!(result.expect_err("two games").ends_with("has 2 games, and no game 3"));
    }

    #[test]
    fn foreign_text_brings_no_control_characters() {
        if Variant::named("chess").is_none() {
            return;
        }
        let game = "[White \"\u{1b}[2J\u{9b}x\"]\n[Result \"1-0\"]\n[Termination \"a\u{7}b\"]\n\n1. e4 {\u{1b}]0;x\u{7}} e5 2. Nf3 \u{1b}c3\n";
        let file = std::env::temp_dir()
            .join(format!("vertumnus-replay-{}-controls.pgn", std::process::id()));
        fs::write(&file, game).expect("the temporary directory can be written");
        let variant = Variant::default();
        let arguments = ReplayArgs { file: file.clone(), game: 1, variant };
        let mut output = Vec::new();
        let shown = run(&arguments, Look::PLAIN, false, &b""[..], &mut output);
        fs::remove_file(&file).expect("it was written");
        let said = [String::from_utf8(output).expect("text"), format!("{shown:?}")].concat();
        assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
        assert!(said.contains("1-0 a"), "{said}");
    }

    #[test]
    fn a_reader_goes_forth_and_back() {
        if Variant::named("chess").is_none() {
            return;
        }
        let (result, text) =
            replayed("walk", 1, Some("\n\nb\nfen\n2\nfen\nend\nstart\nfen\nxyzzy\nn\nq\n"));
        assert_eq!(result, Ok(()));
        let fens: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split("> ").last())
            .filter(|t| t.contains(" KQkq "))
            .collect();
        assert_eq!(fens.len(), 3, "{text}");
        assert!(fens[0].ends_with(" b KQkq - 0 1"), "{fens:?}");
        assert!(fens[1].ends_with(" w KQkq - 0 2"), "{fens:?}");
        assert!(fens[2].ends_with(" w KQkq - 0 1"), "{fens:?}");
        assert!(text.contains("the next move"), "{text}");
        assert!(text.contains("Only the beginning of the game can be shown: ply 3"), "{text}");
    }
}
