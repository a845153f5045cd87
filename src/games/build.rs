//! Lists the files of the folders beside it, which are named by their games. If `VERTUMNUS_WITHOUT_NETWORKS` is
//! set, there are no networks: for a program that is to be small and plays games that have none.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

const WITHOUT: &str = "VERTUMNUS_WITHOUT_NETWORKS";

/// The lists, with the file of each game that is in it, and how it is read.
const LISTS: [(&str, &str, &str); 7] = [
    ("rules", "rules.ini", "include_str!"),
    ("networks", "network.vnn", "include_bytes!"),
    ("chances", "chances.wdl", "include_bytes!"),
    ("openings", "openings.epd", "include_str!"),
    ("puzzles", "puzzles.epd", "include_bytes!"),
    ("guides", "guide.pgn", "include_bytes!"),
    ("playtests", "playtest.json", "include_str!"),
];

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
    let is_trained = |game: &&String| Path::new(game).join("network.vnn").exists();
    let trained: Vec<_> = games.iter().filter(is_trained).collect();
    fs::write(folder.join("trained.rs"), format!("{trained:?}"))?;
    for (list, file, include) in LISTS {
        let is_left_out = matches!(list, "networks" | "chances") && env::var_os(WITHOUT).is_some();
        let mut text = String::from("&[\n");
        for game in games.iter().filter(|game| !is_left_out && Path::new(game).join(file).exists())
        {
            let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{game}/{file}\")");
            writeln!(text, "({game:?}, {include}({path})),")?;
        }
        fs::write(folder.join(format!("{list}.rs")), text + "]")?;
    }
    Ok(())
}
