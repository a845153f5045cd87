//! How pieces change, in words.

use std::fmt::Write;

use crate::Color;
use crate::Kind;
use crate::definition::{
    BoardDefinition, Changes, Definition, Handicaps, Morph, Promotion, Region,
};
use crate::motion::listed;

use crate::explain::in_words::region_in_words;
use crate::read::compound::in_fen;

/// The most rows and columns of a table of captures.
const WIDE: usize = 12;

/// The most captures of a handicap that are told one by one.
const FEW: usize = 4;

/// The most pairs of a side that are told one by one.
const PAIRS: usize = 24;

/// What captures, moves and squares make of pieces, a paragraph each; none if they change nothing.
pub(crate) fn paragraphs(game: &Definition) -> Vec<String> {
    let changes = &game.changes;
    let mut out = Vec::new();
    if changes.are_none() {
        return out;
    }
    if (Changes { spared: changes.spared.clone(), ..Changes::default() }) != *changes {
        out.push(
            "A move changes a piece in this order: first its capture, or its move without one, then \
             promotion, then its new square."
                .to_owned(),
        );
    }
    if !changes.captured.is_empty() {
        out.push(captures(game));
        out.extend(table(game));
    }
    out.extend(handicaps(game));
    out.extend(merged(game));
    out.extend(splits(game));
    out.extend(spent(game));
    let iron = iron(game);
    if !iron.is_empty() {
        let names: Vec<String> = iron.iter().map(|&kind| name(game, kind)).collect();
        out.push(format!("Nothing captures {}.", listed(&names, "or")));
    }
    if changes.spared.iter().any(|spared| spared.iter().any(|kind| !iron.contains(kind))) {
        out.push(spared(game));
    }
    if !changes.gone.is_empty() {
        out.push(gone(game));
    }
    if !changes.turned.is_empty() {
        out.push(turned(game));
    }
    if !changes.turned_by_moves.is_empty() {
        let names: Vec<String> =
            changes.turned_by_moves.iter().map(|&kind| name(game, kind)).collect();
        out.push(format!(
            "By a move without capture {} goes over to the other side, but not by castling.",
            listed(&names, "or")
        ));
    }
    let moved = pairs(game, &changes.moved);
    if !moved.is_empty() {
        out.push(format!("After a move without capture: {}.", listed(&moved, "and")));
    }
    if let Some(rook) = changes.castled_rook {
        out.push(format!("Castling makes of the rook {}.", name(game, rook)));
    }
    for Morph { side, region, kinds } in &changes.morphs {
        let pairs = pairs(game, kinds);
        let whose = side.map_or(String::new(), |side| format!("For {side}, on"));
        let on = if side.is_some() { &whose } else { "On" };
        if !pairs.is_empty() {
            let squares =
                squares(game.board, *region).unwrap_or_else(|| region_in_words(game, *region));
            out.push(format!("{on} {squares}: {}.", listed(&pairs, "and")));
        }
    }
    out
}

