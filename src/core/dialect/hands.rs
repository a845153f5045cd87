//! How games with pieces in hand are shown.
//!
//! XBoard has room for so many pieces beside its board: the first of its table, without those that it writes with `+`. It
//! puts there whatever is captured: one with `+` as the piece of its letter, one that is not among the first as the very
//! first. What is in hand is said by letters alone.

use super::glyph::{Glyph, Mark, Symbol};
use super::kinds::{SPARE, letters};
use crate::board::{Color, Geometry};
use crate::rules::{Facts, Kind, Power, PowerSet, Ruleset};

/// Drawings at the head of the table, of which XBoard knows the moves.
const FIRST: [(&[Power], Glyph); 8] = [
    (&[Power::Pawn], Glyph::Pawn),
    (&[Power::StraightPawn], Glyph::Elephant),
    (&[Power::Knight], Glyph::Knight),
    (&[Power::Bishop], Glyph::Bishop),
    (&[Power::Rook], Glyph::Rook),
    (&[Power::Rook, Power::Bishop], Glyph::Queen),
    (&[Power::Bishop, Power::Knight], Glyph::Archbishop),
    (&[Power::Rook, Power::Knight], Glyph::Marshall),
];

/// Why a game is not shown.
mod reasons {
    pub(super) const UNFILLED: &str =
        "XBoard puts what is captured into a hand, and this game does not";
    pub(super) const CHOICE: &str =
        "XBoard cannot say as what a piece comes to the board: play it in UCI";
    pub(super) const TEN: &str = "beside ten kinds in hand XBoard counts the ranks from 0";
    pub(super) const OTHERS: &str =
        "captured pieces come into the hand as others than XBoard takes them for";
    pub(super) const LETTERS: &str = "XBoard has too few letters for the pieces";
}

/// What the rules say of hands.
pub(super) struct Held {
    /// What can be in hand.
    drops: Vec<Kind>,
    /// `[kind]`: what its capture puts into a hand. Empty if hands are never filled, or never become empty.
    captured: Vec<Option<Kind>>,
    /// Whether a piece in hand has a choice of what it is on the board.
    has_choice: bool,
    /// Ranks of the board.
    ranks: u8,
}

impl Held {
    /// What a ruleset says; `None` if it has no hands.
    pub(super) fn of<R: Ruleset>(rules: R) -> Option<Self> {
        let hands = rules.hands()?;
        let drops: Vec<Kind> = hands.drops.iter().map(|drop| drop.kind).collect();
        let fallen = |place: &Option<u8>| place.map(|place| drops.get(usize::from(place)).copied());
        let captured = hands.captured.iter().map(|place| fallen(place).flatten());
        let captured = if hands.unlimited { Vec::new() } else { captured.collect() };
        let has_choice = hands.drops.iter().any(|drop| drop.into.len() > 1);
        Some(Self { drops, captured, has_choice, ranks: rules.board().shape().ranks })
    }
}

