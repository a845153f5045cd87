//! A second opinion: plays a [`Definition`] slowly, from what its comments say.
//!
//! A mailbox, and every move by trial: it is made on a copy of the position, and the king must not be
//! attacked there. Nothing of the fast rules is used (no move generation, tables, or sets of squares),
//! so that both are wrong in the same way only by chance.
//!
//! ```
//! use vertumnus_definition::interpreter::Position;
//!
//! let written = vertumnus_definition::read(b"[knighted:chess]\nking = k:KN\n", |_| false)?;
//! let game = written.games[0].definition.as_ref().unwrap();
//! let position = Position::start(game);
//! let texts: Vec<String> = position.legal_moves().iter().map(|mv| position.text(*mv)).collect();
//! assert_eq!(texts.len(), 22);
//! assert!(texts.contains(&"e1d3".to_owned()));
//! # Ok::<(), vertumnus_definition::Unreadable>(())
//! ```

mod draws;
mod hands;
mod merging;
mod passes;

use crate::Kind;
use crate::definition::{
    CastleDefinition, Contact, Count, Definition, Handicaps, Motion, Over as Passes, PartMoves,
    Promotion, Region, Step, Value, Zone,
};
use crate::{ByColor, Color, Square};
use thiserror::Error;

use crate::read::compound::{Letters, in_fen};
use crate::read::diagnostic::Report;
use crate::read::ini::Span;
use crate::read::start::{self, Cell, Mark, Token};

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Its kind.
    pub kind: Kind,
    /// Its side.
    pub color: Color,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// From where; of a drop, where it puts its piece.
    pub from: Square,
    /// To where; of castling, where the king goes.
    pub to: Square,
    /// What the piece is after it, if that is another kind: by promotion or by any other rule.
    pub becomes: Option<Kind>,
    /// What it captures on its way: bit `n` is the square `n + 1` steps away.
    pub taken: u16,
    /// What is special about it.
    pub special: Special,
}

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Nothing.
    None,
    /// It captures what has just made a double or triple step.
    EnPassant,
    /// The castling move of this index in the definition.
    Castling(usize),
    /// The drop of this index in the definition.
    Drop(usize),
    /// A part leaves, which is what the piece becomes; the rest stays.
    Split,
    /// The turn passes; it is written as a move to where the piece stands.
    Pass,
}

/// How a game is over by its rules, for the side that is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Checkmate.
    Checkmate(Value),
    /// No legal move, and no check.
    Stalemate(Value),
    /// The other side has taken the king away by annihilation.
    Annihilation,
    /// A side has reached its flag, or both have.
    Flag(Value),
    /// A side has nothing but its king.
    BareKing(Value),
    /// A side has too few of some of its pieces.
    Extinction(Value),
    /// The other side has given its last check.
    Checks,
    /// The board is full.
    FullBoard(Value),
    /// The limit of a count is passed.
    Counted,
    /// Both sides have passed.
    Passes(Value),
    /// The kings have faced each other for two positions.
    Facing(Value),
}

/// A piece that has just made a double or triple step.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Passed {
    /// The squares that it passed, the first first.
    over: Vec<Square>,
    /// Where it stands.
    man: Square,
}

/// Where a piece goes.
struct Reach {
    /// Onto these squares, with or without capture.
    onto: Vec<Square>,
    /// To these, capturing en passant what stands there.
    passing: Vec<(Square, Square)>,
    /// Whether it goes by the moves of others alone.
    is_replaced: bool,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Position<'d> {
    game: &'d Definition,
    men: [Option<Man>; 128],
    hands: hands::Counts,
    side: Color,
    /// Whether the right to each castling move stands.
    rights: [bool; 4],
    passed: Option<Passed>,
    /// What handicaps each side has.
    handicaps: ByColor<u8>,
    /// The checks that each side still has to give, if they are counted.
    checks_left: [u8; 2],
    /// How far a side with few pieces has counted.
    count: Count,
    pause: passes::Pause,
    /// Plies since the last capture or move of a piece that restarts the clock.
    clock: u32,
    /// The number of the move, counted up after each of Black's.
    number: u32,
}

/// A text is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FenError(pub String);

impl<'d> Position<'d> {
    /// The start of a game.
    ///
    /// # Panics
    /// If the definition has no valid start position.
    pub fn start(game: &'d Definition) -> Self {
        Self::from_fen(game, &game.start).expect("a definition has a start position")
    }

