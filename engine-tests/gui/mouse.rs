//! Moves the mouse in XBoard.

use std::time::Duration;

use vertumnus_core::dialect::Dialect;
use vertumnus_core::game::{Describe, MoveView};
use vertumnus_core::rules::Variant;

use super::desktop::{PATIENCE, wait_for};
use super::xboard::XBoard;

/// The size of a square in pixels. With it the board is wider than the menu above it, so that it fills
/// the window's width.
const EDGE: usize = 64;

/// XBoard with a board of so many files in its window.
pub(crate) struct Player {
    pub(crate) xboard: XBoard,
    files: usize,
}

impl Player {
    /// Starts XBoard with a game and more flags, and finds the board on the screen.
    pub(crate) fn start(variant: Variant, files: usize, flags: &[&str]) -> Self {
        let edge = EDGE.to_string();
        let flags = [&["-size", &edge, "-tc", "5"], flags].concat();
        let xboard = XBoard::start(variant, None, &flags);
        // Then XBoard knows the game, and the window has its size.
        xboard.expect("pong");
        let person = Self { xboard, files };
        let mut before = None;
        let is_steady = wait_for(PATIENCE, || {
            let now = person.window();
            let is_steady = now.is_some() && now == before;
            before = now;
            is_steady.then_some(())
        });
        if is_steady.is_none() {
            person.xboard.fail("there is no window");
        }
        person
    }

    /// XBoard's window, if it has its size: its left and lower edge, and its width.
    fn window(&self) -> Option<(usize, usize, usize)> {
        let screen = &self.xboard.screen;
        // Its title names the program, or the players once they play.
        let title = "^xboard: | vs\\. ";
        let windows = screen.xdotool(&["search", "--onlyvisible", "--name", title])?;
        let window = windows.lines().next()?;
        let shape = screen.xdotool(&["getwindowgeometry", "--shell", window])?;
        let number = |name: &str| -> Option<usize> {
            shape.lines().find_map(|line| line.strip_prefix(name))?.parse().ok()
        };
        let width = number("WIDTH=")?;
        // Whatever the number of its files, a board is as wide as one of eight.
        (width >= 8 * EDGE).then_some((number("X=")?, number("Y=")? + number("HEIGHT=")?, width))
    }

    /// The middle of a square, on the screen. XBoard may have given its window another size since the
    /// last time.
    fn place(&self, square: &str) -> [String; 2] {
        let Some((left, bottom, width)) = self.window() else {
            self.xboard.fail("there is no window")
        };
        let edge = (width - 2) / self.files;
        let name = square.as_bytes();
        let (file, rank) = (usize::from(name[0] - b'a'), usize::from(name[1] - b'1'));
        let x = left + 2 + file * edge + edge / 2;
        let y = bottom - 2 - rank * edge - edge / 2;
        [x.to_string(), y.to_string()]
    }

    fn mouse(&self, arguments: &[&str]) {
        if self.xboard.screen.xdotool(arguments).is_none() {
            self.xboard.fail(&format!("the mouse does not {arguments:?}"));
        }
    }

    /// Clicks on a square.
    pub(crate) fn click(&self, square: &str) {
        let [x, y] = self.place(square);
        self.mouse(&["mousemove", &x, &y, "click", "1"]);
    }

    /// Presses a key.
    pub(crate) fn presses(&self, key: &str) {
        // XBoard looks for it when it is done with what came before.
        std::thread::sleep(Duration::from_millis(500));
        self.mouse(&["key", key]);
    }

    /// Lifts a piece, and waits until its targets are marked. XBoard may be too busy with the previous
    /// move to notice a click.
    fn lift(&mut self, square: &str) {
        let lifted = (0..10).find_map(|_| {
            self.click(square);
            self.xboard.hears_within(Duration::from_secs(3), "lift ")
        });
        if lifted.as_deref() != Some(&format!("lift {square}")) {
            self.xboard.fail(&format!("{square} was clicked on, and there was {lifted:?}"));
        }
        self.xboard.says("highlight ");
    }

    /// Moves a piece by way of some squares. Returns the move that the engine receives.
    pub(crate) fn moves(&mut self, way: &[&str]) -> String {
        let [from, stops @ .., to] = way else { panic!("a way has two ends") };
        self.lift(from);
        for stop in stops {
            self.lift(stop);
        }
        self.click(to);
        self.heard_move()
    }

    /// Makes a legal move of a game, with the first choice if there is a choice.
    pub(crate) fn plays(&mut self, mv: &MoveView, game: &dyn Describe, dialect: &Dialect) {
        let path = dialect.path(mv);
        let names: Vec<String> =
            path.squares.iter().map(|&square| game.square_name(square)).collect();
        let way: Vec<&str> = names.iter().map(String::as_str).collect();
        let heard = match (&way[..], path.letter) {
            (&[from, to], Some(_)) => self.chooses(from, to, false),
            (way, _) => self.moves(way),
        };
        assert_eq!(heard, dialect.in_legs(&path));
    }

    /// Moves a piece to a square where it has a choice of what it becomes, and takes the first choice,
    /// or, with the mouse pulled back, the next one.
    pub(crate) fn chooses(&mut self, from: &str, to: &str, is_next: bool) -> String {
        self.lift(from);
        let [x, y] = self.place(to);
        self.mouse(&["mousemove", &x, &y, "mousedown", "1"]);
        self.xboard.says("choice ");
        if is_next {
            // XBoard looks at moves of the mouse of at least 25 points.
            self.mouse(&["mousemove_relative", "0", "30"]);
        }
        self.mouse(&["mouseup", "1"]);
        self.heard_move()
    }

    fn heard_move(&mut self) -> String {
        self.xboard.hears("usermove").trim_start_matches("usermove").trim().to_owned()
    }
}
