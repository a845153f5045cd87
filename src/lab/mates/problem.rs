//! A position with a forced win, as a line of text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A position whose side to move forces a win in a known number of moves.
///
/// As text: `FEN ;dm MOVES ;bm MOVE ... ;nodes NODES ;id NAME`, with the names that EPD has for the
/// first two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The position.
    pub fen: String,
    /// The least number of its own moves in which the side to move wins.
    pub moves: u32,
    /// The texts of all first moves that do so, in alphabetical order.
    pub first_moves: Vec<String>,
    /// The number of nodes within which the search must find one of them and the number of moves.
    pub nodes: u64,
}

/// A line that is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a problem is 'FEN ;dm MOVES ;bm MOVE ... ;nodes NODES ;id NAME', not '{0}'")]
pub struct BadProblem(String);

impl Problem {
    /// The problems of a file's text, one per line; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a line is not a problem.
    pub fn read_all(text: &str) -> Result<Vec<Self>, BadProblem> {
        let lines = text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::parse).collect()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, fen, moves, first_moves, nodes } = self;
        write!(f, "{fen} ;dm {moves} ;bm {} ;nodes {nodes} ;id {name}", first_moves.join(" "))
    }
}

impl FromStr for Problem {
    type Err = BadProblem;

    fn from_str(line: &str) -> Result<Self, BadProblem> {
        let parse = || {
            let mut fields = line.split(';').map(str::trim);
            let fen = fields.next()?.to_owned();
            let mut value = |key: &str| fields.next()?.strip_prefix(key)?.strip_prefix(' ');
            let moves = value("dm")?.parse().ok().filter(|&moves| moves > 0)?;
            let first_moves: Vec<_> = value("bm")?.split_whitespace().map(str::to_owned).collect();
            let nodes = value("nodes")?.parse().ok()?;
            let name = value("id")?.to_owned();
            let is_whole = !first_moves.is_empty() && fields.next().is_none();
            is_whole.then_some(Self { name, fen, moves, first_moves, nodes })
        };
        parse().ok_or_else(|| BadProblem(line.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_read_as_they_are_written() {
        let line = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;dm 3 ;bm a1a2 a1a3q ;nodes 20000 ;id x_1";
        let problem: Problem = line.parse().expect("a problem");
        assert_eq!(problem.to_string(), line);
        assert_eq!(problem.first_moves, ["a1a2", "a1a3q"]);
        let text = format!("# a comment\n\n{line}\r\n{line}\n");
        assert_eq!(Problem::read_all(&text), Ok(vec![problem.clone(), problem]));
    }

    #[test]
    fn what_says_less_or_more_is_refused() {
        let line = "x ;dm 3 ;bm a1a2 ;nodes 20000 ;id x";
        assert!(line.parse::<Problem>().is_ok());
        for (part, other) in [
            (";dm 3", ";dm 0"),
            (";dm 3", ";dm x"),
            (";dm 3", ""),
            ("a1a2", ""),
            ("20000", "many"),
            (";id x", ""),
            (";id x", ";id x ;id y"),
        ] {
            let line = line.replace(part, other);
            assert!(line.parse::<Problem>().is_err(), "{line}");
        }
    }
}
