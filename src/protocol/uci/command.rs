//! The commands of the Universal Chess Interface, read from text.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use vertumnus_core::board::Color;
use vertumnus_core::position::perft::MAX_DEPTH;
use vertumnus_engine::search::Limits;

/// A command of the GUI, or of a person at a terminal.
#[derive(Clone, Debug)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    /// The FEN, `None` for the start position, and the moves from there.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    /// A position that cannot be read.
    BadPosition(CommandError),
    Go(Box<Go>),
    /// The depth, from 1 to [`MAX_DEPTH`].
    Perft(u32),
    Stop,
    PonderHit,
    Quit,
    Display,
    Help,
    Eval,
    /// The depth, if one is given.
    Bench(Option<u32>),
}

/// A search, as far as its words can be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    /// What cannot be read.
    pub(super) faults: Vec<CommandError>,
    /// All limits but `searchmoves`.
    pub(super) limits: Limits,
    /// The moves of `searchmoves`, as text.
    pub(super) search_moves: Vec<String>,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    #[error("unknown command '{0}'")]
    Unknown(String),
    #[error("{command} takes {expected}")]
    Usage { command: &'static str, expected: &'static str },
    #[error("{command} {word} takes a number, not '{value}'")]
    Number { command: &'static str, word: String, value: String },
    #[error("go does not know '{0}'")]
    GoWord(String),
}

impl Command {
    /// Whether the command ends a search that runs, and waits for a count.
    pub(super) const fn ends_job(&self) -> bool {
        matches!(
            self,
            Self::SetOption { .. }
                | Self::NewGame
                | Self::Go(_)
                | Self::Perft(_)
                | Self::Bench(_)
                | Self::Quit
        )
    }

    /// Reads a line; `None` if it is blank.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let command = match words.as_slice() {
            [] => return Ok(None),
            ["uci", ..] => Self::Uci,
            ["debug", "on", ..] => Self::Debug(true),
            ["debug", "off", ..] => Self::Debug(false),
            ["debug", ..] => return Err(usage("debug", "on or off")),
            ["isready", ..] => Self::IsReady,
            ["setoption", "name", option @ ..] => set_option(option)?,
            ["setoption", ..] => return Err(usage("setoption", OPTION)),
            ["ucinewgame", ..] => Self::NewGame,
            ["position", "startpos"] => Self::Position { fen: None, moves: Vec::new() },
            ["position", "startpos", "moves", moves @ ..] => {
                Self::Position { fen: None, moves: owned(moves) }
            }
            ["position", "fen", position @ ..] => position_of_fen(position),
            ["position", ..] => Self::BadPosition(usage("position", POSITION)),
            ["go", limits @ ..] => go(limits)?,
            ["stop", ..] => Self::Stop,
            ["ponderhit", ..] => Self::PonderHit,
            ["quit", ..] => Self::Quit,
            ["d", ..] => Self::Display,
            ["help", ..] => Self::Help,
            ["eval", ..] => Self::Eval,
            ["bench"] => Self::Bench(None),
            ["bench", depth, ..] => Self::Bench(Some(number("bench", "depth", depth)?)),
            [word, ..] => return Err(CommandError::Unknown((*word).to_owned())),
        };
        Ok(Some(command))
    }
}

const OPTION: &str = "name NAME [value VALUE]";
const PERFT_DEPTH: &str = "a depth from 1 to 64";
const _: () = assert!(MAX_DEPTH == 64, "the text says so");
const POSITION: &str = "startpos or fen FEN, then moves if any";

const fn usage(command: &'static str, expected: &'static str) -> CommandError {
    CommandError::Usage { command, expected }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The words before a keyword, and those after it.
fn split_at<'a, 'b>(words: &'a [&'b str], keyword: &str) -> (&'a [&'b str], &'a [&'b str]) {
    let mut parts = words.splitn(2, |&word| word == keyword);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let (name, value) = split_at(words, "value");
    if name.is_empty() {
        return Err(usage("setoption", OPTION));
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position_of_fen(words: &[&str]) -> Command {
    let (fen, moves) = split_at(words, "moves");
    if fen.is_empty() {
        return Command::BadPosition(usage("position", POSITION));
    }
    Command::Position { fen: Some(fen.join(" ")), moves: owned(moves) }
}

/// The words of `go`.
#[derive(Clone, Copy)]
enum Keyword {
    SearchMoves,
    Ponder,
    Infinite,
    Time(Color),
    Increment(Color),
    MovesToGo,
    Depth,
    Nodes,
    Mate,
    MoveTime,
    Perft,
}

impl Keyword {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "searchmoves" => Self::SearchMoves,
            "ponder" => Self::Ponder,
            "infinite" => Self::Infinite,
            "wtime" => Self::Time(Color::White),
            "btime" => Self::Time(Color::Black),
            "winc" => Self::Increment(Color::White),
            "binc" => Self::Increment(Color::Black),
            "movestogo" => Self::MovesToGo,
            "depth" => Self::Depth,
            "nodes" => Self::Nodes,
            "mate" => Self::Mate,
            "movetime" => Self::MoveTime,
            "perft" => Self::Perft,
            _ => return None,
        })
    }
}

