//! Games on two coordinates whose values are computed by the engines: hyper knights on a quarter
//! plane, and paper cutting.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use theory::reference::ReferenceSearch;

use super::by_engine::{alice_or_bob, cases, table};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "lightoj1315",
        aliases: &[],
        title: ("Game of Hyper Knights", "超级骑士"),
        source: "LightOJ 1315",
        method: "engines (game HyperKnight), nim-sum",
        sample: include_str!("../../samples/lightoj1315.txt"),
        solve: knights,
        brute: knights_brute,
        make: make_knights,
        small: 5,
    },
    Problem {
        name: "poj2311",
        aliases: &[],
        title: ("Cutting Game", "剪纸游戏"),
        source: "POJ 2311",
        method: "engines (game Cutting: no player cuts off a strip of width 1)",
        sample: include_str!("../../samples/poj2311.txt"),
        solve: cutting,
        brute: cutting_brute,
        make: make_cutting,
        small: 4,
    },
];

/// Answers hyper knights from a table of the values of all cells, in the order of their
/// coordinates.
fn knights(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let cases = cases(input, 0..=2000, 2)?;
    let most = |axis: usize| {
        cases
            .iter()
            .flat_map(|case| case.iter().skip(axis).step_by(2))
            .max()
            .copied()
            .unwrap_or(0)
    };
    let (width, height) = (most(0), most(1) + 1);
    let values = table(
        "hyper_knight.game",
        &format!("HyperKnight[0..{width}, 0..{}]", height - 1),
        input.budget,
    )?;
    let value = |cell: &[u64]| values[(cell[0] * height + cell[1]) as usize];
    alice_or_bob(out, &cases, |case| {
        Ok(case.chunks(2).fold(0, |sum, cell| sum ^ value(cell)) != 0)
    })
}

fn knights_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    const STEPS: [(i64, i64); 6] = [(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)];
    let mut brute = ReferenceSearch::normal(
        |knights: &Vec<(u64, u64)>| {
            let mut options = Vec::new();
            for (i, &(x, y)) in knights.iter().enumerate() {
                for (dx, dy) in STEPS {
                    if let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                    {
                        let mut option = knights.clone();
                        option[i] = (x, y);
                        option.sort_unstable();
                        options.push(option);
                    }
                }
            }
            options
        },
        input.budget,
    );
    alice_or_bob(out, &cases(input, 0..=50, 2)?, |case| {
        let mut knights: Vec<(u64, u64)> = case.chunks(2).map(|cell| (cell[0], cell[1])).collect();
        knights.sort_unstable();
        brute.mover_wins(&knights)
    })
}

fn make_knights(rng: &mut Rng, size: u64) -> String {
    let size = size.min(499);
    let mut text = String::new();
    let cases = rng.u64(1..=4);
    let _ = writeln!(text, "{cases}");
    for _ in 0..cases {
        let knights = rng.u64(1..=3);
        let _ = writeln!(text, "{knights}");
        (0..knights).for_each(|_| write_row(&mut text, [rng.u64(0..=size), rng.u64(0..=size)]));
    }
    text
}

fn read_papers(input: &mut InputReader<'_>, most: u64) -> Result<Vec<(u64, u64)>, JudgeError> {
    input.list_to_end(|input| {
        let width = input.number(text!("the width", "宽"), 2..=most)?;
        Ok((width, input.number(text!("the height", "高"), 2..=most)?))
    })
}

fn cutting(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let papers = read_papers(input, 2000)?;
    let width = papers.iter().map(|paper| paper.0).max().unwrap_or(2);
    let height = papers.iter().map(|paper| paper.1).max().unwrap_or(2);
    let values = table(
        "cutting.game",
        &format!("Cutting[2..{width}, 2..{height}]"),
        input.budget,
    )?;
    let row = height - 1;
    papers.iter().for_each(|(w, h)| {
        write_either(
            out,
            values[((w - 2) * row + (h - 2)) as usize] != 0,
            "WIN",
            "LOSE",
        )
    });
    Ok(())
}

/// Solves the game as the problem states it, on all pieces together: a player who cuts out a piece
/// of one cell wins at once.
fn cutting_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |pieces: &Vec<(u64, u64)>| {
            let mut options = Vec::new();
            if pieces.contains(&(1, 1)) {
                return options;
            }
            for (i, &(w, h)) in pieces.iter().enumerate() {
                let across = (1..=w / 2).map(|k| [(k, h), (w - k, h)]);
                for halves in across.chain((1..=h / 2).map(|k| [(w, k), (w, h - k)])) {
                    let mut option = pieces.clone();
                    option.remove(i);
                    option.extend(halves.map(|(w, h)| (w.min(h), w.max(h))));
                    option.sort_unstable();
                    options.push(option);
                }
            }
            options
        },
        input.budget,
    );
    for (w, h) in read_papers(input, 6)? {
        write_either(
            out,
            brute.mover_wins(&vec![(w.min(h), w.max(h))])?,
            "WIN",
            "LOSE",
        );
    }
    Ok(())
}

fn make_cutting(rng: &mut Rng, size: u64) -> String {
    let size = size.min(199);
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        write_row(
            &mut text,
            [rng.u64(2..=size.max(2)), rng.u64(2..=(size + 1).max(2))],
        );
    }
    text
}
