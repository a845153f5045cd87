//! The chances to win, to draw and to lose that go with a score.

use std::fmt;

use super::score::Score;
use crate::eval::model_of;
use vertumnus_core::rules::Ruleset;

/// The chances of a game by the score. A win has a chance of one half at `even` centipawns, and
/// each `spread` centipawns multiply its odds by e. A loss mirrors a win; what is left is a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    even: f64,
    spread: f64,
}

/// The chances of the side to move, in thousandths that add up to a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

impl WdlModel {
    /// A model with these numbers. `even` is at least 0, `spread` at least 1.
    pub fn new(even: f64, spread: f64) -> Self {
        Self { even: even.max(0.0), spread: spread.max(1.0) }
    }

    /// The model that was fitted to a game, if there is one.
    pub fn of<R: Ruleset>(rules: R) -> Option<Self> {
        Self::read(rules, std::str::from_utf8(model_of(rules)?).ok()?)
    }

    /// Reads what `vertumnus wdl` writes for a game: its name and two numbers.
    fn read<R: Ruleset>(rules: R, line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        words.next().filter(|&name| name == rules.facts().name)?;
        let mut number = || words.next()?.parse().ok();
        Some(Self::new(number()?, number()?))
    }

    /// The chances to win, to draw and to lose with this many centipawns. Their sum is 1.
    pub fn shares(self, centipawns: f64) -> [f64; 3] {
        let wins = |centipawns: f64| 1.0 / (1.0 + ((self.even - centipawns) / self.spread).exp());
        let (win, loss) = (wins(centipawns), wins(-centipawns));
        [win, 1.0 - win - loss, loss]
    }

    /// The chances of the side to move.
    pub fn chances(self, score: Score) -> Wdl {
        let [win, _, loss] = match score.mate() {
            Some(moves) if moves > 0 => [1.0, 0.0, 0.0],
            Some(_) => [0.0, 0.0, 1.0],
            None => self.shares(f64::from(score.centipawns())),
        };
        let thousandths = |share: f64| (share * 1000.0).round() as u32;
        let (win, loss) = (thousandths(win), thousandths(loss));
        // Both can be rounded up.
        let loss = loss.min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

impl fmt::Display for WdlModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} {:.0}", self.even, self.spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vertumnus_core::rules::{Variant, Visitor};

    #[test]
    fn chances_add_up_mirror_and_grow_with_the_score() {
        let model = WdlModel::new(120.0, 60.0);
        let mut last = Wdl { win: 0, draw: 0, loss: 1000 };
        for centipawns in (-3000..=3000).step_by(7) {
            let chances = model.chances(Score::cp(centipawns));
            assert_eq!(chances.win + chances.draw + chances.loss, 1000);
            assert!(chances.win >= last.win && chances.loss <= last.loss);
            let mirrored = model.chances(Score::cp(-centipawns));
            assert_eq!((chances.win, chances.loss), (mirrored.loss, mirrored.win));
            last = chances;
        }
        assert_eq!(model.chances(Score::cp(120)).win, 500);
    }

    #[test]
    fn a_mate_is_certain() {
        let model = WdlModel::new(100.0, 100.0);
        let parts = |score| {
            let Wdl { win, draw, loss } = model.chances(score);
            [win, draw, loss]
        };
        assert_eq!(parts(Score::mate_in(9)), [1000, 0, 0]);
        assert_eq!(parts(Score::mated_in(8)), [0, 0, 1000]);
        assert_eq!(parts(Score::mated_in(0)), [0, 0, 1000]);
    }

    struct ModelOf;

    impl Visitor for ModelOf {
        type Output = (Option<WdlModel>, Option<&'static [u8]>);

        fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
            (WdlModel::of(rules), model_of(rules))
        }
    }

    #[test]
    fn every_file_is_the_model_of_its_game() {
        for &variant in Variant::bundled() {
            let (model, file) = variant.visit(ModelOf);
            let written = model.map(|model| format!("{variant} {model}\n").into_bytes());
            assert_eq!(written.as_deref(), file, "{variant}");
        }
    }
}
