//! The factor k > 0 by which a take bounds the next take is stored exactly, as a fraction or a real
//! number (p + q·√d) / r. Intermediate results are not rounded: k·x ≥ y is decided by comparing
//! squares of integers, and ⌊k·x⌋ is computed by an integer square root.

use dashu_int::{IBig, UBig};
use rules::ast::BinaryOp;
use rules::quadratic::Quadratic;

/// A factor k > 0 by which a take bounds the next take.
#[derive(Clone, Copy, Debug)]
pub struct TakeFactor(TakeFactorKind);

#[derive(Clone, Copy, Debug)]
enum TakeFactorKind {
    Fraction {
        num: u64,
        den: u64,
    },
    /// An irrational factor, and the reciprocal of the factor.
    Root {
        k: Quadratic,
        inverse: Quadratic,
    },
}

/// Compares factors as numbers, so 2/4 equals 1/2. Irrational factors compare equal only if their
/// roots are written in the same form.
impl PartialEq for TakeFactor {
    fn eq(&self, other: &TakeFactor) -> bool {
        match (self.0, other.0) {
            (
                TakeFactorKind::Fraction { num: a, den: b },
                TakeFactorKind::Fraction { num: c, den: d },
            ) => u128::from(a) * u128::from(d) == u128::from(c) * u128::from(b),
            (TakeFactorKind::Root { k, .. }, TakeFactorKind::Root { k: other, .. }) => k == other,
            _ => false,
        }
    }
}

impl Eq for TakeFactor {}

impl TakeFactor {
    /// Creates the factor num/den; `None` if `num` or `den` is 0.
    pub fn new(num: u64, den: u64) -> Option<TakeFactor> {
        (num > 0 && den > 0).then_some(TakeFactor(TakeFactorKind::Fraction { num, den }))
    }

    /// Creates a factor from a real number. Returns `None` if the number is not positive, or its
    /// integers are too large (over 64 bits in a fraction, over about 40 bits otherwise).
    pub fn real(k: Quadratic) -> Option<TakeFactor> {
        if let Some((num, den)) = k.as_ratio() {
            return TakeFactor::new(num.try_into().ok()?, den.try_into().ok()?);
        }
        let inverse = Quadratic::int(1).binary(BinaryOp::Div, k).ok()?;
        let positive = k.compare(Quadratic::int(0)).ok()?.is_gt();
        positive.then_some(TakeFactor(TakeFactorKind::Root { k, inverse }))
    }

    /// Returns whether k < 1. If k < 1, a take of 1 leaves the opponent without a move, and f(m) =
    /// 1 for every m ≥ 1.
    pub fn is_below_one(self) -> bool {
        self.floor() == 0
    }

    /// Returns ⌊k⌋, at most 2^64 - 1.
    pub fn floor(self) -> u64 {
        match self.0 {
            TakeFactorKind::Fraction { num, den } => num / den,
            TakeFactorKind::Root { k, .. } => {
                u64::try_from(floor_of(k, &UBig::ONE)).unwrap_or(u64::MAX)
            }
        }
    }

    /// Returns ⌊k·take⌋, the maximum of the opponent's next take.
    pub fn limit_after(self, take: &UBig) -> UBig {
        match self.0 {
            TakeFactorKind::Fraction { num, den } => take * num / den,
            TakeFactorKind::Root { k, .. } => floor_of(k, take),
        }
    }

    /// Returns ⌈least/k⌉, the smallest take after which `least` may be taken, or 2^64 - 1 if
    /// ⌈least/k⌉ is larger.
    pub fn take_that_allows(self, least: u64) -> u64 {
        match self.0 {
            TakeFactorKind::Fraction { num, den } => match least.checked_mul(den) {
                Some(product) => product.div_ceil(num),
                None => {
                    let take = (u128::from(least) * u128::from(den)).div_ceil(num.into());
                    u64::try_from(take).unwrap_or(u64::MAX)
                }
            },
            TakeFactorKind::Root { .. } if least == 0 => 0,
            // A nonzero integer multiple of an irrational number is never an integer.
            TakeFactorKind::Root { inverse, .. } => {
                let times = i64::try_from(least)
                    .ok()
                    .and_then(|n| inverse.binary(BinaryOp::Mul, Quadratic::int(n)).ok());
                match times.and_then(|x| x.floor().ok()) {
                    Some(below) => below as u64 + 1,
                    None => u64::try_from(floor_of(inverse, &least.into()))
                        .map_or(u64::MAX, |below| below.saturating_add(1)),
                }
            }
        }
    }

