//! Compares the solver with the definition, on random games: with all reductions, with each
//! reduction switched off, and with hardly any memory.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use fastrand::Rng;
use parts::{CellSet256, Reductions, StaticGame, StaticGameError, StaticGameSolver, StaticMove};
use testkit::rounds;

use crate::games::{
    arc_kayles, chomp, cram, kings, node_grid, node_kayles, on_board, queens, random_graph,
};

/// Returns for each move the cells that it needs, the cells that must be absent, and the cells that
/// it removes, as bits.
pub fn moves_of(game: &StaticGame) -> Vec<[u64; 3]> {
    let bits = |cells: &[u16]| cells.iter().fold(0, |bits, &cell| bits | 1 << cell);
    game.moves
        .iter()
        .map(|one| [&one.needs, &one.absent, &one.takes].map(|cells| bits(cells)))
        .collect()
}

/// Returns the position after a move; `None` if the move cannot be made.
pub fn left([needs, absent, takes]: [u64; 3], position: u64) -> Option<u64> {
    (needs & !position == 0 && absent & position == 0).then_some(position & !takes)
}

/// The reference implementation: the value is the least number that no option has.
struct Twin {
    moves: Vec<[u64; 3]>,
    memo: HashMap<u64, u64>,
}

impl Twin {
    fn new(game: &StaticGame) -> Twin {
        Twin {
            moves: moves_of(game),
            memo: HashMap::new(),
        }
    }

    fn value(&mut self, position: u64) -> u64 {
        if let Some(&value) = self.memo.get(&position) {
            return value;
        }
        let mut seen = 0_u64;
        for place in 0..self.moves.len() {
            if let Some(left) = left(self.moves[place], position) {
                seen |= 1 << self.value(left);
            }
        }
        let value = u64::from(seen.trailing_ones());
        self.memo.insert(position, value);
        value
    }
}

/// Returns the variants with their names: all reductions, each single reduction switched off, and
/// all reductions switched off.
pub fn variants() -> Vec<(&'static str, Reductions)> {
    let all = Reductions::default();
    let none = Reductions {
        split: false,
        dead: false,
        cancel: false,
        symmetry: false,
        shifts: false,
        mirror: false,
        tables: false,
        order: false,
    };
    vec![
        ("all", all),
        (
            "all but split",
            Reductions {
                split: false,
                ..all
            },
        ),
        ("all but dead", Reductions { dead: false, ..all }),
        (
            "all but cancel",
            Reductions {
                cancel: false,
                ..all
            },
        ),
        (
            "all but symmetry",
            Reductions {
                symmetry: false,
                ..all
            },
        ),
        (
            "all but shifts",
            Reductions {
                shifts: false,
                ..all
            },
        ),
        (
            "all but mirror",
            Reductions {
                mirror: false,
                ..all
            },
        ),
        (
            "all but tables",
            Reductions {
                tables: false,
                ..all
            },
        ),
        (
            "all but order",
            Reductions {
                order: false,
                ..all
            },
        ),
        (
            "all but tables and shifts",
            Reductions {
                tables: false,
                shifts: false,
                ..all
            },
        ),
        ("none", none),
        (
            "mirror alone",
            Reductions {
                mirror: true,
                ..none
            },
        ),
        (
            "split alone",
            Reductions {
                split: true,
                ..none
            },
        ),
        (
            "shifts and mirror",
            Reductions {
                shifts: true,
                mirror: true,
                ..none
            },
        ),
    ]
}

