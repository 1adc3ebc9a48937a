//! The fonts of a PNG. DejaVu Sans is embedded. Chinese words take one font of the operating system: the first of usual weight that
//! has all their characters, else the one that has the most. Font files are only read; one that is odd or very large is passed over.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use ttf_parser::{Face, GlyphId, OutlineBuilder, fonts_in_collection, name_id};

use crate::drawing::{Drawing, Style};

/// Larger files are passed over.
const LARGEST: u64 = 64 << 20;
/// Folders are entered so deep: a link may lead back.
const DEEPEST: usize = 8;
/// So many files are looked at.
const MOST_FILES: usize = 20_000;
/// So many fonts of one file.
const MOST_FACES: u32 = 64;
/// In the names of common Chinese fonts; such files are read first.
const LIKELY: [&str; 12] = [
    "cjk",
    "sourcehan",
    "source han",
    "wqy",
    "droidsansfallback",
    "pingfang",
    "hiragino sans gb",
    "heiti",
    "msyh",
    "deng",
    "simhei",
    "simsun",
];

/// The fonts for drawing.
pub struct Fonts {
    chinese: Option<Found>,
}

/// A font of the operating system: a file, and which of its fonts.
struct Found {
    data: Vec<u8>,
    index: u32,
}

impl Fonts {
    /// Fonts for the words of a drawing: the embedded one and, only if there are Chinese words, one out of these folders.
    pub fn new(drawing: &Drawing, folders: &[PathBuf]) -> Fonts {
        let wanted: BTreeSet<char> = drawing.words().flat_map(str::chars).filter(|&c| is_chinese(c) && !c.is_whitespace()).collect();
        Fonts { chinese: if wanted.is_empty() { None } else { find(&wanted, folders) } }
    }

    /// Whether these fonts have Chinese characters.
    pub fn has_chinese(&self) -> bool {
        self.chinese.is_some()
    }

    /// The fonts, ready to be asked.
    pub(crate) fn faces(&self) -> Faces<'_> {
        let own = [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans::oblique(), dejavu::sans::bold_oblique()];
        Faces {
            own: own.map(|data| Face::parse(data, 0).expect("the embedded font is whole")),
            chinese: self.chinese.as_ref().and_then(|found| Face::parse(&found.data, found.index).ok()),
        }
    }
}

/// Whether this is a Chinese character, or of the punctuation that goes with them.
pub fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

/// Fonts that can be asked for the shapes of characters.
pub(crate) struct Faces<'a> {
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

impl Faces<'_> {
    /// The shape of a character in this style. A character that no font has is a box.
    pub(crate) fn of(&self, c: char, style: Style) -> Glyph<'_> {
        let styled = &self.own[usize::from(style.bold) + 2 * usize::from(style.italic)];
        let faces = [Some((styled, false)), Some((&self.own[0], style.bold)), self.chinese.as_ref().map(|face| (face, style.bold))];
        let found = faces.into_iter().flatten().find_map(|(face, light)| face.glyph_index(c).map(|id| Glyph { face, id, light }));
        found.unwrap_or(Glyph { face: styled, id: GlyphId(0), light: false })
    }
}

/// The folders where this operating system keeps fonts.
pub fn folders() -> Vec<PathBuf> {
    let below = |variable: &str, folder: &str| env::var_os(variable).map(|base| Path::new(&base).join(folder));
    let fixed = |folder: &str| Some(PathBuf::from(folder));
    let list = if cfg!(windows) {
        vec![below("WINDIR", "Fonts"), below("LOCALAPPDATA", "Microsoft\\Windows\\Fonts")]
    } else if cfg!(target_os = "macos") {
        vec![fixed("/System/Library/Fonts"), fixed("/Library/Fonts"), below("HOME", "Library/Fonts")]
    } else {
        vec![fixed("/usr/share/fonts"), fixed("/usr/local/share/fonts"), below("HOME", ".local/share/fonts"), below("HOME", ".fonts")]
    };
    list.into_iter().flatten().collect()
}

/// How well a font suits: how many characters it lacks, and whether it is heavy, thin or slanted. The least is the best.
type Rank = (usize, bool);

/// The first font that suits in every way, else the best.
fn find(wanted: &BTreeSet<char>, folders: &[PathBuf]) -> Option<Found> {
    let mut files = Vec::new();
    for folder in folders {
        collect(folder, 0, &mut files);
    }
    files.sort_by_cached_key(|file| {
        let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        !LIKELY.iter().any(|likely| name.contains(likely))
    });
    let mut best: Option<(Rank, Found)> = None;
    for file in files {
        if !fs::metadata(&file).is_ok_and(|about| about.is_file() && about.len() <= LARGEST) {
            continue;
        }
        let Ok(data) = fs::read(&file) else { continue };
        let Some((rank, index)) = best_face(&data, wanted) else { continue };
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, Found { data, index }));
        }
        if rank == (0, false) {
            break;
        }
    }
    best.map(|(_, found)| found)
}

/// The font files below a folder, by name.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if files.len() >= MOST_FILES {
            return;
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        if matches!(ending.as_deref(), Some("ttf" | "otf" | "ttc" | "otc")) {
            files.push(path);
        } else if depth < DEEPEST && path.is_dir() {
            collect(&path, depth + 1, files);
        }
    }
}

/// The font of a file that suits best, if any of them has Chinese characters. Where they are alike, as those of a collection for
/// several countries are, the one that is named for simplified characters.
fn best_face(data: &[u8], wanted: &BTreeSet<char>) -> Option<(Rank, u32)> {
    let faces =
        (0..fonts_in_collection(data).unwrap_or(1).min(MOST_FACES)).filter_map(|index| Some((index, Face::parse(data, index).ok()?)));
    let ranked = faces.filter(|(_, face)| draws(face, '中')).map(|(index, face)| {
        let lacking = wanted.iter().filter(|&&c| !draws(&face, c)).count();
        let unusual = face.is_italic() || !(300..=500).contains(&face.weight().to_number());
        ((lacking, unusual), !is_simplified(&face), index)
    });
    ranked.min().map(|(rank, _, index)| (rank, index))
}

/// Whether the font has a shape for a character: not only a picture or an empty place.
fn draws(face: &Face, c: char) -> bool {
    face.glyph_index(c).is_some_and(|glyph| face.outline_glyph(glyph, &mut Nothing).is_some())
}

fn is_simplified(face: &Face) -> bool {
    let mut families = face.names().into_iter().filter(|name| name.name_id == name_id::FAMILY);
    families.any(|name| name.to_string().is_some_and(|name| [" SC", " CN", " GB"].iter().any(|word| name.contains(word))))
}

/// Takes an outline and draws nothing.
struct Nothing;

impl OutlineBuilder for Nothing {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}
