//! The perfect index is compared with enumeration. On random states with random conditions every
//! position has one index, and indices are in lexicographic order. If the conditions are counted
//! completely, every index is a position.

use base::budget::Budget;
use base::text::Lang;
use facts::totals::SlotRanges;
use fastrand::Rng;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;
use tablebase::index::{IndexError, PositionConditions, PositionIndex};

/// Returns a condition on cells a[1..n] and a number w. The last two conditions have forms that the
/// index does not count.
fn random_condition(rng: &mut Rng, n: i64, high: i64) -> String {
    let (i, j) = (rng.i64(1..=n), rng.i64(1..=n));
    let op = ["<", "<=", "==", "!=", ">=", ">"][rng.usize(0..6)];
    match rng.u8(0..12) {
        0 => format!("total(a[t] for t in 1..{n}) {op} {}", rng.i64(0..n * high)),
        1 => format!(
            "total(if a[t] == {} then 1 else 0 for t in 1..{n}) {op} {}",
            rng.i64(0..=high),
            rng.i64(0..=n)
        ),
        2 => format!("all(a[t] >= a[t+1] for t in 1..{})", n - 1),
        3 => format!("all(a[t] <= a[t+1] for t in 1..{})", n - 1),
        4 => format!("all(a[s] != a[t] or a[s] == 0 for s in 1..{n}, t in 1..{n} when s < t)"),
        5 => "w < 2 ** a[1]".to_owned(),
        6 => format!("popcount(w) {op} a[{i}]"),
        7 => format!(
            "a[{i}] * a[{i}] - 2 * a[{j}] + w {op} {} and w % 2 == {}",
            rng.i64(0..6),
            rng.i64(0..2)
        ),
        8 => format!("a[{i}] {op} a[{j}]"),
        9 => format!(
            "3 * total(t * a[t] for t in 1..{n}) - (w + 1) {op} {}",
            rng.i64(0..20)
        ),
        10 => format!(
            "(total(a[t] for t in 1..{n}) + w) % 3 {op} {}",
            rng.i64(0..3)
        ),
        _ => format!("max(a[t] for t in 1..{n}) {op} w"),
    }
}

fn random_state(rng: &mut Rng) -> (String, Vec<(Int, Int)>) {
    let (n, high, top) = (rng.i64(2..=4), rng.i64(1..=3), rng.i64(0..=5));
    let alike = rng.u8(0..4) == 0;
    let in_part = if rng.u8(0..3) == 0 {
        " unordered a"
    } else {
        ""
    };
    let state = match alike {
        true => format!("state a[1..{n}] in 0..{high}, w in 0..{high} unordered"),
        false => format!("state a[1..{n}] in 0..{high}, w in -1..{top}{in_part}"),
    };
    let mut ranges = vec![(0, high); n as usize];
    ranges.push(if alike { (0, high) } else { (-1, top) });
    let requires: Vec<String> = (0..rng.usize(0..=3))
        .map(|_| format!("require {}", random_condition(rng, n, high)))
        .collect();
    let requires = requires
        .join("\n")
        .replace("w < 2 **", if alike { "w <= 2 **" } else { "w < 2 **" })
        .replace("popcount(w)", "popcount(max(w, 0))");
    (
        format!("game A {{ {state} {requires} move : nothing }}"),
        ranges,
    )
}

fn world(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("a.game", text)
        .unwrap_or_else(|refusal| panic!("{text}: {}", refusal.render(Lang::En, false)));
    let game = world.instantiate("A", vec![]).unwrap();
    (world, game)
}

/// Returns every row of numbers in the given ranges in lexicographic order.
fn every(ranges: &[(Int, Int)]) -> Vec<Vec<Int>> {
    ranges.iter().fold(vec![Vec::new()], |rows, &(low, high)| {
        let longer = |row: &Vec<Int>, n: Int| row.iter().copied().chain([n]).collect();
        rows.iter()
            .flat_map(|row| (low..=high).map(move |n| longer(row, n)))
            .collect()
    })
}

/// Returns the positions within ranges.
fn positions(world: &World, game: GameId, ranges: &[(Int, Int)]) -> Vec<Vec<Int>> {
    let budget = Budget::generous();
    let sorted = |row: &Vec<Int>| {
        let mut canonical = row.clone();
        world.rules(game).canonicalise(&mut canonical);
        canonical == *row
    };
    every(ranges)
        .into_iter()
        .filter(|row| sorted(row) && world.contains(game, row, &budget).unwrap())
        .collect()
}

/// Checks that an index contains the given positions in order, and no other positions if the index
/// is complete.
fn holds(index: &PositionIndex, expected: &[Vec<Int>], ranges: &[(Int, Int)], text: &str) {
    let places: Vec<u64> = expected
        .iter()
        .map(|row| {
            index
                .place(row)
                .unwrap_or_else(|| panic!("{row:?} of {text}"))
        })
        .collect();
    assert!(places.is_sorted_by(|a, b| a < b), "{places:?} of {text}");
    if index.is_whole() {
        assert_eq!(index.size(), expected.len() as u64, "{text}");
    }
    let mut slots = vec![0; ranges.len()];
    let mut walk = index.walk(0);
    for place in 0..index.size() {
        index.position(place, &mut slots);
        assert_eq!(index.place(&slots), Some(place), "{slots:?} of {text}");
        assert_eq!(walk.here(), Some((place, &slots[..])), "{text}");
        walk.advance();
    }
    assert_eq!(walk.here(), None, "{text}");
    let from = index.size() / 2;
    assert_eq!(
        index.walk(from).here().map(|(place, _)| place),
        (from < index.size()).then_some(from)
    );
    for row in every(
        &ranges
            .iter()
            .map(|(low, high)| (low - 1, high + 1))
            .collect::<Vec<_>>(),
    )
    .iter()
    .step_by(7)
    {
        if let Some(place) = index.place(row) {
            index.position(place, &mut slots);
            assert_eq!(slots, *row, "{text}");
        }
    }
}

