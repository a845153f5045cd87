//! Adjudication: games are decided before the rules end them, by the scores of both engines.

use serde_json::{Value, json};

use super::options::{OptionsError, pairs, switch, unknown, value};
use crate::client::EngineScore;
use vertumnus_core::board::{ByColor, Color};
use vertumnus_core::pgn::GameResult;

/// When a game is adjudicated a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DrawRule {
    /// The number of moves that each side must have made.
    pub(super) move_number: u32,
    /// The number of moves in a row of each side with an even score.
    pub(super) move_count: u32,
    /// The largest score that counts as even, in centipawns.
    pub(super) score: i32,
}

/// When a game is adjudicated a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResignRule {
    /// The number of moves in a row with a lost score.
    pub(super) move_count: u32,
    /// How far a side must be behind, in centipawns.
    pub(super) score: i32,
    /// Whether the opponent's scores must agree.
    pub(super) two_sided: bool,
}

impl DrawRule {
    /// Reads `movenumber=N movecount=N score=N`.
    pub(super) fn parse(words: &[String]) -> Result<Self, OptionsError> {
        const OPTION: &str = "--draw";
        let mut rule = Self { move_number: 0, move_count: 1, score: 0 };
        for pair in pairs(words) {
            match pair.0 {
                "movenumber" => rule.move_number = value(OPTION, pair, "a number of moves")?,
                "movecount" => rule.move_count = value(OPTION, pair, "a number of moves")?,
                "score" => rule.score = value(OPTION, pair, "centipawns")?,
                key => return Err(unknown(OPTION, key)),
            }
        }
        Ok(rule)
    }
}

impl ResignRule {
    /// Reads `movecount=N score=N twosided=true`.
    pub(super) fn parse(words: &[String]) -> Result<Self, OptionsError> {
        const OPTION: &str = "--resign";
        let mut rule = Self { move_count: 1, score: 1000, two_sided: false };
        for pair in pairs(words) {
            match pair.0 {
                "movecount" => rule.move_count = value(OPTION, pair, "a number of moves")?,
                "score" => rule.score = value(OPTION, pair, "centipawns")?,
                "twosided" => rule.two_sided = switch(pair)?,
                key => return Err(unknown(OPTION, key)),
            }
        }
        Ok(rule)
    }
}

/// The rules of adjudication; `None` for no rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AdjudicationRules {
    pub(super) draw: Option<DrawRule>,
    pub(super) resign: Option<ResignRule>,
    /// The number of moves of each side after which a game is a draw.
    pub(super) max_moves: Option<u32>,
}

impl AdjudicationRules {
    /// The rules as JSON.
    pub(super) fn to_json(self) -> Value {
        let draw = self.draw.map(|DrawRule { move_number, move_count, score }| {
            json!({"move_number": move_number, "move_count": move_count, "score": score})
        });
        let resign = self.resign.map(|ResignRule { move_count, score, two_sided }| {
            json!({"move_count": move_count, "score": score, "two_sided": two_sided})
        });
        json!({"draw": draw, "resign": resign, "max_moves": self.max_moves})
    }
}

/// Applies the rules to one game.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// Plies in a row with an even score.
    even: u32,
    /// Moves in a row of each side with a lost score, and with a won score.
    lost: ByColor<u32>,
    won: ByColor<u32>,
}

impl Adjudicator {
    /// Of a game whose opening has this many plies. They count for the numbers of moves, as in Cute Chess.
    pub(super) fn new(rules: AdjudicationRules, opening: usize) -> Self {
        let none = || ByColor([0, 0]);
        let plies = u32::try_from(opening).unwrap_or(u32::MAX);
        Self { rules, plies, even: 0, lost: none(), won: none() }
    }

    /// Counts a move with the mover's score, and returns the result if the game is decided. A
    /// capture or pawn move restarts the clock and is never part of a draw.
    pub(super) fn after_move(
        &mut self,
        side: Color,
        score: Option<EngineScore>,
        restarts_clock: bool,
    ) -> Option<GameResult> {
        self.plies = self.plies.saturating_add(1);
        let score = score.map(EngineScore::centipawns);
        self.count_draw(score, restarts_clock);
        self.count_resign(side, score);
        let is_drawn = self.rules.draw.is_some_and(|rule| {
            self.plies >= rule.move_number.saturating_mul(2)
                && self.even >= rule.move_count.max(1).saturating_mul(2)
        });
        let is_lost = self.rules.resign.is_some_and(|rule| {
            let count = rule.move_count.max(1);
            self.lost[side] >= count && (!rule.two_sided || self.won[!side] >= count)
        });
        // If both sides must agree, the winner may be the second to do so.
        let is_won = self.rules.resign.is_some_and(|rule| {
            let count = rule.move_count.max(1);
            rule.two_sided && self.won[side] >= count && self.lost[!side] >= count
        });
        if is_lost {
            Some(GameResult::Win(!side))
        } else if is_won {
            Some(GameResult::Win(side))
        } else if is_drawn
            || self.rules.max_moves.is_some_and(|most| self.plies >= most.saturating_mul(2))
        {
            Some(GameResult::Draw)
        } else {
            None
        }
    }

