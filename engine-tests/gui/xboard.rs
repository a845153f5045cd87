//! XBoard, started by the command that the engine recommends, and its log of the traffic with the
//! engine.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

use vertumnus_core::dialect::Dialect;
use vertumnus_core::rules::Variant;

use super::desktop::{PATIENCE, Screen, directory, wait_for};

/// XBoard at work. It ends with the test.
pub(crate) struct XBoard {
    pub(crate) screen: Screen,
    gui: Child,
    log: PathBuf,
    /// How many bytes of the log have been read.
    seen: usize,
}

impl XBoard {
    /// Starts XBoard with a game, the flags that the engine recommends, and more flags.
    pub(crate) fn start(variant: Variant, games: Option<u32>, flags: &[&str]) -> Self {
        let screen = Screen::new();
        let name = format!("{variant}-{}-{:?}", std::process::id(), thread::current().id());
        let log = directory().join(name.replace(['(', ')'], "-")).with_extension("debug");
        let _ = fs::remove_file(&log);
        let mut gui = screen.command("xboard");
        gui.args(recommended(variant, games))
            .args(["-debug", "-debugfile"])
            .arg(&log)
            .args(["-animateMoving", "false", "-flashCount", "0", "-soundProgram", ""])
            .args(flags)
            .current_dir(directory());
        let gui = gui.spawn().expect("XBoard starts");
        Self { screen, gui, log, seen: 0 }
    }

    /// The whole log. It may hold bytes of any kind.
    pub(crate) fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// The next line from the GUI to the engine that begins like this; lines before it are skipped.
    pub(crate) fn hears(&mut self, start: &str) -> String {
        let heard = self.hears_within(PATIENCE, start);
        heard.unwrap_or_else(|| self.fail(&format!("the engine hears no {start:?}")))
    }

    /// The same, if it comes in time.
    pub(crate) fn hears_within(&mut self, patience: Duration, start: &str) -> Option<String> {
        self.next_line(patience, '>', &[start])
    }

    /// The next line from the engine that begins like this; lines before it are skipped.
    pub(crate) fn says(&mut self, start: &str) -> String {
        self.says_any(&[start])
    }

    /// The next thing that the engine says, beginning in one of these ways.
    pub(crate) fn says_any(&mut self, starts: &[&str]) -> String {
        let said = self.next_line(PATIENCE, '<', starts);
        said.unwrap_or_else(|| self.fail(&format!("the engine says none of {starts:?}")))
    }

    fn next_line(
        &mut self,
        patience: Duration,
        direction: char,
        starts: &[&str],
    ) -> Option<String> {
        let (position, said) = wait_for(patience, || {
            let log = self.log();
            let mut position = self.seen;
            for line in log.get(self.seen..)?.split_inclusive('\n') {
                position += line.len();
                let is_whole = line.ends_with('\n');
                let is_wanted = |said: &String| starts.iter().any(|start| said.starts_with(start));
                let said = talk(line, direction).filter(|said| is_whole && is_wanted(said));
                if let Some(said) = said {
                    return Some((position, said));
                }
            }
            None
        })?;
        self.seen = position;
        Some(said)
    }

    /// Waits until the log holds a text, wherever it stands.
    pub(crate) fn expect(&self, text: &str) {
        if wait_for(PATIENCE, || self.log().contains(text).then_some(())).is_none() {
            self.fail(&format!("no {text:?} in the log"));
        }
    }

    /// Waits until XBoard ends by itself.
    pub(crate) fn wait(&mut self, patience: Duration) -> ExitStatus {
        let gui = &mut self.gui;
        match wait_for(patience, || gui.try_wait().ok().flatten()) {
            Some(status) => status,
            None => self.fail("XBoard does not end"),
        }
    }

    /// Fails the test, and shows the end of the log.
    pub(crate) fn fail(&self, reason: &str) -> ! {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        let last = lines.len().saturating_sub(60);
        panic!("{reason}; the end of XBoard's log:\n{}", lines[last..].join("\n"))
    }
}

/// What a line of the log says in one direction between XBoard and its first engine. What XBoard
/// writes in pieces stands on one line, each piece with the time and the engine before it.
fn talk(line: &str, direction: char) -> Option<String> {
    let mark = format!("{direction}first : ");
    let (_, said) = line.trim_end().split_once(&mark)?;
    let pieces: Vec<&str> = said.split(&mark).collect();
    let (last, first) = pieces.split_last()?;
    let first: String = first
        .iter()
        .map(|piece| piece.trim_end().trim_end_matches(|c: char| c.is_ascii_digit()))
        .collect();
    Some(first + last)
}

impl Drop for XBoard {
    fn drop(&mut self) {
        let _ = self.gui.kill();
        let _ = self.gui.wait();
        if !thread::panicking() {
            let _ = fs::remove_file(&self.log);
        }
    }
}

/// The arguments of the command that the engine prints.
fn recommended(variant: Variant, games: Option<u32>) -> Vec<String> {
    let engine = env!("CARGO_BIN_EXE_vertumnus");
    let mut command = Command::new(engine);
    command.args(["xboard-command", "--variant", variant.name()]);
    if let Some(games) = games {
        command.args(["--games", &games.to_string()]);
    }
    let output = command.output().expect("the engine starts");
    let line = String::from_utf8(output.stdout).expect("the command is text");
    let words = in_words(line.trim());
    assert_eq!(words[0], "xboard");
    assert_eq!(words[2], Dialect::of(variant).name());
    words[1..].to_vec()
}

/// The words of a command line, as a shell parts it.
fn in_words(line: &str) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-c", &format!("printf '%s\\n' {line}")])
        .output()
        .expect("there is a shell");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}
