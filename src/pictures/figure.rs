//! What a picture shows of a piece.

use std::fmt::Write as _;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::Session;
use vertumnus_core::rules::{Effect, Kind, Power, PowerSet};

/// What a picture shows of a piece: two pieces with the same figure look the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figure {
    /// What its kind can do by itself.
    pub powers: PowerSet,
    /// Whether it is a king, with or without further powers.
    pub royal: bool,
    /// Whether it can promote.
    pub promotes: bool,
    /// What it does to the influence of its neighbours.
    pub effect: Option<Effect>,
    /// What neighbours lend it.
    pub lent: PowerSet,
}

impl Figure {
    /// The figure of a kind; `None` if the game has no such kind.
    pub fn of_kind(game: &dyn Session, kind: Kind) -> Option<Self> {
        let info = game.kind(kind)?;
        Some(Self {
            powers: info.powers,
            royal: info.royal,
            promotes: game.promotes(kind),
            effect: info.effect,
            lent: PowerSet::default(),
        })
    }

    /// The color and the figure of the piece on a square, with what it is lent there; `None` if
    /// there is no piece.
    pub fn at(game: &dyn Session, square: Square) -> Option<(Color, Self)> {
        let piece = game.piece_at(square)?;
        let figure = Self::of_kind(game, piece.kind())?;
        let lent = game.powers_at(square).without(figure.powers);
        Some((piece.color(), Self { lent, ..figure }))
    }

    /// The color and the figure of an [`id`](Self::id); `None` if the text is none.
    pub fn of_id(id: &str) -> Option<(Color, Self)> {
        let color = match id.as_bytes().first()? {
            b'w' => Color::White,
            b'b' => Color::Black,
            _ => return None,
        };
        let mut fields = id[1..].split('-').map(|field| u32::from_str_radix(field, 16).ok());
        let (powers, flags) = (fields.next()??, fields.next()??);
        let lent = fields.next().unwrap_or(Some(0))?;
        let set = |bits: u32| {
            let is_in = |power: &Power| bits >> *power as u32 & 1 != 0;
            let powers = Power::ALL.iter().copied().filter(is_in);
            powers.fold(PowerSet::default(), |set, power| set | PowerSet::of(&[power]))
        };
        let figure = Self {
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
        id
    }
}
