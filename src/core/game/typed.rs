//! Moves as people type them.
//!
//! A program writes a move by its exact text, which means one move. A person writes `e4`, `Nf3`, `b1 c3` or
//! `f3c6`, and may leave out what makes the difference: what the mover becomes, what a flight takes on its
//! way. So a typed text stands for all legal moves that it does not rule out, and the person is asked.

use std::fmt;

use arrayvec::ArrayVec;

use super::session::{Session, TypedError};
use super::story;
use super::{MoveView, Objection};
use crate::board::{Shape, Square, split_square};
use crate::position::{Move, Tag};
use crate::rules::{Castle, Facts, Kind};

/// What the ruleset knows about the names of kinds.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    /// The tokens of the kinds, and the plain pawn, which SAN does not name.
    pub(super) facts: &'static Facts,
    /// Whether a move makes this of its piece, if its square has still to change it.
    pub(super) makes: &'a dyn Fn(Move, Kind) -> bool,
}

/// The legal moves that fit a text, at least one: first those that change and take the least.
pub(super) fn typed(
    game: &dyn Session,
    names: Names<'_>,
    text: &str,
) -> Result<Vec<Move>, TypedError> {
    // What else would be taken for a mark of check.
    if let Some(mv) = game.parse(text.trim()).ok().filter(|_| text.trim_end().ends_with('+')) {
        return Ok(vec![mv]);
    }
    let word = tidied(text);
    let illegal = |reason| TypedError::Illegal { text: text.trim().to_owned(), reason };
    if let Some(castling) = castling(&word) {
        let mv = game.parse_san(&castling).ok().filter(|&mv| mv.tag() == Tag::Castling);
        let refusal = || illegal(game.explain(against_castling(game, names.facts, &castling)));
        return mv.map(|mv| vec![mv]).ok_or_else(refusal);
    }
    let views = game.views();
    let is_pass = |view: &&MoveView| {
        view.is_pass() && (["--", "@@@@", "pass"].contains(&&*word) || word == game.text(view.mv))
    };
    if let Some(pass) = views.iter().find(is_pass) {
        return Ok(vec![pass.mv]);
    }
    if let Some((token, square)) = word.split_once('@') {
        return dropped(game, names, token, square, text.trim());
    }
    let mut first = None;
    for reading in readings(&word, names, game.shape()) {
        let mut fitting: Vec<&MoveView> =
            views.iter().filter(|view| reading.fits(view, game, names)).collect();
        if !fitting.is_empty() {
            fitting.sort_by_key(|view| (view.stops.len(), view.changes_mover()));
            return Ok(fitting.iter().map(|view| view.mv).collect());
        }
        first = first.or(Some(reading));
    }
    let first = first.ok_or_else(|| TypedError::Malformed(text.trim().to_owned()))?;
    Err(illegal(first.objection(game, &views)))
}

/// The legal drops that a token, which may be missing for a pawn, and a square mean.
fn dropped(
    game: &dyn Session,
    names: Names<'_>,
    token: &str,
    square: &str,
    text: &str,
) -> Result<Vec<Move>, TypedError> {
    let malformed = || TypedError::Malformed(text.to_owned());
    let letters = token.strip_prefix('+').unwrap_or(token);
    let kind = if token.is_empty() { names.facts.pawn } else { named(letters, names) };
    let kind = kind.ok_or_else(malformed)?;
    let to = game.parse_square(&square.to_ascii_lowercase()).ok_or_else(malformed)?;
    let promotes = |mv: Move| game.text(mv).starts_with('+');
    let is_it = |mv: &Move| mv.to() == to && mv.dropped() == Some(kind);
    let mut moves: Vec<Move> = game.legal_moves().into_iter().filter(is_it).collect();
    if letters != token {
        moves.retain(|&mv| promotes(mv));
    }
    moves.sort_by_key(|&mv| promotes(mv));
    if moves.is_empty() {
        let objection = game.objection_to_drop(kind, to);
        let reason = objection.map_or_else(
            || format!("no {} comes to the board promoted there", names.facts.info(kind).name),
            |objection| game.explain(objection),
        );
        return Err(TypedError::Illegal { text: text.to_owned(), reason });
    }
    Ok(moves)
}

