//! Lists what was learned of the games: each file in `eval/networks/` is named by its game. `.net` are
//! networks, `.wdl` what their scores mean. If `VERTUMNUS_WITHOUT_NETWORKS` is set, the list is empty: for a
//! program that is to be small and plays games that have none.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "eval/networks";
const WITHOUT: &str = "VERTUMNUS_WITHOUT_NETWORKS";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    println!("cargo::rerun-if-env-changed={WITHOUT}");
    let names = if env::var_os(WITHOUT).is_some() { Vec::new() } else { names()? };
    for ending in ["net", "wdl"] {
        let mut list = String::from("&[\n");
        for name in &names {
            if let Some(game) = name.strip_suffix(&format!(".{ending}")) {
                let path = format!("/{FOLDER}/{name}");
                let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})");
                writeln!(list, "({game:?}, include_bytes!({path})),")?;
            }
        }
        fs::write(Path::new(&env::var("OUT_DIR")?).join(format!("{ending}.rs")), list + "]")?;
    }
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
