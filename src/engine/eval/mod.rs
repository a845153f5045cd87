//! The evaluation: what a position is worth, judged by powers with the same few lines for every game.
//!
//! A position has features (`features/`), and each has a weight. Where the weights of a game have
//! not been tuned, they follow from what its powers reach on its board (`prior.rs`).
//!
//! Only the walk over a position is compiled for each ruleset. What is worked out once per game
//! (`EvalSetup`), what explains an evaluation and what tunes it see the game with its ruleset erased.

mod board;
mod features;
mod game;
mod layout;
pub mod network;
mod prior;
mod setup;
mod source;
mod tally;
mod tapered;
pub mod tuning;
mod values;
mod weights;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use features::{Features, pawn_powers};
use layout::Part;
use network::Accumulator;
pub(crate) use network::Accumulators;
pub use network::Network;
use setup::EvalSetup;
pub use source::EvalSource;
use tally::{FeatureCounts, Situation, Sum, scaled_by_clock};
use tapered::Tapered;
use vertumnus_core::board::{Bits, ByColor, Color, Square};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{BitsOf, Kind, Placement, Ruleset};
use weights::{PieceSquares, Weights};

/// All evaluations lie strictly between this and its negative, in centipawns.
pub(crate) const LIMIT: i32 = 20_000;

/// One part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is about.
    pub name: &'static str,
    /// Centipawns that it gives to White.
    pub white: i32,
    /// Centipawns that it gives to Black.
    pub black: i32,
}

/// What an evaluation consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The parts of the evaluation. The sum of what they give to White, less what they give to Black,
    /// is the whole from White's point of view.
    pub terms: Vec<Term>,
    /// What each piece but the kings is worth to its side where it stands, in centipawns: by how much
    /// the evaluation falls without it. Empty unless a network evaluates.
    pub pieces: Vec<(Square, i32)>,
    /// The whole, in centipawns for the side to move.
    pub total: i32,
}

/// A lead in pieces, in centipawns, that wins with or without pawns.
const CLEAR_LEAD: i32 = 400;

/// The clock, in plies, at which nothing would be left of an evaluation; the fifty-move rule steps in
/// at 100.
const CLOCK_SCALE: i32 = 220;

/// Evaluates positions of one game: by a network if it has one, otherwise by hand-written features.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Ruleset> {
    setup: Arc<EvalSetup>,
    features: Features<R>,
    weights: Weights,
    piece_squares: PieceSquares<BitsOf<R>>,
    captures_change_pieces: bool,
    network: Option<Arc<Network>>,
}

/// The evaluators of this process.
static EVALUATORS: LazyLock<Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>> =
    LazyLock::new(Mutex::default);

/// The evaluator of a ruleset, made by `make` if it is asked for the first time.
fn once(
    ruleset: TypeId,
    make: &dyn Fn() -> Arc<dyn Any + Send + Sync>,
) -> Arc<dyn Any + Send + Sync> {
    let mut evaluators = EVALUATORS.lock().unwrap_or_else(PoisonError::into_inner);
    evaluators.entry(ruleset).or_insert_with(make).clone()
}

impl<R: Ruleset> Evaluator<R> {
    /// The evaluator of the game, made once per process.
    ///
    /// # Panics
    /// If the weights of the game are badly written, which tests rule out.
    pub fn shared() -> Arc<Self> {
        let make = || -> Arc<dyn Any + Send + Sync> {
            let setup = EvalSetup::of::<R>();
            let slots = setup.built_in();
            let network = network::embedded::<R>().map(Arc::new);
            Arc::new(Self { network, ..Self::with_weights(Arc::new(setup), slots) })
        };
        let evaluator = once(TypeId::of::<R>(), &make).downcast();
        evaluator.unwrap_or_else(|_| unreachable!("each ruleset has its own evaluator"))
    }

    fn with_weights(setup: Arc<EvalSetup>, slots: Vec<Tapered>) -> Self {
        let weights = Weights::new(&setup.game, &setup.layout, slots);
        Self {
            features: Features::new(&setup),
            piece_squares: PieceSquares::new(&setup.game, &setup.layout, &weights),
            captures_change_pieces: setup.game.captures_change_pieces(),
            weights,
            setup,
            network: None,
        }
    }

    /// The same evaluator with this network, which must be one of this game, or with none.
    pub(crate) fn with_network(&self, network: Option<Arc<Network>>) -> Arc<Self> {
        Arc::new(Self { network, ..self.clone() })
    }

    /// The evaluator of the game that evaluates by this, which must be for this game.
    pub(crate) fn by(source: EvalSource) -> Arc<Self> {
        match source {
            EvalSource::BuiltIn => Self::shared(),
            EvalSource::HandWritten => Self::shared().with_network(None),
            EvalSource::Network(network) => Self::shared().with_network(Some(network)),
        }
    }

    /// What a piece of a kind is worth to an exchange, in centipawns.
    #[inline]
    pub(crate) fn kind_value(&self, kind: Kind) -> i32 {
        self.weights.value(kind)
    }

    /// Whether some piece can become another by capturing, promotion aside.
    #[inline]
    pub(crate) const fn captures_change_pieces(&self) -> bool {
        self.captures_change_pieces
    }

    /// What the position is worth to the side to move, in centipawns, within [`LIMIT`].
    pub(crate) fn evaluate(&self, position: &Position<R>) -> i32 {
        Self::at_clock(self.evaluate_unscaled(position), position)
    }

