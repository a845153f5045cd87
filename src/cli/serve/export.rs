//! The page as a static site.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use vertumnus_core::board::fnv1a_32;
use vertumnus_core::files::{self, NotOurs};

use super::files::Files;
use super::rules::{self, Page};
use super::site;

/// The file that says what an export has written: in each line the checksum of a file and its name.
const LIST: &str = ".exported";

/// What a browser takes the rules and the engine from.
const PACKAGE: &str = "package/index.js";

/// What there is to say of a site that was written.
pub(super) fn told(folder: &Path) -> String {
    let site = folder.display();
    if folder.join(PACKAGE).is_file() {
        return format!("{site} has the page");
    }
    format!(
        "{site} has the page, but no engine for browsers ({PACKAGE}), without which it does not begin: \
         `npm run build` in the folder web makes a site with both"
    )
}

/// Writes the page, the rules of all games and the legend of the pieces into a folder. What else is there
/// stays. A site also needs the package with the rules and the engine for browsers, which is built by other
/// means.
///
/// # Errors
/// If a file cannot be read or written, or one of such a name is there that no export has written. Nothing is
/// written then.
pub(super) fn write(folder: &Path, files: &Files, pages: &[Page]) -> io::Result<()> {
    let site = site(files, pages)?;
    let known = known(&folder.join(LIST));
    for (name, content) in &site {
        check_ours(&folder.join(name), content, known.get(name).copied())?;
    }
    let mut list = String::new();
    for (name, content) in &site {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        files::replace(&path, content)?;
        let _ = writeln!(list, "{:08x} {name}", fnv1a_32(content));
    }
    files::replace(&folder.join(LIST), list.as_bytes())
}

/// All files of a site, by their names.
fn site(files: &Files, pages: &[Page]) -> io::Result<BTreeMap<String, Cow<'static, [u8]>>> {
    let mut site = files.all()?;
    for (name, page) in pages {
        site.insert(format!("rules/{name}.html"), rules::html(name, page).into_bytes().into());
    }
    for name in rules::diagrams(pages) {
        // A game that is not built in has no pictures.
        if let Some(svg) = rules::diagram(pages, &name) {
            site.insert(format!("rules/diagrams/{name}.svg"), svg.into_bytes().into());
        }
    }
    site.insert("backend.json".to_owned(), site::backend(false, files).into_bytes().into());
    Ok(site)
}

/// The checksums of the files that an export has written, as its list says.
fn known(list: &Path) -> BTreeMap<String, u32> {
    let text = files::read_small(list).unwrap_or_default();
    let entry = |line: &str| {
        let (sum, name) = line.split_once(' ')?;
        Some((name.to_owned(), u32::from_str_radix(sum, 16).ok()?))
    };
    text.lines().filter_map(entry).collect()
}

/// Makes sure that a file is not there, has this content already, or is as an export has left it.
fn check_ours(path: &Path, content: &[u8], known: Option<u32>) -> io::Result<()> {
    let read = |mut file: File| {
        let mut found = Vec::new();
        file.read_to_end(&mut found).map(|_| found)
    };
    match files::open(path).and_then(read) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Ok(found) if found == content || known == Some(fnv1a_32(&found)) => Ok(()),
        _ => Err(io::Error::other(NotOurs { path: path.to_owned(), what: "file of an export" })),
    }
}
