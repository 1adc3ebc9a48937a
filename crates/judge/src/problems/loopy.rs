//! A token on any digraph, cycles among them: who wins from every vertex, in normal and in misère play.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use rules::ast::Play;
use rules::rules::Outcome;
use structures::digraph::{Graph, Verdicts};

use crate::{Failure, Input, Problem};

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "loopy",
    aliases: &[],
    title: ("A digraph with draws", "可能平局的有向图游戏"),
    source: "graph games with cycles",
    method: "retrograde",
    sample: include_str!("../../samples/loopy.txt"),
    solve,
    brute,
    make,
    small: 8,
}];

fn read(input: &mut Input<'_>, budget: &Budget<'_>) -> Result<Graph, Failure> {
    let vertices = input.index(|| text!("the number of vertices", "顶点数"), 0..=1 << 30)?;
    let most = if vertices == 0 { 0 } else { 1 << 31 };
    let count = input.index(|| text!("the number of arcs", "弧数"), 0..=most)?;
    // The announced number is not trusted: an arc takes four bytes at least.
    let room = count.min(input.left() / 4 + 1);
    budget.allow_growth(0, 8 * room as u64 + Graph::bytes(vertices, room))?;
    let mut arcs: Vec<(u32, u32)> = Vec::with_capacity(room);
    for _ in 0..count {
        budget.tick()?;
        let tail = input.index(|| text!("the tail of an arc", "弧的起点"), 0..=vertices - 1)?;
        let head = input.index(|| text!("the head of an arc", "弧的终点"), 0..=vertices - 1)?;
        budget.make_room(&mut arcs, 1, 0)?;
        arcs.push((tail as u32, head as u32));
    }
    input.end()?;
    Ok(Graph::new(vertices, &arcs))
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::N => 'W',
        Outcome::P => 'L',
        Outcome::D => 'D',
    }
}

fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let graph = read(input, budget)?;
    let turned = graph.turned(budget)?;
    for play in [Play::Normal, Play::Misere] {
        let verdicts = Verdicts::new(&graph, &turned, play, budget)?;
        budget.allow_growth(0, 2 * graph.vertices() as u64)?;
        out.extend((0..graph.vertices() as u32).map(|v| letter(verdicts.outcome(v))));
        out.push('\n');
    }
    Ok(())
}

/// Marks all vertices again and again by the definition, until nothing changes.
fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let graph = read(input, budget)?;
    for ended in [Outcome::P, Outcome::N] {
        let mut marks = vec![Outcome::D; graph.vertices()];
        loop {
            let mark = |v: u32| {
                let options: Vec<Outcome> = graph.heads(v).iter().map(|&head| marks[head as usize]).collect();
                match () {
                    _ if options.is_empty() => ended,
                    _ if options.contains(&Outcome::P) => Outcome::N,
                    _ if options.iter().all(|&option| option == Outcome::N) => Outcome::P,
                    _ => Outcome::D,
                }
            };
            let next: Vec<Outcome> = (0..graph.vertices() as u32).map(mark).collect();
            budget.steps(1 + graph.arcs())?;
            if next == marks {
                break;
            }
            marks = next;
        }
        out.extend(marks.into_iter().map(letter));
        out.push('\n');
    }
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    let size = size.min(1_000_000);
    let vertices = rng.u64(if size <= 8 { 0 } else { size }..=size);
    let arcs = if vertices == 0 { 0 } else { rng.u64(0..=2 * vertices) };
    let mut text = format!("{vertices} {arcs}\n");
    for _ in 0..arcs {
        let _ = writeln!(text, "{} {}", rng.u64(0..vertices), rng.u64(0..vertices));
    }
    text
}
