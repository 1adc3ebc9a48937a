//! Games in which the players have different moves, compared with the definition on complete
//! positions.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use partizan::{Id, Store};
use parts::{
    CellSet256, MoveOwner, PartizanParts, PartizanPartsError, Reductions, StaticGame,
    StaticGameError, StaticGameSolver, StaticMove,
};
use testkit::rounds;

use crate::twin::{image, random_board, random_game};

/// Returns a position as a set of cells.
fn cells(position: u32) -> CellSet256 {
    (0..32).filter(|cell| position >> cell & 1 == 1).collect()
}

fn bits(cells: &[u16]) -> u32 {
    cells.iter().fold(0, |bits, cell| bits | 1 << cell)
}

/// Returns the positions that moves lead to, with the owners of the moves.
fn options(game: &StaticGame, position: u32) -> Vec<(MoveOwner, u32)> {
    let legal = |one: &&StaticMove| {
        position & bits(&one.needs) == bits(&one.needs) && position & bits(&one.absent) == 0
    };
    let leaves = |one: &StaticMove| position & !bits(&one.takes) | bits(&one.adds);
    let legal = game.moves.iter().filter(legal);
    legal.map(|one| (one.owner, leaves(one))).collect()
}

/// Returns the value of a complete position by the definition.
fn value(
    game: &StaticGame,
    position: u32,
    known: &mut HashMap<u32, Id>,
    store: &mut Store,
    budget: &Budget<'_>,
) -> Id {
    if let Some(&known) = known.get(&position) {
        return known;
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (owner, leaves) in options(game, position) {
        let value = value(game, leaves, known, store, budget);
        if owner != MoveOwner::Right {
            left.push(value);
        }
        if owner != MoveOwner::Left {
            right.push(value);
        }
    }
    let found = store.game(&left, &right, budget).unwrap();
    known.insert(position, found);
    found
}

/// Compares all positions of a game, in a random order. Returns the number of parts.
fn compare(game: &StaticGame, rng: &mut Rng) -> u64 {
    let (budget, mut store) = (Budget::generous(), Store::new());
    let mut parts = PartizanParts::new(game).unwrap();
    let mut known = HashMap::new();
    let count = 1_u32 << game.cells;
    for _ in 0..count.min(40) {
        let position = rng.u32(..count);
        let expected = value(game, position, &mut known, &mut store, &budget);
        let (mut list, mut total) = (Vec::new(), Store::ZERO);
        parts
            .parts(&cells(position), &mut list, 0, &budget)
            .unwrap();
        for &part in &list {
            let value = parts.value(part, &mut store, &budget).unwrap();
            total = store.sum(total, value, &budget).unwrap();
            check_options(&mut parts, part, &mut store, &budget);
        }
        assert_eq!(
            store.name(total, &budget),
            store.name(expected, &budget),
            "position {position:b} of {game:?}"
        );
    }
    parts.statistics().0
}

/// Tests that the options of a part have the values of its options by the definition.
fn check_options(
    parts: &mut PartizanParts,
    part: parts::SignedPart,
    store: &mut Store,
    budget: &Budget<'_>,
) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let options = parts.options(part, 0, budget).unwrap();
    for (owner, leaves) in options.iter() {
        let mut total = Store::ZERO;
        for &part in leaves {
            let value = parts.value(part, store, budget).unwrap();
            total = store.sum(total, value, budget).unwrap();
        }
        if owner != MoveOwner::Right {
            left.push(total);
        }
        if owner != MoveOwner::Left {
            right.push(total);
        }
    }
    let expected = parts.value(part, store, budget).unwrap();
    assert_eq!(store.game(&left, &right, budget), Ok(expected));
}

fn random_owner(rng: &mut Rng) -> MoveOwner {
    [MoveOwner::Both, MoveOwner::Left, MoveOwner::Right][rng.usize(..3)]
}

/// Gives the moves of a list owners. In some games, the image of each move under the first
/// candidate symmetry belongs to the other player.
fn with_owners(mut game: StaticGame, rng: &mut Rng) -> StaticGame {
    for one in &mut game.moves {
        one.owner = random_owner(rng);
    }
    if rng.bool() {
        let exchanged = |one: &StaticMove| StaticMove {
            owner: one.owner.exchanged(),
            ..image(one, &game.candidates[0])
        };
        let more: Vec<StaticMove> = game.moves.iter().map(exchanged).collect();
        game.moves.extend(more);
    }
    game
}

#[test]
fn random_lists() {
    let mut rng = Rng::with_seed(11);
    let mut symmetric = 0;
    for _ in 0..rounds(600, 20_000) {
        let game = with_owners(random_game(&mut rng), &mut rng);
        compare(&game, &mut rng);
        symmetric += u32::from(PartizanParts::new(&game).unwrap().symmetries() > 1);
    }
    assert!(symmetric > 200, "{symmetric} games with symmetries");
}

