//! Draws a game graph, and writes it as DOT. Positions are in rows by the length of the longest
//! play from them, with the end of play at the bottom. Lost positions (P) are dark boxes, won
//! positions (N) light rounded boxes, drawn positions (D) hexagons, and thick arcs are winning
//! moves.

use std::fmt::Write as _;

use base::escaping::escape;
use base::text;
use base::text::Lang;
use grundy::graph::{GameGraph, GraphNode};
use rules::game::Outcome;

use crate::arcs::{self, ARC, GraphLayout, HEAD, LABEL, MARGIN, SMALL_TEXT_SIZE};
use crate::color::{Color, DRAWN, INK, LOST, ON_LOST, ON_WON, PAPER, WON};
use crate::drawing::{
    ArrowHead, Drawing, DrawingShape, Paint, RectangleArea, Stroke, TextAnchor, TextStyle,
};
use crate::layered::LayerGaps;
use crate::measure::text_width;

const HEIGHT: f64 = 42.0;
/// Size of a cell of a board in a node.
const CELL: f64 = 16.0;
const WINNING: Stroke = Stroke {
    color: INK,
    width: 2.2,
};
const WINNING_HEAD: ArrowHead = ArrowHead {
    color: WINNING.color,
    id: 'w',
};

fn color(outcome: Outcome) -> Color {
    match outcome {
        Outcome::P => LOST,
        Outcome::N => WON,
        Outcome::D => DRAWN,
    }
}

/// Returns the outcome and the value, for example `N, 2`.
fn node_value(node: &GraphNode) -> String {
    let letter = node.outcome.letter();
    node.value
        .map_or(letter.to_string(), |value| format!("{letter}, {value}"))
}

/// Returns whether a move wins, that is, leaves a lost position to the opponent.
fn wins(graph: &GameGraph, to: usize) -> bool {
    graph.nodes[to].outcome == Outcome::P
}

fn title(graph: &GameGraph, lang: Lang) -> String {
    let position = &graph.position;
    text!("Game graph of {position}", "{position} 的博弈图")
        .get(lang)
        .to_owned()
}

fn caption(graph: &GameGraph, lang: Lang) -> Vec<String> {
    let (positions, arcs, status, method) = (
        graph.nodes.len(),
        graph.arcs.len(),
        graph.status.text(),
        &graph.method,
    );
    let (status_en, status_zh) = (&status.en, &status.zh);
    let mut lines = vec![text!(
        "{positions} positions, {arcs} arcs; {status_en}, {method}",
        "{positions} 个局面，{arcs} 条边；{status_zh}，{method}"
    )];
    lines.push(if graph.loopy {
        text!(
            "play can cycle: rows are ordered by the longest play to the end without moves back",
            "对局可能循环：各行按不走回头路时到终局的最长步数排列"
        )
    } else {
        text!(
            "rows are ordered by the longest play to the end",
            "各行按到终局的最长步数排列"
        )
    });
    lines.iter().map(|line| line.get(lang).to_owned()).collect()
}

fn legend(graph: &GameGraph, lang: Lang) -> Vec<(Outcome, String)> {
    let kinds = [
        (
            Outcome::P,
            text!("P: the player to move loses", "P：先手必败"),
        ),
        (
            Outcome::N,
            text!("N: the player to move wins", "N：先手必胜"),
        ),
        (Outcome::D, text!("D: a draw", "D：平局")),
    ];
    let met = |kind: &Outcome| graph.nodes.iter().any(|node| node.outcome == *kind);
    kinds
        .into_iter()
        .filter(|(kind, _)| met(kind))
        .map(|(kind, words)| (kind, words.get(lang).to_owned()))
        .collect()
}

