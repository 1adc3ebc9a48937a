//! Wythoff's game.

use super::{expected_moves, open_heaps, told_moves};
use crate::case::Case;
use base::budget::Budget;
use fastrand::Rng;
use rules::ast::BinaryOp;
use rules::game::Outcome;
use rules::quadratic::Quadratic;
use testkit::take_away::{HeapRange, TakeAmounts, TakeAwayGame, TakeAwayWriter};

/// Returns Wythoff's game in a formulation that the seed selects, and the loaded game.
pub fn wythoff(seed: u64, heaps: &[HeapRange], unordered: bool) -> (TakeAwayGame, Case) {
    let mut writer = TakeAwayWriter::new(seed, heaps);
    [&[0][..], &[1], &[0, 1]]
        .iter()
        .for_each(|taken| writer.take(taken, &TakeAmounts::All));
    let written = writer.finish(unordered);
    let case = Case::new(&written.text);
    assert_eq!(case.first(), Some("wythoff"), "{}", written.text);
    (written, case)
}

#[test]
fn wythoff_is_true_up_to_120() {
    const SIDE: usize = 121;
    let mut lost = [[false; SIDE]; SIDE];
    for a in 0..SIDE {
        for b in 0..SIDE {
            let wins = (1..=a).any(|k| lost[a - k][b])
                || (1..=b).any(|k| lost[a][b - k])
                || (1..=a.min(b)).any(|k| lost[a - k][b - k]);
            lost[a][b] = !wins;
        }
    }
    for (seed, low, unordered) in [
        (1, 0, true),
        (2, 0, false),
        (3, 3, true),
        (4, -2, false),
        (5, 0, true),
        (6, 1, false),
    ] {
        let (written, case) = wythoff(seed, &[HeapRange { low, high: None }; 2], unordered);
        let (_, form) = &case.recognised()[0];
        for a in 0..SIDE {
            for b in 0..if unordered { a + 1 } else { SIDE } {
                let slots = [a as i64 + low, b as i64 + low];
                assert_eq!(
                    form.outcome(&slots, &Budget::generous()).unwrap() == Outcome::P,
                    lost[a][b],
                    "{a} {b}"
                );
                let good = |heaps: &[usize]| {
                    let left = |heap: usize, k: usize| {
                        if heaps.contains(&heap) {
                            [a, b][heap] - k
                        } else {
                            [a, b][heap]
                        }
                    };
                    let most = heaps
                        .iter()
                        .map(|&heap| [a, b][heap])
                        .min()
                        .expect("a rule takes from a heap");
                    (1..=most)
                        .filter(|&k| lost[left(0, k)][left(1, k)])
                        .map(|k| k as i64)
                        .collect()
                };
                let mut expected = expected_moves(&written, &slots, &[low; 2], &good);
                expected
                    .iter_mut()
                    .for_each(|(_, left)| case.world.rules(case.game).canonicalise(left));
                expected.sort_unstable();
                assert_eq!(
                    told_moves(&case, &**form, &slots, 0),
                    expected,
                    "{slots:?}\n{}",
                    case.text
                );
            }
        }
    }
}

/// Returns ⌊k·φ⌋, by exact arithmetic.
pub fn floor_phi(k: i64) -> i64 {
    Quadratic::PHI
        .binary(BinaryOp::Mul, Quadratic::int(k))
        .and_then(Quadratic::floor)
        .expect("the number is small enough")
}

/// Returns the heap that forms a P-position with the heap x. The index j with x = ⌊jφ⌋ or x =
/// ⌊jφ⌋ + j is searched near x/φ and x/φ².
fn partner(x: i64) -> i64 {
    if x == 0 {
        return 0;
    }
    let over_phi = |x: i64| {
        Quadratic::int(x)
            .binary(BinaryOp::Div, Quadratic::PHI)
            .and_then(Quadratic::floor)
            .expect("small enough")
    };
    let near = |j: i64| (j - 1).max(1)..=j + 2;
    let lower = near(over_phi(x))
        .find(|&j| floor_phi(j) == x)
        .map(|j| x + j);
    let upper = near(x - over_phi(x))
        .find(|&j| floor_phi(j) + j == x)
        .map(|j| x - j);
    assert!(lower.is_some() != upper.is_some(), "{x}");
    lower.or(upper).expect("one of them")
}

#[test]
fn wythoff_of_sixty_bits_gives_all_winning_moves_and_no_other() {
    let mut moves = [0; 4];
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let heaps = open_heaps(&mut rng, 2);
        let (written, case) = wythoff(seed, &heaps, false);
        let (_, form) = &case.recognised()[0];
        let lows = [heaps[0].low, heaps[1].low];
        for _ in 0..50 {
            let j = (rng.u64(..) >> rng.u32(5..40)) as i64;
            let lost = [floor_phi(j), floor_phi(j) + j];
            let [mut a, mut b] = match rng.u32(..5) {
                0 => lost,
                1 => [lost[0] + rng.i64(0..1 << 40), lost[1]],
                2 => [lost[0], lost[1] + rng.i64(0..1 << 40)],
                3 => [lost[0] + j / 3, lost[1] + j / 3],
                _ => [rng.i64(0..1 << 60), rng.i64(0..1 << 60)],
            };
            if rng.bool() {
                (a, b) = (b, a);
            }
            let slots = [a + lows[0], b + lows[1]];
            let is_lost = floor_phi((a - b).abs()) == a.min(b);
            assert_eq!(
                form.outcome(&slots, &Budget::generous()).unwrap() == Outcome::P,
                is_lost,
                "{a} {b}"
            );
            let good = |heaps: &[usize]| {
                let amount = match heaps {
                    [0] => a - partner(b),
                    [1] => b - partner(a),
                    _ => a.min(b) - floor_phi((a - b).abs()),
                };
                Vec::from_iter(Some(amount).filter(|amount| *amount > 0))
            };
            let expected = expected_moves(&written, &slots, &lows, &good);
            assert!(is_lost == expected.is_empty(), "{a} {b}");
            assert_eq!(
                told_moves(&case, &**form, &slots, 0),
                expected,
                "{slots:?}\n{}",
                case.text
            );
            moves[expected.len().min(3)] += 1;
        }
    }
    println!("positions with 0, 1, 2, 3 or more winning moves: {moves:?}");
    assert!(moves.iter().all(|&n| n > 100), "{moves:?}");
}
