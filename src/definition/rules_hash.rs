//! What tells the rules of two definitions apart, whatever their names.

use crate::definition::{
    Aims, Amplifier, Annihilation, Blast, BoardCount, CastleDefinition, Changes, Chase, Contact,
    Contacts, Counting, Definition, Draws, Drop, EnPassantRule, Extinction, Flag, FlagTerms,
    Grounds, Handicaps, Hands, Isolator, KindDefinition, LendFrom, Lending, Loan, Material, Morph,
    Motion, Over, PartMoves, Passing, Promotion, PseudoRoyals, Purpose, Region, Repetition, Splits,
    Step, Value, Zone,
};
use crate::fnv::fnv1a_64;
use crate::{ByColor, Color, Kind, Square};

impl Definition {
    /// A number that definitions of the same rules share and others do not: the names of the game and of
    /// its pieces do not count, their letters and their order do. It stands in files, so it must not change
    /// from version to version: a rule that is new to this crate is written only where a game has it.
    pub fn rules_hash(&self) -> u64 {
        let mut text = Text(String::new());
        text.rules(self);
        fnv1a_64(text.0.bytes())
    }
}

/// The rules as words: each rule begins with its name and ends with a new line.
struct Text(String);

impl Text {
    fn word(&mut self, word: &str) -> &mut Self {
        self.0.push_str(word);
        self.0.push(' ');
        self
    }

    fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        self.word(&number.into().to_string())
    }

    fn switch(&mut self, is_on: bool) -> &mut Self {
        self.number(is_on)
    }

    fn region(&mut self, region: Region) -> &mut Self {
        self.word(&format!("{:x}", region.0))
    }

    fn kinds(&mut self, kinds: &[Kind]) -> &mut Self {
        let numbers = kinds.iter().map(|kind| kind.index().to_string());
        self.word(&numbers.collect::<Vec<_>>().join(","))
    }

    fn sets(&mut self, sets: &[Vec<Kind>]) -> &mut Self {
        for set in sets {
            self.kinds(set);
        }
        self
    }

    fn squares(&mut self, (from, to): (Square, Square)) -> &mut Self {
        self.number(from.index() as i64).number(to.index() as i64)
    }

    fn value(&mut self, value: Value) -> &mut Self {
        self.word(match value {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
        })
    }

    fn end(&mut self) {
        self.0.push('\n');
    }

    fn rules(&mut self, game: &Definition) {
        let Definition {
            name: _,
            other_names: _,
            title: _,
            about: _,
            board,
            kinds,
            start,
            kings: _,
            promotion,
            aliases: _,
            joined: _,
            changes,
            handicaps,
            lending,
            annihilations,
            blast,
            contacts,
            hands,
            promotion_limits,
            promoted,
            demoted,
            immobility_is_illegal,
            double_step,
            triple_step,
            en_passant,
            castles,
            aims,
            stalemate,
            flag,
            extinction,
            draws,
            restarts_clock,
            safe_royal_slides,
        } = game;
        self.word("board").number(board.files).number(board.ranks).region(board.holes).end();
        for kind in kinds {
            self.kind(kind);
        }
        self.word("start").word(start).end();
        let mut all = promotion.0.iter().flatten().peekable();
        let are_optional = all.peek().is_some() && all.all(|rule| rule.is_optional);
        for color in Color::ALL {
            for rule in &promotion[color] {
                self.promotion(rule, are_optional);
            }
            self.word("double").region(double_step[color]).end();
            if !triple_step[color].is_empty() {
                self.word("triple").region(triple_step[color]).end();
            }
            let EnPassantRule { kinds, region, by_parts } = &en_passant[color];
            self.word("passant").kinds(kinds).region(*region).end();
            for part in by_parts {
                self.word("part").part(part);
            }
            let Flag { kinds, region } = &flag[color];
            self.word("flag").kinds(kinds).region(*region).end();
            self.word("clock").kinds(&restarts_clock[color]).end();
        }
        self.word("mandatory").switch(!are_optional).end();
        self.promoting(promotion_limits, [promoted, demoted], *immobility_is_illegal);
        for castle in castles {
            let CastleDefinition { letter, color, king_kind, king, rook_kinds, rook, san: _ } =
                castle;
            self.word("castle").word(&letter.to_string()).number(*color as u8);
            self.kinds(&[*king_kind]).squares(*king).kinds(rook_kinds).squares(*rook).end();
        }
        self.word("stalemate").value(*stalemate).end();
        if let Some(Extinction { value, sets, most, enemies, may_answer }) = extinction {
            if game.bare_king().is_some() {
                self.word("bare");
            } else {
                self.word("extinct").sets(sets).number(*most);
            }
            self.value(*value).number(*enemies).switch(*may_answer).end();
        }
        self.aims(aims);
        self.draws(draws);
        self.changes(changes);
        self.handicaps(handicaps);
        self.lending(lending);
        for Annihilation { kinds: [one, other], zone } in annihilations {
            self.word("annihilate").kinds(one).kinds(other).word(&in_order(zone)).end();
        }
        if let Some(Blast { captors, around }) = blast {
            self.word("blast").kinds(captors).kinds(around).end();
        }
        self.contacts(contacts);
        if let Some(hands) = hands {
            self.hands(hands);
        }
        if *safe_royal_slides {
            self.word("safe").end();
        }
    }

    fn draws(&mut self, draws: &Draws) {
        let Draws { repetition, chase, move_limit, counting, full_board, material } = draws;
        let Repetition { count, value, for_white, perpetual_check } = *repetition;
        self.word("repetition").number(count).value(value);
        if for_white {
            self.word("white");
        }
        if perpetual_check {
            self.word("check");
        }
        self.end();
        if let Some(chase) = chase {
            let Chase { rooks, cannons, horses, elephants, advisors, soldiers, crossed } = chase;
            self.word("chase");
            for kinds in [rooks, cannons, horses, elephants, advisors, soldiers] {
                self.kinds(kinds);
            }
            self.region(crossed[Color::White]).region(crossed[Color::Black]).end();
        }
        self.word("limit").number(*move_limit).end();
        if let Some(counting) = counting {
            self.counting(counting);
        }
        if *full_board {
            self.word("full").end();
        }
        if let Some(Material { points, handicap }) = material {
            self.word("material");
            for &points in points {
                self.number(points);
            }
            self.number(*handicap).end();
        }
    }

    fn handicaps(&mut self, Handicaps { letters, captured }: &Handicaps) {
        for (set, movers) in captured.iter().enumerate() {
            self.word("handicaps").word(letters).number(set as i64 + 1);
            for victims in movers {
                self.word("by").sets(victims);
            }
            self.end();
        }
    }

    fn counting(&mut self, rule: &Counting) {
        let Counting { pawns, board, bare, otherwise, from_pieces } = rule;
        self.word("counting").kinds(pawns);
        if let Some(BoardCount { most, with_pawns, limit }) = *board {
            self.word("board").number(most).switch(with_pawns).number(limit);
        }
        for (kinds, least, limit) in bare {
            self.kinds(kinds).number(*least).number(*limit);
        }
        self.number(*otherwise).switch(*from_pieces).end();
    }

    /// Where all rules are optional, that is written once.
    fn promotion(&mut self, rule: &Promotion, are_optional: bool) {
        let Promotion {
            kinds,
            region,
            leaving,
            into,
            is_optional,
            by,
            by_captures,
            restarts_clock,
        } = rule;
        self.word("promotion").kinds(kinds).region(*region).kinds(into).end();
        if *leaving {
            self.word("leaving").end();
        }
        if *is_optional && !are_optional {
            self.word("optional").end();
        }
        if let Some(by) = by {
            self.word("by").part(by);
        }
        if *by_captures {
            self.word("capturing").end();
        }
        if *restarts_clock {
            self.word("restarts").end();
        }
    }

    fn promoting(
        &mut self,
        promotion_limits: &[u8],
        promoted: [&[Option<Kind>]; 2],
        immobility_is_illegal: bool,
    ) {
        if !promotion_limits.is_empty() {
            self.word("limits");
            for &limit in promotion_limits {
                self.number(limit);
            }
            self.end();
        }
        for (word, promoted) in ["plus", "minus"].into_iter().zip(promoted) {
            for (kind, into) in (0u8..).zip(promoted) {
                if let Some(into) = into {
                    self.word(word).number(kind).kinds(&[*into]).end();
                }
            }
        }
        if immobility_is_illegal {
            self.word("mobile").end();
        }
    }

    fn aims(&mut self, aims: &Aims) {
        let Aims {
            pseudo_royals,
            must_capture,
            may_check,
            flying_general,
            checked_king_stays,
            passing,
            facing_is_answered,
            checks_to_win,
            checkmate,
            stalemate_counts,
            flag_terms,
        } = aims;
        if *checkmate != Value::Loss {
            self.word("checkmate").value(*checkmate).end();
        }
        if let Some(PseudoRoyals { sets, most, duple }) = pseudo_royals {
            self.word("royals").sets(sets).number(*most).switch(*duple).end();
        }
        if checks_to_win.0 != [0, 0] {
            let ByColor([white, black]) = *checks_to_win;
            self.word("checks").number(white).number(black).end();
        }
        if *stalemate_counts {
            self.word("counts").end();
        }
        if *must_capture {
            self.word("captures").end();
        }
        if !may_check {
            self.word("checkless").end();
        }
        if *flying_general {
            self.word("generals").end();
        }
        for (side, passing) in (0u8..).zip(passing.0) {
            match passing {
                Passing::Never => {}
                Passing::Always => self.word("passes").number(side).end(),
                Passing::OnStalemate => self.word("stuck").number(side).end(),
            }
        }
        if *facing_is_answered {
            self.word("facing").end();
        }
        if *checked_king_stays {
            self.word("stays").end();
        }
        if *flag_terms != FlagTerms::default() {
            let FlagTerms { count, blocked_wins, answer, safe } = *flag_terms;
            self.word("terms").number(count).switch(blocked_wins).switch(answer).switch(safe).end();
        }
    }

    fn kind(&mut self, kind: &KindDefinition) {
        let KindDefinition {
            token,
            name: _,
            twin_of,
            royal,
            powers,
            double_steps,
            triple_step,
            mobility,
        } = kind;
        let ByColor([white, black]) = mobility;
        self.word("kind").word(token).switch(*royal).region(*white).region(*black).end();
        self.motions(powers);
        self.word("twice").word(&in_order(double_steps)).end();
        if *triple_step {
            self.word("thrice").end();
        }
        if let Some(kind) = twin_of {
            self.word("twin").kinds(&[*kind]).end();
        }
    }

    fn motions(&mut self, motions: &[Motion]) {
        let motion = |Motion { steps, limit, purpose, over, grounds }: &Motion| {
            let limit = limit.map_or("all".to_owned(), |limit| limit.to_string());
            let purpose = match purpose {
                Purpose::Any => "any",
                Purpose::Move => "move",
                Purpose::Capture => "capture",
            };
            let over = match over {
                Over::None => "",
                Over::One => " hops",
                Over::All => " flies",
                Over::Cannon => " cannon",
                Over::ShyCannon => " shy",
                Over::Grasshopper => " grasshopper",
                Over::Lame => " lame",
            };
            let Grounds { from, to } = grounds;
            let regions = from.0.iter().chain(&to.0);
            let regions = regions.filter(|_| *grounds != Grounds::EVERYWHERE);
            let regions: Vec<String> = regions.map(|region| format!(" {:x}", region.0)).collect();
            let grounds = regions.concat();
            format!("{} {limit} {purpose}{over}{grounds}", in_order(steps))
        };
        let mut motions: Vec<String> = motions.iter().map(motion).collect();
        // In which order a piece has its ways of moving makes no difference.
        motions.sort_unstable();
        for motion in motions {
            self.word("moves").word(&motion).end();
        }
    }

    fn part(&mut self, PartMoves { movers, motions }: &PartMoves) {
        self.kinds(movers).end();
        self.motions(motions);
    }

    fn lending(&mut self, lending: &Lending) {
        if lending.is_none() {
            return;
        }
        let Lending { loans, from, borrowers, replaces, amplifiers, isolators } = lending;
        let all = loans.len();
        let loans = (0u8..).zip(loans);
        for (lender, loan) in
            loans.flat_map(|(lender, own)| own.iter().map(move |one| (lender, one)))
        {
            let Loan { zone, to, motions } = loan;
            self.word("lends").number(lender).zone(zone);
            if to.len() < all {
                self.word("to").kinds(to).end();
            }
            self.motions(motions);
        }
        match from {
            LendFrom::Friends => {}
            LendFrom::Enemies => self.word("enemies").end(),
            LendFrom::All => self.word("all").end(),
        }
        for (borrower, ByColor([white, black])) in (0u8..).zip(borrowers) {
            self.word("borrows").number(borrower).region(*white).region(*black).end();
        }
        if *replaces {
            self.word("instead").end();
        }
        for Amplifier { kinds, zone, lenders, wider } in amplifiers {
            self.word("amplifies").kinds(kinds).word(&in_order(zone)).kinds(lenders);
            self.word(&in_order(wider)).end();
        }
        for Isolator { kinds, zone, hindered } in isolators {
            self.word("isolates").kinds(kinds).word(&in_order(zone)).kinds(hindered).end();
        }
    }

    fn contacts(&mut self, contacts: &Contacts) {
        let Contacts { freezing, forbidden, converting } = contacts;
        for (word, rules) in
            [("freezes", freezing), ("forbidden", forbidden), ("converts", converting)]
        {
            for Contact { enemies, zone } in rules {
                self.word(word).zone(zone);
                for (kind, enemies) in (0u8..).zip(enemies).filter(|(_, all)| !all.is_empty()) {
                    self.word("touches").number(kind).kinds(enemies).end();
                }
            }
        }
    }

    fn hands(&mut self, hands: &Hands) {
        let Hands { drops, captured, must_drop, may_check, unlimited, balanced, castling } = hands;
        for Drop { kind, into, region, most_on_file: (kinds, most), may_mate } in drops {
            self.word("drop").kinds(&[*kind]).kinds(into);
            self.region(region[Color::White]).region(region[Color::Black]);
            self.kinds(kinds).number(*most).switch(*may_mate).end();
        }
        for (kind, fallen) in (0u8..).zip(captured) {
            if let Some(fallen) = fallen {
                self.word("falls").number(kind).kinds(&[*fallen]).end();
            }
        }
        self.word("hands").kinds(must_drop).switch(*may_check).switch(*unlimited);
        self.kinds(balanced.as_slice()).switch(*castling).end();
    }

    fn zone(&mut self, zone: &Zone) {
        match zone {
            Zone::Leaps(steps) => self.word(&in_order(steps)).end(),
            Zone::Lines(motions) => {
                self.word("lines").end();
                self.motions(motions);
            }
            Zone::Attacks => self.word("attacks").end(),
        }
    }

    fn changes(&mut self, changes: &Changes) {
        let Changes {
            moved,
            captured,
            spared,
            gone,
            turned,
            turned_by_moves,
            merged,
            splits: Splits { parts, even_attacked },
            spent,
            morphs,
            castled_rook,
        } = changes;
        if !moved.is_empty() {
            self.word("moved").kinds(moved).end();
        }
        for (mover, of_victim) in (0u8..).zip(captured) {
            for (victim, outcomes) in (0u8..).zip(of_victim) {
                if outcomes.iter().any(|&kind| kind != Kind::new(mover)) {
                    self.word("captured").number(mover).number(victim).kinds(outcomes).end();
                }
            }
        }
        for (mover, victims) in (0u8..).zip(spared).filter(|(_, victims)| !victims.is_empty()) {
            self.word("spared").number(mover).kinds(victims).end();
        }
        for (mover, victims) in (0u8..).zip(gone).filter(|(_, victims)| !victims.is_empty()) {
            self.word("gone").number(mover).kinds(victims).end();
        }
        for (mover, victims) in (0u8..).zip(turned).filter(|(_, victims)| !victims.is_empty()) {
            self.word("turned").number(mover).kinds(victims).end();
        }
        if !turned_by_moves.is_empty() {
            self.word("turn").kinds(turned_by_moves).end();
        }
        for (mover, of_friend) in (0u8..).zip(merged) {
            for (friend, kind) in (0u8..).zip(of_friend) {
                if let Some(kind) = kind {
                    self.word("merged").number(mover).number(friend).kinds(&[*kind]).end();
                }
            }
        }
        for (kind, pairs) in (0u8..).zip(parts) {
            for &(part, rest) in pairs {
                self.word("split").number(kind).kinds(&[part, rest]).switch(*even_attacked).end();
            }
        }
        for (kind, left) in (0u8..).zip(spent) {
            if let Some(left) = left {
                self.word("spent").number(kind).kinds(&[*left]).end();
            }
        }
        for Morph { side, region, kinds } in morphs {
            self.word(match side {
                None => "morph",
                Some(Color::White) => "white",
                Some(Color::Black) => "black",
            });
            self.region(*region).kinds(kinds).end();
        }
        if let Some(rook) = castled_rook {
            self.word("castled").kinds(&[*rook]).end();
        }
    }
}

