//! The rules of a game in words, with a diagram of each piece.

mod annihilation;
mod blast;
mod changes;
mod contacts;
mod draws;
mod ends;
mod hands;
mod in_words;
mod lending;
mod twins;

use std::fmt::Write;

use crate::Kind;
use crate::definition::{
    Definition, Grounds, KindDefinition, Motion, PartMoves, Promotion, Purpose, Region, Value,
};
use crate::motion::listed;
use crate::{ByColor, Color, Square};

use crate::interpreter::Position;
use crate::read::compound::in_fen;
use in_words::{names, region_in_words};

/// What the marks of the diagrams mean.
const LEGEND: &str = "In the diagrams a piece goes up the page. Marks: * moves there or captures there, \
    o only moves, x only captures, 2 only as a double step. What slides or rides without a limit goes on \
    beyond the edge.";

/// Of more kinds than these, compounds among them, the letters are listed instead of the names.
const FEW: usize = 6;

/// How many squares of a diagram lie on each side of the piece.
const NEAR: i8 = 3;
const FAR: i8 = 4;

/// The rules of a game in words, with a diagram of each piece, as plain text. Each paragraph is a line,
/// and what is drawn has short lines.
pub fn explain(game: &Definition) -> String {
    let hands = hands::paragraphs(game);
    let back = goes_back(game);
    let game = &twins::without(game);
    let mut out = String::new();
    let mut say = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    say(&game.title);
    say("");
    if let Some(words) = &game.about.words {
        say(words);
        say("");
    }
    let board = game.board;
    let squares = board.squares().0.count_ones();
    let holes = if board.holes.is_empty() { "" } else { "; ' ' is no square" };
    say(&format!(
        "The board has {} files and {} ranks, {squares} squares{holes}. {} begins.",
        board.files,
        board.ranks,
        Position::start(game).side()
    ));
    say("");
    say(&start(game));
    say("PIECES");
    say("");
    say(LEGEND);
    for kind in &game.kinds {
        say("");
        say(&format!("{} ({})", kind.name, in_fen(&kind.token, Color::Black)));
        let royal = if kind.royal { "; it must not be left attacked" } else { "" };
        say(&format!("  {}{royal}.", moves_in_words(kind)));
        for words in on_some_squares(game, kind) {
            say(&format!("  {words}."));
        }
        for color in Color::ALL {
            if kind.mobility[color] != board.squares() {
                let region = region_in_words(game, kind.mobility[color]);
                say(&format!("  {color}'s goes only to {region}."));
            }
        }
        // Compounds are many, and move as their parts.
        if kind.token.len() == 1 {
            say(diagram(kind).trim_end_matches('\n'));
        }
    }
    for (heading, paragraphs) in [
        ("HOW PIECES CHANGE", changes::paragraphs(game)),
        ("HOW PIECES LEND", lending::paragraphs(game)),
        ("HOW PIECES ANNIHILATE EACH OTHER", annihilation::paragraphs(game)),
        ("WHAT CAPTURES BLOW UP", blast::paragraphs(game)),
        ("WHAT PIECES DO TO ENEMIES", contacts::paragraphs(game)),
        ("PIECES IN HAND", hands),
    ] {
        if paragraphs.is_empty() {
            continue;
        }
        say("");
        say(heading);
        say("");
        for paragraph in paragraphs {
            say(&format!("* {paragraph}"));
        }
    }
    say("");
    say("OTHER RULES");
    say("");
    for rule in rules(game).into_iter().chain(back) {
        say(&format!("* {rule}"));
    }
    for (what, words) in [("By", &game.about.inventor), ("Rules:", &game.about.source)] {
        if let Some(words) = words {
            say("");
            say(&format!("{what} {words}"));
        }
    }
    out
}

/// The start position, with names of files and ranks.
fn start(game: &Definition) -> String {
    let position = Position::start(game);
    let cell = |rank: u8, file: u8| {
        let square = Square::new(rank * game.board.files + file);
        match position.man(square) {
            _ if game.board.holes.has(square) => String::new(),
            Some(man) => in_fen(&game.kinds[man.kind.index()].token, man.color),
            None => ".".to_owned(),
        }
    };
    let cells = (0..game.board.ranks)
        .rev()
        .map(|rank| (0..game.board.files).map(|file| cell(rank, file)).collect::<Vec<String>>());
    let cells: Vec<Vec<String>> = cells.collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(1);
    let mut out = String::new();
    for (row, rank) in cells.iter().zip((1..=game.board.ranks).rev()) {
        write!(out, "  {rank:>2} ").expect("a string takes all");
        for text in row {
            write!(out, " {text:width$}").expect("a string takes all");
        }
        out.push('\n');
    }
    out.push_str("     ");
    for file in 0..game.board.files {
        write!(out, " {:width$}", char::from(b'a' + file)).expect("a string takes all");
    }
    let lines: Vec<&str> =
        out.lines().map(|line| if width > 1 { line.trim_end() } else { line }).collect();
    lines.join("\n") + "\n"
}

