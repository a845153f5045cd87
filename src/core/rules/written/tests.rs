//! Written games against compiled ones, and what their rules say of positions.

use super::*;
use crate::board::SplitMix64;
use crate::position::Position;
use crate::position::perft::perft;
use crate::position::testing::{Way, orthodox};
use crate::rules::chancellor::Chancellor;
use crate::rules::chess::Chess;
use crate::rules::definition::{Annihilation, Loan, Over, PartMoves, Purpose, Zone};
use crate::rules::modern::Modern;
use crate::rules::morphing::Morphing;
use crate::rules::powerabsorption::PowerAbsorption;
use crate::rules::stealthbomber::StealthBomber;
use crate::rules::{LoadError, Variant};

type Extra<'a> = Option<(char, &'a str, &'a [Way])>;

/// The definition of a compiled game with the men of orthodox chess.
fn definition<R: Ruleset>(rules: R, extra: Extra<'_>) -> Definition {
    let (facts, shape) = (rules.facts(), rules.board().shape());
    orthodox((facts.name, facts.title), (shape.files, shape.ranks), facts.start, extra)
}

/// The same moves, endings and keys in all positions of random games.
fn are_twins<R: Ruleset, W: Ruleset>(compiled: R, written: W, leaves: u64) {
    assert_eq!(perft(&Position::start(written), 4), leaves);
    let mut random = SplitMix64::new(8);
    for _ in 0..40 {
        let (mut one, mut other) = (Position::start(compiled), Position::start(written));
        loop {
            assert_eq!(one.fen(), other.fen());
            assert_eq!((one.key(), one.ending()), (other.key(), other.ending()));
            let moves = one.legal_moves();
            assert_eq!(moves, other.legal_moves(), "{}", one.fen());
            if moves.is_empty() || one.move_number() > 120 {
                break;
            }
            let mv = moves[random.below(moves.len())];
            assert_eq!(one.move_text(mv), other.move_text(mv));
            one.play_unchecked(mv);
            other.play_unchecked(mv);
        }
    }
}

/// The counts of a game's suite below 100,000.
fn has_the_counts_of<W: Ruleset>(written: W, game: &str) {
    let suite = format!("{}/../../perft/{game}.epd", env!("CARGO_MANIFEST_DIR"));
    let suite = std::fs::read_to_string(suite).expect("the suite is in the repository");
    let mut lines = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let Some((fen, fields)) = line.split_once(';') else { continue };
        // A seventh field sets what the written form has not.
        if fen.split_whitespace().count() > 6 {
            continue;
        }
        let position = Position::from_fen(written, fen.trim()).expect(fen);
        for field in fields.split(';') {
            let count = field.trim().strip_prefix('D').and_then(|field| field.split_once(' '));
            let Some((depth, count)) = count else { continue };
            let depth: u32 = depth.parse().expect(line);
            let count: u64 = count.trim().parse().expect(line);
            if count < 100_000 {
                assert_eq!(perft(&position, depth), count, "{fen} D{depth}");
            }
        }
        lines += 1;
    }
    assert!(lines > 80, "{lines}");
}

/// The leaves are those of `perft/`.
#[test]
fn written_twins_play_as_compiled_games_do() {
    let chancellor: Extra<'_> = Some(('C', "Chancellor", &[Way::Rook, Way::Knight]));
    let definition_of = |extra| definition(Chancellor, extra);
    let written = Written128::with_key(&definition_of(chancellor), 0).expect("it is plain");
    are_twins(Chancellor, written, 436_656);
    let minister: Extra<'_> = Some(('M', "Minister", &[Way::Bishop, Way::Knight]));
    let written = Written128::with_key(&definition(Modern, minister), 0).expect("it is plain");
    are_twins(Modern, written, 433_729);
    let written = Written64::with_key(&definition(Chess, None), 0).expect("it is plain");
    are_twins(Chess, written, 197_281);
}

