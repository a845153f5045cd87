//! Files that commands read and write by their names: no command may wait on a pipe that nobody writes to,
//! overwrite what it reads, or leave half a file behind.

use std::borrow::Cow;
#[cfg(not(windows))]
use std::fs::TryLockError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file that is to be written is one of those that are read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} cannot be written: it is {}, which is read", output.display(), input.display())]
pub struct Overlap {
    /// What was to be written.
    pub output: PathBuf,
    /// What is read.
    pub input: PathBuf,
}

/// Makes sure that nothing is written that is read, under whatever names and links.
///
/// # Errors
/// If an output is an input.
pub fn check_apart(outputs: &[&Path], inputs: &[&Path]) -> Result<(), Overlap> {
    let pairs = outputs.iter().flat_map(|&output| inputs.iter().map(move |&input| (output, input)));
    for (output, input) in pairs {
        if is_same(output, input) {
            return Err(Overlap { output: output.to_owned(), input: input.to_owned() });
        }
    }
    Ok(())
}

/// Whether two names are of one file. One that is not there yet is known by its name alone.
fn is_same(one: &Path, other: &Path) -> bool {
    let (true, true) = (one.exists(), other.exists()) else {
        return std::path::absolute(one).ok() == std::path::absolute(other).ok();
    };
    // What is no file, such as a terminal, is not overwritten.
    one.is_file() && is_same_file(one, other)
}

#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |path| fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    identity(one) == identity(other)
}

/// The system does not tell hard links apart for a safe program.
#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).ok() == fs::canonicalize(other).ok()
}

/// A name of a file of games by which another program finds it, which may run in another folder. What is no file
/// may be the name of a game that comes with the program, and stays.
#[must_use]
pub fn from_anywhere(file: &Path) -> PathBuf {
    let absolute = if file.exists() { std::path::absolute(file).ok() } else { None };
    absolute.unwrap_or_else(|| file.to_owned())
}

/// Opens a file to read it. A pipe or a device might never end, so only files are read; and no text is in UTF-16,
/// as some editors of Windows save it.
///
/// # Errors
/// If it cannot be opened, or is something else.
pub fn open(path: &Path) -> io::Result<File> {
    // Before it is opened: that would wait for somebody who writes to a pipe.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut file = File::open(path)?;
    let mut head = Vec::new();
    Read::by_ref(&mut file).take(2).read_to_end(&mut head)?;
    if matches!(&head[..], [0xFF, 0xFE] | [0xFE, 0xFF]) {
        let reason = "it is in UTF-16; save it as UTF-8";
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    file.rewind()?;
    Ok(file)
}

/// The text of a file: UTF-8. A byte that is none stands for its letter in Latin-1, which is the encoding of
/// the PGN standard.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
    }
    Cow::Owned(text)
}

/// The longest line of a file that is read line by line, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// The lines of a file, without their ends and a byte order mark, decoded as PGN is. However large the file is, no
/// more than a line of it is in memory.
///
/// # Errors
/// If it cannot be opened, is no file, or has a line that is too long.
pub fn lines(path: &Path) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    let mut mark = "\u{FEFF}";
    let mut cleaned = move |line: String| {
        let line = line.trim_end_matches(['\n', '\r']);
        line.strip_prefix(std::mem::take(&mut mark)).unwrap_or(line).to_owned()
    };
    let lines = lines_with_ends(BufReader::new(open(path)?), LONGEST_LINE);
    Ok(lines.map(move |line| line.map(&mut cleaned)))
}

/// The lines of an input with their ends, of at most so many bytes, decoded as PGN is. After an error there
/// are no more.
pub fn lines_with_ends(
    mut input: impl BufRead,
    longest: usize,
) -> impl Iterator<Item = io::Result<String>> {
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let mut bytes = Vec::new();
        let read = input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes);
        let refused = match read {
            Ok(0) => return None,
            Ok(_) if bytes.len() > longest => {
                let reason = format!("it has a line of more than {longest} bytes");
                Err(io::Error::new(io::ErrorKind::InvalidData, reason))
            }
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        is_over = refused.is_err();
        Some(refused.map(|()| decode(&bytes).into_owned()))
    })
}