/// Moves that add only cells below the least cell that they take and need, so that play ends.
#[test]
fn moves_that_add_cells() {
    let mut rng = Rng::with_seed(12);
    let mut adding = 0;
    for _ in 0..rounds(600, 5_000) {
        let mut game = random_game(&mut rng);
        game.candidates.clear();
        for one in &mut game.moves {
            let own = *one
                .needs
                .iter()
                .filter(|cell| one.takes.contains(cell))
                .max()
                .unwrap();
            one.adds = (0..own).filter(|_| rng.u8(..4) == 0).collect();
            one.takes.retain(|cell| !one.adds.contains(cell));
            adding += u32::from(!one.adds.is_empty());
        }
        let game = with_owners_in_rows(game, &mut rng);
        compare(&game, &mut rng);
    }
    assert!(adding > 1000, "{adding} moves that add cells");
}

/// Repeats the moves of a game on up to three rows of cells, so that different parts have the same
/// shape. On some rows, the players are exchanged.
fn with_owners_in_rows(game: StaticGame, rng: &mut Rng) -> StaticGame {
    let mut game = StaticGame {
        candidates: Vec::new(),
        ..game
    };
    for one in &mut game.moves {
        one.owner = random_owner(rng);
    }
    let rows = (14 / game.cells).clamp(1, 3);
    let mut all = StaticGame {
        cells: rows * game.cells,
        ..StaticGame::default()
    };
    for row in 0..rows {
        let to: Vec<u16> = (0..game.cells)
            .map(|cell| (row * game.cells + cell) as u16)
            .collect();
        let exchanges = rng.bool();
        let moved = game.moves.iter().map(|one| StaticMove {
            owner: match exchanges {
                true => one.owner.exchanged(),
                false => one.owner,
            },
            ..image(one, &to)
        });
        all.moves.extend(moved);
    }
    all
}

/// Gives the moves on a board owners that depend only on the arrangement of the needed cells. The
/// transposed arrangement often belongs to the other player.
fn with_owners_on_board(mut game: StaticGame, rng: &mut Rng) -> StaticGame {
    let (_, columns) = game.board.unwrap();
    let mut owners: HashMap<Vec<(u16, u16)>, MoveOwner> = HashMap::new();
    for one in &mut game.moves {
        let places = one.needs.iter().map(|cell| {
            let columns = columns as u16;
            (cell / columns, cell % columns)
        });
        let places: Vec<(u16, u16)> = places.collect();
        let row = places.iter().map(|place| place.0).min().unwrap();
        let column = places.iter().map(|place| place.1).min().unwrap();
        let mut shape: Vec<(u16, u16)> = places.iter().map(|p| (p.0 - row, p.1 - column)).collect();
        shape.sort_unstable();
        shape.dedup();
        let mut transposed: Vec<(u16, u16)> = shape.iter().map(|p| (p.1, p.0)).collect();
        transposed.sort_unstable();
        one.owner = match (owners.get(&shape), owners.get(&transposed)) {
            (Some(owner), _) => *owner,
            (None, Some(owner)) if rng.u8(..4) > 0 => owner.exchanged(),
            _ => random_owner(rng),
        };
        owners.insert(shape, one.owner);
    }
    game
}

#[test]
fn random_boards() {
    let mut rng = Rng::with_seed(13);
    let mut symmetric = 0;
    for _ in 0..rounds(600, 20_000) {
        let game = with_owners_on_board(random_board(&mut rng), &mut rng);
        compare(&game, &mut rng);
        symmetric += u32::from(PartizanParts::new(&game).unwrap().symmetries() > 1);
    }
    assert!(symmetric > 100, "{symmetric} boards with symmetries");
}

/// Returns Domineering on a board.
pub fn domineering(rows: u16, columns: u16) -> StaticGame {
    let domino = |cell: u16, other: u16, owner| StaticMove {
        owner,
        ..StaticMove::new([cell, other], [cell, other])
    };
    let mut moves = Vec::new();
    for cell in 0..rows * columns {
        if cell / columns + 1 < rows {
            moves.push(domino(cell, cell + columns, MoveOwner::Left));
        }
        if cell % columns + 1 < columns {
            moves.push(domino(cell, cell + 1, MoveOwner::Right));
        }
    }
    StaticGame {
        cells: usize::from(rows * columns),
        moves,
        board: Some((usize::from(rows), usize::from(columns))),
        ..StaticGame::default()
    }
}

