//! What a game states in plain data.

use arrayvec::ArrayVec;

use super::definition::{Chase, Counting, Material, Motion, Repetition, Value};
use super::{Castle, Kind, KindInfo, Piece, Power, PowerSet};
use crate::board::{Color, Shape};

/// What stands behind a move by which a piece promotes that is no pawn, and before the token of what promotes to a piece.
pub(crate) const PROMOTED: &str = "+";

/// What stands behind the token of a piece that has become what it is by promotion, if it matters.
pub(crate) const TWIN: &str = "~";

/// What a game states in plain data: its names, its kinds of pieces, its start position, and the
/// rules that are only a number or a list. The rest of its rules are the functions of a
/// [`Ruleset`](super::Ruleset).
///
/// The facts of a compiled game are constants, and code that asks for them is compiled as if they
/// stood there.
///
/// ```
/// use vertumnus_core::rules::Ruleset;
/// use vertumnus_core::rules::chess::Chess;
///
/// let facts = Chess.facts();
/// assert_eq!((facts.name, facts.kinds.len(), facts.castles.len()), ("chess", 6, 4));
/// let queen = facts.kind_of_token("Q").unwrap();
/// assert_eq!((facts.info(queen).name, facts.promotions[0]), ("Queen", queen));
/// ```
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[non_exhaustive]
pub struct Facts {
    /// The name by which protocols select the game, in lower case.
    pub name: &'static str,
    /// Other names that protocols and tournament managers have for the game.
    pub aliases: &'static [&'static str],
    /// The name that people use.
    pub title: &'static str,
    /// The start position as FEN.
    pub start: &'static str,
    /// All kinds of pieces, by their numbers.
    pub kinds: &'static [KindInfo],
    /// Other tokens than its own by which a kind is read, in upper case and without braces.
    pub spellings: &'static [(&'static str, Kind)],
    /// `[kind][kind]`: the kind that has the parts of both, by which tokens of more letters than it takes are read;
    /// empty if there are none.
    pub joined: &'static [&'static [Option<Kind>]],
    /// The plain pawn, which SAN does not name; `None` in a game without pawns.
    pub pawn: Option<Kind>,
    /// The plain king: the first of the kings; `None` in a game without kings.
    pub king: Option<Kind>,
    /// All powers that occur in the game.
    pub powers: PowerSet,
    /// What a plain pawn promotes to, the best first; empty if it never does.
    pub promotions: &'static [Kind],
    /// The rank on which a plain pawn promotes, counted from 0 by its own side.
    pub promotion_rank: u8,
    /// The power by whose quiet step a plain pawn on its second rank may go twice in one direction,
    /// and by whose captures it can then be taken en passant. `None` also if the game has
    /// [other rules](super::Ruleset::FREE_STEPS) for that.
    pub double_step: Option<Power>,
    /// The castling moves, in the order of their letters in the FEN.
    pub castles: &'static [Castle],
    /// Whether a capturer can have a choice of what it becomes. Holds for each written game in which moves
    /// or squares change pieces.
    pub captures_branch: bool,
    /// `[kind]`: what a move can make of its piece instead of this, bit `n` for the kind of number `n`, in a written
    /// game.
    pub alternatives: &'static [u128],
    /// `[kind]`: what it promotes to by a move that is written with `+`, and what `+` before its token is in a FEN; empty
    /// if no move is written so.
    pub promoted: &'static [Option<Kind>],
    /// `[kind]`: what it goes back to by a move that is written with `-`; empty if no move is written so.
    pub demoted: &'static [Option<Kind>],
    /// `[kind]`: the kind that it seems to be, having become it by promotion: it is named as that is, but for a FEN;
    /// empty if there are no such twins.
    pub twin_of: &'static [Option<Kind>],
    /// Whether no position from before a move that restarts the clock can occur again after it.
    pub restarts_are_final: bool,
    /// Whether a side that can capture has to, in a written game.
    pub must_capture: bool,
    /// What it is for the side to move that it has no legal move and is in check.
    pub checkmate: Value,
    /// What it is for the side to move that it has no legal move and is not in check.
    pub stalemate: Value,
    /// Whether it is so for a side with fewer pieces, the contrary for one with more, and a draw else.
    pub stalemate_counts: bool,
    /// What the repetition of a position is.
    pub repetition: Repetition,
    /// Who loses by chasing.
    pub chase: Option<&'static Chase>,
    /// What draws are in truth, if material is counted then.
    pub material: Option<&'static Material>,
    /// How a side with few pieces counts the moves to a draw.
    pub counting: Option<&'static Counting>,
    /// Whether the game is a draw when the board is full.
    pub full_board_draws: bool,
    /// After how many moves of each side without a restart of the clock the game is a draw; 0 for never.
    pub move_limit: u16,
    /// Whether a king that has the power of a rider neither passes over squares that the enemy controls nor
    /// gives check over them.
    pub safe_royal_slides: bool,
    /// Whether a search has to ask at each node whether the pieces have ended the game. Where it need not, it
    /// finds that by having no move or by a missing king.
    pub goals: bool,
    /// How the pieces of each kind move, by the numbers of the kinds, in a written game. A compiled game
    /// has only [`powers`](KindInfo::powers) to say it by.
    pub motions: &'static [&'static [Motion]],
    /// What the powers are that the game states for itself, in the order of [`Power::OWN`]: ways of
    /// moving that no power of a compiled game is.
    pub own_powers: &'static [&'static [Motion]],
}

