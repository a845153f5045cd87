//! Written games: rulesets that are made of a [`Definition`] when the program runs.
//!
//! ```
//! use vertumnus_core::rules::Ruleset;
//! use vertumnus_core::rules::written::{Unplayable, Written64};
//! # use vertumnus_core::rules::definition::Definition;
//!
//! fn play(definition: &Definition) -> Result<Written64, Unplayable> {
//!     let rules = Written64::new(definition)?;
//!     println!("{} begins with {}", rules.facts().title, rules.facts().start);
//!     Ok(rules)
//! }
//! ```
//!
//! What is made is never freed: a process that plays a written game plays it to its end.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::definition::{
    BareKing, CastleDefinition, Changes, Definition, EnPassantRule, Flag, KindDefinition, Motion,
    Promotion, Purpose, Region, Step, Value,
};
use super::registered::Registered;
use super::slot::{Course, Slot};
use super::{
    Becomes, BitsOf, Castle, Facts, Kind, KindInfo, Landing, Outcome, Piece, Placement, Power,
    PowerSet, Reason, Ruleset,
};
use crate::board::{Bits, ByColor, Color, Geometry, Shape, Square, Tables, fnv1a_64};

/// The rules of a written game on a board of at most 64 cells.
pub type Written64 = Written<u64>;

/// The rules of a written game on a board of at most 128 cells.
pub type Written128 = Written<u128>;

/// The rules of a written game.
#[derive(Clone, Copy)]
pub struct Written<B: Bits>(&'static Game<B>);

/// The board of a written game.
#[derive(Clone, Copy)]
pub struct WrittenBoard<B: Bits>(&'static Outline<B>);

struct Outline<B: Bits> {
    shape: Shape,
    tables: Tables<B>,
}

/// Where double steps lead from each square.
type Steps<B> = Box<ByColor<<B as Bits>::Map<B>>>;

/// The most pieces beside the kings with which nobody can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dead {
    /// There is always a way to win.
    Never,
    /// None.
    Kings,
    /// A knight or a bishop.
    Minor,
}

struct Game<B: Bits> {
    facts: Facts,
    outline: Outline<B>,
    slots: Vec<Slot<B>>,
    /// What moves and squares make of pieces; `None` if nothing.
    changing: Option<Changing<B>>,
    /// `[kind]`: where it promotes by a move that captures nothing.
    zones: Vec<ByColor<B>>,
    promotions: ByColor<Vec<Promoting<B>>>,
    /// Whether what promotes may stay what it is.
    may_decline: bool,
    /// `[kind]`: whether its moves restart the clock.
    restarts_clock: Vec<ByColor<bool>>,
    /// `[kind]`: where it may go.
    mobility: Vec<ByColor<B>>,
    /// `[kind]`: where its double steps lead from each square; `None` if it has none.
    double_steps: Vec<Option<Steps<B>>>,
    /// `[kind]`: where it captures en passant.
    en_passant: Vec<ByColor<B>>,
    /// `[kind]`: where it wins.
    flags: Vec<ByColor<B>>,
    /// Where any of a side's kinds wins.
    goals: ByColor<B>,
    bare_king: Option<BareKing>,
    /// The most with which nobody can win.
    dead: Dead,
    key: u64,
}

/// Who promotes where, and to what.
struct Promoting<B: Bits> {
    /// Bit `n` is the kind of number `n`.
    kinds: u128,
    region: B,
    /// The best first.
    into: Becomes,
}

/// What moves and squares make of pieces, but for promotions.
struct Changing<B: Bits> {
    /// `[kind]`: what it is after a move that captures nothing.
    moved: Vec<Kind>,
    /// `[mover][victim]`: what a capture makes of the mover.
    captured: Vec<Vec<Becomes>>,
    /// What squares make of each kind.
    morphs: Vec<(B, Vec<Kind>)>,
    castled_rook: Option<Kind>,
}

/// A written game of this process. It is there until the process ends, and does not change: an edited
/// definition is another game.
#[derive(Clone, Copy)]
pub struct WrittenGame(&'static Entry);

/// The rules of a written game, in the width that its board needs.
#[derive(Clone, Copy, Debug)]
pub enum AnyWritten {
    /// A board of at most 64 cells.
    Narrow(Written64),
    /// A larger one.
    Wide(Written128),
}

impl AnyWritten {
    /// The memory that they take, in bytes.
    fn bytes(self) -> usize {
        match self {
            Self::Narrow(rules) => rules.0.bytes(),
            Self::Wide(rules) => rules.0.bytes(),
        }
    }
}

/// Bytes after which no further game is made: files that strangers wrote may have many games, and large ones.
const MOST_BYTES: usize = 32 << 20;

struct Entry {
    number: u8,
    definition: Definition,
    identity: String,
    rules: AnyWritten,
}

/// The written games of this process, in the order in which they came.
static GAMES: Mutex<Vec<WrittenGame>> = Mutex::new(Vec::new());

/// Those that are found by their names, of which no two are the same.
static LOADED: Mutex<Vec<WrittenGame>> = Mutex::new(Vec::new());

impl WrittenGame {
    /// The game of a definition: the one that there is already, if there is one.
    ///
    /// # Errors
    /// The first reason why it cannot be played, or that the process has 256 written games.
    pub fn new(definition: &Definition) -> Result<Self, Unplayable> {
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = games.iter().find(|game| game.0.definition == *definition) {
            return Ok(known);
        }
        let number = u8::try_from(games.len()).map_err(|_| Unplayable::Games)?;
        if games.iter().map(|game| game.0.rules.bytes()).sum::<usize>() > MOST_BYTES {
            return Err(Unplayable::Memory);
        }
        let cells = usize::from(definition.board.files) * usize::from(definition.board.ranks);
        let rules = if cells <= 64 {
            AnyWritten::Narrow(Written64::new(definition)?)
        } else {
            AnyWritten::Wide(Written128::new(definition)?)
        };
        let identity = format!("{}#{:016x}", definition.name, definition.rules_hash());
        let entry = Entry { number, definition: definition.clone(), identity, rules };
        let game = Self(Box::leak(Box::new(entry)));
        games.push(game);
        Ok(game)
    }

    /// The game of a definition, which is found by its name from now on.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn load(definition: &Definition) -> Result<Self, Unplayable> {
        let game = Self::new(definition)?;
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        match loaded.iter_mut().find(|known| known.facts().name == game.facts().name) {
            Some(known) => *known = game,
            None => loaded.push(game),
        }
        Ok(game)
    }

    /// The games that are found by their names, in the order in which these came.
    pub(super) fn loaded() -> Vec<Self> {
        LOADED.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The game with these facts, if they are those of a written game of this process.
    pub(super) fn with_facts(facts: &'static Facts) -> Option<Self> {
        let games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        games.iter().copied().find(|game| std::ptr::eq(game.facts(), facts))
    }

    /// What the game states in plain data.
    pub const fn facts(self) -> &'static Facts {
        match self.0.rules {
            AnyWritten::Narrow(rules) => &rules.0.facts,
            AnyWritten::Wide(rules) => &rules.0.facts,
        }
    }

    /// Its rules.
    pub const fn rules(self) -> AnyWritten {
        self.0.rules
    }

    /// Its name and the hash of its rules.
    pub(super) const fn identity(self) -> &'static str {
        self.0.identity.as_str()
    }

    /// What it was made of.
    pub const fn definition(self) -> &'static Definition {
        &self.0.definition
    }
}

