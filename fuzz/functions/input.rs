//! Bytes that are read as choices.

use vertumnus_core::board::fnv1a_32;

/// What is left of an input. At its end all choices are 0.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    pub(crate) fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// The next bytes, fewer at the end.
    pub(crate) fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    /// The bytes up to the end of the line.
    pub(crate) fn line(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        line
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether an input is one of so many that are chosen. By a sum of all bytes: a fuzzer keeps what reaches more code,
/// so by one byte it would keep to these.
pub(crate) fn is_one_of(count: u32, data: &[u8]) -> bool {
    data.iter().map(|&byte| u32::from(byte)).sum::<u32>().is_multiple_of(count)
}

/// Whether what takes long is done with an input: by a fuzzer with one of so many, by tests of the corpus with each.
pub(crate) fn is_thorough(count: u32, data: &[u8]) -> bool {
    cfg!(not(fuzzing)) || is_one_of(count, data)
}

/// The checksum with which our own files end or begin.
pub(crate) fn checksum(bytes: &[u8]) -> [u8; 4] {
    fnv1a_32(bytes).to_le_bytes()
}
