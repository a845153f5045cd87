//! What a piece of each kind is worth, by logistic regression of results on material in quiet positions (N.
//! Tomašev and others, "Assessing game balance with `AlphaZero`", 2020, and ianfab's `chess-variant-stats`).

use std::collections::{BTreeMap, HashSet};

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::rules::{Kind, Piece};

use crate::feature::Feature;
use crate::report::{KindValue, Values as Report};
use crate::statistics::logistic::{Fit, Row};
use crate::trace::Trace;

/// The most pieces by which the sides differ in a position that counts: of the unit of values, and of all
/// other kinds together. Beyond that games are won whatever is added, and nothing is learned of its value.
const MOST_UNITS: i8 = 3;
const MOST_OTHERS: i8 = 3;

/// So many plies before and after a position nothing is taken, promoted or removed: who is a piece ahead in
/// the middle of an exchange is not.
const SETTLED: usize = 4;

/// Of the pieces at the beginning of a game, this part is still there in a position that counts. The values that
/// people state are those of the middle of a game (L. Kaufman, "The evaluation of material imbalances", 1999);
/// in endings a piece more often wins nothing, and a pawn more often all.
const LEAST_MEN: (usize, usize) = (1, 3);

/// A kind needs this many positions in which one side has more of it, and this many games.
const LEAST_ROWS: u64 = 60;
const LEAST_GAMES: u64 = 30;

/// Positions that are kept; further games add none.
const MOST_ROWS: usize = 600_000;

/// Quiet positions.
#[derive(Debug, Default)]
pub(crate) struct Values(Vec<Sample>);

/// A quiet position.
#[derive(Debug)]
struct Sample {
    group: u32,
    half_points: u8,
    white_moves: bool,
    material: Box<[(Kind, i8)]>,
}

impl Values {
    /// Takes in the game of this number: the first settled position of each balance of material, since those
    /// that follow say the same, until the ending.
    pub(crate) fn add(&mut self, number: u32, trace: &Trace) {
        let mut seen: HashSet<&[(Kind, i8)]> = HashSet::new();
        for place in (0..trace.steps.len()).filter(|&place| is_settled(trace, place)) {
            let step = &trace.steps[place];
            if step.men * LEAST_MEN.1 < trace.start.len() * LEAST_MEN.0 {
                break;
            }
            let Some(material) = step.material.as_deref() else { continue };
            if self.0.len() < MOST_ROWS && seen.insert(material) {
                self.0.push(Sample {
                    group: number,
                    half_points: trace.result as u8,
                    white_moves: step.side == Color::White,
                    material: material.into(),
                });
            }
        }
    }

    /// The values of the kinds in units of the commonest pawn, the greatest first. Positions that have a kind
    /// of which there are too few on one side alone are left out. `None` if nothing is known of the unit.
    pub(crate) fn report(&self, start: &dyn Session) -> Option<Report> {
        let at_start = start.kinds_at_start();
        let is_plain_king = |kind: Kind| {
            at_start.contains(&kind) && start.kind(kind).is_some_and(|info| info.royal)
        };
        let unit = unit(start)?;
        let counts = |sample: &&Sample| {
            let sum = |is_unit: bool| -> i8 {
                let of = sample.material.iter().filter(|(kind, _)| (*kind == unit) == is_unit);
                of.filter(|(kind, _)| !is_plain_king(*kind)).map(|(_, n)| n.abs()).sum()
            };
            sum(true) <= MOST_UNITS && sum(false) <= MOST_OTHERS
        };
        let samples: Vec<&Sample> = self.0.iter().filter(counts).collect();
        let mut seen: BTreeMap<Kind, (u64, u64, u32)> = BTreeMap::new();
        for sample in &samples {
            for &(kind, _) in sample.material.iter().filter(|(kind, _)| !is_plain_king(*kind)) {
                let (rows, games, last) = seen.entry(kind).or_insert((0, 0, u32::MAX));
                *rows += 1;
                *games += u64::from(*last != sample.group);
                *last = sample.group;
            }
        }
        let known: Vec<Kind> = seen
            .iter()
            .filter(|&(_, &(rows, games, _))| rows >= LEAST_ROWS && games >= LEAST_GAMES)
            .map(|(&kind, _)| kind)
            .collect();
        let factor =
            |kind: Kind| known.iter().position(|&other| other == kind).map(|place| place + 2);
        let row = |sample: &Sample| {
            // White's advantage as such, and the move.
            let mut factors = vec![(0, 1.0), (1, if sample.white_moves { 0.5 } else { -0.5 })];
            for &(kind, difference) in
                sample.material.iter().filter(|(kind, _)| !is_plain_king(*kind))
            {
                factors.push((factor(kind)?, f64::from(difference)));
            }
            let result = f64::from(sample.half_points) / 2.0;
            Some(Row { factors, result, group: sample.group })
        };
        let rows: Vec<Row> = samples.into_iter().filter_map(row).collect();
        let pawn = factor(unit)?;
        let fit = Fit::of(&rows, known.len() + 2)?;
        fit.ratio(pawn, pawn)?;
        let value = |&kind: &Kind| {
            Some(KindValue {
                token: start.token(Piece::new(kind, Color::White)),
                name: start.kind(kind)?.name.to_owned(),
                value: fit.ratio(factor(kind)?, pawn)?,
                positions: seen[&kind].0,
            })
        };
        let mut values: Vec<KindValue> = known.iter().filter_map(value).collect();
        values.sort_by(|one, other| other.value.value.total_cmp(&one.value.value));
        Some(Report {
            unit: start.kind(unit)?.name.to_owned(),
            positions: rows.len() as u64,
            values,
            tempo: fit.ratio(1, pawn),
            white: fit.ratio(0, pawn),
        })
    }
}

