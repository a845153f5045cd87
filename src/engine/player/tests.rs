//! Searches that another thread starts, stops and disturbs. `ThreadSanitizer` watches them
//! (`.ci/sanitizers thread`).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::{Engine, Event};
use crate::search::Limits;
use vertumnus_core::rules::Variant;

#[test]
fn a_storm_of_stops_leaves_a_move_for_each_search() {
    const SEARCHES: usize = if cfg!(miri) { 2 } else { 120 };
    let reported = Arc::new(AtomicUsize::new(0));
    let count = reported.clone();
    let sink = Arc::new(move |event: Event<'_>| {
        if let Event::Best { root, best } = event {
            assert!(best.best.is_some_and(|mv| root.legal_moves().contains(&mv)));
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut engine = Engine::new(Variant::default(), sink).expect("two threads");
    engine.set_option("Hash", "1").expect("a small table");
    engine.set_option("Threads", "2").expect("two threads");
    for number in 0..SEARCHES {
        let pondering = number % 5 == 4;
        let limits = Limits { infinite: !pondering, ponder: pondering, ..Limits::default() };
        engine.go(limits);
        // From before the search has begun to some iterations later.
        thread::sleep(Duration::from_micros(40 * (number as u64 % 50)));
        if pondering {
            engine.ponder_hit();
        }
        match number % 8 {
            0 => engine.new_game(),
            1 => engine.set_option("Clear Hash", "").expect("a button"),
            2 => engine.set_option("Hash", "2").expect("a small table"),
            3 => engine
                .set_option("Threads", if number % 16 > 8 { "2" } else { "3" })
                .expect("threads"),
            4 => {
                let session = engine.session_mut();
                let moves = session.legal_moves();
                session.play(moves[number % moves.len()]).expect("a legal move");
            }
            // The next search ends this one.
            5 => {}
            _ => (0..10).for_each(|_| engine.stop()),
        }
    }
    engine.halt();
    assert_eq!(reported.load(Ordering::Relaxed), SEARCHES);
}
