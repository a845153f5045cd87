//! Pieces in hand, in words.

use crate::definition::{Definition, Drop, Hands};
use crate::interpreter::Position;
use crate::motion::listed;
use crate::{Color, Kind};

use super::changes::a;
use super::{both, capitalised, one_of, region_in_words, twins};

/// What is in hand, and how it is dropped; none if nothing ever is in a hand. The game has its twins.
pub(super) fn paragraphs(game: &Definition) -> Vec<String> {
    let plain = twins::without(game);
    let (Some(hands), Some(with_twins)) = (&plain.hands, &game.hands) else { return Vec::new() };
    let mut out = vec![
        "A side may drop a piece that it has in hand on an empty square instead of moving."
            .to_owned(),
    ];
    let own: Vec<Kind> = hands.drops.iter().map(|drop| drop.kind).collect();
    let name = |kind: Kind| plain.kinds[kind.index()].name.clone();
    if hands.unlimited {
        out.push("Each side has all pieces in hand, however many it has dropped.".to_owned());
    } else if hands.captured.is_empty() {
        out.push(format!(
            "Only {} is ever in hand: captures put nothing there.",
            one_of(&plain, &own)
        ));
    } else {
        out.push(captures(&plain, game, with_twins));
    }
    out.extend(Color::ALL.into_iter().filter_map(|color| at_the_start(&plain, game, color)));
    out.extend(regions(&plain, hands));
    for Drop { kind, into, most_on_file: (_, most), may_mate, .. } in &hands.drops {
        if let [own, other] = into[..] {
            out.push(format!(
                "{} may be dropped as {}.",
                capitalised(&a(&name(own))),
                a(&name(other))
            ));
        }
        match most {
            0 => {}
            1 => out.push(format!(
                "No {} is dropped on a file on which its side has one already.",
                name(*kind)
            )),
            most => out.push(format!(
                "No {} is dropped on a file on which its side has {most} of them already.",
                name(*kind)
            )),
        }
        if !may_mate {
            out.push(format!("No drop of {} may mate.", a(&name(*kind))));
        }
    }
    if !hands.may_check {
        out.push("No drop may give check to a king.".to_owned());
    }
    if !hands.must_drop.is_empty() {
        let what = if hands.must_drop.len() == hands.drops.len() {
            "A side that can drop a piece has to.".to_owned()
        } else {
            let what = one_of(&plain, &hands.must_drop);
            format!(
                "A side that has {what} in hand drops nothing else, and moves only if it cannot drop one."
            )
        };
        out.push(what);
    }
    if let Some(kind) = hands.balanced {
        out.push(format!(
            "{} is dropped on a color on which its side has fewer than half of its own, and other drops leave room \
             for as many on either color.",
            capitalised(&a(&name(kind)))
        ));
    }
    if plain.extinction.is_some() {
        out.push("Extinction counts the pieces in hand, too.".to_owned());
    }
    if hands.castling {
        out.push(
            "A piece that is dropped where it castles from may castle, if the other one stands on its square, too."
                .to_owned(),
        );
    }
    out
}

/// What a side has in hand when the game begins.
fn at_the_start(plain: &Definition, game: &Definition, color: Color) -> Option<String> {
    let position = Position::start(game);
    let held = position.in_hand(color).map(|(kind, count)| {
        let name = &plain.kinds[kind.index()].name;
        if count == 1 { a(name) } else { format!("{count} of {}", a(name)) }
    });
    let held: Vec<String> = held.collect();
    (!held.is_empty()).then(|| format!("{color} begins with {} in hand.", listed(&held, "and")))
}

/// What captures put into hands.
fn captures(plain: &Definition, game: &Definition, hands: &Hands) -> String {
    let name = |kind: Kind| a(&plain.kinds[kind.index()].name);
    let mut out = "A captured piece goes into the hand of the side that captures it".to_owned();
    let bases = (0..plain.kinds.len()).map(|number| Kind::new(number as u8));
    let changed = bases.filter(|kind| !plain.kinds[kind.index()].royal).filter_map(|kind| {
        match hands.captured[kind.index()] {
            Some(fallen) if fallen == kind => None,
            Some(fallen) => Some(format!("{} as {}", name(kind), name(fallen))),
            None => Some(format!("{} goes into none", name(kind))),
        }
    });
    let changed: Vec<String> = changed.collect();
    if !changed.is_empty() {
        out = format!("{out}: {}", listed(&changed, "and"));
    }
    let twins = (plain.kinds.len()..game.kinds.len()).map(|number| Kind::new(number as u8));
    let mut fallen: Vec<(Kind, Vec<Kind>)> = Vec::new();
    for twin in twins {
        let Some(into) = hands.captured[twin.index()] else { continue };
        match fallen.iter_mut().find(|(known, _)| *known == into) {
            Some((_, all)) => all.push(game.base(twin)),
            None => fallen.push((into, vec![game.base(twin)])),
        }
    }
    let fallen: Vec<String> = fallen
        .iter()
        .map(|(into, from)| format!("{} by promotion as {}", one_of(plain, from), name(*into)))
        .collect();
    if !fallen.is_empty() {
        out = format!("{out}; what has become {}", listed(&fallen, "and"));
    }
    out + "."
}

/// Where pieces are dropped.
fn regions(plain: &Definition, hands: &Hands) -> Vec<String> {
    let mut alike: Vec<(String, Vec<Kind>)> = Vec::new();
    for drop in &hands.drops {
        let words = both(&|color: Color| Some(region_in_words(plain, drop.region[color])));
        match alike.iter_mut().find(|(known, _)| *known == words) {
            Some((_, kinds)) => kinds.push(drop.kind),
            None => alike.push((words, vec![drop.kind])),
        }
    }
    if let [(words, _)] = &alike[..] {
        let anywhere = words == "any square";
        return if anywhere { Vec::new() } else { vec![format!("Drops go to {words}.")] };
    }
    let drop = |(words, kinds): &(String, Vec<Kind>)| {
        format!("{} is dropped on {words}.", capitalised(&one_of(plain, kinds)))
    };
    alike.iter().map(drop).collect()
}
