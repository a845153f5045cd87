//! `vertumnus diagram`, and the diagrams of the pages: each is what the command draws.
//!
//! A diagram in a page is a picture whose title has the arguments of the command:
//! `![text](diagrams/name.svg "--from e4")`. If they do not begin with a position, it is the FEN in the
//! next line that begins with a backtick. The number of moves after that FEN is that of the piece on
//! the square of `--from`. The game is that of the page, unless the arguments name one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use vertumnus_core::game;
use vertumnus_core::position::Cell;
use vertumnus_core::rules::Variant;

use crate::support::cli::{assert_refused, run};
use crate::support::{CHESS_START, variants};
use crate::{in_every_game, side_by_side};

/// The variable that redraws the pictures.
const RENEW: &str = "VERTUMNUS_RENEW";

/// The pictures of the pages of rules and of the legend.
const FOLDER: &str = "docs/rules/diagrams";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A diagram of a page.
#[derive(Debug)]
struct Diagram {
    file: PathBuf,
    variant: String,
    fen: Option<String>,
    options: Vec<String>,
    /// How many moves the page says that a piece has.
    moves: Option<usize>,
}

impl Diagram {
    /// What follows an option among the arguments.
    fn option(&self, name: &str) -> Option<&str> {
        let place = self.options.iter().position(|option| option == name)?;
        self.options.get(place + 1).map(String::as_str)
    }

    fn arguments(&self) -> Vec<&str> {
        let mut arguments = vec!["diagram"];
        if self.option("--variant").is_none() {
            arguments.extend(["--variant", &self.variant]);
        }
        arguments.extend(self.fen.as_deref());
        arguments.extend(self.options.iter().map(String::as_str));
        arguments
    }
}

/// The diagrams of a page, whose name without its end is `name`.
fn diagrams(page: &Path, name: &str) -> Vec<Diagram> {
    let text = fs::read_to_string(page).expect("the page can be read");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        for picture in line.split("![").skip(1) {
            let link = picture.split_once("](").expect("a picture has a link").1;
            let link = link.split(')').next().expect("a text has a first part");
            let (target, title) = link.split_once(" \"").unwrap_or((link, ""));
            if Path::new(target).extension() != Some(OsStr::new("svg")) {
                continue;
            }
            let mut words =
                title.trim_end_matches('"').split(' ').filter(|word| !word.is_empty()).peekable();
            let mut position = Vec::new();
            while let Some(word) = words.next_if(|word| !word.starts_with("--")) {
                position.push(word);
            }
            let options: Vec<String> = words.map(str::to_owned).collect();
            let is_chart = options.iter().any(|option| option == "--pieces");
            let below =
                lines[number..].iter().find_map(|line| line.strip_prefix('`')?.split_once('`'));
            let (fen, moves) = match below {
                _ if is_chart => (None, None),
                _ if !position.is_empty() => (Some(position.join(" ")), None),
                None => panic!("{}: no position below {target}", page.display()),
                Some((fen, rest)) => {
                    let count = rest.strip_prefix(": ").and_then(|rest| rest.split(' ').next());
                    let count = count.map(|count| count.parse().expect("a number of moves"));
                    (Some(fen.to_owned()), count)
                }
            };
            let file = page.parent().expect("a page is in a folder").join(target);
            found.push(Diagram { file, variant: name.to_owned(), fen, options, moves });
        }
    }
    found
}

/// The diagrams of the rules of a game.
fn of_game(variant: &str) -> Vec<Diagram> {
    diagrams(&repository().join(format!("docs/rules/{variant}.md")), variant)
}

/// The diagrams of the legend of the pieces.
fn of_legend() -> Vec<Diagram> {
    diagrams(&repository().join("docs/pieces.md"), "chess")
}

/// The picture of a diagram as the command draws it.
#[track_caller]
fn drawn(arguments: &[&str]) -> String {
    let finished = run(arguments);
    assert!(finished.status.success(), "{arguments:?}: {}", finished.stderr);
    assert_eq!(finished.stderr, "", "{arguments:?}");
    finished.stdout
}

/// `VERTUMNUS_RENEW=1` redraws them.
#[test]
fn diagrams_of_the_pages_are_what_the_command_draws() {
    let check = |diagram: &Diagram| {
        let picture = drawn(&diagram.arguments());
        if std::env::var_os(RENEW).is_some() {
            fs::create_dir_all(repository().join(FOLDER)).expect("the folder can be made");
            fs::write(&diagram.file, picture).expect("the picture can be written");
            return;
        }
        let known = fs::read_to_string(&diagram.file);
        let known = known.unwrap_or_else(|error| panic!("{}: {error}", diagram.file.display()));
        assert!(
            known == picture,
            "{} is not what {:?} draws; see docs/testing.md",
            diagram.file.display(),
            diagram.arguments()
        );
    };
    in_every_game(|variant| of_game(variant).iter().for_each(check));
    of_legend().iter().for_each(check);
}

