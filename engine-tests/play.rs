//! `vertumnus play` with its input and output in pipes: the effects of the commands, not the wording
//! of the output. The FEN that `fen` prints shows the effect.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use vertumnus_core::game;

use crate::in_every_game;
use crate::support::cli::{assert_refused, run, run_with_input};
use crate::support::{
    CHESS_START, EngineProcess, FAIRYEATER_START, PATIENCE, find_fens, start_fen,
};

/// The engine's time for a move in these tests.
const MOVE_TIME: &str = "10";

/// How long the program may be silent before it must be waiting for the player.
const QUIET: Duration = Duration::from_millis(300);

/// A game at the terminal, with the test as the player.
struct Terminal {
    program: EngineProcess,
    /// The player's color as FENs write it.
    side: &'static str,
}

impl Terminal {
    fn start(variant: &str, side: &str) -> Self {
        let arguments = ["play", "--variant", variant, "--side", side, "--movetime", MOVE_TIME];
        let program = EngineProcess::spawn(&arguments);
        Self { program, side: if side == "black" { "b" } else { "w" } }
    }

    /// Types a line and returns what the program shows until it falls silent.
    fn enter(&mut self, line: &str) -> String {
        self.program.send(line);
        self.program.drain(QUIET).join("\n")
    }

    /// The position, once it is the player's turn or the game is over.
    #[track_caller]
    fn fen(&mut self) -> String {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            let shown = self.enter("fen");
            if let Some(fen) = find_fens(&shown).pop()
                && fen.split(' ').nth(1) == Some(self.side)
            {
                return fen;
            }
        }
        self.program.fail("`fen` never showed a position with the player to move")
    }
}

/// Positions after one of the moves and any reply.
fn positions_after(variant: &str, fen: &str, moves: &[&str]) -> BTreeSet<String> {
    let mut arbiter = EngineProcess::uci_variant(variant);
    let mut reached = BTreeSet::new();
    for text in moves {
        let position = format!("fen {fen} moves {text}");
        arbiter.position(&position);
        for reply in arbiter.legal_moves() {
            reached.insert(arbiter.describe_position(&format!("{position} {reply}")).fen);
        }
    }
    reached
}

/// The words of a text without the punctuation around them.
fn words(text: &str) -> BTreeSet<&str> {
    let is_separator = |sign: char| !sign.is_ascii_alphanumeric();
    text.split(is_separator).filter(|word| !word.is_empty()).collect()
}

/// The legal moves of a position, by an arbiter.
fn legal_moves(variant: &str, fen: &str) -> BTreeSet<String> {
    let mut arbiter = EngineProcess::uci_variant(variant);
    arbiter.position(&format!("fen {fen}"));
    arbiter.legal_moves()
}

#[test]
fn a_game_starts_from_the_start_position() {
    in_every_game(|variant| {
        let mut terminal = Terminal::start(variant, "white");
        assert_eq!(terminal.fen(), start_fen(variant));
    });
}

#[test]
fn a_move_in_move_text_is_played_and_answered() {
    for (variant, text) in [("chess", "e2e4"), ("fairyeater", "a4a5")] {
        let mut terminal = Terminal::start(variant, "white");
        terminal.enter(text);
        let reached = terminal.fen();
        let expected = positions_after(variant, start_fen(variant), &[text]);
        assert!(expected.contains(&reached), "{reached}");
    }
}

#[test]
fn the_engine_opens_when_the_player_has_black() {
    in_every_game(|variant| {
        let mut terminal = Terminal::start(variant, "black");
        let reached = terminal.fen();
        let mut arbiter = EngineProcess::uci_variant(variant);
        arbiter.position("startpos");
        let is_reached = |text: &String| {
            arbiter.describe_position(&format!("startpos moves {text}")).fen == reached
        };
        let moves = legal_moves(variant, start_fen(variant));
        assert!(moves.iter().any(is_reached), "{reached}");
    });
}

#[test]
fn undo_takes_the_players_last_move_back() {
    let mut terminal = Terminal::start("chess", "white");
    terminal.enter("e2e4");
    let first = terminal.fen();
    let second_move = legal_moves("chess", &first).pop_first().expect("the game is not over");
    terminal.enter(&second_move);
    assert_ne!(terminal.fen(), first);
    terminal.enter("undo");
    assert_eq!(terminal.fen(), first);
    terminal.enter("undo");
    assert_eq!(terminal.fen(), CHESS_START);
    // With nothing left to take back the position stays.
    assert_ne!(terminal.enter("undo").trim(), "");
    assert_eq!(terminal.fen(), CHESS_START);
}

