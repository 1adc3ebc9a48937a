//! Exact real numbers (p + q·√d) / r, as in `floor(phi * n)`, without floating-point numbers. The
//! square root of d is kept as written; numbers with different d cannot be combined. All operations
//! are checked 128-bit arithmetic.

use std::cmp::Ordering;

use crate::arithmetic::ArithmeticError;
use crate::ast::BinaryOp;
use crate::ir::Int;

/// A number (p + q·√d) / r with r > 0; d = 0 if q = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    p: i128,
    q: i128,
    r: i128,
    d: i128,
}

impl Quadratic {
    /// The golden ratio (1 + √5) / 2.
    pub const PHI: Quadratic = Quadratic {
        p: 1,
        q: 1,
        r: 2,
        d: 5,
    };

    /// Creates an integer.
    pub fn int(n: Int) -> Quadratic {
        Quadratic {
            p: n.into(),
            q: 0,
            r: 1,
            d: 0,
        }
    }

    /// Creates the fraction num / den; `None` if `den` is 0.
    pub fn ratio(num: i128, den: i128) -> Option<Quadratic> {
        let (p, r) = if den < 0 {
            (num.checked_neg()?, den.checked_neg()?)
        } else {
            (num, den)
        };
        (r > 0)
            .then(|| Quadratic { p, q: 0, r, d: 0 }.reduced().ok())
            .flatten()
    }

    /// Returns p, q, r > 0 and d of (p + q·√d) / r, reduced; d = 0 if q = 0.
    pub fn parts(self) -> (i128, i128, i128, i128) {
        (self.p, self.q, self.r, self.d)
    }

    /// Returns numerator and denominator; `None` for an irrational number.
    pub fn as_ratio(self) -> Option<(i128, i128)> {
        (self.q == 0).then_some((self.p, self.r))
    }

    /// Returns the square root of an integer, which must not be negative.
    ///
    /// # Errors
    /// Returns [`ArithmeticError::Domain`] if `n` is negative.
    pub fn sqrt(n: Int) -> Result<Quadratic, ArithmeticError> {
        match u64::try_from(n) {
            Err(_) => Err(ArithmeticError::Domain(n)),
            Ok(m) if m.isqrt() * m.isqrt() == m => Ok(Quadratic::int(m.isqrt() as Int)),
            Ok(_) => Ok(Quadratic {
                p: 0,
                q: 1,
                r: 1,
                d: n.into(),
            }),
        }
    }

    /// Returns the negative.
    pub fn negate(self) -> Quadratic {
        Quadratic {
            p: -self.p,
            q: -self.q,
            ..self
        }
    }

    /// Returns `self op other` for + - * and exact division.
    ///
    /// # Errors
    /// Returns [`ArithmeticError::Roots`] if the numbers have different roots, or
    /// [`ArithmeticError::Zero`] if `op` divides by 0. Returns [`ArithmeticError::Overflow`] if a
    /// part of the result does not fit in 128 bits.
    pub fn binary(self, op: BinaryOp, other: Quadratic) -> Result<Quadratic, ArithmeticError> {
        let d = match (self.d, other.d) {
            (d, 0) | (0, d) => d,
            (d, e) if d == e => d,
            // The sum of roots of different numbers is not of the form (p + q·√d) / r.
            _ => return Err(ArithmeticError::Roots),
        };
        let (a, b) = (self, other);
        let sum = |q: Quadratic| -> Option<(i128, i128, i128)> {
            let p = a.p.checked_mul(q.r)?.checked_add(q.p.checked_mul(a.r)?)?;
            let s = a.q.checked_mul(q.r)?.checked_add(q.q.checked_mul(a.r)?)?;
            Some((p, s, a.r.checked_mul(q.r)?))
        };
        let times = |q: Quadratic| -> Option<(i128, i128, i128)> {
            let p =
                a.p.checked_mul(q.p)?
                    .checked_add(a.q.checked_mul(q.q)?.checked_mul(d)?)?;
            let s = a.p.checked_mul(q.q)?.checked_add(a.q.checked_mul(q.p)?)?;
            Some((p, s, a.r.checked_mul(q.r)?))
        };
        let parts = match op {
            BinaryOp::Add => sum(b),
            BinaryOp::Sub => sum(b.negate()),
            BinaryOp::Mul => times(b),
            BinaryOp::Div => times(b.inverse(d)?),
            _ => unreachable!("the checker lets only + - * / through"),
        };
        let (p, q, r) = parts.ok_or(ArithmeticError::Overflow)?;
        Quadratic {
            p,
            q,
            r,
            d: if q == 0 { 0 } else { d },
        }
        .reduced()
    }