    /// The evaluation from White's point of view before the fifty-move clock scales it down.
    pub(crate) fn evaluate_unscaled(&self, position: &Position<R>) -> i32 {
        if let Some(network) = &self.network {
            let mut accumulators = Accumulators::default();
            return self.evaluate_accumulator(
                network,
                position,
                accumulators.of_placement(network, position.placement()),
            );
        }
        let mut sum = Sum::new(&self.weights, &self.piece_squares);
        self.features.walk(position, &mut sum);
        situation(position).unscaled_score(&self.weights, sum.total, sum.pieces)
    }

    /// The same for the last position of a line. A network updates the accumulators of earlier plies.
    #[inline]
    pub(crate) fn evaluate_line(&self, line: &Line<R>, accumulators: &mut Accumulators) -> i32 {
        match &self.network {
            Some(network) => self.evaluate_accumulator(
                network,
                line.position(),
                accumulators.of_line(network, line),
            ),
            None => self.evaluate_unscaled(line.position()),
        }
    }

    /// The evaluation by a network whose accumulator is that of the position.
    #[inline]
    fn evaluate_accumulator(
        &self,
        network: &Network,
        position: &Position<R>,
        accumulator: Accumulator<'_>,
    ) -> i32 {
        let phase = network.phase(accumulator.pieces);
        let placement = position.placement();
        let (hidden, psqt) =
            self.network_parts(network, placement, position.side_to_move(), accumulator);
        situation(position).scaled(&self.weights, hidden + psqt, phase, accumulator.pieces)
    }

    /// The two parts of a network's evaluation, for White: the output of the hidden layer, and the
    /// PSQT part.
    #[inline]
    fn network_parts(
        &self,
        network: &Network,
        placement: &Placement<R>,
        side: Color,
        accumulator: Accumulator<'_>,
    ) -> (i32, i32) {
        let hidden = match side {
            Color::White => network.output(side, accumulator),
            Color::Black => -network.output(side, accumulator),
        };
        (
            hidden,
            (accumulator.psqt + self.lone_kings(placement)).at(network.phase(accumulator.pieces)),
        )
    }

    /// What the places of kings without other pieces are worth, White's less Black's.
    #[inline]
    fn lone_kings(&self, placement: &Placement<R>) -> Tapered {
        let worth = |color| self.features.lone_king(placement, color).unwrap_or_default();
        worth(Color::White) - worth(Color::Black)
    }

    /// An evaluation [before scaling](Self::evaluate_unscaled), scaled by the clock, for the side to move.
    #[inline]
    pub(crate) fn at_clock(unscaled: i32, position: &Position<R>) -> i32 {
        let white = scaled_by_clock(unscaled, position.clock());
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// What the evaluation of a position consists of.
    pub fn explain(&self, position: &Position<R>) -> Explanation {
        let total = self.evaluate(position);
        let whole = if position.side_to_move() == Color::White { total } else { -total };
        let (terms, pieces) = match &self.network {
            Some(network) => self.explain_network(network, position, whole),
            None => (explained(&self.weights, &self.count(position), whole), Vec::new()),
        };
        Explanation { terms, pieces, total }
    }

    /// The parts of a network's evaluation that is worth `whole` to White, and what each piece adds.
    fn explain_network(
        &self,
        network: &Network,
        position: &Position<R>,
        whole: i32,
    ) -> (Vec<Term>, Vec<(Square, i32)>) {
        let mut accumulators = Accumulators::default();
        let mut parts = |placement: &Placement<R>| {
            let accumulator = accumulators.of_placement(network, placement);
            self.network_parts(network, placement, position.side_to_move(), accumulator)
        };
        let placement = position.placement();
        let (hidden, psqt) = parts(placement);
        let mut pieces = Vec::new();
        for square in placement.occupied().squares() {
            let Some(piece) = placement.at(square) else { continue };
            if !R::is_royal(piece.kind()) {
                let mut without = *placement;
                without.edit(|edit| edit.take(square));
                let (hidden_without, psqt_without) = parts(&without);
                let lost = hidden + psqt - hidden_without - psqt_without;
                pieces.push((square, if piece.color() == Color::White { lost } else { -lost }));
            }
        }
        let term = |name, white| Term { name, white, black: 0 };
        let scale = Part::Scale.name();
        let terms =
            vec![term("PSQT", psqt), term("Network", hidden), term(scale, whole - psqt - hidden)];
        (terms, pieces)
    }

    /// The features of a position, counted.
    fn count(&self, position: &Position<R>) -> FeatureCounts<'_> {
        let mut count = FeatureCounts::new(&self.setup);
        self.features.walk(position, &mut count);
        count
    }
}

/// The parts of an evaluation that is worth `whole` to White.
fn explained(weights: &Weights, count: &FeatureCounts, whole: i32) -> Vec<Term> {
    let phase = weights.phase(count.pieces(weights));
    let term = |(part, by_color): (Part, ByColor<Tapered>)| Term {
        name: part.name(),
        white: by_color[Color::White].at(phase),
        black: by_color[Color::Black].at(phase),
    };
    let mut terms: Vec<Term> = Part::ALL.into_iter().zip(count.parts(weights)).map(term).collect();
    let sum: i32 = terms.iter().map(|term| term.white - term.black).sum();
    terms[Part::Scale as usize].white = whole - sum;
    terms
}

/// What a position says as a whole.
#[inline]
fn situation<R: Ruleset>(position: &Position<R>) -> Situation {
    let placement = position.placement();
    let pawns = pawn_powers::<R>(placement);
    let without_pawns = |color| (pawns & placement.of(color)).is_empty();
    Situation {
        side_to_move: position.side_to_move(),
        clock: position.clock(),
        without_pawns: ByColor(Color::ALL.map(without_pawns)),
    }
}

#[cfg(test)]
mod tests;
