//! Boards as text: rows of equal length, parted by `/` or by line ends. Blanks around a row do not count, nor do empty rows before the
//! first and after the last.

use base::diagnostic::Span;
use base::text;
use base::text::Text;

/// Each row with its place in the text.
///
/// # Errors
/// The first row of another length than the first one has, with its place.
pub fn rows(text: &str) -> Result<Vec<(usize, &str)>, (Span, Text)> {
    let mut rows: Vec<(usize, &str)> = Vec::new();
    let mut from = 0;
    for row in text.split(['/', '\n']) {
        let blanks = row.len() - row.trim_start().len();
        rows.push((from + blanks, row.trim()));
        from += row.len() + 1;
    }
    while rows.last().is_some_and(|row| row.1.is_empty()) {
        rows.pop();
    }
    let first = rows.iter().position(|row| !row.1.is_empty()).unwrap_or(rows.len());
    rows.drain(..first);
    let width = rows.first().map_or(0, |row| row.1.chars().count());
    for (line, &(place, row)) in (1..).zip(&rows) {
        let length = row.chars().count();
        if length != width {
            let message = text!(
                "row {line} has {length} cells, the first row has {width}: rows have equal length",
                "第 {line} 行有 {length} 格，第一行有 {width} 格：各行长度应相同"
            );
            return Err((Span::new(place, place + row.len()), message));
        }
    }
    Ok(rows)
}
