//! A game, and the bytes that stand for it.

use std::ops::RangeInclusive;

use thiserror::Error;

use vertumnus_core::board::{Color, fnv1a_32};
use vertumnus_core::rules::{ForeignRules, Outcome, Variant};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game's rules.
    pub variant: Variant,
    /// The FEN of the first position; empty for the start position.
    pub start: String,
    /// How it ended.
    pub result: GameResult,
    /// Its moves.
    pub plies: Vec<Ply>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
    /// White won.
    White,
}

impl GameResult {
    const ALL: [Self; 3] = [Self::Black, Self::Draw, Self::White];

    /// White's points: 1, 1/2 or 0.
    pub const fn points(self) -> f32 {
        match self {
            Self::Black => 0.0,
            Self::Draw => 0.5,
            Self::White => 1.0,
        }
    }

    /// The side that won.
    pub const fn of_winner(winner: Option<Color>) -> Self {
        match winner {
            None => Self::Draw,
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(color, _) => Self::of_winner(Some(color)),
            Outcome::Draw(_) => Self::Draw,
        }
    }
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The index of the square that the mover leaves; of a drop, the same as `to`.
    pub from: u8,
    /// The index of the square to which it goes.
    pub to: u8,
    /// Which of the legal moves between these squares it is, in the order of their texts.
    pub choice: u8,
    /// The score of the position before the move, in centipawns from White's point of view; `None`
    /// if the move is a random one.
    pub score: Option<i32>,
}

/// What every record begins with; the last letter is the version of the format.
pub(super) const MAGIC: [u8; 4] = *b"VGM2";

/// That of the version before, whose records do not have the numbers of their games.
pub(super) const UNNUMBERED: [u8; 4] = *b"VGM1";

/// Bits of the word of a ply, above the two squares.
const UNSCORED: u16 = 1 << 14;
const CHOSEN: u16 = 1 << 15;

/// The scores that a record can have.
const SCORES: RangeInclusive<i32> = i16::MIN as i32..=i16::MAX as i32;

/// Why bytes are not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Unreadable {
    /// They end before the record does.
    #[error("the record is torn")]
    Torn,
    /// They are something else, or were changed.
    #[error("the record is damaged")]
    Damaged,
    /// It is whole, and of a game that is not played here.
    #[error("the record is one of {rules}")]
    Foreign {
        /// Whose it is.
        rules: ForeignRules,
        /// Its length in bytes.
        length: usize,
    },
}

impl GameRecord {
    /// Appends the bytes of the record of a game with this number, from 0; `false` if the game is too long for
    /// one.
    #[must_use]
    pub fn write(&self, number: u32, bytes: &mut Vec<u8>) -> bool {
        let mut body = Vec::with_capacity(32 + 4 * self.plies.len());
        put_number(&mut body, number);
        for text in [self.variant.identity(), &self.start] {
            put_number(&mut body, text.len() as u32);
            body.extend_from_slice(text.as_bytes());
        }
        body.push(self.result as u8);
        let mut last = 0;
        for ply in &self.plies {
            let mut word = u16::from(ply.from & 127) | u16::from(ply.to & 127) << 7;
            word |= if ply.score.is_none() { UNSCORED } else { 0 };
            word |= if ply.choice > 0 { CHOSEN } else { 0 };
            body.extend_from_slice(&word.to_le_bytes());
            if ply.choice > 0 {
                body.push(ply.choice);
            }
            if let Some(score) = ply.score {
                // Neighbors differ little, so most differences take one byte.
                put_number(&mut body, folded(score - last));
                last = score;
            }
        }
        frame(MAGIC, &body, bytes)
    }

    /// The record with which these bytes begin, the number of its game if it has one, and its length in bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, Option<u32>, usize), Unreadable> {
        let is_numbered = !bytes.starts_with(&UNNUMBERED);
        let (body, length) = unframed(if is_numbered { MAGIC } else { UNNUMBERED }, bytes)?;
        // The checksum is right: whatever is missing now was never there.
        let mut reader = Reader(body);
        let number =
            if is_numbered { Some(reader.number().ok_or(Unreadable::Damaged)?) } else { None };
        let identity = reader.text().ok_or(Unreadable::Damaged)?;
        let variant =
            Variant::identified(identity).map_err(|rules| Unreadable::Foreign { rules, length })?;
        Ok((Self::read_rest(variant, reader).ok_or(Unreadable::Damaged)?, number, length))
    }

    fn read_rest(variant: Variant, mut reader: Reader<'_>) -> Option<Self> {
        let start = reader.text()?.to_owned();
        let [result] = reader.array().ok()?;
        let result = *GameResult::ALL.get(usize::from(result))?;
        let mut plies = Vec::with_capacity(reader.0.len() / 3);
        let mut last = 0;
        while !reader.0.is_empty() {
            let word = u16::from_le_bytes(reader.array().ok()?);
            let [choice] = if word & CHOSEN == 0 { [0] } else { reader.array().ok()? };
            let score = if word & UNSCORED == 0 {
                last = unfolded(reader.number()?).checked_add(last)?;
                Some(last).filter(|score| SCORES.contains(score)).map(Some)?
            } else {
                None
            };
            plies.push(Ply {
                from: (word & 127) as u8,
                to: (word >> 7 & 127) as u8,
                choice,
                score,
            });
        }
        Some(Self { variant, start, result, plies })
    }
}

/// Appends a body with what stands before it: what it is, its length and its checksum; `false` if it is too
/// long for that.
#[must_use]
pub(super) fn frame(magic: [u8; 4], body: &[u8], bytes: &mut Vec<u8>) -> bool {
    let Ok(length) = u16::try_from(body.len()) else { return false };
    bytes.extend_from_slice(&magic);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&fnv1a_32(body).to_le_bytes());
    bytes.extend_from_slice(body);
    true
}