/// Compares the values of the full set of cells and of random positions, in random order. Each
/// solver uses one table for all positions. Tests only a few variants unless all variants are
/// requested.
fn compare(game: &StaticGame, positions: usize, rng: &mut Rng) {
    let mut twin = Twin::new(game);
    let budget = Budget::generous();
    let all = (1_u64 << game.cells) - 1;
    let mut asked: Vec<u64> = (0..positions)
        .map(|_| all & (rng.u64(..) | rng.u64(..)))
        .chain([all])
        .collect();
    rng.shuffle(&mut asked);
    let mut variants = variants();
    rng.shuffle(&mut variants[1..]);
    for (name, reductions) in variants.into_iter().take(rounds(4, usize::MAX)) {
        // The solver has hardly any memory, so almost all results are dropped immediately.
        let little = if game.cells < 10 { 64 } else { 4096 };
        for memory in if rng.bool() {
            [1 << 20, little]
        } else {
            [little, 1 << 20]
        }
        .into_iter()
        .take(rounds(1, 2))
        {
            // Proof-number search starts immediately, after a few parts, or never.
            let deep = [1, 20, u64::MAX][rng.usize(..3)];
            let mut solver = StaticGameSolver::new(game, reductions, memory)
                .unwrap()
                .deep_after(deep);
            for &position in &asked {
                let set: CellSet256 = (0..game.cells)
                    .filter(|cell| position >> cell & 1 != 0)
                    .collect();
                let expected = twin.value(position);
                if rng.bool() {
                    assert_eq!(
                        solver.is_zero(&set, &budget),
                        Ok(expected == 0),
                        "{name}, {memory} bytes: {position:b} of {game:?}"
                    );
                }
                assert_eq!(
                    solver.value(&set, &budget),
                    Ok(expected),
                    "{name}, {memory} bytes: {position:b} of {game:?}"
                );
                assert_eq!(
                    solver.is_zero(&set, &budget),
                    Ok(expected == 0),
                    "{name}, {memory} bytes: {position:b} of {game:?}"
                );
            }
        }
    }
}

/// Returns the cells of between one and `most` random draws.
fn some(cells: usize, most: usize, rng: &mut Rng) -> Vec<u16> {
    (0..rng.usize(1..=most))
        .map(|_| rng.u16(..cells as u16))
        .collect()
}

/// Returns a move that removes some cell that it needs. If `barred` is true, the move may require
/// some cells to be absent.
fn random_move(cells: usize, barred: bool, rng: &mut Rng) -> StaticMove {
    let needs = some(cells, 1 + rng.usize(..3), rng);
    let mut takes = if rng.u8(..4) == 0 {
        Vec::new()
    } else {
        some(cells, 3, rng)
    };
    takes.push(needs[rng.usize(..needs.len())]);
    let absent = if barred && rng.bool() {
        some(cells, 2, rng)
    } else {
        Vec::new()
    };
    StaticMove {
        absent,
        ..StaticMove::new(needs, takes)
    }
}

/// Returns a move with each cell c replaced by `to[c]`.
pub fn image(one: &StaticMove, to: &[u16]) -> StaticMove {
    let image = |cells: &[u16]| cells.iter().map(|&cell| to[usize::from(cell)]).collect();
    StaticMove {
        needs: image(&one.needs),
        takes: image(&one.takes),
        absent: image(&one.absent),
        adds: image(&one.adds),
        owner: one.owner,
    }
}

/// Returns a random list of moves. In every second game, some moves are blocked by cells. Some
/// lists are closed under a random involution. The random involution is a candidate symmetry,
/// together with another involution that need not preserve the list.
pub fn random_game(rng: &mut Rng) -> StaticGame {
    let cells = rng.usize(2..=12);
    let barred = rng.bool();
    let mut moves: Vec<StaticMove> = (0..rng.usize(1..=2 * cells))
        .map(|_| random_move(cells, barred, rng))
        .collect();
    let mut swaps: Vec<u16> = (0..cells as u16).collect();
    for _ in 0..rng.usize(..=cells) {
        let (a, b) = (rng.usize(..cells), rng.usize(..cells));
        if usize::from(swaps[a]) == a && usize::from(swaps[b]) == b {
            swaps.swap(a, b);
        }
    }
    if rng.bool() {
        let images = moves
            .iter()
            .map(|one| image(one, &swaps))
            .collect::<Vec<_>>();
        moves.extend(images);
    }
    if rng.bool() {
        rng.shuffle(&mut moves);
    }
    let mut other: Vec<u16> = (0..cells as u16).collect();
    rng.shuffle(&mut other);
    StaticGame {
        cells,
        moves,
        board: None,
        candidates: vec![swaps, other],
    }
}

