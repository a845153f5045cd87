//! Files of networks: damaged ones, and whole ones with any weights.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::network::training::{BUCKETS, Blueprint, FloatWeights};
use vertumnus_engine::eval::{EvalSource, Network};
use vertumnus_engine::search::Limits;
use vertumnus_engine::search::analyst::{Analyst, analyst};

use crate::input::{Input, checksum, is_one_of};

/// The greatest evaluation, in centipawns.
const LIMIT: i32 = 20_000;

/// The smallest hidden layer.
const NEURONS: usize = 64;

/// Of two kinds on sixteen squares: its networks are a tenth of those of chess, so many more are tried.
static SMALL: LazyLock<Variant> = LazyLock::new(|| {
    const FILE: &[u8] = b"\
[small:chess]
maxRank = 4
maxFile = d
knight = -
bishop = -
queen = -
pawn = -
castling = false
doubleStep = false
promotionPieceTypes = -
nMoveRuleTypes = -
startFen = 3k/3r/R3/K3 w - - 0 1
";
    vertumnus_written::load(FILE).expect("a file without mistakes").games[0]
});

/// Plies of the game in which networks judge.
const PLIES: usize = 30;

struct Judge {
    /// The file of a network that knows the worth of the pieces.
    file: Vec<u8>,
    analyst: Box<dyn Analyst>,
}

impl Judge {
    fn new(variant: Variant) -> Self {
        let blueprint = Blueprint::of(variant);
        let weights = FloatWeights {
            hidden: NEURONS,
            biases: vec![0.5; NEURONS],
            rows: vec![0.01; blueprint.rows() * NEURONS],
            outputs: vec![0.1; BUCKETS * 2 * NEURONS],
            output_biases: vec![0.0; BUCKETS],
            psqt: vec![[0.0; 2]; blueprint.rows()],
            scale: 400.0,
            psqt_scale: 1.0,
        };
        let network = blueprint.network(&weights).expect("small weights");
        let analyst = analyst(variant, 1).expect("memory and a thread");
        Self { file: network.to_bytes(), analyst }
    }

    /// A search along a game in which `choices` are the moves, by a network that was accepted.
    fn search(&mut self, network: Network, choices: &mut Input<'_>) {
        let source = EvalSource::Network(Arc::new(network));
        self.analyst.set_eval_source(source).expect("a network that was accepted for this game");
        self.analyst.forget();
        let session = self.analyst.session_mut();
        session.set_position(None, &[]).expect("the start position");
        for _ in 0..usize::from(choices.byte()) % PLIES {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            session.play(moves[usize::from(choices.byte()) % moves.len()]).expect("a legal move");
        }
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let found = self.analyst.search(&limits);
        let session = self.analyst.session();
        let moves = session.legal_moves();
        assert!(found.best.is_none_or(|mv| moves.contains(&mv)), "{}", session.fen());
        let is_in_range = found.score.mate().is_some() || found.score.centipawns().abs() < LIMIT;
        assert!(is_in_range, "{:?} in {}", found.score, session.fen());
    }
}

thread_local! {
    static JUDGES: RefCell<HashMap<Variant, Judge>> = RefCell::default();
}

/// The first byte chooses a game of this build, if it is not the small one. The second one says how its file
/// is changed: whole, with another length, or with the wrong hash; then come a game's moves, and changes of
/// weights.
pub fn networks(data: &[u8]) {
    let mut input = Input(data);
    let variant = Variant::bundled()[usize::from(input.byte()) % Variant::bundled().len()];
    let variant = if is_one_of(16, data) { variant } else { *SMALL };
    let how = input.byte();
    if how == 255 {
        // No file of ours at all.
        let _ = Network::from_bytes(input.0);
        return;
    }
    JUDGES.with_borrow_mut(|judges| {
        let judge = judges.entry(variant).or_insert_with(|| Judge::new(variant));
        let mut moves = Input(input.bytes(usize::from(how >> 2)));
        let mut file = judge.file.clone();
        file.truncate(file.len() - 4);
        while !input.is_empty() {
            change(&mut file, &mut input);
        }
        if how & 1 > 0 {
            let length = file.len() * usize::from(input.word()) / usize::from(u16::MAX);
            file.truncate(length);
        }
        let sum = checksum(&file);
        let sum = if how & 2 > 0 { sum.map(|byte| byte ^ 1) } else { sum };
        file.extend_from_slice(&sum);
        match Network::from_bytes(&file) {
            Ok(network) => {
                assert_eq!(how & 3, 0, "a bad file is taken");
                assert_eq!(network.to_bytes(), file, "a network is written as it was read");
                judge.search(network, &mut moves);
            }
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    });
}

/// Writes a number once or many times: near the beginning, near the end, or anywhere.
fn change(file: &mut [u8], input: &mut Input<'_>) {
    let (how, place, value) = (input.byte(), usize::from(input.word()), input.word());
    let numbers = file.len() / 2;
    let place = match how & 3 {
        0 => place % file.len().min(40),
        // Weights of the output, the PSQT part and the values are behind the rest.
        1 => file.len() - 2 * (1 + place % numbers),
        _ => 2 * (place * numbers / (1 << 16)) + file.len() % 2,
    };
    let count = match how >> 2 {
        0..16 => 1,
        16..32 => 64,
        32..48 => 2_000,
        _ => numbers,
    };
    let places = file[place..].chunks_exact_mut(2).take(count);
    places.for_each(|number| number.copy_from_slice(&value.to_le_bytes()));
}
