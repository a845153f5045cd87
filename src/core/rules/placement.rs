//! The pieces on the board, in four forms that always agree: mailbox, piece lists, bitboards and
//! Zobrist key. Only [`Placement::edit`] changes them, all together.

use std::ops::Deref;

use super::{
    BitsOf, Facts, Kind, Outcome, Piece, Power, PowerMap, PowerOf, PowerSet, Reason, Ruleset,
};
use crate::board::{Bits, ByColor, Color, Geometry, Square, zobrist};

/// One value for each square of a ruleset's board.
pub type MapOf<R, T> = <BitsOf<R> as Bits>::Map<T>;

/// A set of squares for each power of a ruleset.
pub type PowerBoards<R> = PowerMap<R, BitsOf<R>>;

/// Computes the squares whose pieces have each power from the pieces and their squares.
pub type Influence<R> = fn(&Placement<R>) -> PowerBoards<R>;

/// The pieces on the board.
///
/// ```
/// use vertumnus_core::board::{Bits, Board8x8, Color, Geometry};
/// use vertumnus_core::position::Position;
/// use vertumnus_core::rules::chess::Chess;
/// use vertumnus_core::rules::{Power, Ruleset};
///
/// let position = Position::start(Chess);
/// let pieces = position.placement();
/// let d1 = Board8x8.parse_square("d1").unwrap();
/// assert_eq!(pieces.at(d1).map(|piece| Chess.facts().token(piece)).as_deref(), Some("Q"));
/// assert_eq!((pieces.of(Color::White) & pieces.with_power(Power::Rook)).count(), 3);
/// assert_eq!(pieces.pieces(Color::Black).count(), 16);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Placement<R: Ruleset> {
    mailbox: MapOf<R, Option<Piece>>,
    lists: PieceLists<BitsOf<R>>,
    colors: ByColor<BitsOf<R>>,
    powers: PowerBoards<R>,
    royals: BitsOf<R>,
    key: u64,
    rules: R,
}

/// No pieces.
impl<R: Ruleset + Default> Default for Placement<R> {
    fn default() -> Self {
        Self::new(R::default())
    }
}

/// Placements are equal if the same pieces stand on the same squares.
impl<R: Ruleset> PartialEq for Placement<R> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.mailbox.as_ref() == other.mailbox.as_ref()
    }
}

impl<R: Ruleset> Eq for Placement<R> {}

impl<R: Ruleset> Placement<R> {
    /// No pieces, in a game of these rules.
    pub fn new(rules: R) -> Self {
        Self {
            mailbox: BitsOf::<R>::map(None),
            lists: PieceLists::default(),
            colors: ByColor::default(),
            powers: PowerBoards::<R>::filled(Bits::EMPTY),
            royals: Bits::EMPTY,
            key: rules.key(),
            rules,
        }
    }

    /// The rules of the game.
    #[inline(always)]
    pub const fn rules(&self) -> R {
        self.rules
    }

    /// What the game states in plain data.
    #[inline(always)]
    pub fn facts(&self) -> &'static Facts {
        self.rules.facts()
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> R::Geometry {
        self.rules.board()
    }

    /// The piece on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square]
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn kind_at(&self, square: Square) -> Option<Kind> {
        self.mailbox[square].map(Piece::kind)
    }

    /// The squares of a side's pieces, in no particular order.
    #[inline]
    pub fn list(&self, color: Color) -> &[Square] {
        self.lists.of(color)
    }

