//! Powers in words, for people who ask what a piece can do.

use super::definition::Motion;
use super::{Effect, Facts, PLAYS_WRITTEN, Power, PowerSet};

impl Power {
    /// What a piece with this power does: `slides like a rook`. For a power that a written game states
    /// for itself, ask [`Facts::in_words`].
    pub const fn in_words(self) -> &'static str {
        self.info().words
    }
}

impl Effect {
    /// What a piece with this effect does: `enlarges the zones of the friends beside it`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Amplifies => "enlarges the zones of the friends beside it",
            Self::Isolates => "isolates the enemies beside it, so that they lend nothing",
        }
    }
}

/// Two powers that together have a name, and what a piece with both does.
const PAIRS: [([Power; 2], &str); 3] = [
    ([Power::Rook, Power::Bishop], "slides like a queen"),
    ([Power::RookHop, Power::BishopHop], "slides like a queen and may leap one piece on the way"),
    ([Power::RookFlight, Power::BishopFlight], "flies like a queen over all pieces"),
];

impl PowerSet {
    /// What a piece with these powers does: `slides like a queen, leaps like a knight`.
    pub fn in_words(self) -> String {
        let pairs = PAIRS.iter().filter(|([a, b], _)| self.has(*a) && self.has(*b));
        let paired = pairs.clone().fold(Self::default(), |set, (pair, _)| set | Self::of(pair));
        let single = self.iter().filter(|&power| !paired.has(power)).map(Power::in_words);
        pairs.map(|&(_, words)| words).chain(single).collect::<Vec<_>>().join(", ")
    }
}

impl Facts {
    /// What a piece of this game with these powers does: `slides like a queen, leaps like a knight`.
    pub fn in_words(&self, powers: PowerSet) -> String {
        let own = PowerSet::of(&Power::OWN);
        let named = powers.without(own).in_words();
        let mut parts: Vec<String> = Vec::new();
        parts.extend((!named.is_empty()).then_some(named));
        if PLAYS_WRITTEN {
            let stated = Power::OWN.iter().zip(self.own_powers);
            let stated = stated.filter(|&(&power, _)| powers.has(power));
            let motions = stated.flat_map(|(_, motions)| motions.iter());
            parts.extend(united(motions).iter().flat_map(Motion::in_words));
        }
        if parts.is_empty() { "does not move".to_owned() } else { parts.join(", ") }
    }
}

/// The same ways of moving, those that differ in nothing but their steps as one: powers have steps of
/// one length each.
fn united<'a>(motions: impl Iterator<Item = &'a Motion>) -> Vec<Motion> {
    let mut united: Vec<Motion> = Vec::new();
    for motion in motions {
        let is_same = |other: &&mut Motion| {
            let form =
                |motion: &Motion| (motion.limit, motion.purpose, motion.over, motion.is_slide());
            form(other) == form(motion)
        };
        match united.iter_mut().find(is_same) {
            Some(other) => {
                other.steps.extend(&motion.steps);
                other.steps.sort_unstable();
                other.steps.dedup();
            }
            None => united.push(motion.clone()),
        }
    }
    united
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_have_words_of_their_own_and_pairs_are_named_once() {
        let named: Vec<Power> =
            Power::ALL.iter().copied().filter(|power| !Power::OWN.contains(power)).collect();
        for (number, power) in named.iter().enumerate() {
            let others = &named[..number];
            assert!(others.iter().all(|other| other.in_words() != power.in_words()));
        }
        let amazon = PowerSet::of(&[Power::Knight, Power::Rook, Power::Bishop]);
        assert_eq!(amazon.in_words(), "slides like a queen, leaps like a knight");
        let mixed = PowerSet::of(&[Power::Rook, Power::BishopHop]);
        assert_eq!(
            mixed.in_words(),
            "slides like a rook, slides like a bishop and may leap one piece on the way"
        );
    }
}
