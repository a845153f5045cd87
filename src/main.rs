//! The program. Everything it does is in the crates below `src/`; here are the pages of the rules,
//! which lie outside these crates.

use std::process::ExitCode;

macro_rules! pages {
    ($($game:literal,)*) => {
        /// The pages of all games.
        const RULES: vertumnus_cli::RulesPages = &[
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

fn main() -> ExitCode {
    vertumnus_cli::main(RULES)
}
