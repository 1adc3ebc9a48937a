//! One pile, take 1 to k: Bachet's game.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use dashu_int::UBig;
use fastrand::Rng;
use theorems::bachet::winning_take_of_big;

use super::big;
use crate::{Failure, Input, Problem};

pub const PROBLEMS: &[Problem] = &[Problem {
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
}];

fn read(input: &mut Input<'_>, budget: &Budget<'_>) -> Result<(UBig, UBig), Failure> {
    let n = big::number(input, text!("the pile", "石子数"), 0, budget)?;
    let k = big::number(input, text!("the most that may be taken", "每次最多可取数"), 0, budget)?;
    Ok((n, k))
}

fn say(out: &mut String, take: Option<UBig>) {
    match take {
        None => out.push_str("Second\n"),
        Some(take) => {
            let _ = writeln!(out, "First {take}");
        }
    }
}

fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    while !input.at_end() {
        let (n, k) = read(input, budget)?;
        say(out, winning_take_of_big(&n, &k));
    }
    Ok(())
}

fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    while !input.at_end() {
        let (n, k) = read(input, budget)?;
        let (n, k) = (big::small(&n), big::small(&k));
        let mut wins: Vec<usize> = vec![0];
        for pile in 1..=n {
            budget.tick()?;
            wins.push((1..=k.min(pile)).find(|take| wins[pile - take] == 0).unwrap_or(0));
        }
        say(out, (wins[n] > 0).then(|| UBig::from(wins[n])));
    }
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=10) {
        let _ = writeln!(text, "{} {}", rng.u64(0..=size), rng.u64(0..=size / 2 + 1));
    }
    text
}
