//! The kinds of a game: which there are, their letters, names and moves.

mod closure;
pub(crate) mod grounds;
mod once;
pub(crate) mod steps;

use std::collections::HashMap;

use crate::Kind;
use crate::definition::{
    self, Amplifier, Annihilation, Blast, BoardDefinition, Changes, Contact, Contacts, Isolator,
    KindDefinition, Lending, Loan, PartMoves, Promotion, Region, Splits,
};
use crate::handicaps::Handicaps;
use crate::{ByColor, Color, Square};

use crate::read::betza::{self, Moves};
use crate::read::compound::{
    CaptureRule, Compound, Fits, Item, Letters, Makes, Morph, Parts, Pieces, Set, Verdict, Victims,
};
use crate::read::contacts::ContactRule;
use crate::read::diagnostic::{Place, Report, quoted};
use crate::read::draft::{Draft, Each, Piece};
use crate::read::grid::Grid;
use crate::read::lending::LendRule;
use crate::read::pieces::Slot;
use crate::read::places::Places;
use crate::read::start::{Cell, Held, Mark, Start, Token};
use closure::{Closure, Promotions, morphed};

/// How many letters a kind has at most.
const MOST_LETTERS: usize = 8;

/// All kinds of a game, by their numbers.
pub(crate) struct Kinds<'d> {
    draft: &'d Draft,
    all: Vec<Compound>,
    numbers: HashMap<Compound, Kind>,
}

