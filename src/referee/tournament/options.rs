//! What is asked of a tournament: engines and adjudication, as `key=value` words say it.

use std::env;
use std::fs;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use serde_json::Value;
use thiserror::Error;

use super::clock::{TimeControl, TimeControlError, duration};

/// What is wrong with the words of an option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionsError {
    /// A key that the option does not have.
    #[error("{option}: unknown key '{key}'")]
    Key {
        /// The option.
        option: &'static str,
        /// The key.
        key: String,
    },
    /// A value that the key does not take.
    #[error("{option}: {key} takes {expected}, not '{value}'")]
    Value {
        /// The option.
        option: &'static str,
        /// The key.
        key: String,
        /// What it takes.
        expected: &'static str,
        /// What was given.
        value: String,
    },
    /// A time control.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// Parts the words of an option into keys and values; a switch needs no value.
pub(super) fn pairs(words: &[String]) -> impl Iterator<Item = (&str, &str)> {
    words.iter().map(|word| word.split_once('=').unwrap_or((word, "")))
}

/// Reads a value, or says what the key takes.
pub(super) fn value<T: FromStr>(
    option: &'static str,
    pair: (&str, &str),
    expected: &'static str,
) -> Result<T, OptionsError> {
    pair.1.parse().map_err(|_| refused(option, pair, expected))
}

/// What a key does not take.
pub(super) fn refused(
    option: &'static str,
    (key, value): (&str, &str),
    expected: &'static str,
) -> OptionsError {
    OptionsError::Value { option, key: key.to_owned(), expected, value: value.to_owned() }
}

pub(super) fn unknown(option: &'static str, key: &str) -> OptionsError {
    OptionsError::Key { option, key: key.to_owned() }
}

/// How an engine is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of `XBoard` and `WinBoard`.
    XBoard,
}

/// When an engine is started anew between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restart {
    /// If it says that it cannot play another.
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// An engine, and how it is to play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EngineConfig {
    /// What it is called in tables and records.
    pub(super) name: String,
    /// Its program.
    pub(super) command: String,
    /// The program's arguments.
    pub(super) arguments: Vec<String>,
    /// Where it runs; here if none.
    pub(super) directory: Option<PathBuf>,
    /// Where its standard error goes; nowhere if none.
    pub(super) stderr: Option<PathBuf>,
    /// How it is talked to.
    pub(super) protocol: Protocol,
    /// Lines that are sent before anything else.
    pub(super) init: Vec<String>,
    /// Its options.
    pub(super) options: Vec<(String, String)>,
    /// Its time.
    pub(super) time: TimeControl,
    /// What it may use beyond its time.
    pub(super) margin: Duration,
    /// The depth in plies at which it stops.
    pub(super) depth: Option<u32>,
    /// The nodes after which it stops.
    pub(super) nodes: Option<u64>,
    /// Whether it thinks on the opponent's time.
    pub(super) ponder: bool,
    /// Whether its scores are White's.
    pub(super) white_pov: bool,
    /// Whether it is believed when it says how a game has ended.
    pub(super) trust: bool,
    /// When it is started anew.
    pub(super) restart: Restart,
    /// By what factor it may take longer to start, to get ready and to stop.
    pub(super) patience: f64,
}

const ENGINE: &str = "--engine";
const SWITCH: &str = "on or off, true or false, or nothing";

