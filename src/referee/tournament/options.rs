//! The `key=value` words of options, and the engines that they describe.

use std::env;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde_json::Value;
use thiserror::Error;

use crate::client::{EngineConfig, EngineProtocol, Restart};
use crate::clock::{MatchTimeControl, TimeControlError, duration};
use vertumnus_core::files;
use vertumnus_core::text::shown;

/// The words of an option are wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionsError {
    /// The option has no such key.
    #[error("{option}: unknown key '{key}'")]
    Key {
        /// The option.
        option: &'static str,
        /// The key.
        key: String,
    },
    /// The key does not take this value.
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
    /// A time control is malformed.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// Splits the words of an option into keys and values. The value of a switch may be missing.
pub(super) fn pairs(words: &[String]) -> impl Iterator<Item = (&str, &str)> {
    words.iter().map(|word| word.split_once('=').unwrap_or((word, "")))
}

/// Reads a value. `expected` says in an error what the key takes.
pub(super) fn value<T: FromStr>(
    option: &'static str,
    pair: (&str, &str),
    expected: &'static str,
) -> Result<T, OptionsError> {
    pair.1.parse().map_err(|_| refused(option, pair, expected))
}

/// The error for a value that a key does not take.
pub(super) fn refused(
    option: &'static str,
    (key, value): (&str, &str),
    expected: &'static str,
) -> OptionsError {
    OptionsError::Value { option, key: key.to_owned(), expected, value: value.to_owned() }
}

/// The error for a key that an option does not have.
pub(super) fn unknown(option: &'static str, key: &str) -> OptionsError {
    OptionsError::Key { option, key: key.to_owned() }
}

const ENGINE: &str = "--engine";

/// Longer than any tournament. Times beyond it cannot be added to others.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(1 << 32);

/// The option that chooses the game. The runner sets it itself, for each game.
const UCI_VARIANT: &str = "UCI_Variant";
const SWITCH: &str = "on or off, true or false, or nothing";

