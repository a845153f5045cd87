//! How varied openings are, and what their moves score: entropy, as in N. Tomašev and others, "Assessing game
//! balance with `AlphaZero`" (2020).

use std::collections::{BTreeMap, HashMap};

use vertumnus_core::board::Square;
use vertumnus_core::game::Session;
use vertumnus_lab::games::{GameRecord, GameResult, Ply};

use crate::opening::PLIES;
use crate::report::{FirstMove, Line, Openings as Report};
use crate::statistics::{Points, entropy, share};

/// The moves of a main line.
const LINE: usize = 4;

/// So many first moves and main lines are told.
const MOST: usize = 10;

/// A move without what was thought of it.
type Place = (u8, u8, u8);

/// The first moves of all games, and their results.
#[derive(Debug, Default)]
pub(crate) struct Openings {
    games: Vec<([Option<Place>; PLIES], GameResult)>,
    /// How often each whole game was played, by its hash.
    whole: HashMap<u64, u32>,
}

const fn place(ply: &Ply) -> Place {
    (ply.from, ply.to, ply.choice)
}

impl Openings {
    /// Takes in a game.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let mut first = [None; PLIES];
        for (place_of, ply) in first.iter_mut().zip(&game.plies) {
            *place_of = Some(place(ply));
        }
        self.games.push((first, game.result));
        let bytes = game.plies.iter().flat_map(|ply| [ply.from, ply.to, ply.choice]);
        *self.whole.entry(vertumnus_core::board::fnv1a_64(bytes)).or_default() += 1;
    }

    /// The games by their first moves.
    fn by(&self, plies: usize) -> BTreeMap<Vec<Place>, Points> {
        let mut lines: BTreeMap<Vec<Place>, Points> = BTreeMap::new();
        for (first, result) in &self.games {
            let line: Option<Vec<Place>> = first[..plies].iter().copied().collect();
            if let Some(line) = line {
                lines.entry(line).or_default().add(*result as usize);
            }
        }
        lines
    }

    /// What there is to say.
    pub(crate) fn report(&self, start: &dyn Session) -> Report {
        let commonest = |plies: usize| {
            let mut lines: Vec<(Vec<Place>, Points)> = self.by(plies).into_iter().collect();
            lines.sort_by_key(|(_, points)| std::cmp::Reverse(points.games()));
            lines.truncate(MOST);
            lines
        };
        let games = self.games.len() as u64;
        let bits = |plies: usize| entropy::bits(self.by(plies).values().map(Points::games));
        let first = |(line, points): (Vec<Place>, Points)| {
            let (sans, _) = sans(start, &line)?;
            (points.games() > 1).then_some(())?;
            let (share, white) = (share(points.games(), games)?, points.score()?);
            Some(FirstMove { san: sans.first()?.clone(), share, white })
        };
        let line = |(line, points): (Vec<Place>, Points)| {
            let (sans, moves) = sans(start, &line)?;
            (points.games() > 1).then_some(())?;
            Some(Line { sans, moves, games: points.games(), white: points.score()? })
        };
        let copies = self.whole.values().map(|&count| u64::from(count) - 1).sum();
        Report {
            entropy: [1, 2, 4, PLIES].map(|plies| (plies as u32, bits(plies))).to_vec(),
            first: commonest(1).into_iter().filter_map(first).collect(),
            lines: commonest(LINE).into_iter().filter_map(line).collect(),
            repeated: copies,
        }
    }
}

/// The moves of a line from the start position, in SAN and as texts.
fn sans(start: &dyn Session, line: &[Place]) -> Option<(Vec<String>, Vec<String>)> {
    let mut session = start.boxed_clone();
    for &(from, to, choice) in line {
        let (from, to) = (Square::new(from), Square::new(to));
        let moves = session.moves_by_text();
        let mut between = moves.into_iter().filter(|mv| mv.from() == from && mv.to() == to);
        session.play(between.nth(choice.into())?).ok()?;
    }
    Some((session.sans_played(), session.texts_played()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::record;
    use vertumnus_core::game::session;

    #[test]
    fn first_moves_lines_and_copies_are_counted() {
        let scores = |moves: &[&'static str]| moves.iter().map(|&mv| (mv, 0)).collect::<Vec<_>>();
        let king = scores(&["e2e4", "e7e5", "g1f3", "b8c6", "a2a3", "a7a6", "h2h3", "h7h6"]);
        let queen = scores(&["d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6", "c1g5", "f8e7"]);
        let mut openings = Openings::default();
        let Some(game) = record("chess", "", &king) else { return };
        openings.add(&game);
        openings.add(&GameRecord { result: GameResult::White, ..game.clone() });
        openings.add(&record("chess", "", &queen).expect("chess"));
        // A game that ends in the opening.
        let mate = scores(&["f2f3", "e7e5", "g2g4", "d8h4"]);
        openings.add(&record("chess", "", &mate).expect("chess"));
        let report = openings.report(&*session(game.variant));
        let first = &report.first[0];
        assert_eq!((first.san.as_str(), first.share.value, first.white.value), ("e4", 0.5, 0.75));
        let line = &report.lines[0];
        assert_eq!((line.sans.join(" ").as_str(), line.games), ("e4 e5 Nf3 Nc6", 2));
        assert_eq!((report.lines.len(), report.repeated), (1, 1));
        // Half of the first moves and a quarter each: 1.5 bits, and the correction 2 / (2 * 4 * ln 2).
        assert!((report.entropy[0].1 - 1.5 - 0.36).abs() < 0.01, "{:?}", report.entropy);
    }
}
