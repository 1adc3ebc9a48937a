//! Wythoff's game on two heaps: a move takes any number from one heap, or the same number from both
//! heaps.

use std::fmt::Write;

use base::text;
use dashu_int::UBig;
use fastrand::Rng;
use theorems::wythoff;

use super::big;
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "poj1067",
        aliases: &[],
        title: ("Taking stones (Wythoff)", "取石子游戏"),
        source: "POJ 1067",
        method: "wythoff",
        sample: include_str!("../../samples/poj1067.txt"),
        solve: poj1067,
        brute: poj1067_brute,
        make,
        small: 30,
    },
    Problem {
        name: "p2252",
        aliases: &[],
        title: ("Taking stones (Wythoff), one line", "【模板】威佐夫博弈"),
        source: "Luogu P2252, SHOI 2002",
        method: "wythoff",
        sample: include_str!("../../samples/p2252.txt"),
        solve: |input, out| one_pair(input, out, |a, b| !wythoff::is_losing(a, b)),
        brute: |input, out| {
            one_pair(input, out, |a, b| {
                !winning(big::small(a), big::small(b)).is_empty()
            })
        },
        make: random_pair,
        small: 30,
    },
    Problem {
        name: "wythoff_moves",
        aliases: &[],
        title: (
            "Wythoff's game, all winning moves",
            "威佐夫博弈：全部必胜着",
        ),
        source: "Wythoff 1907",
        method: "wythoff",
        sample: include_str!("../../samples/wythoff_moves.txt"),
        solve: moves,
        brute: moves_brute,
        make,
        small: 30,
    },
];

fn read(input: &mut InputReader<'_>) -> Result<(UBig, UBig), JudgeError> {
    let a = big::number(
        input,
        text!("the size of the first heap", "第一堆石子数"),
        0,
    )?;
    let b = big::number(
        input,
        text!("the size of the second heap", "第二堆石子数"),
        0,
    )?;
    Ok((a, b))
}

fn poj1067(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (a, b) = read(input)?;
        write_either(out, wythoff::is_losing(&a, &b), "0", "1");
    }
    Ok(())
}

/// Reads one line `a b`.
fn one_pair(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: fn(&UBig, &UBig) -> bool,
) -> Result<(), JudgeError> {
    let (a, b) = read(input)?;
    input.end()?;
    write_either(out, wins(&a, &b), "1", "0");
    Ok(())
}

fn moves(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (a, b) = read(input)?;
        let takes = wythoff::winning_takes(&a, &b);
        let _ = writeln!(out, "{}", takes.len());
        for (x, y) in takes {
            let _ = writeln!(out, "{x} {y}");
        }
    }
    Ok(())
}

/// Returns the winning takes of a position, by search.
fn winning(a: usize, b: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut lost = vec![vec![false; b + 1]; a + 1];
    for i in 0..=a {
        for j in 0..=b {
            let takes = (0..=i).flat_map(|x| (0..=j).map(move |y| (x, y)));
            let legal = takes.filter(|&(x, y)| (x, y) != (0, 0) && (x == 0 || y == 0 || x == y));
            found = legal.filter(|(x, y)| lost[i - x][j - y]).collect();
            lost[i][j] = found.is_empty();
        }
    }
    found
}

fn poj1067_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (a, b) = read(input)?;
        write_either(
            out,
            winning(big::small(&a), big::small(&b)).is_empty(),
            "0",
            "1",
        );
    }
    Ok(())
}

fn moves_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (a, b) = read(input)?;
        let takes = winning(big::small(&a), big::small(&b));
        let _ = writeln!(out, "{}", takes.len());
        for (x, y) in takes {
            let _ = writeln!(out, "{x} {y}");
        }
    }
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u32(1..=6) {
        text += &random_pair(rng, size);
    }
    text
}

/// Returns a random pair. Half of the pairs have a ratio near the golden ratio.
fn random_pair(rng: &mut Rng, size: u64) -> String {
    let a = rng.u64(0..=size);
    let golden = (u128::from(a) * 309 / 809) as u64;
    let b = if rng.bool() {
        rng.u64(0..=size)
    } else {
        (a - golden).saturating_sub(rng.u64(0..=1))
    };
    format!("{a} {b}\n")
}
