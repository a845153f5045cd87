//! The hash FNV-1a (Fowler, Noll and Vo, 1991): checksums of files, and numbers that tell lists apart and
//! are the same on all machines.

/// FNV-1a of 32 bits.
pub fn fnv1a_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// FNV-1a of 64 bits.
pub fn fnv1a_64(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_its_authors() {
        // From the test vectors of draft-eastlake-fnv, appendix C.
        for (text, short, long) in [
            ("", 0x811C_9DC5, 0xCBF2_9CE4_8422_2325),
            ("a", 0xE40C_292C, 0xAF63_DC4C_8601_EC8C),
            ("foobar", 0xBF9C_F968, 0x8594_4171_F739_67E8),
        ] {
            assert_eq!(fnv1a_32(text.as_bytes()), short, "{text}");
            assert_eq!(fnv1a_64(text.bytes()), long, "{text}");
        }
    }
}
