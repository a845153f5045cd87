//! The slow interpreter against counts that others have published.

use crate::interpreter::Position;
use crate::{parents, read};
use vertumnus_core::rules::definition::Definition;

const COUNTS: &str = include_str!("testdata/counts.txt");
const GAMES: &str = include_str!("testdata/counts.ini");

/// Below this, a count is quick enough for a debug build.
const QUICK: u64 = 250_000;

/// The definition of a game of this name: one that files can build on, or one of the tests.
fn game(name: &str) -> Definition {
    // A file may not take the name of a game of this program, but may build on it.
    let built = format!("{GAMES}\n[under-test:{name}]\ntitle = {name}\n");
    let written = read(built.as_bytes()).expect("the file is small");
    let wrong: Vec<String> =
        written.findings.iter().map(|finding| finding.render("counts.ini", &built)).collect();
    let game = written.games.into_iter().last().expect("it is the last");
    game.definition.unwrap_or_else(|| panic!("{wrong:?}"))
}

fn counts_hold(is_wanted: impl Fn(u64) -> bool) {
    let mut done = 0;
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [name, depth, count, fen] = fields[..] else { panic!("{line}") };
        let count: u64 = count.parse().expect(line);
        if !is_wanted(count) {
            continue;
        }
        let game = game(name);
        let position = match fen {
            "" => Position::start(&game),
            fen => Position::from_fen(&game, fen).expect(line),
        };
        assert_eq!(position.perft(depth.parse().expect(line)), count, "{line}");
        done += 1;
    }
    assert!(done > 10, "few counts are tested");
}

#[test]
fn published_counts_hold() {
    counts_hold(|count| count <= QUICK);
}

#[test]
#[ignore = "ten seconds"]
fn large_published_counts_hold() {
    counts_hold(|count| count > QUICK);
}

#[test]
fn games_to_build_on_have_no_mistakes() {
    let written: Vec<&str> = parents::all().iter().map(|(name, ..)| name.as_str()).collect();
    assert!(written.len() > 30);
    for name in written {
        game(name);
    }
}
