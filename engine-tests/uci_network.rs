//! Networks from files: `EvalFile`.

use std::path::PathBuf;

use crate::support::{EngineProcess, PATIENCE, in_repository};
use vertumnus_core::rules::Variant;
use vertumnus_engine::eval::network::training::{BUCKETS, Blueprint, FloatWeights};

/// The file of a network that knows nothing but the worth of the pieces, doubled.
fn network_file(variant: Variant, name: &str) -> PathBuf {
    let blueprint = Blueprint::of(variant);
    let hidden = 64;
    let network = blueprint.network(&FloatWeights {
        hidden,
        biases: vec![0.5; hidden],
        rows: vec![0.0; blueprint.rows() * hidden],
        outputs: vec![0.1; BUCKETS * 2 * hidden],
        output_biases: vec![0.0; BUCKETS],
        psqt: vec![[0.0; 2]; blueprint.rows()],
        scale: 400.0,
        psqt_scale: 2.0,
    });
    let file = format!("vertumnus-{name}-{}.vnn", std::process::id());
    let path = std::env::temp_dir().join(file);
    let bytes = network.expect("small weights").to_bytes();
    std::fs::write(&path, bytes).expect("a file in the temporary folder");
    path
}

fn evaluation(engine: &mut EngineProcess) -> Vec<String> {
    engine.send("eval");
    engine.ready()
}

#[test]
fn a_network_takes_the_place_of_the_evaluation_until_it_is_taken_back() {
    let path = network_file(Variant::Chess, "chess");
    let mut engine = EngineProcess::uci_variant("chess");
    engine.position("fen 4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    let by_hand = evaluation(&mut engine);
    engine.set_option("EvalFile", path.display());
    assert!(engine.ready().is_empty());
    let by_network = evaluation(&mut engine);
    assert!(by_network.iter().any(|line| line.contains("Network")), "{by_network:?}");
    assert!(engine.go("depth 4").nodes() > Some(0));
    // Another game and back: the network is one of chess.
    engine.set_option("UCI_Variant", "morphing");
    engine.ready();
    assert_eq!(evaluation(&mut engine), evaluation(&mut EngineProcess::uci_variant("morphing")));
    engine.set_option("UCI_Variant", "chess");
    engine.ready();
    engine.position("fen 4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    assert_eq!(evaluation(&mut engine), by_network);
    engine.order("setoption name EvalFile value <empty>");
    assert_eq!(evaluation(&mut engine), by_hand);
    std::fs::remove_file(path).expect("the file");
}

/// What was learned of other games evaluates a game of a file, unless it is of no use there.
#[test]
fn a_game_that_nobody_has_trained_plays_by_what_was_learned_of_others() {
    let has_network =
        |engine: &mut EngineProcess| evaluation(engine).iter().any(|line| line.contains("Network"));
    for (game, knows) in [("annan", true), ("capablanca", true), ("giveaway", false)] {
        let file =
            std::env::temp_dir().join(format!("vertumnus-{game}-{}.ini", std::process::id()));
        std::fs::write(&file, format!("[mine:{game}]\n")).expect("a file in the temporary folder");
        let mut engine = EngineProcess::spawn(&["load", &file.to_string_lossy()]);
        engine.send("uci");
        engine.expect("uciok", PATIENCE, |line| line == "uciok");
        engine.set_option("UCI_Variant", "mine");
        engine.ready();
        assert_eq!(has_network(&mut engine), knows, "{game}");
        engine.order("setoption name EvalFile value none");
        assert!(!has_network(&mut engine), "{game}");
        std::fs::remove_file(file).expect("the file");
    }
}

#[test]
fn a_network_for_all_games_is_for_each_of_them() {
    let general = in_repository("src/games/general.vng");
    let mut engine = EngineProcess::uci_variant("chess");
    let own = evaluation(&mut engine);
    engine.order(format_args!("setoption name EvalFile value {}", general.display()));
    let by_general = evaluation(&mut engine);
    assert_ne!(by_general, own);
    assert!(by_general.iter().any(|line| line.contains("Network")));
    let mut damaged = std::fs::read(&general).expect("the file");
    damaged[1000] ^= 1;
    let path = std::env::temp_dir().join(format!("vertumnus-damaged-{}.vng", std::process::id()));
    std::fs::write(&path, damaged).expect("a file in the temporary folder");
    let refusal = engine.refusal(format_args!("setoption name EvalFile value {}", path.display()));
    assert!(refusal.contains("it is damaged"), "{refusal}");
    assert_eq!(evaluation(&mut engine), by_general);
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn a_network_may_be_set_before_its_game() {
    let path = network_file(Variant::Combination, "combination");
    let mut other = EngineProcess::uci_variant("combination");
    let built_in = evaluation(&mut other);
    other.order(format_args!("setoption name EvalFile value {}", path.display()));
    let by_network = evaluation(&mut other);
    assert_ne!(by_network, built_in);
    let mut engine = EngineProcess::uci();
    engine.order(format_args!("setoption name EvalFile value {}", path.display()));
    engine.set_option("UCI_Variant", "combination");
    engine.ready();
    assert_eq!(evaluation(&mut engine), by_network);
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn none_is_an_untrained_network_of_each_game() {
    let path = network_file(Variant::Chess, "none");
    let mut engine = EngineProcess::uci_variant("chess");
    engine.order(format_args!("setoption name EvalFile value {}", path.display()));
    engine.order("setoption name EvalFile value none");
    for variant in Variant::bundled() {
        engine.set_option("UCI_Variant", variant);
        engine.ready();
        let untrained = evaluation(&mut engine);
        assert!(untrained.iter().any(|line| line.starts_with("PSQT")), "{untrained:?}");
        assert!(!untrained.iter().any(|line| line.contains("Network")), "{untrained:?}");
    }
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn a_bad_network_is_refused_and_nothing_changes() {
    let path = network_file(Variant::Chess, "bad");
    let mut engine = EngineProcess::uci_variant("chess");
    engine.position("fen 4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    engine.order(format_args!("setoption name EvalFile value {}", path.display()));
    let before = evaluation(&mut engine);
    let bytes = std::fs::read(&path).expect("the file");
    let set = format!("setoption name EvalFile value {}", path.display());
    for (bad, reason) in [
        (&bytes[..bytes.len() / 2], "bytes, not"),
        (b"7zXZ and so on".as_slice(), "is not a network"),
        (b"".as_slice(), "is not a network"),
    ] {
        std::fs::write(&path, bad).expect("the file");
        let said = engine.refusal(&set);
        assert!(said.contains(reason), "{said}");
        assert_eq!(evaluation(&mut engine), before);
    }
    std::fs::remove_file(&path).expect("the file");
    engine.refusal(&set);
    // A file without an end, and a pipe to which nobody writes.
    #[cfg(unix)]
    {
        let pipe = path.with_extension("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("every system has mkfifo").success());
        for other in ["/dev/zero", "/", &pipe.to_string_lossy()] {
            let said = engine.refusal(format_args!("setoption name EvalFile value {other}"));
            assert!(said.contains("is not a regular file"), "{said}");
        }
        std::fs::remove_file(pipe).expect("the pipe");
    }
    assert_eq!(evaluation(&mut engine), before);
}
