//! Nim: the winner, the number of winning moves, and the moves. This module also answers misère
//! Nim, Moore's Nim, and the number of first moves. P2197 and P4279 are Nim and misère Nim in
//! different formats.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use theorems::{first_moves, nim};
use theory::reference::{ReferenceSearch, apply_heap_move, lowering_moves, take_from_one};
use theory::sums::{HeapRule, MisereNimRule, MooreRule};

use super::by_engine::{cases, random_cases};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "poj2234",
        aliases: &[],
        title: ("Matches Game", "火柴游戏"),
        source: "POJ 2234",
        method: "nim",
        sample: include_str!("../../samples/poj2234.txt"),
        solve: |input, out| each_match(input, out, |heaps, _| Ok(nim::nim_sum(heaps) != 0)),
        brute: |input, out| each_match(input, out, wins_by_definition),
        make: make_matches,
        small: 12,
    },
    Problem {
        name: "p2197",
        aliases: &[],
        title: ("Nim", "【模板】Nim 游戏"),
        source: "Luogu P2197",
        method: "nim",
        sample: include_str!("../../samples/p2197.txt"),
        solve: |input, out| each_template(input, out, |heaps, _| Ok(nim::nim_sum(heaps) != 0)),
        brute: |input, out| each_template(input, out, wins_by_definition),
        make: |rng, size| random_cases(rng, size, 0),
        small: 12,
    },
    Problem {
        name: "poj2975",
        aliases: &[],
        title: (
            "Nim: how many first moves win",
            "Nim 游戏：必胜第一步的个数",
        ),
        source: "POJ 2975",
        method: "nim",
        sample: include_str!("../../samples/poj2975.txt"),
        solve: |input, out| {
            each_until_zero(input, out, |heaps, _| Ok(nim::winning_moves(heaps).len()))
        },
        brute: |input, out| {
            each_until_zero(input, out, |heaps, budget| {
                Ok(winning_by_brute_force(heaps, budget)?.len())
            })
        },
        make: make_until_zero,
        small: 12,
    },
    Problem {
        name: "nim_moves",
        aliases: &[],
        title: ("Nim: all winning first moves", "Nim 游戏：所有必胜的第一步"),
        source: "C. L. Bouton 1901; seed 000, 4.4.1",
        method: "nim",
        sample: "",
        solve: moves,
        brute: moves_brute,
        make: make_lines,
        small: 12,
    },
    Problem {
        name: "poj3480",
        aliases: &[],
        title: (
            "John: the player who takes the last one loses",
            "John：取最后一个者负",
        ),
        source: "POJ 3480",
        method: "misere-nim",
        sample: include_str!("../../samples/poj3480.txt"),
        solve: |input, out| each_john(input, out, 0, wins_misere),
        brute: |input, out| each_john(input, out, 0, wins_misere_by_definition),
        make: |rng, size| random_cases(rng, size, 1),
        small: 12,
    },
    Problem {
        name: "p4279",
        aliases: &[],
        title: (
            "Little John's game: the player who takes the last one loses",
            "小约翰的游戏：取最后一个者负",
        ),
        source: "Luogu P4279, SHOI 2008",
        method: "misere-nim",
        sample: include_str!("../../samples/p4279.txt"),
        solve: |input, out| each_john(input, out, 1, wins_misere),
        brute: |input, out| each_john(input, out, 1, wins_misere_by_definition),
        make: |rng, size| random_cases(rng, size, 1),
        small: 12,
    },
    Problem {
        name: "moore",
        aliases: &[],
        title: (
            "Moore's Nim: from 1 to N heaps at once",
            "Moore Nim：每次可从 1 到 N 堆中取",
        ),
        source: "E. H. Moore 1910; seed 000, 4.4.3",
        method: "moore",
        sample: "",
        solve: moore_first,
        brute: moore_brute,
        make: make_moore,
        small: 8,
    },
    Problem {
        name: "p5675",
        aliases: &[],
        title: ("Counting lost first moves", "取石子游戏：先手必败的方案数"),
        source: "Luogu P5675, GZOI 2017",
        method: "first moves counted by a basis of nim-sums",
        sample: include_str!("../../samples/p5675.txt"),
        solve: lost_pairs,
        brute: lost_pairs_brute,
        make: make_lost_pairs,
        small: 12,
    },
];

const MODULUS: u64 = 1_000_000_007;

