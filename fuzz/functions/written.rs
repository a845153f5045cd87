//! Files with games.

use vertumnus_core::board::Color;
use vertumnus_core::rules::definition::Definition;
use vertumnus_written::interpreter::Position;
use vertumnus_written::{Severity, explain, read};

/// The input is a file. What is found in it has a place there, and what is usable can be explained and
/// played.
pub fn written(data: &[u8]) {
    let Ok(written) = read(data) else { return };
    let text = str::from_utf8(data).expect("what is no text is not read");
    let lines = text.lines().count().max(1) as u32;
    for finding in &written.findings {
        assert!((1..=lines).contains(&finding.place.line), "{finding:?}");
        assert!(!finding.message.contains('\n'), "{finding:?}");
    }
    // What is printed of each is bounded; a few are enough.
    for finding in written.findings.iter().take(20) {
        let rendered = finding.render("file", text);
        assert!(rendered.chars().count() < 4000, "{rendered}");
    }
    let errors = written.findings.iter().filter(|one| one.severity == Severity::Error).count();
    let usable = written.games.iter().filter(|game| game.definition.is_some()).count();
    assert!(errors > 0 || usable == written.games.len());
    for game in written.games.iter().filter_map(|game| game.definition.as_ref()).take(4) {
        is_whole(game);
        assert!(!explain(game).is_empty());
        play(game, data);
    }
}

/// What the comments of a definition promise.
fn is_whole(game: &Definition) {
    assert_eq!(game.kinds.iter().filter(|kind| kind.royal).count(), 1);
    let squares = game.board.squares();
    for color in Color::ALL {
        let promotion = &game.promotion[color];
        assert_eq!(promotion.into.is_empty(), promotion.kinds.is_empty());
        let kinds = [
            &promotion.kinds,
            &promotion.into,
            &game.en_passant[color].kinds,
            &game.flag[color].kinds,
            &game.restarts_clock[color],
        ];
        assert!(kinds.into_iter().flatten().all(|kind| kind.index() < game.kinds.len()));
        let regions = [
            promotion.region,
            game.double_step[color],
            game.en_passant[color].region,
            game.flag[color].region,
        ];
        assert!(regions.iter().all(|region| region.0 & !squares.0 == 0));
    }
    for motion in game.kinds.iter().flat_map(|kind| &kind.powers) {
        assert!(motion.limit != Some(0) && motion.steps.is_sorted() && !motion.steps.is_empty());
    }
}

/// A few moves, which the input chooses.
fn play(game: &Definition, data: &[u8]) {
    let mut position = Position::start(game);
    for &byte in data.iter().rev().take(6) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        position = position.after(mv);
        assert!(!position.is_in_check(!position.side()));
        assert_eq!(position.men(Color::White).count() > 0, position.men(Color::Black).count() > 0);
    }
}