/// Returns the graph in the language of Graphviz.
pub fn dot(graph: &GameGraph, lang: Lang) -> String {
    let quoted = |text: &str| {
        format!(
            "\"{}\"",
            escape(text)
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('\n', "\\n")
        )
    };
    let mut out = format!("digraph {} {{\n", quoted(&graph.position));
    let words: Vec<String> = [title(graph, lang)]
        .into_iter()
        .chain(caption(graph, lang))
        .collect();
    let _ = writeln!(
        out,
        "  label={};\n  labelloc=t;\n  node [style=filled, fontname=\"sans-serif\"];",
        quoted(&words.join("\n"))
    );
    for (index, node) in graph.nodes.iter().enumerate() {
        let shape = match node.outcome {
            Outcome::P => "box",
            Outcome::N => "ellipse",
            Outcome::D => "hexagon",
        };
        let ground = color(node.outcome);
        let label = quoted(&format!("{}\n{}", node.short, node_value(node)));
        let _ = writeln!(
            out,
            "  n{index} [label={label}, tooltip={}, shape={shape}, fillcolor=\"{}\", fontcolor=\"{}\"];",
            quoted(&node.position),
            ground.hex(),
            ground.ink_on().hex()
        );
    }
    let most = graph.nodes.iter().map(|node| node.layer).max().unwrap_or(0);
    for layer in (0..=most).rev() {
        let members: Vec<String> = (0..graph.nodes.len())
            .filter(|&n| graph.nodes[n].layer == layer)
            .map(|n| format!("n{n};"))
            .collect();
        if members.len() > 1 {
            let _ = writeln!(out, "  {{ rank=same; {} }}", members.join(" "));
        }
    }
    for &(from, to) in &graph.arcs {
        let heavy = if wins(graph, to) {
            " [penwidth=2.5]"
        } else {
            ""
        };
        let _ = writeln!(out, "  n{from} -> n{to}{heavy};");
    }
    out + "}\n"
}

/// Lays out and draws the graph.
pub fn drawing(graph: &GameGraph, lang: Lang) -> Drawing {
    let layers: Vec<u32> = graph.nodes.iter().map(|node| node.layer).collect();
    let most_lines = graph
        .nodes
        .iter()
        .map(|node| node.short.lines().count())
        .max()
        .unwrap_or(1);
    let height = HEIGHT + most_lines.saturating_sub(1) as f64 * CELL;
    // The ends of a rounded node are semicircles, so it is at least as wide as it is high.
    let width_of = |node: &GraphNode| {
        (label_width(&node.short).max(text_width(&node_value(node), SMALL_TEXT_SIZE)) + 26.0)
            .max(52.0)
            .max(height)
    };
    let widths: Vec<f64> = graph.nodes.iter().map(width_of).collect();
    let laid = GraphLayout::new(
        &layers,
        &widths,
        &graph.arcs,
        LayerGaps {
            nodes: 22.0,
            bends: 9.0,
        },
        30.0,
    );
    let right = laid.right;
    let (width, room) = arcs::width(right);

    let mut drawing = Drawing {
        heads: vec![HEAD, WINNING_HEAD],
        ..Drawing::default()
    };
    let title = title(graph, lang);
    let y = arcs::heading(&mut drawing, &title, MARGIN - 4.0, MARGIN, room);
    // The distance between layers increases with the width of the graph, so that arcs are not too
    // flat.
    let rise = (right / 9.0).clamp(40.0, 120.0) + height;
    let laid = laid.set(
        (MARGIN + (room - right) / 2.0, y + 16.0 + height / 2.0),
        rise,
    );

    // Winning moves are drawn on top.
    let mut curves = [Vec::new(), Vec::new()];
    for arc in laid.arcs(height) {
        curves[usize::from(wins(graph, arc.ends.1))].push(arc.curve);
    }
    for (curves, (stroke, head)) in curves
        .into_iter()
        .zip([(ARC, HEAD), (WINNING, WINNING_HEAD)])
    {
        drawing.add(DrawingShape::Curves(curves, stroke, head));
    }
    for (node, shown) in graph.nodes.iter().enumerate() {
        let from = drawing.shapes.len();
        draw_node(
            &mut drawing,
            shown,
            laid.node_center(node),
            (widths[node], height),
        );
        drawing.part(from, format!("n{}", node + 1));
    }
    let mut y = laid.height_of(0) + height / 2.0 + 36.0;
    y = key(&mut drawing, graph, lang, y, room);
    let caption = caption(graph, lang);
    let height = arcs::caption(&mut drawing, &caption, y, MARGIN, room);
    drawing.finish(
        width,
        height,
        &title,
        &caption.join(text!("; ", "；").get(lang)),
    )
}

