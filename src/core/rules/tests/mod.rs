//! What holds for all games of the build, and the rules of each by positions.

#[cfg(any(feature = "bundle", feature = "chancellor"))]
mod chancellor;
#[cfg(feature = "chess")]
mod chess;
#[cfg(feature = "combination")]
mod combination;
#[cfg(feature = "fairyeater")]
mod fairyeater;
mod generated;
#[path = "../../build/generator.rs"]
mod generator;
#[cfg(any(feature = "bundle", feature = "modern"))]
mod modern;
#[cfg(feature = "morphing")]
mod morphing;
#[cfg(any(feature = "bundle", feature = "chancellor", feature = "modern"))]
mod of_any_game;
#[cfg(feature = "powerabsorption")]
mod powerabsorption;
#[cfg(feature = "stealthbomber")]
mod stealthbomber;

use super::*;
use crate::dispatch;

#[test]
fn tokens_lead_back_to_kinds() {
    for &variant in Variant::bundled() {
        dispatch!(variant, |rules: R| {
            for kind in rules.facts().each_kind() {
                let token = rules.facts().info(kind).token;
                let reversed: String = token.chars().rev().collect();
                assert_eq!(
                    rules.facts().kind_of_token(token),
                    Some(kind),
                    "{token} in {}",
                    rules.facts().name
                );
                assert_eq!(
                    rules.facts().kind_of_token(&reversed),
                    Some(kind),
                    "{reversed} in {}",
                    rules.facts().name
                );
                let texts = Color::ALL.map(|color| rules.facts().token(Piece::new(kind, color)));
                assert_eq!(texts[0].to_lowercase(), texts[1]);
                assert_eq!(texts[0].contains('{'), token.len() > 1);
            }
            for token in ["", "x", "k", "KK", "PPPPPPPPP", "É"] {
                assert_eq!(
                    rules.facts().kind_of_token(token),
                    None,
                    "{token} in {}",
                    rules.facts().name
                );
            }
        });
    }
}

/// Counting moves relies on it.
#[test]
fn moves_without_capture_branch_in_promotion_zones_alone() {
    fn branches_in_zone_alone<R: Ruleset>(rules: R, color: Color, mover: Kind, to: Square) {
        let (state, from) = (R::State::default(), to);
        let becomes =
            rules.becomes(Landing { state, color, mover, from, to, victims: &[], full: 0 });
        let zone = rules.promotion_zone(mover, color);
        assert!(!becomes.is_empty());
        assert!(
            becomes.len() == 1 || zone.has(to),
            "{mover:?} on {to:?} in {}",
            rules.facts().name
        );
    }

    for &variant in Variant::bundled() {
        dispatch!(variant, |rules: R| {
            for mover in rules.facts().each_kind() {
                for to in rules.board().tables().squares.squares() {
                    branches_in_zone_alone(rules, Color::White, mover, to);
                    branches_in_zone_alone(rules, Color::Black, mover, to);
                }
            }
        });
    }
}

#[test]
fn plain_pawns_exist_and_kings_are_royal() {
    for &variant in Variant::bundled() {
        dispatch!(variant, |rules: R| {
            let pawn = rules.facts().pawn.expect("every compiled game has pawns");
            assert!(
                rules.facts().powers_of(pawn) != PowerSet::default()
                    && !rules.facts().is_royal(pawn)
            );
            let king = rules.facts().kind_of_token("K").expect("every game has a king");
            assert!(rules.facts().is_royal(king));
        });
    }
}
