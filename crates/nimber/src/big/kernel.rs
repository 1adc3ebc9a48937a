//! Products of up to eight limbs, where nearly all the time goes: the same straight-line Karatsuba code, compiled once for each way
//! to multiply two limbs. A limb is an element of L = GF(2)[x] / (x^64 + x^4 + x^3 + x + 1), see [`crate::poly64`]; one, two, four
//! or eight of them are an element of a tower of quadratic extensions over L, the upper half first multiplied by the generator. There
//! are two towers: Wiedemann's (see [`super::tower`]) and Conway's own (see [`super::conway`]).

use super::leaf;
use crate::poly64::{from_poly, instruction, product_portable, to_poly};

/// How limbs are multiplied.
pub(super) trait Kernel: Copy {
    /// Up from this number of limbs [`Kernel::wide_product`] is to be used for exactly that many, if any.
    const WIDE: Option<usize>;

    /// The product in Wiedemann's tower of elements of one, two, four or eight limbs each.
    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// The product in Wiedemann's tower of elements of `WIDE` limbs.
    fn wide_product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// The product in Conway's tower of elements of one, two, four or eight limbs each.
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// x times the constant h of Conway's tower of the same size: one, two, four or eight limbs.
    fn conway_times_h(self, x: &mut [u64]);
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// A processor with a carry-less product of 64 bits. The field shows that somebody has asked for it.
#[derive(Clone, Copy)]
pub(super) struct Carryless(());

impl Carryless {
    pub(super) fn detect() -> Option<Self> {
        instruction::available().then_some(Carryless(()))
    }
}

impl Kernel for Portable {
    const WIDE: Option<usize> = None;

    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        dispatch(product_portable, a, b, out);
    }

    fn wide_product(self, _: &[u64], _: &[u64], _: &mut [u64]) {
        unreachable!("no size is wide");
    }

    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        conway_dispatch(product_portable, a, b, out);
    }

    fn conway_times_h(self, x: &mut [u64]) {
        times_h_dispatch(product_portable, x);
    }
}

impl Kernel for Carryless {
    const WIDE: Option<usize> = None;

    #[inline]
    #[expect(unsafe_code)]
    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        // SAFETY: a `Carryless` exists only where the processor has the instruction.
        unsafe { carryless::product(a, b, out) }
    }

    fn wide_product(self, _: &[u64], _: &[u64], _: &mut [u64]) {
        unreachable!("no size is wide");
    }

    #[inline]
    #[expect(unsafe_code)]
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        // SAFETY: as above.
        unsafe { carryless::conway_product(a, b, out) }
    }

    #[inline]
    #[expect(unsafe_code)]
    fn conway_times_h(self, x: &mut [u64]) {
        // SAFETY: as above.
        unsafe { carryless::conway_times_h(x) }
    }
}

/// The straight-line code once more, with the instruction switched on. Where there is none, `Carryless` does not come to exist.
#[expect(unsafe_code)]
mod carryless {
    use super::instruction;

    macro_rules! with_features {
        ($($item:item)*) => { $(
            #[cfg_attr(target_arch = "x86_64", target_feature(enable = "pclmulqdq"))]
            #[cfg_attr(
                all(target_arch = "aarch64", any(target_os = "linux", target_os = "android", target_vendor = "apple")),
                target_feature(enable = "neon,aes")
            )]
            $item
        )* };
    }

    with_features! {
        /// # Safety
        /// The processor has the instruction.
        pub(super) unsafe fn product(a: &[u64], b: &[u64], out: &mut [u64]) {
            super::dispatch(|a, b| instruction::product(a, b), a, b, out);
        }

        /// # Safety
        /// The processor has the instruction.
        pub(super) unsafe fn conway_product(a: &[u64], b: &[u64], out: &mut [u64]) {
            super::conway_dispatch(|a, b| instruction::product(a, b), a, b, out);
        }

        /// # Safety
        /// The processor has the instruction.
        pub(super) unsafe fn conway_times_h(x: &mut [u64]) {
            super::times_h_dispatch(|a, b| instruction::product(a, b), x);
        }
    }
}

/// The way of this processor: `with_best!(kernel => expression)`.
macro_rules! with_best {
    ($kernel:ident => $body:expr) => {
        match $crate::big::kernel::Carryless::detect() {
            Some($kernel) => $body,
            None => {
                let $kernel = $crate::big::kernel::Portable;
                $body
            }
        }
    };
}
pub(super) use with_best;

#[inline(always)]
fn array<const N: usize>(limbs: &[u64]) -> [u64; N] {
    limbs.try_into().expect("as many limbs")
}

#[inline(always)]
fn halves<const N: usize, const HALF: usize>(a: &[u64; N]) -> ([u64; HALF], [u64; HALF]) {
    (array(&a[..HALF]), array(&a[HALF..]))
}

#[inline(always)]
fn sum<const N: usize>(a: [u64; N], b: [u64; N]) -> [u64; N] {
    core::array::from_fn(|i| a[i] ^ b[i])
}

