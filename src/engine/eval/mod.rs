//! The evaluation: what a position is worth, by the same code for every game.
//!
//! A network evaluates (`network/`). A game for which none was trained has an untrained one, which only
//! knows what pieces are worth on squares by what their powers reach there (`prior/`).

mod board;
mod endgame;
mod game;
mod goals;
mod limit;
mod material;
pub mod network;
mod prior;
mod source;
mod tapered;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use endgame::scaled_by_clock;
use game::captures_change_pieces;
pub(crate) use network::Accumulators;
use network::NetworkError;
pub(crate) use network::model_of;
pub use network::{Network, trained_as};
pub use source::EvalSource;
use vertumnus_core::board::{Color, Square};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Hands, Kind, Ruleset, Variant};

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
    /// the evaluation falls without it.
    pub pieces: Vec<(Square, i32)>,
    /// The whole, in centipawns for the side to move.
    pub total: i32,
    /// The part of the whole that is for having the move: the mean of what the position is worth to
    /// either side if it is to move. 0 in check. Networks overrate it where a position is unlike those
    /// that they have learned from.
    pub tempo: i32,
}

/// Evaluates positions of one game.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Ruleset> {
    network: Arc<Network>,
    captures_change_pieces: bool,
    rules: R,
}

/// The evaluators of this process.
static EVALUATORS: LazyLock<Mutex<HashMap<TypeId, Vec<Erased>>>> = LazyLock::new(Mutex::default);

/// An [`Evaluator`] with its ruleset erased.
type Erased = Arc<dyn Any + Send + Sync>;

/// The evaluator of a type of ruleset that `is_it`, made by `make` if it is asked for the first time.
fn once(ruleset: TypeId, is_it: &dyn Fn(&Erased) -> bool, make: &dyn Fn() -> Erased) -> Erased {
    let mut evaluators = EVALUATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = evaluators.entry(ruleset).or_default();
    let found = known.iter().find(|evaluator| is_it(evaluator)).cloned();
    found.unwrap_or_else(|| {
        let made = make();
        known.push(made.clone());
        made
    })
}

/// The networks that came with games of files, by the identities of the games.
static OFFERED: LazyLock<Mutex<HashMap<&'static str, Arc<Network>>>> =
    LazyLock::new(Mutex::default);

