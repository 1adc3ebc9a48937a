//! Games on trees: the formats of trees, and the games whose positions are parts of a tree.

use std::fmt::Write;
use std::sync::Arc;

use base::text;
use fastrand::Rng;
use rules::ast::PlayConvention;
use structures::geography::UndirectedGraph;

use super::games::{number, opponent, try_opponent};
use super::laws::tree::RootedTree;
use super::laws::tree_paint::SubtreeValues;
use super::laws::{stone_walk, tree_leaves, tree_paint, tree_parts};
use crate::error::JudgeError;
use crate::input::{InputError, InputReader};
use crate::opponent::{JudgeGame, MoveFormat};
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "p8347",
        aliases: &[],
        title: ("The other side of the moon", "月之彼方"),
        source: "Luogu P8347 (Wdoi-6)",
        method: "lost if and only if every degree is odd",
        sample: include_str!("../../samples/p8347.txt"),
        solve: parts,
        brute: by_rules!("p8347"),
        make: make_parts,
        small: 10,
    },
    Problem {
        name: "p7864",
        aliases: &[],
        title: ("Picking leaves", "摘叶子"),
        source: "Luogu P7864 (EVOI-RD1)",
        method: "lost if and only if every leaf chain has an even number of vertices",
        sample: include_str!("../../samples/p7864.txt"),
        solve: leaves,
        brute: by_rules!("p7864"),
        make: make_leaves,
        small: 10,
    },
    Problem {
        name: "agc010f",
        aliases: &[],
        title: ("Tree Game", "树上取石子"),
        source: "AtCoder AGC 010 F",
        method: "won if and only if some neighbour has fewer stones and is lost",
        sample: include_str!("../../samples/agc010f.txt"),
        solve: starts,
        brute: by_rules!("agc010f"),
        make: make_stones,
        small: 6,
    },
    Problem {
        name: "cot3",
        aliases: &[],
        title: ("Combat on a tree", "树上的战斗"),
        source: "SPOJ COT3",
        method: "sums of the subtrees next to a path; tries merged from the leaves up",
        sample: include_str!("../../samples/cot3.txt"),
        solve: paintings,
        brute: by_rules!("cot3"),
        make: make_paintings,
        small: 10,
    },
];

/// The maximum number of vertices of an input tree.
const MAX_VERTICES: usize = 1 << 26;

/// The maximum number of vertices of a generated test.
const MAX_RANDOM_VERTICES: u64 = 100_000;

/// Reads the number of vertices.
pub fn vertices(input: &mut InputReader<'_>, least: usize) -> Result<usize, JudgeError> {
    Ok(input.number(
        text!("the number of vertices", "顶点数"),
        least..=MAX_VERTICES,
    )?)
}

/// Reads the edges of a tree with vertices from 1 on. The first vertex is the root, and the
/// vertices of the result are counted from 0.
pub fn read_tree(input: &mut InputReader<'_>, vertices: usize) -> Result<RootedTree, JudgeError> {
    let edges = read_edges(input, vertices, vertices - 1, 1)?;
    tree_of(input, vertices, &edges, 0, 1)
}

/// Reads edges between vertices that are counted from `first` on in the input, and from 0 in the
/// result.
pub fn read_edges(
    input: &mut InputReader<'_>,
    vertices: usize,
    count: usize,
    first: usize,
) -> Result<Vec<(u32, u32)>, JudgeError> {
    input.list(0..count, |input| {
        let mut end = || {
            input
                .index(
                    || text!("an end of an edge", "边的端点"),
                    first..=vertices - 1 + first,
                )
                .map(|vertex| (vertex - first) as u32)
        };
        Ok((end()?, end()?))
    })
}

