//! What a position is worth, judged by powers: the same few lines for every game.
//!
//! All numbers come from the ruleset's powers on its board: what a power attacks on the average
//! makes its value, its best squares and the worth of its mobility. They are computed once, when
//! an [`Evaluator`] is made, and only read afterwards.

mod squares;
mod tapered;
mod values;

use crate::board::{Bits, ByColor, Color, Geometry, Square};
use crate::position::Position;
use crate::rules::power::for_each_power;
use crate::rules::{BitsOf, Kind, Landing, Piece, Placement, Power, PowerSet, Ruleset};
use tapered::{FULL_PHASE, Tapered};
use values::Reach;

type Map<R, T> = <BitsOf<R> as Bits>::Map<T>;

/// No position is worth this many centipawns or more to either side.
pub const LIMIT: i32 = 20_000;

/// One part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is about.
    pub name: &'static str,
    /// Centipawns that it gives to White.
    pub white: i32,
    /// Centipawns that it gives to Black.
    pub black: i32,
}

/// The parts that an evaluation is the sum of, indices into [`Terms`].
const MATERIAL: usize = 0;
const SQUARES: usize = 1;
const MOBILITY: usize = 2;
const PAWNS: usize = 3;
const KING: usize = 4;
const THREATS: usize = 5;
const NAMES: [&str; 6] = ["Material", "Squares", "Mobility", "Pawns", "King safety", "Threats"];

/// `[term][color]`
type Terms = [ByColor<Tapered>; NAMES.len()];

/// Centipawns for having the move.
const TEMPO: i32 = 14;

/// Centipawns by which the mobility of a power grows while it doubles from its mean.
const MOBILITY_WORTH: Tapered = Tapered::new(30, 36);

/// The largest mobility told apart.
const MOST_MOBILE: usize = 63;

/// For pieces that between them stand on both colours and never leave them.
const BOTH_COLORS: Tapered = Tapered::new(22, 40);

/// A passed pawn, by the steps that it has yet to go, from none: to where a queen is its prize.
const PASSED: [Tapered; 8] = [
    Tapered::new(0, 0),
    Tapered::new(100, 150),
    Tapered::new(55, 95),
    Tapered::new(25, 55),
    Tapered::new(10, 30),
    Tapered::new(4, 16),
    Tapered::new(2, 10),
    Tapered::new(0, 5),
];
/// The centipawns of a prize for which [`PASSED`] holds in full.
const FULL_PRIZE: i32 = 850;
const DOUBLED: Tapered = Tapered::new(-7, -14);
const ISOLATED: Tapered = Tapered::new(-9, -10);
const GUARDED_PAWN: Tapered = Tapered::new(6, 5);

/// A pawn just ahead of its king, or one square further.
const SHELTER: Tapered = Tapered::new(11, 0);

/// A piece that could be taken by a pawn, and one that is attacked and not guarded.
const THREAT_BY_PAWN: Tapered = Tapered::new(38, 28);
const UNGUARDED: Tapered = Tapered::new(16, 18);

/// Danger to a king grows with the square of what comes near it, over this, up to a limit.
const DANGER_DIVISOR: i32 = 24;
const MOST_DANGER: i32 = 450;
/// What each attack on a square at the king adds to the danger of the attacking power itself.
const NEAR_KING: i32 = 3;

/// For a king that has no other piece left, per half step from the edge and per step between the
/// kings.
const LONE_KING_INWARDS: i32 = 10;
const LONE_KING_DISTANCE: i32 = 8;

/// A lead in pieces below this wins nothing if the leader has no pawn left.
const WINNING_LEAD: i32 = 400;

/// The clock, in plies, at which nothing at all would be left of an evaluation; the fifty-move rule
/// steps in at 100.
const CLOCK_SCALE: i32 = 220;

