//! What the module for browsers exports to JavaScript, and what it imports from there.
//!
//! Texts are UTF-8. JavaScript writes one into memory that [`alloc`] gives it, and hands it over with
//! the call. What the module says, JavaScript copies before it returns.

#![expect(unsafe_code, reason = "texts go by address, and imports are code that Rust does not see")]

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic;
use std::ptr;
#[cfg(feature = "written")]
use std::sync::Arc;
use std::sync::Once;
use std::time::Duration;

#[cfg(feature = "written")]
use vertumnus_core::rules::Variant;
#[cfg(feature = "written")]
use vertumnus_engine::eval::{Network, offer};
use vertumnus_engine::host::Host;
use vertumnus_protocol::uci::LineByLine;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// A random number.
    safe fn seed() -> u64;
    /// Whether the search must end; 0 if not.
    safe fn stopped() -> u32;
    /// Takes the reply of [`call`], or lines of the engine.
    fn emit(text: *const u8, length: usize);
    /// Takes the reason for which the module breaks down. It cannot be used after that.
    fn fail(text: *const u8, length: usize);
}

/// A browser's worker, or any other thread of JavaScript.
const HOST: Host = Host {
    now: || Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default(),
    seed: || seed(),
    is_stopped: || stopped() != 0,
    load_games: |_| Err("no files are read here".to_owned()),
    has_threads: false,
};

/// Writes what JavaScript takes.
struct Emitter;

impl Write for Emitter {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // SAFETY: the text outlives the call, which only reads it.
        unsafe { emit(text.as_ptr(), text.len()) };
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

thread_local! {
    /// Made when the first line comes: the rules need none.
    static ENGINE: RefCell<Option<LineByLine>> = const { RefCell::new(None) };
}

/// Memory for a text of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// The text that was written into memory of [`alloc`], which it frees.
///
/// # Safety
/// As for [`take_bytes`].
unsafe fn take(text: *mut u8, length: usize) -> String {
    // SAFETY: the caller promises it.
    let bytes = unsafe { take_bytes(text, length) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same for what need not be a text.
///
/// # Safety
/// The memory must come from [`alloc`] with this length, and must not be used again.
unsafe fn take_bytes(bytes: *mut u8, length: usize) -> Box<[u8]> {
    tell_panics();
    // SAFETY: `alloc` leaked a boxed slice of this length here.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(bytes, length)) }
}

/// Sees to it that JavaScript is told why the module breaks down.
fn tell_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let reason = info.to_string();
            // SAFETY: the text outlives the call, which only reads it.
            unsafe { fail(reason.as_ptr(), reason.len()) };
        }));
    });
}

/// Answers a request about the rules, in JSON, by one text.
///
/// # Safety
/// As for [`take`].
#[unsafe(no_mangle)]
unsafe extern "C" fn call(text: *mut u8, length: usize) {
    // SAFETY: the caller promises it.
    let request = unsafe { take(text, length) };
    // An emitter refuses nothing.
    let _ = Emitter.write(crate::call_or_load(&request).as_bytes());
}

/// Takes the bytes of a network. The games that were read from texts and have the rules for which it was
/// trained are evaluated by it from then on, where they are set up anew. Returns how many they are.
///
/// # Safety
/// As for [`take`].
#[cfg(feature = "written")]
#[unsafe(no_mangle)]
unsafe extern "C" fn network(bytes: *mut u8, length: usize) -> u32 {
    // SAFETY: the caller promises it.
    let bytes = unsafe { take_bytes(bytes, length) };
    let fitting = |game| Network::of_rules(game, &bytes).ok();
    let networks: Vec<Network> = Variant::loaded().into_iter().filter_map(fitting).collect();
    let count = networks.len() as u32;
    networks.into_iter().for_each(|network| offer(Arc::new(network)));
    count
}

/// Carries out a line of UCI, and returns when the search that it starts has ended: 1 if the engine
/// goes on, and 0 if it was to quit.
///
/// # Safety
/// As for [`take`].
#[unsafe(no_mangle)]
unsafe extern "C" fn line(text: *mut u8, length: usize) -> u32 {
    // SAFETY: the caller promises it.
    let line = unsafe { take(text, length) };
    // An engine begins with some game.
    #[cfg(feature = "written")]
    if Variant::known().is_empty() {
        let _ = vertumnus_written::load(b"[chess:chess]");
    }
    ENGINE.with_borrow_mut(|engine| {
        let engine = engine.get_or_insert_with(|| {
            LineByLine::new(HOST, Box::new(Emitter)).expect("the memory of a small engine")
        });
        u32::from(engine.line(&line).is_continue())
    })
}
