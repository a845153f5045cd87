//! What the set-up of an evaluation asks of a game, with the ruleset erased.

use std::iter::repeat_n;

use super::board::Board;
use super::goals::Goals;
use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Becomes, Facts, Kind, Landing, Outcome, PowerSet, Ruleset};

/// A game as the set-up of its evaluation sees it.
#[derive(Clone, Debug)]
pub(super) struct GameProfile {
    pub(super) board: Board,
    pub(super) facts: &'static Facts,
    /// The pieces of the start position, with those in hand.
    pub(super) start: Vec<(Color, Kind)>,
    /// How many kinds there are that can be in hand and run out there.
    pub(super) kinds_in_hand: usize,
    /// Whether pieces have powers from their neighbors.
    pub(super) lends_powers: bool,
    /// The kinds of which a side cannot lose one at the start without losing the game, kings apart.
    pub(super) vital: Vec<Kind>,
    /// Whether a side wins that has lost all its pieces.
    pub(super) is_won_by_loss: bool,
    /// `None` if it has none.
    pub(super) goals: Option<Goals>,
}

impl GameProfile {
    pub(super) fn of<R: Ruleset>(rules: R) -> Self {
        let start = Position::start(rules);
        let placement = start.placement();
        let loses = |color: Color, square: Square| {
            let ended = after_loss(&start, color, |other| other == square);
            rules.royals(placement, color).each.has(square)
                || ended.is_some_and(|outcome| outcome.winner() == Some(!color))
        };
        let vital = Color::ALL.into_iter().flat_map(|color| {
            let pieces = placement.pieces(color).filter(|&(_, kind)| !rules.facts().is_royal(kind));
            pieces.filter(move |&(square, _)| loses(color, square)).map(|(_, kind)| kind)
        });
        let without_any = after_loss(&start, Color::White, |_| true);
        let pieces = |color| {
            let held = start.in_hand(color);
            let held = held.flat_map(|(kind, count)| repeat_n(kind, count.into()));
            placement.pieces(color).map(|(_, kind)| kind).chain(held).map(move |kind| (color, kind))
        };
        let finite = rules.hands().filter(|hands| !hands.unlimited);
        Self {
            board: Board::of(rules),
            facts: rules.facts(),
            start: Color::ALL.into_iter().flat_map(pieces).collect(),
            kinds_in_hand: finite.map_or(0, |hands| hands.drops.len()),
            lends_powers: rules.lends(),
            vital: vital.collect(),
            is_won_by_loss: without_any.and_then(Outcome::winner) == Some(Color::White),
            goals: Goals::of(rules),
        }
    }

    /// All kinds, by their numbers.
    pub(super) fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + use<> {
        self.facts.each_kind()
    }

    pub(super) fn powers_of(&self, kind: Kind) -> PowerSet {
        self.facts.powers_of(kind)
    }

    pub(super) fn is_royal(&self, kind: Kind) -> bool {
        self.facts.is_royal(kind)
    }

    /// Whether a kind is neither a king nor the plain pawn.
    pub(super) fn is_piece(&self, kind: Kind) -> bool {
        self.facts.pawn != Some(kind) && !self.is_royal(kind)
    }
}

/// How the game has ended when a side has lost pieces.
fn after_loss<R: Ruleset>(
    start: &Position<R>,
    color: Color,
    is_lost: impl Fn(Square) -> bool,
) -> Option<Outcome> {
    let placement = start.placement();
    let mut left = *placement;
    let lost: Vec<Square> =
        placement.list(color).iter().copied().filter(|&square| is_lost(square)).collect();
    left.edit(|pieces| {
        for square in lost {
            pieces.take(square);
        }
    });
    start.rules().ended(&left, start.hands(), color, |_, _| false)
}

/// Whether some kind can become another by capturing in the middle of the board.
pub(super) fn captures_change_pieces<R: Ruleset>(rules: R) -> bool {
    changes(rules.facts(), &|mover, victim| in_the_middle(rules, mover, victim))
}

/// The same, given what a white piece becomes that takes a kind there.
fn changes(facts: &Facts, becomes: &dyn Fn(Kind, Kind) -> Becomes) -> bool {
    let victims = || facts.each_kind().filter(|&victim| !facts.is_royal(victim));
    let changes = |mover: Kind, victim| becomes(mover, victim) != Becomes::one(mover);
    facts.each_kind().any(|mover| victims().any(|victim| changes(mover, victim)))
}

fn in_the_middle<R: Ruleset>(rules: R, mover: Kind, victim: Kind) -> Becomes {
    let board = rules.board();
    let (file, rank) = (board.shape().files / 2, board.shape().ranks / 2);
    let square = |rank: u8| board.square(file.into(), rank.into());
    let Some((to, from)) = square(rank).zip(square(rank - 1)) else { return Becomes::one(mover) };
    let (state, color) = (R::State::default(), Color::White);
    rules.becomes(Landing { state, color, mover, from, to, victims: &[victim], full: 0 })
}
