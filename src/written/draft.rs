//! A game while it is read: what its parent says, changed key by key.

use vertumnus_core::rules::definition::Value;

use crate::annihilation::Meeting;
use crate::betza::{self, Moves};
use crate::compound::{ChangeKeys, Item, Makes, Parts, Pieces, Set};
use crate::diagnostic::{Report, quoted};
use crate::grid::{Grid, MOST_CELLS, MOST_FILES, MOST_RANKS};
use crate::ini::Entry;
use crate::keys::{Fate, Field, Found, Takes, Whom};
use crate::lending::LendKeys;
use crate::pieces::Slot;
use crate::values::Reader;

/// One value for each side, White's first.
pub(crate) type Each<T> = [T; 2];

/// A piece of the game.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// In lower case.
    pub(crate) letter: char,
    pub(crate) moves: Moves,
    pub(crate) name: Option<String>,
    pub(crate) mobility: Each<Option<Grid>>,
}

/// The keys of a game, as far as they have been read.
#[expect(clippy::struct_excessive_bools, reason = "each is a key")]
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    /// By their slots.
    pub(crate) pieces: Vec<(Slot, Piece)>,
    pub(crate) start: String,
    pub(crate) promotion_region: Each<Grid>,
    pub(crate) promotion_pawns: Each<Pieces>,
    pub(crate) promotion_pieces: Each<Pieces>,
    /// What pawns become on each file instead, from the first on; empty if the file does not matter.
    pub(crate) promotion_by_file: Vec<Parts>,
    pub(crate) promotion_is_mandatory: bool,
    pub(crate) double_step: bool,
    pub(crate) double_step_region: Each<Grid>,
    pub(crate) triple_step_region: Each<Grid>,
    pub(crate) en_passant_region: Each<Grid>,
    pub(crate) en_passant_types: Each<Pieces>,
    pub(crate) castling: bool,
    pub(crate) castling_kingside: u8,
    pub(crate) castling_queenside: u8,
    pub(crate) castling_rank: u8,
    pub(crate) castling_king_file: u8,
    pub(crate) castling_king: Each<Slot>,
    pub(crate) castling_rook_kingside: u8,
    pub(crate) castling_rook_queenside: u8,
    pub(crate) castling_rooks: Each<Vec<Slot>>,
    pub(crate) clock_types: Each<Pieces>,
    pub(crate) move_limit: u16,
    pub(crate) repetitions: u16,
    pub(crate) repetition_value: Value,
    pub(crate) stalemate: Value,
    pub(crate) extinction: Option<Value>,
    pub(crate) extinction_claim: bool,
    /// Whether all pieces are counted together.
    pub(crate) extinction_of_all: bool,
    pub(crate) extinction_count: u16,
    pub(crate) extinction_enemies: u16,
    /// `None` for all.
    pub(crate) flag_pieces: Each<Option<Pieces>>,
    pub(crate) flag_region: Each<Grid>,
    pub(crate) changes: ChangeKeys,
    pub(crate) lending: LendKeys,
    pub(crate) annihilations: Vec<Meeting>,
    pub(crate) safe_royal_slides: bool,
    pub(crate) title: Option<String>,
    pub(crate) inventor: Option<String>,
    pub(crate) source: Option<String>,
}

