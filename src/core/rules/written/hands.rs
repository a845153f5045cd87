//! Pieces in hand in a written game.

use super::changes::kind_set;
use super::promotion::Promotions;
use crate::board::{Bits, ByColor, Color, Shape, Square};
use crate::rules::definition::{Drop, Hands};
use crate::rules::{Balanced, DropRule, HandRules, Kind};

/// The rules of a game in which drops have to be tried or not.
pub(super) fn hand_rules<B: Bits>(
    hands: &Hands,
    shape: &Shape,
    promotions: &Promotions<B>,
    are_tried: bool,
) -> HandRules<B> {
    let place = |kind: Kind| hands.drops.iter().position(|drop| drop.kind == kind);
    let region = |drop: &Drop, into: Kind| {
        ByColor(Color::ALL.map(|color| {
            let region = B::from_u128(drop.region[color].0);
            promotions.stuck.get(into.index()).map_or(region, |stuck| region & !stuck[color])
        }))
    };
    let drops = hands.drops.iter().map(|drop| DropRule {
        kind: drop.kind,
        into: drop.into.iter().map(|&into| (into, region(drop, into))).collect(),
        most_on_file: (kind_set(&drop.most_on_file.0), drop.most_on_file.1),
        may_mate: drop.may_mate,
        must: hands.must_drop.contains(&drop.kind),
    });
    let is_dark = |square: &Square| {
        let (index, files) = (square.index(), usize::from(shape.files));
        (index / files + index % files).is_multiple_of(2)
    };
    let dark = || B::of_all(shape.squares().filter(is_dark));
    HandRules {
        drops: drops.collect(),
        captured: hands.captured.iter().map(|kind| Some(place((*kind)?)? as u8)).collect(),
        may_check: hands.may_check,
        unlimited: hands.unlimited,
        castling: hands.castling,
        balanced: hands.balanced.and_then(place).map(|place| Balanced { place, dark: dark() }),
        are_tried,
    }
}
