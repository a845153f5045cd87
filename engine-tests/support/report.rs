//! The reports of a search between `go` and `bestmove`, and the rules that they must follow.

/// A score from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i64),
    /// In moves; negative when the mover is mated.
    Mate(i64),
}

/// One `info` line that carries a score.
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: u32,
    pub multipv: usize,
    pub score: Score,
    /// Whether the score is neither a lower nor an upper bound.
    pub is_exact: bool,
    pub nodes: Option<u64>,
    pub pv: Vec<String>,
}

impl Info {
    /// Reads an `info` line; `None` if it carries no score.
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return Ok(None);
        }
        let mut info = Self {
            depth: 0,
            multipv: 1,
            score: Score::Centipawns(0),
            is_exact: true,
            nodes: None,
            pv: Vec::new(),
        };
        let mut has_score = false;
        while let Some(word) = words.next() {
            let mut number = || -> Result<i64, String> {
                let value = words.next().and_then(|value| value.parse().ok());
                value.ok_or_else(|| format!("no number after `{word}` in {line:?}"))
            };
            let negative = |_| format!("a negative `{word}` in {line:?}");
            match word {
                "string" => break,
                "depth" => info.depth = u32::try_from(number()?).map_err(negative)?,
                "multipv" => info.multipv = usize::try_from(number()?).map_err(negative)?,
                "nodes" => info.nodes = Some(u64::try_from(number()?).map_err(negative)?),
                "lowerbound" | "upperbound" => info.is_exact = false,
                "cp" => {
                    info.score = Score::Centipawns(number()?);
                    has_score = true;
                }
                "mate" => {
                    info.score = Score::Mate(number()?);
                    has_score = true;
                }
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        Ok(has_score.then_some(info))
    }
}

/// The reports and the result of one `go`.
#[derive(Clone, Debug)]
pub struct SearchReport {
    pub infos: Vec<Info>,
    /// `None` for `bestmove (none)`.
    pub best: Option<String>,
    pub ponder: Option<String>,
}

impl SearchReport {
    /// Reads the lines up to and including `bestmove`.
    pub fn parse(lines: &[String]) -> Result<Self, String> {
        let mut infos = Vec::new();
        for line in lines {
            infos.extend(Info::parse(line)?);
        }
        let last = lines.last().map_or("", String::as_str);
        let words: Vec<&str> = last.split_whitespace().collect();
        let (best, ponder) = match words.as_slice() {
            ["bestmove", best] => (*best, None),
            ["bestmove", best, "ponder", ponder] => (*best, Some((*ponder).to_owned())),
            _ => return Err(format!("not a bestmove line: {last:?}")),
        };
        let best = (!matches!(best, "(none)" | "0000")).then(|| best.to_owned());
        Ok(Self { infos, best, ponder })
    }

    /// Checks the rules of every search. A line with a depth, a score and a variation comes before
    /// the best move, since tournament managers adjudicate by it. The last score is not a bound,
    /// since managers take bounds for scores. It is the score of the best move.
    pub fn check(self) -> Result<Self, String> {
        let last = self.infos.last().ok_or("no score before bestmove")?;
        if !last.is_exact {
            return Err("the last score before bestmove is a bound".to_owned());
        }
        let Some(best) = &self.best else {
            return match last.score {
                Score::Mate(0) | Score::Centipawns(0) if last.depth == 0 => Ok(self),
                _ => Err("no best move, but the score is not of a finished game".to_owned()),
            };
        };
        if best.chars().any(|letter| letter.is_ascii_uppercase()) {
            return Err(format!("capital letters in the best move {best:?}"));
        }
        let principal = self.principal();
        if principal.depth == 0 || principal.pv.is_empty() {
            return Err("no `info depth >= 1 ... score ... pv` line before bestmove".to_owned());
        }
        if principal.pv.first() != Some(best) {
            return Err(format!("bestmove {best} is not the first move of {:?}", principal.pv));
        }
        Ok(self)
    }

    /// The last report of the best variation with an exact score.
    pub fn principal(&self) -> &Info {
        let principal = self.infos.iter().rev().find(|info| info.multipv == 1 && info.is_exact);
        principal.expect("a checked search has a line of its best variation")
    }

    pub fn score(&self) -> Score {
        self.principal().score
    }

    /// The best move. The position must have legal moves.
    #[track_caller]
    pub fn best_move(&self) -> &str {
        self.best.as_deref().expect("a position with legal moves has a best move")
    }

    /// The largest reported number of nodes.
    pub fn nodes(&self) -> Option<u64> {
        self.infos.iter().filter_map(|info| info.nodes).max()
    }
}
