//! The first things that a GUI sends: the handshake, options, readiness, and refusals.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::in_every_game;
use crate::support::{
    CHESS_START, EngineProcess, FAIRYEATER_START, PATIENCE, is_best_move, start_fen,
};

/// An option as the engine declares it.
#[derive(Debug, Default)]
struct UciOption {
    kind: String,
    default: String,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

impl UciOption {
    /// Reads what follows `option name`, by keywords as managers do.
    fn parse(declaration: &str) -> (String, Self) {
        const KEYWORDS: [&str; 5] = ["type", "default", "min", "max", "var"];
        let mut name = Vec::new();
        let mut option = Self::default();
        let mut keyword = "name";
        for word in declaration.split_whitespace() {
            if let Some(found) = KEYWORDS.iter().find(|known| **known == word) {
                keyword = found;
                continue;
            }
            match keyword {
                "name" => name.push(word),
                "type" => option.kind.push_str(word),
                "default" => option.default.push_str(word),
                "min" => option.min = word.parse().ok(),
                "max" => option.max = word.parse().ok(),
                _ => option.vars.push(word.to_owned()),
            }
        }
        (name.join(" "), option)
    }
}

/// Starts an engine and returns it with the lines that `uci` was answered with.
fn handshake() -> (EngineProcess, Vec<String>) {
    let mut engine = EngineProcess::spawn(&[]);
    engine.send("uci");
    let lines = engine.expect("uciok", PATIENCE, |line| line == "uciok");
    (engine, lines)
}

fn declared_options() -> BTreeMap<String, UciOption> {
    let (_engine, lines) = handshake();
    let declarations = lines.iter().filter_map(|line| line.strip_prefix("option name "));
    declarations.map(UciOption::parse).collect()
}

#[test]
fn the_engine_names_itself_and_its_authors() {
    let (_engine, lines) = handshake();
    for prefix in ["id name ", "id author "] {
        let values: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(prefix)).collect();
        assert!(
            matches!(values.as_slice(), [value] if !value.trim().is_empty()),
            "{prefix}: {lines:?}"
        );
    }
}

#[test]
fn the_options_are_declared_with_their_types() {
    let options = declared_options();
    let expected = [
        ("Hash", "spin"),
        ("Clear Hash", "button"),
        ("Threads", "spin"),
        ("MultiPV", "spin"),
        ("Ponder", "check"),
        ("Move Overhead", "spin"),
        ("UCI_Variant", "combo"),
        ("UCI_AnalyseMode", "check"),
    ];
    for (name, kind) in expected {
        let option = options.get(name).unwrap_or_else(|| panic!("no option {name}: {options:?}"));
        assert_eq!(option.kind, kind, "{name}");
    }
}

/// Managers drop a spin without `min <= default <= max` and a check that is not literally `true`
/// or `false`, and keep options named `UCI_` from the user.
#[test]
fn no_option_is_malformed() {
    const UCI_OPTIONS: [&str; 7] = [
        "UCI_Variant",
        "UCI_AnalyseMode",
        "UCI_Opponent",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_Chess960",
        "UCI_ShowWDL",
    ];
    for (name, option) in declared_options() {
        match option.kind.as_str() {
            "spin" => {
                let default: i64 = option.default.parse().expect("a spin's default is a number");
                let min = option.min.expect("a spin has a minimum");
                let max = option.max.expect("a spin has a maximum");
                assert!((min..=max).contains(&default), "{name}: {option:?}");
            }
            "check" => assert!(matches!(option.default.as_str(), "true" | "false"), "{name}"),
            "combo" => assert!(option.vars.contains(&option.default), "{name}: {option:?}"),
            "button" | "string" => {}
            other => panic!("{name} has the unknown type {other:?}"),
        }
        if name.starts_with("UCI_") {
            assert!(UCI_OPTIONS.contains(&name.as_str()), "{name} is not the protocol's");
        }
    }
}

/// A manager that finds `chess` but not `standard` in the list sends nothing for chess, so chess
/// must be the default; and it matches names exactly, so they are in lower case.
#[test]
fn the_variants_are_listed_in_lower_case_with_chess_as_default() {
    let options = declared_options();
    let variants = &options["UCI_Variant"];
    assert_eq!(variants.default, "chess");
    in_every_game(|name| {
        assert!(variants.vars.iter().any(|var| var == name), "{name} in {variants:?}");
    });
    for name in &variants.vars {
        assert_eq!(name, &name.to_lowercase());
    }
    assert_eq!(EngineProcess::uci().describe().fen, CHESS_START);
}

#[test]
fn ready_is_answered_at_once_also_while_searching() {
    const AT_ONCE: Duration = Duration::from_secs(1);
    for threads in [1, 2] {
        let mut engine = EngineProcess::uci();
        engine.set_option("Threads", threads);
        engine.ready_within(AT_ONCE);
        engine.position("startpos");
        engine.send("go infinite");
        engine.expect("a first report", PATIENCE, |line| line.starts_with("info "));
        for _ in 0..5 {
            let said = engine.ready_within(AT_ONCE);
            assert!(!said.iter().any(|line| is_best_move(line)), "isready ended the search");
        }
        engine.send("stop");
        engine.expect("bestmove", PATIENCE, is_best_move);
    }
}

