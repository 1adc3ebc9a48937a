//! The vector unit AVX2 with GFNI.

#![expect(unsafe_code)]

use core::arch::x86_64::*;

use super::simd::{Simd, SimdWork};
use crate::rijndael::{IDENTITY, Matrix};

cpufeatures::new!(detected, "avx2", "gfni");

/// A value that proves that the processor has the vector unit.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// Returns whether the processor and the operating system support the vector unit.
    pub fn detected() -> bool {
        detected::get()
    }

    /// Creates the proof that the processor has the vector unit, without a check.
    ///
    /// # Safety
    /// [`Avx2::detected`] must have returned true.
    #[inline]
    pub unsafe fn assumed() -> Avx2 {
        Avx2(())
    }
}

#[target_feature(enable = "avx2,gfni")]
fn run<W: SimdWork>(simd: Avx2, work: W) -> W::Output {
    work.run(simd)
}

// SAFETY of all unsafe blocks: an `Avx2` exists only if the features were detected; pointers
// satisfy the requirements of the trait.
impl Simd for Avx2 {
    type Vector = __m256i;
    const WIDTH: usize = 32;

    #[inline]
    fn run<W: SimdWork>(self, work: W) -> W::Output {
        unsafe { run(self, work) }
    }

    #[inline(always)]
    unsafe fn load(self, from: *const u8) -> __m256i {
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8, vector: __m256i) {
        unsafe { _mm256_storeu_si256(to.cast(), vector) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn product(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_gf2p8mul_epi8(a, b) }
    }

    #[inline(always)]
    fn affine(self, a: __m256i, map: Matrix) -> __m256i {
        unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(map as i64)) }
    }

    #[inline(always)]
    fn inverse(self, a: __m256i) -> __m256i {
        unsafe { _mm256_gf2p8affineinv_epi64_epi8::<0>(a, _mm256_set1_epi64x(IDENTITY as i64)) }
    }

    /// The function works in lanes of 16 bytes. First the lower halves are grouped and the upper
    /// halves are grouped, then halves of lanes are exchanged.
    #[inline(always)]
    fn split(self, a: __m256i, b: __m256i, unit: usize) -> (__m256i, __m256i) {
        unsafe {
            let order = match unit {
                1 => _mm256_setr_epi8(
                    0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12,
                    14, 1, 3, 5, 7, 9, 11, 13, 15,
                ),
                2 => _mm256_setr_epi8(
                    0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15, 0, 1, 4, 5, 8, 9, 12, 13,
                    2, 3, 6, 7, 10, 11, 14, 15,
                ),
                4 => {
                    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
                    let (low, high) = (
                        _mm256_shuffle_ps::<0b10_00_10_00>(a, b),
                        _mm256_shuffle_ps::<0b11_01_11_01>(a, b),
                    );
                    return (_mm256_castps_si256(low), _mm256_castps_si256(high));
                }
                _ => return (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
            };
            let (a, b) = (_mm256_shuffle_epi8(a, order), _mm256_shuffle_epi8(b, order));
            (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
        }
    }

    #[inline(always)]
    fn join(self, low: __m256i, high: __m256i, unit: usize) -> (__m256i, __m256i) {
        unsafe {
            match unit {
                1 => (
                    _mm256_unpacklo_epi8(low, high),
                    _mm256_unpackhi_epi8(low, high),
                ),
                2 => (
                    _mm256_unpacklo_epi16(low, high),
                    _mm256_unpackhi_epi16(low, high),
                ),
                4 => (
                    _mm256_unpacklo_epi32(low, high),
                    _mm256_unpackhi_epi32(low, high),
                ),
                _ => (
                    _mm256_unpacklo_epi64(low, high),
                    _mm256_unpackhi_epi64(low, high),
                ),
            }
        }
    }
}
