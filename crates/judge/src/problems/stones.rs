//! Games with coins in a circle, and with piles that are distributed or split in two.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use theorems::{circle_kayles, new_stone, stone_game_2};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "poj2484",
        aliases: &[],
        title: ("A Funny Game (coins in a circle)", "圆环取硬币"),
        source: "POJ 2484",
        method: "circle-kayles",
        sample: include_str!("../../samples/poj2484.txt"),
        solve: circle,
        brute: by_rules!("poj2484"),
        make: circles,
        small: 14,
    },
    Problem {
        name: "poj1740",
        aliases: &[],
        title: ("A New Stone Game", "新石子游戏"),
        source: "POJ 1740",
        method: "new-stone-game",
        sample: include_str!("../../samples/poj1740.txt"),
        solve: new_stones,
        brute: by_rules!("poj1740"),
        make: make_new_stones,
        small: 4,
    },
    Problem {
        name: "hdu4388",
        aliases: &[],
        title: ("Stone Game II", "石子游戏 II"),
        source: "HDU 4388",
        method: "stone-game-2",
        sample: include_str!("../../samples/hdu4388.txt"),
        solve: stone_game,
        brute: stone_game_brute,
        make: make_stone_game,
        small: 9,
    },
];

/// Reads the next number of coins; `None` at the final 0.
fn read_circle(input: &mut InputReader<'_>) -> Result<Option<u64>, JudgeError> {
    input.budget.tick()?;
    let what = text!("the number of coins (0 at the end)", "硬币数，或以 0 结束");
    Ok(input.number_or_end(what, u64::MAX)?)
}

fn circle(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while let Some(n) = read_circle(input)? {
        write_either(out, circle_kayles::is_losing(n), "Bob", "Alice");
    }
    Ok(())
}

fn circles(rng: &mut Rng, size: u64) -> String {
    let lines: String = (0..rng.u32(1..=3))
        .map(|_| format!("{}\n", rng.u64(1..=size)))
        .collect();
    lines + "0\n"
}

/// Reads the next case's piles; `None` at the end.
fn read_piles(input: &mut InputReader<'_>) -> Result<Option<Vec<u64>>, JudgeError> {
    let what = text!("the number of piles (0 at the end)", "堆数，或以 0 结束");
    let Some(count) = input.number_or_end(what, u32::MAX)? else {
        return Ok(None);
    };
    let piles = input.list(0..count, |input| {
        input.number(text!("the size of a pile", "一堆的大小"), 0..=u64::MAX)
    })?;
    Ok(Some(piles))
}

fn new_stones(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while let Some(piles) = read_piles(input)? {
        write_either(out, new_stone::is_losing(&piles), "0", "1");
    }
    Ok(())
}

fn make_new_stones(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u32(1..=4) {
        let mut piles: Vec<u64> = (0..rng.u32(1..=4)).map(|_| rng.u64(1..=size)).collect();
        if rng.bool() {
            piles.truncate(2);
            piles.extend(piles.clone());
        }
        let _ = writeln!(text, "{}", piles.len());
        write_row(&mut text, piles);
    }
    text + "0\n"
}

/// Reads T, then n and the piles of each case.
fn cases(
    input: &mut InputReader<'_>,
    mut each: impl FnMut(u64, Vec<u64>) -> Result<(), JudgeError>,
) -> Result<(), JudgeError> {
    let count = input.number(text!("the number of cases", "数据组数"), 0..=u64::MAX)?;
    for case in 1..=count {
        let count = input.number(text!("the number of piles", "堆数"), 0..=u32::MAX)?;
        let piles = input.list(0..count, |input| {
            input.number(text!("the size of a pile", "一堆的大小"), 0..=u64::MAX)
        })?;
        each(case, piles)?;
    }
    Ok(input.end()?)
}

fn write_answer(out: &mut String, case: u64, first_wins: bool) {
    let _ = writeln!(
        out,
        "Case {case}: {}",
        if first_wins { "Yes" } else { "No" }
    );
}

fn stone_game(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    cases(input, |case, piles| {
        let piles: Vec<u128> = piles.into_iter().map(u128::from).collect();
        write_answer(out, case, !stone_game_2::is_losing(&piles));
        Ok(())
    })
}

/// A position: the piles from which a move is possible, and whether the player to move and the
/// opponent have already doubled.
type StonePosition = (Vec<u64>, [bool; 2]);

fn stone_game_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut brute = ReferenceSearch::normal(stone_game_options, input.budget);
    cases(input, |case, piles| {
        write_answer(out, case, brute.mover_wins(&(movable(piles), [false; 2]))?);
        Ok(())
    })
}

/// Returns in order the piles that can be split for some k; no move is possible from the other
/// piles.
fn movable(mut piles: Vec<u64>) -> Vec<u64> {
    piles.retain(|&x| (1..x).any(|k| k ^ x < x));
    piles.sort_unstable();
    piles
}

fn stone_game_options((piles, [mine, other]): &StonePosition) -> Vec<StonePosition> {
    let mut options = Vec::new();
    for (i, &x) in piles.iter().enumerate() {
        for k in (1..x).filter(|k| k ^ x < x) {
            for doubled in [false, true] {
                if doubled && *mine {
                    continue;
                }
                let mut after = piles.clone();
                after[i] = if doubled { 2 * k } else { k };
                after.push(k ^ x);
                options.push((movable(after), [*other, *mine || doubled]));
            }
        }
    }
    options
}

fn make_stone_game(rng: &mut Rng, size: u64) -> String {
    let count = rng.u32(1..=4);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let piles: Vec<u64> = (0..rng.u32(1..=3)).map(|_| rng.u64(1..=size)).collect();
        let _ = writeln!(text, "{}", piles.len());
        write_row(&mut text, piles);
    }
    text
}
