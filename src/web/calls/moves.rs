//! Moves: which are legal, which are meant, why one is not, and how many there are.

use std::mem::take;

use serde::Serialize;

use vertumnus_core::game::TypedError;
use vertumnus_core::position::order_of;
use vertumnus_core::position::perft::MAX_DEPTH;

use super::limits;
use super::refusal::{Refusal, RefusalKind};
use super::request::Request;

impl From<TypedError> for Refusal {
    fn from(error: TypedError) -> Self {
        Self::new(RefusalKind::BadMove, error.to_string())
    }
}

/// The texts of the legal moves, in their order.
pub(super) fn legal(request: &Request) -> Result<Vec<String>, Refusal> {
    let mut texts = request.session()?.legal_texts();
    let order = order_of(&texts);
    Ok(order.into_iter().map(|place| take(&mut texts[place])).collect())
}

/// The texts of the moves that fit what a person typed.
pub(super) fn find(request: &Request) -> Result<Vec<String>, Refusal> {
    let game = request.session()?;
    let fitting = game.typed(request.text("text")?)?;
    Ok(fitting.into_iter().map(|mv| game.text(mv)).collect())
}

/// Why a move is refused; `None` if it is legal.
pub(super) fn objection(request: &Request) -> Result<Option<String>, Refusal> {
    let game = &*request.session()?;
    if let Some(text) = request.optional_text("text")? {
        return Ok(game.typed(text).err().map(|error| Refusal::from(error).message()));
    }
    let to = request.square("to", game)?;
    let objection = match request.kind_in_hand("from", game)? {
        Some(kind) => game.objection_to_drop(kind, to),
        None => game.objection(request.square("from", game)?, to),
    };
    Ok(objection.map(|objection| game.explain(objection)))
}

/// The SAN of a move.
pub(super) fn san(request: &Request) -> Result<String, Refusal> {
    let game = request.session()?;
    Ok(game.san(game.parse(request.text("move")?)?))
}

/// The moves of a line up to the first that is not legal.
#[derive(Serialize)]
pub(super) struct Line {
    texts: Vec<String>,
    sans: Vec<String>,
}

/// The line of a request, such as an engine reports it.
pub(super) fn line(request: &Request) -> Result<Line, Refusal> {
    let game = request.session()?;
    let mut ahead = game.boxed_clone();
    let mut moves = Vec::new();
    for text in request.texts("line", limits::MOVES)? {
        let Ok(mv) = ahead.play_text(text) else { break };
        moves.push(mv);
    }
    Ok(Line { texts: game.texts(&moves), sans: game.sans(&moves) })
}

/// Perft of a depth.
pub(super) fn perft(request: &Request) -> Result<u64, Refusal> {
    let game = request.session()?;
    let depth = request.number("depth")?.unwrap_or(1);
    if depth > MAX_DEPTH {
        return Err(Refusal::bad_request(format!("the depth is at most {MAX_DEPTH}")));
    }
    let (mut leaves, mut before) = (1, 1);
    for depth in 1..=depth {
        // The tree grows about as much with this ply as with the last one.
        if leaves / before * leaves > limits::LEAVES {
            let most = limits::LEAVES;
            return Err(Refusal::bad_request(format!(
                "depth {depth} has more than about {most} leaves"
            )));
        }
        before = leaves;
        leaves = game.perft(depth);
        if leaves == 0 {
            break;
        }
    }
    Ok(leaves)
}
