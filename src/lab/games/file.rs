//! Files of games: one record after the other, so that files can be joined, and extended at their end.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::head::{self, Making};
use super::record::{self, GameRecord, Unreadable};
use super::replay::BadGame;
use vertumnus_core::files;
use vertumnus_core::rules::{ForeignRules, Variant};

/// What records and heads begin with.
const MAGICS: [[u8; 4]; 3] = [record::MAGIC, record::UNNUMBERED, head::MAGIC];

fn begins(bytes: &[u8]) -> bool {
    MAGICS.iter().any(|magic| magic == bytes)
}

/// The games of a file, or of several that were joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFile {
    /// The games, in their order.
    pub games: Vec<GameRecord>,
    /// Their numbers, from 1, which those that are damaged or missing have as well.
    pub numbers: Vec<usize>,
    /// How they were made, as the heads of the files say it.
    pub makings: Vec<Making>,
    /// Bytes that are part of no whole record, such as one that was torn.
    pub skipped: usize,
    /// The first record of a game that is not played here: its number, and whose it is.
    pub foreign: Option<(usize, ForeignRules)>,
    /// What is to be said of damage, in a line for each file that was named.
    pub remarks: Vec<String>,
    /// The number of the first game before which something is damaged or missing.
    damaged: Option<usize>,
    /// Bytes up to the end of the last whole record.
    whole: u64,
    /// Games before the first head.
    before_heads: usize,
    /// The number of the game that comes next, counted from 0 and from the head before it.
    next: u32,
    /// The number of the last game, and of the last one before the head.
    last: usize,
    before_head: usize,
}

/// The longest record, in bytes.
const LONGEST: usize = 10 + u16::MAX as usize;

/// How much is read at once, in bytes.
const PIECE: u64 = 1 << 20;

impl GameFile {
    /// The games in these bytes. What is torn or damaged is left out.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        // Bytes can be read.
        Self::read_from(bytes).unwrap_or_default()
    }

    /// The games of a file, of which no more than a piece is in memory. What is torn or damaged is left out.
    fn read_from(mut input: impl Read) -> io::Result<Self> {
        let mut file = Self::default();
        let (mut bytes, mut at, mut before) = (Vec::new(), 0, 0);
        let (mut is_at_end, mut is_damaged) = (false, false);
        loop {
            if bytes.len() - at < LONGEST && !is_at_end {
                bytes.drain(..at);
                (before, at) = (before + at as u64, 0);
                is_at_end = input.by_ref().take(PIECE).read_to_end(&mut bytes)? == 0;
            }
            let rest = &bytes[at..];
            if rest.is_empty() {
                return Ok(file);
            }
            let Some(length) = file.take(rest, &mut is_damaged) else {
                let mut places = rest[1..].windows(record::MAGIC.len());
                // The beginning of another record may stand at the end of the piece.
                let kept = if is_at_end { 0 } else { record::MAGIC.len() - 1 };
                let step =
                    1 + places.position(begins).unwrap_or((rest.len() - 1).saturating_sub(kept));
                is_damaged = true;
                file.skipped += step;
                at += step;
                continue;
            };
            at += length;
            file.whole = before + at as u64;
        }
    }

    /// Takes the record with which these bytes begin, and returns its length; `None` if there is none.
    fn take(&mut self, bytes: &[u8], is_damaged: &mut bool) -> Option<usize> {
        match GameRecord::read(bytes) {
            Ok((game, found, length)) => {
                self.before_heads += usize::from(self.makings.is_empty());
                let number = self.count(found, is_damaged);
                self.games.push(game);
                self.numbers.push(number);
                Some(length)
            }
            Err(Unreadable::Foreign { rules, length }) => {
                let number = self.count(None, is_damaged);
                self.foreign.get_or_insert((number, rules));
                Some(length)
            }
            Err(_) => {
                let (making, length) = Making::read(bytes).ok()?;
                self.makings.push(making);
                // What was torn when its writer was killed ends another file that was joined with this one.
                (self.next, self.before_head, *is_damaged) = (0, self.last, false);
                Some(length)
            }
        }
    }

    /// Counts a game, which may know its number behind the head, and returns its number.
    fn count(&mut self, found: Option<u32>, is_damaged: &mut bool) -> usize {
        // Without a head, another file begins with the first number.
        let begins = found == Some(0) && self.makings.is_empty();
        if begins {
            (self.next, self.before_head) = (0, self.last);
        }
        let behind_head = found.unwrap_or(self.next);
        let number = self.before_head + behind_head as usize + 1;
        let follows = !std::mem::take(is_damaged) && behind_head == self.next;
        if !begins && !follows {
            self.damaged.get_or_insert(number);
        }
        (self.next, self.last) = (behind_head.wrapping_add(1), number);
        number
    }

    /// What is to be said of damage.
    fn remark(&self, path: &Path) -> Option<String> {
        let (path, skipped) = (path.display(), self.skipped);
        match self.damaged {
            Some(number) => {
                Some(format!("{path}: a record is damaged or missing before game {number}"))
            }
            None if skipped > 0 => {
                Some(format!("{path}: {skipped} bytes are of games that are torn or damaged"))
            }
            None => None,
        }
    }

    /// Appends the games of another file.
    fn join(&mut self, file: Self) {
        self.skipped += file.skipped;
        self.games.extend(file.games);
        self.numbers.extend(file.numbers.into_iter().map(|number| self.last + number));
        self.makings.extend(file.makings);
        self.remarks.extend(file.remarks);
        self.last += file.last;
    }

    /// Whether bytes are no more than the beginning of a record.
    fn can_begin(bytes: &[u8]) -> bool {
        MAGICS.iter().any(|&magic| record::unframed(magic, bytes) == Err(Unreadable::Torn))
    }

    /// Why games that are made so do not go on with these; `None` if they do.
    fn refusal(&self, making: &Making) -> Option<String> {
        match &self.makings[..] {
            [] if self.games.is_empty() => None,
            [found] if self.before_heads == 0 => {
                found.difference(making).map(|difference| format!("was made with {difference}"))
            }
            [] => Some("does not say how it was made".to_owned()),
            _ => Some("was joined from several".to_owned()),
        }
    }
}