    /// The pieces of a side with their squares, in no particular order.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Kind)> {
        self.list(color).iter().filter_map(|&square| Some((square, self.kind_at(square)?)))
    }

    /// The squares of a side's pieces as a set.
    #[inline]
    pub fn of(&self, color: Color) -> BitsOf<R> {
        self.colors[color]
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> BitsOf<R> {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The squares of all pieces that have this power.
    #[inline]
    pub fn with_power(&self, power: Power) -> BitsOf<R> {
        if R::POWERS.has(power) {
            return self.powers[power];
        }
        if !self.facts().powers.has(power) {
            return Bits::EMPTY;
        }
        let slot = self.rules.slots_in(PowerSet::of(&[power])).next();
        slot.map_or(Bits::EMPTY, |slot| self.powers[slot])
    }

    /// The squares of all pieces that have this power of the ruleset.
    #[inline(always)]
    pub fn holders(&self, power: impl PowerOf<R>) -> BitsOf<R> {
        self.powers[power]
    }

    /// `[power]`: the squares of the pieces that have it. There may be more of them than powers.
    #[cfg(feature = "written")]
    #[inline]
    pub(crate) fn by_power(&self) -> &[BitsOf<R>] {
        self.powers.by_number()
    }

    /// The squares of the kings.
    #[inline]
    pub fn royals(&self) -> BitsOf<R> {
        self.royals
    }

    /// The square of a side's king; `None` if its removal has ended the game.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.royals & self.colors[color]).first()
    }

    /// Whether a side has nothing but its king.
    #[allow(dead_code, reason = "the games of the build decide which of them use it")]
    pub(crate) fn has_king_alone(&self, side: Color) -> bool {
        self.of(side) & !self.royals == BitsOf::<R>::EMPTY
    }

    /// How the game has ended if a bare king has lost it. Two bare kings can only be set up, and are a draw.
    #[inline]
    #[allow(dead_code, reason = "the games of the build decide which of them use it")]
    pub(crate) fn ended_by_bare_king(&self) -> Option<Outcome> {
        match Color::ALL.map(|color| self.list(color).len() == 1) {
            [false, false] => None,
            [true, false] => Some(Outcome::Win(Color::Black, Reason::BareKing)),
            [false, true] => Some(Outcome::Win(Color::White, Reason::BareKing)),
            [true, true] => Some(Outcome::Draw(Reason::BareKing)),
        }
    }

    /// Whether there are only kings and at most one plain knight or bishop.
    #[allow(dead_code, reason = "the games of the build decide which of them use it")]
    pub(crate) fn has_a_minor_at_most(&self) -> bool {
        let minors = const { [PowerSet::of(&[Power::Knight]), PowerSet::of(&[Power::Bishop])] };
        let others = self.occupied() & !self.royals;
        let is_minor = |square| {
            let powers = |kind| self.facts().powers_of(kind);
            self.kind_at(square).map(powers).is_some_and(|powers| minors.contains(&powers))
        };
        others.count() <= 1 && others.squares().all(is_minor)
    }

    /// What a piece of this kind on this square can do.
    #[inline]
    pub fn powers_at(&self, square: Square, kind: Kind) -> PowerSet {
        if !self.rules.powers_vary() {
            return self.facts().powers_of(kind);
        }
        if R::FACTS.is_none() {
            return self.slots_at(square);
        }
        let mut powers = PowerSet::default();
        super::power::for_each_power!(R, |POWER| {
            if self.with_power(POWER).has(square) {
                powers |= const { PowerSet::of(&[POWER]) };
            }
        });
        powers
    }

    /// What a piece on this square can do, in a written game.
    #[inline(never)]
    fn slots_at(&self, square: Square) -> PowerSet {
        let mut powers = PowerSet::default();
        for (slot, holders) in self.rules.slots().iter().zip(self.powers.by_number()) {
            // Without a branch, because what is lent is hard to predict.
            let all = PowerSet::of(&[slot.power()]);
            powers |= if holders.has(square) { all } else { PowerSet::default() };
        }
        powers
    }

    /// The squares on which the piece differs between two placements of which a move leads from one to the other.
    #[inline]
    pub fn changes(&self, other: &Self) -> BitsOf<R> {
        let change = |color| self.colors[color] ^ other.colors[color];
        let changes = change(Color::White) | change(Color::Black);
        let may_stay = R::MERGES && (self.rules.merges() || self.rules.splits());
        if may_stay { changes | self.new_kinds(other) } else { changes }
    }

    /// The squares on which another kind stands in the other placement.
    #[inline(never)]
    fn new_kinds(&self, other: &Self) -> BitsOf<R> {
        let both = (self.occupied() & other.occupied()).squares();
        let is_new = |square: &Square| self.kind_at(*square) != other.kind_at(*square);
        BitsOf::<R>::of_all(both.filter(is_new))
    }

    /// The Zobrist key of the placement.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Changes the pieces, then computes their powers, which in some games depend on their neighbors.
    #[inline]
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Edit<'_, R>) -> T) -> T {
        let result = change(&mut Edit { placement: self });
        if let Some(influence) = R::INFLUENCE
            && self.rules.lends()
        {
            self.powers = influence(self);
        }
        result
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.mailbox[square].is_none(), "a piece stands on {square:?}");
        self.mailbox[square] = Some(piece);
        self.lists.add(piece.color(), square);
        self.toggle(piece, square);
    }

    #[inline]
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.mailbox[square].take()?;
        self.lists.remove(piece.color(), square);
        self.toggle(piece, square);
        Some(piece)
    }

    #[inline]
    fn relocate(&mut self, from: Square, to: Square, kind: Kind) {
        let Some(piece) = self.mailbox[from].take() else { return };
        debug_assert!(self.mailbox[to].is_none(), "a piece stands on {to:?}");
        let landed = Piece::new(kind, piece.color());
        self.mailbox[to] = Some(landed);
        self.lists.relocate(from, to);
        self.toggle(piece, from);
        self.toggle(landed, to);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = BitsOf::<R>::of(square);
        self.colors[piece.color()] ^= bit;
        if !self.rules.lends() {
            let powers = self.facts().powers_of(piece.kind());
            // Without a branch, because the kind is hard to predict.
            let mask = |power| if powers.has(power) { bit } else { Bits::EMPTY };
            super::power::for_each_power!(R, |POWER| {
                self.powers[POWER] ^= mask(POWER);
            });
            let there = self.rules.powers_by_square(piece);
            for (holders, there) in self.powers.by_number_mut().iter_mut().zip(there) {
                *holders ^= bit & *there;
            }
        }
        if self.facts().is_royal(piece.kind()) {
            self.royals ^= bit;
        }
        self.key ^= zobrist::piece(piece.index(), square);
    }

    /// The same pieces, computed again from the mailbox alone.
    #[must_use]
    pub fn recomputed(&self) -> Self {
        let mut placement = Self::new(self.rules);
        for square in self.board().tables().squares.squares() {
            if let Some(piece) = self.at(square) {
                placement.edit(|pieces| pieces.put(piece, square));
            }
        }
        placement
    }

    /// Whether both hold the same pieces in all four forms. Piece lists are compared as sets.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let sorted = |list: &[Square]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        self.mailbox.as_ref() == other.mailbox.as_ref()
            && Color::ALL.iter().all(|&color| sorted(self.list(color)) == sorted(other.list(color)))
            && self.colors == other.colors
            && self.powers == other.powers
            && self.royals == other.royals
            && self.key == other.key
    }
}

