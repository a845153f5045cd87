//! A game as plain data: the form in which a text that was read reaches those who play it. Nothing here reads
//! text, and nothing checks: whoever makes a [`Definition`] keeps what the comments of its fields promise.
//!
//! **Directions.** All steps are White's, as (files, ranks): `(1, 0)` goes towards the last file,
//! `(0, 1)` towards the last rank. Black makes the step turned by 180 degrees, `(-files, -ranks)`, so
//! that a piece that goes forward and to its own right does so for both sides. It is a turn and not a
//! mirror: what looks to the king's side for White looks to the queen's side for Black if both stand as
//! in chess. Regions, castling and all else that has a side are not turned: they are given for each.
//!
//! **Squares** are numbered `rank * files + file`.

pub use crate::draws::*;
pub use crate::handicaps::Handicaps;
use crate::{ByColor, Color, Kind, Square};

/// What a file says about its game to people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What is special in it, in a sentence or two.
    pub words: Option<String>,
    /// Who invented it.
    pub inventor: Option<String>,
    /// Where its rules are published.
    pub source: Option<String>,
}

/// A game.
///
/// In each list of kinds, none occurs twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name by which protocols select it: ASCII letters in lower case, digits, `-` and `_`.
    pub name: String,
    /// Other names by which it is selected, of the same letters.
    pub other_names: Vec<String>,
    /// The name that people use.
    pub title: String,
    /// What is said about it besides its rules.
    pub about: About,
    /// The board.
    pub board: BoardDefinition,
    /// All kinds of pieces, by their numbers.
    pub kinds: Vec<KindDefinition>,
    /// The start position as a FEN of six fields, with `*` where the board has a hole; with the checks
    /// [to be given](Aims::checks_to_win), as in `3+3`, before the counters.
    ///
    /// Each side has one royal piece if it has a [king](Self::kings), and else none; the side that is not to move is
    /// not in check.
    pub start: String,
    /// Which side has a king.
    pub kings: ByColor<bool>,
    /// Who promotes where, and to what: of several rules for a kind and a square, the first.
    pub promotion: ByColor<Vec<Promotion>>,
    /// Other tokens than [its own](KindDefinition::token) by which a kind is read; it is never written
    /// so.
    pub aliases: Vec<(String, Kind)>,
    /// `[kind][kind]`: the kind that has the parts of both, where the better parts swallow the lesser. By it are read
    /// tokens of more letters than it takes, each of them a kind's, in whatever order. Empty if parts swallow no others.
    pub joined: Vec<Vec<Option<Kind>>>,
    /// What moves and squares make of pieces.
    pub changes: Changes,
    /// By what sides do without some of that.
    pub handicaps: Handicaps,
    /// Who lends whom its ways of moving.
    pub lending: Lending,
    /// Which pieces annihilate each other.
    pub annihilations: Vec<Annihilation>,
    /// What captures blow up; `None` if nothing.
    pub blast: Option<Blast>,
    /// What pieces do to enemies in their zones.
    pub contacts: Contacts,
    /// The pieces in hand; `None` if there are none.
    pub hands: Option<Hands>,
    /// `[kind]`: how many pieces of it a side may have at most for another to promote to one more, 0 for any number.
    /// Those on the board count, and twins as what they [seem](KindDefinition::twin_of). Empty if there are no such
    /// limits.
    pub promotion_limits: Vec<u8>,
    /// `[kind]`: what it promotes to by a move that is written with `+`, and what a piece of its letter is in a FEN that
    /// has `+` before it. Empty if no move is written so.
    pub promoted: Vec<Option<Kind>>,
    /// `[kind]`: what it goes back to by a move that is written with `-`. Empty if no move is written so.
    pub demoted: Vec<Option<Kind>>,
    /// Whether no move may leave a piece, unless that promotes, where it could not move on an empty board, however it is
    /// surrounded. Captures en passant and castling may.
    pub immobility_is_illegal: bool,
    /// Where a piece that has [double steps](KindDefinition::double_steps) may make one from.
    pub double_step: ByColor<Region>,
    /// Where a piece that has [triple steps](KindDefinition::triple_step) may make one from.
    pub triple_step: ByColor<Region>,
    /// Who captures en passant, and where, by the side that captures.
    pub en_passant: ByColor<EnPassantRule>,
    /// The castling moves, in the order in which a FEN writes their letters; at most four.
    pub castles: Vec<CastleDefinition>,
    /// What a side is after, and what it may not do, where that is not as in chess.
    pub aims: Aims,
    /// What having no legal move without being in check is for the side that has none.
    pub stalemate: Value,
    /// How a side wins by going somewhere.
    pub flag: ByColor<Flag>,
    /// What befalls a side that has few pieces left.
    pub extinction: Option<Extinction>,
    /// How it ends without a winner, and what that is worth.
    pub draws: Draws,
    /// The kinds whose moves restart the clock, as captures always do.
    pub restarts_clock: ByColor<Vec<Kind>>,
    /// Whether kings pass squares alone that no enemy attacks, and attack nothing beyond such a square: by slides, rides
    /// and whatever goes over pieces, with or without capture. Where one goes is asked of the board without it. What
    /// an enemy king attacks counts, too, but not when it is asked what a king attacks.
    pub safe_royal_slides: bool,
}