#[test]
fn moves_lists_the_legal_moves() {
    in_every_game(|variant| {
        let mut terminal = Terminal::start(variant, "white");
        terminal.fen();
        let shown = terminal.enter("moves");
        let shown: BTreeSet<&str> = shown.split_whitespace().collect();
        let game = game::session(variant.parse().expect("a variant"));
        for san in game.legal_sans() {
            assert!(shown.contains(san.as_str()), "{san} in {shown:?}");
        }
    });
}

#[test]
fn a_hint_is_a_legal_move_and_changes_nothing() {
    in_every_game(|variant| {
        let mut terminal = Terminal::start(variant, "white");
        terminal.fen();
        let shown = terminal.enter("hint");
        let legal = legal_moves(variant, start_fen(variant));
        assert!(words(&shown).iter().any(|word| legal.contains(*word)), "{shown:?}");
        assert_eq!(terminal.fen(), start_fen(variant));
    });
}

#[test]
fn bad_input_gets_a_reason_and_changes_nothing() {
    let mut terminal = Terminal::start("chess", "white");
    terminal.fen();
    for line in ["e2e5", "e7e5", "a1", "xyzzy", "e2e4q", "7", "♞", "z9z9", "e2e4e5"] {
        // A prompt without a line's end shows only with the next line, so at least a word is due.
        let shown = terminal.enter(line);
        assert!(shown.chars().any(char::is_alphabetic), "a reason is due for {line}");
        assert_eq!(terminal.fen(), CHESS_START, "after {line}");
    }
    terminal.enter("");
    assert_eq!(terminal.fen(), CHESS_START);
}

#[test]
fn resigning_ends_the_game() {
    for (side, result) in [("white", "0-1"), ("black", "1-0")] {
        let mut terminal = Terminal::start("chess", side);
        terminal.fen();
        let shown = terminal.enter("resign");
        assert!(shown.contains(result), "{shown:?}");
        terminal.program.close_stdin();
        assert!(terminal.program.expect_exit(PATIENCE).success());
    }
}

#[test]
fn what_chess_players_type_is_understood() {
    let mut terminal = Terminal::start("chess", "white");
    let mut fen = terminal.fen();
    for (typed, text) in [("e4", "e2e4"), ("nf3", "g1f3"), ("b1 c3", "b1c3")] {
        terminal.enter(typed);
        let reached = terminal.fen();
        let expected = positions_after("chess", &fen, &[text]);
        assert!(expected.contains(&reached), "{typed} led from {fen} to {reached}");
        fen = reached;
    }
}

/// Runs `play` in a position, and returns its output.
fn played_from(variant: &str, fen: &str, options: &[&str], input: &str) -> String {
    let mut arguments = vec!["play", variant, "--fen", fen, "--movetime", MOVE_TIME];
    arguments.extend(options);
    let finished = run_with_input(&arguments, input);
    assert!(finished.status.success(), "{}", finished.stderr);
    assert!(!finished.stdout.contains('\u{1b}'), "a pipe gets no colors");
    finished.stdout
}

/// The example of the rulebook: a rook that takes a knight stays a rook or becomes both.
#[test]
fn absorbing_is_asked_and_told_in_words() {
    let fen = "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1";
    for (answer, piece) in [("1", "/3R4/"), ("2", "/3{RN}4/"), ("rn", "/3{RN}4/")] {
        for typed in ["d1d5", "Rxd5", "rd5"] {
            let text = played_from("Power", fen, &[], &format!("{typed}\n{answer}\nfen\n"));
            assert!(
                text.contains("stays a Rook") && text.contains("becomes a Rook-Knight"),
                "{text}"
            );
            let reached = find_fens(&text).pop().expect("fen prints one");
            assert!(reached.contains(piece), "{typed}, {answer}: {reached}");
        }
    }
    // What only shows something leaves the question open.
    let text = played_from("powerabsorption", fen, &[], "d1d5\nlegend\nwhat d5\nrn\nfen\n");
    assert!(text.matches("becomes a Rook-Knight").count() >= 3, "{text}");
    assert!(find_fens(&text).pop().is_some_and(|fen| fen.contains("/3{RN}4/")), "{text}");
    let text = played_from("powerabsorption", fen, &[], "d1d5\n9\nfen\n");
    assert_eq!(find_fens(&text).pop().as_deref(), Some(fen), "no answer, no move: {text}");
}

