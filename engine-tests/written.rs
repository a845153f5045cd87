//! `vertumnus check` and `vertumnus explain`: games in files, and the page about them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use vertumnus_core::rules::Variant;
use vertumnus_core::rules::definition::{About, Definition};
use vertumnus_core::rules::written::WrittenGame;

use crate::support::cli::{Finished, assert_refused, run};
use crate::support::in_repository;

/// The pages that teach the format.
const PAGES: [&str; 3] = [
    "docs/games-as-files.md",
    "docs/games-as-files-recipes.md",
    "docs/games-as-files-reference.md",
];

/// The one with the tables of the reader.
const REFERENCE: &str = PAGES[2];

/// The variable that writes the tables of the page anew.
const RENEW: &str = "VERTUMNUS_RENEW";

/// A file with this text, of a name that no other test has.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("written-{name}.ini"));
    fs::write(&path, text).expect("the file can be written");
    path
}

#[track_caller]
fn on_file(arguments: &[&str], path: &Path) -> Finished {
    let path = path.to_str().expect("the path is text");
    let mut all = vec![arguments[0], path];
    all.extend(&arguments[1..]);
    run(&all)
}

fn page(path: &str) -> String {
    fs::read_to_string(in_repository(path)).expect("the page can be read")
}

#[test]
fn the_examples_of_the_pages_have_no_mistakes() {
    let pages = PAGES.map(page).concat();
    let examples: Vec<&str> = pages
        .split("```ini\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a text has a first part"))
        .collect();
    assert!(examples.len() >= 12, "only {} examples", examples.len());
    for (number, example) in examples.iter().enumerate() {
        let path = file(&format!("example{number}"), example);
        let checked = on_file(&["check"], &path);
        assert!(checked.status.success(), "{example}{}{}", checked.stdout, checked.stderr);
        assert!(checked.stdout.starts_with("1 without mistakes: ") || number == 1, "{example}");
        let explained = on_file(&["explain"], &path);
        assert!(explained.status.success(), "{example}{}", explained.stderr);
    }
}

#[test]
fn the_tables_of_the_pages_are_those_of_the_reader() {
    let games = vertumnus_written::games_to_build_on();
    let games: Vec<String> = games.iter().map(|game| format!("`{}`", game.name)).collect();
    for (path, mark, table) in [
        (PAGES[0], "files", table_of_files()),
        (REFERENCE, "keys", vertumnus_written::reference()),
        (REFERENCE, "games", format!("{}.\n", games.join(",\n"))),
    ] {
        let page = page(path);
        let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
        let (before, rest) = page.split_once(&begin).expect("the mark is there");
        let (_, after) = rest.split_once(&end).expect("the mark is there");
        let renewed = format!("{before}{begin}\n{table}\n{end}{after}");
        if std::env::var_os(RENEW).is_some() {
            fs::write(in_repository(path), renewed).expect("the page can be written");
        } else {
            assert!(renewed == page, "run this test with {RENEW}=1");
        }
    }
}

/// The games that come with the program as files, each with what its file says about it.
fn table_of_files() -> String {
    let row = |name: String| {
        let about = definition_of(&name).about.words.expect("each says what is special in it");
        format!("| `{name}` | {about} |\n")
    };
    let mut names = games_that_come_as_files();
    names.sort_unstable();
    let rows: String = names.into_iter().map(row).collect();
    format!("| name | game |\n|---|---|\n{rows}")
}

#[test]
fn all_mistakes_are_told_with_their_places() {
    let text = "[mine:chess]\nking = k:KnR\nknihgt = n\ncastling = maybe\nmaxRank = 8\nmaxRank = 8\n\
                twoBoards = true\npromotionPieceTypes = qx\n\n[good:chess]\nking = k:KN\n";
    let path = file("mistakes", text);
    let checked = on_file(&["check"], &path);
    assert_eq!(checked.status.code(), Some(1));
    let told: Vec<&str> =
        checked.stdout.lines().filter_map(|line| line.strip_prefix(path.to_str()?)).collect();
    assert_eq!(
        told,
        [
            ":2:11: 'n' is for leaps; this one rides",
            ":3:1: 'knihgt': no such key",
            ":4:12: 'maybe' is no value of this key",
            ":6:1: warning: 'maxRank' is given twice, first in line 5",
            ":7:1: 'twoBoards' needs two boards, which is not supported",
            ":8:24: 'x' is no piece of this game",
        ]
    );
    assert!(checked.stdout.contains("  knihgt = n\n  ^^^^^^ did you mean 'knight'?\n"));
    let played = "1 played at random by the fast and by the slow rules, which agree: good\n";
    let summary = format!("1 without mistakes: good\n1 with mistakes: mine\n{played}");
    assert!(checked.stdout.ends_with(&summary), "{}", checked.stdout);
    assert_eq!(checked.stderr.lines().count(), 1, "{}", checked.stderr);
    assert!(checked.stderr.contains("has 5 mistakes"), "{}", checked.stderr);
}

