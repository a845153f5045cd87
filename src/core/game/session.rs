//! The interface of a game in play whose ruleset is erased.

use thiserror::Error;

use super::{MoveView, Objection, Targets};
use crate::board::{Color, Shape, Square};
use crate::position::perft::Counter;
use crate::position::{Cell, EnPassant, FenError, IllegalMove, Move, MoveError, Setup, SetupError};
use crate::rules::{
    Castle, CastlingRights, Kind, KindInfo, Outcome, Piece, Power, PowerSet, Variant,
};

/// Why a position was not set up. The game keeps its previous position and moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The FEN is wrong.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move of the line is wrong.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move in the line, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// Why nothing fits what a person typed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypedError {
    /// The text does not have the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// No legal move fits the text.
    #[error("'{text}' is not legal: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// Why, in words.
        reason: String,
    },
}

/// A game in play: moves, and what the rules say of the position.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::rules::Variant;
///
/// let mut game = game::session(Variant::Chess);
/// game.set_position(None, &["f2f3", "e7e5", "g2g4", "d8h4"])?;
/// assert_eq!(game.outcome().map(|outcome| outcome.to_string()), Some("0-1 checkmate".to_owned()));
/// assert!(game.is_in_check() && game.legal_moves().is_empty());
/// # Ok::<(), game::PositionError>(())
/// ```
pub trait Game {
    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal in this position; nothing changes then.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// Takes the last move back; `None` if there is none.
    fn undo(&mut self) -> Option<Move>;

    /// The legal moves, in the order in which they are generated.
    ///
    /// A game that has ended by repetition, by the clock or by its material still has moves.
    fn legal_moves(&self) -> Vec<Move>;

    /// The moves that were played since the position was set up.
    fn moves_played(&self) -> Vec<Move>;

    /// How the game has ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether this side cannot win any more, whatever the other one plays. Where it is not known, it can.
    fn cannot_win(&self, side: Color) -> bool;

    /// How many times the position occurred before.
    fn repetitions(&self) -> usize;

    /// The side to move.
    fn side_to_move(&self) -> Color;

    /// Whether the side to move is in check.
    fn is_in_check(&self) -> bool;

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<Square>;

    /// The Zobrist key of the position.
    fn key(&self) -> u64;

    /// Plies since the last capture, pawn move or promotion.
    fn clock(&self) -> u32;

    /// The number of the move, counted up after each of Black's.
    fn move_number(&self) -> u32;

    /// Sets up the position of a FEN, or the start position without one, and plays moves from
    /// there.
    ///
    /// # Errors
    /// What is wrong with the FEN or with the first bad move; nothing changes then.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// A FEN that means what a faulty one may mean, and the faults that were mended for that; see
    /// [`Position::mended_fen`](crate::position::Position::mended_fen).
    fn mended_fen(&self, fen: &str) -> (String, Vec<FenError>);

    /// Sets up a position that is given as data.
    ///
    /// # Errors
    /// What is wrong with it; nothing changes then.
    fn set_setup(&mut self, setup: &Setup) -> Result<(), SetupError>;

    /// Sets the seventh FEN field of the start position; the empty field is the default. A game that
    /// has begun is not changed.
    ///
    /// # Errors
    /// If the game has no such field or none that can be so; nothing changes then.
    fn set_start_field(&mut self, field: &str) -> Result<(), SetupError>;

