//! A picture as data: shapes in points, each on top of those before it, from the top left corner to
//! the right and down. Boards and graphs are drawn once, as these shapes; [`Drawing::svg`] writes
//! them as text and, with the feature `raster`, `raster::png` as pixels. There are only the shapes
//! that our pictures have.

use crate::color::{Color, INK};
use crate::image::Image;

/// To the right, and down.
pub type Point = (f64, f64);

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The width and the height, whole numbers.
    pub size: (f64, f64),
    /// What it shows.
    pub title: String,
    /// What is to be said of it. Both are read aloud to who cannot see the picture.
    pub description: String,
    /// The heads that its lines may end in.
    pub heads: Vec<ArrowHead>,
    /// What is drawn on the paper.
    pub shapes: Vec<DrawingShape>,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawingShape {
    /// A rectangle.
    Rect(RectangleArea, Paint),
    /// A rectangle whose left and right ends are half circles.
    Pill(RectangleArea, Paint),
    /// A line around an area, its corners rounded by this radius.
    Frame(RectangleArea, Stroke, f64),
    /// Rectangles of one look that do not overlap.
    Rects(Vec<RectangleArea>, Paint),
    /// A polygon, closed by itself.
    Polygon(Vec<Point>, Paint),
    /// A straight line from the first point to the second.
    Line([Point; 2], Stroke, Option<ArrowHead>),
    /// Curves of one look, each with a head at its end.
    Curves(Vec<Curve>, Stroke, ArrowHead),
    /// A text whose baseline stands at a point.
    Text(Point, TextAnchor, TextStyle, String),
    /// A text that reads upwards, its middle at a point.
    TextUpwards(Point, TextStyle, String),
    /// Texts of one look, the middle of each at its point.
    Texts(Vec<(Point, String)>, TextStyle),
    /// An image stretched over an area; its pixels stay rectangles.
    Image(RectangleArea, Image),
    /// Shapes that are one thing to a reader who points at it, with its name.
    Part(String, Vec<DrawingShape>),
}

/// Where a rectangle stands, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangleArea {
    /// The top left corner.
    pub at: Point,
    /// The width and the height.
    pub size: (f64, f64),
}

/// What an area is filled with and what goes around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// A colour.
    Fill(Color),
    /// A colour up to whole pixels, so that areas side by side show no seam.
    Crisp(Color),
    /// A line around it and nothing inside.
    Line(Stroke),
    /// A colour and a line around it.
    Both(Color, Stroke),
}

/// A line's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// The width.
    pub width: f64,
}

/// A head that lines end in: a triangle of this colour ([`ArrowHead::OUTLINE`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrowHead {
    /// The colour.
    pub color: Color,
    /// A letter of its own.
    pub id: char,
}

impl ArrowHead {
    /// The corners in units of the head, along a line that comes from the left and ends in
    /// [`ArrowHead::END`].
    pub const OUTLINE: [Point; 3] = [(0.0, 1.0), (10.0, 5.0), (0.0, 9.0)];
    /// Where the line ends.
    pub const END: Point = (9.0, 5.0);
    /// How long a unit of the head is.
    pub const UNIT: f64 = 0.9;
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Where it begins.
    pub from: Point,
    /// How it goes on.
    pub steps: Vec<CurveSegment>,
}

/// A part of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CurveSegment {
    /// Straight up or down to this height.
    Upright(f64),
    /// A Bézier curve: one control point and the end.
    Quadratic([Point; 2]),
    /// A Bézier curve: two control points and the end.
    Cubic([Point; 3]),
    /// A Bézier curve as [`Self::Cubic`], its points counted from where the step begins.
    CubicFromHere([Point; 3]),
}

/// Where a text stands with respect to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// The text begins there.
    Start,
    /// The middle of the text is there.
    Middle,
    /// The text ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// The size of its letters.
    pub size: f64,
    /// The colour.
    pub color: Color,
    /// Heavy letters.
    pub bold: bool,
    /// Slanted letters.
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
    /// Upright letters of usual weight.
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

    /// Gives the shapes that were added after the first `from` a name.
    pub(crate) fn part(&mut self, from: usize, name: String) {
        let shapes = self.shapes.split_off(from);
        self.add(DrawingShape::Part(name, shapes));
    }

    /// Texts of one look, if there are any.
    pub(crate) fn texts(&mut self, style: TextStyle, list: Vec<(Point, String)>) {
        if !list.is_empty() {
            self.add(DrawingShape::Texts(list, style));
        }
    }

    /// The whole picture.
    pub(crate) fn finish(self, width: f64, height: f64, title: &str, description: &str) -> Drawing {
        Drawing {
            size: (width.ceil(), height.ceil()),
            title: title.to_owned(),
            description: description.to_owned(),
            ..self
        }
    }

    /// The words that stand in the picture.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.shapes.iter().flat_map(DrawingShape::words)
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        crate::svg::write(self)
    }
}
