//! The games in the real XBoard, on a virtual screen: matches of the engine against itself, and a user
//! with a mouse.
//!
//! Where XBoard, Xvfb or xdotool is missing the tests are reported as ignored, because they would not
//! test the engine; in continuous integration, where all of these must be present, they fail.

mod desktop;
mod matches;
mod mouse;
mod persons;
mod pictures;
mod xboard;

use libtest_mimic::{Completion, Failed, Trial};
use vertumnus_core::rules::Variant;

use crate::cores;

/// A test that needs a screen. Two engines play in it in turn, or one, on one core.
fn trial(name: &str, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::ignorable_test(format!("gui::{name}"), move || match desktop::what_is_missing() {
        Some(reason) if std::env::var_os("CI").is_some() => Err(Failed::from(reason)),
        Some(reason) => Ok(Completion::ignored_with(reason)),
        None => {
            cores::holding(1, test);
            Ok(Completion::Completed)
        }
    })
}

fn match_of(variant: Variant, name: &str, games: u32) -> Trial {
    trial(&format!("{variant}::{name}"), move || {
        println!("{variant}: {:?}", matches::play(variant, games));
    })
}

/// All tests with a screen.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for &variant in Variant::bundled() {
        trials.push(match_of(variant, "one_game", 1));
        trials.push(match_of(variant, "fifty_games", 50).with_ignored_flag(true));
        let picture = trial(&format!("{variant}::picture"), move || pictures::take(variant));
        trials.push(picture.with_ignored_flag(true));
    }
    trials.extend(persons::SCRIPTS.iter().map(|&(name, script)| trial(name, script)));
    trials
}
