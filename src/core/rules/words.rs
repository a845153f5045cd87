//! Powers in words, for people who ask what a piece can do.

use super::{Effect, Power, PowerSet};

impl Power {
    /// What a piece with this power does: `slides like a rook`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_have_words_of_their_own_and_pairs_are_named_once() {
        for (number, power) in Power::ALL.iter().enumerate() {
            let others = &Power::ALL[..number];
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
