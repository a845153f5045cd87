//! Files of networks: `docs/networks.md` describes them.

use std::io::Read;

use thiserror::Error;

use super::planes::Planes;
use super::{Board, HIDDEN_UNIT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, Network, numbers};
use crate::eval::material::{FULL_SCALE, Material};
use crate::eval::tapered::Tapered;
use vertumnus_core::board::fnv1a_32;
use vertumnus_core::files;
use vertumnus_core::rules::{ForeignRules, Ruleset, Variant, Visitor};
use vertumnus_neurons::{Block, LANES, blocks};

/// What every file begins with; the last letter is the version of the format.
const MAGIC: [u8; 4] = *b"VNN4";

/// The most output buckets.
const MAX_BUCKETS: usize = 32;

/// The greatest sum of the PSQT part: with the shares of the phase, it fits into 32 bits with room
/// for what is added.
const MAX_PSQT: i32 = 1 << 22;

/// The greatest scale of a lead without pawns: times [`MAX_PSQT`] and more, it fits into 32 bits.
const MAX_PAWNLESS: i32 = 2 * FULL_SCALE;

/// The greatest sum of a neuron: it fits into 16 bits.
pub(super) const MAX_SUM: f64 = i16::MAX as f64;

/// Bytes of a file that are read. No network has as many, but a device may have no end.
pub(super) const MAX_FILE: u64 = 1 << 26;