/// Reads the parents of all vertices except the first; vertices are counted from 1 in the input,
/// and from 0 in the tree.
fn read_parents(input: &mut InputReader<'_>, vertices: usize) -> Result<RootedTree, JudgeError> {
    let budget = input.budget;
    let parents = input.list(1..vertices, |input| {
        Ok(input.index(
            || text!("the parent of a vertex", "顶点的父结点"),
            1..=vertices,
        )? as u32
            - 1)
    })?;
    budget.allow_growth(4 * parents.len() as u64, 16 * vertices as u64)?;
    budget.ask()?;
    RootedTree::from_parents(&parents).map_err(|vertex| {
        let vertex = vertex + 1;
        input
            .wrong(text!(
                "not a tree: vertex {vertex} is on a cycle of parents",
                "不是树：顶点 {vertex} 在父结点的环上"
            ))
            .into()
    })
}

/// Returns the tree with the given edges, whose number must be the number of vertices minus 1. The
/// error for edges that do not form a tree counts vertices from `first` on.
pub fn tree_of(
    input: &InputReader<'_>,
    vertices: usize,
    edges: &[(u32, u32)],
    root: u32,
    first: u32,
) -> Result<RootedTree, JudgeError> {
    let new = 12 * vertices as u64;
    input.budget.allow_growth(8 * edges.len() as u64, new)?;
    input.budget.ask()?;
    RootedTree::new(vertices, edges, root).map_err(|why| {
        let message = match why {
            None => text!("not a tree: the graph is not connected", "不是树：图不连通"),
            Some(edge) => {
                let ((a, b), edge) = (edges[edge], edge + 1);
                let (a, b) = (a + first, b + first);
                text!(
                    "not a tree: edge {edge} ({a} {b}) closes a cycle",
                    "不是树：第 {edge} 条边（{a} {b}）形成了环"
                )
            }
        };
        input.wrong(message).into()
    })
}

/// Writes a tree in the format of judges: edges in random order and direction. The tree is given by
/// the parents of all vertices except the first.
fn write_edges(text: &mut String, rng: &mut Rng, parents: &[u32]) {
    let mut edges: Vec<(u32, u32)> = parents
        .iter()
        .zip(2..)
        .map(|(&above, vertex)| (above + 1, vertex))
        .collect();
    rng.shuffle(&mut edges);
    for (a, b) in edges {
        let (a, b) = if rng.bool() { (a, b) } else { (b, a) };
        let _ = writeln!(text, "{a} {b}");
    }
}

/// Returns the parents of all vertices except the root in a random tree, deep or flat, whose
/// vertices other than the root are numbered at random.
fn random_parents(rng: &mut Rng, vertices: u32) -> Vec<u32> {
    let span = 1 << rng.u32(0..20);
    let parents: Vec<u32> = (1..vertices)
        .map(|vertex| vertex - rng.u32(1..=vertex.min(span)))
        .collect();
    renamed(rng, &parents)
}

/// Returns a tree with all vertices renumbered except the root.
fn renamed(rng: &mut Rng, parents: &[u32]) -> Vec<u32> {
    let mut names: Vec<u32> = (1..=parents.len() as u32).collect();
    rng.shuffle(&mut names);
    names.insert(0, 0);
    let mut renamed = vec![0; parents.len()];
    for (&above, vertex) in parents.iter().zip(1..) {
        renamed[names[vertex as usize] as usize - 1] = names[above as usize];
    }
    renamed
}

fn parts(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let n = vertices(input, 2)?;
        let tree = read_tree(input, n)?;
        let lost = tree_parts::is_lost(&tree, tree.order(), |_| true);
        write_either(out, lost, "Luna", "Hifuu");
    }
    Ok(input.end()?)
}

/// Generates trees. Half of the trees have only odd degrees: starting with a single edge, two
/// leaves at a time are added to some vertex.
fn make_parts(rng: &mut Rng, size: u64) -> String {
    let count = rng.u32(1..=3);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let n = rng.u32(2..=size.clamp(2, MAX_RANDOM_VERTICES) as u32);
        let parents = if rng.bool() {
            random_parents(rng, n)
        } else {
            let mut parents = vec![0];
            while parents.len() + 2 < n as usize {
                let above = rng.u32(..=parents.len() as u32);
                parents.extend([above, above]);
            }
            renamed(rng, &parents)
        };
        let _ = writeln!(text, "{}", parents.len() + 1);
        write_edges(&mut text, rng, &parents);
    }
    text
}

