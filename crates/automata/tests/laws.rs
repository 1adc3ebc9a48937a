//! Complete proofs of laws from clauses written by hand. The games are Nim with three heaps,
//! staircase Nim, hyper knights, Kayles and Wythoff's game. Damaged laws must be refuted. With
//! `--nocapture` the time of each statement is printed.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Instant;

use automata::numeration::{Numeration, NumerationSystem};
use automata::{Automaton, CoverResult, LinearRelation, Track, atoms, conjunction, cover, none};
use base::budget::Budget;

use crate::cover::check;

/// Tracks for the value of the position, for a smaller value, and for the amount that a move takes.
const V: Track = 20;
const W: Track = 21;
const K: Track = 30;

/// A move: conditions on the slots and the choice, and the resulting components (the track of each
/// slot) with the tracks that they add.
struct Clause {
    conditions: Vec<Automaton>,
    components: Vec<Vec<Track>>,
}

fn linear(terms: &[(Track, i128)], constant: i128, relation: LinearRelation) -> Automaton {
    atoms::linear(2, terms, constant, relation, &Budget::generous()).unwrap()
}

/// Proves the statements of a law, or returns the first word for which a statement fails.
fn prove(
    name: &str,
    law: &Automaton,
    positions: &Automaton,
    clauses: &[Clause],
) -> Result<(), String> {
    let budget = Budget::generous();
    let from = Instant::now();
    let told = |what: &str| println!("{name}: {what} after {:?}", from.elapsed());
    let renamed = |slots: &[Track], value: Track| {
        law.renamed(
            |track| {
                if track == V {
                    value
                } else {
                    slots[track as usize]
                }
            },
            &budget,
        )
        .unwrap()
    };
    let own: Vec<Track> = law
        .tracks()
        .iter()
        .copied()
        .filter(|&track| track != V)
        .collect();
    // The law must give exactly one value for each position.
    let other = renamed(&own, W);
    let differ = atoms::order(2, V, W, Ordering::Equal, &budget)
        .unwrap()
        .complement();
    if let Some(word) = none(&[law, &other, &differ], &budget).unwrap() {
        return Err(format!("two values: {word:?}"));
    }
    match cover(positions, &[vec![law]], &budget).unwrap() {
        CoverResult::Holds(rows) => check(positions, &[vec![law]], &rows),
        CoverResult::Fails(word) => return Err(format!("no value: {word:?}")),
    }
    told("a function");
    // The atoms of the options that each clause yields.
    let mut left = Vec::new();
    for clause in clauses {
        let values: Vec<Track> = (60..).take(clause.components.len()).collect();
        let mut all = clause.conditions.clone();
        all.extend(
            clause
                .components
                .iter()
                .zip(&values)
                .map(|(slots, &value)| renamed(slots, value)),
        );
        let sum =
            |with: Track| atoms::nim_sum(2, &[&values[..], &[with]].concat(), &budget).unwrap();
        let mut same = all.clone();
        same.push(sum(V));
        same.push(law.clone());
        if let Some(word) = none(&same.iter().collect::<Vec<_>>(), &budget).unwrap() {
            return Err(format!("an option of the same value: {word:?}"));
        }
        all.push(sum(W));
        left.push(all);
    }
    told("no option has the value");
    let less = atoms::order(2, W, V, Ordering::Less, &budget).unwrap();
    let domain = law.and(&less, &budget).unwrap();
    let left: Vec<Vec<&Automaton>> = left.iter().map(|atoms| atoms.iter().collect()).collect();
    let covered = cover(&domain, &left, &budget).unwrap();
    told("cover");
    // The reference implementation of *cover*, by projection.
    let hidden: Vec<Track> = (0..100)
        .filter(|track| !domain.tracks().contains(track))
        .collect();
    let mut whole = Automaton::truth(2, false);
    for atoms in &left {
        whole = whole
            .or(&conjunction(atoms, &hidden, &budget).unwrap(), &budget)
            .unwrap();
    }
    let lacking = domain.minus(&whole, &budget).unwrap().witness();
    told("projection");
    match covered {
        CoverResult::Holds(rows) => {
            assert_eq!(lacking, None);
            println!(
                "{name}: {} rows, {} product states",
                rows.len(),
                rows.labels()
            );
            check(&domain, &left, &rows);
            Ok(())
        }
        CoverResult::Fails(word) => {
            assert_eq!(lacking.map(|word| word.letters()), Some(word.letters()));
            Err(format!("no option of a smaller value: {word:?}"))
        }
    }
}

fn nim(heaps: Track) -> Vec<Clause> {
    let clause = |heap: Track| {
        let taken = linear(&[(heap, 1), (K, -1), (40, -1)], 0, LinearRelation::Equal);
        let some = linear(&[(K, -1)], 1, LinearRelation::AtMost);
        let left = (0..heaps)
            .map(|other| if other == heap { 40 } else { other })
            .collect();
        Clause {
            conditions: vec![taken, some],
            components: vec![left],
        }
    };
    (0..heaps).map(clause).collect()
}

