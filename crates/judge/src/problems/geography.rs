//! Undirected vertex geography by a maximum matching and the Gallai–Edmonds decomposition.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use structures::geography::{Matching, UndirectedGraph, wins};

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "geography",
        aliases: &[],
        title: (
            "Undirected vertex geography",
            "无向图顶点地理游戏（一般图博弈）",
        ),
        source: "the bipartite graph game of the seeds, on any graph; Fraenkel, Scheinerman, Ullman 1993",
        method: "geography (maximum matching, Gallai–Edmonds)",
        sample: include_str!("../../samples/geography.txt"),
        solve,
        brute,
        make,
        small: 8,
    },
    Problem {
        name: "p4617",
        aliases: &["planinarenje"],
        title: ("Planinarenje", "登山（Planinarenje）"),
        source: "Luogu P4617; COCI 2017/2018 #5",
        method: "geography: the player to move wins from a peak that every maximum matching covers",
        sample: include_str!("../../samples/p4617.txt"),
        solve: solve_peaks,
        brute: brute_peaks,
        make: make_peaks,
        small: 6,
    },
];

pub fn read(input: &mut InputReader<'_>, most: u32) -> Result<(u32, Vec<(u32, u32)>), JudgeError> {
    let n = input.number(text!("the number of vertices", "顶点数"), 0..=most)?;
    let m = input.number(
        text!("the number of edges", "边数"),
        0..=if n == 0 { 0 } else { 1 << 30 },
    )?;
    let edges = input.list(0..m, |input| {
        let [a, b] = [(), ()].map(|()| input.number(text!("a vertex", "顶点"), 0..=n - 1));
        Ok((a?, b?))
    })?;
    input.end()?;
    Ok((n, edges))
}

fn write_answer(out: &mut String, wins: impl Iterator<Item = bool>) {
    let mut first = false;
    for wins in wins {
        out.push(if wins { 'W' } else { 'L' });
        first |= !wins;
    }
    write_either(out, first, "\nFirst", "\nSecond");
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (n, edges) = read(input, 1 << 26)?;
    let graph = Arc::new(UndirectedGraph::new(n as usize, &edges, budget)?);
    let mut matching = Matching::maximum(graph, |_| false, budget)?;
    write_answer(out, wins(&mut matching, budget)?.into_iter().flatten());
    Ok(())
}

/// The reference implementation, which searches all continuations.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (n, edges) = read(input, 24)?;
    let mut joined = vec![0u32; n as usize];
    for (a, b) in edges {
        joined[a as usize] |= 1 << b;
        joined[b as usize] |= 1 << a;
    }
    fn wins(
        joined: &[u32],
        left: u32,
        token: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, JudgeError> {
        budget.tick()?;
        let rest = left & !(1 << token);
        for to in
            (0..joined.len() as u32).filter(|to| (joined[token as usize] & rest) >> to & 1 == 1)
        {
            if !wins(joined, rest, to, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    let all: Result<Vec<bool>, JudgeError> = (0..n)
        .map(|token| wins(&joined, u32::MAX, token, budget))
        .collect();
    write_answer(out, all?.into_iter());
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    let n = rng.u32(1..=size.min(1_000_000) as u32);
    let degree = rng.u32(1..4);
    let m = rng.u32(0..=n * degree);
    let mut text = format!("{n} {m}\n");
    for _ in 0..m {
        let _ = writeln!(text, "{} {}", rng.u32(..n), rng.u32(..n));
    }
    text
}

/// Reads peaks and valleys, counted from 0, and the trails between them.
fn read_trails(input: &mut InputReader<'_>) -> Result<(u32, Vec<(u32, u32)>), JudgeError> {
    let n = input.index(|| text!("the number of peaks", "山峰数"), 1..=1 << 24)?;
    let m = input.index(|| text!("the number of trails", "小径数"), 0..=1 << 30)?;
    let trails = input.list(0..m, |input| {
        let peak = input.index(|| text!("a peak", "山峰"), 1..=n)?;
        let valley = input.index(|| text!("a valley", "山谷"), 1..=n)?;
        Ok((peak as u32 - 1, valley as u32 - 1))
    })?;
    Ok((n as u32, trails))
}

/// Reads the peaks, then the valleys, as one graph.
pub fn read_peaks(input: &mut InputReader<'_>) -> Result<(u32, UndirectedGraph), JudgeError> {
    let (n, mut trails) = read_trails(input)?;
    trails.iter_mut().for_each(|(_, valley)| *valley += n);
    Ok((
        n,
        UndirectedGraph::new(2 * n as usize, &trails, input.budget)?,
    ))
}

fn say_peaks(out: &mut String, wins: impl Iterator<Item = bool>) {
    wins.for_each(|wins| write_either(out, wins, "Slavko", "Mirko"));
}

fn solve_peaks(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (n, graph) = read_peaks(input)?;
    input.end()?;
    let mut matching = Matching::maximum(Arc::new(graph), |_| false, budget)?;
    say_peaks(
        out,
        wins(&mut matching, budget)?
            .into_iter()
            .flatten()
            .take(n as usize),
    );
    Ok(())
}

/// The reference implementation, which searches all walks.
fn brute_peaks(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (n, trails) = read_trails(input)?;
    input.end()?;
    /// Returns whether Slavko can force the walk to end in a valley. A vertex of the walk is given
    /// by its number and by whether it is a peak.
    fn slavko(
        trails: &[(u32, u32)],
        walk: &mut Vec<(u32, bool)>,
        budget: &Budget<'_>,
    ) -> Result<bool, JudgeError> {
        budget.tick()?;
        let &(here, peak) = walk.last().expect("a walk starts somewhere");
        for &(p, v) in trails {
            let (from, to) = if peak { (p, v) } else { (v, p) };
            if from == here && !walk.contains(&(to, !peak)) {
                walk.push((to, !peak));
                let wins = slavko(trails, walk, budget)?;
                walk.pop();
                // Slavko chooses the next trail on a peak, Mirko chooses it in a valley.
                if wins == peak {
                    return Ok(peak);
                }
            }
        }
        Ok(!peak)
    }
    let all: Result<Vec<bool>, JudgeError> = (0..n)
        .map(|peak| slavko(&trails, &mut vec![(peak, true)], budget))
        .collect();
    say_peaks(out, all?.into_iter());
    Ok(())
}

fn make_peaks(rng: &mut Rng, size: u64) -> String {
    let n = rng.u32(1..=size.min(100_000) as u32);
    let trails: BTreeSet<(u32, u32)> = (0..rng.u32(0..=2 * n))
        .map(|_| (rng.u32(1..=n), rng.u32(1..=n)))
        .collect();
    let mut trails: Vec<(u32, u32)> = trails.into_iter().collect();
    rng.shuffle(&mut trails);
    let mut text = format!("{n} {}\n", trails.len());
    for (peak, valley) in trails {
        let _ = writeln!(text, "{peak} {valley}");
    }
    text
}
