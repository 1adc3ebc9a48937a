//! Rows of pieces that keep their order, solved by the parity of the length of play, and compared
//! with search. The rules of the tested games are random pushes of pieces.

use base::budget::Budget;
use engines::engine::{AccessPattern, Engine, EngineOptions, ValueTask};
use engines::fixed_parity::FixedParityEngine;
use engines::oracle::{EngineError, GrundyOracle};
use engines::search::{ComponentSearch, OptionOrder};
use fastrand::Rng;
use rules::game::OptionArena;
use theory::value::Grundy;

use crate::case::Case;

fn oracle(case: &Case) -> Result<Box<dyn GrundyOracle>, String> {
    let (means, budget) = (EngineOptions::default(), Budget::generous());
    let tops: Vec<i64> = case
        .world
        .rules(case.game)
        .slots()
        .iter()
        .map(|slot| slot.high.expect("a cell has few values"))
        .collect();
    let task = ValueTask::new(
        &case.world,
        case.game,
        Some(&case.facts),
        &tops,
        AccessPattern::Positions,
        &means,
        &budget,
    );
    match FixedParityEngine.values(&task) {
        Ok((_, oracle)) => Ok(oracle),
        Err(error) => Err(error.text().en),
    }
}

/// Returns a rule that replaces `before` by `after` on consecutive cells, anywhere in the row.
fn rule(cells: usize, before: &[i64], after: &[i64], low: i64) -> String {
    let at = |offset: usize| {
        if offset == 0 {
            "c[i]".to_owned()
        } else {
            format!("c[i + {offset}]")
        }
    };
    let asks: Vec<String> = before
        .iter()
        .enumerate()
        .map(|(offset, value)| format!("{} == {}", at(offset), value + low))
        .collect();
    let changed = (0..before.len()).filter(|&offset| before[offset] != after[offset]);
    let writes: Vec<String> = changed
        .map(|offset| format!("{} = {}", at(offset), after[offset] + low))
        .collect();
    let last = cells + 1 - before.len();
    format!(
        " move i in 1..{last} when {} : {{ {} }}",
        asks.join(" and "),
        writes.join(", ")
    )
}

fn game(cells: usize, (low, kinds): (i64, i64), rules: &[(Vec<i64>, Vec<i64>)]) -> String {
    let rules: String = rules
        .iter()
        .map(|(before, after)| rule(cells, before, after, low))
        .collect();
    format!(
        "game G {{ state c[1..{cells}] in {low}..{}{rules} }}",
        low + kinds
    )
}

/// Returns pushes of pieces of a few kinds; each kind mostly moves in one direction.
fn pushes(rng: &mut Rng, kinds: i64) -> Vec<(Vec<i64>, Vec<i64>)> {
    let right: Vec<bool> = (0..=kinds).map(|_| rng.bool()).collect();
    (0..rng.usize(1..=3))
        .map(|_| {
            // One or two consecutive pieces, with free cells before or after the pieces.
            let mut pieces: Vec<i64> = vec![rng.i64(1..=kinds)];
            if rng.u32(..3) == 0 {
                pieces.push(if rng.bool() {
                    pieces[0]
                } else {
                    rng.i64(1..=kinds)
                });
            }
            let free = vec![0; [1, 1, 1, 3, 2][rng.usize(..5)]];
            let (mut before, mut after) =
                ([&pieces[..], &free].concat(), [&free[..], &pieces].concat());
            // The pushed piece is next to a piece that does not move.
            if rng.u32(..4) == 0 {
                let beside = rng.i64(0..=kinds);
                before.push(beside);
                after.push(beside);
            }
            if right[pieces[0] as usize] != (rng.u32(..12) == 0) {
                (before, after)
            } else {
                (after, before)
            }
        })
        .collect()
}

