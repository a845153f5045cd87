//! Aspects: what rows of a network for all games are composed of. They belong to no game: how much a piece is
//! worth, whether it is royal or promotes, which squares it attacks, and where on the board that is.
//!
//! Each board is laid on the same grid of nodes. A square between nodes counts for each of them by its
//! nearness, so on 8 x 8 squares each square is a node of its own.

use super::features::{FeatureKind, FeatureSet};
use crate::eval::board::Board;
use crate::eval::game::GameProfile;
use crate::eval::prior::AttackSamples;
use crate::eval::tapered::Tapered;
use vertumnus_core::board::{Color, Square};
use vertumnus_core::rules::{Kind, PowerSet};

/// A row, and how many times it is added.
pub(super) type Part = (u32, f32);

/// Nodes of the grid in each direction.
const SIDE: usize = 8;
const NODES: usize = SIDE * SIDE;

/// Centipawns of classes of pieces. One between two counts for both by its nearness.
const VALUES: [f32; 7] = [100.0, 200.0, 325.0, 500.0, 700.0, 950.0, 1400.0];

/// Classes of pieces by where they stand: those by value, and these.
const PAWN: usize = VALUES.len();
const ROYAL: usize = PAWN + 1;
/// The plain pawn, by what it gains when it promotes.
const PROMOTES: usize = ROYAL + 1;
const LENT: usize = PROMOTES + 1;
/// Classes by what they attack on a crowded board.
const ATTACKS: usize = LENT + 1;
const PAWN_ATTACKS: usize = ATTACKS;
const ROYAL_ATTACKS: usize = ATTACKS + 1;
const LIGHT_ATTACKS: usize = ATTACKS + 2;
const HEAVY_ATTACKS: usize = ATTACKS + 3;
/// What more they attack on an empty board.
const BEHIND: usize = ATTACKS + 4;
const CLASSES: usize = BEHIND + 1;

/// The number of aspects. The rows of one's own pieces come first, then as many of the enemy's.
pub(super) const ASPECTS: usize = CLASSES * NODES;

/// Centipawns of a piece whose attacks are all those of a light one, and of a heavy one.
const LIGHT: f32 = 250.0;
const HEAVY: f32 = 900.0;

/// Centipawns gained by promotion, or lent, that count once.
const GAIN: f32 = 900.0;
const LOAN: f32 = 500.0;

/// `[input]`: the rows of which its row is composed.
pub(super) fn of_inputs(game: &GameProfile, features: &FeatureSet) -> Vec<Vec<Part>> {
    let attacks = AttackSamples::new(game);
    let values: Vec<i32> = attacks.kind_values().into_iter().map(Tapered::mean).collect();
    let board = &game.board;
    let mut nodes_of = vec![Vec::new(); features.squares];
    for &square in &board.squares {
        nodes_of[square.index()] = nodes(board, square);
    }
    let of = Pieces { game, attacks: &attacks, values: &values, nodes: &nodes_of };
    let mut inputs = vec![Vec::new(); features.inputs()];
    for (number, &kind) in features.kinds.iter().enumerate() {
        let Some(piece) = of.piece(kind) else { continue };
        for (relation, color) in Color::ALL.into_iter().enumerate() {
            let first = (relation * features.kinds.len() + number) * features.squares;
            for &square in &board.squares {
                let parts = of.parts(&piece, color, square).into_iter();
                let row = |aspect| (relation * ASPECTS + aspect) as u32;
                inputs[first + square.index()] =
                    parts.map(|(aspect, times)| (row(aspect), times)).collect();
            }
        }
    }
    inputs
}

/// The nodes of a square, each with its share.
fn nodes(board: &Board, square: Square) -> Vec<(usize, f32)> {
    let place = |index: usize, length: usize| {
        let steps = index * (SIDE - 1);
        let last = length.max(2) - 1;
        let (low, share) = (steps / last, (steps % last) as f32 / last as f32);
        [(low, 1.0 - share), ((low + 1).min(SIDE - 1), share)]
    };
    let files = place(board.file(square), board.files());
    let ranks = place(board.rank(square), board.ranks());
    let each = ranks
        .into_iter()
        .flat_map(|(rank, high)| files.map(|(file, right)| (rank * SIDE + file, high * right)));
    each.filter(|&(_, share)| share > 0.0).collect()
}

