//! What a move can make of its mover.

use super::Kind;

/// What a mover can become: one kind in most games, several at a promotion, at most eight.
///
/// One byte of a word for each, so that the list stays in a register: it is made for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Becomes(u64);

impl Becomes {
    /// The most kinds of a list.
    pub(crate) const CAPACITY: usize = 8;

    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self(0)
    }

    /// A list of one kind.
    #[inline]
    pub const fn one(kind: Kind) -> Self {
        Self(kind.index() as u64 + 1)
    }

    /// Adds a kind at the end.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub const fn push(&mut self, kind: Kind) {
        assert!(self.len() < Self::CAPACITY, "too many kinds");
        self.0 |= Self::one(kind).0 << (8 * self.len());
    }

    /// Adds a kind at the end if it is not in the list yet.
    ///
    /// # Panics
    /// If the list is full.
    #[allow(dead_code, reason = "the games of the build decide which of them use it")]
    #[inline]
    pub(crate) fn add(&mut self, kind: Kind) {
        if !self.contains(kind) {
            self.push(kind);
        }
    }

    /// How many kinds there are.
    #[inline]
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(8) as usize
    }

    /// The kind, if there is just one.
    #[cfg(feature = "written")]
    #[inline]
    pub(crate) fn sole(mut self) -> Option<Kind> {
        self.next().filter(|_| self.is_empty())
    }

    /// Whether there is no kind.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a kind is in the list.
    #[inline]
    pub fn contains(self, kind: Kind) -> bool {
        self.into_iter().any(|other| other == kind)
    }
}

impl Iterator for Becomes {
    type Item = Kind;

    #[inline]
    fn next(&mut self) -> Option<Kind> {
        let kind = (self.0 as u8).checked_sub(1)?;
        self.0 >>= 8;
        Some(Kind::new(kind))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl FromIterator<Kind> for Becomes {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut list = Self::new();
        kinds.into_iter().for_each(|kind| list.push(kind));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_up_to_eight_kinds_in_their_order() {
        let kinds = [126, 0, 5, 5, 90, 1, 2, 3].map(Kind::new);
        for count in 0..=kinds.len() {
            let list: Becomes = kinds[..count].iter().copied().collect();
            assert_eq!((list.len(), list.is_empty()), (count, count == 0));
            assert_eq!(list.collect::<Vec<_>>(), kinds[..count]);
            assert_eq!(list.contains(Kind::new(90)), count > 4);
        }
        assert_eq!(Becomes::one(kinds[0]), kinds[..1].iter().copied().collect());
    }
}
