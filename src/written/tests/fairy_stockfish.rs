//! Random games of the slow interpreter against Fairy-Stockfish's Python module (`pyffish`): the same
//! legal moves in every position, and the same positions in which a game is over by its rules.
//!
//! The tests run on request, because they need Python and install the module.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vertumnus_core::rules::definition::Definition;
use vertumnus_written::interpreter::Position;
use vertumnus_written::read;

/// The version with which the games have been compared.
const PACKAGE: &str = "pyffish==0.0.90";

/// How many random games of each kind, and how long they are at most.
const GAMES: u64 = 6;
const PLIES: usize = 60;

/// Games with the rarer keys and moves.
const ODD: &str = include_str!("odd.ini");

/// Games with odd keys about pieces in hand.
const HANDS: &str = include_str!("hands.ini");

/// The games of the format that both programs have by name.
const COMMON: &str = "chess nocastle torpedo berolina pawnsideways pawnback legan amazon georgian \
    nightrider hoppelpoppel newzealand kingofthehill knightmate losalamos gardner almost sortofalmost \
    chigorin perfect raazuvaa shatranj chaturanga courier capablanca gothic embassy janus modern \
    chancellor centaur gustav3 omicron tencubed troitzky giveaway antichess suicide codrus losers misere \
    extinction kinglet threekings coregal horde racingkings breakthrough clobber fox-and-hounds jesonmor 3check \
    5check grasshopper paradigm shako atomic nocheckatomic atomar grand shoshogi wolf crazyhouse \
    loop chessgi capahouse pocketknight placement dragon dobutsu shogi checkshogi minishogi kyotoshogi micro gorogoro judkins \
    euroshogi yarishogi okisakishogi makruk ai-wok asean armageddon minixiangqi";

/// Installs the module in the build folder, once.
fn library() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(PACKAGE.replace("==", "-"));
    if !folder.is_dir() {
        let unfinished = folder.with_extension("unfinished");
        let status = Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"])
            .arg(&unfinished)
            .arg(PACKAGE)
            .status()
            .expect("python3 starts");
        assert!(status.success(), "pip cannot install {PACKAGE}");
        fs::rename(&unfinished, &folder).expect("the folder can be renamed");
    }
    folder
}

/// Small numbers that look random, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

/// A position of a random game: how it was reached, and what the interpreter says of it.
struct Asked {
    query: String,
    answer: String,
}

fn random_games(game: &Definition, name: &str, asked: &mut Vec<Asked>) {
    let mut random = Random(name.bytes().map(u64::from).sum());
    for _ in 0..GAMES {
        let mut position = Position::start(game);
        let mut played: Vec<String> = Vec::new();
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            let mut texts: Vec<String> = moves.iter().map(|&mv| position.text(mv)).collect();
            texts.sort();
            let over = u8::from(position.ended().is_some());
            asked.push(Asked {
                query: format!("{name}\t{}\t{}", game.start, played.join(" ")),
                answer: format!("{over}\t{}", texts.join(" ")),
            });
            // A king's step and its castling can have the same text; the programs would go apart.
            let is_alone = |text: &str| texts.iter().filter(|other| *other == text).count() == 1;
            let moves: Vec<_> =
                moves.into_iter().filter(|&mv| is_alone(&position.text(mv))).collect();
            let Some(last) = moves.len().checked_sub(1) else { break };
            let mv = moves[random.below(last + 1)];
            played.push(position.text(mv));
            position = position.after(mv);
        }
    }
}

/// Compares the games of a text, by their names there or by others.
fn compare(text: &str, games: &[(&Definition, &str)], least: usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("games-{}-{}.ini", std::process::id(), text.len()));
    fs::write(&file, text).expect("the file can be written");
    let mut asked = Vec::new();
    for (game, name) in games {
        random_games(game, name, &mut asked);
    }
    assert!(asked.len() >= least, "{} positions", asked.len());
    let mut child = Command::new("python3")
        .arg("-B")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle.py"))
        .arg(&file)
        .env("PYTHONPATH", library())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let queries: Vec<&str> = asked.iter().map(|asked| asked.query.as_str()).collect();
    let queries = queries.join("\n") + "\n";
    let mut input = child.stdin.take().expect("it is piped");
    let writer = std::thread::spawn(move || input.write_all(queries.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    // If the module ends early, what it has answered shows where.
    let _ = writer.join().expect("it ends");
    fs::remove_file(&file).expect("the file can be removed");
    let answers = String::from_utf8(output.stdout).expect("it is text");
    let count = answers.lines().count();
    assert!(count == asked.len(), "the module ends at {}", asked[count].query);
    let mut wrong: Vec<String> = Vec::new();
    let mut last = "";
    for (asked, answer) in asked.iter().zip(answers.lines()) {
        let name = asked.query.split('\t').next().unwrap_or_default();
        if asked.answer != answer && name != last {
            wrong.push(format!("{}\n  ours {}\n  its  {answer}", asked.query, asked.answer));
            last = name;
        }
    }
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
    println!("{} positions of {} games", asked.len(), games.len());
}

#[test]
#[ignore = "installs pyffish from PyPI"]
fn common_games_have_the_same_moves() {
    let text: Vec<String> =
        COMMON.split_whitespace().map(|name| format!("[our-{name}:{name}]\n")).collect();
    let text = text.concat();
    let written = read(text.as_bytes()).expect("the text is small");
    assert_eq!(written.findings, []);
    let games: Vec<(&Definition, &str)> = written
        .games
        .iter()
        .filter_map(|game| Some((game.definition.as_ref()?, game.name.strip_prefix("our-")?)))
        .collect();
    assert_eq!(games.len(), written.games.len());
    compare("", &games, 6_000);
}

/// Compares all games of a file without mistakes, in so many positions at least.
fn have_the_same_moves(text: &str, least: usize) {
    let written = read(text.as_bytes()).expect("the text is small");
    let wrong: Vec<String> =
        written.findings.iter().map(|finding| finding.render("games.ini", text)).collect();
    let games: Vec<(&Definition, &str)> = written
        .games
        .iter()
        .filter_map(|game| Some((game.definition.as_ref()?, game.name.as_str())))
        .collect();
    assert_eq!(games.len(), written.games.len(), "{}", wrong.concat());
    compare(text, &games, least);
}

#[test]
#[ignore = "installs pyffish from PyPI"]
fn odd_games_have_the_same_moves() {
    have_the_same_moves(ODD, 2_000);
}

#[test]
#[ignore = "installs pyffish from PyPI"]
fn games_with_pieces_in_hand_have_the_same_moves() {
    have_the_same_moves(HANDS, 4_000);
}

/// The games of a file that the tester has, such as Fairy-Stockfish's own: no copy of it is kept here.
#[test]
#[ignore = "installs pyffish from PyPI; VARIANTS_INI names the file"]
fn games_of_a_given_file_have_the_same_moves() {
    let Some(path) = std::env::var_os("VARIANTS_INI") else {
        println!("VARIANTS_INI is not set");
        return;
    };
    let text = fs::read_to_string(path).expect("the file can be read");
    let written = read(text.as_bytes()).expect("the text is small");
    let games: Vec<(&Definition, &str)> = written
        .games
        .iter()
        .filter_map(|game| Some((game.definition.as_ref()?, game.name.as_str())))
        .collect();
    let names: Vec<&str> = games.iter().map(|(_, name)| *name).collect();
    println!("{} of {}: {}", games.len(), written.games.len(), names.join(" "));
    compare(&text, &games, 1);
}
