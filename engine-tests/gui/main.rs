//! The games in the real XBoard, on a screen that nobody sees: matches of the engine against itself,
//! and persons with a mouse.
//!
//! Where XBoard, Xvfb or xdotool is missing the tests are reported as ignored, for they would say
//! nothing of the engine; in continuous integration, where all of it must be there, they fail.

#![allow(dead_code, reason = "what is used depends on the games of the build")]

mod desktop;
mod matches;
mod mouse;
mod persons;
mod pictures;
mod xboard;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use vertumnus_core::rules::Variant;

/// A test that wants a screen.
fn trial(name: String, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::ignorable_test(name, move || match desktop::what_is_missing() {
        Some(reason) if std::env::var_os("CI").is_some() => Err(Failed::from(reason)),
        Some(reason) => Ok(Completion::ignored_with(reason)),
        None => {
            test();
            Ok(Completion::Completed)
        }
    })
}

fn match_of(variant: Variant, name: &str, games: u32) -> Trial {
    trial(format!("{variant}::{name}"), move || {
        println!("{variant}: {:?}", matches::play(variant, games));
    })
}

fn main() {
    let mut arguments = Arguments::from_args();
    // A game beside another would lose time that the engine cannot know of.
    arguments.test_threads.get_or_insert(1);
    let mut trials: Vec<Trial> = Vec::new();
    for &variant in Variant::ALL {
        trials.push(match_of(variant, "two_games", 2));
        trials.push(match_of(variant, "fifty_games", 50).with_ignored_flag(true));
        let picture = trial(format!("{variant}::picture"), move || pictures::take(variant));
        trials.push(picture.with_ignored_flag(true));
    }
    trials.extend(persons::SCRIPTS.iter().map(|&(name, script)| trial(name.to_owned(), script)));
    libtest_mimic::run(&arguments, trials).exit();
}
