//! The powers of a written game, by the ways in which its pieces move.

use super::unplayable::Unplayable;
use crate::board::{Bits, ByColor, Color, Shape};
use crate::rules::definition::{Definition, Motion, Over, Purpose, Region, Step};
use crate::rules::slot::{Course, Slot};
use crate::rules::{Power, PowerSet};

/// The most powers of a game.
pub(super) const SLOTS: usize = 16;

/// The most pieces that all powers together can pin at once.
const PINS: usize = 48;

/// A way of moving, apart from its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    steps: Vec<(i8, i8)>,
    limit: Option<u8>,
    over: Over,
}

/// A power of the game: how it captures, and how it moves otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PowerOfGame {
    power: Power,
    captures: Option<Way>,
    quiets: Quiets,
    /// Where pieces with this power may go.
    region: ByColor<Region>,
}

/// How a power moves without capturing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Quiets {
    /// As it captures.
    Same,
    /// In a way of its own; not at all if there is none.
    Own(Option<Way>),
}

/// All powers of a game.
pub(super) struct Powers {
    list: Vec<PowerOfGame>,
    pub(super) of_kind: Vec<PowerSet>,
    /// `[lender][borrower]`: what the one lends the other. Empty if nobody lends.
    pub(super) lent: Vec<Vec<PowerSet>>,
    /// Those that there are room for.
    own: std::array::IntoIter<Power, 12>,
}