impl Default for Draft {
    /// The rules of chess, without any piece.
    fn default() -> Self {
        let both = |slots: &[Slot]| [0, 1].map(|_| Pieces::Letters(slots.to_vec()));
        Self {
            files: 8,
            ranks: 8,
            pieces: Vec::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            promotion_region: [Grid::rank(7), Grid::rank(0)],
            promotion_pawns: both(&[Slot::PAWN]),
            promotion_pieces: both(&[Slot::QUEEN, Slot::ROOK, Slot::BISHOP, Slot::KNIGHT]),
            promotion_by_file: Vec::new(),
            promotion_is_mandatory: true,
            double_step: true,
            double_step_region: [Grid::rank(1), Grid::rank(6)],
            triple_step_region: [Grid::EMPTY; 2],
            en_passant_region: [Grid::ALL; 2],
            en_passant_types: both(&[Slot::PAWN]),
            castling: true,
            castling_kingside: 6,
            castling_queenside: 2,
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: [Slot::KING; 2],
            castling_rook_kingside: MOST_FILES - 1,
            castling_rook_queenside: 0,
            castling_rooks: [0, 1].map(|_| vec![Slot::ROOK]),
            clock_types: both(&[Slot::PAWN]),
            move_limit: 50,
            repetitions: 3,
            repetition_value: Value::Draw,
            stalemate: Value::Draw,
            extinction: None,
            extinction_claim: false,
            extinction_of_all: false,
            extinction_count: 0,
            extinction_enemies: 0,
            flag_pieces: [None, None],
            flag_region: [Grid::EMPTY; 2],
            changes: ChangeKeys::default(),
            lending: LendKeys::default(),
            annihilations: Vec::new(),
            safe_royal_slides: false,
            title: None,
            inventor: None,
            source: None,
        }
    }
}

impl Draft {
    pub(crate) fn piece(&self, slot: Slot) -> Option<&Piece> {
        self.pieces.iter().find(|(own, _)| *own == slot).map(|(_, piece)| piece)
    }

    /// Whether captures make compounds.
    fn joins(&self) -> bool {
        let mut rules = self.changes.on_capture.iter();
        rules.any(|rule| matches!(rule.result, Makes::Join | Makes::Xor))
    }

    /// Whether captures raise parts.
    fn raises(&self) -> bool {
        self.changes.on_capture.iter().any(|rule| rule.result == Makes::Raise)
    }

    /// A piece of the file as its parts: an alias stands for others.
    pub(crate) fn parts_of(&self, slot: Slot) -> Option<Parts> {
        self.piece(slot).map(|piece| self.changes.parts_of(slot, piece.letter))
    }

    /// The pieces that a key names, as a set.
    pub(crate) fn set_of(&self, pieces: &Pieces) -> Set {
        match pieces {
            Pieces::Set(set) => set.clone(),
            Pieces::Letters(slots) => {
                let parts = slots.iter().filter_map(|&slot| self.parts_of(slot));
                Set { items: parts.map(Item::Only).collect(), but: Vec::new() }
            }
        }
    }

    /// What a side's pawns may become.
    pub(crate) fn promoted(&self, color: usize) -> Vec<Parts> {
        if !self.promotion_by_file.is_empty() {
            let mut pieces = self.promotion_by_file.clone();
            pieces.sort_unstable();
            pieces.dedup();
            return pieces;
        }
        let items = self.set_of(&self.promotion_pieces[color]).items.into_iter();
        items
            .filter_map(|item| if let Item::Only(parts) = item { Some(parts) } else { None })
            .collect()
    }

    /// The pieces with their letters.
    pub(crate) fn letters(&self) -> Vec<(Slot, char)> {
        self.pieces.iter().map(|(slot, piece)| (*slot, piece.letter)).collect()
    }

