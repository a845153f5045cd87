//! Records of games.

use std::fmt;

use crate::board::Color;
use crate::dialect::Dialect;
use crate::game::{self, Session};
use crate::rules::{ForeignRules, Outcome, Variant};

/// The tag that tells the rules of a game of a file from others of its name.
pub const RULES: &str = "Rules";

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// A draw.
    Draw,
    /// The game was not finished.
    Open,
}

impl GameResult {
    const ALL: [Self; 4] =
        [Self::Win(Color::White), Self::Win(Color::Black), Self::Draw, Self::Open];

    /// The result as PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Reads a result as PGN writes it; `None` if it is none.
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

/// A move of a recorded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedMove {
    /// The move in SAN.
    pub san: String,
    /// The comment on the move; may be empty.
    pub comment: String,
    /// Numeric annotation glyphs: 1 is a good move, 2 a mistake.
    pub glyphs: Vec<u8>,
    /// The lines that might have been played in its place, each of at least one move.
    pub variations: Vec<Vec<Self>>,
}

/// The record of a game. Its text is PGN.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::pgn::{GameRecord, GameResult};
/// use vertumnus_core::rules::Variant;
///
/// let mut game = game::session(Variant::Chess);
/// game.play_san("d4")?;
/// let tags = vec![("White".to_owned(), "Ann".to_owned())];
/// let record = GameRecord::of(&*game, tags, GameResult::Open);
/// assert_eq!(record.to_string(), "[White \"Ann\"]\n\n1. d4 *\n");
/// # Ok::<(), vertumnus_core::position::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameRecord {
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move; may be empty.
    pub comment: String,
    /// The moves.
    pub plies: Vec<RecordedMove>,
    /// The result.
    pub result: GameResult,
}

impl GameRecord {
    /// The record of a game in play: these tags, those that tell its start and its rules, and its
    /// moves without comments.
    pub fn of(game: &dyn Session, mut tags: Vec<(String, String)>, result: GameResult) -> Self {
        let variant = game.variant();
        let mut before = game.boxed_clone();
        while before.undo().is_some() {}
        let start = before.fen();
        let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
        if start != game::session(variant).fen() {
            add("FEN", start);
            add("SetUp", "1".to_owned());
        }
        if !variant.is_chess() {
            add("Variant", variant.to_string());
        }
        if let Some(tag) = variant.rules_tag() {
            add(RULES, tag.to_owned());
        }
        let ply = |san: String| RecordedMove { san, ..RecordedMove::default() };
        let plies = game.sans_played().into_iter().map(ply).collect();
        Self { tags, comment: String::new(), plies, result }
    }

    /// The value of a tag; `None` if the record does not have it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The variant that is played; `fallback` if no tag `Variant` says it.
    ///
    /// # Errors
    /// If the variant is unknown, or the record is one of other rules of its name.
    pub fn variant(&self, fallback: Variant) -> Result<Variant, String> {
        /// Chess in records of other programs; the second is Lichess's name for games with a tag `FEN`.
        const CHESS: [&str; 2] = ["standard", "from position"];
        // The standard's `?` is a value that is not known, and `-` one that does not apply.
        let known = self.tag("Variant").filter(|name| !matches!(*name, "" | "?" | "-"));
        let Some(name) = known else { return Ok(fallback) };
        let is_chess = CHESS.iter().any(|known| name.eq_ignore_ascii_case(known));
        let name = if is_chess { "chess" } else { name };
        let variant =
            Dialect::variant_named(name).ok_or_else(|| format!("unknown game '{name}'"))?;
        match (self.tag(RULES), variant.rules_tag()) {
            (Some(found), Some(tag)) if found != tag => {
                Err(format!("it is {}", ForeignRules::Rules(variant.to_string())))
            }
            _ => Ok(variant),
        }
    }
}