/// What is known of a kind of feature.
struct Piece {
    /// `[square]`: what it attacks from there if it is White's, with how much of it on the empty board and on
    /// a crowded one.
    reach: Vec<Vec<(Square, [f32; 2])>>,
    /// Classes by where it stands.
    stands: Vec<(usize, f32)>,
    /// Classes by what it attacks.
    attacks: Vec<(usize, f32)>,
}

struct Pieces<'a> {
    game: &'a GameProfile,
    attacks: &'a AttackSamples<'a>,
    values: &'a [i32],
    /// `[square]`
    nodes: &'a [Vec<(usize, f32)>],
}

impl Pieces<'_> {
    /// `None` for what is in hand, which has no aspects.
    fn piece(&self, feature: FeatureKind) -> Option<Piece> {
        let kind = match feature {
            FeatureKind::Piece(kind) => kind,
            FeatureKind::Lent(power, royal) => {
                let value = self.attacks.value_of(&[power]).mean() as f32;
                let attacks = if royal { vec![(ROYAL_ATTACKS, 1.0)] } else { by_weight(value) };
                let reach = self.reach(PowerSet::of(&[power]));
                return Some(Piece { reach, stands: vec![(LENT, value / LOAN)], attacks });
            }
            FeatureKind::InHand => return None,
        };
        let value = self.values[kind.index()] as f32;
        let reach = self.reach(self.game.powers_of(kind));
        let (stands, attacks) = if self.game.is_royal(kind) {
            (vec![(ROYAL, 1.0)], vec![(ROYAL_ATTACKS, 1.0)])
        } else if self.game.facts.pawn == Some(kind) {
            (vec![(PAWN, 1.0), (PROMOTES, self.gain(value))], vec![(PAWN_ATTACKS, 1.0)])
        } else {
            (between(value), by_weight(value))
        };
        Some(Piece { reach, stands, attacks })
    }

    fn reach(&self, powers: PowerSet) -> Vec<Vec<(Square, [f32; 2])>> {
        let mut reach = vec![Vec::new(); self.nodes.len()];
        for &from in &self.game.board.squares {
            reach[from.index()] = self.attacks.shares(powers, from).collect();
        }
        reach
    }

    /// What a pawn of this value gains when it promotes.
    fn gain(&self, value: f32) -> f32 {
        let values = self.game.facts.promotions.iter().map(|kind: &Kind| self.values[kind.index()]);
        let best = values.max().unwrap_or_default() as f32;
        ((best - value) / GAIN).max(0.0)
    }

    /// The aspects of a piece on a square as a side sees it that is White, if it is of this color.
    fn parts(&self, piece: &Piece, color: Color, square: Square) -> Vec<(usize, f32)> {
        let board = &self.game.board;
        let mut parts = Vec::new();
        for &(class, times) in &piece.stands {
            let nodes = self.nodes[square.index()].iter();
            parts.extend(nodes.map(|&(node, share)| (class * NODES + node, times * share)));
        }
        let from = board.seen_by(color, square);
        let (mut crowded, mut behind) = ([0.0; NODES], [0.0; NODES]);
        for &(to, [empty, crowd]) in &piece.reach[from.index()] {
            for &(node, share) in &self.nodes[board.seen_by(color, to).index()] {
                crowded[node] += crowd * share;
                behind[node] += (empty - crowd).max(0.0) * share;
            }
        }
        for (node, (&crowd, &behind)) in crowded.iter().zip(&behind).enumerate() {
            if crowd > 0.0 {
                let classes = piece.attacks.iter();
                parts.extend(classes.map(|&(class, times)| (class * NODES + node, times * crowd)));
            }
            if behind > 0.0 {
                parts.push((BEHIND * NODES + node, behind));
            }
        }
        parts
    }
}

