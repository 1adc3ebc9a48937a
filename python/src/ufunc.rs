//! Nimber operations as NumPy ufuncs: `add`, `mul`, `div`, `inv`, `sqrt`, `power`. There are loops
//! for uint8 to uint64, and for int64, which `np.arange` returns. Results are unsigned. Contiguous
//! operands are passed to the kernels of `nimber` directly, others in blocks. Calls that read
//! elements that they have written, such as `reduce` and `accumulate`, run element by element. The
//! interpreter is acquired only to set an error, which NumPy checks after a loop.

#![expect(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_long, c_void};
use std::mem::size_of;
use std::ptr;

use nimber::{InstructionLevel, Nim8, Nim16, Nim32, Nim64, NimberElement};
use numpy::npyffi::{NPY_TYPES, PY_UFUNC_API, PyUFuncGenericFunction, npy_intp};
use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;

/// Number of elements of a block.
const BLOCK: usize = 512;

/// A nimber with the width of a NumPy type.
trait NumpyNimber: NimberElement + Send + Sync + 'static {
    /// Returns the nim-sum.
    fn sum(self, other: Self) -> Self;
    /// Returns the nim-power.
    fn power(self, exponent: Self) -> Self;
}

macro_rules! word {
    ($($nimber:ident)*) => {$(
        impl NumpyNimber for $nimber {
            fn sum(self, other: Self) -> Self {
                $nimber(self.0 ^ other.0)
            }

            fn power(self, exponent: Self) -> Self {
                self.pow(exponent.0.into())
            }
        }
    )*};
}

word!(Nim8 Nim16 Nim32 Nim64);

/// An operation on two operands.
trait BinaryUfunc {
    /// Returns the result for two elements, or `None` if it is undefined.
    fn element<W: NumpyNimber>(level: InstructionLevel, a: W, b: W) -> Option<W>;

    /// Sets out to a ∘ b. Returns false if a result is undefined.
    fn into<W: NumpyNimber>(level: InstructionLevel, out: &mut [W], a: &[W], b: &[W]) -> bool {
        out.copy_from_slice(a);
        Self::onto(level, out, b)
    }

    /// Sets a to a ∘ b. Returns false if a result is undefined.
    fn onto<W: NumpyNimber>(level: InstructionLevel, a: &mut [W], b: &[W]) -> bool {
        for (a, b) in a.iter_mut().zip(b) {
            match Self::element(level, *a, *b) {
                Some(value) => *a = value,
                None => return false,
            }
        }
        true
    }
}

struct Add;
struct Mul;
struct Div;
struct Power;

impl BinaryUfunc for Add {
    fn element<W: NumpyNimber>(_: InstructionLevel, a: W, b: W) -> Option<W> {
        Some(a.sum(b))
    }
}

impl BinaryUfunc for Mul {
    fn element<W: NumpyNimber>(level: InstructionLevel, a: W, b: W) -> Option<W> {
        Some(a.product_at(level, b))
    }

    fn into<W: NumpyNimber>(level: InstructionLevel, out: &mut [W], a: &[W], b: &[W]) -> bool {
        level.mul_slice_into(out, a, b).is_ok()
    }

    fn onto<W: NumpyNimber>(level: InstructionLevel, a: &mut [W], b: &[W]) -> bool {
        level.mul_slice(a, b).is_ok()
    }
}

impl BinaryUfunc for Div {
    fn element<W: NumpyNimber>(level: InstructionLevel, a: W, b: W) -> Option<W> {
        (b != W::from_low(0)).then(|| a.product_at(level, b.inverse_or_zero()))
    }

    fn onto<W: NumpyNimber>(level: InstructionLevel, a: &mut [W], b: &[W]) -> bool {
        let mut inverses = [W::from_low(0); BLOCK];
        a.chunks_mut(BLOCK).zip(b.chunks(BLOCK)).all(|(a, b)| {
            let inverses = &mut inverses[..b.len()];
            level.inverse_slice_into(inverses, b).is_ok() && level.mul_slice(a, inverses).is_ok()
        })
    }
}

impl BinaryUfunc for Power {
    fn element<W: NumpyNimber>(_: InstructionLevel, a: W, exponent: W) -> Option<W> {
        Some(a.power(exponent))
    }
}

/// An operation on one operand.
trait UnaryUfunc {
    /// Replaces each element by its result. Returns false if a result is undefined.
    fn onto<W: NumpyNimber>(level: InstructionLevel, a: &mut [W]) -> bool;
}

struct Inverse;
struct Root;

