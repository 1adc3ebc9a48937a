//! What a vector unit with GFNI offers to the byte-sliced kernels, as one trait. A value that
//! implements it is the proof that the processor has the unit: it is made by detection only.

#![expect(unsafe_code)]

use crate::rijndael::Matrix;

/// A vector unit. All operations work on bytes of its vectors.
pub trait Simd: Copy {
    /// A vector.
    type Vector: Copy;
    /// Bytes in a vector.
    const WIDTH: usize;

    /// Does the work in a function that is compiled for this unit.
    fn run<W: SimdWork>(self, work: W) -> W::Output;
    /// # Safety
    /// `WIDTH` bytes can be read there.
    unsafe fn load(self, from: *const u8) -> Self::Vector;
    /// # Safety
    /// `WIDTH` bytes can be written there.
    unsafe fn store(self, to: *mut u8, vector: Self::Vector);
    /// The sum.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Products in the field of the AES.
    fn product(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// A linear map of every byte.
    fn affine(self, a: Self::Vector, map: Matrix) -> Self::Vector;
    /// Inverses in the field of the AES, 0 for 0.
    fn inverse(self, a: Self::Vector) -> Self::Vector;
    /// Of two vectors of units of 2·`unit` bytes, all lower halves and all upper halves, in one
    /// fixed order. `unit` is 1, 2, 4 or 8.
    fn split(self, a: Self::Vector, b: Self::Vector, unit: usize) -> (Self::Vector, Self::Vector);
    /// Undoes [`Simd::split`].
    fn join(
        self,
        low: Self::Vector,
        high: Self::Vector,
        unit: usize,
    ) -> (Self::Vector, Self::Vector);
}

/// Work for a vector unit. `run` is to be `#[inline(always)]`, so that it is compiled for the unit.
pub trait SimdWork {
    /// What comes out.
    type Output;
    /// Does the work on a unit.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}
