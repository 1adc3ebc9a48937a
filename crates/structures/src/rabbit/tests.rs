//! Compares the law with the rules on random small boards. Also tests invalid boards.

use base::budget::Budget;
use fastrand::Rng;

use super::{KIND, THEOREM};
use crate::trial::{self, Trial, check_legal, declines_misere, refuses, shows};

#[test]
fn the_theorem_agrees_with_the_rules() {
    let mut rng = Rng::with_seed(1);
    let mut won = 0;
    for _ in 0..500 {
        let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
        let mut signs: Vec<char> = (0..rows * columns)
            .map(|_| if rng.bool() { 'O' } else { 'X' })
            .collect();
        let empty = rng.usize(..signs.len());
        signs[empty] = '.';
        let board = signs
            .chunks(columns)
            .map(|row| row.iter().collect::<String>())
            .collect::<Vec<_>>()
            .join(" / ");
        let turn = if rng.bool() { "" } else { "; egg to move" };
        let text = format!("{board}{turn}");
        shows(&KIND, &[(&text, &format!("rabbit({text})"))]);
        let trial = Trial::new(&KIND, &THEOREM, &text);
        let mut rules = trial.rules();
        trial.check_play(&mut rules, &mut rng, |_, winning| {
            won += u32::from(!winning.is_empty());
        });
    }
    assert!(won > 300, "{won}");
}

#[test]
fn pieces_slide_into_the_empty_cell() {
    let (world, game) = trial::read(&KIND, "XO / .X / OX");
    let start = world.starts(game)[0].clone();
    let moves = trial::moves(&world, game, &start);
    assert_eq!(moves.len(), 1);
    assert_eq!(
        world.show(game, &moves[0].1),
        "rabbit(XO / OX / .X; egg to move)"
    );
    assert_eq!(
        trial::name(&world, game, &start, &[4]),
        "rabbit slides (3,1) to (2,1)"
    );
    let cases = [
        (&[4][..], true),
        (&[0], false),
        (&[3], false),
        (&[2], false),
        (&[6], false),
        (&[-1], false),
        (&[], false),
    ];
    check_legal(&world, game, &start, &cases);
    assert!(
        !world
            .contains(game, &[0, 1, 0b10], &Budget::generous())
            .unwrap()
    );
}

#[test]
fn what_is_no_board_is_refused_with_its_place() {
    let cases = [
        ("", ""),
        ("XO", ""),
        ("X.. / OOO", "."),
        ("X. / O", "O"),
        ("X.o", "o"),
        ("X.O; fox to move", "fox"),
        ("X.O;", ""),
        ("X.O; egg to move; rabbit to move", ";"),
    ];
    refuses(&KIND, &cases);
    declines_misere(&KIND, &THEOREM, "X.O");
}