    /// Reads a FEN. The field for en passant may name the square that was passed, or two that were, and after it
    /// the one where the piece stands that can be taken, if that is not behind the first.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_fen(game: &'d Definition, fen: &str) -> Result<Self, FenError> {
        let mut report = Report::default();
        let line = fen.lines().next().unwrap_or_default();
        let board = game.board;
        let fen = Span::of(line);
        let Some(start) = start::parse(fen, board.files, board.ranks, &mut report) else {
            let finding = report.into_findings().pop();
            return Err(FenError(finding.map_or("empty".to_owned(), |finding| finding.message)));
        };
        let mut men = [None; 128];
        for (index, cell) in start.cells.iter().enumerate() {
            if let Cell::Piece(token, color) = *cell {
                let kind = named(game, token)
                    .ok_or_else(|| FenError(format!("no piece '{}'", token.text())))?;
                men[index] = Some(Man { kind, color });
            }
            let is_hole = board.holes.has(Square::new(index as u8));
            if is_hole != (*cell == Cell::Hole) {
                return Err(FenError("the board has other holes".to_owned()));
            }
        }
        for (index, man) in men.iter().enumerate() {
            let square = Square::new(index as u8);
            if let Some(man) = man.filter(|&man| settled(game, man, square) != man.kind) {
                let token = &game.kinds[man.kind.index()].token;
                return Err(FenError(format!(
                    "'{token}' on {}: on this square it is another piece",
                    name_of(game, square)
                )));
            }
        }
        let letters = &game.handicaps.letters;
        let handicaps = match start.handicaps {
            None => Some(ByColor::default()),
            Some(field) => Handicaps::read(field.text(), letters).filter(|_| !letters.is_empty()),
        };
        let handicaps = handicaps.ok_or_else(|| FenError("no such handicaps".to_owned()))?;
        let rights = start.castling.map_or("", Span::text);
        let mut position = Self {
            game,
            men,
            hands: hands::Counts::default(),
            side: start.side,
            rights: [false; 4],
            passed: None,
            handicaps,
            checks_left: start.checks_left().unwrap_or(game.aims.checks_to_win.0),
            count: Count::default(),
            pause: passes::Pause::default(),
            clock: start.clock,
            number: start.number,
        };
        position.take_in_hand(&start.hands)?;
        for (index, castle) in game.castles.iter().enumerate() {
            position.rights[index] = rights.contains(castle.letter) && position.are_at_home(castle);
        }
        let limit = start.en_passant.and_then(|field| field.text().parse().ok());
        if let Some(limit) = limit.filter(|_| game.draws.counting.is_some()) {
            position.count = Count { limit, plies: u8::try_from(start.clock).unwrap_or(u8::MAX) };
            position.clock = 0;
        }
        position.passed = start.en_passant.and_then(|field| position.passed_of(field.text()));
        Ok(position)
    }

    /// Whether king and rook of a castling move stand where it begins.
    fn are_at_home(&self, castle: &CastleDefinition) -> bool {
        let is_rook = |man: Man| man.color == castle.color && castle.rook_kinds.contains(&man.kind);
        self.man(castle.king.0) == Some(Man { kind: castle.king_kind, color: castle.color })
            && self.man(castle.rook.0).is_some_and(is_rook)
    }

    fn passed_of(&self, field: &str) -> Option<Passed> {
        let mut squares = Vec::new();
        let mut rest = field;
        while let Some(file) = rest.chars().next() {
            let digits = rest[file.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
            let end = file.len_utf8() + digits;
            let rank: i8 = rest[file.len_utf8()..end].parse().ok()?;
            let file = i8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
            squares.push(self.game.board.square(file, rank.checked_sub(1)?)?);
            rest = &rest[end..];
        }
        squares.sort_unstable();
        if self.side == Color::White {
            squares.reverse();
        }
        let named = squares.iter().copied().find(|&square| self.man(square).is_some());
        let first = squares.into_iter().find(|&square| self.man(square).is_none())?;
        let ahead = |from| self.away(from, Step { files: 0, ranks: 1 }, !self.side);
        let mut over = vec![first];
        let mut man = named.or(ahead(first))?;
        if self.man(man).is_none() {
            over.push(man);
            man = ahead(man)?;
        }
        let is_king = |man: &Man| self.game.kinds[man.kind.index()].royal;
        self.man(man).filter(|man| man.color != self.side && !is_king(man))?;
        Some(Passed { over, man })
    }

    /// Writes the FEN. The field for en passant is there if such a capture is legal: the squares that were
    /// passed, from the first on that is such a capture's target, and the one of the piece too if that does not
    /// stand straight ahead of them.
    pub fn fen(&self) -> String {
        let board = self.game.board;
        let cell = |index: usize| {
            let square = Square::new(index as u8);
            match self.man(square) {
                Some(man) => self.game.in_fen(man.kind, man.color),
                None if board.holes.has(square) => "*".to_owned(),
                None => String::new(),
            }
        };
        let cells: Vec<String> =
            (0..usize::from(board.files) * usize::from(board.ranks)).map(cell).collect();
        let rights = self.game.castles.iter().zip(self.rights).filter(|&(_, has)| has);
        let rights: String = rights.map(|(castle, _)| castle.letter).collect();
        let is_target = |square: &Square| {
            let moves = self.legal_moves();
            moves.iter().any(|mv| mv.special == Special::EnPassant && mv.to == *square)
        };
        let passed = self.passed.as_ref().and_then(|Passed { over, man }| {
            let first = over.iter().position(is_target)?;
            let ahead = self.away(*over.last()?, Step { files: 0, ranks: 1 }, !self.side);
            let other = Some(*man).filter(|_| ahead != Some(*man));
            let mut squares: Vec<Square> = over[first..].iter().copied().chain(other).collect();
            squares.sort_unstable();
            Some(squares.into_iter().map(|square| self.square_name(square)).collect::<String>())
        });
        let [white, black] = self.checks_left;
        let uncounted = || (passed.unwrap_or_else(|| "-".to_owned()), self.clock.to_string());
        let (passed, clock) = self.count_text().unwrap_or_else(uncounted);
        format!(
            "{}{} {} {} {}{} {} {}{}",
            start::board_text(&cells, board.files),
            self.hands_text(),
            if self.side == Color::White { 'w' } else { 'b' },
            if rights.is_empty() { "-" } else { &rights },
            passed,
            if self.counts_checks() { format!(" {white}+{black}") } else { String::new() },
            clock,
            self.number,
            if self.handicaps == ByColor::default() {
                String::new()
            } else {
                format!(" {}", Handicaps::text(self.handicaps, &self.game.handicaps.letters))
            },
        )
    }

    /// Plies since the last capture or move of a piece that restarts the clock.
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// What stands on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// The pieces of a side with their squares.
    pub fn men(&self, color: Color) -> impl Iterator<Item = (Square, Man)> {
        let men = self.men.iter().enumerate();
        men.filter_map(move |(index, man)| {
            man.filter(|man| man.color == color).map(|man| (Square::new(index as u8), man))
        })
    }

    /// The square that is one step away, as this side makes the step.
    fn away(&self, from: Square, step: Step, color: Color) -> Option<Square> {
        let files = self.game.board.files;
        let (file, rank) = (from.index() as u8 % files, from.index() as u8 / files);
        let turn = if color == Color::White { 1 } else { -1 };
        self.game.board.square(file as i8 + turn * step.files, rank as i8 + turn * step.ranks)
    }

    /// Visits the squares that a piece reaches by a motion, over squares that it may pass: the empty ones, and
    /// the first that is not, if there is one; over a piece or all pieces, if the motion goes over some.
    fn walk(
        &self,
        from: Square,
        color: Color,
        motion: &Motion,
        may_pass: impl Fn(Square) -> bool,
        mut visit: impl FnMut(Square, Option<Man>) -> bool,
    ) {
        for &step in &motion.steps {
            if motion.over == Passes::Lame && !self.is_open(from, step, color) {
                continue;
            }
            let mut at = from;
            let mut rest = match motion.over {
                Passes::None | Passes::Lame => 0,
                Passes::One | Passes::Cannon | Passes::ShyCannon | Passes::Grasshopper => 1,
                Passes::All => u8::MAX,
            };
            for _ in 0..motion.limit.unwrap_or(u8::MAX) {
                let Some(to) = self.away(at, step, color) else { break };
                let man = self.man(to);
                let is_shunned = |man: Man| self.game.kinds[man.kind.index()].is_shy();
                if motion.over == Passes::ShyCannon && man.is_some_and(is_shunned) {
                    break;
                }
                // It lands nowhere before its hurdle.
                let lands = !motion.over.hops() || rest == 0;
                if lands && visit(to, man) {
                    return;
                }
                let is_next = lands && motion.over == Passes::Grasshopper;
                let is_end = is_next || man.is_some() && rest == 0;
                if is_end || motion.limit != Some(1) && !may_pass(to) {
                    break;
                }
                rest -= u8::from(man.is_some());
                at = to;
            }
        }
    }

    /// Whether nothing stands on the way of a leap, which goes straight until the rest of it is diagonal.
    fn is_open(&self, from: Square, step: Step, color: Color) -> bool {
        let (mut files, mut ranks) = (step.files, step.ranks);
        let mut at = from;
        loop {
            let part = Step {
                files: if files.abs() >= ranks.abs() { files.signum() } else { 0 },
                ranks: if ranks.abs() >= files.abs() { ranks.signum() } else { 0 },
            };
            (files, ranks) = (files - part.files, ranks - part.ranks);
            if (files, ranks) == (0, 0) {
                return true;
            }
            match self.away(at, part, color) {
                Some(next) if self.man(next).is_none() => at = next,
                _ => return false,
            }
        }
    }

    /// Whether the two kings stand on a rank or file with nothing between them.
    pub(crate) fn kings_face(&self) -> bool {
        let king = |color| {
            let mut men = self.men(color);
            men.find(|(_, man)| self.game.kinds[man.kind.index()].royal).map(|(square, _)| square)
        };
        let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else {
            return false;
        };
        let files = usize::from(self.game.board.files);
        let is_line = white.index() % files == black.index() % files
            || white.index() / files == black.index() / files;
        let is_free =
            |square: &Square| self.man(*square).is_none() && !self.game.board.holes.has(*square);
        is_line && self.between(white, black).iter().all(is_free)
    }

    /// The squares between two on a rank, a file or a diagonal, the first first.
    fn between(&self, from: Square, to: Square) -> Vec<Square> {
        let files = i32::from(self.game.board.files);
        let (from, to) = (from.index() as i32, to.index() as i32);
        let (across, up) =
            ((to % files - from % files).signum(), (to / files - from / files).signum());
        let stride = up * files + across;
        let inside = std::iter::successors(Some(from + stride), |at| Some(at + stride));
        inside.take_while(|&at| at != to).map(|at| Square::new(at as u8)).collect()
    }

    /// What a move captures on its way, the first first.
    fn taken(&self, mv: Move) -> Vec<Square> {
        if mv.taken == 0 {
            return Vec::new();
        }
        let between = self.between(mv.from, mv.to).into_iter().enumerate();
        between.filter(|(at, _)| mv.taken >> at & 1 != 0).map(|(_, square)| square).collect()
    }

    /// Adds the moves of a piece to a square that capture on their way: each choice of the enemies there, of those that
    /// stand where the piece may go.
    fn add_flights(
        &self,
        (from, man): (Square, Man),
        region: Region,
        to: Square,
        moves: &mut Vec<Move>,
    ) {
        let prey = |square: Square| {
            let enemy = self.man(square).filter(|one| one.color != man.color);
            enemy.filter(|one| region.has(square) && !self.spares(man.kind, one.kind))
        };
        let between = self.between(from, to).into_iter().enumerate();
        let prey: Vec<(usize, Man)> =
            between.filter_map(|(at, square)| Some((at, prey(square)?))).collect();
        for choice in 1..1_u16 << prey.len() {
            let chosen = prey.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 != 0);
            let chosen: Vec<(usize, Man)> = chosen.map(|(_, &one)| one).collect();
            let taken = chosen.iter().fold(0, |taken, (at, _)| taken | 1 << at);
            let mut victims: Vec<Man> = chosen.into_iter().map(|(_, man)| man).collect();
            victims.extend(self.man(to));
            self.add((from, man), man, to, &victims, taken, Special::None, moves);
        }
    }

    /// Whether a side attacks a square, whatever stands there.
    pub fn is_attacked(&self, target: Square, by: Color) -> bool {
        self.men(by).any(|(from, man)| self.attacks(from, man, target))
    }

    /// Whether a side attacks a square with another piece than its king.
    fn is_attacked_without_king(&self, target: Square, by: Color) -> bool {
        let men = self.men(by).filter(|(_, man)| !self.game.kinds[man.kind.index()].royal);
        men.into_iter().any(|(from, man)| self.attacks(from, man, target))
    }

    /// How a piece moves where it stands, each way with the squares to which it may lead; and whether these are
    /// others than its own.
    fn ways(&self, from: Square, man: Man) -> (Vec<(&'d Motion, Region)>, bool) {
        if self.is_frozen(from, man) {
            return (Vec::new(), true);
        }
        let lending = &self.game.lending;
        let kind = &self.game.kinds[man.kind.index()];
        let mobility = kind.mobility[man.color];
        let mut ways = Vec::new();
        let region = lending
            .borrowers
            .get(man.kind.index())
            .map_or(Region::EMPTY, |regions| Region(regions[man.color].0 & mobility.0));
        let lenders = [Color::White, Color::Black].into_iter();
        let lenders = lenders.filter(|&lender| lending.from.has(man.color, lender));
        for (square, lender) in lenders.flat_map(|color| self.men(color)) {
            let loans = lending.loans.get(lender.kind.index()).into_iter().flatten();
            let loan = loans.into_iter().find(|loan| loan.to.contains(&man.kind));
            let Some(loan) = loan.filter(|_| square != from && !region.is_empty()) else {
                continue;
            };
            if self.is_isolated(square, lender) {
                continue;
            }
            if self.is_in_zone(&loan.zone, (square, lender), from)
                || self.lends_farther(square, lender, from)
            {
                ways.extend(loan.motions.iter().map(|motion| (motion, region)));
            }
        }
        let is_replaced = lending.replaces && !ways.is_empty();
        if !is_replaced {
            ways.extend(kind.powers.iter().map(|motion| (motion, mobility)));
        }
        (on_their_grounds(ways, from, man.color).collect(), is_replaced)
    }

    /// Whether an enemy keeps a piece from moving and attacking.
    fn is_frozen(&self, square: Square, man: Man) -> bool {
        let rules = &self.game.contacts.freezing;
        !rules.is_empty() && self.men(!man.color).any(|by| self.touches(rules, by, (square, man)))
    }

    /// Whether two enemies stand as no move may leave them.
    fn has_forbidden_contact(&self) -> bool {
        let rules = &self.game.contacts.forbidden;
        let touches = |by: (Square, Man)| {
            let mut enemies = self.men(!by.1.color);
            enemies.any(|enemy| self.touches(rules, by, enemy))
        };
        !rules.is_empty()
            && [Color::White, Color::Black].iter().any(|&side| self.men(side).any(touches))
    }

    /// Whether a piece has an enemy in its zone by one of these rules.
    fn touches(&self, rules: &[Contact], by: (Square, Man), enemy: (Square, Man)) -> bool {
        rules.iter().any(|rule| {
            rule.enemies[by.1.kind.index()].contains(&enemy.1.kind)
                && self.is_in_zone(&rule.zone, by, enemy.0)
        })
    }

    /// Whether a square lies in a zone of a piece.
    fn is_in_zone(&self, zone: &Zone, (from, man): (Square, Man), target: Square) -> bool {
        match zone {
            Zone::Leaps(steps) => self.is_near(from, steps, man.color, target),
            Zone::Lines(motions) => motions.iter().any(|motion| {
                let mut found = false;
                self.walk(
                    from,
                    man.color,
                    motion,
                    |_| true,
                    |to, _| {
                        found |= to == target;
                        found
                    },
                );
                found
            }),
            Zone::Attacks => {
                let kind = &self.game.kinds[man.kind.index()];
                let own = kind.powers.iter().map(|own| (own, kind.mobility[man.color]));
                self.reaches(from, man, on_their_grounds(own, from, man.color), target)
            }
        }
    }

    /// Whether a square is one of these steps away, as this side makes them.
    fn is_near(&self, from: Square, steps: &[Step], color: Color, target: Square) -> bool {
        steps.iter().any(|&step| self.away(from, step, color) == Some(target))
    }

    /// Whether an enemy keeps a piece from lending and amplifying.
    fn is_isolated(&self, at: Square, man: Man) -> bool {
        let mut rules = self.game.lending.isolators.iter();
        rules.any(|rule| {
            let is_such = |(square, enemy): (Square, Man)| {
                rule.kinds.contains(&enemy.kind)
                    && self.is_near(square, &rule.zone, enemy.color, at)
            };
            rule.hindered.contains(&man.kind) && self.men(!man.color).any(is_such)
        })
    }

    /// Whether a friend makes a lender reach a square beyond its own zone.
    fn lends_farther(&self, lender: Square, man: Man, target: Square) -> bool {
        let mut rules = self.game.lending.amplifiers.iter();
        rules.any(|rule| {
            let is_such = |(square, friend): (Square, Man)| {
                rule.kinds.contains(&friend.kind)
                    && self.is_near(square, &rule.zone, friend.color, lender)
                    && !self.is_isolated(square, friend)
            };
            rule.lenders.contains(&man.kind)
                && self.is_near(lender, &rule.wider, man.color, target)
                && self.men(man.color).any(is_such)
        })
    }

    fn attacks(&self, from: Square, man: Man, target: Square) -> bool {
        self.reaches(from, man, self.ways(from, man).0, target)
    }

    /// Whether a piece would capture something on a square by one of these ways.
    fn reaches<'m>(
        &self,
        from: Square,
        man: Man,
        ways: impl IntoIterator<Item = (&'m Motion, Region)>,
        target: Square,
    ) -> bool {
        let kind = &self.game.kinds[man.kind.index()];
        // An attack of a king goes over what the enemy guards without its own king.
        let is_careful = kind.royal && self.game.safe_royal_slides;
        let may_pass = |over| !is_careful || !self.is_attacked_without_king(over, !man.color);
        let mut found = false;
        let leads =
            |(motion, region): &(&Motion, Region)| motion.purpose.captures() && region.has(target);
        for (motion, _) in ways.into_iter().filter(leads) {
            self.walk(from, man.color, motion, may_pass, |to, _| {
                found |= to == target;
                found
            });
        }
        found
    }

    /// Whether a side's king is attacked, or what is royal beside it.
    pub fn is_in_check(&self, color: Color) -> bool {
        let is_attacked = |&(square, _): &(Square, Man)| {
            !self.is_shielded(square, color) && self.is_attacked(square, !color)
        };
        if self.men(color).filter(|man| self.is_royal(*man)).any(|man| is_attacked(&man)) {
            return true;
        }
        self.all_attacked(color, is_attacked)
    }

    /// Whether all pieces of a side are attacked of which one must not be.
    fn all_attacked(&self, color: Color, is_attacked: impl Fn(&(Square, Man)) -> bool) -> bool {
        let Some(rule) = self.game.aims.pseudo_royals.as_ref().filter(|rule| rule.duple) else {
            return false;
        };
        let is_such =
            |(_, man): &(Square, Man)| rule.sets.iter().any(|set| set.contains(&man.kind));
        let such: Vec<(Square, Man)> = self.men(color).filter(is_such).collect();
        !such.is_empty() && such.iter().all(is_attacked)
    }

    /// Whether a piece may not be left attacked, as long as its side has no more such pieces.
    #[inline(never)]
    fn is_royal(&self, (_, man): (Square, Man)) -> bool {
        let pseudo = || {
            let rule = self.game.aims.pseudo_royals.as_ref()?;
            let few = |set: &&Vec<Kind>| self.count(man.color, set) <= usize::from(rule.most);
            rule.sets.iter().filter(|set| set.contains(&man.kind)).find(few)
        };
        self.game.kinds[man.kind.index()].royal || pseudo().is_some()
    }

    /// Whether who captures a side's piece there would blow up what is royal of its own.
    #[inline(never)]
    fn is_shielded(&self, square: Square, color: Color) -> bool {
        let mut enemies = self.men(!color).filter(|man| self.is_royal(*man));
        self.game.blast.is_some() && enemies.any(|(royal, _)| self.is_next_to(royal, square))
    }

    /// Whether a square is a king's step away from another.
    fn is_next_to(&self, one: Square, other: Square) -> bool {
        let files = self.game.board.files;
        let place = |square: Square| (square.index() as u8 % files, square.index() as u8 / files);
        let ((file, rank), (other_file, other_rank)) = (place(one), place(other));
        one != other && file.abs_diff(other_file) <= 1 && rank.abs_diff(other_rank) <= 1
    }

    /// How many pieces of these kinds a side has.
    fn count(&self, color: Color, kinds: &[Kind]) -> usize {
        self.men(color).filter(|(_, man)| kinds.contains(&man.kind)).count()
    }

    /// How the pieces alone have ended the game.
    pub fn ended(&self) -> Option<Over> {
        let game = self.game;
        if !self.has_king(self.side) {
            return Some(Over::Annihilation);
        }
        if let Some(rule) = &game.extinction {
            for color in [!self.side, self.side] {
                let more = usize::from(rule.may_answer && color == self.side);
                let is_extinct = |set: &Vec<Kind>| {
                    self.count_with_hand(color, set) <= usize::from(rule.most)
                        && self.count_with_hand(!color, set) >= usize::from(rule.enemies) + more
                };
                if rule.sets.iter().any(is_extinct) {
                    let value = if color == self.side { rule.value } else { rule.value.opposite() };
                    let is_bare = game.bare_king().is_some();
                    return Some(if is_bare { Over::BareKing } else { Over::Extinction }(value));
                }
            }
        }
        if let Some(value) = self.flagged() {
            return Some(Over::Flag(value));
        }
        let has_given_all = self.counts_checks() && self.checks_left[(!self.side).index()] == 0;
        has_given_all.then_some(Over::Checks).or_else(|| self.paused()).or_else(|| self.filled())
    }

    fn counts_checks(&self) -> bool {
        self.game.aims.checks_to_win.0 != [0, 0]
    }

    /// What it is for the side to move that pieces have reached their flags.
    fn flagged(&self) -> Option<Value> {
        let (us, terms) = (self.side, self.game.aims.flag_terms);
        let are_kings = self.game.kings_are_flags();
        if terms.answer && self.has_reached(us) {
            let is_draw = us == Color::White && are_kings && self.has_reached(!us);
            return Some(if is_draw { Value::Draw } else { Value::Win });
        }
        if terms.safe && !terms.answer && self.has_reached(us) {
            return Some(if self.has_reached(!us) { Value::Draw } else { Value::Win });
        }
        if !self.has_reached(!us) || terms.answer && !terms.safe && !are_kings {
            return None;
        }
        let can_answer =
            terms.answer && are_kings && us == Color::Black && !self.is_in_check(us) && {
                let flag = &self.game.flag[us];
                let goes_there = |mv: &Move| {
                    let kind = self.man(mv.from).map(|man| man.kind);
                    kind.is_some_and(|kind| flag.kinds.contains(&kind)) && flag.region.has(mv.to)
                };
                let moves = self.moves_anyhow().into_iter().filter(goes_there);
                moves.into_iter().any(|mv| mv.special == Special::None && self.is_legal(mv))
            };
        (!can_answer).then_some(Value::Loss)
    }

    /// Whether a side has as many pieces as it takes on its flag.
    fn has_reached(&self, color: Color) -> bool {
        let (flag, terms) = (&self.game.flag[color], self.game.aims.flag_terms);
        let is_there = |(square, man): &(Square, Man)| {
            flag.region.has(*square) && flag.kinds.contains(&man.kind)
        };
        let there: Vec<(Square, Man)> = self.men(color).filter(is_there).collect();
        let mut cells = (0..128).map(Square::new).filter(|&square| flag.region.has(square));
        let is_blocked = terms.blocked_wins && cells.all(|square| self.man(square).is_some());
        let needed = usize::from(terms.count);
        if there.is_empty() || there.len() < needed && !is_blocked {
            return false;
        }
        let looks = terms.safe && (!terms.answer || color != self.side);
        let all_count = there.len() == needed;
        !(looks && all_count) || there.iter().all(|&(square, _)| !self.is_attacked(square, !color))
    }

    /// How the game is over, if it is. Repetition and the clock are not looked at.
    pub fn over(&self) -> Option<Over> {
        if let Some(over) = self.ended() {
            Some(over)
        } else if self.has_legal_move() {
            self.count.is_over().then_some(Over::Counted)
        } else if self.is_in_check(self.side) {
            Some(Over::Checkmate(self.game.aims.checkmate))
        } else {
            let [own, enemies] = [self.side, !self.side].map(|color| self.men(color).count());
            let value = if !self.game.aims.stalemate_counts || own < enemies {
                self.game.stalemate
            } else if own > enemies {
                self.game.stalemate.opposite()
            } else {
                Value::Draw
            };
            Some(Over::Stalemate(if value == Value::Draw { self.value_of_draw() } else { value }))
        }
    }

    /// All legal moves; none if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.moves();
        moves.retain(|&mv| self.is_legal(mv));
        self.retain_pass(&mut moves);
        if self.game.aims.must_capture && moves.iter().any(|&mv| self.is_capture(mv)) {
            moves.retain(|&mv| self.is_capture(mv));
        }
        self.retain_duties(&mut moves);
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        if self.game.hands.is_some() {
            return !self.legal_moves().is_empty();
        }
        self.moves().into_iter().any(|mv| self.is_legal(mv))
    }

    fn is_capture(&self, mv: Move) -> bool {
        mv.special == Special::EnPassant
            || mv.taken != 0
            || mv.special == Special::None
                && self.man(mv.to).is_some_and(|there| there.color != self.side)
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv.special == Special::Pass && self.has_to_answer() {
            return true;
        }
        let next = self.after(mv);
        if self.drop_of(mv).is_some_and(|drop| !self.may_drop(drop, mv, &next))
            || self.king_should_stay(mv)
        {
            return false;
        }
        if self.game.blast.is_some() && self.is_capture(mv) {
            let is_lost = |color: Color| {
                self.men(color).filter(|man| self.is_royal(*man)).any(|(square, _)| {
                    let square = if square == mv.from { mv.to } else { square };
                    next.man(square).is_none_or(|man| man.color != color)
                })
            };
            if is_lost(self.side) {
                return false;
            }
            if is_lost(!self.side) {
                return true;
            }
        }
        // Who has taken the enemy's king away has won, whatever attacks his own.
        next.has_king(self.side)
            && (!next.has_king(!self.side)
                || !self.leaves_check(mv, &next) && !next.takes_king_in_passing())
            && (!self.must_part_kings() || !next.kings_face())
            && !next.has_forbidden_contact()
            && (self.game.aims.may_check || !next.is_in_check(!self.side))
    }

    /// Whether a king has just gone so that it could be captured en passant.
    fn takes_king_in_passing(&self) -> bool {
        let is_king = |man: Man| self.game.kinds[man.kind.index()].royal;
        let passed = self.passed.as_ref().and_then(|passed| self.man(passed.man));
        passed.is_some_and(is_king)
            && self.moves_anyhow().iter().any(|mv| mv.special == Special::EnPassant)
    }

    /// Whether a move is one of a king that is in check and may not move, because it does not capture what checks it.
    fn king_should_stay(&self, mv: Move) -> bool {
        let king = self.man(mv.from).filter(|man| self.game.kinds[man.kind.index()].royal);
        let stays = mv.part().is_some_and(|part| !self.game.kinds[part.index()].royal);
        if king.is_none() || stays || !self.game.aims.checked_king_stays {
            return false;
        }
        let mut checks =
            self.men(!self.side).filter(|&(from, man)| self.attacks(from, man, mv.from));
        checks.any(|(from, _)| from != mv.to)
    }

    /// Whether a move leaves its side in check. Promotion by a move with `+`, going back and drops free nothing royal in
    /// that move.
    fn leaves_check(&self, mv: Move, next: &Self) -> bool {
        let is_drop = matches!(mv.special, Special::Drop(_));
        if !is_drop && self.sign(mv).is_none() {
            return next.is_in_check(self.side);
        }
        if is_drop && next.is_in_check(self.side) {
            return true;
        }
        let is_attacked = |&(square, _): &(Square, Man)| {
            let square = if square == mv.from { mv.to } else { square };
            !next.is_shielded(square, self.side) && next.is_attacked(square, !self.side)
        };
        let sets = self.game.aims.pseudo_royals.iter().flat_map(|rule| &rule.sets);
        let is_such = |(_, man): &(Square, Man)| sets.clone().any(|set| set.contains(&man.kind));
        let dropped = next.man(mv.to).filter(|_| is_drop).map(|man| (mv.to, man)).filter(is_such);
        let royals = self.men(self.side).filter(|man| self.is_royal(*man));
        royals.chain(dropped).any(|man| is_attacked(&man))
            || self.all_attacked(self.side, is_attacked)
    }

    /// Whether a side that has a king still has it. Nothing but annihilation takes it.
    fn has_king(&self, color: Color) -> bool {
        self.game.annihilations.is_empty()
            || !self.game.kings[color]
            || self.men(color).any(|(_, man)| self.game.kinds[man.kind.index()].royal)
    }

    /// The squares of the pieces that are blown up by a capture there, once it has been made.
    fn blasted(&self, at: Square) -> Vec<Square> {
        let Some(blast) = &self.game.blast else { return Vec::new() };
        let is_gone = |&square: &Square| {
            self.man(square).is_some_and(|man| {
                square == at && blast.captors.contains(&man.kind)
                    || self.is_next_to(square, at) && blast.around.contains(&man.kind)
            })
        };
        (0..128).map(Square::new).filter(is_gone).collect()
    }

    /// The squares of pieces that meet enemies, and those around them. The first is of one that meets another.
    pub(crate) fn annihilated(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for rule in &self.game.annihilations {
            let zone = |(from, man): (Square, Man)| {
                rule.zone.iter().filter_map(move |&step| self.away(from, step, man.color))
            };
            for white in self.men(Color::White) {
                for square in zone(white) {
                    let Some(man) = self.man(square).filter(|man| man.color == Color::Black) else {
                        continue;
                    };
                    let black = (square, man);
                    let are = |one: usize, other: usize| {
                        rule.kinds[one].contains(&white.1.kind)
                            && rule.kinds[other].contains(&man.kind)
                    };
                    if (are(0, 1) || are(1, 0)) && zone(black).any(|square| square == white.0) {
                        squares.extend([white.0, square]);
                        squares.extend(zone(white).chain(zone(black)));
                    }
                }
            }
        }
        squares
    }

    /// All moves, with those that leave the king attacked; none if the pieces have ended the game.
    pub(crate) fn moves(&self) -> Vec<Move> {
        if self.ended().is_some() { Vec::new() } else { self.moves_anyhow() }
    }

    /// The same, whether or not the game is over.
    fn moves_anyhow(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.men(self.side) {
            let reach = self.reach((from, man), &mut moves);
            let left = self.left_of(man).map(|left| self.reach((from, left), &mut Vec::new()));
            for &(to, passed) in &reach.passing {
                let can = left.as_ref().is_none_or(|left| left.passing.contains(&(to, passed)));
                let by = self.by(man, can);
                let victim = self.man(passed);
                let special = Special::EnPassant;
                self.add((from, man), by, to, victim.as_slice(), 0, special, &mut moves);
            }
            for &to in &reach.onto {
                let can = left.as_ref().is_none_or(|left| left.onto.contains(&to));
                let by = self.by(man, can);
                let victim = self.man(to).filter(|there| there.color != man.color);
                let special = Special::None;
                self.add((from, man), by, to, victim.as_slice(), 0, special, &mut moves);
            }
            if !reach.is_replaced {
                self.add_splits((from, man), &mut moves);
            }
        }
        self.castling(&mut moves);
        self.add_drops(&mut moves);
        self.add_pass(&mut moves);
        moves
    }

    /// Where a piece goes. Its flights that capture on their way are added to the moves.
    fn reach(&self, (from, man): (Square, Man), moves: &mut Vec<Move>) -> Reach {
        let mut quiet = Vec::new();
        let mut captures = Vec::new();
        // Where it would capture if something stood there.
        let mut empty_attacks = Vec::new();
        let kind = &self.game.kinds[man.kind.index()];
        // A move of a king goes over what nothing attacks, the king being gone from where it stood.
        let lifted = (kind.royal && self.game.safe_royal_slides).then(|| {
            let mut lifted = self.clone();
            lifted.men[from.index()] = None;
            lifted
        });
        let may_pass =
            |over| lifted.as_ref().is_none_or(|lifted| !lifted.is_attacked(over, !man.color));
        let (ways, is_replaced) = self.ways(from, man);
        for (motion, region) in ways {
            let mut flights = Vec::new();
            self.walk(from, man.color, motion, may_pass, |to, victim| {
                if !region.has(to) {
                    return false;
                }
                let may_land = victim.is_none_or(|victim| {
                    victim.color != man.color && !self.spares(man.kind, victim.kind)
                });
                if motion.over == Passes::All && may_land {
                    flights.push(to);
                }
                match victim {
                    Some(friend) if friend.color == man.color => {
                        let is_it = motion.purpose.captures()
                            && self.merged(man.kind, friend.kind).is_some();
                        quiet.extend(is_it.then_some(to));
                    }
                    Some(victim) if self.spares(man.kind, victim.kind) => {}
                    Some(_) if motion.purpose.captures() => captures.push(to),
                    Some(_) => {}
                    None => {
                        if motion.purpose.moves() {
                            quiet.push(to);
                        }
                        if motion.purpose.captures() {
                            empty_attacks.push(to);
                        }
                    }
                }
                false
            });
            for to in flights {
                self.add_flights((from, man), region, to, moves);
            }
        }
        if !is_replaced && self.game.double_step[man.color].has(from) {
            quiet.extend(kind.double_steps.iter().filter_map(|&step| {
                let over = self.away(from, step, man.color)?;
                let to = self.away(over, step, man.color)?;
                let is_free = self.man(over).is_none() && self.man(to).is_none();
                (is_free && kind.mobility[man.color].has(to)).then_some(to)
            }));
        }
        if !is_replaced && kind.triple_step && self.game.triple_step[man.color].has(from) {
            quiet.extend(
                self.thrice(from, man.color)
                    .map(|(_, to)| to)
                    .filter(|&to| kind.mobility[man.color].has(to)),
            );
        }
        let passed = self
            .passed
            .iter()
            .flat_map(|passed| passed.over.iter().map(|&over| (over, passed.man)));
        let takes = |&(to, passed): &(Square, Square)| {
            let rule = &self.game.en_passant[man.color];
            let as_whole = rule.kinds.contains(&man.kind) && !quiet.contains(&to);
            let by_part = |part| self.is_by((from, man), to, part, true);
            rule.region.has(to)
                && empty_attacks.contains(&to)
                && (as_whole || rule.by_parts.iter().any(by_part))
                && self.man(passed).is_some_and(|victim| !self.spares(man.kind, victim.kind))
        };
        let passing = passed.filter(takes).collect();
        let mut onto = quiet;
        onto.append(&mut captures);
        onto.sort_unstable();
        onto.dedup();
        Reach { onto, passing, is_replaced }
    }

    /// What a piece is when it has spent what is there for one move.
    fn left_of(&self, man: Man) -> Option<Man> {
        let left = *self.game.changes.spent.get(man.kind.index())?;
        left.map(|kind| Man { kind, ..man })
    }

    /// As what a piece makes a move that it could make, or not, if it had spent that.
    fn by(&self, man: Man, can: bool) -> Man {
        if can { man } else { self.left_of(man).unwrap_or(man) }
    }

    /// As what a piece makes a move.
    fn mover(&self, man: Man, mv: Move) -> Man {
        let Some(left) = self.left_of(man) else { return man };
        let reach = self.reach((mv.from, left), &mut Vec::new());
        let can = match mv.special {
            Special::None => reach.onto.contains(&mv.to),
            Special::EnPassant => reach.passing.iter().any(|(to, _)| *to == mv.to),
            _ => true,
        };
        self.by(man, can)
    }

    /// Whether a piece may not capture another.
    fn spares(&self, mover: Kind, victim: Kind) -> bool {
        let spared = self.game.changes.spared.get(mover.index());
        spared.is_some_and(|victims| victims.contains(&victim))
    }

    /// Whether a piece vanishes with what it captures.
    fn vanishes(&self, mover: Kind, victims: &[Man]) -> bool {
        let gone = self.game.changes.gone.get(mover.index());
        gone.is_some_and(|gone| victims.iter().any(|victim| gone.contains(&victim.kind)))
    }

    /// Whether a piece goes over to the other side by a move.
    fn turns(&self, mover: Kind, victims: &[Man]) -> bool {
        let changes = &self.game.changes;
        if victims.is_empty() {
            return changes.turned_by_moves.contains(&mover);
        }
        let turned = changes.turned.get(mover.index());
        turned.is_some_and(|kinds| victims.iter().any(|victim| kinds.contains(&victim.kind)))
    }

    /// Whether a part of a piece could make a move, or a capture, on an empty board.
    fn is_by(
        &self,
        (from, man): (Square, Man),
        target: Square,
        part: &PartMoves,
        captures: bool,
    ) -> bool {
        let leads = |motion: &Motion| {
            let grounds = &motion.grounds;
            let may = grounds.from[man.color].has(from) && grounds.to[man.color].has(target);
            may && motion.steps.iter().any(|&step| {
                let mut at = from;
                for _ in 0..motion.limit.unwrap_or(u8::MAX) {
                    let Some(to) = self.away(at, step, man.color) else { break };
                    if to == target {
                        return true;
                    }
                    at = to;
                }
                false
            })
        };
        let fits = |motion: &&Motion| {
            if captures { motion.purpose.captures() } else { motion.purpose.moves() }
        };
        part.movers.contains(&man.kind) && part.motions.iter().filter(fits).any(leads)
    }

    /// Adds a move, once for each kind that the piece can be after it, which makes it as this other one.
    #[allow(clippy::too_many_arguments, reason = "each is a part of a move")]
    fn add(
        &self,
        (from, man): (Square, Man),
        by: Man,
        to: Square,
        victims: &[Man],
        taken: u16,
        special: Special,
        moves: &mut Vec<Move>,
    ) {
        if self.vanishes(man.kind, victims) {
            moves.push(Move { from, to, becomes: None, taken, special });
            return;
        }
        let mut kinds: Vec<Kind> = Vec::new();
        let friend = self.friend(man.color, from, to);
        let turns = friend.is_none() && self.turns(man.kind, victims);
        for kind in self.changed(by, victims, friend) {
            // No capture en passant promotes.
            let (mut ends, stays) = match special {
                Special::EnPassant => (Vec::new(), true),
                _ => self.promoted((from, by), kind, to, !victims.is_empty()),
            };
            let color = if turns { !man.color } else { man.color };
            let settled = |kind| settled(self.game, Man { kind, color }, to);
            let is_stuck = || {
                let man = Man { kind: settled(kind), color };
                special == Special::None
                    && self.game.immobility_is_illegal
                    && self.is_stuck(man, to)
            };
            if stays && !is_stuck() {
                ends.push(kind);
            }
            for kind in ends.into_iter().map(settled) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
        moves.extend(kinds.into_iter().map(|kind| {
            let becomes = (kind != man.kind).then_some(kind);
            Move { from, to, becomes, taken, special }
        }));
    }

    /// What a move makes of a piece, before promotion and whatever its new square does: its captures one
    /// after the other, or the piece of its side onto which it goes.
    fn changed(&self, Man { kind, color }: Man, victims: &[Man], friend: Option<Man>) -> Vec<Kind> {
        if let Some(friend) = friend {
            return self.merged(kind, friend.kind).into_iter().collect();
        }
        let changes = &self.game.changes;
        let or_itself = |kind: Kind, kinds: Option<Vec<Kind>>| {
            kinds.filter(|kinds| !kinds.is_empty()).unwrap_or_else(|| vec![kind])
        };
        if victims.is_empty() {
            return or_itself(kind, changes.moved.get(kind.index()).map(|&kind| vec![kind]));
        }
        let captured = |kind: Kind, victim: &Man| {
            let by_victim = match self.handicaps[color] {
                0 => changes.captured.get(kind.index()),
                set => self.game.handicaps.captured[usize::from(set) - 1].get(kind.index()),
            };
            or_itself(kind, by_victim.and_then(|list| list.get(victim.kind.index())).cloned())
        };
        victims.iter().fold(vec![kind], |kinds, victim| {
            kinds.into_iter().flat_map(|kind| captured(kind, victim)).collect()
        })
    }

    /// How a piece promotes that its move has made this kind.
    fn promotion(
        &self,
        (from, man): (Square, Man),
        kind: Kind,
        to: Square,
        captures: bool,
    ) -> Option<&Promotion> {
        let rules = &self.game.promotion[man.color];
        let rule = rules.iter().find(|rule| {
            let is_there = rule.region.has(to) || rule.leaving && rule.region.has(from);
            rule.kinds.contains(&kind) && is_there && !rule.into.is_empty()
        })?;
        let by = rule.by.as_ref();
        let is_so = !rule.by_captures || captures;
        let takes = captures || self.friend(man.color, from, to).is_some();
        let is_by = by.is_none_or(|part| self.is_by((from, man), to, part, takes));
        (is_so && is_by).then_some(rule)
    }

    /// What a piece can be after promotion, and whether it can stay what it is.
    fn promoted(
        &self,
        mover: (Square, Man),
        kind: Kind,
        to: Square,
        captures: bool,
    ) -> (Vec<Kind>, bool) {
        let Some(rule) = self.promotion(mover, kind, to, captures) else {
            return (Vec::new(), true);
        };
        let has_room = |kind: &Kind| {
            let limit = self.game.promotion_limits.get(kind.index()).copied().unwrap_or(0);
            let is_one = |man: Man| self.game.base(man.kind) == self.game.base(*kind);
            let own = self.men(mover.1.color).filter(|(_, man)| is_one(*man));
            limit == 0 || own.count() < usize::from(limit)
        };
        let kinds: Vec<Kind> = rule.into.iter().copied().filter(has_room).collect();
        let stays = rule.is_optional || rule.leaving && kinds.is_empty();
        (kinds, stays)
    }

    /// Whether a piece could never move from a square, even if all others were empty.
    fn is_stuck(&self, man: Man, square: Square) -> bool {
        let mut empty = self.clone();
        empty.men = [None; 128];
        let mut goes = false;
        for motion in &self.game.kinds[man.kind.index()].powers {
            if motion.purpose.moves() && motion.grounds.from[man.color].has(square) {
                // Over what stands there it might go.
                let motion = Motion { over: Passes::None, ..motion.clone() };
                empty.walk(
                    square,
                    man.color,
                    &motion,
                    |_| true,
                    |to, _| {
                        goes |= motion.grounds.to[man.color].has(to);
                        goes
                    },
                );
            }
        }
        !goes
    }

    /// Whether a move of this piece restarts the clock.
    fn restarts(&self, man: Man, mv: Move) -> bool {
        let man = self.mover(man, mv);
        let goes = mv.part().unwrap_or(man.kind);
        let is_such = || {
            self.is_capture(mv)
                || self.game.restarts_clock[self.side].contains(&goes)
                || self.friend_of(mv).is_some() && self.game.changes.splits.are_none()
                || self.restarts_by_promotion(man, mv)
        };
        match mv.special {
            Special::Drop(_) => true,
            Special::Pass => false,
            _ => is_such(),
        }
    }

    /// Whether a move without capture is a promotion that restarts the clock.
    fn restarts_by_promotion(&self, man: Man, mv: Move) -> bool {
        let is_it = |kind| {
            let rule = self.promotion((mv.from, man), kind, mv.to, false);
            let rule = rule.filter(|rule| rule.restarts_clock);
            let color = if self.turns(man.kind, &[]) { !man.color } else { man.color };
            let into = |into: &Kind| settled(self.game, Man { kind: *into, color }, mv.to);
            let end = mv.becomes.unwrap_or(man.kind);
            rule.is_some_and(|rule| rule.into.iter().map(into).any(|kind| kind == end))
        };
        mv.special == Special::None && self.changed(man, &[], None).into_iter().any(is_it)
    }

    fn castling(&self, moves: &mut Vec<Move>) {
        for (index, castle) in self.game.castles.iter().enumerate() {
            if castle.color != self.side || !self.rights[index] {
                continue;
            }
            let (king, rook) = (castle.king, castle.rook);
            let between = |(a, b): (Square, Square)| {
                (a.index().min(b.index())..=a.index().max(b.index()))
                    .map(|index| Square::new(index as u8))
            };
            let is_free = between(king)
                .chain(between(rook))
                .all(|square| square == king.0 || square == rook.0 || self.man(square).is_none());
            // Where it arrives, it is looked at when all have moved.
            let is_safe_on = |square: Square| {
                let mut there = self.clone();
                let man = there.men[king.0.index()].take();
                there.men[square.index()] = man;
                let is_king = man.is_some_and(|man| self.game.kinds[man.kind.index()].royal);
                let faces = is_king && self.must_part_kings() && there.kings_face();
                let is_safe =
                    there.is_shielded(square, self.side) || !there.is_attacked(square, !self.side);
                !faces && is_safe
            };
            let castles = self.man(king.0).map(|man| (king.0, man));
            let is_safe = !castles.is_some_and(|man| self.is_royal(man))
                || between(king)
                    .filter(|&square| square == king.0 || square != king.1)
                    .all(is_safe_on);
            let is_held =
                |square: Square| self.man(square).is_some_and(|man| self.is_frozen(square, man));
            if is_free && is_safe && !is_held(king.0) && !is_held(rook.0) {
                let kind =
                    settled(self.game, Man { kind: castle.king_kind, color: castle.color }, king.1);
                let becomes = (kind != castle.king_kind).then_some(kind);
                let special = Special::Castling(index);
                moves.push(Move { from: king.0, to: king.1, becomes, taken: 0, special });
            }
        }
    }

    /// The position after a move of this one.
    ///
    /// # Panics
    /// If no piece stands where the move begins.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let drop = self.drop_of(mv);
        let dropped = drop.map(|drop| Man { kind: drop.kind, color: self.side });
        let man = dropped.or(self.man(mv.from)).expect("a piece moves");
        let (merges, part) = (self.friend_of(mv).is_some(), mv.part());
        next.clock = if self.restarts(man, mv) { 0 } else { self.clock + 1 };
        next.number += u32::from(self.side == Color::Black);
        next.passed = None;
        next.side = !self.side;
        next.pause = self.pause_after(mv);
        if mv.special == Special::Pass {
            next.count = self.counted(mv, &next);
            return next;
        }
        let mut moved = vec![mv.to];
        if let Special::Castling(index) = mv.special {
            let castle = &self.game.castles[index];
            let rook = self.man(castle.rook.0).map(|rook| {
                let kind = self.game.changes.castled_rook.unwrap_or(rook.kind);
                Man { kind: settled(self.game, Man { kind, ..rook }, castle.rook.1), ..rook }
            });
            let king = Man { kind: mv.becomes.unwrap_or(man.kind), ..man };
            next.men[castle.king.0.index()] = None;
            next.men[castle.rook.0.index()] = None;
            next.men[castle.king.1.index()] = Some(king);
            next.men[castle.rook.1.index()] = rook;
            moved.push(castle.rook.1);
        } else if let Some(part) = part {
            next.men[mv.to.index()] = Some(Man { kind: part, ..man });
            next.men[mv.from.index()] = self.rest(man.kind, part).map(|kind| Man { kind, ..man });
        } else if let Special::Drop(index) = mv.special {
            if self.game.hands.as_ref().is_some_and(|hands| !hands.unlimited) {
                next.hands[self.side.index()][index] -= 1;
            }
            next.men[mv.to.index()] = Some(Man { kind: mv.becomes.unwrap_or(man.kind), ..man });
        } else {
            let mut prey = self.taken(mv);
            match (mv.special, &self.passed) {
                (Special::EnPassant, Some(passed)) => prey.push(passed.man),
                _ => prey.push(mv.to),
            }
            let men = prey.iter().filter_map(|&square| self.man(square));
            let victims: Vec<Man> = men.filter(|_| !merges).collect();
            next.men[mv.from.index()] = None;
            for square in prey {
                next.men[square.index()] = None;
            }
            for &victim in &victims {
                next.fall(victim);
            }
            let turns = !merges && self.turns(man.kind, &victims);
            if self.vanishes(man.kind, &victims) {
                next.fall(man);
            }
            if !self.vanishes(man.kind, &victims) {
                let color = if turns { !man.color } else { man.color };
                let kind = mv.becomes.unwrap_or(man.kind);
                next.men[mv.to.index()] = Some(Man { kind, color });
            }
            next.passed = if turns { None } else { self.passing(man, mv) };
        }
        let mut annihilated = next.annihilated();
        if self.is_capture(mv) {
            let blasted = next.blasted(mv.to);
            let men: Vec<Man> = blasted.iter().filter_map(|&square| next.man(square)).collect();
            for man in men {
                next.fall(man);
            }
            annihilated.extend(blasted);
        }
        for square in &annihilated {
            next.men[square.index()] = None;
            next.clock = 0;
            next.passed = None;
        }
        let rules = &self.game.contacts.converting;
        let converts = |enemy: (Square, Man)| {
            let mut men = next.men(self.side).filter(|(square, _)| moved.contains(square));
            men.any(|by| next.touches(rules, by, enemy))
        };
        let converted: Vec<(Square, Man)> =
            next.men(!self.side).filter(|&enemy| !rules.is_empty() && converts(enemy)).collect();
        for &(square, man) in &converted {
            let man = Man { color: self.side, ..man };
            next.men[square.index()] = Some(Man { kind: settled(self.game, man, square), ..man });
        }
        if next.counts_checks() && next.is_in_check(next.side) {
            let left = &mut next.checks_left[self.side.index()];
            *left = left.saturating_sub(1);
        }
        let taken = self.taken(mv);
        for (right, castle) in next.rights.iter_mut().zip(&self.game.castles) {
            let homes = [castle.king.0, castle.rook.0];
            let leaves = |square: &Square| homes.contains(square);
            *right &= ![mv.from, mv.to].iter().chain(&taken).chain(&annihilated).any(leaves);
            *right &= !converted.iter().any(|(square, _)| leaves(square));
        }
        next.give_rights(mv);
        next.count = self.counted(mv, &next);
        next
    }

    /// What a double or triple step leaves behind.
    fn passing(&self, man: Man, mv: Move) -> Option<Passed> {
        let stays = mv.becomes.unwrap_or(man.kind) == self.mover(man, mv).kind;
        if !stays || self.man(mv.to).is_some() || self.ways(mv.from, man).1 {
            return None;
        }
        let kind = &self.game.kinds[man.kind.index()];
        let goes_twice = self.game.double_step[man.color].has(mv.from);
        let twice = kind.double_steps.iter().filter(|_| goes_twice).find_map(|&step| {
            let over = self.away(mv.from, step, man.color)?;
            let to = self.away(over, step, man.color)?;
            // What it borrows may have led it over another piece.
            let is_free = self.man(over).is_none();
            (is_free && to == mv.to).then_some(Passed { over: vec![over], man: to })
        });
        let goes_thrice = kind.triple_step && self.game.triple_step[man.color].has(mv.from);
        let thrice = || {
            let (over, to) = self.thrice(mv.from, man.color).filter(|_| goes_thrice)?;
            (to == mv.to).then_some(Passed { over, man: to })
        };
        twice.or_else(thrice)
    }

    /// The squares that a triple step passes, and where it leads, if all are empty.
    fn thrice(&self, from: Square, color: Color) -> Option<(Vec<Square>, Square)> {
        let mut way = Vec::new();
        for _ in 0..3 {
            let last = *way.last().unwrap_or(&from);
            let next = self.away(last, Step { files: 0, ranks: 1 }, color)?;
            self.man(next).is_none().then(|| way.push(next))?;
        }
        way.pop().map(|to| (way, to))
    }

    /// How many lines of legal moves of this length there are.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal_moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// A move as UCI writes it: `e2e4`, `e7e8q`. Castling is the king's move, or, if the king can also go
    /// there without castling, the king's square and the rook's. What captures on its way stops at each capture.
    /// What captures en passant and can also go
    /// there without that stops on the way: `e5d5,d5d6`.
    pub fn text(&self, mv: Move) -> String {
        if let Some(drop) = self.drop_of(mv) {
            return self.drop_text(drop, mv);
        }
        let is_plain = |from, to| {
            let is_it = |other: &Move| {
                let is_plain = matches!(other.special, Special::None | Special::Pass);
                is_plain && (other.from, other.to) == (from, to)
            };
            self.moves().iter().any(is_it)
        };
        if let Special::Castling(index) = mv.special {
            let castle = &self.game.castles[index];
            if is_plain(castle.king.0, castle.king.1) {
                let (king, rook) = (castle.king.0, castle.rook.0);
                return format!("{}{}", self.square_name(king), self.square_name(rook));
            }
        }
        let token = |kind: Kind| in_fen(&self.game.kinds[kind.index()].token, Color::Black);
        let sign = self.sign(mv).map(str::to_owned);
        let becomes = sign.or(mv.becomes.map(token)).unwrap_or_default();
        let (from, to) = (self.square_name(mv.from), self.square_name(mv.to));
        if mv.taken != 0 {
            let stops = self.taken(mv).into_iter().chain([mv.to]);
            let mut start = mv.from;
            let legs = stops.map(|stop| {
                let leg = format!("{}{}", self.square_name(start), self.square_name(stop));
                start = stop;
                leg
            });
            return format!("{}{becomes}", legs.collect::<Vec<_>>().join(","));
        }
        let taken = self.passed.as_ref().filter(|_| mv.special == Special::EnPassant);
        if let Some(passed) = taken.filter(|_| is_plain(mv.from, mv.to)) {
            let stop = self.square_name(passed.man);
            return format!("{from}{stop},{stop}{to}{becomes}");
        }
        format!("{from}{to}{becomes}")
    }

    /// What stands behind a move for what it makes of its piece, if that is no letter.
    fn sign(&self, mv: Move) -> Option<&'static str> {
        let kind = self.man(mv.from)?.kind;
        let leads = |list: &[Option<Kind>]| {
            mv.becomes.is_some() && list.get(kind.index()).is_some_and(|into| *into == mv.becomes)
        };
        if leads(&self.game.promoted) {
            Some("+")
        } else {
            leads(&self.game.demoted).then_some("-")
        }
    }

    pub(crate) fn square_name(&self, square: Square) -> String {
        name_of(self.game, square)
    }
}

