//! A picture as PNG. Chinese words need a Chinese font; without one the words are English, and a
//! warning says so.

use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use picture::fonts::{Fonts, is_chinese};
use picture::{Drawing, Picture};

/// A PNG, and what is to be said of it.
pub struct PngPicture {
    /// The file.
    pub bytes: Vec<u8>,
    /// That its words are not in the language asked for.
    pub warning: Option<Text>,
}

/// Draws the same picture in another language.
pub type Redraw<'a> = &'a dyn Fn(Lang) -> Result<Option<Picture>, SolveError>;

/// A PNG of a drawing, with a Chinese font out of these font files.
///
/// # Errors
/// If the picture is too large, or cannot be drawn again in the other language.
pub fn png(
    mut drawing: Drawing,
    files: &mut dyn Iterator<Item = Vec<u8>>,
    again: Redraw<'_>,
) -> Result<PngPicture, SolveError> {
    let fonts = Fonts::new(&drawing, files);
    let mut warning = None;
    if drawing.words().any(|words| words.chars().any(is_chinese)) && !fonts.has_chinese() {
        warning = Some(text!(
            "no Chinese font was found: the words of the PNG are English (an SVG needs no font)",
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
