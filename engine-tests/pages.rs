//! The pages: every file that they name is there, every link leads somewhere, and lines are short.

use std::fs;
use std::path::{Path, PathBuf};

use vertumnus_engine::player::levels::{LEVELS, Level};

use crate::support::variants;

/// In columns. Tables, commands, FENs and pictures may be longer.
const LONGEST_LINE: usize = 110;

/// In the pages of `docs/` and below: what nobody needs any more goes out before something new comes in.
const MOST_WORDS: usize = 60_000;

/// The index of the pages.
const INDEX: &str = "docs/README.md";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages, with their paths.
fn pages() -> Vec<(PathBuf, String)> {
    let markdown = |folder: PathBuf| {
        let entries = fs::read_dir(folder).expect("the folder of pages can be read");
        let paths = entries.map(|entry| entry.expect("the folder of pages can be read").path());
        paths.filter(|path| path.extension().is_some_and(|end| end == "md"))
    };
    let folders = ["", "docs", "docs/rules"].map(|folder| repository().join(folder));
    let paths = folders.into_iter().flat_map(markdown);
    let pages: Vec<_> = paths
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a page can be read");
            (path, text)
        })
        .collect();
    assert!(pages.len() > 15, "only {} pages are found", pages.len());
    pages
}

/// The lines of a page that are no commands, programs or diagrams.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn files_that_a_page_names_are_there() {
    for (path, text) in pages() {
        for word in prose(&text).flat_map(|line| line.split('`').skip(1).step_by(2)) {
            let is_path = ["src/", "perft/", "engine-tests/", "docs/", ".ci/"]
                .iter()
                .any(|start| word.starts_with(start));
            // `GAME`, `CRATE` and `<game>` stand for any name.
            let is_pattern =
                word.contains(['<', '*', ' ']) || word.contains("GAME") || word.contains("CRATE");
            if is_path && !is_pattern {
                assert!(repository().join(word).exists(), "{}: no {word}", path.display());
            }
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for (path, text) in pages() {
        let folder = path.parent().expect("a page is in a folder");
        let links = prose(&text).flat_map(|line| line.split("](").skip(1));
        let pictures = prose(&text).flat_map(|line| line.split("src=\"").skip(1));
        for link in links.chain(pictures) {
            // A title may follow.
            let target = link.split([')', ' ', '"']).next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { folder.join(file) };
            assert!(file.exists(), "{}: no {target}", path.display());
            if !heading.is_empty() {
                let page = fs::read_to_string(&file).expect("a linked page can be read");
                let is_there =
                    prose(&page).any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(is_there, "{}: no heading {target}", path.display());
            }
        }
    }
}

#[test]
fn lines_of_prose_are_short() {
    for (path, text) in pages() {
        for line in prose(&text) {
            let may_be_long = line.trim_start().starts_with(['|', '`', '[', '!', '<']);
            let length = line.chars().count();
            assert!(may_be_long || length <= LONGEST_LINE, "{}: {line}", path.display());
        }
    }
}

#[test]
fn the_table_of_levels_is_that_of_the_engine() {
    let page = fs::read_to_string(repository().join("docs/uci.md")).expect("the page is there");
    for Level { name, skill_level, suits } in LEVELS {
        let row = format!("| `{name}` | {skill_level} | {suits} |");
        assert!(page.contains(&row), "{row}");
    }
}

/// What `rules` and GUIs show of a page.
#[test]
fn pages_of_rules_begin_with_how_the_game_differs_from_chess() {
    for variant in variants() {
        let path = repository().join(format!("docs/rules/{variant}.md"));
        let page = fs::read_to_string(path).expect("each game has a page");
        let section = page.split("\n## ").nth(1).expect("a page has headings");
        let (heading, text) = section.split_once('\n').expect("text is below it");
        assert_eq!(heading, "How it differs from chess", "{variant}");
        let prose = text.lines().filter(|line| !line.is_empty() && !line.starts_with('|')).count();
        assert!((1..=8).contains(&prose), "{variant}: {prose} lines");
        let tables = text.split("\n\n").filter(|block| block.starts_with('|')).count();
        assert_eq!(tables, usize::from(variant != "chess"), "{variant}");
    }
}

#[test]
fn the_pages_are_not_too_many_words() {
    let docs = repository().join("docs");
    let words = |(_, text): &(PathBuf, String)| text.split_whitespace().count();
    let words: usize = pages().iter().filter(|(path, _)| path.starts_with(&docs)).map(words).sum();
    assert!(words <= MOST_WORDS, "{words} words");
}

/// So from the README, which leads to the index, each page is two clicks away.
#[test]
fn each_page_is_in_the_index() {
    let read =
        |path: &str| fs::read_to_string(repository().join(path)).expect("a page can be read");
    assert!(read("README.md").contains(&format!("]({INDEX})")));
    let index = read(INDEX);
    for (path, _) in pages() {
        let Ok(name) = path.strip_prefix(repository().join("docs")) else { continue };
        let name = name.to_string_lossy().replace('\\', "/");
        assert!(name == "README.md" || index.contains(&format!("]({name}")), "{name}");
    }
}

/// The rows of a page's tables, as cells.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| line.starts_with("| "));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

#[test]
fn the_page_of_networks_has_their_sizes() {
    let page =
        fs::read_to_string(repository().join("docs/networks.md")).expect("the page is there");
    let told: Vec<_> = rows(&page).filter(|row| variants().any(|known| known == row[0])).collect();
    assert_eq!(told.len(), variants().count());
    for row in told {
        let file = repository().join(format!("src/games/{}/network.vnn", row[0]));
        let bytes = fs::metadata(file).expect("the network is there").len();
        assert_eq!(row[2].replace(',', ""), bytes.to_string(), "{}", row[0]);
    }
}

#[test]
fn the_page_of_perft_has_the_counts_of_the_suites() {
    let page = fs::read_to_string(repository().join("docs/perft.md")).expect("the page is there");
    let counts = page.split("## Counts").nth(1).expect("the section is there");
    let mut compared = 0;
    for table in counts.split("\n\n").filter(|block| block.starts_with("| depth ")) {
        let mut lines = rows(table);
        let head = lines.next().expect("a table has a head");
        let columns: Vec<(usize, String)> = (head.iter().enumerate().skip(1))
            .map(|(column, game)| {
                let suite = fs::read_to_string(repository().join(format!("perft/{game}.epd")));
                let suite = suite.expect("each game has a suite");
                let start = suite.lines().find(|line| line.contains(";D1 "));
                (column, start.expect("it begins with the start position").to_owned())
            })
            .collect();
        for row in lines {
            for (column, start) in &columns {
                let depth = format!(";D{} ", row[0]);
                let counted = start.split(&depth).nth(1).and_then(|rest| rest.split(' ').next());
                if let Some(counted) = counted.filter(|_| !row[*column].is_empty()) {
                    assert_eq!(row[*column], counted, "{} {depth}", head[*column]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 5 * variants().count(), "only {compared} counts are compared");
}
