//! What a user does with the mouse, and what the engine receives.

use std::sync::Arc;

use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::MoveView;
use vertumnus_core::rules::Variant;
use vertumnus_engine::player::Engine;

use super::mouse::Player;

/// The scripts, each a test.
pub(crate) const SCRIPTS: &[(&str, fn())] = &[
    ("combination::whites_board_is_put_right_after_an_annihilation", || annihilation(Color::White)),
    ("combination::black_plays_on_after_an_annihilation", || annihilation(Color::Black)),
    ("combination::a_pasted_position_stays_after_the_engine_sent_a_board", pasting),
    ("morphing::analysis_follows_the_mouse", analysis),
    ("morphing::a_knight_becomes_what_its_square_makes_it", morphing),
    ("powerabsorption::absorption_is_a_choice", powerabsorption),
    ("stealthbomber::a_bomber_flies_by_way_of_its_victims", stealthbomber),
];

/// In a game against the engine.
fn morphing() {
    let mut person = Player::start(Variant::Morphing, 9, &["-depth", "2"]);
    assert_eq!(person.moves(&["b1", "c3"]), "b1c3a");
    let reply = person.xboard.says("move ");
    // The engine's next move is an answer to the next of ours.
    assert_eq!(person.moves(&["e2", "e4"]), "e2e4", "after {reply}");
    person.xboard.says("move ");
}

fn powerabsorption() {
    let mut person = Player::start(Variant::PowerAbsorption, 8, &["-mode", "EditGame"]);
    for way in [["b1", "c3"], ["d7", "d5"]] {
        assert_eq!(person.moves(&way), way.concat());
    }
    assert_eq!(person.chooses("c3", "d5", true), "c3d5", "the knight stays a knight");
    assert_eq!(person.chooses("d8", "d5", false), "d8d5z", "the queen takes it up");
    // Without a choice, there is no question.
    assert_eq!(person.moves(&["e2", "e4"]), "e2e4");
}

/// Both sides work together, until a bomber flies along the pawns of the seventh rank.
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

/// A user who plays at random until pieces can be annihilated, and then annihilates them. XBoard cannot
/// see it, so the engine sends the board with its next move, or a message. The game goes on.
fn annihilation(side: Color) {
    // About one game in three gets there.
    let reached = (1..=40).find_map(|seed| Table::after_annihilation(side, seed));
    let mut table = reached.expect("in forty games something is annihilated");
    if side == Color::Black {
        table.person.xboard.says("telluser ");
        table.replies();
    } else {
        // The reply and the board come together.
        table.replies();
        let board = table.person.xboard.says("setboard ");
        assert_eq!(board["setboard ".len()..], table.dialect.fen(table.game.session()));
        // XBoard says that this was the end.
        table.person.xboard.hears("result ");
    }
    if table.game.session().outcome().is_none() {
        table.plays(0);
        table.person.xboard.says_any(&["move ", "1-0 ", "0-1 ", "1/2-1/2 "]);
    }
}

/// In Edit Game, pieces that are annihilated stay on XBoard's board, until the engine plays Black and
/// sends White the board. From then on XBoard shows a position that is pasted, and not the start.
fn pasting() {
    let mut person = Player::start(Variant::Combination, 7, &["-mode", "EditGame", "-depth", "2"]);
    for way in [["d2", "d4"], ["b8", "c7"], ["d4", "d6"]] {
        assert_eq!(person.moves(&way), way.concat());
    }
    person.xboard.says("telluser Gone: ");
    person.xboard.says("highlight 7/2gg3/1ggg3/2ggg2/7/");
    // The engine plays Black.
    person.presses("ctrl+b");
    let sent = person.xboard.says("setboard ");
    person.xboard.says("pong ");
    let placement = |line: &str| line.split_whitespace().nth(1).map(str::to_owned);
    for _ in 0..2 {
        person.presses("ctrl+shift+c");
        person.presses("ctrl+shift+v");
        // What is copied the second time is what was pasted the first time.
        let pasted = person.xboard.hears("setboard ");
        assert_eq!(placement(&pasted), placement(&sent));
        person.xboard.says("setup ");
    }
}

/// A person, and the game that is played, as the rules see it.
struct Table {
    person: Player,
    game: Engine,
    dialect: Dialect,
}

impl Table {
    /// Plays against the engine at its quickest until the person has annihilated something and the
    /// game is not over; `None` if it is over before.
    fn after_annihilation(side: Color, seed: u64) -> Option<Self> {
        let variant = Variant::Combination;
        // A weak engine, which lets it come to that.
        let unflipped = ["-depth", "1", "-autoFlipView", "false", "-firstOptions", "Skill Level=0"];
        let mode: &[&str] = if side == Color::White { &[] } else { &["-mode", "MachineWhite"] };
        let flags = [&unflipped, mode].concat();
        let mut table = Self {
            person: Player::start(variant, 7, &flags),
            game: Engine::new(variant, Arc::new(|_| {})).expect("an engine"),
            dialect: Dialect::of(variant),
        };
        let mut random = SplitMix64::new(seed);
        loop {
            if table.game.session().side_to_move() != side {
                // A board that the engine's own annihilation makes wrong is another matter.
                if table.replies() {
                    return None;
                }
            } else if let Some(number) = table.annihilating_move() {
                table.plays(number);
                return Some(table);
            } else {
                table.plays(random.below(table.game.session().legal_moves().len()));
            }
            if table.game.session().outcome().is_some() {
                return None;
            }
        }
    }

    /// Which of the legal moves annihilates something without an end to the game.
    fn annihilating_move(&self) -> Option<usize> {
        let goes_on = |view: &MoveView| {
            let mut after = self.game.session().boxed_clone();
            after.play(view.mv).is_ok() && after.outcome().is_none()
        };
        let moves = self.game.session().views();
        moves.iter().position(|mv| !mv.removed.is_empty() && goes_on(mv))
    }

    /// The person makes a legal move.
    fn plays(&mut self, number: usize) {
        let session = self.game.session();
        let view = &session.views()[number];
        self.person.plays(view, session, &self.dialect);
        self.game.session_mut().play(view.mv).expect("the move is legal");
    }

    /// The engine makes a move; whether it annihilates something.
    fn replies(&mut self) -> bool {
        let reply = self.person.xboard.says("move ");
        let session = self.game.session_mut();
        let reply = self.dialect.read_move(&reply["move ".len()..], session);
        let reply = session.view(reply.expect("a move")).expect("the reply is legal");
        session.play(reply.mv).expect("the reply is legal");
        !reply.removed.is_empty()
    }
}

/// The analysis goes on from a move, and XBoard asks how far it is.
fn analysis() {
    let mut person = Player::start(Variant::Morphing, 9, &["-mode", "analysis"]);
    person.xboard.says("5 ");
    assert_eq!(person.moves(&["b1", "c3"]), "b1c3a");
    // The first depth that it prints may be any: it may know the position already.
    let is_of_black = |line: &str| {
        let first = line.split_whitespace().nth(4);
        first.is_some_and(|mv| mv.chars().nth(1).is_some_and(|rank| ('7'..='9').contains(&rank)))
    };
    while !is_of_black(&person.xboard.says_any(&["1", "2", "3", "4", "5", "6", "7", "8", "9"])) {}
    person.xboard.says("stat01: ");
}
