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

mod annihilation;
mod blast;
mod changes;
mod checks;
mod contacts;
mod ends;
mod games;
mod hands;
mod leaps;
mod lending;
mod powers;
mod promotion;
mod state;
mod stuck;
mod together;
mod unplayable;
mod zones;

use std::fmt;
use std::hash::{Hash, Hasher};

use super::Hands as _;
use super::State as _;
use super::definition::{
    self, CastleDefinition, DeadDraw, Definition, EnPassantRule, Handicaps, KindDefinition, Region,
    Step,
};
use super::power::flies;
use super::registered::Registered;
use super::slot::Slot;
use super::{
    Becomes, BitsOf, Castle, Facts, HandRules, InHand, Influence, Kind, KindInfo, Landing, Outcome,
    Passing, Piece, Placement, Power, PowerBoards, PowerSet, Reason, Royals, Ruleset, Safety,
};
use crate::board::{Bits, ByColor, Color, Geometry, Shape, Square, Tables, fnv1a_64};
use annihilation::Annihilating;
use blast::Blast;
use changes::{Changing, KindSet, PartReach, Promoting, final_promotions, has_kind, kind_set};
use checks::ChecksLeft;
use contacts::Contacts;
use ends::{Ends, Pseudo, safety};
use hands::hand_rules;
use lending::Lenders;
use powers::{Powers, SLOTS};
use promotion::Promotions;
use together::Together;

pub use games::{AnyWritten, WrittenGame};
pub use state::WrittenState;
pub use unplayable::Unplayable;

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

/// Where double and triple steps lead from each square, and what they pass.
type Steps<B> = Box<ByColor<<B as Bits>::Map<[B; 2]>>>;

#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
struct Game<B: Bits> {
    facts: Facts,
    outline: Outline<B>,
    slots: Vec<Slot<B>>,
    together: Together<B>,
    /// Whether pieces have some powers on some squares alone.
    has_grounds: bool,
    /// What moves and squares make of pieces; `None` if nothing.
    changing: Option<Changing<B>>,
    /// The letters of the handicaps; empty if there are none.
    handicaps: String,
    /// What pieces lend one another; `None` if nobody lends.
    lenders: Option<Lenders<B>>,
    /// What takes pieces off the board when it meets enemies; `None` if nothing.
    annihilating: Option<Annihilating<B>>,
    /// What captures blow up; `None` if nothing.
    blast: Option<Blast>,
    /// What keeps enemies from moving and attacking; `None` if nothing.
    freezing: Option<Contacts<B>>,
    /// How no move may leave enemies; `None` if all ways are allowed.
    forbidden: Option<Contacts<B>>,
    /// What brings enemies over to its side; `None` if nothing.
    converting: Option<Contacts<B>>,
    /// Whether pieces change sides.
    changes_sides: bool,
    promotions: Promotions<B>,
    /// `[kind]`: whether its moves restart the clock.
    restarts_clock: Vec<ByColor<bool>>,
    /// `[kind]`: the kinds to which it promotes by a move that may restart the clock for that.
    final_promotions: Vec<ByColor<KindSet>>,
    /// The cannons that shun one another.
    shy: KindSet,
    /// `[kind]`: where it may go.
    mobility: Vec<ByColor<B>>,
    /// `[kind]`: where its double and triple steps lead from each square; `None` if it has none.
    double_steps: Vec<Option<Steps<B>>>,
    /// `[kind]`: where it captures en passant.
    en_passant: Vec<ByColor<B>>,
    /// Who else captures en passant, by the moves of a part, and where.
    en_passant_by_parts: ByColor<(Vec<PartReach<B>>, B)>,
    /// What comes into hands and onto the board; `None` if nothing.
    hands: Option<HandRules<B>>,
    ends: Ends<B>,
    kings: ByColor<bool>,
    pseudo: Option<Pseudo>,
    safety: ByColor<Safety>,
    may_check: bool,
    flying_general: bool,
    checked_king_stays: bool,
    passing: ByColor<Passing>,
    facing_is_answered: bool,
    checks_to_win: ByColor<u8>,
    /// Whether moves do more than to move and capture: by what they take off the board, or by who lends then.
    has_side_effects: bool,
    moves_oddly: bool,
    /// Whether pieces can end the game, other than by having no move.
    has_ends: bool,
    /// The most with which nobody can win.
    dead: DeadDraw,
    key: u64,
}

/// What a piece meets on its way and where it lands.
#[derive(Clone, Copy)]
enum Meets<'a> {
    /// Enemies, all of which it captures, for a side with this set of handicaps.
    Victims(&'a [Kind], u8),
    /// A piece of its side, with which it merges.
    Friend(Kind),
}