#[test]
fn the_screen_tells_check_side_number_and_last_move() {
    let fen = "4k3/8/8/8/8/8/4q3/4K2R w K - 0 30";
    let text = played_from("chess", fen, &[], "O-O\nmoves e1\nKxe2\n");
    assert!(text.contains("Move 30, White to move, in check."), "{text}");
    assert!(text.contains("a king in check does not castle"), "{text}");
    assert!(text.lines().any(|line| line.ends_with("White> Kxe2")), "{text}");
    assert!(text.contains("Move 31, White to move. Last move: Black K"), "{text}");
}

/// Two moves that do the same differ in where they begin.
#[test]
fn a_question_tells_pieces_apart_by_their_squares() {
    let text = played_from("chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", &[], "nd2\n1\n");
    assert!(text.contains("from b1: ") && text.contains("from f3: "), "{text}");
}

#[test]
fn who_names_no_game_is_told_the_others() {
    let asked = run_with_input(&["play"], "");
    let first = asked.stdout.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    in_every_game(|variant| {
        // What follows the first line is what the default game alone begins with.
        let named = run_with_input(&["play", variant], "").stdout;
        let is_default = asked.stdout.ends_with(&named);
        assert_ne!(first.contains(variant), is_default, "{variant}: {first}");
    });
}

