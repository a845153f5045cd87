//! How much a request may ask for.

/// The longest request, in bytes.
pub(super) const REQUEST: usize = 1 << 20;

/// The longest name, FEN or typed move, in bytes.
pub(super) const TEXT: usize = 1000;

/// The most moves of a game.
pub(super) const MOVES: usize = 2000;

/// The most figures, marks, arrows or pieces of one request.
pub(super) const ITEMS: usize = 1000;

/// The most games that are read from one text.
pub(super) const GAMES: usize = 200;

/// The most moves that are read from one text.
pub(super) const PLIES: usize = 20_000;

/// The most leaves that are counted, about.
pub(super) const LEAVES: u64 = 50_000_000;

/// The longest message of a refusal, in characters.
pub(super) const MESSAGE: usize = 300;
