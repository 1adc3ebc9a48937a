//! Sums of games given as acyclic graphs: one token on each graph, under every kind of sum; and
//! several tokens on one graph.

use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use fastrand::Rng;
use rules::ast::PlayConvention;
use structures::digraph::sums::TokenSum;
use structures::digraph::{DirectedGraph, grundy};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::{InputError, InputReader};
use crate::output::{write_either, write_row};
use crate::problem::{Problem, Solve};

/// Creates a problem whose input is a list of components.
const fn on_sums(
    name: &'static str,
    title: (&'static str, &'static str),
    method: &'static str,
    sample: &'static str,
    solve: Solve,
    brute: Solve,
) -> Problem {
    Problem {
        name,
        aliases: &[],
        title,
        source: "graph games without cycles",
        method,
        sample,
        solve,
        brute,
        make,
        small: 6,
    }
}

pub const PROBLEMS: &[Problem] = &[
    on_sums(
        "dag_sum",
        ("Sum of graph games (SG theorem)", "图游戏之和（SG 定理）"),
        "backward-induction",
        include_str!("../../samples/dag_sum.txt"),
        |input, out| {
            let value = DagSum::components(input)?.sum().nim_sum(input.budget)?;
            write_value(out, value != 0, value)
        },
        |input, out| {
            let dags = DagSum::components(input)?;
            let value = dags
                .at
                .iter()
                .fold(0, |sum, &v| sum ^ naive_value(&dags.graph, v));
            let wins = by_definition(&dags, &PLAIN, input.budget)?;
            write_value(out, wins, value)
        },
    ),
    Problem {
        make: |rng, size| make(rng, size.min(MAX_SEARCH_VERTICES)),
        ..on_sums(
            "dag_misere",
            (
                "Misère sum of graph games (Anti-SG)",
                "图游戏之和，反常规则（Anti-SG）",
            ),
            "sj, else search",
            include_str!("../../samples/dag_misere.txt"),
            |input, out| solve(input, out, |sum, budget| sum.wins_misere(budget)),
            |input, out| brute(input, out, &MISERE),
        )
    },
    on_sums(
        "dag_antisg_stop",
        (
            "Anti-SG that stops when all values are 0",
            "SG 值全为 0 即终止的 Anti-SG",
        ),
        "sj",
        include_str!("../../samples/dag_antisg_stop.txt"),
        |input, out| solve(input, out, |sum, budget| sum.wins_stopped(budget)),
        |input, out| {
            let stop = true;
            brute(input, out, &SumRules { stop, ..MISERE })
        },
    ),
    on_sums(
        "dag_every",
        (
            "A move in every component (Every-SG)",
            "每个部分都要走（Every-SG）",
        ),
        "suspense",
        include_str!("../../samples/dag_every.txt"),
        |input, out| {
            solve(input, out, |sum, budget| {
                sum.wins_every(PlayConvention::Normal, budget)
            })
        },
        |input, out| {
            let scope = MoveScope::Every;
            brute(input, out, &SumRules { scope, ..PLAIN })
        },
    ),
    Problem {
        make: |rng, size| {
            let most = rng.u64(1..=4);
            format!("{most}\n{}", make(rng, size.min(MAX_SEARCH_VERTICES)))
        },
        ..on_sums(
            "dag_moore_sum",
            (
                "A move in up to N components (Moore's sum)",
                "每次至多走 N 个部分（Moore 和）",
            ),
            "moore where it holds, else search",
            include_str!("../../samples/dag_moore_sum.txt"),
            |input, out| {
                let most = read_max_components(input)?;
                solve(input, out, |sum, budget| sum.wins_upto(most, budget))
            },
            |input, out| {
                let scope = MoveScope::Upto(read_max_components(input)?);
                brute(input, out, &SumRules { scope, ..PLAIN })
            },
        )
    },
    Problem {
        name: "poj2425",
        aliases: &[],
        title: ("A Chess Game", "有向图上的棋子"),
        source: "POJ 2425",
        method: "backward-induction",
        sample: include_str!("../../samples/poj2425.txt"),
        solve: |input, out| {
            games(input, out, |graph, order, queries, budget| {
                let values = grundy(graph, order, budget)?;
                Ok(queries
                    .iter()
                    .map(|at| at.iter().fold(0, |sum, &v| sum ^ values[v as usize]) != 0)
                    .collect())
            })
        },
        brute: |input, out| {
            games(input, out, |graph, _, queries, budget| {
                let wins = |at: &Vec<u32>| {
                    let dags = DagSum {
                        graph: graph.clone(),
                        order: Vec::new(),
                        at: at.clone(),
                    };
                    by_definition(&dags, &PLAIN, budget)
                };
                queries.iter().map(wins).collect()
            })
        },
        make: make_games,
        small: 6,
    },
];

