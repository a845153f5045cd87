//! The command `play`: a game against the engine in a terminal, or through a pipe.

mod record;
mod rules;
mod typed;
mod which;

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};

use vertumnus_core::board::Color;
use vertumnus_core::game::story;
use vertumnus_core::pgn::GameResult;
use vertumnus_core::position::Move;
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::{Engine, Event};
use vertumnus_engine::search::{Limits, Score};
use vertumnus_protocol::{Lines, ascii_board};

use self::record::{Labels, RecordFile, record};
use crate::RulesPages;
use crate::help;
use crate::level::{Strength, level};
use crate::look::Look;

const HELP: &str = "\
Type a move: e4, Nf3, Qxc6, e2e4, e2 e4, e7e8q. If several moves fit, you are asked.
  moves      list the legal moves         board      show the board again
  moves e2   those of the piece on e2     flip       turn the board round
  what e4    what stands there, what it can do, and who lends it what
  hint       suggest a move               undo       take back your last move
  rules      the rules in short           resign     give up the game
  fen        print the position as FEN    pgn        print the game as PGN
  help       show this text               quit       end without a result";

#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    /// The game, by its name or the beginning of it. Without it you are asked on a terminal; elsewhere it is
    /// chess, if that is built in
    #[arg(value_name = "GAME", conflicts_with = "variant")]
    game: Option<Variant>,
    /// The same as GAME
    #[arg(long, value_name = "GAME")]
    variant: Option<Variant>,
    /// Your side; none to watch the engine play against itself
    #[arg(long, default_value = "white")]
    side: PlayerSide,
    /// How well the engine plays: beginner, casual, club, strong, expert or full, or a number from 0 to 20
    #[arg(long, default_value = "full", value_parser = level)]
    level: Strength,
    /// Thinking time of the engine for each move, in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    movetime: u64,
    /// Start from this position
    #[arg(long)]
    fen: Option<String>,
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

/// Plays a game to its end, to `quit` or to the end of input.
///
/// # Errors
/// If the position or the file of the record is bad, or the output cannot be written.
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
    let PlayArgs { game, variant, side, level, movetime, fen, pgn } = arguments;
    let mut lines = Lines::new(input);
    let named = game.or(variant);
    let game = match named {
        Some(game) => game,
        None if is_interactive && Variant::ALL.len() > 1 => {
            let asked = which::ask(Variant::ALL, &mut lines, output)?;
            let Some(game) = asked else { return Ok(()) };
            writeln!(output)?;
            game
        }
        None => Variant::default(),
    };
    let mut engine = Engine::new(game, sink)?;
    engine.set_option("Skill Level", &level.skill_level.to_string())?;
    if let Some(fen) = &fen {
        engine.session_mut().set_position(Some(fen), &[])?;
    }
    let file = match pgn {
        None => None,
        Some(path) => Some(
            RecordFile::open(&path)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        ),
    };
    if named.is_none()
        && !is_interactive
        && let Some(others) = help::other_games()
    {
        writeln!(output, "{}\n", filled(&others, look.width))?;
    }
    let side = side.color();
    let player = |color| {
        if side == Some(color) { "You".to_owned() } else { format!("Vertumnus ({})", level.name) }
    };
    let labels = Labels {
        white: player(Color::White),
        black: player(Color::Black),
        date: SystemTime::now(),
    };
    let game = TerminalGame {
        engine,
        reports,
        pages,
        side,
        movetime: Duration::from_millis(movetime),
        lines,
        output,
        look,
        is_flipped: side == Some(Color::Black),
        labels,
        file,
        resigned: None,
        last: None,
    };
    Ok(game.play()?)
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
    pages: RulesPages,
    /// The user's side; `None` if the engine plays against itself.
    side: Option<Color>,
    /// The engine's thinking time for each move.
    movetime: Duration,
    lines: Lines<I>,
    output: &'a mut dyn Write,
    look: Look,
    is_flipped: bool,
    labels: Labels,
    file: Option<RecordFile>,
    /// Who has given up.
    resigned: Option<Color>,
    /// The last move, as the status line tells it.
    last: Option<String>,
}

/// The result of a command or a turn.
enum TurnResult {
    /// The position is another one.
    Done,
    /// The same side is still to move.
    Again,
    /// The program ends.
    Over,
}

