//! Games answered by specialized tables: seats around a heap, three piles of beans.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use theorems::beans::BeansTable;
use theorems::seats::{SeatsError, SeatsTable};

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "poj2068",
        aliases: &[],
        title: ("Nim around a table", "围桌取石子"),
        source: "POJ 2068",
        method: "seats",
        sample: include_str!("../../samples/poj2068.txt"),
        solve: seats,
        brute: by_rules!("poj2068"),
        make: make_seats,
        small: 60,
    },
    Problem {
        name: "zoj3057",
        aliases: &[],
        title: ("Beans Game", "取豆子游戏"),
        source: "ZOJ 3057",
        method: "beans",
        sample: include_str!("../../samples/zoj3057.txt"),
        solve: beans,
        brute: by_rules!("zoj3057"),
        make: make_beans,
        small: 12,
    },
];

/// Reads the stones and the maximum of each seat of the next case; `None` at the final 0.
fn round(input: &mut InputReader<'_>) -> Result<Option<(u64, Vec<u64>)>, JudgeError> {
    let players = text!(
        "the number of players in a team (0 at the end)",
        "每队人数，或以 0 结束"
    );
    let Some(n) = input.number_or_end(players, u32::MAX)? else {
        return Ok(None);
    };
    let stones = input.number(text!("the number of stones S", "石子数 S"), 1..=u64::MAX)?;
    let most = input.list(0..2 * u64::from(n), |input| {
        let what = text!("the maximum take of a player", "该选手至多可取数");
        input.number(what, 1..=u64::MAX)
    })?;
    Ok(Some((stones, most)))
}

fn seats(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while let Some((stones, most)) = round(input)? {
        let seats =
            SeatsTable::new(most, stones, input.budget).map_err(|refused| match refused {
                SeatsError::Stopped(stop) => JudgeError::from(stop),
                SeatsError::Rules => {
                    unreachable!("an even number of seats was read, each with 1 or more")
                }
            })?;
        write_either(out, seats.is_losing(stones, 0), "0", "1");
    }
    Ok(())
}

fn make_seats(rng: &mut Rng, size: u64) -> String {
    // In the problem, S is below 2^13. Tests may slightly exceed this bound on S; the table grows
    // with S.
    let size = size.min(1 << 20);
    let mut text = String::new();
    for _ in 0..rng.u32(1..=4) {
        let n = rng.u32(1..=4);
        let _ = write!(text, "{n} {} ", rng.u64(size.div_ceil(2)..=size));
        let most: Vec<u64> = (0..2 * n).map(|_| rng.u64(1..=8)).collect();
        write_row(&mut text, most);
    }
    text + "0\n"
}

/// The maximum pile for which a table is built; building this table takes at most a billion checks.
const MAX_PILE_SIZE: u32 = 2000;

fn read_beans(input: &mut InputReader<'_>) -> Result<Vec<[u32; 3]>, JudgeError> {
    let budget = input.budget;
    let mut all = Vec::new();
    while !input.at_end() {
        budget.tick()?;
        let mut piles = [0; 3];
        for pile in &mut piles {
            *pile = input.number(text!("the size of a pile", "一堆的大小"), 0..=MAX_PILE_SIZE)?;
        }
        budget.make_room(&mut all, 1, 0)?;
        all.push(piles);
    }
    Ok(all)
}

fn beans(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let all = read_beans(input)?;
    let greatest = all.iter().flatten().copied().max().unwrap_or(0);
    let beans = BeansTable::new(greatest, input.budget)?;
    for piles in all {
        write_either(out, beans.is_losing(piles), "0", "1");
    }
    Ok(())
}

fn make_beans(rng: &mut Rng, size: u64) -> String {
    let size = size.min(MAX_PILE_SIZE.into());
    let mut text = String::new();
    for _ in 0..rng.u32(1..=6) {
        write_row(&mut text, [(); 3].map(|()| rng.u64(0..=size)));
    }
    text
}
