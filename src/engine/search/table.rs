//! The transposition table: what is known of positions already searched, shared by all threads.
//!
//! An entry is two atomic words, the data and the key exclusive-or the data (Hyatt and Mann, 2002).
//! Threads that write one entry at the same time can mix their words, but then the words do not fit
//! together and the entry is not found. So no lock is needed.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::bound::Bound;
use super::memory::{prefer_large_pages, prefetch};
use super::score::{MATE_BOUND, from_table, to_table};
use vertumnus_core::position::Move;

/// Entries that compete for a place; they share a cache line.
const CLUSTER: usize = 4;

/// Clusters of a mebibyte. Miri would take minutes to write as many, so there they are fewer.
const CLUSTERS_PER_MEBIBYTE: usize =
    if cfg!(miri) { 1 << 6 } else { (1 << 20) / size_of::<Cluster>() };

/// The number of generations: they are counted modulo this.
const GENERATIONS: u8 = 64;

/// Plies of depth that an entry's worth loses for each generation of its age.
const AGE_PENALTY: i32 = 4;

/// An entry of this search for the same position is kept if it is deeper by more than so many plies.
const KEEP_DEEPER: i32 = 3;

/// Clusters sampled to estimate how full the table is.
const SAMPLE: usize = 250;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, or the one that refuted the one before. It may be illegal: keys can collide.
    pub(super) mv: Option<Move>,
    /// Mates are counted from the root.
    pub(super) score: i32,
    /// How the score relates to the value.
    pub(super) bound: Bound,
    /// The depth of the search, in plies.
    pub(super) depth: i32,
    /// The static evaluation; `None` in check.
    pub(super) eval: Option<i32>,
    /// Whether it is or was in the principal variation.
    pub(super) pv: bool,
}

impl Entry {
    /// Whether the score is that of a mate.
    pub(super) fn is_mate(&self) -> bool {
        self.score.abs() >= MATE_BOUND
    }
}

/// A transposition table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

#[derive(Debug, Default)]
struct Slot {
    /// The key with the static evaluation in place of its highest 16 bits, exclusive-or the data.
    check: AtomicU64,
    data: AtomicU64,
}

const _: () = assert!(size_of::<Cluster>() == 64);

/// Stands for no static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// The bits of a key that a slot keeps: the others choose the cluster.
const KEY_BITS: u64 = (1 << 48) - 1;

