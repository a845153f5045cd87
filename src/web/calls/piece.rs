//! What a piece does.

use serde::Serialize;

use vertumnus_core::board::Square;
use vertumnus_core::game::{Session, story};
use vertumnus_core::rules::{Power, PowerSet};

use super::position::{kind_name, lent};
use super::refusal::Refusal;
use super::request::Request;
use super::variant::{power_name, side};

/// What the piece on a square does, whichever side is to move.
#[derive(Serialize)]
pub(super) struct Doing {
    square: String,
    side: &'static str,
    kind: usize,
    name: &'static str,
    token: String,
    /// All that it can do, in words.
    words: String,
    powers: Vec<PowerEntry>,
    quiet: Vec<String>,
    captures: Vec<String>,
    attacks: Vec<String>,
    notes: Vec<String>,
}

/// A power, and where the piece has it from.
#[derive(Serialize)]
struct PowerEntry {
    power: String,
    words: String,
    from: Source,
}

/// Where a piece has a power from.
#[derive(Serialize)]
#[serde(untagged)]
enum Source {
    Own(&'static str),
    Neighbors(Vec<String>),
}

/// What the piece on the square of a request does; `None` if there is none.
pub(super) fn attacks(request: &Request) -> Result<Option<Doing>, Refusal> {
    let game = &*request.session()?;
    let square = request.square("square", game)?;
    Ok(doing(game, square))
}

fn doing(game: &dyn Session, square: Square) -> Option<Doing> {
    let piece = game.piece_at(square)?;
    let targets = game.targets(square)?;
    let own = game.kind(piece.kind()).map_or_else(PowerSet::default, |info| info.powers);
    let powers = game.powers_at(square);
    let lenders = lent(game, square);
    let source = |power: Power| {
        if own.has(power) {
            return Source::Own("own");
        }
        let name = power_name(power);
        let lender = lenders.iter().find(|lent| lent.power == name);
        Source::Neighbors(lender.map_or_else(Vec::new, |lent| lent.from.clone()))
    };
    let names = |squares: &[Square]| squares.iter().map(|&to| game.square_name(to)).collect();
    Some(Doing {
        square: game.square_name(square),
        side: side(piece.color()),
        kind: game.shown(piece.kind()).index(),
        name: kind_name(game, piece.kind()),
        token: game.marked(piece),
        words: game.in_words(powers),
        powers: powers
            .iter()
            .map(|power| PowerEntry {
                power: power_name(power),
                words: game.in_words(PowerSet::of(&[power])),
                from: source(power),
            })
            .collect(),
        quiet: names(&targets.quiets),
        captures: names(&targets.captures),
        attacks: names(&targets.attacks),
        notes: story::notes(game, square),
    })
}