impl Meets<'_> {
    const fn captures(self) -> bool {
        matches!(self, Self::Victims([_, ..], _))
    }

    const fn nothing(self) -> bool {
        matches!(self, Self::Victims([], _))
    }
}

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
    type State = WrittenState;
    type Hands = InHand;

    const FACTS: Option<&'static Facts> = None;
    const POWERS: PowerSet = PowerSet::of(&[]);
    const INFLUENCE: Option<Influence<Self>> = Some(influence);
    const CONFINES: bool = true;
    const FREE_STEPS: bool = true;
    const FREE_CASTLING: bool = true;
    const CHANGES_SIDES: bool = true;
    const PASSES: bool = true;
    const MERGES: bool = true;

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

    #[inline(always)]
    fn lends(self) -> bool {
        self.0.lenders.is_some() || self.0.freezing.is_some()
    }

    #[inline(always)]
    fn powers_vary(self) -> bool {
        self.0.has_grounds || self.lends()
    }

    fn lent_by(self, kind: Kind) -> PowerSet {
        self.0.lenders.as_ref().map_or_else(PowerSet::default, |lenders| lenders.lent_by(kind))
    }

    fn lenders(self, placement: &Placement<Self>, color: Color) -> B {
        self.0.lenders.as_ref().map_or(B::EMPTY, |lenders| lenders.partners(placement, color))
    }

    #[inline]
    fn steps_by_itself(self, placement: &Placement<Self>, from: Square) -> bool {
        !self.lends()
            || self.0.lenders.as_ref().is_none_or(|lenders| !lenders.replaces_at(placement, from))
                && !self.is_frozen(placement, from)
    }

    fn attacks(self, power: Power, color: Color, from: Square, occupied: B) -> B {
        let slot = self.0.slots.iter().find(|slot| slot.power() == power);
        slot.map_or(B::EMPTY, |slot| slot.attacks(self.board(), color, from, occupied))
    }

    #[inline]
    fn becomes(self, landing: Landing<'_, Self>) -> Becomes {
        let Landing { state, color, mover, from, to, victims, full } = landing;
        let set = state.handicaps[color];
        let changing = self.0.changing.as_ref();
        let promotions = &self.0.promotions;
        let is_simple = promotions.stuck.is_empty() && !promotions.from[color].has(from);
        match *victims {
            [] if is_simple && !promotions.zones[mover.index()][color].has(to) => {
                let kind = changing.map_or(mover, |changing| changing.by_quiet(color, mover, to));
                return Becomes::one(kind);
            }
            [victim] if is_simple && !promotions.at[color].has(to) => {
                let Some(changing) = changing else { return Becomes::one(mover) };
                if let Some(becomes) = changing.by_capture((color, set), mover, victim, to) {
                    return becomes;
                }
            }
            _ => {}
        }
        self.0.becomes(color, mover, Meets::Victims(victims, set), (from, to), full)
    }

    /// It does not promote by that.
    #[inline]
    fn becomes_in_passing(self, landing: Landing<'_, Self>) -> Becomes {
        let Landing { state, color, mover, to, victims, .. } = landing;
        let Some(changing) = &self.0.changing else { return Becomes::one(mover) };
        let set = state.handicaps[color];
        if changing.vanishes(mover, victims) {
            return Becomes::one(mover);
        }
        let color = changing.side_after(color, mover, victims.first().copied());
        let mut becomes = Becomes::new();
        for kind in changing.by_move(mover, victims, set) {
            becomes.add(changing.settled(kind, color, to));
        }
        becomes
    }

    #[inline]
    fn merges(self) -> bool {
        self.0.changing.as_ref().is_some_and(|changing| !changing.merged.is_empty())
    }

    #[inline]
    fn merges_with(self, mover: Kind, friend: Kind) -> bool {
        let changing = self.0.changing.as_ref();
        changing.is_some_and(|changing| changing.merged(mover, friend).is_some())
    }

    #[inline]
    fn splits(self) -> bool {
        self.0.changing.as_ref().is_some_and(|changing| !changing.splits.are_none())
    }

    #[inline]
    fn parts(self, kind: Kind) -> &'static [(Kind, Kind)] {
        let changing = self.0.changing.as_ref();
        let parts = changing.and_then(|changing| changing.splits.parts.get(kind.index()));
        parts.map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn splits_if_attacked(self) -> bool {
        self.0.changing.as_ref().is_some_and(|changing| changing.splits.even_attacked)
    }

    fn becomes_merged(self, landing: Landing<'_, Self>) -> Becomes {
        let Landing { color, mover, from, to, victims, full, .. } = landing;
        self.0.becomes(color, mover, Meets::Friend(victims[0]), (from, to), full)
    }

    #[inline]
    fn castled_rook(self, rook: Kind, color: Color, square: Square) -> Kind {
        let Some(changing) = &self.0.changing else { return rook };
        changing.settled(changing.castled_rook.unwrap_or(rook), color, square)
    }

    #[inline]
    fn settled(self, kind: Kind, color: Color, square: Square) -> Kind {
        match &self.0.changing {
            Some(changing) => changing.settled(kind, color, square),
            None => kind,
        }
    }

    #[inline]
    fn promotion_zone(self, kind: Kind, color: Color) -> BitsOf<Self> {
        self.0.promotions.zones[kind.index()][color]
    }

    #[inline]
    fn promotion_zone_from(self, kind: Kind, color: Color, from: Square) -> B {
        self.0.promotions.zone_from(kind, color, from)
    }

    #[inline]
    fn promotes_no_more_to(
        self,
        placement: &Placement<Self>,
        color: Color,
        from: Square,
        to: Square,
    ) -> u128 {
        self.0.promotions.full(placement, color, from, to)
    }

    #[inline(always)]
    fn bars(self) -> bool {
        self.0.promotions.bar()
    }

    #[inline(always)]
    fn removes(self) -> bool {
        self.0.annihilating.is_some() || self.blasts()
    }

    #[inline]
    fn removes_at(self, placement: &Placement<Self>, kind: Kind, color: Color) -> B {
        let annihilating = self.0.annihilating.as_ref();
        annihilating.map_or(B::EMPTY, |rules| rules.removes_at(placement, kind, color))
    }

    #[inline]
    fn removed(self, placement: &Placement<Self>, to: Square, has_captured: bool) -> B {
        let annihilating = self.0.annihilating.as_ref();
        let met = annihilating.map_or(B::EMPTY, |rules| rules.removed(placement, to));
        if has_captured { met | self.blasted(placement, to) } else { met }
    }

    #[inline]
    fn blasted(self, placement: &Placement<Self>, to: Square) -> B {
        self.0.blast.as_ref().map_or(B::EMPTY, |blast| blast.removed(placement, to))
    }

    #[inline(always)]
    fn blasts(self) -> bool {
        self.0.blast.is_some()
    }

    #[inline]
    fn matters_to_loans(self, kind: Kind) -> bool {
        self.0.lenders.as_ref().is_some_and(|lenders| lenders.depend_on(kind))
    }

    #[inline]
    fn resets_clock(self, landing: Landing<'_, Self>, becomes: Kind) -> bool {
        let Landing { color, mover, .. } = landing;
        self.0.restarts_clock[mover.index()][color]
            || has_kind(self.0.final_promotions[mover.index()][color], becomes)
                && self.0.restarts_by_promotion(&landing, becomes)
    }

    #[inline(never)]
    fn shunned(self, placement: &Placement<Self>) -> B {
        let pieces = Color::ALL.into_iter().flat_map(|color| placement.pieces(color));
        let shy = pieces.filter(|&(_, kind)| has_kind(self.0.shy, kind));
        shy.fold(B::EMPTY, |set, (square, _)| set | B::of(square))
    }

    #[inline]
    fn mobility(self, kind: Kind, color: Color) -> B {
        self.0.mobility[kind.index()][color]
    }

    #[inline(always)]
    fn reached_together(
        self,
        placement: &Placement<Self>,
        from: Square,
        color: Color,
        kind: Kind,
        occupied: B,
    ) -> (B, B, PowerSet) {
        let together = &self.0.together;
        together
            .reached(self.board(), color, kind, from, occupied)
            .unwrap_or_else(|| (B::EMPTY, B::EMPTY, placement.powers_at(from, kind)))
    }

    #[inline(always)]
    fn attackers_together(
        self,
        placement: &Placement<Self>,
        square: Square,
        by: Color,
        occupied: B,
    ) -> (B, bool) {
        let (holders, pieces) = (placement.by_power(), placement.of(by));
        let sliders =
            if self.0.facts.safe_royal_slides { pieces & !placement.royals() } else { pieces };
        let (together, board) = (&self.0.together, self.board());
        together.attackers(board, holders, (pieces, sliders), (by, square), occupied)
    }

    #[inline(always)]
    fn powers_by_square(self, piece: Piece) -> &'static [B] {
        self.0.together.powers_by_square(piece)
    }

    #[inline(always)]
    fn unchanged(self, kind: Kind, color: Color, from: Square, occupied: B) -> B {
        let promotions = &self.0.promotions;
        if !promotions.stuck.is_empty() || promotions.from[color].has(from) {
            return B::EMPTY;
        }
        match &self.0.changing {
            None => !promotions.at[color],
            Some(changing) if changing.changes_by_captures_alone(kind) => {
                !promotions.at[color] & !occupied
            }
            Some(_) => B::EMPTY,
        }
    }

    #[inline(always)]
    fn moves_oddly(self) -> bool {
        self.0.moves_oddly
    }

    #[inline]
    fn double_steps(self, color: Color, kind: Kind, from: Square, occupied: B) -> B {
        let Some(steps) = &self.0.double_steps[kind.index()] else { return B::EMPTY };
        let [steps, passed] = steps[color][from];
        if (passed & occupied).is_empty() {
            steps
        } else {
            self.0.open_steps(from, steps, occupied)
        }
    }

    #[inline]
    fn is_double_step(self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        self.0.double_steps[kind.index()]
            .as_ref()
            .is_some_and(|steps| steps[color][from][0].has(to))
    }

    fn may_have_stepped(self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        let is_it = |one: &Kind| *one == kind || self.spent(*one) == Some(kind);
        let mut kinds = self.0.facts.each_kind().filter(is_it);
        kinds.any(|kind| self.is_double_step(color, kind, from, to))
    }

    #[inline]
    fn takes_en_passant(
        self,
        color: Color,
        kind: Kind,
        from: Square,
        target: Square,
        goes: bool,
    ) -> bool {
        let (parts, region) = &self.0.en_passant_by_parts[color];
        !goes && self.0.en_passant[kind.index()][color].has(target)
            || region.has(target) && parts.iter().any(|part| part.captures(kind, from, target))
    }

    #[inline(always)]
    fn changes_sides(self) -> bool {
        self.0.changes_sides
    }

    #[inline]
    fn goes_over(self, mover: Kind, victim: Option<Kind>) -> bool {
        let changing = self.0.changing.as_ref().filter(|_| self.0.changes_sides);
        changing.is_some_and(|changing| changing.goes_over(mover, victim))
    }

    fn converted(self, placement: &Placement<Self>, by: Color, moved: B) -> B {
        let converting = self.0.converting.as_ref();
        converting.map_or(B::EMPTY, |rules| rules.touched(placement, by, moved))
    }

    fn is_frozen(self, placement: &Placement<Self>, square: Square) -> bool {
        self.0.freezing.as_ref().is_some_and(|rules| rules.all(placement).has(square))
    }

    fn has_forbidden_contact(self, placement: &Placement<Self>) -> bool {
        self.0.forbidden.as_ref().is_some_and(|rules| !rules.all(placement).is_empty())
    }

    #[inline(always)]
    fn safety(self, color: Color) -> Safety {
        self.0.safety[color]
    }

    #[inline(always)]
    fn has_king(self, color: Color) -> bool {
        self.0.kings[color]
    }

    #[inline]
    fn royals(self, placement: &Placement<Self>, color: Color) -> Royals<B> {
        match &self.0.pseudo {
            Some(pseudo) => pseudo.of(placement, color),
            None => Royals { each: B::EMPTY, one_of: B::EMPTY },
        }
    }

    fn may_be_royal(self, kind: Kind) -> bool {
        self.0.pseudo.as_ref().is_some_and(|pseudo| pseudo.has(kind))
    }

    #[inline(always)]
    fn may_check(self) -> bool {
        self.0.may_check
    }

    #[inline(always)]
    fn flying_general(self) -> bool {
        self.0.flying_general
    }

    #[inline(always)]
    fn facing_is_answered(self) -> bool {
        self.0.facing_is_answered
    }

    #[inline(always)]
    fn passing(self, color: Color) -> Passing {
        self.0.passing[color]
    }

    #[inline(always)]
    fn checked_king_stays(self) -> bool {
        self.0.checked_king_stays
    }

    #[inline(always)]
    fn hands(self) -> Option<&'static HandRules<B>> {
        self.0.hands.as_ref()
    }

    #[inline]
    fn has_state(self) -> bool {
        self.counts_checks() || !self.0.handicaps.is_empty()
    }

    fn read_state(self, field: &str) -> Option<WrittenState> {
        if !self.counts_checks() && !field.is_empty() {
            let handicaps = Handicaps::read(field, &self.0.handicaps)?;
            return Some(WrittenState { handicaps, ..WrittenState::default() });
        }
        let checks = if field.is_empty() {
            ChecksLeft::new(self.0.checks_to_win)
        } else {
            ChecksLeft::read(field, self.0.checks_to_win)?
        };
        Some(WrittenState { checks, ..WrittenState::default() })
    }

    fn state_text(self, state: WrittenState) -> String {
        if state.handicaps == ByColor::default() {
            state.text()
        } else {
            Handicaps::text(state.handicaps, &self.0.handicaps)
        }
    }

    #[inline(always)]
    fn counts_checks(self) -> bool {
        self.0.checks_to_win.0 != [0, 0]
    }

    #[inline]
    fn checks_left(self, state: WrittenState, color: Color) -> u8 {
        state.checks.of(color)
    }

    #[inline]
    fn after_check(self, state: WrittenState, by: Color) -> WrittenState {
        WrittenState { checks: state.checks.after_check(by), ..state }
    }

    #[inline]
    fn after_turn(self, state: WrittenState, passed: bool, faced: bool) -> WrittenState {
        WrittenState { pause: state.pause.after_turn(passed, faced), ..state }
    }

    #[inline]
    fn standstill(self, state: WrittenState, faces: impl FnOnce() -> bool) -> Option<Reason> {
        if state.pause.both_passed() {
            return Some(Reason::Passes);
        }
        (state.pause.faced && faces()).then_some(Reason::FacingKings)
    }

    #[inline]
    fn ended_by_state(self, state: WrittenState, side_to_move: Color) -> Option<Outcome> {
        let has_won = self.counts_checks() && state.checks.of(!side_to_move) == 0;
        has_won.then_some(Outcome::Win(!side_to_move, Reason::Checks))
    }

    fn may_answer(self, color: Color) -> bool {
        self.0.ends.may_answer(color)
    }

    fn goals(self, kind: Kind, color: Color) -> B {
        self.0.ends.flag(kind, color)
    }

    #[inline]
    fn spares(self, mover: Kind) -> bool {
        self.0.changing.as_ref().is_some_and(|changing| changing.spared[mover.index()] != 0)
    }

    #[inline]
    fn may_capture(self, mover: Kind, victim: Kind) -> bool {
        let spares = |changing: &Changing<B>| has_kind(changing.spared[mover.index()], victim);
        !self.0.changing.as_ref().is_some_and(spares)
    }

    #[inline]
    fn spent(self, mover: Kind) -> Option<Kind> {
        let changing = self.0.changing.as_ref()?;
        *changing.spent.get(mover.index())?
    }

    #[inline]
    fn may_vanish(self, mover: Kind) -> bool {
        self.0.changing.as_ref().is_some_and(|changing| changing.gone[mover.index()] != 0)
    }

    #[inline]
    fn vanishes(self, mover: Kind, victim: Kind) -> bool {
        let vanishes = |changing: &Changing<B>| has_kind(changing.gone[mover.index()], victim);
        self.0.changing.as_ref().is_some_and(vanishes)
    }

    #[inline]
    fn uncertain_targets(
        self,
        placement: &Placement<Self>,
        from: Square,
        mover: Piece,
        safe: B,
    ) -> B {
        if self.0.has_side_effects {
            self.uncertain(placement, from, mover, safe)
        } else {
            B::EMPTY
        }
    }

    #[inline]
    fn ended(
        self,
        placement: &Placement<Self>,
        hands: &InHand,
        side_to_move: Color,
        is_attacked: impl Fn(Square, Color) -> bool,
    ) -> Option<Outcome> {
        if self.0.has_ends { self.end(placement, hands, side_to_move, &is_attacked) } else { None }
    }

    fn is_dead_draw(self, placement: &Placement<Self>) -> bool {
        match self.0.dead {
            DeadDraw::Never => false,
            DeadDraw::Kings => {
                let is_plain = |square| placement.kind_at(square) == self.0.facts.king;
                placement.occupied() == placement.royals()
                    && placement.royals().squares().all(is_plain)
            }
            DeadDraw::Minor => placement.has_a_minor_at_most(),
        }
    }

    fn cannot_win(self, placement: &Placement<Self>, side: Color) -> bool {
        let is_plain = matches!(self.0.dead, DeadDraw::Minor);
        is_plain && placement.has_king_alone(side) || self.is_dead_draw(placement)
    }

    /// Where it would be another piece; else, a definition does not say where pieces may not stand.
    fn check_square(self, piece: Piece, square: Square) -> Result<(), &'static str> {
        self.check_settled(piece, square)
    }

    fn check_placement(self, placement: &Placement<Self>) -> Result<(), &'static str> {
        match &self.0.annihilating {
            Some(rules) if rules.has_a_pair(placement) => {
                Err("two pieces that annihilate each other stand in each other's zone")
            }
            _ => Ok(()),
        }
    }
}

