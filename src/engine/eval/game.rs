//! What the set-up of an evaluation asks of a game, with the ruleset erased.

use super::board::Board;
use vertumnus_core::board::{Color, Geometry};
use vertumnus_core::position::Position;
use vertumnus_core::rules::{Becomes, Kind, KindInfo, Landing, PowerSet, Ruleset};

/// A game as the set-up of its evaluation sees it.
#[derive(Clone, Debug)]
pub(super) struct GameProfile {
    pub(super) board: Board,
    infos: &'static [KindInfo],
    /// The plain pawn.
    pub(super) pawn: Kind,
    /// All powers that occur.
    pub(super) powers: PowerSet,
    /// The pieces of the start position.
    pub(super) start: Vec<(Color, Kind)>,
    /// Whether pieces have powers from their neighbours.
    pub(super) lends_powers: bool,
    /// What a white piece becomes that takes these kinds in the middle of the board.
    becomes: fn(Kind, &[Kind]) -> Becomes,
}

impl GameProfile {
    pub(super) fn of<R: Ruleset>() -> Self {
        let board = Board::of::<R::Geometry>();
        let start = Position::<R>::start();
        let pieces = |color| start.placement().pieces(color).map(move |(_, kind)| (color, kind));
        Self {
            infos: R::KINDS,
            pawn: R::PAWN,
            powers: R::POWERS,
            start: Color::ALL.into_iter().flat_map(pieces).collect(),
            lends_powers: R::INFLUENCE.is_some(),
            becomes: in_the_middle::<R>,
            board,
        }
    }

    /// All kinds, by their numbers.
    pub(super) fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + use<> {
        (0..self.infos.len()).map(|number| Kind::new(number as u8))
    }

    pub(super) fn powers_of(&self, kind: Kind) -> PowerSet {
        self.infos[kind.index()].powers
    }

    pub(super) fn is_royal(&self, kind: Kind) -> bool {
        self.infos[kind.index()].royal
    }

    /// Whether a kind is neither a king nor the plain pawn.
    pub(super) fn is_piece(&self, kind: Kind) -> bool {
        kind != self.pawn && !self.is_royal(kind)
    }

    /// Whether some kind can become another by capturing in the middle of the board.
    pub(super) fn captures_change_pieces(&self) -> bool {
        let victims = || self.kinds().filter(|&victim| !self.is_royal(victim));
        let changes = |mover: Kind, victim| (self.becomes)(mover, &[victim]) != Becomes::one(mover);
        self.kinds().any(|mover| victims().any(|victim| changes(mover, victim)))
    }
}

fn in_the_middle<R: Ruleset>(mover: Kind, victims: &[Kind]) -> Becomes {
    let shape = R::Geometry::SHAPE;
    let (file, rank) = (usize::from(shape.files) / 2, usize::from(shape.ranks) / 2);
    let squares = R::Geometry::square(file, rank).zip(R::Geometry::square(file, rank - 1));
    let Some((to, from)) = squares else { return Becomes::one(mover) };
    let (state, color) = (R::State::default(), Color::White);
    R::becomes(Landing { state, color, mover, from, to, victims })
}
