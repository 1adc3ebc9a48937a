//! This module writes numbers below each other in decimal and binary, as in a nim-sum by hand. For
//! Moore's Nim, the columns show how many numbers have a one at each binary digit. Names may be
//! Chinese, whose characters are two columns wide.

use base::text;
use base::text::{Lang, Text};
use unicode_width::UnicodeWidthStr;

/// A row of the printed columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnRow {
    /// A name and its number.
    Number(String, u64),
    /// A name, and one decimal digit to print below each binary digit, lowest binary digit first.
    Digits(String, Vec<u8>),
    /// An ellipsis for the rows that are left out.
    More,
}

impl ColumnRow {
    fn name(&self) -> &str {
        match self {
            ColumnRow::Number(name, _) | ColumnRow::Digits(name, _) => name,
            ColumnRow::More => "…",
        }
    }

    fn number(&self) -> u64 {
        match self {
            ColumnRow::Number(_, number) => *number,
            _ => 0,
        }
    }
}

/// Returns the rows of the given named numbers in one language. Rows after the twelfth are left
/// out.
pub fn rows(numbers: &[(Text, u64)], lang: Lang) -> Vec<ColumnRow> {
    const MAX_NUMBERS: usize = 12;
    let more = (numbers.len() > MAX_NUMBERS).then_some(ColumnRow::More);
    let shown = numbers
        .iter()
        .take(MAX_NUMBERS)
        .map(|(name, number)| ColumnRow::Number(name.get(lang).to_owned(), *number));
    shown.chain(more).collect()
}

/// Formats numbers with their nim-sum below them, and marks the highest binary digit 1 of the
/// nim-sum. O(numbers).
pub fn nim_sum(numbers: &[(Text, u64)]) -> Text {
    let total = numbers
        .iter()
        .fold(0, |sum, (_, number)| nimber::sum(sum, *number));
    let (title, mark) = (
        text!("nim-sum", "Nim 和"),
        text!("this bit decides", "这一位起决定作用"),
    );
    let shown = |lang| {
        let mut rows = rows(numbers, lang);
        rows.push(ColumnRow::Number(title.get(lang).to_owned(), total));
        columns(
            &rows,
            total.checked_ilog2().map(|bit| (bit, mark.get(lang))),
        )
    };
    Text {
        en: shown(Lang::En),
        zh: shown(Lang::Zh),
    }
}

/// Formats the rows in columns, one line per row, without a final newline. `mark` is a binary digit
/// and the words to print below it. O(rows).
///
/// ```
/// use base::text::{Lang, Text};
/// use theory::columns::{columns, rows};
///
/// let heaps = rows(&[(Text::same("a"), 3), (Text::same("b"), 5)], Lang::En);
/// assert_eq!(columns(&heaps, None), "a  3  011\nb  5  101");
/// ```
pub fn columns(rows: &[ColumnRow], mark: Option<(u32, &str)>) -> String {
    let width = rows.iter().map(|row| row.name().width()).max().unwrap_or(0);
    let most = rows.iter().map(ColumnRow::number).max().unwrap_or(0);
    let (digits, bits) = (
        most.to_string().len(),
        most.checked_ilog2().unwrap_or(0) as usize + 1,
    );
    let mut lines: Vec<String> = Vec::with_capacity(rows.len() + 1);
    for row in rows {
        let (name, gap) = (row.name(), " ".repeat(width - row.name().width()));
        lines.push(match row {
            ColumnRow::Number(_, number) => {
                format!("{name}{gap}  {number:>digits$}  {number:0>bits$b}")
            }
            ColumnRow::Digits(_, list) => {
                let shown: String = (0..bits)
                    .rev()
                    .map(|bit| {
                        list.get(bit)
                            .map_or('0', |digit| char::from(b'0' + digit % 10))
                    })
                    .collect();
                format!("{name}{gap}  {:>digits$}  {shown}", "")
            }
            ColumnRow::More => name.to_owned(),
        });
    }
    if let Some((bit, words)) = mark {
        let before = (width + 2 + digits + 2 + bits).saturating_sub(1 + bit as usize);
        lines.push(format!("{}^ {words}", " ".repeat(before)));
    }
    lines.join("\n")
}