/// A board: a rectangle of at most 16 files, 10 ranks and 128 cells, some of which may be holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardDefinition {
    /// Width.
    pub files: u8,
    /// Height.
    pub ranks: u8,
    /// The cells that are no squares: no piece ever stands there, and slides end before them.
    pub holes: Region,
}

impl KindDefinition {
    /// Whether it is a [cannon](Over::ShyCannon) that shuns others.
    pub fn is_shy(&self) -> bool {
        self.powers.iter().any(|motion| motion.over == Over::ShyCannon)
    }
}

impl BoardDefinition {
    /// The square of this file and rank, both from 0, if it exists.
    pub fn square(&self, file: i8, rank: i8) -> Option<Square> {
        if !(0..self.files as i8).contains(&file) || !(0..self.ranks as i8).contains(&rank) {
            return None;
        }
        let square = Square::new(rank as u8 * self.files + file as u8);
        (!self.holes.has(square)).then_some(square)
    }

    /// All squares of the board, without the holes.
    pub fn squares(&self) -> Region {
        let cells = u32::from(self.files) * u32::from(self.ranks);
        Region((u128::MAX >> (u128::BITS - cells)) & !self.holes.0)
    }
}

/// A set of squares: bit `n` is the square of index `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Region(pub u128);

impl Region {
    /// No squares.
    pub const EMPTY: Self = Self(0);

    /// The squares of all boards.
    pub const ALL: Self = Self(u128::MAX);

    /// Whether a square belongs to it.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether no square does.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindDefinition {
    /// The letters of the FEN, `A` to `Z`: one, or several, which are written in braces. No two kinds have
    /// the same letters in another order. At most eight.
    pub token: String,
    /// The name that people use.
    pub name: String,
    /// The kind that it seems to be, having become it by promotion: it has its token, its name and its moves, and is
    /// among all kinds of which a rule speaks where that is, but its [capture](Hands::captured) puts another piece
    /// into a hand, or it can go [back](Definition::demoted). A FEN writes it as its origin with `+` before it if it is
    /// what that is [promoted](Definition::promoted) to, or else with `~` behind it. `None` if it is no twin. Twins are
    /// the last kinds, none of them royal.
    pub twin_of: Option<Kind>,
    /// Whether it is a king, which must not be left attacked. The first of them is the plain king.
    pub royal: bool,
    /// How it moves. The same square may be reached by several of them; that is still one move.
    pub powers: Vec<Motion>,
    /// The steps that it may make twice in one move if it stands in its side's
    /// [region](Definition::double_step): to an empty square, over an empty square. The square in
    /// between is where it can be taken en passant. A king does not go so where an enemy could take it en passant on
    /// the next move, and has no such steps where kings go over [safe squares alone](Definition::safe_royal_slides).
    pub double_steps: Vec<Step>,
    /// Whether it may go three squares straight ahead in one move if it stands in its side's
    /// [region](Definition::triple_step): to an empty square, over empty squares. On each of the two in between
    /// it can be taken en passant.
    pub triple_step: bool,
    /// Where it may go to, by side; it attacks nothing else either, and takes nothing else in passing. All squares,
    /// unless the game says otherwise.
    pub mobility: ByColor<Region>,
}

