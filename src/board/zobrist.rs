//! Zobrist keys: pseudo-random words whose exclusive-or names a position.
//!
//! The words come from the `SplitMix64` generator (Steele, Lea and Flood, 2014), so a key is the same
//! on every machine and in every build.

use super::Square;

const SEED: u64 = 0x5645_5254_554D_4E55;

const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

const fn words<const N: usize>(stream: u64) -> [u64; N] {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        words[i] =
            mix(SEED.wrapping_add((stream << 32 | i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        i += 1;
    }
    words
}

/// `[piece << 7 | square]`, with the piece's index below 256.
static PIECES: [u64; 256 << 7] = words(1);
static EN_PASSANT: [u64; 128] = words(2);
static CASTLING: [u64; 16] = words(3);
const BLACK_TO_MOVE: [u64; 1] = words(4);

/// The word of a piece on a square.
#[inline]
#[must_use]
pub fn piece(index: u8, square: Square) -> u64 {
    PIECES[(index as usize) << 7 | (square.index() & 127)]
}

/// The word of a legal en passant capture onto a square.
#[inline]
#[must_use]
pub fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.index() & 127]
}

/// The word of a set of castling rights, below 16.
#[inline]
#[must_use]
pub fn castling(rights: u8) -> u64 {
    CASTLING[(rights & 15) as usize]
}

/// The word of Black's turn.
#[must_use]
pub const fn black_to_move() -> u64 {
    BLACK_TO_MOVE[0]
}

/// A word for a ruleset's own state, from the state packed into a number; 0 has no word.
#[must_use]
pub const fn state(packed: u64) -> u64 {
    if packed == 0 { 0 } else { mix(SEED ^ packed) }
}
