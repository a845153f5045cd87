//! The command `playtest`.

use std::error::Error;
use std::io::Write;

use vertumnus_lab::progress::{End, News};
use vertumnus_playtest::PlaytestOptions;

use crate::learning::{Meter, stop_flag};

/// Plays games and writes a report, or prints the page of one that is there, or of two.
///
/// # Errors
/// If something cannot be read or written, or the system has too little to play a single game.
pub(crate) fn run(options: &PlaytestOptions, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if let Some(report) = &options.page {
        return vertumnus_playtest::draw(report, output);
    }
    if let Some(reports) = &options.compare {
        return vertumnus_playtest::compare(reports, output);
    }
    let stop = stop_flag()?;
    // Whoever says how long wants the time that nobody needs; whoever says how many games waits for them.
    if options.games.is_none() {
        yield_to_others();
    }
    let mut meter = Meter::new("games");
    let (end, page) = vertumnus_playtest::run(options, &stop, &mut |news| match news {
        News::Line(line) => meter.say(&line),
        News::Left(left) => meter.within(left),
        News::Step { done, total, message } => meter.show(done, total, &message),
    })?;
    drop(meter);
    match (end, page) {
        (End::Finished, Some(page)) => eprintln!("{} is written", page.display()),
        (_, Some(page)) => eprintln!(
            "stopped; {} says what there is, and the same command goes on",
            page.display()
        ),
        (_, None) => eprintln!("stopped before the first game; the same command goes on"),
    }
    Ok(())
}

/// Lets every other program go first.
fn yield_to_others() {
    // Without that the work is done all the same.
    #[cfg(unix)]
    let _ = rustix::process::nice(19);
}
