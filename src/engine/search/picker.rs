//! Hands out the moves of a node one by one, the most promising first, and generates as few as it
//! can.

use std::cell::OnceCell;

use super::checks::Checks;
use super::history::{Before, Context, Histories};
use super::see::{gain_with_blast, wins};
use super::threats::threats;
use crate::eval::Evaluator;
use vertumnus_core::position::{Guard, Legal, Move, Position, Stage};
use vertumnus_core::rules::{BitsOf, Ruleset};

/// After this many moves picked by looking for the best, the rest is sorted.
const PICKS_BEFORE_SORTING: u32 = 8;

/// The bonus of quiet moves that give check, in the units of the histories.
const CHECK_BONUS: i32 = 6_000;

/// A move with its score for the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    mv: Move,
    score: i32,
}

/// What moves are ordered by.
pub(super) struct Ordering<'a, R: Ruleset> {
    pub(super) position: &'a Position<R>,
    pub(super) legal: Legal<'a, R, &'a Guard<BitsOf<R>>>,
    pub(super) evaluator: &'a Evaluator<R>,
    pub(super) history: &'a Histories,
    pub(super) before: Before,
    /// The squares that the enemy attacks, found when they are needed.
    pub(super) threats: &'a OnceCell<BitsOf<R>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    TableMove,
    MakeNoisy,
    GoodNoisy,
    Killers,
    MakeQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// The state of a node's moves. The moves themselves are on a stack that all nodes of a thread
/// share, above those of the node's parents: a node may have any number of them, and none costs an
/// allocation.
#[derive(Debug)]
pub(super) struct Picker {
    step: Step,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    noisy_only: bool,
    start: usize,
    /// One past the bad noisy moves, which are kept at the start.
    bad_end: usize,
    next: usize,
    picks: u32,
}