impl fmt::Debug for WrittenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (written game {})", self.facts().name, self.0.number)
    }
}

impl PartialEq for WrittenGame {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for WrittenGame {}

impl PartialOrd for WrittenGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WrittenGame {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.number.cmp(&other.0.number)
    }
}

impl Hash for WrittenGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

/// What keeps a definition from being played by these rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// The board has too many cells for sets of this width.
    #[error("the board has {0} cells, more than {1}")]
    Cells(usize, usize),
    /// The board is wider or higher than tables and names of squares reach.
    #[error("the board has {0} files and {1} ranks: more than 16 and 10")]
    Size(u8, u8),
    /// There are more ways of moving than a game has room for.
    #[error("the game has more than {0} ways of moving")]
    Ways(usize),
    /// There are more lines than can be looked along for pins.
    #[error("the game has pieces that ride along more than {0} kinds of lines")]
    Lines(usize),
    /// A way of moving has more directions than a table.
    #[error("the {0} rides in too many directions at once")]
    Directions(String),
    /// Captures, promotions and squares can make more of a piece than a move's list has room for.
    #[error("the {0} can become more than {1} kinds by one move")]
    Outcomes(String, usize),
    /// There are more kinds of pieces than a move can tell apart.
    #[error("the game has {0} kinds of pieces, more than 127")]
    Kinds(usize),
    /// A token has more letters than are looked at.
    #[error("the letters {0} are more than eight for one piece")]
    Token(String),
    /// The process has as many written games as it can have.
    #[error("this process has read 256 games, and can read no more")]
    Games,
    /// The written games of the process take as much memory as they may.
    #[error("the games that this process has read take {} MB, and it can read no more", MOST_BYTES >> 20)]
    Memory,
    /// No text would tell two castling moves apart.
    #[error("two castling moves of a side lead the king to the same square")]
    SameCastling,
}

/// The most powers of a game.
const SLOTS: usize = 16;

/// The most lines, in all directions, of all powers together.
const LINES: usize = 32;

impl<B: Bits> Registered for Written<B> {
    type PowerArray<T: Copy + fmt::Debug + PartialEq + Send + Sync + 'static> = [T; SLOTS];
}

impl<B: Bits> PartialEq for Written<B> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<B: Bits> Eq for Written<B> {}

impl<B: Bits> fmt::Debug for Written<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the written game {}", self.0.facts.name)
    }
}

impl<B: Bits> PartialEq for WrittenBoard<B> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<B: Bits> Eq for WrittenBoard<B> {}

impl<B: Bits> Hash for WrittenBoard<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl<B: Bits> fmt::Debug for WrittenBoard<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.shape.fmt(f)
    }
}

impl<B: Bits> Geometry for WrittenBoard<B> {
    type Bits = B;

    #[inline(always)]
    fn shape(self) -> &'static Shape {
        &self.0.shape
    }

    #[inline(always)]
    fn tables(self) -> &'static Tables<B> {
        &self.0.tables
    }
}

impl<B: Bits> Ruleset for Written<B> {
    type Geometry = WrittenBoard<B>;
    type State = ();

    const FACTS: Option<&'static Facts> = None;
    const POWERS: PowerSet = PowerSet::of(&[]);
    const CONFINES: bool = true;
    const FREE_STEPS: bool = true;
    const FREE_CASTLING: bool = true;

    #[inline(always)]
    fn board(self) -> WrittenBoard<B> {
        WrittenBoard(&self.0.outline)
    }

    #[inline(always)]
    fn facts(self) -> &'static Facts {
        &self.0.facts
    }

    #[inline(always)]
    fn slots(self) -> &'static [Slot<B>] {
        &self.0.slots
    }

    #[inline(always)]
    fn key(self) -> u64 {
        self.0.key
    }

    fn attacks(self, power: Power, color: Color, from: Square, occupied: B) -> B {
        let slot = self.0.slots.iter().find(|slot| slot.power() == power);
        slot.map_or(B::EMPTY, |slot| slot.attacks(self.board(), color, from, occupied))
    }

    #[inline]
    fn becomes(self, landing: Landing<'_, Self>) -> Becomes {
        let Landing { color, mover, to, victims, .. } = landing;
        if self.0.changing.is_none() && !self.0.zones[mover.index()][color].has(to) {
            return Becomes::one(mover);
        }
        self.0.becomes(color, mover, victims.first().copied(), to)
    }

    /// It does not promote by that.
    #[inline]
    fn becomes_in_passing(self, landing: Landing<'_, Self>) -> Becomes {
        let Landing { mover, to, victims, .. } = landing;
        let Some(changing) = &self.0.changing else { return Becomes::one(mover) };
        let mut becomes = Becomes::new();
        for kind in changing.by_move(mover, victims.first().copied()) {
            let kind = changing.settled(kind, to);
            if !becomes.contains(kind) {
                becomes.push(kind);
            }
        }
        becomes
    }

    #[inline]
    fn castled_rook(self, rook: Kind, square: Square) -> Kind {
        let Some(changing) = &self.0.changing else { return rook };
        changing.settled(changing.castled_rook.unwrap_or(rook), square)
    }

    #[inline]
    fn settled(self, kind: Kind, square: Square) -> Kind {
        match &self.0.changing {
            Some(changing) => changing.settled(kind, square),
            None => kind,
        }
    }

    #[inline]
    fn promotion_zone(self, kind: Kind, color: Color) -> BitsOf<Self> {
        self.0.zones[kind.index()][color]
    }

    #[inline]
    fn resets_clock(self, color: Color, mover: Kind, _becomes: Kind) -> bool {
        self.0.restarts_clock[mover.index()][color]
    }

    #[inline]
    fn mobility(self, kind: Kind, color: Color) -> B {
        self.0.mobility[kind.index()][color]
    }

    #[inline]
    fn double_steps(self, color: Color, kind: Kind, from: Square, occupied: B) -> B {
        let Some(steps) = &self.0.double_steps[kind.index()] else { return B::EMPTY };
        let steps = steps[color][from];
        steps.squares().fold(steps, |set, to| {
            if occupied.has(passed(from, to)) { set ^ B::of(to) } else { set }
        })
    }

    #[inline]
    fn is_double_step(self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        self.0.double_steps[kind.index()].as_ref().is_some_and(|steps| steps[color][from].has(to))
    }

    #[inline]
    fn takes_en_passant(self, color: Color, kind: Kind, target: Square) -> bool {
        self.0.en_passant[kind.index()][color].has(target)
    }

    #[inline]
    fn ended(self, placement: &Placement<Self>, side_to_move: Color) -> Option<Outcome> {
        if let Some(rule) = self.0.bare_king {
            let count = |color: Color| placement.list(color).len();
            for color in [!side_to_move, side_to_move] {
                let more = usize::from(rule.may_answer && color == side_to_move);
                if count(color) == 1 && count(!color) >= usize::from(rule.enemies) + more {
                    return Some(Outcome::of(rule.value, color, Reason::BareKing));
                }
            }
        }
        let mover = !side_to_move;
        let men = placement.of(mover) & self.0.goals[mover];
        let has_won = |square| {
            let kind = placement.kind_at(square);
            kind.is_some_and(|kind| self.0.flags[kind.index()][mover].has(square))
        };
        men.squares().any(has_won).then_some(Outcome::Win(mover, Reason::Flag))
    }

    fn is_dead_draw(self, placement: &Placement<Self>) -> bool {
        match self.0.dead {
            Dead::Never => false,
            Dead::Kings => {
                let is_plain = |square| placement.kind_at(square) == Some(self.0.facts.king);
                placement.occupied() == placement.royals()
                    && placement.royals().squares().all(is_plain)
            }
            Dead::Minor => placement.has_a_minor_at_most(),
        }
    }

    /// Where it would be another piece; else, a definition does not say where pieces may not stand.
    fn check_square(self, piece: Piece, square: Square) -> Result<(), &'static str> {
        if self.settled(piece.kind(), square) == piece.kind() {
            Ok(())
        } else {
            Err("on this square it is another piece")
        }
    }
}

