//! The program. Everything it does is in the crates below `src/`; here are the pages of the rules
//! and the page in a browser, which lie outside these crates.

use std::process::ExitCode;

/// The pages of all games.
const RULES: vertumnus_commands::RulesPages = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The files of the page in a browser.
const PAGE: vertumnus_commands::PageFiles = include!(concat!(env!("OUT_DIR"), "/page.rs"));

fn main() -> ExitCode {
    vertumnus_commands::main(RULES, PAGE)
}
