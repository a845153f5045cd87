//! Games that are read from a text.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::ptr;

use vertumnus_written::{self as written, Diagnostic, NoGames};

use crate::argument::{list, must_have, put_list};
use crate::fork;
use crate::games::{Game, described};
use crate::status::{Failure, Status, answer, shielded};

/// How grave a finding is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The game cannot be played.
    Error = 0,
    /// The game can be played, but is probably not what was meant.
    Warning = 1,
    /// Worth knowing.
    Note = 2,
}

/// What was found in a text of rules, and where. The texts are one line each.
#[repr(C)]
#[derive(Debug)]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// The line, counted from 1.
    pub line: u32,
    /// The first character, counted from 1.
    pub column: u32,
    /// How many characters, at least 1.
    pub length: u32,
    /// What is wrong.
    pub message: *const c_char,
    /// What is allowed there, or what to do; may be empty.
    pub help: *const c_char,
}

/// The findings of a thread's last text, and the texts that they point to.
#[derive(Default)]
struct Findings {
    list: Vec<Finding>,
    texts: Vec<CString>,
}

thread_local! {
    static FINDINGS: RefCell<Findings> = RefCell::default();
}

impl Findings {
    fn of(findings: &[Diagnostic]) -> Self {
        let mut all = Self::default();
        for Diagnostic { severity, place, message, help } in findings {
            let texts = [message, help];
            let texts = texts.map(|text| CString::new(text.replace('\0', "")).unwrap_or_default());
            all.list.push(Finding {
                severity: match severity {
                    written::Severity::Error => Severity::Error,
                    written::Severity::Warning => Severity::Warning,
                    written::Severity::Note => Severity::Note,
                },
                line: place.line,
                column: place.column,
                length: place.length,
                message: texts[0].as_ptr(),
                help: texts[1].as_ptr(),
            });
            all.texts.extend(texts);
        }
        all
    }
}

/// The first mistake, in one line.
fn first_mistake(findings: &[Diagnostic]) -> Failure {
    let mut mistakes = findings.iter().filter(|one| one.severity == written::Severity::Error);
    let message = mistakes.next().map_or_else(
        || "the text has no game".to_owned(),
        |Diagnostic { place, message, .. }| {
            format!("line {}, column {}: {message}", place.line, place.column)
        },
    );
    Failure::new(Status::BadRules, message)
}

/// Reads games from a text in the format of Fairy-Stockfish's `variants.ini`, which
/// docs/games-as-files.md explains, and writes those that can be played to `games`, in their order,
/// and their number to `count`. One of the two may be null; if `games` is, only the number is
/// written. From now on the games are found by their names, too: of several that were loaded under
/// one name, the last. A game with mistakes keeps no other of the text from being loaded;
/// `vertumnus_finding_at` tells the mistakes. If no game can be played, the call fails with
/// `VERTUMNUS_STATUS_BAD_RULES`. The games belong to the library and are never freed: a program
/// can load 256 different ones. A text that is loaded again gives the same games.
///
/// # Safety
/// `text` has `length` bytes and needs no zero byte at its end; `games` is null or has room for
/// `size` pointers; `count` is null or points to a writable number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vertumnus_load_rules(
    text: *const c_char,
    length: usize,
    games: *mut *const Game,
    size: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: the caller promises it; a `c_char` is a byte.
        let text = unsafe { list(text.cast::<u8>(), length, "the text") }?;
        if games.is_null() {
            must_have(count, "the place for the games")?;
        }
        let loaded = {
            let _call = fork::hold_off();
            written::load(text)
        };
        let (found, findings) = match loaded {
            Ok(loaded) => (loaded.games, loaded.findings),
            Err(NoGames::None { findings }) => (Vec::new(), findings),
            Err(unread) => {
                FINDINGS.take();
                return Err(Failure::new(Status::BadRules, unread.to_string()));
            }
        };
        FINDINGS.set(Findings::of(&findings));
        if found.is_empty() {
            return Err(first_mistake(&findings));
        }
        let known: Vec<*const Game> =
            found.into_iter().map(|variant| ptr::from_ref(described(variant))).collect();
        // SAFETY: the caller promises it.
        unsafe { put_list(&known, games, size, count) }
    })
}

/// A finding of this thread's last `vertumnus_load_rules` by its number, from 0, in the order of
/// the text; null if there is none. It belongs to the library and lasts until the thread calls
/// `vertumnus_load_rules` again, or ends.
#[unsafe(no_mangle)]
pub extern "C" fn vertumnus_finding_at(index: usize) -> *const Finding {
    shielded(ptr::null(), || {
        FINDINGS.with_borrow(|all| all.list.get(index).map_or(ptr::null(), ptr::from_ref))
    })
}