/// A step, as White makes it: files towards the last one, and ranks towards the last one; never (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Files, -15 to 15.
    pub files: i8,
    /// Ranks, -15 to 15.
    pub ranks: i8,
}

impl Step {
    /// The squares between the ends of the step, as steps from its beginning: straight on until the rest is diagonal.
    pub fn between(self) -> impl Iterator<Item = Self> {
        let Self { files, ranks } = self;
        let (long, short) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let at = move |taken: i8| {
            let part = |whole: i8| {
                let diagonal = (taken - (long - short)).max(0);
                whole.signum() * if whole.abs() == long { taken } else { diagonal }
            };
            Self { files: part(files), ranks: part(ranks) }
        };
        (1..long).map(at)
    }
}

/// A way of moving: a step in one of several directions, repeated or not. Each square that it lands on
/// must be empty, but for the last, unless it goes [over](Over) pieces; what lies between two landings does not
/// matter, unless it is [lame](Over::Lame).
///
/// With a limit of 1 it is a leap. Repeated, it is a slide if no step is longer than a king's, otherwise
/// the ride of a leaper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The directions, sorted, each only once; at least one.
    pub steps: Vec<Step>,
    /// How many times the step may be repeated in one direction, 1 for a leap; `None` for as often as
    /// there is room.
    pub limit: Option<u8>,
    /// What it may be used for.
    pub purpose: Purpose,
    /// Over which pieces it goes.
    pub over: Over,
    /// On which squares it can be used.
    pub grounds: Grounds,
}

/// On which squares a way of moving can be used, by the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// Where it may begin.
    pub from: ByColor<Region>,
    /// Where it may end. It passes other squares, too, but attacks nothing there.
    pub to: ByColor<Region>,
}

impl Grounds {
    /// All squares of all boards.
    pub const EVERYWHERE: Self =
        Self { from: ByColor([Region::ALL; 2]), to: ByColor([Region::ALL; 2]) };
}

impl Default for Grounds {
    fn default() -> Self {
        Self::EVERYWHERE
    }
}

/// Over which pieces a way of moving goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Over {
    /// Over none: it ends at the first piece.
    #[default]
    None,
    /// Over one of either side, or none: it ends at the second piece. Only slides along all of a rook's or all of a
    /// bishop's lines, without limit and for any purpose.
    One,
    /// Over all, in the same slides. It flies, and captures each enemy on its way or passes it, as the player likes. What it makes of
    /// the piece follows from its captures one after the other, as they lie on the way; the last may be where
    /// it lands.
    All,
    /// Over exactly one of either side, its hurdle, and on to any square up to the next piece, as a cannon. A limit
    /// counts from where it began.
    Cannon,
    /// The same, but neither over nor onto a piece that has such a way of moving by itself, as a cannon of Janggi.
    ShyCannon,
    /// Over exactly one of either side, however far away, to the square right behind it, as a grasshopper.
    Grasshopper,
    /// Not even over the squares [between](Step::between) the ends of its step, which must exist and be empty, as a
    /// horse of Xiangqi. It is a leap.
    Lame,
}

impl Over {
    /// Whether it needs a hurdle.
    pub const fn hops(self) -> bool {
        matches!(self, Self::Cannon | Self::ShyCannon | Self::Grasshopper)
    }
}

