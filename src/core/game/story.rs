//! Moves and pieces in words.
//!
//! ```
//! use vertumnus_core::game::{self, story};
//! use vertumnus_core::rules::Variant;
//!
//! let game = game::session(Variant::Chess);
//! let g1 = game.parse_square("g1").unwrap();
//! let text = story::square(&*game, g1);
//! assert!(text.starts_with("g1: White's Knight (N); it leaps like a knight."));
//! assert!(text.ends_with("Nf3 Nh3") || text.ends_with("Nh3 Nf3"));
//! ```

use std::fmt::Write;

use crate::board::{Color, Square};
use crate::game::{MoveView, Session};
use crate::rules::{Kind, Piece, Power, PowerSet};

/// What a move does besides going from one square to another, before it is made: what it takes, what
/// becomes of the mover, what vanishes. Empty if there is nothing to say.
pub fn effects(game: &dyn Session, view: &MoveView) -> String {
    told(game, view, false)
}

/// The same, without what the mover can do afterwards, and with no more than two pieces by their names.
pub fn effects_in_brief(game: &dyn Session, view: &MoveView) -> String {
    told(game, view, true)
}

fn told(game: &dyn Session, view: &MoveView, in_brief: bool) -> String {
    let mover = name(game, view.mover);
    let victims = victims(game, view);
    let are_many = |pieces: &[String]| in_brief && pieces.len() > 2;
    let list = |pieces: &[String]| {
        if are_many(pieces) { format!("{} pieces", pieces.len()) } else { joined(pieces) }
    };
    let becomes = || {
        let words = match (in_brief, view.absorbs) {
            (true, _) => named,
            (false, true) => described,
            (false, false) => introduced,
        };
        words(game, view.becomes)
    };
    let mut text = match (victims.is_empty(), view.is_castling) {
        (_, true) => "Castling.".to_owned(),
        _ if view.is_pass() => "Pass.".to_owned(),
        (true, _) if let Some(friend) = view.friend => {
            let (friend, to) = (name(game, friend), game.square_name(view.to));
            format!("The {mover} merges with the {friend} on {to}. Both are now {}.", becomes())
        }
        (true, _) if let Some(rest) = view.rest => {
            let (part, rest) = (named(game, view.becomes), named(game, rest));
            format!("{} leaves the {mover}; {rest} stays.", capital(&part))
        }
        (true, _) if view.changes_mover() => format!("The {mover} becomes {}.", becomes()),
        (true, _) => String::new(),
        (false, _) => {
            let victims = list(&victims);
            if view.absorbs {
                let takes = if in_brief { "" } else { "takes and " };
                format!("The {mover} {takes}absorbs {victims}. It is now {}.", becomes())
            } else if view.changes_mover() {
                format!("The {mover} takes {victims} and becomes {}.", becomes())
            } else if view.declines {
                format!("The {mover} takes {victims} and stays {}.", with_article(mover))
            } else {
                format!("The {mover} takes {victims}.")
            }
        }
    };
    if !view.removed.is_empty() {
        let itself = format!("the {mover} itself");
        let removed: Vec<String> = view
            .removed
            .iter()
            .map(|&square| match game.piece_at(square) {
                _ if square == view.to => itself.clone(),
                Some(piece) => placed(game, piece, square),
                None => game.square_name(square),
            })
            .collect();
        let verb = if removed.len() == 1 { "vanishes" } else { "vanish" };
        let is_hidden = are_many(&removed) && !view.survives();
        let too = if is_hidden { format!(", {itself} too") } else { String::new() };
        add(&mut text, &format!("{} {verb}{too}.", capital(&list(&removed))));
    }
    for piece in &view.gained {
        let gained = named(game, piece.kind());
        add(&mut text, &format!("{} has {gained} more in hand.", piece.color()));
    }
    if view.goes_over {
        add(&mut text, &format!("The {mover} goes over to {}.", !game.side_to_move()));
    }
    if !view.converted.is_empty() {
        let come = if view.converted.len() == 1 { "comes" } else { "come" };
        let converted = view.converted.iter();
        let converted: Vec<String> = converted
            .filter_map(|&square| Some(placed(game, game.piece_at(square)?, square)))
            .collect();
        let pieces = capital(&list(&converted));
        add(&mut text, &format!("{pieces} {come} over to {}.", game.side_to_move()));
    }
    text
}

