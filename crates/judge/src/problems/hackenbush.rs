//! Graphs on the ground whose edges are cut: Green Hackenbush, trees, the Christmas Game.

use std::collections::HashMap;
use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::text;
use fastrand::Rng;
use structures::hackenbush::{CutAnalysis, GroundedGraph, MAX_GRAPH_SIZE, value};

use super::trees;
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "hackenbush",
        aliases: &[],
        title: ("Green Hackenbush", "绿色 Hackenbush（删边游戏）"),
        source: "J. H. Conway, On Numbers and Games, chapter 13",
        method: "fusion",
        sample: include_str!("../../samples/hackenbush.txt"),
        solve: |input, out| write_value(read_rooted(input)?, out, input.budget),
        brute: |input, out| write_value_by_definition(read_rooted(input)?, out, input.budget),
        make: |rng, size| rooted(rng, size, false),
        small: 8,
    },
    Problem {
        name: "tree_cut",
        aliases: &[],
        title: ("Cutting the edges of a tree", "树的删边游戏"),
        source: "the colon principle, Winning Ways, chapter 7",
        method: "fusion",
        sample: include_str!("../../samples/tree_cut.txt"),
        solve: |input, out| write_value(read_tree(input)?, out, input.budget),
        brute: |input, out| write_value_by_definition(read_tree(input)?, out, input.budget),
        make: |rng, size| rooted(rng, size, true),
        small: 8,
    },
    Problem {
        name: "hackenbush_moves",
        aliases: &[],
        title: (
            "Green Hackenbush: all winning cuts",
            "绿色 Hackenbush：所有必胜的第一步",
        ),
        source: "fusion and cut pairs",
        method: "fusion",
        sample: include_str!("../../samples/hackenbush_moves.txt"),
        solve: moves,
        brute: moves_by_definition,
        make: |rng, size| rooted(rng, size, false),
        small: 8,
    },
    Problem {
        name: "agc017d",
        aliases: &[],
        title: ("Game on Tree", "树上游戏"),
        source: "AtCoder AGC 017 D",
        method: "fusion",
        sample: include_str!("../../samples/agc017d.txt"),
        solve: |input, out| {
            alice(input, out, |drawn, budget| {
                Ok(u64::from(drawn.value(budget)?))
            })
        },
        brute: |input, out| {
            alice(input, out, |drawn, budget| {
                Ok(NaiveHackenbush::new(drawn).graph_value(budget)?)
            })
        },
        make: make_alice,
        small: 9,
    },
    Problem {
        name: "poj3710",
        aliases: &[],
        title: ("Christmas Game", "圣诞游戏"),
        source: "POJ 3710",
        method: "fusion, nim-sum",
        sample: include_str!("../../samples/poj3710.txt"),
        solve: |input, out| {
            christmas(input, out, |drawn, budget| {
                Ok(u64::from(drawn.value(budget)?))
            })
        },
        brute: |input, out| {
            christmas(input, out, |drawn, budget| {
                Ok(NaiveHackenbush::new(drawn).graph_value(budget)?)
            })
        },
        make: make_christmas,
        small: 7,
    },
];

/// The maximum number of edges of a generated test.
const MAX_RANDOM_EDGES: u64 = 200_000;

/// A graph and its ground vertex.
pub struct HackenbushGraph {
    vertices: usize,
    edges: Vec<(u32, u32)>,
    ground: u32,
}

impl HackenbushGraph {
    /// Reads edges between vertices numbered from `first` on.
    fn read(
        input: &mut InputReader<'_>,
        vertices: usize,
        count: usize,
        ground: usize,
        first: usize,
    ) -> Result<HackenbushGraph, JudgeError> {
        let edges = trees::read_edges(input, vertices, count, first)?;
        Ok(HackenbushGraph {
            vertices,
            edges,
            ground: ground as u32,
        })
    }

    /// Returns the graph in the form of the library.
    pub fn graph(&self, budget: &Budget<'_>) -> Result<GroundedGraph, JudgeError> {
        budget.allow_growth(8 * self.edges.len() as u64, 64 * self.edges.len() as u64)?;
        let graph = GroundedGraph::new(self.vertices, &self.edges, [self.ground]);
        graph.map_err(|wrong| JudgeError::Session(grundy::SolveError::Bug(wrong)))
    }

    fn value(&self, budget: &Budget<'_>) -> Result<u32, JudgeError> {
        Ok(value(&self.graph(budget)?, |_| true, budget)?)
    }
}

fn vertices(input: &mut InputReader<'_>) -> Result<usize, JudgeError> {
    Ok(input.number(
        text!("the number of vertices", "顶点数"),
        1..=MAX_GRAPH_SIZE,
    )?)
}

