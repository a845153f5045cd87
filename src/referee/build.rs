//! Lists the openings of the games: each file in `openings/` is named by its game.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "openings";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut list = String::from("&[\n");
    for name in names()? {
        if let Some(game) = name.strip_suffix(".epd") {
            let path = format!("/{FOLDER}/{name}");
            let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})");
            writeln!(list, "({game:?}, include_str!({path})),")?;
        }
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("openings.rs"), list + "]")?;
    Ok(())
}

/// The names of the files, in order.
fn names() -> io::Result<Vec<String>> {
    let entries = fs::read_dir(FOLDER)?;
    let name =
        |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let mut names = entries.map(name).collect::<io::Result<Vec<String>>>()?;
    names.sort_unstable();
    Ok(names)
}
