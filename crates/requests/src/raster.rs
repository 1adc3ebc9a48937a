//! A picture as PNG. Chinese words need a Chinese font; without one the words are English, and a warning says so.

use base::text;
use base::text::{Lang, Text};
use grundy::Error;
use picture::raster::{Fonts, is_chinese};

/// A PNG, and what is to be said of it.
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// That its words are not in the language asked for.
    pub warning: Option<Text>,
}

/// Draws an SVG; `draw` makes it in a language.
pub fn png(draw: &dyn Fn(Lang) -> Result<String, Error>, lang: Lang) -> Result<Png, Error> {
    let mut svg = draw(lang)?;
    let fonts = Fonts::for_text(&svg);
    let mut warning = None;
    if svg.chars().any(is_chinese) && !fonts.has_chinese() {
        warning = Some(text!(
            "no Chinese font was found: the words of the PNG are English (an SVG needs no font)",
            "未找到中文字体：PNG 中的文字改用英文（SVG 不需要字体）"
        ));
        svg = draw(Lang::En)?;
    }
    Ok(Png { bytes: picture::raster::png(&svg, &fonts).map_err(Error::Usage)?, warning })
}
