//! The Game of BOI 2008: two players race to each other's start and may jump over each other.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use structures::boi::board::BoiBoard;
use structures::boi::generator::PoolBoardLayout;
use structures::boi::race::RaceBoard;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "boi2008_game",
    aliases: &[],
    title: ("BOI 2008 Game", "BOI 2008 Game"),
    source: "BOI 2008, day 1",
    method: "boi-race: levels of shortest paths, 64 pairs of cells at a time",
    sample: include_str!("../../samples/boi2008_game.txt"),
    solve,
    brute,
    make,
    small: 6,
}];

/// Reads the rows of a board: n rows of n cells, one A, one B.
fn read<'a>(input: &mut InputReader<'a>) -> Result<Vec<&'a str>, JudgeError> {
    let n: usize = input.number(text!("the side of the board", "棋盘边长"), 2..=1000)?;
    let mut rows = Vec::with_capacity(n);
    let mut starts = [0; 2];
    for _ in 0..n {
        input.budget.steps(n)?;
        let row = input.checked(text!("a row of {n} cells", "{n} 格的一行"), |row| {
            if let Some(sign) = row
                .chars()
                .find(|sign| !matches!(sign, '.' | '#' | 'A' | 'B'))
            {
                return Err(text!(
                    "unknown cell `{sign}`: expected `.`, `#`, `A` or `B`",
                    "未知的格子 `{sign}`：应为 `.`、`#`、`A` 或 `B`"
                ));
            }
            if row.len() != n {
                let found = row.len();
                return Err(text!(
                    "expected a row of {n} cells, found {found}",
                    "此处应为 {n} 格的一行，实有 {found} 格"
                ));
            }
            for (count, start) in starts.iter_mut().zip(['A', 'B']) {
                *count += row.matches(start).count();
                if *count > 1 {
                    return Err(text!(
                        "a second `{start}` on this board",
                        "棋盘上出现第二个 `{start}`"
                    ));
                }
            }
            Ok(())
        })?;
        rows.push(row);
    }
    match starts {
        [1, 1] => Ok(rows),
        _ => {
            let start = if starts[0] == 0 { 'A' } else { 'B' };
            input.refuse(text!(
                "there is no `{start}` on this board",
                "棋盘上没有 `{start}`"
            ))
        }
    }
}

fn boards<'a>(
    input: &mut InputReader<'a>,
    mut each: impl FnMut(&InputReader<'a>, &[&str]) -> Result<bool, JudgeError>,
    out: &mut String,
) -> Result<(), JudgeError> {
    let count = input.number(text!("the number of boards", "棋盘数"), 0..=1000)?;
    for _ in 0..count {
        let rows = read(input)?;
        write_either(out, each(input, &rows)?, "A", "B");
    }
    Ok(input.end()?)
}

/// Reads the board of a game.
pub fn race(input: &mut InputReader<'_>) -> Result<RaceBoard, JudgeError> {
    let rows = read(input)?;
    race_on(input, &rows)
}

fn race_on(input: &InputReader<'_>, rows: &[&str]) -> Result<RaceBoard, JudgeError> {
    let board = BoiBoard::read(&rows.join("\n")).expect("rows are tested");
    Ok(RaceBoard::new(board).map_err(|why| input.wrong(why))?)
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let wins = |input: &InputReader<'_>, rows: &[&str]| {
        let race = race_on(input, rows)?;
        Ok(race.wins(race.board().start(), input.budget)?)
    };
    boards(input, wins, out)
}