/// From now on, a network that came with a game of a file is what comes with the engine for that game. Who
/// plays it already goes on without.
pub fn offer(network: Arc<Network>) {
    let identity = network.variant().identity();
    OFFERED.lock().unwrap_or_else(PoisonError::into_inner).insert(identity, network);
    // They are made again when somebody asks.
    EVALUATORS.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

fn offered<R: Ruleset>(rules: R) -> Option<Arc<Network>> {
    let identity = Variant::with_facts(rules.facts())?.identity();
    OFFERED.lock().unwrap_or_else(PoisonError::into_inner).get(identity).cloned()
}

impl<R: Ruleset> Evaluator<R> {
    /// The evaluator of the game, made once per process and offer of a network.
    ///
    /// # Panics
    /// If the network of the game is bad, which tests rule out.
    pub fn shared(rules: R) -> Arc<Self> {
        let is_it = |evaluator: &Erased| {
            evaluator.downcast_ref::<Self>().is_some_and(|evaluator| evaluator.rules == rules)
        };
        let make = || -> Erased {
            let network = offered(rules).unwrap_or_else(|| {
                let known = Network::embedded(rules).or_else(|| Network::unseen(rules));
                Arc::new(known.unwrap_or_else(|| Network::untrained(rules)))
            });
            Arc::new(Self::new(rules, network))
        };
        let evaluator = once(TypeId::of::<R>(), &is_it, &make).downcast();
        evaluator.unwrap_or_else(|_| unreachable!("each ruleset has its own evaluator"))
    }

    /// An evaluator by this network, which is one of this game.
    fn new(rules: R, network: Arc<Network>) -> Self {
        Self { network, captures_change_pieces: captures_change_pieces(rules), rules }
    }

    /// The evaluator of the game that evaluates by this.
    ///
    /// # Errors
    /// If it is a network of another game.
    pub(crate) fn by(rules: R, source: EvalSource) -> Result<Arc<Self>, NetworkError> {
        let source = match Variant::with_facts(rules.facts()) {
            Some(variant) => source.for_game(variant)?,
            // No file can name it.
            None => EvalSource::Untrained,
        };
        let network = match source {
            EvalSource::BuiltIn => return Ok(Self::shared(rules)),
            EvalSource::Untrained => Arc::new(Network::untrained(rules)),
            EvalSource::Network(network) => network,
            EvalSource::General(general) => {
                let network = Network::of_general(rules, &general);
                Arc::new(network.ok_or(NetworkError::Range)?)
            }
        };
        Ok(Arc::new(Self::new(rules, network)))
    }

    /// The rules of the game.
    #[inline(always)]
    pub(crate) const fn rules(&self) -> R {
        self.rules
    }

    /// What evaluates.
    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    /// What a piece of a kind is worth to an exchange, in centipawns.
    #[inline]
    pub(crate) fn kind_value(&self, kind: Kind) -> i32 {
        self.network.material().value(kind)
    }

    /// What a capture of a piece of a kind wins, in centipawns: what it is worth, and what it is in the captor's hand.
    #[inline]
    pub(crate) fn capture_value(&self, kind: Kind) -> i32 {
        let value = self.kind_value(kind);
        if !R::Hands::MAY_HOLD {
            return value;
        }
        value
            + self.rules.hands().map_or(0, |rules| {
                let place = rules.captured(kind).filter(|_| !rules.unlimited);
                place.map_or(0, |place| self.kind_value(rules.drops[place].kind))
            })
    }

    /// Whether some piece can become another by capturing, promotion aside.
    #[inline]
    pub(crate) const fn captures_change_pieces(&self) -> bool {
        self.captures_change_pieces
    }

    /// What the position is worth to the side to move, in centipawns, within [`LIMIT`](limit::LIMIT).
    pub(crate) fn evaluate(&self, position: &Position<R>) -> i32 {
        Self::at_clock(self.evaluate_unscaled(position), position)
    }

    /// The evaluation from White's point of view before the fifty-move clock scales it down.
    fn evaluate_unscaled(&self, position: &Position<R>) -> i32 {
        self.network.evaluate(position)
    }

    /// The same for the last position of a line. The accumulators of earlier plies are updated.
    #[inline]
    pub(crate) fn evaluate_line(&self, line: &Line<R>, accumulators: &mut Accumulators) -> i32 {
        self.network.evaluate_line(line, accumulators)
    }

    /// An evaluation [before scaling](Self::evaluate_unscaled), scaled by the clock, for the side to move.
    #[inline]
    pub(crate) fn at_clock(unscaled: i32, position: &Position<R>) -> i32 {
        // As if the limit were fifty moves.
        let clock = match u32::from(position.facts().move_limit) {
            50 => position.clock(),
            0 => 0,
            limit => position.clock() * 50 / limit,
        };
        let white = scaled_by_clock(unscaled, clock);
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// What the evaluation of a position consists of.
    pub fn explain(&self, position: &Position<R>) -> Explanation {
        let total = self.evaluate(position);
        let whole = if position.side_to_move() == Color::White { total } else { -total };
        let (mut terms, pieces) = self.network.explain(position);
        let sum: i32 = terms.iter().map(|term| term.white).sum();
        terms.push(Term { name: "Scale", white: whole - sum });
        Explanation { terms, pieces, total, tempo: self.tempo(position, total) }
    }

    /// What having the move counts in an evaluation with this result, for the side to move.
    fn tempo(&self, position: &Position<R>, total: i32) -> i32 {
        if position.in_check() {
            return 0;
        }
        let mut line = Line::new(*position);
        line.make_null();
        i32::midpoint(total, self.evaluate(line.position()))
    }
}

#[cfg(test)]
mod tests;
