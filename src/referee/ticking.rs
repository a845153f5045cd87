//! Progress bars that are redrawn while nothing happens.

use std::thread;
use std::time::Duration;

use indicatif::ProgressBar;

/// Redraws a bar this often, for its clock, as long as it is in use. A system that has no thread for that
/// has a bar that is drawn when something happens; the bar's own ticker would panic there.
pub fn keep_ticking(bar: &ProgressBar, every: Duration) {
    if bar.is_hidden() {
        return;
    }
    let bar = bar.downgrade();
    let tick = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(every);
        }
    };
    if let Err(error) = thread::Builder::new().name("progress".to_owned()).spawn(tick) {
        log::debug!("no thread for a progress bar: {error}");
    }
}