    /// Perft: the number of leaves of the tree of legal moves of this depth, at most
    /// [`MAX_DEPTH`](crate::position::perft::MAX_DEPTH), counted on the threads of the
    /// current rayon pool; `None` if the counter's stop flag was set.
    fn count(&self, depth: u32, counter: Counter<'_>) -> Option<u64>;

    /// Perft below each legal move, in the order of the moves' texts. `depth` is at least 1
    /// and at most [`MAX_DEPTH`](crate::position::perft::MAX_DEPTH). `None` if the counter's stop flag
    /// was set.
    fn divide(&self, depth: u32, counter: Counter<'_>) -> Option<Vec<(Move, u64)>>;

    /// Perft, counted on the calling thread alone. `depth` is at most
    /// [`MAX_DEPTH`](crate::position::perft::MAX_DEPTH).
    fn perft(&self, depth: u32) -> u64;
}

/// What a game and its position look like.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::rules::Variant;
///
/// let game = game::session(Variant::Chess);
/// let (e2, e5) = (game.parse_square("e2").unwrap(), game.parse_square("e5").unwrap());
/// let pawn_push = game.view(game.parse("e2e4")?).unwrap();
/// assert_eq!(game.kinds()[pawn_push.mover.index()].name, "Pawn");
/// let objection = game.objection(e2, e5).unwrap();
/// assert_eq!(game.explain(objection), "the Pawn on e2 cannot go there");
/// # Ok::<(), vertumnus_core::position::MoveError>(())
/// ```
pub trait Describe {
    /// The game.
    fn variant(&self) -> Variant;

    /// The name that people use for the game.
    fn title(&self) -> &'static str;

    /// The outline of the board, which names its squares.
    fn shape(&self) -> &'static Shape;

    /// Files and ranks of the board.
    fn dimensions(&self) -> (u8, u8) {
        (self.shape().files, self.shape().ranks)
    }

    /// The position as data.
    fn setup(&self) -> Setup;

    /// The position as FEN.
    fn fen(&self) -> String;

    /// The start position as FEN.
    fn start_fen(&self) -> String;

    /// The piece on a square; `None` if it is empty or not on the board.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// The castling moves of the game. [`CastlingRights`] are of their indices.
    fn castles(&self) -> &'static [Castle];

    /// The castling rights that stand.
    fn castling(&self) -> CastlingRights;

    /// All castling rights that a position with these pieces can have: those whose king and rook are
    /// at home.
    fn possible_castling(&self) -> CastlingRights;

    /// The pawn that has just made a double step; `None` if no en passant capture of it is legal.
    fn en_passant(&self) -> Option<EnPassant>;

    /// The cells of the board, indexed by [`Square`]: from the first rank up, each rank from the
    /// first file on.
    fn cells(&self) -> Vec<Cell> {
        self.setup().cells
    }

    /// What a side has in hand: kinds, and how many of each, in the order of the FEN. Where hands never become empty, one
    /// of each kind.
    fn in_hand(&self, color: Color) -> Vec<(Kind, u8)>;

    /// The kinds that can be in hand in this game, in the order of the FEN; none if it has no pieces in hand.
    fn kinds_in_hand(&self) -> Vec<Kind>;

    /// All kinds of pieces, indexed by [`Kind`].
    fn kinds(&self) -> &'static [KindInfo];

    /// A kind of piece; `None` if it is not one of this game's.
    fn kind(&self, kind: Kind) -> Option<&'static KindInfo> {
        self.kinds().get(kind.index())
    }

    /// The kind that a kind is shown as; see [`Facts::shown`](crate::rules::Facts::shown).
    fn shown(&self, kind: Kind) -> Kind {
        self.variant().facts().shown(kind)
    }

    /// What a piece of this game with these powers does: `slides like a queen, leaps like a knight`.
    fn in_words(&self, powers: PowerSet) -> String {
        self.variant().facts().in_words(powers)
    }

    /// Whether pieces of a kind can promote.
    fn promotes(&self, kind: Kind) -> bool;

    /// Whether such a piece can promote by a move between these squares that captures nothing.
    fn promotes_by(&self, piece: Piece, from: Square, to: Square) -> bool;

    /// What the piece on a square can do, with what its neighbors lend it; nothing if there is none.
    fn powers_at(&self, square: Square) -> PowerSet;

    /// What the pieces of the start position, on the board and in hand, are [shown](Self::shown) as.
    fn kinds_at_start(&self) -> Vec<Kind>;

    /// What the pieces on the board and in hand are [shown](Self::shown) as that the start position does not have.
    fn new_kinds(&self) -> Vec<Kind>;

    /// A piece as the FEN writes it: `N`, `{rn}`; a [twin](crate::rules::Facts::twin_of) as what it is shown as.
    fn token(&self, piece: Piece) -> String;

    /// A piece as the FEN writes it, with the marks of a [twin](crate::rules::Facts::twin_of): `N`, `{rn}`, `Q~`, `+p`.
    fn marked(&self, piece: Piece) -> String {
        let is_known = self.kind(piece.kind()).is_some();
        if is_known { self.variant().facts().marked(piece) } else { self.token(piece) }
    }

    /// The name of a square, such as `e4`.
    fn square_name(&self, square: Square) -> String {
        self.shape().square_name(square)
    }

    /// The square of a name; `None` if the board has no such square.
    fn parse_square(&self, name: &str) -> Option<Square> {
        self.shape().parse_square(name)
    }

    /// What a legal move does; `None` if the move is not legal here.
    fn view(&self, mv: Move) -> Option<MoveView>;

    /// What each legal move does, in the order of [`Game::legal_moves`].
    fn views(&self) -> Vec<MoveView>;

    /// Whether a move is a capture, a promotion, or as violent as these.
    fn is_noisy(&self, mv: Move) -> bool;

    /// The powers that the piece on a square has from neighbors, each with the square of a piece
    /// that lends it, once for each lender. Empty if there is no piece or no such square, and in games
    /// without lent powers.
    fn lenders(&self, square: Square) -> Vec<(Power, Square)>;

    /// Whether the piece on a square is kept from moving and attacking. False if there is no piece or no such square.
    fn is_frozen(&self, square: Square) -> bool;

    /// The powers each of which alone would lead the mover of a legal move to its target, past what it
    /// takes on its way, whether the mover has them or not. None if the move follows from no power, such
    /// as castling.
    fn ways(&self, mv: Move) -> PowerSet;

    /// Where the piece on a square goes and what it attacks, whichever side it belongs to; `None` if
    /// there is no piece.
    fn targets(&self, square: Square) -> Option<Targets>;

    /// Where the piece of the side to move on a square castles to as long as it has the right to, each with
    /// what is against that now.
    fn castlings(&self, square: Square) -> Vec<(Square, Option<Objection>)>;

    /// Why no legal move goes from one square to another; `None` if one does.
    fn objection(&self, from: Square, to: Square) -> Option<Objection>;

    /// Why the side to move cannot drop a kind on a square; `None` if it can.
    fn objection_to_drop(&self, kind: Kind, to: Square) -> Option<Objection>;

    /// An objection in words.
    fn explain(&self, objection: Objection) -> String {
        objection.text(self.shape(), self.kinds())
    }
}

/// Moves as text. `docs/san.md` defines the SAN of all games.
///
/// ```
/// use vertumnus_core::game;
/// use vertumnus_core::rules::Variant;
///
/// let game = game::session(Variant::Chess);
/// let line = [game.parse_san("Nf3")?];
/// assert_eq!(game.texts(&line), ["g1f3"]);
/// assert_eq!(game.sans(&line), ["Nf3"]);
/// # Ok::<(), vertumnus_core::position::MoveError>(())
/// ```
pub trait Notation {
    /// The canonical text of a legal move: `e2e4`, `e7e8q`, `d1d5{rn}`, `a1a4,a4a8`.
    ///
    /// Of a move that is not legal here it is the squares alone.
    fn text(&self, mv: Move) -> String;

