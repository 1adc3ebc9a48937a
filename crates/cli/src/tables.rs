//! Tables as text, list, CSV, JSON, b-file, LaTeX and Markdown. They are written cell by cell and
//! never assembled in memory, because the text of a table is several times as large as its cells.

use std::io::{Result as Written, Write};

use base::text;
use base::text::{Lang, Text};
use grundy::answer::{TableAnswer, TableCells};
use grundy::measure::{Measure, MeasuredValue};

use crate::args::TableFormatArg;
use grundy::position_text;
use requests::table::TableReply;
use rules::world::World;

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

/// Returns a function that writes the complete table in a format. Returns an error that names the
/// supported shapes if the format does not support the shape of the table.
pub fn writer(
    told: &TableReply,
    format: TableFormatArg,
    lang: Lang,
) -> Result<impl Fn(&mut dyn Write) -> Written<()>, Text> {
    let TableReply { table, world, .. } = told;
    let slots = table.running();
    match (format, &slots[..]) {
        (TableFormatArg::Text | TableFormatArg::Latex | TableFormatArg::Markdown, [_] | [_, _])
        | (TableFormatArg::Csv | TableFormatArg::Json, _) => {}
        (TableFormatArg::List | TableFormatArg::Bfile, [_] | [_, _]) => {
            numbers_only(table, &slots)?
        }
        (TableFormatArg::List | TableFormatArg::Bfile, _) => {
            let count = slots.len();
            return Err(text!(
                "a list and a b-file have one range, or two that are read by antidiagonals; here are {count}",
                "list 与 b-file 有一个范围，或有两个范围（按反对角线读出）；此处有 {count} 个"
            ));
        }
        (TableFormatArg::Text | TableFormatArg::Latex | TableFormatArg::Markdown, _) => {
            let count = slots.len();
            return Err(text!(
                "a table has one or two ranges, here are {count}; CSV and JSON take any number",
                "表格有一或两个范围，此处有 {count} 个；CSV 和 JSON 不限"
            ));
        }
    }
    Ok(move |out: &mut dyn Write| match (format, &slots[..]) {
        (TableFormatArg::Text, [down, across]) => grid_text(table, world, down, across, lang, out),
        (TableFormatArg::Text, [slot, ..]) => row_text(table, world, slot, lang, out),
        (TableFormatArg::Latex, [down, across]) => latex(table, Some(down), across, out),
        (TableFormatArg::Latex, [slot, ..]) => latex(table, None, slot, out),
        (TableFormatArg::Markdown, [down, across]) => markdown(table, Some(down), across, out),
        (TableFormatArg::Markdown, [slot, ..]) => markdown(table, None, slot, out),
        (TableFormatArg::List, _) => list(table, &slots, out),
        (TableFormatArg::Bfile, _) => bfile(table, &slots, out),
        (TableFormatArg::Json, _) => requests::table::json(told, lang, out),
        (TableFormatArg::Csv, _) | (_, []) => csv(table, out),
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

/// Writes a table with two ranges: the first is vertical, the second horizontal.
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
    write!(
        out,
        "{}",
        crate::reply_text::warnings(&table.warnings, lang)
    )
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

/// Returns the cells of a sequence in order, as indices into the table. For one range, these are
/// all cells. For two ranges, they are the complete antidiagonals, each from the top row down: T(0,
/// 0), T(0, 1), T(1, 0), T(0, 2), …. Antidiagonals that cross the edge of the table are omitted.
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
            "a list and a b-file hold numbers, here are outcomes",
            "list 与 b-file 只存数字，此处为胜负"
        ));
    }
    match (offset(slots)..)
        .zip(sequence(slots))
        .find(|(_, index)| !is_number(*index))
    {
        Some((n, _)) => Err(text!(
            "a({n}) is not a number, which a list or a b-file cannot hold",
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

fn latex(
    table: &TableAnswer,
    down: Option<RunningSlot<'_>>,
    across: RunningSlot<'_>,
    out: &mut dyn Write,
) -> Written<()> {
    // Names of slots consist of letters, digits, `_` and an index. No other character of them is
    // special in LaTeX.
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
            write!(
                out,
                " & {}",
                cell(table, index, "").replace('∞', "$\\infty$")
            )?;
            index += 1;
        }
        write!(out, " \\\\")?;
    }
    writeln!(out, "\n\\end{{tabular}}")
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
            write!(out, " {} |", cell(table, index, ""))?;
            index += 1;
        }
    }
    writeln!(out)
}
