//! Modern Chess, by Gabriel Vicente Maura, 1968.

use super::of_any_game::{after, ending, moves, session};
use crate::board::Color;
use crate::rules::{Outcome, Reason};

const GAME: &str = "modern";

const CASTLING: &str = "r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1";

fn from(fen: &str, square: &str) -> String {
    moves(GAME, fen, square)
}

#[test]
fn ministers_move_as_bishops_and_as_knights() {
    let fen = "4k4/9/2p1P4/9/4M4/9/2P3p2/9/4K4 w - - 0 1";
    assert_eq!(
        from(fen, "e5"),
        "e5c4 e5c6 e5c7 e5d3 e5d4 e5d6 e5d7 e5f3 e5f4 e5f6 e5f7 e5g3 e5g4 e5g6 e5g7 e5h8 e5i9"
    );
}

#[test]
fn pawns_promote_on_the_last_rank_to_ministers_too() {
    let fen = "3n4k/4P4/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(from(fen, "e8"), "e8d9b e8d9m e8d9n e8d9q e8d9r e8e9b e8e9m e8e9n e8e9q e8e9r");
}

#[test]
fn pawns_that_step_twice_are_taken_in_passing() {
    let fen = "4k4/5p3/9/4P4/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(after(GAME, fen, "f8f6 e6f7"), "4k4/9/5P3/9/9/9/9/9/4K4 b - - 0 2");
}

#[test]
fn castling_takes_the_king_two_squares() {
    assert_eq!(after(GAME, CASTLING, "e1g1 e9c9"), "2kr4r/9/9/9/9/9/9/9/R4RK2 w - - 2 2");
    assert_eq!(after(GAME, CASTLING, "e1c1 e9g9"), "r4rk2/9/9/9/9/9/9/9/2KR4R w - - 2 2");
}

#[test]
fn castling_is_written_by_the_side_it_goes_to_and_read_in_the_words_of_chess_too() {
    let black = after(GAME, CASTLING, "e1e2");
    for (fen, text, san, in_chess) in [
        (CASTLING, "e1g1", "O-Q-O", "O-O"),
        (CASTLING, "e1c1", "O-M-O", "O-O-O"),
        (&*black, "e9g9", "O-M-O", "O-O"),
        (&*black, "e9c9", "O-Q-O", "O-O-O"),
    ] {
        let game = session(GAME, fen);
        let mv = game.parse(text);
        assert_eq!(mv.clone().map(|mv| game.san(mv)), Ok(san.to_owned()), "{text} in {fen}");
        for word in [san, in_chess, &san.replace('O', "0"), &in_chess.replace('O', "0")] {
            assert_eq!(game.parse_san(word), mv, "{word} in {fen}");
        }
    }
    let error = session(GAME, "rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1")
        .parse_san("O-M-O")
        .expect_err("no way");
    assert_eq!(error.to_string(), "'O-M-O' is not legal here");
}

#[test]
fn a_single_minor_piece_is_a_dead_draw_and_a_minister_is_none() {
    let drawn = Some(Outcome::Draw(Reason::DeadDraw));
    for (piece, outcome) in [('N', drawn), ('B', drawn), ('M', None)] {
        let fen = format!("4k4/9/9/9/2{piece}6/9/9/9/4K4 w - - 0 1");
        assert_eq!(ending(GAME, &fen), outcome, "{piece}");
    }
}

/// A minister mates a king in the corner alone.
#[test]
fn ministers_mate() {
    let mated = Some(Outcome::Win(Color::White, Reason::Checkmate));
    assert_eq!(ending(GAME, "k8/9/2M6/9/9/9/9/9/4K4 b - - 0 1"), mated);
}
