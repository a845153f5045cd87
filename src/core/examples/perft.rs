//! Counts the leaves of the tree of legal moves, below each first move and in all.
//!
//! ```text
//! cargo run --release --package vertumnus-core --example perft -- GAME DEPTH [FEN]
//! ```

use std::error::Error;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use vertumnus_core::game;
use vertumnus_core::position::perft::{Counter, MAX_DEPTH, Table};
use vertumnus_core::rules::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    print!("{}", run(&arguments)?);
    Ok(())
}

pub(crate) fn run(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let &[name, depth, ref fen @ ..] = arguments else {
        return Err("usage: perft GAME DEPTH [FEN]".into());
    };
    let variant: Variant = name.parse()?;
    let depth: u32 = depth.parse()?;
    if !(1..=MAX_DEPTH).contains(&depth) {
        return Err(format!("the depth is from 1 to {MAX_DEPTH}").into());
    }
    let fen = fen.join(" ");
    let mut game = game::session(variant);
    game.set_position(Some(fen.as_str()).filter(|fen| !fen.is_empty()), &[])?;

    // Another thread could stop the count by this flag. The table has 16 MiB.
    let (stop, table) = (AtomicBool::new(false), Table::new(16)?);
    let counter = Counter::new(&stop, Some(&table));
    let counts = game.divide(depth, counter).ok_or("the count was stopped")?;
    let mut text = String::new();
    for (mv, leaves) in &counts {
        writeln!(text, "{}: {leaves}", game.text(*mv))?;
    }
    let all: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    writeln!(text, "\n{all} leaves")?;
    Ok(text)
}
