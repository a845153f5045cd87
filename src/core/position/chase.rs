//! Chases: what a move threatens to capture, by the rules of the Asian Xiangqi Federation as
//! [Fairy-Stockfish](https://github.com/fairy-stockfish/Fairy-Stockfish) reads them.

use super::{Move, Position};
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::definition::Chase;
use crate::rules::{BitsOf, Kind, Ruleset};

impl<R: Ruleset> Position<R> {
    /// The pieces of the side to move that are chased by the move that led here from a position: those that it newly
    /// attacks and that are worth more than the attacker or not protected. Checks are no chases.
    #[cold]
    #[inline(never)]
    pub(super) fn chased(&self, rule: &Chase, before: &Self, mv: Move) -> BitsOf<R> {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let pins = self.pins(us);
        let view = View {
            position: self,
            rule,
            pins: (pins | self.between_kings()) & self.placement.of(us),
        };
        let (from, to) = (mv.from(), mv.to());
        let occupied = self.placement.occupied();
        let mut chased = BitsOf::<R>::EMPTY;
        let Some(mover) = self.placement.kind_at(to) else { return chased };
        if !self.facts().is_royal(mover) && !rule.soldiers.contains(&mover) {
            let mut attacked = view.attacked_by(to, them, occupied);
            if rule.rooks.contains(&mover) || rule.cannons.contains(&mover) {
                // Along the line of its move it has attacked before.
                attacked &= !self.line_of(from, to);
            }
            chased |= view.worth_a_chase(to, mover, attacked);
        }
        let occupied_before = before.placement.occupied();
        for (square, kind) in self.placement.pieces(them) {
            if rule.discovers(kind) {
                let newly = view.attacked_by(square, them, occupied)
                    & !view.attacked_by(square, them, occupied_before);
                chased |= view.worth_a_chase(square, kind, newly);
            }
        }
        let new_pins = pins & !before.pins(us);
        let pinned_enemies = self.pins(them) & self.placement.of(them);
        for pinned in (new_pins & self.placement.of(us)).squares() {
            for target in (view.attacked_by(pinned, us, occupied) & view.men()).squares() {
                let attackers = self.attackers(target, them, occupied) & !pinned_enemies;
                if !attackers.is_empty() {
                    chased |= BitsOf::<R>::of(target);
                }
            }
        }
        let Some(king) = self.placement.king(us) else { return chased };
        for discoverer in (new_pins & self.placement.of(them)).squares() {
            for target in view.attacked_by(discoverer, them, occupied).squares() {
                let without = occupied ^ BitsOf::<R>::of(discoverer) ^ BitsOf::<R>::of(king);
                let guards = self.attackers(target, them, without) & !BitsOf::<R>::of(discoverer);
                let king_takes = self.attackers(target, us, occupied).has(king);
                if !king_takes || !guards.is_empty() {
                    chased |= BitsOf::<R>::of(target);
                }
            }
        }
        chased
    }

    /// The rank and the file of a square, if another lies on them.
    fn line_of(&self, from: Square, to: Square) -> BitsOf<R> {
        let files = self.board().shape().files;
        let place = |square: Square| (square.index() as u8 % files, square.index() as u8 / files);
        let ((file, rank), (to_file, to_rank)) = (place(from), place(to));
        let is_on = |square: &Square| match place(*square) {
            (other, _) if file == to_file => other == file,
            (_, other) if rank == to_rank => other == rank,
            _ => false,
        };
        Bits::of_all(self.board().tables().squares.squares().filter(is_on))
    }

    /// The pieces of either side without which this side's king would be attacked by more.
    fn pins(&self, color: Color) -> BitsOf<R> {
        let Some(king) = self.placement.king(color) else { return Bits::EMPTY };
        let occupied = self.placement.occupied();
        let checkers = self.attackers(king, !color, occupied);
        let is_pin = |square: &Square| {
            let one = BitsOf::<R>::of(*square);
            let more = self.attackers(king, !color, occupied ^ one) & !one & !checkers;
            *square != king && !more.is_empty()
        };
        Bits::of_all(occupied.squares().filter(is_pin))
    }

