use std::sync::Arc;

use super::general::General;
use super::training::{BUCKETS, Blueprint, FloatWeights};
use super::{Accumulators, Knowledge, Network, NetworkError};
use crate::eval::tapered::Tapered;
use crate::eval::tests::mirrored;
use crate::eval::{EvalSource, Evaluator};
use vertumnus_core::board::{Color, SplitMix64};
use vertumnus_core::dispatch;
use vertumnus_core::position::{Cell, Line, Position, testing::each_position};
use vertumnus_core::rules::chess::Chess;
use vertumnus_core::rules::definition::Definition;
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// One that a build cannot read would be left out without a word.
#[test]
fn games_that_come_with_the_program_play_by_their_networks() {
    for (_, name) in vertumnus_games::TRAINED {
        let variant = Variant::exactly(name).expect(name);
        let is_there =
            dispatch!(variant, |rules: R| -> bool { Network::embedded(rules).is_some() });
        assert!(is_there, "{name}");
    }
}

/// A network belongs to rules, whatever the game is called.
#[test]
fn a_game_of_the_same_rules_plays_by_the_same_network() {
    let known = Variant::named("crazyhouse").expect("it comes with the program");
    let definition = known.definition().expect("it is one of a file");
    let play = |name: &str, edit: fn(&mut Definition)| {
        let mut game = Definition { name: name.to_owned(), ..definition.clone() };
        edit(&mut game);
        Variant::load(&game).expect("it can be played")
    };
    let rows = |game: Variant| {
        let network = dispatch!(game, |rules: R| -> Option<Network> { Network::embedded(rules) });
        network.map(|network| network.rows)
    };
    assert!(rows(known).is_some());
    assert_eq!(rows(play("hopeful", |_| ())), rows(known));
    let other = play("hopeless", |game| game.start = game.start.replace("nbq", "bnq"));
    assert_eq!(rows(other), None);
}

/// A network with random weights.
pub(in crate::eval) fn random_network(variant: Variant, hidden: usize) -> Network {
    let blueprint = Blueprint::of(variant);
    blueprint.network(&random_weights(&blueprint, hidden)).expect("small weights")
}

fn random_weights(blueprint: &Blueprint, hidden: usize) -> FloatWeights {
    let mut random = SplitMix64::new(5);
    let mut weight = |most: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * most;
    let mut weights = |count: usize, most: f32| (0..count).map(|_| weight(most)).collect();
    FloatWeights {
        hidden,
        biases: weights(hidden, 0.5),
        rows: weights(blueprint.rows() * hidden, 0.1),
        outputs: weights(BUCKETS * 2 * hidden, 1.0),
        output_biases: weights(BUCKETS, 0.01),
        psqt: vec![[3.0, -2.0]; blueprint.rows()],
        scale: 400.0,
        psqt_scale: 1.0,
    }
}

fn evaluator<R: Ruleset>(rules: R, hidden: usize) -> Arc<Evaluator<R>> {
    let variant = rules.facts().name.parse().expect("a game");
    let network = Arc::new(random_network(variant, hidden));
    Evaluator::by(rules, EvalSource::Network(network)).expect("it is of this game")
}

/// Compares the sums of the last position with those from scratch.
fn compare<R: Ruleset>(evaluator: &Evaluator<R>, line: &Line<R>, accumulators: &mut Accumulators) {
    let position = line.position();
    let (updated, fresh) =
        (evaluator.evaluate_line(line, accumulators), evaluator.evaluate_unscaled(position));
    assert_eq!(updated, fresh, "{}", position.fen());
    let network = &evaluator.network;
    let mut fresh = Accumulators::default();
    let fresh = fresh.of_pieces(network, position.placement(), position.hands());
    let sums = accumulators.of_line(network, line);
    assert_eq!((sums.psqt, sums.pieces), (fresh.psqt, fresh.pieces), "{}", position.fen());
    assert!(sums.hidden == fresh.hidden, "{}", position.fen());
}

/// Random games with null moves and undone moves, in which only some positions are evaluated.
struct RandomGames {
    games: usize,
    plies: usize,
}

impl Visitor for RandomGames {
    type Output = usize;

