//! Arithmetic of dyadic rationals.

use std::ops::Bound;

use partizan::{Dyadic, ValueError};

fn random_dyadic(random: &mut fastrand::Rng) -> Dyadic {
    Dyadic::new(random.i64(-200..=200), random.u32(0..6)).unwrap()
}

/// Returns the number in units of 1/64.
fn units(x: Dyadic) -> i64 {
    x.numerator() << (6 - x.exponent())
}

#[test]
fn arithmetic_of_random_numbers() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..10_000 {
        let (x, y) = (random_dyadic(&mut random), random_dyadic(&mut random));
        assert_eq!(units(x.checked_add(y).unwrap()), units(x) + units(y));
        assert_eq!(units(x.checked_sub(y).unwrap()), units(x) - units(y));
        assert_eq!(units(x.checked_mul(-3).unwrap()), units(x) * -3);
        assert_eq!(units(x.half().unwrap()) * 2, units(x));
        assert_eq!(x.cmp(&y), units(x).cmp(&units(y)));
        assert_eq!(x.floor(), units(x).div_euclid(64));
        assert_eq!(x.ceil(), -(-units(x)).div_euclid(64));
        assert_eq!(units(x.abs()), units(x).abs());
        assert!(x.exponent() == 0 || x.numerator() % 2 != 0);
    }
}

#[test]
fn results_out_of_range_are_errors() {
    let overflow = Err(ValueError::Overflow);
    let maximum = Dyadic::new(i64::MAX, 0).unwrap();
    assert_eq!(maximum.checked_add(Dyadic::ONE), overflow);
    assert_eq!((-maximum).checked_sub(Dyadic::ONE), overflow);
    assert_eq!(maximum.checked_mul(2), overflow);
    assert_eq!(Dyadic::new(i64::MIN, 0), overflow);
    assert_eq!(Dyadic::new(i64::MIN, 1), Dyadic::new(-(1 << 62), 0));
    let finest = Dyadic::new(1, Dyadic::MAX_EXPONENT).unwrap();
    assert_eq!(finest.half(), overflow);
    assert_eq!(maximum.checked_add(finest), overflow);
    assert_eq!(Dyadic::new(1, u32::MAX), overflow);
    assert_eq!(Dyadic::new(0, u32::MAX), Ok(Dyadic::ZERO));
    assert!(finest < maximum && -maximum < finest);
    let between = |low, high| Dyadic::simplest_between(Bound::Excluded(low), Bound::Excluded(high));
    assert_eq!(between(Dyadic::ZERO, finest), None);
    let unbounded = Dyadic::simplest_between(Bound::Excluded(maximum), Bound::Unbounded);
    assert_eq!(unbounded, None);
    let closed = Dyadic::simplest_between(Bound::Included(finest), Bound::Included(finest));
    assert_eq!(closed, Some(finest));
}

/// Compares with a search through all numbers in the order of their birthdays.
#[test]
fn simplest_numbers() {
    let mut candidates = vec![Dyadic::ZERO];
    for integer in 1..=250 {
        candidates.extend([Dyadic::from(integer), Dyadic::from(-integer)]);
    }
    for exponent in 1..=6 {
        for numerator in (-(220 << exponent)..220 << exponent).filter(|n| n % 2 != 0) {
            candidates.push(Dyadic::new(numerator, exponent).unwrap());
        }
    }
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..3000 {
        let (low, width) = (random_dyadic(&mut random), random_dyadic(&mut random).abs());
        let width = if random.bool() {
            Dyadic::new(
                width.numerator(),
                width.exponent() + 6 - width.exponent().min(6),
            )
            .unwrap()
        } else {
            width
        };
        let Ok(high) = low.checked_add(width) else {
            continue;
        };
        let bound = |random: &mut fastrand::Rng, x| match random.u32(0..5) {
            0 | 1 => Bound::Included(x),
            2 | 3 => Bound::Excluded(x),
            _ => Bound::Unbounded,
        };
        let (lower, upper) = (bound(&mut random, low), bound(&mut random, high));
        let is_between = |x: &Dyadic| std::ops::RangeBounds::contains(&(lower, upper), x);
        let expected = candidates.iter().copied().find(is_between);
        let found = Dyadic::simplest_between(lower, upper);
        if expected.is_some() || found.is_none_or(|x| !is_between(&x)) {
            assert_eq!(found, expected, "{lower:?} {upper:?}");
        }
    }
}