impl Motion {
    /// The pegasus's: a king's step, or a knight's move whose second half, straight or diagonal, has any length;
    /// it leaps.
    ///
    /// The square after its first half must exist, which it does on all boards without holes.
    pub fn pegasus() -> Self {
        let mut steps = vec![(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let diagonally = (0..10).map(|half| (half, half + 1));
        let straight = (2..16).map(|half| (1, half));
        for (short, long) in diagonally.chain(straight) {
            for (a, b) in [(short, long), (long, short)] {
                steps.extend([(a, b), (-a, b), (a, -b), (-a, -b)]);
            }
        }
        let mut steps: Vec<Step> =
            steps.into_iter().map(|(files, ranks)| Step { files, ranks }).collect();
        steps.sort_unstable();
        steps.dedup();
        let grounds = Grounds::EVERYWHERE;
        Self { steps, limit: Some(1), purpose: Purpose::Any, over: Over::None, grounds }
    }

    /// Whether it is a single step of any length.
    pub fn is_leap(&self) -> bool {
        self.limit == Some(1)
    }

    /// Whether it goes over the squares of a line one by one: a step of a king, repeated.
    pub fn is_slide(&self) -> bool {
        !self.is_leap() && self.steps.iter().all(|step| step.files.abs().max(step.ranks.abs()) == 1)
    }
}

/// What a way of moving may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// To move to an empty square and to capture.
    Any,
    /// Only to move to an empty square; it attacks nothing.
    Move,
    /// Only to capture.
    Capture,
}

impl Purpose {
    /// Whether a move to an empty square is allowed.
    pub const fn moves(self) -> bool {
        !matches!(self, Self::Capture)
    }

    /// Whether captures are allowed, and so check.
    pub const fn captures(self) -> bool {
        !matches!(self, Self::Move)
    }
}

/// Who promotes, where, and to what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Promotion {
    /// The kinds that promote, none of them royal.
    pub kinds: Vec<Kind>,
    /// The squares to which a move promotes.
    pub region: Region,
    /// Whether a move promotes as well that begins there.
    pub leaving: bool,
    /// What they become, one of these, in the order of the file, but none of which the side has
    /// [too many](Definition::promotion_limits). If empty, nothing promotes, and moves into the region are plain moves.
    pub into: Vec<Kind>,
    /// Whether they may stay what they are instead. If not, and there is nothing that they may become, there is no such
    /// move; but pieces that promote by [leaving](Self::leaving), too, stay what they are then.
    pub is_optional: bool,
    /// By whose moves they promote alone; `None` if by any move.
    pub by: Option<PartMoves>,
    /// Whether only captures promote. Where others do not, they are as if there were no rule.
    pub by_captures: bool,
    /// Whether it restarts the clock.
    pub restarts_clock: bool,
}

/// Moves that some kinds make by one of their parts, where it matters by which. A move counts that the part
/// could make on an empty board, whether or not other parts of the piece can make it, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartMoves {
    /// What the mover is before its move.
    pub movers: Vec<Kind>,
    /// How the part moves.
    pub motions: Vec<Motion>,
}

/// What moves and squares make of pieces, in the order of the fields: first the move changes the piece,
/// then it may [promote](Definition::promotion) as what it is by then, then the square changes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// `[mover]`: what a move makes of it that captures nothing. Empty if such moves change nothing. Does not
    /// hold for castling.
    pub moved: Vec<Kind>,
    /// `[mover][victim]`: what a capture makes of the mover, one of these, the best first; an empty list
    /// stands for the mover itself. Empty if captures change nothing. En passant is a capture.
    pub captured: Vec<Vec<Vec<Kind>>>,
    /// `[mover]`: the kinds that it may not capture, en passant neither, none of them royal. Empty if it may
    /// capture all.
    pub spared: Vec<Vec<Kind>>,
    /// `[mover]`: the kinds whose capture, en passant too, takes the mover off the board as well, instead of
    /// changing it. None is royal, neither mover nor victim. Empty if there are none.
    pub gone: Vec<Vec<Kind>>,
    /// `[mover]`: the kinds by whose capture, en passant too, the mover goes over to the other side: after what the
    /// capture and promotion make of it, and before its square does. None is royal, neither mover nor victim. Empty
    /// if there are none.
    pub turned: Vec<Vec<Kind>>,
    /// The kinds that go over so by moves that capture nothing, castling apart. None is royal.
    pub turned_by_moves: Vec<Kind>,
    /// `[mover][friend]`: the one piece that both become if the mover goes onto a piece of its side, where it could
    /// capture an enemy; `None` if it does not go there. That captures nothing, restarts the clock unless pieces
    /// [come apart](Self::splits), and makes nothing else of the mover but what promotion and squares do. It is royal if
    /// one of both is. Empty if there are none.
    pub merged: Vec<Vec<Option<Kind>>>,
    /// How pieces come apart.
    pub splits: Splits,
    /// `[kind]`: the kind that is left of it when it has spent what is there for one move. A move or capture that this
    /// other kind could not make from there, the board being what it is, spends that, castling apart: all that follows
    /// from the move is then what follows from a move of the other kind, which is as royal. It spends nothing itself.
    /// `None` if nothing is spent; empty if no kind spends anything.
    ///
    /// Nothing [merges](Self::merged), comes [apart](Self::splits), vanishes with its victim, goes over to the other
    /// side, lends, freezes or flies then, there are no pieces in hand, and nothing promotes by a move with `+`.
    pub spent: Vec<Option<Kind>>,
    /// What squares make of what comes there: the first that is for its side and has the square. What they make of a
    /// piece they leave as it is. No piece stands where it would be another one.
    pub morphs: Vec<Morph>,
    /// What castling makes of the rook, before its new square does; `None` for what it was.
    pub castled_rook: Option<Kind>,
}