    /// Changes the draft by the keys of its section, which are sorted as they take effect.
    pub(crate) fn apply(&mut self, entries: &[(Found, Entry<'_>)], report: &mut Report) {
        let is_size =
            |found: Found| matches!(found.key().fate, Fate::Used(Field::MaxRank | Field::MaxFile));
        let (sizes, others) =
            entries.split_at(entries.partition_point(|&(found, _)| is_size(found)));
        for &(found, entry) in sizes {
            let mut reader = self.reader(report);
            let (number, target) = if found.key().fate == Fate::Used(Field::MaxRank) {
                (reader.rank(entry.value), &mut self.ranks)
            } else {
                (reader.file(entry.value), &mut self.files)
            };
            *target = number.map_or(*target, |number| number + 1);
        }
        if let Some((_, entry)) = sizes.last() {
            self.check_size(*entry, report);
        }
        let mut old_rank: [Option<u8>; 2] = [None; 2];
        let mut own_letters: Vec<(Slot, char)> = Vec::new();
        for &(found, entry) in others {
            match found.key().fate {
                Fate::Used(Field::Piece) => self.set_piece(found, entry, &mut own_letters, report),
                Fate::Used(Field::DoubleStepRank) => old_rank[1] = self.rank(entry, report),
                Fate::Used(Field::DoubleStepRankMin) => old_rank[0] = self.rank(entry, report),
                Fate::Used(field) => self.set(field, found, entry, report),
                Fate::Ignored => {}
                Fate::Refused(off, needs) => {
                    if entry.value.text() != off {
                        let key = entry.key.text();
                        let message = format!("'{key}' needs {needs}, which is not supported");
                        report.unsupported(entry.key.place(), message).help(if off == "-" {
                            String::new()
                        } else {
                            format!("only '{off}' is supported")
                        });
                    }
                }
            }
            // The old keys for double steps work together, before the newer ones.
            if found.key().fate == Fate::Used(Field::DoubleStepRankMin)
                || found.key().fate == Fate::Used(Field::DoubleStepRank)
            {
                let (first, last) = (old_rank[0].unwrap_or(1), old_rank[1].unwrap_or(1));
                for color in 0..2 {
                    let ranks = (first..=last).map(|rank| self.relative(color, rank));
                    self.double_step_region[color] =
                        ranks.fold(Grid::EMPTY, |grid, rank| grid.or(Grid::rank(rank)));
                }
            }
        }
    }

    /// A rank as a side counts it.
    pub(crate) fn relative(&self, color: usize, rank: u8) -> u8 {
        if color == 0 { rank } else { self.ranks.saturating_sub(1 + rank) }
    }

    fn reader<'r>(&self, report: &'r mut Report) -> Reader<'r> {
        Reader {
            report,
            letters: self.letters(),
            aliases: self.changes.aliases.clone(),
            files: self.files,
            ranks: self.ranks,
        }
    }

    fn rank(&self, entry: Entry<'_>, report: &mut Report) -> Option<u8> {
        let rank = self.reader(report).rank(entry.value)?;
        if rank >= self.ranks {
            report
                .error(entry.value.place(), "the board has no such rank")
                .help(format!("it has {} ranks", self.ranks));
            return None;
        }
        Some(rank)
    }

    fn set_piece(
        &mut self,
        found: Found,
        entry: Entry<'_>,
        own: &mut Vec<(Slot, char)>,
        report: &mut Report,
    ) {
        let slot = found.slot.expect("a key that defines a piece has a slot");
        let takes = found.key().takes;
        if entry.value.text() == "-" && takes != Takes::Custom {
            self.pieces.retain(|(other, _)| *other != slot);
            return;
        }
        let Some(letter) = self.reader(report).letter(entry.value, takes) else { return };
        let predefined = slot.predefined();
        let is_supported = predefined.is_none_or(crate::is_supported);
        if let Some(piece) = predefined.filter(|_| !is_supported) {
            let message = format!("the moves of '{}' are not supported", piece.key);
            report.unsupported(entry.key.place(), message).help(format!(
                "it moves as {}: hoppers and blocked leaps are missing",
                piece.betza
            ));
        }
        if let Some((other, _)) = own.iter().find(|(_, taken)| *taken == letter.letter) {
            let message = format!("'{}' is the letter of '{}' already", letter.letter, other.key());
            report.error(entry.value.place(), message);
            return;
        }
        own.push((slot, letter.letter));
        let moves = letter.moves.unwrap_or_else(|| match predefined {
            Some(piece) if is_supported => betza::of(piece.betza),
            _ => betza::of("K"),
        });
        if slot.is_custom() && moves.en_passant {
            for types in &mut self.en_passant_types {
                types.add(slot);
            }
        }
        // A letter stands for one piece.
        self.pieces.retain(|(other, piece)| *other != slot && piece.letter != letter.letter);
        let piece = Piece { letter: letter.letter, moves, name: None, mobility: [None; 2] };
        self.pieces.push((slot, piece));
        self.pieces.sort_unstable_by_key(|(slot, _)| *slot);
    }