/// While they are redrawn, there is nothing to compare.
#[test]
fn every_picture_belongs_to_a_page() {
    if std::env::var_os(RENEW).is_some() {
        return;
    }
    let diagrams = variants().flat_map(of_game).chain(of_legend());
    let name = |path: &Path| path.file_name().expect("a file has a name").to_owned();
    let shown: Vec<_> = diagrams.map(|diagram| name(&diagram.file)).collect();
    let known: BTreeSet<_> = shown.iter().cloned().collect();
    let entries = fs::read_dir(repository().join(FOLDER)).expect("there are pictures");
    let there: BTreeSet<_> =
        entries.map(|entry| name(&entry.expect("the folder can be read").path())).collect();
    assert_eq!(known, there);
    assert!(shown.len() > 60, "only {} diagrams are found", shown.len());
}

/// The pages of rules are written by hand, from sources that know nothing of this engine.
#[test]
fn pieces_have_as_many_moves_as_the_pages_say() {
    let mut counted = 0;
    for diagram in variants().flat_map(of_game) {
        let (Some(moves), Some(fen)) = (diagram.moves, &diagram.fen) else { continue };
        let variant: Variant = diagram.variant.parse().expect("a page is of a game");
        let mut game = game::session(variant);
        game.set_position(Some(fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let square = diagram.option("--from").expect("the moves are those of a piece");
        let square = game.parse_square(square).expect("a square of the board");
        let of_piece = game.legal_moves().into_iter().filter(|mv| mv.from() == square);
        assert_eq!(of_piece.count(), moves, "{variant}: {fen} from {}", game.square_name(square));
        counted += 1;
    }
    assert!(counted > 45, "only {counted} diagrams have a number of moves");
}

/// How often a text occurs in a picture.
fn count(picture: &str, part: &str) -> usize {
    picture.matches(part).count()
}

#[test]
fn every_game_is_drawn_from_both_sides() {
    in_every_game(|variant| {
        let game = game::session(variant.parse().expect("a variant"));
        let pieces = game.cells().into_iter().filter(|cell| matches!(cell, Cell::Piece(_)));
        let pieces = pieces.count();
        let white = drawn(&["diagram", "--variant", variant]);
        let black = drawn(&["diagram", "--variant", variant, "--flip", "--dark"]);
        for picture in [&white, &black] {
            assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
            assert_eq!(count(picture, "<use "), pieces);
        }
        assert_ne!(white, black);
        let chart = drawn(&["diagram", "--variant", variant, "--pieces"]);
        let squares = count(&chart, "h45v45h-45z");
        assert_eq!(squares, 2 * game.kinds().len(), "each kind in both colors");
    });
}

#[test]
fn marks_arrows_and_moves_are_drawn() {
    let plain = drawn(&["diagram", CHESS_START]);
    assert_eq!(plain, drawn(&["diagram"]));
    let knight = drawn(&["diagram", "--from", "g1"]);
    assert_eq!(count(&knight, "<circle "), 2, "a dot for each of two moves");
    let marked = drawn(&["diagram", "--marks", "e4", "xe5", "#d4", "!d5", "--arrows", "g1f3"]);
    assert_eq!(count(&marked, "<circle "), 2);
    assert_eq!(count(&marked, "fill-opacity"), 3, "two tints and an arrow");
    let moved = drawn(&["diagram", "--moves", "e2e4", "e7e5"]);
    assert_eq!(count(&moved, "fill-opacity"), 1, "the squares of the last move");
    let bare = drawn(&["diagram", "--bare", "--size", "10"]);
    assert!(bare.contains("width=\"80\" height=\"80\""), "{}", &bare[..100]);
    assert!(plain.contains("width=\"333.33\""), "{}", &plain[..100]);
}

/// By the first bytes of the file, and width and height in its header.
#[cfg(feature = "png")]
#[test]
fn png_is_drawn_in_the_size_that_is_asked_for() {
    use crate::support::engine_command;

    let arguments = ["diagram", "--bare", "--size", "30", "--png"];
    let output = engine_command(&arguments).output().expect("the engine's binary starts");
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(output.stdout[16..24], [0, 0, 0, 240, 0, 0, 0, 240]);
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    side_by_side(
        [
            &["diagram", "8/8 w - -"][..],
            &["diagram", "--moves", "e2e5"],
            &["diagram", "--from", "j9"],
            &["diagram", "--marks", "e44"],
            &["diagram", "--marks", ""],
            &["diagram", "--marks", "é4"],
            &["diagram", "--arrows", "e2"],
            &["diagram", "--arrows", "é"],
            &["diagram", "--arrows", "e2e9"],
            &["diagram", "--size", "0"],
            &["diagram", "--variant", "combination", "--marks", "a1"],
            &["diagram", "--flip", "--pieces"],
            &["diagram", "--pieces", "A"],
            #[cfg(not(feature = "png"))]
            &["diagram", "--png"],
        ],
        assert_refused,
    );
}