fn edges(input: &mut InputReader<'_>) -> Result<usize, JudgeError> {
    Ok(input.number(text!("the number of edges", "边数"), 0..=MAX_GRAPH_SIZE)?)
}

/// Reads a complete input `n m r` and m edges.
pub fn read_rooted(input: &mut InputReader<'_>) -> Result<HackenbushGraph, JudgeError> {
    let (n, m) = (vertices(input)?, edges(input)?);
    let r = input.number(text!("the ground vertex", "地面顶点"), 0..=n - 1)?;
    let drawn = HackenbushGraph::read(input, n, m, r, 0)?;
    input.end()?;
    Ok(drawn)
}

/// Reads a drawing whose graph must be a tree.
fn read_tree(input: &mut InputReader<'_>) -> Result<HackenbushGraph, JudgeError> {
    let n = vertices(input)?;
    let m = input.number(
        text!(
            "the number of edges of a tree (one less than the number of vertices)",
            "树的边数（顶点数减一）"
        ),
        n - 1..=n - 1,
    )?;
    let r = input.number(text!("the ground vertex", "地面顶点"), 0..=n - 1)?;
    let drawn = HackenbushGraph::read(input, n, m, r, 0)?;
    trees::tree_of(input, n, &drawn.edges, drawn.ground, 0)?;
    input.end()?;
    Ok(drawn)
}

/// Reads a complete input: `n`, and the n - 1 edges of a tree. The vertices of the input are
/// counted from 1, and vertex 1 is the ground.
pub fn read_standing(input: &mut InputReader<'_>) -> Result<HackenbushGraph, JudgeError> {
    let n = vertices(input)?;
    let drawn = HackenbushGraph::read(input, n, n - 1, 0, 1)?;
    trees::tree_of(input, n, &drawn.edges, 0, 1)?;
    input.end()?;
    Ok(drawn)
}

fn alice(
    input: &mut InputReader<'_>,
    out: &mut String,
    value: impl Fn(&HackenbushGraph, &Budget<'_>) -> Result<u64, JudgeError>,
) -> Result<(), JudgeError> {
    let drawn = read_standing(input)?;
    write_either(out, value(&drawn, input.budget)? == 0, "Bob", "Alice");
    Ok(())
}

fn write_value(
    drawn: HackenbushGraph,
    out: &mut String,
    budget: &Budget<'_>,
) -> Result<(), JudgeError> {
    let _ = writeln!(out, "{}", drawn.value(budget)?);
    Ok(())
}

fn write_value_by_definition(
    drawn: HackenbushGraph,
    out: &mut String,
    budget: &Budget<'_>,
) -> Result<(), JudgeError> {
    let _ = writeln!(out, "{}", NaiveHackenbush::new(&drawn).graph_value(budget)?);
    Ok(())
}

fn write_moves(out: &mut String, mut edges: Vec<u32>) {
    edges.sort_unstable();
    let _ = writeln!(out, "{}", edges.len());
    write_row(out, edges.into_iter().map(|edge| edge + 1));
}

fn moves(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let graph = read_rooted(input)?.graph(budget)?;
    write_moves(
        out,
        CutAnalysis::new(&graph, |_| true, budget)?.leaving(0, budget)?,
    );
    Ok(())
}

fn moves_by_definition(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let drawn = read_rooted(input)?;
    let mut game = NaiveHackenbush::new(&drawn);
    let all = game.standing((0..drawn.edges.len() as u32).collect());
    let mut winning = Vec::new();
    for &edge in &all {
        let left = game.without(&all, edge);
        if game.grundy(left, input.budget)? == 0 {
            winning.push(edge);
        }
    }
    write_moves(out, winning);
    Ok(())
}

/// The reference implementation. Positions are sets of edges; a move removes one edge, and then all
/// edges that are no longer connected to the ground.
struct NaiveHackenbush<'d> {
    drawn: &'d HackenbushGraph,
    known: HashMap<Vec<u32>, u64>,
}

