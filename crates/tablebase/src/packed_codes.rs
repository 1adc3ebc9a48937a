//! A list of codes of 1, 2, 4, 8, 16 or 32 bits each, as wide as the widest code needs. The special
//! codes, which are not numbers, become the largest codes of each width. Codes of four bits or more
//! include all five special codes. With two bits per code, the only special codes are a draw and a
//! hole.

use std::io::{self, Read, Write};

use super::encoding::SPECIAL;
use super::share_state;

const WIDTHS: [u8; 6] = [1, 2, 4, 8, 16, 32];

/// A list of codes, packed from the lowest bits upwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedCodes {
    /// Bits per code.
    width: u8,
    len: usize,
    bytes: Vec<u8>,
}

/// Returns the largest number with a given number of bits.
fn max_code(width: u8) -> u32 {
    u32::MAX >> (32 - width)
}

/// Returns how many of the largest codes of a width are special.
fn specials(width: u8) -> u32 {
    match width {
        1 => 0,
        2 => 2,
        _ => u32::MAX - SPECIAL + 1,
    }
}

/// Returns whether a code fits in a given number of bits.
fn holds(width: u8, code: u32) -> bool {
    code <= max_code(width) - specials(width) || u32::MAX - code < specials(width)
}

/// Returns the number of bytes for a given number of codes.
fn size(width: u8, count: usize) -> usize {
    (count * usize::from(width)).div_ceil(8)
}

/// Returns the largest width for which the list takes the same number of bytes. So the number of
/// bytes and the number of codes determine the width.
fn canonical_width(width: u8, count: usize) -> u8 {
    WIDTHS
        .into_iter()
        .rfind(|other| size(*other, count) == size(width, count))
        .unwrap_or(width)
}

/// Packs small codes, `MANY` per byte.
fn packed<const MANY: usize>(codes: &[u8]) -> Vec<u8> {
    let byte = |many: &[u8]| {
        many.iter()
            .enumerate()
            .fold(0, |byte, (at, code)| byte | code << (at * (8 / MANY)))
    };
    let (whole, rest) = codes.as_chunks::<MANY>();
    whole
        .iter()
        .map(|many| byte(many))
        .chain((!rest.is_empty()).then(|| byte(rest)))
        .collect()
}

impl PackedCodes {
    /// Returns an empty list.
    pub(crate) fn none() -> PackedCodes {
        PackedCodes {
            width: 1,
            len: 0,
            bytes: Vec::new(),
        }
    }

    /// Packs these codes.
    pub(crate) fn from_codes(codes: &[u32]) -> PackedCodes {
        let narrowest = codes.iter().fold(0, |at, code| {
            (at..WIDTHS.len())
                .find(|at| holds(WIDTHS[*at], *code))
                .unwrap_or(at)
        });
        let mut list = PackedCodes {
            width: canonical_width(WIDTHS[narrowest], codes.len()),
            len: 0,
            bytes: Vec::new(),
        };
        list.reserve(codes.len());
        codes.iter().for_each(|code| list.push_fitting(*code));
        list
    }

    /// Packs these codes, which are all small numbers.
    pub(crate) fn of_small(codes: Vec<u8>) -> PackedCodes {
        let (greatest, len) = (codes.iter().copied().max().unwrap_or(0), codes.len());
        let width = WIDTHS
            .into_iter()
            .find(|width| holds(*width, greatest.into()))
            .map_or(8, |width| canonical_width(width, len));
        let bytes = match width {
            1 => packed::<8>(&codes),
            2 => packed::<4>(&codes),
            4 => packed::<2>(&codes),
            8 => codes,
            _ => {
                return PackedCodes::from_codes(
                    &codes.into_iter().map(u32::from).collect::<Vec<_>>(),
                );
            }
        };
        PackedCodes { width, len, bytes }
    }

