//! The client side of UCI: handshake, options, the choice of the game, positions.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::process::{Channel, Silence};
use vertumnus_core::files;
use vertumnus_core::rules::Variant;

/// An engine that talks without end fills no memory: of its options and of its remarks, no more than so many
/// are kept.
pub(super) const MOST_OPTIONS: usize = 1000;
pub(super) const MOST_REMARKS: usize = 100;

/// The option by which engines read files of games, in all protocols.
pub(super) const VARIANT_PATH: &str = "VariantPath";

/// The engine does not offer this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engine does not play {0}")]
pub struct UnknownVariant(pub Variant);

/// A UCI engine behind a channel.
pub struct UciEngine<C> {
    channel: C,
    /// The lines in which the engine has announced its options, in lower case.
    announced: Vec<String>,
    /// The game that was chosen last.
    variant: Option<Variant>,
}

impl<C: Channel> UciEngine<C> {
    /// An engine that has not shaken hands yet.
    pub const fn new(channel: C) -> Self {
        Self { channel, announced: Vec::new(), variant: None }
    }

    /// The channel, for whatever has no method here.
    pub const fn channel(&mut self) -> &mut C {
        &mut self.channel
    }

    /// Sends `uci`, and notes the options that are announced until `uciok`.
    ///
    /// # Errors
    /// If `uciok` does not come in time.
    pub fn handshake(&mut self, patience: Duration) -> Result<(), Silence> {
        let announced = &mut self.announced;
        announced.clear();
        self.channel.send("uci");
        self.channel.expect(patience, &mut |line| {
            if line.starts_with("option ") && announced.len() < MOST_OPTIONS {
                announced.push(line.to_ascii_lowercase());
            }
            line.trim() == "uciok"
        })?;
        Ok(())
    }

    /// The line in which the engine has announced an option, in lower case.
    fn announcement(&self, name: &str) -> Option<&str> {
        let beginning = format!("option name {} type ", name.to_ascii_lowercase());
        self.announced.iter().map(String::as_str).find(|line| line.starts_with(&beginning))
    }

    /// Whether the engine has announced an option.
    pub fn announces(&self, name: &str) -> bool {
        self.announcement(name).is_some()
    }

    /// Sets an option, announced or not. A button needs no value.
    pub fn set_option(&mut self, name: &str, value: &str) {
        let is_of = |kind: &str| self.announcement(name).is_some_and(|line| line.contains(kind));
        let is_button = is_of(" type button");
        // People write `True`, which most engines do not know.
        let plain = value.to_ascii_lowercase();
        let value = if is_of(" type check") { &plain } else { value };
        self.channel.send(&match (is_button, value) {
            (true, _) | (false, "") => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        });
    }

    /// Tells an engine that takes games of files where these are.
    pub fn set_rules(&mut self, files: &[PathBuf]) {
        if self.announces(VARIANT_PATH) {
            for file in files {
                self.set_option(VARIANT_PATH, &files::from_anywhere(file).to_string_lossy());
            }
        }
    }

    /// Chooses the game, by whichever of its names the engine offers in `UCI_Variant`. Engines
    /// without that option play chess.
    ///
    /// # Errors
    /// If the engine does not offer the game.
    pub fn choose_variant(&mut self, variant: Variant) -> Result<(), UnknownVariant> {
        const OPTION: &str = "UCI_Variant";
        if self.variant == Some(variant) {
            return Ok(());
        }
        let Some(line) = self.announcement(OPTION) else {
            return if variant.is_chess() { Ok(()) } else { Err(UnknownVariant(variant)) };
        };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let is_offered = |name: &&str| words.windows(2).any(|pair| pair == ["var", name]);
        let mut names = std::iter::once(variant.name()).chain(variant.aliases().iter().copied());
        let name = names.find(is_offered).ok_or(UnknownVariant(variant))?;
        self.set_option(OPTION, name);
        self.variant = Some(variant);
        Ok(())
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// Returns the texts of the `info string` lines that come before it.
    ///
    /// # Errors
    /// If `readyok` does not come in time.
    pub fn await_ready(&mut self, patience: Duration) -> Result<Vec<String>, Silence> {
        let mut remarks = Vec::new();
        self.channel.send("isready");
        self.channel.expect(patience, &mut |line| {
            if remarks.len() < MOST_REMARKS {
                remarks.extend(line.trim().strip_prefix("info string ").map(str::to_owned));
            }
            line.trim() == "readyok"
        })?;
        Ok(remarks)
    }

    /// Sends a position: the starting position of the game if `fen` is `None`, and the moves that
    /// lead on from there.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let mut line = String::from("position ");
        match fen {
            None => line.push_str("startpos"),
            Some(fen) => {
                line.push_str("fen ");
                line.push_str(fen);
            }
        }
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        for text in moves {
            line.push(' ');
            line.push_str(text);
        }
        self.channel.send(&line);
    }
}