impl<B: Bits> Written<B> {
    /// Apart from its callers, which would need the room for its tables as well.
    #[inline(never)]
    fn made(
        definition: &Definition,
        key: u64,
        tables: fn(&Shape) -> Tables<B>,
    ) -> Result<Self, Unplayable> {
        Ok(Self(Box::leak(Box::new(Game::new(definition, key, tables)?))))
    }

    /// The [uncertain targets](Ruleset::uncertain_targets): those of captures by which the mover vanishes or goes over,
    /// because its square does not stand for it any more, those of moves by which more vanishes, and those after which
    /// enemies may borrow otherwise.
    #[inline(never)]
    fn uncertain(self, placement: &Placement<Self>, from: Square, mover: Piece, safe: B) -> B {
        // Who attacks what afterwards, and of which side it is, takes more than a look.
        if self.0.freezing.is_some()
            || self.0.converting.is_some()
            || self.goes_over(mover.kind(), None)
        {
            return !B::EMPTY;
        }
        let mut uncertain = match &self.0.lenders {
            Some(lenders) => lenders.uncertain_targets(placement, from, mover, safe),
            None => B::EMPTY,
        };
        if self.may_vanish(mover.kind()) || self.0.changes_sides {
            let is_such = |square: &Square| {
                let victim = placement.kind_at(*square);
                victim.is_some_and(|victim| {
                    self.vanishes(mover.kind(), victim)
                        || self.goes_over(mover.kind(), Some(victim))
                })
            };
            uncertain |= B::of_all(placement.of(!mover.color()).squares().filter(is_such));
        }
        if self.merges() {
            uncertain |= placement.of(mover.color());
        }
        uncertain | self.removes_at(placement, mover.kind(), mover.color())
    }

