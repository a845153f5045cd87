//! The games and positions that are shown: of the common length, the shortest win, the longest, the most
//! dramatic, and where a game turned.

use std::collections::BTreeMap;

use vertumnus_core::board::Color;
use vertumnus_lab::games::GameRecord;

use super::leads::drama_of;
use crate::trace::Trace;

/// Turning points that are kept.
const MOST_TURNS: usize = 400;

/// A side that had at most this much, in centipawns, and then finds at least that much has won something by a
/// move.
const EVEN: i32 = 80;
const WON: i32 = 250;

/// A position in which the side to move might have one winning move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Turn {
    /// The game.
    pub(crate) game: GameRecord,
    /// The number of moves before the position.
    pub(crate) ply: usize,
}

/// What might be shown.
#[derive(Debug, Default)]
pub(crate) struct Exhibits {
    games: u64,
    /// The first game of each length, with how many there are.
    lengths: BTreeMap<usize, (u64, GameRecord)>,
    shortest: Option<GameRecord>,
    dramatic: Option<(f64, GameRecord)>,
    turns: Vec<Turn>,
}

impl Exhibits {
    /// Takes in a game.
    pub(crate) fn add(&mut self, record: &GameRecord, trace: &Trace) {
        self.games += 1;
        let plies = record.plies.len();
        self.lengths.entry(plies).or_insert_with(|| (0, record.clone())).0 += 1;
        let is_won = trace.winner().is_some() && trace.reason.is_some();
        if is_won && self.shortest.as_ref().is_none_or(|game| plies < game.plies.len()) {
            self.shortest = Some(record.clone());
        }
        if let Some(drama) = drama_of(trace)
            && self.dramatic.as_ref().is_none_or(|(most, _)| drama > *most)
        {
            self.dramatic = Some((drama, record.clone()));
        }
        let room = MOST_TURNS - self.turns.len();
        // Games of which every move is a turn would leave no room for others.
        let found = turns(trace).into_iter().take(room.min(3));
        self.turns.extend(found.map(|ply| Turn { game: record.clone(), ply }));
    }

    /// A game of the median length.
    pub(crate) fn typical(&self) -> Option<&GameRecord> {
        let mut games = 0;
        let middle = self.lengths.values().find(|(count, _)| {
            games += count;
            2 * games >= self.games
        });
        middle.map(|(_, game)| game)
    }

    /// The game that was won by the rules in the fewest moves.
    pub(crate) const fn shortest(&self) -> Option<&GameRecord> {
        self.shortest.as_ref()
    }

    /// The game whose winner was farthest behind, with how far.
    pub(crate) fn dramatic(&self) -> Option<(f64, &GameRecord)> {
        self.dramatic.as_ref().map(|(drama, game)| (*drama, game))
    }

    /// The longest game.
    pub(crate) fn longest(&self) -> Option<&GameRecord> {
        self.lengths.last_key_value().map(|(_, (_, game))| game)
    }

    /// Where a game turned, in the order of the games.
    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }
}

/// The plies before which the mover was not ahead at its last move and finds a win now, other than to take back
/// at once what was taken.
fn turns(trace: &Trace) -> Vec<usize> {
    let for_mover = |ply: usize| {
        let step = &trace.steps[ply];
        step.score.map(|white| if step.side == Color::White { white } else { -white })
    };
    let takes_back = |ply: usize| {
        let [before, now] = [ply - 1, ply].map(|ply| &trace.steps[ply].view);
        before.is_capture && now.to == before.to
    };
    (2..trace.steps.len())
        .filter(|&ply| !takes_back(ply))
        .filter(|&ply| {
            let before = for_mover(ply - 2).is_some_and(|score| score.abs() <= EVEN);
            before && for_mover(ply).is_some_and(|score| score >= WON)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::testing::{record, trace};

    #[test]
    fn games_are_chosen_by_length_end_and_drama() {
        let mate = [("f2f3", 0), ("e7e5", 0), ("g2g4", -300), ("d8h4", -9_000)];
        let drama = [("f2f3", 0), ("e7e5", 300), ("g2g4", 900), ("d8h4", -9_000)];
        let open = [("e2e4", 0), ("e7e5", 0), ("g1f3", 0), ("b8c6", 0), ("f1b5", 0)];
        let mut exhibits = Exhibits::default();
        for moves in [&mate[..], &drama, &open, &open] {
            let Some(record) = record("chess", "", moves) else { return };
            exhibits.add(&record, &trace("chess", "", moves).expect("chess"));
        }
        assert_eq!(exhibits.shortest().map(|game| game.plies.len()), Some(4));
        // Black had 1 / (1 + 10^(900 / 400)) of a point.
        let (most, game) = exhibits.dramatic().expect("a win");
        assert!((most - 0.4944).abs() < 1e-4 && game.plies[2].score == Some(900), "{most}");
        assert_eq!(exhibits.longest().map(|game| game.plies.len()), Some(5));
        assert_eq!(exhibits.typical().map(|game| game.plies.len()), Some(4));
        // Black was even in the first game until it could mate, White in the second until it was ahead.
        let plies: Vec<usize> = exhibits.turns().iter().map(|turn| turn.ply).collect();
        assert_eq!(plies, [3, 2]);
    }

    #[test]
    fn to_take_back_is_no_turn() {
        // Black takes a knight on c3, and White takes the bishop there, or finds something else.
        let begun = [("b1c3", 0), ("e7e6", 0), ("a2a3", 0), ("f8b4", 0), ("a3a4", 0), ("b4c3", 0)];
        for (mv, expected) in [("d2c3", vec![]), ("g2g4", vec![6])] {
            let moves = [&begun[..], &[(mv, 300)]].concat();
            let Some(trace) = trace("chess", "", &moves) else { return };
            assert_eq!(turns(&trace), expected, "{mv}");
        }
    }
}
