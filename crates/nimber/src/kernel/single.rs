//! One product of 64 bits with GFNI, without shuffling bytes.
//!
//! Karatsuba's method on three levels gives 27 products of bytes. The bytes of an operand are used
//! as the matrix of `gf2p8affineqb` and multiplied by a constant that contains the rows of the
//! isomorphism. The instruction `gf2p8affineqb` maps and transposes the bytes at once. A second
//! affine instruction has masks as its bytes and the result of the first instruction as its matrix.
//! The second instruction adds up arbitrary bytes, and so gives all 27 sums in one vector of 256
//! bits.
//!
//! After the single vector of products, the same two affine instructions convert the products back.
//! A byte of the result is a sum over c of h^c times a sum of products. The products are arranged
//! so that eight pairs of (eight products, c) suffice, in two vectors of 256 bits. (A vector of 512
//! bits does not pay off: the throughput is a tenth higher, but the latency is a quarter longer.)

#![expect(unsafe_code)]

use core::arch::x86_64::*;

use crate::rijndael::{FROM, Matrix, TIMES_H, TO, compose};

/// A third of Karatsuba's product at one level: the product of the lower halves, of the upper
/// halves, or of the sums.
#[derive(Clone, Copy)]
enum KaratsubaThird {
    L,
    H,
    X,
}

use KaratsubaThird::{H, L, X};

/// A product of bytes, identified by its third of Karatsuba's product at 64, 32 and 16 bits.
type Leaf = [KaratsubaThird; 3];

/// The products of bytes in the order of a vector, eight in a group. One product occurs twice, and
/// four bytes of the vector are unused.
#[rustfmt::skip]
const LEAVES: [Leaf; 32] = [
    // The products of this group need only h^0.
    [L, L, L], [L, L, X], [L, X, L], [L, X, X], [X, L, L], [X, L, X], [X, X, L], [X, X, X],
    // The products of this group need h and h².
    [L, L, H], [L, X, H], [X, L, H], [X, X, H], [L, H, X], [X, H, X], [L, H, L], [H, X, X],
    // The products of this group need h² and h³.
    [L, H, H], [X, H, L], [X, H, H], [H, L, L], [H, H, L], [H, L, X], [H, X, L], [H, H, X],
    // The products of this group need h², h³ and h⁴.
    [H, L, H], [H, X, H], [H, H, H], [H, X, X], [L, L, L], [L, L, L], [L, L, L], [L, L, L],
];

/// The groups and the powers of h that make up the result, in the order of the 64-bit parts of a
/// vector.
const TERMS: [(usize, usize); 8] = [
    (0, 0),
    (1, 1),
    (1, 2),
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (3, 4),
];

/// Returns the bytes of an operand that a leaf adds up, as a bit set.
const fn added(leaf: Leaf) -> u8 {
    let mut set = 1u8;
    let mut level = 0;
    while level < 3 {
        // The levels, from the top, select bytes 0 to 3 or 4 to 7, then pairs of bytes, then single
        // bytes.
        let shift = 4 >> level;
        set = match leaf[level] {
            L => set,
            H => set << shift,
            X => set | set << shift,
        };
        level += 1;
    }
    set
}

/// Returns h·(x₁·u + x₀) in a field of 16 bits whose bytes are polynomials in h over GF(2), given
/// as sets of exponents.
const fn times_h_16(x: [u8; 2]) -> [u8; 2] {
    [x[1] << 2, (x[0] ^ x[1]) << 1]
}

