//! Writes a drawing as PNG. Each shape becomes a path that is filled or stroked, and text becomes
//! the outlines of its letters.

use base::text;
use base::text::Text;
use tiny_skia::{
    FillRule, Paint as Ink, Path, Pixmap, PremultipliedColorU8, Stroke as Pen, Transform,
};

use crate::color::{Color, PAPER};
use crate::drawing::{
    ArrowHead, Drawing, DrawingShape, Paint, Point, RectangleArea, Stroke, TextAnchor, TextStyle,
};
use crate::fonts::{FontFaces, Fonts};
use crate::image::Image;
use crate::lettering::{Lettering, WEIGHT, letter};
use crate::paths::{curve, line, polygon, rects, rounded};

/// Maximum number of pixels of a picture.
const MAX_PIXELS: f64 = 100e6;

/// Maximum side, in points, of a picture that is drawn with two pixels for each point.
const SHARP: f64 = 1400.0;

/// Returns the bytes of a PNG of the picture.
///
/// # Errors
/// Returns an error text if the picture has too many pixels.
pub fn png(drawing: &Drawing, fonts: &Fonts) -> Result<Vec<u8>, Text> {
    let (wide, high) = drawing.size;
    let scale = if wide.max(high) <= SHARP { 2.0 } else { 1.0 };
    let (width, height) = (wide * scale, high * scale);
    let too_large = || {
        text!(
            "a PNG of {width} x {height} pixels is too large; write an SVG, or draw a smaller part",
            "{width} x {height} 像素的 PNG 太大；请改写 SVG，或缩小范围"
        )
    };
    if width * height > MAX_PIXELS {
        return Err(too_large());
    }
    let pixels = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    let mut canvas = Canvas {
        pixels,
        scale: scale as f32,
        faces: fonts.faces(),
    };
    let paper = PAPER.rgb;
    canvas.pixels.fill(tiny_skia::Color::from_rgba8(
        paper[0], paper[1], paper[2], 255,
    ));
    for shape in &drawing.shapes {
        canvas.draw(shape);
    }
    encode(canvas.pixels).map_err(|e| text!("cannot write the picture: {e}", "无法写出图像：{e}"))
}

/// Returns the pixels as a PNG. All pixels are opaque, so only their colours are written.
fn encode(pixels: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (pixels.width(), pixels.height());
    let mut data = pixels.take();
    let count = data.len() / 4;
    for pixel in 0..count {
        data.copy_within(4 * pixel..4 * pixel + 3, 3 * pixel);
    }
    data.truncate(3 * count);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&data)?;
    Ok(bytes)
}

/// The surface on which shapes are drawn.
struct Canvas<'a> {
    pixels: Pixmap,
    /// Number of pixels for each point.
    scale: f32,
    faces: FontFaces<'a>,
}

