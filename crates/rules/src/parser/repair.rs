//! Tests repairs before they are shown. A corrected line is shown only if the text parses without
//! errors after the correction of all known mistakes.

use super::parse_english;
use base::diagnostic::{Diagnostic, corrected, repair_lines};

/// Adds the repairs to diagnostics about a rule file.
#[cold]
pub(crate) fn repair_rules(list: &mut [Diagnostic], source: &str) {
    repair_lines(list, source);
    if list.iter().all(|found| found.repair.is_none()) {
        return;
    }
    let mended = corrected(list, source);
    let Err(left) = parse_english(&mended) else {
        return;
    };
    let line = |text: &str, at: u32| {
        text.bytes()
            .take(at as usize)
            .filter(|byte| *byte == b'\n')
            .count()
    };
    let wrong: Vec<usize> = left
        .iter()
        .map(|error| line(&mended, error.span.start))
        .collect();
    for found in list {
        let Some(edit) = found.edits.first() else {
            continue;
        };
        let lines = line(source, edit.span.start)..=line(source, edit.span.end);
        if wrong.iter().any(|wrong| lines.contains(wrong)) {
            found.repair = None;
        }
    }
}
