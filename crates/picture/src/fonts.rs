//! The fonts of a PNG. DejaVu Sans is embedded. Chinese words take one font of those that are
//! offered: the first of usual weight that has all their characters, else the one that has the
//! most. A font that is odd is passed over.

use std::collections::BTreeSet;

use ttf_parser::{Face, GlyphId, OutlineBuilder, fonts_in_collection, name_id};

use crate::drawing::{Drawing, TextStyle};

/// The most fonts of one file that are looked at.
const MAX_FACES: u32 = 64;
/// The fonts for drawing.
pub struct Fonts {
    chinese: Option<FontChoice>,
}

/// A font that was offered: a file, and which of its fonts.
struct FontChoice {
    data: Vec<u8>,
    index: u32,
}

impl Fonts {
    /// Fonts for the words of a drawing: the embedded one and, only if there are Chinese words, the
    /// one of these font files that suits best. No file is taken from `files` after one that
    /// lacks nothing.
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

    /// Whether these fonts have Chinese characters.
    pub fn has_chinese(&self) -> bool {
        self.chinese.is_some()
    }

    /// The fonts, ready to be asked.
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

/// Whether this is a Chinese character, or of the punctuation that goes with them.
pub fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

/// Fonts that can be asked for the shapes of characters.
pub(crate) struct FontFaces<'a> {
    /// Regular, bold, oblique, bold and oblique.
    own: [Face<'static>; 4],
    chinese: Option<Face<'a>>,
}

/// The shape of a character.
pub(crate) struct Glyph<'a> {
    /// The font that has it.
    pub face: &'a Face<'a>,
    /// Its number there.
    pub id: GlyphId,
    /// Bold letters were wanted, and these are not.
    pub light: bool,
}

impl FontFaces<'_> {
    /// The shape of a character in this style. A character that no font has is a box.
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

/// How well a font suits: how many characters it lacks, and whether it is heavy, thin or slanted.
/// The least is the best.
type Rank = (usize, bool);

/// The first font that suits in every way, else the best.
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

/// The font of a file that suits best, if any of them has Chinese characters. Where they are alike,
/// as those of a collection for several countries are, the one that is named for simplified
/// characters.
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

/// Whether the font has a shape for a character: not only a picture or an empty place.
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

/// Takes an outline and draws nothing.
struct NullOutline;

impl OutlineBuilder for NullOutline {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}
