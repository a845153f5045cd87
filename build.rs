//! Lists the files that are a part of the program and lie outside its crates: the pages of the rules and
//! the page in a browser.

use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

/// The folder of the pages of the rules: `GAME.md` for each game.
const RULES: &str = "docs/rules";

/// The folder of the page in a browser.
const PAGE: &str = "web/page";

/// The folder of the documentation.
const DOCS: &str = "docs";

/// What says how to read the pieces, and the pages with games to begin with.
const PAGES: [&str; 3] = ["pieces.md", "games-as-files.md", "games-as-files-recipes.md"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={RULES}");
    println!("cargo::rerun-if-changed={PAGE}");
    for name in PAGES {
        println!("cargo::rerun-if-changed={DOCS}/{name}");
    }
    let mut page = Vec::new();
    if env::var_os("CARGO_FEATURE_SERVE").is_some() {
        let mut names = Vec::new();
        collect(Path::new(PAGE), "", &mut names)?;
        page.extend(names.into_iter().map(|name| (name.clone(), format!("/{PAGE}/{name}"))));
        page.extend(PAGES.map(|name| (name.to_owned(), format!("/{DOCS}/{name}"))));
    }
    page.sort_unstable();
    let page = page.iter().map(|(name, path)| (name.as_str(), path.clone()));
    write("page.rs", "include_bytes!", page)?;
    let rules = games(Path::new(RULES))?;
    let rules = rules.iter().map(|game| (game.as_str(), format!("/{RULES}/{game}.md")));
    write("rules.rs", "include_str!", rules)
}

/// Writes a list of names, each with a file of this repository.
fn write<'a>(
    list: &str,
    include: &str,
    files: impl Iterator<Item = (&'a str, String)>,
) -> Result<(), Box<dyn Error>> {
    let root = "env!(\"CARGO_MANIFEST_DIR\")";
    let entry = |(name, path)| format!("({name:?}, {include}(concat!({root}, {path:?}))),\n");
    let list_path = Path::new(&env::var("OUT_DIR")?).join(list);
    fs::write(list_path, format!("&[\n{}]", files.map(entry).collect::<String>()))?;
    Ok(())
}

/// The names of the games that have a page, in order.
fn games(folder: &Path) -> io::Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "md") {
            games.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    games.sort_unstable();
    Ok(games)
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
