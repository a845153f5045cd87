//! The lines that the engine writes.

use vertumnus_core::dialect::{Dialect, MATE_SCORE};
use vertumnus_core::rules::{Outcome, Variant};
use vertumnus_engine::player::options::{self, OptionInfo, OptionKind};
use vertumnus_engine::search::{Bound, Progress, Score};

/// The option that this protocol adds to those of the engine.
pub(super) const RESIGN: &str = "Resign";

/// A button that this protocol adds: it tells the user what the pieces on the board are.
pub(super) const NAME_PIECES: &str = "Name the Pieces";

/// Another one: it tells the user how the game differs from chess.
pub(super) const RULES: &str = "Rules";

/// Options for which the protocol has commands of its own.
const HAVE_COMMANDS: [&str; 3] = ["Hash", "Threads", "Ponder"];

/// Options that only UCI has. The game is chosen by a command here, with all that goes with it.
const OF_UCI_ALONE: [&str; 3] = [options::VARIANT, "UCI_ShowWDL", "UCI_AnalyseMode"];

/// The lines that announce what the engine can do.
pub(super) fn features(options: &[OptionInfo]) -> String {
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 \
         reuse=1 analyze=1 colors=0 ics=0 name=1 pause=0 nps=0 debug=1 memory=1 smp=1 san=0 \
         exclude=1 highlight=1"
            .to_owned(),
        variants(),
        concat!("feature myname=\"Vertumnus ", env!("CARGO_PKG_VERSION"), "\"").to_owned(),
    ];
    lines
        .extend(options.iter().filter_map(option).map(|text| format!("feature option=\"{text}\"")));
    lines.push(format!("feature option=\"{RESIGN} -check 0\""));
    for button in [NAME_PIECES, RULES] {
        lines.push(format!("feature option=\"{button} -button\""));
    }
    lines.push("feature done=1".to_owned());
    lines.join("\n")
}

/// The line that announces the games.
pub(super) fn variants() -> String {
    let dialects = Variant::known().into_iter().map(Dialect::of);
    let dialects: Vec<Dialect> = dialects.filter(|dialect| dialect.objection().is_none()).collect();
    let names = dialects.iter().map(Dialect::name);
    let own_names = dialects.iter().filter_map(Dialect::own_name);
    let names: Vec<_> = names.chain(own_names).collect();
    format!("feature variants=\"{}\"", names.join(","))
}

/// How an option is announced; `None` if the protocol has a command for it.
fn option(info: &OptionInfo) -> Option<String> {
    let name = info.name;
    if HAVE_COMMANDS.contains(&name) || is_of_uci_alone(name) {
        return None;
    }
    Some(match &info.kind {
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Text { default } => format!("{name} -string {default}"),
        OptionKind::Button => format!("{name} -button"),
        // The only one chooses the game.
        OptionKind::Combo { .. } => return None,
    })
}

/// Whether an option cannot be set by this protocol.
pub(super) fn is_of_uci_alone(name: &str) -> bool {
    OF_UCI_ALONE.iter().any(|option| option.eq_ignore_ascii_case(name))
}

/// The value of an option as the engine reads it: the protocol writes yes and no as numbers.
pub(super) fn option_value(options: &[OptionInfo], name: &str, value: &str) -> String {
    let is_check = options
        .iter()
        .any(|info| info.name == name && matches!(info.kind, OptionKind::Check { .. }));
    match value {
        "1" if is_check => "true".to_owned(),
        "0" if is_check => "false".to_owned(),
        _ => value.to_owned(),
    }
}

/// The line that shows the thinking, with the moves of the best line as the protocol writes them;
/// `None` if the score is only a bound.
pub(super) fn thinking(progress: &Progress, pv: &[String]) -> Option<String> {
    (progress.bound == Bound::Exact).then(|| {
        format!(
            "{} {} {} {} {}",
            progress.depth,
            score(progress.score),
            progress.time.as_millis() / 10,
            progress.nodes,
            pv.join(" ")
        )
    })
}

/// A score in centipawns; a mate in N moves is N beyond [`MATE_SCORE`].
fn score(score: Score) -> i64 {
    match score.mate().map(i64::from) {
        Some(moves) if moves > 0 => MATE_SCORE + moves,
        Some(moves) => moves - MATE_SCORE,
        None => i64::from(score.centipawns()),
    }
}

/// The claim of a result.
pub(super) fn claim(outcome: Outcome) -> String {
    format!("{} {{{}}}", outcome.result(), outcome.reason())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_a_hundred_thousand() {
        assert_eq!(score(Score::cp(-31)), -31);
        assert_eq!(score(Score::mate_in(1)), 100_001);
        assert_eq!(score(Score::mate_in(5)), 100_003);
        assert_eq!(score(Score::mated_in(2)), -100_001);
        assert_eq!(score(Score::mated_in(0)), -100_000);
    }
}