/// Why a file is no network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It does not begin as one.
    #[error("it is not a network")]
    Magic,
    /// It has another version of the format.
    #[error("it has format {0}, not {version}; train it again", version = char::from(MAGIC[3]))]
    Version(char),
    /// It is of a game that is not in this build, or of other rules.
    #[error("it is of {0}")]
    Game(#[from] ForeignRules),
    /// It is of another game than the one that is played.
    #[error("it is of {found}, not of {wanted}")]
    OtherGame {
        /// Its game.
        found: Variant,
        /// The game whose positions it should evaluate.
        wanted: Variant,
    },
    /// It was made for other rows.
    #[error("it was made for another version of {0}")]
    Planes(Variant),
    /// Its hidden layer has a size that is not possible.
    #[error("a hidden layer has a multiple of {LANES} neurons up to {MAX_HIDDEN}, not {0}")]
    Hidden(usize),
    /// It has no buckets or too many, or its inputs are neither mirrored nor not.
    #[error("a network has 1 to {MAX_BUCKETS} output buckets, and is mirrored or not")]
    Shape,
    /// It ends too early, or too late.
    #[error("it has {found} bytes, not {wanted}")]
    Length {
        /// The bytes of the file.
        found: usize,
        /// The bytes that it should have.
        wanted: usize,
    },
    /// The checksum is wrong.
    #[error("it is damaged")]
    Checksum,
    /// Sums could exceed the range of their numbers.
    #[error("its weights are too large")]
    Range,
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The weights that a file has, with the planes of its rows.
pub(super) struct Stored {
    pub(super) hidden: usize,
    pub(super) scale: i32,
    pub(super) mirrored: bool,
    /// `[bucket]`
    pub(super) output_biases: Vec<i32>,
    /// `[neuron]`
    pub(super) biases: Vec<i16>,
    /// `[row][neuron]`
    pub(super) planes: Vec<i16>,
    /// `[bucket][side to move, other side][neuron]`
    pub(super) outputs: Vec<i16>,
    /// `[input]`
    pub(super) psqt: Vec<[i16; 2]>,
    /// `[kind]`
    pub(super) values: Vec<i16>,
    /// For the middlegame and the endgame.
    pub(super) pawnless: [i16; 2],
}

impl Network {
    /// Reads a network from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a network of a game of this build that gives the same
    /// numbers on every machine.
    pub fn read(path: &std::path::Path) -> Result<Self, NetworkError> {
        let mut bytes = Vec::new();
        files::open(path)?.take(MAX_FILE).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// A network from the bytes of its file.
    ///
    /// # Errors
    /// If they are not a network of a game of this build that gives the same numbers on every machine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (identity, numbers) = head(bytes)?;
        Self::from_numbers(Variant::identified(identity)?, bytes, numbers)
    }

    /// The same for a game, whatever the name of the game is that it was trained for.
    ///
    /// # Errors
    /// If it was trained for other rules, or is refused.
    pub fn of_rules(variant: Variant, bytes: &[u8]) -> Result<Self, NetworkError> {
        let (identity, numbers) = head(bytes)?;
        let rules = identity.split_once('#').map(|(_, rules)| rules);
        if identity != variant.identity() && (rules.is_none() || rules != variant.rules_tag()) {
            return Err(ForeignRules::Rules(variant.name().to_owned()).into());
        }
        Self::from_numbers(variant, bytes, numbers)
    }

    /// A network for a game from its file, and what of it stands behind the name.
    fn from_numbers(variant: Variant, bytes: &[u8], rest: &[u8]) -> Result<Self, NetworkError> {
        let fixed = HEAD + bytes.len() - rest.len() - MAGIC.len() - 1;
        let short = |wanted| NetworkError::Length { found: bytes.len(), wanted };
        let board = variant.visit(OfVariant);
        let board = board.ok_or_else(|| ForeignRules::Game(variant.name().to_owned()))?;
        let planes = Planes::stored(&board.game, &board.features);
        let mut numbers = Numbers(rest);
        let head = (|| {
            let (signature, hidden) = (numbers.u32()?, numbers.u16()?);
            Some((signature, hidden, numbers.array()?, numbers.u32()?))
        })();
        let (signature, hidden, [mirrored, buckets], scale) = head.ok_or_else(|| short(fixed))?;
        if signature != planes.signature() {
            return Err(NetworkError::Planes(variant));
        }
        let hidden = usize::from(hidden);
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
            return Err(NetworkError::Hidden(hidden));
        }
        let buckets = usize::from(buckets);
        if mirrored > 1 || !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(NetworkError::Shape);
        }
        let counts = [
            hidden,
            2 * planes.rows * hidden,
            2 * buckets * hidden,
            2 * board.features.inputs(),
            board.game.kinds().len(),
            2,
        ];
        let wanted = fixed + 4 * buckets + 2 * counts.iter().sum::<usize>();
        if bytes.len() != wanted {
            return Err(short(wanted));
        }
        let (checked, sum) = bytes.split_at(wanted - 4);
        if sum != fnv1a_32(checked).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let mut output_bias = || numbers.u32().map_or(0, |bias| bias as i32);
        let output_biases = (0..buckets).map(|_| output_bias()).collect();
        let [biases, rows, outputs, psqt, values, pawnless] =
            counts.map(|count| numbers.i16s(count).unwrap_or_default());
        let stored = Stored {
            hidden,
            scale: scale as i32,
            mirrored: mirrored == 1,
            output_biases,
            biases,
            planes: rows,
            outputs,
            psqt: psqt.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
            values,
            pawnless: [pawnless[0], pawnless[1]],
        };
        Self::assemble(board, &planes, &stored).ok_or(NetworkError::Range)
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = self.variant.identity();
        let mut bytes = MAGIC.to_vec();
        bytes.push(name.len() as u8);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&self.signature.to_le_bytes());
        bytes.extend_from_slice(&(self.hidden() as u16).to_le_bytes());
        bytes.extend([u8::from(self.mirrored), self.output_biases.len() as u8]);
        bytes.extend_from_slice(&self.scale.to_le_bytes());
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        for block in [&self.biases, &self.planes, &self.outputs].into_iter().flatten() {
            bytes.extend_from_slice(block.0.map(i16::to_le_bytes).as_flattened());
        }
        let Material { values, pawnless, .. } = &self.material;
        let numbers =
            self.psqt.iter().flat_map(|worth| worth.to_array()).chain(values.iter().copied());
        let numbers = numbers.chain(pawnless.to_array());
        bytes.extend(numbers.flat_map(|number| (number as i16).to_le_bytes()));
        bytes.extend_from_slice(&fnv1a_32(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum with which its file ends: another network has another.
    pub fn checksum(&self) -> u32 {
        let bytes = self.to_bytes();
        bytes.last_chunk().copied().map_or(0, u32::from_le_bytes)
    }

    /// Sums the planes of a file to rows; `None` if some sum could exceed its range.
    pub(super) fn assemble(board: Board, planes: &Planes, stored: &Stored) -> Option<Self> {
        let hidden = stored.hidden;
        let inputs = board.features.inputs();
        let mut rows = vec![0_i16; inputs * hidden];
        for input in 0..inputs {
            let row = &mut rows[input * hidden..][..hidden];
            for plane in planes.rows_of(input) {
                let plane = &stored.planes[plane * hidden..][..hidden];
                // One branch for a whole row, so that the sums are vectorized.
                let mut is_exceeded = false;
                for (sum, &weight) in row.iter_mut().zip(plane) {
                    let overflows;
                    (*sum, overflows) = sum.overflowing_add(weight);
                    is_exceeded |= overflows;
                }
                if is_exceeded {
                    return None;
                }
            }
        }
        Self::with_rows(board, planes.signature(), &rows, stored)
    }

    /// A network with these rows, one for each input; `None` if some sum could exceed its range.
    pub(super) fn with_rows(
        board: Board,
        signature: u32,
        rows: &[i16],
        stored: &Stored,
    ) -> Option<Self> {
        let Board { variant, game, features } = board;
        let hidden = stored.hidden;
        let tapered =
            |&[middlegame, endgame]: &[i16; 2]| Tapered::new(middlegame.into(), endgame.into());
        let values = stored.values.iter().map(|&value| value.into()).collect();
        let material = Material::new(&game, values, tapered(&stored.pawnless));
        let mut phase_values: Vec<i32> =
            game.kinds().map(|kind| material.piece_value(kind)).collect();
        phase_values.resize(features.kinds.len(), 0);
        let network = Self {
            variant,
            signature,
            blocks: hidden / LANES,
            biases: blocks(&stored.biases),
            rows: blocks(rows),
            outputs: blocks(&stored.outputs),
            output_biases: stored.output_biases.clone(),
            mirrored: stored.mirrored,
            scale: stored.scale,
            psqt: stored.psqt.iter().map(tapered).collect(),
            material,
            goals: game.goals,
            phase_values,
            planes: blocks(&stored.planes),
            features,
        };
        network.is_in_range().then_some(network)
    }

    /// Whether no sum can exceed its range, whatever stands on the board.
    fn is_in_range(&self) -> bool {
        let row = |input: usize| numbers(self.row(input)).map(f64::from);
        let sums = self.features.greatest_sums(self.hidden(), row);
        let biases = numbers(&self.biases).map(|bias| f64::from(bias).abs());
        let outputs = || numbers(&self.outputs).map(|weight| i32::from(weight).abs());
        let most = i64::from(i32::MAX) / i64::from(HIDDEN_UNIT * HIDDEN_UNIT);
        let fits = |bucket: &[Block]| {
            numbers(bucket).map(|weight| i64::from(weight).abs()).sum::<i64>() <= most
        };
        let mut buckets = self.outputs.chunks(2 * self.blocks.max(1));
        sums.into_iter().zip(biases).all(|(sum, bias)| sum + bias <= MAX_SUM)
            && outputs().all(|weight| weight <= MAX_OUTPUT_WEIGHT)
            && buckets.all(fits)
            && self.output_biases.iter().all(|bias| bias.unsigned_abs() <= 1 << 24)
            && (1..=1 << 16).contains(&self.scale)
            && self.material.values.iter().all(|&value| value >= 0)
            && self.most_psqt() <= MAX_PSQT
            && self.material.pawnless.to_array().iter().all(|scale| scale.abs() <= MAX_PAWNLESS)
    }

    /// The greatest sum that the PSQT part can have, whatever is on the board.
    fn most_psqt(&self) -> i32 {
        let each: [fn(&Tapered) -> i32; 2] = [|worth| worth.middlegame, |worth| worth.endgame];
        let most = each.map(|phase| {
            let row = |input: usize| std::iter::once(f64::from(phase(&self.psqt[input])));
            self.features.greatest_sums(1, row)[0] as i32
        });
        most[0].max(most[1])
    }
}

/// Bytes of a file around its weights and the name of the game.
const HEAD: usize = MAGIC.len() + 1 + 4 + 2 + 2 + 4 + 4;

/// The [identity](Variant::identity) of the game that a file names, and what stands behind it.
fn head(bytes: &[u8]) -> Result<(&str, &[u8]), NetworkError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or_else(|| match bytes {
        [b'V', b'N', b'N', version @ b'1'..=b'9', ..] => NetworkError::Version((*version).into()),
        _ => NetworkError::Magic,
    })?;
    let short = |wanted| NetworkError::Length { found: bytes.len(), wanted };
    let (&[length], rest) = rest.split_first_chunk().ok_or_else(|| short(HEAD))?;
    let (name, rest) =
        rest.split_at_checked(length.into()).ok_or_else(|| short(HEAD + usize::from(length)))?;
    Ok((std::str::from_utf8(name).map_err(|_| NetworkError::Magic)?, rest))
}

/// Little-endian numbers that are read from the front.
pub(super) struct Numbers<'a>(pub(super) &'a [u8]);

impl Numbers<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(array)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn i16s(&mut self, count: usize) -> Option<Vec<i16>> {
        let (bytes, rest) = self.0.split_at_checked(2 * count)?;
        self.0 = rest;
        let (numbers, _) = bytes.as_chunks();
        Some(numbers.iter().map(|&number| i16::from_le_bytes(number)).collect())
    }
}

/// The board of a variant.
pub(super) struct OfVariant;

impl Visitor for OfVariant {
    type Output = Option<Board>;

    fn visit<R: Ruleset>(self, rules: R) -> Option<Board> {
        Board::of(rules)
    }
}
