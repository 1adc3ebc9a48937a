//! Eight products of eight limbs at a time, by AVX-512 with its carry-less products of four pairs
//! of limbs (VPCLMULQDQ).
//!
//! Karatsuba's method expands a product of up to 64 limbs into at most 27 products of eight limbs.
//! Eight of these block products are transposed, so that vector i contains limb i of each product,
//! and the straight-line code of [`super::blocks`] runs on vectors. GFNI instructions convert limbs
//! between nimbers and polynomials.

#![expect(unsafe_code)]

use core::arch::x86_64::*;

use super::blocks::{Limb, product8};
use super::kernel::{CarrylessLimbKernel, LimbKernel};
use super::{leaf, tower};
use crate::poly64::{COLUMNS, INVERSE_COLUMNS};
use crate::rijndael::{Matrix, matrix};

cpufeatures::new!(detected, "avx512f", "avx512vbmi", "gfni", "vpclmulqdq");

/// The method of multiplying limbs for a processor with AVX-512 and VPCLMULQDQ.
#[derive(Clone, Copy)]
pub(super) struct VectorLimbKernel(CarrylessLimbKernel);

impl VectorLimbKernel {
    /// Returns the kernel if the processor has the features and no lower level is forced.
    pub(super) fn detect() -> Option<Self> {
        if !detected::get() || crate::InstructionLevel::current().name() != "avx512-gfni" {
            return None;
        }
        CarrylessLimbKernel::detect().map(VectorLimbKernel)
    }
}

/// Number of limbs in a block, and number of blocks in a batch.
const BLOCK: usize = 8;
/// Maximum number of blocks of a product of 64 limbs, rounded up to full batches.
const BLOCKS: usize = 32;

impl LimbKernel for VectorLimbKernel {
    const LIMBS: usize = 64;
    const DIRECT: usize = 128;

    #[inline]
    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        if a.len() <= BLOCK {
            self.0.product(a, b, out)
        } else {
            product(self, a, b, out)
        }
    }

    #[inline]
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        self.0.conway_product(a, b, out);
    }

    #[inline]
    fn conway_times_h(self, x: &mut [u64]) {
        self.0.conway_times_h(x);
    }

    #[inline]
    fn limbs_to_poly(self, limbs: &mut [u64]) {
        // SAFETY: a `VectorLimbKernel` exists only if the features were detected.
        unsafe { map_limbs(&TO, limbs) };
    }

    #[inline]
    fn limbs_from_poly(self, limbs: &mut [u64]) {
        // SAFETY: a `VectorLimbKernel` exists only if the features were detected.
        unsafe { map_limbs(&FROM, limbs) };
    }
}

/// Computes the product of elements of 16, 32 or 64 limbs.
fn product(_: VectorLimbKernel, a: &[u64], b: &[u64], out: &mut [u64]) {
    let blocks = 3usize.pow((a.len() / BLOCK).ilog2());
    let mut left = [0; BLOCKS * BLOCK];
    let mut right = [0; BLOCKS * BLOCK];
    expand(a, &mut left[..blocks * BLOCK]);
    expand(b, &mut right[..blocks * BLOCK]);
    let used = blocks.next_multiple_of(8) * BLOCK;
    for (left, right) in left[..used]
        .as_chunks_mut::<64>()
        .0
        .iter_mut()
        .zip(right.as_chunks::<64>().0)
    {
        // SAFETY: a `VectorLimbKernel` exists only if the features were detected.
        unsafe { batch(left, right) };
    }
    collapse(&left[..blocks * BLOCK], out);
}

/// Computes the blocks whose products make up a product: the blocks of the lower half, of the upper
/// half, and of the sum of both halves.
fn expand(a: &[u64], blocks: &mut [u64]) {
    if a.len() == BLOCK {
        return blocks.copy_from_slice(a);
    }
    let (low, high) = a.split_at(a.len() / 2);
    let (first, rest) = blocks.split_at_mut(blocks.len() / 3);
    let (second, third) = rest.split_at_mut(first.len());
    expand(low, first);
    expand(high, second);
    for ((third, first), second) in third.iter_mut().zip(first).zip(second) {
        *third = *first ^ *second;
    }
}

