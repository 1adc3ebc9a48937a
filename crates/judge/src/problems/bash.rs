//! One pile, take 1 to k: Bachet's game.

use std::fmt::Write;

use fastrand::Rng;
use rules::budget::Budget;
use rules::text;

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

fn read(input: &mut Input<'_>) -> Result<(u64, u64), Failure> {
    let n = input.number(text!("the pile", "石子数"), 0..=u64::MAX)?;
    let k = input.number(text!("the most that may be taken", "每次最多可取数"), 0..=u64::MAX)?;
    Ok((n, k))
}

fn say(out: &mut String, take: u64) {
    if take == 0 {
        out.push_str("Second\n");
    } else {
        let _ = writeln!(out, "First {take}");
    }
}

/// The remainder by k + 1 is what must be taken.
fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    while !input.at_end() {
        budget.tick()?;
        let (n, k) = read(input)?;
        // k + 1 beyond 64 bits: everything may be taken at once.
        say(out, k.checked_add(1).map_or(n, |modulus| n % modulus));
    }
    Ok(())
}

fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    while !input.at_end() {
        let (n, k) = read(input)?;
        let mut wins: Vec<u64> = vec![0];
        for pile in 1..=n {
            budget.tick()?;
            wins.push((1..=k.min(pile)).find(|take| wins[(pile - take) as usize] == 0).unwrap_or(0));
        }
        say(out, wins[n as usize]);
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
