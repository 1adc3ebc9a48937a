//! Byte-sliced fields. One vector contains the same byte of many nimbers, so operations need no
//! shuffles. Each byte-sliced field is a Rust type. A vector contains elements of the field of 256
//! elements. A pair of elements is an element of the next field, a = a₁·u + a₀ with u² = u + h.
//! Products use Karatsuba's method, and everything is inlined into straight-line code.

#![expect(unsafe_code)]

use super::simd::Simd;
use crate::rijndael::{Matrix, SQUARE, TIMES_H};

/// Many elements of a field of nimbers.
pub trait SlicedField<S: Simd>: Copy {
    /// Number of bytes of one element.
    const BYTES: usize;

    /// # Safety
    /// `BYTES` vectors must be readable at `from`.
    unsafe fn load(simd: S, from: *const u8) -> Self;
    /// # Safety
    /// `BYTES` vectors must be writable at `to`.
    unsafe fn store(self, simd: S, to: *mut u8);
    /// Applies the same linear map to every byte.
    fn affine(self, simd: S, map: Matrix) -> Self;
    /// Returns the sum.
    fn sum(self, simd: S, other: Self) -> Self;
    /// Applies [`Simd::split`] to each pair of vectors.
    fn split(self, simd: S, other: Self, unit: usize) -> (Self, Self);
    /// Applies [`Simd::join`] to each pair of vectors.
    fn join(self, simd: S, other: Self, unit: usize) -> (Self, Self);
    /// Converts vectors of complete elements to vectors of single bytes.
    fn slice(self, simd: S) -> Self;
    /// Reverses [`SlicedField::slice`].
    fn unslice(self, simd: S) -> Self;
    /// Returns the sum of the images of the bytes, starting with the lowest byte and its map.
    fn weigh(self, simd: S, maps: &[Matrix]) -> S::Vector;
    /// Returns the image of a linear map. The rows of the map belong to the bytes of the image,
    /// starting with the lowest byte.
    fn image<F: SlicedField<S>>(simd: S, a: F, rows: &[[Matrix; 16]]) -> Self;

    /// Returns the product.
    fn product(self, simd: S, other: Self) -> Self;
    /// Returns the nim-product with h, the largest power of two in the field.
    fn times_h(self, simd: S) -> Self;
    /// Returns the product with h².
    fn times_h_squared(self, simd: S) -> Self;
    /// Returns the square.
    fn square(self, simd: S) -> Self;
    /// Returns the inverse, and 0 for 0.
    fn inverse(self, simd: S) -> Self;
}

/// The field of 256 elements.
#[derive(Clone, Copy)]
pub struct ByteField<V>(V);

/// The quadratic extension of the field `F`.
#[derive(Clone, Copy)]
pub struct QuadraticExtension<F> {
    low: F,
    high: F,
}

impl<S: Simd> SlicedField<S> for ByteField<S::Vector> {
    const BYTES: usize = 1;

    #[inline(always)]
    unsafe fn load(simd: S, from: *const u8) -> Self {
        // SAFETY: the caller satisfies the requirements of the trait.
        ByteField(unsafe { simd.load(from) })
    }

    #[inline(always)]
    unsafe fn store(self, simd: S, to: *mut u8) {
        // SAFETY: the caller satisfies the requirements of the trait.
        unsafe { simd.store(to, self.0) }
    }

    #[inline(always)]
    fn affine(self, simd: S, map: Matrix) -> Self {
        ByteField(simd.affine(self.0, map))
    }

    #[inline(always)]
    fn sum(self, simd: S, other: Self) -> Self {
        ByteField(simd.xor(self.0, other.0))
    }

    #[inline(always)]
    fn split(self, simd: S, other: Self, unit: usize) -> (Self, Self) {
        let (low, high) = simd.split(self.0, other.0, unit);
        (ByteField(low), ByteField(high))
    }

    #[inline(always)]
    fn join(self, simd: S, other: Self, unit: usize) -> (Self, Self) {
        let (first, second) = simd.join(self.0, other.0, unit);
        (ByteField(first), ByteField(second))
    }

    #[inline(always)]
    fn slice(self, _: S) -> Self {
        self
    }

    #[inline(always)]
    fn unslice(self, _: S) -> Self {
        self
    }

    #[inline(always)]
    fn weigh(self, simd: S, maps: &[Matrix]) -> S::Vector {
        simd.affine(self.0, maps[0])
    }

    #[inline(always)]
    fn image<F: SlicedField<S>>(simd: S, a: F, rows: &[[Matrix; 16]]) -> Self {
        ByteField(a.weigh(simd, &rows[0]))
    }

    #[inline(always)]
    fn product(self, simd: S, other: Self) -> Self {
        ByteField(simd.product(self.0, other.0))
    }

    #[inline(always)]
    fn times_h(self, simd: S) -> Self {
        ByteField(simd.affine(self.0, TIMES_H[1]))
    }

    #[inline(always)]
    fn times_h_squared(self, simd: S) -> Self {
        ByteField(simd.affine(self.0, TIMES_H[2]))
    }

    #[inline(always)]
    fn square(self, simd: S) -> Self {
        ByteField(simd.affine(self.0, SQUARE))
    }

