//! Candy Piles (AtCoder Grand Contest 002 E): the theorem and the player are in
//! `theorems::candy_piles`.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use theorems::candy_piles;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "agc002e",
    aliases: &[],
    title: ("Candy Piles", "糖果堆"),
    source: "AtCoder Grand Contest 002 E",
    method: "closed form: the arms of the largest square",
    sample: include_str!("../../samples/agc002e.txt"),
    solve: |input, out| {
        let mut piles = read(input)?;
        piles.sort_unstable_by(|a, b| b.cmp(a));
        write_either(out, candy_piles::wins(&piles, 0, 0), "First", "Second");
        Ok(())
    },
    brute: by_rules!("agc002e"),
    make,
    small: 8,
}];

fn read(input: &mut InputReader<'_>) -> Result<Vec<u64>, JudgeError> {
    let count = input.number(text!("the number of piles", "堆数"), 1..=10_000_000u64)?;
    let piles = input.list(0..count, |input| {
        input.number(text!("the size of a pile", "一堆的大小"), 1..=u64::MAX)
    })?;
    input.end()?;
    Ok(piles)
}

fn make(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=if size <= 8 { size } else { size.min(100_000) });
    let mut text = String::new();
    let _ = writeln!(text, "{count}");
    write_row(
        &mut text,
        (0..count).map(|_| rng.u64(1..=size.min(1_000_000_000))),
    );
    text
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    use super::*;

    #[test]
    fn the_other_samples() {
        for (input, output) in [("2\n1 3\n", "First\n"), ("3\n1 2 1\n", "First\n")] {
            assert_eq!(
                PROBLEMS[0].answer(input, &Budget::generous()).unwrap(),
                output
            );
        }
    }
}
