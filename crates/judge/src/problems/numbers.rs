//! Games on one or two numbers: Euclid's game, the multiplication game, Kiki's game.

use base::text;
use base::text::Text;
use dashu_int::UBig;
use fastrand::Rng;
use theorems::{euclid, kiki, multiplication};
use theory::reference::ReferenceSearch;

use super::big;
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "poj2348",
        aliases: &[],
        title: ("Euclid's Game", "欧几里得游戏"),
        source: "POJ 2348",
        method: "euclid",
        sample: include_str!("../../samples/poj2348.txt"),
        solve: euclid,
        brute: euclid_brute,
        make: pairs,
        small: 40,
    },
    Problem {
        name: "poj2505",
        aliases: &[],
        title: ("A multiplication game", "乘法游戏"),
        source: "POJ 2505",
        method: "multiplication",
        sample: include_str!("../../samples/poj2505.txt"),
        solve: multiplication,
        brute: multiplication_brute,
        make: goals,
        small: 400,
    },
    Problem {
        name: "hdu2147",
        aliases: &["#1682"],
        title: ("Kiki's game", "Kiki 的游戏"),
        source: "HDU 2147",
        method: "kiki",
        sample: include_str!("../../samples/hdu2147.txt"),
        solve: kiki,
        brute: kiki_brute,
        make: pairs,
        small: 30,
    },
];

/// Reads pairs of positive numbers up to the pair `0 0`.
fn each_pair(
    input: &mut InputReader<'_>,
    [first, second]: [Text; 2],
    mut each: impl FnMut(UBig, UBig) -> Result<(), JudgeError>,
) -> Result<(), JudgeError> {
    loop {
        let a = big::number(input, first.clone(), 0)?;
        if a.is_zero() {
            input.number(
                text!("the second 0 of the final pair 0 0", "结束标志的第二个 0"),
                0..=0u8,
            )?;
            return Ok(input.end()?);
        }
        let b = big::number(input, second.clone(), 1)?;
        each(a, b)?;
    }
}

fn euclid_words() -> [Text; 2] {
    [
        text!(
            "the first number (0 0 at the end)",
            "第一个数，或以 0 0 结束"
        ),
        text!("the second number", "第二个数"),
    ]
}

fn kiki_words() -> [Text; 2] {
    [
        text!("n (0 0 at the end)", "n，或以 0 0 结束"),
        text!("m", "m"),
    ]
}

fn euclid(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_pair(input, euclid_words(), |a, b| {
        write_either(out, euclid::is_losing(&a, &b), "Ollie wins", "Stan wins");
        Ok(())
    })
}

fn euclid_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |&(a, b): &(usize, usize)| {
            let (a, b) = (a.max(b), a.min(b));
            (1..=a.checked_div(b).unwrap_or(0))
                .map(|times| (a - times * b, b))
                .collect()
        },
        input.budget,
    );
    each_pair(input, euclid_words(), |a, b| {
        write_either(
            out,
            brute.mover_wins(&(big::small(&a), big::small(&b)))?,
            "Stan wins",
            "Ollie wins",
        );
        Ok(())
    })
}

fn pairs(rng: &mut Rng, size: u64) -> String {
    let lines: String = (0..rng.u32(1..=6))
        .map(|_| format!("{} {}\n", rng.u64(1..=size), rng.u64(1..=size)))
        .collect();
    lines + "0 0\n"
}

fn read_goal(input: &mut InputReader<'_>) -> Result<UBig, JudgeError> {
    big::number(input, text!("the goal n", "目标 n"), 2)
}

fn multiplication(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let game = multiplication::Game::new(read_goal(input)?, 2, 9).expect("2 to 9 are factors");
        let wins = game.winning_factors(&UBig::ONE).is_some();
        write_either(out, wins, "Stan wins.", "Ollie wins.");
    }
    Ok(())
}

fn multiplication_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    fn wins(p: usize, goal: usize) -> bool {
        p < goal && (2..=9).any(|factor| !wins(p * factor, goal))
    }
    while !input.at_end() {
        input.budget.tick()?;
        let goal = big::small(&read_goal(input)?);
        write_either(out, wins(1, goal), "Stan wins.", "Ollie wins.");
    }
    Ok(())
}

fn goals(rng: &mut Rng, size: u64) -> String {
    (0..rng.u32(1..=6))
        .map(|_| format!("{}\n", rng.u64(2..=size.saturating_add(2))))
        .collect()
}

fn kiki(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_pair(input, kiki_words(), |n, m| {
        write_either(
            out,
            kiki::winning_step(&n, &m).is_some(),
            "Wonderful!",
            "What a pity!",
        );
        Ok(())
    })
}

fn kiki_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_pair(input, kiki_words(), |n, m| {
        let (n, m) = (big::small(&n), big::small(&m));
        // The corner is (1, 1); all cells of row 0 and column 0 count as won, so no player moves to
        // them.
        let mut wins = vec![vec![true; m + 1]; n + 1];
        for x in 1..=n {
            for y in 1..=m {
                wins[x][y] = !(wins[x - 1][y] && wins[x][y - 1] && wins[x - 1][y - 1]);
            }
        }
        write_either(out, wins[n][m], "Wonderful!", "What a pity!");
        Ok(())
    })
}