    /// Packs the codes 0 and 1, given as bits, 64 per word.
    pub(crate) fn of_bits(ones: &[u64], len: usize) -> PackedCodes {
        let bit = |place: usize| (ones[place / 64] >> (place % 64) & 1) as u32;
        if canonical_width(1, len) > 1 {
            return PackedCodes::from_codes(&(0..len).map(bit).collect::<Vec<_>>());
        }
        let mut bytes = ones[..len.div_ceil(64)]
            .iter()
            .map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
            .into_flattened();
        bytes.truncate(size(1, len));
        if let Some(last) = bytes.last_mut().filter(|_| !len.is_multiple_of(8)) {
            *last &= !(u8::MAX << (len % 8));
        }
        PackedCodes {
            width: 1,
            len,
            bytes,
        }
    }

    /// Returns the list of `len` codes with these bytes; `None` if the bytes encode no list.
    pub fn read(bytes: Vec<u8>, len: usize) -> Option<PackedCodes> {
        let width = WIDTHS
            .into_iter()
            .rfind(|width| bytes.len() == size(*width, len))?;
        Some(PackedCodes { width, len, bytes })
    }

    /// Returns the bytes of the list, for [`PackedCodes::read`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of codes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Reserves memory for `all` codes in total.
    pub(crate) fn reserve(&mut self, all: usize) {
        self.bytes
            .reserve_exact(size(self.width, all) - self.bytes.len());
    }

    /// Returns the number of bytes of `all` codes with the current width.
    pub(crate) fn needs(&self, all: usize) -> u64 {
        size(self.width, all) as u64
    }

    /// Returns the width needed after one more code is added.
    fn with(&self, code: u32) -> u8 {
        WIDTHS
            .into_iter()
            .find(|width| holds(*width, code))
            .map_or(32, |width| width.max(self.width))
    }

    /// If one more code requires a wider list, returns the total bytes of the current list and the
    /// wider list, for `all` codes in total. Otherwise returns `None`.
    pub(crate) fn widens(&self, code: u32, all: usize) -> Option<u64> {
        let width = self.with(code);
        (width > self.width).then(|| self.memory_bytes() + size(width, all) as u64)
    }

    fn push_fitting(&mut self, code: u32) {
        // The largest codes of each width have the same lowest bits.
        match self.width {
            8.. => self
                .bytes
                .extend_from_slice(&code.to_le_bytes()[..usize::from(self.width / 8)]),
            width => {
                let at = self.len * usize::from(width) % 8;
                let bits = ((code & max_code(width)) << at) as u8;
                match self.bytes.last_mut().filter(|_| at > 0) {
                    Some(last) => *last |= bits,
                    None => self.bytes.push(bits),
                }
            }
        }
        self.len += 1;
    }

    /// Appends a code; `all` is the expected total number of codes.
    pub(crate) fn push(&mut self, code: u32, all: usize) {
        if !holds(self.width, code) {
            let mut wider = PackedCodes {
                width: self.with(code),
                len: 0,
                bytes: Vec::new(),
            };
            wider.reserve(all);
            (0..self.len).for_each(|place| wider.push_fitting(self.get(place)));
            *self = wider;
        }
        self.push_fitting(code);
    }

