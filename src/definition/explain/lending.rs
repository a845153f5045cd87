//! What pieces lend one another, in words.

use crate::Color;
use crate::Kind;
use crate::definition::{Definition, LendFrom, Lending, Loan, Motion};
use crate::motion::listed;

use crate::explain::in_words::{a, any_zone_in_words, names, region_in_words, zone_in_words};

/// Who lends what to whom, a paragraph each; none if nobody lends.
pub(crate) fn paragraphs(game: &Definition) -> Vec<String> {
    let Lending { loans, from, borrowers, replaces, amplifiers, isolators } = &game.lending;
    if game.lending.is_none() {
        return Vec::new();
    }
    let mut out = Vec::new();
    let rest = if *replaces {
        "instead of by itself, without double steps"
    } else {
        "as well as by itself"
    };
    let (one, others) = match from {
        LendFrom::Friends => ("a friend", "friends"),
        LendFrom::Enemies => ("an enemy", "enemies"),
        LendFrom::All => ("a piece of either side", "pieces of both sides"),
    };
    out.push(format!(
        "A piece that stands in the zone of {one} that lends borrows: it moves and captures, and gives \
         check, by what it borrows, {rest}. What it borrows it does not hand on."
    ));
    let kinds = || (0..game.kinds.len()).map(|number| Kind::new(number as u8));
    // Those that lend alike are told of together.
    let mut alike: Vec<(String, Vec<Kind>)> = Vec::new();
    let each = kinds().zip(loans).flat_map(|(kind, own)| own.iter().map(move |one| (kind, one)));
    for (kind, loan) in each {
        let words = loan_in_words(game, kind, loan, others);
        match alike.iter_mut().find(|(other, _)| *other == words) {
            Some((_, lenders)) => lenders.push(kind),
            None => alike.push((words, vec![kind])),
        }
    }
    let all = |lenders: &[Kind]| lenders.len() == game.kinds.len();
    out.extend(alike.into_iter().map(|(words, lenders)| {
        let who = if all(&lenders) { "Each piece".to_owned() } else { a(&names(game, &lenders)) };
        format!("{who} {words}.")
    }));
    out.extend(amplifiers.iter().map(|rule| {
        let amplifier = names(game, &rule.kinds);
        format!(
            "{} in the zone of a friendly {amplifier} lends also where it {}. This zone is where the \
             {amplifier} {}.",
            a(&names(game, &rule.lenders)),
            zone_in_words(&rule.wider),
            zone_in_words(&rule.zone)
        )
    }));
    out.extend(isolators.iter().map(|rule| {
        let isolator = names(game, &rule.kinds);
        let what =
            if amplifiers.is_empty() { "does not lend" } else { "neither lends nor amplifies" };
        format!(
            "{} in the zone of an enemy {isolator} {what}. This zone is where the {isolator} {}.",
            a(&names(game, &rule.hindered)),
            zone_in_words(&rule.zone)
        )
    }));
    let borrows =
        |kind: &Kind| Color::ALL.iter().any(|&color| !borrowers[kind.index()][color].is_empty());
    let apart: Vec<Kind> = kinds().filter(|kind| !borrows(kind)).collect();
    if !apart.is_empty() {
        out.push(format!("{} borrows nothing.", a(&names(game, &apart))));
    }
    for kind in kinds().filter(borrows) {
        let regions = borrowers[kind.index()];
        let name = &game.kinds[kind.index()].name;
        let words = Color::ALL.map(|color| region_in_words(game, regions[color]));
        match &words[..] {
            _ if regions.0 == [game.board.squares(); 2] => {}
            [white, black] if white == black => {
                out.push(format!("What a {name} borrows leads only to {white}."));
            }
            [white, black] => out.push(format!(
                "What a {name} borrows leads only to {white} (White) or {black} (Black)."
            )),
            _ => {}
        }
    }
    out
}

/// `lends friends in its zone this: its own moves. The zone is ...`.
fn loan_in_words(game: &Definition, lender: Kind, loan: &Loan, others: &str) -> String {
    let words = |motions: &[Motion]| {
        let words: Vec<String> = motions.iter().flat_map(Motion::in_words).collect();
        listed(&words, "or")
    };
    let is_own = game.kinds[lender.index()].powers == loan.motions;
    let zone = any_zone_in_words(&loan.zone);
    let what = if is_own { "its own moves".to_owned() } else { words(&loan.motions) };
    let borrows =
        |kind: &Kind| game.lending.borrowers[kind.index()].0.iter().any(|set| !set.is_empty());
    let all = (0..game.kinds.len()).map(|number| Kind::new(number as u8)).filter(borrows);
    let to: Vec<Kind> = loan.to.iter().copied().filter(borrows).collect();
    let whom = if all.count() == to.len() {
        format!("{others} in its zone")
    } else {
        format!("each {} of {others} in its zone", names(game, &to))
    };
    format!("lends {whom} this: {what}. The zone is where {zone}")
}