/// Returns the contribution of a leaf to each byte of the result, as sets of exponents of h.
const fn weights(leaf: Leaf) -> [u8; 8] {
    let x = match leaf[2] {
        L => [1, 1],
        H => [2, 0],
        X => [0, 1],
    };
    let [s, t] = times_h_16(x);
    let y = match leaf[1] {
        L => [x[0], x[1], x[0], x[1]],
        H => [s, t, 0, 0],
        X => [0, 0, x[0], x[1]],
    };
    match leaf[0] {
        L => [y[0], y[1], y[2], y[3], y[0], y[1], y[2], y[3]],
        H => {
            let [a, b] = times_h_16(times_h_16([y[2], y[3]]));
            let [c, d] = times_h_16([y[0] ^ y[2], y[1] ^ y[3]]);
            [a, b, c, d, 0, 0, 0, 0]
        }
        X => [0, 0, 0, 0, y[0], y[1], y[2], y[3]],
    }
}

/// The constant bytes that add up the bytes of an operand for each leaf: bit 7 - i represents byte
/// i.
const SUMS: [u8; 32] = {
    let mut masks = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        masks[lane] = added(LEAVES[lane]).reverse_bits();
        lane += 1;
    }
    masks
};

/// The constant bytes that add up products for each term. Byte r of a term is the set of products
/// of its group that byte r of the result adds with its power of h. Each leaf counts once for each
/// power; the code checks that all leaves are included.
const RESULTS: [[u8; 8]; 8] = {
    let mut masks = [[0u8; 8]; 8];
    let mut code = 0;
    while code < 27 {
        let leaf = [third(code / 9), third(code / 3 % 3), third(code % 3)];
        let weights = weights(leaf);
        let mut c = 0;
        while c < 8 {
            let mut byte = 0;
            while byte < 8 {
                if weights[byte] >> c & 1 == 1 {
                    let (term, place) = term_of(code, c);
                    masks[term][byte] |= 128 >> place;
                }
                byte += 1;
            }
            c += 1;
        }
        code += 1;
    }
    masks
};

const fn third(code: usize) -> KaratsubaThird {
    match code {
        0 => L,
        1 => H,
        _ => X,
    }
}

/// Returns the first term with the power `c` whose group contains a leaf, and the index of the leaf
/// in the group.
const fn term_of(code: usize, c: usize) -> (usize, usize) {
    let mut term = 0;
    while term < 8 {
        let mut place = 0;
        while place < 8 {
            let leaf = LEAVES[8 * TERMS[term].0 + place];
            if TERMS[term].1 == c
                && 9 * (leaf[0] as usize) + 3 * (leaf[1] as usize) + leaf[2] as usize == code
            {
                return (term, place);
            }
            place += 1;
        }
        term += 1;
    }
    panic!("a product of bytes has no place")
}

/// The inverse isomorphism, after multiplication by the power of h of each term.
const BACK: [Matrix; 8] = {
    let mut maps = [0; 8];
    let mut term = 0;
    while term < 8 {
        maps[term] = compose(FROM, TIMES_H[TERMS[term].1]);
        term += 1;
    }
    maps
};

/// Returns the groups of four terms, starting at `first`, with two bits each, in the encoding of
/// the instruction.
const fn groups(first: usize) -> i32 {
    let mut groups = 0;
    let mut i = 0;
    while i < 4 {
        groups |= TERMS[first + i].0 << (2 * i);
        i += 1;
    }
    groups as i32
}

/// All constants that the instructions need besides the operands.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct ProductConstants {
    results: [[u8; 8]; 8],
    back: [Matrix; 8],
    sums: [u8; 32],
    to: Matrix,
}

static CONSTANTS: ProductConstants = ProductConstants {
    results: RESULTS,
    back: BACK,
    sums: SUMS,
    to: TO,
};

/// Returns the nim-product.
#[target_feature(enable = "avx2,gfni")]
#[inline]
pub fn product64(a: u64, b: u64) -> u64 {
    product_by(&CONSTANTS, a, b)
}

/// Returns the nim-product by Karatsuba's method over the field of 64 bits, with the largest power
/// of two in this field as h.
#[target_feature(enable = "avx2,gfni")]
#[inline]
pub fn product128(a: u128, b: u128) -> u128 {
    let (a0, a1, b0, b1) = (a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64);
    let high = product64(a1, b1);
    let low = product64(a0, b0);
    let cross = product64(a0 ^ a1, b0 ^ b1);
    u128::from(cross ^ low) << 64 | u128::from(low ^ product64(high, 1 << 63))
}

