//! Arithmetic on slices. With GFNI, each block of nimbers is split into vectors, each of which
//! contains the same byte of all nimbers. Without GFNI, each product is computed on its own. Every
//! operation works in place, or writes to another buffer (`_into`).

#![expect(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use crate::kernel::{BulkInverse, BulkLinearMap, BulkProduct, ByteWidth};
use crate::linear::{self, Columns};
use crate::{InstructionLevel, NimberElement, NimberError};

/// Runs work of the byte-sliced kernels for the width of an element, if the level has vectors.
/// Returns whether the work was run.
#[cfg(target_arch = "x86_64")]
macro_rules! on_vectors {
    ($level:expr, $element:ty, $work:ident($($argument:expr),*)) => {
        match <$element>::BITS {
            8 => $level.vector($work::<ByteWidth<1>>::new($($argument),*)).is_ok(),
            16 => $level.vector($work::<ByteWidth<2>>::new($($argument),*)).is_ok(),
            32 => $level.vector($work::<ByteWidth<4>>::new($($argument),*)).is_ok(),
            64 => $level.vector($work::<ByteWidth<8>>::new($($argument),*)).is_ok(),
            _ => $level.vector($work::<ByteWidth<16>>::new($($argument),*)).is_ok(),
        }
    };
}

/// Computes out = a ⊗ b.
///
/// # Safety
/// `a` and `b` must be readable and `out` writable for `count` elements; `out` must be `a` or `b`,
/// or not overlap them.
unsafe fn products<T: NimberElement>(
    level: InstructionLevel,
    out: *mut T,
    a: *const T,
    b: *const T,
    count: usize,
) {
    // SAFETY: the caller satisfies the requirements of this function.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if on_vectors!(level, T, BulkProduct(out.cast(), a.cast(), b.cast(), count)) {
            return;
        }
        for i in 0..count {
            out.add(i)
                .write(a.add(i).read().product_at(level, b.add(i).read()));
        }
    }
}

/// Computes out = 1 / a, and 0 for 0.
///
/// # Safety
/// The requirements for the pointers are the same as for [`products`].
unsafe fn inverses<T: NimberElement>(
    level: InstructionLevel,
    out: *mut T,
    a: *const T,
    count: usize,
) {
    // SAFETY: the caller satisfies the requirements of this function.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if on_vectors!(level, T, BulkInverse(out.cast(), a.cast(), count)) {
            return;
        }
        let _ = level;
        for i in 0..count {
            out.add(i).write(a.add(i).read().inverse_or_zero());
        }
    }
}

/// A linear map without parameters, as images of bits and as matrices of bytes.
#[derive(Clone, Copy)]
struct FixedMap {
    columns: &'static Columns,
    #[cfg(target_arch = "x86_64")]
    blocks: &'static linear::Blocks,
}

macro_rules! fixed {
    ($name:ident) => {
        FixedMap {
            columns: &linear::$name,
            #[cfg(target_arch = "x86_64")]
            blocks: &linear::fixed::$name,
        }
    };
}

