//! Byte-sliced operations on memory. A block contains as many nimbers as a vector has bytes; the
//! remaining nimbers are processed in a buffer.

#![expect(unsafe_code)]

use core::marker::PhantomData;

use super::field::{ByteField, QuadraticExtension, SlicedField};
use super::simd::{Simd, SimdWork};
use crate::linear::Blocks;
use crate::rijndael::{FROM, TO};

/// A width of nimbers, in bytes.
pub trait NimberWidth {
    /// The type of a block of nimbers in vectors.
    type Field<S: Simd>: SlicedField<S>;
}

/// Nimbers of `BYTES` bytes.
pub struct ByteWidth<const BYTES: usize>;

impl NimberWidth for ByteWidth<1> {
    type Field<S: Simd> = ByteField<S::Vector>;
}

impl NimberWidth for ByteWidth<2> {
    type Field<S: Simd> = QuadraticExtension<<ByteWidth<1> as NimberWidth>::Field<S>>;
}

impl NimberWidth for ByteWidth<4> {
    type Field<S: Simd> = QuadraticExtension<<ByteWidth<2> as NimberWidth>::Field<S>>;
}

impl NimberWidth for ByteWidth<8> {
    type Field<S: Simd> = QuadraticExtension<<ByteWidth<4> as NimberWidth>::Field<S>>;
}

impl NimberWidth for ByteWidth<16> {
    type Field<S: Simd> = QuadraticExtension<<ByteWidth<8> as NimberWidth>::Field<S>>;
}

/// Maximum size of a block: 16 bytes for each byte of the widest vector.
const BUFFER: usize = 16 * 64;

/// An operation on blocks. A trait is used because closures are not always inlined; a closure that
/// is not inlined would not be compiled for the vector unit.
trait BlockOperation<S, F>: Copy {
    fn step(self, simd: S, a: F, b: F) -> F;
}

/// Computes `count` nimbers from two inputs of `count` nimbers each, one block at a time.
///
/// # Safety
/// The inputs must be readable and the output writable for `count` nimbers of `F`. The output must
/// be one of the inputs, or not overlap them.
#[inline(always)]
unsafe fn blocks<S: Simd, F: SlicedField<S>>(
    simd: S,
    out: *mut u8,
    a: *const u8,
    b: *const u8,
    count: usize,
    step: impl BlockOperation<S, F>,
) {
    let block = F::BYTES * S::WIDTH;
    // SAFETY: blocks are within the `count` nimbers, and the remaining nimbers are copied to and
    // from buffers of at least one block.
    unsafe {
        let whole = count / S::WIDTH * block;
        let mut at = 0;
        while at < whole {
            step.step(simd, F::load(simd, a.add(at)), F::load(simd, b.add(at)))
                .store(simd, out.add(at));
            at += block;
        }
        let rest = count * F::BYTES - whole;
        if rest > 0 {
            let mut buffers = [[0u8; BUFFER]; 2];
            core::ptr::copy_nonoverlapping(a.add(at), buffers[0].as_mut_ptr(), rest);
            core::ptr::copy_nonoverlapping(b.add(at), buffers[1].as_mut_ptr(), rest);
            let made = step.step(
                simd,
                F::load(simd, buffers[0].as_ptr()),
                F::load(simd, buffers[1].as_ptr()),
            );
            made.store(simd, buffers[0].as_mut_ptr());
            core::ptr::copy_nonoverlapping(buffers[0].as_ptr(), out.add(at), rest);
        }
    }
}

/// Converts a block to byte slices in the AES field.
#[inline(always)]
fn enter<S: Simd, F: SlicedField<S>>(simd: S, a: F) -> F {
    a.slice(simd).affine(simd, TO)
}

/// Reverses [`enter`].
#[inline(always)]
fn leave<S: Simd, F: SlicedField<S>>(simd: S, a: F) -> F {
    a.affine(simd, FROM).unslice(simd)
}

