//! Random games by the fast rules and by the slow [`interpreter`](crate::interpreter) at once: a difference
//! is a fault of this program, not of the file.
//!
//! ```
//! use vertumnus_written::compare::{Extent, compare};
//!
//! let written = vertumnus_written::read(b"[knighted:chess]\nking = k:KN\n")?;
//! let game = written.games[0].definition.as_ref().unwrap();
//! let difference = compare(game, Extent { seed: 1, games: 1, plies: 30 })?;
//! assert_eq!(difference, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::error::Error;
use std::fmt;

use vertumnus_core::board::{ByColor, Color, SplitMix64};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::definition::{Definition, Handicaps, Value};
use vertumnus_core::rules::written::{Unplayable, WrittenGame};
use vertumnus_core::rules::{Outcome, Reason, Variant};

use crate::interpreter::{Over, Position};

/// How much is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// What the random moves follow from: the same seed gives the same games.
    pub seed: u64,
    /// How many games.
    pub games: usize,
    /// How many plies of each at most.
    pub plies: usize,
}

/// The first thing in which both differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position, as the slow interpreter writes it.
    pub fen: String,
    /// What differs.
    pub matter: Matter,
    /// What the fast rules say: a FEN, an ending, or the texts of all legal moves, sorted.
    pub fast: Vec<String>,
    /// What the slow interpreter says.
    pub slow: Vec<String>,
}

/// In what rules can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// What the position is.
    Position,
    /// The legal moves.
    Moves,
    /// Whether and how the game has ended.
    Ending,
}

/// In one line, with only those moves that one of both lacks.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let only = |ours: &[String], others: &[String]| {
            let missing = |text: &&String| !others.contains(text);
            let texts: Vec<&str> = ours.iter().filter(missing).map(String::as_str).collect();
            if texts.is_empty() { "nothing".to_owned() } else { texts.join(" ") }
        };
        let matter = match self.matter {
            Matter::Position => "the position",
            Matter::Moves => "the legal moves",
            Matter::Ending => "the ending",
        };
        write!(
            f,
            "in {}, {matter}: only the fast rules have {}, only the slow ones {}",
            self.fen,
            only(&self.fast, &self.slow),
            only(&self.slow, &self.fast),
        )
    }
}

/// Plays random games of a definition by both rules and compares positions, legal moves and endings;
/// `None` if they agree.
///
/// A definition takes one of the places for written games of the process, see [`WrittenGame`].
///
/// # Errors
/// If the fast rules cannot play it.
pub fn compare(definition: &Definition, extent: Extent) -> Result<Option<Difference>, Unplayable> {
    compare_while(definition, extent, || true)
}

/// The same from a position.
///
/// # Errors
/// If the fast rules cannot play the game, or one of both refuses the position.
pub fn compare_at(
    definition: &Definition,
    fen: &str,
    extent: Extent,
) -> Result<Option<Difference>, Box<dyn Error>> {
    let variant = Variant::Written(WrittenGame::new(definition)?);
    let mut random = SplitMix64::new(extent.seed);
    for _ in 0..extent.games {
        let mut pair = Pair::new(variant, definition);
        pair.fast.set_position(Some(fen), &[])?;
        pair.slow = Position::from_fen(definition, fen)?;
        let difference = pair.play(extent.plies, &mut random, &mut || true);
        if difference.is_some() {
            return Ok(difference);
        }
    }
    Ok(None)
}

/// As [`compare`], as long as `goes_on`: it is asked after each position. The slow rules may take long for one of many
/// pieces that all lend to all.
///
/// # Errors
/// If the fast rules cannot play it.
pub fn compare_while(
    definition: &Definition,
    extent: Extent,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Option<Difference>, Unplayable> {
    let variant = Variant::Written(WrittenGame::new(definition)?);
    let mut random = SplitMix64::new(extent.seed);
    for _ in 0..extent.games {
        let mut pair = Pair::new(variant, definition);
        pair.handicap(&mut random);
        let difference = pair.play(extent.plies, &mut random, &mut goes_on);
        if difference.is_some() {
            return Ok(difference);
        }
        if !goes_on() {
            break;
        }
    }
    Ok(None)
}

/// One game by both rules.
struct Pair<'d> {
    fast: Box<dyn Session>,
    slow: Position<'d>,
    definition: &'d Definition,
    /// Each position so far, by the fields of its FEN before the counters, and whether it was a check.
    past: Vec<(String, bool)>,
}