/// What a piece reaches, around it.
fn diagram(kind: &KindDefinition) -> String {
    let rides = kind.powers.iter().any(|motion| !motion.is_leap() && !motion.is_slide());
    let radius = if rides { FAR } else { NEAR };
    let mut out = String::new();
    for rank in (-radius..=radius).rev() {
        out.push_str("   ");
        for file in -radius..=radius {
            out.push(' ');
            out.push(mark(kind, file, rank));
        }
        out.push('\n');
    }
    out
}

fn mark(kind: &KindDefinition, files: i8, ranks: i8) -> char {
    if (files, ranks) == (0, 0) {
        return kind.token.chars().next().unwrap_or('?');
    }
    let reaches = |motion: &&Motion| {
        motion.steps.iter().any(|step| {
            (1 + i8::from(motion.over.hops())
                ..=motion.limit.map_or(FAR, |limit| limit.min(FAR as u8) as i8))
                .any(|times| (times * step.files, times * step.ranks) == (files, ranks))
        })
    };
    let ways: Vec<Purpose> =
        kind.powers.iter().filter(reaches).map(|motion| motion.purpose).collect();
    let moves = ways.iter().any(|purpose| purpose.moves());
    let captures = ways.iter().any(|purpose| purpose.captures());
    let twice =
        kind.double_steps.iter().any(|step| (2 * step.files, 2 * step.ranks) == (files, ranks));
    match (moves, captures) {
        (true, true) => '*',
        (true, false) => 'o',
        (false, true) => 'x',
        (false, false) if twice => '2',
        (false, false) => '.',
    }
}

/// What a piece does: `steps one square forward without capturing; ...`.
fn moves_in_words(kind: &KindDefinition) -> String {
    let everywhere = kind.powers.iter().filter(|motion| motion.grounds == Grounds::EVERYWHERE);
    let mut parts: Vec<String> = everywhere.flat_map(Motion::in_words).collect();
    if !kind.double_steps.is_empty() {
        parts.push("may go twice at once, see below".to_owned());
    }
    if parts.is_empty() { "does not move".to_owned() } else { parts.join("; ") }
}

/// What a piece does beside that on some squares alone: `From d1 or f1 to e2: steps one square diagonally`.
fn on_some_squares(game: &Definition, kind: &KindDefinition) -> Vec<String> {
    let board = game.board.squares();
    let region = |region: Region| region_in_words(game, Region(region.0 & board.0));
    let words = |motion: &Motion| {
        let squares = both(&|color| {
            let Grounds { from, to } = motion.grounds;
            let to = (to[color] != Region::ALL).then(|| format!(" to {}", region(to[color])));
            Some(format!("from {}{}", region(from[color]), to.unwrap_or_default()))
        });
        let everywhere = Motion { grounds: Grounds::EVERYWHERE, ..motion.clone() };
        format!("{}: {}", capitalised(&squares), listed(&everywhere.in_words(), "or"))
    };
    let some = kind.powers.iter().filter(|motion| motion.grounds != Grounds::EVERYWHERE);
    some.map(words).collect()
}

