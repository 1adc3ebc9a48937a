//! Images with one pixel for each cell of a board that is too large for shapes. The file format is
//! PNG, with a palette if the image has few colours.

use std::collections::BTreeMap;

use crate::color::Color;

/// An image, stored row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Number of pixels in a row.
    pub columns: usize,
    /// The pixels; all rows are complete.
    pub pixels: Vec<Color>,
}

impl Image {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.pixels.len() / self.columns
    }

    /// Returns the image as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let mut palette: BTreeMap<Color, u8> = BTreeMap::new();
        for &color in &self.pixels {
            let next = palette.len();
            if next < 256 {
                palette.entry(color).or_insert(next as u8);
            } else if !palette.contains_key(&color) {
                palette.clear();
                break;
            }
        }
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.columns as u32, self.rows() as u32);
        encoder.set_compression(png::Compression::High);
        let data: Vec<u8> = if palette.is_empty() {
            encoder.set_color(png::ColorType::Rgb);
            self.pixels.iter().flat_map(|c| c.rgb).collect()
        } else {
            encoder.set_color(png::ColorType::Indexed);
            let mut colors = vec![0; 3 * palette.len()];
            for (color, &index) in &palette {
                colors[3 * usize::from(index)..][..3].copy_from_slice(&color.rgb);
            }
            encoder.set_palette(colors);
            self.pixels.iter().map(|color| palette[color]).collect()
        };
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&data));
        written.expect("an image in memory is always written");
        bytes
    }
}