    #[expect(clippy::too_many_lines, reason = "a few for each key")]
    fn set(&mut self, field: Field, found: Found, entry: Entry<'_>, report: &mut Report) {
        let value = entry.value;
        let whom: &[usize] = match found.whom {
            Whom::Both => &[0, 1],
            Whom::White => &[0],
            Whom::Black => &[1],
        };
        let mut reader = self.reader(report);
        let each = |target: &mut Each<Grid>, grid: Option<Grid>| {
            for (&color, grid) in whom.iter().zip([grid, grid]) {
                target[color] = grid.unwrap_or(target[color]);
            }
        };
        let each_list = |target: &mut Each<Pieces>, list: Option<Pieces>| {
            if let Some(list) = list {
                for &color in whom {
                    target[color].clone_from(&list);
                }
            }
        };
        match field {
            Field::Mobility => {
                let grid = reader.squares(value);
                let slot = found.slot.expect("a key of a piece has a slot");
                let piece = self.pieces.iter_mut().find(|(own, _)| *own == slot);
                if let Some((_, piece)) = piece {
                    for &color in whom {
                        piece.mobility[color] = grid.or(piece.mobility[color]);
                    }
                } else {
                    let message = format!("this game has no '{}'", slot.key());
                    let help = "a piece is named by its key: ...CustomPiece1 for 'customPiece1'";
                    report.error(entry.key.place(), message).help(help);
                }
            }
            Field::PromotionRank => {
                if let Some(first) = self.rank(entry, report) {
                    for color in 0..2 {
                        let ranks = (first..self.ranks).map(|rank| self.relative(color, rank));
                        self.promotion_region[color] =
                            ranks.fold(Grid::EMPTY, |grid, rank| grid.or(Grid::rank(rank)));
                    }
                }
            }
            Field::OldFlagWhite => each_of(&mut self.flag_region[0], reader.squares(value)),
            Field::OldFlagBlack => each_of(&mut self.flag_region[1], reader.squares(value)),
            Field::PawnTypes => {
                if let Some(list) = reader.en_passant_types(value) {
                    for target in [
                        &mut self.promotion_pawns,
                        &mut self.en_passant_types,
                        &mut self.clock_types,
                    ] {
                        *target = [list.clone(), list.clone()];
                    }
                }
            }
            Field::StartFen => value.text().clone_into(&mut self.start),
            Field::PromotionRegion => each(&mut self.promotion_region, reader.squares(value)),
            Field::PromotionPawnTypes => {
                each_list(&mut self.promotion_pawns, reader.named(value));
            }
            Field::PromotionPieceTypes => {
                each_list(&mut self.promotion_pieces, reader.outcomes(value));
            }
            Field::MandatoryPawnPromotion => {
                each_of(&mut self.promotion_is_mandatory, reader.switch(value));
            }
            Field::DoubleStep => each_of(&mut self.double_step, reader.switch(value)),
            Field::DoubleStepRegion => each(&mut self.double_step_region, reader.squares(value)),
            Field::TripleStepRegion => each(&mut self.triple_step_region, reader.squares(value)),
            Field::EnPassantRegion => each(&mut self.en_passant_region, reader.squares(value)),
            Field::EnPassantTypes => {
                each_list(&mut self.en_passant_types, reader.en_passant_types(value));
            }
            Field::Castling => each_of(&mut self.castling, reader.switch(value)),
            Field::CastlingKingsideFile => {
                each_of(&mut self.castling_kingside, reader.file(value));
            }
            Field::CastlingQueensideFile => {
                each_of(&mut self.castling_queenside, reader.file(value));
            }
            Field::CastlingRank => {
                let rank = self.rank(entry, report);
                each_of(&mut self.castling_rank, rank);
            }
            Field::CastlingKingFile => {
                each_of(&mut self.castling_king_file, reader.file(value));
            }
            Field::CastlingKingPiece => {
                if let Some(slot) = reader.piece(value) {
                    for &color in whom {
                        self.castling_king[color] = slot;
                    }
                }
            }
            Field::CastlingRookKingsideFile => {
                each_of(&mut self.castling_rook_kingside, reader.file(value));
            }
            Field::CastlingRookQueensideFile => {
                each_of(&mut self.castling_rook_queenside, reader.file(value));
            }
            Field::CastlingRookPieces => {
                if let Some(list) = reader.pieces(value, false) {
                    for &color in whom {
                        self.castling_rooks[color].clone_from(&list);
                    }
                }
            }
            Field::NMoveRuleTypes => each_list(&mut self.clock_types, reader.named(value)),
            Field::NMoveRule => each_of(&mut self.move_limit, number(&mut reader, found, entry)),
            Field::NFoldRule => {
                let count = number(&mut reader, found, entry);
                if count == Some(1) {
                    report.error(value.place(), "every position occurs once");
                } else {
                    each_of(&mut self.repetitions, count);
                }
            }
            Field::NFoldValue => each_of(&mut self.repetition_value, reader.value(value)),
            Field::StalemateValue => each_of(&mut self.stalemate, reader.value(value)),
            Field::ExtinctionValue => {
                if value.text() == "none" {
                    self.extinction = None;
                } else if let Some(value) = reader.value(value) {
                    self.extinction = Some(value);
                }
            }
            Field::ExtinctionClaim => each_of(&mut self.extinction_claim, reader.switch(value)),
            Field::ExtinctionPieceTypes => {
                if reader.pieces(value, true).is_some() {
                    self.extinction_of_all = value.text() == "*";
                }
            }
            Field::ExtinctionPieceCount => {
                each_of(&mut self.extinction_count, number(&mut reader, found, entry));
            }
            Field::ExtinctionOpponentPieceCount => {
                each_of(&mut self.extinction_enemies, number(&mut reader, found, entry));
            }
            Field::FlagPiece => {
                let all = value.text() == "*";
                if let Some(list) = reader.named(value) {
                    for &color in whom {
                        self.flag_pieces[color] = (!all).then(|| list.clone());
                    }
                }
            }
            Field::FlagRegion => each(&mut self.flag_region, reader.squares(value)),
            Field::Alias => each_of(&mut self.changes.aliases, reader.aliases(value)),
            Field::Levels => each_of(&mut self.changes.levels, reader.levels(value)),
            Field::JoinLimit => {
                if value.text() == "none" {
                    self.changes.join_limit = None;
                } else if let Some(most) = number(&mut reader, found, entry) {
                    self.changes.join_limit = Some(most);
                }
            }
            Field::OnCapture => each_of(&mut self.changes.on_capture, reader.on_capture(value)),
            Field::OnMove => each_of(&mut self.changes.on_move, reader.changes(value)),
            Field::CastledRook => {
                if let Some(parts) = reader.compound(value) {
                    self.changes.castled_rook = Some(parts);
                }
            }
            Field::Morph => each_of(&mut self.changes.morph, reader.morph(value)),
            Field::IdleParts => each_of(&mut self.changes.idle_parts, reader.idle_parts(value)),
            Field::PartPromotion => {
                each_of(&mut self.changes.part_promotions, reader.part_promotions(value));
            }
            Field::Raise => each_of(&mut self.changes.raise, reader.raise(value)),
            Field::PromotionByFile => each_of(&mut self.promotion_by_file, reader.by_file(value)),
            Field::RoyalSlides => each_of(&mut self.safe_royal_slides, reader.slides(value)),
            Field::Lend => each_of(&mut self.lending.rules, reader.loans(value)),
            Field::LendTo => {
                if let Some(set) = reader.set_or_none(value) {
                    self.lending.to = Some(set);
                }
            }
            Field::LendMode => each_of(&mut self.lending.replaces, reader.lend_mode(value)),
            Field::LendRegion => {
                if let Some(regions) = reader.lend_regions(value) {
                    for &color in whom {
                        self.lending.regions[color].clone_from(&regions);
                    }
                }
            }
            Field::Amplify => each_of(&mut self.lending.amplify, reader.amplifications(value)),
            Field::Isolate => each_of(&mut self.lending.isolate, reader.isolations(value)),
            Field::Annihilate => each_of(&mut self.annihilations, reader.meetings(value)),
            Field::Iron => each_of(&mut self.changes.iron, reader.set_or_none(value)),
            Field::Title => self.title = reader.text(value).or(self.title.take()),
            Field::Inventor => self.inventor = reader.text(value).or(self.inventor.take()),
            Field::Source => self.source = reader.text(value).or(self.source.take()),
            Field::PieceNames => {
                for (parts, name) in reader.names(value).unwrap_or_default() {
                    let piece = self.pieces.iter_mut().find(|(own, _)| Parts::of(*own) == parts);
                    if let Some((_, piece)) = piece {
                        piece.name = Some(name);
                    } else {
                        self.changes.names.retain(|(other, _)| *other != parts);
                        self.changes.names.push((parts, name));
                    }
                }
            }
            Field::MaxRank
            | Field::MaxFile
            | Field::Piece
            | Field::DoubleStepRank
            | Field::DoubleStepRankMin => {}
        }
    }