/// The text without a move's number, blanks, and marks such as `+`, `!?` and `e.p.`
fn tidied(text: &str) -> String {
    let unnumbered = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if unnumbered.starts_with('.') { unnumbered.trim_start_matches('.') } else { text };
    let mut word: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')'))
        .map(|c| match c {
            '♔' | '♚' => 'K',
            '♕' | '♛' => 'Q',
            '♖' | '♜' => 'R',
            '♗' | '♝' => 'B',
            '♘' | '♞' => 'N',
            '♙' | '♟' => 'P',
            '×' | ':' => 'x',
            '–' | '—' => '-',
            '/' => '=',
            other => other,
        })
        .collect();
    word.truncate(word.trim_end_matches(['+', '#', '!', '?']).len());
    for mark in ["e.p.", "ep"] {
        if word.ends_with(mark) {
            word.truncate(word.len() - mark.len());
        }
    }
    word
}

/// Why the side to move cannot make the castling move of a word.
fn against_castling(game: &dyn Session, facts: &Facts, word: &str) -> Objection {
    if game.outcome().is_some() {
        return Objection::GameOver;
    }
    let is_meant = |castle: &&Castle| castle.color == game.side_to_move() && castle.is_called(word);
    let against = facts.castles.iter().find(is_meant).and_then(|castle| {
        let (from, to) = castle.king;
        game.castlings(from).into_iter().find(|&(king_to, _)| king_to == to)?.1
    });
    against.unwrap_or(Objection::NoCastling)
}

/// The SAN that a word for castling means, in whatever case and with zeros or letters.
fn castling(word: &str) -> Option<String> {
    let word = word.to_ascii_uppercase().replace('0', "O");
    match word.as_str() {
        "OO" => Some("O-O".to_owned()),
        "OOO" => Some("O-O-O".to_owned()),
        _ => word.starts_with("O-O").then_some(word),
    }
}

/// How a word can be read, the most literal way first.
fn readings(word: &str, names: Names<'_>, shape: &Shape) -> Vec<Reading> {
    let lower = word.to_ascii_lowercase();
    let mut words = vec![word.to_owned()];
    for text in [word, &lower] {
        // A piece's letters may be small: `nf3`.
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let capitalised =
            (1..=letters).rev().map(|end| text[..end].to_ascii_uppercase() + &text[end..]);
        words.extend(capitalised);
    }
    words.insert(1, lower);
    words.iter().filter_map(|word| Reading::parse(word, names, shape)).collect()
}

/// Where a move comes from, as far as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Anywhere,
    Line(Line),
    Square(Square),
}

/// A file or a rank, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    File(u8),
    Rank(u8),
}

/// What a text says about a move.
#[derive(Clone, Debug)]
struct Reading {
    /// `None`: whatever stands on the origin.
    mover: Option<Kind>,
    origin: Origin,
    /// Where it captures on its way; if empty, anywhere or nowhere.
    stops: ArrayVec<Square, 8>,
    to: Square,
    must_take: bool,
    becomes: Option<Kind>,
}

impl Reading {
    fn parse(word: &str, names: Names<'_>, shape: &Shape) -> Option<Self> {
        let (mover, rest) = split_mover(word, names)?;
        let end = rest.rfind(|c: char| c.is_ascii_digit())? + 1;
        let (path, suffix) = rest.split_at(end);
        let becomes = if suffix.is_empty() { None } else { Some(named(suffix, names)?) };
        let Path { line, mut squares, takes_first, must_take } = Path::parse(path, shape)?;
        let is_from_to = line.is_none() && squares.len() > 1 && !takes_first;
        let origin = match line {
            Some(line) => Origin::Line(line),
            None if is_from_to => Origin::Square(squares.remove(0)),
            None => Origin::Anywhere,
        };
        let to = squares.pop()?;
        let mover = if is_from_to { mover } else { mover.or(names.facts.pawn) };
        Some(Self { mover, origin, stops: squares, to, must_take, becomes })
    }