impl<'d> Pair<'d> {
    /// The start of a game by the fast rules of the one and the slow ones of the other.
    fn new(fast: Variant, slow: &'d Definition) -> Self {
        Self {
            fast: game::session(fast),
            slow: Position::start(slow),
            definition: slow,
            past: Vec::new(),
        }
    }

    /// Gives the sides some of the handicaps that the game has.
    fn handicap(&mut self, random: &mut SplitMix64) {
        let Handicaps { letters, captured } = &self.definition.handicaps;
        if letters.is_empty() {
            return;
        }
        let sets = ByColor([(); 2].map(|()| random.below(captured.len() + 1) as u8));
        let fen = format!("{} {}", self.definition.start, Handicaps::text(sets, letters));
        self.fast.set_position(Some(&fen), &[]).expect("each side can have each set");
        self.slow = Position::from_fen(self.definition, &fen).expect("the fast rules read it");
    }

    /// Plays random moves, and returns the first difference.
    fn play(
        &mut self,
        plies: usize,
        random: &mut SplitMix64,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Difference> {
        for _ in 0..plies {
            let fen = self.slow.fen();
            let differ = |matter, fast, slow| {
                Some(Difference { fen: fen.clone(), matter, fast, slow })
                    .filter(|d| d.fast != d.slow)
            };
            let difference = differ(Matter::Position, vec![self.fast.fen()], vec![fen.clone()]);
            if difference.is_some() {
                return difference;
            }
            let moves = self.slow.legal_moves();
            let sorted = |mut texts: Vec<String>| {
                texts.sort();
                texts
            };
            let slow = sorted(moves.iter().map(|&mv| self.slow.text(mv)).collect());
            let fast = sorted(self.fast.legal_texts());
            let difference = differ(Matter::Moves, fast, slow.clone());
            if difference.is_some() {
                return difference;
            }
            let ending = self.ending(&fen);
            // What material can never win is known to the fast rules alone.
            let dead = Outcome::Draw(Reason::DeadDraw);
            let outcome = self.fast.outcome().filter(|&outcome| outcome != dead);
            // Nor do the slow ones know what chases are.
            let is_repeated = |end: &Outcome| matches!(end.reason(), Reason::Repetition(_));
            let is_chase = outcome.is_some_and(|end| end.reason() == Reason::PerpetualChase);
            let outcome = ending.filter(is_repeated).filter(|_| is_chase).or(outcome);
            let text = |outcome: Option<Outcome>| {
                vec![outcome.map_or("none".to_owned(), |outcome| outcome.to_string())]
            };
            let difference = differ(Matter::Ending, text(outcome), text(ending));
            if difference.is_some() || ending.is_some() || !goes_on() {
                return difference;
            }
            // A king's step and its castling can have the same text.
            let is_alone = |text: &str| slow.iter().filter(|other| *other == text).count() == 1;
            let moves: Vec<_> =
                moves.into_iter().filter(|&mv| is_alone(&self.slow.text(mv))).collect();
            if moves.is_empty() {
                return None;
            }
            let mv = moves[random.below(moves.len())];
            let text = self.slow.text(mv);
            if self.fast.play_text(&text).is_err() {
                let fast = vec![format!("{text} cannot be read")];
                return differ(Matter::Moves, fast, vec![text]);
            }
            self.slow = self.slow.after(mv);
        }
        None
    }

    /// How the last position has ended the game if a side has checked with each move since it occurred first, of this
    /// many times before that count.
    fn perpetual_check(&self, times: usize) -> Option<Outcome> {
        if !self.definition.draws.repetition.perpetual_check {
            return None;
        }
        let (side, reason) = (self.slow.side(), Reason::PerpetualCheck);
        let (now, before) = self.past.split_last()?;
        let occurred = before.iter().enumerate().rev().filter(|(_, (past, _))| *past == now.0);
        let (first, _) =
            occurred.map(|(index, _)| index).zip(1..).find(|(_, nth)| *nth == times)?;
        let since = || self.past[first..].iter().rev().map(|(_, is_check)| *is_check);
        let [theirs, ours] = [0, 1].map(|ply| since().skip(ply).step_by(2).all(|check| check));
        match (theirs, ours) {
            (true, true) => Some(Outcome::Draw(reason)),
            (true, false) => Some(Outcome::Win(side, reason)),
            (false, true) => Some(Outcome::Win(!side, reason)),
            (false, false) => None,
        }
    }

    /// How the game has ended by the slow rules.
    fn ending(&mut self, fen: &str) -> Option<Outcome> {
        let side = self.slow.side();
        let worth = |value, reason| match value {
            Value::Win => Outcome::Win(side, reason),
            Value::Loss => Outcome::Win(!side, reason),
            Value::Draw => Outcome::Draw(reason),
        };
        // Without the counters, and without a count that stands for en passant.
        let without = fen.rsplitn(3, ' ').last().unwrap_or(fen);
        let is_count = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
        let what_counts = match without.rsplit_once(' ') {
            Some((others, last)) if is_count(last) => format!("{others} -"),
            _ => without.to_owned(),
        };
        self.past.push((what_counts, self.slow.is_in_check(side)));
        let (now, _) = &self.past[self.past.len() - 1];
        let occurrences = self.past.iter().filter(|(past, _)| past == now).count();
        let repetition = self.definition.draws.repetition;
        let limit = 2 * u32::from(self.definition.draws.move_limit);
        match self.slow.over() {
            Some(Over::Checkmate(Value::Win)) => Some(Outcome::Win(side, Reason::Checkmated)),
            Some(Over::Checkmate(value)) => Some(worth(value, Reason::Checkmate)),
            Some(Over::Stalemate(value)) => Some(worth(value, Reason::Stalemate)),
            Some(Over::Annihilation) => Some(Outcome::Win(!side, Reason::Annihilation)),
            Some(Over::Passes(value)) => Some(worth(value, Reason::Passes)),
            Some(Over::Facing(value)) => Some(worth(value, Reason::FacingKings)),
            Some(Over::Checks) => Some(Outcome::Win(!side, Reason::Checks)),
            Some(Over::Flag(value)) => Some(worth(value, Reason::Flag)),
            Some(Over::BareKing(value)) => Some(worth(value, Reason::BareKing)),
            Some(Over::Extinction(value)) => Some(worth(value, Reason::Extinction)),
            Some(Over::FullBoard(value)) => Some(worth(value, Reason::FullBoard)),
            None | Some(Over::Counted)
                if repetition.count > 0 && occurrences >= usize::from(repetition.count) =>
            {
                let times = usize::from(repetition.count) - 1;
                Some(self.perpetual_check(times).unwrap_or_else(|| {
                    let value = match (repetition.value, repetition.for_white) {
                        (Value::Draw, _) => self.slow.value_of_draw(),
                        (value, true) if side == Color::Black => value.opposite(),
                        (value, _) => value,
                    };
                    worth(value, Reason::Repetition(repetition.count))
                }))
            }
            Some(Over::Counted) => Some(Outcome::Draw(Reason::Counted)),
            None if limit > 0 && self.slow.clock() >= limit => {
                let reason = Reason::MoveLimit(self.definition.draws.move_limit);
                Some(worth(self.slow.value_of_draw(), reason))
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(keys: &str) -> Definition {
        let text = format!("[own:chess]\n{keys}\n");
        let written = crate::read(text.as_bytes()).expect("the text is small");
        written.games[0].definition.clone().expect("it has no mistakes")
    }

    /// The first difference between the fast rules of one game and the slow ones of another.
    fn between(fast: &str, slow: &str) -> Option<(Matter, String)> {
        let (fast, slow) = (definition(fast), definition(slow));
        let fast = Variant::Written(WrittenGame::new(&fast).expect("it can be played"));
        let mut pair = Pair::new(fast, &slow);
        let difference = pair.play(200, &mut SplitMix64::new(1), &mut || true)?;
        Some((difference.matter, difference.to_string()))
    }

    #[test]
    fn games_are_compared_as_long_as_one_wants() {
        let mut positions = 0;
        let extent = Extent { seed: 1, games: 3, plies: 100 };
        let agreed = compare_while(&definition(""), extent, || {
            positions += 1;
            positions < 10
        });
        assert_eq!(agreed, Ok(None));
        assert_eq!(positions, 11, "at the end of the game once more");
    }

    #[test]
    fn differences_are_found_and_said() {
        assert_eq!(between("", ""), None);
        assert_eq!(
            between("customPiece1 = n:C\npromotionPieceTypes = qrbn", "promotionPieceTypes = qrb"),
            Some((
                Matter::Moves,
                "in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, the legal moves: only \
                 the fast rules have b1a4 b1c4 g1f4 g1h4, only the slow ones b1a3 b1c3 g1f3 g1h3"
                    .to_owned()
            ))
        );
        assert_eq!(between("nMoveRule = 2", "").map(|(matter, _)| matter), Some(Matter::Ending));
        assert_eq!(between("", "nMoveRule = 2").map(|(matter, _)| matter), Some(Matter::Ending));
        let (knights, pawns) = ("nMoveRuleTypes = n", "");
        assert_eq!(between(knights, pawns).map(|(matter, _)| matter), Some(Matter::Position));
    }
}
