//! Incorrect statements about heaps from the literature: each test shows the counterexample, and
//! the correct statement.

use base::budget::Budget;
use theorems::bachet::{self, winning_take};
use theorems::subtraction::period;

/// Returns values of a subtraction game by definition: the smallest value that no option has.
fn values(amounts: &[usize], size: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=size {
        let options = amounts
            .iter()
            .filter_map(|amount| values.get(n.checked_sub(*amount)?).copied());
        let value = nimber::mex(options);
        values.push(value);
    }
    values
}

/// A widely copied routine for Grundy values stores the amounts in f[1..m] but iterates from f[0] =
/// 0 on, so that each position is an option of itself. For {1, 3, 4} the copied routine prints a
/// sequence other than the correct one.
#[test]
fn an_amount_of_zero_is_no_move() {
    let template = |amounts: &[usize], size: usize| {
        let mut values = vec![0; size + 1];
        for n in 0..=size {
            // The entry f[0] = 0 comes before the amounts, so the routine marks the value of n
            // itself, which is still 0.
            let options: Vec<u64> = [0]
                .iter()
                .chain(amounts)
                .filter(|amount| **amount <= n)
                .map(|amount| values[n - amount])
                .collect();
            values[n] = if n == 0 { 0 } else { nimber::mex(options) };
        }
        values
    };
    let right = [0, 1, 0, 1, 2, 3, 2, 0, 1];
    assert_eq!(template(&[1, 3, 4], 8), [0, 1, 2, 1, 2, 3, 4, 3, 1]);
    assert_eq!(values(&[1, 3, 4], 8), right);
    let budget = Budget::generous();
    // A zero among the amounts is ignored, also as the end marker of a list.
    for set in [&[1, 3, 4][..], &[0, 1, 3, 4], &[4, 0, 3, 1, 0]] {
        let found = period(set, &budget).unwrap();
        assert_eq!((0..9).map(|n| found.value(n)).collect::<Vec<_>>(), right);
        let long = values(&[1, 3, 4], 300);
        assert!((0..=300).all(|n| found.value(n) == long[n as usize]));
    }
}

/// "With n ≤ m the first player wins Bash" is false for n = 0: there is no stone to take. The
/// criterion n mod (m + 1) is correct for all n.
#[test]
fn an_empty_pile_of_bash_is_lost() {
    for most in [1, 2, 3, 10, u64::MAX - 1, u64::MAX] {
        assert_eq!(winning_take(0, most), None, "at most {most}");
        assert_eq!(bachet::winning_take_of_big(&0u8.into(), &most.into()), None);
        assert_eq!(winning_take(1, most), Some(1));
        assert_eq!(winning_take(most, most), Some(most));
    }
    for most in 1..8usize {
        let amounts: Vec<usize> = (1..=most).collect();
        for (n, value) in values(&amounts, 40).into_iter().enumerate() {
            assert_eq!(
                winning_take(n as u64, most as u64).is_some(),
                value > 0,
                "{n}, at most {most}"
            );
        }
    }
}
