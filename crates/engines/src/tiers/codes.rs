//! A list of codes of one, two or four bytes each, as wide as the widest needs. The five greatest codes are the same in each width.

use std::io::{self, Read, Write};

use super::code::SPECIAL;
use super::state;

/// Codes one after the other, the lowest byte of each first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes {
    /// Bytes a code.
    width: u8,
    bytes: Vec<u8>,
}

/// The least code that is no number, in so many bytes.
fn special(width: u8) -> u32 {
    (u32::MAX >> (32 - 8 * u32::from(width))) - (u32::MAX - SPECIAL)
}

/// How many bytes a code needs.
fn width_of(code: u32) -> u8 {
    [1, 2].into_iter().find(|width| code >= SPECIAL || code < special(*width)).unwrap_or(4)
}

impl Codes {
    /// An empty list.
    pub(super) fn none() -> Codes {
        Codes { width: 1, bytes: Vec::new() }
    }

    /// These codes.
    pub(super) fn of(codes: &[u32]) -> Codes {
        let mut list = Codes::none();
        list.reserve(codes.len());
        codes.iter().for_each(|code| list.push(*code, codes.len()));
        list
    }

    /// Codes of one byte each, none of them special.
    pub(super) fn of_bytes(bytes: Vec<u8>) -> Codes {
        Codes { width: 1, bytes }
    }

    /// The list of `count` codes that has these bytes; `None` if there is none.
    pub(super) fn read(bytes: Vec<u8>, count: usize) -> Option<Codes> {
        let width = [1, 2, 4].into_iter().find(|width| bytes.len() == count * usize::from(*width))?;
        Some(Codes { width, bytes })
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many codes there are.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / usize::from(self.width)
    }

    /// The bytes that it holds.
    pub(super) fn held(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Makes room for so many codes in all.
    pub(super) fn reserve(&mut self, all: usize) {
        self.bytes.reserve_exact(all * usize::from(self.width) - self.bytes.len());
    }

    /// The bytes that so many codes take, as wide as these are.
    pub(super) fn needs(&self, all: usize) -> u64 {
        (all * usize::from(self.width)) as u64
    }

    /// The bytes that the list and its wider form take together, with so many codes in all, if one more code needs one.
    pub(super) fn widens(&self, code: u32, all: usize) -> Option<u64> {
        let width = width_of(code);
        (width > self.width).then(|| self.held() + (all * usize::from(width)) as u64)
    }

    fn put(&mut self, code: u32) {
        // What is special begins at the same distance from the greatest number of each width.
        self.bytes.extend_from_slice(&code.to_le_bytes()[..usize::from(self.width)]);
    }

    /// Adds a code at the end; of `all` that there will be.
    pub(super) fn push(&mut self, code: u32, all: usize) {
        let width = width_of(code);
        if width > self.width {
            let mut wider = Codes { width, bytes: Vec::new() };
            wider.reserve(all);
            (0..self.len()).for_each(|place| wider.put(self.get(place)));
            *self = wider;
        }
        self.put(code);
    }

    /// The code of a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline]
    pub(super) fn get(&self, place: usize) -> u32 {
        let bytes = &self.bytes;
        let (code, most): (u32, u32) = match self.width {
            1 => (bytes[place].into(), u8::MAX.into()),
            2 => (u16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]).into(), u16::MAX.into()),
            _ => return u32::from_le_bytes(std::array::from_fn(|i| bytes[4 * place + i])),
        };
        if most - code <= u32::MAX - SPECIAL { u32::MAX - (most - code) } else { code }
    }

    /// Writes it into the state of a share.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        state::number(out, self.width.into())?;
        state::number(out, self.len() as u64)?;
        out.write_all(&self.bytes)
    }

    /// What was written, of up to `most` codes; `None` if it is none.
    pub(super) fn restore(from: &mut dyn Read, most: usize) -> io::Result<Option<Codes>> {
        let (width, count) = (state::read_number(from)?, state::read_number(from)?);
        let Some(width) = [1, 2, 4].into_iter().find(|known| u64::from(*known) == width) else { return Ok(None) };
        if count > most as u64 {
            return Ok(None);
        }
        Ok(Some(Codes { width, bytes: state::read_bytes(from, count * u64::from(width))? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_in_each_width() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut widths = [0; 5];
        for _ in 0..2_000 {
            let near = [0, 200, 250, 255, 256, 65_500, 65_530, 65_535, 65_536, 1 << 30, SPECIAL - 1];
            let most = near[rng.usize(..near.len())];
            let number = |rng: &mut fastrand::Rng| {
                if rng.u8(..4) == 0 { SPECIAL + rng.u32(..5) } else { near[rng.usize(..near.len())].saturating_add(rng.u32(..9)).min(most) }
            };
            let all: Vec<u32> = (0..rng.usize(..9)).map(|_| number(&mut rng)).collect();
            let (at_once, mut pushed) = (Codes::of(&all), Codes::none());
            for (place, code) in all.iter().enumerate() {
                assert_eq!(pushed.widens(*code, all.len()).is_some(), Codes::of(&all[..=place]).width > pushed.width, "{all:?}");
                pushed.push(*code, all.len());
            }
            assert_eq!(pushed, at_once, "{all:?}");
            assert_eq!((0..all.len()).map(|place| at_once.get(place)).collect::<Vec<_>>(), all);
            // No list that is narrower says the same.
            assert!(at_once.width == 1 || all.iter().any(|code| *code < SPECIAL && *code >= special(at_once.width / 2)), "{all:?}");
            let mut saved = Vec::new();
            at_once.save(&mut saved).unwrap();
            assert_eq!(Codes::restore(&mut &saved[..], all.len()).unwrap().as_ref(), Some(&at_once));
            if !all.is_empty() {
                assert_eq!(Codes::read(at_once.bytes().to_vec(), all.len()).as_ref(), Some(&at_once));
                assert_eq!(Codes::restore(&mut &saved[..], all.len() - 1).unwrap(), None);
            }
            widths[usize::from(at_once.width)] += 1;
        }
        assert!([1, 2, 4].iter().all(|width| widths[*width] > 100), "{widths:?}");
    }
}
