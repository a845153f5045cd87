//! Tests of the erased game.
