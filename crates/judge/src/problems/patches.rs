//! Colouring game (ZJOI 2009, Luogu P2594): connected sets of coins are turned. The game and its
//! law are in `structures::patches`.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use structures::grid::Grid;
use structures::patches::PatchesBoard;
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p2594",
    aliases: &[],
    title: ("Colouring game", "染色游戏"),
    source: "ZJOI 2009, Luogu P2594",
    method: "closed form: powers of two, with the parity of the count of each",
    sample: include_str!("../../samples/p2594.txt"),
    solve: |input, out| {
        cases(input, out, 1 << 12, &mut |board, tails| {
            Ok(board.value(tails).contains(&true))
        })
    },
    brute,
    make,
    small: 4,
}];

/// A function that returns whether the first player wins a board with these tails.
type Wins<'w> = &'w mut dyn FnMut(PatchesBoard, Vec<u32>) -> Result<bool, JudgeError>;

fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    most: usize,
    wins: Wins<'_>,
) -> Result<(), JudgeError> {
    for _ in 0..input.number(text!("the number of games", "游戏局数"), 0..=1_000_000u64)? {
        let (board, tails) = read(input, most)?;
        write_either(out, wins(board, tails)?, "-_-", "=_=");
    }
    Ok(input.end()?)
}

/// Reads a board: its rows and columns, and the cells that show tails.
///
/// # Errors
/// Returns [`JudgeError`] if the input is not in the format of a board, or the budget does not
/// allow the memory.
pub fn read(
    input: &mut InputReader<'_>,
    most: usize,
) -> Result<(PatchesBoard, Vec<u32>), JudgeError> {
    let budget = input.budget;
    let rows = input.number(text!("the number of rows", "行数"), 1..=most)?;
    let columns = input.number(text!("the number of columns", "列数"), 1..=most)?;
    let board = PatchesBoard::new(Grid::new(rows, columns));
    let mut tails = Vec::new();
    for row in 0..rows {
        budget.tick()?;
        let what = text!(
            "a row of {columns} coins, `H` or `T`",
            "一行 {columns} 枚硬币（`H` 或 `T`）"
        );
        let coins = input.checked(what, |word| {
            if let Some(sign) = word.chars().find(|sign| !matches!(sign, 'H' | 'T')) {
                return Err(text!(
                    "unknown coin `{sign}`: expected `H` (heads) or `T` (tails)",
                    "未知的硬币 `{sign}`：应为 `H`（正面）或 `T`（反面）"
                ));
            }
            match word.len() {
                length if length == columns => Ok(()),
                length => Err(text!(
                    "expected a row of {columns} coins, found {length}",
                    "此处应有 {columns} 枚硬币，实有 {length} 枚"
                )),
            }
        })?;
        budget.make_room(&mut tails, columns, 0)?;
        tails.extend(
            (0..columns)
                .filter(|&column| coins.as_bytes()[column] == b'T')
                .map(|column| board.cell((row, column))),
        );
    }
    Ok((board, tails))
}

/// Solves the game with boards as bits. A set of cells may be turned from one of its cells if a
/// walk inside the set reaches the complete set from this cell.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    cases(input, out, 9, &mut |board, tails| {
        let (rows, columns) = (board.grid().height() as i64, board.grid().width() as i64);
        let cells = || (0..rows).flat_map(|x| (0..columns).map(move |y| (x, y)));
        let bit = |(x, y): (i64, i64)| 1u32 << (x * columns + y);
        let connected = |set: u32, from: (i64, i64)| {
            let (mut met, mut open) = (bit(from), vec![from]);
            while let Some((x, y)) = open.pop() {
                for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if (0..=from.0).contains(&next.0)
                        && (0..=from.1).contains(&next.1)
                        && set & !met & bit(next) != 0
                    {
                        met |= bit(next);
                        open.push(next);
                    }
                }
            }
            met == set
        };
        let mut flips = Vec::new();
        for from in cells() {
            flips.extend(
                (0..1u32 << (rows * columns))
                    .filter(|set| set & bit(from) != 0 && connected(*set, from))
                    .map(|set| (bit(from), set)),
            );
        }
        let options = |tails: &u32| {
            flips
                .iter()
                .filter(|(from, _)| tails & from != 0)
                .map(|(_, set)| tails ^ set)
                .collect()
        };
        Ok(ReferenceSearch::normal(options, input.budget)
            .mover_wins(&tails.iter().fold(0, |bits, tail| bits | 1 << tail))?)
    })
}

/// Generates boards. On half of the boards, tails are in pairs of equal value, so that the first
/// player loses, which is rare among random boards.
fn make(rng: &mut Rng, size: u64) -> String {
    let small = size <= 4;
    let count = rng.u64(1..=if small { 3 } else { 50 });
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let (rows, columns) = match small {
            true => [
                (1, 1),
                (1, 6),
                (2, 2),
                (5, 1),
                (2, 3),
                (3, 2),
                (2, 4),
                (3, 3),
            ][rng.usize(..2 * size as usize)],
            false => (rng.u64(1..=size.min(100)), rng.u64(1..=size.min(100))),
        };
        let _ = writeln!(text, "{rows} {columns}");
        let paired = rng.bool();
        let mut coins: Vec<Vec<char>> = (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| if rng.bool() && !paired { 'T' } else { 'H' })
                    .collect()
            })
            .collect();
        if paired {
            for (x, y) in (1..rows as usize)
                .flat_map(|x| (2..columns as usize).map(move |y| (x, y)))
                .filter(|&(x, _)| x + 1 < rows as usize)
            {
                if rng.bool() {
                    [(x, y), (x + 1, y - 1)].iter().for_each(|&(x, y)| {
                        coins[x][y] = if coins[x][y] == 'T' { 'H' } else { 'T' }
                    });
                }
            }
            if rng.bool() {
                // Adds the first and the third coin of the first column as another pair of tails.
                coins[0][0] = 'T';
                coins[(rows as usize).saturating_sub(1).min(2)][0] = 'T';
            }
        }
        coins
            .iter()
            .for_each(|row| text.extend(row.iter().chain(&['\n'])));
    }
    text
}
