//! Election Promises: taxes in the cities of an acyclic digraph.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use structures::digraph::DirectedGraph;

use super::laws::election::{CityLevels, ElectionPlayer};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "cf1149e",
    aliases: &[],
    title: ("Election Promises", "竞选承诺"),
    source: "Codeforces 1149 E",
    method: "nim on each level, where a level is the mex of the levels below",
    sample: include_str!("../../samples/cf1149e.txt"),
    solve: |input, out| {
        let (levels, taxes) = read(input)?;
        input.end()?;
        write_either(
            out,
            levels.sums(taxes).iter().any(|sum| *sum != 0),
            "WIN",
            "LOSE",
        );
        Ok(())
    },
    brute: by_rules!("cf1149e"),
    make,
    small: 4,
}];

/// Reads the levels of the cities, and the taxes.
fn read(input: &mut InputReader<'_>) -> Result<(CityLevels, Vec<u64>), JudgeError> {
    let budget = input.budget;
    let cities = input.index(|| text!("the number of cities", "城市数"), 1..=1 << 30)?;
    let count = input.index(|| text!("the number of arcs", "弧数"), 0..=1 << 31)?;
    let taxes = input.list(0..cities, |input| {
        input.number(text!("the tax of a city", "城市的税"), 0..=u64::MAX)
    })?;
    let mut arcs = Vec::new();
    for _ in 0..count {
        budget.tick()?;
        budget.make_room(&mut arcs, 1, 8 * cities as u64)?;
        let tail = input.index(|| text!("the tail of an arc", "弧的起点"), 1..=cities)?;
        let head = input.index(|| text!("the head of an arc", "弧的终点"), 1..=cities)?;
        arcs.push((tail as u32 - 1, head as u32 - 1));
    }
    budget.allow_growth(
        8 * (taxes.len() + arcs.len()) as u64,
        DirectedGraph::bytes(taxes.len(), arcs.len()),
    )?;
    let graph = DirectedGraph::new(taxes.len(), &arcs);
    let levels = CityLevels::new(graph, budget)?;
    let circle = || {
        input.wrong(text!(
            "the arcs above form a cycle; the graph must be acyclic",
            "以上的弧形成了环；图中不得有环"
        ))
    };
    Ok((levels.ok_or_else(circle)?, taxes))
}

/// Creates a player for the position of an input.
pub fn player(input: &mut InputReader<'_>) -> Result<ElectionPlayer, JudgeError> {
    let (levels, taxes) = read(input)?;
    Ok(ElectionPlayer::new(levels, taxes))
}

/// Generates positions. Half of the positions have taxes in equal pairs. If the cities of the pairs
/// are isolated, the first player loses, which is rare among random positions.
fn make(rng: &mut Rng, size: u64) -> String {
    let cities = rng.usize(1..=size.min(100_000) as usize);
    let most = if size <= 4 {
        rng.u64(1..=if cities <= 3 { 3 } else { 1 })
    } else {
        1_000_000_000
    };
    let mut names: Vec<usize> = (1..=cities).collect();
    rng.shuffle(&mut names);
    let count = if cities == 1 {
        0
    } else {
        rng.usize(0..=2 * cities)
    };
    let arcs: Vec<(usize, usize)> = (0..count)
        .map(|_| {
            let head = rng.usize(1..cities);
            (names[rng.usize(..head)], names[head])
        })
        .collect();
    let mut taxes: Vec<u64> = (0..cities).map(|_| rng.u64(0..=most)).collect();
    if rng.bool() {
        taxes.chunks_mut(2).for_each(|pair| pair.fill(pair[0]));
    }
    let mut text = format!("{cities} {}\n", arcs.len());
    write_row(&mut text, taxes);
    for (tail, head) in arcs {
        let _ = writeln!(text, "{tail} {head}");
    }
    text
}