impl TranspositionTable {
    /// An empty table of this size in mebibytes.
    ///
    /// # Panics
    /// If the system does not have that much memory.
    #[cfg(test)]
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self::try_new(mebibytes).expect("the system has memory for the table")
    }

    /// An empty table of this size in mebibytes.
    ///
    /// # Errors
    /// If the system does not have that much memory.
    pub(crate) fn try_new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let mut table = Self { clusters: Vec::new(), generation: AtomicU8::new(0) };
        table.resize(mebibytes)?;
        Ok(table)
    }

    /// Makes it an empty table of this size in mebibytes, on all threads of the current rayon pool:
    /// one thread takes a second to touch gigabytes.
    ///
    /// # Errors
    /// If the system does not have that much memory; the table is unchanged then.
    pub(crate) fn resize(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        let count = mebibytes.max(1) * CLUSTERS_PER_MEBIBYTE;
        let mut clusters = Vec::new();
        // The new memory is reserved before the old is freed, but none of it is touched yet.
        clusters.try_reserve_exact(count)?;
        self.clusters = Vec::new();
        prefer_large_pages(&mut clusters);
        clusters.par_extend((0..count).into_par_iter().map(|_| Cluster::default()));
        *self = Self { clusters, generation: AtomicU8::new(0) };
        Ok(())
    }

    /// Forgets everything, on all threads of the current rayon pool.
    pub(crate) fn clear(&self) {
        self.clusters.par_iter().for_each(|cluster| {
            for slot in &cluster.0 {
                slot.check.store(0, Ordering::Relaxed);
                slot.data.store(0, Ordering::Relaxed);
            }
        });
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(crate) fn new_generation(&self) {
        self.generation.store((self.generation() + 1) % GENERATIONS, Ordering::Relaxed);
    }

    /// How much of the table the current search has filled, in thousandths.
    pub(crate) fn hash_full(&self) -> u32 {
        let generation = self.generation();
        let sample = &self.clusters[..SAMPLE.min(self.clusters.len())];
        let fresh = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && Data(data).generation() == generation
        };
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(fresh).count();
        (used * 1000 / (sample.len() * CLUSTER)) as u32
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; CLUSTER] {
        // The high half of the key times the length, over 2^32: any length will do.
        let index = ((key >> 32) * self.clusters.len() as u64) >> 32;
        &self.clusters[index as usize].0
    }

    /// Loads the entries for this key into the cache: they will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known of the position of this key, for a node at this ply.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            (check & KEY_BITS == key & KEY_BITS && data != 0).then(|| {
                let eval = (check >> 48) as u16 as i16;
                Data(data).entry(ply, (eval != NO_EVAL).then_some(i32::from(eval)))
            })
        })
    }

    /// Remembers what was found of the position of this key, at a node at this ply.
    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation();
        let mut place = &self.cluster(key)[0];
        let mut lowest = i32::MAX;
        for slot in self.cluster(key) {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if data == 0 {
                place = slot;
                break;
            }
            let old = Data(data);
            if check & KEY_BITS == key & KEY_BITS {
                let deeper =
                    old.depth() > entry.depth + KEEP_DEEPER && old.generation() == generation;
                if deeper && entry.bound != Bound::Exact {
                    return;
                }
                entry.mv = entry.mv.or(old.mv());
                place = slot;
                break;
            }
            let age = (GENERATIONS + generation - old.generation()) % GENERATIONS;
            let worth = old.depth() - AGE_PENALTY * i32::from(age);
            if worth < lowest {
                lowest = worth;
                place = slot;
            }
        }
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        let data = Data::new(entry, ply, generation).0;
        let check = key & KEY_BITS | u64::from(eval as u16) << 48;
        place.check.store(check ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

/// An entry without its evaluation, packed; from the lowest bit: move 30, bound 2, depth 8,
/// generation 6, a bit that is always set, whether it was in the principal variation 1, score 16.
#[derive(Clone, Copy)]
struct Data(u64);

const MOVE_BITS: u64 = (1 << 30) - 1;
const IN_USE: u64 = 1 << 46;
const IN_PV: u64 = 1 << 47;

impl Data {
    fn new(entry: Entry, ply: usize, generation: u8) -> Self {
        let bound = match entry.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        Self(
            entry.mv.map_or(0, |mv| u64::from(mv.to_word()))
                | bound << 30
                | u64::from(entry.depth.clamp(0, 255) as u8) << 32
                | u64::from(generation) << 40
                | IN_USE
                | if entry.pv { IN_PV } else { 0 }
                | u64::from(to_table(entry.score, ply) as i16 as u16) << 48,
        )
    }

    fn mv(self) -> Option<Move> {
        Move::from_word_unchecked((self.0 & MOVE_BITS) as u32)
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 32) as u8)
    }

    fn generation(self) -> u8 {
        (self.0 >> 40) as u8 % GENERATIONS
    }

    fn entry(self, ply: usize, eval: Option<i32>) -> Entry {
        Entry {
            mv: self.mv(),
            score: from_table(i32::from((self.0 >> 48) as u16 as i16), ply),
            bound: match self.0 >> 30 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: self.depth(),
            eval,
            pv: self.0 & IN_PV != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{mate_in, mated_in};
    use vertumnus_core::board::Square;
    use vertumnus_core::rules::Kind;

    fn entry(score: i32, depth: i32) -> Entry {
        let mv = Move::new(Square::new(80), Square::new(12), Kind::new(126));
        Entry { mv: Some(mv), score, bound: Bound::Lower, depth, eval: Some(-123), pv: true }
    }

    #[test]
    fn what_is_stored_is_found_with_every_part() {
        let table = TranspositionTable::new(1);
        let key = 0x0123_4567_89AB_CDEF;
        assert_eq!(table.probe(key, 0), None);
        for score in [0, -19_999, 19_999, mate_in(9), mated_in(10)] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for eval in [None, Some(0), Some(-19_999)] {
                    let pv = bound == Bound::Exact;
                    let entry = Entry { bound, eval, pv, ..entry(score, 200) };
                    table.store(key, 3, entry);
                    assert_eq!(table.probe(key, 3), Some(entry));
                }
            }
        }
        assert_eq!(table.probe(key ^ 1 << 40, 3), None);
        table.clear();
        assert_eq!(table.probe(key, 3), None);
    }

    #[test]
    fn a_resized_table_is_empty_and_one_that_is_too_large_is_refused() {
        let mut table = TranspositionTable::new(1);
        table.store(7 << 32, 0, entry(10, 5));
        assert!(table.resize(usize::MAX / CLUSTERS_PER_MEBIBYTE).is_err());
        assert_eq!(table.probe(7 << 32, 0), Some(entry(10, 5)), "it stays as it is");
        table.resize(3).expect("three megabytes");
        assert_eq!(table.clusters.len(), 3 * CLUSTERS_PER_MEBIBYTE);
        assert_eq!(table.probe(7 << 32, 0), None);
    }

    #[test]
    fn a_move_outlives_a_search_that_found_none() {
        let table = TranspositionTable::new(1);
        table.store(7 << 32, 0, entry(10, 5));
        table.store(7 << 32, 0, Entry { mv: None, ..entry(20, 6) });
        assert_eq!(table.probe(7 << 32, 0), Some(entry(20, 6)));
    }

    #[test]
    fn the_old_and_shallow_make_room() {
        let table = TranspositionTable::new(1);
        let key = |number: u64| number << 40;
        table.store(key(1), 0, entry(0, 20));
        for number in 2..=4 {
            table.store(key(number), 0, entry(0, 8 + number as i32));
        }
        table.store(key(5), 0, entry(0, 1));
        assert_eq!(table.probe(key(2), 0), None, "the shallowest goes");
        for _ in 0..6 {
            table.new_generation();
        }
        for number in 6..=8 {
            table.store(key(number), 0, entry(0, 2));
        }
        table.store(key(9), 0, entry(0, 2));
        assert_eq!(table.probe(key(1), 0), None, "the old goes, however deep");
    }

    #[test]
    fn words_of_two_entries_do_not_fit() {
        let table = TranspositionTable::new(1);
        table.store(5 << 40, 0, entry(0, 20));
        let slot = &table.cluster(5 << 40)[0];
        slot.data.fetch_xor(0xFF << 32, Ordering::Relaxed);
        // The depth has changed under the key's bits.
        assert_eq!(table.probe(5 << 40, 0), None);
    }

    #[test]
    fn fullness_counts_the_current_generation() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.hash_full(), 0);
        let slots = (CLUSTERS_PER_MEBIBYTE * CLUSTER) as u64;
        for index in 0..slots {
            let place = (index << 32) / slots;
            table.store(place << 32 | index, 0, entry(0, 1));
        }
        assert!(table.hash_full() > 500);
        table.new_generation();
        assert_eq!(table.hash_full(), 0);
    }
}
