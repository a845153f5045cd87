//! Other people's engines, as Debian packages them, play chess under the referee.

use std::process::Command;

use super::{Scratch, assert_right, records};

/// Name, program, protocol, further words.
const PEERS: [(&str, &str, &str, &str); 4] = [
    ("stockfish", "/usr/games/stockfish", "uci", ""),
    ("fairy-stockfish", "/usr/games/fairy-stockfish", "uci", ""),
    ("gnuchess", "/usr/games/gnuchess", "xboard", "arg=-x"),
    ("fairymax", "/usr/games/fairymax", "xboard", ""),
];

/// Vertumnus plays all of them, and they each other, without a game that ends in another way than
/// chess does.
pub(crate) fn play_chess() {
    let scratch = Scratch::new("peers");
    let games = scratch.path("games.pgn");
    let own = ("vertumnus", env!("CARGO_BIN_EXE_vertumnus"), "uci", "");
    let engines = std::iter::once(own).chain(PEERS).map(|(name, program, protocol, more)| {
        // Some leave files where they run.
        let directory = scratch.path("");
        format!("--engine name={name} cmd={program} dir={directory} proto={protocol} {more}")
    });
    let words = format!(
        "match {} --each tc=40/5 timemargin=300 --openings none --resign movecount=3 score=700 \
         --maxmoves 60 --concurrency 2 --pgnout {games}",
        engines.collect::<Vec<_>>().join(" ")
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_vertumnus"));
    let finished = command.args(words.split_whitespace()).output().expect("the runner starts");
    let told = [finished.stdout, finished.stderr].concat();
    assert!(finished.status.success(), "{}", String::from_utf8_lossy(&told));
    let played = records(&games);
    assert_eq!(played.len(), 20);
    for game in &played {
        let (white, black) = (game.tag("White"), game.tag("Black"));
        let end = game.plies.last().map_or("", |ply| ply.comment.as_str());
        let termination = game.tag("Termination");
        // Version 6.2 of GNU Chess now and then takes no notice of a move, and its clock runs out.
        let is_silent = game.tag("Result") == Some("1-0") && black == Some("gnuchess")
            || game.tag("Result") == Some("0-1") && white == Some("gnuchess");
        let is_excused = is_silent && termination == Some("time forfeit");
        assert!(
            is_excused || matches!(termination, None | Some("adjudication")),
            "{white:?} {black:?}: {end}"
        );
    }
    assert_right(&games);
}
