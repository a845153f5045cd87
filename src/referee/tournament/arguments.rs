//! The command line of a tournament, and what it means.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::adjudication::{DrawRule, ResignRule, Rules};
use super::options::{EngineConfig, OptionsError, pairs, refused, unknown, value};
use super::record::Labels;
use super::report::Style;
use super::schedule::{Kind, Plan, Policy};
use super::sprt::Sprt;
use super::{Options, TournamentError};
use crate::openings::{self, Book};
use vertumnus_core::rules::Variant;

/// Plays a tournament between engines, with the rules of all games as the arbiter.
///
/// Options and their values are those of Cute Chess's command line; they may begin with one hyphen as
/// well. docs/match.md tells them all.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Arguments {
    #[command(flatten)]
    engines: Engines,
    /// What all engines have in common
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// The games, parted by commas, or all
    #[arg(long, default_value_t = Variant::default().to_string(), value_name = "NAMES")]
    variant: String,
    /// Who meets whom
    #[arg(long, value_enum, default_value = "round-robin")]
    tournament: TournamentKind,
    /// How many of the engines challenge the others in a gauntlet
    #[arg(long, default_value_t = 1)]
    seeds: usize,
    /// How many games two engines play in a round
    #[arg(long, default_value_t = 2)]
    games: usize,
    /// How many rounds are played [default: 1, or no end in an sprt-pair]
    #[arg(long)]
    rounds: Option<usize>,
    /// How many games in a row two engines play with one opening
    #[arg(long, num_args = 0..=1, default_value_t = 2, default_missing_value = "2")]
    repeat: usize,
    /// Do not swap colors
    #[arg(long)]
    noswap: bool,
    /// The second engine begins with White
    #[arg(long)]
    reverse: bool,
    /// How many games are played at once
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Openings: file=FILE format=epd|pgn order=random|sequential plies=N start=N
    /// policy=encounter|round; or builtin, or none
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
    /// What random orders follow from
    #[arg(long, default_value_t = 0)]
    srand: u64,
    /// Call games draws: movenumber=N movecount=N score=N
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Call games lost: movecount=N score=N twosided=true
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// Call games draws after so many moves
    #[arg(long, value_name = "N")]
    maxmoves: Option<u32>,
    /// Test whether the first engine is better: elo0=E elo1=E alpha=A beta=B
    /// model=logistic|normalized
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Go on when an engine breaks down
    #[arg(long)]
    recover: bool,
    /// Do not play what the file of --pgnout has; play the rest
    #[arg(long, requires = "pgnout")]
    resume: bool,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgnout: Option<PathBuf>,
    /// Write the engines' options into the games, too
    #[arg(long)]
    pgnoptions: bool,
    /// What the games' tag Event says
    #[arg(long, default_value = "")]
    event: String,
    /// What the games' tag Site says
    #[arg(long, default_value = "")]
    site: String,
    /// How many seconds a move may take where no clock says it
    #[arg(long, default_value_t = 600, value_name = "SECONDS")]
    stall: u64,
    /// Milliseconds between two games
    #[arg(long, default_value_t = 0, value_name = "MS")]
    wait: u64,
    /// Tell the standings after so many games; 0 for the end alone
    #[arg(long, default_value_t = 10, value_name = "N")]
    ratinginterval: usize,
    /// Tell everything as JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// The words of each `--engine`.
#[derive(Clone, Debug)]
struct Engines(Vec<Vec<String>>);

const ENGINE: &str = "engine";

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches.get_occurrences::<String>(ENGINE).unwrap_or_default();
        Ok(Self(engines.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ENGINE)
                .long(ENGINE)
                .num_args(1..)
                .action(ArgAction::Append)
                .required(true)
                .value_name("KEY=VALUE")
                .help("An engine: name=N cmd=PROGRAM proto=uci|xboard tc=TIME+INC option.NAME=VALUE ..."),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TournamentKind {
    RoundRobin,
    Gauntlet,
    SprtPair,
}

/// Lets options begin with one hyphen, as Cute Chess has them.
#[must_use]
pub(super) fn with_two_hyphens(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.len() > 2 && text.starts_with('-') && !text.starts_with("--") => {
            format!("-{text}").into()
        }
        _ => argument,
    }
}

impl Arguments {
    /// The command line with options as this command reads them.
    #[must_use]
    pub fn normalise(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = arguments.into_iter().collect();
        if arguments.get(1).is_some_and(|command| command == "match") {
            arguments = arguments.into_iter().map(with_two_hyphens).collect();
        }
        arguments
    }

    /// What is to be played.
    ///
    /// # Errors
    /// What is wrong with the arguments, or with the openings that they name.
    pub fn into_options(self) -> Result<Options, TournamentError> {
        let engines = self.engine_configs()?;
        let variants = self.variants()?;
        let sprt = if self.sprt.is_empty() { None } else { Some(Sprt::parse(&self.sprt)?) };
        let style = match (self.json, io::stdout().is_terminal()) {
            (true, _) => Style::Json,
            (false, true) => Style::Live,
            (false, false) => Style::Plain,
        };
        self.check(&engines, sprt)?;
        let rule = |words: &Vec<String>| !words.is_empty();
        let rules = Rules {
            draw: rule(&self.draw).then(|| DrawRule::parse(&self.draw)).transpose()?,
            resign: rule(&self.resign).then(|| ResignRule::parse(&self.resign)).transpose()?,
            max_moves: self.maxmoves,
        };
        let (policy, books) = self.books(&variants)?;
        let plan = Plan {
            kind: self.kind(),
            engines: engines.len(),
            seeds: self.seeds,
            games: self.games,
            rounds: match self.tournament {
                TournamentKind::SprtPair => self.rounds,
                _ => Some(self.rounds.unwrap_or(1)),
            },
            repeat: self.repeat,
            swap: !self.noswap,
            reverse: self.reverse,
            policy,
            books,
        };
        Ok(Options {
            engines,
            plan,
            rules,
            sprt,
            concurrency: self.concurrency,
            recover: self.recover,
            resume: self.resume,
            records: self.pgnout,
            labels: Labels { event: self.event, site: self.site, tell_options: self.pgnoptions },
            patience: Duration::from_secs(self.stall),
            pause: Duration::from_millis(self.wait),
            style,
            interval: self.ratinginterval,
        })
    }