#[test]
fn games_that_need_other_rules_are_told_from_those_with_mistakes() {
    let text = "[drops:chess]\ntwoBoards = true\n[more:drops]\n[wrong:drops]\nking = 7\n";
    let path = file("scope", text);
    let checked = on_file(&["check"], &path);
    assert_eq!(checked.status.code(), Some(1));
    assert!(checked.stdout.contains("'drops', on which it builds, is not supported"));
    let summary = "\n2 not supported: drops more\n1 with mistakes: wrong\n";
    assert!(checked.stdout.ends_with(summary), "{}", checked.stdout);
}

#[test]
fn json_has_the_same() {
    let path = file("json", "[a:chess]\ntitle = One\n[b:chess]\nking = k:X\n");
    let checked = on_file(&["check", "--json"], &path);
    assert_eq!(checked.status.code(), Some(1));
    let answer: Value = serde_json::from_str(&checked.stdout).expect("it is JSON");
    assert_eq!(answer["games"][0]["title"], "One");
    assert_eq!(answer["games"][0]["usable"], true);
    assert_eq!(answer["games"][0]["compared"], true);
    assert_eq!(answer["games"][1]["compared"], false);
    assert_eq!(answer["games"][1]["usable"], false);
    let finding = &answer["findings"][0];
    assert_eq!((finding["line"].as_u64(), finding["column"].as_u64()), (Some(4), Some(10)));
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["game"], "b");
}

#[test]
fn explain_tells_the_rules() {
    let text = "[lions:chess]\ntitle = Lions\nsource = a page\ncustomPiece1 = l:HfC\nbishop = -\n\
                startFen = rnlqklnr/pppppppp/8/8/8/8/PPPPPPPP/RNLQKLNR w KQkq - 0 1\n\
                promotionPieceTypes = qrnl\npieceNames = l:Lion\nflagPiece = l\nflagRegion = d4\n\
                [other:chess]\nstalemateValue = loss\n";
    let path = file("explain", text);
    let explained = on_file(&["explain", "--variant", "lions"], &path);
    assert!(explained.status.success(), "{}", explained.stderr);
    for part in [
        "Lions\n",
        "   1  R N L Q K L N R\n",
        "Lion (l)\n",
        "leaps three squares straight; leaps three squares straight and one aside",
        "    . . * * * . .\n",
        "* Stalemate is a draw.\n",
        "* Flag: White wins by moving a Lion to d4.\n",
        "a Pawn that moves to rank 8 becomes a Queen, Rook, Knight",
        "Rules: a page\n",
    ] {
        assert!(explained.stdout.contains(part), "{part:?} in\n{}", explained.stdout);
    }
    let path = path.to_str().expect("the path is text");
    assert_refused(&["explain", path]);
    assert_refused(&["explain", path, "--variant", "chess"]);
    assert_refused(&["explain", file("faulty", "[x:chess]\nking = q:Z9Z").to_str().expect("text")]);
}

/// The names of the games that come with the program as files.
fn games_that_come_as_files() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("the folder can be read").file_name().into_string().expect("its name is text")
    };
    let is_one = |name: &String| vertumnus_written::file_of(name).is_some();
    let names: Vec<String> = entries.map(name).filter(is_one).collect();
    assert!(names.len() >= 6, "{names:?}");
    names
}

/// One of them.
fn definition_of(name: &str) -> Definition {
    let text = vertumnus_written::file_of(name).expect("the game is one of these");
    let mut written = vertumnus_written::read(text.as_bytes()).expect("the file is small");
    written.games.remove(0).definition.expect("it has no mistakes")
}

