//! Compares the law with the definition on small boards. The tests also cover complete games,
//! invalid boards, and the sets that the law builds on large boards.

use base::budget::Budget;
use fastrand::Rng;
use rules::game::Outcome;
use rules::ir::Int;
use theorems::{OnlinePlayer, referee};

use super::{KIND, PatchesBoard, PatchesPlayer, THEOREM};
use crate::grid::Grid;
use crate::trial::{self, Definition, Moves, Trial, declines_misere, refuses, shows};

/// Returns a board of heads.
fn text(rows: usize, columns: usize) -> String {
    vec!["H".repeat(columns); rows].join(" / ")
}

/// Returns every set that may be turned from each cell, by testing whether each set of cells is
/// connected.
fn sets(rows: usize, columns: usize) -> Vec<Vec<u32>> {
    let near = |a: usize, b: usize| {
        (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) == 1
    };
    let members = |set: u32| (0..rows * columns).filter(move |cell| set >> cell & 1 == 1);
    let allowed = |from: usize, set: u32| {
        let inside = members(set)
            .all(|cell| cell / columns <= from / columns && cell % columns <= from % columns);
        let mut joined = 1 << from;
        (0..rows * columns).for_each(|_| {
            joined |= members(set)
                .filter(|&a| members(joined).any(|b| near(a, b)))
                .fold(0, |all, a| all | 1 << a)
        });
        inside && set >> from & 1 == 1 && joined & set == set
    };
    (0..rows * columns)
        .map(|from| {
            (0..1 << (rows * columns))
                .filter(|&set| allowed(from, set))
                .collect()
        })
        .collect()
}

#[test]
fn small_boards_agree_with_the_definition() {
    for (rows, columns) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 4), (4, 2), (3, 3)] {
        let sets = sets(rows, columns);
        let moves = |slots: &[Int]| -> Moves {
            let from = (0..sets.len()).filter(|from| slots[0] >> from & 1 == 1);
            let all = from.flat_map(|from| sets[from].iter().map(move |&set| (from, set.into())));
            all.map(|(from, set)| ((0, vec![from as Int, set]), vec![slots[0] ^ set]))
                .collect()
        };
        let mut definition = Definition::normal(moves);
        let trial = Trial::new(&KIND, &THEOREM, &text(rows, columns));
        for tails in 0..1 << (rows * columns) {
            trial.check_value(&mut definition, &[tails]);
            if tails % 7 > 2 {
                continue;
            }
            trial.check_moves(&[tails], moves(&[tails]));
            for wanted in 0..64 {
                trial.check_moves_to(&mut definition, &[tails], wanted);
            }
        }
    }
}

/// On boards whose values do not fit, the sets that are built are legal, and change the nim-sum as
/// required.
#[test]
fn sets_are_built_on_large_boards() {
    let mut rng = Rng::with_seed(1);
    let budget = Budget::generous();
    for round in 0..400 {
        let (rows, columns) = [(100, 100), (2, 90), (70, 2), (3, 40), (1, 200), (12, 9)][round % 6];
        let board = PatchesBoard::new(Grid::new(rows, columns));
        let letters: Vec<String> = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| if rng.bool() { 'T' } else { 'H' })
                    .collect()
            })
            .collect();
        let trial = Trial::new(&KIND, &THEOREM, &letters.join("\n"));
        let (form, start) = (&trial.form, trial.start());
        let moves = trial.moves_to(&start, 0);
        let lost = form.outcome(&start, &budget).unwrap() == Outcome::P;
        assert_eq!(moves.is_empty(), lost);
        assert_eq!(form.knows_values(), board.bits() < 64);
        for (_, made) in moves.iter().take(5) {
            assert!(board.allows(&made[1..], made[0] as u32));
            let left: Vec<Int> = start
                .iter()
                .zip(&made[1..])
                .map(|(tails, set)| tails ^ set)
                .collect();
            assert_eq!(form.outcome(&left, &budget).unwrap(), Outcome::P);
            assert!(trial.moves_to(&left, 0).is_empty());
        }
    }
}

