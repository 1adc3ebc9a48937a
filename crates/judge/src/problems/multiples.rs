//! Array game (HAOI 2015, Luogu P3179): a move turns the first multiples of a white cell. The game
//! is in `theorems::coins::multiples`.

use std::collections::BTreeSet;
use std::fmt::Write;

use base::text;
use fastrand::Rng;
use theorems::coins::{CoinGame, MultiplesGame};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p3179",
    aliases: &[],
    title: ("Array game", "数组游戏"),
    source: "HAOI 2015, Luogu P3179",
    method: "values of the quotients of n, in blocks of equal quotients",
    sample: include_str!("../../samples/p3179.txt"),
    solve: |input, out| {
        let cells = length(input, MAX_CELLS)?;
        let game = MultiplesGame::new(cells, input.budget)?;
        queries(input, out, cells, &mut |white| {
            Ok(white.iter().fold(0, |sum, &cell| sum ^ game.value(&[cell])) != 0)
        })
    },
    brute: |input, out| {
        let cells = length(input, 20)?;
        let options = |white: &u32| {
            let mut options = Vec::new();
            for cell in (1..=cells).filter(|cell| white >> cell & 1 == 1) {
                for k in 1..=cells / cell {
                    options.push((1..=k).fold(*white, |left, i| left ^ 1 << (i * cell)));
                }
            }
            options
        };
        let mut brute = ReferenceSearch::normal(options, input.budget);
        queries(input, out, cells, &mut |white| {
            Ok(brute.mover_wins(&white.iter().fold(0, |all, cell| all | 1 << cell))?)
        })
    },
    make,
    small: 12,
}];

/// The maximum number of cells. With the maximum number of cells, computing the values of the cells
/// takes seconds.
const MAX_CELLS: u64 = 100_000_000_000;

fn length(input: &mut InputReader<'_>, most: u64) -> Result<u64, JudgeError> {
    Ok(input.number(text!("the number of cells", "格数"), 1..=most)?)
}

/// A function that returns whether the first player wins with these white cells.
type Wins<'w> = &'w mut dyn FnMut(&[u64]) -> Result<bool, JudgeError>;

fn queries(
    input: &mut InputReader<'_>,
    out: &mut String,
    cells: u64,
    wins: Wins<'_>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    for _ in 0..input.number(text!("the number of queries", "询问数"), 0..=1_000_000u64)? {
        let count = input.number(text!("the number of white cells", "白格数"), 0..=cells)?;
        let (mut white, mut met) = (Vec::new(), BTreeSet::new());
        for _ in 0..count {
            budget.tick()?;
            budget.make_room(&mut white, 1, 48 * met.len() as u64)?;
            let cell = input.number(text!("a white cell", "一个白格"), 1..=cells)?;
            if !met.insert(cell) {
                return input.refuse(text!(
                    "cell {cell} appears twice; the cells of a query must differ",
                    "格 {cell} 重复出现；一次询问中各格应不同"
                ));
            }
            white.push(cell);
        }
        write_either(out, wins(&white)?, "Yes", "No");
    }
    Ok(input.end()?)
}

fn make(rng: &mut Rng, size: u64) -> String {
    let cells = size.min(1_000_000_000);
    let queries = rng.u64(1..=if size <= 12 { 4 } else { 100 });
    let mut text = format!("{cells}\n{queries}\n");
    for _ in 0..queries {
        let white: BTreeSet<u64> = (0..rng.u64(1..=cells.min(100)))
            .map(|_| rng.u64(1..=cells))
            .collect();
        let _ = writeln!(text, "{}", white.len());
        write_row(&mut text, white);
    }
    text
}