impl<'d> NaiveHackenbush<'d> {
    fn new(drawn: &'d HackenbushGraph) -> NaiveHackenbush<'d> {
        NaiveHackenbush {
            drawn,
            known: HashMap::new(),
        }
    }

    fn graph_value(&mut self, budget: &Budget<'_>) -> Result<u64, StopReason> {
        let all = self.standing((0..self.drawn.edges.len() as u32).collect());
        self.grundy(all, budget)
    }

    /// Returns the edges of a set that are connected to the ground.
    fn standing(&self, set: Vec<u32>) -> Vec<u32> {
        let mut reached = vec![self.drawn.ground];
        let ends = |edge: &u32| self.drawn.edges[*edge as usize];
        loop {
            let across = set.iter().map(ends).flat_map(|(a, b)| [(a, b), (b, a)]);
            match across
                .into_iter()
                .find(|(from, to)| reached.contains(from) && !reached.contains(to))
            {
                Some((_, to)) => reached.push(to),
                None => break,
            }
        }
        set.into_iter()
            .filter(|edge| reached.contains(&ends(edge).0))
            .collect()
    }

    fn without(&self, set: &[u32], edge: u32) -> Vec<u32> {
        self.standing(set.iter().copied().filter(|other| *other != edge).collect())
    }

    fn grundy(&mut self, set: Vec<u32>, budget: &Budget<'_>) -> Result<u64, StopReason> {
        if let Some(&value) = self.known.get(&set) {
            return Ok(value);
        }
        let mut options = Vec::new();
        for &edge in &set {
            budget.tick()?;
            let left = self.without(&set, edge);
            options.push(self.grundy(left, budget)?);
        }
        let value = nimber::mex(options);
        self.known.insert(set, value);
        Ok(value)
    }
}

fn christmas(
    input: &mut InputReader<'_>,
    out: &mut String,
    value: impl Fn(&HackenbushGraph, &Budget<'_>) -> Result<u64, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    while !input.at_end() {
        let trees: usize =
            input.number(text!("the number of graphs", "图的个数"), 0..=usize::MAX)?;
        let mut sum = 0;
        for _ in 0..trees {
            budget.tick()?;
            let (m, k) = (vertices(input)?, edges(input)?);
            sum ^= value(&HackenbushGraph::read(input, m, k, 0, 1)?, budget)?;
        }
        write_either(out, sum == 0, "Harry", "Sally");
    }
    Ok(())
}

/// Returns the number of vertices and the edges of a random graph with at most `most` edges. The
/// graph consists of a random tree and, unless `tree` is true, of edges between arbitrary vertices.
fn graph(rng: &mut Rng, most: u64, tree: bool) -> (u64, Vec<(u64, u64)>) {
    let size = rng.u64(0..=most);
    let branches = if tree { size } else { rng.u64(0..=size) };
    let mut names: Vec<u64> = (0..=branches + u64::from(!tree && rng.bool())).collect();
    rng.shuffle(&mut names);
    // If vertices have parents within a small span of preceding vertices, graphs are deep, and
    // their values are large. A large span of possible parents gives flat graphs.
    let span = 1 << rng.u32(0..20);
    let mut edges: Vec<(u64, u64)> = (1..=branches)
        .map(|v| (v - rng.u64(1..=v.min(span)), v))
        .collect();
    let last = names.len() as u64;
    edges.extend((branches..size).map(|_| (rng.u64(0..last), rng.u64(0..last))));
    rng.shuffle(&mut edges);
    (
        last,
        edges
            .into_iter()
            .map(|(a, b)| (names[a as usize], names[b as usize]))
            .collect(),
    )
}

fn rooted(rng: &mut Rng, size: u64, tree: bool) -> String {
    let (vertices, edges) = graph(rng, size.min(MAX_RANDOM_EDGES), tree);
    let mut text = format!("{vertices} {} {}\n", edges.len(), rng.u64(0..vertices));
    for (a, b) in edges {
        let _ = writeln!(text, "{a} {b}");
    }
    text
}

/// Generates trees. Half of the generated trees consist of two equal trees that share only the
/// root. The first player loses on two equal trees, unless an edge is added to one of them.
fn make_alice(rng: &mut Rng, size: u64) -> String {
    let size = size.min(MAX_RANDOM_EDGES);
    let twins = rng.bool();
    let (mut vertices, mut edges) = graph(rng, if twins { size / 2 } else { size }, true);
    if twins {
        // The second copy of the tree shares only vertex 0 with the first copy.
        let other = |vertex: u64| {
            if vertex == 0 {
                0
            } else {
                vertex + vertices - 1
            }
        };
        let copy: Vec<(u64, u64)> = edges.iter().map(|&(a, b)| (other(b), other(a))).collect();
        edges.extend(copy);
        vertices = 2 * vertices - 1;
        if rng.u32(..4) == 0 && edges.len() < size as usize {
            edges.push((rng.u64(..vertices), vertices));
            vertices += 1;
        }
        rng.shuffle(&mut edges);
    }
    let mut text = format!("{vertices}\n");
    for (a, b) in edges {
        let _ = writeln!(text, "{} {}", a + 1, b + 1);
    }
    text
}

fn make_christmas(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u32(1..=3) {
        let graphs = rng.u64(1..=3);
        let _ = writeln!(text, "{graphs}");
        for _ in 0..graphs {
            let (vertices, edges) = graph(rng, size.min(MAX_RANDOM_EDGES) / graphs + 1, false);
            let _ = writeln!(text, "{vertices} {}", edges.len());
            for (a, b) in edges {
                let _ = writeln!(text, "{} {}", a + 1, b + 1);
            }
        }
    }
    text
}
