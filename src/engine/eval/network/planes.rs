//! Planes: what the rows of a network are composed of. There is one for each power, pair of powers and
//! kind.
//!
//! A network is trained on planes, so that all kinds that have a power share what is learned about it (a
//! factoriser). It plays on one row for each feature, the sum of its planes.

use super::features::{FeatureKind, FeatureSet, listed};
use crate::eval::game::GameProfile;
use vertumnus_core::board::fnv1a_32;
use vertumnus_core::rules::{Kind, Power};

/// What several features have in common, or a feature of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plane {
    /// A kind by itself: one that stands in the start position.
    Kind(Kind),
    /// A power of pieces.
    Power(Power),
    /// A power of kings.
    RoyalPower(Power),
    /// Two powers of one piece. It has one row for all squares.
    Pair(Power, Power),
    /// A power on loan, and whether a king has it.
    Lent(Power, bool),
    /// Pieces in hand. It has a row for each kind there.
    InHand,
}

/// The planes of a game.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    /// Each plane with its first row.
    pub(super) list: Vec<(Plane, usize)>,
    /// `[feature]`: its planes, by their numbers.
    pub(super) of_feature: Vec<Vec<usize>>,
    /// Rows of one's own features. As many follow for the enemy's.
    pub(super) rows: usize,
    squares: usize,
}

impl Planes {
    /// The planes on which a network is trained. A plane that only one kind would have is left out
    /// if the kind has one of its own.
    pub(super) fn trained(game: &GameProfile, features: &FeatureSet) -> Self {
        let all: Vec<Vec<Plane>> = features.kinds.iter().map(|&kind| parts(game, kind)).collect();
        let wanted = |feature: usize, plane: Plane| {
            let users = || all.iter().filter(|planes| planes.contains(&plane)).count();
            matches!(plane, Plane::Kind(_) | Plane::Lent(..) | Plane::InHand)
                || !all[feature].iter().any(|plane| matches!(plane, Plane::Kind(_)))
                || users() > 1
        };
        let of_feature = all.iter().enumerate().map(|(feature, planes)| {
            planes.iter().copied().filter(|&plane| wanted(feature, plane)).collect()
        });
        Self::new(of_feature.collect(), features.squares)
    }

    /// The planes that are stored: a kind that has a plane of its own needs no other, because all
    /// that was learned of it is summed there.
    pub(super) fn stored(game: &GameProfile, features: &FeatureSet) -> Self {
        let of_feature = features.kinds.iter().map(|&kind| {
            let planes = parts(game, kind);
            let own = planes.iter().copied().find(|plane| matches!(plane, Plane::Kind(_)));
            own.map_or(planes, |own| vec![own])
        });
        Self::new(of_feature.collect(), features.squares)
    }

    fn new(of_feature: Vec<Vec<Plane>>, squares: usize) -> Self {
        let mut planes = Vec::new();
        let mut rows = 0;
        let mut number = |plane: Plane| {
            planes.iter().position(|&(known, _)| known == plane).unwrap_or_else(|| {
                planes.push((plane, rows));
                rows += if matches!(plane, Plane::Pair(..)) { 1 } else { squares };
                planes.len() - 1
            })
        };
        let of_feature =
            of_feature.into_iter().map(|of| of.into_iter().map(&mut number).collect()).collect();
        Self { list: planes, of_feature, rows, squares }
    }

    /// The row of a plane for a square as its own side or the enemy sees it.
    pub(super) fn row(&self, plane: usize, enemy: bool, square: usize) -> usize {
        let (plane, first) = self.list[plane];
        let place = if matches!(plane, Plane::Pair(..)) { 0 } else { square };
        usize::from(enemy) * self.rows + first + place
    }

    /// The rows of an input.
    pub(super) fn rows_of(&self, input: usize) -> impl Iterator<Item = usize> {
        let (square, rest) = (input % self.squares, input / self.squares);
        let (feature, enemy) = (rest % self.of_feature.len(), rest >= self.of_feature.len());
        self.of_feature[feature].iter().map(move |&plane| self.row(plane, enemy, square))
    }

    /// A number that differs if anything differs on which the meaning of the rows depends.
    pub(super) fn signature(&self) -> u32 {
        let text = format!("{} {:?} {:?}", self.squares, self.list, self.of_feature);
        fnv1a_32(text.as_bytes())
    }
}

/// All planes of a feature.
fn parts(game: &GameProfile, feature: FeatureKind) -> Vec<Plane> {
    let kind = match feature {
        FeatureKind::Lent(power, royal) => return vec![Plane::Lent(power, royal)],
        FeatureKind::InHand => return vec![Plane::InHand],
        FeatureKind::Piece(kind) => kind,
    };
    let mut planes = Vec::new();
    if game.start.iter().any(|&(_, at_start)| at_start == kind) {
        planes.push(Plane::Kind(kind));
    }
    let powers = listed(game.powers_of(kind));
    if game.is_royal(kind) {
        planes.extend(powers.into_iter().map(Plane::RoyalPower));
        return planes;
    }
    planes.extend(powers.iter().copied().map(Plane::Power));
    for (number, &first) in powers.iter().enumerate() {
        planes.extend(powers[number + 1..].iter().map(|&second| Plane::Pair(first, second)));
    }
    planes
}
