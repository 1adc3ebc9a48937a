//! A token on any digraph, possibly with cycles. The problems ask for the outcomes of all vertices,
//! in normal and in misère play, and for the outcomes of games with a goal vertex.

use std::fmt::Write;

use base::text;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use structures::digraph::DirectedGraph;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
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
    },
    Problem {
        name: "p6560",
        aliases: &["sbcoi2020_flow"],
        title: ("Flow of time", "时光的流逝"),
        source: "Luogu P6560; SBCOI 2020",
        method: "retrograde with a goal; one search per query unless the goal is lost anyway",
        sample: include_str!("../../samples/p6560.txt"),
        solve: solve_goals,
        brute: brute_goals,
        make: make_goals,
        small: 7,
    },
];

fn read(input: &mut InputReader<'_>) -> Result<DirectedGraph, JudgeError> {
    let budget = input.budget;
    let vertices = input.index(|| text!("the number of vertices", "顶点数"), 0..=1 << 30)?;
    let most = if vertices == 0 { 0 } else { 1 << 31 };
    let count = input.index(|| text!("the number of arcs", "弧数"), 0..=most)?;
    // The announced number of arcs is not trusted. An arc takes at least four bytes of the input.
    let room = count.min(input.remaining_bytes() / 4 + 1);
    budget.allow_growth(0, 8 * room as u64 + DirectedGraph::bytes(vertices, room))?;
    let mut arcs: Vec<(u32, u32)> = Vec::with_capacity(room);
    for _ in 0..count {
        budget.tick()?;
        let tail = input.index(|| text!("the tail of an arc", "弧的起点"), 0..=vertices - 1)?;
        let head = input.index(|| text!("the head of an arc", "弧的终点"), 0..=vertices - 1)?;
        budget.make_room(&mut arcs, 1, 0)?;
        arcs.push((tail as u32, head as u32));
    }
    input.end()?;
    Ok(DirectedGraph::new(vertices, &arcs))
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::N => 'W',
        Outcome::P => 'L',
        Outcome::D => 'D',
    }
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let graph = read(input)?;
    let turned = graph.transpose(budget)?;
    for play in [PlayConvention::Normal, PlayConvention::Misere] {
        let verdicts = graph.outcomes(&turned, graph.ends(play, &[]), None, budget)?;
        budget.allow_growth(0, 2 * graph.vertices() as u64)?;
        out.extend(verdicts.outcomes().map(letter));
        out.push('\n');
    }
    Ok(())
}

