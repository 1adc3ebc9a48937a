//! Fonts for PNG files. DejaVu Sans is embedded. Chinese text uses one of the fonts that the caller
//! offers: the first font of regular weight with all characters of the text, otherwise the font
//! with most of the characters. Invalid fonts are skipped.

use std::collections::BTreeSet;

use ttf_parser::{Face, GlyphId, OutlineBuilder, fonts_in_collection, name_id};

use crate::drawing::{Drawing, TextStyle};

/// Maximum number of fonts that are read from one file.
const MAX_FACES: u32 = 64;

/// DejaVu Sans in the order regular, bold, oblique, bold oblique. `fonts/README.md` says which
/// characters the files have.
static EMBEDDED: [&[u8]; 4] = [
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
    include_bytes!("../fonts/DejaVuSans-Oblique.ttf"),
    include_bytes!("../fonts/DejaVuSans-BoldOblique.ttf"),
];

/// Fonts for drawing.
pub struct Fonts {
    chinese: Option<FontChoice>,
}

/// An offered font: the contents of its file, and its index in the file.
struct FontChoice {
    data: Vec<u8>,
    index: u32,
}

impl Fonts {
    /// Selects fonts for the text of a drawing: the embedded font and, only for Chinese text, the
    /// most suitable font of `files`. After a font of regular weight that has all characters, no
    /// further file is taken from `files`.
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

    /// Returns whether the selected fonts have Chinese characters.
    pub fn has_chinese(&self) -> bool {
        self.chinese.is_some()
    }

    /// Returns the parsed fonts.
    pub(crate) fn faces(&self) -> FontFaces<'_> {
        FontFaces {
            own: EMBEDDED.map(|data| Face::parse(data, 0).expect("the embedded font is whole")),
            chinese: self
                .chinese
                .as_ref()
                .and_then(|found| Face::parse(&found.data, found.index).ok()),
        }
    }
}

/// Returns whether a character is Chinese, or punctuation that is used in Chinese text.
pub fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

/// Parsed fonts that provide the shapes of characters.
pub(crate) struct FontFaces<'a> {
    /// The fonts in the order regular, bold, oblique, bold oblique.
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
    /// Returns the shape of a character in the given style. If no font has the character, the shape
    /// is a box.
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

/// Rank of a font: the number of missing characters, and whether the font is heavy, thin or
/// slanted. The font with the minimum rank is best.
type Rank = (usize, bool);

/// Returns the first perfect font, otherwise the font with the best rank.
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

/// Returns the best font of a file, if any font of the file has Chinese characters. A collection
/// may have equally good fonts for several countries. Among equally good fonts, the font that is
/// named for simplified characters is chosen.
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
