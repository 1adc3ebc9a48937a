//! Piles and rows that split in two. The engines compute the values of the library games Partition,
//! Strips, Kayles and Crosses; Kayles also uses the period that its values prove.

use std::fmt::Write;

use base::text;
use base::text::Text;
use fastrand::Rng;
use heap::periodic::PeriodicCode;
use theorems::octal;
use theory::reference::ReferenceSearch;

use super::by_engine::{
    alice_or_bob, cases, nim_sum_in, numbers, random_cases, random_numbers, table,
};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "lightoj1199",
        aliases: &[],
        title: ("Partitioning Game", "分堆游戏"),
        source: "LightOJ 1199",
        method: "engines (game Partition), nim-sum",
        sample: include_str!("../../samples/lightoj1199.txt"),
        solve: partition,
        brute: partition_brute,
        make: |rng, size| random_cases(rng, size.min(10_000), 1),
        small: 16,
    },
    Problem {
        name: "poi2000_strips",
        aliases: &[],
        title: ("Strips (Paski)", "纸带"),
        source: "POI VII (2000)",
        method: "engines (game Strips)",
        sample: include_str!("../../samples/poi2000_strips.txt"),
        solve: strips,
        brute: strips_brute,
        make: make_strips,
        small: 12,
    },
    Problem {
        name: "kayles",
        aliases: &[],
        title: ("A row of Kayles", "一排 Kayles"),
        source: "a row of coins, take one or two adjacent coins; Dudeney 1908",
        method: "engines (game Kayles); octal periodicity theorem (Guy, Smith)",
        sample: include_str!("../../samples/kayles.txt"),
        solve: kayles,
        brute: kayles_brute,
        make: |rng, size| random_numbers(rng, 0, size),
        small: 11,
    },
    Problem {
        name: "poj3537",
        aliases: &[],
        title: ("Crosses and Crosses", "叉叉棋"),
        source: "POJ 3537",
        method: "engines (game Crosses)",
        sample: include_str!("../../samples/poj3537.txt"),
        solve: crosses,
        brute: crosses_brute,
        make: |rng, size| random_numbers(rng, 3, size.min(2000)),
        small: 12,
    },
];

fn partition(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let cases = cases(input, 1..=100_000, 1)?;
    let most = cases.iter().flatten().max().copied().unwrap_or(0);
    let values = table(
        "partition.game",
        &format!("Partition[0..{most}]"),
        input.budget,
    )?;
    alice_or_bob(out, &cases, |piles| Ok(nim_sum_in(&values, piles) != 0))
}

fn partition_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |piles: &Vec<u64>| {
            let mut options = Vec::new();
            for (i, &pile) in piles.iter().enumerate() {
                for part in (1..pile).filter(|part| *part != pile - part) {
                    let mut option = piles.clone();
                    option[i] = part;
                    option.push(pile - part);
                    option.sort_unstable();
                    options.push(option);
                }
            }
            options
        },
        input.budget,
    );
    let cases = cases(input, 1..=100, 1)?;
    alice_or_bob(out, &cases, |piles| brute.mover_wins(piles))
}

/// Reads the three lengths, and the rows.
fn read_strips(input: &mut InputReader<'_>, most: u64) -> Result<([u64; 3], Vec<u64>), JudgeError> {
    let mut lengths = [0; 3];
    for length in &mut lengths {
        *length = input.number(text!("the length of a strip", "纸带长度"), 1..=most)?;
    }
    let count = input.number(text!("the number of boards", "棋盘个数"), 0..=1_000_000u64)?;
    let mut rows = Vec::new();
    for _ in 0..count {
        input.budget.make_room(&mut rows, 1, 0)?;
        rows.push(input.number(text!("the length of a board", "棋盘长度"), 0..=most)?);
    }
    input.end()?;
    Ok((lengths, rows))
}

fn strips(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let ([c, z, n], rows) = read_strips(input, 100_000)?;
    let most = rows.iter().max().copied().unwrap_or(0);
    let values = table(
        "strips.game",
        &format!("Strips({c}, {z}, {n})[0..{most}]"),
        input.budget,
    )?;
    rows.iter()
        .for_each(|&row| write_either(out, values[row as usize] != 0, "1", "2"));
    Ok(())
}

