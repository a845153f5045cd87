//! Pieces and boards as text.

use super::error::DialectError;
use super::glyph::{Glyph, Mark, Symbol};
use super::{betza, games, hands, kinds, names};
use crate::board::{Bits, Color, Geometry, Shape, Square};
use crate::game::Describe;
use crate::position::{Cell, write_rows};
use crate::rules::{Facts, Kind, Piece, Ruleset, Variant, Visitor};

/// The place of the square of a capture en passant among the fields of a FEN.
pub(super) const EN_PASSANT: usize = 3;

/// How one game is shown and written.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// The name of the game.
    name: &'static str,
    /// Whether GUIs know the game, so that nothing about it has to be sent.
    is_known: bool,
    /// The board.
    pub(super) shape: Shape,
    /// Symbols with the same letter have the same glyph.
    pub(super) symbols: Vec<Symbol>,
    /// The `piece` lines.
    moves: Vec<String>,
    facts: &'static Facts,
    /// How many kinds can be in hand.
    held: usize,
    /// Why the game cannot be shown.
    objection: Option<&'static str>,
}

/// Why a game is not shown in which a choice has more outcomes than there are letters.
const LACKS_LETTERS: &str =
    "moves of it leave more choices than XBoard has letters: play it in UCI";

/// A drawing of a piece in XBoard and WinBoard, and what it stands for.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The name of its files in a theme of XBoard, without the color before it.
    pub file: &'static str,
    /// The name of its bitmaps in WinBoard, without size and use.
    pub bitmap: String,
    /// The kinds that it stands for, several if they share a letter.
    pub kinds: Vec<Kind>,
}

/// Makes the dialect of a ruleset.
struct Make;

impl Visitor for Make {
    type Output = Dialect;

    fn visit<R: Ruleset>(self, rules: R) -> Dialect {
        // A game that was loaded can have the name of any that is not in the build.
        let is_loaded = !rules.facts().motions.is_empty();
        let table = games::table(rules.facts().name).filter(|_| !is_loaded);
        let known_as = table.and_then(|table| table.known_as);
        let kind_of = |token| {
            let info = (0..).zip(rules.facts().kinds).find(|(_, info)| info.token == token);
            info.map(|(number, _)| Kind::new(number))
        };
        let symbol = |row: &games::Row| Symbol {
            kind: kind_of(row.token),
            letter: row.letter,
            mark: Mark::None,
            glyph: row.glyph,
        };
        let held = hands::Held::of(rules);
        let (symbols, objection) = match (table, &held) {
            (Some(table), _) => (table.rows.iter().map(symbol).collect(), None),
            (None, None) => (kinds::symbols(rules.facts()), None),
            (None, Some(held)) => match hands::symbols(rules.facts(), held) {
                Ok(symbols) => (symbols, None),
                Err(reason) => (kinds::symbols(rules.facts()), Some(reason)),
            },
        };
        let has_symbol =
            |kind| symbols.iter().any(|symbol| symbol.kind.is_none_or(|other| other == kind));
        let lacks_letters = !rules.facts().each_kind().all(has_symbol);
        Dialect {
            name: known_as.unwrap_or(names::foreign(rules.facts().name)),
            is_known: known_as.is_some(),
            shape: *rules.board().shape(),
            moves: match table {
                Some(table) => table.moves.iter().map(|&moves| moves.to_owned()).collect(),
                None => piece_moves(rules, &symbols),
            },
            symbols,
            facts: rules.facts(),
            held: rules.hands().map_or(0, |hands| hands.drops.len()),
            objection: objection.or(lacks_letters.then_some(LACKS_LETTERS)),
        }
    }
}

/// What the `piece` lines of a loaded game say: a letter, and what the piece does. XBoard knows more of
/// kings that castle and of pawns that go twice than such a line can say, and a piece that promotes it
/// knows only as a pawn. Where pieces lend one another their moves, no line would be true.
fn piece_moves<R: Ruleset>(rules: R, symbols: &[Symbol]) -> Vec<String> {
    if rules.lends() {
        return Vec::new();
    }
    let facts = rules.facts();
    let has_more = |kind: Kind| {
        let mut squares = rules.board().shape().squares();
        let goes_twice = squares
            .any(|from| !rules.double_steps(Color::White, kind, from, Bits::EMPTY).is_empty());
        let promotes = !rules.promotion_zone(kind, Color::White).is_empty();
        facts.is_royal(kind) && !facts.castles.is_empty() || goes_twice || promotes
    };
    let line = |symbol: &Symbol| {
        let kind = symbol.kind?;
        let is_same = |other: &&Symbol| (other.letter, other.mark) == (symbol.letter, symbol.mark);
        let is_shared = symbols.iter().filter(is_same).count() > 1 || symbol.mark == Mark::Twin;
        let motions = facts.motions.get(kind.index()).filter(|_| !is_shared && !has_more(kind))?;
        Some(format!("{}& {}", symbol.text(), betza::word(motions)?))
    };
    symbols.iter().filter_map(line).collect()
}