impl Canvas<'_> {
    fn draw(&mut self, shape: &DrawingShape) {
        match shape {
            DrawingShape::Rect(area, paint) => self.paint(rects(&[*area]), paint),
            DrawingShape::Pill(area, paint) => self.paint(rounded(area, area.size.1 / 2.0), paint),
            DrawingShape::Frame(area, stroke, radius) => {
                self.stroke(rounded(area, *radius), *stroke)
            }
            DrawingShape::Rects(areas, paint) => self.paint(rects(areas), paint),
            DrawingShape::Polygon(points, paint) => self.paint(polygon(points), paint),
            DrawingShape::Line([from, to], stroke, end) => {
                self.stroke(line(*from, *to), *stroke);
                if let Some(end) = end {
                    self.head(*from, *to, *end);
                }
            }
            DrawingShape::Curves(curves, stroke, end) => {
                for way in curves {
                    let (path, [from, to]) = curve(way);
                    self.stroke(path, *stroke);
                    self.head(from, to, *end);
                }
            }
            DrawingShape::Text(at, anchor, style, words) => {
                self.text(*at, *anchor, *style, words, Transform::identity())
            }
            DrawingShape::TextUpwards(at, style, words) => {
                self.text(*at, TextAnchor::Middle, *style, words, upwards())
            }
            DrawingShape::Texts(list, style) => {
                list.iter().for_each(|(at, words)| {
                    self.text(
                        *at,
                        TextAnchor::Middle,
                        *style,
                        words,
                        Transform::identity(),
                    )
                });
            }
            DrawingShape::Image(area, image) => self.image(area, image),
            DrawingShape::Part(_, shapes) => shapes.iter().for_each(|shape| self.draw(shape)),
        }
    }

    fn paint(&mut self, path: Option<Path>, paint: &Paint) {
        match *paint {
            Paint::Fill(color) => self.fill(path, color, true),
            Paint::Crisp(color) => self.fill(path, color, false),
            Paint::Line(stroke) => self.stroke(path, stroke),
            Paint::Both(color, stroke) => {
                self.fill(path.clone(), color, true);
                self.stroke(path, stroke);
            }
        }
    }

    /// Fills a path; `smooth` enables antialiasing.
    fn fill(&mut self, path: Option<Path>, color: Color, smooth: bool) {
        let Some(path) = path else { return };
        let scale = Transform::from_scale(self.scale, self.scale);
        self.pixels
            .fill_path(&path, &ink(color, smooth), FillRule::Winding, scale, None);
    }

    fn stroke(&mut self, path: Option<Path>, stroke: Stroke) {
        let Some(path) = path else { return };
        let pen = Pen {
            width: stroke.width as f32,
            ..Pen::default()
        };
        let scale = Transform::from_scale(self.scale, self.scale);
        self.pixels
            .stroke_path(&path, &ink(stroke.color, true), &pen, scale, None);
    }

    /// Draws the head of a line that comes from one point and ends at another.
    fn head(&mut self, from: Point, to: Point, head: ArrowHead) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = x.hypot(y);
        if length == 0.0 {
            return;
        }
        let (x, y) = (ArrowHead::UNIT * x / length, ArrowHead::UNIT * y / length);
        let corners = ArrowHead::OUTLINE.map(|(along, aside)| {
            let (along, aside) = (along - ArrowHead::END.0, aside - ArrowHead::END.1);
            (to.0 + along * x - aside * y, to.1 + along * y + aside * x)
        });
        self.fill(polygon(&corners), head.color, true);
    }

    /// Draws a text at a point, rotated about that point.
    fn text(
        &mut self,
        at: Point,
        anchor: TextAnchor,
        style: TextStyle,
        words: &str,
        turn: Transform,
    ) {
        let Lettering { path, light, width } = letter(words, style, &self.faces);
        let back = match anchor {
            TextAnchor::Start => 0.0,
            TextAnchor::Middle => width / 2.0,
            TextAnchor::End => width,
        };
        let place = Transform::from_translate(-back, 0.0)
            .post_concat(turn)
            .post_translate(at.0 as f32, at.1 as f32);
        let [path, light] = [path, light].map(|path| path.and_then(|path| path.transform(place)));
        self.fill(path, style.color, true);
        self.paint(
            light,
            &Paint::Both(
                style.color,
                Stroke {
                    color: style.color,
                    width: WEIGHT * style.size,
                },
            ),
        );
    }

    /// Draws an image, whose pixels are rectangles. Each pixel of the picture has the colour of the
    /// image at the centre of the pixel.
    fn image(&mut self, area: &RectangleArea, image: &Image) {
        let scale = f64::from(self.scale);
        let (columns, rows) = (image.columns, image.rows());
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let under = |pixel: u32, from: f64, size: f64, count: usize| {
            let way = ((f64::from(pixel) + 0.5) / scale - from) / size;
            (0.0..1.0)
                .contains(&way)
                .then(|| ((way * count as f64) as usize).min(count - 1))
        };
        let across: Vec<Option<usize>> = (0..width)
            .map(|x| under(x, area.at.0, area.size.0, columns))
            .collect();
        let lines = self.pixels.pixels_mut().chunks_mut(width as usize);
        for (line, y) in lines.zip(0..height) {
            let Some(row) = under(y, area.at.1, area.size.1, rows) else {
                continue;
            };
            for (pixel, column) in line.iter_mut().zip(&across) {
                let Some(column) = column else { continue };
                let Color { rgb: [r, g, b], .. } = image.pixels[row * columns + column];
                if let Some(color) = PremultipliedColorU8::from_rgba(r, g, b, 255) {
                    *pixel = color;
                }
            }
        }
    }
}

/// Returns the rotation by a quarter turn to the left.
fn upwards() -> Transform {
    Transform::from_row(0.0, -1.0, 1.0, 0.0, 0.0, 0.0)
}

fn ink(color: Color, smooth: bool) -> Ink<'static> {
    let mut ink = Ink {
        anti_alias: smooth,
        ..Ink::default()
    };
    let [r, g, b] = color.rgb;
    ink.set_color_rgba8(r, g, b, 255);
    ink
}
