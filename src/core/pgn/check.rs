//! Checks records by replaying their games.

use std::fmt;

use super::read::PgnError;
use super::record::{GameRecord, GameResult};
use super::replay::replay;
use crate::game;
use crate::rules::Variant;

/// An error in a game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnProblem {
    /// The line on which the game starts, or on which it is malformed; from 1.
    pub line: usize,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The error, in one line.
    pub reason: String,
}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, game {}: {}", self.line, self.game, self.reason)
    }
}

/// The totals of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PgnSummary {
    /// Number of games.
    pub games: usize,
    /// Number of games with errors.
    pub bad: usize,
    /// Number of plies replayed.
    pub plies: usize,
}

impl fmt::Display for PgnSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games, {} plies, {} bad", self.games, self.plies, self.bad)
    }
}

/// Replays every game and reports the first error of each: an illegal move, moves after the end, a wrong
/// result. A game without a tag `Variant` is one of `fallback`.
pub fn check(
    games: &mut dyn Iterator<Item = Result<(usize, GameRecord), PgnError>>,
    fallback: Variant,
    report: &mut dyn FnMut(&PgnProblem),
) -> PgnSummary {
    let mut summary = PgnSummary::default();
    for (number, game) in (1..).zip(games) {
        summary.games += 1;
        let checked = match game {
            Err(error) => Err((error.line, error.reason)),
            Ok((line, record)) => check_game(&record, fallback).map_err(|reason| (line, reason)),
        };
        match checked {
            Ok(plies) => summary.plies += plies,
            Err((line, reason)) => {
                summary.bad += 1;
                report(&PgnProblem { line, game: number, reason });
            }
        }
    }
    summary
}

/// Replays a game and returns the number of its plies.
fn check_game(record: &GameRecord, fallback: Variant) -> Result<usize, String> {
    let found = replay(record, fallback).map_err(|error| error.to_string())?;
    let mut session = game::session(found.variant);
    session.set_position(Some(&found.start), &[]).map_err(|error| error.to_string())?;
    for ((ply, mv), played) in (1..).zip(found.moves).zip(&record.plies) {
        if let Some(outcome) = session.outcome() {
            return Err(format!("ply {ply}, {}: the game was over: {outcome}", played.san));
        }
        session.play(mv).map_err(|error| format!("ply {ply}: {error}"))?;
    }
    let by_rules = session.outcome();
    match by_rules.map(GameResult::from) {
        // `*` also says that the result is not known.
        Some(result) if ![result, GameResult::Open].contains(&record.result) => {
            let outcome = by_rules.map_or(String::new(), |outcome| outcome.to_string());
            return Err(format!("the result is {}, by the rules {outcome}", record.result));
        }
        _ => {}
    }
    match record.tag("PlyCount") {
        Some(count) if count != record.plies.len().to_string() => {
            Err(format!("PlyCount is {count}, there are {} plies", record.plies.len()))
        }
        _ => Ok(record.plies.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::PgnReader;
    use super::*;

    fn problems(text: &str) -> (PgnSummary, Vec<String>) {
        let mut problems = Vec::new();
        let chess = "chess".parse().expect("chess is built in");
        let summary = check(&mut PgnReader::new(text), chess, &mut |problem| {
            problems.push(problem.to_string());
        });
        (summary, problems)
    }

    #[test]
    fn good_games_pass_and_bad_ones_are_reported() {
        let mate = "1. f3 e5 2. g4 Qh4# ";
        assert_eq!(problems(&format!("{mate}*\n")).0, PgnSummary { games: 1, bad: 0, plies: 4 });
        let text = format!(
            "[Result \"0-1\"]\n[PlyCount \"4\"]\n\n{mate}0-1\n\n[A \"\"]\n\n{mate}1-0\n\n\
             [A \"\"]\n\n1. e5 *\n\n[A \"\"]\n\n{mate}3. a3 *\n\n[PlyCount \"9\"]\n\n1. e4 *\n\n\
             [Variant \"nonesuch\"]\n\n*\n\n[FEN \"8/8\"]\n\n*\n"
        );
        let (summary, problems) = problems(&text);
        assert_eq!(summary, PgnSummary { games: 7, bad: 6, plies: 4 });
        assert_eq!(
            problems,
            [
                "line 6, game 2: the result is 1-0, by the rules 0-1 checkmate",
                "line 10, game 3: ply 1: 'e5' is not legal here",
                "line 14, game 4: ply 5, a3: the game was over: 0-1 checkmate",
                "line 18, game 5: PlyCount is 9, there are 1 plies",
                "line 22, game 6: unknown game 'nonesuch'",
                "line 26, game 7: bad FEN: the board has 8 ranks, this one has 2",
            ]
        );
    }
}