impl<I: BufRead> TerminalGame<'_, I> {
    fn play(mut self) -> io::Result<()> {
        let session = self.engine.session();
        let (title, legend) =
            (session.title(), ascii_board::legend(session, &session.kinds_at_start()));
        write!(self.output, "{title}. Type help for a list of commands.\n{legend}")?;
        loop {
            self.save()?;
            self.show_board()?;
            let turn = if let Some(result) = self.result_in_words() {
                writeln!(self.output, "{result}")?;
                if self.side.is_none() {
                    return Ok(());
                }
                writeln!(self.output, "The game is over: undo, board, pgn, fen or quit.")?;
                self.users_turn("over")?
            } else if self.side == Some(self.engine.session().side_to_move()) {
                let side = self.engine.session().side_to_move();
                self.users_turn(&side.to_string())?
            } else {
                self.engines_turn()?
            };
            if matches!(turn, TurnResult::Over) {
                return Ok(());
            }
        }
    }

    /// How the game has ended; `None` while it goes on.
    fn result(&self) -> Option<GameResult> {
        let by_rules = self.engine.session().outcome().map(GameResult::from);
        by_rules.or_else(|| self.resigned.map(|color| GameResult::Win(!color)))
    }

    fn result_in_words(&self) -> Option<String> {
        match self.engine.session().outcome() {
            Some(outcome) => Some(outcome.to_string()),
            None => self.resigned.map(|color| format!("{} resignation", GameResult::Win(!color))),
        }
    }

    fn save(&mut self) -> io::Result<()> {
        let result = self.result().unwrap_or(GameResult::Open);
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write(&record(&self.labels, self.engine.session(), result))
    }

    fn show_board(&mut self) -> io::Result<()> {
        let session = self.engine.session();
        let board = self.look.board(session, self.is_flipped);
        let legend = ascii_board::legend(session, &session.new_kinds());
        writeln!(self.output, "\n{board}{legend}\n{}", self.status())
    }

    /// Whose turn it is, check, and the last move.
    fn status(&self) -> String {
        let session = self.engine.session();
        let mut status = format!("Move {}", session.move_number());
        if self.result().is_none() {
            let _ = write!(status, ", {} to move", session.side_to_move());
            if session.is_in_check() {
                status.push_str(", in check");
            }
        }
        status.push('.');
        if let Some(last) = self.last.as_ref().filter(|_| !session.moves_played().is_empty()) {
            let _ = write!(status, " Last move: {last}.");
        }
        status
    }

    /// Makes a move, and tells what it does.
    fn make(&mut self, mv: Move, remark: &str) -> io::Result<TurnResult> {
        let session = self.engine.session();
        let view = session.view(mv);
        let effects = view.map_or_else(String::new, |view| story::effects(session, &view));
        let (side, san, text) = (session.side_to_move(), session.san(mv), session.text(mv));
        let line = format!("{side} plays {san} ({text}){remark}. {effects}");
        writeln!(self.output, "{}", filled(line.trim_end(), self.look.width))?;
        self.last = Some(format!("{side} {san}"));
        self.engine.session_mut().play(mv).map(|()| TurnResult::Done).map_err(io::Error::other)
    }

    fn engines_turn(&mut self) -> io::Result<TurnResult> {
        let (Some(mv), report) = self.think() else { return Ok(TurnResult::Over) };
        let score = report.map_or(String::new(), |(score, depth)| {
            format!("; {}, depth {depth}", in_words(score))
        });
        self.make(mv, &score)
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
        loop {
            write!(self.output, "{prompt}> ")?;
            self.output.flush()?;
            match self.lines.next().transpose() {
                Ok(line) => return Ok(line.map(|line| line.trim().to_owned())),
                Err(reason) => writeln!(self.output, "{reason}")?,
            }
        }
    }

    fn users_turn(&mut self, prompt: &str) -> io::Result<TurnResult> {
        loop {
            let Some(line) = self.ask(prompt)? else {
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
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["help" | "?"] => writeln!(self.output, "{HELP}")?,
            ["board"] => self.show_board()?,
            ["flip"] => {
                self.is_flipped = !self.is_flipped;
                self.show_board()?;
            }
            ["fen"] => writeln!(self.output, "{}", self.engine.session().fen())?,
            ["pgn"] => {
                let result = self.result().unwrap_or(GameResult::Open);
                write!(self.output, "{}", record(&self.labels, self.engine.session(), result))?;
            }
            ["rules"] => {
                let rules = rules::in_short(self.engine.session(), self.pages);
                writeln!(self.output, "{}", filled(&rules, self.look.width))?;
            }
            ["moves"] => self.list_moves(None)?,
            ["moves", from] => self.list_moves(Some(from))?,
            ["what"] => writeln!(self.output, "what e4: tells what stands on e4")?,
            ["what", name] => {
                let session = self.engine.session();
                let words = session.parse_square(&name.to_ascii_lowercase()).map_or_else(
                    || format!("there is no square {name}"),
                    |square| story::square(session, square),
                );
                writeln!(self.output, "{}", filled(&words, self.look.width))?;
            }
            ["undo"] => return self.undo(),
            ["quit" | "exit"] => return Ok(TurnResult::Over),
            _ if self.result().is_some() => {
                writeln!(self.output, "the game is over; undo takes back, quit ends")?;
            }
            ["hint"] => {
                if let (Some(best), _) = self.think() {
                    let session = self.engine.session();
                    let (text, san) = (session.text(best), session.san(best));
                    writeln!(self.output, "{text} ({san})")?;
                }
            }
            ["resign"] => {
                self.resigned = Some(self.engine.session().side_to_move());
                return Ok(TurnResult::Done);
            }
            _ => return self.move_as_typed(line),
        }
        Ok(TurnResult::Again)
    }

    /// Lists the legal moves, or those from a square.
    fn list_moves(&mut self, from: Option<&str>) -> io::Result<()> {
        let session = self.engine.session();
        let square = match from {
            None => None,
            Some(name) => match session.parse_square(&name.to_ascii_lowercase()) {
                None => return writeln!(self.output, "there is no square {name}"),
                square => square,
            },
        };
        let moves = session.moves_by_text().into_iter();
        let chosen = moves.filter(|mv| square.is_none_or(|square| mv.from() == square));
        let texts: Vec<String> = chosen.map(|mv| session.text(mv)).collect();
        match (texts.is_empty(), from) {
            (true, Some(name)) => writeln!(self.output, "there is no legal move from {name}"),
            _ => writeln!(self.output, "{}", filled(&texts.join(" "), self.look.width)),
        }
    }

    /// Takes back the user's last move and the engine's reply, or what ended the game.
    fn undo(&mut self) -> io::Result<TurnResult> {
        if self.resigned.take().is_some() {
            return Ok(TurnResult::Done);
        }
        let session = self.engine.session_mut();
        let users = session.side_to_move();
        let is_users_turn = self.side == Some(users);
        let needed = if is_users_turn { 2 } else { 1 };
        if session.moves_played().len() < needed {
            writeln!(self.output, "you have no move to take back")?;
            return Ok(TurnResult::Again);
        }
        for _ in 0..needed {
            session.undo();
        }
        self.last = None;
        Ok(TurnResult::Done)
    }

    /// Plays what the user typed. If several moves fit, the user is asked.
    fn move_as_typed(&mut self, text: &str) -> io::Result<TurnResult> {
        let session = self.engine.session();
        let fitting = match session.typed(text) {
            Ok(fitting) => fitting,
            Err(error) => {
                writeln!(self.output, "{error}; type moves or help")?;
                return Ok(TurnResult::Again);
            }
        };
        if let [mv] = fitting[..] {
            return self.make(mv, "");
        }
        let question = typed::question(session, &fitting);
        writeln!(self.output, "{}", filled(&question, self.look.width))?;
        let Some(answer) = self.ask("which")? else { return Ok(TurnResult::Over) };
        if let Some(mv) = typed::chosen(self.engine.session(), &fitting, &answer) {
            return self.make(mv, "");
        }
        writeln!(self.output, "'{answer}' is not one of them; no move is made")?;
        Ok(TurnResult::Again)
    }
}

