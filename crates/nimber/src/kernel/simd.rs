//! The operations of a vector unit with GFNI that the byte-sliced kernels need, as one trait. A
//! value of a type with this trait proves that the processor has the unit, because only the
//! detection of the unit creates such a value.

#![expect(unsafe_code)]

use crate::rijndael::Matrix;

/// A vector unit. All operations of the unit work on the bytes of vectors.
pub trait Simd: Copy {
    /// A vector.
    type Vector: Copy;
    /// Number of bytes in a vector of the unit.
    const WIDTH: usize;

    /// Runs work in a function that is compiled for this vector unit.
    fn run<W: SimdWork>(self, work: W) -> W::Output;
    /// # Safety
    /// `WIDTH` bytes must be readable at `from`.
    unsafe fn load(self, from: *const u8) -> Self::Vector;
    /// # Safety
    /// `WIDTH` bytes must be writable at `to`.
    unsafe fn store(self, to: *mut u8, vector: Self::Vector);
    /// Returns the sum.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns products in the AES field.
    fn product(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Applies a linear map to every byte.
    fn affine(self, a: Self::Vector, map: Matrix) -> Self::Vector;
    /// Returns inverses in the AES field, and 0 for 0.
    fn inverse(self, a: Self::Vector) -> Self::Vector;
    /// Separates two vectors of units of 2·`unit` bytes into all lower halves and all upper halves,
    /// in a fixed order. `unit` is 1, 2, 4 or 8.
    fn split(self, a: Self::Vector, b: Self::Vector, unit: usize) -> (Self::Vector, Self::Vector);
    /// Reverses [`Simd::split`].
    fn join(
        self,
        low: Self::Vector,
        high: Self::Vector,
        unit: usize,
    ) -> (Self::Vector, Self::Vector);
}

/// Work for a vector unit. `run` must be `#[inline(always)]`, so that it is compiled for the unit.
pub trait SimdWork {
    /// The result of the work.
    type Output;
    /// Runs the work on a unit.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}
