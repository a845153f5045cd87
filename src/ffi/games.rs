//! The games as C has them. What describes one is made once and never freed.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::{Mutex, PoisonError};

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
    /// A white piece as the FEN writes it, a compound in braces: `N`, `{RN}`, `Q~`.
    pub white: *const c_char,
    /// A black piece as the FEN writes it: `n`, `{rn}`. Move texts name what the mover becomes like
    /// this, without `~`.
    pub black: *const c_char,
    /// Whether it is a king, with or without additional powers.
    pub is_royal: bool,
    /// The number of the kind that people take it for, which moves alike: its own, unless it was promoted to
    /// that and goes into a hand as what it was. Lists of kinds for people leave such a kind out.
    pub shown: u8,
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
    /// The number of kinds that can be in hand; 0 if the game has no pieces in hand.
    pub held_count: usize,
    /// The numbers of these kinds, in the order of the FEN.
    pub held: *const u8,
}

/// The games that were described.
struct Games(Vec<(Variant, &'static Game)>);

// SAFETY: what the pointers point to is never freed or changed.
unsafe impl Send for Games {}
// SAFETY: likewise.
unsafe impl Sync for Games {}

static DESCRIBED: Mutex<Games> = Mutex::new(Games(Vec::new()));

/// The description of a game, made when it is first asked for.
pub(crate) fn described(variant: Variant) -> &'static Game {
    let _call = fork::hold_off();
    let mut games = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&(_, game)) = games.0.iter().find(|(known, _)| *known == variant) {
        return game;
    }
    let game: &'static Game = Box::leak(Box::new(describe(variant)));
    games.0.push((variant, game));
    game
}

/// The games of the library, and those that were loaded.
fn known() -> Vec<Variant> {
    let _call = fork::hold_off();
    Variant::known()
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
        let kind = rules::Kind::new(number);
        let token = |color| lasting(game.marked(Piece::new(kind, color)));
        Kind {
            name: lasting(info.name),
            token: lasting(info.token),
            white: token(Color::White),
            black: token(Color::Black),
            is_royal: info.royal,
            shown: game.shown(kind).index() as u8,
        }
    };
    let kinds: Vec<Kind> = (0..).zip(game.kinds()).map(kind).collect();
    let held: Vec<u8> = game.kinds_in_hand().iter().map(|kind| kind.index() as u8).collect();
    Game {
        name: lasting(variant.name()),
        title: lasting(game.title()),
        start_fen: lasting(game.start_fen()),
        files,
        ranks,
        holes: holes.leak().as_ptr(),
        kind_count: kinds.len(),
        kinds: kinds.leak().as_ptr(),
        held_count: held.len(),
        held: held.leak().as_ptr(),
    }
}

/// The variant of a name.
pub(crate) fn variant(name: &str) -> Result<Variant, Failure> {
    let unknown = || Failure::new(Status::UnknownGame, format!("unknown game '{name}'"));
    let _call = fork::hold_off();
    Variant::named(name).ok_or_else(unknown)
}

/// The variant of a game that the library has returned, which is known by its address alone.
pub(crate) fn variant_of(game: *const Game) -> Result<Variant, Failure> {
    if game.is_null() {
        return Err(Failure::new(Status::NullPointer, "the game is null"));
    }
    let _call = fork::hold_off();
    let games = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner);
    let found = games.0.iter().find(|(_, known)| ptr::eq(*known, game));
    let unknown = || Failure::new(Status::UnknownGame, "there is no such game");
    found.map(|&(variant, _)| variant).ok_or_else(unknown)
}

/// The number of games: those of the library, and those that were loaded, which come last.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_game_count() -> usize {
    shielded(0, || known().len())
}

/// The game with this number, from 0; null if there is none. The game belongs to the library and is
/// never freed.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_game_at(index: usize) -> *const Game {
    let game = |&variant: &Variant| ptr::from_ref(described(variant));
    shielded(ptr::null(), || known().get(index).map_or(ptr::null(), game))
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
        found = ptr::from_ref(described(variant));
        Ok(())
    });
    found
}
