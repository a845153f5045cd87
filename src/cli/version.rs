//! What `--version` says.

use std::sync::LazyLock;

use vertumnus_core::rules::Variant;

/// The version, the commit if it is known, and the games: `0.2.0 (1234abc; chess, ...)`.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let games: Vec<&str> = Variant::bundled().iter().map(|variant| variant.name()).collect();
        let commit = option_env!("VERTUMNUS_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit.map(|commit| format!("{commit}; "));
        let (version, games) = (env!("CARGO_PKG_VERSION"), games.join(", "));
        format!("{version} ({}{games})", commit.unwrap_or_default())
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::CommandLine;

    #[test]
    fn the_version_and_the_games_are_shown() {
        let version = CommandLine::command().render_version();
        let (name, games) = version.split_once(" (").expect("the games are in brackets");
        assert_eq!(name, concat!("vertumnus ", env!("CARGO_PKG_VERSION")));
        for &variant in Variant::bundled() {
            assert!(games.contains(variant.name()), "{version}");
        }
    }
}
