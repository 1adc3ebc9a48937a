//! One heap with a limit on each take that depends on the previous take: k-fold dynamic
//! subtraction, Fibonacci Nim.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use base::text::Text;
use dashu_int::UBig;
use fastrand::Rng;
use rules::ast::BinaryOp;
use rules::ir::ParameterValue;
use rules::lower::argument_value;
use rules::parser::parse_expression;
use rules::quadratic::Quadratic;
use theorems::dynamic::fibonacci;
use theorems::dynamic::{SchwenkNumbers, TakeFactor};

use super::big;
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "kdyn",
        aliases: &[],
        title: ("k-fold dynamic subtraction", "k 倍动态减法游戏"),
        source: "Cao Qinxiang, national team paper 2008",
        method: "dynamic-subtraction",
        sample: include_str!("../../samples/kdyn.txt"),
        solve: |input, out| solve_each(input, start, first_or_second(out)),
        brute: |input, out| solve_each_brute(input, start, first_or_second(out)),
        make: kdyn_make,
        small: 40,
    },
    Problem {
        name: "kdyn_state",
        aliases: &[],
        title: (
            "k-fold dynamic subtraction, in the middle of a play",
            "k 倍动态减法游戏：任意状态",
        ),
        source: "Cao Qinxiang, national team paper 2008",
        method: "dynamic-subtraction",
        sample: include_str!("../../samples/kdyn_state.txt"),
        solve: |input, out| solve_each(input, middle, n_or_p(out)),
        brute: |input, out| solve_each_brute(input, middle, n_or_p(out)),
        make: state_make,
        small: 40,
    },
    Problem {
        name: "hdu2516",
        aliases: &[],
        title: ("Fibonacci Nim", "取石子游戏"),
        source: "HDU 2516",
        method: "fibonacci-nim",
        sample: include_str!("../../samples/hdu2516.txt"),
        solve: hdu2516,
        brute: hdu2516_brute,
        make: hdu2516_make,
        small: 60,
    },
    Problem {
        name: "p6487",
        aliases: &[],
        title: (
            "HRPA: the smallest first take of Fibonacci Nim",
            "HRPA：斐波那契博弈的最小必胜首取",
        ),
        source: "Luogu P6487, COCI 2010/2011 #4",
        method: "fibonacci-nim (the smallest part of the Zeckendorf representation)",
        sample: include_str!("../../samples/p6487.txt"),
        solve: |input, out| {
            hrpa(input, out, |n, _| {
                Ok(fibonacci::least_part(n).expect("n is read as 1 or more"))
            })
        },
        brute: |input, out| hrpa(input, out, hrpa_by_definition),
        make: |rng, size| format!("{}\n", rng.u64(1..=size)),
        small: 100,
    },
    Problem {
        name: "p6791",
        aliases: &[],
        title: (
            "Taking stones: the player who takes the last one loses",
            "取石子：取最后一颗者负",
        ),
        source: "Luogu P6791, SNOI 2020",
        method: "dynamic-subtraction, misère; winning heaps counted by the digits of the Zeckendorf representation",
        sample: include_str!("../../samples/p6791.txt"),
        solve: won_heaps,
        brute: won_heaps_by_definition,
        make: make_won_heaps,
        small: 60,
    },
];

/// A position: the remaining number of stones, the maximum take, and k.
struct Position {
    left: UBig,
    limit: UBig,
    k: Quadratic,
}

/// Reads k as numerator and denominator, or as a single word that is not an integer and is the last
/// word of its line: `1.5`, `phi`, `(1+sqrt(7))/2`.
pub(super) fn factor(input: &mut InputReader<'_>) -> Result<Quadratic, JudgeError> {
    if !input.ahead().bytes().all(|byte| byte.is_ascii_digit()) {
        let what = text!(
            "k (numerator and denominator, or a number such as 1.5)",
            "k：分子与分母，或 1.5 这样的数"
        );
        let word = input.checked(what, |word| parse_factor(word).map(drop))?;
        input.next_line()?;
        return Ok(parse_factor(word).expect("it was just read"));
    }
    let num = input.number(text!("the numerator of k", "k 的分子"), 1..=u64::MAX)?;
    let den = input.number(text!("the denominator of k", "k 的分母"), 1..=u64::MAX)?;
    Ok(Quadratic::ratio(num.into(), den.into()).expect("the denominator is read as 1 or more"))
}

