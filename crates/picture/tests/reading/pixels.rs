//! The colours of a PNG.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The pixels of a PNG.
pub struct Pixels {
    pub width: usize,
    pub colors: Vec<Rgb>,
}

impl Pixels {
    /// Reads a PNG without alpha channel.
    pub fn read(png: &[u8]) -> Pixels {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        assert_eq!(
            reader.output_color_type(),
            (png::ColorType::Rgb, png::BitDepth::Eight)
        );
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).expect("its pixels");
        Pixels {
            width: info.width as usize,
            colors: data.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
        }
    }
}
