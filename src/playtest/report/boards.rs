//! Boards and pieces of the report.

use std::fmt::Write as _;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{Session, session};
use vertumnus_core::rules::{Kind, Piece, Variant};
use vertumnus_pictures::{Figure, Options, SIDE, board, drawing};

/// Where `vertumnus serve` is unless it is told otherwise.
const SERVER: &str = "http://127.0.0.1:8360/";

/// The colors of squares that are not visited, light and dark, and of the most visited one.
const NOT_VISITED: [[u8; 3]; 2] = [[0xf6, 0xf1, 0xe8], [0xeb, 0xe3, 0xd6]];
const MOST_VISITED: [u8; 3] = [0xb5, 0x54, 0x1c];

/// The page of a report where it is a file of that server, in a folder of its own: its links stay there, whatever
/// the address.
pub(crate) fn on_the_server(page: &str) -> String {
    page.replace(SERVER, "../")
}

/// The start of the game of a report; `None` if this program does not have the game.
pub(super) fn start(game: &str) -> Option<Box<dyn Session>> {
    Variant::exactly(game).map(session)
}

/// The figure of a piece that a FEN writes so; `None` for an unknown one.
fn figure(start: &dyn Session, token: &str) -> Option<Figure> {
    let mut kinds = (0..start.kinds().len() as u8).map(Kind::new);
    let kind = kinds.find(|&kind| start.token(Piece::new(kind, Color::White)) == token)?;
    Figure::of_kind(start, kind)
}

/// The picture of a piece, to stand in a line of text; nothing for an unknown one.
pub(super) fn piece(start: &dyn Session, token: &str) -> String {
    figure(start, token).map_or_else(String::new, |figure| {
        let drawing = drawing(&figure, Color::White);
        format!("<svg class=\"piece\" aria-hidden=\"true\" viewBox=\"0 0 {SIDE} {SIDE}\">{drawing}</svg>")
    })
}

/// The game after moves from a position, or from its start; `None` if it has no such position and moves.
pub(super) fn after(
    start: &dyn Session,
    fen: Option<&str>,
    moves: &[String],
) -> Option<Box<dyn Session>> {
    let mut game = start.boxed_clone();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    game.set_position(fen, &moves).ok()?;
    Some(game)
}

/// The board of a game with the squares of the last move, seen from a side.
pub(super) fn position(game: &dyn Session, last_move: Vec<Square>, side: Color) -> String {
    let options = Options { bottom: side, pixels: 36, last_move, ..Options::default() };
    let svg = board(game, &options);
    svg.replacen("<svg ", "<svg class=\"board\" role=\"img\" aria-label=\"the position\" ", 1)
}

/// A board on which squares are the darker the more often they are visited, with the piece in its corner.
pub(super) fn heat(start: &dyn Session, token: &str, squares: &[u64]) -> String {
    let (files, ranks) = start.dimensions();
    let squares = &squares[..squares.len().min(start.shape().cells())];
    let most = squares.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (width, height) = (u32::from(files) * SIDE, u32::from(ranks) * SIDE);
    let mut svg = format!(
        "<svg class=\"heat\" role=\"img\" aria-label=\"squares visited\" viewBox=\"0 0 {width} {height}\">"
    );
    let [light, dark] = NOT_VISITED;
    for square in start.shape().squares() {
        let (file, rank) =
            (square.index() as u32 % u32::from(files), square.index() as u32 / u32::from(files));
        let (x, y) = (file * SIDE, (u32::from(ranks) - 1 - rank) * SIDE);
        let color = if start.shape().is_light(square.index()) { light } else { dark };
        // By the square root, so that rare visits are seen as well.
        let visits = squares.get(square.index()).copied().unwrap_or(0) as f64;
        let [red, green, blue] = mixed(color, MOST_VISITED, (visits / most).sqrt());
        let _ = write!(
            svg,
            "<path fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\"M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z\"/>"
        );
    }
    let busiest = squares.iter().enumerate().max_by_key(|&(_, visits)| visits);
    if let (Some((cell, &visits)), Some(figure)) = (busiest, figure(start, token))
        && visits > 0
        && start.shape().has(Square::new(cell as u8))
    {
        let (file, rank) = (cell as u32 % u32::from(files), cell as u32 / u32::from(files));
        let (x, y) = (file * SIDE, (u32::from(ranks) - 1 - rank) * SIDE);
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})\">{}</g>",
            drawing(&figure, Color::White)
        );
    }
    svg + "</svg>"
}

