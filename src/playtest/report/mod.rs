//! The report as data: what the JSON file holds, and what the page is made of.
//!
//! A record is a report of which only what the page shows is kept. The rest is left out, and empty or 0 here.

mod boards;
mod cells;
mod compare;
mod exhibits;
mod html;
mod made;
mod page;
mod pieces;
mod plots;
mod words;

use serde::{Deserialize, Serialize};

pub(crate) use boards::on_the_server;
pub(crate) use compare::compare;
pub(crate) use page::page;
pub(crate) use words::verdict;

use crate::statistics::{Estimate, Spread};

/// The format of the JSON file.
pub(crate) const FORMAT: u32 = 2;

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this format.
    pub format: u32,
    /// The name of the game.
    pub game: String,
    /// The name that people use.
    pub title: String,
    /// The version of the program that played, with its commit if that is known.
    pub version: String,
    /// The checksum of the network that evaluated.
    pub network: String,
    /// What `--network` named; empty for what comes with the engine, or was learned.
    #[serde(default)]
    pub network_option: String,
    /// The games of each generation from which it was learned for this report; 0 if it was there before.
    #[serde(default)]
    pub learned: u64,
    /// The match of each generation's network with what played its games.
    #[serde(default)]
    pub trials: Vec<Match>,
    /// The random seed.
    pub seed: u64,
    /// What the parts are measured by: so many games are played at the lower strengths.
    pub size: u64,
    /// Whether all parts are done.
    pub is_complete: bool,
    /// The seconds that it took, the only figure that is another each time.
    pub seconds: u64,
    /// What there is to say in words.
    pub verdict: Vec<String>,
    /// Games of the engine against itself, by strength.
    pub strengths: Vec<Strength>,
    /// Matches of twice the nodes against once.
    pub ladder: Vec<Match>,
    /// Matches of a player that does without a rule against one that does not.
    pub importance: Vec<Match>,
    /// Matches without a piece of a kind against all pieces.
    pub odds: Vec<Match>,
    /// Matches of players that do not think against a weak search.
    pub probes: Vec<Match>,
    /// Games to look at.
    pub exhibits: Vec<Exhibit>,
    /// Positions with one winning move.
    pub puzzles: Vec<Puzzle>,
}

/// All that was measured in the games of one strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Nodes a move.
    pub nodes: u64,
    /// How many games there are.
    pub games: u64,
    /// How they ended.
    pub ends: Ends,
    /// Figures of each game.
    pub shape: Vec<Measure>,
    /// The share of games in which the lead never changed sides.
    pub lead_changes_none: Option<Estimate>,
    /// What the rules did.
    pub rules: Rules,
    /// What the pieces did.
    #[serde(default)]
    pub kinds: Kinds,
    /// The openings.
    #[serde(default)]
    pub openings: Openings,
    /// What the pieces are worth.
    pub values: Option<Values>,
}

/// How games ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ends {
    /// White's points a game.
    pub white: Estimate,
    /// Games that White won, that were drawn, and that Black won.
    pub counts: [u64; 3],
    /// The share of games that were drawn.
    pub draws: Estimate,
    /// The rules by which games ended.
    pub by: Vec<End>,
}

/// A rule by which games ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// The rule, in words.
    pub by: String,
    /// The share of games that it ended.
    pub share: Estimate,
}

/// A figure that every game has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(default)]
    pub about: String,
    /// Whether it is a share, to be shown in per cent.
    pub is_share: bool,
    /// How it is spread over the games.
    pub spread: Spread,
}

/// What the rules did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Rules that some position offered.
    pub features: Vec<FeatureUse>,
    /// What made moves possible.
    pub sources: Option<Sources>,
}

/// How often a rule was made use of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeatureUse {
    /// What it is called.
    pub name: String,
    /// Whether it is one that other games do not have.
    #[serde(default)]
    pub is_own: bool,
    /// The share of games with such a move.
    pub games: Estimate,
    /// Such moves a game.
    #[serde(default)]
    pub per_game: f64,
    /// The share of the positions with such a legal move in which it was played.
    #[serde(default)]
    pub taken: Estimate,
    /// Of captures that could have changed the mover, the share that did not.
    pub declined: Option<Estimate>,
    /// The ply of the first such move: the quartiles of the games that have one.
    pub first: Option<[u32; 3]>,
}

/// The share of moves that were possible only by a power which the piece did not bring along.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sources {
    /// By one that a neighbor lent.
    pub borrowed: Estimate,
    /// By one that it came by in the game.
    pub acquired: Estimate,
}

