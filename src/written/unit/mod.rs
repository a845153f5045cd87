//! Files with mistakes, and what is said of them.

#[cfg(feature = "played")]
mod alike;
mod annihilators;
#[cfg(feature = "played")]
mod blasts;
pub(crate) mod changing;
mod contacts;
#[cfg(feature = "played")]
mod counts;
#[cfg(feature = "played")]
mod grounds;
#[cfg(feature = "played")]
mod handicaps;
mod held;
#[cfg(feature = "played")]
mod hoppers;
mod lenders;
mod merging;
#[cfg(feature = "played")]
mod passes;
#[cfg(feature = "played")]
mod promoting;
#[cfg(feature = "played")]
pub(crate) mod royals;
#[cfg(feature = "played")]
mod shown;
mod sides;
mod spending;
#[cfg(feature = "played")]
mod twins;

use super::*;

/// The findings of a text, as `line:column word: message`, without what is allowed.
fn findings(text: &str) -> Vec<String> {
    let written = read(text.as_bytes()).expect("the text is small");
    written
        .findings
        .iter()
        .map(|one| {
            let Place { line, column, .. } = one.place;
            format!("{line}:{column} {}: {}", one.severity.word(), one.message)
        })
        .collect()
}

/// The only finding of some keys of a game that builds on chess.
#[track_caller]
fn finding(keys: &str) -> String {
    let all = findings(&format!("[x:chess]\n{keys}\n"));
    assert_eq!(all.len(), 1, "{all:#?}");
    all[0].clone()
}

fn help(text: &str) -> String {
    read(text.as_bytes()).expect("the text is small").findings[0].help.clone()
}

fn usable(text: &str) -> Vec<String> {
    let written = read(text.as_bytes()).expect("the text is small");
    let games = written.games.into_iter().filter(|game| game.definition.is_some());
    games.map(|game| game.name).collect()
}

#[test]
fn keys_that_are_wrong_are_named() {
    assert_eq!(finding("startFenn = 8/8"), "2:1 error: 'startFenn': no such key");
    assert_eq!(help("[x:chess]\nstartFenn = 8/8\n"), "did you mean 'startFen'?");
    assert_eq!(help("[x:chess]\nSTARTFEN = 8/8\n"), "did you mean 'startFen'?");
    assert_eq!(
        finding("nMoveRule = 20\nnMoveRule = 30"),
        "3:1 warning: 'nMoveRule' is given twice, first in line 2"
    );
    assert_eq!(
        finding("twoBoards = true"),
        "2:1 error: 'twoBoards' needs two boards, which is not supported"
    );
    assert!(findings("[x:chess]\ntwoBoards = false\n").is_empty(), "it says what holds anyhow");
    assert_eq!(
        finding("castling = false\ncastlingRank = 1"),
        "3:1 error: 'castlingRank' has no effect: castling is false"
    );
    assert_eq!(
        finding("flagPiece = k"),
        "2:1 error: 'flagPiece' has no effect: flagRegion is not given"
    );
}

#[test]
fn values_that_are_wrong_are_named() {
    for (keys, said) in [
        ("castling = yes", "2:12 error: 'yes' is no value of this key"),
        ("castling = true # no", "2:12 error: 'true # no' is no value of this key"),
        ("nMoveRule = -1", "2:13 error: '-1' is no value of this key"),
        ("nFoldRule = 1", "2:13 error: every position occurs once"),
        ("maxRank = 11", "2:11 error: '11' is no value of this key"),
        ("stalemateValue = lose", "2:18 error: 'lose' is no value of this key"),
        ("promotionPieceTypes = qx", "2:24 error: 'x' is no piece of this game"),
        ("promotionPieceTypes = qq", "2:24 error: 'q' is named twice"),
        ("flagRegion = e4 e9", "2:17 error: 'e9' is not on the board"),
        ("flagRegion = e4 44", "2:17 error: '44' is no square"),
        ("flagRegion = *", "2:14 error: '*' is no square"),
        ("customPiece1 = a", "2:16 error: 'a' is no value of this key"),
        ("knight = n:N", "2:10 error: 'n:N' is no value of this key"),
        ("customPiece1 = a:Wx", "2:19 error: 'x' is no part of a move"),
        ("customPiece1 = aa:W", "2:16 error: 'aa:W' is no value of this key"),
        ("castlingKingPiece = kk", "2:21 error: 'kk' is no value of this key"),
        (
            "customPiece1 = a:W\ncustomPiece2 = a:F",
            "3:16 error: 'a' is the letter of 'customPiece1' already",
        ),
        ("mobilityRegionWhiteLance = e4", "2:1 error: this game has no 'lance'"),
        ("maxFile = 16\nmaxRank = 10", "2:11 error: a board of 16 x 10 cells is too large"),
        ("pieceNames = Queen", "2:14 error: 'Queen' is no value of this key"),
        ("castlingRank = 9", "2:16 error: the board has no such rank"),
    ] {
        assert_eq!(finding(keys), said, "{keys}");
    }
}