impl EngineConfig {
    /// Reads the words of `--engine` after those of `--each`, so that the former override.
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
            config.name = shown(&stem.to_string_lossy()).into_owned();
        }
        match time {
            Some(time) => config.time = time,
            None if config.depth.is_none() && config.nodes.is_none() => {
                let reason = "says no time: give tc=, st=, depth= or nodes=";
                return Err(OptionsError::Other(format!("engine {} {reason}", config.name)));
            }
            None => {}
        }
        if config.nodes.is_some() && config.protocol == EngineProtocol::XBoard {
            let reason = "speaks XBoard's protocol, which limits no nodes: give tc=, st= or depth=";
            return Err(OptionsError::Other(format!("engine {} {reason}", config.name)));
        }
        Ok(config)
    }

    fn set(
        &mut self,
        pair: (&str, &str),
        time: &mut Option<MatchTimeControl>,
    ) -> Result<(), OptionsError> {
        let (key, text) = pair;
        let milliseconds = |pair| value::<u64>(ENGINE, pair, "milliseconds");
        match key {
            "conf" => {}
            "name" => {
                // Names stand in lines of reports and records.
                if text.contains(|c: char| c.is_control()) {
                    return Err(bad(pair, "a text in one line"));
                }
                text.clone_into(&mut self.name);
            }
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
                *time =
                    Some(MatchTimeControl::MoveTime(seconds.ok_or_else(|| bad(pair, "seconds"))?));
            }
            "timemargin" => {
                self.margin = Duration::from_millis(milliseconds(pair)?).min(LONGEST_WAIT);
            }
            "depth" => self.depth = Some(at_least_1(pair)?),
            "nodes" => self.nodes = Some(at_least_1(pair)?),
            "ponder" => self.ponder = switch(pair)?,
            "whitepov" => self.white_pov = switch(pair)?,
            "trust" => self.trust = switch(pair)?,
            "tscale" => self.patience = patience(pair)?,
            _ => match key.strip_prefix("option.") {
                Some(name) if name.eq_ignore_ascii_case(UCI_VARIANT) => {
                    self.variant = Some(value(ENGINE, pair, "a game")?);
                }
                Some(name) if !name.is_empty() => {
                    self.options.retain(|(known, _)| known != name);
                    self.options.push((name.to_owned(), text.to_owned()));
                }
                _ => return Err(unknown(ENGINE, key)),
            },
        }
        Ok(())
    }

    /// Reads an engine from the file in which Cute Chess keeps its engines.
    fn from_file(name: &str) -> Result<Self, OptionsError> {
        let path = engines_file()
            .ok_or_else(|| OptionsError::Other("there is no engines.json".to_owned()))?;
        let fail = |reason: String| OptionsError::Other(format!("{}: {reason}", path.display()));
        let text = files::read_small(&path).map_err(|error| fail(error.to_string()))?;
        Self::from_json(&text, name).map_err(fail)
    }

    /// Reads the engine of this name from a list in JSON.
    pub(super) fn from_json(text: &str, name: &str) -> Result<Self, String> {
        let list: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let engines = list.as_array().ok_or("it is not a list of engines")?;
        if name.contains(char::is_control) {
            return Err("the name of an engine is a text in one line".to_owned());
        }
        let entry = engines.iter().find(|engine| engine["name"] == name);
        let entry = entry.ok_or_else(|| format!("there is no engine '{name}'"))?;
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let path = |key: &str| Some(text(key)).filter(|path| !path.is_empty()).map(PathBuf::from);
        let strings = |key: &str| {
            let list = entry[key].as_array().map_or(&[][..], Vec::as_slice);
            list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let options = entry["options"].as_array().map_or(&[][..], Vec::as_slice);
        let is_on = |key: &str, otherwise: bool| match &entry[key] {
            Value::Null => Ok(otherwise),
            Value::Bool(on) => Ok(*on),
            Value::String(text) => switch((key, text.as_str())).map_err(|error| error.to_string()),
            other => Err(format!("'{key}' is true or false, not {other}")),
        };
        let protocol = match &entry["protocol"] {
            Value::Null => EngineProtocol::Uci,
            Value::String(text) => EngineProtocol::named(text).ok_or_else(|| {
                format!("the protocol of '{name}' is uci or xboard, not '{text}'")
            })?,
            other => return Err(format!("the protocol of '{name}' is a text, not {other}")),
        };
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
            protocol,
            init: strings("initStrings"),
            options: options
                .iter()
                .filter_map(option)
                .filter(|(name, _)| !name.eq_ignore_ascii_case(UCI_VARIANT))
                .collect(),
            ponder: is_on("ponder", false)?,
            white_pov: is_on("whitepov", false)?,
            trust: !is_on("validateClaims", true)?,
            restart: match &entry["restart"] {
                Value::Null => Restart::Auto,
                Value::String(text) => {
                    restart(("restart", text)).map_err(|error| error.to_string())?
                }
                other => return Err(format!("'restart' is auto, on or off, not {other}")),
            },
            patience: match &entry["timeoutScaleFactor"] {
                Value::Null => Self::default().patience,
                factor => patience(("timeoutScaleFactor", &factor.to_string()))
                    .map_err(|error| error.to_string())?,
            },
            ..Self::default()
        })
    }
}

/// `engines.json` in the working directory, or where Cute Chess keeps it.
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

fn protocol(pair: (&str, &str)) -> Result<EngineProtocol, OptionsError> {
    EngineProtocol::named(pair.1).ok_or_else(|| bad(pair, "uci or xboard"))
}

impl EngineProtocol {
    /// The protocol that a name means, as several runners and GUIs call it.
    fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "uci" => Some(Self::Uci),
            "xboard" | "winboard" | "cecp" => Some(Self::XBoard),
            _ => None,
        }
    }
}

fn patience(pair: (&str, &str)) -> Result<f64, OptionsError> {
    let factor: f64 = value(ENGINE, pair, "a factor")?;
    if (0.001..=1000.0).contains(&factor) {
        Ok(factor)
    } else {
        Err(bad(pair, "a factor from 0.001 to 1000"))
    }
}

