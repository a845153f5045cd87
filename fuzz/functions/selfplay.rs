//! Files of the engine's games against itself, as training reads them.

use vertumnus_core::game;
use vertumnus_lab::games::{Filter, GameFile, Replay};

use crate::input::{Input, checksum};

/// Anything, or, if the first byte says so, bodies of records with the right lengths and hashes: what is
/// read is the same when it is written and read again, and can be played again or is refused.
pub fn selfplay(data: &[u8]) {
    let mut input = Input(data);
    let bytes = if input.byte() % 8 == 0 { input.0.to_vec() } else { records(&mut input) };
    let file = GameFile::of_bytes(&bytes);
    assert!(file.skipped <= bytes.len());
    for game in &file.games {
        let mut written = Vec::new();
        assert!(game.write(0, &mut written), "a game that was read is short enough");
        let again = GameFile::of_bytes(&written);
        assert_eq!((again.games.as_slice(), again.skipped), (std::slice::from_ref(game), 0));
        let mut session = game::session(game.variant);
        let Ok(mut replay) = Replay::start(game, &mut *session) else { continue };
        while let Ok(Some(step)) = replay.next(&mut *session) {
            assert!(session.legal_moves().contains(&step.mv));
            let _ = Filter::default().score(&step, &*session);
        }
    }
}

/// A file with a record for each body.
fn records(input: &mut Input<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    while !input.is_empty() {
        let length = input.word() % 600;
        let body = input.bytes(usize::from(length));
        bytes.extend_from_slice(b"VGM1");
        bytes.extend_from_slice(&(body.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&checksum(body));
        bytes.extend_from_slice(body);
    }
    bytes
}
