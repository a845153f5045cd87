//! Pieces in hand.

use super::{FenError, Man, Move, Position, Special, named, settled};
use crate::definition::{Drop, Hands};
use crate::read::compound::in_fen;
use crate::read::start::{Held, Mark};
use crate::{Color, Kind, Square};

/// `[color][drop]`: how many a side has in hand.
pub(super) type Counts = [[u16; 32]; 2];

impl<'d> Position<'d> {
    /// The pieces that a FEN has in hand.
    pub(super) fn take_in_hand(&mut self, held: &[Held]) -> Result<(), FenError> {
        for held in held {
            let no_such = || FenError(format!("no '{}' can be in hand", held.token.text()));
            let kind = named(self.game, held.token).ok_or_else(no_such)?;
            let hands = self.game.hands.as_ref().ok_or_else(no_such)?;
            let fallen = || *hands.captured.get(kind.index())?;
            let is_marked = held.token.mark != Mark::None;
            let kind = if is_marked { fallen().unwrap_or(self.game.base(kind)) } else { kind };
            let drop = hands.drops.iter().position(|drop| drop.kind == kind);
            let count = &mut self.hands[held.color.index()][drop.ok_or_else(no_such)?];
            *count = count.saturating_add(1);
        }
        Ok(())
    }

    /// How many pieces of each kind a side has in hand, in the order of a FEN. Of those that never become fewer, none.
    pub fn in_hand(&self, color: Color) -> impl Iterator<Item = (Kind, u16)> {
        let drops = self.game.hands.iter().flat_map(|hands| &hands.drops);
        let counts = drops.zip(self.hands[color.index()]);
        counts.map(|(drop, count)| (drop.kind, count)).filter(|(_, count)| *count > 0)
    }

    /// How many pieces of these kinds a side has, on the board and in hand.
    pub(super) fn count_with_hand(&self, color: Color, kinds: &[Kind]) -> usize {
        let held = self.in_hand(color).filter(|(kind, _)| kinds.contains(kind));
        self.count(color, kinds) + held.map(|(_, count)| usize::from(count)).sum::<usize>()
    }

    /// What a FEN has behind its board.
    pub(super) fn hands_text(&self) -> String {
        if self.game.hands.as_ref().is_none_or(|hands| hands.unlimited) {
            return String::new();
        }
        let of_side = |color: Color| {
            let text = move |(kind, count): (Kind, u16)| {
                in_fen(&self.game.kinds[kind.index()].token, color).repeat(count.into())
            };
            self.in_hand(color).map(text).collect::<String>()
        };
        format!("[{}{}]", of_side(Color::White), of_side(Color::Black))
    }

    /// What a piece that a capture has taken puts into a hand.
    pub(super) fn fall(&mut self, man: Man) {
        let Some(hands) = &self.game.hands else { return };
        let Some(&Some(kind)) = hands.captured.get(man.kind.index()) else { return };
        let drop =
            hands.drops.iter().position(|drop| drop.kind == kind).expect("it can be in hand");
        let count = &mut self.hands[(!man.color).index()][drop];
        *count = count.saturating_add(1);
    }