/// Parses a word as a real number of the rule language. Returns an error with the reason if the
/// number cannot be a factor.
fn parse_factor(word: &str) -> Result<Quadratic, Text> {
    let value = parse_expression(word).and_then(|expr| argument_value(&expr));
    let k = match value {
        Ok(ParameterValue::Int(n)) => Quadratic::int(n),
        Ok(ParameterValue::Real(x)) => x,
        Ok(ParameterValue::Set(..) | ParameterValue::Graph(_) | ParameterValue::Data(_)) => {
            return Err(text!(
                "k must be a number, not a set",
                "k 应为一个数，而不是集合"
            ));
        }
        Err(errors) => {
            let Text { en, zh } = &errors[0].message;
            return Err(text!("cannot parse k: {en}", "无法解析 k：{zh}"));
        }
    };
    match TakeFactor::real(k) {
        Some(_) => Ok(k),
        None => Err(text!(
            "k must be positive and its parts must have at most about 40 bits; found {k}",
            "k 须大于 0，且各部分至多约 40 位二进制数，实为 {k}"
        )),
    }
}

/// Converts a factor from the format of the input.
pub(super) fn exactly(k: Quadratic) -> TakeFactor {
    TakeFactor::real(k).expect("only what can be a factor is read")
}

fn start(input: &mut InputReader<'_>) -> Result<Position, JudgeError> {
    let left = big::number(input, text!("the heap size S", "总数 S"), 0)?;
    let limit = if left.is_zero() {
        UBig::ZERO
    } else {
        &left - UBig::ONE
    };
    Ok(Position {
        left,
        limit,
        k: factor(input)?,
    })
}

fn middle(input: &mut InputReader<'_>) -> Result<Position, JudgeError> {
    let left = big::number(input, text!("the number m that is left", "剩余数 m"), 0)?;
    let limit = big::number(input, text!("the maximum take n", "本回合至多可减的 n"), 0)?;
    Ok(Position {
        left,
        limit,
        k: factor(input)?,
    })
}

