//! What it is to have few pieces of a kind: extinct, or royal.

use crate::Kind;
use crate::definition::{Extinction, PseudoRoyals};

use crate::kinds::Kinds;
use crate::read::compound::{Pieces, Set};
use crate::read::diagnostic::Report;
use crate::read::draft::Draft;
use crate::read::places::Places;

/// The rules about it.
#[derive(Default)]
pub(super) struct Few {
    pub(super) extinction: Option<Extinction>,
    pub(super) pseudo_royals: Option<PseudoRoyals>,
}

impl Few {
    pub(super) fn of(
        draft: &Draft,
        kinds: &Kinds<'_>,
        places: &Places<'_, '_>,
        report: &mut Report,
    ) -> Self {
        if draft.extinction.is_none() && !draft.pseudo_royal {
            return Self::default();
        }
        let mut sets = sets(draft, kinds);
        if draft.pseudo_royal {
            // Kings are royal anyhow.
            for set in &mut sets {
                set.retain(|&kind| !kinds.is_royal(kind));
            }
        }
        sets.retain(|set| !set.is_empty());
        let most = draft.extinction_count as u8;
        if sets.is_empty() {
            let fields = ["extinctionPieceTypes", "extinctionValue", "extinctionPseudoRoyal"];
            let message = "'extinctionPieceTypes' names no piece of this game to be counted";
            report.warning(places.of(&fields), message);
            return Self::default();
        }
        let pseudo_royals = draft.pseudo_royal.then(|| PseudoRoyals {
            sets: sets.clone(),
            most: most.saturating_add(1),
            duple: draft.duple_check,
        });
        // What may not be left attacked is never lost, unless something blows it up.
        let extinction = draft.extinction.filter(|_| !draft.pseudo_royal || draft.blasts);
        let extinction = extinction.map(|value| Extinction {
            value,
            sets,
            most,
            enemies: draft.extinction_enemies as u8,
            may_answer: draft.extinction_claim,
        });
        Self { extinction, pseudo_royals }
    }
}

/// The kinds that are counted together.
fn sets(draft: &Draft, kinds: &Kinds<'_>) -> Vec<Vec<Kind>> {
    match &draft.extinction_types {
        None => vec![(0..kinds.compounds().len() as u8).map(Kind::new).collect()],
        Some(Pieces::Letters(slots)) => {
            slots.iter().map(|&slot| kinds.of(&Pieces::Letters(vec![slot]))).collect()
        }
        Some(Pieces::Set(set)) => {
            let one = |item| Set { items: vec![item], but: set.but.clone() };
            set.items.iter().map(|&item| kinds.of_set(&one(item))).collect()
        }
    }
}