/// Returns the same few moves at every location of a board at which the moves fit. Some lists are
/// changed: a move is missing, or removes other cells.
pub fn random_board(rng: &mut Rng) -> StaticGame {
    let (rows, columns) = [
        (1, 12),
        (2, 6),
        (3, 4),
        (4, 3),
        (3, 3),
        (2, 5),
        (6, 2),
        (1, 7),
    ][rng.usize(..8)];
    let near = |reach: i32, rng: &mut Rng| (rng.i32(-reach..=reach), rng.i32(-reach..=reach));
    let barred = rng.bool();
    let patterns: Vec<[Vec<(i32, i32)>; 3]> = (0..rng.usize(1..=2))
        .map(|_| {
            let needs: Vec<(i32, i32)> = (0..rng.usize(1..=2))
                .map(|_| near(1, rng))
                .chain([(0, 0)])
                .collect();
            let own = needs[rng.usize(..needs.len())];
            let takes = (0..rng.usize(..=3))
                .map(|_| near(2, rng))
                .chain([own])
                .collect();
            let absent = (0..if barred { rng.usize(..=2) } else { 0 })
                .map(|_| near(2, rng))
                .collect();
            [needs, takes, absent]
        })
        .collect();
    let turned = rng.u8(..3);
    let mut game = on_board(rows, columns, |row, column| {
        let at = |(down, across): (i32, i32), turn: bool| {
            let (r, c) = if turn && turned == 1 {
                (row - down, column - across)
            } else if turn {
                (row + across, column + down)
            } else {
                (row + down, column + across)
            };
            ((0..rows as i32).contains(&r) && (0..columns as i32).contains(&c))
                .then_some((r * columns as i32 + c) as u16)
        };
        let turns = if turned == 0 {
            &[false][..]
        } else {
            &[false, true]
        };
        let every = patterns
            .iter()
            .flat_map(|pattern| turns.iter().map(move |&turn| (pattern, turn)));
        let move_of = |([needs, takes, absent], turn): (&[Vec<(i32, i32)>; 3], bool)| {
            let needs: Option<Vec<u16>> = needs.iter().map(|&place| at(place, turn)).collect();
            let on_board = |places: &[(i32, i32)]| {
                places
                    .iter()
                    .filter_map(|&place| at(place, turn))
                    .collect::<Vec<u16>>()
            };
            Some(StaticMove {
                absent: on_board(absent),
                ..StaticMove::new(needs?, on_board(takes))
            })
        };
        every.filter_map(move_of).collect()
    });
    if !game.moves.is_empty() && rng.u8(..3) == 0 {
        let place = rng.usize(..game.moves.len());
        if rng.bool() {
            game.moves.remove(place);
        } else {
            let spoilt = some(game.cells, 2, rng);
            let one = &mut game.moves[place];
            if barred && rng.bool() {
                one.absent.extend(spoilt)
            } else {
                one.takes.extend(spoilt)
            }
        }
    }
    game
}

#[test]
fn random_lists() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..rounds(1000, 20_000) {
        let game = random_game(&mut rng);
        compare(&game, 3, &mut rng);
    }
}

#[test]
fn random_boards() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..rounds(1000, 20_000) {
        let game = random_board(&mut rng);
        compare(&game, 3, &mut rng);
    }
}

/// The candidates are a rotation and a reversal of the vertices. If the graph is a cycle, both
/// candidates are automorphisms.
#[test]
fn random_graphs() {
    let mut rng = Rng::with_seed(3);
    for round in 0..rounds(300, 6000) {
        let vertices = rng.usize(2..=9);
        let cycle: Vec<(u16, u16)> = (0..vertices as u16)
            .map(|v| (v, (v + 1) % vertices as u16))
            .filter(|(u, v)| u != v)
            .collect();
        let edges = if round % 10 == 0 {
            cycle
        } else {
            random_graph(vertices, rng.usize(..=2 * vertices), &mut rng)
        };
        let turn: Vec<u16> = (0..vertices as u16)
            .map(|v| (v + 1) % vertices as u16)
            .collect();
        let back: Vec<u16> = (0..vertices as u16).rev().collect();
        for game in [node_kayles(vertices, &edges), arc_kayles(vertices, &edges)] {
            compare(
                &StaticGame {
                    candidates: vec![turn.clone(), back.clone()],
                    ..game
                },
                3,
                &mut rng,
            );
        }
    }
}

