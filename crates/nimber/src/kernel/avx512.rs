//! The vector unit AVX-512 (F, BW, VL, VBMI) with GFNI. The AVX-512 unit includes AVX2.

#![expect(unsafe_code)]

use core::arch::x86_64::*;

use super::simd::{Simd, SimdWork};
use crate::rijndael::{IDENTITY, Matrix};

cpufeatures::new!(
    detected,
    "avx2",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512vbmi",
    "gfni"
);

/// A value that proves that the processor has the vector unit.
#[derive(Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    /// Returns whether the processor and the operating system support the vector unit.
    pub fn detected() -> bool {
        detected::get()
    }

    /// Creates the proof that the processor has the vector unit, without a check.
    ///
    /// # Safety
    /// [`Avx512::detected`] must have returned true.
    #[inline]
    pub unsafe fn assumed() -> Avx512 {
        Avx512(())
    }
}

/// Returns the indices of the bytes of two vectors that form the lower halves (`odd` = 0) or the
/// upper halves (`odd` = 1).
const fn splitting(unit: usize, odd: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut i = 0;
    while i < 64 {
        index[i] = (2 * unit * (i / unit) + odd * unit + i % unit) as u8;
        i += 1;
    }
    index
}

/// Returns the indices of the bytes of the lower and upper halves that form the first vector
/// (`second` = 0) or the second (`second` = 1).
const fn joining(unit: usize, second: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut i = 0;
    while i < 64 {
        let at = 64 * second + i;
        index[i] =
            (unit * (at / (2 * unit)) + at % unit + if at / unit % 2 == 1 { 64 } else { 0 }) as u8;
        i += 1;
    }
    index
}

static SPLIT: [[[u8; 64]; 2]; 4] = [
    [splitting(1, 0), splitting(1, 1)],
    [splitting(2, 0), splitting(2, 1)],
    [splitting(4, 0), splitting(4, 1)],
    [splitting(8, 0), splitting(8, 1)],
];
static JOIN: [[[u8; 64]; 2]; 4] = [
    [joining(1, 0), joining(1, 1)],
    [joining(2, 0), joining(2, 1)],
    [joining(4, 0), joining(4, 1)],
    [joining(8, 0), joining(8, 1)],
];

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
fn run<W: SimdWork>(simd: Avx512, work: W) -> W::Output {
    work.run(simd)
}

// SAFETY of all unsafe blocks: an `Avx512` exists only if the features were detected; pointers
// satisfy the requirements of the trait.
impl Simd for Avx512 {
    type Vector = __m512i;
    const WIDTH: usize = 64;

    #[inline]
    fn run<W: SimdWork>(self, work: W) -> W::Output {
        unsafe { run(self, work) }
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> __m512i {
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, vector: __m512i) {
        unsafe { _mm512_storeu_si512(to.cast(), vector) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn product(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_gf2p8mul_epi8(a, b) }
    }

    #[inline(always)]
    fn affine(self, a: __m512i, map: Matrix) -> __m512i {
        unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(a, _mm512_set1_epi64(map as i64)) }
    }

    #[inline(always)]
    fn inverse(self, a: __m512i) -> __m512i {
        unsafe { _mm512_gf2p8affineinv_epi64_epi8::<0>(a, _mm512_set1_epi64(IDENTITY as i64)) }
    }

    #[inline(always)]
    fn split(self, a: __m512i, b: __m512i, unit: usize) -> (__m512i, __m512i) {
        let [low, high] = &SPLIT[unit.trailing_zeros() as usize];
        unsafe {
            (
                _mm512_permutex2var_epi8(a, self.load(low.as_ptr()), b),
                _mm512_permutex2var_epi8(a, self.load(high.as_ptr()), b),
            )
        }
    }

    #[inline(always)]
    fn join(self, low: __m512i, high: __m512i, unit: usize) -> (__m512i, __m512i) {
        let [first, second] = &JOIN[unit.trailing_zeros() as usize];
        unsafe {
            (
                _mm512_permutex2var_epi8(low, self.load(first.as_ptr()), high),
                _mm512_permutex2var_epi8(low, self.load(second.as_ptr()), high),
            )
        }
    }
}