/// Everything but the pieces, a sentence or two each.
fn rules(game: &Definition) -> Vec<String> {
    let mut rules = Vec::new();
    let promotion = promotion(game);
    let of_parts = part_promotions(game);
    if !promotion.is_empty() {
        rules.push(format!("Promotion: {promotion}."));
    } else if of_parts.is_empty() {
        rules.push("Promotion: nothing promotes.".to_owned());
    }
    rules.extend(of_parts);
    rules.extend(promotion_limits(game));
    let who = |goes: &dyn Fn(&KindDefinition) -> bool| {
        let kinds = game.kinds.iter().filter(|kind| goes(kind));
        let names: Vec<String> = kinds.map(|kind| kind.name.clone()).collect();
        (!names.is_empty()).then(|| listed(&names, "or"))
    };
    let from = |regions: ByColor<Region>| {
        both(&|color| {
            let region = regions[color];
            (!region.is_empty()).then(|| format!("from {}", region_in_words(game, region)))
        })
    };
    let twice = who(&|kind| !kind.double_steps.is_empty());
    let thrice = who(&|kind| kind.triple_step);
    if let Some(twice) = &twice {
        let from = capitalised(&from(game.double_step));
        rules.push(format!(
            "Double step: a {twice} may make its step twice at once, over an empty square to an empty one. \
             {from}.{}",
            if game.kinds.iter().any(|kind| kind.royal && !kind.double_steps.is_empty()) {
                " A king goes so only where it cannot be taken en passant."
            } else {
                ""
            }
        ));
    }
    if let Some(thrice) = &thrice {
        let from = capitalised(&from(game.triple_step));
        rules.push(format!(
            "Triple step: a {thrice} may go three squares straight ahead at once, over empty squares to an \
             empty one. {from}."
        ));
    }
    if twice.is_some() || thrice.is_some() {
        // What its move changes is no more what has passed.
        let stays = |number: usize| {
            let spent = game.changes.spent.get(number).copied().flatten();
            let number = spent.map_or(number, Kind::index);
            game.changes.moved.get(number).is_none_or(|into| into.index() == number)
        };
        let steps_twice = |kind: &KindDefinition| {
            !kind.royal && (kind.triple_step || !kind.double_steps.is_empty())
        };
        let kinds = game.kinds.iter().enumerate();
        let passing: Vec<usize> = kinds
            .filter(|&(number, kind)| steps_twice(kind) && stays(number))
            .map(|(number, _)| number)
            .collect();
        let takes = |mover: &&Kind| {
            passing.iter().any(|&victim| !changes::is_spared(game, mover.index(), victim))
        };
        let who = both(&|color| {
            let rule = &game.en_passant[color];
            let anywhere = rule.region == game.board.squares();
            let to = region_in_words(game, rule.region);
            let to = if anywhere { String::new() } else { format!(", on {to}") };
            let kinds: Vec<Kind> = rule.kinds.iter().filter(takes).copied().collect();
            let whole = (!kinds.is_empty()).then(|| one_of(game, &kinds));
            let parts =
                rule.by_parts.iter().filter(|part| part.movers.iter().any(|one| takes(&one)));
            let parts = parts.map(|part| {
                let movers = tokens(game, &part.movers);
                format!("{movers}, as {} captures", part_in_words(game, part))
            });
            let who: Vec<String> = whole.into_iter().chain(parts).collect();
            let has = !who.is_empty() && !rule.region.is_empty();
            has.then(|| format!("{}{to}", who.join("; ")))
        });
        let (steps, square) = match (twice.is_none(), thrice.is_none()) {
            (_, true) => ("a double step", "the square"),
            (true, false) => ("a triple step", "a square"),
            (false, false) => ("a double or triple step", "a square"),
        };
        rules.push(if who.is_empty() {
            "En passant: there is none.".to_owned()
        } else {
            format!(
                "En passant, by {who}: what has made {steps} is captured by the next move on {square} that it \
                 passed."
            )
        });
    }
    rules.push(castling(game));
    rules.extend(endings(game));
    rules
}

/// What holds for both sides, or for each.
fn both(words: &dyn Fn(Color) -> Option<String>) -> String {
    let each = Color::ALL.into_iter().filter_map(|color| Some((color, words(color)?)));
    let each: Vec<(Color, String)> = each.collect();
    match &each[..] {
        [(_, white), (_, black)] if white == black => white.clone(),
        _ => {
            let each = each.iter().map(|(color, words)| format!("{color}: {words}"));
            each.collect::<Vec<_>>().join("; ")
        }
    }
}

/// Who promotes as a whole, and to what.
fn promotion(game: &Definition) -> String {
    both(&|color| {
        let whole = game.promotion[color].iter().filter(|rule| !is_of_part(rule));
        let rules = whole.map(|rule| {
            let (who, region) = (one_of(game, &rule.kinds), region_in_words(game, rule.region));
            let moves = if rule.leaving { "to or from" } else { "to" };
            let moves =
                if rule.by_captures { format!("by a capture {moves}") } else { moves.to_owned() };
            // A move changes a piece before it promotes, and its square does afterwards.
            let who = if changes::before_promotion(game, &rule.kinds) {
                format!("what is {who} after its move {moves} {region}")
            } else {
                format!("{who} that moves {moves} {region}")
            };
            let must = must(rule);
            let into = changes::a(&names(game, &rule.into));
            let then = if changes::after_promotion(game, rule) {
                ", and then what its square makes of that"
            } else {
                ""
            };
            format!("{who} {must} {into}{then}")
        });
        let rules: Vec<String> = rules.collect();
        (!rules.is_empty()).then(|| rules.join(", "))
    })
}

