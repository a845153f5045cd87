//! The command `match`.

use std::error::Error;
use std::io::Write;
use std::process;
use std::sync::Arc;

use crate::ctrl_c::{self, Unheard};
use vertumnus_core::text::shown;
use vertumnus_referee::process::StopSignal;
use vertumnus_referee::tournament::{self, MatchArgs, MatchTask};

/// The exit status that shells give to a program that was ended by an interrupt.
const INTERRUPTED: i32 = 130;

/// Plays a tournament.
///
/// # Errors
/// If the arguments are wrong, or the tournament ends early.
pub(crate) fn run(arguments: MatchArgs, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let options = match arguments.into_task()? {
        MatchTask::Play(options) => options,
        MatchTask::Merge(options) => return Ok(tournament::merge(&options, output)?),
    };
    let stop = stop_on_signals()?;
    let mut warn = |line: &str| eprintln!("vertumnus: warning: {}", shown(line));
    Ok(tournament::run(&options, &stop, output, &mut warn)?)
}

/// A stop signal for Ctrl-C and SIGTERM. The first of them ends the tournament, the second kills
/// the engines and exits at once.
fn stop_on_signals() -> Result<Arc<StopSignal>, Unheard> {
    let stop = Arc::new(StopSignal::default());
    let handler_stop = stop.clone();
    ctrl_c::set(move || {
        if !handler_stop.interrupt() {
            handler_stop.kill_processes();
            process::exit(INTERRUPTED);
        }
    })?;
    Ok(stop)
}
