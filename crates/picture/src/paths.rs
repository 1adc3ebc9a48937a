//! Shapes as paths of tiny-skia. The functions return `None` if the numbers of a shape form no
//! valid path.

use tiny_skia::{Path, PathBuilder};

use crate::drawing::{Curve, CurveSegment, Point, RectangleArea};

/// A path under construction, in the coordinates of a drawing.
#[derive(Default)]
struct DrawingPathBuilder(PathBuilder);

impl DrawingPathBuilder {
    fn from((x, y): Point) -> DrawingPathBuilder {
        let mut way = DrawingPathBuilder::default();
        way.begin((x, y));
        way
    }

    fn begin(&mut self, (x, y): Point) {
        self.0.move_to(x as f32, y as f32);
    }

    fn line(&mut self, (x, y): Point) {
        self.0.line_to(x as f32, y as f32);
    }

    fn quadratic(&mut self, [(x1, y1), (x, y)]: [Point; 2]) {
        self.0.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
    }

    fn cubic(&mut self, [(x1, y1), (x2, y2), (x, y)]: [Point; 3]) {
        self.0.cubic_to(
            x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32,
        );
    }

    fn closed(mut self) -> Option<Path> {
        self.0.close();
        self.0.finish()
    }
}

/// Returns rectangles in a single path.
pub(crate) fn rects(areas: &[RectangleArea]) -> Option<Path> {
    let mut way = DrawingPathBuilder::default();
    for area in areas {
        let [a, b, c, d] = corners(area);
        way.begin(a);
        [b, c, d].into_iter().for_each(|corner| way.line(corner));
        way.0.close();
    }
    way.0.finish()
}

/// Returns the corners of a rectangle, clockwise from the top left.
fn corners(area: &RectangleArea) -> [Point; 4] {
    let (left, top) = area.at;
    let (right, bottom) = (left + area.size.0, top + area.size.1);
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// Returns a rectangle with rounded corners.
pub(crate) fn rounded(area: &RectangleArea, radius: f64) -> Option<Path> {
    /// Relative position of the control points for which a cubic curve approximates a quarter
    /// circle.
    const ROUND: f64 = 0.552_285;
    let toward = |(x, y): Point, (to_x, to_y): Point, part: f64| {
        (x + (to_x - x) * part, y + (to_y - y) * part)
    };
    let corners = corners(area);
    let mut way = DrawingPathBuilder::default();
    for (index, &corner) in corners.iter().enumerate() {
        // The end of the edge before the corner, and the start of the edge after the corner.
        let [end, begin] = [corners[(index + 3) % 4], corners[(index + 1) % 4]].map(|other| {
            let side = (other.0 - corner.0).abs() + (other.1 - corner.1).abs();
            toward(corner, other, if side > 0.0 { radius / side } else { 0.0 })
        });
        if index == 0 {
            way.begin(end)
        } else {
            way.line(end)
        }
        way.cubic([
            toward(end, corner, ROUND),
            toward(begin, corner, ROUND),
            begin,
        ]);
    }
    way.closed()
}

/// Returns a polygon.
pub(crate) fn polygon(points: &[Point]) -> Option<Path> {
    let mut way = DrawingPathBuilder::from(*points.first()?);
    points[1..].iter().for_each(|&point| way.line(point));
    way.closed()
}

/// Returns a straight line.
pub(crate) fn line(from: Point, to: Point) -> Option<Path> {
    let mut way = DrawingPathBuilder::from(from);
    way.line(to);
    way.0.finish()
}

/// Returns a curve and its final direction: a point before the end, and the end.
pub(crate) fn curve(curve: &Curve) -> (Option<Path>, [Point; 2]) {
    let mut way = DrawingPathBuilder::from(curve.from);
    let mut end = [curve.from; 2];
    for step in &curve.steps {
        let (x, y) = end[1];
        end = match *step {
            CurveSegment::Upright(to) => {
                way.line((x, to));
                [(x, y), (x, to)]
            }
            CurveSegment::Quadratic(points) => {
                way.quadratic(points);
                points
            }
            CurveSegment::Cubic(points) => {
                way.cubic(points);
                [points[1], points[2]]
            }
            CurveSegment::CubicFromHere(points) => {
                let points = points.map(|(right, down)| (x + right, y + down));
                way.cubic(points);
                [points[1], points[2]]
            }
        };
    }
    (way.0.finish(), end)
}
