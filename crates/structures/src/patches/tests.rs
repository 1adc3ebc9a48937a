//! The law against the definition on small boards; the sets that are built on large ones; games;
//! what is no board.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theorems::referee;
use theory::value::Grundy;

use super::{Patches, PatchesBoard, PatchesPlayer, THEOREM};
use crate::grid::Grid;
use crate::tests::apply;

/// A board of heads with the tails of a set of cells, row by row.
fn text(rows: usize, columns: usize, tails: u32) -> String {
    let letter = |cell: usize| if tails >> cell & 1 == 1 { 'T' } else { 'H' };
    let rows: Vec<String> = (0..rows)
        .map(|row| {
            (0..columns)
                .map(|column| letter(row * columns + column))
                .collect()
        })
        .collect();
    rows.join(" / ")
}

/// Every set that may be turned from each cell, by trying all sets: connected where no part of it
/// has nothing beside it.
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
    let budget = Budget::generous();
    for (rows, columns) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 4), (4, 2), (3, 3)] {
        let sets = sets(rows, columns);
        let count = rows * columns;
        // By the definition, over whole positions.
        let mut known: HashMap<u32, u64> = HashMap::new();
        fn value(tails: u32, sets: &[Vec<u32>], known: &mut HashMap<u32, u64>) -> u64 {
            if let Some(&value) = known.get(&tails) {
                return value;
            }
            let from = (0..sets.len()).filter(|from| tails >> from & 1 == 1);
            let options: Vec<u64> = from
                .flat_map(|from| &sets[from])
                .map(|set| value(tails ^ set, sets, known))
                .collect();
            let value = nimber::mex(options);
            known.insert(tails, value);
            value
        }
        let reading = Patches
            .read(&text(rows, columns, 0))
            .unwrap_or_else(|_| panic!("a board"));
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("board", reading.rules);
        let mut options = OptionArena::new();
        for tails in 0..1_u32 << count {
            let slots = [Int::from(tails)];
            let expected = value(tails, &sets, &mut known);
            assert_eq!(
                form.grundy(&slots, &budget).unwrap(),
                Grundy::nimber(expected),
                "{}",
                text(rows, columns, tails)
            );
            if tails % 7 > 2 {
                continue;
            }
            world.options(game, &slots, &mut options, &budget).unwrap();
            let mut listed: Vec<(Int, Int)> = options
                .iter()
                .map(|o| (o.choices[0], o.choices[1]))
                .collect();
            let from = (0..count).filter(|from| tails >> from & 1 == 1);
            let mut legal: Vec<(Int, Int)> = from
                .flat_map(|from| {
                    sets[from]
                        .iter()
                        .map(move |&set| (from as Int, Int::from(set)))
                })
                .collect();
            listed.sort_unstable();
            legal.sort_unstable();
            assert_eq!(listed, legal);
            for wanted in 0..64 {
                let right = |made: &&(Int, Int)| known[&(tails ^ made.1 as u32)] == wanted;
                let found = form
                    .moves_to(&slots, Grundy::nimber(wanted).unwrap(), &budget)
                    .unwrap()
                    .unwrap();
                let all: Vec<_> = legal
                    .iter()
                    .filter(right)
                    .map(|&(from, set)| (0, vec![from, set]))
                    .collect();
                assert!(
                    found.iter().all(|made| all.contains(made)),
                    "{} to {wanted}",
                    text(rows, columns, tails)
                );
                assert!(
                    found.is_empty() == all.is_empty()
                        && (!form.lists_all(&slots) || found.len() == all.len())
                );
            }
        }
    }
}

/// The sets that are built are such as a move may turn, and change the nim-sum as they should, on
/// boards whose values do not fit.
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
        let reading = Patches
            .read(&letters.join("\n"))
            .unwrap_or_else(|_| panic!("a board"));
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let start = &reading.starts[0];
        let moves = form
            .moves_to(start, Grundy::ZERO, &budget)
            .unwrap()
            .unwrap();
        let lost = form.outcome(start, &budget).unwrap() == Outcome::P;
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
            assert_eq!(
                form.moves_to(&left, Grundy::ZERO, &budget).unwrap(),
                Some(Vec::new())
            );
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
    use theorems::OnlinePlayer;
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
    for (text, shown) in [
        ("T", "patches(T)"),
        ("HT/TH", "patches(HT / TH)"),
        ("\n HT \n TT\n\n", "patches(HT / TT)"),
    ] {
        let reading = Patches
            .read(text)
            .unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        assert_eq!(reading.rules.show(&reading.starts[0]).unwrap(), shown);
    }
    let reading = Patches
        .read("HT / TT")
        .unwrap_or_else(|_| panic!("a board"));
    assert_eq!(
        reading
            .rules
            .describe(&reading.starts[0], 0, &[3, 0b1010])
            .unwrap()
            .en,
        "turn (2,2) (1,2)"
    );
    assert_eq!(
        reading.rules.describe(&reading.starts[0], 0, &[3, 0b1001]),
        None
    );
    assert_eq!(reading.rules.position(Some(&[5])).unwrap(), [5]);
    assert!(reading.rules.position(Some(&[5, 5])).is_err());
}

#[test]
fn what_is_no_board_is_refused_with_its_place() {
    for (text, part) in [
        ("", ""),
        ("HT / T", "T"),
        ("HT / Tx", "x"),
        (" / HT / TT / H", "H"),
        ("h", "h"),
    ] {
        let Err(wrong) = Patches.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(
            &text[wrong[0].span.start as usize..wrong[0].span.end as usize],
            part,
            "{text}: {}",
            wrong[0].message
        );
        assert!(wrong[0].help.is_some(), "{text}");
    }
}

#[test]
fn misere_play_is_declined() {
    let reading = Patches.read("TT").unwrap_or_else(|_| panic!("a board"));
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..reading.rules.conventions()
    };
    assert!(apply(&THEOREM, &*reading.rules, misere, &Budget::generous()).is_err());
}
