//! Requests, and what they say.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{self, PositionError, Session};
use vertumnus_core::position::MoveError;
use vertumnus_core::rules::{Kind, Piece, Variant};

use super::limits;
use super::refusal::{Refusal, RefusalKind};
use super::variant::IN_HAND;

/// A request: names with values. Names that a call does not know are ignored.
pub(super) struct Request(Map<String, Value>);

impl Request {
    /// Reads a request.
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        if text.len() > limits::REQUEST {
            let most = limits::REQUEST;
            return Err(Refusal::bad_request(format!("a request has at most {most} bytes")));
        }
        let fields = serde_json::from_str(text).map_err(|error| {
            Refusal::bad_request(format!("a request is a JSON object: {error}"))
        })?;
        Ok(Self(fields))
    }

    /// A request that names a game and no more.
    #[cfg(feature = "written")]
    pub(super) fn about(game: &str) -> Self {
        Self(Map::from_iter([("game".to_owned(), game.into())]))
    }

    /// A value; `None` if it is missing or null.
    fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A text; `None` if it is missing or null.
    pub(super) fn optional_text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(None) };
        Ok(Some(short(long_text(name, value)?, name)?))
    }

    /// A text that must be there.
    pub(super) fn text(&self, name: &str) -> Result<&str, Refusal> {
        self.optional_text(name)?.ok_or_else(|| missing(name))
    }

    /// A text of any length that must be there.
    pub(super) fn long_text(&self, name: &str) -> Result<&str, Refusal> {
        long_text(name, self.value(name).ok_or_else(|| missing(name))?)
    }

    /// A text of any length; `None` if it is missing or null.
    pub(super) fn optional_long_text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        self.value(name).map(|value| long_text(name, value)).transpose()
    }

    /// A list of things of one shape; empty if it is missing or null.
    pub(super) fn list<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(Vec::new()) };
        Vec::deserialize(value)
            .map_err(|error| Refusal::bad_request(format!("'{name}' cannot be read: {error}")))
    }

    /// A list of at most this many texts; empty if it is missing or null.
    pub(super) fn texts(&self, name: &str, most: usize) -> Result<Vec<&str>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or_else(|| is_no(name, "a list of texts"))?;
        if list.len() > most {
            return Err(Refusal::bad_request(format!("'{name}' has at most {most} items")));
        }
        list.iter()
            .map(|value| short(value.as_str().ok_or_else(|| is_no(name, "a list of texts"))?, name))
            .collect()
    }

    /// Names with texts, as pairs; empty if it is missing or null.
    pub(super) fn pairs(&self, name: &str) -> Result<Vec<(&str, &str)>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(Vec::new()) };
        let object = value.as_object().ok_or_else(|| is_no(name, "an object of texts"))?;
        if object.len() > limits::ITEMS {
            let most = limits::ITEMS;
            return Err(Refusal::bad_request(format!("'{name}' has at most {most} items")));
        }
        object
            .iter()
            .map(|(key, value)| {
                let text = value.as_str().ok_or_else(|| is_no(name, "an object of texts"))?;
                Ok((short(key, name)?, short(text, name)?))
            })
            .collect()
    }

    /// Names with numbers up to 255, as pairs; empty if it is missing or null.
    pub(super) fn counts(&self, name: &str) -> Result<Vec<(&str, u8)>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(Vec::new()) };
        let what = "an object of numbers up to 255";
        let object = value.as_object().ok_or_else(|| is_no(name, what))?;
        let count = |value: &Value| value.as_u64().and_then(|count| u8::try_from(count).ok());
        object
            .iter()
            .map(|(key, value)| Ok((&**key, count(value).ok_or_else(|| is_no(name, what))?)))
            .collect()
    }

    /// Whether a flag is set.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        let Some(value) = self.value(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| is_no(name, "true or false"))
    }

    /// A whole number; `None` if it is missing or null.
    pub(super) fn number(&self, name: &str) -> Result<Option<u32>, Refusal> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.map(Some).ok_or_else(|| is_no(name, "a whole number"))
    }

    /// The game.
    pub(super) fn variant(&self) -> Result<Variant, Refusal> {
        let name = self.text("game")?;
        Variant::named(name).ok_or_else(|| {
            Refusal::new(RefusalKind::UnknownVariant, format!("unknown variant '{name}'"))
        })
    }

    /// The game before the first move.
    pub(super) fn start(&self) -> Result<Box<dyn Session>, Refusal> {
        let mut session = game::session(self.variant()?);
        session.set_position(self.optional_text("fen")?, &[])?;
        Ok(session)
    }

    /// Plays the moves from the start: in coordinates, and what has not their form in SAN.
    pub(super) fn play(&self, game: &mut dyn Session) -> Result<(), Refusal> {
        for (number, text) in (1..).zip(self.texts("moves", limits::MOVES)?) {
            let played = match game.play_text(text) {
                Err(MoveError::Malformed(_)) => game.play_san(text),
                other => other,
            };
            played.map_err(|error| PositionError::Move { number, error })?;
        }
        Ok(())
    }

    /// The game after its moves.
    pub(super) fn session(&self) -> Result<Box<dyn Session>, Refusal> {
        let mut game = self.start()?;
        self.play(&mut *game)?;
        Ok(game)
    }

    /// The kind of a place in a hand, such as `P@`; `None` for squares.
    pub(super) fn kind_in_hand(
        &self,
        name: &str,
        game: &dyn Session,
    ) -> Result<Option<Kind>, Refusal> {
        let Some(token) = self.text(name)?.strip_suffix(IN_HAND) else { return Ok(None) };
        let is_it = |&kind: &Kind| {
            Color::ALL.into_iter().any(|color| game.token(Piece::new(kind, color)) == token)
        };
        let kind = game.kinds_in_hand().into_iter().find(is_it);
        let none = || Refusal::bad_request(format!("in this game no '{token}' can be in hand"));
        kind.ok_or_else(none).map(Some)
    }

    /// The square of a name that must be there.
    pub(super) fn square(&self, name: &str, game: &dyn Session) -> Result<Square, Refusal> {
        let square = self.text(name)?;
        game.parse_square(square)
            .ok_or_else(|| Refusal::bad_request(format!("the board has no square '{square}'")))
    }
}

fn long_text<'a>(name: &str, value: &'a Value) -> Result<&'a str, Refusal> {
    value.as_str().ok_or_else(|| is_no(name, "a text"))
}

fn short<'a>(text: &'a str, name: &str) -> Result<&'a str, Refusal> {
    if text.len() > limits::TEXT {
        let most = limits::TEXT;
        return Err(Refusal::bad_request(format!("a text in '{name}' has at most {most} bytes")));
    }
    Ok(text)
}

fn missing(name: &str) -> Refusal {
    Refusal::bad_request(format!("the request has no '{name}'"))
}

fn is_no(name: &str, what: &str) -> Refusal {
    Refusal::bad_request(format!("'{name}' is not {what}"))
}
