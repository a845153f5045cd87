//! New games, positions and sides: what the GUI sets up.

use std::collections::HashSet;

use super::mouse::Hand;
use super::policy::Policy;
use super::state::{Mode, Task, XBoard};
use crate::output::plain;
use vertumnus_core::board::Color;
use vertumnus_core::dialect::Dialect;
use vertumnus_core::rules::{Piece, Variant};
use vertumnus_engine::search::ThreadsError;

impl XBoard {
    pub(super) fn new_game(&mut self) {
        self.abort();
        if let Err(error) = self.set_up(Variant::default()) {
            self.say_error(&error.to_string(), "new");
        }
        self.engine.new_game();
        self.mode = Mode::Play(Color::Black);
        self.control.new_game();
        self.policy = Policy::default();
        self.against_computer = false;
        self.draw_offered = false;
        self.introduced = HashSet::new();
        self.relics.told = false;
        self.start_over();
    }

    pub(super) fn choose_variant(&mut self, name: &str, line: &str) {
        match Dialect::variant_named(name) {
            Some(variant) => {
                if let Some(reason) = Dialect::of(variant).objection() {
                    return self.say_error(reason, line);
                }
                self.abort();
                if let Err(error) = self.set_up(variant) {
                    return self.say_error(&error.to_string(), line);
                }
                self.start_over();
                // A GUI that has a game of this name sets it up by itself.
                if self.dialect.own_name() != Some(name) {
                    for line in self.dialect.setup_lines(self.engine.session()) {
                        self.say(&line);
                    }
                }
            }
            None => self.say_error("unknown game", line),
        }
    }

    /// Goes to the start position of a game.
    ///
    /// # Errors
    /// If the system does not have the memory for it; nothing changes then.
    fn set_up(&mut self, variant: Variant) -> Result<(), ThreadsError> {
        self.engine.set_variant(variant)?;
        // Each game has a start position.
        let _ = self.engine.session_mut().set_position(None, &[]);
        self.dialect = Dialect::of(variant);
        Ok(())
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        let interrupted = self.abort();
        let read = self.dialect.read_fen(fen, self.engine.session());
        let result = read.map_err(|error| error.to_string()).and_then(|fen| {
            let session = self.engine.session_mut();
            let (fen, faults) = session.mended_fen(&fen);
            let set = session.set_position(Some(&fen), &[]).map_err(|error| error.to_string());
            set.map(|()| (fen, faults))
        });
        match result {
            Ok((fen, faults)) => {
                self.start_over();
                self.policy = Policy::default();
                for fault in faults {
                    self.say(&plain(&format!("# {fault}; the FEN is taken as {fen}")));
                }
            }
            Err(reason) => {
                self.is_lost = true;
                self.say(&plain(&format!("tellusererror Illegal position: {reason}")));
            }
        }
        if interrupted == Some(Task::Analysis) {
            self.resume();
        }
    }

    /// The GUI says what the sides have in hand. If the game has it otherwise, this is a new position.
    pub(super) fn set_hands(&mut self, letters: &[String; 2], line: &str) {
        let session = self.engine.session();
        let hands = match self.dialect.read_hands(letters) {
            Ok(hands) => hands,
            Err(error) => return self.say_error(&error.to_string(), line),
        };
        let mut setup = session.setup();
        if sorted(&setup.in_hand) == sorted(&hands) {
            return;
        }
        setup.in_hand = hands;
        let interrupted = self.abort();
        match self.engine.session_mut().set_setup(&setup) {
            Ok(()) => self.start_over(),
            Err(error) => self.say_error(&error.to_string(), line),
        }
        if interrupted.is_some() {
            self.resume();
        }
    }

    fn start_over(&mut self) {
        self.is_lost = false;
        self.position_changed();
        self.relics.clear();
        self.board_sent = false;
        self.control.restart(0);
    }

    /// Forgets what belongs to the position before.
    pub(super) fn position_changed(&mut self) {
        self.excluded.clear();
        self.hand = Hand::default();
        self.hint = None;
    }

    /// The engine plays this side from now on.
    pub(super) fn play_side(&mut self, side: Color) {
        if self.is_thinking() && self.mode == Mode::Play(side) {
            return;
        }
        self.abort();
        self.mode = Mode::Play(side);
        self.resume();
    }

    pub(super) fn force(&mut self) {
        // XBoard sends one `force` too many after it was sent a board.
        if std::mem::take(&mut self.board_sent) {
            return;
        }
        self.abort();
        self.mode = Mode::Force;
    }

    /// The GUI says that the game has ended.
    pub(super) fn end_game(&mut self) {
        // It says so as well when it was sent a board.
        if self.board_sent {
            return;
        }
        self.abort();
        self.mode = Mode::Force;
        self.draw_offered = false;
    }
}

/// The pieces in hand in an order of their own.
fn sorted(hands: &[(Piece, u8)]) -> Vec<(u8, u8)> {
    let mut hands: Vec<_> = hands.iter().map(|&(piece, count)| (piece.index(), count)).collect();
    hands.sort_unstable();
    hands
}
