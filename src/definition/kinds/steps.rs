//! From where pieces go two or three squares at once.

use crate::definition::{BoardDefinition, KindDefinition, Region};
use crate::{Color, Square};

use crate::kinds::Kinds;
use crate::read::diagnostic::Report;
use crate::read::draft::{Draft, Each};
use crate::read::grid::Grid;
use crate::read::pieces::Slot;
use crate::read::places::Places;

/// The squares from which double and triple steps are made.
pub(crate) struct Steps {
    pub(crate) double: Each<Region>,
    pub(crate) triple: Each<Region>,
}

impl Steps {
    /// What the keys say.
    pub(crate) fn of(draft: &Draft, board: &BoardDefinition) -> Self {
        let squares = board.squares();
        let region = |grid: Grid| Region(grid.region(board.files, board.ranks).0 & squares.0);
        let double = if draft.double_step { draft.double_step_region } else { [Grid::EMPTY; 2] };
        Self { double: double.map(region), triple: draft.triple_step_region.map(region) }
    }

    /// Whether there are any of the two.
    pub(crate) fn are_there(&self) -> [bool; 2] {
        [&self.double, &self.triple].map(|regions| regions.iter().any(|region| !region.is_empty()))
    }

    /// Leaves out the squares from which the piece of the key `pawn` would pass one to which it may not go. What has
    /// double steps by its description passes such squares, as in Fairy-Stockfish.
    pub(crate) fn keep_pawn_inside(
        &mut self,
        compounds: &Kinds<'_>,
        kinds: &[KindDefinition],
        board: &BoardDefinition,
        places: &Places<'_, '_>,
        report: &mut Report,
    ) {
        let Some(pawn) = compounds.of_slot(Slot::PAWN) else { return };
        let mut is_any = false;
        for (regions, times) in [(&mut self.double, 2), (&mut self.triple, 3)] {
            for color in Color::ALL {
                let inside = kinds[pawn.index()].mobility[color];
                let ahead = if color == Color::White { 1 } else { -1 };
                let may_pass = |from: Square| {
                    let (file, rank) =
                        (from.index() as u8 % board.files, from.index() as u8 / board.files);
                    (1..times).all(|step| {
                        let over = board.square(file as i8, rank as i8 + ahead * step);
                        over.is_none_or(|over| inside.has(over))
                    })
                };
                let region = &mut regions[color.index()];
                for from in (0..128).map(Square::new) {
                    if region.has(from) && !may_pass(from) {
                        region.0 &= !(1 << from.index());
                        is_any |= times == 2;
                    }
                }
            }
        }
        if is_any && kinds.iter().filter(|kind| !kind.double_steps.is_empty()).count() > 1 {
            let message = "from some squares other pieces go twice, but the pawn would pass one to which it may not go";
            let place = places.of(&["mobilityRegion", "doubleStepRegion"]);
            report.unsupported(place, format!("{message}; that is not supported"));
        }
    }
}
