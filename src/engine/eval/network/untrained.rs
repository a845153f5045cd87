//! The network of a game before anything is learned: it has no neurons, and its PSQT part is the prior.

use super::Network;
use super::features::{Feature, FeatureKind};
use super::file::Stored;
use super::planes::Planes;
use crate::eval::prior::{PAWNLESS, Prior};
use vertumnus_core::board::{Color, Square};
use vertumnus_core::rules::Ruleset;

impl Network {
    /// The untrained network of a game.
    ///
    /// # Panics
    /// If the numbers of the prior were too large for a network, which tests rule out.
    pub(in crate::eval) fn untrained<R: Ruleset>(rules: R) -> Self {
        let board = super::Board::of(rules).expect("a game of the registry");
        let prior = Prior::new(&board.game);
        let features = &board.features;
        let worth = |Feature { number, place, .. }| match features.kinds[usize::from(number)] {
            FeatureKind::Piece(kind) => prior.worth(kind, Square::new(place)).to_array(),
            FeatureKind::Lent(..) | FeatureKind::InHand => [0; 2],
        };
        let psqt = (0..features.inputs()).map(|input| {
            let feature = features.seen_by_white(input);
            if feature.color == Color::White {
                return worth(feature);
            }
            // What is worth something to one side is worth as much less to the other.
            worth(features.seen_by_white(features.turned(input))).map(|worth| -worth)
        });
        let small = |number: i32| number as i16;
        let stored = Stored {
            hidden: 0,
            scale: 1,
            mirrored: false,
            output_biases: vec![0],
            biases: Vec::new(),
            planes: Vec::new(),
            outputs: Vec::new(),
            psqt: psqt.map(|worth| worth.map(small)).collect(),
            values: prior.values.iter().copied().map(small).collect(),
            pawnless: PAWNLESS.to_array().map(small),
        };
        let planes = Planes::stored(&board.game, features);
        Self::assemble(board, &planes, &stored).expect("small numbers")
    }
}
