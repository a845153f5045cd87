//! What a picture shows of a piece.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::rules::{Effect, PLAYS_WRITTEN, Power, PowerSet};

use crate::pattern::Pattern;

/// What a picture shows of a piece: two pieces with the same figure look the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figure {
    /// What its kind can do by itself.
    pub powers: PowerSet,
    /// Whether it is a king, with or without further powers.
    pub royal: bool,
    /// Whether it can promote.
    pub promotes: bool,
    /// What it does to the influence of its neighbors.
    pub effect: Option<Effect>,
    /// What neighbors lend it.
    pub lent: PowerSet,
    /// How it moves, if its powers have no shapes that show them all. They are not given then. White's
    /// pieces move up, Black's down, unless they are [seen](Self::seen_by) from the other side.
    pub pattern: Option<Pattern>,
    /// Its letter, `A` to `Z`, where the rest does not tell it from other pieces of its game.
    pub letter: Option<char>,
}

impl Figure {
    /// The color and the figure of an [`id`](Self::id); `None` if the text is none.
    pub fn of_id(id: &str) -> Option<(Color, Self)> {
        let color = match id.as_bytes().first()? {
            b'w' => Color::White,
            b'b' => Color::Black,
            _ => return None,
        };
        let mut parts = id[1..].split('.');
        let mut fields = parts.next()?.split('-').map(|field| u32::from_str_radix(field, 16).ok());
        let (powers, flags) = (fields.next()??, fields.next()??);
        let lent = fields.next().unwrap_or(Some(0))?;
        let set = |bits: u32| {
            let is_in = |power: &Power| bits >> *power as u32 & 1 != 0;
            let powers = Power::ALL.iter().copied().filter(is_in);
            powers.fold(PowerSet::default(), |set, power| set | PowerSet::of(&[power]))
        };
        let letter = parts.next().and_then(|part| part.chars().next());
        let pattern = match parts.next() {
            Some(text) if PLAYS_WRITTEN => Some(Pattern::of_text(text)?),
            _ => None,
        };
        let figure = Self {
            pattern,
            letter: letter.filter(char::is_ascii_uppercase),
            powers: set(powers),
            royal: flags & 1 != 0,
            promotes: flags & 2 != 0,
            effect: [Effect::Amplifies, Effect::Isolates]
                .into_iter()
                .find(|&effect| effect as u32 + 1 == flags >> 2),
            lent: set(lent),
        };
        // What does not lead back to the text has something that no figure has.
        (figure.id(color) == id).then_some((color, figure))
    }

    /// It as it looks on a board with this side at the bottom; without this, White is there.
    #[must_use]
    pub fn seen_by(self, bottom: Color) -> Self {
        let turned =
            |pattern: Pattern| if bottom == Color::White { pattern } else { pattern.turned() };
        Self { pattern: self.pattern.map(turned), ..self }
    }

    /// A name that no other figure has, for `id` in XML.
    pub fn id(&self, color: Color) -> String {
        let bits = |set: PowerSet| set.iter().fold(0_u32, |bits, power| bits | 1 << power as u32);
        let effect = self.effect.map_or(0, |effect| effect as u32 + 1);
        let flags = u32::from(self.royal) | u32::from(self.promotes) << 1 | effect << 2;
        let side = if color == Color::White { 'w' } else { 'b' };
        let mut id = format!("{side}{:x}-{flags:x}", bits(self.powers));
        if self.lent.count() > 0 {
            let _ = write!(id, "-{:x}", bits(self.lent));
        }
        if self.letter.is_some() || self.pattern.is_some() {
            id.push('.');
            id.extend(self.letter);
        }
        if let Some(pattern) = &self.pattern {
            let _ = write!(id, ".{}", pattern.text());
        }
        id
    }
}
