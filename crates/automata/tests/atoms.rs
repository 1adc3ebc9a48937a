//! Compares atoms with integer arithmetic.

use std::cmp::Ordering;

use automata::{Automaton, LinearRelation, Track, atoms};
use base::budget::Budget;
use fastrand::Rng;

/// Compares an atom with a predicate on all pairs of numbers below `most`, and checks that leading
/// zeros are ignored.
fn compare(atom: &Automaton, most: u128, holds: impl Fn(u128, u128) -> bool) {
    for x in 0..most {
        for y in 0..most {
            assert_eq!(
                atom.accepts_numbers(&[(1, x), (2, y)]),
                holds(x, y),
                "{x} {y}"
            );
        }
    }
    // Atoms must ignore leading zeros.
    let mut node = atom.start();
    for _ in atom.tracks() {
        node = atom.next(node, 0);
    }
    assert_eq!(node, atom.start());
}

#[test]
fn linear_forms_are_those_of_integers() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(11);
    for round in 0..400 {
        let base = [2, 3, 4, 5, 6, 7, 9, 10, 16][round % 9];
        let factor = |rng: &mut Rng| rng.i128(-6..=6);
        let (a, b) = (factor(&mut rng), factor(&mut rng));
        let constant = if rng.bool() {
            rng.i128(-20..=20)
        } else {
            rng.i128(-300..=300)
        };
        let sum = |x: u128, y: u128| a * x as i128 + b * y as i128 + constant;
        // A track that occurs twice counts twice.
        let terms: &[(Track, i128)] = &[(2, b), (1, a - 1), (1, 1)];
        let equal = atoms::linear(base, terms, constant, LinearRelation::Equal, &budget).unwrap();
        compare(&equal, 30, |x, y| sum(x, y) == 0);
        let most = atoms::linear(base, terms, constant, LinearRelation::AtMost, &budget).unwrap();
        compare(&most, 30, |x, y| sum(x, y) <= 0);
        let modulus = rng.u64(1..=13);
        let multiple = atoms::congruence(base, terms, constant, modulus, &budget).unwrap();
        compare(&multiple, 30, |x, y| {
            sum(x, y).rem_euclid(i128::from(modulus)) == 0
        });
    }
}

#[test]
fn large_constants_cost_their_digits() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(12);
    for base in [2, 3, 10, 16] {
        let constant = -(10i128.pow(20) + 7);
        for relation in [LinearRelation::Equal, LinearRelation::AtMost] {
            let atom =
                atoms::linear(base, &[(1, 3), (2, -2)], constant, relation, &budget).unwrap();
            assert!(atom.states() < 1500, "{}", atom.states());
            for _ in 0..200 {
                let x = rng.u128(0..10u128.pow(20));
                let y = ((3 * x as i128 + constant) / 2 + rng.i128(-2..=2)).max(0) as u128;
                let sum = 3 * x as i128 - 2 * y as i128 + constant;
                let holds = if relation == LinearRelation::Equal {
                    sum == 0
                } else {
                    sum <= 0
                };
                assert_eq!(atom.accepts_numbers(&[(1, x), (2, y)]), holds);
            }
        }
    }
    assert!(
        atoms::linear(
            2,
            &[(1, i128::MAX), (2, i128::MIN)],
            0,
            LinearRelation::Equal,
            &budget
        )
        .is_err()
    );
    assert!(atoms::linear(2, &[(1, 1)], i128::MIN, LinearRelation::Equal, &budget).is_err());
    assert!(atoms::congruence(2, &[(1, 1)], 0, 0, &budget).is_err());
}

#[test]
fn atoms_of_digits_are_those_of_numbers() {
    let budget = Budget::generous();
    for base in [2u8, 3, 5] {
        let k = u128::from(base);
        let digits = |mut x: u128| {
            let mut list = Vec::new();
            while x > 0 {
                list.push((x % k) as u8);
                x /= k;
            }
            list
        };
        let power = |x: u128| (0..10).any(|i| k.pow(i) == x);
        compare(&atoms::power(base, 1, &budget).unwrap(), 100, |x, _| {
            power(x)
        });
        let low =
            |x: u128, y: u128| x > 0 && power(y) && x.is_multiple_of(y) && !x.is_multiple_of(y * k);
        compare(&atoms::lowest_power(base, 1, 2, &budget).unwrap(), 100, low);
        compare(
            &atoms::lowest_power(base, 2, 1, &budget).unwrap(),
            100,
            |x, y| low(y, x),
        );
        compare(
            &atoms::lowest_power(base, 2, 2, &budget).unwrap(),
            100,
            |_, y| power(y),
        );
        for order in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
            compare(
                &atoms::order(base, 1, 2, order, &budget).unwrap(),
                60,
                |x, y| x.cmp(&y) == order,
            );
            compare(
                &atoms::order(base, 2, 1, order, &budget).unwrap(),
                60,
                |x, y| y.cmp(&x) == order,
            );
        }
        for modulus in 1..4 {
            let sum =
                |x: u128| digits(x).iter().map(|&digit| u32::from(digit)).sum::<u32>() % modulus;
            compare(
                &atoms::digit_sum(base, 1, modulus, modulus + 1, &budget).unwrap(),
                100,
                |x, _| sum(x) == 1 % modulus,
            );
        }
        let number = |x: u128| digits(x).into_iter().rev().collect::<Vec<u8>>();
        for x in [0, 1, 5, 47] {
            let padded = [vec![0, 0], number(x)].concat();
            compare(
                &atoms::digits(base, 1, &padded, &budget).unwrap(),
                100,
                |y, _| x == y,
            );
        }
        let least = |x: u128, y: u128| {
            let (x, y) = (digits(x), digits(y));
            (0..x.len().max(y.len())).all(|i| x.get(i).unwrap_or(&0) <= y.get(i).unwrap_or(&0))
        };
        compare(
            &atoms::digitwise(base, &[1, 2], |d| d[0] <= d[1], &budget).unwrap(),
            60,
            least,
        );
        compare(
            &atoms::digitwise(base, &[2, 1, 2], |d| d[1] <= d[2], &budget).unwrap(),
            60,
            least,
        );
    }
    compare(
        &atoms::nim_sum(2, &[1, 2, 1, 1], &budget).unwrap(),
        60,
        |x, y| x == y,
    );
    compare(
        &atoms::nim_sum(2, &[1, 2, 2], &budget).unwrap(),
        60,
        |x, _| x == 0,
    );
    let three = atoms::nim_sum(2, &[3, 1, 2], &budget).unwrap();
    for x in 0..16 {
        for y in 0..16 {
            for z in 0..16 {
                assert_eq!(three.accepts_numbers(&[(1, x), (2, y), (3, z)]), x ^ y == z);
            }
        }
    }
}