/// Reads heaps of any size, as many as announced.
fn heaps(input: &mut InputReader<'_>, count: u64) -> Result<Vec<u64>, JudgeError> {
    input.list(0..count, |input| {
        input.number(text!("the size of a heap", "一堆的大小"), 0..=u64::MAX)
    })
}

/// Reads heaps up to the end of the line.
pub fn line(input: &mut InputReader<'_>) -> Result<Vec<u64>, JudgeError> {
    input.list_while(
        |input| !input.at_line_end(),
        |input| input.number(text!("the size of a heap", "一堆的大小"), 0..=u64::MAX),
    )
}

/// Returns the options of Nim.
fn options(heaps: &[u64]) -> Vec<Vec<u64>> {
    take_from_one(heaps, |_, _, _| true)
}

/// Returns the moves of Nim: the index of the heap, and the heaps after the move.
fn heap_moves(heaps: &[u64]) -> Vec<(usize, Vec<u64>)> {
    let mut moves = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for left in 0..heap {
            let mut option = heaps.to_vec();
            option[i] = left;
            moves.push((i, option));
        }
    }
    moves
}

/// Returns random heaps whose sizes add up to at most `size`.
fn random_heaps(rng: &mut Rng, size: u64) -> Vec<u64> {
    let count = rng.u64(1..=size.clamp(1, 4));
    (0..count).map(|_| rng.u64(0..=size / count)).collect()
}

/// Returns random lines of heaps.
pub fn make_lines(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        write_row(&mut text, random_heaps(rng, size));
    }
    text
}

type SolveHeaps<T> = fn(&[u64], &Budget<'_>) -> Result<T, JudgeError>;

/// Reads lines `M n1 .. nM` up to the end of the input.
fn each_match(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: SolveHeaps<bool>,
) -> Result<(), JudgeError> {
    while !input.at_end() {
        let count = input.number(text!("the number of heaps", "堆数"), 0..=10_000_000)?;
        let heaps = heaps(input, count)?;
        write_either(out, wins(&heaps, input.budget)?, "Yes", "No");
    }
    Ok(())
}

fn wins_by_definition(heaps: &[u64], budget: &Budget<'_>) -> Result<bool, JudgeError> {
    Ok(
        ReferenceSearch::normal(|heaps: &Vec<u64>| options(heaps), budget)
            .mover_wins(&heaps.to_vec())?,
    )
}

/// Reads cases `T / n / heaps`.
fn each_template(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: SolveHeaps<bool>,
) -> Result<(), JudgeError> {
    for heaps in cases(input, 0..=u64::MAX, 1)? {
        write_either(out, wins(&heaps, input.budget)?, "Yes", "No");
    }
    Ok(())
}

fn make_matches(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=5) {
        let heaps = random_heaps(rng, size);
        write_row(&mut text, [heaps.len() as u64].into_iter().chain(heaps));
    }
    text
}

/// Reads cases `n / heaps`, up to an n of 0.
fn each_until_zero(
    input: &mut InputReader<'_>,
    out: &mut String,
    count: SolveHeaps<usize>,
) -> Result<(), JudgeError> {
    let what = || text!("the number of heaps (0 at the end)", "堆数，以 0 结束");
    while let Some(number) = input.number_or_end(what(), 10_000_000)? {
        let heaps = heaps(input, number)?;
        let _ = writeln!(out, "{}", count(&heaps, input.budget)?);
    }
    Ok(())
}

/// Finds every move of Nim to a position in which the player to move loses.
fn winning_by_brute_force(
    heaps: &[u64],
    budget: &Budget<'_>,
) -> Result<Vec<(usize, Vec<u64>)>, JudgeError> {
    let mut brute = ReferenceSearch::normal(|heaps: &Vec<u64>| options(heaps), budget);
    let mut winning = Vec::new();
    for (heap, option) in heap_moves(heaps) {
        if !brute.mover_wins(&option)? {
            winning.push((heap, option));
        }
    }
    Ok(winning)
}

fn make_until_zero(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=5) {
        let heaps = random_heaps(rng, size);
        let _ = writeln!(text, "{}", heaps.len());
        write_row(&mut text, heaps);
    }
    text + "0\n"
}

fn moves(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while input.next_line()? {
        let heaps = line(input)?;
        let moves = nim::winning_moves(&heaps);
        let _ = writeln!(out, "{}", moves.len());
        for made in moves {
            let _ = writeln!(out, "{} {}", made.pile + 1, heaps[made.pile] - made.amount);
        }
    }
    Ok(())
}

