//! Tournaments with other engines, as Debian packages them.

use std::process::Command;

use super::{Scratch, assert_valid, records};

/// Name, program, protocol, further settings.
const PEERS: [(&str, &str, &str, &str); 4] = [
    ("stockfish", "/usr/games/stockfish", "uci", ""),
    ("fairy-stockfish", "/usr/games/fairy-stockfish", "uci", ""),
    ("gnuchess", "/usr/games/gnuchess", "xboard", "arg=-x"),
    ("fairymax", "/usr/games/fairymax", "xboard", ""),
];

/// Vertumnus and the other engines play each other, and all games end by the rules of chess or by
/// adjudication.
pub(crate) fn play_chess() {
    let scratch = Scratch::new("peers");
    let games = scratch.path("games.pgn");
    let own = ("vertumnus", env!("CARGO_BIN_EXE_vertumnus"), "uci", "");
    let engines = std::iter::once(own).chain(PEERS).map(|(name, program, protocol, more)| {
        // Some engines leave files in their working directory.
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
    let printed = [finished.stdout, finished.stderr].concat();
    assert!(finished.status.success(), "{}", String::from_utf8_lossy(&printed));
    let played = records(&games);
    assert_eq!(played.len(), 20);
    for game in &played {
        let (white, black) = (game.tag("White"), game.tag("Black"));
        let end = game.plies.last().map_or("", |ply| ply.comment.as_str());
        let termination = game.tag("Termination");
        // GNU Chess 6.2 now and then ignores a move, and loses on time.
        let is_silent = game.tag("Result") == Some("1-0") && black == Some("gnuchess")
            || game.tag("Result") == Some("0-1") && white == Some("gnuchess");
        let is_excused = is_silent && termination == Some("time forfeit");
        assert!(
            is_excused || matches!(termination, None | Some("adjudication")),
            "{white:?} {black:?}: {end}"
        );
    }
    assert_valid(&games);
}