impl<'d> Kinds<'d> {
    /// Looks for them. Mistakes are reported; `None` if what stands on the board is not known.
    pub(crate) fn find(
        draft: &'d Draft,
        start: &Start<'_>,
        places: &Places<'_, '_>,
        report: &mut Report,
    ) -> Option<Self> {
        let errors = report.errors();
        check_aliases(draft, places, report);
        let mut standing: Vec<Compound> = Vec::new();
        let cells = start.cells.iter().enumerate().filter_map(|(at, cell)| match *cell {
            Cell::Piece(token, color) => Some((token, color, places.cell(start, at))),
            _ => None,
        });
        let held = start.hands.iter().map(|held| (held.token, held.color, places.held(held)));
        for (token, color, place) in cells.chain(held) {
            let Some(piece) = piece_of(draft, token, color) else {
                report_unknown(draft, &token.text(), place, report);
                return None;
            };
            standing.push(piece);
        }
        let promotions: Vec<Promotions> = [0, 1]
            .map(|color: usize| Promotions {
                pawns: draft.set_of(&draft.promotion_pawns[color]),
                into: draft.promoted(color),
                origin: draft.origin_of_promoted(color),
            })
            .into();
        let promoted = promotions.iter().flat_map(|promotion| promotion.into.iter());
        let promoted = promoted.map(|&parts| Compound::new(parts, false));
        let all = standing.into_iter().chain(promoted);
        let closure = match Closure::of(all, draft, &promotions) {
            Ok(closure) => closure,
            Err(many) => {
                let place = places.of(&["onCapture", "onMerge", "levels", "joinLimit"]);
                report
                    .error(place, many.message(&draft.changes))
                    .help("limit them by 'joinLimit' or 'levels'");
                return None;
            }
        };
        check_rules(draft, &closure, places, report);
        check_merging(draft, &closure, places, report);
        check_use(draft, &closure, places, report);
        let mut all = closure.kinds;
        if draft.changes.change() {
            // The king itself is the first royal one.
            let king = Parts::of(Slot::KING);
            all.sort_by_key(|kind| {
                let order = (kind.royal, kind.parts != king, kind.parts.count(), kind.parts);
                (kind.origin.is_some(), order, kind.origin)
            });
        } else {
            let pieces = draft.pieces.iter().map(|(slot, _)| *slot);
            let pieces = pieces.filter_map(|slot| draft.parts_of(slot));
            let mut kinds: Vec<Compound> = Vec::new();
            for parts in pieces {
                let kind = Compound::new(parts, false);
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            // Compounds that stand at the start although nothing becomes one.
            all.retain(|kind| !kinds.contains(kind));
            kinds.append(&mut all);
            // The king itself is the first royal one.
            let king = Parts::of(Slot::KING);
            kinds.sort_by_key(|kind| {
                let twin = kind.origin.map(|origin| (kind.parts, origin));
                (twin, kind.royal, kind.royal && kind.parts != king)
            });
            all = kinds;
        }
        let twins = all.iter().position(|kind| kind.origin.is_some()).unwrap_or(all.len());
        sort_as_said(&mut all[..twins], draft, places, report);
        let numbers =
            all.iter().enumerate().map(|(number, &kind)| (kind, Kind::new(number as u8))).collect();
        let kinds = Self { draft, all, numbers };
        kinds.check(places, report);
        kinds.check_compounds(places, report);
        (report.errors() == errors).then_some(kinds)
    }

    /// How wide the board is.
    pub(crate) fn files(&self) -> u8 {
        self.draft.files
    }

    /// Other texts for kinds than their own, but for those that another kind has for its own.
    pub(crate) fn aliases(&self) -> Vec<(String, Kind)> {
        let sorted = |token: &str| {
            let mut letters: Vec<char> = token.chars().collect();
            letters.sort_unstable();
            letters
        };
        let own: Vec<Vec<char>> = self.all.iter().map(|&kind| sorted(&self.token(kind))).collect();
        let mut aliases: Vec<(String, Kind)> = Vec::new();
        for (number, &kind) in self.all.iter().enumerate() {
            if kind.origin.is_some() {
                break;
            }
            let is_others = |token: &String| {
                let letters = sorted(token);
                own.iter().enumerate().any(|(other, own)| other != number && *own == letters)
            };
            let tokens = self.other_tokens(kind).into_iter().filter(|token| !is_others(token));
            aliases.extend(tokens.map(|token| (token, Kind::new(number as u8))));
        }
        aliases
    }

    /// `[kind][kind]`: what has the parts of both, where the better ones swallow the lesser.
    pub(crate) fn joined(&self) -> Vec<Vec<Option<Kind>>> {
        let keys = &self.draft.changes;
        if keys.levels.is_empty() {
            return Vec::new();
        }
        let joined = |one: &Compound, other: &Compound| {
            let parts = keys.leveled(one.parts.and(other.parts));
            (one.royal == other.royal).then(|| self.number(Compound::new(parts, one.royal)))?
        };
        let row = |one| self.all.iter().map(|other| joined(one, other)).collect();
        self.all.iter().map(row).collect()
    }

    pub(crate) fn number(&self, kind: Compound) -> Option<Kind> {
        self.numbers.get(&kind).copied()
    }

    /// Whether a kind is royal.
    pub(crate) fn is_royal(&self, kind: Kind) -> bool {
        self.all[kind.index()].royal
    }

    /// Whether a kind has the king as a part.
    pub(crate) fn has_king(&self, kind: Kind) -> bool {
        self.all[kind.index()].parts.has_all(Parts::of(Slot::KING))
    }

    /// A piece of the file.
    pub(crate) fn of_slot(&self, slot: Slot) -> Option<Kind> {
        self.number(Compound::new(self.draft.parts_of(slot)?, false))
    }

    /// The kinds that a key names.
    pub(crate) fn of(&self, pieces: &Pieces) -> Vec<Kind> {
        match pieces {
            // In their order: other orders would be other rules.
            Pieces::Letters(slots) => {
                let is_king = |slot: &&Slot| **slot == Slot::KING;
                let parts = |slot: &Slot| self.draft.parts_of(*slot);
                let plain = slots.iter().filter_map(parts);
                let plain = plain.filter_map(|parts| self.number(Compound::new(parts, false)));
                let royal = slots.iter().filter(|slot| !is_king(slot)).filter_map(parts);
                let royal = royal.filter_map(|parts| self.number(Compound::new(parts, true)));
                let twins = slots.iter().flat_map(|&slot| self.twins_of_slot(slot));
                plain.chain(royal).chain(twins).collect()
            }
            Pieces::Set(set) => self.of_set(set),
        }
    }

    /// A piece of the file, and what has become one by promotion.
    pub(crate) fn all_of_slot(&self, slot: Slot) -> Vec<Kind> {
        self.of_slot(slot).into_iter().chain(self.twins_of_slot(slot)).collect()
    }

    /// A kind that is no twin, and its twins.
    pub(crate) fn alike(&self, kind: Kind) -> impl Iterator<Item = Kind> {
        let parts = self.all[kind.index()].parts;
        let is_such = move |other: Compound| other.parts == parts && !other.royal;
        self.numbered().filter(move |(_, other)| is_such(*other)).map(|(number, _)| number)
    }

    fn twins_of_slot(&self, slot: Slot) -> impl Iterator<Item = Kind> {
        let parts = self.draft.parts_of(slot);
        let is_such = move |kind: &Compound| kind.origin.is_some() && Some(kind.parts) == parts;
        self.numbered().filter(move |(_, kind)| is_such(kind)).map(|(number, _)| number)
    }

    fn numbered(&self) -> impl Iterator<Item = (Kind, Compound)> {
        self.all.iter().enumerate().map(|(number, &kind)| (Kind::new(number as u8), kind))
    }

    /// The kinds of a set.
    pub(crate) fn of_set(&self, set: &Set) -> Vec<Kind> {
        self.numbered().filter(|(_, kind)| set.has(*kind)).map(|(number, _)| number).collect()
    }

    /// What captures en passant as it is, and what does so by a part of it.
    pub(crate) fn en_passant(&self, pieces: &Pieces) -> (Vec<Kind>, Vec<PartMoves>) {
        let Pieces::Set(set) = pieces else { return (self.of(pieces), Vec::new()) };
        let of = |item: &Item| {
            let items = vec![*item];
            Set { items, but: set.but.clone() }
        };
        let is_whole = |item: &&Item| matches!(item, Item::Only(_));
        let whole = set.items.iter().filter(is_whole);
        let kinds: Vec<Kind> = whole.flat_map(|item| self.of_set(&of(item))).collect();
        let by_part = |item: &Item| {
            let Item::With(part) = *item else { return None };
            let mut moves = self.part_moves(part);
            let own = of(item);
            moves.movers.retain(|kind| own.has(self.all[kind.index()]) && !kinds.contains(kind));
            (!moves.movers.is_empty()).then_some(moves)
        };
        let by_parts = set.items.iter().filter_map(by_part).collect();
        (kinds, by_parts)
    }

    /// How compounds promote by a part, without those that promote as a whole.
    pub(crate) fn part_promotions(&self, whole: &Set, plain: &Promotion) -> Vec<Promotion> {
        let keys = &self.draft.changes;
        let by = keys.part_promotions.iter().map(|rule| rule.by.map(|part| self.part_moves(part)));
        let by: Vec<Option<PartMoves>> = by.collect();
        let promotion = |(number, kind)| {
            let (rule, results) = keys.part_promoted(kind).filter(|_| !whole.has(kind))?;
            let into = results.into_iter().map(|kind| self.number(kind));
            let into: Vec<Kind> = into.collect::<Option<_>>()?;
            let by = by[rule].clone();
            let is_possible =
                !into.is_empty() && by.as_ref().is_none_or(|by| !by.movers.is_empty());
            is_possible.then(|| Promotion {
                kinds: vec![number],
                into,
                by,
                restarts_clock: true,
                ..plain.clone()
            })
        };
        self.numbered().filter_map(promotion).collect()
    }

    /// The moves of a part, for all kinds to which it gives them.
    pub(crate) fn part_moves(&self, parts: Parts) -> PartMoves {
        let has = |kind| self.draft.changes.active(kind).has_all(parts);
        let movers = self.numbered().filter(|(_, kind)| has(*kind));
        let moves = self.moves_of(parts);
        PartMoves { movers: movers.map(|(number, _)| number).collect(), motions: moves.motions }
    }

    /// What a cell of the start position is.
    pub(crate) fn on(&self, token: Token, color: Color) -> Option<Compound> {
        piece_of(self.draft, token, color)
    }

    /// The kind of the game that a piece of the start position is, on the board.
    pub(crate) fn number_on(&self, token: Token, color: Color) -> Option<Kind> {
        self.number(self.on(token, color)?)
    }

    /// What a piece of the start position is in hand.
    pub(crate) fn held(&self, held: &Held) -> Option<Kind> {
        let kind = self.on(held.token, held.color)?;
        let fallen = self.draft.hands.fallen(kind).filter(|_| held.token.mark != Mark::None);
        self.number(Compound { origin: None, ..fallen.unwrap_or(kind) })
    }

    /// The letters of a kind, in upper case: those of its parts, an alias instead of what it stands for,
    /// those of the later keys first.
    pub(crate) fn token(&self, kind: Compound) -> String {
        if let Some((_, letters)) = said(self.draft, kind) {
            return letters.clone();
        }
        let mut letters = self.letters(kind.parts, true);
        if kind.royal && !kind.parts.has_all(Parts::of(Slot::KING)) {
            letters.extend(self.letters(Parts::of(Slot::KING), true));
        }
        in_order(letters)
    }

    /// Other letters for the kind that a FEN or a move may have, in upper case.
    pub(crate) fn other_tokens(&self, kind: Compound) -> Vec<String> {
        let mut tokens = Vec::new();
        let king = kind.royal && !kind.parts.has_all(Parts::of(Slot::KING));
        for with_aliases in [true, false] {
            let mut letters = self.letters(kind.parts, with_aliases);
            if king {
                letters.extend(self.letters(Parts::of(Slot::KING), true));
            }
            let token = in_order(letters);
            tokens.push(token.clone());
            // More letters have too many orders.
            if (2..=3).contains(&token.len()) {
                let letters: Vec<char> = token.chars().collect();
                for turn in 0..letters.len() {
                    let mut order = letters.clone();
                    order.rotate_left(turn);
                    tokens.push(order.iter().collect());
                    order.reverse();
                    tokens.push(order.iter().collect());
                }
            }
        }
        let own = self.token(kind);
        tokens.sort();
        tokens.dedup();
        tokens.retain(|token| *token != own);
        tokens
    }

    fn letters(&self, parts: Parts, with_aliases: bool) -> Vec<(Slot, char)> {
        let draft = self.draft;
        let mut rest = parts;
        let mut letters = Vec::new();
        for &(letter, own) in draft.changes.aliases.iter().filter(|_| with_aliases) {
            if rest.has_all(own) {
                let named = draft.pieces.iter().find(|(_, piece)| piece.letter == letter);
                let slot = named.map(|(slot, _)| *slot).or(own.slots().next());
                letters.push((slot.unwrap_or(Slot::PAWN), letter));
                rest = rest.without(own);
            }
        }
        letters.extend(
            rest.slots().filter_map(|slot| draft.piece(slot).map(|piece| (slot, piece.letter))),
        );
        letters
    }

    /// The name of a kind: its own, or those of its parts.
    fn name(&self, kind: Compound) -> String {
        let draft = self.draft;
        let own = draft.changes.names.iter().find(|(parts, _)| *parts == kind.parts);
        let is_disguised = kind.royal && !kind.parts.has_all(Parts::of(Slot::KING));
        let name = if let Some((_, name)) = own {
            name.clone()
        } else {
            let name = |upper: char| {
                let letter = upper.to_ascii_lowercase();
                let piece = draft.pieces.iter().find(|(_, piece)| piece.letter == letter);
                let alias = draft.changes.aliases.iter().find(|(own, _)| *own == letter);
                let own = alias.and_then(|(_, parts)| {
                    draft.changes.names.iter().find(|(named, _)| named == parts)
                });
                match (own, piece) {
                    (Some((_, name)), _) => name.clone(),
                    (None, Some((slot, piece))) => {
                        piece.name.clone().unwrap_or_else(|| slot.name(upper))
                    }
                    (None, None) => format!("Piece {upper}"),
                }
            };
            let token = match said(draft, kind) {
                Some((_, letters)) => letters.clone(),
                None => in_order(self.letters(kind.parts, true)),
            };
            token.chars().map(name).collect::<Vec<_>>().join("-")
        };
        if is_disguised { format!("Royal {name}") } else { name }
    }

    fn parts(&self, parts: Parts) -> impl Iterator<Item = &'d Piece> {
        let draft = self.draft;
        parts.slots().filter_map(move |slot| draft.piece(slot))
    }

