//! The list of games, made once and kept for good.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::LazyLock;

use vertumnus_core::board::{Color, Geometry};
use vertumnus_core::rules::{self, Piece, Ruleset, Variant, Visitor};

use crate::argument::text;
use crate::status::{Failure, Status, answer, shielded};

/// A kind of piece. Its number is its place in the `kinds` of its game.
#[repr(C)]
#[derive(Debug)]
pub struct Kind {
    /// The name that people use: `Knight`.
    pub name: *const c_char,
    /// The letters that stand for it, in upper case: `N`, or `RN` for a compound.
    pub token: *const c_char,
    /// A white piece as the FEN writes it, a compound in braces: `N`, `{RN}`.
    pub white: *const c_char,
    /// A black piece as the FEN writes it: `n`, `{rn}`. Move texts name what a mover becomes so.
    pub black: *const c_char,
    /// Whether it is a king, with or without further powers.
    pub is_royal: bool,
}

/// A game. Squares are numbered from 0, a1, along the first rank, then along the second, and so on;
/// holes are counted too.
#[repr(C)]
#[derive(Debug)]
pub struct Game {
    /// The name that selects it: `morphing`.
    pub name: *const c_char,
    /// The name that people use: `Morphing Chess IV`.
    pub title: *const c_char,
    /// The start position.
    pub start_fen: *const c_char,
    /// How many files the board has, holes included.
    pub files: u8,
    /// How many ranks the board has, holes included.
    pub ranks: u8,
    /// For each of the `files * ranks` squares whether it is a hole, no square of the board.
    pub holes: *const bool,
    /// How many kinds of pieces there are.
    pub kind_count: usize,
    /// The kinds of pieces.
    pub kinds: *const Kind,
}

/// The games as C has them.
struct Games(Vec<Game>);

// SAFETY: what the pointers point to lasts for good and is never changed.
unsafe impl Send for Games {}
// SAFETY: likewise.
unsafe impl Sync for Games {}

static GAMES: LazyLock<Games> =
    LazyLock::new(|| Games(Variant::ALL.iter().map(|game| game.visit(Describe)).collect()));

/// A text that lasts for good.
fn lasting(text: impl Into<String>) -> *const c_char {
    CString::new(text.into()).unwrap_or_default().into_raw()
}

struct Describe;

impl Visitor for Describe {
    type Output = Game;

    fn visit<R: Ruleset>(self) -> Game {
        let (files, ranks) = (R::Geometry::SHAPE.files, R::Geometry::SHAPE.ranks);
        let is_hole = |rank, file| R::Geometry::square(file, rank).is_none();
        let holes: Vec<bool> = (0..ranks.into())
            .flat_map(|rank| (0..files.into()).map(move |file| is_hole(rank, file)))
            .collect();
        let kinds: Vec<Kind> = (0u8..)
            .zip(R::KINDS)
            .map(|(number, info)| {
                let token = |color| lasting(R::token(Piece::new(rules::Kind::new(number), color)));
                Kind {
                    name: lasting(info.name),
                    token: lasting(info.token),
                    white: token(Color::White),
                    black: token(Color::Black),
                    is_royal: info.royal,
                }
            })
            .collect();
        Game {
            name: lasting(R::NAME),
            title: lasting(R::TITLE),
            start_fen: lasting(R::START),
            files,
            ranks,
            holes: holes.leak().as_ptr(),
            kind_count: kinds.len(),
            kinds: kinds.leak().as_ptr(),
        }
    }
}

/// The game of a variant.
pub(crate) fn game(variant: Variant) -> Option<&'static Game> {
    GAMES.0.get(Variant::ALL.iter().position(|&known| known == variant)?)
}

/// The variant of a name.
pub(crate) fn variant(name: &str) -> Result<Variant, Failure> {
    name.parse().map_err(|error| Failure::new(Status::UnknownGame, format!("{error}")))
}

/// How many games the library knows.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_game_count() -> usize {
    Variant::ALL.len()
}

/// A game by its number, from 0; null if there is none. The game is the library's and lasts as long
/// as the program.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_game_at(index: usize) -> *const Game {
    shielded(ptr::null(), || GAMES.0.get(index).map_or(ptr::null(), ptr::from_ref))
}

/// A game by its name, or by another name that is known for it; null, with a message, if there is
/// none. The game is the library's and lasts as long as the program.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_game_named(name: *const c_char) -> *const Game {
    let mut found = ptr::null();
    answer(|| {
        // SAFETY: the caller's.
        let variant = variant(unsafe { text(name, "the name") }?)?;
        found = game(variant).map_or(ptr::null(), ptr::from_ref);
        Ok(())
    });
    found
}