/// Marks all vertices as won or lost by definition, repeatedly, until no mark changes.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let graph = read(input)?;
    for ended in [Outcome::P, Outcome::N] {
        let mut marks = vec![Outcome::D; graph.vertices()];
        loop {
            let mark = |v: u32| {
                let options: Vec<Outcome> = graph
                    .heads(v)
                    .iter()
                    .map(|&head| marks[head as usize])
                    .collect();
                match () {
                    _ if options.is_empty() => ended,
                    _ if options.contains(&Outcome::P) => Outcome::N,
                    _ if options.iter().all(|&option| option == Outcome::N) => Outcome::P,
                    _ => Outcome::D,
                }
            };
            let next: Vec<Outcome> = (0..graph.vertices() as u32).map(mark).collect();
            input.budget.steps(1 + graph.arcs())?;
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
    let arcs = if vertices == 0 {
        0
    } else {
        rng.u64(0..=2 * vertices)
    };
    let mut text = format!("{vertices} {arcs}\n");
    for _ in 0..arcs {
        let _ = writeln!(text, "{} {}", rng.u64(0..vertices), rng.u64(0..vertices));
    }
    text
}

/// Reads two distinct vertices, counted from 1: the start of the token, and the goal.
fn read_pair(input: &mut InputReader<'_>, vertices: usize) -> Result<(u32, u32), JudgeError> {
    let start = input.index(|| text!("the start vertex", "起点"), 1..=vertices)?;
    let place = input.wrong(text!(
        "the goal must differ from the start vertex {start}",
        "目标不能是起点 {start}"
    ));
    match input.index(|| text!("the goal vertex", "目标顶点"), 1..=vertices)? {
        goal if goal == start => Err(place.into()),
        goal => Ok((start as u32 - 1, goal as u32 - 1)),
    }
}

/// Reads the arcs, whose end vertices are counted from 0 in the result.
fn read_arcs(
    input: &mut InputReader<'_>,
    vertices: usize,
    count: usize,
) -> Result<Vec<(u32, u32)>, JudgeError> {
    input.list(0..count, |input| {
        let tail = input.index(|| text!("the tail of an arc", "弧的起点"), 1..=vertices)?;
        let head = input.index(|| text!("the head of an arc", "弧的终点"), 1..=vertices)?;
        Ok((tail as u32 - 1, head as u32 - 1))
    })
}

/// Reads a graph in the format of [`solve_goals`], and the vertex of the token and the goal.
pub fn read_goal(input: &mut InputReader<'_>) -> Result<(DirectedGraph, u32, u32), JudgeError> {
    let vertices = input.index(|| text!("the number of vertices", "顶点数"), 2..=1 << 30)?;
    let count = input.index(|| text!("the number of arcs", "弧数"), 0..=1 << 31)?;
    let arcs = read_arcs(input, vertices, count)?;
    let (start, goal) = read_pair(input, vertices)?;
    input.budget.allow_growth(
        8 * arcs.len() as u64,
        DirectedGraph::bytes(vertices, arcs.len()),
    )?;
    Ok((DirectedGraph::new(vertices, &arcs), start, goal))
}

/// The numbers of vertices and of queries, and the arcs.
type QueryInput = (usize, usize, Vec<(u32, u32)>);

fn read_queries(input: &mut InputReader<'_>) -> Result<QueryInput, JudgeError> {
    let vertices = input.index(|| text!("the number of vertices", "顶点数"), 1..=1 << 30)?;
    let count = input.index(|| text!("the number of arcs", "弧数"), 0..=1 << 31)?;
    let queries = input.index(|| text!("the number of queries", "询问数"), 0..=1 << 31)?;
    Ok((vertices, queries, read_arcs(input, vertices, count)?))
}

fn answer(out: &mut String, outcome: Outcome) {
    out.push_str(match outcome {
        Outcome::N => "1\n",
        Outcome::P => "-1\n",
        Outcome::D => "0\n",
    });
}

fn solve_goals(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (vertices, queries, arcs) = read_queries(input)?;
    budget.allow_growth(
        8 * arcs.len() as u64,
        DirectedGraph::bytes(vertices, arcs.len()),
    )?;
    let graph = DirectedGraph::new(vertices, &arcs);
    let turned = graph.transpose(budget)?;
    let play = PlayConvention::Normal;
    let without = graph.outcomes(&turned, graph.ends(play, &[]), None, budget)?;
    for _ in 0..queries {
        let (start, goal) = read_pair(input, vertices)?;
        // If the player to move at the goal loses even without the goal rule, this rule changes no
        // outcome.
        if without.outcome(goal) == Outcome::P {
            answer(out, without.outcome(start));
            continue;
        }
        let goals = [goal];
        let verdicts = graph.outcomes(&turned, graph.ends(play, &goals), Some(start), budget)?;
        answer(out, verdicts.outcome(start));
    }
    Ok(input.end()?)
}

/// Repeatedly iterates over all arcs. A vertex is won within one more move if an arc leads to a
/// lost vertex, and lost if all arcs lead to won vertices.
fn brute_goals(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (vertices, queries, arcs) = read_queries(input)?;
    for _ in 0..queries {
        let (start, goal) = read_pair(input, vertices)?;
        let mut marks = vec![Outcome::D; vertices];
        for _ in 0..=2 * vertices {
            input.budget.steps(vertices * (1 + arcs.len()))?;
            marks = (0..vertices as u32)
                .map(|v| {
                    let heads = || {
                        arcs.iter()
                            .filter(|arc| arc.0 == v)
                            .map(|arc| marks[arc.1 as usize])
                    };
                    match () {
                        _ if v == goal => Outcome::P,
                        _ if heads().any(|head| head == Outcome::P) => Outcome::N,
                        _ if heads().all(|head| head == Outcome::N) => Outcome::P,
                        _ => Outcome::D,
                    }
                })
                .collect();
        }
        answer(out, marks[start as usize]);
    }
    Ok(input.end()?)
}

fn make_goals(rng: &mut Rng, size: u64) -> String {
    let size = size.min(100_000);
    let vertices = rng.u64(if size <= 8 { 1 } else { size }..=size);
    let arcs = rng.u64(0..=3 * vertices);
    let queries = if vertices < 2 {
        0
    } else {
        rng.u64(0..=vertices.min(20))
    };
    let mut text = format!("{vertices} {arcs} {queries}\n");
    for _ in 0..arcs {
        let _ = writeln!(text, "{} {}", rng.u64(1..=vertices), rng.u64(1..=vertices));
    }
    for _ in 0..queries {
        let start = rng.u64(1..=vertices);
        let _ = writeln!(
            text,
            "{start} {}",
            (start + rng.u64(0..vertices - 1)) % vertices + 1
        );
    }
    text
}
