//! How fast perft counts, beside the crate `cozy-chess`, which counts in the same way: the moves of
//! the last ply are counted, not made.
//!
//! `cargo bench -p vertumnus-perft` alternates between the two programs, and between one thread and two, so
//! that other load on the machine affects all of them alike. It prints medians. A word after `--` selects
//! the rows that contain it.

use std::error::Error;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cozy_chess::Board;
use rayon::{ThreadPool, ThreadPoolBuilder};
use vertumnus_core::position::Position;
use vertumnus_core::position::perft::Counter;
use vertumnus_core::rules::{Ruleset, Variant, Visitor};

/// How often each program counts each tree.
const ROUNDS: usize = 5;

/// A tree is counted repeatedly until this many leaves are counted: times of a few milliseconds are not
/// reliable.
const MIN_LEAVES: u64 = 100_000_000;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A tree to be counted.
#[derive(Clone, Copy)]
struct Tree {
    game: &'static str,
    name: &'static str,
    /// Empty for the start position.
    fen: &'static str,
    depth: u32,
    leaves: u64,
}

impl Tree {
    const fn new(
        game: &'static str,
        name: &'static str,
        fen: &'static str,
        depth: u32,
        leaves: u64,
    ) -> Self {
        Self { game, name, fen, depth, leaves }
    }

    fn title(&self) -> String {
        format!("{} {} {}", self.game, self.name, self.depth)
    }
}

/// The tree that cozy-chess counts for comparison with trees of other games.
const REFERENCE: Tree = Tree::new("chess", "kiwipete", KIWIPETE, 5, 193_690_690);

const TREES: [Tree; 14] = [
    Tree::new("chess", "start", "", 6, 119_060_324),
    REFERENCE,
    Tree::new("fairyeater", "start", "", 5, 11_495_698),
    Tree::new(
        "fairyeater",
        "117-moves",
        "1nr1kc1nn/2n1sgr1r/1rcsr2s1/p1R1s3p/P3C1CG1/CP1G1R1P1/1g2RR1NC/2RGS1R2/1RN1KG1NN w - - 1 46",
        4,
        89_553_281,
    ),
    Tree::new("stealthbomber", "start", "", 6, 119_138_729),
    Tree::new(
        "stealthbomber",
        "absorbed",
        "4k2r/1b4z1/7m/p2p1C1p/3PpPR1/2{qn}4{ab}/P1P1P2P/3Q2K1 b - - 2 31",
        5,
        78_298_617,
    ),
    Tree::new("powerabsorption", "start", "", 6, 123_181_637),
    Tree::new(
        "powerabsorption",
        "absorbed",
        "1nb1k1nr/1ppp1p{BP}p/r7/p7/6q1/{BNP}3P3/P1PP1PPP/R2QKBNR w KQk - 1 7 -/p",
        5,
        167_274_468,
    ),
    Tree::new("combination", "start", "", 5, 57_433_342),
    Tree::new(
        "combination",
        "open",
        "***1***/*i1an1*/*p1pk1*/*P1br1*/A2P3/*5*/*2P1P*/*I2NR*/***K*** b - - 0 7",
        5,
        13_124_133,
    ),
    Tree::new("morphing", "start", "", 5, 11_021_732),
    Tree::new(
        "morphing",
        "open",
        "r3k1b1r/1p1bqp2p/3p2p1A/p3Q4/3P1P3/2q6/6A2/PP2P2Z1/R5RK1 b kq - 2 23",
        4,
        17_301_946,
    ),
    Tree::new("chancellor", "start", "", 5, 13_466_196),
    Tree::new("modern", "start", "", 5, 13_403_293),
];

fn main() -> Result<(), Box<dyn Error>> {
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let pools = [pool(1)?, pool(2)?];
    println!("M leaves/s, medians of {ROUNDS}");
    println!(
        "{:<30} {:>10} {:>10} {:>7} {:>10} {:>7}",
        "tree", "cozy-chess", "vertumnus", "ratio", "2 threads", "speedup"
    );
    for tree in TREES.iter().filter(|tree| tree.title().contains(&filter)) {
        // A build may lack the game.
        if let Ok(variant) = tree.game.parse::<Variant>() {
            variant.visit(Row { tree, pools: &pools })?;
        }
    }
    Ok(())
}

fn pool(threads: usize) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// One line of the table.
struct Row<'a> {
    tree: &'a Tree,
    pools: &'a [ThreadPool; 2],
}

impl Visitor for Row<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<R: Ruleset>(self, rules: R) -> Self::Output {
        let Self { tree, pools } = self;
        let beside = if tree.game == REFERENCE.game { tree } else { &REFERENCE };
        let board = match beside.fen {
            "" => Board::default(),
            fen => fen.parse::<Board>().map_err(|error| error.to_string())?,
        };
        let fen = if tree.fen.is_empty() { rules.facts().start } else { tree.fen };
        let position = Position::from_fen(rules, fen)?;
        let go_on = AtomicBool::new(false);
        let counter = Counter::new(&go_on, None);
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            let [cozy, ours @ ..] = &mut times;
            cozy.push(timed(beside, || cozy_leaves(&board, beside.depth)));
            for (pool, times) in pools.iter().zip(ours) {
                let count = || counter.count(&position, tree.depth).unwrap_or_default();
                times.push(timed(tree, || pool.install(count)));
            }
        }
        let [cozy, one, two] = times.map(median);
        let speed = |tree: &Tree, time: Duration| tree.leaves as f64 / time.as_secs_f64() / 1e6;
        let [cozy, one, two] = [speed(beside, cozy), speed(tree, one), speed(tree, two)];
        println!(
            "{:<30} {cozy:>10.0} {one:>10.0} {:>7.3} {two:>10.0} {:>7.2}",
            tree.title(),
            one / cozy,
            two / one
        );
        Ok(())
    }
}

/// The time to count a tree. Panics if the count is wrong.
fn timed(tree: &Tree, count: impl Fn() -> u64) -> Duration {
    let repetitions = MIN_LEAVES.div_ceil(tree.leaves) as u32;
    let started = Instant::now();
    for _ in 0..repetitions {
        assert_eq!(black_box(count()), tree.leaves, "{}", tree.title());
    }
    started.elapsed() / repetitions
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The leaves of a tree of chess, counted by cozy-chess.
fn cozy_leaves(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|targets| {
        if depth == 1 {
            leaves += targets.len() as u64;
        } else {
            for mv in targets {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += cozy_leaves(&next, depth - 1);
            }
        }
        false
    });
    leaves
}
