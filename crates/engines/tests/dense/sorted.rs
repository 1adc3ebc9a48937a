//! Tables of sorted positions.

use super::{Tally, compare};
use crate::boxes::facts_of;
use base::budget::Budget;
use engines::dense::{BoxShape, TableBox};
use fastrand::Rng;
use rules::world::World;

/// Tests boxes with sorted slots. Each sorted row has an index of its own, in the order in which
/// rows are visited, and other rows have no index.
#[test]
fn sorted_positions_are_numbered_one_after_the_other() {
    let mut rng = Rng::with_seed(41);
    for _ in 0..testkit::rounds(200, 2_000) {
        let slots = rng.usize(1..=5);
        let lows: Vec<i64> = (0..slots).map(|_| rng.i64(-2..=2)).collect();
        let highs = lows
            .iter()
            .map(|low| low + rng.i64(0..=5))
            .collect::<Vec<_>>();
        let shape = BoxShape {
            weights: vec![0; slots],
            most: 0,
            by_rows: true,
            unordered: 0..0,
            falling: 0..slots,
            ranked: true,
            lows: lows.clone(),
            highs: highs.clone(),
        };
        let space = TableBox::from_shape(shape.clone());
        assert_eq!(space.shape(), shape);
        let mut expected = 0;
        let mut at = lows.clone();
        // Visits every row of the box; the last slot varies fastest.
        'rows: loop {
            match at.is_sorted_by(|a, b| a >= b) {
                true => {
                    assert_eq!(
                        space.index(&at),
                        Some(expected),
                        "{at:?} of {lows:?} to {highs:?}"
                    );
                    expected += 1;
                }
                false => assert_eq!(space.index(&at), None, "{at:?}"),
            }
            for slot in (0..slots).rev() {
                if at[slot] < highs[slot] {
                    at[slot] += 1;
                    continue 'rows;
                }
                at[slot] = lows[slot];
            }
            break;
        }
        assert_eq!(space.size, expected);
    }
}

/// Compares tables of sorted positions with search: rows that must be non-increasing, unordered
/// heaps, and slots that grow while others shrink.
#[test]
fn tables_of_sorted_positions_hold_what_search_finds() {
    let chomp = "state r[1..5] in 0..4 require all(r[t] >= r[t+1] for t in 1..4)
        move i in 1..5, j in 1..r[i] when i + j > 2 : { r[t] = min(r[t], j - 1) for t in i..5 }";
    let sorted = "a in 0..4, b in 0..4, c in 0..4, d in 0..4";
    let cases = [
        (chomp.to_owned(), vec![4; 5]),
        (
            format!(
                "state {sorted} unordered move k in 1..2 : [a - k, b, c, d] move k in 1..3 : [a, b - k, c, d] move k in 1.. : [a, b, c, d - k]"
            ),
            vec![4; 4],
        ),
        (
            format!(
                "state {sorted} require a >= b and b >= c and c >= d move k in 1.. : [a, b, c, d - k] move k in 1..2 : [a - k, b, c, d] move : [a, b - 1, c, d]"
            ),
            vec![4; 4],
        ),
        // Tokens move to the next slot: the first slot decreases by more than the next slot
        // increases.
        (
            format!(
                "state {sorted} require a >= b and b >= c and c >= d move k in 1..3 : [a - 2 * k, b + k, c, d] move : [a, b - 2, c + 1, d] move : [a, b, c, d - 1]"
            ),
            vec![4; 4],
        ),
        (
            format!(
                "state {sorted} unordered goal a == b and b == c and c == 1 move k in 1..2 : [a - k, b, c, d] move : [a, b - 1, c - 1, d]"
            ),
            vec![4; 4],
        ),
        ("state h[1..4] in 1..6 unordered move k in 1..h[1] - 1 : { h[1] -= k } move k in 1..2 : { h[4] -= k }".to_owned(), vec![6; 4]),
    ];
    for (rules, tops) in cases {
        let mut world = World::empty();
        world
            .load("sorted.game", &format!("game G {{ {rules} }}"))
            .unwrap_or_else(|e| panic!("{rules}: {}", e.render(base::text::Lang::En, false)));
        let game = world.instantiate("G", Vec::new()).unwrap();
        let facts = facts_of(&world, game);
        assert!(facts.sorted || rules.contains("unordered"), "{rules}");
        let space = TableBox::around(&world, game, &facts, &tops, &Budget::generous()).unwrap();
        assert!(
            space.is_ranked() && space.size < 200,
            "{rules}: {} places",
            space.size
        );
        compare(&world, game, &facts, &tops, &mut Tally::default()).unwrap();
    }
}

/// Returns a game of rows that must be non-increasing. Some rules of the game always leave
/// non-increasing rows, and the results of all other rules must be tested.
fn falling_rows(rng: &mut Rng) -> String {
    const CHANGES: [&str; 10] = [
        "r[t] = min(r[t], j - 1) for t in i..N",
        "r[t] = min(r[t], j - 1) for t in 1..i",
        "r[t] = min(r[t], r[i] - j) for t in i..N",
        "r[t] = max(r[t] - j, 0) for t in i..N",
        "r[t] = max(min(r[t], j - 1), r[t] - 2) for t in i..N",
        "r[t] = if r[t] >= j then min(r[t], j - 1) else r[t] for t in i..N",
        "r[t] = if t % 2 == 0 then min(r[t], j - 1) else r[t] for t in i..N",
        "r[i] -= j",
        "r[t] -= j for t in 1..N",
        "r[i] = min(r[i], j - 1)",
    ];
    let rows = rng.usize(4..=5);
    let moves: Vec<String> = (0..rng.usize(1..=3))
        .map(|_| {
            let guard = if rng.bool() {
                format!(" when i + j > {}", rng.usize(2..5))
            } else {
                String::new()
            };
            let change = CHANGES[rng.usize(..CHANGES.len())].replace('N', &rows.to_string());
            format!("move i in 1..{rows}, j in 1..r[i]{guard} : {{ {change} }}\n")
        })
        .collect();
    let order = if rng.bool() {
        "all(r[t] >= r[t+1] for t in 1..N)"
    } else {
        "all(r[t+1] <= r[t] for t in 1..N)"
    };
    let order = order.replace('N', &(rows - 1).to_string());
    format!(
        "state r[1..{rows}] in 0..4\nrequire {order}\n{}",
        moves.concat()
    )
}

/// A requirement on a result is not tested if it follows from conditions that hold before the move.
/// Sums that options share are computed once. Neither the omission of tests nor the sharing of sums
/// changes the entries of tables.
#[test]
fn what_follows_from_the_position_is_not_tested() {
    let mut rng = Rng::with_seed(17);
    let (mut compared, mut spared) = (0, 0);
    for _ in 0..testkit::rounds(40, 1_000) {
        let rules = falling_rows(&mut rng);
        let mut world = World::empty();
        world
            .load("rows.game", &format!("game G {{ {rules} }}"))
            .unwrap_or_else(|e| panic!("{rules}: {}", e.render(base::text::Lang::En, false)));
        let game = world.instantiate("G", Vec::new()).unwrap();
        let facts = facts_of(&world, game);
        let tops = vec![4; world.rules(game).slots().len()];
        if let Ok(space) = TableBox::around(&world, game, &facts, &tops, &Budget::generous()) {
            spared += usize::from(space.is_ranked());
            compared +=
                usize::from(compare(&world, game, &facts, &tops, &mut Tally::default()).is_ok());
        }
    }
    assert!(
        compared > 20 && spared > 20,
        "{compared} tables, {spared} of them numbered"
    );
}
