//! Where a piece goes and what it attacks.

use crate::board::{Bits, Color, Geometry, Square};
use crate::position::{Position, Scope, Stage, Tag};
use crate::rules::{BitsOf, Ruleset};

/// What a piece does from where it stands, of either side: as if its side were to move, and whether
/// or not its king is safe then. The legal moves are some of these.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::rules::Variant;
///
/// let game = game::session(Variant::Chess);
/// let e7 = game.parse_square("e7").unwrap();
/// // A pawn of Black's, though it is White's turn.
/// let targets = game.targets(e7).unwrap();
/// let names = |squares: &[_]| squares.iter().map(|&s| game.square_name(s)).collect::<Vec<_>>();
/// assert_eq!(names(&targets.quiets), ["e5", "e6"]);
/// assert_eq!(names(&targets.attacks), ["d6", "f6"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The squares to which it can go without capture: empty ones, and those of friends with which it becomes one.
    pub quiets: Vec<Square>,
    /// The squares to which it can go and capture, there or in passing.
    pub captures: Vec<Square>,
    /// The squares that it attacks, whatever stands there: no enemy king may go to them.
    pub attacks: Vec<Square>,
}

/// What the piece on a square does; `None` if there is none.
pub(super) fn targets<R: Ruleset>(position: &Position<R>, from: Square) -> Option<Targets> {
    let placement = position.placement();
    let piece = placement.at(from)?;
    let side = piece.color();
    let is_to_move = side == position.side_to_move();
    let turn = if is_to_move { *position } else { position.after_null() };
    let reached = turn.pseudo_legal_targets(Stage::All, from, piece.kind());
    let mut captures = reached & placement.of(!side);
    let mut quiets = reached & !placement.of(!side);
    if is_to_move {
        // Castling and en passant do not follow from powers.
        let movers = BitsOf::<R>::of(from);
        position.for_each_move(Scope { stage: Stage::All, movers }, |mv| match mv.tag() {
            Tag::Castling => quiets |= BitsOf::<R>::of(mv.to()),
            Tag::EnPassant => captures |= BitsOf::<R>::of(mv.to()),
            Tag::Normal | Tag::Drop => {}
        });
    }
    Some(Targets {
        quiets: quiets.squares().collect(),
        captures: captures.squares().collect(),
        attacks: attacks(position, from, side),
    })
}

/// The squares that the piece of a side on `from` attacks.
fn attacks<R: Ruleset>(position: &Position<R>, from: Square, side: Color) -> Vec<Square> {
    let occupied = position.placement().occupied();
    position
        .board()
        .tables()
        .squares
        .squares()
        .filter(|&to| position.attackers(to, side, occupied).has(from))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::game::session;
    use crate::rules::Variant;

    #[test]
    fn legal_moves_go_to_targets() {
        for &variant in Variant::bundled() {
            let mut game = session(variant);
            for _ in 0..60 {
                let moves = game.moves_by_text();
                let Some(&next) = moves.get(moves.len() / 2) else { break };
                for view in game.views() {
                    let targets = game.targets(view.from).expect("a piece");
                    let of = if view.is_capture || view.is_en_passant {
                        &targets.captures
                    } else {
                        &targets.quiets
                    };
                    assert!(of.contains(&view.to), "{} in {}", game.text(view.mv), game.fen());
                }
                game.play(next).expect("a legal move");
            }
        }
    }

    #[cfg(feature = "chess")]
    #[test]
    fn both_sides_are_asked_and_holes_and_empty_squares_answer_nothing() {
        use crate::board::Square;

        let mut game = session(Variant::Chess);
        let fen = "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 0 2";
        game.set_position(Some(fen), &[]).expect("a position");
        let names = |squares: Vec<Square>| {
            squares.iter().map(|&square| game.square_name(square)).collect::<Vec<_>>().join(" ")
        };
        let ask = |name: &str| {
            let targets = game.targets(game.parse_square(name).expect("a square"));
            targets.map(|targets| [targets.quiets, targets.captures, targets.attacks].map(names))
        };
        let texts = |texts: [&str; 3]| Some(texts.map(str::to_owned));
        assert_eq!(ask("e5"), texts(["e6", "d6", "d6 f6"]));
        // Black is not to move, and its pawn attacks though there is nothing to capture.
        assert_eq!(ask("d5"), texts(["d4", "", "c4 e4"]));
        assert_eq!(ask("e1"), texts(["c1 d1 f1 d2 e2 f2", "", "d1 f1 d2 e2 f2"]));
        assert_eq!(ask("e4"), None);
        assert_eq!(game.targets(Square::new(100)), None);
    }
}