    /// The legal move that a text means.
    ///
    /// # Errors
    /// If no legal move is meant by the text, or more than one.
    fn parse(&self, text: &str) -> Result<Move, MoveError>;

    /// The SAN of a legal move.
    ///
    /// Of a move that is not legal here it is the squares alone.
    fn san(&self, mv: Move) -> String;

    /// The legal move that is written in SAN.
    ///
    /// # Errors
    /// If no legal move is meant by the SAN, or more than one.
    fn parse_san(&self, san: &str) -> Result<Move, MoveError>;

    /// The legal moves that fit what a person typed, at least one; those that change and take the
    /// least come first.
    ///
    /// The text may be a move in either notation, or from and to, with blanks, in either case, and as
    /// incomplete as people write. What it does not say is left open: from and to alone fit every
    /// kind that the mover can become, and every choice of captures on the way. So a user who typed it
    /// is to be asked if more than one move fits. For programs there are [`parse`](Self::parse) and
    /// [`parse_san`](Self::parse_san), in which the exact text of a move means that move.
    ///
    /// # Errors
    /// If the text is not a move, or why no legal move fits.
    fn typed(&self, text: &str) -> Result<Vec<Move>, TypedError>;

    /// The canonical texts of moves that are played one after the other from here, up to the first
    /// that is not legal.
    fn texts(&self, line: &[Move]) -> Vec<String>;

    /// The SANs of moves that are played one after the other from here, up to the first that is not
    /// legal.
    fn sans(&self, line: &[Move]) -> Vec<String>;

    /// The canonical text of each legal move, in the order of [`Game::legal_moves`].
    fn legal_texts(&self) -> Vec<String>;

    /// The SAN of each legal move, in the order of [`Game::legal_moves`].
    fn legal_sans(&self) -> Vec<String>;

    /// The canonical texts of [`Game::moves_played`].
    fn texts_played(&self) -> Vec<String>;

    /// The SANs of [`Game::moves_played`].
    fn sans_played(&self) -> Vec<String>;

    /// The legal moves in the order of their canonical texts.
    fn moves_by_text(&self) -> Vec<Move>;
}

/// A game in play, for referees, protocols and records of games.
pub trait Session: Game + Describe + Notation + Send + Sync {
    /// The same game with the same past, to go another way.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// Plays the move that a text means.
    ///
    /// # Errors
    /// If no legal move is meant by the text, or more than one; nothing changes then.
    fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse(text)?;
        self.play(mv).map(|()| mv).map_err(|_| MoveError::Illegal(text.to_owned()))
    }

    /// Plays the move that is written in SAN.
    ///
    /// # Errors
    /// If no legal move is meant by the SAN, or more than one; nothing changes then.
    fn play_san(&mut self, san: &str) -> Result<Move, MoveError> {
        let mv = self.parse_san(san)?;
        self.play(mv).map(|()| mv).map_err(|_| MoveError::Illegal(san.to_owned()))
    }
}
