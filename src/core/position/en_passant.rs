//! En passant: the pawn that has gone two or three squares, and the captures that take it for that.

use std::iter::successors;

use super::{Move, Position, Tag};
use crate::board::{Bits, Color, Geometry, Shape, Square, split_square, zobrist};
use crate::rules::{Becomes, BitsOf, Hands, Kind, Landing, Ruleset};

/// A pawn that has made a double or triple step, and can be taken en passant for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EnPassant {
    /// The square that it has passed, to which the captor goes. Of two that it has passed, the first; the other
    /// may be the captor's target as well.
    pub target: Square,
    /// Where it stands.
    pub pawn: Square,
}

impl EnPassant {
    /// The pawn of this color that has passed the target straight ahead, and stands behind it; `None` if the
    /// board ends there.
    fn straight(shape: &Shape, target: Square, color: Color) -> Option<Self> {
        let files = usize::from(shape.files);
        let pawn = match color {
            Color::White => target.index() + files,
            Color::Black => target.index().checked_sub(files)?,
        };
        (pawn < shape.cells()).then(|| Self { target, pawn: Square::new(pawn as u8) })
    }

    /// Reads the field of a FEN with this side to move: the square that a pawn has passed straight
    /// ahead, or this square and the pawn's own, in either order. `Some(None)` if the board ends behind
    /// the square. A pawn that has passed two squares may stand one further.
    #[allow(clippy::option_option, reason = "a field that is well formed can name no pawn")]
    pub fn read(field: &str, shape: &Shape, side_to_move: Color) -> Option<Option<Self>> {
        let (one, other) = split_square(field)?;
        let one = shape.parse_square(one)?;
        if other.is_empty() {
            return Some(Self::straight(shape, one, !side_to_move));
        }
        let other = shape.parse_square(other)?;
        let (low, high) = (one.min(other), one.max(other));
        let (target, pawn) = if side_to_move == Color::White { (high, low) } else { (low, high) };
        (low < high).then_some(Some(Self { target, pawn }))
    }

    /// Whether the pawn of this color stands straight ahead of the target.
    fn is_ahead(self, shape: &Shape, color: Color) -> bool {
        Self::straight(shape, self.target, color) == Some(self)
    }

    /// The same with the pawn one square further on; `None` if the board ends there.
    pub(super) fn further(self, shape: &Shape) -> Option<Self> {
        let pawn = (2 * self.pawn.index()).checked_sub(self.target.index())?;
        (pawn < shape.cells()).then(|| Self { pawn: Square::new(pawn as u8), ..self })
    }

    /// The field of the FEN with this side to move: what the pawn has passed straight ahead, or the square that
    /// it has passed and its own.
    pub fn text(self, shape: &Shape, side_to_move: Color) -> String {
        let Self { target, pawn } = self;
        let between = shape.passed(target, pawn).next();
        let other = between.or_else(|| (!self.is_ahead(shape, !side_to_move)).then_some(pawn));
        let mut squares: Vec<Square> = other.into_iter().chain([target]).collect();
        squares.sort_unstable();
        squares.into_iter().map(|square| shape.square_name(square)).collect()
    }

    /// The pawn that has made a double step between these squares, or a triple step if the game has
    /// [`FREE_STEPS`](Ruleset::FREE_STEPS).
    #[inline]
    pub(super) fn between<R: Ruleset>(rules: R, from: Square, to: Square) -> Self {
        if R::FREE_STEPS {
            let target = rules.board().shape().passed(from, to).next().unwrap_or(to);
            return Self { target, pawn: to };
        }
        // Squares at equal distances on a line have indices at equal distances.
        let middle = usize::midpoint(from.index(), to.index());
        Self { target: Square::new(middle as u8), pawn: to }
    }

    /// The same with the next square that it has passed as the target; `None` after the last.
    #[inline]
    fn next_target<R: Ruleset>(self, rules: R) -> Option<Self> {
        if !R::FREE_STEPS {
            return None;
        }
        let target = rules.board().shape().passed(self.target, self.pawn).next()?;
        Some(Self { target, ..self })
    }

    /// The same with each square that it has passed as the target, from this one on.
    #[inline]
    fn each_target<R: Ruleset>(self, rules: R) -> impl Iterator<Item = Self> {
        successors(Some(self), move |passed| passed.next_target(rules))
    }

