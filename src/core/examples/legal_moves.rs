//! Lists the legal moves of a position, in coordinates and in SAN, with what each does.
//!
//! ```text
//! cargo run --package vertumnus-core --example legal_moves -- GAME [FEN]
//! ```

use std::error::Error;
use std::fmt::Write;

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    print!("{}", run(&arguments)?);
    Ok(())
}

pub(crate) fn run(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let &[name, ref fen @ ..] = arguments else {
        return Err("usage: legal_moves GAME [FEN]".into());
    };
    let variant: Variant = name.parse()?;
    let fen = fen.join(" ");
    let mut game = game::session(variant);
    game.set_position(Some(fen.as_str()).filter(|fen| !fen.is_empty()), &[])?;

    let mut text = format!("{}: {}\n", game.title(), game.fen());
    for view in game.views() {
        let piece = game.kind(view.mover).map_or("", |kind| kind.name);
        let (coordinates, san) = (game.text(view.mv), game.san(view.mv));
        writeln!(text, "{coordinates:<8} {san:<8} {piece}")?;
    }
    if let Some(outcome) = game.outcome() {
        writeln!(text, "{}", outcome.sentence())?;
    }
    Ok(text)
}
