//! How a game of a file is shown: its pieces and moves in words, and to XBoard.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use vertumnus_core::board::SplitMix64;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::{self, Session, story};
use vertumnus_core::rules::{Kind, Power, PowerSet};

use crate::{games_to_build_on, load};

/// The only game of a text at its start.
fn game(text: &str) -> Box<dyn Session> {
    let loaded = load(text.as_bytes()).expect("it has a game");
    assert_eq!((loaded.refused, loaded.games.len()), (Vec::new(), 1));
    game::session(loaded.games[0])
}

const SEVERAL: &str = "[shown-several:chess]
customPiece1 = a:R4
customPiece2 = c:C
customPiece3 = d:mR2cFfN
customPiece4 = e:Q3
customPiece5 = x:NN
customPiece6 = z:K
immobile = i
startFen = acdekxzi/pppppppp/8/8/8/8/PPPPPPPP/ACDEKXZI w - - 0 1
";

fn kind(game: &dyn Session, token: &str) -> Kind {
    let number = game.kinds().iter().position(|info| info.token == token).expect("a kind");
    Kind::new(number as u8)
}

#[test]
fn pieces_are_told_by_their_ways_of_moving() {
    let game = game(SEVERAL);
    let words = |token: &str| game.in_words(game.kinds()[kind(&*game, token).index()].powers);
    assert_eq!(words("A"), "slides like a rook up to 4 squares");
    assert_eq!(words("C"), "leaps three squares straight and one aside");
    assert_eq!(
        words("D"),
        "leaps like a knight (2 forward and 1 right; 2 forward and 1 left), slides like a rook up to 2 \
         squares without capturing, steps one square diagonally only to capture"
    );
    assert_eq!(words("E"), "slides like a queen up to 3 squares");
    assert_eq!(words("X"), "rides in knight's leaps along a line");
    assert_eq!((words("Z"), words("I")), ("moves like a king".into(), "does not move".into()));
    assert_eq!(words("P"), "moves like a pawn");
    let told = story::kind(&*game, kind(&*game, "C"));
    assert!(
        told.contains("(C): it leaps three squares straight and one aside.\n  Now: White's on b1")
    );
    let told = story::square(&*game, game.parse_square("a1").expect("a square"));
    assert!(told.contains("it slides like a rook up to 4 squares."), "{told}");
}

#[test]
fn a_move_has_the_ways_of_a_file_that_lead_there() {
    let mut game = game(SEVERAL);
    let fen = "4k3/8/8/8/8/8/8/A3K3 w - - 0 1";
    game.set_position(Some(fen), &[]).expect("a position");
    let of = |text: &str| game.ways(game.parse(text).expect("a legal move"));
    let own = |token: &str| game.kinds()[kind(&*game, token).index()].powers;
    let (a, d) = (own("A"), own("D"));
    assert_eq!(a.count(), 1);
    let is_in = |set: PowerSet, power: Power| set.has(power);
    assert!(a.iter().all(|power| is_in(of("a1a5"), power)), "R4 goes four squares");
    assert_eq!(of("a1a5").without(a), PowerSet::of(&[Power::Rook]));
    // Two squares are in reach of R2, R3, R4 and the rook.
    assert!(of("a1a3").has(Power::Rook) && d.iter().any(|power| of("a1a3").has(power)));
}

#[test]
fn xboard_is_told_the_letters_and_the_moves_of_all_pieces() {
    let game = game(SEVERAL);
    let dialect = Dialect::of(game.variant());
    let lines = dialect.setup_lines(&*game);
    assert!(lines[0].starts_with("setup (P"), "{lines:?}");
    assert!(lines[0].contains(" 8x8+0_fairy "), "{lines:?}");
    for line in ["piece A& W4", "piece C& L", "piece E& W3F3", "piece Z& WF", "piece K& WF"] {
        assert!(lines.iter().any(|other| other == line), "{line} is not in {lines:?}");
    }
    // XBoard knows pawns that go twice, and an x in a move is no letter.
    assert!(!lines.iter().any(|line| line.starts_with("piece P") || line.starts_with("piece X")));
    assert_ne!(dialect.letter(kind(&*game, "X")), 'X');
}

