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

/// How many variations may be within each other. Deeper ones are skipped.
const DEEPEST: usize = 30;

/// The most moves of a game, with those of its variations: more than any game has, and few enough for memory.
const MOST_MOVES: usize = 1 << 17;

/// An iterator over the games of a text, each with the line on which it starts.
///
/// Comments, variations and numeric annotation glyphs are kept, escaped lines are skipped. Signs such as
/// `!?` and `+-` become glyphs, figurines letters, and long dashes hyphens. Words that can be no move, such as
/// `e.p.`, are skipped. Reading goes on after a malformed game.
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    pub(super) text: &'a str,
    /// The number of bytes read.
    pub(super) at: usize,
    /// The current line, from 1.
    pub(super) line: usize,
    /// Whether the text begins with a line.
    pub(super) begins_line: bool,
    /// Whether every fault of a game is an error, so that it must have a result behind its moves.
    pub(super) is_strict: bool,
    /// The moves of the game so far.
    pub(super) moves: usize,
    /// Whether the last game, though bad, has been read to its end.
    pub(super) is_past_game: bool,
}

impl<'a> PgnReader<'a> {
    /// Reads this text. A game without a result behind its moves is an error, as is one whose tag has another.
    pub const fn new(text: &'a str) -> Self {
        let (begins_line, is_strict) = (true, true);
        Self { text, at: 0, line: 1, begins_line, is_strict, moves: 0, is_past_game: false }
    }

