//! Benchmarks the outcomes of undirected vertex geography from every vertex, on several kinds of
//! graphs. The command is `cargo bench -p grundy-structures --bench geography`. Prints a Markdown
//! table with two times: for the adjacency lists, and for the matching and the decomposition. The
//! table also has the number of phases of the matching and the number of losing vertices. Each time
//! is the minimum of five runs.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::budget::Budget;
use fastrand::Rng;
use structures::geography::{Matching, UndirectedGraph, wins};

type Edges = Vec<(u32, u32)>;

fn main() {
    println!("| graph | vertices | edges | lists, ms | all starts, ms | phases | losing starts |");
    println!("|---|---|---|---|---|---|---|");
    let mut rng = Rng::with_seed(1);
    for n in [10_000, 100_000] {
        for degree in [1, 2, 3, 4, 20] {
            report(
                &format!("random, mean degree {degree}"),
                n,
                random(&mut rng, n, n * degree / 2),
            );
        }
        report(
            "random tree and its order",
            n,
            (1..n)
                .flat_map(|v| [(v, rng.u32(..v)), (v - 1, v)])
                .collect(),
        );
        let triangles = (0..n / 2 - 1).flat_map(|i| {
            [
                (2 * i, 2 * i + 1),
                (2 * i + 1, 2 * i + 2),
                (2 * i, 2 * i + 2),
            ]
        });
        report("string of triangles", n, triangles.collect());
        report("triangles joined at random", n, joined(&mut rng, n, 3));
        report("cliques of 21 joined at random", n, joined(&mut rng, n, 21));
        let side = n.isqrt();
        report("grid", side * side, grid(side, side, false));
        report(
            "grid with diagonals, odd",
            (side | 1) * (side | 1),
            grid(side | 1, side | 1, true),
        );
        report(
            "strip of 3 rows with diagonals",
            n / 3 * 3,
            grid(n / 3, 3, true),
        );
        report(
            "path with chords near its ends",
            n,
            (1..n)
                .flat_map(|v| [(v - 1, v), (v - 1, (v + 1) % n)])
                .collect(),
        );
        report("hubs that steal from one another", n, hubs(n));
        report("half complete graphs in a row", n, chain(n));
    }
    report(
        "random, mean degree 10",
        1_000_000,
        random(&mut rng, 1_000_000, 5_000_000),
    );
}

fn report(name: &str, n: u32, mut edges: Edges) {
    // Vertices are numbered at random, so that their order does not help the matching.
    let mut rng = Rng::with_seed(7);
    let mut names: Vec<u32> = (0..n).collect();
    rng.shuffle(&mut names);
    edges
        .iter_mut()
        .for_each(|(a, b)| (*a, *b) = (names[*a as usize], names[*b as usize]));
    rng.shuffle(&mut edges);
    let budget = Budget::generous();
    let mut best = [Duration::MAX; 2];
    let (mut phases, mut losing) = (0, 0);
    for _ in 0..5 {
        let begin = Instant::now();
        let graph = Arc::new(UndirectedGraph::new(n as usize, &edges, &budget).expect("no limit"));
        best[0] = best[0].min(begin.elapsed());
        let begin = Instant::now();
        let mut matching = Matching::maximum(graph, |_| false, &budget).expect("no limit");
        let wins = black_box(wins(&mut matching, &budget).expect("no limit"));
        best[1] = best[1].min(begin.elapsed());
        (phases, losing) = (
            matching.phases(),
            wins.iter().filter(|&&wins| wins == Some(false)).count(),
        );
    }
    let [lists, starts] = best.map(|time| time.as_secs_f64() * 1e3);
    println!(
        "| {name} | {n} | {} | {lists:.1} | {starts:.1} | {phases} | {losing} |",
        edges.len()
    );
}

fn random(rng: &mut Rng, n: u32, m: u32) -> Edges {
    (0..m).map(|_| (rng.u32(..n), rng.u32(..n))).collect()
}

/// Returns complete graphs of `size` vertices, and one random edge for each vertex.
fn joined(rng: &mut Rng, n: u32, size: u32) -> Edges {
    let inside = (0..n / size).flat_map(|c| {
        (0..size).flat_map(move |i| (0..i).map(move |j| (size * c + i, size * c + j)))
    });
    inside
        .chain((0..n / size).map(|_| (rng.u32(..n), rng.u32(..n))))
        .collect()
}

fn grid(columns: u32, rows: u32, diagonals: bool) -> Edges {
    let at = |x: u32, y: u32| y * columns + x;
    let mut edges = Edges::new();
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        if x + 1 < columns {
            edges.push((at(x, y), at(x + 1, y)));
        }
        if y + 1 < rows {
            edges.push((at(x, y), at(x, y + 1)));
        }
        if diagonals && x + 1 < columns && y + 1 < rows {
            edges.push((at(x, y), at(x + 1, y + 1)));
        }
    }
    edges
}

/// Returns a graph in which hubs are joined to many pairs of vertices, and each vertex of a pair is
/// joined to its own end. A search from one hub adds most pairs to its tree. Hubs and ends are
/// triangles, so that no vertex has degree 1 and the greedy start has no forced choice.
fn hubs(n: u32) -> Edges {
    let k = n / 11;
    let mut edges = Edges::new();
    for i in 0..k {
        let part = |part: u32| part * k + i;
        for corner in [2, 5, 8] {
            edges.extend([
                (part(corner), part(corner + 1)),
                (part(corner + 1), part(corner + 2)),
                (part(corner), part(corner + 2)),
            ]);
        }
        let [pair, other, hub, lone, end] = [0, 1, 2, 5, 8].map(part);
        edges.extend([(pair, other), (lone, pair), (other, end)]);
        edges.extend((0..80).map(|step| (hub, (i + step * 7) % k)));
    }
    edges
}

/// Returns graphs on which it is hard for a greedy start to find a maximum matching. In each block,
/// vertex i of one side and vertex j of the other side are joined if i + j is small. The only
/// maximum matching of a block joins i to a j that decreases as i increases.
fn chain(n: u32) -> Edges {
    const BLOCK: u32 = 40;
    let mut edges = Edges::new();
    for block in 0..n / BLOCK {
        let first = block * BLOCK;
        let half = BLOCK / 2;
        edges.extend(
            (0..half).flat_map(|i| (0..half - i).map(move |j| (first + i, first + half + j))),
        );
        if block > 0 {
            edges.push((first - 1, first));
        }
    }
    edges
}