/// What is meant may be said otherwise.
#[test]
fn help_says_how_it_is_written() {
    for (keys, said) in [
        ("pawn = p:fmW", "'customPiece1 = a:FAA' describes the moves of a piece"),
        ("customPiece26 = a:W", "there are customPiece1 to customPiece25"),
        ("customPiece1 = k:KN", "'king = k:KN' has moves of its own"),
        ("enPassant = false", "'enPassantRegion = -' is without it"),
        ("morph = white: n>b", "dark, light or all alone"),
        ("mobilityRegionWhiteElephant = e4", "...CustomPiece1 for 'customPiece1'"),
        ("onCapture = n x * > b;\n  b x * > n", "a value stands on one line"),
    ] {
        let text = format!("[x:chess]\n{keys}\n");
        assert_eq!(findings(&text).len(), 1, "{keys}");
        assert!(help(&text).contains(said), "{keys}: {}", help(&text));
    }
    assert!(help("[a:b]\n[b:chess]\n").contains("'b' stands below"));
    let unknown = "[x:chess]\nstartFen = z6k/8/8/8/8/8/8/K7 w\n";
    assert!(!help(unknown).contains("without a parent"), "{}", help(unknown));
}

/// One mistake is told once.
#[test]
fn what_cannot_be_read_has_no_second_mistake() {
    for (keys, said) in [
        ("lend = n:cR\nlendTo = p\nlendMode = replace", "2:10 error: 'cR' is no zone"),
        ("flagRegionWhite = e8 e9\nflagPiece = k", "2:22 error: 'e9' is not on the board"),
        (
            "customPiece1 = c:WM\npromotionPieceTypes = c\nonMove = n>c",
            "2:19 error: 'M' is no part of a move",
        ),
        ("morph = a1: r>n", "2:9 error: the 'r' on a1 of the start position is a 'n' there"),
    ] {
        assert!(finding(keys).starts_with(said), "{keys}: {}", finding(keys));
    }
}

#[test]
fn start_positions_that_are_wrong_are_named() {
    let fen = |fen: &str| finding(&format!("startFen = {fen}"));
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, said) in [
        (format!("{chess}/8 w - - 0 1"), "2:12 error: this position has 9 ranks, the board 8"),
        ("8/8/8/8/8/8/8/7 w".to_owned(), "2:26 error: this rank has 7 files, the board 8"),
        (chess.replacen('q', "z", 1) + " w", "2:15 error: 'z' in the start position is no piece"),
        (chess.replacen('q', "!", 1) + " w", "2:15 error: '!' is nothing on a board"),
        (
            chess.replacen('q', "k", 1) + " w",
            "2:16 error: Black has 2 kings; no side has more than one",
        ),
        (format!("{chess} x"), "2:56 error: after the board stands who moves first: w or b"),
        (format!("{chess}[N] w"), "2:56 error: 'n' is in hand, but nothing is ever dropped"),
        (format!("{chess} w KQkq - 0 1 2"), "2:69 error: '2' is one field too much"),
        (
            format!("{chess} w KX"),
            "2:59 error: castling 'X': the rights are K, Q, k, q or files of rooks",
        ),
        (format!("{chess} w C"), "2:58 error: castling 'C': no rook that castles stands there"),
        (format!("{chess} w KK"), "2:59 error: the right 'K' is given twice"),
        (
            "4k3/8/8/8/8/8/8/K3R3 w".to_owned(),
            "2:12 error: White begins, and Black's king can be taken",
        ),
        ("k7/2Q5/8/8/8/8/8/4K3 b".to_owned(), "2:12 error: Black begins, and has no legal move"),
        ("k7/1Q6/1K6/8/8/8/8/8 b".to_owned(), "2:12 error: Black begins, and is checkmated"),
        ("k7/8/8/8/8/8/8/4K2r w".to_owned(), "2:12 warning: White begins, and is in check"),
    ] {
        assert_eq!(fen(&text), said, "{text}");
    }
    assert_eq!(
        finding("maxRank = 9"),
        "1:2 error: the start position does not fit: this position has 8 ranks, the board 9"
    );
    assert_eq!(findings("[x]\nking = k\n")[0], "1:2 error: 'r' in the start position is no piece");
}