/// What goes back to what it was before it promoted.
fn goes_back(game: &Definition) -> Option<String> {
    let pairs = game.demoted.iter().enumerate().filter_map(|(kind, into)| {
        let name = |kind: Kind| changes::a(&game.kinds[kind.index()].name);
        Some(format!("{} to {}", name(Kind::new(kind as u8)), name((*into)?)))
    });
    let pairs: Vec<String> = pairs.collect();
    let is_back = |rule: &&Promotion| {
        let goes = |kind: &Kind| game.demoted.get(kind.index()).is_some_and(Option::is_some);
        rule.kinds.iter().any(goes)
    };
    let rule = game.promotion.0.iter().flatten().find(is_back)?;
    let must = if rule.is_optional { "may go back" } else { "goes back" };
    Some(format!(
        "What has promoted {must} by such moves as promote, to what it was: {}.",
        listed(&pairs, "and")
    ))
}

/// A text as it begins a sentence.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Whether a part promotes while the rest stays.
const fn is_of_part(rule: &Promotion) -> bool {
    rule.restarts_clock && !rule.leaving
}

/// Whether it has to.
const fn must(rule: &Promotion) -> &'static str {
    if rule.is_optional { "may become" } else { "becomes" }
}

/// Of which pieces there are not more by promotion, and where none may be stuck.
fn promotion_limits(game: &Definition) -> Vec<String> {
    let mut rules = Vec::new();
    let limits = game.kinds.iter().zip(&game.promotion_limits).filter(|(_, limit)| **limit > 0);
    let limits: Vec<String> =
        limits.map(|(kind, limit)| format!("{} {limit}", kind.name)).collect();
    if !limits.is_empty() {
        let limits = listed(&limits, "and");
        rules.push(format!(
            "Nothing promotes to a kind of which its side has as many pieces: {limits}."
        ));
    }
    if game.immobility_is_illegal {
        rules.push(
            "No move may leave a piece where it could never move again, unless it promotes."
                .to_owned(),
        );
    }
    rules
}

/// How parts promote, a sentence for each part by whose moves they do, and one for those that do so anyhow.
fn part_promotions(game: &Definition) -> Vec<String> {
    // The words for White and Black, which are mostly the same.
    let mut rules: Vec<(String, Vec<Color>)> = Vec::new();
    for color in Color::ALL {
        let own: Vec<&Promotion> =
            game.promotion[color].iter().filter(|rule| is_of_part(rule)).collect();
        let mut rest = own;
        while let Some(&first) = rest.first() {
            let (same, others): (Vec<&Promotion>, Vec<&Promotion>) =
                rest.into_iter().partition(|rule| rule.by == first.by);
            rest = others;
            let kinds = same.iter().map(|rule| {
                let into = rule.into.iter().map(|&kind| tokens(game, &[kind]));
                let into: Vec<String> = into.collect();
                let into = listed(&into, "or");
                format!("{} {} {into}", tokens(game, &rule.kinds), must(rule))
            });
            let kinds = kinds.collect::<Vec<_>>().join("; ");
            let by = first.by.as_ref();
            let by = by.map(|part| format!("a move that {} could make", part_in_words(game, part)));
            let by = by.unwrap_or_else(|| "any move".to_owned());
            let words = format!("by {by}: {kinds}");
            match rules.iter_mut().find(|(other, _)| *other == words) {
                Some((_, colors)) => colors.push(color),
                None => rules.push((words, vec![color])),
            }
        }
    }
    let rule = |(words, colors): (String, Vec<Color>)| {
        let regions = colors.into_iter().filter_map(|color| {
            let rule = game.promotion[color].iter().find(|rule| is_of_part(rule))?;
            Some(format!("{} ({color})", region_in_words(game, rule.region)))
        });
        let regions = listed(&regions.collect::<Vec<_>>(), "or");
        format!("Promotion of a part, on {regions}, {words}.")
    };
    rules.into_iter().map(rule).collect()
}

/// A list of kinds by their letters: `p {np} {bp}`.
fn tokens(game: &Definition, kinds: &[Kind]) -> String {
    let tokens = kinds.iter().map(|kind| in_fen(&game.kinds[kind.index()].token, Color::Black));
    tokens.collect::<Vec<_>>().join(" ")
}