    /// The squares that it has passed, from the first on.
    #[inline]
    pub(super) fn targets<R: Ruleset>(self, rules: R) -> impl Iterator<Item = Square> {
        self.each_target(rules).map(|passed| passed.target)
    }
}

impl<R: Ruleset> Position<R> {
    /// The pawn that can be taken en passant, with each square on which it may be as the target.
    #[inline]
    pub(super) fn passed(&self) -> impl Iterator<Item = EnPassant> {
        successors(self.en_passant, |passed| passed.next_target(self.rules()))
    }

    /// The legal captures of this pawn on its target.
    #[inline]
    pub(super) fn captures_in_passing(
        &self,
        passed: EnPassant,
        movers: BitsOf<R>,
    ) -> impl Iterator<Item = Move> {
        (self.captors(passed) & movers).squares().flat_map(move |from| {
            let mover = self.placement.kind_at(from);
            let becomes = mover.map(|mover| self.becomes_in_passing(from, passed, mover));
            becomes
                .into_iter()
                .flatten()
                .map(move |kind| Move::tagged(from, passed.target, kind, Tag::EnPassant))
                .filter(|&mv| self.leaves_king_safe(mv))
        })
    }

    /// The pieces of the side to move that take this pawn en passant on its target, whether or not their king is
    /// safe then.
    #[inline]
    fn captors(&self, passed: EnPassant) -> BitsOf<R> {
        if R::FREE_STEPS {
            return self.free_captors(passed);
        }
        let (us, occupied) = (self.side_to_move, self.placement.occupied());
        let Some(power) = self.facts().double_step else { return Bits::EMPTY };
        let pawns = self.placement.with_power(power) & !self.placement.royals();
        power.attacks(self.board(), !us, passed.target, occupied) & pawns & self.placement.of(us)
    }

    fn free_captors(&self, passed: EnPassant) -> BitsOf<R> {
        let target = passed.target;
        let (us, occupied) = (self.side_to_move, self.placement.occupied());
        // Where a king slides, what it may pass is another question.
        let kings = if self.has_royal_slides() { self.placement.royals() } else { Bits::EMPTY };
        let attackers = self.attackers(target, us, occupied) | kings & self.placement.of(us);
        attackers.squares().fold(attackers, |captors, from| {
            let takes = self.placement.kind_at(from).is_some_and(|kind| {
                self.takes_in_passing(from, kind, passed, self.reach_now(from, kind))
            });
            if takes { captors } else { captors ^ BitsOf::<R>::of(from) }
        })
    }

    /// Whether a piece of a kind that would capture and go there takes this pawn en passant on its target.
    #[inline]
    pub(super) fn takes_in_passing(
        &self,
        from: Square,
        kind: Kind,
        EnPassant { target, pawn }: EnPassant,
        (captures, quiets): (BitsOf<R>, BitsOf<R>),
    ) -> bool {
        let us = self.side_to_move;
        captures.has(target)
            && self.rules().mobility(kind, us).has(target)
            && self.rules().takes_en_passant(us, kind, from, target, quiets.has(target))
            && self.placement.kind_at(pawn).is_some_and(|victim| self.may_capture(kind, victim))
    }

    /// Whether a king goes twice by a move so that the enemy could take it en passant.
    #[inline]
    pub(super) fn leaves_king_passing(&self, mv: Move, next: &Self) -> bool {
        let mover = self.placement.kind_at(mv.from());
        let is_step = |king| {
            self.rules().is_double_step(self.side_to_move, king, mv.from(), mv.to())
                && self.facts().is_royal(king)
        };
        R::FACTS.is_none()
            && mover.is_some_and(|king| is_step(king) && self.is_king_taken(mv, king, next))
    }

    #[inline(never)]
    fn is_king_taken(&self, mv: Move, king: Kind, next: &Self) -> bool {
        let (rules, from, to) = (self.rules(), mv.from(), mv.to());
        let passed = EnPassant::between(rules, from, to);
        let is_free = |square: Square| self.placement.at(square).is_none();
        mv.tag() == Tag::Normal
            && is_free(to)
            && mv.becomes() == self.moves_as(mv, king)
            && rules.steps_by_itself(&self.placement, from)
            && passed.targets(rules).all(is_free)
            && passed.each_target(rules).any(|passed| !next.captors(passed).is_empty())
    }

