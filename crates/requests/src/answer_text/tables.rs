//! Writes tables as text, list, CSV, JSON, b-file, LaTeX and Markdown. A table is written cell by
//! cell and never assembled in memory, because its text is several times as large as its cells.

use std::io::{Result as Written, Write};

use base::text;
use base::text::{Lang, Text};
use grundy::answer::{TableAnswer, TableCells};
use grundy::measure::{Measure, MeasuredValue};
use grundy::position_text;
use rules::world::World;

use crate::table::{self, TableFormat, TableReply};

/// A slot with a range: its name, minimum and maximum.
type RunningSlot<'t> = &'t (String, i64, i64);

/// Returns the text of one cell; `absent` if the numbers are not a position.
fn cell(table: &TableAnswer, index: usize, absent: &str) -> String {
    match &table.cells {
        TableCells::Values(list) => list.get(index).map_or(absent.to_owned(), |v| v.to_string()),
        TableCells::Outcomes(list) => {
            list[index].map_or(absent.to_owned(), |o| o.letter().to_string())
        }
        TableCells::Worths(_, list) => list[index]
            .as_ref()
            .map_or(absent.to_owned(), |worth| worth.to_string()),
    }
}

fn count(table: &TableAnswer) -> usize {
    match &table.cells {
        TableCells::Values(list) => list.len(),
        TableCells::Outcomes(list) => list.len(),
        TableCells::Worths(_, list) => list.len(),
    }
}

/// Returns a function that writes the complete table in its format.
///
/// # Errors
/// Returns a message that names the supported shapes if the format does not support the shape of
/// the table.
pub fn writer(
    told: &TableReply,
    lang: Lang,
) -> Result<impl Fn(&mut dyn Write) -> Written<()>, Text> {
    let TableReply {
        table,
        world,
        format,
        ..
    } = told;
    let format = *format;
    let slots = table.running();
    match (format, &slots[..]) {
        (TableFormat::Text | TableFormat::Latex | TableFormat::Markdown, [_] | [_, _])
        | (TableFormat::Csv | TableFormat::Json, _) => {}
        (TableFormat::List | TableFormat::Bfile, [_] | [_, _]) => numbers_only(table, &slots)?,
        (TableFormat::List | TableFormat::Bfile, _) => {
            let count = slots.len();
            return Err(text!(
                "a list or b-file needs one range, or two ranges, whose cells are listed by antidiagonals; found {count} ranges",
                "list 或 b-file 需要一个范围，或两个范围（按反对角线读出）；此处有 {count} 个"
            ));
        }
        (TableFormat::Text | TableFormat::Latex | TableFormat::Markdown, _) => {
            let count = slots.len();
            return Err(text!(
                "a table needs one or two ranges, found {count}; CSV and JSON allow any number",
                "表格需要一或两个范围，此处有 {count} 个；CSV 和 JSON 不限"
            ));
        }
    }
    Ok(move |out: &mut dyn Write| match (format, &slots[..]) {
        (TableFormat::Text, [down, across]) => grid_text(table, world, down, across, lang, out),
        (TableFormat::Text, [slot, ..]) => row_text(table, world, slot, lang, out),
        (TableFormat::Latex, [down, across]) => latex(table, Some(down), across, out),
        (TableFormat::Latex, [slot, ..]) => latex(table, None, slot, out),
        (TableFormat::Markdown, [down, across]) => markdown(table, Some(down), across, out),
        (TableFormat::Markdown, [slot, ..]) => markdown(table, None, slot, out),
        (TableFormat::List, _) => list(table, &slots, out),
        (TableFormat::Bfile, _) => bfile(table, &slots, out),
        (TableFormat::Json, _) => table::json(told, lang, out),
        (TableFormat::Csv, _) | (_, []) => csv(table, out),
    })
}

