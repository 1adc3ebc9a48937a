//! A row of red and blue cells. The player with more cells of their colour wins; equal numbers are
//! decided by Dawson's Kayles.

use std::fmt::Write;

use base::text;
use fastrand::Rng;

use super::laws::paint_row::{CellColour, PaintRowLaw};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "cf1704f",
    aliases: &[],
    title: ("Colouring Game", "涂色游戏"),
    source: "Codeforces 1704 F",
    method: "the player with more cells wins; if both have equally many, 0.07 with its proved period",
    sample: include_str!("../../samples/cf1704f.txt"),
    solve,
    brute: by_rules!("cf1704f"),
    make,
    small: 9,
}];

/// Reads `n` and the colours.
pub fn cells(input: &mut InputReader<'_>, most: usize) -> Result<Vec<CellColour>, JudgeError> {
    let n = input.number(text!("the number of cells", "格数"), 2..=most)?;
    let colour = |sign| match sign {
        'R' => Some(CellColour::Red),
        'B' => Some(CellColour::Blue),
        _ => None,
    };
    let word = input.checked(text!("the colours", "各格颜色"), |word| {
        match word.chars().position(|sign| colour(sign).is_none()) {
            Some(place) => {
                let place = place + 1;
                Err(text!(
                    "character {place} is neither `R` nor `B`",
                    "第 {place} 个字符不是 `R` 或 `B`"
                ))
            }
            None if word.len() != n => {
                let found = word.len();
                Err(text!(
                    "expected {n} colours, found {found}",
                    "应有 {n} 个颜色，实有 {found} 个"
                ))
            }
            None => Ok(()),
        }
    })?;
    Ok(word.chars().filter_map(colour).collect())
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let law = PaintRowLaw::new(input.budget)?;
    let cases = input.number(text!("the number of cases", "测试组数"), 0..=10_000_000u64)?;
    for _ in 0..cases {
        let cells = cells(input, 1 << 26)?;
        input.budget.steps(cells.len())?;
        write_either(out, law.wins(CellColour::Red, &cells), "Alice", "Bob");
    }
    Ok(input.end()?)
}

fn make(rng: &mut Rng, size: u64) -> String {
    let cases = rng.u32(1..=5);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let n = rng.u64(2..=size.clamp(2, 500_000));
        // Half of the cases have equally many red and blue cells, because equal numbers are the
        // hard case.
        let mut cells: Vec<char> = (0..n).map(|i| if i % 2 == 0 { 'R' } else { 'B' }).collect();
        if rng.bool() {
            cells
                .iter_mut()
                .for_each(|cell| *cell = if rng.bool() { 'R' } else { 'B' });
        } else if rng.bool() {
            rng.shuffle(&mut cells);
        }
        let _ = writeln!(text, "{n}\n{}", cells.into_iter().collect::<String>());
    }
    text
}
