//! The header is generated from this crate by cbindgen, and a test compares the two.

use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

/// The files that the header is generated from, in its order.
const SOURCES: [&str; 9] =
    ["library", "status", "games", "rules", "handle", "position", "moves", "outcome", "pictures"];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn generated() -> String {
    let config = Config::from_file(file("cbindgen.toml")).expect("the configuration is right");
    let mut builder = Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(file(&format!("{source}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("the sources are right").write(&mut header);
    let header = String::from_utf8(header).expect("it is text");
    // The conditions that Rust calls safety are, in C, conditions on pointers.
    header.replace("# Safety", "Pointers:")
}

#[test]
fn the_header_is_up_to_date() {
    let committed = fs::read_to_string(file("vertumnus.h")).expect("the header is there");
    assert!(
        committed == generated(),
        "vertumnus.h is not up to date; generate it with \
         `cargo test --package vertumnus-ffi header -- --ignored`"
    );
}

#[test]
#[ignore = "generates the header"]
fn generate_the_header() {
    fs::write(file("vertumnus.h"), generated()).expect("the header can be written");
}
