//! A game while it is read: what its parent says, changed key by key.

use std::ops::Range;

use crate::definition::{About, Value};

use crate::read::annihilation::Meeting;
use crate::read::betza::Moves;
use crate::read::compound::{ChangeKeys, Compound, Item, Parts, Pieces, Set};
use crate::read::contacts::ContactKeys;
use crate::read::draws::DrawKeys;
use crate::read::grid::{Grid, MOST_FILES};
use crate::read::hands::HandKeys;
use crate::read::lending::LendKeys;
use crate::read::pieces::Slot;

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
    /// How many pieces of a kind a side may have by promotion.
    pub(crate) promotion_limits: Vec<(Slot, u8)>,
    /// What other pieces than pawns become.
    pub(crate) promoted: Vec<(Slot, Slot)>,
    pub(crate) pieces_must_promote: bool,
    pub(crate) pieces_promote_by_captures: bool,
    pub(crate) pieces_go_back: bool,
    pub(crate) immobility_is_illegal: bool,
    pub(crate) double_step: bool,
    pub(crate) double_step_region: Each<Grid>,
    /// What goes twice, of all that could; the pieces of one letter if nothing is said.
    pub(crate) double_step_types: Option<Set>,
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
    pub(crate) draws: DrawKeys,
    /// The first rank on which a soldier moves sideways, from 0.
    pub(crate) soldier_rank: u8,
    pub(crate) diagonal_lines: Grid,
    pub(crate) must_capture: bool,
    pub(crate) may_check: bool,
    pub(crate) flying_general: bool,
    pub(crate) checked_king_stays: bool,
    pub(crate) passes: Each<bool>,
    pub(crate) passes_on_stalemate: Each<bool>,
    pub(crate) facing_is_answered: bool,
    pub(crate) counts_checks: bool,
    pub(crate) checkmate: Value,
    pub(crate) stalemate: Value,
    pub(crate) stalemate_counts: bool,
    pub(crate) extinction: Option<Value>,
    pub(crate) extinction_claim: bool,
    /// What is counted, each for itself; `None` for all pieces together.
    pub(crate) extinction_types: Option<Pieces>,
    pub(crate) extinction_count: u16,
    pub(crate) extinction_enemies: u16,
    pub(crate) pseudo_royal: bool,
    pub(crate) duple_check: bool,
    /// `None` for all.
    pub(crate) flag_pieces: Each<Option<Pieces>>,
    pub(crate) flag_region: Each<Grid>,
    pub(crate) flag_count: u16,
    pub(crate) flag_blocked_wins: bool,
    pub(crate) flag_answer: bool,
    pub(crate) flag_safe: bool,
    pub(crate) changes: ChangeKeys,
    pub(crate) lending: LendKeys,
    pub(crate) annihilations: Vec<Meeting>,
    /// Whether captures blow up what is around.
    pub(crate) blasts: bool,
    /// What nothing blows up.
    pub(crate) blast_proof: Set,
    pub(crate) contacts: ContactKeys,
    pub(crate) hands: HandKeys,
    pub(crate) safe_royal_slides: bool,
    /// All kinds as compounds of pieces, with their letters in upper case; empty if the order is that of the keys.
    pub(crate) piece_order: Vec<(Parts, String)>,
    /// What SAN writes for the castling moves; empty if it is as in chess.
    pub(crate) castling_words: Vec<String>,
    pub(crate) other_names: Vec<String>,
    pub(crate) title: Option<String>,
    pub(crate) about: About,
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
            promotion_limits: Vec::new(),
            promoted: Vec::new(),
            pieces_must_promote: false,
            pieces_promote_by_captures: false,
            pieces_go_back: false,
            immobility_is_illegal: false,
            double_step: true,
            double_step_region: [Grid::rank(1), Grid::rank(6)],
            double_step_types: None,
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
            draws: DrawKeys::default(),
            soldier_rank: 0,
            diagonal_lines: Grid::EMPTY,
            must_capture: false,
            may_check: true,
            flying_general: false,
            checked_king_stays: false,
            passes: [false; 2],
            passes_on_stalemate: [false; 2],
            facing_is_answered: false,
            counts_checks: false,
            checkmate: Value::Loss,
            stalemate: Value::Draw,
            stalemate_counts: false,
            extinction: None,
            extinction_claim: false,
            extinction_types: Some(Pieces::Letters(Vec::new())),
            extinction_count: 0,
            extinction_enemies: 0,
            pseudo_royal: false,
            duple_check: false,
            flag_pieces: [None, None],
            flag_region: [Grid::EMPTY; 2],
            flag_count: 1,
            flag_blocked_wins: false,
            flag_answer: false,
            flag_safe: false,
            changes: ChangeKeys::default(),
            lending: LendKeys::default(),
            annihilations: Vec::new(),
            blasts: false,
            blast_proof: Set::default(),
            contacts: ContactKeys::default(),
            hands: HandKeys::default(),
            safe_royal_slides: false,
            piece_order: Vec::new(),
            castling_words: Vec::new(),
            other_names: Vec::new(),
            title: None,
            about: About::default(),
        }
    }
}

