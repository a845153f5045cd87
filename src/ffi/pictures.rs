//! Pictures of boards and pieces, as SVG.

use std::ffi::c_char;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{self, Session};
use vertumnus_core::rules::{Kind, Piece};
use vertumnus_pictures::{self as pictures, Figure, Options, SIDE, Theme};

use crate::argument::{list, optional, put_text, text};
use crate::games;
use crate::handle::{self, Position};
use crate::status::{Failure, Status, answer};

/// A mark: a dot, as where a piece can go.
pub const MARK_TARGET: u8 = 0;

/// A mark: a ring round a piece, as where it can be captured.
pub const MARK_CAPTURE: u8 = 1;

/// A mark: a tinted square, as of a zone.
pub const MARK_ZONE: u8 = 2;

/// A mark: a red square, as of a king in check.
pub const MARK_DANGER: u8 = 3;

/// The largest width of a square of a picture, in pixels.
pub const MOST_PIXELS: u32 = 1024;

/// A mark on a square of a picture.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The square. It may have several marks.
    pub square: u8,
    /// One of the numbers `VERTUMNUS_MARK_...`.
    pub mark: u8,
}

/// An arrow in a picture.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// The square where it begins.
    pub from: u8,
    /// The square where it ends.
    pub to: u8,
}

/// How a board is drawn.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Whether Black is at the bottom.
    pub is_flipped: bool,
    /// Whether the colors are for dark pages.
    pub is_dark: bool,
    /// Whether files and ranks have their letters and digits.
    pub has_coordinates: bool,
    /// Whether the squares of the last move are tinted, if a move was made since the position was
    /// set up.
    pub has_last_move: bool,
    /// The width of a square in pixels, at most `VERTUMNUS_MOST_PIXELS`; 45 if it is 0.
    pub pixels: u32,
    /// The marks.
    pub marks: *const Mark,
    /// The number of marks.
    pub mark_count: usize,
    /// The arrows.
    pub arrows: *const Arrow,
    /// The number of arrows.
    pub arrow_count: usize,
}

fn bad(message: impl Into<String>) -> Failure {
    Failure::new(Status::BadPicture, message)
}

/// The square with this number.
fn square(session: &dyn Session, number: u8) -> Result<Square, Failure> {
    let square = usize::from(number) < session.shape().cells();
    let square = square.then(|| Square::new(number)).filter(|&square| session.shape().has(square));
    square.ok_or_else(|| bad(format!("the board has no square {number}")))
}

fn mark(session: &dyn Session, mark: Mark) -> Result<(Square, pictures::Mark), Failure> {
    let known = match mark.mark {
        MARK_TARGET => pictures::Mark::Target,
        MARK_CAPTURE => pictures::Mark::Capture,
        MARK_ZONE => pictures::Mark::Zone,
        MARK_DANGER => pictures::Mark::Danger,
        other => return Err(bad(format!("there is no mark {other}"))),
    };
    Ok((square(session, mark.square)?, known))
}

fn theme(is_dark: bool) -> Theme {
    if is_dark { Theme::Dark } else { Theme::Light }
}

impl Picture {
    fn options(
        self,
        session: &dyn Session,
        marks: &[Mark],
        arrows: &[Arrow],
    ) -> Result<Options, Failure> {
        if self.pixels > MOST_PIXELS {
            let message = format!("a square has at most {MOST_PIXELS} pixels, not {}", self.pixels);
            return Err(bad(message));
        }
        let arrow = |arrow: &Arrow| Ok((square(session, arrow.from)?, square(session, arrow.to)?));
        Ok(Options {
            bottom: if self.is_flipped { Color::Black } else { Color::White },
            theme: theme(self.is_dark),
            coordinates: self.has_coordinates,
            last_move: if self.has_last_move { Options::last_move_of(session) } else { Vec::new() },
            marks: marks.iter().map(|&given| mark(session, given)).collect::<Result<_, _>>()?,
            arrows: arrows.iter().map(arrow).collect::<Result<_, Failure>>()?,
            pixels: if self.pixels == 0 { SIDE } else { self.pixels },
        })
    }
}

/// Writes a picture of the board, an SVG document, to `buffer`, which has `size` bytes, and its
/// length without the zero byte at its end to `length`. One of the two may be null; if `buffer` is,
/// only the length is written.
///
/// If `picture` is null, White is at the bottom, the colors are for light pages, there are
/// coordinates, and the last move is tinted. A picture that names a square that the board does not
/// have, or an unknown mark, is refused.
///
/// # Safety
/// `picture` is null or points to a picture whose lists are null or have as many items as it says;
/// `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_svg(
    position: *const Position,
    picture: *const Picture,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let picture = unsafe { optional(picture) };
        let svg = handle::read(position, |session| {
            let Some(picture) = picture else {
                let last_move = Options::last_move_of(session);
                return Ok(pictures::board(session, &Options { last_move, ..Options::default() }));
            };
            // SAFETY: the caller promises it.
            let marks = unsafe { list(picture.marks, picture.mark_count, "the marks") }?;
            // SAFETY: the caller promises it.
            let arrows = unsafe { list(picture.arrows, picture.arrow_count, "the arrows") }?;
            Ok(pictures::board(session, &picture.options(session, marks, arrows)?))
        })?;
        // SAFETY: the caller promises it.
        unsafe { put_text(&svg, buffer, size, length) }
    })
}

/// The game of this name, at its start.
///
/// # Safety
/// `game` is null or a text that ends with a zero byte.
unsafe fn at_start(game: *const c_char) -> Result<Box<dyn Session>, Failure> {
    // SAFETY: the caller promises it.
    let name = unsafe { text(game, "the game") }?;
    Ok(game::session(games::variant(name)?))
}

/// Writes a picture of a piece on a board with White at the bottom, an SVG document without a size of
/// its own, to `buffer`, which has `size` bytes, and its length without the zero byte at its end to
/// `length`. One of the two may be null; if `buffer` is, only the length is written.
///
/// `piece` is twice the number of the piece's kind in the game, plus 1 if the piece is black.
///
/// # Safety
/// `game` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes;
/// `length` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_piece_svg(
    game: *const c_char,
    piece: u8,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let session = unsafe { at_start(game) }?;
        let drawn = (usize::from(piece / 2) < session.kinds().len())
            .then(|| Piece::new(Kind::new(piece / 2), Color::ALL[usize::from(piece % 2)]))
            .and_then(|piece| Some((Figure::of_kind(&*session, piece.kind())?, piece.color())));
        let (figure, color) = drawn.ok_or_else(|| bad(format!("the game has no piece {piece}")))?;
        // SAFETY: the caller promises it.
        unsafe { put_text(&pictures::picture(&figure, color), buffer, size, length) }
    })
}

/// Writes a picture of all pieces of a game, an SVG document, to `buffer`, which has `size` bytes,
/// and its length without the zero byte at its end to `length`. One of the two may be null; if
/// `buffer` is, only the length is written.
///
/// # Safety
/// `game` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes;
/// `length` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_chart_svg(
    game: *const c_char,
    is_dark: bool,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it.
        let session = unsafe { at_start(game) }?;
        // SAFETY: the caller promises it.
        unsafe { put_text(&pictures::chart(&*session, theme(is_dark)), buffer, size, length) }
    })
}