/// A score in pawns, or the number of moves to mate.
fn in_words(score: Score) -> String {
    match score.mate() {
        Some(moves) if moves > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {}", -moves),
        None => format!("{:+.2}", f64::from(score.centipawns()) / 100.0),
    }
}

/// A text whose lines are broken between words so that they fit into this many columns. What follows
/// in a line that begins with blanks is indented as far.
pub(crate) fn filled(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent = " ".repeat(line.len() - line.trim_start().len());
        let mut column = 0;
        let mut current = indent.clone();
        for word in line.split(' ').skip_while(|word| word.is_empty()) {
            let length = word.chars().count();
            if column > 0 && current.chars().count() + 1 + length > width {
                lines.push(std::mem::replace(&mut current, indent.clone()));
                column = 0;
            }
            if column > 0 {
                current.push(' ');
            }
            current.push_str(word);
            column += 1;
        }
        lines.push(current);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(side: PlayerSide) -> PlayArgs {
        PlayArgs {
            game: None,
            variant: None,
            side,
            level: level("full").expect("a level"),
            movetime: 5,
            fen: None,
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
    fn lines_are_broken_between_words() {
        assert_eq!(filled("a2a3 a2a4 b2b3", 9), "a2a3 a2a4\nb2b3");
        assert_eq!(filled("one\n  two three", 7), "one\n  two\n  three");
        assert_eq!(filled("unbreakable", 3), "unbreakable");
        assert_eq!(filled("", 3), "");
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
