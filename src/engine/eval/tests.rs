//! What holds for every evaluation, by a trained network or an untrained one.

use std::sync::Arc;

use super::limit::LIMIT;
use super::{EvalSource, Evaluator, Network};
use vertumnus_core::board::Color;
use vertumnus_core::position::{Position, testing::each_position};
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// The FEN of the same position with the sides exchanged and the board turned upside down.
pub(super) fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |text: &str| -> String {
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(swap).collect()
    };
    let (board, hands) = fields[0].split_at(fields[0].find('[').unwrap_or(fields[0].len()));
    let board: Vec<String> = board.split('/').rev().map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let (white, black): (Vec<char>, Vec<char>) =
        swap_case(fields[2]).chars().partition(char::is_ascii_uppercase);
    let rights: String = white.into_iter().chain(black).collect();
    let (board, hands) = (board.join("/"), swap_case(hands));
    format!("{board}{hands} {side} {rights} - {} {}", fields[4], fields[5])
}

struct SidesAreTreatedAlike;

impl Visitor for SidesAreTreatedAlike {
    type Output = ();

    fn visit<R: Ruleset>(self, rules: R) {
        for source in [EvalSource::BuiltIn, EvalSource::Untrained] {
            let evaluator = Evaluator::by(rules, source).expect("it is for all games");
            each_position(rules, 8, 120, |position| {
                let fen = position.fen();
                let mirror = Position::from_fen(rules, &mirrored(&fen)).expect("a position");
                assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&mirror), "{fen}");
            });
        }
    }
}

#[test]
fn the_mirror_image_is_worth_the_same() {
    for variant in Variant::bundled() {
        variant.visit(SidesAreTreatedAlike);
    }
}

struct PartsMakeTheWhole;

impl Visitor for PartsMakeTheWhole {
    type Output = ();

    fn visit<R: Ruleset>(self, rules: R) {
        for source in [EvalSource::BuiltIn, EvalSource::Untrained] {
            let evaluator = Evaluator::by(rules, source).expect("it is for all games");
            each_position(rules, 8, 120, |position| {
                let whole = evaluator.evaluate(position);
                let parts: i32 =
                    evaluator.explain(position).terms.iter().map(|term| term.white).sum();
                let side = if position.side_to_move() == Color::White { 1 } else { -1 };
                assert_eq!(whole, side * parts, "{}", position.fen());
                assert!(whole.abs() < LIMIT);
            });
        }
    }
}

#[test]
fn an_explanation_sums_to_the_evaluation() {
    for variant in Variant::bundled() {
        variant.visit(PartsMakeTheWhole);
    }
}

/// The traditional values of the pieces follow from what they attack.
#[test]
fn chess_has_its_well_known_values() {
    use vertumnus_core::rules::chess::Chess;
    let evaluator = Evaluator::by(Chess, EvalSource::Untrained).expect("it is for all games");
    for (token, least, most) in
        [("P", 90, 110), ("N", 300, 330), ("B", 315, 350), ("R", 480, 530), ("Q", 900, 1000)]
    {
        let kind = Chess.facts().kind_of_token(token).expect("a kind of this token");
        let value = evaluator.kind_value(kind);
        assert!((least..=most).contains(&value), "{token} {value}");
    }
}

#[test]
fn a_lead_fades_as_the_clock_runs_up() {
    use vertumnus_core::rules::chess::Chess;
    let evaluator = Evaluator::shared(Chess);
    let worth = |clock: u32| {
        let fen = format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {clock} 60");
        evaluator.evaluate(&Position::from_fen(Chess, &fen).expect("a position"))
    };
    assert!(worth(0) > worth(40) && worth(40) > worth(99) && worth(99) > 0);
}

#[test]
fn a_minor_piece_alone_wins_nothing() {
    use vertumnus_core::rules::chess::Chess;
    let evaluator = Evaluator::shared(Chess);
    let fen = "4k3/p7/8/8/8/8/8/2BNK3 w - - 0 1";
    let two = evaluator.evaluate(&Position::from_fen(Chess, fen).expect("a position"));
    let fen = "4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1";
    let one = evaluator.evaluate(&Position::from_fen(Chess, fen).expect("a position"));
    assert!(two > one + 200 && one < 100, "{two} {one}");
}

struct UntrainedNetwork;

impl Visitor for UntrainedNetwork {
    type Output = EvalSource;

    fn visit<R: Ruleset>(self, rules: R) -> EvalSource {
        EvalSource::Network(Arc::new(Network::untrained(rules)))
    }
}

struct Takes(EvalSource);

impl Visitor for Takes {
    type Output = Result<(), String>;

    fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
        Evaluator::by(rules, self.0).map(drop).map_err(|error| error.to_string())
    }
}

#[test]
fn a_network_evaluates_its_own_game_alone() {
    for of in Variant::bundled() {
        let network = of.visit(UntrainedNetwork);
        for played in Variant::bundled() {
            let refusal = (of != played).then(|| format!("it is of {of}, not of {played}"));
            assert_eq!(played.visit(Takes(network.clone())).err(), refusal);
        }
    }
}
