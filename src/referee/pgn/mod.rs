//! Records of games in Portable Game Notation: written, read, and checked against the rules.
//!
//! Moves are SAN as `docs/san.md` defines it, so that compounds stand in braces; that page says how
//! a reader tells them from comments.

mod check;
mod read;
mod write;

use std::fmt;

pub use check::{CheckError, Problem, Summary, check_file};
pub use read::{PgnError, Reader};

use vertumnus_core::board::Color;
use vertumnus_core::rules::{Outcome, Variant};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// Nobody has.
    Draw,
    /// The game was not finished.
    Open,
}

impl GameResult {
    const ALL: [Self; 4] =
        [Self::Win(Color::White), Self::Win(Color::Black), Self::Draw, Self::Open];

    /// As PGN writes it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The result of a text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(color, _) => Self::Win(color),
            Outcome::Draw(_) => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move in SAN.
    pub san: String,
    /// What is said of it; empty for nothing.
    pub comment: String,
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tag pairs, in order.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub result: GameResult,
}

impl Record {
    /// The value of a tag, if it is there.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The game that is played. Without a tag it is `fallback`.
    ///
    /// # Errors
    /// The name, if it is no game's.
    pub fn variant(&self, fallback: Variant) -> Result<Variant, String> {
        let Some(name) = self.tag("Variant") else { return Ok(fallback) };
        name.to_ascii_lowercase().parse().map_err(|_| format!("unknown variant '{name}'"))
    }
}