/// The pieces while they are changed. Powers that pieces lend to others are up to date again only
/// when the change is complete.
#[derive(Debug)]
pub struct Edit<'a, R: Ruleset> {
    placement: &'a mut Placement<R>,
}

impl<R: Ruleset> Edit<'_, R> {
    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.placement.put(piece, square);
    }

    /// Takes the piece off a square, if there is one.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        self.placement.take(square)
    }

    /// Moves the piece on a square to another, empty one, where it becomes `kind`.
    #[inline]
    pub(crate) fn relocate(&mut self, from: Square, to: Square, kind: Kind) {
        self.placement.relocate(from, to, kind);
    }
}

impl<R: Ruleset> Deref for Edit<'_, R> {
    type Target = Placement<R>;

    #[inline]
    fn deref(&self) -> &Placement<R> {
        self.placement
    }
}

/// The squares of both sides' pieces in one array: White's from the front, Black's from the back.
#[derive(Clone, Copy, Debug)]
struct PieceLists<B: Bits> {
    squares: B::Map<Square>,
    slots: B::Map<u8>,
    counts: ByColor<u8>,
}

impl<B: Bits> Default for PieceLists<B> {
    fn default() -> Self {
        Self { squares: B::map(Square::default()), slots: B::map(0), counts: ByColor::default() }
    }
}

impl<B: Bits> PieceLists<B> {
    #[inline]
    fn of(&self, color: Color) -> &[Square] {
        let squares = self.squares.as_ref();
        let count = usize::from(self.counts[color]);
        match color {
            Color::White => &squares[..count],
            Color::Black => &squares[squares.len() - count..],
        }
    }

