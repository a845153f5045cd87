//! What training needs to know of a game: its inputs, the rows that they are composed of, positions as
//! inputs, and how weights become a network.

use std::sync::Arc;

use super::aspects::{self, ASPECTS, Part};
use super::features::{FeatureKind, View};
use super::file::{MAX_SUM, OfVariant, Stored};
use super::planes::{Plane, Planes};
use super::{
    Block, Board, HIDDEN_UNIT, Knowledge, MAX_OUTPUT_WEIGHT, NO_PLANES, Network, OUTPUT_UNIT,
    numbers,
};
use crate::eval::Evaluator;
use crate::eval::endgame::{is_hard_to_win, lone_kings};
use crate::eval::material::{FULL_SCALE, Material};
use crate::eval::tapered::{FULL_PHASE, Tapered};
use vertumnus_core::board::{Bits, ByColor, Color, Square, fnv1a_32};
use vertumnus_core::game::{GameOf, Session};
use vertumnus_core::rules::{Kind, Landing, Ruleset, Variant, Visitor};

/// The part of the range of a sum that trained weights may use. The rest is for rounding.
const MARGIN: f64 = 0.97;

/// How often the rows are adjusted that shall have given sums, by the method of Kaczmarz.
const SWEEPS: usize = 200;

/// The output buckets of a network that is trained: positions with few pieces are evaluated by other weights
/// than those with many.
pub const BUCKETS: usize = 8;

/// Centipawns for the middlegame and for the endgame.
pub type Worth = [f32; 2];

/// The index of a feature from the perspective of the side to move.
pub type Input = u16;

/// The network of a game before it has learned anything.
#[derive(Clone, Debug)]
pub struct Blueprint {
    board: Board,
    learned: Learned,
    /// `[input]`: the rows of which its row is composed.
    parts: Vec<Vec<Part>>,
    /// `[input]`: the same feature from the other perspective.
    turned: Vec<Input>,
    /// `[input]`: the same feature with the board mirrored from left to right; empty if the rules of the
    /// game do not allow it.
    mirrored: Vec<Input>,
    /// `[input]`: its worth to the side to move before any training.
    prior: Vec<Worth>,
    /// The values of the kinds, which are not learned: those of the evaluation that comes with the game.
    material: Material,
}

/// What the rows are that are learned.
#[derive(Clone, Debug)]
enum Learned {
    /// Those of the game's planes, of which fewer are stored.
    Planes { trained: Planes, stored: Planes },
    /// Those of aspects, for all games.
    Aspects,
}

/// The weights of a network while they are learned.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatWeights {
    /// Neurons of each side's hidden layer.
    pub hidden: usize,
    /// `[neuron]`
    pub biases: Vec<f32>,
    /// `[row][neuron]`
    pub rows: Vec<f32>,
    /// `[bucket][side to move, other side][neuron]`
    pub outputs: Vec<f32>,
    /// `[bucket]`: added to the output.
    pub output_biases: Vec<f32>,
    /// `[row]`: what is added to the worth before training.
    pub psqt: Vec<Worth>,
    /// Centipawns for an output of 1.
    pub scale: f32,
    /// By how much the PSQT part is multiplied.
    pub psqt_scale: f32,
}

/// What is known of a position apart from its inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// The side to move.
    pub side: Color,
    /// The share of the middlegame, from 0 to 1.
    pub phase: f32,
    /// Centipawns for the side to move that no weight stands for.
    pub fixed: f32,
    /// The factor by which the evaluation is scaled if the side to move leads, and if the other one does.
    pub lead_scale: [f32; 2],
    /// `[side to move, other side]`: whether it mirrors the board.
    pub mirrored: [bool; 2],
    /// The output bucket.
    pub bucket: u8,
}

/// A game in play whose positions are turned into inputs.
pub trait Observer: Send {
    /// The game in play.
    fn session(&self) -> &dyn Session;

    /// The game in play, to change it.
    fn session_mut(&mut self) -> &mut dyn Session;

