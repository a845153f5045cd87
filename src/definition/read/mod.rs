//! What the keys of a game say: from the lines of a text to a [draft](draft::Draft).

pub(crate) mod annihilation;
pub(crate) mod apply;
pub(crate) mod betza;
pub(crate) mod changes;
pub(crate) mod compound;
pub(crate) mod contacts;
pub(crate) mod diagnostic;
pub(crate) mod draft;
pub(crate) mod draws;
pub(crate) mod grid;
pub(crate) mod hands;
pub(crate) mod ini;
pub(crate) mod keys;
pub(crate) mod lending;
pub(crate) mod pieces;
pub(crate) mod places;
pub(crate) mod setting;
pub(crate) mod start;
pub(crate) mod takes;
pub(crate) mod values;
