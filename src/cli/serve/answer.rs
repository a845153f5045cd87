//! Answers over HTTP.

use std::borrow::Cow;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::pin::Pin;
use std::task::{Context, Poll};

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

/// What the page may load and from where: all of it from here, and nothing that was not meant to run.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// What is shorter fits into one packet, compressed or not.
const WORTH_COMPRESSING: usize = 1024;

/// An answer.
pub(super) struct Answer {
    status: StatusCode,
    kind: &'static str,
    content: Cow<'static, [u8]>,
    /// Whether the browser may keep it, if it asks each time whether it still holds.
    is_kept: bool,
}

/// What a browser says of the answers that it takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    takes_gzip: bool,
    /// The tags of what it has.
    known: Option<HeaderValue>,
}

impl Wish {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let takes_gzip = headers
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|coding| {
                let mut parts = coding.split(';').map(str::trim);
                let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
                is_gzip
                    && !parts
                        .any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
            });
        Self { takes_gzip, known: headers.get(header::IF_NONE_MATCH).cloned() }
    }

    fn knows(&self, tag: &str) -> bool {
        let known = self.known.as_ref().and_then(|known| known.to_str().ok()).unwrap_or_default();
        known.split(',').any(|known| known.trim() == tag)
    }
}

impl Answer {
    /// What is made for this request.
    pub(super) fn new(kind: &'static str, content: impl Into<Cow<'static, [u8]>>) -> Self {
        Self { status: StatusCode::OK, kind, content: content.into(), is_kept: false }
    }

    /// What is the same for the next who asks, as long as the program is the same.
    pub(super) fn kept(kind: &'static str, content: impl Into<Cow<'static, [u8]>>) -> Self {
        Self { is_kept: true, ..Self::new(kind, content) }
    }

    /// An answer that says no, with a reason in one line.
    pub(super) fn refused(status: StatusCode, reason: impl Into<String>) -> Self {
        let content = (reason.into() + "\n").into_bytes();
        Self { status, ..Self::new("text/plain; charset=utf-8", content) }
    }

    /// An answer that says yes and no more.
    pub(super) fn done() -> Self {
        Self { status: StatusCode::NO_CONTENT, ..Self::new("text/plain", &b""[..]) }
    }

    /// The answer as it is sent.
    pub(super) fn response(self, wish: &Wish) -> Response<Content> {
        let tag = self.is_kept.then(|| {
            let mut hasher = DefaultHasher::new();
            self.content.hash(&mut hasher);
            // Weak, because it is the same for what is compressed and what is not.
            format!("W/\"{:016x}\"", hasher.finish())
        });
        if let Some(tag) = tag.as_ref().filter(|tag| wish.knows(tag)) {
            let mut response = response(StatusCode::NOT_MODIFIED, Content::whole(Bytes::new()));
            add_freshness(response.headers_mut(), Some(tag));
            return response;
        }
        let compressed =
            (wish.takes_gzip && is_text(self.kind) && self.content.len() >= WORTH_COMPRESSING)
                .then(|| gzip(&self.content));
        let is_compressed = compressed.is_some();
        let content = match (compressed, self.content) {
            (Some(compressed), _) => compressed.into(),
            (None, Cow::Borrowed(content)) => Bytes::from_static(content),
            (None, Cow::Owned(content)) => content.into(),
        };
        let mut response = response(self.status, Content::whole(content));
        let headers = response.headers_mut();
        if self.status != StatusCode::NO_CONTENT {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        }
        if is_compressed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if is_text(self.kind) {
            headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        }
        add_freshness(headers, tag.as_deref());
        response
    }
}