/// Adds a sentence.
fn add(text: &mut String, sentence: &str) {
    let blank = if text.is_empty() { "" } else { " " };
    let _ = write!(text, "{blank}{sentence}");
}

/// What tells one of several moves from the others: what it takes on its way, and what it makes of the
/// mover.
pub fn choice(game: &dyn Session, view: &MoveView) -> String {
    let mover = name(game, view.mover);
    let what = if view.changes_mover() {
        format!("becomes {}", described(game, view.becomes))
    } else {
        format!("stays {}", with_article(mover))
    };
    match joined(&victims(game, view)) {
        none if none.is_empty() => format!("takes nothing, {what}"),
        victims => format!("takes {victims}, {what}"),
    }
}

/// What stands on a square, what it can do by itself and by whom, and where it can go now.
pub fn square(game: &dyn Session, square: Square) -> String {
    let name_of_square = game.square_name(square);
    let views = game.views();
    let Some(piece) = game.piece_at(square) else {
        let comers: Vec<String> =
            views.iter().filter(|view| view.to == square).map(|view| game.san(view.mv)).collect();
        let side = game.side_to_move();
        return if comers.is_empty() {
            format!("{name_of_square} is empty; {side} has no move there.")
        } else {
            format!("{name_of_square} is empty; {side} can go there: {}", comers.join(" "))
        };
    };
    let (color, token) = (piece.color(), game.token(piece));
    let Some(kind) = game.kind(piece.kind()) else { return String::new() };
    let mut text = format!(
        "{name_of_square}: {color}'s {} ({token}); it {}.",
        kind.name,
        game.in_words(kind.powers)
    );
    for note in notes(game, square) {
        let _ = write!(text, "\n  {note}");
    }
    let moves: Vec<String> =
        views.iter().filter(|view| view.from == square).map(|view| game.san(view.mv)).collect();
    if !moves.is_empty() {
        let _ = write!(text, "\n  Its moves now: {}", moves.join(" "));
    } else if color == game.side_to_move() {
        text.push_str("\n  It has no legal move now.");
    }
    text
}

/// What pieces of a kind can do by themselves, and where on the board they stand.
pub fn kind(game: &dyn Session, kind: Kind) -> String {
    let Some(info) = game.kind(kind) else { return String::new() };
    let token = game.token(Piece::new(kind, Color::White));
    let mut text = format!("{} ({token}): it {}.", info.name, game.in_words(info.powers));
    if let Some(effect) = info.effect {
        let _ = write!(text, "\n  It {}.", effect.in_words());
    }
    let of = |color: Color| {
        let is_it = move |&square: &Square| {
            let piece = game.piece_at(square);
            piece.is_some_and(|piece| piece.color() == color && game.shown(piece.kind()) == kind)
        };
        let squares = game.shape().squares().filter(is_it);
        let names: Vec<String> = squares.map(|square| game.square_name(square)).collect();
        (!names.is_empty()).then(|| format!("{color}'s on {}", names.join(" ")))
    };
    let places: Vec<String> = [Color::White, Color::Black].into_iter().filter_map(of).collect();
    let places = if places.is_empty() { "none on the board".to_owned() } else { places.join(", ") };
    let _ = write!(text, "\n  Now: {places}.");
    for color in Color::ALL {
        let held = game.in_hand(color).into_iter().find(|(held, _)| *held == kind);
        if let Some((_, count)) = held {
            let _ = write!(text, " {color} has {count} in hand.");
        }
    }
    text
}

/// What its neighbors are to the piece on a square, and it to them, and whether it can castle, in
/// sentences; none if there is no piece.
pub fn notes(game: &dyn Session, square: Square) -> Vec<String> {
    let words = |power: Power| game.in_words(PowerSet::of(&[power]));
    let all = |squares: &[Square]| -> String {
        let pieces = squares.iter().filter_map(|&at| Some(placed(game, game.piece_at(at)?, at)));
        joined(&pieces.collect::<Vec<_>>())
    };
    let mut notes = Vec::new();
    if game.is_frozen(square) {
        notes.push("It is frozen: it neither moves nor attacks.".to_owned());
    }
    let lenders = game.lenders(square);
    for (power, from) in by_power(lenders) {
        let lend = if from.len() == 1 { "lends" } else { "lend" };
        notes.push(format!("{} {lend} it: {}.", capital(&all(&from)), words(power)));
    }
    let lent = borrowers(game, square).into_iter().map(|(borrower, power)| (power, borrower));
    for (power, to) in by_power(lent) {
        notes.push(format!("It lends {}: {}.", all(&to), words(power)));
    }
    let info = game.piece_at(square).and_then(|piece| game.kind(piece.kind()));
    if let Some(effect) = info.and_then(|info| info.effect) {
        notes.push(format!("It {}.", effect.in_words()));
    }
    for (to, against) in game.castlings(square) {
        let to = game.square_name(to);
        notes.push(match against {
            None => format!("It can castle to {to}."),
            Some(against) => format!("It cannot castle to {to}: {}.", game.explain(against)),
        });
    }
    notes
}

