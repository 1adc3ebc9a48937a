//! A list of codes of 1, 2, 4, 8, 16 or 32 bits each, as wide as the widest needs. The greatest
//! codes, which are no numbers, are the greatest of each width too: all five from four bits on, a
//! draw and a hole in two.

use std::io::{self, Read, Write};

use super::encoding::SPECIAL;
use super::share_state;

const WIDTHS: [u8; 6] = [1, 2, 4, 8, 16, 32];

/// Codes one after the other, the lowest bits of each first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedCodes {
    /// Bits a code.
    width: u8,
    len: usize,
    bytes: Vec<u8>,
}

/// The greatest number of so many bits.
fn max_code(width: u8) -> u32 {
    u32::MAX >> (32 - width)
}

/// How many of the greatest are no numbers.
fn specials(width: u8) -> u32 {
    match width {
        1 => 0,
        2 => 2,
        _ => u32::MAX - SPECIAL + 1,
    }
}

/// Whether a code is one of so many bits.
fn holds(width: u8, code: u32) -> bool {
    code <= max_code(width) - specials(width) || u32::MAX - code < specials(width)
}

/// The bytes that so many codes take.
fn size(width: u8, count: usize) -> usize {
    (count * usize::from(width)).div_ceil(8)
}

/// The widest that takes as many bytes, so that the bytes and the number of codes tell the width.
fn canonical_width(width: u8, count: usize) -> u8 {
    WIDTHS
        .into_iter()
        .rfind(|other| size(*other, count) == size(width, count))
        .unwrap_or(width)
}

/// The bytes of small codes, so many in a byte.
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
    /// An empty list.
    pub(crate) fn none() -> PackedCodes {
        PackedCodes {
            width: 1,
            len: 0,
            bytes: Vec::new(),
        }
    }

    /// These codes.
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

    /// These codes, all of them small numbers.
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

    /// The codes 0 and 1 as bits, 64 in a word.
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

    /// Its bytes, from which it can be read again.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many codes there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that it holds.
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Makes room for so many codes in all.
    pub(crate) fn reserve(&mut self, all: usize) {
        self.bytes
            .reserve_exact(size(self.width, all) - self.bytes.len());
    }

    /// The bytes that so many codes take, as wide as these are.
    pub(crate) fn needs(&self, all: usize) -> u64 {
        size(self.width, all) as u64
    }

    /// How wide it must be with one code more.
    fn with(&self, code: u32) -> u8 {
        WIDTHS
            .into_iter()
            .find(|width| holds(*width, code))
            .map_or(32, |width| width.max(self.width))
    }

    /// The bytes that the list and its wider form take together, with so many codes in all, if one
    /// more code needs one.
    pub(crate) fn widens(&self, code: u32, all: usize) -> Option<u64> {
        let width = self.with(code);
        (width > self.width).then(|| self.memory_bytes() + size(width, all) as u64)
    }

    fn push_fitting(&mut self, code: u32) {
        // The greatest of each width have the same lowest bits.
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

    /// Adds a code at the end; of `all` that there will be.
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

    /// The code of a place.
    ///
    /// # Panics
    /// If the bytes end before it; what lies behind the last code in its byte is not looked at in
    /// builds for release.
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

    /// Writes it into the state of a share.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.width.into())?;
        share_state::number(out, self.len as u64)?;
        out.write_all(&self.bytes)
    }

    /// What was written, of up to `most` codes; `None` if it is none.
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
            // No list that takes fewer bytes says the same.
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
                // What lies behind the last is not looked at.
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
        // Who wins, a draw and a hole take two bits.
        assert_eq!(
            PackedCodes::from_codes(&[0, 1, SPECIAL + 3, SPECIAL + 4, 0]).width,
            2
        );
    }
}
