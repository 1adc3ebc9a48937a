//! Piles with individual rules: takes limited by the index, mixed rules, powers of two, Fibonacci
//! numbers, sets.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use dashu_int::UBig;
use fastrand::Rng;
use theorems::piles;
use theorems::subtraction;
use theory::reference::ReferenceSearch;

use super::by_engine::{nim_sum_in, session, table, table_of};
use super::nim::{line, make_lines};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "index_capped",
        aliases: &[],
        title: ("From pile i take 1 to i", "第 i 堆每次取 1 到 i 个"),
        source: "exercise of seed 000, 4.4.1.5",
        method: "bachet, nim-sum",
        sample: "",
        solve: index_capped,
        brute: |input, out| {
            each_line(input, out, |input| {
                by_definition(&line(input)?, input.budget, |i, amount, _| {
                    amount <= i as u64 + 1
                })
            })
        },
        make: make_lines,
        small: 12,
    },
    Problem {
        name: "mixed_piles",
        aliases: &[],
        title: ("Three kinds of piles", "三种规则的石子堆"),
        source: "seed 003: 1 to 3 from the first pile, an odd number from the second, any number from the others",
        method: "sum of piles with known values",
        sample: "",
        solve: mixed,
        brute: mixed_brute,
        make: make_lines,
        small: 12,
    },
    Problem {
        name: "hdu1847",
        aliases: &[],
        title: (
            "Good Luck in CET-4 Everybody!",
            "Good Luck in CET-4 Everybody!（取 2 的幂）",
        ),
        source: "HDU 1847",
        method: "powers of a base: n mod 3",
        sample: include_str!("../../samples/hdu1847.txt"),
        solve: powers,
        brute: powers_brute,
        make: |rng, size| super::by_engine::random_numbers(rng, 1, size),
        small: 60,
    },
    Problem {
        name: "hdu1848",
        aliases: &[],
        title: (
            "Fibonacci again and again",
            "Fibonacci again and again（取斐波那契数）",
        ),
        source: "HDU 1848",
        method: "engines (game FibonacciTake), nim-sum",
        sample: include_str!("../../samples/hdu1848.txt"),
        solve: fibonacci,
        brute: fibonacci_brute,
        make: make_fibonacci,
        small: 8,
    },
    Problem {
        name: "poj2960",
        aliases: &["hdu1536"],
        title: ("S-Nim", "S-Nim"),
        source: "POJ 2960, HDU 1536",
        method: "engines (game Subtract), nim-sum",
        sample: include_str!("../../samples/poj2960.txt"),
        solve: s_nim,
        brute: s_nim_brute,
        make: make_s_nim,
        small: 8,
    },
];

/// Reads piles line by line, and writes `First` or `Second` for each line.
pub fn each_line(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: impl Fn(&mut InputReader<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    while input.next_line()? {
        input.budget.tick()?;
        write_either(out, wins(input)?, "First", "Second");
    }
    Ok(())
}

/// Returns whether the player to move wins, by definition, in a game whose moves make one number of
/// the position smaller. `allowed` gets the index of the number, the amount taken and the position
/// after the move, and returns whether the move is legal.
pub fn by_definition(
    numbers: &[u64],
    budget: &Budget<'_>,
    allowed: impl Fn(usize, u64, &[u64]) -> bool,
) -> Result<bool, JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |numbers: &Vec<u64>| {
            let mut options = Vec::new();
            for (i, &number) in numbers.iter().enumerate() {
                for amount in 1..=number {
                    let mut option = numbers.clone();
                    option[i] -= amount;
                    if allowed(i, amount, &option) {
                        options.push(option);
                    }
                }
            }
            options
        },
        budget,
    );
    Ok(brute.mover_wins(&numbers.to_vec())?)
}

/// Accepts pile sizes with any number of digits, because only remainders are needed.
fn index_capped(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    each_line(input, out, |input| {
        let mut sum = 0;
        for rule in piles::index_capped() {
            if input.at_line_end() {
                break;
            }
            budget.tick()?;
            let digits = input.digits(text!("the size of a pile", "一堆的大小"))?;
            sum ^= match digits.parse() {
                Ok(pile) => rule.value(pile),
                Err(_) => rule
                    .value_of_big(&big(digits, budget)?)
                    .expect("a bound on what a move takes bounds the value"),
            };
        }
        Ok(sum != 0)
    })
}

/// Parses a number of many digits. Parsing takes more than linear time, so the clock is checked.
fn big(digits: &str, budget: &Budget<'_>) -> Result<UBig, JudgeError> {
    budget.steps(digits.len())?;
    Ok(UBig::from_str_radix(digits, 10).expect("the input gives digits only, at least one"))
}

fn mixed(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_line(input, out, |input| {
        Ok(piles::nim_sum(piles::mixed(), &line(input)?) != 0)
    })
}

fn mixed_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let allowed = |i: usize, amount: u64, _: &[u64]| match i {
        0 => amount <= 3,
        1 => amount % 2 == 1,
        _ => true,
    };
    each_line(input, out, |input| {
        by_definition(&line(input)?, input.budget, allowed)
    })
}

/// Reads numbers of cards, of any length, to the end of the input.
fn each_hand(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: fn(&UBig, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    while !input.at_end() {
        let cards = input.digits(text!("the number of cards", "牌数"))?;
        write_either(out, wins(&big(cards, budget)?, budget)?, "Kiki", "Cici");
    }
    Ok(())
}

fn powers(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_hand(input, out, |cards, _| {
        Ok(subtraction::power_value_of_big(2, cards) != 0)
    })
}

fn powers_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    each_hand(input, out, |cards, budget| {
        by_definition(
            &[super::big::small(cards) as u64],
            budget,
            |_, amount, _| amount.is_power_of_two(),
        )
    })
}

