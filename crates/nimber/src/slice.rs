//! Arithmetic on slices. With GFNI nimbers are sliced into vectors of equal bytes, a block at a
//! time; elsewhere the products are taken one by one. Every operation works in place, or from its
//! arguments into another buffer (`_into`).

#![expect(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use crate::kernel::{Inverses, Linear, Products, Wide};
use crate::linear::{self, Columns};
use crate::{Element, Error, Level};

/// Runs work of the byte-sliced kernels for the width of an element, if the level has vectors;
/// tells whether it had.
#[cfg(target_arch = "x86_64")]
macro_rules! on_vectors {
    ($level:expr, $element:ty, $work:ident($($argument:expr),*)) => {
        match <$element>::BITS {
            8 => $level.vector($work::<Wide<1>>::new($($argument),*)).is_ok(),
            16 => $level.vector($work::<Wide<2>>::new($($argument),*)).is_ok(),
            32 => $level.vector($work::<Wide<4>>::new($($argument),*)).is_ok(),
            64 => $level.vector($work::<Wide<8>>::new($($argument),*)).is_ok(),
            _ => $level.vector($work::<Wide<16>>::new($($argument),*)).is_ok(),
        }
    };
}

/// out = a ⊗ b.
///
/// # Safety
/// `a` and `b` can be read and `out` written for `count` elements; `out` is one of them or does not
/// touch them.
unsafe fn products<T: Element>(level: Level, out: *mut T, a: *const T, b: *const T, count: usize) {
    // SAFETY: as above.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if on_vectors!(level, T, Products(out.cast(), a.cast(), b.cast(), count)) {
            return;
        }
        for i in 0..count {
            out.add(i)
                .write(a.add(i).read().product_at(level, b.add(i).read()));
        }
    }
}

/// out = 1 / a, and 0 for 0.
///
/// # Safety
/// As for [`products`].
unsafe fn inverses<T: Element>(level: Level, out: *mut T, a: *const T, count: usize) {
    // SAFETY: as above.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if on_vectors!(level, T, Inverses(out.cast(), a.cast(), count)) {
            return;
        }
        let _ = level;
        for i in 0..count {
            out.add(i).write(a.add(i).read().inverse_or_zero());
        }
    }
}

/// A map that depends on nothing, in both forms.
#[derive(Clone, Copy)]
struct Fixed {
    columns: &'static Columns,
    #[cfg(target_arch = "x86_64")]
    blocks: &'static linear::Blocks,
}

macro_rules! fixed {
    ($name:ident) => {
        Fixed {
            columns: &linear::$name,
            #[cfg(target_arch = "x86_64")]
            blocks: &linear::fixed::$name,
        }
    };
}

/// out = the image of a.
///
/// # Safety
/// As for [`products`].
unsafe fn images<T: Element>(level: Level, out: *mut T, a: *const T, count: usize, map: Fixed) {
    // SAFETY: as above.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if on_vectors!(level, T, Linear(out.cast(), a.cast(), count, map.blocks)) {
            return;
        }
        let _ = level;
        for i in 0..count {
            out.add(i).write(T::from_low(linear::image(
                map.columns,
                a.add(i).read().into(),
            )));
        }
    }
}

/// out = a ⊗ factor.
///
/// # Safety
/// As for [`products`].
unsafe fn multiples<T: Element>(level: Level, out: *mut T, a: *const T, count: usize, factor: T) {
    // SAFETY: as above.
    unsafe {
        // Below this many elements the matrices cost more than they save.
        #[cfg(target_arch = "x86_64")]
        if count >= T::BITS as usize {
            let mut columns = [0; 128];
            for (i, column) in columns.iter_mut().enumerate().take(T::BITS as usize) {
                *column = factor.product_at(level, T::from_low(1 << i)).into();
            }
            let blocks = linear::blocks(&columns, size_of::<T>());
            if on_vectors!(level, T, Linear(out.cast(), a.cast(), count, &blocks)) {
                return;
            }
        }
        for i in 0..count {
            out.add(i).write(a.add(i).read().product_at(level, factor));
        }
    }
}

fn equal(expected: usize, got: usize) -> Result<(), Error> {
    if expected == got {
        Ok(())
    } else {
        Err(Error::UnequalSlices { expected, got })
    }
}

fn no_zero<T: Element>(a: &[T]) -> Result<(), Error> {
    match a.iter().position(|&x| x == T::from_low(0)) {
        None => Ok(()),
        at => Err(Error::DivisionByZero { at }),
    }
}

fn all_solvable<T: Element>(c: &[T]) -> Result<(), Error> {
    match c.iter().position(|&c| c.absolute_trace()) {
        None => Ok(()),
        at => Err(Error::NoSolution {
            bits: T::BITS.into(),
            at,
        }),
    }
}

