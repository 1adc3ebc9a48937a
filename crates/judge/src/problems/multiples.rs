//! Coins turned with their multiples: the values of all quotients of n, by blocks of equal quotients.

use std::collections::BTreeSet;
use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use theorems::coins::Multiples;
use theory::definition::Search;

use crate::{Failure, Input, Problem};

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p3179",
    aliases: &[],
    title: ("Array game", "数组游戏"),
    source: "Luogu P3179 (HAOI 2015)",
    method: "coins (game Multiples: the value of x depends on n / x alone), blocks of equal quotients, nim-sum",
    sample: include_str!("../../samples/p3179.txt"),
    solve,
    brute,
    make,
    small: 12,
}];

/// The cells that are white: their number, then they.
pub fn cells(input: &mut Input<'_>, n: u64, budget: &Budget<'_>) -> Result<Vec<u64>, Failure> {
    let count = input.number(text!("the number of white cells", "白格数"), 0..=n.min(1 << 20))?;
    let (mut list, mut met) = (Vec::new(), BTreeSet::new());
    for _ in 0..count {
        budget.tick()?;
        let cell = input.number(text!("a white cell", "白格"), 1..=n)?;
        if !met.insert(cell) {
            return Err(input.wrong(text!("cell {cell} stands here twice", "格 {cell} 重复出现")).into());
        }
        list.push(cell);
    }
    Ok(list)
}

/// Answers each query by `wins`.
fn each_query(
    input: &mut Input<'_>,
    out: &mut String,
    (n, budget): (u64, &Budget<'_>),
    wins: &mut dyn FnMut(&[u64]) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let queries = input.number(text!("the number of queries", "询问数"), 0..=1_000_000u64)?;
    for _ in 0..queries {
        let white = cells(input, n, budget)?;
        out.push_str(if wins(&white)? { "Yes\n" } else { "No\n" });
    }
    Ok(input.end()?)
}

fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let n = input.number(text!("n", "n"), 1..=1_000_000_000_000u64)?;
    let game = Multiples::new(n, budget)?;
    each_query(input, out, (n, budget), &mut |white| Ok(white.iter().fold(0, |sum, &x| sum ^ game.value_of(x)) != 0))
}

/// Every play of the cells together.
fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let n = input.number(text!("n", "n"), 1..=16u64)?;
    let mut brute = Search::normal(
        |&white: &u32| {
            let first = (1..=n).filter(move |x| white >> x & 1 == 1);
            first.flat_map(move |x| (1..=n / x).map(move |k| (1..=k).fold(white, |white, j| white ^ 1 << (j * x)))).collect()
        },
        budget,
    );
    each_query(input, out, (n, budget), &mut |white| Ok(brute.mover_wins(&white.iter().fold(0, |all, x| all | 1 << x))?))
}

fn make(rng: &mut Rng, size: u64) -> String {
    let n = rng.u64(1..=size.min(1_000_000_000));
    let mut text = format!("{n}\n");
    let queries = rng.u64(1..=5);
    let _ = writeln!(text, "{queries}");
    for _ in 0..queries {
        let white: BTreeSet<u64> = (0..rng.u64(0..=n.min(10))).map(|_| rng.u64(1..=n)).collect();
        let _ = writeln!(text, "{}", white.len());
        crate::row(&mut text, &white);
    }
    text
}