    /// How the pieces have ended the game.
    #[inline(never)]
    fn end(
        self,
        placement: &Placement<Self>,
        hands: &InHand,
        side_to_move: Color,
        is_attacked: &dyn Fn(Square, Color) -> bool,
    ) -> Option<Outcome> {
        if self.has_king(side_to_move) && placement.king(side_to_move).is_none() {
            return Some(Outcome::Win(!side_to_move, Reason::Annihilation));
        }
        let in_hand = |color, set: KindSet| {
            let drops = self.hands().into_iter().flat_map(|rules| &rules.drops).enumerate();
            let of_set = drops.filter(|(_, drop)| has_kind(set, drop.kind));
            of_set.map(|(place, _)| usize::from(hands.count(color, place))).sum()
        };
        self.0.ends.end(placement, &in_hand, side_to_move, is_attacked)
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
        on_a_stack(|| Self::made(definition, key, Tables::<u64>::new))
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
        on_a_stack(|| Self::made(definition, key, Tables::<u128>::new))
    }
}

/// Does this on a stack that has room for the tables of a board, which the caller's may not have.
#[cfg(not(target_family = "wasm"))]
fn on_a_stack<T: Send>(make: impl Fn() -> T + Sync) -> T {
    use std::panic::resume_unwind;
    use std::thread;

    // Ten times what an optimised build needs, for one that is not.
    const ROOM: usize = 8 << 20;
    thread::scope(|scope| {
        match thread::Builder::new().stack_size(ROOM).spawn_scoped(scope, &make) {
            Ok(made) => made.join().unwrap_or_else(|fault| resume_unwind(fault)),
            // Where there is no thread, the caller's has to do.
            Err(_) => make(),
        }
    })
}

