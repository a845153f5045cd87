//! One game between two players.

use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::game::Session;
use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::EvalSource;
use vertumnus_engine::search::analyst::{Analyst, AnalystError, analyst};
use vertumnus_lab::games::{GameRecord, GameResult, Ply};

use crate::opening::{Book, Opening};
use crate::player::{Player, Reaches};
use crate::trace::Trace;

/// The sizes of the transposition tables of a player and of the judge of openings, in MiB.
const HASH: usize = 4;
const JUDGE_HASH: usize = 1;

/// A game of this many plies is broken off, and counts as drawn.
const MAX_PLIES: usize = 400;

/// The seats of two players and of the judge who draws openings, who all search on one thread. Players do not see
/// what the others have searched.
pub(crate) struct Table {
    variant: Variant,
    players: [Box<dyn Analyst>; 2],
    judge: Box<dyn Analyst>,
    replay: Box<dyn Session>,
    reaches: Reaches,
}

/// Who plays whom from where, and with which random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    /// White and Black.
    pub(crate) players: [Player; 2],
    /// The FEN of the first position; empty for the start position.
    pub(crate) start: String,
    /// The random seed of the opening.
    pub(crate) opening: u64,
    /// The random seed of the rest.
    pub(crate) seed: u64,
}

impl Table {
    /// A table for a game, with what evaluates for White, for Black, and for the judge.
    ///
    /// # Errors
    /// If the system does not have the threads or the memory.
    pub(crate) fn new(variant: Variant, sources: [&EvalSource; 3]) -> Result<Self, AnalystError> {
        let replay = vertumnus_core::game::session(variant);
        let reaches = Reaches::of(&*replay);
        let judge = analyst(variant, JUDGE_HASH)?;
        let players = [judge.companion(HASH)?, judge.companion(HASH)?];
        let mut table = Self { variant, players, judge, replay, reaches };
        let [white, black] = &mut table.players;
        for (analyst, source) in [white, black, &mut table.judge].into_iter().zip(sources) {
            // It is for this game.
            let _ = analyst.set_eval_source(source.clone());
        }
        Ok(table)
    }

    /// As many tables as there are threads, or one for each processor if that is 0; fewer, with which it only takes
    /// longer, if the system has no more.
    ///
    /// # Errors
    /// If the system does not have the threads or the memory for one.
    pub(crate) fn several(
        variant: Variant,
        sources: [&EvalSource; 3],
        threads: usize,
    ) -> Result<Vec<Self>, AnalystError> {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let first = Self::new(variant, sources)?;
        let others = (1..threads).map_while(|_| Self::new(variant, sources).ok());
        Ok(std::iter::once(first).chain(others).collect())
    }

    /// White's seat becomes Black's, with what evaluates there.
    pub(crate) fn change_seats(&mut self) {
        self.players.swap(0, 1);
    }

    /// The checksum of the network that evaluates.
    pub(crate) fn network(&self) -> u32 {
        self.judge.network_checksum()
    }

    /// The first of the analysts, for other work between games.
    pub(crate) fn analyst(&mut self) -> &mut dyn Analyst {
        &mut *self.players[0]
    }

    /// Plays a game, which does not depend on those before, and plays it again for the measures.
    pub(crate) fn play(&mut self, seating: &Seating, book: &Book) -> (GameRecord, Trace) {
        let record = self.record(seating, book);
        let trace = self.trace(&record);
        (record, trace)
    }

    /// Plays a recorded game again for the measures.
    pub(crate) fn trace(&mut self, record: &GameRecord) -> Trace {
        Trace::of(record, &mut *self.replay).expect("what was played can be played again")
    }

    /// The PGN of the game that was played again last.
    pub(crate) fn session(&self) -> &dyn Session {
        &*self.replay
    }

    /// Plays a game, which does not depend on those before.
    pub(crate) fn record(&mut self, seating: &Seating, book: &Book) -> GameRecord {
        let Self { variant, players, judge, reaches, .. } = self;
        let (mut result, mut plies) = (GameResult::Draw, Vec::new());
        judge.on_its_thread(&mut |judge| {
            (result, plies) = played(players, judge, seating, book, reaches);
        });
        GameRecord { variant: *variant, start: seating.start.clone(), result, plies }
    }
}

/// The result and the plies of a game.
fn played(
    analysts: &mut [Box<dyn Analyst>; 2],
    judge: &mut dyn Analyst,
    seating: &Seating,
    book: &Book,
    reaches: &Reaches,
) -> (GameResult, Vec<Ply>) {
    let Seating { players, start, opening: opening_seed, seed } = seating;
    let fen = Some(start.as_str()).filter(|fen| !fen.is_empty());
    // Equal players share what they find.
    let [white, black] = [0, 1].map(|seat| analysts[seat].network_checksum());
    let seats = if players[0] == players[1] && white == black { 1 } else { 2 };
    for analyst in &mut analysts[..seats] {
        analyst.forget();
        analyst.session_mut().set_position(fen, &[]).expect("the position is possible");
    }
    let (mut drawn, mut random) = (SplitMix64::new(*opening_seed), SplitMix64::new(*seed));
    let mut plies = Vec::new();
    let mut opening = Opening::BEGIN;
    let result = loop {
        let session = analysts[0].session();
        if let Some(outcome) = session.outcome() {
            break outcome.into();
        }
        if plies.len() >= MAX_PLIES {
            break GameResult::Draw;
        }
        let side = session.side_to_move();
        let player = players[side.index()];
        let seat = side.index() % seats;
        let found = if opening.goes_on() {
            let may_play = |mv| player.may_play(session, mv);
            let drawn = book.draw(&*analysts[0], judge, &mut drawn, &may_play);
            drawn.map(|(mv, chance)| {
                opening = opening.after(chance);
                (mv, None)
            })
        } else {
            player.choose(&mut *analysts[seat], &mut random, reaches)
        };
        let Some((mv, score)) = found else { break GameResult::Draw };
        let score = score.map(|score| if side == Color::White { score } else { -score });
        plies.push(Ply::of(analysts[0].session(), mv, score));
        for analyst in &mut analysts[..seats] {
            analyst.session_mut().play(mv).expect("the move is legal");
        }
    };
    (result, plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seating(players: [Player; 2]) -> Seating {
        Seating { players, start: String::new(), opening: 3, seed: 4 }
    }

    #[test]
    fn a_game_depends_on_its_seeds_alone() {
        let variant = Variant::default();
        let source = EvalSource::default();
        let sources = [&source; 3];
        let mut table = Table::new(variant, sources).expect("a table");
        let seating = seating([Player::Search(20), Player::Random]);
        let book = Book::new(20);
        let (first, trace) = table.play(&seating, &book);
        assert_eq!(trace.steps.len(), first.plies.len());
        // The book knows the positions now.
        let (second, _) = table.play(&seating, &book);
        let (third, _) =
            Table::new(variant, sources).expect("a table").play(&seating, &Book::new(20));
        assert!(first == second && first == third);
        let scored = |ply: &&Ply| ply.score.is_some();
        // White searches all its moves after the opening, and Black none.
        let searched = first.plies.iter().position(|ply| ply.score.is_some()).expect("a search");
        assert!(searched >= crate::opening::PLIES, "{searched}");
        let after = &first.plies[searched..];
        assert_eq!(after.iter().filter(scored).count(), after.len().div_ceil(2));
        assert_eq!(after.iter().step_by(2).filter(scored).count(), after.len().div_ceil(2));
    }
}