/// Whether nothing leaves the board or is promoted shortly before or after a position.
fn is_settled(trace: &Trace, place: usize) -> bool {
    let end = (place + SETTLED).min(trace.steps.len());
    trace.steps[place.saturating_sub(SETTLED)..end].iter().all(|step| {
        step.taken.is_empty()
            && !step.features.has(Feature::Promotion)
            && !step.features.has(Feature::Removal)
    })
}

/// The unit of values: of the kinds at the start that promote, the one of which there are most. Without any,
/// the commonest kind that is no king.
pub(crate) fn unit(start: &dyn Session) -> Option<Kind> {
    let count = |kind: Kind| {
        let pieces = start.shape().squares().filter_map(|square| start.piece_at(square));
        pieces.filter(|piece| piece.kind() == kind).count()
    };
    let kinds = start.kinds_at_start();
    let plain = kinds.into_iter().filter(|&kind| start.kind(kind).is_some_and(|info| !info.royal));
    plain.max_by_key(|&kind| (start.promotes(kind), count(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::board::SplitMix64;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    #[test]
    fn positions_around_captures_do_not_count() {
        let shuffle = [("e1d1", 0), ("e8d8", 0), ("d1e1", 0), ("d8e8", 0)];
        // The rook takes Black's on a8 and is taken.
        let captures = [("b8c8", 0), ("a1a8", 0), ("c8a8", 0)];
        let moves = [&shuffle[..], &shuffle[..3], &captures].concat();
        let fen = "rr2k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let Some(trace) = crate::trace::testing::trace("chess", fen, &moves) else { return };
        let settled: Vec<usize> =
            (0..trace.steps.len()).filter(|&i| is_settled(&trace, i)).collect();
        assert_eq!(settled, [0, 1, 2, 3, 4]);
    }

    /// Five pieces are a third of fifteen, but not of sixteen.
    #[test]
    fn endings_do_not_count() {
        let shuffle = [("e1d1", 0), ("e8d8", 0), ("d1e1", 0), ("d8e8", 0)];
        let fen = "rr2k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let Some(mut trace) = crate::trace::testing::trace("chess", fen, &shuffle) else { return };
        let counted = |trace: &Trace| {
            let mut values = Values::default();
            values.add(0, trace);
            values.0.len()
        };
        let king = trace.start[0];
        trace.start.resize(15, king);
        assert_eq!(counted(&trace), 1);
        trace.start.resize(16, king);
        assert_eq!(counted(&trace), 0);
    }

    /// Positions with results drawn from known values: a knight of three pawns, and a queen that is too
    /// rare to be known.
    #[test]
    fn known_values_come_back_and_rare_kinds_are_left_out() {
        let Some(chess) = Variant::named("chess") else { return };
        let start = session(chess);
        let kind = |token: &str| {
            let place = start.kinds().iter().position(|info| info.token == token);
            Kind::new(place.expect("a piece of chess") as u8)
        };
        let (pawn, knight, queen) = (kind("P"), kind("N"), kind("Q"));
        assert_eq!(unit(&*start), Some(pawn));
        let mut random = SplitMix64::new(5);
        let mut values = Values::default();
        for group in 0..8_000 {
            let (pawns, knights) = (random.below(5) as i8 - 2, random.below(3) as i8 - 1);
            let p = 1.0 / (1.0 + (-0.5 * f64::from(pawns + 3 * knights)).exp());
            let won = (random.below(1_000_000) as f64) < p * 1e6;
            let mut material = vec![(pawn, pawns), (knight, knights)];
            material.retain(|&(_, difference)| difference != 0);
            if group % 1_000 == 0 {
                material.push((queen, 1));
            }
            let (half_points, white_moves) = (if won { 2 } else { 0 }, group % 2 == 0);
            values.0.push(Sample { group, half_points, white_moves, material: material.into() });
        }
        let report = values.report(&*start).expect("values");
        assert_eq!((report.unit.as_str(), report.positions), ("Pawn", 7_992));
        let tokens: Vec<&str> = report.values.iter().map(|value| value.token.as_str()).collect();
        assert_eq!(tokens, ["N", "P"]);
        let value = report.values[0].value;
        assert!(!value.excludes(3.0) && value.margin() < 0.6, "{value:?}");
        assert!(report.tempo.is_some_and(|tempo| !tempo.excludes(0.0)), "{:?}", report.tempo);
        assert_eq!(Values::default().report(&*start), None);
    }
}