    /// Replaces `inputs` by those of the position.
    fn observe(&self, inputs: &mut Vec<Input>) -> Observation;
}

/// An observer at the start of the game of a blueprint.
pub fn observer(blueprint: &Arc<Blueprint>) -> Box<dyn Observer> {
    struct New(Arc<Blueprint>);

    impl Visitor for New {
        type Output = Box<dyn Observer>;

        fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
            let Self(blueprint) = self;
            Box::new(ObserverOf { game: GameOf::new(blueprint.board.variant, rules), blueprint })
        }
    }

    blueprint.board.variant.visit(New(blueprint.clone()))
}

struct ObserverOf<R: Ruleset> {
    game: GameOf<R>,
    blueprint: Arc<Blueprint>,
}

impl<R: Ruleset> Observer for ObserverOf<R> {
    fn session(&self) -> &dyn Session {
        &self.game
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        &mut self.game
    }

    fn observe(&self, inputs: &mut Vec<Input>) -> Observation {
        let position = self.game.position();
        let placement = position.placement();
        let side = position.side_to_move();
        let Blueprint { board, material, .. } = &*self.blueprint;
        let mut pieces = ByColor([0; 2]);
        inputs.clear();
        let view = View { perspective: side, mirrored: false };
        let mut add = |feature| inputs.push(board.features.input(view, feature) as Input);
        for square in placement.occupied().squares() {
            board.features.on(placement, square, |feature| {
                add(feature);
                if let FeatureKind::Piece(kind) = board.features.kinds[usize::from(feature.number)]
                {
                    pieces[feature.color] += material.piece_value(kind);
                }
            });
        }
        board.features.in_hands::<R>(position.hands(), add);
        let held = material.held(position);
        let goals = board.game.goals.as_ref();
        let pieces = held.map_or(pieces, |held| held.with(pieces));
        let phase = material.phase(pieces);
        let lead_scale = |leader| {
            if held.is_none() && goals.is_none() && is_hard_to_win(placement, leader, pieces) {
                material.pawnless.at(phase) as f32 / FULL_SCALE as f32
            } else {
                1.0
            }
        };
        let leads = [held.map(|held| held.lead), goals.map(|goals| goals.lead(position))];
        let fixed = lone_kings(placement).at(phase) + leads.into_iter().flatten().sum::<i32>();
        let sign = if side == Color::White { 1 } else { -1 };
        Observation {
            side,
            phase: phase as f32 / FULL_PHASE as f32,
            fixed: (sign * fixed) as f32,
            lead_scale: [lead_scale(side), lead_scale(!side)],
            mirrored: [side, !side].map(|side| {
                self.blueprint.is_mirrored() && board.features.is_mirrored_for(placement, side)
            }),
            bucket: board.features.bucket(placement.occupied().count(), BUCKETS) as u8,
        }
    }
}

impl Blueprint {
    /// The blueprint of a game's own network.
    ///
    /// # Panics
    /// If a game had more inputs than there are numbers for them; none has.
    pub fn of(variant: Variant) -> Self {
        variant.visit(Of { variant, general: false })
    }

    /// The blueprint of a game for a network of all games: its rows are the same for each game.
    ///
    /// # Panics
    /// If a game had more inputs than there are numbers for them; none has.
    pub fn general(variant: Variant) -> Self {
        variant.visit(Of { variant, general: true })
    }

