//! Escapes hidden characters in untrusted text: control characters, line ends other than `\n`, and
//! characters that reorder a line. Terminals interpret some hidden characters, compilers end
//! comments at other hidden characters, and readers see no hidden character. A hidden character is
//! written as its code, such as `\u{1b}`.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

/// Returns whether a character is hidden. Hidden characters are control characters (C0, DEL, C1),
/// line ends of Unicode (U+2028, U+2029) and noncharacters (U+FFFE, U+FFFF). Bidirectional
/// overrides, embeddings and isolates (U+202A to U+202E, U+2066 to U+2069) are hidden too.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the notation of a hidden character: `\u{1b}`.
pub fn notation(c: char) -> String {
    format!("\\u{{{:x}}}", c as u32)
}

/// Returns a text with hidden characters in the notation `\u{…}`, except `\n` and tabs.
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_unless(text, |c| matches!(c, '\n' | '\t'))
}

/// Escapes a text of one line: as in [`escape`], but line ends and tabs are escaped too.
pub fn escape_line(text: &str) -> Cow<'_, str> {
    escape_unless(text, |_| false)
}

fn escape_unless(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_shown = |c: char| is_hidden(c) && !keep(c);
    if !text.contains(is_shown) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_shown(c) {
            shown += &notation(c)
        } else {
            shown.push(c)
        }
    }
    Cow::Owned(shown)
}

/// Escapes a source text like [`escape`], but keeps `\r\n`. The function also maps two offsets of
/// the source to offsets of the result, and returns the mapped offsets.
pub fn escape_source(source: &str, places: [usize; 2]) -> (Cow<'_, str>, [usize; 2]) {
    let is_shown = |c: char, next: Option<char>| {
        is_hidden(c) && !matches!(c, '\n' | '\t') && !(c == '\r' && next == Some('\n'))
    };
    let mut chars = source.char_indices().peekable();
    let mut shown: Option<String> = None;
    let mut moved = places;
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        if is_shown(c, next) {
            let text = shown.get_or_insert_with(|| source[..at].to_owned());
            let written = notation(c);
            for (place, moved) in places.iter().zip(&mut moved) {
                if *place > at {
                    *moved += written.len() - c.len_utf8();
                }
            }
            *text += &written;
        } else if let Some(text) = &mut shown {
            text.push(c);
        }
    }
    (shown.map_or(Cow::Borrowed(source), Cow::Owned), moved)
}

/// How an [`EscapingWriter`] writes a hidden character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapeNotation {
    /// `\u{202e}`, for people.
    Words,
    /// `\u202e`, as in a JSON string: the value of the string does not change.
    Json,
}

/// A writer that escapes hidden characters in UTF-8 text, except `\n` and tabs. Blocks without
/// hidden characters pass unchanged.
pub struct EscapingWriter<W: Write> {
    inner: W,
    notation: EscapeNotation,
    /// The first bytes of an incomplete character, whose other bytes the caller has not written
    /// yet.
    partial: Vec<u8>,
}

/// Calls `write` with a buffered [`EscapingWriter`] and flushes it. The buffer lets the escaping
/// writer scan large blocks instead of many small writes.
///
/// # Errors
/// Returns the error of `write` or of `out`.
pub fn write_escaped(
    out: &mut dyn Write,
    notation: EscapeNotation,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // Without type parameters, so that this code is optimised with this crate and not with the
    // crate that calls it.
    let mut out = BufWriter::with_capacity(1 << 14, EscapingWriter::new(out, notation));
    write(&mut out)?;
    out.flush()
}

/// The character at the start of some bytes.
enum LeadingChar {
    Plain,
    Hidden(char, usize),
    Partial,
}

impl<W: Write> EscapingWriter<W> {
    /// Wraps another writer.
    pub fn new(inner: W, notation: EscapeNotation) -> EscapingWriter<W> {
        EscapingWriter {
            inner,
            notation,
            partial: Vec::new(),
        }
    }

