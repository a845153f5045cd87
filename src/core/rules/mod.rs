//! What a game is: the [`Ruleset`] trait, the powers and kinds that pieces are made of, the pieces
//! on the board, and one file for each game.
//!
//! A ruleset is a type, and positions and searches are compiled once for each. It states the rules of
//! its game; how moves follow from them is the business of [`position`](crate::position).
//!
//! ```
//! use vertumnus_core::rules::chancellor::Chancellor;
//! use vertumnus_core::rules::{Power, Ruleset, Variant};
//!
//! let chancellor = Chancellor::kind_of_token("C").unwrap();
//! let info = Chancellor::info(chancellor);
//! assert!(info.powers.has(Power::Rook) && info.powers.has(Power::Knight));
//! assert_eq!(info.powers.in_words(), "leaps like a knight, slides like a rook");
//! assert_eq!(Variant::named(Chancellor::NAME), Some(Variant::Chancellor));
//! ```
#![forbid(unsafe_code)]

mod becomes;
mod castling;
mod kind;
mod orthodox;
mod outcome;
mod placement;
pub mod power;
mod power_map;
pub(crate) mod registered;
mod registry;
mod words;

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
pub use kind::{Effect, Kind, KindInfo, KindTooHigh, Piece};
pub use outcome::{Outcome, Reason};
pub use placement::{BitsOf, Edit, Influence, MapOf, Placement, PowerBoards};
pub(crate) use power::Reach;
pub use power::{Power, PowerSet};
pub use power_map::PowerMap;
pub use registry::{Variant, Visitor};

use crate::board::{Bits, Color, Geometry, Square, Squares};
use registered::Registered;

/// A move, as a ruleset sees it when it says what the mover becomes.
#[derive(Clone, Copy, Debug)]
pub struct Landing<'a, R: Ruleset> {
    /// The ruleset's own state of the position.
    pub state: R::State,
    /// The side that moves.
    pub color: Color,
    /// What moves.
    pub mover: Kind,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What it captures, in the order of its path.
    pub victims: &'a [Kind],
}

/// What a ruleset keeps in a position in addition to the pieces, the side to move, castling and en
/// passant: `()` if there is nothing.
///
/// It is written as the seventh field of the FEN, unless it is the default.
pub trait State: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// A description of the seventh field of the FEN, for people; empty if there is no such field.
    const FIELD: &'static str;

    /// The options that set the field for the start of a game: one for each of its parts, which are
    /// separated by `/`, in their order.
    const OPTIONS: &'static [StateOption] = &[];

    /// Reads the field.
    fn parse(field: &str) -> Option<Self>;

    /// Writes the field.
    fn text(self) -> String;

    /// A number that no other state has; 0 for the default.
    fn packed(self) -> u64;
}