/// Those of these ways of moving that a piece has where it stands, each with the squares to which it may lead.
fn on_their_grounds<'m>(
    ways: impl IntoIterator<Item = (&'m Motion, Region)>,
    from: Square,
    color: Color,
) -> impl Iterator<Item = (&'m Motion, Region)> {
    let ways = ways.into_iter().filter(move |(motion, _)| motion.grounds.from[color].has(from));
    ways.map(move |(motion, region)| (motion, Region(region.0 & motion.grounds.to[color].0)))
}

fn name_of(game: &Definition, square: Square) -> String {
    let (file, rank) =
        (square.index() as u8 % game.board.files, square.index() as u8 / game.board.files);
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// The kind that is written so, its letters in whatever order.
fn named(game: &Definition, token: Token) -> Option<Kind> {
    let is_so = |text: &str| Letters::of(text) == Some(token.letters);
    let own = game.kinds.iter().position(|kind| is_so(&kind.token));
    let other = || game.aliases.iter().find(|(token, _)| is_so(token)).map(|(_, kind)| *kind);
    let of_letter = |letter: char| {
        let is_it = |text: &str| text.len() == 1 && text.starts_with(letter);
        game.kinds.iter().position(|kind| is_it(&kind.token)).map(|number| Kind::new(number as u8))
    };
    let joined = || {
        let mut kinds = token.letters.letters().map(of_letter);
        let first = kinds.next()??;
        kinds.try_fold(first, |one, other| *game.joined.get(one.index())?.get(other?.index())?)
    };
    let own = own.map(|number| Kind::new(number as u8)).or_else(other).or_else(joined)?;
    match token.mark {
        Mark::None => Some(own),
        Mark::Plus => *game.promoted.get(own.index())?,
        Mark::Tilde => {
            let all = (0..game.kinds.len() as u8).map(Kind::new);
            let mut twins = all.filter(|kind| game.kinds[kind.index()].twin_of == Some(own));
            Some(twins.find(|twin| !game.promoted.contains(&Some(*twin))).unwrap_or(own))
        }
    }
}

/// What a square makes of a piece.
fn settled(game: &Definition, man: Man, square: Square) -> Kind {
    let mut morphs = game.changes.morphs.iter();
    let morph = morphs.find(|morph| morph.is_for(man.color) && morph.region.has(square));
    morph.map_or(man.kind, |morph| morph.kinds[man.kind.index()])
}
