//! The command `serve`: the page in a browser, with the rules and the engine of this program behind
//! it, for the user of this machine alone.

mod answer;
mod browser;
mod calls;
mod connections;
mod engines;
mod export;
mod files;
mod guard;
mod limits;
mod rules;
pub mod script;
mod site;

use std::error::Error;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rayon::ThreadPoolBuilder;
use tokio::runtime;

use vertumnus_core::rules::Variant;

use crate::{PageFiles, RulesPages, ctrl_c};
use browser::Door;
pub(crate) use calls::Calls;
use engines::Engines;
use files::Files;
use guard::Guard;
use limits::{Patience, WORKERS};
use site::Site;

/// Where the page is served if nobody else is there.
const PORT: u16 = 8360;

/// How many ports after that are tried before the system chooses one.
const TRIES: u16 = 20;

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
    /// Write the page into this folder, and serve nothing; as a site it needs the engine for browsers besides
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "port", "no_open"])]
    export: Option<PathBuf>,
    /// How many seconds to wait for anything, for tests
    #[arg(long, value_name = "SECONDS", hide = true)]
    patience: Option<u16>,
}

/// Serves the page until an interrupt.
///
/// # Errors
/// If the port cannot be had, the files cannot be written, or the output cannot be written.
pub(crate) fn run(
    arguments: &ServeArgs,
    given: &[PathBuf],
    page: PageFiles,
    pages: RulesPages,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let files = Files::new(page, arguments.files.clone())?.with_games();
    let legend = files.legend().map(|text| (rules::LEGEND, text));
    let pages: Vec<_> = pages.iter().copied().chain(legend).collect();
    if let Some(folder) = &arguments.export {
        export::write(folder, &files, &pages)
            .map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
        writeln!(output, "{}", export::told(folder))?;
        return Ok(());
    }
    let patience = arguments.patience.map_or_else(Patience::default, |seconds| {
        Patience::of(Duration::from_secs(seconds.into()))
    });
    let listener = listen(arguments.port)?;
    let port = listener.local_addr()?.port();
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let workers = ThreadPoolBuilder::new()
        .num_threads(WORKERS)
        .build()
        .map_err(|error| format!("{WORKERS} threads cannot be started: {error}"))?;
    let token = guard::secret()?;
    let game = arguments.game.map_or_else(String::new, |game| format!("#{game}"));
    let address = format!("http://127.0.0.1:{port}/?token={token}{game}");
    let door = if arguments.no_open {
        Door::default()
    } else {
        Door::to(&address, &std::env::temp_dir()).unwrap_or_else(|error| {
            eprintln!("vertumnus: the browser is not opened: {error}");
            Door::default()
        })
    };
    let site = Arc::new(Site {
        guard: Guard::new(port, token),
        door,
        files,
        pages,
        engines: Engines::new(std::env::current_exe()?, given.to_vec(), patience),
        workers,
        patience: patience.request,
    });
    let closed = site.clone();
    ctrl_c::set(move || {
        closed.engines.end_all();
        closed.door.close();
        // Nothing else is kept that would be lost.
        std::process::exit(0);
    })?;
    let told = "It is for you alone: the address lets in whoever has it. To end it, press Ctrl-C.";
    output.write_all(format!("Vertumnus plays at {address}\n{told}\n").as_bytes())?;
    output.flush()?;
    site.door.show();
    let watched = site.clone();
    runtime.block_on(async {
        tokio::spawn(async move { watched.engines.watch().await });
        connections::serve(listener, site, patience).await
    })?;
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

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
