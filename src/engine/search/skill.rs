//! Levels of play below full strength: how much a level searches, and how much it gives away.

use super::oversights::Oversights;

/// A level of play below full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Skill {
    /// From 0 to below [`FULL`](Self::FULL).
    level: f64,
    /// The random seed of its choices.
    seed: u64,
}

/// The nodes at level 0, and the factor from each level to the next.
const NODES: f64 = 8.0;
const NODES_FACTOR: f64 = 1.7;

/// The moves that are overlooked at level 0, in thousandths of those that are hard to see, and the
/// factor from each level to the next, but for the [weakness](Skill::weakness) that is left. Above
/// 1000, nothing that is hard to see is seen, and less of the rest.
const OVERSIGHTS: f64 = 3000.0;
const OVERSIGHTS_FACTOR: f64 = 0.77;

/// The margin at level 0 in centipawns, and the factor from each level to the next, but for the
/// [weakness](Skill::weakness) that is left.
const MARGIN: f64 = 800.0;
const MARGIN_FACTOR: f64 = 0.82;

/// The number of lines to choose from at level 0, of which as many are left as of the
/// [weakness](Skill::weakness). What a line takes is lost to the best one.
const LINES: f64 = 8.0;

/// The Elo of some levels in chess, in ascending order. Those of levels 0 and 4 are estimates, all
/// others were measured by games (`docs/strength.md`). `.ci/calibrate` writes it.
const ELO: [(f64, f64); 10] = [
    (0.0, 400.0),
    (4.0, 865.0),
    (8.0, 1140.0),
    (10.0, 1400.0),
    (12.0, 1655.0),
    (14.0, 1875.0),
    (16.0, 2000.0),
    (17.0, 2130.0),
    (18.0, 2215.0),
    (19.0, 2340.0),
];

impl Skill {
    /// The level of full strength.
    pub(crate) const FULL: u32 = 20;

    /// The lowest and the highest Elo.
    pub(crate) const ELO_RANGE: (u32, u32) = (ELO[0].1 as u32, ELO[ELO.len() - 1].1 as u32);

    /// The skill of a level with a random seed; `None` at full strength.
    pub(crate) fn of_level(level: u32, seed: u64) -> Option<Self> {
        (level < Self::FULL).then_some(Self { level: f64::from(level), seed })
    }

    /// The skill that plays at about this Elo, or at the nearer end of the range, with a random
    /// seed.
    pub(crate) fn of_elo(elo: u32, seed: u64) -> Self {
        let elo = f64::from(elo).clamp(ELO[0].1, ELO[ELO.len() - 1].1);
        let level = ELO.windows(2).find(|pair| elo <= pair[1].1).map_or(0.0, |pair| {
            let [(level, low), (next_level, high)] = [pair[0], pair[1]];
            level + (next_level - level) * (elo - low) / (high - low)
        });
        Self { level, seed }
    }

    /// The nodes of a search.
    pub(super) fn nodes(self) -> u64 {
        (NODES * NODES_FACTOR.powf(self.level)) as u64
    }

    /// The centipawns within which moves count as equally good.
    pub(super) fn margin(self) -> usize {
        (MARGIN * MARGIN_FACTOR.powf(self.level) * self.weakness()) as usize
    }

    /// The number of lines to choose from.
    pub(super) fn lines(self) -> usize {
        (LINES * self.weakness()).ceil() as usize
    }

    /// What is overlooked in the tree.
    pub(super) fn oversights(self) -> Oversights {
        Oversights::new(self.rate(), self.seed)
    }

    /// Which of its own moves are overlooked: those one sees better than what the enemy may reply.
    pub(super) fn oversights_at_root(self) -> Oversights {
        Oversights::new(self.rate() / 2, self.seed)
    }

    fn rate(self) -> u64 {
        (OVERSIGHTS * OVERSIGHTS_FACTOR.powf(self.level) * self.weakness()) as u64
    }

    /// What is left of oversights, margin and lines: all at level 0, nothing at full strength. With
    /// eight lines instead of two, level 19 scored 32% instead of 58% against the same opponent.
    fn weakness(self) -> f64 {
        1.0 - (self.level / f64::from(Self::FULL)).powi(4)
    }

    /// The random seed of its choices.
    pub(super) const fn seed(self) -> u64 {
        self.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_and_elos_search_more() {
        let skill = |level, seed| Skill::of_level(level, seed).expect("less than full");
        assert!((1..20).all(|level| skill(level, 0).nodes() > skill(level - 1, 0).nodes()));
        for (level, elo) in ELO {
            assert_eq!(Skill::of_elo(elo as u32, 5), skill(level as u32, 5));
        }
        let (lowest, highest) = Skill::ELO_RANGE;
        let elos: Vec<u64> = (lowest..=highest).map(|elo| Skill::of_elo(elo, 0).nodes()).collect();
        assert!(elos.is_sorted() && lowest < highest);
        assert_eq!(Skill::of_elo(0, 0), Skill::of_elo(lowest, 0));
        assert_eq!(Skill::of_elo(u32::MAX, 0), Skill::of_elo(highest, 0));
    }
}