#[test]
fn a_thousand_games_are_won() {
    let boards = [(1, 5), (4, 1), (2, 3), (3, 2)];
    let all = boards.map(|(rows, columns)| (rows, columns, sets(rows, columns)));
    let cells = |columns: usize, set: u32| {
        (0..32)
            .filter(|cell| set >> cell & 1 == 1)
            .map(|cell| (cell / columns, cell % columns))
            .collect::<Vec<_>>()
    };
    let start = |rng: &mut Rng| {
        let board = rng.usize(..boards.len());
        (board, rng.u32(..1 << (all[board].0 * all[board].1)))
    };
    let player = |&(board, tails): &(usize, u32)| {
        let (rows, columns, _) = all[board];
        PatchesPlayer::new(
            PatchesBoard::new(Grid::new(rows, columns)),
            &cells(columns, tails),
        )
        .unwrap()
    };
    let random = |&(board, tails): &(usize, u32), rng: &mut Rng| {
        let (_, columns, sets) = &all[board];
        let from = rng.choice(
            (0..sets.len())
                .filter(|from| tails >> from & 1 == 1)
                .collect::<Vec<_>>(),
        )?;
        let set = rng.choice(sets[from].clone())?;
        let mut made = cells(*columns, set);
        made.sort_by_key(|cell| *cell != (from / columns, from % columns));
        Some(made)
    };
    let apply = |&(board, tails): &(usize, u32), made: &Vec<(usize, usize)>| {
        let (_, columns, sets) = &all[board];
        let number = |cell: &(usize, usize)| cell.0 * columns + cell.1;
        let (from, set) = (
            number(made.first()?),
            made.iter().fold(0, |set, cell| set | 1 << number(cell)),
        );
        (tails >> from & 1 == 1 && sets[from].contains(&set)).then_some((board, tails ^ set))
    };
    referee::check_player(false, start, player, random, apply);
}

#[test]
fn what_is_no_move_is_refused() {
    let mut player =
        PatchesPlayer::new(PatchesBoard::new(Grid::new(3, 3)), &[(1, 1), (2, 0)]).unwrap();
    for made in [
        &[][..],
        &[(0, 0)],
        &[(1, 1), (1, 2)],
        &[(1, 1), (0, 0)],
        &[(1, 1), (0, 1), (0, 1)],
        &[(1, 1), (3, 0)],
        &[(usize::MAX, 0)],
    ] {
        assert!(player.play(&made.to_vec()).is_err(), "{made:?}");
    }
    assert!(player.play(&vec![(1, 1), (0, 1), (0, 0)]).is_ok());
    assert!(PatchesPlayer::new(PatchesBoard::new(Grid::new(2, 2)), &[(0, 2)]).is_err());
}

#[test]
fn what_is_shown_can_be_asked() {
    let cases = [
        ("T", "patches(T)"),
        ("HT/TH", "patches(HT / TH)"),
        ("\n HT \n TT\n\n", "patches(HT / TT)"),
    ];
    shows(&KIND, &cases);
    let (world, game) = trial::read(&KIND, "HT / TT");
    let (rules, start) = (world.rules(game), &world.starts(game)[0]);
    assert_eq!(
        trial::name(&world, game, start, &[3, 0b1010]),
        "turn (2,2) (1,2)"
    );
    assert_eq!(rules.describe(start, 0, &[3, 0b1001]), None);
    assert_eq!(rules.position(Some(&[5])).unwrap(), [5]);
    assert!(rules.position(Some(&[5, 5])).is_err());
}

#[test]
fn what_is_no_board_is_refused_with_its_place() {
    let cases = [
        ("", ""),
        ("HT / T", "T"),
        ("HT / Tx", "x"),
        (" / HT / TT / H", "H"),
        ("h", "h"),
    ];
    refuses(&KIND, &cases);
}

#[test]
fn misere_play_is_declined() {
    declines_misere(&KIND, &THEOREM, "TT");
}
