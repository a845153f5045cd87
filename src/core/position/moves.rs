//! Moves, packed into one word.

use std::fmt;
use std::num::NonZeroU32;

use smallvec::SmallVec;
use thiserror::Error;

use crate::board::Square;
use crate::rules::Kind;

/// A special effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tag {
    /// Nothing.
    Normal,
    /// A pawn that has just made a double step is captured on the square that it passed.
    EnPassant,
    /// The king's part of castling; the rook's part follows from it.
    Castling,
    /// A piece in hand is put on the board; such a move is from where it goes to.
    Drop,
}

/// A move of any game: from, to, what the mover becomes, the squares of the path on which it
/// captures, and a tag.
///
/// Bits from the lowest: from 7, to 7, becomes 7, taken 7, tag 2; a drop has the kind in hand for what others
/// take. What a move does depends on the
/// position in which it is made, so its text is made there, too.
///
/// ```
/// use vertumnus_core::position::{Move, Position};
/// use vertumnus_core::rules::chess::Chess;
///
/// let position = Position::start(Chess);
/// let mv = position.parse_move("g1f3")?;
/// assert_eq!((position.move_text(mv), position.san(mv)), ("g1f3".to_owned(), "Nf3".to_owned()));
/// assert_eq!(Move::from_word_unchecked(mv.to_word()), Some(mv));
/// # Ok::<(), vertumnus_core::position::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u32", into = "u32")
)]
pub struct Move(NonZeroU32);

/// A bit above all others that every move has, so that no move is 0. It is not part of the word.
const MARK: NonZeroU32 = NonZeroU32::new(1 << 31).expect("a bit is set");

const _: () = assert!(size_of::<Option<Move>>() == 4);

impl Move {
    /// A move without special effects. It captures what stands on its target.
    #[inline]
    pub fn new(from: Square, to: Square, becomes: Kind) -> Self {
        Self::with(from, to, becomes, 0, Tag::Normal)
    }

    /// A move with a tag.
    #[inline]
    pub fn tagged(from: Square, to: Square, becomes: Kind, tag: Tag) -> Self {
        Self::with(from, to, becomes, 0, tag)
    }

    /// A flight that captures on its way: bit `i` of `taken` stands for the square `i + 1` steps away.
    #[inline]
    pub fn flight(from: Square, to: Square, becomes: Kind, taken: u8) -> Self {
        Self::with(from, to, becomes, taken, Tag::Normal)
    }

    /// A drop of a kind in hand on a square, where it becomes this.
    #[inline]
    pub fn drop(kind: Kind, to: Square, becomes: Kind) -> Self {
        Self::with(to, to, becomes, kind.index() as u8, Tag::Drop)
    }

    /// A move that leaves a piece where it stands: a pass, if it stays what it is.
    #[inline]
    pub fn in_place(square: Square, becomes: Kind) -> Self {
        Self::with(square, square, becomes, 0, Tag::Normal)
    }

    #[inline]
    fn with(from: Square, to: Square, becomes: Kind, taken: u8, tag: Tag) -> Self {
        debug_assert!((from != to || tag != Tag::EnPassant) && taken < 128);
        let word = from.index() as u32
            | (to.index() as u32) << 7
            | (becomes.index() as u32) << 14
            | u32::from(taken) << 21
            | (tag as u32) << 28;
        Self(MARK | word)
    }

    /// The packed word.
    #[inline]
    pub const fn to_word(self) -> u32 {
        self.0.get() ^ MARK.get()
    }

    /// Decodes a word that [`to_word`](Self::to_word) made; `None` if the word is 0.
    ///
    /// Other words give meaningless moves, which [`Position::is_legal`](super::Position::is_legal)
    /// and [`Position::try_play`](super::Position::try_play) refuse.
    #[inline]
    pub fn from_word_unchecked(word: u32) -> Option<Self> {
        NonZeroU32::new(word ^ MARK.get()).filter(|_| word != 0).map(Self)
    }

