//! What a person does with the mouse, and what the engine hears of it.

#![allow(unused_imports, reason = "which games there are depends on the build")]

use std::sync::Arc;

use vertumnus::board::SplitMix64;
use vertumnus::engine::Engine;
use vertumnus::position::MoveParts;
use vertumnus::protocol::xboard::dialect::Dialect;
use vertumnus::rules::Variant;

use super::mouse::Player;

/// The scripts, each a test.
pub(crate) const SCRIPTS: &[(&str, fn())] = &[
    #[cfg(feature = "combination")]
    ("combination::the_board_is_put_right_after_an_annihilation", combination),
    #[cfg(feature = "morphing")]
    ("morphing::a_knight_becomes_what_its_square_makes_it", morphing),
    #[cfg(feature = "powerabsorption")]
    ("powerabsorption::absorption_is_a_choice", powerabsorption),
    #[cfg(feature = "stealthbomber")]
    ("stealthbomber::a_bomber_flies_by_way_of_its_victims", stealthbomber),
];

/// In a game against the engine.
#[cfg(feature = "morphing")]
fn morphing() {
    let mut person = Player::start(Variant::Morphing, 9, &["-depth", "2"]);
    assert_eq!(person.moves(&["b1", "c3"]), "b1c3a");
    let reply = person.xboard.says("move ");
    // The engine's next move is an answer to the next of ours.
    assert_eq!(person.moves(&["e2", "e4"]), "e2e4", "after {reply}");
    person.xboard.says("move ");
}

#[cfg(feature = "powerabsorption")]
fn powerabsorption() {
    let mut person = Player::start(Variant::PowerAbsorption, 8, &["-mode", "EditGame"]);
    for way in [["b1", "c3"], ["d7", "d5"]] {
        assert_eq!(person.moves(&way), way.concat());
    }
    assert_eq!(person.chooses("c3", "d5", true), "c3d5", "the knight stays a knight");
    assert_eq!(person.chooses("d8", "d5", false), "d8d5z", "the queen takes it up");
    // Where there is nothing to choose, nothing is asked.
    assert_eq!(person.moves(&["e2", "e4"]), "e2e4");
}

/// Both sides work together, until a bomber flies along the pawns of the seventh rank.
#[cfg(feature = "stealthbomber")]
fn stealthbomber() {
    let mut person = Player::start(Variant::StealthBomber, 8, &["-mode", "EditGame"]);
    let moves = [
        "h2h4", "g7g5", "h4g5c", "h7h6", "g5h6", "a7a5", "h6g6", "a5a4", "b2b3", "a4b3c", "h1h8a",
        "b3a2", "g6g5", "a2b2", "g5g4", "a8a1a", "h8h5", "a1a5", "h5a5f", "g8f6", "a5a7", "f6g8",
    ];
    for text in moves {
        assert_eq!(person.moves(&[&text[..2], &text[2..4]]), text);
    }
    assert_eq!(person.moves(&["a7", "b7", "c7", "d7"]), "a7b7,b7c7,c7d7");
    assert_eq!(person.moves(&["e8", "d7"]), "e8d7", "and so the king takes it");
}

/// A person who plays anything until pieces can be annihilated, and then does that. XBoard cannot see
/// it, so it is sent the board with the engine's next move, and the game goes on.
#[cfg(feature = "combination")]
fn combination() {
    let reached = (1..=10).find_map(|seed| annihilate(&mut SplitMix64::new(seed)));
    let (mut person, mut game) = reached.expect("in ten games something is annihilated");
    // The reply and the board come together.
    let reply = person.xboard.says("move ");
    let moves = game.session().moves();
    let dialect = Dialect::of(Variant::Combination);
    let reply = dialect.read_move(&reply["move ".len()..], &moves).expect("the reply is legal");
    game.session_mut().play(&reply.text).expect("the reply is legal");
    let board = person.xboard.says("setboard ");
    assert_eq!(board["setboard ".len()..], dialect.fen(&game.session().fen()));
    // XBoard says that this was the end.
    person.xboard.hears("result ");
    if game.session().outcome().is_none() {
        let moves = game.session().moves();
        person.plays(&moves[0], dialect);
        let answers = ["move ", "1-0 ", "0-1 ", "1/2-1/2 "];
        person.xboard.says_any(&answers);
    }
}

/// Plays against the engine at its quickest until the person has annihilated something and the game
/// is not over; nothing if it is over before.
#[cfg(feature = "combination")]
fn annihilate(random: &mut SplitMix64) -> Option<(Player, Engine)> {
    let dialect = Dialect::of(Variant::Combination);
    let mut game = Engine::new(Variant::Combination, Arc::new(|_| {}));
    let mut person = Player::start(Variant::Combination, 7, &["-depth", "1"]);
    loop {
        let moves = game.session().moves();
        let goes_on = |mv: &MoveParts| {
            let mut after = Engine::new(Variant::Combination, Arc::new(|_| {}));
            let reached =
                after.session_mut().set_position(Some(&game.session().fen()), &[&mv.text]);
            reached.is_ok() && after.session().outcome().is_none()
        };
        let wanted = moves.iter().find(|mv| !mv.removed.is_empty() && goes_on(mv));
        let mv = wanted.unwrap_or_else(|| &moves[random.below(moves.len())]);
        person.plays(mv, dialect);
        game.session_mut().play(&mv.text).expect("the move is legal");
        if wanted.is_some() {
            return Some((person, game));
        }
        if game.session().outcome().is_some() {
            return None;
        }
        let reply = person.xboard.says("move ");
        let moves = game.session().moves();
        let reply = dialect.read_move(&reply["move ".len()..], &moves).expect("the reply is legal");
        game.session_mut().play(&reply.text).expect("the reply is legal");
        // A board that the engine's own annihilation makes wrong is another matter.
        if game.session().outcome().is_some() || !reply.removed.is_empty() {
            return None;
        }
    }
}