fn write_value(out: &mut String, wins: bool, value: u32) -> Result<(), JudgeError> {
    let winner = if wins { "First" } else { "Second" };
    let _ = writeln!(out, "{winner} {value}");
    Ok(())
}

/// Reads a sum and writes the winner that `wins` computes for it.
fn solve(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: impl FnOnce(&TokenSum<'_>, &Budget<'_>) -> Result<bool, StopReason>,
) -> Result<(), JudgeError> {
    let wins = wins(&DagSum::components(input)?.sum(), input.budget)?;
    write_either(out, wins, "First", "Second");
    Ok(())
}

/// Reads a sum and writes the winner by the definition.
fn brute(
    input: &mut InputReader<'_>,
    out: &mut String,
    rules: &SumRules,
) -> Result<(), JudgeError> {
    let wins = by_definition(&DagSum::components(input)?, rules, input.budget)?;
    write_either(out, wins, "First", "Second");
    Ok(())
}

fn read_max_components(input: &mut InputReader<'_>) -> Result<u32, InputError> {
    input.number(
        text!(
            "the maximum number of components per move",
            "每次至多走的部分数"
        ),
        1..=1_000_000_000u32,
    )
}

fn a_vertex() -> Text {
    text!("a vertex", "顶点")
}

/// The rows `k v1..vk` of the vertices, component by component.
#[derive(Default)]
struct VertexRows {
    ends: Vec<u32>,
    heads: Vec<u32>,
    /// The line on which each row begins.
    lines: Vec<u32>,
}

