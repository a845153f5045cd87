//! The feature set of a network. A feature is a kind of piece on a square. In games in which pieces
//! lend powers, each power on loan is a feature as well, with different numbers for kings and for other pieces.
//! A piece in hand is a feature with a place beside the board, once for each piece of its kind.

use crate::eval::game::GameProfile;
use vertumnus_core::board::{Bits, Color, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{Hands, Kind, Placement, Power, PowerOf, PowerSet, Ruleset};

/// How many pieces of a kind in one hand are features; those beyond are not.
const MOST_COUNTED: u8 = 8;

/// A feature of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feature {
    pub(super) color: Color,
    /// The number of its kind of feature: kinds of pieces come first.
    pub(super) number: u8,
    /// The index of its square; that of a kind in hand is behind those of the board.
    pub(super) place: u8,
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
    /// Whatever is in hand.
    InHand,
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
    /// The number of kinds whose pieces in hand are features.
    in_hand: usize,
    /// `[mirrored][color][place]`: the square as the side sees it, or the number of the kind in hand.
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
        let in_hand = game.kinds_in_hand.min(squares);
        if in_hand > 0 {
            kinds.push(FeatureKind::InHand);
        }
        let image = |square: Square| board.left_to_right(square).unwrap_or(square);
        let seen = [false, true].map(|mirrored| {
            Color::ALL.map(|color| {
                let seen = |index| {
                    let square = board.seen_by(color, Square::new(index as u8));
                    if mirrored { image(square) } else { square }.index() as u8
                };
                (0..squares).map(seen).chain(0..squares as u8).collect()
            })
        });
        let right_half = board.squares_where(&mut |square| {
            // On an odd number of files, the one in the middle is in neither half.
            2 * board.file(square) >= board.files()
        });
        let most_pieces = game.start.len();
        Self { kinds, lent, squares, in_hand, seen, right_half, most_pieces }
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
        let Feature { color, number, place } = feature;
        let relation = usize::from(color != perspective);
        let seen = &self.seen[usize::from(mirrored)][perspective.index()];
        let square = usize::from(seen[usize::from(place)]);
        (relation * self.kinds.len() + usize::from(number)) * self.squares + square
    }

    /// The feature that White sees as an input.
    pub(super) fn seen_by_white(&self, input: usize) -> Feature {
        let (kind, place) = (input / self.squares, input % self.squares);
        let kinds = self.kinds.len();
        let color = if kind < kinds { Color::White } else { Color::Black };
        let number = kind % kinds;
        if self.kinds[number] == FeatureKind::InHand {
            return self.in_hand(color, place);
        }
        Feature { color, number: number as u8, place: place as u8 }
    }

    /// A piece in hand, by the number of its kind there.
    fn in_hand(&self, color: Color, kind: usize) -> Feature {
        let place = (self.squares + kind) as u8;
        Feature { color, number: (self.kinds.len() - 1) as u8, place }
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
                    for (neuron, weight) in weights.enumerate() {
                        let weight = weight.abs();
                        match kind {
                            FeatureKind::Piece(_) => piece[neuron] = piece[neuron].max(weight),
                            FeatureKind::Lent(..) => lent[neuron] += weight,
                            FeatureKind::InHand => sums[neuron] += weight * f64::from(MOST_COUNTED),
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
        let place = square.index() as u8;
        each(Feature { color, number: kind.index() as u8, place });
        if placement.rules().lends() {
            let royal = usize::from(placement.facts().is_royal(kind));
            let own = placement.facts().powers_of(kind);
            for power in placement.powers_at(square, kind).without(own).iter() {
                each(Feature { color, number: self.lent[power as usize][royal], place });
            }
        }
    }

    /// Calls `each` with the features of all pieces in hand.
    pub(super) fn in_hands<R: Ruleset>(&self, hands: &R::Hands, mut each: impl FnMut(Feature)) {
        if R::Hands::MAY_HOLD {
            for (color, kind) in self.kinds_in_hand() {
                let count = hands.count(color, kind).min(MOST_COUNTED);
                (0..count).for_each(|_| each(self.in_hand(color, kind)));
            }
        }
    }

    fn kinds_in_hand(&self) -> impl Iterator<Item = (Color, usize)> + use<> {
        let kinds = self.in_hand;
        Color::ALL.into_iter().flat_map(move |color| (0..kinds).map(move |kind| (color, kind)))
    }

    /// Lists the features that are in only one of two positions. A feature of a square on which pieces may differ
    /// can be in both lists.
    #[inline]
    pub(super) fn differences<R: Ruleset>(
        &self,
        earlier: &Position<R>,
        later: &Position<R>,
        removed: &mut Vec<Feature>,
        added: &mut Vec<Feature>,
    ) {
        let hands = [earlier, later].map(Position::hands);
        let [earlier, later] = [earlier, later].map(Position::placement);
        let changed = earlier.changes(later);
        for square in changed.squares() {
            self.on(earlier, square, |feature| removed.push(feature));
            self.on(later, square, |feature| added.push(feature));
        }
        if R::Hands::MAY_HOLD && hands[0] != hands[1] {
            for (color, kind) in self.kinds_in_hand() {
                let counts = hands.map(|hands| hands.count(color, kind).min(MOST_COUNTED));
                let list = if counts[0] > counts[1] { &mut *removed } else { &mut *added };
                let feature = self.in_hand(color, kind);
                list.extend((0..counts[0].abs_diff(counts[1])).map(|_| feature));
            }
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
                    list.push(Feature { color, number, place: square.index() as u8 });
                }
            });
        }
    }
}

/// The powers of a set, in their order.
pub(super) fn listed(powers: PowerSet) -> Vec<Power> {
    powers.iter().collect()
}