/// Judges positions of one game.
#[derive(Clone, Debug)]
pub struct Evaluator<R: Ruleset> {
    /// `[kind]`, centipawns for exchanges.
    kind_values: Vec<i32>,
    /// `[kind]`
    material: Vec<Tapered>,
    /// `[piece]`
    squares: Vec<Map<R, Tapered>>,
    /// `[power][squares attacked]`
    mobility: Vec<[Tapered; MOST_MOBILE + 1]>,
    /// `[power]`: what it means if a piece of this power attacks a square at the king.
    danger: [i32; Power::COUNT],
    /// `[kind]`: what counts towards the middlegame, in centipawns.
    phase: Vec<i32>,
    /// The sum of the same in the start position.
    full_phase: i32,
    /// `[kind]`: whether its pieces never leave the colour of their squares.
    color_bound: Vec<bool>,
    /// `[color][square]`: the squares on which an enemy pawn would hold up a pawn.
    ahead: ByColor<Map<R, BitsOf<R>>>,
    /// `[square]`: the files beside its own.
    beside: Map<R, BitsOf<R>>,
    /// `[square]`: its own file.
    file: Map<R, BitsOf<R>>,
    /// `[color][square]`: the squares ahead of a king on which a pawn shelters it.
    shelter: ByColor<Map<R, BitsOf<R>>>,
    /// `[color][square]`: the worth of a passed pawn.
    passed: ByColor<Map<R, Tapered>>,
    /// `[square]`: half steps from the rim.
    centrality: Map<R, i32>,
    captures_change_pieces: bool,
}

impl<R: Ruleset> Default for Evaluator<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Ruleset> Evaluator<R> {
    /// An evaluator of the game.
    #[must_use]
    pub fn new() -> Self {
        let start = Position::<R>::start();
        let board = R::Geometry::TABLES.squares;
        let crowds = values::both_crowds::<R::Geometry>(start.placement().occupied().count());
        let kinds: Vec<Kind> = (0..R::KINDS.len()).map(|i| Kind::new(i as u8)).collect();
        let material: Vec<Tapered> =
            kinds.iter().map(|&kind| values::kind_value::<R>(kind, &crowds)).collect();
        let exchange = |kind: &Kind| match material[kind.index()] {
            _ if R::is_royal(*kind) => values::ROYAL,
            value => i32::midpoint(value.middlegame, value.endgame),
        };
        let kind_values: Vec<i32> = kinds.iter().map(exchange).collect();
        let reaches: Vec<(Power, Reach)> = R::POWERS
            .iter()
            .map(|power| (power, Reach::new::<R::Geometry>(PowerSet::of(&[power]), &crowds)))
            .collect();

        let mut squares = vec![BitsOf::<R>::map(Tapered::default()); 2 * kinds.len()];
        for &kind in &kinds {
            for color in Color::ALL {
                let table = &mut squares[Piece::new(kind, color).index() as usize];
                for square in board.squares() {
                    table[square] = squares::bonus::<R>(kind, &reaches, color, square);
                }
            }
        }

        let mut mobility = vec![[Tapered::default(); MOST_MOBILE + 1]; Power::COUNT];
        let mut danger = [0; Power::COUNT];
        for (power, reach) in &reaches {
            danger[*power as usize] = reach.mean[0].round() as i32;
            for (count, worth) in mobility[*power as usize].iter_mut().enumerate() {
                // A square more means much to a piece that has few, and little to one that has many.
                let grown = (count as f64 / reach.mean[0]).sqrt() - 1.0;
                let share =
                    |worth: i32| (f64::from(worth) * grown / (2f64.sqrt() - 1.0)) as i32 / 2;
                *worth =
                    Tapered::new(share(MOBILITY_WORTH.middlegame), share(MOBILITY_WORTH.endgame));
            }
        }

        let phase: Vec<i32> =
            kinds
                .iter()
                .map(|&kind| {
                    if R::is_royal(kind) || kind == R::PAWN { 0 } else { kind_values[kind.index()] }
                })
                .collect();
        let full_phase = Color::ALL
            .iter()
            .flat_map(|&color| start.placement().pieces(color))
            .map(|(_, kind)| phase[kind.index()])
            .sum::<i32>()
            .max(1);
        let for_squares = |of: &dyn Fn(Color, Square) -> BitsOf<R>| {
            ByColor(Color::ALL.map(|color| {
                let mut map = BitsOf::<R>::map(BitsOf::<R>::EMPTY);
                board.squares().for_each(|square| map[square] = of(color, square));
                map
            }))
        };
        let wide = R::powers(R::PAWN).has(Power::Pawn);
        let beside = for_squares(&|_, square| squares::beside::<R::Geometry>(square));
        let file = for_squares(&|color, square| {
            squares::ahead::<R::Geometry>(color, square, false)
                | squares::ahead::<R::Geometry>(!color, square, false)
        });
        let mut centrality = BitsOf::<R>::map(0);
        for square in board.squares() {
            centrality[square] = squares::centrality::<R::Geometry>(square);
        }
        Self {
            squares,
            mobility,
            danger,
            phase,
            full_phase,
            color_bound: kinds
                .iter()
                .map(|&kind| values::is_color_bound::<R::Geometry>(R::powers(kind)))
                .collect(),
            ahead: for_squares(&|color, square| squares::ahead::<R::Geometry>(color, square, wide)),
            beside: beside[Color::White],
            file: file[Color::White],
            shelter: for_squares(&|color, square| shelter::<R>(color, square)),
            passed: ByColor(Color::ALL.map(|color| passed_worth::<R>(color, &kind_values))),
            centrality,
            captures_change_pieces: captures_change_pieces::<R>(&kinds),
            kind_values,
            material,
        }
    }