/// How the kinds are shown.
///
/// # Errors
/// Why XBoard's board would not be that of the game.
pub(super) fn symbols(facts: &Facts, held: &Held) -> Result<Vec<Symbol>, &'static str> {
    if held.captured.is_empty() {
        return Err(reasons::UNFILLED);
    }
    if held.has_choice {
        return Err(reasons::CHOICE);
    }
    let fallen = |kind: Kind| held.captured.get(kind.index()).copied().flatten();
    if held.drops.iter().any(|&kind| !facts.is_royal(kind) && fallen(kind) != Some(kind)) {
        return Err(reasons::OTHERS);
    }
    // It adds dead ranks for kinds that have no room, and names the squares of a board of ten in another way.
    if held.drops.len() == 10 && held.ranks < 10 {
        return Err(reasons::TEN);
    }
    let mut spare: Vec<Glyph> = SPARE.to_vec();
    spare.sort_unstable();
    let mut symbols: Vec<Symbol> = Vec::new();
    let plain = |kind, glyph| Symbol { kind: Some(kind), letter: '?', mark: Mark::None, glyph };
    for &kind in &held.drops {
        let is_free = |glyph: &Glyph| symbols.iter().all(|symbol| symbol.glyph != *glyph);
        let glyph = first(facts, kind).filter(is_free);
        let glyph = glyph.or_else(|| take_first(&mut spare)).ok_or(reasons::LETTERS)?;
        symbols.push(plain(kind, glyph));
    }
    let are_first = symbols.iter().all(|symbol| !SPARE.contains(&symbol.glyph));
    let very_first = symbols.iter().min_by_key(|symbol| symbol.glyph).and_then(|first| first.kind);
    let glyph_of = |kind: Kind, symbols: &[Symbol]| {
        symbols.iter().find(|symbol| symbol.kind == Some(kind)).map(|symbol| symbol.glyph)
    };
    let mut others: Vec<Kind> =
        facts.each_kind().filter(|kind| !held.drops.contains(kind)).collect();
    // A piece of each letter can have a mark.
    others.sort_by_key(|&kind| facts.promoted_from(kind).is_none());
    let mut marked: Vec<(Symbol, Kind)> = Vec::new();
    for kind in others {
        if facts.is_royal(kind) {
            let has_king = symbols.iter().any(|symbol| symbol.glyph == Glyph::King);
            let glyph = if has_king { take_first(&mut spare) } else { Some(Glyph::King) };
            symbols.push(plain(kind, glyph.ok_or(reasons::LETTERS)?));
            continue;
        }
        let fallen = fallen(kind).ok_or(reasons::OTHERS)?;
        let shown = facts.shown(kind);
        let of_twin = || glyph_of(shown, &symbols)?.of_twin();
        let twin = Some(fallen) == very_first && shown != kind && are_first;
        if let Some(glyph) = twin.then(of_twin).flatten() {
            marked.push((Symbol { mark: Mark::Twin, ..plain(kind, glyph) }, shown));
        } else if marked.iter().all(|(other, of)| other.mark != Mark::Promoted || *of != fallen) {
            let glyph = spare.pop().ok_or(reasons::LETTERS)?;
            marked.push((Symbol { mark: Mark::Promoted, ..plain(kind, glyph) }, fallen));
        } else if Some(fallen) == very_first {
            symbols.push(plain(kind, take_first(&mut spare).ok_or(reasons::LETTERS)?));
        } else {
            return Err(reasons::OTHERS);
        }
    }
    let shown: Vec<Kind> = symbols.iter().filter_map(|symbol| symbol.kind).collect();
    let letters = letters(facts, &shown);
    let letter_of = |kind: Kind| {
        let own = letters.iter().find(|(_, kinds)| *kinds == 1 << kind.index());
        own.map(|&(letter, _)| letter).ok_or(reasons::LETTERS)
    };
    for symbol in &mut symbols {
        symbol.letter = symbol.kind.map_or(Ok('?'), letter_of)?;
    }
    for (symbol, of) in marked {
        symbols.push(Symbol { letter: letter_of(of)?, ..symbol });
    }
    Ok(symbols)
}

/// The drawing at the head of the table of a kind.
fn first(facts: &Facts, kind: Kind) -> Option<Glyph> {
    let powers = facts.powers_of(kind);
    FIRST.iter().find(|(first, _)| PowerSet::of(first) == powers).map(|&(_, glyph)| glyph)
}

fn take_first(glyphs: &mut Vec<Glyph>) -> Option<Glyph> {
    (!glyphs.is_empty()).then(|| glyphs.remove(0))
}

/// What is in hand as a FEN has it, from the letters of White's and Black's pieces in the order of the table.
pub(super) fn written(hands: [Vec<(&Symbol, u8)>; 2]) -> String {
    let side = |(color, mut held): (Color, Vec<(&Symbol, u8)>)| {
        held.sort_by_key(|(symbol, _)| symbol.glyph);
        let letter = |symbol: &Symbol| match color {
            Color::White => symbol.letter,
            Color::Black => symbol.letter.to_ascii_lowercase(),
        };
        let text = held.iter().map(|&(symbol, n)| letter(symbol).to_string().repeat(n.into()));
        text.collect::<String>()
    };
    format!("[{}]", Color::ALL.into_iter().zip(hands).map(side).collect::<String>())
}
