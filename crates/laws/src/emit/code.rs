//! Code that the programming languages share: lists wrapped into lines, the sizes of digits and
//! numbers.

use automata::numeration::NumerationSystem;
use dashu_int::UBig;

use super::subject::EmitSubject;
use super::table::TransitionTable;
use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;

/// Maximum number of columns of a line of a list.
const WIDTH: usize = 118;

/// Formats items separated by commas, in lines that begin with a number of spaces.
pub(super) fn format_list<T: ToString>(
    items: impl IntoIterator<Item = T>,
    blanks: usize,
) -> String {
    let blanks = " ".repeat(blanks);
    let (mut text, mut line) = (String::new(), blanks.clone());
    for item in items {
        let item = item.to_string();
        if line.len() + item.len() + 2 > WIDTH {
            text += line.trim_end();
            text.push('\n');
            line.clone_from(&blanks);
        }
        line += &item;
        line += ", ";
    }
    text + line.trim_end() + "\n"
}

/// Returns the symbols of the outputs at letter ends, in pieces that fit into a line.
pub(super) fn signs(table: &TransitionTable) -> Vec<String> {
    let signs: Vec<char> = table.ends.iter().map(|end| end.sign()).collect();
    signs
        .chunks(100)
        .map(|piece| piece.iter().collect())
        .collect()
}

/// Returns the number of bits of the smallest unsigned integer type that can store each node.
pub(super) fn width(table: &TransitionTable) -> u32 {
    match table.nodes() {
        0..=256 => 8,
        257..=65_536 => 16,
        _ => 32,
    }
}

/// Returns the maximum number of digits of the numbers of a position, if each slot is below 2^63.
pub(super) fn most_digits(law: &Law) -> usize {
    let greatest = law
        .lows
        .iter()
        .map(|&low| UBig::try_from(i128::from(i64::MAX) - low).unwrap_or(UBig::ZERO));
    greatest
        .map(|number| law.numerals.digits(&number).len())
        .max()
        .unwrap_or(0)
        .max(1)
}

/// Returns whether a position whose slots are at most 2^63 - 1 may have a value of more than 64
/// bits.
pub(super) fn may_overflow(law: &Law, table: &TransitionTable) -> bool {
    law.kind == LawOutput::Values
        && UBig::from(table.base).pow(most_digits(law) + table.leading) > UBig::ONE << 64
}

/// Returns the recurrence of a numeration system that is not a base: its first weights, and the
/// factors of the preceding weights, the nearest first.
pub(super) fn recurrence(numerals: &LawNumerals) -> Option<(Vec<UBig>, Vec<u8>)> {
    let greedy = numerals.greedy()?;
    let expansion = greedy.expansion().to_vec();
    Some((greedy.weights(expansion.len()), expansion))
}

/// Formats Σ factor · weight. `before(i)` formats the i-th of the preceding weights, the nearest
/// being number 1.
pub(super) fn sum_of_weights(factors: &[u8], before: impl Fn(usize) -> String) -> String {
    let terms = (1..).zip(factors).filter(|(_, factor)| **factor > 0);
    let terms = terms.map(|(place, &factor)| {
        if factor == 1 {
            before(place)
        } else {
            format!("{factor} * {}", before(place))
        }
    });
    terms.collect::<Vec<_>>().join(" + ")
}

/// Describes the digits for a comment, as in `in base 2`.
pub(super) fn digits_of(numerals: &LawNumerals) -> String {
    match numerals.system() {
        NumerationSystem::Base(base) => format!("in base {base}"),
        _ => format!(
            "by {}",
            numerals.name().en.replacen(" digits", " weights", 1)
        ),
    }
}

/// Describes the tuple of numbers, with symbols that documentation renders as code.
fn row(subject: &EmitSubject<'_>, names: &[String]) -> String {
    let order = match &names[subject.unordered.clone()] {
        [] => String::new(),
        exchanged if exchanged.len() == names.len() => ", in any order".to_owned(),
        exchanged => format!(", `{}` in any order", exchanged.join("`, `")),
    };
    format!("`[{}]`{order}", names.join(", "))
}

/// Describes what the function returns for a position.
pub(super) fn subject_line(subject: &EmitSubject<'_>, names: &[String]) -> String {
    let row = row(subject, names);
    match subject.law.kind {
        LawOutput::Outcomes => format!("Whether the player to move loses at {row}"),
        _ => format!("The Grundy value of {row}"),
    }
}

/// Describes the case of a position for which a function of 64-bit numbers returns no value.
pub(super) fn overflow_remark(law: &Law, table: &TransitionTable) -> &'static str {
    if may_overflow(law, table) {
        ", or if its value needs more than 64 bits"
    } else {
        ""
    }
}

/// Returns the comment that explains the result symbols for the end of the digits.
pub(super) fn ends_remark(law: &Law) -> &'static str {
    match law.kind {
        LawOutput::Outcomes => {
            "The result at the end of the digits: the player to move loses (P) or wins (N), or the digits are not a position."
        }
        _ => "The result at the end of the digits: whether the digits of the value are correct.",
    }
}

/// Formats, as a summand such as ` + 2`, the number of digits by which a value may exceed the
/// longest number.
pub(super) fn leading_digits(table: &TransitionTable) -> String {
    match table.leading {
        0 => String::new(),
        more => format!(" + {more}"),
    }
}
