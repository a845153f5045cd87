//! Drawings of the pieces for XBoard: a directory with a file for each, which is kept for the next
//! time.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use vertumnus_core::board::Color;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::{Kind, PowerSet, Variant};
use vertumnus_pictures::{Figure, SIDE, drawing};

/// A question mark in a disc, in the upper right corner: several kinds share the drawing.
const SHARED: &str = concat!(
    "<circle cx=\"37.5\" cy=\"8.5\" r=\"7\" fill=\"#ffd75f\" stroke=\"#000\" stroke-width=\"1\"/>",
    "<path d=\"M34.8 6.6C34.8 3.2 40.2 3.2 40.2 6.6 40.2 8.6 37.5 8.4 37.5 10.6\" fill=\"none\" ",
    "stroke=\"#000\" stroke-width=\"1.6\" stroke-linecap=\"round\"/>",
    "<circle cx=\"37.5\" cy=\"13.2\" r=\"1\" fill=\"#000\"/>",
);

/// The directory with the drawings, which are written if they are not there.
///
/// It is below the user's directory for caches, and named by what it holds: another version of this
/// program has another. A program that reads it sees whole files only.
///
/// # Errors
/// If there is no such directory and it cannot be made.
pub(crate) fn directory(variant: Variant) -> io::Result<PathBuf> {
    let files = files(variant);
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let name = format!("xboard-{:016x}", hasher.finish());
    let directory = caches()?.join("vertumnus").join(name);
    write(&directory, &files)?;
    Ok(directory)
}

/// The user's directory for caches, as freedesktop.org defines it, or as Windows does.
fn caches() -> io::Result<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .or_else(|| absolute("LOCALAPPDATA"))
        .ok_or_else(|| io::Error::other("there is no home directory"))
}

/// Writes the files that differ from what is there. Each takes its place when it is whole.
fn write(directory: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
    let is_there = |name: &String, text: &String| {
        fs::read(directory.join(name)).is_ok_and(|found| found == text.as_bytes())
    };
    let missing: Vec<_> = files.iter().filter(|(name, text)| !is_there(name, text)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(directory)?;
    for (name, text) in missing {
        let draft = directory.join(format!("{name}.{}", std::process::id()));
        fs::write(&draft, text)?;
        fs::rename(&draft, directory.join(name))?;
    }
    Ok(())
}

/// The files by their names: the drawings of all games, because XBoard can go from one to another.
/// Where two games disagree, `variant` counts.
fn files(variant: Variant) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let others = Variant::ALL.iter().copied().filter(|&other| other != variant);
    for variant in std::iter::once(variant).chain(others) {
        let game = game::session(variant);
        for (name, kinds) in Dialect::of(variant).drawings() {
            for (color, prefix) in [(Color::White, "White"), (Color::Black, "Black")] {
                if let Some(svg) = picture(&*game, &kinds, color) {
                    files.entry(format!("{prefix}{name}.svg")).or_insert(svg);
                }
            }
        }
    }
    files
}

/// The drawing of some kinds: of one, what it is, of several, what they have in common.
fn picture(game: &dyn Session, kinds: &[Kind], color: Color) -> Option<String> {
    let figures: Vec<Figure> =
        kinds.iter().filter_map(|&kind| Figure::of_kind(game, kind)).collect();
    let (&first, others) = figures.split_first()?;
    let common = others.iter().fold(first, |common, other| Figure {
        powers: common_powers(common.powers, other.powers),
        royal: common.royal && other.royal,
        promotes: common.promotes && other.promotes,
        ..common
    });
    let badge = if others.is_empty() { "" } else { SHARED };
    let drawing = drawing(&common, color);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIDE}\" height=\"{SIDE}\" \
         viewBox=\"0 0 {SIDE} {SIDE}\">{drawing}{badge}</svg>\n"
    ))
}

fn common_powers(one: PowerSet, other: PowerSet) -> PowerSet {
    one.without(one.without(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drawings of a game do not depend on the game that XBoard is started with.
    #[test]
    fn the_games_agree_on_the_drawings() {
        let all: Vec<_> = Variant::ALL.iter().map(|&variant| files(variant)).collect();
        for pair in all.windows(2) {
            for (name, svg) in &pair[0] {
                assert_eq!(pair[1].get(name), Some(svg), "{name}");
            }
        }
    }

    /// What is there is kept, what is damaged is mended, and nothing else is left behind.
    #[test]
    fn a_directory_is_made_once_and_mended() -> io::Result<()> {
        let directory = env::temp_dir().join(format!("vertumnus-pictures-{}", std::process::id()));
        let files = files(Variant::default());
        write(&directory, &files)?;
        let rook = directory.join("WhiteRook.svg");
        let before = fs::metadata(&rook)?.modified()?;
        fs::write(directory.join("BlackKing.svg"), "torn")?;
        write(&directory, &files)?;
        assert_eq!(fs::metadata(&rook)?.modified()?, before);
        let mut names = Vec::new();
        for entry in fs::read_dir(&directory)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            assert_eq!(fs::read_to_string(directory.join(&name))?, files[&name]);
            names.push(name);
        }
        assert_eq!(names.len(), files.len());
        fs::remove_dir_all(&directory)
    }
}
