//! Atoms: the statements that clauses are conjunctions of. Each is one that a finite automaton
//! reading digits side by side decides, in a base or numeration that fits it.

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
    /// form ≡ 0
    Congruent {
        /// The form.
        form: LinearForm,
        /// At least 2.
        modulus: i128,
    },
    /// result = left op right; left and right are at least 0.
    Bits {
        /// The operation.
        op: BitOp,
        /// At least 0.
        left: LinearForm,
        /// At least 0.
        right: LinearForm,
        /// The result.
        result: LinearForm,
    },
    /// result is the greatest power of 2 that divides `of`, which is at least 1.
    LowestBit {
        /// At least 1.
        of: LinearForm,
        /// 2 to the power ctz(of).
        result: LinearForm,
    },
    /// form = base to some power from `from` on.
    PowerOf {
        /// At least 2.
        base: u32,
        /// The least exponent.
        from: u32,
        /// The form.
        form: LinearForm,
    },
    /// form = fib(i) for some i from `from` on, with fib(2) = 1 and fib(3) = 2.
    Fibonacci {
        /// The least index, at least 2.
        from: u32,
        /// The form.
        form: LinearForm,
    },
    /// `of`, which is at least 0, has an odd number of ones in base 2, or an even one.
    OddOnes {
        /// At least 0.
        of: LinearForm,
        /// Which.
        odd: bool,
    },
}

/// An operation on the binary digits of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// Both.
    And,
    /// One at least.
    Or,
    /// Exactly one.
    Xor,
}

impl BitOp {
    /// left op right, of numbers that are at least 0.
    pub fn apply(self, left: i128, right: i128) -> i128 {
        match self {
            BitOp::And => left & right,
            BitOp::Or => left | right,
            BitOp::Xor => left ^ right,
        }
    }
}

impl Atom {
    /// The forms that it speaks of.
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

    /// The same of other forms.
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

    /// Whether it holds where its forms, in their order, have these values.
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

    /// The result of an operation on bits, given the other forms; `None` if it has none, or the
    /// atom is no operation.
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

/// The powers of a base from an exponent on, as far as they fit.
pub(crate) fn powers(base: u32, from: u32) -> impl Iterator<Item = i128> {
    std::iter::successors(i128::from(base).checked_pow(from), move |power| {
        power.checked_mul(base.into())
    })
}

/// The Fibonacci numbers from an index, at least 2, on, as far as they fit.
pub(crate) fn fibonacci(from: u32) -> impl Iterator<Item = i128> {
    let next = |(a, b): &(i128, i128)| Some((*b, a.checked_add(*b)?));
    std::iter::successors(Some((1, 2)), next)
        .map(|(a, _)| a)
        .skip(from.saturating_sub(2) as usize)
}

/// What a form is multiplied by before it is rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloorFactor {
    /// 1 / n.
    Over(i128),
    /// Another real number.
    Times(Quadratic),
}

impl FloorFactor {
    /// ⌊value · factor⌋, if it fits.
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