    fn count_draw(&mut self, score: Option<i32>, restarts_clock: bool) {
        let limit = self.rules.draw.map_or(0, |rule| rule.score);
        let is_even = score.is_some_and(|score| score.abs() <= limit) && !restarts_clock;
        self.even = if is_even { self.even + 1 } else { 0 };
    }

    fn count_resign(&mut self, side: Color, score: Option<i32>) {
        let limit = self.rules.resign.map_or(i32::MAX, |rule| rule.score);
        let counts = |holds: bool, count: u32| if holds { count + 1 } else { 0 };
        self.lost[side] = counts(score.is_some_and(|score| score <= -limit), self.lost[side]);
        self.won[side] = counts(score.is_some_and(|score| score >= limit), self.won[side]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// The ply at which a game with these scores of the movers is decided, and its result.
    fn decided(rules: AdjudicationRules, scores: &[i32]) -> Option<(usize, GameResult)> {
        let mut adjudicator = Adjudicator::new(rules, 0);
        let sides = Color::ALL.into_iter().cycle();
        (1..).zip(scores.iter().zip(sides)).find_map(|(ply, (&score, side))| {
            let score = Some(EngineScore::Centipawns(score));
            adjudicator.after_move(side, score, false).map(|result| (ply, result))
        })
    }

    #[test]
    fn draws_need_even_scores_of_both_sides_for_long_enough() {
        let draw = DrawRule::parse(&words("movenumber=5 movecount=3 score=10")).expect("right");
        let rules = AdjudicationRules { draw: Some(draw), ..AdjudicationRules::default() };
        assert_eq!(decided(rules, &[0; 20]), Some((10, GameResult::Draw)));
        assert_eq!(decided(rules, &[10, -10].repeat(10)), Some((10, GameResult::Draw)));
        assert_eq!(decided(rules, &[0, 11].repeat(10)), None);
        let late: Vec<i32> = [vec![50; 7], vec![5; 9]].concat();
        assert_eq!(decided(rules, &late), Some((13, GameResult::Draw)));
        let mut adjudicator = Adjudicator::new(rules, 0);
        let even = Some(EngineScore::Centipawns(0));
        for ply in 1..40 {
            let result = adjudicator.after_move(Color::White, even, ply % 5 == 0);
            assert_eq!(result, None, "captures prevent a draw");
        }
        assert_eq!(Adjudicator::new(rules, 0).after_move(Color::White, None, false), None);
    }

    #[test]
    fn one_side_or_both_decide() {
        let rule = |text: &str| AdjudicationRules {
            resign: Some(ResignRule::parse(&words(text)).expect("right")),
            ..AdjudicationRules::default()
        };
        let black = GameResult::Win(Color::Black);
        let one = rule("movecount=3 score=500");
        assert_eq!(decided(one, &[-600, 0].repeat(5)), Some((5, black)));
        assert_eq!(decided(one, &[-600, 0, -600, 0, -100, 0, -600, 0, -600, 0]), None);
        let both = rule("movecount=3 score=500 twosided=true");
        assert_eq!(decided(both, &[-600, 0].repeat(5)), None);
        assert_eq!(decided(both, &[-600, 700].repeat(5)), Some((6, black)));
        let mate = Some(EngineScore::Mate(-4));
        let mut adjudicator = Adjudicator::new(rule("movecount=1 score=900"), 0);
        let white = Some(GameResult::Win(Color::White));
        assert_eq!(adjudicator.after_move(Color::Black, mate, true), white);
    }

    #[test]
    fn long_games_end_and_bad_words_are_refused() {
        let rules = AdjudicationRules { max_moves: Some(4), ..AdjudicationRules::default() };
        assert_eq!(decided(rules, &[300; 20]), Some((8, GameResult::Draw)));
        // Plies of the opening count.
        let mut adjudicator = Adjudicator::new(rules, 6);
        assert_eq!(adjudicator.after_move(Color::White, None, false), None);
        assert_eq!(adjudicator.after_move(Color::Black, None, false), Some(GameResult::Draw));
        let reason = ResignRule::parse(&words("score=x")).expect_err("no number").to_string();
        assert_eq!(reason, "--resign: score takes centipawns, not 'x'");
        let reason = DrawRule::parse(&words("twosided=true")).expect_err("no key").to_string();
        assert_eq!(reason, "--draw: unknown key 'twosided'");
    }
}
