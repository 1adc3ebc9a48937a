//! Readers and writers of files that end with a CRC-32 checksum of their content.

use std::io::{self, Read, Write};

use base::text;
use base::text::Text;

/// If a file contains the code of another game, a message shows at most this number of bytes of the
/// code.
const MAX_SHOWN_BYTES: usize = 60;

/// Returns the message for a file whose checksum does not match.
pub fn damaged() -> Text {
    text!(
        "this checkpoint is damaged or truncated: its checksum is wrong",
        "该检查点已损坏或被截断：校验和不符"
    )
}

/// A writer that computes the checksum.
pub struct ChecksumWriter<'a> {
    inner: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl<'a> ChecksumWriter<'a> {
    pub fn new(inner: &'a mut dyn Write) -> ChecksumWriter<'a> {
        ChecksumWriter {
            inner,
            sum: crc32fast::Hasher::new(),
        }
    }

    pub fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    /// Writes the checksum of all preceding bytes.
    pub fn end(self) -> io::Result<()> {
        self.inner.write_all(&self.sum.finalize().to_le_bytes())
    }
}

/// A reader that computes the checksum.
pub struct ChecksumReader<'a> {
    inner: &'a mut dyn Read,
    sum: crc32fast::Hasher,
}

impl<'a> ChecksumReader<'a> {
    pub fn new(inner: &'a mut dyn Read) -> ChecksumReader<'a> {
        ChecksumReader {
            inner,
            sum: crc32fast::Hasher::new(),
        }
    }

    pub fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Text> {
        self.inner.read_exact(bytes).map_err(|_| damaged())?;
        self.sum.update(bytes);
        Ok(())
    }

    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], Text> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads the checksum of all preceding bytes and compares it.
    pub fn end(self) -> Result<(), Text> {
        let mut written = [0; 4];
        self.inner.read_exact(&mut written).map_err(|_| damaged())?;
        if u32::from_le_bytes(written) == self.sum.finalize() {
            Ok(())
        } else {
            Err(damaged())
        }
    }

    /// Reads the length and the text of a code, which must equal `wanted`.
    pub fn code(&mut self, wanted: &str) -> Result<(), Text> {
        let length = u32::from_le_bytes(self.take()?) as usize;
        // Reads no more bytes than are needed to show or compare the code.
        let mut name = vec![0; length.min(MAX_SHOWN_BYTES.max(wanted.len() + 1))];
        self.fill(&mut name)?;
        if name != wanted.as_bytes() {
            let rest = if name.len() < length { "…" } else { "" };
            let name = String::from_utf8_lossy(&name);
            return Err(text!(
                "this checkpoint is for {name}{rest}, expected {wanted}",
                "该检查点属于 {name}{rest}，而不是 {wanted}"
            ));
        }
        Ok(())
    }

    /// Reads the version, which must be `wanted`.
    pub fn version(&mut self, wanted: u32) -> Result<(), Text> {
        let version = u32::from_le_bytes(self.take()?);
        if version != wanted {
            return Err(text!(
                "unsupported checkpoint format {version}; this program reads format {wanted}",
                "不支持的检查点格式 {version}；本程序读取格式 {wanted}"
            ));
        }
        Ok(())
    }
}
