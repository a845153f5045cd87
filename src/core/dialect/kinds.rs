//! How the pieces of a game without a table are shown, which follows from their kinds: the letter
//! is the kind's token, and the glyph is that of the kind with the same powers in other games.

use std::cmp::Reverse;

use super::glyph::{Glyph, Mark, Symbol};
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
pub(super) const SPARE: [Glyph; 24] = [
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

/// How the kinds are shown. A kind for which there is no letter is not.
pub(super) fn symbols(facts: &Facts) -> Vec<Symbol> {
    let kinds: Vec<Kind> = facts.each_kind().collect();
    let letters = letters(facts, &kinds);
    let mut spare = SPARE.into_iter();
    let mut symbols: Vec<Symbol> = Vec::new();
    for kind in facts.each_kind() {
        let has_it = |(_, kinds): &&(char, u128)| kinds & bit(kind) != 0;
        let Some(&(letter, _)) = letters.iter().find(has_it) else { continue };
        let is_free = |glyph: &Glyph| symbols.iter().all(|symbol| symbol.glyph != *glyph);
        let shared = symbols.iter().find(|symbol| symbol.letter == letter);
        let own = || natural(facts, kind).filter(is_free).or_else(|| spare.next());
        let Some(glyph) = shared.map(|symbol| symbol.glyph).or_else(own) else { continue };
        symbols.push(Symbol { kind: Some(kind), letter, mark: Mark::None, glyph });
    }
    symbols
}

/// The letters, each with the set of those of these kinds that have it. When all are taken, kinds share some, but none that a
/// move can make of its piece instead of one another, and none whose glyph has moves.
pub(super) fn letters(facts: &Facts, kinds: &[Kind]) -> Vec<(char, u128)> {
    let each_kind = || kinds.iter().copied();
    let set = |is_in: &dyn Fn(Kind) -> bool| {
        each_kind().filter(|&kind| is_in(kind)).fold(0, |set, kind| set | bit(kind))
    };
    let token = |kind| facts.info(kind).token;
    let has_token = |kind, letter| is_letter(token(kind), letter) && facts.shown(kind) == kind;
    let of_token = |letter| (letter, set(&|kind| has_token(kind, letter)));
    let mut letters: Vec<(char, u128)> = LETTERS.chars().map(of_token).collect();
    let alone = set(&|kind| {
        let glyph = natural(facts, kind);
        let first = each_kind().find(|&other| natural(facts, other) == glyph);
        glyph.is_some_and(Glyph::has_moves) && first == Some(kind)
    });
    let royal = set(&|kind| facts.is_royal(kind));
    let simple = set(&|kind| token(kind).len() == 1);
    let alternatives =
        |kind: Kind| facts.alternatives.get(kind.index()).copied().unwrap_or_default();
    let has_letter = letters.iter().fold(0, |set, (_, kinds)| set | kinds);
    let mut others: Vec<Kind> = each_kind().filter(|&kind| has_letter & bit(kind) == 0).collect();
    // It is hardest to find a letter for those that have the most alternatives.
    others.sort_by_key(|&kind| (alone & bit(kind) == 0, Reverse(alternatives(kind).count_ones())));
    for kind in others {
        let can_share =
            |sharing: u128| sharing & (alternatives(kind) | alone) == 0 && alone & bit(kind) == 0;
        // Kings share with kings, and pieces of one letter with none, if possible.
        let strangeness = |sharing: u128| {
            let strangers = if royal & bit(kind) == 0 { royal } else { !royal };
            let choices = each_kind().filter(|&other| sharing & bit(other) != 0);
            let choices: u32 = choices.map(|other| alternatives(other).count_ones()).sum();
            (sharing & strangers != 0, sharing & simple != 0, choices, sharing.count_ones())
        };
        let free = letters.iter().filter(|(_, kinds)| *kinds == 0).map(|(letter, _)| *letter);
        let found = take(free, token(kind)).or_else(|| {
            let shared = letters.iter().filter(|(_, kinds)| can_share(*kinds));
            shared.min_by_key(|(_, kinds)| strangeness(*kinds)).map(|(letter, _)| *letter)
        });
        if let Some((_, kinds)) = letters.iter_mut().find(|(letter, _)| Some(*letter) == found) {
            *kinds |= bit(kind);
        }
    }
    letters
}

const fn bit(kind: Kind) -> u128 {
    1 << kind.index()
}

/// Whether a token is this letter and nothing else.
fn is_letter(token: &str, letter: char) -> bool {
    token.chars().eq([letter])
}

/// One of the remaining letters for a kind: a letter of its token, if possible.
fn take(mut letters: impl Iterator<Item = char> + Clone, token: &str) -> Option<char> {
    letters.clone().find(|&letter| token.contains(letter)).or_else(|| letters.next())
}

/// The glyph of a king, or of the powers of a kind in other games.
fn natural(facts: &Facts, kind: Kind) -> Option<Glyph> {
    if facts.is_royal(kind) {
        return Some(Glyph::King);
    }
    let powers = facts.powers_of(kind);
    let drawing = NATURAL.iter().find(|(natural, _)| PowerSet::of(natural) == powers);
    drawing.map(|&(_, glyph)| glyph)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::HashSet;

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

    /// A king, and as many kinds as there are letters left with as many more.
    static MANY: [KindInfo; 50] = {
        let mut kinds = [KindInfo::new("GG", "Ghost", &[Power::Ghost]); 50];
        kinds[0] = KindInfo::king("K", "King", &[]);
        kinds
    };

    fn with_alternatives(alternatives: &[u128; 50]) -> Vec<Symbol> {
        super::symbols(&Facts {
            kinds: &MANY,
            alternatives: alternatives.to_vec().leak(),
            ..Facts::new(&Board8x8::SHAPE, KINGLY, Kind::new(0))
        })
    }

    #[test]
    fn kinds_share_letters_but_not_with_alternatives_or_a_king() {
        // Each is an alternative of the one before and of the one behind it.
        let symbols = with_alternatives(&std::array::from_fn(|kind| match kind {
            0 => 0,
            _ => 0b101 << kind >> 1,
        }));
        assert_eq!(symbols.len(), MANY.len());
        let letter = |kind: u8| {
            symbols.iter().find(|symbol| symbol.kind == Some(Kind::new(kind))).unwrap().letter
        };
        assert!((1..49).all(|kind| letter(kind) != letter(kind + 1)));
        assert!((1..50).all(|kind| letter(kind) != 'K'));
        let glyphs: HashSet<usize> = symbols.iter().map(|symbol| symbol.glyph as usize).collect();
        assert_eq!(glyphs.len(), LETTERS.len(), "each letter has a glyph of its own");
    }

    #[test]
    fn a_kind_without_a_letter_is_not_shown() {
        let symbols = with_alternatives(&[u128::MAX; 50]);
        assert_eq!(symbols.len(), LETTERS.len());
    }
}
