//! Kinds and squares in words.

use crate::Kind;
use crate::Square;
use crate::definition::{Definition, Grounds, Motion, Over, Purpose, Region, Step, Zone};
use crate::motion::listed;

/// A list of kinds: `Queen, Rook or Knight`.
pub(crate) fn names(game: &Definition, kinds: &[Kind]) -> String {
    let names = kinds.iter().map(|kind| game.kinds[kind.index()].name.clone());
    listed(&names.collect::<Vec<_>>(), "or")
}

/// Names with their article: `An Archbishop`.
pub(crate) fn a(names: &str) -> String {
    let article = if names.starts_with(['A', 'E', 'I', 'O', 'U']) { "An" } else { "A" };
    format!("{article} {names}")
}

/// Where a piece has a zone that is these steps away: `gets if it steps one square orthogonally`.
pub(crate) fn zone_in_words(steps: &[Step]) -> String {
    let (purpose, over, grounds) = (Purpose::Any, Over::None, Grounds::EVERYWHERE);
    let zone = Motion { steps: steps.to_vec(), limit: Some(1), purpose, over, grounds };
    format!("gets if it {}", listed(&zone.in_words(), "or"))
}

/// The zone of a piece: `it attacks by its own moves`.
pub(crate) fn any_zone_in_words(zone: &Zone) -> String {
    match zone {
        Zone::Attacks => "it attacks by its own moves".to_owned(),
        Zone::Leaps(steps) => format!("it {}", zone_in_words(steps)),
        Zone::Lines(motions) => {
            let words: Vec<String> = motions.iter().flat_map(Motion::in_words).collect();
            format!("it gets, up to the first piece, if it {}", listed(&words, "or"))
        }
    }
}

/// A set of squares in words.
pub(crate) fn region_in_words(game: &Definition, region: Region) -> String {
    let board = game.board;
    if region == board.squares() {
        return "any square".to_owned();
    }
    let name = |square: Square| {
        let (file, rank) = (square.index() as u8 % board.files, square.index() as u8 / board.files);
        format!("{}{}", char::from(b'a' + file), rank + 1)
    };
    let rank = |rank: u8| ((1_u128 << board.files) - 1) << (rank * board.files);
    let file =
        |file: u8| (0..board.ranks).fold(0, |all, rank| all | 1 << (rank * board.files + file));
    let mut rest = region.0;
    let mut lines = |kind: &str, lines: Vec<(String, u128)>| {
        let lines = lines.into_iter().map(|(name, line)| (name, line & board.squares().0));
        let whole = lines.filter(|(_, line)| *line != 0 && region.0 & line == *line);
        let whole: Vec<(String, u128)> = whole.collect();
        for (_, line) in &whole {
            rest &= !line;
        }
        let names: Vec<String> = whole.into_iter().map(|(name, _)| name).collect();
        let many = if names.len() > 1 { "s" } else { "" };
        (!names.is_empty()).then(|| format!("{kind}{many} {}", listed(&names, "or")))
    };
    let ranks = (0..board.ranks).map(|number| ((number + 1).to_string(), rank(number)));
    let ranks = lines("rank", ranks.collect());
    let files =
        (0..board.files).map(|number| (char::from(b'a' + number).to_string(), file(number)));
    let files = lines("file", files.collect());
    let squares: Vec<String> = (0..128)
        .filter(|index| rest >> index & 1 != 0)
        .map(|index| name(Square::new(index)))
        .collect();
    let squares = (!squares.is_empty()).then(|| listed(&squares, "or"));
    let words: Vec<String> = [ranks, files, squares].into_iter().flatten().collect();
    if words.is_empty() { "no square".to_owned() } else { words.join(", or ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn squares_are_named_by_their_lines() {
        let mut written = read(b"[x:chess]\nking = k:KN\n", |_| false).expect("the text is small");
        let game = written.games.remove(0).definition.expect("it has no mistakes");
        let words = |region: u128| region_in_words(&game, Region(region));
        let (first, file) = (0xFF, 0x0101_0101_0101_0101);
        assert_eq!(words(0), "no square");
        assert_eq!(words(first), "rank 1");
        assert_eq!(words(file | file << 7), "files a or h");
        assert_eq!(words(first | file), "rank 1, or file a");
        assert_eq!(words(first | 1 << 63), "rank 1, or h8");
        assert_eq!(words(1 << 8 | 1 << 9), "a2 or b2");
        assert_eq!(words(u128::from(u64::MAX)), "any square");
    }
}