/// A color between two, 0 for the first and 1 for the second; each as red, green and blue.
fn mixed(one: [u8; 3], other: [u8; 3], part: f64) -> [u8; 3] {
    let mix =
        |(one, other)| (f64::from(one) * (1.0 - part) + f64::from(other) * part).round() as u8;
    [0, 1, 2].map(|channel| mix((one[channel], other[channel])))
}

/// The address of a game in the page of `vertumnus serve`, to step through.
pub(super) fn link(game: &str, fen: Option<&str>, moves: &[String]) -> String {
    let coded = |text: &str| {
        let mut out = String::new();
        for byte in text.replace(' ', "_").bytes() {
            if byte.is_ascii_alphanumeric() || b"-_.~/,".contains(&byte) {
                out.push(char::from(byte));
            } else {
                let _ = write!(out, "%{byte:02X}");
            }
        }
        out
    };
    let fen = fen.map(|fen| format!("fen={}", coded(fen)));
    let moves: Vec<String> = moves.iter().map(|mv| coded(mv)).collect();
    let moves = (!moves.is_empty()).then(|| format!("moves={}", moves.join("_")));
    let fields: Vec<String> = [fen, moves].into_iter().flatten().collect();
    format!("{SERVER}#{}/{}", coded(game), fields.join("&amp;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_those_that_the_page_reads() {
        let moves = ["e2e4", "d1d5{rn}"].map(str::to_owned);
        assert_eq!(
            link("chess", None, &moves),
            "http://127.0.0.1:8360/#chess/moves=e2e4_d1d5%7Brn%7D"
        );
        assert_eq!(
            link("chess", Some("8/8 w - - 0 1"), &[]),
            "http://127.0.0.1:8360/#chess/fen=8/8_w_-_-_0_1"
        );
    }

    #[test]
    fn links_stay_on_the_server() {
        let page = format!("<a href=\"{}\">", link("chess", None, &["e2e4".to_owned()]));
        assert_eq!(on_the_server(&page), "<a href=\"../#chess/moves=e2e4\">");
    }

    #[test]
    fn boards_show_squares_pieces_and_visits() {
        let Some(start) = start("chess") else { return };
        let mut squares = vec![0; 64];
        squares[28] = 9;
        squares[0] = 1;
        let svg = heat(&*start, "N", &squares);
        assert_eq!(svg.matches("h45v45h-45z").count(), 64);
        assert_eq!(svg.matches("#b5541c").count(), 1, "the square that is visited most");
        // A third of the way on a1, which is dark.
        assert_eq!(mixed(NOT_VISITED[1], MOST_VISITED, 1.0 / 3.0), [0xd9, 0xb3, 0x98]);
        assert_eq!(svg.matches("#d9b398").count(), 1);
        assert_eq!(svg.matches("<g transform=\"translate(180 180)\">").count(), 1, "on e4");
        assert!(super::start("no-game").is_none());
    }

    #[test]
    fn a_game_is_shown_after_its_last_move() {
        let moves = "d3d4 b8d6 f2d3 c6c4 b3c4 c8b6 b2c3 b7d5 c4c8 d9b8 c3c7";
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let Some(start) = start("combination") else { return };
        let Some(game) = after(&*start, None, &moves) else { panic!("these moves are legal") };
        // The king is annihilated, so the FEN is none that can be set up.
        assert!(start.boxed_clone().set_position(Some(&game.fen()), &[]).is_err());
        let svg = position(&*game, Options::last_move_of(&*game), Color::White);
        assert!(svg.starts_with("<svg class=\"board\""));
        // c3 and c7, on a board of seven files and nine ranks.
        assert!(svg.contains("M90 270h45v45h-45zM90 90h45v45h-45z"), "the last move");
        assert!(after(&*start, None, &["a1a1".to_owned()]).is_none());
    }
}
