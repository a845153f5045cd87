//! What must not be left attacked, what must be captured, and how a game is won, in words.

use crate::Color;
use crate::Kind;
use crate::definition::{Definition, Extinction, Flag, FlagTerms, Passing, PseudoRoyals, Value};

use super::{both, listed, one_of, region_in_words};

pub(super) fn rules(game: &Definition) -> Vec<String> {
    let mut rules = Vec::new();
    match game.kings.0 {
        [true, true] => {}
        [false, false] => rules.push("King: there is none.".to_owned()),
        [white, _] => {
            let side = if white { Color::Black } else { Color::White };
            rules.push(format!("King: {side} has none."));
        }
    }
    if let Some(royals) = &game.aims.pseudo_royals {
        rules.push(pseudo_royals(game, royals));
    }
    if game.aims.must_capture {
        rules.push("Captures: a side that can capture has to.".to_owned());
    }
    if game.aims.flying_general {
        rules.push(
            "Kings: no move may leave them on a rank or file with nothing between them.".to_owned(),
        );
    }
    rules.extend(passes(game));
    if game.aims.facing_is_answered {
        rules.push(
            "Kings: if they stand on a rank or file with nothing between them, the side to move has to part them, or \
             to pass if it may, even in check. If they still stand so then, it is a draw."
                .to_owned(),
        );
    }
    if game.aims.checked_king_stays {
        rules.push(
            "Check: a king in check may not move, unless it captures the only piece that checks it."
                .to_owned(),
        );
    }
    if !game.aims.may_check {
        rules.push("Check: no move may give check.".to_owned());
    }
    if game.aims.checkmate != Value::Loss {
        rules.push(format!("Checkmate {} the side that is mated.", effect(game.aims.checkmate)));
    }
    rules.push(match game.stalemate {
        Value::Draw => "Stalemate is a draw.".to_owned(),
        value => format!("Stalemate {} the side that cannot move.", effect(value)),
    });
    if game.aims.stalemate_counts {
        rules.push(
            "But if that side has more pieces than the other, it is the other way round, and if they have as \
             many, a draw."
                .to_owned(),
        );
    }
    for color in Color::ALL {
        let count = game.aims.checks_to_win[color];
        if count > 0 {
            rules.push(format!("Checks: {color} wins by giving check {count} times."));
        }
    }
    rules.extend(Color::ALL.into_iter().filter_map(|color| flag(game, color)));
    if let Some(rule) = &game.extinction {
        rules.push(extinction(game, rule));
    }
    rules
}

fn passes(game: &Definition) -> Option<String> {
    let when = both(&|color| match game.aims.passing[color] {
        Passing::Never => None,
        Passing::Always => Some("a side that is not in check may pass".to_owned()),
        Passing::OnStalemate => {
            Some("a side that is not in check and has no other move may pass".to_owned())
        }
    });
    let all = "two passes in a row are a draw";
    (!when.is_empty()).then(|| format!("Passing: {when}; {all}."))
}

/// What something does for a side.
fn effect(value: Value) -> &'static str {
    match value {
        Value::Win => "wins for",
        Value::Loss => "loses for",
        Value::Draw => "is a draw for",
    }
}

/// The sets of kinds of which each counts for itself.
fn each_of(game: &Definition, sets: &[Vec<Kind>]) -> String {
    let sets: Vec<String> =
        sets.iter()
            .map(|set| {
                if set.len() == game.kinds.len() {
                    "any piece".to_owned()
                } else {
                    one_of(game, set)
                }
            })
            .collect();
    listed(&sets, "or")
}

fn pseudo_royals(game: &Definition, PseudoRoyals { sets, most, duple }: &PseudoRoyals) -> String {
    let which = each_of(game, sets);
    let few = match most {
        1 => {
            "if a side has only one of a kind, it is royal: it may not be left attacked".to_owned()
        }
        most => {
            format!("if a side has at most {most} of a kind, none of them may be left attacked")
        }
    };
    let duple =
        if *duple { " However many there are, they may not all be attacked at once." } else { "" };
    format!("Royal pieces: {which}; {few}.{duple}")
}

fn flag(game: &Definition, color: Color) -> Option<String> {
    let Flag { kinds, region } = &game.flag[color];
    if region.is_empty() {
        return None;
    }
    let FlagTerms { count, blocked_wins, answer, safe } = game.aims.flag_terms;
    let all = kinds.len() == game.kinds.len();
    let who = if all { "any piece".to_owned() } else { one_of(game, kinds) };
    let who = if count > 1 { format!("{count} pieces ({who})") } else { who };
    let mut text =
        format!("Flag: {color} wins by moving {who} to {}", region_in_words(game, *region));
    if blocked_wins {
        text.push_str("; one is enough if all these squares are occupied");
    }
    if safe && !answer {
        text.push_str(", if it is not attacked there");
    }
    if answer {
        text.push_str(if safe { "; if it is attacked there," } else { ";" });
        text.push_str(" the other side has one move more");
        if game.kings_are_flags() && color == Color::White {
            text.push_str(", and if its king gets there too, it is a draw");
        }
    }
    text.push('.');
    Some(text)
}

fn extinction(game: &Definition, rule: &Extinction) -> String {
    let Extinction { value, sets, most, enemies, may_answer } = rule;
    let end = match value {
        Value::Loss => "loses",
        Value::Win => "wins",
        Value::Draw => "draws",
    };
    let enemies = match enemies {
        0 => String::new(),
        1 => ", if the other still has one".to_owned(),
        enemies => format!(", if the other has at least {enemies} pieces"),
    };
    if game.bare_king().is_some() && game.kings[Color::White] && game.kings[Color::Black] {
        let answer = if *may_answer {
            "; to move, it still may take the other side's last piece and be even"
        } else {
            ""
        };
        return format!("Bare king: a side that has only its king {end}{enemies}{answer}.");
    }
    let answer = if *may_answer { "; to move, it has one move more to be even again" } else { "" };
    let few = match most {
        0 => "no".to_owned(),
        most => format!("at most {most}"),
    };
    let is_all = |set: &Vec<Kind>| set.len() == game.kinds.len();
    if sets.iter().all(is_all) {
        return format!("Extinction: a side that has {few} pieces left {end}{enemies}{answer}.");
    }
    let which = each_of(game, sets);
    format!(
        "Extinction: a side that has {few} pieces left of a kind {end}{enemies}{answer}. These count: {which}."
    )
}