    /// How something that is made of these parts moves.
    fn moves_of(&self, parts: Parts) -> Moves {
        let mut more = Vec::new();
        let parted = |slot| {
            let piece = self.draft.piece(slot)?;
            let (moves, others) = grounds::parted(self.draft, slot, piece);
            more.extend(others);
            Some(moves)
        };
        let all: Vec<Moves> = parts.slots().filter_map(parted).collect();
        // A piece of the file moves as it is written.
        let mut moves = match &all[..] {
            [one] => one.clone(),
            all => betza::joined(all),
        };
        moves.motions.extend(more);
        moves
    }

    /// The kinds as the rules have them.
    pub(crate) fn definitions(
        &self,
        board: &BoardDefinition,
        goes_twice: bool,
        goes_thrice: bool,
    ) -> Vec<KindDefinition> {
        let squares = board.squares();
        let region = |grid: Grid| Region(grid.region(board.files, board.ranks).0 & squares.0);
        let kind = |&kind: &Compound| {
            let moves = self.moves_of(self.draft.changes.active(kind));
            let mobility: Each<Option<Grid>> =
                self.parts(kind.parts).next().map_or([None; 2], |piece| piece.mobility);
            let is_plain = !kind.royal && kind.parts.count() == 1;
            let goes_twice = goes_twice && once::goes_twice(self.draft, kind);
            KindDefinition {
                token: self.token(kind),
                name: self.name(kind),
                twin_of: kind.origin.and_then(|_| self.number(Compound::new(kind.parts, false))),
                royal: kind.royal,
                double_steps: if goes_twice {
                    crate::read::betza::double_steps(&moves)
                } else {
                    Vec::new()
                },
                triple_step: goes_thrice && is_plain && kind.parts == Parts::of(Slot::PAWN),
                powers: moves.motions,
                mobility: ByColor(mobility.map(|grid| grid.map_or(squares, region))),
            }
        };
        self.all.iter().map(kind).collect()
    }