fn caption(table: &TableAnswer, world: &World, lang: Lang) -> String {
    let (game, method, status) = (
        position_text::ranges(world, &table.asked),
        &table.method,
        table.status.text(),
    );
    let what = match &table.cells {
        TableCells::Values(_) => text!("Grundy values", "SG 值"),
        TableCells::Outcomes(_) => text!("outcomes", "胜负"),
        TableCells::Worths(wanted, _) => wanted.text(),
    };
    match lang {
        Lang::En => format!("{game}: {} ({}, {method})", what.en, status.en),
        Lang::Zh => format!("{game}：{}（{}，{method}）", what.zh, status.zh),
    }
}

/// Returns the width of the widest cell, including the numbers of the range.
fn width(table: &TableAnswer, absent: &str, (_, low, high): RunningSlot<'_>) -> usize {
    let cells = (0..count(table))
        .map(|i| cell(table, i, absent).chars().count())
        .max()
        .unwrap_or(1);
    cells.max(low.to_string().len()).max(high.to_string().len())
}

/// Returns the label before the cells of a table with one range.
fn label(table: &TableAnswer) -> &'static str {
    match table.cells {
        TableCells::Values(_) => "SG",
        TableCells::Outcomes(_) | TableCells::Worths(..) => "",
    }
}

/// Writes a table with one range: numbers above, cells below, 20 per line.
fn row_text(
    table: &TableAnswer,
    world: &World,
    slot: RunningSlot<'_>,
    lang: Lang,
    out: &mut dyn Write,
) -> Written<()> {
    const PER_LINE: usize = 20;
    let (name, low, _) = slot;
    let width = width(table, ".", slot);
    let label = label(table);
    let side = name.chars().count().max(label.len());
    writeln!(out, "{}", caption(table, world, lang))?;
    for first in (0..count(table)).step_by(PER_LINE) {
        let line = first..count(table).min(first + PER_LINE);
        write!(out, "{name:<side$} |")?;
        for i in line.clone() {
            write!(out, " {:>width$}", low + i as i64)?;
        }
        write!(out, "\n{label:<side$} |")?;
        for i in line {
            write!(out, " {:>width$}", cell(table, i, "."))?;
        }
        writeln!(out)?;
    }
    write_warnings(table, lang, out)
}

/// Writes a table with two ranges: the first range is vertical, and the second range is horizontal.
fn grid_text(
    table: &TableAnswer,
    world: &World,
    down: RunningSlot<'_>,
    across: RunningSlot<'_>,
    lang: Lang,
    out: &mut dyn Write,
) -> Written<()> {
    let corner = format!("{}\\{}", down.0, across.0);
    let width = width(table, ".", across);
    let side = down
        .1
        .to_string()
        .len()
        .max(down.2.to_string().len())
        .max(corner.chars().count());
    writeln!(out, "{}", caption(table, world, lang))?;
    write!(out, "{corner:>side$} |")?;
    for head in across.1..=across.2 {
        write!(out, " {head:>width$}")?;
    }
    let mut index = 0;
    for row in down.1..=down.2 {
        write!(out, "\n{row:>side$} |")?;
        for _ in across.1..=across.2 {
            write!(out, " {:>width$}", cell(table, index, "."))?;
            index += 1;
        }
    }
    writeln!(out)?;
    write_warnings(table, lang, out)
}

/// Writes the text of the warnings below a table.
fn write_warnings(table: &TableAnswer, lang: Lang, out: &mut dyn Write) -> Written<()> {
    write!(out, "{}", super::warnings(&table.warnings, lang))
}