/// The body with which these bytes begin after what stands before it, and the length of both in bytes.
pub(super) fn unframed(magic: [u8; 4], bytes: &[u8]) -> Result<(&[u8], usize), Unreadable> {
    let mut reader = Reader(bytes);
    let found = reader.take(magic.len().min(bytes.len()))?;
    if found != &magic[..found.len()] {
        return Err(Unreadable::Damaged);
    }
    let length = usize::from(u16::from_le_bytes(reader.array()?));
    let wanted = u32::from_le_bytes(reader.array()?);
    let body = reader.take(length)?;
    if fnv1a_32(body) != wanted {
        return Err(Unreadable::Damaged);
    }
    Ok((body, bytes.len() - reader.0.len()))
}

/// Appends a number, seven bits a byte, the lowest first.
fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A signed number as an unsigned one that is small if its amount is.
const fn folded(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}

const fn unfolded(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// Bytes that are read from the front.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Unreadable> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Unreadable::Torn)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Unreadable> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Unreadable::Torn)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let [byte] = self.array().ok()?;
            number |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.take(length as usize).ok()?).ok()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn game() -> GameRecord {
        let ply = |from, to, choice, score| Ply { from, to, choice, score };
        let plies = vec![
            ply(12, 28, 0, None),
            ply(52, 36, 0, Some(-31)),
            ply(0, 127, 3, Some(29_998)),
            ply(127, 0, 255, Some(-29_998)),
            ply(6, 21, 0, None),
            ply(6, 21, 1, Some(-29_998)),
        ];
        let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned();
        GameRecord { variant: Variant::default(), start, result: GameResult::White, plies }
    }

    fn bytes_of(game: &GameRecord) -> Vec<u8> {
        let mut bytes = Vec::new();
        assert!(game.write(300, &mut bytes));
        bytes
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        for result in GameResult::ALL {
            let game = GameRecord { result, ..game() };
            let mut bytes = bytes_of(&game);
            let length = bytes.len();
            bytes.extend_from_slice(b"and more");
            assert_eq!(GameRecord::read(&bytes), Ok((game.clone(), Some(300), length)));
            // A record of the version before has no number.
            let mut body = bytes[10..length].to_vec();
            body.drain(..2);
            let old = [&UNNUMBERED[..], &record_of(&body)[4..]].concat();
            assert_eq!(GameRecord::read(&old), Ok((game, None, old.len())));
        }
    }

    #[test]
    fn a_torn_record_is_seen() {
        let bytes = bytes_of(&game());
        for length in 0..bytes.len() {
            assert_eq!(GameRecord::read(&bytes[..length]), Err(Unreadable::Torn), "{length}");
        }
    }

    #[test]
    fn a_changed_byte_is_seen() {
        let bytes = bytes_of(&game());
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0x20;
            assert!(GameRecord::read(&changed).is_err(), "{index}");
        }
    }

    /// A record with this body, and with the checksum that is right for it.
    fn record_of(body: &[u8]) -> Vec<u8> {
        let length = (body.len() as u16).to_le_bytes();
        [&MAGIC[..], &length, &fnv1a_32(body).to_le_bytes(), body].concat()
    }

    #[test]
    fn a_score_that_is_none_is_damage() {
        let name = Variant::default().name();
        let mut start = vec![0, name.len() as u8];
        start.extend_from_slice(name.as_bytes());
        start.extend_from_slice(&[0, GameResult::Draw as u8]);
        let with = |differences: &[i32]| {
            let mut body = start.clone();
            for &difference in differences {
                body.extend_from_slice(&[12, 14]);
                put_number(&mut body, folded(difference));
            }
            GameRecord::read(&record_of(&body)).map(|(game, ..)| game.plies.len())
        };
        assert_eq!(with(&[32_767, -65_535]), Ok(2));
        for bad in [&[32_768][..], &[i32::MIN], &[1, i32::MAX], &[-2, i32::MIN]] {
            assert_eq!(with(bad), Err(Unreadable::Damaged), "{bad:?}");
        }
    }

    #[test]
    fn the_name_of_the_game_is_written_out() {
        let name = Variant::default().name().to_ascii_uppercase();
        let mut body = vec![0, name.len() as u8];
        body.extend_from_slice(name.as_bytes());
        body.extend_from_slice(&[0, 0]);
        let bytes = record_of(&body);
        let (rules, length) = (ForeignRules::Game(name), bytes.len());
        assert_eq!(GameRecord::read(&bytes), Err(Unreadable::Foreign { rules, length }));
    }

    #[test]
    fn quiet_games_take_a_little_more_than_three_bytes_a_ply() {
        let score = |ply: i32| Some(20 + ply % 7 * (if ply % 2 == 0 { 5 } else { -5 }));
        let ply = |n| Ply { from: 12, to: 28, choice: 0, score: score(n) };
        let game =
            GameRecord { start: String::new(), plies: (0..100).map(ply).collect(), ..game() };
        let length = bytes_of(&game).len();
        assert!((300..350).contains(&length), "{length}");
    }

    #[test]
    fn a_game_that_is_too_long_is_not_written() {
        let ply = Ply { from: 1, to: 2, choice: 0, score: None };
        let game = GameRecord { plies: vec![ply; 40_000], ..game() };
        let mut bytes = Vec::new();
        assert!(!game.write(0, &mut bytes));
        assert!(bytes.is_empty());
    }
}