impl Written64 {
    /// The rules of a definition.
    ///
    /// # Errors
    /// The first reason why these rules cannot be those of the definition.
    pub fn new(definition: &Definition) -> Result<Self, Unplayable> {
        Self::with_key(definition, key(definition))
    }

    /// The same with a Zobrist key of the empty board that the caller chooses, to compare with another
    /// form of the same game.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[doc(hidden)]
    pub fn with_key(definition: &Definition, key: u64) -> Result<Self, Unplayable> {
        Ok(Self(Box::leak(Box::new(Game::new(definition, key, Tables::<u64>::new)?))))
    }
}

impl Written128 {
    /// The rules of a definition.
    ///
    /// # Errors
    /// The first reason why these rules cannot be those of the definition.
    pub fn new(definition: &Definition) -> Result<Self, Unplayable> {
        Self::with_key(definition, key(definition))
    }

    /// The same with a Zobrist key of the empty board that the caller chooses, to compare with another
    /// form of the same game.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[doc(hidden)]
    pub fn with_key(definition: &Definition, key: u64) -> Result<Self, Unplayable> {
        Ok(Self(Box::leak(Box::new(Game::new(definition, key, Tables::<u128>::new)?))))
    }
}

/// A word that differs from definition to definition.
fn key(definition: &Definition) -> u64 {
    fnv1a_64(format!("{definition:?}").bytes())
}

impl<B: Bits> Game<B> {
    fn new(
        definition: &Definition,
        key: u64,
        tables: fn(&Shape) -> Tables<B>,
    ) -> Result<Self, Unplayable> {
        let shape = shape(definition);
        let width = 8 * size_of::<B>();
        if shape.cells() > width {
            return Err(Unplayable::Cells(shape.cells(), width));
        }
        if shape.files > 16 || shape.ranks > 10 {
            return Err(Unplayable::Size(shape.files, shape.ranks));
        }
        let powers = Powers::new(definition)?;
        let slots = powers.slots(&shape, definition)?;
        let kinds: Vec<KindInfo> = definition
            .kinds
            .iter()
            .zip(&powers.of_kind)
            .map(|(kind, &powers)| KindInfo {
                token: leaked(&kind.token),
                name: leaked(&kind.name),
                powers,
                royal: kind.royal,
                effect: None,
            })
            .collect();
        if kinds.len() > 127 {
            return Err(Unplayable::Kinds(kinds.len()));
        }
        if let Some(kind) = kinds.iter().find(|kind| kind.token.len() > 8) {
            return Err(Unplayable::Token(kind.token.to_owned()));
        }
        let promotions = promotions(definition)?;
        let changing = Changing::new(definition)?;
        // `[kind]`: a region for each side.
        let regions = |region: &dyn Fn(Kind, Color) -> Region| -> Vec<ByColor<B>> {
            let of = |number| {
                let kind = Kind::new(number as u8);
                ByColor(Color::ALL.map(|color| B::from_u128(region(kind, color).0)))
            };
            (0..definition.kinds.len()).map(of).collect()
        };
        let of_kinds = |kinds: &[Kind], region: Region, kind: Kind| {
            if kinds.contains(&kind) { region } else { Region::EMPTY }
        };
        let facts = Facts {
            name: leaked(&definition.name),
            title: leaked(&definition.title),
            start: leaked(&definition.start),
            pawn: pawn(definition),
            promotions: promotes_to(definition).leak(),
            spellings: spellings(definition).leak(),
            captures_branch: changing.is_some(),
            castles: castles(definition)?.leak(),
            stalemate: definition.stalemate,
            repetition: definition.repetition,
            move_limit: definition.move_limit,
            restarts_are_final: restarts_are_final(definition),
            goals: definition.bare_king.is_some()
                || definition.stalemate == Value::Win
                || definition.repetition.value != Value::Draw
                || definition.flag.0.iter().any(|flag| !flag.region.is_empty()),
            motions: kept(definition.kinds.iter().map(|kind| kind.powers.clone()).collect()),
            own_powers: kept(powers.own()),
            ..Facts::new(&shape, kinds.leak(), Kind::new(0))
        };
        let restarts_clock = |kind: Kind| {
            ByColor(Color::ALL.map(|color| definition.restarts_clock[color].contains(&kind)))
        };
        let game = Self {
            zones: regions(&|kind, color| {
                let kind = changing.as_ref().map_or(kind, |changing| changing.moved[kind.index()]);
                let rules = definition.promotion[color].iter().filter(|rule| !rule.into.is_empty());
                let region = |rule: &Promotion| of_kinds(&rule.kinds, rule.region, kind).0;
                Region(rules.map(region).fold(0, |all, region| all | region))
            }),
            promotions,
            changing,
            may_decline: !definition.promotion_is_mandatory,
            restarts_clock: facts.each_kind().map(restarts_clock).collect(),
            mobility: regions(&|kind, color| definition.kinds[kind.index()].mobility[color]),
            double_steps: facts
                .each_kind()
                .map(|kind| double_steps::<B>(definition, &shape, &definition.kinds[kind.index()]))
                .collect(),
            en_passant: regions(&|kind, color| {
                let EnPassantRule { kinds, region, by_parts: _ } = &definition.en_passant[color];
                of_kinds(kinds, *region, kind)
            }),
            flags: regions(&|kind, color| {
                let Flag { kinds, region } = &definition.flag[color];
                of_kinds(kinds, *region, kind)
            }),
            goals: ByColor(Color::ALL.map(|color| B::from_u128(definition.flag[color].region.0))),
            bare_king: definition.bare_king,
            dead: dead(definition, facts.powers_of(facts.king)),
            outline: Outline { tables: tables(&shape), shape },
            facts,
            slots,
            key,
        };
        game.check_outcomes()?;
        Ok(game)
    }

    /// What a mover can become by a move to a square: first the move changes it, then it promotes as what it
    /// is by then, then the square changes it.
    fn becomes(&self, color: Color, mover: Kind, victim: Option<Kind>, to: Square) -> Becomes {
        let mut becomes = Becomes::new();
        self.each_outcome(color, mover, victim, to, |kind| {
            if !becomes.contains(kind) {
                becomes.push(kind);
            }
        });
        becomes
    }

