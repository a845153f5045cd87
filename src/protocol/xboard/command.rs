//! The commands of the Chess Engine Communication Protocol, read from text.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::clock::Level;
use vertumnus_core::dialect;

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    ProtocolVersion(u32),
    New,
    Variant(String),
    Quit,
    Force,
    Go,
    PlayOther,
    Level(Level),
    /// The time for each move.
    SecondsPerMove(Duration),
    /// The depth in plies.
    Depth(u32),
    /// The engine's clock.
    Time(Duration),
    /// The opponent's clock.
    OpponentTime(Duration),
    /// A move; whether `usermove` came before it.
    Move {
        text: String,
        announced: bool,
    },
    MoveNow,
    Ping(String),
    Draw,
    /// The GUI says that the game has ended.
    Result,
    SetBoard(String),
    /// What White and Black have in hand, as letters.
    Holding([String; 2]),
    Undo,
    Remove,
    Ponder(bool),
    Post(bool),
    Analyze,
    Exit,
    /// How far the analysis is.
    Status,
    Exclude(Roots),
    Include(Roots),
    Computer,
    /// Mebibytes.
    Memory(String),
    Cores(String),
    Option {
        name: String,
        value: String,
    },
    Lift(String),
    Hover(String),
    Put(String),
    Hint,
    /// A command that needs no answer.
    Ignored,
}

/// Which moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    All,
    One(String),
}

/// Why a line is not a command. The protocol wants the reason in brackets before the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    #[error("unknown command")]
    Unknown,
    #[error("{0}")]
    Usage(&'static str),
}

impl Command {
    /// Reads a line; `None` if it is blank.
    pub(super) fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let named = |usage| {
            if rest.is_empty() { Err(CommandError::Usage(usage)) } else { Ok(rest.to_owned()) }
        };
        Ok(Some(match word {
            "" => return Ok(None),
            "protover" => Self::ProtocolVersion(number(rest, "protover takes a number")?),
            "new" => Self::New,
            "variant" => Self::Variant(named("variant takes a name")?),
            "quit" => Self::Quit,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "level" => Self::Level(level(rest)?),
            "st" => Self::SecondsPerMove(st(rest)?),
            "sd" => Self::Depth(number(rest, "sd takes a depth")?),
            "time" => Self::Time(centiseconds(rest)?),
            "otim" => Self::OpponentTime(centiseconds(rest)?),
            "usermove" => Self::Move { text: named("usermove takes a move")?, announced: true },
            "?" => Self::MoveNow,
            "ping" => Self::Ping(rest.to_owned()),
            "draw" => Self::Draw,
            "result" => Self::Result,
            "setboard" => Self::SetBoard(named("setboard takes a FEN")?),
            "holding" => Self::Holding(holding(rest)?),
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Status,
            "exclude" => Self::Exclude(roots(named("exclude takes a move or 'all'")?)),
            "include" => Self::Include(roots(named("include takes a move or 'all'")?)),
            "computer" => Self::Computer,
            "memory" => Self::Memory(rest.to_owned()),
            "cores" => Self::Cores(rest.to_owned()),
            "option" => option(&named("option takes NAME=VALUE")?),
            "lift" => Self::Lift(named("lift takes a square")?),
            "hover" => Self::Hover(named("hover takes a square")?),
            "put" => Self::Put(put_square(rest)?),
            "hint" => Self::Hint,
            "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics"
            | "egtpath" | "nps" | "bk" | "white" | "black" | "pause" | "resume" | "partner"
            | "ptell" => Self::Ignored,
            _ if dialect::is_move(line) => Self::Move { text: line.to_owned(), announced: false },
            _ => return Err(CommandError::Unknown),
        }))
    }
}

fn number<N: FromStr>(text: &str, usage: &'static str) -> Result<N, CommandError> {
    text.parse().map_err(|_| CommandError::Usage(usage))
}

fn roots(text: String) -> Roots {
    if text == "all" { Roots::All } else { Roots::One(text) }
}

/// `[PPR] [q]`, which what has just come into a hand may follow.
fn holding(text: &str) -> Result<[String; 2], CommandError> {
    let read = || {
        let (white, rest) = text.strip_prefix('[')?.split_once(']')?;
        let (black, _) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
        Some([white.to_owned(), black.to_owned()])
    };
    read().ok_or(CommandError::Usage("holding takes [LETTERS] [LETTERS]"))
}

