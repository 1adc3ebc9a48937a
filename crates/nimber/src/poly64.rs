//! The field `GF(2)[x] / (x^64 + x^4 + x^3 + x + 1)` and its isomorphism with the nimbers below
//! 2^64.
//!
//! In the basis of the nimbers, a product costs dozens of look-ups. In the polynomial field, a
//! product is one carry-less product, for which most processors have an instruction, and a
//! reduction. The isomorphism maps x to a root of the modulus among the nimbers. Each direction of
//! the isomorphism takes eight look-ups in a table of 2,048 numbers, which is computed at compile
//! time from the root. In WebAssembly, each direction of the isomorphism takes sixteen look-ups in
//! a table of 256 numbers, because code size matters.
//!
//! The sum of polynomials and the sum of nimbers are both `^`, as everywhere in this crate.

#[cfg(target_arch = "x86_64")]
#[path = "poly64/clmul.rs"]
pub(crate) mod instruction;

#[cfg(all(
    target_arch = "aarch64",
    any(target_os = "linux", target_os = "android", target_vendor = "apple")
))]
#[path = "poly64/pmull.rs"]
pub(crate) mod instruction;

/// Substitute for processors without a known instruction.
#[cfg(not(any(
    target_arch = "x86_64",
    all(
        target_arch = "aarch64",
        any(target_os = "linux", target_os = "android", target_vendor = "apple")
    )
)))]
pub(crate) mod instruction {
    /// Returns false, because this processor family has no known carry-less product.
    pub const fn available() -> bool {
        false
    }

    /// Portable substitute for the carry-less product; see [`available`].
    pub const fn product(a: u64, b: u64) -> u64 {
        super::product_portable(a, b)
    }
}

use crate::tower;

/// The modulus without its term x^64: x^4 + x^3 + x + 1.
pub const MODULUS: u64 = 0x1B;

/// The nimber that represents x: the least of the 64 roots of the modulus among the nimbers below
/// 2^64.
pub const ROOT: u64 = 0x4028_84CA_01F7_C6B2;

// A wrong root would make every table wrong, so the root is substituted into the modulus at compile
// time.
const _: () = {
    let third = tower::power(ROOT as u128, 3);
    let mut power = ROOT as u128;
    let mut squarings = 0;
    while squarings < 6 {
        power = tower::product(power, power);
        squarings += 1;
    }
    assert!(
        power ^ tower::product(third, ROOT as u128) ^ third ^ ROOT as u128 ^ 1 == 0,
        "the root of the modulus is not one"
    );
};

/// Column i is the nimber of x^i.
pub(crate) const COLUMNS: [u64; 64] = {
    let mut columns = [1; 64];
    let mut i = 1;
    while i < 64 {
        columns[i] = tower::product(columns[i - 1] as u128, ROOT as u128) as u64;
        i += 1;
    }
    columns
};

/// Column i is the polynomial of the nimber 2^i.
pub(crate) const INVERSE_COLUMNS: [u64; 64] = inverse_matrix(COLUMNS);

/// Number of bits of the index of one look-up.
const BITS: usize = if cfg!(target_family = "wasm") { 4 } else { 8 };

static FROM: [[u64; 1 << BITS]; 64 / BITS] = tables(&COLUMNS);
static TO: [[u64; 1 << BITS]; 64 / BITS] = tables(&INVERSE_COLUMNS);

/// Inverts a matrix by elimination: columns are added to each other until column i is the unit
/// vector i, and the same is done to the identity matrix.
const fn inverse_matrix(mut columns: [u64; 64]) -> [u64; 64] {
    let mut inverse = [0; 64];
    let mut i = 0;
    while i < 64 {
        inverse[i] = 1 << i;
        i += 1;
    }
    let mut row = 0;
    while row < 64 {
        let mut pivot = row;
        while columns[pivot] >> row & 1 == 0 {
            pivot += 1;
        }
        (columns[row], columns[pivot]) = (columns[pivot], columns[row]);
        (inverse[row], inverse[pivot]) = (inverse[pivot], inverse[row]);
        let mut other = 0;
        while other < 64 {
            if other != row && columns[other] >> row & 1 == 1 {
                columns[other] ^= columns[row];
                inverse[other] ^= inverse[row];
            }
            other += 1;
        }
        row += 1;
    }
    inverse
}

