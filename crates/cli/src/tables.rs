//! Tables as text, CSV, b-file and LaTeX.

use std::fmt::Write as _;

use grundy::answer::{Cells, Table};
use rules::text;
use rules::text::{Lang, Text};

use crate::args::Format;

/// The cells as words; `.` or nothing where the numbers are no position.
fn cells(table: &Table, absent: &str) -> Vec<String> {
    match &table.cells {
        Cells::Values(list) => list.iter().map(|v| v.map_or(absent.to_owned(), |v| v.to_string())).collect(),
        Cells::Outcomes(list) => list.iter().map(|o| o.map_or(absent.to_owned(), |o| o.letter().to_string())).collect(),
    }
}

/// The table in a format other than JSON; the error says which shape it takes.
pub fn write(table: &Table, format: Format, lang: Lang) -> Result<String, Text> {
    let slots = table.running();
    match (format, &slots[..]) {
        (Format::Text, [slot]) => Ok(row_text(table, slot, lang)),
        (Format::Text, [down, across]) => Ok(grid_text(table, down, across, lang)),
        (Format::Csv, _) => Ok(csv(table)),
        (Format::Bfile, [slot]) => bfile(table, slot),
        (Format::Bfile, _) => Err(text!("a b-file has one range", "b-file 只能有一个范围")),
        (Format::Latex, [slot]) => Ok(latex(table, None, slot)),
        (Format::Latex, [down, across]) => Ok(latex(table, Some(down), across)),
        (Format::Json, _) | (_, _) => {
            let count = slots.len();
            Err(text!(
                "a table has one or two ranges, here are {count}; CSV and JSON take any number",
                "表格有一或两个范围，此处有 {count} 个；CSV 和 JSON 不限"
            ))
        }
    }
}

fn caption(table: &Table, lang: Lang) -> String {
    let (game, method, status) = (&table.game, &table.method, table.status.text());
    let what = match table.cells {
        Cells::Values(_) => text!("Grundy values", "SG 值"),
        Cells::Outcomes(_) => text!("outcomes", "胜负"),
    };
    match lang {
        Lang::En => format!("{game}: {} ({}, {method})", what.en, status.en),
        Lang::Zh => format!("{game}：{}（{}，{method}）", what.zh, status.zh),
    }
}

fn width(words: &[String]) -> usize {
    words.iter().map(|w| w.chars().count()).max().unwrap_or(1)
}

/// One range: numbers above, cells below, twenty to a line.
fn row_text(table: &Table, (name, low, high): &(String, i64, i64), lang: Lang) -> String {
    const PER_LINE: usize = 20;
    let cells = cells(table, ".");
    let heads: Vec<String> = (*low..=*high).map(|n| n.to_string()).collect();
    let width = width(&cells).max(width(&heads));
    let label = match table.cells {
        Cells::Values(_) => "SG",
        Cells::Outcomes(_) => "",
    };
    let side = name.chars().count().max(label.len());
    let mut out = format!("{}\n", caption(table, lang));
    for (heads, cells) in heads.chunks(PER_LINE).zip(cells.chunks(PER_LINE)) {
        let line = |first: &str, words: &[String]| {
            let words: Vec<String> = words.iter().map(|w| format!("{w:>width$}")).collect();
            format!("{first:<side$} | {}\n", words.join(" "))
        };
        out += &line(name, heads);
        out += &line(label, cells);
    }
    out
}

/// Two ranges: the first runs down, the second across.
fn grid_text(table: &Table, down: &(String, i64, i64), across: &(String, i64, i64), lang: Lang) -> String {
    let cells = cells(table, ".");
    let heads: Vec<String> = (across.1..=across.2).map(|n| n.to_string()).collect();
    let sides: Vec<String> = (down.1..=down.2).map(|n| n.to_string()).collect();
    let corner = format!("{}\\{}", down.0, across.0);
    let width = width(&cells).max(width(&heads));
    let side = width_of_side(&sides, &corner);
    let mut out = format!("{}\n", caption(table, lang));
    let mut line = |first: &str, words: &[String]| {
        let words: Vec<String> = words.iter().map(|w| format!("{w:>width$}")).collect();
        let _ = writeln!(out, "{first:>side$} | {}", words.join(" "));
    };
    line(&corner, &heads);
    for (side, row) in sides.iter().zip(cells.chunks(heads.len())) {
        line(side, row);
    }
    out
}

fn width_of_side(sides: &[String], corner: &str) -> usize {
    width(sides).max(corner.chars().count())
}

/// A line for each cell: the numbers, then the value.
fn csv(table: &Table) -> String {
    let names: Vec<&str> = table.slots.iter().map(|(name, _, _)| name.as_str()).collect();
    let kind = match table.cells {
        Cells::Values(_) => "grundy",
        Cells::Outcomes(_) => "outcome",
    };
    let mut out = format!("{},{kind}\n", names.join(","));
    let mut numbers: Vec<i64> = table.slots.iter().map(|(_, low, _)| *low).collect();
    for cell in cells(table, "") {
        let row: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let _ = writeln!(out, "{},{cell}", row.join(","));
        for (number, (_, low, high)) in numbers.iter_mut().zip(&table.slots).rev() {
            if *number < *high {
                *number += 1;
                break;
            }
            *number = *low;
        }
    }
    out
}

/// The OEIS's format: a line `n a(n)` for each number.
fn bfile(table: &Table, (_, low, _): &(String, i64, i64)) -> Result<String, Text> {
    let Cells::Values(values) = &table.cells else {
        return Err(text!("a b-file holds numbers: leave out --outcomes", "b-file 只存数字：请去掉 --outcomes"));
    };
    let mut out = String::new();
    for (n, value) in (*low..).zip(values) {
        let Some(value) = value.and_then(|v| v.as_nimber()) else {
            return Err(text!("a({n}) is not a number, which a b-file cannot hold", "a({n}) 不是数，无法写入 b-file"));
        };
        let _ = writeln!(out, "{n} {value}");
    }
    Ok(out)
}

fn latex(table: &Table, down: Option<&(String, i64, i64)>, across: &(String, i64, i64)) -> String {
    let cells: Vec<String> = cells(table, "").iter().map(|c| c.replace('∞', "$\\infty$")).collect();
    let heads: Vec<String> = (across.1..=across.2).map(|n| n.to_string()).collect();
    let name = |text: &str| text.replace('[', "_{").replace(']', "}");
    let corner = match down {
        Some(down) => format!("${} \\backslash {}$", name(&down.0), name(&across.0)),
        None => format!("${}$", name(&across.0)),
    };
    let mut out = format!("\\begin{{tabular}}{{r|{}}}\n", "r".repeat(heads.len()));
    let _ = writeln!(out, "{corner} & {} \\\\ \\hline", heads.join(" & "));
    let sides: Vec<String> = match down {
        Some(down) => (down.1..=down.2).map(|n| n.to_string()).collect(),
        None => vec!["$\\mathcal{G}$".to_owned()],
    };
    for (side, row) in sides.iter().zip(cells.chunks(heads.len())) {
        let _ = writeln!(out, "{side} & {} \\\\", row.join(" & "));
    }
    out += "\\end{tabular}\n";
    out
}