/// An option that sets a part of the seventh field of the FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateOption {
    /// Its name, which no other option has.
    pub name: &'static str,
    /// A description of its values, for people.
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
/// Every game must give the items without a default; the others are for what only some games have.
/// Rulesets can only be written in this crate: the trait is sealed, and the registry lists them.
pub trait Ruleset: Registered + Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;

    /// What a position keeps in addition to the pieces, the side to move, castling and en passant.
    type State: State;

    /// The name by which protocols select the game, in lower case.
    const NAME: &'static str;

    /// Other names that protocols and tournament managers have for the game.
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

    /// All powers that occur in the game.
    const POWERS: PowerSet = {
        let mut powers = PowerSet::of(&[]);
        let mut i = 0;
        while i < Self::KINDS.len() {
            powers = powers.union(Self::KINDS[i].powers);
            i += 1;
        }
        powers
    };

    /// What a plain pawn promotes to, the best first; empty if it never does.
    const PROMOTIONS: &'static [Kind] = &[];

    /// The rank on which a plain pawn promotes, counted from 0 by its own side.
    const PROMOTION_RANK: usize = Self::Geometry::SHAPE.ranks as usize - 1;

    /// The power by whose quiet step a plain pawn on its second rank may go twice in one direction,
    /// and by whose captures it can then be taken en passant.
    const DOUBLE_STEP: Option<Power> = None;

    /// The castling moves, in the order of their letters in the FEN.
    const CASTLES: &'static [Castle] = &[];

    /// Whether a capturer can have a choice of what it becomes.
    const CAPTURES_BRANCH: bool = false;

    /// Computes the powers of all pieces, in games in which they depend on other pieces, too. If
    /// `None`, a piece has the powers of its kind.
    const INFLUENCE: Option<Influence<Self>> = None;

    /// Whether a king can have the power of a rider. Such a king neither passes over squares that the
    /// enemy controls nor gives check over them.
    const ROYAL_SLIDES: bool = false;

    /// Whether no position from before a move that restarts the clock can occur again after it.
    const RESTARTS_ARE_FINAL: bool = true;

    /// Whether the side that cannot move loses; otherwise stalemate is a draw.
    const STALEMATE_LOSES: bool = false;

    /// What a mover can become where it lands, by capture, promotion or the square: at least one kind,
    /// and each only once.
    #[inline]
    fn becomes(landing: Landing<'_, Self>) -> Becomes {
        let Landing { color, mover, to, .. } = landing;
        let promotes = Self::promotion_zone(mover, color).has(to);
        let kinds = if promotes { Self::PROMOTIONS } else { &[mover] };
        kinds.iter().map(|&kind| Self::settled(kind, to)).collect()
    }

    /// What a piece of this kind is on a square, in games in which the square matters.
    #[inline]
    fn settled(kind: Kind, _square: Square) -> Kind {
        kind
    }

    /// The squares on which a piece of this kind and colour promotes if it moves there.
    #[inline]
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
    fn removes_at(_placement: &Placement<Self>, _kind: Kind, _color: Color) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// The squares from which pieces are removed as a side effect when a piece has moved to `to`. The
    /// placement is that after the move, and the mover may be among the removed. A side can lose its
    /// king, and the game, by a move of the enemy, but not by its own.
    #[inline]
    fn removed(_placement: &Placement<Self>, _to: Square) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// The targets to which moves of a piece must be made on a copy of the position to find out
    /// whether its king is safe, because such a move changes what enemies can do. `safe` are the
    /// targets that leave the king safe if it does not.
    #[inline]
    fn uncertain_targets(
        _placement: &Placement<Self>,
        _from: Square,
        _mover: Piece,
        _safe: BitsOf<Self>,
    ) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether a move restarts the clock though it captures nothing, because the mover can never go
    /// back. `becomes` is what the mover becomes.
    #[inline]
    fn resets_clock(mover: Kind, _becomes: Kind) -> bool {
        mover == Self::PAWN
    }

    /// How the game has ended if the pieces alone decide it, whichever side is to move. A game that has
    /// ended has no legal moves.
    #[inline]
    fn ended(_placement: &Placement<Self>) -> Option<Outcome> {
        None
    }

    /// Whether neither side can win with these pieces. Two plain kings alone are always a dead draw.
    fn is_dead_draw(placement: &Placement<Self>) -> bool {
        let is_plain = |square| placement.kind_at(square) == Some(Self::KING);
        placement.occupied() == placement.royals() && placement.royals().squares().all(is_plain)
    }

    /// Checks whether a piece may stand on a square.
    ///
    /// # Errors
    /// The reason why not, without the piece and the square.
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

    /// Checks whether the pieces may stand as they do.
    ///
    /// # Errors
    /// The reason why not.
    fn check_placement(_placement: &Placement<Self>) -> Result<(), &'static str> {
        Ok(())
    }

    /// The powers that a kind has by itself.
    #[inline]
    fn powers(kind: Kind) -> PowerSet {
        Self::info(kind).powers
    }

    /// All kinds of pieces, by their numbers.
    fn kinds() -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone {
        (0..Self::KINDS.len() as u8).map(Kind::new)
    }

    /// The entry of a kind in [`KINDS`](Self::KINDS).
    #[inline]
    fn info(kind: Kind) -> &'static KindInfo {
        &Self::KINDS[kind.index()]
    }

    /// All squares of the board, by their indices.
    fn squares() -> Squares<BitsOf<Self>> {
        Self::Geometry::TABLES.squares.squares()
    }

    /// The name of a square, such as `e4`.
    fn square_name(square: Square) -> String {
        Self::Geometry::square_name(square)
    }

    /// Whether a kind is a king.
    #[inline]
    fn is_royal(kind: Kind) -> bool {
        Self::info(kind).royal
    }

    /// The token of a piece as the FEN writes it: a letter, or letters in braces; upper case for
    /// White. Move text names what a piece becomes by the token of Black.
    fn token(piece: Piece) -> String {
        let token = Self::info(piece.kind()).token;
        let token = match piece.color() {
            Color::White => token.to_owned(),
            Color::Black => token.to_ascii_lowercase(),
        };
        if token.len() > 1 { format!("{{{token}}}") } else { token }
    }

    /// The kind of a token in any order of its letters, in upper case and without braces.
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
