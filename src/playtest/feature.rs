//! The rules of a game that a single move can make use of.

use vertumnus_core::board::Square;
use vertumnus_core::game::{MoveView, Session};
use vertumnus_core::rules::{Kind, Piece, PowerSet};

/// A rule that a move makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// A king and a rook move together.
    Castling,
    /// A pawn takes one that has just passed it.
    EnPassant,
    /// What promotes becomes something else.
    Promotion,
    /// The mover becomes what it is because of what it takes.
    Absorption,
    /// The mover becomes something else because it takes anything.
    ByCapture,
    /// The mover becomes something else because it moves.
    ByMove,
    /// The mover becomes something else because of where it goes.
    BySquare,
    /// The mover takes pieces on its way.
    OnTheWay,
    /// Pieces vanish as a side effect.
    Removal,
    /// Only a power that a neighbor lends makes the move possible.
    Borrowed,
    /// A piece in hand comes to the board.
    Drop,
}

impl Feature {
    pub(crate) const ALL: [Self; 11] = [
        Self::Castling,
        Self::EnPassant,
        Self::Promotion,
        Self::Absorption,
        Self::ByCapture,
        Self::ByMove,
        Self::BySquare,
        Self::OnTheWay,
        Self::Removal,
        Self::Borrowed,
        Self::Drop,
    ];

    /// The rules that belong to the games in which pieces change or come back, and not to all games.
    pub(crate) const OWN: [Self; 8] = [
        Self::Absorption,
        Self::ByCapture,
        Self::ByMove,
        Self::BySquare,
        Self::OnTheWay,
        Self::Removal,
        Self::Borrowed,
        Self::Drop,
    ];

    /// Those that a player can do without, so that what they are worth can be tried.
    pub(crate) const OPTIONAL: [Self; 4] =
        [Self::Absorption, Self::Borrowed, Self::OnTheWay, Self::Castling];

    /// What people call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::Promotion => "promotion",
            Self::Absorption => "absorption",
            Self::ByCapture => "change of kind by a capture",
            Self::ByMove => "change of kind by a move",
            Self::BySquare => "change of kind by the square",
            Self::OnTheWay => "captures on the way",
            Self::Removal => "removal as a side effect",
            Self::Borrowed => "moves by a borrowed power",
            Self::Drop => "drops",
        }
    }

    /// One word, for names of files.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Castling => "castling",
            Self::EnPassant => "en-passant",
            Self::Promotion => "promotion",
            Self::Absorption => "absorption",
            Self::ByCapture => "change-by-capture",
            Self::ByMove => "change-by-move",
            Self::BySquare => "change",
            Self::OnTheWay => "on-the-way",
            Self::Removal => "removal",
            Self::Borrowed => "borrowing",
            Self::Drop => "drops",
        }
    }

    /// Whether a legal move of this position makes use of the rule.
    pub(crate) fn is_in(self, session: &dyn Session, view: &MoveView) -> bool {
        if view.is_drop {
            return self == Self::Drop;
        }
        let mover = Piece::new(view.mover, session.side_to_move());
        let promotes =
            || session.promotes_by(mover, view.from, view.to) && !session.promotes(view.becomes);
        let changes = view.changes_mover();
        let changes_alone = || changes && !view.absorbs && !promotes();
        match self {
            Self::Castling => view.is_castling,
            Self::EnPassant => view.is_en_passant,
            Self::Promotion => changes && !view.absorbs && promotes(),
            Self::Absorption => changes && view.absorbs && depends_on_victim(session, view.mover),
            Self::ByCapture => changes && view.absorbs && !depends_on_victim(session, view.mover),
            Self::ByMove => changes_alone() && is_moved(session, view.mover),
            Self::BySquare => changes_alone() && !is_moved(session, view.mover),
            Self::OnTheWay => !view.stops.is_empty() && !view.is_en_passant,
            Self::Removal => !view.removed.is_empty(),
            Self::Borrowed => {
                let Some(info) = session.kind(view.mover) else { return false };
                if session.powers_at(view.from) == info.powers {
                    return false;
                }
                let ways = session.ways(view.mv);
                ways != PowerSet::default() && ways.without(info.powers) == ways
            }
            Self::Drop => false,
        }
    }
}

/// Whether what captures make of a piece depends on what it takes. In no game of the build it does not.
fn depends_on_victim(session: &dyn Session, mover: Kind) -> bool {
    let Some(definition) = session.variant().definition() else { return true };
    let row = definition.changes.captured.get(mover.index()).into_iter().flatten();
    let mut outcomes =
        row.zip(&definition.kinds).filter(|(_, kind)| !kind.royal).map(|(outcome, _)| outcome);
    let first = outcomes.next();
    outcomes.any(|outcome| Some(outcome) != first)
}

/// Whether moves make another piece of it, wherever they go.
fn is_moved(session: &dyn Session, mover: Kind) -> bool {
    let definition = session.variant().definition();
    let into = definition.and_then(|definition| definition.changes.moved.get(mover.index()));
    into.is_some_and(|into| *into != mover)
}

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(u16);

impl Features {
    /// The rules that a legal move of this position makes use of.
    pub(crate) fn of(session: &dyn Session, view: &MoveView) -> Self {
        let in_use = Feature::ALL.into_iter().filter(|feature| feature.is_in(session, view));
        in_use.fold(Self::default(), |set, feature| set.with(Self(1 << feature as u8)))
    }

    /// Those of both sets.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a rule is in the set.
    pub(crate) const fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u8 != 0
    }
}

/// The square at the same place as seen by the other side.
pub(crate) fn mirrored(session: &dyn Session, square: Square) -> Square {
    let (files, ranks) = session.dimensions();
    let (file, rank) = (square.index() as u8 % files, square.index() as u8 / files);
    Square::new((ranks - 1 - rank) * files + file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    fn features(game: &str, fen: &str, text: &str) -> Option<Vec<Feature>> {
        let mut session = session(Variant::named(game)?);
        session.set_position(Some(fen), &[]).expect("a position");
        let view = session.view(session.parse(text).expect("a move")).expect("a legal one");
        let set = Features::of(&*session, &view);
        Some(Feature::ALL.into_iter().filter(|&feature| set.has(feature)).collect())
    }

    #[test]
    fn moves_tell_the_rules_that_they_make_use_of() {
        let castling = "4k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 1";
        let absorbing = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
        for (game, fen, text, expected) in [
            ("chess", castling, "e1g1", &[Feature::Castling][..]),
            ("chess", castling, "e5d6", &[Feature::EnPassant]),
            ("chess", castling, "b7b8n", &[Feature::Promotion]),
            ("chess", castling, "h1h8", &[]),
            ("powerabsorption", absorbing, "d1d5{rn}", &[Feature::Absorption]),
            ("powerabsorption", absorbing, "d1d5", &[]),
        ] {
            let Some(found) = features(game, fen, text) else { continue };
            assert_eq!(found, expected, "{game} {text}");
        }
    }

    #[test]
    fn drops_are_drops_and_nothing_else() {
        let Some(house) = crate::trace::testing::house() else { return };
        let fen = "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1";
        assert_eq!(features(house.name(), fen, "N@e5"), Some(vec![Feature::Drop]));
        assert_eq!(features(house.name(), fen, "e1e2"), Some(Vec::new()));
    }

    #[test]
    fn squares_are_seen_from_the_other_side() {
        let Some(chess) = Variant::named("chess") else { return };
        let game = session(chess);
        let square = |name| game.parse_square(name).expect("a square");
        assert_eq!(mirrored(&*game, square("c2")), square("c7"));
    }
}