/// What the pieces did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kinds {
    /// Kinds that came to be, those with most moves first.
    pub used: Vec<KindUse>,
    /// Those of them that less than one game of a hundred had.
    pub rare: Vec<String>,
    /// Kinds that never did.
    pub never: Vec<String>,
    /// The new kinds with the most powers.
    pub largest: Vec<String>,
    /// How many kinds the game has.
    pub all: usize,
}

/// What pieces of a kind did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindUse {
    /// White's piece as the FEN writes it.
    pub token: String,
    /// Its name.
    pub name: String,
    /// The share of games that had one.
    pub games: Estimate,
    /// Its share of all moves.
    pub moves: Estimate,
    /// Its share of all captures.
    pub captures: Option<Estimate>,
    /// The share of the pieces that began as this kind and were left at the end.
    pub survival: Option<Estimate>,
    /// Arrivals by cell of the board, as seen from the side that moves.
    #[serde(default)]
    pub squares: Vec<u64>,
}

/// The openings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Openings {
    /// The entropy in bits of so many plies.
    pub entropy: Vec<(u32, f64)>,
    /// The commonest first moves.
    pub first: Vec<FirstMove>,
    /// The commonest lines.
    pub lines: Vec<Line>,
    /// Games that had been played before, move by move.
    pub repeated: u64,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The move.
    pub san: String,
    /// The share of games that begin so.
    pub share: Estimate,
    /// White's points in them.
    pub white: Estimate,
}

/// A line of play from the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its moves.
    pub sans: Vec<String>,
    /// The same in coordinates.
    pub moves: Vec<String>,
    /// Games that begin so.
    pub games: u64,
    /// White's points in them.
    pub white: Estimate,
}

/// What pieces are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Values {
    /// The kind whose value is 1.
    pub unit: String,
    /// Positions that were looked at.
    #[serde(default)]
    pub positions: u64,
    /// The kinds, the most valuable first.
    pub values: Vec<KindValue>,
    /// What having the move is worth.
    pub tempo: Option<Estimate>,
    /// What it is worth to be White, beyond that.
    pub white: Option<Estimate>,
}

/// What pieces of a kind are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindValue {
    /// White's piece as the FEN writes it.
    pub token: String,
    /// Its name.
    pub name: String,
    /// Its value in units.
    pub value: Estimate,
    /// Positions in which one side had more of it.
    #[serde(default)]
    pub positions: u64,
}

/// A match between two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// What is tried.
    pub name: String,
    /// The piece that the player is without, in odds games, as the FEN writes White's.
    pub token: Option<String>,
    /// Nodes a move of the player, 0 if it does not search.
    pub nodes: u64,
    /// Nodes a move of its opponent.
    pub against: u64,
    /// How many games there are.
    pub games: u64,
    /// The player's points a game.
    pub score: Estimate,
    /// How much stronger it is; `None` if it won or lost nearly all.
    pub elo: Option<Estimate>,
}

impl Match {
    /// Whether the player is stronger.
    pub(crate) fn is_won(&self) -> bool {
        self.score.low > 0.5
    }
}

/// A game that is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exhibit {
    /// What it is shown for.
    pub title: String,
    /// What happens in it.
    pub text: String,
    /// Its last position.
    pub fen: String,
    /// Its moves in coordinates.
    pub moves: Vec<String>,
}

/// A position with one winning move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The position.
    pub fen: String,
    /// The squares of the move that led to it.
    #[serde(default)]
    pub last_move: Vec<String>,
    /// The winning move in SAN.
    pub san: String,
    /// The line that follows, in SAN.
    pub line: Vec<String>,
    /// What the move gives and what the second best does, in centipawns for the side to move.
    pub scores: [i32; 2],
    /// The nodes with which that was found.
    pub nodes: u64,
}

impl Puzzle {
    /// Whether another one has the same position, whatever its counters say.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let position = |fen: &str| fen.rsplitn(3, ' ').last().map(str::to_owned);
        position(&self.fen) == position(&other.fen)
    }
}

impl Report {
    /// The strength of which most is shown: the one with the most games, the higher one of two.
    pub(crate) fn main(&self) -> Option<&Strength> {
        self.strengths.iter().max_by_key(|strength| (strength.games, strength.nodes))
    }

    /// The games of all parts together.
    pub(crate) fn games(&self) -> u64 {
        let matches = [&self.ladder, &self.importance, &self.odds, &self.probes];
        let in_matches = matches.into_iter().flatten().map(|played| played.games);
        self.strengths.iter().map(|strength| strength.games).chain(in_matches).sum()
    }
}
