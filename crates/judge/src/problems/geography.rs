//! Undirected vertex geography by a maximum matching and the Gallai–Edmonds decomposition.

use std::fmt::Write;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use structures::geography::{Graph, Matching, wins};

use crate::{Failure, Input, Problem};

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "geography",
    aliases: &[],
    title: ("Undirected vertex geography", "无向图顶点地理游戏（一般图博弈）"),
    source: "the seeds' game on a bipartite graph, for any graph; Fraenkel, Scheinerman, Ullman 1993",
    method: "geography (maximum matching, Gallai–Edmonds)",
    sample: include_str!("../../samples/geography.txt"),
    solve,
    brute,
    make,
    small: 8,
}];

pub fn read(input: &mut Input<'_>, most: u32, budget: &Budget<'_>) -> Result<(u32, Vec<(u32, u32)>), Failure> {
    let n = input.number(text!("the number of vertices", "顶点数"), 0..=most)?;
    let m = input.number(text!("the number of edges", "边数"), 0..=if n == 0 { 0 } else { 1 << 30 })?;
    let mut edges = Vec::new();
    for _ in 0..m {
        budget.tick()?;
        budget.make_room(&mut edges, 1, 0)?;
        let [a, b] = [(), ()].map(|()| input.number(text!("a vertex", "顶点"), 0..=n - 1));
        edges.push((a?, b?));
    }
    input.end()?;
    Ok((n, edges))
}

fn say(out: &mut String, wins: impl Iterator<Item = bool>) {
    let mut first = false;
    for wins in wins {
        out.push(if wins { 'W' } else { 'L' });
        first |= !wins;
    }
    out.push_str(if first { "\nFirst\n" } else { "\nSecond\n" });
}

fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let (n, edges) = read(input, 1 << 26, budget)?;
    let graph = Arc::new(Graph::new(n as usize, &edges, budget)?);
    let mut matching = Matching::maximum(graph, |_| false, budget)?;
    say(out, wins(&mut matching, budget)?.into_iter().flatten());
    Ok(())
}

/// Every play there is.
fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let (n, edges) = read(input, 24, budget)?;
    let mut joined = vec![0u32; n as usize];
    for (a, b) in edges {
        joined[a as usize] |= 1 << b;
        joined[b as usize] |= 1 << a;
    }
    fn wins(joined: &[u32], left: u32, token: u32, budget: &Budget<'_>) -> Result<bool, Failure> {
        budget.tick()?;
        let rest = left & !(1 << token);
        for to in (0..joined.len() as u32).filter(|to| (joined[token as usize] & rest) >> to & 1 == 1) {
            if !wins(joined, rest, to, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    let all: Result<Vec<bool>, Failure> = (0..n).map(|token| wins(&joined, u32::MAX, token, budget)).collect();
    say(out, all?.into_iter());
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
