//! The slow interpreter and the fast rules against counts that others have published.

use vertumnus_core::game;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;

use crate::interpreter::Position;
use crate::{games_to_build_on, read};

/// Games whose pieces change in odd ways.
const CHANGING: &str = include_str!("changing.ini");
/// Games whose pieces lend in odd ways.
const LENDING: &str = include_str!("lending.ini");
/// Games whose pieces annihilate each other.
const ANNIHILATION: &str = include_str!("annihilation.ini");

const COUNTS: &str = include_str!("counts.txt");
const GAMES: &str = include_str!("counts.ini");

/// Below this, a count is quick enough for a debug build.
const QUICK: u64 = 50_000;

/// The definition of a game of this name: one that files can build on, or one of the tests.
fn definition(name: &str) -> Definition {
    let sections = [format!("[{name}:"), format!("[{name}]")];
    let has_it = |text: &&str| sections.iter().any(|section| text.contains(section));
    let text =
        [GAMES, CHANGING, LENDING, ANNIHILATION].into_iter().filter(has_it).collect::<String>();
    // A file may not take the name of a game of this program, but may build on it.
    let built = format!("{text}\n[under-test:{name}]\n");
    let written = read(built.as_bytes()).expect("the file is small");
    let wrong: Vec<String> =
        written.findings.iter().map(|finding| finding.render("counts.ini", &built)).collect();
    let game = written.games.into_iter().last().expect("it is the last");
    game.definition.unwrap_or_else(|| panic!("{wrong:?}"))
}

/// Whether the counts that are wanted hold by the rules that count so: a game, a FEN or nothing for the start,
/// and a depth.
fn counts_hold(is_wanted: impl Fn(u64) -> bool, perft: impl Fn(&Definition, &str, u32) -> u64) {
    let mut done = 0;
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [name, depth, count, fen] = fields[..] else { panic!("{line}") };
        let count: u64 = count.parse().expect(line);
        if !is_wanted(count) {
            continue;
        }
        assert_eq!(perft(&definition(name), fen, depth.parse().expect(line)), count, "{line}");
        done += 1;
    }
    assert!(done > 10, "few counts are tested");
}

fn slow(game: &Definition, fen: &str, depth: u32) -> u64 {
    let position = match fen {
        "" => Position::start(game),
        fen => Position::from_fen(game, fen).expect(fen),
    };
    position.perft(depth)
}

fn fast(game: &Definition, fen: &str, depth: u32) -> u64 {
    let game = WrittenGame::new(game).unwrap_or_else(|error| panic!("{}: {error}", game.name));
    let mut session = game::session(Variant::Written(game));
    session.set_position(Some(fen).filter(|fen| !fen.is_empty()), &[]).expect(fen);
    session.perft(depth)
}

#[test]
fn published_counts_hold_by_the_slow_rules() {
    counts_hold(|count| count <= QUICK, slow);
}

#[test]
#[ignore = "ten seconds"]
fn large_published_counts_hold_by_the_slow_rules() {
    counts_hold(|count| count > QUICK, slow);
}

#[test]
fn published_counts_hold_by_the_fast_rules() {
    counts_hold(|_| true, fast);
}

/// Both rules read and write what has been passed alike.
#[test]
fn what_a_triple_step_has_passed_is_read_and_written_alike() {
    let game = definition("einstein");
    for (fen, text) in [
        ("4k3/8/8/8/1p1p4/1p1p4/8/2P1K3 w - - 0 1", "c1c4"),
        ("4k3/8/8/8/1p6/8/8/2P1K3 w - - 0 1", "c1c4"),
        ("4k3/8/8/8/8/1p6/8/2P1K3 w - - 0 1", "c1c4"),
        ("2p1k3/8/1P1P4/3P4/8/8/8/4K3 b - - 0 1", "c8c5"),
        ("2p1k3/8/8/3P4/8/8/8/4K3 b - - 0 1", "c8c6"),
    ] {
        let position = Position::from_fen(&game, fen).expect(fen);
        let moves = position.legal_moves();
        let mv = moves.into_iter().find(|&mv| position.text(mv) == text).expect(text);
        let passed = position.after(mv).fen();
        assert_eq!(Position::from_fen(&game, &passed).expect(fen).fen(), passed);
        let rules = WrittenGame::new(&game).expect("it can be played");
        let mut session = game::session(Variant::Written(rules));
        session.set_position(Some(fen), &[text]).expect(fen);
        assert_eq!(session.fen(), passed);
        session.set_position(Some(&passed), &[]).expect(&passed);
        assert_eq!(session.fen(), passed);
        assert_eq!(session.perft(2), slow(&game, &passed, 2), "{passed}");
    }
}

