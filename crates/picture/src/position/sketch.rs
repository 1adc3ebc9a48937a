//! Drawing of a position.

use std::f64::consts::TAU;

use base::text;
use base::text::Lang;
use rules::view::{
    CellGrid, ComponentView, GraphView, LinkColour, MAX_SHOWN_STONES, VertexMark, View, ViewPart,
    ViewPlace,
};

use super::{forest, levels};
use crate::color::{self, INK, LOST, PAPER, QUIET, WON};
use crate::drawing::{
    ArrowHead, Drawing, DrawingShape, Paint, Point, RectangleArea, Stroke, TextAnchor, TextStyle,
};
use crate::measure::{text_width, wrap};

const MARGIN: f64 = 20.0;
const CELL: f64 = 34.0;
const STONE: f64 = 18.0;
const GAP: f64 = 6.0;
const TITLE: f64 = 15.0;
const LABEL: f64 = 13.0;
const NODE: f64 = 30.0;
const LEVEL: f64 = 74.0;
/// Minimum width for text, in points.
const ROOM: f64 = 360.0;
const LINE: Stroke = Stroke {
    color: INK,
    width: 1.2,
};
const LINK: Stroke = Stroke {
    color: color::LINK,
    width: 2.6,
};
const ARC: Stroke = Stroke {
    color: INK,
    width: 1.4,
};
const HEAD: ArrowHead = ArrowHead {
    color: INK,
    id: 'a',
};

/// Draws the position, with each component below the previous component.
pub fn drawing(list: &[ComponentView], lang: Lang) -> Drawing {
    let mut sheet = SketchSheet {
        drawing: Drawing {
            heads: vec![HEAD],
            ..Drawing::default()
        },
        look: 0,
        y: MARGIN,
        right: ROOM,
    };
    for (look, seen) in list.iter().enumerate() {
        if look > 0 {
            sheet.y += 14.0;
        }
        sheet.look = look;
        sheet.title(&seen.title);
        match &seen.view {
            View::Heaps(heaps) => heaps
                .iter()
                .enumerate()
                .for_each(|(at, (name, size))| sheet.heap(at, name, *size)),
            View::Cells(cells) => sheet.board(cells, 0),
            View::Ring(cells) => sheet.ring(cells),
            View::Layers(layers) => sheet.layers(layers),
            View::Graph(graph) => sheet.graph(graph),
            View::Numbers(numbers) => numbers
                .iter()
                .enumerate()
                .for_each(|(at, (name, n))| sheet.number(at, &format!("{name} = {n}"))),
            _ => {}
        }
    }
    let titles: Vec<&str> = list.iter().map(|seen| seen.title.as_str()).collect();
    let position = titles.join(" + ");
    let title = text!("the position {position}", "局面 {position}");
    let (width, height) = (sheet.right + MARGIN, sheet.y + MARGIN - GAP);
    sheet
        .drawing
        .finish(width, height, title.get(lang), &super::text(list, lang))
}

/// A drawing that grows downwards.
struct SketchSheet {
    drawing: Drawing,
    /// Index of the component that is being drawn.
    look: usize,
    y: f64,
    right: f64,
}

impl SketchSheet {
    fn title(&mut self, title: &str) {
        for line in wrap(title, TITLE * 1.06, self.right.max(ROOM) - MARGIN) {
            self.y += TITLE;
            self.drawing.text(
                (MARGIN, self.y),
                TextAnchor::Start,
                TextStyle {
                    bold: true,
                    ..TextStyle::plain(TITLE)
                },
                &line,
            );
            self.y += GAP;
        }
        self.y += GAP;
    }

    /// Draws a part of a position as a group, and names the group.
    fn part(&mut self, part: ViewPart, draw: impl FnOnce(&mut SketchSheet)) {
        let from = self.drawing.shapes.len();
        draw(self);
        self.drawing.part(
            from,
            ViewPlace {
                look: self.look,
                part,
            }
            .to_string(),
        );
    }

    fn number(&mut self, at: usize, words: &str) {
        self.y += LABEL;
        let place = (MARGIN, self.y);
        self.part(ViewPart::Whole(at), |sheet| {
            sheet
                .drawing
                .text(place, TextAnchor::Start, TextStyle::plain(LABEL), words)
        });
        self.y += GAP;
    }

