//! Standard algebraic notation for every game, as people and PGN write moves.
//!
//! `docs/san.md` defines it. A text names the mover, the captures, the target and what the mover
//! becomes. It names the origin only as far as it is needed to tell moves apart.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::notation::{AT, token_of, token_of_drop, token_of_suffix};
use super::{Move, MoveError, MoveList, Position, Tag};
use crate::board::{Geometry, is_square_name};
use crate::rules::{Castle, Facts, Kind, Outcome, Ruleset};

/// A move in SAN, apart from any position: `Nf3`, `exd5`, `RNxd5=QN+`, `O-O`.
///
/// ```
/// use vertumnus_core::position::{Position, San};
/// use vertumnus_core::rules::chess::Chess;
///
/// let san: San = "Ngf3!?".parse()?;
/// assert_eq!(san.to_string(), "Ngf3");
/// let position = Position::start(Chess);
/// let mv = san.to_move(&position)?;
/// assert_eq!(San::from_move(&position, mv).to_string(), "Nf3");
/// assert!("knight f3".parse::<San>().is_err());
/// # Ok::<(), vertumnus_core::position::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct San {
    words: Words,
    /// `+` or `#`.
    mark: Option<char>,
}

/// A SAN without its mark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Words {
    /// Letters, the first of which is O, with hyphens between.
    Castling(String),
    /// Nothing moves.
    Pass,
    /// A token as [`UciMove::dropped`](super::UciMove::dropped) has it, and a square.
    Drop(String, String),
    Normal {
        /// A token in upper case, empty for a plain pawn.
        mover: String,
        /// A file, a rank, a square, or nothing.
        origin: String,
        /// The squares, as [`Position::action`] writes them.
        way: String,
        /// A token in upper case.
        becomes: Option<String>,
    },
}

impl San {
    /// Whether the king castles.
    pub const fn is_castling(&self) -> bool {
        matches!(self.words, Words::Castling(_))
    }

    /// Whether it has the mark of check, or of a move that wins at once.
    pub const fn is_marked(&self) -> bool {
        self.mark.is_some()
    }

    /// The legal move of a position that this means; see [`Position::parse_san`]. For a game whose
    /// ruleset is erased there is [`Notation::parse_san`](crate::game::Notation::parse_san).
    ///
    /// # Errors
    /// If no legal move fits, or more than one.
    pub fn to_move<R: Ruleset>(&self, position: &Position<R>) -> Result<Move, MoveError> {
        position.parse_san(&self.to_string())
    }

    /// The canonical SAN of a legal move, as a value.
    ///
    /// # Panics
    /// Never: the SAN of a move is one.
    pub fn from_move<R: Ruleset>(position: &Position<R>, mv: Move) -> Self {
        position.san(mv).parse().expect("the SAN of a move is one")
    }
}

/// Judgements such as `!?` are dropped, and castling may be written with zeros. Tokens of compounds may
/// stand in braces, and `=` may be missing before what the mover becomes.
impl FromStr for San {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (plain, marks) = split_marks(text);
        let mark = ['#', '+'].into_iter().find(|&mark| marks.contains(mark));
        let words = Words::read(plain).ok_or_else(|| MoveError::Malformed(text.to_owned()))?;
        Ok(Self { words, mark })
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.words {
            Words::Castling(word) => f.write_str(word)?,
            Words::Pass => f.write_str(PASS)?,
            Words::Drop(token, square) => write!(f, "{token}{AT}{square}")?,
            Words::Normal { mover, origin, way, becomes } => {
                write!(f, "{mover}{origin}{way}")?;
                if let Some(token) = becomes {
                    write!(f, "={token}")?;
                }
            }
        }
        self.mark.map_or(Ok(()), |mark| f.write_char(mark))
    }
}

impl TryFrom<String> for San {
    type Error = MoveError;

    fn try_from(text: String) -> Result<Self, MoveError> {
        text.parse()
    }
}

impl From<San> for String {
    fn from(san: San) -> Self {
        san.to_string()
    }
}

/// What stands for a pass.
const PASS: &str = "--";