    pub(super) fn new<R: Ruleset>(variant: Variant, rules: R, general: bool) -> Self {
        let board = variant.visit(OfVariant).expect("a variant of the registry");
        let Board { game, features, .. } = &board;
        assert!(features.inputs() <= usize::from(Input::MAX), "too many inputs");
        let each = |of: &dyn Fn(usize) -> usize| -> Vec<Input> {
            (0..features.inputs()).map(|input| of(input) as Input).collect()
        };
        let turned = each(&|input| features.turned(input));
        let mirrored = if is_symmetrical(rules) {
            let view = View { perspective: Color::White, mirrored: true };
            each(&|input| features.input(view, features.seen_by_white(input)))
        } else {
            Vec::new()
        };
        let untrained = Network::untrained(rules);
        let worth = |worth: &Tapered| worth.to_array().map(|worth| worth as f32);
        let prior = untrained.psqt.iter().map(worth).collect();
        let (learned, parts) = if general {
            (Learned::Aspects, aspects::of_inputs(game, features))
        } else {
            let [trained, stored] = [Planes::trained, Planes::stored].map(|of| of(game, features));
            let parts = |input| trained.rows_of(input).map(|row| (row as u32, 1.0)).collect();
            let parts = (0..features.inputs()).map(parts).collect();
            (Learned::Planes { trained, stored }, parts)
        };
        let material = if general {
            untrained.material
        } else {
            Evaluator::shared(rules).network.material.clone()
        };
        Self { board, learned, parts, turned, mirrored, prior, material }
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.board.variant
    }

    /// A number that differs if the game or anything else differs on which the meaning of the trained rows
    /// depends.
    pub fn signature(&self) -> u32 {
        let rows = match &self.learned {
            Learned::Planes { trained, .. } => {
                format!("{} {}", self.board.variant, trained.signature())
            }
            Learned::Aspects => format!("{ASPECTS} aspects"),
        };
        fnv1a_32(rows.as_bytes())
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.turned.len()
    }

    /// The number of rows that are trained; the first half of them are of one's own features.
    pub fn rows(&self) -> usize {
        2 * match &self.learned {
            Learned::Planes { trained, .. } => trained.rows,
            Learned::Aspects => ASPECTS,
        }
    }

    /// Whether a row is of one kind by itself, apart from its powers.
    pub fn is_of_one_kind(&self, row: usize) -> bool {
        let Learned::Planes { trained, .. } = &self.learned else { return false };
        let row = row % trained.rows;
        let planes = &trained.list;
        let after = planes.partition_point(|&(_, first)| first <= row);
        matches!(planes[after - 1].0, Plane::Kind(_))
    }

    /// The rows whose sum an input adds to the hidden layer, each with how many times it is added.
    pub fn parts(&self, input: Input) -> &[(u32, f32)] {
        &self.parts[usize::from(input)]
    }

    /// An input as the side that is not to move sees it.
    pub fn turned(&self, input: Input) -> Input {
        self.turned[usize::from(input)]
    }

    /// Whether a side mirrors the board while its king stands on the right half: where the rules are the
    /// same on both.
    pub fn is_mirrored(&self) -> bool {
        !self.mirrored.is_empty()
    }

    /// An input with the board mirrored from left to right.
    ///
    /// # Panics
    /// If the networks of the game are [not mirrored](Self::is_mirrored).
    pub fn mirrored(&self, input: Input) -> Input {
        self.mirrored[usize::from(input)]
    }

    /// The worth of an input to the side to move before any training.
    pub fn prior(&self, input: Input) -> Worth {
        self.prior[usize::from(input)]
    }

