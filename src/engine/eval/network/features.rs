//! The feature set of a network. A feature is a kind of piece on a square. In games in which pieces
//! lend powers, each power on loan is a feature as well, with different numbers for kings and for other pieces.

use crate::eval::game::GameProfile;
use vertumnus_core::board::{Bits, Color, Square};
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Kind, Placement, Power, PowerOf, PowerSet, Ruleset};

/// A feature of a side on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feature {
    pub(super) color: Color,
    /// The number of its kind of feature: kinds of pieces come first.
    pub(super) number: u8,
    pub(super) square: Square,
}

/// From where features are seen: a side, and whether the board is mirrored from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) perspective: Color,
    pub(super) mirrored: bool,
}

/// What a feature stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FeatureKind {
    Piece(Kind),
    /// A power on loan, and whether a king has it.
    Lent(Power, bool),
}

/// The features of a game, and their indices as inputs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FeatureSet {
    /// `[feature]`
    pub(super) kinds: Vec<FeatureKind>,
    /// `[power]`: the feature of the power on loan to a piece, and to a king; 0 if there is none.
    lent: [[u8; 2]; Power::COUNT],
    /// Indices of squares lie below this.
    pub(super) squares: usize,
    /// `[mirrored][color][square]`: the square as the side sees it.
    seen: [[Vec<u8>; 2]; 2],
    /// The squares of a king for which a mirrored network mirrors the board: the right half.
    right_half: u128,
    /// The pieces of the start position.
    most_pieces: usize,
}

impl FeatureSet {
    pub(super) fn new(game: &GameProfile) -> Self {
        let mut kinds: Vec<FeatureKind> = game.kinds().map(FeatureKind::Piece).collect();
        let mut lent = [[0; 2]; Power::COUNT];
        if game.lends_powers {
            for power in game.facts.powers.iter() {
                for royal in [false, true] {
                    lent[power as usize][usize::from(royal)] = kinds.len() as u8;
                    kinds.push(FeatureKind::Lent(power, royal));
                }
            }
        }
        let board = &game.board;
        let squares = board.files() * board.ranks();
        let image = |square: Square| board.left_to_right(square).unwrap_or(square);
        let seen = [false, true].map(|mirrored| {
            Color::ALL.map(|color| {
                let seen = |index| {
                    let square = board.seen_by(color, Square::new(index as u8));
                    if mirrored { image(square) } else { square }.index() as u8
                };
                (0..squares).map(seen).collect()
            })
        });
        let right_half = board.squares_where(&mut |square| {
            // On an odd number of files, the one in the middle is in neither half.
            2 * board.file(square) >= board.files()
        });
        Self { kinds, lent, squares, seen, right_half, most_pieces: game.start.len() }
    }

    /// Whether the king of a side stands on the right half of the board.
    #[inline]
    pub(super) fn is_mirrored_for<R: Ruleset>(
        &self,
        placement: &Placement<R>,
        side: Color,
    ) -> bool {
        placement.king(side).is_some_and(|king| self.right_half >> king.index() & 1 == 1)
    }

    /// Which of so many output buckets is for positions with so many pieces. The last one begins as the start
    /// position ends.
    #[inline]
    pub(super) fn bucket(&self, pieces: u32, buckets: usize) -> usize {
        let pieces = (pieces as usize).clamp(1, self.most_pieces);
        (pieces - 1) * buckets / self.most_pieces
    }

    /// The number of inputs of each side to move.
    pub(super) fn inputs(&self) -> usize {
        2 * self.kinds.len() * self.squares
    }

    /// The index of a feature as a view sees it. The features of its own side come first.
    #[inline]
    pub(super) fn input(&self, view: View, feature: Feature) -> usize {
        let View { perspective, mirrored } = view;
        let Feature { color, number, square } = feature;
        let relation = usize::from(color != perspective);
        let seen = &self.seen[usize::from(mirrored)][perspective.index()];
        let square = usize::from(seen[square.index()]);
        (relation * self.kinds.len() + usize::from(number)) * self.squares + square
    }

