//! All that is served: who is let in, and who answers what.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use rayon::ThreadPool;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::answer::{Answer, Content, Wish};
use super::browser::Door;
use super::engines::Engines;
use super::files::Files;
use super::guard::{Guard, Need, Refusal};
use super::limits::LONGEST_REQUEST;
use super::rules::{self, Page};

/// What who may not ask is told.
const UNKNOWN: &str =
    "this page is for who started it: open the whole address that `vertumnus serve` has printed";

/// All that is served.
pub(super) struct Site {
    pub(super) guard: Guard,
    /// Closed when the user has come in.
    pub(super) door: Door,
    pub(super) files: Files,
    /// The rules of the games, and the legend of the pieces.
    pub(super) pages: Vec<Page>,
    pub(super) engines: Engines,
    /// Who computes.
    pub(super) workers: ThreadPool,
    /// How long the body of a request may take.
    pub(super) patience: Duration,
}

impl Site {
    /// Decides by its head whether a request is let in.
    ///
    /// # Errors
    /// The answer to one that is not.
    pub(super) fn admit(&self, head: &Parts) -> Result<(), Answer> {
        let need = Asks::of(head.uri.path()).need();
        self.guard.check(head, need).map_err(|refusal| {
            let reason = match refusal {
                Refusal::Foreign(reason) => reason,
                Refusal::Unknown => UNKNOWN,
            };
            Answer::refused(StatusCode::FORBIDDEN, reason)
        })?;
        if need == Need::Power {
            self.door.close();
        }
        Ok(())
    }

    /// Answers a request that was let in.
    pub(super) async fn answer(
        self: &Arc<Self>,
        head: Parts,
        body: Incoming,
        wish: Wish,
    ) -> Response<Content> {
        let asks = Asks::of(head.uri.path());
        let takes_text =
            head.method == Method::POST && matches!(asks, Asks::Call | Asks::Engine(_));
        let text = if takes_text { self.text(body).await } else { Ok(String::new()) };
        let text = match text {
            Ok(text) => text,
            Err(refusal) => return refusal.response(&wish),
        };
        if let Asks::Engine(id) = asks {
            return self.engines.answer(id, &head.method, &text, &wish);
        }
        let site = self.clone();
        let (sender, receiver) = oneshot::channel();
        self.workers.spawn(move || {
            // Who asked may have gone.
            let _ = sender.send(site.compute(&head, &text).response(&wish));
        });
        receiver.await.unwrap_or_else(|_| {
            let reason = "the answer could not be computed";
            Answer::refused(StatusCode::INTERNAL_SERVER_ERROR, reason).response(&Wish::default())
        })
    }

    /// The text that a request brings.
    async fn text(&self, body: Incoming) -> Result<String, Answer> {
        let too_long = || {
            let reason = format!("a request has at most {LONGEST_REQUEST} bytes");
            Answer::refused(StatusCode::PAYLOAD_TOO_LARGE, reason)
        };
        if body.size_hint().lower() > LONGEST_REQUEST as u64 {
            return Err(too_long());
        }
        let late = |_| Answer::refused(StatusCode::REQUEST_TIMEOUT, "the request did not come");
        let bytes = tokio::time::timeout(self.patience, bytes(body)).await.map_err(late)?;
        let bytes = bytes.map_err(|error| {
            Answer::refused(StatusCode::BAD_REQUEST, format!("the request broke off: {error}"))
        })?;
        let bytes = bytes.ok_or_else(too_long)?;
        let is_binary = |_| Answer::refused(StatusCode::BAD_REQUEST, "the request is not UTF-8");
        String::from_utf8(bytes).map_err(is_binary)
    }

