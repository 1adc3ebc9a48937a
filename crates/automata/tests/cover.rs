//! Tests the functions `none` and `cover` on random automata. The results are compared with
//! projection, and rows are checked as a proof checker would check them.

use std::collections::HashSet;

use automata::cover::SimulationRows;
use automata::{Automaton, CoverResult, LinearRelation, Track, atoms, conjunction, cover, none};
use base::budget::Budget;
use fastrand::Rng;

use crate::random::{accepts, automaton, tracks, zeros_first};

#[test]
fn a_conjunction_has_a_word_or_none() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(21);
    for _ in 0..300 {
        let count = rng.usize(1..4);
        let atoms: Vec<Automaton> = (0..count)
            .map(|_| {
                let tracks = tracks(&mut rng, 4, 3);
                automaton(&mut rng, 2, &tracks, 4)
            })
            .collect();
        let all: Vec<&Automaton> = atoms.iter().collect();
        let both = conjunction(&all, &[], &budget).unwrap();
        let word = none(&all, &budget).unwrap();
        assert_eq!(word.is_none(), both.is_empty());
        let Some(word) = word else { continue };
        assert_eq!(
            Some(word.letters()),
            both.witness().map(|word| word.letters())
        );
        let digits: Vec<(Track, Vec<u8>)> = word
            .tracks()
            .iter()
            .map(|&track| (track, word.digits(track).unwrap()))
            .collect();
        assert!(atoms.iter().all(|atom| accepts(atom, &digits)));
    }
}

/// Checks rows like a proof checker: the check uses only the given states, and computes no
/// closures.
pub fn check(domain: &Automaton, clauses: &[Vec<&Automaton>], rows: &SimulationRows) {
    let alive = |node: u32| {
        let mut seen = HashSet::from([node]);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if domain.accepts(node) {
                return true;
            }
            open.extend(
                (0..domain.base())
                    .map(|digit| domain.next(node, digit))
                    .filter(|&to| seen.insert(to)),
            );
        }
        false
    };
    assert_eq!(rows.is_empty(), !alive(0));
    if rows.is_empty() {
        return;
    }
    // All tracks of a letter of a clause, including the tracks of the domain.
    let places = |atoms: &[&Automaton]| {
        let mut tracks: Vec<Track> = atoms
            .iter()
            .flat_map(|atom| atom.tracks())
            .chain(domain.tracks())
            .copied()
            .collect();
        tracks.sort_unstable();
        tracks.dedup();
        tracks
    };
    let read = |atoms: &[&Automaton],
                states: HashSet<Vec<u32>>,
                track: Track,
                digits: &[u8]|
     -> HashSet<Vec<u32>> {
        let step = |state: &Vec<u32>, digit: u8| {
            let nodes = atoms.iter().zip(state);
            nodes
                .map(|(atom, &node)| {
                    if atom.tracks().contains(&track) {
                        atom.next(node, digit)
                    } else {
                        node
                    }
                })
                .collect()
        };
        states
            .iter()
            .flat_map(|state| digits.iter().map(move |&digit| (state, digit)))
            .map(|(state, digit)| step(state, digit))
            .collect()
    };
    let every: Vec<u8> = (0..domain.base()).collect();
    let mut leading: Vec<(usize, Vec<u32>)> = Vec::new();
    for (state, from) in rows.leading() {
        let atoms = &clauses[state.clause];
        if from == leading.len() {
            assert!(state.nodes.iter().all(|&node| node == 0));
        } else {
            assert_eq!(leading[from].0, state.clause);
            let mut states = HashSet::from([leading[from].1.clone()]);
            for track in places(atoms) {
                states = read(
                    atoms,
                    states,
                    track,
                    if domain.tracks().contains(&track) {
                        &[0]
                    } else {
                        &every
                    },
                );
            }
            assert!(
                states.contains(state.nodes),
                "a letter of zeros leads there"
            );
        }
        leading.push((state.clause, state.nodes.to_vec()));
    }
    assert_eq!(rows.node(0), 0);
    assert!(
        rows.states(0)
            .all(|state| leading.contains(&(state.clause, state.nodes.to_vec())))
    );
    for row in 0..rows.len() {
        let node = rows.node(row);
        if domain.accepts(node) {
            let accepted = |state: automata::cover::ProductState<'_>| {
                clauses[state.clause]
                    .iter()
                    .zip(state.nodes)
                    .all(|(atom, &node)| atom.accepts(node))
            };
            assert!(rows.states(row).any(accepted), "row {row}");
        }
        for digit in 0..domain.base() {
            let to = domain.next(node, digit);
            if domain.tracks().is_empty() || !alive(to) {
                assert_eq!(rows.next(row, digit), None);
                continue;
            }
            let after = rows
                .next(row, digit)
                .expect("a row for each digit with a future");
            assert_eq!(rows.node(after), to);
            let phase = domain.phase(node);
            for (clause, atoms) in clauses.iter().enumerate() {
                let mut states: HashSet<Vec<u32>> = rows
                    .states(row)
                    .filter(|state| state.clause == clause)
                    .map(|state| state.nodes.to_vec())
                    .collect();
                let before = if phase == 0 {
                    None
                } else {
                    Some(domain.tracks()[phase - 1])
                };
                let own = domain.tracks()[phase];
                let last = phase + 1 == domain.tracks().len();
                for track in places(atoms) {
                    if before.is_some_and(|before| track <= before) || (track > own && !last) {
                        continue;
                    }
                    states = read(
                        atoms,
                        states,
                        track,
                        if track == own {
                            std::slice::from_ref(&digit)
                        } else {
                            &every
                        },
                    );
                }
                let wanted = rows.states(after).filter(|state| state.clause == clause);
                wanted.for_each(|state| {
                    assert!(states.contains(state.nodes), "row {row}, digit {digit}")
                });
            }
        }
    }
}

