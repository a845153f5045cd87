//! Fairy Eater Chess, by Vadrya Pokshtya (Sergey Kulelyaev), 2021.

use super::{Becomes, BitsOf, Kind, KindInfo, Landing, Power, Ruleset};
use crate::board::{Board9x9, Color, Geometry};

/// Fairy Eater Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairyEater {}

const PAWN: Kind = Kind::new(0);
const GHOST: Kind = Kind::new(1);
const SHIELD: Kind = Kind::new(2);
const NIGHTRIDER: Kind = Kind::new(3);
const REAPER: Kind = Kind::new(4);
const SOWER: Kind = Kind::new(5);

/// The rank, as its side counts from 0, on which a pawn promotes: two steps from its home.
const PROMOTION_RANK: usize = 5;

impl Ruleset for FairyEater {
    type Geometry = Board9x9;
    type State = ();

    const NAME: &'static str = "fairyeater";
    const TITLE: &'static str = "Fairy Eater Chess";
    const START: &'static str = "nnngkgnnn/rrrgsgrrr/cccsssccc/ppppppppp/9/PPPPPPPPP/CCCSSSCCC/RRRGSGRRR/NNNGKGNNN w - - 0 1";

    const KINDS: &'static [KindInfo] = &[
        KindInfo::new("P", "Pawn", &[Power::Pawn]),
        KindInfo::new("G", "Ghost", &[Power::Ghost]),
        KindInfo::new("S", "Shield", &[Power::SideSlide, Power::VerticalStep]),
        KindInfo::new("N", "Nightrider", &[Power::Nightrider]),
        KindInfo::new("R", "Reaper", &[Power::Rook, Power::Knight]),
        KindInfo::new("C", "Sower of Chaos", &[Power::Bishop, Power::Knight]),
        KindInfo::king("K", "Sorcerer", &[Power::Step]),
    ];

    const PAWN: Kind = PAWN;

    #[inline]
    fn becomes(landing: Landing<'_, Self>) -> Becomes {
        let rank = Board9x9::rank_for(landing.color, landing.to);
        if landing.mover == PAWN && rank == PROMOTION_RANK {
            [GHOST, SHIELD, NIGHTRIDER, REAPER, SOWER].into_iter().collect()
        } else {
            [landing.mover].into_iter().collect()
        }
    }

    #[inline]
    fn promotion_zone(kind: Kind, color: Color) -> BitsOf<Self> {
        if kind == PAWN { Board9x9::rank_of(color, PROMOTION_RANK) } else { 0 }
    }
}