    fn compute(&self, head: &Parts, text: &str) -> Answer {
        let is_read = matches!(head.method, Method::GET | Method::HEAD);
        match Asks::of(head.uri.path()) {
            Asks::Call if head.method == Method::POST => {
                Answer::new("application/json", vertumnus_web::call(text).into_bytes())
            }
            Asks::Call => Answer::refused(StatusCode::METHOD_NOT_ALLOWED, "a call is a POST"),
            _ if !is_read => {
                Answer::refused(StatusCode::METHOD_NOT_ALLOWED, "a file is to be read only")
            }
            Asks::Backend => {
                Answer::new("application/json", backend(true, &self.files).into_bytes())
            }
            Asks::Rules(game) => match self.pages.iter().find(|(name, _)| *name == game) {
                Some((name, page)) => {
                    Answer::kept("text/html; charset=utf-8", rules::html(name, page).into_bytes())
                }
                None => Answer::refused(StatusCode::NOT_FOUND, "there is no such game"),
            },
            Asks::Diagram(name) => match rules::diagram(&self.pages, name) {
                Some(svg) => Answer::kept("image/svg+xml", svg.into_bytes()),
                None => Answer::refused(StatusCode::NOT_FOUND, "there is no such picture"),
            },
            Asks::File(name) => match self.files.file(name) {
                Some((kind, file)) => Answer::kept(kind, file),
                None => Answer::refused(StatusCode::NOT_FOUND, "there is no such file"),
            },
            Asks::Engine(_) => Answer::refused(StatusCode::NOT_FOUND, "engines do not compute"),
        }
    }
}

/// What a path asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks<'a> {
    /// The rules, as calls.
    Call,
    /// An engine by its name.
    Engine(&'a str),
    /// Who serves the page.
    Backend,
    /// The rules of a game, for people.
    Rules(&'a str),
    /// A picture in them.
    Diagram(&'a str),
    /// A file of the page.
    File(&'a str),
}

impl<'a> Asks<'a> {
    fn of(path: &'a str) -> Self {
        let path = path.trim_start_matches('/');
        let rules = || {
            let path = path.strip_prefix("rules/")?;
            let diagram = || path.strip_prefix("diagrams/")?.strip_suffix(".svg");
            diagram().map(Self::Diagram).or_else(|| path.strip_suffix(".html").map(Self::Rules))
        };
        match path {
            "call" => Self::Call,
            "backend.json" => Self::Backend,
            "" => Self::File("index.html"),
            _ => match (path.strip_prefix("engine/"), rules()) {
                (Some(id), _) => Self::Engine(id),
                (None, Some(rules)) => rules,
                (None, None) => Self::File(path),
            },
        }
    }

    /// The page is no secret: a browser asks for its files without saying who wants them. What makes
    /// this program work is for its user alone, and so is which games the user has given it.
    const fn need(self) -> Need {
        match self {
            Self::Call | Self::Engine(_) | Self::Backend => Need::Power,
            Self::Rules(_) | Self::Diagram(_) | Self::File(_) => Need::Page,
        }
    }
}

/// The bytes of a body; `None` if they are too many.
async fn bytes(mut body: Incoming) -> Result<Option<Vec<u8>>, hyper::Error> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        if let Ok(data) = frame?.into_data() {
            if bytes.len() + data.len() > LONGEST_REQUEST {
                return Ok(None);
            }
            bytes.extend_from_slice(&data);
        }
    }
    Ok(Some(bytes))
}

/// What the page has to know first: who answers it, this program or the page itself, for which games and
/// levels, and of which games there are puzzles.
pub(super) fn backend(is_native: bool, files: &Files) -> String {
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
        "puzzles": files.puzzles(),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_apart() {
        assert_eq!(Asks::of("/"), Asks::File("index.html"));
        assert_eq!(Asks::of("/main.js"), Asks::File("main.js"));
        assert_eq!(Asks::of("/call"), Asks::Call);
        assert_eq!(Asks::of("/backend.json"), Asks::Backend);
        assert_eq!(Asks::of("/engine/a-1"), Asks::Engine("a-1"));
        assert_eq!(Asks::of("/rules/chess.html"), Asks::Rules("chess"));
        assert_eq!(Asks::of("/rules/diagrams/a-b.svg"), Asks::Diagram("a-b"));
        assert_eq!(Asks::of("/rules/chess.md"), Asks::File("rules/chess.md"));
    }

    #[test]
    fn the_page_is_for_everybody_and_the_program_for_its_user() {
        for path in ["/", "/main.js", "/rules/chess.html", "/rules/diagrams/chess-start.svg"] {
            assert_eq!(Asks::of(path).need(), Need::Page, "{path}");
        }
        for path in ["/call", "//call", "/engine/a", "/engine/", "/backend.json"] {
            assert_eq!(Asks::of(path).need(), Need::Power, "{path}");
        }
    }
}
