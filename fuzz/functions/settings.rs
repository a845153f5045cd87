//! Options of the engine, and the command line.

use std::cell::RefCell;
use std::sync::Arc;

use vertumnus_core::rules::Variant;
use vertumnus_engine::player::Engine;

use crate::records;

thread_local! {
    static ENGINE: RefCell<Engine> =
        RefCell::new(Engine::new(Variant::default(), Arc::new(|_| {})).expect("an engine"));
}

/// Lines `NAME=VALUE` are options of the engine; all else is the command line of a tournament.
pub fn options(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if !text.starts_with("options\n") {
        return records::tournament(text);
    }
    ENGINE.with_borrow_mut(|engine| {
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')).take(20) {
            let is_costly = ["hash", "threads"].contains(&name.to_ascii_lowercase().as_str());
            if is_costly && value.parse::<u64>().is_ok_and(|number| number > 2) {
                continue;
            }
            let before = *engine.options();
            if engine.set_option(name, value).is_err() {
                assert_eq!(*engine.options(), before, "{name} is refused, but something changed");
            }
        }
    });
}
