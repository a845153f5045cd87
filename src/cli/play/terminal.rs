//! The game at the terminal: turns, and what can be typed when it is one's own.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use vertumnus_core::board::Color;
use vertumnus_core::game::{Session, story};
use vertumnus_core::pgn::GameResult;
use vertumnus_core::position::Move;
use vertumnus_core::rules::Variant;
use vertumnus_core::text::{shown, shown_lines};
use vertumnus_engine::player::Engine;
use vertumnus_engine::player::levels::{LEVELS, Level};
use vertumnus_engine::search::{Limits, Score};
use vertumnus_protocol::{Lines, ascii_board};

use super::record::{Found, Labels, RecordFile, find, record};
use super::{pieces, typed};
use crate::RulesPages;
use crate::level::{Strength, level};
use crate::look::Look;
use crate::rules;
use crate::text::{filled, filled_list};

const HELP: &str = "\
Type a move: e4, Nf3, Qxc6, e2e4, e2 e4, e7e8q. If several fit, you are asked.
  moves       list the legal moves       moves e2    those of the piece on e2
  what e4     what stands there          what N      what such a piece can do
  legend      the pieces of the game     rules       how it differs from chess
  hint        suggest a move             undo        take back your last move
  board       show the board again       flip        turn the board round
  level club  change the engine's level  resign      give up the game
  save FILE   keep the game in a file    load FILE   go on with one of a file
  new         begin again                new GAME    begin another game
  fen         print the position         pgn         print the game
  rules all   the whole page of rules    quit        end without a result";

/// The weakest `Skill Level` whose scores say something: weaker ones look at too little.
const SCORES_FROM: u64 = 12;

/// A report of the engine while it thinks.
pub(super) enum EngineReport {
    Progress { score: Score, depth: u32 },
    Best(Option<Move>),
}

/// A game in a terminal.
pub(super) struct TerminalGame<'a, I> {
    pub(super) engine: Engine,
    pub(super) reports: Receiver<EngineReport>,
    pub(super) pages: RulesPages,
    /// The user's side; `None` if the engine plays against itself.
    pub(super) side: Option<Color>,
    pub(super) level: Strength,
    /// The engine's thinking time for each move.
    pub(super) movetime: Duration,
    pub(super) lines: Lines<I>,
    pub(super) output: &'a mut dyn Write,
    pub(super) look: Look,
    pub(super) is_flipped: bool,
    pub(super) labels: Labels,
    pub(super) file: Option<RecordFile>,
    /// Whether something has happened that the file does not have.
    pub(super) is_changed: bool,
    /// Who has given up.
    pub(super) resigned: Option<Color>,
}

