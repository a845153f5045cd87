//! Games as PGN.

use vertumnus_core::game::Session;
use vertumnus_core::pgn;
use vertumnus_lab::games::GameResult;

use crate::player::Player;
use crate::table::Seating;

/// The PGN of a game, which is in the session: the one of this number in its part.
pub(crate) fn pgn(
    session: &dyn Session,
    part: &str,
    number: u64,
    seating: &Seating,
    result: GameResult,
) -> String {
    let [white, black] = seating.players.map(Player::name);
    let text = pgn_result(result);
    let tag = |name: &str, value: String| (name.to_owned(), value);
    let mut tags = vec![
        tag("Event", format!("Vertumnus playtest, {part}")),
        tag("Site", "?".to_owned()),
        tag("Date", "????.??.??".to_owned()),
        tag("Round", (number + 1).to_string()),
        tag("White", white),
        tag("Black", black),
        tag("Result", text.text().to_owned()),
    ];
    let how = match session.outcome() {
        Some(_) => "normal",
        None => "adjudication",
    };
    tags.push(tag("Termination", how.to_owned()));
    format!("{}\n", pgn::GameRecord::of(session, tags, text))
}

const fn pgn_result(result: GameResult) -> pgn::GameResult {
    use vertumnus_core::board::Color;

    match result {
        GameResult::White => pgn::GameResult::Win(Color::White),
        GameResult::Draw => pgn::GameResult::Draw,
        GameResult::Black => pgn::GameResult::Win(Color::Black),
    }
}
