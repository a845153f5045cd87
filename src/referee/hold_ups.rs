//! Whether the runner itself was held up: by Ctrl-Z, by a machine that sleeps, or by one that is busy.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the watch looks at the time.
const TICK: Duration = Duration::from_millis(10);

/// A tick that takes longer by no more than this is as exact as a system is.
const SLACK: Duration = Duration::from_millis(5);

/// Shorter hold-ups are what any busy machine has, and are not made up for.
const WORTH: Duration = Duration::from_millis(50);

/// At most this many hold-ups are remembered.
const REMEMBERED: usize = 1 << 8;

/// How long the watch is waited for that is held up itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// Watches for hold-ups of the runner. During one it does not see what the engines say, so an engine that
/// seems late may have been in time.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    state: Mutex<WatchState>,
    has_looked: Condvar,
}

#[derive(Debug, Default)]
struct WatchState {
    /// When it looked last; `None` if nobody watches.
    looked: Option<Instant>,
    hold_ups: VecDeque<HoldUp>,
    is_over: bool,
}

#[derive(Clone, Copy, Debug)]
struct HoldUp {
    until: Instant,
    /// At most this long: it may have begun anywhere in the tick.
    lasted: Duration,
}

impl Watch {
    fn lock(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches until [`end`](Self::end).
    pub(crate) fn run(&self) {
        let mut before = Instant::now();
        while !self.lock().is_over {
            thread::sleep(TICK);
            let now = Instant::now();
            self.look(before, now);
            before = now;
        }
    }

    pub(crate) fn end(&self) {
        self.lock().is_over = true;
    }

    /// Takes note of a tick.
    fn look(&self, before: Instant, now: Instant) {
        let mut state = self.lock();
        let lasted = now.saturating_duration_since(before);
        if lasted > TICK + SLACK {
            state.hold_ups.push_back(HoldUp { until: now, lasted });
            if state.hold_ups.len() > REMEMBERED {
                state.hold_ups.pop_front();
            }
        }
        state.looked = Some(now);
        self.has_looked.notify_all();
    }

    /// How long the longest hold-up has lasted of those that ended after this moment, up to now.
    pub(crate) fn longest_since(&self, start: Instant) -> Duration {
        // The watch may wake up after the thread that asks.
        let now = Instant::now();
        let is_behind = |state: &mut WatchState| state.looked.is_some_and(|looked| looked < now);
        let waited = self.has_looked.wait_timeout_while(self.lock(), PATIENCE, is_behind);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let ended_later = state.hold_ups.iter().filter(|hold_up| hold_up.until > start);
        ended_later.map(|hold_up| hold_up.lasted).max().unwrap_or_default()
    }

    /// How much of the time between two moments the runner was held up for long enough to be worth it. Nobody
    /// waits for that: a watch that has not looked for so long was held up as well.
    pub(crate) fn lost_between(&self, start: Instant, end: Instant) -> Duration {
        let state = self.lock();
        let now = Instant::now();
        let until_now = |looked| {
            let lasted = now.saturating_duration_since(looked);
            HoldUp { until: now, lasted }
        };
        let all = state.hold_ups.iter().copied().chain(state.looked.map(until_now));
        let overlap = |hold_up: HoldUp| {
            let begin = hold_up.until.checked_sub(hold_up.lasted).unwrap_or(start).max(start);
            hold_up.until.min(end).saturating_duration_since(begin)
        };
        all.filter(|hold_up| hold_up.lasted >= WORTH).map(overlap).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_tick_is_a_hold_up_for_those_who_waited_then() {
        let ms = Duration::from_millis;
        let watch = Watch::default();
        let start = Instant::now();
        assert_eq!(watch.longest_since(start), Duration::ZERO);
        let mut now = start;
        // The last look is in the future, so nobody waits for another.
        for tick in [10, 12, 700, 300, 10, 5_000] {
            watch.look(now, now + ms(tick));
            now += ms(tick);
        }
        assert_eq!(watch.longest_since(start), ms(5_000));
        assert_eq!(watch.lost_between(start, now), ms(6_000));
        assert_eq!(watch.lost_between(start + ms(122), start + ms(922)), ms(800));
        assert_eq!(watch.lost_between(start, start + ms(22)), ms(0));
        assert_eq!(watch.lost_between(start + ms(1_022), start + ms(1_032)), ms(0));
        watch.lock().hold_ups.pop_back();
        assert_eq!(watch.longest_since(start), ms(700));
        assert_eq!(watch.longest_since(start + ms(721)), ms(700));
        assert_eq!(watch.longest_since(start + ms(722)), ms(300));
        assert_eq!(watch.longest_since(start + ms(1_022)), Duration::ZERO);
        for _ in 0..2 * REMEMBERED {
            watch.look(now, now + ms(50));
            now += ms(50);
        }
        assert_eq!(watch.longest_since(start), ms(50));
        assert_eq!(watch.lock().hold_ups.len(), REMEMBERED);
    }
}
