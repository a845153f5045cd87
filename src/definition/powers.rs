//! The powers that a game is made of: how its pieces move, taken apart into ways that several share.

use crate::definition::{Definition, Grounds, Motion, Over, Purpose, Region, Step};
use crate::{ByColor, Color, Kind};

/// A way of moving, apart from its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its steps, sorted.
    pub steps: Vec<Step>,
    /// How many times the step may be repeated; `None` for as often as there is room.
    pub limit: Option<u8>,
    /// Over which pieces it goes.
    pub over: Over,
}

/// A power of a game: how it captures, and how it moves otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PowerDefinition {
    /// The name of a power that many games have. No two powers of a game have the same.
    pub name: Option<&'static str>,
    /// How it captures; `None` if it does not.
    pub captures: Option<Way>,
    /// How it moves without capturing.
    pub quiets: Quiets,
    /// Where pieces with this power may go.
    pub region: ByColor<Region>,
    /// On which squares its ways can be used. The [region](Self::region) lies within these.
    pub grounds: Grounds,
}

/// How a power moves without capturing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quiets {
    /// As it captures.
    Same,
    /// In a way of its own; not at all if there is none.
    Own(Option<Way>),
}

impl PowerDefinition {
    /// Its ways: the one of captures, and its own one of other moves.
    pub fn ways(&self) -> impl Iterator<Item = &Way> {
        let quiets = match &self.quiets {
            Quiets::Same => None,
            Quiets::Own(quiets) => quiets.as_ref(),
        };
        self.captures.iter().chain(quiets)
    }

    /// It as ways of moving of a piece.
    pub fn motions(&self) -> Vec<Motion> {
        let motion = |way: &Way, purpose| {
            let Way { steps, limit, over } = way.clone();
            Motion { steps, limit, purpose, over, grounds: self.grounds }
        };
        let (captures, quiets) = match &self.quiets {
            Quiets::Same => (Purpose::Any, None),
            Quiets::Own(quiets) => (Purpose::Capture, quiets.as_ref()),
        };
        let quiets = quiets.map(|way| motion(way, Purpose::Move));
        quiets.into_iter().chain(self.captures.as_ref().map(|way| motion(way, captures))).collect()
    }
}

/// All powers of a game. A set of them is a list of indices.
#[derive(Clone, Debug, Default)]
pub struct Powers {
    /// The powers.
    pub list: Vec<PowerDefinition>,
    /// `[kind]`: those that it has by itself.
    pub of_kind: Vec<Vec<usize>>,
    /// `[lender][borrower]`: those that the one lends the other. Empty if nobody lends.
    pub lent: Vec<Vec<Vec<usize>>>,
    /// Whether all leaps of a piece are one power.
    are_whole: bool,
}

impl Powers {
    /// Those of a definition, in the order in which its kinds have them. Steps of each length are a power of their own,
    /// which several kinds may share, unless more than `most` have no name then.
    pub fn new(definition: &Definition, most: usize) -> Self {
        let powers = Self::of(definition, false);
        let nameless = powers.list.iter().filter(|power| power.name.is_none()).count();
        if nameless > most { Self::of(definition, true) } else { powers }
    }

    fn of(definition: &Definition, are_whole: bool) -> Self {
        let mut powers = Self { are_whole, ..Self::default() };
        let all = definition.board.squares().0;
        let of_board = |region: Region| Region(region.0 & all);
        for kind in &definition.kinds {
            let region = ByColor(kind.mobility.0.map(of_board));
            let set = powers.set_of(&kind.powers, region);
            powers.of_kind.push(set);
        }
        for loans in &definition.lending.loans {
            let mut to_each = Vec::new();
            let kinds = definition.kinds.iter().zip(&definition.lending.borrowers);
            for (number, (kind, borrows)) in (0..).zip(kinds) {
                let region = Color::ALL
                    .map(|color| of_board(Region(kind.mobility[color].0 & borrows[color].0)));
                let is_lent = region.iter().any(|region| !region.is_empty());
                let mut loans = loans.iter().filter(|_| is_lent);
                let loan = loans.find(|loan| loan.to.contains(&Kind::new(number)));
                to_each.push(
                    loan.map_or_else(Vec::new, |loan| {
                        powers.set_of(&loan.motions, ByColor(region))
                    }),
                );
            }
            powers.lent.push(to_each);
        }
        powers
    }