#[test]
fn rows_of_pieces_have_the_values_of_the_search() {
    let budget = Budget::generous();
    let (mut taken, mut compared, mut searched) = (0, 0, 0);
    for seed in 0..testkit::rounds(120, 1_500) {
        let mut rng = Rng::with_seed(seed);
        let (cells, kinds, low) = (
            rng.usize(4..=9),
            rng.i64(1..=3),
            [0, 0, -2, 5][rng.usize(..4)],
        );
        let case = Case::new(&game(cells, (low, kinds), &pushes(&mut rng, kinds)));
        let Ok(mut oracle) = oracle(&case) else {
            continue;
        };
        taken += 1;
        let mut search = ComponentSearch::new(OptionOrder::Written);
        for _ in 0..12 {
            let dense = rng.u32(1..4);
            let cell = |_| {
                low + if rng.u32(..4) < dense {
                    0
                } else {
                    rng.i64(0..=kinds)
                }
            };
            let slots: Vec<i64> = (0..cells).map(cell).collect();
            let expected = search
                .grundy(&case.world, case.game, &slots, &budget)
                .expect("play ends");
            match oracle.grundy(&case.world, case.game, &slots, &budget) {
                Ok(value) => assert_eq!(value, expected, "{slots:?}\n{}", case.text),
                Err(why) => panic!("{why:?} at {slots:?}\n{}", case.text),
            }
            compared += 1;
        }
        searched += oracle.stats().positions;
    }
    println!("{taken} games, {compared} positions, {searched} parts searched");
    assert!(
        taken > testkit::rounds(40, 450) && searched > testkit::rounds(40, 400),
        "{taken} {searched}"
    );
}

/// Elephants move right and rhinos move left, one step at a time.
fn elephants_and_rhinos(cells: usize) -> Case {
    Case::new(&game(
        cells,
        (0, 2),
        &[(vec![1, 0], vec![0, 1]), (vec![0, 2], vec![2, 0])],
    ))
}

/// Returns the length of a random play.
fn played(case: &Case, slots: &[i64], rng: &mut Rng) -> u64 {
    let (mut at, mut length, mut options) = (slots.to_vec(), 0, OptionArena::new());
    loop {
        case.world
            .options(case.game, &at, &mut options, &Budget::generous())
            .expect("no fault");
        let all: Vec<Vec<i64>> = options
            .iter()
            .filter_map(|option| Some(option.components().next()?.1.to_vec()))
            .collect();
        if all.is_empty() {
            return length;
        }
        at.clone_from(&all[rng.usize(..all.len())]);
        length += 1;
    }
}

/// If every group of pieces that meet has an even number of pieces, the lengths of all plays are
/// odd, or all lengths are even.
#[test]
fn elephants_and_rhinos_in_a_row_of_40() {
    let budget = Budget::generous();
    let case = elephants_and_rhinos(40);
    let mut oracle = oracle(&case).expect("they keep their order");
    let mut rng = Rng::with_seed(40);
    for _ in 0..20 {
        // The row has 14 pieces: rhinos, then three groups, then elephants. In each group, the
        // number of rhinos equals the number of elephants, or exceeds it by two.
        let mut pieces = vec![2];
        for (elephants, rhinos) in [(2, 2), (1, 3), (2, 2)] {
            pieces.extend(vec![1; elephants]);
            pieces.extend(vec![2; rhinos]);
        }
        pieces.push(1);
        let mut places: Vec<usize> = (0..40).collect();
        rng.shuffle(&mut places);
        places.truncate(pieces.len());
        places.sort_unstable();
        let mut slots = vec![0; 40];
        places
            .iter()
            .zip(&pieces)
            .for_each(|(&place, &piece)| slots[place] = piece);
        let value = oracle
            .grundy(&case.world, case.game, &slots, &budget)
            .expect("it is told at once");
        for _ in 0..5 {
            assert_eq!(
                value,
                Grundy::nimber(played(&case, &slots, &mut rng) % 2).unwrap(),
                "{slots:?}"
            );
        }
    }
    assert_eq!(oracle.stats().positions, 0, "nothing was searched");
}