/// A text without its marks and judgements, and these.
fn split_marks(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(['+', '#', '!', '?']).len())
}

impl Words {
    /// Reads a text without marks, of whatever game.
    fn read(text: &str) -> Option<Self> {
        if text == PASS {
            return Some(Self::Pass);
        }
        let word = text.replace('0', "O");
        let mut letters = word.split('-');
        let is_letter = |part: &str| matches!(part.as_bytes(), [b'A'..=b'Z']);
        if letters.next() == Some("O") && word.len() > 1 && letters.all(is_letter) {
            return Some(Self::Castling(word));
        }
        if let Some((token, square)) = text.split_once(AT) {
            let token = if token.is_empty() { String::new() } else { token_of_drop(token)? };
            return is_square_name(square).then(|| Self::Drop(token, square.to_owned()));
        }
        let (mover, rest) = mover(text)?;
        let (squares, becomes) = split_becomes(rest);
        let becomes = match becomes {
            None => None,
            Some(token) => Some(token_of_suffix(token)?),
        };
        // The path begins at the first capture; without one, it is the last square.
        let last_square = squares.rfind(|letter: char| letter.is_ascii_lowercase())?;
        let start = squares.find('x').unwrap_or(last_square);
        let (origin, way) = squares.split_at_checked(start)?;
        // Long notation has a hyphen between both squares.
        let origin = origin.strip_suffix('-').filter(|from| is_square_name(from)).unwrap_or(origin);
        let is_file = matches!(origin.as_bytes(), [b'a'..=b'z']);
        let is_rank = matches!(origin.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
        let is_origin = origin.is_empty() || is_file || is_rank || is_square_name(origin);
        (is_origin && stops(way).all(is_square_name)).then(|| Self::Normal {
            mover,
            origin: origin.to_owned(),
            way: way.to_owned(),
            becomes,
        })
    }
}

/// The squares of a way.
fn stops(way: &str) -> impl Iterator<Item = &str> {
    way.trim_start_matches('x').split(['x', '-'])
}

impl<R: Ruleset> Position<R> {
    /// The canonical SAN of a legal move.
    pub fn san(&self, mv: Move) -> String {
        self.san_among(mv, &self.legal_moves())
    }

    /// The canonical SAN of each legal move, in the order of [`legal_moves`](Self::legal_moves).
    pub fn legal_sans(&self) -> Vec<String> {
        let legal = self.legal_moves();
        legal.iter().map(|&mv| self.san_among(mv, &legal)).collect()
    }

    /// The SAN of one of the legal moves.
    fn san_among(&self, mv: Move, legal: &MoveList) -> String {
        let mut text = self.unmarked_san(mv, legal);
        let next = self.after_unchecked(mv);
        if matches!(next.ending(), Some(Outcome::Win(..))) {
            text.push('#');
        } else if next.in_check() {
            text.push('+');
        }
        text
    }