#[test]
fn a_cover_is_what_projection_says() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(22);
    let (mut held, mut hidden_used) = (0, 0);
    for round in 0..600 {
        let base = 2 + u8::from(round % 5 == 0);
        let visible = tracks(&mut rng, 5, 2);
        let mut own = Vec::new();
        for _ in 0..rng.usize(0..4) {
            let clause: Vec<Automaton> = (0..rng.usize(1..3))
                .map(|_| {
                    let tracks = tracks(&mut rng, 5, 3);
                    let states = rng.usize(1..4);
                    let atom = zeros_first(&mut rng, base, &tracks, states);
                    // Complements of atoms accept large sets, so that some covers hold.
                    if rng.usize(0..3) > 0 {
                        atom.complement()
                    } else {
                        atom
                    }
                })
                .collect();
            own.push(clause);
        }
        let clauses: Vec<Vec<&Automaton>> =
            own.iter().map(|clause| clause.iter().collect()).collect();
        let mut domain = zeros_first(&mut rng, base, &visible, 3);
        let hidden: Vec<Track> = (0..5).filter(|track| !visible.contains(track)).collect();
        let mut whole = Automaton::truth(base, false);
        for clause in &clauses {
            let projected = conjunction(clause, &hidden, &budget).unwrap();
            whole = whole.or(&projected, &budget).unwrap();
        }
        if rng.bool() {
            domain = domain.and(&whole, &budget).unwrap();
        }
        let lacking = domain.minus(&whole, &budget).unwrap();
        match cover(&domain, &clauses, &budget).unwrap() {
            CoverResult::Holds(rows) => {
                assert!(lacking.is_empty(), "{:?}", lacking.witness());
                check(&domain, &clauses, &rows);
                held += usize::from(!rows.is_empty());
                hidden_used += usize::from(rows.leading().len() > 1);
            }
            CoverResult::Fails(word) => {
                let expected = lacking.witness().expect("a word is lacking");
                assert_eq!(word.letters(), expected.letters());
                let digits: Vec<(Track, Vec<u8>)> = word
                    .tracks()
                    .iter()
                    .map(|&track| (track, word.digits(track).unwrap()))
                    .collect();
                assert!(accepts(&domain, &digits) && !accepts(&whole, &digits));
            }
        }
    }
    assert!(held > 100 && hidden_used > 10, "{held} {hidden_used}");
}

#[test]
fn hidden_numbers_may_be_longer() {
    let budget = Budget::generous();
    for base in [2, 3, 10] {
        let sum = atoms::linear(
            base,
            &[(1, 1), (2, -1)],
            12_345,
            LinearRelation::Equal,
            &budget,
        )
        .unwrap();
        let domain = Automaton::all(base, vec![1]);
        let clauses = [vec![&sum]];
        let covered = cover(&domain, &clauses, &budget).unwrap();
        let rows = covered.rows().expect("a sum for each number");
        assert!(rows.leading().len() > 4);
        check(&domain, &clauses, rows);
        assert_eq!(conjunction(&[&sum], &[2], &budget).unwrap(), domain);
        // Not every number is a sum of the given form.
        let CoverResult::Fails(word) =
            cover(&Automaton::all(base, vec![2]), &clauses, &budget).unwrap()
        else {
            panic!("covered")
        };
        assert!(word.small(2).unwrap() < 12_345);
    }
}

