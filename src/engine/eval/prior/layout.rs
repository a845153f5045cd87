//! Which weights the prior has: each has a slot, and related weights lie side by side.

use crate::eval::game::GameProfile;
use vertumnus_core::board::Square;
use vertumnus_core::rules::{Kind, Power};

/// The parts that the prior is the sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Material,
    Squares,
    Mobility,
    Pawns,
    King,
    Threats,
    Tempo,
}

impl Part {
    /// All parts, in the order of the enumeration.
    pub(super) const ALL: [Self; 7] = [
        Self::Material,
        Self::Squares,
        Self::Mobility,
        Self::Pawns,
        Self::King,
        Self::Threats,
        Self::Tempo,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Squares => "Squares",
            Self::Mobility => "Mobility",
            Self::Pawns => "Pawns",
            Self::King => "King safety",
            Self::Threats => "Threats",
            Self::Tempo => "Tempo",
        }
    }
}

/// One row of the table of weights that every game has.
#[derive(Debug)]
pub(super) struct Row {
    part: Part,
    /// The first slot.
    pub(super) first: usize,
    /// For the middlegame and the endgame.
    pub(super) weights: &'static [(i32, i32)],
}

/// Declares the weights that every game has: a constant for the first slot of each row, and the table
/// of all rows.
macro_rules! weights {
    ($($(#[$doc:meta])* $slot:ident: $part:ident, $weights:expr;)*) => {
        weights!(@slots 0; $($(#[$doc])* $slot: $weights;)*);

        /// The weights that every game has.
        pub(super) const ROWS: &[Row] = &[
            $(Row { part: Part::$part, first: $slot, weights: $weights },)*
        ];
    };
    (@slots $first:expr; $(#[$doc:meta])* $slot:ident: $weights:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $slot: usize = $first;
        weights!(@slots $slot + { const WEIGHTS: &[(i32, i32)] = $weights; WEIGHTS.len() }; $($rest)*);
    };
    (@slots $first:expr;) => {};
}

weights! {
    /// The side to move.
    TEMPO: Tempo, &[(14, 14)];
    /// A side has color-bound pieces on squares of both colors.
    BOTH_COLORS: Material, &[(22, 40)];
    /// Each pawn on the squares of the color to which a piece is bound.
    PAWNS_IN_THE_WAY: Pawns, &[(-3, -5)];
    DOUBLED: Pawns, &[(-7, -14)];
    ISOLATED: Pawns, &[(-9, -10)];
    /// No pawn is left that could come to guard it, and it cannot step forward unpunished.
    BACKWARD: Pawns, &[(-7, -8)];
    /// Isolated or backward, on a file with no other pawn ahead.
    EXPOSED: Pawns, &[(-6, -3)];
    OUTPOST: Pawns, &[(14, 8)];
    /// Each pawn that shelters the king.
    SHELTER: King, &[(11, 0)];
    /// Each enemy pawn that storms the king.
    STORM: King, &[(-3, 0)];
    /// Each file at the king without own pawns.
    OPEN_FILE: King, &[(-10, 0)];
    /// Each major piece that a minor one attacks.
    THREAT_ON_MAJOR: Threats, &[(18, 10)];
    /// What a piece could become by the captures that it threatens.
    PROSPECTS: Threats, &[(2, 2)];
    /// King's steps from a king to the square ahead of a passed pawn that is near promotion.
    OWN_KING_TO_PASSED: Pawns, &[(0, -5)];
    ENEMY_KING_TO_PASSED: Pawns, &[(0, 8)];
    /// A piece with a rook's power on a file without own pawns, and on a file without any.
    HALF_OPEN_ROOK: Mobility, &[(8, 6)];
    OPEN_ROOK: Mobility, &[(18, 8)];
    /// `[steps]`: a passed pawn, for a game in which the prize is a queen.
    PASSED: Pawns, &PASSED_FOR_QUEEN;
    /// `[steps]`: something stands ahead of a passed pawn. It follows from [`PASSED`].
    PASSED_STOPPED: Pawns, &[(0, 0); PAWN_STEPS];
    /// `[steps]`: no enemy attacks the square ahead of a passed pawn. It follows from [`PASSED`].
    PASSED_FREE: Pawns, &[(0, 0); PAWN_STEPS];
    /// `[steps]`: a pawn that a pawn guards.
    GUARDED_PAWN: Pawns, &[(6, 5); PAWN_STEPS];
    /// `[steps]`: a pawn with another at its side.
    PHALANX: Pawns, &[(4, 4); PAWN_STEPS];
    /// `[danger / DANGER_STEP]`: the danger to a king.
    DANGER: King, &DANGERS;
    /// Each piece that a pawn attacks: minor, major.
    THREAT_BY_PAWN: Threats, &[(34, 26), (44, 30)];
    /// Each enemy that is attacked and not guarded: pawns, minor pieces, major pieces.
    UNGUARDED: Threats, &[(4, 12), (20, 20), (24, 20)];
}

/// The length of rows that distinguish pawns by their steps to promotion; the last entry is for all
/// that have further to go.
pub(super) const PAWN_STEPS: usize = 8;

/// A passed pawn by its steps to promotion, if the prize is a queen.
const PASSED_FOR_QUEEN: [(i32, i32); PAWN_STEPS] =
    [(0, 0), (100, 150), (55, 95), (25, 55), (10, 30), (4, 16), (2, 10), (0, 5)];

/// The length of the row of dangers, and the size of its steps.
pub(super) const DANGER_STEPS: usize = 24;
pub(super) const DANGER_STEP: i32 = 6;

/// Danger to a king costs its square over this many centipawns, up to a maximum; a quarter of that
/// in the endgame.
const DANGER_DIVISOR: i32 = 26;
const MAX_DANGER: i32 = 500;

const DANGERS: [(i32, i32); DANGER_STEPS] = {
    let mut dangers = [(0, 0); DANGER_STEPS];
    let mut step = 0;
    while step < DANGER_STEPS {
        let near = DANGER_STEP * step as i32 + DANGER_STEP / 2;
        let danger = near * near / DANGER_DIVISOR;
        let danger = if danger < MAX_DANGER { danger } else { MAX_DANGER };
        dangers[step] = (-danger, -danger / 4);
        step += 1;
    }
    dangers
};

/// The highest mobility with a weight of its own.
pub(super) const MAX_MOBILITY: usize = 31;

/// Where the weights of one game lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// `[slot]`: the part to which a weight belongs.
    parts: Vec<Part>,
    /// The slot of the first kind.
    material: usize,
    /// `[power]`: the first slots.
    mobility: [usize; Power::COUNT],
    safe_check: [usize; Power::COUNT],
    squares: [usize; Power::COUNT],
    king_squares: usize,
    pawn_squares: usize,
    /// `[kind]`: the first slots of the tables that add up to what a kind is worth on a square.
    tables: Vec<Vec<usize>>,
}

impl Layout {
    pub(super) fn new(game: &GameProfile) -> Self {
        let mut parts = Vec::new();
        let mut add = |part, len| {
            let first = parts.len();
            parts.resize(first + len, part);
            first
        };
        for row in ROWS {
            add(row.part, row.weights.len());
        }
        let material = add(Part::Material, game.kinds().len());
        let board = game.board.squares.last().map_or(0, |last| last.index() + 1);
        let king_squares = add(Part::Squares, board);
        let pawn_squares = add(Part::Squares, board);
        let mut mobility = [0; Power::COUNT];
        let mut safe_check = [0; Power::COUNT];
        // Pieces with a pawn's power among others share the pawn's table.
        let mut squares = [pawn_squares; Power::COUNT];
        for power in game.powers.iter().filter(|&power| !power.is_pawns()) {
            let index = power as usize;
            mobility[index] = add(Part::Mobility, MAX_MOBILITY + 1);
            safe_check[index] = add(Part::King, 1);
            squares[index] = add(Part::Squares, board);
        }
        let tables = |kind| {
            if game.is_royal(kind) {
                vec![king_squares]
            } else if kind == game.pawn {
                vec![pawn_squares]
            } else {
                game.powers_of(kind).iter().map(|power| squares[power as usize]).collect()
            }
        };
        Self {
            parts,
            material,
            mobility,
            safe_check,
            squares,
            king_squares,
            pawn_squares,
            tables: game.kinds().map(tables).collect(),
        }
    }

    /// The number of weights.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The part to which a weight belongs.
    pub(super) fn part(&self, slot: usize) -> Part {
        self.parts[slot]
    }

    /// The slot of the material of a kind.
    pub(super) const fn material(&self, kind: Kind) -> usize {
        self.material + kind.index()
    }

    /// The slot of attacking this number of squares with a power.
    #[inline]
    pub(super) const fn mobility(&self, power: Power, attacked: usize) -> usize {
        let attacked = if attacked < MAX_MOBILITY { attacked } else { MAX_MOBILITY };
        self.mobility[power as usize] + attacked
    }

    /// The slot of each square from which a power could give check and would not be taken.
    #[inline]
    pub(super) const fn safe_check(&self, power: Power) -> usize {
        self.safe_check[power as usize]
    }

    /// The slots that add up to what a kind is worth on a square, as its own side sees it.
    pub(super) fn squares(&self, kind: Kind, square: Square) -> impl Iterator<Item = usize> {
        self.tables[kind.index()].iter().map(move |table| table + square.index())
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
