//! The page as a static site.

use std::fs;
use std::io;
use std::path::Path;

use super::files::Files;
use super::rules::{self, Page};
use super::site;

/// Writes the page, the rules of all games and the legend of the pieces into a folder. What else is there stays. A site also
/// needs the package with the rules and the engine for browsers, which is built by other means.
///
/// # Errors
/// If a file cannot be read or written.
pub(super) fn write(folder: &Path, files: &Files, pages: &[Page]) -> io::Result<()> {
    let write = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, content)
    };
    for (name, content) in files.all()? {
        write(&name, &content)?;
    }
    for (name, page) in pages {
        write(&format!("rules/{name}.html"), rules::html(name, page).as_bytes())?;
    }
    for name in rules::diagrams(pages) {
        // A game that is not built in has no pictures.
        if let Some(svg) = rules::diagram(pages, &name) {
            write(&format!("rules/diagrams/{name}.svg"), svg.as_bytes())?;
        }
    }
    write("backend.json", site::backend(false, files).as_bytes())
}
