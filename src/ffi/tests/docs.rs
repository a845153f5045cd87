//! The examples in `docs/library.md` print what the page says.

use std::fs;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::build::{Scratch, output, source, with_tools};
use crate::c::{Link, compile};
use crate::python::python;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("docs::c_examples_print_what_the_page_says", || {
            with_tools(&["cc"], || {
                each_example("c", |example| {
                    let program = compile(example.path(), Link::Shared)?;
                    output(&mut Command::new(program.path()))
                })
            })
        }),
        Trial::ignorable_test("docs::python_examples_print_what_the_page_says", || {
            with_tools(&["python3"], || {
                each_example("python", |example| output(python()?.arg(example.path())))
            })
        }),
    ]
}

/// Runs every fenced block of a language, and compares what it prints with the block after it.
fn each_example(
    language: &str,
    run: impl Fn(&Scratch) -> Result<String, String>,
) -> Result<(), Failed> {
    let page = fs::read_to_string(source("../../docs/library.md"))?;
    let blocks = blocks(&page);
    let mut examples = 0;
    for pair in blocks.windows(2).filter(|pair| pair[0].0 == language) {
        let (example, expected) = (pair[0].1, pair[1].1);
        let file = Scratch::new(language);
        fs::write(file.path(), example)?;
        let printed = run(&file)?;
        if printed != expected {
            return Err(format!("{example}prints\n{printed}and not\n{expected}").into());
        }
        examples += 1;
    }
    if examples == 0 { Err(format!("there is no example in {language}").into()) } else { Ok(()) }
}

/// The fenced blocks of a page, each with its language.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fences = page.split("```").skip(1).step_by(2);
    fences.filter_map(|block| block.split_once('\n')).collect()
}
