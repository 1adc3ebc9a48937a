//! The comparison of outputs, and the format of rows of numbers.

use std::fmt::Write;

use base::text;
use base::text::{Text, shortened};

use crate::input::without_mark;

/// Returns the first token in which two outputs differ, as judges compare outputs; `None` if all
/// tokens are equal.
pub fn difference(expected: &str, found: &str) -> Option<Text> {
    let (mut want, mut have) = (tokens(expected), tokens(found));
    loop {
        return match (want.next(), have.next()) {
            (None, None) => None,
            (Some((_, a)), Some((_, b))) if a == b => continue,
            (Some((_, a)), Some((line, b))) => {
                let b = shortened(b);
                Some(text!(
                    "line {line}: expected `{a}`, found `{b}`",
                    "第 {line} 行：应为 `{a}`，实为 `{b}`"
                ))
            }
            (Some((line, a)), None) => Some(text!(
                "the output ends too early: expected `{a}` from line {line}",
                "输出过早结束：还应有第 {line} 行的 `{a}`"
            )),
            (None, Some((line, b))) => {
                let b = shortened(b);
                Some(text!(
                    "line {line}: expected the end of the output, found `{b}`",
                    "第 {line} 行：输出应已结束，实为 `{b}`"
                ))
            }
        };
    }
}

fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    without_mark(text)
        .lines()
        .enumerate()
        .flat_map(|(line, text)| {
            text.split_ascii_whitespace()
                .map(move |token| (line + 1, token))
        })
}

/// Writes the line `yes` if `condition` holds, otherwise the line `no`.
pub(crate) fn write_either(out: &mut String, condition: bool, yes: &str, no: &str) {
    out.push_str(if condition { yes } else { no });
    out.push('\n');
}

/// Writes numbers separated by spaces, and a line end.
pub(crate) fn write_row<T: std::fmt::Display>(
    out: &mut String,
    numbers: impl IntoIterator<Item = T>,
) {
    for (i, number) in numbers.into_iter().enumerate() {
        let blank = if i == 0 { "" } else { " " };
        let _ = write!(out, "{blank}{number}");
    }
    out.push('\n');
}