impl Level {
    /// a ← a ⊗ b, element by element. With GFNI one to two cycles for an element of 64 bits.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if `a` and `b` differ in length.
    pub fn mul_slice<T: Element>(self, a: &mut [T], b: &[T]) -> Result<(), Error> {
        equal(a.len(), b.len())?;
        let out = a.as_mut_ptr();
        // SAFETY: lengths are equal, and `a` is written in place.
        unsafe { products(self, out, out, b.as_ptr(), b.len()) };
        Ok(())
    }

    /// out ← a ⊗ b, element by element.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if the slices differ in length.
    pub fn mul_slice_into<T: Element>(self, out: &mut [T], a: &[T], b: &[T]) -> Result<(), Error> {
        equal(out.len(), a.len())?;
        equal(out.len(), b.len())?;
        // SAFETY: lengths are equal, and `out` is borrowed alone.
        unsafe { products(self, out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), b.len()) };
        Ok(())
    }

    /// a ← a ⊗ factor: one linear map for all.
    pub fn mul_scalar_slice<T: Element>(self, a: &mut [T], factor: T) {
        let out = a.as_mut_ptr();
        // SAFETY: in place.
        unsafe { multiples(self, out, out, a.len(), factor) };
    }

    /// out ← a ⊗ factor.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if the slices differ in length.
    pub fn mul_scalar_slice_into<T: Element>(
        self,
        out: &mut [T],
        a: &[T],
        factor: T,
    ) -> Result<(), Error> {
        equal(out.len(), a.len())?;
        // SAFETY: lengths are equal, and `out` is borrowed alone.
        unsafe { multiples(self, out.as_mut_ptr(), a.as_ptr(), a.len(), factor) };
        Ok(())
    }

    /// Each element becomes its inverse.
    ///
    /// # Errors
    /// [`Error::DivisionByZero`], if an element is zero; then nothing is changed.
    pub fn inverse_slice<T: Element>(self, a: &mut [T]) -> Result<(), Error> {
        no_zero(a)?;
        let out = a.as_mut_ptr();
        // SAFETY: in place.
        unsafe { inverses(self, out, out, a.len()) };
        Ok(())
    }

    /// out ← 1 / a.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if the slices differ in length; [`Error::DivisionByZero`], if an
    /// element of `a` is zero. Then nothing is changed.
    pub fn inverse_slice_into<T: Element>(self, out: &mut [T], a: &[T]) -> Result<(), Error> {
        equal(out.len(), a.len())?;
        no_zero(a)?;
        // SAFETY: lengths are equal, and `out` is borrowed alone.
        unsafe { inverses(self, out.as_mut_ptr(), a.as_ptr(), a.len()) };
        Ok(())
    }

    /// Each element becomes its square: a linear map.
    pub fn square_slice<T: Element>(self, a: &mut [T]) {
        self.images(a, fixed!(SQUARES));
    }

    /// out ← the squares.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if the slices differ in length.
    pub fn square_slice_into<T: Element>(self, out: &mut [T], a: &[T]) -> Result<(), Error> {
        self.images_into(out, a, fixed!(SQUARES))
    }

    /// Each element becomes its square root: a linear map.
    pub fn sqrt_slice<T: Element>(self, a: &mut [T]) {
        self.images(a, fixed!(ROOTS));
    }

    /// out ← the square roots.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if the slices differ in length.
    pub fn sqrt_slice_into<T: Element>(self, out: &mut [T], a: &[T]) -> Result<(), Error> {
        self.images_into(out, a, fixed!(ROOTS))
    }

    /// Each element c becomes the even solution of x ⊗ x ⊕ x = c, a linear map.
    ///
    /// # Errors
    /// [`Error::NoSolution`], if an element has no solution in the field; then nothing is changed.
    pub fn quadratic_slice<T: Element>(self, c: &mut [T]) -> Result<(), Error> {
        all_solvable(c)?;
        self.images(c, fixed!(EVEN_ROOTS));
        Ok(())
    }

    /// out ← the even solutions of x ⊗ x ⊕ x = c.
    ///
    /// # Errors
    /// [`Error::UnequalSlices`], if the slices differ in length; [`Error::NoSolution`], if an
    /// element of `c` has no solution in the field. Then nothing is changed.
    pub fn quadratic_slice_into<T: Element>(self, out: &mut [T], c: &[T]) -> Result<(), Error> {
        equal(out.len(), c.len())?;
        all_solvable(c)?;
        self.images_into(out, c, fixed!(EVEN_ROOTS))
    }

    fn images<T: Element>(self, a: &mut [T], map: Fixed) {
        let out = a.as_mut_ptr();
        // SAFETY: in place.
        unsafe { images(self, out, out, a.len(), map) };
    }

    fn images_into<T: Element>(self, out: &mut [T], a: &[T], map: Fixed) -> Result<(), Error> {
        equal(out.len(), a.len())?;
        // SAFETY: lengths are equal, and `out` is borrowed alone.
        unsafe { images(self, out.as_mut_ptr(), a.as_ptr(), a.len(), map) };
        Ok(())
    }
}