    /// Who lends whom what by the keys for that.
    pub(crate) fn lending(&self, board: &BoardDefinition) -> Lending {
        let keys = &self.draft.lending;
        let loans = |&lender: &Compound| -> Vec<Loan> {
            let own = || self.moves_of(self.draft.changes.active(lender)).motions;
            let loan = |rule: &LendRule| {
                let is_it = |other: &LendRule| std::ptr::eq(other, rule);
                let borrowers = self.numbered();
                let to = borrowers.filter(|(_, kind)| keys.rule(lender, *kind).is_some_and(is_it));
                let to: Vec<Kind> = to.map(|(number, _)| number).collect();
                let motions = rule.moves.clone().unwrap_or_else(own);
                let zone = rule.zone.clone();
                (!motions.is_empty() && !to.is_empty()).then_some(Loan { zone, to, motions })
            };
            keys.rules.iter().filter_map(loan).collect()
        };
        let loans: Vec<Vec<Loan>> = self.all.iter().map(loans).collect();
        if loans.iter().all(Vec::is_empty) {
            return Lending::default();
        }
        let squares = board.squares();
        let borrower = |&kind: &Compound| {
            ByColor([0, 1].map(|color: usize| match keys.region(kind, color) {
                Some(grid) => Region(grid.region(board.files, board.ranks).0 & squares.0),
                None => Region::EMPTY,
            }))
        };
        let borrowers = self.all.iter().map(borrower).collect();
        let lends = |kind: Kind| !loans[kind.index()].is_empty();
        let amplifiers = keys.amplify.iter().map(|rule| Amplifier {
            kinds: self.of_set(&rule.pieces),
            zone: rule.zone.clone(),
            lenders: self.of_set(&rule.lenders).into_iter().filter(|&kind| lends(kind)).collect(),
            wider: rule.wider.clone(),
        });
        let amplifiers: Vec<Amplifier> = amplifiers.collect();
        let amplifies = |kind: Kind| amplifiers.iter().any(|rule| rule.kinds.contains(&kind));
        let isolators = keys.isolate.iter().map(|rule| Isolator {
            kinds: self.of_set(&rule.pieces),
            zone: rule.zone.clone(),
            hindered: self
                .of_set(&rule.hindered)
                .into_iter()
                .filter(|&kind| lends(kind) || amplifies(kind))
                .collect(),
        });
        let isolators = isolators.collect();
        let (from, replaces) = (keys.from, keys.replaces);
        Lending { loans, from, borrowers, replaces, amplifiers, isolators }
    }

    /// Which kinds annihilate each other.
    pub(crate) fn annihilations(&self) -> Vec<Annihilation> {
        let kinds = |set: &Set| {
            let all = self.of_set(set).into_iter();
            all.filter(|kind| !self.all[kind.index()].royal).collect()
        };
        let rules = self.draft.annihilations.iter();
        rules
            .map(|rule| Annihilation {
                kinds: rule.pieces.each_ref().map(kinds),
                zone: rule.zone.clone(),
            })
            .collect()
    }

    /// `[kind]`: how many pieces of it a side may have by promotion, 0 for any number; empty if there are no limits.
    pub(crate) fn promotion_limits(&self) -> Vec<u8> {
        let mut limits = Vec::new();
        for &(slot, limit) in &self.draft.promotion_limits {
            for kind in self.all_of_slot(slot) {
                limits.resize(self.all.len(), 0);
                limits[kind.index()] = limit;
            }
        }
        limits
    }

    /// What captures blow up.
    pub(crate) fn blast(&self) -> Option<Blast> {
        let proof = self.of_set(&self.draft.blast_proof);
        let kinds = self.numbered().map(|(kind, _)| kind);
        let captors: Vec<Kind> = kinds.filter(|kind| !proof.contains(kind)).collect();
        let pawns = self.all_of_slot(Slot::PAWN);
        let around = captors.iter().copied().filter(|kind| !pawns.contains(kind)).collect();
        self.draft.blasts.then_some(Blast { captors, around })
    }

    /// What pieces do to enemies in their zones.
    pub(crate) fn contacts(&self) -> Contacts {
        let contact = |rule: &ContactRule, may_be_royal: bool| {
            let enemies = |&by: &Compound| {
                let is_meant = |&(_, kind): &(Kind, Compound)| {
                    let is_such = match &rule.enemies {
                        Victims::Same => by.parts == kind.parts,
                        Victims::Of(set) => set.has(kind),
                    };
                    rule.pieces.has(by) && is_such && (may_be_royal || !kind.royal)
                };
                self.numbered().filter(is_meant).map(|(number, _)| number).collect()
            };
            Contact { enemies: self.all.iter().map(enemies).collect(), zone: rule.zone.clone() }
        };
        let keys = &self.draft.contacts;
        let all = |rules: &[ContactRule], may_be_royal| {
            rules.iter().map(|rule| contact(rule, may_be_royal)).collect()
        };
        Contacts {
            freezing: all(&keys.freeze, true),
            forbidden: all(&keys.forbid, true),
            converting: all(&keys.convert, false),
        }
    }

    /// The parts of a kind.
    pub(crate) fn parts_of(&self, kind: Kind) -> Parts {
        self.all[kind.index()].parts
    }

    /// What the capture of a kind puts into a hand.
    pub(crate) fn fallen(&self, kind: Kind) -> Option<Kind> {
        self.number(self.draft.hands.fallen(self.all[kind.index()])?)
    }

    /// The kinds by their parts.
    pub(crate) fn compounds(&self) -> &[Compound] {
        &self.all
    }

    /// What handicaps make of captures.
    pub(crate) fn handicaps(&self, places: &Places<'_, '_>, report: &mut Report) -> Handicaps {
        let keys = &self.draft.changes;
        let letters = keys.handicap_letters();
        let captured: Vec<_> =
            keys.handicapped().iter().map(|rules| self.captured_by(rules)).collect();
        let plain = self.captured_by(&keys.on_capture);
        let place = places.of(&["handicaps"]);
        for (number, letter) in letters.iter().enumerate() {
            if captured[(1 << number) - 1] == plain && places.entry(&["handicaps"]).is_some() {
                report.error(place, format!("the handicap '{letter}' changes nothing"));
            }
        }
        let crowns =
            |(mover, into): (usize, &Kind)| self.all[mover].royal != self.all[into.index()].royal;
        let results = captured.iter().flat_map(|movers| movers.iter().enumerate());
        let mut results =
            results.flat_map(|(mover, list)| list.iter().flatten().map(move |into| (mover, into)));
        if results.any(crowns) {
            let message =
                "by a handicap a king would be a king no more, or another piece become one";
            report.error(place, message).help("say 'k x * > mover' before it");
        }
        let own: usize = keys.handicaps.iter().map(|(_, rules)| rules.len()).sum();
        if !letters.is_empty() && own + keys.on_capture.len() > u64::BITS as usize {
            report.error(place, "at most 64 rules are read, with those of onCapture");
        }
        if !letters.is_empty() && !keys.once.is_empty() {
            report.error(place, "handicaps do not go with once");
        }
        Handicaps { letters: letters.into_iter().collect(), captured }
    }