    fn fits(&self, view: &MoveView, game: &dyn Session, names: Names<'_>) -> bool {
        !view.is_drop
            && self.is_from(names.facts.shown(view.mover), view.from, game.shape())
            && written_target(view, game, names.facts) == self.to
            && (!view.is_castling || matches!(self.origin, Origin::Square(_)))
            && (self.stops.is_empty() || view.stops == self.stops)
            && (!self.must_take || takes(view))
            && self.becomes.is_none_or(|kind| {
                (names.makes)(view.mv, kind) || names.facts.shown(view.becomes) == kind
            })
    }

    /// Whether a piece of this kind on this square can be meant.
    fn is_from(&self, mover: Kind, from: Square, shape: &Shape) -> bool {
        self.mover.is_none_or(|kind| kind == mover)
            && match self.origin {
                Origin::Anywhere => true,
                Origin::Line(Line::File(file)) => from.index() as u8 % shape.files == file,
                Origin::Line(Line::Rank(rank)) => from.index() as u8 / shape.files == rank,
                Origin::Square(square) => square == from,
            }
    }

    /// Why no legal move fits, in words.
    fn objection(&self, game: &dyn Session, views: &[MoveView]) -> String {
        if views.is_empty() {
            return game.explain(Objection::GameOver);
        }
        let (shape, side) = (game.shape(), game.side_to_move());
        let name = |kind: Kind| game.kind(kind).map_or("piece", |info| info.name);
        let to = game.square_name(self.to);
        let is_mover = |&square: &Square| {
            game.piece_at(square).is_some_and(|piece| {
                piece.color() == side && self.is_from(game.shown(piece.kind()), square, shape)
            })
        };
        let movers: Vec<Square> = shape.squares().filter(is_mover).collect();
        let objections: Vec<Option<Objection>> =
            movers.iter().map(|&from| game.objection(from, self.to)).collect();
        match (&objections[..], self.origin) {
            ([], Origin::Square(from)) => {
                let objection = game.objection(from, self.to);
                match (objection, self.mover) {
                    (Some(objection @ (Objection::NoPiece(_) | Objection::NotYours(_))), _) => {
                        game.explain(objection)
                    }
                    (_, mover) => {
                        let mover = mover.map_or("piece", name);
                        format!("there is no {mover} on {}", game.square_name(from))
                    }
                }
            }
            ([], origin) => {
                let mover = self.mover.map_or("piece", name);
                match origin {
                    Origin::Line(line) => format!("{side} has no {mover} on the line {line}"),
                    _ => format!("{side} has no {mover}"),
                }
            }
            ([Some(only)] | [Some(only @ Objection::OwnPiece(_)), ..], _) => game.explain(*only),
            (objections, _) => {
                let is_king = |objection: &Objection| {
                    matches!(objection, Objection::StaysInCheck | Objection::IntoCheck)
                };
                if objections.iter().any(Option::is_none) {
                    self.misfit(game, views, &movers)
                } else if let Some(check) = objections.iter().flatten().find(|o| is_king(o)) {
                    game.explain(*check)
                } else {
                    format!("no {} can go to {to}", self.mover.map_or("piece", name))
                }
            }
        }
    }

    /// Why none of the moves fits that lead from these squares to the target.
    fn misfit(&self, game: &dyn Session, views: &[MoveView], movers: &[Square]) -> String {
        let to = game.square_name(self.to);
        let mut there =
            views.iter().filter(|view| view.to == self.to && movers.contains(&view.from));
        if self.must_take && !there.clone().any(takes) {
            return format!("there is nothing to take on {to}");
        }
        match self.becomes.and_then(|kind| game.kind(kind)) {
            Some(kind) if self.stops.is_empty() || there.any(|view| view.stops == self.stops) => {
                format!("on {to} it does not become {}", story::with_article(kind.name))
            }
            _ => format!("no move to {to} takes those on its way"),
        }
    }
}