fn restart(pair: (&str, &str)) -> Result<Restart, OptionsError> {
    match &*pair.1.to_ascii_lowercase() {
        "auto" => Ok(Restart::Auto),
        "on" => Ok(Restart::On),
        "off" => Ok(Restart::Off),
        _ => Err(bad(pair, "auto, on or off")),
    }
}

pub(super) fn switch(pair: (&str, &str)) -> Result<bool, OptionsError> {
    match pair.1.to_ascii_lowercase().as_str() {
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
    fn an_engine_s_own_words_override_those_of_each() {
        let engine = "name=A cmd=./a arg=-x arg=y=z option.Hash=32 tc=inf ponder proto=xboard";
        let config = parse(engine, "tc=1+0.01 option.Hash=8 option.Move=a=b timemargin=50");
        let config = config.expect("it is right");
        assert_eq!((&*config.name, &*config.command), ("A", "./a"));
        assert_eq!(config.arguments, ["-x", "y=z"]);
        assert_eq!(config.options_text(), "Move=a=b, Hash=32");
        assert_eq!(
            (config.time, config.protocol),
            (MatchTimeControl::Unlimited, EngineProtocol::XBoard)
        );
        assert!(config.ponder && !config.trust);
        assert_eq!(config.margin, Duration::from_millis(50));
        assert_eq!(parse("cmd=/x/engine.exe st=0.5", "").expect("it is right").name, "engine");
    }

    #[test]
    fn errors_name_the_problem() {
        for (engine, reason) in [
            ("name=A tc=1", "--engine: cmd=PROGRAM is missing"),
            ("cmd=a", "engine a says no time: give tc=, st=, depth= or nodes="),
            (
                "cmd=a nodes=9 proto=xboard",
                "engine a speaks XBoard's protocol, which limits no nodes: give tc=, st= or depth=",
            ),
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
    fn engines_in_a_file_are_found_by_name() {
        let text = r#"[{"name": "other"}, {"name": "A", "command": "a", "protocol": "xboard",
            "workingDirectory": "/x", "initStrings": ["one"], "ponder": true, "restart": "On",
            "timeoutScaleFactor": 2,
            "options": [{"name": "Hash", "value": 4}, {"name": "Book", "value": "b"}, {"name": "?"}]}]"#;
        let config = EngineConfig::from_json(text, "A").expect("it is there");
        assert_eq!((&*config.command, config.protocol), ("a", EngineProtocol::XBoard));
        assert_eq!(config.options_text(), "Hash=4, Book=b");
        assert_eq!((config.restart, config.ponder, config.trust), (Restart::On, true, false));
        assert!((config.patience - 2.0).abs() < f64::EPSILON);
        assert_eq!(EngineConfig::from_json(text, "B").expect_err("no B"), "there is no engine 'B'");
        assert!(EngineConfig::from_json("{", "A").is_err());
        let with =
            |more: &str| EngineConfig::from_json(&format!(r#"[{{"name": "A", {more}}}]"#), "A");
        for name in ["winboard", "cecp", "XBoard"] {
            let config = with(&format!(r#""protocol": "{name}""#)).expect(name);
            assert_eq!(config.protocol, EngineProtocol::XBoard);
            let words = parse(&format!("cmd=a tc=1 ponder=True proto={name}"), "").expect(name);
            assert_eq!((words.protocol, words.ponder), (config.protocol, true));
        }
        assert!(with(r#""ponder": "True""#).expect("a switch").ponder);
        for (more, reason) in [
            (r#""protocol": "usi""#, "the protocol of 'A' is uci or xboard, not 'usi'"),
            (r#""protocol": 1"#, "the protocol of 'A' is a text, not 1"),
            (r#""ponder": 1"#, "'ponder' is true or false, not 1"),
            (r#""restart": true"#, "'restart' is auto, on or off, not true"),
            (r#""restart": "no""#, "--engine: restart takes auto, on or off, not 'no'"),
            (
                r#""timeoutScaleFactor": 0"#,
                "--engine: timeoutScaleFactor takes a factor from 0.001 to 1000, not '0'",
            ),
        ] {
            assert_eq!(with(more).expect_err(more), reason);
        }
    }
}
