//! Which weights an evaluation has: each has a slot, and related weights form a group with a name.

use super::game::GameProfile;
use vertumnus_core::board::Square;
use vertumnus_core::rules::{Kind, Power};

/// The parts that an evaluation is the sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Material,
    Squares,
    Mobility,
    Pawns,
    King,
    Threats,
    Tempo,
    /// What the drawishness of the position takes away, and rounding.
    Scale,
}

impl Part {
    /// All parts, in the order of the enumeration.
    pub(super) const ALL: [Self; 8] = [
        Self::Material,
        Self::Squares,
        Self::Mobility,
        Self::Pawns,
        Self::King,
        Self::Threats,
        Self::Tempo,
        Self::Scale,
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
            Self::Scale => "Scale",
        }
    }
}

/// One row of the table of weights that every game has.
#[derive(Debug)]
pub(super) struct Row {
    name: &'static str,
    part: Part,
    /// The first slot.
    pub(super) first: usize,
    /// The weights before any tuning, for the middlegame and the endgame.
    pub(super) prior: &'static [(i32, i32)],
}

/// Declares the weights that every game has: a constant for the first slot of each row, and the table
/// of all rows.
macro_rules! weights {
    ($($(#[$doc:meta])* $slot:ident: $name:literal, $part:ident, $prior:expr;)*) => {
        weights!(@slots 0; $($(#[$doc])* $slot: $prior;)*);

        /// The weights that every game has.
        pub(super) const ROWS: &[Row] = &[
            $(Row { name: $name, part: Part::$part, first: $slot, prior: $prior },)*
        ];
    };
    (@slots $first:expr; $(#[$doc:meta])* $slot:ident: $prior:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $slot: usize = $first;
        weights!(@slots $slot + { const PRIOR: &[(i32, i32)] = $prior; PRIOR.len() }; $($rest)*);
    };
    (@slots $first:expr;) => {};
}

weights! {
    /// The side to move.
    TEMPO: "tempo", Tempo, &[(14, 14)];
    /// A side has color-bound pieces on squares of both colors.
    BOTH_COLORS: "both-colors", Material, &[(22, 40)];
    /// Each pawn on the squares of the color to which a piece is bound.
    PAWNS_IN_THE_WAY: "pawns-in-the-way", Pawns, &[(-3, -5)];
    DOUBLED: "doubled", Pawns, &[(-7, -14)];
    ISOLATED: "isolated", Pawns, &[(-9, -10)];
    /// No pawn is left that could come to guard it, and it cannot step forward unpunished.
    BACKWARD: "backward", Pawns, &[(-7, -8)];
    /// Isolated or backward, on a file with no other pawn ahead.
    EXPOSED: "exposed", Pawns, &[(-6, -3)];
    OUTPOST: "outpost", Pawns, &[(14, 8)];
    /// Each pawn that shelters the king.
    SHELTER: "shelter", King, &[(11, 0)];
    /// Each enemy pawn that storms the king.
    STORM: "storm", King, &[(-3, 0)];
    /// Each file at the king without own pawns.
    OPEN_FILE: "open-file", King, &[(-10, 0)];
    /// Each major piece that a minor one attacks.
    THREAT_ON_MAJOR: "threat-on-major", Threats, &[(18, 10)];
    /// What a piece could become by the captures that it threatens.
    PROSPECTS: "prospects", Threats, &[(2, 2)];
    /// King's steps from a king to the square ahead of a passed pawn that is near promotion.
    OWN_KING_TO_PASSED: "own-king-to-passed", Pawns, &[(0, -5)];
    ENEMY_KING_TO_PASSED: "enemy-king-to-passed", Pawns, &[(0, 8)];
    /// A piece with a rook's power on a file without own pawns, and on a file without any.
    HALF_OPEN_ROOK: "half-open-rook", Mobility, &[(8, 6)];
    OPEN_ROOK: "open-rook", Mobility, &[(18, 8)];
    /// What is left of a small lead of a side without pawns, in units of 1 / [`FULL_SCALE`].
    PAWNLESS: "pawnless", Scale, &[(FULL_SCALE / 2, FULL_SCALE / 4)];
    /// `[steps]`: a passed pawn, for a game in which the prize is a queen.
    PASSED: "passed", Pawns, &PASSED_FOR_QUEEN;
    /// `[steps]`: something stands ahead of a passed pawn. The prior follows from [`PASSED`].
    PASSED_STOPPED: "passed-stopped", Pawns, &[(0, 0); PAWN_STEPS];
    /// `[steps]`: no enemy attacks the square ahead of a passed pawn. The prior follows from
    /// [`PASSED`].
    PASSED_FREE: "passed-free", Pawns, &[(0, 0); PAWN_STEPS];
    /// `[steps]`: a pawn that a pawn guards.
    GUARDED_PAWN: "guarded-pawn", Pawns, &[(6, 5); PAWN_STEPS];
    /// `[steps]`: a pawn with another at its side.
    PHALANX: "phalanx", Pawns, &[(4, 4); PAWN_STEPS];
    /// `[danger / DANGER_STEP]`: the danger to a king.
    DANGER: "danger", King, &DANGER_PRIOR;
    /// Each piece that a pawn attacks: minor, major.
    THREAT_BY_PAWN: "threat-by-pawn", Threats, &[(34, 26), (44, 30)];
    /// Each enemy that is attacked and not guarded: pawns, minor pieces, major pieces.
    UNGUARDED: "unguarded", Threats, &[(4, 12), (20, 20), (24, 20)];
}

/// The scale of an evaluation of which nothing is taken away.
pub(super) const FULL_SCALE: i32 = 128;

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

const DANGER_PRIOR: [(i32, i32); DANGER_STEPS] = {
    let mut prior = [(0, 0); DANGER_STEPS];
    let mut step = 0;
    while step < DANGER_STEPS {
        let near = DANGER_STEP * step as i32 + DANGER_STEP / 2;
        let danger = near * near / DANGER_DIVISOR;
        let danger = if danger < MAX_DANGER { danger } else { MAX_DANGER };
        prior[step] = (-danger, -danger / 4);
        step += 1;
    }
    prior
};

/// The highest mobility with a weight of its own.
pub(super) const MAX_MOBILITY: usize = 31;

/// The name of a power in the names of weights. Files of weights depend on it.
const fn name_of(power: Power) -> &'static str {
    match power {
        Power::Step => "Step",
        Power::Knight => "Knight",
        Power::Dabbaba => "Dabbaba",
        Power::VerticalStep => "VerticalStep",
        Power::Pegasus => "Pegasus",
        Power::Rook => "Rook",
        Power::Bishop => "Bishop",
        Power::SideSlide => "SideSlide",
        Power::Nightrider => "Nightrider",
        Power::Ghost => "Ghost",
        Power::RookHop => "RookHop",
        Power::BishopHop => "BishopHop",
        Power::RookFlight => "RookFlight",
        Power::BishopFlight => "BishopFlight",
        Power::Pawn => "Pawn",
        Power::StraightPawn => "StraightPawn",
        Power::Captain => "Captain",
    }
}

/// What the weights of a group are for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Family {
    /// A row of the table that every game has.
    Shared(&'static Row),
    /// The material of one kind.
    Material,
    /// `[attacked squares]`: the mobility of one power.
    Mobility,
    /// Each square at the enemy king that one power attacks.
    NearKing,
    /// Each square from which one power could give check and would not be taken.
    SafeCheck,
    /// `[square]`: the squares of one power, of the king or of the pawn, as their own side sees them.
    Squares,
}

impl Family {
    pub(super) const fn part(self) -> Part {
        match self {
            Self::Shared(row) => row.part,
            Self::Material => Part::Material,
            Self::Mobility => Part::Mobility,
            Self::NearKing | Self::SafeCheck => Part::King,
            Self::Squares => Part::Squares,
        }
    }
}

/// Weights of one name.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) family: Family,
    /// The first slot.
    pub(super) first: usize,
    pub(super) len: usize,
}

/// Where the weights of one game lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    groups: Vec<Group>,
    /// The slot of the first kind.
    material: usize,
    /// `[power]`: the first slots.
    mobility: [usize; Power::COUNT],
    near_king: [usize; Power::COUNT],
    safe_check: [usize; Power::COUNT],
    squares: [usize; Power::COUNT],
    king_squares: usize,
    pawn_squares: usize,
    /// `[kind]`: the first slots of the tables that add up to what a kind is worth on a square.
    tables: Vec<Vec<usize>>,
}

impl Layout {
    pub(super) fn new(game: &GameProfile) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut add = |name: String, family, len| {
            let first = groups.last().map_or(0, |last| last.first + last.len);
            groups.push(Group { name, family, first, len });
            first
        };
        for row in ROWS {
            add(row.name.to_owned(), Family::Shared(row), row.prior.len());
        }
        let mut material = usize::MAX;
        for kind in game.kinds() {
            let name = format!("material.{}", game.token(kind));
            material = material.min(add(name, Family::Material, 1));
        }
        let board = game.board.squares.last().map_or(0, |last| last.index() + 1);
        let king_squares = add("squares.king".to_owned(), Family::Squares, board);
        let pawn_squares = add("squares.pawn".to_owned(), Family::Squares, board);
        let mut mobility = [0; Power::COUNT];
        let mut near_king = [0; Power::COUNT];
        let mut safe_check = [0; Power::COUNT];
        // Pieces with a pawn's power among others share the pawn's table.
        let mut squares = [pawn_squares; Power::COUNT];
        for power in game.powers.iter().filter(|&power| !power.is_pawns()) {
            let (index, name) = (power as usize, name_of(power));
            mobility[index] = add(format!("mobility.{name}"), Family::Mobility, MAX_MOBILITY + 1);
            near_king[index] = add(format!("near-king.{name}"), Family::NearKing, 1);
            safe_check[index] = add(format!("safe-check.{name}"), Family::SafeCheck, 1);
            squares[index] = add(format!("squares.{name}"), Family::Squares, board);
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
            groups,
            material,
            mobility,
            near_king,
            safe_check,
            squares,
            king_squares,
            pawn_squares,
            tables: game.kinds().map(tables).collect(),
        }
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The number of weights.
    pub(super) fn len(&self) -> usize {
        self.groups.last().map_or(0, |last| last.first + last.len)
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
