//! What is counted beside the clock: checks, of which a side wins that has given so many, and the moves of a side that
//! has few pieces.

use crate::board::{ByColor, Color};
use crate::rules::State;
use crate::rules::definition::Count;

/// What is counted, in a game that counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// How many checks each side still has to give to win.
    checks_left: ByColor<u8>,
    /// How far a side with few pieces has counted.
    count: Count,
}

impl Counters {
    pub(super) fn new(checks_left: ByColor<u8>) -> Self {
        Self { checks_left, count: Count::default() }
    }

    /// How many checks a side still has to give.
    pub fn checks_left(self, color: Color) -> u8 {
        self.checks_left[color]
    }

    /// When a side has given one more.
    pub(super) fn after_check(mut self, by: Color) -> Self {
        self.checks_left[by] = self.checks_left[by].saturating_sub(1);
        self
    }

    /// Reads what is left, `3+3`, or what has been given of so many, `+0+0`.
    pub(super) fn read(field: &str, all: ByColor<u8>) -> Option<Self> {
        let given = field.strip_prefix('+');
        let (white, black) = given.unwrap_or(field).split_once('+')?;
        let number = |text: &str, color: Color| {
            let is_digit = matches!(text.as_bytes(), [b'0'..=b'9']);
            let number = text.parse().ok().filter(|_| is_digit)?;
            let left = if given.is_some() { all[color].checked_sub(number)? } else { number };
            (left <= all[color]).then_some(left)
        };
        let left = [number(white, Color::White)?, number(black, Color::Black)?];
        // Who has given all has won with the last.
        (left != [0, 0]).then_some(Self::new(ByColor(left)))
    }
}

impl State for Counters {
    const FIELD: &'static str = "the checks that each side still has to give, such as 3+2";

    fn parse(field: &str) -> Option<Self> {
        Self::read(field, ByColor([9; 2]))
    }

    fn text(self) -> String {
        let ByColor([white, black]) = self.checks_left;
        format!("{white}+{black}")
    }

    fn packed(self) -> u64 {
        let ByColor([white, black]) = self.checks_left;
        u64::from(white) | u64::from(black) << 8
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
