//! The command `serve`: the page in a browser, with the rules and the engine of this program behind
//! it, for the user of this machine alone.

mod answer;
mod browser;
mod engines;
mod export;
mod files;
mod guard;
mod rules;

use std::error::Error;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use clap::Args;
use tiny_http::{Request, Server};

use vertumnus_core::rules::Variant;

use crate::{PageFiles, RulesPages};
use answer::Answer;
use engines::Engines;
use files::Files;
use guard::Guard;

/// Where the page is served if nobody else is there.
const PORT: u16 = 8360;

/// How many ports after that are tried before the system chooses one.
const TRIES: u16 = 20;

/// How many requests are answered at the same time. Streams of engines have threads of their own.
const WORKERS: usize = 4;

#[derive(Args, Clone, Debug)]
pub(crate) struct ServeArgs {
    /// The game to begin with
    game: Option<Variant>,
    /// The port; 8360, or the next free one, if it is left out
    #[arg(long)]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Read the page's files from this folder in place of the built-in ones, for work on the page
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// Write the files of a static site into this folder, and serve nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "port", "no_open"])]
    export: Option<PathBuf>,
}

/// Serves the page until an interrupt.
///
/// # Errors
/// If the port cannot be had, the files cannot be written, or the output cannot be written.
pub(crate) fn run(
    arguments: &ServeArgs,
    page: PageFiles,
    pages: RulesPages,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let files = Files::new(page, arguments.files.clone())?;
    if let Some(folder) = &arguments.export {
        export::write(folder, &files, pages)
            .map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
        writeln!(output, "{} has the page", folder.display())?;
        return Ok(());
    }
    let listener = listen(arguments.port)?;
    let port = listener.local_addr()?.port();
    let server = Server::from_listener(listener, None).map_err(|error| error.to_string())?;
    let engines = Arc::new(Engines::new()?);
    let running = engines.clone();
    ctrlc::set_handler(move || {
        running.end_all();
        // Nothing else is kept that would be lost.
        std::process::exit(0);
    })?;
    let site = Site { guard: Guard::new(port), files, pages, engines };
    let game = arguments.game.map_or_else(String::new, |game| format!("#{game}"));
    let address = format!("http://127.0.0.1:{port}/{game}");
    let told = "Only this machine sees it. To end it, press Ctrl-C.";
    output.write_all(format!("Vertumnus plays at {address}\n{told}\n").as_bytes())?;
    output.flush()?;
    if !arguments.no_open {
        browser::open(&address);
    }
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Ok(request) = server.recv() {
                    site.answer(request);
                }
            });
        }
    });
    site.engines.end_all();
    Err("no more connections can be accepted".into())
}

/// Listens for this machine alone, on this port or on a free one.
fn listen(port: Option<u16>) -> Result<TcpListener, Box<dyn Error>> {
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = port {
        return bind(port).map_err(|error| format!("cannot listen on port {port}: {error}").into());
    }
    let free = (PORT..PORT + TRIES).map(bind).find_map(Result::ok).map_or_else(|| bind(0), Ok);
    free.map_err(|error| format!("cannot listen on any port: {error}").into())
}

/// All that is served.
struct Site {
    guard: Guard,
    files: Files,
    pages: RulesPages,
    engines: Arc<Engines>,
}

impl Site {
    /// Answers a request. A browser that has gone meanwhile misses nothing.
    fn answer(&self, mut request: Request) {
        let path = request.url().split(['?', '#']).next().unwrap_or_default().to_owned();
        let asks = Asks::of(&path);
        let answer = match self.guard.check(&request, asks.is_power()) {
            Err(reason) => Answer::refused(403, reason),
            Ok(()) => match asks {
                Asks::Call => answer::call(&mut request),
                Asks::Engine(id) => match self.engines.answer(id, request) {
                    Some((request, answer)) => return answer.send(request),
                    // The stream has taken the request.
                    None => return,
                },
                Asks::Backend => {
                    Answer::new("application/json", answer::backend(true).into_bytes())
                }
                Asks::Rules(game) => answer::rules(self.pages, game),
                Asks::Diagram(name) => answer::diagram(self.pages, name),
                Asks::File(path) => self.files.answer(&request, path),
            },
        };
        answer.send(request);
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

    /// Whether it makes this program work, which only its own page may ask for.
    const fn is_power(self) -> bool {
        matches!(self, Self::Call | Self::Engine(_))
    }
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
    fn a_port_that_is_taken_is_passed_over_unless_it_is_asked_for() {
        let first = listen(None).expect("a free port");
        let second = listen(None).expect("another one");
        let port = |listener: &TcpListener| listener.local_addr().expect("it has one").port();
        assert_ne!(port(&first), port(&second));
        let error = listen(Some(port(&first))).expect_err("it is taken").to_string();
        assert!(error.starts_with("cannot listen on port"), "{error}");
    }
}
