//! Connections: how many there may be, and how long they may take.
//!
//! A connection either waits for a request or works for one that was let in. Where there is no room for
//! another one, the connection that has waited longest makes room, so that whoever opens many and says
//! nothing keeps nobody out.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::rt::{Read, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::task::{AbortHandle, JoinHandle};

use super::answer::{Content, Wish};
use super::limits::{LONGEST_HEAD, MOST_CONNECTIONS, Patience};
use super::site::Site;

/// How long to wait when the system gives no connection, and none can be given up.
const PAUSE: Duration = Duration::from_millis(100);

/// How long it is not said again that the system gives no connection.
const QUIET: Duration = Duration::from_secs(60);

/// Accepts connections for ever. What the system lacks it may have again later.
///
/// # Errors
/// If the listener cannot be watched.
pub(super) async fn serve(
    listener: TcpListener,
    site: Arc<Site>,
    patience: Patience,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Connections::default();
    let mut complained: Option<Instant> = None;
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_of_the_other_end(&error) => continue,
            Err(error) => {
                if complained.is_none_or(|last| last.elapsed() > QUIET) {
                    eprintln!("vertumnus: no connection can be accepted now: {error}");
                    complained = Some(Instant::now());
                }
                if connections.end_longest_waiting() {
                    tokio::task::yield_now().await;
                } else {
                    tokio::time::sleep(PAUSE).await;
                }
                continue;
            }
        };
        while connections.len() >= MOST_CONNECTIONS && connections.end_longest_waiting() {}
        if connections.len() >= MOST_CONNECTIONS {
            continue;
        }
        // Answers are short, and nothing is gained by waiting for more.
        let _ = stream.set_nodelay(true);
        drop(connections.open(TokioIo::new(stream), site.clone(), patience));
    }
}

/// Whether a connection was gone before it was accepted.
fn is_of_the_other_end(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
}

/// Answers the requests of a connection until one of both ends it.
async fn talk(
    stream: impl Read + Write + Unpin,
    site: &Arc<Site>,
    patience: Patience,
    place: &Place,
) {
    let service = service_fn(move |request| async move {
        Ok::<_, Infallible>(answer(site, request, place).await)
    });
    // A fault of the connection is the other end's.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.request)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(stream, service)
        .await;
}

async fn answer(site: &Arc<Site>, request: Request<Incoming>, place: &Place) -> Response<Content> {
    let (head, body) = request.into_parts();
    let wish = Wish::of(&head.headers);
    // The body of a request that is refused is never read.
    if let Err(refusal) = site.admit(&head) {
        return refusal.response(&wish);
    }
    let busy = place.work();
    let mut response = site.answer(head, body, wish).await;
    response.body_mut().hold(busy);
    response
}

/// The connections there are.
#[derive(Clone, Default)]
pub(super) struct Connections(Arc<Mutex<Table>>);

#[derive(Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Connection>,
}

struct Connection {
    /// Since when it waits for a request; `None` while it works for one.
    waits_since: Option<Instant>,
    task: AbortHandle,
}

impl Connections {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn len(&self) -> usize {
        self.table().open.len()
    }

    /// Lets a connection be answered, by a task of its own.
    pub(super) fn open(
        &self,
        stream: impl Read + Write + Unpin + Send + 'static,
        site: Arc<Site>,
        patience: Patience,
    ) -> JoinHandle<()> {
        let mut table = self.table();
        table.next += 1;
        let number = table.next;
        let place = Place { number, connections: self.clone() };
        let task = tokio::spawn(async move { talk(stream, &site, patience, &place).await });
        // The task cannot have ended yet: it has to lock this table.
        let connection =
            Connection { waits_since: Some(Instant::now()), task: task.abort_handle() };
        table.open.insert(number, connection);
        task
    }

    /// Whether a connection works for a request.
    pub(super) fn is_any_working(&self) -> bool {
        self.table().open.values().any(|connection| connection.waits_since.is_none())
    }

    /// Ends the connection that has waited longest; says whether there was one.
    fn end_longest_waiting(&self) -> bool {
        let mut table = self.table();
        let waiting = table.open.iter().filter_map(|(&number, connection)| {
            connection.waits_since.map(|since| (since, number))
        });
        let Some((_, number)) = waiting.min() else { return false };
        if let Some(connection) = table.open.remove(&number) {
            connection.task.abort();
        }
        true
    }

    fn set_waiting(&self, number: u64, waits_since: Option<Instant>) {
        if let Some(connection) = self.table().open.get_mut(&number) {
            connection.waits_since = waits_since;
        }
    }
}

/// The place of a connection among all; it is given up with the connection.
struct Place {
    number: u64,
    connections: Connections,
}

impl Place {
    /// The connection works from now on until what is returned is dropped.
    fn work(&self) -> Busy {
        self.connections.set_waiting(self.number, None);
        Busy { number: self.number, connections: self.connections.clone() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.table().open.remove(&self.number);
    }
}

/// A connection works for a request.
struct Busy {
    number: u64,
    connections: Connections,
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.connections.set_waiting(self.number, Some(Instant::now()));
    }
}
