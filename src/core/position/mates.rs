//! Forced wins, proved by trying every move and every reply.
//!
//! Nothing is pruned, reduced or guessed: a win in N moves is one against every defence, and no win
//! in N moves means that every attempt has an answer. The search is measured against this solver,
//! and shares only the rules of the game with it.
//!
//! ```
//! use vertumnus_core::game;
//! use vertumnus_core::position::mates;
//! use vertumnus_core::rules::Variant;
//!
//! let mut game = game::session(Variant::Chess);
//! game.set_position(Some("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), &[])?;
//! let mut solver = mates::solver(Variant::Chess, &game.setup(), 1_000)?;
//! assert_eq!(solver.shortest(3)?, Some(1));
//! assert_eq!(game.texts(&solver.first_moves(1)?), ["d1d8"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Reverse;
use std::collections::HashMap;

use thiserror::Error;

use super::{Move, Position, Setup, SetupError};
use crate::rules::{Outcome, Reason, Ruleset, Variant, Visitor};

/// The proof takes more positions than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not decided within the positions allowed")]
pub struct Undecided;

/// Proves forced wins of one position, and remembers what it has proved.
///
/// The fifty-move rule counts, but what is remembered of a position does not depend on its clock: the
/// clock must be too far from the limit for a proof to reach it.
pub trait MateSolver: Send {
    /// The least number of its own moves in which the side to move can force a win; `None` if that is
    /// more than `max_moves`.
    ///
    /// # Errors
    /// If that takes too many positions.
    fn shortest(&mut self, max_moves: u32) -> Result<Option<u32>, Undecided>;

    /// All first moves by which the side to move forces a win in at most `moves` moves, in the order
    /// in which moves are generated.
    ///
    /// # Errors
    /// If that takes too many positions.
    fn first_moves(&mut self, moves: u32) -> Result<Vec<Move>, Undecided>;

    /// The line of a forced win in `moves` moves, against a defence that delays it as long as
    /// possible. `moves` must be the least number of moves.
    ///
    /// # Errors
    /// If there is none, or finding it takes too many positions.
    fn win(&mut self, moves: u32) -> Result<Win, Undecided>;
}

/// A solver of a position that gives each question up after this many positions.
///
/// # Errors
/// If the setup is not a position of the game.
pub fn solver(
    variant: Variant,
    setup: &Setup,
    max_positions: u64,
) -> Result<Box<dyn MateSolver>, SetupError> {
    struct New<'a>(&'a Setup, u64);

    impl Visitor for New<'_> {
        type Output = Result<Box<dyn MateSolver>, SetupError>;

        fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
            let Self(setup, max_positions) = self;
            let root = Position::from_setup(rules, setup)?;
            Ok(Box::new(Solver { root, proofs: Proofs::new(max_positions) }))
        }
    }

    variant.visit(New(setup, max_positions))
}

struct Solver<R: Ruleset> {
    root: Position<R>,
    proofs: Proofs,
}

impl<R: Ruleset> MateSolver for Solver<R> {
    fn shortest(&mut self, max_moves: u32) -> Result<Option<u32>, Undecided> {
        self.proofs.shortest(&self.root, max_moves)
    }

    fn first_moves(&mut self, moves: u32) -> Result<Vec<Move>, Undecided> {
        self.proofs.first_moves(&self.root, moves)
    }

    fn win(&mut self, moves: u32) -> Result<Win, Undecided> {
        self.proofs.win(&self.root, moves)
    }
}

/// What has been proved of positions of one game.
struct Proofs {
    /// `[key]`
    known: HashMap<u64, Known>,
    /// `[moves left]`: the reply that refuted the last attempt.
    replies: Vec<Option<Move>>,
    positions: u64,
    max_positions: u64,
}

/// What is known of a position whose side to move is to win.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// It wins in this number of moves; 0 if that is not known.
    wins_in: u32,
    /// It does not win in this number of moves.
    not_in: u32,
}