/// If an elephant and two rhinos meet, plays of both parities are possible. Only the part with
/// plays of both parities is searched.
#[test]
fn parts_without_a_parity_are_searched() {
    let budget = Budget::generous();
    let case = elephants_and_rhinos(40);
    let mut oracle = oracle(&case).expect("they keep their order");
    let mut slots = vec![0; 40];
    for (place, piece) in [
        (3, 1),
        (9, 2),
        (10, 2),
        (14, 1),
        (20, 2),
        (25, 1),
        (26, 1),
        (30, 2),
        (35, 2),
    ] {
        slots[place] = piece;
    }
    let value = oracle
        .grundy(&case.world, case.game, &slots, &budget)
        .expect("it is told");
    assert!(
        (1..100_000).contains(&oracle.stats().positions),
        "{}",
        oracle.stats().positions
    );
    let alone = elephants_and_rhinos(14);
    let mut search = ComponentSearch::new(OptionOrder::Written);
    let mut part = vec![0; 14];
    part[..11].copy_from_slice(&slots[3..14]);
    let first = search
        .grundy(&alone.world, alone.game, &part, &budget)
        .unwrap()
        .as_nimber()
        .unwrap();
    // The second part has an elephant and a rhino with five cells between them. All plays of the
    // second part have 5 moves, an odd number. The third part has two elephants and two rhinos. In
    // the third part, the last rhino catches up by four cells, and two pieces cross each of three
    // cells. Hence all plays of the third part have 10 moves.
    let others = 1;
    assert_eq!(value, Grundy::nimber(first ^ others).unwrap());
}

#[test]
fn what_is_no_row_of_pieces_that_keep_their_order() {
    let row = |rules: &str| {
        oracle(&Case::new(&format!(
            "game G {{ state c[1..6] in 0..2 {rules} }}"
        )))
        .map(|_| ())
    };
    let right = "move i in 1..5 when c[i] == 1 and c[i + 1] == 0 : { c[i] = 0, c[i + 1] = 1 }";
    assert_eq!(row(right), Ok(()));
    for rules in [
        // In the first games, pieces move back, move by two cells, move past another piece, are
        // changed or are taken. The last games have a goal, a trap, a requirement, `strict`, or a
        // move that leaves no component.
        &format!(
            "{right} move i in 1..5 when c[i] == 0 and c[i + 1] == 1 : {{ c[i] = 1, c[i + 1] = 0 }}"
        ),
        "move i in 1..4 when c[i] == 1 and c[i + 1] == 0 and c[i + 2] == 0 : { c[i] = 0, c[i + 2] = 1 }",
        "move i in 1..4 when c[i] == 1 and c[i + 2] == 0 : { c[i] = 0, c[i + 2] = 1 }",
        "move i in 1..5 when c[i] == 1 and c[i + 1] == 2 : { c[i] = 2, c[i + 1] = 1 } move i in 1..6 when c[i] == 1 : { c[i] = 0 }",
        "move i in 1..6 when c[i] == 2 : { c[i] = 1 }",
        "move i in 1..6 when c[i] == 2 : { c[i] = 0 }",
        &format!("{right} goal c[6] == 1"),
        &format!("{right} trap c[6] == 1"),
        &format!("{right} require c[1] < 2"),
        &format!("{right} strict"),
        "move i in 1..5 when c[i] == 1 and c[i + 1] == 0 : { c[i] = 0, c[i + 1] = 1 } move i in 1..6 when c[i] == 2 : nothing",
    ] {
        assert!(row(rules).is_err(), "{rules}");
    }
}

/// A stopped search leaves no partial results.
#[test]
fn a_budget_that_ends() {
    let case = elephants_and_rhinos(40);
    let mut oracle = oracle(&case).expect("they keep their order");
    let mut slots = vec![0; 40];
    for (place, piece) in [(0, 1), (1, 1), (2, 1), (30, 2), (35, 2)] {
        slots[place] = piece;
    }
    let budget = Budget::generous();
    let (stopped, cut) = budget.stepped(1_000, |budget| {
        oracle.grundy(&case.world, case.game, &slots, budget)
    });
    assert!(
        matches!(stopped, Err(EngineError::Fault(_))) && cut,
        "{stopped:?}"
    );
}