/// The commands that only show something: after them a question is still open.
const SHOWING: [&str; 10] =
    ["?", "board", "fen", "help", "legend", "moves", "pgn", "pieces", "rules", "what"];

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
    pub(super) fn play(mut self) -> io::Result<()> {
        let level = match self.side {
            None => String::new(),
            Some(_) => format!("The engine plays at {}; level changes that. ", self.level.name),
        };
        self.introduce(&format!("{level}Type help for a list of commands."))?;
        loop {
            self.keep()?;
            let is_engines = self.side.is_some_and(|side| side != self.side_to_move());
            let result = self.result_in_words();
            self.show_board(!is_engines || result.is_some())?;
            let turn = if let Some(result) = result {
                writeln!(self.output, "{result}")?;
                if self.side.is_none() {
                    return Ok(());
                }
                writeln!(self.output, "The game is over: undo, new, load, save, pgn or quit.")?;
                self.users_turn("over")?
            } else if self.side == Some(self.side_to_move()) {
                self.users_turn(&self.side_to_move().to_string())?
            } else {
                self.engines_turn()?
            };
            if matches!(turn, TurnResult::Over) {
                return Ok(());
            }
        }
    }

    /// Goes on with a game of a file, on the user's side if the record says which that is and it may be
    /// changed.
    ///
    /// # Errors
    /// Why that is not possible, in one line; the game is as it was.
    pub(super) fn take_over(&mut self, found: &Found, may_change_side: bool) -> Result<(), String> {
        self.engine.set_variant(found.replay.variant).map_err(|error| error.to_string())?;
        self.engine.new_game();
        let session = self.engine.session_mut();
        session.set_position(Some(&found.replay.start), &[]).map_err(|error| error.to_string())?;
        for &mv in &found.replay.moves {
            session.play(mv).map_err(|error| error.to_string())?;
        }
        if let Some(side) = found.side().filter(|_| may_change_side) {
            self.side = Some(side);
            self.is_flipped = side == Color::Black;
        }
        self.labels = Labels::of_record(&found.record, self.side, &self.level.name);
        self.labels.change_level(&self.level.name);
        self.is_another();
        Ok(())
    }

    /// Another game than before is in play.
    fn is_another(&mut self) {
        self.resigned = None;
        self.is_changed = false;
        if let Some(file) = &mut self.file {
            file.next_game();
        }
    }

    fn introduce(&mut self, remark: &str) -> io::Result<()> {
        let session = self.engine.session();
        let legend = ascii_board::legend(session, &session.kinds_at_start());
        let legend = filled_list(&legend, self.look.width);
        let title = filled(&format!("{}. {remark}", session.title()), self.look.width);
        writeln!(self.output, "{title}\n{legend}")
    }

    fn side_to_move(&self) -> Color {
        self.engine.session().side_to_move()
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

    /// Brings the file up to date. If that fails, the game goes on without it.
    fn keep(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_changed)
            && let Some(mut file) = self.file.take()
        {
            match self.write_to(&mut file) {
                Ok(()) => self.file = Some(file),
                Err(reason) => writeln!(self.output, "{reason}; the game is not kept any more")?,
            }
        }
        Ok(())
    }

    fn write_to(&self, file: &mut RecordFile) -> Result<(), String> {
        let result = self.result().unwrap_or(GameResult::Open);
        let record = record(&self.labels, self.engine.session(), result);
        file.write(&record)
            .map_err(|error| format!("cannot write {}: {error}", file.path().display()))
    }

    fn show_board(&mut self, has_status: bool) -> io::Result<()> {
        let session = self.engine.session();
        let board = self.look.board(session, self.is_flipped);
        let legend = ascii_board::legend(session, &session.new_kinds());
        let legend = filled_list(&legend, self.look.width);
        write!(self.output, "\n{board}")?;
        for line in [legend, if has_status { self.status() } else { String::new() }] {
            if !line.is_empty() {
                writeln!(self.output, "{line}")?;
            }
        }
        Ok(())
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
        if let Some(last) = session.sans_played().last() {
            let _ = write!(status, " Last move: {} {last}.", !session.side_to_move());
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
        self.is_changed = true;
        self.engine.session_mut().play(mv).map(|()| TurnResult::Done).map_err(io::Error::other)
    }

    fn engines_turn(&mut self) -> io::Result<TurnResult> {
        let (Some(mv), report) = self.think() else { return Ok(TurnResult::Over) };
        let side = self.side_to_move();
        let report = report.filter(|_| self.level.skill_level >= SCORES_FROM);
        let score = report.map_or(String::new(), |(score, depth)| {
            format!("; {}, depth {depth}", in_words(score, side))
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
                // What was typed is quoted.
                Ok(line) => return Ok(line.map(|line| shown(line.trim()).into_owned())),
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
        let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
        match words[..] {
            [] => {}
            ["help" | "?"] => self.tell(HELP)?,
            ["board"] => self.show_board(true)?,
            ["flip"] => {
                self.is_flipped = !self.is_flipped;
                self.show_board(true)?;
            }
            ["fen"] => writeln!(self.output, "{}", self.engine.session().fen())?,
            ["pgn"] => {
                let result = self.result().unwrap_or(GameResult::Open);
                let record = record(&self.labels, self.engine.session(), result).to_string();
                write!(self.output, "{}", shown_lines(&record))?;
            }
            ["rules", ..] => self.tell_rules(rest)?,
            ["legend" | "pieces"] => {
                let legend = pieces::legend(self.engine.session(), self.look.width);
                writeln!(self.output, "{legend}")?;
            }
            ["moves"] => self.list_moves(None)?,
            ["moves", from] => self.list_moves(Some(from))?,
            ["what"] => {
                self.tell("what e4: what stands on e4; what N: what such a piece can do")?;
            }
            ["what", ..] => {
                let session = self.engine.session();
                let words = session.parse_square(&rest.to_ascii_lowercase()).map_or_else(
                    || pieces::what(session, rest),
                    |square| story::square(session, square),
                );
                self.tell(&words)?;
            }
            ["undo"] => return self.undo(),
            ["new", ..] => return self.begin(rest),
            ["load", ..] => return self.load(rest),
            ["save", ..] => self.save(rest)?,
            ["level", ..] => self.set_level(rest)?,
            ["quit" | "exit"] => return Ok(TurnResult::Over),
            _ if self.result().is_some() => {
                self.tell("the game is over; undo takes back, new begins another, quit ends")?;
            }
            ["hint"] => {
                if let (Some(best), _) = self.think() {
                    let session = self.engine.session();
                    let (san, text) = (session.san(best), session.text(best));
                    writeln!(self.output, "{san} ({text})")?;
                }
            }
            ["resign"] => {
                self.resigned = Some(self.side_to_move());
                self.is_changed = true;
                return Ok(TurnResult::Done);
            }
            _ => return self.move_as_typed(line),
        }
        Ok(TurnResult::Again)
    }

    fn tell(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", filled(&shown_lines(text), self.look.width))
    }

    /// The rules of the game in play or of the one that is named, in short or all of them.
    fn tell_rules(&mut self, what: &str) -> io::Result<()> {
        let (pages, look, game) = (self.pages, self.look, self.engine.session().variant());
        let text = match what {
            "" => rules::in_short(game, pages, look) + "\n\nAll of the rules: rules all",
            "all" => rules::whole(game, pages, look),
            name => match name.parse::<Variant>() {
                Ok(game) => rules::in_short(game, pages, look),
                Err(error) => error.to_string(),
            },
        };
        writeln!(self.output, "{text}")
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
        let is_from = |mv: &Move, square| mv.from() == square && !mv.is_drop();
        let chosen = moves.filter(|mv| square.is_none_or(|square| is_from(mv, square)));
        let sans: Vec<String> = chosen.map(|mv| session.san(mv)).collect();
        match (sans.is_empty(), from) {
            (true, Some(name)) => writeln!(self.output, "there is no legal move from {name}"),
            _ => self.tell(&sans.join(" ")),
        }
    }

    /// Takes back the user's last move and the engine's reply, or what ended the game.
    fn undo(&mut self) -> io::Result<TurnResult> {
        if self.resigned.take().is_some() {
            self.is_changed = true;
            return Ok(TurnResult::Done);
        }
        let is_users_turn = self.side == Some(self.side_to_move());
        let session = self.engine.session_mut();
        let needed = if is_users_turn { 2 } else { 1 };
        if session.moves_played().len() < needed {
            writeln!(self.output, "you have no move to take back")?;
            return Ok(TurnResult::Again);
        }
        for _ in 0..needed {
            session.undo();
        }
        self.is_changed = true;
        Ok(TurnResult::Done)
    }

    /// Begins again from where this game began, or another game.
    fn begin(&mut self, name: &str) -> io::Result<TurnResult> {
        if name.is_empty() {
            let start = start_of(self.engine.session());
            self.engine.new_game();
            let set_up = self.engine.session_mut().set_position(Some(&start), &[]);
            set_up.map_err(io::Error::other)?;
        } else {
            let change = name.parse::<Variant>().map_err(|error| error.to_string());
            let change = change
                .and_then(|game| self.engine.set_variant(game).map_err(|error| error.to_string()));
            if let Err(reason) = change {
                self.tell(&reason)?;
                return Ok(TurnResult::Again);
            }
            self.engine.new_game();
        }
        self.labels = Labels::of_today(self.side, &self.level.name);
        self.is_another();
        self.introduce("A new game.")?;
        Ok(TurnResult::Done)
    }

    /// Goes on with a game of a file: the last one, or that of the number behind its name.
    fn load(&mut self, what: &str) -> io::Result<TurnResult> {
        let (path, number) = match what.rsplit_once(char::is_whitespace) {
            Some((path, number)) if !Path::new(what).exists() => match number.parse() {
                Ok(number) => (path.trim(), Some(number)),
                Err(_) => (what, None),
            },
            _ => (what, None),
        };
        if path.is_empty() {
            self.tell(
                "load FILE: go on with the last game of the file; load FILE 2: with its second",
            )?;
            return Ok(TurnResult::Again);
        }
        let found = match find(Path::new(path), number, Variant::default()) {
            Ok(found) => found,
            Err(reason) => {
                self.tell(&reason)?;
                return Ok(TurnResult::Again);
            }
        };
        let ((number, count), result) = (found.place, found.record.result);
        if let Err(reason) = self.take_over(&found, true) {
            self.tell(&reason)?;
            return Ok(TurnResult::Again);
        }
        let players = self.labels.players();
        let mut remark = format!("Game {number} of {count} of {path}: {players}.");
        if result != GameResult::Open && self.result().is_none() {
            let _ = write!(remark, " Its result is {result}, but it can be played on.");
        }
        self.introduce(&remark)?;
        Ok(TurnResult::Done)
    }

    /// Adds the game to a file, and keeps it there from now on.
    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return match self.file.as_ref().map(|file| file.path().display().to_string()) {
                Some(path) => self.tell(&format!("{path} is up to date after each move")),
                None => self.tell("save FILE: add the game to the file, and keep it up to date"),
            };
        }
        let is_same = |file: &mut RecordFile| file.path() == Path::new(path);
        let file = match self.file.take_if(is_same) {
            Some(file) => Ok(file),
            None => RecordFile::new(&PathBuf::from(path)),
        };
        let mut file = match file {
            Ok(file) => file,
            Err(error) => return self.tell(&format!("cannot write {path}: {error}")),
        };
        match self.write_to(&mut file) {
            Ok(()) => {
                self.file = Some(file);
                self.is_changed = false;
                self.tell(&format!("{path} has the game, and will have each move that follows"))
            }
            Err(reason) => self.tell(&reason),
        }
    }

    fn set_level(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            let name = |level: Level| format!("{} ({})", level.name, level.skill_level);
            let (names, now) = (LEVELS.map(name).join(", "), &self.level.name);
            let words =
                format!("The engine plays at {now}. Levels: {names}, or any number between.");
            return self.tell(&words);
        }
        let changed = level(text).and_then(|level| {
            let number = level.skill_level.to_string();
            let set = self.engine.set_option("Skill Level", &number);
            set.map(|()| level).map_err(|error| error.to_string())
        });
        match changed {
            Err(reason) => self.tell(&reason),
            Ok(level) => {
                let words = format!("The engine plays at {} from now on.", level.name);
                self.labels.change_level(&level.name);
                self.level = level;
                self.tell(&words)
            }
        }
    }

    /// Plays what the user typed. If several moves fit, the user is asked.
    fn move_as_typed(&mut self, text: &str) -> io::Result<TurnResult> {
        let session = self.engine.session();
        let fitting = match session.typed(text) {
            Ok(fitting) => fitting,
            Err(error) => {
                self.tell(&format!("{error}; type moves or help"))?;
                return Ok(TurnResult::Again);
            }
        };
        if let [mv] = fitting[..] {
            return self.make(mv, "");
        }
        let question = typed::question(session, &fitting);
        loop {
            self.tell(&question)?;
            let Some(answer) = self.ask("which")? else { return Ok(TurnResult::Over) };
            if let Some(mv) = typed::chosen(self.engine.session(), &fitting, &answer) {
                return self.make(mv, "");
            }
            let command = answer.split_whitespace().next().unwrap_or_default();
            if !SHOWING.contains(&command) {
                writeln!(self.output, "'{answer}' is not one of them; no move is made")?;
                return Ok(TurnResult::Again);
            }
            self.execute(&answer)?;
        }
    }
}

/// The position with which a game began.
fn start_of(game: &dyn Session) -> String {
    let mut game = game.boxed_clone();
    while game.undo().is_some() {}
    game.fen()
}

/// A score of the side to move, in pawns as White sees it, or who mates in how many moves.
fn in_words(score: Score, side: Color) -> String {
    match score.mate() {
        Some(moves) if moves > 0 => format!("{side} mates in {moves}"),
        Some(moves) => format!("{} mates in {}", !side, -moves),
        None => {
            let pawns = f64::from(score.centipawns()) / 100.0;
            let for_white = if side == Color::White { pawns } else { -pawns };
            format!("{for_white:+.2} for White")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_white() {
        assert_eq!(in_words(Score::cp(150), Color::White), "+1.50 for White");
        assert_eq!(in_words(Score::cp(150), Color::Black), "-1.50 for White");
        assert_eq!(in_words(Score::mate_in(5), Color::Black), "Black mates in 3");
        assert_eq!(in_words(Score::mated_in(4), Color::Black), "White mates in 2");
    }

    #[test]
    fn the_help_fits_a_terminal() {
        assert!(HELP.lines().all(|line| line.len() < 80), "{HELP}");
    }
}
