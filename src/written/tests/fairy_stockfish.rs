//! Random games of the slow interpreter against Fairy-Stockfish's Python module (`pyffish`): the same
//! legal moves in every position, and the same positions in which a game is over by its rules.
//!
//! The tests run on request, because they need Python and install the module.
#![cfg(feature = "played")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vertumnus_core::game::{self, Session};
use vertumnus_core::position::write_rows;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::written::WrittenGame;
use vertumnus_core::rules::{Outcome, Variant};
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
    euroshogi yarishogi okisakishogi torishogi makruk ai-wok asean armageddon minixiangqi xiangqi manchu janggi \
    janggitraditional janggicasual makpong";

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
    let mut asked = Vec::new();
    for (game, name) in games {
        random_games(game, name, &mut asked);
    }
    assert!(asked.len() >= least, "{} positions", asked.len());
    are_answered_alike(text, &asked);
    println!("{} positions of {} games", asked.len(), games.len());
}

/// Asks the module the same, of the games of a text and its own.
fn are_answered_alike(text: &str, asked: &[Asked]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (process, thread) = (std::process::id(), std::thread::current().id());
    let file = folder.join(format!("games-{process}-{thread:?}.ini"));
    fs::write(&file, text).expect("the file can be written");
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

/// A sparse position of Xiangqi, which may be impossible.
fn sparse(random: &mut Random) -> String {
    const MEN: &[u8] = b"RCNRCNPrcnrcnpRCNrcnPpaAbB";
    let mut cells = ['.'; 90];
    let (white, black) = (random.below(3) * 9 + 3, (7 + random.below(3)) * 9 + 3);
    cells[white + random.below(3)] = 'K';
    cells[black + random.below(3)] = 'k';
    for _ in 0..3 + random.below(7) {
        let man = char::from(MEN[random.below(MEN.len())]);
        let squares: &[usize] = match man {
            'A' => &[3, 5, 13, 21, 23],
            'a' => &[66, 68, 76, 84, 86],
            'B' => &[2, 6, 18, 22, 26, 38, 42],
            'b' => &[47, 51, 63, 67, 71, 83, 87],
            _ => &[],
        };
        let square = match squares.len() {
            0 => random.below(90),
            count => squares[random.below(count)],
        };
        if cells[square] == '.' {
            cells[square] = man;
        }
    }
    let rank = |rank: &[char]| write_rows(rank, 9, |&cell| (cell != '.').then(|| cell.to_string()));
    let ranks: Vec<String> = cells.chunks(9).rev().map(rank).collect();
    format!("{} {} - - 0 1", ranks.join("/"), ["w", "b"][random.below(2)])
}

/// The move back.
fn reversed(text: &str) -> String {
    let (from, to) = text.split_at(text[1..].find(char::is_alphabetic).expect("two squares") + 1);
    format!("{to}{from}")
}

/// Two pieces that go to and fro from a position until it occurs for the third time, and what is claimed then; `None` if
/// they cannot.
fn to_and_fro(session: &mut dyn Session, fen: &str, random: &mut Random) -> Option<Asked> {
    session.set_position(Some(fen), &[]).ok()?;
    let mut texts = Vec::new();
    for _ in 0..2 {
        let legal = session.legal_texts();
        let text = legal.get(random.below(legal.len().max(1)))?.clone();
        session.play_text(&text).ok()?;
        texts.push(text);
    }
    texts.extend([reversed(&texts[0]), reversed(&texts[1])]);
    let moves = texts.join(" ");
    session.set_position(Some(fen), &[]).ok()?;
    for text in texts.iter().chain(&texts) {
        session.play_text(text).ok()?;
    }
    let claim = match session.outcome()? {
        Outcome::Draw(_) => "draw",
        Outcome::Win(side, _) if side == session.side_to_move() => "win",
        Outcome::Win(..) => "loss",
    };
    // A capture on the way is no repetition.
    let is_repeated = session.fen().split(' ').take(2).eq(fen.split(' ').take(2));
    let query = format!("xiangqi\t{fen}\t{moves} {moves}\tclaim");
    is_repeated.then(|| Asked { query, answer: claim.to_owned() })
}

#[test]
#[ignore = "installs pyffish from PyPI"]
fn checks_and_chases_that_repeat_end_alike() {
    let written = read(b"[our-xiangqi:xiangqi]\n").expect("the text is small");
    let game = written.games[0].definition.as_ref().expect("it has no mistakes");
    let mut session =
        game::session(Variant::Written(WrittenGame::new(game).expect("it can be played")));
    let mut random = Random(1);
    let mut asked: Vec<Asked> = Vec::new();
    let mut draws = 0;
    while asked.len() < 2_000 {
        let fen = sparse(&mut random);
        let found = to_and_fro(&mut *session, &fen, &mut random);
        // Most of them are draws.
        draws += usize::from(found.as_ref().is_some_and(|one| one.answer == "draw"));
        let is_wanted = |one: &Asked| one.answer != "draw" || draws <= 1_000;
        asked.extend(found.filter(is_wanted));
    }
    are_answered_alike("", &asked);
}