    /// What a piece can become that takes a piece en passant.
    #[inline]
    fn becomes_in_passing(&self, from: Square, passed: EnPassant, mover: Kind) -> Becomes {
        let victim =
            if R::FREE_STEPS { self.placement.kind_at(passed.pawn) } else { self.facts().pawn };
        self.rules().becomes_in_passing(Landing {
            state: self.state,
            color: self.side_to_move,
            mover: self.takes_as(from, passed, mover),
            from,
            to: passed.target,
            victims: victim.as_slice(),
            full: 0,
        })
    }

    /// This pawn if the side to move could legally take it en passant. Its target is the first square on which
    /// that is so.
    pub(super) fn takeable(&self, passed: EnPassant) -> Option<EnPassant> {
        // Its step may have won.
        if self.ended().is_some() {
            return None;
        }
        if R::Hands::MAY_HOLD && self.legal().are_drops() {
            return None;
        }
        passed.each_target(self.rules()).find(|&passed| {
            if self.captors(passed).is_empty() {
                return false;
            }
            let claimed = Self { en_passant: Some(passed), ..*self };
            claimed.captures_in_passing(passed, !BitsOf::<R>::EMPTY).next().is_some()
        })
    }

    /// Whether the enemy can just have passed this square, and maybe another behind or before it.
    pub(super) fn has_passed(&self, passed: EnPassant) -> bool {
        let shape = self.board().shape();
        let EnPassant { target, pawn } = passed;
        let stride = match passed.targets(self.rules()).nth(1) {
            Some(next) => next.index() as isize - target.index() as isize,
            None => pawn.index() as isize - target.index() as isize,
        };
        let homes = 1..if R::FREE_STEPS { 3 } else { 2 };
        let mut homes = homes.filter_map(|steps| {
            let home = target.index().checked_add_signed(-stride * steps)?;
            (home < shape.cells()).then(|| Square::new(home as u8))
        });
        homes.any(|home| self.has_stepped(home, passed))
    }

    /// Whether the enemy's pawn can just have passed a square on its way from here.
    fn has_stepped(&self, home: Square, EnPassant { target, pawn }: EnPassant) -> bool {
        let (them, shape) = (!self.side_to_move, self.board().shape());
        let is_free = |square| shape.has(square) && self.placement.at(square).is_none();
        let is_step = || {
            self.placement.at(pawn).is_some_and(|piece| {
                piece.color() == them
                    && !self.facts().is_royal(piece.kind())
                    && self.rules().may_have_stepped(them, piece.kind(), home, pawn)
            })
        };
        if !shape.has(pawn) || !is_free(home) || !is_step() {
            return false;
        }
        let way = EnPassant::between(self.rules(), home, pawn);
        way.targets(self.rules()).all(is_free)
            && way.targets(self.rules()).any(|square| square == target)
    }

    /// What the possible en passant capture adds to the key. Where a pawn has stepped straight ahead, the
    /// target alone says which is taken.
    #[inline]
    pub(super) fn en_passant_key(&self) -> u64 {
        let Some(passed) = self.en_passant else { return 0 };
        let key = zobrist::en_passant(passed.target);
        let is_straight = match self.facts().double_step {
            Some(power) => power.steps_straight(),
            None => passed.is_ahead(self.board().shape(), !self.side_to_move),
        };
        if is_straight { key } else { key ^ zobrist::en_passant(passed.pawn) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board8x8;
    use crate::position::perft::perft;
    use crate::position::testing::{after, each_position, line, moves_from, position};
    use crate::rules::registered::register;
    use crate::rules::{Facts, KindInfo, Placement, Power};

    /// Chess with the pawns of Edmund Nebermann, 1926.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Berolina;

    register!(Berolina);

    const KINDS: &[KindInfo] = &[
        KindInfo::new("P", "Pawn", &[Power::BerolinaPawn]),
        KindInfo::new("N", "Knight", &[Power::Knight]),
        KindInfo::new("B", "Bishop", &[Power::Bishop]),
        KindInfo::new("R", "Rook", &[Power::Rook]),
        KindInfo::new("Q", "Queen", &[Power::Rook, Power::Bishop]),
        KindInfo::king("K", "King", &[Power::Step]),
    ];

    impl Ruleset for Berolina {
        type Geometry = Board8x8;
        type State = ();
        type Hands = ();

        const FACTS: Option<&'static Facts> = Some(&Facts {
            name: "berolina",
            title: "Berolina Chess",
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            promotions: &[Kind::new(4), Kind::new(3), Kind::new(2), Kind::new(1)],
            double_step: Some(Power::BerolinaPawn),
            ..Facts::new(&Board8x8::SHAPE, KINDS, Kind::new(0))
        });

        #[inline(always)]
        fn board(self) -> Board8x8 {
            Board8x8
        }

        fn is_dead_draw(self, placement: &Placement<Self>) -> bool {
            placement.has_a_minor_at_most()
        }
    }

