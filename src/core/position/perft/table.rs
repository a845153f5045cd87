//! A hash table of earlier counts, shared by all threads.
//!
//! An entry holds the whole key and the depth, so two positions are confused only if their keys are
//! equal. Among a billion positions the odds of such a pair are about one in forty, and it does harm
//! only if one is looked up while the other is stored. Threads need no lock: an entry with words of
//! two different writes is not recognized by either key.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries per cluster, which is one cache line.
const CLUSTER: usize = 4;

/// Counts that are not below this are not stored.
const LEAVES_END: u64 = 1 << 56;

/// Counts by the key of the position and the depth.
#[derive(Debug)]
pub struct Table {
    clusters: Vec<Cluster>,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

#[derive(Debug, Default)]
struct Slot {
    /// The exclusive or of key and data.
    check: AtomicU64,
    /// The leaves, above eight bits for the depth, which is never 0.
    data: AtomicU64,
}

impl Table {
    /// An empty table of this size in mebibytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, TryReserveError> {
        let count = megabytes.max(1).saturating_mul(1 << 20) / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count)?;
        clusters.resize_with(count, Cluster::default);
        Ok(Self { clusters })
    }

    #[inline]
    fn cluster(&self, key: u64, depth: u32) -> &[Slot; CLUSTER] {
        // The high word of key times length, so that any length will do. The rotation spreads depths.
        let mixed = u128::from(key.rotate_left(8 * depth));
        let index = (mixed * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize].0
    }

    /// The leaves of the tree of this depth below the position with this key, if they are stored.
    #[inline]
    pub fn get(&self, key: u64, depth: u32) -> Option<u64> {
        self.cluster(key, depth).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key && data & 0xFF == u64::from(depth)).then_some(data >> 8)
        })
    }

    /// Stores a count in the place of the smallest one in its cluster.
    #[inline]
    pub fn insert(&self, key: u64, depth: u32, leaves: u64) {
        if leaves >= LEAVES_END || !(1..=0xFF).contains(&depth) {
            return;
        }
        let worth = |slot: &&Slot| slot.data.load(Ordering::Relaxed);
        if let Some(slot) = self.cluster(key, depth).iter().min_by_key(worth) {
            let data = leaves << 8 | u64::from(depth);
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_by_key_and_depth() {
        let table = Table::new(1).expect("a mebibyte");
        let key = 0x0123_4567_89AB_CDEF;
        assert_eq!(table.get(key, 3), None);
        table.insert(key, 3, 8902);
        table.insert(key, 4, 197_281);
        table.insert(key, 5, 0);
        assert_eq!(table.get(key, 3), Some(8902));
        assert_eq!(table.get(key, 4), Some(197_281));
        assert_eq!(table.get(key, 5), Some(0), "a tree without leaves is known, too");
        assert_eq!(table.get(key, 2), None);
        assert_eq!(table.get(key ^ 1, 3), None);
        assert_eq!(table.get(0, 1), None);
    }

    #[test]
    fn what_cannot_be_held_is_not() {
        let table = Table::new(1).expect("a mebibyte");
        table.insert(7, 256, 1);
        table.insert(7, 3, LEAVES_END);
        assert_eq!((table.get(7, 256), table.get(7, 0), table.get(7, 3)), (None, None, None));
        assert!(Table::new(usize::MAX >> 20).is_err());
    }

    #[test]
    fn small_counts_make_room() {
        let table = Table::new(1).expect("a mebibyte");
        // Low bits do not choose the place.
        for (key, leaves) in (0..).zip([50, 10, 30, 20, 40]) {
            table.insert(key, 8, leaves);
        }
        assert_eq!(table.get(1, 8), None);
        assert_eq!(table.get(0, 8), Some(50));
        assert_eq!(table.get(4, 8), Some(40));
    }

    #[test]
    fn words_of_two_entries_do_not_fit() {
        let table = Table::new(1).expect("a mebibyte");
        table.insert(5, 4, 1000);
        table.cluster(5, 4)[0].data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.get(5, 4), None);
    }
}
