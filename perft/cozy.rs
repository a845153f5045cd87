//! Chess against the move generator of the crate `cozy-chess`: not counts, but sets of moves.

use std::collections::HashSet;

use cozy_chess::{Board, File, GameStatus};
use libtest_mimic::Trial;
use vertumnus_core::board::{SplitMix64, Square};
use vertumnus_core::position::perft::suite::Entry;
use vertumnus_core::position::{Move, Position, Tag};
use vertumnus_core::rules::chess::Chess;
use vertumnus_core::rules::{Kind, Outcome, Reason, Ruleset};

use super::support;

/// Trees of the suite with more leaves than this are counted only on request.
const MAX_LEAVES: u64 = 5_000_000;

/// Random games from each position of the suite.
const GAMES: u64 = 3;

/// Positions in which every possible move word is tested for legality.
const POSITIONS_OF_ALL_WORDS: usize = 200;

/// The tests of this file. On request, cozy-chess counts the whole suite, which takes most of a minute.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 4] = [
        ("moves_fens_checks_and_endings_agree", moves_fens_checks_and_endings_agree),
        ("no_other_word_is_legal", no_other_word_is_legal),
        ("suite_agrees", || suite_agrees(MAX_LEAVES)),
        ("whole_suite_agrees", || suite_agrees(u64::MAX)),
    ];
    let trial = |(name, test): (&str, fn())| {
        let trial = Trial::test(format!("cozy::{name}"), move || {
            test();
            Ok(())
        });
        trial.with_ignored_flag(name == "whole_suite_agrees")
    };
    tests.map(trial).into()
}

fn suite() -> Vec<Entry> {
    support::suite(Chess.facts().name).expect("the suite of chess is there")
}

fn cozy_moves(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|targets| {
        moves.extend(targets);
        false
    });
    moves
}

fn square(square: cozy_chess::Square) -> Square {
    Square::new(square as u8)
}

fn kind(piece: cozy_chess::Piece) -> Kind {
    let token = char::from(piece).to_string().to_uppercase();
    Chess.facts().kind_of_token(&token).expect("both programs have the same pieces")
}

fn is_en_passant(board: &Board, mv: cozy_chess::Move) -> bool {
    board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
        && mv.from.file() != mv.to.file()
        && board.piece_on(mv.to).is_none()
}

/// A move of cozy-chess as a move of ours, and its text. cozy-chess writes castling as the capture of
/// one's own rook.
fn translated(board: &Board, mv: cozy_chess::Move) -> (Move, String) {
    let mover = board.piece_on(mv.from).expect("a move moves a piece");
    let mut to = mv.to;
    let mut tag = if is_en_passant(board, mv) { Tag::EnPassant } else { Tag::Normal };
    if board.color_on(mv.to) == board.color_on(mv.from) {
        let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
        to = cozy_chess::Square::new(file, mv.to.rank());
        tag = Tag::Castling;
    }
    let becomes = kind(mv.promotion.unwrap_or(mover));
    let text = cozy_chess::Move { to, ..mv }.to_string();
    (Move::tagged(square(mv.from), square(to), becomes, tag), text)
}

/// The FEN of cozy-chess with our en passant field: only if such a capture is legal.
fn fen(board: &Board) -> String {
    let text = board.to_string();
    if cozy_moves(board).into_iter().any(|mv| is_en_passant(board, mv)) {
        return text;
    }
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[3] = "-";
    fields.join(" ")
}

/// Plays random games from every position of the suite, and passes each position in them to `see`.
fn for_each_position(games: u64, mut see: impl FnMut(&Board, &Position<Chess>)) {
    for (line, seed) in suite().iter().zip(0..) {
        for game in 0..games {
            let mut random = SplitMix64::new(seed << 8 | game);
            let mut board: Board = line.fen.parse().expect("the suite's positions are valid");
            let mut position = Position::from_fen(Chess, &line.fen)
                .expect("the position is valid in both programs");
            see(&board, &position);
            while board.status() == GameStatus::Ongoing {
                let moves = cozy_moves(&board);
                let mv = moves[random.below(moves.len())];
                let (_, text) = translated(&board, mv);
                position.play_unchecked(position.parse_move(&text).expect("the move sets agree"));
                board.play(mv);
                see(&board, &position);
            }
        }
    }
}

fn moves_fens_checks_and_endings_agree() {
    let mut seen = 0;
    for_each_position(GAMES, |board, position| {
        seen += 1;
        assert_eq!(position.fen(), fen(board));
        let expected: HashSet<_> =
            cozy_moves(board).into_iter().map(|mv| translated(board, mv)).collect();
        let found: HashSet<_> =
            position.legal_moves().into_iter().map(|mv| (mv, position.move_text(mv))).collect();
        assert_eq!(found, expected, "in {board}");
        assert_eq!(position.in_check(), !board.checkers().is_empty(), "in {board}");
        let loser = position.side_to_move();
        let ending = position.ending().filter(|ending| ending.reason() != Reason::DeadDraw);
        match board.status() {
            GameStatus::Won => {
                assert_eq!(ending, Some(Outcome::Win(!loser, Reason::Checkmate)), "in {board}");
            }
            GameStatus::Drawn if expected.is_empty() => {
                assert_eq!(ending, Some(Outcome::Draw(Reason::Stalemate)), "in {board}");
            }
            GameStatus::Drawn => {
                assert_eq!(ending, Some(Outcome::Draw(Reason::MoveLimit(50))), "in {board}");
            }
            GameStatus::Ongoing => assert_eq!(ending, None, "in {board}"),
        }
    });
    assert!(seen >= 2_000, "only {seen} positions");
}

fn no_other_word_is_legal() {
    let mut positions = Vec::new();
    for_each_position(1, |board, position| positions.push((board.clone(), *position)));
    let mut random = SplitMix64::new(0);
    for _ in 0..POSITIONS_OF_ALL_WORDS {
        let (board, position) = &positions[random.below(positions.len())];
        let legal: HashSet<Move> =
            cozy_moves(board).into_iter().map(|mv| translated(board, mv).0).collect();
        for word in words() {
            assert_eq!(position.is_legal(word), legal.contains(&word), "{word:?} in {board}");
        }
    }
}

/// All move words: every pair of squares, kind and tag.
fn words() -> impl Iterator<Item = Move> {
    let squares = || (0..64).map(Square::new);
    squares().flat_map(move |from| {
        squares().filter(move |&to| to != from).flat_map(move |to| {
            (0..Chess.facts().kinds.len()).flat_map(move |kind| {
                [Tag::Normal, Tag::EnPassant, Tag::Castling]
                    .map(|tag| Move::tagged(from, to, Kind::new(kind as u8), tag))
            })
        })
    })
}

fn leaves(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        return cozy_moves(board).len() as u64;
    }
    let mut count = 0;
    for mv in cozy_moves(board) {
        let mut next = board.clone();
        next.play_unchecked(mv);
        count += leaves(&next, depth - 1);
    }
    count
}

/// Counts the trees of the suite by cozy-chess alone. This verifies the suite, not the engine.
fn suite_agrees(most_leaves: u64) {
    for line in suite() {
        let board: Board = line.fen.parse().expect("the suite's positions are valid");
        for (depth, expected) in line.counts {
            if expected <= most_leaves {
                assert_eq!(leaves(&board, depth), expected, "{} at depth {depth}", line.name);
            }
        }
    }
}
