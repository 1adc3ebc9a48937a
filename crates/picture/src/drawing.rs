//! Pictures as data: shapes with coordinates in points, each on top of the previous shapes. The
//! origin is the top left corner, and the axes point right and down.
//!
//! Boards and graphs are drawn once, as shapes. [`Drawing::svg`] writes the shapes as text, and
//! with the feature `raster`, `raster::png` writes them as pixels. The module defines only the
//! shapes that the pictures of this crate need.

use crate::color::{Color, INK};
use crate::image::Image;

/// The x coordinate (to the right) and the y coordinate (down) of a point.
pub type Point = (f64, f64);

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Width and height, which are integers.
    pub size: (f64, f64),
    /// Title of the picture.
    pub title: String,
    /// Description of the picture. Screen readers read the title and the description.
    pub description: String,
    /// Arrow heads that the lines of the picture use.
    pub heads: Vec<ArrowHead>,
    /// Shapes in drawing order.
    pub shapes: Vec<DrawingShape>,
}

/// A shape of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawingShape {
    /// A rectangle.
    Rect(RectangleArea, Paint),
    /// A rectangle whose left and right ends are semicircles.
    Pill(RectangleArea, Paint),
    /// A line around an area, with corners that are rounded with the given radius.
    Frame(RectangleArea, Stroke, f64),
    /// Rectangles with the same look that do not overlap.
    Rects(Vec<RectangleArea>, Paint),
    /// A polygon, which is closed automatically.
    Polygon(Vec<Point>, Paint),
    /// A straight line from the first point to the second.
    Line([Point; 2], Stroke, Option<ArrowHead>),
    /// Curves with the same look, each with an arrow head at its end.
    Curves(Vec<Curve>, Stroke, ArrowHead),
    /// A text whose baseline is at a point.
    Text(Point, TextAnchor, TextStyle, String),
    /// A text that reads upwards, centred at a point.
    TextUpwards(Point, TextStyle, String),
    /// Texts with the same look, each centred at its point.
    Texts(Vec<(Point, String)>, TextStyle),
    /// An image that is stretched over an area; its pixels remain rectangles.
    Image(RectangleArea, Image),
    /// Shapes that form one unit for pointing devices, with its name.
    Part(String, Vec<DrawingShape>),
}

/// Position and size of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangleArea {
    /// The top left corner.
    pub at: Point,
    /// Width and height.
    pub size: (f64, f64),
}

/// Fill and outline of an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// A fill.
    Fill(Color),
    /// A fill that is aligned to whole pixels, so that adjacent areas show no seam.
    Crisp(Color),
    /// An outline without fill.
    Line(Stroke),
    /// A fill with an outline.
    Both(Color, Stroke),
}

/// Look of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// The width.
    pub width: f64,
}

/// An arrow head at the end of lines: a triangle of the given colour ([`ArrowHead::OUTLINE`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrowHead {
    /// The colour.
    pub color: Color,
    /// A letter that identifies the arrow head in its drawing.
    pub id: char,
}

impl ArrowHead {
    /// The corners in units of the head, for a line that comes from the left and ends at
    /// [`ArrowHead::END`].
    pub const OUTLINE: [Point; 3] = [(0.0, 1.0), (10.0, 5.0), (0.0, 9.0)];
    /// The end of the line.
    pub const END: Point = (9.0, 5.0);
    /// Length of a unit of the head, in points.
    pub const UNIT: f64 = 0.9;
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Start of the curve.
    pub from: Point,
    /// Segments of the curve.
    pub steps: Vec<CurveSegment>,
}

/// A segment of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CurveSegment {
    /// A vertical line to the given y coordinate.
    Upright(f64),
    /// A quadratic Bézier curve: one control point and the end.
    Quadratic([Point; 2]),
    /// A cubic Bézier curve: two control points and the end.
    Cubic([Point; 3]),
    /// A cubic Bézier curve like [`Self::Cubic`], with points relative to the start of the segment.
    CubicFromHere([Point; 3]),
}

/// Alignment of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// The text begins at the point.
    Start,
    /// The text is centred at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// Look of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Font size.
    pub size: f64,
    /// The colour.
    pub color: Color,
    /// Whether the text is bold.
    pub bold: bool,
    /// Whether the text is italic.
    pub italic: bool,
}

impl DrawingShape {
    fn words(&self) -> Vec<&str> {
        match self {
            DrawingShape::Text(.., words) | DrawingShape::TextUpwards(.., words) => vec![words],
            DrawingShape::Texts(list, _) => list.iter().map(|(_, words)| words.as_str()).collect(),
            DrawingShape::Part(_, shapes) => shapes.iter().flat_map(DrawingShape::words).collect(),
            _ => Vec::new(),
        }
    }
}

impl TextStyle {
    /// Creates the style of upright text with regular weight.
    pub fn plain(size: f64) -> TextStyle {
        TextStyle {
            size,
            color: INK,
            bold: false,
            italic: false,
        }
    }
}

impl Drawing {
    pub(crate) fn add(&mut self, shape: DrawingShape) {
        self.shapes.push(shape);
    }

    pub(crate) fn rect(&mut self, at: Point, size: (f64, f64), paint: Paint) {
        self.add(DrawingShape::Rect(RectangleArea { at, size }, paint));
    }

    pub(crate) fn text(&mut self, at: Point, anchor: TextAnchor, style: TextStyle, words: &str) {
        self.add(DrawingShape::Text(at, anchor, style, words.to_owned()));
    }

    /// Groups all shapes except the first `from` shapes, and names the group.
    pub(crate) fn part(&mut self, from: usize, name: String) {
        let shapes = self.shapes.split_off(from);
        self.add(DrawingShape::Part(name, shapes));
    }

    /// Adds texts with the same look as one shape; an empty list adds no shape.
    pub(crate) fn texts(&mut self, style: TextStyle, list: Vec<(Point, String)>) {
        if !list.is_empty() {
            self.add(DrawingShape::Texts(list, style));
        }
    }

    /// Sets the size, the title and the description.
    pub(crate) fn finish(self, width: f64, height: f64, title: &str, description: &str) -> Drawing {
        Drawing {
            size: (width.ceil(), height.ceil()),
            title: title.to_owned(),
            description: description.to_owned(),
            ..self
        }
    }

    /// Iterates over the texts in the picture.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.shapes.iter().flat_map(DrawingShape::words)
    }

    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        crate::svg::write(self)
    }
}
