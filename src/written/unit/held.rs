//! How games with pieces in hand are shown, and to XBoard.

use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::{self, Session, story};

use crate::load;

/// The game of this name that builds on another and says nothing more.
fn game(name: &str, parent: &str) -> Box<dyn Session> {
    with(name, parent, "")
}

/// The same with a line more.
fn with(name: &str, parent: &str, line: &str) -> Box<dyn Session> {
    let loaded = load(format!("[{name}:{parent}]\n{line}\n").as_bytes()).expect("it has a game");
    assert_eq!(loaded.refused, Vec::new());
    game::session(loaded.games[0])
}

fn at(name: &str, parent: &str, fen: &str) -> Box<dyn Session> {
    let mut game = game(name, parent);
    game.set_position(Some(fen), &[]).expect("a position");
    game
}

/// The table of letters is that of XBoard 4.9.1 for its own Crazyhouse.
#[test]
fn crazyhouse_is_shown_with_xboards_own_letters() {
    let game = game("held-house", "crazyhouse");
    let lines = Dialect::of(game.variant()).setup_lines(&*game);
    let setup = "setup (PNBRQ.......~~~~Kpnbrq.......~~~~k) 8x8+5_fairy \
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    assert_eq!(lines[0], setup);
}

#[test]
fn hands_and_twins_go_to_xboard_and_back() {
    let fen = "r3k3/1P2P3/1Q~6/8/8/8/8/4K3[QNNp] w - - 0 1";
    let game = at("held-twins", "crazyhouse", fen);
    let dialect = Dialect::of(game.variant());
    let shown = "r3k3/1P2P3/1Q~6/8/8/8/8/4K3[NNQp] w - - 0 1";
    assert_eq!(dialect.fen(&*game), shown);
    assert_eq!(dialect.read_fen(shown, &*game).as_deref(), Ok(game.fen().as_str()));
    // XBoard writes so that all hands are empty.
    let empty = dialect.read_fen("4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", &*game);
    assert_eq!(empty.as_deref(), Ok("4k3/8/8/8/8/8/8/4K3[] w - - 0 1"));
    for sent in ["N@e5", "b7a8q", "b7b8n", "Q@d4", "b6e3"] {
        let mv = dialect.read_move(sent, &*game).expect(sent);
        assert_eq!(game.text(mv), sent);
        let view = game.view(mv).expect("a legal one");
        assert_eq!(dialect.in_one(&dialect.path(&view)), sent);
        assert_eq!(dialect.readable(sent), sent);
        assert_eq!(dialect.read_recorded(&format!("{sent}+"), &game.views()), [mv]);
    }
    // A promoted queen moves as one.
    assert_eq!(dialect.read_recorded("Qe3", &game.views()).len(), 1);
    assert!(
        dialect.read_move("P@e5", &*game).is_err() && dialect.read_move("N@e8", &*game).is_err()
    );
    let hands = dialect.read_hands(&["QNN".to_owned(), "P".to_owned()]).expect("letters");
    let mut held = game.setup().in_hand;
    held.sort_by_key(|(piece, _)| piece.index());
    let mut read = hands;
    read.sort_by_key(|(piece, _)| piece.index());
    assert_eq!(read, held);
    assert!(dialect.read_hands(&["Z".to_owned(), String::new()]).is_err());
}

/// What is written with `+` is so for XBoard, too, which puts it into the hand as the piece of its letter.
#[test]
fn promoted_pieces_go_to_xboard_and_back() {
    let mut game = with("held-plus", "crazyhouse", "promotedPieceType = r:q");
    let fen = "4k3/R7/8/6+r1/8/8/8/4K3[Pp] w - - 0 1";
    game.set_position(Some(fen), &[]).expect("a position");
    let dialect = Dialect::of(game.variant());
    assert_eq!(dialect.objection(), None);
    let setup = &dialect.setup_lines(&*game)[0];
    assert!(setup.starts_with("setup (PNBRQ.......~~~~"), "{setup}");
    assert!(
        setup.contains("^R") && setup.contains("^r") && setup.contains(" 8x8+5_fairy "),
        "{setup}"
    );
    assert_eq!(dialect.fen(&*game), fen);
    assert_eq!(dialect.read_fen(fen, &*game).as_deref(), Ok(game.fen().as_str()));
    let promotes = game.view(game.parse("a7a8+").expect("a move")).expect("a legal one");
    let path = dialect.path(&promotes);
    assert_eq!((dialect.in_one(&path), dialect.in_legs(&path)), ("a7a8=+".into(), "a7a8+".into()));
    assert_eq!(dialect.read_move("a7a8+", &*game), Ok(promotes.mv));
    assert_eq!(dialect.read_recorded("a7a8=+", &game.views()), [promotes.mv]);
}

#[test]
fn what_xboard_cannot_show_is_refused_with_a_reason() {
    for (parent, line, said) in [
        ("pocketknight", "", "puts what is captured into a hand"),
        ("placement", "", "puts what is captured into a hand"),
        (
            "loop",
            "promotedPieceType = r:q\ndropPromoted = true",
            "as what a piece comes to the board",
        ),
        ("crazyhouse", "inHand = n>b q>b", "come into the hand as others"),
    ] {
        let game = with(&format!("held-{parent}"), parent, line);
        let objection = Dialect::of(game.variant()).objection();
        assert!(objection.is_some_and(|reason| reason.contains(said)), "{parent}: {objection:?}");
    }
}

#[test]
fn twins_are_shown_as_what_they_seem_and_hands_are_told() {
    let game = at("held-told", "crazyhouse", "4k3/4q3/8/8/8/8/4Q~3/4K3[NNp] w - - 0 1");
    let kinds: Vec<&str> =
        game.kinds_at_start().iter().map(|kind| game.kinds()[kind.index()].name).collect();
    assert_eq!(kinds.len(), 6, "{kinds:?}");
    assert_eq!(game.new_kinds(), []);
    let queen = game.piece_at(game.parse_square("e2").expect("a square")).expect("a queen");
    assert_eq!((game.token(queen).as_str(), game.marked(queen).as_str()), ("Q", "Q~"));
    let told = story::kind(&*game, game.shown(queen.kind()));
    assert!(told.contains("White's on e2, Black's on e7"), "{told}");
    let capture = game.view(game.parse("e2e7").expect("a move")).expect("a legal one");
    assert_eq!(
        story::effects(&*game, &capture),
        "The Queen takes the Queen on e7. White has a Queen more in hand."
    );
}