    fn engine_configs(&self) -> Result<Vec<EngineConfig>, OptionsError> {
        self.engines.0.iter().map(|words| EngineConfig::parse(words, &self.each)).collect()
    }

    fn variants(&self) -> Result<Vec<Variant>, OptionsError> {
        if self.variant == "all" {
            return Ok(Variant::ALL.to_vec());
        }
        let parse = |name: &str| {
            name.trim().parse().map_err(|error| OptionsError::Other(format!("--variant: {error}")))
        };
        self.variant.split(',').map(parse).collect()
    }

    const fn kind(&self) -> Kind {
        match self.tournament {
            TournamentKind::RoundRobin => Kind::RoundRobin,
            TournamentKind::Gauntlet => Kind::Gauntlet,
            TournamentKind::SprtPair => Kind::SprtPair,
        }
    }

    /// What only makes sense together.
    fn check(&self, engines: &[EngineConfig], sprt: Option<Sprt>) -> Result<(), OptionsError> {
        let fail = |reason: String| Err(OptionsError::Other(reason));
        let counts = [
            ("games", self.games),
            ("rounds", self.rounds.unwrap_or(1)),
            ("repeat", self.repeat),
            ("concurrency", self.concurrency),
            ("seeds", self.seeds),
            ("stall", self.stall as usize),
        ];
        if let Some((name, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return fail(format!("--{name} must be at least 1"));
        }
        for (number, engine) in engines.iter().enumerate() {
            if engines[..number].iter().any(|other| other.name == engine.name) {
                return fail(format!("two engines are called {}; give name=", engine.name));
            }
        }
        if engines.len() < 2 {
            return fail("a tournament wants two engines or more".to_owned());
        }
        if matches!(self.tournament, TournamentKind::Gauntlet) && self.seeds >= engines.len() {
            return fail("a gauntlet wants more engines than seeds".to_owned());
        }
        if sprt.is_some() && engines.len() != 2 {
            return fail("--sprt wants just two engines".to_owned());
        }
        if matches!(self.tournament, TournamentKind::SprtPair) && sprt.is_none() {
            return fail("an sprt-pair wants --sprt".to_owned());
        }
        Ok(())
    }

    fn books(
        &self,
        variants: &[Variant],
    ) -> Result<(Policy, Vec<(Variant, Book)>), TournamentError> {
        let wish = OpeningWish::parse(&self.openings)?;
        let mut books = Vec::new();
        for &variant in variants {
            let mut book = match &wish.source {
                Source::Builtin => Book::builtin(variant),
                Source::None => Book::new(Vec::new()),
                Source::File(path) => {
                    let by_name = path.extension().is_some_and(|ending| ending == "pgn");
                    let is_pgn = wish.is_pgn.unwrap_or(by_name);
                    if !is_pgn && variants.len() > 1 {
                        let reason = "--openings: a file of positions is of one --variant";
                        return Err(OptionsError::Other(reason.to_owned()).into());
                    }
                    Book::new(openings::read(path, variant, is_pgn, wish.plies)?)
                }
            };
            if wish.is_random {
                book.shuffle(self.srand);
            }
            book.start_at(wish.start - 1);
            books.push((variant, book));
        }
        Ok((wish.policy, books))
    }
}

/// Where openings come from.
enum Source {
    Builtin,
    None,
    File(PathBuf),
}

/// The words of `--openings`.
struct OpeningWish {
    source: Source,
    is_pgn: Option<bool>,
    is_random: bool,
    plies: Option<usize>,
    /// From 1.
    start: usize,
    policy: Policy,
}

impl OpeningWish {
    fn parse(words: &[String]) -> Result<Self, OptionsError> {
        const OPTION: &str = "--openings";
        let mut wish = Self {
            source: Source::Builtin,
            is_pgn: None,
            is_random: false,
            plies: None,
            start: 1,
            policy: Policy::Encounter,
        };
        for pair in pairs(words) {
            let refuse = |expected| Err(refused(OPTION, pair, expected));
            match pair {
                ("builtin", "") => wish.source = Source::Builtin,
                ("none", "") => wish.source = Source::None,
                ("file", "") => return refuse("a file"),
                ("file", path) => wish.source = Source::File(path.into()),
                ("format", "epd") => wish.is_pgn = Some(false),
                ("format", "pgn") => wish.is_pgn = Some(true),
                ("format", _) => return refuse("epd or pgn"),
                ("order", "random") => wish.is_random = true,
                ("order", "sequential") => wish.is_random = false,
                ("order", _) => return refuse("random or sequential"),
                ("policy", "encounter" | "default") => wish.policy = Policy::Encounter,
                ("policy", "round") => wish.policy = Policy::Round,
                ("policy", _) => return refuse("encounter or round"),
                ("plies", _) => wish.plies = Some(value(OPTION, pair, "a number of plies")?),
                ("start", _) => wish.start = value(OPTION, pair, "a number, from 1")?,
                (key, _) => return Err(unknown(OPTION, key)),
            }
        }
        if wish.start == 0 {
            return Err(refused(OPTION, ("start", "0"), "a number, from 1"));
        }
        Ok(wish)
    }
}
