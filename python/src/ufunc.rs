//! Nimbers as NumPy ufuncs: `add`, `mul`, `div`, `inv`, `sqrt`, `power`, with loops for uint8 to
//! uint64, and for int64, which `np.arange` makes; results are unsigned. Contiguous operands go to
//! the kernels of `nimber` at once, others by blocks. What reads what it has written, as `reduce`
//! and `accumulate` do, goes element by element. Errors are set with the interpreter held for that
//! moment; NumPy looks for them after a loop.

#![expect(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_long, c_void};
use std::mem::size_of;
use std::ptr;

use nimber::{InstructionLevel, Nim8, Nim16, Nim32, Nim64, NimberElement};
use numpy::npyffi::{NPY_TYPES, PY_UFUNC_API, PyUFuncGenericFunction, npy_intp};
use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;

/// How many elements a block holds.
const BLOCK: usize = 512;

/// A nimber of a width that NumPy has.
trait NumpyNimber: NimberElement + Send + Sync + 'static {
    /// The nim-sum.
    fn sum(self, other: Self) -> Self;
    /// The power.
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
    /// Of two elements; `None` where there is no result.
    fn element<W: NumpyNimber>(level: InstructionLevel, a: W, b: W) -> Option<W>;

    /// out ← a ∘ b; false where an element has no result.
    fn into<W: NumpyNimber>(level: InstructionLevel, out: &mut [W], a: &[W], b: &[W]) -> bool {
        out.copy_from_slice(a);
        Self::onto(level, out, b)
    }

    /// a ← a ∘ b; false where an element has no result.
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
    /// Each element becomes its result; false where one has none.
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

/// Where the elements of an operand lie.
#[derive(Clone, Copy)]
struct StridedOperand {
    at: *mut u8,
    step: isize,
}

impl StridedOperand {
    /// The first and one past the last byte of `count` elements of `size` bytes.
    fn range(self, count: usize, size: usize) -> (usize, usize) {
        let (first, far) = (
            self.at as usize,
            (self.at as usize).wrapping_add_signed(self.step * (count as isize - 1)),
        );
        (first.min(far), first.max(far) + size)
    }

    fn apart(self, other: StridedOperand, count: usize, size: usize) -> bool {
        let ((a, a_end), (b, b_end)) = (self.range(count, size), other.range(count, size));
        a_end <= b || b_end <= a
    }

    /// Whether both are the same elements, one after the other.
    fn is(self, other: StridedOperand) -> bool {
        self.at == other.at && self.step == other.step
    }

    /// The element at a place.
    ///
    /// # Safety
    /// There is one.
    unsafe fn get<W: NumpyNimber>(self, place: usize) -> W {
        // SAFETY: as above; NumPy hands operands in aligned.
        unsafe {
            self.at
                .offset(self.step * place as isize)
                .cast::<W>()
                .read()
        }
    }

    /// Writes an element.
    ///
    /// # Safety
    /// There is room for it.
    unsafe fn set<W: NumpyNimber>(self, place: usize, value: W) {
        // SAFETY: as above.
        unsafe {
            self.at
                .offset(self.step * place as isize)
                .cast::<W>()
                .write(value)
        }
    }
}

fn raise(error: PyErr) {
    Python::attach(|py| error.restore(py));
}

fn no_result() {
    raise(PyZeroDivisionError::new_err("zero has no nim-inverse"));
}

/// Whether an operand of signed numbers holds none below 0; sets the error where it does.
///
/// # Safety
/// The operand has `count` elements of 64 bits.
unsafe fn natural(operand: StridedOperand, count: usize) -> bool {
    // SAFETY: as above.
    let negative = (0..count).any(|place| unsafe { operand.get::<Nim64>(place) }.0 as i64 <= -1);
    if negative {
        raise(PyValueError::new_err(
            "nimbers are natural numbers: a negative number has no nim-product or nim-sum",
        ));
    }
    !negative
}

/// A loop over two operands. `A` and `B` say which of them are signed.
///
/// # Safety
/// NumPy calls it with three operands and their steps.
unsafe extern "C" fn binary<O: BinaryUfunc, W: NumpyNimber, const A: bool, const B: bool>(
    args: *mut *mut c_char,
    dimensions: *mut npy_intp,
    steps: *mut npy_intp,
    _: *mut c_void,
) {
    // SAFETY: NumPy's contract of a loop.
    unsafe {
        let count = *dimensions as usize;
        let lie = |i: usize| StridedOperand {
            at: (*args.add(i)).cast(),
            step: *steps.add(i),
        };
        let (a, b, out) = (lie(0), lie(1), lie(2));
        if count == 0 || A && !natural(a, count) || B && !natural(b, count) {
            return;
        }
        if !run::<O, W>(a, b, out, count) {
            no_result();
        }
    }
}

