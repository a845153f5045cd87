//! What the pieces of a game are: a list of all, and the kinds that a name can mean.

use std::fmt::Write;

use vertumnus_core::board::Color;
use vertumnus_core::game::{Session, story};
use vertumnus_core::rules::{Kind, KindInfo, Piece};

use crate::text::filled;

/// Names of one or two letters are tokens. Longer ones may be the beginning of a name.
const SHORTEST_BEGINNING: usize = 3;

/// All pieces of a game, in lines of this many columns: those of one letter with what they do, and the
/// compounds of such letters.
pub(super) fn legend(game: &dyn Session, width: usize) -> String {
    let mut text = format!("The pieces of {}:", game.title());
    let mut compounds = Vec::new();
    for (kind, info) in kinds(game) {
        let token = game.token(Piece::new(kind, Color::White));
        if info.token.len() > 1 {
            compounds.push(format!("{token} {}", info.name));
            continue;
        }
        // Writing to a string does not fail.
        let _ = write!(text, "\n  {token}  {}: {}", info.name, game.in_words(info.powers));
        if let Some(effect) = info.effect {
            let _ = write!(text, "; {}", effect.in_words());
        }
    }
    if !compounds.is_empty() {
        text.push_str("\nCompounds do what each of their letters does:");
        // No line ends between the letters and the name.
        let mut column = width;
        for compound in &compounds {
            let length = compound.chars().count() + ", ".len();
            if column + length > width {
                text.push_str("\n ");
                column = 1;
            }
            let _ = write!(text, " {compound},");
            column += length;
        }
        text.pop();
    }
    filled(&text, width)
}

/// What a person is told who asks for a piece by its letters or its name, whole or its beginning.
pub(super) fn what(game: &dyn Session, name: &str) -> String {
    let found = named(game, name);
    match found[..] {
        [] => format!("there is no square and no piece '{name}'; legend lists the pieces"),
        [kind] => story::kind(game, kind),
        _ => {
            let names = found.iter().filter_map(|&kind| game.kind(kind)).map(|info| info.name);
            format!("which one: {}?", names.collect::<Vec<_>>().join(", "))
        }
    }
}

fn named(game: &dyn Session, name: &str) -> Vec<Kind> {
    let name = name.trim_matches(['{', '}']).to_lowercase();
    let fitting = |fits: &dyn Fn(&KindInfo) -> bool| -> Vec<Kind> {
        kinds(game).filter(|(_, info)| fits(info)).map(|(kind, _)| kind).collect()
    };
    let exact = fitting(&|info| {
        info.token.eq_ignore_ascii_case(&name) || info.name.eq_ignore_ascii_case(&name)
    });
    if !exact.is_empty() || name.len() < SHORTEST_BEGINNING {
        return exact;
    }
    fitting(&|info| info.name.to_lowercase().starts_with(&name))
}

fn kinds(game: &dyn Session) -> impl Iterator<Item = (Kind, &'static KindInfo)> {
    let kinds = (0u8..).map_while(|number| Kind::try_from(number).ok()).zip(game.kinds());
    kinds.filter(|&(kind, _)| game.shown(kind) == kind)
}

#[cfg(test)]
mod tests {
    use vertumnus_core::game::session;
    use vertumnus_core::rules::Variant;

    use super::*;

    #[test]
    fn each_piece_is_in_the_legend_and_found_by_its_letters_and_its_name() {
        for &variant in Variant::bundled() {
            let game = session(variant);
            let legend = legend(&*game, 80);
            for (_, info) in kinds(&*game) {
                let is_whole = |line: &str| line.contains(info.name) && line.contains(info.token);
                assert!(legend.lines().any(is_whole), "{variant}: {legend}");
                for name in [info.token.to_lowercase(), format!("{{{}}}", info.token)] {
                    let told = what(&*game, &name);
                    assert!(told.starts_with(info.name), "{variant}: {name}: {told}");
                }
                assert!(what(&*game, &info.name.to_uppercase()).contains("): it "), "{variant}");
            }
        }
    }

    #[test]
    fn a_beginning_will_do_and_what_fits_nothing_or_much_is_said() {
        let game = session(Variant::default());
        assert!(what(&*game, "nonesuch").contains("no piece 'nonesuch'"));
        let Some(variant) = Variant::named("fairyeater") else { return };
        let game = session(variant);
        assert!(what(&*game, "night").starts_with("Nightrider (N)"));
        assert!(what(&*game, "sower of").starts_with("Sower of Chaos (C)"));
        let Some(variant) = Variant::named("powerabsorption") else { return };
        let told = what(&*session(variant), "queen-");
        assert!(told.starts_with("which one: ") && told.contains("Queen-Knight-Pawn"), "{told}");
    }
}
