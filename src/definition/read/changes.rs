//! The values of the keys for powers that change.

use crate::definition::Handicaps;
use crate::read::compound::{
    CaptureRule, Change, Idle, Item, Level, Makes, Morph, PartPromotion, Parts, Pieces, Raise, Set,
    Split, Victims,
};
use crate::read::diagnostic::quoted;
use crate::read::grid::Grid;
use crate::read::ini::Span;
use crate::read::pieces::Slot;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// How many rules a key has at most, and a rule pieces.
const MOST: usize = u64::BITS as usize;

/// How many rules a key has at most that are looked at wherever pieces stand beside each other.
pub(crate) const FEW: usize = 8;

const RESULTS: &str = "results: mover, victim, join, xor, moved, raise, gone, forbidden, a piece or {rn}; then !p, ?, royal or other";

impl Reader<'_> {
    /// The parts of a letter.
    fn parts_of(&mut self, letter: char, here: Span<'_>) -> Option<Parts> {
        let alias = self.aliases.iter().find(|(own, _)| *own == letter.to_ascii_lowercase());
        match alias {
            Some((_, parts)) => Some(*parts),
            None => self.piece_of(letter, here).map(Parts::of),
        }
    }

    /// The parts of some letters.
    fn parts(&mut self, span: Span<'_>) -> Option<Parts> {
        span.letters().try_fold(Parts::NONE, |parts, (letter, here)| {
            Some(parts.and(self.parts_of(letter, here)?))
        })
    }

    /// One piece: `n` or `{rn}`.
    pub(crate) fn compound(&mut self, span: Span<'_>) -> Option<Parts> {
        if let [Item::Only(parts)] = self.items(span)?[..] {
            return Some(parts);
        }
        self.report
            .error(span.place(), format!("{} is not one piece", quoted(span.text())))
            .help("one piece: n, or {rn} for one that is made of several");
        None
    }

    /// Pieces: letters, `*`, `{rn}`, `{p*}`.
    fn items(&mut self, span: Span<'_>) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        let letters: Vec<(char, Span<'_>)> = span.letters().collect();
        let mut next = 0;
        while let Some(&(letter, here)) = letters.get(next) {
            next += 1;
            let item = match letter {
                '*' => Item::All,
                '{' => {
                    let mut parts = Parts::NONE;
                    let mut with = false;
                    loop {
                        let Some(&(letter, here)) = letters.get(next) else {
                            self.report.error(here.place(), "this brace is not closed");
                            return None;
                        };
                        next += 1;
                        match letter {
                            '}' => break,
                            _ if with => {
                                self.report
                                    .error(here.place(), "after the * stands the brace's end");
                                return None;
                            }
                            '*' => with = true,
                            _ => {
                                let part = self.parts_of(letter, here)?;
                                if parts.has_all(part) {
                                    let message = format!("'{letter}' is named twice");
                                    self.report.error(here.place(), message);
                                    return None;
                                }
                                parts = parts.and(part);
                            }
                        }
                    }
                    if parts.is_empty() {
                        self.report.error(here.place(), "these braces are empty");
                        return None;
                    }
                    if with { Item::With(parts) } else { Item::Only(parts) }
                }
                _ => Item::Only(self.parts_of(letter, here)?),
            };
            if items.contains(&item) || items.len() >= MOST {
                let message = format!("{} is named twice", quoted(here.text()));
                self.report.error(here.place(), message);
                return None;
            }
            items.push(item);
        }
        if items.is_empty() {
            self.report.error(span.place(), "no piece is named here").help(
                "pieces: nbr, * for all, {rn} for a compound, {p*} for all with a p; !p without",
            );
            return None;
        }
        Some(items)
    }

    /// A set of pieces: `*!kp`.
    pub(crate) fn set(&mut self, span: Span<'_>) -> Option<Set> {
        match span.split_once('!') {
            Some((items, but)) => {
                let (items, but) = (self.items(items), self.items(but));
                Some(Set { items: items?, but: but? })
            }
            None => Some(Set { items: self.items(span)?, but: Vec::new() }),
        }
    }

    /// Pieces by their letters, or a set that names compounds or leaves pieces out.
    pub(crate) fn named(&mut self, span: Span<'_>) -> Option<Pieces> {
        if span.text().contains(['{', '*', '!']) {
            self.set(span).map(Pieces::Set)
        } else {
            self.pieces(span, false).map(Pieces::Letters)
        }
    }

    /// What captures en passant: of a compound, one part does.
    pub(crate) fn en_passant_types(&mut self, span: Span<'_>) -> Option<Pieces> {
        let pieces = self.named(span)?;
        let is_clear = |item: &Item| match item {
            Item::All => false,
            Item::Only(parts) | Item::With(parts) => parts.count() == 1,
        };
        if matches!(&pieces, Pieces::Set(set) if !set.items.iter().all(is_clear)) {
            self.report
                .error(span.place(), "which part of these pieces captures en passant is not said")
                .help("name one: {p*} for all that have a p");
            return None;
        }
        Some(pieces)
    }

    /// What a pawn may become: pieces, one by one.
    pub(crate) fn outcomes(&mut self, span: Span<'_>) -> Option<Pieces> {
        let pieces = self.named(span)?;
        let is_one = |item: &Item| matches!(item, Item::Only(_));
        if matches!(&pieces, Pieces::Set(set) if !set.but.is_empty() || !set.items.iter().all(is_one))
        {
            self.report
                .error(span.place(), "what a pawn may become is named piece by piece")
                .help("letters, and {rn} for a compound");
            return None;
        }
        Some(pieces)
    }

    /// The rules of a list, without those that cannot be read; `None` if there is such a one.
    pub(crate) fn list<T>(
        &mut self,
        parts: Vec<Span<'_>>,
        read: impl FnMut(&mut Self, Span<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.list_of(MOST, parts, read)
    }

    /// The same of a list of at most so many.
    pub(crate) fn list_of<T>(
        &mut self,
        most: usize,
        parts: Vec<Span<'_>>,
        mut read: impl FnMut(&mut Self, Span<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        if let Some(one) = parts.get(most) {
            self.report.error(one.place(), format!("at most {most} rules are read"));
            return None;
        }
        let count = parts.len();
        let rules: Vec<T> = parts.into_iter().filter_map(|part| read(self, part)).collect();
        (rules.len() == count).then_some(rules)
    }

    /// `pc x * > victim; * x * > join?`
    pub(crate) fn on_capture(&mut self, span: Span<'_>) -> Option<Vec<CaptureRule>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), Self::capture_rule)
    }

    /// The parts of a rule `PIECES x PIECES: ZONE`, whose last part stands behind this separator.
    pub(crate) fn versus<'a>(
        &mut self,
        rule: Span<'a>,
        separator: char,
        takes: Takes,
    ) -> Option<[Span<'a>; 3]> {
        if let Some((left, right)) = rule.split_once(separator)
            && let [one, times, other] = left.words().collect::<Vec<_>>()[..]
            && times.text() == "x"
        {
            return Some([one, other, right.trimmed()]);
        }
        self.wrong(rule, takes)
    }

    /// Who stands behind the `x` of a rule.
    pub(crate) fn victims(&mut self, span: Span<'_>) -> Option<Victims> {
        match span.text() {
            "same" => Some(Victims::Same),
            _ => self.set(span).map(Victims::Of),
        }
    }

    /// `nbr x nbrk > join`
    pub(crate) fn on_merge(&mut self, span: Span<'_>) -> Option<Vec<CaptureRule>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), |reader, span| {
            let rule = reader.capture_rule(span)?;
            if rule.optional || rule.turns || rule.result == Makes::Gone {
                let message = "'?', 'other' and 'gone' are for captures alone";
                reader.report.error(span.place(), message);
                return None;
            }
            Some(rule)
        })
    }

    /// `x: * x * > mover; p: {p*} x * > mover; * x * > join!p?`
    pub(crate) fn handicaps(&mut self, span: Span<'_>) -> Option<Vec<(char, Vec<CaptureRule>)>> {
        let mut all: Vec<(char, Vec<CaptureRule>)> = Vec::new();
        if span.text() == "-" {
            return Some(all);
        }
        let places = rules(span);
        let rules = self.list(places.clone(), |reader, rule| {
            let whole = rule;
            let (letter, rule) = halves(rule);
            let is_one = |letter: &Span<'_>| {
                matches!(letter.text().as_bytes(), [letter] if letter.is_ascii_lowercase())
            };
            if letter.is_some_and(|letter| !is_one(&letter)) {
                return reader.wrong(whole, Takes::Handicaps);
            }
            let read = reader.capture_rule(rule)?;
            if read.turns || matches!(read.result, Makes::Forbidden | Makes::Gone) {
                let message = "a handicap only says what a capture makes of its piece";
                reader.report.error(rule.place(), message);
                return None;
            }
            Some(read)
        })?;
        for (place, rule) in places.into_iter().zip(rules) {
            match (halves(place).0, all.last_mut()) {
                (None, Some((_, rules))) => rules.push(rule),
                (None, None) => return self.wrong(place, Takes::Handicaps),
                (Some(letter), _) => {
                    let here = letter.place();
                    let letter = char::from(letter.text().as_bytes()[0]);
                    let is_known = all.iter().any(|(known, _)| *known == letter);
                    if is_known || all.len() == Handicaps::MOST {
                        let message = if is_known {
                            format!("the handicap '{letter}' is there already")
                        } else {
                            format!("at most {} handicaps are read", Handicaps::MOST)
                        };
                        self.report.error(here, message);
                        return None;
                    }
                    all.push((letter, vec![rule]));
                }
            }
        }
        Some(all)
    }

    fn capture_rule(&mut self, span: Span<'_>) -> Option<CaptureRule> {
        let [movers, victims, result] = self.versus(span, '>', Takes::CaptureRules)?;
        let (movers, victims) = (self.set(movers), self.victims(victims));
        let result = self.result(result);
        let (movers, victims) = (movers?, victims?);
        Some(CaptureRule { movers, victims, ..result? })
    }

    /// A rule with this result, for nobody.
    fn result(&mut self, span: Span<'_>) -> Option<CaptureRule> {
        let mut rest = span;
        let (mut optional, mut royal, mut turns) = (false, false, false);
        loop {
            let text = rest.text();
            if let Some(front) = text.strip_suffix('?').filter(|_| !optional) {
                optional = true;
                rest = rest.part(0..front.len()).trimmed();
            } else if let Some(front) = text.strip_suffix("royal").filter(|_| !royal)
                && front.ends_with([' ', '\t', '?'])
            {
                royal = true;
                rest = rest.part(0..front.len()).trimmed();
            } else if let Some(front) = text.strip_suffix("other").filter(|_| !turns)
                && front.ends_with([' ', '\t'])
            {
                turns = true;
                rest = rest.part(0..front.len()).trimmed();
            } else {
                break;
            }
        }
        let (what, leaves_out) = match rest.split_once('!') {
            Some((what, out)) => (what.trimmed(), Some(out.trimmed())),
            None => (rest, None),
        };
        let mut out = Parts::NONE;
        if let Some(span) = leaves_out {
            out = self.parts(span)?;
            if out.is_empty() {
                self.report.error(rest.place(), "after the '!' stands which parts are left out");
                return None;
            }
        }
        let result = match what.text() {
            "mover" => Makes::Mover,
            "victim" => Makes::Victim,
            "join" => Makes::Join,
            "xor" => Makes::Xor,
            "moved" => Makes::Moved,
            "forbidden" => Makes::Forbidden,
            "gone" => Makes::Gone,
            "raise" => Makes::Raise,
            text => {
                let is_piece = text.starts_with('{') || text.chars().count() == 1;
                if !is_piece {
                    let message = format!("{} is no result of a capture", quoted(text));
                    let words =
                        ["mover", "victim", "join", "xor", "moved", "raise", "gone", "forbidden"];
                    let near = crate::read::diagnostic::nearest(text, words);
                    let near = near.map(|word| format!("did you mean '{word}'? "));
                    self.report
                        .error(what.place(), message)
                        .help(format!("{}{RESULTS}", near.unwrap_or_default()));
                    return None;
                }
                Makes::Piece(self.compound(what)?)
            }
        };
        if matches!(result, Makes::Forbidden | Makes::Gone) && what.text() != span.text() {
            let message = format!("nothing stands after {}", quoted(what.text()));
            self.report.error(span.place(), message);
            return None;
        }
        if optional && result == Makes::Mover && !turns {
            self.report.error(span.place(), "nothing changes that could be declined");
            return None;
        }
        if optional && turns {
            self.report.error(span.place(), "who goes over to the other side has no choice");
            return None;
        }
        if !out.is_empty()
            && matches!(result, Makes::Mover | Makes::Moved | Makes::Piece(_) | Makes::Raise)
        {
            self.report
                .error(span.place(), "parts are left out of 'victim', 'join' and 'xor' only");
            return None;
        }
        let (movers, victims) = (Set::default(), Victims::Same);
        Some(CaptureRule { movers, victims, result, leaves_out: out, royal, turns, optional })
    }

    /// `q>r r>b b>n`, without blanks around the `>`; `n>other` changes its side.
    pub(crate) fn moved(&mut self, span: Span<'_>) -> Option<Vec<Change>> {
        self.changes_to(span, true)
    }

    /// The same, without changes of the side.
    fn changes(&mut self, span: Span<'_>) -> Option<Vec<Change>> {
        self.changes_to(span, false)
    }

    fn changes_to(&mut self, span: Span<'_>, may_turn: bool) -> Option<Vec<Change>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(span.words().collect(), |reader, word| {
            let Some((from, into)) = word.split_once('>') else {
                return reader.wrong(word, Takes::Changes);
            };
            let from = reader.set(from);
            let into = match into.text() {
                "other" if may_turn => None,
                _ => Some(reader.compound(into)?),
            };
            Some(Change { from: from?, into })
        })
    }

    /// `dark: n>a c>r; light: a>n r>c`
    pub(crate) fn morph(&mut self, span: Span<'_>) -> Option<Vec<Morph>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), |reader, rule| {
            let Some((region, changes)) = rule.split_once(':') else {
                return reader.wrong(rule, Takes::Morph);
            };
            let region = region.trimmed();
            let region = match region.text() {
                "dark" => Some(Grid::DARK),
                "light" => Some(Grid::LIGHT),
                "all" => Some(Grid::ALL),
                "" | "-" => reader.wrong(rule, Takes::Morph),
                _ => reader.squares_or(region, "dark, light or all alone"),
            };
            let changes = changes.trimmed();
            let changes = match changes.text() {
                "" | "-" => reader.wrong(rule, Takes::Morph),
                _ => reader.changes(changes),
            };
            Some(Morph { region: region?, changes: changes? })
        })
    }

    /// `p: {k*}; nb: {rn}`
    pub(crate) fn idle_parts(&mut self, span: Span<'_>) -> Option<Vec<Idle>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), |reader, rule| {
            let halves = rule.split_once(':').map(|(parts, pieces)| (parts.trimmed(), pieces));
            let Some((parts, pieces)) = halves.filter(|(parts, _)| !parts.text().is_empty()) else {
                return reader.wrong(rule, Takes::IdleParts);
            };
            let (parts, pieces) = (reader.parts(parts), reader.set(pieces.trimmed()));
            Some(Idle { parts: parts?, pieces: pieces? })
        })
    }

    /// `{nb}: nb; *: nbrk`
    pub(crate) fn splits(&mut self, span: Span<'_>) -> Option<Vec<Split>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), |reader, rule| {
            let Some((pieces, parts)) = rule.split_once(':') else {
                return reader.wrong(rule, Takes::Splits);
            };
            let letters: Vec<(char, Span<'_>)> = parts.letters().collect();
            if letters.is_empty() {
                return reader.wrong(rule, Takes::Splits);
            }
            let pieces = reader.set(pieces.trimmed());
            let parts = letters.into_iter().map(|(letter, here)| reader.parts_of(letter, here));
            let parts = parts.collect::<Option<Vec<Parts>>>();
            Some(Split { pieces: pieces?, parts: parts? })
        })
    }

    /// `n:x b:y`
    pub(crate) fn once(&mut self, span: Span<'_>) -> Option<Vec<(Parts, Parts)>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        let pairs = self.list(span.words().collect(), |reader, word| {
            let Some((from, into)) = word.split_once(':') else {
                return reader.wrong(word, Takes::Once);
            };
            let (from, into) = (reader.compound(from)?, reader.compound(into)?);
            let is_one = |parts: Parts| parts.count() == 1 && parts != Parts::of(Slot::KING);
            if !is_one(from) || !is_one(into) {
                let message = "one piece that is no king stands on each side of the ':'";
                reader.report.error(word.place(), message);
                return None;
            }
            Some((from, into))
        })?;
        let is_own = |index: usize, into: Parts| {
            let mut others = pairs.iter().enumerate();
            let is_twice = |at: usize, other: &(Parts, Parts)| {
                other.0 == into || at < index && (other.1 == into || other.0 == pairs[index].0)
            };
            !others.any(|(at, other)| is_twice(at, other))
        };
        if !pairs.iter().enumerate().all(|(index, pair)| is_own(index, pair.1)) {
            let message = "each piece joins as one of its own, which is no other piece";
            self.report.error(span.place(), message);
            return None;
        }
        Some(pairs)
    }

    /// `r>a>f b>m>t; h>{hn} n>{hn} {hn}>g`
    pub(crate) fn raise(&mut self, span: Span<'_>) -> Option<Vec<Vec<Raise>>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), |reader, group| {
            let chains = reader.list(group.words().collect(), |reader, word| {
                let steps = split(word, '>');
                if steps.len() < 2 {
                    return reader.wrong(word, Takes::Raise);
                }
                let parts = reader.list(steps, Self::compound)?;
                let next = parts[1..].iter().chain(parts.last());
                Some(parts.iter().zip(next).map(|(&from, &into)| Raise { from, into }).collect())
            })?;
            let chains: Vec<Vec<Raise>> = chains;
            let mut steps: Vec<Raise> = Vec::new();
            // What ends one chain may go on in another.
            let (ends, ways): (Vec<Raise>, Vec<Raise>) =
                chains.concat().into_iter().partition(|step| step.from == step.into);
            for step in ways.into_iter().chain(ends) {
                let known = steps.iter().find(|known| known.from == step.from);
                if known.is_some_and(|known| known.into != step.into && step.from != step.into) {
                    reader.report.error(group.place(), "a part is raised to two others");
                    return None;
                }
                if known.is_none() {
                    steps.push(step);
                }
            }
            if steps.is_empty() {
                return reader.wrong(group, Takes::Raise);
            }
            Some(steps)
        })
    }

    /// What each file makes of a pawn: `r n b q`.
    pub(crate) fn by_file(&mut self, span: Span<'_>) -> Option<Vec<Parts>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(span.words().collect(), Self::compound)
    }

    /// `p: {k*} > q; p: * > qrbn by p`
    pub(crate) fn part_promotions(&mut self, span: Span<'_>) -> Option<Vec<PartPromotion>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(rules(span), Self::part_promotion)
    }

    fn part_promotion(&mut self, span: Span<'_>) -> Option<PartPromotion> {
        let halves = span.split_once('>');
        let left = halves.and_then(|(left, _)| left.split_once(':'));
        let right: Vec<Span<'_>> =
            halves.map(|(_, right)| right.words().collect()).unwrap_or_default();
        let (Some((part, pieces)), [into, rest @ ..]) = (left, &right[..]) else {
            return self.wrong(span, Takes::PartPromotions);
        };
        let by = match rest {
            [] => None,
            [by, part] if by.text() == "by" => Some(*part),
            _ => return self.wrong(span, Takes::PartPromotions),
        };
        let part = self.part(part.trimmed());
        let pieces = self.set(pieces.trimmed());
        let results = match into.text() {
            "-" => Some(Vec::new()),
            _ => self.replacements(*into),
        };
        let by = match by {
            Some(by) => Some(self.part(by)?),
            None => None,
        };
        let (part, pieces, into) = (part?, pieces?, results?);
        if into.iter().any(|parts| parts.has_any(part)) {
            self.report.error(span.place(), "a part is replaced by itself");
            return None;
        }
        Some(PartPromotion { part, pieces, into, by })
    }

    /// One letter that is not the king's.
    fn part(&mut self, span: Span<'_>) -> Option<Parts> {
        let letters: Vec<(char, Span<'_>)> = span.letters().collect();
        let &[(letter, here)] = &letters[..] else {
            return self.wrong(span, Takes::PartPromotions);
        };
        let part = self.parts_of(letter, here)?;
        if part.has_all(Parts::of(Slot::KING)) {
            self.report.error(span.place(), "no king promotes");
            return None;
        }
        Some(part)
    }

    /// What a part becomes: pieces, one by one.
    fn replacements(&mut self, span: Span<'_>) -> Option<Vec<Parts>> {
        let items = self.items(span)?.into_iter();
        let parts = items.map(|item| if let Item::Only(parts) = item { Some(parts) } else { None });
        let Some(parts) = parts.collect::<Option<Vec<Parts>>>() else {
            self.report
                .error(span.place(), "what a part becomes is named piece by piece")
                .help("letters, and {rn} for several parts at once");
            return None;
        };
        if parts.iter().any(|parts| parts.has_all(Parts::of(Slot::KING))) {
            self.report.error(span.place(), "no king is promoted to");
            return None;
        }
        Some(parts)
    }

    /// `q:{rb} z:{hn}`
    pub(crate) fn aliases(&mut self, span: Span<'_>) -> Option<Vec<(char, Parts)>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.aliases.clear();
        let mut taken: Vec<char> = Vec::new();
        self.list(span.words().collect(), |reader, word| {
            let Some((letter, parts)) = word.split_once(':') else {
                return reader.wrong(word, Takes::Aliases);
            };
            let mut letters = letter.text().chars();
            let (Some(first), None) = (letters.next(), letters.next()) else {
                return reader.wrong(word, Takes::Aliases);
            };
            let first = first.to_ascii_lowercase();
            if !first.is_ascii_lowercase() || !parts.text().starts_with('{') {
                return reader.wrong(word, Takes::Aliases);
            }
            let compound = reader.compound(parts)?;
            let own = reader.letters.iter().find(|(_, own)| *own == first);
            let is_own = own.is_some_and(|(slot, _)| compound.has_all(Parts::of(*slot)));
            if compound.count() < 2 || is_own {
                reader
                    .report
                    .error(parts.place(), "an alias is for a piece that is made of several others");
                return None;
            }
            if taken.contains(&first) {
                reader.report.error(letter.place(), format!("'{first}' is named twice"));
                return None;
            }
            taken.push(first);
            // Those that follow may be made of it.
            reader.aliases.push((first, compound));
            Some((first, compound))
        })
    }

    /// `r<a<f b<m h<{rb}`
    pub(crate) fn levels(&mut self, span: Span<'_>) -> Option<Vec<Level>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        let chains = self.list(span.words().collect(), |reader, word| {
            let steps: Vec<Span<'_>> = split(word, '<');
            if steps.len() < 2 {
                return reader.wrong(word, Takes::Levels);
            }
            let parts = reader.list(steps, Self::compound)?;
            let mut levels = Vec::new();
            for (index, &better) in parts.iter().enumerate() {
                levels.extend(parts[..index].iter().map(|&lesser| Level { lesser, better }));
            }
            Some(levels)
        })?;
        let levels: Vec<Level> = chains.into_iter().flatten().collect();
        let king = Parts::of(Slot::KING);
        let wrong = |level: &Level| {
            level.lesser.has_all(king)
                || level.lesser.count() > 1
                || level.better.has_all(level.lesser)
                || levels.contains(&Level { lesser: level.better, better: level.lesser })
        };
        if levels.len() > MOST || levels.iter().any(wrong) {
            self.report
                .error(span.place(), "these levels do not order the parts")
                .help("r<a<f: f swallows a and r, a swallows r; no king, and nothing both ways");
            return None;
        }
        Some(levels)
    }
}

/// The rules of a list; an empty one behind the last `;` is none.
pub(crate) fn rules(span: Span<'_>) -> Vec<Span<'_>> {
    let mut parts = split(span, ';');
    if parts.last().is_some_and(|last| last.text().is_empty()) {
        parts.pop();
    }
    parts
}

/// The letter of the handicap whose first rule this is, and the rule.
fn halves(rule: Span<'_>) -> (Option<Span<'_>>, Span<'_>) {
    match rule.split_once(':') {
        Some((letter, rule)) => (Some(letter.trimmed()), rule.trimmed()),
        None => (None, rule),
    }
}

fn split(span: Span<'_>, at: char) -> Vec<Span<'_>> {
    let mut parts = Vec::new();
    let mut rest = span;
    while let Some((part, more)) = rest.split_once(at) {
        parts.push(part.trimmed());
        rest = more;
    }
    parts.push(rest.trimmed());
    parts
}