/// The first words below the heading with which a page of rules begins.
fn difference(variant: &str) -> String {
    let page = std::fs::read_to_string(format!("docs/rules/{variant}.md")).expect("a page");
    let section = page.split("## How it differs from chess\n").nth(1).expect("it begins so");
    section.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_and_rules_answer() {
    in_every_game(|variant| {
        let input = "what d1\nrules\nwhat z0\nwhat\nwhat k\nlegend\nrules nonesuch\n";
        let finished = run_with_input(&["play", variant], input);
        assert!(finished.status.success(), "{}", finished.stderr);
        for part in [
            "d1: White's ",
            &difference(variant),
            "no piece 'z0'",
            "(K): it moves like a king.",
            "The pieces of ",
            "unknown game 'nonesuch'",
        ] {
            assert!(finished.stdout.contains(part), "{variant}: {part} in {}", finished.stdout);
        }
    });
}

#[test]
fn the_rules_in_short_fit_a_terminal() {
    in_every_game(|variant| {
        let game = game::session(variant.parse().expect("a variant"));
        let short = run(&["rules", variant]).stdout;
        assert!(short.starts_with(game.title()), "{short}");
        assert!(short.contains(&difference(variant)), "{short}");
        assert!(short.lines().count() < 24, "{short}");
        let whole = run(&["rules", variant, "--all"]).stdout;
        assert!(whole.lines().count() > short.lines().count(), "{whole}");
        for text in [&short, &whole] {
            // A FEN is a word that no line can hold beside another.
            let is_long = |line: &&str| line.chars().count() > 80 && line.trim().contains(' ');
            assert_eq!(text.lines().find(is_long), None);
            for mark in ["](", "**Ruling", "## ", "| ", "[1]", "http", "docs/"] {
                assert!(!text.contains(mark), "{variant}: {mark} in {text}");
            }
        }
    });
    let power = run(&["rules", "power"]).stdout;
    assert!(power.contains("King takes Queen"), "{power}");
    let list = run(&["rules"]).stdout;
    in_every_game(|variant| {
        let title = game::session(variant.parse().expect("a variant")).title();
        assert!(list.contains(&format!("{title} ({variant})\n")), "{variant} in {list}");
    });
    assert_refused(&["rules", "--all"]);
    assert_refused(&["rules", "nonesuch"]);
}

#[test]
fn the_record_is_complete_after_each_move_and_survives_a_kill() {
    let file = std::env::temp_dir().join(format!("vertumnus-play-{}.pgn", std::process::id()));
    let path = file.to_str().expect("a path of letters");
    let arguments =
        ["play", "chess", "--level", "beginner", "--movetime", MOVE_TIME, "--pgn", path];
    for games in 1..=2 {
        let mut program = EngineProcess::spawn(&arguments);
        program.send("e4");
        program.drain(QUIET);
        let started = Instant::now();
        let record = loop {
            let record = std::fs::read_to_string(&file).unwrap_or_default();
            let last = record.split("[Event ").nth(games).unwrap_or_default();
            if last.contains("1. e4 ") && !last.contains("1. e4 *") || started.elapsed() > PATIENCE
            {
                break record;
            }
        };
        assert_eq!(record.matches("[Event ").count(), games, "{record}");
        assert!(record.contains("[Black \"Vertumnus (beginner)\"]"), "{record}");
        drop(program);
        let checked = run_with_input(&["pgn", "--check", path], "");
        assert!(checked.stdout.starts_with(&format!("{games} games")), "{}", checked.stdout);
        assert!(checked.status.success(), "{}", checked.stderr);
    }
    let replayed = run_with_input(&["replay", path, "--game", "2"], "");
    assert!(replayed.status.success() && replayed.stdout.contains("1. e4"), "{}", replayed.stdout);
    std::fs::remove_file(&file).expect("it was written");
}

/// A path in the folder for temporary files at which there is nothing.
fn new_file(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("vertumnus-{}-{name}.pgn", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let file = new_file("saved");
    let path = file.to_str().expect("a path of letters");
    let saved = run_with_input(
        &["play", "morphing", "--movetime", MOVE_TIME, "--side", "black", "--level", "7"],
        &format!("e8e7\nsave {path}\nsave\nundo\nd8d6\nsave {path}\n"),
    );
    assert!(saved.status.success(), "{}", saved.stderr);
    let said = saved.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(&format!("{path} has the game")), "{}", saved.stdout);
    let record = std::fs::read_to_string(&file).expect("it is written");
    assert_eq!(record.matches("[Event ").count(), 1, "{record}");
    assert!(record.contains("[White \"Vertumnus (level 7)\"]\n[Black \"You\"]"), "{record}");
    assert!(record.contains("[Variant \"morphing\"]"), "{record}");
    assert!(record.contains(" d6 ") && !record.contains(" e7 "), "{record}");
    // Who loads it has Black and the same moves, which can be taken back.
    let fen = |text: &str| find_fens(text).pop().expect("fen prints one");
    let before = fen(&run_with_input(&["play", "--load", path, "--movetime", "5"], "fen\n").stdout);
    let asked =
        run_with_input(&["play", "chess", "--movetime", "5"], &format!("load {path}\nfen\n"));
    assert_eq!(fen(&asked.stdout), before, "{}", asked.stdout);
    assert!(before.contains(" b "), "{before}");
    assert!(asked.stdout.contains("Game 1 of 1 of "), "{}", asked.stdout);
    let back = run_with_input(&["play", "--load", path, "--movetime", "5"], "undo\nfen\n").stdout;
    assert!(fen(&back).contains(" b ") && fen(&back).ends_with(" 1"), "{back}");
    assert_eq!(
        std::fs::read_to_string(&file).expect("it is there"),
        record,
        "loading writes nothing"
    );
    std::fs::remove_file(&file).expect("it was written");
}

#[test]
fn what_cannot_be_loaded_or_saved_changes_nothing() {
    let file = new_file("bad");
    std::fs::write(&file, "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n1. d4 *\n").expect("a file");
    let path = file.to_str().expect("a path of letters");
    let bad = format!("{path} 1");
    for (command, reason) in [
        ("load /nonexistent/games.pgn", "cannot read"),
        (&*format!("load {bad}"), "ply 3"),
        (&format!("load {path} 3"), "has 2 games, and no game 3"),
        ("load", "load FILE"),
        ("save /nonexistent/folder/games.pgn", "cannot write"),
        ("save", "save FILE"),
        ("new nonesuch", "unknown game"),
        ("level grandmaster", "the levels are"),
    ] {
        let input = format!("{command}\nfen\nd2d4\n");
        let text = played_from("chess", "4k3/8/8/8/8/8/3P4/4K3 w - - 7 9", &[], &input);
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(reason), "{command}: {text}");
        assert!(text.contains("4k3/8/8/8/8/8/3P4/4K3 w - - 7 9"), "{command}: {text}");
        assert!(text.contains("White plays d4"), "{command}: {text}");
    }
    let text = played_from("chess", CHESS_START, &[], &format!("load {path}\npgn\n"));
    assert!(text.contains("1. d4 "), "the last game: {text}");
    std::fs::remove_file(&file).expect("it was written");
    assert_refused(&["play", "--load", "/nonexistent/games.pgn"]);
    assert_refused(&["play", "--load", path, "--fen", CHESS_START]);
}