fn leaves(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let n = vertices(input, 1)?;
        let tree = read_parents(input, n)?;
        write_either(out, tree_leaves::is_lost(&tree, tree.order()), "0", "1");
    }
    Ok(input.end()?)
}

/// Generates trees. Half of the trees have only even chains: every vertex of a random tree is
/// replaced by two vertices, one above the other.
fn make_leaves(rng: &mut Rng, size: u64) -> String {
    let count = rng.u32(1..=3);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let n = rng.u32(1..=size.min(MAX_RANDOM_VERTICES) as u32);
        let mut parents = random_parents(rng, n);
        if n > 1 && rng.bool() {
            parents = random_parents(rng, n / 2);
            // The order of the vertices: the upper copy of the root, its lower copy, and then the
            // upper and the lower copy of each other vertex.
            parents = std::iter::once(0)
                .chain(
                    parents
                        .into_iter()
                        .zip(1..)
                        .flat_map(|(above, v)| [2 * above + 1, 2 * v]),
                )
                .collect();
            parents = renamed(rng, &parents);
        }
        let _ = writeln!(text, "{}", parents.len() + 1);
        write_row(&mut text, parents.into_iter().map(|above| above + 1));
    }
    text
}

/// Reads the stones on the vertices, and the edges of the tree.
fn stones(input: &mut InputReader<'_>) -> Result<(UndirectedGraph, Vec<i64>), JudgeError> {
    let n = vertices(input, 1)?;
    let what = || text!("the number of stones on a vertex", "顶点上的石子数");
    let stones = input.list(0..n, |input| input.number(what(), 0..=i64::MAX))?;
    let edges = read_edges(input, n, n - 1, 1)?;
    tree_of(input, n, &edges, 0, 1)?;
    Ok((UndirectedGraph::new(n, &edges, input.budget)?, stones))
}

fn starts(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let (graph, stones) = stones(input)?;
    input.end()?;
    budget.allow_growth(0, 32 * stones.len() as u64)?;
    budget.ask()?;
    let wins = stone_walk::wins(&graph, &stones);
    write_row(
        out,
        wins.into_iter()
            .zip(1..)
            .filter_map(|(wins, vertex): (bool, u32)| wins.then_some(vertex)),
    );
    Ok(())
}

fn make_stones(rng: &mut Rng, size: u64) -> String {
    let n = rng.u32(1..=size.min(MAX_RANDOM_VERTICES) as u32);
    let most = if size <= 6 {
        rng.i64(1..=4)
    } else {
        rng.i64(1..=1_000_000_000)
    };
    let mut text = format!("{n}\n");
    write_row(&mut text, (0..n).map(|_| rng.i64(0..=most)));
    let parents = random_parents(rng, n);
    write_edges(&mut text, rng, &parents);
    text
}

/// Reads a tree and the colours of its vertices.
fn painted(input: &mut InputReader<'_>) -> Result<(RootedTree, Vec<bool>), JudgeError> {
    let n = vertices(input, 1)?;
    let what = || text!("a colour (0 white, 1 black)", "颜色（0 白 1 黑）");
    let white = input.list(0..n, |input| Ok(input.index(what, 0..=1)? == 0))?;
    Ok((read_tree(input, n)?, white))
}

fn paintings(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (tree, white) = painted(input)?;
    input.end()?;
    let values = SubtreeValues::new(&tree, |vertex| white[vertex as usize], input.budget)?;
    input.budget.allow_growth(0, 12 * white.len() as u64)?;
    let mut none = true;
    for (vertex, _) in (1u32..)
        .zip(values.left_by(&tree).into_iter().zip(white))
        .filter(|&(_, (left, white))| white && left == 0)
    {
        none = false;
        let _ = writeln!(out, "{vertex}");
    }
    if none {
        out.push_str("-1\n");
    }
    Ok(())
}

