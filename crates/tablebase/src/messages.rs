//! The messages between shares. A message consists of sections, each for one block of indices. A
//! section contains the number of the block and the number of records (four bytes each,
//! little-endian), then the records. Each record begins with two bytes for the index within the
//! block.

use base::text;

use super::error::TierError;

/// Writes a section of records of `WIDTH` bytes. If there are no records, no section is written.
pub(crate) fn write<const WIDTH: usize>(block: u64, records: &[[u8; WIDTH]], out: &mut Vec<u8>) {
    if records.is_empty() {
        return;
    }
    out.extend_from_slice(&(block as u32).to_le_bytes());
    out.extend_from_slice(&(records.len() as u32).to_le_bytes());
    out.extend_from_slice(records.as_flattened());
}

/// A callback that receives the block and the records of each section.
pub(crate) type Reader<'r, const WIDTH: usize> =
    &'r mut dyn FnMut(u64, &[[u8; WIDTH]]) -> Result<(), TierError>;

/// Calls `read` with the block and the records of each section of a message.
pub(crate) fn read<const WIDTH: usize>(
    mut message: &[u8],
    read: Reader<'_, WIDTH>,
) -> Result<(), TierError> {
    while !message.is_empty() {
        let (block, rest) = number(message)?;
        let (count, rest) = number(rest)?;
        let bytes = (count as usize)
            .checked_mul(WIDTH)
            .and_then(|bytes| rest.split_at_checked(bytes));
        let Some((records, rest)) = bytes else {
            return Err(damaged());
        };
        read(block.into(), records.as_chunks::<WIDTH>().0)?;
        message = rest;
    }
    Ok(())
}

/// Returns the error for a message that no share wrote.
pub(crate) fn damaged() -> TierError {
    TierError::Damaged(text!(
        "a message was not written by a share of this table",
        "有消息不是本表的某一份写出的"
    ))
}

fn number(bytes: &[u8]) -> Result<(u32, &[u8]), TierError> {
    let (first, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    Ok((u32::from_le_bytes(*first), rest))
}
