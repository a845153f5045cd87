//! The command line of a tournament.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use super::arbiter::CommentParts;
use super::options::{LONGEST_WAIT, OptionsError, pairs, refused, switch, unknown, value};
use super::record::RecordLabels;
use super::report::ReportStyle;
use super::schedule::{MatchPlan, OpeningPolicy, TournamentFormat};
use super::settings::{MatchOptions, MatchTask, MergeOptions, TournamentError};
use super::sprt::Sprt;
use crate::client::EngineConfig;
use crate::openings::{self, OpeningBook};
use crate::part::Part;
use crate::process::LineLog;
use vertumnus_core::files::{self, Overlap};
use vertumnus_core::rules::Variant;

/// Play a tournament between engines, with the rules of all variants as the arbiter.
///
/// Options and their values are those of Cute Chess's command line, and may also begin with a single
/// hyphen. docs/match.md describes all of them.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch")]
pub struct MatchArgs {
    #[command(flatten)]
    engines: EngineWords,
    /// Settings of all engines
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// The games, separated by commas, or `all` [default: what an engine's
    /// `option.UCI_Variant` or the name of the file of openings says, or else chess]
    #[arg(long, value_name = "NAMES")]
    variant: Option<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value = "round-robin")]
    tournament: TournamentKind,
    /// Number of engines that challenge the others in a gauntlet
    #[arg(long, default_value_t = 1)]
    seeds: usize,
    /// Games of a pair of engines in a round
    #[arg(long, default_value_t = 2)]
    games: usize,
    /// Number of rounds; each pair plays the next game of --variant in each [default: 1, or no end in an sprt-pair]
    #[arg(long)]
    rounds: Option<usize>,
    /// Games in a row that a pair of engines plays with one opening
    #[arg(long, num_args = 0..=1, default_value_t = 2, default_missing_value = "2")]
    repeat: usize,
    /// Do not swap colors between games
    #[arg(long)]
    noswap: bool,
    /// The second engine of a pair has White in the first game
    #[arg(long)]
    reverse: bool,
    /// Number of games played at once
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Openings: file=FILE format=epd|pgn order=random|sequential plies=N start=N
    /// policy=encounter|round; or builtin, or none
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
    /// Random seed
    #[arg(long, default_value_t = 0)]
    srand: u64,
    /// Adjudicate draws: movenumber=N movecount=N score=N
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Adjudicate losses: movecount=N score=N twosided=true
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// Adjudicate a draw after this many moves of each side, with those of the opening; 0 for never
    #[arg(long, value_name = "N")]
    maxmoves: Option<u32>,
    /// Test whether the first engine is better: elo0=E elo1=E alpha=A beta=B
    /// model=logistic|normalized
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Go on when an engine breaks down
    #[arg(long)]
    recover: bool,
    /// Do not play games again that are in the file of --pgnout
    #[arg(long)]
    resume: bool,
    /// Append the games to this file; `nodes=true`, `seldepth=true` and `match_line=^TEXT` add to
    /// the comments on moves
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pgnout: Vec<String>,
    /// Record the engines' options, too
    #[arg(long)]
    pgnoptions: bool,
    /// Append all lines to and from the engines to this file, with their times
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Tag `Event` of the games
    #[arg(long, default_value = "")]
    event: String,
    /// Tag `Site` of the games
    #[arg(long, default_value = "")]
    site: String,
    /// Time limit for a move without a clock, in seconds
    #[arg(long, default_value_t = 600, value_name = "SECONDS")]
    stall: u64,
    /// Pause after each game, in milliseconds
    #[arg(long, default_value_t = 0, value_name = "MS")]
    wait: u64,
    /// Print the standings after this many games; 0 for only at the end
    #[arg(long, default_value_t = 10, value_name = "N")]
    ratinginterval: usize,
    /// Write one JSON object per line
    #[arg(long)]
    json: bool,
    /// Play only a part of the games, such as 2/4 for the second of four
    #[arg(long, value_name = "K/N", conflicts_with_all = ["sprt", "merge"])]
    part: Option<Part>,
    /// Add up what parts have written with --json
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = ENGINE)]
    merge: Vec<PathBuf>,
    /// Files that the engines are told of, with the games that are not theirs.
    #[arg(skip)]
    pub rules: Vec<PathBuf>,
    /// Does nothing: a worker of `OpenBench` always says it
    #[arg(long = "testEnv", hide = true)]
    _test_env: bool,
}

/// The words of each `--engine`.
#[derive(Clone, Debug)]
struct EngineWords(Vec<Vec<String>>);

const ENGINE: &str = "engine";

