//! Tests the sample of every problem, brute force on random small inputs, and malformed inputs.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use fastrand::Rng;
use judge::{InputError, JudgeError, all, difference, nearest, problem};

#[test]
fn samples() {
    for problem in all() {
        if let Some((input, output)) = problem.sample() {
            let found = problem
                .answer(input, &Budget::generous())
                .unwrap_or_else(|e| panic!("{}: {e:?}", problem.name));
            assert_eq!(
                difference(output, &found),
                None,
                "{}\n{found}",
                problem.name
            );
        }
    }
}

#[test]
fn brute_force_agrees_on_random_inputs() {
    for problem in all() {
        for seed in 0..testkit::rounds(120, 300) {
            let size = 1 + seed % problem.small;
            let budget = Budget::generous();
            let test = problem
                .make(seed, size, &budget)
                .unwrap_or_else(|e| panic!("{}, seed {seed}: {e:?}", problem.name));
            assert!(test.by_brute_force);
            let found = problem
                .answer(&test.input, &budget)
                .unwrap_or_else(|e| panic!("{}: {e:?}\n{}", problem.name, test.input));
            assert_eq!(
                difference(&test.output, &found),
                None,
                "{}, seed {seed}\n{}\n{found}",
                problem.name,
                test.input
            );
        }
    }
}

/// A changed, truncated or repeated input is answered or rejected, and never causes a panic.
#[test]
fn malformed_inputs_are_refused() {
    let stop = || None;
    for problem in all() {
        let mut refused = 0;
        let mut rng = Rng::with_seed(7);
        for seed in 0..100 {
            let budget = Budget::new(64 << 20, &stop, &|_, _| ());
            let mut input: Vec<char> = problem
                .make(seed, 1 + seed % problem.small.min(6), &budget)
                .unwrap()
                .input
                .chars()
                .collect();
            match rng.u32(..4) {
                0 => input.truncate(rng.usize(..input.len())),
                1 => input.insert(
                    rng.usize(..input.len()),
                    rng.choice(['-', 'x', ' ', '.', 'é', '0']).unwrap(),
                ),
                2 => drop(input.remove(rng.usize(..input.len()))),
                _ => input.extend(" x\n".chars()),
            }
            let input: String = input.into_iter().collect();
            match problem.answer(&input, &budget) {
                Ok(_) | Err(JudgeError::Stopped(_)) => {}
                Err(JudgeError::Malformed(wrong)) => {
                    refused += 1;
                    assert!(wrong.line >= 1 && wrong.column >= 1 && !wrong.message.zh.is_empty());
                }
                Err(JudgeError::Session(error)) => panic!("{}: {error:?}\n{input}", problem.name),
            }
        }
        assert!(refused > 20, "{}: {refused}", problem.name);
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = all()
        .flat_map(|p| p.aliases.iter().copied().chain([p.name]))
        .collect();
    assert!(
        names
            .iter()
            .all(|name| problem(name).is_some() && *name == name.to_ascii_lowercase())
    );
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Tests can be generated at any size. Sizes that are too large for the format are reduced, and no
/// computation overflows.
#[test]
fn tests_of_any_size_are_of_the_format() {
    for problem in all() {
        for size in [
            0,
            1,
            problem.small + 1,
            100,
            5000,
            1 << 20,
            1 << 32,
            u64::MAX / 2,
            u64::MAX - 1,
            u64::MAX,
        ] {
            for seed in 0..testkit::rounds(1, 2) {
                let asked = Cell::new(0);
                let stop = || {
                    asked.set(asked.get() + 1);
                    (asked.get() > 200).then_some(StopReason::Time)
                };
                match problem.make(seed, size, &Budget::new(64 << 20, &stop, &|_, _| ())) {
                    Ok(_) | Err(JudgeError::Stopped(_)) => {}
                    Err(wrong) => panic!("{}, size {size}: {wrong:?}", problem.name),
                }
            }
        }
    }
}

/// Contest files may have other line ends, no final line end, spaces after the numbers, empty
/// lines, or a byte order mark.
#[test]
fn blanks_do_not_matter() {
    let budget = Budget::generous();
    for problem in all() {
        let test = problem.make(3, problem.small, &budget).unwrap();
        let input = &test.input;
        let written = [
            input.replace('\n', "\r\n"),
            input.trim_end().to_owned(),
            input.replace('\n', " \t\n"),
            format!("\n \n{input}\n \n\n"),
            format!("\u{feff}{input}"),
        ];
        for input in written {
            let found = problem
                .answer(&input, &budget)
                .unwrap_or_else(|e| panic!("{}: {e:?}\n{input:?}", problem.name));
            assert_eq!(
                difference(&test.output, &found),
                None,
                "{}\n{input:?}",
                problem.name
            );
        }
    }
}

/// A token that is not a number of the format is rejected at its location, with a short message.
#[test]
fn what_is_no_number_is_refused() {
    let budget = Budget::generous();
    for problem in all() {
        let input = problem.make(3, problem.small, &budget).unwrap().input;
        // A digit within a constant such as `sqrt(2)` or `1.5` is not a separate number of the
        // format.
        let in_constant = |at: usize| {
            let begins = input[..at]
                .rfind(char::is_whitespace)
                .map_or(0, |blank| blank + 1);
            input[begins..]
                .split_whitespace()
                .next()
                .is_some_and(|word| word.contains(['(', '.', '/']))
        };
        let digits = input
            .match_indices(|c: char| c.is_ascii_digit())
            .map(|(at, _)| at);
        for place in digits.filter(|&at| !in_constant(at)).collect::<Vec<_>>() {
            for wrong in ["+", "--", "\0", "1.", "0x", "é", "１"] {
                let input = format!("{}{wrong}{}", &input[..place], &input[place..]);
                match problem.answer(&input, &budget) {
                    Err(JudgeError::Malformed(InputError { message, .. })) => {
                        assert!(message.en.len() < 200, "{message:?}")
                    }
                    Err(other) => panic!("{}: {other:?}\n{input:?}", problem.name),
                    Ok(_) => panic!("{}: answered\n{input:?}", problem.name),
                }
            }
        }
    }
}

#[test]
fn a_name_that_is_meant_is_found() {
    assert_eq!(nearest("bas"), Some("bash"));
    assert_eq!(nearest("POJ2235"), Some("poj2234"));
    assert_eq!(nearest("hdu1537"), Some("hdu1536"));
    assert_eq!(nearest("chess"), None);
    assert_eq!(nearest(""), None);
}

#[test]
fn differences_name_the_line_and_what_was_expected() {
    let said = |found: &str| difference("First 1\nSecond\n", found).map(|why| why.en);
    assert_eq!(said("\u{feff}First 1\r\n\r\nSecond"), None);
    assert_eq!(
        said("First 2\nSecond\n").unwrap(),
        "line 1: expected `1`, found `2`"
    );
    assert_eq!(
        said("First 1\n").unwrap(),
        "the output ends too early: expected `Second` from line 2"
    );
    assert_eq!(
        said("First 1\nSecond\n\nx").unwrap(),
        "line 4: expected the end of the output, found `x`"
    );
    assert!(said(&"x".repeat(1_000_000)).unwrap().len() < 100);
}
