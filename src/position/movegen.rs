//! Generation of legal moves as sets of targets, which those who count or stop early need not
//! expand.

use std::ops::ControlFlow;

use super::{Move, MoveList, Position, Tag};
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Kind, Piece, Power, PowerSet, Ruleset};

/// Which moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All.
    All,
    /// Captures, promotions, and what else the rules call noisy.
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
        if self.masks_hold() {
            self.generate_by_masks(scope, king, listener)?;
        } else {
            self.generate_by_trial(scope, listener)?;
        }
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
            let reached = self.pseudo_legal_targets(scope.stage, from, kind);
            let mut to = reached;
            if from == king {
                for square in reached.squares() {
                    if self.is_attacked_at(king, square) {
                        to ^= BitsOf::<R>::of(square);
                    }
                }
            } else if R::ROYAL_SLIDES && guard.tried.has(from) {
                self.try_targets(from, kind, reached, listener)?;
                continue;
            } else {
                to &= guard.allowed(from);
            }
            let doubtful = R::doubtful(&self.placement, from, Piece::new(kind, us), to);
            self.try_targets(from, kind, reached & doubtful, listener)?;
            to &= !doubtful;
            if !to.is_empty() {
                listener.targets(self, from, kind, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// For positions in which masks cannot tell: makes every move and looks.
    fn generate_by_trial(
        &self,
        scope: Scope<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        for (from, kind) in self.placement.pieces(self.side_to_move) {
            if !scope.movers.has(from) {
                continue;
            }
            let to = self.pseudo_legal_targets(scope.stage, from, kind);
            self.try_targets(from, kind, to, listener)?;
        }
        ControlFlow::Continue(())
    }

    /// Makes each move of a piece to some targets, and tells the listener those that leave its king
    /// safe.
    fn try_targets(
        &self,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        for to in to.squares() {
            for becomes in self.becomes(from, to, kind) {
                let mv = Move::new(from, to, becomes);
                if self.leaves_king_safe(mv) {
                    listener.single(mv)?;
                }
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
        let mut blockers = occupied;
        if R::ROYAL_SLIDES && R::is_royal(kind) {
            blockers |= self.royal_barriers(from, powers);
        }
        let (captures, mut quiets) = reach::<R>(powers, us, from, blockers);
        if R::DOUBLE_STEP && kind == R::PAWN && R::Geometry::rank_for(us, from) == 1 {
            quiets |= Power::StraightPawn.attacks::<R::Geometry>(us, from, occupied);
        }
        let captures = captures & self.placement.of(!us);
        let quiets = quiets & !occupied;
        match stage {
            Stage::All => captures | quiets,
            Stage::Noisy => captures | quiets & R::noisy_quiets(&self.placement, kind, us),
            Stage::Quiet => quiets & !R::noisy_quiets(&self.placement, kind, us),
        }
    }

    /// Whether our king on `king` would be attacked on another square, without or after a capture.
    #[inline]
    fn is_attacked_at(&self, king: Square, square: Square) -> bool {
        let lifted = self.placement.occupied() & !BitsOf::<R>::of(king);
        self.is_attacked(square, !self.side_to_move, lifted | BitsOf::<R>::of(square))
    }

    /// Whether the mover's king is not attacked after a move that is legal but for that.
    fn leaves_king_safe(&self, mv: Move) -> bool {
        let next = self.after(mv);
        let standing = |color| next.placement.king(color).is_some();
        let us = self.side_to_move;
        standing(us) && !(standing(!us) && next.is_in_check(us))
    }

    /// The legal en passant captures.
    pub(super) fn en_passant_moves(&self, movers: BitsOf<R>) -> impl Iterator<Item = Move> {
        let us = self.side_to_move;
        self.en_passant.into_iter().flat_map(move |target| {
            let pawns = self.placement.with_power(Power::Pawn) & !self.placement.royals();
            let reach = R::Geometry::TABLES.pawn_capture[!us][target];
            (reach & pawns & self.placement.of(us) & movers).squares().flat_map(move |from| {
                let mover = self.placement.kind_at(from);
                let becomes = mover.map(|mover| self.becomes_of(from, target, mover, &[R::PAWN]));
                becomes
                    .into_iter()
                    .flatten()
                    .map(move |kind| Move::tagged(from, target, kind, Tag::EnPassant))
                    .filter(|&mv| self.leaves_king_safe(mv))
            })
        })
    }

    /// The legal castling moves of the king on this square.
    fn castling_moves(&self, king: Square) -> impl Iterator<Item = Move> {
        let us = self.side_to_move;
        let open = R::CASTLES.iter().enumerate().filter(move |&(index, castle)| {
            self.castling.has(index)
                && castle.color == us
                && castle.between().all(|square| self.placement.at(square).is_none())
        });
        open.filter(move |(_, castle)| {
            let mut walk = castle.crossed().chain([king, castle.king.1]);
            !walk.any(|square| self.is_attacked_at(king, square))
        })
        .filter_map(move |(_, castle)| {
            let kind = self.placement.kind_at(king)?;
            Some(Move::tagged(king, castle.king.1, kind, Tag::Castling))
        })
        .filter(|&mv| !R::ROYAL_SLIDES && self.masks_hold() || self.leaves_king_safe(mv))
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
