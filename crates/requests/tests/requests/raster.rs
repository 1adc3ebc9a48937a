//! Tests pictures in PNG format.

use base::text::Lang;
use grundy::SolveError;
use picture::Picture;
use picture::drawing::{Drawing, DrawingShape, TextAnchor, TextStyle};
use requests::raster::png;

fn drawing(words: &str) -> Drawing {
    let text = DrawingShape::Text(
        (9.0, 30.0),
        TextAnchor::Start,
        TextStyle::plain(20.0),
        words.to_owned(),
    );
    Drawing {
        size: (120.0, 40.0),
        shapes: vec![text],
        ..Drawing::default()
    }
}

#[test]
fn without_a_chinese_font_the_words_are_english() {
    let again = |lang| {
        assert_eq!(lang, Lang::En);
        Ok(Some(Picture::Drawing(drawing("P loses"))))
    };
    let never = |_| -> Result<Option<Picture>, SolveError> { panic!("its words can be drawn") };
    let english = png(drawing("P loses"), &mut std::iter::empty(), &never)
        .unwrap_or_else(|_| panic!("drawn"));
    let chinese = png(drawing("P：先手必败"), &mut std::iter::empty(), &again)
        .unwrap_or_else(|_| panic!("drawn"));
    assert!(english.warning.is_none() && chinese.bytes == english.bytes);
    let warning = chinese.warning.expect("a warning");
    assert!(
        warning.en.contains("no Chinese font was found") && warning.zh.contains("未找到中文字体")
    );
}