impl UnaryUfunc for Inverse {
    fn onto<W: NumpyNimber>(level: InstructionLevel, a: &mut [W]) -> bool {
        level.inverse_slice(a).is_ok()
    }
}

impl UnaryUfunc for Root {
    fn onto<W: NumpyNimber>(level: InstructionLevel, a: &mut [W]) -> bool {
        level.sqrt_slice(a);
        true
    }
}

/// The address of the first element of an operand, and the step between elements in bytes.
#[derive(Clone, Copy)]
struct StridedOperand {
    first: *mut u8,
    step: isize,
}

impl StridedOperand {
    /// Returns the address range of `count` elements of `size` bytes, excluding the end.
    fn range(self, count: usize, size: usize) -> (usize, usize) {
        let (start, end) = (
            self.first as usize,
            (self.first as usize).wrapping_add_signed(self.step * (count as isize - 1)),
        );
        (start.min(end), start.max(end) + size)
    }

    fn is_separate(self, other: StridedOperand, count: usize, size: usize) -> bool {
        let ((a, a_end), (b, b_end)) = (self.range(count, size), other.range(count, size));
        a_end <= b || b_end <= a
    }

    /// Returns whether both operands have the same elements in the same order.
    fn is_same(self, other: StridedOperand) -> bool {
        self.first == other.first && self.step == other.step
    }

    /// Returns the element at an index.
    ///
    /// # Safety
    /// The caller ensures that the operand has an element at this index.
    unsafe fn get<W: NumpyNimber>(self, index: usize) -> W {
        // SAFETY: See above. NumPy passes aligned operands.
        unsafe {
            self.first
                .offset(self.step * index as isize)
                .cast::<W>()
                .read()
        }
    }

    /// Writes the element at an index.
    ///
    /// # Safety
    /// The caller ensures that the operand has an element at this index, and that the element is
    /// writable.
    unsafe fn set<W: NumpyNimber>(self, index: usize, value: W) {
        // SAFETY: See above.
        unsafe {
            self.first
                .offset(self.step * index as isize)
                .cast::<W>()
                .write(value)
        }
    }
}

fn raise(error: PyErr) {
    Python::attach(|py| error.restore(py));
}

fn raise_zero_division() {
    raise(PyZeroDivisionError::new_err("zero has no nim-inverse"));
}

/// Returns true if no element of a signed operand is negative. Otherwise, the function sets the
/// error and returns false.
///
/// # Safety
/// The caller ensures that the operand has `count` elements of 64 bits.
unsafe fn is_natural(operand: StridedOperand, count: usize) -> bool {
    // SAFETY: See above.
    let negative = (0..count).any(|index| unsafe { operand.get::<Nim64>(index) }.0 as i64 <= -1);
    if negative {
        raise(PyValueError::new_err(
            "expected natural numbers, found a negative number",
        ));
    }
    !negative
}

/// The loop of a function of two operands. `A` and `B` are true if the first and the second operand
/// are signed.
///
/// # Safety
/// NumPy calls this function with three operands and their steps.
unsafe extern "C" fn binary<O: BinaryUfunc, W: NumpyNimber, const A: bool, const B: bool>(
    args: *mut *mut c_char,
    dimensions: *mut npy_intp,
    steps: *mut npy_intp,
    _: *mut c_void,
) {
    // SAFETY: NumPy calls a loop with these lists.
    unsafe {
        let count = *dimensions as usize;
        let operand = |i: usize| StridedOperand {
            first: (*args.add(i)).cast(),
            step: *steps.add(i),
        };
        let (a, b, out) = (operand(0), operand(1), operand(2));
        if count == 0 || A && !is_natural(a, count) || B && !is_natural(b, count) {
            return;
        }
        if !run::<O, W>(a, b, out, count) {
            raise_zero_division();
        }
    }
}