    #[inline(always)]
    fn inverse(self, simd: S) -> Self {
        ByteField(simd.inverse(self.0))
    }
}

impl<S: Simd, F: SlicedField<S>> SlicedField<S> for QuadraticExtension<F> {
    const BYTES: usize = 2 * F::BYTES;

    #[inline(always)]
    unsafe fn load(simd: S, from: *const u8) -> Self {
        // SAFETY: the caller satisfies the requirements of the trait.
        unsafe {
            QuadraticExtension {
                low: F::load(simd, from),
                high: F::load(simd, from.add(F::BYTES * S::WIDTH)),
            }
        }
    }

    #[inline(always)]
    unsafe fn store(self, simd: S, to: *mut u8) {
        // SAFETY: the caller satisfies the requirements of the trait.
        unsafe {
            self.low.store(simd, to);
            self.high.store(simd, to.add(F::BYTES * S::WIDTH));
        }
    }

    #[inline(always)]
    fn affine(self, simd: S, map: Matrix) -> Self {
        QuadraticExtension {
            low: self.low.affine(simd, map),
            high: self.high.affine(simd, map),
        }
    }

    #[inline(always)]
    fn sum(self, simd: S, other: Self) -> Self {
        QuadraticExtension {
            low: self.low.sum(simd, other.low),
            high: self.high.sum(simd, other.high),
        }
    }

    #[inline(always)]
    fn split(self, simd: S, other: Self, unit: usize) -> (Self, Self) {
        let (low, other_low) = self.low.split(simd, other.low, unit);
        let (high, other_high) = self.high.split(simd, other.high, unit);
        (
            QuadraticExtension { low, high },
            QuadraticExtension {
                low: other_low,
                high: other_high,
            },
        )
    }

    #[inline(always)]
    fn join(self, simd: S, other: Self, unit: usize) -> (Self, Self) {
        let (low, other_low) = self.low.join(simd, other.low, unit);
        let (high, other_high) = self.high.join(simd, other.high, unit);
        (
            QuadraticExtension { low, high },
            QuadraticExtension {
                low: other_low,
                high: other_high,
            },
        )
    }

    /// Splits each vector of the first half together with the corresponding vector of the second
    /// half. The order of the elements is arbitrary, but must be the same in every vector.
    #[inline(always)]
    fn slice(self, simd: S) -> Self {
        let (low, high) = self.low.split(simd, self.high, F::BYTES);
        QuadraticExtension {
            low: low.slice(simd),
            high: high.slice(simd),
        }
    }

    #[inline(always)]
    fn unslice(self, simd: S) -> Self {
        let (low, high) = self
            .low
            .unslice(simd)
            .join(simd, self.high.unslice(simd), F::BYTES);
        QuadraticExtension { low, high }
    }

    #[inline(always)]
    fn weigh(self, simd: S, maps: &[Matrix]) -> S::Vector {
        simd.xor(
            self.low.weigh(simd, &maps[..F::BYTES]),
            self.high.weigh(simd, &maps[F::BYTES..]),
        )
    }

    #[inline(always)]
    fn image<G: SlicedField<S>>(simd: S, a: G, rows: &[[Matrix; 16]]) -> Self {
        QuadraticExtension {
            low: F::image(simd, a, rows),
            high: F::image(simd, a, &rows[F::BYTES..]),
        }
    }

    #[inline(always)]
    fn product(self, simd: S, other: Self) -> Self {
        let low = self.low.product(simd, other.low);
        let high = self.high.product(simd, other.high);
        let cross = self
            .low
            .sum(simd, self.high)
            .product(simd, other.low.sum(simd, other.high));
        QuadraticExtension {
            low: low.sum(simd, high.times_h(simd)),
            high: cross.sum(simd, low),
        }
    }

    /// The h of a field is h·u with the h of the field of half as many bits: h·u·(a₁·u + a₀) =
    /// h·(a₁ + a₀)·u + h²·a₁.
    #[inline(always)]
    fn times_h(self, simd: S) -> Self {
        QuadraticExtension {
            low: self.high.times_h_squared(simd),
            high: self.low.sum(simd, self.high).times_h(simd),
        }
    }

    #[inline(always)]
    fn times_h_squared(self, simd: S) -> Self {
        self.times_h(simd).times_h(simd)
    }

    #[inline(always)]
    fn square(self, simd: S) -> Self {
        let high = self.high.square(simd);
        QuadraticExtension {
            low: self.low.square(simd).sum(simd, high.times_h(simd)),
            high,
        }
    }

    /// The inverse is computed with the norm a₀·(a₀ + a₁) + h·a₁², which is in the field of half as
    /// many bits.
    #[inline(always)]
    fn inverse(self, simd: S) -> Self {
        let conjugate = self.low.sum(simd, self.high);
        let norm = self
            .low
            .product(simd, conjugate)
            .sum(simd, self.high.square(simd).times_h(simd));
        let inverse = norm.inverse(simd);
        QuadraticExtension {
            low: inverse.product(simd, conjugate),
            high: inverse.product(simd, self.high),
        }
    }
}
