//! What follows from a definition, for all who play it fast.

use crate::definition::{
    CastleDefinition, Changes, Definition, KindDefinition, Promotion, Region, Step, Value,
};
use crate::powers::Powers;
use crate::read::compound::in_fen;
use crate::{ByColor, Color, Kind, Square};

/// The most pieces beside the kings with which nobody can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadDraw {
    /// There is always a way to win.
    Never,
    /// None.
    Kings,
    /// A knight or a bishop.
    Minor,
}

impl Definition {
    /// What a kind seems to be: itself, if it is no [twin](KindDefinition::twin_of).
    pub fn base(&self, kind: Kind) -> Kind {
        self.kinds[kind.index()].twin_of.unwrap_or(kind)
    }

    /// A piece as a FEN writes it on the board: `Q`, `{RN}`, `Q~`, `+p`.
    pub fn in_fen(&self, kind: Kind, color: Color) -> String {
        let text = |kind: Kind| in_fen(&self.kinds[kind.index()].token, color);
        if self.kinds[kind.index()].twin_of.is_none() {
            return text(kind);
        }
        match self.promoted.iter().position(|into| *into == Some(kind)) {
            Some(origin) => format!("+{}", text(Kind::new(origin as u8))),
            None => format!("{}~", text(kind)),
        }
    }

    /// The plain pawn: the kind that makes double or triple steps, or the only one that promotes, or the one with the
    /// letter `P`.
    pub fn pawn(&self) -> Option<Kind> {
        let number =
            |is_it: &dyn Fn(usize) -> bool| (0..self.kinds.len()).find(|&number| is_it(number));
        let kinds = &self.kinds;
        let steps = number(&|number| {
            let kind = &kinds[number];
            !kind.royal && (kind.triple_step || !kind.double_steps.is_empty())
        });
        let mut promotes = self.promotion[Color::White].iter().flat_map(|rule| &rule.kinds);
        let only = promotes.next().filter(|&first| promotes.all(|other| other == first));
        let promotes = only.map(|kind| kind.index());
        let by_letter = number(&|number| kinds[number].token == "P" && !kinds[number].royal);
        let found = steps.or(promotes).or(by_letter);
        found.map(|number| Kind::new(number as u8))
    }

    /// Whether no piece whose moves restart the clock can go back, no other piece becomes one of these, and nothing
    /// undoes a promotion that restarts the clock.
    pub fn restarts_are_final(&self) -> bool {
        let falls = self.hands.as_ref().is_some_and(|hands| !hands.captured.is_empty());
        // A pawn goes back as a part of another piece.
        let splits = !self.changes.splits.are_none() || !self.changes.spent.is_empty();
        if !self.lending.is_none() || self.changes_sides() || falls || splits {
            return false;
        }
        let Changes { moved, morphs, .. } = &self.changes;
        let makes_one = |color: Color| {
            let restarts = |kind: &Kind| self.restarts_clock[color].contains(kind);
            let makes = |kinds: &Vec<Kind>| {
                (0..).zip(kinds).any(|(from, to)| restarts(to) && !restarts(&Kind::new(from)))
            };
            let promotes = |rule: &Promotion| {
                rule.into.iter().any(restarts) && !rule.kinds.iter().all(restarts)
            };
            let rules = &self.promotion[color];
            let promotes_again = |kind: &Kind| rules.iter().any(|rule| rule.kinds.contains(kind));
            let is_undone = |rule: &Promotion| {
                let changes = !moved.is_empty() || !morphs.is_empty();
                rule.restarts_clock && (changes || rule.into.iter().any(promotes_again))
            };
            rules.iter().any(is_undone)
                || makes(moved)
                || morphs.iter().any(|morph| makes(&morph.kinds))
                || rules.iter().any(promotes)
        };
        if Color::ALL.into_iter().any(makes_one) {
            return false;
        }
        let goes_ahead = |step: &Step| step.ranks > 0;
        let is_final = |kind: &Kind| {
            let kind = &self.kinds[kind.index()];
            let steps = kind.powers.iter().filter(|motion| motion.purpose.moves());
            steps.flat_map(|motion| &motion.steps).chain(&kind.double_steps).all(goes_ahead)
        };
        Color::ALL.iter().all(|&color| self.restarts_clock[color].iter().all(is_final))
    }

