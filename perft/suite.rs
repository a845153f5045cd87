//! The suite of a game as data: positions, each with the leaves of its tree to some depths.
//!
//! A line is `FEN ;D1 count ;D2 count ... ;id name`; the id may be left out, and the number of the
//! line in its file is the name then. A line that begins with `#` is a comment. The comment
//! `# lines: N` says how many positions there are, so that a file that was cut short is found out.

use std::fs;
use std::path::PathBuf;

/// One position, and what is known of it.
#[derive(Clone)]
pub(crate) struct SuiteLine {
    pub(crate) name: String,
    pub(crate) fen: String,
    /// Depths from 1 on without a gap, with their leaves.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// Reads the suite of a game.
pub(crate) fn read(game: &str) -> Result<Vec<SuiteLine>, String> {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "perft", &format!("{game}.epd")].iter().collect();
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(text: &str) -> Result<Vec<SuiteLine>, String> {
    let mut lines = Vec::new();
    let mut declared: Option<usize> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(comment) = line.strip_prefix('#') {
            if let Some(count) = comment.trim().strip_prefix("lines:") {
                declared = count.trim().parse().ok();
            }
        } else if !line.trim().is_empty() {
            lines.push(SuiteLine::parse(line, number).map_err(|e| format!("line {number}: {e}"))?);
        }
    }
    let held = lines.len();
    match declared {
        Some(declared) if declared == held => Ok(lines),
        Some(declared) => Err(format!("'# lines: {declared}', but there are {held}")),
        None => Err(format!("no comment '# lines: {held}'")),
    }
}

impl SuiteLine {
    fn parse(line: &str, number: usize) -> Result<Self, String> {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap_or_default().to_owned();
        let mut name = format!("line_{number:03}");
        let mut counts = Vec::new();
        for field in fields {
            let unknown = || format!("'{field}' is neither a count nor an id");
            let (key, value) = field.split_once(' ').ok_or_else(unknown)?;
            if key == "id" {
                value.clone_into(&mut name);
                continue;
            }
            let depth = key.strip_prefix('D').and_then(|depth| depth.parse().ok());
            let leaves = value.trim().parse().ok();
            let (depth, leaves) = depth.zip(leaves).ok_or_else(unknown)?;
            if depth != counts.len() as u32 + 1 {
                return Err(format!("depth {depth} is out of order"));
            }
            counts.push((depth, leaves));
        }
        if counts.is_empty() { Err("no counts".to_owned()) } else { Ok(Self { name, fen, counts }) }
    }
}