fn moves_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while input.next_line()? {
        let moves = winning_by_brute_force(&line(input)?, input.budget)?;
        let _ = writeln!(out, "{}", moves.len());
        for (heap, option) in moves {
            let _ = writeln!(out, "{} {}", heap + 1, option[heap]);
        }
    }
    Ok(())
}

/// Reads cases `T / n / heaps`, each heap at least `low`.
fn each_john(
    input: &mut InputReader<'_>,
    out: &mut String,
    low: u64,
    wins: SolveHeaps<bool>,
) -> Result<(), JudgeError> {
    for heaps in cases(input, low..=u64::MAX, 1)? {
        write_either(out, wins(&heaps, input.budget)?, "John", "Brother");
    }
    Ok(())
}

fn wins_misere(heaps: &[u64], _: &Budget<'_>) -> Result<bool, JudgeError> {
    Ok(MisereNimRule.outcome(heaps) == Outcome::N)
}

fn wins_misere_by_definition(heaps: &[u64], budget: &Budget<'_>) -> Result<bool, JudgeError> {
    Ok(
        ReferenceSearch::misere(|heaps: &Vec<u64>| options(heaps), budget)
            .mover_wins(&heaps.to_vec())?,
    )
}

/// Reads lines `N x1 .. xk`.
fn each_moore(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: fn(&[u64], u64, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    while input.next_line()? {
        let most = input.number(
            text!("the maximum number of heaps per move", "每次最多可取的堆数"),
            1..=u64::MAX,
        )?;
        let heaps = line(input)?;
        write_either(out, wins(&heaps, most, input.budget)?, "First", "Second");
    }
    Ok(())
}

fn moore_first(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_moore(input, out, |heaps, most, _| {
        Ok(MooreRule {
            most,
            play: PlayConvention::Normal,
        }
        .outcome(heaps)
            == Outcome::N)
    })
}

fn moore_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_moore(input, out, |heaps, most, budget| {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let options = |heaps: &Vec<u64>| {
            lowering_moves(heaps, most)
                .iter()
                .map(|made| apply_heap_move(heaps, made))
                .collect()
        };
        let mut brute = ReferenceSearch::normal(options, budget);
        Ok(brute.mover_wins(&heaps.to_vec())?)
    })
}

fn make_moore(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        let most = rng.u64(1..=3);
        let count = rng.u64(1..=size.clamp(1, 6));
        write_row(
            &mut text,
            [most]
                .into_iter()
                .chain((0..count).map(|_| rng.u64(0..=(size / count).max(1)))),
        );
    }
    text
}

fn read_piles(input: &mut InputReader<'_>) -> Result<Vec<u64>, JudgeError> {
    let count = input.number(text!("the number of piles", "堆数"), 0..=10_000_000u64)?;
    let piles = input.list(0..count, |input| {
        input.number(text!("the size of a pile", "一堆的大小"), 1..=u64::MAX)
    })?;
    input.end()?;
    Ok(piles)
}

fn lost_pairs(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let piles = read_piles(input)?;
    input.budget.steps(piles.len())?;
    let _ = writeln!(out, "{}", first_moves::lost_pairs(&piles, MODULUS));
    Ok(())
}

/// Tries every subset of the piles, every pile of the subset, and every first move from that pile.
fn lost_pairs_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let piles = read_piles(input)?;
    let mut brute = ReferenceSearch::normal(|heaps: &Vec<u64>| options(heaps), input.budget);
    let mut lost = 0u64;
    for subset in 0u64..1 << piles.len() {
        let heaps: Vec<u64> = piles
            .iter()
            .enumerate()
            .filter(|(i, _)| subset >> i & 1 == 1)
            .map(|(_, &pile)| pile)
            .collect();
        for named in 0..heaps.len() {
            let mut wins = false;
            for (heap, option) in heap_moves(&heaps) {
                wins = wins || heap == named && !brute.mover_wins(&option)?;
            }
            lost += u64::from(!wins);
        }
    }
    let _ = writeln!(out, "{}", lost % MODULUS);
    Ok(())
}

fn make_lost_pairs(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=size.clamp(1, 5));
    let mut text = format!("{count}\n");
    write_row(
        &mut text,
        (0..count).map(|_| rng.u64(1..=(size / count).max(1))),
    );
    text
}
