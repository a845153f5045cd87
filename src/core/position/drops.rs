//! Legal drops: pieces in hand that come to the board.

use std::ops::ControlFlow;

use super::guard::Guard;
use super::movegen::Listener;
use super::{Move, Position};
use crate::board::{Bits, Color, Geometry, Square};
use crate::rules::{BitsOf, DropRule, HandRules, Hands, Kind, Placement, Ruleset, Safety};

impl<R: Ruleset> Position<R> {
    /// Sends the legal drops onto some squares to a listener until it breaks.
    #[inline(never)]
    pub(super) fn generate_drops(
        &self,
        targets: BitsOf<R>,
        guard: &Guard<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        let Some(rules) = self.rules().hands() else { return ControlFlow::Continue(()) };
        let us = self.side_to_move;
        let free = targets & !self.placement.occupied() & self.board().tables().squares;
        let must = self.has_to_drop(rules);
        for (place, drop) in rules.drops.iter().enumerate() {
            if !rules.unlimited && self.hands.count(us, place) == 0 || must && !drop.must {
                continue;
            }
            let free = self.balanced(rules, place, free & !full_files(&self.placement, drop, us));
            for (number, &(into, region)) in drop.into.iter().enumerate() {
                let mut to = free & region[us];
                // What its square makes the same of two kinds is one move.
                for &(other, region) in &drop.into[..number] {
                    let is_same = |square: &Square| {
                        self.settles(other, *square) == self.settles(into, *square)
                    };
                    let same = (to & region[us]).squares().filter(is_same);
                    to = same.fold(to, |rest, square| rest ^ BitsOf::<R>::of(square));
                }
                self.send_drops((rules, drop), into, to, guard, listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Sends the legal drops of a kind that is this on the board.
    fn send_drops(
        &self,
        (rules, drop): (&HandRules<BitsOf<R>>, &DropRule<BitsOf<R>>),
        into: Kind,
        to: BitsOf<R>,
        guard: &Guard<BitsOf<R>>,
        listener: &mut impl Listener<R>,
    ) -> ControlFlow<()> {
        let us = self.side_to_move;
        let mut safe = to;
        let is_tried = self.rules().safety(us) == Safety::Trial || rules.are_tried;
        if !is_tried {
            safe &= guard.check_mask & !guard.closed;
        }
        if !is_tried && rules.may_check && drop.may_mate {
            return if safe.is_empty() {
                ControlFlow::Continue(())
            } else {
                listener.drops(self, drop.kind, into, safe)
            };
        }
        for square in safe.squares() {
            let mv = Move::drop(drop.kind, square, self.settles(into, square));
            if (!is_tried || self.leaves_king_safe(mv)) && self.may_drop(rules, drop, mv) {
                listener.single(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a drop gives no check, or no mate, that it may not.
    fn may_drop(&self, rules: &HandRules<BitsOf<R>>, drop: &DropRule<BitsOf<R>>, mv: Move) -> bool {
        let next = self.after_unchecked(mv);
        let attacked = |king| next.is_attacked(king, self.side_to_move, next.placement.occupied());
        let checks_king = || next.placement.king(!self.side_to_move).is_some_and(attacked);
        (rules.may_check || !checks_king())
            && (drop.may_mate || !next.in_check() || next.has_legal_move())
    }

    /// What a kind is that is dropped on a square.
    #[inline]
    pub(super) fn settles(&self, kind: Kind, square: Square) -> Kind {
        self.rules().settled(kind, self.side_to_move, square)
    }

    /// Whether the side to move has in hand what it must drop if it can.
    fn has_to_drop(&self, rules: &HandRules<BitsOf<R>>) -> bool {
        let is_held = |place| rules.unlimited || self.hands.count(self.side_to_move, place) > 0;
        (0..).zip(&rules.drops).any(|(place, drop)| drop.must && is_held(place))
    }

    /// Whether only drops are legal, because there are some that must be made.
    pub(super) fn has_to_and_can_drop(&self, guard: &Guard<BitsOf<R>>) -> bool {
        let rules = self.rules().hands().filter(|rules| self.has_to_drop(rules));
        let stop = &mut super::movegen::ForEach(|_| ControlFlow::Break(()));
        rules.is_some() && self.generate_drops(!BitsOf::<R>::EMPTY, guard, stop).is_break()
    }

    /// The squares of these onto which a drop leaves the pieces of a [balanced](HandRules::balanced) kind, those in hand
    /// too, room in equal numbers on both colors.
    fn balanced(&self, rules: &HandRules<BitsOf<R>>, place: usize, to: BitsOf<R>) -> BitsOf<R> {
        let Some(balanced) = rules.balanced else { return to };
        let us = self.side_to_move;
        let Some(drop) = rules.drops.get(balanced.place) else { return to };
        let held = u32::from(self.hands.count(us, balanced.place));
        let is_such = |kind| self.facts().shown(kind) == drop.kind;
        let own = self.placement.pieces(us).filter(|(_, kind)| is_such(*kind));
        let own = own.fold(BitsOf::<R>::EMPTY, |set, (square, _)| set | BitsOf::<R>::of(square));
        let all = held + own.count();
        let region = drop.into.iter().fold(BitsOf::<R>::EMPTY, |set, (_, region)| set | region[us]);
        let room = region & !self.placement.occupied() & !full_files(&self.placement, drop, us);
        let colors = [balanced.dark, !balanced.dark];
        let has_room = |square: &Square| {
            let on = BitsOf::<R>::of(*square);
            if place == balanced.place {
                let same = colors.into_iter().find(|color| color.has(*square)).unwrap_or(on);
                (same & own).count() < all.div_ceil(2)
            } else {
                colors.iter().all(|&color| (color & (own | room & !on)).count() >= all / 2)
            }
        };
        let full = to.squares().filter(|square| !has_room(square));
        full.fold(to, |rest, square| rest ^ BitsOf::<R>::of(square))
    }
}

/// The files on which a side has as many pieces as may stand there for another to be dropped.
fn full_files<R: Ruleset>(
    placement: &Placement<R>,
    drop: &DropRule<BitsOf<R>>,
    color: Color,
) -> BitsOf<R> {
    let (kinds, most) = drop.most_on_file;
    if most == 0 {
        return Bits::EMPTY;
    }
    let board = placement.rules().board();
    let mut counts = [0_u8; 16];
    for (square, kind) in placement.pieces(color) {
        if kinds >> kind.index() & 1 != 0 {
            counts[board.file(square)] += 1;
        }
    }
    let squares = board.tables().squares.squares();
    Bits::of_all(squares.filter(|&square| counts[board.file(square)] >= most))
}

#[cfg(all(test, feature = "written"))]
mod tests {
    use crate::position::testing::{all_moves, play};
    use crate::position::{Line, Move, Position, Tag};
    use crate::rules::written::Written64;

    /// The game that a file of these keys adds to Crazyhouse.
    fn house(keys: &str) -> Written64 {
        let text = format!("[house:crazyhouse]\n{keys}");
        let mut file = crate::rules::definition::read(text.as_bytes(), |_| false).expect("small");
        let game = file.games.pop().and_then(|game| game.definition).expect("a game");
        Written64::new(&game).expect("it can be played")
    }

    fn at(rules: Written64, fen: &str) -> Position<Written64> {
        Position::from_fen(rules, fen).expect(fen)
    }

    fn drops(position: &Position<Written64>) -> String {
        let all = all_moves(position);
        all.split(' ').filter(|text| text.contains('@')).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_drop_blocks_a_check_that_can_be_blocked() {
        let rules = house("");
        let of = |fen| drops(&at(rules, fen));
        let blocked = "N@e2 N@e3 N@e4 N@e5 N@e6 N@e7 P@e2 P@e3 P@e4 P@e5 P@e6 P@e7";
        assert_eq!(of("4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1"), blocked);
        assert_eq!(of("4r2k/8/8/8/8/3n4/8/4K3[NP] w - - 0 1"), "", "two checks");
        assert_eq!(of("7k/8/8/8/8/3n4/8/4K3[NP] w - - 0 1"), "", "a leap");
        assert_eq!(of("7k/8/8/8/8/8/8/4K3[p] w - - 0 1"), "", "it is theirs");
    }

    #[test]
    fn what_has_promoted_falls_as_a_pawn() {
        let mut line = Line::new(at(house(""), "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1"));
        play(&mut line, "a7a8q");
        assert_eq!(line.position().fen(), "Qr2k3/8/8/8/8/8/8/4K3[] b - - 0 1".replace('Q', "Q~"));
        play(&mut line, "b8a8");
        assert_eq!(line.position().fen(), "r3k3/8/8/8/8/8/8/4K3[p] w - - 0 2");
        let mut looping =
            Line::new(at(house("dropLoop = true"), "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1"));
        play(&mut looping, "a7a8q b8a8");
        assert_eq!(looping.position().fen(), "r3k3/8/8/8/8/8/8/4K3[q] w - - 0 2");
    }

    #[test]
    fn hands_are_part_of_the_position_and_of_its_key() {
        let rules = house("");
        let fen = "4k3/8/8/8/8/8/8/4K3[RNn] w - - 7 9";
        let mut line = Line::new(at(rules, fen));
        assert_eq!(line.position().fen(), fen);
        play(&mut line, "R@a1 N@b8 N@c3");
        let position = line.position();
        assert_eq!(position.fen(), "1n2k3/8/8/8/8/2N5/8/R3K3[] b - - 0 10");
        assert_eq!(position.key(), at(rules, &position.fen()).key());
        let keys = ["[]", "[N]", "[NN]", "[n]", "[R]"]
            .map(|held| at(rules, &format!("4k3/8/8/8/8/8/8/4K3{held} w - - 0 1")).key());
        for (number, key) in keys.iter().enumerate() {
            assert!(!keys[..number].contains(key));
        }
    }

    #[test]
    fn a_position_can_come_again_after_captures_and_drops() {
        let mut line = Line::new(at(house(""), "7k/8/8/8/8/8/8/K7[N] w - - 0 1"));
        play(&mut line, "N@g8 h8g8 a1b1 N@b2 b1b2 g8g7 b2a1 g7h8");
        assert_eq!(line.position().fen(), "7k/8/8/8/8/8/8/K7[N] w - - 3 5");
        assert_eq!((line.repetitions(usize::MAX), line.recent().repetitions(usize::MAX)), (1, 1));
    }

    #[test]
    fn rules_of_shogi_keep_pawns_from_files_and_mates() {
        let rules =
            house("dropNoDoubled = p\nshogiPawnDropMateIllegal = true\nshogiPawn = p\npawn = -");
        let position = at(rules, "4k3/8/8/8/P7/8/8/4K3[P] w - - 0 1");
        assert!(!drops(&position).contains("P@a") && drops(&position).contains("P@b"));
        // A pawn on a7 would mate.
        let position = at(rules, "k7/8/8/8/8/8/8/1R2K1B1[P] w - - 0 1");
        let drops = drops(&position);
        assert!(drops.contains("P@a6") && !drops.contains("P@a7"), "{drops}");
    }

    #[test]
    fn what_must_be_dropped_is_dropped_first() {
        let rules = house("mustDrop = true\nmustDropType = n");
        let moves = all_moves(&at(rules, "4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1"));
        assert_eq!(moves, "N@e2 N@e3 N@e4 N@e5 N@e6 N@e7");
        // Where none can be dropped, everything else may be done but drops.
        let moves = all_moves(&at(rules, "7k/8/8/8/8/3n4/8/4K3[NP] w - - 0 1"));
        assert_eq!(moves, "e1d1 e1d2 e1e2 e1f1");
    }

    #[test]
    fn damaged_drops_are_not_legal() {
        let position = at(house(""), "4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1");
        let moves = position.legal_moves();
        assert!(moves.iter().filter(|mv| mv.tag() == Tag::Drop).count() == 12);
        for mv in &moves {
            for bit in 0..u32::BITS {
                let Some(other) = Move::from_word_unchecked(mv.to_word() ^ 1 << bit) else {
                    continue;
                };
                assert_eq!(position.is_legal(other), moves.contains(&other), "bit {bit} of {mv:?}");
            }
        }
    }

    #[test]
    fn texts_lead_back_to_drops() {
        let position = at(house(""), "4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1");
        for mv in position.legal_moves() {
            let (text, san) = (position.move_text(mv), position.san(mv));
            assert_eq!((position.parse_move(&text), position.parse_san(&san)), (Ok(mv), Ok(mv)));
        }
        let read = |text| position.parse_move(text).map(|mv| position.san(mv));
        for text in ["P@e7", "p@e7", "{P}@e7"] {
            assert_eq!(read(text).as_deref(), Ok("P@e7"), "{text}");
        }
        assert_eq!(
            position.parse_san("@e7").map(|mv| position.move_text(mv)).as_deref(),
            Ok("P@e7")
        );
        for text in ["@e7", "P@", "P@e9", "P@e", "PP@e7", "P@e7q", "+@e7", "é@e7", "P@@e7"] {
            let error = position.parse_move(text).expect_err(text).to_string();
            assert_eq!(error, format!("'{text}' is not a move"));
        }
        for text in ["Q@e7", "P@d7", "+P@e7", "K@e7"] {
            let error = position.parse_move(text).expect_err(text).to_string();
            assert_eq!(error, format!("'{text}' is not legal here"));
        }
    }

    #[test]
    fn hands_that_cannot_be_are_refused() {
        let rules = house("");
        let refusal = |fen| Position::from_fen(rules, fen).expect_err(fen).to_string();
        for (fen, reason) in [
            ("4k3/8/8/8/8/8/8/4K3[K] w - -", "in this game no 'K' can be in hand"),
            ("4k3/8/8/8/8/8/8/4K3[X] w - -", "this game has no piece 'X'"),
            ("4k3/8/8/8/8/8/8/4K3[N w - -", "a bracket is not closed"),
            ("4k3/8/8/8/8/8/8/4K3/N/N w - -", "this game has no piece '/'"),
            ("4k3/8/8/8/8/8/8/4K3[2N] w - -", "this game has no piece '2'"),
        ] {
            assert_eq!(refusal(fen), reason, "{fen}");
        }
        for fen in ["4k3/8/8/8/8/8/8/4K3/Nn w - - 0 1", "4k3/8/8/8/8/8/8/4K3[nN] w - - 0 1"] {
            assert_eq!(at(rules, fen).fen(), "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1");
        }
        assert_eq!(
            at(rules, "4k3/8/8/8/8/8/8/4K3[-] w - -").fen(),
            at(rules, "4k3/8/8/8/8/8/8/4K3 w - -").fen()
        );
    }
}