    fn visit<R: Ruleset>(self, rules: R) -> usize {
        let evaluator = evaluator(rules, 128);
        let mut random = SplitMix64::new(3);
        let mut compared = 0;
        for _ in 0..self.games {
            let mut line = Line::new(Position::start(rules));
            let mut accumulators = Accumulators::below(&line);
            for _ in 0..self.plies {
                let moves = line.position().legal_moves();
                match random.below(8) {
                    0 => {
                        // The search goes some plies back, and elsewhere.
                        for _ in 0..=random.below(4) {
                            line.undo();
                        }
                    }
                    1 if !line.position().in_check() => line.make_null(),
                    _ if moves.is_empty() => {
                        line.undo();
                    }
                    _ => line.make_unchecked(moves[random.below(moves.len())]),
                }
                if random.below(3) > 0 && line.position().placement().king(Color::White).is_some() {
                    compare(&evaluator, &line, &mut accumulators);
                    compared += 1;
                }
            }
        }
        compared
    }
}

/// Every node of the tree of legal moves.
struct Walk {
    depth: usize,
}

impl Visitor for Walk {
    type Output = usize;

    fn visit<R: Ruleset>(self, rules: R) -> usize {
        fn walk<R: Ruleset>(
            evaluator: &Evaluator<R>,
            line: &mut Line<R>,
            accumulators: &mut Accumulators,
            depth: usize,
        ) -> usize {
            compare(evaluator, line, accumulators);
            let mut nodes = 1;
            if depth > 0 {
                for mv in line.position().legal_moves() {
                    line.make_unchecked(mv);
                    nodes += walk(evaluator, line, accumulators, depth - 1);
                    line.undo();
                }
            }
            nodes
        }

        let evaluator = evaluator(rules, 64);
        let mut line = Line::new(Position::start(rules));
        let mut accumulators = Accumulators::below(&line);
        let mut nodes = walk(&evaluator, &mut line, &mut accumulators, self.depth);
        // Middlegames have captures, promotions and powers on loan.
        each_position(rules, 1, 80, |position| {
            if position.move_number() % 13 == 0 && position.side_to_move() == Color::White {
                let mut line = Line::new(*position);
                let mut accumulators = Accumulators::below(&line);
                nodes += walk(&evaluator, &mut line, &mut accumulators, self.depth - 1);
            }
        });
        nodes
    }
}

/// The games that come with the program, and some with pieces in hand.
fn games() -> impl Iterator<Item = Variant> {
    let with_hands = ["crazyhouse", "shogi"].into_iter().filter_map(Variant::named);
    Variant::bundled().iter().copied().chain(with_hands)
}

#[test]
fn updates_equal_sums_from_scratch() {
    for variant in games() {
        assert!(variant.visit(RandomGames { games: 6, plies: 120 }) > 100);
        assert!(variant.visit(Walk { depth: 2 }) > 200);
    }
}

#[test]
#[ignore = "a million positions of each game take minutes"]
fn updates_equal_sums_from_scratch_in_millions_of_positions() {
    for variant in games() {
        variant.visit(RandomGames { games: 4_000, plies: 250 });
        variant.visit(Walk { depth: 3 });
    }
}

struct SidesAreTreatedAlike;

impl Visitor for SidesAreTreatedAlike {
    type Output = ();

    fn visit<R: Ruleset>(self, rules: R) {
        let evaluator = evaluator(rules, 128);
        let mut seen = Vec::new();
        each_position(rules, 4, 120, |position| {
            let fen = position.fen();
            let mirror = Position::from_fen(rules, &mirrored(&fen)).expect("a position");
            let worth = evaluator.evaluate(position);
            assert_eq!(worth, evaluator.evaluate(&mirror), "{fen}");
            let parts: i32 = evaluator.explain(position).terms.iter().map(|term| term.white).sum();
            let side = if position.side_to_move() == Color::White { 1 } else { -1 };
            assert_eq!(worth, side * parts, "{fen}");
            seen.push(worth);
        });
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 50, "the network sees no difference");
    }
}

#[test]
fn the_mirror_image_is_worth_the_same_to_a_network() {
    for variant in games() {
        variant.visit(SidesAreTreatedAlike);
    }
}

/// Positions and their images from left to right, where no king stands on the file in the middle.
struct HalvesAreTreatedAlike;

impl Visitor for HalvesAreTreatedAlike {
    type Output = usize;

    fn visit<R: Ruleset>(self, rules: R) -> usize {
        let evaluator = evaluator(rules, 64);
        let board = crate::eval::board::Board::of(rules);
        let is_in_a_half = |king| board.left_to_right(king).is_some_and(|image| image != king);
        let mut compared = 0;
        each_position(rules, 4, 120, |position| {
            let kings = Color::ALL.map(|color| position.placement().king(color));
            if !kings.into_iter().flatten().all(is_in_a_half) || !position.castling().is_empty() {
                return;
            }
            let setup = position.setup();
            let mut image = setup.clone();
            image.en_passant = None;
            for &square in &board.squares {
                let from = board.left_to_right(square).expect("the board has two like halves");
                image.cells[square.index()] = setup.cells[from.index()];
            }
            let Ok(image) = Position::from_setup(rules, &image) else { return };
            assert_eq!(
                evaluator.evaluate(position),
                evaluator.evaluate(&image),
                "{}",
                position.fen()
            );
            compared += 1;
        });
        compared
    }
}