/// A page in a browser has a stack of a mebibyte.
#[cfg(target_family = "wasm")]
fn on_a_stack<T>(make: impl Fn() -> T) -> T {
    make()
}

/// What each piece can do, in a game in which pieces lend or freeze.
fn influence<B: Bits>(placement: &Placement<Written<B>>) -> PowerBoards<Written<B>> {
    let game = placement.rules().0;
    let mut boards = match &game.lenders {
        Some(lenders) => lenders.influence(placement),
        None => own_powers(placement),
    };
    if let Some(freezing) = &game.freezing {
        let frozen = freezing.all(placement);
        boards.by_number_mut().iter_mut().for_each(|holders| *holders &= !frozen);
    }
    if game.has_grounds {
        let [white, black] = Color::ALL.map(|color| placement.of(color));
        for (slot, holders) in game.slots.iter().zip(boards.by_number_mut()) {
            *holders &= white & slot.from[Color::White] | black & slot.from[Color::Black];
        }
    }
    boards
}

/// What each piece can do by itself.
fn own_powers<B: Bits>(placement: &Placement<Written<B>>) -> PowerBoards<Written<B>> {
    let game = placement.rules().0;
    let mut boards = PowerBoards::<Written<B>>::filled(B::EMPTY);
    for color in Color::ALL {
        for (square, kind) in placement.pieces(color) {
            let own = game.facts.powers_of(kind);
            for (slot, holders) in game.slots.iter().zip(boards.by_number_mut()) {
                if own.has(slot.power()) {
                    *holders |= B::of(square);
                }
            }
        }
    }
    boards
}

