//! Piles of one stone that are merged, none above m: who wins packs them as full as can be.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use theory::definition::Search;

use crate::{Failure, Input, Problem};

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p4101",
    aliases: &[],
    title: ("Merging piles", "人人尽说江南好"),
    source: "Luogu P4101 (HEOI 2014)",
    method: "parity of n - ceil(n / m), the merges after which every pile but one is full (game Merging)",
    sample: include_str!("../../samples/p4101.txt"),
    solve,
    brute,
    make,
    small: 11,
}];

/// Whether the first player wins n piles of one stone, of which none may grow above m. The player for whom the parity is right merges into
/// the largest pile that is not full; whatever the other does, all piles but one end up full, after n - ceil(n / m) merges in all.
/// Compared with every play there is, not proved here.
fn first_wins(n: u64, m: u64) -> bool {
    !(n - n.div_ceil(m)).is_multiple_of(2)
}

fn each_case(
    input: &mut Input<'_>,
    out: &mut String,
    (most, budget): (u64, &Budget<'_>),
    wins: &mut dyn FnMut(u64, u64) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let cases = input.number(text!("the number of cases", "测试组数"), 0..=10_000_000u64)?;
    for _ in 0..cases {
        budget.tick()?;
        let n = input.number(text!("the number of piles", "堆数"), 1..=most)?;
        let m = input.number(text!("the most stones of a pile", "每堆石子数的上限"), 1..=u64::MAX)?;
        out.push_str(if wins(n, m)? { "0\n" } else { "1\n" });
    }
    Ok(input.end()?)
}

fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    each_case(input, out, (u64::MAX, budget), &mut |n, m| Ok(first_wins(n, m)))
}

/// Every play, piles in order.
fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    each_case(input, out, (16, budget), &mut |n, m| {
        let options = |piles: &Vec<u64>| {
            let mut options = Vec::new();
            for (j, &small) in piles.iter().enumerate() {
                for (i, &large) in piles.iter().enumerate().take(j) {
                    if small.checked_add(large).is_some_and(|sum| sum <= m) {
                        let mut left = piles.clone();
                        left.remove(j);
                        left[i] += small;
                        left.sort_unstable();
                        options.push(left);
                    }
                }
            }
            options
        };
        Ok(Search::normal(options, budget).mover_wins(&vec![1; n as usize])?)
    })
}

fn make(rng: &mut Rng, size: u64) -> String {
    let cases = rng.u64(1..=5);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let _ = writeln!(text, "{} {}", rng.u64(1..=size), rng.u64(1..=size));
    }
    text
}