/// The classes of a piece with this value.
fn between(value: f32) -> Vec<(usize, f32)> {
    let above = VALUES.iter().position(|&other| other > value).unwrap_or(VALUES.len());
    match above {
        0 => vec![(0, 1.0)],
        above if above == VALUES.len() => vec![(above - 1, 1.0)],
        above => {
            let (low, high) = (VALUES[above - 1], VALUES[above]);
            let share = (value - low) / (high - low);
            vec![(above - 1, 1.0 - share), (above, share)]
        }
    }
}

/// Whether the attacks of a piece with this value are those of a light or of a heavy piece.
fn by_weight(value: f32) -> Vec<(usize, f32)> {
    let heavy = ((value - LIGHT) / (HEAVY - LIGHT)).clamp(0.0, 1.0);
    vec![(LIGHT_ATTACKS, 1.0 - heavy), (HEAVY_ATTACKS, heavy)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::features::listed;
    use vertumnus_core::board::Geometry;
    use vertumnus_core::rules::chess::Chess;
    use vertumnus_core::rules::{Power, Ruleset, Variant, Visitor};

    /// The nodes of the squares of a game's board, by their names.
    fn nodes_of<R: Ruleset>(rules: R, squares: &[&str]) -> Vec<Vec<(usize, f32)>> {
        let (board, geometry) = (Board::of(rules), rules.board());
        squares
            .iter()
            .map(|name| nodes(&board, geometry.parse_square(name).expect("a square")))
            .collect()
    }

    #[test]
    fn each_square_of_a_chess_board_is_a_node() {
        let nodes = nodes_of(Chess, &["a1", "h1", "e4", "h8"]);
        assert_eq!(nodes, [0, 7, 28, 63].map(|node| vec![(node, 1.0)]));
    }

    struct Shares;

    impl Visitor for Shares {
        type Output = ();

        fn visit<R: Ruleset>(self, rules: R) {
            let game = GameProfile::of(rules);
            let features = FeatureSet::new(&game);
            for &square in &game.board.squares {
                let sum: f32 = nodes(&game.board, square).iter().map(|&(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-6);
            }
            // The enemy's pieces are one's own from the other side.
            let inputs = of_inputs(&game, &features);
            for input in 0..features.inputs() / 2 {
                let total =
                    |input: usize| inputs[input].iter().map(|&(_, times)| times).sum::<f32>();
                let other = features.turned(input);
                assert!((total(input) - total(other)).abs() < 1e-3, "{input}");
                assert!(inputs[input].iter().all(|&(row, _)| (row as usize) < ASPECTS));
                let of_enemy = |&(row, _): &Part| (ASPECTS..2 * ASPECTS).contains(&(row as usize));
                assert!(inputs[other].iter().all(of_enemy));
            }
        }
    }

    #[test]
    fn boards_of_all_sizes_lie_on_the_grid() {
        for variant in Variant::bundled() {
            variant.visit(Shares);
        }
    }

    #[test]
    fn values_lie_between_classes() {
        assert_eq!(between(50.0), [(0, 1.0)]);
        assert_eq!(between(150.0), [(0, 0.5), (1, 0.5)]);
        assert_eq!(between(5000.0), [(VALUES.len() - 1, 1.0)]);
    }

    /// A rook on the first rank attacks the file ahead; nothing is promised behind the first piece but on an
    /// empty board.
    #[test]
    fn attacks_are_those_of_the_piece() {
        let game = GameProfile::of(Chess);
        let features = FeatureSet::new(&game);
        let is_rook = |&kind: &Kind| listed(game.powers_of(kind)) == [Power::Rook];
        let rook = game.kinds().find(is_rook).expect("it is a kind");
        let inputs = of_inputs(&game, &features);
        let parts = &inputs[rook.index() * features.squares];
        let near = |class: usize, node: usize| {
            parts.iter().find(|&&(row, _)| row as usize == class * NODES + node).map(|part| part.1)
        };
        let attacked = |node: usize| {
            near(LIGHT_ATTACKS, node).unwrap_or(0.0) + near(HEAVY_ATTACKS, node).unwrap_or(0.0)
        };
        assert!((attacked(8) - 1.0).abs() < 1e-6 && attacked(56) < 0.2 && attacked(9) == 0.0);
        assert!(near(BEHIND, 8).is_none() && near(BEHIND, 56).is_some_and(|behind| behind > 0.8));
    }
}
