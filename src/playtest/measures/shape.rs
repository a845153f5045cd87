//! How long games are, and how much there is to choose from: Ludii's `DurationTurns`, `BranchingFactor` and
//! `DecisionMoves` (M. Stephenson and others, "A general system for measuring game concepts", 2021).

use crate::report::Measure;
use crate::statistics::Spread;
use crate::trace::Trace;

/// The figures of each game.
#[derive(Debug, Default)]
pub(crate) struct Shapes(Vec<Shape>);

/// The figures of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shape {
    /// Moves of White's and Black's.
    plies: f32,
    /// Legal moves in the mean.
    branching: f32,
    /// The share of moves that had no alternative.
    forced: f32,
    /// Pieces that were captured.
    captures: f32,
}

fn shape(trace: &Trace) -> Option<Shape> {
    let plies = trace.steps.len();
    let mean = |sum: usize| sum as f32 / plies as f32;
    (plies > 0).then(|| Shape {
        plies: plies as f32,
        branching: mean(trace.steps.iter().map(|step| step.legal).sum()),
        forced: mean(trace.steps.iter().filter(|step| step.legal == 1).count()),
        captures: trace.steps.iter().map(|step| step.taken.len()).sum::<usize>() as f32,
    })
}

impl Shapes {
    /// Takes in a game.
    pub(crate) fn add(&mut self, trace: &Trace) {
        self.0.extend(shape(trace));
    }

    /// What there is to say.
    pub(crate) fn report(&self) -> Vec<Measure> {
        let measure = |name: &str, about: &str, of: fn(&Shape) -> f32| {
            let spread = Spread::of(self.0.iter().map(|shape| f64::from(of(shape))))?;
            Some(Measure {
                name: name.to_owned(),
                about: about.to_owned(),
                is_share: false,
                spread,
            })
        };
        let share = |name: &str, about: &str, of: fn(&Shape) -> f32| {
            measure(name, about, of).map(|measure| Measure { is_share: true, ..measure })
        };
        let measures = [
            measure(
                "length",
                "moves of a game, one of White's and one of Black's counted as one",
                |s| s.plies / 2.0,
            ),
            measure("branching", "legal moves in a position, in the mean of a game", |s| {
                s.branching
            }),
            share("forced", "moves of a game that had no alternative", |s| s.forced),
            measure("captures", "pieces captured in a game", |s| s.captures),
        ];
        measures.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::trace;

    #[test]
    fn moves_and_choices_are_counted() {
        let fen = "k7/8/8/8/8/8/1r6/K6R w - - 0 1";
        let moves = [("h1h8", 0), ("a8a7", 0), ("a1b2", 0)];
        let Some(trace) = trace("chess", fen, &moves) else { return };
        let legal: Vec<usize> = trace.steps.iter().map(|step| step.legal).collect();
        // The rook reaches seven squares on its file and six on its rank, the king takes; Black has Ka7,
        // Kb7 and Rb8; White's king can take only, its rook goes to fourteen squares.
        assert_eq!(legal, [14, 3, 15]);
        let found = shape(&trace).expect("moves");
        let expected = Shape { plies: 3.0, branching: 32.0 / 3.0, forced: 0.0, captures: 1.0 };
        assert_eq!(found, expected);
    }
}
