//! Reports of checked suites: lines of text or JSON, and a progress bar.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::Value;

use super::counting::{self, PerftError};
use super::descent::Difference;
use vertumnus_referee::keep_ticking;

/// How often the progress bar is redrawn while nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// The result of checking a line of a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LineStatus {
    /// All counts are beyond the limits.
    #[default]
    Skipped,
    Held,
    Failed,
}

/// A count of a suite.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CheckedCount {
    pub(super) depth: u32,
    pub(super) leaves: u64,
    pub(super) expected: u64,
}

/// The report on a line of a suite.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct LineReport {
    pub(super) suite: String,
    pub(super) line: String,
    pub(super) game: Option<&'static str>,
    pub(super) fen: String,
    pub(super) status: LineStatus,
    /// The counts that were made. Only the last can be wrong.
    pub(super) counts: Vec<CheckedCount>,
    pub(super) seconds: f64,
    /// Why the line could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// The leaves below each move at the depth with the wrong count, unless another engine was
    /// asked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) divide: BTreeMap<String, u64>,
    /// Where the other engine differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) difference: Option<Difference>,
}

impl LineReport {
    pub(super) fn fail(&mut self, reason: String) {
        self.status = LineStatus::Failed;
        self.error = Some(reason);
    }
}

impl fmt::Display for LineReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = match self.status {
            LineStatus::Skipped => "skipped",
            LineStatus::Held => "ok",
            LineStatus::Failed => "FAILED",
        };
        write!(f, "{status} {}", self.suite)?;
        if !self.line.is_empty() {
            write!(f, " {}", self.line)?;
        }
        if let Some(CheckedCount { depth, leaves, expected }) = self.counts.last() {
            write!(f, ": depth {depth}, {leaves} leaves")?;
            if leaves != expected {
                write!(f, ", not {expected}")?;
            }
        }
        if self.status == LineStatus::Skipped {
            write!(f, ": beyond the limits")?;
        }
        if let Some(error) = &self.error {
            write!(f, ": {error}")?;
        }
        let mut details = Vec::new();
        if self.status == LineStatus::Failed && self.difference.is_none() && !self.fen.is_empty() {
            details.push(format!("in {}", self.fen));
        }
        details.extend(self.divide.iter().map(|(mv, leaves)| format!("{mv}: {leaves}")));
        if let Some(difference) = &self.difference {
            details.extend(difference.to_string().lines().map(ToOwned::to_owned));
        }
        details.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// The totals of all lines.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct SuiteSummary {
    pub(super) lines: usize,
    pub(super) held: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    pub(super) leaves: u64,
    pub(super) seconds: f64,
    pub(super) leaves_per_second: u64,
    /// The size of the table in MiB; 0 for none.
    pub(super) hash: usize,
    /// Which part of the lines this is, and of which work.
    pub(super) part: Value,
    pub(super) work: Value,
}

impl fmt::Display for SuiteSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lines, held, failed, skipped, leaves, seconds, leaves_per_second, hash, .. } =
            self;
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
enum JsonLine<'a> {
    Line(&'a LineReport),
    Summary(&'a SuiteSummary),
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportForm {
    /// For a terminal: a progress bar, and a line for each failure.
    Terminal,
    /// A line for each line of a suite.
    Plain,
    /// A JSON object for each line of a suite.
    Json,
}

/// Reports on the lines of suites.
pub(super) struct SuiteReporter<'a> {
    output: &'a mut dyn Write,
    form: ReportForm,
    /// Shown on standard error, and only if that is a terminal.
    bar: ProgressBar,
    started: Instant,
    summary: SuiteSummary,
}

impl<'a> SuiteReporter<'a> {
    pub(super) fn new(output: &'a mut dyn Write, form: ReportForm, summary: SuiteSummary) -> Self {
        let bar = ProgressBar::new(summary.lines as u64);
        if let Ok(style) = ProgressStyle::with_template(
            "{wide_bar} {pos}/{len} lines, {elapsed}, about {eta} left{msg}",
        ) {
            bar.set_style(style);
        }
        keep_ticking(&bar, TICK);
        Self { output, form, bar, started: Instant::now(), summary }
    }

    pub(super) fn line(&mut self, outcome: &LineReport) -> Result<(), PerftError> {
        let number = match outcome.status {
            LineStatus::Skipped => &mut self.summary.skipped,
            LineStatus::Held => &mut self.summary.held,
            LineStatus::Failed => &mut self.summary.failed,
        };
        *number += 1;
        self.summary.leaves += outcome.counts.iter().map(|count| count.leaves).sum::<u64>();
        let Self { output, form, bar, .. } = self;
        bar.suspend(|| match form {
            ReportForm::Json => write_json(output, &JsonLine::Line(outcome)),
            ReportForm::Terminal if outcome.status != LineStatus::Failed => Ok(()),
            _ => Ok(writeln!(output, "{outcome}")?),
        })?;
        self.bar.inc(1);
        if self.summary.failed > 0 {
            self.bar.set_message(format!(", {} failed", self.summary.failed));
        }
        Ok(())
    }

    /// Clears the bar, and says how far an interrupted check came.
    pub(super) fn interrupted(self) -> String {
        self.bar.finish_and_clear();
        let SuiteSummary { lines, held, failed, skipped, .. } = self.summary;
        let done = held + failed + skipped;
        format!("{done} of {lines} lines, of which {held} held and {failed} failed")
    }

    /// Reports the totals.
    pub(super) fn finish(mut self) -> Result<SuiteSummary, PerftError> {
        self.bar.finish_and_clear();
        let elapsed = self.started.elapsed();
        self.summary.seconds = elapsed.as_secs_f64();
        self.summary.leaves_per_second = counting::per_second(self.summary.leaves, elapsed);
        match self.form {
            ReportForm::Json => write_json(self.output, &JsonLine::Summary(&self.summary))?,
            _ => writeln!(self.output, "{}", self.summary)?,
        }
        Ok(self.summary)
    }
}

fn write_json(output: &mut dyn Write, record: &JsonLine<'_>) -> Result<(), PerftError> {
    serde_json::to_writer(&mut *output, record).map_err(std::io::Error::from)?;
    writeln!(output)?;
    Ok(())
}