#[test]
fn nim_sums_are_the_values_of_nim() {
    let budget = Budget::generous();
    let law = atoms::nim_sum(2, &[0, 1, 2, V], &budget).unwrap();
    assert_eq!(
        prove("nim", &law, &Automaton::all(2, vec![0, 1, 2]), &nim(3)),
        Ok(())
    );
    let sum = linear(&[(0, 1), (1, 1), (2, 1), (V, -1)], 0, LinearRelation::Equal);
    assert!(prove("no nim", &sum, &Automaton::all(2, vec![0, 1, 2]), &nim(3)).is_err());
}

/// Returns the clauses of staircase Nim: the amount taken from a step goes to the step below it.
fn staircase(steps: Track) -> Vec<Clause> {
    let mut clauses = nim(steps);
    for (clause, step) in clauses.iter_mut().zip(0..).skip(1) {
        clause.conditions.push(linear(
            &[(step - 1, 1), (K, 1), (41, -1)],
            0,
            LinearRelation::Equal,
        ));
        clause.components[0][step as usize - 1] = 41;
    }
    clauses
}

#[test]
fn every_other_step_counts() {
    let budget = Budget::generous();
    for steps in [3, 6, 10] {
        let counted: Vec<Track> = (0..steps).step_by(2).chain([V]).collect();
        let law = atoms::nim_sum(2, &counted, &budget).unwrap();
        let law = law
            .and(&Automaton::all(2, (0..steps).chain([V]).collect()), &budget)
            .unwrap();
        let positions = Automaton::all(2, (0..steps).collect());
        assert_eq!(
            prove("staircase", &law, &positions, &staircase(steps)),
            Ok(())
        );
    }
}

const HYPER_KNIGHT: [(i64, i64); 6] = [(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)];

/// Returns the law that the blocks of a table suggest. Two prefixes are the same state if the
/// values that follow them within four digits are equal.
fn of_blocks(values: &[u8], side: usize) -> Automaton {
    let mut first: HashMap<Vec<u8>, (usize, usize)> = HashMap::new();
    let mut representative = |x: usize, y: usize| {
        let blocks = (0..5).flat_map(|depth| {
            let cells = (0..1 << depth).flat_map(move |i| (0..1 << depth).map(move |j| (i, j)));
            cells.map(move |(i, j)| values[((x << depth) + i) * side + (y << depth) + j])
        });
        *first.entry(blocks.collect()).or_insert((x, y))
    };
    let step = |&(x, y, v): &(usize, usize, u8), phase: usize, digit: u8| match phase {
        0 => (2 * x + usize::from(digit), y, v),
        1 => (x, 2 * y + usize::from(digit), v),
        _ => {
            let (x, y) = representative(x, y);
            (x, y, (2 * v + digit).min(16))
        }
    };
    let accepts = |&(x, y, v): &(usize, usize, u8)| values[x * side + y] == v;
    Automaton::build(
        2,
        vec![0, 1, V],
        (0, 0, 0),
        step,
        accepts,
        &Budget::generous(),
    )
    .unwrap()
}

#[test]
fn hyper_knights_have_an_automatic_law() {
    let side = 1 << 11;
    let mut values = vec![0u8; side * side];
    for sum in 0..2 * side - 1 {
        for x in sum.saturating_sub(side - 1)..=sum.min(side - 1) {
            let y = sum - x;
            let option = |&(a, b): &(i64, i64)| {
                let (x, y) = (
                    usize::try_from(x as i64 + a).ok()?,
                    usize::try_from(y as i64 + b).ok()?,
                );
                (x < side && y < side).then(|| values[x * side + y])
            };
            let options: Vec<u8> = HYPER_KNIGHT.iter().filter_map(option).collect();
            values[x * side + y] = (0..).find(|value| !options.contains(value)).unwrap();
        }
    }
    let law = of_blocks(&values, side);
    println!(
        "hyper knights: {} states, {} nodes",
        law.states(),
        law.nodes()
    );
    let clause = |&(a, b): &(i64, i64)| Clause {
        conditions: vec![
            linear(&[(0, 1), (40, -1)], a.into(), LinearRelation::Equal),
            linear(&[(1, 1), (41, -1)], b.into(), LinearRelation::Equal),
        ],
        components: vec![vec![40, 41]],
    };
    let clauses: Vec<Clause> = HYPER_KNIGHT.iter().map(clause).collect();
    assert_eq!(
        prove(
            "hyper knights",
            &law,
            &Automaton::all(2, vec![0, 1]),
            &clauses
        ),
        Ok(())
    );
}

/// Returns the clauses of Kayles: a move takes one or two pins from a row.
fn kayles() -> Vec<Clause> {
    let clause = |taken: i128| Clause {
        conditions: vec![linear(
            &[(40, 1), (41, 1), (0, -1)],
            taken,
            LinearRelation::Equal,
        )],
        components: vec![vec![40], vec![41]],
    };
    vec![clause(1), clause(2)]
}