fn make_paintings(rng: &mut Rng, size: u64) -> String {
    let n = rng.u32(1..=size.min(MAX_RANDOM_VERTICES) as u32);
    let black = rng.u32(..4);
    let mut text = format!("{n}\n");
    write_row(&mut text, (0..n).map(|_| u32::from(rng.u32(..4) < black)));
    let parents = random_parents(rng, n);
    write_edges(&mut text, rng, &parents);
    text
}

/// Reads a vertex, counted from 1 as in the problems.
fn vertex(input: &mut InputReader<'_>) -> Result<u32, InputError> {
    Ok(number(input, 1..=u32::MAX)? - 1)
}

pub const PARTS: JudgeGame = JudgeGame {
    problem: "p8347",
    position: "the number of nodes, then the ends of each edge, nodes counted from 1",
    makes: "the node that is removed, and its neighbour in the part that is kept",
    example: "5 2 4 1 2 3 1 5 2",
    play: PlayConvention::Misere,
    start: |input| {
        let n = vertices(input, 2)?;
        let words = MoveFormat {
            read: |input| {
                Ok(tree_parts::TreePartsMove {
                    removed: vertex(input)?,
                    kept: vertex(input)?,
                })
            },
            write: |made| format!("{} {}", made.removed + 1, made.kept + 1),
        };
        opponent(
            tree_parts::TreePartsPlayer::new(Arc::new(read_tree(input, n)?)),
            words,
        )
    },
};

pub const LEAVES: JudgeGame = JudgeGame {
    problem: "p7864",
    position: "the number of nodes, then the parent of each node except the first, nodes counted from 1",
    makes: "the leaves that are removed",
    example: "6 1 1 2 2 3",
    play: PlayConvention::Normal,
    start: |input| {
        let n = vertices(input, 1)?;
        let words = MoveFormat {
            read: |input| input.list_to_end(vertex),
            write: |made: &Vec<u32>| {
                made.iter()
                    .map(|leaf| (leaf + 1).to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            },
        };
        opponent(
            tree_leaves::TreeLeavesPlayer::new(Arc::new(read_parents(input, n)?)),
            words,
        )
    },
};

pub const STONES: JudgeGame = JudgeGame {
    problem: "agc010f",
    position: "the number of vertices, the stones on each, the ends of each edge, then the vertex of the piece, vertices counted from 1",
    makes: "the vertex to which the piece moves",
    example: "3 1 2 3 1 2 2 3 2",
    play: PlayConvention::Normal,
    start: |input| {
        let (graph, stones) = stones(input)?;
        let at = number(input, 1..=stones.len() as u32)? - 1;
        let words = MoveFormat {
            read: |input| Ok(vertex(input)?),
            write: |to| (to + 1).to_string(),
        };
        try_opponent(
            stone_walk::StoneWalkPlayer::new(Arc::new(graph), stones, at),
            words,
        )
    },
};

pub const PAINTING: JudgeGame = JudgeGame {
    problem: "cot3",
    position: "the number of nodes, the colour of each (0 white, 1 black), then the ends of each edge, nodes counted from 1",
    makes: "the chosen white node",
    example: "8 1 1 0 1 1 0 0 1 1 2 1 3 2 6 3 4 3 5 5 7 7 8",
    play: PlayConvention::Normal,
    start: |input| {
        let (tree, white) = painted(input)?;
        let words = MoveFormat {
            read: |input| Ok(vertex(input)?),
            write: |node| (node + 1).to_string(),
        };
        opponent(
            tree_paint::TreePaintPlayer::new(Arc::new(tree), white, input.budget)?,
            words,
        )
    },
};
