//! Tests of the calls: what they tell of every game, and what they refuse.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::{Value, json};

use vertumnus_core::game;
use vertumnus_core::rules::Variant;

use super::{call, limits};

/// The reply to a request.
fn reply(request: &Value) -> Value {
    serde_json::from_str(&call(&request.to_string())).expect("a reply is JSON")
}

/// What a good request is answered.
fn ok(request: &Value) -> Value {
    let reply = reply(request);
    reply.get("ok").unwrap_or_else(|| panic!("{request}: {reply}")).clone()
}

/// Kind and message of a refusal.
fn refused(request: &Value) -> (String, String) {
    let reply = reply(request);
    let error = reply.get("error").unwrap_or_else(|| panic!("{request}: {reply}"));
    let text = |name: &str| error[name].as_str().expect("a text").to_owned();
    assert!(!text("message").is_empty() && !text("message").contains('\n'), "{reply}");
    (text("kind"), text("message"))
}

/// Moves of a game that is played by taking now this, now that legal move.
fn some_moves(variant: Variant, plies: usize) -> Vec<String> {
    let mut game = game::session(variant);
    for ply in 0..plies {
        let moves = game.moves_by_text();
        if game.outcome().is_some() {
            break;
        }
        game.play(moves[(ply * 7 + 3) % moves.len()]).expect("a legal move");
    }
    game.texts_played()
}