/// Morphing Chess IV: squares change pieces, pawns go and capture up to two squares straight ahead, kings
/// castle over three squares, a bare king loses, as does who is stalemated.
fn morphing() -> Definition {
    let facts = Morphing.facts();
    let shape = Morphing.board().shape();
    let archbishop: Extra<'_> = Some(('A', "Archbishop", &[Way::Bishop, Way::Knight]));
    let size = (shape.files, shape.ranks);
    let mut game = orthodox((facts.name, facts.title), size, facts.start, archbishop);
    let one = |files, ranks| Step { files, ranks };
    game.kinds[0].powers = vec![Motion {
        steps: vec![one(0, 1)],
        limit: Some(2),
        purpose: Purpose::Any,
        over: Over::None,
    }];
    game.kinds[0].double_steps.clear();
    for (number, token, ways) in
        [(6, "C", &[Way::Rook, Way::Knight][..]), (7, "Z", &[Way::Rook, Way::Bishop, Way::Knight])]
    {
        let mut kind = game.kinds[number - 1].clone();
        token.clone_into(&mut kind.token);
        kind.powers = ways.iter().map(|way| way.motion()).collect();
        game.kinds.insert(number, kind);
    }
    let kings_number = 8;
    for color in Color::ALL {
        game.promotion[color][0].into = [4, 3, 2, 1].map(Kind::new).to_vec();
    }
    for castle in &mut game.castles {
        let home = castle.king.0.index() as u8 - 4;
        let (king, rook) = if castle.letter.eq_ignore_ascii_case(&'k') { (7, 6) } else { (1, 2) };
        castle.king_kind = Kind::new(kings_number);
        castle.king.1 = Square::new(home + king);
        castle.rook.1 = Square::new(home + rook);
    }
    let squares_of = |is_light| {
        let squares =
            shape.squares().filter(|&square| Morphing.board().is_light(square) == is_light);
        Region(squares.fold(0, |set, square| set | u128::of(square)))
    };
    let changed = |pairs: [(u8, u8); 3]| {
        let mut kinds: Vec<Kind> = (0..=kings_number).map(Kind::new).collect();
        for (from, to) in pairs {
            kinds[usize::from(from)] = Kind::new(to);
        }
        kinds
    };
    game.changes.morphs = vec![
        (squares_of(true), changed([(5, 1), (3, 6), (7, 4)])),
        (squares_of(false), changed([(1, 5), (6, 3), (4, 7)])),
    ];
    game.stalemate = Value::Loss;
    game.bare_king = Some(BareKing { value: Value::Loss, enemies: 2, may_answer: false });
    game
}

/// The leaves are those of `perft/`.
#[test]
fn squares_change_pieces_as_in_a_compiled_game() {
    let written = Written128::with_key(&morphing(), 0).expect("it can be played");
    are_twins(Morphing, written, 349_510);
    let refusal = |fen: &str| Position::from_fen(written, fen).err().map(|error| error.to_string());
    assert_eq!(
        refusal("4k4/p8/9/9/9/9/9/9/N3K4 w - - 0 1").as_deref(),
        Some("N on a1: on this square it is another piece")
    );
}

