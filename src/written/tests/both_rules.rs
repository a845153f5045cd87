//! Random games of what files can build on, and of games with odd rules: they go alike by the fast and by the slow
//! rules.
#![cfg(feature = "played")]

use vertumnus_core::rules::definition::Definition;
use vertumnus_written::compare::{Extent, compare};
use vertumnus_written::{Base, Game, games_to_build_on, read};

/// Games with the rarer keys and moves.
const ODD: &str = include_str!("odd.ini");

/// Games with odd keys about pieces in hand.
const HANDS: &str = include_str!("hands.ini");
/// Games whose pieces change in odd ways.
const CHANGING: &str = include_str!("../unit/changing.ini");
/// Games whose pieces lend in odd ways.
const LENDING: &str = include_str!("../unit/lending.ini");
/// Games whose pieces annihilate each other.
const ANNIHILATION: &str = include_str!("../unit/annihilation.ini");

/// Whether random games agree; if not, how they differ.
fn difference(name: &str, game: &Definition, extent: Extent) -> Option<String> {
    let difference = compare(game, extent).unwrap_or_else(|error| panic!("{name}: {error}"));
    difference.map(|difference| format!("{name}: {difference}"))
}

/// The games of a file without mistakes.
fn games(text: &str) -> Vec<(String, Definition)> {
    let written = read(text.as_bytes()).expect("the file is small");
    let wrong: Vec<String> =
        written.findings.iter().map(|finding| finding.render("games.ini", text)).collect();
    let game =
        |game: Game| (game.name, game.definition.unwrap_or_else(|| panic!("{}", wrong.concat())));
    written.games.into_iter().map(game).collect()
}

fn random_games_go_alike(texts: &[&str], extent: Extent) {
    let parents = games_to_build_on();
    // A file may not take the name of a game of this program, but may build on it.
    let parents =
        parents.iter().flat_map(|Base { name, .. }| games(&format!("[our-{name}:{name}]\n")));
    let others = texts.iter().flat_map(|text| games(text));
    let differences =
        parents.chain(others).filter_map(|(name, game)| difference(&name, &game, extent));
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn random_games_go_alike_by_the_fast_and_the_slow_rules() {
    let texts = [ODD, CHANGING, LENDING, ANNIHILATION];
    random_games_go_alike(&texts, Extent { seed: 1, games: 1, plies: 120 });
}

#[test]
#[ignore = "a minute"]
fn many_random_games_go_alike_by_the_fast_and_the_slow_rules() {
    let texts = [ODD, CHANGING, LENDING, ANNIHILATION, HANDS];
    random_games_go_alike(&texts, Extent { seed: 2, games: 40, plies: 250 });
}