/// The reference implementation. The reference implementation marks won and lost positions
/// repeatedly until no mark changes. A position consists of the player to move and the cells of
/// both players.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let wins = |input: &InputReader<'_>, rows: &[&str]| {
        let n = rows.len();
        let cells: Vec<u8> = rows.concat().into_bytes();
        let at = |start| {
            cells
                .iter()
                .position(|&cell| cell == start)
                .expect("rows are tested")
        };
        let starts = [at(b'A'), at(b'B')];
        let beside = |cell: usize| {
            let (y, x) = (cell / n, cell % n);
            let list = [
                (y.wrapping_sub(1), x),
                (y + 1, x),
                (y, x.wrapping_sub(1)),
                (y, x + 1),
            ];
            let within = list
                .into_iter()
                .filter(|&(y, x)| y < n && x < n)
                .map(|(y, x)| y * n + x);
            within
                .filter(|&cell| cells[cell] != b'#')
                .collect::<Vec<usize>>()
        };
        // 0: unknown; 1: the player to move wins; 2: the player to move loses.
        let index = |turn: usize, at: [usize; 2]| (turn * n * n + at[0]) * n * n + at[1];
        let mut known = vec![0u8; 2 * n * n * n * n];
        let mut changed = true;
        while changed && known[index(0, starts)] == 0 {
            changed = false;
            for (turn, a, b) in (0..2).flat_map(|turn| {
                (0..n * n).flat_map(move |a| (0..n * n).map(move |b| (turn, a, b)))
            }) {
                let (at, target) = ([a, b], starts[1 - turn]);
                if known[index(turn, at)] != 0
                    || a == b
                    || cells[a] == b'#'
                    || cells[b] == b'#'
                    || a == starts[1]
                    || b == starts[0]
                {
                    continue;
                }
                let (mut best, mut all_lose) = (0, true);
                for step in beside(at[turn]) {
                    let jump = step == at[1 - turn];
                    let ends = if jump && step != target {
                        beside(step)
                    } else {
                        vec![step]
                    };
                    for to in ends {
                        let mut next = at;
                        next[turn] = to;
                        let after = if to == target {
                            2
                        } else {
                            known[index(1 - turn, next)]
                        };
                        best = best.max(u8::from(after == 2));
                        all_lose &= after == 1;
                    }
                }
                let value = if best == 1 { 1 } else { u8::from(all_lose) * 2 };
                changed |= value != 0;
                known[index(turn, at)] = value;
            }
            input.budget.ask()?;
        }
        match known[index(0, starts)] {
            0 => input.refuse(text!("neither player can force a win", "双方都不能必胜")),
            value => Ok(value == 1),
        }
    };
    boards(input, wins, out)
}

/// Returns a board on which the two players can meet: an open board, a board with walls, with paths
/// around blocks, or with pools and pipes.
fn make_board(rng: &mut Rng, n: usize) -> String {
    if n >= 25 && rng.u32(..4) == 0 {
        return PoolBoardLayout::largest(n)
            .expect("25 cells hold a pool")
            .text();
    }
    loop {
        let (ring, walls) = (rng.u32(..3) == 0, rng.u32(..35));
        let mut rows: Vec<Vec<u8>> = (0..n)
            .map(|y| {
                let cell = |x: usize| {
                    let inner = y.min(x).min(n - 1 - y).min(n - 1 - x) > 0;
                    let chance = if !ring {
                        walls
                    } else if inner {
                        70
                    } else {
                        2
                    };
                    if rng.u32(..100) < chance { b'#' } else { b'.' }
                };
                (0..n).map(cell).collect()
            })
            .collect();
        let a = rng.usize(..n * n);
        let b = (a + rng.usize(1..n * n)) % (n * n);
        (rows[a / n][a % n], rows[b / n][b % n]) = (b'A', b'B');
        let text: String = rows
            .into_iter()
            .map(|row| String::from_utf8_lossy(&row).into_owned() + "\n")
            .collect();
        if BoiBoard::read(&text).is_ok_and(|board| RaceBoard::new(board).is_ok()) {
            return text;
        }
    }
}

fn make(rng: &mut Rng, size: u64) -> String {
    let most = size.clamp(2, 300) as usize;
    let mut text = String::new();
    let count = rng.u32(1..=if most > 20 { 10 } else { 4 });
    let _ = writeln!(text, "{count}");
    for _ in 0..count {
        let n = if most > 20 { most } else { rng.usize(2..=most) };
        let _ = write!(text, "{n}\n{}", make_board(rng, n));
    }
    text
}