/// Returns the sum of the 64-bit parts.
#[target_feature(enable = "avx2")]
#[inline]
fn sum_of_four(four: __m256i) -> u64 {
    let two = _mm_xor_si128(
        _mm256_castsi256_si128(four),
        _mm256_extracti128_si256::<1>(four),
    );
    _mm_cvtsi128_si64(_mm_xor_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

#[target_feature(enable = "avx2,gfni")]
#[inline]
fn product_by(constants: &ProductConstants, a: u64, b: u64) -> u64 {
    // SAFETY: the constants are 64 bytes each, aligned.
    let load = |from: *const __m256i, half: usize| unsafe { _mm256_load_si256(from.add(half)) };
    let sums = load((&raw const constants.sums).cast(), 0);
    let added = |x: u64| {
        let mapped = _mm256_gf2p8affine_epi64_epi8::<0>(
            _mm256_set1_epi64x(constants.to as i64),
            _mm256_set1_epi64x(x as i64),
        );
        _mm256_gf2p8affine_epi64_epi8::<0>(sums, mapped)
    };
    let products = _mm256_gf2p8mul_epi8(added(a), added(b));
    let terms = |groups: __m256i, half: usize| {
        let mapped = _mm256_gf2p8affine_epi64_epi8::<0>(
            load((&raw const constants.back).cast(), half),
            groups,
        );
        _mm256_gf2p8affine_epi64_epi8::<0>(
            load((&raw const constants.results).cast(), half),
            mapped,
        )
    };
    let first = terms(_mm256_permute4x64_epi64::<{ groups(0) }>(products), 0);
    let second = terms(_mm256_permute4x64_epi64::<{ groups(4) }>(products), 1);
    sum_of_four(_mm256_xor_si256(first, second))
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;

    use super::*;
    use crate::kernel::faulty_simd::pairs;
    use crate::portable;

    /// Returns whether the test with random pairs finds no error.
    fn passes(product: impl Fn(u64, u64) -> u64) -> bool {
        pairs().all(|(a, b)| product(a, b) == portable::product64(a, b))
    }

    /// Changes each bit of the constants individually, except at unused bytes, which may have any
    /// value.
    fn forgeries() -> impl Iterator<Item = (String, ProductConstants)> {
        let used = 28;
        let sums = (0..8 * used).map(|bit| {
            let mut forged = CONSTANTS;
            forged.sums[bit / 8] ^= 1 << (bit % 8);
            (format!("sums, bit {bit}"), forged)
        });
        let results = (0..512)
            .filter(move |bit| 8 * TERMS[bit / 64].0 + 7 - bit % 8 < used)
            .map(|bit| {
                let mut forged = CONSTANTS;
                forged.results[bit / 64][bit / 8 % 8] ^= 1 << (bit % 8);
                (format!("results, bit {bit}"), forged)
            });
        let back = (0..512).map(|bit| {
            let mut forged = CONSTANTS;
            forged.back[bit / 64] ^= 1 << (bit % 64);
            (format!("back, bit {bit}"), forged)
        });
        let to = (0..64).map(|bit| {
            (
                format!("to, bit {bit}"),
                ProductConstants {
                    to: CONSTANTS.to ^ 1 << bit,
                    ..CONSTANTS
                },
            )
        });
        sums.chain(results).chain(back).chain(to)
    }

    #[test]
    fn a_wrong_constant_is_caught() {
        if !crate::kernel::Avx2::detected() {
            return;
        }
        // SAFETY of both unsafe calls: the features were just detected.
        assert!(passes(|a, b| unsafe { product_by(&CONSTANTS, a, b) }));
        for (name, forged) in forgeries() {
            assert!(
                !passes(|a, b| unsafe { product_by(&forged, a, b) }),
                "{name}"
            );
        }
    }
}
