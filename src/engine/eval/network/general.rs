//! The network for all games: what was learned of aspects (`aspects.rs`). From it, the network of a game is
//! made for which none was trained.

use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use super::aspects::ASPECTS;
use super::embedded::has_own;
use super::file::{MAX_FILE, NetworkError, Numbers};
use super::training::{BUCKETS, Blueprint, FloatWeights};
use super::{HIDDEN_UNIT, LANES, MAX_HIDDEN, Network, OUTPUT_UNIT};
use vertumnus_core::board::{Color, fnv1a_32};
use vertumnus_core::files;
use vertumnus_core::rules::definition::Value;
use vertumnus_core::rules::{Facts, Ruleset, Safety, Variant};

/// What every file begins with; the last letter is the version of the format and of the aspects.
const MAGIC: [u8; 4] = *b"VNG1";

/// The integer that stands for the greatest weight of a neuron in the rows of aspects.
const ROW_UNIT: f32 = 127.0;

/// The integers that stand for 1 in the biases of the output, for a centipawn of the PSQT part, and for 1 in the
/// factor of the whole.
const OUTPUT_BIAS_UNIT: f32 = 4096.0;
const PSQT_UNIT: f32 = 32.0;
const SCALE_UNIT: f32 = 1024.0;

/// The greatest size of a weight in a row.
const MOST: f32 = 8.0;

/// A network for all games.
#[derive(Clone, Debug, PartialEq)]
pub struct General(FloatWeights);

impl General {
    /// The network with these weights, rounded.
    pub fn new(weights: &FloatWeights) -> Self {
        let near = |numbers: &[f32], unit: f32| -> Vec<f32> {
            numbers.iter().map(|&number| f32::from(small(number, unit)) / unit).collect()
        };
        let psqt = near(weights.psqt.as_flattened(), PSQT_UNIT);
        Self(FloatWeights {
            hidden: weights.hidden,
            biases: near(&weights.biases, HIDDEN_UNIT as f32),
            rows: near_by_neuron(&weights.rows, weights.hidden),
            outputs: near(&weights.outputs, OUTPUT_UNIT as f32),
            output_biases: near(&weights.output_biases, OUTPUT_BIAS_UNIT),
            psqt: psqt.as_chunks().0.to_vec(),
            scale: weights.scale.round(),
            psqt_scale: near(&[weights.psqt_scale], SCALE_UNIT)[0],
        })
    }