    /// Where the mover stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & 127) as u8)
    }

    /// Where the mover goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 7 & 127) as u8)
    }

    /// What the mover is afterwards.
    #[inline]
    pub const fn becomes(self) -> Kind {
        Kind::new((self.0.get() >> 14 & 127) as u8)
    }

    /// The squares on the way on which the move captures: bit `i` stands for the square `i + 1` steps
    /// away.
    #[inline]
    pub const fn taken(self) -> u8 {
        if self.is_drop() { 0 } else { self.taken_or_kind() }
    }

    #[inline]
    const fn taken_or_kind(self) -> u8 {
        (self.0.get() >> 21 & 127) as u8
    }

    /// Whether a piece in hand is put on the board.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.get() >> 28 & 3 == Tag::Drop as u32
    }

    /// Whether a piece of the board stays where it stands.
    #[inline]
    pub fn is_in_place(self) -> bool {
        self.from() == self.to() && self.tag() == Tag::Normal
    }

    /// The kind in hand that is put on the board, if that is what the move does.
    #[inline]
    pub const fn dropped(self) -> Option<Kind> {
        if self.is_drop() { Some(Kind::new(self.taken_or_kind())) } else { None }
    }

    /// The special effect.
    #[inline]
    pub const fn tag(self) -> Tag {
        match self.0.get() >> 28 & 3 {
            0 => Tag::Normal,
            1 => Tag::EnPassant,
            2 => Tag::Castling,
            _ => Tag::Drop,
        }
    }
}

/// The packed word.
impl From<Move> for u32 {
    fn from(mv: Move) -> Self {
        mv.to_word()
    }
}

/// A word is not one that a move makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a move's word")]
pub struct NotAMove(pub u32);

/// The move of a word that [`Move::to_word`] made. Whether the position has this move is not known.
impl TryFrom<u32> for Move {
    type Error = NotAMove;

    fn try_from(word: u32) -> Result<Self, NotAMove> {
        let part = |shift: u32| word >> shift & 127;
        let tag = word >> 28;
        let moves = if tag == Tag::Drop as u32 {
            part(0) == part(7) && part(21) < 127
        } else {
            match tag {
                _ if part(0) != part(7) => true,
                0 => part(21) == 0,
                tag => tag == Tag::Castling as u32,
            }
        };
        let is_move = moves && part(14) < 127 && tag < 4;
        Self::from_word_unchecked(word).filter(|_| is_move).ok_or(NotAMove(word))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Move")
            .field("from", &self.from().index())
            .field("to", &self.to().index())
            .field("becomes", &self.becomes().index())
            .field("taken", &self.taken())
            .field("dropped", &self.dropped().map(Kind::index))
            .field("tag", &self.tag())
            .finish()
    }
}

/// A move that is not legal in the position in which it was to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move is not legal here")]
pub struct IllegalMove(pub Move);

/// A list of moves. It can grow: composed positions have thousands.
pub type MoveList = SmallVec<[Move; 128]>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_part() {
        for (from, to, becomes, taken) in [(0, 1, 0, 0), (80, 0, 126, 127), (63, 62, 77, 42)] {
            let (from, to, becomes) = (Square::new(from), Square::new(to), Kind::new(becomes));
            for tag in [Tag::Normal, Tag::EnPassant, Tag::Castling] {
                let mv = Move::with(from, to, becomes, taken, tag);
                assert_eq!(Move::from_word_unchecked(mv.to_word()), Some(mv));
                assert_eq!((mv.from(), mv.to(), mv.becomes()), (from, to, becomes));
                assert_eq!((mv.taken(), mv.tag(), mv.dropped()), (taken, tag, None));
            }
        }
        let mv = Move::drop(Kind::new(126), Square::new(80), Kind::new(3));
        assert_eq!(Move::try_from(mv.to_word()), Ok(mv));
        assert_eq!(
            (mv.from(), mv.to(), mv.becomes()),
            (Square::new(80), Square::new(80), Kind::new(3))
        );
        assert_eq!((mv.taken(), mv.tag(), mv.dropped()), (0, Tag::Drop, Some(Kind::new(126))));
    }
}