/// Sets out to a ∘ b. Returns false if a result is undefined.
///
/// # Safety
/// The caller ensures that each operand has `count` elements.
unsafe fn run<O: BinaryUfunc, W: NumpyNimber>(
    a: StridedOperand,
    b: StridedOperand,
    out: StridedOperand,
    count: usize,
) -> bool {
    let (level, size) = (InstructionLevel::current(), size_of::<W>());
    let next = size as isize;
    // SAFETY: See above. Slices are created only from contiguous elements, and a slice that is
    // written overlaps no other.
    unsafe {
        if out.first == a.first && out.step == 0 && a.step == 0 && out.is_separate(b, count, size) {
            return fold::<O, W>(level, out, b, count);
        }
        // A written element is read only at its own index.
        let is_safe = |operand: StridedOperand| {
            operand.is_separate(out, count, size) || operand.is_same(out) && out.step != 0
        };
        if !is_safe(a) || !is_safe(b) {
            return (0..count).all(|index| {
                O::element(level, a.get::<W>(index), b.get(index))
                    .map(|value| out.set(index, value))
                    .is_some()
            });
        }
        if a.step == next && b.step == next && out.step == next {
            if b.is_same(out) {
                return blocks::<O, W>(level, a, b, out, count);
            }
            let written = std::slice::from_raw_parts_mut(out.first.cast::<W>(), count);
            let b = std::slice::from_raw_parts(b.first.cast::<W>(), count);
            return match a.is_same(out) {
                true => O::onto(level, written, b),
                false => O::into(
                    level,
                    written,
                    std::slice::from_raw_parts(a.first.cast::<W>(), count),
                    b,
                ),
            };
        }
        blocks::<O, W>(level, a, b, out, count)
    }
}

/// Does the same as [`run`] in blocks, for operands with any steps.
///
/// # Safety
/// The same as for [`run`]. An element of `out` may be an element of an operand only at its own
/// index.
unsafe fn blocks<O: BinaryUfunc, W: NumpyNimber>(
    level: InstructionLevel,
    a: StridedOperand,
    b: StridedOperand,
    out: StridedOperand,
    count: usize,
) -> bool {
    let (mut left, mut right) = ([W::from_low(0); BLOCK], [W::from_low(0); BLOCK]);
    (0..count).step_by(BLOCK).all(|first| {
        let length = BLOCK.min(count - first);
        for i in 0..length {
            // SAFETY: See above.
            (left[i], right[i]) = unsafe { (a.get(first + i), b.get(first + i)) };
        }
        let done = O::onto(level, &mut left[..length], &right[..length]);
        for (i, &value) in left[..length].iter().enumerate().filter(|_| done) {
            // SAFETY: See above.
            unsafe { out.set(first + i, value) };
        }
        done
    })
}

/// Sets out to out ∘ b ∘ b' ∘ …, in this order. Returns false if a result is undefined.
///
/// # Safety
/// The same as for [`run`].
unsafe fn fold<O: BinaryUfunc, W: NumpyNimber>(
    level: InstructionLevel,
    out: StridedOperand,
    b: StridedOperand,
    count: usize,
) -> bool {
    // SAFETY: See above.
    unsafe {
        let mut total: W = out.get(0);
        for index in 0..count {
            match O::element(level, total, b.get(index)) {
                Some(value) => total = value,
                None => return false,
            }
        }
        out.set(0, total);
    }
    true
}

/// The loop of a function of one operand. `A` is true if the operand is signed.
///
/// # Safety
/// NumPy calls this function with two operands and their steps.
unsafe extern "C" fn unary<O: UnaryUfunc, W: NumpyNimber, const A: bool>(
    args: *mut *mut c_char,
    dimensions: *mut npy_intp,
    steps: *mut npy_intp,
    _: *mut c_void,
) {
    // SAFETY: NumPy calls a loop with these lists.
    unsafe {
        let count = *dimensions as usize;
        let operand = |i: usize| StridedOperand {
            first: (*args.add(i)).cast(),
            step: *steps.add(i),
        };
        let (a, out) = (operand(0), operand(1));
        if count == 0 || A && !is_natural(a, count) {
            return;
        }
        let size = size_of::<W>();
        // Blocks are impossible if the loop reads an element whose memory it has already written.
        let block = if a.is_separate(out, count, size) || a.is_same(out) {
            BLOCK
        } else {
            1
        };
        let mut values = [W::from_low(0); BLOCK];
        for first in (0..count).step_by(block) {
            let values = &mut values[..block.min(count - first)];
            for (i, value) in values.iter_mut().enumerate() {
                *value = a.get(first + i);
            }
            if !O::onto(InstructionLevel::current(), values) {
                return raise_zero_division();
            }
            for (i, &value) in values.iter().enumerate() {
                out.set(first + i, value);
            }
        }
    }
}

/// Returns the numbers of NumPy's types: unsigned of 8, 16, 32 and 64 bits, and signed of 64 bits.
fn types() -> [c_char; 5] {
    let long = size_of::<c_long>() == 8;
    let (unsigned, signed) = match long {
        true => (NPY_TYPES::NPY_ULONG, NPY_TYPES::NPY_LONG),
        false => (NPY_TYPES::NPY_ULONGLONG, NPY_TYPES::NPY_LONGLONG),
    };
    [
        NPY_TYPES::NPY_UBYTE,
        NPY_TYPES::NPY_USHORT,
        NPY_TYPES::NPY_UINT,
        unsigned,
        signed,
    ]
    .map(|of| of as c_char)
}

