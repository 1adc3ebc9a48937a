//! Faulty vector units for tests: one bit of one constant is wrong, and the comparison with
//! portable code must detect the wrong bit.

use std::vec;
use std::vec::Vec;

use super::ByteWidth;
use super::bulk::{BulkInverse, BulkLinearMap, BulkProduct};
use super::simd::{Simd, SimdWork};
use super::{Avx2, Avx512};
use crate::linear::{Blocks, fixed};
use crate::rijndael::{FROM, Matrix, SQUARE, TIMES_H, TO};
use crate::{linear, portable};

/// Returns random pairs, enough to detect one wrong bit.
pub fn pairs() -> impl Iterator<Item = (u64, u64)> {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    (0..64).map(move |_| (next(), next()))
}

/// A vector unit that replaces one of the linear maps by another linear map.
#[derive(Clone, Copy)]
struct FaultySimd<S> {
    simd: S,
    map: Matrix,
    instead: Matrix,
}

impl<S: Simd> Simd for FaultySimd<S> {
    type Vector = S::Vector;
    const WIDTH: usize = S::WIDTH;

    fn run<W: SimdWork>(self, work: W) -> W::Output {
        work.run(self)
    }
    unsafe fn load(self, from: *const u8) -> S::Vector {
        // SAFETY: the caller satisfies the requirements of the trait.
        unsafe { self.simd.load(from) }
    }
    unsafe fn store(self, to: *mut u8, vector: S::Vector) {
        // SAFETY: the caller satisfies the requirements of the trait.
        unsafe { self.simd.store(to, vector) }
    }
    fn xor(self, a: S::Vector, b: S::Vector) -> S::Vector {
        self.simd.xor(a, b)
    }
    fn product(self, a: S::Vector, b: S::Vector) -> S::Vector {
        self.simd.product(a, b)
    }
    fn affine(self, a: S::Vector, map: Matrix) -> S::Vector {
        self.simd
            .affine(a, if map == self.map { self.instead } else { map })
    }
    fn inverse(self, a: S::Vector) -> S::Vector {
        self.simd.inverse(a)
    }
    fn split(self, a: S::Vector, b: S::Vector, unit: usize) -> (S::Vector, S::Vector) {
        self.simd.split(a, b, unit)
    }
    fn join(self, low: S::Vector, high: S::Vector, unit: usize) -> (S::Vector, S::Vector) {
        self.simd.join(low, high, unit)
    }
}

/// Returns whether products and inverses of slices are correct.
fn passes(simd: impl Simd) -> bool {
    let (a, b): (Vec<u64>, Vec<u64>) = pairs().unzip();
    let mut out = vec![0u64; a.len()];
    // SAFETY: all slices have the same length.
    unsafe {
        simd.run(BulkProduct::<ByteWidth<8>>::new(
            out.as_mut_ptr().cast(),
            a.as_ptr().cast(),
            b.as_ptr().cast(),
            a.len(),
        ))
    };
    let products = out
        .iter()
        .zip(a.iter().zip(&b))
        .all(|(&out, (&a, &b))| out == portable::product64(a, b));
    // SAFETY: all slices have the same length.
    unsafe {
        simd.run(BulkInverse::<ByteWidth<8>>::new(
            out.as_mut_ptr().cast(),
            a.as_ptr().cast(),
            a.len(),
        ))
    };
    products
        && out
            .iter()
            .zip(&a)
            .all(|(&out, &a)| out == portable::inverse64(a))
}

fn each_bit_is_needed(simd: impl Simd) {
    assert!(passes(simd));
    for map in [TO, FROM, TIMES_H[1], TIMES_H[2], SQUARE] {
        for bit in 0..64 {
            assert!(
                !passes(FaultySimd {
                    simd,
                    map,
                    instead: map ^ 1 << bit
                }),
                "{map:#x}, bit {bit}"
            );
        }
    }
}

/// Returns whether roots of slices are correct with these blocks.
fn roots_pass(simd: impl Simd, blocks: &Blocks) -> bool {
    let a: Vec<u64> = pairs().map(|(a, _)| a).collect();
    let mut out = vec![0u64; a.len()];
    // SAFETY: both slices have the same length.
    unsafe {
        simd.run(BulkLinearMap::<ByteWidth<8>>::new(
            out.as_mut_ptr().cast(),
            a.as_ptr().cast(),
            a.len(),
            blocks,
        ))
    };
    out.iter()
        .zip(&a)
        .all(|(&out, &a)| u128::from(out) == linear::image(&linear::ROOTS, a.into()))
}

fn each_block_is_needed(simd: impl Simd) {
    assert!(roots_pass(simd, &fixed::ROOTS));
    for place in 0..64 {
        let mut forged = fixed::ROOTS;
        forged[place / 8][place % 8] ^= 1 << place;
        assert!(!roots_pass(simd, &forged), "block {place}");
    }
}

#[test]
fn a_wrong_constant_is_caught() {
    if Avx512::detected() {
        // SAFETY: the processor features were just detected.
        let simd = unsafe { Avx512::assumed() };
        each_bit_is_needed(simd);
        each_block_is_needed(simd);
    }
    if Avx2::detected() {
        // SAFETY: the processor features were just detected.
        let simd = unsafe { Avx2::assumed() };
        each_bit_is_needed(simd);
        each_block_is_needed(simd);
    }
}
