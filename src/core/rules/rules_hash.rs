//! What tells the rules of two definitions apart, whatever their names.

use std::fmt::{self, Write as _};

use super::definition::{
    CastleDefinition, Definition, EnPassantRule, Flag, KindDefinition, Motion, Promotion, Step,
};
use crate::board::{ByColor, Color, fnv1a_64};

impl Definition {
    /// A number that definitions of the same rules share and others do not: the names of the game and of
    /// its pieces do not count, their letters and their order do. It stands in files, so it must not change
    /// from version to version: a rule that is new to this crate is written only where a game has it.
    pub fn rules_hash(&self) -> u64 {
        let mut text = String::new();
        // Texts take whatever is written to them.
        let _ = self.write_rules(&mut text);
        fnv1a_64(text.bytes())
    }

    fn write_rules(&self, text: &mut String) -> fmt::Result {
        let Self {
            name: _,
            title: _,
            board,
            kinds,
            start,
            promotion,
            promotion_is_mandatory,
            double_step,
            en_passant,
            castles,
            stalemate,
            flag,
            bare_king,
            repetition,
            restarts_clock,
            move_limit,
            aliases: _,
            changes,
        } = self;
        writeln!(text, "board {} {} {:x}", board.files, board.ranks, board.holes.0)?;
        kinds.iter().try_for_each(|kind| write_kind(text, kind))?;
        writeln!(text, "start {start}")?;
        for color in Color::ALL {
            for Promotion { kinds, region, into } in &promotion[color] {
            writeln!(text, "promotion {kinds:?} {:x} {into:?}", region.0)?;}
            writeln!(text, "double {:x}", double_step[color].0)?;
            let EnPassantRule { kinds, region } = &en_passant[color];
            writeln!(text, "passant {kinds:?} {:x}", region.0)?;
            let Flag { kinds, region } = &flag[color];
            writeln!(text, "flag {kinds:?} {:x}", region.0)?;
            writeln!(text, "clock {:?}", restarts_clock[color])?;
        }
        writeln!(text, "mandatory {promotion_is_mandatory}")?;
        for castle in castles {
            let CastleDefinition { letter, color, king_kind, king, rook_kinds, rook } = castle;
            writeln!(
                text,
                "castle {letter} {color:?} {king_kind:?} {king:?} {rook_kinds:?} {rook:?}"
            )?;
        }
        writeln!(text, "stalemate {stalemate:?}")?;
        if let Some(bare) = bare_king {
            writeln!(text, "bare {:?} {} {}", bare.value, bare.enemies, bare.may_answer)?;
        }
        writeln!(text, "repetition {} {:?}", repetition.count, repetition.value)?;
        writeln!(text, "{changes:?}")?;
        writeln!(text, "limit {move_limit}")
    }
}

fn write_kind(text: &mut String, kind: &KindDefinition) -> fmt::Result {
    let KindDefinition { token, name: _, royal, powers, double_steps, mobility } = kind;
    let ByColor([white, black]) = mobility;
    writeln!(text, "kind {token} {royal} {:x} {:x}", white.0, black.0)?;
    let mut powers: Vec<String> = powers
        .iter()
        .map(|Motion { steps, limit, purpose }| {
            format!("{} {limit:?} {purpose:?}", in_order(steps))
        })
        .collect();
    // In which order a piece has its ways of moving makes no difference.
    powers.sort();
    powers.iter().try_for_each(|power| writeln!(text, "moves {power}"))?;
    writeln!(text, "twice {}", in_order(double_steps))
}

fn in_order(steps: &[Step]) -> String {
    let mut steps = steps.to_vec();
    steps.sort();
    format!("{:?}", steps.iter().map(|step| (step.files, step.ranks)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::{Way, orthodox};
    use crate::rules::definition::Value;

    fn game() -> Definition {
        let start = "rnbqkcbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCBNR w KQkq - 0 1";
        orthodox(("one", "One"), (9, 9), start, Some(('C', "C", &[Way::Rook, Way::Knight])))
    }

    #[test]
    fn names_do_not_count_and_rules_do() {
        let hash = game().rules_hash();
        let edited = |edit: &dyn Fn(&mut Definition)| {
            let mut game = game();
            edit(&mut game);
            game.rules_hash()
        };
        assert_eq!(edited(&|game| game.name = "two".to_owned()), hash);
        assert_eq!(edited(&|game| game.title.push('!')), hash);
        assert_eq!(edited(&|game| game.kinds[0].name.push('!')), hash);
        assert_eq!(edited(&|game| game.kinds[0].powers.reverse()), hash);
        let edits: [&dyn Fn(&mut Definition); 10] = [
            &|game| game.board.holes.0 |= 1 << 40,
            &|game| game.kinds[1].letter = 'X',
            &|game| game.kinds[1].powers[0].limit = Some(3),
            &|game| game.start = game.start.replace("KQkq", "-"),
            &|game| game.promotion[Color::White].into.reverse(),
            &|game| game.promotion_is_mandatory ^= true,
            &|game| drop(game.castles.pop()),
            &|game| game.stalemate = Value::Loss,
            &|game| game.repetition.count = 4,
            &|game| game.move_limit = 70,
        ];
        let mut hashes: Vec<u64> = edits.iter().map(|edit| edited(edit)).chain([hash]).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), edits.len() + 1);
    }
}
