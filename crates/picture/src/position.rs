//! Shows positions in their usual form: heaps as rows of stones, boards and rows as cells, graphs
//! with the names of their vertices. A position is shown as lines for a terminal or as a drawing.
//! Graphs with a ground or a root are drawn in levels, starting at the ground or root. Trees are
//! drawn as trees, and other graphs in a circle.

mod forest;
mod sketch;

use std::fmt::Write as _;

use base::text;
use base::text::Lang;
use rules::view::{
    CellGrid, ComponentView, GraphView, GraphViewNode, MAX_SHOWN_STONES, VertexMark, View,
};
use unicode_width::UnicodeWidthStr;

pub use sketch::drawing;

/// Returns the lines of the position. A single heap, or a single row of pins, is in the same line
/// as the name of its component.
pub fn text(list: &[ComponentView], lang: Lang) -> String {
    let mut out = String::new();
    let lines: Vec<Option<String>> = list.iter().map(in_line).collect();
    let in_lines = list.iter().zip(&lines).filter(|(_, line)| line.is_some());
    let width = in_lines
        .map(|(seen, _)| seen.title.width())
        .max()
        .unwrap_or(0);
    for (seen, line) in list.iter().zip(&lines) {
        if let Some(line) = line {
            let (title, gap) = (&seen.title, " ".repeat(width - seen.title.width()));
            let _ = writeln!(out, "{title}{gap}  {line}");
            continue;
        }
        if list.len() > 1 || seen.view == View::Written {
            let _ = writeln!(out, "{}", seen.title);
        }
        match &seen.view {
            View::Heaps(heaps) => write_named_numbers(&mut out, heaps, heap),
            View::Numbers(numbers) => write_named_numbers(&mut out, numbers, |n| format!("= {n}")),
            View::Cells(cells) => board(&mut out, cells),
            View::Ring(cells) => board(&mut out, &closed(cells)),
            View::Layers(layers) => layers.iter().for_each(|(name, cells)| {
                let _ = writeln!(out, "{name}");
                board(&mut out, cells);
            }),
            View::Graph(graph) => graph_lines(&mut out, graph, lang),
            _ => {}
        }
    }
    base::escaping::escape(&out).into_owned()
}

/// Returns the line of a component that is a single heap or a single row of pins; otherwise `None`.
fn in_line(seen: &ComponentView) -> Option<String> {
    match &seen.view {
        View::Heaps(heaps) => match &heaps[..] {
            [(_, size)] => Some(heap(*size)),
            _ => None,
        },
        View::Cells(cells) => row_alone(cells),
        View::Ring(cells) => row_alone(cells).map(|row| {
            if row == "-" {
                row
            } else {
                format!("{row} {AROUND}")
            }
        }),
        _ => None,
    }
}

/// Symbol after a row whose ends are connected.
const AROUND: &str = "↻";

/// Returns a row without names.
fn row_alone(cells: &CellGrid) -> Option<String> {
    match &cells.rows[..] {
        _ if !cells.down.is_empty() || !cells.across.is_empty() => None,
        [row] if row.is_empty() => Some("-".to_owned()),
        [row] => Some(row.join(" ")),
        _ => None,
    }
}

/// Returns a ring as a row with the symbol of a ring.
fn closed(ring: &CellGrid) -> CellGrid {
    let mut row = ring.clone();
    row.rows
        .iter_mut()
        .for_each(|line| line.push(AROUND.to_owned()));
    row
}

/// Returns the stones, for example `● ● ●`, or the number for a large heap.
fn heap(size: i64) -> String {
    match size {
        0 => "-".to_owned(),
        1..=MAX_SHOWN_STONES => vec![CellGrid::PIECE; size as usize].join(" "),
        _ => format!("{} … ({size})", CellGrid::PIECE),
    }
}

fn write_named_numbers(out: &mut String, list: &[(String, i64)], shown: impl Fn(i64) -> String) {
    let width = list.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    for (name, n) in list {
        let gap = " ".repeat(width - name.width());
        let _ = writeln!(out, "{}", format!("{name}{gap}  {}", shown(*n)).trim_end());
    }
}

