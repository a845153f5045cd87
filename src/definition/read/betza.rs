//! Betza's notation: how a piece moves, as a word.
//!
//! A word is a row of *atoms*, each with letters before it that say how it is used and where it goes,
//! and perhaps something after it that makes it ride. `fmWfcF` is a pawn: forward only, move only, a
//! step of a wazir; forward only, capture only, a step of a ferz.

use std::collections::BTreeMap;

use crate::definition::{Grounds, Motion, Over, Purpose, Step};

use crate::read::diagnostic::{Report, quoted};
use crate::read::ini::Span;

/// An atom: its letter, the longer and the shorter part of its leap, and whether it slides by itself.
struct Atom {
    letter: char,
    leaps: &'static [(i8, i8)],
    slides: bool,
}

const ATOMS: [Atom; 15] = [
    Atom { letter: 'W', leaps: &[(1, 0)], slides: false },
    Atom { letter: 'F', leaps: &[(1, 1)], slides: false },
    Atom { letter: 'D', leaps: &[(2, 0)], slides: false },
    Atom { letter: 'N', leaps: &[(2, 1)], slides: false },
    Atom { letter: 'A', leaps: &[(2, 2)], slides: false },
    Atom { letter: 'H', leaps: &[(3, 0)], slides: false },
    Atom { letter: 'L', leaps: &[(3, 1)], slides: false },
    Atom { letter: 'C', leaps: &[(3, 1)], slides: false },
    Atom { letter: 'J', leaps: &[(3, 2)], slides: false },
    Atom { letter: 'Z', leaps: &[(3, 2)], slides: false },
    Atom { letter: 'G', leaps: &[(3, 3)], slides: false },
    Atom { letter: 'K', leaps: &[(1, 0), (1, 1)], slides: false },
    Atom { letter: 'R', leaps: &[(1, 0)], slides: true },
    Atom { letter: 'B', leaps: &[(1, 1)], slides: true },
    Atom { letter: 'Q', leaps: &[(1, 0), (1, 1)], slides: true },
];

const ALLOWED: &str = "atoms: W F D N A H L C J Z G K R B Q; before them: m c, f b l r s v h, p g n, i e; \
    after them: a digit, or the same atom again";

/// What a word says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moves {
    pub(crate) motions: Vec<Motion>,
    pub(crate) double_steps: Vec<Step>,
    /// Whether it captures en passant.
    pub(crate) en_passant: bool,
}

/// How far a step may be repeated: 1 for a leap, `FAR` for as often as there is room.
type Limit = u8;
const FAR: Limit = Limit::MAX;

/// The limit that stands for the steps of the pegasus, which are kept together.
const PEGASUS: Limit = 0;

/// What each step with each limit may be used for: to move, to capture; and over which pieces it goes.
type Uses = BTreeMap<(Limit, Over, Step), (bool, bool)>;

/// What stands before an atom.
#[derive(Default)]
struct Before {
    /// Of `m c i n p g`.
    uses: Vec<char>,
    directions: Vec<(char, char)>,
}

impl Before {
    fn has(&self, letter: char) -> bool {
        self.uses.contains(&letter)
    }
}