/// How pieces come apart: a part goes to an empty square where it does not promote, by the ways of moving that its kind
/// has by itself, and the rest stays. A piece that is frozen, or moves as others instead of by itself, does not. What
/// the rules say of moves is said of the part then: whether it restarts the clock, and whether the king moves.
///
/// Where pieces come apart, neither moves without capture nor squares change any, none annihilate each other, and no
/// other move without capture makes a part of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splits {
    /// `[kind]`: what may leave it, each only once, and what stays then. One of both is royal if the kind is, else
    /// neither. Empty if nothing comes apart.
    pub parts: Vec<Vec<(Kind, Kind)>>,
    /// Whether a piece does so as well that is attacked.
    pub even_attacked: bool,
}

impl Splits {
    /// Whether nothing comes apart.
    pub fn are_none(&self) -> bool {
        self.parts.is_empty()
    }
}

/// What squares make of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morph {
    /// Whose pieces; `None` for both sides.
    pub side: Option<Color>,
    /// The squares.
    pub region: Region,
    /// `[kind]`: what they make of it.
    pub kinds: Vec<Kind>,
}

impl Morph {
    /// Whether it is for pieces of a side.
    pub fn is_for(&self, color: Color) -> bool {
        self.side.is_none_or(|side| side == color)
    }
}

impl Changes {
    /// Whether pieces stay what they are, but for promotions.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Who lends whom its ways of moving. A piece that stands in the zone of one that lends *borrows*: it also moves as the
/// loan says, by all loans that it gets. What it borrows it does not hand on. It attacks, and gives check, by what it
/// borrows as by its own ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lending {
    /// `[kind]`: what it lends. No kind borrows by two loans of a kind. Empty if nobody lends.
    pub loans: Vec<Vec<Loan>>,
    /// From whom pieces borrow.
    pub from: LendFrom,
    /// `[kind]`: where borrowed moves may lead, by side, of where the [kind](KindDefinition::mobility) may go at
    /// all. It does not borrow if that is no square. Empty if nobody lends.
    pub borrowers: Vec<ByColor<Region>>,
    /// Whether a piece that borrows moves so instead of by itself. It makes no double or triple steps then.
    pub replaces: bool,
    /// Who makes friends lend farther.
    pub amplifiers: Vec<Amplifier>,
    /// Who keeps enemies from lending.
    pub isolators: Vec<Isolator>,
}

impl Lending {
    /// Whether nobody lends.
    pub fn is_none(&self) -> bool {
        self.loans.iter().all(Vec::is_empty)
    }
}

/// From whom pieces borrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LendFrom {
    /// From pieces of their side.
    #[default]
    Friends,
    /// From those of the other side.
    Enemies,
    /// From all.
    All,
}

impl LendFrom {
    /// Whether a piece of one side borrows from one of another.
    pub const fn has(self, borrower: Color, lender: Color) -> bool {
        match self {
            Self::Friends => borrower as u8 == lender as u8,
            Self::Enemies => borrower as u8 != lender as u8,
            Self::All => true,
        }
    }
}

/// What a kind lends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loan {
    /// To those that stand there.
    pub zone: Zone,
    /// Which kinds borrow by it.
    pub to: Vec<Kind>,
    /// How they move by it.
    pub motions: Vec<Motion>,
}

