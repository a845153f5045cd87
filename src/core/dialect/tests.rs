#![allow(
    dead_code,
    unused_imports,
    reason = "which of it is used depends on the games of the build"
)]

use std::collections::HashMap;
use std::fs;
use std::path::Path as FilePath;

use super::glyph::Glyph;
use super::text::Legs;
use super::{Dialect, DialectError, games, names};
use crate::board::{Color, SplitMix64};
use crate::game::{MoveView, Session, session};
use crate::position::Cell;
use crate::rules::{Piece, Variant};

/// The positions of the perft suite of a game: starts, and composed ones with rare pieces.
fn suite(variant: Variant) -> Vec<String> {
    let file = format!("../../perft/{variant}.epd");
    let text = fs::read_to_string(FilePath::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let text = text.expect("each game has a suite");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let fens = lines.filter_map(|line| line.split(';').next());
    fens.map(|fen| fen.trim().to_owned()).collect()
}

/// Calls a function for the legal moves of many positions: those of the suite, and of random games
/// that start there.
fn in_many_positions(variant: Variant, mut check: impl FnMut(&dyn Session, &[MoveView])) {
    let mut game = session(variant);
    let mut random = SplitMix64::new(5);
    for fen in suite(variant) {
        game.set_position(Some(&fen), &[]).expect("the suite is right");
        for _ in 0..12 {
            let moves = game.views();
            check(&*game, &moves);
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())].mv).expect("the move is legal");
        }
    }
}

#[test]
fn every_move_is_read_as_itself() {
    for &variant in Variant::bundled() {
        let dialect = Dialect::of(variant);
        in_many_positions(variant, |game, moves| {
            for mv in moves {
                let path = dialect.path(mv);
                assert!(path.squares.len() <= 4, "{path:?} in {}", game.fen());
                if mv.stops.len() <= 2 || dialect.can_express(mv, moves) {
                    let text = game.text(mv.mv);
                    for text in [dialect.in_legs(&path), dialect.in_one(&path), text] {
                        let read = dialect.read_move_among(&text, game, moves);
                        assert_eq!(read, Ok(mv.mv), "{text} in {} of {variant}", game.fen());
                    }
                }
            }
        });
    }
}

/// A person chooses by the letter: the same letter twice on one square would be no choice.
#[test]
fn the_moves_to_one_square_end_in_letters_of_their_own() {
    for &variant in Variant::bundled() {
        let dialect = Dialect::of(variant);
        in_many_positions(variant, |game, moves| {
            let mut letters = HashMap::new();
            for mv in moves.iter().filter(|mv| mv.stops.len() <= 2) {
                let path = dialect.path(mv);
                let letter = path.letter.unwrap_or_else(|| dialect.letter(mv.mover));
                let other = letters.insert((path.squares, letter), mv.mv);
                assert_eq!(other, None, "{} in {} of {variant}", game.text(mv.mv), game.fen());
            }
        });
    }
}

#[test]
fn each_row_of_a_table_is_of_a_kind_of_its_game() {
    let mut tables = 0;
    for &variant in Variant::bundled() {
        let Some(table) = games::table(variant.name()) else { continue };
        tables += 1;
        let game = session(variant);
        for token in table.rows.iter().map(|row| row.token).filter(|&token| token != games::REST) {
            assert!(game.kinds().iter().any(|kind| kind.token == token), "{token} in {variant}");
        }
    }
    assert!(tables > 0 || Variant::bundled().len() < 4, "the tables are not found");
}

