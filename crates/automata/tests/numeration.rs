//! Compares numeration systems with integer arithmetic.

use automata::numeration::{Numeration, NumerationError, NumerationSystem};
use automata::{Automaton, LinearRelation, atoms, conjunction, none};
use base::budget::Budget;
use dashu_int::UBig;
use fastrand::Rng;

const SYSTEMS: [NumerationSystem; 10] = [
    NumerationSystem::Base(2),
    NumerationSystem::Base(3),
    NumerationSystem::Base(10),
    NumerationSystem::Base(16),
    NumerationSystem::Quadratic(1),
    NumerationSystem::Quadratic(2),
    NumerationSystem::Quadratic(3),
    NumerationSystem::Quadratic(4),
    NumerationSystem::Narayana,
    NumerationSystem::Tribonacci,
];

fn digits(of: &Numeration, number: u128) -> Vec<u8> {
    of.digits(&UBig::from(number))
}

#[test]
fn words_are_numbers_in_order() {
    let budget = Budget::generous();
    for system in SYSTEMS {
        let of = Numeration::from_system(system, &budget).unwrap();
        println!(
            "{system:?}: adder {} states, {} nodes",
            of.adder().states(),
            of.adder().nodes()
        );
        let all: Vec<Vec<u8>> = (0..2000).map(|number| digits(&of, number)).collect();
        for (number, word) in all.iter().enumerate() {
            assert_eq!(of.number(word), UBig::from(number));
            assert!(of.valid().accepts_digits(&[(0, word)]));
            for (other, successor) in all
                .iter()
                .enumerate()
                .take(number + 20)
                .skip(number.saturating_sub(3))
            {
                assert_eq!(
                    of.successor().accepts_digits(&[(0, word), (1, successor)]),
                    other == number + 1
                );
            }
        }
        // The number of valid words of a length is the weight of the next higher digit.
        for letters in 0..5 {
            let words = crate::random::words(of.base(), &[0], letters);
            let valid = words
                .iter()
                .filter(|word| crate::random::accepts(of.valid(), word))
                .count();
            assert_eq!(of.weights(letters + 1)[letters], UBig::from(valid));
        }
    }
    let of = |system| {
        Numeration::from_system(system, &budget)
            .unwrap()
            .weights(7)
            .iter()
            .map(|weight| u64::try_from(weight).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(of(NumerationSystem::Quadratic(1)), [1, 2, 3, 5, 8, 13, 21]);
    assert_eq!(
        of(NumerationSystem::Quadratic(2)),
        [1, 3, 7, 17, 41, 99, 239]
    );
    assert_eq!(of(NumerationSystem::Narayana), [1, 2, 3, 4, 6, 9, 13]);
    assert_eq!(of(NumerationSystem::Tribonacci), [1, 2, 4, 7, 13, 24, 44]);
}

#[test]
fn adders_have_as_many_states_as_is_known() {
    let budget = Budget::generous();
    for (expansion, states) in [
        (&[1, 1][..], 17),
        (&[1, 0, 1], 251),
        (&[1, 1, 1], 150),
        (&[1, 0, 0, 1], 5855),
    ] {
        assert_eq!(
            Numeration::new(expansion, &budget)
                .unwrap()
                .unwrap()
                .adder()
                .states(),
            states
        );
    }
}

#[test]
fn adders_are_those_of_integers() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(31);
    for system in SYSTEMS {
        let of = Numeration::from_system(system, &budget).unwrap();
        for round in 0..10_000 {
            let most = if round % 2 == 0 { 300 } else { 1 << 60 };
            let (x, y) = (rng.u128(0..most), rng.u128(0..most));
            let words = [digits(&of, x), digits(&of, y), digits(&of, x + y)];
            let read = |words: &[Vec<u8>; 3]| {
                of.adder()
                    .accepts_digits(&[(0, &words[0]), (1, &words[1]), (2, &words[2])])
            };
            assert!(read(&words), "{system:?} {x} {y}");
            let wrong = (x + y + rng.u128(0..7)).saturating_sub(3);
            assert_eq!(
                read(&[words[0].clone(), words[1].clone(), digits(&of, wrong)]),
                wrong == x + y
            );
        }
    }
}

#[test]
fn what_is_no_system_is_refused() {
    let budget = Budget::generous();
    for expansion in [
        &[][..],
        &[0],
        &[1],
        &[1, 0],
        &[1, 2],
        &[17],
        &[16, 1],
        &[1, 0, 1, 1],
    ] {
        assert!(
            Numeration::new(expansion, &budget).unwrap().is_none(),
            "{expansion:?}"
        );
    }
}

/// Returns the automaton with one edge redirected, or one acceptance mark changed.
fn damaged(of: &Automaton, edge: usize, rng: &mut Rng) -> Automaton {
    let nodes = of.nodes() as u32;
    let edges = (0..nodes).flat_map(|node| (0..of.base()).map(move |digit| (node, digit)));
    let mut next: Vec<u32> = edges.map(|(node, digit)| of.next(node, digit)).collect();
    let mut accepts: Vec<bool> = (0..nodes).map(|node| of.accepts(node)).collect();
    match next.get_mut(edge) {
        Some(to) => {
            let others: Vec<u32> = (0..nodes)
                .filter(|&other| of.phase(other) == of.phase(*to))
                .collect();
            *to = others[rng.usize(0..others.len())];
        }
        None => accepts[edge - next.len()] ^= true,
    }
    let phases = (0..nodes).map(|node| of.phase(node) as u16).collect();
    Automaton::from_parts(of.base(), of.tracks().to_vec(), next, phases, accepts).unwrap()
}

#[test]
fn damaged_systems_are_refused() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(33);
    for system in [
        NumerationSystem::Quadratic(1),
        NumerationSystem::Quadratic(2),
        NumerationSystem::Base(3),
    ] {
        let of = Numeration::from_system(system, &budget).unwrap();
        let flaw = |valid: &Automaton, successor: &Automaton, adder: &Automaton| {
            Numeration::from_parts(
                of.expansion().to_vec(),
                valid.clone(),
                successor.clone(),
                adder.clone(),
                &budget,
            )
            .err()
        };
        let (valid, successor, adder) = (of.valid(), of.successor(), of.adder());
        assert_eq!(flaw(valid, successor, adder), None);
        assert_eq!(
            flaw(successor, successor, adder),
            Some(NumerationError::Tracks)
        );
        assert_eq!(
            flaw(&Automaton::all(of.base(), vec![0]), successor, adder).is_some(),
            !matches!(system, NumerationSystem::Base(_))
        );
        let nothing = adder.minus(adder, &budget).unwrap();
        assert_eq!(
            flaw(valid, successor, &nothing),
            Some(NumerationError::Zero)
        );
        // A successor that adds two instead of one is consistent with all sums.
        let (first, second) = (
            successor.renamed(|track| 2 * track, &budget),
            successor.renamed(|track| 2 - track, &budget),
        );
        let twice = conjunction(&[&first.unwrap(), &second.unwrap()], &[2], &budget).unwrap();
        assert!(twice.accepts_digits(&[
            (0, &of.digits(&UBig::from(5u8))),
            (1, &of.digits(&UBig::from(7u8)))
        ]));
        assert_eq!(flaw(valid, &twice, adder), Some(NumerationError::Successor));
        for (place, part) in [valid, successor, adder].into_iter().enumerate() {
            let spots: Vec<usize> = (0..part.nodes() * usize::from(of.base())).collect();
            let marks = spots.len()..spots.len() + part.nodes();
            let marks = marks.filter(|mark| part.phase((mark - spots.len()) as u32) == 0);
            for spot in spots.iter().copied().chain(marks) {
                let wrong = damaged(part, spot, &mut rng);
                let parts = [0, 1, 2].map(|other| {
                    if other == place {
                        &wrong
                    } else {
                        [valid, successor, adder][other]
                    }
                });
                let is_wrong = part.same(&wrong, &budget).unwrap().is_some();
                let flaw = flaw(parts[0], parts[1], parts[2]);
                assert!(place > 0 || !is_wrong || flaw == Some(NumerationError::Valid));
                assert_eq!(
                    flaw.is_some(),
                    is_wrong,
                    "{system:?}: part {place}, spot {spot}"
                );
            }
        }
    }
}