/// Calls `say` with the smallest winning take of each line, if any, and the number of winning
/// takes. Consecutive lines with the same k may share the table of Schwenk's numbers.
fn solve_each(
    input: &mut InputReader<'_>,
    read: impl Fn(&mut InputReader<'_>) -> Result<Position, JudgeError>,
    mut say: impl FnMut(Option<UBig>, UBig),
) -> Result<(), JudgeError> {
    let mut kept: Option<(SchwenkNumbers, UBig)> = None;
    while !input.at_end() {
        let Position { left, limit, k } = read(input)?;
        let k = exactly(k);
        let numbers = match kept.take() {
            Some((numbers, size)) if numbers.factor() == k && size >= left => (numbers, size),
            _ => (SchwenkNumbers::up_to(k, &left, input.budget)?, left.clone()),
        };
        let takes = numbers.0.winning_takes(&left, &limit);
        kept = Some(numbers);
        say(takes.min_take(), takes.count());
    }
    Ok(())
}

/// Answers each position by definition.
fn solve_each_brute(
    input: &mut InputReader<'_>,
    read: impl Fn(&mut InputReader<'_>) -> Result<Position, JudgeError>,
    mut say: impl FnMut(Option<UBig>, UBig),
) -> Result<(), JudgeError> {
    while !input.at_end() {
        let Position { left, limit, k } = read(input)?;
        let (left, limit) = (big::small(&left), big::small(&limit));
        let after = |take: usize| {
            let times = k
                .binary(BinaryOp::Mul, Quadratic::int(take as i64))
                .and_then(Quadratic::floor);
            times
                .ok()
                .and_then(|n| usize::try_from(n).ok())
                .map_or(left, |n| n.min(left))
        };
        // `wins[m][n]`: whether the player to move wins with m stones left and the limit n.
        let mut wins: Vec<Vec<bool>> = Vec::new();
        for m in 0..=left {
            input.budget.tick()?;
            let row = (0..=left)
                .map(|n| (1..=n.min(m)).any(|take| !wins[m - take][after(take)]))
                .collect();
            wins.push(row);
        }
        let winning: Vec<usize> = (1..=limit.min(left))
            .filter(|take| !wins[left - take][after(*take)])
            .collect();
        say(
            winning.first().map(|&take| take.into()),
            winning.len().into(),
        );
    }
    Ok(())
}

fn first_or_second(out: &mut String) -> impl FnMut(Option<UBig>, UBig) {
    |least, _| match least {
        Some(take) => drop(writeln!(out, "First {take}")),
        None => out.push_str("Second\n"),
    }
}

fn n_or_p(out: &mut String) -> impl FnMut(Option<UBig>, UBig) {
    |least, count| match least {
        Some(take) => drop(writeln!(out, "N {take} {count}")),
        None => out.push_str("P\n"),
    }
}

/// Returns a factor below or above 1, as written in an input. Integers are more frequent, and some
/// factors are irrational.
fn random_factor(rng: &mut Rng) -> String {
    let den = if rng.bool() { 1 } else { rng.u64(1..=7) };
    match rng.u8(..4) {
        0 => rng
            .choice(["phi", "sqrt(2)", "1.5", "phi/2", "7/3", "4-sqrt(7)"])
            .unwrap_or("phi")
            .to_owned(),
        1 => format!("({}+sqrt({}))/{den}", rng.u64(0..=5), rng.u64(1..=30)),
        _ => format!("{} {den}", rng.u64(1..=8 * den)),
    }
}

fn kdyn_make(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u32(1..=5) {
        let k = random_factor(rng);
        let _ = writeln!(text, "{} {k}", rng.u64(size.div_ceil(2)..=size));
    }
    text
}

fn state_make(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u32(1..=5) {
        let k = random_factor(rng);
        let most = if rng.bool() { size } else { size.min(8) };
        let _ = writeln!(text, "{} {} {k}", rng.u64(0..=size), rng.u64(0..=most));
    }
    text
}

/// Reads the next number of stones; `None` at the final 0.
fn heap(input: &mut InputReader<'_>) -> Result<Option<UBig>, JudgeError> {
    let n = big::number(
        input,
        text!("the number of stones (0 at the end)", "石子数，或以 0 结束"),
        0,
    )?;
    if n.is_zero() {
        input.end()?;
        return Ok(None);
    }
    Ok(Some(n))
}

fn hdu2516(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while let Some(n) = heap(input)? {
        write_either(out, fibonacci::is_fibonacci(&n), "Second win", "First win");
    }
    Ok(())
}

fn hdu2516_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while let Some(n) = heap(input)? {
        let n = big::small(&n);
        let wins = doubling(n);
        write_either(out, wins[n][n - 1], "First win", "Second win");
    }
    Ok(())
}

/// Returns `wins[m][limit]`, up to n: whether the player to move wins with m stones left, of which
/// up to `limit` may be taken. The limit of the next move is twice the take.
fn doubling(n: usize) -> Vec<Vec<bool>> {
    let mut wins: Vec<Vec<bool>> = Vec::new();
    for m in 0..=n {
        let row = (0..=n)
            .map(|limit| (1..=limit.min(m)).any(|take| !wins[m - take][(2 * take).min(n)]))
            .collect();
        wins.push(row);
    }
    wins
}

fn hdu2516_make(rng: &mut Rng, size: u64) -> String {
    let lines: String = (0..rng.u32(1..=6))
        .map(|_| format!("{}\n", rng.u64(1..=size.saturating_add(1))))
        .collect();
    lines + "0\n"
}

/// Reads the heap size n and writes the smallest winning first take. The first move may take any
/// number of stones, even all of them.
fn hrpa(
    input: &mut InputReader<'_>,
    out: &mut String,
    take: fn(&UBig, &Budget<'_>) -> Result<UBig, JudgeError>,
) -> Result<(), JudgeError> {
    let n = big::number(input, text!("the number of stones N", "石子数 N"), 1)?;
    input.end()?;
    let _ = writeln!(out, "{}", take(&n, input.budget)?);
    Ok(())
}

fn hrpa_by_definition(n: &UBig, _: &Budget<'_>) -> Result<UBig, JudgeError> {
    let n = big::small(n);
    let wins = doubling(n);
    Ok((1..=n)
        .find(|take| !wins[n - take][(2 * take).min(n)])
        .expect("taking everything wins")
        .into())
}

/// Reads the number of lines `T`, then lines `k N`, and writes the result of `count` for each line.
fn each_bound(
    input: &mut InputReader<'_>,
    out: &mut String,
    mut count: impl FnMut(u64, u64) -> Result<u64, JudgeError>,
) -> Result<(), JudgeError> {
    for _ in 0..input.number(text!("the number of cases", "测试组数"), 0..=10_000_000u64)? {
        input.budget.tick()?;
        let first = input.number(
            text!("the maximum first take k", "首次最多可取的 k"),
            1..=u64::MAX,
        )?;
        let most = input.number(
            text!("the maximum heap size N", "堆大小的上限 N"),
            1..=u64::MAX,
        )?;
        let _ = writeln!(out, "{}", count(first, most)?);
    }
    Ok(input.end()?)
}

/// Counts the heaps from which the player to move wins. The heap n is won iff n - 1 is not 0 and
/// the smallest part of the Zeckendorf representation of n - 1 is at most k. The function therefore
/// counts, digit by digit, the numbers from 0 to N - 1 that are 0 or have only parts above k. Each
/// counted number but one has the first parts of N - 1, lacks the next part of N - 1, and then has
/// any smaller non-consecutive parts above k. The exception is the number that consists of all
/// parts of N - 1 before the first part that is not above k.
fn won_heaps(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let two = TakeFactor::new(2, 1).expect("2 is a factor");
    let fibonacci: Vec<u64> = SchwenkNumbers::up_to(two, &u64::MAX.into(), input.budget)?
        .losing()
        .iter()
        .filter_map(|h| u64::try_from(h).ok())
        .collect();
    each_bound(input, out, |first, most| {
        let above = fibonacci.partition_point(|&part| part <= first);
        let (mut rest, mut lost) = (most - 1, 1);
        for place in (above..fibonacci.len()).rev() {
            if fibonacci[place] <= rest {
                rest -= fibonacci[place];
                // The number of subsets of `place - above` consecutive integers that do not contain
                // two consecutive integers.
                lost += fibonacci[place - above];
            }
        }
        Ok(most - lost)
    })
}

/// Answers by playing the game, in which the next limit is twice the take. The player who takes the
/// last stone of this heap loses.
fn won_heaps_by_definition(
    input: &mut InputReader<'_>,
    out: &mut String,
) -> Result<(), JudgeError> {
    each_bound(input, out, |first, most| {
        let (first, most) = (usize::try_from(first).unwrap_or(usize::MAX), most as usize);
        // `wins[m][limit]`: whether the player to move wins. If no stone is left, the opponent has
        // taken the last stone and lost.
        let mut wins: Vec<Vec<bool>> = vec![vec![true; most + 1]];
        for m in 1..=most {
            input.budget.tick()?;
            wins.push(
                (0..=most)
                    .map(|limit| {
                        (1..=limit.min(m)).any(|take| !wins[m - take][(2 * take).min(most)])
                    })
                    .collect(),
            );
        }
        Ok((1..=most).filter(|&m| wins[m][first.min(most)]).count() as u64)
    })
}

fn make_won_heaps(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=6);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let first = if rng.bool() { size } else { size.min(9) };
        let _ = writeln!(text, "{} {}", rng.u64(1..=first), rng.u64(1..=size));
    }
    text
}
