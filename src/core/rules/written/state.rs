//! What a position of a written game keeps of its past.

use super::checks::ChecksLeft;
use crate::board::ByColor;
use crate::rules::State;
use crate::rules::definition::Count;

/// What a position keeps of its past.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenState {
    pub(super) checks: ChecksLeft,
    /// The set of handicaps of each side. In a game of handicaps, no checks are counted.
    pub(super) handicaps: ByColor<u8>,
    pub(super) pause: Pause,
    /// How far a side with few pieces has counted.
    pub(super) count: Count,
}

/// What counts for the end of a game in which nothing happens. No FEN has it, and for repetitions it does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pause {
    /// How many of the last turns, the very last among them, were passes: at most two.
    passes: u8,
    /// Whether the kings faced each other before the last turn.
    pub(super) faced: bool,
}

impl Pause {
    /// That after one more turn.
    pub(super) fn after_turn(self, passed: bool, faced: bool) -> Self {
        Self { passes: if passed { (self.passes + 1).min(2) } else { 0 }, faced }
    }

    /// Whether both sides have passed.
    pub(super) const fn both_passed(self) -> bool {
        self.passes > 1
    }
}

/// Of the FEN, it is the field of the checks that are left, or of the handicaps.
impl State for WrittenState {
    const FIELD: &'static str = "the checks that each side still has to give, such as 3+2, or the handicaps of both, such as p/-";

    fn parse(field: &str) -> Option<Self> {
        let checks = ChecksLeft::parse(field)?;
        Some(Self { checks, ..Self::default() })
    }

    fn text(self) -> String {
        if self.checks == ChecksLeft::default() { String::new() } else { self.checks.text() }
    }

    fn packed(self) -> u64 {
        let ByColor([white, black]) = self.handicaps;
        self.checks.packed() | u64::from(white) << 16 | u64::from(black) << 24
    }

    #[inline]
    fn count(self) -> Count {
        self.count
    }

    #[inline]
    fn with_count(self, count: Count) -> Self {
        Self { count, ..self }
    }
}