/// The name of the match runner that a worker of `OpenBench` starts.
const RUNNER: &str = "fastchess";

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches.get_occurrences::<String>(ENGINE).unwrap_or_default();
        Ok(Self(engines.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new(ENGINE)
                .long(ENGINE)
                .num_args(1..)
                .action(ArgAction::Append)
                .required_unless_present("merge")
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

/// Adds a second hyphen to an option that has only one, as in Cute Chess.
pub(super) fn with_two_hyphens(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.len() > 2 && text.starts_with('-') && !text.starts_with("--") => {
            format!("-{text}").into()
        }
        _ => argument,
    }
}

impl MatchArgs {
    /// The command line with two hyphens before each option, if its command is `match`. That is
    /// also the command of a program that was started under the name of `OpenBench`'s match runner.
    pub fn normalise(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = arguments.into_iter().collect();
        let name = arguments.first().and_then(|program| Path::new(program).file_stem());
        if name.is_some_and(|name| name.to_string_lossy().starts_with(RUNNER)) {
            arguments.insert(1, "match".into());
        }
        if arguments.get(1).is_some_and(|command| command == "match") {
            arguments = arguments.into_iter().map(with_two_hyphens).collect();
        }
        arguments
    }

    /// Checks the arguments and reads the files that they name.
    ///
    /// # Errors
    /// If the arguments are malformed or contradict each other, or a file cannot be used.
    pub fn into_task(self) -> Result<MatchTask, TournamentError> {
        if self.merge.is_empty() {
            return Ok(MatchTask::Play(Box::new(self.into_options()?)));
        }
        let sprt = if self.sprt.is_empty() { None } else { Some(Sprt::parse(&self.sprt)?) };
        Ok(MatchTask::Merge(MergeOptions { files: self.merge, sprt, json: self.json }))
    }

    fn into_options(self) -> Result<MatchOptions, TournamentError> {
        let mut engines = self.engine_configs()?;
        let opening_words = OpeningArgs::parse(&self.openings)?;
        let variants = self.variants(&engines, &opening_words)?;
        let records = RecordArgs::parse(&self.pgnout)?;
        for engine in &mut engines {
            engine.noted_lines.clone_from(&records.noted_lines);
            engine.rules.clone_from(&self.rules);
        }
        let sprt = if self.sprt.is_empty() { None } else { Some(Sprt::parse(&self.sprt)?) };
        let style = match (self.json, io::stdout().is_terminal()) {
            (true, _) => ReportStyle::Json,
            (false, true) => ReportStyle::Live,
            (false, false) => ReportStyle::Plain,
        };
        self.check(&engines, sprt)?;
        let rule = |words: &Vec<String>| !words.is_empty();
        let rules = AdjudicationRules {
            draw: rule(&self.draw).then(|| DrawRule::parse(&self.draw)).transpose()?,
            resign: rule(&self.resign).then(|| ResignRule::parse(&self.resign)).transpose()?,
            max_moves: self.maxmoves.filter(|&most| most > 0),
        };
        self.check_files(&engines, &records, &opening_words)?;
        if let Some(path) = &records.path {
            files::check_ours(path, "file of games", files::is_pgn)?;
        }
        if let Some(path) = &self.log {
            files::check_ours(path, "log of a match", LineLog::is_log)?;
        }
        let (policy, books) = self.books(&variants, &opening_words)?;
        let log = self.log.as_deref().map(|path| {
            let log = LineLog::open(path).map(Arc::new);
            log.map_err(|error| TournamentError::Log { path: path.to_owned(), error })
        });
        let log = log.transpose()?;
        for engine in &mut engines {
            engine.log.clone_from(&log);
        }
        let plan = MatchPlan {
            format: self.format(),
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
        Ok(MatchOptions {
            engines,
            plan,
            rules,
            sprt,
            concurrency: self.concurrency,
            recover: self.recover,
            resume: self.resume,
            part: self.part.unwrap_or(Part::WHOLE),
            records: records.path,
            log,
            comments: records.comments,
            labels: RecordLabels {
                event: self.event,
                site: self.site,
                with_options: self.pgnoptions,
            },
            patience: Duration::from_secs(self.stall).min(LONGEST_WAIT),
            pause: Duration::from_millis(self.wait),
            style,
            interval: self.ratinginterval,
        })
    }

    /// Makes sure that nothing is written that is read, and that no file is written in two forms.
    fn check_files(
        &self,
        engines: &[EngineConfig],
        records: &RecordArgs,
        openings: &OpeningArgs,
    ) -> Result<(), Overlap> {
        let programs: Vec<PathBuf> = engines.iter().map(EngineConfig::program).collect();
        let mut inputs: Vec<&Path> = programs.iter().map(PathBuf::as_path).collect();
        if let OpeningSource::File(path) = &openings.source {
            inputs.push(path);
        }
        let mut outputs: Vec<&Path> = engines.iter().filter_map(|e| e.stderr.as_deref()).collect();
        for output in [self.log.as_deref(), records.path.as_deref()].into_iter().flatten() {
            files::check_apart(&[output], &outputs)?;
            outputs.push(output);
        }
        files::check_apart(&outputs, &inputs)
    }

    fn engine_configs(&self) -> Result<Vec<EngineConfig>, OptionsError> {
        let engines = self.engines.0.iter();
        let engines = engines.map(|words| EngineConfig::parse(words, &self.each));
        let mut engines: Vec<EngineConfig> = engines.collect::<Result<_, _>>()?;
        number_namesakes(&mut engines);
        Ok(engines)
    }

    /// The variants that `--variant` names. Without it, or where it says `standard` as a worker of
    /// `OpenBench` does: that of the engines, or of the file of openings.
    fn variants(
        &self,
        engines: &[EngineConfig],
        openings: &OpeningArgs,
    ) -> Result<Vec<Variant>, OptionsError> {
        const STANDARD: &str = "standard";
        let fail = |reason: String| OptionsError::Other(reason);
        let named = self.variant.as_deref().filter(|&names| names != STANDARD);
        let variants = match named {
            Some("all") => Variant::known(),
            Some(names) => {
                let parse = |name: &str| {
                    name.trim().parse().map_err(|error| fail(format!("--variant: {error}")))
                };
                names.split(',').map(parse).collect::<Result<_, _>>()?
            }
            None => {
                let by_engine = engines.iter().find_map(|engine| engine.variant);
                vec![by_engine.or_else(|| openings.variant_of_file()).unwrap_or_default()]
            }
        };
        for EngineConfig { name, variant, .. } in engines {
            if let Some(variant) = variant.filter(|variant| !variants.contains(variant)) {
                let played: Vec<&str> = variants.iter().map(|variant| variant.name()).collect();
                let played = played.join(", ");
                return Err(fail(format!(
                    "engine {name} is to play {variant} by its option, but the match is of {played}"
                )));
            }
        }
        Ok(variants)
    }

    const fn format(&self) -> TournamentFormat {
        match self.tournament {
            TournamentKind::RoundRobin => TournamentFormat::RoundRobin,
            TournamentKind::Gauntlet => TournamentFormat::Gauntlet,
            TournamentKind::SprtPair => TournamentFormat::SprtPair,
        }
    }

    /// Checks the combination of arguments.
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
        if self.resume && self.pgnout.is_empty() {
            return fail("--resume needs --pgnout".to_owned());
        }
        if engines.len() < 2 {
            return fail("a tournament needs two engines or more".to_owned());
        }
        if matches!(self.tournament, TournamentKind::Gauntlet) && self.seeds >= engines.len() {
            return fail("a gauntlet needs more engines than seeds".to_owned());
        }
        if sprt.is_some() && engines.len() != 2 {
            return fail("--sprt needs exactly two engines".to_owned());
        }
        if matches!(self.tournament, TournamentKind::SprtPair) && sprt.is_none() {
            return fail("an sprt-pair needs --sprt".to_owned());
        }
        Ok(())
    }

    fn books(
        &self,
        variants: &[Variant],
        arguments: &OpeningArgs,
    ) -> Result<(OpeningPolicy, Vec<(Variant, OpeningBook)>), TournamentError> {
        let mut books = Vec::new();
        for &variant in variants {
            let mut book = match &arguments.source {
                OpeningSource::Builtin => OpeningBook::builtin(variant),
                OpeningSource::None => OpeningBook::new(Vec::new()),
                OpeningSource::File(path) => {
                    let by_name =
                        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
                    let is_pgn = arguments.is_pgn.unwrap_or(by_name);
                    if !is_pgn && variants.len() > 1 {
                        let reason = "--openings: a file of positions needs a single --variant";
                        return Err(OptionsError::Other(reason.to_owned()).into());
                    }
                    OpeningBook::new(openings::read(path, variant, is_pgn, arguments.plies)?)
                }
            };
            if arguments.is_random {
                book.shuffle(self.srand);
            }
            book.start_at(arguments.start - 1);
            books.push((variant, book));
        }
        Ok((arguments.policy, books))
    }
}

/// Numbers the engines whose name an earlier one has: `a`, `a-2`, `a-3`.
fn number_namesakes(engines: &mut [EngineConfig]) {
    for index in 1..engines.len() {
        let (earlier, rest) = engines.split_at_mut(index);
        let engine = &mut rest[0];
        let is_taken = |name: &str| earlier.iter().any(|other| other.name == name);
        if is_taken(&engine.name) {
            let mut names = (2..).map(|number| format!("{}-{number}", engine.name));
            engine.name = names.find(|name| !is_taken(name)).unwrap_or_default();
        }
    }
}

/// The words of `--pgnout`.
#[derive(Debug, Default)]
struct RecordArgs {
    path: Option<PathBuf>,
    comments: CommentParts,
    /// The text with which lines of the engines begin that are noted.
    noted_lines: Option<String>,
}

impl RecordArgs {
    fn parse(words: &[String]) -> Result<Self, OptionsError> {
        const OPTION: &str = "--pgnout";
        let mut parsed = Self::default();
        for (number, word) in words.iter().enumerate() {
            let pair = word.split_once('=').unwrap_or((word, ""));
            match pair {
                ("file", "") => return Err(refused(OPTION, pair, "a file")),
                ("file", path) => parsed.path = Some(path.into()),
                ("nodes", _) => parsed.comments.nodes = switch(pair)?,
                ("seldepth", _) => parsed.comments.seldepth = switch(pair)?,
                ("match_line", pattern) => {
                    let text = plain_beginning(pattern);
                    let text = text.ok_or_else(|| refused(OPTION, pair, "^TEXT or ^TEXT.*"))?;
                    parsed.noted_lines = Some(text.to_owned());
                }
                _ if number == 0 => parsed.path = Some(word.into()),
                (key, _) => return Err(unknown(OPTION, key)),
            }
        }
        if parsed.path.is_none() && !words.is_empty() {
            return Err(OptionsError::Other(format!("{OPTION}: file=FILE is missing")));
        }
        Ok(parsed)
    }
}

/// The text of a regular expression for lines that begin with a text; `None` for any other.
fn plain_beginning(pattern: &str) -> Option<&str> {
    let text = pattern.strip_prefix('^')?;
    let text = text.strip_suffix(".*").unwrap_or(text);
    let is_plain = !text.is_empty() && !text.contains(|c| r"\.*+?()[]{}|^$".contains(c));
    is_plain.then_some(text)
}

/// Where openings come from.
enum OpeningSource {
    Builtin,
    None,
    File(PathBuf),
}

/// The words of `--openings`.
struct OpeningArgs {
    source: OpeningSource,
    is_pgn: Option<bool>,
    is_random: bool,
    plies: Option<usize>,
    /// The first opening to be played, counted from 1.
    start: usize,
    policy: OpeningPolicy,
}

impl OpeningArgs {
    /// The variant whose name is the first part of the name of the file, such as `morphing` for
    /// `books/morphing.epd` and `morphing-8plies.epd`.
    fn variant_of_file(&self) -> Option<Variant> {
        let OpeningSource::File(path) = &self.source else { return None };
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        name.split(|c: char| !c.is_ascii_alphabetic()).next()?.parse().ok()
    }

    fn parse(words: &[String]) -> Result<Self, OptionsError> {
        const OPTION: &str = "--openings";
        let mut parsed = Self {
            source: OpeningSource::Builtin,
            is_pgn: None,
            is_random: false,
            plies: None,
            start: 1,
            policy: OpeningPolicy::Encounter,
        };
        for pair in pairs(words) {
            let refuse = |expected| Err(refused(OPTION, pair, expected));
            match pair {
                ("builtin", "") => parsed.source = OpeningSource::Builtin,
                ("none", "") => parsed.source = OpeningSource::None,
                ("file", "") => return refuse("a file"),
                ("file", path) => parsed.source = OpeningSource::File(path.into()),
                ("format", "epd") => parsed.is_pgn = Some(false),
                ("format", "pgn") => parsed.is_pgn = Some(true),
                ("format", _) => return refuse("epd or pgn"),
                ("order", "random") => parsed.is_random = true,
                ("order", "sequential") => parsed.is_random = false,
                ("order", _) => return refuse("random or sequential"),
                ("policy", "encounter" | "default") => parsed.policy = OpeningPolicy::Encounter,
                ("policy", "round") => parsed.policy = OpeningPolicy::Round,
                ("policy", _) => return refuse("encounter or round"),
                ("plies", _) => parsed.plies = Some(value(OPTION, pair, "a number of plies")?),
                ("start", _) => parsed.start = value(OPTION, pair, "a number, from 1")?,
                (key, _) => return Err(unknown(OPTION, key)),
            }
        }
        if parsed.start == 0 {
            return Err(refused(OPTION, ("start", "0"), "a number, from 1"));
        }
        Ok(parsed)
    }
}