/// Returns Clobber on a board. Cell c is a stone of Left on square c, and cell c + n, with n
/// squares, a stone of Right. Exchanging the colours exchanges the players.
fn clobber(rows: u16, columns: u16) -> StaticGame {
    let squares = rows * columns;
    let mut moves = Vec::new();
    for square in 0..squares {
        let mut pairs = Vec::new();
        if square / columns + 1 < rows {
            pairs.extend([(square, square + columns), (square + columns, square)]);
        }
        if square % columns + 1 < columns {
            pairs.extend([(square, square + 1), (square + 1, square)]);
        }
        for (from, to) in pairs {
            for (own, other, owner) in [
                (0, squares, MoveOwner::Left),
                (squares, 0, MoveOwner::Right),
            ] {
                moves.push(StaticMove {
                    adds: vec![to + own],
                    owner,
                    ..StaticMove::new([from + own, to + other], [from + own, to + other])
                });
            }
        }
    }
    let (squares, columns) = (usize::from(squares), usize::from(columns));
    let swapped = (0..2 * squares).map(|cell| (cell + squares) % (2 * squares));
    let swapped: Vec<u16> = swapped.map(|cell| cell as u16).collect();
    let mirror = |cell: usize| cell / columns * columns + columns - 1 - cell % columns;
    let mirrored = (0..squares)
        .map(mirror)
        .chain((0..squares).map(|cell| squares + mirror(cell)));
    let both = mirrored.map(|cell| swapped[cell]).collect();
    StaticGame {
        cells: 2 * squares,
        moves,
        candidates: vec![swapped, both],
        ..StaticGame::default()
    }
}

/// Two of the symmetries exchange the players, and their product does not.
#[test]
fn clobber_on_small_boards() {
    let mut rng = Rng::with_seed(14);
    for (rows, columns) in [(1, 4), (2, 2), (2, 3), (1, 6)] {
        let game = clobber(rows, columns);
        let symmetries = PartizanParts::new(&game).unwrap().symmetries();
        assert!(symmetries >= 4, "{rows} x {columns}: {symmetries}");
        for _ in 0..rounds(5, 50) {
            compare(&game, &mut rng);
        }
    }
}

/// Quarter turns exchange the players, and are used: 16,456 parts were found by a search of boards
/// alone. Source of the values: *Winning Ways*, chapter 5.
#[test]
fn domineering_uses_few_parts() {
    let budget = Budget::generous();
    for ((rows, columns), name, most) in [
        ((2, 2), "+-1", 3),
        ((3, 3), "+-1", 40),
        ((4, 4), "+-(0,{1+-1||2|1+-1||1+-1,miny(2)})", 197),
        ((4, 5), "1", 2_303),
        ((5, 5), "0", 16_456),
    ] {
        let game = domineering(rows, columns);
        let mut parts = PartizanParts::new(&game).unwrap();
        let (mut store, mut list) = (Store::new(), Vec::new());
        parts.parts(&game.full(), &mut list, 0, &budget).unwrap();
        let value = parts.value(list[0], &mut store, &budget).unwrap();
        if (rows, columns) != (4, 4) {
            assert_eq!(store.name(value, &budget).unwrap(), name);
        }
        let (evaluated, _) = parts.statistics();
        assert!(
            evaluated <= most,
            "{rows} x {columns}: {evaluated} parts, at most {most} expected"
        );
    }
}

#[test]
fn play_that_can_cycle_is_refused() {
    let step = |from: u16, to: u16, owner| StaticMove {
        adds: vec![to],
        owner,
        ..StaticMove::new([from], [from])
    };
    let game = StaticGame {
        cells: 2,
        moves: vec![step(0, 1, MoveOwner::Left), step(1, 0, MoveOwner::Right)],
        ..StaticGame::default()
    };
    let mut parts = PartizanParts::new(&game).unwrap();
    let (mut list, budget) = (Vec::new(), Budget::generous());
    parts.parts(&cells(1), &mut list, 0, &budget).unwrap();
    assert_eq!(
        parts.value(list[0], &mut Store::new(), &budget),
        Err(PartizanPartsError::Cycle)
    );
}

#[test]
fn games_that_are_not_supported_are_refused() {
    let one = |needs: Vec<u16>, owner| StaticGame {
        cells: 1,
        moves: vec![StaticMove {
            needs,
            takes: vec![0],
            owner,
            ..StaticMove::default()
        }],
        ..StaticGame::default()
    };
    // Impartial values have no owners, and values of two players need moves that need a cell.
    assert!(PartizanParts::new(&one(vec![0], MoveOwner::Left)).is_ok());
    let refused = PartizanParts::new(&one(Vec::new(), MoveOwner::Left)).unwrap_err();
    assert_eq!(refused, StaticGameError::Needless(0));
    let game = one(vec![0], MoveOwner::Right);
    let refused = StaticGameSolver::new(&game, Reductions::default(), 1 << 10).unwrap_err();
    assert_eq!(refused, StaticGameError::Owner(0));
}