    /// What a piece of a kind is worth to an exchange, in centipawns.
    #[inline]
    #[must_use]
    pub fn kind_value(&self, kind: Kind) -> i32 {
        self.kind_values[kind.index()]
    }

    /// Whether some piece can become another by capturing, promotion aside.
    #[inline]
    #[must_use]
    pub const fn captures_change_pieces(&self) -> bool {
        self.captures_change_pieces
    }

    /// What the position is worth to the side to move, in centipawns, below [`LIMIT`] either way.
    #[must_use]
    pub fn evaluate(&self, position: &Position<R>) -> i32 {
        let (terms, phase) = self.terms(position);
        let mut sum = Tapered::default();
        for term in terms {
            sum += term[Color::White] - term[Color::Black];
        }
        let white = self.settled(position, sum.at(phase));
        match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }

    /// The parts of the evaluation: what they give to White, less what they give to Black, sums to
    /// what [`evaluate`](Self::evaluate) says, as White sees it.
    #[must_use]
    pub fn explain(&self, position: &Position<R>) -> Vec<Term> {
        let (terms, phase) = self.terms(position);
        let mut parts: Vec<Term> = NAMES
            .iter()
            .zip(terms)
            .map(|(&name, term)| Term {
                name,
                white: term[Color::White].at(phase),
                black: term[Color::Black].at(phase),
            })
            .collect();
        let (white, black) = match position.side_to_move() {
            Color::White => (TEMPO, 0),
            Color::Black => (0, TEMPO),
        };
        parts.push(Term { name: "Tempo", white, black });
        let sum: i32 = parts.iter().map(|part| part.white - part.black).sum();
        let whole = match position.side_to_move() {
            Color::White => self.evaluate(position),
            Color::Black => -self.evaluate(position),
        };
        // What the drawishness of the position takes away, and rounding.
        parts.push(Term { name: "Scale", white: whole - sum, black: 0 });
        parts
    }

    /// The sum of the terms, as White sees it, with the tempo and with what the whole position says
    /// about it.
    fn settled(&self, position: &Position<R>, white: i32) -> i32 {
        let tempo = match position.side_to_move() {
            Color::White => TEMPO,
            Color::Black => -TEMPO,
        };
        let mut score = white + tempo;
        let leader = if score > 0 { Color::White } else { Color::Black };
        let placement = position.placement();
        let pawns = pawn_powers::<R>(placement);
        if (pawns & placement.of(leader)).is_empty() {
            let lead = self.pieces_worth(position, leader) - self.pieces_worth(position, !leader);
            if lead < WINNING_LEAD {
                score /= 4;
            }
        }
        score -= score * (position.clock() as i32).min(CLOCK_SCALE) / CLOCK_SCALE;
        score.clamp(1 - LIMIT, LIMIT - 1)
    }

    fn pieces_worth(&self, position: &Position<R>, color: Color) -> i32 {
        position.placement().pieces(color).map(|(_, kind)| self.phase[kind.index()]).sum()
    }

    /// All terms but the tempo, and the phase of the game.
    fn terms(&self, position: &Position<R>) -> (Terms, i32) {
        let mut terms = Terms::default();
        let mut phase = 0;
        for color in Color::ALL {
            phase += self.pieces(position, color, &mut terms);
        }
        let attacks = self.attacks(position, &mut terms);
        for color in Color::ALL {
            self.pawns(position, color, attacks[color].by_pawns, &mut terms[PAWNS][color]);
            self.king(position, color, &attacks[!color], &mut terms[KING][color]);
            threats::<R>(position, color, &attacks, &mut terms[THREATS][color]);
        }
        (terms, (phase * FULL_PHASE / self.full_phase).min(FULL_PHASE))
    }

