//! Tests the letters of a PNG: bold and italic letters, and the choice of a Chinese font. The
//! Chinese fonts of these tests are made from the embedded font, with the shape of `H` for every
//! Chinese character.
#![cfg(feature = "raster")]

use picture::Drawing;
use picture::color::INK;
use picture::drawing::{DrawingShape, TextAnchor, TextStyle};
use picture::fonts::Fonts;
use picture::raster::png;
use ttf_parser::Face;

#[path = "reading/pixels.rs"]
mod pixels;

use pixels::Pixels;

fn drawing(words: &str, style: TextStyle) -> Drawing {
    let shapes = vec![DrawingShape::Text(
        (20.0, 70.0),
        TextAnchor::Start,
        style,
        words.to_owned(),
    )];
    Drawing {
        size: (400.0, 100.0),
        shapes,
        ..Drawing::default()
    }
}

fn draw(words: &str, bold: bool, files: &[Vec<u8>]) -> Vec<u8> {
    let drawing = drawing(
        words,
        TextStyle {
            bold,
            ..TextStyle::plain(60.0)
        },
    );
    png(&drawing, &fonts(&drawing, files)).unwrap()
}

fn fonts(drawing: &Drawing, files: &[Vec<u8>]) -> Fonts {
    Fonts::new(drawing, &mut files.iter().cloned())
}

/// Returns the amount of ink, and how much farther right the upper half of the ink is than the
/// lower half.
fn weight_and_slant(words: &str, style: TextStyle) -> (f64, f64) {
    let drawing = drawing(words, style);
    let pixels = Pixels::read(&png(&drawing, &fonts(&drawing, &[])).unwrap());
    let rows = pixels.colors.len() / pixels.width;
    let ink =
        |row: usize, column: usize| f64::from(255 - pixels.colors[row * pixels.width + column][0]);
    let weight = |from: usize, to: usize, by: fn(usize) -> f64| -> f64 {
        (from..to)
            .flat_map(|row| (0..pixels.width).map(move |column| (row, column)))
            .map(|(row, column)| ink(row, column) * by(column))
            .sum()
    };
    let inked: Vec<usize> = (0..rows)
        .filter(|&row| (0..pixels.width).any(|column| ink(row, column) > 0.0))
        .collect();
    let (first, last) = (inked[0], inked[inked.len() - 1] + 1);
    let middle = (first + last) / 2;
    let centre = |from, to| weight(from, to, |column| column as f64) / weight(from, to, |_| 1.0);
    (
        weight(first, last, |_| 1.0),
        centre(first, middle) - centre(middle, last),
    )
}

#[test]
fn letters_are_bold_and_slanted_where_asked() {
    let plain = TextStyle::plain(60.0);
    let look = |bold, italic| {
        weight_and_slant(
            "HIH",
            TextStyle {
                bold,
                italic,
                ..plain
            },
        )
    };
    let [
        (usual, upright),
        (heavy, heavy_upright),
        (slanted, slant),
        (both, both_slant),
    ] = [
        look(false, false),
        look(true, false),
        look(false, true),
        look(true, true),
    ];
    assert!(
        heavy > 1.3 * usual && both > 1.3 * slanted,
        "{usual} {heavy} {slanted} {both}"
    );
    assert!(
        upright.abs() < 1.0 && heavy_upright.abs() < 1.0 && slant > 5.0 && both_slant > 5.0,
        "{slant} {both_slant}"
    );
}

/// A text that reads upwards is the text rotated to the left about its centre.
#[test]
fn words_read_upwards() {
    let draw = |shape: DrawingShape| {
        let drawing = Drawing {
            size: (100.0, 100.0),
            shapes: vec![shape],
            ..Drawing::default()
        };
        Pixels::read(&png(&drawing, &fonts(&drawing, &[])).unwrap())
    };
    let (middle, style, words) = ((50.0, 50.0), TextStyle::plain(20.0), "height".to_owned());
    let (across, up) = (
        draw(DrawingShape::Text(
            middle,
            TextAnchor::Middle,
            style,
            words.clone(),
        )),
        draw(DrawingShape::TextUpwards(middle, style, words)),
    );
    let width = across.width;
    let places = || (0..width).flat_map(|row| (0..width).map(move |column| (row, column)));
    let turned = |row: usize, column: usize| up.colors[(width - 1 - column) * width + row][0];
    let all: u32 = places()
        .map(|(row, column)| u32::from(255 - across.colors[row * width + column][0]))
        .sum();
    let different: u32 = places()
        .map(|(row, column)| {
            u32::from(across.colors[row * width + column][0].abs_diff(turned(row, column)))
        })
        .sum();
    assert!(
        all > 100_000 && 20 * different < all,
        "{different} of {all}"
    );
}

/// Consecutive spaces are collapsed, as in SVG; control characters are escaped; a character that no
/// font has is a box.
#[test]
fn words_are_drawn_as_svg_shows_them() {
    assert!(draw(" a  b\u{7}", false, &[]) == draw("a b\\u{7}", false, &[]));
    assert_ne!(draw("\u{10ffff}", false, &[]), draw("", false, &[]));
}

