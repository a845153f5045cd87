//! The search's margins: one table of names, values and ranges.
//!
//! They are constants. With the feature `tune`, each is an option of the engine as well, for tuners
//! such as the SPSA of `OpenBench`. Then they are the same for all engines of the process.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A margin of the search, in centipawns if nothing else is said.
#[cfg(not(feature = "tune"))]
pub(super) struct Margin(i32);

#[cfg(not(feature = "tune"))]
impl Margin {
    pub(super) const fn get(&self) -> i32 {
        self.0
    }
}

/// A margin of the search that can be set.
#[cfg(feature = "tune")]
pub(crate) struct Margin(AtomicI32);

#[cfg(feature = "tune")]
impl Margin {
    pub(super) fn get(&self) -> i32 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, value: i32) {
        self.0.store(value, Ordering::Relaxed);
    }
}

/// A margin as an option.
#[cfg(feature = "tune")]
pub(crate) struct Tunable {
    pub(crate) name: &'static str,
    pub(crate) default: i32,
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) margin: &'static Margin,
}

macro_rules! margins {
    ($($(#[doc = $text:literal])* $name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        $(
            $(#[doc = $text])*
            #[cfg(not(feature = "tune"))]
            pub(super) const $name: Margin = Margin($default);
            $(#[doc = $text])*
            #[cfg(feature = "tune")]
            pub(super) static $name: Margin = Margin(AtomicI32::new($default));
            const _: () = assert!(0 <= $min && $min <= $default && $default <= $max);
        )*

        /// All margins.
        #[cfg(feature = "tune")]
        pub(crate) static TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            margin: &$name,
        }),*];
    };
}

margins! {
    /// Half the width of the first aspiration window.
    ASPIRATION_WIDTH = 13 in 5..=60;

    /// Reverse futility margin per ply of depth, and how much less is enough if the evaluation
    /// improves, and if it has risen by the enemy's last move.
    REVERSE_FUTILITY_MARGIN = 90 in 30..=150;
    REVERSE_FUTILITY_IMPROVING = 20 in 0..=120;
    REVERSE_FUTILITY_GAINED = 20 in 0..=120;

    /// Razoring margin per ply of depth: below alpha by more, quiescence has the last word.
    RAZORING_MARGIN = 260 in 100..=500;

    /// The evaluation above beta that reduces a null move by a ply more.
    NULL_MOVE_EVAL_PER_PLY = 180 in 60..=400;

    /// A null move needs a static evaluation above beta by this, less 20 centipawns per ply of depth.
    NULL_MOVE_STATIC_MARGIN = 150 in 0..=1000;

    /// Late move pruning: after `BASE + DEPTH_SQUARED * depth² / 10` moves the remaining quiet ones
    /// are skipped, after half as many if the evaluation does not improve.
    LATE_MOVES_BASE = 6 in 1..=12;
    LATE_MOVES_DEPTH_SQUARED = 16 in 4..=30;

    /// Futility pruning of quiet moves: the margin below alpha, and its growth per ply of depth
    /// left.
    FUTILITY_MARGIN = 110 in 30..=300;
    FUTILITY_MARGIN_PER_PLY = 95 in 30..=200;

    /// The history that adds a centipawn to the margin of futility pruning. In the units of the history.
    HISTORY_PER_FUTILITY_POINT = 150 in 20..=20000;

    /// Futility pruning of losing captures: the margin below alpha, and its growth per ply of depth.
    NOISY_FUTILITY_MARGIN = 200 in 0..=2000;
    NOISY_FUTILITY_MARGIN_PER_PLY = 150 in 50..=400;

    /// `ProbCut`: how far above beta a capture must be by a shallower search.
    PROBCUT_MARGIN = 225 in 50..=2000;

    /// History pruning: quiet moves whose history is below zero by more than this, per ply of
    /// depth, are skipped. In the units of the history.
    HISTORY_PRUNING_MARGIN = 5200 in 1000..=10000;

    /// SEE pruning: moves that lose more than this by exchanges are skipped; quiet ones per square
    /// of the depth left, noisy ones per ply of depth.
    SEE_QUIET_MARGIN = 25 in 5..=80;
    SEE_NOISY_MARGIN = 185 in 40..=300;

    /// The reduction of late moves: `BASE + ln(depth) * ln(count) / DIVISOR` plies, both in
    /// hundredths.
    LATE_MOVE_REDUCTION_BASE = 90 in 20..=200;
    LATE_MOVE_REDUCTION_DIVISOR = 255 in 120..=400;

    /// The history that makes a late move reduction a ply less or more. In the units of the history.
    HISTORY_PER_REDUCTION = 9000 in 3000..=20000;

    /// What a move gets into its history, in hundredths of what a cut does: the table's move whose score ends the
    /// search of a node; a move after which all replies fail low; a late move whose search at full depth says
    /// what its reduced search did, or does not.
    TABLE_CUT_BONUS = 50 in 0..=200;
    FAIL_LOW_BONUS = 60 in 0..=200;
    SECOND_SEARCH_BONUS = 65 in 0..=200;

    /// How much each full counter of the corrections adds to a static evaluation.
    CORRECTION_WEIGHT = 38 in 0..=128;

    /// What late moves are reduced by more if many siblings' children failed high, and less if the position
    /// is or was in the principal variation, in 1024ths of a ply.
    REDUCTION_OF_CUTOFFS = 1024 in 0..=3072;
    REDUCTION_LESS_IN_PV = 1024 in 0..=3072;

    /// What late moves are reduced by more if the table's move is noisy, and for each move that raised alpha
    /// before them, in 1024ths of a ply.
    REDUCTION_OF_NOISY_TABLE_MOVE = 512 in 0..=3072;
    REDUCTION_OF_RAISED_ALPHA = 512 in 0..=3072;

    /// What late moves are reduced less by for each centipawn by which the static evaluation was corrected, in
    /// 1024ths of a ply.
    REDUCTION_LESS_BY_CORRECTION = 8 in 0..=64;

    /// After a reduced move, a node is searched a ply less if the static evaluations of both plies say that the
    /// move has lost this much.
    HINDSIGHT_MARGIN = 150 in 0..=2000;

    /// How far above the best score so far a reduced search must be for a full one a ply deeper.
    DEEPER_MARGIN = 60 in 0..=1000;

    /// The margin per ply of depth by which the other moves must fall short of the table's score
    /// for a singular extension.
    SINGULAR_MARGIN = 2 in 1..=8;

    /// How far they must fall short of that for a second ply.
    DOUBLE_EXTENSION_MARGIN = 20 in 0..=1000;

    /// Delta pruning in quiescence: captures that cannot bring the score within this of alpha are
    /// skipped.
    DELTA_MARGIN = 230 in 50..=400;
}
