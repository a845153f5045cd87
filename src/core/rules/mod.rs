//! What a game is: the [`Ruleset`] trait, the powers and kinds that pieces are made of, the pieces
//! on the board, and one file for each game.
//!
//! A ruleset is a type, and the code above this room is compiled once for each. It says what its
//! section of the rules says; how moves are made of that is the position's business.
#![forbid(unsafe_code)]

mod becomes;
mod castling;
mod kind;
mod orthodox;
mod outcome;
mod placement;
pub mod power;
mod power_map;
pub(crate) mod registry;

#[cfg(feature = "chancellor")]
pub mod chancellor;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "combination")]
pub mod combination;
#[cfg(feature = "fairyeater")]
pub mod fairyeater;
#[cfg(feature = "modern")]
pub mod modern;
#[cfg(feature = "morphing")]
pub mod morphing;
#[cfg(feature = "powerabsorption")]
pub mod powerabsorption;
#[cfg(feature = "stealthbomber")]
pub mod stealthbomber;

use std::fmt::Debug;

use arrayvec::ArrayVec;

pub use becomes::Becomes;
pub use castling::{Castle, CastlingRights};
pub use kind::{Kind, KindInfo, Piece};
pub use outcome::{Outcome, Reason};
pub use placement::{BitsOf, Edit, Influence, MapOf, Placement, PowerBoards};
pub use power::{Power, PowerSet, Reach};
pub use power_map::PowerMap;
pub use registry::{Variant, Visitor};

use crate::board::{Bits, Color, Geometry, Square, Squares};
use registry::Registered;

/// A move as the rules see it when they are asked what the mover becomes.
#[derive(Clone, Copy, Debug)]
pub struct Landing<'a, R: Ruleset> {
    /// What the position keeps besides the pieces.
    pub state: R::State,
    /// The side that moves.
    pub color: Color,
    /// What moves.
    pub mover: Kind,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What it takes, in the order of its way.
    pub victims: &'a [Kind],
}

/// What a ruleset keeps in a position besides the pieces, the turn, castling and en passant: `()`
/// where that is nothing.
///
/// It is written as the seventh field of the FEN, unless it is the default.
pub trait State: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// What the seventh field of the FEN holds, for people; empty if there is none.
    const FIELD: &'static str;

    /// The options that set the field for the start of a game: one for each of its parts, in order,
    /// as `/` parts them.
    const OPTIONS: &'static [StateOption] = &[];

    /// Reads the field.
    fn parse(field: &str) -> Option<Self>;

    /// Writes the field.
    fn text(self) -> String;

    /// A number that no other state has, and that is 0 for the default.
    fn packed(self) -> u64;
}

/// An option that sets a part of the seventh field of the FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateOption {
    /// Its name, which no other option has.
    pub name: &'static str,
    /// What it takes, for people.
    pub takes: &'static str,
}

impl State for () {
    const FIELD: &'static str = "";

    fn parse(_field: &str) -> Option<Self> {
        None
    }

    fn text(self) -> String {
        String::new()
    }

    #[inline]
    fn packed(self) -> u64 {
        0
    }
}

