//! The board for Cute Chess, compiled with what stands in for Cute Chess and Qt: its rules are those of the
//! suites, and its moves can be written, read, made and undone.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::build::{Library, Scratch, library, output, output_for, source, with_tools};

/// The games that Cute Chess has from this board alone.
const GAMES: [&str; 5] =
    ["combination", "fairyeater", "morphing", "powerabsorption", "stealthbomber"];

/// Positions of each suite, and the most leaves at depth 2.
const POSITIONS: usize = 12;
const MOST_LEAVES: u64 = 2_000;

/// Positions of Crazyhouse with the counts of Fairy-Stockfish's tests.
const HELD: [&str; 2] = [
    "cute-house|2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1|67|3083",
    "cute-house|r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1|42|1347",
];

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::ignorable_test("cutechess::the_board_plays_by_the_rules", || {
        with_tools(&["c++"], try_board)
    })]
}

fn try_board() -> Result<(), Failed> {
    let program = compile()?;
    let positions = Scratch::new("positions");
    let mut lines: Vec<String> = GAMES.iter().flat_map(|game| suite(game)).collect();
    lines.extend(HELD.map(str::to_owned));
    fs::write(positions.path(), lines.join("\n"))?;
    let input = File::open(positions.path())?;
    // Files with games: one of the program, one that is not there and keeps nothing out, one with hands.
    let house = Scratch::new("house");
    fs::write(house.path(), "[cute-house:crazyhouse]\n")?;
    let mut command = Command::new(program.path());
    command.current_dir(source("../games")).args(["absorption", "cute-house"]);
    let rules = format!("absorption/rules.ini:nonexistent.ini:{}", house.path().display());
    command.env("VERTUMNUS_RULES", rules);
    let said = output_for(&mut command, input)?;
    let games = 2 * (GAMES.len() + 2);
    let tried = format!(", {} positions\n", lines.len());
    let is_whole = said.starts_with(&format!("{games} games, ")) && said.ends_with(&tried);
    if is_whole { Ok(()) } else { Err(said.into()) }
}

fn folder() -> PathBuf {
    source("../../packaging/cutechess")
}

/// Compiles the board as it is shipped, and the program that tries it.
fn compile() -> Result<Scratch, String> {
    let Library { shared, .. } = library()?;
    let directory = shared.parent().ok_or("the library is nowhere")?;
    let program = Scratch::new("board");
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"]);
    compiler.arg("-I").arg(folder().join("test/standin")).arg("-I").arg(folder());
    compiler.arg(folder().join("test/try_board.cpp")).arg(folder().join("vertumnusboard.cpp"));
    compiler.arg("-o").arg(program.path()).arg("-L").arg(directory).arg("-lvertumnus");
    compiler.arg(format!("-Wl,-rpath,{}", directory.display()));
    output(&mut compiler)?;
    Ok(program)
}

/// Positions of a suite with their counts at depths 1 and 2, as the program reads them.
fn suite(game: &str) -> Vec<String> {
    let path = source("../../perft").join(format!("{game}.epd"));
    let text = fs::read_to_string(path).expect("a suite");
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next()?;
        let count = |field: Option<&str>, depth| field?.strip_prefix(depth)?.parse::<u64>().ok();
        let (one, two) = (count(fields.next(), "D1 ")?, count(fields.next(), "D2 ")?);
        (two <= MOST_LEAVES).then(|| format!("{game}|{fen}|{one}|{two}"))
    });
    lines.take(POSITIONS).collect()
}
