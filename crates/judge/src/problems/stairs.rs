//! Staircase Nim, and games that are equivalent to it: sorted piles, Georgia and Bob.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use theorems::row::StaircaseRow;
use theorems::staircase;
use theory::reference::ReferenceSearch;

use super::nim::{line, make_lines};
use super::piles::{by_definition, each_line};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

/// The maximum number of pieces of a strip.
const MAX_PIECES: u64 = 10_000_000;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "staircase",
        aliases: &[],
        title: ("Staircase Nim", "阶梯 Nim"),
        source: "seed 000, appendix III, variant 1",
        method: "staircase",
        sample: "",
        solve: |input, out| {
            each_line(input, out, |input| {
                Ok(staircase::nim_sum(&line(input)?) != 0)
            })
        },
        brute: stairs_brute,
        make: make_lines,
        small: 8,
    },
    Problem {
        name: "sorted_nim",
        aliases: &[],
        title: ("Nim with sorted piles", "保持有序的 Nim"),
        source: "seed 000, appendix III, variant 4",
        method: "differences of adjacent piles, staircase",
        sample: "",
        solve: sorted,
        brute: |input, out| {
            each_line(input, out, |input| {
                sorted_by_definition(&line(input)?, input.budget)
            })
        },
        make: make_sorted,
        small: 12,
    },
    Problem {
        name: "p3480",
        aliases: &[],
        title: (
            "KAM Pebbles: piles that stay sorted",
            "KAM-Pebbles：保持有序的石子堆",
        ),
        source: "Luogu P3480, POI XVI (2009)",
        method: "differences of adjacent piles, staircase",
        sample: include_str!("../../samples/p3480.txt"),
        solve: |input, out| each_kam(input, out, sorted_wins),
        brute: |input, out| each_kam(input, out, sorted_by_definition),
        make: make_kam,
        small: 12,
    },
    Problem {
        name: "poj1704",
        aliases: &[],
        title: ("Georgia and Bob", "Georgia 与 Bob"),
        source: "POJ 1704",
        method: "gaps between adjacent pieces, staircase",
        sample: include_str!("../../samples/poj1704.txt"),
        solve: georgia,
        brute: georgia_brute,
        make: make_georgia,
        small: 12,
    },
];

fn stairs_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_line(input, out, |input| {
        let mut brute = ReferenceSearch::normal(
            |steps: &Vec<u64>| {
                let mut options = Vec::new();
                for (i, &pieces) in steps.iter().enumerate() {
                    for amount in 1..=pieces {
                        let mut option = steps.clone();
                        option[i] -= amount;
                        if i > 0 {
                            option[i - 1] += amount;
                        }
                        options.push(option);
                    }
                }
                options
            },
            input.budget,
        );
        Ok(brute.mover_wins(&line(input)?)?)
    })
}

fn sorted(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_line(input, out, |input| {
        let piles = line(input)?;
        Ok(StaircaseRow::sorted_piles(&piles)
            .map_err(|why| input.wrong(why))?
            .nim_sum()
            != 0)
    })
}

/// The reader of the input has checked that the piles are sorted.
fn sorted_wins(piles: &[u64], _: &Budget<'_>) -> Result<bool, JudgeError> {
    let row = StaircaseRow::sorted_piles(piles)
        .map_err(|why| JudgeError::Session(grundy::SolveError::Bug(why)))?;
    Ok(row.nim_sum() != 0)
}

fn sorted_by_definition(piles: &[u64], budget: &Budget<'_>) -> Result<bool, JudgeError> {
    by_definition(piles, budget, |_, _, after| after.is_sorted())
}

fn random_sorted(rng: &mut Rng, size: u64) -> Vec<u64> {
    let count = rng.u64(1..=size.clamp(1, 5));
    let mut piles: Vec<u64> = (0..count).map(|_| rng.u64(0..=size.div_ceil(2))).collect();
    piles.sort_unstable();
    piles
}

fn make_sorted(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        write_row(&mut text, random_sorted(rng, size));
    }
    text
}

/// Reads cases `u / n / piles`; a pile that is smaller than the previous pile is rejected with its
/// location.
fn each_kam(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: fn(&[u64], &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    for _ in 0..input.cases()? {
        let count = input.number(text!("the number of piles", "堆数"), 0..=MAX_PIECES)?;
        let mut piles = Vec::new();
        for _ in 0..count {
            budget.tick()?;
            budget.make_room(&mut piles, 1, 0)?;
            let before = piles.last().copied().unwrap_or(0);
            piles.push(input.number(
                text!(
                    "the size of a pile (not smaller than the previous pile)",
                    "一堆的大小，不小于前一堆"
                ),
                before..=u64::MAX,
            )?);
        }
        write_either(out, wins(&piles, budget)?, "TAK", "NIE");
    }
    Ok(input.end()?)
}

fn make_kam(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=4);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let piles = random_sorted(rng, size);
        let _ = writeln!(text, "{}", piles.len());
        write_row(&mut text, piles);
    }
    text
}

fn georgia(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_strip(input, out, |input, cells| {
        Ok(StaircaseRow::georgia_and_bob(cells)
            .map_err(|why| input.wrong(why))?
            .nim_sum()
            != 0)
    })
}

fn georgia_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_strip(input, out, |_, cells| {
        let mut order = cells.to_vec();
        order.sort_unstable();
        by_definition(&order, input.budget, |_, _, after| {
            after[0] > 0 && after.windows(2).all(|pair| pair[0] < pair[1])
        })
    })
}

/// Reads cases `T / N / cells`; each case is answered before the next case is read, so that an
/// error has its location.
fn each_strip(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: impl Fn(&InputReader<'_>, &[u64]) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let count = input.number(text!("the number of pieces", "棋子数"), 0..=MAX_PIECES)?;
        let cells = input.list(0..count, |input| {
            input.number(text!("a cell", "一格"), 1..=u64::MAX)
        })?;
        write_either(
            out,
            wins(input, &cells)?,
            "Georgia will win",
            "Bob will win",
        );
    }
    Ok(input.end()?)
}

fn make_georgia(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=4);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let most = if size <= 12 {
            size.min(4)
        } else {
            size.min(1000)
        };
        let mut cells: Vec<u64> = (0..rng.u64(1..=most)).map(|_| rng.u64(1..=size)).collect();
        cells.sort_unstable();
        cells.dedup();
        rng.shuffle(&mut cells);
        let _ = writeln!(text, "{}", cells.len());
        write_row(&mut text, cells);
    }
    text
}
