//! Piles from which 1 to k may be taken: Bachet's game, which has one pile, and the best k for the
//! first player (ARC 168 B).

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use dashu_int::UBig;
use fastrand::Rng;
use theorems::bachet::winning_take_of_big;
use theorems::nim::nim_sum;

use super::big;
use super::piles::by_definition;
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_row;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "bash",
        aliases: &[],
        title: ("Bash's game (Bachet)", "巴什博弈"),
        source: "problem #1681 for k = 2",
        method: "bachet",
        sample: include_str!("../../samples/bash.txt"),
        solve,
        brute,
        make,
        small: 40,
    },
    Problem {
        name: "arc168b",
        aliases: &[],
        title: (
            "Arbitrary Nim: the largest K that wins",
            "Arbitrary Nim：使先手必胜的最大 K",
        ),
        source: "AtCoder ARC 168 B",
        method: "bachet, nim-sum; equal heaps cancel",
        sample: include_str!("../../samples/arc168b.txt"),
        solve: |input, out| arbitrary(input, out, largest_bound),
        brute: |input, out| arbitrary(input, out, largest_bound_by_definition),
        make: make_arbitrary,
        small: 14,
    },
];

fn read(input: &mut InputReader<'_>) -> Result<(UBig, UBig), JudgeError> {
    let n = big::number(input, text!("the size of the pile", "石子数"), 0)?;
    let k = big::number(
        input,
        text!(
            "the maximum number of stones per move",
            "每次至多可取的石子数"
        ),
        0,
    )?;
    Ok((n, k))
}

fn write_answer(out: &mut String, take: Option<UBig>) {
    match take {
        None => out.push_str("Second\n"),
        Some(take) => {
            let _ = writeln!(out, "First {take}");
        }
    }
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (n, k) = read(input)?;
        write_answer(out, winning_take_of_big(&n, &k));
    }
    Ok(())
}

fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (n, k) = read(input)?;
        let (n, k) = (big::small(&n), big::small(&k));
        let mut wins: Vec<usize> = vec![0];
        for pile in 1..=n {
            input.budget.tick()?;
            wins.push(
                (1..=k.min(pile))
                    .find(|take| wins[pile - take] == 0)
                    .unwrap_or(0),
            );
        }
        write_answer(out, (wins[n] > 0).then(|| UBig::from(wins[n])));
    }
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    (0..rng.u64(1..=10))
        .map(|_| format!("{} {}\n", rng.u64(0..=size), rng.u64(0..=size / 2 + 1)))
        .collect()
}

const MAX_HEAPS: u64 = 10_000_000;

/// The bounds on a take with which the first player wins.
enum WinningBounds {
    /// All bounds from some number on are winning, so there is no largest winning bound.
    Any,
    /// The largest winning bound; 0 if no bound is winning.
    UpTo(u64),
}

/// Reads `N`, then the heaps.
fn arbitrary(
    input: &mut InputReader<'_>,
    out: &mut String,
    bound: fn(Vec<u64>, &Budget<'_>) -> Result<WinningBounds, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    let count = input.number(text!("the number of heaps", "堆数"), 1..=MAX_HEAPS)?;
    let heaps = input.list(0..count, |input| {
        input.number(text!("the size of a heap", "一堆的大小"), 1..=u64::MAX)
    })?;
    input.end()?;
    match bound(heaps, budget)? {
        WinningBounds::Any => out.push_str("-1\n"),
        WinningBounds::UpTo(most) => drop(writeln!(out, "{most}")),
    }
    Ok(())
}

/// Returns the largest winning bound. If at most K may be taken, the value of a heap is its
/// remainder modulo K + 1. If the nim-sum of the heaps is not 0, every K from the largest heap on
/// wins. Otherwise, equal heaps cancel in pairs under every K. Let m be the largest of the
/// remaining heaps. Under every K ≥ m the values of the heaps are their sizes, so the nim-sum 0
/// does not change. Under K = m - 1 only the value of the heap m changes, to 0, and the nim-sum
/// becomes m.
fn largest_bound(mut heaps: Vec<u64>, _: &Budget<'_>) -> Result<WinningBounds, JudgeError> {
    if nim_sum(&heaps) != 0 {
        return Ok(WinningBounds::Any);
    }
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    let alone = heaps
        .chunk_by(|a, b| a == b)
        .find(|equal| equal.len() % 2 == 1);
    Ok(WinningBounds::UpTo(alone.map_or(0, |equal| equal[0] - 1)))
}

/// Tries every K, starting with the size of the largest heap. Every K above the size of the largest
/// heap has the same result as a K equal to that size.
fn largest_bound_by_definition(
    heaps: Vec<u64>,
    budget: &Budget<'_>,
) -> Result<WinningBounds, JudgeError> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    for most in (1..=largest).rev() {
        if by_definition(&heaps, budget, |_, amount, _| amount <= most)? {
            return Ok(if most == largest {
                WinningBounds::Any
            } else {
                WinningBounds::UpTo(most)
            });
        }
    }
    Ok(WinningBounds::UpTo(0))
}

/// Generates heaps. In at least half of the cases, the nim-sum of all heaps is 0.
fn make_arbitrary(rng: &mut Rng, size: u64) -> String {
    let most = (size / 4).max(1);
    let mut heaps: Vec<u64> = (0..rng.u64(1..=3)).map(|_| rng.u64(1..=most)).collect();
    let rest = nim_sum(&heaps);
    if rng.bool() && rest > 0 {
        heaps.push(rest);
    }
    if rng.bool() {
        heaps.extend([rng.u64(1..=most); 2]);
    }
    rng.shuffle(&mut heaps);
    let mut text = format!("{}\n", heaps.len());
    write_row(&mut text, heaps);
    text
}