#[test]
fn what_keys_say_together_is_checked() {
    assert_eq!(
        finding("promotionPieceTypesBlack = -"),
        "2:28 error: Black's pawns promote to nothing"
    );
    assert_eq!(finding("promotionPieceTypesWhite = qk"), "2:28 error: no king is promoted to");
    assert_eq!(
        finding("extinctionValue = loss"),
        "2:19 warning: 'extinctionPieceTypes' names no piece of this game to be counted"
    );
    assert_eq!(
        finding("customPiece1 = n:NN"),
        "2:16 warning: 'n' was the knight of the parent, which promotionPieceTypes still named; it is \
         not this piece"
    );
    assert_eq!(
        finding("customPiece1 = z:NA"),
        "2:16 warning: no 'z' stands at the start, and nothing becomes one"
    );
    assert_eq!(
        finding("maxRank = 9\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        "2:11 warning: White's pawns do not promote on the last rank"
    );
    let pawnless = "[x:chess]\nmaxRank = 6\nstartFen = k7/8/8/8/8/K6R w - - 0 1\n";
    assert!(findings(pawnless).is_empty(), "nothing promotes: {:#?}", findings(pawnless));
    assert_eq!(finding("flagRegion = e4"), "1:2 warning: the first move e2e4 ends the game");
    let twins = "chancellor = c\ncustomPiece1 = d:NR\npromotionPieceTypes = qcd";
    assert_eq!(finding(twins), "3:16 warning: 'd' moves as 'c' does");
}

#[test]
fn names_and_parents_are_checked() {
    assert_eq!(findings("[Mine:chess]\n"), ["1:2 error: 'Mine' is no name of a game"]);
    assert_eq!(findings("[chess]\n"), ["1:2 error: 'chess' is a game of this program"]);
    assert_eq!(findings("[a:chess]\n[a:chess]\n"), ["2:2 error: a game 'a' stands above already"]);
    assert_eq!(
        findings("[a:ches]\npromotionPieceTypes = x\nduckGating = true\n"),
        [
            "1:4 error: no game 'ches' to build on",
            "3:1 error: 'duckGating' needs squares that become walls, which is not supported"
        ],
        "what the pieces are is not known"
    );
    assert_eq!(help("[a:ches]\n"), "did you mean 'chess'?");
    assert_eq!(findings("# nothing\n"), ["1:1 error: the file has no game"]);
}

#[test]
fn a_mistake_keeps_no_other_game_from_being_used() {
    let text = "[a:chess]\ntwoBoards = true\n[b:a]\n[c:chess]\n[d:c]\nking = k:N\n[e:b]\n";
    assert_eq!(usable(text), ["c", "d"]);
    let broken = "[a:chess]\nnonsense\n[b:chess]\n";
    assert_eq!(usable(broken), ["b"]);
}

/// The keys of the old releases of Fairy-Stockfish, and FENs with fields left out.
#[test]
fn old_keys_mean_the_same_as_new_ones() {
    let rows = "maxRank = 10\nstartFen = 8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 b\n";
    let old = "promotionRank = 9\ndoubleStepRank = 4\ndoubleStepRankMin = 3\nwhiteFlag = e5\n";
    let new = "promotionRegionWhite = *9 *10\npromotionRegionBlack = *1 *2\n\
               doubleStepRegionWhite = *3 *4\ndoubleStepRegionBlack = *8 *7\nflagRegionWhite = e5\n";
    let game = |keys: &str| {
        let text = format!("[x:chess]\n{rows}{keys}");
        let written = read(text.as_bytes()).expect("the text is small");
        written.games[0].definition.clone().unwrap_or_else(|| panic!("{:?}", written.findings))
    };
    assert_eq!(game(old), game(new));
    assert_eq!(game(old).start, "8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 b - - 0 1");
}

#[test]
fn castling_is_found_from_the_start_position() {
    let text = "[x:chess]\nmaxFile = j\nstartFen = 1rnbqkbnr1/pppppppppp/10/10/10/10/PPPPPPPPPP/1RNBQKBNR1 w BQkq - 0 1\n\
                castlingKingsideFile = h\ncastlingQueensideFile = d\n";
    let text = text.replace(" BQkq", " KQkq");
    let written = read(text.as_bytes()).expect("the text is small");
    let game = written.games[0].definition.as_ref().expect("it has no mistakes");
    let castles: Vec<_> = game
        .castles
        .iter()
        .map(|castle| {
            let index = |square: vertumnus_core::board::Square| square.index();
            (
                castle.letter,
                index(castle.king.0),
                index(castle.king.1),
                index(castle.rook.0),
                index(castle.rook.1),
            )
        })
        .collect();
    assert_eq!(
        castles,
        [('K', 5, 7, 8, 6), ('Q', 5, 3, 1, 4), ('k', 75, 77, 78, 76), ('q', 75, 73, 71, 74)]
    );
}

#[test]
fn what_is_said_about_a_game_is_not_inherited() {
    let text = "[a:chess]\ntitle = One\nabout = Won.\ninventor = Ada\nsource = a page\n[b:a]\n";
    let written = read(text.as_bytes()).expect("the text is small");
    let said = written.games.iter().filter_map(|game| Some(explain(game.definition.as_ref()?)));
    let [one, two] = &said.collect::<Vec<_>>()[..] else { panic!("two games without mistakes") };
    assert!(
        one.starts_with("One\n\nWon.\n\nThe board") && one.ends_with("\nBy Ada\n\nRules: a page\n")
    );
    assert!(two.starts_with("b\n\nThe board") && !two.contains("By ") && !two.contains("Rules:"));
}

#[test]
fn castling_has_a_text_of_its_own() {
    let texts = |king: &str| {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let text = format!("[x:chess]\nking = k:{king}\nstartFen = {fen}\n");
        let written = read(text.as_bytes()).expect("the text is small");
        let game = written.games[0].definition.as_ref().expect("it has no mistakes");
        let position = interpreter::Position::start(game);
        let moves = position.legal_moves().into_iter();
        let texts = moves.map(|mv| position.text(mv)).filter(|text| text.starts_with("e1"));
        let wide = texts.filter(|text| ["e1g1", "e1c1", "e1h1", "e1a1"].contains(&text.as_str()));
        wide.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(texts("K"), "e1g1 e1c1");
    assert_eq!(texts("KD"), "e1c1 e1g1 e1h1 e1a1");
}

/// The sizes are bounded; how long they take is for whoever runs the tests to see.
#[test]
fn hostile_files_are_read_to_their_end() {
    let fill = |part: &str| part.repeat(MOST_BYTES / part.len());
    let texts = [
        fill("["),
        fill("[\n"),
        fill("a=b\n"),
        format!("[x:chess]\n{}", fill("kinght=q\n")).split_at(MOST_BYTES - 9).0.to_owned(),
        format!("[x:chess]\nflagRegion = {}", fill("z")).split_at(MOST_BYTES).0.to_owned(),
        format!("[x:chess]\ncustomPiece1 = a:{}", fill("WF")).split_at(MOST_BYTES).0.to_owned(),
        format!("[x:chess]\nstartFen = {}", fill("9")).split_at(MOST_BYTES).0.to_owned(),
        format!("[x:chess]\nstartFen = {}", fill("8/")).split_at(MOST_BYTES).0.to_owned(),
        fill("é"),
    ];
    for text in texts {
        let written = read(text.as_bytes()).expect("it is text, and not too long");
        assert!(!written.findings.is_empty());
        assert!(written.findings.len() <= 1000);
        for finding in written.findings.iter().take(3) {
            assert!(finding.render("x", &text).len() < 4000);
        }
    }
    // As many games as there may be, each with a board full of queens.
    let rank = "QQQQQQQQQQQQQQQQ";
    let full = format!(
        "[a:chess]\nmaxFile = 16\nstartFen = k15/16/{rank}/{rank}/{rank}/{rank}/{rank}/K15 w\n"
    );
    let many: Vec<String> = (1..MOST_GAMES).map(|number| format!("[g{number}:a]\n")).collect();
    let written = read((full + &many.concat()).as_bytes()).expect("it is not too long");
    assert_eq!(written.games.len(), MOST_GAMES);
    assert_eq!(read("[a]\n".repeat(300).as_bytes()).err(), Some(Unreadable::TooManyGames(300)));
    assert_eq!(read(&vec![b'#'; MOST_BYTES + 1]).err(), Some(Unreadable::TooLong));
    assert_eq!(read(b"[\xff]").err(), Some(Unreadable::NoText(2)));
}