    /// Hands over what it can become, some kinds maybe more than once.
    #[inline]
    fn each_outcome(
        &self,
        color: Color,
        mover: Kind,
        victim: Option<Kind>,
        to: Square,
        mut f: impl FnMut(Kind),
    ) {
        let changing = self.changing.as_ref();
        let mut settle = |kind| f(changing.map_or(kind, |changing| changing.settled(kind, to)));
        let changed = match changing {
            Some(changing) => changing.by_move(mover, victim),
            None => Becomes::one(mover),
        };
        for kind in changed {
            let promotes =
                |rule: &&Promoting<B>| rule.region.has(to) && rule.kinds >> kind.index() & 1 != 0;
            let Some(rule) = self.promotions[color].iter().find(promotes) else {
                settle(kind);
                continue;
            };
            rule.into.for_each(&mut settle);
            if self.may_decline {
                settle(kind);
            }
        }
    }

    /// Checks that no move can make more of a piece than a list has room for.
    fn check_outcomes(&self) -> Result<(), Unplayable> {
        let kinds = self.facts.each_kind();
        for color in Color::ALL {
            // One square for all on which the same rules hold.
            let mut known = Vec::new();
            for to in self.outline.shape.squares() {
                let promotes = self.promotions[color].iter().map(|rule| rule.region.has(to));
                let morphs = self.changing.iter().flat_map(|changing| &changing.morphs);
                let held: Vec<bool> =
                    promotes.chain(morphs.map(|(region, _)| region.has(to))).collect();
                if known.contains(&held) {
                    continue;
                }
                known.push(held);
                for mover in kinds.clone() {
                    let captures =
                        self.changing.is_some().then(|| kinds.clone()).into_iter().flatten();
                    for victim in captures.map(Some).chain([None]) {
                        let mut becomes = Vec::new();
                        self.each_outcome(color, mover, victim, to, |kind| {
                            if !becomes.contains(&kind) {
                                becomes.push(kind);
                            }
                        });
                        if becomes.len() > Becomes::CAPACITY {
                            let name = self.facts.info(mover).name.to_owned();
                            return Err(Unplayable::Outcomes(name, Becomes::CAPACITY));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl<B: Bits> Changing<B> {
    fn new(definition: &Definition) -> Result<Option<Self>, Unplayable> {
        let Changes { moved, captured, spared: _, morphs, castled_rook } = &definition.changes;
        if definition.changes.are_none() {
            return Ok(None);
        }
        let kinds = || (0..definition.kinds.len()).map(|number| Kind::new(number as u8));
        let of_victim = |mover: Kind, victim: Kind| {
            let listed = captured.get(mover.index()).and_then(|list| list.get(victim.index()));
            match listed.map_or(&[][..], Vec::as_slice) {
                [] => Ok(Becomes::one(mover)),
                list if list.len() > Becomes::CAPACITY => {
                    let name = definition.kinds[mover.index()].name.clone();
                    Err(Unplayable::Outcomes(name, Becomes::CAPACITY))
                }
                list => Ok(list.iter().copied().collect()),
            }
        };
        let of_mover = |mover| kinds().map(|victim| of_victim(mover, victim)).collect();
        Ok(Some(Self {
            moved: if moved.is_empty() { kinds().collect() } else { moved.clone() },
            captured: kinds().map(of_mover).collect::<Result<_, _>>()?,
            morphs: morphs
                .iter()
                .map(|(region, kinds)| (B::from_u128(region.0), kinds.clone()))
                .collect(),
            castled_rook: *castled_rook,
        }))
    }

    /// What a move makes of its mover, before promotion.
    #[inline]
    fn by_move(&self, mover: Kind, victim: Option<Kind>) -> Becomes {
        match victim {
            Some(victim) => self.captured[mover.index()][victim.index()],
            None => Becomes::one(self.moved[mover.index()]),
        }
    }

    /// What a square makes of a piece.
    #[inline]
    fn settled(&self, kind: Kind, square: Square) -> Kind {
        let morph = self.morphs.iter().find(|(region, _)| region.has(square));
        morph.map_or(kind, |(_, kinds)| kinds[kind.index()])
    }

    /// The memory that it takes, in bytes.
    fn bytes(&self) -> usize {
        let captured = self.captured.iter().map(|list| size_of_val(&**list));
        let morphs = self.morphs.iter().map(|(_, kinds)| size_of_val(&**kinds));
        captured.chain(morphs).sum()
    }
}

fn promotions<B: Bits>(definition: &Definition) -> Result<ByColor<Vec<Promoting<B>>>, Unplayable> {
    let promoting = |Promotion { kinds, region, into, .. }: &Promotion| {
        if into.len() > Becomes::CAPACITY {
            let name = kinds.first().map_or("", |kind| &definition.kinds[kind.index()].name);
            return Err(Unplayable::Outcomes(name.to_owned(), Becomes::CAPACITY));
        }
        Ok(Promoting {
            kinds: kinds.iter().fold(0, |set, kind| set | 1 << kind.index()),
            region: B::from_u128(region.0),
            into: into.iter().copied().collect(),
        })
    };
    let of = |color: Color| {
        let rules = definition.promotion[color].iter().filter(|rule| !rule.into.is_empty());
        rules.map(promoting).collect::<Result<Vec<_>, _>>()
    };
    Ok(ByColor([of(Color::White)?, of(Color::Black)?]))
}

/// All that White's pieces promote to.
fn promotes_to(definition: &Definition) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for &kind in definition.promotion[Color::White].iter().flat_map(|rule| &rule.into) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn spellings(definition: &Definition) -> Vec<(&'static str, Kind)> {
    definition.aliases.iter().map(|(token, kind)| (leaked(token), *kind)).collect()
}

impl<B: Bits> Game<B> {
    /// The memory that it takes, in bytes.
    fn bytes(&self) -> usize {
        let double_steps = self.double_steps.iter().flatten().map(|map| size_of_val(&**map));
        let slots = self.slots.iter().map(Slot::bytes);
        let changing = self.changing.iter().map(Changing::bytes);
        size_of::<Self>() + slots.chain(double_steps).chain(changing).sum::<usize>()
    }
}

/// The square that a double step passes. Squares at equal distances on a line have indices at equal
/// distances.
const fn passed(from: Square, to: Square) -> Square {
    Square::new(usize::midpoint(from.index(), to.index()) as u8)
}

/// Where the double steps of a kind lead from each square; `None` if it has none.
fn double_steps<B: Bits>(
    definition: &Definition,
    shape: &Shape,
    kind: &KindDefinition,
) -> Option<Steps<B>> {
    if kind.double_steps.is_empty() {
        return None;
    }
    let leads = |color: Color| {
        let sign = if color == Color::White { 1 } else { -1 };
        let mut map = B::map(B::EMPTY);
        for from in shape.squares().filter(|&from| definition.double_step[color].has(from)) {
            let (file, rank) = (from.index() as u8 % shape.files, from.index() as u8 / shape.files);
            for step in &kind.double_steps {
                let after = |times: i8| {
                    let (files, ranks) = (sign * times * step.files, sign * times * step.ranks);
                    definition.board.square(file as i8 + files, rank as i8 + ranks)
                };
                if let (Some(_), Some(to)) = (after(1), after(2)) {
                    map[from] |= B::of(to);
                }
            }
        }
        map
    };
    Some(Box::new(ByColor(Color::ALL.map(leads))))
}

/// Whether no piece whose moves restart the clock can go back, and no other piece becomes one of these.
fn restarts_are_final(definition: &Definition) -> bool {
    let Changes { moved, morphs, .. } = &definition.changes;
    let makes_one = |color: Color| {
        let restarts = |kind: &Kind| definition.restarts_clock[color].contains(kind);
        let makes = |kinds: &Vec<Kind>| {
            (0..).zip(kinds).any(|(from, to)| restarts(to) && !restarts(&Kind::new(from)))
        };
        let promotes =
            |rule: &Promotion| rule.into.iter().any(restarts) && !rule.kinds.iter().all(restarts);
        makes(moved)
            || morphs.iter().any(|(_, kinds)| makes(kinds))
            || definition.promotion[color].iter().any(promotes)
    };
    if Color::ALL.into_iter().any(makes_one) {
        return false;
    }
    let goes_ahead = |step: &Step| step.ranks > 0;
    let is_final = |kind: &Kind| {
        let kind = &definition.kinds[kind.index()];
        let steps = kind.powers.iter().filter(|motion| motion.purpose.moves());
        steps.flat_map(|motion| &motion.steps).chain(&kind.double_steps).all(goes_ahead)
    };
    Color::ALL.iter().all(|&color| definition.restarts_clock[color].iter().all(is_final))
}

/// The most pieces beside the kings with which nobody can win: as in chess, unless a king moves otherwise
/// or has no corner to be safe in, or there are other ways to win.
fn dead(definition: &Definition, king: PowerSet) -> Dead {
    let board = &definition.board;
    let is_plain = king == PowerSet::of(&[Power::Step])
        && board.holes.is_empty()
        && board.files.min(board.ranks) >= 4
        && definition.repetition.value == Value::Draw
        && definition.flag.0.iter().all(|flag| flag.region.is_empty());
    let has_limits = |kind: &KindDefinition| {
        kind.mobility.0.iter().any(|region| board.squares().0 & !region.0 != 0)
    };
    let king_number = definition.kinds.iter().position(|kind| kind.royal).unwrap_or(0);
    let Changes { moved, morphs, .. } = &definition.changes;
    let stays =
        |kinds: &Vec<Kind>| kinds.get(king_number).is_none_or(|to| to.index() == king_number);
    let king_changes = !stays(moved) || morphs.iter().any(|(_, kinds)| !stays(kinds));
    if !is_plain || king_changes || definition.kinds.iter().any(has_limits) {
        Dead::Never
    } else if !definition.changes.are_none() {
        Dead::Kings
    } else if definition.stalemate == Value::Draw && definition.bare_king.is_none() {
        Dead::Minor
    } else {
        Dead::Kings
    }
}

/// A text that lives as long as the process.
fn leaked(text: &str) -> &'static str {
    Box::leak(text.into())
}

/// Lists of ways of moving that live as long as the process.
fn kept(lists: Vec<Vec<Motion>>) -> &'static [&'static [Motion]] {
    let lists = lists.into_iter().map(|motions| &*motions.leak());
    lists.collect::<Vec<&'static [Motion]>>().leak()
}

fn shape(definition: &Definition) -> Shape {
    let board = &definition.board;
    let row = |rank: u8| -> &'static str {
        let is_square = |file: u8| board.square(file as i8, rank as i8).is_some();
        leaked(
            &(0..board.files)
                .map(|file| if is_square(file) { '.' } else { '*' })
                .collect::<String>(),
        )
    };
    let outline: Vec<&'static str> =
        if board.holes.is_empty() { Vec::new() } else { (0..board.ranks).map(row).collect() };
    Shape { files: board.files, ranks: board.ranks, outline: outline.leak() }
}

/// The plain pawn: the kind that makes double steps, or the only one that promotes, or the one with the
/// letter `P`.
fn pawn(definition: &Definition) -> Option<Kind> {
    let number =
        |is_it: &dyn Fn(usize) -> bool| (0..definition.kinds.len()).find(|&number| is_it(number));
    let kinds = &definition.kinds;
    let steps = number(&|number| !kinds[number].royal && !kinds[number].double_steps.is_empty());
    let mut promotes = definition.promotion[Color::White].iter().flat_map(|rule| &rule.kinds);
    let only = promotes.next().filter(|&first| promotes.all(|other| other == first));
    let promotes = only.map(|kind| kind.index());
    let by_letter = number(&|number| kinds[number].token == "P" && !kinds[number].royal);
    let found = steps.or(promotes).or(by_letter);
    found.map(|number| Kind::new(number as u8))
}

fn castles(definition: &Definition) -> Result<Vec<Castle>, Unplayable> {
    let castles: Vec<Castle> = definition.castles.iter().map(castle).collect();
    let is_known = |castle: &Castle, other: &Castle| {
        castle.letter != other.letter && castle.king == other.king
    };
    if castles.iter().any(|castle| castles.iter().any(|other| is_known(castle, other))) {
        return Err(Unplayable::SameCastling);
    }
    Ok(castles)
}

fn castle(castle: &CastleDefinition) -> Castle {
    let (king, rook) = (castle.king, castle.rook);
    let way = |(from, to): (Square, Square)| {
        let (low, high) = (from.min(to).index() as u8, from.max(to).index() as u8);
        (low..=high).fold(0, |set, index| set | u128::of(Square::new(index)))
    };
    let homes = u128::of(king.0) | u128::of(rook.0);
    Castle {
        letter: castle.letter,
        color: castle.color,
        king,
        king_kind: castle.king_kind,
        rook,
        rook_kinds: castle.rook_kinds.clone().leak(),
        free: Region((way(king) | way(rook)) & !homes),
        san: if rook.0 > king.0 { Castle::SHORT } else { Castle::LONG },
    }
}

/// A way of moving, apart from its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    steps: Vec<(i8, i8)>,
    limit: Option<u8>,
}

/// A power of the game: how it captures, and how it moves otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PowerOfGame {
    power: Power,
    captures: Option<Way>,
    quiets: Quiets,
    /// Where pieces with this power may go.
    region: ByColor<Region>,
}

/// How a power moves without capturing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Quiets {
    /// As it captures.
    Same,
    /// In a way of its own; not at all if there is none.
    Own(Option<Way>),
}

/// All powers of a game.
struct Powers {
    list: Vec<PowerOfGame>,
    of_kind: Vec<PowerSet>,
}

const ORTHOGONAL: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Way {
    fn new(motion: &Motion) -> Self {
        let mut steps: Vec<(i8, i8)> =
            motion.steps.iter().map(|step| (step.files, step.ranks)).collect();
        steps.sort_unstable();
        Self { steps, limit: motion.limit }
    }

    /// The ways of steps of equal lengths that make up this one; itself if it has a name.
    fn parts(self) -> Vec<Self> {
        if named(Some(&self), None).is_some() {
            return vec![self];
        }
        let length = |&(files, ranks): &(i8, i8)| {
            let (files, ranks) = (files.abs(), ranks.abs());
            (files.min(ranks), files.max(ranks))
        };
        let mut lengths: Vec<(i8, i8)> = self.steps.iter().map(length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let part = |wanted| Self {
            steps: self.steps.iter().copied().filter(|step| length(step) == wanted).collect(),
            limit: self.limit,
        };
        lengths.into_iter().map(part).collect()
    }
}

/// The power of this way of capturing and, if it is another, of moving, if compiled games have it.
fn named(captures: Option<&Way>, quiets: Option<&Way>) -> Option<Power> {
    let all = |lengths: &[(i8, i8)]| {
        let mut steps = Vec::new();
        for &(a, b) in lengths {
            for (a, b) in [(a, b), (b, a)] {
                steps.extend([(a, b), (-a, b), (a, -b), (-a, -b)]);
            }
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    };
    let captures = captures?;
    let is = |way: &Way, steps: &[(i8, i8)], limit| way.steps == steps && way.limit == limit;
    if let Some(quiets) = quiets {
        return [
            (Power::Pawn, &[(-1, 1), (1, 1)][..], &[(0, 1)][..]),
            (Power::BerolinaPawn, &[(0, 1)], &[(-1, 1), (1, 1)]),
            (Power::Captain, &DIAGONAL, &ORTHOGONAL),
        ]
        .into_iter()
        .find(|&(_, takes, goes)| is(captures, takes, Some(1)) && is(quiets, goes, Some(1)))
        .map(|(power, ..)| power);
    }
    [
        (Power::Step, all(&[(0, 1), (1, 1)]), Some(1)),
        (Power::Knight, all(&[(1, 2)]), Some(1)),
        (Power::Dabbaba, all(&[(0, 2)]), Some(1)),
        (Power::VerticalStep, vec![(0, -1), (0, 1)], Some(1)),
        (Power::Rook, ORTHOGONAL.to_vec(), None),
        (Power::Bishop, DIAGONAL.to_vec(), None),
        (Power::SideSlide, vec![(-1, 0), (1, 0)], None),
        (Power::Nightrider, all(&[(1, 2)]), None),
        (Power::Ghost, all(&[(0, 2), (2, 2)]), None),
        (Power::StraightPawn, vec![(0, 1)], Some(2)),
    ]
    .into_iter()
    .find(|(_, steps, limit)| is(captures, steps, *limit))
    .map(|(power, ..)| power)
}

impl Powers {
    fn new(definition: &Definition) -> Result<Self, Unplayable> {
        let mut own = Power::OWN.into_iter();
        let mut list: Vec<PowerOfGame> = Vec::new();
        let mut of_kind = Vec::new();
        let all = definition.board.squares().0;
        for kind in &definition.kinds {
            let region = ByColor(kind.mobility.0.map(|region| Region(region.0 & all)));
            let parts = |purpose: Purpose| -> Vec<Way> {
                let motions = kind.powers.iter().filter(|motion| motion.purpose == purpose);
                motions.flat_map(|motion| Way::new(motion).parts()).collect()
            };
            let mut ways: Vec<(Option<Way>, Quiets)> =
                parts(Purpose::Any).into_iter().map(|way| (Some(way), Quiets::Same)).collect();
            // Moving and capturing are one power, as those of a pawn are.
            let (mut takes, mut goes) =
                (parts(Purpose::Capture).into_iter(), parts(Purpose::Move).into_iter());
            loop {
                match (takes.next(), goes.next()) {
                    (None, None) => break,
                    (takes, goes) => ways.push((takes, Quiets::Own(goes))),
                }
            }
            let mut powers = PowerSet::default();
            for (captures, quiets) in ways {
                let is_it = |known: &&PowerOfGame| {
                    known.captures == captures && known.quiets == quiets && known.region == region
                };
                let power = if let Some(known) = list.iter().find(is_it) {
                    known.power
                } else {
                    let name = match &quiets {
                        Quiets::Same => named(captures.as_ref(), None),
                        Quiets::Own(quiets) => {
                            quiets.as_ref().and_then(|way| named(captures.as_ref(), Some(way)))
                        }
                    };
                    let is_new = |name: &Power| list.iter().all(|known| known.power != *name);
                    let power = name
                        .filter(is_new)
                        .or_else(|| own.next())
                        .ok_or(Unplayable::Ways(SLOTS))?;
                    list.push(PowerOfGame { power, captures, quiets, region });
                    power
                };
                powers |= PowerSet::of(&[power]);
            }
            of_kind.push(powers);
        }
        if list.len() > SLOTS {
            return Err(Unplayable::Ways(SLOTS));
        }
        // As a compiled game has them.
        list.sort_by_key(|known| known.power);
        Ok(Self { list, of_kind })
    }

    /// What the powers are that no compiled game has, in their order.
    fn own(&self) -> Vec<Vec<Motion>> {
        let motion = |way: &Way, purpose| Motion {
            steps: way.steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect(),
            limit: way.limit,
            purpose,
        };
        let motions = |known: &PowerOfGame| {
            let mut motions = Vec::new();
            let (captures, quiets) = match &known.quiets {
                Quiets::Same => (Purpose::Any, None),
                Quiets::Own(quiets) => (Purpose::Capture, quiets.as_ref()),
            };
            motions.extend(quiets.map(|way| motion(way, Purpose::Move)));
            motions.extend(known.captures.as_ref().map(|way| motion(way, captures)));
            motions
        };
        let own = self.list.iter().filter(|known| Power::OWN.contains(&known.power));
        own.map(motions).collect()
    }

    /// The tables of all powers.
    fn slots<B: Bits>(
        &self,
        shape: &Shape,
        definition: &Definition,
    ) -> Result<Vec<Slot<B>>, Unplayable> {
        let mut lines = 0;
        let mut slots = Vec::new();
        for (number, known) in (0..).zip(&self.list) {
            let holder = || {
                let mut kinds = definition.kinds.iter().zip(&self.of_kind);
                let holder = kinds.find(|(_, powers)| powers.has(known.power));
                holder.map_or_else(String::new, |(kind, _)| kind.name.clone())
            };
            let course = |way: Option<&Way>| {
                let Some(way) = way else { return Ok(Course::none()) };
                let step = |&(files, ranks): &(i8, i8)| Step { files, ranks };
                let steps: Vec<Step> = way.steps.iter().map(step).collect();
                Course::new(shape, &steps, way.limit)
                    .ok_or_else(|| Unplayable::Directions(holder()))
            };
            let captures = course(known.captures.as_ref())?;
            let quiets = match &known.quiets {
                Quiets::Same => None,
                Quiets::Own(way) => Some(course(way.as_ref())?),
            };
            lines += captures.rays();
            let region = ByColor(known.region.0.map(|region| B::from_u128(region.0)));
            slots.push(Slot::new(number, known.power, captures, quiets, region));
        }
        if lines > LINES { Err(Unplayable::Lines(LINES)) } else { Ok(slots) }
    }
}

#[cfg(all(
    test,
    feature = "chancellor",
    feature = "modern",
    feature = "chess",
    feature = "morphing"
))]
mod tests {
    use super::*;
    use crate::board::SplitMix64;
    use crate::position::Position;
    use crate::position::perft::perft;
    use crate::position::testing::{Way, orthodox};
    use crate::rules::chancellor::Chancellor;
    use crate::rules::chess::Chess;
    use crate::rules::modern::Modern;
    use crate::rules::morphing::Morphing;
    use crate::rules::{LoadError, Variant};

