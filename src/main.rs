//! The program. Everything it does is in the crates below `src/`; here are the pages of the rules
//! and the page in a browser, which lie outside these crates.

use std::process::ExitCode;

macro_rules! pages {
    ($($game:literal,)*) => {
        /// The pages of all games.
        const RULES: vertumnus_commands::RulesPages = &[
            $(($game, include_str!(concat!("../docs/rules/", $game, ".md"))),)*
        ];
    };
}

pages! {
    "chancellor",
    "chess",
    "combination",
    "fairyeater",
    "modern",
    "morphing",
    "powerabsorption",
    "stealthbomber",
}

/// The files of the page in a browser.
const PAGE: vertumnus_commands::PageFiles = include!(concat!(env!("OUT_DIR"), "/page.rs"));

fn main() -> ExitCode {
    vertumnus_commands::main(RULES, PAGE)
}
