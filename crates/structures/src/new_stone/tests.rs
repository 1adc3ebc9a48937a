//! Compares the law with the rules on random piles. The tests also cover the moves and invalid rows
//! of piles.

use fastrand::Rng;
use rules::ir::Int;
use rules::structure::Structure;

use super::{KIND, THEOREM};
use crate::trial::{self, Trial, check_legal, shows};

#[test]
fn the_theorem_agrees_with_the_rules() {
    let mut rng = Rng::with_seed(1740);
    // The rules depend only on the number of piles, not on their contents.
    let alike: Vec<Trial> = (1..=4)
        .map(|piles| Trial::new(&KIND, &THEOREM, &["0"; 4][..piles].join(" ")))
        .collect();
    let mut definitions: Vec<_> = alike.iter().map(Trial::rules).collect();
    let mut lost = 0;
    for _ in 0..300 {
        let mut piles: Vec<Int> = (0..rng.usize(1..=4)).map(|_| rng.i64(0..=4)).collect();
        if rng.bool() && piles.len() < 3 {
            piles.extend(piles.clone());
        }
        let words: Vec<String> = piles.iter().map(Int::to_string).collect();
        let text = words.join(" ");
        shows(&KIND, &[(&text, &format!("newstone({text})"))]);
        let trial = Trial::new(&KIND, &THEOREM, &text);
        trial.check_outcome(&mut definitions[piles.len() - 1], &piles);
        lost += u32::from(!definitions[piles.len() - 1].wins(&piles));
        trial.check_moves(&piles, trial.moves(&piles));
    }
    assert!(lost > 60, "{lost}");
}

#[test]
fn what_is_no_move_or_no_row_of_piles_is_refused() {
    let (world, game) = trial::read(&KIND, "3 2 0");
    let cases = [
        &[0, 0][..],
        &[0, 4],
        &[3, 1],
        &[0, 1, 2, 1],
        &[0, 1, 0, 1],
        &[0, 1, 1, 3],
        &[0, 1, 1, 1, 1, 1],
        &[0, 1, 1],
        &[-1, 1],
    ];
    check_legal(
        &world,
        game,
        &[3, 2, 0],
        &cases.map(|choices| (choices, false)),
    );
    for (text, message) in [
        ("", "expected the number of stones in each pile"),
        ("1 x", "expected the number of stones in a pile, from 0"),
        ("2; 3", "expected the number of stones"),
    ] {
        let wrong = KIND
            .read(text)
            .err()
            .unwrap_or_else(|| panic!("{text}: read"));
        assert!(
            wrong[0].message.en.starts_with(message),
            "{}",
            wrong[0].message.en
        );
    }
}
