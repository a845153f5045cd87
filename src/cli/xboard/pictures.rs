//! Drawings of the pieces for XBoard and WinBoard: a directory with files for each, which is kept for
//! the next time.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::dialect::{Dialect, Drawing};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::{Kind, PowerSet, Variant};
use vertumnus_pictures::{Figure, SIDE, drawing};

use super::bitmaps;

/// A question mark in a disc, in the upper right corner: several kinds share the drawing.
const SHARED: &str = concat!(
    "<circle cx=\"37.5\" cy=\"8.5\" r=\"7\" fill=\"#ffd75f\" stroke=\"#000\" stroke-width=\"1\"/>",
    "<path d=\"M34.8 6.6C34.8 3.2 40.2 3.2 40.2 6.6 40.2 8.6 37.5 8.4 37.5 10.6\" fill=\"none\" ",
    "stroke=\"#000\" stroke-width=\"1.6\" stroke-linecap=\"round\"/>",
    "<circle cx=\"37.5\" cy=\"13.2\" r=\"1\" fill=\"#000\"/>",
);

/// Files by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// The directory with the drawings for XBoard, which are written if they are not there.
///
/// It is below the user's directory for caches, and named by what it holds: another version of this
/// program has another. A program that reads it sees whole files only.
///
/// # Errors
/// If there is no such directory and it cannot be made.
pub(crate) fn for_xboard(variant: Variant) -> io::Result<PathBuf> {
    directory("xboard", &svg_files(variant))
}

/// The same for WinBoard, with bitmaps for squares of these sizes, in pixels.
///
/// # Errors
/// If this build makes no bitmaps, or there is no such directory and it cannot be made.
pub(crate) fn for_winboard(variant: Variant, sizes: &[u32]) -> io::Result<PathBuf> {
    directory("winboard", &bitmap_files(variant, sizes)?)
}

fn directory(gui: &str, files: &Files) -> io::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let name = format!("{gui}-{:016x}", hasher.finish());
    let directory = caches()?.join("vertumnus").join(name);
    write(&directory, files)?;
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
fn write(directory: &Path, files: &Files) -> io::Result<()> {
    let is_there = |name: &String, file: &Vec<u8>| {
        fs::read(directory.join(name)).is_ok_and(|found| found == *file)
    };
    let missing: Vec<_> = files.iter().filter(|(name, file)| !is_there(name, file)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(directory)?;
    for (name, file) in missing {
        let draft = directory.join(format!("{name}.{}", std::process::id()));
        let written =
            fs::write(&draft, file).and_then(|()| fs::rename(&draft, directory.join(name)));
        written.inspect_err(|_| {
            let _ = fs::remove_file(&draft);
        })?;
    }
    Ok(())
}

/// The pictures of both colors, by the names of the drawings: those of all games, because XBoard can
/// go from one to another. Where two games disagree, `variant` counts.
fn pictures(
    variant: Variant,
    name: impl Fn(&Drawing) -> String,
) -> BTreeMap<String, ByColor<String>> {
    let mut pictures = BTreeMap::new();
    let others = Variant::bundled().iter().copied().filter(|&other| other != variant);
    for variant in std::iter::once(variant).chain(others) {
        let game = game::session(variant);
        for drawing in Dialect::of(variant).drawings() {
            let picture = |color| picture(&*game, &drawing.kinds, color);
            if let (Some(white), Some(black)) = (picture(Color::White), picture(Color::Black)) {
                pictures.entry(name(&drawing)).or_insert(ByColor([white, black]));
            }
        }
    }
    pictures
}

fn svg_files(variant: Variant) -> Files {
    let pictures = pictures(variant, |drawing| drawing.file.to_owned());
    let files = pictures.into_iter().flat_map(|(name, ByColor([white, black]))| {
        [(format!("White{name}.svg"), white.into()), (format!("Black{name}.svg"), black.into())]
    });
    files.collect()
}

fn bitmap_files(variant: Variant, sizes: &[u32]) -> io::Result<Files> {
    let mut files = Files::new();
    for (name, ByColor([white, black])) in pictures(variant, |drawing| drawing.bitmap.clone()) {
        for &size in sizes {
            let made = bitmaps::of_piece(&white, &black, size).map_err(io::Error::other)?;
            for (purpose, bitmap) in ["w", "o", "s"].into_iter().zip(made) {
                files.insert(format!("{name}{size}{purpose}.bmp"), bitmap);
            }
        }
    }
    Ok(files)
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

    /// The drawings of a game do not depend on the game that XBoard is started with. But all kings
    /// are one drawing of XBoard's, so a king that does not step is drawn right in its own game alone.
    #[test]
    fn the_games_agree_on_the_drawings() {
        let kings = ["WhiteKing.svg", "BlackKing.svg"];
        let all = Variant::bundled().iter().map(|&variant| (variant, svg_files(variant)));
        let all: Vec<_> = all.collect();
        for pair in all.windows(2) {
            let [(one, files), (other, others)] = pair else { unreachable!("a window of two") };
            for (name, svg) in files {
                let other_svg = others.get(name);
                let is_excused = kings.contains(&name.as_str()) && other_svg.is_some();
                let agree = other_svg == Some(svg) || is_excused;
                assert!(agree, "{name} is another drawing in {one} than in {other}");
            }
        }
    }

    /// What is there is kept, what is damaged is mended, and nothing else is left behind.
    #[test]
    fn a_directory_is_made_once_and_mended() -> io::Result<()> {
        let directory = env::temp_dir().join(format!("vertumnus-pictures-{}", std::process::id()));
        let files = svg_files(Variant::default());
        write(&directory, &files)?;
        let rook = directory.join("WhiteRook.svg");
        let before = fs::metadata(&rook)?.modified()?;
        fs::write(directory.join("BlackKing.svg"), "torn")?;
        write(&directory, &files)?;
        assert_eq!(fs::metadata(&rook)?.modified()?, before);
        let mut names = Vec::new();
        for entry in fs::read_dir(&directory)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            assert_eq!(fs::read(directory.join(&name))?, files[&name]);
            names.push(name);
        }
        assert_eq!(names.len(), files.len());
        fs::remove_dir_all(&directory)
    }
    /// `WinBoard` has a mask, a white and a black picture of each piece in each size. What differs as
    /// SVG differs as points.
    #[cfg(feature = "png")]
    #[test]
    fn bitmaps_differ() -> io::Result<()> {
        const SIZES: [u32; 2] = [33, 72];
        let files = bitmap_files(Variant::default(), &SIZES)?;
        let pieces = pictures(Variant::default(), |drawing| drawing.bitmap.clone());
        assert_eq!(files.len(), pieces.len() * SIZES.len() * 3);
        assert_eq!(pieces.len(), pictures(Variant::default(), |d| d.file.to_owned()).len());
        for (size, side) in [("33", 33), ("72", 72)] {
            for (color, purpose) in ["o", "s"].into_iter().enumerate() {
                let end = format!("{size}{purpose}.bmp");
                let pictures: Vec<&Vec<u8>> = files
                    .iter()
                    .filter(|(name, _)| name.ends_with(&end))
                    .map(|(_, file)| file)
                    .collect();
                let different: std::collections::BTreeSet<_> = pictures.iter().collect();
                let drawn = pieces.values().map(|ByColor(pictures)| &pictures[color]);
                let drawn: std::collections::BTreeSet<_> = drawn.collect();
                assert_eq!(different.len(), drawn.len());
                let row = side * 3_usize;
                assert!(
                    pictures.iter().all(|file| file.len() == 54 + side * row.next_multiple_of(4))
                );
            }
        }
        Ok(())
    }
}