impl Dialect {
    /// The dialect of a game: its table, or what follows from its kinds.
    pub fn of(variant: Variant) -> Self {
        variant.visit(Make)
    }

    /// The game of a name in the protocol, or of any other name that it has.
    pub fn variant_named(name: &str) -> Option<Variant> {
        let is_it = |variant: &Variant| Self::of(*variant).name().eq_ignore_ascii_case(name);
        Variant::named(name).or_else(|| Variant::known().into_iter().find(is_it))
    }

    /// The name of the game in the protocol.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name that the game has in its file, if XBoard has a game of that name itself. A GUI that chooses the
    /// game by it needs no description.
    pub fn own_name(&self) -> Option<&'static str> {
        names::own(self.name)
    }

    /// The name of a square on the GUI's board. XBoard has one digit for a rank: it counts ten ranks from 0.
    pub fn square_name(&self, square: Square) -> String {
        let Shape { files, ranks, .. } = self.shape;
        let name = self.shape.square_name(square);
        if ranks < 10 {
            return name;
        }
        let file = name.get(..1).unwrap_or_default();
        format!("{file}{}", square.index() / usize::from(files))
    }

    /// The square of a name on the GUI's board; `None` if it has none of this name.
    pub fn parse_square(&self, name: &str) -> Option<Square> {
        if self.shape.ranks < 10 {
            return self.shape.parse_square(name);
        }
        let (file, rank) = name.split_at_checked(1)?;
        let rank: u8 = rank.parse().ok().filter(|_| rank.len() == 1)?;
        self.shape.parse_square(&format!("{file}{}", rank + 1))
    }

    /// Whether GUIs know the game and its rules.
    pub const fn is_known(&self) -> bool {
        self.is_known
    }

    /// The lines that describe a game at its start to a GUI: `setup` with the table of letters and
    /// the start position, and `piece`. There are none for a game that GUIs know.
    pub fn setup_lines(&self, game: &dyn Describe) -> Vec<String> {
        if self.is_known {
            return Vec::new();
        }
        let (table, fen) = (self.table(), self.fen(game));
        let Shape { files, ranks, .. } = self.shape;
        let setup = format!("setup ({table}) {files}x{ranks}+{}_fairy {fen}", self.held);
        std::iter::once(setup).chain(self.piece_lines()).collect()
    }

    /// The `piece` lines.
    pub(super) fn piece_lines(&self) -> impl Iterator<Item = String> {
        self.moves.iter().map(|moves| format!("piece {moves}"))
    }

    /// The letters of White and then of Black, each at the place of its glyph, `.` where no piece
    /// has the glyph. That of the glyph [`Glyph::King`] is the last. `~` stands for the twin of what is eleven places before
    /// it, and `^R` for what is written as `+R`.
    pub(super) fn table(&self) -> String {
        let is_king = |symbol: &Symbol| symbol.glyph == Glyph::King;
        let others = self.symbols.iter().filter(|symbol| !is_king(symbol));
        let last = others.clone().map(|symbol| symbol.glyph as usize).max().unwrap_or(0);
        let mut half = vec![".".to_owned(); last + 1];
        for symbol in others {
            if let Some(place) = half.get_mut(symbol.glyph as usize) {
                *place = match symbol.mark {
                    Mark::None => symbol.letter.to_string(),
                    Mark::Promoted => format!("^{}", symbol.letter),
                    Mark::Twin => "~".to_owned(),
                };
            }
        }
        let king = self.symbols.iter().find(|symbol| is_king(symbol));
        half.push(king.map_or('.', |king| king.letter).to_string());
        let white = half.concat();
        format!("{white}{}", white.to_ascii_lowercase())
    }

    /// The symbol of a kind; for `None` that of the kinds without a symbol of their own.
    pub(super) fn symbol(&self, kind: Option<Kind>) -> Option<&Symbol> {
        let find = |kind: Option<Kind>| self.symbols.iter().find(|symbol| symbol.kind == kind);
        find(kind).or_else(|| find(None))
    }

    /// The letter of a kind, in upper case.
    pub fn letter(&self, kind: Kind) -> char {
        self.symbol(Some(kind)).map_or('?', |symbol| symbol.letter)
    }

    /// What a move ends in by which a piece becomes one of this kind: its letter, or `+`.
    pub fn ending(&self, kind: Kind) -> char {
        let is_marked = |symbol: &&Symbol| symbol.mark == Mark::Promoted;
        self.symbol(Some(kind)).filter(is_marked).map_or_else(|| self.letter(kind), |_| '+')
    }

    /// What the board has for a kind of White's: its letter, which a mark may stand beside, as in `+R` and `Q~`.
    pub fn shown(&self, kind: Kind) -> String {
        self.symbol(Some(kind)).map_or_else(|| "?".to_owned(), |symbol| symbol.text())
    }

    /// Whether a kind shares its letter with others, so that the board does not show what it is.
    pub fn is_shared(&self, kind: Kind) -> bool {
        let shown = self.shown(kind);
        self.symbols.iter().any(|symbol| symbol.text() == shown && symbol.kind != Some(kind))
    }

    /// Why the protocol cannot say what happens in the game; `None` if it can.
    pub const fn objection(&self) -> Option<&'static str> {
        self.objection
    }

    /// What each drawing of XBoard stands for in this game.
    pub fn drawings(&self) -> Vec<Drawing> {
        let has_row = |kind: Kind| self.symbols.iter().any(|symbol| symbol.kind == Some(kind));
        let all = || self.facts.each_kind();
        let mut drawings: Vec<Drawing> = Vec::new();
        for symbol in &self.symbols {
            let file = symbol.glyph.file();
            let kinds: Vec<Kind> = match symbol.kind {
                Some(kind) => vec![kind],
                None => all().filter(|&kind| !has_row(kind)).collect(),
            };
            match drawings.iter_mut().find(|other| other.file == file) {
                Some(other) => other.kinds.extend(kinds),
                None => drawings.push(Drawing { file, bitmap: symbol.glyph.bitmap(), kinds }),
            }
        }
        drawings
    }

    /// The FEN of a position in the board's letters. What only this engine's FENs say is left out.
    pub fn fen(&self, game: &dyn Describe) -> String {
        self.fields(game, &(self.board(&game.cells()) + &self.hands(game)), 6)
    }

    /// What the sides have in hand, in brackets; empty in a game without hands.
    pub(super) fn hands(&self, game: &dyn Describe) -> String {
        if self.held == 0 {
            return String::new();
        }
        let of = |(kind, count)| self.symbol(Some(kind)).map(|symbol| (symbol, count));
        hands::written(
            Color::ALL.map(|side| game.in_hand(side).into_iter().filter_map(of).collect()),
        )
    }

    /// So many fields of a FEN, with this board and the GUI's names of squares.
    fn fields(&self, game: &dyn Describe, board: &str, count: usize) -> String {
        let fen = game.fen();
        let fields = fen.split_ascii_whitespace().take(count).enumerate();
        let field = |(number, field): (usize, &str)| match number {
            0 => board.to_owned(),
            EN_PASSANT => self
                .shape
                .parse_square(field)
                .map_or_else(|| field.to_owned(), |square| self.square_name(square)),
            _ => field.to_owned(),
        };
        fields.map(field).collect::<Vec<_>>().join(" ")
    }

    /// The FEN of a position for engines that understand pieces in braces: in the board's letters
    /// where these show what a piece is, with everything that the game's FENs say.
    pub fn exact_fen(&self, game: &dyn Describe) -> String {
        let board = self.write_board(&game.cells(), |piece| {
            let is_shared = self.is_shared(piece.kind());
            if is_shared { game.marked(piece) } else { self.text_of(piece) }
        });
        self.fields(game, &(board + &self.hands(game)), usize::MAX)
    }

    /// The first field of a FEN in the board's letters, without what is in hand.
    pub fn board(&self, cells: &[Cell]) -> String {
        self.write_board(cells, |piece| self.text_of(piece))
    }

    fn write_board(&self, cells: &[Cell], write: impl Fn(Piece) -> String) -> String {
        write_rows(cells, self.shape.files, |&cell| match cell {
            Cell::Hole => Some("*".to_owned()),
            Cell::Empty => None,
            Cell::Piece(piece) => Some(write(piece)),
        })
    }

    /// What the board has for a piece: upper case for White, lower case for Black.
    fn text_of(&self, piece: Piece) -> String {
        let text = self.shown(piece.kind());
        match piece.color() {
            Color::White => text,
            Color::Black => text.to_ascii_lowercase(),
        }
    }

    /// The first field of a FEN from the board's letters. Pieces in braces stay as they are.
    ///
    /// # Errors
    /// If a letter is no piece's, or that of several.
    pub(super) fn read_board(&self, board: &str) -> Result<String, DialectError> {
        let mut field = String::new();
        let (mut in_braces, mut is_promoted) = (false, false);
        let mut symbols = board.chars().peekable();
        while let Some(symbol) = symbols.next() {
            in_braces = (in_braces || symbol == '{') && symbol != '}';
            match symbol {
                // It says so of hands that are empty.
                '-' if field.ends_with('[') => {}
                '+' if !in_braces && symbols.peek().is_some_and(char::is_ascii_alphabetic) => {
                    is_promoted = true;
                }
                letter if !in_braces && letter.is_ascii_alphabetic() => {
                    let is_twin = symbols.next_if_eq(&'~').is_some();
                    let mark = match (std::mem::take(&mut is_promoted), is_twin) {
                        (true, _) => Mark::Promoted,
                        (false, true) => Mark::Twin,
                        (false, false) => Mark::None,
                    };
                    let kind = self.kind_of_letter(letter.to_ascii_uppercase(), mark)?;
                    let is_white = letter.is_ascii_uppercase();
                    let color = if is_white { Color::White } else { Color::Black };
                    field.push_str(&self.facts.marked(Piece::new(kind, color)));
                }
                _ => field.push(symbol),
            }
        }
        Ok(field)
    }

    /// What White and Black have in hand, from the letters of each; the case does not matter.
    ///
    /// # Errors
    /// If a letter is no piece's, or that of several.
    pub fn read_hands(&self, letters: &[String; 2]) -> Result<Vec<(Piece, u8)>, DialectError> {
        let mut hands: Vec<(Piece, u8)> = Vec::new();
        for (color, letters) in Color::ALL.into_iter().zip(letters) {
            for letter in letters.chars() {
                let kind = self.kind_of_letter(letter.to_ascii_uppercase(), Mark::None)?;
                let piece = Piece::new(kind, color);
                match hands.iter_mut().find(|(other, _)| *other == piece) {
                    Some((_, count)) => *count = count.saturating_add(1),
                    None => hands.push((piece, 1)),
                }
            }
        }
        Ok(hands)
    }

    /// The castling field of a FEN of a GUI, without rights that the game does not have. In a game
    /// that it does not know, a GUI may name such rights by the files of the pieces that it thinks
    /// can castle.
    pub(super) fn read_castling(&self, field: &str, known: &str) -> String {
        let kept: String = field.chars().filter(|&c| self.is_known || known.contains(c)).collect();
        if kept.is_empty() { "-".to_owned() } else { kept }
    }

    /// The token of a kind, without braces.
    fn token(&self, kind: Kind) -> &'static str {
        self.facts.kinds.get(kind.index()).map_or("?", |info| info.token)
    }

    /// The letter of a token without braces, in upper case.
    pub(super) fn letter_of_token(&self, token: &str) -> char {
        self.symbol(self.kind_of_token(token)).map_or('?', |symbol| symbol.letter)
    }

    /// The kind of a token without braces, in upper case.
    pub(super) fn kind_of_token(&self, token: &str) -> Option<Kind> {
        let mut kinds = self.facts.each_kind();
        kinds.find(|&kind| self.token(kind) == token)
    }

    /// The kind of a letter in upper case with a mark.
    fn kind_of_letter(&self, letter: char, mark: Mark) -> Result<Kind, DialectError> {
        let is_it = |symbol: &&Symbol| symbol.letter == letter && symbol.mark == mark;
        let symbols: Vec<&Symbol> = self.symbols.iter().filter(is_it).collect();
        match symbols[..] {
            [] => Err(DialectError::UnknownLetter(letter)),
            [&Symbol { kind: Some(kind), .. }] => Ok(kind),
            _ => {
                let name = |symbol: &&Symbol| match symbol.kind {
                    None => "all rare ones".to_owned(),
                    Some(kind) => format!("{{{}}}", self.token(kind)),
                };
                let tokens: Vec<String> = symbols.iter().map(name).collect();
                Err(DialectError::SharedLetter { letter, tokens: tokens.join(", ") })
            }
        }
    }
}
