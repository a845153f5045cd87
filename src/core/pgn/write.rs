//! Writes records.

use std::fmt;

use super::record::{GameRecord, RecordedMove};

/// The maximum length of lines of moves in the export format of the standard.
const MAX_WIDTH: usize = 80;

impl GameRecord {
    /// Whether Black moves first, and the number of the first move, from the tag `FEN`.
    fn first_move(&self) -> (bool, u32) {
        let mut fields = self.tag("FEN").unwrap_or_default().split_ascii_whitespace().skip(1);
        let is_black = fields.next() == Some("b");
        (is_black, fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1))
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{}\"]", value.replace(['\n', '\r'], " "))?;
        }
        writeln!(f)?;
        let mut words = Words { f, column: 0 };
        if !self.comment.is_empty() {
            words.comment(&self.comment)?;
        }
        let (is_black, number) = self.first_move();
        words.line(&self.plies, is_black, number)?;
        words.write(self.result.text())?;
        writeln!(f)
    }
}

/// Writes words with a space or a line break between them.
struct Words<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Words<'_, '_> {
    fn write(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column == 0 {
            self.column = width;
        } else if self.column + 1 + width > MAX_WIDTH {
            self.f.write_str("\n")?;
            self.column = width;
        } else {
            self.f.write_str(" ")?;
            self.column += 1 + width;
        }
        self.f.write_str(word)
    }

    /// Moves with what is noted on them, from one of Black or of White with this number on.
    fn line(&mut self, plies: &[RecordedMove], mut is_black: bool, mut number: u32) -> fmt::Result {
        let mut needs_number = true;
        for ply in plies {
            if !is_black {
                self.write(&format!("{number}."))?;
            } else if needs_number {
                self.write(&format!("{number}..."))?;
            }
            self.write(&ply.san)?;
            for glyph in &ply.glyphs {
                self.write(&format!("${glyph}"))?;
            }
            if !ply.comment.is_empty() {
                self.comment(&ply.comment)?;
            }
            for variation in &ply.variations {
                self.write("(")?;
                self.line(variation, is_black, number)?;
                self.write(")")?;
            }
            needs_number = !ply.comment.is_empty() || !ply.variations.is_empty();
            number += u32::from(is_black);
            is_black = !is_black;
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        let text = format!("{{{}}}", comment.replace('{', "(").replace('}', ")"));
        text.split_whitespace().try_for_each(|word| self.write(word))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::PgnReader;
    use super::super::record::{GameRecord, GameResult, RecordedMove};
    use crate::board::Color;

    fn record(fen: &str, plies: &[(&str, &str)]) -> GameRecord {
        let ply = |&(san, comment): &(&str, &str)| RecordedMove {
            san: san.to_owned(),
            comment: comment.to_owned(),
            ..RecordedMove::default()
        };
        GameRecord {
            tags: vec![
                ("White".to_owned(), "the \"one\" \\ the other".to_owned()),
                ("FEN".to_owned(), fen.to_owned()),
            ],
            comment: String::new(),
            plies: plies.iter().map(ply).collect(),
            result: GameResult::Win(Color::Black),
        }
    }

    #[test]
    fn move_numbers_stand_where_they_are_needed() {
        let text = record(
            "8/8/8/8/8/8/8/8 b - - 3 12",
            &[("a6", ""), ("b3", "+1.00/5 0.10s"), ("Ka7", "")],
        )
        .to_string();
        let moves = text.split("\n\n").nth(1);
        assert_eq!(moves, Some("12... a6 13. b3 {+1.00/5 0.10s} 13... Ka7 0-1\n"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let plies: Vec<(&str, &str)> =
            [("RNxd5=QN", "it \"takes\" an {N}"), ("e8=RN", ""), ("Fxa4xa6-a8", "book")].repeat(30);
        let written = record("8/8/8/8/8/8/8/8 w - - 0 1", &plies);
        let text = format!("{written}\n{written}");
        assert!(text.lines().all(|line| line.len() <= 80));
        let read: Vec<GameRecord> =
            PgnReader::new(&text).map(|game| game.expect("it reads").1).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].plies[0].comment, "it \"takes\" an (N)");
        for game in read {
            assert_eq!((&game.tags, game.result), (&written.tags, written.result));
            let sans =
                |game: &GameRecord| game.plies.iter().map(|p| p.san.clone()).collect::<Vec<_>>();
            assert_eq!(sans(&game), sans(&written));
        }
    }
}
