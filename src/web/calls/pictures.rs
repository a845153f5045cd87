//! Pictures of pieces and boards, as SVG.

use std::collections::BTreeMap;

use vertumnus_core::board::Color;
use vertumnus_core::game;
use vertumnus_pictures::{self as pictures, Figure, Options, Theme};

use super::limits;
use super::refusal::Refusal;
use super::request::Request;

/// The widths of a square that can be asked for, in pixels.
const PIXELS: std::ops::RangeInclusive<u32> = 8..=512;

/// The drawings of figures by their ids, as they look from a side of the board: content for a `<symbol>`.
pub(super) fn figures(request: &Request) -> Result<BTreeMap<String, String>, Refusal> {
    let bottom = bottom(request)?;
    let drawing = |id: &str| {
        let (color, figure) = Figure::of_id(id)
            .ok_or_else(|| Refusal::bad_request(format!("there is no figure '{id}'")))?;
        Ok((id.to_owned(), pictures::drawing(&figure.seen_by(bottom), color)))
    };
    request.texts("ids", limits::ITEMS)?.into_iter().map(drawing).collect()
}

/// The picture of the position of a request.
pub(super) fn diagram(request: &Request) -> Result<String, Refusal> {
    let game = &*request.session()?;
    let mut options = Options {
        bottom: bottom(request)?,
        theme: theme(request)?,
        coordinates: !request.flag("bare")?,
        last_move: Options::last_move_of(game),
        pixels: request.number("size")?.unwrap_or(40),
        ..Options::default()
    };
    if !PIXELS.contains(&options.pixels) {
        let (least, most) = (PIXELS.start(), PIXELS.end());
        return Err(Refusal::bad_request(format!("'size' is from {least} to {most}")));
    }
    for name in request.texts("from", limits::ITEMS)? {
        options.moves_from(game, name).map_err(Refusal::bad_request)?;
    }
    for text in request.texts("marks", limits::ITEMS)? {
        options.mark(game, text).map_err(Refusal::bad_request)?;
    }
    for text in request.texts("arrows", limits::ITEMS)? {
        options.arrow(game, text).map_err(Refusal::bad_request)?;
    }
    Ok(pictures::board(game, &options))
}

/// The picture of kinds of pieces side by side.
pub(super) fn legend(request: &Request) -> Result<String, Refusal> {
    let game = game::session(request.variant()?);
    let tokens = request.texts("tokens", limits::ITEMS)?;
    let kinds = pictures::kinds_of(&*game, &tokens).map_err(Refusal::bad_request)?;
    Ok(pictures::chart_of(&*game, &kinds, theme(request)?))
}

/// The side at the bottom.
fn bottom(request: &Request) -> Result<Color, Refusal> {
    Ok(if request.flag("flip")? { Color::Black } else { Color::White })
}

fn theme(request: &Request) -> Result<Theme, Refusal> {
    Ok(if request.flag("dark")? { Theme::Dark } else { Theme::Light })
}