/// Why there are no games.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// A game that is not played here, or by other rules.
    #[error("{}: game {number} is one of {rules}", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        number: usize,
        /// What is played in it.
        rules: ForeignRules,
    },
    /// A game of another variant.
    #[error("{}: game {number} is one of {found}, not {wanted}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        number: usize,
        /// What is played in it.
        found: Variant,
        /// What was wanted.
        wanted: Variant,
    },
    /// There is no game in the files.
    #[error("no games")]
    None,
    /// A game cannot be played again.
    #[error("game {number}: {error}")]
    Game {
        /// The number of the game in all the files, from 1.
        number: usize,
        /// What is wrong with it.
        error: BadGame,
    },
}

impl BadGame {
    /// The error of the files that have such a game, with its number in all of them.
    pub(crate) const fn of_number(self, number: usize) -> ReadError {
        ReadError::Game { number, error: self }
    }
}

/// Where a command takes games from.
#[derive(Clone, Debug, clap::Args)]
pub struct GameSource {
    /// The game [default: what the files say]
    #[arg(long)]
    pub variant: Option<Variant>,
    /// Files of games, as `datagen` writes them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

impl GameSource {
    /// Reads the games of all the files, and says which game it is.
    ///
    /// # Errors
    /// If a file cannot be read, a game is of another variant, or there is none.
    pub fn read(&self) -> Result<(Variant, GameFile), ReadError> {
        let mut all = GameFile::default();
        let variant = self.read_each(&mut |file| {
            all.join(file);
            Ok::<(), ReadError>(())
        })?;
        Ok((variant, all))
    }

    /// Reads one file after the other and hands it over, so that there need not be room for all games at
    /// once. Says which game it is.
    ///
    /// # Errors
    /// If a file cannot be read, a game is of another variant, or there is none; and those of `take`.
    pub fn read_each<E: From<ReadError>>(
        &self,
        take: &mut dyn FnMut(GameFile) -> Result<(), E>,
    ) -> Result<Variant, E> {
        let mut wanted = self.variant;
        self.read_all(&mut |path, file| {
            wanted = wanted.or_else(|| file.games.first().map(|game| game.variant));
            if let Some(wanted) = wanted {
                check_variant(path, &file, wanted)?;
            }
            take(file)
        })?;
        Ok(wanted.ok_or(ReadError::None)?)
    }

