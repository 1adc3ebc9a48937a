//! Tests of codes with a proved period. Values and moves are compared with the definition on rows
//! of pins, and a move to a given value is found whenever a move exists.

use base::budget::Budget;
use heap::code::HeapCode;
use heap::periodic::PeriodicCode;

fn kayles() -> HeapCode {
    HeapCode::of_digits(&[0, 7, 7]).unwrap()
}

fn values(code: &HeapCode, to: usize) -> Vec<u32> {
    let mut table = heap::table::HeapTable::new(code, false);
    table.advance(to, &Budget::generous()).unwrap();
    (0..to).map(|n| table.get(n).unwrap()).collect()
}

/// Returns the values of Kayles for rows of up to `last` pins, by the definition on sets of pins: a
/// move takes one pin or two adjacent pins.
fn by_pins(last: usize) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0];
    for pins in 1..1usize << last {
        let taken = (0..last)
            .flat_map(|i| [1 << i, 3 << i])
            .filter(|taken| pins & taken == *taken);
        values.push(nimber::mex(taken.map(|taken| values[pins ^ taken])));
    }
    (0..=last).map(|n| values[(1 << n) - 1]).collect()
}

/// Tests the recurrence of Kayles with its correct ranges, 0 ≤ i ≤ n - 1 and 0 ≤ i ≤ n - 2. In
/// section 4.4.2 of seed 000, i ranges from 1 to n in both unions, although n - 1 - i and n - 2 - i
/// become negative.
#[test]
fn the_kayles_recurrence_with_its_right_ranges() {
    let found: Vec<u64> = values(&kayles(), 100).into_iter().map(u64::from).collect();
    assert_eq!(found[..13], by_pins(12));
    let mut expected: Vec<u64> = Vec::new();
    for n in 0..100usize {
        let one = (0..n).map(|i| (i, n - 1 - i));
        let two = (0..n.max(1) - 1).map(|i| (i, n - 2 - i));
        expected.push(nimber::mex(
            one.chain(two).map(|(i, j)| expected[i] ^ expected[j]),
        ));
    }
    assert_eq!(found, expected);
    assert_eq!(found[..6], [0, 1, 2, 3, 1, 4]);
}

#[test]
fn periods_are_proved_and_hold() {
    let budget = Budget::generous();
    for (digits, from, length) in [
        (&[0, 7u64, 7][..], 71, 12),
        (&[0, 0, 7], 53, 34),
        (&[0, 3, 3, 3], 0, 4),
        (&[0, 7], 0, 2),
    ] {
        let code = HeapCode::of_digits(digits).unwrap();
        let game = PeriodicCode::compute(&code, 2000, &budget)
            .unwrap()
            .unwrap();
        assert_eq!(
            (game.period().preperiod, game.period().period),
            (from, length),
            "{digits:?}"
        );
        assert!(
            (0..)
                .zip(values(&code, 700))
                .all(|(n, value)| game.value(n) == u64::from(value)),
            "{digits:?}"
        );
    }
    let prefix =
        |count| PeriodicCode::from_values(&kayles(), values(&kayles(), count), &budget).unwrap();
    assert!(prefix(167).is_none(), "a row too few");
    assert!(prefix(168).is_some());
    assert!(
        PeriodicCode::compute(&HeapCode::of_digits(&[0, 0, 0, 7]).unwrap(), 300, &budget)
            .unwrap()
            .is_none()
    );
}

#[test]
fn one_move_is_found_wherever_there_is_any() {
    let budget = Budget::generous();
    for digits in [
        &[0, 7u64, 7][..],
        &[0, 0, 7],
        &[0, 3, 3],
        &[0, 4, 5, 1],
        &[4, 1, 3],
    ] {
        let Some(game) =
            PeriodicCode::compute(&HeapCode::of_digits(digits).unwrap(), 600, &budget).unwrap()
        else {
            continue;
        };
        for tokens in (0..60).chain(150..170).chain(300..330) {
            for target in 0..12 {
                let mut moves = game.splits(tokens, tokens).flatten();
                let any =
                    moves.any(|(left, _, right)| game.value(left) ^ game.value(right) == target);
                assert_eq!(
                    game.move_to(tokens, target).is_some(),
                    any,
                    "{digits:?} {tokens} to {target}"
                );
            }
        }
    }
}
