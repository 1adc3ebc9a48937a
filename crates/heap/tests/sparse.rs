//! The fast machine against the definition.

use heap::machine::Machine;
use heap::moves::Moves;
use heap::naive::Naive;
use heap::sparse::{Level, Sparse};
use rules::budget::Budget;

fn values(machine: &mut dyn Machine, to: u64) -> Vec<u64> {
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

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.available())
}

fn octal(code: &str) -> Moves {
    let digits: Vec<u64> = code.chars().filter_map(|digit| digit.to_digit(8)).map(u64::from).collect();
    Moves::new(&digits, false).unwrap()
}

#[test]
fn random_codes_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..60 {
        let mut digits: Vec<u64> = (0..random.usize(2..7)).map(|_| random.u64(0..8)).collect();
        digits[0] &= 4;
        let moves = Moves::new(&digits, random.u8(0..4) == 0).unwrap();
        let expected = values(&mut Naive::new(&moves), 3000);
        let level = levels().nth(round % levels().count()).unwrap();
        let found = values(&mut Sparse::at_level(&moves, level).unwrap(), 3000);
        let first = found.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!(first, None, "{digits:?} unequal: {} {level:?}", moves.unequal());
    }
}

#[test]
fn known_games_agree_with_the_definition() {
    for moves in [octal("0.6"), octal("0.16"), octal("0.007"), octal("0.106"), octal("4.0"), octal("0.205"), Moves::grundys_game()] {
        let expected = values(&mut Naive::new(&moves), 9000);
        for level in levels() {
            let found = values(&mut Sparse::at_level(&moves, level).unwrap(), 9000);
            let first = found.iter().zip(&expected).position(|(a, b)| a != b);
            assert_eq!(first.map(|at| (at, found[at], expected[at])), None, "{moves:?} {level:?}");
        }
    }
}
