//! Merging piles (HEOI 2014, Luogu P4101): the theorem and the player are in `theorems::merging`.

use base::budget::Budget;
use base::text;
use theorems::merging;
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p4101",
    aliases: &[],
    title: ("Merging piles", "合并石子堆"),
    source: "HEOI 2014, Luogu P4101",
    method: "closed form: the parity of the number of merges in the densest packing",
    sample: include_str!("../../samples/p4101.txt"),
    solve: |input, out| {
        cases(input, out, u64::MAX, |count, cap, _| {
            Ok(merging::wins_from_ones(count, cap))
        })
    },
    brute: |input, out| {
        cases(input, out, 14, |count, cap, budget| {
            let options = |piles: &Vec<u64>| {
                let mut options = Vec::new();
                for i in 0..piles.len() {
                    for j in 0..i {
                        if piles[i] + piles[j] <= cap {
                            let mut left = piles.clone();
                            left[j] += left.remove(i);
                            left.sort_unstable();
                            options.push(left);
                        }
                    }
                }
                options
            };
            Ok(ReferenceSearch::normal(options, budget).mover_wins(&vec![1; count as usize])?)
        })
    },
    make: |rng, size| {
        let cases = rng.u64(1..=if size <= 14 { 4 } else { 100 });
        let mut text = format!("{cases}\n");
        (0..cases).for_each(|_| write_row(&mut text, [rng.u64(1..=size), rng.u64(1..=size)]));
        text
    },
    small: 14,
}];

fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    most: u64,
    wins: fn(u64, u64, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    for _ in 0..input.cases()? {
        budget.tick()?;
        let count = input.number(text!("the number of piles", "堆数"), 0..=most)?;
        let cap = input.number(
            text!("the maximum number of stones in a pile", "每堆石子数的上限"),
            1..=u64::MAX,
        )?;
        write_either(out, wins(count, cap, budget)?, "0", "1");
    }
    Ok(input.end()?)
}
