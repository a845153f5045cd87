//! What a person can do with the mouse: which squares the GUI marks while a piece is lifted, and
//! which pieces it offers to choose from.

use vertumnus_core::board::Square;
use vertumnus_core::dialect::{Dialect, Path};
use vertumnus_core::game::{Describe, MoveView};
use vertumnus_core::position::write_rows;

/// What a mark on a square means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// A piece disappears there, or has disappeared though the screen still shows it.
    Victim,
    /// The move ends here.
    Quiet,
    Capture,
    /// The move ends here, and the mover becomes one other piece.
    Change,
    /// The move ends here, and there is a choice of what the mover becomes.
    Choice,
    /// The mover captures here and goes on.
    Stop,
}

impl Mark {
    const fn letter(self) -> Option<char> {
        match self {
            Self::None => None,
            Self::Victim => Some('g'),
            Self::Quiet => Some('Y'),
            Self::Capture => Some('R'),
            Self::Change => Some('B'),
            Self::Choice => Some('M'),
            Self::Stop => Some('C'),
        }
    }
}

/// The piece that is lifted: where it came from, and where it has captured on its way.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    way: Vec<Square>,
    /// The square on which it was put last.
    put: Option<Square>,
}

/// The legal moves of the position, with their paths on the GUI's board.
pub(super) struct Choices<'a> {
    moves: Vec<(&'a MoveView, Path)>,
    dialect: &'a Dialect,
    game: &'a dyn Describe,
    relics: &'a [Square],
}

/// The marks of pieces that are gone, in the form of a FEN's board.
pub(super) fn marks_of_relics(relics: &[Square], game: &dyn Describe) -> String {
    write_marks(game, |square| if relics.contains(&square) { Mark::Victim } else { Mark::None })
}

/// Marks of all squares in the form of a FEN's board.
fn write_marks(game: &dyn Describe, mark: impl Fn(Square) -> Mark) -> String {
    let (files, ranks) = game.dimensions();
    let squares: Vec<Square> = (0..files * ranks).map(Square::new).collect();
    write_rows(&squares, files, |&square| mark(square).letter().map(String::from))
}

impl Hand {
    /// A piece is lifted, or goes on from a square where it has captured on its way.
    pub(super) fn lift(&mut self, square: Square, choices: &Choices<'_>) {
        let is_put_here = self.put.take() == Some(square);
        if !(is_put_here && choices.go_on(&self.way, square)) {
            self.way.clear();
        }
        self.way.push(square);
    }

    /// The piece is put on a square: the letters to choose from, if it stays there and changes.
    pub(super) fn put(&mut self, square: Square, choices: &Choices<'_>) -> Option<String> {
        self.put = Some(square);
        if choices.mark(&self.way, square, None) == Mark::Stop {
            return None;
        }
        let ending = choices.ending(&self.way, square);
        let letter = |(mv, path): &(&MoveView, &Path)| {
            path.letter.unwrap_or_else(|| choices.dialect.ending(mv.mover))
        };
        let changes = ending.iter().any(|(_, path)| path.letter.is_some());
        // XBoard begins with the first, and finds no piece of the letter `+`.
        let marks_last = |letter: &char| *letter == '+';
        let letters = ending.iter().map(letter);
        let (marks, letters): (Vec<char>, Vec<char>) = letters.partition(marks_last);
        changes.then(|| letters.into_iter().chain(marks).collect())
    }

    /// The marks for the lifted piece.
    pub(super) fn marks(&self, choices: &Choices<'_>) -> String {
        choices.marks(&self.way, None)
    }

    /// The marks when the mouse comes to a square: also where pieces would disappear by going
    /// there.
    pub(super) fn marks_over(&self, square: Square, choices: &Choices<'_>) -> String {
        choices.marks(&self.way, Some(square))
    }
}

impl<'a> Choices<'a> {
    pub(super) fn new(
        moves: &'a [MoveView],
        dialect: &'a Dialect,
        game: &'a dyn Describe,
        relics: &'a [Square],
    ) -> Self {
        let expressed = moves.iter().filter(|mv| dialect.can_express(mv, moves));
        let moves = expressed.map(|mv| (mv, dialect.path(mv))).collect();
        Self { moves, dialect, game, relics }
    }

    /// Whether a move goes this way, by this square, and then on.
    fn go_on(&self, way: &[Square], square: Square) -> bool {
        let next = [way, &[square]].concat();
        self.moves
            .iter()
            .any(|(_, path)| path.squares.len() > next.len() && path.squares.starts_with(&next))
    }

    /// The moves that go this way and end on a square, which may be the last of the way.
    fn ending(&self, way: &[Square], square: Square) -> Vec<(&MoveView, &Path)> {
        let came_to_end = way.len() > 1 && way.last() == Some(&square);
        let mut whole = way.to_vec();
        if !came_to_end {
            whole.push(square);
        }
        let ends = |path: &Path| path.squares == whole;
        self.moves.iter().filter(|(_, path)| ends(path)).map(|(mv, path)| (*mv, path)).collect()
    }

    fn mark(&self, way: &[Square], square: Square, over: Option<Square>) -> Mark {
        if self.go_on(way, square) {
            return Mark::Stop;
        }
        match &self.ending(way, square)[..] {
            [] => {
                let ending = over.map(|over| self.ending(way, over)).unwrap_or_default();
                let loses =
                    |mv: &MoveView| mv.stops.iter().chain(&mv.removed).any(|&s| s == square);
                let is_gone = self.relics.contains(&square);
                if is_gone || ending.iter().any(|(mv, _)| loses(mv)) {
                    Mark::Victim
                } else {
                    Mark::None
                }
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
    fn marks(&self, way: &[Square], over: Option<Square>) -> String {
        write_marks(self.game, |square| self.mark(way, square, over))
    }
}