    /// The most pieces beside the kings with which nobody can win, who has nothing in [hand](Definition::hands): as in
    /// chess, unless a king moves otherwise, or there are other ways to win, or captures fill hands. Where a king has no corner to be safe in, a single piece can mate, and a king alone stalemate
    /// another.
    pub fn dead_draw(&self, powers: &Powers) -> DeadDraw {
        let board = &self.board;
        let ends_plainly = self.kings.0 == [true; 2]
            && (self.extinction.is_none() || self.bare_king().is_some())
            && self.aims.pseudo_royals.is_none()
            && !self.aims.must_capture
            && self.aims.may_check
            && self.aims.checks_to_win.0 == [0, 0]
            && self.aims.checkmate == Value::Loss;
        let king = self.kinds.iter().position(|kind| kind.royal);
        let is_plain = king.is_some_and(|king| powers.are_named(&powers.of_kind[king], &["Step"]))
            && ends_plainly
            && !self.draws.repetition.decides()
            && self.draws.chase.is_none()
            && self.draws.material.is_none()
            && self.flag.0.iter().all(|flag| flag.region.is_empty());
        // Nor is a corner safe from a king that faces it.
        let has_corners = board.holes.is_empty()
            && board.files.min(board.ranks) >= 4
            && !self.aims.flying_general;
        let has_limits = |kind: &KindDefinition| {
            kind.mobility.0.iter().any(|region| board.squares().0 & !region.0 != 0)
        };
        let king_number = king.unwrap_or(0);
        let Changes { moved, morphs, .. } = &self.changes;
        let stays =
            |kinds: &Vec<Kind>| kinds.get(king_number).is_none_or(|to| to.index() == king_number);
        let king_changes = !stays(moved) || morphs.iter().any(|morph| !stays(&morph.kinds));
        let draws_by_stalemate = self.stalemate == Value::Draw;
        let has_hands =
            self.hands.as_ref().is_some_and(|hands| hands.unlimited || !hands.captured.is_empty());
        if !is_plain || has_hands || king_changes || self.kinds.iter().any(has_limits) {
            return DeadDraw::Never;
        }
        let stay_as_they_are = self.changes.are_none()
            && self.lending.is_none()
            && self.contacts.are_none()
            && !self.aims.checked_king_stays
            && !self.promotion.0.iter().flatten().any(|rule| rule.leaving);
        match (has_corners, draws_by_stalemate) {
            (true, true) if stay_as_they_are && self.extinction.is_none() => DeadDraw::Minor,
            (false, false) => DeadDraw::Never,
            _ => DeadDraw::Kings,
        }
    }

    /// Whether pieces may go over to the other side.
    pub fn changes_sides(&self) -> bool {
        !self.changes.turned.is_empty()
            || !self.changes.turned_by_moves.is_empty()
            || !self.contacts.converting.is_empty()
    }

    /// Whether the pieces, their moves or what has been can end the game otherwise than by a lack of moves that does
    /// not win.
    pub fn has_goals(&self) -> bool {
        self.extinction.is_some()
            || self.stalemate == Value::Win
            || self.aims.checkmate != Value::Loss
            || self.aims.stalemate_counts
            || self.aims.checks_to_win.0 != [0, 0]
            || self.draws.repetition.decides()
            || self.draws.chase.is_some()
            || self.draws.full_board
            || self.aims.passing != ByColor::default()
            || self.aims.facing_is_answered
            || self.flag.0.iter().any(|flag| !flag.region.is_empty())
    }
}

impl CastleDefinition {
    /// The squares that must be empty, beside the homes of both.
    pub fn free(&self) -> Region {
        let way = |(from, to): (Square, Square)| {
            let (low, high) = (from.min(to).index(), from.max(to).index());
            (low..=high).fold(0, |set, index| set | 1 << index)
        };
        let homes = 1 << self.king.0.index() | 1 << self.rook.0.index();
        Region((way(self.king) | way(self.rook)) & !homes)
    }
}