#[test]
fn named_games() {
    let mut rng = Rng::with_seed(4);
    for (rows, columns) in [(1, 9), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4)] {
        for game in [cram, queens, kings, node_grid, chomp] {
            compare(&game(rows, columns), 20, &mut rng);
        }
    }
}

/// Tests the same game on scattered cells, up to 256, so that sets need two and four words.
#[test]
fn many_cells() {
    let mut rng = Rng::with_seed(5);
    for round in 0..rounds(300, 6000) {
        let game = if round % 2 == 0 {
            random_game(&mut rng)
        } else {
            node_kayles(9, &random_graph(9, 12, &mut rng))
        };
        let cells = rng.usize(65..=256);
        let mut to: Vec<u16> = (0..cells as u16).collect();
        rng.shuffle(&mut to);
        let moves = game.moves.iter().map(|one| image(one, &to)).collect();
        let wide = StaticGame {
            cells,
            moves,
            ..StaticGame::default()
        };
        let mut twin = Twin::new(&game);
        let (name, reductions) = variants()[rng.usize(..variants().len())];
        let mut solver = StaticGameSolver::new(&wide, reductions, 1 << 16).unwrap();
        for _ in 0..4 {
            let position = rng.u64(..1 << game.cells);
            let set: CellSet256 = (0..game.cells)
                .filter(|cell| position >> cell & 1 != 0)
                .map(|cell| usize::from(to[cell]))
                .collect();
            assert_eq!(
                solver.value(&set, &Budget::generous()),
                Ok(twin.value(position)),
                "{name}: {position:b} of {game:?}"
            );
        }
    }
}

/// Compares a position on a small board with the same position somewhere on a large board, also
/// reflected.
#[test]
fn large_boards() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..rounds(40, 1000) {
        for game in [cram, kings, node_grid] {
            let (rows, columns) = (rng.usize(3..=9), rng.usize(20..=28));
            let mut twin = Twin::new(&game(3, 4));
            let mut solver =
                StaticGameSolver::new(&game(rows, columns), Reductions::default(), 1 << 16)
                    .unwrap();
            for _ in 0..4 {
                let (down, across, position) = (
                    rng.usize(..=rows - 3),
                    rng.usize(..=columns - 4),
                    rng.u64(..1 << 12),
                );
                let cells = (0..12).filter(|cell| position >> cell & 1 != 0);
                let turned = rng.bool();
                let place = |cell: usize| {
                    if turned {
                        (2 - cell / 4, 3 - cell % 4)
                    } else {
                        (cell / 4, cell % 4)
                    }
                };
                let set: CellSet256 = cells
                    .map(place)
                    .map(|(row, column)| (row + down) * columns + column + across)
                    .collect();
                assert_eq!(
                    solver.value(&set, &Budget::generous()),
                    Ok(twin.value(position)),
                    "{position:b}"
                );
            }
        }
    }
}

/// Decides the winner by proof-number search from the first part on, and by the ordinary search, on
/// boards that neither method solves immediately. The value that is computed afterwards from the
/// cached results is correct.
#[test]
fn by_proof_numbers() {
    let budget = Budget::generous();
    for (game, value) in [
        (cram(5, 5), 0),
        (cram(4, 7), 3),
        (node_grid(6, 7), 3),
        (queens(8, 8), 3),
        (queens(7, 8), 0),
    ] {
        let mut positions = vec![game.full()];
        let mut rng = Rng::with_seed(7);
        positions.extend((0..rounds(6, 60)).map(|_| {
            (0..game.cells)
                .filter(|_| rng.u32(..5) > 0)
                .collect::<CellSet256>()
        }));
        for memory in [1 << 22, 1 << 12] {
            let mut deep = StaticGameSolver::new(&game, Reductions::default(), memory)
                .unwrap()
                .deep_after(1);
            let mut alone = StaticGameSolver::new(&game, Reductions::default(), 1 << 22)
                .unwrap()
                .deep_after(u64::MAX);
            for position in &positions {
                assert_eq!(
                    deep.is_zero(position, &budget),
                    alone.is_zero(position, &budget),
                    "{position:?}"
                );
            }
            assert_eq!(deep.value(&game.full(), &budget), Ok(value));
        }
    }
    // A stopped search by proof numbers is resumed, and the values that it excluded are correct.
    let game = cram(4, 7);
    let mut solver = StaticGameSolver::new(
        &game,
        Reductions {
            mirror: false,
            ..Reductions::default()
        },
        1 << 20,
    )
    .unwrap()
    .deep_after(1);
    let mut stops = 0;
    while let (Err(stop), _) =
        Budget::generous().stepped(500, |budget| solver.is_zero(&game.full(), budget))
    {
        assert!(matches!(stop, StopReason::Positions(_)), "{stop:?}");
        assert!(!solver.excluded(&game.full()).contains(&3));
        stops += 1;
    }
    assert!(stops > 0);
    assert_eq!(solver.value(&game.full(), &budget), Ok(3));
}