    type Extra<'a> = Option<(char, &'a str, &'a [Way])>;

    /// The definition of a compiled game with the men of orthodox chess.
    fn definition<R: Ruleset>(rules: R, extra: Extra<'_>) -> Definition {
        let (facts, shape) = (rules.facts(), rules.board().shape());
        orthodox((facts.name, facts.title), (shape.files, shape.ranks), facts.start, extra)
    }

    /// The same moves, endings and keys in all positions of random games.
    fn are_twins<R: Ruleset, W: Ruleset>(compiled: R, written: W, leaves: u64) {
        assert_eq!(perft(&Position::start(written), 4), leaves);
        let mut random = SplitMix64::new(8);
        for _ in 0..40 {
            let (mut one, mut other) = (Position::start(compiled), Position::start(written));
            loop {
                assert_eq!(one.fen(), other.fen());
                assert_eq!((one.key(), one.ending()), (other.key(), other.ending()));
                let moves = one.legal_moves();
                assert_eq!(moves, other.legal_moves(), "{}", one.fen());
                if moves.is_empty() || one.move_number() > 120 {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                assert_eq!(one.move_text(mv), other.move_text(mv));
                one.play_unchecked(mv);
                other.play_unchecked(mv);
            }
        }
    }

    /// The leaves are those of `perft/`.
    #[test]
    fn written_twins_play_as_compiled_games_do() {
        let chancellor: Extra<'_> = Some(('C', "Chancellor", &[Way::Rook, Way::Knight]));
        let definition_of = |extra| definition(Chancellor, extra);
        let written = Written128::with_key(&definition_of(chancellor), 0).expect("it is plain");
        are_twins(Chancellor, written, 436_656);
        let minister: Extra<'_> = Some(('M', "Minister", &[Way::Bishop, Way::Knight]));
        let written = Written128::with_key(&definition(Modern, minister), 0).expect("it is plain");
        are_twins(Modern, written, 433_729);
        let written = Written64::with_key(&definition(Chess, None), 0).expect("it is plain");
        are_twins(Chess, written, 197_281);
    }

    /// Morphing Chess IV: squares change pieces, pawns go and capture up to two squares straight ahead, kings
    /// castle over three squares, a bare king loses, as does who is stalemated.
    fn morphing() -> Definition {
        let facts = Morphing.facts();
        let shape = Morphing.board().shape();
        let archbishop: Extra<'_> = Some(('A', "Archbishop", &[Way::Bishop, Way::Knight]));
        let size = (shape.files, shape.ranks);
        let mut game = orthodox((facts.name, facts.title), size, facts.start, archbishop);
        let one = |files, ranks| Step { files, ranks };
        game.kinds[0].powers =
            vec![Motion { steps: vec![one(0, 1)], limit: Some(2), purpose: Purpose::Any }];
        game.kinds[0].double_steps.clear();
        for (number, token, ways) in [
            (6, "C", &[Way::Rook, Way::Knight][..]),
            (7, "Z", &[Way::Rook, Way::Bishop, Way::Knight]),
        ] {
            let mut kind = game.kinds[number - 1].clone();
            token.clone_into(&mut kind.token);
            kind.powers = ways.iter().map(|way| way.motion()).collect();
            game.kinds.insert(number, kind);
        }
        let kings_number = 8;
        for color in Color::ALL {
            game.promotion[color][0].into = [4, 3, 2, 1].map(Kind::new).to_vec();
        }
        for castle in &mut game.castles {
            let home = castle.king.0.index() as u8 - 4;
            let (king, rook) =
                if castle.letter.eq_ignore_ascii_case(&'k') { (7, 6) } else { (1, 2) };
            castle.king_kind = Kind::new(kings_number);
            castle.king.1 = Square::new(home + king);
            castle.rook.1 = Square::new(home + rook);
        }
        let squares_of = |is_light| {
            let squares =
                shape.squares().filter(|&square| Morphing.board().is_light(square) == is_light);
            Region(squares.fold(0, |set, square| set | u128::of(square)))
        };
        let changed = |pairs: [(u8, u8); 3]| {
            let mut kinds: Vec<Kind> = (0..=kings_number).map(Kind::new).collect();
            for (from, to) in pairs {
                kinds[usize::from(from)] = Kind::new(to);
            }
            kinds
        };
        game.changes.morphs = vec![
            (squares_of(true), changed([(5, 1), (3, 6), (7, 4)])),
            (squares_of(false), changed([(1, 5), (6, 3), (4, 7)])),
        ];
        game.stalemate = Value::Loss;
        game.bare_king = Some(BareKing { value: Value::Loss, enemies: 2, may_answer: false });
        game
    }

    /// The leaves are those of `perft/`.
    #[test]
    fn squares_change_pieces_as_in_a_compiled_game() {
        let written = Written128::with_key(&morphing(), 0).expect("it can be played");
        are_twins(Morphing, written, 349_510);
        let refusal =
            |fen: &str| Position::from_fen(written, fen).err().map(|error| error.to_string());
        assert_eq!(
            refusal("4k4/p8/9/9/9/9/9/9/N3K4 w - - 0 1").as_deref(),
            Some("N on a1: on this square it is another piece")
        );
    }

    /// Chess with all that moves can do to pieces: who captures joins the powers of a knight if he likes, a
    /// rook that captures a pawn becomes one, a bishop that moves becomes a knight, and a rook that has
    /// castled is a bishop.
    #[test]
    fn moves_change_pieces() {
        let mut game = definition(Chess, None);
        let names = ["P", "N", "B", "R", "Q", "K"];
        let number = |token: &str| {
            Kind::new(names.iter().position(|name| *name == token).unwrap_or(6) as u8)
        };
        let mut compound = game.kinds[3].clone();
        compound.token = "RN".to_owned();
        compound.name = "Rook-Knight".to_owned();
        compound.powers.extend(game.kinds[1].powers.clone());
        game.kinds.push(compound);
        game.aliases = vec![("C".to_owned(), Kind::new(6))];
        let mut captured = vec![vec![Vec::new(); 7]; 7];
        captured[3][1] = vec![number("RN"), number("R")];
        captured[3][0] = vec![number("P")];
        captured[0][1] = vec![number("R"), number("P")];
        game.changes.captured = captured;
        game.changes.moved = (0..7).map(Kind::new).collect();
        game.changes.moved[2] = number("N");
        game.changes.castled_rook = Some(number("B"));
        let rules = Written64::new(&game).expect("it can be played");
        let position = |fen: &str| Position::from_fen(rules, fen).expect(fen);
        let moves = |fen: &str, from: &str| {
            let position = position(fen);
            let mut texts: Vec<String> =
                position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
            texts.retain(|text| text.starts_with(from));
            texts.sort();
            texts.join(" ")
        };
        let after = |fen: &str, text: &str| {
            let mut position = position(fen);
            position.play_unchecked(position.parse_move(text).expect(text));
            position.fen()
        };
        let rook = "4k3/8/8/8/8/8/8/n2RK1p1 w - - 0 1";
        assert_eq!(moves(rook, "d1a"), "d1a1 d1a1{rn}");
        assert_eq!(after(rook, "d1a1c"), "4k3/8/8/8/8/8/8/{RN}3K1p1 b - - 0 1");
        let pawn = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1";
        assert_eq!(moves(pawn, "a1a3"), "a1a3p");
        // A rook stays one, a pawn that is still one promotes: to a rook, too, which is one move.
        let promotes = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(moves(promotes, "a7b8"), "a7b8b a7b8n a7b8q a7b8r");
        assert_eq!(perft(&position(promotes), 1), moves(promotes, "").split(' ').count() as u64);
        // A rook that becomes a pawn on the last rank promotes there: to a rook, too, which has no letter then.
        assert_eq!(moves("p3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "a1a8 a1a8b a1a8n a1a8q");
        assert_eq!(moves("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1b"), "a1b2n");
        assert_eq!(
            after("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"),
            "4k3/8/8/8/8/8/8/2KB4 b - - 1 1"
        );
        assert_eq!(
            position("{nr}3k3/8/8/8/8/8/8/{C}3K3 w - - 0 1").fen(),
            "{rn}3k3/8/8/8/8/8/8/{RN}3K3 w - - 0 1"
        );
    }

    #[test]
    fn games_of_different_definitions_have_different_keys() {
        let mut definition = definition(Chess, None);
        let first = Position::start(Written64::new(&definition).expect("it is plain"));
        definition.stalemate = Value::Loss;
        let second = Position::start(Written64::new(&definition).expect("it is plain"));
        assert_eq!(first.fen(), second.fen());
        assert_ne!(first.key(), second.key());
    }

    #[test]
    fn a_definition_is_one_game_however_often_it_comes() {
        let mut definition = definition(Chess, None);
        let game = |definition: &Definition| WrittenGame::new(definition).expect("it is plain");
        let first = game(&definition);
        definition.title.push('!');
        let second = game(&definition);
        assert_eq!((first == second, game(&definition) == second), (false, true));
        assert_eq!(Variant::with_facts(first.facts()), Some(Variant::Written(first)));
        assert_eq!(Variant::with_facts(Chess.facts()), Some(Variant::Chess));
        let mut session = crate::game::session(Variant::Written(second));
        assert_eq!((session.variant(), session.title()), (Variant::Written(second), "Chess!"));
        let mv = session.parse_san("Nf3").expect("a legal move");
        session.play(mv).expect("a legal move");
        assert_eq!(session.legal_moves().len(), 20);
    }

    #[test]
    fn a_loaded_game_is_found_by_its_name_until_another_takes_it_over() {
        let mut game = definition(Chess, None);
        assert_eq!(Variant::load(&game), Err(LoadError::Name("chess".to_owned())));
        game.name = "normal".to_owned();
        assert_eq!(Variant::load(&game), Err(LoadError::Name("normal".to_owned())));
        game.name = "loaded-twice".to_owned();
        let first = Variant::load(&game).expect("it is plain");
        for name in ["loaded-twice", "Loaded-Twice"] {
            assert_eq!(Variant::named(name), Some(first));
        }
        assert_eq!("loadedt".parse::<Variant>().ok(), None);
        assert_eq!("loaded-t".parse(), Ok(first));
        assert!(Variant::known().contains(&first) && !Variant::ALL.contains(&first));
        game.title.push('!');
        let renamed = Variant::load(&game).expect("it is plain");
        assert_ne!(first, renamed);
        assert_eq!(first.identity(), renamed.identity());
        game.stalemate = Value::Loss;
        let second = Variant::load(&game).expect("it is plain");
        assert_eq!(Variant::exactly("loaded-twice"), Some(second));
        assert_eq!(
            Variant::loaded().iter().filter(|known| known.name() == "loaded-twice").count(),
            1
        );
        assert_eq!(Variant::identified(second.identity()), Ok(second));
        let foreign = Variant::identified(first.identity()).expect_err("other rules");
        assert_eq!(
            foreign.to_string(),
            "'loaded-twice' by other rules than those that are played here"
        );
        assert!(Variant::identified("loaded-never#0").is_err());
        assert_eq!(Variant::identified("chess"), Ok(Variant::Chess));
        // Who plays the first goes on.
        assert_eq!(crate::game::session(first).legal_moves().len(), 20);
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let refusal = |edit: &dyn Fn(&mut Definition)| {
            let mut definition = definition(Chess, None);
            edit(&mut definition);
            Written64::new(&definition).err().map(|error| error.to_string())
        };
        assert_eq!(refusal(&|_| {}), None);
        for (edit, reason) in [
            (
                &(|d: &mut Definition| (d.board.files, d.board.ranks) = (4, 11))
                    as &dyn Fn(&mut Definition),
                "the board has 4 files and 11 ranks: more than 16 and 10",
            ),
            (&|d| d.board.ranks = 10, "the board has 80 cells, more than 64"),
            (
                &|d| d.castles[0].king.1 = d.castles[1].king.1,
                "two castling moves of a side lead the king to the same square",
            ),
        ] {
            assert_eq!(refusal(edit).as_deref(), Some(reason));
        }
    }

    #[test]
    fn moves_on_the_tenth_rank_are_written_and_read() {
        let start =
            "rnbqkbnnnnnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQKBNNNNNR w KQkq - 0 1";
        let definition = orthodox(("large", "Large"), (12, 10), start, None);
        let game = WrittenGame::new(&definition).expect("it is plain");
        let mut session = crate::game::session(Variant::Written(game));
        let mut random = SplitMix64::new(3);
        let mut on_the_tenth = 0;
        for _ in 0..60 {
            let moves = session.legal_moves();
            for &mv in &moves {
                let (text, san) = (session.text(mv), session.san(mv));
                assert_eq!(session.parse(&text), Ok(mv), "{text}");
                assert_eq!(session.parse_san(&san), Ok(mv), "{san}");
                assert!(session.typed(&san).is_ok_and(|moves| moves.contains(&mv)), "{san}");
                on_the_tenth += usize::from(text.contains("10"));
            }
            let fen = session.fen();
            session.set_position(Some(&fen), &[]).expect("it is its own FEN");
            let Some(last) = moves.len().checked_sub(1) else { break };
            session.play(moves[random.below(last + 1)]).expect("a legal move");
        }
        assert!(on_the_tenth > 100);
    }

    #[test]
    fn ways_of_moving_that_compiled_games_have_keep_their_names() {
        let mut game = definition(Chess, None);
        let own = |steps: &[(i8, i8)], limit| Motion {
            steps: steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect(),
            limit,
            purpose: Purpose::Any,
        };
        // A queen that leaps like a camel in two directions and slides two squares sideways.
        game.kinds[4].powers.push(own(&[(-1, 3), (1, 3)], Some(1)));
        game.kinds[4].powers.push(own(&[(-1, 0), (1, 0)], Some(2)));
        let rules = Written64::new(&game).expect("it is plain");
        let powers: Vec<Power> = rules.facts().kinds[4].powers.iter().collect();
        assert_eq!(powers, [Power::Rook, Power::Bishop, Power::Own1, Power::Own2]);
        let from = |power, square| {
            let board = rules.board();
            let square = board.parse_square(square).expect("a square");
            let set = rules.attacks(power, Color::White, square, 0);
            set.squares().map(|square| board.square_name(square)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(from(Power::Own1, "d4"), "c7 e7");
        assert_eq!(from(Power::Own2, "d4"), "b4 c4 e4 f4");
        let back = rules.attacks(Power::Own1, Color::Black, Square::new(28), 0);
        assert_eq!(back, u64::of(Square::new(3)) | u64::of(Square::new(5)));
    }
}
