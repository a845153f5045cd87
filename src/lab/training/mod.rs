//! Training of networks on games.

mod examples;
mod gradient;
mod optimiser;
mod options;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::checkpoint::{Checkpoint, CheckpointError, Steps};
use crate::progress::{End, News};
use crate::threads::on_threads;
use examples::{Example, Examples, OfGame};
use gradient::Layers;
use optimiser::{Optimiser, Users};
pub use options::{TrainError, TrainOptions};
use vertumnus_core::board::SplitMix64;
use vertumnus_core::files;
use vertumnus_engine::eval::Network;
use vertumnus_engine::eval::network::NetworkError;
use vertumnus_engine::eval::network::general::General;
use vertumnus_engine::eval::network::training::{BUCKETS, Blueprint, FloatWeights};

/// Steps in which the learning rate rises.
const WARM_UP: u64 = 200;

/// The learning rate after the first steps, unless an option names one.
const RATE: f32 = 0.001;

/// The last learning rate, as a part of the first.
const LAST_RATE: f32 = 0.01;

/// Parts of a step, each of one game, when a network for all games is trained.
const GAMES_AT_ONCE: usize = 4;

/// Centipawns for an output of 1 while a network learns.
const SCALE: f32 = 400.0;

/// Reads games, trains a network, and writes it. A training that was stopped goes on where it was. The
/// same options and games give the same network on one machine, whatever the number of threads.
///
/// # Errors
/// If the games are bad or too few, an option is out of range, or something cannot be read or written.
pub fn run(
    options: &TrainOptions,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<End, TrainError> {
    if options.hidden == 0 || !options.hidden.is_multiple_of(64) || options.hidden > 512 {
        return Err(TrainError::Option("--hidden takes a multiple of 64 up to 512"));
    }
    if options.batch == 0 || options.epochs == 0 {
        return Err(TrainError::Option("--batch and --epochs take numbers from 1"));
    }
    let rate = first_rate(options);
    if !(0.0..=1.0).contains(&options.results) || !(0.0..=1.0).contains(&rate) {
        return Err(TrainError::Option("--results and --rate take numbers from 0 to 1"));
    }
    on_threads(options.threads, || train(options, stop, tell))?
}

fn train(
    options: &TrainOptions,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<End, TrainError> {
    let outputs = [options.output.clone(), Checkpoint::beside(&options.output)];
    let outputs = outputs.into_iter().flat_map(|path| [files::draft(&path), path]);
    let outputs: Vec<PathBuf> = outputs.collect();
    let inputs: Vec<PathBuf> = options.source.files.iter().chain(&options.from).cloned().collect();
    files::check_apart(&paths(&outputs), &paths(&inputs))?;
    let magic: &[u8] = if options.general { b"VNG" } else { b"VNN" };
    files::check_ours(&options.output, "network", |head| head.starts_with(magic))?;
    let checkpoint = Checkpoint::beside(&options.output);
    files::check_ours(&checkpoint, "state of a training", |head| head.starts_with(b"VNC"))?;
    let games = read(options, tell)?;
    let blueprint = &games[0].blueprint;
    let mut layers = Layers::new(first_weights(blueprint, options));
    let mut optimiser = Optimiser::new(blueprint, &layers.weights);
    let users: Vec<Users> = games.iter().map(|game| Users::of(&game.blueprint)).collect();
    let parts = Parts::of(options, &games);
    let each = parts.steps();
    let last = each * options.epochs;
    let form = [u64::from(blueprint.signature()), options.hidden as u64, BUCKETS as u64];
    let (before, from) = begin(options, blueprint, &form, &mut layers, &mut optimiser, tell)?;
    let checkpoint = Checkpoint::of(&options.output, &form, &identity(options, &games, from));
    let mut step = match checkpoint.read(numbers(&mut layers, &mut optimiser))? {
        Some(Steps { made, .. }) => {
            tell(News::Line(format!("going on after {made} steps")));
            made
        }
        None => 0,
    };
    let mut order = Order::default();
    let (mut loss, mut steps) = (0.0, 0);
    while step < last {
        let epoch = step / each;
        if order.parts.is_empty() || step.is_multiple_of(each) {
            order = parts.order(&games, options.seed, epoch);
        }
        let mut gradients = Vec::new();
        for &(game, first) in parts.of_step(&order, step % each) {
            let OfGame { blueprint, learned, .. } = &games[game];
            let positions = &order.positions[game][first..first + parts.size];
            let examples: Vec<Example<'_>> =
                positions.iter().map(|&index| learned.at(index)).collect();
            layers.compose(blueprint);
            let found = layers.gradients(blueprint, &examples);
            loss += found.loss / parts.at_once as f64;
            gradients.push((&users[game], found));
        }
        steps += 1;
        step += 1;
        let rate = rate(first_rate(options), step - 1, last);
        optimiser.step(before + step, &mut layers, &gradients, rate);
        if step.is_multiple_of(each) {
            if !options.general {
                blueprint.limit(&mut layers.weights);
            }
            let held = loss_of(&mut layers, &games);
            tell(News::Line(format!(
                "epoch {}: loss {:.6}, held out {held:.6}",
                step / each,
                loss / f64::from(steps)
            )));
            (loss, steps) = (0.0, 0);
        } else {
            let batch = options.batch as u64;
            let (seen, total) = (step * batch, last * batch);
            let message = format!("loss {:.6}", loss / f64::from(steps));
            tell(News::Step { done: seen, total, message });
        }
        let is_stopped = stop.load(Ordering::Relaxed) && step < last;
        if is_stopped || step.is_multiple_of(each) {
            let steps = Steps { before, made: step, last };
            checkpoint.write(steps, numbers(&mut layers, &mut optimiser))?;
        }
        if is_stopped {
            return Ok(End::Stopped);
        }
    }
    finish(options, layers, &games, tell)?;
    Ok(End::Finished)
}

/// Sets the weights from which a training begins. Says how many steps were made before, and a number for what it
/// begins from.
fn begin(
    options: &TrainOptions,
    blueprint: &Blueprint,
    form: &[u64],
    layers: &mut Layers,
    optimiser: &mut Optimiser,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<(u64, u64), TrainError> {
    let fits = |weights: &FloatWeights| weights.hidden <= options.hidden;
    let Some(path) = &options.from else {
        let begun = if options.general { None } else { blueprint.begun() };
        let Some(weights) = begun.filter(fits) else { return Ok((0, 0)) };
        layers.begin_from(widened(weights, &layers.weights));
        tell(News::Line("beginning from the network for all games".to_owned()));
        return Ok((0, 1));
    };
    let known = if options.general {
        General::read(path).map(|network| (Some(network.weights().clone()), network.checksum()))
    } else {
        Network::read(path).map(|network| (blueprint.weights(&network), network.checksum()))
    };
    match known {
        Ok((weights, checksum)) => {
            let weights =
                weights.filter(fits).ok_or_else(|| CheckpointError::Form(path.clone()))?;
            layers.begin_from(widened(weights, &layers.weights));
            tell(News::Line(format!("beginning from {}", path.display())));
            Ok((0, checksum.into()))
        }
        Err(NetworkError::Magic | NetworkError::Io(_)) => {
            let begun = Checkpoint::of(&options.output, form, &[])
                .begin_from(path, numbers(layers, optimiser))?;
            let line = format!("beginning from {} after {} steps", path.display(), begun.0);
            tell(News::Line(line));
            Ok(begun)
        }
        Err(error) => Err(TrainError::Network(path.clone(), error)),
    }
}

/// Reads the games, and says how many positions there are.
fn read(
    options: &TrainOptions,
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<Vec<OfGame>, TrainError> {
    let TrainOptions { source, results, batch, .. } = options;
    let games = Examples::of_games(source, *results, options.general, tell)?;
    let count = |of: &dyn Fn(&OfGame) -> usize| games.iter().map(of).sum::<usize>();
    let (learned, held_out) =
        (count(&|game| game.learned.len()), count(&|game| game.held_out.len()));
    if Parts::of(options, &games).steps() == 0 || held_out == 0 {
        return Err(TrainError::TooFew(learned, *batch));
    }
    let scales = games.iter().map(|game| game.learned.wdl_scale);
    tell(News::Line(format!(
        "{learned} positions, {held_out} more are held out; the odds grow e-fold per {:.0} centipawns",
        scales.sum::<f32>() / games.len() as f32
    )));
    Ok(games)
}

/// Parts of the games' positions. All positions of a part are of one game; a step learns from some parts.
struct Parts {
    /// Positions of a part.
    size: usize,
    /// Parts of a step.
    at_once: usize,
    /// Of all games.
    count: usize,
}

/// The order of an epoch.
#[derive(Default)]
struct Order {
    /// `[game]`: its positions.
    positions: Vec<Vec<u32>>,
    /// Games, and where in their positions a part begins.
    parts: Vec<(usize, usize)>,
}

impl Parts {
    fn of(options: &TrainOptions, games: &[OfGame]) -> Self {
        let at_once = if options.general { GAMES_AT_ONCE } else { 1 };
        let size = (options.batch / at_once).max(1);
        let count = games.iter().map(|game| game.learned.len() / size).sum();
        Self { size, at_once, count }
    }

    fn steps(&self) -> u64 {
        (self.count / self.at_once) as u64
    }

    fn order(&self, games: &[OfGame], seed: u64, epoch: u64) -> Order {
        let positions = |game: &OfGame| shuffled(game.learned.len(), seed, epoch);
        let positions: Vec<Vec<u32>> = games.iter().map(positions).collect();
        let of_game = |(game, positions): (usize, &Vec<u32>)| {
            (0..positions.len() / self.size).map(move |part| (game, part * self.size))
        };
        let mut parts: Vec<_> = positions.iter().enumerate().flat_map(of_game).collect();
        if games.len() > 1 {
            SplitMix64::new(seed.wrapping_add(epoch)).shuffle(&mut parts);
        }
        Order { positions, parts }
    }

    fn of_step<'a>(&self, order: &'a Order, step: u64) -> &'a [(usize, usize)] {
        &order.parts[step as usize * self.at_once..][..self.at_once]
    }
}

fn paths(paths: &[PathBuf]) -> Vec<&Path> {
    paths.iter().map(PathBuf::as_path).collect()
}

/// Fits the scale, rounds the weights, and writes the network.
fn finish(
    options: &TrainOptions,
    mut layers: Layers,
    games: &[OfGame],
    tell: &mut (dyn FnMut(News) + Send),
) -> Result<(), TrainError> {
    // The search's margins are centipawns of the evaluation that it was tuned with, and the scores of
    // games were found with the evaluation of the generation before.
    let [mut learned, mut searched] = [0.0; 2];
    for OfGame { blueprint, held_out, .. } in games {
        layers.compose(blueprint);
        let sizes = held_out.chunks(|chunk| {
            let mut scratch = layers.scratch();
            let mut sums = [0.0, 0.0];
            for example in chunk {
                sums[0] += f64::from(layers.evaluate(blueprint, &example, &mut scratch).abs());
                sums[1] += f64::from(example.score.abs());
            }
            sums
        });
        for [of_learned, of_searched] in sizes {
            learned += of_learned;
            searched += of_searched;
        }
    }
    let factor = (searched / learned.max(1.0)) as f32;
    layers.weights.scale *= factor;
    layers.weights.psqt_scale *= factor;
    let weights = layers.finished();
    let bytes = if options.general {
        General::new(&weights).to_bytes()
    } else {
        games[0].blueprint.network(&weights).ok_or(TrainError::Range)?.to_bytes()
    };
    tell(News::Line(format!(
        "scaled by {factor:.3} to the scores of the games; {} bytes",
        bytes.len()
    )));
    files::replace(&options.output, &bytes)
        .map_err(|error| TrainError::Io(options.output.clone(), error))
}

/// The learning rate after the first steps. What was learned from other games is kept by a smaller one.
fn first_rate(options: &TrainOptions) -> f32 {
    options.rate.unwrap_or(if options.from.is_some() { RATE / 3.0 } else { RATE })
}

/// The learning rate of a step: it rises, then falls along a cosine.
fn rate(most: f32, step: u64, last: u64) -> f32 {
    let warm = ((step + 1) as f32 / WARM_UP as f32).min(1.0);
    let part = step as f32 / last as f32;
    let falling = 0.5 * (1.0 + (std::f32::consts::PI * part).cos());
    most * warm * (LAST_RATE + (1.0 - LAST_RATE) * falling)
}

/// The numbers below `count` in the order of an epoch.
fn shuffled(count: usize, seed: u64, epoch: u64) -> Vec<u32> {
    let mut random = SplitMix64::new(SplitMix64::new(seed).next_word() ^ epoch);
    let count = u32::try_from(count).expect("memory ends long before");
    let mut order: Vec<u32> = (0..count).collect();
    random.shuffle(&mut order);
    order
}

/// The mean loss of the positions that are held out.
fn loss_of(layers: &mut Layers, games: &[OfGame]) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for OfGame { blueprint, held_out, .. } in games {
        layers.compose(blueprint);
        let losses = held_out.chunks(|chunk| {
            let mut scratch = layers.scratch();
            let loss = |example| f64::from(layers.loss(blueprint, &example, &mut scratch));
            chunk.map(loss).sum::<f64>()
        });
        sum += losses.into_iter().sum::<f64>();
        count += held_out.len();
    }
    sum / count as f64
}

/// Random weights that let each neuron begin in its range.
fn first_weights(blueprint: &Blueprint, options: &TrainOptions) -> FloatWeights {
    let mut random = SplitMix64::new(options.seed);
    let mut weights = |count: usize, most: f32| -> Vec<f32> {
        let mut weight = || (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most;
        (0..count).map(|_| weight()).collect()
    };
    let hidden = options.hidden;
    FloatWeights {
        hidden,
        biases: weights(hidden, 0.2).into_iter().map(|bias| bias + 0.2).collect(),
        rows: weights(blueprint.rows() * hidden, 0.06),
        // All buckets begin alike.
        outputs: weights(2 * hidden, 0.1).repeat(BUCKETS),
        output_biases: vec![0.0; BUCKETS],
        psqt: vec![[0.0; 2]; blueprint.rows()],
        scale: SCALE,
        psqt_scale: 1.0,
    }
}

/// A network of the size of `fresh` that evaluates as a smaller one does: the neurons that come to it have fresh
/// weights, but do not count in the output until they have learned.
fn widened(known: FloatWeights, fresh: &FloatWeights) -> FloatWeights {
    let joined = |known_weights: &[f32], fresh_weights: &[f32]| -> Vec<f32> {
        known_weights
            .chunks(known.hidden)
            .zip(fresh_weights.chunks(fresh.hidden))
            .flat_map(|(known_weights, all)| known_weights.iter().chain(&all[known.hidden..]))
            .copied()
            .collect()
    };
    FloatWeights {
        hidden: fresh.hidden,
        biases: joined(&known.biases, &fresh.biases),
        rows: joined(&known.rows, &fresh.rows),
        outputs: joined(&known.outputs, &vec![0.0; fresh.outputs.len()]),
        ..known
    }
}

/// All numbers that change.
fn numbers<'a>(
    layers: &'a mut Layers,
    optimiser: &'a mut Optimiser,
) -> impl Iterator<Item = &'a mut f32> {
    let FloatWeights { biases, rows, outputs, output_biases, psqt, .. } = &mut layers.weights;
    [biases, rows, outputs, output_biases]
        .into_iter()
        .flatten()
        .chain(psqt.as_flattened_mut())
        .chain(optimiser.means())
}

