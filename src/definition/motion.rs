//! Ways of moving in words.

use crate::definition::{Grounds, Motion, Over, Purpose, Step};

/// What a piece does that goes over pieces or leaps like a pegasus.
#[doc(hidden)]
pub mod words {
    pub const PEGASUS: &str =
        "moves like a king or leaps in a knight's move whose second half has any length";
    pub const ROOK_HOP: &str = "slides like a rook and may leap one piece on the way";
    pub const BISHOP_HOP: &str = "slides like a bishop and may leap one piece on the way";
    pub const ROOK_FLIGHT: &str = "flies like a rook over all pieces";
    pub const BISHOP_FLIGHT: &str = "flies like a bishop over all pieces";
}

impl Motion {
    /// What a piece that moves so does, a text for each length of its steps: `leaps like a knight`,
    /// `slides like a rook up to 4 squares`.
    pub fn in_words(&self) -> Vec<String> {
        let purpose = match self.purpose {
            Purpose::Any => "",
            Purpose::Move => " without capturing",
            Purpose::Capture => " only to capture",
        };
        if *self == Self::pegasus() {
            return vec![words::PEGASUS.to_owned()];
        }
        let mut lengths: Vec<(i8, i8)> = self.steps.iter().copied().map(long_and_short).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let all_whole = lengths.iter().all(|&length| self.is_whole(length));
        let up_to = match self.limit {
            Some(limit) if limit > 1 && self.is_slide() => format!(" up to {limit} squares"),
            Some(limit) if limit > 1 => format!(" up to {limit} times"),
            _ => String::new(),
        };
        let over = match self.over {
            Over::None | Over::One | Over::All => "",
            Over::Cannon => " beyond exactly one piece",
            Over::ShyCannon => " beyond exactly one piece, neither over nor onto one that moves so",
            Over::Grasshopper => " to the square right behind the first piece",
            Over::Lame => " if nothing stands between",
        };
        let is_queen = all_whole && lengths == [(1, 0), (1, 1)];
        if is_queen && !matches!(self.over, Over::One | Over::All) {
            return vec![if self.is_leap() {
                format!("steps one square in any direction{purpose}")
            } else {
                format!("slides like a queen{up_to}{over}{purpose}")
            }];
        }
        let grounds = if self.grounds == Grounds::EVERYWHERE { "" } else { " on some squares" };
        let words =
            |length| format!("{}{up_to}{over}{purpose}{grounds}", self.length_in_words(length));
        lengths.into_iter().map(words).collect()
    }

    /// The steps of this long and this short part.
    #[doc(hidden)]
    pub fn steps_of(&self, length: (i8, i8)) -> Vec<Step> {
        self.steps.iter().copied().filter(|&step| long_and_short(step) == length).collect()
    }

    /// Whether it has the steps of a length in all directions.
    fn is_whole(&self, length: (i8, i8)) -> bool {
        self.steps_of(length).len() == directions_of(length)
    }

    fn length_in_words(&self, length: (i8, i8)) -> String {
        let over_pieces = match (self.over, length) {
            (Over::One, (1, 0)) => Some(words::ROOK_HOP),
            (Over::One, _) => Some(words::BISHOP_HOP),
            (Over::All, (1, 0)) => Some(words::ROOK_FLIGHT),
            (Over::All, _) => Some(words::BISHOP_FLIGHT),
            _ => None,
        };
        if let Some(words) = over_pieces {
            return words.to_owned();
        }
        let what = if self.is_leap() {
            match length {
                (1, 0) => "steps one square straight",
                (1, 1) => "steps one square diagonally",
                (2, 0) => "leaps two squares straight",
                (2, 1) => "leaps like a knight",
                (2, 2) => "leaps two squares diagonally",
                (3, 0) => "leaps three squares straight",
                (3, 1) => "leaps three squares straight and one aside",
                (3, 2) => "leaps three squares straight and two aside",
                _ => "leaps three squares diagonally",
            }
        } else {
            match length {
                (1, 0) => "slides like a rook",
                (1, 1) => "slides like a bishop",
                (2, 0) => "rides in straight leaps of two squares",
                (2, 1) => "rides in a knight's leaps",
                (2, 2) => "rides in diagonal leaps of two squares",
                (3, 0) => "rides in straight leaps of three squares",
                (3, 1) => "rides in leaps of three squares straight and one aside",
                (3, 2) => "rides in leaps of three squares straight and two aside",
                _ => "rides in diagonal leaps of three squares",
            }
        };
        if self.is_whole(length) {
            return what.to_owned();
        }
        // `straight` in one direction is said by the direction.
        let straight = length.1 == 0 && self.is_leap();
        let what = if straight { what.trim_end_matches(" straight") } else { what };
        format!("{what}{}", directions(&self.steps_of(length), length))
    }
}

/// The greater and the smaller of the distances of a step.
fn long_and_short(step: Step) -> (i8, i8) {
    let (files, ranks) = (step.files.abs(), step.ranks.abs());
    (files.max(ranks), files.min(ranks))
}

/// How many steps have this long and this short part.
#[doc(hidden)]
pub const fn directions_of((long, short): (i8, i8)) -> usize {
    if short == 0 || short == long { 4 } else { 8 }
}

/// Some of the directions of a step: ` forward`, ` to a side`, or one by one.
fn directions(steps: &[Step], (long, short): (i8, i8)) -> String {
    let all = |holds: &dyn Fn(&Step) -> bool| steps.iter().all(holds);
    let half = directions_of((long, short)) / 2;
    let count = steps.len();
    let (forward, back) = (all(&|step| step.ranks > 0), all(&|step| step.ranks < 0));
    if short == 0 {
        let name = |step: &Step| match (step.files.signum(), step.ranks.signum()) {
            (0, 1) => "forward",
            (0, _) => "back",
            (1, _) => "right",
            _ => "left",
        };
        let mut names: Vec<&str> = steps.iter().map(name).collect();
        if names.contains(&"left") && names.contains(&"right") {
            names.retain(|name| !["left", "right"].contains(name));
            names.push("sideways");
        }
        let order = ["forward", "back", "left", "right", "sideways"];
        let names: Vec<String> =
            order.iter().filter(|name| names.contains(name)).map(|&name| name.to_owned()).collect();
        return format!(" {}", listed(&names, "or"));
    }
    if count == half && (forward || back) {
        return if forward { " forward" } else { " back" }.to_owned();
    }
    if count == half && (all(&|step| step.files > 0) || all(&|step| step.files < 0)) {
        return if all(&|step| step.files > 0) { " to the right" } else { " to the left" }
            .to_owned();
    }
    let one = |step: &Step| {
        let aside = if step.files > 0 { "right" } else { "left" };
        let ahead = if step.ranks > 0 { "forward" } else { "back" };
        if short == long {
            format!("{ahead} {aside}")
        } else {
            format!("{} {ahead} and {} {aside}", step.ranks.abs(), step.files.abs())
        }
    };
    let names: Vec<String> = steps.iter().rev().map(one).collect();
    if short == long {
        format!(" {}", listed(&names, "or"))
    } else {
        format!(" ({})", names.join("; "))
    }
}

/// `a, b or c`.
pub(crate) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}
