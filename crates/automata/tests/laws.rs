//! Laws of games proved as a whole from clauses written by hand: Nim with three heaps, Kayles. Damaged laws are refuted where the
//! definition says so. With `--nocapture` it tells how long each statement takes.

use std::cmp::Ordering;
use std::time::Instant;

use automata::{Automaton, Cover, Relation, Track, atoms, conjunction, cover, none};
use base::budget::Budget;

use crate::cover::check;

/// The value of the position, a smaller one, and what a choice takes.
const V: Track = 20;
const W: Track = 21;
const K: Track = 30;

/// A move: conditions on slots and the choice, the components left (the name of each slot), the tracks they bring with them.
struct Clause {
    conditions: Vec<Automaton>,
    components: Vec<Vec<Track>>,
}

fn linear(terms: &[(Track, i128)], constant: i128, relation: Relation) -> Automaton {
    atoms::linear(2, terms, constant, relation, &Budget::generous()).unwrap()
}

/// The statements of a proof; the first word on which one fails.
fn prove(name: &str, law: &Automaton, positions: &Automaton, clauses: &[Clause]) -> Result<(), String> {
    let budget = Budget::generous();
    let from = Instant::now();
    let told = |what: &str| println!("{name}: {what} after {:?}", from.elapsed());
    let renamed =
        |slots: &[Track], value: Track| law.renamed(|track| if track == V { value } else { slots[track as usize] }, &budget).unwrap();
    let own: Vec<Track> = law.tracks().iter().copied().filter(|&track| track != V).collect();
    // A function.
    let other = renamed(&own, W);
    let differ = atoms::order(2, V, W, Ordering::Equal, &budget).unwrap().complement();
    if let Some(word) = none(&[law, &other, &differ], &budget).unwrap() {
        return Err(format!("two values: {word:?}"));
    }
    match cover(positions, &[vec![law]], &budget).unwrap() {
        Cover::Holds(rows) => check(positions, &[vec![law]], &rows),
        Cover::Fails(word) => return Err(format!("no value: {word:?}")),
    }
    told("a function");
    // What each clause leaves.
    let mut left = Vec::new();
    for clause in clauses {
        let values: Vec<Track> = (60..).take(clause.components.len()).collect();
        let mut all = clause.conditions.clone();
        all.extend(clause.components.iter().zip(&values).map(|(slots, &value)| renamed(slots, value)));
        let sum = |with: Track| atoms::nim_sum(2, &[&values[..], &[with]].concat(), &budget).unwrap();
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
    // The twin.
    let hidden: Vec<Track> = (0..100).filter(|track| !domain.tracks().contains(track)).collect();
    let mut whole = Automaton::truth(2, false);
    for atoms in &left {
        whole = whole.or(&conjunction(atoms, &hidden, &budget).unwrap(), &budget).unwrap();
    }
    let lacking = domain.minus(&whole, &budget).unwrap().witness();
    told("projection");
    match covered {
        Cover::Holds(rows) => {
            assert_eq!(lacking, None);
            println!("{name}: {} rows, {} product states", rows.len(), rows.labels());
            check(&domain, &left, &rows);
            Ok(())
        }
        Cover::Fails(word) => {
            assert_eq!(lacking.map(|word| word.letters()), Some(word.letters()));
            Err(format!("no option of a smaller value: {word:?}"))
        }
    }
}

fn nim(heaps: Track) -> Vec<Clause> {
    let clause = |heap: Track| {
        let taken = linear(&[(heap, 1), (K, -1), (40, -1)], 0, Relation::Equal);
        let some = linear(&[(K, -1)], 1, Relation::AtMost);
        let left = (0..heaps).map(|other| if other == heap { 40 } else { other }).collect();
        Clause { conditions: vec![taken, some], components: vec![left] }
    };
    (0..heaps).map(clause).collect()
}

#[test]
fn nim_sums_are_the_values_of_nim() {
    let budget = Budget::generous();
    let law = atoms::nim_sum(2, &[0, 1, 2, V], &budget).unwrap();
    assert_eq!(prove("nim", &law, &Automaton::all(2, vec![0, 1, 2]), &nim(3)), Ok(()));
    let sum = linear(&[(0, 1), (1, 1), (2, 1), (V, -1)], 0, Relation::Equal);
    assert!(prove("no nim", &sum, &Automaton::all(2, vec![0, 1, 2]), &nim(3)).is_err());
}

/// Pins to be taken one or two from a row.
fn kayles() -> Vec<Clause> {
    let clause = |taken: i128| Clause {
        conditions: vec![linear(&[(40, 1), (41, 1), (0, -1)], taken, Relation::Equal)],
        components: vec![vec![40], vec![41]],
    };
    vec![clause(1), clause(2)]
}

/// Values with period 12 from 72 on.
fn periodic(values: &[u64]) -> Automaton {
    let step = |&(row, value): &(u64, u64), phase: usize, digit: u8| {
        if phase == 1 {
            return (row, (2 * value + u64::from(digit)).min(16));
        }
        let row = 2 * row + u64::from(digit);
        (if row < 84 { row } else { 72 + row % 12 }, value)
    };
    Automaton::build(2, vec![0, V], (0, 0), step, |&(row, value)| values[row as usize] == value, &Budget::generous()).unwrap()
}

#[test]
fn kayles_has_period_12() {
    let mut values: Vec<u64> = Vec::new();
    for row in 0..84usize {
        let options = [1, 2].into_iter().filter(|&taken| taken <= row);
        let options = options.flat_map(|taken| (0..=row - taken).map(move |left| (left, row - taken - left)));
        let options: Vec<u64> = options.map(|(a, b)| values[a] ^ values[b]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    let law = periodic(&values);
    println!("kayles: {} states, {} nodes", law.states(), law.nodes());
    assert_eq!(prove("kayles", &law, &Automaton::all(2, vec![0]), &kayles()), Ok(()));
    for damage in [3, 9, 28, 71, 75] {
        let mut damaged = values.clone();
        damaged[damage] ^= 3;
        assert!(prove("damaged", &periodic(&damaged), &Automaton::all(2, vec![0]), &kayles()).is_err(), "row {damage}");
    }
}