impl EngineConfig {
    /// Reads the words of `--engine`, after those of `--each`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn parse(words: &[String], each: &[String]) -> Result<Self, OptionsError> {
        let mut config = Self::default();
        let mut time = None;
        if let Some((_, name)) = pairs(words).find(|(key, _)| *key == "conf") {
            config = Self::from_file(name)?;
        }
        for pair in pairs(each).chain(pairs(words)) {
            config.set(pair, &mut time)?;
        }
        if config.command.is_empty() {
            return Err(OptionsError::Other(format!("{ENGINE}: cmd=PROGRAM is missing")));
        }
        if config.name.is_empty() {
            let stem = Path::new(&config.command).file_stem().unwrap_or_default();
            config.name = stem.to_string_lossy().into_owned();
        }
        match time {
            Some(time) => config.time = time,
            None if config.depth.is_none() && config.nodes.is_none() => {
                let reason = "says no time: give tc=, st=, depth= or nodes=";
                return Err(OptionsError::Other(format!("engine {} {reason}", config.name)));
            }
            None => {}
        }
        Ok(config)
    }

    fn set(
        &mut self,
        pair: (&str, &str),
        time: &mut Option<TimeControl>,
    ) -> Result<(), OptionsError> {
        let (key, text) = pair;
        let milliseconds = |pair| value::<u64>(ENGINE, pair, "milliseconds");
        match key {
            "conf" => {}
            "name" => text.clone_into(&mut self.name),
            "cmd" => text.clone_into(&mut self.command),
            "dir" => self.directory = Some(text.into()),
            "arg" => self.arguments.push(text.to_owned()),
            "initstr" => self.init.extend(text.split("\\n").map(str::to_owned)),
            "stderr" => self.stderr = Some(text.into()),
            "proto" => self.protocol = protocol(pair)?,
            "restart" => self.restart = restart(pair)?,
            "tc" => *time = Some(text.parse()?),
            "st" => {
                let seconds = duration(text).filter(|time| !time.is_zero());
                *time = Some(TimeControl::MoveTime(seconds.ok_or_else(|| bad(pair, "seconds"))?));
            }
            "timemargin" => self.margin = Duration::from_millis(milliseconds(pair)?),
            "depth" => self.depth = Some(at_least_1(pair)?),
            "nodes" => self.nodes = Some(at_least_1(pair)?),
            "ponder" => self.ponder = switch(pair)?,
            "whitepov" => self.white_pov = switch(pair)?,
            "trust" => self.trust = switch(pair)?,
            "tscale" => {
                let factor: f64 = value(ENGINE, pair, "a factor")?;
                if !(0.001..=1000.0).contains(&factor) {
                    return Err(bad(pair, "a factor from 0.001 to 1000"));
                }
                self.patience = factor;
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    self.options.retain(|(known, _)| known != name);
                    self.options.push((name.to_owned(), text.to_owned()));
                }
                _ => return Err(unknown(ENGINE, key)),
            },
        }
        Ok(())
    }

    /// An engine of the file in which Cute Chess keeps its own.
    fn from_file(name: &str) -> Result<Self, OptionsError> {
        let path = engines_file()
            .ok_or_else(|| OptionsError::Other("there is no engines.json".to_owned()))?;
        let fail = |reason: String| OptionsError::Other(format!("{}: {reason}", path.display()));
        let text = fs::read_to_string(&path).map_err(|error| fail(error.to_string()))?;
        Self::from_json(&text, name).map_err(fail)
    }

    /// An engine of a list in JSON.
    fn from_json(text: &str, name: &str) -> Result<Self, String> {
        let list: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let engines = list.as_array().ok_or("it is no list of engines")?;
        let entry = engines.iter().find(|engine| engine["name"] == name);
        let entry = entry.ok_or_else(|| format!("there is no engine '{name}'"))?;
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let path = |key: &str| Some(text(key)).filter(|path| !path.is_empty()).map(PathBuf::from);
        let strings = |key: &str| {
            let list = entry[key].as_array().map_or(&[][..], Vec::as_slice);
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let options = entry["options"].as_array().map_or(&[][..], Vec::as_slice);
        let option = |option: &Value| {
            let value = match &option["value"] {
                Value::Null => return None,
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some((option["name"].as_str()?.to_owned(), value))
        };
        Ok(Self {
            name: name.to_owned(),
            command: text("command"),
            arguments: strings("arguments"),
            directory: path("workingDirectory"),
            stderr: path("stderrFile"),
            protocol: if entry["protocol"] == "xboard" { Protocol::XBoard } else { Protocol::Uci },
            init: strings("initStrings"),
            options: options.iter().filter_map(option).collect(),
            ponder: entry["ponder"].as_bool().unwrap_or(false),
            white_pov: entry["whitepov"].as_bool().unwrap_or(false),
            trust: !entry["validateClaims"].as_bool().unwrap_or(true),
            restart: match entry["restart"].as_str() {
                Some("on") => Restart::On,
                Some("off") => Restart::Off,
                _ => Restart::Auto,
            },
            ..Self::default()
        })
    }

    /// Where the program is: a path is looked for here first, and then where the engine runs.
    #[must_use]
    pub(super) fn program(&self) -> PathBuf {
        let given = PathBuf::from(&self.command);
        if given.components().count() < 2 {
            return given;
        }
        let there = self.directory.as_ref().map(|directory| directory.join(&given));
        let candidates = [Some(given.clone()), there];
        candidates.into_iter().flatten().find_map(|path| path.canonicalize().ok()).unwrap_or(given)
    }

    /// How the program is run.
    ///
    /// # Errors
    /// If the file for its standard error cannot be written.
    pub(super) fn process_command(&self) -> io::Result<Command> {
        let mut command = Command::new(self.program());
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command.stderr(match &self.stderr {
            None => Stdio::null(),
            Some(path) => OpenOptions::new().create(true).append(true).open(path)?.into(),
        });
        Ok(command)
    }

    /// A time for which this engine is waited for.
    #[must_use]
    pub(super) fn scaled(&self, patience: Duration) -> Duration {
        patience.mul_f64(self.patience)
    }

    /// The options as one text, for records.
    #[must_use]
    pub(super) fn options_text(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        options.collect::<Vec<_>>().join(", ")
    }
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            name: String::new(),
            command: String::new(),
            arguments: Vec::new(),
            directory: None,
            stderr: None,
            protocol: Protocol::Uci,
            init: Vec::new(),
            options: Vec::new(),
            time: TimeControl::Unlimited,
            margin: Duration::ZERO,
            depth: None,
            nodes: None,
            ponder: false,
            white_pov: false,
            trust: false,
            restart: Restart::Auto,
            patience: 1.0,
        }
    }
}