    /// The piece without which the kings would face each other.
    fn between_kings(&self) -> BitsOf<R> {
        let Some(king) = self.placement.king(self.side_to_move) else { return Bits::EMPTY };
        let occupied = self.placement.occupied();
        let is_it = |square: &Square| self.kings_face(king, occupied ^ BitsOf::<R>::of(*square));
        Bits::of_all((occupied & !self.placement.royals()).squares().filter(is_it))
    }
}

/// A position, as one looks at it for chases of the side to move.
struct View<'p, R: Ruleset> {
    position: &'p Position<R>,
    rule: &'p Chase,
    /// The pieces of the side to move that are pinned.
    pins: BitsOf<R>,
}

impl<R: Ruleset> View<'_, R> {
    /// The side to move's pieces of these kinds.
    fn of(&self, kinds: &[Kind]) -> BitsOf<R> {
        let placement = &self.position.placement;
        let pieces = placement.pieces(self.position.side_to_move);
        let pieces = pieces.filter(|(_, kind)| kinds.contains(kind));
        Bits::of_all(pieces.map(|(square, _)| square))
    }

    /// The pieces of the side to move that can be chased: neither the king nor a soldier that has not crossed.
    fn men(&self) -> BitsOf<R> {
        let (placement, us) = (&self.position.placement, self.position.side_to_move);
        let crossed = BitsOf::<R>::from_u128(self.rule.crossed[us].0);
        placement.of(us) & !placement.royals() & !(self.of(&self.rule.soldiers) & !crossed)
    }

    /// The pieces of the side to move that the piece on a square attacks, or protects if it is theirs.
    fn attacked_by(&self, square: Square, color: Color, occupied: BitsOf<R>) -> BitsOf<R> {
        let targets = self.position.placement.of(self.position.side_to_move);
        let is_attacked = |target: &Square| {
            *target != square && self.position.attackers(*target, color, occupied).has(square)
        };
        Bits::of_all(targets.squares().filter(is_attacked))
    }

    /// Those of the attacked pieces that an attacker chases.
    fn worth_a_chase(&self, attacker: Square, kind: Kind, attacked: BitsOf<R>) -> BitsOf<R> {
        let (position, rule) = (self.position, self.rule);
        let (us, occupied) = (position.side_to_move, position.placement.occupied());
        let mut attacked = attacked & self.men();
        let mut chased = BitsOf::<R>::EMPTY;
        if rule.horses.contains(&kind) || rule.cannons.contains(&kind) {
            chased |= attacked & self.of(&rule.rooks);
        }
        if rule.elephants.contains(&kind) || rule.advisors.contains(&kind) {
            let stronger = [&rule.rooks, &rule.cannons, &rule.horses].map(|kinds| self.of(kinds));
            chased |= stronger.into_iter().fold(Bits::EMPTY, |all, set| all | (attacked & set));
        }
        // Who is attacked by his like attacks it, too, unless he is pinned, or a horse that is blocked.
        let alike = attacked & self.of(&[kind]);
        if rule.horses.contains(&kind) {
            let attacks_back =
                |square: &Square| position.attackers(attacker, us, occupied).has(*square);
            let mutual = BitsOf::<R>::of_all(alike.squares().filter(attacks_back));
            attacked &= !(mutual & !self.pins);
        } else {
            attacked &= !alike | self.pins;
        }
        let without = occupied ^ BitsOf::<R>::of(attacker);
        let is_unprotected = |square: &Square| {
            let roots = position.attackers(*square, us, without) & !self.pins;
            roots.is_empty() || self.only_a_facing_king(roots, *square, without)
        };
        let unprotected = attacked.squares().filter(is_unprotected);
        unprotected.fold(chased, |set, square| set | BitsOf::<R>::of(square))
    }

    /// Whether the king alone protects a square, on which it would face the other king.
    fn only_a_facing_king(&self, roots: BitsOf<R>, square: Square, occupied: BitsOf<R>) -> bool {
        let placement = &self.position.placement;
        let us = self.position.side_to_move;
        let (Some(own), Some(_)) = (placement.king(us), placement.king(!us)) else { return false };
        roots == BitsOf::<R>::of(own)
            && self.position.kings_face(square, occupied ^ BitsOf::<R>::of(own))
    }
}
