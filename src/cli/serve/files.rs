//! The files of the page: built in, or in a folder that has some of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use vertumnus_games::{GUIDES, PLAYTESTS, PUZZLES};

use crate::PageFiles;

/// What says how to read the pieces. It is no file of the page, which has it as HTML.
const LEGEND: &str = "pieces.md";

/// The files of the page.
pub(super) struct Files {
    built_in: Vec<(Cow<'static, str>, &'static [u8])>,
    /// Where they are looked for before the built-in ones, by its true name.
    folder: Option<PathBuf>,
    /// The games with a report of a playtest, `playtest/GAME.html`, which is drawn when somebody asks for it.
    reports: Vec<&'static str>,
}

impl Files {
    /// The built-in files, or those of a folder.
    ///
    /// # Errors
    /// If the folder has no page.
    pub(super) fn new(built_in: PageFiles, folder: Option<PathBuf>) -> Result<Self, String> {
        let built_in = built_in.iter().map(|&(name, file)| (name.into(), file)).collect();
        let Some(named) = folder else {
            return Ok(Self { built_in, folder: None, reports: Vec::new() });
        };
        let folder = named.canonicalize().ok();
        match folder.filter(|folder| file_within(folder, &folder.join("index.html")).is_some()) {
            Some(folder) => Ok(Self { built_in, folder: Some(folder), reports: Vec::new() }),
            None => Err(format!("{} has no index.html", named.display())),
        }
    }

    /// With what is of single games: puzzles, games with explanations, and reports.
    #[must_use]
    pub(super) fn with_games(mut self) -> Self {
        for (folder, ending, files) in [("puzzles", "epd", PUZZLES), ("guides", "pgn", GUIDES)] {
            let place =
                |&(game, file): &(&str, _)| (format!("{folder}/{game}.{ending}").into(), file);
            self.built_in.extend(files.iter().map(place));
        }
        self.reports.extend(PLAYTESTS.iter().map(|(game, _)| game));
        self
    }

    /// All files by their names.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn all(&self) -> io::Result<BTreeMap<String, Cow<'static, [u8]>>> {
        let built_in = self.built_in.iter();
        let mut all: BTreeMap<_, _> = built_in
            .filter(|(name, _)| *name != LEGEND)
            .map(|(name, file)| (name.to_string(), Cow::Borrowed(*file)))
            .collect();
        let names = self.reports.iter().map(|game| format!("playtest/{game}.html"));
        all.extend(names.filter_map(|name| Some((name.clone(), self.report(&name)?))));
        if let Some(folder) = &self.folder {
            collect(folder, folder, "", &mut all)?;
        }
        Ok(all)
    }

    /// A file with its type; `None` if there is none of this name.
    pub(super) fn file(&self, name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
        let kind = kind(name)?;
        let built_in = || {
            let (_, file) = self.built_in.iter().find(|(known, _)| known == name)?;
            Some(Cow::Borrowed(*file))
        };
        let found = self.in_folder(name).or_else(built_in);
        Some((kind, found.or_else(|| self.report(name))?))
    }

    /// The games of which there are puzzles, `puzzles/GAME.epd`.
    pub(super) fn puzzles(&self) -> Vec<&str> {
        let names = self.built_in.iter().map(|(name, _)| name);
        names.filter_map(|name| name.strip_prefix("puzzles/")?.strip_suffix(".epd")).collect()
    }

    /// How to read the pieces, in Markdown.
    pub(super) fn legend(&self) -> Option<&'static str> {
        let (_, text) = self.built_in.iter().find(|(name, _)| *name == LEGEND)?;
        str::from_utf8(text).ok()
    }

    /// A report of a playtest.
    fn report(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        let game = name.strip_prefix("playtest/")?.strip_suffix(".html")?;
        let game = self.reports.iter().find(|known| **known == game)?;
        Some(vertumnus_playtest::page_of(game)?.into_bytes().into())
    }

    fn in_folder(&self, name: &str) -> Option<Cow<'static, [u8]>> {
        let folder = self.folder.as_ref()?;
        let mut parts = Path::new(name).components();
        let is_below = parts.all(|part| matches!(part, Component::Normal(_)));
        let path = file_within(folder, &folder.join(name)).filter(|_| is_below)?;
        fs::read(path).ok().map(Cow::from)
    }
}

/// The true name of a file of a folder; `None` if there is none, if a link leads out of the folder, or if it
/// is something else than a file, as a pipe on which a reader would wait.
fn file_within(folder: &Path, path: &Path) -> Option<PathBuf> {
    let path = path.canonicalize().ok()?;
    (path.starts_with(folder) && path.is_file()).then_some(path)
}

/// The files of a folder and the folders in it, all within the first one. Links to folders are not followed:
/// they may lead in a circle.
fn collect(
    first: &Path,
    folder: &Path,
    prefix: &str,
    all: &mut BTreeMap<String, Cow<'static, [u8]>>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(first, &path, &format!("{name}/"), all)?;
        } else if kind(&name).is_some()
            && let Some(path) = file_within(first, &path)
        {
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
        "epd" | "md" | "pgn" => "text/plain; charset=utf-8",
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

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else_and_nobody_waits_on_a_pipe() {
        let folder = std::env::temp_dir().join(format!("vertumnus-links-{}", std::process::id()));
        let page = folder.join("page");
        fs::create_dir_all(&page).expect("a folder");
        fs::write(page.join("index.html"), "<p>").expect("a file");
        fs::write(folder.join("secret.js"), "!").expect("a file");
        let link = |target: &str, name: &str| {
            std::os::unix::fs::symlink(target, page.join(name)).expect("a link");
        };
        link("../secret.js", "out.js");
        link("..", "up");
        link(".", "circle");
        link("/dev/zero", "zero.js");
        link("index.html", "same.html");
        let made = std::process::Command::new("mkfifo").arg(page.join("pipe.js")).status();
        assert!(made.expect("mkfifo").success());
        let files = Files::new(&[], Some(page.clone())).expect("a page");
        for name in ["out.js", "up/secret.js", "zero.js", "pipe.js", "gone.js"] {
            assert_eq!(files.file(name), None, "{name}");
        }
        assert!(files.file("same.html").is_some());
        let names: Vec<String> = files.all().expect("a folder").into_keys().collect();
        assert_eq!(names, ["index.html", "same.html"]);
        // The folder itself may be named by a link.
        link("page", "../named");
        let named = Files::new(&[], Some(folder.join("named"))).expect("a page");
        assert!(named.file("index.html").is_some());
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
