//! The keys for pieces in hand.

use crate::read::compound::{Compound, Parts, Set};
use crate::read::grid::Grid;
use crate::read::ini::Span;
use crate::read::pieces::Slot;
use crate::read::takes::Takes;
use crate::read::values::Reader;

/// What the keys say.
#[expect(clippy::struct_excessive_bools, reason = "each is a key")]
#[derive(Clone, Debug)]
pub(crate) struct HandKeys {
    /// Whether pieces are dropped at all.
    pub(crate) drops: bool,
    /// Whether hands never become empty.
    pub(crate) unlimited: bool,
    pub(crate) captures: bool,
    /// Whether promoted pieces are captured as they are.
    pub(crate) loops: bool,
    /// What captured pieces become in hand; the first that fits.
    pub(crate) in_hand: Vec<InHand>,
    pub(crate) may_check: bool,
    pub(crate) must_drop: bool,
    /// What has to be dropped; `None` for all.
    pub(crate) must_drop_type: Option<Slot>,
    /// `[color]`
    pub(crate) region: [Grid; 2],
    pub(crate) pawns_on_first_rank: bool,
    pub(crate) pawns_in_promotion_zone: bool,
    pub(crate) rooks_on_first_rank: bool,
    pub(crate) balances_bishops: bool,
    pub(crate) promoted: bool,
    pub(crate) no_doubled: Option<Slot>,
    pub(crate) no_doubled_count: u16,
    pub(crate) no_mate_by_pawn: bool,
    pub(crate) castling: bool,
}

impl Default for HandKeys {
    /// No hands.
    fn default() -> Self {
        Self {
            drops: false,
            unlimited: false,
            captures: false,
            loops: false,
            in_hand: Vec::new(),
            may_check: true,
            must_drop: false,
            must_drop_type: None,
            region: [Grid::ALL; 2],
            pawns_on_first_rank: false,
            pawns_in_promotion_zone: false,
            rooks_on_first_rank: false,
            balances_bishops: false,
            promoted: false,
            no_doubled: None,
            no_doubled_count: 1,
            no_mate_by_pawn: false,
            castling: false,
        }
    }
}

impl HandKeys {
    /// Whether captures fill hands.
    pub(crate) const fn are_filled(&self) -> bool {
        self.drops && self.captures && !self.unlimited
    }

    /// What the capture of a piece puts into a hand, if captures fill hands.
    pub(crate) fn fallen(&self, piece: Compound) -> Option<Compound> {
        if !self.are_filled() || piece.royal {
            return None;
        }
        let own = Compound::new(piece.origin.filter(|_| !self.loops).unwrap_or(piece.parts), false);
        match self.in_hand.iter().find(|rule| rule.from.has(own)) {
            Some(rule) => rule.into.map(|parts| Compound::new(parts, false)),
            None => Some(own),
        }
    }
}

/// What captured pieces become in hand.
#[derive(Clone, Debug)]
pub(crate) struct InHand {
    from: Set,
    /// `None` if they go into no hand.
    into: Option<Parts>,
}

impl Reader<'_> {
    /// `q>p r>-`
    pub(crate) fn in_hand(&mut self, span: Span<'_>) -> Option<Vec<InHand>> {
        if span.text() == "-" {
            return Some(Vec::new());
        }
        self.list(span.words().collect(), |reader, word| {
            let Some((from, into)) = word.split_once('>') else {
                return reader.wrong(word, Takes::InHand);
            };
            let from = reader.set(from);
            let parts = match into.text() {
                "-" => None,
                _ => Some(reader.compound(into)?),
            };
            if parts.is_some_and(|parts| parts.has_all(Parts::of(Slot::KING))) {
                reader.report.error(into.place(), "no piece becomes a king in hand");
                return None;
            }
            Some(InHand { from: from?, into: parts })
        })
    }
}
