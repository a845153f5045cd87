//! The evaluation of positions by a network.

use super::accumulator::{Accumulator, Accumulators};
use super::{HIDDEN_UNIT, Network, OUTPUT_UNIT};
use crate::eval::Term;
use crate::eval::endgame::{lone_kings, scaled_by_pawns};
use crate::eval::limit::LIMIT;
use crate::eval::material::Held;
use vertumnus_core::board::{Bits, Color, Square};
use vertumnus_core::position::{Line, Position};
use vertumnus_core::rules::{Placement, Ruleset};
use vertumnus_neurons::weighed;

impl Accumulator<'_> {
    /// The same, with what is in hand among the pieces by which the phase goes.
    fn beside(self, held: Option<Held>) -> Self {
        let pieces = held.map_or(self.pieces, |held| held.with(self.pieces));
        Self { pieces, ..self }
    }
}

impl Network {
    /// The evaluation from White's point of view before the fifty-move clock scales it down.
    pub(in crate::eval) fn evaluate<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        let mut accumulators = Accumulators::default();
        self.scaled(position, accumulators.of_pieces(self, position.placement(), position.hands()))
    }

    /// The same for the last position of a line. The accumulators of earlier plies are updated.
    #[inline]
    pub(in crate::eval) fn evaluate_line<R: Ruleset>(
        &self,
        line: &Line<R>,
        accumulators: &mut Accumulators,
    ) -> i32 {
        self.scaled(line.position(), accumulators.of_line(self, line))
    }

    /// The parts of the evaluation before anything scales them, and what each piece but the kings adds
    /// for its side.
    pub(in crate::eval) fn explain<R: Ruleset>(
        &self,
        position: &Position<R>,
    ) -> (Vec<Term>, Vec<(Square, i32)>) {
        let mut accumulators = Accumulators::default();
        let held = self.material.held(position);
        let mut parts = |placement: &Placement<R>| {
            let accumulator = accumulators.of_pieces(self, placement, position.hands());
            self.parts(placement, position.side_to_move(), accumulator.beside(held))
        };
        let placement = position.placement();
        let (hidden, psqt) = parts(placement);
        let mut pieces = Vec::new();
        for square in placement.occupied().squares() {
            let Some(piece) = placement.at(square) else { continue };
            if !position.facts().is_royal(piece.kind()) {
                let mut without = *placement;
                without.edit(|edit| edit.take(square));
                let (hidden_without, psqt_without) = parts(&without);
                let lost = hidden + psqt - hidden_without - psqt_without;
                pieces.push((square, if piece.color() == Color::White { lost } else { -lost }));
            }
        }
        let mut terms = vec![Term { name: "PSQT", white: psqt }];
        if self.blocks > 0 {
            terms.push(Term { name: "Network", white: hidden });
        }
        if let Some(held) = held {
            terms.push(Term { name: "Hands", white: held.lead });
        }
        if let Some(goals) = &self.goals {
            terms.push(Term { name: "Goals", white: goals.lead(position) });
        }
        (terms, pieces)
    }

    #[inline]
    fn scaled<R: Ruleset>(&self, position: &Position<R>, accumulator: Accumulator<'_>) -> i32 {
        let placement = position.placement();
        let held = self.material.held(position);
        if held.is_some() || self.goals.is_some() {
            return self.with_more(position, held, accumulator);
        }
        let (hidden, psqt) = self.parts(placement, position.side_to_move(), accumulator);
        scaled_by_pawns(hidden + psqt, placement, &self.material, accumulator.pieces)
    }

    /// The evaluation in a game with pieces in hand or goals, which is won without pawns.
    #[inline(never)]
    fn with_more<R: Ruleset>(
        &self,
        position: &Position<R>,
        held: Option<Held>,
        accumulator: Accumulator<'_>,
    ) -> i32 {
        let accumulator = accumulator.beside(held);
        let (hidden, psqt) = self.parts(position.placement(), position.side_to_move(), accumulator);
        let goals = self.goals.as_ref().map_or(0, |goals| goals.lead(position));
        hidden + psqt + held.map_or(0, |held| held.lead) + goals
    }

    /// The output of the hidden layer in centipawns for the side to move.
    #[inline]
    fn output(&self, side: Color, bucket: usize, sums: Accumulator<'_>) -> i32 {
        let mut sum = 0;
        let outputs = &self.outputs[bucket * 2 * self.blocks..][..2 * self.blocks];
        let (own, other) = outputs.split_at(self.blocks);
        for (view, weights) in [(sums.hidden[side], own), (sums.hidden[!side], other)] {
            sum += weighed(view, weights, HIDDEN_UNIT as i16);
        }
        let output = i64::from(sum / HIDDEN_UNIT + self.output_biases[bucket]);
        let centipawns = output * i64::from(self.scale) / i64::from(HIDDEN_UNIT * OUTPUT_UNIT);
        centipawns.clamp(-i64::from(LIMIT), i64::from(LIMIT)) as i32
    }

    /// The two parts of the evaluation, for White: the output of the hidden layer, and the PSQT part with
    /// the places of lone kings.
    #[inline]
    fn parts<R: Ruleset>(
        &self,
        placement: &Placement<R>,
        side: Color,
        accumulator: Accumulator<'_>,
    ) -> (i32, i32) {
        let output = self.output(side, self.bucket(placement), accumulator);
        let sign = if side == Color::White { 1 } else { -1 };
        let psqt = accumulator.psqt[side] * sign + lone_kings(placement);
        (sign * output, psqt.at(self.material.phase(accumulator.pieces)))
    }
}