    fn circle(&mut self, (x, y): Point, size: f64, paint: Paint) {
        let area = RectangleArea {
            at: (x - size / 2.0, y - size / 2.0),
            size: (size, size),
        };
        self.drawing.add(DrawingShape::Pill(area, paint));
        self.right = self.right.max(x + size / 2.0);
    }

    /// Draws a name, and its stones in a row.
    fn heap(&mut self, heap: usize, name: &str, size: i64) {
        let style = TextStyle {
            color: QUIET,
            ..TextStyle::plain(LABEL)
        };
        let (middle, start) = (
            self.y + STONE / 2.0,
            MARGIN + text_width(name, LABEL).max(28.0) + 10.0,
        );
        let stone = |sheet: &mut SketchSheet, stone: i64| {
            let x = start + STONE / 2.0 + stone as f64 * (STONE + GAP);
            sheet.circle((x, middle), STONE, Paint::Both(LOST, LINE));
        };
        self.part(ViewPart::Whole(heap), |sheet| {
            sheet.drawing.text(
                (MARGIN, middle + LABEL * 0.36),
                TextAnchor::Start,
                style,
                name,
            );
            if size > MAX_SHOWN_STONES {
                stone(sheet, 0);
                let at = (start + STONE + GAP, middle + LABEL * 0.36);
                sheet.drawing.text(
                    at,
                    TextAnchor::Start,
                    TextStyle::plain(LABEL),
                    &format!("… {size}"),
                );
                sheet.right = sheet
                    .right
                    .max(at.0 + text_width(&format!("… {size}"), LABEL));
            }
        });
        if size <= MAX_SHOWN_STONES {
            for number in 0..size {
                self.part(ViewPart::Stone(heap, number as usize), |sheet| {
                    stone(sheet, number)
                });
            }
        }
        self.y += STONE + GAP;
    }

    /// Draws a board; `first` is the number of its first row. If neither rows nor columns have
    /// names, they are numbered from 1.
    fn board(&mut self, cells: &CellGrid, first: usize) {
        let numbered;
        let mut cells = cells;
        if cells.across.is_empty() && cells.down.is_empty() {
            let names = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>();
            let widest = cells.rows.iter().map(Vec::len).max().unwrap_or(0);
            let down = if cells.rows.len() > 1 {
                names(cells.rows.len())
            } else {
                Vec::new()
            };
            numbered = CellGrid {
                across: names(widest),
                down,
                ..cells.clone()
            };
            cells = &numbered;
        }
        let style = TextStyle {
            color: QUIET,
            ..TextStyle::plain(LABEL)
        };
        let side = cells
            .down
            .iter()
            .map(|name| text_width(name, LABEL) + 8.0)
            .fold(0.0, f64::max);
        let left = MARGIN + side;
        if !cells.across.is_empty() {
            for (column, name) in cells.across.iter().enumerate() {
                let x = left + (column as f64 + 0.5) * CELL;
                self.drawing
                    .text((x, self.y + LABEL), TextAnchor::Middle, style, name);
            }
            self.y += LABEL + GAP;
        }
        for (row, line) in cells.rows.iter().enumerate() {
            let middle = self.y + CELL / 2.0;
            if let Some(name) = cells.down.get(row) {
                self.drawing.text(
                    (left - 6.0, middle + LABEL * 0.36),
                    TextAnchor::End,
                    style,
                    name,
                );
            }
            for (column, cell) in line.iter().enumerate() {
                let at = (left + column as f64 * CELL, self.y);
                self.part(ViewPart::Cell(first + row, column), |sheet| {
                    sheet.cell(cell, at)
                });
            }
            self.y += CELL;
        }
        self.y += GAP;
    }

    /// Draws the layers of a stacked board, each below its name, starting with the lowest layer.
    fn layers(&mut self, layers: &[(String, CellGrid)]) {
        let mut first = 0;
        for (name, cells) in layers {
            self.y += LABEL;
            self.drawing.text(
                (MARGIN, self.y),
                TextAnchor::Start,
                TextStyle {
                    color: QUIET,
                    ..TextStyle::plain(LABEL)
                },
                name,
            );
            self.y += GAP;
            self.board(cells, first);
            first += cells.rows.len();
        }
    }

