//! Integer arithmetic of the language: every operation is exact or an error. Private functions
//! return `None` if the result overflows. [`ArithmeticError`] lists all errors.

use crate::ast::BinaryOp;
use crate::ir::{Fold, Function, Int};
use crate::primes::{gcd, is_prime, prime_factors};
use base::text::Text;
use base::{impl_error, text};

/// The reason why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticError {
    /// The result does not fit in 64 bits.
    Overflow,
    /// Division by zero.
    Zero,
    /// An argument is outside the domain of the function.
    Domain(Int),
    /// `min` or `max` of no elements.
    Empty,
    /// An element of a set is removed and added in one move.
    TakenAndAdded,
    /// An index or a length is outside a word with this number of letters.
    Beyond(Int, Int),
    /// Square roots of different numbers in one real number.
    Roots,
}

impl ArithmeticError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            ArithmeticError::Overflow => text!("a number beyond 64 bits", "数值超出 64 位"),
            ArithmeticError::Zero => text!("division by zero", "除数为零"),
            ArithmeticError::Domain(x) => {
                text!("the argument {x} is not allowed here", "此处不允许参数 {x}")
            }
            ArithmeticError::Roots => text!(
                "cannot combine square roots of different numbers: write all of them with the same root",
                "不同数的平方根不能混用：请化为同一个根"
            ),
            ArithmeticError::Beyond(n, most) => text!(
                "a word of {most} letters has no letter {n}",
                "{most} 个字母的单词没有第 {n} 个字母"
            ),
            ArithmeticError::TakenAndAdded => text!(
                "one move removes and adds the same element",
                "一着中既移除又添加了同一个元素"
            ),
            ArithmeticError::Empty => {
                text!("`min` or `max` of an empty set", "对空集取 `min` 或 `max`")
            }
        }
    }
}

impl_error!(ArithmeticError);

/// Returns `a op b` for the operators of numbers, which do not include `and` and `or`.
///
/// # Errors
/// Returns [`ArithmeticError::Overflow`] if the result overflows, [`ArithmeticError::Zero`] if `op`
/// divides by 0, or [`ArithmeticError::Domain`] if `b` is a negative exponent.
pub fn binary(op: BinaryOp, a: Int, b: Int) -> Result<Int, ArithmeticError> {
    let exact = |value: Option<Int>| value.ok_or(ArithmeticError::Overflow);
    match op {
        BinaryOp::Add => exact(a.checked_add(b)),
        BinaryOp::Sub => exact(a.checked_sub(b)),
        BinaryOp::Mul => exact(a.checked_mul(b)),
        BinaryOp::Div if b == 0 => Err(ArithmeticError::Zero),
        BinaryOp::Div => exact(a.checked_div(b).map(|q| {
            if a % b != 0 && (a < 0) != (b < 0) {
                q - 1
            } else {
                q
            }
        })),
        BinaryOp::Mod if b == 0 => Err(ArithmeticError::Zero),
        BinaryOp::Mod => exact(a.checked_rem_euclid(b)),
        BinaryOp::Pow => match u32::try_from(b) {
            Ok(exponent) => exact(a.checked_pow(exponent)),
            Err(_) if b < 0 => Err(ArithmeticError::Domain(b)),
            Err(_) if (-1..=1).contains(&a) => Ok(if a == -1 && b % 2 == 0 { 1 } else { a }),
            Err(_) => Err(ArithmeticError::Overflow),
        },
        BinaryOp::Xor => Ok(a ^ b),
        BinaryOp::BitOr => Ok(a | b),
        BinaryOp::BitAnd => Ok(a & b),
        BinaryOp::And => Ok(Int::from(a != 0 && b != 0)),
        BinaryOp::Or => Ok(Int::from(a != 0 || b != 0)),
    }
}