/// A word that differs from name to name and from rules to rules.
fn key(definition: &Definition) -> u64 {
    fnv1a_64(definition.name.bytes()) ^ definition.rules_hash()
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
        let powers = definition::Powers::new(definition, Power::OWN.len());
        let dead = definition.dead_draw(&powers);
        let powers = Powers::new(definition, powers)?;
        let slots = powers.slots(&shape, definition)?;
        let facts = facts(definition, &shape, &powers)?;
        let changing = Changing::<B>::new(definition)?;
        let moved =
            |kind: Kind| changing.as_ref().map_or(kind, |changing| changing.moved[kind.index()]);
        let promotions = Promotions::new(definition, &shape, moved)?;
        let lenders = Lenders::new(definition, &shape, &powers);
        let annihilating = Annihilating::new(definition, &shape);
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
        let restarts_clock = |kind: Kind| {
            ByColor(Color::ALL.map(|color| definition.restarts_clock[color].contains(&kind)))
        };
        let [freezing, forbidden, converting] = contacts(definition, &shape);
        let changes_sides = definition.changes_sides();
        let has_side_effects = lenders.is_some()
            || annihilating.is_some()
            || freezing.is_some()
            || changes_sides
            || !definition.changes.gone.is_empty();
        let ends = Ends::new(definition);
        let vary = powers.have_grounds() || lenders.is_some() || freezing.is_some();
        let mut game = Self {
            has_grounds: powers.have_grounds(),
            has_side_effects,
            has_ends: annihilating.is_some() || ends.are_there(),
            changing,
            handicaps: definition.handicaps.letters.clone(),
            lenders,
            annihilating,
            blast: definition.blast.as_ref().map(Blast::new),
            freezing,
            forbidden,
            converting,
            changes_sides,
            restarts_clock: facts.each_kind().map(restarts_clock).collect(),
            final_promotions: facts
                .each_kind()
                .map(|kind| final_promotions(definition, kind))
                .collect(),
            shy: shy(definition),
            mobility: regions(&|kind, color| definition.kinds[kind.index()].mobility[color]),
            double_steps: facts
                .each_kind()
                .map(|kind| double_steps::<B>(definition, &shape, &definition.kinds[kind.index()]))
                .collect(),
            en_passant: regions(&|kind, color| {
                let EnPassantRule { kinds, region, .. } = &definition.en_passant[color];
                of_kinds(kinds, *region, kind)
            }),
            en_passant_by_parts: en_passant_by_parts(definition, &shape),
            hands: definition.hands.as_ref().map(|hands| {
                let are_tried = has_side_effects || definition.safe_royal_slides;
                hand_rules(hands, &shape, &promotions, are_tried)
            }),
            promotions,
            ends,
            together: Together::new(&facts, &slots, &shape, vary),
            moves_oddly: has_side_effects || moves_oddly(definition, &facts, &slots),
            safety: ByColor(definition.kings.0.map(|has_king| safety(definition, has_king))),
            kings: definition.kings,
            pseudo: definition.aims.pseudo_royals.as_ref().map(Pseudo::new),
            may_check: definition.aims.may_check,
            flying_general: definition.aims.flying_general,
            checked_king_stays: definition.aims.checked_king_stays,
            passing: definition.aims.passing,
            facing_is_answered: definition.aims.facing_is_answered,
            checks_to_win: definition.aims.checks_to_win,
            dead,
            outline: Outline { tables: tables(&shape), shape },
            facts,
            slots,
            key,
        };
        game.facts.alternatives = game.alternatives()?.leak();
        game.check_flights()?;
        game.check_royal_hops()?;
        Ok(game)
    }

    /// Those of some double and triple steps that pass none of these squares.
    #[inline(never)]
    fn open_steps(&self, from: Square, steps: B, occupied: B) -> B {
        let is_open = |to: &Square| {
            let mut passed = self.outline.shape.passed(from, *to);
            !passed.any(|square| occupied.has(square))
        };
        steps.squares().filter(is_open).fold(B::EMPTY, |set, to| set | B::of(to))
    }

    /// What a mover can become by a move to a square: first the move changes it, then it promotes as what it
    /// is by then, then the square changes it.
    fn becomes(
        &self,
        color: Color,
        mover: Kind,
        meets: Meets<'_>,
        (from, to): (Square, Square),
        full: KindSet,
    ) -> Becomes {
        let mut becomes = Becomes::new();
        let is_by = |part: &PartReach<B>| {
            if meets.nothing() {
                part.goes(mover, from, to)
            } else {
                part.captures(mover, from, to)
            }
        };
        let promotes = |rule: &Promoting<B>, kind: Kind| {
            rule.is_for(kind, from, to)
                && (!rule.by_captures || meets.captures())
                && rule.by.as_ref().is_none_or(is_by)
        };
        self.each_outcome(
            color,
            mover,
            meets,
            (to, full),
            promotes,
            |kind, color, may_be_stuck| {
                let stuck = self.promotions.stuck.get(kind.index()).filter(|_| !may_be_stuck);
                if stuck.is_none_or(|stuck| !stuck[color].has(to)) {
                    becomes.add(kind);
                }
            },
        );
        becomes
    }

    /// Hands over what it can become, some kinds maybe more than once, with the side and whether it may be stuck there.
    /// `promotes` says whether a rule of promotion is for the move if the piece is of a kind by then.
    #[inline]
    fn each_outcome(
        &self,
        color: Color,
        mover: Kind,
        meets: Meets<'_>,
        (to, full): (Square, KindSet),
        promotes: impl Fn(&Promoting<B>, Kind) -> bool,
        mut f: impl FnMut(Kind, Color, bool),
    ) {
        let changing = self.changing.as_ref();
        let (changed, after) = match (changing, meets) {
            (None, _) => (Becomes::one(mover), color),
            (Some(changing), Meets::Friend(friend)) => {
                (changing.merged(mover, friend).into_iter().collect(), color)
            }
            (Some(changing), Meets::Victims(victims, _)) if changing.vanishes(mover, victims) => {
                return f(mover, color, true);
            }
            (Some(changing), Meets::Victims(victims, set)) => {
                let after = changing.side_after(color, mover, victims.first().copied());
                (changing.by_move(mover, victims, set), after)
            }
        };
        let mut settle = |kind, may_be_stuck| {
            let kind = changing.map_or(kind, |changing| changing.settled(kind, after, to));
            f(kind, after, may_be_stuck);
        };
        for kind in changed {
            let mut stays = true;
            if let Some(rule) =
                self.promotions.rules[color].iter().find(|rule| promotes(rule, kind))
            {
                let mut has_room = false;
                for into in rule.into.filter(|&into| !has_kind(full, into)) {
                    has_room = true;
                    settle(into, true);
                }
                stays = rule.is_optional || rule.leaving && !has_room;
            }
            if stays {
                settle(kind, false);
            }
        }
    }

    /// Whether a move that captures nothing and makes this of its piece is a promotion that restarts the clock.
    fn restarts_by_promotion(&self, landing: &Landing<'_, Written<B>>, becomes: Kind) -> bool {
        let Landing { color, mover, from, to, .. } = *landing;
        let changing = self.changing.as_ref();
        let kind = changing.map_or(mover, |changing| changing.moved[mover.index()]);
        let rules = &self.promotions.rules[color];
        let mut by_quiets = rules.iter().filter(|rule| !rule.by_captures);
        let rule = by_quiets.find(|rule| rule.is_for(kind, from, to));
        let rule = rule.filter(|rule| rule.restarts_clock);
        let settled = |kind| {
            changing.map_or(kind, |changing| {
                changing.settled(kind, changing.side_after(color, mover, None), to)
            })
        };
        rule.is_some_and(|rule| {
            rule.by.as_ref().is_none_or(|part| part.goes(mover, from, to))
                && rule.into.into_iter().any(|kind| settled(kind) == becomes)
        })
    }

    /// Checks that what flights take has room in a move, and leaves no choice.
    fn check_flights(&self) -> Result<(), Unplayable> {
        if self.lenders.is_some() && flies(self.facts.powers) {
            return Err(Unplayable::Loans);
        }
        if (self.annihilating.is_some() || self.blast.is_some()) && flies(self.facts.powers) {
            return Err(Unplayable::Annihilations);
        }
        let has_contacts = self.freezing.is_some() || self.forbidden.is_some();
        if (has_contacts || self.changes_sides) && flies(self.facts.powers) {
            return Err(Unplayable::Contacts);
        }
        let flier = self.facts.kinds.iter().find(|info| flies(info.powers));
        let Some(info) = flier else { return Ok(()) };
        let shape = &self.outline.shape;
        let mut gone = self.changing.iter().flat_map(|changing| &changing.gone);
        if gone.any(|victims| *victims != 0) {
            Err(Unplayable::Vanishes(info.name.to_owned()))
        } else if shape.files.max(shape.ranks) > 9 {
            Err(Unplayable::Flight(info.name.to_owned()))
        } else if self.changing.as_ref().is_some_and(Changing::branches) {
            Err(Unplayable::Branches(info.name.to_owned()))
        } else {
            Ok(())
        }
    }

    /// Checks that no king that keeps to safe squares looks at what stands elsewhere.
    fn check_royal_hops(&self) -> Result<(), Unplayable> {
        let lent_by = |kind| self.lenders.iter().map(move |lenders| lenders.lent_by(kind));
        let lent = self.facts.each_kind().flat_map(lent_by);
        let lent = lent.fold(PowerSet::default(), |all, powers| all | powers);
        let hops = |kind: Kind| {
            let powers = self.facts.powers_of(kind) | lent;
            let mut slots = self.slots.iter().filter(|slot| powers.has(slot.power()));
            self.facts.is_royal(kind) && slots.any(Slot::sees_beyond)
        };
        match self.facts.each_kind().find(|&kind| self.facts.safe_royal_slides && hops(kind)) {
            Some(kind) => Err(Unplayable::RoyalHops(self.facts.info(kind).name.to_owned())),
            None => Ok(()),
        }
    }

    /// `[kind]`: what a move can make of its piece instead of this. No move can make more of a piece than a list
    /// has room for.
    fn alternatives(&self) -> Result<Vec<KindSet>, Unplayable> {
        let kinds = self.facts.each_kind();
        let mut alternatives = vec![0; self.facts.kinds.len()];
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        for color in Color::ALL {
            let ways = if self.promotions.from[color].is_empty() { &ways[..2] } else { &ways[..] };
            // One square for all on which the same rules hold.
            let mut known = Vec::new();
            for to in self.outline.shape.squares() {
                let rules = self.promotions.rules[color].iter();
                let promotes = rules.map(|rule| rule.region.has(to));
                let morphs = self.changing.iter().flat_map(|changing| &changing.morphs);
                let held: Vec<bool> = promotes.chain(morphs.map(|region| region.has(to))).collect();
                if known.contains(&held) {
                    continue;
                }
                known.push(held);
                for mover in kinds.clone() {
                    let captures =
                        self.changing.is_some().then(|| kinds.clone()).into_iter().flatten();
                    let merges = |&kind: &Kind| {
                        let mut changing = self.changing.iter();
                        changing.any(|changing| changing.merged(mover, kind).is_some())
                    };
                    let friends = kinds.clone().filter(merges).map(Meets::Friend);
                    let victims: Vec<Option<Kind>> = captures.map(Some).chain([None]).collect();
                    let sets = self.changing.as_ref().map_or(0..=0, Changing::handicaps);
                    let victims = victims.iter().flat_map(|one| {
                        sets.clone().map(|set| Meets::Victims(one.as_slice(), set))
                    });
                    let met = victims.chain(friends);
                    let cases = met.flat_map(|one| ways.iter().map(move |way| (one, *way)));
                    for (meets, (is_by, leaves)) in cases {
                        let mut becomes = Vec::new();
                        let promotes = |rule: &Promoting<B>, kind: Kind| {
                            (rule.region.has(to) || rule.leaving && leaves)
                                && has_kind(rule.kinds, kind)
                                && (!rule.by_captures || meets.captures())
                                && (is_by || rule.by.is_none())
                        };
                        let place = (to, 0);
                        self.each_outcome(color, mover, meets, place, promotes, |kind, _, _| {
                            if !becomes.contains(&kind) {
                                becomes.push(kind);
                            }
                        });
                        if becomes.len() > Becomes::CAPACITY {
                            let name = self.facts.info(mover).name.to_owned();
                            return Err(Unplayable::Outcomes(name, Becomes::CAPACITY));
                        }
                        let set = kind_set(&becomes);
                        for kind in becomes {
                            alternatives[kind.index()] |= set & !kind_set(&[kind]);
                        }
                    }
                }
            }
        }
        Ok(alternatives)
    }
}