#[test]
fn a_new_game_begins_where_the_last_one_did_or_is_another() {
    let fen = "4k3/8/8/8/8/8/3P4/4K3 w - - 7 9";
    let text = played_from("chess", fen, &[], "d2d4\nresign\nnew\nfen\nnew fairy\nfen\n");
    let fens = find_fens(&text);
    assert_eq!(fens.iter().rev().nth(1).map(String::as_str), Some(fen), "{text}");
    assert_eq!(fens.last().map(String::as_str), Some(FAIRYEATER_START), "{text}");
    assert!(text.contains("Fairy Eater Chess. A new game."), "{text}");
}

#[test]
fn the_level_can_be_changed_and_weak_ones_tell_no_scores() {
    let text =
        played_from("chess", CHESS_START, &["--level", "club"], "level\ne4\nlevel full\nd4\n");
    assert!(text.contains("The engine plays at club."), "{text}");
    let replies: Vec<&str> = text.lines().filter(|line| line.contains("Black plays")).collect();
    assert_eq!(replies.len(), 2, "{text}");
    assert!(!replies[0].contains("depth"), "{text}");
    assert!(replies[1].contains(" for White, depth "), "{text}");
}

#[test]
fn a_record_without_a_move_leaves_no_file() {
    let file = new_file("empty");
    let path = file.to_str().expect("a path of letters");
    let finished = run_with_input(&["play", "chess", "--pgn", path], "moves\nquit\n");
    assert!(finished.status.success() && !file.exists(), "{}", finished.stderr);
    std::fs::write(&file, "[White \"A\"]\n\n*\n").expect("a file");
    run_with_input(&["play", "chess", "--pgn", path], "quit\n");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "[White \"A\"]\n\n*\n");
    // Each game of a session is one of the file.
    let input = "e4\nnew\nd4\nnew\n";
    run_with_input(&["play", "chess", "--movetime", MOVE_TIME, "--pgn", path], input);
    let record = std::fs::read_to_string(&file).expect("it is there");
    assert_eq!(record.matches("[White ").count(), 3, "{record}");
    assert!(record.contains("1. e4 ") && record.contains("1. d4 "), "{record}");
    std::fs::remove_file(&file).expect("it was written");
}

#[test]
fn no_line_breaks_in_a_word() {
    in_every_game(|variant| {
        let input = "help\nlegend\nmoves\nwhat K\nlevel\nload\nsave\nrules\nxyzzy\n";
        let text = run_with_input(&["play", variant], input).stdout;
        let mut answers = text.lines().map(|line| line.trim_start_matches("White> "));
        let long = answers.find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{variant}");
    });
}

#[test]
fn the_end_of_input_ends_the_program() {
    for input in ["", "e2e4\n", "e2e4\nmoves\nhint\nundo\n", "xyzzy"] {
        let finished = run_with_input(&["play", "--movetime", MOVE_TIME], input);
        assert!(finished.status.success(), "{input:?}: {}", finished.stderr);
        assert!(!finished.stderr.contains("panicked"), "{}", finished.stderr);
    }
}

/// Without options it is chess, with White for the player.
#[test]
fn chess_with_white_is_the_default() {
    let finished = run_with_input(&["play", "--movetime", MOVE_TIME], "fen\n");
    assert_eq!(find_fens(&finished.stdout).pop().as_deref(), Some(CHESS_START));
    let finished = run_with_input(&["play", "--variant", "fairyeater"], "fen\n");
    assert_eq!(find_fens(&finished.stdout).pop().as_deref(), Some(FAIRYEATER_START));
}