    /// Returns the code at an index.
    ///
    /// # Panics
    /// Panics if the bytes end before the code. In release builds, an index in the padding after
    /// the last code causes no panic.
    #[inline]
    pub fn get(&self, place: usize) -> u32 {
        debug_assert!(place < self.len, "code {place} of {}", self.len);
        let (bytes, width) = (&self.bytes, self.width);
        let code = match width {
            8 => bytes[place].into(),
            16 => u16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]).into(),
            32 => return u32::from_le_bytes(std::array::from_fn(|i| bytes[4 * place + i])),
            _ => {
                let at = place * usize::from(width);
                u32::from(bytes[at / 8] >> (at % 8)) & max_code(width)
            }
        };
        let below = max_code(width) - code;
        if below < specials(width) {
            u32::MAX - below
        } else {
            code
        }
    }

    /// Writes the list to the state of a share.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.width.into())?;
        share_state::number(out, self.len as u64)?;
        out.write_all(&self.bytes)
    }

    /// Reads a list of up to `most` codes; `None` if the data are invalid.
    pub(crate) fn restore(from: &mut dyn Read, most: usize) -> io::Result<Option<PackedCodes>> {
        let (width, count) = (
            share_state::read_number(from)?,
            share_state::read_number(from)?,
        );
        let Some(width) = WIDTHS.into_iter().find(|known| u64::from(*known) == width) else {
            return Ok(None);
        };
        if count > most as u64 {
            return Ok(None);
        }
        let len = count as usize;
        Ok(Some(PackedCodes {
            width,
            len,
            bytes: share_state::read_bytes(from, size(width, len) as u64)?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_in_each_width() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut widths = [0; 33];
        for _ in 0..6_000 {
            let near = [
                0,
                1,
                2,
                9,
                11,
                15,
                200,
                250,
                255,
                256,
                65_500,
                65_530,
                65_535,
                65_536,
                1 << 30,
                SPECIAL - 1,
            ];
            let (most, odds, specials) = (
                near[rng.usize(..near.len())],
                [1, 2, 9][rng.usize(..3)],
                rng.u32(1..6),
            );
            let number = |rng: &mut fastrand::Rng| match rng.u8(..odds) {
                1 => u32::MAX - rng.u32(..specials),
                _ => near[rng.usize(..near.len())]
                    .saturating_add(rng.u32(..9))
                    .min(most),
            };
            let all: Vec<u32> = (0..rng.usize(..40)).map(|_| number(&mut rng)).collect();
            let (at_once, mut pushed) = (PackedCodes::from_codes(&all), PackedCodes::none());
            for code in &all {
                let (before, widens) = (pushed.width, pushed.widens(*code, all.len()).is_some());
                pushed.push(*code, all.len());
                assert_eq!(widens, pushed.width > before, "{all:?}");
            }
            for list in [&at_once, &pushed] {
                assert_eq!(
                    (0..all.len())
                        .map(|place| list.get(place))
                        .collect::<Vec<_>>(),
                    all
                );
                assert_eq!(
                    (list.len(), list.bytes().len() as u64),
                    (all.len(), list.needs(all.len()))
                );
            }
            // A list with fewer bytes cannot represent these codes.
            let said = |width: &u8| all.iter().all(|code| holds(*width, *code));
            assert_eq!(
                Some(at_once.bytes.len()),
                WIDTHS
                    .into_iter()
                    .find(said)
                    .map(|width| size(width, all.len())),
                "{all:?}"
            );
            for list in [&at_once, &pushed] {
                let mut saved = Vec::new();
                list.save(&mut saved).unwrap();
                assert_eq!(
                    PackedCodes::restore(&mut &saved[..], all.len())
                        .unwrap()
                        .as_ref(),
                    Some(list)
                );
                if !all.is_empty() {
                    assert_eq!(
                        PackedCodes::restore(&mut &saved[..], all.len() - 1).unwrap(),
                        None
                    );
                }
            }
            assert_eq!(
                PackedCodes::read(at_once.bytes().to_vec(), all.len()).as_ref(),
                Some(&at_once),
                "{all:?}"
            );
            let small = |code: &u32| u8::try_from(*code).ok().filter(|code| *code < 64);
            if let Some(small) = all.iter().map(small).collect() {
                assert_eq!(PackedCodes::of_small(small), at_once, "{all:?}");
            }
            if all.iter().all(|code| *code < 2) {
                // Padding after the last code is ignored.
                let words = all
                    .iter()
                    .enumerate()
                    .fold(u64::MAX << all.len(), |word, (place, code)| {
                        word | u64::from(*code) << place
                    });
                assert_eq!(
                    PackedCodes::of_bits(&[words], all.len()),
                    at_once,
                    "{all:?}"
                );
            }
            widths[usize::from(at_once.width)] += 1;
        }
        assert!(
            WIDTHS.iter().all(|width| widths[usize::from(*width)] > 100),
            "{widths:?}"
        );
        // In a list of outcomes, draws and holes, each code takes two bits.
        assert_eq!(
            PackedCodes::from_codes(&[0, 1, SPECIAL + 3, SPECIAL + 4, 0]).width,
            2
        );
    }
}