#[test]
fn each_letter_has_a_glyph_and_each_kind_a_letter() {
    for &variant in Variant::bundled() {
        let dialect = Dialect::of(variant);
        let mut glyphs = HashMap::new();
        for symbol in &dialect.symbols {
            // An x in a move is no letter of a piece, and + and = have meanings of their own.
            assert!(symbol.letter.is_ascii_uppercase() && symbol.letter != 'X');
            let glyph = *glyphs.entry(symbol.letter).or_insert(symbol.glyph);
            assert_eq!(glyph, symbol.glyph, "{} in {variant}", symbol.letter);
        }
        let mut distinct: Vec<_> = glyphs.values().collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), glyphs.len(), "two letters of {variant} have one glyph");
        let table = dialect.table();
        let (white, black) = table.split_at(table.len() / 2);
        assert_eq!(white.to_ascii_lowercase(), black);
        assert_eq!(white.matches('K').count(), 1, "{table}");
        let is_known = dialect.setup_lines(&*session(variant)).is_empty();
        for symbol in dialect.symbols.iter().filter(|symbol| symbol.glyph.has_moves()) {
            let line = format!("piece {}& ", symbol.letter);
            let is_sent = dialect.piece_lines().any(|sent| sent.starts_with(&line));
            let special = [Glyph::Pawn, Glyph::Elephant, Glyph::Rook, Glyph::King];
            let is_special = special.contains(&symbol.glyph);
            let letter = symbol.letter;
            assert!(is_known || is_sent || is_special, "XBoard's moves for {letter} in {variant}");
        }
        for letter in glyphs.keys() {
            assert!(white.contains(*letter), "{letter} is not in {table}");
        }
        in_many_positions(variant, |_, moves| {
            for mv in moves {
                assert!(dialect.letter(mv.becomes) != '?', "{:?} in {variant}", mv.becomes);
            }
        });
    }
}

#[test]
fn boards_are_read_back_unless_a_letter_is_shared() {
    for &variant in Variant::bundled() {
        let dialect = Dialect::of(variant);
        in_many_positions(variant, |game, _| {
            let fen = game.fen();
            let own = fen.split(' ').next().unwrap_or_default();
            let board = dialect.board(&game.cells());
            match dialect.read_board(&board) {
                Ok(board) => assert_eq!(board, own),
                Err(error) => assert!(matches!(error, DialectError::SharedLetter { .. }), "{fen}"),
            }
            assert_eq!(
                dialect.read_board(own).is_ok(),
                dialect.read_board(&board).is_ok() || fen.contains('{')
            );
        });
    }
}

#[test]
fn paths_are_read_in_both_forms() {
    let squares = |text| Legs::read(text).map(|legs| (legs.squares.join(" "), legs.letter));
    assert_eq!(squares("e2e4"), Some(("e2 e4".into(), None)));
    assert_eq!(squares("e7e8=Q"), Some(("e7 e8".into(), Some('Q'))));
    let flight = Some(("a1 a4 a6 a8".to_owned(), Some('J')));
    assert_eq!(squares("a1a4,a4a6,a6a8j"), flight);
    assert_eq!(squares("a1xa4xa6-a8j"), flight);
    assert_eq!(squares("a1a4,a4a4q"), Some(("a1 a4".into(), Some('Q'))), "it stays there");
    for text in
        ["", "e2", "e2e2", "e2e4qq", "e2e4,", "e2e4=", "e9", "2e4e", "e2xe4xx", "éé", "@@@@"]
    {
        assert_eq!(squares(text), None, "{text}");
    }
}

#[cfg(feature = "chess")]
#[test]
fn chess_needs_no_setup() {
    let dialect = Dialect::of(Variant::Chess);
    assert_eq!(dialect.name(), "normal");
    let mut game = session(Variant::Chess);
    assert!(dialect.setup_lines(&*game).is_empty());
    let read =
        |game: &dyn Session, text: &str| dialect.read_move(text, game).map(|mv| game.text(mv));
    game.set_position(Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), &[]).expect("valid");
    assert_eq!(read(game.as_ref(), "O-O"), Ok("e1g1".into()));
    assert_eq!(read(game.as_ref(), "O-O-O"), Ok("e1c1".into()));
    game.set_position(Some("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"), &[]).expect("valid");
    assert_eq!(read(game.as_ref(), "a7a8=R"), Ok("a7a8r".into()));
    let missing = read(game.as_ref(), "a7a8").expect_err("it can be four pieces");
    assert_eq!(missing.to_string(), "'a7a8' can end in any of Q, R, B, N");
}