    /// Draws cells in a circle, clockwise from the top, with their names inside.
    fn ring(&mut self, cells: &CellGrid) {
        let Some(row) = cells.rows.first().filter(|row| !row.is_empty()) else {
            return;
        };
        let count = row.len();
        // Adjacent cells must not overlap, so the distance between their centres is at least the
        // diagonal of a cell.
        let least = if cells.across.is_empty() {
            CELL
        } else {
            CELL * 1.8
        };
        let radius = if count == 1 {
            0.0
        } else {
            (count as f64 * (CELL * 1.5) / TAU).max(least)
        };
        let middle = (MARGIN + radius + CELL / 2.0, self.y + radius + CELL / 2.0);
        let at = |place: usize, radius: f64| {
            let angle = TAU * place as f64 / count as f64 - TAU / 4.0;
            (
                middle.0 + radius * angle.cos(),
                middle.1 + radius * angle.sin(),
            )
        };
        for (place, sign) in row.iter().enumerate() {
            let (x, y) = at(place, radius);
            self.part(ViewPart::Cell(0, place), |sheet| {
                sheet.cell(sign, (x - CELL / 2.0, y - CELL / 2.0))
            });
        }
        let style = TextStyle {
            color: QUIET,
            ..TextStyle::plain(LABEL)
        };
        for (place, name) in cells.across.iter().enumerate().filter(|_| count > 1) {
            let (x, y) = at(place, radius - CELL * 0.95);
            self.drawing
                .text((x, y + LABEL * 0.36), TextAnchor::Middle, style, name);
        }
        self.y = middle.1 + radius + CELL / 2.0 + GAP;
    }

    /// Draws a cell with its symbol. Pieces, coins and pins are shapes, and every other symbol is
    /// text.
    fn cell(&mut self, sign: &str, (left, top): Point) {
        let middle = (left + CELL / 2.0, top + CELL / 2.0);
        if sign == CellGrid::PIN {
            self.drawing.rect(
                (middle.0 - 5.0, top + 2.0),
                (10.0, CELL - 4.0),
                Paint::Both(WON, LINE),
            );
            self.right = self.right.max(left + CELL);
            return;
        }
        self.drawing
            .rect((left, top), (CELL, CELL), Paint::Both(PAPER, LINE));
        self.right = self.right.max(left + CELL);
        match sign {
            CellGrid::EMPTY => {}
            CellGrid::PIECE => self.circle(middle, CELL * 0.62, Paint::Both(LOST, LINE)),
            CellGrid::TAILS => self.circle(middle, CELL * 0.62, Paint::Line(LINE)),
            CellGrid::SQUARE => self.drawing.rect(
                (left + 1.5, top + 1.5),
                (CELL - 3.0, CELL - 3.0),
                Paint::Fill(WON),
            ),
            "■" => self
                .drawing
                .rect((left, top), (CELL, CELL), Paint::Fill(INK)),
            letters => {
                let size = if letters.chars().count() > 1 {
                    LABEL
                } else {
                    CELL * 0.6
                };
                let style = TextStyle {
                    bold: true,
                    ..TextStyle::plain(size)
                };
                self.drawing.text(
                    (middle.0, middle.1 + size * 0.36),
                    TextAnchor::Middle,
                    style,
                    letters,
                );
            }
        }
    }

    fn graph(&mut self, graph: &GraphView) {
        if graph.links.iter().any(|(a, b)| a == b) {
            self.y += NODE;
        }
        let places = match levels(graph) {
            Some(levels) => self.in_levels(graph, &levels),
            None => match forest::places(graph) {
                Some(places) => self.in_trees(&places),
                None => self.in_circle(graph),
            },
        };
        let parallel = |index: usize| {
            let (a, b) = graph.links[index];
            graph.links[..index]
                .iter()
                .filter(|link| **link == (a, b) || **link == (b, a))
                .count()
        };
        let upright = levels(graph).is_some();
        for (index, &(a, b)) in graph.links.iter().enumerate() {
            let side = if a == b {
                free_side(graph, &places, a, upright)
            } else {
                (0.0, 0.0)
            };
            let link = SketchLink {
                ends: [places[a], places[b]],
                beside: parallel(index),
                side,
                directed: graph.directed,
                colour: graph.colours.get(index).copied(),
            };
            self.part(ViewPart::Link(index), |sheet| sheet.link(&link));
        }
        for (index, (node, &at)) in graph.nodes.iter().zip(&places).enumerate() {
            let fill = match node.mark {
                VertexMark::Token => LOST,
                VertexMark::Plain | VertexMark::Ground => PAPER,
            };
            self.part(ViewPart::Node(index), |sheet| {
                sheet.circle(at, NODE, Paint::Both(fill, LINE));
                let size = if node.name.chars().count() > 3 {
                    10.0
                } else {
                    LABEL
                };
                let style = TextStyle {
                    color: fill.ink_on(),
                    ..TextStyle::plain(size)
                };
                sheet.drawing.text(
                    (at.0, at.1 + size * 0.36),
                    TextAnchor::Middle,
                    style,
                    &node.name,
                );
            });
        }
        self.y += GAP;
    }

