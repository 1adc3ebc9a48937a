//! What a share wrote in a round: how many positions it decided, when it has more to do, and what it tells each share. The least that a reader needs, its own part, is
//! read alone.
//!
//! ```text
//! "grundyR1", decided u64, next round u32 (all ones: none), shares u32, the end of each part u64 …, CRC-32 of all this u32
//! parts, each followed by its CRC-32
//! ```

use base::text;

use crate::{Fault, Place};

const MAGIC: &[u8; 8] = b"grundyR1";
const NONE: u32 = u32::MAX;

/// What a share says of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// How many positions it decided.
    pub decided: u64,
    /// The round in which it has more to do, if nobody tells it more.
    pub next: Option<u32>,
}

/// The object: what is said of the round, and what each share is told.
pub fn write(said: Said, told: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&said.decided.to_le_bytes());
    bytes.extend_from_slice(&said.next.unwrap_or(NONE).to_le_bytes());
    bytes.extend_from_slice(&(told.len() as u32).to_le_bytes());
    let mut end = 0;
    for part in told {
        end += part.len() as u64 + 4;
        bytes.extend_from_slice(&end.to_le_bytes());
    }
    let mut bytes = crate::place::seal(bytes);
    for part in told {
        bytes.extend_from_slice(part);
        bytes.extend_from_slice(&crc32fast::hash(part).to_le_bytes());
    }
    bytes
}

/// What is said of the round, and what share `reader` of `of` is told; `None` if the object is not there yet.
///
/// # Errors
/// If it cannot be read, or was written by a share of another number of shares.
pub fn read(place: &dyn Place, name: &str, reader: usize, of: usize) -> Result<Option<(Said, Vec<u8>)>, Fault> {
    if place.size(name)?.is_none() {
        return Ok(None);
    }
    let damaged = |why| Fault::Damaged(name.to_owned(), why);
    let length = 24 + 8 * of;
    let head = crate::place::open(name, place.read(name, 0, length + 4)?)?;
    if !head.starts_with(MAGIC) {
        return Err(damaged(text!("it is no message of a round", "不是某一轮的消息")));
    }
    let half = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    let whole = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"));
    if half(20) as usize != of {
        let wrote = half(20);
        return Err(damaged(text!("it was written by one of {wrote} shares, not of {of}", "它由 {wrote} 份之一写出，而不是 {of} 份")));
    }
    let begin = if reader == 0 { 0 } else { whole(24 + 8 * (reader - 1)) };
    let part = whole(24 + 8 * reader).checked_sub(begin).and_then(|length| usize::try_from(length).ok());
    let part = part.ok_or_else(|| damaged(text!("its parts are in disorder", "其各部分次序有误")))?;
    let told = crate::place::open(name, place.read(name, length as u64 + 4 + begin, part)?)?;
    Ok(Some((Said { decided: whole(8), next: Some(half(16)).filter(|&next| next != NONE) }, told)))
}