/// Whatever cannot be read is left out: each `go` must be answered.
fn go(mut words: &[&str]) -> Result<Command, CommandError> {
    let mut go = Go::default();
    let mut perft = None;
    while let [word, rest @ ..] = words {
        words = rest;
        let Some(keyword) = Keyword::of(word) else {
            go.faults.push(CommandError::GoWord((*word).to_owned()));
            continue;
        };
        let limits = &mut go.limits;
        // What may be missing, and then is no value.
        let value = rest.first().filter(|value| Keyword::of(value).is_none()).copied();
        if !matches!(keyword, Keyword::Ponder | Keyword::Infinite | Keyword::SearchMoves) {
            words = rest.split_at(usize::from(value.is_some())).1;
        }
        let mut reader = Reader { word, value: value.unwrap_or_default(), faults: &mut go.faults };
        match keyword {
            Keyword::Ponder => limits.ponder = true,
            Keyword::Infinite => limits.infinite = true,
            Keyword::SearchMoves => {
                let count = rest.iter().take_while(|word| Keyword::of(word).is_none()).count();
                let (moves, after) = rest.split_at(count);
                go.search_moves.extend(owned(moves));
                words = after;
            }
            Keyword::Time(side) => {
                limits.time[side] = reader.milliseconds().or(limits.time[side]);
            }
            Keyword::Increment(side) => {
                limits.increment[side] = reader.milliseconds().unwrap_or_default();
            }
            // Some managers say 0 for "no further time control".
            Keyword::MovesToGo => {
                limits.moves_to_go = reader.count().filter(|&moves: &u32| moves > 0);
            }
            Keyword::Depth => limits.depth = reader.count(),
            Keyword::Nodes => limits.nodes = reader.count(),
            Keyword::Mate => limits.mate = reader.count(),
            Keyword::MoveTime => limits.movetime = reader.milliseconds(),
            Keyword::Perft => match number("go", word, reader.value)? {
                depth @ 1..=MAX_DEPTH => perft = Some(depth),
                _ => return Err(usage("go perft", PERFT_DEPTH)),
            },
        }
    }
    let Some(depth) = perft else { return Ok(Command::Go(Box::new(go))) };
    match go.faults.into_iter().next() {
        None => Ok(Command::Perft(depth)),
        Some(fault) => Err(fault),
    }
}

/// Reads the value behind a word of `go`, and notes what is wrong with it.
struct Reader<'a> {
    word: &'a str,
    value: &'a str,
    faults: &'a mut Vec<CommandError>,
}

impl Reader<'_> {
    /// A whole number, without the fraction that a value may have. What is too large is the largest.
    fn whole(&mut self) -> Option<i64> {
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = self.value.split_once('.').unwrap_or((self.value, "0"));
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        let magnitude =
            (is_digits(digits) && is_digits(fraction)).then(|| digits.parse().unwrap_or(i64::MAX));
        let number = magnitude.map(|number: i64| if digits == whole { number } else { -number });
        if self.value.parse::<i64>().is_err() {
            self.complain();
        }
        number
    }

    /// A number from 0 on.
    fn count<N: TryFrom<i64> + Bounded>(&mut self) -> Option<N> {
        let number = self.whole()?;
        if number < 0 {
            self.complain();
            return None;
        }
        Some(N::try_from(number).unwrap_or(N::MAX))
    }

    /// A time. Some GUIs send a clock that has run out as a negative number.
    fn milliseconds(&mut self) -> Option<Duration> {
        let milliseconds = self.whole()?;
        Some(Duration::from_millis(milliseconds.try_into().unwrap_or(0)))
    }

    fn complain(&mut self) {
        let (word, value) = (self.word.to_owned(), self.value.to_owned());
        self.faults.push(CommandError::Number { command: "go", word, value });
    }
}

/// A type of numbers that has a largest one.
trait Bounded {
    const MAX: Self;
}

impl Bounded for u32 {
    const MAX: Self = Self::MAX;
}

impl Bounded for u64 {
    const MAX: Self = Self::MAX;
}