#[test]
fn the_halves_of_the_board_are_alike_to_a_mirrored_network() {
    for &variant in Variant::bundled() {
        if Blueprint::of(variant).is_mirrored() {
            assert!(variant.visit(HalvesAreTreatedAlike) > 10, "{variant}");
        }
    }
}

/// Takes each piece off, and compares the evaluations.
struct PiecesAreWorthWhatIsLost;

impl Visitor for PiecesAreWorthWhatIsLost {
    type Output = usize;

    fn visit<R: Ruleset>(self, rules: R) -> usize {
        let evaluator = evaluator(rules, 64);
        let position = Position::start(rules);
        let white = |position: &Position<R>| match position.side_to_move() {
            Color::White => evaluator.evaluate(position),
            Color::Black => -evaluator.evaluate(position),
        };
        let mut compared = 0;
        for (square, worth) in evaluator.explain(&position).pieces {
            let mut setup = position.setup();
            let Cell::Piece(piece) = setup.cells[square.index()] else {
                panic!("no piece on {square:?}")
            };
            setup.cells[square.index()] = Cell::Empty;
            // Without some pieces a king would be in check, or could not castle.
            if let Ok(without) = Position::from_setup(rules, &setup) {
                let lost = white(&position) - white(&without);
                assert_eq!(worth, if piece.color() == Color::White { lost } else { -lost });
                compared += 1;
            }
        }
        compared
    }
}

#[test]
fn a_piece_is_worth_what_is_lost_without_it() {
    for variant in Variant::bundled() {
        assert!(variant.visit(PiecesAreWorthWhatIsLost) > 10, "{variant}");
    }
}

/// A network for all games with random weights.
fn random_general() -> General {
    General::new(&random_weights(&Blueprint::general(Variant::default()), 64))
}

/// Plays a random game with the network of a game that a network for all games gives.
struct GeneralGame<'a>(&'a General);

