//! The sums of networks: hidden layers in blocks of neurons, in 16-bit integers.
//!
//! They are a crate so that tests optimise them, however little they optimise all that searches: the compiler makes
//! vector instructions of these loops or takes ten times as long for them. So no function for others is generic or
//! `inline`. A release makes one copy of what is long for all that call it, since the modules of the page are small.

#![forbid(unsafe_code)]

/// Neurons that are computed together; the hidden layer is a multiple of this. A row of 64 small integers
/// fits into a few vector registers.
pub const LANES: usize = 64;

/// Numbers for [`LANES`] neurons. No vector register of a block lies in two cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Block(pub [i16; LANES]);

impl Block {
    /// A block of zeros.
    pub const ZERO: Self = Self([0; LANES]);

    fn plus(self, other: &Self) -> Self {
        self.with(other, i16::wrapping_add)
    }

    fn minus(self, other: &Self) -> Self {
        self.with(other, i16::wrapping_sub)
    }

    fn with(mut self, other: &Self, both: impl Fn(i16, i16) -> i16) -> Self {
        for (sum, other) in self.0.iter_mut().zip(other.0) {
            *sum = both(*sum, other);
        }
        self
    }
}

/// Numbers in blocks. What does not fill a block is left out.
pub fn blocks(numbers: &[i16]) -> Vec<Block> {
    let (blocks, _) = numbers.as_chunks();
    blocks.iter().copied().map(Block).collect()
}

/// Writes a hidden layer: that of a source, less one row, plus another.
pub fn moved(source: &[Block], removed: &[Block], added: &[Block], hidden: &mut [Block]) {
    let rows = removed.iter().zip(added);
    for ((sum, source), (removed, added)) in hidden.iter_mut().zip(source).zip(rows) {
        *sum = source.minus(removed).plus(added);
    }
}

/// Writes a hidden layer: that of a source, less two rows, plus another.
pub fn captured(source: &[Block], removed: [&[Block]; 2], added: &[Block], hidden: &mut [Block]) {
    let rows = removed[0].iter().zip(removed[1]).zip(added);
    for ((sum, source), ((removed, captured), added)) in hidden.iter_mut().zip(source).zip(rows) {
        *sum = source.minus(removed).minus(captured).plus(added);
    }
}

/// Writes a hidden layer: that of a source, less the rows of the removed inputs, plus those of the added ones.
///
/// `rows` has the shape `[input][block]`, with as many blocks for an input as the hidden layer has.
///
/// # Panics
/// If an input has no row.
#[inline(never)]
pub fn changed(
    source: &[Block],
    rows: &[Block],
    removed: &[usize],
    added: &[usize],
    hidden: &mut [Block],
) {
    let blocks = hidden.len();
    let row = |input: usize| &rows[input * blocks..][..blocks];
    for (block, (sum, source)) in hidden.iter_mut().zip(source).enumerate() {
        let less = removed.iter().fold(*source, |sum, &input| sum.minus(&row(input)[block]));
        *sum = added.iter().fold(less, |sum, &input| sum.plus(&row(input)[block]));
    }
}

/// The sum of the squares of the neurons of a hidden layer, clipped to 0 and `unit`, times their weights.
///
/// The caller sees to it that a clipped neuron times its weight fits into 16 bits, and the sum into 32.
#[inline(never)]
pub fn weighed(hidden: &[Block], weights: &[Block], unit: i16) -> i32 {
    let mut sum = 0_i32;
    for (hidden, weights) in hidden.iter().zip(weights) {
        for (hidden, &weight) in hidden.0.iter().zip(&weights.0) {
            // In this order, the second product is a single instruction for many lanes.
            let active = (*hidden).clamp(0, unit);
            let weighted = active.wrapping_mul(weight);
            sum = sum.wrapping_add(i32::from(weighted).wrapping_mul(i32::from(active)));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two blocks, with numbers from the whole range.
    fn row(seed: i16) -> Vec<Block> {
        let numbers: Vec<i16> = (0..2 * LANES as i16)
            .map(|place| place.wrapping_mul(seed).wrapping_add(seed << 3))
            .collect();
        blocks(&numbers)
    }

    fn numbers(blocks: &[Block]) -> Vec<i64> {
        blocks.iter().flat_map(|block| block.0).map(i64::from).collect()
    }

    #[test]
    fn layers_are_their_sources_less_some_rows_plus_others() {
        let rows = [row(3), row(-7), row(11), row(501)].concat();
        let part = |input: usize| &rows[2 * input..][..2];
        let source = row(29);
        let sums = |removed: &[usize], added: &[usize]| -> Vec<i64> {
            let each = |inputs: &[usize], lane: usize| -> i64 {
                inputs.iter().map(|&input| numbers(part(input))[lane]).sum()
            };
            (0..2 * LANES)
                .map(|lane| numbers(&source)[lane] - each(removed, lane) + each(added, lane))
                .map(|sum| i64::from(sum as i16))
                .collect()
        };
        let mut hidden = row(0);
        moved(&source, part(0), part(3), &mut hidden);
        assert_eq!(numbers(&hidden), sums(&[0], &[3]));
        captured(&source, [part(1), part(2)], part(3), &mut hidden);
        assert_eq!(numbers(&hidden), sums(&[1, 2], &[3]));
        for (removed, added) in [(&[][..], &[0, 1, 2, 3][..]), (&[3], &[]), (&[0, 1], &[2, 3])] {
            changed(&source, &rows, removed, added, &mut hidden);
            assert_eq!(numbers(&hidden), sums(removed, added), "{removed:?} {added:?}");
        }
    }

    #[test]
    fn neurons_are_clipped_squared_and_weighed() {
        let weights: Vec<i16> = (0..2 * LANES as i16).map(|place| place * 2 - 128).collect();
        let (hidden, weights) = (row(77), blocks(&weights));
        let expected: i64 = numbers(&hidden)
            .into_iter()
            .zip(numbers(&weights))
            .map(|(neuron, weight)| neuron.clamp(0, 255).pow(2) * weight)
            .sum();
        assert_eq!(i64::from(weighed(&hidden, &weights, 255)), expected);
        assert_ne!(expected, 0);
    }
}
