//! The games and the positions of a report that are worth looking at.

use std::fmt::Write as _;

use vertumnus_core::board::Color;
use vertumnus_core::game::Session;
use vertumnus_pictures::Options;

use super::Report;
use super::boards::{after, link, position};
use super::cells::numbered;
use super::html::escaped;

/// Games to look at.
pub(super) fn exhibits(report: &Report, start: Option<&dyn Session>) -> String {
    let mut html = String::new();
    for exhibit in &report.exhibits {
        let game = start.and_then(|start| after(start, None, &exhibit.moves));
        let sans = game.as_ref().map(|game| game.sans_played());
        let board = game.map_or_else(String::new, |game| {
            position(&*game, Options::last_move_of(&*game), Color::White)
        });
        let _ = writeln!(
            html,
            "<div class=\"exhibit\"><h3>{}</h3><div>{board}</div><div><p>{}</p><p class=\"moves\">{}</p>\
             <p class=\"fen\">{}</p><p><a href=\"{}\">Replay it in the page</a></p></div></div>",
            escaped(&exhibit.title),
            escaped(&exhibit.text),
            escaped(&numbered(sans.as_ref().unwrap_or(&exhibit.moves))),
            escaped(&exhibit.fen),
            link(&report.game, None, &exhibit.moves)
        );
    }
    html
}

/// Positions with one winning move.
pub(super) fn puzzles(report: &Report, start: Option<&dyn Session>) -> String {
    let mut html = String::new();
    for (number, puzzle) in (1..).zip(&report.puzzles) {
        let game = start.and_then(|start| after(start, Some(&puzzle.fen), &[]));
        let side = game.as_ref().map_or(Color::White, |game| game.side_to_move());
        let board = game.map_or_else(String::new, |game| {
            let squares = puzzle.last_move.iter();
            let squares = squares.filter_map(|square| game.parse_square(square)).collect();
            position(&*game, squares, side)
        });
        let [best, second] = puzzle.scores.map(pawns);
        let _ = writeln!(
            html,
            "<div class=\"exhibit\"><h3>{number}. {side} to move</h3><div>{board}</div><div>\
             <p class=\"fen\">{}</p><p><a href=\"{}\">Try it in the page</a></p>\
             <details><summary>The move</summary><p>{}: {}</p>\
             <p class=\"note\">It gives {best}, every other move at most {second}, by {} nodes each.</p></details></div></div>",
            escaped(&puzzle.fen),
            link(&report.game, Some(&puzzle.fen), &[]),
            escaped(&puzzle.san),
            escaped(&puzzle.line.join(" ")),
            puzzle.nodes
        );
    }
    html
}

/// A score in words.
fn pawns(centipawns: i32) -> String {
    match centipawns {
        30_000.. => "mate".to_owned(),
        ..=-30_000 => "being mated".to_owned(),
        _ => format!("{:+.1} pawns", f64::from(centipawns) / 100.0),
    }
}