#[test]
fn each_game_tells_its_board_and_kinds() {
    let games = ok(&json!({"call": "games"}));
    assert_eq!(games.as_array().map(Vec::len), Some(Variant::bundled().len()));
    for entry in games.as_array().unwrap() {
        let variant = ok(&json!({"call": "variant", "game": entry["name"]}));
        assert_eq!(variant["title"], entry["title"]);
        let squares: Vec<&str> =
            variant["squares"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(squares.len(), variant["colors"].as_object().unwrap().len());
        let cells = variant["files"].as_u64().unwrap() * variant["ranks"].as_u64().unwrap();
        let holes = variant["holes"].as_array().unwrap().len();
        assert_eq!(squares.len() + holes, cells as usize);
        for kind in variant["kinds"].as_array().unwrap() {
            let ids = [&kind["figures"]["white"], &kind["figures"]["black"]];
            let drawings = ok(&json!({"call": "figures", "game": entry["name"], "ids": ids}));
            for id in ids {
                let drawing = drawings[id.as_str().unwrap()].as_str().expect("a drawing");
                assert!(drawing.starts_with("<g"), "{drawing}");
            }
        }
        let legend = ok(&json!({"call": "legend", "game": entry["name"]}));
        assert!(legend.as_str().unwrap().starts_with("<svg"));
    }
    assert!(ok(&json!({"call": "levels"})).as_array().unwrap().len() > 3);
}

#[test]
fn effects_account_for_all_that_left_the_board() {
    for &variant in Variant::bundled() {
        let moves = some_moves(variant, 60);
        let game = variant.name();
        let count = |moves: &[String], side: &str| {
            let view = ok(&json!({"call": "position", "game": game, "moves": moves}));
            let pieces = view["pieces"].as_array().unwrap();
            pieces.iter().filter(|piece| piece["side"] == side).count()
        };
        let effects = ok(&json!({"call": "effects", "game": game, "moves": moves}));
        let effects = effects.as_array().unwrap();
        assert_eq!(effects.len(), moves.len());
        for side in ["white", "black"] {
            let lost = effects.iter().flat_map(|effect| effect["lost"].as_array().unwrap());
            let lost = lost.filter(|loss| loss["side"] == side).count();
            assert_eq!(lost, count(&[], side) - count(&moves, side), "{game} {side}");
        }
    }
    if Variant::named("powerabsorption").is_some() {
        let moves = ["e4", "e5", "Nf3", "Nc6", "Nxe5=NP"];
        let about = json!({"call": "effects", "game": "powerabsorption", "moves": moves});
        let last = ok(&about)[4].clone();
        assert_eq!(last["turn"], "white");
        assert_eq!(last["gained"], json!(["pawn"]));
        assert_eq!(last["lost"].as_array().map(Vec::len), Some(1));
        assert_eq!(last["lost"][0]["side"], "black");
    }
}

#[test]
fn a_view_says_what_the_game_says() {
    for &variant in Variant::bundled() {
        let moves = some_moves(variant, 40);
        for length in [0, 1, moves.len() / 2, moves.len()] {
            let played: Vec<&str> = moves[..length].iter().map(String::as_str).collect();
            let about = json!({"call": "position", "game": variant.name(), "moves": played});
            let view = ok(&about);
            let mut game = game::session(variant);
            game.set_position(None, &played).unwrap();
            assert_eq!(view["fen"], json!(game.fen()));
            assert_eq!(view["startFen"], json!(game.start_fen()));
            assert_eq!(view["moves"], json!(played));
            assert_eq!(view["sans"], json!(game.sans_played()));
            for known in [0, length / 2, length, length + 1] {
                let mut about = about.clone();
                about["sansFrom"] = json!(known);
                let sans = ok(&about)["sans"].clone();
                assert_eq!(sans, json!(game.sans_played().get(known..).unwrap_or_default()));
            }
            assert_eq!(view["isCheck"], json!(game.is_in_check()));
            assert_eq!(view["lastMove"].is_null(), length == 0);
            let mut texts = game.legal_texts();
            texts.sort_unstable();
            let legal = view["legal"].as_array().unwrap();
            let shown: Vec<&str> = legal.iter().map(|mv| mv["text"].as_str().unwrap()).collect();
            assert_eq!(shown, texts);
            for mv in legal {
                assert_eq!(mv["stops"].as_array().unwrap().last(), Some(&mv["to"]));
                let read = game.parse(mv["text"].as_str().unwrap()).expect("a legal move");
                assert_eq!(mv["san"], json!(game.san(read)));
            }
            // Pieces, put together again, make the same placement.
            let pieces = view["pieces"].as_array().unwrap();
            let placed = pieces.iter().map(|piece| {
                (piece["square"].as_str().unwrap().to_owned(), piece["token"].clone())
            });
            let placed: serde_json::Map<String, Value> = placed.collect();
            let setup = json!({"call": "setup", "game": variant.name(), "pieces": placed,
                "turn": view["turn"]});
            let made = ok(&setup)["fen"].as_str().unwrap().to_owned();
            assert_eq!(made.split(' ').next(), game.fen().split(' ').next());
            let ids: Vec<&Value> = pieces.iter().map(|piece| &piece["figure"]).collect();
            ok(&json!({"call": "figures", "game": variant.name(), "ids": ids}));
            for piece in pieces {
                let doing = ok(&json!({"call": "attacks", "game": variant.name(),
                    "moves": played, "square": piece["square"]}));
                assert_eq!(doing["token"], piece["token"]);
                assert_eq!(
                    doing["powers"].as_array().unwrap().len(),
                    piece["powers"].as_array().unwrap().len()
                );
                let sources = doing["powers"].as_array().unwrap().iter();
                let lent = sources.filter(|power| power["from"].is_array()).count();
                assert_eq!(lent, piece["lent"].as_array().unwrap().len());
            }
        }
    }
}

#[test]
fn moves_of_a_request_are_in_coordinates_or_san() {
    for &variant in Variant::bundled() {
        let moves = some_moves(variant, 40);
        let view = ok(&json!({"call": "position", "game": variant.name(), "moves": moves}));
        let again = ok(&json!({"call": "position", "game": variant.name(), "moves": view["sans"]}));
        assert_eq!(again, view);
    }
    let play = |moves: &[&str]| json!({"call": "fen", "game": "chess", "moves": moves});
    let (kind, message) = refused(&play(&["e4", "e5", "Ke3"]));
    assert_eq!((&*kind, &*message), ("BadMove", "'Ke3' is not legal here"));
    let (kind, message) = refused(&play(&["Nf3", "d5", "d4", "e6", "Nd2"]));
    assert_eq!(kind, "AmbiguousMove", "{message}");
    assert_eq!(refused(&play(&["nonsense"])).0, "BadMove");
}

#[test]
fn a_game_goes_through_pgn_and_back() {
    for &variant in Variant::bundled() {
        let moves = some_moves(variant, 30);
        let text = ok(&json!({"call": "pgn", "game": variant.name(), "moves": moves,
            "tags": {"White": "A \"B\"", "Annotator": "x", "Variant": "lies"},
            "comment": "before", "plies": [{"comment": "first", "glyphs": [3]}]}));
        let games = ok(&json!({"call": "readPgn", "game": variant.name(), "text": text}));
        let read = &games[0];
        assert_eq!(games.as_array().map(Vec::len), Some(1));
        assert_eq!(moves_of(read), moves, "{text}");
        assert_eq!(read["game"], json!(variant.name()));
        assert_eq!(read["tags"]["White"], json!("A \"B\""));
        assert_eq!(read["comment"], json!("before"));
        assert_eq!(read["plies"][0]["comment"], json!("first"));
        assert_eq!(read["plies"][0]["glyphs"], json!([3]));
        assert!(read["error"].is_null());
        // Moves alone, as a person copies them.
        let alone = text.as_str().unwrap().split("\n\n").nth(1).unwrap().trim_end();
        let alone = alone.rsplit_once([' ', '\n']).unwrap().0;
        let games = ok(&json!({"call": "readPgn", "game": variant.name(), "text": alone}));
        assert_eq!(moves_of(&games[0]), moves, "{alone}");
    }
}

/// The moves of a game that was read.
fn moves_of(read: &Value) -> Vec<String> {
    let plies = read["plies"].as_array().expect("a line");
    plies.iter().map(|ply| ply["move"].as_str().expect("a move").to_owned()).collect()
}

#[test]
fn variations_go_through_pgn_and_back() {
    if Variant::named("chess").is_none() {
        return;
    }
    let text = "1. e4 e5 (1... c5 $1 {sharp} 2. Nf3 (2. c3) 2... d6) (1... Ke5 2. d4) 2. f4 *";
    let read = |text: &Value| ok(&json!({"call": "readPgn", "game": "chess", "text": text}));
    let games = read(&json!(text));
    let plies = &games[0]["plies"];
    let tried = &plies[1]["variations"];
    assert_eq!(tried.as_array().map(Vec::len), Some(1), "what is not legal is left out");
    assert_eq!(tried[0][0]["move"], json!("c7c5"));
    assert_eq!(
        tried[0][1]["variations"][0][0],
        json!({"move": "c2c3", "san": "c3", "comment": "",
        "glyphs": [], "variations": []})
    );
    let moves = moves_of(&games[0]);
    let request = json!({"call": "pgn", "game": "chess", "moves": moves, "plies": plies});
    assert_eq!(read(&ok(&request))[0]["plies"], *plies);
    let bad = json!([{"variations": [[{"san": "e4) *"}]]}]);
    let (kind, message) =
        refused(&json!({"call": "pgn", "game": "chess", "moves": moves, "plies": bad}));
    assert_eq!((&*kind, &*message), ("BadRequest", "'e4) *' is not a SAN"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "it is a table")]
fn what_is_wrong_is_refused_with_a_kind() {
    let Some(chess) = Variant::named("chess") else { return };
    let game = chess.name();
    for (request, kind, message) in [
        (
            json!({"call": "fen", "game": "nonesuch"}),
            "UnknownVariant",
            "unknown variant 'nonesuch'",
        ),
        (json!({"call": "fen", "game": game, "fen": "x"}), "BadFen", ""),
        (json!({"call": "fen", "game": game, "fen": 7}), "BadRequest", "'fen' is not a text"),
        (
            json!({"call": "fen", "game": game, "moves": "e2e4"}),
            "BadRequest",
            "'moves' is not a list of texts",
        ),
        (
            json!({"call": "fen", "game": game, "moves": ["e2e4", "e2e4"]}),
            "BadMove",
            "'e2e4' is not legal here",
        ),
        (
            json!({"call": "fen", "game": game, "moves": ["e2e4\n"]}),
            "BadMove",
            "'e2e4 ' is not a move",
        ),
        (json!({"call": "fen"}), "BadRequest", "the request has no 'game'"),
        (json!({"game": game}), "BadRequest", "the request has no 'call'"),
        (json!({"call": "nonesuch"}), "BadRequest", "there is no call 'nonesuch'"),
        (json!([1]), "BadRequest", ""),
        (
            json!({"call": "fen", "game": game, "moves": vec!["a"; limits::MOVES + 1]}),
            "BadRequest",
            "'moves' has at most 2000 items",
        ),
        (
            json!({"call": "fen", "game": game, "fen": "8".repeat(limits::TEXT + 1)}),
            "BadRequest",
            "a text in 'fen' has at most 1000 bytes",
        ),
        (
            json!({"call": "find", "game": game, "text": "e5"}),
            "BadMove",
            "'e5' is not legal: no Pawn can go to e5",
        ),
        (
            json!({"call": "attacks", "game": game, "square": "z9"}),
            "BadRequest",
            "the board has no square 'z9'",
        ),
        (
            json!({"call": "figures", "game": game, "ids": ["<svg>"]}),
            "BadRequest",
            "there is no figure '<svg>'",
        ),
        (
            json!({"call": "diagram", "game": game, "size": 7}),
            "BadRequest",
            "'size' is from 8 to 512",
        ),
        (
            json!({"call": "diagram", "game": game, "arrows": ["e2"]}),
            "BadRequest",
            "the board has no square ''",
        ),
        (
            json!({"call": "perft", "game": game, "depth": 64}),
            "BadRequest",
            "depth 6 has more than about 50000000 leaves",
        ),
        (
            json!({"call": "perft", "game": game, "depth": 65}),
            "BadRequest",
            "the depth is at most 64",
        ),
        (
            json!({"call": "perft", "game": game, "depth": -1}),
            "BadRequest",
            "'depth' is not a whole number",
        ),
        (
            json!({"call": "readPgn", "game": game, "text": ""}),
            "BadPgn",
            "there is no game in the text",
        ),
        (
            json!({"call": "readPgn", "game": game, "text": "[Event]\n"}),
            "BadPgn",
            "line 1: '[Event]' is not a tag",
        ),
        (
            json!({"call": "pgn", "game": game, "tags": {"a b": "c"}}),
            "BadRequest",
            "'a b' is no name of a tag",
        ),
        (json!({"call": "pgn", "game": game, "result": "2-0"}), "BadRequest", "'2-0' is no result"),
        (
            json!({"call": "setup", "game": game, "pieces": {"e1": "K"}}),
            "BadFen",
            "Black has 0 kings, not one",
        ),
        (
            json!({"call": "setup", "game": game, "pieces": {"e1": "X"}}),
            "BadFen",
            "this game has no piece 'X'",
        ),
        (
            json!({"call": "setup", "game": game, "pieces": {}, "enPassant": "- 0"}),
            "BadFen",
            "the board has no square '- 0'",
        ),
        (
            json!({"call": "setup", "game": game, "pieces": {"e1": "K", "e8": "k"},
                "castling": "K"}),
            "BadFen",
            "castling right 'K' without king and rook at home",
        ),
        (
            json!({"call": "setup", "game": game, "pieces": {"e1": "K", "e8": "k"},
                "castling": "KX"}),
            "BadFen",
            "'X' is not a castling right",
        ),
        (
            json!({"call": "setup", "game": game, "pieces": {"e1": "K", "e8": "k"},
                "state": "x y"}),
            "BadFen",
            "this game has no seventh field, so it cannot be 'x y'",
        ),
        (
            json!({"call": "position", "game": game, "sansFrom": -1}),
            "BadRequest",
            "'sansFrom' is not a whole number",
        ),
    ] {
        let (kind_found, message_found) = refused(&request);
        assert_eq!(kind_found, kind, "{request}");
        if !message.is_empty() {
            assert_eq!(message_found, message, "{request}");
        }
    }
    let indexed = reply(&json!({"call": "fen", "game": game, "moves": ["e2e4", "e2e4"]}));
    assert_eq!(indexed["error"]["index"], json!(1));
    for text in ["", "{", "null", "7", "\"call\"", &"[".repeat(5000), &" ".repeat(2 << 20)] {
        let reply: Value = serde_json::from_str(&call(text)).unwrap();
        assert_eq!(reply["error"]["kind"], json!("BadRequest"));
    }
}

/// Whatever the fields of a request hold, it is answered.
#[test]
fn no_request_panics() {
    const CALLS: [&str; 19] = [
        "games",
        "levels",
        "variant",
        "legend",
        "figures",
        "diagram",
        "position",
        "fen",
        "validateFen",
        "attacks",
        "objection",
        "find",
        "legalMoves",
        "san",
        "line",
        "perft",
        "pgn",
        "readPgn",
        "setup",
    ];
    const FIELDS: [&str; 23] = [
        "fen", "moves", "ids", "flip", "bare", "dark", "size", "from", "to", "marks", "arrows",
        "tokens", "square", "text", "move", "line", "depth", "tags", "result", "plies", "pieces",
        "turn", "inHand",
    ];
    let values = [
        Value::Null,
        json!(true),
        json!(2),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("e2"),
        json!("e2e4"),
        json!("e2\u{0}\u{1F600}{}"),
        json!("🂡🂡"),
        json!([]),
        json!(["e2e4"]),
        json!(["a", "#é", "!", "xe4"]),
        json!(["w0-0", "wffffffff-f", "w-", "w1-1-1-1", "b3ffff-0-1ffff", "é1-1"]),
        json!([[]]),
        json!({}),
        json!({"e1": "K", "e8": "k"}),
        json!({"e1": "{", "é": ""}),
        json!({"P": 1, "é": 255}),
        json!("P@"),
    ];
    // Each game has its share of them.
    let games = Variant::bundled().len() * 2;
    for (share, &variant) in Variant::bundled().iter().enumerate() {
        for (place, name) in CALLS.into_iter().enumerate() {
            for (number, field) in FIELDS.into_iter().enumerate() {
                for (other, value) in values.iter().enumerate() {
                    if (place + number + other) % games != share {
                        continue;
                    }
                    let mut request = json!({"call": name, "game": variant.name()});
                    // Another field has another value, so that not only the first one is looked at.
                    let second = FIELDS[(number + other + 1) % FIELDS.len()];
                    request[second] = values[(number * 5 + other) % values.len()].clone();
                    request[field] = value.clone();
                    let reply = reply(&request);
                    assert!(reply.get("ok").is_some() != reply.get("error").is_some(), "{request}");
                }
            }
        }
    }
}

#[test]
fn lines_end_where_they_are_not_legal_and_typed_moves_are_found() {
    if Variant::named("chess").is_none() {
        return;
    }
    let ask = |mut request: Value| {
        request["game"] = json!("chess");
        ok(&request)
    };
    let line = ask(json!({"call": "line", "moves": ["e2e4"], "line": ["e7e5", "g1f3", "a1a8"]}));
    assert_eq!(line, json!({"texts": ["e7e5", "g1f3"], "sans": ["e5", "Nf3"]}));
    assert_eq!(ask(json!({"call": "find", "text": "Nf3"})), json!(["g1f3"]));
    assert_eq!(ask(json!({"call": "san", "move": "g1f3"})), json!("Nf3"));
    assert_eq!(ask(json!({"call": "perft", "depth": 4})), json!(197_281));
    assert_eq!(ask(json!({"call": "objection", "from": "e2", "to": "e4"})), Value::Null);
    assert_eq!(
        ask(json!({"call": "objection", "from": "e2", "to": "e5"})),
        json!("the Pawn on e2 cannot go there")
    );
    assert_eq!(
        ask(json!({"call": "objection", "text": "Ke2"})),
        json!("'Ke2' is not legal: your own piece is on e2")
    );
    assert_eq!(ask(json!({"call": "attacks", "square": "e4"})), Value::Null);
    let mated = ask(json!({"call": "position", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"]}));
    assert_eq!(
        mated["outcome"],
        json!({"result": "0-1", "reason": "checkmate", "text": "Black mates"})
    );
    assert_eq!((&mated["king"], &mated["checkers"]), (&json!("e1"), &json!(["h4"])));
    assert_eq!(mated["lastMove"]["san"], json!("Qh4#"));
    let setup = json!({"call": "setup", "pieces": {"e1": "K", "h1": "R", "e8": "k", "a8": "r"}});
    assert_eq!(ask(setup), json!({"fen": "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "castling": "Kq"}));
}

#[test]
fn lent_powers_name_their_lenders() {
    if Variant::bundled().len() < 8 {
        return;
    }
    let fen = "***1***/*1k3*/*5*/*5*/7/*3PB*/*2R2*/*5*/***K*** w - - 0 1";
    let lent = |variant: &str| {
        let request = json!({"call": "attacks", "game": variant, "fen": fen, "square": "e4"});
        reply(&request).get("ok").cloned()
    };
    let found: Vec<Value> =
        Variant::bundled().iter().filter_map(|game| lent(game.name())).collect();
    let is_lent = |power: &Value| power["from"].as_array().is_some_and(|from| !from.is_empty());
    let found: Vec<&Value> = found
        .iter()
        .filter(|found| found["powers"].as_array().unwrap().iter().any(is_lent))
        .collect();
    assert!(!found.is_empty(), "some game with lent powers has such a board");
    for found in found {
        let rook = json!({"power": "rook", "words": "slides like a rook", "from": ["d3"]});
        assert!(found["powers"].as_array().unwrap().contains(&rook), "{found}");
        let notes = found["notes"].as_array().unwrap();
        assert!(
            notes.contains(&json!("The Rook on d3 lends it: slides like a rook.")),
            "{notes:?}"
        );
    }
}

#[cfg(feature = "written")]
mod loading {
    use super::super::call_or_load;
    use super::*;

    const CAMELS: &str = "[web-camels:chess]\ntitle = Camels\nknight = -\ncustomPiece1 = c:C\n\
        startFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1\npromotionPieceTypes = qrbc\n";

    fn asked(request: &Value) -> Value {
        serde_json::from_str(&call_or_load(&request.to_string())).expect("a reply is JSON")
    }

    fn load(text: &str) -> Value {
        asked(&json!({ "call": "loadRules", "text": text }))
    }

    /// A lance has its line ahead of it; a knight looks the same from both sides.
    #[test]
    fn figures_are_seen_from_either_side() {
        let start = "startFen = rlbqkblr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBLR w KQkq - 0 1";
        load(&format!("[web-lances:chess]\ncustomPiece1 = l:fR\n{start}\n"));
        let variant = asked(&json!({ "call": "variant", "game": "web-lances" }));
        let kinds = variant["ok"]["kinds"].as_array().expect("a list");
        for (token, is_turned) in [("L", true), ("N", false)] {
            let kind = kinds.iter().find(|kind| kind["token"] == token).expect("a kind");
            let id = kind["figures"]["black"].as_str().expect("an id");
            let seen = |flip: bool| {
                let drawn = asked(&json!({ "call": "figures", "ids": [id], "flip": flip }));
                drawn["ok"][id].as_str().expect("a drawing").to_owned()
            };
            assert_eq!(seen(false) != seen(true), is_turned, "{token}");
        }
    }

    #[test]
    fn a_game_of_a_text_is_answered_like_any_other() {
        let loaded = load(CAMELS);
        assert_eq!(
            loaded,
            json!({ "ok": { "games": [{ "name": "web-camels", "title": "Camels" }], "findings": [] } })
        );
        let variant = asked(&json!({ "call": "variant", "game": "web-camels" }));
        assert_eq!(variant["ok"]["isWritten"], true);
        let words = asked(&json!({ "call": "explainRules", "game": "web-camels" }));
        assert!(words["ok"].as_str().is_some_and(|words| words.starts_with("Camels\n")), "{words}");
        let games = asked(&json!({ "call": "games" }));
        assert!(games["ok"].as_array().expect("a list").contains(&loaded["ok"]["games"][0]));
        let variant = asked(&json!({ "call": "variant", "game": "web-camels" }));
        let kinds = variant["ok"]["kinds"].as_array().expect("a list");
        let camel = kinds.iter().find(|kind| kind["token"] == "C").expect("a kind");
        assert_eq!(camel["words"], "leaps three squares straight and one aside");
        let figure = camel["figures"]["white"].as_str().expect("an id");
        let drawn = asked(&json!({ "call": "figures", "ids": [figure] }));
        assert!(drawn["ok"][figure].as_str().is_some_and(|svg| svg.starts_with("<g ")), "{drawn}");
        let moves = json!(["b1c4", "g8f5"]);
        let view = asked(&json!({ "call": "position", "game": "web-camels", "moves": moves }));
        assert_eq!(view["ok"]["sans"], json!(["Cc4", "Cf5"]));
        let doing = asked(&json!({
            "call": "attacks", "game": "web-camels", "moves": moves, "square": "c4"
        }));
        assert_eq!(doing["ok"]["powers"][0]["words"], "leaps three squares straight and one aside");
        let pgn = asked(&json!({ "call": "pgn", "game": "web-camels", "moves": moves }));
        let text = pgn["ok"].as_str().expect("a text");
        let read = asked(&json!({ "call": "readPgn", "game": "web-camels", "text": text }));
        assert_eq!(read["ok"][0]["plies"][0]["move"], "b1c4", "{read}");
    }

    const MADRASI: &str = "[web-madrasi:chess]\nfreeze = *!k x same: move\n";
    const BENEDICT: &str = "[web-benedict:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\n\
        extinctionValue = loss\nextinctionPieceTypes = k\nonCapture = * x * > forbidden\nconvert = * x *: move\n";
    const ANDERNACH: &str =
        "[web-andernach:chess]\nonCapture = k x * > mover; * x * > mover other\n";

    /// The position of a game of a text after some moves.
    fn view(text: &str, moves: &[&str]) -> Value {
        let game = load(text)["ok"]["games"][0]["name"].clone();
        asked(&json!({ "call": "position", "game": game, "moves": moves }))["ok"].clone()
    }

    #[test]
    fn a_view_says_who_is_frozen() {
        let view = view(MADRASI, &["e2e4", "d7d5"]);
        let pieces = view["pieces"].as_array().expect("a list").iter();
        let frozen: Vec<_> = pieces.filter(|piece| piece["isFrozen"] == true).collect();
        let squares: Vec<_> = frozen.iter().map(|piece| &piece["square"]).collect();
        assert_eq!(squares, ["e4", "d5"]);
    }

    #[test]
    fn a_view_says_who_has_changed_sides() {
        let converted = |text, moves: &[&str]| view(text, moves)["lastMove"]["converted"].clone();
        assert_eq!(converted(BENEDICT, &["e2e4", "a7a6", "d1h5"]), json!(["f7", "h7"]));
        assert_eq!(converted(BENEDICT, &["e2e4"]), json!([]));
        assert_eq!(converted(ANDERNACH, &["e2e4", "d7d5", "e4d5"]), json!(["d5"]));
    }

    const HOUSE: &str = "[web-house:crazyhouse]\n";

    #[test]
    fn a_view_says_what_is_in_hand_and_what_comes_there() {
        // What is captured after a promotion is a pawn in hand.
        let moves =
            ["e4", "d5", "exd5", "Qxd5", "P@e6", "a6", "exf7", "Kd8", "fxg8=Q", "Rxg8", "Nc3"];
        let view = view(HOUSE, &moves);
        let held = |side: &str| -> Vec<(String, u64)> {
            let all = view["inHand"][side].as_array().expect("a list").iter();
            let entry = |held: &Value| {
                (
                    held["place"].as_str().expect("a text").to_owned(),
                    held["count"].as_u64().expect("a count"),
                )
            };
            all.map(entry).collect()
        };
        let of = |entries: &[(&str, u64)]| -> Vec<(String, u64)> {
            entries.iter().map(|&(place, count)| (place.to_owned(), count)).collect()
        };
        assert_eq!(held("white"), of(&[("N@", 1), ("P@", 1)]));
        assert_eq!(held("black"), of(&[("p@", 2)]));
        let legal = view["legal"].as_array().expect("a list");
        let find = |text: &str| legal.iter().find(|mv| mv["text"] == text).expect("a legal move");
        let drop = find("P@h3");
        assert_eq!(
            (&drop["from"], &drop["to"], &drop["isDrop"]),
            (&json!("p@"), &json!("h3"), &json!(true))
        );
        assert_eq!(drop["stops"], json!(["h3"]));
        assert_eq!((&drop["mover"], &drop["emptied"]), (&drop["becomes"], &json!([])));
        let capture = &find("d5g2")["intoHand"];
        assert_eq!(capture, &json!([{ "side": "black", "kind": drop["mover"], "name": "Pawn" }]));
        let dropped = super::loading::view(HOUSE, &[&moves[..], &["P@h3"]].concat());
        assert_eq!(dropped["lastMove"]["from"], "p@");
        let about =
            |moves: &[&str]| json!({ "call": "effects", "game": "web-house", "moves": moves });
        let effects = asked(&about(&moves));
        let lost = effects["ok"].as_array().expect("a list").iter().map(|effect| &effect["lost"]);
        assert!(lost.clone().all(|lost| lost == &json!([])), "{effects}");
    }

    #[test]
    fn what_seems_to_be_another_piece_is_shown_as_that() {
        let moves = ["e4", "d5", "exd5", "Qxd5", "P@e6", "a6", "exf7", "Kd8", "fxg8=Q"];
        let view = view(HOUSE, &moves);
        let variant = asked(&json!({ "call": "variant", "game": "web-house" }));
        let kinds = variant["ok"]["kinds"].as_array().expect("a list");
        let tokens: Vec<_> =
            kinds.iter().map(|kind| kind["token"].as_str().expect("a text")).collect();
        assert_eq!(tokens.len(), 6, "{tokens:?}");
        for (place, kind) in kinds.iter().enumerate() {
            assert_eq!(kind["index"], place);
        }
        let pieces = view["pieces"].as_array().expect("a list");
        let on =
            |square: &str| pieces.iter().find(|piece| piece["square"] == square).expect("a piece");
        let (promoted, queen) = (on("g8"), on("d1"));
        assert_eq!((&promoted["token"], &queen["token"]), (&json!("Q~"), &json!("Q")));
        for field in ["kind", "name", "figure"] {
            assert_eq!(promoted[field], queen[field]);
        }
        // The editor puts it there again.
        let placed = pieces.iter().map(|piece| {
            (piece["square"].as_str().expect("a text").to_owned(), piece["token"].clone())
        });
        let placed: serde_json::Map<String, Value> = placed.collect();
        let mut hands = serde_json::Map::new();
        for side in ["white", "black"] {
            for held in view["inHand"][side].as_array().expect("a list") {
                hands.insert(
                    held["token"].as_str().expect("a text").to_owned(),
                    held["count"].clone(),
                );
            }
        }
        let setup = json!({ "call": "setup", "game": "web-house", "pieces": placed, "inHand": hands, "turn": "black" });
        let made = asked(&setup);
        let fen = view["fen"].as_str().expect("a text").split(' ').next();
        assert_eq!(made["ok"]["fen"].as_str().expect("a text").split(' ').next(), fen, "{made}");
    }

    #[test]
    fn drops_are_refused_with_a_reason() {
        let moves = json!(["e4", "d5", "exd5", "Qxd5"]);
        load(HOUSE);
        let why = |from: &str, to: &str| {
            asked(
                &json!({ "call": "objection", "game": "web-house", "moves": moves, "from": from, "to": to }),
            )
        };
        assert_eq!(why("P@", "e6")["ok"], Value::Null);
        assert_eq!(why("P@", "e8")["ok"], "there is a piece on e8");
        assert_eq!(why("N@", "e6")["ok"], "there is no Knight in hand");
        assert_eq!(why("K@", "e6")["error"]["message"], "in this game no 'K' can be in hand");
        for (hands, reason) in [
            (json!({ "K": 1 }), "in this game no 'K' can be in hand"),
            (json!({ "X": 1 }), "this game has no piece 'X'"),
            (json!({ "P": 256 }), "'inHand' is not an object of numbers up to 255"),
            (json!(["P"]), "'inHand' is not an object of numbers up to 255"),
        ] {
            let pieces = json!({ "e1": "K", "e8": "k" });
            let made = asked(
                &json!({ "call": "setup", "game": "web-house", "pieces": pieces, "inHand": hands }),
            );
            assert_eq!(made["error"]["message"], reason, "{made}");
        }
    }

    #[test]
    fn hands_that_never_become_empty_are_in_no_setup() {
        let hands = |text: &str, game: &str| {
            load(text);
            asked(&json!({ "call": "variant", "game": game }))["ok"]["hands"].clone()
        };
        assert_eq!(hands(CAMELS, "web-camels"), Value::Null);
        assert_eq!(hands(HOUSE, "web-house")["areEndless"], false);
        let text = "[web-endless:chess]\npieceDrops = true\nfreeDrops = true\n\
            startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
        assert_eq!(hands(text, "web-endless")["areEndless"], true);
        let view = view(text, &[]);
        assert!(
            view["inHand"]["black"]
                .as_array()
                .is_some_and(|held| held.iter().all(|one| one["count"] == 1))
        );
    }

    #[test]
    fn the_words_of_a_text_are_those_that_the_reader_takes() {
        let words = asked(&json!({ "call": "ruleWords" }));
        let of = |list: &str, field: &str| -> Vec<String> {
            let all = words["ok"][list].as_array().expect("a list").iter();
            all.map(|one| one[field].as_str().expect("a text").to_owned()).collect()
        };
        let keys = of("keys", "name");
        for key in ["startFen", "knight", "customPiece25", "onCapture", "flagRegionWhite", "title"]
        {
            assert!(keys.iter().any(|known| known == key), "{key}");
        }
        // Not what it knows only to say that it is not supported.
        assert!(!keys.iter().any(|key| key == "seirawanGating"));
        assert!(of("parents", "name").iter().any(|name| name == "stealthbomber"));
        let mut rows = words["ok"]["keys"].as_array().expect("a list").iter();
        let stalemate = rows.find(|key| key["name"] == "stalemateValue").expect("a key");
        assert_eq!(stalemate["takes"], "`win`, `loss` or `draw`");
    }

    #[test]
    fn mistakes_of_a_text_have_places() {
        let reply = load("[web-wrong:chess]\nking = k:KM\n");
        assert_eq!(reply["ok"]["games"], json!([]));
        let finding = &reply["ok"]["findings"][0];
        assert_eq!(finding["severity"], "error");
        assert_eq!((&finding["line"], &finding["column"]), (&json!(2), &json!(11)));
        assert!(finding["message"].as_str().is_some_and(|text| text.starts_with("'M'")), "{reply}");
        let unknown = asked(&json!({ "call": "variant", "game": "web-wrong" }));
        assert_eq!(unknown["error"]["kind"], "UnknownVariant");
    }

    #[test]
    fn the_rules_of_a_text_are_told_in_words_and_nothing_is_loaded() {
        let told = |text: &str, game: &str| {
            let request = json!({ "call": "explainRules", "text": text, "game": game });
            let reply = call(&request.to_string());
            serde_json::from_str::<Value>(&reply).expect("a reply is JSON")
        };
        let text = CAMELS.replace("web-camels", "web-told");
        let words = told(&text, "web-told");
        let words = words["ok"].as_str().expect("a text");
        assert!(words.starts_with("Camels\n") && words.contains("\nOTHER RULES\n"), "{words}");
        assert_eq!(Variant::named("web-told"), None);
        for (text, game, reason) in [
            (CAMELS, "none", "the text has no game 'none'"),
            ("[web-wrong:chess]\nking = k:KM\n", "web-wrong", "'web-wrong' has mistakes"),
        ] {
            let refused = told(text, game);
            assert_eq!(refused["error"]["message"], reason);
            assert_eq!(refused["error"]["kind"], "BadRules");
        }
        let long = "x".repeat(vertumnus_written::MOST_BYTES + 1);
        assert_eq!(told(&long, "x")["error"]["kind"], "BadRules");
    }

    /// Texts come by links from strangers.
    #[test]
    fn no_text_breaks_anything_or_gets_long_answers() {
        let long = "x".repeat(vertumnus_written::MOST_BYTES + 1);
        assert_eq!(load(&long)["error"]["kind"], "BadRules");
        let many = "[a]\n".repeat(vertumnus_written::MOST_GAMES + 1);
        assert_eq!(load(&many)["error"]["kind"], "BadRules");
        let lines = "nonesuch = <b>\n".repeat(5000);
        for text in [
            "",
            "\u{0}",
            "[",
            "[]",
            "[<script>:chess]",
            &lines,
            "[x:chess]\nstartFen = \u{1f600}\n",
        ] {
            let reply = load(text);
            assert_eq!(reply["ok"]["games"], json!([]), "{text:.40}");
            assert!(!reply["ok"]["findings"].as_array().expect("a list").is_empty(), "{text:.40}");
            assert!(reply.to_string().len() < 1 << 20, "{text:.40}");
        }
        let title = format!("[web-title:chess]\nking = k:KN\ntitle = {}\n", "<b>".repeat(20_000));
        let reply = load(&title);
        assert!(reply.to_string().len() < 1 << 20, "{}", reply.to_string().len());
        // A server's process is not one user's.
        let refused: Value = serde_json::from_str(&call(
            &json!({ "call": "loadRules", "text": CAMELS }).to_string(),
        ))
        .expect("a reply is JSON");
        assert_eq!(refused["error"]["message"], "there is no call 'loadRules'");
    }
}
