//! No files of a crate know each other in a circle: each can be read after those that it uses.
//!
//! What a file uses is what its lines with `use` name. What a file passes on with `pub use` is used from where
//! it stands.

use std::collections::{BTreeMap, BTreeSet};

use crate::walls::{rust_files, without_tests};

/// The modules of a crate by their paths, each with what it uses: a path, and whether it is passed on.
type Modules = BTreeMap<Vec<String>, Vec<(Vec<String>, bool)>>;

/// The paths of a `use`, without braces.
fn paths(text: &str) -> Vec<Vec<String>> {
    let (before, inside) = match text.split_once('{') {
        Some((before, rest)) => (before, rest.strip_suffix('}').expect("a brace ends")),
        None => ("", text),
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in inside.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is one").push(letter);
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    let start = before.trim().split("::").filter(|name| !name.is_empty()).map(str::to_owned);
    let start: Vec<String> = start.collect();
    let ends = parts.flat_map(|part| {
        if part.contains('{') {
            return paths(part);
        }
        let path = part.split(" as ").next().expect("a text has a first part");
        vec![path.split("::").map(|name| name.trim().to_owned()).collect()]
    });
    ends.map(|end| [start.clone(), end].concat()).collect()
}

/// What the code of a file uses that is not for tests.
fn uses(text: &str) -> Vec<(Vec<String>, bool)> {
    let lines = without_tests(text).into_iter();
    let code: Vec<&str> = lines.filter_map(|line| line.split("//").next()).collect();
    let statements = code.join(" ");
    let mut found = Vec::new();
    for statement in statements.split(';') {
        let statement = statement.rsplit(']').next().expect("a text has a last part").trim();
        let is_public = statement.starts_with("pub");
        let text = statement.split_once("use ").filter(|(before, _)| {
            before.is_empty() || before.starts_with("pub") && !before.contains('{')
        });
        if let Some((_, text)) = text {
            found.extend(paths(text).into_iter().map(|path| (path, is_public)));
        }
    }
    found
}

/// The module in which a path that is used in a module ends; `None` if it leads to another crate.
fn target(modules: &Modules, from: &[String], path: &[String], depth: u8) -> Option<Vec<String>> {
    let mut here = from.to_vec();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => (here, rest) = (Vec::new(), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {}
        first if modules.contains_key(&[from, &[first.to_owned()]].concat()) => {}
        _ => return None,
    }
    while rest.first().is_some_and(|name| name == "super") {
        (_, rest) = (here.pop()?, &rest[1..]);
    }
    while let Some(name) = rest.first() {
        let below = [&here[..], std::slice::from_ref(name)].concat();
        if !modules.contains_key(&below) {
            break;
        }
        (here, rest) = (below, &rest[1..]);
    }
    let passed = rest.first().filter(|_| depth < 5).and_then(|name| {
        let is_it =
            |(path, is_public): &&(Vec<String>, bool)| *is_public && path.last() == Some(name);
        let (path, _) = modules[&here].iter().find(is_it)?;
        target(modules, &here, path, depth + 1)
    });
    Some(passed.unwrap_or(here))
}

/// The modules that are left when those that use none of the others, and those that none of them uses, are
/// taken away again and again: those in circles, and those between two circles.
fn circles(modules: &Modules) -> BTreeSet<Vec<String>> {
    let mut known: BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for (module, uses) in modules {
        let own = uses.iter().filter(|(_, is_public)| !is_public);
        let found = own.filter_map(|(path, _)| target(modules, module, path, 0));
        known.insert(module, found.filter(|found| found != module).collect());
    }
    let mut left: BTreeSet<Vec<String>> = modules.keys().cloned().collect();
    loop {
        let is_used = |module: &Vec<String>| left.iter().any(|other| known[other].contains(module));
        let stays = |module: &&Vec<String>| {
            known[*module].iter().any(|other| left.contains(other)) && is_used(module)
        };
        let staying: BTreeSet<Vec<String>> = left.iter().filter(stays).cloned().collect();
        if staying.len() == left.len() {
            return left;
        }
        left = staying;
    }
}

#[test]
fn no_files_of_a_crate_know_each_other_in_a_circle() {
    let mut crates: BTreeMap<String, Modules> = BTreeMap::new();
    for (path, text) in rust_files() {
        let Some((name, path)) = path.split_once('/') else { continue };
        let mut module: Vec<String> =
            path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if module.last().is_some_and(|last| last == "mod" || module.len() == 1 && last == "lib") {
            module.pop();
        }
        crates.entry(name.to_owned()).or_default().insert(module, uses(&text));
    }
    assert!(crates.len() > 8 && crates["core"].len() > 50, "the sources are there");
    for (name, modules) in &crates {
        let found = circles(modules);
        assert!(found.is_empty(), "in {name}: {found:?}");
    }
}

#[test]
fn a_circle_is_found_through_what_is_passed_on() {
    let module = |name: &str| vec![name.to_owned()];
    let modules = |two: &str| -> Modules {
        [
            (Vec::new(), uses("mod one;\nmod two;\npub use one::{A, B as C};\n")),
            (
                module("one"),
                uses("use std::fmt;\n\nuse crate::two::{\n    D,\n    e::{F, G},\n};\n"),
            ),
            (module("two"), uses(two)),
        ]
        .into()
    };
    assert!(circles(&modules("use std::one::A;\n// use super::A;\n")).is_empty());
    let found = circles(&modules("#[cfg(any())]\nuse super::A;\n"));
    assert_eq!(found, [module("one"), module("two")].into());
    assert!(circles(&modules("#[cfg(test)]\nuse super::A;\n")).is_empty());
}
