//! What the rules of definitions say of positions.

use super::*;
use crate::board::SplitMix64;
use crate::position::Position;
use crate::position::perft::perft;
use crate::position::testing::{Way, orthodox};
use crate::rules::chess::Chess;
use crate::rules::definition::{Annihilation, Grounds, Loan, Motion, Over, Purpose, Value, Zone};
use crate::rules::{LoadError, Variant};

/// The definition of orthodox chess.
fn chess() -> Definition {
    let facts = Chess.facts();
    orthodox((facts.name, facts.title), (8, 8), facts.start, None)
}

/// Chess with all that moves can do to pieces: who captures joins the powers of a knight if he likes, a
/// rook that captures a pawn becomes one, a bishop that moves becomes a knight, and a rook that has
/// castled is a bishop.
#[test]
fn moves_change_pieces() {
    let mut game = chess();
    let names = ["P", "N", "B", "R", "Q", "K"];
    let number =
        |token: &str| Kind::new(names.iter().position(|name| *name == token).unwrap_or(6) as u8);
    let mut compound = game.kinds[3].clone();
    compound.token = "RN".to_owned();
    compound.name = "Rook-Knight".to_owned();
    compound.powers.extend(game.kinds[1].powers.clone());
    game.kinds.push(compound);
    game.aliases = vec![("C".to_owned(), Kind::new(6))];
    let mut captured = vec![vec![Vec::new(); 7]; 7];
    captured[3][1] = vec![number("RN"), number("R")];
    captured[3][0] = vec![number("P")];
    captured[0][1] = vec![number("R"), number("P")];
    game.changes.captured = captured;
    game.changes.moved = (0..7).map(Kind::new).collect();
    game.changes.moved[2] = number("N");
    game.changes.castled_rook = Some(number("B"));
    let rules = Written64::new(&game).expect("it can be played");
    let position = |fen: &str| Position::from_fen(rules, fen).expect(fen);
    let moves = |fen: &str, from: &str| {
        let position = position(fen);
        let mut texts: Vec<String> =
            position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
        texts.retain(|text| text.starts_with(from));
        texts.sort();
        texts.join(" ")
    };
    let after = |fen: &str, text: &str| {
        let mut position = position(fen);
        position.play_unchecked(position.parse_move(text).expect(text));
        position.fen()
    };
    let rook = "4k3/8/8/8/8/8/8/n2RK1p1 w - - 0 1";
    assert_eq!(moves(rook, "d1a"), "d1a1 d1a1{rn}");
    assert_eq!(after(rook, "d1a1c"), "4k3/8/8/8/8/8/8/{RN}3K1p1 b - - 0 1");
    let pawn = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1";
    assert_eq!(moves(pawn, "a1a3"), "a1a3p");
    // A rook stays one, a pawn that is still one promotes: to a rook, too, which is one move.
    let promotes = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves(promotes, "a7b8"), "a7b8b a7b8n a7b8q a7b8r");
    assert_eq!(perft(&position(promotes), 1), moves(promotes, "").split(' ').count() as u64);
    // A rook that becomes a pawn on the last rank promotes there: to a rook, too, which has no letter then.
    assert_eq!(moves("p3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "a1a8 a1a8b a1a8n a1a8q");
    assert_eq!(moves("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1b"), "a1b2n");
    assert_eq!(after("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "4k3/8/8/8/8/8/8/2KB4 b - - 1 1");
    assert_eq!(
        position("{nr}3k3/8/8/8/8/8/8/{C}3K3 w - - 0 1").fen(),
        "{rn}3k3/8/8/8/8/8/8/{RN}3K3 w - - 0 1"
    );
}

/// Pawns that spare pawns and rooks, and kings that spare bishops, also one that gives check.
#[test]
fn captures_that_are_not_allowed_do_not_exist() {
    let mut game = chess();
    game.changes.spared = vec![Vec::new(); 6];
    game.changes.spared[0] = vec![Kind::new(0), Kind::new(3)];
    game.changes.spared[5] = vec![Kind::new(2)];
    let rules = Written64::new(&game).expect("it can be played");
    let moves = |fen: &str, from: &str| {
        let position = Position::from_fen(rules, fen).expect(fen);
        let mut texts: Vec<String> =
            position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect();
        assert_eq!(perft(&position, 1), texts.len() as u64);
        // Replies are counted without being made.
        let next = position.legal_moves().into_iter().map(|mv| position.after_unchecked(mv));
        let replies: usize = next.map(|next| next.legal_moves().len()).sum();
        assert_eq!(perft(&position, 2), replies as u64, "{fen}");
        texts.retain(|text| text.starts_with(from));
        texts.sort();
        texts.join(" ")
    };
    assert_eq!(moves("4k3/8/8/3r1n2/4P3/8/8/4K3 w - - 0 1", "e4"), "e4e5 e4f5");
    assert_eq!(moves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5"), "e5e6");
    assert_eq!(moves("4k3/8/8/8/8/8/3b4/4K3 w - - 0 1", ""), "e1d1 e1e2 e1f1 e1f2");
    assert_eq!(moves("4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2"), "e1d2");
    // A pawn gives check to a king all the same.
    assert_eq!(moves("4k3/3P4/8/8/8/8/8/R3K3 b - - 0 1", "e8e"), "e8e7");
}

#[test]
fn games_of_different_definitions_have_different_keys() {
    let mut definition = chess();
    let first = Position::start(Written64::new(&definition).expect("it is plain"));
    definition.stalemate = Value::Loss;
    let second = Position::start(Written64::new(&definition).expect("it is plain"));
    assert_eq!(first.fen(), second.fen());
    assert_ne!(first.key(), second.key());
}

#[test]
fn a_definition_is_one_game_however_often_it_comes() {
    let mut definition = chess();
    let game = |definition: &Definition| WrittenGame::new(definition).expect("it is plain");
    let first = game(&definition);
    definition.title.push('!');
    let second = game(&definition);
    assert_eq!((first == second, game(&definition) == second), (false, true));
    assert_eq!(Variant::with_facts(first.facts()), Some(Variant::Written(first)));
    assert_eq!(Variant::with_facts(Chess.facts()), Some(Variant::Chess));
    let mut session = crate::game::session(Variant::Written(second));
    assert_eq!((session.variant(), session.title()), (Variant::Written(second), "Chess!"));
    let mv = session.parse_san("Nf3").expect("a legal move");
    session.play(mv).expect("a legal move");
    assert_eq!(session.legal_moves().len(), 20);
}

#[test]
fn a_loaded_game_is_found_by_its_name_until_another_takes_it_over() {
    let mut game = chess();
    assert_eq!(Variant::load(&game), Err(LoadError::Name("chess".to_owned())));
    game.name = "normal".to_owned();
    assert_eq!(Variant::load(&game), Err(LoadError::Name("normal".to_owned())));
    game.name = "loaded-twice".to_owned();
    let first = Variant::load(&game).expect("it is plain");
    for name in ["loaded-twice", "Loaded-Twice"] {
        assert_eq!(Variant::named(name), Some(first));
    }
    assert_eq!("loadedt".parse::<Variant>().ok(), None);
    assert_eq!("loaded-t".parse(), Ok(first));
    assert!(Variant::known().contains(&first) && !Variant::ALL.contains(&first));
    game.title.push('!');
    let renamed = Variant::load(&game).expect("it is plain");
    assert_ne!(first, renamed);
    assert_eq!(first.identity(), renamed.identity());
    game.stalemate = Value::Loss;
    let second = Variant::load(&game).expect("it is plain");
    assert_eq!(Variant::exactly("loaded-twice"), Some(second));
    assert_eq!(Variant::loaded().iter().filter(|known| known.name() == "loaded-twice").count(), 1);
    assert_eq!(Variant::identified(second.identity()), Ok(second));
    let foreign = Variant::identified(first.identity()).expect_err("other rules");
    assert_eq!(
        foreign.to_string(),
        "'loaded-twice' by other rules than those that are played here"
    );
    assert!(Variant::identified("loaded-never#0").is_err());
    assert_eq!(Variant::identified("chess"), Ok(Variant::Chess));
    // Who plays the first goes on.
    assert_eq!(crate::game::session(first).legal_moves().len(), 20);
}

#[test]
fn what_cannot_be_played_is_said() {
    let refusal = |edit: &dyn Fn(&mut Definition)| {
        let mut definition = chess();
        edit(&mut definition);
        Written64::new(&definition).err().map(|error| error.to_string())
    };
    assert_eq!(refusal(&|_| {}), None);
    for (edit, reason) in [
        (
            &(|d: &mut Definition| (d.board.files, d.board.ranks) = (4, 11))
                as &dyn Fn(&mut Definition),
            "the board has 4 files and 11 ranks: more than 16 and 10",
        ),
        (&|d| d.board.ranks = 10, "the board has 80 cells, more than 64"),
        (
            &|d| d.castles[0].king.1 = d.castles[1].king.1,
            "two castling moves of a side lead the king to the same square",
        ),
    ] {
        assert_eq!(refusal(edit).as_deref(), Some(reason));
    }
}

/// What a flight takes could lend, or vanish with others.
#[test]
fn where_pieces_fly_none_lends_and_none_annihilates() {
    let mut flying = chess();
    let mut flight = Way::Rook.motion();
    flight.over = Over::All;
    flying.kinds[4].powers = vec![flight];
    assert!(Written64::new(&flying).is_ok());
    let mut lending = flying.clone();
    let zone = vec![Step { files: 0, ranks: 1 }];
    let to = (0..lending.kinds.len()).map(|number| Kind::new(number as u8)).collect();
    let (zone_of_loan, motions) = (Zone::Leaps(zone.clone()), vec![Way::Knight.motion()]);
    let loan = Loan { zone: zone_of_loan, to, motions };
    lending.lending.loans = vec![vec![loan]; lending.kinds.len()];
    lending.lending.borrowers = vec![ByColor([Region(1), Region(1)]); lending.kinds.len()];
    assert_eq!(Written64::new(&lending).err(), Some(Unplayable::Loans));
    let kinds = [vec![Kind::new(0)], vec![Kind::new(1)]];
    flying.annihilations.push(Annihilation { kinds, zone });
    assert_eq!(Written64::new(&flying).err(), Some(Unplayable::Annihilations));
}

#[test]
fn moves_on_the_tenth_rank_are_written_and_read() {
    let start =
        "rnbqkbnnnnnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQKBNNNNNR w KQkq - 0 1";
    let definition = orthodox(("large", "Large"), (12, 10), start, None);
    let game = WrittenGame::new(&definition).expect("it is plain");
    let mut session = crate::game::session(Variant::Written(game));
    let mut random = SplitMix64::new(3);
    let mut on_the_tenth = 0;
    for _ in 0..60 {
        let moves = session.legal_moves();
        for &mv in &moves {
            let (text, san) = (session.text(mv), session.san(mv));
            assert_eq!(session.parse(&text), Ok(mv), "{text}");
            assert_eq!(session.parse_san(&san), Ok(mv), "{san}");
            assert!(session.typed(&san).is_ok_and(|moves| moves.contains(&mv)), "{san}");
            on_the_tenth += usize::from(text.contains("10"));
        }
        let fen = session.fen();
        session.set_position(Some(&fen), &[]).expect("it is its own FEN");
        let Some(last) = moves.len().checked_sub(1) else { break };
        session.play(moves[random.below(last + 1)]).expect("a legal move");
    }
    assert!(on_the_tenth > 100);
}

#[test]
fn ways_of_moving_that_compiled_games_have_keep_their_names() {
    let mut game = chess();
    let own = |steps: &[(i8, i8)], limit| Motion {
        steps: steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect(),
        limit,
        purpose: Purpose::Any,
        over: Over::None,
        grounds: Grounds::EVERYWHERE,
    };
    // A queen that leaps like a camel in two directions and slides two squares sideways.
    game.kinds[4].powers.push(own(&[(-1, 3), (1, 3)], Some(1)));
    game.kinds[4].powers.push(own(&[(-1, 0), (1, 0)], Some(2)));
    let rules = Written64::new(&game).expect("it is plain");
    let powers: Vec<Power> = rules.facts().kinds[4].powers.iter().collect();
    assert_eq!(powers, [Power::Rook, Power::Bishop, Power::Own1, Power::Own2]);
    let from = |power, square| {
        let board = rules.board();
        let square = board.parse_square(square).expect("a square");
        let set = rules.attacks(power, Color::White, square, 0);
        set.squares().map(|square| board.square_name(square)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(from(Power::Own1, "d4"), "c7 e7");
    assert_eq!(from(Power::Own2, "d4"), "b4 c4 e4 f4");
    let back = rules.attacks(Power::Own1, Color::Black, Square::new(28), 0);
    assert_eq!(back, u64::of(Square::new(3)) | u64::of(Square::new(5)));
}
