//! What the keys of a section do to a draft.

use crate::read::betza;
use crate::read::compound::Parts;
use crate::read::draft::{Draft, Each, Piece};
use crate::read::ini::Span;
use crate::read::pieces::Slot;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// Whom a key concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Whom {
    Both,
    White,
    Black,
}

impl Whom {
    /// The indices of the sides.
    fn sides(self) -> &'static [usize] {
        match self {
            Self::Both => &[0, 1],
            Self::White => &[0],
            Self::Black => &[1],
        }
    }
}

/// What the keys of a section have said so far that is not in the draft.
#[derive(Default)]
pub(crate) struct Said {
    /// The old keys for double steps, which work together: the first rank and the last.
    double_step_ranks: [Option<u8>; 2],
    /// The letters that were given to pieces.
    letters: Vec<(Slot, char)>,
}

/// A key on its way into a draft.
pub(crate) struct Setting<'a> {
    pub(crate) draft: &'a mut Draft,
    pub(crate) said: &'a mut Said,
    pub(crate) reader: Reader<'a>,
    pub(crate) key: Span<'a>,
    pub(crate) value: Span<'a>,
    pub(crate) takes: Takes,
    pub(crate) whom: Whom,
    pub(crate) slot: Option<Slot>,
}

impl<'a> Setting<'a> {
    /// Sets a field to what is read.
    pub(crate) fn one<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'a>, Span<'a>) -> Option<T>,
        field: fn(&mut Draft) -> &mut T,
    ) {
        if let Some(value) = read(&mut self.reader, self.value) {
            *field(self.draft) = value;
        }
    }

    /// The same for a field that may be without a value.
    pub(crate) fn some<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'a>, Span<'a>) -> Option<T>,
        field: fn(&mut Draft) -> &mut Option<T>,
    ) {
        if let Some(value) = read(&mut self.reader, self.value) {
            *field(self.draft) = Some(value);
        }
    }

    /// The same, where this text takes the value away.
    pub(crate) fn some_unless<T>(
        &mut self,
        none: &str,
        read: impl FnOnce(&mut Reader<'a>, Span<'a>) -> Option<T>,
        field: fn(&mut Draft) -> &mut Option<T>,
    ) {
        if self.value.text() == none {
            *field(self.draft) = None;
        } else {
            self.some(read, field);
        }
    }

    pub(crate) fn split_attacked(&mut self) {
        if let Some(may) = self.reader.switch(self.value) {
            self.draft.changes.splits_in_peace = !may;
        }
    }

    /// Sets a field of the sides that the key concerns to what is read.
    pub(crate) fn each<T: Clone>(
        &mut self,
        read: impl FnOnce(&mut Reader<'a>, Span<'a>) -> Option<T>,
        field: fn(&mut Draft) -> &mut Each<T>,
    ) {
        if let Some(value) = read(&mut self.reader, self.value) {
            for &side in self.whom.sides() {
                field(self.draft)[side].clone_from(&value);
            }
        }
    }

    fn read_number(&mut self) -> Option<u16> {
        let Takes::Number(most) = self.takes else { return None };
        self.reader.number(self.value, most)
    }

    pub(crate) fn number(&mut self, field: fn(&mut Draft) -> &mut u16) {
        if let Some(number) = self.read_number() {
            *field(self.draft) = number;
        }
    }

    pub(crate) fn ranks(&mut self) {
        self.one(|reader, value| reader.rank(value).map(|rank| rank + 1), |draft| &mut draft.ranks);
    }

    pub(crate) fn files(&mut self) {
        self.one(|reader, value| reader.file(value).map(|file| file + 1), |draft| &mut draft.files);
    }

    pub(crate) fn join_limit(&mut self) {
        if self.value.text() == "none" {
            self.draft.changes.join_limit = None;
        } else if let Some(most) = self.read_number() {
            self.draft.changes.join_limit = Some(most);
        }
    }

    pub(crate) fn repetitions(&mut self) {
        match self.read_number() {
            Some(1) => {
                self.reader.report.error(self.value.place(), "every position occurs once");
            }
            Some(count) => self.draft.draws.repetitions = count,
            None => {}
        }
    }

    pub(crate) fn extinction_types(&mut self) {
        let all = self.value.text() == "*";
        if let Some(list) = self.reader.named(self.value) {
            self.draft.extinction_types = (!all).then_some(list);
        }
    }

    pub(crate) fn flag_count(&mut self) {
        match self.read_number() {
            Some(0) => {
                self.reader.report.error(self.value.place(), "no piece would have to go there");
            }
            Some(count) => self.draft.flag_count = count,
            None => {}
        }
    }

    pub(crate) fn flag_pieces(&mut self) {
        let all = self.value.text() == "*";
        if let Some(list) = self.reader.named(self.value) {
            for &side in self.whom.sides() {
                self.draft.flag_pieces[side] = (!all).then(|| list.clone());
            }
        }
    }

    pub(crate) fn pawn_types(&mut self) {
        if let Some(list) = self.reader.en_passant_types(self.value) {
            let draft = &mut *self.draft;
            for target in
                [&mut draft.promotion_pawns, &mut draft.en_passant_types, &mut draft.clock_types]
            {
                *target = [list.clone(), list.clone()];
            }
        }
    }

    pub(crate) fn promoted(&mut self) {
        let said = self.reader.promoted(self.value);
        replace(&mut self.draft.promoted, self.value, said);
    }

    pub(crate) fn promotion_limits(&mut self) {
        let said = self.reader.limits(self.value);
        replace(&mut self.draft.promotion_limits, self.value, said);
    }

    pub(crate) fn promotion_rank(&mut self) {
        if let Some(first) = self.reader.rank_of_the_board(self.value) {
            self.draft.promotion_region = self.draft.ranks_by_side(first..self.draft.ranks);
        }
    }

    /// The `place` is 0 for the first rank, 1 for the last.
    pub(crate) fn double_step_rank(&mut self, place: usize) {
        self.said.double_step_ranks[place] = self.reader.rank_of_the_board(self.value);
        let [first, last] = self.said.double_step_ranks.map(|rank| rank.unwrap_or(1));
        self.draft.double_step_region = self.draft.ranks_by_side(first..last + 1);
    }

    pub(crate) fn mobility(&mut self) {
        let grid = self.reader.squares(self.value);
        let slot = self.slot.expect("a key of a piece has a slot");
        let piece = self.draft.pieces.iter_mut().find(|(own, _)| *own == slot);
        if let Some((_, piece)) = piece {
            for &side in self.whom.sides() {
                piece.mobility[side] = grid.or(piece.mobility[side]);
            }
        } else {
            let message = format!("this game has no '{}'", slot.key());
            let help = "a piece is named by its key: ...CustomPiece1 for 'customPiece1'";
            self.reader.report.error(self.key.place(), message).help(help);
        }
    }

    pub(crate) fn piece_names(&mut self) {
        for (parts, name) in self.reader.names(self.value).unwrap_or_default() {
            let pieces = &mut self.draft.pieces;
            let piece = pieces.iter_mut().find(|(own, _)| Parts::of(*own) == parts);
            if let Some((_, piece)) = piece {
                piece.name = Some(name);
            } else {
                self.draft.changes.names.retain(|(other, _)| *other != parts);
                self.draft.changes.names.push((parts, name));
            }
        }
    }

    pub(crate) fn piece(&mut self) {
        let slot = self.slot.expect("a key that defines a piece has a slot");
        if self.value.text() == "-" && self.takes != Takes::Custom {
            self.draft.pieces.retain(|(other, _)| *other != slot);
            return;
        }
        let Some(letter) = self.reader.letter(self.value, self.takes) else { return };
        let predefined = slot.predefined();
        if let Some((other, _)) =
            self.said.letters.iter().find(|(_, taken)| *taken == letter.letter)
        {
            let message = format!("'{}' is the letter of '{}' already", letter.letter, other.key());
            self.reader.report.error(self.value.place(), message);
            return;
        }
        self.said.letters.push((slot, letter.letter));
        let moves = letter.moves.unwrap_or_else(|| match predefined {
            Some(piece) => betza::of(piece.betza),
            None => betza::of("K"),
        });
        if slot.is_custom() && moves.en_passant {
            for types in &mut self.draft.en_passant_types {
                types.add(slot);
            }
        }
        // A letter stands for one piece.
        self.draft.pieces.retain(|(other, piece)| *other != slot && piece.letter != letter.letter);
        let piece = Piece { letter: letter.letter, moves, name: None, mobility: [None; 2] };
        self.draft.pieces.push((slot, piece));
        self.draft.pieces.sort_unstable_by_key(|(slot, _)| *slot);
    }
}

/// What is said of a piece replaces what was said of it before, and `-` alone all of it.
fn replace<T>(all: &mut Vec<(Slot, T)>, value: Span<'_>, said: Option<Vec<(Slot, Option<T>)>>) {
    if value.text() == "-" {
        all.clear();
    }
    for (slot, own) in said.unwrap_or_default() {
        all.retain(|(other, _)| *other != slot);
        all.extend(own.map(|own| (slot, own)));
    }
}