/// out ← a ∘ b; false where an element has no result.
///
/// # Safety
/// The operands have `count` elements each.
unsafe fn run<O: BinaryUfunc, W: NumpyNimber>(
    a: StridedOperand,
    b: StridedOperand,
    out: StridedOperand,
    count: usize,
) -> bool {
    let (level, size) = (InstructionLevel::current(), size_of::<W>());
    let next = size as isize;
    // SAFETY: as above; slices are made only of elements that lie one after the other, and a slice
    // that is written touches no other.
    unsafe {
        if out.at == a.at && out.step == 0 && a.step == 0 && out.apart(b, count, size) {
            return fold::<O, W>(level, out, b, count);
        }
        // What is written is read nowhere but at its own place.
        let clear = |operand: StridedOperand| {
            operand.apart(out, count, size) || operand.is(out) && out.step != 0
        };
        if !clear(a) || !clear(b) {
            return (0..count).all(|place| {
                O::element(level, a.get::<W>(place), b.get(place))
                    .map(|value| out.set(place, value))
                    .is_some()
            });
        }
        if a.step == next && b.step == next && out.step == next {
            if b.is(out) {
                return blocks::<O, W>(level, a, b, out, count);
            }
            let written = std::slice::from_raw_parts_mut(out.at.cast::<W>(), count);
            let b = std::slice::from_raw_parts(b.at.cast::<W>(), count);
            return match a.is(out) {
                true => O::onto(level, written, b),
                false => O::into(
                    level,
                    written,
                    std::slice::from_raw_parts(a.at.cast::<W>(), count),
                    b,
                ),
            };
        }
        blocks::<O, W>(level, a, b, out, count)
    }
}

/// The same by blocks, whatever the steps.
///
/// # Safety
/// As for [`run`], and an element of `out` is among those of an operand only at its own place.
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
            // SAFETY: as above.
            (left[i], right[i]) = unsafe { (a.get(first + i), b.get(first + i)) };
        }
        let done = O::onto(level, &mut left[..length], &right[..length]);
        for (i, &value) in left[..length].iter().enumerate().filter(|_| done) {
            // SAFETY: as above.
            unsafe { out.set(first + i, value) };
        }
        done
    })
}

/// out ← out ∘ b ∘ b' ∘ …, in this order.
///
/// # Safety
/// As for [`run`].
unsafe fn fold<O: BinaryUfunc, W: NumpyNimber>(
    level: InstructionLevel,
    out: StridedOperand,
    b: StridedOperand,
    count: usize,
) -> bool {
    // SAFETY: as above.
    unsafe {
        let mut total: W = out.get(0);
        for place in 0..count {
            match O::element(level, total, b.get(place)) {
                Some(value) => total = value,
                None => return false,
            }
        }
        out.set(0, total);
    }
    true
}

/// A loop over one operand. `A` says whether it is signed.
///
/// # Safety
/// NumPy calls it with two operands and their steps.
unsafe extern "C" fn unary<O: UnaryUfunc, W: NumpyNimber, const A: bool>(
    args: *mut *mut c_char,
    dimensions: *mut npy_intp,
    steps: *mut npy_intp,
    _: *mut c_void,
) {
    // SAFETY: NumPy's contract of a loop.
    unsafe {
        let count = *dimensions as usize;
        let lie = |i: usize| StridedOperand {
            at: (*args.add(i)).cast(),
            step: *steps.add(i),
        };
        let (a, out) = (lie(0), lie(1));
        if count == 0 || A && !natural(a, count) {
            return;
        }
        let size = size_of::<W>();
        // Elements that are read after another was written in their place cannot go by blocks.
        let block = if a.apart(out, count, size) || a.is(out) {
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
                return no_result();
            }
            for (i, &value) in values.iter().enumerate() {
                out.set(first + i, value);
            }
        }
    }
}

/// The numbers of NumPy's types: unsigned of 8, 16, 32, 64 bits, and signed of 64.
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

/// NumPy's codes for what a reduction of nothing is.
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
            c"The nim-sum: addition without carry.",
            2,
            ZERO,
            of_two::<Add>(),
        ),
        (c"mul", c"The nim-product.", 2, ONE, of_two::<Mul>()),
        (
            c"div",
            c"The nim-quotient; ZeroDivisionError where the divisor is 0.",
            2,
            NONE,
            of_two::<Div>(),
        ),
        (
            c"power",
            c"The nim-power; the exponent is an ordinary number.",
            2,
            NONE,
            of_two::<Power>(),
        ),
        (
            c"inv",
            c"The nim-inverse; ZeroDivisionError for 0.",
            1,
            NONE,
            of_one::<Inverse>(),
        ),
        (
            c"sqrt",
            c"The square root under the nim-product: every nimber has exactly one.",
            1,
            NONE,
            of_one::<Root>(),
        ),
    ];
    let py = module.py();
    for (name, doc, operands, identity, (loops, types)) in list {
        let count = loops.len() as c_int;
        // NumPy keeps the pointers for ever.
        let (loops, types) = (
            Box::leak(loops.into_boxed_slice()),
            Box::leak(types.into_boxed_slice()),
        );
        let data = Box::leak(vec![ptr::null_mut::<c_void>(); loops.len()].into_boxed_slice());
        // SAFETY: the lists live for ever and are as long as `count` says: a loop, a datum, and one
        // type for each operand and result.
        let made = unsafe {
            let (loops, data, types) = (loops.as_mut_ptr(), data.as_mut_ptr(), types.as_mut_ptr());
            let made = PY_UFUNC_API.PyUFunc_FromFuncAndData(
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
            Bound::from_owned_ptr_or_err(py, made)?
        };
        module.add(name.to_str().expect("the names are ASCII"), made)?;
    }
    Ok(())
}