/// Computes the product from the products of the blocks.
fn collapse(blocks: &[u64], out: &mut [u64]) {
    if out.len() == BLOCK {
        return out.copy_from_slice(blocks);
    }
    let third = blocks.len() / 3;
    let mut cross = [0; 32];
    let (low, high) = out.split_at_mut(out.len() / 2);
    let cross = &mut cross[..low.len()];
    collapse(&blocks[..third], low);
    collapse(&blocks[third..2 * third], high);
    collapse(&blocks[2 * third..], cross);
    tower::combine(low, high, cross);
}

/// Replaces the left factors by eight products.
#[target_feature(enable = "avx512f,vpclmulqdq")]
fn batch(left: &mut [u64; 64], right: &[u64; 64]) {
    let a = transposed(load(left)).map(VectorLimb);
    let b = transposed(load(right)).map(VectorLimb);
    let products = product8(
        |a: VectorLimb, b: VectorLimb| VectorLimb(lanes_product(a.0, b.0)),
        a,
        b,
    );
    for (row, limbs) in transposed(products.map(|lanes| lanes.0))
        .iter()
        .zip(left.as_chunks_mut::<8>().0)
    {
        // SAFETY: eight limbs are 64 bytes, the length of a vector.
        unsafe { _mm512_storeu_si512(limbs.as_mut_ptr().cast(), *row) };
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(limbs: &[u64; 64]) -> [__m512i; 8] {
    // SAFETY: the eight rows of eight limbs are within the array.
    core::array::from_fn(|row| unsafe { _mm512_loadu_si512(limbs.as_ptr().add(8 * row).cast()) })
}

/// Returns the transpose: limb i of row j becomes limb j of row i. The function exchanges limbs,
/// then pairs of limbs, then halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn transposed(rows: [__m512i; 8]) -> [__m512i; 8] {
    let mut columns = rows;
    for odd in 0..2 {
        let pair = |row: usize| {
            if odd == 0 {
                _mm512_unpacklo_epi64(rows[row], rows[row + 1])
            } else {
                _mm512_unpackhi_epi64(rows[row], rows[row + 1])
            }
        };
        let (p0, p2, p4, p6) = (pair(0), pair(2), pair(4), pair(6));
        // The vectors contain limbs 0 and 4 (or 1 and 5) of four rows, then limbs 2 and 6 (or 3 and
        // 7).
        let outer = (
            _mm512_shuffle_i64x2::<0x88>(p0, p2),
            _mm512_shuffle_i64x2::<0x88>(p4, p6),
        );
        let inner = (
            _mm512_shuffle_i64x2::<0xDD>(p0, p2),
            _mm512_shuffle_i64x2::<0xDD>(p4, p6),
        );
        columns[odd] = _mm512_shuffle_i64x2::<0x88>(outer.0, outer.1);
        columns[odd + 4] = _mm512_shuffle_i64x2::<0xDD>(outer.0, outer.1);
        columns[odd + 2] = _mm512_shuffle_i64x2::<0x88>(inner.0, inner.1);
        columns[odd + 6] = _mm512_shuffle_i64x2::<0xDD>(inner.0, inner.1);
    }
    columns
}

/// Returns eight products in L. The products of the even and of the odd limbs are sorted into lower
/// and upper words, and reduced as in [`crate::poly64`].
#[inline]
#[target_feature(enable = "avx512f,vpclmulqdq")]
fn lanes_product(a: __m512i, b: __m512i) -> __m512i {
    let even = _mm512_clmulepi64_epi128::<0x00>(a, b);
    let odd = _mm512_clmulepi64_epi128::<0x11>(a, b);
    let low = _mm512_unpacklo_epi64(even, odd);
    let high = _mm512_unpackhi_epi64(even, odd);
    let folded = xor3(
        high,
        _mm512_srli_epi64::<60>(high),
        xor3(
            _mm512_srli_epi64::<61>(high),
            _mm512_srli_epi64::<63>(high),
            low,
        ),
    );
    // The variable `folded` includes the lower word, which must not be shifted.
    let high = _mm512_xor_si512(folded, low);
    xor3(
        folded,
        _mm512_slli_epi64::<1>(high),
        _mm512_xor_si512(_mm512_slli_epi64::<3>(high), _mm512_slli_epi64::<4>(high)),
    )
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0x96>(a, b, c)
}

/// A vector with one limb of each of eight elements.
#[derive(Clone, Copy)]
struct VectorLimb(__m512i);

impl Limb for VectorLimb {
    #[inline(always)]
    fn plus(self, other: VectorLimb) -> VectorLimb {
        // SAFETY: `VectorLimb` values are created only if the features are available.
        VectorLimb(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn times_generator(self) -> VectorLimb {
        // SAFETY: `VectorLimb` values are created only if the features are available.
        VectorLimb(unsafe { lanes_times_generator(self.0) })
    }
}

/// Like [`leaf::times_generator`], for eight limbs.
#[inline]
#[target_feature(enable = "avx512f")]
fn lanes_times_generator(a: __m512i) -> __m512i {
    let over = _mm512_srli_epi64::<62>(a);
    let back = xor3(
        over,
        _mm512_slli_epi64::<1>(over),
        _mm512_xor_si512(_mm512_slli_epi64::<3>(over), _mm512_slli_epi64::<4>(over)),
    );
    let odd = _mm512_test_epi64_mask(a, _mm512_set1_epi64(1));
    let last = _mm512_maskz_mov_epi64(odd, _mm512_set1_epi64(leaf::INVERSE_OF_X as i64));
    _mm512_xor_si512(
        xor3(_mm512_slli_epi64::<2>(a), _mm512_srli_epi64::<1>(a), back),
        last,
    )
}

/// A linear map of limbs as matrices of bytes. Matrix r of row s maps byte (r + s) mod 8 of a limb
/// to byte r of the image.
type Diagonals = [[Matrix; 8]; 8];

static TO: Diagonals = diagonals(&INVERSE_COLUMNS);
static FROM: Diagonals = diagonals(&COLUMNS);

const fn diagonals(columns: &[u64; 64]) -> Diagonals {
    let mut diagonals = [[0; 8]; 8];
    let mut s = 0;
    while s < 8 {
        let mut r = 0;
        while r < 8 {
            let mut eight = [0; 8];
            let mut i = 0;
            while i < 8 {
                eight[i] = (columns[8 * ((r + s) % 8) + i] >> (8 * r)) as u8;
                i += 1;
            }
            diagonals[s][r] = matrix(eight);
            r += 1;
        }
        s += 1;
    }
    diagonals
}

/// Permutation in which byte 8 i + j comes from byte 8 j + i.
static BYTES: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = (8 * (i % 8) + i / 8) as u8;
        i += 1;
    }
    bytes
};

/// Applies a map to every limb, eight at a time. Word r of a vector contains byte r of each limb,
/// and the words are rotated through all positions.
#[target_feature(enable = "avx512f,avx512vbmi,gfni")]
fn map_limbs(map: &Diagonals, limbs: &mut [u64]) {
    // SAFETY: the table has the length of a vector.
    let bytes = unsafe { _mm512_loadu_si512(BYTES.as_ptr().cast()) };
    let next = _mm512_set_epi64(0, 7, 6, 5, 4, 3, 2, 1);
    for limbs in limbs.chunks_mut(8) {
        let used = 0xFF >> (8 - limbs.len());
        // SAFETY: the mask restricts the access to the existing words.
        let mut words = _mm512_permutexvar_epi8(bytes, unsafe {
            _mm512_maskz_loadu_epi64(used, limbs.as_ptr().cast())
        });
        let mut image = _mm512_setzero_si512();
        for matrices in map {
            // SAFETY: eight matrices have the length of a vector.
            let matrices = unsafe { _mm512_loadu_si512(matrices.as_ptr().cast()) };
            image = _mm512_xor_si512(image, _mm512_gf2p8affine_epi64_epi8::<0>(words, matrices));
            words = _mm512_permutexvar_epi64(next, words);
        }
        // SAFETY: the mask restricts the access to the existing words.
        unsafe {
            _mm512_mask_storeu_epi64(
                limbs.as_mut_ptr().cast(),
                used,
                _mm512_permutexvar_epi8(bytes, image),
            )
        };
    }
}