impl Visitor for GeneralGame<'_> {
    type Output = ();

    fn visit<R: Ruleset>(self, rules: R) {
        let source = EvalSource::General(Arc::new(self.0.clone()));
        let evaluator = Evaluator::by(rules, source).expect("it is for all games");
        assert_eq!(evaluator.network.knowledge(), Knowledge::General);
        let mut line = Line::new(Position::start(rules));
        let mut accumulators = Accumulators::below(&line);
        let mut random = SplitMix64::new(9);
        for _ in 0..60 {
            let moves = line.position().legal_moves();
            if moves.is_empty() || line.position().placement().king(Color::White).is_none() {
                break;
            }
            compare(&evaluator, &line, &mut accumulators);
            let fen = line.position().fen();
            let mirror = Position::from_fen(rules, &mirrored(&fen)).expect("a position");
            assert_eq!(evaluator.evaluate(line.position()), evaluator.evaluate(&mirror), "{fen}");
            line.make_unchecked(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn a_network_for_all_games_evaluates_each_of_them() {
    let general = random_general();
    for variant in Variant::bundled() {
        variant.visit(GeneralGame(&general));
    }
}

#[test]
fn a_network_for_all_games_is_read_as_it_was_written() {
    let general = random_general();
    let bytes = general.to_bytes();
    assert!(General::from_bytes(&bytes).is_ok_and(|read| read == general));
    for length in 0..bytes.len().min(300) {
        assert!(General::from_bytes(&bytes[..length]).is_err(), "{length}");
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    let refusal = General::from_bytes(&damaged).expect_err("it is damaged");
    assert_eq!(refusal.to_string(), "it is damaged");
    assert!(matches!(Network::from_bytes(&bytes), Err(NetworkError::Magic)));
}

/// A queen is worth more than a rook, and that more than two pawns.
#[test]
fn the_network_for_all_games_knows_the_pieces_of_chess() {
    let general = General::from_bytes(&vertumnus_games::GENERAL.bytes()).expect("a network");
    let source = EvalSource::General(Arc::new(general));
    let evaluator = Evaluator::by(Chess, source).expect("it is for all games");
    let worth =
        |fen: &str| evaluator.evaluate(&Position::from_fen(Chess, fen).expect("a position"));
    let start = worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let queen = worth("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let rook = worth("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1");
    let pawn = worth("rnbqkbnr/ppppp2p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(start.abs() < 100, "{start}");
    assert!(queen > rook + 200 && rook > pawn + 100 && pawn > start + 50, "{queen} {rook} {pawn}");
}

/// A training of a game's own network begins with nearly the same evaluation.
#[test]
fn what_was_learned_of_all_games_can_be_learned_on() {
    let source = EvalSource::General(Arc::new(random_general()));
    let evaluator = Evaluator::by(Chess, source).expect("it is for all games");
    let blueprint = Blueprint::of("chess".parse().expect("a game"));
    let weights = blueprint.weights(&evaluator.network).expect("they are of this game");
    let own = Arc::new(blueprint.network(&weights).expect("small weights"));
    assert_eq!(own.knowledge(), Knowledge::Own);
    let own = Evaluator::by(Chess, EvalSource::Network(own)).expect("it is of this game");
    each_position(Chess, 2, 60, |position| {
        let (played, begun) = (evaluator.evaluate(position), own.evaluate(position));
        assert!((played - begun).abs() <= 30, "{}: {played} {begun}", position.fen());
    });
}

#[test]
fn a_network_is_read_as_it_was_written() {
    for &variant in Variant::bundled() {
        let network = random_network(variant, 64);
        let bytes = network.to_bytes();
        assert!(bytes.len() < 600_000, "{variant}: {}", bytes.len());
        assert!(Network::from_bytes(&bytes).is_ok_and(|read| read == network));
    }
}

#[test]
fn what_is_no_network_is_refused_with_a_reason() {
    let network = random_network(Variant::default(), 64);
    let bytes = network.to_bytes();
    let refusal = |bytes: &[u8]| match Network::from_bytes(bytes) {
        Ok(_) => panic!("it is taken"),
        Err(error) => error.to_string(),
    };
    assert_eq!(refusal(b""), "it is not a network");
    assert_eq!(refusal(b"GIF89a"), "it is not a network");
    assert_eq!(refusal(b"VNN3\x05chess"), "it has format 3, not 4; train it again");
    for length in 4..40 {
        refusal(&bytes[..length]);
    }
    let short = refusal(&bytes[..bytes.len() - 1]);
    assert_eq!(short, format!("it has {} bytes, not {}", bytes.len() - 1, bytes.len()));
    let long = refusal(&[&bytes[..], &[0]].concat());
    assert_eq!(long, format!("it has {} bytes, not {}", bytes.len() + 1, bytes.len()));
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    assert_eq!(refusal(&damaged), "it is damaged");
    let mut foreign = b"VNN4\x06shatar".to_vec();
    foreign.extend_from_slice(&[0; 40]);
    assert_eq!(refusal(&foreign), "it is of the game 'shatar', which is not in this build");
    let mut other = bytes.clone();
    let after_name = 5 + network.variant().name().len();
    other[after_name] ^= 1;
    assert!(refusal(&other).starts_with("it was made for another version of "));
    let with = |place: usize, byte: u8| {
        let mut odd = bytes.clone();
        odd[after_name + place] = byte;
        refusal(&odd)
    };
    assert!(with(4, 63).ends_with("not 63"));
    for (place, byte) in [(6, 2), (7, 0), (7, 33)] {
        assert!(with(place, byte).starts_with("a network has 1 to 32 output buckets"));
    }
}

#[test]
fn weights_whose_sums_could_overflow_are_refused() {
    let blueprint = Blueprint::of(Variant::default());
    let weights = random_weights(&blueprint, 64);
    assert!(blueprint.network(&weights).is_some());
    let large = FloatWeights { rows: vec![1.9; weights.rows.len()], ..weights.clone() };
    assert!(blueprint.network(&large).is_none(), "a neuron overflows");
    let mut limited = large;
    blueprint.limit(&mut limited);
    assert!(blueprint.network(&limited).is_some(), "it is limited");
    let none = FloatWeights { scale: 0.0, ..weights };
    assert!(blueprint.network(&none).is_none(), "the scale is 0");
}

#[test]
fn psqt_numbers_that_could_overflow_are_refused() {
    for &variant in Variant::bundled() {
        let good = random_network(variant, 64);
        let (kinds, squares) = (good.material.values.len(), good.features.squares);
        let read = |network: &Network| Network::from_bytes(&network.to_bytes()).is_ok();
        assert!(read(&good), "{variant}");
        let mut negative = good.clone();
        negative.material.values[0] = -1;
        assert!(!read(&negative), "{variant}: a value below 0");
        let mut generous = good.clone();
        generous.material.pawnless = Tapered::new(0, 257);
        assert!(!read(&generous), "{variant}: a lead grows without pawns");
        // The largest number that a file can hold, for a piece and for all powers that it can have
        // on loan.
        let mut heavy = good.clone();
        heavy.psqt.fill(Tapered::new(32_767, -32_768));
        let on_square = 1 + good.features.kinds.len() - kinds;
        assert_eq!(read(&heavy), on_square * squares * 32_768 <= 1 << 22, "{variant}");
    }
}

/// Prints what an evaluation costs.
struct Cost;

impl Visitor for Cost {
    type Output = ();

    fn visit<R: Ruleset>(self, rules: R) {
        let mut lines = Vec::new();
        let mut random = SplitMix64::new(9);
        for _ in 0..200 {
            let mut line = Line::new(Position::start(rules));
            for _ in 0..60 {
                let moves = line.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                line.make_unchecked(moves[random.below(moves.len())]);
            }
            lines.push(line);
        }
        let variant: Variant = rules.facts().name.parse().expect("a game");
        let untrained = Evaluator::by(rules, EvalSource::Untrained).expect("it is for all games");
        let with = |hidden| evaluator(rules, hidden);
        let cost = |evaluator: &Evaluator<R>| {
            let mut least = f64::MAX;
            for _ in 0..7 {
                let (mut time, mut count, mut sum) = (std::time::Duration::ZERO, 0, 0_i64);
                for line in &lines {
                    let mut here = Line::new(*line.start());
                    let mut accumulators = Accumulators::below(&here);
                    for mv in line.moves() {
                        here.make_unchecked(mv);
                        let started = std::time::Instant::now();
                        sum += i64::from(evaluator.evaluate_line(&here, &mut accumulators));
                        time += started.elapsed();
                        count += 1;
                    }
                }
                std::hint::black_box(sum);
                least = least.min(time.as_nanos() as f64 / f64::from(count));
            }
            least
        };
        let [none, small, large] = [&untrained, &with(64), &with(128)].map(|one| cost(one));
        println!(
            "{variant}: untrained {none:.0} ns, 64 neurons {small:.0}, 128 neurons {large:.0}"
        );
    }
}

#[test]
#[ignore = "prints times, which mean something with --release only"]
fn the_cost_of_an_evaluation() {
    for variant in Variant::bundled() {
        variant.visit(Cost);
    }
}

/// The weights that a network has make the same network, in which all buckets have weights.
struct LearnedFrom;

impl Visitor for LearnedFrom {
    type Output = ();

    fn visit<R: Ruleset>(self, rules: R) {
        let shipped = &Evaluator::shared(rules).network;
        let variant = shipped.variant;
        let blueprint = Blueprint::of(variant);
        // Training scales the PSQT part of rare kinds, too, of which sums of rows say only so much.
        for (network, rounding) in [(&random_network(variant, 64), 1), (&**shipped, 40)] {
            let weights = blueprint.weights(network).expect("it is of this game");
            assert_eq!(weights.hidden, network.hidden());
            let again = blueprint.network(&weights).expect("small weights");
            assert!(again.rows == network.rows && again.biases == network.biases, "{variant}");
            assert_eq!((again.scale, &again.material), (network.scale, &network.material));
            let (size, buckets) = (2 * network.blocks, network.output_biases.len());
            for bucket in 0..BUCKETS {
                let old = bucket * buckets / BUCKETS;
                assert_eq!(again.output_biases[bucket], network.output_biases[old]);
                let outputs = &network.outputs[old * size..][..size];
                assert!(&again.outputs[bucket * size..][..size] == outputs, "{variant}");
            }
            let difference = |(new, old): (&Tapered, &Tapered)| (*new + *old * -1).to_array();
            let differences = again.psqt.iter().zip(&network.psqt).flat_map(difference);
            let most = differences.map(i32::abs).max();
            assert!(most <= Some(rounding), "{variant}: {most:?}");
        }
        if let Some(&other) = Variant::bundled().iter().find(|&&other| other != variant) {
            assert_eq!(blueprint.weights(&random_network(other, 64)), None);
        }
    }
}

#[test]
fn what_a_network_learned_is_learned_from() {
    for variant in Variant::bundled() {
        variant.visit(LearnedFrom);
    }
}

/// What networks think of the start position, in centipawns for the side to move.
struct AtTheStart;

impl Visitor for AtTheStart {
    type Output = i32;

    fn visit<R: Ruleset>(self, rules: R) -> i32 {
        Evaluator::shared(rules).evaluate(&Position::start(rules))
    }
}

#[test]
fn networks_see_no_great_lead_at_the_start() {
    for variant in Variant::bundled() {
        let lead = variant.visit(AtTheStart);
        // Having the move is worth something.
        assert!((0..=120).contains(&lead), "{variant}: {lead}");
    }
}
