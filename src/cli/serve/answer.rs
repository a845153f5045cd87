//! Answers over HTTP.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use serde_json::{Value, json};
use tiny_http::{Header, Request, Response};

use crate::RulesPages;

use super::rules;

/// The longest request that is read, in bytes: as much as a call takes.
const LONGEST: usize = 1 << 20;

/// What the page may load and from where: all of it from here, and nothing that was not meant to run.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    object-src 'none'; base-uri 'none'; form-action 'none'";

/// An answer.
pub(super) struct Answer {
    status: u16,
    kind: &'static str,
    body: Cow<'static, [u8]>,
}

impl Answer {
    pub(super) fn new(kind: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Self {
        Self { status: 200, kind, body: body.into() }
    }

    /// An answer that says no, with a reason in one line.
    pub(super) fn refused(status: u16, reason: impl Into<String>) -> Self {
        let body = Cow::Owned((reason.into() + "\n").into_bytes());
        Self { status, kind: "text/plain; charset=utf-8", body }
    }

    /// An answer that says yes and no more.
    pub(super) fn done() -> Self {
        Self { status: 204, ..Self::new("text/plain", Cow::Borrowed(&[][..])) }
    }

    /// Sends it. A browser that has gone is no error.
    pub(super) fn send(self, request: Request) {
        let length = self.body.len();
        let headers = headers(self.kind);
        let body = Cursor::new(self.body);
        let response = Response::new(self.status.into(), headers, body, Some(length), None);
        // Its length is known, so nothing is gained by parts.
        let _ = request.respond(response.with_chunked_threshold(usize::MAX));
    }
}

/// The headers of an answer with content of this type.
fn headers(kind: &str) -> Vec<Header> {
    let pairs = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Referrer-Policy", "no-referrer"),
        // The next version of the program may have another page.
        ("Cache-Control", "no-cache"),
    ];
    pairs.into_iter().filter_map(|(name, value)| Header::from_bytes(name, value).ok()).collect()
}

/// The text that a request brings.
///
/// # Errors
/// If it is too long or no text.
pub(super) fn body(request: &mut Request) -> Result<String, Answer> {
    let too_long = || Answer::refused(413, format!("a request has at most {LONGEST} bytes"));
    if request.body_length().is_some_and(|length| length > LONGEST) {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let read = request.as_reader().take(LONGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Answer::refused(400, format!("the request broke off: {error}")))?;
    if bytes.len() > LONGEST {
        return Err(too_long());
    }
    String::from_utf8(bytes).map_err(|_| Answer::refused(400, "the request is not UTF-8"))
}

/// The answer to a call of the rules.
pub(super) fn call(request: &mut Request) -> Answer {
    if *request.method() != tiny_http::Method::Post {
        return Answer::refused(405, "a call is a POST");
    }
    match body(request) {
        Ok(text) => Answer::new("application/json", vertumnus_web::call(&text).into_bytes()),
        Err(answer) => answer,
    }
}

/// What the page has to know first: who answers it, this program or the page itself, and for which
/// games and levels.
pub(super) fn backend(is_native: bool) -> String {
    let ask = |call: &str| -> Value {
        let reply = vertumnus_web::call(&json!({ "call": call }).to_string());
        let reply: Option<Value> = serde_json::from_str(&reply).ok();
        reply.map(|mut reply| reply["ok"].take()).unwrap_or_default()
    };
    json!({
        "native": is_native,
        "version": env!("CARGO_PKG_VERSION"),
        "games": ask("games"),
        "levels": ask("levels"),
    })
    .to_string()
}

/// The rules of a game, for people.
pub(super) fn rules(pages: RulesPages, game: &str) -> Answer {
    match pages.iter().find(|(name, _)| *name == game) {
        Some((name, page)) => {
            Answer::new("text/html; charset=utf-8", rules::html(name, page).into_bytes())
        }
        None => Answer::refused(404, "there is no such game"),
    }
}

/// A picture in the rules.
pub(super) fn diagram(pages: RulesPages, name: &str) -> Answer {
    match rules::diagram(pages, name) {
        Some(svg) => Answer::new("image/svg+xml", svg.into_bytes()),
        None => Answer::refused(404, "there is no such picture"),
    }
}
