//! What a network sees on a square: figures, of which each is an input for each square and each side.
//!
//! A figure is a kind of piece. Where neighbours lend powers, a power that a piece has on loan is a
//! figure as well, apart for kings and other pieces.

use crate::eval::game::GameProfile;
use vertumnus_core::board::{Bits, Color, Square};
use vertumnus_core::rules::power::for_each_power;
use vertumnus_core::rules::{BitsOf, Kind, Placement, Power, PowerSet, Ruleset};

/// A figure of a side on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) color: Color,
    /// Its number: kinds come first.
    pub(super) number: u8,
    pub(super) square: Square,
}

/// What a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FigureKind {
    Piece(Kind),
    /// A power on loan, and whether a king has it.
    Lent(Power, bool),
}

/// The figures of a game, and the numbers of the inputs that stand for them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures {
    /// `[figure]`
    pub(super) kinds: Vec<FigureKind>,
    /// `[power]`: the figure of the power on loan to a piece, and to a king; 0 if there is none.
    lent: [[u8; 2]; Power::COUNT],
    /// Indices of squares lie below this.
    pub(super) squares: usize,
    /// `[color][square]`: the square as the side sees it.
    seen: [Vec<u8>; 2],
}

impl Figures {
    pub(super) fn new(game: &GameProfile) -> Self {
        let mut kinds: Vec<FigureKind> = game.kinds().map(FigureKind::Piece).collect();
        let mut lent = [[0; 2]; Power::COUNT];
        if game.lends_powers {
            for power in game.powers.iter() {
                for royal in [false, true] {
                    lent[power as usize][usize::from(royal)] = kinds.len() as u8;
                    kinds.push(FigureKind::Lent(power, royal));
                }
            }
        }
        let board = &game.board;
        let squares = board.files() * board.ranks();
        let seen = Color::ALL.map(|color| {
            let seen = |index| board.seen_by(color, Square::new(index as u8)).index() as u8;
            (0..squares).map(seen).collect()
        });
        Self { kinds, lent, squares, seen }
    }

    /// The number of inputs of each side to move.
    pub(super) fn inputs(&self) -> usize {
        2 * self.kinds.len() * self.squares
    }

    /// The input that stands for a figure as a side sees it: its own figures come first.
    #[inline]
    pub(super) fn input(&self, viewer: Color, figure: Figure) -> usize {
        let Figure { color, number, square } = figure;
        let relation = usize::from(color != viewer);
        let seen = &self.seen[usize::from(viewer == Color::Black)];
        let square = usize::from(seen[square.index()]);
        (relation * self.kinds.len() + usize::from(number)) * self.squares + square
    }

    /// Calls `each` with the figures on a square.
    #[inline]
    pub(super) fn on<R: Ruleset>(
        &self,
        placement: &Placement<R>,
        square: Square,
        mut each: impl FnMut(Figure),
    ) {
        let Some(piece) = placement.at(square) else { return };
        let (color, kind) = (piece.color(), piece.kind());
        each(Figure { color, number: kind.index() as u8, square });
        if R::INFLUENCE.is_some() {
            let royal = usize::from(R::is_royal(kind));
            let own = R::powers(kind);
            for power in placement.powers_at(square, kind).iter() {
                if !own.has(power) {
                    each(Figure { color, number: self.lent[power as usize][royal], square });
                }
            }
        }
    }

    /// The figures that an earlier placement has and a later one has not, and the other way round.
    /// `changed` are the squares on which pieces may differ. A figure of these can be in both lists.
    #[inline]
    pub(super) fn differences<R: Ruleset>(
        &self,
        earlier: &Placement<R>,
        later: &Placement<R>,
        changed: BitsOf<R>,
        gone: &mut Vec<Figure>,
        come: &mut Vec<Figure>,
    ) {
        for square in changed.squares() {
            self.on(earlier, square, |figure| gone.push(figure));
            self.on(later, square, |figure| come.push(figure));
        }
        if R::INFLUENCE.is_some() {
            for_each_power!(R, |POWER| {
                let before = earlier.with_power(POWER);
                for square in ((before ^ later.with_power(POWER)) & !changed).squares() {
                    let Some(piece) = later.at(square) else { continue };
                    let (color, kind) = (piece.color(), piece.kind());
                    if R::powers(kind).has(POWER) {
                        continue;
                    }
                    let number = self.lent[POWER as usize][usize::from(R::is_royal(kind))];
                    let list = if before.has(square) { &mut *gone } else { &mut *come };
                    list.push(Figure { color, number, square });
                }
            });
        }
    }
}

/// The powers of a set, in their order.
pub(super) fn listed(powers: PowerSet) -> Vec<Power> {
    powers.iter().collect()
}
