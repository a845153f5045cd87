//! Generation of legal moves as sets of targets, which need not be expanded to count them or to
//! stop early.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::guard::{Duty, Guard};
use super::{Move, Position, Tag};
use crate::board::{Bits, Color, Geometry, Square, Tables};
use crate::rules::power::{FLIGHTS, flies, for_each_power};
use crate::rules::{
    BitsOf, Castle, Hands, Kind, Piece, Power, PowerOf, PowerSet, Royals, Ruleset, Safety,
};

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
pub(crate) struct Scope<B> {
    /// The kind of moves.
    pub(crate) stage: Stage,
    /// The squares whose pieces may move, or to which drops may lead.
    pub(crate) movers: B,
}

impl<B: Bits> Scope<B> {
    /// The moves of a stage of all pieces.
    pub(crate) fn of(stage: Stage) -> Self {
        Self { stage, movers: !B::EMPTY }
    }
}

/// What keeps a side from castling now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastlingObstacle {
    /// The right is gone, or never was.
    NoRight,
    /// A piece stands on a square that must be empty.
    Occupied(Square),
    /// The king stands on an attacked square, or would pass one.
    Attacked(Square),
    /// What castles is kept from moving.
    Frozen(Square),
}

/// Receives legal moves, and may stop the generation.
pub(super) trait Listener<R: Ruleset> {
    /// All moves of the piece of this kind on `from` to the squares of a set, each with all that
    /// the piece can become there.
    fn targets(
        &mut self,
        position: &Position<R>,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()>;

    /// All drops of a kind in hand, as this on the board, onto the squares of a set.
    fn drops(
        &mut self,
        position: &Position<R>,
        kind: Kind,
        into: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()> {
        let mut each = to.squares();
        each.try_for_each(|square| {
            self.single(Move::drop(kind, square, position.settles(into, square)))
        })
    }

    /// One move.
    fn single(&mut self, mv: Move) -> ControlFlow<()>;
}

/// Collects moves one by one.
pub(super) struct ForEach<F>(pub(super) F);

impl<R: Ruleset, F: FnMut(Move) -> ControlFlow<()>> Listener<R> for ForEach<F> {
    #[inline]
    fn targets(
        &mut self,
        position: &Position<R>,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()> {
        let (us, occupied) = (position.side_to_move, position.placement.occupied());
        let unchanged = position.rules().unchanged(kind, us, from, occupied);
        for to in to.squares() {
            if unchanged.has(to) {
                (self.0)(Move::new(from, to, kind))?;
                continue;
            }
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
pub(super) struct Count(pub(super) u64);

impl<R: Ruleset> Listener<R> for Count {
    #[inline]
    fn targets(
        &mut self,
        position: &Position<R>,
        from: Square,
        kind: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()> {
        self.0 += position.count_outcomes(from, kind, to);
        ControlFlow::Continue(())
    }

    #[inline]
    fn drops(&mut self, _: &Position<R>, _: Kind, _: Kind, to: BitsOf<R>) -> ControlFlow<()> {
        self.0 += u64::from(to.count());
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Breaks at the first capture.
struct FirstCapture<'a, R: Ruleset>(&'a Position<R>);

impl<R: Ruleset> Listener<R> for FirstCapture<'_, R> {
    fn targets(
        &mut self,
        position: &Position<R>,
        _: Square,
        _: Kind,
        to: BitsOf<R>,
    ) -> ControlFlow<()> {
        let captures = to & position.placement.of(!position.side_to_move);
        if captures.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn single(&mut self, mv: Move) -> ControlFlow<()> {
        if self.0.is_capture(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<R: Ruleset> Position<R> {
    /// Hands the legal moves of a scope to a function one by one.
    #[inline]
    pub(crate) fn for_each_move(&self, scope: Scope<BitsOf<R>>, f: impl FnMut(Move)) {
        self.for_each_move_with(&self.guard(), scope, f);
    }

    /// The same with the position's own guard at hand.
    #[inline]
    pub(super) fn for_each_move_with(
        &self,
        guard: &Guard<BitsOf<R>>,
        scope: Scope<BitsOf<R>>,
        mut f: impl FnMut(Move),
    ) {
        let _ = self.generate(
            guard,
            scope,
            &mut ForEach(|mv| {
                f(mv);
                ControlFlow::Continue(())
            }),
        );
    }

    /// How many moves a piece has to the squares of a set, with all that it can become there.
    #[inline]
    pub(super) fn count_outcomes(&self, from: Square, kind: Kind, to: BitsOf<R>) -> u64 {
        let mut branching = self.rules().promotion_zone_from(kind, self.side_to_move, from);
        if let Some(left) = self.left_of(kind) {
            branching |= self.rules().promotion_zone_from(left, self.side_to_move, from);
        }
        if self.facts().captures_branch {
            branching |= self.placement.occupied();
        }
        let mut count = u64::from((to & !branching).count());
        for to in (to & branching).squares() {
            count += self.becomes(from, to, kind).len() as u64;
        }
        count
    }

    /// Sends the legal moves of a scope to a listener until it breaks. `guard` is that of the
    /// position.
    #[inline]
    pub(super) fn generate(
        &self,
        guard: &Guard<BitsOf<R>>,
        scope: Scope<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        self.generate_moves(guard, scope, listener)?;
        self.generate_pass(scope, guard, listener)
    }

    /// The same without a pass.
    #[inline]
    pub(super) fn generate_moves(
        &self,
        guard: &Guard<BitsOf<R>>,
        scope: Scope<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        if guard.is_over {
            return ControlFlow::Continue(());
        }
        if R::Hands::MAY_HOLD && self.rules().hands().is_some() {
            if scope.stage != Stage::Noisy && guard.duty != Duty::Capture {
                self.generate_drops(scope.movers, guard, listener)?;
            }
            if guard.duty == Duty::Drop {
                return ControlFlow::Continue(());
            }
        }
        for &from in self.placement.list(self.side_to_move) {
            if scope.movers.has(from) {
                self.generate_from(scope.stage, from, !BitsOf::<R>::EMPTY, guard, listener)?;
            }
        }
        self.generate_specials(scope, guard, listener)
    }

    /// Whether there is a legal capture.
    #[inline(never)]
    pub(super) fn has_capture(&self, guard: &Guard<BitsOf<R>>) -> bool {
        self.generate(guard, Scope::of(Stage::Noisy), &mut FirstCapture(self)).is_break()
    }

    /// The moves that are not generated piece by piece: en passant and castling.
    #[inline]
    pub(super) fn generate_specials(
        &self,
        scope: Scope<BitsOf<R>>,
        guard: &Guard<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        if scope.stage != Stage::Quiet {
            for passed in self.passed() {
                for mv in self.captures_in_passing(passed, scope.movers) {
                    listener.single(mv)?;
                }
            }
        }
        let may_castle = R::FACTS.is_some() || guard.duty != Duty::Capture;
        if scope.stage != Stage::Noisy && !self.castling.is_empty() && may_castle {
            for mv in self.castling_moves(scope.movers) {
                listener.single(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of one piece to some targets, without castling and en passant. Flights that
    /// capture on their way are generated whatever their target.
    #[inline]
    pub(super) fn generate_from(
        &self,
        stage: Stage,
        from: Square,
        targets: BitsOf<R>,
        guard: &Guard<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        let us = self.side_to_move;
        let Some(kind) = self.placement.kind_at(from) else { return ControlFlow::Continue(()) };
        let mut reached = self.pseudo_legal_targets(stage, from, kind) & targets;
        let is_odd = self.rules().moves_oddly();
        if R::FACTS.is_none() && is_odd {
            if guard.duty == Duty::Capture {
                reached &= self.placement.of(!us);
            }
            reached &= self.left_to_checked_king(from);
        }
        let is_king = guard.king == Some(from);
        let mut safe = reached;
        if is_king {
            for square in reached.squares() {
                if self.is_attacked_at(from, square) {
                    safe ^= BitsOf::<R>::of(square);
                }
            }
        } else {
            safe &= guard.allowed(from);
            if R::FACTS.is_none() {
                safe &= !guard.closed;
            }
        }
        let uncertain = if is_odd {
            let uncertain = self.uncertain_of(from, kind, guard, reached, safe);
            self.try_targets(from, kind, reached & uncertain, listener)?;
            uncertain
        } else {
            BitsOf::<R>::EMPTY
        };
        let to = safe & !uncertain;
        if !to.is_empty() {
            listener.targets(self, from, kind, to)?;
        }
        if !is_odd {
            return ControlFlow::Continue(());
        }
        let may_split = R::MERGES && stage != Stage::Noisy && self.rules().splits();
        if may_split && guard.duty != Duty::Capture {
            self.generate_splits(from, kind, targets, listener)?;
        }
        if stage != Stage::Quiet {
            self.for_each_flight(from, kind, |mv, gone| {
                let emptied = gone | BitsOf::<R>::of(from);
                let is_safe = match guard.king {
                    Some(king) if !is_king && !self.has_royal_slides() => {
                        guard.may_empty(emptied) || self.is_safe_after(king, mv, gone)
                    }
                    _ => self.leaves_king_safe(mv),
                };
                if is_safe {
                    listener.single(mv)?;
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Those of the squares that a piece reaches to which its moves are made to see whether its king is safe then. It
    /// is, on the others of the safe ones.
    #[inline(always)]
    fn uncertain_of(
        &self,
        from: Square,
        kind: Kind,
        guard: &Guard<BitsOf<R>>,
        reached: BitsOf<R>,
        safe: BitsOf<R>,
    ) -> BitsOf<R> {
        let (us, is_king) = (self.side_to_move, guard.king == Some(from));
        let mut uncertain =
            self.rules().uncertain_targets(&self.placement, from, Piece::new(kind, us), safe);
        // A king that goes away lends its pieces nothing there, and they may guard less; what it becomes may lend.
        let matters = || R::FACTS.is_none() && is_king && self.rules().lends();
        let is_tried = self.rules().safety(us) == Safety::Trial;
        if R::MERGES && self.has_royal_slides() && self.rules().merges() {
            // What both are together may guard other squares.
            uncertain |= self.placement.of(us);
        }
        if R::FACTS.is_none() && is_king {
            // It could be taken en passant.
            uncertain |= self.rules().double_steps(us, kind, from, self.placement.occupied());
        }
        if is_tried
            || R::FACTS.is_none() && guard.is_tried
            || self.has_royal_slides() && (guard.royal_slide_blockers.has(from) || matters())
        {
            uncertain = reached;
        }
        uncertain
    }

    /// The moves by which parts leave a piece for some targets. Each is tried.
    #[inline(never)]
    fn generate_splits(
        &self,
        from: Square,
        kind: Kind,
        targets: BitsOf<R>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        let (us, rules, occupied) = (self.side_to_move, self.rules(), self.placement.occupied());
        let parts = rules.parts(kind);
        let may_split = !parts.is_empty()
            && rules.steps_by_itself(&self.placement, from)
            && (rules.splits_if_attacked() || !self.is_attacked(from, !us, occupied));
        for &(part, _) in parts.iter().filter(|_| may_split) {
            for to in (self.split_targets(from, part) & targets).squares() {
                let mv = Move::new(from, to, part);
                if self.leaves_king_safe(mv) {
                    listener.single(mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The empty squares to which a part of a piece splits off.
    ///
    /// Not inlined: it is the same for all listeners.
    #[inline(never)]
    fn split_targets(&self, from: Square, part: Kind) -> BitsOf<R> {
        let (us, rules, occupied) = (self.side_to_move, self.rules(), self.placement.occupied());
        let powers = self.powers_on(from, part);
        let (_, quiets) = self.reach_by(powers, from, occupied, BitsOf::<R>::EMPTY);
        quiets & rules.mobility(part, us) & !occupied & !rules.promotion_zone_from(part, us, from)
    }

    /// Makes each move of a piece to some targets, and sends the ones that leave its king safe.
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

    /// The squares that a piece reaches in a stage, whether or not its king is safe then.
    ///
    /// Not inlined, so that the set comes back in registers.
    #[inline(never)]
    pub(crate) fn pseudo_legal_targets(&self, stage: Stage, from: Square, kind: Kind) -> BitsOf<R> {
        let us = self.side_to_move;
        let occupied = self.placement.occupied();
        let (captures, quiets) = self.reach_now(from, kind);
        let mut quiets = quiets & !occupied;
        if R::MERGES && self.rules().merges() {
            quiets |= self.friends_among(captures, kind);
        }
        let mut captures = captures & self.placement.of(!us);
        if R::CONFINES {
            let mobility = self.rules().mobility(kind, us);
            captures &= mobility;
            quiets &= mobility;
        }
        captures = self.without_spared(kind, captures);
        let reached = match stage {
            Stage::All => captures | quiets,
            Stage::Noisy => captures | quiets & self.noisy_quiets(kind, from),
            Stage::Quiet => quiets & !self.noisy_quiets(kind, from),
        };
        if self.rules().bars() { self.without_barred(from, kind, reached) } else { reached }
    }

    /// Those of these squares on which a piece of the side to move becomes one with another.
    #[inline(never)]
    fn friends_among(&self, squares: BitsOf<R>, mover: Kind) -> BitsOf<R> {
        let is_friend = |square: &Square| {
            let friend = self.placement.kind_at(*square);
            friend.is_some_and(|friend| self.rules().merges_with(mover, friend))
        };
        Bits::of_all((squares & self.placement.of(self.side_to_move)).squares().filter(is_friend))
    }

    /// Whether a piece would get to a square if the game did not [bar](Ruleset::bars) the move.
    pub(crate) fn is_barred(&self, from: Square, to: Square, kind: Kind) -> bool {
        let reaches = || {
            let (captures, quiets) = self.reach_now(from, kind);
            let reached = if self.placement.at(to).is_some() { captures } else { quiets };
            (reached & self.rules().mobility(kind, self.side_to_move)).has(to)
        };
        self.rules().bars() && self.becomes(from, to, kind).is_empty() && reaches()
    }

    /// The targets of these to which there is a move.
    #[inline(never)]
    fn without_barred(&self, from: Square, kind: Kind, to: BitsOf<R>) -> BitsOf<R> {
        let is_barred = |square: &Square| self.becomes(from, *square, kind).is_empty();
        to.squares().filter(is_barred).fold(to, |rest, square| rest ^ BitsOf::<R>::of(square))
    }

    /// Whether a piece may capture another, if it gets there.
    #[inline(always)]
    pub(super) fn may_capture(&self, mover: Kind, victim: Kind) -> bool {
        self.facts().is_royal(victim) || self.rules().may_capture(mover, victim)
    }

    /// Those of these pieces that a piece may capture, if it gets there.
    #[inline(always)]
    pub(super) fn without_spared(&self, mover: Kind, victims: BitsOf<R>) -> BitsOf<R> {
        if !self.rules().spares(mover) {
            return victims;
        }
        victims.squares().fold(victims, |rest, square| {
            let victim = self.placement.kind_at(square);
            let is_spared = victim.is_some_and(|victim| !self.may_capture(mover, victim));
            if is_spared { rest ^ BitsOf::<R>::of(square) } else { rest }
        })
    }

    /// What ends the slides of a piece of the side to move beside the pieces on its way.
    #[inline(always)]
    fn barriers(&self, from: Square, kind: Kind) -> BitsOf<R> {
        if self.has_royal_slides() && self.facts().is_royal(kind) {
            self.royal_slide_barriers(from, self.placement.powers_at(from, kind))
        } else {
            BitsOf::<R>::EMPTY
        }
    }

    /// What [`reach`](Self::reach) says of the board as it is.
    #[inline(always)]
    pub(super) fn reach_now(&self, from: Square, kind: Kind) -> (BitsOf<R>, BitsOf<R>) {
        self.reach(from, kind, self.placement.occupied(), self.barriers(from, kind))
    }

    /// The squares on which a piece of the side to move could capture, and the ones to which it
    /// could move without capturing, whatever stands there and wherever it may go, if these squares are
    /// occupied, and its slides end at these barriers, too. What it reaches depends on these squares
    /// alone, and on those that a double step passes.
    #[inline(always)]
    pub(super) fn reach(
        &self,
        from: Square,
        kind: Kind,
        occupied: BitsOf<R>,
        barriers: BitsOf<R>,
    ) -> (BitsOf<R>, BitsOf<R>) {
        let us = self.side_to_move;
        let (mut captures, mut quiets, rest) =
            self.rules().reached_together(&self.placement, from, us, kind, occupied | barriers);
        if R::FACTS.is_some() || !rest.is_empty() {
            let by_rest = self.reach_by(rest, from, occupied, barriers);
            captures |= by_rest.0;
            quiets |= by_rest.1;
        }
        if self.rules().steps_by_itself(&self.placement, from) {
            quiets |= self.rules().double_steps(us, kind, from, occupied | barriers);
        }
        (captures, quiets)
    }

    /// The same by some powers alone, without double steps.
    #[inline(always)]
    pub(super) fn reach_by(
        &self,
        powers: PowerSet,
        from: Square,
        occupied: BitsOf<R>,
        barriers: BitsOf<R>,
    ) -> (BitsOf<R>, BitsOf<R>) {
        let us = self.side_to_move;
        let mut captures = BitsOf::<R>::EMPTY;
        let mut quiets = BitsOf::<R>::EMPTY;
        for_each_power!(R; self.rules(), powers, |POWER| {
            let mut attacked = POWER.attacks_up_to(self.board(), us, from, occupied, barriers);
            if R::FACTS.is_none() && PowerOf::<R>::shuns(POWER) {
                let shunned = self.rules().shunned(&self.placement);
                let rest = occupied & !shunned;
                attacked &= POWER.attacks_up_to(self.board(), us, from, rest, barriers) & !shunned;
            }
            let gone_to = if POWER.moves_as_it_captures() {
                attacked
            } else {
                POWER.quiet_moves_up_to(self.board(), us, from, occupied, barriers)
            };
            if R::CONFINES && self.rules().powers_vary() {
                // What is borrowed, or there on some squares alone, may lead to fewer squares than the rest.
                captures |= PowerOf::<R>::confined(POWER, us, attacked);
                quiets |= PowerOf::<R>::confined(POWER, us, gone_to);
            } else {
                captures |= attacked;
                quiets |= gone_to;
            }
        });
        (captures, quiets)
    }

    /// Whether a piece is a king in check that has to [stay](Ruleset::checked_king_stays) rather than go to a square.
    pub(crate) fn must_stay(&self, from: Square, to: Square) -> bool {
        !self.left_to_checked_king(from).has(to)
    }

    /// The squares to which a piece may go if it is a king in check that has to [stay](Ruleset::checked_king_stays).
    #[inline]
    fn left_to_checked_king(&self, from: Square) -> BitsOf<R> {
        if !self.rules().checked_king_stays() || !self.placement.royals().has(from) {
            return !BitsOf::<R>::EMPTY;
        }
        let checkers = self.attackers(from, !self.side_to_move, self.placement.occupied());
        match checkers.count() {
            0 => !BitsOf::<R>::EMPTY,
            1 => checkers,
            _ => BitsOf::<R>::EMPTY,
        }
    }

    /// Whether our king on `king` would be attacked on another square, without or after a capture.
    #[inline]
    fn is_attacked_at(&self, king: Square, square: Square) -> bool {
        let lifted = self.placement.occupied() & !BitsOf::<R>::of(king);
        let occupied = lifted | BitsOf::<R>::of(square);
        self.is_attacked(square, !self.side_to_move, occupied)
            || self.placement.king(self.side_to_move) == Some(king)
                && self.kings_face(square, occupied)
    }

    /// Whether our king would face the enemy's, which is not allowed, if it stood on a square and these were occupied.
    #[inline]
    pub(super) fn kings_face(&self, ours: Square, occupied: BitsOf<R>) -> bool {
        self.must_part_kings() && self.sees_king(ours, occupied)
    }

    /// Whether a rook on a square would see the enemy's king, if these squares were occupied.
    #[inline(never)]
    fn sees_king(&self, ours: Square, occupied: BitsOf<R>) -> bool {
        let us = self.side_to_move;
        let seen = Power::Rook.attacks(self.board(), us, ours, occupied);
        self.placement.king(!us).is_some_and(|king| seen.has(king))
    }

    /// Whether the kings stand on a rank or file with nothing between them.
    pub(crate) fn kings_see(&self) -> bool {
        let king = self.placement.king(self.side_to_move);
        king.is_some_and(|king| self.sees_king(king, self.placement.occupied()))
    }

    /// Whether no move may leave the kings so, because none ever may, or because they stand so.
    #[inline]
    pub(super) fn must_part_kings(&self) -> bool {
        R::FACTS.is_none() && (self.rules().flying_general() || self.has_to_answer())
    }

    /// Whether the kings face each other, which no position has.
    pub(crate) fn has_facing_kings(&self) -> bool {
        self.rules().flying_general() && self.kings_see()
    }

    /// Whether they do after a move, which may not leave them so.
    pub(crate) fn leaves_kings_facing(&self, next: &Self) -> bool {
        self.must_part_kings() && next.kings_see()
    }

    /// The flights of a piece that take enemies on their way, with every choice of these, and the
    /// squares that they empty on the way; whether or not the king is safe then.
    #[inline]
    fn for_each_flight(
        &self,
        from: Square,
        kind: Kind,
        mut f: impl FnMut(Move, BitsOf<R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !R::FLIES || !flies(self.facts().powers) {
            return ControlFlow::Continue(());
        }
        let powers = self.placement.powers_at(from, kind);
        for power in FLIGHTS.into_iter().filter(|&power| powers.has(power)) {
            let barriers = self.barriers(from, kind);
            for &direction in power.flight() {
                let ray = self.board().tables().queen_rays[from][direction];
                let ray = if R::ROYAL_SLIDES {
                    Tables::until_blocked(ray, direction, barriers)
                } else {
                    ray
                };
                if !(ray & self.placement.of(!self.side_to_move)).is_empty() {
                    self.flights_along(from, kind, &Tables::outward(ray, direction), &mut f)?;
                }
            }
        }
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
        let may_go_to = |square| !R::CONFINES || self.rules().mobility(mover, color).has(square);
        let mut passed = 0u8;
        for (i, &to) in path.iter().enumerate() {
            if !may_go_to(to) {
                continue;
            }
            let there = self.placement.at(to);
            let is_spared = there.is_some_and(|piece| !self.may_capture(mover, piece.kind()));
            if !is_spared && there.is_none_or(|piece| piece.color() != color) {
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
                    for becomes in self.becomes_of(from, to, mover, &victims) {
                        f(Move::flight(from, to, becomes, taken), gone)?;
                    }
                    taken = (taken - 1) & passed;
                }
            }
            if !is_spared && there.is_some_and(|piece| piece.color() != color) {
                passed |= 1 << i;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether our king on this square is safe after a flight of another piece that takes the
    /// enemies on the squares `gone` on its way.
    #[inline]
    fn is_safe_after(&self, king: Square, mv: Move, gone: BitsOf<R>) -> bool {
        let (from, to) = (BitsOf::<R>::of(mv.from()), BitsOf::<R>::of(mv.to()));
        let occupied = self.placement.occupied() & !gone & !from | to;
        (self.attackers(king, !self.side_to_move, occupied) & !gone & !to).is_empty()
            && !self.kings_face(king, occupied)
    }

    /// Whether the mover's king, and what else is royal, is safe after a pseudo-legal move.
    pub(super) fn leaves_king_safe(&self, mv: Move) -> bool {
        let (us, rules) = (self.side_to_move, self.rules());
        let is_pass = self.is_pass(mv);
        if rules.safety(us) == Safety::Nothing || is_pass && self.has_to_answer() {
            return true;
        }
        let stays = || self.rest(mv).is_some_and(|rest| self.facts().is_royal(rest));
        if self.must_stay(mv.from(), mv.to()) && !stays() {
            return false;
        }
        let next = self.after_unchecked(mv);
        if let Some(color) = self.loses_royals(mv, &next) {
            return color != us;
        }
        let stands = |color| !rules.has_king(color) || next.placement.king(color).is_some();
        stands(us)
            && !(stands(!us)
                && (self.leaves_check(mv, &next)
                    || self.leaves_kings_facing(&next)
                    || self.leaves_king_passing(mv, &next)))
            && (rules.may_check() || !next.is_in_check(!us))
            && !rules.has_forbidden_contact(&next.placement)
    }

    /// Whether a move leaves its side in check. What a piece promotes to that is no pawn frees nothing royal by that move,
    /// nor does a drop.
    #[inline]
    fn leaves_check(&self, mv: Move, next: &Self) -> bool {
        let us = self.side_to_move;
        if R::Hands::MAY_HOLD && mv.is_drop() {
            let (mut royals, to) = (self.rules().royals(&next.placement, us), mv.to());
            royals.each |= self.rules().royals(&self.placement, us).each;
            if next.placement.kind_at(to).is_some_and(|kind| self.rules().may_be_royal(kind)) {
                royals.each |= BitsOf::<R>::of(to);
            }
            return next.is_in_check_by(us, royals);
        }
        let promotes = || {
            let mover = self.placement.kind_at(mv.from());
            mover.and_then(|mover| self.facts().promoted(mover)) == Some(mv.becomes())
        };
        if R::FACTS.is_some() || self.facts().promoted.is_empty() || !promotes() {
            return next.is_in_check(us);
        }
        next.is_in_check_by(us, self.royals_after(mv, us))
    }

    /// What is royal of a side before a move, where it stands afterwards.
    #[inline(never)]
    fn royals_after(&self, mv: Move, color: Color) -> Royals<BitsOf<R>> {
        let (from, to) = (BitsOf::<R>::of(mv.from()), BitsOf::<R>::of(mv.to()));
        let moved = |set: BitsOf<R>| if set.has(mv.from()) { (set ^ from) | to } else { set };
        let Royals { each, one_of } = self.rules().royals(&self.placement, color);
        Royals { each: moved(each), one_of: moved(one_of) }
    }

    /// Whose royal pieces a capture takes off the board that [blasts](Ruleset::blasts): the mover's, if both lose some.
    #[inline]
    pub(crate) fn loses_royals(&self, mv: Move, next: &Self) -> Option<Color> {
        if self.rules().blasts() { self.loser_of_royals(mv, next) } else { None }
    }

    #[inline(never)]
    fn loser_of_royals(&self, mv: Move, next: &Self) -> Option<Color> {
        if !self.is_capture(mv) {
            return None;
        }
        let loses = |color: &Color| {
            let royals = self.royals_after(mv, *color).each;
            !(royals & !next.placement.of(*color)).is_empty()
        };
        let us = self.side_to_move;
        [us, !us].into_iter().find(loses)
    }

    /// The legal castling moves of these pieces.
    fn castling_moves(&self, movers: BitsOf<R>) -> impl Iterator<Item = Move> {
        let us = self.side_to_move;
        let ours = self
            .facts()
            .castles
            .iter()
            .enumerate()
            .filter(move |&(_, castle)| castle.color == us && movers.has(castle.king.0));
        ours.filter(|&(index, castle)| self.castling_obstacle(index, castle).is_none())
            .map(move |(_, castle)| {
                let (from, to) = castle.king;
                Move::tagged(
                    from,
                    to,
                    self.rules().settled(castle.king_kind, us, to),
                    Tag::Castling,
                )
            })
            .filter(|&mv| self.leaves_king_safe(mv))
    }

    /// What keeps the side to move from a castling move of its own, given with its index; `None` if at
    /// most the safety of its king after the move does.
    ///
    /// A king may not pass an attacked square while the rook is still at home, nor arrive on one when
    /// the rook has moved. Only hoppers and kings that slide tell these two apart.
    #[inline]
    pub(crate) fn castling_obstacle(
        &self,
        index: usize,
        castle: &Castle,
    ) -> Option<CastlingObstacle> {
        if !self.castling.has(index) {
            return Some(CastlingObstacle::NoRight);
        }
        let between = self.placement.occupied() & BitsOf::<R>::from_u128(castle.free.0);
        if let Some(square) = between.first() {
            return Some(CastlingObstacle::Occupied(square));
        }
        let king = castle.king.0;
        let is_frozen = |square: &Square| self.rules().is_frozen(&self.placement, *square);
        if let Some(square) = [king, castle.rook.0].into_iter().find(is_frozen) {
            return Some(CastlingObstacle::Frozen(square));
        }
        let royals = || self.rules().royals(&self.placement, castle.color).each;
        if R::FREE_CASTLING && !self.facts().is_royal(castle.king_kind) && !royals().has(king) {
            return None;
        }
        let shielded = self.shielded(castle.color);
        let mut passed = castle.crossed().chain([king]).filter(|&square| !shielded.has(square));
        let has_to_stand = R::FACTS.is_none() && self.attacks_depend_on_kinds();
        let is_attacked = |&square: &Square| {
            if has_to_stand {
                self.is_attacked_standing(king, square, castle.king_kind)
            } else {
                self.is_attacked_at(king, square)
            }
        };
        passed.find(is_attacked).map(CastlingObstacle::Attacked)
    }

    /// Whether it matters to attacks which pieces stand where, and not only where any stand: pieces lend to others, or
    /// there are some that cannons shun.
    fn attacks_depend_on_kinds(&self) -> bool {
        self.rules().lends() || !self.rules().shunned(&self.placement).is_empty()
    }

    /// Whether our king on `king` would be attacked if it stood on another square, in place of its rook if that is
    /// there.
    fn is_attacked_standing(&self, king: Square, square: Square, kind: Kind) -> bool {
        let mut there = *self;
        if square != king {
            there.placement.edit(|pieces| {
                pieces.take(square);
                pieces.relocate(king, square, kind);
            });
        }
        there.is_attacked(square, !self.side_to_move, there.placement.occupied())
            || self.leaves_kings_facing(&there)
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, Stage};
    use crate::board::Bits;
    use crate::position::Position;
    use crate::position::testing::{Toy, all_moves, moves_from, position};
    use crate::position::{Move, MoveList};
    use crate::rules::{BitsOf, Ruleset};

    /// Of all words that differ in one bit from a legal move's, exactly the legal moves are legal.
    fn rejects_damaged_moves<R: Ruleset + Default>(fen: &str) {
        let position = position::<R>(fen);
        let moves: MoveList = position.legal_moves();
        for mv in &moves {
            for bit in 0..u32::BITS {
                let Some(other) = Move::from_word_unchecked(mv.to_word() ^ 1 << bit) else {
                    continue;
                };
                assert_eq!(position.is_legal(other), moves.contains(&other), "bit {bit} of {mv:?}");
            }
        }
    }

    fn stages_and_movers_part_the_moves<R: Ruleset + Default>(fen: &str, noisy: &str) {
        let position: Position<R> = position(fen);
        let moves =
            |stage, movers| crate::position::testing::moves_in(&position, Scope { stage, movers });
        let all = !BitsOf::<R>::EMPTY;
        assert_eq!(moves(Stage::Noisy, all), noisy);
        let count = |text: &str| text.split_whitespace().count();
        assert_eq!(count(&moves(Stage::Quiet, all)) + count(noisy), count(&moves(Stage::All, all)));
        assert_eq!(moves(Stage::All, BitsOf::<R>::EMPTY), "");
    }

    #[test]
    fn attacks_over_a_screen_are_met_by_adding_or_removing_one() {
        // The Aeroplane on d8 checks past the screen on d5.
        let fen = "***k***/*2a2*/*5*/*5*/3R3/*5*/*5*/*5*/***K*** w - - 0 1";
        let moves = moves_from(&position::<Toy>(fen), "d5");
        // Leaving the line opens it for the slide; a step along it keeps one screen. The capture
        // ends the attack.
        assert_eq!(moves, "d5d8");
        // Without a screen the slide itself checks, and the first piece between is but a screen.
        let fen = "***k***/*2a2*/*5*/*5*/R6/*5*/*5*/*5*/***K*** w - - 0 1";
        assert_eq!(moves_from(&position::<Toy>(fen), "a5"), "");
        // Two screens stop it, and each is pinned in its own way.
        let fen = "***k***/*2a2*/*5*/*5*/3R3/*2R2*/*5*/*5*/***K*** w - - 0 1";
        assert_eq!(moves_from(&position::<Toy>(fen), "d4"), "d4d2 d4d3");
        rejects_damaged_moves::<Toy>(fen);
    }

    #[test]
    fn slides_stop_at_holes() {
        let fen = "***k***/*5*/*5*/*5*/7/*R4*/*5*/*5*/***K*** w - - 0 1";
        assert_eq!(
            moves_from(&position::<Toy>(fen), "b4"),
            "b4b2 b4b3 b4b5 b4b6 b4b7 b4b8 b4c4 b4d4 b4e4 b4f4"
        );
        assert_eq!(
            all_moves(&position::<Toy>("***k***/*5*/*5*/*5*/7/*5*/*5*/*5*/***K*** b - - 0 1")),
            "d9c8 d9d8 d9e8"
        );
        stages_and_movers_part_the_moves::<Toy>(
            "***k***/*5*/*5*/*5*/7/*R2r1*/*5*/*5*/***K*** w - - 0 1",
            "b4e4",
        );
    }

    #[cfg(feature = "chess")]
    mod chess {
        use super::{rejects_damaged_moves, stages_and_movers_part_the_moves};
        use crate::position::testing::{all_moves, moves_from, position};
        use crate::rules::chess::Chess;

        const KIWIPETE: &str =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

        #[test]
        fn castling_asks_for_an_open_way_without_attacks() {
            for (fen, castlings) in [
                ("4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1", "e1c1 e1g1"),
                ("4k3/8/8/8/8/8/3PPP2/R3K2R w K - 0 1", "e1g1"),
                ("4k3/8/8/8/8/8/3PPP2/R3K2R w - - 0 1", ""),
                // Something between, also beside the rook.
                ("4k3/8/8/8/8/8/3PPP2/RN2K1NR w KQ - 0 1", ""),
                // Attacks on b1, a1 and h1 do not matter.
                ("1r2k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1", "e1c1 e1g1"),
                ("r3k2r/8/8/8/8/8/3PPP2/R3K2R w KQkq - 0 1", "e1c1 e1g1"),
                // Those on the king, and on the squares that it crosses or reaches, do.
                ("4k3/8/8/8/8/8/3PPn2/R3K2R w KQ - 0 1", "e1g1"),
                ("4k3/8/8/8/8/4n3/3PPP2/R3K2R w KQ - 0 1", ""),
                ("4k3/8/8/8/8/3n4/3PPP2/R3K2R w KQ - 0 1", ""),
                ("4k3/8/8/8/8/8/3PPPp1/R3K2R w KQ - 0 1", "e1c1"),
                ("4k3/8/8/8/8/8/1p1PPP2/R3K2R w KQ - 0 1", "e1g1"),
                ("r3k2r/8/8/8/8/8/8/3RK3 b kq - 0 1", "e8g8"),
            ] {
                let position = position::<Chess>(fen);
                let moves = all_moves(&position);
                let castles = ["e1c1", "e1g1", "e8c8", "e8g8"];
                let found: Vec<&str> =
                    moves.split(' ').filter(|text| castles.contains(text)).collect();
                assert_eq!(found.join(" "), castlings, "{fen}");
            }
        }

        #[test]
        fn pawns_step_twice_from_home_over_empty_squares() {
            for (fen, square, moves) in [
                ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a2a3 a2a4"),
                ("4k3/8/8/8/n7/8/P7/4K3 w - - 0 1", "a2", "a2a3"),
                ("4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", "a2", ""),
                ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3", "a3a4"),
                ("4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7", "a7a5 a7a6"),
            ] {
                assert_eq!(moves_from(&position::<Chess>(fen), square), moves, "{fen}");
            }
        }

        #[test]
        fn en_passant_meets_the_check_of_the_pawn_that_it_takes() {
            let fen = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
            assert_eq!(moves_from(&position::<Chess>(fen), "e4"), "e4d3");
        }

        #[test]
        fn noisy_moves_are_captures_and_promotions() {
            stages_and_movers_part_the_moves::<Chess>(
                KIWIPETE,
                "d5e6 e2a6 e5d7 e5f7 e5g6 f3f6 f3h3 g2h3",
            );
            stages_and_movers_part_the_moves::<Chess>(
                "n3k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 2",
                "b7a8b b7a8n b7a8q b7a8r b7b8b b7b8n b7b8q b7b8r e5d6",
            );
        }

        #[test]
        fn damaged_moves_are_not_legal() {
            rejects_damaged_moves::<Chess>(KIWIPETE);
            rejects_damaged_moves::<Chess>("n3k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 2");
        }
    }

    #[cfg(feature = "fairyeater")]
    mod fairyeater {
        use super::{rejects_damaged_moves, stages_and_movers_part_the_moves};
        use crate::position::testing::{moves_from, position};
        use crate::rules::fairyeater::FairyEater;

        const PROMOTIONS: &str = "4k4/9/9/5p3/4P4/9/9/9/4K4 w - - 0 1";

        #[test]
        fn pawns_step_once_and_promote_two_steps_from_home() {
            for (fen, square, moves) in [
                ("4k4/9/9/9/9/4P4/9/9/4K4 w - - 0 1", "e4", "e4e5"),
                ("4k4/9/9/9/9/9/9/4P4/4K4 w - - 0 1", "e2", "e2e3"),
                ("4k4/9/9/4p4/9/9/9/9/4K4 b - - 0 1", "e6", "e6e5"),
                ("4k4/9/9/9/4p4/9/9/9/4K4 b - - 0 1", "e5", "e5e4c e5e4g e5e4n e5e4r e5e4s"),
            ] {
                assert_eq!(moves_from(&position::<FairyEater>(fen), square), moves, "{fen}");
            }
        }

        #[test]
        fn noisy_moves_are_captures_and_promotions() {
            stages_and_movers_part_the_moves::<FairyEater>(
                PROMOTIONS,
                "e5e6c e5e6g e5e6n e5e6r e5e6s e5f6c e5f6g e5f6n e5f6r e5f6s",
            );
        }

        #[test]
        fn damaged_moves_are_not_legal() {
            rejects_damaged_moves::<FairyEater>(PROMOTIONS);
        }
    }
}
