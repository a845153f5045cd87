//! What a game is: the [`Ruleset`] trait, the powers and kinds that pieces are made of, and the pieces on the
//! board. The games themselves are made of their files.
//!
//! A ruleset is a value that states the rules of its game; how moves follow from them is the business of
//! [`position`](crate::position). Positions and searches are compiled once for each type of ruleset. A
//! compiled game has a type of its own, whose value has no size.
//!
//! ```
//! use vertumnus_core::rules::morphing::Morphing;
//! use vertumnus_core::rules::{Power, Ruleset, Variant};
//!
//! let facts = Morphing.facts();
//! let info = facts.info(facts.kind_of_token("C").unwrap());
//! assert!(info.powers.has(Power::Rook) && info.powers.has(Power::Knight));
//! assert_eq!(info.powers.in_words(), "leaps like a knight, slides like a rook");
//! assert_eq!(Variant::named(facts.name), Some(Variant::Morphing));
//! ```
#![forbid(unsafe_code)]

mod becomes;
mod castling;
pub(crate) mod facts;
mod hands;
mod kind;
mod outcome;
mod placement;
pub mod power;
mod power_map;
pub(crate) mod registered;
mod registry;
#[cfg_attr(not(feature = "written"), allow(dead_code, reason = "nothing makes a slot"))]
mod slot;
mod words;
#[cfg(feature = "written")]
pub mod written;

// The games of the build: a module for each, made of its file.
include!(concat!(env!("OUT_DIR"), "/games.rs"));

use std::fmt::Debug;

pub use becomes::Becomes;
pub use castling::{Castle, CastlingRights};
pub use facts::Facts;
pub use hands::{Balanced, DropRule, HandRules, Hands, InHand, MOST_IN_HAND};
pub use kind::{Effect, KindInfo, Piece};
pub use outcome::{Outcome, Reason};
pub use placement::{Edit, Influence, MapOf, Placement, PowerBoards};
pub(crate) use power::Reach;
use power::flies;
pub use power::{Power, PowerSet};
pub use power_map::{PowerMap, PowerOf};
pub use registry::{ForeignRules, LoadError, Variant, Visitor};
pub use slot::Slot;
pub use vertumnus_definition as definition;
pub use vertumnus_definition::{Kind, KindTooHigh, Passing};

use crate::board::{Bits, Color, Geometry, Square};
use definition::Count;
use registered::Registered;

/// The set of squares of a ruleset's board.
pub type BitsOf<R> = <<R as Ruleset>::Geometry as Geometry>::Bits;

/// Whether this build plays written games. Where it does not, code for what only these state is left out.
pub const PLAYS_WRITTEN: bool = cfg!(feature = "written");

/// Whether this build has the games that come with the program and are not compiled.
pub const HAS_BUNDLE: bool = cfg!(feature = "bundle");

/// A move, as a ruleset sees it when it says what the mover becomes.
#[derive(Clone, Copy, Debug)]
pub struct Landing<'a, R: Ruleset> {
    /// The ruleset's own state of the position.
    pub state: R::State,
    /// The side that moves.
    pub color: Color,
    /// What moves.
    pub mover: Kind,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What it captures, in the order of its path.
    pub victims: &'a [Kind],
    /// The kinds to which nothing of its side [promotes now](Ruleset::promotes_no_more_to), bit `n` for the kind of number
    /// `n`.
    pub full: u128,
}

/// How it is found which moves of a side are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// They must not leave its only king attacked: by the checks and pins of the position.
    King,
    /// All are.
    Nothing,
    /// Each is made to find out.
    Trial,
}

/// The pieces that a side must not leave attacked beside its king.
#[derive(Clone, Copy, Debug, Default)]
pub struct Royals<B> {
    /// Each of these must be safe.
    pub each: B,
    /// One of these must be, if there are any.
    pub one_of: B,
}

