//! The rules as calls without memory: a request says which game and which position it is about, and
//! the reply depends on nothing else, but for games of a text, which are loaded before. `web/package/calls.d.ts` has the types of all of them.
//!
//! A request is refused with a reason if anything in it is wrong, and sizes are bounded, so that no
//! request takes long or panics.

mod limits;
mod moves;
mod pictures;
mod piece;
mod position;
mod record;
mod refusal;
mod request;
#[cfg(feature = "written")]
mod rules;
mod setup;
mod variant;

#[cfg(test)]
mod tests;

use serde::Serialize;

use refusal::Refusal;
use request::Request;

/// Answers a request.
pub fn call(request: &str) -> String {
    reply(request, answer)
}

/// Answers a request, which may also be to load games of a text: these are known to all calls that follow.
/// For who has the process to themselves.
pub fn call_or_load(request: &str) -> String {
    reply(request, |request| match request.text("call")? {
        #[cfg(feature = "written")]
        "loadRules" => written(&rules::load(request)?),
        #[cfg(feature = "written")]
        "checkRules" => written(&rules::check(request)?),
        _ => answer(request),
    })
}

fn reply(request: &str, answer: impl Fn(&Request) -> Result<String, Refusal>) -> String {
    match Request::parse(request).and_then(|request| answer(&request)) {
        Ok(found) => format!("{{\"ok\":{found}}}"),
        Err(refusal) => {
            format!("{{\"error\":{}}}", written(&refusal).unwrap_or_else(|_| "{}".to_owned()))
        }
    }
}

/// Finds the call of a request and makes it.
fn answer(request: &Request) -> Result<String, Refusal> {
    match request.text("call")? {
        "games" => written(&variant::games()),
        "levels" => written(&variant::levels()),
        "variant" => written(&variant::describe(request.variant()?)),
        "legend" => written(&pictures::legend(request)?),
        "figures" => written(&pictures::figures(request)?),
        "diagram" => written(&pictures::diagram(request)?),
        "position" => written(&position::view(request)?),
        "effects" => written(&position::effects(request)?),
        "fen" | "validateFen" => written(&request.session()?.fen()),
        "attacks" => written(&piece::attacks(request)?),
        "objection" => written(&moves::objection(request)?),
        "find" => written(&moves::find(request)?),
        "legalMoves" => written(&moves::legal(request)?),
        "san" => written(&moves::san(request)?),
        "line" => written(&moves::line(request)?),
        "perft" => written(&moves::perft(request)?),
        "pgn" => written(&record::write(request)?),
        "readPgn" => written(&record::read(request)?),
        "setup" => written(&setup::fen(request)?),
        #[cfg(feature = "written")]
        "explainRules" => written(&rules::explain(request)?),
        #[cfg(feature = "written")]
        "ruleWords" => written(&rules::words()),
        other => Err(Refusal::bad_request(format!("there is no call '{other}'"))),
    }
}

/// What was found, as JSON.
fn written(found: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(found).map_err(|error| Refusal::bad_request(error.to_string()))
}
