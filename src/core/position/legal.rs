//! The legal moves of a position, asked about in several ways.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::guard::{Duty, Guard};
use super::movegen::{Count, ForEach, Listener, Scope};
use super::{Move, MoveList, Position, Stage};
use crate::board::{Bits, Geometry, Square};
use crate::rules::{BitsOf, Hands, Kind, Ruleset};

/// The legal moves of a position: [`Position::legal`] makes it. Checks and pins are found once,
/// however much it is asked.
///
/// ```
/// use vertumnus_core::board::{Bits, Board8x8, Geometry};
/// use vertumnus_core::position::{Position, Stage};
/// use vertumnus_core::rules::chess::Chess;
///
/// let position: Position<Chess> = "4k3/8/8/8/1b6/8/3N4/R3K3 w Q - 0 1".parse()?;
/// let legal = position.legal();
/// assert_eq!((legal.count(), legal.moves().len()), (15, 15));
/// assert!(legal.contains(position.parse_move("e1c1").unwrap_or_else(|_| legal.moves()[0])));
/// // The knight is pinned.
/// let knight = Board8x8.parse_square("d2").unwrap();
/// assert!(legal.targets_from(knight).is_empty());
/// for piece in legal.targets() {
///     println!("{} goes to {} squares", Board8x8.square_name(piece.from), piece.to.count());
/// }
/// // Captures and promotions alone.
/// legal.for_each(Stage::Noisy, |mv| println!("{}", position.move_text(mv)));
/// # Ok::<(), vertumnus_core::position::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Legal<'a, R: Ruleset, G: Borrow<Guard<BitsOf<R>>> = Guard<BitsOf<R>>> {
    position: &'a Position<R>,
    guard: G,
}

/// The squares to which a piece can legally go, castling and en passant included. By one square it can
/// have several moves: what it becomes and what it takes on its way may be its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTargets<B> {
    /// Where the piece stands.
    pub from: Square,
    /// What it is.
    pub kind: Kind,
    /// Where it can go.
    pub to: B,
}

/// Collects the targets of moves.
struct Reached<B>(B);

impl<R: Ruleset> Listener<R> for Reached<BitsOf<R>> {
    fn targets(&mut self, _: &Position<R>, _: Square, _: Kind, to: BitsOf<R>) -> ControlFlow<()> {
        self.0 |= to;
        ControlFlow::Continue(())
    }

    fn single(&mut self, mv: Move) -> ControlFlow<()> {
        self.0 |= BitsOf::<R>::of(mv.to());
        ControlFlow::Continue(())
    }
}

impl<R: Ruleset> Position<R> {
    /// The legal moves, to be asked about.
    pub fn legal(&self) -> Legal<'_, R> {
        Legal { position: self, guard: self.guard() }
    }

    /// The same with the position's own guard at hand, for a search that has found it.
    #[doc(hidden)]
    #[inline]
    pub fn legal_given<'a>(
        &'a self,
        guard: &'a Guard<BitsOf<R>>,
    ) -> Legal<'a, R, &'a Guard<BitsOf<R>>> {
        Legal { position: self, guard }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.legal_given(&self.guard()).moves()
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        !self.legal_given(&self.guard()).is_empty()
    }

    /// Whether a move is legal here. Any move may be asked about.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_given(&self.guard()).contains(mv)
    }

    /// How many legal moves there are.
    pub(crate) fn count_moves(&self) -> u64 {
        self.legal_given(&self.guard()).count()
    }
}

