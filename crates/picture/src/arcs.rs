//! Arcs of a layered graph as curves. Arcs between layers avoid the nodes that they pass, and arcs
//! at the same node end side by side. Arcs within a layer pass above the layer, and a loop is at
//! the right of its node.

use crate::color::{self, QUIET};
use crate::drawing::{
    ArrowHead, Curve, CurveSegment, Drawing, Point, Stroke, TextAnchor, TextStyle,
};
use crate::layered::{LayerGaps, LayerPlacement, LayeredGraph, place};
use crate::measure::wrap;

pub(crate) const MARGIN: f64 = 22.0;
pub(crate) const LABEL: f64 = 13.0;
pub(crate) const SMALL_TEXT_SIZE: f64 = 12.0;
const TITLE: f64 = 16.0;
/// Minimum width for text, in points.
const MIN_WIDTH_POINTS: f64 = 420.0;
pub(crate) const ARC: Stroke = Stroke {
    color: color::ARC,
    width: 1.2,
};
pub(crate) const HEAD: ArrowHead = ArrowHead {
    color: ARC.color,
    id: 'a',
};

/// Returns the width of a picture of a graph, and the width between the margins.
pub(crate) fn width(right: f64) -> (f64, f64) {
    let width = (right + 2.0 * MARGIN).max(MIN_WIDTH_POINTS + 2.0 * MARGIN);
    (width, width - 2.0 * MARGIN)
}

/// Writes the title between margins, starting at `y`. Returns the y coordinate at which the next
/// element may begin.
pub(crate) fn heading(
    drawing: &mut Drawing,
    title: &str,
    mut y: f64,
    margin: f64,
    room: f64,
) -> f64 {
    for line in wrap(title, TITLE * 1.06, room) {
        y += TITLE;
        drawing.text(
            (margin, y),
            TextAnchor::Start,
            TextStyle {
                bold: true,
                ..TextStyle::plain(TITLE)
            },
            &line,
        );
        y += 5.0;
    }
    y
}

/// Writes the caption below the graph, between margins. Returns the height of the picture.
pub(crate) fn caption(
    drawing: &mut Drawing,
    lines: &[String],
    mut y: f64,
    margin: f64,
    room: f64,
) -> f64 {
    for line in lines
        .iter()
        .flat_map(|line| wrap(line, SMALL_TEXT_SIZE, room))
    {
        drawing.text(
            (margin, y),
            TextAnchor::Start,
            TextStyle {
                color: QUIET,
                ..TextStyle::plain(SMALL_TEXT_SIZE)
            },
            &line,
        );
        y += 17.0;
    }
    y - 17.0 + margin
}

/// A graph whose nodes have horizontal positions.
pub(crate) struct GraphLayout<'g> {
    layers: &'g [u32],
    widths: &'g [f64],
    /// Arcs between different layers (`between`), and arcs within a layer (`level`).
    between: Vec<(usize, usize)>,
    level: Vec<(usize, usize)>,
    places: LayerPlacement,
    /// Total width.
    pub right: f64,
    /// The y coordinate of the highest layer (`top`), and the distance between layers (`rise`).
    top: f64,
    rise: f64,
    left: f64,
}

/// A drawn arc.
pub(crate) struct ArcCurve {
    /// Start and end node.
    pub ends: (usize, usize),
    pub curve: Curve,
    /// Position for text next to the arc, closer to the start of the arc.
    pub words: Point,
}

