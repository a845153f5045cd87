//! Makes a type of each game for which a feature asks, of its file.

mod generator;

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    let mut games: Vec<&str> = vertumnus_games::RULES.iter().map(|&(name, _)| name).collect();
    games.retain(|name| env::var_os(feature(name)).is_some());
    // Chess comes first, so that it is the default of a build that has it.
    games.sort_by_key(|&name| (name != "chess", name));
    let (mut modules, mut list) = (String::new(), String::new());
    if games.is_empty() && env::var_os(feature("written")).is_none() {
        return Err("a build needs at least one game: enable a feature such as `chess`".into());
    }
    for name in games {
        let definition = vertumnus_definition::bundled(name)?;
        let kind = generator::type_name(&definition);
        let code = generator::code(&definition)
            .map_err(|reason| format!("{name} cannot be compiled, only loaded: {reason}"))?;
        writeln!(
            modules,
            "/// {}.\n#[allow(clippy::pedantic, unused, reason = \"nobody reads it\")]\n\
             pub mod {name} {{\n{code}}}",
            definition.title
        )?;
        writeln!(list, "{name}::{kind},")?;
    }
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("games.rs"), modules)?;
    fs::write(Path::new(&folder).join("registry.rs"), format!("rulesets! {{\n{list}}}\n"))?;
    Ok(())
}

/// The variable that Cargo sets for a feature.
fn feature(name: &str) -> String {
    format!("CARGO_FEATURE_{}", name.to_ascii_uppercase().replace('-', "_"))
}