/// A small file, such as one of settings, as text without a byte order mark.
///
/// # Errors
/// If it cannot be opened, is no file, is not UTF-8, or is larger than a file of this kind.
pub fn read_small(path: &Path) -> io::Result<String> {
    const LARGEST: u64 = 1 << 22;
    let mut text = String::new();
    if open(path)?.take(LARGEST + 1).read_to_string(&mut text)? as u64 > LARGEST {
        let reason = format!("it has more than {LARGEST} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text))
}

/// A file that is to be written is there already, and something else than this command writes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is no {what}, so it is left as it is", path.display())]
pub struct NotOurs {
    /// The file.
    pub path: PathBuf,
    /// What the command would write.
    pub what: &'static str,
}

/// How much of a file tells what it is, in bytes.
const HEAD: u64 = 1 << 12;

/// Makes sure that what is to be written replaces nothing else: a file of this name is empty, or it begins as what
/// this command makes does. What is no file, such as a terminal, takes everything.
///
/// # Errors
/// If the file is something else, or cannot be read.
pub fn check_ours(
    path: &Path,
    what: &'static str,
    is_ours: impl Fn(&[u8]) -> bool,
) -> Result<(), NotOurs> {
    if !path.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    let read = open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    if read.is_ok() && (head.is_empty() || is_ours(&head)) {
        return Ok(());
    }
    Err(NotOurs { path: path.to_owned(), what })
}

/// Whether a file begins as one of PGN does: with a tag, which may be cut off, a comment or a first move.
pub fn is_pgn(head: &[u8]) -> bool {
    let text = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    let begins = |beginnings: &[&str]| beginnings.iter().any(|b| text.starts_with(b.as_bytes()));
    match text {
        [] => true,
        [b'[', tag @ ..] => {
            let name = tag.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            let (name, value) = tag.split_at(name.count());
            match value.trim_ascii_start() {
                [] => true,
                value => !name.is_empty() && value.starts_with(b"\""),
            }
        }
        [b'{', comment @ ..] => !comment.trim_ascii_start().starts_with(b"\""),
        _ => begins(&["%", ";", "1.", "1-0", "*"]),
    }
}

/// Opens a file that others may read, but only one program at a time may open so, if the system can tell.
///
/// # Errors
/// If it cannot be opened; [`WouldBlock`](io::ErrorKind::WouldBlock) if another program has it open so.
#[cfg(not(windows))]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        // A system without locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Opens a file that others may read, but only one program at a time may open so. A lock of Windows would keep
/// others from reading, so the file is not shared with other writers.
///
/// # Errors
/// If it cannot be opened; [`WouldBlock`](io::ErrorKind::WouldBlock) if another program has it open to write.
#[cfg(windows)]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    options.clone().share_mode(FILE_SHARE_READ).open(path).map_err(|error| {
        match error.raw_os_error() {
            Some(ERROR_SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
            _ => error,
        }
    })
}

/// Writes a file, or puts it in the place of the one of this name. Whatever goes wrong, that one stays as
/// it was, and nothing else is left.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What a link leads to is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    let draft = draft(&path);
    let write = || {
        // What a killed program has left, or a link that leads elsewhere, is not written to.
        let _ = fs::remove_file(&draft);
        let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, &path)
    };
    write().inspect_err(|_| {
        // It may not have come to be.
        let _ = fs::remove_file(&draft);
    })
}

