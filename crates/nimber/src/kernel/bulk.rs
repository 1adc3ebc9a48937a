//! Runs byte-sliced work over memory, as many nimbers at a time as a vector has bytes; what is left over goes through a buffer.

#![expect(unsafe_code)]

use core::marker::PhantomData;

use super::field::{Byte, Pair, Sliced};
use super::simd::{Simd, Work};
use crate::linear::Blocks;
use crate::rijndael::{FROM, TO};

/// Nimbers of some number of bytes, sliced.
pub trait Width {
    /// How they lie in vectors.
    type Field<S: Simd>: Sliced<S>;
}

/// Nimbers of `BYTES` bytes.
pub struct Wide<const BYTES: usize>;

impl Width for Wide<1> {
    type Field<S: Simd> = Byte<S::Vector>;
}

impl Width for Wide<2> {
    type Field<S: Simd> = Pair<<Wide<1> as Width>::Field<S>>;
}

impl Width for Wide<4> {
    type Field<S: Simd> = Pair<<Wide<2> as Width>::Field<S>>;
}

impl Width for Wide<8> {
    type Field<S: Simd> = Pair<<Wide<4> as Width>::Field<S>>;
}

impl Width for Wide<16> {
    type Field<S: Simd> = Pair<<Wide<8> as Width>::Field<S>>;
}

/// The greatest block: 16 bytes for each byte of the widest vector.
const BUFFER: usize = 16 * 64;

/// Makes `count` nimbers out of `N` times as many, a block at a time.
///
/// # Safety
/// The inputs can be read and the output written for `count` nimbers of `W`; the output is one of the inputs or does not touch them.
#[inline(always)]
unsafe fn blocks<S: Simd, W: Width, const N: usize>(
    simd: S,
    out: *mut u8,
    inputs: [*const u8; N],
    count: usize,
    f: impl Fn([W::Field<S>; N]) -> W::Field<S>,
) {
    let bytes = <W::Field<S> as Sliced<S>>::BYTES;
    let block = bytes * S::WIDTH;
    // SAFETY: blocks lie within the `count` nimbers, and the rest is copied to and from buffers of at least one block.
    unsafe {
        let whole = count / S::WIDTH * block;
        let mut at = 0;
        while at < whole {
            f(inputs.map(|input| W::Field::load(simd, input.add(at)))).store(simd, out.add(at));
            at += block;
        }
        let rest = count * bytes - whole;
        if rest > 0 {
            let loaded = inputs.map(|input| {
                let mut buffer = [0u8; BUFFER];
                core::ptr::copy_nonoverlapping(input.add(at), buffer.as_mut_ptr(), rest);
                W::Field::load(simd, buffer.as_ptr())
            });
            let mut buffer = [0u8; BUFFER];
            f(loaded).store(simd, buffer.as_mut_ptr());
            core::ptr::copy_nonoverlapping(buffer.as_ptr(), out.add(at), rest);
        }
    }
}

/// Sliced, and in the field of the AES.
#[inline(always)]
fn enter<S: Simd, F: Sliced<S>>(simd: S, a: F) -> F {
    a.slice(simd).map(|byte| simd.affine(byte, TO))
}

/// Undoes [`enter`].
#[inline(always)]
fn leave<S: Simd, F: Sliced<S>>(simd: S, a: F) -> F {
    a.map(|byte| simd.affine(byte, FROM)).unslice(simd)
}

/// out = a ⊗ b.
pub struct Products<W> {
    out: *mut u8,
    a: *const u8,
    b: *const u8,
    count: usize,
    width: PhantomData<W>,
}

impl<W: Width> Products<W> {
    /// # Safety
    /// The inputs can be read and the output written for `count` nimbers; the output is one of the inputs or does not touch them.
    pub unsafe fn new(out: *mut u8, a: *const u8, b: *const u8, count: usize) -> Products<W> {
        Products { out, a, b, count, width: PhantomData }
    }
}

impl<W: Width> Work for Products<W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // SAFETY: promised to `new`.
        unsafe {
            blocks::<S, W, 2>(simd, self.out, [self.a, self.b], self.count, |[a, b]| {
                leave(simd, enter(simd, a).product(simd, enter(simd, b)))
            });
        }
    }
}

/// out = 1 / a, and 0 for 0.
pub struct Inverses<W> {
    out: *mut u8,
    a: *const u8,
    count: usize,
    width: PhantomData<W>,
}

impl<W: Width> Inverses<W> {
    /// # Safety
    /// As for [`Products::new`].
    pub unsafe fn new(out: *mut u8, a: *const u8, count: usize) -> Inverses<W> {
        Inverses { out, a, count, width: PhantomData }
    }
}

impl<W: Width> Work for Inverses<W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // SAFETY: promised to `new`.
        unsafe {
            blocks::<S, W, 1>(simd, self.out, [self.a], self.count, |[a]| leave(simd, enter(simd, a).inverse(simd)));
        }
    }
}

/// out = a linear map of a, over GF(2).
pub struct Linear<'a, W> {
    out: *mut u8,
    a: *const u8,
    count: usize,
    maps: &'a Blocks,
    width: PhantomData<W>,
}

impl<'a, W: Width> Linear<'a, W> {
    /// # Safety
    /// As for [`Products::new`].
    pub unsafe fn new(out: *mut u8, a: *const u8, count: usize, maps: &'a Blocks) -> Linear<'a, W> {
        Linear { out, a, count, maps, width: PhantomData }
    }
}

impl<W: Width> Work for Linear<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        // SAFETY: promised to `new`.
        unsafe {
            blocks::<S, W, 1>(simd, self.out, [self.a], self.count, |[a]| {
                let a = a.slice(simd);
                let mut row = 0;
                let mut next = || {
                    row += 1;
                    a.weigh(simd, &self.maps[row - 1])
                };
                W::Field::collect(&mut next).unslice(simd)
            });
        }
    }
}
