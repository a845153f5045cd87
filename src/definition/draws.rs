//! What ends a game that no piece has won, and what such an end is worth.

use crate::{ByColor, Color, Kind, Region};

/// What an event is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Value {
    /// What it is worth for the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }
}

/// How a game ends without a winner, and what that is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    /// What the repetition of a position is.
    pub repetition: Repetition,
    /// Who loses by chasing; `None` if nobody does.
    pub chase: Option<Chase>,
    /// After how many moves of each side without a restart of the clock the game is a draw; 0 for never.
    pub move_limit: u16,
    /// How a side with few pieces counts the moves to a draw; `None` if it does not.
    pub counting: Option<Counting>,
    /// Whether the game is a draw when the board is full.
    pub full_board: bool,
    /// What draws are in truth, if material is counted then.
    pub material: Option<Material>,
}

impl Default for Draws {
    /// As in chess.
    fn default() -> Self {
        Self {
            repetition: Repetition::draw(3),
            chase: None,
            move_limit: 50,
            counting: None,
            full_board: false,
            material: None,
        }
    }
}

/// What the repetition of a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// At which occurrence of the position the game ends; 0 for never.
    pub count: u8,
    /// What it is for the side to move, if nothing below says otherwise.
    pub value: Value,
    /// Whether `value` is what it is for White, whoever is to move.
    pub for_white: bool,
    /// Whether a side has lost by it that has given check with each of its moves since the first of these occurrences,
    /// if the other has not done so too, which makes it a draw.
    pub perpetual_check: bool,
}

/// A side that has [chased](https://en.wikipedia.org/wiki/Xiangqi#Repetition) one and the same piece with each of its
/// moves has lost by a repetition, if the other has not done so too, which makes it a draw; and if nobody has checked
/// perpetually. These are the pieces of Xiangqi by what they chase, by the rules of the Asian Xiangqi Federation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// What all others below chase even if it is protected.
    pub rooks: Vec<Kind>,
    /// They chase rooks so.
    pub cannons: Vec<Kind>,
    /// They, too.
    pub horses: Vec<Kind>,
    /// They chase rooks, cannons and horses so.
    pub elephants: Vec<Kind>,
    /// They, too.
    pub advisors: Vec<Kind>,
    /// They chase nothing, as kings do not.
    pub soldiers: Vec<Kind>,
    /// Where soldiers are chased.
    pub crossed: ByColor<Region>,
}

impl Chase {
    /// Whether a piece of a kind can chase by an attack that another piece of its side opens.
    pub fn discovers(&self, kind: Kind) -> bool {
        let riders = [&self.rooks, &self.cannons, &self.horses, &self.elephants];
        riders.iter().any(|kinds| kinds.contains(&kind))
    }
}

impl Repetition {
    /// A draw at this occurrence.
    pub const fn draw(count: u8) -> Self {
        Self { count, value: Value::Draw, for_white: false, perpetual_check: false }
    }

    /// Whether a side can win by it.
    pub const fn decides(self) -> bool {
        !matches!(self.value, Value::Draw) || self.perpetual_check
    }
}

/// What a draw by the clock, repetition, stalemate, passes, facing kings or a full board is in truth:
/// the side wins whose pieces on the board are worth more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// `[kind]`: what a piece is worth.
    pub points: Vec<u8>,
    /// What Black has in advance, in half points. With an odd number there is no draw.
    pub handicap: i8,
}

impl Material {
    /// Who has more, by what each side's pieces are worth; `None` if it is even.
    pub fn winner(&self, [white, black]: [i32; 2]) -> Option<Color> {
        match 2 * (white - black) - i32::from(self.handicap) {
            1.. => Some(Color::White),
            0 => None,
            ..0 => Some(Color::Black),
        }
    }
}