/// The size of the largest heap for which a table is built.
const MAX_HEAP_SIZE: u64 = 10_000_000;

/// Reads lines of three heaps, up to a line of three zeros.
fn read_fibonacci(input: &mut InputReader<'_>) -> Result<Vec<[u64; 3]>, JudgeError> {
    let budget = input.budget;
    let mut cases = Vec::new();
    loop {
        budget.tick()?;
        let mut case = [0; 3];
        for heap in &mut case {
            *heap = input.number(
                text!(
                    "the size of a heap (0 0 0 at the end)",
                    "一堆的大小，或以 0 0 0 结束"
                ),
                0..=MAX_HEAP_SIZE,
            )?;
        }
        if case == [0; 3] {
            input.end()?;
            return Ok(cases);
        }
        budget.make_room(&mut cases, 1, 0)?;
        cases.push(case);
    }
}

fn fibonacci(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let cases = read_fibonacci(input)?;
    let most = cases.iter().flatten().max().copied().unwrap_or(0);
    let values = table(
        "fibonacci_take.game",
        &format!("FibonacciTake[0..{most}]"),
        input.budget,
    )?;
    for case in cases {
        write_either(out, nim_sum_in(&values, &case) != 0, "Fibo", "Nacci");
    }
    Ok(())
}

fn fibonacci_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut numbers = vec![1, 2];
    while numbers.last().is_some_and(|&last| last < MAX_HEAP_SIZE) {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
    }
    for case in read_fibonacci(input)? {
        let wins = by_definition(&case, input.budget, |_, amount, _| {
            numbers.contains(&amount)
        })?;
        write_either(out, wins, "Fibo", "Nacci");
    }
    Ok(())
}

fn make_fibonacci(rng: &mut Rng, size: u64) -> String {
    // The size of the heaps is limited, because larger tables take seconds.
    let size = size.min(1_000_000);
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        write_row(
            &mut text,
            [rng.u64(1..=size), rng.u64(0..=size), rng.u64(0..=size)],
        );
    }
    text + "0 0 0\n"
}

/// A subtraction set, and the queried positions.
type SetQueries = (Vec<u64>, Vec<Vec<u64>>);

/// Reads `k s1 .. sk / m / m lines of heaps`, with a final 0.
fn read_s_nim(input: &mut InputReader<'_>) -> Result<Option<SetQueries>, JudgeError> {
    let budget = input.budget;
    let numbers =
        |input: &mut InputReader<'_>, count: u64, what, low: u64| -> Result<Vec<u64>, JudgeError> {
            input.list(0..count, |input| {
                input.number::<u64>(Clone::clone(&what), low..=MAX_HEAP_SIZE)
            })
        };
    let what = text!("the size of the set (0 at the end)", "集合大小，以 0 结束");
    let Some(count) = input.number_or_end(what, 10_000)? else {
        return Ok(None);
    };
    let set = numbers(input, count, text!("a number of the set", "集合中的数"), 1)?;
    let mut games = Vec::new();
    for _ in 0..input.number(text!("the number of positions", "局面数"), 0..=1_000_000u64)? {
        budget.make_room(&mut games, 1, 0)?;
        let heaps = input.number(text!("the number of heaps", "堆数"), 0..=MAX_HEAP_SIZE)?;
        games.push(numbers(
            input,
            heaps,
            text!("the size of a heap", "一堆的大小"),
            0,
        )?);
    }
    Ok(Some((set, games)))
}

fn s_nim(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut session = session("subtract.game")?;
    // The sets of this problem have long periods, and the heaps are small. With long periods and
    // small heaps, searching for a period takes longer than filling the table.
    session.settings.switch_off("subtraction")?;
    while let Some((mut set, games)) = read_s_nim(input)? {
        let most = games.iter().flatten().max().copied().unwrap_or(0);
        // Every rule of the game costs the engines time, so numbers larger than every heap are left
        // out.
        set.retain(|&s| s <= most);
        set.sort_unstable();
        set.dedup();
        let values = if set.is_empty() {
            vec![0; most as usize + 1]
        } else {
            let listed = set
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(", ");
            table_of(
                &mut session,
                &format!("Subtract({{{listed}}})[0..{most}]"),
                input.budget,
            )?
        };
        for heaps in games {
            let lost = nim_sum_in(&values, &heaps) == 0;
            out.push(if lost { 'L' } else { 'W' });
        }
        out.push('\n');
    }
    Ok(())
}

fn s_nim_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while let Some((set, games)) = read_s_nim(input)? {
        for heaps in games {
            let wins = by_definition(&heaps, input.budget, |_, amount, _| set.contains(&amount))?;
            out.push(if wins { 'W' } else { 'L' });
        }
        out.push('\n');
    }
    Ok(())
}

fn make_s_nim(rng: &mut Rng, size: u64) -> String {
    let size = size.min(MAX_HEAP_SIZE);
    let mut text = String::new();
    for _ in 0..rng.u64(1..=2) {
        let count = rng.u64(1..=3);
        let set = (0..count).map(|_| rng.u64(1..=size));
        write_row(&mut text, [count].into_iter().chain(set));
        let games = rng.u64(1..=4);
        let _ = writeln!(text, "{games}");
        for _ in 0..games {
            let heaps = rng.u64(1..=3);
            let sizes = (0..heaps).map(|_| rng.u64(0..=size));
            write_row(&mut text, [heaps].into_iter().chain(sizes));
        }
    }
    text + "0\n"
}
