use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::*;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::rules::Variant;

/// A GUI that talks to the engine line by line.
struct Gui {
    lines: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    engine: Option<JoinHandle<io::Result<()>>>,
    transcript: Vec<String>,
}

/// What the GUI writes, as a stream.
struct Stream(Receiver<Vec<u8>>);

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else { return Ok(0) };
        assert!(line.len() <= buffer.len());
        buffer[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }
}

/// Where the engine writes: it writes whole lines.
struct Page(Sender<String>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(bytes).lines() {
            let _ = self.0.send(line.to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Gui {
    fn new() -> Self {
        let (lines, input) = channel();
        let (page, output) = channel();
        let engine = thread::spawn(move || {
            let rules = Box::new(|game: Variant| format!("{game}\nis \\ played"));
            run(
                Start::default(),
                Box::new(BufReader::new(Stream(input))),
                Box::new(Page(page)),
                rules,
            )
        });
        let mut gui =
            Self { lines: Some(lines), output, engine: Some(engine), transcript: Vec::new() };
        gui.send("xboard\nprotover 2");
        gui.expect("feature done=1");
        gui
    }

    /// A game at a depth that is quick.
    fn of(game: &str) -> Self {
        let mut gui = Self::new();
        gui.send(&format!("new\nvariant {game}\nforce\nsd 3\neasy"));
        gui.ask();
        gui
    }

    fn send(&mut self, text: &str) {
        for line in text.lines() {
            self.transcript.push(format!("> {line}"));
            let lines = self.lines.as_ref().expect("the input is open");
            lines.send(format!("{line}\n").into_bytes()).expect("the engine listens");
        }
    }

    fn next(&mut self) -> String {
        let line = self.output.recv_timeout(Duration::from_secs(60));
        let line = line.unwrap_or_else(|_| {
            panic!("the engine writes no more lines:\n{}", self.transcript.join("\n"))
        });
        self.transcript.push(format!("< {line}"));
        line
    }

    /// The next line that starts with this; lines before it are skipped.
    fn expect(&mut self, start: &str) -> String {
        loop {
            let line = self.next();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// The lines that the engine writes until it has handled all that was sent.
    fn ask(&mut self) -> Vec<String> {
        self.send("ping 77");
        let mut lines = Vec::new();
        loop {
            let line = self.next();
            if line == "pong 77" {
                return lines;
            }
            lines.push(line);
        }
    }

    fn answer(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.ask()
    }

    /// Sets up a position and lets the engine move. Returns what it writes.
    fn go(&mut self, fen: &str) -> Vec<String> {
        self.answer(&format!("force\nsetboard {fen}\ngo"))
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        self.lines = None;
        if let Some(engine) = self.engine.take()
            && !thread::panicking()
        {
            engine.join().expect("the engine ends by itself").expect("a thread for the input");
        }
    }
}

#[test]
fn a_user_may_ask_for_the_rules_of_the_game() {
    for &variant in Variant::bundled() {
        let mut gui = Gui::of(Dialect::of(variant).name());
        let told = gui.answer("option Rules");
        assert_eq!(told, [format!("telluser \\\\{variant}\\nis \\\\ played")]);
    }
}

#[test]
fn features_name_all_games_and_options() {
    let mut gui = Gui::new();
    let features = gui.transcript.join("\n");
    for &variant in Variant::bundled() {
        let name = Dialect::of(variant).name();
        assert!(features.contains(name), "{name} in {features}");
        let answer = gui.answer(&format!("variant {name}"));
        assert_eq!(answer.iter().any(|line| line.starts_with("setup (")), name != "normal");
    }
    assert!(features.contains("option=\"MultiPV -spin 1 1 500\""), "{features}");
    assert!(features.contains("option=\"Clear Hash -button\""));
    assert!(features.contains("option=\"Resign -check 0\""));
    assert!(features.contains("option=\"UCI_Elo -spin "));
    assert!(!features.contains("UCI_Variant") && !features.contains("option=\"Hash"));
    assert_eq!(gui.answer("option MultiPV=3\nmemory 4\ncores 1\noption Resign=1"), [""; 0]);
    assert_eq!(
        gui.answer("option MultiPV=x\nvariant nonesuch\nfrobnicate"),
        [
            "Error (option MultiPV takes a number from 1 to 500, not 'x'): option MultiPV=x",
            "Error (unknown game): variant nonesuch",
            "Error (unknown command): frobnicate"
        ]
    );
}

/// An option of UCI would change the game under the dialect of the one before.
#[test]
fn the_game_is_changed_by_its_own_command_alone() {
    let mut gui = Gui::of("normal");
    let other = Variant::bundled().last().expect("there are games").name();
    let line = format!("option UCI_Variant={other}");
    let refused = [format!("Error (this option belongs to UCI): {line}")];
    assert_eq!(gui.answer(&format!("exclude all\n{line}")), refused);
    gui.send("analyze\n.");
    assert!(gui.expect("stat01: ").ends_with(" 0"), "no move of the start is left");
}

mod chess {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_game_is_played_from_either_side() {
        let mut gui = Gui::of("normal");
        assert_eq!(gui.answer("usermove e2e4\nusermove e7e5"), [""; 0], "only followed");
        let white = gui.answer("go");
        assert!(white.iter().any(|line| line.starts_with("move ")), "{white:?}");
        // The game goes on.
        gui.send("usermove a7a6");
        let reply = gui.expect("move ");
        assert!(reply.len() >= 9);
        assert_eq!(gui.answer("force\nusermove a6a5"), [""; 0]);
        let mut gui = Gui::of("normal");
        assert_eq!(gui.answer("playother"), [""; 0]);
        gui.send("usermove e2e4");
        gui.expect("move ");
    }

    #[test]
    fn illegal_moves_are_refused_with_a_reason() {
        let mut gui = Gui::of("normal");
        let mut refusal = |text: &str| {
            let answer = gui.answer(&format!("usermove {text}"));
            assert_eq!(answer.len(), 1, "{answer:?}");
            answer[0].clone()
        };
        assert_eq!(refusal("e3e4"), "Illegal move (there is no piece on e3): e3e4");
        assert_eq!(
            refusal("e7e5"),
            "Illegal move (the piece on e7 is not of the side to move): e7e5"
        );
        assert_eq!(refusal("e2e5"), "Illegal move (the Pawn on e2 cannot go there): e2e5");
        assert_eq!(refusal("a1a2"), "Illegal move (your own piece is on a2): a1a2");
        assert_eq!(refusal("a1a9"), "Illegal move (there is no square a9): a1a9");
        assert_eq!(refusal("nonsense"), "Illegal move ('nonsense' is not a move): nonsense");
        assert_eq!(refusal("\u{e9}2e4"), "Illegal move ('?2e4' is not a move): ?2e4");
        gui.answer("setboard 4k3/8/8/8/8/4r3/4R3/4K3 w - - 0 1");
        let mut refusal = |text: &str| gui.answer(&format!("usermove {text}")).join("");
        assert_eq!(refusal("e2a2"), "Illegal move (that leaves the king in check): e2a2");
    }

    /// Some managers send this move to give Black the turn.
    #[test]
    fn a_bare_move_is_never_called_illegal() {
        let mut gui = Gui::of("normal");
        assert_eq!(gui.answer("b2b3"), [""; 0]);
        let answer = gui.answer("b2b3");
        assert_eq!(answer, ["Error (there is no piece on b2): b2b3"]);
        let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(gui.answer(&format!("setboard {black}\nusermove e7e5")), [""; 0]);
    }

    #[test]
    fn a_bad_position_leaves_the_one_before() {
        let mut gui = Gui::of("normal");
        let answer = gui.answer("usermove e2e4\nsetboard 8/8 w - - 0 1\nusermove e7e5");
        assert_eq!(
            answer,
            ["tellusererror Illegal position: bad FEN: the board has 8 ranks, this one has 2"]
        );
        // Nothing is played on it until there is a position again.
        assert_eq!(gui.answer("go"), ["Error (the last position was refused): go"]);
    }

    #[test]
    fn what_a_position_lacks_is_filled_in() {
        let mut gui = Gui::of("normal");
        let answer = gui.answer("force\nsetboard 4k3/8/8/8/8/8/4P3/4K3 b");
        assert!(answer.len() == 1 && answer[0].starts_with("# "), "{answer:?}");
        assert_eq!(gui.answer("usermove e8e7"), [""; 0]);
    }

    #[test]
    fn results_are_claimed_after_the_move_that_ends_the_game() {
        let mut gui = Gui::of("normal");
        let answer = gui.go("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
        assert_eq!(answer[0], "move g6g7");
        assert_eq!(answer[1], "1-0 {checkmate}");
        // Also after an opponent's move: here the person mates Black.
        let answer = gui.answer(
            "new\nvariant normal\nforce\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nplayother\nusermove g6g7",
        );
        assert_eq!(answer, ["1-0 {checkmate}"]);
        let answer = gui.go("7k/8/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(answer, ["1/2-1/2 {insufficient material}"], "no move in a game that is over");
    }

    #[test]
    fn repetition_is_claimed() {
        let mut gui = Gui::of("normal");
        let dance = "usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\n".repeat(2);
        assert_eq!(gui.answer(&dance), [""; 0], "not while it only follows");
        assert_eq!(gui.answer("go"), ["1/2-1/2 {threefold repetition}"]);
    }

    #[test]
    fn moves_are_taken_back() {
        let mut gui = Gui::of("normal");
        let answer =
            gui.answer("usermove e2e4\nusermove e7e5\nremove\nusermove d2d4\nundo\nusermove e2e4");
        assert_eq!(answer, [""; 0]);
        assert_eq!(gui.answer("remove\nusermove e2e4"), [""; 0], "nothing is left to take back");
    }

    #[test]
    fn thinking_is_shown_in_the_units_of_the_protocol() {
        let mut gui = Gui::of("normal");
        gui.send("post");
        let answer = gui.go("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        let line = answer.iter().find(|line| line.ends_with(" a1a8")).expect("a line of play");
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[4]), ("100001", "a1a8"), "{line}");
        assert!(words[..4].iter().all(|word| word.parse::<i64>().is_ok()));
        gui.send("nopost");
        assert_eq!(gui.go(START).len(), 1);
    }

    #[test]
    fn a_search_is_ended_by_a_question_mark_and_by_force() {
        let mut gui = Gui::of("normal");
        gui.send("sd 99\nst 1000\ngo\nping 5\n?");
        gui.expect("move ");
        assert_eq!(gui.next(), "pong 5", "the ping waits for the move");
        let answer = gui.answer("force\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\ngo\nforce");
        assert!(answer.iter().all(|line| !line.starts_with("move")), "{answer:?}");
    }

    /// Sums of such times do not overflow.
    #[test]
    fn a_clock_may_show_any_time() {
        let mut gui = Gui::of("normal");
        let long = i64::MAX;
        for control in [
            "level 0 300000000000000000 0",
            "level 1 300000000000000000 1e18",
            &format!("time {long}\notim {long}"),
            "st 1e18",
        ] {
            gui.send(&format!("new\nvariant normal\nsd 2\n{control}\ngo"));
            gui.expect("move ");
        }
    }

    #[test]
    fn a_move_is_made_at_the_end_of_input() {
        let mut gui = Gui::of("normal");
        gui.send("sd 99\nst 1000\ngo");
        gui.lines = None;
        gui.expect("move ");
    }

    #[test]
    fn analysis_follows_the_game_and_sends_its_status() {
        let mut gui = Gui::of("normal");
        gui.send("analyze");
        gui.expect("3 ");
        // A move that the table does not know, so that the analysis begins with depth 1.
        gui.send("usermove h2h4");
        gui.expect("1 ");
        gui.send(".");
        let status = gui.expect("stat01: ");
        assert_eq!(status.split(' ').count(), 6, "{status}");
        assert!(status.ends_with(" 20"), "Black has twenty moves: {status}");
        gui.send("undo\nexit");
        let answer = gui.answer("usermove d2d4");
        assert!(answer.iter().all(|line| !line.starts_with("Illegal")), "{answer:?}");
        assert_eq!(gui.answer("."), [""; 0]);
    }

    #[test]
    fn excluded_moves_are_not_played() {
        let mut gui = Gui::of("normal");
        gui.send("setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
        let answer = gui.answer("exclude all\ninclude g6g1\ngo");
        assert_eq!(answer[0], "move g6g1");
        gui.send("force\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
        let answer = gui.answer("exclude g6g1\ninclude all\nexclude a1a2\ngo");
        assert_eq!(answer[0], "Error ('a1a2' is not legal here): exclude a1a2");
        assert_eq!(answer[1], "move g6g7", "the next position has all its moves");
    }

    #[test]
    fn pondering_goes_on_or_starts_again() {
        for reply in ["g8f6", "a7a5", "h7h5"] {
            let mut gui = Gui::of("normal");
            gui.send("sd 5\nhard\ngo");
            gui.expect("move ");
            gui.send(&format!("hint\nusermove {reply}"));
            gui.expect("move ");
        }
        let mut gui = Gui::of("normal");
        gui.send("sd 5\nhard\ngo");
        gui.expect("move ");
        gui.send("hint");
        let hint = gui.expect("Hint: ");
        gui.send(&format!("usermove {}", hint.trim_start_matches("Hint: ")));
        gui.expect("move ");
    }

    #[test]
    fn draws_are_taken_when_worse_and_refused_when_better() {
        let worse = "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1";
        let better = "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1";
        for (fen, agrees) in [(worse, true), (better, false)] {
            let mut gui = Gui::of("normal");
            gui.send(&format!("setboard {fen}\nexclude d1d8\ngo"));
            gui.expect("move ");
            assert_eq!(gui.answer("draw").contains(&"offer draw".to_owned()), agrees, "{fen}");
        }
    }

    #[test]
    fn it_resigns_only_if_the_user_allows_it() {
        for allowed in [false, true] {
            let mut gui = Gui::of("normal");
            gui.send(&format!("option Resign={}\nsd 2", u8::from(allowed)));
            gui.send("setboard kqq5/8/8/8/8/8/8/7K w - - 0 1\ngo");
            gui.expect("move ");
            let mut resigned = false;
            for reply in ["a8a7", "a7a8", "a8a7", "a7a8"] {
                gui.send(&format!("usermove {reply}"));
                let line = gui.next();
                resigned |= line == "resign";
                if !line.starts_with("move ") {
                    break;
                }
            }
            assert_eq!(resigned, allowed, "{:?}", gui.transcript);
        }
    }
}

#[test]
fn what_a_knight_becomes_is_shown_and_not_asked() {
    let mut gui = Gui::of("morphing");
    assert_eq!(gui.answer("lift b1"), ["highlight 9/9/9/9/9/9/B1B6/9/9"]);
    assert_eq!(gui.answer("hover c3"), ["highlight 9/9/9/9/9/9/B1B6/9/9"]);
    assert_eq!(gui.answer("put c3"), ["choice A"]);
    assert_eq!(gui.answer("usermove b1c3a"), [""; 0]);
    assert_eq!(gui.answer("lift a9"), ["highlight 9/9/9/9/9/9/9/9/9"], "it cannot move");
}

#[test]
fn absorption_is_asked_where_there_is_a_choice() {
    let mut gui = Gui::of("powerabsorption");
    gui.send("setboard 4k3/8/8/3n4/8/8/6B1/4K2R w K - 0 1");
    assert_eq!(gui.answer("lift g2"), ["highlight 8/8/8/3M4/4Y3/5Y1Y/8/5Y2"]);
    assert_eq!(gui.answer("put d5"), ["choice AB"]);
    assert_eq!(gui.answer("put e4"), [""; 0]);
    assert_eq!(gui.answer("lift e1"), ["highlight 8/8/8/8/8/8/3YYY2/3Y1YY1"], "castling, too");
    assert_eq!(gui.answer("usermove g2d5a"), [""; 0]);
}

mod stealthbomber {
    use super::*;

    #[test]
    fn a_flight_is_entered_leg_by_leg() {
        let mut gui = Gui::of("stealthbomber");
        gui.send("setboard 4k3/8/n7/8/n7/8/8/F3K3 w - - 0 1");
        let lifted = gui.answer("lift a1");
        assert_eq!(lifted, ["highlight Y7/Y7/C7/Y7/C7/Y7/Y7/1YYY1YYY"]);
        assert_eq!(gui.answer("put a4\nlift a4"), ["highlight B7/B7/C7/B7/B7/8/8/8"]);
        assert_eq!(gui.answer("put a6\nlift a6"), ["highlight B7/B7/B7/8/8/8/8/8"]);
        assert_eq!(gui.answer("put a8"), ["choice Y"]);
        let answer = gui.answer("usermove a1a4,a4a6,a6a8y");
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with("telluser The Y on a8 is a "), "{answer:?}");
        assert!(answer[0].ends_with("(FN)."), "{answer:?}");
        assert_eq!(
            gui.answer("usermove e8e7\nusermove a8b6"),
            [""; 0],
            "each kind is introduced once"
        );
    }

    #[test]
    fn another_piece_can_be_taken_up_instead() {
        let mut gui = Gui::of("stealthbomber");
        gui.send("setboard 4k3/8/n7/8/n7/8/8/F3K3 w - - 0 1\nlift a1\nput a4\nlift a4");
        gui.ask();
        assert_eq!(gui.answer("lift e1"), ["highlight 8/8/8/8/8/8/3YYY2/3Y1Y2"]);
    }

    #[test]
    fn a_user_may_ask_what_a_piece_is() {
        let mut gui = Gui::of("stealthbomber");
        gui.send("setboard 4k3/8/8/8/8/8/8/{FN}3K2N w - - 0 1\nlift a1\nlift e1");
        assert_eq!(gui.ask().len(), 2, "different pieces are lifted one after the other");
        let again = gui.answer("lift e1");
        assert_eq!(again[1], "telluser The K on e1 is a King.");
        let again = gui.answer("lift a1\nlift a1");
        assert_eq!(again[2], "telluser The Y on a1 is a B52 + Knight (FN).");
        let all = gui.answer("option Name the Pieces");
        let lines = "N Knight: h1\\nK King: e1 e8\\nY B52 + Knight (FN): a1";
        assert_eq!(all.len(), 1, "{all:?}");
        let (start, said) = all[0].split_at("telluser \\\\".len());
        assert_eq!(start, "telluser \\\\");
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.split("\\n").map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(said), sorted(lines));
    }
}

mod combination {
    use super::*;

    /// White's amplifier can go to d5, where it meets the isolator on e5: both disappear, and the
    /// pawn on e4 with them.
    const MEETING: &str = "***k***/*5*/*4p*/*5*/4i2/*3P1*/*2A2*/*R4*/***K*** w - - 0 1";

    #[test]
    fn the_mouse_shows_what_would_disappear() {
        let mut gui = Gui::of("combination");
        gui.send(&format!("setboard {MEETING}"));
        assert_eq!(gui.answer("lift d3"), ["highlight 7/7/7/7/3R3/7/1Y3Y1/7/7"]);
        assert_eq!(gui.answer("hover d5"), ["highlight 7/7/7/7/3Rg2/4g2/1Y3Y1/7/7"]);
    }

    #[test]
    fn a_persons_board_is_put_right_after_the_reply() {
        let mut gui = Gui::of("combination");
        gui.send(&format!("setboard {MEETING}\nplayother\nusermove d3d5"));
        let reply = gui.expect("move ");
        let mut other = Gui::of("combination");
        other.send(&format!("setboard {MEETING}\nusermove d3d5\nusermove {}", &reply[5..]));
        let board = gui.expect("setboard ***");
        assert!(!board.contains(['A', 'i', 'P']) && board.contains(" w - - "), "{board}");
        let (placement, _) = board["setboard ".len()..].split_once(' ').expect("a FEN");
        // So XBoard still knows which game it shows.
        let setup = gui.next();
        assert!(setup.starts_with("setup (") && setup.contains(placement), "{setup}");
        // The GUI thinks that this ends the game. It goes on.
        assert_eq!(gui.answer("result * {Engine aborts game}\nforce"), [""; 0]);
        gui.send("usermove b2b3");
        gui.expect("move ");
        // Now it means it.
        assert_eq!(gui.answer("force\nusermove b3b4"), [""; 0]);
    }

    /// XBoard would take it that the person has White.
    #[test]
    fn a_person_with_black_gets_a_message_about_what_is_gone() {
        let mut gui = Gui::of("combination");
        let black = "***k***/*5*/*2i2*/*5*/4A2/*3P1*/*4p*/*R4*/***K*** b - - 0 1";
        gui.send(&format!("setboard {black}\nplayother\nusermove d7d5"));
        let line = gui.expect("telluser ");
        assert!(line.starts_with("telluser Gone: e4, d5, e5. "), "{line}");
        assert_eq!(gui.next(), "highlight 7/7/7/7/3gg2/4g2/7/7/7");
        gui.expect("move ");
        assert!(gui.next().starts_with("highlight "));
        assert_eq!(gui.ask(), [""; 0]);
    }

    /// In Edit Game and in analysis, XBoard would take a board from the engine for a new game.
    #[test]
    fn what_is_gone_is_marked_where_nobody_plays() {
        for mode in ["force", "analyze"] {
            let mut gui = Gui::of("combination");
            gui.send(&format!("setboard {MEETING}\n{mode}\nusermove d3d5"));
            assert!(gui.expect("telluser ").starts_with("telluser Gone: e4, d5, e5. "));
            gui.expect("highlight 7/7/7/7/3gg2/4g2/7/7/7");
            gui.send("lift d9");
            let marks = gui.expect("highlight ");
            assert!(marks.contains("3gg2/4g2"), "they stay marked: {marks}");
            // What is there no longer cannot be seen on a square to which a piece goes.
            for text in ["d9d8", "d1e2", "d8d9", "e2e3", "d9d8", "e3e4"] {
                gui.send(&format!("usermove {text}"));
            }
            gui.expect("highlight 7/7/7/7/3gg2/7/7/7/7");
            gui.send("undo");
            gui.expect("highlight 7/7/7/7/3gg2/4g2/7/7/7");
            gui.send(&"undo\n".repeat(6));
            gui.expect("highlight 7/7/7/7/7/7/7/7/7");
            gui.send("usermove d3d5");
            let said = gui.ask();
            assert!(said.iter().all(|line| !line.starts_with("telluser")), "told once: {said:?}");
            gui.send("undo");
            gui.expect("highlight 7/7/7/7/7/7/7/7/7");
            gui.send("lift b2");
            let marks = gui.expect("highlight ");
            assert!(!marks["highlight ".len()..].contains('g'), "{marks}");
        }
    }

    /// As XBoard tells the second engine of a match where the first wants to start.
    #[test]
    fn rights_that_the_gui_makes_up_are_left_out() {
        let mut gui = Gui::of("combination");
        let start = "***k***/*ibanr*/*p1p1p*/*1p1p1*/7/*1P1P1*/*P1P1P*/*IBANR*/***K*** w Dd - 0 1";
        assert_eq!(gui.answer(&format!("setboard {start}")), [""; 0]);
    }

    #[test]
    fn a_match_is_not_disturbed() {
        let mut gui = Gui::of("combination");
        gui.send(&format!("computer\nsetboard {MEETING}\nplayother\nusermove d3d5"));
        gui.expect("move ");
        assert_eq!(gui.ask(), [""; 0]);
    }
}
