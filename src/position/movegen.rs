//! Generation of legal moves as sets of targets, which those who count or stop early need not
//! expand.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::{Move, MoveList, Position, Tag};
use crate::board::{Bits, Color, Geometry, Square, Tables};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Kind, Landing, Piece, Power, PowerSet, Ruleset};

/// Which moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All.
    All,
    /// Captures and promotions.
    Noisy,
    /// All others.
    Quiet,
}

/// Which moves are asked for, of which pieces.
#[derive(Clone, Copy, Debug)]
pub struct Scope<B> {
    /// The kind of moves.
    pub stage: Stage,
    /// The squares whose pieces may move.
    pub movers: B,
}

impl<B: Bits> Scope<B> {
    /// The moves of a stage of all pieces.
    #[must_use]
    pub fn of(stage: Stage) -> Self {
        Self { stage, movers: !B::EMPTY }
    }
}

/// Receives legal moves, and may break off.
pub trait Listener<R: Ruleset> {
    /// All moves of the piece of this kind on `from` to the squares of a set, each with all that
    /// the piece can become there.
    fn targets(
        &mut self,
        position: &Position<R>,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()>;

    /// One move.
    fn single(&mut self, mv: Move) -> ControlFlow<()>;
}

/// Collects moves one by one.
struct ForEach<F>(F);

impl<R: Ruleset, F: FnMut(Move) -> ControlFlow<()>> Listener<R> for ForEach<F> {
    #[inline]
    fn targets(
        &mut self,
        position: &Position<R>,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()> {
        for to in to.squares() {
            for becomes in position.becomes(from, to, kind) {
                (self.0)(Move::new(from, to, becomes))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, mv: Move) -> ControlFlow<()> {
        (self.0)(mv)
    }
}

/// Counts moves without making a list of them.
struct Count(u64);

impl<R: Ruleset> Listener<R> for Count {
    #[inline]
    fn targets(
        &mut self,
        position: &Position<R>,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()> {
        let mut branching = R::promotion_zone(kind, position.side_to_move);
        if R::CAPTURES_BRANCH {
            branching |= position.placement.occupied();
        }
        self.0 += u64::from((to & !branching).count());
        for to in (to & branching).squares() {
            self.0 += position.becomes(from, to, kind).len() as u64;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

impl<R: Ruleset> Position<R> {
    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_move(Scope::of(Stage::All), |mv| moves.push(mv));
        moves
    }

    /// Hands the legal moves of a scope to a function one by one.
    #[inline]
    pub fn for_each_move(&self, scope: Scope<BitsOf<R>>, mut f: impl FnMut(Move)) {
        let _ = self.generate(
            scope,
            &mut ForEach(|mv| {
                f(mv);
                ControlFlow::Continue(())
            }),
        );
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count(0);
        let _ = self.generate(Scope::of(Stage::All), &mut count);
        count.0
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.generate(Scope::of(Stage::All), &mut ForEach(|_| ControlFlow::Break(()))).is_break()
    }

    /// Whether a move is legal here. Any move may be asked about.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let scope = Scope { stage: Stage::All, movers: BitsOf::<R>::of(mv.from()) };
        let same =
            |other| if other == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.generate(scope, &mut ForEach(same)).is_break()
    }

    /// Tells a listener the legal moves of a scope, until it breaks off.
    ///
    /// # Errors
    /// `Break` if the listener broke off.
    #[inline]
    pub fn generate(
        &self,
        scope: Scope<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        if R::ended(&self.placement).is_some() {
            return ControlFlow::Continue(());
        }
        let Some(king) = self.placement.king(self.side_to_move) else {
            return ControlFlow::Continue(());
        };
        self.generate_by_masks(scope, king, listener)?;
        if scope.stage != Stage::Quiet {
            for mv in self.en_passant_moves(scope.movers) {
                listener.single(mv)?;
            }
        }
        if scope.stage != Stage::Noisy && scope.movers.has(king) {
            for mv in self.castling_moves(king) {
                listener.single(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn generate_by_masks(
        &self,
        scope: Scope<BitsOf<R>>,
        king: Square,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        let us = self.side_to_move;
        let guard = self.guard(king);
        for &from in self.placement.list(us) {
            let Some(kind) = self.placement.kind_at(from) else { continue };
            if !scope.movers.has(from) {
                continue;
            }
            let mut to = self.pseudo_legal_targets(scope.stage, from, kind);
            if from == king {
                let without_king = self.placement.occupied() & !BitsOf::<R>::of(king);
                for square in to.squares() {
                    if self.is_attacked(square, !us, without_king) {
                        to ^= BitsOf::<R>::of(square);
                    }
                }
            } else {
                to &= guard.allowed(from);
            }
            if !to.is_empty() {
                listener.targets(self, from, kind, to)?;
            }
            if scope.stage != Stage::Quiet {
                self.for_each_flight(from, kind, |mv, gone| {
                    let emptied = gone | BitsOf::<R>::of(from);
                    if guard.may_empty(emptied) || self.is_safe_after(king, mv, gone) {
                        listener.single(mv)?;
                    }
                    ControlFlow::Continue(())
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares of a stage that a piece reaches, its king's safety left aside.
    #[inline]
    fn pseudo_legal_targets(&self, stage: Stage, from: Square, kind: Kind) -> BitsOf<R> {
        let us = self.side_to_move;
        let occupied = self.placement.occupied();
        let powers = self.placement.powers_at(from, kind);
        let (captures, mut quiets) = reach::<R>(powers, us, from, occupied);
        if R::DOUBLE_STEP && kind == R::PAWN && R::Geometry::rank_for(us, from) == 1 {
            quiets |= Power::StraightPawn.attacks::<R::Geometry>(us, from, occupied);
        }
        let captures = captures & self.placement.of(!us);
        let quiets = quiets & !occupied;
        match stage {
            Stage::All => captures | quiets,
            Stage::Noisy => captures | quiets & R::promotion_zone(kind, us),
            Stage::Quiet => quiets & !R::promotion_zone(kind, us),
        }
    }

    /// The flights of a piece that take enemies on their way, with every choice of these, and the
    /// squares that they empty of enemies on the way; the king's safety left aside.
    #[inline]
    fn for_each_flight(
        &self,
        from: Square,
        kind: Kind,
        mut f: impl FnMut(Move, BitsOf<R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let powers = self.placement.powers_at(from, kind);
        for_each_power!(R, |POWER| {
            if const { !POWER.flight().is_empty() } && powers.has(POWER) {
                for &direction in POWER.flight() {
                    let ray = R::Geometry::TABLES.queen_rays[from][direction];
                    if !(ray & self.placement.of(!self.side_to_move)).is_empty() {
                        self.flights_along(from, kind, &Tables::outward(ray, direction), &mut f)?;
                    }
                }
            }
        });
        ControlFlow::Continue(())
    }

    fn flights_along(
        &self,
        from: Square,
        mover: Kind,
        path: &[Square],
        f: &mut impl FnMut(Move, BitsOf<R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let color = self.side_to_move;
        let mut passed = 0u8;
        for (i, &to) in path.iter().enumerate() {
            let there = self.placement.at(to);
            if there.is_none_or(|piece| piece.color() != color) {
                // All sets of enemies passed but the empty one, counted down.
                let mut taken = passed;
                while taken != 0 {
                    let mut gone = BitsOf::<R>::EMPTY;
                    let mut victims = ArrayVec::<Kind, 8>::new();
                    for (i, &square) in path[..i].iter().enumerate() {
                        if taken >> i & 1 != 0 {
                            gone |= BitsOf::<R>::of(square);
                            victims.extend(self.placement.kind_at(square));
                        }
                    }
                    victims.extend(there.map(Piece::kind));
                    let landing = Landing { color, mover, from, to, victims: &victims };
                    for becomes in R::becomes(landing) {
                        f(Move::flight(from, to, becomes, taken), gone)?;
                    }
                    taken = (taken - 1) & passed;
                }
            }
            if there.is_some_and(|piece| piece.color() != color) {
                passed |= 1 << i;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether our king on this square is not attacked after a flight of another piece that empties
    /// the squares `gone` of enemies on its way.
    #[inline]
    fn is_safe_after(&self, king: Square, mv: Move, gone: BitsOf<R>) -> bool {
        let (from, to) = (BitsOf::<R>::of(mv.from()), BitsOf::<R>::of(mv.to()));
        let occupied = self.placement.occupied() & !gone & !from | to;
        (self.attackers(king, !self.side_to_move, occupied) & !gone & !to).is_empty()
    }

    /// Whether the mover's king is not attacked after a move that is legal but for that.
    fn leaves_king_safe(&self, mv: Move) -> bool {
        !self.after(mv).is_in_check(self.side_to_move)
    }

    /// The legal en passant captures.
    pub(super) fn en_passant_moves(&self, movers: BitsOf<R>) -> impl Iterator<Item = Move> {
        let us = self.side_to_move;
        self.en_passant.into_iter().flat_map(move |target| {
            let pawns = self.placement.with_power(Power::Pawn) & !self.placement.royals();
            let reach = R::Geometry::TABLES.pawn_capture[!us][target];
            (reach & pawns & self.placement.of(us) & movers).squares().flat_map(move |from| {
                let becomes = self.placement.kind_at(from).map(|mover| {
                    R::becomes(Landing { color: us, mover, from, to: target, victims: &[R::PAWN] })
                });
                becomes
                    .into_iter()
                    .flatten()
                    .map(move |kind| Move::tagged(from, target, kind, Tag::EnPassant))
                    .filter(|&mv| self.leaves_king_safe(mv))
            })
        })
    }

    /// The legal castling moves of the king on this square.
    ///
    /// It may not pass an attacked square while the rook is still at home, nor arrive on one when
    /// the rook has moved. Only hoppers tell these two apart.
    fn castling_moves(&self, king: Square) -> impl Iterator<Item = Move> {
        let us = self.side_to_move;
        let without_king = self.placement.occupied() & !BitsOf::<R>::of(king);
        let open = R::CASTLES.iter().enumerate().filter(move |&(index, castle)| {
            self.castling.has(index)
                && castle.color == us
                && castle.between().all(|square| self.placement.at(square).is_none())
        });
        open.filter(move |(_, castle)| {
            let (home, crossed) = (BitsOf::<R>::of(castle.rook.0), BitsOf::<R>::of(castle.rook.1));
            !castle.crossed().chain([king]).any(|at| self.is_attacked(at, !us, without_king))
                && !self.is_attacked(castle.king.1, !us, without_king & !home | crossed)
        })
        .filter_map(move |(_, castle)| {
            let kind = self.placement.kind_at(king)?;
            Some(Move::tagged(king, castle.king.1, kind, Tag::Castling))
        })
    }
}

/// The squares on which a piece of these powers could capture, and those to which it could move
/// without capturing, regardless of what stands there.
#[inline]
fn reach<R: Ruleset>(
    powers: PowerSet,
    color: Color,
    from: Square,
    occupied: BitsOf<R>,
) -> (BitsOf<R>, BitsOf<R>) {
    let mut captures = BitsOf::<R>::EMPTY;
    let mut quiets = BitsOf::<R>::EMPTY;
    for_each_power!(R, |POWER| {
        if powers.has(POWER) {
            let attacked = POWER.attacks::<R::Geometry>(color, from, occupied);
            captures |= attacked;
            quiets |= if const { POWER.moves_as_it_captures() } {
                attacked
            } else {
                POWER.quiet_moves::<R::Geometry>(color, from, occupied)
            };
        }
    });
    (captures, quiets)
}
