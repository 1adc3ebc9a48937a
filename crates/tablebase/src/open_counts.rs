//! The state of each index of a share while its tier is solved: not a position, decided, waiting
//! for its code, or the number of its open options. The state takes four bits per index, or more if
//! a position has more options than four bits can count. Codes are stored separately
//! ([`super::decided_log`]).

use std::io::{self, Read, Write};

use super::share_state;

/// The index is not a position.
pub(crate) const HOLE: u16 = 0;
/// The code of the position is known.
pub(crate) const DECIDED: u16 = 1;
/// The code of the position is scheduled, and no message can contain a smaller code.
pub(crate) const WAITS: u16 = 2;
/// The position can be won, but not lost: an option is a draw, or an option is lost and a code is
/// already scheduled.
pub(crate) const NEVER_LOST: u16 = 3;
/// Each state above this state is `OPEN` plus the number of open options in the same tier.
pub(crate) const OPEN: u16 = 3;
/// Maximum number of open options in the same tier.
pub(crate) const MAX_OPEN_OPTIONS: u16 = u16::MAX - OPEN;

/// One number per index. All numbers have 4, 8 or 16 bits, as many as the largest number needs.
#[derive(Clone, Debug)]
pub(crate) struct OpenCounts {
    bits: u32,
    bytes: Vec<u8>,
    len: usize,
}

impl OpenCounts {
    /// Returns a list of `len` numbers, all of which are holes.
    pub(crate) fn holes(len: usize) -> OpenCounts {
        OpenCounts::of_bits(4, len)
    }

    fn of_bits(bits: u32, len: usize) -> OpenCounts {
        OpenCounts {
            bits,
            bytes: vec![0; OpenCounts::room(bits, len)],
            len,
        }
    }

    /// Returns the number of bytes of `len` numbers.
    fn room(bits: u32, len: usize) -> usize {
        (len * bits as usize).div_ceil(8)
    }

    /// Returns the number of indices.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number at an index.
    ///
    /// # Panics
    /// May panic if the index is out of range.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> u16 {
        match self.bits {
            4 => u16::from(self.bytes[place / 2] >> (place % 2 * 4) & 15),
            8 => self.bytes[place].into(),
            _ => u16::from_le_bytes([self.bytes[2 * place], self.bytes[2 * place + 1]]),
        }
    }

    /// Returns whether a number requires widening all numbers of the list.
    #[inline]
    pub(crate) fn widens(&self, number: u16) -> bool {
        u32::from(number) >> self.bits != 0
    }

    /// Writes the number at an index.
    ///
    /// # Panics
    /// May panic if the index is out of range.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, number: u16) {
        match self.bits {
            _ if self.widens(number) => self.widen(place, number),
            4 => {
                let (byte, shift) = (&mut self.bytes[place / 2], place % 2 * 4);
                *byte = *byte & !(15 << shift) | (number as u8) << shift;
            }
            8 => self.bytes[place] = number as u8,
            _ => self.bytes[2 * place..2 * place + 2].copy_from_slice(&number.to_le_bytes()),
        }
    }

    /// Doubles the width of all numbers, and writes a number that did not fit into the old width.
    #[cold]
    fn widen(&mut self, place: usize, number: u16) {
        let mut wider = OpenCounts::of_bits(2 * self.bits, self.len);
        (0..self.len).for_each(|place| wider.set(place, self.get(place)));
        *self = wider;
        self.set(place, number);
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the number of bytes that the list takes after its numbers are widened.
    pub(crate) fn wider(&self) -> u64 {
        OpenCounts::room(2 * self.bits, self.len) as u64
    }

    /// Writes the first `len` numbers to the state of the share; all further numbers are holes.
    pub(crate) fn save(&self, len: usize, out: &mut dyn Write) -> io::Result<()> {
        share_state::number(out, self.bits.into())?;
        share_state::number(out, len as u64)?;
        out.write_all(&self.bytes[..OpenCounts::room(self.bits, len)])
    }

    /// Reads numbers and adds holes up to `len`; `None` if the data are invalid.
    pub(crate) fn restore(from: &mut dyn Read, len: usize) -> io::Result<Option<OpenCounts>> {
        let (bits, there) = (
            share_state::read_number(from)?,
            share_state::read_number(from)?,
        );
        if !matches!(bits, 4 | 8 | 16) || there > len as u64 {
            return Ok(None);
        }
        let mut counts = OpenCounts::of_bits(bits as u32, len);
        from.read_exact(&mut counts.bytes[..OpenCounts::room(bits as u32, there as usize)])?;
        Ok(Some(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_width_are_those_that_were_written() {
        let mut random = 7_u64;
        let mut next = |bound: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound
        };
        let len = 37;
        let (mut counts, mut plain) = (OpenCounts::holes(len), vec![HOLE; len]);
        for bound in [16, 256, 1 << 16] {
            for _ in 0..100 {
                let (place, number) = (next(len as u64) as usize, next(bound) as u16);
                counts.set(place, number);
                plain[place] = number;
                assert!((0..len).all(|place| counts.get(place) == plain[place]));
            }
            let mut saved = Vec::new();
            counts.save(len, &mut saved).unwrap();
            let back = OpenCounts::restore(&mut &saved[..], len).unwrap().unwrap();
            assert!((0..len).all(|place| back.get(place) == plain[place]));
            assert_eq!(
                counts.bytes(),
                (len as u64 * u64::from(u64::BITS - (bound - 1).leading_zeros())).div_ceil(8)
            );
        }
    }
}
