//! The lines that the engine writes.

use std::fmt::Write;

use crate::output::plain;
use crate::{DrawBoard, ascii_board};
use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::Session;
use vertumnus_core::position::{Cell, Move};
use vertumnus_engine::eval::Explanation;
use vertumnus_engine::player::options::{self, OptionInfo, OptionKind};
use vertumnus_engine::player::{Engine, Event};
use vertumnus_engine::search::{Bound, Progress, Score, Wdl};

/// The line that announces an option.
pub(super) fn option(info: &OptionInfo) -> String {
    let kind = match &info.kind {
        OptionKind::Spin { default, min, max } => {
            format!("spin default {default} min {min} max {max}")
        }
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Combo { default, values } => {
            let values = values.iter().map(|value| format!(" var {value}"));
            format!("combo default {default}{}", values.collect::<String>())
        }
        OptionKind::Text { default } if default.is_empty() => {
            format!("string default {}", options::EMPTY)
        }
        OptionKind::Text { default } => format!("string default {default}"),
        OptionKind::Button => "button".to_owned(),
    };
    format!("option name {} type {kind}", info.name)
}

/// The line that describes a game to GUIs that do not know it, in Fairy-Stockfish's form.
pub(super) fn variant(session: &dyn Session) -> String {
    let (files, ranks) = session.dimensions();
    format!(
        "info string variant {} files {files} ranks {ranks} pocket {} template fairy startpos {}",
        session.variant(),
        session.kinds_in_hand().len(),
        session.start_fen()
    )
}

/// The lines for an event; `None` if there is nothing to write.
pub(super) fn event(event: Event<'_>) -> Option<String> {
    Some(match event {
        Event::Progress { root, progress: report, wdl } => {
            progress(report, wdl, &root.texts(&report.pv))
        }
        Event::Best { root, best } => {
            let moves: Vec<Move> = best.best.into_iter().chain(best.ponder).collect();
            match root.texts(&moves).as_slice() {
                [] => "bestmove (none)".to_owned(),
                [best] => format!("bestmove {best}"),
                [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
            }
        }
        Event::Perft { root, counts: Some(counts) } => {
            let total: u64 = counts.iter().map(|(_, count)| count).sum();
            let lines = counts.iter().map(|&(mv, count)| format!("{}: {count}\n", root.text(mv)));
            format!("{}\nNodes searched: {total}\n", lines.collect::<String>())
        }
        Event::Perft { counts: None, .. } => "info string perft stopped".to_owned(),
        Event::Remark(line) => format!("info string {}", plain(line)),
        Event::BenchLine(line) => line.to_owned(),
        Event::BenchEnd { is_complete: false } => "info string bench stopped".to_owned(),
        Event::BenchEnd { is_complete: true } => return None,
    })
}

/// The line for a report of a search with these chances, whose best line has these moves.
fn progress(report: &Progress, wdl: Option<Wdl>, pv: &[String]) -> String {
    let milliseconds = report.time.as_millis();
    let per_second = u128::from(report.nodes) * 1000 / milliseconds.max(1);
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl =
        wdl.map_or(String::new(), |Wdl { win, draw, loss }| format!(" wdl {win} {draw} {loss}"));
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {per_second} \
         hashfull {} time {milliseconds}",
        report.depth,
        report.selective_depth,
        report.line,
        score(report.score),
        report.nodes,
        report.hash_full,
    );
    if !pv.is_empty() {
        let _ = write!(line, " pv {}", pv.join(" "));
    }
    line
}

/// A score: centipawns, or a mate in moves.
fn score(score: Score) -> String {
    match score.mate() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.centipawns()),
    }
}

/// The board and what the rules say of the position, for a person or a script. Kinds of pieces that
/// the start position does not have are named.
pub(super) fn display(session: &dyn Session, board: &DrawBoard) -> String {
    let outcome = session.outcome().map_or("ongoing".to_owned(), |outcome| outcome.to_string());
    let checkers = session.checkers().into_iter().map(|square| session.square_name(square));
    format!(
        "{}{}\nFen: {}\nKey: {:016X}\nCheckers: {}\nOutcome: {outcome}",
        board(session),
        ascii_board::legend(session, &session.new_kinds()),
        session.fen(),
        session.key(),
        checkers.collect::<Vec<_>>().join(" "),
    )
}

/// The terms of the evaluation for White, what each piece is worth where it stands, and the evaluation
/// without and with the move, in pawns.
pub(super) fn evaluation(engine: &Engine) -> String {
    let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
    let Explanation { terms, pieces, total, tempo } = engine.explanation();
    let mut table = format!("{:<12}{:>8}\n", "term", "white");
    for term in terms {
        let _ = writeln!(table, "{:<12}{:>8.2}", term.name, pawns(term.white));
    }
    let session = engine.session();
    for color in Color::ALL {
        table.push_str(&worths(session, color, &pieces));
    }
    let side = session.side_to_move();
    let (even, having) = (pawns(total - tempo), pawns(tempo));
    format!("{table}\nThe move: {having:+.2}\nEvaluation: {even:+.2} pawns for {side}")
}

/// What the pieces of a side are worth where they stand, in pawns; nothing if that is not known.
fn worths(session: &dyn Session, color: Color, pieces: &[(Square, i32)]) -> String {
    let cells = session.cells();
    let own = pieces.iter().filter_map(|&(square, centipawns)| match cells.get(square.index()) {
        Some(&Cell::Piece(piece)) if piece.color() == color => {
            let name = format!("{} {}", session.token(piece), session.square_name(square));
            Some(format!("{name:<10}{:>6.2}", f64::from(centipawns) / 100.0))
        }
        _ => None,
    });
    let own: Vec<String> = own.collect();
    if own.is_empty() {
        return String::new();
    }
    let rows = own.chunks(4).map(|row| row.join("    ") + "\n");
    format!("\n{color}'s pieces, where they stand\n{}", rows.collect::<String>())
}