/// What a ruleset keeps in a position in addition to the pieces, the side to move, castling and en
/// passant: `()` if there is nothing.
///
/// It is written as the seventh field of the FEN, unless it is the default.
pub trait State: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// A description of the seventh field of the FEN, for people; empty if there is no such field.
    const FIELD: &'static str;

    /// The options that set the field for the start of a game: one for each of its parts, which are
    /// separated by `/`, in their order.
    const OPTIONS: &'static [StateOption] = &[];

    /// Reads the field.
    fn parse(field: &str) -> Option<Self>;

    /// Writes the field.
    fn text(self) -> String;

    /// A number that no other state has that makes another position, as repetitions are counted; 0 for the default.
    fn packed(self) -> u64;

    /// How far a side with few pieces has counted, in a game with [`Facts::counting`]. It is not part of the field.
    #[inline]
    fn count(self) -> Count {
        Count::default()
    }

    /// The state with this count.
    #[inline]
    #[must_use]
    fn with_count(self, _count: Count) -> Self {
        self
    }
}

/// An option that sets a part of the seventh field of the FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateOption {
    /// Its name, which no other option has.
    pub name: &'static str,
    /// A description of its values, for people.
    pub takes: &'static str,
}

impl State for () {
    const FIELD: &'static str = "";

    fn parse(_field: &str) -> Option<Self> {
        None
    }

    fn text(self) -> String {
        String::new()
    }

    #[inline]
    fn packed(self) -> u64 {
        0
    }
}

