//! The commands of the Universal Chess Interface, read from text.

use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use thiserror::Error;

use vertumnus_core::board::Color;
use vertumnus_engine::player::Request;

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
    /// The FEN, none for the start position, and the moves from there.
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Box<Request>),
    Stop,
    PonderHit,
    Quit,
    Display,
    Eval,
    Bench(Option<u32>),
}

/// Why a line is no command.
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
            Self::SetOption { .. } | Self::NewGame | Self::Go(_) | Self::Bench(_) | Self::Quit
        )
    }

    /// Reads a line; nothing if it is blank.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = line.split_ascii_whitespace();
        let Some(word) = words.next() else { return Ok(None) };
        let command = match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "eval" => Self::Eval,
            "debug" => match words.next() {
                Some("on") => Self::Debug(true),
                Some("off") => Self::Debug(false),
                _ => return Err(CommandError::Usage { command: "debug", expected: "on or off" }),
            },
            "bench" => Self::Bench(match words.next() {
                None => None,
                Some(value) => Some(number("bench", "depth", Some(value))?),
            }),
            "setoption" => set_option(words)?,
            "position" => position(words)?,
            "go" => Self::Go(Box::new(go(words)?)),
            _ => return Err(CommandError::Unknown(word.to_owned())),
        };
        Ok(Some(command))
    }
}

fn set_option(words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let words: Vec<&str> = words.collect();
    let mut parts = words.splitn(2, |&word| word == "value");
    let value = |part: Option<&[&str]>| part.unwrap_or_default().join(" ");
    match parts.next() {
        Some(["name", name @ ..]) if !name.is_empty() => {
            Ok(Command::SetOption { name: name.join(" "), value: value(parts.next()) })
        }
        _ => {
            let expected = "name NAME [value VALUE]";
            Err(CommandError::Usage { command: "setoption", expected })
        }
    }
}

fn position(words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let words: Vec<&str> = words.collect();
    let mut parts = words.splitn(2, |&word| word == "moves");
    let (start, moves) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let fen = match start {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        _ => {
            let expected = "startpos or fen FEN, then moves if any";
            return Err(CommandError::Usage { command: "position", expected });
        }
    };
    Ok(Command::Position { fen, moves: moves.iter().map(|&mv| mv.to_owned()).collect() })
}

fn go(words: SplitAsciiWhitespace<'_>) -> Result<Request, CommandError> {
    const KEYWORDS: [&str; 14] = [
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "perft",
        "moves",
    ];
    let mut request = Request::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => request.ponder = true,
            "infinite" => request.infinite = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    request.search_moves.push(mv.to_owned());
                }
            }
            "wtime" => request.time[Color::White] = Some(milliseconds(word, words.next())?),
            "btime" => request.time[Color::Black] = Some(milliseconds(word, words.next())?),
            "winc" => request.increment[Color::White] = milliseconds(word, words.next())?,
            "binc" => request.increment[Color::Black] = milliseconds(word, words.next())?,
            "movetime" => request.movetime = Some(milliseconds(word, words.next())?),
            // Some managers say 0 for "no further time control".
            "movestogo" => {
                request.moves_to_go = Some(number("go", word, words.next())?).filter(|&n| n > 0);
            }
            "depth" => request.depth = Some(number("go", word, words.next())?),
            "nodes" => request.nodes = Some(number("go", word, words.next())?),
            "mate" => request.mate = Some(number("go", word, words.next())?),
            "perft" => match number("go", word, words.next())? {
                0 => {
                    let expected = "a depth of at least 1";
                    return Err(CommandError::Usage { command: "go perft", expected });
                }
                depth => request.perft = Some(depth),
            },
            _ => return Err(CommandError::GoWord(word.to_owned())),
        }
    }
    Ok(request)
}

fn number<N: std::str::FromStr>(
    command: &'static str,
    word: &str,
    value: Option<&str>,
) -> Result<N, CommandError> {
    let value = value.unwrap_or_default();
    value.parse().map_err(|_| CommandError::Number {
        command,
        word: word.to_owned(),
        value: value.to_owned(),
    })
}

/// A time. Some GUIs send a clock that has run out as a negative number.
fn milliseconds(word: &str, value: Option<&str>) -> Result<Duration, CommandError> {
    let milliseconds: i64 = number("go", word, value)?;
    Ok(Duration::from_millis(milliseconds.try_into().unwrap_or(0)))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Request {
        match Command::parse(line).unwrap() {
            Some(Command::Go(request)) => *request,
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
    }

    #[test]
    fn go_takes_any_mixture() {
        let request = go_of(
            "go searchmoves e2e4 d2d4 wtime 100 binc 5 depth 3 infinite btime -20 movestogo 0",
        );
        assert_eq!(request.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(request.time[Color::White], Some(Duration::from_millis(100)));
        assert_eq!(request.time[Color::Black], Some(Duration::ZERO));
        assert_eq!(request.increment[Color::Black], Duration::from_millis(5));
        assert_eq!((request.depth, request.infinite, request.moves_to_go), (Some(3), true, None));
        assert_eq!(go_of("go perft 3").perft, Some(3));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let reason = |line| Command::parse(line).unwrap_err().to_string();
        assert_eq!(reason("go depth x"), "go depth takes a number, not 'x'");
        assert_eq!(reason("go depth"), "go depth takes a number, not ''");
        assert_eq!(reason("go fast"), "go does not know 'fast'");
        assert_eq!(reason("go perft 0"), "go perft takes a depth of at least 1");
        assert_eq!(reason("frobnicate now"), "unknown command 'frobnicate'");
        assert_eq!(
            reason("position e2e4"),
            "position takes startpos or fen FEN, then moves if any"
        );
        assert!(Command::parse("   ").unwrap().is_none());
    }
}
