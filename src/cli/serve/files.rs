//! The files of the page: built in, or in a folder that has some of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use vertumnus_playtest::report::on_the_server;

use crate::PageFiles;

/// The files of the page.
pub(super) struct Files {
    built_in: PageFiles,
    /// Where they are looked for before the built-in ones.
    folder: Option<PathBuf>,
}

impl Files {
    /// The built-in files, or those of a folder.
    ///
    /// # Errors
    /// If the folder has no page.
    pub(super) fn new(built_in: PageFiles, folder: Option<PathBuf>) -> Result<Self, String> {
        match &folder {
            Some(folder) if !folder.join("index.html").is_file() => {
                Err(format!("{} has no index.html", folder.display()))
            }
            _ => Ok(Self { built_in, folder }),
        }
    }

    /// All files by their names.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn all(&self) -> io::Result<BTreeMap<String, Cow<'static, [u8]>>> {
        let built_in = self.built_in.iter();
        let mut all: BTreeMap<_, _> =
            built_in.map(|&(name, file)| (name.to_owned(), served(name, file))).collect();
        if let Some(folder) = &self.folder {
            collect(folder, "", &mut all)?;
        }
        Ok(all)
    }

    /// A file with its type; `None` if there is none of this name.
    pub(super) fn file(&self, name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
        let kind = kind(name)?;
        let built_in = || {
            let (_, file) = self.built_in.iter().find(|(known, _)| *known == name)?;
            Some(served(name, file))
        };
        Some((kind, self.in_folder(name).or_else(built_in)?))
    }

    /// The games of which there are puzzles, `puzzles/GAME.epd`.
    pub(super) fn puzzles(&self) -> Vec<&'static str> {
        let game = |name: &'static str| name.strip_prefix("puzzles/")?.strip_suffix(".epd");
        self.built_in.iter().filter_map(|&(name, _)| game(name)).collect()
    }

    fn in_folder(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        // No way leads out of the folder.
        let mut parts = Path::new(name).components();
        let is_below = parts.all(|part| matches!(part, Component::Normal(_)));
        let path = self.folder.as_ref().filter(|_| is_below)?.join(name);
        fs::read(path).ok().map(Cow::from)
    }
}

/// A file that is built in, as it is served.
fn served(name: &str, file: &'static [u8]) -> Cow<'static, [u8]> {
    match str::from_utf8(file) {
        Ok(page) if name.starts_with("playtest/") => on_the_server(page).into_bytes().into(),
        _ => Cow::Borrowed(file),
    }
}

/// The files of a folder and the folders in it.
fn collect(
    folder: &Path,
    prefix: &str,
    all: &mut BTreeMap<String, Cow<'static, [u8]>>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), all)?;
        } else if kind(&name).is_some() {
            all.insert(name, fs::read(&path)?.into());
        }
    }
    Ok(())
}

/// The type of a file, for browsers; `None` if it is no part of a page.
fn kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "epd" | "pgn" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_outside_the_folder_is_read() {
        let folder = std::env::temp_dir().join(format!("vertumnus-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("page/below")).expect("a folder");
        for (name, text) in [("page/index.html", "<p>"), ("page/below/a.js", ";"), ("b.js", "!")] {
            fs::write(folder.join(name), text).expect("a file");
        }
        let files =
            Files::new(&[("x.js", b"built in")], Some(folder.join("page"))).expect("a page");
        let (kind, content) = files.file("below/a.js").expect("it is there");
        assert_eq!((kind, &content[..]), ("text/javascript; charset=utf-8", &b";"[..]));
        for name in ["../b.js", "below/../../b.js", "/etc/passwd", "", "y.js", "below"] {
            assert_eq!(files.file(name), None, "{name}");
        }
        // What the folder lacks is built in.
        assert_eq!(
            files.file("x.js").map(|(_, content)| content).as_deref(),
            Some(&b"built in"[..])
        );
        let names: Vec<String> = files.all().expect("a folder").into_keys().collect();
        assert_eq!(names, ["below/a.js", "index.html", "x.js"]);
        assert!(Files::new(&[], Some(folder.clone())).is_err());
        assert!(Files::new(&[("x.js", b"")], None).expect("a page").file("x.js").is_some());
        fs::remove_dir_all(folder).expect("the folder is there");
    }

    #[test]
    fn puzzles_are_known_by_their_games() {
        let files = Files::new(
            &[("main.js", b""), ("puzzles/chess.epd", b""), ("puzzles/index.js", b"")],
            None,
        );
        assert_eq!(files.expect("built in").puzzles(), ["chess"]);
    }
}
