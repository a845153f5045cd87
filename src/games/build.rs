//! Lists the files of the folders beside it, which are named by their games. If `VERTUMNUS_WITHOUT_NETWORKS` is
//! set, there are no networks: for a program that is to be small and plays games that have none.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

const WITHOUT: &str = "VERTUMNUS_WITHOUT_NETWORKS";

/// The lists, with the file of each game that is in it, and how it is read.
const LISTS: [(&str, &str, Form); 7] = [
    ("rules", "rules.ini", Form::Text),
    ("networks", "network.vnn", Form::Packed),
    ("chances", "chances.wdl", Form::Bytes),
    ("openings", "openings.epd", Form::Packed),
    ("puzzles", "puzzles.epd", Form::Bytes),
    ("guides", "guide.pgn", Form::Bytes),
    ("playtests", "playtest.json", Form::Packed),
];

/// How a file is read.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Bytes,
    /// Large ones, which are unpacked when they are asked for.
    Packed,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=.");
    println!("cargo::rerun-if-env-changed={WITHOUT}");
    let mut games = Vec::new();
    for entry in fs::read_dir(".")? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            games.push(entry.file_name().into_string().map_err(|_| "a name is no text")?);
        }
    }
    games.sort_unstable();
    let folder = env::var("OUT_DIR")?;
    let folder = Path::new(&folder);
    let is_calibrated = |game: &&String| Path::new(game).join("chances.wdl").exists();
    let calibrated: Vec<_> = games.iter().filter(is_calibrated).collect();
    fs::write(folder.join("calibrated.rs"), format!("{calibrated:?}"))?;
    fs::write(folder.join("general.rs"), included("general.vng", Form::Packed)?)?;
    let mut trained = String::from("&[\n");
    for (list, file, form) in LISTS {
        let is_left_out = matches!(list, "networks" | "chances") && env::var_os(WITHOUT).is_some();
        let mut text = String::from("&[\n");
        for game in games.iter().filter(|game| Path::new(game).join(file).exists()) {
            let path = format!("{game}/{file}");
            let key = if list == "networks" { rules_of(&path)? } else { game.clone() };
            if list == "networks" {
                writeln!(trained, "({key:?}, {game:?}),")?;
            }
            if !is_left_out {
                writeln!(text, "({key:?}, {}),", included(&path, form)?)?;
            }
        }
        fs::write(folder.join(format!("{list}.rs")), text + "]")?;
    }
    fs::write(folder.join("trained.rs"), trained + "]")?;
    Ok(())
}

/// What tells the rules of the game of a network: the hash in its head, or else the name.
fn rules_of(network: &str) -> Result<String, Box<dyn Error>> {
    const MAGIC: usize = 4;
    let bytes = fs::read(network)?;
    let name = bytes.get(MAGIC).and_then(|&length| bytes.get(MAGIC + 1..)?.get(..length.into()));
    let identity = std::str::from_utf8(name.ok_or("a network without a head")?)?;
    Ok(identity.split_once('#').map_or(identity, |(_, rules)| rules).to_owned())
}

/// The expression that a file is.
fn included(file: &str, form: Form) -> Result<String, Box<dyn Error>> {
    let path = format!("{}/{file}", env::var("CARGO_MANIFEST_DIR")?);
    Ok(match form {
        Form::Text => format!("include_str!({path:?})"),
        Form::Bytes => format!("include_bytes!({path:?})"),
        Form::Packed => {
            #[cfg(feature = "compressed")]
            let path = compressed(&path, file)?;
            format!("Packed(include_bytes!({path:?}))")
        }
    })
}

/// A file with the same, compressed.
#[cfg(feature = "compressed")]
fn compressed(path: &str, name: &str) -> Result<String, Box<dyn Error>> {
    use flate2::{Compression, write::DeflateEncoder};
    use std::io::Write as _;

    let smaller = format!("{}/{}", env::var("OUT_DIR")?, name.replace('/', "-"));
    let mut encoder = DeflateEncoder::new(fs::File::create(&smaller)?, Compression::best());
    encoder.write_all(&fs::read(path)?)?;
    encoder.finish()?;
    Ok(smaller)
}