/// Returns the value of a built-in function. The number of arguments must be correct.
///
/// # Errors
/// Returns [`ArithmeticError::Overflow`] if the result overflows, or [`ArithmeticError::Domain`] if
/// the function has no value at an argument.
pub fn call(function: Function, args: &[Int]) -> Result<Int, ArithmeticError> {
    let x = args[0];
    let exact = |value: Option<Int>| value.ok_or(ArithmeticError::Overflow);
    let natural = |x: Int| u64::try_from(x).map_err(|_| ArithmeticError::Domain(x));
    match function {
        Function::Abs => exact(x.checked_abs()),
        Function::Fib => fib(x),
        Function::Tri => exact((i128::from(x) * (i128::from(x) + 1) / 2).try_into().ok()),
        Function::Isqrt => Ok(natural(x)?.isqrt() as Int),
        Function::Popcount => Ok(Int::from(natural(x)?.count_ones())),
        Function::Ctz if x == 0 => Err(ArithmeticError::Domain(0)),
        Function::Ctz => Ok(Int::from(x.trailing_zeros())),
        Function::Bitnot => Ok(!x),
        Function::Bitlen => Ok(Int::from(64 - natural(x)?.leading_zeros())),
        Function::Nimprod => exact(
            nimber::product(natural(x)?, natural(args[1])?)
                .try_into()
                .ok(),
        ),
        Function::Nimpow => exact(
            nimber::power(natural(x)?, natural(args[1])?)
                .try_into()
                .ok(),
        ),
        Function::Disjoint if x & args[1] == 0 => Ok(args[1]),
        Function::Disjoint => Err(ArithmeticError::TakenAndAdded),
        Function::Within if (0..=args[1]).contains(&x) => Ok(x),
        Function::Within => Err(ArithmeticError::Beyond(x, args[1])),
        Function::IsPrime => Ok(Int::from(u64::try_from(x).is_ok_and(is_prime))),
        Function::BigOmega if x < 1 => Err(ArithmeticError::Domain(x)),
        Function::BigOmega => Ok(Int::from(prime_factors(x as u64))),
    }
}

/// Adds an element to a fold. The fold starts with `None`; after the last element, [`folded`]
/// returns its value.
///
/// # Errors
/// Returns [`ArithmeticError::Overflow`] if the value overflows.
pub fn fold_step(fold: Fold, so_far: Option<Int>, x: Int) -> Result<Option<Int>, ArithmeticError> {
    let Some(y) = so_far else {
        return Ok(Some(match fold {
            Fold::All | Fold::Any => Int::from(x != 0),
            Fold::Gcd | Fold::Lcm => x.checked_abs().ok_or(ArithmeticError::Overflow)?,
            Fold::Min | Fold::Max | Fold::Total | Fold::Nimsum | Fold::Union => x,
        }));
    };
    Ok(Some(match fold {
        Fold::Min => y.min(x),
        Fold::Max => y.max(x),
        Fold::Gcd => gcd(y, x.checked_abs().ok_or(ArithmeticError::Overflow)?),
        Fold::Lcm if y == 0 || x == 0 => 0,
        Fold::Lcm => {
            let x = x.checked_abs().ok_or(ArithmeticError::Overflow)?;
            (y / gcd(y, x))
                .checked_mul(x)
                .ok_or(ArithmeticError::Overflow)?
        }
        Fold::All => y & Int::from(x != 0),
        Fold::Any => y | Int::from(x != 0),
        Fold::Total => y.checked_add(x).ok_or(ArithmeticError::Overflow)?,
        Fold::Nimsum => y ^ x,
        Fold::Union => y | x,
    }))
}

/// Returns whether no further element can change the value of a fold or make it fail, so that the
/// remaining elements can be skipped.
pub fn is_decided(fold: Fold, so_far: Option<Int>) -> bool {
    match fold {
        Fold::All => so_far == Some(0),
        Fold::Any => so_far == Some(1),
        Fold::Min
        | Fold::Max
        | Fold::Gcd
        | Fold::Lcm
        | Fold::Total
        | Fold::Nimsum
        | Fold::Union => false,
    }
}

/// Returns the value of a fold after all elements.
///
/// # Errors
/// Returns [`ArithmeticError::Empty`] if `min` or `max` has no elements.
pub fn folded(fold: Fold, so_far: Option<Int>) -> Result<Int, ArithmeticError> {
    match (so_far, fold) {
        (Some(value), _) => Ok(value),
        (None, Fold::Min | Fold::Max) => Err(ArithmeticError::Empty),
        (None, Fold::All | Fold::Lcm) => Ok(1),
        (None, Fold::Any | Fold::Total | Fold::Nimsum | Fold::Union | Fold::Gcd) => Ok(0),
    }
}

fn fib(i: Int) -> Result<Int, ArithmeticError> {
    if i < 0 {
        return Err(ArithmeticError::Domain(i));
    }
    // fib(92) is the last Fibonacci number below 2^63, so the loop is short for every i.
    let (mut a, mut b): (Int, Option<Int>) = (0, Some(1));
    for _ in 0..i {
        let next = b.ok_or(ArithmeticError::Overflow)?;
        (a, b) = (next, a.checked_add(next));
    }
    Ok(a)
}