impl Draft {
    /// With what a game begins that builds on this one, which others have invented and which may have other pieces.
    pub(crate) fn heir(self) -> Self {
        Self {
            piece_order: Vec::new(),
            castling_words: Vec::new(),
            other_names: Vec::new(),
            title: None,
            about: About::default(),
            ..self
        }
    }

    pub(crate) fn piece(&self, slot: Slot) -> Option<&Piece> {
        self.pieces.iter().find(|(own, _)| *own == slot).map(|(_, piece)| piece)
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

    /// What pieces become that are no pawns, by the pieces that the game has.
    pub(crate) fn promoted_pieces(&self) -> impl Iterator<Item = (Slot, Parts, Parts)> {
        let pairs = self.promoted.iter();
        pairs.filter_map(|&(from, into)| Some((from, self.parts_of(from)?, self.parts_of(into)?)))
    }

    /// What a piece of these parts is when it has promoted with `+`.
    pub(crate) fn plus(&self, from: Parts, into: Parts) -> Compound {
        Compound::promoted(into, false, Some(from).filter(|_| self.remembers_origins()))
    }

    /// For what promoted pawns are captured, which is the last piece of the key as in Fairy-Stockfish; `None` if that
    /// does not matter.
    pub(crate) fn origin_of_promoted(&self, color: usize) -> Option<Parts> {
        let pawns = self.set_of(&self.promotion_pawns[color]);
        let last = pawns.items.iter().rev().find_map(|item| match *item {
            Item::Only(parts) | Item::With(parts) => Some(parts),
            Item::All => None,
        });
        last.filter(|_| self.hands.are_filled() && !self.hands.loops)
    }

    /// Whether it matters what promoted pieces were.
    fn remembers_origins(&self) -> bool {
        self.hands.are_filled() && !self.hands.loops || self.pieces_go_back
    }

    /// The pieces with their letters.
    pub(crate) fn letters(&self) -> Vec<(Slot, char)> {
        self.pieces.iter().map(|(slot, piece)| (*slot, piece.letter)).collect()
    }

    /// A rank as a side counts it.
    pub(crate) fn relative(&self, color: usize, rank: u8) -> u8 {
        if color == 0 { rank } else { self.ranks.saturating_sub(1 + rank) }
    }

    /// Some ranks, as each side counts them.
    pub(crate) fn ranks_by_side(&self, ranks: Range<u8>) -> Each<Grid> {
        [0, 1].map(|color| {
            let own = ranks.clone().map(|rank| Grid::rank(self.relative(color, rank)));
            own.fold(Grid::EMPTY, Grid::or)
        })
    }
}
