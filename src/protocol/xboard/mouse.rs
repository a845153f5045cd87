//! What a person may do with the mouse: which squares the GUI marks while a piece is in the hand, and
//! which pieces it offers to choose from.

use vertumnus_core::dialect::{Dialect, Path};
use vertumnus_core::position::MoveParts;

/// What a mark on a square tells the GUI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// Something disappears there.
    Victim,
    /// The move ends here.
    Quiet,
    Capture,
    /// It ends here, and the mover changes in one way.
    Change,
    /// It ends here, and there is a choice.
    Choice,
    /// It captures here and goes on.
    Stop,
}

impl Mark {
    const fn letter(self) -> char {
        match self {
            Self::None => ' ',
            Self::Victim => 'g',
            Self::Quiet => 'Y',
            Self::Capture => 'R',
            Self::Change => 'B',
            Self::Choice => 'M',
            Self::Stop => 'C',
        }
    }
}

/// The piece in the hand: where it was taken up, and where it has captured on its way.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    way: Vec<String>,
    /// Where it was put last.
    put: Option<String>,
}

/// The legal moves of the position on the GUI's board, as it shows them.
pub(super) struct Choices<'a> {
    moves: Vec<(&'a MoveParts, Path)>,
    dialect: &'a Dialect,
    dimensions: (u8, u8),
}

impl Hand {
    /// A piece is taken up, or goes on from a square where it has captured on its way.
    pub(super) fn lift(&mut self, square: &str, choices: &Choices<'_>) {
        let goes_on = self.put.take().is_some_and(|put| put == square) && {
            let way: Vec<&str> = self.way.iter().map(String::as_str).chain([square]).collect();
            choices
                .moves
                .iter()
                .any(|(_, path)| begins_with(path, &way) && path.squares.len() > way.len())
        };
        if !goes_on {
            self.way.clear();
        }
        self.way.push(square.to_owned());
    }

    /// The piece is put on a square: the letters to choose from there, if it stays there and changes.
    pub(super) fn put(&mut self, square: &str, choices: &Choices<'_>) -> Option<String> {
        self.put = Some(square.to_owned());
        if choices.mark(&self.way, square, None) == Mark::Stop {
            return None;
        }
        let ending = choices.ending(&self.way, square);
        let letter = |(mv, path): &(&MoveParts, &Path)| {
            path.letter.unwrap_or_else(|| choices.dialect.letter(mv.mover))
        };
        let changes = ending.iter().any(|(_, path)| path.letter.is_some());
        changes.then(|| ending.iter().map(letter).collect())
    }

    /// The marks for the piece in the hand.
    pub(super) fn marks(&self, choices: &Choices<'_>) -> String {
        choices.marks(&self.way, None)
    }

    /// The marks when the mouse comes to a square: what would disappear by going there shows too.
    pub(super) fn marks_over(&self, square: &str, choices: &Choices<'_>) -> String {
        choices.marks(&self.way, Some(square))
    }
}

fn begins_with(path: &Path, way: &[&str]) -> bool {
    path.squares.len() >= way.len() && path.squares.iter().zip(way).all(|(a, b)| a == b)
}

impl<'a> Choices<'a> {
    pub(super) fn new(moves: &'a [MoveParts], dialect: &'a Dialect, dimensions: (u8, u8)) -> Self {
        let expressed = moves.iter().filter(|mv| dialect.can_express(mv, moves));
        let moves = expressed.map(|mv| (mv, dialect.path(mv))).collect();
        Self { moves, dialect, dimensions }
    }

    /// The moves that go this way and end on a square: also those that end where the way has come to.
    fn ending(&self, way: &[String], square: &str) -> Vec<(&MoveParts, &Path)> {
        let came_to_end = way.len() > 1 && way.last().is_some_and(|last| last == square);
        let mut whole: Vec<&str> = way.iter().map(String::as_str).collect();
        if !came_to_end {
            whole.push(square);
        }
        let ends = |path: &Path| path.squares == whole;
        self.moves.iter().filter(|(_, path)| ends(path)).map(|(mv, path)| (*mv, path)).collect()
    }

    fn mark(&self, way: &[String], square: &str, over: Option<&str>) -> Mark {
        let mut next: Vec<&str> = way.iter().map(String::as_str).collect();
        next.push(square);
        let goes_on = |path: &Path| begins_with(path, &next) && path.squares.len() > next.len();
        if self.moves.iter().any(|(_, path)| goes_on(path)) {
            return Mark::Stop;
        }
        match &self.ending(way, square)[..] {
            [] => {
                let ending = over.map(|over| self.ending(way, over)).unwrap_or_default();
                let loses =
                    |mv: &MoveParts| mv.stops.iter().chain(&mv.removed).any(|s| s == square);
                if ending.iter().any(|(mv, _)| loses(mv)) { Mark::Victim } else { Mark::None }
            }
            [(mv, path)] if path.letter.is_none() => {
                let takes = mv.is_capture || !mv.stops.is_empty() || !mv.removed.is_empty();
                if takes { Mark::Capture } else { Mark::Quiet }
            }
            [_] => Mark::Change,
            _ => Mark::Choice,
        }
    }

    /// The marks of all squares in the form of a FEN's board.
    fn marks(&self, way: &[String], over: Option<&str>) -> String {
        let (files, ranks) = self.dimensions;
        let rank_of_marks = |rank: u8| {
            let names =
                (b'a'..).take(files.into()).map(|file| format!("{}{rank}", char::from(file)));
            let marks: String = names.map(|name| self.mark(way, &name, over).letter()).collect();
            count_blanks(&marks)
        };
        (1..=ranks).rev().map(rank_of_marks).collect::<Vec<_>>().join("/")
    }
}

/// Runs of blanks as numbers.
fn count_blanks(marks: &str) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for mark in marks.chars().map(Some).chain([None]) {
        if mark == Some(' ') {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            text.push_str(&blanks.to_string());
            blanks = 0;
        }
        text.extend(mark);
    }
    text
}