/// The rules of one game.
///
/// The consts say what a game of this type may do, so that code for what none does is left out. What a
/// game does is asked of its value. Every game must give the items without a default; the others are for
/// what only some games have.
/// Rulesets can only be written in this crate: the trait is sealed, and the registry lists them.
pub trait Ruleset: Registered + Copy + Eq + Debug + Send + Sync + 'static {
    /// The board.
    type Geometry: Geometry;

    /// What a position keeps in addition to the pieces, the side to move, castling and en passant.
    type State: State;

    /// What its games may have in hand: `()` for nothing.
    type Hands: Hands;

    /// What the game states in plain data, if that is known when code is compiled.
    const FACTS: Option<&'static Facts>;

    /// All powers that may occur.
    const POWERS: PowerSet = match Self::FACTS {
        Some(facts) => facts.powers,
        None => panic!("only a compiled game can leave out its powers"),
    };

    /// Computes the powers of all pieces, in games in which they may [depend](Self::lends) on other pieces,
    /// too. If `None`, a piece has the powers of its kind.
    const INFLUENCE: Option<Influence<Self>> = None;

    /// Whether there may be [safe royal slides](Facts::safe_royal_slides).
    const ROYAL_SLIDES: bool = match Self::FACTS {
        Some(facts) => facts.safe_royal_slides,
        None => true,
    };

    /// Whether pieces may fly: take enemies on their way.
    const FLIES: bool = match Self::FACTS {
        Some(facts) => flies(facts.powers),
        None => true,
    };

    /// Whether pieces may be kept to a part of the board, see [`mobility`](Self::mobility).
    const CONFINES: bool = false;

    /// Whether other pieces than the plain pawn may step twice, or from elsewhere than its second rank, or
    /// be taken for it by other pieces than those that attack as it does.
    const FREE_STEPS: bool = false;

    /// Whether pieces may go over to the other side.
    const CHANGES_SIDES: bool = false;

    /// Whether what castles may be other pieces than the plain king, and may stay where it is or go to
    /// where its rook stands.
    const FREE_CASTLING: bool = false;

    /// Whether a side may [pass](Self::passing), and moves may leave a piece where it stands.
    const PASSES: bool = false;

    /// Whether pieces may [merge](Self::merges) and [come apart](Self::parts).
    const MERGES: bool = false;

    /// The board.
    fn board(self) -> Self::Geometry;

    /// The powers of a written game; none of a compiled one, which has its [`POWERS`](Self::POWERS).
    #[inline(always)]
    fn slots(self) -> &'static [Slot<BitsOf<Self>>] {
        &[]
    }

    /// Those powers of a set that a written game states.
    #[inline(always)]
    fn slots_in(self, powers: PowerSet) -> impl Iterator<Item = &'static Slot<BitsOf<Self>>> {
        let powers = if Self::FACTS.is_none() { powers } else { PowerSet::default() };
        // They are in the order of their names.
        powers.numbers_among(self.facts().powers).filter_map(move |number| self.slots().get(number))
    }

    /// What the game states in plain data.
    #[inline(always)]
    fn facts(self) -> &'static Facts {
        const { Self::FACTS.expect("only a compiled game can leave out its facts") }
    }

    /// A word that tells a written game from others: the Zobrist key of its empty board.
    #[inline(always)]
    fn key(self) -> u64 {
        0
    }

    /// Whether pieces have powers from others, so that the game has the [influence](Self::INFLUENCE) of its type.
    #[inline(always)]
    fn lends(self) -> bool {
        Self::INFLUENCE.is_some()
    }

    /// Whether what a piece can do does not follow from its kind alone: others lend it powers, or it has some on some
    /// squares alone.
    #[inline(always)]
    fn powers_vary(self) -> bool {
        self.lends()
    }

    /// What a piece of this kind lends, in a game in which pieces [do](Self::lends).
    fn lent_by(self, kind: Kind) -> PowerSet {
        self.facts().powers_of(kind)
    }

    /// The pieces of which some may lend to a side's.
    fn lenders(self, placement: &Placement<Self>, color: Color) -> BitsOf<Self> {
        placement.of(color)
    }

    /// Whether a piece of the side to move that stands here makes double steps, if its kind does and nothing is
    /// in the way.
    #[inline(always)]
    fn steps_by_itself(self, _placement: &Placement<Self>, _from: Square) -> bool {
        true
    }

    /// What [`Power::attacks`] says of any power of the game.
    fn attacks(
        self,
        power: Power,
        color: Color,
        from: Square,
        occupied: BitsOf<Self>,
    ) -> BitsOf<Self> {
        power.attacks(self.board(), color, from, occupied)
    }

    /// What a mover can become where it lands, by capture, promotion or the square: at least one kind, unless the game
    /// [bars](Self::bars) the move, and each only once.
    #[inline]
    fn becomes(self, landing: Landing<'_, Self>) -> Becomes {
        let Landing { color, mover, to, .. } = landing;
        let promotes = self.promotion_zone(mover, color).has(to);
        let kinds = if promotes { self.facts().promotions } else { &[mover] };
        kinds.iter().map(|&kind| self.settled(kind, color, to)).collect()
    }

    /// What a mover can become that captures en passant, see [`becomes`](Self::becomes).
    #[inline]
    fn becomes_in_passing(self, landing: Landing<'_, Self>) -> Becomes {
        self.becomes(landing)
    }

    /// Whether pieces go onto others of their side, where they could capture, and become one with them.
    #[inline(always)]
    fn merges(self) -> bool {
        false
    }

    /// Whether a piece becomes one with another of its side onto which it goes.
    #[inline(always)]
    fn merges_with(self, _mover: Kind, _friend: Kind) -> bool {
        false
    }

    /// What a mover can become that goes onto a piece of its side, the victim of the landing, and becomes one with it;
    /// nothing if there is no such move. See [`becomes`](Self::becomes).
    #[inline]
    fn becomes_merged(self, _landing: Landing<'_, Self>) -> Becomes {
        Becomes::new()
    }

    /// Whether parts may [leave](Self::parts) pieces.
    #[inline(always)]
    fn splits(self) -> bool {
        false
    }

    /// What may leave a piece of a kind by a move without capture, each with what stays then.
    #[inline(always)]
    fn parts(self, _kind: Kind) -> &'static [(Kind, Kind)] {
        &[]
    }

    /// Whether parts may leave a piece that is attacked.
    #[inline(always)]
    fn splits_if_attacked(self) -> bool {
        false
    }

    /// What a rook is that has castled to a square.
    #[inline(always)]
    fn castled_rook(self, rook: Kind, _color: Color, _square: Square) -> Kind {
        rook
    }

    /// What a piece of this kind and color is on a square, in games in which the square matters.
    #[inline]
    fn settled(self, kind: Kind, _color: Color, _square: Square) -> Kind {
        kind
    }

    /// The squares on which a piece of this kind and color promotes if it moves there.
    #[inline]
    fn promotion_zone(self, kind: Kind, color: Color) -> BitsOf<Self> {
        let facts = self.facts();
        if facts.pawn == Some(kind) && !facts.promotions.is_empty() {
            self.board().rank_of(color, facts.promotion_rank.into())
        } else {
            Bits::EMPTY
        }
    }

    /// The squares to which a move of this kind and color from a square may promote it.
    #[inline(always)]
    fn promotion_zone_from(self, kind: Kind, color: Color, _from: Square) -> BitsOf<Self> {
        self.promotion_zone(kind, color)
    }

    /// The kinds of which a side has so many pieces that no move between these squares promotes to one more, bit `n` for
    /// the kind of number `n`.
    #[inline(always)]
    fn promotes_no_more_to(
        self,
        _placement: &Placement<Self>,
        _color: Color,
        _from: Square,
        _to: Square,
    ) -> u128 {
        0
    }

    /// Whether a move may make [nothing](Self::becomes) of its piece, and does not exist then.
    #[inline(always)]
    fn bars(self) -> bool {
        false
    }

    /// Whether moves remove pieces as a [side effect](Self::removed).
    #[inline(always)]
    fn removes(self) -> bool {
        false
    }

    /// The squares to which a move of this kind removes pieces as a side effect, see
    /// [`removed`](Self::removed).
    #[inline]
    fn removes_at(self, _placement: &Placement<Self>, _kind: Kind, _color: Color) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// The squares from which pieces are removed as a side effect when a piece has moved to `to`, and
    /// captured or not. The placement is that after the move, and the mover may be among the removed. A
    /// side can lose its king, and the game, by a move of the enemy, but not by its own.
    #[inline]
    fn removed(
        self,
        _placement: &Placement<Self>,
        _to: Square,
        _has_captured: bool,
    ) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Those of the [removed](Self::removed) that a capture on a square has blown up.
    #[inline]
    fn blasted(self, _placement: &Placement<Self>, _to: Square) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether captures [remove](Self::removed) pieces around. What is [royal](Self::royals) is not attacked then
    /// while it stands a king's step away from what is royal of the other side.
    #[inline(always)]
    fn blasts(self) -> bool {
        false
    }

    /// The targets to which moves of a piece must be made on a copy of the position to find out
    /// whether its king is safe, because such a move changes what enemies can do. `safe` are the
    /// targets that leave the king safe if it does not.
    #[inline]
    fn uncertain_targets(
        self,
        _placement: &Placement<Self>,
        _from: Square,
        _mover: Piece,
        _safe: BitsOf<Self>,
    ) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether what others borrow depends on where a piece of this kind stands.
    #[inline(always)]
    fn matters_to_loans(self, _kind: Kind) -> bool {
        false
    }

    /// Whether a move restarts the clock though it captures nothing, because the mover can never go
    /// back. `becomes` is what the mover becomes.
    #[inline]
    fn resets_clock(self, landing: Landing<'_, Self>, _becomes: Kind) -> bool {
        self.facts().pawn == Some(landing.mover)
    }

    /// The pieces over and onto which some powers [do not](PowerOf::shuns) go. If there may be some, each move is
    /// [tried](Safety::Trial).
    #[inline(always)]
    fn shunned(self, _placement: &Placement<Self>) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// The squares to which a piece of this kind and color may go, and which it attacks.
    #[inline(always)]
    fn mobility(self, _kind: Kind, _color: Color) -> BitsOf<Self> {
        !BitsOf::<Self>::EMPTY
    }

    /// Where a piece captures, and where it goes without, by some of its powers, and the rest, which are to be asked.
    #[inline(always)]
    fn reached_together(
        self,
        placement: &Placement<Self>,
        from: Square,
        _color: Color,
        kind: Kind,
        _occupied: BitsOf<Self>,
    ) -> (BitsOf<Self>, BitsOf<Self>, PowerSet) {
        (Bits::EMPTY, Bits::EMPTY, placement.powers_at(from, kind))
    }

    /// `[power]`: the squares on which a piece has it, in a written game.
    #[inline(always)]
    fn powers_by_square(self, _piece: Piece) -> &'static [BitsOf<Self>] {
        &[]
    }

    /// Squares to which a move of a piece, if it may go there, makes nothing else of it. There may be more.
    #[inline(always)]
    fn unchanged(
        self,
        _kind: Kind,
        _color: Color,
        _from: Square,
        _occupied: BitsOf<Self>,
    ) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether checks, pins and attacks may not say all of what is legal, or moves may do more than to go and capture.
    #[inline(always)]
    fn moves_oddly(self) -> bool {
        true
    }

    /// The pieces that attack a square by some powers, and whether others may by the rest.
    #[inline(always)]
    fn attackers_together(
        self,
        _placement: &Placement<Self>,
        _square: Square,
        _by: Color,
        _occupied: BitsOf<Self>,
    ) -> (BitsOf<Self>, bool) {
        (Bits::EMPTY, true)
    }

    /// The squares to which a piece steps twice in one direction, if they are empty, or three times if the game
    /// has [`FREE_STEPS`](Self::FREE_STEPS). Those of the first step, which must be empty, may be among them if it
    /// can go there anyhow.
    #[inline(always)]
    fn double_steps(
        self,
        color: Color,
        kind: Kind,
        from: Square,
        occupied: BitsOf<Self>,
    ) -> BitsOf<Self> {
        match self.facts().double_step {
            Some(power)
                if self.facts().pawn == Some(kind) && self.board().rank_for(color, from) == 1 =>
            {
                power.double_steps(self.board(), color, from, occupied)
            }
            _ => Bits::EMPTY,
        }
    }

    /// Whether a move of a piece that neither captures nor changes it is a double or triple step.
    #[inline(always)]
    fn is_double_step(self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        let (board, empty) = (self.board(), Bits::EMPTY);
        self.facts().double_step.is_some_and(|power| {
            self.facts().pawn == Some(kind)
                && board.rank_for(color, from) == 1
                && !power.quiet_moves(board, color, from, empty).has(to)
                && power.double_steps(board, color, from, empty).has(to)
        })
    }

    /// Whether a piece of this kind can have just made a double or triple step.
    fn may_have_stepped(self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        self.is_double_step(color, kind, from, to)
    }

    /// Whether a piece that attacks a square captures en passant there, if the game has
    /// [`FREE_STEPS`](Self::FREE_STEPS). `goes` says whether it can go there without capture, too.
    #[inline]
    fn takes_en_passant(
        self,
        _color: Color,
        _kind: Kind,
        _from: Square,
        _target: Square,
        _goes: bool,
    ) -> bool {
        false
    }

    /// Whether pieces [do](Self::CHANGES_SIDES) go over to the other side.
    #[inline(always)]
    fn changes_sides(self) -> bool {
        false
    }

    /// Whether a mover goes over to the other side by a move that captures this, or nothing; castling apart. Such
    /// moves are [uncertain](Self::uncertain_targets).
    #[inline(always)]
    fn goes_over(self, _mover: Kind, _victim: Option<Kind>) -> bool {
        false
    }

    /// The enemies that go over to a side when its pieces on some squares have moved there.
    #[inline(always)]
    fn converted(
        self,
        _placement: &Placement<Self>,
        _by: Color,
        _moved: BitsOf<Self>,
    ) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether a piece is kept from moving and attacking, in a game in which others [matter](Self::lends) to that.
    #[inline(always)]
    fn is_frozen(self, _placement: &Placement<Self>, _square: Square) -> bool {
        false
    }

    /// Whether enemies stand as no move may leave them. If there are such pairs, each move is [tried](Safety::Trial).
    #[inline(always)]
    fn has_forbidden_contact(self, _placement: &Placement<Self>) -> bool {
        false
    }

    /// How it is found which moves of a side are legal.
    #[inline(always)]
    fn safety(self, _color: Color) -> Safety {
        Safety::King
    }

    /// Whether a side has a king, which it has until the game is over.
    #[inline(always)]
    fn has_king(self, _color: Color) -> bool {
        true
    }

    /// What a side must not leave attacked beside its king.
    #[inline(always)]
    fn royals(self, _placement: &Placement<Self>, _color: Color) -> Royals<BitsOf<Self>> {
        Royals { each: Bits::EMPTY, one_of: Bits::EMPTY }
    }

    /// Whether pieces of a kind are [royal](Self::royals) while there are few of them.
    #[inline(always)]
    fn may_be_royal(self, _kind: Kind) -> bool {
        false
    }

    /// Whether moves that give check are legal. If not, each move is [tried](Safety::Trial).
    #[inline(always)]
    fn may_check(self) -> bool {
        true
    }

    /// Whether no move may leave the two kings on a rank or file with nothing between them.
    #[inline(always)]
    fn flying_general(self) -> bool {
        false
    }

    /// Whether the side to move has to part the kings, or pass, if they stand on a rank or file with nothing between
    /// them.
    #[inline(always)]
    fn facing_is_answered(self) -> bool {
        false
    }

    /// When a side may pass.
    #[inline(always)]
    fn passing(self, _color: Color) -> Passing {
        Passing::Never
    }

    /// Whether a king in check may not move, unless it captures the only piece that checks it.
    #[inline(always)]
    fn checked_king_stays(self) -> bool {
        false
    }

    /// Whether a side that [has reached](Self::ended) the squares on which it wins has won at once only if the other
    /// side cannot go to its own with a move of its king.
    #[inline(always)]
    fn may_answer(self, _side: Color) -> bool {
        false
    }

    /// What comes into hands, and how it comes to the board; `None` in a game without pieces in hand.
    #[inline(always)]
    fn hands(self) -> Option<&'static HandRules<BitsOf<Self>>> {
        None
    }

    /// Whether a FEN of the game has a field for the state.
    #[inline]
    fn has_state(self) -> bool {
        !Self::State::FIELD.is_empty()
    }

    /// Reads that field, which is empty if the FEN has none.
    fn read_state(self, field: &str) -> Option<Self::State> {
        if field.is_empty() { Some(Self::State::default()) } else { Self::State::parse(field) }
    }

    /// The seventh field of the FEN for a state.
    fn state_text(self, state: Self::State) -> String {
        state.text()
    }

    /// Whether the state counts the checks that are given.
    #[inline(always)]
    fn counts_checks(self) -> bool {
        false
    }

    /// How many checks a side still has to give to win; 0 if it does not win so.
    #[inline(always)]
    fn checks_left(self, _state: Self::State, _color: Color) -> u8 {
        0
    }

    /// The state when a side has given check, if it [counts](Self::counts_checks) checks.
    #[inline(always)]
    fn after_check(self, state: Self::State, _by: Color) -> Self::State {
        state
    }

    /// The state after a turn, whether a side passed and whether the kings [faced](Self::facing_is_answered) each other
    /// before it.
    #[inline(always)]
    fn after_turn(self, state: Self::State, _passed: bool, _faced: bool) -> Self::State {
        state
    }

    /// Why the game has ended if nothing happens any more: by the state, and by whether the kings face each other.
    #[inline(always)]
    fn standstill(self, _state: Self::State, _faces: impl FnOnce() -> bool) -> Option<Reason> {
        None
    }

    /// How the game has ended if the state decides it.
    #[inline(always)]
    fn ended_by_state(self, _state: Self::State, _side_to_move: Color) -> Option<Outcome> {
        None
    }

    /// The squares on which a piece of this kind and color wins.
    #[inline(always)]
    fn goals(self, _kind: Kind, _color: Color) -> BitsOf<Self> {
        Bits::EMPTY
    }

    /// Whether there are pieces that one of this kind [may not capture](Self::may_capture).
    #[inline(always)]
    fn spares(self, _mover: Kind) -> bool {
        false
    }

    /// Whether a piece may capture another that is no king, if it gets there.
    #[inline(always)]
    fn may_capture(self, _mover: Kind, _victim: Kind) -> bool {
        true
    }

    /// What is left of a piece of this kind when it has spent what is there for one move: by a move that this other kind
    /// could not make.
    #[inline(always)]
    fn spent(self, _mover: Kind) -> Option<Kind> {
        None
    }

    /// Whether there are pieces whose capture takes one of this kind [off the board](Self::vanishes).
    #[inline(always)]
    fn may_vanish(self, _mover: Kind) -> bool {
        false
    }

    /// Whether a piece that captures another on one square vanishes with it. Such moves are
    /// [uncertain](Self::uncertain_targets).
    #[inline(always)]
    fn vanishes(self, _mover: Kind, _victim: Kind) -> bool {
        false
    }

    /// How the game has ended if the pieces and who is to move decide it. A game that has ended has no legal
    /// moves. `is_attacked` says whether a side attacks a square.
    #[inline]
    fn ended(
        self,
        _placement: &Placement<Self>,
        _hands: &Self::Hands,
        _side_to_move: Color,
        _is_attacked: impl Fn(Square, Color) -> bool,
    ) -> Option<Outcome> {
        None
    }

    /// Whether neither side can win with these pieces. Two plain kings alone are always a dead draw.
    fn is_dead_draw(self, placement: &Placement<Self>) -> bool {
        let is_plain = |square| placement.kind_at(square) == self.facts().king;
        placement.occupied() == placement.royals() && placement.royals().squares().all(is_plain)
    }

    /// Whether a side cannot win with its pieces, whatever the other side plays. Where it is not known, it can.
    fn cannot_win(self, placement: &Placement<Self>, _side: Color) -> bool {
        self.is_dead_draw(placement)
    }

    /// Checks whether a piece is what a square makes of it.
    ///
    /// # Errors
    /// That it is not.
    fn check_settled(self, piece: Piece, square: Square) -> Result<(), &'static str> {
        if self.settled(piece.kind(), piece.color(), square) == piece.kind() {
            Ok(())
        } else {
            Err("on this square it is another piece")
        }
    }

    /// Checks whether a piece may stand on a square.
    ///
    /// # Errors
    /// The reason why not, without the piece and the square.
    fn check_square(self, piece: Piece, square: Square) -> Result<(), &'static str> {
        let rank = |square| self.board().rank_for(piece.color(), square);
        let ours = self.promotion_zone(piece.kind(), piece.color());
        self.check_settled(piece, square)?;
        if self.facts().pawn != Some(piece.kind()) {
            Ok(())
        } else if rank(square) == 0 {
            Err("a pawn cannot stand on its own first rank")
        } else if ours.squares().any(|zone| rank(square) >= rank(zone)) {
            Err("a pawn cannot stand where it promotes or beyond")
        } else {
            Ok(())
        }
    }

    /// Checks whether the pieces may stand as they do.
    ///
    /// # Errors
    /// The reason why not.
    fn check_placement(self, _placement: &Placement<Self>) -> Result<(), &'static str> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