    /// Shrinks the rows of each neuron whose sum could overflow.
    pub fn limit(&self, weights: &mut FloatWeights) {
        let FloatWeights { hidden, biases, rows, .. } = weights;
        let hidden = *hidden;
        let row = |input: usize| {
            let mut sums = vec![0.0; hidden];
            for &(row, times) in &self.parts[input] {
                let weights = &rows[row as usize * hidden..][..hidden];
                let weights = weights.iter().map(|weight| f64::from(times * weight));
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            sums.into_iter()
        };
        let factors = self.fitting(hidden, biases, row);
        for (neuron, factor) in factors.into_iter().enumerate().filter(|&(_, factor)| factor < 1.0)
        {
            rows.iter_mut().skip(neuron).step_by(hidden).for_each(|weight| *weight *= factor);
        }
    }

    /// `[neuron]`: by what its rows are multiplied, so that no sum of them overflows. `row` has the weights of an
    /// input.
    fn fitting<Row: Iterator<Item = f64>>(
        &self,
        hidden: usize,
        biases: &[f32],
        row: impl Fn(usize) -> Row,
    ) -> Vec<f32> {
        let most = MARGIN * MAX_SUM / f64::from(HIDDEN_UNIT);
        let sums = self.board.features.greatest_sums(hidden, row).into_iter();
        let factor = |(sum, bias): (f64, &f32)| ((most - f64::from(bias.abs())) / sum).min(1.0);
        sums.zip(biases).map(|pair| factor(pair) as f32).collect()
    }

    /// The network that has these weights, rounded; `None` if they are too large.
    pub fn network(&self, weights: &FloatWeights) -> Option<Network> {
        let FloatWeights { hidden, scale, psqt_scale, .. } = *weights;
        let unit = HIDDEN_UNIT as f32;
        let small = |number: f32| number.round().clamp(-32_767.0, 32_767.0) as i16;
        let psqt = (0..self.prior.len()).map(|input| {
            let parts = self.parts[input].iter();
            let learned = parts.fold(self.prior[input], |sum, &(row, times)| {
                let [middlegame, endgame] = weights.psqt[row as usize];
                [sum[0] + times * middlegame, sum[1] + times * endgame]
            });
            learned.map(|worth| small(worth * psqt_scale))
        });
        let most = MAX_OUTPUT_WEIGHT as f32;
        let output = |weight: &f32| (weight * OUTPUT_UNIT as f32).round().clamp(-most, most) as i16;
        let bias = |bias: &f32| (bias * (HIDDEN_UNIT * OUTPUT_UNIT) as f32).round() as i32;
        let mut stored = Stored {
            hidden,
            scale: scale.round() as i32,
            mirrored: self.is_mirrored(),
            output_biases: weights.output_biases.iter().map(bias).collect(),
            biases: weights.biases.iter().map(|bias| small(bias * unit)).collect(),
            planes: Vec::new(),
            outputs: weights.outputs.iter().map(output).collect(),
            psqt: psqt.collect(),
            values: self.material.values.iter().map(|&value| value as i16).collect(),
            pawnless: self.material.pawnless.to_array().map(|scale| scale as i16),
        };
        match &self.learned {
            Learned::Planes { stored: planes, .. } => {
                stored.planes = self.stored_rows(planes, weights);
                Network::assemble(self.board.clone(), planes, &stored)
            }
            Learned::Aspects => {
                let rows = self.fitting_rows(weights);
                Network::with_rows(self.board.clone(), NO_PLANES, &rows, &stored)
            }
        }
    }

    /// The sum of some rows.
    fn sum_of(weights: &FloatWeights, parts: impl Iterator<Item = Part>) -> Vec<f32> {
        let mut sums = vec![0.0; weights.hidden];
        for (row, times) in parts {
            let row = &weights.rows[row as usize * weights.hidden..][..weights.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += times * weight);
        }
        sums
    }

    /// The rows with which a network plays. Those of a neuron whose sum could overflow are smaller than they
    /// were learned: it was learned without this game.
    fn fitting_rows(&self, weights: &FloatWeights) -> Vec<i16> {
        let hidden = weights.hidden;
        let sums = self.parts.iter().map(|parts| Self::sum_of(weights, parts.iter().copied()));
        let rows: Vec<Vec<f32>> = sums.collect();
        let row = |input: usize| rows[input].iter().map(|&weight| f64::from(weight));
        let factors = self.fitting(hidden, &weights.biases, row);
        let fitting = rows.iter().flat_map(|row| row.iter().zip(&factors));
        fitting.map(|(weight, factor)| rounded(weight * factor)).collect()
    }

    /// The rows of a network's file.
    fn stored_rows(&self, stored: &Planes, weights: &FloatWeights) -> Vec<i16> {
        let hidden = weights.hidden;
        let mut planes = vec![0; 2 * stored.rows * hidden];
        for (number, &(plane, _)) in stored.list.iter().enumerate() {
            for (enemy, square) in self.places() {
                let row = stored.row(number, enemy, square);
                let sources = self.sources(plane, enemy, square).into_iter();
                let sums = Self::sum_of(weights, sources.map(|source| (source as u32, 1.0)));
                let to = planes[row * hidden..][..hidden].iter_mut();
                to.zip(sums).for_each(|(to, sum)| *to = rounded(sum));
            }
        }
        planes
    }

    /// All squares as those of one's own pieces and of the enemy's.
    fn places(&self) -> impl Iterator<Item = (bool, usize)> + use<> {
        let squares = self.board.features.squares;
        [false, true]
            .into_iter()
            .flat_map(move |enemy| (0..squares).map(move |square| (enemy, square)))
    }

    /// The weights whose network this is, but for rounding; `None` if it is of another game. A network with fewer
    /// buckets gives all of them the weights of one, and what it learned without mirroring is the same on both
    /// halves of the board to begin with.
    pub fn weights(&self, network: &Network) -> Option<FloatWeights> {
        let Learned::Planes { stored, .. } = &self.learned else { return None };
        let is_known = [stored.signature(), NO_PLANES].contains(&network.signature);
        if network.variant != self.board.variant || !is_known {
            return None;
        }
        let hidden = network.hidden();
        let unit = HIDDEN_UNIT as f32;
        let small = |blocks: &[Block], unit: f32| -> Vec<f32> {
            numbers(blocks).map(|number| f32::from(number) / unit).collect()
        };
        let buckets = network.output_biases.len();
        let output_of = |bucket: usize| bucket * buckets / BUCKETS;
        let outputs = small(&network.outputs, OUTPUT_UNIT as f32);
        let outputs = (0..BUCKETS)
            .flat_map(|bucket| &outputs[2 * hidden * output_of(bucket)..][..2 * hidden]);
        let output_biases = (0..BUCKETS).map(|bucket| network.output_biases[output_of(bucket)]);
        Some(FloatWeights {
            hidden,
            biases: small(&network.biases, unit),
            rows: match network.knowledge() {
                Knowledge::General => self.nearest_rows(&small(&network.rows, unit), hidden),
                _ => self.trained_rows(&small(&network.planes, unit), hidden),
            },
            outputs: outputs.copied().collect(),
            output_biases: output_biases
                .map(|bias| bias as f32 / (HIDDEN_UNIT * OUTPUT_UNIT) as f32)
                .collect(),
            psqt: self.trained_psqt(&network.psqt),
            scale: network.scale as f32,
            psqt_scale: 1.0,
        })
    }

    /// The trained rows that are summed to these stored ones: what is stored of a kind is its own, apart from what
    /// is stored of its powers.
    fn trained_rows(&self, stored: &[f32], hidden: usize) -> Vec<f32> {
        let mut rows = vec![0.0; self.rows() * hidden];
        let Learned::Planes { stored: stored_planes, .. } = &self.learned else { return rows };
        let planes = stored_planes.list.iter().enumerate();
        // Powers and what is lent come first.
        let (kinds, others): (Vec<_>, Vec<_>) =
            planes.partition(|(_, (plane, _))| matches!(plane, Plane::Kind(_)));
        for (number, &(plane, _)) in others.into_iter().chain(kinds) {
            for (enemy, square) in self.places() {
                let sources = self.sources(plane, enemy, square);
                let row = stored_planes.row(number, enemy, square);
                let own = sources.iter().copied().find(|&source| self.is_of_one_kind(source));
                let Some(own) = own.or(sources.first().copied()) else { continue };
                for neuron in 0..hidden {
                    let others = sources.iter().filter(|&&source| source != own);
                    let sum: f32 = others.map(|source| rows[source * hidden + neuron]).sum();
                    rows[own * hidden + neuron] = stored[row * hidden + neuron] - sum;
                }
            }
        }
        rows
    }

    /// What was learned for all games of this one, with which a training begins; `None` if the game has a network of
    /// its own.
    pub fn begun(&self) -> Option<FloatWeights> {
        struct Unseen;

        impl Visitor for Unseen {
            type Output = Option<Network>;

            fn visit<R: Ruleset>(self, rules: R) -> Option<Network> {
                Network::unseen(rules)
            }
        }

        self.weights(&self.board.variant.visit(Unseen)?)
    }

    /// The rows that are learned whose sums are nearest to those with which a network plays.
    fn nearest_rows(&self, played: &[f32], hidden: usize) -> Vec<f32> {
        let mut learned = vec![0.0; self.rows() * hidden];
        for _ in 0..SWEEPS {
            for (wanted, parts) in played.chunks_exact(hidden).zip(&self.parts) {
                let mut missing = wanted.to_vec();
                let rows = || parts.iter().map(|&(row, _)| row as usize * hidden);
                for row in rows() {
                    let weights = &learned[row..][..hidden];
                    missing.iter_mut().zip(weights).for_each(|(sum, weight)| *sum -= weight);
                }
                for row in rows() {
                    let weights = learned[row..][..hidden].iter_mut().zip(&missing);
                    weights.for_each(|(weight, missing)| *weight += missing / parts.len() as f32);
                }
            }
        }
        learned
    }

    /// What was learned about the PSQT part, by its sums: the least rows that have them.
    fn trained_psqt(&self, psqt: &[Tapered]) -> Vec<Worth> {
        let mut learned = vec![[0.0; 2]; self.rows()];
        for _ in 0..SWEEPS {
            for ((worth, prior), parts) in psqt.iter().zip(&self.prior).zip(&self.parts) {
                for (phase, worth) in worth.to_array().into_iter().enumerate() {
                    let rows = || parts.iter().map(|&(row, _)| row as usize);
                    let sum: f32 = rows().map(|row| learned[row][phase]).sum();
                    let missing = worth as f32 - prior[phase] - sum;
                    for row in rows() {
                        learned[row][phase] += missing / parts.len() as f32;
                    }
                }
            }
        }
        learned
    }

    /// The trained rows whose sum is the row of a stored plane.
    fn sources(&self, plane: Plane, enemy: bool, square: usize) -> Vec<usize> {
        let Learned::Planes { trained, .. } = &self.learned else { return Vec::new() };
        if let Plane::Kind(kind) = plane {
            let planes = &trained.of_feature[kind.index()];
            return planes.iter().map(|&plane| trained.row(plane, enemy, square)).collect();
        }
        let same = trained.list.iter().position(|&(other, _)| other == plane);
        same.map(|plane| trained.row(plane, enemy, square)).into_iter().collect()
    }
}

/// A weight of the hidden layer as an integer.
fn rounded(weight: f32) -> i16 {
    (weight * HIDDEN_UNIT as f32).round().clamp(-32_767.0, 32_767.0) as i16
}

/// Makes the blueprint of a game.
struct Of {
    variant: Variant,
    general: bool,
}

impl Visitor for Of {
    type Output = Blueprint;

    fn visit<R: Ruleset>(self, rules: R) -> Blueprint {
        Blueprint::new(self.variant, rules, self.general)
    }
}

/// Whether pieces are and become the same on both sides of the board.
fn is_symmetrical<R: Ruleset>(rules: R) -> bool {
    let board = crate::eval::board::Board::of(rules);
    let same = |square: Square| {
        let Some(image) = board.left_to_right(square) else { return false };
        let becomes = |to: Square, color| {
            let Some(mover) = rules.facts().pawn else { return Vec::new() };
            let (state, from) = (R::State::default(), to);
            let landing = Landing { state, color, mover, from, to, victims: &[], full: 0 };
            let mut kinds: Vec<usize> =
                rules.becomes(landing).into_iter().map(Kind::index).collect();
            kinds.sort_unstable();
            kinds
        };
        let settles =
            |kind, color| rules.settled(kind, color, square) == rules.settled(kind, color, image);
        Color::ALL.into_iter().all(|color| {
            rules.facts().each_kind().all(|kind| settles(kind, color))
                && becomes(square, color) == becomes(image, color)
        })
    };
    board.squares.iter().all(|&square| same(square))
}