#[inline(always)]
fn join<const N: usize, const HALF: usize>(low: [u64; HALF], high: [u64; HALF]) -> [u64; N] {
    core::array::from_fn(|i| if i < HALF { low[i] } else { high[i - HALF] })
}

#[inline(always)]
fn dispatch(leaf: impl Fn(u64, u64) -> u64 + Copy, a: &[u64], b: &[u64], out: &mut [u64]) {
    match out.len() {
        8 => out.copy_from_slice(&product8(leaf, array(a), array(b))),
        4 => out.copy_from_slice(&product4(leaf, array(a), array(b))),
        2 => out.copy_from_slice(&product2(leaf, array(a), array(b))),
        _ => out[0] = leaf(a[0], b[0]),
    }
}

macro_rules! wiedemann_product {
    ($name:ident, $size:literal, $half:literal, $half_product:path, $times_generator:ident) => {
        /// (a1 v + a0)(b1 v + b0) with v² = g v + 1, where g is the generator of the field of half the size.
        #[inline(always)]
        fn $name(leaf: impl Fn(u64, u64) -> u64 + Copy, a: [u64; $size], b: [u64; $size]) -> [u64; $size] {
            let ((a0, a1), (b0, b1)) = (halves::<$size, $half>(&a), halves::<$size, $half>(&b));
            let low = $half_product(leaf, a0, b0);
            let high = $half_product(leaf, a1, b1);
            let cross = $half_product(leaf, sum(a0, a1), sum(b0, b1));
            let low = sum(low, high);
            join(low, sum(sum(cross, low), $times_generator(high)))
        }
    };
}

#[inline(always)]
fn product1(leaf: impl Fn(u64, u64) -> u64 + Copy, a: [u64; 1], b: [u64; 1]) -> [u64; 1] {
    [leaf(a[0], b[0])]
}

#[inline(always)]
fn times_generator1(a: [u64; 1]) -> [u64; 1] {
    [leaf::times_generator(a[0])]
}

#[inline(always)]
fn times_generator2(a: [u64; 2]) -> [u64; 2] {
    [a[1], a[0] ^ leaf::times_generator(a[1])]
}

#[inline(always)]
fn times_generator4(a: [u64; 4]) -> [u64; 4] {
    let (low, high) = halves::<4, 2>(&a);
    join(high, sum(low, times_generator2(high)))
}

wiedemann_product!(product2, 2, 1, product1, times_generator1);
wiedemann_product!(product4, 4, 2, product2, times_generator2);
wiedemann_product!(product8, 8, 4, product4, times_generator4);

/// The constant h of Conway's tower over 64 bits: the nimber 2^63.
pub(super) const H: u64 = crate::poly64::INVERSE_COLUMNS[63];

#[inline(always)]
fn conway_dispatch(leaf: impl Fn(u64, u64) -> u64 + Copy, a: &[u64], b: &[u64], out: &mut [u64]) {
    match out.len() {
        8 => out.copy_from_slice(&conway8(leaf, array(a), array(b))),
        4 => out.copy_from_slice(&conway4(leaf, array(a), array(b))),
        2 => out.copy_from_slice(&conway2(leaf, array(a), array(b))),
        _ => out[0] = leaf(a[0], b[0]),
    }
}

#[inline(always)]
fn times_h_dispatch(leaf: impl Fn(u64, u64) -> u64 + Copy, x: &mut [u64]) {
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
        /// (a1 u + a0)(b1 u + b0) with u² = u + h.
        #[inline(always)]
        fn $name(leaf: impl Fn(u64, u64) -> u64 + Copy, a: [u64; $size], b: [u64; $size]) -> [u64; $size] {
            let ((a0, a1), (b0, b1)) = (halves::<$size, $half>(&a), halves::<$size, $half>(&b));
            let low = $half_product(leaf, a0, b0);
            let high = $half_times_h(leaf, $half_product(leaf, a1, b1));
            let cross = $half_product(leaf, sum(a0, a1), sum(b0, b1));
            join(sum(low, high), sum(cross, low))
        }

        /// (x1 u + x0) h u = h (x1 + x0) u + h h x1.
        #[inline(always)]
        fn $times_h(leaf: impl Fn(u64, u64) -> u64 + Copy, x: [u64; $size]) -> [u64; $size] {
            let (x0, x1) = halves::<$size, $half>(&x);
            join($half_times_h(leaf, $half_times_h(leaf, x1)), $half_times_h(leaf, sum(x0, x1)))
        }
    };
}

conway_product!(conway2, times_h2, 2, 1, product1, times_h1);
conway_product!(conway4, times_h4, 4, 2, conway2, times_h2);
conway_product!(conway8, times_h8, 8, 4, conway4, times_h4);

/// Nimbers to elements of L, limb by limb.
pub(super) fn limbs_to_poly(limbs: &mut [u64]) {
    limbs.iter_mut().for_each(|limb| *limb = to_poly(*limb));
}

/// Elements of L to nimbers, limb by limb.
pub(super) fn limbs_from_poly(limbs: &mut [u64]) {
    limbs.iter_mut().for_each(|limb| *limb = from_poly(*limb));
}
