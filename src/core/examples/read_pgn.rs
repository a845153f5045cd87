//! Replays the games of a PGN file: who played, how it ended, and each game's last position.
//!
//! ```text
//! cargo run --package vertumnus-core --example read_pgn -- FILE
//! ```

use std::error::Error;

use vertumnus_core::game;
use vertumnus_core::pgn::{GameRecord, PgnReader, decode, replay};
use vertumnus_core::rules::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: read_pgn FILE")?;
    print!("{}", run(&decode(&std::fs::read(path)?)));
    Ok(())
}

pub(crate) fn run(pgn: &str) -> String {
    let lines = PgnReader::new(pgn).map(|read| match read {
        Ok((line, record)) => match played(&record) {
            Ok(game) => format!("line {line}: {game}\n"),
            Err(error) => format!("line {line}: {error}\n"),
        },
        // The reader goes on with the next game.
        Err(error) => format!("line {}: {error}\n", error.line),
    });
    lines.collect()
}

fn played(record: &GameRecord) -> Result<String, Box<dyn Error>> {
    // A record without a tag `Variant` is one of chess.
    let found = replay(record, Variant::default())?;
    let mut game = game::session(found.variant);
    game.set_position(Some(&found.start), &[])?;
    for &mv in &found.moves {
        game.play(mv)?;
    }
    let [white, black] = ["White", "Black"].map(|tag| record.tag(tag).unwrap_or("?"));
    let (result, plies) = (record.result, found.moves.len());
    Ok(format!("{white} - {black} {result}, {plies} plies: {}", game.fen()))
}