/// What comes bit by bit.
pub(super) trait Parts: Send {
    /// The next part; `None` at the end.
    fn poll_part(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>>;
}

/// An answer of text that comes bit by bit.
pub(super) fn parts(parts: impl Parts + 'static) -> Response<Content> {
    let mut response =
        response(StatusCode::OK, Content { source: Source::Parts(Box::new(parts)), held: None });
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    add_freshness(response.headers_mut(), None);
    response
}

/// A response with the headers that all have.
fn response(status: StatusCode, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    *response.status_mut() = status;
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// What has a tag is asked for again each time, because the next version of the program may have another
/// page. Anything else is of no use later.
fn add_freshness(headers: &mut HeaderMap, tag: Option<&str>) {
    let rule = if tag.is_some() { "no-cache" } else { "no-store" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(rule));
    if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        headers.insert(header::ETAG, tag);
    }
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || kind.starts_with("application/") || kind == "image/svg+xml"
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(content.len() / 3), Compression::fast());
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written")
}

/// What an answer brings.
pub(super) struct Content {
    source: Source,
    /// What is kept until all is sent.
    held: Option<Box<dyn Send>>,
}

enum Source {
    /// All of it is here.
    Whole(Option<Bytes>),
    /// It is still to come.
    Parts(Box<dyn Parts>),
}

impl Content {
    /// Keeps something until all is sent.
    pub(super) fn hold(&mut self, held: impl Send + 'static) {
        self.held = Some(Box::new(held));
    }

    fn whole(bytes: Bytes) -> Self {
        Self { source: Source::Whole(Some(bytes).filter(|bytes| !bytes.is_empty())), held: None }
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = match &mut self.source {
            Source::Whole(bytes) => Poll::Ready(bytes.take()),
            Source::Parts(parts) => parts.poll_part(context),
        };
        bytes.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.source, Source::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.source {
            Source::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Source::Parts(_) => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn wish(pairs: &[(HeaderName, &'static str)]) -> Wish {
        let pairs =
            pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        Wish::of(&pairs.collect())
    }

    fn content(response: Response<Content>) -> Bytes {
        match response.into_body().source {
            Source::Whole(bytes) => bytes.unwrap_or_default(),
            Source::Parts(_) => panic!("it is still to come"),
        }
    }

    #[test]
    fn long_texts_are_compressed_for_those_who_take_it() {
        let text = "Vertumnus ".repeat(200);
        let answer = |kind, text: &str, wish: &Wish| {
            Answer::new(kind, text.as_bytes().to_vec()).response(wish)
        };
        let gzip = wish(&[(header::ACCEPT_ENCODING, "br, gzip;q=0.5")]);
        let compressed = answer("text/html", &text, &gzip);
        assert_eq!(compressed.headers()[header::CONTENT_ENCODING], "gzip");
        let bytes = content(compressed);
        assert!(bytes.len() < 100, "{}", bytes.len());
        let mut read = String::new();
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut read).expect("it is gzip");
        assert_eq!(read, text);
        for (kind, text, wish) in [
            ("text/html", &text[..], wish(&[])),
            ("text/html", &text, wish(&[(header::ACCEPT_ENCODING, "gzip;q=0, br")])),
            ("image/png", &text, gzip.clone()),
            ("text/html", "short", gzip),
        ] {
            let plain = answer(kind, text, &wish);
            assert!(!plain.headers().contains_key(header::CONTENT_ENCODING), "{kind} {wish:?}");
            assert_eq!(content(plain), text.as_bytes());
        }
    }

    #[test]
    fn what_a_browser_has_is_not_sent_again() {
        let answer = || Answer::kept("text/css", &b"a {}"[..]);
        let first = answer().response(&Wish::default());
        assert_eq!(first.headers()[header::CACHE_CONTROL], "no-cache");
        let tag = first.headers()[header::ETAG].clone();
        let again = answer().response(&Wish { known: Some(tag.clone()), ..Wish::default() });
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers()[header::ETAG], tag);
        assert!(content(again).is_empty());
        let other = wish(&[(header::IF_NONE_MATCH, "W/\"0\", \"1\"")]);
        assert_eq!(answer().response(&other).status(), StatusCode::OK);
        let made = Answer::new("text/css", &b"a {}"[..]).response(&Wish::default());
        assert_eq!(made.headers()[header::CACHE_CONTROL], "no-store");
        assert!(!made.headers().contains_key(header::ETAG));
    }
}