fn number<N: FromStr>(command: &'static str, word: &str, value: &str) -> Result<N, CommandError> {
    value.parse().map_err(|_| CommandError::Number {
        command,
        word: word.to_owned(),
        value: value.to_owned(),
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match Command::parse(line).unwrap() {
            Some(Command::Go(go)) => *go,
            other => panic!("{line} is read as {other:?}"),
        }
    }

    #[test]
    fn option_names_and_values_may_have_several_words() {
        let Some(Command::SetOption { name, value }) =
            Command::parse("setoption name Move  Overhead value 1 0").unwrap()
        else {
            panic!("no option");
        };
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "1 0"));
        assert!(Command::parse("setoption value 3").is_err());
        assert!(Command::parse("setoption name value 3").is_err());
    }

    #[test]
    fn positions_have_a_fen_or_none_and_moves_or_none() {
        for (line, expected_fen, expected_moves) in [
            ("position startpos", None, vec![]),
            ("position startpos moves e2e4 e7e5", None, vec!["e2e4", "e7e5"]),
            ("position fen 8/8 w", Some("8/8 w"), vec![]),
            ("position fen 8/8 w moves a1a2", Some("8/8 w"), vec!["a1a2"]),
        ] {
            let Some(Command::Position { fen, moves }) = Command::parse(line).unwrap() else {
                panic!("{line} is not read as a position");
            };
            assert_eq!((fen.as_deref(), moves), (expected_fen, owned(&expected_moves)), "{line}");
        }
        for line in
            ["position", "position fen", "position fen moves e2e4", "position startpos e2e4"]
        {
            let read = Command::parse(line).unwrap();
            let Some(Command::BadPosition(error)) = read else { panic!("{line}: {read:?}") };
            assert_eq!(error.to_string(), "position takes startpos or fen FEN, then moves if any");
        }
    }

    #[test]
    fn go_takes_any_mixture() {
        let go = go_of(
            "go searchmoves e2e4 d2d4 wtime 100 binc 5 depth 3 infinite btime -20 movestogo 0",
        );
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        let limits = go.limits;
        assert_eq!(limits.time[Color::White], Some(Duration::from_millis(100)));
        assert_eq!(limits.time[Color::Black], Some(Duration::ZERO));
        assert_eq!(limits.increment[Color::Black], Duration::from_millis(5));
        assert_eq!((limits.depth, limits.infinite, limits.moves_to_go), (Some(3), true, None));
        assert!(!limits.ponder && go_of("go ponder wtime 1").limits.ponder);
        assert!(matches!(Command::parse("go perft 3"), Ok(Some(Command::Perft(3)))));
    }

    #[test]
    fn of_a_bad_go_what_can_be_read_is_searched() {
        let read = |line: &str| {
            let Go { limits, faults, search_moves } = go_of(line);
            let faults: Vec<_> = faults.iter().map(CommandError::to_string).collect();
            (limits, faults, search_moves)
        };
        let number = |word: &str, value: &str| format!("go {word} takes a number, not '{value}'");
        let (limits, faults, _) = read("go fast depth 3 hurry");
        assert_eq!(limits.depth, Some(3));
        assert_eq!(faults, ["go does not know 'fast'", "go does not know 'hurry'"]);
        let (limits, faults, _) = read("go mate depth x nodes 7");
        assert_eq!((limits.mate, limits.depth, limits.nodes), (None, None, Some(7)));
        assert_eq!(faults, [number("mate", ""), number("depth", "x")]);
        let (limits, faults, _) = read("go wtime 1000.7 btime -5 movestogo -3 winc nan");
        assert_eq!(limits.time[Color::White], Some(Duration::from_secs(1)));
        assert_eq!(limits.time[Color::Black], Some(Duration::ZERO));
        assert_eq!((limits.moves_to_go, limits.increment[Color::White]), (None, Duration::ZERO));
        let expected = [("wtime", "1000.7"), ("movestogo", "-3"), ("winc", "nan")];
        assert_eq!(faults, expected.map(|(word, value)| number(word, value)));
        let (limits, faults, _) = read("go nodes 99999999999999999999 depth 9999999999");
        assert_eq!((limits.nodes, limits.depth), (Some(i64::MAX as u64), Some(u32::MAX)));
        assert_eq!(faults, [number("nodes", "99999999999999999999")]);
        let (limits, faults, moves) = read("go searchmoves e2e4 foo depth");
        assert_eq!((limits.depth, faults), (None, vec![number("depth", "")]));
        assert_eq!(moves, ["e2e4", "foo"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let reason = |line| Command::parse(line).unwrap_err().to_string();
        assert_eq!(reason("go perft 0"), "go perft takes a depth from 1 to 64");
        assert_eq!(reason("go perft 65"), "go perft takes a depth from 1 to 64");
        assert_eq!(reason("frobnicate now"), "unknown command 'frobnicate'");
        assert!(Command::parse("   ").unwrap().is_none());
    }
}
