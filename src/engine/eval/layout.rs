//! Where the weights of an evaluation lie: each has a slot, and slots that belong together a name.

use vertumnus_core::board::{Bits, Color, Geometry, Square};
use vertumnus_core::rules::{Kind, Power, Ruleset};

/// Weights that stand alone, by their slots.
pub(super) const TEMPO: usize = 0;
pub(super) const BOTH_COLORS: usize = 1;
/// Pawns on the squares of a piece's own colour, which it never leaves.
pub(super) const PAWNS_IN_THE_WAY: usize = 2;
pub(super) const DOUBLED: usize = 3;
pub(super) const ISOLATED: usize = 4;
/// No pawn is left that could come to guard it, and it cannot step forward unpunished.
pub(super) const BACKWARD: usize = 5;
/// Isolated or backward, and seen by enemies along its file.
pub(super) const EXPOSED: usize = 6;
pub(super) const OUTPOST: usize = 7;
pub(super) const SHELTER: usize = 8;
pub(super) const STORM: usize = 9;
pub(super) const OPEN_FILE: usize = 10;
pub(super) const THREAT_ON_DEAR: usize = 11;
/// What a piece could become by the captures that it threatens.
pub(super) const PROSPECTS: usize = 12;
/// Steps from a king to the square before a passed pawn that has little left to go.
pub(super) const OWN_KING_TO_PASSED: usize = 13;
pub(super) const ENEMY_KING_TO_PASSED: usize = 14;
/// A piece with a rook's power on a file without own pawns, and without any.
pub(super) const HALF_OPEN_ROOK: usize = 15;
pub(super) const OPEN_ROOK: usize = 16;
/// What is left of a small lead of a side without pawns, in parts of [`FULL_SCALE`].
pub(super) const PAWNLESS: usize = 17;

/// All of an evaluation.
pub(super) const FULL_SCALE: i32 = 128;

/// Rows of weights that each game has. What follows from a constant is the first slot of the row.
///
/// Pawns are told apart by the steps that they have yet to go to where they promote; the last is for
/// all that have further to go.
pub(super) const PAWN_STEPS: usize = 8;
pub(super) const PASSED: usize = PAWNLESS + 1;
/// Something stands before a passed pawn.
pub(super) const PASSED_STOPPED: usize = PASSED + PAWN_STEPS;
/// No enemy attacks the square before a passed pawn.
pub(super) const PASSED_FREE: usize = PASSED_STOPPED + PAWN_STEPS;
/// Pawns that a pawn guards, and that have another at their side.
pub(super) const GUARDED_PAWN: usize = PASSED_FREE + PAWN_STEPS;
pub(super) const PHALANX: usize = GUARDED_PAWN + PAWN_STEPS;
/// Danger to a king, in steps of [`DANGER_STEP`].
pub(super) const DANGER: usize = PHALANX + PAWN_STEPS;
pub(super) const DANGER_STEPS: usize = 24;
pub(super) const DANGER_STEP: i32 = 6;
/// Pieces that a pawn could take: lesser and dear ones.
pub(super) const THREAT_BY_PAWN: usize = DANGER + DANGER_STEPS;
/// What is attacked and not guarded: pawns, lesser and dear pieces.
pub(super) const UNGUARDED: usize = THREAT_BY_PAWN + 2;
/// The names of all weights above, their first slots, and how many they are.
const ROWS: [(&str, usize, usize); 26] = [
    ("tempo", TEMPO, 1),
    ("both-colors", BOTH_COLORS, 1),
    ("pawns-in-the-way", PAWNS_IN_THE_WAY, 1),
    ("doubled", DOUBLED, 1),
    ("isolated", ISOLATED, 1),
    ("backward", BACKWARD, 1),
    ("exposed", EXPOSED, 1),
    ("outpost", OUTPOST, 1),
    ("shelter", SHELTER, 1),
    ("storm", STORM, 1),
    ("open-file", OPEN_FILE, 1),
    ("threat-on-dear", THREAT_ON_DEAR, 1),
    ("prospects", PROSPECTS, 1),
    ("own-king-to-passed", OWN_KING_TO_PASSED, 1),
    ("enemy-king-to-passed", ENEMY_KING_TO_PASSED, 1),
    ("half-open-rook", HALF_OPEN_ROOK, 1),
    ("open-rook", OPEN_ROOK, 1),
    ("pawnless", PAWNLESS, 1),
    ("passed", PASSED, PAWN_STEPS),
    ("passed-stopped", PASSED_STOPPED, PAWN_STEPS),
    ("passed-free", PASSED_FREE, PAWN_STEPS),
    ("guarded-pawn", GUARDED_PAWN, PAWN_STEPS),
    ("phalanx", PHALANX, PAWN_STEPS),
    ("danger", DANGER, DANGER_STEPS),
    ("threat-by-pawn", THREAT_BY_PAWN, 2),
    ("unguarded", UNGUARDED, 3),
];