/// What freezes, what no move may leave, and what converts.
fn contacts<B: Bits>(definition: &Definition, shape: &Shape) -> [Option<Contacts<B>>; 3] {
    let definition::Contacts { freezing, forbidden, converting } = &definition.contacts;
    [freezing, forbidden, converting].map(|rules| Contacts::new(rules, shape))
}

/// The cannons that shun one another.
fn shy(definition: &Definition) -> KindSet {
    // In this order, since there is no kind beyond the last one that is possible.
    let kinds = definition.kinds.iter().zip((0..).map(Kind::new));
    let shy: Vec<Kind> = kinds.filter(|(kind, _)| kind.is_shy()).map(|(_, kind)| kind).collect();
    kind_set(&shy)
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

/// Whether it can matter to promotions that a move captures.
fn promotes_by_captures(definition: &Definition) -> bool {
    definition.promotion.0.iter().flatten().any(|rule| rule.by_captures)
}

/// `[kind]`: the kind that it is the twin of; empty if there are none.
fn twins(definition: &Definition) -> Vec<Option<Kind>> {
    let twins = definition.kinds.iter().map(|kind| kind.twin_of);
    if twins.clone().any(|twin| twin.is_some()) { twins.collect() } else { Vec::new() }
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
        let lenders = self.lenders.iter().map(Lenders::bytes);
        let annihilating = self.annihilating.iter().map(Annihilating::bytes);
        let promoting = self.promotions.rules.0.iter().flatten().flat_map(|rule| &rule.by);
        let passing = self.en_passant_by_parts.0.iter().flat_map(|(parts, _)| parts);
        let parts = promoting.chain(passing).map(PartReach::bytes);
        let contacts = [&self.freezing, &self.forbidden, &self.converting].into_iter().flatten();
        let rules =
            changing.chain(lenders).chain(annihilating).chain(contacts.map(Contacts::bytes));
        size_of::<Self>()
            + self.together.bytes()
            + slots.chain(double_steps).chain(rules).chain(parts).sum::<usize>()
    }
}