/// The rules of one game.
///
/// Items without a default are what every game has to say; the others are for what only some games
/// have. Rulesets can only be written in this crate: the trait is sealed, and the registry lists them.
pub trait Ruleset: Registered + Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;

    /// What a position keeps besides the pieces, the turn, castling and en passant.
    type State: State;

    /// The name by which protocols select the game, in lower case.
    const NAME: &'static str;

    /// Other names that protocols and managers have for the game.
    const ALIASES: &'static [&'static str] = &[];

    /// The name that people use.
    const TITLE: &'static str;

    /// The start position as FEN.
    const START: &'static str;

    /// All kinds of pieces, by their numbers.
    const KINDS: &'static [KindInfo];

    /// The plain pawn.
    const PAWN: Kind;

    /// The plain king.
    const KING: Kind = {
        let mut i = 0;
        while !Self::KINDS[i].royal {
            i += 1;
        }
        Kind::new(i as u8)
    };

    /// All powers that occur.
    const POWERS: PowerSet = {
        let mut powers = PowerSet::of(&[]);
        let mut i = 0;
        while i < Self::KINDS.len() {
            powers = powers.union(Self::KINDS[i].powers);
            i += 1;
        }
        powers
    };

    /// What a plain pawn promotes to, the best first; nothing if it never does.
    const PROMOTIONS: &'static [Kind] = &[];

    /// The rank on which a plain pawn promotes, as its side counts from 0.
    const PROMOTION_RANK: usize = Self::Geometry::SHAPE.ranks as usize - 1;

    /// Whether a plain pawn on its second rank may go two squares, and then be taken en passant.
    const DOUBLE_STEP: bool = false;

    /// The castling moves, in the order in which the FEN writes their rights.
    const CASTLES: &'static [Castle] = &[];

    /// Whether a capture can leave a choice of what the capturer becomes.
    const CAPTURES_BRANCH: bool = false;

    /// The squares whose pieces have each power, in games in which what a piece can do depends on
    /// others too; else a piece can do what its kind can.
    const INFLUENCE: Option<Influence<Self>> = None;

    /// Whether a king can have the power of a rider. It then neither passes nor gives check over a
    /// square that the enemy controls.
    const ROYAL_SLIDES: bool = false;

    /// Whether no position can come back from before a move that restarts the clock.
    const RESTARTS_ARE_FINAL: bool = true;

    /// Whether the side that cannot move has lost; else stalemate is a draw.
    const STALEMATE_LOSES: bool = false;

    /// What a mover becomes where it lands, with everything that the capture, the promotion and the
    /// square do to it; never empty, and each kind once.
    #[inline]
    #[must_use]
    fn becomes(landing: Landing<'_, Self>) -> Becomes {
        let Landing { color, mover, to, .. } = landing;
        let promotes = Self::promotion_zone(mover, color).has(to);
        let kinds = if promotes { Self::PROMOTIONS } else { &[mover] };
        kinds.iter().map(|&kind| Self::settled(kind, to)).collect()
    }

    /// What a piece of this kind is on a square, in games in which the square has a say.
    #[inline]
    #[must_use]
    fn settled(kind: Kind, _square: Square) -> Kind {
        kind
    }

    /// The squares on which a kind of this color promotes when it gets there by a move of its own.
    #[inline]
    #[must_use]
    fn promotion_zone(kind: Kind, color: Color) -> BitsOf<Self> {
        if kind == Self::PAWN && !Self::PROMOTIONS.is_empty() {
            Self::Geometry::rank_of(color, Self::PROMOTION_RANK)
        } else {
            Bits::EMPTY
        }
    }

    /// The squares to which a move of this kind removes pieces as a side effect, see
    /// [`removed`](Self::removed).
    #[inline]
    #[must_use]
    fn removes_at(_placement: &Placement<Self>, _kind: Kind, _color: Color) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// What is removed from the board besides when a piece has moved to this square: any of the
    /// pieces there are then, the mover included. A side may lose its king by the enemy's move, and
    /// the game with it, but not by its own.
    #[inline]
    #[must_use]
    fn removed(_placement: &Placement<Self>, _to: Square) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// The targets of a piece that have to be tried to learn whether its king is safe then, because
    /// the move changes what enemies can do. `safe` are the targets to which it can safely go if it
    /// does not.
    #[inline]
    #[must_use]
    fn doubtful(
        _placement: &Placement<Self>,
        _from: Square,
        _mover: Piece,
        _safe: BitsOf<Self>,
    ) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether a quiet move of this kind, which becomes that kind by it, can never be taken back, so
    /// that the clock restarts.
    #[inline]
    #[must_use]
    fn resets_clock(mover: Kind, _becomes: Kind) -> bool {
        mover == Self::PAWN
    }

    /// How the game has ended if the pieces alone say so, whoever is to move and whatever the moves
    /// would be. A game that has ended has no moves.
    #[inline]
    fn ended(_placement: &Placement<Self>) -> Option<Outcome> {
        None
    }

    /// Whether the pieces make a draw whatever is played. Two plain kings alone always do.
    fn is_dead_draw(placement: &Placement<Self>) -> bool {
        let is_plain = |square| placement.kind_at(square) == Some(Self::KING);
        placement.occupied() == placement.royals() && placement.royals().squares().all(is_plain)
    }

    /// Whether a piece may stand on a square; the reason if not.
    ///
    /// # Errors
    /// One line that says what is wrong, without the piece and the square.
    fn check_square(piece: Piece, square: Square) -> Result<(), &'static str> {
        let ours = Self::promotion_zone(piece.kind(), piece.color());
        if Self::settled(piece.kind(), square) != piece.kind() {
            Err("on this square it is another piece")
        } else if piece.kind() != Self::PAWN {
            Ok(())
        } else if Self::Geometry::rank_for(piece.color(), square) == 0 {
            Err("a pawn cannot stand on its own first rank")
        } else if ours.squares().any(|zone| {
            Self::Geometry::rank_for(piece.color(), square)
                >= Self::Geometry::rank_for(piece.color(), zone)
        }) {
            Err("a pawn cannot stand where it promotes or beyond")
        } else {
            Ok(())
        }
    }

    /// Whether the pieces may stand as they do; the reason if not.
    ///
    /// # Errors
    /// One line that says what is wrong.
    fn check_placement(_placement: &Placement<Self>) -> Result<(), &'static str> {
        Ok(())
    }

    /// What a kind can do by itself.
    #[inline]
    #[must_use]
    fn powers(kind: Kind) -> PowerSet {
        Self::KINDS[kind.index()].powers
    }

    /// All kinds of pieces, by their numbers.
    fn kinds() -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone {
        (0..Self::KINDS.len() as u8).map(Kind::new)
    }

    /// What the game says of a kind.
    #[inline]
    #[must_use]
    fn info(kind: Kind) -> &'static KindInfo {
        &Self::KINDS[kind.index()]
    }

    /// All squares of the board, by their indices.
    fn squares() -> Squares<BitsOf<Self>> {
        Self::Geometry::TABLES.squares.squares()
    }

    /// The name of a square, such as `e4`.
    #[must_use]
    fn square_name(square: Square) -> String {
        Self::Geometry::square_name(square)
    }

    /// Whether a kind is a king.
    #[inline]
    #[must_use]
    fn is_royal(kind: Kind) -> bool {
        Self::KINDS[kind.index()].royal
    }

    /// The token of a piece as the FEN writes it: a letter, or letters in braces; upper case for
    /// White. Move text names what a piece becomes by the token of Black.
    #[must_use]
    fn token(piece: Piece) -> String {
        let token = Self::KINDS[piece.kind().index()].token;
        let token = match piece.color() {
            Color::White => token.to_owned(),
            Color::Black => token.to_ascii_lowercase(),
        };
        if token.len() > 1 { format!("{{{token}}}") } else { token }
    }

    /// The kind of a token in any order of its letters, in upper case and without braces.
    #[must_use]
    fn kind_of_token(token: &str) -> Option<Kind> {
        let sorted = |token: &str| {
            let mut letters: ArrayVec<u8, 8> = token.bytes().take(8).collect();
            letters.sort_unstable();
            letters
        };
        (0u8..)
            .zip(Self::KINDS)
            .find(|(_, info)| sorted(info.token) == sorted(token))
            .map(|(number, _)| Kind::new(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch;

    #[test]
    fn tokens_lead_back_to_kinds() {
        for &variant in Variant::ALL {
            dispatch!(variant, |R| {
                for kind in R::kinds() {
                    let token = R::info(kind).token;
                    let reversed: String = token.chars().rev().collect();
                    assert_eq!(R::kind_of_token(token), Some(kind), "{token} in {}", R::NAME);
                    assert_eq!(
                        R::kind_of_token(&reversed),
                        Some(kind),
                        "{reversed} in {}",
                        R::NAME
                    );
                    let texts = Color::ALL.map(|color| R::token(Piece::new(kind, color)));
                    assert_eq!(texts[0].to_lowercase(), texts[1]);
                    assert_eq!(texts[0].contains('{'), token.len() > 1);
                }
                for token in ["", "x", "k", "KK", "PPPPPPPPP", "É"] {
                    assert_eq!(R::kind_of_token(token), None, "{token} in {}", R::NAME);
                }
            });
        }
    }

    /// Counting moves relies on it.
    #[test]
    fn moves_without_capture_branch_in_promotion_zones_alone() {
        fn branches_in_zone_alone<R: Ruleset>(color: Color, mover: Kind, to: Square) {
            let (state, from) = (R::State::default(), to);
            let becomes = R::becomes(Landing { state, color, mover, from, to, victims: &[] });
            let zone = R::promotion_zone(mover, color);
            assert!(!becomes.is_empty());
            assert!(becomes.len() == 1 || zone.has(to), "{mover:?} on {to:?} in {}", R::NAME);
        }

        for &variant in Variant::ALL {
            dispatch!(variant, |R| {
                for mover in R::kinds() {
                    for to in R::squares() {
                        branches_in_zone_alone::<R>(Color::White, mover, to);
                        branches_in_zone_alone::<R>(Color::Black, mover, to);
                    }
                }
            });
        }
    }

    #[test]
    fn plain_pawns_exist_and_kings_are_royal() {
        for &variant in Variant::ALL {
            dispatch!(variant, |R| {
                assert!(R::powers(R::PAWN) != PowerSet::default() && !R::is_royal(R::PAWN));
                let king = R::kind_of_token("K").expect("every game has a king");
                assert!(R::is_royal(king));
            });
        }
    }
}