/// The largest mobility told apart.
pub(super) const MOST_MOBILE: usize = 31;

/// Where the weights of one game lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    groups: Vec<Group>,
    /// The slot of the first kind.
    material: usize,
    /// `[power]`
    mobility: [usize; Power::COUNT],
    near_king: [usize; Power::COUNT],
    safe_check: [usize; Power::COUNT],
    squares: [usize; Power::COUNT],
    king_squares: usize,
    pawn_squares: usize,
}

/// Weights of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) name: String,
    /// The first slot.
    pub(super) first: usize,
    pub(super) shape: Shape,
}

/// What the weights of a group are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// So many things in a row.
    Row(usize),
    /// The squares up to this index, as their own side sees them.
    Board(usize),
}

impl Group {
    pub(super) const fn len(&self) -> usize {
        match self.shape {
            Shape::Row(len) | Shape::Board(len) => len,
        }
    }
}

impl Layout {
    pub(super) fn new<R: Ruleset>() -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut add = |name: String, shape| {
            let first = groups.last().map_or(0, |last| last.first + last.len());
            groups.push(Group { name, first, shape });
            first
        };
        for (name, first, len) in ROWS {
            let slot = add(name.to_owned(), Shape::Row(len));
            debug_assert_eq!(slot, first, "{name}");
        }
        let mut material = usize::MAX;
        for kind in R::KINDS {
            material = material.min(add(format!("material.{}", kind.token), Shape::Row(1)));
        }
        let last = R::Geometry::TABLES.squares.squares().map(Square::index).max();
        let board = Shape::Board(last.map_or(0, |last| last + 1));
        let king_squares = add("squares.king".to_owned(), board);
        let pawn_squares = add("squares.pawn".to_owned(), board);
        let mut mobility = [0; Power::COUNT];
        let mut near_king = [0; Power::COUNT];
        let mut safe_check = [0; Power::COUNT];
        // Pieces that move as pawns among other things stand where pawns stand well.
        let mut squares = [pawn_squares; Power::COUNT];
        for power in R::POWERS.iter().filter(|&power| !power.is_pawns()) {
            let index = power as usize;
            mobility[index] = add(format!("mobility.{power:?}"), Shape::Row(MOST_MOBILE + 1));
            near_king[index] = add(format!("near-king.{power:?}"), Shape::Row(1));
            safe_check[index] = add(format!("safe-check.{power:?}"), Shape::Row(1));
            squares[index] = add(format!("squares.{power:?}"), board);
        }
        Self {
            groups,
            material,
            mobility,
            near_king,
            safe_check,
            squares,
            king_squares,
            pawn_squares,
        }
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// How many weights there are.
    pub(super) fn len(&self) -> usize {
        self.groups.last().map_or(0, |last| last.first + last.len())
    }

    /// The slot of the material of a kind.
    #[inline]
    pub(super) const fn material(&self, kind: Kind) -> usize {
        self.material + kind.index()
    }

    /// The slot of attacking so many squares with a power.
    #[inline]
    pub(super) const fn mobility(&self, power: Power, attacked: usize) -> usize {
        let attacked = if attacked < MOST_MOBILE { attacked } else { MOST_MOBILE };
        self.mobility[power as usize] + attacked
    }

    /// The slot of each square at the enemy king that a power attacks.
    #[inline]
    pub(super) const fn near_king(&self, power: Power) -> usize {
        self.near_king[power as usize]
    }

    /// The slot of each square from which a power could give check and would not be taken.
    #[inline]
    pub(super) const fn safe_check(&self, power: Power) -> usize {
        self.safe_check[power as usize]
    }

    /// The slots that add up to what a kind is worth on a square, as its own side sees it.
    pub(super) fn squares<R: Ruleset>(
        &self,
        kind: Kind,
        square: Square,
    ) -> impl Iterator<Item = usize> {
        let special = if R::is_royal(kind) {
            Some(self.king_squares)
        } else if kind == R::PAWN {
            Some(self.pawn_squares)
        } else {
            None
        };
        let powers = R::powers(kind).iter().filter(move |_| special.is_none());
        let by_power = powers.map(|power| self.squares[power as usize]);
        special.into_iter().chain(by_power).map(move |table| table + square.index())
    }

    /// The slot of a square in the table of a power.
    pub(super) const fn square(&self, power: Power, square: Square) -> usize {
        self.squares[power as usize] + square.index()
    }

    /// The slot of a square in the table of the king.
    pub(super) const fn king_square(&self, square: Square) -> usize {
        self.king_squares + square.index()
    }

    /// The slot of a square in the table of the plain pawn.
    pub(super) const fn pawn_square(&self, square: Square) -> usize {
        self.pawn_squares + square.index()
    }
}

/// A square as its own side sees it.
pub(super) fn from_own_side<G: Geometry>(color: Color, square: Square) -> Square {
    G::square(G::file(square), G::rank_for(color, square)).unwrap_or(square)
}