    /// Returns whether k·take ≥ least.
    pub(super) fn allows(self, take: &UBig, least: &UBig) -> bool {
        match self.0 {
            TakeFactorKind::Fraction { num, den } => take * num >= least * den,
            TakeFactorKind::Root { k, .. } => {
                // Compare q·take·√d with r·least - p·take, by their squares if the signs do not
                // decide.
                let (p, q, r, d) = k.parts();
                let root = IBig::from(q) * take;
                let rest = IBig::from(r) * least - IBig::from(p) * take;
                let zero = IBig::ZERO;
                match (root >= zero, rest > zero) {
                    (true, false) => true,
                    (false, true) => false,
                    (positive, _) => {
                        let (left, right) = (&root * &root * IBig::from(d), &rest * &rest);
                        if positive {
                            left >= right
                        } else {
                            left <= right
                        }
                    }
                }
            }
        }
    }
}

impl std::fmt::Display for TakeFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            TakeFactorKind::Fraction { num, den: 1 } => write!(f, "{num}"),
            TakeFactorKind::Fraction { num, den } => write!(f, "{num} / {den}"),
            TakeFactorKind::Root { k, .. } => write!(f, "{k}"),
        }
    }
}

/// Returns ⌊k·x⌋ for an irrational k > 0.
fn floor_of(k: Quadratic, x: &UBig) -> UBig {
    use dashu_int::ops::{DivEuclid, SquareRoot};
    let (p, q, r, d) = k.parts();
    let root = UBig::from(q.unsigned_abs()) * x;
    let whole = IBig::from((&root * &root * UBig::from(d.unsigned_abs())).sqrt());
    // The square root of a non-square is rounded down, so the floor of its negative is one less
    // than the negative of the rounded root. The root of 0 is 0.
    let signed = if q < 0 && !x.is_zero() {
        -whole - IBig::ONE
    } else {
        whole
    };
    let floor = (IBig::from(p) * x + signed).div_euclid(IBig::from(r));
    UBig::try_from(floor).unwrap_or(UBig::ZERO)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns irrational factors below and above 1, with roots added and subtracted.
    pub(in super::super) fn roots() -> Vec<Quadratic> {
        let number = |p: i64, q: i64, d: i64, r: i64| {
            let root = Quadratic::int(q)
                .binary(BinaryOp::Mul, Quadratic::sqrt(d).unwrap())
                .unwrap();
            Quadratic::int(p)
                .binary(BinaryOp::Add, root)
                .unwrap()
                .binary(BinaryOp::Div, Quadratic::int(r))
                .unwrap()
        };
        vec![
            Quadratic::PHI,
            number(0, 1, 2, 1),
            number(0, 1, 3, 1),
            number(-1, 1, 5, 2),
            number(5, -2, 2, 1),
            number(4, -1, 7, 1),
            number(1, 3, 11, 2),
            number(0, 1, 2, 3),
            number(10, 1, 99, 2),
        ]
    }

    #[test]
    fn real_factors_agree_with_rational_bounds() {
        for k in roots() {
            let factor = TakeFactor::real(k).unwrap();
            for take in 0..400_i64 {
                let exact = k
                    .binary(BinaryOp::Mul, Quadratic::int(take))
                    .unwrap()
                    .floor()
                    .unwrap();
                let big = UBig::from(take as u64);
                assert_eq!(
                    factor.limit_after(&big),
                    UBig::from(exact as u64),
                    "{k}, {take}"
                );
                for least in (exact - 2).max(0)..exact + 3 {
                    assert_eq!(
                        factor.allows(&big, &UBig::from(least as u64)),
                        least <= exact,
                        "{k}, {take}, {least}"
                    );
                }
                let first = (0..)
                    .find(|x| factor.allows(&UBig::from(*x), &big))
                    .unwrap();
                assert_eq!(factor.take_that_allows(take as u64), first, "{k}, {take}");
            }
            assert_eq!(
                factor.is_below_one(),
                k.compare(Quadratic::int(1)).unwrap().is_lt()
            );
            // For large numbers, the test checks the smallest take that allows `least`, and the
            // take below it, which does not.
            let least = u64::MAX / 7;
            let take = factor.take_that_allows(least);
            assert!(
                factor.allows(&take.into(), &least.into())
                    && !factor.allows(&(take - 1).into(), &least.into()),
                "{k}"
            );
        }
    }

    #[test]
    fn factors_are_compared_as_numbers() {
        let k = |num, den| TakeFactor::new(num, den);
        assert!(k(0, 1).is_none() && k(1, 0).is_none());
        assert_eq!(k(2, 4), k(1, 2));
        assert_ne!(k(u64::MAX, 1), k(u64::MAX - 1, 1));
        assert_eq!(TakeFactor::real(Quadratic::ratio(6, 4).unwrap()), k(3, 2));
        assert!(
            TakeFactor::real(Quadratic::int(0)).is_none()
                && TakeFactor::real(Quadratic::PHI.negate()).is_none()
        );
        let large = k(1, u64::MAX).unwrap();
        assert_eq!(large.take_that_allows(2), u64::MAX);
        assert_eq!(k(u64::MAX, u64::MAX).unwrap().take_that_allows(7), 7);
    }
}