/// The openings of the games that come with the program as files. `VERTUMNUS_RENEW=1` writes anew for which
/// rules they are.
#[test]
fn games_that_come_as_files_have_openings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in games_that_come_as_files() {
        let game = WrittenGame::new(&definition_of(&name)).expect("it can be played");
        let variant = Variant::Written(game);
        let head = format!("# rules {}", variant.identity());
        let path = root.join(format!("src/games/{name}/openings.epd"));
        let mut openings = fs::read_to_string(&path).expect("the openings can be read");
        if std::env::var_os(RENEW).is_some() {
            let (made, rest) = openings.split_once('\n').expect("it has lines");
            let rest = rest
                .split_once("# rules ")
                .map_or(rest, |(_, rest)| rest.split_once('\n').map_or("", |(_, rest)| rest));
            openings = format!("{made}\n{head}\n{rest}");
            fs::write(&path, &openings).expect("the openings can be written");
        }
        assert_eq!(openings.lines().nth(1), Some(head.as_str()), "{name}");
        let mut session = vertumnus_core::game::session(variant);
        let mut seen = std::collections::HashSet::new();
        for fen in openings.lines().filter(|line| !line.starts_with('#')) {
            session.set_position(Some(fen), &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((session.outcome(), session.fen().as_str()), (None, fen));
            assert!(seen.insert(session.key()), "{name}: {fen} twice");
        }
        assert!(seen.len() >= 300, "{name}: {}", seen.len());
    }
}

#[test]
fn games_that_come_as_files_are_played_in_matches_from_their_openings() {
    let engine = concat!("cmd=", env!("CARGO_BIN_EXE_vertumnus"));
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written-absorption.pgn");
    let _ = fs::remove_file(&record);
    let played = run(&[
        "match",
        "--rules",
        "absorption",
        "--engine",
        engine,
        "name=A",
        "--engine",
        engine,
        "name=B",
        "--each",
        "depth=1",
        "--rounds",
        "1",
        "--pgnout",
        record.to_str().expect("the path is text"),
    ]);
    assert!(played.status.success(), "{}", played.stderr);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let openings = fs::read_to_string(root.join("src/games/absorption/openings.epd"));
    let openings = openings.expect("the openings can be read");
    let record = fs::read_to_string(record).expect("the games are recorded");
    let starts: Vec<&str> =
        record.lines().filter_map(|line| line.strip_prefix("[FEN \"")).collect();
    assert!(!starts.is_empty(), "{record}");
    for start in starts {
        let fen = start.trim_end_matches("\"]");
        assert!(openings.lines().any(|line| line == fen), "{fen}");
    }
}

/// What `explain` must say of the games that come with the program as files, by their published rules.
const TOLD: [(&str, &[&str]); 26] = [
    (
        "absorption",
        &[
            "Amazon ({qn})",
            "a Pawn becomes what it takes; an Amazon or King stays what it is",
            "r | r {rn} q r {qn} {rn} q {qn}",
        ],
    ),
    (
        "annan",
        &["instead of by itself", "The zone is where it gets if it steps one square forward."],
    ),
    ("assimilation", &["Dragon King ({kr})", "k | k {kn} {kb} {kr} k k k"]),
    (
        "cannibal",
        &[
            "a Pawn, Knight, Bishop, Rook or Queen becomes what it takes",
            "{kq} | {kp} {kn} {kb} {kr} {kq}",
        ],
    ),
    (
        "chameleon",
        &[
            "a Pawn becomes a Knight, a Knight becomes a Bishop, a Bishop becomes a Rook, a Rook becomes a Queen",
            "Castling makes of the rook a Queen.",
            "nothing promotes",
        ],
    ),
    (
        "einstein",
        &[
            "a Pawn becomes a Knight; a Knight becomes a Bishop; a Bishop becomes a Rook; a Rook becomes a Queen",
            "a Knight becomes a Pawn, a Bishop becomes a Knight, a Rook becomes a Bishop and a Queen becomes a Rook",
            "Triple step: a Pawn may go three squares straight ahead at once",
        ],
    ),
    (
        "norsk",
        &[
            "a Knight becomes a Queen, a Bishop becomes a Rook, a Rook becomes a Bishop and a Queen becomes a Knight",
            "Some captures are not allowed, though a king is attacked by all pieces",
        ],
    ),
    (
        "knightrelay",
        &[
            "Nothing captures a Knight.",
            "A Knight lends friends in its zone this: leaps like a knight.",
            "A Knight or King borrows nothing.",
            "En passant: there is none.",
        ],
    ),
    (
        "crazyhouse",
        &[
            "A captured piece goes into the hand of the side that captures it; what has become a Knight, Bishop, Rook or Queen by promotion as a Pawn.",
            "A Pawn is dropped on ranks 2, 3, 4, 5, 6 or 7.",
        ],
    ),
    (
        "atomic",
        &[
            "No Pawn is taken away so by the capture of another piece.",
            "A capture may not blow up a royal piece of its own.",
        ],
    ),
    (
        "antichess",
        &[
            "Captures: a side that can capture has to.",
            "Stalemate wins for the side that cannot move.",
            "becomes a King, Queen, Rook, Bishop or Knight",
        ],
    ),
    ("3check", &["White wins by giving check 3 times.", "Black wins by giving check 3 times."]),
    (
        "xiangqi",
        &[
            "Elephant (b)",
            "Kings: no move may leave them on a rank or file with nothing between them.",
            "has chased one piece",
        ],
    ),
    (
        "shogi",
        &[
            "No Pawn is dropped on a file on which its side has one already.",
            "No drop of a Pawn may mate.",
            "a position that occurs 4 times is a draw",
        ],
    ),
    (
        "kyotoshogi",
        &[
            "A Pawn may be dropped as a Rook.",
            "a Silver that moves to or from any square becomes a Bishop",
        ],
    ),
    (
        "andernach",
        &[
            "These go over to the other side: a Pawn, a Knight, a Bishop, a Rook or a Queen that captures anything.",
        ],
    ),
    (
        "madrasi",
        &["A Pawn, Knight, Bishop, Rook or Queen freezes an enemy of its own kind in its zone."],
    ),
    (
        "absorbinghouse",
        &["r | r {rn} q r {qn} {rn} q {qn}", "A Pawn is dropped on ranks 2, 3, 4, 5, 6 or 7."],
    ),
    (
        "atomicmorphing",
        &[
            "On light squares: a Rook becomes a Chancellor",
            "A capture takes away the piece that captures as well",
        ],
    ),
    (
        "annanshogi",
        &[
            "instead of by itself",
            "No Pawn is dropped on a file on which its side has one already.",
        ],
    ),
    ("madrasixiangqi", &["freezes an enemy of its own kind in its zone", "Elephant (b)"]),
    (
        "fusion",
        &[
            "a Bishop on a Rook becomes a Queen; a Bishop on a King becomes a Pontiff",
            "of a Dragon King a Rook or a King",
        ],
    ),
    ("relaychecks", &["White wins by giving check 3 times."]),
    ("horde", &["King: White has none.", "a side that has no pieces left loses"]),
    (
        "racingkings",
        &[
            "Check: no move may give check.",
            "White wins by moving a King to rank 8; the other side has one move more",
        ],
    ),
    (
        "makruk",
        &[
            "White: a Pawn that moves to ranks 6, 7 or 8 becomes a Met",
            "when there are no pawns left, a side to move counts its moves",
        ],
    ),
];