/// Returns the image of each value of each group of 64/`GROUPS` bits; a group has `VALUES` values.
const fn tables<const VALUES: usize, const GROUPS: usize>(
    columns: &[u64; 64],
) -> [[u64; VALUES]; GROUPS] {
    let mut tables = [[0; VALUES]; GROUPS];
    let mut group = 0;
    while group < GROUPS {
        let mut value = 1usize;
        while value < VALUES {
            let lowest = value.trailing_zeros() as usize;
            tables[group][value] =
                tables[group][value & (value - 1)] ^ columns[64 / GROUPS * group + lowest];
            value += 1;
        }
        group += 1;
    }
    tables
}

#[inline]
fn image<const VALUES: usize, const GROUPS: usize>(
    tables: &[[u64; VALUES]; GROUPS],
    a: u64,
) -> u64 {
    tables
        .iter()
        .zip((0..64).step_by(64 / GROUPS))
        .fold(0, |sum, (table, shift)| {
            sum ^ table[(a >> shift) as usize % VALUES]
        })
}

/// Returns the polynomial of a nimber (bit i is the coefficient of x^i). The conversion does eight
/// look-ups, or sixteen in WebAssembly.
#[inline]
pub fn to_poly(nimber: u64) -> u64 {
    image(&TO, nimber)
}

/// Returns the nimber of a polynomial, with the same number of look-ups as [`to_poly`].
#[inline]
pub fn from_poly(polynomial: u64) -> u64 {
    image(&FROM, polynomial)
}

/// Returns the remainder of high·x^64 + low. Bits that would overflow a second time are folded into
/// the upper half first.
#[inline(always)]
pub(crate) const fn reduced(low: u64, high: u64) -> u64 {
    let high = high ^ high >> 60 ^ high >> 61 ^ high >> 63;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

/// Returns the product with x.
#[inline(always)]
pub(crate) const fn times_x(a: u64) -> u64 {
    (a << 1) ^ (MODULUS * (a >> 63))
}

/// Returns the product of two polynomials modulo the modulus. The multiplication uses the
/// carry-less product of the processor, if available.
#[inline]
pub fn product(a: u64, b: u64) -> u64 {
    if instruction::available() {
        by_instruction(a, b)
    } else {
        product_portable(a, b)
    }
}

#[inline(always)]
#[expect(unsafe_code)]
#[cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(
            target_arch = "aarch64",
            any(target_os = "linux", target_os = "android", target_vendor = "apple")
        )
    )),
    expect(unused_unsafe)
)]
fn by_instruction(a: u64, b: u64) -> u64 {
    debug_assert!(instruction::available());
    // SAFETY: the only caller has checked `available`, which is true only if the processor has the
    // features of the function.
    unsafe { instruction::product(a, b) }
}

/// Returns the product without special instructions. The function processes four bits of a at a
/// time, with the sixteen reduced multiples of b, so that the shifted sum is correct modulo the
/// modulus. In measurements, this method was a tenth faster than Karatsuba on masked integer
/// products.
#[inline]
pub const fn product_portable(a: u64, b: u64) -> u64 {
    let mut multiples = [0; 16];
    multiples[1] = b;
    let mut i = 2;
    while i < 16 {
        multiples[i] = times_x(multiples[i / 2]);
        multiples[i + 1] = multiples[i] ^ b;
        i += 2;
    }
    let (mut low, mut high) = (multiples[a as usize & 15], 0);
    let mut shift = 4;
    while shift < 64 {
        let multiple = multiples[(a >> shift) as usize & 15];
        low ^= multiple << shift;
        high ^= multiple >> (64 - shift);
        shift += 4;
    }
    reduced(low, high)
}