/// Writes cells in columns, with the names of the rows and columns that have names.
fn board(out: &mut String, cells: &CellGrid) {
    let widest = |list: &[String]| list.iter().map(|name| name.width()).max().unwrap_or(0);
    let width = cells
        .rows
        .iter()
        .map(|row| widest(row))
        .max()
        .unwrap_or(0)
        .max(widest(&cells.across));
    let side = widest(&cells.down);
    let line = |name: &str, row: &[String]| {
        let before = if side > 0 {
            format!("{}{name} ", " ".repeat(side - name.width()))
        } else {
            String::new()
        };
        let shown: Vec<String> = row
            .iter()
            .map(|cell| format!("{}{cell}", " ".repeat(width - cell.width())))
            .collect();
        format!("{before}{}", shown.join(" ")).trim_end().to_owned()
    };
    if !cells.across.is_empty() {
        let _ = writeln!(out, "{}", line("", &cells.across));
    }
    for (place, row) in cells.rows.iter().enumerate() {
        let _ = writeln!(
            out,
            "{}",
            line(cells.down.get(place).map_or("", String::as_str), row)
        );
    }
}

/// Writes the levels of a graph with a ground, highest level first; for any other graph,
/// writes the vertices, including the token. Writes the links after the levels or vertices.
fn graph_lines(out: &mut String, graph: &GraphView, lang: Lang) {
    if graph.nodes.is_empty() {
        out.push_str("-\n");
        return;
    }
    let label = |node: &GraphViewNode| match node.mark {
        VertexMark::Token => format!("[{}]", node.name),
        VertexMark::Plain | VertexMark::Ground => node.name.clone(),
    };
    let mut lines: Vec<(String, String)> = Vec::new();
    match levels(graph) {
        Some(levels) => {
            let most = levels.iter().copied().max().unwrap_or(0);
            for level in (0..=most).rev() {
                let here = graph
                    .nodes
                    .iter()
                    .zip(&levels)
                    .filter(|(_, of)| **of == level)
                    .map(|(node, _)| label(node));
                let title = match level {
                    0 => text!("ground", "地面"),
                    _ => text!("level {level}", "第 {level} 层"),
                };
                lines.push((
                    title.get(lang).to_owned(),
                    here.collect::<Vec<_>>().join(" "),
                ));
            }
        }
        None => {
            let title = text!("vertices", "顶点");
            lines.push((
                title.get(lang).to_owned(),
                graph.nodes.iter().map(label).collect::<Vec<_>>().join(" "),
            ));
        }
    }
    let links = (0..graph.links.len()).map(|link| graph.link_text(link));
    let title = if graph.directed {
        text!("arcs", "弧")
    } else {
        text!("edges", "边")
    };
    lines.push((
        title.get(lang).to_owned(),
        links.collect::<Vec<_>>().join(" "),
    ));
    let width = lines
        .iter()
        .map(|(title, _)| title.width())
        .max()
        .unwrap_or(0);
    for (title, line) in lines {
        let _ = writeln!(
            out,
            "{}",
            format!("{title}{}  {line}", " ".repeat(width - title.width())).trim_end()
        );
    }
}

/// Returns the distance of each vertex from the ground; `None` if the graph has no ground.
/// O(vertices · links).
pub(crate) fn levels(graph: &GraphView) -> Option<Vec<usize>> {
    let is_ground = |node: &GraphViewNode| node.mark == VertexMark::Ground;
    if !graph.nodes.iter().any(is_ground) {
        return None;
    }
    let far = graph.nodes.len();
    let mut levels: Vec<usize> = graph
        .nodes
        .iter()
        .map(|node| if is_ground(node) { 0 } else { far })
        .collect();
    for _ in 0..far {
        let mut changed = false;
        for &(a, b) in &graph.links {
            for (from, to) in [(a, b), (b, a)] {
                if levels[from] + 1 < levels[to] {
                    levels[to] = levels[from] + 1;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    Some(levels)
}
