//! Reads records.

use std::borrow::Cow;

use thiserror::Error;

use super::record::{GameRecord, GameResult, RecordedMove};

/// A text is not PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The error, in one line.
    pub reason: String,
    /// Whether the text ends within a game, as when a writer was killed.
    pub is_cut_off: bool,
}

/// The text of a file: UTF-8, or else Latin-1, which is the encoding of the PGN standard.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// How many variations may be within each other. Deeper ones are skipped.
const DEEPEST: usize = 30;

/// An iterator over the games of a text, each with the line on which it starts.
///
/// Comments, variations and numeric annotation glyphs are kept, escaped lines are skipped. Signs such as
/// `!?` and `+-` become glyphs, and figurines letters. Reading goes on after a malformed game.
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    text: &'a str,
    /// The number of bytes read.
    at: usize,
    /// The current line, from 1.
    line: usize,
    /// Whether a game must have a result, and the same one in its tag and after its moves.
    needs_results: bool,
}

impl<'a> PgnReader<'a> {
    /// Reads this text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, needs_results: true }
    }

    /// Reads games of which only the moves matter: a result may be missing, or not be that of the tag.
    pub const fn of_moves(text: &'a str) -> Self {
        Self { needs_results: false, ..Self::new(text) }
    }

    /// The end of the last game, in bytes from the start of the text.
    pub const fn offset(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn starts_line(&self) -> bool {
        self.text[..self.at].chars().next_back().is_none_or(|last| last == '\n')
    }

    /// Consumes and returns this many bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.line += taken.matches('\n').count();
        self.at += length;
        taken
    }

    /// Consumes and returns everything up to the first wanted character, or to the end.
    fn take_until(&mut self, wanted: impl FnMut(char) -> bool) -> &'a str {
        let length = self.rest().find(wanted).unwrap_or(self.rest().len());
        self.take(length)
    }

    /// Skips white space, comments to the end of the line, and escaped lines.
    fn skip_blanks(&mut self) {
        loop {
            self.take_until(|c| !c.is_whitespace() && c != '\u{FEFF}');
            match self.peek() {
                Some(';') => self.take_until(|c| c == '\n'),
                Some('%') if self.starts_line() => self.take_until(|c| c == '\n'),
                _ => return,
            };
        }
    }

    fn error(&self, reason: impl Into<String>) -> PgnError {
        PgnError { line: self.line, reason: reason.into(), is_cut_off: false }
    }

    fn cut_off(&self) -> PgnError {
        let reason = "the text ends in the middle of a game".to_owned();
        PgnError { line: self.line, reason, is_cut_off: true }
    }

    fn game(&mut self) -> Result<GameRecord, PgnError> {
        let mut tags = Vec::new();
        while self.peek() == Some('[') {
            tags.push(self.tag()?);
            self.skip_blanks();
        }
        let (comment, plies, result) = self.moves()?;
        let record = GameRecord { tags, comment, plies, result };
        match record.tag("Result") {
            Some(tag) if self.needs_results && tag != result.text() => {
                Err(self.error(format!("the tag says '{tag}', the moves end in '{result}'")))
            }
            _ => Ok(record),
        }
    }

    /// A pair of a name and a value in brackets, on one line.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let Some(length) = self.rest().find('\n') else {
            // A game cannot end in a tag.
            return Err(self.cut_off());
        };
        let line = &self.rest()[..length];
        let brackets = line.match_indices(']').map(|(at, _)| at);
        let tag = brackets.into_iter().find_map(|at| Some((at + 1, name_and_value(&line[1..at])?)));
        let (length, (name, value)) =
            tag.ok_or_else(|| self.error(format!("'{}' is not a tag", line.trim())))?;
        self.take(length);
        Ok((name.to_owned(), unescape(value)))
    }

    /// The comment before the first move, the moves, and the result.
    fn moves(&mut self) -> Result<(String, Vec<RecordedMove>, GameResult), PgnError> {
        let mut opening = String::new();
        // The game, and the variations that are open.
        let mut lines: Vec<Vec<RecordedMove>> = vec![Vec::new()];
        loop {
            self.skip_blanks();
            let depth = lines.len();
            let is_game = depth == 1;
            let last = lines.last_mut().and_then(|line| line.last_mut());
            match self.peek() {
                None if is_game && !self.needs_results => {
                    return Ok((opening, lines.swap_remove(0), GameResult::Open));
                }
                None => return Err(self.cut_off()),
                Some('{') if !self.is_at_token() => {
                    let comment = self.comment()?;
                    match last {
                        Some(ply) => append(&mut ply.comment, &comment),
                        None if is_game => append(&mut opening, &comment),
                        None => {}
                    }
                }
                Some('(') if depth > DEEPEST || last.is_none() => self.skip_variation()?,
                Some('(') => {
                    self.take(1);
                    lines.push(Vec::new());
                }
                Some(')') if !is_game => {
                    self.take(1);
                    let variation = lines.pop().unwrap_or_default();
                    let replaced = lines.last_mut().and_then(|line| line.last_mut());
                    if let Some(ply) = replaced.filter(|_| !variation.is_empty()) {
                        ply.variations.push(variation);
                    }
                }
                Some('$') => {
                    self.take(1);
                    let glyph = self.take_until(|c| !c.is_ascii_digit()).parse().ok();
                    if let Some((ply, glyph)) = last.zip(glyph) {
                        ply.glyphs.push(glyph);
                    }
                }
                Some('[') if is_game && self.starts_line() && !self.needs_results => {
                    return Ok((opening, lines.swap_remove(0), GameResult::Open));
                }
                Some('[') if is_game && self.starts_line() => {
                    return Err(self.error("a game without a result"));
                }
                Some(_) => {
                    let written = self.word();
                    let word = &*in_letters(written);
                    let (unsigned, glyph) = without_sign(word);
                    let san = without_numbers(unsigned);
                    if let Some((ply, judgement)) = last.zip(evaluation(san)) {
                        ply.glyphs.push(judgement);
                        continue;
                    }
                    // What would be skipped at the beginning of a word, when lines are broken elsewhere.
                    let is_skipped = |letter: &char| matches!(letter, '%' | '\u{FEFF}');
                    let stray = match written {
                        "" => self.peek(),
                        _ => san.chars().next().filter(is_skipped),
                    };
                    match (stray, GameResult::parse(san)) {
                        (Some(stray), _) if is_game => {
                            return Err(self.error(format!("unexpected '{stray}' among moves")));
                        }
                        // Anything else in a variation is skipped.
                        (Some(stray), _) if written.is_empty() => {
                            self.take(stray.len_utf8());
                        }
                        (None, Some(result)) if is_game => {
                            return Ok((opening, lines.swap_remove(0), result));
                        }
                        (None, None) if !san.is_empty() => {
                            let (san, glyphs) = (san.to_owned(), glyph.into_iter().collect());
                            let ply = RecordedMove { san, glyphs, ..RecordedMove::default() };
                            if let Some(line) = lines.last_mut() {
                                line.push(ply);
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Whether the brace here opens the token of a piece, as older records have it: there are only
    /// upper-case letters in it, and squares after it.
    fn is_at_token(&self) -> bool {
        let Some((token, rest)) = self.rest().strip_prefix('{').and_then(|r| r.split_once('}'))
        else {
            return false;
        };
        let is_in_move = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let after_digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        token.len() > 1
            && token.chars().all(|letter| letter.is_ascii_uppercase())
            && rest.starts_with(is_in_move)
            && after_digits.starts_with(is_in_move)
    }

    fn comment(&mut self) -> Result<String, PgnError> {
        self.take(1);
        let words: Vec<&str> = self.take_until(|c| c == '}').split_whitespace().collect();
        if self.peek().is_none() {
            return Err(self.cut_off());
        }
        self.take(1);
        Ok(words.join(" "))
    }

    /// Skips a variation and the variations in it.
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let mut depth = 0;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(self.cut_off()),
                Some('{') if !self.is_at_token() => {
                    self.comment()?;
                }
                Some(bracket @ ('(' | ')')) => {
                    self.take(1);
                    depth += if bracket == '(' { 1 } else { -1 };
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Some(_) => {
                    let length = self.word().len();
                    // Anything else in a variation is skipped.
                    if length == 0 {
                        let stray = self.peek().map_or(0, char::len_utf8);
                        self.take(stray);
                    }
                }
            }
        }
    }

    /// Consumes a word, which ends at white space or a bracket. Braces of tokens belong to it.
    fn word(&mut self) -> &'a str {
        let (mut is_in_token, mut before) = (false, '=');
        self.take_until(|c| {
            let ends = match c {
                '{' if before == '=' => {
                    is_in_token = true;
                    false
                }
                '}' if is_in_token => {
                    is_in_token = false;
                    false
                }
                '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' => true,
                _ => c.is_whitespace(),
            };
            before = c;
            ends
        })
    }

    /// Skips to where the next game may start.
    fn skip_game(&mut self) {
        let next = self.rest().match_indices("\n[").map(|(at, _)| at + 1).find(|&at| {
            // The first tag of a game does not follow another tag.
            let before = self.rest()[..at].trim_end().rsplit('\n').next().unwrap_or_default();
            !before.trim_start().starts_with('[')
        });
        self.take(next.unwrap_or(self.rest().len()));
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<(usize, GameRecord), PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        self.peek()?;
        let line = self.line;
        let game = self.game();
        if game.is_err() {
            self.skip_game();
        }
        Some(game.map(|record| (line, record)))
    }
}

/// Adds a comment to what is said already.
fn append(text: &mut String, comment: &str) {
    if !text.is_empty() && !comment.is_empty() {
        text.push(' ');
    }
    text.push_str(comment);
}

/// A move without the sign behind it, and the glyph that the sign is.
fn without_sign(word: &str) -> (&str, Option<u8>) {
    let san = word.trim_end_matches(['!', '?']);
    let glyph = match &word[san.len()..] {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return (word, None),
    };
    (san, Some(glyph))
}

/// The glyph of a sign that judges the position, as it stands behind a move.
fn evaluation(word: &str) -> Option<u8> {
    Some(match word {
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" | "+−" => 18,
        "-+" | "−+" => 19,
        _ => return None,
    })
}

/// Letters in place of the figurines of chess pieces; a pawn has none.
fn in_letters(san: &str) -> Cow<'_, str> {
    let is_figurine = |letter: char| ('♔'..='♟').contains(&letter);
    if !san.contains(is_figurine) {
        return Cow::Borrowed(san);
    }
    let letter = |letter| match letter {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => None,
        other => Some(other),
    };
    Cow::Owned(san.chars().filter_map(letter).collect())
}

/// Removes the move numbers from a word such as `12.Nf3`.
fn without_numbers(mut word: &str) -> &str {
    loop {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = rest.len() < word.len() && rest.is_empty() || rest.starts_with('.');
        if !is_number {
            return word;
        }
        word = rest.trim_start_matches('.');
    }
}

/// The parts of a tag without its brackets. Quotes within the value need not be escaped.
fn name_and_value(tag: &str) -> Option<(&str, &str)> {
    let (name, value) = tag.trim().split_once(char::is_whitespace)?;
    let value = value.trim_start().strip_prefix('"')?.strip_suffix('"')?;
    let backslashes = value.len() - value.trim_end_matches('\\').len();
    backslashes.is_multiple_of(2).then_some((name, value))
}

/// Removes the backslashes that escape characters in the value of a tag.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        text.push(if letter == '\\' { letters.next().unwrap_or('\\') } else { letter });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    const FULL: &str = "\
[Event \"A \\\"good\\\" one\"]
[Result \"1-0\"]

% an escaped line
1. e4 {best by test} e5 $1 2. Nf3 (2. f4 exf4 (2... d5 {a (counter)}) 3. Nf3) 2... Nc6 ; the rest
3.Bb5 {a} {b} a6 4...{AG}xc6={RN} 0-0 1-0

[White \"x\"]
*
";

    fn sans(record: &GameRecord) -> Vec<&str> {
        record.plies.iter().map(|ply| ply.san.as_str()).collect()
    }

    #[test]
    fn numbers_are_no_moves_however_they_are_written() {
        for (word, expected) in [
            ("12.Nf3", "Nf3"),
            ("12...Nf3", "Nf3"),
            ("12", ""),
            ("1.4", ""),
            (".2.N", "N"),
            ("...", ""),
            ("0-0", "0-0"),
            ("e4", "e4"),
        ] {
            assert_eq!(without_numbers(word), expected, "{word}");
        }
    }

    #[test]
    fn a_number_may_stand_before_the_result() {
        for (text, count, result) in [
            ("1. e4 e5 2. 1-0\n", 2, GameResult::Win(Color::White)),
            ("1.e4 1...*\n", 1, GameResult::Open),
            ("3.*\n", 0, GameResult::Open),
        ] {
            let game = PgnReader::new(text).next().expect("a game").expect("it reads").1;
            assert_eq!((game.plies.len(), game.result), (count, result), "{text}");
        }
        for text in ["1. e4 %e5 *\n", "1.%e4 *\n", "1.\u{FEFF}e4 *\n"] {
            let refusal = PgnReader::new(text).next().expect("a game").expect_err("no move");
            assert!(refusal.to_string().contains("' among moves"), "{refusal}");
        }
    }

    #[test]
    fn everything_that_may_stand_among_moves_is_read() {
        let games: Vec<_> = PgnReader::new(FULL).map(|game| game.expect("it reads")).collect();
        let [(1, first), (8, second)] = &games[..] else { panic!("{games:?}") };
        assert_eq!(first.tag("Event"), Some("A \"good\" one"));
        assert_eq!(sans(first), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "{AG}xc6={RN}", "0-0"]);
        assert_eq!((&*first.plies[0].comment, &*first.plies[4].comment), ("best by test", "a b"));
        assert_eq!(first.result, GameResult::Win(Color::White));
        assert_eq!((sans(second).len(), second.result), (0, GameResult::Open));
    }

    #[test]
    fn variations_signs_and_comments_are_kept() {
        let text = "{before} 1. e4! {best} e5 $6 $14 (1... c5?! {sharp} 2. Nf3 (2. c3 1-0) (2. f4) 2... d6) 2. Nf3!? *\n";
        let (_, record) = PgnReader::new(text).next().expect("a game").expect("it reads");
        assert_eq!(record.comment, "before");
        assert_eq!(sans(&record), ["e4", "e5", "Nf3"]);
        let glyphs: Vec<_> = record.plies.iter().map(|ply| &*ply.glyphs).collect();
        assert_eq!(glyphs, [&[1][..], &[6, 14], &[5]]);
        let [variation] = &record.plies[1].variations[..] else { panic!("{record:?}") };
        let tried: Vec<_> = variation.iter().map(|ply| (&*ply.san, ply.variations.len())).collect();
        assert_eq!(tried, [("c5", 0), ("Nf3", 2), ("d6", 0)]);
        assert_eq!((&*variation[0].comment, &*variation[0].glyphs), ("sharp", &[6][..]));
        assert_eq!(variation[1].variations[1][0].san, "f4");
        // What it writes of that is the same again.
        let written = record.to_string();
        let (_, again) = PgnReader::new(&written).next().expect("a game").expect("it reads");
        assert_eq!(again, record, "{written}");
    }

    #[test]
    fn judgements_and_figurines_of_other_programs_are_read() {
        let text = "1. e4 = ♟c5 +/= 2.♘f3! ± ♞c6 (2... ♙d6 -+) 3. ♗b5 ∞ a6 4. ♕xc6 bxc6=♛ +- *\n";
        let (_, record) = PgnReader::new(text).next().expect("a game").expect("it reads");
        assert_eq!(sans(&record), ["e4", "c5", "Nf3", "Nc6", "Bb5", "a6", "Qxc6", "bxc6=Q"]);
        let glyphs: Vec<_> = record.plies.iter().map(|ply| &*ply.glyphs).collect();
        let expected: [&[u8]; 8] = [&[10], &[14], &[1, 16], &[], &[13], &[], &[], &[18]];
        assert_eq!(glyphs, expected);
        assert_eq!(
            (&*record.plies[3].variations[0][0].san, &*record.plies[3].variations[0][0].glyphs),
            ("d6", &[19][..])
        );
        // A pawn without a square says nothing.
        let (_, record) = PgnReader::new("1. ♙ e4 *\n").next().expect("a game").expect("it reads");
        assert_eq!(sans(&record), ["e4"]);
    }

    #[test]
    fn what_looks_like_signs_and_numbers_is_the_same_when_it_is_read_again() {
        for text in [
            "1. e4 12! 5?? 1.! !! e5!!! 1.!!!! *\n",
            "1. ♟12.e4 e5!♟ ♙ ♙! 1.♟+- d4♙+- 7.=! ♙♟ (+- 3.± e4 3.±!) *\n",
            "1. e4 ( 7! 1-0! %x e5 12 ) ( ) e5 $ $999 $3 1-0!\n",
        ] {
            let (_, record) = PgnReader::new(text).next().expect("a game").expect("it reads");
            let written = record.to_string();
            let (_, again) = PgnReader::new(&written).next().expect("a game").expect("it reads");
            assert_eq!(again, record, "{written}");
        }
    }

    #[test]
    fn variations_that_are_deeper_than_anybody_writes_them_are_skipped() {
        for depth in [1, DEEPEST, DEEPEST + 1, 100_000] {
            let text = format!("1. e4 {}{} e5 *\n", "(1. d4 ".repeat(depth), ")".repeat(depth));
            let (_, record) = PgnReader::new(&text).next().expect("a game").expect("it reads");
            assert_eq!(sans(&record), ["e4", "e5"]);
            let (mut plies, mut found) = (&record.plies, 0);
            while let Some(variation) = plies[0].variations.first() {
                (plies, found) = (variation, found + 1);
            }
            assert_eq!(found, depth.min(DEEPEST));
        }
    }

    #[test]
    fn an_empty_comment_adds_nothing() {
        assert_eq!(moves_of("1. e4 {a} { } {} *"), [("e4".to_owned(), "a".to_owned())]);
        assert_eq!(moves_of("1. e4 { } {a} *"), [("e4".to_owned(), "a".to_owned())]);
    }

    /// The moves of a text with one game, and the comments on them.
    fn moves_of(text: &str) -> Vec<(String, String)> {
        let mut games = PgnReader::new(text);
        let (_, record) = games.next().expect("a game").expect("it reads");
        assert!(games.next().is_none(), "{text}");
        record.plies.into_iter().map(|ply| (ply.san, ply.comment)).collect()
    }

    #[test]
    fn files_of_other_programs_are_read() {
        let plain = "[Event \"x\"]\n% {\n\n1. e4 {a} e5 ; a } or { (\n2. RNxd5=QN $14 Nc6 (2... d6 ;)\n) *\n";
        let expected = moves_of(plain);
        let sans: Vec<_> = expected.iter().map(|(san, _)| &**san).collect();
        assert_eq!(sans, ["e4", "e5", "RNxd5=QN", "Nc6"]);
        assert_eq!(moves_of(&plain.replace('\n', "\r\n")), expected);
        assert_eq!(moves_of(&format!("\u{FEFF}{plain}")), expected);
        assert_eq!(moves_of(&plain.replace("1. e4 {a} e5", "1.e4{a}1...e5")), expected);
        let latin = b"[White \"Andr\xe9\"] [Black \"a ] \"b\" \\\"]\"]\n1. e4 {\xbd} *\n";
        let text = decode(latin);
        let (_, record) = PgnReader::new(&text).next().expect("a game").expect("it reads");
        assert_eq!(record.tag("White"), Some("Andr\u{e9}"));
        assert_eq!(record.tag("Black"), Some("a ] \"b\" \"]"));
        assert_eq!(record.plies[0].comment, "\u{bd}");
        assert_eq!(decode("\u{e9}".as_bytes()), "\u{e9}");
    }

    #[test]
    fn a_brace_opens_a_comment_unless_it_can_only_be_that_of_a_piece() {
        for (text, moves) in [
            ("1. {NP}xh6 {QN}1d2={QNP} *", &[("{NP}xh6", ""), ("{QN}1d2={QNP}", "")][..]),
            ("1. e4 {OK}1... e5 *", &[("e4", "OK"), ("e5", "")]),
            ("1. e4 {book}e5 {only}2. d4 *", &[("e4", "book"), ("e5", "only"), ("d4", "")]),
            ("1. e4{N}e5 *", &[("e4", "N"), ("e5", "")]),
        ] {
            let expected: Vec<_> =
                moves.iter().map(|&(san, comment)| (san.to_owned(), comment.to_owned())).collect();
            assert_eq!(moves_of(&format!("{text}\n")), expected, "{text}");
        }
    }

    #[test]
    fn a_bad_game_is_reported_and_the_next_is_read() {
        let text = "[A \"1\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n\n[B \"2\"]\n\n1. d4 *\n";
        let games: Vec<_> = PgnReader::new(text).collect();
        let [Err(error), Ok((6, good))] = &games[..] else { panic!("{games:?}") };
        assert_eq!(error.to_string(), "line 4: the tag says '1-0', the moves end in '0-1'");
        assert_eq!(sans(good), ["d4"]);
        for (text, reason) in [
            ("[A 1]\n\n*\n", "line 1: '[A 1]' is not a tag"),
            ("[A \"1\"]\n1. e4 )\n", "line 2: unexpected ')' among moves"),
            ("[A \"1\"]\n1. e4\n[A \"1\"]\n*", "line 3: a game without a result"),
        ] {
            let error = PgnReader::new(text).next().expect("something").expect_err("an error");
            assert_eq!(error.to_string(), reason);
        }
    }

    #[test]
    fn a_text_cut_anywhere_gives_complete_games() {
        assert!(PgnReader::new(FULL).all(|game| game.is_ok()));
        for end in (0..FULL.len()).filter(|&end| FULL.is_char_boundary(end)) {
            let mut reader = PgnReader::new(&FULL[..end]);
            let mut last_good = 0;
            while let Some(game) = reader.next() {
                match game {
                    Ok(_) => last_good = reader.offset(),
                    Err(error) => assert!(error.is_cut_off, "{end}: {error}"),
                }
            }
            // `1-0` is complete only at its last character.
            let first_end = FULL.find("0-0 1-0").map_or(0, |at| at + 7);
            assert_eq!(last_good >= first_end, end >= first_end, "{end}");
        }
    }
}
