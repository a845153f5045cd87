//! Tests of what the feature `serde` stores.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::board::{Color, Square};
use crate::game::{self, Session};
use crate::pgn::{GameRecord, GameResult};
use crate::position::{Fen, Move, San, UciMove};
use crate::rules::{Kind, Outcome, Piece, Power, Reason, Variant};

fn stored<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> Value {
    let stored = serde_json::to_value(value).expect("it can be stored");
    let read: T = serde_json::from_value(stored.clone()).expect("it can be read");
    assert_eq!(read, *value);
    stored
}

fn is_refused<T: DeserializeOwned>(stored: Value) -> bool {
    serde_json::from_value::<T>(stored).is_err()
}

#[test]
fn values_are_stored_in_a_form_that_people_can_read() {
    assert_eq!(stored(&Color::White), json!("white"));
    assert_eq!(stored(&Square::new(28)), json!(28));
    assert_eq!(stored(&Piece::new(Kind::new(3), Color::Black)), json!([3, "black"]));
    assert_eq!(stored(&Outcome::Draw(Reason::DeadDraw)), json!({"draw": "dead_draw"}));
    let limit = Outcome::Draw(Reason::MoveLimit(50));
    assert_eq!(stored(&limit), json!({"draw": {"move_limit": 50}}));
    assert_eq!(stored(&Power::RookHop), json!("rook_hop"));
    assert_eq!(stored(&GameResult::Win(Color::Black)), json!({"win": "black"}));
    for (san, uci) in [("RNxd5=QN+", "d1d5{qn}"), ("exd8=Q", "e7d8q"), ("O-O", "e1g1")] {
        assert_eq!(stored(&san.parse::<San>().expect("a SAN")), json!(san));
        assert_eq!(stored(&uci.parse::<UciMove>().expect("a move")), json!(uci));
    }
    for &variant in Variant::ALL {
        assert_eq!(stored(&variant), json!(variant.name()));
    }
}

#[test]
fn games_of_all_kinds_are_stored() {
    for &variant in Variant::ALL {
        let mut game = game::session(variant);
        for _ in 0..30 {
            stored(&game.setup());
            stored(&game.fen().parse::<Fen>().expect("a FEN"));
            let moves = game.legal_moves();
            for mv in &moves {
                stored(mv);
            }
            let Some(&mv) = moves.get(moves.len() / 2) else { break };
            game.play(mv).expect("a legal move");
        }
        let session: &dyn Session = &*game;
        stored(&GameRecord::of(session, Vec::new(), GameResult::Open));
    }
}

#[test]
fn what_cannot_be_is_not_read() {
    assert!(is_refused::<Square>(json!(128)));
    assert!(is_refused::<Kind>(json!(127)));
    assert!(is_refused::<Piece>(json!([127, "white"])));
    assert!(is_refused::<Color>(json!("red")));
    assert!(is_refused::<Fen>(json!("8/8 w")));
    assert!(is_refused::<San>(json!("knight f3")));
    assert!(is_refused::<UciMove>(json!("0000")));
    // No squares, captures on the way to the same square, a kind beyond all, a tag that is none, a bit beyond.
    for word in [0, 5 | 5 << 7 | 1 << 21, 1 | 127 << 14, 1 | 3 << 28, 1 | 1 << 31] {
        assert!(is_refused::<Move>(json!(word)), "{word}");
    }
}
