//! Compares automorphisms of lists of moves with all permutations, and values with and without
//! automorphisms.

use std::collections::BTreeSet;

use base::budget::Budget;
use fastrand::Rng;
use parts::{Reductions, StaticGame, StaticGameSolver, StaticMove, automorphisms};
use testkit::rounds;

use crate::games::{arc_kayles, node_kayles, random_graph};
use crate::twin::{image, moves_of};

/// Returns whether a permutation maps the list of moves to itself.
fn keeps(game: &StaticGame, permutation: &[u16]) -> bool {
    let moved = StaticGame {
        moves: game
            .moves
            .iter()
            .map(|one| image(one, permutation))
            .collect(),
        ..game.clone()
    };
    let list = |game: &StaticGame| moves_of(game).into_iter().collect::<BTreeSet<_>>();
    permutation.iter().collect::<BTreeSet<_>>().len() == game.cells && list(&moved) == list(game)
}

/// Returns every permutation of `0..n`.
fn permutations(n: u16) -> Vec<Vec<u16>> {
    (0..n).fold(vec![Vec::new()], |all, next| {
        let longer = |list: &Vec<u16>| {
            (0..=list.len())
                .map(|at| [&list[..at], &[next], &list[at..]].concat())
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

/// Returns the order of the group that some permutations generate.
fn generated(cells: usize, some: &[Vec<u16>]) -> usize {
    let identity: Vec<u16> = (0..cells as u16).collect();
    let mut all = BTreeSet::from([identity.clone()]);
    let mut next = vec![identity];
    while let Some(one) = next.pop() {
        for other in some {
            let product: Vec<u16> = one.iter().map(|&to| other[usize::from(to)]).collect();
            if all.insert(product.clone()) {
                next.push(product);
            }
        }
    }
    all.len()
}

/// Returns random games of few cells: graphs, and lists of moves that are closed under a random
/// permutation. Many of the random games have symmetries.
fn random_game(rng: &mut Rng) -> StaticGame {
    let cells = rng.usize(1..=6);
    let graph = random_graph(cells, rng.usize(..10), rng);
    match rng.u32(..3) {
        0 => node_kayles(cells, &graph),
        1 => arc_kayles(cells, &graph),
        _ => {
            let mut permutation: Vec<u16> = (0..cells as u16).collect();
            rng.shuffle(&mut permutation);
            let mut moves = BTreeSet::new();
            for _ in 0..rng.usize(1..=3) {
                let some = |rng: &mut Rng| {
                    (0..cells as u16)
                        .filter(|_| rng.u32(..3) == 0)
                        .collect::<BTreeSet<u16>>()
                };
                let mut sets = [
                    some(rng),
                    some(rng),
                    if rng.bool() {
                        some(rng)
                    } else {
                        BTreeSet::new()
                    },
                ];
                let first = rng.u16(..cells as u16);
                sets[0].insert(first);
                sets[1].insert(first);
                while moves.insert(sets.clone()) {
                    let image = |cells: BTreeSet<u16>| {
                        cells
                            .iter()
                            .map(|&cell| permutation[usize::from(cell)])
                            .collect()
                    };
                    sets = sets.map(image);
                }
            }
            let one = |[needs, takes, absent]: [BTreeSet<u16>; 3]| StaticMove {
                absent: absent.into_iter().collect(),
                ..StaticMove::new(needs, takes)
            };
            StaticGame {
                cells,
                moves: moves.into_iter().map(one).collect(),
                ..StaticGame::default()
            }
        }
    }
}

#[test]
fn they_generate_all_there_are_and_change_no_value() {
    let mut rng = Rng::with_seed(70);
    let mut symmetric = 0;
    for _ in 0..rounds(150, 3_000) {
        let game = random_game(&mut rng);
        let found = automorphisms(&game);
        assert!(
            found.iter().all(|one| keeps(&game, one)),
            "{game:?}: {found:?}"
        );
        let named = |cell| {
            game.moves.iter().any(|one| {
                [&one.needs, &one.takes, &one.absent, &one.adds]
                    .iter()
                    .any(|cells| cells.contains(&cell))
            })
        };
        let leaves = |one: &[u16]| (0..).zip(one).all(|(cell, &to)| cell == to || named(cell));
        let all = permutations(game.cells as u16)
            .iter()
            .filter(|one| leaves(one) && keeps(&game, one))
            .count();
        assert_eq!(generated(game.cells, &found), all, "{game:?}: {found:?}");
        symmetric += usize::from(all > 1);
        let solved = |reductions| {
            let mut solver = StaticGameSolver::new(&game, reductions, 1 << 20).unwrap();
            (
                solver.symmetries(),
                solver.value(&game.full(), &Budget::generous()).unwrap(),
            )
        };
        let (used, value) = solved(Reductions::default());
        // If a game has more than 64 automorphisms, a subgroup is used. The order of the subgroup
        // divides the order of the group (Lagrange).
        assert!(
            if all <= 64 {
                used == all
            } else {
                (2..=64).contains(&used) && all % used == 0
            },
            "{used} of {all}: {game:?}"
        );
        assert_eq!(
            value,
            solved(Reductions {
                symmetry: false,
                mirror: false,
                ..Reductions::default()
            })
            .1,
            "{game:?}"
        );
    }
    assert!(symmetric > 50, "{symmetric}");
}

/// Large groups are found quickly: a cycle, a cube of seven dimensions, and vertices that are all
/// equivalent.
#[test]
fn those_of_large_graphs_are_found() {
    let cycle: Vec<(u16, u16)> = (0..200).map(|at| (at, (at + 1) % 200)).collect();
    let cube: Vec<(u16, u16)> = (0..128_u16)
        .flat_map(|at| {
            (0..7)
                .map(move |bit| (at, at ^ 1 << bit))
                .filter(|&(a, b)| a < b)
        })
        .collect();
    for (cells, graph) in [(200, cycle), (128, cube), (256, Vec::new())] {
        let game = node_kayles(cells, &graph);
        let found = automorphisms(&game);
        assert!(
            !found.is_empty() && found.len() <= 64,
            "{} of {cells} vertices",
            found.len()
        );
        let sets = |game: &StaticGame| {
            game.moves
                .iter()
                .map(|one| one.takes.iter().copied().collect::<BTreeSet<_>>())
                .collect::<BTreeSet<_>>()
        };
        for permutation in &found {
            let image = |one: &StaticMove| {
                one.takes
                    .iter()
                    .map(|&cell| permutation[usize::from(cell)])
                    .collect::<BTreeSet<_>>()
            };
            assert_eq!(
                game.moves.iter().map(image).collect::<BTreeSet<_>>(),
                sets(&game)
            );
        }
    }
}