/// Where a file is written until it is whole: a name that no user gives to a file.
pub fn draft(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".vertumnus-draft");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("vertumnus-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("the temporary directory can be written");
            Self(folder)
        }

        fn file(&self, name: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, name).expect("it can be written");
            path
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the folder is there");
            let name = |entry: io::Result<fs::DirEntry>| {
                entry.expect("it can be listed").file_name().to_string_lossy().into_owned()
            };
            let mut names: Vec<String> = entries.map(name).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_read_is_known_under_all_its_names() {
        let folder = Folder::new("apart");
        let (one, two) = (folder.file("one"), folder.file("two"));
        let is_apart = |output: &Path| check_apart(&[&two, output], &[&one]).is_ok();
        assert!(is_apart(&folder.0.join("three")));
        assert!(is_apart(&folder.0));
        let is_known = |name: &Path| assert!(!is_apart(name), "{}", name.display());
        is_known(&one);
        is_known(&folder.0.join(".").join("one"));
        #[cfg(unix)]
        {
            let (hard, soft) = (folder.0.join("hard"), folder.0.join("soft"));
            fs::hard_link(&one, &hard).expect("a link");
            std::os::unix::fs::symlink(&one, &soft).expect("a link");
            is_known(&hard);
            is_known(&soft);
        }
        let missing = folder.0.join("missing");
        let refused = check_apart(&[&missing], &[&missing]).expect_err("it is the same");
        assert_eq!((refused.output, refused.input), (missing.clone(), missing));
    }

    #[test]
    fn only_files_are_opened() {
        let folder = Folder::new("regular");
        assert!(open(&folder.file("file")).is_ok());
        let refused = open(&folder.0).expect_err("a folder");
        assert_eq!(refused.to_string(), "it is not a regular file");
        assert_eq!(
            open(&folder.0.join("none")).map_err(|e| e.kind()).err(),
            Some(io::ErrorKind::NotFound)
        );
        #[cfg(unix)]
        assert!(open(Path::new("/dev/null")).is_err());
    }

    #[test]
    fn lines_are_short_and_files_without_line_ends_take_no_memory() {
        let folder = Folder::new("lines");
        let path = folder.0.join("text");
        let long = "x".repeat(LONGEST_LINE);
        fs::write(&path, format!("\u{FEFF}one\r\n\ntwo\nJos\u{e9}\n{long}\nlast")).expect("a file");
        let read: Vec<_> = lines(&path).expect("it opens").map_while(Result::ok).collect();
        assert_eq!(read, ["one", "", "two", "Jos\u{e9}"]);
        let refused = lines(&path).expect("it opens").find_map(Result::err).expect("too long");
        assert_eq!(refused.to_string(), "it has a line of more than 65536 bytes");
        assert_eq!(lines(&path).expect("it opens").count(), 5);
        let zeros = File::create(&path).expect("a file");
        zeros.set_len(1 << 30).expect("a sparse file");
        assert!(lines(&path).expect("it opens").all(|line| line.is_err()));
        assert!(read_small(&path).is_err());
        fs::write(&path, "\u{FEFF}[]").expect("a file");
        assert_eq!(read_small(&path).expect("it is small"), "[]");
        fs::write(&path, b"\xFF\xFE[\0]\0").expect("a file");
        let refused = lines(&path).err().expect("it is UTF-16");
        assert_eq!(refused.to_string(), "it is in UTF-16; save it as UTF-8");
    }

    #[test]
    fn only_what_a_command_makes_is_replaced_by_it() {
        let folder = Folder::new("ours");
        let (file, missing) = (folder.file("1."), folder.0.join("none"));
        let check = |path: &Path| check_ours(path, "file of games", is_pgn);
        assert_eq!((check(&file), check(&missing), check(&folder.0)), (Ok(()), Ok(()), Ok(())));
        for (text, is_ours) in [
            ("", true),
            ("\u{FEFF}[Event \"x\"]", true),
            ("\n{a comment}", true),
            ("[", true),
            ("[Event ", true),
            ("1. e4 e5", true),
            ("my notes", false),
            ("\0\0", false),
            ("#!/bin/sh", false),
            ("{\"json\": 1}", false),
            ("[1, 2]", false),
            ("[section]", false),
            ("17 mines", false),
        ] {
            fs::write(&file, text).expect("a file");
            assert_eq!(check(&file).is_ok(), is_ours, "{text}");
        }
        fs::write(&file, "notes").expect("a file");
        let refused = check(&file).expect_err("no games").to_string();
        assert!(refused.ends_with("1. is no file of games, so it is left as it is"), "{refused}");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_stays() {
        let folder = Folder::new("replace");
        let file = folder.file("file");
        // A file that a user may have, and what a killed program has left.
        let other = folder.file("file.new");
        fs::write(draft(&file), "a longer draft").expect("a file");
        replace(&file, b"new").expect("it can be written");
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert_eq!(fs::read(&other).expect("it is there"), b"file.new");
        fs::remove_file(other).expect("it is there");
        // A draft that cannot be written.
        fs::create_dir(draft(&file)).expect("a folder");
        assert!(replace(&file, b"newer").is_err());
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        fs::remove_dir(draft(&file)).expect("it is empty");
        // A place that cannot be taken.
        let missing = folder.0.join("nowhere").join("file");
        assert!(replace(&missing, b"x").is_err());
        assert_eq!(folder.names(), ["file"]);
        #[cfg(unix)]
        {
            let link = folder.0.join("link");
            std::os::unix::fs::symlink(&file, &link).expect("a link");
            replace(&link, b"through").expect("it can be written");
            assert!(link.is_symlink());
            assert_eq!(fs::read(&file).expect("it is there"), b"through");
            let elsewhere = folder.file("elsewhere");
            std::os::unix::fs::symlink(&elsewhere, draft(&file)).expect("a link");
            replace(&file, b"last").expect("it can be written");
            assert_eq!(fs::read(&elsewhere).expect("it is there"), b"elsewhere");
            replace(Path::new("/dev/null"), b"x").expect("it takes all");
            assert!(!Path::new("/dev/null").is_file());
        }
    }
}
