//! The format of the state of a share: lists of little-endian numbers, each preceded by its length.
//! The storage layer verifies the data with checksums. This module only checks that lists do not
//! exceed their maximum lengths.

use std::io::{self, ErrorKind, Read, Write};

/// Number of bytes that are buffered before they are written.
const PIECE: usize = 1 << 16;

/// A number that can be an element of a list in a state.
pub(crate) trait StateNumber: Copy {
    const WIDTH: usize;
    fn put(self, out: &mut Vec<u8>);
    fn get(bytes: &[u8]) -> Self;
}

impl StateNumber for u16 {
    const WIDTH: usize = 2;

    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[0], bytes[1]])
    }
}

impl StateNumber for u32 {
    const WIDTH: usize = 4;

    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> u32 {
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }
}

impl StateNumber for u64 {
    const WIDTH: usize = 8;

    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|i| bytes[i]))
    }
}

/// Writes one number.
pub(crate) fn number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Reads one number.
pub(crate) fn read_number(from: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Writes a list.
pub(crate) fn list<N: StateNumber>(out: &mut dyn Write, list: &[N]) -> io::Result<()> {
    number(out, list.len() as u64)?;
    let mut bytes = Vec::with_capacity(PIECE);
    for piece in list.chunks(PIECE / N::WIDTH) {
        bytes.clear();
        piece.iter().for_each(|number| number.put(&mut bytes));
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Reads a list of up to `most` numbers.
pub(crate) fn read_list<N: StateNumber>(from: &mut dyn Read, most: u64) -> io::Result<Vec<N>> {
    let count = read_number(from)?;
    if count > most {
        return Err(ErrorKind::InvalidData.into());
    }
    let (mut list, mut left) = (Vec::new(), count as usize);
    list.reserve_exact(left);
    let mut bytes = vec![0; PIECE];
    while left > 0 {
        let taken = left.min(PIECE / N::WIDTH);
        let piece = &mut bytes[..taken * N::WIDTH];
        from.read_exact(piece)?;
        list.extend(piece.chunks_exact(N::WIDTH).map(N::get));
        left -= taken;
    }
    Ok(list)
}

/// Writes lists, one after the other.
pub(crate) fn lists<N: StateNumber>(out: &mut dyn Write, lists: &[Vec<N>]) -> io::Result<()> {
    number(out, lists.len() as u64)?;
    lists.iter().try_for_each(|each| list(out, each))
}

/// Reads up to `count` lists, each of up to `most` numbers.
pub(crate) fn read_lists<N: StateNumber>(
    from: &mut dyn Read,
    count: u64,
    most: u64,
) -> io::Result<Vec<Vec<N>>> {
    let lists = read_number(from)?;
    if lists > count {
        return Err(ErrorKind::InvalidData.into());
    }
    (0..lists).map(|_| read_list(from, most)).collect()
}

/// Reads `count` bytes. If fewer bytes are available, allocates only as much memory as the
/// available bytes need.
pub(crate) fn read_bytes(from: &mut dyn Read, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(count).read_to_end(&mut bytes)?;
    if (read as u64) < count {
        Err(ErrorKind::UnexpectedEof.into())
    } else {
        Ok(bytes)
    }
}
