//! Nim after the second player has removed some heaps, whose number is divisible by d (P5970). The
//! first player loses Nim on the remaining heaps exactly if the removed heaps have the same nim-sum
//! as all heaps. The sets of heaps are counted by their nim-sum and by their number of heaps modulo
//! d. Heaps are added in ascending order. If all heaps are below 2^b, the nim-sums are below 2^b
//! too, so a heap of a stones costs at most 2a·d steps. Adding a heap of a stones exchanges the
//! nim-sums s and s xor a, so the table is updated in place, pair by pair.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use theorems::nim::nim_sum;
use theory::reference::{ReferenceSearch, take_from_one};

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_row;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p5970",
    aliases: &[],
    title: (
        "Nim with a twist: heaps are taken away first",
        "Nim z utrudnieniem：先拿走若干堆",
    ),
    source: "Luogu P5970, POI XXIII",
    method: "nim; sets of heaps counted by nim-sum and size modulo d",
    sample: include_str!("../../samples/p5970.txt"),
    solve: |input, out| twisted(input, out, removals),
    brute: |input, out| twisted(input, out, removals_by_definition),
    make,
    small: 16,
}];

const MODULUS: u32 = 1_000_000_007;

/// The maximum d.
const MAX_DIVISOR: u64 = 10;

const MAX_HEAP_SIZE: u64 = 1_000_000;

type Count = fn(Vec<u64>, u64, &Budget<'_>) -> Result<u64, JudgeError>;

/// Reads `n d`, then the heaps.
fn twisted(input: &mut InputReader<'_>, out: &mut String, count: Count) -> Result<(), JudgeError> {
    let budget = input.budget;
    let number = input.number(text!("the number of heaps n", "堆数 n"), 1..=10_000_000u64)?;
    let d = input.number(text!("the number d", "数 d"), 1..=MAX_DIVISOR)?;
    let heaps = input.list(0..number, |input| {
        input.number(text!("the size of a heap", "一堆的大小"), 1..=MAX_HEAP_SIZE)
    })?;
    input.end()?;
    let _ = writeln!(out, "{}", count(heaps, d, budget)?);
    Ok(())
}

fn removals(heaps: Vec<u64>, d: u64, budget: &Budget<'_>) -> Result<u64, JudgeError> {
    match d {
        1 => count_removals::<1>(heaps, budget),
        2 => count_removals::<2>(heaps, budget),
        3 => count_removals::<3>(heaps, budget),
        4 => count_removals::<4>(heaps, budget),
        5 => count_removals::<5>(heaps, budget),
        6 => count_removals::<6>(heaps, budget),
        7 => count_removals::<7>(heaps, budget),
        8 => count_removals::<8>(heaps, budget),
        9 => count_removals::<9>(heaps, budget),
        10 => count_removals::<10>(heaps, budget),
        _ => unreachable!("d is read from 1 to {MAX_DIVISOR}"),
    }
}

/// Counts the sets whose removal leaves a lost position. D is a constant, so that the compiler
/// unrolls the loops over the remainders modulo D.
fn count_removals<const D: usize>(
    mut heaps: Vec<u64>,
    budget: &Budget<'_>,
) -> Result<u64, JudgeError> {
    heaps.sort_unstable();
    let beyond = |heap: u64| (heap as usize + 1).next_power_of_two();
    let size = heaps.last().map_or(1, |&largest| beyond(largest));
    budget.allow_memory((size * D * 4 + heaps.capacity() * 8) as u64)?;
    // The number of sets of heaps, by their nim-sum and by their number of heaps modulo D.
    let mut sets = vec![[0u32; D]; size];
    sets[0][0] = 1;
    for &heap in &heaps {
        let all = beyond(heap);
        budget.steps(all)?;
        let (low, high) = sets[..all].split_at_mut(all / 2);
        let partner = heap as usize - all / 2;
        for (sum, without) in low.iter_mut().enumerate() {
            let with = &mut high[sum ^ partner];
            (*without, *with) = (add_heap(without, with), add_heap(with, without));
        }
    }
    let lost = sets[nim_sum(&heaps) as usize][0];
    // If the number of heaps is divisible by D, the count includes the set of all heaps. The set of
    // all heaps is subtracted from the count, because the second player must not remove all heaps.
    let everything = u32::from(heaps.len().is_multiple_of(D));
    Ok(u64::from((lost + MODULUS - everything) % MODULUS))
}

/// Adds the counts of the sets without a heap and of the sets that the heap extends. The heap
/// increases the number of heaps of each set that it extends by one.
fn add_heap<const D: usize>(without: &[u32; D], with: &[u32; D]) -> [u32; D] {
    std::array::from_fn(|number| {
        let sum = without[number] + with[(number + D - 1) % D];
        sum.min(sum.wrapping_sub(MODULUS))
    })
}

/// Tries every set of heaps that may be removed, and searches Nim on the remaining heaps.
fn removals_by_definition(heaps: Vec<u64>, d: u64, budget: &Budget<'_>) -> Result<u64, JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |heaps: &Vec<u64>| take_from_one(heaps, |_, _, _| true),
        budget,
    );
    let mut lost = 0;
    for removed in 0u64..(1 << heaps.len()) - 1 {
        let rest = heaps
            .iter()
            .enumerate()
            .filter(|(i, _)| removed >> i & 1 == 0)
            .map(|(_, &heap)| heap)
            .collect();
        if u64::from(removed.count_ones()).is_multiple_of(d) && !brute.mover_wins(&rest)? {
            lost += 1;
        }
    }
    Ok(lost)
}

fn make(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(
        1..=if size <= 16 {
            size.min(6)
        } else {
            size.min(100_000)
        },
    );
    let most = (size / count).clamp(1, MAX_HEAP_SIZE);
    let mut text = format!(
        "{count} {}\n",
        rng.u64(1..=if size <= 16 { 3 } else { MAX_DIVISOR })
    );
    write_row(&mut text, (0..count).map(|_| rng.u64(1..=most)));
    text
}
