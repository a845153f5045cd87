//! A section's keys take effect.

use crate::read::diagnostic::{Report, quoted};
use crate::read::draft::Draft;
use crate::read::grid::{MOST_CELLS, MOST_FILES, MOST_RANKS};
use crate::read::ini::Entry;
use crate::read::keys::{Fate, Found};
use crate::read::setting::{Said, Setting};
use crate::read::values::Reader;

/// Changes the draft by the keys of its section, which are sorted as they take effect.
pub(crate) fn apply(draft: &mut Draft, entries: &[(Found, Entry<'_>)], report: &mut Report) {
    let (sizes, others) = entries.split_at(entries.partition_point(|(found, _)| found.is_size()));
    let mut said = Said::default();
    for &(found, entry) in sizes {
        take(draft, &mut said, found, entry, report);
    }
    if let Some((_, entry)) = sizes.last() {
        check_size(draft, entry, report);
    }
    for &(found, entry) in others {
        take(draft, &mut said, found, entry, report);
    }
}

fn take(draft: &mut Draft, said: &mut Said, found: Found, entry: Entry<'_>, report: &mut Report) {
    let key = found.key();
    match key.fate {
        Fate::Used(how) => {
            let reader = Reader {
                report,
                letters: draft.letters(),
                aliases: draft.changes.aliases.clone(),
                files: draft.files,
                ranks: draft.ranks,
            };
            let (takes, whom, slot) = (key.takes, found.whom, found.slot);
            let Entry { key, value, .. } = entry;
            (how.set)(&mut Setting { draft, said, reader, key, value, takes, whom, slot });
        }
        Fate::Ignored => {}
        Fate::Refused(off, needs) => {
            if entry.value.text() != off {
                let key = entry.key.text();
                let message = format!("'{key}' needs {needs}, which is not supported");
                report.unsupported(entry.key.place(), message).help(if off == "-" {
                    String::new()
                } else {
                    format!("only '{off}' is supported")
                });
            }
        }
    }
}

fn check_size(draft: &mut Draft, entry: &Entry<'_>, report: &mut Report) {
    let cells = u16::from(draft.files) * u16::from(draft.ranks);
    if cells > MOST_CELLS {
        report
            .error(
                entry.value.place(),
                format!("a board of {} x {} cells is too large", draft.files, draft.ranks),
            )
            .help(format!("at most {MOST_FILES} files, {MOST_RANKS} ranks and {MOST_CELLS} cells"));
        (draft.files, draft.ranks) = (8, 8);
    }
}

/// Reports the keys of a section that change nothing, because another key switches off what they are about.
pub(crate) fn report_idle(draft: &Draft, entries: &[(Found, Entry<'_>)], report: &mut Report) {
    for &(found, entry) in entries {
        let Fate::Used(how) = found.key().fate else { continue };
        if let Some(reason) = (how.idle)(draft) {
            let message = format!("{} has no effect: {reason}", quoted(entry.key.text()));
            report.error(entry.key.place(), message);
        }
    }
}
