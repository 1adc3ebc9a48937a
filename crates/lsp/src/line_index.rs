//! Converts locations in a text between byte offsets and the lines and UTF-16 units of the
//! protocol.

use std::ops::Range;

use lsp_types::Position;

/// The offsets at which the lines of a text begin.
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Indexes the lines of a text, which end with `\n`.
    pub fn new(text: &str) -> LineIndex {
        let ends = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at + 1);
        LineIndex {
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// Returns the location of a byte. A byte within a character counts as the first byte of the
    /// character, and a byte after the text as the end of the text.
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let byte = text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let units = text[self.starts[line]..byte].encode_utf16().count();
        Position::new(line as u32, units as u32)
    }

    /// Returns the locations of a range of bytes.
    pub fn range(&self, text: &str, bytes: Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(
            self.position(text, bytes.start),
            self.position(text, bytes.end),
        )
    }

    /// Returns the byte of a location. A location after the end of a line or of the text counts as
    /// the end of the line or text.
    pub fn byte(&self, text: &str, place: Position) -> usize {
        let Some(&start) = self.starts.get(place.line as usize) else {
            return text.len();
        };
        let line = text[start..].split('\n').next().unwrap_or_default();
        let mut units = 0;
        for (at, character) in line.char_indices() {
            if units >= place.character as usize {
                return start + at;
            }
            units += character.len_utf16();
        }
        start + line.len()
    }
}
