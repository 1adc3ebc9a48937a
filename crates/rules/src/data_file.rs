//! Reads data from the text of a file. The parameter determines what is expected: numbers, a table
//! of numbers, a text, or rows of characters. The text may also be written as in rules, which is
//! JSON: `[3, 1, 4]`, `[[1, 2], [3, 4]]`, `"abc"`, `["..#", "#.."]`.

use base::diagnostic::{Diagnostic, Span};
use base::escaping::is_hidden;
use base::text;
use base::text::Text;

use crate::data::{DataTable, EntryKind, MAX_DATA};
use crate::ir::Int;

/// A file with the value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// The name of the parameter.
    pub name: String,
    /// The content of the file.
    pub text: String,
    /// The name of the file in messages.
    pub file: String,
}

/// A row of data, and where it begins in the text.
struct Row {
    at: usize,
    entries: Vec<Int>,
}

/// Reads data that has the kind and the number of dimensions of `like`.
///
/// - Numbers are separated by blanks, commas or semicolons; in a table, each line that is not empty
///   is a row.
/// - A text is a single line, without its line end. In a table of characters, each line that is not
///   empty is a row.
///
/// O(size of the text).
///
/// # Errors
/// Returns a diagnostic with its location if the text is not such data, or the rows of a table have
/// different lengths.
pub fn read_data(text: &str, like: &DataTable) -> Result<DataTable, Vec<Diagnostic>> {
    // A mark of the byte order is not part of the text.
    let begin = text.trim_start_matches('\u{feff}');
    let list = begin.trim_start().strip_prefix('[');
    let quoted = match like.dimensions() {
        1 => begin.trim_start().starts_with('"'),
        _ => list.is_some_and(|list| list.trim_start().starts_with('"')),
    };
    let rows = match like.kind {
        EntryKind::Number => numbers(text, like.dimensions())?,
        EntryKind::Character if quoted => quoted_rows(text)?,
        EntryKind::Character => lines(text)?,
    };
    let total: usize = rows.iter().map(|row| row.entries.len()).sum();
    if total > MAX_DATA {
        return Err(error_at(
            0..text.len().min(1),
            text!(
                "more than {MAX_DATA} entries in one array",
                "一个数组的元素超过 {MAX_DATA} 个"
            ),
        ));
    }
    let entries =
        |rows: Vec<Row>| -> Vec<Int> { rows.into_iter().flat_map(|row| row.entries).collect() };
    if like.dimensions() == 1 {
        if let (EntryKind::Character, Some(second)) = (like.kind, rows.get(1)) {
            return Err(error_at(
                second.at..second.at,
                text!(
                    "expected one line of text, found another line",
                    "此处应为一行文本，却还有一行"
                ),
            ));
        }
        return Ok(DataTable::array(like.kind, entries(rows)));
    }
    let columns = rows.first().map_or(0, |row| row.entries.len());
    if let Some((at, row)) = rows
        .iter()
        .enumerate()
        .find(|(_, row)| row.entries.len() != columns)
    {
        let (at, found) = (at + 1, row.entries.len());
        return Err(error_at(
            row.at..row.at,
            text!(
                "row {at} has {found} entries, but the first row has {columns}",
                "第 {at} 行有 {found} 项，而第一行有 {columns} 项"
            ),
        ));
    }
    Ok(DataTable::table(like.kind, columns, entries(rows)))
}

fn error_at(range: std::ops::Range<usize>, message: Text) -> Vec<Diagnostic> {
    vec![Diagnostic::error(
        Span::new(range.start, range.end),
        message,
    )]
}

