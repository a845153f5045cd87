//! The suites of this folder.

use std::path::PathBuf;

use vertumnus_core::position::perft::suite::{Entry, Suite};

/// Reads the suite of a game. It must declare how many lines it has, and each line must have counts at
/// all depths from 1 on.
pub(crate) fn suite(game: &str) -> Result<Vec<Entry>, String> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), &format!("{game}.epd")].iter().collect();
    let in_file = |error: String| format!("{}: {error}", path.display());
    let suite = Suite::read(&path).map_err(|error| in_file(error.to_string()))?;
    if suite.declared.is_none() {
        return Err(in_file("no comment '# lines: N'".to_owned()));
    }
    let whole = |entry: Entry| {
        let gap = (1..).zip(&entry.counts).any(|(depth, &(counted, _))| counted != depth);
        if gap { Err(format!("{} leaves out a depth", entry.name)) } else { Ok(entry) }
    };
    let entries = suite.entries.into_iter();
    entries.map(|entry| entry.map_err(|e| e.to_string()).and_then(whole).map_err(in_file)).collect()
}
