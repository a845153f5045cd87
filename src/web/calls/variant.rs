//! The games of this build, their boards and their kinds of pieces.

use std::collections::BTreeMap;

use serde::Serialize;

use vertumnus_core::board::{Color, Square};
use vertumnus_core::game::{self, Session};
use vertumnus_core::position::Cell;
use vertumnus_core::rules::{Effect, Kind, Piece, Power, PowerSet, Variant};
use vertumnus_engine::eval::trained_as;
use vertumnus_engine::player::levels::LEVELS;
use vertumnus_pictures::Figure;

/// A game by name.
#[derive(Serialize)]
pub(super) struct Named {
    name: &'static str,
    title: &'static str,
}

impl Named {
    pub(super) fn of(variant: Variant) -> Self {
        Self { name: variant.name(), title: variant.facts().title }
    }

    #[cfg(feature = "written")]
    pub(super) const fn name(&self) -> &'static str {
        self.name
    }
}

/// The games that can be played.
pub(super) fn games() -> Vec<Named> {
    Variant::known().into_iter().map(Named::of).collect()
}

/// A level of play.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LevelEntry {
    name: &'static str,
    /// The value of the engine's option `Skill Level`.
    skill_level: u64,
    suits: &'static str,
}

/// The levels of play, the weakest first.
pub(super) fn levels() -> Vec<LevelEntry> {
    let entry = |level: &vertumnus_engine::player::levels::Level| LevelEntry {
        name: level.name,
        skill_level: level.skill_level,
        suits: level.suits,
    };
    LEVELS.iter().map(entry).collect()
}

/// What a game is played with.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VariantEntry {
    name: &'static str,
    title: &'static str,
    start_fen: String,
    files: u8,
    ranks: u8,
    holes: Vec<String>,
    /// The names by the index of the square; holes have none.
    squares: Vec<Option<String>>,
    colors: BTreeMap<String, &'static str>,
    kinds: Vec<KindEntry>,
    hands: Option<Hands>,
    start_kinds: Vec<&'static str>,
    /// Whether its rules have been read from a text.
    is_written: bool,
    /// If they have: the game that has a network for these rules.
    network: Option<&'static str>,
}

/// What can be in hand.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Hands {
    /// The indices of the kinds, in the order of a FEN.
    kinds: Vec<usize>,
    /// Whether a hand always has one of each, which no FEN lists.
    are_endless: bool,
}

/// A kind of piece.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KindEntry {
    index: usize,
    name: &'static str,
    token: &'static str,
    white: String,
    black: String,
    is_royal: bool,
    promotes: bool,
    powers: Vec<String>,
    words: String,
    figures: Option<Figures>,
}

/// The ids of the pictures of a kind.
#[derive(Serialize)]
struct Figures {
    white: String,
    black: String,
}

/// Tells all about a game.
pub(super) fn describe(variant: Variant) -> VariantEntry {
    let game = game::session(variant);
    let (files, ranks) = game.dimensions();
    let cells = game.cells();
    let name = |cell: usize| game.square_name(Square::new(cell as u8));
    let is_hole = |cell: &usize| cells.get(*cell) == Some(&Cell::Hole);
    let color = |cell: usize| if game.shape().is_light(cell) { "light" } else { "dark" };
    let all = 0..cells.len();
    let is_written = variant.rules_tag().is_some();
    VariantEntry {
        name: variant.name(),
        title: game.title(),
        start_fen: game.start_fen(),
        files,
        ranks,
        holes: all.clone().filter(is_hole).map(name).collect(),
        squares: all.clone().map(|cell| (!is_hole(&cell)).then(|| name(cell))).collect(),
        colors: all.filter(|c| !is_hole(c)).map(|cell| (name(cell), color(cell))).collect(),
        kinds: kinds(&*game),
        hands: hands(&*game),
        start_kinds: game
            .kinds_at_start()
            .into_iter()
            .filter_map(|kind| game.kind(kind).map(|info| info.token))
            .collect(),
        is_written,
        network: is_written.then(|| trained_as(variant)).flatten(),
    }
}

fn hands(game: &dyn Session) -> Option<Hands> {
    let kinds: Vec<usize> = game.kinds_in_hand().into_iter().map(Kind::index).collect();
    let is_held = Color::ALL.into_iter().any(|color| !game.in_hand(color).is_empty());
    let are_endless = is_held && game.setup().in_hand.is_empty();
    (!kinds.is_empty()).then_some(Hands { kinds, are_endless })
}

/// All kinds but those that seem to be others; these are the last ones.
fn kinds(game: &dyn Session) -> Vec<KindEntry> {
    let entry = |(index, info): (usize, &'static vertumnus_core::rules::KindInfo)| {
        let kind = Kind::new(index as u8);
        let token = |color| game.token(Piece::new(kind, color));
        let figure = Figure::of_kind(game, kind);
        let effect = info.effect.map(Effect::in_words);
        let words: Vec<String> =
            [game.in_words(info.powers)].into_iter().chain(effect.map(str::to_owned)).collect();
        KindEntry {
            index,
            name: info.name,
            token: info.token,
            white: token(Color::White),
            black: token(Color::Black),
            is_royal: info.royal,
            promotes: game.promotes(kind),
            powers: powers(info.powers),
            words: words.join(", "),
            figures: figure.map(|figure| Figures {
                white: figure.id(Color::White),
                black: figure.id(Color::Black),
            }),
        }
    };
    let is_shown = |index: &usize| game.shown(Kind::new(*index as u8)).index() == *index;
    game.kinds().iter().enumerate().filter(|(index, _)| is_shown(index)).map(entry).collect()
}

/// What stands behind the token of a piece in hand, where a square is named else.
pub(super) const IN_HAND: &str = "@";

/// The name of a power for programs: `rookHop`.
pub(super) fn power_name(power: Power) -> String {
    let mut name = format!("{power:?}");
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// The names of powers.
pub(super) fn powers(set: PowerSet) -> Vec<String> {
    set.iter().map(power_name).collect()
}

/// The name of a side for programs.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
