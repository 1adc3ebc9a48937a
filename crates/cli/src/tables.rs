//! Tables as text, list, CSV, JSON, b-file, LaTeX and Markdown. They are written cell by cell as
//! they stand, never put together in memory: the text of a table is several times as large as its
//! cells.

use std::io::{Result as Written, Write};

use base::text;
use base::text::{Lang, Text};
use grundy::answer::{TableAnswer, TableCells};
use grundy::measure::{Measure, MeasuredValue};

use crate::args::TableFormatArg;
use grundy::position_text;
use requests::table::TableReply;
use rules::world::World;

/// A slot that runs: its name, its least and its greatest value.
type RunningSlot<'t> = &'t (String, i64, i64);

/// One cell as a word; `absent` where the numbers are no position.
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

/// Writes a table in some format. Whether the format takes it is found out before: the error says
/// which shape it takes, and the writer writes all of it.
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

/// The width of the widest cell, and of the numbers of a range.
fn width(table: &TableAnswer, absent: &str, (_, low, high): RunningSlot<'_>) -> usize {
    let cells = (0..count(table))
        .map(|i| cell(table, i, absent).chars().count())
        .max()
        .unwrap_or(1);
    cells.max(low.to_string().len()).max(high.to_string().len())
}

/// What stands before the cells of one range.
fn label(table: &TableAnswer) -> &'static str {
    match table.cells {
        TableCells::Values(_) => "SG",
        TableCells::Outcomes(_) | TableCells::Worths(..) => "",
    }
}

/// One range: numbers above, cells below, twenty to a line.
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

/// Two ranges: the first runs down, the second across.
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

/// The warnings below a table in words.
fn write_warnings(table: &TableAnswer, lang: Lang, out: &mut dyn Write) -> Written<()> {
    write!(
        out,
        "{}",
        crate::reply_text::warnings(&table.warnings, lang)
    )
}

/// A cell of CSV, in quotes where it holds a comma or a quote.
fn csv_field(text: &str) -> String {
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A line for each cell: the numbers, then the value.
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
        // Infinity with several nimbers holds commas of its own.
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

/// The cells of a sequence in its order, as indices into the table: those of one range, or the
/// whole antidiagonals of two, each from the top row down: T(0, 0), T(0, 1), T(1, 0), T(0, 2), …;
/// those that run over the edge are left out.
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

/// The number of the first term of a sequence: that of its first range.
fn offset(slots: &[RunningSlot<'_>]) -> i64 {
    slots.first().map_or(0, |(_, low, _)| *low)
}

/// Whether every cell of a sequence is a number.
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

/// Numbers with commas between them, as a search of the OEIS takes them.
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

/// The OEIS's format: a line `n a(n)` for each number.
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
    // Names of slots are letters, digits and `_`, with an index; nothing else is a command of
    // LaTeX.
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

/// A table of GitHub's Markdown. The names of slots stand as code, where no sign of theirs means
/// anything else.
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
