//! Lists the files of the page in a browser, which are a part of the program.

use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

/// The folder of the page.
const PAGE: &str = "web/page";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={PAGE}");
    let mut names = Vec::new();
    if env::var_os("CARGO_FEATURE_SERVE").is_some() {
        collect(Path::new(PAGE), "", &mut names)?;
    }
    names.sort_unstable();
    let root = "env!(\"CARGO_MANIFEST_DIR\")";
    let entry = |name: &String| {
        format!("({name:?}, include_bytes!(concat!({root}, {:?}))),\n", format!("/{PAGE}/{name}"))
    };
    let list: String = names.iter().map(entry).collect();
    let file = Path::new(&env::var("OUT_DIR")?).join("page.rs");
    fs::write(file, format!("&[\n{list}]"))?;
    Ok(())
}

/// The names of the files in a folder and below, without hidden ones and declarations of types.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), names)?;
        } else if !name.starts_with('.') && path.extension().is_none_or(|end| end != "ts") {
            names.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