/// Who does not ask for more plays against a level that a person can beat, and is told so.
#[test]
fn a_game_begins_at_a_level_that_is_told() {
    let told = |options: &[&str]| {
        let text = run_with_input(&[&["play", "chess"], options].concat(), "quit\n").stdout;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(told(&[]).contains("The engine plays at casual; level changes that."));
    assert!(told(&["--level", "club"]).contains("The engine plays at club; level changes that."));
    let file = new_file("level");
    let path = file.to_str().expect("a path of letters");
    told(&["--side", "none", "--movetime", "1", "--pgn", path]);
    let record = std::fs::read_to_string(&file).expect("it is written");
    assert!(record.contains("[White \"Vertumnus (full)\"]"), "{record}");
    std::fs::remove_file(&file).expect("it was written");
}

#[test]
fn bad_arguments_are_refused() {
    assert_refused(&["play", "--variant", "nosuchgame"]);
    assert_refused(&["play", "--side", "purple"]);
    assert_refused(&["play", "--movetime", "soon"]);
    assert_refused(&["play", "--level", "grandmaster"]);
    assert_refused(&["play", "--fen", "8/8"]);
    assert_refused(&["play", "--pgn", "/nonexistent/folder/games.pgn"]);
    assert_refused(&["play", "mo"]);
    assert_refused(&["replay", "/nonexistent/games.pgn"]);
}

/// Nobody needs to type anything; the input stays open, as at a terminal that is only watched.
#[test]
fn without_a_player_the_engine_plays_itself_to_the_end() {
    const WATCH: Duration = Duration::from_secs(240);
    in_every_game(|variant| {
        let arguments = ["play", "--variant", variant, "--side", "none", "--movetime", "5"];
        let mut program = EngineProcess::spawn(&arguments);
        let said = program.expect("the end of the game", WATCH, |line| {
            line.split(|sign: char| !(sign.is_ascii_digit() || "-/".contains(sign)))
                .any(|word| matches!(word, "1-0" | "0-1" | "1/2-1/2"))
        });
        assert!(said.len() > 1, "the game is shown");
        program.close_stdin();
        assert!(program.expect_exit(PATIENCE).success());
    });
}

/// Several promotions fit a pawn's from and to. There is no way to set up a position here, so the
/// test makes for one: fairyeater's pawns start a step short of capturing with promotion.
#[test]
fn a_choice_is_offered_when_several_promotions_fit() {
    const GAMES: usize = 10;
    const MOVES: usize = 40;
    for _ in 0..GAMES {
        let mut terminal = Terminal::start("fairyeater", "white");
        for _ in 0..MOVES {
            let fen = terminal.fen();
            let legal = legal_moves("fairyeater", &fen);
            let Some(next) = move_towards_promotion(&legal, &fen) else {
                break;
            };
            if next.len() > 4 {
                assert_choice_works(&mut terminal, &fen, &next[..4], &legal);
                return;
            }
            let shown = terminal.enter(&next);
            if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| shown.contains(result)) {
                break;
            }
        }
    }
    panic!("no promotion came about in {GAMES} games of {MOVES} moves");
}

/// A promotion if there is one, otherwise a move of a pawn, by capture if possible.
fn move_towards_promotion(legal: &BTreeSet<String>, fen: &str) -> Option<String> {
    let is_pawn_move = |text: &&String| piece_at(fen, &text[..2]) == Some('P');
    let is_capture = |text: &&String| text.as_bytes()[0] != text.as_bytes()[2];
    let promotion = legal.iter().find(|text| text.len() > 4);
    let capture = || legal.iter().filter(is_pawn_move).find(is_capture);
    let step = || legal.iter().find(is_pawn_move);
    promotion.or_else(capture).or_else(step).or_else(|| legal.first()).cloned()
}

/// The piece on a square of a nine-rank board.
fn piece_at(fen: &str, square: &str) -> Option<char> {
    let [file, rank] = [square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1'].map(usize::from);
    let mut rest = file;
    for symbol in fen.split('/').nth(8 - rank)?.chars() {
        match symbol.to_digit(10) {
            Some(empty) => {
                let empty = usize::try_from(empty).expect("a digit fits");
                if rest < empty {
                    return None;
                }
                rest -= empty;
            }
            None if rest == 0 => return Some(symbol),
            None => rest -= 1,
        }
    }
    None
}

/// Types a promotion's from and to, and answers the question that comes, in each way there is.
fn assert_choice_works(
    terminal: &mut Terminal,
    fen: &str,
    from_to: &str,
    legal: &BTreeSet<String>,
) {
    let promotions: Vec<&str> =
        legal.iter().map(String::as_str).filter(|text| text.starts_with(from_to)).collect();
    let suffix = &promotions[0][4..];
    for (answer, fitting) in [("2", &promotions[..]), (suffix, &promotions[..1])] {
        let offered = terminal.enter(from_to);
        let offered = words(&offered);
        for number in 1..=promotions.len() {
            let number = number.to_string();
            assert!(offered.contains(number.as_str()), "choice {number} in {offered:?}");
        }
        terminal.enter(answer);
        let reached = terminal.fen();
        let expected = positions_after("fairyeater", fen, fitting);
        assert!(expected.contains(&reached), "{from_to} and {answer} led from {fen} to {reached}");
        terminal.enter("undo");
        assert_eq!(terminal.fen(), fen, "undo after the choice");
    }
    // The full move text needs no question.
    terminal.enter(promotions[promotions.len() - 1]);
    let reached = terminal.fen();
    let expected = positions_after("fairyeater", fen, &promotions[promotions.len() - 1..]);
    assert!(expected.contains(&reached), "{reached}");
}