/// A forced win, played to its end: the shortest way against the longest defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The moves of both sides.
    pub moves: Vec<Move>,
    /// Why the game is over then.
    pub reason: Reason,
}

impl Proofs {
    fn new(max_positions: u64) -> Self {
        Self { known: HashMap::new(), replies: Vec::new(), positions: 0, max_positions }
    }

    fn shortest<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        max_moves: u32,
    ) -> Result<Option<u32>, Undecided> {
        self.positions = 0;
        for moves in 1..=max_moves {
            if self.wins(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    fn first_moves<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        moves: u32,
    ) -> Result<Vec<Move>, Undecided> {
        self.positions = 0;
        let mut winning = Vec::new();
        for mv in position.legal_moves() {
            if self.move_wins(position, mv, moves)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    fn win<R: Ruleset>(&mut self, position: &Position<R>, moves: u32) -> Result<Win, Undecided> {
        let mut position = *position;
        let mut line = Vec::new();
        for left in (1..=moves).rev() {
            let mv = *self.first_moves(&position, left)?.first().ok_or(Undecided)?;
            line.push(mv);
            position.play_unchecked(mv);
            if let Some(outcome) = position.ending() {
                return Ok(Win { moves: line, reason: outcome.reason() });
            }
            let mut longest = None;
            for reply in position.legal_moves() {
                let soonest =
                    self.shortest(&position.after_unchecked(reply), left - 1)?.ok_or(Undecided)?;
                if longest.is_none_or(|(longest, _)| soonest > longest) {
                    longest = Some((soonest, reply));
                }
            }
            let (_, reply) = longest.ok_or(Undecided)?;
            line.push(reply);
            position.play_unchecked(reply);
        }
        Err(Undecided)
    }

    /// Whether the side to move forces a win in at most `moves` moves.
    fn wins<R: Ruleset>(&mut self, position: &Position<R>, moves: u32) -> Result<bool, Undecided> {
        let us = position.side_to_move();
        if let Some(outcome) = position.ended() {
            return Ok(matches!(outcome, Outcome::Win(color, _) if color == us));
        }
        if position.drawn_by_rule().is_some() {
            return Ok(false);
        }
        let key = position.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if (1..=moves).contains(&known.wins_in) {
            return Ok(true);
        }
        if known.not_in >= moves {
            return Ok(false);
        }
        let wins = self.some_move_wins(position, moves)?;
        let known = self.known.entry(key).or_default();
        if wins {
            known.wins_in = moves;
        } else {
            known.not_in = moves;
        }
        Ok(wins)
    }

    fn some_move_wins<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        moves: u32,
    ) -> Result<bool, Undecided> {
        let us = position.side_to_move();
        let mut attempts = Vec::new();
        for mv in position.legal_moves() {
            let next = self.after(position, mv)?;
            match next.ending() {
                Some(Outcome::Win(color, _)) if color == us => return Ok(true),
                None if moves > 1 => attempts.push(next),
                _ => {}
            }
        }
        // Checks and moves that leave few replies are the likeliest to win, and the soonest refuted.
        attempts.sort_by_cached_key(|next| (Reverse(next.in_check()), next.count_moves()));
        for next in &attempts {
            if self.replies_all_lose(next, moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn move_wins<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        moves: u32,
    ) -> Result<bool, Undecided> {
        let next = self.after(position, mv)?;
        match next.ending() {
            Some(Outcome::Win(color, _)) => Ok(color == position.side_to_move()),
            Some(Outcome::Draw(_)) => Ok(false),
            None => Ok(moves > 1 && self.replies_all_lose(&next, moves - 1)?),
        }
    }

    /// Whether the enemy of the side to move wins in at most `moves` moves against every reply. The game
    /// is not over, so there is a reply.
    fn replies_all_lose<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        moves: u32,
    ) -> Result<bool, Undecided> {
        let left = moves as usize;
        self.replies.resize(self.replies.len().max(left + 1), None);
        let refuted_the_last = self.replies[left];
        let (first, rest): (Vec<_>, Vec<_>) =
            position.legal_moves().into_iter().partition(|&mv| Some(mv) == refuted_the_last);
        let (captures, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|&mv| position.is_capture(mv));
        for mv in first.into_iter().chain(captures).chain(others) {
            let next = self.after(position, mv)?;
            if !self.wins(&next, moves)? {
                self.replies[left] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The position after a move, counted.
    fn after<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        mv: Move,
    ) -> Result<Position<R>, Undecided> {
        self.positions += 1;
        if self.positions > self.max_positions {
            Err(Undecided)
        } else {
            Ok(position.after_unchecked(mv))
        }
    }
}

#[cfg(all(test, feature = "chess", feature = "combination", feature = "morphing"))]
mod tests {
    use super::*;
    use crate::rules::chess::Chess;
    use crate::rules::combination::Combination;
    use crate::rules::morphing::Morphing;

    /// The fewest moves to a win, all first moves that lead to it, and how it ends.
    fn solved<R: Ruleset + Default>(
        fen: &str,
        max_moves: u32,
    ) -> Option<(u32, Vec<String>, Reason)> {
        let position = Position::from_fen(R::default(), fen).expect("a position");
        let mut solver = Proofs::new(2_000_000);
        let moves = solver.shortest(&position, max_moves).expect("few positions")?;
        let first = solver.first_moves(&position, moves).expect("few positions");
        let mut first: Vec<_> = first.into_iter().map(|mv| position.move_text(mv)).collect();
        first.sort_unstable();
        let win = solver.win(&position, moves).expect("few positions");
        assert_eq!(win.moves.len() as u32, 2 * moves - 1);
        Some((moves, first, win.reason))
    }

    /// A win by one move alone.
    fn at_once(mv: &str, reason: Reason) -> (u32, Vec<String>, Reason) {
        (1, vec![mv.to_owned()], reason)
    }

    #[test]
    fn problems_of_chess_have_their_solutions() {
        for (fen, moves, first) in [
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, &["d1d8"][..]),
            // Morphy's: the rook gives itself up, so that the bishop's move mates.
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, &["a1a6"]),
            // The end of Philidor's legacy.
            ("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, &["c4g8"]),
        ] {
            let found = solved::<Chess>(fen, moves).map(|(moves, first, _)| (moves, first));
            let expected = (moves, first.iter().map(|&text| text.to_owned()).collect());
            assert_eq!(found, Some(expected), "{fen}");
            assert_eq!(solved::<Chess>(fen, moves - 1), None, "{fen}");
        }
    }

    #[test]
    fn stalemate_and_the_clock_win_nothing() {
        assert_eq!(solved::<Chess>("7k/8/5QK1/8/8/8/8/8 b - - 0 1", 3), None);
        let with_clock = |clock| {
            let fen = format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 80");
            solved::<Chess>(&fen, 1).is_some()
        };
        assert!(with_clock(99) && !with_clock(100));
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let position = Position::start(Chess);
        assert_eq!(Proofs::new(1_000).shortest(&position, 4), Err(Undecided));
    }

    #[test]
    fn games_are_won_as_their_rules_say() {
        // Out of reach, and then in reach: to take the last piece wins.
        let fen = "4k4/9/9/9/4p4/9/9/9/K3B4 w - - 0 1";
        assert_eq!(solved::<Morphing>(fen, 1), None);
        let fen = "4k4/9/9/9/p8/9/9/3B5/K8 w - - 0 1";
        assert_eq!(solved::<Morphing>(fen, 1), Some(at_once("d2a5", Reason::BareKing)));
    }

    #[test]
    fn a_king_can_be_annihilated() {
        // The amplifier's leap to d7 meets the isolator at c8 and takes the king along.
        let fen = "***k***/*1i3*/*5*/*5*/3A3/*5*/*5*/*5*/***K*** w - - 0 1";
        assert_eq!(solved::<Combination>(fen, 1), Some(at_once("d5d7", Reason::Annihilation)));
    }
}