impl VertexRows {
    /// Reads the rows of some vertices, which are counted from 0.
    fn read(&mut self, input: &mut InputReader<'_>, count: usize) -> Result<(), JudgeError> {
        let budget = input.budget;
        let before = self.ends.len();
        for _ in 0..count {
            let line = input.line();
            let room = (u32::MAX as usize - self.heads.len()).min(1_000_000_000);
            let arcs = input.index(
                || text!("the number of arcs of a vertex", "顶点的出弧数"),
                0..=room,
            )?;
            budget.steps(1 + arcs)?;
            for _ in 0..arcs {
                let head = input.index(a_vertex, 0..=count - 1)?;
                self.room_for_one(budget)?;
                self.heads.push((before + head) as u32);
            }
            self.room_for_one(budget)?;
            self.ends.push(self.heads.len() as u32);
            self.lines.push(u32::try_from(line).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    #[inline]
    fn room_for_one(&mut self, budget: &Budget<'_>) -> Result<(), JudgeError> {
        let held =
            4 * (self.ends.capacity() + self.lines.capacity() + self.heads.capacity()) as u64;
        budget.make_room(&mut self.heads, 1, held)?;
        budget.make_room(&mut self.ends, 1, held)?;
        Ok(budget.make_room(&mut self.lines, 1, held)?)
    }

    /// Returns the graph and a topological order, if it has no cycle. `first` returns the number of
    /// the first vertex of a component.
    fn graph(
        self,
        first: impl Fn(u32) -> u32,
        budget: &Budget<'_>,
    ) -> Result<(DirectedGraph, Vec<u32>), JudgeError> {
        let graph = DirectedGraph::from_rows(self.ends, self.heads);
        if let Some(order) = graph.order(budget)?.acyclic() {
            return Ok((graph, order));
        }
        const MAX_SHOWN_VERTICES: usize = 10;
        let cycle = graph.cycle(budget)?.expect("there is no order");
        let base = first(cycle[0]);
        let names: Vec<String> = cycle
            .iter()
            .take(MAX_SHOWN_VERTICES)
            .map(|v| (v - base).to_string())
            .collect();
        let back = if cycle.len() > MAX_SHOWN_VERTICES {
            "…"
        } else {
            &names[0]
        };
        let shown = names.join(" > ");
        let message = text!(
            "the arcs form a cycle, {shown} > {back}; the graph must be acyclic",
            "弧形成了环 {shown} > {back}；图中不得有环"
        );
        Err(InputError {
            line: self.lines[cycle[0] as usize] as usize,
            column: 1,
            message,
        }
        .into())
    }
}

/// All components in one graph, with the start vertex of each component.
struct DagSum {
    graph: DirectedGraph,
    order: Vec<u32>,
    at: Vec<u32>,
}

impl DagSum {
    /// Reads `C` and then C components `n s` with n rows, to the end of the input.
    fn components(input: &mut InputReader<'_>) -> Result<DagSum, JudgeError> {
        let budget = input.budget;
        /// The total number of vertices of all components must be less than this maximum.
        const MAX_VERTICES: usize = 1 << 30;
        let components = input.index(
            || text!("the number of components", "部分数"),
            0..=1_000_000_000,
        )?;
        let (mut rows, mut at, mut firsts) = (VertexRows::default(), Vec::new(), Vec::new());
        for _ in 0..components {
            let first = rows.ends.len();
            let count = input.index(
                || text!("the number of vertices", "顶点数"),
                1..=MAX_VERTICES - first,
            )?;
            let start = input.index(|| text!("the start vertex", "起始顶点"), 0..=count - 1)?;
            rows.read(input, count)?;
            budget.make_room(&mut at, 1, 0)?;
            budget.make_room(&mut firsts, 1, 0)?;
            at.push((first + start) as u32);
            firsts.push(first as u32);
        }
        input.end()?;
        let (graph, order) = rows.graph(
            |v| firsts[firsts.partition_point(|&first| first <= v) - 1],
            budget,
        )?;
        Ok(DagSum { graph, order, at })
    }

    fn sum(&self) -> TokenSum<'_> {
        TokenSum {
            graph: &self.graph,
            order: &self.order,
            at: &self.at,
        }
    }
}

/// Reads the games of `poj2425`: each game consists of a graph and queries, which are answered
/// together.
fn games(
    input: &mut InputReader<'_>,
    out: &mut String,
    answer: impl Fn(&DirectedGraph, &[u32], &[Vec<u32>], &Budget<'_>) -> Result<Vec<bool>, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    while !input.at_end() {
        let count = input.index(|| text!("the number of positions", "局面数"), 1..=1 << 30)?;
        let mut rows = VertexRows::default();
        rows.read(input, count)?;
        let (graph, order) = rows.graph(|_| 0, budget)?;
        let mut queries: Vec<Vec<u32>> = Vec::new();
        let mut held = 0;
        loop {
            budget.tick()?;
            let tokens = input.index(
                || {
                    text!(
                        "the number of pieces (0 at the end)",
                        "棋子数（0 表示结束）"
                    )
                },
                0..=1_000_000_000,
            )?;
            if tokens == 0 {
                break;
            }
            let mut at = Vec::new();
            for _ in 0..tokens {
                budget.make_room(&mut at, 1, held)?;
                at.push(input.index(
                    || text!("the position of a piece", "棋子所在局面"),
                    0..=count - 1,
                )? as u32);
            }
            held += 24 + 4 * at.capacity() as u64;
            budget.make_room(&mut queries, 1, held)?;
            queries.push(at);
        }
        for wins in answer(&graph, &order, &queries, budget)? {
            write_either(out, wins, "WIN", "LOSE");
        }
    }
    Ok(())
}

/// The components that a move changes.
#[derive(Clone, Copy)]
enum MoveScope {
    /// A move changes at least one component and at most this number.
    Upto(u32),
    /// A move changes all components that have moves.
    Every,
}

struct SumRules {
    scope: MoveScope,
    play: PlayConvention,
    /// Whether the game stops, without options, as soon as the values of all components are 0.
    stop: bool,
}

/// A move changes one component, under normal play.
const PLAIN: SumRules = SumRules {
    scope: MoveScope::Upto(1),
    play: PlayConvention::Normal,
    stop: false,
};

/// A move changes one component, under misère play.
const MISERE: SumRules = SumRules {
    play: PlayConvention::Misere,
    ..PLAIN
};

/// Returns the value by definition.
fn naive_value(graph: &DirectedGraph, vertex: u32) -> u32 {
    let options: Vec<u32> = graph
        .heads(vertex)
        .iter()
        .map(|&head| naive_value(graph, head))
        .collect();
    (0..)
        .find(|value| !options.contains(value))
        .expect("there are finitely many options")
}

/// Returns whether the first player wins, by searching all positions of the sum.
fn by_definition(
    dags: &DagSum,
    &SumRules { scope, play, stop }: &SumRules,
    budget: &Budget<'_>,
) -> Result<bool, JudgeError> {
    let graph = &dags.graph;
    // A position in which the game stops has no options. In misère play, the player to move wins a
    // position without options.
    let options = |at: &Vec<u32>| -> Vec<Vec<u32>> {
        if stop && at.iter().all(|&v| naive_value(graph, v) == 0) {
            return Vec::new();
        }
        let mut ways: Vec<(Vec<u32>, u32)> = vec![(Vec::new(), 0)];
        for &v in at {
            let stays = matches!(scope, MoveScope::Upto(_)) || graph.degree(v) == 0;
            let mut longer = Vec::new();
            for (left, moved) in &ways {
                let moves = graph
                    .heads(v)
                    .iter()
                    .map(|&head| (head, 1))
                    .chain(stays.then_some((v, 0)));
                longer.extend(moves.map(|(to, one)| ([&left[..], &[to]].concat(), moved + one)));
            }
            ways = longer;
        }
        ways.retain(|(_, moved)| {
            *moved > 0 && !matches!(scope, MoveScope::Upto(most) if *moved > most)
        });
        ways.into_iter().map(|(left, _)| left).collect()
    };
    let mut search = if play == PlayConvention::Normal {
        ReferenceSearch::normal(options, budget)
    } else {
        ReferenceSearch::misere(options, budget)
    };
    Ok(search.mover_wins(&dags.at)?)
}

/// Returns random rows of an acyclic graph.
fn random_rows(rng: &mut Rng, text: &mut String, count: u64) {
    // Arcs lead to earlier vertices in a random order of the vertices; `at[p]` is the vertex at
    // index p of this order.
    let mut at: Vec<u64> = (0..count).collect();
    rng.shuffle(&mut at);
    let mut place = vec![0; at.len()];
    for (p, &vertex) in at.iter().enumerate() {
        place[vertex as usize] = p;
    }
    for own in place {
        let degree = rng.usize(0..=3).min(own);
        let _ = write!(text, "{degree}");
        for _ in 0..degree {
            let _ = write!(text, " {}", at[rng.usize(0..own)]);
        }
        text.push('\n');
    }
}

/// The maximum number of vertices of a random component.
const MAX_RANDOM_VERTICES: u64 = 10_000;

/// The maximum number of vertices of a random component if a search may be needed.
const MAX_SEARCH_VERTICES: u64 = 12;

fn make(rng: &mut Rng, size: u64) -> String {
    let size = size.min(MAX_RANDOM_VERTICES);
    let components = rng.u64(0..=if size <= 6 { 4 } else { 8 });
    let mut text = format!("{components}\n");
    for _ in 0..components {
        let count = rng.u64(1..=size);
        let _ = writeln!(text, "{count} {}", rng.u64(0..count));
        random_rows(rng, &mut text, count);
    }
    text
}

fn make_games(rng: &mut Rng, size: u64) -> String {
    let size = size.min(MAX_RANDOM_VERTICES);
    let mut text = String::new();
    for _ in 0..rng.u64(1..=3) {
        let count = rng.u64(1..=size);
        let _ = writeln!(text, "{count}");
        random_rows(rng, &mut text, count);
        for _ in 0..rng.u64(0..=4) {
            let tokens = rng.u64(1..=if size <= 6 { 4 } else { 10 });
            write_row(
                &mut text,
                std::iter::once(tokens)
                    .chain((0..tokens).map(|_| rng.u64(0..count)).collect::<Vec<_>>()),
            );
        }
        text.push_str("0\n");
    }
    text
}
