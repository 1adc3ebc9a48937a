//! Fonts for PNG files. DejaVu Sans is embedded. Chinese text uses one of the fonts that are
//! offered: the first font with regular weight that has all its characters, otherwise the one with
//! the most. Invalid fonts are skipped.

use std::collections::BTreeSet;

use ttf_parser::{Face, GlyphId, OutlineBuilder, fonts_in_collection, name_id};

use crate::drawing::{Drawing, TextStyle};

/// Maximum number of fonts that are read from one file.
const MAX_FACES: u32 = 64;
/// Fonts for drawing.
pub struct Fonts {
    chinese: Option<FontChoice>,
}

/// A font that was offered: its file, and its index there.
struct FontChoice {
    data: Vec<u8>,
    index: u32,
}

impl Fonts {
    /// Selects fonts for the text of a drawing: the embedded one and, only for Chinese text, the
    /// most suitable of these font files. After a perfect font, no further file is taken from
    /// `files`.
    pub fn new(drawing: &Drawing, files: &mut dyn Iterator<Item = Vec<u8>>) -> Fonts {
        let wanted: BTreeSet<char> = drawing
            .words()
            .flat_map(str::chars)
            .filter(|&c| is_chinese(c) && !c.is_whitespace())
            .collect();
        Fonts {
            chinese: if wanted.is_empty() {
                None
            } else {
                find(&wanted, files)
            },
        }
    }

    /// Returns whether these fonts have Chinese characters.
    pub fn has_chinese(&self) -> bool {
        self.chinese.is_some()
    }

    /// Returns the parsed fonts.
    pub(crate) fn faces(&self) -> FontFaces<'_> {
        let own = [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans::oblique(),
            dejavu::sans::bold_oblique(),
        ];
        FontFaces {
            own: own.map(|data| Face::parse(data, 0).expect("the embedded font is whole")),
            chinese: self
                .chinese
                .as_ref()
                .and_then(|found| Face::parse(&found.data, found.index).ok()),
        }
    }
}

/// Returns whether this is a Chinese character, or punctuation that is used with them.
pub fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

/// Parsed fonts that provide the shapes of characters.
pub(crate) struct FontFaces<'a> {
    /// Regular, bold, oblique, bold oblique.
    own: [Face<'static>; 4],
    chinese: Option<Face<'a>>,
}

/// The shape of a character.
pub(crate) struct Glyph<'a> {
    /// The font that contains the character.
    pub face: &'a Face<'a>,
    /// Index of the glyph in the font.
    pub id: GlyphId,
    /// Whether the style is bold but the glyph is not.
    pub light: bool,
}

impl FontFaces<'_> {
    /// Returns the shape of a character in this style. A character that no font has is a box.
    pub(crate) fn glyph(&self, c: char, style: TextStyle) -> Glyph<'_> {
        let styled = &self.own[usize::from(style.bold) + 2 * usize::from(style.italic)];
        let faces = [
            Some((styled, false)),
            Some((&self.own[0], style.bold)),
            self.chinese.as_ref().map(|face| (face, style.bold)),
        ];
        let found = faces
            .into_iter()
            .flatten()
            .find_map(|(face, light)| face.glyph_index(c).map(|id| Glyph { face, id, light }));
        found.unwrap_or(Glyph {
            face: styled,
            id: GlyphId(0),
            light: false,
        })
    }
}

/// Rank of a font: the number of missing characters, and whether it is heavy, thin or slanted. The
/// minimum is best.
type Rank = (usize, bool);

/// Returns the first perfect font, otherwise the best one.
fn find(wanted: &BTreeSet<char>, files: &mut dyn Iterator<Item = Vec<u8>>) -> Option<FontChoice> {
    let mut best: Option<(Rank, FontChoice)> = None;
    for data in files {
        let Some((rank, index)) = best_face(&data, wanted) else {
            continue;
        };
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, FontChoice { data, index }));
        }
        if rank == (0, false) {
            break;
        }
    }
    best.map(|(_, found)| found)
}

/// Returns the best font of a file, if any of its fonts has Chinese characters. Among equal fonts,
/// like those of a collection for several countries, the one named for simplified characters is
/// chosen.
fn best_face(data: &[u8], wanted: &BTreeSet<char>) -> Option<(Rank, u32)> {
    let faces = (0..fonts_in_collection(data).unwrap_or(1).min(MAX_FACES))
        .filter_map(|index| Some((index, Face::parse(data, index).ok()?)));
    let ranked = faces
        .filter(|(_, face)| draws(face, '中'))
        .map(|(index, face)| {
            let lacking = wanted.iter().filter(|&&c| !draws(&face, c)).count();
            let unusual = face.is_italic() || !(300..=500).contains(&face.weight().to_number());
            ((lacking, unusual), !is_simplified(&face), index)
        });
    ranked.min().map(|(rank, _, index)| (rank, index))
}

/// Returns whether the font has an outline for a character, not only a bitmap or an empty glyph.
fn draws(face: &Face, c: char) -> bool {
    face.glyph_index(c)
        .is_some_and(|glyph| face.outline_glyph(glyph, &mut NullOutline).is_some())
}

fn is_simplified(face: &Face) -> bool {
    let mut families = face
        .names()
        .into_iter()
        .filter(|name| name.name_id == name_id::FAMILY);
    families.any(|name| {
        name.to_string()
            .is_some_and(|name| [" SC", " CN", " GB"].iter().any(|word| name.contains(word)))
    })
}

/// An outline builder that draws nothing.
struct NullOutline;

impl OutlineBuilder for NullOutline {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}