/// Trainings that differ in these cannot go on from one another's checkpoints.
fn identity(options: &TrainOptions, games: &[OfGame], from: u64) -> [u64; 8] {
    [
        from,
        options.epochs,
        u64::from(options.results.to_bits()),
        u64::from(first_rate(options).to_bits()),
        options.seed,
        options.batch as u64,
        games.iter().map(|game| game.learned.len() as u64).sum(),
        games.iter().map(|game| game.learned.inputs()).sum(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Appender, GameRecord, GameResult, GameSource, Making, Ply};
    use vertumnus_core::board::Color;
    use vertumnus_core::game::{Session, session};
    use vertumnus_core::rules::Variant;

    /// What a side has more than the other, in centipawns that all pieces are worth alike.
    fn lead(session: &dyn Session) -> i32 {
        use vertumnus_core::position::Cell;
        let count = |color| {
            let is_own =
                |cell: &&Cell| matches!(cell, Cell::Piece(piece) if piece.color() == color);
            session.cells().iter().filter(is_own).count() as i32
        };
        100 * (count(Color::White) - count(Color::Black))
    }

    /// A file of random games that the side with more pieces wins.
    fn games_file(name: &str) -> PathBuf {
        games_of(Variant::default(), name)
    }

    fn games_of(variant: Variant, name: &str) -> PathBuf {
        let name = format!("vertumnus-{name}-{}.games", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        let (mut file, _) = Appender::open(&path, variant, &Making::default()).expect("a file");
        let mut random = SplitMix64::new(2);
        for _ in 0..40 {
            let mut session = session(variant);
            let mut plies = Vec::new();
            while plies.len() < 100 && session.outcome().is_none() {
                let moves = session.legal_moves();
                let mv = moves[random.below(moves.len())];
                plies.push(Ply::of(&*session, mv, Some(lead(&*session))));
                session.play(mv).expect("a legal move");
            }
            let winner = match lead(&*session) {
                0 => None,
                lead => Some(if lead > 0 { Color::White } else { Color::Black }),
            };
            let result = GameResult::of_winner(winner);
            let game = GameRecord { variant, start: String::new(), result, plies };
            file.append(&game).expect("a file");
        }
        path
    }

    fn options(games: &Path, name: &str, threads: usize) -> TrainOptions {
        TrainOptions {
            source: GameSource { variant: None, files: vec![games.to_owned()] },
            output: games.with_extension(name),
            general: false,
            hidden: 64,
            epochs: 3,
            results: 0.25,
            rate: Some(0.01),
            from: None,
            batch: 256,
            seed: 1,
            threads,
        }
    }

    #[test]
    fn a_network_learns_and_depends_neither_on_threads_nor_on_interruptions() {
        let games = games_file("train");
        let trained = |options: &TrainOptions, stop_after: u64| {
            let stop = AtomicBool::new(false);
            let mut losses = Vec::new();
            let result = run(options, &stop, &mut |news| match news {
                News::Step { done, .. } => {
                    stop.store(done >= stop_after, Ordering::Relaxed);
                }
                News::Left(_) => {}
                News::Line(line) => {
                    if let Some(loss) = line.split("held out ").nth(1) {
                        losses.push(loss.parse::<f64>().expect("a loss"));
                    }
                }
            });
            (result.expect("a training"), losses)
        };
        let one = options(&games, "one", 1);
        let (end, losses) = trained(&one, u64::MAX);
        assert_eq!(end, End::Finished);
        assert!(losses.len() == 3 && losses[2] < losses[0], "{losses:?}");
        let bytes = std::fs::read(&one.output).expect("a network");
        assert!(Network::read(&one.output).is_ok_and(|network| network.hidden() == 64));
        let two = options(&games, "two", 2);
        assert_eq!(trained(&two, 6 * 256).0, End::Stopped);
        assert!(!two.output.exists());
        let other = TrainOptions { epochs: 4, ..two.clone() };
        let refused = run(&other, &AtomicBool::new(false), &mut |_| {});
        let Err(TrainError::Checkpoint(CheckpointError::Other(checkpoint))) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(trained(&two, u64::MAX).0, End::Finished);
        assert!(std::fs::read(&two.output).expect("a network") == bytes, "another network");
        // What is finished is no hindrance to another training, and the same one is finished at once.
        assert_eq!(trained(&two, u64::MAX), (End::Finished, Vec::new()));
        assert!(std::fs::read(&two.output).expect("a network") == bytes, "another network");
        let (end, anew) = trained(&TrainOptions { epochs: 1, ..two.clone() }, u64::MAX);
        assert_eq!((end, anew.len()), (End::Finished, 1));
        for path in [&one.output, &two.output] {
            std::fs::remove_file(Checkpoint::beside(path)).expect("the file");
        }
        assert!(!checkpoint.exists());
        for path in [games, one.output, two.output] {
            std::fs::remove_file(path).expect("the file");
        }
    }

    #[test]
    fn a_network_for_all_games_learns_from_several() {
        let files: Vec<PathBuf> = Variant::bundled()
            .iter()
            .map(|&variant| games_of(variant, &format!("general-{}", variant.name())))
            .collect();
        let trained = |output: &Path, threads: usize, from: Option<&Path>| {
            let source = GameSource { variant: None, files: files.clone() };
            let begun = from.map(Path::to_owned);
            let options = TrainOptions {
                source,
                general: true,
                from: begun,
                output: output.to_owned(),
                ..options(&files[0], "general", threads)
            };
            let mut losses = Vec::new();
            let end = run(&options, &AtomicBool::new(false), &mut |news| {
                let News::Line(line) = news else { return };
                if let Some(loss) = line.split("held out ").nth(1) {
                    losses.push(loss.parse::<f64>().expect("a loss"));
                }
            });
            assert_eq!(end.expect("a training"), End::Finished);
            std::fs::remove_file(Checkpoint::beside(output)).expect("the file");
            losses
        };
        let [one, two, next] = ["one", "two", "next"].map(|name| files[0].with_extension(name));
        let losses = trained(&one, 1, None);
        assert!(losses.len() == 3 && losses[2] < losses[0], "{losses:?}");
        assert_eq!(trained(&two, 2, None), losses);
        let bytes = |path: &Path| std::fs::read(path).expect("a network");
        assert!(bytes(&one) == bytes(&two), "another network");
        assert!(General::read(&one).is_ok_and(|network| network.weights().hidden == 64));
        // It begins with what was learned.
        assert!(trained(&next, 2, Some(&one))[0] < losses[0]);
        // Games of several are for nothing else.
        if files.len() > 1 {
            let source = GameSource { variant: None, files: files.clone() };
            let own = TrainOptions { source, ..options(&files[0], "own", 1) };
            let refused = run(&own, &AtomicBool::new(false), &mut |_| {});
            assert!(matches!(refused, Err(TrainError::Read(_))), "{refused:?}");
        }
        for path in files.into_iter().chain([one, two, next]) {
            std::fs::remove_file(path).expect("the file");
        }
    }

    #[test]
    fn a_training_begins_from_the_checkpoint_of_another() {
        let games = games_file("from");
        let trained = |options: &TrainOptions, stop_after: u64| {
            let stop = AtomicBool::new(false);
            let mut lines = Vec::new();
            let end = run(options, &stop, &mut |news| match news {
                News::Step { done, .. } => stop.store(done >= stop_after, Ordering::Relaxed),
                News::Line(line) => lines.push(line),
                News::Left(_) => {}
            });
            end.map(|end| (end, lines.join("\n")))
        };
        let held_out = |lines: &str| -> Vec<f64> {
            let losses = lines.split("held out ").skip(1).filter_map(|rest| rest.lines().next());
            losses.filter_map(|loss| loss.parse().ok()).collect()
        };
        let first = options(&games, "first", 1);
        let (_, lines) = trained(&first, u64::MAX).expect("a training");
        let learned = held_out(&lines);
        let from = Checkpoint::beside(&first.output);
        let second = TrainOptions {
            from: Some(from.clone()),
            rate: None,
            epochs: 2,
            ..options(&games, "second", 1)
        };
        let (_, lines) = trained(&second, u64::MAX).expect("a training");
        assert!(lines.contains(&format!("beginning from {} after ", from.display())), "{lines}");
        // It goes on where the other has ended: the same training from nothing is not as far.
        let begun = held_out(&lines);
        let rate = Some(first_rate(&second));
        let nothing = TrainOptions { from: None, rate, ..options(&games, "nothing", 1) };
        let (_, lines) = trained(&nothing, u64::MAX).expect("a training");
        let anew = held_out(&lines);
        assert!(begun.len() == 2 && begun[0] < learned[0], "{begun:?} after {learned:?}");
        assert!(begun[1] < anew[1], "{begun:?}, and {anew:?} from nothing");
        // Stopped and continued, it is the same.
        let third = TrainOptions { output: games.with_extension("third"), ..second.clone() };
        assert_eq!(trained(&third, 3 * 256).expect("a training").0, End::Stopped);
        let anew = trained(&TrainOptions { from: None, ..third.clone() }, u64::MAX);
        assert!(matches!(anew, Err(TrainError::Checkpoint(CheckpointError::Other(_)))));
        assert_eq!(trained(&third, u64::MAX).expect("a training").0, End::Finished);
        let read = |options: &TrainOptions| std::fs::read(&options.output).expect("a network");
        assert!(read(&second) == read(&third), "another network");
        // The network itself will do, and ends lower than it began, too.
        let weights =
            TrainOptions { from: Some(first.output.clone()), ..options(&games, "weights", 1) };
        let weights = TrainOptions { rate: None, epochs: 2, ..weights };
        let (_, lines) = trained(&weights, u64::MAX).expect("a training");
        let begun = held_out(&lines);
        assert!(begun.len() == 2 && begun[0] < learned[0], "{begun:?} after {learned:?}");
        // So will a smaller one, but not a greater one.
        let output = games.with_extension("wide");
        let wide = TrainOptions { output, hidden: 128, ..weights.clone() };
        let (_, lines) = trained(&wide, u64::MAX).expect("a training");
        let begun = held_out(&lines);
        assert!(begun.len() == 2 && begun[0] < learned[0], "{begun:?} after {learned:?}");
        assert!(Network::read(&wide.output).is_ok_and(|network| network.hidden() == 128));
        let other = TrainOptions { from: Some(wide.output.clone()), ..weights.clone() };
        let refused = trained(&other, u64::MAX);
        assert!(matches!(refused, Err(TrainError::Checkpoint(CheckpointError::Form(_)))));
        // A checkpoint has one size, and is not to be the own one.
        let other = TrainOptions { hidden: 128, ..second.clone() };
        let refused = trained(&other, u64::MAX);
        assert!(matches!(refused, Err(TrainError::Checkpoint(CheckpointError::Form(_)))));
        let own = TrainOptions { output: first.output.clone(), ..second.clone() };
        assert!(matches!(trained(&own, u64::MAX), Err(TrainError::Overlap(_))));
        for TrainOptions { output, .. } in [first, second, third, nothing, weights, wide] {
            std::fs::remove_file(Checkpoint::beside(&output)).expect("the file");
            std::fs::remove_file(output).expect("the file");
        }
        std::fs::remove_file(games).expect("the file");
    }

    #[test]
    fn a_wider_network_begins_with_the_evaluation_of_the_smaller_one() {
        let games = games_file("widened");
        let options = options(&games, "net", 1);
        let mut read = Examples::of_games(&options.source, options.results, false, &mut |_| {});
        let read = read.as_mut().ok().and_then(Vec::pop).expect("one game");
        let OfGame { blueprint, learned: examples, .. } = read;
        let wide = TrainOptions { hidden: 128, seed: 2, ..options.clone() };
        let small = first_weights(&blueprint, &options);
        let wide = widened(small.clone(), &first_weights(&blueprint, &wide));
        assert_eq!((wide.hidden, wide.outputs.len()), (128, 2 * small.outputs.len()));
        let evaluations = [small, wide].map(|weights| {
            let mut layers = Layers::new(weights);
            layers.compose(&blueprint);
            let mut scratch = layers.scratch();
            let evaluate =
                |index| layers.evaluate(&blueprint, &examples.at(index), &mut scratch).to_bits();
            (0..100).map(evaluate).collect::<Vec<u32>>()
        });
        assert_eq!(evaluations[0], evaluations[1]);
        std::fs::remove_file(games).expect("the file");
    }

    /// Which games are held out goes by their numbers.
    #[test]
    fn a_damaged_game_is_told_and_changes_nothing_of_the_others() {
        let games = games_file("damaged-training");
        let mut news = Vec::new();
        let mut read = || {
            let options = options(&games, "net", 1);
            let mut tell = |one| news.push(one);
            let mut read = Examples::of_games(&options.source, options.results, false, &mut tell);
            let read = read.as_mut().ok().and_then(Vec::pop).expect("one game");
            let OfGame { learned, held_out, .. } = read;
            let values = |examples: &Examples| {
                let example = |index| {
                    let Example { inputs, score, .. } = examples.at(index);
                    (inputs.to_vec(), score)
                };
                (0..examples.len() as u32).map(example).collect::<Vec<_>>()
            };
            (values(&learned), values(&held_out))
        };
        let (learned, held_out) = read();
        // The first game, which is learned from.
        let mut bytes = std::fs::read(&games).expect("the file");
        let record = bytes.windows(4).position(|word| word == b"VGM2").expect("a record");
        bytes[record + 20] ^= 1;
        std::fs::write(&games, bytes).expect("a file");
        let (rest, same) = read();
        assert!(!held_out.is_empty() && same == held_out);
        assert!(rest.len() < learned.len() && learned.ends_with(&rest));
        let line = format!("{}: a record is damaged or missing before game 2", games.display());
        assert_eq!(news, [News::Line(line)]);
        std::fs::remove_file(games).expect("the file");
    }

    #[test]
    fn games_are_not_overwritten_by_the_network() {
        let games = games_file("overwritten");
        let before = std::fs::read(&games).expect("the file");
        let place = |name: &str| games.with_file_name(name);
        let name = games.file_name().expect("a name").to_string_lossy().into_owned();
        let mut outputs = vec![games.clone(), place(".").join(&name)];
        let link = games.with_extension("link");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&games, &link).expect("a link");
        outputs.extend(cfg!(unix).then(|| link.clone()));
        for output in outputs {
            let options = TrainOptions { output, ..options(&games, "net", 1) };
            let refused = run(&options, &AtomicBool::new(false), &mut |_| {});
            assert!(matches!(refused, Err(TrainError::Overlap(_))), "{refused:?}");
            assert!(std::fs::read(&games).expect("the file") == before);
        }
        // Its checkpoint would overwrite them, too.
        let checkpoint = place(&format!("{name}.checkpoint"));
        std::fs::rename(&games, &checkpoint).expect("a new name");
        let options = TrainOptions { output: games, ..options(&checkpoint, "net", 1) };
        let refused = run(&options, &AtomicBool::new(false), &mut |_| {});
        assert!(matches!(refused, Err(TrainError::Overlap(_))), "{refused:?}");
        std::fs::remove_file(checkpoint).expect("the file");
        #[cfg(unix)]
        std::fs::remove_file(link).expect("the link");
    }

    #[test]
    fn the_learning_rate_rises_and_falls() {
        let rates: Vec<f32> = (0..10_000).map(|step| rate(0.001, step, 10_000)).collect();
        assert!(rates[0] < 1e-5 && (rates[WARM_UP as usize] - 0.001).abs() < 1e-5);
        assert!(rates[9_999] < 1.1e-5 && rates[200..].is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn an_epoch_sees_each_position_once() {
        let mut order = shuffled(1_000, 1, 2);
        assert_ne!(order, shuffled(1_000, 1, 3));
        order.sort_unstable();
        assert!(order.into_iter().eq(0..1_000));
    }
}
