//! The embedded fonts are parts of DejaVu Sans. Every character that they have is drawn as with the
//! original.

#![cfg(feature = "raster")]

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The commands of an outline.
#[derive(Default, PartialEq, Debug)]
struct Outline(Vec<(char, [f32; 4])>);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(('M', [x, y, 0.0, 0.0]));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(('L', [x, y, 0.0, 0.0]));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.push(('Q', [x1, y1, x, y]));
    }
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        unreachable!("TrueType outlines are quadratic");
    }
    fn close(&mut self) {
        self.0.push(('Z', [0.0; 4]));
    }
}

fn shape(face: &Face<'_>, glyph: GlyphId) -> (Outline, Option<u16>) {
    let mut outline = Outline::default();
    face.outline_glyph(glyph, &mut outline);
    (outline, face.glyph_hor_advance(glyph))
}

fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    let kern = face.tables().kern?;
    kern.subtables
        .into_iter()
        .find_map(|table| table.glyphs_kerning(left, right))
}

#[test]
fn characters_look_as_in_the_originals() {
    let files: [(&str, &[u8], &[u8]); 4] = [
        (
            "regular",
            include_bytes!("../fonts/DejaVuSans.ttf"),
            dejavu::sans::regular(),
        ),
        (
            "bold",
            include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
            dejavu::sans::bold(),
        ),
        (
            "oblique",
            include_bytes!("../fonts/DejaVuSans-Oblique.ttf"),
            dejavu::sans::oblique(),
        ),
        (
            "bold oblique",
            include_bytes!("../fonts/DejaVuSans-BoldOblique.ttf"),
            dejavu::sans::bold_oblique(),
        ),
    ];
    for (name, ours, original) in files {
        let (ours, original) = (
            Face::parse(ours, 0).unwrap(),
            Face::parse(original, 0).unwrap(),
        );
        assert_eq!(ours.units_per_em(), original.units_per_em(), "{name}");
        let mut letters = Vec::new();
        for c in ' '..=char::MAX {
            let (found, wanted) = (ours.glyph_index(c), original.glyph_index(c));
            let required = name == "regular"
                || matches!(c, ' '..='~' | 'À'..='ɏ' | 'α'..='ω' | 'А'..='я' | '→' | '≤');
            assert!(
                found.is_some() || wanted.is_none() || !required,
                "{name} has no {c:?}"
            );
            if let (Some(found), Some(wanted)) = (found, wanted) {
                assert_eq!(
                    shape(&ours, found),
                    shape(&original, wanted),
                    "{name} {c:?}"
                );
                if c.is_ascii_alphanumeric() {
                    letters.push((found, wanted));
                }
            }
        }
        assert!(letters.len() == 62, "{name}");
        for left in &letters {
            for right in &letters {
                assert_eq!(
                    kerning(&ours, left.0, right.0),
                    kerning(&original, left.1, right.1),
                    "{name}"
                );
            }
        }
    }
}
