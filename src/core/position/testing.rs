//! Helpers for the tests of positions and rules, and a game for tests only.

use super::{Line, Move, Position, Scope, Stage};
use crate::board::{Bits, Board39, Geometry, SplitMix64};
use crate::rules::registered::register;
use crate::rules::{BitsOf, Facts, Kind, KindInfo, Outcome, Power, Ruleset};

/// A game that is in every build, with holes, compounds, and attacks over a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toy;

register!(Toy);

const KINDS: &[KindInfo] = &[
    KindInfo::new("P", "Pawn", &[Power::Pawn]),
    KindInfo::new("R", "Rook", &[Power::Rook]),
    KindInfo::new("A", "Aeroplane", &[Power::RookHop]),
    KindInfo::new("RN", "General", &[Power::Rook, Power::Knight]),
    KindInfo::new("AN", "Space General", &[Power::RookHop, Power::Knight]),
    KindInfo::king("K", "King", &[Power::Step]),
];

impl Ruleset for Toy {
    type Geometry = Board39;
    type State = ();

    const FACTS: Option<&'static Facts> = Some(&Facts {
        name: "toy",
        title: "Toy",
        start: "***k***/*5*/*5*/*5*/7/*5*/*5*/*{RN}3{AN}*/***K*** w - - 0 1",
        ..Facts::new(&Board39::SHAPE, KINDS, Kind::new(0))
    });

    #[inline(always)]
    fn board(self) -> Board39 {
        Board39
    }
}

/// The position of a valid FEN.
pub fn position<R: Ruleset + Default>(fen: &str) -> Position<R> {
    Position::from_fen(R::default(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Why a FEN is refused.
pub fn refusal<R: Ruleset + Default>(fen: &str) -> String {
    match Position::from_fen(R::default(), fen) {
        Ok(_) => panic!("{fen} is not refused"),
        Err(error) => error.to_string(),
    }
}

/// The FEN after moves, separated by blanks.
pub fn after<R: Ruleset + Default>(fen: &str, moves: &str) -> String {
    line::<R>(fen, moves).position().fen()
}

/// How the game has ended in the position of a FEN.
pub fn ending<R: Ruleset + Default>(fen: &str) -> Option<Outcome> {
    position::<R>(fen).ending()
}

/// The texts of the legal moves that begin with these letters, sorted.
pub fn moves<R: Ruleset + Default>(fen: &str, beginning: &str) -> String {
    let all = all_moves(&position::<R>(fen));
    all.split(' ').filter(|text| text.starts_with(beginning)).collect::<Vec<_>>().join(" ")
}

/// The line of these moves, separated by blanks.
pub fn line<R: Ruleset + Default>(fen: &str, moves: &str) -> Line<R> {
    let mut line = Line::new(position(fen));
    play(&mut line, moves);
    line
}

/// Plays moves, separated by blanks.
pub fn play<R: Ruleset>(line: &mut Line<R>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = line.position().parse_move(text);
        line.make_unchecked(
            mv.unwrap_or_else(|error| panic!("{error}: {}", line.position().fen())),
        );
    }
}

/// The texts of the legal moves of the piece on a square, sorted.
pub fn moves_from<R: Ruleset>(position: &Position<R>, name: &str) -> String {
    let from = position.board().parse_square(name).expect("a square of the board");
    moves_in(position, Scope { stage: Stage::All, movers: BitsOf::<R>::of(from) })
}

/// The texts of the legal moves, sorted.
pub fn all_moves<R: Ruleset>(position: &Position<R>) -> String {
    moves_in(position, Scope::of(Stage::All))
}

/// The texts of the legal moves of a scope, sorted.
pub(crate) fn moves_in<R: Ruleset>(position: &Position<R>, scope: Scope<BitsOf<R>>) -> String {
    let mut texts = Vec::new();
    position.for_each_move(scope, |mv: Move| texts.push(position.move_text(mv)));
    texts.sort();
    texts.join(" ")
}

/// Calls a function with the positions of random games that have legal moves: `games` games of at
/// most `plies` plies, the same in every run.
pub fn each_position<R: Ruleset>(
    rules: R,
    games: usize,
    plies: usize,
    mut f: impl FnMut(&Position<R>),
) {
    let mut random = SplitMix64::new(1);
    for _ in 0..games {
        let mut position = Position::start(rules);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            f(&position);
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}
