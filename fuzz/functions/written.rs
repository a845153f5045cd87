//! Files with games.

use vertumnus_core::board::Color;
use vertumnus_core::rules::Kind;
use vertumnus_core::rules::definition::{Definition, Morph, PartMoves};
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
    assert!(game.kinds.len() <= 127);
    let has_kings = game.kings.0.contains(&true);
    assert!(!has_kings || game.kinds.iter().any(|kind| kind.royal));
    for (index, kind) in game.kinds.iter().enumerate() {
        assert!((1..=8).contains(&kind.token.len()), "{}", kind.token);
        let others = game.kinds[..index].iter().map(|other| &other.token);
        let others = others.chain(game.aliases.iter().map(|(token, _)| token));
        assert!(others.into_iter().all(|token| *token != kind.token), "{}", kind.token);
    }
    has_whole_changes(game);
    let squares = game.board.squares();
    for color in Color::ALL {
        for rule in &game.promotion[color] {
            assert!(!rule.into.is_empty() && !rule.kinds.is_empty());
            assert!(
                rule.kinds.iter().chain(&rule.into).all(|kind| kind.index() < game.kinds.len())
            );
            assert!(rule.region.0 & !squares.0 == 0);
            let is_royal = |kind: &Kind| game.kinds[kind.index()].royal;
            assert_eq!(rule.kinds.iter().all(is_royal), rule.into.iter().any(is_royal));
            rule.by.iter().for_each(|part| is_whole_part(game, part));
        }
        game.en_passant[color].by_parts.iter().for_each(|part| is_whole_part(game, part));
        let kinds =
            [&game.en_passant[color].kinds, &game.flag[color].kinds, &game.restarts_clock[color]];
        assert!(kinds.into_iter().flatten().all(|kind| kind.index() < game.kinds.len()));
        let regions =
            [game.double_step[color], game.en_passant[color].region, game.flag[color].region];
        assert!(regions.iter().all(|region| region.0 & !squares.0 == 0));
    }
    for motion in game.kinds.iter().flat_map(|kind| &kind.powers) {
        assert!(motion.limit != Some(0) && motion.steps.is_sorted() && !motion.steps.is_empty());
    }
}

/// The moves of a part are moves of its pieces.
fn is_whole_part(game: &Definition, part: &PartMoves) {
    assert!(!part.movers.is_empty());
    assert!(part.movers.iter().all(|kind| kind.index() < game.kinds.len()));
    assert!(part.motions.iter().all(|motion| !motion.steps.is_empty()));
}

/// What changes a piece changes it into one of the game, and keeps kings royal, and them alone.
fn has_whole_changes(game: &Definition) {
    let count = game.kinds.len();
    let is_royal = |kind: usize| game.kinds[kind].royal;
    let keeps = |from: usize, into: Kind| {
        assert!(into.index() < count && is_royal(from) == is_royal(into.index()));
    };
    let changes = &game.changes;
    assert!([0, count].contains(&changes.captured.len()));
    for (mover, row) in changes.captured.iter().enumerate() {
        assert_eq!(row.len(), count);
        for outcomes in row {
            // What is captured has two powers at most of which one is taken up for one move.
            assert!(outcomes.len() <= 3);
            for &into in outcomes {
                keeps(mover, into);
            }
        }
    }
    assert!([0, count].contains(&changes.spared.len()));
    let spared = || changes.spared.iter().flatten();
    assert!(spared().all(|kind| kind.index() < count && !is_royal(kind.index())));
    assert!(changes.castled_rook.is_none_or(|rook| !is_royal(rook.index())));
    assert!([0, count].contains(&changes.spent.len()));
    for (kind, left) in changes.spent.iter().enumerate() {
        let Some(left) = *left else { continue };
        keeps(kind, left);
        assert!(changes.spent[left.index()].is_none());
    }
    assert!([0, count].contains(&changes.moved.len()));
    changes.moved.iter().enumerate().for_each(|(from, &into)| keeps(from, into));
    for Morph { region, kinds, .. } in &changes.morphs {
        assert!(region.0 & !game.board.squares().0 == 0 && kinds.len() == count);
        kinds.iter().enumerate().for_each(|(from, &into)| keeps(from, into));
        assert!(kinds.iter().all(|&once| kinds[once.index()] == once));
    }
}

/// A few moves, which the input chooses.
fn play(game: &Definition, data: &[u8]) {
    let mut position = Position::start(game);
    for &byte in data.iter().rev().take(6) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        position = position.after(mv);
        // Who has taken the enemy's king away has won, whatever attacks his own.
        assert!(position.ended().is_some() || !position.is_in_check(!position.side()));
        for color in Color::ALL {
            let kings = position.men(color).filter(|(_, man)| game.kinds[man.kind.index()].royal);
            let most = usize::from(game.kings[color]);
            let least = if game.annihilations.is_empty() { most } else { 0 };
            assert!((least..=most).contains(&kings.count()), "kings of {color}");
        }
    }
}