#[cfg(feature = "morphing")]
#[test]
fn a_game_is_set_up_by_its_table_and_start() {
    let dialect = Dialect::of(Variant::Morphing);
    assert_eq!(
        dialect.setup_lines(&*session(Variant::Morphing)),
        [concat!(
            "setup (...R..P........................C..N...........B....QZ....AK",
            "...r..p........................c..n...........b....qz....ak) 9x9+0_fairy ",
            "rnbqkqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKQBNR w KQkq - 0 1"
        )]
    );
}

#[cfg(feature = "stealthbomber")]
mod stealthbomber {
    use super::*;

    /// Three bombers' prey on a file: a flight may take any of it.
    const FILE: &str = "4k3/r7/8/n7/b7/n7/8/{FN}3K3 w - - 0 1";

    fn texts(fen: &str) -> Vec<(String, String, bool)> {
        let dialect = Dialect::of(Variant::StealthBomber);
        let mut game = session(Variant::StealthBomber);
        game.set_position(Some(fen), &[]).expect("valid");
        let moves = game.views();
        let text = |mv: &MoveView| {
            let can = dialect.can_express(mv, &moves);
            (game.text(mv.mv), dialect.in_one(&dialect.path(mv)), can)
        };
        moves.iter().map(text).collect()
    }

    #[test]
    fn flights_with_many_victims_name_their_ends_backwards() {
        let in_dialect = |own: &str| {
            let texts = texts(FILE);
            let found = texts.iter().find(|(text, ..)| text.starts_with(own));
            found.map(|(_, text, can)| (text.clone(), *can)).expect("the move is legal")
        };
        assert_eq!(in_dialect("a1a4,a4a6{"), ("a1xa4-a6y".into(), true));
        assert_eq!(in_dialect("a1a3,a3a4,a4a6"), ("a1xa3xa4-a6y".into(), true));
        assert_eq!(in_dialect("a1a3,a3a4,a4a5,a5a6"), ("a1xa5xa3-a6y".into(), true));
        assert_eq!(in_dialect("a1a3,a3a4,a4a7"), ("a1xa3xa4-a7y".into(), true));
        // Without a5 there is a gap, which the ends do not tell.
        let sparse = "4k3/n7/r7/n7/b7/n7/8/{FN}3K3 w - - 0 1";
        let gapped =
            texts(sparse).into_iter().find(|(text, ..)| text.starts_with("a1a3,a3a4,a4a6,a6a7"));
        assert!(!gapped.expect("the move is legal").2);
    }

    #[test]
    fn rare_pieces_share_a_letter() {
        let dialect = Dialect::of(Variant::StealthBomber);
        let kind = |token| dialect.kind_of_token(token).expect("a kind of the game");
        assert!(dialect.is_shared(kind("FBG")) && !dialect.is_shared(kind("RN")));
        let piece = |token, color| Cell::Piece(Piece::new(kind(token), color));
        let (white, black) = (Color::White, Color::Black);
        let pieces = [("FBG", white), ("FBG", black), ("R", white), ("RN", white)];
        let mut rank: Vec<Cell> = pieces.map(|(token, color)| piece(token, color)).to_vec();
        rank.extend([Cell::Empty; 4]);
        assert_eq!(dialect.board(&rank), "YyRJ4");
        assert_eq!(dialect.read_board("J{FBG}j6"), Ok("{RN}{FBG}{rn}6".into()));
        assert!(matches!(dialect.read_board("Y7"), Err(DialectError::SharedLetter { .. })));
        assert_eq!(dialect.readable("a1a4,a4a8{fbg}"), "a1xa4-a8y");
        assert_eq!(dialect.readable("a1a8j"), "a1a8y", "J is no token");
    }
}

#[cfg(feature = "powerabsorption")]
#[test]
fn a_bishop_pawn_takes_in_passing_by_a_leg() {
    let dialect = Dialect::of(Variant::PowerAbsorption);
    let mut game = session(Variant::PowerAbsorption);
    let en_passant_moves = |game: &dyn Session| -> Vec<String> {
        let moves = game.views().into_iter().filter(|mv| mv.is_en_passant);
        moves.map(|mv| dialect.in_one(&dialect.path(&mv))).collect()
    };
    let fen = "4k3/8/8/1{NP}1pP{BP}2/8/8/8/4K3 w - d6 0 1";
    game.set_position(Some(fen), &[]).expect("valid");
    assert_eq!(en_passant_moves(&*game), ["e5d6"], "a pawn's the GUI sees by itself");
    let fen = "4k3/8/8/3p{BP}3/8/8/8/4K3 w - d6 0 1";
    game.set_position(Some(fen), &[]).expect("valid");
    assert_eq!(en_passant_moves(&*game), ["e5xd5-d6"]);
}

