//! Whether a game can begin: what the pieces of its start position do.

use crate::definition::Definition;

use crate::interpreter::{Over, Position};
use crate::read::diagnostic::{Place, Report};

/// Reports what is wrong with the start of a game.
pub(crate) fn check(game: &Definition, place: Place, report: &mut Report) {
    let position = match Position::from_fen(game, &game.start) {
        Ok(position) => position,
        Err(error) => {
            report.error(place, format!("the start position cannot be set up: {error}"));
            return;
        }
    };
    let side = position.side();
    if let Some(square) = position.annihilated().first() {
        let square = position.square_name(*square);
        report.error(
            place,
            format!("the piece on {square} annihilates an enemy before the game begins"),
        );
        return;
    }
    if position.is_in_check(!side) {
        report.error(place, format!("{side} begins, and {}'s king can be taken", !side));
        return;
    }
    if game.aims.flying_general && position.kings_face() {
        report.error(place, "the kings face each other, which 'flyingGeneral' forbids");
        return;
    }
    match position.over() {
        None | Some(Over::Counted) => {}
        Some(Over::Checkmate(_)) => {
            report.error(place, format!("{side} begins, and is checkmated"));
            return;
        }
        Some(Over::Stalemate(_)) => {
            report.error(place, format!("{side} begins, and has no legal move"));
            return;
        }
        Some(
            Over::Flag(_)
            | Over::BareKing(_)
            | Over::Extinction(_)
            | Over::Checks
            | Over::FullBoard(_)
            | Over::Passes(_)
            | Over::Facing(_)
            | Over::Annihilation,
        ) => {
            report.error(place, "the game is over before it begins");
            return;
        }
    }
    if position.is_in_check(side) {
        report.warning(place, format!("{side} begins, and is in check"));
    }
    let winning = position.moves().into_iter().find(|&mv| {
        let next = position.after(mv);
        next.ended().is_some() && !next.is_in_check(side)
    });
    if let Some(mv) = winning {
        let text = position.text(mv);
        report.warning(place, format!("the first move {text} ends the game"));
    }
}