impl<R: Ruleset, G: Borrow<Guard<BitsOf<R>>>> Legal<'_, R, G> {
    /// All of them, in the order in which they are generated.
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each(Stage::All, |mv| moves.push(mv));
        moves
    }

    /// Those of the piece on a square, if the side to move has one there, or the drops onto it, if it is empty.
    pub fn moves_from(&self, from: Square) -> MoveList {
        let mut moves = MoveList::new();
        if let Some(scope) = scope_of(self.position, from) {
            let guard = self.guard.borrow();
            self.position.for_each_move_with(guard, scope, |mv| moves.push(mv));
        }
        moves
    }

    /// Hands the moves of a stage to a function one by one.
    #[inline]
    pub fn for_each(&self, stage: Stage, f: impl FnMut(Move)) {
        self.position.for_each_move_with(self.guard.borrow(), Scope::of(stage), f);
    }

    /// The drops: the legal moves of pieces in hand.
    pub fn drops(&self) -> MoveList {
        let mut moves = MoveList::new();
        if R::Hands::MAY_HOLD {
            self.for_each(Stage::Quiet, |mv| {
                if mv.is_drop() {
                    moves.push(mv);
                }
            });
        }
        moves
    }

    /// Where each piece of the board that can move can go.
    pub fn targets(&self) -> impl Iterator<Item = PieceTargets<BitsOf<R>>> {
        let placement = self.position.placement();
        placement.pieces(self.position.side_to_move()).filter_map(|(from, kind)| {
            let to = self.targets_from(from);
            (!to.is_empty()).then_some(PieceTargets { from, kind, to })
        })
    }

    /// Where the piece on a square can go: nowhere if no piece of the side to move stands there.
    pub fn targets_from(&self, from: Square) -> BitsOf<R> {
        let mut reached = Reached(BitsOf::<R>::EMPTY);
        let own = self.position.placement().of(self.position.side_to_move());
        if let Some(scope) = scope_of(self.position, from).filter(|_| own.has(from)) {
            let _ = self.position.generate(self.guard.borrow(), scope, &mut reached);
        }
        reached.0
    }

    /// Whether a move is one of them. Any move may be asked about.
    pub fn contains(&self, mv: Move) -> bool {
        let (position, guard) = (self.position, self.guard.borrow());
        if guard.is_over {
            return false;
        }
        // A word that is no move can have squares beyond the board.
        if mv.from().index().max(mv.to().index()) >= position.board().shape().cells() {
            return false;
        }
        if R::Hands::MAY_HOLD && (mv.is_drop() || guard.duty == Duty::Drop) {
            let same = &mut ForEach(|other| is_same(mv, other));
            let targets = BitsOf::<R>::of(mv.to());
            return mv.is_drop()
                && guard.duty != Duty::Capture
                && position.generate_drops(targets, guard, same).is_break();
        }
        let movers = BitsOf::<R>::of(mv.from()) & position.placement.of(position.side_to_move);
        if movers.is_empty() {
            return false;
        }
        let listener = &mut ForEach(|other| is_same(mv, other));
        let targets = BitsOf::<R>::of(mv.to());
        let scope = Scope { stage: Stage::All, movers };
        position.generate_from(Stage::All, mv.from(), targets, guard, listener).is_break()
            || position.generate_specials(scope, guard, listener).is_break()
            || position.generate_pass(scope, guard, listener).is_break()
    }

    /// Whether all of them are captures, because the game demands these.
    pub fn are_captures(&self) -> bool {
        let guard = self.guard.borrow();
        !guard.is_over && guard.duty == Duty::Capture
    }

    /// Whether all of them are drops, because the game demands these.
    pub fn are_drops(&self) -> bool {
        let guard = self.guard.borrow();
        !guard.is_over && guard.duty == Duty::Drop
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        let stop = &mut ForEach(|_| ControlFlow::Break(()));
        self.position.generate(self.guard.borrow(), Scope::of(Stage::All), stop).is_continue()
    }

    /// How many there are: cheaper than a list of them.
    pub fn count(&self) -> u64 {
        let mut count = Count(0);
        let _ = self.position.generate(self.guard.borrow(), Scope::of(Stage::All), &mut count);
        count.0
    }
}

/// Breaks if two moves are the same.
#[inline]
fn is_same(mv: Move, other: Move) -> ControlFlow<()> {
    if other == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The moves of the piece on a square; `None` if the square is beyond the board.
fn scope_of<R: Ruleset>(position: &Position<R>, from: Square) -> Option<Scope<BitsOf<R>>> {
    let is_inside = from.index() < position.board().shape().cells();
    is_inside.then(|| Scope { stage: Stage::All, movers: BitsOf::<R>::of(from) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch;
    use crate::position::testing::each_position;
    use crate::rules::Variant;

    #[test]
    fn moves_and_targets_agree_in_all_games() {
        for &variant in Variant::bundled() {
            dispatch!(variant, |rules: R| {
                each_position(rules, 3, 60, |position| {
                    let legal = position.legal();
                    let moves = legal.moves();
                    assert!(!legal.is_empty() && legal.count() == moves.len() as u64);
                    let mut found = 0;
                    for piece in legal.targets() {
                        let from_here = legal.moves_from(piece.from);
                        let to = from_here
                            .iter()
                            .fold(BitsOf::<R>::EMPTY, |set, mv| set | BitsOf::<R>::of(mv.to()));
                        assert_eq!(piece.to, to, "{}", position.fen());
                        assert!(from_here.iter().all(|mv| legal.contains(*mv)));
                        found += from_here.len();
                    }
                    assert_eq!(found, moves.len(), "{}", position.fen());
                    for square in [Square::new(100), Square::new(127)] {
                        assert!(legal.moves_from(square).is_empty());
                        assert!(legal.targets_from(square).is_empty());
                    }
                });
            });
        }
    }
}
