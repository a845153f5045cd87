//! The list of games, which is made once and never freed.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::LazyLock;

use vertumnus_core::board::Color;
use vertumnus_core::game;
use vertumnus_core::position::Cell;
use vertumnus_core::rules::{self, Piece, Variant};

use crate::argument::text;
use crate::fork;
use crate::status::{Failure, Status, answer, shielded};

/// A kind of piece. Its number is its index in the `kinds` of its game.
#[repr(C)]
#[derive(Debug)]
pub struct Kind {
    /// The name that people use: `Knight`.
    pub name: *const c_char,
    /// The letters of its token, in upper case: `N`, or `RN` for a compound.
    pub token: *const c_char,
    /// A white piece as the FEN writes it, a compound in braces: `N`, `{RN}`.
    pub white: *const c_char,
    /// A black piece as the FEN writes it: `n`, `{rn}`. Move texts name what the mover becomes like
    /// this.
    pub black: *const c_char,
    /// Whether it is a king, with or without additional powers.
    pub is_royal: bool,
}

/// A game. Squares are numbered from 0, which is a1, along the first rank, then along the second,
/// and so on. Holes have numbers too.
#[repr(C)]
#[derive(Debug)]
pub struct Game {
    /// The name that selects the game: `morphing`.
    pub name: *const c_char,
    /// The name that people use: `Morphing Chess IV`.
    pub title: *const c_char,
    /// The FEN of the start position.
    pub start_fen: *const c_char,
    /// The number of files, holes included.
    pub files: u8,
    /// The number of ranks, holes included.
    pub ranks: u8,
    /// For each of the `files * ranks` squares whether it is a hole, which is not part of the
    /// board.
    pub holes: *const bool,
    /// The number of kinds of pieces.
    pub kind_count: usize,
    /// The kinds of pieces.
    pub kinds: *const Kind,
}

/// The games as C has them.
struct Games(Vec<Game>);

// SAFETY: what the pointers point to is never freed or changed.
unsafe impl Send for Games {}
// SAFETY: likewise.
unsafe impl Sync for Games {}

fn games() -> &'static [Game] {
    static GAMES: LazyLock<Games> =
        LazyLock::new(|| Games(Variant::ALL.iter().map(|&variant| describe(variant)).collect()));

    let _call = fork::hold_off();
    &GAMES.0
}

/// A text that is never freed.
fn lasting(text: impl Into<String>) -> *const c_char {
    CString::new(text.into()).unwrap_or_default().into_raw()
}

/// A game as C has it.
fn describe(variant: Variant) -> Game {
    let game = game::session(variant);
    let (files, ranks) = game.dimensions();
    let holes: Vec<bool> = game.cells().iter().map(|&cell| cell == Cell::Hole).collect();
    let kind = |(number, info): (u8, &rules::KindInfo)| {
        let token = |color| lasting(game.token(Piece::new(rules::Kind::new(number), color)));
        Kind {
            name: lasting(info.name),
            token: lasting(info.token),
            white: token(Color::White),
            black: token(Color::Black),
            is_royal: info.royal,
        }
    };
    let kinds: Vec<Kind> = (0..).zip(game.kinds()).map(kind).collect();
    Game {
        name: lasting(variant.name()),
        title: lasting(game.title()),
        start_fen: lasting(game.start_fen()),
        files,
        ranks,
        holes: holes.leak().as_ptr(),
        kind_count: kinds.len(),
        kinds: kinds.leak().as_ptr(),
    }
}

/// The game of a variant.
pub(crate) fn game(variant: Variant) -> Option<&'static Game> {
    games().get(Variant::ALL.iter().position(|&known| known == variant)?)
}

/// The variant of a name.
pub(crate) fn variant(name: &str) -> Result<Variant, Failure> {
    let unknown = || Failure::new(Status::UnknownGame, format!("unknown game '{name}'"));
    Variant::named(name).ok_or_else(unknown)
}

/// The number of games.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_game_count() -> usize {
    Variant::ALL.len()
}

/// The game with this number, from 0; null if there is none. The game belongs to the library and is
/// never freed.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_game_at(index: usize) -> *const Game {
    shielded(ptr::null(), || games().get(index).map_or(ptr::null(), ptr::from_ref))
}

/// The game with this name or alias; null, with a message, if there is none. The game belongs to
/// the library and is never freed.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_game_named(name: *const c_char) -> *const Game {
    let mut found = ptr::null();
    answer(|| {
        // SAFETY: the caller promises it.
        let variant = variant(unsafe { text(name, "the name") }?)?;
        found = game(variant).map_or(ptr::null(), ptr::from_ref);
        Ok(())
    });
    found
}