/// Pieces that make friends lend farther that stand in their zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amplifier {
    /// The kinds that do so.
    pub kinds: Vec<Kind>,
    /// Their zone: the squares that are these steps away, whatever stands between.
    pub zone: Vec<Step>,
    /// The kinds that lend farther.
    pub lenders: Vec<Kind>,
    /// Where these lend then, as well as in their own zones: the squares that are these steps away from them.
    pub wider: Vec<Step>,
}

/// Pieces by which enemies that stand in their zone neither lend nor make others lend farther. Nothing keeps them from
/// that themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolator {
    /// The kinds that do so.
    pub kinds: Vec<Kind>,
    /// Their zone: the squares that are these steps away, whatever stands between.
    pub zone: Vec<Step>,
    /// The kinds of the enemies.
    pub hindered: Vec<Kind>,
}

/// Where a piece lends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zone {
    /// On the squares that are these steps away, whatever stands between.
    Leaps(Vec<Step>),
    /// Where it would get by these ways of moving up to the first piece and with it. All are for any purpose, and go
    /// over no pieces.
    Lines(Vec<Motion>),
    /// Where it would capture, by its own ways of moving, if an enemy stood there.
    Attacks,
}

/// Two enemies that take each other off the board, and all around them. They *meet* if each stands in the other's
/// zone.
///
/// When a move has been made, with all that it changes, the pieces that meet vanish, and with them every piece of
/// either side in a zone of theirs: of all pairs together, and of all that meet by other rules. The clock restarts
/// then. A move may not take its own king away; one that takes the enemy's alone wins, whatever attacks its own. That
/// it could be made is no check. No position has two that meet, the start neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annihilation {
    /// The kinds that the one may be, and those that the other may be. None is royal.
    pub kinds: [Vec<Kind>; 2],
    /// The zone of both: the squares that are these steps away, whatever stands between.
    pub zone: Vec<Step>,
}

/// What a capture, en passant too, takes off the board beside its victim. No side has a king then.
///
/// When the move has been made, with all that it makes of its piece, that piece vanishes, and with it the pieces of
/// either side on the squares a king's step away; together with those that [meet](Annihilation). A capture may not
/// take away what was [royal](PseudoRoyals) of its own side. One that takes away what was royal of the other is legal
/// whatever is left attacked. What is royal is not attacked while it stands a king's step away from what is royal of
/// the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blast {
    /// The kinds that vanish where they have captured.
    pub captors: Vec<Kind>,
    /// The kinds that vanish around.
    pub around: Vec<Kind>,
}

/// What pieces do to enemies in their zones. What is frozen has its zones nonetheless.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contacts {
    /// By these, enemies are frozen: they neither move nor castle, and attack nothing.
    pub freezing: Vec<Contact>,
    /// No move may leave two enemies so, whoever they are.
    pub forbidden: Vec<Contact>,
    /// By these, enemies go over to the side of what has moved or castled, after the move and before their square
    /// [makes](Changes::morphs) anything of them. None of them is royal.
    pub converting: Vec<Contact>,
}

impl Contacts {
    /// Whether pieces do nothing to enemies.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Pieces in hand. A move may put one of them, a *drop*, on an empty square instead of moving a piece of the board.
///
/// A drop makes of its piece what its square [makes](Changes::morphs) of it, and nothing else; it restarts the clock,
/// and is no capture. What it leaves attacked, or in check, decides about it as about any move, and so do all rules of
/// pieces on the board, once it has been made. But it frees nothing [royal](PseudoRoyals): what was royal before it, and
/// what it drops if that is of such a set, may not be attacked after it, however many there are.
///
/// Pieces in hand count for the [extinction](Extinction) of their kinds, and for nothing else unless it says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// What can be in hand, in the order in which a FEN lists it; at most 32, each kind once, no twin.
    pub drops: Vec<Drop>,
    /// `[kind]`: what its capture, en passant too, puts into the hand of the side whose enemy it was; `None` for nothing.
    /// What else a capture takes off the board, of either side, falls so, too: by a [blast](Blast), or because it
    /// [vanishes](Changes::gone) with its victim; what [annihilates](Annihilation) itself does not. Each is among
    /// the [drops](Self::drops). Empty if hands are never filled.
    pub captured: Vec<Option<Kind>>,
    /// The kinds that have to be dropped: a side that has one of them in hand drops nothing else, and if it can drop one of
    /// them, does nothing else. Where [captures](Aims::must_capture) are a duty, that comes first.
    pub must_drop: Vec<Kind>,
    /// Whether drops that give check to a king are legal.
    pub may_check: bool,
    /// Whether hands never become empty: each side can always drop all kinds. Then no FEN lists them.
    pub unlimited: bool,
    /// A kind that is dropped evenly on dark and light squares. A drop of it goes to a color on which its side has
    /// fewer of its pieces of the kind than half of them, rounded up; and any other drop leaves of each color so many
    /// squares on which such a piece stands or could be dropped as are half of them, rounded down. All of them count, in
    /// hand and on the board. The first square of the board is dark. `None` if there is no such kind.
    pub balanced: Option<Kind>,
    /// Whether a side has the right to a castling move when it has dropped the king or a rook of it on its home, and
    /// the other stands on its own, even if the right was lost before.
    pub castling: bool,
}

