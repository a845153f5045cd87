//! What pieces of each kind do: how often they move and capture, how many are left at the end, on which
//! squares they stand (Ludii's `BoardCoverage` and ianfab's `chess-variant-stats` count the same).

use std::collections::BTreeMap;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_core::rules::{Kind, Piece};

use crate::feature::mirrored;
use crate::report::{KindUse, Kinds as Report};
use crate::statistics::share;
use crate::trace::Trace;

/// Kinds that are in fewer games than this are told apart.
const RARE: f64 = 0.01;

/// Counts of all kinds that came to be.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    games: u64,
    moves: u64,
    captures: u64,
    counts: BTreeMap<Kind, Counts>,
}

/// Counts of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counts {
    /// Games in which there was one.
    games: u64,
    moves: u64,
    captures: u64,
    /// Pieces at the beginning, and those of them that were left at the end.
    start: u64,
    left: u64,
    /// Arrivals on each square, with the square and the side that moves.
    arrivals: BTreeMap<(usize, bool), u64>,
}

impl Kinds {
    /// Takes in a game.
    pub(crate) fn add(&mut self, trace: &Trace) {
        self.games += 1;
        let mut seen = trace.start.clone();
        for &kind in &trace.start {
            self.of(kind).start += 1;
        }
        for &kind in &trace.survivors {
            self.of(kind).left += 1;
        }
        for step in &trace.steps {
            self.moves += 1;
            self.captures += step.taken.len() as u64;
            let mover = self.of(step.view.mover);
            mover.moves += 1;
            mover.captures += step.taken.len() as u64;
            if step.view.survives() {
                let place = (step.view.to.index(), step.side == Color::White);
                *self.of(step.view.becomes).arrivals.entry(place).or_default() += 1;
                seen.push(step.view.becomes);
            }
        }
        seen.sort_unstable();
        seen.dedup();
        for kind in seen {
            self.of(kind).games += 1;
        }
    }

    fn of(&mut self, kind: Kind) -> &mut Counts {
        self.counts.entry(kind).or_default()
    }

    /// What there is to say: the kinds by their number of moves, those that never came to be, and the
    /// largest that did.
    pub(crate) fn report(&self, start: &dyn Session) -> Report {
        let token = |kind: Kind| start.token(Piece::new(kind, Color::White));
        let powers = |kind: Kind| start.kind(kind).map_or(0, |info| info.powers.count());
        let mut used: Vec<KindUse> = self
            .counts
            .iter()
            .filter_map(|(&kind, counts)| {
                let mut squares = vec![0; start.shape().cells()];
                for (&(square, is_white), count) in &counts.arrivals {
                    let square = vertumnus_core::board::Square::new(square as u8);
                    let seen = if is_white { square } else { mirrored(start, square) };
                    squares[seen.index()] += count;
                }
                Some(KindUse {
                    token: token(kind),
                    name: start.kind(kind)?.name.to_owned(),
                    games: share(counts.games, self.games)?,
                    moves: share(counts.moves, self.moves)?,
                    captures: share(counts.captures, self.captures),
                    survival: share(counts.left, counts.start),
                    squares,
                })
            })
            .collect();
        used.sort_by(|one, other| other.moves.value.total_cmp(&one.moves.value));
        let all = (0..start.kinds().len() as u8).map(Kind::new);
        let all = all.filter(|&kind| start.shown(kind) == kind);
        let never = all.clone().filter(|kind| !self.counts.contains_key(kind));
        let rare = used.iter().filter(|used| used.games.high < RARE).map(|used| used.name.clone());
        let rare = rare.collect();
        let at_start = start.kinds_at_start();
        let new = || self.counts.keys().copied().filter(|kind| !at_start.contains(kind));
        let most = new().map(powers).max();
        let largest = new().filter(|&kind| Some(powers(kind)) == most);
        let name = |kind: Kind| {
            let name = start.kind(kind).map_or("", |info| info.name);
            format!("{name} ({})", token(kind))
        };
        Report {
            used,
            rare,
            never: never.map(name).collect(),
            largest: largest.map(name).collect(),
            all: all.count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::trace;
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    #[test]
    fn moves_captures_and_squares_of_each_kind_are_counted() {
        let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
        let moves = [("d1d5{rn}", 0), ("e8f8", 0), ("d5d6", 0)];
        let Some(trace) = trace("powerabsorption", fen, &moves) else { return };
        let mut kinds = Kinds::default();
        kinds.add(&trace);
        let start = session(Variant::named("powerabsorption").expect("it is built in"));
        let report = kinds.report(&*start);
        let of = |token: &str| {
            let of = report.used.iter().find(|used| used.token == token);
            of.unwrap_or_else(|| panic!("{token} of {report:?}"))
        };
        let (rook, compound) = (of("R"), of("{RN}"));
        assert!((rook.moves.value - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(rook.captures.map(|share| share.value), Some(1.0));
        // It is still what it was at the beginning to those who count survivors.
        assert_eq!(rook.survival.map(|share| share.value), Some(1.0));
        assert_eq!(compound.survival, None);
        // It arrived on d5, and on d6; Black's king on f8 is seen on f1.
        let square = |name: &str| start.parse_square(name).expect("a square").index();
        assert_eq!((compound.squares[square("d5")], compound.squares[square("d6")]), (1, 1));
        assert_eq!(of("K").squares[square("f1")], 1);
        assert_eq!(of("N").survival.map(|share| share.value), Some(0.0));
        assert_eq!(report.largest, [format!("{} ({{RN}})", compound.name)]);
        assert_eq!(report.never.len() + report.used.len(), report.all);
    }
}
