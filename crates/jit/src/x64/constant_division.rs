//! Divides by constants with multiplications (T. Granlund and P. L. Montgomery, Division by
//! invariant integers using multiplication, 1994).

/// An unsigned quotient of n: the upper half of n times `factor`, and then a shift. If `adds` is
/// true, the factor has a further bit 2^64, so n is added to the upper half before the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnsignedFactor {
    pub factor: u64,
    pub shift: u32,
    pub adds: bool,
}

/// Returns the factor for a divisor that is at least 3 and not a power of two.
pub(super) fn unsigned(divisor: u64) -> UnsignedFactor {
    let shift = divisor.ilog2();
    let power = 1u128 << (64 + shift);
    let wide = u128::from(divisor);
    // The factor is exact enough if it exceeds the exact one by at most 2^shift / divisor.
    let factor = power / wide + 1;
    let error = wide - power % wide;
    if error <= 1 << shift {
        return UnsignedFactor {
            factor: factor as u64,
            shift,
            adds: false,
        };
    }
    // 2^(65 + shift) / divisor, rounded up, of which the bit 2^64 is dropped.
    let (quotient, rest) = (power / wide * 2, power % wide * 2);
    let factor = quotient + u128::from(rest >= wide) + 1;
    UnsignedFactor {
        factor: factor as u64,
        shift: shift + 1,
        adds: true,
    }
}

/// A signed quotient of n: the upper half of the signed product of n and `factor`, to which n is
/// added if `adds` is true, shifted to the right, plus 1 if n is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SignedFactor {
    pub factor: i64,
    pub shift: u32,
    pub adds: bool,
}

/// Returns the factor for a divisor that is at least 3, at most 2^63 - 1, and not a power of two.
pub(super) fn signed(divisor: u64) -> SignedFactor {
    // 2^(64 + shift) / divisor, rounded up, with the largest shift below the divisor's size.
    let shift = divisor.ilog2();
    let factor = (1u128 << (64 + shift)) / u128::from(divisor) + 1;
    // The factor is at least 2^63, so that as a signed number it is too small by 2^64.
    SignedFactor {
        factor: factor as u64 as i64,
        shift,
        adds: true,
    }
}

#[cfg(test)]
mod tests {
    use super::{signed, unsigned};

    fn high(a: u64, b: u64) -> u64 {
        ((u128::from(a) * u128::from(b)) >> 64) as u64
    }

    #[test]
    fn quotients_are_exact() {
        let divisors = (3u64..300)
            .chain((0..64).flat_map(|i| [(1u64 << i) - 1, (1 << i) + 1]))
            .chain([
                u64::MAX / 3,
                u64::MAX / 2 + 2,
                u64::MAX - 1,
                0x1234_5678_9abc_def1,
            ])
            .filter(|d| *d >= 3 && !d.is_power_of_two());
        for divisor in divisors {
            let numbers = (0..200u64)
                .chain((0..64).flat_map(|i| [(1u64 << i).wrapping_sub(1), 1 << i]))
                .chain((0..200).map(|i| u64::MAX - i))
                .chain((1..200).flat_map(|i| {
                    let multiple = divisor.wrapping_mul(i);
                    [multiple, multiple.wrapping_sub(1), multiple.wrapping_add(1)]
                }))
                .chain([
                    u64::MAX / divisor * divisor,
                    u64::MAX / divisor * divisor - 1,
                ]);
            for n in numbers {
                let found = unsigned(divisor);
                let upper = high(n, found.factor);
                let quotient = if found.adds {
                    (((n - upper) >> 1) + upper) >> (found.shift - 1)
                } else {
                    upper >> found.shift
                };
                assert_eq!(quotient, n / divisor, "{n} / {divisor}");
                let Ok(by) = i64::try_from(divisor) else {
                    continue;
                };
                let (n, found) = (n as i64, signed(divisor));
                let upper = ((i128::from(n) * i128::from(found.factor)) >> 64) as i64;
                let sum = if found.adds {
                    upper.wrapping_add(n)
                } else {
                    upper
                };
                assert_eq!((sum >> found.shift) - (n >> 63), n / by, "{n} / {by}");
            }
        }
    }
}