const ORTHOGONAL: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Way {
    fn new(motion: &Motion) -> Self {
        let mut steps: Vec<(i8, i8)> =
            motion.steps.iter().map(|step| (step.files, step.ranks)).collect();
        steps.sort_unstable();
        Self { steps, limit: motion.limit, over: motion.over }
    }

    /// The ways of steps of equal lengths that make up this one; itself if it has a name.
    fn parts(self) -> Vec<Self> {
        if named(Some(&self), None).is_some() {
            return vec![self];
        }
        let length = |&(files, ranks): &(i8, i8)| {
            let (files, ranks) = (files.abs(), ranks.abs());
            (files.min(ranks), files.max(ranks))
        };
        let mut lengths: Vec<(i8, i8)> = self.steps.iter().map(length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let part = |wanted| Self {
            steps: self.steps.iter().copied().filter(|step| length(step) == wanted).collect(),
            limit: self.limit,
            over: self.over,
        };
        lengths.into_iter().map(part).collect()
    }
}

/// The power of a way that goes over pieces.
fn over_pieces(way: &Way) -> Option<Power> {
    let (hop, flight) = match &way.steps[..] {
        steps if steps == ORTHOGONAL => (Power::RookHop, Power::RookFlight),
        steps if steps == DIAGONAL => (Power::BishopHop, Power::BishopFlight),
        _ => return None,
    };
    match way.over {
        Over::One if way.limit.is_none() => Some(hop),
        Over::All if way.limit.is_none() => Some(flight),
        _ => None,
    }
}

/// The power of this way of capturing and, if it is another, of moving, if compiled games have it.
fn named(captures: Option<&Way>, quiets: Option<&Way>) -> Option<Power> {
    let all = |lengths: &[(i8, i8)]| {
        let mut steps = Vec::new();
        for &(a, b) in lengths {
            for (a, b) in [(a, b), (b, a)] {
                steps.extend([(a, b), (-a, b), (a, -b), (-a, -b)]);
            }
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    };
    let captures = captures?;
    let is = |way: &Way, steps: &[(i8, i8)], limit| {
        way.steps == steps && way.limit == limit && way.over == Over::None
    };
    if captures.over != Over::None {
        return over_pieces(captures).filter(|_| quiets.is_none());
    }
    if let Some(quiets) = quiets {
        return [
            (Power::Pawn, &[(-1, 1), (1, 1)][..], &[(0, 1)][..]),
            (Power::BerolinaPawn, &[(0, 1)], &[(-1, 1), (1, 1)]),
            (Power::Captain, &DIAGONAL, &ORTHOGONAL),
        ]
        .into_iter()
        .find(|&(_, takes, goes)| is(captures, takes, Some(1)) && is(quiets, goes, Some(1)))
        .map(|(power, ..)| power);
    }
    [
        (Power::Step, all(&[(0, 1), (1, 1)]), Some(1)),
        (Power::Knight, all(&[(1, 2)]), Some(1)),
        (Power::Dabbaba, all(&[(0, 2)]), Some(1)),
        (Power::VerticalStep, vec![(0, -1), (0, 1)], Some(1)),
        (Power::Rook, ORTHOGONAL.to_vec(), None),
        (Power::Bishop, DIAGONAL.to_vec(), None),
        (Power::SideSlide, vec![(-1, 0), (1, 0)], None),
        (Power::Nightrider, all(&[(1, 2)]), None),
        (Power::Ghost, all(&[(0, 2), (2, 2)]), None),
        (Power::Pegasus, Way::new(&Motion::pegasus()).steps, Some(1)),
        (Power::StraightPawn, vec![(0, 1)], Some(2)),
    ]
    .into_iter()
    .find(|(_, steps, limit)| is(captures, steps, *limit))
    .map(|(power, ..)| power)
}

impl Powers {
    pub(super) fn new(definition: &Definition) -> Result<Self, Unplayable> {
        let mut powers = Self {
            list: Vec::new(),
            of_kind: Vec::new(),
            lent: Vec::new(),
            own: Power::OWN.into_iter(),
        };
        let all = definition.board.squares().0;
        let of_board = |region: Region| Region(region.0 & all);
        for kind in &definition.kinds {
            let region = ByColor(kind.mobility.0.map(of_board));
            let set = powers.set_of(&kind.powers, region, &kind.name)?;
            powers.of_kind.push(set);
        }
        for loan in &definition.lending.loans {
            let mut to_each = Vec::new();
            for (kind, borrows) in definition.kinds.iter().zip(&definition.lending.borrowers) {
                let region = Color::ALL
                    .map(|color| of_board(Region(kind.mobility[color].0 & borrows[color].0)));
                let is_lent = region.iter().any(|region| !region.is_empty());
                let loan = loan.as_ref().filter(|_| is_lent);
                to_each.push(match loan {
                    Some(loan) => powers.set_of(&loan.motions, ByColor(region), &kind.name)?,
                    None => PowerSet::default(),
                });
            }
            powers.lent.push(to_each);
        }
        if powers.list.len() > SLOTS {
            return Err(Unplayable::Ways(SLOTS));
        }
        // As a compiled game has them.
        powers.list.sort_by_key(|known| known.power);
        Ok(powers)
    }

    /// All of them.
    pub(super) fn all(&self) -> PowerSet {
        let names = self.list.iter().map(|known| PowerSet::of(&[known.power]));
        names.fold(PowerSet::default(), |all, power| all | power)
    }

    /// The powers of a set, each with its number.
    pub(super) fn numbered(&self, set: PowerSet) -> impl Iterator<Item = (u8, Power)> {
        let powers = self.list.iter().map(|known| known.power);
        (0..).zip(powers).filter(move |&(_, power)| set.has(power))
    }

    /// The powers that make up these ways of moving of a kind. Those that the game does not have yet are added.
    fn set_of(
        &mut self,
        motions: &[Motion],
        region: ByColor<Region>,
        holder: &str,
    ) -> Result<PowerSet, Unplayable> {
        let parts = |purpose: Purpose| -> Vec<Way> {
            let motions = motions.iter().filter(|motion| motion.purpose == purpose);
            motions.flat_map(|motion| Way::new(motion).parts()).collect()
        };
        let mut ways: Vec<(Option<Way>, Quiets)> =
            parts(Purpose::Any).into_iter().map(|way| (Some(way), Quiets::Same)).collect();
        // Moving and capturing are one power, as those of a pawn are.
        let (mut takes, mut goes) =
            (parts(Purpose::Capture).into_iter(), parts(Purpose::Move).into_iter());
        loop {
            match (takes.next(), goes.next()) {
                (None, None) => break,
                (takes, goes) => ways.push((takes, Quiets::Own(goes))),
            }
        }
        let mut powers = PowerSet::default();
        for (captures, quiets) in ways {
            powers |= PowerSet::of(&[self.power_of(captures, quiets, region, holder)?]);
        }
        Ok(powers)
    }

    fn power_of(
        &mut self,
        captures: Option<Way>,
        quiets: Quiets,
        region: ByColor<Region>,
        holder: &str,
    ) -> Result<Power, Unplayable> {
        let list = &mut self.list;
        let is_it = |known: &&PowerOfGame| {
            known.captures == captures && known.quiets == quiets && known.region == region
        };
        if let Some(known) = list.iter().find(is_it) {
            return Ok(known.power);
        }
        let name = match &quiets {
            Quiets::Same => named(captures.as_ref(), None),
            Quiets::Own(quiets) => {
                quiets.as_ref().and_then(|way| named(captures.as_ref(), Some(way)))
            }
        };
        let is_new = |name: &Power| list.iter().all(|known| known.power != *name);
        let goes_over = |way: &Way| matches!(way.over, Over::One | Over::All);
        let quiet_way = match &quiets {
            Quiets::Same => None,
            Quiets::Own(way) => way.as_ref(),
        };
        // Flights are found by their names.
        if captures.iter().chain(quiet_way).any(goes_over)
            && !name.is_some_and(|name| is_new(&name))
        {
            return Err(Unplayable::Over(holder.to_owned()));
        }
        let power =
            name.filter(is_new).or_else(|| self.own.next()).ok_or(Unplayable::Ways(SLOTS))?;
        list.push(PowerOfGame { power, captures, quiets, region });
        Ok(power)
    }

    /// What the powers are that no compiled game has, in their order.
    pub(super) fn own(&self) -> Vec<Vec<Motion>> {
        let motion = |way: &Way, purpose| Motion {
            steps: way.steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect(),
            limit: way.limit,
            purpose,
            over: way.over,
        };
        let motions = |known: &PowerOfGame| {
            let mut motions = Vec::new();
            let (captures, quiets) = match &known.quiets {
                Quiets::Same => (Purpose::Any, None),
                Quiets::Own(quiets) => (Purpose::Capture, quiets.as_ref()),
            };
            motions.extend(quiets.map(|way| motion(way, Purpose::Move)));
            motions.extend(known.captures.as_ref().map(|way| motion(way, captures)));
            motions
        };
        let own = self.list.iter().filter(|known| Power::OWN.contains(&known.power));
        own.map(motions).collect()
    }

    /// The tables of all powers.
    pub(super) fn slots<B: Bits>(
        &self,
        shape: &Shape,
        definition: &Definition,
    ) -> Result<Vec<Slot<B>>, Unplayable> {
        // Kings that face each other pin one.
        let mut pins = usize::from(definition.aims.flying_general);
        let mut slots = Vec::new();
        for (number, known) in (0..).zip(&self.list) {
            let holder = || {
                let mut kinds = definition.kinds.iter().zip(&self.of_kind);
                let holder = kinds.find(|(_, powers)| powers.has(known.power));
                holder.map_or_else(String::new, |(kind, _)| kind.name.clone())
            };
            let course = |way: Option<&Way>| {
                let step = |&(files, ranks): &(i8, i8)| Step { files, ranks };
                let steps = way.iter().flat_map(|way| &way.steps).map(step).collect::<Vec<_>>();
                let (limit, over) = way.map_or((None, Over::None), |way| (way.limit, way.over));
                Course::new(shape, &steps, limit, over)
                    .ok_or_else(|| Unplayable::Directions(holder()))
            };
            let captures = course(known.captures.as_ref())?;
            let quiets = match &known.quiets {
                Quiets::Same => None,
                Quiets::Own(way) => Some(course(way.as_ref())?),
            };
            pins += captures.pins();
            let region = ByColor(known.region.0.map(|region| B::from_u128(region.0)));
            slots.push(Slot::new(number, known.power, captures, quiets, region));
        }
        if pins > PINS { Err(Unplayable::Pins(PINS)) } else { Ok(slots) }
    }
}