/// A capture by which both pieces vanish opens lines where no other does.
#[test]
fn games_with_captures_that_empty_their_square_have_equal_counts() {
    let names = ["changing-vanish", "changing-hops"];
    let mut done = 0;
    for (name, game) in names.map(|name| (name, definition(name))) {
        for fen in [
            "1k2q3/8/3n4/4n3/2N1p3/3P4/4Q3/4K3 w - - 0 1",
            "4k3/2q1n3/8/1N1p4/2P1n3/3N4/4Q3/4K3 b - - 0 1",
            "q3k3/1p6/2N1q3/3p1n2/4P3/4N1P1/8/Q3K3 w - - 0 1",
        ] {
            assert_eq!(fast(&game, fen, 3), slow(&game, fen, 3), "{name} {fen}");
            done += 1;
        }
    }
    assert_eq!(done, 6);
}

/// Games whose pieces change or lend.
fn games_that_change_or_lend_agree(plies: u32) {
    let names = [
        "absorption",
        "assimilation",
        "cannibal",
        "chameleon",
        "einstein",
        "norsk",
        "annan",
        "knightrelay",
    ];
    for name in names {
        let game = definition(name);
        for fen in [
            "",
            "r1b1k2r/pp3ppp/2n1pn2/q1bp4/3P1B2/2N1PN2/PPP2PPP/R2QKB1R w KQkq - 0 1",
            "r3k2r/8/3q4/1n2b3/2P5/3N1Q2/1P4p1/R3K2R b KQkq - 0 1",
            "4k3/P2r2P1/8/3b1n2/4P3/5N2/p6p/1R2K3 w - - 0 1",
        ] {
            assert_eq!(fast(&game, fen, plies), slow(&game, fen, plies), "{name} {fen}");
        }
    }
}

/// Moves by which pieces annihilate each other meet checks, open lines and take kings away.
fn games_that_annihilate_agree(plies: u32) {
    for name in ["near", "facing", "changing-near", "joined-near"] {
        let game = definition(name);
        for fen in [
            "r1b1k2r/pp3ppp/2n1pn2/q2p4/3P1B2/2N1PN2/PPP2PPP/R2QKB1R w KQkq - 0 1",
            "r3k2r/8/8/1n2b1q1/2P1p3/4N3/1P4p1/R3K2R w KQkq - 0 1",
            "4k3/2p5/5b2/8/1P1N2p1/1r6/P2P3P/2R1K2n b - - 0 1",
            "8/2b5/1k6/4r3/3N4/8/1n2B3/2K5 w - - 0 1",
        ] {
            assert_eq!(fast(&game, fen, plies), slow(&game, fen, plies), "{name} {fen}");
        }
    }
}

/// Who lends where depends on friends and enemies that stand near.
fn games_that_amplify_and_isolate_agree(plies: u32) {
    for name in ["amplified", "isolated-changes", "isolated-guards"] {
        let game = definition(name);
        for fen in [
            "r1b1k2r/pp3ppp/2n1pn2/q1bp4/3P1B2/2N1PN2/PPP2PPP/R2QKB1R w KQkq - 0 1",
            "4k3/3q1n2/2b1r3/3N4/2R1Q3/1B3p2/3P4/3K4 b - - 0 1",
            "3k4/3p4/2q1n3/3RN3/2B1b3/3r4/2Q5/4K3 w - - 0 1",
        ] {
            assert_eq!(fast(&game, fen, plies), slow(&game, fen, plies), "{name} {fen}");
        }
    }
}

/// What stands between decides who lends.
fn games_in_which_guards_lend_agree(plies: u32) {
    for name in ["relay", "relayup", "combined"] {
        let game = definition(name);
        for fen in [
            "r1b1k2r/pp3ppp/2n1pn2/q1np4/3P1R2/2N1PN2/PPP2PPP/R2QK2R w - - 0 1",
            "4k3/1q6/2r5/8/8/3N4/2R5/4K3 b - - 0 1",
        ] {
            let fen = if name == "combined" { fen.replace('b', "a") } else { fen.to_owned() };
            let fen = fen.replace(" a - - 0 1", " b - - 0 1");
            assert_eq!(fast(&game, &fen, plies), slow(&game, &fen, plies), "{name} {fen}");
        }
    }
}

/// Nobody else has counted these games.
#[test]
fn counts_are_equal_by_the_fast_and_the_slow_rules() {
    for agree in AGREE {
        agree(2);
    }
}

/// The slow rules look at every piece for each that it lends to.
#[test]
#[ignore = "a minute"]
fn large_counts_are_equal_by_the_fast_and_the_slow_rules() {
    for agree in AGREE {
        agree(3);
    }
}

const AGREE: [fn(u32); 4] = [
    games_that_change_or_lend_agree,
    games_that_annihilate_agree,
    games_that_amplify_and_isolate_agree,
    games_in_which_guards_lend_agree,
];

#[test]
fn games_to_build_on_have_no_mistakes() {
    let written: Vec<&str> = games_to_build_on().into_iter().map(|game| game.name).collect();
    assert!(written.len() > 30);
    for name in written {
        definition(name);
    }
}