    /// Reads what can be read of this text: a game may end without a result, which is that of its tag then, and
    /// tags that are none and stray brackets among moves are skipped.
    pub const fn lenient(text: &'a str) -> Self {
        Self { is_strict: false, ..Self::new(text) }
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
        let before = self.text[..self.at].chars().next_back();
        before.map_or(self.begins_line, |last| matches!(last, '\n' | '\u{FEFF}'))
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

    /// A game, in which this comment stands before everything else.
    fn game(&mut self, mut comment: String) -> Result<GameRecord, PgnError> {
        let (mut tags, mut bad_tag) = (Vec::<(String, String)>::new(), None);
        // A second event is that of the next game, where this one has no moves.
        let is_next = |this: &Self, tags: &[(String, String)]| {
            let line = this.rest().lines().next().unwrap_or_default();
            let tag = line.strip_prefix('[').and_then(|t| t.trim().split_once(char::is_whitespace));
            tag.is_some_and(|(name, _)| name == "Event") && tags.iter().any(|(n, _)| n == "Event")
        };
        while self.peek() == Some('[') && !is_next(self, &tags) {
            match self.tag() {
                Ok(tag) => tags.push(tag),
                Err(error) if self.is_strict => return Err(error),
                Err(error) => {
                    bad_tag.get_or_insert(error);
                    self.take_until(|c| c == '\n');
                }
            }
            self.skip_blanks();
        }
        let (plies, found) = self.moves(&mut comment)?;
        let is_nothing = tags.is_empty() && plies.is_empty() && found.is_none();
        if is_nothing && (bad_tag.is_some() || comment.is_empty()) {
            return Err(bad_tag.unwrap_or_else(|| self.error("there is no game here")));
        }
        let mut record = GameRecord { tags, comment, plies, result: GameResult::Open };
        let said = record.tag("Result").map(|tag| (tag, result(&in_letters(tag))));
        // `*` also says that the result is not known.
        let decided = |result: &GameResult| *result != GameResult::Open;
        let (said, found) = match (said, found) {
            (Some((tag, None)), Some(found)) if self.is_strict => {
                return Err(self.wrong_tag(tag, found));
            }
            (said, found) => (said.and_then(|(_, said)| said), found),
        };
        match (said.filter(decided), found.filter(decided)) {
            (Some(said), Some(found)) if said != found && self.is_strict => {
                return Err(self.wrong_tag(said.text(), found));
            }
            (said, found) => record.result = said.or(found).unwrap_or(GameResult::Open),
        }
        for (name, said) in &mut record.tags {
            if name == "Result" && GameResult::parse(said).is_none() {
                record.result.text().clone_into(said);
            }
        }
        Ok(record)
    }

    fn wrong_tag(&mut self, tag: &str, found: GameResult) -> PgnError {
        self.is_past_game = true;
        self.error(format!("the tag says '{tag}', the moves end in '{found}'"))
    }

    /// A result. Where nothing is guessed, half a draw is a record that was cut.
    fn result(&self, word: &str) -> Option<GameResult> {
        if self.is_strict { GameResult::parse(word) } else { result(word) }
    }

    /// The end of a game that has no result.
    fn without_result(&mut self) -> Result<Option<GameResult>, PgnError> {
        if self.is_strict {
            self.is_past_game = true;
            return Err(self.error("a game without a result"));
        }
        Ok(None)
    }

    /// Whether the next game begins here, where only blanks and this empty line stand before: its tags, or its
    /// first move.
    fn is_at_next_game(&self, has_moves: bool, has_empty_line: bool) -> bool {
        let is_tag = || {
            let line = self.rest().lines().next().unwrap_or_default();
            let inner = line.trim().strip_prefix('[');
            inner.and_then(|tag| tag.strip_suffix(']')).is_some_and(|t| name_and_value(t).is_some())
        };
        let is_first_move = || {
            let move_text = self.rest().strip_prefix("1.");
            has_moves && has_empty_line && move_text.is_some_and(|text| !text.starts_with('.'))
        };
        self.starts_line() && (self.peek() == Some('[') && is_tag() || is_first_move())
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

    /// The moves, and the result behind them; the comment before the first one is added to what is said already.
    fn moves(
        &mut self,
        opening: &mut String,
    ) -> Result<(Vec<RecordedMove>, Option<GameResult>), PgnError> {
        self.moves = 0;
        // The game, and the variations that are open.
        let mut lines: Vec<Vec<RecordedMove>> = vec![Vec::new()];
        // What is said before the first move of a variation.
        let mut ahead = String::new();
        loop {
            let before = self.at;
            self.skip_blanks();
            let mut gaps = self.text[before..self.at].split('\n').skip(1).peekable();
            let mut has_empty_line = false;
            while let Some(gap) = gaps.next() {
                has_empty_line |= gaps.peek().is_some() && gap.trim().is_empty();
            }
            let depth = lines.len();
            let is_game = depth == 1;
            if self.is_at_next_game(!lines[0].is_empty(), has_empty_line) {
                let result = self.without_result()?;
                return Ok((lines.swap_remove(0), result));
            }
            let last = lines.last_mut().and_then(|line| line.last_mut());
            match self.peek() {
                None if !self.is_strict => return Ok((lines.swap_remove(0), None)),
                None => return Err(self.cut_off()),
                Some('{') if !self.is_at_token() => {
                    let comment = self.comment()?;
                    match last {
                        Some(ply) => append(&mut ply.comment, &comment),
                        None if is_game => append(opening, &comment),
                        None => append(&mut ahead, &comment),
                    }
                }
                Some('(') if depth > DEEPEST || last.is_none() => self.skip_variation()?,
                Some('(') => {
                    self.take(1);
                    ahead.clear();
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
                Some(_) => {
                    let written = self.word();
                    let word = &*in_letters(written);
                    let (unsigned, glyph) = without_sign(word);
                    let san = without_numbers(unsigned);
                    if let Some(judgement) = evaluation(san).or(glyph.filter(|_| san.is_empty())) {
                        if let Some(ply) = last {
                            ply.glyphs.push(judgement);
                        }
                        continue;
                    }
                    // What would be skipped at the beginning of a word, when lines are broken elsewhere.
                    let is_skipped = |letter: &char| matches!(letter, '%' | '\u{FEFF}');
                    let stray = match written {
                        "" => self.peek(),
                        _ => san.chars().next().filter(is_skipped),
                    };
                    match (stray, self.result(san)) {
                        (Some(stray), _) if is_game && self.is_strict => {
                            return Err(self.error(format!("unexpected '{stray}' among moves")));
                        }
                        // A remark of a program, such as a clock, that stands in no comment.
                        (Some('['), _) if is_game => {
                            self.take_until(|c| matches!(c, ']' | '\n'));
                        }
                        (Some(stray), _) if written.is_empty() => {
                            self.take(stray.len_utf8());
                        }
                        (None, Some(result)) if is_game => {
                            let mut plies = lines.swap_remove(0);
                            let last = plies.last_mut().map(|ply| &mut ply.comment);
                            self.comments_behind(last.unwrap_or(opening))?;
                            return Ok((plies, Some(result)));
                        }
                        (None, None) if !san.is_empty() && !is_remark(san) => {
                            self.moves += 1;
                            if self.moves > MOST_MOVES {
                                let reason = format!("a game of more than {MOST_MOVES} moves");
                                return Err(self.error(reason));
                            }
                            let (san, glyphs) = (san.to_owned(), glyph.into_iter().collect());
                            let (comment, variations) = (std::mem::take(&mut ahead), Vec::new());
                            let ply = RecordedMove { san, comment, glyphs, variations };
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

    /// A comment. One that was never closed ends before the next game.
    fn comment(&mut self) -> Result<String, PgnError> {
        self.take(1);
        let body = self.rest().split('}').next().unwrap_or_default();
        let mut games = body.match_indices("\n[Event \"").map(|(at, _)| at + 1);
        let follows_empty_line =
            |&at: &usize| body[..at].lines().next_back().is_some_and(|line| line.trim().is_empty());
        let next = games.find(follows_empty_line);
        let body = self.take(next.unwrap_or(body.len()));
        match self.peek() {
            None if self.is_strict => return Err(self.cut_off()),
            Some('}') => {
                self.take(1);
            }
            _ => {}
        }
        Ok(body.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Comments before a game.
    fn comments_before(&mut self) -> Result<String, PgnError> {
        let mut text = String::new();
        self.skip_blanks();
        while self.peek() == Some('{') && !self.is_at_token() {
            append(&mut text, &self.comment()?);
            self.skip_blanks();
        }
        Ok(text)
    }

    /// Comments that stand behind the result on its line.
    fn comments_behind(&mut self, text: &mut String) -> Result<(), PgnError> {
        let is_space = |c| matches!(c, ' ' | '\t');
        self.take_until(|c| !is_space(c));
        while self.peek() == Some('{') {
            append(text, &self.comment()?);
            self.take_until(|c| !is_space(c));
        }
        Ok(())
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
    pub(super) fn skip_game(&mut self) {
        if self.is_past_game {
            return;
        }
        let next = self.rest().match_indices("\n[").map(|(at, _)| at + 1).find(|&at| {
            // The first tag of a game does not follow another tag.
            let before = self.text[..self.at + at].trim_end().rsplit('\n').next();
            let before = before.unwrap_or_default();
            !before.trim_start().starts_with('[')
        });
        self.take(next.unwrap_or(self.rest().len()));
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<(usize, GameRecord), PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.is_past_game = false;
        let comment = self.comments_before();
        if comment.is_ok() {
            self.peek()?;
        }
        let line = self.line;
        let game = comment.and_then(|comment| self.game(comment));
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

/// A result, also as people write a draw.
fn result(word: &str) -> Option<GameResult> {
    if matches!(word, "1/2" | "\u{bd}" | "\u{bd}-\u{bd}") {
        return Some(GameResult::Draw);
    }
    GameResult::parse(&word.replace(':', "-"))
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

/// Whether a word can be no move of any game: a remark such as `mate` or `N` for a novelty.
fn is_remark(word: &str) -> bool {
    if matches!(word, "--" | "@@@@" | "0000") || word.starts_with("0-0") {
        return false;
    }
    // A score or a time, which belongs into a comment. A drop may begin with a mark.
    let is_value =
        !word.starts_with(|c: char| c.is_alphabetic() || c == '{') && !word.contains('@');
    let is_sign =
        matches!(word, "N" | "D" | "TN") || !word.starts_with(|c: char| c.is_ascii_uppercase());
    is_value || is_sign && !word.contains(|c: char| c.is_ascii_digit())
}

/// A move as this program writes it: letters in place of the figurines of chess pieces, of which a pawn has none,
/// hyphens in place of dashes, castling in upper case, and nothing that says that a capture is one en passant.
fn in_letters(san: &str) -> Cow<'_, str> {
    let is_figurine = |letter: char| ('♔'..='♟').contains(&letter);
    if san.contains(DASHES) {
        return Cow::Owned(in_letters(&san.replace(DASHES, "-")).into_owned());
    }
    if let Some((before, behind)) = san.split_once("e.p.").or_else(|| san.split_once("ep"))
        && before.ends_with(|c: char| c.is_ascii_digit())
        && !behind.contains(char::is_alphanumeric)
    {
        return Cow::Owned(format!("{before}{behind}"));
    }
    if san.contains("o-o") {
        return Cow::Owned(san.replace('o', "O"));
    }
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

/// The hyphen that breaks no line, and dashes.
const DASHES: [char; 4] = ['\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}'];

/// Removes the move numbers from a word such as `12.Nf3` or `12Nf3`.
fn without_numbers(mut word: &str) -> &str {
    loop {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_behind = |c: char| c == '.' || c.is_ascii_alphabetic() && rest.len() < word.len();
        let is_number = rest.len() < word.len() && rest.is_empty() || rest.starts_with(is_behind);
        // A null move of UCI.
        if !is_number || word == "0000" {
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
    use crate::files::decode;

    #[test]
    fn a_game_without_moves_ends_before_the_next_event() {
        let text = "\u{FEFF}% escaped\n[Event \"one\"]\n[Site \"here\"]\n\n[Round \"1\"]\n\n% escaped\n[Event \"two\"]\n\n1. e4 *\n";
        let games: Vec<_> = PgnReader::lenient(text).map(|game| game.expect("a game").1).collect();
        let told =
            games.iter().map(|game| (game.tag("Event"), game.tag("Round"), game.plies.len()));
        assert!(told.eq([(Some("one"), Some("1"), 0), (Some("two"), None, 1)]), "{games:?}");
        let strict: Vec<_> = PgnReader::new(text).map(|game| game.is_ok()).collect();
        assert_eq!(strict, [false, true]);
        // The name counts, with any space around it.
        for event in ["[Event\u{a0}\"two\"]", "[ Event\t\"two\" ]"] {
            let text = format!("[Event \"one\"]\n{event}\n1. e4 *\n");
            let games = PgnReader::lenient(&text);
            assert_eq!(games.flatten().count(), 2, "{event}");
        }
    }

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
            ("12Nf3", "Nf3"),
            ("1e4", "e4"),
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
            "1. f1epp1epp exd6e.p.+ 2. f1ep1ep fxe3ep *\n",
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
    fn a_tag_of_a_result_that_is_none_says_that_of_the_moves() {
        let text = "[Result \"white\"]\n\n1. e4 1-0\n";
        let (_, record) = PgnReader::lenient(text).next().expect("a game").expect("it is read");
        assert_eq!(
            (record.tag("Result"), record.result),
            (Some("1-0"), GameResult::Win(Color::White))
        );
        assert!(PgnReader::new(text).next().is_some_and(|game| game.is_err()));
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
            ("1. e4 e5\n\n1. d4 *\n", "line 3: a game without a result"),
            ("1. e4 {e5\n\n[Event \"x\"]\n\n1. d4 *\n", "line 3: a game without a result"),
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

    /// The first moves of the games of a text and their results, as far as they can be read.
    fn first_moves(text: &str) -> Vec<Option<(String, GameResult)>> {
        let san = |record: &GameRecord| sans(record).first().map_or("", |san| *san).to_owned();
        let game = |game: Result<(usize, GameRecord), PgnError>| {
            game.ok().map(|(_, record)| (san(&record), record.result))
        };
        PgnReader::lenient(text).map(game).collect()
    }

    #[test]
    fn a_bad_game_costs_no_other() {
        let (win, loss) = (GameResult::Win(Color::White), GameResult::Win(Color::Black));
        let good =
            "[Event \"two\"]\n[Result \"0-1\"]\n\n1. c4 e5 0-1\n\n[Event \"three\"]\n\n1. f4 *\n";
        let others = [Some(("c4".to_owned(), loss)), Some(("f4".to_owned(), GameResult::Open))];
        for (bad, first) in [
            ("[Event \"x\"]\n\n1. d4 d5\n\n", Some(("d4", GameResult::Open))),
            ("[Event \"x\"]\n[Result \"1-0\"]\n\n1. d4 d5\n\n", Some(("d4", win))),
            ("[Result \"1-0\"]\n\n1. d4 d5 *\n\n", Some(("d4", win))),
            ("[Result \"*\"]\n\n1. d4 d5 1-0\n\n", Some(("d4", win))),
            ("[Event x]\n\n1. d4 d5 1-0\n\n", Some(("d4", win))),
            ("[Event \"x\"]\n\n1. d4 (1. e4\n\n", Some(("d4", GameResult::Open))),
            ("[Event \"x\"]\n\n1. d4 {no end\n\n", Some(("d4", GameResult::Open))),
            ("[Event \"x\"]\n\n1. d4 ) d5 {a {b} c} 1-0\n\n", Some(("d4", win))),
            ("[Event \"x\"]\n\n1. d4 [%clk 0:01] d5 1-0\n\n", Some(("d4", win))),
            ("[Event \"x\"]\n\n1. d4 d5 1\u{2013}0\n\n", Some(("d4", win))),
            ("[Event \"x\"]\n\n1. d4 2-0.31/4 d5 1:0\n\n", Some(("d4", win))),
            ("[Result \"\u{bd}\u{2013}\u{bd}\"]\n\n1. d4 d5\n\n", Some(("d4", GameResult::Draw))),
            ("{a file} [Event \"x\"]\n\n1. d4 1-0 {resigns}\n\n", Some(("d4", win))),
            ("1. d4 d5 2. c4\n\n", Some(("d4", GameResult::Open))),
        ] {
            let first = first.map(|(san, result)| (san.to_owned(), result));
            let expected: Vec<_> = std::iter::once(first).chain(others.clone()).collect();
            assert_eq!(first_moves(&format!("{bad}{good}")), expected, "{bad}");
            let strict = PgnReader::new(good).count() + 1;
            assert_eq!(PgnReader::new(&format!("{bad}{good}")).count(), strict, "{bad}");
        }
        // Games without tags, of which the first has no result.
        let moves = first_moves("1. e4 e5\n\n1. d4 d5 1-0\n\n1. c4");
        let expected = [("e4", GameResult::Open), ("d4", win), ("c4", GameResult::Open)];
        assert_eq!(moves, expected.map(|(san, result)| Some((san.to_owned(), result))));
    }

    #[test]
    fn comments_outside_of_games_are_no_games() {
        let text = "{a collection}\n{of games}\n\n[Event \"x\"]\n\n{at first} 1. e4 1-0 {good} {game}\n{the end}\n";
        let games: Vec<_> = PgnReader::new(text).map(|game| game.expect("it reads").1).collect();
        let [game] = &games[..] else { panic!("{games:?}") };
        assert_eq!(game.comment, "a collection of games at first");
        assert_eq!(game.plies[0].comment, "good game");
        assert_eq!(PgnReader::new("{only a remark}\n").count(), 0);
    }

    #[test]
    fn what_other_programs_write_behind_moves_is_no_move() {
        let text = "1. e4 N d5 +0.35/12 mate 2exd5e.p. ch 0.31s ep e.p. o-o 3. -- 0000 Z0 !! O\u{2013}O+ 1/2\n";
        let (_, record) = PgnReader::lenient(text).next().expect("a game").expect("it reads");
        assert_eq!(sans(&record), ["e4", "d5", "exd5", "O-O", "--", "0000", "Z0", "O-O+"]);
        assert_eq!((&*record.plies[6].glyphs, record.result), (&[3][..], GameResult::Draw));
    }

    #[test]
    fn a_byte_that_is_no_utf_8_stands_for_its_letter() {
        let text = "[White \"Jos\u{e9}\"]\n[Black \"M".as_bytes();
        let text = [text, b"\xfcller\"]\n\n1. ", "♘f3 *\n".as_bytes()].concat();
        let (_, record) = PgnReader::new(&decode(&text)).next().expect("one").expect("it reads");
        assert_eq!((record.tag("White"), record.tag("Black")), (Some("José"), Some("Müller")));
        assert_eq!(sans(&record), ["Nf3"]);
    }

    #[test]
    fn a_game_has_an_end() {
        let text = format!("1. e4 {} *\n", "(a1) ".repeat(MOST_MOVES));
        let error = PgnReader::new(&text).next().expect("a game").expect_err("it is too long");
        assert_eq!(error.reason, format!("a game of more than {MOST_MOVES} moves"));
    }
}