mod records {
    use super::*;

    /// The texts of the moves that a move in a record can mean.
    fn meant(variant: Variant, fen: &str, recorded: &str) -> Vec<String> {
        let dialect = Dialect::of(variant);
        let mut game = session(variant);
        game.set_position(Some(fen), &[]).expect("valid");
        let moves = dialect.read_recorded(recorded, &game.views());
        moves.into_iter().map(|mv| game.text(mv)).collect()
    }

    #[cfg(feature = "powerabsorption")]
    #[test]
    fn a_capture_does_not_say_whether_it_absorbs() {
        let read = |fen, text| meant(Variant::PowerAbsorption, fen, text);
        let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(read(fen, "Rxd5"), ["d1d5{rn}", "d1d5"]);
        assert_eq!(read(fen, "Rd1xd5=C+"), ["d1d5{rn}"]);
        assert_eq!(read(fen, "Cxd5"), [""; 0]);
        let compound = "4k3/8/8/3n4/8/8/8/3{RN}K2{RN} w - - 0 1";
        assert_eq!(read(compound, "Cd4"), ["d1d4"]);
        assert_eq!(read(compound, "Cd2"), ["d1d2"]);
        assert_eq!(read(compound, "Cxd5"), ["d1d5"]);
    }

    #[cfg(feature = "stealthbomber")]
    #[test]
    fn flights_name_their_stops() {
        let fen = "4k3/8/n7/8/b7/8/8/F3K3 w - - 0 1";
        let read = |text| meant(Variant::StealthBomber, fen, text);
        assert_eq!(read("Fxa4-a8y+"), ["a1a4,a4a8{fb}"]);
        assert_eq!(read("Fa1xa4xa6y"), ["a1a4,a4a6{fbn}"]);
        assert_eq!(read("Fa8+"), ["a1a8"]);
        assert_eq!(read("Fxa4-a8"), [""; 0], "the letter is never left out");
        assert_eq!(read("a1xa4-a8y"), ["a1a4,a4a8{fb}"]);
        assert_eq!(read("a1a4,a4a8;"), ["a1a4,a4a8{fb}"]);
    }

    #[cfg(feature = "morphing")]
    #[test]
    fn castling_may_have_the_name_of_the_other_side() {
        let fen = "4k4/9/p8/9/9/9/9/9/R3K3R w KQ - 0 1";
        assert_eq!(meant(Variant::Morphing, fen, "O-O"), ["e1h1", "e1b1"]);
        assert_eq!(meant(Variant::Morphing, fen, "O-O-O"), ["e1b1", "e1h1"]);
    }

    #[test]
    fn texts_of_any_form_are_harmless() {
        for &variant in Variant::bundled() {
            let start = session(variant).start_fen();
            for text in
                ["", "x", "-", "e", "4", "=Q", "Nx", "Ne", "é4", "eé4", "e4é", "xxx4", "--4"]
            {
                assert_eq!(meant(variant, &start, text), [""; 0], "{text}");
            }
        }
    }
}

#[test]
fn xboard_takes_no_game_for_one_of_its_own() {
    for &variant in Variant::bundled() {
        let dialect = Dialect::of(variant);
        let name = dialect.name();
        assert_eq!(Dialect::variant_named(name), Some(variant));
        if !dialect.is_known() {
            assert!(names::OWN_GAMES.iter().all(|(own, _)| *own != name), "{name}");
        }
    }
    assert_eq!(names::foreign("knightmate"), "vknightmate");
    assert_eq!(names::foreign("toy"), "toy");
    assert_eq!((names::own("vknightmate"), names::own("toy")), (Some("knightmate"), None));
    assert_eq!(Dialect::variant_named("nonesuch"), None);
}