/// Where a move goes by its text: castling that the king could be taken to step, to the rook.
fn written_target(view: &MoveView, game: &dyn Session, facts: &Facts) -> Square {
    let is_it = |castle: &&Castle| view.is_castling && castle.king == (view.from, view.to);
    let rook = facts.castles.iter().find(is_it).map(|castle| castle.rook.0);
    let name = |square: Square| game.square_name(square);
    let is_written = |rook: &Square| {
        game.text(view.mv).starts_with(&format!("{}{}", name(view.from), name(*rook)))
    };
    rook.filter(is_written).unwrap_or(view.to)
}

impl Line {
    /// The line of the board whose name a text begins with, and what comes after it.
    fn split<'a>(text: &'a str, shape: &Shape) -> Option<(Self, &'a str)> {
        let first = text.bytes().next()?;
        if first.is_ascii_lowercase() {
            let file = first - b'a';
            return (file < shape.files).then(|| (Self::File(file), &text[1..]));
        }
        let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank = text[..digits].parse::<u8>().ok()?.checked_sub(1)?;
        (rank < shape.ranks).then(|| (Self::Rank(rank), &text[digits..]))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "{}", char::from(b'a' + file)),
            Self::Rank(rank) => write!(f, "{}", rank + 1),
        }
    }
}

fn takes(view: &MoveView) -> bool {
    view.is_capture || view.is_en_passant || !view.stops.is_empty()
}

/// The mover that a word begins with, if it names one, and the rest.
fn split_mover<'a>(word: &'a str, names: Names<'_>) -> Option<(Option<Kind>, &'a str)> {
    if let Some(rest) = word.strip_prefix('{') {
        let (token, rest) = rest.split_once('}')?;
        return Some((Some(named(token, names)?), rest));
    }
    let end = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let (token, rest) = word.split_at(end);
    if token.is_empty() { Some((None, rest)) } else { Some((Some(named(token, names)?), rest)) }
}

/// The kind of a token in either case, with or without braces or `=` before it.
fn named(token: &str, names: Names<'_>) -> Option<Kind> {
    let token = token.strip_prefix('=').unwrap_or(token);
    let token = token.strip_prefix('{').and_then(|token| token.strip_suffix('}')).unwrap_or(token);
    names.facts.kind_of_token(&token.to_ascii_uppercase())
}

/// The squares of a text, and what stands before and between them.
struct Path {
    /// A file or a rank before the first square.
    line: Option<Line>,
    squares: ArrayVec<Square, 8>,
    /// Whether `x` stands before the first square.
    takes_first: bool,
    /// Whether `x` stands anywhere.
    must_take: bool,
}

impl Path {
    fn parse(text: &str, shape: &Shape) -> Option<Self> {
        let mut path =
            Self { line: None, squares: ArrayVec::new(), takes_first: false, must_take: false };
        let mut rest = text;
        while let Some(first) = rest.bytes().next() {
            if first == b'x' {
                path.must_take = true;
                path.takes_first |= path.squares.is_empty();
                rest = &rest[1..];
            } else if first == b'-' || first == b',' {
                rest = &rest[1..];
            } else if let Some((name, after)) = split_square(rest)
                && let Some(square) = shape.parse_square(name)
            {
                // A leg begins where the last one ended.
                if path.squares.last() != Some(&square) {
                    path.squares.try_push(square).ok()?;
                }
                rest = after;
            } else {
                let (line, after) = Line::split(rest, shape)?;
                if path.line.is_some() || !path.squares.is_empty() {
                    return None;
                }
                path.line = Some(line);
                rest = after;
            }
        }
        Some(path)
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "which of it is used depends on the games of the build")]
mod tests {
    use crate::game::{Session, session};
    use crate::rules::Variant;

    /// The canonical texts of the moves that fit, or why none does.
    fn fitting(game: &dyn Session, text: &str) -> String {
        match game.typed(text) {
            Ok(moves) => moves.iter().map(|&mv| game.text(mv)).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        }
    }

