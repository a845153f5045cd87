//! What keeps a definition from being played.

use thiserror::Error;

/// Bytes after which no further game is made: files that strangers wrote may have many games, and large ones.
pub(super) const MOST_BYTES: usize = 32 << 20;

/// What keeps a definition from being played by these rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// The board has too many cells for sets of this width.
    #[error("the board has {0} cells, more than {1}")]
    Cells(usize, usize),
    /// The board is wider or higher than tables and names of squares reach.
    #[error("the board has {0} files and {1} ranks: more than 16 and 10")]
    Size(u8, u8),
    /// There are more ways of moving than a game has room for.
    #[error("the game has more than {0} ways of moving")]
    Ways(usize),
    /// There are more ways to be pinned than there is room for.
    #[error("the game has pieces that ride along more than {0} kinds of lines")]
    Pins(usize),
    /// A piece goes over others in another way than can be looked up.
    #[error(
        "the {0} goes over pieces, but not along all of a rook's or all of a bishop's lines of the whole board"
    )]
    Over(String),
    /// The path of a flight is longer than a move has room for.
    #[error("the {0} flies on a board with more than 9 files or ranks")]
    Flight(String),
    /// A flight would have a choice at each of its captures.
    #[error("the {0} flies, and captures leave a choice of what a piece becomes")]
    Branches(String),
    /// A flight of several captures could end before its target.
    #[error("the {0} flies, and captures take pieces off the board that make them")]
    Vanishes(String),
    /// What a flight takes on its way could lend.
    #[error("pieces fly, and pieces lend one another their moves")]
    Loans,
    /// What a flight takes on its way could go with what vanishes where it lands.
    #[error("pieces fly, and moves take away more than they capture")]
    Annihilations,
    /// What a flight takes on its way could change what pieces do to enemies.
    #[error("pieces fly, and pieces change sides or do something to enemies in their zones")]
    Contacts,
    /// What a king goes over and needs as a hurdle would depend on what the enemy guards.
    #[error(
        "the {0} is a king that passes safe squares alone, and hops or makes leaps that can be blocked"
    )]
    RoyalHops(String),
    /// A way of moving has more directions than a table.
    #[error("the {0} rides in too many directions at once")]
    Directions(String),
    /// Captures, promotions and squares can make more of a piece than a move's list has room for.
    #[error("the {0} can become more than {1} kinds by one move")]
    Outcomes(String, usize),
    /// There are more kinds of pieces than a move can tell apart.
    #[error("the game has {0} kinds of pieces, more than 127")]
    Kinds(usize),
    /// A token has more letters than are looked at.
    #[error("the letters {0} are more than eight for one piece")]
    Token(String),
    /// The process has as many written games as it can have.
    #[error("this process has read 256 games, and can read no more")]
    Games,
    /// The written games of the process take as much memory as they may.
    #[error("the games that this process has read take {} MB, and it can read no more", MOST_BYTES >> 20)]
    Memory,
    /// No text would tell two castling moves apart.
    #[error("two castling moves of a side lead the king to the same square")]
    SameCastling,
}
