//! Words as outlines: letter after letter from the left, each as far on as the font says, pairs of
//! letters drawn together or apart by its table of kerning. That is enough for labels, numbers and
//! titles; scripts that join their letters are not joined.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::drawing::TextStyle;
use crate::fonts::{FontFaces, Glyph};

/// Words that begin at (0, 0).
pub(crate) struct Lettering {
    /// The outlines of their letters, if there is anything to see.
    pub path: Option<Path>,
    /// Outlines that want a line of [`WEIGHT`] around them: bold letters of a font that has only
    /// light ones.
    pub light: Option<Path>,
    /// How wide they are.
    pub width: f32,
}

/// The line that makes light letters bold, as a part of their size.
pub(crate) const WEIGHT: f64 = 0.05;

/// The outlines of words. As in SVG, hidden characters are shown and spaces count once.
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

/// How much nearer to the left letter the right one stands than it would alone: less than 0 is
/// nearer.
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

/// Draws letters at a place of the line.
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
