//! Outcomes under misère play, compared with the definition.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use parts::{CellSet256, StaticGame, StaticGameSolver, StaticMove};
use testkit::rounds;

use crate::games::{arc_kayles, chomp, cram, kings, node_grid, node_kayles, queens, random_graph};
use crate::twin::{image, left, moves_of, random_board, random_game, variants};

/// The reference implementation: a player who cannot move wins; otherwise a player who can move to
/// a lost position wins.
struct Twin {
    moves: Vec<[u64; 3]>,
    memo: HashMap<u64, bool>,
}

impl Twin {
    fn new(game: &StaticGame) -> Twin {
        Twin {
            moves: moves_of(game),
            memo: HashMap::new(),
        }
    }

    fn loses(&mut self, position: u64) -> bool {
        if let Some(&lost) = self.memo.get(&position) {
            return lost;
        }
        let options: Vec<u64> = self
            .moves
            .iter()
            .filter_map(|one| left(*one, position))
            .collect();
        let lost = !options.is_empty() && !options.iter().any(|&option| self.loses(option));
        self.memo.insert(position, lost);
        lost
    }
}

fn compare(game: &StaticGame, positions: usize, rng: &mut Rng) {
    let (mut twin, budget) = (Twin::new(game), Budget::generous());
    let all = (1_u64 << game.cells) - 1;
    let mut variants = variants();
    rng.shuffle(&mut variants[1..]);
    for (name, reductions) in variants.into_iter().take(rounds(3, usize::MAX)) {
        let memory = if rng.bool() { 1 << 20 } else { 20_000 };
        let mut solver = StaticGameSolver::new(game, reductions, memory).unwrap();
        for position in (0..positions)
            .map(|_| all & (rng.u64(..) | rng.u64(..)))
            .chain([all])
        {
            let set: CellSet256 = (0..game.cells)
                .filter(|cell| position >> cell & 1 != 0)
                .collect();
            let expected = Ok(twin.loses(position));
            assert_eq!(
                solver.loses_misere(&[set], &budget),
                expected,
                "{name}, {memory} bytes: {position:b} of {game:?}"
            );
        }
    }
}

#[test]
fn random_lists_and_boards() {
    let mut rng = Rng::with_seed(31);
    for _ in 0..rounds(300, 2000) {
        compare(&random_game(&mut rng), 3, &mut rng);
        compare(&random_board(&mut rng), 3, &mut rng);
    }
}

#[test]
fn random_graphs() {
    let mut rng = Rng::with_seed(32);
    for _ in 0..rounds(100, 3000) {
        let vertices = rng.usize(2..=10);
        let edges = random_graph(vertices, rng.usize(..=2 * vertices), &mut rng);
        compare(&node_kayles(vertices, &edges), 3, &mut rng);
        compare(&arc_kayles(vertices, &edges), 3, &mut rng);
    }
}

#[test]
fn named_games() {
    let mut rng = Rng::with_seed(33);
    for (rows, columns) in [(1, 9), (2, 5), (3, 3), (3, 4), (4, 3)] {
        [cram, queens, kings, node_grid, chomp]
            .iter()
            .for_each(|game| compare(&game(rows, columns), 5, &mut rng));
    }
}

/// Tests games whose sets of cells need two and four words.
#[test]
fn many_cells() {
    let mut rng = Rng::with_seed(34);
    for _ in 0..rounds(100, 3000) {
        let game = random_game(&mut rng);
        let cells = rng.usize(65..=256);
        let mut to: Vec<u16> = (0..cells as u16).collect();
        rng.shuffle(&mut to);
        let moves = game.moves.iter().map(|one| image(one, &to)).collect();
        let wide = StaticGame {
            cells,
            moves,
            ..StaticGame::default()
        };
        let mut solver =
            StaticGameSolver::new(&wide, variants()[rng.usize(..variants().len())].1, 1 << 16)
                .unwrap();
        let lost = Twin::new(&game).loses((1 << game.cells) - 1);
        let set: CellSet256 = to[..game.cells]
            .iter()
            .map(|&cell| usize::from(cell))
            .collect();
        assert_eq!(
            solver.loses_misere(&[set], &Budget::generous()),
            Ok(lost),
            "{game:?}"
        );
    }
}

/// Kayles on rows of pins. A single row of Kayles is lost under misère play at 1, 4, 9, 12 and 20,
/// and at no other length (Sibert and Conway 1992).
#[test]
fn kayles_rows() {
    for row in 1..=26_u16 {
        let moves = (0..row)
            .map(|pin| StaticMove::new([pin], [pin]))
            .chain((1..row).map(|pin| StaticMove::new([pin - 1, pin], [pin - 1, pin])));
        let game = StaticGame {
            cells: usize::from(row),
            moves: moves.collect(),
            board: Some((1, usize::from(row))),
            ..StaticGame::default()
        };
        let mut solver = StaticGameSolver::new(&game, variants()[0].1, 1 << 24).unwrap();
        let lost = solver.loses_misere(&[game.full()], &Budget::generous());
        assert_eq!(lost, Ok([1, 4, 9, 12, 20].contains(&row)), "{row}");
    }
}

/// Sums of several positions of one game are equivalent to the disjoint union of their cells.
#[test]
fn sums() {
    let mut rng = Rng::with_seed(35);
    for _ in 0..rounds(100, 3000) {
        let game = random_game(&mut rng);
        let beside = |shift: u16| {
            let moved =
                move |cells: &[u16]| cells.iter().map(|cell| cell + shift).collect::<Vec<_>>();
            game.moves.iter().map(move |one| StaticMove {
                absent: moved(&one.absent),
                ..StaticMove::new(moved(&one.needs), moved(&one.takes))
            })
        };
        let double = StaticGame {
            cells: 2 * game.cells,
            moves: beside(0).chain(beside(game.cells as u16)).collect(),
            ..StaticGame::default()
        };
        let [one, other] = [(); 2].map(|()| rng.u64(..) & ((1 << game.cells) - 1));
        let lost = Twin::new(&double).loses(one | other << game.cells);
        let sets = [one, other].map(|position| {
            (0..game.cells)
                .filter(|cell| position >> cell & 1 != 0)
                .collect::<CellSet256>()
        });
        let mut solver =
            StaticGameSolver::new(&game, variants()[rng.usize(..variants().len())].1, 1 << 16)
                .unwrap();
        assert_eq!(
            solver.loses_misere(&sets, &Budget::generous()),
            Ok(lost),
            "{one:b} + {other:b} of {game:?}"
        );
    }
}

/// A stopped misère search is resumed, and its memory is bounded.
#[test]
fn stopped_and_taken_up() {
    let game = cram(4, 5);
    let mut solver = StaticGameSolver::new(&game, variants()[0].1, 1 << 20).unwrap();
    let lost = Twin::new(&game).loses((1 << 20) - 1);
    let mut stops = 0;
    while let (Err(_), _) =
        Budget::generous().stepped(20, |budget| solver.loses_misere(&[game.full()], budget))
    {
        stops += 1;
    }
    assert!(stops > 1, "{stops}");
    assert_eq!(
        solver.loses_misere(&[game.full()], &Budget::generous()),
        Ok(lost)
    );
}
