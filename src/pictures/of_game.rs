//! Which figures the pieces of a game have.

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::Session;
use vertumnus_core::rules::{Kind, KindInfo, PLAYS_WRITTEN, PowerSet};

use crate::figure::Figure;
use crate::pattern::Pattern;
use crate::piece::{drawing, has_shapes};

impl Figure {
    /// The figure of a kind; `None` if the game has no such kind.
    pub fn of_kind(game: &dyn Session, kind: Kind) -> Option<Self> {
        let kind = game.shown(kind);
        let info = game.kind(kind)?;
        let plain = Self::plain(game, kind, info);
        let motions = game.variant().facts().motions.get(kind.index());
        let Some(motions) = motions.filter(|_| PLAYS_WRITTEN) else { return Some(plain) };
        let letter = info.token.chars().next();
        if !has_shapes(info.powers, info.royal) {
            let (powers, pattern) = (PowerSet::default(), Some(Pattern::of(motions)));
            return Some(Self { powers, pattern, letter, ..plain });
        }
        let picture = drawing(&plain, Color::White);
        let mut others = (0u8..).map(Kind::new).zip(game.kinds()).take(kind.index());
        let is_taken = others.any(|(other, info)| {
            has_shapes(info.powers, info.royal)
                && drawing(&Self::plain(game, other, info), Color::White) == picture
        });
        Some(Self { letter: letter.filter(|_| is_taken), ..plain })
    }

    /// The figure of a kind whose powers have shapes.
    fn plain(game: &dyn Session, kind: Kind, info: &KindInfo) -> Self {
        Self {
            powers: info.powers,
            royal: info.royal,
            promotes: game.promotes(kind),
            effect: info.effect,
            ..Self::default()
        }
    }

    /// The color and the figure of the piece on a square, with what it is lent there; `None` if
    /// there is no piece.
    pub fn at(game: &dyn Session, square: Square) -> Option<(Color, Self)> {
        let piece = game.piece_at(square)?;
        let figure = Self::of_kind(game, piece.kind())?;
        let lent = game.powers_at(square).without(figure.powers);
        Some((piece.color(), Self { lent, ..figure }))
    }
}