/// Solves the game on boards that are stored as one bit for each covered cell.
fn strips_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (lengths, rows) = read_strips(input, 30)?;
    for row in rows {
        let lays = lengths.map(|length| {
            (0..(row + 1).saturating_sub(length)).map(move |at| ((1u64 << length) - 1) << at)
        });
        let lays: Vec<u64> = lays.into_iter().flatten().collect();
        let mut brute = ReferenceSearch::normal(
            |covered: &u64| {
                lays.iter()
                    .filter(|&lay| covered & lay == 0)
                    .map(|lay| covered | lay)
                    .collect()
            },
            input.budget,
        );
        write_either(out, brute.mover_wins(&0)?, "1", "2");
    }
    Ok(())
}

fn make_strips(rng: &mut Rng, size: u64) -> String {
    let size = size.min(1000);
    let mut text = String::new();
    write_row(&mut text, [0; 3].map(|_| rng.u64(1..=size / 2 + 1)));
    let count = rng.u64(1..=5);
    let _ = writeln!(text, "{count}");
    for _ in 0..count {
        let _ = writeln!(text, "{}", rng.u64(1..=size));
    }
    text
}

fn coins() -> Text {
    text!("the number of coins", "硬币数")
}

/// Answers Kayles. The engines fill the table until its values prove the period, or until the table
/// is long enough.
fn kayles(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let rows = numbers(input, coins(), 0..=u64::MAX)?;
    let most = rows.iter().max().copied().unwrap_or(0);
    let mut last = 255;
    let (values, periodic) = loop {
        let values = table(
            "kayles.game",
            &format!("Kayles[0..{}]", most.min(last)),
            budget,
        )?;
        if most <= last {
            break (values, None);
        }
        let small = values
            .into_iter()
            .map(|value| u32::try_from(value).expect("a table of values of Kayles"))
            .collect();
        if let Some(periodic) = PeriodicCode::from_values(&octal::kayles(), small, budget)? {
            break (Vec::new(), Some(periodic));
        }
        last *= 2;
    };
    for row in rows {
        budget.tick()?;
        let value = periodic
            .as_ref()
            .map_or_else(|| values[row as usize], |periodic| periodic.value(row));
        let _ = writeln!(out, "{value}");
    }
    Ok(())
}

/// Solves the game on rows that are stored as one bit for each remaining coin; values are computed
/// as the mex.
fn kayles_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let rows = numbers(input, coins(), 0..=20)?;
    let most = rows.iter().max().copied().unwrap_or(0);
    let mut values: Vec<u64> = vec![0];
    for coins in 1..1usize << most {
        input.budget.tick()?;
        let taken = (0..most)
            .flat_map(|i| [1 << i, 3 << i])
            .filter(|taken| coins & taken == *taken);
        values.push(nimber::mex(taken.map(|taken| values[coins ^ taken])));
    }
    for row in rows {
        let _ = writeln!(out, "{}", values[(1 << row) - 1]);
    }
    Ok(())
}

fn crosses(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let rows = numbers(input, text!("the number of cells", "格数"), 3..=100_000)?;
    let most = rows.iter().max().copied().unwrap_or(0);
    let values = table("crosses.game", &format!("Crosses[0..{most}]"), input.budget)?;
    rows.iter()
        .for_each(|&row| write_either(out, values[row as usize] != 0, "1", "2"));
    Ok(())
}

/// Solves the game on the board itself, as the problem states it: a player who makes three in a row
/// wins.
fn crosses_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for row in numbers(input, text!("the number of cells", "格数"), 3..=30)? {
        let mut brute = ReferenceSearch::normal(
            |crosses: &u64| {
                if crosses & crosses >> 1 & crosses >> 2 != 0 {
                    return Vec::new();
                }
                (0..row)
                    .map(|i| 1 << i)
                    .filter(|cell| crosses & cell == 0)
                    .map(|cell| crosses | cell)
                    .collect()
            },
            input.budget,
        );
        write_either(out, brute.mover_wins(&0)?, "1", "2");
    }
    Ok(())
}
