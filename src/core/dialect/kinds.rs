//! How the pieces of a game without a table are shown, which follows from their kinds: the letter
//! is the kind's token, and the glyph is that of the kind with the same powers in other games.

use super::glyph::{Glyph, Symbol};
use crate::rules::{Facts, Kind, Power, PowerSet};

/// The letters that a move can end in: an x in a move is never a piece's letter.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWYZ";

/// The glyphs of powers that several games have.
const NATURAL: [(&[Power], Glyph); 9] = [
    (&[Power::Pawn], Glyph::Pawn),
    // XBoard's elephant moves diagonally only, so XBoard writes this pawn's moves in full.
    (&[Power::StraightPawn], Glyph::Elephant),
    (&[Power::Knight], Glyph::Pegasus),
    (&[Power::Bishop], Glyph::PromotedBishop),
    (&[Power::Rook], Glyph::Rook),
    (&[Power::Rook, Power::Bishop], Glyph::Phoenix),
    (&[Power::Bishop, Power::Knight], Glyph::PromotedHorse),
    (&[Power::Rook, Power::Knight], Glyph::Gnu),
    (&[Power::Rook, Power::Bishop, Power::Knight], Glyph::Kylin),
];

/// Glyphs for all other kinds, in the order in which they are used. XBoard has no moves of its own
/// for any of them.
const SPARE: [Glyph; 24] = [
    Glyph::RightShield,
    Glyph::Shield,
    Glyph::HighSword,
    Glyph::Drunk,
    Glyph::Butterfly,
    Glyph::Claw,
    Glyph::Dragon,
    Glyph::Axe,
    Glyph::Sword,
    Glyph::Zebra,
    Glyph::Camel,
    Glyph::Leopard,
    Glyph::Wizard,
    Glyph::Wolf,
    Glyph::Dolphin,
    Glyph::Viking,
    Glyph::Hat,
    Glyph::Flag,
    Glyph::Copper,
    Glyph::Iron,
    Glyph::Cub,
    Glyph::Duck,
    Glyph::PromotedDragon,
    Glyph::GoldSilver,
];

/// How the kinds are shown. Kinds for which no letter is left share one of another kind, where no move
/// can end in either; if there is none, they are not shown: such a game needs a table.
pub(super) fn symbols(facts: &Facts) -> Vec<Symbol> {
    let kinds = facts.kinds;
    let is_token = |letter: &char| kinds.iter().any(|info| is_letter(info.token, *letter));
    let mut letters: Vec<char> = LETTERS.chars().filter(|letter| !is_token(letter)).collect();
    let mut spare = SPARE.into_iter();
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut left = Vec::new();
    for (number, info) in (0..).zip(kinds) {
        let (token, powers, royal) = (info.token, info.powers, info.royal);
        let own = LETTERS.chars().find(|&letter| is_letter(token, letter));
        let Some(letter) = own.or_else(|| take(&mut letters, token)) else {
            left.push(Kind::new(number));
            continue;
        };
        let natural = if royal { Some(Glyph::King) } else { natural(powers) };
        let is_free = |glyph: &Glyph| symbols.iter().all(|symbol| symbol.glyph != *glyph);
        let Some(glyph) = natural.filter(is_free).or_else(|| spare.next()) else { continue };
        symbols.push(Symbol { kind: Some(Kind::new(number)), letter, glyph });
    }
    // Of a loaded game in which pieces change by promotion alone it is known what a move can end in.
    let is_known = !facts.motions.is_empty() && !facts.captures_branch;
    let is_result = |kind: Kind| !is_known || facts.promotions.contains(&kind);
    for kind in left.into_iter().filter(|&kind| !is_result(kind)) {
        let is_free = |symbol: &&Symbol| {
            symbol.kind.is_some_and(|other| !is_result(other) && !facts.is_royal(other))
                && symbol.glyph != Glyph::Pawn
        };
        if let Some(&Symbol { letter, glyph, .. }) = symbols.iter().find(is_free) {
            symbols.push(Symbol { kind: Some(kind), letter, glyph });
        }
    }
    symbols
}

/// Whether a token is this letter and nothing else.
fn is_letter(token: &str, letter: char) -> bool {
    token.chars().eq([letter])
}

/// Takes one of the remaining letters for a kind: a letter of its token, if possible.
fn take(letters: &mut Vec<char>, token: &str) -> Option<char> {
    let own = letters.iter().position(|&letter| token.contains(letter)).unwrap_or(0);
    (own < letters.len()).then(|| letters.remove(own))
}

/// The glyph of these powers in other games.
fn natural(powers: PowerSet) -> Option<Glyph> {
    let drawing = NATURAL.iter().find(|(natural, _)| PowerSet::of(natural) == powers);
    drawing.map(|&(_, glyph)| glyph)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::board::Board8x8;
    use crate::rules::KindInfo;

    fn symbols(kinds: &'static [KindInfo]) -> Vec<Symbol> {
        super::symbols(&Facts { kinds, ..Facts::new(&Board8x8::SHAPE, KINGLY, Kind::new(0)) })
    }

    const KINGLY: &[KindInfo] = &[KindInfo::king("K", "King", &[])];

    fn shown(kinds: &'static [KindInfo]) -> String {
        let text = |symbol: Symbol| {
            let token = symbol.kind.map_or("", |kind| kinds[kind.index()].token);
            format!("{token}:{}:{:?}", symbol.letter, symbol.glyph)
        };
        symbols(kinds).into_iter().map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tokens_are_letters_and_compounds_take_what_is_left() {
        const KINDS: &[KindInfo] = &[
            KindInfo::new("P", "Pawn", &[Power::Pawn]),
            KindInfo::new("RN", "General", &[Power::Rook, Power::Knight]),
            KindInfo::new("R", "Rook", &[Power::Rook]),
            KindInfo::new("AN", "Space General", &[Power::RookHop, Power::Knight]),
            KindInfo::new("X", "Other Rook", &[Power::Rook]),
            KindInfo::king("K", "King", &[Power::Step]),
            KindInfo::king("KN", "Knighted King", &[Power::Step, Power::Knight]),
        ];
        assert_eq!(
            shown(KINDS),
            "P:P:Pawn RN:N:Gnu R:R:Rook AN:A:RightShield X:B:Shield K:K:King KN:C:HighSword"
        );
    }

    #[test]
    fn there_are_as_many_symbols_as_drawings() {
        static KINDS: [KindInfo; 30] = [KindInfo::new("PP", "Ghost", &[Power::Ghost]); 30];
        let symbols = symbols(&KINDS);
        assert_eq!(symbols.len(), SPARE.len());
        assert_eq!(symbols[0].letter, 'P');
    }
}
