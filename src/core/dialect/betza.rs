//! Ways of moving in Betza's notation, as XBoard reads it.

use std::fmt::Write;

use crate::rules::definition::directions_of;
use crate::rules::definition::{Motion, Over, Purpose, Step};

/// The moves of a piece. `None` if there are none, or one that XBoard could not read.
pub(super) fn word(motions: &[Motion]) -> Option<String> {
    let word = motions.iter().map(of_motion).collect::<Option<String>>()?;
    (!word.is_empty()).then_some(word)
}

/// The atoms of steps by their long and their short part.
const ATOMS: [((i8, i8), char); 9] = [
    ((1, 0), 'W'),
    ((1, 1), 'F'),
    ((2, 0), 'D'),
    ((2, 1), 'N'),
    ((2, 2), 'A'),
    ((3, 0), 'H'),
    ((3, 1), 'L'),
    ((3, 2), 'J'),
    ((3, 3), 'G'),
];

fn of_motion(motion: &Motion) -> Option<String> {
    let over = match motion.over {
        Over::None => "",
        Over::Cannon | Over::ShyCannon => "p",
        Over::Grasshopper => "g",
        Over::Lame => "n",
        Over::One | Over::All => return None,
    };
    if *motion == Motion::pegasus() {
        return None;
    }
    let mut word = String::new();
    let purpose = match motion.purpose {
        Purpose::Any => "",
        Purpose::Move => "m",
        Purpose::Capture => "c",
    };
    for (atom, letter) in ATOMS {
        let steps = motion.steps_of(atom);
        if steps.is_empty() {
            continue;
        }
        // It reads the middle of a leap alone.
        if motion.over == Over::Lame && !matches!(letter, 'D' | 'N' | 'A') {
            return None;
        }
        word.push_str(&directions(&steps, atom));
        word.push_str(purpose);
        word.push_str(over);
        word.push(letter);
        match motion.limit {
            None => word.push('0'),
            Some(1) => {}
            // XBoard reads one digit.
            Some(limit) if limit < 10 => write!(word, "{limit}").ok()?,
            Some(_) => return None,
        }
    }
    Some(word)
}

/// The directions of steps of one length; none if these are all.
fn directions(steps: &[Step], (long, short): (i8, i8)) -> String {
    let is_straight = short == 0;
    let is_oblique = !is_straight && short != long;
    if steps.len() == directions_of((long, short)) {
        return String::new();
    }
    if is_straight {
        let has = |files: i8, ranks: i8| {
            steps.iter().any(|step| (step.files.signum(), step.ranks.signum()) == (files, ranks))
        };
        let ways = [('f', (0, 1)), ('b', (0, -1)), ('l', (-1, 0)), ('r', (1, 0))];
        return ways.iter().filter(|(_, (x, y))| has(*x, *y)).map(|(way, _)| *way).collect();
    }
    let ahead = |step: &Step| if step.ranks > 0 { 'f' } else { 'b' };
    let aside = |step: &Step| if step.files > 0 { 'r' } else { 'l' };
    let half = if is_oblique { 4 } else { 2 };
    for side in ['f', 'b', 'l', 'r'] {
        let is_there = |step: &Step| ahead(step) == side || aside(step) == side;
        if steps.len() == half && steps.iter().all(is_there) {
            return if is_oblique { format!("{side}h") } else { side.to_string() };
        }
    }
    let one = |step: &Step| {
        let (ahead, aside) = (ahead(step), aside(step));
        if !is_oblique || step.ranks.abs() == long { [ahead, aside] } else { [aside, ahead] }
    };
    steps.iter().flat_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::definition::Grounds;

    fn motion(steps: &[(i8, i8)], limit: Option<u8>, purpose: Purpose) -> Motion {
        let steps = steps.iter().map(|&(files, ranks)| Step { files, ranks }).collect();
        Motion { steps, limit, purpose, over: Over::None, grounds: Grounds::EVERYWHERE }
    }

    #[test]
    fn moves_are_written_as_betza_wrote_them() {
        let (any, one) = (Purpose::Any, Some(1));
        let king: Vec<(i8, i8)> = (-1..=1)
            .flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)))
            .filter(|&step| step != (0, 0))
            .collect();
        for (motions, expected) in [
            (vec![motion(&king, one, any)], "WF"),
            (vec![motion(&king, None, any)], "W0F0"),
            (
                vec![
                    motion(&[(0, 1)], one, Purpose::Move),
                    motion(&[(-1, 1), (1, 1)], one, Purpose::Capture),
                ],
                "fmWfcF",
            ),
            (vec![motion(&[(-1, 0), (0, 1), (1, 0)], Some(4), any)], "flrW4"),
            (vec![motion(&[(-1, 2), (1, 2)], one, any)], "flfrN"),
            (vec![motion(&[(-2, 1), (-1, 2), (1, 2), (2, 1)], None, any)], "fhN0"),
            (vec![motion(&[(3, 1)], one, any)], "rfL"),
            (vec![motion(&[(1, 1)], None, Purpose::Move)], "frmF0"),
        ] {
            assert_eq!(word(&motions).as_deref(), Some(expected));
        }
        let over = |over, motion: Motion| vec![Motion { over, ..motion }];
        let rook = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let cannon = motion(&rook, None, Purpose::Capture);
        assert_eq!(word(&over(Over::Cannon, cannon)).as_deref(), Some("cpW0"));
        let sideways = motion(&[(-1, 0), (1, 0)], None, any);
        assert_eq!(word(&over(Over::Grasshopper, sideways)).as_deref(), Some("lrgW0"));
        let horse = motion(&[(-1, 2), (1, 2)], one, any);
        assert_eq!(word(&over(Over::Lame, horse)).as_deref(), Some("flfrnN"));
        assert_eq!(word(&over(Over::Lame, motion(&[(3, 1)], one, any))), None);
        assert_eq!(word(&[]), None);
        assert_eq!(word(&[motion(&[(0, 1)], Some(12), any)]), None);
    }
}
