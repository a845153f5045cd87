//! The header is what cbindgen makes of this crate, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

/// The files with something for the header, in its order.
const SOURCES: [&str; 6] = ["library", "status", "games", "position", "moves", "outcome"];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn generated() -> String {
    let config = Config::from_file(file("cbindgen.toml")).expect("the configuration is right");
    let mut builder = Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(file(&format!("src/{source}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("the sources are right").write(&mut header);
    let header = String::from_utf8(header).expect("it is text");
    // What Rust calls safety is for C what pointers have to be.
    header.replace("# Safety", "Pointers:")
}

#[test]
fn the_header_is_that_of_the_code() {
    let committed = fs::read_to_string(file("vertumnus.h")).expect("the header is there");
    assert!(
        committed == generated(),
        "vertumnus.h is not that of the code; make it anew with \
         `cargo test --package vertumnus-ffi header -- --ignored`"
    );
}

#[test]
#[ignore = "makes the header anew"]
fn make_the_header_anew() {
    fs::write(file("vertumnus.h"), generated()).expect("the header can be written");
}