/// Computes out as the image of a.
///
/// # Safety
/// The requirements for the pointers are the same as for [`products`].
unsafe fn images<T: NimberElement>(
    level: InstructionLevel,
    out: *mut T,
    a: *const T,
    count: usize,
    map: FixedMap,
) {
    // SAFETY: the caller satisfies the requirements of this function.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if on_vectors!(
            level,
            T,
            BulkLinearMap(out.cast(), a.cast(), count, map.blocks)
        ) {
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

/// Computes out = a ⊗ factor.
///
/// # Safety
/// The requirements for the pointers are the same as for [`products`].
unsafe fn multiples<T: NimberElement>(
    level: InstructionLevel,
    out: *mut T,
    a: *const T,
    count: usize,
    factor: T,
) {
    // SAFETY: the caller satisfies the requirements of this function.
    unsafe {
        // For fewer than `T::BITS` elements, computing the matrices costs more than it saves.
        #[cfg(target_arch = "x86_64")]
        if count >= T::BITS as usize {
            let mut columns = [0; 128];
            for (i, column) in columns.iter_mut().enumerate().take(T::BITS as usize) {
                *column = factor.product_at(level, T::from_low(1 << i)).into();
            }
            let blocks = linear::blocks(&columns, size_of::<T>());
            if on_vectors!(
                level,
                T,
                BulkLinearMap(out.cast(), a.cast(), count, &blocks)
            ) {
                return;
            }
        }
        for i in 0..count {
            out.add(i).write(a.add(i).read().product_at(level, factor));
        }
    }
}

fn equal(expected: usize, got: usize) -> Result<(), NimberError> {
    if expected == got {
        Ok(())
    } else {
        Err(NimberError::UnequalSlices { expected, got })
    }
}

fn no_zero<T: NimberElement>(a: &[T]) -> Result<(), NimberError> {
    match a.iter().position(|&x| x == T::from_low(0)) {
        None => Ok(()),
        at => Err(NimberError::DivisionByZero { at }),
    }
}

fn all_solvable<T: NimberElement>(c: &[T]) -> Result<(), NimberError> {
    match c.iter().position(|&c| c.absolute_trace()) {
        None => Ok(()),
        at => Err(NimberError::NoSolution {
            bits: T::BITS.into(),
            at,
        }),
    }
}

impl InstructionLevel {
    /// Computes a ← a ⊗ b, element by element. With GFNI, the multiplication takes one to two
    /// cycles for an element of 64 bits.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if `a` and `b` differ in length.
    pub fn mul_slice<T: NimberElement>(self, a: &mut [T], b: &[T]) -> Result<(), NimberError> {
        equal(a.len(), b.len())?;
        let out = a.as_mut_ptr();
        // SAFETY: the lengths are equal, and `a` is written in place.
        unsafe { products(self, out, out, b.as_ptr(), b.len()) };
        Ok(())
    }

    /// Computes out ← a ⊗ b, element by element.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if the slices differ in length.
    pub fn mul_slice_into<T: NimberElement>(
        self,
        out: &mut [T],
        a: &[T],
        b: &[T],
    ) -> Result<(), NimberError> {
        equal(out.len(), a.len())?;
        equal(out.len(), b.len())?;
        // SAFETY: the lengths are equal, and `out` is borrowed exclusively.
        unsafe { products(self, out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), b.len()) };
        Ok(())
    }

    /// Computes a ← a ⊗ factor, as one linear map for all elements.
    pub fn mul_scalar_slice<T: NimberElement>(self, a: &mut [T], factor: T) {
        let out = a.as_mut_ptr();
        // SAFETY: the operation reads and writes the same slice in place.
        unsafe { multiples(self, out, out, a.len(), factor) };
    }

    /// Computes out ← a ⊗ factor.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if the slices differ in length.
    pub fn mul_scalar_slice_into<T: NimberElement>(
        self,
        out: &mut [T],
        a: &[T],
        factor: T,
    ) -> Result<(), NimberError> {
        equal(out.len(), a.len())?;
        // SAFETY: the lengths are equal, and `out` is borrowed exclusively.
        unsafe { multiples(self, out.as_mut_ptr(), a.as_ptr(), a.len(), factor) };
        Ok(())
    }

    /// Replaces each element by its inverse.
    ///
    /// # Errors
    /// Returns [`NimberError::DivisionByZero`] if an element is zero; in this case, no element is
    /// changed.
    pub fn inverse_slice<T: NimberElement>(self, a: &mut [T]) -> Result<(), NimberError> {
        no_zero(a)?;
        let out = a.as_mut_ptr();
        // SAFETY: the operation reads and writes the same slice in place.
        unsafe { inverses(self, out, out, a.len()) };
        Ok(())
    }

    /// Computes out ← 1 / a.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if the slices differ in length, and
    /// [`NimberError::DivisionByZero`] if an element of `a` is zero. In case of an error, no
    /// element is changed.
    pub fn inverse_slice_into<T: NimberElement>(
        self,
        out: &mut [T],
        a: &[T],
    ) -> Result<(), NimberError> {
        equal(out.len(), a.len())?;
        no_zero(a)?;
        // SAFETY: the lengths are equal, and `out` is borrowed exclusively.
        unsafe { inverses(self, out.as_mut_ptr(), a.as_ptr(), a.len()) };
        Ok(())
    }

    /// Replaces each element by its square, which is a linear map.
    pub fn square_slice<T: NimberElement>(self, a: &mut [T]) {
        self.images(a, fixed!(SQUARES));
    }

    /// Computes the squares of `a` into `out`.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if the slices differ in length.
    pub fn square_slice_into<T: NimberElement>(
        self,
        out: &mut [T],
        a: &[T],
    ) -> Result<(), NimberError> {
        self.images_into(out, a, fixed!(SQUARES))
    }

    /// Replaces each element by its square root, which is a linear map.
    pub fn sqrt_slice<T: NimberElement>(self, a: &mut [T]) {
        self.images(a, fixed!(ROOTS));
    }

    /// Computes the square roots of `a` into `out`.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if the slices differ in length.
    pub fn sqrt_slice_into<T: NimberElement>(
        self,
        out: &mut [T],
        a: &[T],
    ) -> Result<(), NimberError> {
        self.images_into(out, a, fixed!(ROOTS))
    }

    /// Replaces each element c by the even solution of x ⊗ x ⊕ x = c, which is a linear map.
    ///
    /// # Errors
    /// Returns [`NimberError::NoSolution`] if an element has no solution in the field; in this
    /// case, no element is changed.
    pub fn quadratic_slice<T: NimberElement>(self, c: &mut [T]) -> Result<(), NimberError> {
        all_solvable(c)?;
        self.images(c, fixed!(EVEN_ROOTS));
        Ok(())
    }

    /// Computes the even solutions of x ⊗ x ⊕ x = c into `out`.
    ///
    /// # Errors
    /// Returns [`NimberError::UnequalSlices`] if the slices differ in length, and
    /// [`NimberError::NoSolution`] if an element of `c` has no solution in the field. In case of an
    /// error, no element is changed.
    pub fn quadratic_slice_into<T: NimberElement>(
        self,
        out: &mut [T],
        c: &[T],
    ) -> Result<(), NimberError> {
        equal(out.len(), c.len())?;
        all_solvable(c)?;
        self.images_into(out, c, fixed!(EVEN_ROOTS))
    }

    fn images<T: NimberElement>(self, a: &mut [T], map: FixedMap) {
        let out = a.as_mut_ptr();
        // SAFETY: the operation reads and writes the same slice in place.
        unsafe { images(self, out, out, a.len(), map) };
    }

    fn images_into<T: NimberElement>(
        self,
        out: &mut [T],
        a: &[T],
        map: FixedMap,
    ) -> Result<(), NimberError> {
        equal(out.len(), a.len())?;
        // SAFETY: the lengths are equal, and `out` is borrowed exclusively.
        unsafe { images(self, out.as_mut_ptr(), a.as_ptr(), a.len(), map) };
        Ok(())
    }
}