/// Reads rows of numbers. A row ends at a line end or at the bracket that closes it; `dimensions`
/// is the largest number of open brackets.
fn numbers(text: &str, dimensions: usize) -> Result<Vec<Row>, Vec<Diagnostic>> {
    let marked = text.trim_start_matches('\u{feff}').trim_start();
    let bracketed = marked.starts_with('[');
    let (mut rows, mut row): (Vec<Row>, Option<Row>) = (Vec::new(), None);
    let (mut open, mut closed) = (0, false);
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            '[' if bracketed && open < dimensions && (open > 0 || !closed) => open += 1,
            ']' if bracketed && open > 0 => {
                open -= 1;
                closed |= open == 0;
                rows.extend(row.take());
            }
            '\n' if !bracketed => rows.extend(row.take()),
            ',' | ';' | '\u{feff}' => {}
            c if c.is_whitespace() => {}
            '-' | '+' | '0'..='9' => {
                let mut end = at + 1;
                while let Some((next, c)) = rest.next_if(|(_, c)| !separates(*c)) {
                    end = next + c.len_utf8();
                }
                let number = text[at..end]
                    .parse()
                    .map_err(|_| not_a_number(text, at, end))?;
                let row = row.get_or_insert_with(|| Row {
                    at,
                    entries: Vec::new(),
                });
                row.entries.push(number);
            }
            _ => {
                let end = text[at..]
                    .find(separates)
                    .map_or(text.len(), |len| at + len);
                return Err(not_a_number(text, at, end.max(at + c.len_utf8())));
            }
        }
    }
    if open > 0 {
        let end = text.trim_end().len();
        return Err(error_at(
            end..end,
            text!("a bracket `[` is not closed", "有一个 `[` 没有结束"),
        ));
    }
    rows.extend(row);
    Ok(rows)
}

fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']')
}

fn not_a_number(text: &str, start: usize, end: usize) -> Vec<Diagnostic> {
    let found = &text[start..end];
    let long = found
        .trim_start_matches(['-', '+'])
        .bytes()
        .all(|b| b.is_ascii_digit());
    error_at(
        start..end,
        if long && found.len() > 1 {
            text!("the number does not fit in 64 bits", "这个数超出 64 位")
        } else {
            text!(
                "expected a number, found `{found}`",
                "此处应为数，却是 `{found}`"
            )
        },
    )
}

/// Returns the lines, without empty lines at the end.
fn lines(text: &str) -> Result<Vec<Row>, Vec<Diagnostic>> {
    let whole = text.trim_start_matches('\u{feff}');
    let whole = whole.trim_end_matches(['\r', '\n']);
    if whole.is_empty() {
        return Ok(Vec::new());
    }
    whole
        .lines()
        .map(|line| {
            let at = line.as_ptr() as usize - text.as_ptr() as usize;
            characters(line, at)
        })
        .collect()
}

/// Returns the characters of a row. Rules cannot write quotes and hidden characters.
fn characters(line: &str, at: usize) -> Result<Row, Vec<Diagnostic>> {
    let refused = |c: &char| *c == '"' || is_hidden(*c);
    if let Some((place, c)) = line.char_indices().find(|(_, c)| refused(c)) {
        let code = u32::from(c);
        return Err(error_at(
            at + place..at + place + c.len_utf8(),
            text!(
                "a text cannot contain the character U+{code:04X}",
                "文本中不能有字符 U+{code:04X}"
            ),
        ));
    }
    Ok(Row {
        at,
        entries: line.chars().map(|c| Int::from(u32::from(c))).collect(),
    })
}

/// Reads texts in quotes, in brackets or alone.
fn quoted_rows(text: &str) -> Result<Vec<Row>, Vec<Diagnostic>> {
    let mut rows: Vec<Row> = Vec::new();
    let (mut at, mut open) = (0, false);
    while let Some(c) = text[at..].chars().next() {
        let inside = at + c.len_utf8();
        if c == '"' {
            let end = text[inside..]
                .find(['"', '\n', '\\'])
                .map(|len| inside + len);
            let Some(end) = end.filter(|end| text[*end..].starts_with('"')) else {
                return Err(error_at(
                    at..inside,
                    text!(
                        "this text is not closed by `\"`, or contains `\\`",
                        "这段文本没有以 `\"` 结束，或含有 `\\`"
                    ),
                ));
            };
            rows.push(Row {
                at,
                ..characters(&text[inside..end], inside)?
            });
            at = end + 1;
            continue;
        }
        let nested = c == '[' && (open || !rows.is_empty());
        open |= c == '[';
        if nested || !matches!(c, '[' | ']' | ',' | '\u{feff}') && !c.is_whitespace() {
            return Err(error_at(
                at..inside,
                text!(
                    "expected a text in quotes, found `{c}`",
                    "此处应为引号中的文本，却是 `{c}`"
                ),
            ));
        }
        at = inside;
    }
    Ok(rows)
}
