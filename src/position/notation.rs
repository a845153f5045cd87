//! Move text: what protocols and people write for a move.

use thiserror::Error;

use super::{Move, MoveList, Position, Tag};
use crate::board::{Color, Geometry};
use crate::rules::{Piece, Power, Ruleset};

/// Why a move text is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not of the form of a move.
    #[error("'{0}' is not a move")]
    Malformed(String),
    /// No legal move is meant by it.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// More than one legal move is meant by it.
    #[error("'{text}' can be {}", options.join(", "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The texts of the moves that it could be.
        options: Vec<String>,
    },
}

impl<R: Ruleset> Position<R> {
    /// The canonical text of a legal move: its way, and what the mover becomes if it changes.
    #[must_use]
    pub fn move_text(&self, mv: Move) -> String {
        let mut text = self.way_text(mv);
        if self.placement.kind_at(mv.from()) != Some(mv.becomes()) {
            text.push_str(&R::token(Piece::new(mv.becomes(), Color::Black)));
        }
        text
    }

    /// From and to, with a leg to each piece that is captured on the way.
    fn way_text(&self, mv: Move) -> String {
        let name = R::Geometry::square_name;
        let (from, to) = (name(mv.from()), name(mv.to()));
        let mut stops: Vec<String> = Vec::new();
        if mv.taken() != 0 || mv.tag() == Tag::EnPassant && self.could_bypass(mv) {
            let on_the_way = self.captures(mv).into_iter().filter(|&square| square != mv.to());
            stops.extend(on_the_way.map(name));
        }
        stops.push(to);
        let mut text = String::new();
        let mut leg_start = from;
        for stop in stops {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&leg_start);
            text.push_str(&stop);
            leg_start = stop;
        }
        text
    }

    /// Whether a piece that takes en passant could go to the same square without taking.
    fn could_bypass(&self, mv: Move) -> bool {
        self.placement
            .kind_at(mv.from())
            .is_some_and(|kind| self.placement.powers_at(mv.from(), kind).has(Power::Bishop))
    }

    /// The legal move that a text means.
    ///
    /// What the mover becomes may be left out, be named though it does not change, or be named by
    /// any name of the kind or by what it would be on another square, if just one legal move fits
    /// then.
    ///
    /// # Errors
    /// If no legal move is meant, or more than one.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let moves = self.legal_moves();
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(mv) == text) {
            return Ok(mv);
        }
        let way_length = text
            .split(',')
            .try_fold((0, 0), |(start, _), leg| {
                let squares = leg.get(..4)?;
                let from_and_to = R::Geometry::parse_square(&squares[..2]).is_some()
                    && R::Geometry::parse_square(&squares[2..]).is_some();
                from_and_to.then_some((start + leg.len() + 1, start + 4))
            })
            .map(|(_, end)| end);
        let Some(way_length) = way_length else {
            return Err(MoveError::Malformed(text.to_owned()));
        };
        let (way, suffix) = text.split_at(way_length);
        let token = suffix.trim_start_matches(['{', '=']).trim_end_matches('}').to_uppercase();
        let named = R::kind_of_token(&token);
        if !suffix.is_empty() && named.is_none() {
            return Err(MoveError::Malformed(text.to_owned()));
        }
        let fitting: MoveList = moves
            .into_iter()
            .filter(|&mv| {
                let is_named = |kind| R::settled(kind, mv.to()) == mv.becomes();
                self.way_text(mv) == way && named.is_none_or(is_named)
            })
            .collect();
        match fitting[..] {
            [] => Err(MoveError::Illegal(text.to_owned())),
            [mv] => Ok(mv),
            _ => Err(MoveError::Ambiguous {
                text: text.to_owned(),
                options: fitting.iter().map(|&mv| self.move_text(mv)).collect(),
            }),
        }
    }
}
