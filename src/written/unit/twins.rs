//! The compiled games by their files: the same counts, moves and ends.

use std::collections::BTreeSet;

use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::game;
use vertumnus_core::rules::definition::{Definition, Morph, Promotion, Region};
use vertumnus_core::rules::written::WrittenGame;
use vertumnus_core::rules::{Kind, Outcome, Reason, Variant};

use crate::compare::{Extent, compare};
use crate::unit::changing::{of_name, suite, suite_holds};

fn twin(compiled: Variant) -> Variant {
    let definition = of_name(compiled.name());
    let game = WrittenGame::new(&definition);
    Variant::Written(game.unwrap_or_else(|error| panic!("{compiled}: {error}")))
}

/// Counts that others have made, by the slow rules.
#[test]
fn suites_of_games_that_come_with_the_program_hold_by_the_slow_rules_of_their_files() {
    for game in Variant::bundled() {
        suite_holds(&of_name(game.name()), &format!("{game}.epd"));
    }
}

/// And by the fast ones.
#[test]
fn suites_of_compiled_games_hold_by_the_fast_rules_of_their_files() {
    for &compiled in Variant::ALL {
        let mut session = game::session(twin(compiled));
        let suite = suite(&format!("{compiled}.epd"));
        for (fen, depth, count) in suite.iter().filter(|(.., count)| *count <= 50_000) {
            session.set_position(Some(fen), &[]).expect(fen);
            assert_eq!(session.perft(*depth), *count, "{compiled} {fen} D{depth}");
        }
    }
}

/// A text with the letters of each compound in order: a file may name them in another one.
fn in_order(text: &str) -> String {
    let (mut ordered, mut compound) = (String::new(), None);
    for letter in text.chars() {
        match (&mut compound, letter) {
            (_, '{') => compound = Some(Vec::new()),
            (Some(letters), '}') => {
                letters.sort_unstable();
                ordered.extend(letters.drain(..));
                compound = None;
            }
            (Some(letters), letter) => letters.push(letter),
            (None, letter) => ordered.push(letter),
        }
    }
    ordered
}

/// Plays random games by the compiled form and by the file. How they end.
fn ends(compiled: Variant, games: usize) -> Vec<Option<Reason>> {
    let written = twin(compiled);
    let mut random = SplitMix64::new(7);
    let play = || {
        let mut twins = [compiled, written].map(game::session);
        loop {
            let [compiled, written] = &twins;
            assert_eq!(in_order(&compiled.fen()), in_order(&written.fen()));
            let moves = twins.each_ref().map(|session| {
                let texts = session.legal_texts().into_iter();
                let mut moves: Vec<_> = texts.map(|text| (in_order(&text), text)).collect();
                moves.sort();
                moves
            });
            let [one, other] = moves
                .each_ref()
                .map(|moves| moves.iter().map(|(ordered, _)| ordered.as_str()).collect::<Vec<_>>());
            assert_eq!(one, other, "{}", compiled.fen());
            assert_eq!(compiled.outcome(), written.outcome(), "{}", compiled.fen());
            if compiled.outcome().is_some() || compiled.move_number() > 120 {
                return compiled.outcome().map(Outcome::reason);
            }
            let choice = random.below(one.len());
            for (twin, moves) in twins.iter_mut().zip(&moves) {
                twin.play_text(&moves[choice].1).expect("it is legal");
            }
        }
    };
    std::iter::repeat_with(play).take(games).collect()
}

#[test]
fn random_games_go_alike_by_the_compiled_form_and_by_the_file() {
    for &compiled in Variant::ALL {
        ends(compiled, 30);
    }
}

/// Those that are not compiled.
#[test]
fn random_games_that_come_with_the_program_go_alike_by_fast_and_slow_rules() {
    for definition in Variant::bundled().iter().filter_map(|game| game.definition()) {
        let extent = Extent { seed: 7, games: 12, plies: 120 };
        assert_eq!(compare(definition, extent), Ok(None), "{}", definition.name);
    }
}

#[test]
fn combination_chess_ends_alike_by_the_compiled_form_and_by_the_file() {
    let combination = Variant::exactly("combination").expect("it is compiled");
    let ends = ends(combination, 120);
    for reason in [Reason::Annihilation, Reason::Checkmate, Reason::DeadDraw] {
        assert!(ends.contains(&Some(reason)), "{reason:?}");
    }
}

/// As many as the inventors name, and none that nothing can become.
#[test]
fn files_of_compiled_games_make_the_kinds_that_there_are() {
    for &compiled in Variant::ALL {
        let game = of_name(compiled.name());
        let in_order = |token: &str| in_order(&format!("{{{token}}}"));
        let own = game.kinds.iter().map(|kind| in_order(&kind.token));
        let kinds = compiled.facts().kinds.iter().map(|kind| in_order(kind.token));
        let (own, kinds): (BTreeSet<_>, BTreeSet<_>) = (own.collect(), kinds.collect());
        assert_eq!(own, kinds, "{compiled}");
    }
}

/// Squares make other pieces of what stands on them, so a FEN cannot say that they have not.
#[test]
fn what_a_square_changes_does_not_stand_there() {
    let morphing = Variant::exactly("morphing").expect("it is compiled");
    let mut session = game::session(twin(morphing));
    let refusal = session.set_position(Some("4k4/p8/9/9/9/9/9/9/N3K4 w - - 0 1"), &[]);
    let refusal = refusal.expect_err("the square is dark").to_string();
    assert_eq!(refusal, "bad FEN: N on a1: on this square it is another piece");
}

/// A pawn that has promoted stays gone, unless a square or another promotion brings it back.
#[test]
fn promotions_restart_the_clock_for_good_unless_they_are_undone() {
    let is_final = |definition: &Definition| {
        let game = WrittenGame::new(definition).expect("it can be played");
        game.facts().restarts_are_final
    };
    let game = of_name("powerabsorption");
    assert!(is_final(&game));
    let mut morphing = game.clone();
    let kinds = (0..game.kinds.len() as u8).map(Kind::new).collect();
    morphing.changes.morphs = vec![Morph { side: None, region: Region(1 << 30), kinds }];
    assert!(!is_final(&morphing));
    let mut again = game;
    let first = again.promotion[Color::White][0].clone();
    again.promotion[Color::White].push(Promotion { kinds: first.into, into: first.kinds, ..first });
    assert!(!is_final(&again));
}
