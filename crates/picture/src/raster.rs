//! SVG to PNG. The font is DejaVu Sans, which is embedded; for what it lacks, Chinese above all, the fonts of the operating system
//! are asked.

use std::sync::Arc;

use base::text;
use base::text::Text;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use skrifa::MetadataProvider as _;

/// The most pixels of a picture.
const MOST_PIXELS: f64 = 100e6;

/// Pictures up to this side are drawn with twice as many pixels as points.
const SHARP: f32 = 1400.0;

/// The fonts for drawing.
pub struct Fonts(Arc<Database>);

impl Fonts {
    /// Fonts for these texts: the embedded one, and those of the system only where it does not suffice.
    pub fn for_text(text: &str) -> Fonts {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        fonts.load_font_data(dejavu::sans::oblique().to_vec());
        fonts.load_font_data(dejavu::sans::bold_oblique().to_vec());
        if text.chars().any(is_chinese) {
            fonts.load_system_fonts();
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        Fonts(Arc::new(fonts))
    }

    /// Whether these fonts have Chinese characters.
    pub fn has_chinese(&self) -> bool {
        self.0.faces().any(|face| {
            let found = self.0.with_face_data(face.id, |data, index| {
                skrifa::FontRef::from_index(data, index).is_ok_and(|font| font.charmap().map('中').is_some())
            });
            found == Some(true)
        })
    }
}

/// Whether this is a Chinese character, or of the punctuation that goes with them.
pub fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

/// Draws an SVG of this program.
pub fn png(svg: &str, fonts: &Fonts) -> Result<Vec<u8>, Text> {
    let options = Options { fontdb: fonts.0.clone(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|e| text!("the picture cannot be drawn: {e}", "无法绘制图像：{e}"))?;
    let size = tree.size();
    let scale = if size.width().max(size.height()) <= SHARP { 2.0 } else { 1.0 };
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    let too_large = || {
        text!(
            "a PNG of {width} x {height} pixels is too large; write an SVG, or ask for less",
            "{width} x {height} 像素的 PNG 太大；请改写 SVG，或缩小范围"
        )
    };
    if f64::from(width) * f64::from(height) > MOST_PIXELS {
        return Err(too_large());
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| text!("the picture cannot be written: {e}", "无法写出图像：{e}"))
}