/// Returns a CSV field, quoted if it contains a comma or a quote.
fn csv_field(text: &str) -> String {
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Writes a line for each cell: the numbers, then the value.
fn csv(table: &TableAnswer, out: &mut dyn Write) -> Written<()> {
    let names: Vec<&str> = table
        .slots
        .iter()
        .map(|(name, _, _)| name.as_str())
        .collect();
    let kind = match &table.cells {
        TableCells::Values(_) => "grundy",
        TableCells::Outcomes(_) => "outcome",
        TableCells::Worths(wanted, _) => wanted.measure.map_or("value", Measure::name),
    };
    let names: Vec<String> = names.iter().map(|name| csv_field(name)).collect();
    writeln!(out, "{},{kind}", names.join(","))?;
    let mut numbers: Vec<i64> = table.slots.iter().map(|(_, low, _)| *low).collect();
    for index in 0..count(table) {
        for number in &numbers {
            write!(out, "{number},")?;
        }
        let word = cell(table, index, "");
        // The notation of an infinite value with several nimbers contains commas.
        if word.contains(',') {
            writeln!(out, "\"{word}\"")?
        } else {
            writeln!(out, "{word}")?
        }
        for (number, (_, low, high)) in numbers.iter_mut().zip(&table.slots).rev() {
            if *number < *high {
                *number += 1;
                break;
            }
            *number = *low;
        }
    }
    Ok(())
}

/// Returns the cells of a sequence in order, as indices into the table. For one range, the sequence
/// contains all cells. For two ranges, the sequence contains the complete antidiagonals, each from
/// the top row down: T(0, 0), T(0, 1), T(1, 0), T(0, 2), …. Antidiagonals that cross the edge of
/// the table are omitted.
fn sequence(slots: &[RunningSlot<'_>]) -> Box<dyn Iterator<Item = usize>> {
    let length = |(_, low, high): &RunningSlot<'_>| high.abs_diff(*low) as usize + 1;
    match slots {
        [down, across] => {
            let columns = length(across);
            let whole = columns.min(length(down));
            Box::new((0..whole).flat_map(move |diagonal| {
                (0..=diagonal).map(move |row| row * columns + diagonal - row)
            }))
        }
        _ => Box::new(0..slots.first().map_or(0, length)),
    }
}

/// Returns the index of the first term of a sequence, which is the minimum of the first range.
fn offset(slots: &[RunningSlot<'_>]) -> i64 {
    slots.first().map_or(0, |(_, low, _)| *low)
}

/// Checks that every cell of a sequence is a number.
fn numbers_only(table: &TableAnswer, slots: &[RunningSlot<'_>]) -> Result<(), Text> {
    let is_number = |index: usize| match &table.cells {
        TableCells::Values(values) => values.get(index).and_then(|v| v.as_nimber()).is_some(),
        TableCells::Worths(_, worths) => worths[index]
            .as_ref()
            .and_then(MeasuredValue::as_number)
            .is_some(),
        TableCells::Outcomes(_) => false,
    };
    if let TableCells::Outcomes(_) = &table.cells {
        return Err(text!(
            "a list or b-file contains numbers, but this table contains outcomes",
            "list 与 b-file 只存数字，而此处为胜负"
        ));
    }
    match (offset(slots)..)
        .zip(sequence(slots))
        .find(|(_, index)| !is_number(*index))
    {
        Some((n, _)) => Err(text!(
            "a({n}) is not a number, so it cannot be written to a list or b-file",
            "a({n}) 不是数，无法写入 list 或 b-file"
        )),
        None => Ok(()),
    }
}

/// Writes numbers separated by commas, as expected by the OEIS search.
fn list(table: &TableAnswer, slots: &[RunningSlot<'_>], out: &mut dyn Write) -> Written<()> {
    for (i, index) in sequence(slots).enumerate() {
        write!(
            out,
            "{}{}",
            if i == 0 { "" } else { ", " },
            cell(table, index, "")
        )?;
    }
    writeln!(out)
}

/// Writes the b-file format of the OEIS: a line `n a(n)` for each number.
fn bfile(table: &TableAnswer, slots: &[RunningSlot<'_>], out: &mut dyn Write) -> Written<()> {
    (offset(slots)..)
        .zip(sequence(slots))
        .try_for_each(|(n, index)| writeln!(out, "{n} {}", cell(table, index, "")))
}

/// Returns the text of a cell in LaTeX. Only names of values contain special characters.
fn latex_cell(cell: &str) -> String {
    let is_name = cell.contains(['{', '^', '|', '…']);
    let sign = |sign: char| match sign {
        '∞' => "$\\infty$".to_owned(),
        '…' => "\\ldots{}".to_owned(),
        '{' | '}' => format!("\\{sign}"),
        '^' => "\\textasciicircum{}".to_owned(),
        '|' => "\\textbar{}".to_owned(),
        sign => sign.to_string(),
    };
    let text: String = cell.chars().map(sign).collect();
    if is_name {
        format!("\\texttt{{{text}}}")
    } else {
        text
    }
}

fn latex(
    table: &TableAnswer,
    down: Option<RunningSlot<'_>>,
    across: RunningSlot<'_>,
    out: &mut dyn Write,
) -> Written<()> {
    // Names of slots consist of letters, digits, `_` and an index. Among the characters of slot
    // names, only `_` is special in LaTeX.
    let sign = |sign: char| match sign {
        '[' => "_{".to_owned(),
        ']' => "}".to_owned(),
        '_' => "\\_".to_owned(),
        sign if sign.is_alphanumeric() || ",-".contains(sign) => sign.to_string(),
        _ => "?".to_owned(),
    };
    let name = |text: &str| text.chars().map(sign).collect::<String>();
    let corner = match down {
        Some(down) => format!("${} \\backslash {}$", name(&down.0), name(&across.0)),
        None => format!("${}$", name(&across.0)),
    };
    write!(out, "\\begin{{tabular}}{{r|")?;
    (across.1..=across.2).try_for_each(|_| write!(out, "r"))?;
    write!(out, "}}\n{corner}")?;
    (across.1..=across.2).try_for_each(|head| write!(out, " & {head}"))?;
    write!(out, " \\\\ \\hline")?;
    let (low, high) = down.map_or((0, 0), |down| (down.1, down.2));
    let mut index = 0;
    for row in low..=high {
        match down {
            Some(_) => write!(out, "\n{row}")?,
            None => write!(out, "\n$\\mathcal{{G}}$")?,
        }
        for _ in across.1..=across.2 {
            write!(out, " & {}", latex_cell(&cell(table, index, "")))?;
            index += 1;
        }
        write!(out, " \\\\")?;
    }
    writeln!(out, "\n\\end{{tabular}}")
}

/// Returns the text of a cell in GitHub Markdown. Only names of values contain special characters;
/// they are code spans, in which only `|` must be escaped in a table.
fn markdown_cell(cell: String) -> String {
    match cell.contains(['*', '^', '|']) {
        true => format!("`{}`", cell.replace('|', "\\|")),
        false => cell,
    }
}

/// Writes a table in GitHub Markdown. The names of slots are code spans, in which none of their
/// characters is special.
fn markdown(
    table: &TableAnswer,
    down: Option<RunningSlot<'_>>,
    across: RunningSlot<'_>,
    out: &mut dyn Write,
) -> Written<()> {
    match down {
        Some(down) => write!(out, "| `{}\\{}` |", down.0, across.0)?,
        None => write!(out, "| `{}` |", across.0)?,
    }
    (across.1..=across.2).try_for_each(|head| write!(out, " {head} |"))?;
    write!(out, "\n| ---: |")?;
    (across.1..=across.2).try_for_each(|_| write!(out, " ---: |"))?;
    let (low, high) = down.map_or((0, 0), |down| (down.1, down.2));
    let mut index = 0;
    for row in low..=high {
        match down {
            Some(_) => write!(out, "\n| {row} |")?,
            None => write!(out, "\n| {} |", label(table))?,
        }
        for _ in across.1..=across.2 {
            write!(out, " {} |", markdown_cell(cell(table, index, "")))?;
            index += 1;
        }
    }
    writeln!(out)
}
