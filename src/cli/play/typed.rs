//! The question which of several moves is meant, and its answer.

use vertumnus_core::game::{Session, story};
use vertumnus_core::position::Move;

/// A numbered list of moves with what each of them does, and from where if they begin on several squares.
pub(super) fn question(game: &dyn Session, moves: &[Move]) -> String {
    let is_one_piece = moves.windows(2).all(|pair| pair[0].from() == pair[1].from());
    let line = |(number, &mv): (usize, &Move)| {
        let view = game.view(mv);
        let choice = view.map_or_else(String::new, |view| story::choice(game, &view));
        let from = if is_one_piece || mv.is_drop() {
            String::new()
        } else {
            format!("from {}: ", game.square_name(mv.from()))
        };
        format!("  {number}  {}  {from}{choice}", game.san(mv))
    };
    (1..).zip(moves).map(line).collect::<Vec<_>>().join("\n")
}

/// The move that an answer means: its number, its text, what the mover becomes, or anything that
/// fits only one of the moves as a move would be typed.
pub(super) fn chosen(game: &dyn Session, moves: &[Move], answer: &str) -> Option<Move> {
    let answer = answer.to_lowercase();
    if let Ok(number) = answer.parse::<usize>() {
        return moves.get(number.checked_sub(1)?).copied();
    }
    let texts = || moves.iter().map(|&mv| (mv, game.text(mv)));
    if let Some((mv, _)) = texts().find(|(_, text)| text.eq_ignore_ascii_case(&answer)) {
        return Some(mv);
    }
    let token = answer.trim_matches(['=', '{', '}']);
    let is_kind = |mv: &&Move| {
        game.kind(mv.becomes()).is_some_and(|kind| {
            !token.is_empty()
                && (kind.token.eq_ignore_ascii_case(token) || kind.name.eq_ignore_ascii_case(token))
        })
    };
    let named: Vec<Move> = moves.iter().filter(is_kind).copied().collect();
    if let [mv] = named[..] {
        return Some(mv);
    }
    let typed = game.typed(&answer).ok()?;
    match typed[..] {
        [mv] if moves.contains(&mv) => Some(mv),
        _ => None,
    }
}
