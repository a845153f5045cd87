//! What the build script makes of files, and what it refuses.

use vertumnus_definition::{Definition, read};

use super::generator::{code, type_name};

fn game(text: &str) -> Definition {
    let mut written = read(text.as_bytes(), |_| false).expect("the text is small");
    written.games.remove(0).definition.unwrap_or_else(|| panic!("{:?}", written.findings))
}

#[test]
fn types_are_named_by_the_words_of_the_title() {
    let name = |text: &str| type_name(&game(text));
    assert_eq!(name("[twomoves:chess]\ntitle = Two Moves Chess\n"), "TwoMoves");
    assert_eq!(name("[small:losalamos]\n"), "Small");
    assert_eq!(name("[losalamos-2:losalamos]\ntitle = Small Board\n"), "Losalamos2");
}

#[test]
fn other_boards_are_part_of_the_module() {
    let code = code(&game("[wide:capablanca]\n")).expect("it has no odd rule");
    assert!(code.contains("Board, u128, 10 x 8, &[]"), "{code}");
    assert!(code.contains("KindInfo::king(\"K\", \"King\", &[Power::Step])"), "{code}");
}

#[test]
fn rules_without_a_form_are_named() {
    for (keys, reason) in [
        (
            "customPiece1 = f:(fly R)\nonCapture = * x n > join?\n\
             startFen = fnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/FNBQKBNR w - - 0 1",
            "flights that leave a choice of what captures make of a piece",
        ),
        (
            "fers = f\nsilver = s\nwazir = w\ncommoner = c\ncentaur = e\npromotionPieceTypes = qrbnfswce",
            "more than eight outcomes of a move",
        ),
        ("onMove = n>b", "moves that change pieces"),
        ("lend = n:K", "loans beside castling, promotion, double steps or changes of pieces"),
        (
            "castling = false\ndoubleStep = false\npromotionRegionWhite = -\npromotionRegionBlack = -\nlend = n:fW",
            "zones that are not alike in all directions",
        ),
        (
            "annihilate = n x b: K",
            "annihilation of more than one pair of kinds, beside promotion, castling or changes of pieces",
        ),
        ("knight = -\ncustomPiece1 = n:C", "the Piece N moves in a way of its own"),
        ("promotionRegionWhite = a8 b8", "other promotions than those of a pawn on one rank"),
        ("doubleStepRegionWhite = *2 *3", "other double steps than those of chess"),
        ("stalemateValue = win", "stalemate by count or for a win"),
        (
            "checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
            "checks that are counted",
        ),
        ("mustCapture = true", "captures that must be made"),
        ("castlingKingsideFile = h", "castling of a piece that stays, or over its rook"),
        ("extinctionPieceTypes = q\nextinctionValue = loss", "extinction"),
        ("mobilityRegionWhiteRook = *1 *2", "limits of where pieces go"),
    ] {
        let game = game(&format!("[odd:chess]\n{keys}\n"));
        assert_eq!(code(&game), Err(reason.to_owned()), "{keys}");
    }
    let named = |name: &str| code(&game(&format!("[{name}:chess]\n")));
    for name in ["two-moves", "2moves", "_moves"] {
        assert_eq!(named(name), Err("a name that is no word of Rust".to_owned()), "{name}");
    }
    assert!(named("two_moves2").is_ok());
}