impl<'g> GraphLayout<'g> {
    /// Places the nodes. `beside` is the space for a loop at the last node of a row.
    pub fn new(
        layers: &'g [u32],
        widths: &'g [f64],
        arcs: &[(usize, usize)],
        gaps: LayerGaps,
        beside: f64,
    ) -> GraphLayout<'g> {
        let (level, between): (Vec<_>, Vec<_>) = arcs
            .iter()
            .copied()
            .partition(|&(a, b)| layers[a] == layers[b]);
        let places = place(&LayeredGraph {
            layers,
            widths,
            arcs: &between,
            gaps,
        });
        let ends = places.nodes.iter().zip(widths).map(|(x, w)| x + w / 2.0);
        let right = ends
            .chain(places.arcs.iter().flatten().copied())
            .fold(0.0, f64::max);
        let right = if level.is_empty() {
            right
        } else {
            right + beside
        };
        GraphLayout {
            layers,
            widths,
            between,
            level,
            places,
            right,
            top: 0.0,
            rise: 0.0,
            left: 0.0,
        }
    }

    /// Sets the position: the left edge, the y coordinate of the highest layer, and the distance
    /// between layers.
    pub fn set(self, (left, top): Point, rise: f64) -> GraphLayout<'g> {
        GraphLayout {
            left,
            top,
            rise,
            ..self
        }
    }

    /// Returns the y coordinate of a layer.
    pub fn height_of(&self, layer: u32) -> f64 {
        let most = self.layers.iter().copied().max().unwrap_or(0);
        self.top + f64::from(most - layer) * self.rise
    }

    /// Returns the centre of a node.
    pub fn node_center(&self, node: usize) -> Point {
        (
            self.left + self.places.nodes[node],
            self.height_of(self.layers[node]),
        )
    }

    /// Returns the arcs for nodes of the given height; arcs between layers precede arcs within a
    /// layer.
    pub fn arcs(&self, height: f64) -> Vec<ArcCurve> {
        let ports = ArcPorts::new(&self.between, &self.places.arcs, self.layers, self.widths);
        let between = self
            .between
            .iter()
            .enumerate()
            .map(|(index, &ends)| self.across(index, ends, &ports, height));
        between
            .chain(
                self.level
                    .iter()
                    .map(|&ends| self.arc_within_layer(ends, height)),
            )
            .collect()
    }

    /// Returns an arc between two layers.
    fn across(
        &self,
        index: usize,
        (from, to): (usize, usize),
        ports: &ArcPorts,
        height: f64,
    ) -> ArcCurve {
        let layers = self.layers;
        let down = layers[from] > layers[to];
        let (upper, lower) = if down { (from, to) } else { (to, from) };
        let way = &self.places.arcs[index];
        let span = (way.len() - 1) as u32;
        let steps = layers[upper] - layers[lower];
        // The arc is vertical at the layers that it passes, so that it avoids the nodes of these
        // layers.
        let half = height / 2.0;
        let mut points: Vec<Point> = Vec::new();
        for (x, step) in way.iter().zip(0..) {
            let (x, y) = (
                self.left + x,
                self.height_of(layers[upper] - step * steps / span),
            );
            if step == 0 || step == span {
                points.push((x, y))
            } else {
                points.extend([(x, y - half), (x, y + half)])
            }
        }
        let last = points.len() - 1;
        points[0] = (
            points[0].0 + ports.upper[index],
            points[0].1 + half + if down { 0.0 } else { 2.0 },
        );
        points[last] = (
            points[last].0 + ports.lower[index],
            points[last].1 - half - if down { 2.0 } else { 0.0 },
        );
        if !down {
            points.reverse();
        }
        // The text is at a point at three tenths of the first segment.
        let ((x1, y1), (x2, y2)) = (points[0], points[1]);
        ArcCurve {
            ends: (from, to),
            curve: curve(&points),
            words: (x1 + 0.216 * (x2 - x1), y1 + 0.342 * (y2 - y1)),
        }
    }

    /// Returns a loop, or an arc to another node of the layer.
    fn arc_within_layer(&self, (from, to): (usize, usize), height: f64) -> ArcCurve {
        let ((x, y), (x2, _)) = (self.node_center(from), self.node_center(to));
        let (curve, words) = if from == to {
            let side = x + self.widths[from] / 2.0;
            let loop_back = CurveSegment::CubicFromHere([(26.0, -14.0), (26.0, 26.0), (2.0, 18.0)]);
            (
                Curve {
                    from: (side - 2.0, y - 8.0),
                    steps: vec![loop_back],
                },
                (side + 22.0, y),
            )
        } else {
            let (half, dip) = (height / 2.0, y - height / 2.0 - 26.0);
            let over = CurveSegment::Quadratic([((x + x2) / 2.0, dip), (x2, y - half - 2.0)]);
            (
                Curve {
                    from: (x, y - half),
                    steps: vec![over],
                },
                (x + 0.4 * (x2 - x), y - half - 13.0),
            )
        };
        ArcCurve {
            ends: (from, to),
            curve,
            words,
        }
    }
}

/// Returns a curve that is vertical at each of the given points.
fn curve(points: &[Point]) -> Curve {
    let step = |pair: &[Point]| {
        let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
        let middle = (y1 + y2) / 2.0;
        if x1 == x2 {
            CurveSegment::Upright(y2)
        } else {
            CurveSegment::Cubic([(x1, middle), (x2, middle), (x2, y2)])
        }
    };
    Curve {
        from: points[0],
        steps: points.windows(2).map(step).collect(),
    }
}

/// Horizontal offsets, from the centre of the node, at which arcs meet their upper and lower nodes.
/// Arcs at a node are side by side, in the order of the horizontal positions at which they pass the
/// next layer.
struct ArcPorts {
    upper: Vec<f64>,
    lower: Vec<f64>,
}

impl ArcPorts {
    fn new(arcs: &[(usize, usize)], ways: &[Vec<f64>], layers: &[u32], widths: &[f64]) -> ArcPorts {
        let mut ports = ArcPorts {
            upper: vec![0.0; arcs.len()],
            lower: vec![0.0; arcs.len()],
        };
        let mut at: Vec<[Vec<(f64, usize)>; 2]> = vec![Default::default(); widths.len()];
        for (index, (&(a, b), way)) in arcs.iter().zip(ways).enumerate() {
            let (upper, lower) = if layers[a] > layers[b] {
                (a, b)
            } else {
                (b, a)
            };
            at[upper][0].push((way[1], index));
            at[lower][1].push((way[way.len() - 2], index));
        }
        for (node, sides) in at.iter_mut().enumerate() {
            for (side, list) in sides.iter_mut().enumerate() {
                list.sort_by(|a, b| a.0.total_cmp(&b.0));
                let gap = ((widths[node] - 24.0) / list.len() as f64).min(12.0);
                let first = -gap * (list.len() as f64 - 1.0) / 2.0;
                let ports = if side == 0 {
                    &mut ports.upper
                } else {
                    &mut ports.lower
                };
                list.iter()
                    .enumerate()
                    .for_each(|(i, &(_, arc))| ports[arc] = first + gap * i as f64);
            }
        }
        ports
    }
}