    /// Its weights.
    pub fn weights(&self) -> &FloatWeights {
        &self.0
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = &self.0;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((weights.hidden as u16).to_le_bytes());
        bytes.extend((weights.scale as u16).to_le_bytes());
        for (numbers, unit) in [
            (&[weights.psqt_scale][..], SCALE_UNIT),
            (&weights.output_biases, OUTPUT_BIAS_UNIT),
            (&weights.biases, HIDDEN_UNIT as f32),
            (&weights.outputs, OUTPUT_UNIT as f32),
            (weights.psqt.as_flattened(), PSQT_UNIT),
        ] {
            bytes.extend(numbers.iter().flat_map(|&number| small(number, unit).to_le_bytes()));
        }
        let greatest = greatest(&weights.rows, weights.hidden);
        bytes.extend(greatest.iter().flat_map(|greatest| greatest.to_le_bytes()));
        for row in weights.rows.chunks_exact(weights.hidden) {
            let units = row.iter().zip(&greatest).map(|(&weight, &most)| units(weight, most));
            bytes.extend(units.map(|units| units as u8));
        }
        bytes.extend(fnv1a_32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no network for all games.
    pub fn read(path: &Path) -> Result<Self, NetworkError> {
        let mut bytes = Vec::new();
        files::open(path)?.take(MAX_FILE).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// The checksum with which its file ends.
    pub fn checksum(&self) -> u32 {
        self.to_bytes().last_chunk().copied().map_or(0, u32::from_le_bytes)
    }

    /// A network from the bytes of its file.
    ///
    /// # Errors
    /// If they are no network for all games.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?;
        let mut numbers = Numbers(rest);
        let hidden = usize::from(numbers.u16().unwrap_or_default());
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
            return Err(NetworkError::Hidden(hidden));
        }
        let rows = 2 * ASPECTS;
        let counts = [1, BUCKETS, hidden, 2 * BUCKETS * hidden, 2 * rows];
        let small = 2 * counts.iter().sum::<usize>();
        let wanted = MAGIC.len() + 4 + small + (4 + rows) * hidden + 4;
        let found = bytes.len();
        if found != wanted {
            return Err(NetworkError::Length { found, wanted });
        }
        let (checked, sum) = bytes.split_at(wanted - 4);
        if sum != fnv1a_32(checked).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let scale = f32::from(numbers.u16().unwrap_or_default());
        let units =
            [SCALE_UNIT, OUTPUT_BIAS_UNIT, HIDDEN_UNIT as f32, OUTPUT_UNIT as f32, PSQT_UNIT];
        let mut index = 0;
        let [psqt_scale, output_biases, biases, outputs, psqt] = counts.map(|count| {
            let unit = units[index];
            index += 1;
            let numbers = numbers.i16s(count).unwrap_or_default();
            numbers.into_iter().map(|number| f32::from(number) / unit).collect::<Vec<f32>>()
        });
        let psqt = psqt.as_chunks().0.to_vec();
        let psqt_scale = psqt_scale[0];
        let (greatest, units) = numbers.0[..(4 + rows) * hidden].split_at(4 * hidden);
        let greatest: Vec<f32> =
            greatest.as_chunks().0.iter().copied().map(f32::from_le_bytes).collect();
        if !greatest.iter().all(|most| (0.0..=MOST).contains(most)) {
            return Err(NetworkError::Range);
        }
        let weights = units.iter().zip(greatest.iter().cycle());
        let rows = weights.map(|(&units, most)| f32::from(units as i8) * most / ROW_UNIT).collect();
        Ok(Self(FloatWeights {
            hidden,
            biases,
            rows,
            outputs,
            output_biases,
            psqt,
            scale,
            psqt_scale,
        }))
    }
}

/// `[neuron]`: the size of its greatest weight in these rows.
fn greatest(rows: &[f32], hidden: usize) -> Vec<f32> {
    let mut greatest = vec![0.0_f32; hidden];
    for row in rows.chunks_exact(hidden) {
        greatest.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
    }
    greatest
}

/// A weight of a row in units of its neuron.
fn units(weight: f32, greatest: f32) -> i8 {
    if greatest > 0.0 { (weight / greatest * ROW_UNIT).round() as i8 } else { 0 }
}

/// Rows as they are stored.
fn near_by_neuron(rows: &[f32], hidden: usize) -> Vec<f32> {
    let greatest = greatest(rows, hidden);
    let weights = rows.iter().zip(greatest.iter().cycle());
    weights.map(|(&weight, &most)| f32::from(units(weight, most)) * most / ROW_UNIT).collect()
}

impl Network {
    /// The network for all games that comes with the engine.
    ///
    /// # Panics
    /// If the file is bad, which tests rule out.
    fn general() -> &'static General {
        static GENERAL: LazyLock<General> = LazyLock::new(|| {
            let network = General::from_bytes(&vertumnus_games::GENERAL.bytes());
            network.unwrap_or_else(|error| panic!("the network for all games: {error}"))
        });
        &GENERAL
    }

    /// The network of a game for which none was trained; `None` if what was learned says nothing of it.
    pub(in crate::eval) fn unseen<R: Ruleset>(rules: R) -> Option<Self> {
        // An engine of one game that has a network is no larger by this one.
        if const { has_own::<R>() } {
            return None;
        }
        let is_mated = |color| rules.has_king(color) && rules.safety(color) == Safety::King;
        let Facts { checkmate, must_capture, .. } = *rules.facts();
        let is_like_chess =
            Color::ALL.into_iter().all(is_mated) && checkmate == Value::Loss && !must_capture;
        is_like_chess.then(|| Self::of_general(rules, Self::general())).flatten()
    }

    /// The network of a game by what was learned for all games.
    pub(in crate::eval) fn of_general<R: Ruleset>(rules: R, general: &General) -> Option<Self> {
        let variant = Variant::with_facts(rules.facts())?;
        Blueprint::new(variant, rules, true).network(general.weights())
    }
}

fn small(number: f32, unit: f32) -> i16 {
    (number * unit).round().clamp(-32_767.0, 32_767.0) as i16
}