impl Facts {
    /// The facts of a game without names and start position that has these kinds on a board of this
    /// shape: pawns make single steps and do not promote, and nobody castles.
    pub(crate) const fn new(shape: &Shape, kinds: &'static [KindInfo], pawn: Kind) -> Self {
        let mut king = None;
        let mut powers = PowerSet::of(&[]);
        let mut i = 0;
        while i < kinds.len() {
            if kinds[i].royal && king.is_none() {
                king = Some(Kind::new(i as u8));
            }
            powers = powers.union(kinds[i].powers);
            i += 1;
        }
        Self {
            name: "",
            aliases: &[],
            title: "",
            start: "",
            kinds,
            spellings: &[],
            joined: &[],
            pawn: Some(pawn),
            king,
            powers,
            promotions: &[],
            promotion_rank: shape.ranks - 1,
            double_step: None,
            castles: &[],
            captures_branch: false,
            alternatives: &[],
            promoted: &[],
            demoted: &[],
            twin_of: &[],
            restarts_are_final: true,
            must_capture: false,
            checkmate: Value::Loss,
            stalemate: Value::Draw,
            stalemate_counts: false,
            repetition: Repetition::draw(3),
            chase: None,
            material: None,
            counting: None,
            full_board_draws: false,
            move_limit: 50,
            safe_royal_slides: false,
            goals: false,
            motions: &[],
            own_powers: &[],
        }
    }

    /// All kinds of pieces, by their numbers.
    pub fn each_kind(
        &self,
    ) -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone + use<> {
        (0..self.kinds.len() as u8).map(Kind::new)
    }

    /// What is said of a kind.
    #[inline(always)]
    pub const fn info(&self, kind: Kind) -> &'static KindInfo {
        &self.kinds[kind.index()]
    }

    /// The powers that a kind has by itself.
    #[inline(always)]
    pub const fn powers_of(&self, kind: Kind) -> PowerSet {
        self.info(kind).powers
    }

    /// Whether a kind is a king.
    #[inline(always)]
    pub const fn is_royal(&self, kind: Kind) -> bool {
        self.info(kind).royal
    }

    /// What a kind promotes to by a move that is written with `+`.
    #[inline]
    pub fn promoted(&self, kind: Kind) -> Option<Kind> {
        self.promoted.get(kind.index()).copied().flatten()
    }

    /// The kind that a kind is shown as: itself, unless it is a [twin](Self::twin_of).
    #[inline]
    pub fn shown(&self, kind: Kind) -> Kind {
        self.twin_of.get(kind.index()).copied().flatten().unwrap_or(kind)
    }

    /// The twin of a kind that a FEN writes as that with `~` behind it.
    pub(crate) fn twin(&self, kind: Kind) -> Option<Kind> {
        let is_it = |&twin: &Kind| twin != kind && self.shown(twin) == kind;
        self.each_kind().filter(is_it).find(|&twin| self.promoted_from(twin).is_none())
    }

    /// The kind that [promotes](Self::promoted) to a kind.
    pub(crate) fn promoted_from(&self, kind: Kind) -> Option<Kind> {
        self.each_kind().take(self.promoted.len()).find(|&from| self.promoted(from) == Some(kind))
    }

    /// What a kind goes back to by a move that is written with `-`.
    #[inline]
    pub fn demoted(&self, kind: Kind) -> Option<Kind> {
        self.demoted.get(kind.index()).copied().flatten()
    }

    /// The token of a piece as the FEN writes it, without the marks of a [twin](Self::twin_of): a letter, or letters in braces; upper case for
    /// White. Move text names what a piece becomes by the token of Black.
    pub fn token(&self, piece: Piece) -> String {
        let token = self.info(piece.kind()).token;
        let token = match piece.color() {
            Color::White => token.to_owned(),
            Color::Black => token.to_ascii_lowercase(),
        };
        if token.len() > 1 { format!("{{{token}}}") } else { token }
    }

    /// The same with the marks of a [twin](Self::twin_of): `Q~`, or `+P`.
    pub fn marked(&self, piece: Piece) -> String {
        if self.shown(piece.kind()) == piece.kind() {
            return self.token(piece);
        }
        match self.promoted_from(piece.kind()) {
            Some(kind) => format!("{PROMOTED}{}", self.token(Piece::new(kind, piece.color()))),
            None => self.token(piece) + TWIN,
        }
    }

    /// The kind of a token in any order of its letters, in upper case and without braces.
    pub fn kind_of_token(&self, token: &str) -> Option<Kind> {
        let sorted = |token: &str| {
            let mut letters: ArrayVec<u8, 8> = token.bytes().take(8).collect();
            letters.sort_unstable();
            letters
        };
        let own = (0u8..).zip(self.kinds).map(|(number, info)| (info.token, Kind::new(number)));
        let own = own.filter(|(_, kind)| self.shown(*kind) == *kind);
        let find = |token: &str| {
            let mut tokens = own.clone().chain(self.spellings.iter().copied());
            tokens.find(|(known, _)| sorted(known) == sorted(token)).map(|(_, kind)| kind)
        };
        find(token).or_else(|| {
            let letter = |(index, letter): (usize, char)| {
                let is_new = !token[..index].contains(letter);
                find(letter.encode_utf8(&mut [0; 4])).filter(|_| is_new)
            };
            token
                .char_indices()
                .map(letter)
                .reduce(|one, other| *self.joined.get(one?.index())?.get(other?.index())?)?
        })
    }
}
