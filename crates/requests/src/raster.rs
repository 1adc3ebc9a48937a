//! A picture as PNG. Chinese words need a Chinese font; without one the words are English, and a warning says so.

use base::text;
use base::text::{Lang, Text};
use grundy::Error;
use picture::fonts::{Fonts, is_chinese};
use picture::{Drawing, Picture};

/// A PNG, and what is to be said of it.
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// That its words are not in the language asked for.
    pub warning: Option<Text>,
}

/// Draws the same picture in another language.
pub type Again<'a> = &'a dyn Fn(Lang) -> Result<Option<Picture>, Error>;

/// A PNG of a drawing, with a Chinese font out of these font files.
///
/// # Errors
/// If the picture is too large, or cannot be drawn again in the other language.
pub fn png(mut drawing: Drawing, files: &mut dyn Iterator<Item = Vec<u8>>, again: Again<'_>) -> Result<Png, Error> {
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
    Ok(Png { bytes: picture::raster::png(&drawing, &fonts).map_err(Error::Usage)?, warning })
}

#[cfg(test)]
mod tests {
    use picture::drawing::{Anchor, Shape, Style};

    use super::*;

    fn drawing(words: &str) -> Drawing {
        let text = Shape::Text((9.0, 30.0), Anchor::Start, Style::plain(20.0), words.to_owned());
        Drawing { size: (120.0, 40.0), shapes: vec![text], ..Drawing::default() }
    }

    #[test]
    fn without_a_chinese_font_the_words_are_english() {
        let again = |lang| {
            assert_eq!(lang, Lang::En);
            Ok(Some(Picture::Drawing(drawing("P loses"))))
        };
        let never = |_| -> Result<Option<Picture>, Error> { panic!("its words can be drawn") };
        let english = png(drawing("P loses"), &mut std::iter::empty(), &never).unwrap_or_else(|_| panic!("drawn"));
        let chinese = png(drawing("P：先手必败"), &mut std::iter::empty(), &again).unwrap_or_else(|_| panic!("drawn"));
        assert!(english.warning.is_none() && chinese.bytes == english.bytes);
        let warning = chinese.warning.expect("a warning");
        assert!(warning.en.contains("no Chinese font was found") && warning.zh.contains("未找到中文字体"));
    }
}