    /// The legal move that a SAN means.
    ///
    /// Marks of check and mate and judgements such as `!?` are ignored. Castling may be written with
    /// zeros. More of the origin may be given than is needed. What the mover becomes may be left out,
    /// or named without `=`, if one legal move fits. Tokens of compounds may stand in braces. Both squares
    /// alone, as `g1f3` or `g1-f3`, are a move of whatever stands on the first, or castling if the second is
    /// that of the rook. The `x` of a capture on the target may be missing or too much, if nothing else is meant.
    ///
    /// # Errors
    /// If no legal move fits, or more than one.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        self.find_san(text).or_else(|error| match error {
            MoveError::Ambiguous { .. } => Err(error),
            _ => self.move_of_squares(text).ok_or(error),
        })
    }

    /// A move that is written as its squares, with whatever stands between them.
    fn move_of_squares(&self, text: &str) -> Option<Move> {
        let (plain, _) = split_marks(text);
        let squares = plain.starts_with(|first: char| first.is_ascii_lowercase());
        if !squares {
            return None;
        }
        let squares = plain.replace(['-', 'x'], "");
        self.parse_move(&squares).ok().or_else(|| self.castling_onto_rook(&squares))
    }

    /// Castling that is written as the squares of king and rook, as for Chess960.
    fn castling_onto_rook(&self, squares: &str) -> Option<Move> {
        let name = |square| self.board().square_name(square);
        let is_it =
            |castle: &Castle| format!("{}{}", name(castle.king.0), name(castle.rook.0)) == squares;
        let is_meant = |mv: &Move| castle(self.facts(), *mv).is_some_and(is_it);
        self.legal_moves().iter().copied().find(is_meant)
    }

    fn find_san(&self, text: &str) -> Result<Move, MoveError> {
        let legal = self.legal_moves();
        let malformed = || MoveError::Malformed(text.to_owned());
        let (plain, _) = split_marks(text);
        let fitting: MoveList = match Words::read(plain).ok_or_else(malformed)? {
            Words::Castling(word) => {
                if !is_castling(self.facts(), &word) {
                    return Err(malformed());
                }
                let is_meant =
                    |mv| castle(self.facts(), mv).is_some_and(|castle| castle.is_called(&word));
                legal.iter().copied().filter(|&mv| is_meant(mv)).collect()
            }
            Words::Pass => legal.iter().copied().filter(|&mv| self.is_pass(mv)).collect(),
            Words::Drop(token, square) => {
                let pawn = || Some(self.facts().info(self.facts().pawn?).token.to_owned());
                let token = if token.is_empty() { pawn() } else { Some(token) };
                let text = token.ok_or_else(malformed)? + AT + &square;
                legal
                    .iter()
                    .copied()
                    .filter(|&mv| mv.is_drop() && self.drop_san(mv) == text)
                    .collect()
            }
            Words::Normal { mover, origin, way, becomes } => {
                let wanted = Wanted::of(self, &mover, &origin, &way, becomes.as_deref());
                let wanted = wanted.ok_or_else(malformed)?;
                let fitting = |is_way: &dyn Fn(&str) -> bool| -> MoveList {
                    let fits = |&mv: &Move| self.fits(mv, &wanted, is_way);
                    legal.iter().copied().filter(fits).collect()
                };
                let exact = fitting(&|way| way == wanted.way);
                // A square alone is where a pawn goes, and not what it takes.
                let is_square = mover.is_empty() && origin.is_empty() && !way.starts_with('x');
                let bare = |way: &str| way.trim_start_matches('x').to_owned();
                let is_exact = is_square || !exact.is_empty();
                if is_exact { exact } else { fitting(&|found| bare(found) == bare(&way)) }
            }
        };
        match fitting[..] {
            [] => Err(MoveError::Illegal(text.to_owned())),
            [mv] => Ok(mv),
            _ => {
                let bare = |text: &str| text.replace(['{', '}'], "");
                let exact = |&mv: &Move| self.unmarked_san(mv, &legal) == bare(plain);
                fitting.iter().copied().find(exact).ok_or_else(|| MoveError::Ambiguous {
                    text: text.to_owned(),
                    options: fitting.iter().map(|&mv| self.unmarked_san(mv, &legal)).collect(),
                })
            }
        }
    }

    /// The SAN without the mark of check or mate.
    fn unmarked_san(&self, mv: Move, legal: &MoveList) -> String {
        if let Some(castle) = castle(self.facts(), mv) {
            return castle.san.to_owned();
        }
        if mv.is_drop() {
            return self.drop_san(mv);
        }
        if self.is_pass(mv) {
            return PASS.to_owned();
        }
        let shown =
            |mv: Move| self.placement.kind_at(mv.from()).map(|kind| self.facts().shown(kind));
        let mover = shown(mv).unwrap_or(mv.becomes());
        let action = self.action(mv);
        let is_rival = |&rival: &Move| {
            rival != mv
                && rival.tag() != Tag::Castling
                && rival.to() == mv.to()
                && shown(rival) == Some(mover)
                && self.action(rival) == action
        };
        let rivals: MoveList = legal.iter().copied().filter(is_rival).collect();
        format!("{}{}{action}", letters(self.facts(), mover), self.origin(mv, mover, &rivals))
    }

    /// What is dropped, and where.
    fn drop_san(&self, mv: Move) -> String {
        let token = self.dropped_text(mv).replace(['{', '}'], "");
        token + AT + &self.board().square_name(mv.to())
    }

    /// The captures, the target and what the mover becomes: the text without mover and origin.
    fn action(&self, mv: Move) -> String {
        let name = |square| self.board().square_name(square);
        let is_taken = self.has_victim(mv.to()) && !mv.is_in_place();
        let takes_on_target = is_taken || mv.tag() == Tag::EnPassant;
        let mut text = String::new();
        if mv.taken() != 0 {
            for square in self.captures(mv).into_iter().filter(|&square| square != mv.to()) {
                text.push('x');
                text.push_str(&name(square));
            }
        }
        if takes_on_target {
            text.push('x');
        } else if !text.is_empty() {
            text.push('-');
        }
        text.push_str(&name(mv.to()));
        if self.placement.kind_at(mv.from()) != Some(mv.becomes()) {
            text.push('=');
            text.push_str(self.facts().info(mv.becomes()).token);
        }
        text
    }

    /// As much of the origin as tells the move from its rivals: nothing, the file, the rank, or
    /// both. A capturing pawn always names its file, and no pawn names its rank alone.
    fn origin(&self, mv: Move, mover: Kind, rivals: &MoveList) -> String {
        let board = self.board();
        let (file, rank) = (|square| board.file(square), |square| board.rank(square));
        let is_pawn = self.facts().pawn == Some(mover);
        let name = board.square_name(mv.from());
        let (own_file, own_rank) = name.split_at(1);
        if rivals.is_empty() && !(is_pawn && self.is_capture(mv)) {
            String::new()
        } else if rivals.iter().all(|rival| file(rival.from()) != file(mv.from())) {
            own_file.to_owned()
        } else if !is_pawn && rivals.iter().all(|rival| rank(rival.from()) != rank(mv.from())) {
            own_rank.to_owned()
        } else {
            name
        }
    }

    /// Whether a text can mean this legal move, of whose way this is asked.
    fn fits(&self, mv: Move, wanted: &Wanted<'_>, is_way: &dyn Fn(&str) -> bool) -> bool {
        let is_from = |part: &str| {
            let name = self.board().square_name(mv.from());
            name == part || !part.is_empty() && (name[..1] == *part || name[1..] == *part)
        };
        let is_way = || {
            let action = self.action(mv);
            is_way(action.split_once('=').map_or(&*action, |(way, _)| way))
        };
        let becomes = |kind| self.makes(mv, kind) || self.facts().shown(mv.becomes()) == kind;
        let mover = self.placement.kind_at(mv.from()).map(|kind| self.facts().shown(kind));
        mv.tag() != Tag::Castling
            && mover == Some(wanted.mover)
            && (wanted.origin.is_empty() || is_from(wanted.origin))
            && wanted.becomes.is_none_or(becomes)
            && is_way()
    }
}