/// Draws the outline of a node: a box, a rounded box or a hexagon.
fn outline(
    drawing: &mut Drawing,
    outcome: Outcome,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) {
    let paint = Paint::Both(
        color(outcome),
        Stroke {
            color: INK,
            width: 1.2,
        },
    );
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let area = RectangleArea {
        at: (left, top),
        size: (width, height),
    };
    drawing.add(match outcome {
        Outcome::P => DrawingShape::Rect(area, paint),
        Outcome::N => DrawingShape::Pill(area, paint),
        Outcome::D => {
            let (cut, right, low) = (height / 3.0, left + width, top + height);
            let points = vec![
                (left + cut, top),
                (right - cut, top),
                (right, y),
                (right - cut, low),
                (left + cut, low),
                (left, y),
            ];
            DrawingShape::Polygon(points, paint)
        }
    });
}

fn draw_node(drawing: &mut Drawing, node: &GraphNode, (x, y): (f64, f64), size: (f64, f64)) {
    outline(drawing, node.outcome, (x, y), size);
    let ink = color(node.outcome).ink_on();
    let style = TextStyle {
        color: ink,
        bold: true,
        ..TextStyle::plain(LABEL)
    };
    let lines: Vec<&str> = node.short.lines().collect();
    let more = lines.len().saturating_sub(1) as f64;
    for (place, line) in lines.iter().enumerate() {
        let y = y - 3.0 + (place as f64 - more / 2.0) * CELL;
        if more > 0.0 {
            // The cells of a board are aligned in columns.
            let first = x - (line.chars().count() as f64 - 1.0) / 2.0 * CELL;
            let cells = line
                .chars()
                .enumerate()
                .map(|(place, cell)| ((first + place as f64 * CELL, y), cell.to_string()));
            cells.for_each(|(at, cell)| drawing.text(at, TextAnchor::Middle, style, &cell));
        } else {
            drawing.text((x, y), TextAnchor::Middle, style, line);
        }
    }
    let ink = if ink == PAPER { ON_LOST } else { ON_WON };
    drawing.text(
        (x, y + 13.0 + more / 2.0 * CELL),
        TextAnchor::Middle,
        TextStyle {
            color: ink,
            ..TextStyle::plain(SMALL_TEXT_SIZE)
        },
        &node_value(node),
    );
}

/// Returns the width of a label, which is one line or the cells of a board.
fn label_width(label: &str) -> f64 {
    match label.contains('\n') {
        true => {
            label
                .lines()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0) as f64
                * CELL
        }
        false => text_width(label, LABEL),
    }
}

/// Draws the legend below the graph. Returns the y coordinate of the next line.
fn key(drawing: &mut Drawing, graph: &GameGraph, lang: Lang, mut y: f64, room: f64) -> f64 {
    let mut x = MARGIN;
    let mut place = |wide: f64, y: &mut f64| {
        if x > MARGIN && x + wide > MARGIN + room {
            x = MARGIN;
            *y += 24.0;
        }
        let at = x;
        x += wide + 16.0;
        at
    };
    for (outcome, words) in legend(graph, lang) {
        let at = place(36.0 + text_width(&words, SMALL_TEXT_SIZE), &mut y);
        outline(drawing, outcome, (at + 14.0, y - 4.0), (28.0, 18.0));
        drawing.text(
            (at + 36.0, y),
            TextAnchor::Start,
            TextStyle::plain(SMALL_TEXT_SIZE),
            &words,
        );
    }
    if graph.arcs.iter().any(|&(_, to)| wins(graph, to)) {
        let words = text!("a winning move", "必胜着");
        let at = place(36.0 + text_width(words.get(lang), SMALL_TEXT_SIZE), &mut y);
        drawing.add(DrawingShape::Line(
            [(at, y - 4.0), (at + 28.0, y - 4.0)],
            WINNING,
            Some(WINNING_HEAD),
        ));
        drawing.text(
            (at + 36.0, y),
            TextAnchor::Start,
            TextStyle::plain(SMALL_TEXT_SIZE),
            words.get(lang),
        );
    }
    y + 26.0
}
