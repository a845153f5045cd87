//! Repetition, the clock, counts of moves and what draws are worth, in words.

use crate::definition::{BoardCount, Counting, Definition, Material, Value};
use crate::motion::listed;
use crate::{Color, Kind};

use super::one_of;

pub(super) fn rules(game: &Definition) -> Vec<String> {
    let mut rules = Vec::new();
    let repetition = game.draws.repetition;
    if repetition.count > 0 {
        let whom = if repetition.for_white { "White" } else { "the side to move" };
        let end = match repetition.value {
            Value::Draw => "is a draw".to_owned(),
            Value::Win => format!("wins for {whom}"),
            Value::Loss => format!("loses for {whom}"),
        };
        let check = if repetition.perpetual_check {
            "; but a side that has checked with each of its moves since the first time loses, unless both have"
        } else {
            ""
        };
        let chase = if game.draws.chase.is_some() {
            "; without perpetual check, a side that has chased one piece with each of them loses, unless both have \
             (rules of the Asian Xiangqi Federation)"
        } else {
            ""
        };
        let count = repetition.count;
        rules
            .push(format!("Repetition: a position that occurs {count} times {end}{check}{chase}."));
    }
    if game.draws.move_limit > 0 {
        let kinds = &game.restarts_clock[Color::White];
        let mut restarts = vec!["a capture".to_owned()];
        if !kinds.is_empty() {
            restarts.push(format!("a move of {}", one_of(game, kinds)));
        }
        if game.hands.is_some() {
            restarts.push("a drop".to_owned());
        }
        if game.promotion[Color::White].iter().any(|rule| rule.restarts_clock) {
            restarts.push("a promotion".to_owned());
        }
        rules.push(format!(
            "Clock: {} moves of each side without {} are a draw.",
            game.draws.move_limit,
            listed(&restarts, "or")
        ));
    }
    if let Some(rule) = &game.draws.counting {
        rules.extend(counting(game, rule));
    }
    if game.draws.full_board {
        rules.push("Full board: when every square is occupied, the game is a draw.".to_owned());
    }
    if let Some(rule) = &game.draws.material {
        rules.push(material(game, rule));
    }
    rules
}

fn counting(game: &Definition, rule: &Counting) -> Vec<String> {
    let Counting { board, bare, otherwise, from_pieces, .. } = rule;
    let mut rules = Vec::new();
    if let Some(BoardCount { most, with_pawns, limit }) = *board {
        let who = if usize::from(most) < game.kinds.len().max(16) {
            format!("a side with {most} pieces or fewer")
        } else {
            "a side".to_owned()
        };
        let when = if with_pawns { "" } else { "when there are no pawns left, " };
        rules.push(format!(
            "Counting: {when}{who} to move counts its moves, and has a draw after {limit}, if nobody's king is bare."
        ));
    }
    let pieces = |(kinds, least, limit): &(Vec<Kind>, u8, u8)| {
        let names: Vec<&str> =
            kinds.iter().map(|kind| game.kinds[kind.index()].name.as_str()).collect();
        let names = names.join(" or ");
        let pieces = if *least > 1 { format!("two {names}s") } else { format!("a {names}") };
        (!names.is_empty()).then(|| format!("{limit} moves against {pieces}"))
    };
    let mut limits: Vec<String> = bare.iter().filter_map(pieces).collect();
    if *otherwise > 0 {
        limits.push(format!("{otherwise} against anything else"));
    }
    let first = if *from_pieces { "; the count begins with the number of all pieces" } else { "" };
    rules.push(format!(
        "Counting: without pawns, a bare king has a draw when the first of these that fits is passed: {}{first}.",
        limits.join(", ")
    ));
    rules
}

fn material(game: &Definition, rule: &Material) -> String {
    let Material { points, handicap } = rule;
    let counted: Vec<(&str, u8)> = game
        .kinds
        .iter()
        .zip(points)
        .filter(|(_, points)| **points > 0)
        .map(|(kind, &points)| (kind.name.as_str(), points))
        .collect();
    if counted.is_empty() {
        let winner = if *handicap < 0 { Color::White } else { Color::Black };
        return format!("Draws: in place of a draw, {winner} wins.");
    }
    let more = match handicap {
        0 => String::new(),
        _ => format!(" {} has {} points more.", Color::Black, f32::from(*handicap) / 2.0),
    };
    if counted.iter().all(|(_, points)| *points == 1) {
        return format!(
            "Draws: in place of a draw, the side wins that has more pieces on the board.{more}"
        );
    }
    let names: Vec<String> =
        counted.iter().map(|(name, points)| format!("{name} {points}")).collect();
    format!(
        "Draws: in place of a draw, the side wins whose pieces on the board count for more: {}.{more}",
        names.join(", ")
    )
}
