//! A game of knights on a board in which all knights move at once: the winner, and the step of each
//! knight.

use std::collections::HashMap;
use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::text;
use fastrand::Rng;
use theorems::OnlinePlayer;
use theorems::knights::{Cell, KnightsBoard, Player, mover_wins};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "ceoi2008_knights",
        aliases: &["knights"],
        title: ("Knights", "骑士"),
        source: "CEOI 2008",
        method: "ceoi-knights",
        sample: include_str!("../../samples/ceoi2008_knights.txt"),
        solve: who_wins,
        brute: who_wins_by_search,
        make,
        small: 6,
    },
    Problem {
        name: "ceoi2008_knights_moves",
        aliases: &["knights_moves"],
        title: (
            "Knights: the move of each knight (delay if the knight wins, hurry if the knight loses)",
            "骑士：每只马的走法（能赢的拖延，会输的求快）",
        ),
        source: "after CEOI 2008",
        method: "ceoi-knights",
        sample: include_str!("../../samples/ceoi2008_knights_moves.txt"),
        solve: moves,
        brute: moves_by_table,
        make,
        small: 6,
    },
];

const MAX_KNIGHTS: usize = 1_000_000;

const MAX_ROWS: u64 = 1_000_000_000_000_000_000;

fn read(input: &mut InputReader<'_>, rows: u64) -> Result<(u64, Vec<Cell>), JudgeError> {
    let n = input.number(text!("the number of rows", "棋盘的行数"), 1..=rows)?;
    let count = input.number(text!("the number of knights", "马的个数"), 0..=MAX_KNIGHTS)?;
    let knights = input.list(0..count, |input| {
        let x = input.number(text!("the x coordinate of a knight", "马的 x 坐标"), 1..=n)?;
        Ok((
            x,
            input.number(text!("the y coordinate of a knight", "马的 y 坐标"), 1..=n)?,
        ))
    })?;
    input.end()?;
    Ok((n, knights))
}

fn board(n: u64) -> KnightsBoard {
    KnightsBoard::new(n).expect("it has been read as at least 1")
}

fn who_wins(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (n, knights) = read(input, MAX_ROWS)?;
    write_either(out, mover_wins(board(n), &knights), "YES", "NO");
    Ok(())
}

/// Writes the destination of each knight, in the order of the input. A knight that cannot move
/// stays. Among several best steps, the first of (-2, +1), (-2, -1), (+1, -2), (-1, -2) is chosen.
fn moves(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (n, knights) = read(input, MAX_ROWS)?;
    let mut player =
        Player::new(board(n), knights).expect("the knights have been read as on the board");
    let made = player.winning_move();
    write_either(out, made.is_some(), "YES", "NO");
    for (x, y) in made.into_iter().flatten() {
        input.budget.tick()?;
        let _ = writeln!(out, "{x} {y}");
    }
    Ok(())
}

/// Returns the destinations of a knight, independently of the implementation in the theorem.
fn steps(n: u64, (x, y): Cell) -> Vec<Cell> {
    let (x, y, n) = (x as i64, y as i64, n as i64);
    let all = [
        (x - 2, y + 1),
        (x - 2, y - 1),
        (x + 1, y - 2),
        (x - 1, y - 2),
    ];
    let on_board = |&(x, y): &(i64, i64)| x >= 1 && y >= 1 && x <= n && y <= n;
    all.iter()
        .filter(|cell| on_board(cell))
        .map(|&(x, y)| (x as u64, y as u64))
        .collect()
}

/// Returns the winner by a search of complete positions.
fn search(n: u64, mut knights: Vec<Cell>, budget: &Budget<'_>) -> Result<bool, StopReason> {
    let options = |knights: &Vec<Cell>| {
        let mut options = vec![Vec::new()];
        let mut moved = false;
        for &knight in knights {
            let mut targets = steps(n, knight);
            moved |= !targets.is_empty();
            if targets.is_empty() {
                targets.push(knight);
            }
            options = options
                .iter()
                .flat_map(|made| targets.iter().map(move |&to| [&made[..], &[to]].concat()))
                .collect();
        }
        options
            .iter_mut()
            .for_each(|option: &mut Vec<Cell>| option.sort_unstable());
        if moved { options } else { Vec::new() }
    };
    knights.sort_unstable();
    ReferenceSearch::normal(options, budget).mover_wins(&knights)
}

fn who_wins_by_search(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (n, knights) = read(input, 1000)?;
    write_either(out, search(n, knights, input.budget)?, "YES", "NO");
    Ok(())
}

/// Answers by a search of complete positions. The step of each knight is chosen by the number of
/// turns until that knight cannot move; a table contains this number for each cell.
fn moves_by_table(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (n, knights) = read(input, 1000)?;
    let wins = search(n, knights.clone(), budget)?;
    write_either(out, wins, "YES", "NO");
    let mut cells: Vec<Cell> = (1..=n).flat_map(|x| (1..=n).map(move |y| (x, y))).collect();
    cells.sort_unstable_by_key(|(x, y)| x + y);
    let mut lasts = HashMap::new();
    // The winner on the board of a knight chooses the longest play among the options that are lost
    // for the opponent. The loser chooses the shortest play of all options.
    let best = |lasts: &HashMap<Cell, u64>, cell: Cell| {
        let to = steps(n, cell);
        let lost = to
            .iter()
            .copied()
            .filter(|cell| lasts[cell].is_multiple_of(2));
        let longest = lost.clone().map(|cell| lasts[&cell]).max();
        let wanted = longest.or(to.iter().map(|cell| lasts[cell]).min());
        to.into_iter().find(|cell| Some(lasts[cell]) == wanted)
    };
    for &cell in &cells {
        budget.tick()?;
        let turns = best(&lasts, cell).map_or(0, |to| lasts[&to] + 1);
        lasts.insert(cell, turns);
    }
    for knight in knights.into_iter().filter(|_| wins) {
        let (x, y) = best(&lasts, knight).unwrap_or(knight);
        let _ = writeln!(out, "{x} {y}");
    }
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    let n = rng.u64(1..=size.min(MAX_ROWS));
    // The random tests have up to three knights on small boards, because brute force searches all
    // knights together.
    let count = rng.u64(0..=(size / 5).clamp(3, 200_000));
    let mut text = format!("{n} {count}\n");
    (0..count).for_each(|_| write_row(&mut text, [rng.u64(1..=n), rng.u64(1..=n)]));
    text
}
