//! Files of our own and of Cute Chess, as others may have changed them.

use std::fs;
use std::path::Path;

use vertumnus_commands::merge_counts;
use vertumnus_core::board::fnv1a_64;
use vertumnus_lab::checkpoint::{Checkpoint, Steps};
use vertumnus_referee::tournament::rehearsal::{engine_of, merge_texts};

use crate::input::Input;
use crate::records::file;

/// What is refused is refused in one line.
fn checked<T>(result: Result<T, String>) -> Option<T> {
    if let Err(reason) = &result {
        assert!(!reason.is_empty() && !reason.contains(char::is_control), "{reason}");
    }
    result.ok()
}

/// The parts of a count and of a tournament, divided by lines `--`.
pub fn parts(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let texts: Vec<&str> = text.split_inclusive("\n--\n").take(4).collect();
    let texts: Vec<&str> = texts.iter().map(|part| part.trim_end_matches("--\n")).collect();
    let mut printed = Vec::new();
    let is_sum = checked(merge_counts(&texts, &mut printed)).is_some();
    // Lines of a suite that have failed are in a sum, too.
    let has_failed = printed.windows(6).any(|window| window == b"failed");
    assert!(is_sum || has_failed || printed.is_empty(), "a sum of what was refused");
    let _ = checked(merge_texts(&texts, &mut Vec::new()));
}

/// The list of engines of Cute Chess. The first line is the name of the engine that is wanted.
pub fn engines(data: &[u8]) {
    let Some((name, text)) = str::from_utf8(data).ok().and_then(|text| text.split_once('\n'))
    else {
        return;
    };
    let _ = checked(engine_of(text, name));
}

/// How many numbers a checkpoint has here.
const NUMBERS: usize = 24;

/// Checkpoints of a training: bytes with the right checksum, if the first of them is odd. What is accepted is
/// written again as it was.
pub fn checkpoints(data: &[u8]) {
    let mut input = Input(data);
    let is_whole = input.byte() % 2 > 0;
    let output = file("network");
    let checkpoint = Checkpoint::of(&output, &[1], &[1]);
    let path = Checkpoint::beside(&output);
    let mut numbers = [0.0; NUMBERS];
    checkpoint.write(Steps { before: 0, made: 1, last: 2 }, numbers.iter_mut()).expect("a file");
    // The head is that of a checkpoint of this work; the rest is the input.
    let mut bytes = fs::read(&path).expect("the file");
    let head = bytes.len().min(usize::from(input.byte()));
    bytes.truncate(head);
    bytes.extend_from_slice(input.0);
    if is_whole {
        let sum = fnv1a_64(bytes.iter().copied());
        bytes.extend_from_slice(&sum.to_le_bytes());
    }
    read_again(&checkpoint, &path, &bytes);
    fs::remove_file(&path).expect("it was written");
}

fn read_again(checkpoint: &Checkpoint, path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file");
    let mut numbers = [0.0; NUMBERS];
    match checkpoint.read(numbers.iter_mut()) {
        // It is that of another work, which has ended.
        Ok(None) => {}
        Ok(Some(steps)) => {
            checkpoint.write(steps, numbers.iter_mut()).expect("a file");
            assert_eq!(
                fs::read(path).expect("the file"),
                bytes,
                "what is read is all that is there"
            );
        }
        Err(error) => assert!(checked::<()>(Err(error.to_string())).is_none()),
    }
}