/// The letters of the mover: empty for a plain pawn.
fn letters(facts: &Facts, mover: Kind) -> &'static str {
    if facts.pawn == Some(mover) { "" } else { facts.info(mover).token }
}

/// The castling move that a move is, if it is one.
fn castle(facts: &Facts, mv: Move) -> Option<&'static Castle> {
    let is_it = |castle: &&Castle| castle.king == (mv.from(), mv.to());
    facts.castles.iter().find(is_it).filter(|_| mv.tag() == Tag::Castling)
}

/// Whether a word means castling, even in a game without castling.
fn is_castling(facts: &Facts, word: &str) -> bool {
    [Castle::SHORT, Castle::LONG].contains(&word)
        || facts.castles.iter().any(|castle| castle.is_called(word))
}

/// What a SAN says, in the terms of a game.
struct Wanted<'a> {
    mover: Kind,
    origin: &'a str,
    way: &'a str,
    becomes: Option<Kind>,
}

impl<'a> Wanted<'a> {
    /// `None` if the game has no such kind or no such square.
    fn of<R: Ruleset>(
        position: &Position<R>,
        mover: &str,
        origin: &'a str,
        way: &'a str,
        becomes: Option<&str>,
    ) -> Option<Self> {
        let facts = position.facts();
        let mover = if mover.is_empty() { facts.pawn? } else { facts.kind_of_token(mover)? };
        let becomes = match becomes {
            None => None,
            Some(token) => Some(facts.kind_of_token(token)?),
        };
        let is_square = |name: &str| position.board().parse_square(name).is_some();
        let is_line = !is_square_name(origin);
        let has_squares = (is_line || is_square(origin)) && stops(way).all(is_square);
        has_squares.then_some(Self { mover, origin, way, becomes })
    }
}

