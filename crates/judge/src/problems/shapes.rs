//! 2D-Nim (POJ 1021): pieces on the points of a board; a move takes some adjacent pieces in one row
//! or column. Two boards are called alike if their connected components can be paired such that the
//! components of a pair become equal by moving, rotating or reflecting. The values of two boards
//! that are alike are equal, because no move changes two components. The problem only asks whether
//! the boards are alike, so no game is played.
//!
//! A component is identified by the smallest of its eight rotated and reflected images, each moved
//! into the corner: O(n log n) for n pieces.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "poj1021",
    aliases: &[],
    title: (
        "2D-Nim: whether the parts of two boards agree",
        "2D-NIM：两个棋盘的连通块是否一致",
    ),
    source: "POJ 1021, Tehran 1999",
    method: "the smallest of the eight symmetric images of each part",
    sample: include_str!("../../samples/poj1021.txt"),
    solve: |input, out| cases(input, out, by_pictures),
    brute: |input, out| cases(input, out, by_definition),
    make,
    small: 5,
}];

/// The maximum number of points in a row or column of a board.
const MAX_SIDE: i32 = 1_000;

/// A piece, given by its column and its row.
type Piece = (i32, i32);

type Board = BTreeSet<Piece>;

/// Reads `T`, then pairs of boards: `W H n`, n pieces of the first board, and n pieces of the
/// second board.
fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    alike: fn(&Board, &Board, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let width = input.number(text!("the width W", "宽 W"), 1..=MAX_SIDE)?;
        let height = input.number(text!("the height H", "高 H"), 1..=MAX_SIDE)?;
        let count = input.number(
            text!("the number of pieces", "棋子数 n"),
            0..=width * height,
        )?;
        let first = board(input, width, height, count)?;
        let second = board(input, width, height, count)?;
        write_either(out, alike(&first, &second, input.budget)?, "YES", "NO");
    }
    Ok(input.end()?)
}

/// Reads as many pieces as announced, on distinct points.
fn board(
    input: &mut InputReader<'_>,
    width: i32,
    height: i32,
    count: i32,
) -> Result<Board, JudgeError> {
    let budget = input.budget;
    let mut board = Board::new();
    for _ in 0..count {
        budget.tick()?;
        budget.allow_memory(64 * board.len() as u64)?;
        let column = input.number(
            text!("the x coordinate of a piece", "棋子的 x 坐标"),
            0..=width - 1,
        )?;
        let row = input.number(
            text!("the y coordinate of a piece", "棋子的 y 坐标"),
            0..=height - 1,
        )?;
        if !board.insert((column, row)) {
            let twice = text!(
                "two pieces at point {column} {row}",
                "点 {column} {row} 上有两个棋子"
            );
            return input.refuse(twice);
        }
    }
    Ok(board)
}

/// Returns the points adjacent to a point.
fn neighbours((x, y): Piece) -> [Piece; 4] {
    [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
}

/// Returns the pieces rotated and reflected in the eight ways, each sorted and moved into the
/// corner.
fn pictures(part: &[Piece]) -> impl Iterator<Item = Vec<Piece>> {
    (0..8).map(move |way| {
        let turned = part.iter().map(|&(x, y)| {
            let (x, y) = if way & 1 == 0 { (x, y) } else { (y, x) };
            (
                if way & 2 == 0 { x } else { -x },
                if way & 4 == 0 { y } else { -y },
            )
        });
        let turned: Vec<Piece> = turned.collect();
        let left = turned.iter().map(|piece| piece.0).min().unwrap_or(0);
        let low = turned.iter().map(|piece| piece.1).min().unwrap_or(0);
        let mut picture: Vec<Piece> = turned
            .into_iter()
            .map(|(x, y)| (x - left, y - low))
            .collect();
        picture.sort_unstable();
        picture
    })
}

/// Compares the components of both boards, each represented by its smallest image, sorted.
fn by_pictures(first: &Board, second: &Board, budget: &Budget<'_>) -> Result<bool, JudgeError> {
    let known = |board: &Board| -> Result<Vec<Vec<Piece>>, JudgeError> {
        let mut parts = Vec::new();
        let mut left = board.clone();
        while let Some(start) = left.pop_first() {
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                budget.tick()?;
                part.extend(
                    neighbours(part[next])
                        .into_iter()
                        .filter(|piece| left.remove(piece)),
                );
                next += 1;
            }
            budget.steps(8 * part.len())?;
            parts.extend(pictures(&part).min());
        }
        parts.sort_unstable();
        Ok(parts)
    };
    Ok(known(first)? == known(second)?)
}