    fn check_size(&mut self, entry: Entry<'_>, report: &mut Report) {
        let cells = u16::from(self.files) * u16::from(self.ranks);
        if cells > MOST_CELLS {
            report
                .error(
                    entry.value.place(),
                    format!("a board of {} x {} cells is too large", self.files, self.ranks),
                )
                .help(format!(
                    "at most {MOST_FILES} files, {MOST_RANKS} ranks and {MOST_CELLS} cells"
                ));
            (self.files, self.ranks) = (8, 8);
        }
    }

    /// The keys of the section that change nothing, because another key switches off what they are
    /// about.
    pub(crate) fn report_idle(&self, entries: &[(Found, Entry<'_>)], report: &mut Report) {
        for &(found, entry) in entries {
            let Fate::Used(field) = found.key().fate else { continue };
            let reason = match field {
                Field::DoubleStepRegion | Field::DoubleStepRank | Field::DoubleStepRankMin
                    if !self.double_step =>
                {
                    "doubleStep is false"
                }
                Field::EnPassantRegion | Field::EnPassantTypes
                    if !self.double_step && self.triple_step_region == [Grid::EMPTY; 2] =>
                {
                    "doubleStep is false, and without double steps there is no en passant"
                }
                Field::TripleStepRegion if self.piece(Slot::PAWN).is_none() => {
                    "no piece is named by 'pawn'"
                }
                Field::CastlingKingsideFile
                | Field::CastlingQueensideFile
                | Field::CastlingRank
                | Field::CastlingKingFile
                | Field::CastlingKingPiece
                | Field::CastlingRookKingsideFile
                | Field::CastlingRookQueensideFile
                | Field::CastlingRookPieces
                | Field::CastledRook
                    if !self.castling =>
                {
                    "castling is false"
                }
                Field::ExtinctionClaim
                | Field::ExtinctionPieceTypes
                | Field::ExtinctionPieceCount
                | Field::ExtinctionOpponentPieceCount
                    if self.extinction.is_none() =>
                {
                    "extinctionValue is not given"
                }
                Field::FlagPiece if self.flag_region == [Grid::EMPTY; 2] => {
                    "flagRegion is not given"
                }
                Field::Raise if !self.raises() => "no rule of onCapture raises parts",
                Field::PromotionPieceTypes if !self.promotion_by_file.is_empty() => {
                    "promotionByFile says what pawns become"
                }
                Field::PromotionByFile | Field::PartPromotion
                    if self.promotion_region == [Grid::EMPTY; 2] =>
                {
                    "nothing promotes anywhere"
                }
                Field::Levels | Field::JoinLimit if !self.joins() => {
                    "no rule of onCapture joins parts"
                }
                Field::LendTo
                | Field::LendMode
                | Field::LendRegion
                | Field::Amplify
                | Field::Isolate
                    if self.lending.rules.is_empty() =>
                {
                    "lend is not given"
                }
                Field::NMoveRuleTypes if self.move_limit == 0 => "nMoveRule is 0",
                Field::NFoldValue if self.repetitions == 0 => "nFoldRule is 0",
                _ => continue,
            };
            let message = format!("{} has no effect: {reason}", quoted(entry.key.text()));
            report.error(entry.key.place(), message);
        }
    }
}

fn each_of<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

fn number(reader: &mut Reader<'_>, found: Found, entry: Entry<'_>) -> Option<u16> {
    let Takes::Number(most) = found.key().takes else { return None };
    reader.number(entry.value, most)
}
