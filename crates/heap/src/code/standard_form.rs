//! Codes with the same values up to a shift. Let a heap of one token have no move, that is, let d_1
//! have bit 0 clear. Count every heap, and every part that a move leaves, as one token smaller, so
//! that a part may be empty. Then G(n) = H(n - 1) for n ≥ 1, where H belongs to the code that has
//!
//! - the bits 0, …, j of digit i + j - 1 for every bit j ≥ 1 of d_i (the move takes i + j - 1
//!   tokens from a heap of n - 1, and each of the j parts may now be empty);
//! - the bit 0 of digit i - 1 for every bit 0 of d_i.
//!
//! Proof: a move from n takes i and leaves b_1, …, b_j ≥ 1 with the sum n - i. In the game of H,
//! the corresponding move takes i + j - 1 from n - 1 and leaves b_1 - 1, …, b_j - 1 ≥ 0. Some of
//! the parts b_1 - 1, …, b_j - 1 may be empty. The correspondence is one-to-one, and the values
//! agree by induction, starting with G(1) = 0 = H(0). Replacing G by H repeatedly, until d_1 has
//! bit 0, gives the *standard form*. In Winning Ways, chapter 4, codes with the same standard form
//! are called cousins. For example, Dawson's Kayles 0.07 and its cousin 0.4 lead to 0.137. Lists
//! such as the OEIS give the values of the standard form, starting at n = 0.
//!
//! Conversely, a game G exists for the code of H if d_0 of this code is 0 and each of its digits is
//! 0 or 2^(j + 1) - 1. If d_m is 2^(j + 1) - 1, the code of G must have the bit j in d_(m - j + 1);
//! for j = 0, it must have the bit 0 in d_(m + 1). The bits of the code of G below bit j are
//! optional, because d_m already contains the bits that they add.

use super::{HeapCode, MAX_DIGITS};

/// The standard form of a code of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardForm {
    /// The standard form.
    pub code: HeapCode,
    /// G(n) = H(n - shift) for n ≥ shift, and G(n) = 0 for smaller n. Here H(n) is the value of the
    /// standard form.
    pub shift: u32,
}

impl HeapCode {
    /// Returns the code whose values are the values of this code, shifted down by one. Returns
    /// `None` if a heap of one token has a move, or the code does not consist of digits.
    pub fn cousin(&self) -> Option<HeapCode> {
        let digits = self.digits()?;
        if digits.get(1) & 1 == 1 {
            return None;
        }
        let heaps = digits.most_heaps() as usize;
        // From index `settled` on, every digit is computed from repeated digits only.
        let settled = digits.head().len() + heaps + 1;
        let length = settled + digits.tail().len();
        if length > MAX_DIGITS as usize {
            return None;
        }
        let mut shifted = vec![0u64; length];
        for i in 0..length + 1 {
            let digit = digits.get(i);
            for bit in (0..64).filter(|bit| digit >> bit & 1 == 1) {
                let (place, bits) = if bit == 0 {
                    (i - 1, 1)
                } else {
                    (i + bit - 1, u64::MAX >> (63 - bit))
                };
                if let Some(place) = shifted.get_mut(place) {
                    *place |= bits;
                }
            }
        }
        let tail = shifted.split_off(settled);
        HeapCode::repeating(&shifted, &tail)
    }

    /// Returns the standard form; `None` if the code does not consist of digits, or has no move.
    pub fn standard(&self) -> Option<StandardForm> {
        let digits = self.digits()?;
        // The shift is at most the size of the smallest heap with a move, because each step makes
        // this smallest heap one token smaller.
        let most = (0..).zip(digits.head().iter().chain(digits.tail()));
        let most = most
            .filter(|&(_, &digit)| digit != 0)
            .map(|(i, digit)| i + digit.trailing_zeros())
            .min()?;
        let mut code = self.clone();
        let mut shift = 0;
        while let Some(next) = code.cousin() {
            if shift >= most {
                return None;
            }
            code = next;
            shift += 1;
        }
        Some(StandardForm { code, shift })
    }

    /// Returns codes whose cousin is this code, and the total number of these codes. The values of
    /// each returned code are the values of this code, shifted up by one. At most `most` codes are
    /// returned, the shortest first. If the digits of this code repeat, one code with repeating
    /// digits is returned, and other codes with repeating digits are not counted. Takes O(digits +
    /// `most` × digits) time.
    pub fn cousin_of(&self, most: usize) -> (Vec<HeapCode>, u64) {
        let none = (Vec::new(), 0);
        let Some(digits) = self.digits() else {
            return none;
        };
        let all = digits.head().iter().chain(digits.tail());
        if digits.get(0) != 0
            || all.clone().all(|&digit| digit == 0)
            || !all.clone().all(|digit| digit & digit.wrapping_add(1) == 0)
        {
            return none;
        }
        let length = digits.head().len() + 1;
        let mut head = vec![0u64; length + digits.tail().len()];
        let mut free = Vec::new();
        for m in 1..length + digits.tail().len() + 64 {
            let highest = digits.get(m).count_ones() as usize;
            for bit in 0..highest {
                let place = if bit == 0 {
                    m + 1
                } else {
                    (m + 1).wrapping_sub(bit)
                };
                match head.get_mut(place) {
                    Some(digit) if bit + 1 == highest => *digit |= 1 << bit,
                    Some(_) => free.push((place, bit)),
                    // The digit d_m would require a move that takes a negative number of tokens.
                    None if bit + 1 == highest && place > m + 1 => return none,
                    None => {}
                }
            }
        }
        let tail = head.split_off(length);
        if !tail.is_empty() {
            return HeapCode::repeating(&head, &tail).map_or(none, |code| (vec![code], 1));
        }
        free.sort_unstable();
        let count = u32::try_from(free.len())
            .ok()
            .and_then(|free| 1u64.checked_shl(free))
            .unwrap_or(u64::MAX);
        let some = (0..count.min(most as u64)).filter_map(|chosen| {
            let mut head = head.clone();
            free.iter()
                .take(64)
                .enumerate()
                .filter(|&(k, _)| chosen >> k & 1 == 1)
                .for_each(|(_, &(place, bit))| head[place] |= 1 << bit);
            HeapCode::of_digits(&head)
        });
        (some.collect(), count)
    }
}
