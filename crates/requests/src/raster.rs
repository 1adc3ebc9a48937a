//! Pictures as PNG. Chinese text requires a Chinese font. Without a Chinese font, the text is
//! English and a warning is returned.

use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use picture::fonts::{Fonts, is_chinese};
use picture::{Drawing, Picture};

/// A PNG and its warning.
pub struct PngPicture {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// A warning if the text is not in the requested language.
    pub warning: Option<Text>,
}

/// A callback that draws the same picture in another language.
pub type Redraw<'a> = &'a dyn Fn(Lang) -> Result<Option<Picture>, SolveError>;

/// Renders a drawing as PNG, with a Chinese font from the given font files.
///
/// # Errors
/// Returns a [`SolveError`] if the picture is too large or cannot be drawn again in the other
/// language.
pub fn png(
    mut drawing: Drawing,
    files: &mut dyn Iterator<Item = Vec<u8>>,
    again: Redraw<'_>,
) -> Result<PngPicture, SolveError> {
    let fonts = Fonts::new(&drawing, files);
    let mut warning = None;
    if drawing.words().any(|words| words.chars().any(is_chinese)) && !fonts.has_chinese() {
        warning = Some(text!(
            "no Chinese font was found, so the text of the PNG is in English (an SVG needs no font)",
            "未找到中文字体：PNG 中的文字改用英文（SVG 不需要字体）"
        ));
        if let Some(Picture::Drawing(english)) = again(Lang::En)? {
            drawing = english;
        }
    }
    Ok(PngPicture {
        bytes: picture::raster::png(&drawing, &fonts).map_err(SolveError::Usage)?,
        warning,
    })
}
