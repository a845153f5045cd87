//! A connection whose bytes are known from the start, for tests and for the fuzz target.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use hyper::rt::{Read, ReadBufCursor, Write};
use rayon::ThreadPoolBuilder;
use tokio::runtime::{self, Runtime};

use super::browser::Door;
use super::connections::Connections;
use super::engines::Engines;
use super::files::Files;
use super::guard::Guard;
use super::limits::Patience;
use super::site::Site;

/// Where the server seems to be.
const PORT: u16 = 8360;

/// What lets a request in.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A server without engines.
struct Server {
    site: Arc<Site>,
    runtime: Runtime,
}

impl Server {
    fn new() -> Self {
        let patience = Patience::default();
        let site = Site {
            guard: Guard::new(PORT, TOKEN.to_owned()),
            door: Door::default(),
            files: Files::new(&[("index.html", b"<!doctype html>")], None).expect("it has a page"),
            pages: vec![("chess", "# Chess\n")],
            // There is no such program.
            engines: Engines::new(PathBuf::new(), Vec::new(), patience),
            workers: ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"),
            patience: patience.request,
        };
        let runtime =
            runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { site: Arc::new(site), runtime }
    }
}

thread_local! {
    static SERVER: OnceCell<Server> = const { OnceCell::new() };
}

/// What `serve` answers over a connection that brings these bytes, in pieces of this size.
///
/// # Panics
/// If the server does.
pub fn answers_to(bytes: &[u8], size: usize) -> Vec<u8> {
    SERVER.with(|server| {
        let Server { site, runtime } = server.get_or_init(Server::new);
        let connections = Connections::default();
        let said = Arc::<Mutex<Vec<u8>>>::default();
        let script = Script {
            rest: bytes.iter().copied().collect(),
            size: size.max(1),
            has_waited: false,
            connections: connections.clone(),
            said: said.clone(),
        };
        runtime
            .block_on(async { connections.open(script, site.clone(), Patience::default()).await })
            .expect("the connection ends by itself");
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *said)
    })
}

/// The other end of a connection, which closes it once all requests are answered.
struct Script {
    rest: VecDeque<u8>,
    size: usize,
    has_waited: bool,
    connections: Connections,
    said: Arc<Mutex<Vec<u8>>>,
}

impl Read for Script {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        if self.rest.is_empty() {
            // The last request must be seen before the end is.
            if !std::mem::replace(&mut self.has_waited, true) {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            // Whoever answers calls again.
            if self.connections.is_any_working() {
                return Poll::Pending;
            }
        }
        let size = self.size.min(buffer.remaining()).min(self.rest.len());
        let piece: Vec<u8> = self.rest.drain(..size).collect();
        buffer.put_slice(&piece);
        Poll::Ready(Ok(()))
    }
}

impl Write for Script {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str, rest: &str) -> String {
        format!(
            "{line} HTTP/1.1\r\nHost: localhost:{PORT}\r\nAuthorization: Bearer {TOKEN}\r\n{rest}\r\n"
        )
    }

    /// The statuses of the answers.
    fn statuses(bytes: &str, size: usize) -> Vec<String> {
        let said =
            String::from_utf8(answers_to(bytes.as_bytes(), size)).expect("short answers are text");
        let lines = said.split("HTTP/1.1 ").skip(1);
        lines.map(|line| line.chars().take(3).collect()).collect()
    }

    #[test]
    fn requests_are_answered_in_order_however_they_are_cut() {
        let call = request("POST /call", "Content-Length: 16\r\n") + r#"{"call":"games"}"#;
        let parts = request("POST /call", "Transfer-Encoding: chunked\r\n")
            + "4\r\n{\"ca\r\nc\r\nll\":\"games\"}\r\n0\r\n\r\n";
        let bytes = [
            request("GET /", ""),
            call,
            request("GET /nonesuch", ""),
            parts,
            request("HEAD /index.html", ""),
            request("PUT /engine/a", ""),
        ]
        .concat();
        for size in [1, 7, 100, 100_000] {
            assert_eq!(
                statuses(&bytes, size),
                ["200", "200", "404", "200", "200", "503"],
                "{size}"
            );
        }
    }

    #[test]
    fn a_body_that_is_refused_ends_the_connection() {
        let refused = "POST /call HTTP/1.1\r\nHost: evil\r\nContent-Length: 9\r\n\r\n";
        let bytes = [refused, &request("GET /", "")].concat();
        assert_eq!(statuses(&bytes, 1), ["403"]);
        let long = request("POST /call", "Content-Length: 1048577\r\n");
        assert_eq!(statuses(&long, 100), ["413"]);
    }

    #[test]
    fn what_is_no_request_is_refused_or_left() {
        let many = request("GET /", &"a: b\r\n".repeat(101));
        let long = request("GET /", &format!("a: {}\r\n", "b".repeat(1 << 16)));
        let doubled = request("POST /call", "Content-Length: 1\r\nContent-Length: 2\r\n");
        for bytes in
            [&many, &long, &doubled, "\0\u{1}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n"]
        {
            let statuses = statuses(bytes, 1000);
            assert!(
                matches!(&statuses[..], [status] if status.starts_with('4')),
                "{bytes:.80}: {statuses:?}"
            );
        }
        for bytes in ["", "\r\n", "GET / HTTP/1.1\r\nHost"] {
            assert!(statuses(bytes, 1).is_empty(), "{bytes}");
        }
    }
}
