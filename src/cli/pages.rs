//! The pages that the program is given: they lie outside its crates.

/// The games by their names, each with its rules as a page in Markdown.
pub type RulesPages = &'static [(&'static str, &'static str)];

/// The files of the page in a browser by their names; none if the program does not serve it.
pub type PageFiles = &'static [(&'static str, &'static [u8])];