/// A part: `a Pawn`, or how it moves if no piece moves so alone.
fn part_in_words(game: &Definition, part: &PartMoves) -> String {
    let alone = game.kinds.iter().find(|kind| !kind.royal && kind.powers == part.motions);
    if let Some(kind) = alone {
        return format!("a {}", kind.name);
    }
    let words: Vec<String> = part.motions.iter().flat_map(Motion::in_words).collect();
    format!("what {}", listed(&words, "or"))
}

/// Some kinds: `a Pawn or Knight`, or by their letters if they are many.
fn one_of(game: &Definition, kinds: &[Kind]) -> String {
    if kinds.len() > FEW {
        return format!("one of {}", tokens(game, kinds));
    }
    format!("a {}", names(game, kinds))
}

/// How the game ends, a sentence or two each.
fn endings(game: &Definition) -> Vec<String> {
    let mut rules = Vec::new();
    if game.kings.0 != [false, false] {
        let mate = if game.aims.checkmate == Value::Loss { " Mate wins." } else { "" };
        rules.push(format!("Check and mate: a king must not be left attacked.{mate}"));
    }
    if game.safe_royal_slides {
        rules.push(
            "Sliding kings: a king slides only over squares that the other side does not attack. It gives \
             check only over squares that the other side does not attack with any piece but its king."
                .to_owned(),
        );
    }
    rules.extend(ends::rules(game));
    rules.extend(draws::rules(game));
    rules
}

fn castling(game: &Definition) -> String {
    let name = |square: Square| {
        let files = game.board.files;
        let (file, rank) = (square.index() as u8 % files, square.index() as u8 / files);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    };
    if game.castles.is_empty() {
        return "Castling: there is none.".to_owned();
    }
    let castles = game.castles.iter().map(|castle| {
        let (king, rook) = (castle.king, castle.rook);
        let (king, rook) = ((name(king.0), name(king.1)), (name(rook.0), name(rook.1)));
        format!("{} {} to {}, {} to {}", castle.color, king.0, king.1, rook.0, rook.1)
    });
    let castles: Vec<String> = castles.collect();
    format!(
        "Castling: if neither piece has moved, nothing is between, and the king is and passes nowhere in \
         check. {}.",
        castles.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use crate::ByColor;

    use super::*;
    use crate::read::betza;

    fn kind(word: &str) -> KindDefinition {
        let moves = betza::of(word);
        KindDefinition {
            token: "X".to_owned(),
            name: "X".to_owned(),
            twin_of: None,
            royal: false,
            powers: moves.motions,
            double_steps: moves.double_steps,
            triple_step: false,
            mobility: ByColor::default(),
        }
    }

    #[test]
    fn moves_are_said_in_words() {
        let words = |word: &str| moves_in_words(&kind(word));
        assert_eq!(words("K"), "steps one square in any direction");
        assert_eq!(words("Q"), "slides like a queen");
        assert_eq!(words("R4"), "slides like a rook up to 4 squares");
        assert_eq!(words("BN"), "leaps like a knight; slides like a bishop");
        assert_eq!(words("NN"), "rides in a knight's leaps");
        assert_eq!(words("fsW"), "steps one square forward or sideways");
        assert_eq!(words("fF"), "steps one square diagonally forward");
        assert_eq!(words("flF"), "steps one square diagonally forward left");
        assert_eq!(
            words("fN"),
            "leaps like a knight (2 forward and 1 right; 2 forward and 1 left)"
        );
        assert_eq!(words("fhN"), "leaps like a knight forward");
        assert_eq!(
            words("fmWfceFifmnD"),
            "steps one square forward without capturing; steps one square diagonally forward only to \
             capture; may go twice at once, see below"
        );
        assert_eq!(words("mQcC2"), {
            "rides in leaps of three squares straight and one aside up to 2 times only to capture; \
             slides like a queen without capturing"
        });
        assert_eq!(words(""), "does not move");
    }

    #[test]
    fn a_diagram_shows_what_a_piece_reaches() {
        let pawn = "    . . . . . . .\n    . . . 2 . . .\n    . . x o x . .\n    . . . X . . .\n    \
                    . . . . . . .\n    . . . . . . .\n    . . . . . . .\n";
        assert_eq!(diagram(&kind("fmWfceFifmnD")), pawn);
        let rider = diagram(&kind("fNN"));
        let rows: Vec<&str> = rider.lines().map(str::trim).collect();
        assert_eq!(rows[0], ". . * . . . * . .");
        assert_eq!(rows[2], ". . . * . * . . .");
        assert_eq!(rows[4], ". . . . X . . . .");
    }
}
