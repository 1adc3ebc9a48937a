//! Saved tables: a search is resumed at the point at which it ended, and any file except a complete
//! table of the same game is rejected.

use base::budget::Budget;
use fastrand::Rng;
use parts::{PartTableError, Reductions, StaticGame, StaticGameSolver};
use testkit::rounds;

use crate::games::{cram, node_kayles, queens, random_graph};
use crate::twin::{image, moves_of, random_game};

fn solver(game: &StaticGame) -> StaticGameSolver {
    StaticGameSolver::new(game, Reductions::default(), 1 << 20).unwrap()
}

fn saved(solver: &StaticGameSolver) -> Vec<u8> {
    let mut file = Vec::new();
    solver.save(&mut file).unwrap();
    file
}

/// The games have entries of one word, or sets of one, two or four words of cells.
fn games() -> [StaticGame; 4] {
    let wide = |game: StaticGame, cells: u16| {
        let to: Vec<u16> = (0..game.cells as u16)
            .map(|cell| cells - 1 - 2 * cell)
            .collect();
        let moves = game.moves.iter().map(|one| image(one, &to)).collect();
        StaticGame {
            cells: usize::from(cells),
            moves,
            ..StaticGame::default()
        }
    };
    let graph = |seed| node_kayles(24, &random_graph(24, 30, &mut Rng::with_seed(seed)));
    [
        cram(4, 7),
        queens(7, 8),
        wide(graph(1), 100),
        wide(graph(2), 256),
    ]
}

#[test]
fn goes_on() {
    for game in games() {
        let (full, budget) = (game.full(), Budget::generous());
        let mut whole = solver(&game);
        let value = whole.value(&full, &budget);
        let expanded = whole.statistics().expanded;
        let mut first = solver(&game);
        assert!(
            budget
                .stepped(expanded / 2, |budget| first.value(&full, budget))
                .0
                .is_err()
        );
        let file = saved(&first);
        let mut second = solver(&game);
        second.load(&mut &file[..]).unwrap();
        // All entries are loaded, except entries that do not fit while the table is small.
        let (entries, before) = (second.statistics().entries, first.statistics().entries);
        assert!(
            entries <= before && entries > before - before / 50 - 5,
            "{entries} of {before}"
        );
        assert_eq!(second.value(&full, &budget), value);
        assert!(
            second.statistics().expanded < expanded * 3 / 4,
            "{} of {expanded}",
            second.statistics().expanded
        );
        // With little memory, some entries are dropped, and the remaining entries are correct.
        let mut small = StaticGameSolver::new(&game, Reductions::default(), 4096).unwrap();
        small.load(&mut &file[..]).unwrap();
        let part = (0..game.cells).filter(|cell| cell % 7 != 3).collect();
        assert!(small.bytes() < second.bytes() || second.statistics().entries < 300);
        assert_eq!(small.value(&part, &budget), whole.value(&part, &budget));
    }
}

/// Tests the values that a search had excluded when it was stopped, at any point. After the value
/// is known, no values are reported as excluded.
#[test]
fn what_is_excluded_is_not_the_value() {
    let mut rng = Rng::with_seed(33);
    let (mut told, budget) = (0, Budget::generous());
    for round in 0..rounds(60, 1000) {
        let game = if round % 2 == 0 {
            random_game(&mut rng)
        } else {
            cram(rng.usize(2..5), rng.usize(2..7))
        };
        let full = game.full();
        let mut whole = solver(&game);
        let value = whole.value(&full, &budget).unwrap();
        assert_eq!(whole.excluded(&full), []);
        let expanded = whole.statistics().expanded;
        let mut stopped = solver(&game);
        while budget
            .stepped(rng.u64(0..=expanded), |budget| stopped.value(&full, budget))
            .0
            .is_err()
        {
            let excluded = stopped.excluded(&full);
            assert!(!excluded.contains(&value), "{excluded:?} {value}");
            told += excluded.len();
        }
        assert_eq!(stopped.value(&full, &budget), Ok(value));
    }
    assert!(told > rounds(20, 300), "{told}");
}

#[test]
fn damaged_files_are_refused() {
    let mut rng = Rng::with_seed(21);
    for game in games() {
        let mut first = solver(&game);
        _ = Budget::generous().stepped(60, |budget| first.value(&game.full(), budget));
        let file = saved(&first);
        let mut second = solver(&game);
        let mut refused = |file: &[u8]| {
            let refused = second.load(&mut &file[..]);
            assert_eq!(second.statistics().entries > 0, refused.is_ok());
            refused.err()
        };
        assert!(refused(&file).is_none());
        for end in (0..file.len()).filter(|_| rng.u8(..8) == 0 || file.len() < 2000) {
            assert!(
                matches!(refused(&file[..end]), Some(PartTableError::Short)),
                "{end}"
            );
        }
        for place in 0..file.len().min(rounds(600, usize::MAX)) {
            let place = if place < 48 {
                place
            } else {
                rng.usize(..file.len())
            };
            let mut other = file.clone();
            other[place] ^= 1 << rng.u8(..8);
            assert!(refused(&other).is_some(), "{place}");
        }
        // The header states a number of entries that no memory can store.
        let mut long = file.clone();
        long[24..32].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(refused(&long).is_some());
        assert!(matches!(
            refused(&[&file[..], &[0]].concat()),
            Some(PartTableError::Long)
        ));
        let mut version = file.clone();
        version[8] += 1;
        assert!(matches!(
            refused(&version),
            Some(PartTableError::Version {
                got: 2,
                expected: 1
            })
        ));
        assert!(matches!(
            refused(b"some other file, of no game at all"),
            Some(PartTableError::Foreign)
        ));
    }
}

/// Each rejected game differs from the saved game by one more move, fewer removed cells, another
/// board or other reductions.
#[test]
fn other_games_are_refused() {
    let mut rng = Rng::with_seed(22);
    for _ in 0..rounds(200, 5000) {
        let game = random_game(&mut rng);
        let file = saved(&solver(&game));
        let refused = |game: &StaticGame, reductions| {
            StaticGameSolver::new(game, reductions, 4096)
                .unwrap()
                .load(&mut &file[..])
                .err()
        };
        assert!(refused(&game, Reductions::default()).is_none());
        // The order of the moves and duplicate moves do not matter.
        let mut same = game.clone();
        same.moves.push(same.moves[0].clone());
        rng.shuffle(&mut same.moves);
        assert!(refused(&same, Reductions::default()).is_none());
        let other = |game: &StaticGame, reductions| {
            assert!(
                matches!(refused(game, reductions), Some(PartTableError::OtherGame)),
                "{game:?}"
            )
        };
        other(
            &game,
            Reductions {
                mirror: false,
                ..Reductions::default()
            },
        );
        other(
            &StaticGame {
                cells: game.cells + 1,
                candidates: Vec::new(),
                ..game.clone()
            },
            Reductions::default(),
        );
        other(
            &StaticGame {
                board: Some((1, game.cells)),
                ..game.clone()
            },
            Reductions::default(),
        );
        let mut less = game.clone();
        let gone = less.moves.pop().unwrap();
        let told = moves_of(&StaticGame {
            moves: vec![gone],
            ..game.clone()
        })[0];
        // A move that needs a cell to be both present and absent can never be made.
        if told[0] & told[1] == 0 && !moves_of(&less).contains(&told) {
            other(&less, Reductions::default());
        }
    }
}
