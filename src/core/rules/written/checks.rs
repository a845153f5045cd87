//! Checks that are counted: a side wins that has given so many.

use crate::board::{ByColor, Color};
use crate::rules::State;

/// How many checks each side still has to give to win, in a game that counts them; none in others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChecksLeft(ByColor<u8>);

impl ChecksLeft {
    pub(super) const fn new(left: ByColor<u8>) -> Self {
        Self(left)
    }

    /// Those of a side.
    pub(super) fn of(self, color: Color) -> u8 {
        self.0[color]
    }

    /// When a side has given one more.
    pub(super) fn after_check(mut self, by: Color) -> Self {
        self.0[by] = self.0[by].saturating_sub(1);
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
        (left != [0, 0]).then_some(Self(ByColor(left)))
    }
}

impl State for ChecksLeft {
    const FIELD: &'static str = "the checks that each side still has to give, such as 3+2";

    fn parse(field: &str) -> Option<Self> {
        Self::read(field, ByColor([9; 2]))
    }

    fn text(self) -> String {
        let ByColor([white, black]) = self.0;
        format!("{white}+{black}")
    }

    fn packed(self) -> u64 {
        let ByColor([white, black]) = self.0;
        u64::from(white) | u64::from(black) << 8
    }
}
