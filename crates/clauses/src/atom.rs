//! Atoms: the statements from which clauses are built as conjunctions. In a suitable base or
//! numeration system, each atom is decidable by a finite automaton that reads the digits of all
//! variables in parallel.

use rules::ast::BinaryOp;
use rules::ir::Int;
use rules::quadratic::Quadratic;

use crate::LinearForm;

/// A statement about the variables of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// form ≤ 0
    AtMostZero(LinearForm),
    /// form = 0
    Zero(LinearForm),
    /// form ≡ 0 modulo `modulus`
    Congruent {
        /// The linear form.
        form: LinearForm,
        /// The modulus, at least 2.
        modulus: i128,
    },
    /// result = left op right, where left and right are at least 0.
    Bits {
        /// The operation.
        op: BitOp,
        /// Left operand, at least 0.
        left: LinearForm,
        /// Right operand, at least 0.
        right: LinearForm,
        /// The result.
        result: LinearForm,
    },
    /// The variable `result` is the largest power of 2 that divides `of`, where `of` is at least 1.
    LowestBit {
        /// The number that is divided, at least 1.
        of: LinearForm,
        /// The largest power of 2 that divides `of`: 2 to the power ctz(of).
        result: LinearForm,
    },
    /// form = base^i for some i ≥ `from`.
    PowerOf {
        /// The base, at least 2.
        base: u32,
        /// The smallest exponent.
        from: u32,
        /// The linear form.
        form: LinearForm,
    },
    /// form = fib(i) for some i ≥ `from`, with fib(2) = 1 and fib(3) = 2.
    Fibonacci {
        /// The smallest index, at least 2.
        from: u32,
        /// The linear form.
        form: LinearForm,
    },
    /// The binary representation of `of` contains an odd number of digits 1 if `odd` is set, and
    /// otherwise an even number. `of` is at least 0.
    OddOnes {
        /// The number whose digits 1 are counted, at least 0.
        of: LinearForm,
        /// Whether the number of digits 1 is odd.
        odd: bool,
    },
}

/// A bitwise operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// A bit of the result is set if it is set in both operands.
    And,
    /// A bit of the result is set if it is set in at least one operand.
    Or,
    /// A bit of the result is set if it is set in exactly one operand.
    Xor,
}

impl BitOp {
    /// Returns `left op right`; both operands must be at least 0.
    pub fn apply(self, left: i128, right: i128) -> i128 {
        match self {
            BitOp::And => left & right,
            BitOp::Or => left | right,
            BitOp::Xor => left ^ right,
        }
    }
}

impl Atom {
    /// Returns the linear forms that occur in the atom.
    pub fn forms(&self) -> impl Iterator<Item = &LinearForm> {
        let forms: [Option<&LinearForm>; 3] = match self {
            Atom::AtMostZero(form) | Atom::Zero(form) | Atom::Congruent { form, .. } => {
                [Some(form), None, None]
            }
            Atom::PowerOf { form, .. } | Atom::Fibonacci { form, .. } => [Some(form), None, None],
            Atom::Bits {
                left,
                right,
                result,
                ..
            } => [Some(left), Some(right), Some(result)],
            Atom::LowestBit { of, result } => [Some(of), Some(result), None],
            Atom::OddOnes { of, .. } => [Some(of), None, None],
        };
        forms.into_iter().flatten()
    }

    /// Returns the atom with the function `put` applied to each form, or `None` if `put` returns
    /// `None` for some form.
    pub(crate) fn map(&self, put: &dyn Fn(&LinearForm) -> Option<LinearForm>) -> Option<Atom> {
        Some(match self {
            Atom::AtMostZero(form) => Atom::AtMostZero(put(form)?),
            Atom::Zero(form) => Atom::Zero(put(form)?),
            Atom::Congruent { form, modulus } => Atom::Congruent {
                form: put(form)?,
                modulus: *modulus,
            },
            Atom::Bits {
                op,
                left,
                right,
                result,
            } => Atom::Bits {
                op: *op,
                left: put(left)?,
                right: put(right)?,
                result: put(result)?,
            },
            Atom::LowestBit { of, result } => Atom::LowestBit {
                of: put(of)?,
                result: put(result)?,
            },
            Atom::PowerOf { base, from, form } => Atom::PowerOf {
                base: *base,
                from: *from,
                form: put(form)?,
            },
            Atom::Fibonacci { from, form } => Atom::Fibonacci {
                from: *from,
                form: put(form)?,
            },
            Atom::OddOnes { of, odd } => Atom::OddOnes {
                of: put(of)?,
                odd: *odd,
            },
        })
    }

    /// Returns whether the atom holds if its forms have the values in `values`, in the same order.
    pub(crate) fn holds(&self, values: &[i128]) -> bool {
        let x = values[0];
        match self {
            Atom::AtMostZero(_) => x <= 0,
            Atom::Zero(_) => x == 0,
            Atom::Congruent { modulus, .. } => x.rem_euclid(*modulus) == 0,
            Atom::Bits { .. } | Atom::LowestBit { .. } => {
                self.result(&values[..values.len() - 1]) == values.last().copied()
            }
            Atom::PowerOf { base, from, .. } => powers(*base, *from)
                .take_while(|power| *power <= x)
                .any(|power| power == x),
            Atom::Fibonacci { from, .. } => fibonacci(*from)
                .take_while(|number| *number <= x)
                .any(|number| number == x),
            Atom::OddOnes { odd, .. } => x >= 0 && (x.count_ones() % 2 == 1) == *odd,
        }
    }

    /// Returns the result of a bit operation, given the values of the other forms. Returns `None`
    /// if the operation has no result for these values, or if the atom is not a bit operation.
    pub(crate) fn result(&self, values: &[i128]) -> Option<i128> {
        match (self, values) {
            (Atom::Bits { op, .. }, [left, right]) => {
                (*left >= 0 && *right >= 0).then(|| op.apply(*left, *right))
            }
            (Atom::LowestBit { .. }, [of]) => (*of >= 1).then(|| of & -of),
            _ => None,
        }
    }
}

/// Iterates over the powers of a base, starting at the exponent `from`, up to the limit of 128
/// bits.
pub(crate) fn powers(base: u32, from: u32) -> impl Iterator<Item = i128> {
    std::iter::successors(i128::from(base).checked_pow(from), move |power| {
        power.checked_mul(base.into())
    })
}

/// Iterates over the Fibonacci numbers, starting at the index `from`, at least 2, up to the limit
/// of 128 bits.
pub(crate) fn fibonacci(from: u32) -> impl Iterator<Item = i128> {
    let next = |(a, b): &(i128, i128)| Some((*b, a.checked_add(*b)?));
    std::iter::successors(Some((1, 2)), next)
        .map(|(a, _)| a)
        .skip(from.saturating_sub(2) as usize)
}

/// A factor by which a form is multiplied before it is rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloorFactor {
    /// The factor 1 / n.
    Over(i128),
    /// A real factor other than 1 / n.
    Times(Quadratic),
}

impl FloorFactor {
    /// Returns ⌊value · factor⌋; `None` if the result does not fit.
    pub fn rounded(self, value: i128) -> Option<i128> {
        match self {
            FloorFactor::Over(by) => Some(value.div_euclid(by)),
            FloorFactor::Times(x) => {
                let value = Quadratic::int(Int::try_from(value).ok()?);
                x.binary(BinaryOp::Mul, value)
                    .ok()?
                    .floor()
                    .ok()
                    .map(i128::from)
            }
        }
    }
}
