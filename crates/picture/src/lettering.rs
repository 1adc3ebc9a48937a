//! Text as outlines. Letters are placed from left to right by the advances and the kerning table of
//! the font. Placing letters one after another suffices for labels, numbers and titles; scripts
//! with joined letters are not supported.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::drawing::TextStyle;
use crate::fonts::{FontFaces, Glyph};

/// Text that begins at (0, 0).
pub(crate) struct Lettering {
    /// The outlines of the letters; `None` if no letter is visible.
    pub path: Option<Path>,
    /// Outlines of bold letters in a font without bold glyphs; a line of [`WEIGHT`] is added around
    /// these outlines.
    pub light: Option<Path>,
    /// Width of the text.
    pub width: f32,
}

/// Width of the line that makes regular letters bold, relative to the font size.
pub(crate) const WEIGHT: f64 = 0.05;

/// Returns the outlines of a text. As in SVG, control characters are escaped and consecutive spaces
/// are collapsed.
pub(crate) fn letter(words: &str, style: TextStyle, faces: &FontFaces) -> Lettering {
    let shown = base::escaping::escape(words).replace(['\n', '\t'], " ");
    let words: Vec<&str> = shown.split(' ').filter(|word| !word.is_empty()).collect();
    let (mut pen, mut light) = (GlyphPen::default(), GlyphPen::default());
    let mut before: Option<(*const Face, GlyphId)> = None;
    for c in words.join(" ").chars() {
        let Glyph {
            face,
            id,
            light: is_light,
        } = faces.glyph(c, style);
        let scale = style.size as f32 / f32::from(face.units_per_em());
        if let Some((_, left)) = before.filter(|&(last, _)| std::ptr::eq(last, face)) {
            pen.x += f32::from(kerning(face, left, id)) * scale;
        }
        (pen.scale, light.scale, light.x) = (scale, scale, pen.x);
        face.outline_glyph(id, if is_light { &mut light } else { &mut pen });
        pen.x += f32::from(face.glyph_hor_advance(id).unwrap_or(0)) * scale;
        before = Some((face, id));
    }
    Lettering {
        path: pen.path.finish(),
        light: light.path.finish(),
        width: pen.x,
    }
}

/// Returns the kerning between two letters, the change of their distance; a negative kerning
/// reduces the distance.
fn kerning(face: &Face, left: GlyphId, right: GlyphId) -> i16 {
    let tables = face
        .tables()
        .kern
        .into_iter()
        .flat_map(|kern| kern.subtables);
    let mut usual =
        tables.filter(|table| table.horizontal && !table.variable && !table.has_cross_stream);
    usual
        .find_map(|table| table.glyphs_kerning(left, right))
        .unwrap_or(0)
}

/// Pen that draws letters at a position of the line.
#[derive(Default)]
struct GlyphPen {
    path: PathBuilder,
    x: f32,
    scale: f32,
}

impl GlyphPen {
    fn point_at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point_at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point_at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point_at(x1, y1), self.point_at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (
            self.point_at(x1, y1),
            self.point_at(x2, y2),
            self.point_at(x, y),
        );
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