    fn from(fen: &str, square: &str) -> String {
        moves_from(&position::<Berolina>(fen), square)
    }

    /// The counts that the tests of Fairy-Stockfish have.
    #[test]
    fn counts_are_the_published_ones() {
        let count = |fen: &str, depth| perft(&position::<Berolina>(fen), depth);
        assert_eq!(count(Berolina.facts().start, 3), 28328);
        assert_eq!(count("k7/6P1/8/8/8/2K2p2/4p3/8 w - - 0 1", 3), 1983);
    }

    #[test]
    fn double_steps_keep_their_direction_and_stop_at_pieces() {
        assert_eq!(from(Berolina.facts().start, "b2"), "b2a3 b2c3 b2d4");
        assert_eq!(from(Berolina.facts().start, "e2"), "e2c4 e2d3 e2f3 e2g4");
        assert_eq!(from("4k3/8/8/8/3p4/2n5/1P6/4K3 w - - 0 1", "b2"), "b2a3");
        assert_eq!(from("4k3/8/8/8/3n4/8/1P6/4K3 w - - 0 1", "b2"), "b2a3 b2c3");
        assert_eq!(from("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7"), "e7c5 e7d6 e7f6 e7g5");
        assert_eq!(from("4k3/8/8/8/8/1P6/8/4K3 w - - 0 1", "b3"), "b3a4 b3c4");
    }

    /// Both pawns can have passed c3.
    #[test]
    fn the_pawn_that_has_passed_the_square_is_taken() {
        let fen = "4k3/8/8/8/2pP4/8/3P4/4K3 w - - 0 1";
        let (left, right) = ("4k3/8/8/8/1PpP4/8/8/4K3", "4k3/8/8/8/2pPP3/8/8/4K3");
        let passed = after::<Berolina>(fen, "d2b4");
        assert_eq!(passed, format!("{left} b - c3b4 0 1"));
        assert_eq!(after::<Berolina>(&passed, "c4c3"), "4k3/8/8/8/3P4/2p5/8/4K3 w - - 0 2");
        let other = format!("{left} b - c3d4 0 1");
        assert_eq!(after::<Berolina>(&other, "c4c3"), "4k3/8/8/8/1P6/2p5/8/4K3 w - - 0 2");
        let keys = [&passed, &other].map(|fen| position::<Berolina>(fen).key());
        assert_ne!(keys[0], keys[1]);
        // None of these has been passed.
        for field in ["e3", "e3f4", "d3e4"] {
            let fen = format!("{right} b - {field} 0 1");
            assert_eq!(position::<Berolina>(&fen).fen(), format!("{right} b - - 0 1"));
        }
        let black = "4k3/5p2/8/8/4P3/8/8/4K3 b - - 0 1";
        assert_eq!(line::<Berolina>(black, "f7d5").position().en_passant, None);
        let black = "4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1";
        let passed = after::<Berolina>(black, "f7d5");
        assert_eq!(passed, "4k3/8/8/3pP3/8/8/8/4K3 w - d5e6 0 2");
        assert_eq!(after::<Berolina>(&passed, "e5e6"), "4k3/8/4P3/8/8/8/8/4K3 b - - 0 2");
    }

    #[test]
    fn positions_are_made_of_their_setups_and_fens_again() {
        each_position(Berolina, 20, 60, |position| {
            assert_eq!(Position::from_setup(Berolina, &position.setup()).as_ref(), Ok(position));
            assert_eq!(position.to_string().parse().as_ref(), Ok(position));
        });
    }
}