    /// Whether a set has exactly the powers of these names.
    pub fn are_named(&self, set: &[usize], names: &[&str]) -> bool {
        let has = |name: &&str| set.iter().any(|&index| self.list[index].name == Some(name));
        set.len() == names.len() && names.iter().all(has)
    }

    /// The powers that make up these ways of moving. Those that the game does not have yet are added.
    fn set_of(&mut self, motions: &[Motion], region: ByColor<Region>) -> Vec<usize> {
        let mut all: Vec<Grounds> = Vec::new();
        for Motion { grounds, .. } in motions {
            if !all.contains(grounds) {
                all.push(*grounds);
            }
        }
        let mut set: Vec<usize> = Vec::new();
        for grounds in all {
            for power in self.set_on(grounds, motions, region) {
                if !set.contains(&power) {
                    set.push(power);
                }
            }
        }
        set
    }

    /// The powers that make up those of these ways of moving that have these grounds.
    fn set_on(
        &mut self,
        grounds: Grounds,
        motions: &[Motion],
        region: ByColor<Region>,
    ) -> Vec<usize> {
        let within = |color| Region(region[color].0 & grounds.to[color].0);
        let region = ByColor(Color::ALL.map(within));
        let parts = |purpose: Purpose| -> Vec<Way> {
            let is_such = |motion: &&Motion| motion.purpose == purpose && motion.grounds == grounds;
            let motions = motions.iter().filter(is_such);
            let ways = motions.map(Way::new);
            if self.are_whole { leaps_together(ways) } else { ways.flat_map(Way::parts).collect() }
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
        complete_steps(&mut ways);
        let power = |(captures, quiets)| self.power(captures, quiets, region, grounds);
        ways.into_iter().map(power).collect()
    }

    fn power(
        &mut self,
        captures: Option<Way>,
        quiets: Quiets,
        region: ByColor<Region>,
        grounds: Grounds,
    ) -> usize {
        let is_it = |known: &PowerDefinition| {
            known.captures == captures
                && known.quiets == quiets
                && (known.region, known.grounds) == (region, grounds)
        };
        if let Some(known) = self.list.iter().position(is_it) {
            return known;
        }
        let name = match (&captures, &quiets) {
            (Some(captures), Quiets::Same) => named(captures, None),
            (Some(captures), Quiets::Own(Some(quiets))) => named(captures, Some(quiets)),
            _ => None,
        };
        let is_free = |name: &&str| self.list.iter().all(|known| known.name != Some(name));
        let name = name.filter(|name| grounds == Grounds::EVERYWHERE && is_free(name));
        self.list.push(PowerDefinition { name, captures, quiets, region, grounds });
        self.list.len() - 1
    }
}

/// The same ways, those of them that leap as one.
fn leaps_together(ways: impl Iterator<Item = Way>) -> Vec<Way> {
    let is_leap = |way: &Way| way.limit == Some(1) && way.over == Over::None;
    let (leaps, mut ways): (Vec<Way>, Vec<Way>) = ways.partition(is_leap);
    let mut steps: Vec<Step> = leaps.into_iter().flat_map(|way| way.steps).collect();
    if !steps.is_empty() {
        steps.sort_unstable();
        steps.dedup();
        ways.push(Way { steps, limit: Some(1), over: Over::None });
    }
    ways
}

/// What steps straight and slides, hops or flies diagonally, or the other way round, steps in all directions as well.
fn complete_steps(ways: &mut [(Option<Way>, Quiets)]) {
    let is_one = |way: &(Option<Way>, Quiets), steps: &[(i8, i8)], limit, over: &[Over]| {
        let captures = way.0.as_ref();
        let is_it = |way: &Way| over.iter().any(|&over| way.is(steps, limit, over));
        way.1 == Quiets::Same && captures.is_some_and(is_it)
    };
    for (steps, slides) in [(ORTHOGONAL, DIAGONAL), (DIAGONAL, ORTHOGONAL)] {
        let over = [Over::None, Over::One, Over::All];
        if !ways.iter().any(|way| is_one(way, &slides, None, &over)) {
            continue;
        }
        for way in ways.iter_mut().filter(|way| is_one(way, &steps, Some(1), &over[..1])) {
            let Some(way) = &mut way.0 else { continue };
            way.steps.extend(slides.map(|(files, ranks)| Step { files, ranks }));
            way.steps.sort_unstable();
        }
    }
}

const ORTHOGONAL: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Way {
    fn new(motion: &Motion) -> Self {
        let mut steps = motion.steps.clone();
        steps.sort_unstable();
        Self { steps, limit: motion.limit, over: motion.over }
    }

    /// The ways that make up this one: those of steps of equal lengths, and together those that have a name together.
    fn parts(self) -> Vec<Self> {
        if named(&self, None).is_some() {
            return vec![self];
        }
        let length = |step: &Step| {
            let (files, ranks) = (step.files.abs(), step.ranks.abs());
            (files.min(ranks), files.max(ranks))
        };
        let part = |wanted: &[(i8, i8)]| Self {
            steps: self
                .steps
                .iter()
                .filter(|step| wanted.contains(&length(step)))
                .copied()
                .collect(),
            limit: self.limit,
            over: self.over,
        };
        let mut lengths: Vec<(i8, i8)> = self.steps.iter().map(length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let mut parts = Vec::new();
        for pair in [[(0, 1), (1, 1)], [(0, 2), (2, 2)]] {
            let both = part(&pair);
            if named(&both, None).is_some() {
                lengths.retain(|length| !pair.contains(length));
                parts.push(both);
            }
        }
        parts.extend(lengths.iter().map(|&length| part(&[length])));
        parts
    }

    fn is(&self, steps: &[(i8, i8)], limit: Option<u8>, over: Over) -> bool {
        let own = self.steps.iter().map(|step| (step.files, step.ranks));
        self.limit == limit && self.over == over && own.eq(steps.iter().copied())
    }
}

/// The name of the power of this way of capturing and, if it is another, of moving.
fn named(captures: &Way, quiets: Option<&Way>) -> Option<&'static str> {
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
    if let Some(quiets) = quiets {
        return [
            ("Pawn", &[(-1, 1), (1, 1)][..], &[(0, 1)][..]),
            ("BerolinaPawn", &[(0, 1)], &[(-1, 1), (1, 1)]),
            ("Captain", &DIAGONAL, &ORTHOGONAL),
        ]
        .into_iter()
        .find(|&(_, takes, goes)| {
            captures.is(takes, Some(1), Over::None) && quiets.is(goes, Some(1), Over::None)
        })
        .map(|(name, ..)| name);
    }
    let pegasus = || Motion::pegasus().steps.iter().map(|step| (step.files, step.ranks)).collect();
    [
        ("Step", all(&[(0, 1), (1, 1)]), Some(1), Over::None),
        ("Knight", all(&[(1, 2)]), Some(1), Over::None),
        ("Dabbaba", all(&[(0, 2)]), Some(1), Over::None),
        ("VerticalStep", vec![(0, -1), (0, 1)], Some(1), Over::None),
        ("Rook", ORTHOGONAL.to_vec(), None, Over::None),
        ("Bishop", DIAGONAL.to_vec(), None, Over::None),
        ("SideSlide", vec![(-1, 0), (1, 0)], None, Over::None),
        ("Nightrider", all(&[(1, 2)]), None, Over::None),
        ("Ghost", all(&[(0, 2), (2, 2)]), None, Over::None),
        ("Pegasus", pegasus(), Some(1), Over::None),
        ("StraightPawn", vec![(0, 1)], Some(2), Over::None),
        ("RookHop", ORTHOGONAL.to_vec(), None, Over::One),
        ("BishopHop", DIAGONAL.to_vec(), None, Over::One),
        ("RookFlight", ORTHOGONAL.to_vec(), None, Over::All),
        ("BishopFlight", DIAGONAL.to_vec(), None, Over::All),
    ]
    .into_iter()
    .find(|(_, steps, limit, over)| captures.is(steps, *limit, *over))
    .map(|(name, ..)| name)
}