/// The moves of a word. Mistakes are reported.
pub(crate) fn parse(word: Span<'_>, report: &mut Report) -> Moves {
    let mut moves = Moves::default();
    let mut uses: Uses = BTreeMap::new();
    let mut before = Before::default();
    let letters: Vec<(char, Span<'_>)> = word.letters().collect();
    let mut begin = 0;
    let mut next = 0;
    while let Some(&(letter, here)) = letters.get(next) {
        if next == begin {
            let word = span_of(word, &letters[next..]).text();
            if let Some((text, motion)) = over_pieces(word) {
                add(&motion, &mut uses);
                next += text.chars().count();
                begin = next;
                continue;
            }
        }
        next += 1;
        match letter {
            'm' | 'c' | 'i' | 'n' | 'p' | 'g' => before.uses.push(letter),
            'e' => moves.en_passant = true,
            'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => {
                let second = letters.get(next).map(|&(second, _)| second);
                let second = second.filter(|&second| pairs(letter, second));
                next += usize::from(second.is_some());
                before.directions.push((letter, second.unwrap_or(letter)));
            }
            _ => {
                let Some(atom) = ATOMS.iter().find(|atom| atom.letter == letter) else {
                    let what = quoted(&letter.to_string());
                    report
                        .error(here.place(), format!("{what} is no part of a move"))
                        .help(ALLOWED);
                    return moves;
                };
                let mut limit = if atom.slides { FAR } else { 1 };
                let mut rides = atom.slides;
                if let Some(&(after, there)) = letters.get(next) {
                    if let Some(digit) = after.to_digit(10) {
                        next += 1;
                        rides = true;
                        limit = if digit == 0 { FAR } else { digit as Limit };
                        if letters.get(next).is_some_and(|(more, _)| more.is_ascii_digit()) {
                            report.error(there.place(), "a limit is one digit; 0 is none");
                            return moves;
                        }
                    } else if after == letter {
                        next += 1;
                        limit = FAR;
                        if atom.slides {
                            report.error(there.place(), format!("'{letter}' slides by itself"));
                            return moves;
                        }
                    }
                }
                let whole = span_of(word, &letters[begin..next]);
                let errors = report.errors();
                let steps = &mut moves.double_steps;
                apply(atom, (limit, rides), &before, whole, &mut uses, steps, report);
                if report.errors() > errors {
                    return moves;
                }
                before = Before::default();
                begin = next;
            }
        }
    }
    if begin < letters.len() {
        let rest = span_of(word, &letters[begin..]);
        report.error(rest.place(), "no atom follows").help(ALLOWED);
    }
    moves.double_steps.sort_unstable();
    moves.double_steps.dedup();
    moves.motions = motions(uses);
    moves
}

/// The words for moves over pieces at the beginning of a text.
fn over_pieces(text: &str) -> Option<(&'static str, Motion)> {
    let line = |atom: &str, over| {
        let slide = ATOMS.iter().find(|one| one.letter.to_string() == atom);
        let mut steps: Vec<Step> =
            slide.iter().flat_map(|atom| atom.leaps).flat_map(|&leap| all_steps(leap)).collect();
        steps.sort_unstable();
        let grounds = Grounds::EVERYWHERE;
        Motion { steps, limit: None, purpose: Purpose::Any, over, grounds }
    };
    let words = [
        ("RpR", "R", Over::One),
        ("BpB", "B", Over::One),
        ("QpQ", "Q", Over::One),
        ("(fly R)", "R", Over::All),
        ("(fly B)", "B", Over::All),
        ("(fly Q)", "Q", Over::All),
    ];
    let found = words.into_iter().find(|(word, ..)| text.starts_with(word));
    let pegasus = "(pegasus)";
    found
        .map(|(word, atom, over)| (word, line(atom, over)))
        .or_else(|| text.starts_with(pegasus).then(|| (pegasus, Motion::pegasus())))
}

/// Adds a way of moving to what steps may be used for.
fn add(motion: &Motion, uses: &mut Uses) {
    let limit = if *motion == Motion::pegasus() { PEGASUS } else { motion.limit.unwrap_or(FAR) };
    for &step in &motion.steps {
        let used = uses.entry((limit, motion.over, step)).or_default();
        used.0 |= motion.purpose.moves();
        used.1 |= motion.purpose.captures();
    }
}

