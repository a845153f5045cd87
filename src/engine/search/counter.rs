//! The counters of histories and corrections.

/// A counter that approaches its limit ever more slowly.
pub(super) type Counter = i16;

/// Moves a counter by a bonus of at most its limit, the less the nearer the limit is.
#[inline]
pub(super) fn nudge<const LIMIT: i32>(counter: &mut Counter, bonus: i32) {
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / LIMIT) as Counter;
}