    /// What is dropped.
    pub(super) fn drop_of(&self, mv: Move) -> Option<&'d Drop> {
        let Special::Drop(index) = mv.special else { return None };
        self.game.hands.as_ref()?.drops.get(index)
    }

    /// Adds the drops, with those that are not legal.
    pub(super) fn add_drops(&self, moves: &mut Vec<Move>) {
        let Some(hands) = &self.game.hands else { return };
        let held = self.hands[self.side.index()];
        for (index, drop) in hands.drops.iter().enumerate() {
            if held[index] == 0 && !hands.unlimited {
                continue;
            }
            let cells = (0..128).map(Square::new);
            let free = cells.filter(|square| drop.region[self.side].has(*square));
            for to in free.filter(|&to| self.man(to).is_none() && !self.has_full_file(drop, to)) {
                let mut kinds: Vec<Kind> = Vec::new();
                for &kind in &drop.into {
                    let kind = settled(self.game, Man { kind, color: self.side }, to);
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
                }
                moves.extend(kinds.into_iter().map(|kind| {
                    let becomes = (kind != drop.kind).then_some(kind);
                    Move { from: to, to, becomes, taken: 0, special: Special::Drop(index) }
                }));
            }
        }
    }

    /// Whether there are as many pieces on a file as keep another one from being dropped there.
    fn has_full_file(&self, drop: &Drop, to: Square) -> bool {
        let (kinds, most) = &drop.most_on_file;
        let files = usize::from(self.game.board.files);
        let is_there = |(square, man): &(Square, Man)| {
            square.index() % files == to.index() % files && kinds.contains(&man.kind)
        };
        *most > 0 && self.men(self.side).filter(is_there).count() >= usize::from(*most)
    }

    /// Whether a drop may be made, apart from what it leaves attacked.
    pub(super) fn may_drop(&self, drop: &Drop, mv: Move, next: &Self) -> bool {
        let Some(hands) = &self.game.hands else { return false };
        let man = Man { kind: mv.becomes.unwrap_or(drop.kind), color: self.side };
        let checks = next.is_in_check(!self.side);
        let is_king = |man: Man| self.game.kinds[man.kind.index()].royal;
        let checks_king = next
            .men(!self.side)
            .any(|(square, man)| is_king(man) && next.is_attacked(square, self.side));
        !(self.game.immobility_is_illegal && self.is_stuck(man, mv.to))
            && (hands.may_check || !checks_king)
            && self.is_balanced(hands, drop, mv.to)
            && (drop.may_mate || !checks || next.has_legal_move())
    }

    /// Whether a drop keeps to what is said of dark and light squares.
    fn is_balanced(&self, hands: &Hands, drop: &Drop, to: Square) -> bool {
        let Some(kind) = hands.balanced else { return true };
        let alike: Vec<Kind> = (0..self.game.kinds.len() as u8)
            .map(Kind::new)
            .filter(|&other| self.game.base(other) == kind)
            .collect();
        let files = usize::from(self.game.board.files);
        let color = |square: Square| (square.index() % files + square.index() / files) % 2;
        let all = self.count_with_hand(self.side, &alike);
        let stands = |square: Square| {
            self.man(square).is_some_and(|man| man.color == self.side && alike.contains(&man.kind))
        };
        let cells = || (0..128).map(Square::new);
        if alike.contains(&drop.kind) {
            let own = cells().filter(|&square| stands(square) && color(square) == color(to));
            return own.count() < all.div_ceil(2);
        }
        let balanced = hands.drops.iter().find(|drop| drop.kind == kind);
        let has_room = |square: Square| {
            let is_free = square != to && self.man(square).is_none();
            is_free
                && balanced.is_some_and(|drop| {
                    drop.region[self.side].has(square) && !self.has_full_file(drop, square)
                })
        };
        (0..2).all(|shade| {
            let own = cells().filter(|&square| color(square) == shade);
            own.filter(|&square| stands(square) || has_room(square)).count() >= all / 2
        })
    }

    /// Leaves out what is not done while something has to be dropped.
    pub(super) fn retain_duties(&self, moves: &mut Vec<Move>) {
        let Some(hands) = &self.game.hands else { return };
        if !self.in_hand(self.side).any(|(kind, _)| hands.must_drop.contains(&kind)) {
            return;
        }
        let is_other =
            |mv: &Move| self.drop_of(*mv).is_some_and(|drop| !hands.must_drop.contains(&drop.kind));
        moves.retain(|mv| !is_other(mv));
        let is_drop = |mv: &Move| matches!(mv.special, Special::Drop(_));
        if moves.iter().any(is_drop) {
            moves.retain(is_drop);
        }
    }

    /// Gives the rights to castle that a drop brings.
    pub(super) fn give_rights(&mut self, mv: Move) {
        let Special::Drop(_) = mv.special else { return };
        if !self.game.hands.as_ref().is_some_and(|hands| hands.castling) {
            return;
        }
        for (index, castle) in self.game.castles.iter().enumerate() {
            let is_home = [castle.king.0, castle.rook.0].contains(&mv.to);
            self.rights[index] |= is_home && self.are_at_home(castle);
        }
    }

    /// A drop as UCI writes it: `P@e5`, `{RN}@e5`, `+P@e5` for what is dropped as what it promotes to.
    pub(super) fn drop_text(&self, drop: &Drop, mv: Move) -> String {
        let plain = settled(self.game, Man { kind: drop.kind, color: self.side }, mv.to);
        let plus = if mv.becomes.unwrap_or(drop.kind) == plain { "" } else { "+" };
        let token = in_fen(&self.game.kinds[drop.kind.index()].token, Color::White);
        format!("{plus}{token}@{}", self.square_name(mv.to))
    }
}