#[test]
fn moves_of_a_game_of_a_file_go_to_xboard_and_back() {
    let tall = "[shown-tall:chess]
maxRank = 10
maxFile = 10
customPiece1 = a:C
startFen = rnabqkbanr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNABQKBANR w - - 0 1
castling = false
promotionRegionWhite = *9 *10
promotionRegionBlack = *1 *2
mandatoryPawnPromotion = false
promotionPieceTypes = aqn
doubleStepRegionBlack = *9
";
    for text in [SEVERAL, tall] {
        let mut game = game(text);
        let dialect = Dialect::of(game.variant());
        let mut random = SplitMix64::new(5);
        for _ in 0..300 {
            let views = game.views();
            for view in &views {
                let path = dialect.path(view);
                for text in [dialect.in_legs(&path), dialect.in_one(&path)] {
                    assert_eq!(dialect.read_move(&text, &*game), Ok(view.mv), "{text}");
                }
            }
            if views.is_empty() {
                break;
            }
            game.play(views[random.below(views.len())].mv).expect("a legal move");
        }
    }
}

#[test]
fn xboard_counts_ten_ranks_from_nought() {
    let text = "[shown-ten:chess]
maxRank = 10
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
castling = false
promotionRegionWhite = *10
doubleStepRegionBlack = *9
";
    let mut game = game(text);
    let dialect = Dialect::of(game.variant());
    let e4 = dialect.read_move("e1e3", &*game).expect("a legal move");
    assert_eq!((game.text(e4), dialect.readable("e2e4")), ("e2e4".into(), "e1e3".into()));
    // Not the game's own text, which XBoard would never mean.
    assert!(dialect.read_move("e2e4", &*game).is_err());
    assert_eq!(dialect.parse_square("a9"), game.parse_square("a10"));
    assert_eq!(dialect.parse_square("a10"), None);
    let fen = "4k3/8/8/8/8/8/3Pp3/8/8/4K3 b - d3 0 1";
    game.set_position(Some(fen), &[]).expect("a position");
    let shown = dialect.fen(&*game);
    assert!(shown.contains(" d2 "), "{shown}");
    assert_eq!(dialect.read_fen(&shown, &*game).as_deref(), Ok(game.fen().as_str()));
}

/// Cute Chess changes each number of a move of ten ranks on the way to an engine and back, and asks the library, which
/// writes moves as the game does.
#[test]
fn cute_chess_counts_ten_ranks_from_one() {
    let text = "[shown-cute:chess]
maxRank = 10
startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
castling = false
promotionRegionWhite = *10
doubleStepRegionBlack = *9
onCapture = rnbq x rnbq > join
";
    let shifted = |text: &str, by: i32| -> String {
        let numbers = text.split_inclusive(|symbol: char| !symbol.is_ascii_digit());
        let shift = |part: &str| {
            let end = part.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
            let number: Option<i32> = part[..part.len() - end.len()].parse().ok();
            number.map_or(String::new(), |number| (number + by).to_string()) + end
        };
        numbers.map(shift).collect()
    };
    assert_eq!(shifted("a9a10{rn}", -1), "a8a9{rn}");
    let mut game = game(text);
    let dialect = Dialect::of(game.variant());
    let mut random = SplitMix64::new(7);
    let mut compounds = 0;
    for _ in 0..300 {
        let views = game.views();
        for view in &views {
            let own = game.text(view.mv);
            compounds += usize::from(own.contains('{'));
            assert_eq!(dialect.read_move(&shifted(&own, -1), &*game), Ok(view.mv), "{own}");
            let sent = shifted(&dialect.in_one(&dialect.path(view)), 1);
            assert_eq!(dialect.read_in_own_squares(&sent, &*game), Ok(view.mv), "{sent}");
        }
        if views.is_empty() {
            break;
        }
        game.play(views[random.below(views.len())].mv).expect("a legal move");
    }
    assert!(compounds > 20, "{compounds}");
}