    /// Material and squares of a side; returns what it adds to the phase.
    #[inline]
    fn pieces(&self, position: &Position<R>, color: Color, terms: &mut Terms) -> i32 {
        let mut material = Tapered::default();
        let mut squares = Tapered::default();
        let mut phase = 0;
        let mut bound = [false; 2];
        for (square, kind) in position.placement().pieces(color) {
            material += self.material[kind.index()];
            squares += self.squares[Piece::new(kind, color).index() as usize][square];
            phase += self.phase[kind.index()];
            bound[usize::from(R::Geometry::is_light(square))] |= self.color_bound[kind.index()];
        }
        if bound == [true; 2] {
            material += BOTH_COLORS;
        }
        terms[MATERIAL][color] = material;
        terms[SQUARES][color] = squares;
        phase
    }

    /// Mobility, power by power, and all that is attacked on the way.
    #[inline]
    fn attacks(&self, position: &Position<R>, terms: &mut Terms) -> ByColor<Attacks<R>> {
        let placement = position.placement();
        let occupied = placement.occupied();
        let mut attacks = ByColor([Attacks::<R>::default(); 2]);
        for color in Color::ALL {
            for_each_power!(R, |POWER| {
                if const { is_pawns(POWER) } {
                    let pawns = placement.with_power(POWER) & placement.of(color);
                    for from in pawns.squares() {
                        attacks[color].by_pawns |=
                            POWER.attacks::<R::Geometry>(color, from, occupied);
                    }
                }
            });
        }
        for color in Color::ALL {
            let near_king = placement
                .king(!color)
                .map_or(Bits::EMPTY, |king| R::Geometry::TABLES.king[king] | BitsOf::<R>::of(king));
            let useful = !placement.of(color) & !attacks[!color].by_pawns;
            let ours = placement.of(color);
            let mut mobility = Tapered::default();
            let mut all = attacks[color].by_pawns;
            let (mut danger, mut dangerous) = (0, 0);
            for_each_power!(R, |POWER| {
                if const { !is_pawns(POWER) } {
                    let table = &self.mobility[POWER as usize];
                    for from in (placement.with_power(POWER) & ours & !placement.royals()).squares()
                    {
                        let attacked = POWER.attacks::<R::Geometry>(color, from, occupied);
                        all |= attacked;
                        mobility += table[((attacked & useful).count() as usize).min(MOST_MOBILE)];
                        let near = attacked & near_king;
                        if !near.is_empty() {
                            danger += self.danger[POWER as usize] + NEAR_KING * near.count() as i32;
                            dangerous += 1;
                        }
                    }
                }
            });
            if let Some(king) = placement.king(color) {
                all |= R::Geometry::TABLES.king[king];
            }
            terms[MOBILITY][color] = mobility;
            attacks[color].all = all;
            attacks[color].danger = if dangerous > 1 { danger } else { 0 };
        }
        attacks
    }

    #[inline]
    fn pawns(&self, position: &Position<R>, color: Color, guarded: BitsOf<R>, term: &mut Tapered) {
        let placement = position.placement();
        let all = pawn_powers::<R>(placement) & !placement.royals();
        let pawns = all & placement.of(color);
        let enemies = all & placement.of(!color);
        *term += GUARDED_PAWN * (pawns & guarded).count() as i32;
        for square in pawns.squares() {
            if !(self.file[square] & pawns).is_empty() {
                *term += DOUBLED;
            }
            if (self.beside[square] & pawns).is_empty() {
                *term += ISOLATED;
            }
            if (self.ahead[color][square] & enemies).is_empty() {
                *term += self.passed[color][square];
            }
        }
    }

    #[inline]
    fn king(&self, position: &Position<R>, color: Color, enemy: &Attacks<R>, term: &mut Tapered) {
        let placement = position.placement();
        let Some(king) = placement.king(color) else { return };
        let pawns = pawn_powers::<R>(placement);
        let shelter = pawns & placement.of(color) & self.shelter[color][king];
        *term += SHELTER * shelter.count() as i32;
        let danger = (enemy.danger * enemy.danger / DANGER_DIVISOR).min(MOST_DANGER);
        *term -= Tapered::new(danger, danger / 4);
        if placement.of(color) == BitsOf::<R>::of(king)
            && let Some(other) = placement.king(!color)
        {
            // Nothing is left to defend with: mate is made at the edge, by both kings.
            let apart = R::Geometry::file(king)
                .abs_diff(R::Geometry::file(other))
                .max(R::Geometry::rank(king).abs_diff(R::Geometry::rank(other)));
            let driven =
                LONE_KING_INWARDS * self.centrality[king] + LONE_KING_DISTANCE * apart as i32;
            *term += Tapered::new(driven, driven);
        }
    }
}

