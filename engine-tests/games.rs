//! Tests that are made at run time, one for each game, problem or task: whole games against itself,
//! under the referee, in XBoard and with python-chess, and forced wins.
//!
//! They run side by side. Many of them only wait, for a clock to run out or for a window. Where an
//! engine thinks on a clock, the test holds the cores that it thinks on; see [`cores`].

mod cores;
mod gui;
mod matches;
mod mates;
mod python_chess;
mod selfplay;
mod support;

use libtest_mimic::{Arguments, Trial};

fn main() {
    if let Some(manner) = matches::behavior_of_this_process() {
        return matches::play(&manner);
    }
    let mut arguments = Arguments::from_args();
    // Threads are for tests that wait as well, so there are more of them than cores.
    arguments.test_threads.get_or_insert(2 * cores::count() + 2);
    let working = [gui::trials(), selfplay::trials(), python_chess::trials(), mates::trials()];
    let trials = interleaved(matches::trials(), working.into_iter().flatten().collect());
    libtest_mimic::run(&arguments, trials).exit();
}

/// The trials of two lists in turn, so that the ones that wait run beside the ones that work.
fn interleaved(waiting: Vec<Trial>, working: Vec<Trial>) -> Vec<Trial> {
    let mut trials = Vec::with_capacity(waiting.len() + working.len());
    let mut waiting = waiting.into_iter();
    for trial in working {
        trials.push(trial);
        trials.extend(waiting.next());
    }
    trials.extend(waiting);
    trials
}