/// Returns a font with exactly these Chinese characters.
fn font(base: &[u8], characters: &str) -> Vec<u8> {
    let shape = Face::parse(base, 0).unwrap().glyph_index('H').unwrap().0;
    let count = characters.chars().count() as u32;
    // A character table of format 12 consists of groups of a first character, a last character, and
    // a glyph. The characters of the table are in increasing order.
    let mut map: Vec<u8> = [0_u16, 1, 3, 10]
        .iter()
        .flat_map(|n| n.to_be_bytes())
        .collect();
    map.extend(
        [12_u32, 0x000c_0000, 16 + 12 * count, 0, count]
            .iter()
            .flat_map(|n| n.to_be_bytes()),
    );
    map.extend(
        characters
            .chars()
            .flat_map(|c| [u32::from(c), u32::from(c), u32::from(shape)])
            .flat_map(u32::to_be_bytes),
    );
    let mut font = base.to_vec();
    let at = (12..)
        .step_by(16)
        .find(|&at| &font[at..at + 4] == b"cmap")
        .unwrap();
    let place = [font.len() as u32, map.len() as u32]
        .map(u32::to_be_bytes)
        .concat();
    font[at + 8..at + 16].copy_from_slice(&place);
    font.extend(map);
    font
}

/// Returns a file with several fonts.
fn collection(fonts: &[Vec<u8>]) -> Vec<u8> {
    let mut start = 12 + 4 * fonts.len();
    let mut head: Vec<u8> = [
        u32::from_be_bytes(*b"ttcf"),
        0x0001_0000,
        fonts.len() as u32,
    ]
    .iter()
    .flat_map(|n| n.to_be_bytes())
    .collect();
    let mut body = Vec::new();
    for font in fonts {
        head.extend((start as u32).to_be_bytes());
        let mut font = font.clone();
        for table in 0..usize::from(u16::from_be_bytes([font[4], font[5]])) {
            let place = &mut font[12 + 16 * table + 8..][..4];
            let moved = u32::from_be_bytes(place.try_into().unwrap()) + start as u32;
            place.copy_from_slice(&moved.to_be_bytes());
        }
        start += font.len();
        body.extend(font);
    }
    head.extend(body);
    head
}

#[test]
fn a_chinese_font_is_found() {
    let (regular, bold, oblique) = (
        dejavu::sans::regular(),
        dejavu::sans::bold(),
        dejavu::sans::oblique(),
    );
    let wanted = draw("HH", false, &[]);
    for (name, files) in [
        ("alone", vec![font(regular, "中文")]),
        (
            "few characters",
            vec![font(bold, "中"), font(regular, "中文")],
        ),
        (
            "heavy",
            vec![
                font(bold, "中文"),
                font(oblique, "中文"),
                font(regular, "中文"),
            ],
        ),
        (
            "the first",
            vec![
                font(regular, "中文"),
                font(dejavu::sans::extra_light(), "中文"),
            ],
        ),
        (
            "odd",
            vec![b"no font".to_vec(), Vec::new(), font(regular, "中文")],
        ),
        (
            "collection",
            vec![collection(&[
                regular.to_vec(),
                font(bold, "中文"),
                font(regular, "中文"),
            ])],
        ),
    ] {
        assert!(draw("中文", false, &files) == wanted, "{name}");
    }
    // If no font is perfect, the font with the best rank is used.
    let bold_only = [font(bold, "中文"), font(regular, "中")];
    assert_ne!(draw("中文", false, &bold_only), wanted);
    let drawing = drawing("中文", TextStyle::plain(60.0));
    assert!(fonts(&drawing, &bold_only).has_chinese());
    assert!(!fonts(&drawing, &[regular.to_vec()]).has_chinese());
    assert!(!fonts(&drawing, &[]).has_chinese());
}

/// A font with regular weight is made heavier for bold letters.
#[test]
fn chinese_letters_are_bold_too() {
    let files = [font(dejavu::sans::regular(), "中")];
    let ink = |png: Vec<u8>| {
        Pixels::read(&png)
            .colors
            .iter()
            .filter(|&&color| color == INK.rgb)
            .count()
    };
    let [usual, heavy] = [false, true].map(|bold| ink(draw("中", bold, &files)));
    assert!(10 * heavy > 12 * usual, "{usual} {heavy}");
}

/// Fonts that are truncated or contain wrong data are skipped or draw some shape, and never cause a
/// panic.
#[test]
fn broken_fonts_do_no_harm() {
    let whole = font(dejavu::sans::regular(), "中");
    let mut rng = 12_345_u64;
    let mut random = |below: usize| {
        rng = rng
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (rng >> 33) as usize % below
    };
    for round in 0..60 {
        let mut bytes = whole.clone();
        if round % 3 == 0 {
            bytes.truncate(random(whole.len()));
        } else {
            // Changes bytes of the table headers, or any bytes.
            let reach = if round % 3 == 1 { 400 } else { whole.len() };
            for _ in 0..20 {
                bytes[random(reach)] = random(256) as u8;
            }
        }
        draw("中 H", round % 2 == 0, &[bytes]);
    }
}