    /// The feature that White sees as an input.
    pub(super) fn seen_by_white(&self, input: usize) -> Feature {
        let (kind, square) = (input / self.squares, Square::new((input % self.squares) as u8));
        let kinds = self.kinds.len();
        let color = if kind < kinds { Color::White } else { Color::Black };
        Feature { color, number: (kind % kinds) as u8, square }
    }

    /// An input as the other perspective sees it.
    pub(super) fn turned(&self, input: usize) -> usize {
        let view = View { perspective: Color::Black, mirrored: false };
        self.input(view, self.seen_by_white(input))
    }

    /// `[neuron]`: the greatest size that the sum of rows can have, whatever is on the board. `row` has
    /// the weights of an input.
    pub(super) fn greatest_sums<Row: Iterator<Item = f64>>(
        &self,
        hidden: usize,
        row: impl Fn(usize) -> Row,
    ) -> Vec<f64> {
        let mut sums = vec![0.0; hidden];
        for square in 0..self.squares {
            let mut on_square = vec![0.0_f64; hidden];
            for relation in 0..2 {
                // One piece, with any of the powers on loan.
                let (mut piece, mut lent) = (vec![0.0_f64; hidden], vec![0.0_f64; hidden]);
                for (feature, kind) in self.kinds.iter().enumerate() {
                    let weights =
                        row((relation * self.kinds.len() + feature) * self.squares + square);
                    for ((piece, lent), weight) in piece.iter_mut().zip(&mut lent).zip(weights) {
                        match kind {
                            FeatureKind::Piece(_) => *piece = piece.max(weight.abs()),
                            FeatureKind::Lent(..) => *lent += weight.abs(),
                        }
                    }
                }
                for ((most, piece), lent) in on_square.iter_mut().zip(piece).zip(lent) {
                    *most = most.max(piece + lent);
                }
            }
            sums.iter_mut().zip(on_square).for_each(|(sum, most)| *sum += most);
        }
        sums
    }

    /// Calls `each` with the features on a square.
    #[inline]
    pub(super) fn on<R: Ruleset>(
        &self,
        placement: &Placement<R>,
        square: Square,
        mut each: impl FnMut(Feature),
    ) {
        let Some(piece) = placement.at(square) else { return };
        let (color, kind) = (piece.color(), piece.kind());
        each(Feature { color, number: kind.index() as u8, square });
        if placement.rules().lends() {
            let royal = usize::from(placement.facts().is_royal(kind));
            let own = placement.facts().powers_of(kind);
            for power in placement.powers_at(square, kind).without(own).iter() {
                each(Feature { color, number: self.lent[power as usize][royal], square });
            }
        }
    }

    /// Lists the features that are in only one of two placements. `changed` are the squares on which
    /// pieces may differ; a feature on one of these can be in both lists.
    #[inline]
    pub(super) fn differences<R: Ruleset>(
        &self,
        earlier: &Placement<R>,
        later: &Placement<R>,
        changed: BitsOf<R>,
        removed: &mut Vec<Feature>,
        added: &mut Vec<Feature>,
    ) {
        for square in changed.squares() {
            self.on(earlier, square, |feature| removed.push(feature));
            self.on(later, square, |feature| added.push(feature));
        }
        if later.rules().lends() {
            for_each_power!(R; later.rules().slots(), |POWER| {
                let before = earlier.holders(POWER);
                for square in ((before ^ later.holders(POWER)) & !changed).squares() {
                    let Some(piece) = later.at(square) else { continue };
                    let (color, kind) = (piece.color(), piece.kind());
                    if later.facts().powers_of(kind).has(PowerOf::<R>::name(POWER)) {
                        continue;
                    }
                    let royal = usize::from(later.facts().is_royal(kind));
                    let number = self.lent[PowerOf::<R>::name(POWER) as usize][royal];
                    let list = if before.has(square) { &mut *removed } else { &mut *added };
                    list.push(Feature { color, number, square });
                }
            });
        }
    }
}

/// The powers of a set, in their order.
pub(super) fn listed(powers: PowerSet) -> Vec<Power> {
    powers.iter().collect()
}