/// What can be dropped, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drop {
    /// What is in hand.
    pub kind: Kind,
    /// What it may be on the board, one of these, before its square makes anything of it; at most four.
    pub into: Vec<Kind>,
    /// The squares, by side.
    pub region: ByColor<Region>,
    /// With how many pieces of these kinds of its side on a file, or more, none may be dropped there; 0 if it does not
    /// matter.
    pub most_on_file: (Vec<Kind>, u8),
    /// Whether a drop may mate: give check so that the enemy has no legal move.
    pub may_mate: bool,
}

/// Which pieces have which enemies in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// `[kind]`: the kinds of the enemies in its zone.
    pub enemies: Vec<Vec<Kind>>,
    /// The zone.
    pub zone: Zone,
}

/// Who captures en passant. Any piece that makes a double or triple step can be the victim, on the next move
/// only, unless the step makes another piece of it; that it [spends](Changes::spent) something does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnPassantRule {
    /// The kinds that capture so: with a [`Motion`] that captures, to a square to which they could not
    /// go without capture.
    pub kinds: Vec<Kind>,
    /// The others that capture so: by moves of a part, even if they could go there without capture, which
    /// is another move then.
    pub by_parts: Vec<PartMoves>,
    /// The squares to which such a capture may lead, of those that a double or triple step passed.
    pub region: Region,
}

/// A castling move: the king, which is not in check, goes to a square; the rook goes over it to the square beside it.
/// The king passes no square on which it would be attacked if it stood there with the rook at home, and is not
/// attacked where it arrives when both have moved, with all that follows from that. All squares lie on one rank. Those
/// that either passes and those where they arrive must be empty of other pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastleDefinition {
    /// The letter of its right in the FEN: one of `KQkq`.
    pub letter: char,
    /// Who castles.
    pub color: Color,
    /// The piece that castles as a king. If it is not royal, attacks do not matter.
    pub king_kind: Kind,
    /// Its home and destination, which may be the same.
    pub king: (Square, Square),
    /// What may stand on the rook's home to castle.
    pub rook_kinds: Vec<Kind>,
    /// The rook's home and destination, which may be the same.
    pub rook: (Square, Square),
    /// What SAN writes for it, such as `O-Q-O`; that of chess if it is empty.
    pub san: String,
}

/// What a side is after, and what it may not do, where that is not as in chess.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Aims {
    /// Pieces that are royal as well as the kings, for as long as a side has few of them.
    pub pseudo_royals: Option<PseudoRoyals>,
    /// Whether a side that can capture has to.
    pub must_capture: bool,
    /// Whether moves that give check are legal.
    pub may_check: bool,
    /// Whether no move may leave the two kings on a rank or file with nothing between them, and no king may pass a
    /// square in castling from which that would be so.
    pub flying_general: bool,
    /// Whether a king in check may not move, unless it captures the only piece that checks it.
    pub checked_king_stays: bool,
    /// When each side may pass: leave all as it is but the turn. If both do so, one after the other, the game is a draw.
    pub passing: ByColor<Passing>,
    /// Whether a side to move whose king stands on a rank or file with the enemy's and nothing between them has to part
    /// them, or pass if it may, even in check. If they still stand so after that, the game is a draw.
    pub facing_is_answered: bool,
    /// With how many checks that it has given each side wins; 0 if checks are not counted. The start position has as
    /// many left. The king that is checked may be [royal](Self::pseudo_royals) otherwise.
    pub checks_to_win: ByColor<u8>,
    /// What having no legal move in check is for the side that has none.
    pub checkmate: Value,
    /// Whether [stalemate](Definition::stalemate) is so for a side with fewer pieces than the other, the contrary for
    /// one with more, and a draw else.
    pub stalemate_counts: bool,
    /// When a [flag](Definition::flag) wins.
    pub flag_terms: FlagTerms,
}