/// The part of the word from the first of these letters to the last.
fn span_of<'a>(word: Span<'a>, letters: &[(char, Span<'a>)]) -> Span<'a> {
    let base = word.text().as_ptr() as usize;
    let at = |span: Span<'_>| span.text().as_ptr() as usize - base;
    let (first, last) = (letters[0].1, letters[letters.len() - 1].1);
    word.part(at(first)..at(last) + last.text().len())
}

/// Whether two letters of direction are read together.
fn pairs(first: char, second: char) -> bool {
    let is_vertical = |letter| "fbvh".contains(letter);
    let is_horizontal = |letter| "rlsh".contains(letter);
    first == second
        || is_vertical(first) && is_horizontal(second)
        || is_horizontal(first) && is_vertical(second)
}

fn apply(
    atom: &Atom,
    (limit, rides): (Limit, bool),
    before: &Before,
    whole: Span<'_>,
    uses: &mut Uses,
    double_steps: &mut Vec<Step>,
    report: &mut Report,
) {
    let mut steps = Vec::new();
    for &leap in atom.leaps {
        if before.directions.is_empty() {
            steps.extend(all_steps(leap));
        }
        for &pair in &before.directions {
            match directed(leap, pair, atom.leaps.len() > 1) {
                Ok(some) => steps.extend(some),
                Err(reason) => {
                    report
                        .error(whole.place(), format!("'{}{}': {reason}", pair.0, pair.1))
                        .help("directions: f b l r s v, pairs such as fr, rf, fs, rv, fh, rh, hr");
                    return;
                }
            }
        }
    }
    if steps.is_empty() {
        report.error(whole.place(), "this goes nowhere");
        return;
    }
    if before.has('i') {
        // Two steps at once from home: over an empty square, to an empty one.
        let is_double = matches!(atom.letter, 'D' | 'A') && limit == 1;
        if !is_double || !before.has('n') || before.has('c') || !before.has('m') {
            report.unsupported(whole.place(), "of first moves only double steps are supported").help(
                "a double step is written 'imnD', or 'imnA' diagonally, with its directions: ifmnD",
            );
            return;
        }
        let half = |step: Step| Step { files: step.files / 2, ranks: step.ranks / 2 };
        double_steps.extend(steps.into_iter().map(half));
        return;
    }
    let Some((limit, over)) = over(atom, (limit, rides || limit != 1), before, whole, report)
    else {
        return;
    };
    let is_ride = limit != 1 && atom.leaps.iter().any(|&(long, _)| long > 1);
    let is_unknown = match over {
        Over::Lame => !matches!(atom.letter, 'D' | 'N' | 'A' | 'J' | 'Z'),
        Over::Cannon | Over::ShyCannon | Over::Grasshopper => is_ride,
        _ => is_ride && atom.letter != 'N',
    };
    if is_unknown {
        let what = match over {
            Over::Lame => "can be blocked",
            Over::Cannon | Over::ShyCannon | Over::Grasshopper => "hops",
            _ => "rides",
        };
        report.note(
            whole.place(),
            format!("'{}' {what} here; Fairy-Stockfish gives it no moves", whole.text()),
        );
    }
    let (moves, captures) = match (before.has('m'), before.has('c')) {
        (false, false) => (true, true),
        other => other,
    };
    for step in steps {
        if limit != 1 || rides {
            // Of two limits for the same line, the last counts.
            let others = uses.iter_mut().filter(|((other, above, same), _)| {
                let is_line = *above == Over::None && !matches!(*other, 1 | PEGASUS);
                *same == step
                    && if over.hops() { above.hops() } else { over == Over::None && is_line }
            });
            for (_, used) in others {
                *used = (used.0 && !moves, used.1 && !captures);
            }
        }
        let used = uses.entry((limit, over, step)).or_default();
        *used = (used.0 || moves, used.1 || captures);
    }
}

/// Over which pieces a word goes, and how far. Mistakes are reported.
fn over(
    atom: &Atom,
    (limit, rides): (Limit, bool),
    before: &Before,
    whole: Span<'_>,
    report: &mut Report,
) -> Option<(Limit, Over)> {
    let is_step = atom.leaps.iter().all(|&(long, _)| long == 1);
    let mut wrong = |message: &str, help: &str| {
        report.error(whole.place(), message).help(help);
        None
    };
    match (before.has('p'), before.has('g'), before.has('n')) {
        (false, false, false) => Some((limit, Over::None)),
        (false, false, true) if rides => {
            wrong("'n' is for leaps; this one rides", "such as nN, nA")
        }
        (false, false, true) if is_step => {
            wrong("'n': nothing stands between neighbors", "such as nN, nA")
        }
        (false, false, true) => Some((limit, Over::Lame)),
        (true, false, false) if rides && limit != 1 => Some((limit, Over::Cannon)),
        // As Fairy-Stockfish reads it.
        (true, false, false) if rides => Some((FAR, Over::Grasshopper)),
        (false, true, false) if limit == FAR => Some((FAR, Over::Grasshopper)),
        (false, true, false) if rides => {
            wrong("'g' lands right behind a piece and has no limit", "such as gQ")
        }
        (true, false, false) | (false, true, false) => {
            wrong("a hopper goes along a line", "such as pR, gQ")
        }
        _ => wrong("of p, g and n a move has one", "such as pR, gQ, nN"),
    }
}

/// All steps with a long and a short part.
fn all_steps((long, short): (i8, i8)) -> Vec<Step> {
    let mut steps = Vec::new();
    for (a, b) in [(long, short), (short, long)] {
        for (files, ranks) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
            steps.push(Step { files, ranks });
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The steps in one direction, which is one letter twice or a pair.
///
/// Of an oblique leap such as the knight's, the second letter of a pair names the axis of its longer
/// part: `fr` goes two squares to the right and one forward, `rf` two forward and one to the right.
fn directed(
    (long, short): (i8, i8),
    (first, second): (char, char),
    is_compound: bool,
) -> Result<Vec<Step>, &'static str> {
    let towards = |letter: char, step: &Step| match letter {
        'f' => step.ranks > 0,
        'b' => step.ranks < 0,
        'v' => step.ranks != 0,
        'r' => step.files > 0,
        'l' => step.files < 0,
        's' => step.files != 0,
        _ => false,
    };
    let along = |letter: char, step: &Step| {
        if "fbv".contains(letter) { step.ranks.abs() == long } else { step.files.abs() == long }
    };
    let all = all_steps((long, short)).into_iter();
    if first == second {
        if first == 'h' {
            return Err("'h' stands in a pair, as in fh or hr");
        }
        return Ok(all.filter(|step| towards(first, step) && along(first, step)).collect());
    }
    if is_compound {
        return Err(
            "programs differ on pairs of directions before K and Q; write their parts apart",
        );
    }
    if first == 'h' || second == 'h' {
        if short == 0 || (first == 'h' && short == long) {
            return Err("'h' is for leaps that are neither straight nor diagonal");
        }
        return match (first, second) {
            ('f' | 'b' | 'l' | 'r', 'h') => Ok(all.filter(|step| towards(first, step)).collect()),
            ('h', 'l' | 'r') => {
                // One of the two sets of four that turn into each other by quarter turns.
                let is_right = |step: &Step| {
                    (step.files.abs() < step.ranks.abs()) == (step.files * step.ranks > 0)
                };
                Ok(all.filter(|step| is_right(step) == (second == 'r')).collect())
            }
            _ => Err("of pairs with 'h' there are fh, bh, lh, rh, hl and hr"),
        };
    }
    if short == 0 {
        // Straight: both directions.
        let both = |step: &Step| towards(first, step) || towards(second, step);
        return Ok(all.filter(both).collect());
    }
    if matches!((first, second), ('v' | 's', _)) {
        return Err("the first letter of a pair is one of f b l r");
    }
    Ok(all
        .filter(|step| towards(first, step) && towards(second, step) && along(second, step))
        .collect())
}

/// The moves of a piece that can do all that several can.
pub(crate) fn joined<'m>(all: impl IntoIterator<Item = &'m Moves>) -> Moves {
    let mut moves = Moves::default();
    let mut uses: Uses = BTreeMap::new();
    for one in all {
        for motion in &one.motions {
            add(motion, &mut uses);
        }
        moves.double_steps.extend(&one.double_steps);
        moves.en_passant |= one.en_passant;
    }
    moves.double_steps.sort_unstable();
    moves.double_steps.dedup();
    moves.motions = motions(uses);
    moves
}

/// The motions of a table of steps, each step only where it adds something.
fn motions(mut uses: Uses) -> Vec<Motion> {
    // A step that goes farther in the same direction, or as far and over more pieces, for the same purpose says
    // it already.
    let all = uses.clone();
    for (&(limit, over, step), (moves, captures)) in &mut uses {
        let is_more = |&(far, above, same): &(Limit, Over, Step)| {
            let is_farther =
                far > limit && above == over || far >= limit && goes_over_more(above, over);
            same == step && is_farther && limit != PEGASUS
        };
        for (_, &(far_moves, far_captures)) in all.iter().filter(|(other, _)| is_more(other)) {
            *moves &= !far_moves;
            *captures &= !far_captures;
        }
    }
    let mut motions: BTreeMap<(Limit, Over, Purpose), Vec<Step>> = BTreeMap::new();
    for ((limit, over, step), used) in uses {
        let purpose = match used {
            (true, true) => Purpose::Any,
            (true, false) => Purpose::Move,
            (false, true) => Purpose::Capture,
            (false, false) => continue,
        };
        motions.entry((limit, over, purpose)).or_default().push(step);
    }
    let motion = |((limit, over, purpose), steps)| Motion {
        steps,
        limit: match limit {
            FAR => None,
            PEGASUS => Some(1),
            _ => Some(limit),
        },
        purpose,
        over,
        grounds: Grounds::EVERYWHERE,
    };
    motions.into_iter().map(motion).collect()
}

/// Whether what goes over these pieces goes wherever what goes over the others does, and farther.
fn goes_over_more(above: Over, over: Over) -> bool {
    match over {
        Over::Lame => above == Over::None,
        Over::None | Over::Cannon => matches!(above, Over::One | Over::All),
        Over::One => above == Over::All,
        Over::ShyCannon => matches!(above, Over::Cannon | Over::One | Over::All),
        Over::Grasshopper => matches!(above, Over::Cannon | Over::One | Over::All),
        Over::All => false,
    }
}

/// The moves of a word of this program, which is well formed.
pub(crate) fn of(word: &str) -> Moves {
    let mut report = Report::default();
    let moves = parse(Span::of(word), &mut report);
    debug_assert_eq!(report.errors(), 0, "{word}");
    moves
}

/// The double steps that no other move of the piece makes anyhow.
pub(crate) fn double_steps(moves: &Moves) -> Vec<Step> {
    let goes_so = |motion: &Motion, step: Step| {
        let twice = Step { files: 2 * step.files, ranks: 2 * step.ranks };
        motion.purpose.moves()
            && (motion.steps.contains(&twice)
                || motion.limit.is_none_or(|limit| limit > 1) && motion.steps.contains(&step))
    };
    let steps = moves.double_steps.iter().copied();
    steps.filter(|&step| !moves.motions.iter().any(|motion| goes_so(motion, step))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a word as (files, ranks), if it is a single motion.
    fn steps(word: &str) -> Vec<(i8, i8)> {
        let moves = of(word);
        assert_eq!(moves.motions.len(), 1, "{word}");
        moves.motions[0].steps.iter().map(|step| (step.files, step.ranks)).collect()
    }

    fn mistake(word: &str) -> String {
        let mut report = Report::default();
        parse(Span::of(word), &mut report);
        let findings = report.into_findings();
        let finding = findings.first().unwrap_or_else(|| panic!("{word} is well formed"));
        format!("{}-{} {}", finding.place.column, finding.place.length, finding.message)
    }

    #[test]
    fn a_pawn_steps_captures_and_goes_twice() {
        let pawn = of("fmWfceFifmnD");
        let step = |files, ranks| Step { files, ranks };
        let leap = |steps: &[Step], purpose| Motion {
            steps: steps.to_vec(),
            limit: Some(1),
            purpose,
            over: Over::None,
            grounds: Grounds::EVERYWHERE,
        };
        assert_eq!(
            pawn.motions,
            [
                leap(&[step(0, 1)], Purpose::Move),
                leap(&[step(-1, 1), step(1, 1)], Purpose::Capture)
            ]
        );
        assert_eq!(pawn.double_steps, [step(0, 1)]);
        assert!(pawn.en_passant);
        assert_eq!(of("imfnA").double_steps, [step(-1, 1), step(1, 1)]);
    }

    /// As Betza's notation is explained on XBoard's page on it.
    #[test]
    fn directions_choose_steps() {
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("ffN"), steps("fN"));
        assert_eq!(steps("sN"), [(-2, -1), (-2, 1), (2, -1), (2, 1)]);
        assert_eq!(steps("frN"), [(2, 1)]);
        assert_eq!(steps("rfN"), [(1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("rvN"), [(1, -2), (1, 2)]);
        assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("lhN"), [(-2, -1), (-2, 1), (-1, -2), (-1, 2)]);
        assert_eq!(steps("hrN"), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(steps("hlN"), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("lfF"), [(-1, 1)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("sF").len(), 4);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("vW"), [(0, -1), (0, 1)]);
        assert_eq!(steps("fbW"), [(0, -1), (0, 1)]);
        assert_eq!(steps("bK"), [(-1, -1), (0, -1), (1, -1)]);
        assert_eq!(steps("C").len(), 8);
        assert_eq!(steps("C"), steps("L"));
        assert_eq!(steps("G"), [(-3, -3), (-3, 3), (3, -3), (3, 3)]);
    }

    #[test]
    fn limits_and_purposes_are_kept_apart() {
        assert_eq!(of("R4").motions[0].limit, Some(4));
        assert_eq!(of("NN").motions[0].limit, None);
        assert_eq!(of("N0"), of("NN"));
        assert_eq!(of("WW"), of("R"));
        assert_eq!(of("KK"), of("Q"));
        assert_eq!(of("mNcN"), of("N"));
        assert_eq!(of("QK"), of("Q"), "a slide says the step");
        assert_eq!(of("mQK").motions.len(), 2);
        assert_eq!(of("R1"), of("W"));
        // As Fairy-Stockfish reads them.
        assert_eq!(of("B3B2"), of("B2"));
        assert_eq!(of("B2B3"), of("B3"));
        assert_eq!(of("BF2"), of("B2"));
        assert_eq!(of("B2F1"), of("F"));
        assert_eq!(of("R4cR2"), of("mR4cR2"));
        assert_eq!(of("QmQ2"), of("cQmQ2"));
        assert_eq!(of("mQ2WW"), of("RmB2"));
        assert_eq!(of("cR2mR4R3"), of("R3"));
        assert_eq!(of("R2fR"), of("bR2sR2fR"));
        assert_eq!(of("BF"), of("B"), "a step is no slide");
        let purposes: Vec<Purpose> =
            of("mRcN").motions.iter().map(|motion| motion.purpose).collect();
        assert_eq!(purposes, [Purpose::Capture, Purpose::Move]);
        assert!(of("").motions.is_empty());
    }

    #[test]
    fn slides_may_go_over_pieces() {
        assert_eq!(of("RpR").motions[0], Motion { over: Over::One, ..of("R").motions[0].clone() });
        assert_eq!(
            of("(fly B)").motions[0],
            Motion { over: Over::All, ..of("B").motions[0].clone() }
        );
        assert_eq!(of("(pegasus)").motions, [Motion::pegasus()]);
        let both = joined([&of("R"), &of("RpR")]);
        assert_eq!(both, of("RpR"), "a slide over a piece is a slide, too");
        let amazon = of("QpQ(pegasus)");
        assert_eq!(amazon.motions.len(), 2);
        assert!(amazon.motions.contains(&Motion::pegasus()));
        assert_eq!(joined([&of("(fly R)"), &of("(fly B)")]), of("(fly Q)"));
        assert_eq!(mistake("(fly N)"), "1-1 '(' is no part of a move");
    }

    #[test]
    fn hoppers_need_a_piece_and_lame_leaps_none() {
        let kinds = |word: &str| -> Vec<(Option<u8>, Purpose, Over)> {
            let motions = of(word).motions;
            motions.iter().map(|motion| (motion.limit, motion.purpose, motion.over)).collect()
        };
        let (any, quiet, capture) = (Purpose::Any, Purpose::Move, Purpose::Capture);
        assert_eq!(kinds("mRcpR"), [(None, quiet, Over::None), (None, capture, Over::Cannon)]);
        assert_eq!(kinds("gQ"), [(None, any, Over::Grasshopper)]);
        assert_eq!(kinds("nN"), [(Some(1), any, Over::Lame)]);
        // As Fairy-Stockfish reads them.
        assert_eq!(kinds("pB2"), [(Some(2), any, Over::Cannon)]);
        assert_eq!(of("pR1"), of("gR"));
        assert_eq!(of("pRgR"), of("gR"));
        assert_eq!(of("NnN"), of("N"), "a leap says the lame one");
        assert_eq!(of("RpRgR"), of("RpR"));
        assert_eq!(of("RcpRnN").motions.len(), 3);
    }

    #[test]
    fn mistakes_have_a_place() {
        assert_eq!(mistake("NxB"), "2-1 'x' is no part of a move");
        assert_eq!(mistake("Nfm"), "2-2 no atom follows");
        assert_eq!(mistake("cpN"), "1-3 a hopper goes along a line");
        assert_eq!(mistake("gR3"), "1-3 'g' lands right behind a piece and has no limit");
        assert_eq!(mistake("WnF"), "2-2 'n': nothing stands between neighbors");
        assert_eq!(mistake("nNN"), "1-3 'n' is for leaps; this one rides");
        assert_eq!(mistake("pnR"), "1-3 of p, g and n a move has one");
        assert_eq!(
            mistake("nH"),
            "1-2 'nH' can be blocked here; Fairy-Stockfish gives it no moves"
        );
        assert_eq!(mistake("gNN"), "1-3 'gNN' hops here; Fairy-Stockfish gives it no moves");
        assert_eq!(mistake("R12"), "2-1 a limit is one digit; 0 is none");
        assert_eq!(mistake("RR"), "2-1 'R' slides by itself");
        assert_eq!(mistake("imW2"), "1-4 of first moves only double steps are supported");
        assert_eq!(mistake("hN"), "1-2 'hh': 'h' stands in a pair, as in fh or hr");
        assert_eq!(mistake("DD"), "1-2 'DD' rides here; Fairy-Stockfish gives it no moves");
    }
}
