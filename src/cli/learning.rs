//! What the commands show that work for hours: a bar on a terminal, otherwise a line each minute. An
//! interrupt ends them in good order.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::ctrl_c::{self, Unheard};
use vertumnus_referee::keep_ticking;

/// The exit status of a program that was interrupted twice.
const INTERRUPTED: i32 = 130;

/// The time between two lines if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);

/// A flag that the first interrupt sets. The second one ends the program.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>, Unheard> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrl_c::set(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        eprintln!("stopping; once more to stop at once");
    })?;
    Ok(stop)
}

/// Shows how far a long work has come, on standard error.
pub(crate) struct Meter {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: Instant,
    /// Where the work began, and when: games may have been read before.
    first: Option<(u64, Instant)>,
    /// How far it has come, and what it counts to.
    last: (u64, u64),
    unit: &'static str,
    /// The time for all that is to be done, of which this is a part, in words.
    all: String,
}

impl Meter {
    /// A meter that counts to this many of a unit.
    pub(crate) fn new(unit: &'static str) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            let style =
                format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left{{prefix}}, {{msg}}");
            if let Ok(style) = ProgressStyle::with_template(&style) {
                bar.set_style(style);
            }
            keep_ticking(&bar, Duration::from_secs(1));
            bar
        });
        let now = Instant::now();
        Self { bar, started: now, shown: now, first: None, last: (0, 0), unit, all: String::new() }
    }

    /// The work has come to `done` of `total`. If that is less than before, or the total is another one, the next
    /// work has begun.
    pub(crate) fn show(&mut self, done: u64, total: u64, message: &str) {
        if done < self.last.0 || total != self.last.1 {
            self.first = None;
        }
        self.last = (done, total);
        let (first, since) = *self.first.get_or_insert_with(|| {
            if let Some(bar) = &self.bar {
                bar.set_position(done);
                bar.reset_eta();
            }
            (done, Instant::now())
        });
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            bar.set_message(message.to_owned());
        } else if self.shown.elapsed() >= LINE_EVERY && done > first {
            self.shown = Instant::now();
            let each = since.elapsed().as_secs_f64() / (done - first) as f64;
            let minutes = each * total.saturating_sub(done) as f64 / 60.0;
            let (unit, all) = (self.unit, &self.all);
            eprintln!("{done}/{total} {unit}, {minutes:.0} min left{all}, {message}");
        }
    }

    /// What is shown is a part of a work for which so much time is left.
    pub(crate) fn within(&mut self, left: Duration) {
        self.all = format!(" ({} min of all)", left.as_secs().div_ceil(60));
        if let Some(bar) = &self.bar {
            bar.set_prefix(self.all.clone());
        }
    }

    /// The time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Meter {
    /// Says a line without disturbing the bar.
    pub(crate) fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_each_work_counts_from_its_beginning() {
        let mut meter = Meter::new("games");
        let mut began = |done, total| {
            meter.show(done, total, "");
            meter.first.map(|(first, _)| first)
        };
        assert_eq!([began(5, 64), began(64, 64)], [Some(5); 2]);
        // The next stage of another size, and the next part of the same.
        assert_eq!([began(70, 128), began(128, 128)], [Some(70); 2]);
        assert_eq!([began(1, 128), began(2, 128)], [Some(1); 2]);
    }
}