/// Whether a power is a pawn's, whose attack is worth nothing by itself.
const fn is_pawns(power: Power) -> bool {
    matches!(power, Power::Pawn | Power::StraightPawn)
}

/// The squares of all pieces that move as pawns.
#[inline]
fn pawn_powers<R: Ruleset>(placement: &Placement<R>) -> BitsOf<R> {
    let mut pawns = BitsOf::<R>::EMPTY;
    for_each_power!(R, |POWER| {
        if const { is_pawns(POWER) } {
            pawns |= placement.with_power(POWER);
        }
    });
    pawns
}

/// What the pieces of a side attack.
#[derive(Clone, Copy, Debug)]
struct Attacks<R: Ruleset> {
    by_pawns: BitsOf<R>,
    all: BitsOf<R>,
    /// To the enemy king.
    danger: i32,
}

impl<R: Ruleset> Default for Attacks<R> {
    fn default() -> Self {
        Self { by_pawns: Bits::EMPTY, all: Bits::EMPTY, danger: 0 }
    }
}

#[inline]
fn threats<R: Ruleset>(
    position: &Position<R>,
    color: Color,
    attacks: &ByColor<Attacks<R>>,
    term: &mut Tapered,
) {
    let placement = position.placement();
    let pawns = pawn_powers::<R>(placement);
    let targets = placement.of(!color) & !placement.royals();
    *term += THREAT_BY_PAWN * (attacks[color].by_pawns & targets & !pawns).count() as i32;
    *term += UNGUARDED * (attacks[color].all & targets & !attacks[!color].all).count() as i32;
}

/// Whether, of all pieces that take one another in the middle of the board, some become others.
fn captures_change_pieces<R: Ruleset>(kinds: &[Kind]) -> bool {
    let shape = R::Geometry::SHAPE;
    let (file, rank) = (usize::from(shape.files) / 2, usize::from(shape.ranks) / 2);
    let squares = R::Geometry::square(file, rank).zip(R::Geometry::square(file, rank - 1));
    squares.is_some_and(|(to, from)| {
        kinds.iter().any(|&mover| {
            kinds.iter().filter(|&&victim| !R::is_royal(victim)).any(|&victim| {
                let victims = &[victim];
                let (state, color) = (R::State::default(), Color::White);
                let landing = Landing { state, color, mover, from, to, victims };
                R::becomes(landing).as_slice() != [mover]
            })
        })
    })
}

/// The squares ahead of a king, up to two ranks, on which a pawn shelters it.
fn shelter<R: Ruleset>(color: Color, king: Square) -> BitsOf<R> {
    let tables = R::Geometry::TABLES;
    let rank = R::Geometry::rank_for(color, king);
    tables
        .squares
        .squares()
        .filter(|&square| {
            let ahead = R::Geometry::rank_for(color, square).wrapping_sub(rank);
            (1..=2).contains(&ahead)
                && R::Geometry::file(square).abs_diff(R::Geometry::file(king)) <= 1
        })
        .fold(Bits::EMPTY, |set: BitsOf<R>, square| set | BitsOf::<R>::of(square))
}

/// What a passed pawn is worth on each square: by its way to go, and by what it can become there.
fn passed_worth<R: Ruleset>(color: Color, kind_values: &[i32]) -> Map<R, Tapered> {
    let mut worth = BitsOf::<R>::map(Tapered::default());
    let zone = R::promotion_zone(R::PAWN, color);
    for square in R::Geometry::TABLES.squares.squares() {
        let rank = R::Geometry::rank_for(color, square);
        let goals = zone.squares().filter(|&goal| R::Geometry::rank_for(color, goal) > rank);
        let Some(goal) = goals.min_by_key(|&goal| {
            let files = R::Geometry::file(goal).abs_diff(R::Geometry::file(square));
            (R::Geometry::rank_for(color, goal), files)
        }) else {
            continue;
        };
        let (state, mover) = (R::State::default(), R::PAWN);
        let landing = Landing { state, color, mover, from: square, to: goal, victims: &[] };
        let becomes = R::becomes(landing);
        let best = becomes.iter().map(|kind| kind_values[kind.index()]).max().unwrap_or(0);
        let prize = (best - kind_values[R::PAWN.index()]).clamp(0, FULL_PRIZE);
        let steps = R::Geometry::rank_for(color, goal) - rank;
        let full = PASSED[steps.min(PASSED.len() - 1)] * prize;
        worth[square] = Tapered::new(full.middlegame / FULL_PRIZE, full.endgame / FULL_PRIZE);
    }
    worth
}

#[cfg(test)]
mod tests;
