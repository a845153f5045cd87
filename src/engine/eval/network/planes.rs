//! What the rows of a network are composed of: planes, one for each power, pair of powers and kind.
//!
//! A network is trained on planes, so that what it learns of a power is believed of all kinds that have
//! it. It is played on one row for each figure and square, the sum of its planes.

use super::figures::{FigureKind, Figures, listed};
use crate::eval::game::GameProfile;
use vertumnus_core::rules::{Kind, Power};

/// What several figures have in common, or what one is by itself.
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
}

/// The planes of a game.
#[derive(Clone, Debug)]
pub(super) struct Planes {
    /// Each plane with its first row.
    pub(super) list: Vec<(Plane, usize)>,
    /// `[figure]`: its planes, by their numbers.
    pub(super) of_figure: Vec<Vec<usize>>,
    /// Rows of one's own figures. As many follow for the enemy's.
    pub(super) rows: usize,
    squares: usize,
}

impl Planes {
    /// The planes on which a network is trained. A plane that only one kind would have is left out
    /// if the kind has one of its own.
    pub(super) fn trained(game: &GameProfile, figures: &Figures) -> Self {
        let all: Vec<Vec<Plane>> = figures.kinds.iter().map(|&kind| parts(game, kind)).collect();
        let wanted = |figure: usize, plane: Plane| {
            let users = || all.iter().filter(|planes| planes.contains(&plane)).count();
            matches!(plane, Plane::Kind(_) | Plane::Lent(..))
                || !all[figure].iter().any(|plane| matches!(plane, Plane::Kind(_)))
                || users() > 1
        };
        let of_figure = all.iter().enumerate().map(|(figure, planes)| {
            planes.iter().copied().filter(|&plane| wanted(figure, plane)).collect()
        });
        Self::new(of_figure.collect(), figures.squares)
    }

    /// The planes that are stored: a kind that has a plane of its own needs no other, because all
    /// that was learned of it is summed there.
    pub(super) fn stored(game: &GameProfile, figures: &Figures) -> Self {
        let of_figure = figures.kinds.iter().map(|&kind| {
            let planes = parts(game, kind);
            let own = planes.iter().copied().find(|plane| matches!(plane, Plane::Kind(_)));
            own.map_or(planes, |own| vec![own])
        });
        Self::new(of_figure.collect(), figures.squares)
    }

    fn new(of_figure: Vec<Vec<Plane>>, squares: usize) -> Self {
        let mut planes = Vec::new();
        let mut rows = 0;
        let mut number = |plane: Plane| {
            planes.iter().position(|&(known, _)| known == plane).unwrap_or_else(|| {
                planes.push((plane, rows));
                rows += if matches!(plane, Plane::Pair(..)) { 1 } else { squares };
                planes.len() - 1
            })
        };
        let of_figure =
            of_figure.into_iter().map(|of| of.into_iter().map(&mut number).collect()).collect();
        Self { list: planes, of_figure, rows, squares }
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
        let (figure, enemy) = (rest % self.of_figure.len(), rest >= self.of_figure.len());
        self.of_figure[figure].iter().map(move |&plane| self.row(plane, enemy, square))
    }

    /// A number that differs if anything differs on which the meaning of the rows depends.
    pub(super) fn signature(&self) -> u32 {
        let text = format!("{} {:?} {:?}", self.squares, self.list, self.of_figure);
        super::file::checksum(text.as_bytes())
    }
}

/// All planes of a figure.
fn parts(game: &GameProfile, figure: FigureKind) -> Vec<Plane> {
    let kind = match figure {
        FigureKind::Lent(power, royal) => return vec![Plane::Lent(power, royal)],
        FigureKind::Piece(kind) => kind,
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