/// Labels pieces until all adjacent pieces have the same label. After labelling, each component of
/// one board is paired with any component of the other board that it equals after moving, rotating
/// and reflecting.
fn by_definition(first: &Board, second: &Board, budget: &Budget<'_>) -> Result<bool, JudgeError> {
    let parts = |board: &Board| -> Result<Vec<Board>, JudgeError> {
        let mut names: HashMap<Piece, Piece> = board.iter().map(|&piece| (piece, piece)).collect();
        loop {
            let before = names.clone();
            for piece in board {
                budget.tick()?;
                let least = neighbours(*piece)
                    .iter()
                    .filter_map(|other| before.get(other))
                    .chain([&before[piece]])
                    .min()
                    .copied();
                names.extend(least.map(|name| (*piece, name)));
            }
            if names == before {
                break;
            }
        }
        let all: BTreeSet<Piece> = names.values().copied().collect();
        Ok(all
            .into_iter()
            .map(|name| {
                board
                    .iter()
                    .copied()
                    .filter(|piece| names[piece] == name)
                    .collect()
            })
            .collect())
    };
    let becomes = |part: &Board, other: &Board| {
        let (Some(&from), true) = (part.first(), part.len() == other.len()) else {
            return false;
        };
        let turns: [fn(Piece) -> Piece; 8] = [
            |(x, y)| (x, y),
            |(x, y)| (-y, x),
            |(x, y)| (-x, -y),
            |(x, y)| (y, -x),
            |(x, y)| (-x, y),
            |(x, y)| (y, x),
            |(x, y)| (x, -y),
            |(x, y)| (-y, -x),
        ];
        turns.iter().any(|turn| {
            other.iter().any(|to| {
                let at = turn(from);
                part.iter().all(|&piece| {
                    other.contains(&(turn(piece).0 - at.0 + to.0, turn(piece).1 - at.1 + to.1))
                })
            })
        })
    };
    let mut left = parts(second)?;
    for part in parts(first)? {
        let Some(place) = left.iter().position(|other| becomes(&part, other)) else {
            return Ok(false);
        };
        left.swap_remove(place);
    }
    Ok(left.is_empty())
}

/// Generates pairs of boards. Half of the second boards are the first board of the pair rotated,
/// reflected or with one piece moved.
fn make(rng: &mut Rng, size: u64) -> String {
    let side = size.clamp(1, 100) as i32;
    let count = rng.u64(1..=5);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        // Rotated boards need the same space in both directions.
        let pieces = rng.usize(0..=(side * side) as usize);
        let scattered = |rng: &mut Rng| {
            let mut board = Board::new();
            while board.len() < pieces {
                board.insert((rng.i32(0..side), rng.i32(0..side)));
            }
            board
        };
        let first = scattered(rng);
        let mut second = if rng.bool() {
            let way = rng.usize(..8);
            let all: Vec<Piece> = first.iter().copied().collect();
            pictures(&all)
                .nth(way)
                .unwrap_or_default()
                .into_iter()
                .collect()
        } else {
            scattered(rng)
        };
        if rng.bool() && pieces > 0 && pieces < (side * side) as usize {
            second.pop_first();
            while second.len() < pieces {
                second.insert((rng.i32(0..side), rng.i32(0..side)));
            }
        }
        let _ = writeln!(text, "{side} {side} {pieces}");
        for board in [first, second] {
            let line: Vec<String> = board.iter().map(|(x, y)| format!("{x} {y}")).collect();
            let _ = writeln!(text, "{}", line.join(" "));
        }
    }
    text
}