    /// Places the vertices in levels, with the ground at the bottom. The vertices of a level are
    /// ordered by their neighbours below, and evenly spaced.
    fn in_levels(&mut self, graph: &GraphView, levels: &[usize]) -> Vec<Point> {
        let most = levels.iter().copied().max().unwrap_or(0);
        let widest = (0..=most)
            .map(|level| levels.iter().filter(|of| **of == level).count())
            .max()
            .unwrap_or(1);
        let width = (widest as f64 * (NODE + 34.0)).max(160.0);
        let (top, mut places) = (
            self.y + NODE / 2.0 + GAP,
            vec![(0.0, 0.0); graph.nodes.len()],
        );
        for level in 0..=most {
            let mut here: Vec<usize> = (0..levels.len())
                .filter(|&node| levels[node] == level)
                .collect();
            let below = |node: usize| {
                let ends = graph.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
                let xs: Vec<f64> = ends
                    .filter(|(a, b)| *a == node && levels[*b] < level)
                    .map(|(_, b)| places[b].0)
                    .collect();
                if xs.is_empty() {
                    0.0
                } else {
                    xs.iter().sum::<f64>() / xs.len() as f64
                }
            };
            let wanted: Vec<f64> = (0..graph.nodes.len()).map(below).collect();
            here.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
            let step = width / here.len().max(1) as f64;
            let y = top + (most - level) as f64 * LEVEL;
            here.iter().enumerate().for_each(|(place, &node)| {
                places[node] = (MARGIN + (place as f64 + 0.5) * step, y)
            });
        }
        let ground = top + most as f64 * LEVEL;
        if graph
            .nodes
            .iter()
            .any(|node| node.mark == VertexMark::Ground)
        {
            let y = ground + NODE / 2.0 + 3.0;
            self.drawing.add(DrawingShape::Line(
                [(MARGIN, y), (MARGIN + width, y)],
                Stroke {
                    color: INK,
                    width: 3.0,
                },
                None,
            ));
        }
        self.right = self.right.max(MARGIN + width);
        self.y = ground + NODE / 2.0 + GAP + 4.0;
        places
    }

    /// Places the vertices of trees, with the first level at the top.
    fn in_trees(&mut self, places: &[forest::Place]) -> Vec<Point> {
        let step = NODE + 34.0;
        let widest = places.iter().map(|place| place.0).fold(0.0, f64::max);
        let deepest = places.iter().map(|place| place.1).max().unwrap_or(0);
        let top = self.y + NODE / 2.0 + GAP;
        self.right = self.right.max(MARGIN + (widest + 1.0) * step);
        self.y = top + deepest as f64 * LEVEL + NODE / 2.0 + GAP;
        places
            .iter()
            .map(|&(column, level)| (MARGIN + (column + 0.5) * step, top + level as f64 * LEVEL))
            .collect()
    }

    fn in_circle(&mut self, graph: &GraphView) -> Vec<Point> {
        let count = graph.nodes.len().max(1);
        let radius = (count as f64 * (NODE + 26.0) / TAU).max(if count > 1 { 48.0 } else { 0.0 });
        let middle = (MARGIN + radius + NODE, self.y + radius + NODE / 2.0 + GAP);
        self.y = middle.1 + radius + NODE / 2.0;
        self.right = self.right.max(middle.0 + radius + NODE);
        let at = |node: usize| {
            let angle = TAU * node as f64 / count as f64 - TAU / 4.0;
            (
                middle.0 + radius * angle.cos(),
                middle.1 + radius * angle.sin(),
            )
        };
        (0..graph.nodes.len()).map(at).collect()
    }