fn of_two<O: BinaryUfunc + 'static>() -> (Vec<PyUFuncGenericFunction>, Vec<c_char>) {
    let [w1, w2, w4, w8, signed] = types();
    let loops: [(PyUFuncGenericFunction, [c_char; 3]); 7] = [
        (Some(binary::<O, Nim8, false, false>), [w1, w1, w1]),
        (Some(binary::<O, Nim16, false, false>), [w2, w2, w2]),
        (Some(binary::<O, Nim32, false, false>), [w4, w4, w4]),
        (Some(binary::<O, Nim64, false, false>), [w8, w8, w8]),
        (Some(binary::<O, Nim64, true, true>), [signed, signed, w8]),
        (Some(binary::<O, Nim64, false, true>), [w8, signed, w8]),
        (Some(binary::<O, Nim64, true, false>), [signed, w8, w8]),
    ];
    loops
        .into_iter()
        .map(|(of, types)| (of, types.to_vec()))
        .fold(
            (Vec::new(), Vec::new()),
            |(mut all, mut list), (of, types)| {
                all.push(of);
                list.extend(types);
                (all, list)
            },
        )
}

fn of_one<O: UnaryUfunc + 'static>() -> (Vec<PyUFuncGenericFunction>, Vec<c_char>) {
    let [w1, w2, w4, w8, signed] = types();
    let loops: Vec<PyUFuncGenericFunction> = vec![
        Some(unary::<O, Nim8, false>),
        Some(unary::<O, Nim16, false>),
        Some(unary::<O, Nim32, false>),
        Some(unary::<O, Nim64, false>),
        Some(unary::<O, Nim64, true>),
    ];
    (loops, vec![w1, w1, w2, w2, w4, w4, w8, w8, signed, w8])
}

/// NumPy's codes for the result of an empty reduction.
const ZERO: c_int = 0;
const ONE: c_int = 1;
const NONE: c_int = -1;

/// Adds the ufuncs to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let list: [(
        &CStr,
        &CStr,
        c_int,
        c_int,
        (Vec<PyUFuncGenericFunction>, Vec<c_char>),
    ); 6] = [
        (
            c"add",
            c"Return the nim-sum, which is addition without carry.",
            2,
            ZERO,
            of_two::<Add>(),
        ),
        (c"mul", c"Return the nim-product.", 2, ONE, of_two::<Mul>()),
        (
            c"div",
            c"Return the nim-quotient. Raises ZeroDivisionError if a divisor is 0.",
            2,
            NONE,
            of_two::<Div>(),
        ),
        (
            c"power",
            c"Return the nim-power. The exponent is an ordinary number.",
            2,
            NONE,
            of_two::<Power>(),
        ),
        (
            c"inv",
            c"Return the nim-inverse. Raises ZeroDivisionError for 0.",
            1,
            NONE,
            of_one::<Inverse>(),
        ),
        (
            c"sqrt",
            c"Return the square root. Every nimber has exactly one square root.",
            1,
            NONE,
            of_one::<Root>(),
        ),
    ];
    let py = module.py();
    for (name, doc, operands, identity, (loops, types)) in list {
        let count = loops.len() as c_int;
        // NumPy uses the pointers until the program ends.
        let (loops, types) = (
            Box::leak(loops.into_boxed_slice()),
            Box::leak(types.into_boxed_slice()),
        );
        let data = Box::leak(vec![ptr::null_mut::<c_void>(); loops.len()].into_boxed_slice());
        // SAFETY: The lists are never freed. They have `count` loops and data, and one type for
        // each operand and result of a loop.
        let ufunc = unsafe {
            let (loops, data, types) = (loops.as_mut_ptr(), data.as_mut_ptr(), types.as_mut_ptr());
            let ufunc = PY_UFUNC_API.PyUFunc_FromFuncAndData(
                py,
                loops,
                data,
                types,
                count,
                operands,
                1,
                identity,
                name.as_ptr(),
                doc.as_ptr(),
                0,
            );
            Bound::from_owned_ptr_or_err(py, ufunc)?
        };
        module.add(name.to_str().expect("the names are ASCII"), ufunc)?;
    }
    Ok(())
}
