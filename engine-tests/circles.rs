//! No files of a crate know each other in a circle: each can be read after those that it uses.
//!
//! What a file uses is what its paths name: all in a `use`, elsewhere those that do not just lead to modules below. What a file passes on with `pub use` is used from
//! where it stands.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, ItemUse, Macro, Path, Token, UseTree, Visibility};

use crate::walls::rust_files;

/// The modules of a crate by their paths, each with what it uses: a path, and whether it is passed on.
type Modules = BTreeMap<Vec<String>, Vec<(Vec<String>, bool)>>;

/// What the code of a file uses that is not for tests.
#[derive(Default)]
struct Uses(Vec<(Vec<String>, bool)>);

impl Uses {
    /// The paths of a `use`, without braces.
    fn add(&mut self, tree: &UseTree, above: &[String], is_public: bool) {
        let below = |name: &syn::Ident| [above, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.add(&path.tree, &below(&path.ident), is_public),
            UseTree::Name(name) => self.0.push((below(&name.ident), is_public)),
            UseTree::Rename(rename) => self.0.push((below(&rename.ident), is_public)),
            UseTree::Glob(_) => self.0.push((above.to_vec(), is_public)),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add(tree, above, is_public));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add(&item.tree, &[], !matches!(item.vis, Visibility::Inherited));
    }

    /// Who may use an item is not what it uses.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast Path) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        let names: Vec<String> = names.collect();
        if names[0] == "crate" || names[0] == "super" {
            self.0.push((names, false));
        }
        visit::visit_path(self, path);
    }

    /// A `macro_rules` has no expressions that could be read.
    fn visit_macro(&mut self, call: &'ast Macro) {
        let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        arguments.iter().flatten().for_each(|argument| self.visit_expr(argument));
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether this is a `cfg` that speaks of tests.
fn is_for_tests(attribute: &Attribute) -> bool {
    let words = attribute.meta.to_token_stream().to_string();
    attribute.path().is_ident("cfg")
        && words.split(|letter: char| !letter.is_alphabetic()).any(|word| word == "test")
}

fn uses(text: &str) -> Vec<(Vec<String>, bool)> {
    let mut uses = Uses::default();
    uses.visit_file(&syn::parse_file(text).expect("the file is Rust"));
    uses.0
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
    assert_eq!(circles(&modules("fn f() -> u8 { drop(super::A); 0 }\n")), found);
    assert_eq!(circles(&modules("fn f() { println!(\"{}\", crate::one::g()); }\n")), found);
    assert!(circles(&modules("#[cfg(test)]\nuse super::A;\n")).is_empty());
    assert!(circles(&modules("#[cfg(test)]\nmod tests { use super::super::A; }\n")).is_empty());
}
