//! The arithmetic of the language: integers that do not wrap, and numbers (p + q·√d) / r.

use std::cmp::Ordering;

use rules::arithmetic::{ArithmeticError, binary, call};
use rules::ast::BinaryOp;
use rules::ir::{Function, Int};
use rules::quadratic::Quadratic;

#[test]
fn division_rounds_down_and_remainders_are_not_negative() {
    for a in -20..=20 {
        for b in (-6..=6).filter(|&b| b != 0) {
            assert_eq!(
                binary(BinaryOp::Div, a, b).unwrap(),
                (a as f64 / b as f64).floor() as Int
            );
            let r = binary(BinaryOp::Mod, a, b).unwrap();
            assert!((0..b.abs()).contains(&r) && (a - r) % b == 0);
        }
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    assert_eq!(
        binary(BinaryOp::Add, Int::MAX, 1),
        Err(ArithmeticError::Overflow)
    );
    assert_eq!(
        binary(BinaryOp::Div, Int::MIN, -1),
        Err(ArithmeticError::Overflow)
    );
    assert_eq!(binary(BinaryOp::Pow, 2, 63), Err(ArithmeticError::Overflow));
    assert_eq!(binary(BinaryOp::Pow, -1, 1 << 40), Ok(1));
    assert_eq!(binary(BinaryOp::Mod, 5, 0), Err(ArithmeticError::Zero));
    assert_eq!(call(Function::Fib, &[92]), Ok(7_540_113_804_746_346_429));
    assert_eq!(call(Function::Fib, &[93]), Err(ArithmeticError::Overflow));
    assert_eq!(
        call(Function::Fib, &[Int::MAX]),
        Err(ArithmeticError::Overflow)
    );
}

#[test]
fn primes_are_those_of_trial_division() {
    let by_division = |n: u64| {
        n > 1
            && (2..n)
                .take_while(|d| d * d <= n)
                .all(|d| !n.is_multiple_of(d))
    };
    for n in (0..2000).chain(4_294_967_200..4_294_967_300) {
        let found = call(Function::IsPrime, &[n as Int]);
        assert_eq!(found, Ok(Int::from(by_division(n))), "{n}");
    }
    // The largest prime below 2^63.
    assert_eq!(call(Function::IsPrime, &[9_223_372_036_854_775_783]), Ok(1));
}

#[test]
fn prime_factors_are_those_of_trial_division() {
    let by_division = |mut n: u64| {
        let mut count = 0;
        for d in (2..).take_while(|d| *d <= 70_000) {
            while n.is_multiple_of(d) {
                (n, count) = (n / d, count + 1);
            }
        }
        count + Int::from(n > 1)
    };
    for n in (1..3_000).chain(4_294_967_290..4_294_967_300) {
        assert_eq!(
            call(Function::BigOmega, &[n as Int]),
            Ok(by_division(n)),
            "{n}"
        );
    }
    // Products of primes that are too large for trial division, squares and powers.
    let of = |n: Int| call(Function::BigOmega, &[n]);
    assert_eq!(
        [
            of(2_147_483_647 * 2_147_483_629),
            of(2_147_483_647 * 2_147_483_647)
        ],
        [Ok(2), Ok(2)]
    );
    assert_eq!(
        [
            of(1 << 62),
            of(2_097_143 * 2_097_143 * 2_097_143),
            of(9_223_372_036_854_775_783)
        ],
        [Ok(62), Ok(3), Ok(1)]
    );
    assert_eq!(
        [of(0), of(-4)],
        [
            Err(ArithmeticError::Domain(0)),
            Err(ArithmeticError::Domain(-4))
        ]
    );
}

#[test]
fn numbers_are_shown_as_they_may_be_written() {
    let ratio = |p, r| Quadratic::ratio(p, r).unwrap().to_string();
    assert_eq!(
        [ratio(4, 2), ratio(3, 2), ratio(-1, 40), ratio(4, -3)],
        ["2", "1.5", "-0.025", "-4 / 3"]
    );
    let two = Quadratic::sqrt(2).unwrap();
    let times = |x: Quadratic, n| x.binary(BinaryOp::Mul, Quadratic::int(n)).unwrap();
    let plus = |x: Quadratic, n| x.binary(BinaryOp::Add, Quadratic::int(n)).unwrap();
    let over = |x: Quadratic, n| {
        x.binary(BinaryOp::Div, Quadratic::int(n))
            .unwrap()
            .to_string()
    };
    assert_eq!(
        [
            Quadratic::PHI.to_string(),
            two.to_string(),
            times(two, -3).to_string()
        ],
        ["phi", "sqrt(2)", "-3 * sqrt(2)"]
    );
    assert_eq!(
        [
            over(two, 2),
            over(plus(two, 1), 3),
            plus(two, -1).to_string()
        ],
        ["sqrt(2) / 2", "(1 + sqrt(2)) / 3", "-1 + sqrt(2)"]
    );
    assert_eq!(over(plus(times(two, -2), 5), 7), "(5 - 2 * sqrt(2)) / 7");
}

#[test]
fn floors_of_multiples_of_phi_are_the_lower_wythoff_sequence() {
    // The reference implementation: the smaller number of pair k is the least number that has not
    // occurred, and the larger number exceeds this number by k.
    let mut used = std::collections::HashSet::new();
    for k in 1..2000 {
        let lower = (1..).find(|n| !used.contains(n)).unwrap();
        used.extend([lower, lower + k]);
        let by_floor = Quadratic::PHI
            .binary(BinaryOp::Mul, Quadratic::int(k))
            .unwrap()
            .floor()
            .unwrap();
        assert_eq!(by_floor, lower);
    }
}

#[test]
fn arithmetic_and_comparison_agree_with_floating_point_where_that_is_safe() {
    let number = |p: i64, q: i64, r: i64| {
        let root = Quadratic::sqrt(7).unwrap();
        let q = Quadratic::int(q).binary(BinaryOp::Mul, root).unwrap();
        let sum = Quadratic::int(p).binary(BinaryOp::Add, q).unwrap();
        sum.binary(BinaryOp::Div, Quadratic::int(r)).unwrap()
    };
    let float = |p: i64, q: i64, r: i64| (p as f64 + q as f64 * 7f64.sqrt()) / r as f64;
    for (p, q, r) in
        (-6..6).flat_map(|p| (-6..6).flat_map(move |q| [-3, -1, 2, 5].map(|r| (p, q, r))))
    {
        assert_eq!(
            number(p, q, r).floor().unwrap() as f64,
            (float(p, q, r) + 1e-12).floor(),
            "{p} {q} {r}"
        );
        let other = (q, p, 3);
        let by_float = float(p, q, r) - float(other.0, other.1, other.2);
        let expected = if by_float.abs() < 1e-9 {
            Ordering::Equal
        } else {
            by_float.partial_cmp(&0.0).unwrap()
        };
        assert_eq!(
            number(p, q, r)
                .compare(number(other.0, other.1, other.2))
                .unwrap(),
            expected
        );
    }
}

#[test]
fn division_undoes_multiplication() {
    let x = Quadratic::sqrt(3)
        .unwrap()
        .binary(BinaryOp::Add, Quadratic::int(2))
        .unwrap();
    let one = x.binary(BinaryOp::Div, x).unwrap();
    assert_eq!(one, Quadratic::int(1));
    assert_eq!(
        x.binary(BinaryOp::Div, Quadratic::int(0)),
        Err(ArithmeticError::Zero)
    );
}
