//! A pseudo-random generator: the same words on every machine and in every build.

/// The step between states of the generator: 2^64 divided by the golden ratio, made odd.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The `SplitMix64` generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
///
/// ```
/// use vertumnus_core::board::SplitMix64;
///
/// let mut random = SplitMix64::new(7);
/// assert!(random.below(6) < 6);
/// assert_eq!(SplitMix64::new(7).next_word(), SplitMix64::new(7).next_word());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator with this random seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The word that follows this many others.
    #[inline]
    pub(super) const fn word_after(seed: u64, others: u64) -> u64 {
        Self(seed.wrapping_add(STEP.wrapping_mul(others))).next_word()
    }

    /// The next word.
    pub const fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `count`, which must not be 0.
    pub const fn below(&mut self, count: usize) -> usize {
        (self.next_word() % count as u64) as usize
    }

    /// Puts these into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_published_generator() {
        // The reference implementation's first words for this seed.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_word(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_word(), 3_203_168_211_198_807_973);
        assert_eq!(SplitMix64::word_after(1_234_567, 1), 3_203_168_211_198_807_973);
    }
}