    /// Draws a link. If several links join the same two vertices, all except the first are shifted.
    /// A link with a colour has the first letter of the colour next to it.
    fn link(&mut self, link: &SketchLink) {
        let &SketchLink {
            ends: [a, b],
            beside,
            side,
            directed,
            colour,
        } = link;
        let stroke = match colour {
            Some(LinkColour::Blue) => Stroke {
                color: color::BLUE_LINK,
                ..LINK
            },
            Some(LinkColour::Red) => Stroke {
                color: color::RED_LINK,
                ..LINK
            },
            _ if directed => ARC,
            _ => LINK,
        };
        let half = NODE / 2.0;
        if a == b {
            // The loop is drawn behind the vertex, which covers a part of it.
            let size = 24.0 + 12.0 * beside as f64;
            let far = half + size / 2.0 - 8.0;
            self.circle(
                (a.0 + side.0 * far, a.1 + side.1 * far),
                size,
                Paint::Line(stroke),
            );
            if let Some(colour) = colour {
                let edge = far + size / 2.0 + 7.0;
                self.letter((a.0 + side.0 * edge, a.1 + side.1 * edge), colour, stroke);
            }
            return;
        }
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = (dx * dx + dy * dy).sqrt().max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        // The first link between two vertices is not shifted. The further links between two
        // vertices are shifted alternately to the left and to the right.
        let bend = if beside == 0 {
            0.0
        } else {
            9.0 * beside.div_ceil(2) as f64 * if beside % 2 == 1 { 1.0 } else { -1.0 }
        };
        let shift = (-uy * bend, ux * bend);
        // Vertices are drawn on top of links, so links may end inside vertices. A directed link
        // ends outside the vertex, so that its arrow head remains visible.
        let end = if directed { half + 2.0 } else { half * 0.5 };
        let from = (
            a.0 + ux * half * 0.5 + shift.0,
            a.1 + uy * half * 0.5 + shift.1,
        );
        let to = (b.0 - ux * end + shift.0, b.1 - uy * end + shift.1);
        self.drawing.add(DrawingShape::Line(
            [from, to],
            stroke,
            directed.then_some(HEAD),
        ));
        if let Some(colour) = colour {
            let apart = bend + if bend < 0.0 { -8.0 } else { 8.0 };
            let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let at = (middle.0 - uy * apart, middle.1 + ux * apart);
            self.letter(at, colour, stroke);
        }
    }

    /// Writes the first letter of a colour, so that the picture is legible without colours.
    fn letter(&mut self, at: Point, colour: LinkColour, stroke: Stroke) {
        let letter = match colour {
            LinkColour::Blue => "B",
            LinkColour::Red => "R",
            LinkColour::Green => "G",
        };
        let style = TextStyle {
            color: stroke.color,
            bold: true,
            ..TextStyle::plain(10.0)
        };
        let at = (at.0, at.1 + 3.6);
        self.drawing.text(at, TextAnchor::Middle, style, letter);
    }
}

/// A link of a graph, with its place in the drawing.
struct SketchLink {
    ends: [Point; 2],
    /// The number of earlier links between the same vertices.
    beside: usize,
    /// The direction of a link from a vertex to itself.
    side: Point,
    directed: bool,
    colour: Option<LinkColour>,
}

/// Returns the direction from a vertex that is farthest from all its links to other vertices; among
/// equal directions, upwards is preferred. In a graph with a ground, the directions below a vertex
/// are excluded.
fn free_side(graph: &GraphView, places: &[Point], vertex: usize, upright: bool) -> Point {
    /// Directions in eighths of a turn, clockwise from the right, in order of preference.
    const SIDES: [f64; 8] = [6.0, 0.0, 4.0, 7.0, 5.0, 1.0, 3.0, 2.0];
    let others = graph
        .links
        .iter()
        .filter(|(a, b)| a != b)
        .filter_map(|&(a, b)| match vertex {
            _ if a == vertex => Some(places[b]),
            _ if b == vertex => Some(places[a]),
            _ => None,
        });
    let (x, y) = places[vertex];
    let angles: Vec<f64> = others
        .map(|other| (other.1 - y).atan2(other.0 - x))
        .collect();
    let room = |side: f64| {
        let apart = |angle: &f64| {
            let turn = (side * TAU / 8.0 - angle).rem_euclid(TAU);
            turn.min(TAU - turn)
        };
        angles.iter().map(apart).fold(TAU, f64::min)
    };
    let sides = if upright { &SIDES[..5] } else { &SIDES[..] };
    let mut best = sides[0];
    for &side in sides {
        // A difference within the rounding error is not an improvement.
        if room(side) > room(best) + 1e-6 {
            best = side;
        }
    }
    let angle = best * TAU / 8.0;
    (angle.cos(), angle.sin())
}