fn option(text: &str) -> Command {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Command::Option { name: name.trim().to_owned(), value: value.trim().to_owned() }
}

/// The square of `put`. XBoard writes a comma after it while a key is held.
fn put_square(text: &str) -> Result<String, CommandError> {
    let square = text.trim_end_matches(',');
    if square.is_empty() {
        return Err(CommandError::Usage("put takes a square"));
    }
    Ok(square.to_owned())
}

/// No game is longer. A clock with more time is no limit, and sums of times do not overflow.
const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// A time in hundredths of a second. A clock that has run out may be negative.
fn centiseconds(text: &str) -> Result<Duration, CommandError> {
    let centiseconds: i64 = number(text, "a clock is a number of hundredths of a second")?;
    let time = Duration::from_millis(u64::try_from(centiseconds).unwrap_or(0).saturating_mul(10));
    Ok(time.min(LONGEST))
}

/// Seconds, possibly with decimals. More than [`LONGEST`] is that.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    Some(time.min(LONGEST))
}

fn st(text: &str) -> Result<Duration, CommandError> {
    seconds(text).ok_or(CommandError::Usage("st takes a number of seconds"))
}

/// `MOVES BASE INCREMENT`: the base in minutes, or minutes and seconds, the increment in seconds.
fn level(text: &str) -> Result<Level, CommandError> {
    const USAGE: CommandError =
        CommandError::Usage("level takes MOVES MINUTES[:SECONDS] INCREMENT");
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[moves, base, increment] = &words[..] else { return Err(USAGE) };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes = seconds(minutes).and_then(|minutes| minutes.checked_mul(60));
    let base = minutes.zip(seconds(rest)).and_then(|(minutes, rest)| minutes.checked_add(rest));
    let moves: u32 = moves.parse().map_err(|_| USAGE)?;
    Ok(Level {
        moves: (moves > 0).then_some(moves),
        base: base.ok_or(USAGE)?.min(LONGEST),
        increment: seconds(increment).ok_or(USAGE)?,
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn levels_are_read_as_guis_write_them() {
        let level = |moves, base, increment| {
            let (base, increment) = (Duration::from_millis(base), Duration::from_millis(increment));
            Command::Level(Level { moves, base, increment })
        };
        assert_eq!(parse("level 40 5 0"), level(Some(40), 300_000, 0));
        assert_eq!(parse("level 0 0:03 0.1"), level(None, 3_000, 100));
        assert_eq!(parse("level 40 2:30 12"), level(Some(40), 150_000, 12_000));
        for bad in [
            "level",
            "level 40 5",
            "level x 5 0",
            "level 40 5:x 0",
            "level 40 -1 0",
            "level 0 1e300 0",
        ] {
            assert!(Command::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_are_hundredths_of_a_second() {
        assert_eq!(parse("time 123"), Command::Time(Duration::from_millis(1230)));
        assert_eq!(parse("otim -5"), Command::OpponentTime(Duration::ZERO));
        assert_eq!(parse("st 0.5"), Command::SecondsPerMove(Duration::from_millis(500)));
        assert!(Command::parse("st -1").is_err() && Command::parse("time soon").is_err());
    }

    #[test]
    fn moves_may_come_without_a_word() {
        let bare = |text: &str| Command::Move { text: text.to_owned(), announced: false };
        assert_eq!(parse("b2b3"), bare("b2b3"));
        assert_eq!(parse(" O-O "), bare("O-O"));
        assert_eq!(Command::parse("frobnicate"), Err(CommandError::Unknown));
        assert_eq!(Command::parse("  "), Ok(None));
    }

    #[test]
    fn drops_and_hands_are_read() {
        let drop = Command::Move { text: "P@e5".to_owned(), announced: false };
        assert_eq!(parse("P@e5"), drop);
        let hands = Command::Holding(["PPR".to_owned(), String::new()]);
        assert_eq!(parse("holding [PPR] []"), hands);
        assert_eq!(parse("holding [PPR] [] WR"), hands);
        for bad in ["holding", "holding []", "holding [P [q]", "P@", "PP@e5", "@e5"] {
            assert!(Command::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_have_blanks_in_name_and_value() {
        let option = Command::Option { name: "Move Overhead".into(), value: "10".into() };
        assert_eq!(parse("option Move Overhead=10"), option);
        let button = Command::Option { name: "Clear Hash".into(), value: String::new() };
        assert_eq!(parse("option Clear Hash"), button);
    }
}