/// Each power once, in the order in which they come, with all its squares.
fn by_power(pairs: impl IntoIterator<Item = (Power, Square)>) -> Vec<(Power, Vec<Square>)> {
    let mut groups: Vec<(Power, Vec<Square>)> = Vec::new();
    for (power, square) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == power) {
            Some((_, squares)) => squares.push(square),
            None => groups.push((power, vec![square])),
        }
    }
    groups
}

/// The pieces to which the piece on a square lends a power.
fn borrowers(game: &dyn Session, lender: Square) -> Vec<(Square, Power)> {
    let lent = |square: Square| {
        game.lenders(square)
            .into_iter()
            .filter(move |&(_, from)| from == lender)
            .map(move |(power, _)| (square, power))
    };
    game.shape().squares().flat_map(lent).collect()
}

/// What a move takes, each with its square, in the order of its way.
fn victims(game: &dyn Session, view: &MoveView) -> Vec<String> {
    let mut squares: Vec<Square> = view.stops.to_vec();
    if view.is_capture {
        squares.push(view.to);
    }
    let mut victims: Vec<String> = squares
        .iter()
        .filter_map(|&square| Some(placed(game, game.piece_at(square)?, square)))
        .collect();
    if view.is_en_passant && victims.is_empty() {
        victims.push("the pawn that passed".to_owned());
    }
    victims
}

/// A piece with its square: `the Rook on d5`.
fn placed(game: &dyn Session, piece: Piece, square: Square) -> String {
    format!("the {} on {}", name(game, piece.kind()), game.square_name(square))
}

fn name(game: &dyn Session, kind: Kind) -> &'static str {
    game.kind(kind).map_or("piece", |info| info.name)
}

/// `a Rook-Knight`.
fn named(game: &dyn Session, kind: Kind) -> String {
    with_article(name(game, kind))
}

/// `a Rook-Knight: it slides like a rook, leaps like a knight`.
fn described(game: &dyn Session, kind: Kind) -> String {
    let powers = game.kind(kind).map_or_else(String::new, |info| game.in_words(info.powers));
    format!("{}: it {powers}", named(game, kind))
}

/// The same, without the powers of kinds that the start position has.
fn introduced(game: &dyn Session, kind: Kind) -> String {
    let is_known = game.kinds_at_start().contains(&game.shown(kind));
    if is_known { named(game, kind) } else { described(game, kind) }
}