    /// `[mover][victim]`: what captures make by these rules.
    fn captured_by(&self, rules: &[CaptureRule]) -> Vec<Vec<Vec<Kind>>> {
        let fits = |&kind: &Compound| (kind, Fits::of(rules, kind));
        let all: Vec<(Compound, Fits)> = self.all.iter().map(fits).collect();
        let by_victim =
            |&mover| all.iter().map(|&victim| self.outcomes(rules, mover, victim)).collect();
        all.iter().map(by_victim).collect()
    }

    /// What a capture makes of a piece by these rules, the best first; an empty list stands for the piece itself.
    fn outcomes(
        &self,
        rules: &[CaptureRule],
        mover: (Compound, Fits),
        victim: (Compound, Fits),
    ) -> Vec<Kind> {
        let keys = &self.draft.changes;
        let number = |kind: Compound| self.number(kind).expect("the closure has all kinds");
        let verdict = keys.captured_by(rules, mover, victim).filter(|_| !victim.0.royal);
        let Some(Verdict { rule, result: Some(result) }) = verdict else { return Vec::new() };
        let (own, rule) = (number(mover.0), &rules[rule]);
        let mut kinds = match rule.result {
            Makes::Join if !keys.once.is_empty() => {
                once::joined(self.draft, rule, mover.0, victim.0)
            }
            _ => vec![result],
        };
        if rule.optional || kinds.is_empty() {
            kinds.push(mover.0);
        }
        let mut outcomes: Vec<Kind> = Vec::new();
        for kind in kinds.into_iter().map(number) {
            if !outcomes.contains(&kind) {
                outcomes.push(kind);
            }
        }
        if outcomes == [own] { Vec::new() } else { outcomes }
    }

    /// How pieces change by the keys for that.
    pub(crate) fn changes(&self, board: &BoardDefinition) -> Changes {
        let keys = &self.draft.changes;
        let number = |kind: Compound| self.number(kind).expect("the closure has all kinds");
        let all: Vec<(Compound, Fits)> =
            self.all.iter().map(|&kind| (kind, keys.fits(kind))).collect();
        let own = |index: usize| Kind::new(index as u8);
        let mut captured: Vec<Vec<Vec<Kind>>> = match keys.on_capture[..] {
            [] => Vec::new(),
            _ => self.captured_by(&keys.on_capture),
        };
        let victims_by = |wanted: Makes, mover: (Compound, Fits)| {
            let is_such = |victim: &&(Compound, Fits)| {
                let verdict = keys.captured(mover, **victim).filter(|_| !victim.0.royal);
                verdict.is_some_and(|verdict| keys.on_capture[verdict.rule].result == wanted)
            };
            all.iter().filter(is_such).map(|victim| number(victim.0)).collect::<Vec<Kind>>()
        };
        let lists = |wanted: Makes| {
            let mut lists: Vec<Vec<Kind>> =
                all.iter().map(|&mover| victims_by(wanted, mover)).collect();
            if lists.iter().all(Vec::is_empty) {
                lists.clear();
            }
            lists
        };
        let (mut spared, gone) = (lists(Makes::Forbidden), lists(Makes::Gone));
        let iron = self.of_set(&keys.iron).into_iter().filter(|&kind| !self.is_royal(kind));
        let iron: Vec<Kind> = iron.collect();
        if !iron.is_empty() {
            spared.resize(self.all.len(), Vec::new());
            for victims in &mut spared {
                let others = iron.iter().filter(|kind| !victims.contains(kind));
                let others: Vec<Kind> = others.copied().collect();
                victims.extend(others);
            }
        }
        for kind in self.of_set(&keys.mutually_immune) {
            spared.resize(self.all.len(), Vec::new());
            let victims = &mut spared[kind.index()];
            if !victims.contains(&kind) {
                victims.push(kind);
            }
        }
        let mut moved: Vec<Kind> = match keys.on_move[..] {
            [] => Vec::new(),
            _ => self.all.iter().map(|&kind| number(keys.moved(kind))).collect(),
        };
        // What changes nothing is left out.
        if captured.iter().flatten().all(Vec::is_empty) {
            captured.clear();
        }
        if moved.iter().enumerate().all(|(kind, &into)| own(kind) == into) {
            moved.clear();
        }
        let castled_rook = keys.castled_rook.map(|parts| number(Compound::new(parts, false)));
        let turned = self.all.iter().map(|&mover| {
            let mover = (mover, keys.fits(mover));
            let turns = |victim: &&(Compound, Fits)| {
                let verdict = keys.captured(mover, **victim).filter(|_| !victim.0.royal);
                verdict.is_some_and(|verdict| keys.on_capture[verdict.rule].turns)
            };
            all.iter().filter(turns).map(|victim| number(victim.0)).collect()
        });
        let mut turned: Vec<Vec<Kind>> = turned.collect();
        if turned.iter().all(Vec::is_empty) {
            turned.clear();
        }
        let turns = |&(_, kind): &(Kind, Compound)| keys.turns_by_moves(kind);
        let turned_by_moves = self.numbered().filter(turns).map(|(number, _)| number).collect();
        let (morphs, merged) = (self.morphs(board), self.merged());
        Changes {
            moved,
            captured,
            spared,
            gone,
            turned,
            turned_by_moves,
            merged,
            splits: self.splits(),
            spent: self.spent(),
            morphs,
            castled_rook,
        }
    }

    /// How pieces come apart.
    fn splits(&self) -> Splits {
        let keys = &self.draft.changes;
        let number = |kind: Compound| self.number(kind).expect("the closure has all kinds");
        let of = |&kind: &Compound| -> Vec<(Kind, Kind)> {
            let pairs = keys.parted(kind).into_iter();
            pairs.map(|(part, rest)| (number(part), number(rest))).collect()
        };
        let parts: Vec<Vec<(Kind, Kind)>> = self.all.iter().map(of).collect();
        if parts.iter().all(Vec::is_empty) {
            return Splits::default();
        }
        Splits { parts, even_attacked: !keys.splits_in_peace }
    }