    /// The slot of the piece with this number in the list of its color.
    #[inline]
    fn slot(&self, color: Color, nth: u8) -> Square {
        match color {
            Color::White => Square::new(nth),
            Color::Black => Square::new(self.squares.as_ref().len() as u8 - 1 - nth),
        }
    }

    #[inline]
    fn store(&mut self, slot: Square, square: Square) {
        self.squares[slot] = square;
        self.slots[square] = slot.index() as u8;
    }

    #[inline]
    fn add(&mut self, color: Color, square: Square) {
        let slot = self.slot(color, self.counts[color]);
        self.store(slot, square);
        self.counts[color] += 1;
    }

    #[inline]
    fn remove(&mut self, color: Color, square: Square) {
        self.counts[color] -= 1;
        let last = self.squares[self.slot(color, self.counts[color])];
        self.store(Square::new(self.slots[square]), last);
    }

    #[inline]
    fn relocate(&mut self, from: Square, to: Square) {
        self.store(Square::new(self.slots[from]), to);
    }
}

#[cfg(all(test, feature = "fairyeater"))]
mod tests {
    use super::*;
    use crate::rules::fairyeater::FairyEater;

    type Pieces = Placement<FairyEater>;

    fn squares() -> impl Iterator<Item = Square> {
        (0..81).map(Square::new)
    }

    fn is_consistent(pieces: &Pieces) -> bool {
        pieces.agrees_with(&pieces.recomputed())
    }

    /// Every kind in both colors, all over the board.
    fn full_board() -> Pieces {
        let kinds = FairyEater.facts().kinds.len();
        let mut pieces = Pieces::default();
        for square in squares() {
            let kind = Kind::new((square.index() % kinds) as u8);
            pieces.put(Piece::new(kind, Color::ALL[square.index() / 3 % 2]), square);
        }
        pieces
    }

    #[test]
    fn all_forms_follow_every_change() {
        let mut pieces = full_board();
        assert!(is_consistent(&pieces));
        for square in squares().step_by(3) {
            let piece = pieces.at(square);
            assert_eq!(pieces.take(square), piece);
            assert_eq!(pieces.take(square), None);
            assert!(is_consistent(&pieces), "after taking from {square:?}");
        }
        for (from, to) in squares().skip(1).step_by(3).zip(squares().step_by(3)) {
            let becomes = Kind::new(3);
            pieces.relocate(from, to, becomes);
            assert_eq!((pieces.at(from), pieces.kind_at(to)), (None, Some(becomes)));
            assert!(is_consistent(&pieces), "after a move from {from:?} to {to:?}");
        }
        for square in squares() {
            pieces.take(square);
        }
        assert!(pieces.agrees_with(&Pieces::default()));
    }

    #[test]
    fn lists_hold_each_side_s_pieces() {
        let pieces = full_board();
        for color in Color::ALL {
            let listed = pieces.list(color).iter().fold(0, |set, &square| set | u128::of(square));
            assert_eq!(listed, pieces.of(color));
            assert_eq!(pieces.list(color).len(), pieces.of(color).count() as usize);
            for (square, kind) in pieces.pieces(color) {
                assert_eq!(pieces.at(square), Some(Piece::new(kind, color)));
            }
        }
    }

    #[test]
    fn a_piece_stands_on_the_board_of_each_of_its_powers() {
        let pieces = full_board();
        for square in squares() {
            let powers = pieces
                .kind_at(square)
                .map(|kind| FairyEater.facts().powers_of(kind))
                .unwrap_or_default();
            for &power in Power::ALL {
                assert_eq!(pieces.with_power(power).has(square), powers.has(power));
            }
        }
    }

    #[test]
    fn the_key_forgets_the_order_of_changes() {
        let king = |color| Piece::new(Kind::new(6), color);
        let [a1, b1, c1] = [0, 1, 2].map(Square::new);
        let mut one = Pieces::default();
        one.put(king(Color::White), a1);
        one.put(king(Color::Black), b1);
        let mut other = Pieces::default();
        other.put(king(Color::Black), c1);
        other.put(king(Color::White), a1);
        assert!(!one.agrees_with(&other));
        assert_ne!(one.key(), other.key());
        other.relocate(c1, b1, Kind::new(6));
        assert!(one.agrees_with(&other));
        assert_eq!(one.king(Color::Black), Some(b1));
    }
}
