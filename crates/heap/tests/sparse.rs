//! Compares the fast machine with the definition.

use base::budget::Budget;
use heap::machine::NimberMachine;
use heap::moves::DigitMoves;
use heap::naive::NaiveMachine;
use heap::sparse::{SimdLevel, SparseMachine};

fn values(machine: &mut dyn NimberMachine, to: u64) -> Vec<u64> {
    let mut all = Vec::new();
    machine
        .advance(to, &Budget::generous(), &mut |from, values| {
            assert_eq!(from, all.len() as u64);
            all.extend(values.iter());
        })
        .unwrap();
    assert_eq!(all.len() as u64, to);
    all
}

fn levels() -> impl Iterator<Item = SimdLevel> {
    SimdLevel::ALL.into_iter().filter(|level| level.available())
}

fn octal(code: &str) -> DigitMoves {
    let digits: Vec<u64> = code
        .chars()
        .filter_map(|digit| digit.to_digit(8))
        .map(u64::from)
        .collect();
    DigitMoves::new(&digits, false).unwrap()
}

#[test]
fn random_codes_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..60 {
        let mut digits: Vec<u64> = (0..random.usize(2..7)).map(|_| random.u64(0..8)).collect();
        digits[0] &= 4;
        let moves = DigitMoves::new(&digits, random.u8(0..4) == 0).unwrap();
        let expected = values(&mut NaiveMachine::new(&moves), 3000);
        let level = levels().nth(round % levels().count()).unwrap();
        let mut machine = SparseMachine::at_level(&moves, level).unwrap();
        if round % 2 == 0 {
            machine.hasten();
        }
        let found = values(&mut machine, 3000);
        let first = found.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!(
            first,
            None,
            "{digits:?} unequal: {} {level:?}",
            moves.unequal()
        );
    }
}

#[test]
fn known_games_agree_with_the_definition() {
    let (mut blocks, mut refused) = (0, 0);
    for moves in [
        octal("0.6"),
        octal("0.16"),
        octal("0.007"),
        octal("0.106"),
        octal("4.0"),
        octal("0.205"),
        DigitMoves::grundys_game(),
    ] {
        let expected = values(&mut NaiveMachine::new(&moves), 9000);
        for (level, hasty) in levels().flat_map(|level| [(level, false), (level, true)]) {
            let mut machine = SparseMachine::at_level(&moves, level).unwrap();
            if hasty {
                machine.hasten();
            }
            let found = values(&mut machine, 9000);
            let first = found.iter().zip(&expected).position(|(a, b)| a != b);
            assert_eq!(
                first.map(|at| (at, found[at], expected[at])),
                None,
                "{moves:?} {level:?} {hasty}"
            );
            if hasty {
                blocks += machine.effort().settled;
                refused += machine.effort().refused;
            }
        }
    }
    // The machines of this test computed blocks in a settled space, and also discarded blocks that
    // were invalid.
    assert!(
        refused > 10 && blocks > 2 * refused,
        "{refused} of {blocks} blocks refused"
    );
}

#[test]
fn a_saved_state_goes_on_with_the_same_values() {
    let mut random = fastrand::Rng::with_seed(11);
    for (moves, to) in [
        (octal("0.6"), 20_000),
        (octal("0.106"), 20_000),
        (DigitMoves::grundys_game(), 9_000),
        (octal("0.007"), 5_000),
    ] {
        let expected = values(&mut SparseMachine::new(&moves).unwrap(), to);
        for _ in 0..4 {
            let first = random.u64(0..to);
            let mut machine = SparseMachine::at_level(&moves, SimdLevel::Portable).unwrap();
            let mut all = Vec::new();
            machine
                .advance(first, &Budget::generous(), &mut |_, values| {
                    all.extend(values.iter())
                })
                .unwrap();
            let mut state = Vec::new();
            machine.save(&mut state).unwrap();
            let mut machine =
                SparseMachine::load(&moves, SimdLevel::best(), &mut &state[..]).unwrap();
            assert_eq!(machine.length(), first);
            machine
                .advance(to, &Budget::generous(), &mut |_, values| {
                    all.extend(values.iter())
                })
                .unwrap();
            assert!(all == expected, "{moves:?} saved at {first}");
            // Every change of a byte of the saved file is detected.
            let place = random.usize(0..state.len());
            let mut bad = state.clone();
            bad[place] ^= 1 << random.u8(0..8);
            assert!(SparseMachine::load(&moves, SimdLevel::best(), &mut &bad[..]).is_err());
            assert!(SparseMachine::load(&moves, SimdLevel::best(), &mut &state[..place]).is_err());
            assert!(
                SparseMachine::load(&octal("0.77"), SimdLevel::best(), &mut &state[..]).is_err()
            );
        }
    }
}

#[test]
fn forgetting_changes_no_value() {
    for code in ["0.106", "0.205"] {
        let to = 320_000;
        let expected = values(&mut SparseMachine::new(&octal(code)).unwrap(), to);
        for kept in [4500, 2100] {
            let mut machine = SparseMachine::new(&octal(code)).unwrap();
            machine.forget(true);
            machine.narrow(kept);
            let mut gone = false;
            let mut from = 0;
            while from < to {
                let until = to.min(from + 50_000);
                let mut found = Vec::new();
                machine
                    .advance(until, &Budget::generous(), &mut |_, values| {
                        found.extend(values.iter())
                    })
                    .unwrap();
                assert!(
                    found == expected[from as usize..until as usize],
                    "{code}, {kept} kept, from {from}"
                );
                gone |= machine.value(kept as u64 + 1).is_none();
                from = until;
            }
            assert!(gone, "{code}: nothing was given up");
        }
    }
}

#[cfg(feature = "threads")]
#[test]
fn any_number_of_threads_gives_the_same_values() {
    let mut random = fastrand::Rng::with_seed(3);
    for (moves, to) in testkit::rounds(
        vec![(octal("0.6"), 100_001)],
        vec![
            (octal("0.6"), 140_000),
            (octal("0.106"), 150_001),
            (octal("0.205"), 140_000),
        ],
    ) {
        let expected = values(&mut SparseMachine::new(&moves).unwrap(), to);
        for threads in [2, 3] {
            let mut machine = SparseMachine::new(&moves).unwrap();
            machine.share(threads);
            machine.forget(threads == 3);
            if threads == 2 {
                // In this game heaps still become rare, so the machine discards blocks.
                machine.hasten();
            }
            if threads == 3 {
                let doubted: Vec<u64> = (0..5).map(|_| random.u64(60_000..to)).collect();
                machine.doubt(&doubted);
            }
            assert!(
                values(&mut machine, to) == expected,
                "{moves:?}, {threads} threads"
            );
        }
    }
}

#[test]
fn a_settled_space_makes_no_difference() {
    for (moves, to) in [
        (octal("0.6"), 60_000),
        (octal("0.205"), testkit::rounds(60_000, 200_000)),
        (octal("0.354"), 100_000),
        (DigitMoves::grundys_game(), testkit::rounds(60_000, 200_000)),
    ] {
        let mut slow = SparseMachine::at_level(&moves, SimdLevel::Portable).unwrap();
        slow.never_settle();
        let expected = values(&mut slow, to);
        assert_eq!(slow.effort().settled, 0);
        let mut machine = SparseMachine::new(&moves).unwrap();
        assert!(values(&mut machine, to) == expected, "{moves:?}");
        assert!(
            machine.effort().settled > testkit::rounds(0, 10),
            "{moves:?}"
        );
    }
}
