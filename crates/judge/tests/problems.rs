//! Every problem: its sample, brute force on random small inputs, and inputs that are malformed.

use fastrand::Rng;
use judge::{Failure, all, difference, problem};
use rules::budget::Budget;

#[test]
fn samples() {
    for problem in all() {
        if let Some((input, output)) = problem.sample() {
            let found = problem.answer(input, &Budget::generous()).unwrap_or_else(|e| panic!("{}: {e:?}", problem.name));
            assert_eq!(difference(output, &found), None, "{}\n{found}", problem.name);
        }
    }
}

#[test]
fn brute_force_agrees_on_random_inputs() {
    for problem in all() {
        for seed in 0..300 {
            let size = 1 + seed % problem.small;
            let budget = Budget::generous();
            let test = problem.make(seed, size, &budget).unwrap_or_else(|e| panic!("{}, seed {seed}: {e:?}", problem.name));
            assert!(test.by_brute_force);
            let found = problem.answer(&test.input, &budget).unwrap_or_else(|e| panic!("{}: {e:?}\n{}", problem.name, test.input));
            assert_eq!(difference(&test.output, &found), None, "{}, seed {seed}\n{}\n{found}", problem.name, test.input);
        }
    }
}

/// A changed, cut or doubled input is answered or refused, never a panic.
#[test]
fn malformed_inputs_are_refused() {
    let stop = || None;
    for problem in all() {
        let mut refused = 0;
        let mut rng = Rng::with_seed(7);
        for seed in 0..100 {
            let budget = Budget::new(64 << 20, &stop, &|_, _| ());
            let mut input: Vec<char> = problem.make(seed, 1 + seed % problem.small.min(6), &budget).unwrap().input.chars().collect();
            match rng.u32(..4) {
                0 => input.truncate(rng.usize(..input.len())),
                1 => input.insert(rng.usize(..input.len()), rng.choice(['-', 'x', ' ', '.', 'é', '0']).unwrap()),
                2 => drop(input.remove(rng.usize(..input.len()))),
                _ => input.extend(" x\n".chars()),
            }
            let input: String = input.into_iter().collect();
            match problem.answer(&input, &budget) {
                Ok(_) | Err(Failure::Stopped(_)) => {}
                Err(Failure::Malformed(wrong)) => {
                    refused += 1;
                    assert!(wrong.line >= 1 && wrong.column >= 1 && !wrong.message.zh.is_empty());
                }
                Err(Failure::Session(error)) => panic!("{}: {error:?}\n{input}", problem.name),
            }
        }
        assert!(refused > 20, "{}: {refused}", problem.name);
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = all().flat_map(|p| p.aliases.iter().copied().chain([p.name])).collect();
    assert!(names.iter().all(|name| problem(name).is_some() && *name == name.to_ascii_lowercase()));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