/// Returns the product of two nimbers below 2^64, computed with polynomials.
#[inline]
pub fn nim_product(a: u64, b: u64) -> u64 {
    from_poly(product(to_poly(a), to_poly(b)))
}

/// The nimber 2^63 as a polynomial: the h of the next field, u² = u + h.
const H: u64 = INVERSE_COLUMNS[63];

/// Returns the product of two nimbers below 2^128: Karatsuba over the field of 64 bits.
#[inline]
pub fn nim_product_128(a: u128, b: u128) -> u128 {
    let [a0, a1, b0, b1] = [a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64].map(to_poly);
    let low = product(a0, b0);
    let cross = product(a0 ^ a1, b0 ^ b1);
    let high = product(product(a1, b1), H);
    u128::from(from_poly(cross ^ low)) << 64 | u128::from(from_poly(low ^ high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> impl Iterator<Item = u64> {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        core::iter::from_fn(move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            Some(random)
        })
    }

    /// Returns the product by the definition: shift and add, one bit at a time.
    fn product_by_bits(a: u64, b: u64) -> u64 {
        (0..64)
            .rev()
            .fold(0, |sum, bit| times_x(sum) ^ ((a >> bit & 1) * b))
    }

    #[test]
    fn the_root_is_the_least_of_its_conjugates() {
        let mut conjugate = crate::product(ROOT, ROOT);
        let mut count = 1;
        while conjugate != ROOT {
            assert!(ROOT < conjugate);
            conjugate = crate::product(conjugate, conjugate);
            count += 1;
        }
        assert_eq!(
            count, 64,
            "a root of an irreducible polynomial of degree 64 has as many conjugates"
        );
    }

    #[test]
    fn the_modulus_is_irreducible() {
        // x^(2^64) = x, and the modulus has no factor of a degree that divides 32: x^(2^32) - x is
        // a unit, whose (2^64 - 1)-th power is 1.
        let mut power = 2;
        for squarings in 1..=64 {
            power = product_by_bits(power, power);
            if squarings == 32 {
                let mut unit = power ^ 2;
                let mut result = 1;
                for _ in 0..64 {
                    result = product_by_bits(result, unit);
                    unit = product_by_bits(unit, unit);
                }
                assert_eq!(result, 1);
            }
        }
        assert_eq!(power, 2);
    }

    #[test]
    fn small_tables_say_what_large_ones_say() {
        let (from, to) = (
            tables::<16, 16>(&COLUMNS),
            tables::<16, 16>(&INVERSE_COLUMNS),
        );
        for a in numbers().take(2000) {
            assert_eq!(
                (image(&from, a), image(&to, a)),
                (from_poly(a), to_poly(a)),
                "{a:#x}"
            );
        }
    }

    #[test]
    fn the_ways_to_a_product_agree() {
        let edges = [0, 1, 2, 1 << 63, u64::MAX, MODULUS];
        let mut random = numbers();
        let pairs = edges.into_iter().flat_map(|a| edges.map(|b| (a, b)));
        for (a, b) in
            pairs.chain((0..2000).map(|_| (random.next().unwrap(), random.next().unwrap())))
        {
            let expected = product_by_bits(a, b);
            assert_eq!(product_portable(a, b), expected, "{a:#x} · {b:#x}");
            assert_eq!(
                product(a, b),
                expected,
                "{a:#x} · {b:#x}, instruction: {}",
                instruction::available()
            );
        }
    }

    #[test]
    fn products_are_those_of_nimbers() {
        let mut random = numbers();
        for round in 0..4000 {
            let (a, b) = (
                random.next().unwrap() >> (round % 61),
                random.next().unwrap() >> (round % 53),
            );
            assert_eq!(from_poly(to_poly(a)), a);
            assert_eq!(to_poly(from_poly(a)), a);
            assert_eq!(
                from_poly(product(to_poly(a), to_poly(b))),
                crate::product(a, b),
                "{a:#x} ⊗ {b:#x}"
            );
        }
    }
}