/// The number of parts after which proof numbers start is reported only if the game has more sets
/// of cells than this number.
#[test]
fn where_proof_numbers_are_gone_to() {
    let solver = |rows, columns| {
        StaticGameSolver::new(&cram(rows, columns), Reductions::default(), 1 << 12).unwrap()
    };
    assert_eq!(
        (
            solver(3, 6).deep(),
            solver(4, 5).deep(),
            solver(15, 16).deep()
        ),
        (None, Some(1 << 18), Some(1 << 18))
    );
    assert_eq!(solver(2, 2).deep_after(1).deep(), Some(1));
}

/// A stopped search returns an error, and its cached results are correct.
#[test]
fn stopped_and_taken_up() {
    let game = cram(4, 7);
    let mut solver = StaticGameSolver::new(&game, Reductions::default(), 1 << 20).unwrap();
    let mut stops = 0;
    let value = loop {
        match Budget::generous().stepped(1000, |budget| solver.value(&game.full(), budget)) {
            (Ok(value), _) => break value,
            (Err(stop), cut) => {
                assert!(cut && matches!(stop, StopReason::Positions(_)), "{stop:?}");
                stops += 1;
            }
        }
    };
    assert!(value == 3 && stops > 1, "{value} after {stops} stops");
    assert!(solver.statistics().entries > 1000 && solver.bytes() >= 64 << 10);
}

#[test]
fn games_of_other_kinds_are_refused() {
    let refused = |game: StaticGame| StaticGameSolver::new(&game, Reductions::default(), 64).err();
    let game = |one: StaticMove| StaticGame {
        cells: 4,
        moves: vec![one],
        ..StaticGame::default()
    };
    assert_eq!(refused(game(StaticMove::new([0], [0]))), None);
    assert_eq!(
        refused(game(StaticMove::new([0], [1]))),
        Some(StaticGameError::Stands(0))
    );
    assert_eq!(
        refused(game(StaticMove::new([], [1]))),
        Some(StaticGameError::Stands(0))
    );
    assert_eq!(
        refused(game(StaticMove::new([4], [4]))),
        Some(StaticGameError::Cell { place: 0, cell: 4 })
    );
    assert_eq!(
        refused(game(StaticMove {
            adds: vec![1],
            ..StaticMove::new([0], [0])
        })),
        Some(StaticGameError::Adds(0))
    );
    assert_eq!(
        refused(StaticGame {
            cells: 257,
            ..StaticGame::default()
        }),
        Some(StaticGameError::Cells(257))
    );
    assert_eq!(
        refused(StaticGame {
            board: Some((2, 3)),
            ..game(StaticMove::new([0], [0]))
        }),
        Some(StaticGameError::Board {
            rows: 2,
            columns: 3,
            cells: 4
        })
    );
    let mut none = StaticGameSolver::new(&StaticGame::default(), Reductions::default(), 0).unwrap();
    assert_eq!(none.value(&CellSet256::EMPTY, &Budget::generous()), Ok(0));
}

/// The game is a heap: it has 200 cells, and each move removes a cell and all cells after it. A
/// heap of 200 cells has the longest play and the largest value that 200 cells allow.
#[test]
fn deep() {
    let moves = (0..200)
        .map(|cell| StaticMove::new([cell], cell..200))
        .collect();
    let game = StaticGame {
        cells: 200,
        moves,
        ..StaticGame::default()
    };
    let mut solver = StaticGameSolver::new(&game, Reductions::default(), 1 << 20).unwrap();
    assert_eq!(solver.value(&game.full(), &Budget::generous()), Ok(200));
}