fn in_order(steps: &[Step]) -> String {
    let mut steps = steps.to_vec();
    steps.sort_unstable();
    let step = |step: &Step| format!("{},{}", step.files, step.ranks);
    steps.iter().map(step).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// Other kinds for all kinds of the game.
    const KINDS: [u8; 7] = [1, 2, 3, 4, 0, 5, 6];

    fn game() -> Definition {
        let mut written = read(b"[one:chancellor]\n", |_| false).expect("the text is small");
        written.games.remove(0).definition.expect("it has no mistakes")
    }

    fn knight() -> Motion {
        game().kinds[1].powers[0].clone()
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a line for each rule")]
    fn names_do_not_count_and_rules_do() {
        let hash = game().rules_hash();
        let edited = |edit: &dyn Fn(&mut Definition)| {
            let mut game = game();
            edit(&mut game);
            game.rules_hash()
        };
        assert_eq!(edited(&|game| game.name = "two".to_owned()), hash);
        assert_eq!(edited(&|game| game.title.push('!')), hash);
        assert_eq!(edited(&|game| game.about.words = Some("Two".to_owned())), hash);
        assert_eq!(edited(&|game| game.kinds[0].name.push('!')), hash);
        assert_eq!(edited(&|game| game.kinds[0].powers.reverse()), hash);
        let by = || PartMoves { movers: vec![Kind::new(0)], motions: vec![knight()] };
        let lending = || {
            let zone = Zone::Leaps(vec![Step { files: 0, ranks: 1 }]);
            let to = KINDS.map(Kind::new).to_vec();
            let loan = Loan { zone, to, motions: vec![knight()] };
            let mut loans = vec![Vec::new(); 7];
            (loans[0], loans[1]) = (vec![loan.clone()], vec![loan]);
            let borrowers = vec![ByColor([Region(3), Region(5)]); 7];
            Lending { loans, borrowers, ..Lending::default() }
        };
        let ahead = |ranks| vec![Step { files: 0, ranks }];
        let amplified = |zone, wider| {
            let (kinds, lenders) = (vec![Kind::new(2)], vec![Kind::new(1)]);
            let amplifier = Amplifier { kinds, zone: ahead(zone), lenders, wider: ahead(wider) };
            Lending { amplifiers: vec![amplifier], ..lending() }
        };
        let isolated = |zone| {
            let (kinds, hindered) = (vec![Kind::new(2)], vec![Kind::new(1)]);
            let isolator = Isolator { kinds, zone: ahead(zone), hindered };
            Lending { isolators: vec![isolator], ..lending() }
        };
        let annihilation = |zone| Annihilation {
            kinds: [vec![Kind::new(1)], vec![Kind::new(2)]],
            zone: ahead(zone),
        };
        let blast = |captor, other| {
            Some(Blast { captors: vec![Kind::new(captor)], around: vec![Kind::new(other)] })
        };
        let chase = || Chase {
            rooks: vec![Kind::new(3)],
            cannons: Vec::new(),
            horses: Vec::new(),
            elephants: Vec::new(),
            advisors: Vec::new(),
            soldiers: Vec::new(),
            crossed: ByColor([Region(1); 2]),
        };
        let material = |points| Material { points: vec![points; 7], handicap: 1 };
        let counting = |board| Counting {
            pawns: vec![Kind::new(0)],
            board,
            bare: vec![(vec![Kind::new(3)], 1, 16)],
            otherwise: 0,
            from_pieces: false,
        };
        let morph = |side| Morph { side, region: Region(1), kinds: KINDS.map(Kind::new).to_vec() };
        let handicap = |letter: &str, into| Handicaps {
            letters: letter.to_owned(),
            captured: vec![vec![vec![vec![into]]]],
        };
        let contact = |kind, zone| Contact {
            enemies: vec![Vec::new(), vec![Kind::new(kind)]],
            zone: Zone::Leaps(ahead(zone)),
        };
        let extinct = |set: &[u8], most, enemies| {
            let sets = vec![set.iter().copied().map(Kind::new).collect()];
            Some(Extinction { value: Value::Loss, sets, most, enemies, may_answer: false })
        };
        let royals =
            |most, duple| Some(PseudoRoyals { sets: vec![vec![Kind::new(4)]], most, duple });
        let terms = |count| FlagTerms { count, ..FlagTerms::default() };
        let dropped = || Drop {
            kind: Kind::new(1),
            into: vec![Kind::new(1)],
            region: ByColor([Region(1), Region(2)]),
            most_on_file: (Vec::new(), 0),
            may_mate: true,
        };
        let splits = |even_attacked| {
            let parts = vec![vec![(Kind::new(1), Kind::new(2))]];
            Splits { parts, even_attacked }
        };
        let hands = |drop: Drop| Hands { drops: vec![drop], may_check: true, ..Hands::default() };
        let edits: [&dyn Fn(&mut Definition); 113] = [
            &|game| game.hands = Some(hands(dropped())),
            &|game| game.hands = Some(hands(Drop { kind: Kind::new(2), ..dropped() })),
            &|game| game.hands = Some(hands(Drop { into: vec![Kind::new(2)], ..dropped() })),
            &|game| game.hands = Some(hands(Drop { region: ByColor::default(), ..dropped() })),
            &|game| {
                let most_on_file = (vec![Kind::new(1)], 2);
                game.hands = Some(hands(Drop { most_on_file, ..dropped() }));
            },
            &|game| game.hands = Some(hands(Drop { may_mate: false, ..dropped() })),
            &|game| {
                let captured = vec![None, Some(Kind::new(1))];
                game.hands = Some(Hands { captured, ..hands(dropped()) });
            },
            &|game| {
                game.hands = Some(Hands { must_drop: vec![Kind::new(1)], ..hands(dropped()) });
            },
            &|game| game.hands = Some(Hands { may_check: false, ..hands(dropped()) }),
            &|game| game.hands = Some(Hands { unlimited: true, ..hands(dropped()) }),
            &|game| {
                game.hands = Some(Hands { balanced: Some(Kind::new(1)), ..hands(dropped()) });
            },
            &|game| game.hands = Some(Hands { castling: true, ..hands(dropped()) }),
            &|game| game.demoted = vec![Some(Kind::new(1))],
            &|game| game.promotion[Color::White][0].by_captures = true,
            &|game| game.kinds[6].twin_of = Some(Kind::new(1)),
            &|game| game.extinction = extinct(&[0, 1, 2, 3, 4, 5, 6], 1, 0),
            &|game| game.extinction = extinct(&[0, 1, 2, 3, 4, 5, 6], 1, 1),
            &|game| game.extinction = extinct(&[0, 1, 2, 3, 4, 5, 6], 0, 0),
            &|game| game.extinction = extinct(&[1], 1, 0),
            &|game| game.aims.pseudo_royals = royals(1, false),
            &|game| game.aims.pseudo_royals = royals(2, false),
            &|game| game.aims.pseudo_royals = royals(1, true),
            &|game| game.aims.must_capture = true,
            &|game| game.aims.stalemate_counts = true,
            &|game| game.aims.checks_to_win = ByColor([3, 3]),
            &|game| game.aims.may_check = false,
            &|game| game.aims.flying_general = true,
            &|game| game.aims.checked_king_stays = true,
            &|game| game.aims.passing[Color::White] = Passing::Always,
            &|game| game.aims.passing[Color::Black] = Passing::Always,
            &|game| game.aims.passing[Color::Black] = Passing::OnStalemate,
            &|game| game.aims.facing_is_answered = true,
            &|game| game.aims.checkmate = Value::Win,
            &|game| game.aims.flag_terms = terms(2),
            &|game| game.aims.flag_terms = FlagTerms { answer: true, ..terms(1) },
            &|game| game.lending = amplified(1, 1),
            &|game| game.lending = amplified(1, 2),
            &|game| game.lending = amplified(2, 1),
            &|game| game.lending = isolated(1),
            &|game| game.lending = isolated(2),
            &|game| game.annihilations.push(annihilation(1)),
            &|game| game.annihilations.push(annihilation(2)),
            &|game| game.blast = blast(1, 1),
            &|game| game.blast = blast(1, 2),
            &|game| game.blast = blast(2, 1),
            &|game| game.lending = lending(),
            &|game| game.lending = Lending { replaces: true, ..lending() },
            &|game| {
                game.lending = lending();
                game.lending.loans[0].clear();
            },
            &|game| {
                game.lending = lending();
                game.lending.loans[1][0].zone = Zone::Attacks;
            },
            &|game| {
                game.lending = lending();
                game.lending.loans[1][0].zone = Zone::Lines(vec![knight()]);
            },
            &|game| {
                game.lending = lending();
                game.lending.loans[1][0].to.pop();
            },
            &|game| game.lending = Lending { from: LendFrom::Enemies, ..lending() },
            &|game| game.lending = Lending { from: LendFrom::All, ..lending() },
            &|game| {
                game.lending = lending();
                game.lending.borrowers[1] = ByColor([Region(3), Region(3)]);
            },
            &|game| game.board.holes.0 |= 1 << 40,
            &|game| game.kinds[1].token = "X".to_owned(),
            &|game| game.kinds[1].powers[0].limit = Some(3),
            &|game| game.start = game.start.replace("KQkq", "-"),
            &|game| game.promotion[Color::White][0].into.reverse(),
            &|game| game.promotion.0.iter_mut().flatten().for_each(|rule| rule.is_optional = true),
            &|game| game.promotion[Color::White][0].is_optional = true,
            &|game| game.promotion[Color::White][0].leaving = true,
            &|game| game.promotion_limits = vec![0, 1, 0, 0, 0, 0, 0],
            &|game| game.promotion_limits = vec![0, 2, 0, 0, 0, 0, 0],
            &|game| game.promoted = vec![Some(Kind::new(1))],
            &|game| game.immobility_is_illegal = true,
            &|game| drop(game.castles.pop()),
            &|game| game.stalemate = Value::Loss,
            &|game| game.draws.repetition.count = 4,
            &|game| game.draws.repetition.for_white = true,
            &|game| game.draws.repetition.perpetual_check = true,
            &|game| game.draws.chase = Some(chase()),
            &|game| game.draws.material = Some(material(1)),
            &|game| game.draws.material = Some(material(0)),
            &|game| game.draws.full_board = true,
            &|game| game.draws.counting = Some(counting(None)),
            &|game| {
                let board = BoardCount { most: 3, with_pawns: true, limit: 63 };
                game.draws.counting = Some(counting(Some(board)));
            },
            &|game| game.draws.move_limit = 70,
            &|game| game.changes.moved = KINDS.map(Kind::new).to_vec(),
            &|game| game.changes.captured = vec![vec![vec![Kind::new(1)]]],
            &|game| game.handicaps = handicap("x", Kind::new(1)),
            &|game| game.handicaps = handicap("y", Kind::new(1)),
            &|game| game.handicaps = handicap("x", Kind::new(2)),
            &|game| game.changes.morphs = vec![morph(None)],
            &|game| game.changes.morphs = vec![morph(Some(Color::White))],
            &|game| game.changes.morphs = vec![morph(Some(Color::Black))],
            &|game| game.changes.castled_rook = Some(Kind::new(1)),
            &|game| game.changes.spared = vec![vec![Kind::new(1)]],
            &|game| game.changes.gone = vec![vec![Kind::new(1)]],
            &|game| game.changes.turned = vec![vec![Kind::new(1)]],
            &|game| game.changes.turned_by_moves = vec![Kind::new(1)],
            &|game| game.changes.merged = vec![vec![Some(Kind::new(1))]],
            &|game| game.changes.splits = splits(false),
            &|game| game.changes.splits = splits(true),
            &|game| game.contacts.freezing = vec![contact(1, 1)],
            &|game| game.contacts.freezing = vec![contact(1, 2)],
            &|game| game.contacts.freezing = vec![contact(2, 1)],
            &|game| game.contacts.forbidden = vec![contact(1, 1)],
            &|game| game.contacts.converting = vec![contact(1, 1)],
            &|game| game.promotion[Color::White][0].by = Some(by()),
            &|game| game.promotion[Color::White][0].restarts_clock = true,
            &|game| game.en_passant[Color::White].by_parts.push(by()),
            &|game| game.safe_royal_slides = true,
            &|game| game.triple_step[Color::Black] = Region(1),
            &|game| game.kinds[3].triple_step = true,
            &|game| game.kinds[3].powers[0].over = Over::One,
            &|game| game.kinds[3].powers[0].over = Over::Cannon,
            &|game| game.kinds[3].powers[0].over = Over::ShyCannon,
            &|game| game.kinds[3].powers[0].over = Over::Grasshopper,
            &|game| game.kinds[3].powers[0].over = Over::Lame,
            &|game| game.kinds[3].powers[0].grounds.from[Color::White] = Region(1),
            &|game| game.kinds[3].powers[0].grounds.from[Color::Black] = Region(1),
            &|game| game.kinds[3].powers[0].grounds.to[Color::Black] = Region(1),
        ];
        let mut hashes: Vec<u64> = edits.iter().map(|edit| edited(edit)).chain([hash]).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), edits.len() + 1);
    }

    /// The number is that of the version that first wrote it into files.
    #[test]
    fn the_number_of_a_game_never_changes() {
        assert_eq!(format!("{:016x}", game().rules_hash()), "87f2bde30003a931");
    }
}