    /// What is left of each kind when it has used what is there for one move.
    fn spent(&self) -> Vec<Option<Kind>> {
        let left = |&kind: &Compound| self.number(self.draft.changes.spent(kind)?);
        let spent: Vec<Option<Kind>> = self.all.iter().map(left).collect();
        if spent.iter().all(Option::is_none) { Vec::new() } else { spent }
    }

    /// What two pieces of a side become.
    fn merged(&self) -> Vec<Vec<Option<Kind>>> {
        let keys = &self.draft.changes;
        let fits = |&kind: &Compound| (kind, keys.fits_merging(kind));
        let all: Vec<(Compound, Fits)> = self.all.iter().map(fits).collect();
        let result = |mover: (Compound, Fits), friend: (Compound, Fits)| {
            let are_kings = mover.0.royal && friend.0.royal;
            let verdict = keys.merged(mover, friend).filter(|_| !are_kings)?;
            self.number(verdict.result?)
        };
        let of = |&mover| all.iter().map(|&friend| result(mover, friend)).collect();
        let merged: Vec<Vec<Option<Kind>>> = all.iter().map(of).collect();
        if merged.iter().flatten().all(Option::is_none) { Vec::new() } else { merged }
    }

    /// What squares make of pieces, of each side or of both.
    fn morphs(&self, board: &BoardDefinition) -> Vec<definition::Morph> {
        let [white, black] = &self.draft.changes.morph;
        if white == black {
            return self.morphs_of(None, white, board);
        }
        let mut morphs = self.morphs_of(Some(Color::White), white, board);
        morphs.extend(self.morphs_of(Some(Color::Black), black, board));
        morphs
    }

    /// What these rules make of pieces of a side, by regions that have no square in common.
    fn morphs_of(
        &self,
        side: Option<Color>,
        morphs: &[Morph],
        board: &BoardDefinition,
    ) -> Vec<definition::Morph> {
        let regions: Vec<Region> =
            morphs.iter().map(|morph| morph.region.region(board.files, board.ranks)).collect();
        let mut found: Vec<(u64, Region)> = Vec::new();
        let squares = (0..128).map(Square::new).filter(|&square| board.squares().has(square));
        for square in squares {
            let own = regions.iter().enumerate();
            let own = own
                .fold(0_u64, |bits, (rule, region)| bits | u64::from(region.has(square)) << rule);
            if own == 0 {
                continue;
            }
            let bit = 1_u128 << square.index();
            match found.iter_mut().find(|(rules, _)| *rules == own) {
                Some((_, region)) => region.0 |= bit,
                None => found.push((own, Region(bit))),
            }
        }
        let maps = found.into_iter().map(|(rules, region)| {
            let own: Vec<&Morph> = morphs
                .iter()
                .enumerate()
                .filter(|(rule, _)| rules >> rule & 1 != 0)
                .map(|(_, morph)| morph)
                .collect();
            let kind = |&kind: &Compound| self.number(morphed(&own, kind));
            let kinds = self.all.iter().map(|one| kind(one).expect("the closure has all kinds"));
            definition::Morph { side, region, kinds: kinds.collect() }
        });
        maps.collect()
    }

    /// Compounds that captures join, but for which none of their rules is. Who writes `nbr x nbr > join` may think
    /// that it is for these, too.
    fn check_compounds(&self, places: &Places<'_, '_>, report: &mut Report) {
        let rules = &self.draft.changes.on_capture;
        let Some(entry) = places.entry(&["onCapture"]) else { return };
        if !rules.iter().any(|rule| matches!(rule.result, Makes::Join | Makes::Xor)) {
            return;
        }
        let compounds = self.all.iter().filter(|kind| kind.origin.is_none());
        let compounds = compounds.filter(|&&kind| self.token(kind).len() > 1);
        let mut left_out =
            compounds.filter(|&&kind| !rules.iter().any(|rule| rule.movers.has(kind)));
        let Some(&first) = left_out.next() else { return };
        let more = match left_out.count() {
            0 => String::new(),
            1 => ", nor for another compound".to_owned(),
            count => format!(", nor for {count} other compounds"),
        };
        let message =
            format!("no rule is for '{}' as the piece that captures{more}", self.fen_name(first));
        let help =
            "they stay what they are; '{n*}' is whatever has an 'n' as a part, '*' any piece";
        report.note(entry.value.place(), message).help(help);
    }

    /// What the kinds must be like.
    fn check(&self, places: &Places<'_, '_>, report: &mut Report) {
        let changes = ["onCapture", "onMerge", "onMove", "morph", "castledRook"];
        for &kind in &self.all {
            if kind.parts.slots().any(|slot| self.draft.piece(slot).is_none()) {
                report.error(
                    places.of(&changes),
                    "the keys of the parent make pieces of parts that this game no longer has",
                );
                return;
            }
            if self.token(kind).len() > MOST_LETTERS {
                let message =
                    format!("'{}' has more than {MOST_LETTERS} letters", self.fen_name(kind));
                report
                    .error(places.of(&changes), message)
                    .help("limit the parts of a compound by 'joinLimit' or 'levels'");
                return;
            }
            let mobilities: Vec<_> = self.parts(kind.parts).map(|piece| piece.mobility).collect();
            if mobilities.windows(2).any(|two| two[0] != two[1]) {
                let message =
                    format!("the parts of '{}' may go to different squares", self.fen_name(kind));
                report
                    .error(places.of(&changes), message)
                    .help("a compound needs the same 'mobilityRegion' for all of its parts");
                return;
            }
        }
        // What has promoted with '+' is written by what it was, all else with '~'.
        let mut marked: HashMap<Parts, Compound> = HashMap::new();
        let is_plus = |kind: &Compound| {
            let mut pairs = self.draft.promoted_pieces();
            pairs.any(|(_, from, into)| (Some(from), into) == (kind.origin, kind.parts))
        };
        for &kind in self.all.iter().filter(|kind| kind.origin.is_some() && !is_plus(kind)) {
            if marked.insert(kind.parts, kind).is_some() {
                let message = format!(
                    "promoted pieces that go into hands as different ones would both be written '{}~'",
                    self.fen_name(kind)
                );
                report.unsupported(places.of(&["promotedPieceType", "onCapture"]), message);
                return;
            }
        }
        // A king that is a rook and one that is a king and a rook would both be {kr}.
        let mut tokens: HashMap<String, Compound> = HashMap::new();
        for &kind in self.all.iter().filter(|kind| kind.origin.is_none()) {
            let token = self.token(kind);
            if let Some(twin) = tokens.insert(token.clone(), kind) {
                let message = format!(
                    "{} and {} would both be written '{{{}}}'",
                    self.name(twin),
                    self.name(kind),
                    token.to_ascii_lowercase()
                );
                report
                    .error(places.of(&changes), message)
                    .help("let kings either join or take over what they capture, not both");
                return;
            }
        }
    }

