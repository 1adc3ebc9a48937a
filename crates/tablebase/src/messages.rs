//! What shares write to each other: sections, each of one block of places. A section is the number
//! of the block and how many records follow (four bytes each, the lowest first), then the records;
//! each begins with the two bytes that say which place of the block it is about.

use base::text;

use super::error::TierError;

/// Writes a section of records of `WIDTH` bytes; nothing if there are none.
pub(crate) fn write<const WIDTH: usize>(block: u64, records: &[[u8; WIDTH]], out: &mut Vec<u8>) {
    if records.is_empty() {
        return;
    }
    out.extend_from_slice(&(block as u32).to_le_bytes());
    out.extend_from_slice(&(records.len() as u32).to_le_bytes());
    out.extend_from_slice(records.as_flattened());
}

/// Who is given sections: the block of each, and its records.
pub(crate) type Reader<'r, const WIDTH: usize> =
    &'r mut dyn FnMut(u64, &[[u8; WIDTH]]) -> Result<(), TierError>;

/// Gives each section of a message to `read`: the block and its records.
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

/// What is said of a message that no share wrote.
pub(crate) fn damaged() -> TierError {
    TierError::Damaged(text!(
        "a message between shares is not one that a share of this table wrote",
        "各份之间的消息不是本表的某一份写出的"
    ))
}

fn number(bytes: &[u8]) -> Result<(u32, &[u8]), TierError> {
    let (first, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    Ok((u32::from_le_bytes(*first), rest))
}