impl Picker {
    /// All moves of a node.
    pub(super) fn new(
        moves: &[Scored],
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> Self {
        Self {
            step: Step::TableMove,
            table_move,
            killers,
            next_killer: 0,
            noisy_only: false,
            start: moves.len(),
            bad_end: moves.len(),
            next: moves.len(),
            picks: 0,
        }
    }

    /// The captures and promotions of a node that lose nothing.
    pub(super) fn noisy(moves: &[Scored], table_move: Option<Move>) -> Self {
        Self { noisy_only: true, ..Self::new(moves, table_move, [None; 2]) }
    }

    /// Where the node's moves begin, and its parents' end.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Leaves out all quiet moves that are still to come.
    pub(super) fn skip_quiets(&mut self) {
        if self.step < Step::BadNoisy && self.step >= Step::Killers {
            self.begin(Step::BadNoisy);
        }
    }

    /// Whether the last move is a capture or promotion that loses material.
    pub(super) fn is_losing(&self) -> bool {
        self.step == Step::BadNoisy
    }

    /// Whether the last move is neither from the table nor a capture or promotion that loses
    /// nothing.
    pub(super) fn is_past_good(&self) -> bool {
        self.step > Step::GoodNoisy
    }

    fn begin(&mut self, step: Step) {
        self.step = step;
        self.picks = 0;
        if step == Step::BadNoisy {
            self.next = self.start;
        }
    }

    /// The next move.
    pub(super) fn next<R: Ruleset>(
        &mut self,
        moves: &mut Vec<Scored>,
        by: &Ordering<'_, R>,
    ) -> Option<Move> {
        let position = by.position;
        loop {
            match self.step {
                Step::TableMove => {
                    self.step = Step::MakeNoisy;
                    self.table_move = self.table_move.filter(|&mv| {
                        (!self.noisy_only || position.is_noisy(mv)) && by.legal.contains(mv)
                    });
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Step::MakeNoisy => {
                    self.make_noisy(moves, by);
                    self.begin(Step::GoodNoisy);
                }
                Step::GoodNoisy => {
                    let Some(picked) = self.pick(moves) else {
                        self.begin(if self.noisy_only { Step::Done } else { Step::Killers });
                        continue;
                    };
                    if wins(by.evaluator, position, picked.mv, 0) {
                        return Some(picked.mv);
                    }
                    moves[self.bad_end] = picked;
                    self.bad_end += 1;
                }
                Step::Killers => {
                    let Some(&killer) = self.killers.get(self.next_killer) else {
                        self.begin(Step::MakeQuiet);
                        continue;
                    };
                    let fits = killer.filter(|&mv| {
                        Some(mv) != self.table_move
                            && !position.is_noisy(mv)
                            && by.legal.contains(mv)
                    });
                    self.killers[self.next_killer] = fits;
                    self.next_killer += 1;
                    if fits.is_some() {
                        return fits;
                    }
                }
                Step::MakeQuiet => {
                    self.make_quiet(moves, by);
                    self.begin(Step::Quiet);
                }
                Step::Quiet => match self.pick(moves) {
                    Some(picked) => return Some(picked.mv),
                    None => self.begin(Step::BadNoisy),
                },
                Step::BadNoisy => {
                    if self.next == self.bad_end {
                        self.step = Step::Done;
                        continue;
                    }
                    self.next += 1;
                    return Some(moves[self.next - 1].mv);
                }
                Step::Done => return None,
            }
        }
    }

    fn make_noisy<R: Ruleset>(&self, moves: &mut Vec<Scored>, by: &Ordering<'_, R>) {
        let placement = by.position.placement();
        by.legal.for_each(Stage::Noisy, |mv| {
            if Some(mv) == self.table_move {
                return;
            }
            let Some(mover) = placement.kind_at(mv.from()) else { return };
            let value = |kind| by.evaluator.kind_value(kind);
            let taken = |kind| by.evaluator.capture_value(kind);
            let victim = match by.position.friend(mv) {
                Some(friend) => -value(friend),
                None => placement.kind_at(mv.to()).map_or(0, taken),
            };
            let grown = value(mv.becomes()) - value(mover);
            let won = if by.position.rules().blasts() {
                gain_with_blast(by.evaluator, by.position, mv)
            } else {
                victim + grown
            };
            let mut score = 16 * won + by.history.noisy(by.position, mover, mv);
            if mv.taken() != 0 {
                let on_the_way = by.position.captures(mv).into_iter().filter(|&s| s != mv.to());
                score +=
                    16 * on_the_way.filter_map(|s| placement.kind_at(s)).map(taken).sum::<i32>();
            }
            moves.push(Scored { mv, score: score - value(mover) / 8 });
        });
    }

    fn make_quiet<R: Ruleset>(&self, moves: &mut Vec<Scored>, by: &Ordering<'_, R>) {
        let color = by.position.side_to_move();
        let checks = Checks::new(by.position);
        let threats = *by.threats.get_or_init(|| threats(by.position));
        let context = Context { before: by.before, threats };
        by.legal.for_each(Stage::Quiet, |mv| {
            if Some(mv) == self.table_move || self.killers.contains(&Some(mv)) {
                return;
            }
            let Some(kind) = by.position.mover(mv) else { return };
            let mut score = by.history.quiet(color, kind, mv, &context);
            if checks.given_by(mv) {
                score += CHECK_BONUS;
            }
            moves.push(Scored { mv, score });
        });
    }

    /// The best of the moves that are left of this step.
    fn pick(&mut self, moves: &mut [Scored]) -> Option<Scored> {
        let rest = &mut moves[self.next..];
        if self.picks < PICKS_BEFORE_SORTING {
            // The first of the best.
            let (mut best, mut score) = (0, rest.first()?.score);
            for (index, scored) in rest.iter().enumerate() {
                if scored.score > score {
                    (best, score) = (index, scored.score);
                }
            }
            rest.swap(0, best);
        } else if self.picks == PICKS_BEFORE_SORTING {
            rest.sort_by_key(|scored| std::cmp::Reverse(scored.score));
        }
        let picked = *rest.first()?;
        self.picks += 1;
        self.next += 1;
        Some(picked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::CONTINUATION_PLIES;
    use vertumnus_core::position::testing::each_position;
    use vertumnus_core::rules::Visitor;

    /// Every legal move is handed out once, whatever the table and the killers say.
    struct HandsOutAll;

    impl Visitor for HandsOutAll {
        type Output = ();

        fn visit<R: Ruleset>(self, rules: R) {
            let evaluator = Evaluator::shared(rules);
            let history = Histories::new(rules);
            let nothing = history.continuation_of_nothing();
            let mut hints = [None; 3];
            each_position(rules, 1, 30, |position| {
                let guard = position.guard();
                let by = Ordering {
                    position,
                    legal: position.legal_given(&guard),
                    evaluator: &evaluator,
                    history: &history,
                    before: [nothing; CONTINUATION_PLIES.len()],
                    threats: &OnceCell::new(),
                };
                let mut moves = Vec::new();
                let mut picker = Picker::new(&moves, hints[0], [hints[1], hints[2]]);
                let mut picked = Vec::new();
                while let Some(mv) = picker.next(&mut moves, &by) {
                    picked.push(mv.to_word());
                }
                let mut legal: Vec<u32> =
                    position.legal_moves().iter().map(|mv| mv.to_word()).collect();
                hints = [0, 1, 2].map(|i| position.legal_moves().get(i * 3).copied());
                picked.sort_unstable();
                legal.sort_unstable();
                assert_eq!(picked, legal, "{}", position.fen());
            });
        }
    }

    #[test]
    fn every_move_is_handed_out_once() {
        for variant in vertumnus_core::rules::Variant::bundled() {
            variant.visit(HandsOutAll);
        }
    }
}
