//! Products of elements of up to eight limbs. The products of up to eight limbs take nearly all the
//! time of a larger product. The code is straight-line Karatsuba code, compiled once for each
//! method of multiplying two limbs.
//!
//! A limb is an element of L = GF(2)[x] / (x^64 + x^4 + x^3 + x + 1), see [`crate::poly64`]. One,
//! two, four or eight limbs are an element of a tower of quadratic extensions over L. The two
//! towers are Wiedemann's (see [`super::tower`]) and Conway's own (see [`super::conway`]).
//!
//! A vector of limbs of several elements supports the same operations as a limb, for all elements
//! at once.

use super::leaf;

/// A limb, or several limbs of different elements in parallel.
pub(super) trait Limb: Copy {
    /// Returns the sum.
    fn plus(self, other: Self) -> Self;

    /// Returns the product with the first generator of Wiedemann's tower.
    fn times_generator(self) -> Self;
}

impl Limb for u64 {
    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self ^ other
    }

    #[inline(always)]
    fn times_generator(self) -> u64 {
        leaf::times_generator(self)
    }
}

#[inline(always)]
fn array<L: Limb, const N: usize>(limbs: &[L]) -> [L; N] {
    limbs.try_into().expect("as many limbs")
}

#[inline(always)]
fn halves<L: Limb, const N: usize, const HALF: usize>(a: &[L; N]) -> ([L; HALF], [L; HALF]) {
    (array(&a[..HALF]), array(&a[HALF..]))
}

#[inline(always)]
fn sum<L: Limb, const N: usize>(a: [L; N], b: [L; N]) -> [L; N] {
    core::array::from_fn(|i| a[i].plus(b[i]))
}

#[inline(always)]
fn join<L: Limb, const N: usize, const HALF: usize>(low: [L; HALF], high: [L; HALF]) -> [L; N] {
    core::array::from_fn(|i| if i < HALF { low[i] } else { high[i - HALF] })
}

#[inline(always)]
pub(super) fn dispatch(
    leaf: impl Fn(u64, u64) -> u64 + Copy,
    a: &[u64],
    b: &[u64],
    out: &mut [u64],
) {
    match out.len() {
        8 => out.copy_from_slice(&product8(leaf, array(a), array(b))),
        4 => out.copy_from_slice(&product4(leaf, array(a), array(b))),
        2 => out.copy_from_slice(&product2(leaf, array(a), array(b))),
        _ => out[0] = leaf(a[0], b[0]),
    }
}

macro_rules! wiedemann_product {
    ($name:ident, $size:literal, $half:literal, $half_product:path, $times_generator:ident) => {
        /// Returns (a1 v + a0)(b1 v + b0) with v² = g v + 1, where g is the generator of the field
        /// of half the size.
        #[inline(always)]
        pub(super) fn $name<L: Limb>(
            leaf: impl Fn(L, L) -> L + Copy,
            a: [L; $size],
            b: [L; $size],
        ) -> [L; $size] {
            let ((a0, a1), (b0, b1)) =
                (halves::<L, $size, $half>(&a), halves::<L, $size, $half>(&b));
            let low = $half_product(leaf, a0, b0);
            let high = $half_product(leaf, a1, b1);
            let cross = $half_product(leaf, sum(a0, a1), sum(b0, b1));
            let low = sum(low, high);
            join(low, sum(sum(cross, low), $times_generator(high)))
        }
    };
}

#[inline(always)]
fn product1<L: Limb>(leaf: impl Fn(L, L) -> L + Copy, a: [L; 1], b: [L; 1]) -> [L; 1] {
    [leaf(a[0], b[0])]
}

#[inline(always)]
fn times_generator1<L: Limb>(a: [L; 1]) -> [L; 1] {
    [a[0].times_generator()]
}

#[inline(always)]
fn times_generator2<L: Limb>(a: [L; 2]) -> [L; 2] {
    [a[1], a[0].plus(a[1].times_generator())]
}

#[inline(always)]
fn times_generator4<L: Limb>(a: [L; 4]) -> [L; 4] {
    let (low, high) = halves::<L, 4, 2>(&a);
    join(high, sum(low, times_generator2(high)))
}

wiedemann_product!(product2, 2, 1, product1, times_generator1);
wiedemann_product!(product4, 4, 2, product2, times_generator2);
wiedemann_product!(product8, 8, 4, product4, times_generator4);

/// The constant h of Conway's tower over 64 bits: the nimber 2^63.
pub(super) const H: u64 = crate::poly64::INVERSE_COLUMNS[63];

#[inline(always)]
pub(super) fn conway_dispatch(
    leaf: impl Fn(u64, u64) -> u64 + Copy,
    a: &[u64],
    b: &[u64],
    out: &mut [u64],
) {
    match out.len() {
        8 => out.copy_from_slice(&conway8(leaf, array(a), array(b))),
        4 => out.copy_from_slice(&conway4(leaf, array(a), array(b))),
        2 => out.copy_from_slice(&conway2(leaf, array(a), array(b))),
        _ => out[0] = leaf(a[0], b[0]),
    }
}

#[inline(always)]
pub(super) fn times_h_dispatch(leaf: impl Fn(u64, u64) -> u64 + Copy, x: &mut [u64]) {
    match x.len() {
        8 => x.copy_from_slice(&times_h8(leaf, array(x))),
        4 => x.copy_from_slice(&times_h4(leaf, array(x))),
        2 => x.copy_from_slice(&times_h2(leaf, array(x))),
        _ => x[0] = leaf(x[0], H),
    }
}

#[inline(always)]
fn times_h1(leaf: impl Fn(u64, u64) -> u64 + Copy, x: [u64; 1]) -> [u64; 1] {
    [leaf(x[0], H)]
}

macro_rules! conway_product {
    ($name:ident, $times_h:ident, $size:literal, $half:literal, $half_product:path, $half_times_h:ident) => {
        /// Returns (a1 u + a0)(b1 u + b0) with u² = u + h.
        #[inline(always)]
        fn $name(
            leaf: impl Fn(u64, u64) -> u64 + Copy,
            a: [u64; $size],
            b: [u64; $size],
        ) -> [u64; $size] {
            let ((a0, a1), (b0, b1)) = (
                halves::<u64, $size, $half>(&a),
                halves::<u64, $size, $half>(&b),
            );
            let low = $half_product(leaf, a0, b0);
            let high = $half_times_h(leaf, $half_product(leaf, a1, b1));
            let cross = $half_product(leaf, sum(a0, a1), sum(b0, b1));
            join(sum(low, high), sum(cross, low))
        }

        /// Returns (x1 u + x0) h u = h (x1 + x0) u + h h x1.
        #[inline(always)]
        fn $times_h(leaf: impl Fn(u64, u64) -> u64 + Copy, x: [u64; $size]) -> [u64; $size] {
            let (x0, x1) = halves::<u64, $size, $half>(&x);
            join(
                $half_times_h(leaf, $half_times_h(leaf, x1)),
                $half_times_h(leaf, sum(x0, x1)),
            )
        }
    };
}

conway_product!(conway2, times_h2, 2, 1, product1, times_h1);
conway_product!(conway4, times_h4, 4, 2, conway2, times_h2);
conway_product!(conway8, times_h8, 8, 4, conway4, times_h4);