impl Default for Aims {
    /// As in chess.
    fn default() -> Self {
        Self {
            pseudo_royals: None,
            must_capture: false,
            may_check: true,
            flying_general: false,
            checked_king_stays: false,
            passing: ByColor([Passing::Never; 2]),
            facing_is_answered: false,
            checks_to_win: ByColor([0; 2]),
            checkmate: Value::Loss,
            stalemate_counts: false,
            flag_terms: FlagTerms::default(),
        }
    }
}

/// When a side may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passing {
    /// Never.
    #[default]
    Never,
    /// Whenever it is to move, out of check.
    Always,
    /// If it has no other legal move, out of check.
    OnStalemate,
}

/// A win by going somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flag {
    /// The kinds that can win so.
    pub kinds: Vec<Kind>,
    /// The squares. Empty if the side has no such win.
    ///
    /// A side has won if [enough](FlagTerms) of these pieces stand there after its own move. The enemy's move that
    /// would put them there does not exist, and the start position has none there.
    pub region: Region,
}

/// When a [flag](Flag) wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagTerms {
    /// How many pieces have to be there; at least one.
    pub count: u8,
    /// Whether one is enough if all squares of the region are occupied, by whomever.
    pub blocked_wins: bool,
    /// Whether the other side has one move more. If the kings are the flags, and Black can still go there when White
    /// has, Black has that move and it is a draw; else the game is over at once.
    pub answer: bool,
    /// Whether none of them may be attacked if there are no more than it takes. With an [answer](Self::answer), the
    /// other side has its move only if one is.
    pub safe: bool,
}

impl Default for FlagTerms {
    /// One piece wins at once.
    fn default() -> Self {
        Self { count: 1, blocked_wins: false, answer: false, safe: false }
    }
}

/// Pieces that are royal as well as the kings, for as long as a side has few of them. Each set counts for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoRoyals {
    /// The sets, none of them empty, and no kind in them royal by itself.
    pub sets: Vec<Vec<Kind>>,
    /// A side's pieces of a set are royal if it has so many of them or fewer.
    pub most: u8,
    /// Whether a side may not leave all its pieces of these sets attacked at once, however many it has.
    pub duple: bool,
}

/// What befalls a side that has few pieces left, looked at after each move, first for the side that is not to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// What it is for the side that has few: a loss, or what the inventor made of it.
    pub value: Value,
    /// The sets of kinds, each counted for itself: it is enough that one of them is extinct.
    pub sets: Vec<Vec<Kind>>,
    /// A set is extinct if a side has so many of its pieces or fewer, on the board and in [hand](Hands).
    pub most: u8,
    /// How many of the set the other side must have; 0 if it does not matter.
    pub enemies: u8,
    /// Whether the other side must have one more than that if the side that has few is to move: it may be able to
    /// take the last one and be even again.
    pub may_answer: bool,
}

impl Definition {
    /// Whether a side is lost, or whatever it is, that has nothing but its king.
    pub fn bare_king(&self) -> Option<&Extinction> {
        self.extinction.as_ref().filter(|rule| {
            let all = |set: &Vec<Kind>| set.len() == self.kinds.len();
            rule.most == 1 && rule.sets.len() == 1 && rule.sets.iter().all(all)
        })
    }

    /// Whether each side wins by its [flag](Self::flag) with its king alone.
    pub fn kings_are_flags(&self) -> bool {
        self.flag.0.iter().all(|Flag { kinds, .. }| {
            !kinds.is_empty() && kinds.iter().all(|kind| self.kinds[kind.index()].royal)
        })
    }
}