/// Returns the law of values with period 12, starting at 72.
fn periodic(values: &[u64]) -> Automaton {
    let step = |&(row, value): &(u64, u64), phase: usize, digit: u8| {
        if phase == 1 {
            return (row, (2 * value + u64::from(digit)).min(16));
        }
        let row = 2 * row + u64::from(digit);
        (if row < 84 { row } else { 72 + row % 12 }, value)
    };
    Automaton::build(
        2,
        vec![0, V],
        (0, 0),
        step,
        |&(row, value)| values[row as usize] == value,
        &Budget::generous(),
    )
    .unwrap()
}

#[test]
fn kayles_has_period_12() {
    let mut values: Vec<u64> = Vec::new();
    for row in 0..84usize {
        let options = [1, 2].into_iter().filter(|&taken| taken <= row);
        let options =
            options.flat_map(|taken| (0..=row - taken).map(move |left| (left, row - taken - left)));
        let options: Vec<u64> = options.map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let law = periodic(&values);
    println!("kayles: {} states, {} nodes", law.states(), law.nodes());
    assert_eq!(
        prove("kayles", &law, &Automaton::all(2, vec![0]), &kayles()),
        Ok(())
    );
    for damage in [3, 9, 28, 71, 75] {
        let mut damaged = values.clone();
        damaged[damage] ^= 3;
        assert!(
            prove(
                "damaged",
                &periodic(&damaged),
                &Automaton::all(2, vec![0]),
                &kayles()
            )
            .is_err(),
            "row {damage}"
        );
    }
}

/// Returns the P-positions of Wythoff's game. In Fibonacci digits, the smaller pile ends with an
/// even number of zeros, and the larger pile has the same digits followed by another zero.
fn wythoff(fibonacci: &Numeration) -> Automaton {
    let budget = Budget::generous();
    // The state contains the last digit of the second pile, which must be the next digit of the
    // first pile. The state also contains whether the number of zeros at the end of the first pile
    // is odd, or `None` before the first 1.
    type Read = Option<(u8, Option<bool>)>;
    let step = |read: &Read, phase: usize, digit: u8| -> Read {
        let (last, odd) = (*read)?;
        if phase == 1 {
            return Some((digit, odd));
        }
        (last == digit).then_some((
            0,
            if digit == 1 {
                Some(false)
            } else {
                odd.map(|odd| !odd)
            },
        ))
    };
    let accepts = |read: &Read| matches!(read, Some((0, None | Some(false))));
    let half = Automaton::build(2, vec![0, 1], Some((0, None)), step, accepts, &budget).unwrap();
    let half = half
        .and(fibonacci.valid(), &budget)
        .unwrap()
        .and(&fibonacci.valid_on(1), &budget)
        .unwrap();
    half.or(&half.renamed(|track| 1 - track, &budget).unwrap(), &budget)
        .unwrap()
}

#[test]
fn wythoff_is_lost_at_the_golden_pairs() {
    let budget = Budget::generous();
    let from = Instant::now();
    let fibonacci = Numeration::from_system(NumerationSystem::Quadratic(1), &budget).unwrap();
    println!("fibonacci: {:?}", from.elapsed());
    let lost = wythoff(&fibonacci);
    assert_eq!(lost.states(), 8);
    let on = |x: Track, y: Track| {
        lost.renamed(|track| [x, y][track as usize], &budget)
            .unwrap()
    };
    let less = |x, y| atoms::order(2, x, y, Ordering::Less, &budget).unwrap();
    let sum = |x: Track, y: Track| {
        fibonacci
            .adder()
            .renamed(|track| [x, y, 50][track as usize], &budget)
            .unwrap()
    };
    let clauses = [
        vec![less(40, 0), fibonacci.valid_on(40), on(40, 1)],
        vec![less(41, 1), fibonacci.valid_on(41), on(0, 41)],
        vec![less(40, 0), less(41, 1), sum(0, 41), sum(40, 1), on(40, 41)],
    ];
    let clauses: Vec<Vec<&Automaton>> = clauses
        .iter()
        .map(|clause| clause.iter().collect())
        .collect();
    for clause in &clauses {
        assert_eq!(
            none(&[&clause[..], &[&lost]].concat(), &budget).unwrap(),
            None
        );
    }
    let positions = fibonacci
        .valid()
        .and(&fibonacci.valid_on(1), &budget)
        .unwrap();
    let won = positions.minus(&lost, &budget).unwrap();
    let covered = cover(&won, &clauses, &budget).unwrap();
    let rows = covered
        .rows()
        .expect("each other position has a lost option");
    println!(
        "wythoff: {} rows, {} product states after {:?}",
        rows.len(),
        rows.labels(),
        from.elapsed()
    );
    check(&won, &clauses, rows);
    // Without the moves on both piles, the game is another game, and the cover fails.
    assert!(matches!(
        cover(&won, &clauses[..2], &budget).unwrap(),
        CoverResult::Fails(_)
    ));
}
