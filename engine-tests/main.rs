//! The binary over pipes, driven as GUIs and people drive it: UCI, XBoard's protocol, and the commands
//! of the command line. One program, so that it is linked once and its tests run side by side.

mod circles;
mod closed_output;
mod command_line;
mod cute_chess;
mod diagrams;
mod foreign;
mod hands;
mod laboratory;
mod limits;
mod loaded;
mod pages;
mod perft_suite;
mod play;
mod playtest;
#[cfg(unix)]
mod readme;
#[cfg(feature = "serve")]
mod serve;
mod support;
mod uci_display;
mod uci_features;
mod uci_go;
mod uci_handicap;
mod uci_handshake;
mod uci_network;
mod uci_perft;
mod uci_robustness;
mod walls;
#[cfg(windows)]
mod winboard;
mod written;
mod xboard_protocol;

use std::thread;

use support::variants;

/// Runs a test in every game, side by side.
#[track_caller]
fn in_every_game(test: impl Fn(&'static str) + Sync) {
    side_by_side(variants(), test);
}

/// Runs a test for all cases at the same time. For tests that wait longer than they work.
#[track_caller]
fn side_by_side<T: Send>(cases: impl IntoIterator<Item = T>, test: impl Fn(T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            let test = &test;
            scope.spawn(move || test(case));
        }
    });
}