    fn fen_name(&self, kind: Compound) -> String {
        crate::read::compound::in_fen(&self.token(kind), Color::Black)
    }
}

/// The piece of the key for the order that this kind is.
fn said(draft: &Draft, kind: Compound) -> Option<&(Parts, String)> {
    let is_disguised = kind.royal && !kind.parts.has_all(Parts::of(Slot::KING));
    draft.piece_order.iter().find(|(parts, _)| *parts == kind.parts && !is_disguised)
}

/// Puts the kinds into the order that the file gives, if it does.
fn sort_as_said(
    kinds: &mut [Compound],
    draft: &Draft,
    places: &Places<'_, '_>,
    report: &mut Report,
) {
    let order = &draft.piece_order;
    let place = |kind: &Compound| {
        order.iter().position(|one| said(draft, *kind).is_some_and(|said| said == one))
    };
    if order.is_empty() {
        return;
    }
    if order.len() != kinds.len() || kinds.iter().any(|kind| place(kind).is_none()) {
        let message = format!("the game has {} kinds, and these are others", kinds.len());
        report.error(places.of(&["pieceOrder"]), message);
        return;
    }
    kinds.sort_by_key(place);
}

/// Letters in upper case, those of later keys first.
fn in_order(mut letters: Vec<(Slot, char)>) -> String {
    letters.sort_by_key(|&(slot, _)| std::cmp::Reverse(slot));
    letters.into_iter().map(|(_, letter)| letter.to_ascii_uppercase()).collect()
}

/// What a piece of a FEN is.
pub(crate) fn piece_of(draft: &Draft, token: Token, color: Color) -> Option<Compound> {
    let parts = parts_of(draft, token.letters)?;
    match token.mark {
        Mark::None => Some(Compound::new(parts, false)),
        Mark::Plus => {
            let (.., into) = draft.promoted_pieces().find(|(_, from, _)| *from == parts)?;
            Some(draft.plus(parts, into))
        }
        Mark::Tilde => {
            let origin = draft.origin_of_promoted(color.index());
            Some(Compound::promoted(parts, false, origin))
        }
    }
}

fn parts_of(draft: &Draft, letters: Letters) -> Option<Parts> {
    let mut parts = Parts::NONE;
    for letter in letters.letters() {
        let letter = letter.to_ascii_lowercase();
        let alias = draft.changes.aliases.iter().find(|(own, _)| *own == letter);
        let own = if let Some((_, parts)) = alias {
            *parts
        } else {
            let piece = draft.pieces.iter().find(|(_, piece)| piece.letter == letter);
            Parts::of(piece?.0)
        };
        if parts.without(own) != parts {
            return None;
        }
        parts = parts.and(own);
    }
    Some(parts)
}

fn report_unknown(draft: &Draft, token: &str, place: Place, report: &mut Report) {
    let mut known: Vec<String> =
        draft.letters().iter().map(|(_, letter)| letter.to_string()).collect();
    known.extend(draft.changes.aliases.iter().map(|(letter, _)| letter.to_string()));
    known.sort();
    known.dedup();
    let message = format!("{} in the start position is no piece", quoted(token));
    // A king is not all that was meant.
    let has_parent = known.len() > 1;
    let own = "; without a parent, as in [name:chess], a game has only its own";
    let known = if known.is_empty() { "none yet".to_owned() } else { known.join(" ") };
    let own = if has_parent { "" } else { own };
    report.error(place, message).help(format!("pieces: {known}{own}"));
}

/// A piece whose letter stands for others must move as they do.
fn check_aliases(draft: &Draft, places: &Places<'_, '_>, report: &mut Report) {
    for &(letter, parts) in &draft.changes.aliases {
        let pieces: Vec<&Piece> = parts.slots().filter_map(|slot| draft.piece(slot)).collect();
        let place = places.of(&["alias"]);
        if pieces.len() < parts.count() as usize {
            let message = format!("'{letter}' stands for pieces that this game no longer has");
            report.error(place, message).help("set 'alias' again, or to '-'");
            continue;
        }
        let joined = betza::joined(pieces.iter().map(|piece| &piece.moves));
        let own = draft.pieces.iter().find(|(_, piece)| piece.letter == letter);
        if own.is_some_and(|(_, piece)| betza::joined([&piece.moves]).motions != joined.motions) {
            let names: String = pieces.iter().map(|piece| piece.letter).collect();
            report.error(place, format!("'{letter}' does not move as '{{{names}}}' does"));
        }
    }
}

/// Rules of merging and coming apart that lose a king, or that are of no use; and of raising.
fn check_merging(draft: &Draft, closure: &Closure, places: &Places<'_, '_>, report: &mut Report) {
    let (keys, kinds) = (&draft.changes, &closure.kinds);
    for &index in &closure.merging.lost {
        report.error(places.rule("onMerge", index), "by this rule a king would be lost").help(
            "'join' keeps it, as does 'royal' behind another result; '*!{k*}' leaves kings out",
        );
    }
    for (index, rule) in keys.splits.iter().enumerate() {
        let is_first =
            |kind: Compound| keys.splits[..index].iter().all(|rule| !rule.pieces.has(kind));
        let splits =
            |&kind: &Compound| rule.pieces.has(kind) && is_first(kind) && !rule.of(kind).is_empty();
        if let Some(place) = places.own_rule("split", index).filter(|_| !kinds.iter().any(splits)) {
            report.error(place, "no piece of this game comes apart by this rule");
        }
    }
    if keys.raise.is_empty()
        && let Some(place) = [("onCapture", &keys.on_capture), ("onMerge", &keys.on_merge)]
            .into_iter()
            .find_map(|(key, rules)| {
                let index = rules.iter().position(|rule| rule.result == Makes::Raise)?;
                Some(places.rule(key, index))
            })
    {
        report
            .error(place, "nothing says what is raised to what")
            .help("'raise = r>a>f' makes an a of an r, and an f of an a");
    }
}

