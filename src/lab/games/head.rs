//! How games were made: a record that stands before them, so that a file goes on as it began.

use std::fmt;

use super::record::{self, Unreadable};

/// What every head begins with; the last letter is the version of the format.
pub(super) const MAGIC: [u8; 4] = *b"VGH1";

/// How games were made: names and values, such as that of a seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Making(Vec<(String, String)>);

impl Making {
    /// What was made with these settings: names of one word, values of one line.
    pub fn new<'a>(settings: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        Self(settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// In what this differs from another first, in words: `seed 9, not 10`. `None` if they are the same.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let value = |making: &Self, name: &str| {
            let setting = making.0.iter().find(|(known, _)| known == name);
            setting.map_or_else(|| "unknown".to_owned(), |(_, value)| value.clone())
        };
        let names = self.0.iter().chain(&other.0).map(|(name, _)| name);
        let pairs = names.map(|name| (name, value(self, name), value(other, name)));
        let mut differing = pairs.filter(|(_, here, there)| here != there);
        differing.next().map(|(name, here, there)| format!("{name} {here}, not {there}"))
    }

    /// Appends the bytes of the head.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let lines = self.0.iter().map(|(name, value)| format!("{name} {value}\n"));
        let is_written = record::frame(MAGIC, lines.collect::<String>().as_bytes(), bytes);
        debug_assert!(is_written, "a few short lines");
    }

    /// The head with which these bytes begin, and its length in bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<(Self, usize), Unreadable> {
        let (body, length) = record::unframed(MAGIC, bytes)?;
        let text = std::str::from_utf8(body).map_err(|_| Unreadable::Damaged)?;
        let setting = |line: &str| {
            let (name, value) = line.split_once(' ')?;
            Some((name.to_owned(), value.to_owned()))
        };
        let settings: Option<_> = text.lines().map(setting).collect();
        Ok((Self(settings.ok_or(Unreadable::Damaged)?), length))
    }
}

/// `seed 9, nodes 200`
impl fmt::Display for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, value)) in self.0.iter().enumerate() {
            let comma = if number > 0 { ", " } else { "" };
            write!(f, "{comma}{name} {value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn making(settings: &[(&str, &str)]) -> Making {
        Making::new(settings.iter().map(|&(name, value)| (name, value.to_owned())))
    }

    #[test]
    fn a_head_is_read_as_it_was_written() {
        for making in [making(&[]), making(&[("version", "0.2.0 (1234abc)"), ("seed", "9")])] {
            let mut bytes = Vec::new();
            making.write(&mut bytes);
            let length = bytes.len();
            bytes.extend_from_slice(b"and more");
            assert_eq!(Making::read(&bytes), Ok((making, length)));
            for index in 0..length {
                assert!(Making::read(&bytes[..index]).is_err());
                let mut changed = bytes.clone();
                changed[index] ^= 0x20;
                assert!(Making::read(&changed).is_err(), "{index}");
            }
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        let nine = making(&[("seed", "9"), ("nodes", "60")]);
        assert_eq!(nine.to_string(), "seed 9, nodes 60");
        assert_eq!(nine.difference(&nine), None);
        for (other, difference) in [
            (making(&[("seed", "10"), ("nodes", "61")]), "seed 9, not 10"),
            (making(&[("seed", "9")]), "nodes 60, not unknown"),
            (making(&[("seed", "9"), ("nodes", "60"), ("x", "1")]), "x unknown, not 1"),
        ] {
            assert_eq!(nine.difference(&other).as_deref(), Some(difference));
        }
    }
}