    fn escape(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut plain, mut at) = (0, 0);
        while at < bytes.len() {
            if !may_lead(bytes[at]) {
                at += 1;
                continue;
            }
            match lead(&bytes[at..]) {
                LeadingChar::Plain => at += 1,
                LeadingChar::Partial => break,
                LeadingChar::Hidden(c, length) => {
                    self.inner.write_all(&bytes[plain..at])?;
                    match self.notation {
                        EscapeNotation::Words => self.inner.write_all(notation(c).as_bytes())?,
                        EscapeNotation::Json => write!(self.inner, "\\u{:04x}", c as u32)?,
                    }
                    at += length;
                    plain = at;
                }
            }
        }
        self.inner.write_all(&bytes[plain..at])?;
        self.partial = bytes[at..].to_vec();
        Ok(())
    }
}

/// Returns whether a byte can start a hidden character. The test has no branches, so that the
/// compiler can scan many bytes at a time.
fn may_lead(byte: u8) -> bool {
    (byte < 0x20) & (byte != b'\n') & (byte != b'\t')
        | (byte == 0x7f)
        | (byte == 0xc2)
        | (byte == 0xe2)
        | (byte == 0xef)
}

fn lead(bytes: &[u8]) -> LeadingChar {
    let length = match bytes[0] {
        0xc2 => 2,
        0xe2 | 0xef => 3,
        byte => return LeadingChar::Hidden(byte.into(), 1),
    };
    match bytes.get(..length).map(std::str::from_utf8) {
        Some(Ok(text)) => text
            .chars()
            .next()
            .filter(|&c| is_hidden(c))
            .map_or(LeadingChar::Plain, |c| LeadingChar::Hidden(c, length)),
        Some(Err(_)) => LeadingChar::Plain,
        None => LeadingChar::Partial,
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.partial.is_empty() && !bytes.iter().fold(false, |any, &byte| any | may_lead(byte)) {
            self.inner.write_all(bytes)?;
        } else {
            let all = [&std::mem::take(&mut self.partial), bytes].concat();
            self.escape(&all)?;
        }
        Ok(bytes.len())
    }

    /// An incomplete character at the end is written unchanged.
    fn flush(&mut self) -> io::Result<()> {
        let partial = std::mem::take(&mut self.partial);
        self.inner.write_all(&partial)?;
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\u{1b}[31m\u{9b}1m\rb\u{85}\u{2028}\u{202e}\u{2066}\u{7f}\0\u{b}\u{c} …→∞é中\u{200d}\u{ffff}\n\tend";

    #[test]
    fn hidden_characters_are_shown() {
        let shown = "a\\u{1b}[31m\\u{9b}1m\\u{d}b\\u{85}\\u{2028}\\u{202e}\\u{2066}\\u{7f}\\u{0}\\u{b}\\u{c} …→∞é中\u{200d}\\u{ffff}\n\tend";
        assert_eq!(escape(TEXT), shown);
        assert_eq!(
            escape_line(TEXT),
            shown.replace('\n', "\\u{a}").replace('\t', "\\u{9}")
        );
        assert!(matches!(escape("plain\n中"), Cow::Borrowed(_)));
        assert!(!escape(TEXT).contains(|c| is_hidden(c) && c != '\n' && c != '\t'));
    }

    /// For any split of the bytes into blocks, the writer agrees with [`escape`], and JSON values
    /// do not change.
    #[test]
    fn blocks_end_anywhere() {
        for size in 1..=TEXT.len() {
            let mut written = Vec::new();
            let mut writer = EscapingWriter::new(&mut written, EscapeNotation::Words);
            TEXT.as_bytes()
                .chunks(size)
                .for_each(|block| writer.write_all(block).unwrap());
            writer.flush().unwrap();
            assert_eq!(
                String::from_utf8(written).unwrap(),
                escape(TEXT),
                "blocks of {size} bytes"
            );
        }
        let mut written = Vec::new();
        let mut writer = EscapingWriter::new(&mut written, EscapeNotation::Json);
        writer
            .write_all("\"\\\\\u{202e}\u{85}\"".as_bytes())
            .unwrap();
        writer.flush().unwrap();
        assert_eq!(written, b"\"\\\\\\u202e\\u0085\"");
    }

    #[test]
    fn places_move_with_what_is_written() {
        let source = "ab\r\n\u{1b}c\u{2028}d";
        let (shown, [start, end]) = escape_source(source, [5, source.len()]);
        assert_eq!(
            (&*shown, &shown[start..end]),
            ("ab\r\n\\u{1b}c\\u{2028}d", "c\\u{2028}d")
        );
        let (_, [start, end]) = escape_source(source, [4, 5]);
        assert_eq!(&shown[start..end], "\\u{1b}");
    }
}
