//! Zobrist keys: pseudo-random words, of which the exclusive or identifies a position.
//! They are the same on every machine and in every build.

use super::random::SplitMix64;
use super::{Color, Square};

const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = SplitMix64::new(seed);
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] = random.next_word();
        i += 1;
    }
    words
}

const PIECES_SEED: u64 = 0x5645_5254;
/// `[piece << 7 | square]`, with the piece's index below 256.
#[cfg(not(target_arch = "wasm32"))]
static PIECES: [u64; 256 << 7] = words(PIECES_SEED);
static EN_PASSANT: [u64; 128] = words(0x554D_4E55);
static CASTLING: [u64; 16] = words(0x5341_4E4F);
const BLACK_TO_MOVE: [u64; 1] = words(0x4D4F_5645);

/// The word of a piece on a square.
#[inline]
pub(crate) fn piece(index: u8, square: Square) -> u64 {
    let number = (index as usize) << 7 | (square.index() & 127);
    // A browser would have to load the whole table, which does not compress.
    #[cfg(target_arch = "wasm32")]
    return SplitMix64::word_after(PIECES_SEED, number as u64);
    #[cfg(not(target_arch = "wasm32"))]
    return PIECES[number];
}

/// The word of a legal en passant capture onto a square.
#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.index() & 127]
}

/// The word of a set of castling rights, below 16.
#[inline]
pub(crate) fn castling(rights: u8) -> u64 {
    CASTLING[(rights & 15) as usize]
}

/// The word for Black to move.
pub(crate) const fn black_to_move() -> u64 {
    BLACK_TO_MOVE[0]
}

/// The word of a ruleset's own state, from the number of the state; 0 for the number 0.
pub(crate) const fn state(number: u64) -> u64 {
    if number == 0 { 0 } else { SplitMix64::new(number << 32 | 0x5354_4154).next_word() }
}

/// The word of so many pieces of a kind in the hand of a side, the kind given by its place among those that can be
/// there; 0 for none.
#[inline]
pub(crate) const fn in_hand(color: Color, place: usize, count: u8) -> u64 {
    if count == 0 {
        return 0;
    }
    let number = (color as u64) << 16 | (place as u64) << 8 | count as u64;
    SplitMix64::word_after(0x4841_4E44, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_computed_are_those_of_the_table() {
        for (number, &word) in PIECES.iter().enumerate() {
            assert_eq!(SplitMix64::word_after(PIECES_SEED, number as u64), word);
        }
    }
}
