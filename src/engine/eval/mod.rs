//! The evaluation: what a position is worth, judged by powers with the same few lines for every game.
//!
//! A network that learned from games evaluates (`network/`). A game that has none is evaluated by a prior
//! that follows from what its powers reach on its board (`prior/`).

mod board;
mod endgame;
mod game;
mod material;
pub mod network;
mod prior;
mod source;
mod tapered;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use endgame::scaled_by_clock;
use game::GameProfile;
use material::Material;
pub(crate) use network::Accumulators;
pub use network::Network;
use prior::{Prior, PriorSetup};
pub use source::EvalSource;
use vertumnus_core::board::{Color, Square};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Kind, Ruleset};

/// All evaluations lie strictly between this and its negative, in centipawns.
pub(crate) const LIMIT: i32 = 20_000;

/// One part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is about.
    pub name: &'static str,
    /// Centipawns that it gives to White.
    pub white: i32,
}

/// What an evaluation consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The parts of the evaluation, which sum to the whole from White's point of view.
    pub terms: Vec<Term>,
    /// What each piece but the kings is worth to its side where it stands, in centipawns: by how much
    /// the evaluation falls without it. Empty unless a network evaluates.
    pub pieces: Vec<(Square, i32)>,
    /// The whole, in centipawns for the side to move.
    pub total: i32,
}

/// Evaluates positions of one game.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Ruleset> {
    by: By<R>,
    material: Material,
    captures_change_pieces: bool,
}

/// By what positions are evaluated.
#[derive(Clone, Debug)]
enum By<R: Ruleset> {
    Network(Arc<Network>),
    Prior(Arc<Prior<R>>),
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
    /// If the network of the game is bad, which tests rule out.
    pub fn shared() -> Arc<Self> {
        let make = || -> Arc<dyn Any + Send + Sync> {
            Arc::new(match Network::embedded::<R>() {
                Some(network) => Self::with_network(Arc::new(network)),
                None => Self::with_prior(),
            })
        };
        let evaluator = once(TypeId::of::<R>(), &make).downcast();
        evaluator.unwrap_or_else(|_| unreachable!("each ruleset has its own evaluator"))
    }

    /// An evaluator by this network, which must be one of this game.
    fn with_network(network: Arc<Network>) -> Self {
        let material = network.material().clone();
        Self::new(By::Network(network), material)
    }

    fn with_prior() -> Self {
        let setup = PriorSetup::of::<R>();
        let material = setup.material();
        Self::new(By::Prior(Arc::new(Prior::new(setup))), material)
    }

    fn new(by: By<R>, material: Material) -> Self {
        let captures_change_pieces = GameProfile::of::<R>().captures_change_pieces();
        Self { by, material, captures_change_pieces }
    }

    /// The evaluator of the game that evaluates by this, which must be for this game.
    pub(crate) fn by(source: EvalSource) -> Arc<Self> {
        match source {
            EvalSource::BuiltIn => Self::shared(),
            EvalSource::Prior => Arc::new(Self::with_prior()),
            EvalSource::Network(network) => Arc::new(Self::with_network(network)),
        }
    }

    /// What a piece of a kind is worth to an exchange, in centipawns.
    #[inline]
    pub(crate) fn kind_value(&self, kind: Kind) -> i32 {
        self.material.value(kind)
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
    fn evaluate_unscaled(&self, position: &Position<R>) -> i32 {
        match &self.by {
            By::Network(network) => network.evaluate(position),
            By::Prior(prior) => prior.evaluate(position, &self.material),
        }
    }

    /// The same for the last position of a line. A network updates the accumulators of earlier plies.
    #[inline]
    pub(crate) fn evaluate_line(&self, line: &Line<R>, accumulators: &mut Accumulators) -> i32 {
        match &self.by {
            By::Network(network) => network.evaluate_line(line, accumulators),
            By::Prior(prior) => prior.evaluate(line.position(), &self.material),
        }
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
        let (mut terms, pieces) = match &self.by {
            By::Network(network) => network.explain(position),
            By::Prior(prior) => (prior.explain(position, &self.material), Vec::new()),
        };
        let sum: i32 = terms.iter().map(|term| term.white).sum();
        terms.push(Term { name: "Scale", white: whole - sum });
        Explanation { terms, pieces, total }
    }
}

#[cfg(test)]
mod tests;