/// Twenty-six letters, of which a move can end in twenty-five.
#[test]
fn a_kind_without_a_letter_of_its_own_shares_one_with_a_kind_that_no_move_ends_in() {
    let letters: Vec<char> = ('a'..='z').filter(|letter| !"bknpqr".contains(*letter)).collect();
    let mut text = "[shown-letters:chess]\n".to_owned();
    for (number, letter) in (1..).zip(&letters) {
        let moves = ["W", "F", "D", "A"][number % 4];
        writeln!(text, "customPiece{number} = {letter}:{moves}").expect("a string takes all");
    }
    let game = game(&text);
    assert_eq!(game.kinds().len(), 26);
    let dialect = Dialect::of(game.variant());
    let all: Vec<Kind> = (0..26).map(Kind::new).collect();
    assert!(all.iter().all(|&kind| dialect.letter(kind).is_ascii_uppercase()));
    let shared: Vec<&str> = all
        .iter()
        .filter(|&&kind| dialect.is_shared(kind))
        .map(|kind| game.kinds()[kind.index()].token)
        .collect();
    assert_eq!(shared.len(), 2, "{shared:?}");
    assert!(
        !shared.iter().any(|token| ["Q", "R", "B", "N", "K", "P"].contains(token)),
        "{shared:?}"
    );
    let drawn: usize = dialect.drawings().iter().map(|drawing| drawing.kinds.len()).sum();
    assert_eq!(drawn, 26);
}

/// The examples of the pages and the files of the program, and a game on each that files can build on.
fn all_texts() -> Vec<String> {
    let paths = |folder: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("a file").path()).collect::<Vec<_>>()
    };
    let read = |path: PathBuf| fs::read_to_string(path).unwrap_or_default();
    let pages: String = paths("../../docs").into_iter().map(read).collect();
    let examples = pages.split("```ini\n").skip(1);
    let mut texts: Vec<String> =
        examples.filter_map(|rest| rest.split("```").next().map(str::to_owned)).collect();
    texts.extend(paths("../games").into_iter().map(|folder| read(folder.join("rules.ini"))));
    texts.extend(games_to_build_on().iter().map(|game| format!("[under-test:{}]\n", game.name)));
    texts
}

#[test]
fn random_games_of_all_files_go_by_both_protocols_to_their_ends() {
    let games: Vec<_> = all_texts()
        .iter()
        .flat_map(|text| load(text.as_bytes()).map(|loaded| loaded.games).unwrap_or_default())
        .collect();
    assert!(games.len() > 50, "{}", games.len());
    let mut letters = 0;
    for variant in games {
        let mut game = game::session(variant);
        let dialect = Dialect::of(variant);
        if let Some(reason) = dialect.objection() {
            assert!(!game.kinds_in_hand().is_empty(), "{variant}: {reason}");
            continue;
        }
        letters = letters.max(game.kinds().len());
        let mut random = SplitMix64::new(5);
        for ply in 0..600 {
            let views = game.views();
            let Some(chosen) = views.get(random.below(views.len().max(1))) else { break };
            let all = ply % 16 == 0;
            for view in views.iter().filter(|&view| all || view == chosen) {
                if !dialect.can_express(view, &views) {
                    assert!(view.stops.len() > 2, "{} in {}", game.text(view.mv), game.fen());
                    continue;
                }
                let path = dialect.path(view);
                for text in [dialect.in_legs(&path), dialect.in_one(&path)] {
                    assert!(!text.contains('?'), "{text} in {} of {variant}", game.fen());
                    assert_eq!(dialect.read_move(&text, &*game), Ok(view.mv), "{text} {variant}");
                }
            }
            let (fen, text) = (game.fen(), game.text(chosen.mv));
            assert_eq!(game.parse(&text), Ok(chosen.mv), "{text} of {variant}");
            let shown = dialect.exact_fen(&*game);
            assert_eq!(dialect.read_fen(&shown, &*game).as_ref(), Ok(&fen), "{shown} of {variant}");
            game.play(chosen.mv).expect("a legal move");
        }
    }
    assert!(letters > 60, "a game of the pages has more kinds than letters: {letters}");
}

#[test]
fn a_game_with_too_many_outcomes_for_the_letters_is_told_by_its_dialect() {
    let start = "acdekfgh/pppppppp/ijlmostu/8/8/VWXYZ3/PPPPPPPP/RNBQKBNR w - - 0 1";
    let mut text = format!(
        "[shown-outcomes:chess]\nonCapture = k x * > mover; * x * > victim?\ncastling = false\n\
         startFen = {start}\n"
    );
    let letters = ('a'..='z').filter(|letter| !"bknpqr".contains(*letter));
    for (number, letter) in (1..).zip(letters) {
        writeln!(text, "customPiece{number} = {letter}:W").expect("a string takes all");
    }
    let game = game(&text);
    let objection = Dialect::of(game.variant()).objection();
    assert!(objection.is_some_and(|reason| reason.contains("letters")), "{objection:?}");
}