/// Rules that lose a king, or that are of no use.
fn check_rules(draft: &Draft, closure: &Closure, places: &Places<'_, '_>, report: &mut Report) {
    let keys = &draft.changes;
    for (index, &lost) in closure.lost.iter().enumerate() {
        if lost.is_some() {
            report
                .error(
                    places.rule("onCapture", index),
                    "by this rule a king that captures would be a king no more",
                )
                .help(if keys.on_capture[index].result == Makes::Gone {
                    "no king may vanish: say '{k*} x * > mover' or 'forbidden' before it"
                } else {
                    "add 'royal', or say 'k x * > mover' before it"
                });
        }
    }
    for &(key, index) in &closure.crowning {
        let place = match key {
            "onMove" => places.word(key, index),
            _ => places.rule(key, index),
        };
        report.error(place, "by this rule a piece that is no king would become one").help(
            "each side has one king: leave kings out of what it makes, or other pieces out of whom it is for",
        );
    }
    for (key, used) in [
        ("onCapture", &closure.used),
        ("onMerge", &closure.merging.used),
        ("partPromotion", &closure.promoting),
    ] {
        for (index, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
            if let Some(place) = places.own_rule(key, index) {
                report
                    .warning(place, "this rule is never used")
                    .help("no pieces are left for it; of several rules the first that fits counts");
            }
        }
    }
    let kinds = &closure.kinds;
    let has_idle = |index: usize| {
        let idle = &keys.idle_parts[index];
        kinds.iter().any(|&kind| idle.pieces.has(kind) && kind.parts.has_any(idle.parts))
    };
    for index in (0..keys.idle_parts.len()).filter(|&index| !has_idle(index)) {
        if let Some(place) = places.own_rule("idleParts", index) {
            report.error(place, "no piece of this game is meant by this rule");
        }
    }
    let is_idle = |key: &str| match key {
        "onCapture" => {
            let all: Vec<(Compound, Fits)> =
                kinds.iter().map(|&kind| (kind, keys.fits(kind))).collect();
            let changes = |mover: (Compound, Fits), victim| {
                keys.captured(mover, victim).is_some_and(|verdict| {
                    let rule = &keys.on_capture[verdict.rule];
                    let joins = !once::joined(draft, rule, mover.0, victim.0).is_empty();
                    verdict.result != Some(mover.0) || rule.turns || joins
                })
            };
            let is_one =
                |&mover| all.iter().any(|&victim| !victim.0.royal && changes(mover, victim));
            !keys.on_capture.is_empty() && !all.iter().any(is_one)
        }
        "onMerge" => {
            let all: Vec<(Compound, Fits)> =
                kinds.iter().map(|&kind| (kind, keys.fits_merging(kind))).collect();
            let goes = |&mover| {
                let verdict = |&friend| keys.merged(mover, friend);
                all.iter().filter_map(verdict).any(|verdict| verdict.result.is_some())
            };
            !keys.on_merge.is_empty() && !all.iter().any(goes)
        }
        "partPromotion" => !keys.part_promotions.is_empty() && !closure.promoting.contains(&true),
        "onMove" => {
            let stays = |&kind: &Compound| keys.moved(kind) == kind && !keys.turns_by_moves(kind);
            !keys.on_move.is_empty() && kinds.iter().all(stays)
        }
        "morph" => {
            keys.change_by_squares()
                && kinds.iter().all(|&kind| {
                    keys.morph
                        .iter()
                        .flatten()
                        .all(|morph| crate::read::compound::changed(&morph.changes, kind) == kind)
                })
        }
        _ => false,
    };
    for key in ["onCapture", "onMerge", "onMove", "morph", "partPromotion"] {
        if let Some(entry) = places.entry(&[key]).filter(|_| is_idle(key)) {
            let message = format!("{} has no effect", quoted(entry.key.text()));
            report.error(entry.key.place(), format!("{message}: it changes no piece of this game"));
        }
    }
}

/// Pieces that nobody can ever have, and pieces that move alike.
fn check_use(draft: &Draft, closure: &Closure, places: &Places<'_, '_>, report: &mut Report) {
    for (slot, piece) in &draft.pieces {
        let own = places.entries.iter().find(|(found, _)| found.slot == Some(*slot));
        let Some((_, entry)) = own else { continue };
        let parts = draft.changes.parts_of(*slot, piece.letter);
        if !closure.kinds.iter().any(|kind| kind.parts.has_all(parts)) {
            let message =
                format!("no '{}' stands at the start, and nothing becomes one", piece.letter);
            report.warning(entry.value.place(), message);
        }
        let twin = draft.pieces.iter().find(|(other, twin)| {
            let are_other = *other != Slot::KING && *slot != Slot::KING && {
                let parts = [slot, other].map(|slot| Parts::of(*slot));
                let mut pairs = draft.changes.once.iter();
                !pairs.any(|(from, into)| parts.contains(from) && parts.contains(into))
            };
            other < slot && are_other && twin.moves == piece.moves
        });
        if let Some((_, twin)) = twin {
            let message = format!("'{}' moves as '{}' does", piece.letter, twin.letter);
            report.warning(entry.value.place(), message);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::read;

    /// A king that has become a knight, and a king that moves as a knight as well.
    #[test]
    fn no_letters_of_a_kind_are_those_of_another() {
        let text = "[x:assimilation]\nalias = y:{kn}\nmorph = *5: {k*}>n\n";
        let mut written = read(text.as_bytes(), |_| false).expect("the text is small");
        let game = written.games.remove(0).definition.expect("it has no mistakes");
        let tokens: Vec<&str> = game.kinds.iter().map(|kind| kind.token.as_str()).collect();
        assert!(tokens.contains(&"Y") && tokens.contains(&"KN"), "{tokens:?}");
        assert!(game.aliases.iter().all(|(token, _)| !tokens.contains(&token.as_str())));
    }
}
