//! Handicaps: what the captures of a side do not make of its pieces, for a whole game.

use crate::{ByColor, Color, Kind};

/// What handicaps make of captures.
///
/// Each side has some of them, or none, for a whole game. A FEN says which in a seventh field, White's before Black's,
/// each in the order of the letters: `pq/-`. Where it has no such field, no side has any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handicaps {
    /// Their letters, at most three, `a` to `z` in the order of the alphabet. Empty if there are none.
    pub letters: String,
    /// `[set - 1][mover][victim]`: what a [capture](crate::Changes::captured) makes of the mover instead if its side has
    /// this set of handicaps: bit `n` of the set is the handicap of the letter of number `n`.
    pub captured: Vec<Vec<Vec<Vec<Kind>>>>,
}

impl Handicaps {
    /// The most handicaps that a game has.
    pub const MOST: usize = 3;

    /// The sets of both sides by the field of a FEN, in a game in which handicaps have these letters.
    pub fn read(field: &str, letters: &str) -> Option<ByColor<u8>> {
        let side = |text: &str| {
            let add = |set: u8, letter| {
                let bit = 1 << letters.find(letter)?;
                (set & bit == 0).then_some(set | bit)
            };
            match text {
                "-" => Some(0),
                _ => text.chars().try_fold(0, add).filter(|&set| set != 0),
            }
        };
        let (white, black) = field.split_once('/')?;
        Some(ByColor([side(white)?, side(black)?]))
    }

    /// The field of a FEN for the sets of both sides.
    pub fn text(sets: ByColor<u8>, letters: &str) -> String {
        let side = |color: Color| {
            let own = (0..).zip(letters.chars()).filter(|(bit, _)| sets[color] >> bit & 1 != 0);
            let text: String = own.map(|(_, letter)| letter).collect();
            if text.is_empty() { "-".to_owned() } else { text }
        };
        Color::ALL.map(side).join("/")
    }
}