/// Computes out = a ⊗ b.
pub struct BulkProduct<W> {
    out: *mut u8,
    a: *const u8,
    b: *const u8,
    count: usize,
    width: PhantomData<W>,
}

impl<W: NimberWidth> BulkProduct<W> {
    /// # Safety
    /// The inputs must be readable and the output writable for `count` nimbers. The output must be
    /// one of the inputs, or not overlap them.
    pub unsafe fn new(out: *mut u8, a: *const u8, b: *const u8, count: usize) -> BulkProduct<W> {
        BulkProduct {
            out,
            a,
            b,
            count,
            width: PhantomData,
        }
    }
}

impl<W: NimberWidth> SimdWork for BulkProduct<W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // SAFETY: the caller of `new` has satisfied its requirements.
        unsafe {
            blocks::<S, W::Field<S>>(simd, self.out, self.a, self.b, self.count, BlockProduct)
        }
    }
}

#[derive(Clone, Copy)]
struct BlockProduct;

impl<S: Simd, F: SlicedField<S>> BlockOperation<S, F> for BlockProduct {
    #[inline(always)]
    fn step(self, simd: S, a: F, b: F) -> F {
        leave(simd, enter(simd, a).product(simd, enter(simd, b)))
    }
}

/// Computes out = 1 / a, and 0 for 0.
pub struct BulkInverse<W> {
    out: *mut u8,
    a: *const u8,
    count: usize,
    width: PhantomData<W>,
}

impl<W: NimberWidth> BulkInverse<W> {
    /// # Safety
    /// The requirements for the pointers are the same as for [`BulkProduct::new`].
    pub unsafe fn new(out: *mut u8, a: *const u8, count: usize) -> BulkInverse<W> {
        BulkInverse {
            out,
            a,
            count,
            width: PhantomData,
        }
    }
}

impl<W: NimberWidth> SimdWork for BulkInverse<W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // SAFETY: the caller of `new` has satisfied its requirements.
        unsafe {
            blocks::<S, W::Field<S>>(simd, self.out, self.a, self.a, self.count, BlockInverse)
        }
    }
}

#[derive(Clone, Copy)]
struct BlockInverse;

impl<S: Simd, F: SlicedField<S>> BlockOperation<S, F> for BlockInverse {
    #[inline(always)]
    fn step(self, simd: S, a: F, _: F) -> F {
        leave(simd, enter(simd, a).inverse(simd))
    }
}

/// Computes out as a linear map of a, over GF(2).
pub struct BulkLinearMap<'a, W> {
    out: *mut u8,
    a: *const u8,
    count: usize,
    maps: &'a Blocks,
    width: PhantomData<W>,
}

impl<'a, W: NimberWidth> BulkLinearMap<'a, W> {
    /// # Safety
    /// The requirements for the pointers are the same as for [`BulkProduct::new`].
    pub unsafe fn new(
        out: *mut u8,
        a: *const u8,
        count: usize,
        maps: &'a Blocks,
    ) -> BulkLinearMap<'a, W> {
        BulkLinearMap {
            out,
            a,
            count,
            maps,
            width: PhantomData,
        }
    }
}

impl<W: NimberWidth> SimdWork for BulkLinearMap<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // SAFETY: the caller of `new` has satisfied its requirements.
        unsafe {
            blocks::<S, W::Field<S>>(
                simd,
                self.out,
                self.a,
                self.a,
                self.count,
                BlockLinearMap(self.maps),
            )
        }
    }
}

#[derive(Clone, Copy)]
struct BlockLinearMap<'a>(&'a Blocks);

impl<S: Simd, F: SlicedField<S>> BlockOperation<S, F> for BlockLinearMap<'_> {
    #[inline(always)]
    fn step(self, simd: S, a: F, _: F) -> F {
        F::image(simd, a.slice(simd), self.0).unslice(simd)
    }
}
