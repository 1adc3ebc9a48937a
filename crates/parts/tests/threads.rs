//! Several threads give the same answers as one thread, regardless of the results that the threads
//! find and drop.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use fastrand::Rng;
use parts::{Reductions, StaticGame, StaticGameSolver, StaticMove};
use testkit::rounds;

use crate::games::{arc_kayles, chomp, cram, node_kayles, queens, random_graph};

/// Queries solvers with several threads, with much memory and with little memory, for the value and
/// for the winner.
fn compare(game: &StaticGame, threads: usize, rng: &mut Rng) {
    let budget = Budget::generous();
    let full = game.full();
    let mut one = StaticGameSolver::new(game, Reductions::default(), 1 << 20).unwrap();
    let value = one.value(&full, &budget).unwrap();
    // The memory is so small that not all entries fit.
    let little = 7 * one.statistics().entries;
    for memory in [1 << 20, little] {
        let mut several = StaticGameSolver::new(game, Reductions::default(), memory)
            .unwrap()
            .with_threads(threads);
        if rng.bool() {
            assert_eq!(several.is_zero(&full, &budget), Ok(value == 0), "{game:?}");
        }
        assert_eq!(several.value(&full, &budget), Ok(value), "{game:?}");
        // The entries of the table are correct: a single thread continues with these entries, also
        // at other positions.
        let mut several = several.with_threads(1);
        for _ in 0..4 {
            let part = (0..game.cells).filter(|_| rng.u8(..8) > 0).collect();
            assert_eq!(
                several.value(&part, &budget),
                one.value(&part, &budget),
                "{game:?}"
            );
        }
    }
}

/// Tests graphs with at most 48 vertices, whose entries are one word, and larger graphs, whose sets
/// need one, two or four words.
#[test]
fn graphs() {
    let mut rng = Rng::with_seed(11);
    for round in 0..rounds(24, 800) {
        let vertices = rng.usize(22..=28);
        let edges = random_graph(vertices, vertices + rng.usize(..=vertices / 2), &mut rng);
        let game = if round % 2 == 0 {
            node_kayles(vertices, &edges)
        } else {
            arc_kayles(vertices, &edges[..vertices - 4])
        };
        let cells = [vertices, 49, 65, 129][round % 4];
        let mut to: Vec<u16> = (0..cells as u16).collect();
        rng.shuffle(&mut to);
        let image = |cells: &[u16]| {
            cells
                .iter()
                .map(|&cell| to[usize::from(cell)])
                .collect::<Vec<u16>>()
        };
        let moves = game
            .moves
            .iter()
            .map(|one| StaticMove::new(image(&one.needs), image(&one.takes)))
            .collect();
        compare(
            &StaticGame {
                cells,
                moves,
                ..StaticGame::default()
            },
            2 + round % 3,
            &mut rng,
        );
    }
}

#[test]
fn boards() {
    let mut rng = Rng::with_seed(12);
    let games = [
        cram(4, 5),
        cram(3, 7),
        queens(7, 7),
        queens(6, 9),
        chomp(5, 5),
    ];
    for round in 0..rounds(1, 20) {
        games
            .iter()
            .for_each(|game| compare(game, 2 + round % 2, &mut rng));
    }
}

/// The budget of the calling thread stops all threads, and the results of all threads stay cached.
#[test]
fn stopped_and_taken_up() {
    let game = cram(4, 7);
    let mut solver = StaticGameSolver::new(&game, Reductions::default(), 1 << 20)
        .unwrap()
        .with_threads(3);
    let mut stops = 0;
    let value = loop {
        match Budget::generous().stepped(1500, |budget| solver.value(&game.full(), budget)) {
            (Ok(value), _) => break value,
            (Err(stop), cut) => {
                assert!(cut && matches!(stop, StopReason::Positions(_)), "{stop:?}")
            }
        }
        stops += 1;
    };
    assert!(value == 3 && stops > 1, "{value} after {stops} stops");
    let looks = Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        (looks.get() > 2).then_some(StopReason::Cancelled)
    };
    let mut solver = StaticGameSolver::new(&cram(5, 7), Reductions::default(), 1 << 20)
        .unwrap()
        .with_threads(2);
    let budget = Budget::new(1 << 30, &stop, &|_, _| ());
    assert_eq!(
        solver.value(&cram(5, 7).full(), &budget),
        Err(StopReason::Cancelled)
    );
    assert!(solver.statistics().expanded > 256);
}