    /// The same for games of several variants; each file has those of one.
    ///
    /// # Errors
    /// If a file cannot be read or has games of several variants, or there is no game; and those of `take`.
    pub fn read_of_several<E: From<ReadError>>(
        &self,
        take: &mut dyn FnMut(GameFile) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read_all(&mut |path, file| {
            let first = file.games.first().map(|game| game.variant);
            if let Some(wanted) = self.variant.or(first) {
                check_variant(path, &file, wanted)?;
            }
            take(file)
        })
    }

    fn read_all<E: From<ReadError>>(
        &self,
        take: &mut dyn FnMut(&Path, GameFile) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut has_games = false;
        for path in &self.files {
            let file = files::open(path).and_then(GameFile::read_from);
            let mut file = file.map_err(|error| ReadError::Io(path.clone(), error))?;
            check_known(path, &file)?;
            has_games |= !file.games.is_empty();
            file.remarks.extend(file.remark(path));
            take(path, file)?;
        }
        if has_games { Ok(()) } else { Err(ReadError::None.into()) }
    }
}

fn check_known(path: &Path, file: &GameFile) -> Result<(), ReadError> {
    let Some((number, rules)) = file.foreign.clone() else { return Ok(()) };
    Err(ReadError::Unknown { path: path.to_owned(), number, rules })
}

fn check_variant(path: &Path, file: &GameFile, wanted: Variant) -> Result<(), ReadError> {
    let foreign = file.numbers.iter().zip(&file.games).find(|(_, game)| game.variant != wanted);
    foreign.map_or(Ok(()), |(&number, game)| {
        let (path, found) = (path.to_owned(), game.variant);
        Err(ReadError::Foreign { path, number, found, wanted })
    })
}

/// Why no games can be appended to a file.
#[derive(Debug, Error)]
pub enum AppendError {
    /// What stands in the file.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file has bytes, but no game.
    #[error("{} is not a file of games", .0.display())]
    NoGames(PathBuf),
    /// The games of the file were made otherwise.
    #[error("{} {}; it is not continued", .0.display(), .1)]
    Otherwise(PathBuf, String),
    /// A game of the file is damaged or missing, so that those behind it would not be what they are.
    #[error("{}: a record is damaged or missing before game {}; it is not continued", .0.display(), .1)]
    Damaged(PathBuf, usize),
    /// Another program appends to it.
    #[error("another process writes {}", .0.display())]
    InUse(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
}

/// A file to which games are appended.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
    bytes: Vec<u8>,
    /// The number of the next game.
    next: u32,
}

impl Appender {
    /// Opens a file for games that are made so, or makes it, and returns the games that it has. A torn
    /// record at its end is cut off.
    ///
    /// # Errors
    /// If the file cannot be read and written, or holds something else than games of this variant that
    /// were made in the same way; it is not changed then.
    pub fn open(
        path: &Path,
        variant: Variant,
        making: &Making,
    ) -> Result<(Self, Vec<GameRecord>), AppendError> {
        let failed = |error| AppendError::Io(path.to_owned(), error);
        if path.exists() {
            files::open(path).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = files::open_alone(&options, path).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => AppendError::InUse(path.to_owned()),
            _ => failed(error),
        })?;
        let mut head = Vec::new();
        (&file).take(LONGEST as u64).read_to_end(&mut head).map_err(failed)?;
        file.rewind().map_err(failed)?;
        let found = GameFile::read_from(&mut file).map_err(failed)?;
        if found.whole == 0 && !GameFile::can_begin(&head) {
            return Err(AppendError::NoGames(path.to_owned()));
        }
        check_known(path, &found)?;
        check_variant(path, &found, variant)?;
        if let Some(reason) = found.refusal(making) {
            return Err(AppendError::Otherwise(path.to_owned(), reason));
        }
        if let Some(game) = found.damaged {
            return Err(AppendError::Damaged(path.to_owned(), game));
        }
        file.set_len(found.whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if found.makings.is_empty() {
            let mut head = Vec::new();
            making.write(&mut head);
            file.write_all(&head).map_err(failed)?;
        }
        let (path, bytes, next) = (path.to_owned(), Vec::new(), found.next);
        Ok((Self { path, file, bytes, next }, found.games))
    }