/// A random linear relation: the terms, the constant, and the relation to zero.
struct Form(Vec<(Track, i128)>, i128, LinearRelation);

impl Form {
    fn random(rng: &mut Rng, tracks: &[Track]) -> Form {
        let terms = tracks
            .iter()
            .map(|&track| (track, rng.i128(-3..=3)))
            .collect();
        Form(
            terms,
            rng.i128(-6..=6),
            if rng.usize(0..3) == 0 {
                LinearRelation::Equal
            } else {
                LinearRelation::AtMost
            },
        )
    }

    fn holds(&self, numbers: &[i128]) -> bool {
        let sum = self
            .0
            .iter()
            .map(|&(track, factor)| factor * numbers[track as usize])
            .sum::<i128>()
            + self.1;
        if self.2 == LinearRelation::Equal {
            sum == 0
        } else {
            sum <= 0
        }
    }

    fn atom(&self, base: u8) -> Automaton {
        atoms::linear(base, &self.0, self.1, self.2, &Budget::generous()).unwrap()
    }
}

#[test]
fn covers_of_linear_forms_are_those_of_integers() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(23);
    let mut held = 0;
    for round in 0..300 {
        let base = [2, 2, 3, 10][round % 4];
        let domain: Vec<Form> = (0..rng.usize(1..3))
            .map(|_| Form::random(&mut rng, &[0, 2]))
            .collect();
        // The hidden number is bounded, so that all integers can be tried.
        let bound = Form(vec![(1, 1), (0, -2), (2, -1)], -6, LinearRelation::AtMost);
        let clause = |rng: &mut Rng| {
            let mut forms: Vec<Form> = (0..rng.usize(1..3))
                .map(|_| Form::random(rng, &[0, 1, 2]))
                .collect();
            forms.push(Form(bound.0.clone(), bound.1, bound.2));
            forms
        };
        let clauses: Vec<Vec<Form>> = (0..rng.usize(1..4)).map(|_| clause(&mut rng)).collect();
        let parts: Vec<Automaton> = domain.iter().map(|form| form.atom(base)).collect();
        let whole = conjunction(
            &parts
                .iter()
                .chain([&Automaton::all(base, vec![0, 2])])
                .collect::<Vec<_>>(),
            &[],
            &budget,
        )
        .unwrap();
        let own: Vec<Vec<Automaton>> = clauses
            .iter()
            .map(|forms| forms.iter().map(|form| form.atom(base)).collect())
            .collect();
        let lists: Vec<Vec<&Automaton>> = own.iter().map(|atoms| atoms.iter().collect()).collect();
        let is_covered = |x: i128, y: i128| {
            let some = |forms: &Vec<Form>| {
                (0..=2 * x + y + 6)
                    .any(|hidden| forms.iter().all(|form| form.holds(&[x, hidden, y])))
            };
            clauses.iter().any(some)
        };
        let in_domain = |x: i128, y: i128| domain.iter().all(|form| form.holds(&[x, 0, y]));
        let mut projected = Automaton::truth(base, false);
        for clause in &lists {
            projected = projected
                .or(&conjunction(clause, &[1], &budget).unwrap(), &budget)
                .unwrap();
        }
        let pairs = || (0..25i128).flat_map(|x| (0..25i128).map(move |y| (x, y)));
        for (x, y) in pairs() {
            let numbers = [(0, x as u128), (2, y as u128)];
            assert_eq!(
                projected.accepts_numbers(&numbers),
                is_covered(x, y),
                "{x} {y}"
            );
            assert_eq!(whole.accepts_numbers(&numbers), in_domain(x, y));
        }
        match cover(&whole, &lists, &budget).unwrap() {
            CoverResult::Holds(rows) => {
                held += usize::from(!rows.is_empty());
                check(&whole, &lists, &rows);
                assert!(pairs().all(|(x, y)| !in_domain(x, y) || is_covered(x, y)));
                assert!(whole.minus(&projected, &budget).unwrap().is_empty());
            }
            CoverResult::Fails(word) => {
                let number = |track| word.small(track).unwrap() as i128;
                assert!(in_domain(number(0), number(2)) && !is_covered(number(0), number(2)));
            }
        }
    }
    assert!(held > 30, "{held}");
}
