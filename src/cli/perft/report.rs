//! What is told of a run over suites: lines for people, or JSON for machines, and a progress bar.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::PerftError;
use super::descent::Difference;

/// How often the bar moves while nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// How the check of a line ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// All its counts are beyond the limits.
    #[default]
    Skipped,
    Held,
    Failed,
}

/// A count, and what it should be.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Count {
    pub(super) depth: u32,
    pub(super) leaves: u64,
    pub(super) expected: u64,
}

/// What came of a line.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Outcome {
    pub(super) suite: String,
    pub(super) line: String,
    pub(super) game: Option<&'static str>,
    pub(super) fen: String,
    pub(super) status: Status,
    /// What was counted; of these only the last can be wrong.
    pub(super) counts: Vec<Count>,
    pub(super) seconds: f64,
    /// Why the line could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// The leaves below each move at the depth that is wrong, if no other engine was asked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) divide: BTreeMap<String, u64>,
    /// Where another engine differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) difference: Option<Difference>,
}

impl Outcome {
    pub(super) fn fail(&mut self, reason: String) {
        self.status = Status::Failed;
        self.error = Some(reason);
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = match self.status {
            Status::Skipped => "skipped",
            Status::Held => "ok",
            Status::Failed => "FAILED",
        };
        write!(f, "{status} {}", self.suite)?;
        if !self.line.is_empty() {
            write!(f, " {}", self.line)?;
        }
        if let Some(Count { depth, leaves, expected }) = self.counts.last() {
            write!(f, ": depth {depth}, {leaves} leaves")?;
            if leaves != expected {
                write!(f, ", not {expected}")?;
            }
        }
        if self.status == Status::Skipped {
            write!(f, ": beyond the limits")?;
        }
        if let Some(error) = &self.error {
            write!(f, ": {error}")?;
        }
        let mut details = Vec::new();
        if self.status == Status::Failed && self.difference.is_none() && !self.fen.is_empty() {
            details.push(format!("in {}", self.fen));
        }
        details.extend(self.divide.iter().map(|(mv, leaves)| format!("{mv}: {leaves}")));
        if let Some(difference) = &self.difference {
            details.extend(difference.to_string().lines().map(ToOwned::to_owned));
        }
        details.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// What came of all lines.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Summary {
    pub(super) lines: usize,
    pub(super) held: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    pub(super) leaves: u64,
    pub(super) seconds: f64,
    pub(super) leaves_per_second: u64,
    /// The size of the table in MiB; 0 if there was none.
    pub(super) hash: usize,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lines, held, failed, skipped, leaves, seconds, leaves_per_second, hash } = self;
        writeln!(
            f,
            "Lines: {lines}, of which {held} held, {failed} failed, {skipped} were skipped"
        )?;
        writeln!(f, "Leaves: {leaves}")?;
        write!(f, "Time: {seconds:.3} s, {leaves_per_second} leaves/s")?;
        if *hash > 0 {
            write!(f, ", with a hash of {hash} MiB")?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record<'a> {
    Line(&'a Outcome),
    Summary(&'a Summary),
}

/// Where a report goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// People before a terminal: what failed; the rest is the bar's business.
    Terminal,
    /// People who read it later: every line.
    Plain,
    /// Machines: an object for every line.
    Json,
}

/// Tells what comes of each line, and at last of all.
pub(super) struct Reporter<W> {
    output: W,
    form: Form,
    /// On standard error, and only where that is a terminal.
    bar: ProgressBar,
    started: Instant,
    summary: Summary,
}

impl<W: Write> Reporter<W> {
    pub(super) fn new(output: W, form: Form, lines: usize, hash: usize) -> Self {
        let bar = ProgressBar::new(lines as u64);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:40} {pos}/{len} lines, {elapsed}{msg}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        let summary = Summary { lines, hash, ..Summary::default() };
        Self { output, form, bar, started: Instant::now(), summary }
    }

    pub(super) fn line(&mut self, outcome: &Outcome) -> Result<(), PerftError> {
        let number = match outcome.status {
            Status::Skipped => &mut self.summary.skipped,
            Status::Held => &mut self.summary.held,
            Status::Failed => &mut self.summary.failed,
        };
        *number += 1;
        self.summary.leaves += outcome.counts.iter().map(|count| count.leaves).sum::<u64>();
        let Self { output, form, bar, .. } = self;
        bar.suspend(|| match form {
            Form::Json => write_json(output, &Record::Line(outcome)),
            Form::Terminal if outcome.status != Status::Failed => Ok(()),
            _ => Ok(writeln!(output, "{outcome}")?),
        })?;
        self.bar.inc(1);
        if self.summary.failed > 0 {
            self.bar.set_message(format!(", {} failed", self.summary.failed));
        }
        Ok(())
    }

    /// Tells of all, once no more lines come.
    pub(super) fn finish(mut self) -> Result<Summary, PerftError> {
        self.bar.finish_and_clear();
        let elapsed = self.started.elapsed();
        self.summary.seconds = elapsed.as_secs_f64();
        self.summary.leaves_per_second = super::per_second(self.summary.leaves, elapsed);
        match self.form {
            Form::Json => write_json(&mut self.output, &Record::Summary(&self.summary))?,
            _ => writeln!(self.output, "{}", self.summary)?,
        }
        Ok(self.summary)
    }
}

fn write_json(output: &mut impl Write, record: &Record<'_>) -> Result<(), PerftError> {
    serde_json::to_writer(&mut *output, record).map_err(std::io::Error::from)?;
    writeln!(output)?;
    Ok(())
}
