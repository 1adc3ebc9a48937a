//! Games as lists of moves: games on boards, on graphs, and random games.

use fastrand::Rng;
use parts::{StaticGame, StaticMove};

/// Returns a game on a board whose moves a function generates from each cell.
pub fn on_board(
    rows: usize,
    columns: usize,
    moves: impl Fn(i32, i32) -> Vec<StaticMove>,
) -> StaticGame {
    let cells =
        (0..rows as i32).flat_map(|row| (0..columns as i32).map(move |column| (row, column)));
    let moves = cells.flat_map(|(row, column)| moves(row, column)).collect();
    StaticGame {
        cells: rows * columns,
        moves,
        board: Some((rows, columns)),
        candidates: Vec::new(),
    }
}

/// Returns a game in which a piece is placed on a cell and removes the cells that it attacks.
fn pieces(rows: usize, columns: usize, attacks: impl Fn(i32, i32) -> bool) -> StaticGame {
    let all: Vec<(i32, i32)> = (0..rows as i32)
        .flat_map(|row| (0..columns as i32).map(move |column| (row, column)))
        .collect();
    let cell = |(row, column): (i32, i32)| (row * columns as i32 + column) as u16;
    on_board(rows, columns, |row, column| {
        let takes = all
            .iter()
            .filter(|&&(r, c)| attacks(r - row, c - column))
            .map(|&place| cell(place));
        vec![StaticMove::new([cell((row, column))], takes)]
    })
}

/// Returns Cram: dominoes on a board.
pub fn cram(rows: usize, columns: usize) -> StaticGame {
    on_board(rows, columns, |row, column| {
        let cell = (row * columns as i32 + column) as u16;
        let right = (column + 1 < columns as i32).then(|| [cell, cell + 1]);
        let down = (row + 1 < rows as i32).then(|| [cell, cell + columns as u16]);
        right
            .into_iter()
            .chain(down)
            .map(|pair| StaticMove::new(pair, pair))
            .collect()
    })
}

/// Returns a game of queens that may not attack each other.
pub fn queens(rows: usize, columns: usize) -> StaticGame {
    pieces(rows, columns, |down, across| {
        down == 0 || across == 0 || down.abs() == across.abs()
    })
}

/// Returns a game of kings that may not attack each other.
pub fn kings(rows: usize, columns: usize) -> StaticGame {
    pieces(rows, columns, |down, across| {
        down.abs() < 2 && across.abs() < 2
    })
}

/// Returns Node Kayles on a grid.
pub fn node_grid(rows: usize, columns: usize) -> StaticGame {
    pieces(rows, columns, |down, across| down.abs() + across.abs() < 2)
}

/// Returns Chomp, in which no move is made at the poisoned corner.
pub fn chomp(rows: usize, columns: usize) -> StaticGame {
    let mut game = pieces(rows, columns, |down, across| down >= 0 && across >= 0);
    game.moves.remove(0);
    game
}

/// Returns Node Kayles: a vertex is removed with its neighbours.
pub fn node_kayles(vertices: usize, edges: &[(u16, u16)]) -> StaticGame {
    let around = |v: u16| {
        edges
            .iter()
            .filter(move |edge| edge.0 == v || edge.1 == v)
            .map(move |edge| edge.0 + edge.1 - v)
    };
    let moves = (0..vertices as u16)
        .map(|v| StaticMove::new([v], around(v).chain([v])))
        .collect();
    StaticGame {
        cells: vertices,
        moves,
        ..StaticGame::default()
    }
}

/// Returns Arc Kayles: two neighbours are removed.
pub fn arc_kayles(vertices: usize, edges: &[(u16, u16)]) -> StaticGame {
    let moves = edges
        .iter()
        .map(|&(u, v)| StaticMove::new([u, v], [u, v]))
        .collect();
    StaticGame {
        cells: vertices,
        moves,
        ..StaticGame::default()
    }
}

/// Returns random edges between vertices, without duplicates.
pub fn random_graph(vertices: usize, edges: usize, rng: &mut Rng) -> Vec<(u16, u16)> {
    let mut all: Vec<(u16, u16)> = (0..vertices as u16)
        .flat_map(|u| (0..u).map(move |v| (v, u)))
        .collect();
    rng.shuffle(&mut all);
    all.truncate(edges);
    all
}
