//! The files of the page: built in, or in a folder.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::PageFiles;

/// The files of the page.
pub(super) struct Files {
    built_in: PageFiles,
    /// Where they are read from in place of the built-in ones.
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

    /// All files with their names, in no order.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn all(&self) -> io::Result<Vec<(String, Cow<'static, [u8]>)>> {
        let Some(folder) = &self.folder else {
            let all = self.built_in.iter();
            return Ok(all.map(|&(name, file)| (name.to_owned(), Cow::Borrowed(file))).collect());
        };
        let mut all = Vec::new();
        collect(folder, "", &mut all)?;
        Ok(all)
    }

    /// A file with its type; `None` if there is none of this name.
    pub(super) fn file(&self, name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
        let kind = kind(name)?;
        let Some(folder) = &self.folder else {
            let (_, file) = self.built_in.iter().find(|(known, _)| *known == name)?;
            return Some((kind, Cow::Borrowed(file)));
        };
        // No way leads out of the folder.
        let is_below = |name: &str| {
            Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
        };
        let path = Some(name).filter(|name| is_below(name)).map(|name| folder.join(name))?;
        Some((kind, fs::read(path).ok()?.into()))
    }
}

/// The files of a folder and the folders in it.
fn collect(
    folder: &Path,
    prefix: &str,
    all: &mut Vec<(String, Cow<'static, [u8]>)>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), all)?;
        } else if kind(&name).is_some() {
            all.push((name, fs::read(&path)?.into()));
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
        for name in ["../b.js", "below/../../b.js", "/etc/passwd", "", "x.js", "below"] {
            assert_eq!(files.file(name), None, "{name}");
        }
        let mut names: Vec<String> =
            files.all().expect("a folder").into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        assert_eq!(names, ["below/a.js", "index.html"]);
        assert!(Files::new(&[], Some(folder.clone())).is_err());
        assert!(Files::new(&[("x.js", b"")], None).expect("a page").file("x.js").is_some());
        fs::remove_dir_all(folder).expect("the folder is there");
    }
}