/// The token of the mover that a text begins with, and the rest.
fn mover(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix('{') {
        let (token, rest) = rest.split_once('}')?;
        return Some((token_of(token)?, rest));
    }
    let end = text.find(|letter: char| !letter.is_ascii_uppercase())?;
    Some((text[..end].to_owned(), &text[end..]))
}

/// Parts the squares from the token of what the mover becomes, with or without `=` before it, in either case.
fn split_becomes(text: &str) -> (&str, Option<&str>) {
    let last_square = text.rfind(|letter: char| letter.is_ascii_digit());
    let (squares, token) = text.split_at(last_square.map_or(text.len(), |at| at + 1));
    (squares, Some(token).filter(|token| !token.is_empty()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::San;
    use crate::dispatch;
    use crate::position::testing::{Toy, each_position, position};
    use crate::rules::{Ruleset, Variant};

    /// The SAN of the move of a text.
    fn written<R: Ruleset + Default>(fen: &str, text: &str) -> String {
        let position = position::<R>(fen);
        position.san(position.parse_move(text).unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    /// The text of the move that a SAN means, or why it is refused.
    fn read<R: Ruleset + Default>(fen: &str, san: &str) -> String {
        let position = position::<R>(fen);
        match position.parse_san(san) {
            Ok(mv) => position.move_text(mv),
            Err(error) => error.to_string(),
        }
    }

    /// Both directions at once.
    fn agree<R: Ruleset + Default>(fen: &str, pairs: &[(&str, &str)]) {
        for &(text, san) in pairs {
            assert_eq!(written::<R>(fen, text), san, "{text} in {fen}");
            assert_eq!(read::<R>(fen, san), text, "{san} in {fen}");
        }
    }

    /// A symbol token of the PGN standard: a letter or digit, then more of them and some signs.
    fn is_pgn_symbol(san: &str) -> bool {
        san.starts_with(|c: char| c.is_ascii_alphanumeric())
            && san.chars().all(|c| c.is_ascii_alphanumeric() || "_+#=:-".contains(c))
    }

    /// The text with braces around each token of more than one letter.
    fn in_braces(san: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for letter in san.chars() {
            match words.last_mut() {
                Some(word) if letter.is_ascii_uppercase() && word.ends_with(char::is_uppercase) => {
                    word.push(letter);
                }
                _ => words.push(letter.to_string()),
            }
        }
        let brace = |word: String| if word.len() > 1 { format!("{{{word}}}") } else { word };
        words.into_iter().map(brace).collect()
    }

    #[test]
    fn in_every_game_each_move_has_its_own_text_and_is_read_by_it() {
        for &variant in Variant::bundled() {
            dispatch!(variant, |rules: R| {
                each_position(rules, 12, 120, |position| {
                    let mut texts = HashSet::new();
                    for mv in position.legal_moves() {
                        let san = position.san(mv);
                        let text = position.move_text(mv);
                        let place = format!("{san}, {text} in {}", position.fen());
                        assert_eq!(position.parse_san(&san), Ok(mv), "{place}");
                        let braced = in_braces(&san);
                        if braced != san {
                            assert_eq!(position.parse_san(&braced), Ok(mv), "{place}");
                        }
                        assert!(is_pgn_symbol(&san), "{place}");
                        let value = San::from_move(position, mv);
                        assert_eq!(value.to_string(), san);
                        assert_eq!(value.to_move(position), Ok(mv), "{place}");
                        let plain = san.trim_end_matches(['+', '#']);
                        assert!(texts.insert(plain.to_owned()), "{place}");
                    }
                });
            });
        }
    }

    #[test]
    fn compounds_are_written_as_their_letters() {
        let fen = "***k***/*5*/*5*/*5*/7/*5*/*5*/*{RN}3{AN}*/***K*** w - - 0 1";
        agree::<Toy>(fen, &[("b2c4", "RNc4"), ("f2d3", "ANd3+"), ("b2b8", "RNb8#")]);
        for san in
            ["{NR}c4", "{rn}c4", "{RN}c4", "NRb2c4", "{RN}bc4", "RN2c4", "{RN}b2c4", "{RN}c4!?"]
        {
            assert_eq!(read::<Toy>(fen, san), "b2c4", "{san}");
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let start = Toy.facts().start;
        for garbage in [
            "",
            "+",
            "x",
            "e",
            "4",
            "{",
            "{}",
            "{RN",
            "{RN}",
            "{XY}c4",
            "Xc4",
            "c4=",
            "\u{e9}4",
            "Ké",
            "O-O-O-O",
            "bb2c4d5",
            "xx",
            "Kx",
            "K-",
            "K-d2-",
            "RXc4",
            "d2=\u{1F600}",
            "0-0-",
        ] {
            let message = read::<Toy>(start, garbage);
            assert_eq!(message, format!("'{garbage}' is not a move"), "{garbage}");
        }
        for illegal in ["Kd3", "O-O", "0-0-0", "{RN}d4", "Kxd4", "Kxd2-d3", "d4", "{RN}c4=K"] {
            let message = read::<Toy>(start, illegal);
            assert_eq!(message, format!("'{illegal}' is not legal here"), "{illegal}");
        }
    }

    #[cfg(feature = "chess")]
    mod chess {
        use super::{agree, read};
        use crate::rules::Ruleset;
        use crate::rules::chess::Chess;

        #[test]
        fn pieces_pawns_captures_and_castling() {
            agree::<Chess>(Chess.facts().start, &[("e2e4", "e4"), ("g1f3", "Nf3")]);
            let fen = "r3k2r/8/8/3p4/2B1P3/8/8/R3K2R w KQkq - 0 1";
            agree::<Chess>(
                fen,
                &[("e1g1", "O-O"), ("e1c1", "O-O-O"), ("e4d5", "exd5"), ("c4d5", "Bxd5")],
            );
            agree::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", &[("e5d6", "exd6")]);
            for san in ["0-0", "O-O+", "O-O!", "e1h1", "e1-g1"] {
                assert_eq!(read::<Chess>(fen, san), "e1g1");
            }
            assert_eq!(read::<Chess>(fen, "e1a1"), "e1c1");
            assert_eq!(
                read::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1a1"),
                "'e1a1' is not legal here"
            );
        }

        #[test]
        fn the_sign_of_a_capture_is_read_as_it_is_meant() {
            let fen = "4k3/8/8/3p4/2B1P3/8/8/4K1N1 w - - 0 1";
            for (san, text) in
                [("ed5", "e4d5"), ("Bd5", "c4d5"), ("Nxf3", "g1f3"), ("Ng1xf3", "g1f3")]
            {
                assert_eq!(read::<Chess>(fen, san), text);
            }
            assert_eq!(read::<Chess>(fen, "d5"), "'d5' is not legal here");
        }

        #[test]
        fn the_origin_is_written_as_far_as_needed() {
            // Three queens see e1: only the one of h4 shares its file with one and its rank with
            // another (the example of the laws and of the PGN standard's rules).
            let fen = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1";
            agree::<Chess>(fen, &[("e4e1", "Qee1"), ("h4e1", "Qh4e1"), ("h1e1", "Q1e1")]);
            let rooks = "3k4/8/8/R7/8/8/8/R6K w - - 0 1";
            agree::<Chess>(rooks, &[("a1a3", "R1a3"), ("a5a3", "R5a3"), ("a5b5", "Rb5")]);
            // The knight of b1 is pinned, so that there is nothing to tell apart.
            agree::<Chess>("4k3/8/8/8/8/8/8/rN2K1N1 w - - 0 1", &[("g1f3", "Nf3")]);
        }

        #[test]
        fn promotion_check_and_mate_are_marked() {
            let fen = "3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1";
            agree::<Chess>(fen, &[("e7e8q", "e8=Q+"), ("e7d8n", "exd8=N"), ("e7d8q", "exd8=Q#")]);
            assert_eq!(read::<Chess>(fen, "exd8Q"), "e7d8q");
            assert_eq!(
                read::<Chess>(fen, "exd8"),
                "'exd8' is ambiguous: exd8=Q, exd8=R, exd8=B, exd8=N"
            );
        }
    }

    #[cfg(feature = "stealthbomber")]
    #[test]
    fn flights_tell_what_they_take_and_captors_what_they_become() {
        use crate::rules::stealthbomber::StealthBomber;
        let fen = "4k3/8/n7/8/b7/8/8/F3K3 w - - 0 1";
        agree::<StealthBomber>(
            fen,
            &[
                ("a1a8", "Fa8+"),
                ("a1a4,a4a8{fb}", "Fxa4-a8=FB+"),
                ("a1a6,a6a8{fn}", "Fxa6-a8=FN+"),
                ("a1a4,a4a6{fbn}", "Fxa4xa6=FBN"),
            ],
        );
        let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        agree::<StealthBomber>(en_passant, &[("e5d6c", "exd6=C")]);
    }

    #[cfg(feature = "powerabsorption")]
    #[test]
    fn absorbing_or_not_and_taking_or_passing_are_told_apart() {
        use crate::rules::powerabsorption::PowerAbsorption;
        let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
        agree::<PowerAbsorption>(fen, &[("d1d5", "Rxd5"), ("d1d5{rn}", "Rxd5=RN")]);
        let en_passant = "4k3/8/8/3p{BP}3/8/8/8/4K3 w - d6 0 2";
        agree::<PowerAbsorption>(en_passant, &[("e5d6", "BPd6"), ("e5d5,d5d6", "BPxd6")]);
        let compound = "4k3/8/8/3b4/8/8/8/3{RN}K3 w - - 0 1";
        for (san, text) in [
            ("RNxd5", "d1d5"),
            ("RNxd5=QN", "d1d5{qn}"),
            ("RNxd5QN", "d1d5{qn}"),
            ("{RN}xd5", "d1d5"),
            ("{RN}xd5={QN}", "d1d5{qn}"),
        ] {
            assert_eq!(read::<PowerAbsorption>(compound, san), text);
        }
    }

    #[cfg(feature = "combination")]
    #[test]
    fn a_pawn_with_lent_powers_says_its_file_where_that_is_needed() {
        use crate::rules::combination::Combination;
        // The rook lends both pawns its moves, and both can go to d4.
        let fen = "***k***/*5*/*2p2*/*5*/7/*1P1P1*/*2R2*/*5*/***K*** w - - 0 1";
        agree::<Combination>(fen, &[("c4d4", "cd4"), ("e4d4", "ed4"), ("c4c5", "c5")]);
    }

    #[cfg(feature = "morphing")]
    #[test]
    fn morphing_is_written_and_a_bared_king_is_marked_as_mated() {
        use crate::rules::morphing::Morphing;
        agree::<Morphing>(Morphing.facts().start, &[("b1c3a", "Nc3=A"), ("e2e4", "e4")]);
        let castling = "4k4/9/p8/9/9/9/9/9/R3K3R w KQ - 0 1";
        agree::<Morphing>(castling, &[("e1h1", "O-O"), ("e1b1", "O-O-O")]);
        agree::<Morphing>("4k4/9/9/9/9/4p4/9/4P4/4K4 w - - 0 1", &[("e2e4", "exe4#")]);
    }
}