/// Whether a line reports on a search. A reader need not be woken for it.
pub fn is_search_info(line: &str) -> bool {
    line.trim_start().starts_with("info ")
}

/// Whether a line ends a search.
pub fn is_best_move(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::time::Instant;

    use super::*;
    use crate::process::{Line, Stream};

    /// An engine that announces these options.
    #[derive(Default)]
    struct Scripted {
        options: &'static [&'static str],
        sent: Vec<String>,
        answers: VecDeque<String>,
    }

    impl Channel for Scripted {
        fn clear(&mut self) {
            self.answers.clear();
        }

        fn send(&mut self, line: &str) {
            self.sent.push(line.to_owned());
            match line {
                "uci" => {
                    self.answers.extend(self.options.iter().map(|&line| line.to_owned()));
                    self.answers.push_back("uciok".to_owned());
                }
                "isready" => self.answers.push_back("readyok".to_owned()),
                _ => {}
            }
        }

        fn receive(&mut self, _deadline: Instant) -> Result<Line, Silence> {
            let text = self.answers.pop_front().ok_or(Silence::Closed)?;
            Ok(Line { at: Instant::now(), stream: Stream::Output, text })
        }
    }

    fn engine(options: &'static [&'static str]) -> UciEngine<Scripted> {
        let mut engine = UciEngine::new(Scripted { options, ..Scripted::default() });
        engine.handshake(Duration::from_secs(1)).expect("it says uciok");
        engine
    }

    fn variant(name: &str) -> Variant {
        name.parse().expect("the game is built in")
    }

    #[test]
    fn a_game_is_chosen_once_by_a_name_that_the_engine_offers() {
        let mut engine = engine(&["option name UCI_Variant type combo default x var Morphing"]);
        assert_eq!(engine.choose_variant(variant("morphing")), Ok(()));
        assert_eq!(engine.choose_variant(variant("morphing")), Ok(()));
        let chess = variant("chess");
        assert_eq!(engine.choose_variant(chess), Err(UnknownVariant(chess)));
        let sent = &engine.channel().sent;
        assert_eq!(sent[..], ["uci", "setoption name UCI_Variant value morphing"]);
    }

    #[test]
    fn an_engine_without_variants_plays_chess() {
        let mut engine = engine(&["option name Clear Hash type button"]);
        assert_eq!(engine.choose_variant(variant("chess")), Ok(()));
        let other = variant("fairyeater");
        assert_eq!(engine.choose_variant(other), Err(UnknownVariant(other)));
        engine.set_option("Clear Hash", "ignored");
        engine.set_option("Other", "1");
        engine.channel().answers.push_back("info string no such option".to_owned());
        let remarks = engine.await_ready(Duration::from_secs(1));
        assert_eq!(remarks, Ok(vec!["no such option".to_owned()]));
        assert_eq!(
            engine.channel().sent[1..],
            ["setoption name Clear Hash", "setoption name Other value 1", "isready"]
        );
    }

    #[test]
    fn an_engine_that_talks_without_end_fills_no_memory() {
        let mut engine = UciEngine::new(Scripted::default());
        let options =
            (0..2 * MOST_OPTIONS).map(|number| format!("option name {number} type button"));
        engine.channel().answers.extend(options);
        engine.handshake(Duration::from_secs(1)).expect("it says uciok");
        assert_eq!(engine.announced.len(), MOST_OPTIONS);
        let flood = (0..2 * MOST_REMARKS).map(|number| format!("info string {number}"));
        engine.channel().answers.extend(flood);
        let remarks = engine.await_ready(Duration::from_secs(1)).expect("it is ready");
        assert_eq!((remarks.len(), &*remarks[0]), (MOST_REMARKS, "0"));
    }

    #[test]
    fn positions_are_a_start_and_moves() {
        let mut engine = engine(&[]);
        engine.set_position(None, &[]);
        engine.set_position(Some("FEN"), &["e2e4".to_owned(), "e7e5".to_owned()]);
        let sent = &engine.channel().sent[1..];
        assert_eq!(sent, ["position startpos", "position fen FEN moves e2e4 e7e5"]);
    }
}