#[test]
fn games_that_come_as_files_are_explained() {
    let mut told: Vec<&str> = TOLD.iter().map(|&(name, _)| name).collect();
    let mut names = games_that_come_as_files();
    told.sort_unstable();
    names.sort_unstable();
    assert_eq!(names, told);
    for (name, sentences) in TOLD {
        let explained = run(&["explain", name]);
        assert!(explained.status.success(), "{name}: {}", explained.stderr);
        let definition = definition_of(name);
        let words = explained.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        let About { words: Some(about), inventor: Some(inventor), source } = definition.about
        else {
            panic!("{name} does not say what is special in it, or who invented it");
        };
        let begin = format!("{} {about} The board has ", definition.title);
        assert!(words.starts_with(&begin), "{name}: {words}");
        let rules = source.map_or_else(String::new, |source| format!(" Rules: {source}"));
        let end = format!("By {inventor}{rules}");
        assert!(words.ends_with(&end), "{name}: {words}");
        for part in sentences {
            assert!(words.contains(part), "{name}: {part:?} in\n{}", explained.stdout);
        }
        let is_long = |line: &&str| line.chars().count() > 80;
        assert_eq!(explained.stdout.lines().find(is_long), None, "{name}");
    }
}

#[test]
fn what_is_no_such_file_is_refused_in_a_line() {
    let long = file("long", "#".repeat(vertumnus_written::MOST_BYTES + 1));
    let binary = file("binary", [b'[', 0xff, 0xfe, b']']);
    let many = file("many", "[a]\n".repeat(300));
    for path in [long, binary, many, PathBuf::from("no/such/file"), PathBuf::from(".")] {
        for command in ["check", "explain"] {
            let path = path.to_str().expect("the path is text");
            assert_refused(&[command, path]);
            assert_eq!(run(&[command, path]).stderr.lines().count(), 1, "{command} {path}");
        }
    }
    let empty = on_file(&["check"], &file("empty", "# nothing\n"));
    assert!(empty.stdout.contains("the file has no game"), "{}", empty.stdout);
    let taken = on_file(&["check"], &file("taken", "[chess]\n"));
    assert!(taken.stdout.contains("'chess' is a game of this program"), "{}", taken.stdout);
}