/// What handicaps make of captures.
fn handicaps(game: &Definition) -> Option<String> {
    let Handicaps { letters, captured } = &game.handicaps;
    let kinds = || (0..game.kinds.len()).map(|number| Kind::new(number as u8));
    let told = letters.chars().enumerate().map(|(number, letter)| {
        let captured = &captured[(1 << number) - 1];
        if captured.iter().flatten().all(Vec::is_empty) {
            return format!("with {letter}, a capture changes nothing");
        }
        let differs = |(mover, victim): &(Kind, Kind)| {
            let plain = game.changes.captured.get(mover.index()).map(|list| &list[victim.index()]);
            let own = &captured[mover.index()][victim.index()];
            !game.kinds[victim.index()].royal && plain.map_or(&[][..], Vec::as_slice) != own
        };
        let pairs = kinds().flat_map(|mover| kinds().map(move |victim| (mover, victim)));
        let all: Vec<(Kind, Kind)> = pairs.filter(differs).collect();
        let tell = |&(mover, victim): &(Kind, Kind)| {
            let into = &captured[mover.index()][victim.index()];
            let into: Vec<String> = into.iter().map(|&kind| name(game, kind)).collect();
            let [mover, victim] = [mover, victim].map(|kind| name(game, kind));
            let into = if into.is_empty() { mover.clone() } else { listed(&into, "or") };
            format!("{mover} that captures {victim} is {into} then")
        };
        let mut pairs: Vec<String> = all.iter().take(FEW).map(tell).collect();
        if all.len() > FEW {
            pairs.push(format!("so on for {} other pairs", all.len() - FEW));
        }
        format!("with {letter}, {}", listed(&pairs, "and"))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| {
        format!(
            "A side may have handicaps for a whole game. A FEN has them at its end, White's before Black's, such as \
             {}/-: {}.",
            &letters[..1],
            told.join("; ")
        )
    })
}

/// Which pieces of a side become one.
fn merged(game: &Definition) -> Option<String> {
    let kinds = || (0..game.kinds.len()).map(|number| Kind::new(number as u8));
    let pairs = kinds().flat_map(|mover| kinds().map(move |friend| (mover, friend)));
    let all: Vec<String> = pairs
        .filter_map(|(mover, friend)| {
            let into = (*game.changes.merged.get(mover.index())?.get(friend.index())?)?;
            let [mover, friend, into] = [mover, friend, into].map(|kind| name(game, kind));
            Some(format!("{mover} on {friend} becomes {into}"))
        })
        .collect();
    let rest = all.len().saturating_sub(PAIRS);
    let more = if rest > 0 { vec![format!("so on for {rest} other pairs")] } else { Vec::new() };
    let told: Vec<String> = all.iter().take(PAIRS).cloned().chain(more).collect();
    let is_final = game.changes.splits.are_none();
    let restarts = if is_final { ", and restarts the count of moves" } else { "" };
    (!all.is_empty()).then(|| {
        format!(
            "A piece may go onto one of its own side, where it could capture, and the two become one; \
             that is no capture{restarts}: {}.",
            told.join("; ")
        )
    })
}

/// What is left of which pieces when they have spent what they can do once.
fn spent(game: &Definition) -> Option<String> {
    let all: Vec<String> = (0..)
        .zip(&game.changes.spent)
        .filter_map(|(kind, left)| {
            let [kind, left] = [Kind::new(kind), (*left)?].map(|kind| name(game, kind));
            Some(format!("{kind} becomes {left}"))
        })
        .collect();
    let rest = all.len().saturating_sub(PAIRS);
    let more = if rest > 0 { vec![format!("so on for {rest} other pieces")] } else { Vec::new() };
    let told: Vec<String> = all.iter().take(PAIRS).cloned().chain(more).collect();
    (!all.is_empty()).then(|| {
        format!(
            "Some ways of moving are there for one move. A piece that makes a move which it could not make \
             without them loses them by it, and all else that changes is that of what is left: {}.",
            told.join("; ")
        )
    })
}

/// Which parts leave which pieces.
fn splits(game: &Definition) -> Option<String> {
    let splits = &game.changes.splits;
    let all: Vec<(usize, Vec<String>)> = splits
        .parts
        .iter()
        .enumerate()
        .filter(|(_, pairs)| !pairs.is_empty())
        .map(|(kind, pairs)| (kind, pairs.iter().map(|&(part, _)| name(game, part)).collect()))
        .collect();
    let rest = all.len().saturating_sub(PAIRS);
    let more = if rest > 0 { vec![format!("so on for {rest} other pieces")] } else { Vec::new() };
    let told = all.iter().take(PAIRS).map(|(kind, parts)| {
        format!("of {} {}", name(game, Kind::new(*kind as u8)), listed(parts, "or"))
    });
    let told: Vec<String> = told.chain(more).collect();
    let peace = if splits.even_attacked { "" } else { ", unless the piece is attacked" };
    (!all.is_empty()).then(|| {
        format!(
            "A part may leave by its own move to an empty square where it does not promote, and the rest \
             stays{peace}: {}.",
            told.join("; ")
        )
    })
}

/// By which captures pieces go over to the other side.
fn turned(game: &Definition) -> String {
    let mut alike: Vec<(&Vec<Kind>, Vec<Kind>)> = Vec::new();
    for (number, victims) in game.changes.turned.iter().enumerate() {
        let mover = Kind::new(number as u8);
        match alike.iter_mut().find(|(known, _)| *known == victims) {
            _ if victims.is_empty() => {}
            Some((_, movers)) => movers.push(mover),
            None => alike.push((victims, vec![mover])),
        }
    }
    let names = |kinds: &[Kind]| {
        let names: Vec<String> = kinds.iter().map(|&kind| name(game, kind)).collect();
        listed(&names, "or")
    };
    let others = |victims: &[Kind]| {
        let is_prey = |kind: &crate::definition::KindDefinition| !kind.royal;
        let all = game.kinds.iter().filter(|kind| is_prey(kind)).count();
        if victims.len() == all { "anything".to_owned() } else { names(victims) }
    };
    let each: Vec<String> = alike
        .iter()
        .map(|(victims, movers)| format!("{} that captures {}", names(movers), others(victims)))
        .collect();
    format!("These go over to the other side: {}.", listed(&each, "and"))
}

/// Whether it is only after a move that a piece is known as one of these, or is it no more.
pub(crate) fn before_promotion(game: &Definition, kinds: &[Kind]) -> bool {
    let matters = |number: usize, into: &Kind| {
        let kind = Kind::new(number as u8);
        kind != *into && (kinds.contains(&kind) || kinds.contains(into))
    };
    let Changes { moved, captured, .. } = &game.changes;
    let moved = moved.iter().enumerate().any(|(number, into)| matters(number, into));
    moved
        || captured
            .iter()
            .enumerate()
            .any(|(number, victims)| victims.iter().flatten().any(|into| matters(number, into)))
}

/// Whether squares change what a piece has promoted to.
pub(crate) fn after_promotion(game: &Definition, rule: &Promotion) -> bool {
    game.changes.morphs.iter().any(|morph| {
        let changes = |kind: &Kind| morph.kinds[kind.index()] != *kind;
        morph.region.0 & rule.region.0 != 0 && rule.into.iter().any(changes)
    })
}

/// The name of a kind with its article.
fn name(game: &Definition, kind: Kind) -> String {
    a(&game.kinds[kind.index()].name)
}

pub(crate) fn a(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// `a Knight becomes a Bishop`, for each kind that a list changes.
fn pairs(game: &Definition, kinds: &[Kind]) -> Vec<String> {
    let all = (0..kinds.len()).map(|number| Kind::new(number as u8)).zip(kinds);
    let changed = all.filter(|(kind, into)| kind != *into);
    changed
        .map(|(kind, into)| format!("{} becomes {}", name(game, kind), name(game, *into)))
        .collect()
}

/// The color of squares, if a region is all of one.
fn squares(board: BoardDefinition, region: Region) -> Option<String> {
    let all = board.squares();
    if region == all {
        return Some("every square".to_owned());
    }
    let is_dark = |index: u8| (index % board.files + index / board.files).is_multiple_of(2);
    let dark =
        (0..128).filter(|&index| is_dark(index)).fold(0_u128, |bits, index| bits | 1 << index);
    if region.0 == dark & all.0 {
        Some("dark squares, such as a1".to_owned())
    } else if region.0 == !dark & all.0 {
        Some("light squares".to_owned())
    } else {
        None
    }
}

/// What a row of the table of captures says in a word, if it is that simple.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    /// It may capture nothing, or vanishes by whatever it captures.
    Never,
    Unchanged,
    Victim,
    /// This kind, whatever it takes.
    One(Kind),
    Various,
}

/// What a mover becomes by taking a victim; nothing if it may not.
fn outcomes(game: &Definition, mover: usize, victim: usize) -> Vec<Kind> {
    match &game.changes.captured[mover][victim][..] {
        _ if is_spared(game, mover, victim) => Vec::new(),
        [] => vec![Kind::new(mover as u8)],
        outcomes => outcomes.to_vec(),
    }
}

pub(super) fn is_spared(game: &Definition, mover: usize, victim: usize) -> bool {
    let spared = game.changes.spared.get(mover);
    spared.is_some_and(|spared| spared.contains(&Kind::new(victim as u8)))
}

/// Whether a mover vanishes with what it captures.
fn is_gone(game: &Definition, mover: usize, victim: usize) -> bool {
    let gone = game.changes.gone.get(mover);
    gone.is_some_and(|gone| gone.contains(&Kind::new(victim as u8)))
}

/// What a mover may capture, kings apart.
fn prey(game: &Definition, mover: usize) -> Vec<usize> {
    let is_prey = |&victim: &usize| !game.kinds[victim].royal && !is_spared(game, mover, victim);
    (0..game.kinds.len()).filter(is_prey).collect()
}

/// What is never captured, kings apart.
fn iron(game: &Definition) -> Vec<Kind> {
    let kinds = 0..game.kinds.len();
    let is_iron = |&victim: &usize| {
        !game.kinds[victim].royal && kinds.clone().all(|mover| is_spared(game, mover, victim))
    };
    kinds.clone().filter(is_iron).map(|number| Kind::new(number as u8)).collect()
}

/// The captures that are not allowed.
fn spared(game: &Definition) -> String {
    let list = |kinds: &[usize]| {
        let names: Vec<String> = kinds.iter().map(|&kind| game.kinds[kind].name.clone()).collect();
        a(&listed(&names, "or"))
    };
    let mut rules: Vec<(String, Vec<usize>)> = Vec::new();
    for (mover, spared) in game.changes.spared.iter().enumerate() {
        let prey = prey(game, mover);
        let spared: Vec<usize> = spared.iter().map(|kind| kind.index()).collect();
        let words = match &prey[..] {
            _ if spared.is_empty() => continue,
            [] => "captures nothing".to_owned(),
            &[only] if only == mover => "captures only its like".to_owned(),
            _ if spared == [mover] => "does not capture its like".to_owned(),
            few if few.len() < spared.len() => format!("captures only {}", list(few)),
            _ => format!("does not capture {}", list(&spared)),
        };
        match rules.iter_mut().find(|(other, _)| *other == words) {
            Some((_, movers)) => movers.push(mover),
            None => rules.push((words, vec![mover])),
        }
    }
    let rules: Vec<String> =
        rules.into_iter().map(|(words, movers)| format!("{} {words}", list(&movers))).collect();
    let has_kings = game.kinds.iter().any(|kind| kind.royal);
    let attacked = if has_kings { ", though a king is attacked by all pieces" } else { "" };
    format!("Some captures are not allowed{attacked}: {}.", rules.join("; "))
}

/// The captures by which the mover vanishes.
fn gone(game: &Definition) -> String {
    let list = |kinds: &[usize]| {
        let names: Vec<String> = kinds.iter().map(|&kind| game.kinds[kind].name.clone()).collect();
        a(&listed(&names, "or"))
    };
    let mut rules: Vec<(String, Vec<usize>)> = Vec::new();
    for (mover, victims) in game.changes.gone.iter().enumerate() {
        let victims: Vec<usize> = victims.iter().map(|kind| kind.index()).collect();
        let words = match &victims[..] {
            [] => continue,
            &[only] if only == mover => "its like".to_owned(),
            all if all.len() == prey(game, mover).len() => "any piece".to_owned(),
            some => list(some),
        };
        match rules.iter_mut().find(|(other, _)| *other == words) {
            Some((_, movers)) => movers.push(mover),
            None => rules.push((words, vec![mover])),
        }
    }
    let rules: Vec<String> =
        rules.into_iter().map(|(words, movers)| format!("{} and {words}", list(&movers))).collect();
    format!(
        "By some captures both pieces vanish, the one that captures and the other: {}.",
        rules.join("; ")
    )
}

fn row(game: &Definition, mover: usize) -> Row {
    let own = Kind::new(mover as u8);
    let outcomes = |victim: usize| outcomes(game, mover, victim);
    let mut victims = prey(game, mover);
    victims.retain(|&victim| !is_gone(game, mover, victim));
    if victims.is_empty() {
        return Row::Never;
    }
    let all =
        |is: &dyn Fn(usize) -> Kind| victims.iter().all(|&victim| outcomes(victim) == [is(victim)]);
    if all(&|_| own) {
        return Row::Unchanged;
    }
    if all(&|victim| Kind::new(victim as u8)) {
        return Row::Victim;
    }
    match victims.first().map(|&victim| outcomes(victim)).as_deref() {
        Some(&[only]) if all(&|_| only) => Row::One(only),
        _ => Row::Various,
    }
}

/// The captures that a sentence can tell.
fn captures(game: &Definition) -> String {
    let rows: Vec<Row> = (0..game.kinds.len()).map(|mover| row(game, mover)).collect();
    let names = |wanted: Row| {
        let movers = rows.iter().enumerate().filter(|(_, row)| **row == wanted);
        movers.map(|(mover, _)| game.kinds[mover].name.clone()).collect::<Vec<_>>()
    };
    let mut parts = Vec::new();
    let victims = names(Row::Victim);
    if !victims.is_empty() {
        parts.push(format!("{} becomes what it takes", a(&listed(&victims, "or"))));
    }
    for number in 0..game.kinds.len() {
        let kind = Kind::new(number as u8);
        let movers = names(Row::One(kind));
        if !movers.is_empty() {
            parts.push(format!("{} becomes {}", a(&listed(&movers, "or")), name(game, kind)));
        }
    }
    let unchanged = names(Row::Unchanged);
    if !unchanged.is_empty() {
        parts.push(format!("{} stays what it is", a(&listed(&unchanged, "or"))));
    }
    let various = rows.iter().filter(|row| **row == Row::Various).count();
    if various > 0 {
        let optional = game.changes.captured.iter().flatten().any(|outcomes| outcomes.len() > 1);
        let optional = if optional { "; '?' marks what the player may decline" } else { "" };
        parts.push(format!("for the other {various} kinds it depends on what they take{optional}"));
    }
    format!("After a capture: {}.", parts.join("; "))
}

/// What captures make, mover by victim, where it depends on both. Of many kinds, those of the start.
fn table(game: &Definition) -> Option<String> {
    let is_short = |number: &usize| game.kinds[*number].token.len() == 1;
    let small = game.kinds.len() <= WIDE;
    let numbers = 0..game.kinds.len();
    let chosen: Vec<usize> = numbers.filter(|number| small || is_short(number)).collect();
    let movers = chosen.iter().copied().filter(|&mover| row(game, mover) == Row::Various);
    let movers: Vec<usize> = movers.collect();
    let victims: Vec<usize> =
        chosen.iter().copied().filter(|&victim| !game.kinds[victim].royal).collect();
    if movers.is_empty() || chosen.len() > WIDE {
        return None;
    }
    let text = |number: usize| in_fen(&game.kinds[number].token, Color::Black);
    let cell = |mover: usize, victim: usize| {
        if is_gone(game, mover, victim) {
            return "0".to_owned();
        }
        let outcomes = outcomes(game, mover, victim);
        let optional = if outcomes.len() > 1 { "?" } else { "" };
        outcomes.first().map_or_else(|| "-".to_owned(), |kind| text(kind.index())) + optional
    };
    let cells =
        || movers.iter().flat_map(|&mover| victims.iter().map(move |&victim| (mover, victim)));
    let heads = movers.iter().chain(&victims).map(|&number| text(number).chars().count());
    let width = cells().map(|(mover, victim)| cell(mover, victim).chars().count()).chain(heads);
    let width = width.max().unwrap_or(1);
    let has_none = cells().any(|(mover, victim)| outcomes(game, mover, victim).is_empty());
    let none = if has_none { "; '-' is not allowed" } else { "" };
    let has_gone = cells().any(|(mover, victim)| is_gone(game, mover, victim));
    let gone = if has_gone { "; by '0' both vanish" } else { "" };
    let mut out = format!(
        "What captures make; each row is for who takes, each column for what is taken{none}{gone}:\n",
    );
    write!(out, "   {:width$} |", "").expect("a string takes all");
    for &victim in &victims {
        write!(out, " {:width$}", text(victim)).expect("a string takes all");
    }
    for &mover in &movers {
        write!(out, "\n   {:width$} |", text(mover)).expect("a string takes all");
        for &victim in &victims {
            write!(out, " {:width$}", cell(mover, victim)).expect("a string takes all");
        }
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use crate::Square;

    use super::*;

    #[test]
    fn regions_of_one_color_have_a_name() {
        let board = BoardDefinition { files: 8, ranks: 8, holes: Region::EMPTY };
        let dark = (0..64)
            .map(Square::new)
            .filter(|square| (square.index() % 8 + square.index() / 8) % 2 == 0);
        let dark = dark.fold(0_u128, |bits, square| bits | 1 << square.index());
        let words = |region: u128| squares(board, Region(region));
        assert_eq!(words(dark).as_deref(), Some("dark squares, such as a1"));
        assert_eq!(words(!dark & board.squares().0).as_deref(), Some("light squares"));
        assert_eq!(words(1), None);
    }
}
