//! Tests of the erased game: what is refused, and what moves look like.

#![allow(
    dead_code,
    unused_imports,
    reason = "which of it is used depends on the games of the build"
)]

use super::{MoveView, Session, session};
use crate::board::{Color, Square};
use crate::position::{Cell, IllegalMove, Setup};
use crate::rules::{Kind, Piece, Variant};

/// The game in the position of a FEN.
fn at(variant: Variant, fen: &str) -> Box<dyn Session> {
    let mut game = session(variant);
    game.set_position(Some(fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"));
    game
}

/// What the legal move of a text does.
fn view(game: &dyn Session, text: &str) -> MoveView {
    let mv = game.parse(text).unwrap_or_else(|error| panic!("{error}"));
    game.view(mv).expect("what is parsed is legal")
}

/// The names of squares.
fn names<'a>(game: &dyn Session, squares: impl IntoIterator<Item = &'a Square>) -> String {
    let names = squares.into_iter().map(|&square| game.square_name(square));
    names.collect::<Vec<_>>().join(" ")
}

/// Mover, what it becomes, stops and removed squares, for comparison.
fn summary(game: &dyn Session, text: &str) -> String {
    let view = view(game, text);
    let token = |kind: Kind| game.kinds()[kind.index()].token;
    let marks = [
        (view.is_capture, "capture"),
        (view.is_en_passant, "en passant"),
        (view.is_castling, "castling"),
    ];
    let marks: Vec<&str> =
        marks.iter().filter(|(is_so, _)| *is_so).map(|&(_, mark)| mark).collect();
    format!(
        "{}-{} {}-{} stops [{}] removed [{}] {}",
        game.square_name(view.from),
        game.square_name(view.to),
        token(view.mover),
        token(view.becomes),
        names(game, &view.stops),
        names(game, &view.removed),
        marks.join(", "),
    )
}

#[test]
fn every_game_says_which_it_is() {
    for &variant in Variant::bundled() {
        let game = session(variant);
        assert_eq!(game.variant(), variant);
        assert_eq!(game.boxed_clone().variant(), variant);
        assert_eq!(game.fen(), game.start_fen());
        assert_eq!(game.cells(), game.setup().cells);
        assert!(game.new_kinds().is_empty());
    }
}

#[test]
fn single_questions_have_the_answers_of_the_whole_setup() {
    for &variant in Variant::bundled() {
        let mut game = session(variant);
        for ply in 0..60 {
            let (setup, moves) = (game.setup(), game.legal_moves());
            for index in 0..128 {
                let piece = match setup.cells.get(usize::from(index)) {
                    Some(&Cell::Piece(piece)) => Some(piece),
                    _ => None,
                };
                assert_eq!(game.piece_at(Square::new(index)), piece, "{index} in {}", game.fen());
            }
            assert_eq!(game.castling(), setup.castling);
            assert_eq!(game.en_passant(), setup.en_passant);
            let sans: Vec<String> = moves.iter().map(|&mv| game.san(mv)).collect();
            assert_eq!(game.legal_sans(), sans, "{}", game.fen());
            let Some(&next) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            game.play(next).expect("a legal move");
        }
    }
}

#[test]
fn squares_that_are_not_on_the_board_are_refused() {
    for &variant in Variant::bundled() {
        let game = session(variant);
        let shape = game.shape();
        let on_board = shape.squares().next().expect("a square");
        let holes = (0..128).map(Square::new).filter(|&square| !shape.has(square));
        let mut count = 0;
        for square in holes {
            assert_eq!(game.piece_at(square), None);
            assert_eq!(game.powers_at(square).count(), 0);
            assert!(game.lenders(square).is_empty() && game.targets(square).is_none());
            for (from, to) in [(square, on_board), (on_board, square), (square, square)] {
                let objection = game.objection(from, to).expect("no such move");
                assert_eq!(game.explain(objection), "the board has no such square");
            }
            count += 1;
        }
        assert_eq!(shape.squares().count() + count, 128);
    }
}

#[test]
fn moves_have_texts_in_order_and_views_in_the_order_of_generation() {
    for &variant in Variant::bundled() {
        let game = session(variant);
        let texts: Vec<String> = game.moves_by_text().iter().map(|&mv| game.text(mv)).collect();
        assert!(texts.is_sorted() && !texts.is_empty(), "{variant}: {texts:?}");
        let viewed: Vec<_> = game.views().iter().map(|view| view.mv).collect();
        assert_eq!(viewed, game.legal_moves(), "{variant}");
        let written: Vec<_> = viewed.iter().map(|&mv| game.text(mv)).collect();
        assert_eq!(written, game.legal_texts(), "{variant}");
        for mv in game.legal_moves() {
            assert_eq!(game.parse(&game.text(mv)), Ok(mv), "{variant}");
            assert_eq!(game.parse_san(&game.san(mv)), Ok(mv), "{variant}");
        }
    }
}

/// Of every game, moves of all games are tried: most are not legal, and some are not even of this
/// board.
#[test]
fn a_move_of_another_position_is_refused_and_changes_nothing() {
    let mut foreign: Vec<_> =
        Variant::bundled().iter().flat_map(|&variant| session(variant).legal_moves()).collect();
    foreign.dedup();
    for &variant in Variant::bundled() {
        let mut game = session(variant);
        let first = game.legal_moves()[0];
        game.play(first).expect("the move is legal");
        let (fen, legal) = (game.fen(), game.legal_moves());
        for &mv in foreign.iter().filter(|mv| !legal.contains(mv)) {
            assert_eq!(game.play(mv), Err(IllegalMove(mv)), "{variant}");
            assert_eq!(game.view(mv), None);
            assert_eq!(game.text(mv).len(), 4, "the squares alone: {}", game.text(mv));
            assert_eq!(game.san(mv), game.text(mv));
            assert!(game.texts(&[mv, legal[0]]).is_empty() && game.sans(&[mv]).is_empty());
        }
        assert_eq!((game.fen(), game.moves_played()), (fen, vec![first]));
        assert_eq!((game.undo(), game.undo()), (Some(first), None));
    }
}

/// What is done to a setup before it is tried.
type Edit<'a> = &'a dyn Fn(&mut Setup);

#[test]
fn bad_setups_are_refused_with_a_reason_and_the_position_is_kept() {
    for &variant in Variant::bundled() {
        let mut game = session(variant);
        let first = game.legal_moves()[0];
        game.play(first).expect("the move is legal");
        let fen = game.fen();
        let is_royal = |piece: Piece| game.kinds()[piece.kind().index()].royal;
        let is_king = |cell: &Cell| matches!(cell, Cell::Piece(piece) if is_royal(*piece));
        let king = game.cells().iter().position(is_king).expect("there are kings");
        let unknown = Cell::Piece(Piece::new(Kind::new(126), Color::White));
        let edits: [(&str, Edit<'_>); 4] = [
            ("the cells do not have the outline of the board", &|setup| {
                setup.cells.pop();
            }),
            ("White has 0 kings, not one", &|setup| setup.cells[king] = Cell::Empty),
            ("the game has no kind of piece with the number 126", &|setup| {
                setup.cells[king] = unknown;
            }),
            ("the move number is too high: 1000000", &|setup| setup.move_number = 1_000_000),
        ];
        let start = game.setup();
        for (reason, edit) in edits {
            let mut setup = start.clone();
            edit(&mut setup);
            let error = game.set_setup(&setup).expect_err(reason);
            assert_eq!(error.to_string(), reason, "{variant}");
            assert_eq!((game.fen(), game.moves_played()), (fen.clone(), vec![first]), "{variant}");
        }
        assert_eq!(game.set_setup(&start), Ok(()));
        assert_eq!((game.fen(), game.moves_played()), (fen, vec![]), "{variant}");
    }
}

#[test]
fn counts_agree_with_one_another() {
    use std::sync::atomic::AtomicBool;

    use crate::position::perft::Counter;

    let go_on = AtomicBool::new(false);
    for &variant in Variant::bundled() {
        let game = session(variant);
        let counter = Counter::new(&go_on, None);
        let divided = game.divide(2, counter).expect("nothing stops it");
        let moves: Vec<_> = divided.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(moves, game.moves_by_text());
        let total = divided.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!((game.count(2, counter), game.perft(2)), (Some(total), total));
        let stop = AtomicBool::new(true);
        assert_eq!(game.count(2, Counter::new(&stop, None)), None);
    }
}

#[cfg(feature = "chess")]
mod chess {
    use super::*;

    #[test]
    fn bad_lines_are_refused_and_the_position_is_kept() {
        let mut game = session(Variant::Chess);
        game.set_position(None, &["e2e4", "e7e5"]).expect("the moves are legal");
        let (fen, played) = (game.fen(), game.moves_played());
        for (fen, moves, reason) in [
            (Some("8/8 w - -"), &[][..], "bad FEN: the board has 8 ranks, this one has 2"),
            (None, &["e2e4", "e2e4"], "move 2: 'e2e4' is not legal here"),
            (None, &["e2e4", "hello"], "move 2: 'hello' is not a move"),
        ] {
            let error = game.set_position(fen, moves).expect_err(reason);
            assert_eq!(error.to_string(), reason);
        }
        assert_eq!((game.fen(), game.moves_played()), (fen, played));
        assert_eq!(game.texts_played(), ["e2e4", "e7e5"]);
        assert_eq!(game.sans_played(), ["e4", "e5"]);
        assert!(game.play_text("e4e5").is_err() && game.play_san("Ke3").is_err());
    }

    #[test]
    fn castling_and_en_passant_are_seen() {
        let game = at(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(summary(&*game, "e1g1"), "e1-g1 K-K stops [] removed [] castling");
        assert_eq!(summary(&*game, "h1h8"), "h1-h8 R-R stops [] removed [] capture");
        let game = at(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert_eq!(summary(&*game, "e5d6"), "e5-d6 P-P stops [d5] removed [] en passant");
        let game = at(Variant::Chess, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(summary(&*game, "a7b8n"), "a7-b8 P-N stops [] removed [] capture");
        assert!(view(&*game, "a7b8n").changes_mover());
        assert!(game.is_noisy(game.parse("a7a8q").expect("legal")));
        assert!(!game.is_noisy(game.parse("e1e2").expect("legal")));
    }

    #[test]
    fn objections_name_what_is_wrong() {
        let objection = |fen, from, to| {
            let game = at(Variant::Chess, fen);
            let square = |name| game.parse_square(name).expect("a square of the board");
            game.objection(square(from), square(to)).map(|objection| game.explain(objection))
        };
        let start = session(Variant::Chess).start_fen();
        for (from, to, expected) in [
            ("e2", "e4", None),
            ("e4", "e5", Some("there is no piece on e4")),
            ("e7", "e5", Some("the piece on e7 is not of the side to move")),
            ("d1", "d2", Some("your own piece is on d2")),
            ("d1", "d4", Some("the Queen on d1 cannot go there")),
        ] {
            assert_eq!(objection(&start, from, to).as_deref(), expected, "{from} {to}");
        }
        let check = "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1";
        assert_eq!(
            objection(check, "a2", "a3").as_deref(),
            Some("the king would still be in check")
        );
        let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
        let into_check = Some("that leaves the king in check");
        assert_eq!(objection(pinned, "e2", "c3").as_deref(), into_check);
        let over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(objection(over, "h8", "h7").as_deref(), Some("the game is over"));
    }

    #[test]
    fn what_is_against_castling_is_named() {
        for (fen, to, expected) in [
            ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "g1", None),
            // The knight is not on the way of the king, but of the rook.
            ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "c1", Some("b1 must be empty for castling")),
            ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "g1", Some("g1 must be empty for castling")),
            ("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "g1", Some("a king in check does not castle")),
            (
                "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1",
                "g1",
                Some("castling leads over f1, which is attacked"),
            ),
            ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "g1", Some("that leaves the king in check")),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "g1", Some("there is no right to castle there")),
            // Castling begins at home.
            ("4k3/8/8/8/8/8/8/3K3R w - - 0 1", "f1", Some("the King on d1 cannot go there")),
        ] {
            let game = at(Variant::Chess, fen);
            let from =
                game.legal_moves().iter().map(|mv| mv.from()).find(|&from| {
                    game.piece_at(from).is_some_and(|piece| game.token(piece) == "K")
                });
            let from = from.expect("the king can move");
            let target = game.parse_square(to).expect("a square of the board");
            let said = game.objection(from, target).map(|objection| game.explain(objection));
            assert_eq!(said.as_deref(), expected, "{fen} {to}");
        }
    }

    #[test]
    fn the_notes_on_a_king_say_whether_it_can_castle() {
        let notes = |fen: &str, square| {
            let game = at(Variant::Chess, fen);
            crate::game::story::notes(&*game, game.parse_square(square).expect("a square"))
        };
        let fen = "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1";
        assert_eq!(
            notes(fen, "e1"),
            ["It can castle to g1.", "It cannot castle to c1: b1 must be empty for castling."]
        );
        // Of the side that is not to move nothing is known, and without a right nothing is to be said.
        assert!(notes(fen, "e8").is_empty());
        assert!(notes("r3k2r/8/8/8/8/8/8/RN2K2R w - - 0 1", "e1").is_empty());
    }

    #[test]
    fn a_setup_that_may_castle_can_be_built() {
        let mut game = session(Variant::Chess);
        let mut setup = Setup::empty(game.shape());
        for (name, kind, color) in [
            ("e1", "K", Color::White),
            ("h1", "R", Color::White),
            ("e8", "K", Color::Black),
            ("a8", "R", Color::Black),
        ] {
            let kind = game.kinds().iter().position(|info| info.token == kind).expect("a kind");
            let square = game.parse_square(name).expect("a square");
            setup.cells[square.index()] = Cell::Piece(Piece::new(Kind::new(kind as u8), color));
        }
        assert_eq!(game.set_setup(&setup), Ok(()));
        let possible = game.possible_castling();
        let letters = possible.indices().map(|index| game.castles()[index].letter);
        assert_eq!(letters.collect::<String>(), "Kq");
        assert!(game.castling().is_empty());
        setup.castling = possible;
        assert_eq!(game.set_setup(&setup), Ok(()));
        assert_eq!(game.fen(), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
        setup.castling.grant(1);
        let refusal = game.set_setup(&setup).map_err(|error| error.to_string());
        assert_eq!(refusal, Err("castling right 'Q' without king and rook at home".to_owned()));
    }

    #[test]
    fn a_start_field_is_for_games_that_have_one() {
        let mut game = session(Variant::Chess);
        let fen = game.fen();
        let refusal = game.set_start_field("p/-").map_err(|error| error.to_string());
        let reason = "this game has no seventh field, so it cannot be 'p/-'";
        assert_eq!(refusal, Err(reason.to_owned()));
        assert_eq!(
            (game.set_start_field(""), game.fen(), game.start_fen()),
            (Ok(()), fen.clone(), fen)
        );
        assert_eq!(game.clock(), 0);
        assert_eq!((game.move_number(), game.side_to_move()), (1, Color::White));
    }
}

#[cfg(feature = "combination")]
#[test]
fn annihilation_removes_what_it_touches_and_the_mover() {
    // As in the tests of the rules.
    let game =
        at(Variant::Combination, "***1***/*5*/*1k3*/*2i2*/7/*1Ar2*/*5*/*5*/***K*** w - - 9 9");
    assert_eq!(summary(&*game, "c4c6"), "c4-c6 A-A stops [] removed [c6 d6 c7] ");
}

#[cfg(feature = "combination")]
#[test]
fn powers_on_a_square_are_those_of_the_piece_and_of_its_neighbors() {
    use crate::rules::Power;

    let game = session(Variant::Combination);
    let powers = |name: &str| {
        let square = game.parse_square(name).expect("a square of the board");
        game.powers_at(square).iter().collect::<Vec<_>>()
    };
    // The page of the rules lists who is lent what at the start.
    assert_eq!(powers("d1"), [Power::Step, Power::Knight, Power::Dabbaba, Power::Bishop]);
    assert_eq!(powers("f8"), [Power::Knight, Power::Rook]);
    assert_eq!(powers("c4"), [Power::Pawn]);
    assert_eq!(powers("d5"), []);
    assert!(game.powers_at(Square::new(100)).iter().next().is_none(), "not of this board");
}

#[cfg(feature = "powerabsorption")]
#[test]
fn kinds_with_a_pawn_promote_unless_nothing_is_left_to_gain() {
    let game = session(Variant::PowerAbsorption);
    let promoting =
        (0..game.kinds().len() as u8).map(Kind::new).filter(|&kind| game.promotes(kind));
    let tokens: Vec<_> = promoting.map(|kind| game.kinds()[kind.index()].token).collect();
    let with_pawn = game.kinds().iter().map(|info| info.token).filter(|token| token.ends_with('P'));
    assert_eq!(tokens, with_pawn.filter(|&token| token != "QNP").collect::<Vec<_>>());
    assert!(!game.promotes(Kind::new(126)));
}

#[cfg(feature = "powerabsorption")]
#[test]
fn absorption_changes_the_mover() {
    let game = at(Variant::PowerAbsorption, "4k3/8/8/8/3n4/8/1B6/4K3 w - - 0 1");
    assert_eq!(summary(&*game, "b2d4"), "b2-d4 B-B stops [] removed [] capture");
    assert_eq!(summary(&*game, "b2d4{bn}"), "b2-d4 B-BN stops [] removed [] capture");
    assert!(game.new_kinds().is_empty());
    let mut after = game.boxed_clone();
    after.play_text("b2d4{bn}").expect("the move is legal");
    let new: Vec<_> =
        after.new_kinds().iter().map(|kind| after.kinds()[kind.index()].token).collect();
    assert_eq!(new, ["BN"]);
}

#[cfg(feature = "stealthbomber")]
#[test]
fn flights_stop_where_they_capture() {
    let game = at(Variant::StealthBomber, "4k3/r7/8/n7/b7/n7/8/{FN}3K3 w - - 0 1");
    let stops = |beginning: &str| {
        let text = |view: &MoveView| game.text(view.mv);
        let flight = game.views().into_iter().find(|view| text(view).starts_with(beginning));
        let flight = flight.expect("the flight is legal");
        (names(&*game, &flight.stops), game.square_name(flight.to), flight.is_capture)
    };
    assert_eq!(stops("a1a4,a4a6{"), ("a4".to_owned(), "a6".to_owned(), false));
    assert_eq!(stops("a1a3,a3a4,a4a6"), ("a3 a4".to_owned(), "a6".to_owned(), false));
    assert_eq!(stops("a1a3,a3a4,a4a7"), ("a3 a4".to_owned(), "a7".to_owned(), true));
}
