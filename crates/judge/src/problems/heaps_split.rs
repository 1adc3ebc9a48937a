//! Piles with separate closed forms: Again Stone, E&D, taking from the ends of a row, and a scoring
//! game.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use theorems::differences::PickingGame;
use theorems::{again_stone, ed, end_nim};
use theory::reference::ReferenceSearch;

use super::by_engine::{alice_or_bob, cases, random_cases};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "lightoj1296",
        aliases: &[],
        title: ("Again Stone Game", "再来取石子"),
        source: "LightOJ 1296",
        method: "closed form G(2m) = m, G(2m+1) = G(m), nim-sum",
        sample: include_str!("../../samples/lightoj1296.txt"),
        solve: again,
        brute: again_brute,
        make: |rng, size| random_cases(rng, size, 1),
        small: 30,
    },
    Problem {
        name: "p2148",
        aliases: &["sdoi2009_ed"],
        title: ("E&D", "E&D"),
        source: "SDOI 2009, Luogu P2148",
        method: "closed form: trailing ones of (a-1) or (b-1), nim-sum",
        sample: include_str!("../../samples/p2148.txt"),
        solve: pairs,
        brute: by_rules!("p2148"),
        make: make_pairs,
        small: 8,
    },
    Problem {
        name: "p2599",
        aliases: &[],
        title: ("Taking from the ends", "取石子游戏"),
        source: "ZJOI 2009, Luogu P2599",
        method: "End-Nim: the unique balancing ends of each interval",
        sample: include_str!("../../samples/p2599.txt"),
        solve: row_ends,
        brute: by_rules!("p2599"),
        make: make_rows,
        small: 14,
    },
    Problem {
        name: "poj1678",
        aliases: &[],
        title: ("I Love this Game!", "我爱这个游戏！"),
        source: "POJ 1678; a scoring game, not won by the last move",
        method: "dynamic programming over the sorted numbers, with a queue for the best value in a window",
        sample: include_str!("../../samples/poj1678.txt"),
        solve: scores,
        brute: scores_brute,
        make: make_scores,
        small: 8,
    },
];

fn again(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let cases = cases(input, 0..=u64::MAX, 1)?;
    alice_or_bob(out, &cases, |piles| {
        let value = |sum, &pile: &u64| sum ^ again_stone::value(pile);
        Ok(piles.iter().fold(0, value) != 0)
    })
}

fn again_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |piles: &Vec<u64>| {
            let lowered = |(i, &pile): (usize, &u64)| {
                (1..=pile / 2).map(move |take| {
                    let mut option = piles.clone();
                    option[i] -= take;
                    option.sort_unstable();
                    option
                })
            };
            piles.iter().enumerate().flat_map(lowered).collect()
        },
        input.budget,
    );
    let cases = cases(input, 0..=100, 1)?;
    alice_or_bob(out, &cases, |piles| brute.mover_wins(piles))
}

/// Reads the input case by case and writes the answer of each case.
fn pairs(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let count = input.cases()?;
    for _ in 0..count {
        let heaps = input.number(text!("the number of heaps", "堆数"), 0..=100_000_000u64)?;
        if heaps % 2 == 1 {
            let odd = text!(
                "the number of heaps must be even, found {heaps}",
                "堆数须为偶数，实为 {heaps}"
            );
            return input.refuse(odd);
        }
        let mut sum = 0;
        for _ in 0..heaps / 2 {
            input.budget.tick()?;
            let mut heap = || input.number(text!("the size of a heap", "一堆的大小"), 1..=u64::MAX);
            sum ^= ed::value(heap()?, heap()?);
        }
        write_either(out, sum != 0, "YES", "NO");
    }
    input.end()?;
    Ok(())
}

fn make_pairs(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    let cases = rng.u64(1..=4);
    let _ = writeln!(text, "{cases}");
    for _ in 0..cases {
        let pairs = rng.u64(1..=if size <= 8 { 3 } else { size.min(10_000) });
        let _ = writeln!(text, "{}", 2 * pairs);
        write_row(&mut text, (0..2 * pairs).map(|_| rng.u64(1..=size)));
    }
    text
}

fn row_ends(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for row in cases(input, 1..=u64::MAX, 1)? {
        write_either(out, end_nim::wins(&row, input.budget)?, "1", "0");
    }
    Ok(())
}

/// Returns rows of up to six piles. Rows with fewer piles have larger piles.
fn make_rows(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    let cases = rng.u64(1..=5);
    let _ = writeln!(text, "{cases}");
    for _ in 0..cases {
        let piles = rng.u64(1..=if size <= 14 { 6 } else { size.min(1000) });
        let _ = writeln!(text, "{piles}");
        write_row(
            &mut text,
            (0..piles).map(|_| rng.u64(1..=(size / piles).saturating_mul(2).max(1))),
        );
    }
    text
}

/// The maximum difference of a case, which is also the maximum number in a case. The sum of a
/// million numbers up to this maximum fits in 64 bits.
const MAX_SCORE: i64 = 1_000_000_000_000;

/// Reads a case: the minimum and the maximum difference, and the numbers.
fn read_scores(input: &mut InputReader<'_>) -> Result<(i64, i64, Vec<i64>), JudgeError> {
    let count = input.number(text!("the count of numbers", "数的个数"), 0..=1_000_000u64)?;
    let low = input.number(text!("the minimum difference", "最小差"), 0..=MAX_SCORE)?;
    let high = input.number(text!("the maximum difference", "最大差"), low..=MAX_SCORE)?;
    let numbers = input.list(0..count, |input| {
        input.number(text!("a number", "一个数"), -MAX_SCORE..=MAX_SCORE)
    })?;
    Ok((low, high, numbers))
}

fn scores(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let (low, high, numbers) = read_scores(input)?;
        let _ = writeln!(
            out,
            "{}",
            PickingGame::new(&numbers, low, high, input.budget)?
                .best_first()
                .0
        );
    }
    input.end()?;
    Ok(())
}

/// Returns the best score of the player to move, trying every remaining number.
fn best(
    left: &[i64],
    last: i64,
    low: i64,
    high: i64,
    budget: &Budget<'_>,
) -> Result<i64, JudgeError> {
    budget.tick()?;
    let mut best_score = None;
    for (i, &number) in left.iter().enumerate() {
        if (last + low..=last + high).contains(&number) {
            let rest = [&left[..i], &left[i + 1..]].concat();
            let score = number - best(&rest, number, low, high, budget)?;
            best_score = best_score.max(Some(score));
        }
    }
    Ok(best_score.unwrap_or(0))
}

fn scores_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let (low, high, numbers) = read_scores(input)?;
        let _ = writeln!(out, "{}", best(&numbers, 0, low, high, input.budget)?);
    }
    input.end()?;
    Ok(())
}

fn make_scores(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    let cases = rng.u64(1..=4);
    let _ = writeln!(text, "{cases}");
    let most = MAX_SCORE.min(i64::try_from(size).unwrap_or(MAX_SCORE));
    for _ in 0..cases {
        let (count, low) = (rng.u64(1..=size.min(10_000)), rng.i64(0..=2));
        let _ = writeln!(text, "{count} {low} {}", low + rng.i64(0..=3));
        write_row(&mut text, (0..count).map(|_| rng.i64(-most / 2..=most)));
    }
    text
}