/// What the game states in plain data.
fn facts(definition: &Definition, shape: &Shape, powers: &Powers) -> Result<Facts, Unplayable> {
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
    Ok(Facts {
        name: leaked(&definition.name),
        aliases: definition.other_names.iter().map(|name| leaked(name)).collect::<Vec<_>>().leak(),
        title: leaked(&definition.title),
        start: leaked(&definition.start),
        pawn: definition.pawn(),
        promotions: promotes_to(definition).leak(),
        promoted: definition.promoted.clone().leak(),
        demoted: definition.demoted.clone().leak(),
        twin_of: twins(definition).leak(),
        spellings: spellings(definition).leak(),
        joined: kept(definition.joined.clone()),
        captures_branch: !definition.changes.are_none()
            || !definition.handicaps.letters.is_empty()
            || promotes_by_captures(definition),
        castles: castles(definition)?.leak(),
        must_capture: definition.aims.must_capture,
        checkmate: definition.aims.checkmate,
        stalemate: definition.stalemate,
        stalemate_counts: definition.aims.stalemate_counts,
        repetition: definition.draws.repetition,
        chase: kept_one(definition.draws.chase.as_ref()),
        material: kept_one(definition.draws.material.as_ref()),
        counting: kept_one(definition.draws.counting.as_ref()),
        full_board_draws: definition.draws.full_board,
        move_limit: definition.draws.move_limit,
        safe_royal_slides: definition.safe_royal_slides,
        restarts_are_final: definition.restarts_are_final(),
        goals: definition.has_goals(),
        motions: kept(definition.kinds.iter().map(|kind| kind.powers.clone()).collect()),
        own_powers: kept(powers.own()),
        powers: powers.all(),
        ..Facts::new(shape, kinds.leak(), Kind::new(0))
    })
}

/// Where the double and triple steps of a kind lead from each square; `None` if it has none.
fn double_steps<B: Bits>(
    definition: &Definition,
    shape: &Shape,
    kind: &KindDefinition,
) -> Option<Steps<B>> {
    if kind.double_steps.is_empty() && !kind.triple_step {
        return None;
    }
    let leads = |color: Color| {
        let sign = if color == Color::White { 1 } else { -1 };
        let mut map = B::map([B::EMPTY; 2]);
        let mut add = |from: Square, step: Step, times: i8| {
            let (file, rank) = (from.index() as u8 % shape.files, from.index() as u8 / shape.files);
            let after = |times: i8| {
                let (files, ranks) = (sign * times * step.files, sign * times * step.ranks);
                definition.board.square(file as i8 + files, rank as i8 + ranks)
            };
            if let (true, Some(to)) = ((1..times).all(|times| after(times).is_some()), after(times))
            {
                let [steps, passed] = &mut map[from];
                *steps |= B::of(to);
                *passed = shape.passed(from, to).fold(*passed, |set, square| set | B::of(square));
            }
        };
        for from in shape.squares() {
            if definition.double_step[color].has(from) {
                kind.double_steps.iter().for_each(|&step| add(from, step, 2));
            }
            if kind.triple_step && definition.triple_step[color].has(from) {
                add(from, Step { files: 0, ranks: 1 }, 3);
            }
        }
        map
    };
    Some(Box::new(ByColor(Color::ALL.map(leads))))
}

/// Who captures en passant by the moves of a part, and where.
fn en_passant_by_parts<B: Bits>(
    definition: &Definition,
    shape: &Shape,
) -> ByColor<(Vec<PartReach<B>>, B)> {
    ByColor(Color::ALL.map(|color| {
        let EnPassantRule { by_parts, region, .. } = &definition.en_passant[color];
        let parts = by_parts.iter().map(|part| PartReach::new(shape, part, color));
        (parts.collect(), B::from_u128(region.0))
    }))
}

/// What [`Ruleset::moves_oddly`] says, but for what moves do beside going and capturing.
fn moves_oddly<B: Bits>(definition: &Definition, facts: &Facts, slots: &[Slot<B>]) -> bool {
    let king_steps_twice = |kind: &KindDefinition| kind.royal && !kind.double_steps.is_empty();
    let is_tried = |has_king: &bool| safety(definition, *has_king) != Safety::King;
    facts.must_capture
        || facts.safe_royal_slides
        || flies(facts.powers)
        || slots.iter().any(|slot| slot.sees_beyond() || slot.goes_over_pieces())
        || definition.kinds.iter().any(king_steps_twice)
        || definition.kings.0.iter().any(is_tried)
        || definition.aims.checked_king_stays
        || !definition.changes.merged.is_empty()
        || !definition.changes.splits.are_none()
}

/// A text that lives as long as the process.
fn leaked(text: &str) -> &'static str {
    Box::leak(text.into())
}

/// A rule that lives as long as the process.
fn kept_one<T: Clone>(rule: Option<&T>) -> Option<&'static T> {
    rule.map(|rule| &*Box::leak(Box::new(rule.clone())))
}

/// Lists that live as long as the process.
fn kept<T>(lists: Vec<Vec<T>>) -> &'static [&'static [T]] {
    lists.into_iter().map(|list| &*list.leak()).collect::<Vec<&'static [T]>>().leak()
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
    Castle {
        letter: castle.letter,
        color: castle.color,
        king: castle.king,
        king_kind: castle.king_kind,
        rook: castle.rook,
        rook_kinds: castle.rook_kinds.clone().leak(),
        free: castle.free(),
        san: match castle.san.as_str() {
            "" if castle.rook.0 > castle.king.0 => Castle::SHORT,
            "" => Castle::LONG,
            word => leaked(word),
        },
    }
}

#[cfg(all(
    test,
    feature = "chess",
    feature = "morphing",
    feature = "powerabsorption",
    feature = "stealthbomber"
))]
mod tests;