#[test]
fn carriage_returns_and_spare_blanks_are_accepted() {
    let mut engine = EngineProcess::spawn(&[]);
    engine.send_bytes(b"uci\r\n");
    engine.expect("uciok", PATIENCE, |line| line == "uciok");
    engine.send_bytes(b"\r\n\n   \n");
    engine.send_bytes(b"  setoption   name  Move   Overhead  value   50 \r\n");
    engine.send_bytes(b"\tposition  startpos   moves  e2e4    e7e5 \r\n");
    assert_eq!(engine.ready(), [""; 0]);
    assert_eq!(
        engine.describe().fen,
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    engine.send_bytes(b" go   depth  2 \r\n");
    engine.finish_search(PATIENCE);
    engine.send_bytes(b"quit\r\n");
    assert!(engine.expect_exit(PATIENCE).success());
}

/// Managers send options in alphabetical order, and users' initialising strings even before
/// `uci`; neither order may matter.
#[test]
fn options_come_in_any_order_even_before_the_handshake() {
    const ORDERS: [&str; 9] = [
        "setoption name Threads value 2",
        "setoption name Hash value 8",
        "setoption name UCI_Variant value fairyeater",
        "setoption name UCI_AnalyseMode value true",
        "setoption name MultiPV value 2",
        "setoption name Ponder value true",
        "setoption name Clear Hash",
        "setoption name Move Overhead value 20",
        "debug on",
    ];
    for reversed in [false, true] {
        let mut engine = EngineProcess::spawn(&[]);
        let mut orders = ORDERS;
        if reversed {
            orders.reverse();
        }
        for order in &orders[..4] {
            engine.send(order);
        }
        engine.send("uci");
        engine.expect("uciok", PATIENCE, |line| line == "uciok");
        for order in &orders[4..] {
            engine.send(order);
        }
        engine.new_game();
        assert_eq!(engine.describe_position("startpos").fen, FAIRYEATER_START);
        let report = engine.go("depth 2");
        assert_eq!(report.infos.iter().map(|info| info.multipv).max(), Some(2));
    }
}

#[test]
fn names_of_options_are_read_without_regard_to_case() {
    let mut engine = EngineProcess::uci();
    engine.order("setoption name hash value 4");
    engine.order("setoption name move overhead value 30");
    engine.order("setoption name CLEAR HASH");
}

#[test]
fn a_change_of_variant_is_announced_and_sets_up_its_start_position() {
    let mut engine = EngineProcess::uci();
    for (variant, files) in [("fairyeater", 9), ("chess", 8)] {
        engine.send(format_args!("setoption name UCI_Variant value {variant}"));
        let said = engine.ready();
        let start = start_fen(variant);
        let head =
            format!("info string variant {variant} files {files} ranks {files} pocket 0 template ");
        let tail = format!(" startpos {start}");
        let announced: Vec<_> =
            said.iter().filter_map(|line| line.strip_prefix(&head)?.strip_suffix(&tail)).collect();
        assert!(
            matches!(announced.as_slice(), [template] if !template.contains(' ')),
            "one line {head}<T>{tail} is due, not {said:?}"
        );
        assert_eq!(engine.describe().fen, start);
        assert_eq!(engine.describe_position("startpos").fen, start);
    }
}

#[test]
fn standard_is_another_name_of_chess() {
    let mut engine = EngineProcess::uci_variant("fairyeater");
    engine.set_option("UCI_Variant", "standard");
    assert_eq!(engine.describe_position("startpos").fen, CHESS_START);
}

/// The order in which tournament managers speak at the start of a game, for several games on end.
#[test]
fn games_can_follow_one_another_as_managers_play_them() {
    let mut engine = EngineProcess::uci();
    for variant in ["fairyeater", "chess", "fairyeater"] {
        engine.set_option("UCI_Variant", variant);
        engine.send("debug on");
        engine.send("ucinewgame");
        engine.send("setoption name Ponder value false");
        engine.send("position startpos");
        engine.ready();
        assert_eq!(engine.describe().fen, start_fen(variant));
        let report = engine.go("wtime 300 btime 300 winc 10 binc 10");
        assert!(engine.legal_moves().contains(report.best_move()));
        engine.send("stop");
        engine.expect_no_more_best_moves();
    }
}

#[test]
fn what_is_not_understood_is_refused_with_a_reason_and_changes_nothing() {
    const REFUSED: [&str; 17] = [
        "xyzzy",
        "setoption name No Such Option value 3",
        "setoption name UCI_Variant value nosuchgame",
        "setoption name UCI_Variant value FairyEaters",
        "setoption name Hash value many",
        "setoption name Ponder value perhaps",
        "setoption",
        "position",
        "position nowhere",
        "position fen",
        "position fen 8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e4 e7e5 e7e5",
        "position startpos moves e2e4 e7e5 hello",
        "position startpos moves e2e4 e7e5 e2e9",
        "position startpos moves e2e4 e7e5 0000",
    ];
    let mut engine = EngineProcess::uci();
    let before = engine.describe_position("startpos moves e2e4 e7e5");
    for command in REFUSED {
        engine.refusal(command);
        assert_eq!(engine.describe(), before, "after {command}");
    }
    // The last position was refused, so there is none to play on.
    engine.send("go depth 1");
    engine.expect("an answer", PATIENCE, |line| line == "bestmove (none)");
    engine.position("startpos moves e2e4 e7e5");
    assert!(engine.legal_moves().contains(engine.go("depth 1").best_move()));
}

#[test]
fn debug_can_be_switched_on_and_off() {
    let mut engine = EngineProcess::uci();
    engine.send("debug on");
    engine.ready();
    engine.position("startpos");
    engine.go("depth 2");
    engine.order("debug off");
}