/// A noun with its article: `a Pawn`, `an Archbishop`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {noun}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `the Rook on d5, the Pawn on d6 and the Bishop on d7`.
fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use crate::game::session;
    use crate::rules::Variant;

    use super::*;

    /// The game of a name in the position of a FEN; `None` if it is not built in.
    fn at(name: &str, fen: &str) -> Option<Box<dyn Session>> {
        let mut game = session(Variant::named(name)?);
        game.set_position(Some(fen), &[]).expect("a position");
        Some(game)
    }

    fn effects_of(game: &dyn Session, text: &str) -> String {
        effects(game, &game.view(game.parse(text).expect("a move")).expect("a legal one"))
    }

    #[test]
    fn absorbing_and_declining_are_told_apart() {
        let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
        let Some(game) = at("powerabsorption", fen) else { return };
        assert_eq!(
            effects_of(&*game, "d1d5{rn}"),
            "The Rook takes and absorbs the Knight on d5. It is now a Rook-Knight: it leaps like a \
             knight, slides like a rook."
        );
        let absorbing = game.view(game.parse("d1d5{rn}").expect("a move")).expect("a legal one");
        assert_eq!(
            effects_in_brief(&*game, &absorbing),
            "The Rook absorbs the Knight on d5. It is now a Rook-Knight."
        );
        assert_eq!(effects_of(&*game, "d1d5"), "The Rook takes the Knight on d5 and stays a Rook.");
        assert_eq!(effects_of(&*game, "d1d4"), "");
        let choices = game.typed("d1d5").expect("two moves").into_iter();
        let choices: Vec<String> =
            choices.map(|mv| choice(&*game, &game.view(mv).expect("a legal move"))).collect();
        assert_eq!(
            choices,
            [
                "takes the Knight on d5, stays a Rook",
                "takes the Knight on d5, becomes a Rook-Knight: it leaps like a knight, slides like a rook",
            ]
        );
    }

    #[test]
    fn who_declines_could_absorb_by_another_legal_move() {
        for &variant in Variant::bundled() {
            let mut game = session(variant);
            for ply in 0..80 {
                let views = game.views();
                for view in &views {
                    let same = |other: &&MoveView| {
                        (other.from, other.to, &other.stops) == (view.from, view.to, &view.stops)
                    };
                    let could = views.iter().filter(same).any(|other| other.absorbs);
                    assert_eq!(view.declines, could && !view.absorbs, "{view:?} {}", game.fen());
                }
                let mut captures = views.iter().filter(|view| view.victims().next().is_some());
                let next = captures.next_back().or(views.get(ply * 7 % views.len().max(1)));
                let Some(next) = next else { break };
                game.play(next.mv).expect("a legal move");
            }
        }
    }

    #[test]
    fn squares_change_pieces_without_absorbing() {
        let Some(game) = at("morphing", "4k4/p8/9/9/9/9/9/P8/1N2K4 w - - 0 1") else { return };
        assert_eq!(
            effects_of(&*game, "b1c3a"),
            "The Knight becomes an Archbishop: it leaps like a knight, slides like a bishop."
        );
    }

    #[test]
    fn many_pieces_that_vanish_are_counted_in_brief() {
        let Some(game) =
            at("combination", "***k***/*2p1P*/*2i2*/*Pp3*/3P1n1/*1A3*/*5*/*5*/***K*** w - - 0 1")
        else {
            return;
        };
        let view = game.view(game.parse("c4c6").expect("a move")).expect("a legal one");
        let told = "The Amplifier takes the Pawn on c6. 5 pieces vanish, the Amplifier itself too.";
        assert_eq!(effects_in_brief(&*game, &view), told);
    }

    #[test]
    fn a_kind_tells_what_it_does_and_where_it_stands() {
        let fen = "4k4/9/9/9/4n4/9/9/9/2N1K1N2 w - - 0 1";
        let Some(game) = at("fairyeater", fen) else { return };
        let named = |name: &str| {
            let index = game.kinds().iter().position(|info| info.name == name);
            Kind::try_from(u8::try_from(index.expect("it is there")).expect("few")).expect("few")
        };
        assert_eq!(
            kind(&*game, named("Nightrider")),
            "Nightrider (N): it rides in knight's leaps along a line.\n  Now: White's on c1 g1, \
             Black's on e5."
        );
        assert!(kind(&*game, named("Ghost")).ends_with("\n  Now: none on the board."));
    }

    #[test]
    fn a_square_tells_who_lends_what() {
        let fen = "***1***/*1k3*/*5*/*5*/7/*3PB*/*2R2*/*5*/***K*** w - - 0 1";
        let Some(game) = at("combination", fen) else { return };
        let told = square(&*game, game.parse_square("e4").expect("a square"));
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "e4: White's Pawn (P); it moves like a pawn.");
        assert_eq!(lines[1], "  The Rook on d3 lends it: slides like a rook.");
        assert_eq!(lines[2], "  The Bishop on f4 lends it: slides like a bishop.");
        assert!(lines[3].starts_with("  Its moves now: "), "{told}");
        let rook = square(&*game, game.parse_square("d3").expect("a square"));
        assert!(rook.contains("\n  It lends the Pawn on e4: slides like a rook."), "{rook}");
        // What several have is told once.
        let fen = "***1***/*4k*/*5*/*5*/7/*1P1PB*/*2R2*/*5*/***K*** w - - 0 1";
        let Some(game) = at("combination", fen) else { return };
        let rook = square(&*game, game.parse_square("d3").expect("a square"));
        let lent = "\n  It lends the Pawn on c4 and the Pawn on e4: slides like a rook.";
        assert!(rook.contains(lent), "{rook}");
    }
}
