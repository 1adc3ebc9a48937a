//! Colouring game (ZJOI 2009, Luogu P2594): connected sets of coins are turned. The law is in
//! `laws::patches`.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use structures::grid::Grid;

use super::laws::patches::PatchesBoard;
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
    solve,
    brute: by_rules!("p2594"),
    make,
    small: 4,
}];

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for _ in 0..input.number(text!("the number of games", "游戏局数"), 0..=1_000_000u64)? {
        let (board, tails) = read(input)?;
        write_either(out, board.value(tails).contains(&true), "-_-", "=_=");
    }
    Ok(input.end()?)
}

/// The maximum number of rows or columns.
const MAX_SIDE: usize = 1 << 12;

/// Reads a board: its rows and columns, and the cells that show tails.
///
/// # Errors
/// Returns [`JudgeError`] if the input is not in the format of a board, or the budget does not
/// allow the memory.
pub fn read(input: &mut InputReader<'_>) -> Result<(PatchesBoard, Vec<u32>), JudgeError> {
    let budget = input.budget;
    let rows = input.number(text!("the number of rows", "行数"), 1..=MAX_SIDE)?;
    let columns = input.number(text!("the number of columns", "列数"), 1..=MAX_SIDE)?;
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
