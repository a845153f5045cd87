//! Pieces of a side that become one, and pieces that come apart.

use super::{Man, Move, Position, Special, on_their_grounds};
use crate::{Color, Kind, Square};

impl Position<'_> {
    /// What a piece becomes with another of its side onto which it goes.
    pub(super) fn merged(&self, mover: Kind, friend: Kind) -> Option<Kind> {
        *self.game.changes.merged.get(mover.index())?.get(friend.index())?
    }

    /// The piece with which a piece of a side becomes one by going to a square.
    pub(super) fn friend(&self, color: Color, from: Square, to: Square) -> Option<Man> {
        self.man(to).filter(|there| from != to && there.color == color)
    }

    /// The same of a move.
    pub(super) fn friend_of(&self, mv: Move) -> Option<Man> {
        let friend = self.friend(self.side, mv.from, mv.to);
        friend.filter(|_| mv.special == Special::None)
    }

    /// Adds the moves by which parts leave a piece.
    pub(super) fn add_splits(&self, (from, man): (Square, Man), moves: &mut Vec<Move>) {
        let splits = &self.game.changes.splits;
        let pairs = splits.parts.get(man.kind.index()).filter(|pairs| !pairs.is_empty());
        let Some(pairs) = pairs else { return };
        if !splits.even_attacked && self.is_attacked(from, !man.color) {
            return;
        }
        for &(part, _) in pairs {
            let promotes = |to: Square| {
                let rules = &self.game.promotion[man.color];
                rules.iter().any(|rule| {
                    let is_there = rule.region.has(to) || rule.leaving && rule.region.has(from);
                    is_there
                        && !rule.into.is_empty()
                        && !rule.by_captures
                        && rule.kinds.contains(&part)
                })
            };
            let kind = &self.game.kinds[part.index()];
            let ways = kind.powers.iter().filter(|motion| motion.purpose.moves());
            let ways = ways.map(|motion| (motion, kind.mobility[man.color]));
            let mut squares = Vec::new();
            for (motion, region) in on_their_grounds(ways, from, man.color) {
                self.walk(
                    from,
                    man.color,
                    motion,
                    |_| true,
                    |to, there| {
                        if there.is_none() && region.has(to) && !promotes(to) {
                            squares.push(to);
                        }
                        false
                    },
                );
            }
            squares.sort_unstable();
            squares.dedup();
            moves.extend(squares.into_iter().map(|to| {
                let (becomes, taken, special) = (Some(part), 0, Special::Split);
                Move { from, to, becomes, taken, special }
            }));
        }
    }

    /// What stays where a part leaves.
    pub(super) fn rest(&self, whole: Kind, part: Kind) -> Option<Kind> {
        let pairs = self.game.changes.splits.parts.get(whole.index())?;
        pairs.iter().find(|(leaving, _)| *leaving == part).map(|(_, rest)| *rest)
    }
}

impl Move {
    /// The part that leaves a piece.
    pub(super) fn part(self) -> Option<Kind> {
        self.becomes.filter(|_| self.special == Special::Split)
    }
}