#[test]
fn places_are_in_the_order_of_the_numbers() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(24);
    let (mut whole, mut with_holes, mut empty, mut levels) = (0, 0, 0, 0);
    for _ in 0..testkit::rounds(400, 15_000) {
        let (text, ranges) = random_state(&mut rng);
        let (world, game) = world(&text);
        let expected = positions(&world, game, &ranges);
        let ir = world.rules(game).game().unwrap();
        let index = PositionIndex::build(ir, &ranges, &budget).unwrap();
        if index.is_whole() {
            whole += 1
        } else {
            with_holes += 1
        }
        empty += usize::from(expected.is_empty());
        holds(&index, &expected, &ranges, &text);

        // For each level of a total, the index of the positions of this level passes the test too.
        let (lows, highs) = ranges.iter().copied().unzip();
        let read = SlotRanges::new(ir, lows, highs);
        let weights: Vec<Int> = ranges.iter().map(|_| rng.i64(-1..=2)).collect();
        let sum = |row: &[Int]| {
            row.iter()
                .zip(&weights)
                .map(|(n, w)| n * w * n)
                .sum::<Int>()
        };
        let mut total = facts::totals::Total::default();
        for (slot, (&(low, high), weight)) in ranges.iter().zip(&weights).enumerate() {
            total
                .tables
                .insert(slot, (low..=high).map(|n| n * weight * n).collect());
        }
        let conditions = PositionConditions::new(ir, &read);
        for level in expected.iter().step_by(5).map(|row| sum(row)) {
            let index = PositionIndex::new(&conditions.at_level(&total, level), &budget).unwrap();
            let here: Vec<Vec<Int>> = expected
                .iter()
                .filter(|row| sum(row) == level)
                .cloned()
                .collect();
            holds(&index, &here, &ranges, &format!("level {level} of {text}"));
            levels += 1;
        }
    }
    assert!(
        whole > 180 && with_holes > 25 && empty > 5 && levels > 500,
        "{whole} {with_holes} {empty} {levels}"
    );
}

/// Returns the number of positions of a complete index, and the number of nodes.
fn size(text: &str, ranges: &[(Int, Int)]) -> (u64, usize) {
    let (world, game) = world(text);
    let index = PositionIndex::build(
        world.rules(game).game().unwrap(),
        ranges,
        &Budget::generous(),
    )
    .unwrap();
    assert!(index.is_whole(), "{text}");
    (index.size(), index.nodes())
}

#[test]
fn large_spaces_have_few_nodes() {
    // The slots are the cells of tokens in non-increasing order, and no two tokens share a cell
    // except at home. Conditions on pairs that other conditions imply are omitted.
    let tokens = "game A { state p[1..4] in 0..60 unordered require all(p[s] != p[t] or p[s] == 0 for s in 1..4, t in 1..4 when s < t) move : nothing }";
    // The positions with k tokens away from home, for k up to 4: 1 + 60 + 60·59/2 + …
    let (positions, nodes) = size(tokens, &[(0, 60); 4]);
    assert_eq!(positions, 1 + 60 + 1770 + 34_220 + 487_635);
    assert!(nodes < 250, "{nodes}");
    let (positions, nodes) = size(
        "game A { state r[1..18] in 0..18 require all(r[t] >= r[t+1] for t in 1..17) move : nothing }",
        &[(0, 18); 18],
    );
    assert_eq!(positions, 9_075_135_300);
    assert!(nodes < 400, "{nodes}");
    // 17 of 25 cells are occupied, each by one of two players.
    let cells = "game A { state c[1..25] in 0..2 require total(if c[t] != 0 then 1 else 0 for t in 1..25) == 17 move : nothing }";
    let (positions, nodes) = size(cells, &[(0, 2); 25]);
    assert_eq!(positions, 1_081_575 << 17);
    assert!(nodes < 250, "{nodes}");
}

#[test]
fn what_is_too_large_is_refused() {
    let budget = Budget::generous();
    for (text, ranges, why) in [
        (
            "game A { state a in 0.., b in 0.. move : nothing }",
            vec![(0, 1 << 40), (0, 1)],
            "`a` has more than",
        ),
        (
            "game A { state a[1..10] in 0..1000 require total(t * t * a[t] for t in 1..10) == 50000 move : nothing }",
            vec![(0, 1000); 10],
            "nodes",
        ),
        (
            "game A { state a[1..80] in 0..99 move : nothing }",
            vec![(0, 99); 80],
            "2^64",
        ),
    ] {
        let (world, game) = world(text);
        match PositionIndex::build(world.rules(game).game().unwrap(), &ranges, &budget) {
            Err(IndexError::Declined(text)) => assert!(text.en.contains(why), "{}", text.en),
            other => panic!("{text}: {other:?}"),
        }
    }
}