    /// Returns the largest integer that is at most this number.
    ///
    /// # Errors
    /// Returns [`ArithmeticError::Overflow`] if that integer or an intermediate result overflows.
    pub fn floor(self) -> Result<Int, ArithmeticError> {
        // floor((p + q√d) / r) = floor(floor(p + q√d) / r), and floor(q√d) is computed with an
        // integer square root.
        let root = self
            .q
            .checked_mul(self.q)
            .and_then(|s| s.checked_mul(self.d))
            .ok_or(ArithmeticError::Overflow)? as u128;
        let whole = root.isqrt();
        let signed = match self.q.signum() {
            -1 if whole * whole == root => -(whole as i128),
            -1 => -(whole as i128) - 1,
            _ => whole as i128,
        };
        let top = self
            .p
            .checked_add(signed)
            .ok_or(ArithmeticError::Overflow)?;
        top.div_euclid(self.r)
            .try_into()
            .map_err(|_| ArithmeticError::Overflow)
    }

    /// Compares two numbers.
    ///
    /// # Errors
    /// Returns the same errors as [`Quadratic::binary`] for the difference.
    pub fn compare(self, other: Quadratic) -> Result<Ordering, ArithmeticError> {
        let difference = self.binary(BinaryOp::Sub, other)?;
        let (p, q, d) = (difference.p, difference.q, difference.d);
        if p.signum() * q.signum() >= 0 {
            return Ok((p.signum() + q.signum()).cmp(&0));
        }
        // If the signs differ, the larger of p² and q²d decides.
        let left = p.checked_mul(p).ok_or(ArithmeticError::Overflow)?;
        let right = q
            .checked_mul(q)
            .and_then(|s| s.checked_mul(d))
            .ok_or(ArithmeticError::Overflow)?;
        Ok(if p > 0 {
            left.cmp(&right)
        } else {
            right.cmp(&left)
        })
    }

    fn inverse(self, d: i128) -> Result<Quadratic, ArithmeticError> {
        // r / (p + q√d) = r (p - q√d) / (p² - q²d)
        let norm = || -> Option<i128> {
            self.p
                .checked_mul(self.p)?
                .checked_sub(self.q.checked_mul(self.q)?.checked_mul(d)?)
        };
        let norm = norm().ok_or(ArithmeticError::Overflow)?;
        if norm == 0 {
            return Err(ArithmeticError::Zero);
        }
        let part = |x: i128| {
            x.checked_mul(self.r)
                .and_then(|x| x.checked_mul(norm.signum()))
                .ok_or(ArithmeticError::Overflow)
        };
        Quadratic {
            p: part(self.p)?,
            q: part(-self.q)?,
            r: norm.abs(),
            d,
        }
        .reduced()
    }

    fn reduced(self) -> Result<Quadratic, ArithmeticError> {
        let mut divisor = self.r;
        for mut x in [self.p, self.q] {
            while x != 0 {
                (divisor, x) = (x, divisor % x);
            }
        }
        let divisor = divisor.abs();
        Ok(Quadratic {
            p: self.p / divisor,
            q: self.q / divisor,
            r: self.r / divisor,
            d: self.d,
        })
    }
}

/// Formats the number as a constant of the rule language: `2`, `1.5`, `4 / 3`, `phi`, `sqrt(2)`,
/// `(3 + 2 * sqrt(7)) / 5`.
impl std::fmt::Display for Quadratic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Quadratic { p, q, r, d } = *self;
        if *self == Quadratic::PHI {
            return f.write_str("phi");
        }
        if q == 0 {
            return match decimal(p, r) {
                Some(decimal) => f.write_str(&decimal),
                None => write!(f, "{p} / {r}"),
            };
        }
        let root = |times: u128| {
            if times == 1 {
                format!("sqrt({d})")
            } else {
                format!("{times} * sqrt({d})")
            }
        };
        let (sign, size) = (if q < 0 { "-" } else { "" }, root(q.unsigned_abs()));
        let top = match p {
            0 => format!("{sign}{size}"),
            _ => format!("{p} {} {size}", if q < 0 { "-" } else { "+" }),
        };
        match (r, p) {
            (1, _) => f.write_str(&top),
            (_, 0) => write!(f, "{top} / {r}"),
            _ => write!(f, "({top}) / {r}"),
        }
    }
}

/// Returns p / r in decimal digits, if the fraction has a short finite expansion.
fn decimal(p: i128, r: i128) -> Option<String> {
    const MAX_DECIMAL_PLACES: u32 = 18;
    let (places, power) = (0..=MAX_DECIMAL_PLACES)
        .map(|places| (places, 10_i128.pow(places)))
        .find(|(_, power)| power % r == 0)?;
    let digits = p.checked_mul(power / r)?;
    let sign = if digits < 0 { "-" } else { "" };
    let (whole, rest) = (
        digits.unsigned_abs() / power as u128,
        digits.unsigned_abs() % power as u128,
    );
    let width = places as usize;
    Some(if places == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{rest:0width$}")
    })
}