    fn at(name: &str, fen: &str) -> Box<dyn Session> {
        let mut game = session(name.parse().expect("a game of this build"));
        game.set_position((!fen.is_empty()).then_some(fen), &[]).expect("a position");
        game
    }

    /// Each text with the moves that fit it.
    fn check(name: &str, fen: &str, pairs: &[(&str, &str)]) {
        let game = at(name, fen);
        for &(text, moves) in pairs {
            assert_eq!(fitting(&*game, text), moves, "{text} in {name} {fen}");
        }
    }

    #[test]
    fn exact_text_and_san_fit_their_move_in_every_game() {
        for &variant in Variant::bundled() {
            let mut game = session(variant);
            // The middle one of the moves, so that pieces meet.
            for _ in 0..60 {
                let moves = game.moves_by_text();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    for text in [game.text(mv), game.san(mv)] {
                        let fitting = game.typed(&text).expect("a legal move");
                        assert!(fitting.contains(&mv), "{text} in {}", game.fen());
                        let same = fitting.iter().all(|other| other.to() == mv.to());
                        assert!(same, "{text} in {}", game.fen());
                    }
                }
                game.play(moves[moves.len() / 2]).expect("a legal move");
            }
        }
    }

    #[cfg(feature = "chess")]
    #[test]
    fn chess_players_type_what_they_are_used_to() {
        let start = [
            ("e4", "e2e4"),
            ("e2e4", "e2e4"),
            ("e2 e4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("E2E4", "e2e4"),
            ("1.e4", "e2e4"),
            ("1. e4", "e2e4"),
            ("Nf3", "g1f3"),
            ("nf3!?", "g1f3"),
            ("NF3", "g1f3"),
            ("\u{2658}f3", "g1f3"),
            ("N g1 f3", "g1f3"),
            (" b1 c3 ", "b1c3"),
            ("Nbc3", "b1c3"),
            ("N1c3", "b1c3"),
        ];
        check("chess", "", &start);
        let fen = "r3k2r/1P5b/8/3pP3/8/2B5/3P4/R3K2R w KQkq d6 0 2";
        check(
            "chess",
            fen,
            &[
                ("b7a8", "b7a8q b7a8r b7a8b b7a8n"),
                ("bxa8", "b7a8q b7a8r b7a8b b7a8n"),
                ("ba8=N", "b7a8n"),
                ("b7a8q", "b7a8q"),
                ("b7 a8 Q", "b7a8q"),
                ("bxa8(Q)", "b7a8q"),
                ("b8/R", "b7b8r"),
                ("b8q", "b7b8q"),
                ("0-0", "e1g1"),
                ("o-o-o", "e1c1"),
                ("OO", "e1g1"),
                ("e1g1", "e1g1"),
                ("exd6", "e5d6"),
                ("exd6 e.p.", "e5d6"),
                ("e5d6", "e5d6"),
                ("bb4", "c3b4"),
                ("Bb4", "c3b4"),
            ],
        );
        // The case of a letter tells a bishop from the b-pawn, as in SAN.
        let fen = "4k3/8/8/8/3n4/2B5/1P6/4K3 w - - 0 1";
        check("chess", fen, &[("Bxd4", "c3d4"), ("bd4", "c3d4"), ("b4", "b2b4")]);
    }

    #[cfg(feature = "chess")]
    #[test]
    fn what_does_not_fit_is_told_why() {
        let pairs = [
            ("xyzzy", "'xyzzy' is not a move"),
            ("", "'' is not a move"),
            ("e", "'e' is not a move"),
            ("e4e4e4e4z", "'e4e4e4e4z' is not a move"),
            ("\u{1F600}e4", "'\u{1F600}e4' is not a move"),
            ("e2e5", "'e2e5' is not legal: the Pawn on e2 cannot go there"),
            ("e4e5", "'e4e5' is not legal: there is no piece on e4"),
            ("e7e5", "'e7e5' is not legal: the piece on e7 is not of the side to move"),
            ("Nf4", "'Nf4' is not legal: no Knight can go to f4"),
            ("Nd2", "'Nd2' is not legal: your own piece is on d2"),
            ("e5", "'e5' is not legal: no Pawn can go to e5"),
            ("exd5", "'exd5' is not legal: the Pawn on e2 cannot go there"),
            ("Ng1e2", "'Ng1e2' is not legal: your own piece is on e2"),
            ("Bg1f3", "'Bg1f3' is not legal: there is no Bishop on g1"),
            ("Nxf3", "'Nxf3' is not legal: there is nothing to take on f3"),
            ("e4=Q", "'e4=Q' is not legal: on e4 it does not become a Queen"),
            ("O-O", "'O-O' is not legal: f1 must be empty for castling"),
        ];
        check("chess", "", &pairs);
        let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
        let pairs = [
            ("Nc3", "'Nc3' is not legal: that leaves the king in check"),
            ("Qd1", "'Qd1' is not legal: White has no Queen"),
            ("Rad1", "'Rad1' is not legal: White has no Rook on the line a"),
        ];
        check("chess", pinned, &pairs);
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        check("chess", mated, &[("e4", "'e4' is not legal: the game is over")]);
    }

    #[cfg(feature = "powerabsorption")]
    #[test]
    fn from_to_leaves_open_whether_to_absorb() {
        let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
        let both = "d1d5 d1d5{rn}";
        let pairs = [
            ("d1d5", both),
            ("d1xd5", both),
            ("Rxd5", both),
            ("Rd5", both),
            ("rd5", both),
            ("Rxd5=R", "d1d5"),
            ("d1d5r", "d1d5"),
            ("Rxd5=RN", "d1d5{rn}"),
            ("Rxd5={NR}", "d1d5{rn}"),
            ("d1d5{rn}", "d1d5{rn}"),
            ("d1d5 rn", "d1d5{rn}"),
            ("Rxd5=Q", "'Rxd5=Q' is not legal: on d5 it does not become a Queen"),
        ];
        check("powerabsorption", fen, &pairs);
        let compound = "4k3/8/8/3b4/8/8/8/3{RN}K3 w - - 0 1";
        let pairs = [("RNxd5", "d1d5 d1d5{qn}"), ("{RN}xd5=QN", "d1d5{qn}"), ("rnd5q", "")];
        check("powerabsorption", compound, &pairs[..2]);
        let passing = "4k3/8/8/3p{BP}3/8/8/8/4K3 w - d6 0 2";
        check("powerabsorption", passing, &[("e5d6", "e5d6 e5d5,d5d6"), ("BPxd6", "e5d5,d5d6")]);
    }

    #[cfg(feature = "stealthbomber")]
    #[test]
    fn a_flight_names_what_it_takes_or_leaves_it_open() {
        let fen = "4k3/8/n7/8/b7/8/8/F3K3 w - - 0 1";
        let pairs = [
            ("Fa8", "a1a8 a1a6,a6a8{fn} a1a4,a4a8{fb} a1a4,a4a6,a6a8{fbn}"),
            ("a1a8", "a1a8 a1a6,a6a8{fn} a1a4,a4a8{fb} a1a4,a4a6,a6a8{fbn}"),
            ("Fxa4-a8", "a1a4,a4a8{fb}"),
            ("a1a4,a4a8", "a1a4,a4a8{fb}"),
            ("a1xa4-a8", "a1a4,a4a8{fb}"),
            ("a1 a4 a8", "a1a4,a4a8{fb}"),
            ("Fxa5-a8", "'Fxa5-a8' is not legal: no move to a8 takes those on its way"),
        ];
        check("stealthbomber", fen, &pairs);
    }

    #[cfg(feature = "morphing")]
    #[test]
    fn a_kind_may_be_named_by_what_it_is_elsewhere() {
        check("morphing", "", &[("Nc3", "b1c3a"), ("Nc3=N", "b1c3a"), ("b1c3", "b1c3a")]);
    }
}