#[test]
fn linear_forms_are_made_of_the_adder() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(32);
    for system in [
        NumerationSystem::Quadratic(1),
        NumerationSystem::Quadratic(2),
        NumerationSystem::Base(3),
        NumerationSystem::Narayana,
    ] {
        let of = Numeration::from_system(system, &budget).unwrap();
        for _ in 0..if system == NumerationSystem::Narayana {
            2
        } else {
            10
        } {
            let (a, b, c) = (rng.i128(-3..=3), rng.i128(-2..=2), rng.i128(-9..=9));
            for relation in [LinearRelation::Equal, LinearRelation::AtMost] {
                let atom = of.linear(&[(1, a), (0, b)], c, relation, &budget).unwrap();
                for x in 0..40u128 {
                    for y in 0..40u128 {
                        let sum = a * x as i128 + b * y as i128 + c;
                        let holds = if relation == LinearRelation::Equal {
                            sum == 0
                        } else {
                            sum <= 0
                        };
                        assert_eq!(
                            atom.accepts_digits(&[(1, &digits(&of, x)), (0, &digits(&of, y))]),
                            holds,
                            "{system:?} {x} {y}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn in_base_two_both_ways_to_a_linear_atom_agree() {
    let budget = Budget::generous();
    let of = Numeration::from_system(NumerationSystem::Base(2), &budget).unwrap();
    for (a, b, c) in [(3, -2, 1), (1, 1, -9), (0, 0, 0), (5, 0, -25), (-1, -4, 0)] {
        for relation in [LinearRelation::Equal, LinearRelation::AtMost] {
            let made = of.linear(&[(1, a), (0, b)], c, relation, &budget).unwrap();
            let read = atoms::linear(2, &[(1, a), (0, b)], c, relation, &budget).unwrap();
            assert_eq!(made.same(&read, &budget).unwrap(), None);
        }
    }
    assert!(
        none(&[of.adder(), &of.adder().complement()], &budget)
            .unwrap()
            .is_none()
    );
}