/// Power Absorption Chess without handicaps: who captures may join all the powers of its victim, pieces with a
/// pawn in them promote and capture en passant by its moves, kings slide safely.
fn power_absorption() -> Definition {
    let facts = PowerAbsorption.facts();
    let mut game = definition(Chess, None);
    let pawn = game.kinds[0].clone();
    let ways = [('N', Way::Knight), ('B', Way::Bishop), ('R', Way::Rook), ('K', Way::King)];
    let kind = |info: &KindInfo| {
        let parts = info.token.replace('Q', "RB");
        let own = ways.iter().filter(|(letter, _)| parts.contains(*letter));
        let mut powers: Vec<Motion> = own.map(|(_, way)| way.motion()).collect();
        if parts.contains('P') && !info.royal {
            powers.extend(pawn.powers.clone());
        }
        let double_steps = if parts == "P" { pawn.double_steps.clone() } else { Vec::new() };
        KindDefinition {
            token: info.token.to_owned(),
            name: info.name.to_owned(),
            royal: info.royal,
            powers,
            double_steps,
            triple_step: false,
            mobility: pawn.mobility,
        }
    };
    facts.start.clone_into(&mut game.start);
    game.kinds = facts.kinds.iter().map(kind).collect();
    // The number of a kind is that of its parts less one: P, N, B, R, K from the lowest bit up.
    let (with_pawn, king, queen) = (1, 16, 12);
    let kinds = || 1..32_u8;
    let of_parts = |parts: u8| Kind::new(parts - 1);
    let join = |mover: u8, victim: u8| match mover | victim & !king {
        all if victim >= king || all == mover => Vec::new(),
        all => vec![of_parts(all), of_parts(mover)],
    };
    let captured = kinds().map(|mover| kinds().map(|victim| join(mover, victim)).collect());
    game.changes.captured = captured.collect();
    let piece_pawns: Vec<u8> =
        kinds().filter(|parts| parts & with_pawn != 0 && *parts < king).collect();
    let by = PartMoves {
        movers: piece_pawns.iter().copied().map(of_parts).collect(),
        motions: pawn.powers.clone(),
    };
    for color in Color::ALL {
        let region = game.promotion[color][0].region;
        let promotion = |parts: u8| {
            let mut into = Vec::new();
            for choice in [queen, 8, 4, 2].map(|choice| of_parts(parts & !with_pawn | choice)) {
                if !into.contains(&choice) {
                    into.push(choice);
                }
            }
            let by = Some(by.clone());
            Promotion { kinds: vec![of_parts(parts)], region, into, by, restarts_clock: true }
        };
        let exchange = |parts: u8| Promotion {
            kinds: vec![of_parts(parts)],
            region,
            into: vec![of_parts(parts & !with_pawn | queen)],
            by: None,
            restarts_clock: true,
        };
        let promote = piece_pawns.iter().filter(|&&parts| parts != 15).copied().map(promotion);
        let royal = kinds().filter(|&parts| parts & with_pawn != 0 && parts > king);
        game.promotion[color] = promote.chain(royal.map(exchange)).collect();
        game.en_passant[color].kinds = vec![of_parts(with_pawn)];
        game.en_passant[color].by_parts = vec![by.clone()];
    }
    for castle in &mut game.castles {
        castle.king_kind = of_parts(king);
        castle.rook_kinds = vec![of_parts(8)];
    }
    game.safe_royal_slides = true;
    game
}

/// The leaves are those of `perft/`.
#[test]
fn pieces_absorb_powers_as_in_a_compiled_game() {
    let written = Written64::with_key(&power_absorption(), 0).expect("it can be played");
    are_twins(PowerAbsorption, written, 198_684);
    has_the_counts_of(written, "powerabsorption");
}