    /// Appends a game. One that is too long for a record is left out, and takes no number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), AppendError> {
        self.bytes.clear();
        if !game.write(self.next, &mut self.bytes) {
            return Ok(());
        }
        self.next = self.next.wrapping_add(1);
        // One write for each game: a reader meanwhile sees complete games.
        self.file.write_all(&self.bytes).map_err(|error| AppendError::Io(self.path.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::game;
    use super::*;

    fn bytes(count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        (0..count).for_each(|number| assert!(game().write(number as u32, &mut bytes)));
        bytes
    }

    #[test]
    fn a_few_bytes_are_no_record() {
        for content in [&[8][..], &[8, 0x92], &[8, 0x92, 8], b"VGH", b"VGH1"] {
            let file = GameFile::of_bytes(content);
            assert_eq!((file.games.len(), file.skipped), (0, content.len()), "{content:?}");
        }
    }

    #[test]
    fn a_game_that_is_damaged_or_missing_is_noticed() {
        let one = bytes(1).len();
        let path = temporary("damaged");
        let mut head = Vec::new();
        seed(1).write(&mut head);
        let whole = [&head[..], &bytes(5)].concat();
        let refusal = |content: &[u8]| {
            std::fs::write(&path, content).expect("a file");
            let opened = Appender::open(&path, Variant::default(), &seed(1));
            let left = std::fs::read(&path).expect("the file");
            opened.map(|(_, games)| games.len()).map_err(|error| {
                assert_eq!(left, content, "it is left as it is");
                error.to_string()
            })
        };
        assert_eq!(refusal(&whole), Ok(5));
        // A changed byte anywhere but in the last game, which may be torn.
        for at in head.len()..whole.len() - one {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            let reason = refusal(&changed).expect_err("it is damaged");
            assert!(
                reason.contains("a record is damaged or missing before game"),
                "{at}: {reason}"
            );
        }
        assert_eq!(refusal(&whole[..whole.len() - 1]), Ok(4));
        let mut without = whole.clone();
        without.drain(head.len() + one..head.len() + 2 * one);
        assert!(refusal(&without).is_err_and(|reason| reason.contains("missing before game 3;")));
        std::fs::remove_file(path).expect("the file");
    }

    #[test]
    fn a_damaged_game_leaves_the_others_their_numbers() {
        let mut whole = Vec::new();
        seed(1).write(&mut whole);
        let second = whole.len() + bytes(1).len();
        whole.extend(bytes(4));
        let mut changed = whole.clone();
        changed[second + 12] ^= 4;
        let remark = |bytes: &[u8]| GameFile::of_bytes(bytes).remark(Path::new("x.games"));
        assert_eq!(GameFile::of_bytes(&whole).numbers, [1, 2, 3, 4]);
        assert_eq!(remark(&whole), None);
        assert_eq!(GameFile::of_bytes(&changed).numbers, [1, 3, 4]);
        let reason = "x.games: a record is damaged or missing before game 3";
        assert_eq!(remark(&changed).as_deref(), Some(reason));
        let torn = remark(&whole[..whole.len() - 1]).expect("a game is torn");
        assert!(torn.ends_with(" bytes are of games that are torn or damaged"), "{torn}");
        // Files that were joined before they were read, or are read one after the other.
        let joined = [1, 3, 4, 5, 6, 7, 8];
        assert_eq!(GameFile::of_bytes(&[&changed[..], &whole].concat()).numbers, joined);
        let mut all = GameFile::of_bytes(&changed);
        all.join(GameFile::of_bytes(&whole));
        assert_eq!(all.numbers, joined);
        assert_eq!(GameFile::of_bytes(&[bytes(2), bytes(1)].concat()).numbers, [1, 2, 3]);
    }

    #[test]
    fn what_are_no_games_takes_no_memory() {
        let zeros = io::repeat(0).take(1 << 24);
        let file = GameFile::read_from(zeros.chain(&*bytes(2))).expect("it can be read");
        assert_eq!((file.games.len(), file.skipped), (2, 1 << 24));
    }

    fn temporary(name: &str) -> PathBuf {
        let name = format!("vertumnus-{name}-{}.games", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn joined_files_are_a_file() {
        let joined = [bytes(2), bytes(3)].concat();
        let file = GameFile::of_bytes(&joined);
        assert_eq!((file.games, file.skipped), (vec![game(); 5], 0));
    }

    #[test]
    fn a_torn_game_is_dropped_wherever_it_is() {
        let torn = &bytes(1)[..20];
        let at_end = [bytes(2), torn.to_vec()].concat();
        let file = GameFile::of_bytes(&at_end);
        assert_eq!((file.games.len(), file.skipped, file.whole), (2, 20, bytes(2).len() as u64));
        let inside = [bytes(2), torn.to_vec(), bytes(3)].concat();
        let file = GameFile::of_bytes(&inside);
        assert_eq!((file.games, file.skipped), (vec![game(); 5], 20));
        assert_eq!(GameFile::of_bytes(b"nonsense").skipped, 8);
    }

    #[test]
    fn a_file_goes_on_after_its_last_whole_game() {
        let path = temporary("append");
        let open = || Appender::open(&path, Variant::default(), &seed(1)).expect("the file");
        let (mut file, found) = open();
        assert!(found.is_empty());
        file.append(&game()).expect("a game");
        // Two programs that append would tear each other's games.
        let second = Appender::open(&path, Variant::default(), &seed(1));
        assert!(matches!(second, Err(AppendError::InUse(_))), "{second:?}");
        drop(file);
        let whole = std::fs::read(&path).expect("the file");
        for torn in [30, 5] {
            std::fs::write(&path, [&whole, &bytes(1)[..torn]].concat()).expect("a file");
            assert_eq!(open().1, [game()]);
        }
        open().0.append(&game()).expect("a game");
        let source = GameSource { variant: None, files: vec![path.clone()] };
        let (variant, read) = source.read().expect("games");
        assert_eq!((variant, read.games.len(), read.skipped), (Variant::default(), 2, 0));
        assert_eq!(read.makings, [seed(1)]);
        // A head that was torn is written again.
        std::fs::write(&path, &whole[..7]).expect("a file");
        assert!(open().1.is_empty());
        let head = whole.len() - bytes(1).len();
        assert_eq!(std::fs::read(&path).expect("the file"), whole[..head]);
        std::fs::remove_file(path).expect("the file");
    }

    fn seed(seed: u64) -> Making {
        Making::new([("seed", seed.to_string())])
    }

    #[test]
    fn what_was_made_otherwise_is_left_as_it_is() {
        let path = temporary("otherwise");
        let of = |seed: u64| {
            let mut head = Vec::new();
            self::seed(seed).write(&mut head);
            [head, bytes(1)].concat()
        };
        for (content, reason) in [
            (of(2), "was made with seed 2, not 1; it is not continued"),
            (bytes(1), "does not say how it was made; it is not continued"),
            ([of(1), of(1)].concat(), "was joined from several; it is not continued"),
            ([bytes(1), of(1)].concat(), "was joined from several; it is not continued"),
        ] {
            std::fs::write(&path, &content).expect("a file");
            let refusal = Appender::open(&path, Variant::default(), &seed(1));
            let refusal = refusal.expect_err("it was made otherwise").to_string();
            assert!(refusal.ends_with(reason), "{refusal}");
            assert_eq!(std::fs::read(&path).expect("the file"), content);
        }
        std::fs::remove_file(path).expect("the file");
    }

    #[test]
    fn what_are_no_games_of_the_variant_is_left_as_it_is() {
        let path = temporary("foreign");
        let open = |variant| {
            let opened = Appender::open(&path, variant, &Making::default());
            opened.map_err(|error| error.to_string())
        };
        let mut changed = Vec::new();
        seed(1).write(&mut changed);
        let head = changed.len();
        changed.extend(bytes(1));
        let last = changed.len() - 1;
        for at in [head - 1, last] {
            changed[at] ^= 4;
        }
        // The second is the beginning of a network, in the third all records are damaged.
        for other in [&b"a letter"[..], b"VNN2", &changed] {
            std::fs::write(&path, other).expect("a file");
            let refusal = open(Variant::default());
            assert!(refusal.is_err_and(|text| text.ends_with("is not a file of games")));
            assert_eq!(std::fs::read(&path).expect("the file"), other);
        }
        std::fs::write(&path, bytes(1)).expect("a file");
        if let Some(&other) = Variant::bundled().iter().find(|&&other| other != Variant::default())
        {
            let refusal = open(other);
            assert!(refusal.is_err_and(|text| text.contains("game 1 is one of")));
        }
        assert_eq!(std::fs::read(&path).expect("the file"), bytes(1));
        std::fs::remove_file(path).expect("the file");
    }
}