/// `engines.json` here, or where Cute Chess has it.
fn engines_file() -> Option<PathBuf> {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
    let settings = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
    let elsewhere = settings.map(|settings| settings.join("cutechess/engines.json"));
    let here = Some(PathBuf::from("engines.json"));
    [here, elsewhere].into_iter().flatten().find(|path| path.exists())
}

fn bad(pair: (&str, &str), expected: &'static str) -> OptionsError {
    refused(ENGINE, pair, expected)
}

fn at_least_1<T: FromStr + PartialOrd + From<u8>>(pair: (&str, &str)) -> Result<T, OptionsError> {
    const EXPECTED: &str = "a number, at least 1";
    let number: T = value(ENGINE, pair, EXPECTED)?;
    if number < T::from(1) { Err(bad(pair, EXPECTED)) } else { Ok(number) }
}

fn protocol(pair: (&str, &str)) -> Result<Protocol, OptionsError> {
    match pair.1 {
        "uci" => Ok(Protocol::Uci),
        "xboard" | "cecp" => Ok(Protocol::XBoard),
        _ => Err(bad(pair, "uci or xboard")),
    }
}

fn restart(pair: (&str, &str)) -> Result<Restart, OptionsError> {
    match pair.1 {
        "auto" => Ok(Restart::Auto),
        "on" => Ok(Restart::On),
        "off" => Ok(Restart::Off),
        _ => Err(bad(pair, "auto, on or off")),
    }
}

pub(super) fn switch(pair: (&str, &str)) -> Result<bool, OptionsError> {
    match pair.1 {
        "" | "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err(bad(pair, SWITCH)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    fn parse(engine: &str, each: &str) -> Result<EngineConfig, String> {
        EngineConfig::parse(&words(engine), &words(each)).map_err(|error| error.to_string())
    }

    #[test]
    fn an_engine_s_own_words_count_more_than_those_for_each() {
        let engine = "name=A cmd=./a arg=-x arg=y=z option.Hash=32 tc=inf ponder proto=xboard";
        let config = parse(engine, "tc=1+0.01 option.Hash=8 option.Move=a=b timemargin=50");
        let config = config.expect("it is right");
        assert_eq!((&*config.name, &*config.command), ("A", "./a"));
        assert_eq!(config.arguments, ["-x", "y=z"]);
        assert_eq!(config.options_text(), "Move=a=b, Hash=32");
        assert_eq!((config.time, config.protocol), (TimeControl::Unlimited, Protocol::XBoard));
        assert!(config.ponder && !config.trust);
        assert_eq!(config.margin, Duration::from_millis(50));
        assert_eq!(parse("cmd=/x/engine.exe st=0.5", "").expect("it is right").name, "engine");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (engine, reason) in [
            ("name=A tc=1", "--engine: cmd=PROGRAM is missing"),
            ("cmd=a", "engine a says no time: give tc=, st=, depth= or nodes="),
            ("cmd=a tc=1 foo=1", "--engine: unknown key 'foo'"),
            ("cmd=a tc=1 option.=1", "--engine: unknown key 'option.'"),
            ("cmd=a depth=0", "--engine: depth takes a number, at least 1, not '0'"),
            ("cmd=a st=0", "--engine: st takes seconds, not '0'"),
            ("cmd=a st=-1", "--engine: st takes seconds, not '-1'"),
            ("cmd=a tc=1 proto=usi", "--engine: proto takes uci or xboard, not 'usi'"),
            (
                "cmd=a tc=1 tscale=nan",
                "--engine: tscale takes a factor from 0.001 to 1000, not 'nan'",
            ),
        ] {
            assert_eq!(parse(engine, "").expect_err(engine), reason);
        }
    }

    #[test]
    fn engines_of_a_file_are_found_by_name() {
        let text = r#"[{"name": "other"}, {"name": "A", "command": "a", "protocol": "xboard",
            "workingDirectory": "/x", "initStrings": ["one"], "ponder": true, "restart": "on",
            "options": [{"name": "Hash", "value": 4}, {"name": "Book", "value": "b"}, {"name": "?"}]}]"#;
        let config = EngineConfig::from_json(text, "A").expect("it is there");
        assert_eq!((&*config.command, config.protocol), ("a", Protocol::XBoard));
        assert_eq!(config.options_text(), "Hash=4, Book=b");
        assert_eq!((config.restart, config.ponder, config.trust), (Restart::On, true, false));
        assert_eq!(EngineConfig::from_json(text, "B").expect_err("no B"), "there is no engine 'B'");
        assert!(EngineConfig::from_json("{", "A").is_err());
    }
}