/// Chess with all that moves can do to pieces: who captures joins the powers of a knight if he likes, a
/// rook that captures a pawn becomes one, a bishop that moves becomes a knight, and a rook that has
/// castled is a bishop.
#[test]
fn moves_change_pieces() {
    let mut game = definition(Chess, None);
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

/// A pawn that has promoted stays gone, unless a square or another promotion brings it back.
#[test]
fn promotions_restart_the_clock_for_good_unless_they_are_undone() {
    let is_final = |game: &Definition| {
        Written64::new(game).expect("it can be played").facts().restarts_are_final
    };
    let game = power_absorption();
    assert!(is_final(&game));
    let mut morphing = game.clone();
    let kinds = (0..31).map(Kind::new).collect();
    morphing.changes.morphs = vec![(Region(1 << 30), kinds)];
    assert!(!is_final(&morphing));
    let mut again = game;
    let first = again.promotion[Color::White][0].clone();
    again.promotion[Color::White].push(Promotion { kinds: first.into, into: first.kinds, ..first });
    assert!(!is_final(&again));
}

/// Stealth Bomber Chess, with what captures make of pieces taken from its compiled form: pieces hop, fly and
/// capture on their way, and a pawn promotes to what stood on its square at the start.
fn stealth_bomber() -> Definition {
    let facts = StealthBomber.facts();
    let mut game = definition(Chess, None);
    let pawn = game.kinds[0].clone();
    let over = |way: Way, over| Motion { over, ..way.motion() };
    let captain = |steps: [(i8, i8); 4], purpose| Motion {
        steps: steps.map(|(files, ranks)| Step { files, ranks }).to_vec(),
        limit: Some(1),
        purpose,
        over: Over::None,
    };
    let motions = |power: Power| match power {
        Power::Pawn => pawn.powers.clone(),
        Power::Captain => vec![
            captain([(-1, 0), (0, -1), (0, 1), (1, 0)], Purpose::Move),
            captain([(-1, -1), (-1, 1), (1, -1), (1, 1)], Purpose::Capture),
        ],
        Power::Step => vec![Way::King.motion()],
        Power::Knight => vec![Way::Knight.motion()],
        Power::Pegasus => vec![Motion::pegasus()],
        Power::Rook => vec![Way::Rook.motion()],
        Power::Bishop => vec![Way::Bishop.motion()],
        Power::RookHop => vec![over(Way::Rook, Over::One)],
        Power::BishopHop => vec![over(Way::Bishop, Over::One)],
        Power::RookFlight => vec![over(Way::Rook, Over::All)],
        Power::BishopFlight => vec![over(Way::Bishop, Over::All)],
        other => unreachable!("{other:?} is no power of the game"),
    };
    let kind = |info: &KindInfo| KindDefinition {
        token: info.token.to_owned(),
        name: info.name.to_owned(),
        royal: info.royal,
        powers: info.powers.iter().flat_map(motions).collect(),
        double_steps: if info.token == "P" { pawn.double_steps.clone() } else { Vec::new() },
        triple_step: false,
        mobility: pawn.mobility,
    };
    facts.start.clone_into(&mut game.start);
    game.kinds = facts.kinds.iter().map(kind).collect();
    let named = |token: &str| facts.kind_of_token(token).expect("it is a kind");
    let (from, to) = (Square::new(27), Square::new(36));
    let captured = |mover: Kind, victim: Kind| {
        let (state, color, victims) = ((), Color::White, &[victim][..]);
        let landing = Landing { state, color, mover, from, to, victims };
        if facts.is_royal(victim) {
            Vec::new()
        } else {
            StealthBomber.becomes(landing).into_iter().collect()
        }
    };
    let of_mover = |mover| facts.each_kind().map(|victim| captured(mover, victim)).collect();
    game.changes.captured = facts.each_kind().map(of_mover).collect();
    for (color, rank) in [(Color::White, 7), (Color::Black, 0)] {
        let promotion = |(file, token): (u8, &str)| Promotion {
            kinds: vec![named("P")],
            region: Region(u128::of(Square::new(8 * rank + file))),
            into: vec![named(token)],
            by: None,
            restarts_clock: false,
        };
        let home = (0..8).zip(["R", "N", "B", "Q", "H", "B", "N", "R"]);
        game.promotion[color] = home.map(promotion).collect();
        game.en_passant[color].kinds = vec![named("P")];
        game.restarts_clock[color] = vec![named("P")];
    }
    for castle in &mut game.castles {
        castle.king_kind = named("K");
        castle.rook_kinds = vec![named("R")];
    }
    game
}

/// The leaves are those of `perft/`.
#[test]
fn pieces_hop_and_fly_as_in_a_compiled_game() {
    let written = Written64::with_key(&stealth_bomber(), 0).expect("it can be played");
    are_twins(StealthBomber, written, 197_281);
    has_the_counts_of(written, "stealthbomber");
}

/// Pawns that spare pawns and rooks, and kings that spare bishops, also one that gives check.
#[test]
fn captures_that_are_not_allowed_do_not_exist() {
    let mut game = definition(Chess, None);
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
    let mut definition = definition(Chess, None);
    let first = Position::start(Written64::new(&definition).expect("it is plain"));
    definition.stalemate = Value::Loss;
    let second = Position::start(Written64::new(&definition).expect("it is plain"));
    assert_eq!(first.fen(), second.fen());
    assert_ne!(first.key(), second.key());
}

#[test]
fn a_definition_is_one_game_however_often_it_comes() {
    let mut definition = definition(Chess, None);
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
    let mut game = definition(Chess, None);
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
        let mut definition = definition(Chess, None);
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
    let mut flying = definition(Chess, None);
    let mut flight = Way::Rook.motion();
    flight.over = Over::All;
    flying.kinds[4].powers = vec![flight];
    assert!(Written64::new(&flying).is_ok());
    let mut lending = flying.clone();
    let zone = vec![Step { files: 0, ranks: 1 }];
    let loan = Loan { zone: Zone::Leaps(zone.clone()), motions: vec![Way::Knight.motion()] };
    lending.lending.loans = vec![Some(loan); lending.kinds.len()];
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
    let mut game = definition(Chess, None);
    let own = |steps: &[(i8, i8)], limit| Motion {
        steps: steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect(),
        limit,
        purpose: Purpose::Any,
        over: Over::None,
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