/// A side that has few pieces counts the moves, and has a draw when a limit is passed.
///
/// What is asked in a position is the *limit of a side*, see [`limit`](Self::limit). The count begins with the first
/// move after which the side to move has one. It begins again, with a new limit, when that side has a bare king after
/// a capture or the promotion of a pawn, and when a bare king takes the last pawn itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// While there are pawns, a bare king does not count.
    pub pawns: Vec<Kind>,
    /// The count of a side that still has other pieces than its king; `None` if only bare kings count.
    pub board: Option<BoardCount>,
    /// The count of a bare king: the limit in moves if the other side has at least so many of these pieces. The first
    /// that fits.
    pub bare: Vec<(Vec<Kind>, u8, u8)>,
    /// The limit for a bare king if none fits; 0 for none.
    pub otherwise: u8,
    /// Whether the count of a bare king begins with the number of all pieces, and a bare king begins it again by taking
    /// the last pawn. Else it begins with 0.
    pub from_pieces: bool,
}

/// The count of a side that has more than its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardCount {
    /// How many pieces it may have at most.
    pub most: u8,
    /// Whether there may be pawns.
    pub with_pawns: bool,
    /// The limit in moves.
    pub limit: u8,
}

/// What is on the board, for [`Counting`].
pub trait Census {
    /// How many pieces a side has.
    fn men(&self, color: Color) -> usize;

    /// How many of these.
    fn of(&self, color: Color, kinds: &[Kind]) -> usize;
}

/// A count that has begun, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The limit; 0 if no count has begun.
    pub limit: u8,
    /// How far it has come.
    pub plies: u8,
}

impl Counting {
    /// In how many moves a side has a draw if it begins to count; 0 if it may not count.
    pub fn limit(&self, pieces: &impl Census, side: Color) -> u8 {
        let men = pieces.men(side);
        let has_pawns = Color::ALL.iter().any(|&color| pieces.of(color, &self.pawns) > 0);
        if men > 1 {
            let fits = |count: &BoardCount| {
                men <= usize::from(count.most) && (count.with_pawns || !has_pawns)
            };
            let count = self.board.filter(|count| fits(count) && pieces.men(!side) > 1);
            return count.map_or(0, |count| count.limit);
        }
        if has_pawns || pieces.men(!side) == 1 {
            return 0;
        }
        let has = |(kinds, least, _): &&(Vec<Kind>, u8, u8)| {
            pieces.of(!side, kinds) >= usize::from(*least)
        };
        self.bare.iter().find(has).map_or(self.otherwise, |&(.., limit)| limit)
    }

    /// The count after a move, which took a pawn or anything, or was a pawn's promotion.
    pub fn after(
        &self,
        count: Count,
        pieces: &impl Census,
        side_to_move: Color,
        event: Event,
    ) -> Count {
        let mut count = match count.limit {
            0 => count,
            _ => Count { plies: count.plies.saturating_add(1), ..count },
        };
        let all = || {
            let men = pieces.men(Color::White) + pieces.men(Color::Black);
            u8::try_from(2 * men).unwrap_or(u8::MAX)
        };
        let mover = !side_to_move;
        if self.from_pieces && event == Event::TookPawn && pieces.men(mover) == 1 {
            let limit = self.limit(pieces, mover);
            if limit > 0 {
                count = Count { limit: 2 * limit, plies: all() - 1 };
            }
        }
        let is_bare = pieces.men(side_to_move) == 1;
        if count.limit == 0 || event != Event::None && is_bare {
            let limit = self.limit(pieces, side_to_move);
            if limit > 0 {
                let plies = if self.from_pieces && is_bare { all() } else { 0 };
                count = Count { limit: 2 * limit, plies };
            }
        }
        count
    }
}

impl Count {
    /// Whether the limit is passed.
    pub const fn is_over(self) -> bool {
        self.limit > 0 && self.plies > self.limit
    }
}

/// What of a move a [`Count`] takes note of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing.
    None,
    /// A capture, or the promotion of a pawn.
    Other,
    /// The capture of a pawn.
    TookPawn,
}
