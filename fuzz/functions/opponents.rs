//! What opponents say in a tournament.

use std::collections::VecDeque;
use std::time::Instant;

use vertumnus_core::game::{self, Session};
use vertumnus_core::pgn::{PgnReader, check};
use vertumnus_core::rules::Variant;
use vertumnus_referee::process::{Channel, Line, Silence, Stream};
use vertumnus_referee::tournament::rehearsal::{RehearsedProtocol, play};

use crate::input::Input;

/// At most so many lines are said at a time.
const MOST_LINES: usize = 40;

/// What stands between the lines of the two sides.
const DIVISION: &[u8] = b"\n--\n";

/// An engine that says what the input has: some lines whenever it is asked for something. Then comes what is
/// expected, so that a game goes on whatever else is said.
struct Opponent {
    input: Vec<u8>,
    at: usize,
    said: VecDeque<String>,
    game: Box<dyn Session>,
}

impl Opponent {
    fn new(variant: Variant, input: &[u8]) -> Self {
        let game = game::session(variant);
        Self { input: input.to_owned(), at: 0, said: VecDeque::new(), game }
    }

    /// Says the lines of the input up to an empty one.
    fn say_lines(&mut self) {
        for _ in 0..MOST_LINES {
            let mut rest = Input(&self.input[self.at..]);
            let line = String::from_utf8_lossy(rest.line()).into_owned();
            self.at = self.input.len() - rest.0.len();
            if line.is_empty() {
                break;
            }
            let line = self.with_a_move(&line);
            self.said.push_back(line);
        }
    }

    /// A line in which `#` and a character stand for a legal move.
    fn with_a_move(&self, line: &str) -> String {
        let Some((before, rest)) = line.split_once('#') else { return line.to_owned() };
        let mut rest = rest.chars();
        let choice = rest.next().map_or(0, |choice| choice as usize);
        let moves = self.game.legal_moves();
        let mv = moves.get(choice % moves.len().max(1));
        let text = mv.map_or_else(|| "0000".to_owned(), |&mv| self.game.text(mv));
        format!("{before}{text}{}", rest.as_str())
    }

    /// Keeps the position as it is told.
    fn follow(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("position ") {
            let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
            let moves: Vec<&str> = moves.split_ascii_whitespace().collect();
            let _ = self.game.set_position(start.strip_prefix("fen "), &moves);
        } else if line == "new" {
            let _ = self.game.set_position(None, &[]);
        } else if let Some(fen) = line.strip_prefix("setboard ") {
            let _ = self.game.set_position(Some(fen), &[]);
        } else {
            let text = line.strip_prefix("usermove ").unwrap_or(line);
            if let Ok(mv) = self.game.parse(text) {
                let _ = self.game.play(mv);
            }
        }
    }
}

impl Channel for Opponent {
    fn send(&mut self, line: &str) {
        self.follow(line);
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        let expected = match first {
            "uci" => "uciok".to_owned(),
            "isready" => "readyok".to_owned(),
            "protover" => "feature done=1".to_owned(),
            "ping" => line.replacen("ping", "pong", 1),
            "go" | "usermove" | "ponderhit" => String::new(),
            "stop" => "bestmove 0000".to_owned(),
            "?" => "move 0000".to_owned(),
            _ => return,
        };
        self.say_lines();
        if !expected.is_empty() {
            self.said.push_back(expected);
        }
    }

    fn receive(&mut self, _deadline: Instant) -> Result<Line, Silence> {
        let is_at_end = self.at >= self.input.len();
        let silence = if is_at_end { Silence::Closed } else { Silence::Timeout };
        let text = self.said.pop_front().ok_or(silence)?;
        Ok(Line { at: Instant::now(), stream: Stream::Output, text })
    }

    fn clear(&mut self) {
        self.said.clear();
    }
}

/// The record of the game that an input is, if it is begun. The first byte says which game is played and in
/// which protocols. What each side says is divided by a line `--`.
pub fn record_of(data: &[u8]) -> Option<(Variant, String)> {
    let mut input = Input(data);
    let first = input.byte();
    let protocol = |bit: u8| {
        if first & bit > 0 { RehearsedProtocol::XBoard } else { RehearsedProtocol::Uci }
    };
    let variant = Variant::bundled()[usize::from(first >> 2) % Variant::bundled().len()];
    let text = input.0;
    let at = text.windows(DIVISION.len()).position(|window| window == DIVISION);
    let (one, two) = at.map_or((text, text), |at| (&text[..=at], &text[at + DIVISION.len()..]));
    let sides = [one.to_owned(), two.to_owned()];
    let open = move |side: usize| -> Box<dyn Channel + Send> {
        Box::new(Opponent::new(variant, &sides[side]))
    };
    play(variant, None, [protocol(1), protocol(2)], open).map(|record| (variant, record))
}

/// Whatever two engines say, the record of the game is one by the rules.
pub fn opponents(data: &[u8]) {
    let Some((variant, record)) = record_of(data) else { return };
    let (_, read) = PgnReader::new(&record).next().expect("a game").expect("a record is read");
    assert_eq!(read.to_string(), record);
    let mut problems = Vec::new();
    let summary = check(&mut PgnReader::new(&record), variant, &mut |problem| {
        problems.push(problem.to_string());
    });
    assert_eq!((summary.games, summary.bad), (1, 0), "{problems:?} in {record}");
}
