//! Compares the law and the winning moves with the definition on all short rows. The tests also
//! play complete games against random moves.

use base::budget::Budget;
use fastrand::Rng;
use rules::game::Outcome;
use rules::ir::Int;
use rules::structure::Structure;
use theorems::referee;

use super::rules::read_slots;
use super::{KIND, PaintRowLaw, PaintRowPlayer, THEOREM};
use crate::trial::{Definition, Moves, Trial};

/// Returns the moves by definition.
fn moves(slots: &[Int]) -> Moves {
    let own = slots[0] + 1;
    let pairs = (1..slots.len().saturating_sub(1))
        .filter(|&left| slots[left] == own || slots[left + 1] == own);
    let painted = |left: usize| {
        let cell = |place: usize| match place {
            0 => 1 - slots[0],
            _ if place == left || place == left + 1 => 0,
            _ => slots[place],
        };
        (0..slots.len()).map(cell).collect()
    };
    pairs
        .map(|left| ((0, vec![left as Int]), painted(left)))
        .collect()
}

#[test]
fn the_law_and_all_moves_agree_with_the_definition_on_all_short_rows() {
    let law = PaintRowLaw::new(&Budget::generous()).unwrap();
    let mut definition = Definition::normal(moves);
    for length in 0..=8_u32 {
        for number in 0..3_usize.pow(length) {
            let cells = (0..length).map(|i| (number / 3_usize.pow(i) % 3) as Int);
            for turn in [0, 1] {
                let slots: Vec<Int> = std::iter::once(turn).chain(cells.clone()).collect();
                let (own, cells) = read_slots(&slots);
                assert_eq!(law.wins(own, &cells), definition.wins(&slots), "{slots:?}");
                let all = moves(&slots).into_iter();
                let winning: Vec<usize> = all
                    .filter(|(_, left)| !definition.wins(left))
                    .map(|((_, choices), _)| choices[0] as usize - 1)
                    .collect();
                assert_eq!(law.winning(own, &cells), winning, "{slots:?}");
            }
        }
    }
}

#[test]
fn a_thousand_games() {
    let start = |rng: &mut Rng| -> Vec<Int> {
        let cells = rng.usize(2..12);
        std::iter::once(0)
            .chain((0..cells).map(|_| rng.i64(..3)))
            .collect()
    };
    let player =
        |slots: &Vec<Int>| PaintRowPlayer::new(read_slots(slots).1, &Budget::generous()).unwrap();
    let left = |choices: &[Int]| choices[0] as usize - 1;
    let random = |slots: &Vec<Int>, rng: &mut Rng| {
        rng.choice(moves(slots))
            .map(|((_, choices), _)| left(&choices))
    };
    let apply = |slots: &Vec<Int>, made: &usize| {
        let mut all = moves(slots).into_iter();
        all.find(|((_, choices), _)| left(choices) == *made)
            .map(|(_, left)| left)
    };
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn rows_are_read_and_answered() {
    for (text, outcome) in [
        ("BRB", Outcome::P),
        ("RRBBB", Outcome::P),
        ("RBRBRB", Outcome::N),
        ("RBBR", Outcome::P),
        ("BRB; blue to move", Outcome::N),
    ] {
        let trial = Trial::new(&KIND, &THEOREM, text);
        let start = trial.start();
        let found = trial.form.outcome(&start, &Budget::generous());
        assert_eq!(found, Ok(outcome), "{text}");
        let moves = trial.moves_to(&start, 0);
        assert_eq!(moves.is_empty(), outcome == Outcome::P, "{text}");
    }
    for text in ["RXB", "RB; green to move", "RB BR"] {
        assert!(KIND.read(text).is_err(), "{text}");
    }
}
