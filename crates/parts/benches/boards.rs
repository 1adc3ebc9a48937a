//! Benchmarks of boards and graphs: `cargo bench -p grundy-parts`. Prints a Markdown table of games
//! with their values, the times in seconds, the numbers of entries of the solver's table, and the
//! numbers of option lists. `cargo bench -p grundy-parts -- cram 5 8` solves one board; `… cram 5 8
//! 2` solves the board with two threads.

use std::time::Instant;

use base::budget::Budget;
use fastrand::Rng;
use parts::{Reductions, StaticGame, StaticGameSolver};

#[path = "../tests/games.rs"]
#[allow(dead_code, reason = "the tests have more games")]
mod games;

/// Size of the table in bytes.
const MEMORY: u64 = 60 << 20;

fn main() {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    println!(
        "| game | value | seconds | entries | replaced | MiB | expanded | asked |\n|---|---|---|---|---|---|---|---|"
    );
    if let [name, rows, columns, threads @ ..] = &given[..] {
        let threads = threads
            .first()
            .map_or(1, |threads| threads.parse().expect("threads"));
        one(
            name,
            rows.parse().expect("rows"),
            columns.parse().expect("columns"),
            threads,
        );
        return;
    }
    let quick = [
        ("cram", 5, 5),
        ("cram", 5, 6),
        ("cram", 4, 7),
        ("queens", 8, 8),
        ("nodes", 7, 7),
        ("kings", 6, 6),
        ("chomp", 8, 8),
        ("graph", 40, 80),
    ];
    let slow = [
        ("cram", 5, 7),
        ("chomp", 9, 9),
        ("cram", 5, 8),
        ("cram", 4, 11),
    ];
    quick
        .iter()
        .chain(&slow)
        .for_each(|&(name, rows, columns)| one(name, rows, columns, 1));
}

fn one(name: &str, rows: usize, columns: usize, threads: usize) {
    let game: StaticGame = match name {
        "cram" => games::cram(rows, columns),
        "queens" => games::queens(rows, columns),
        "nodes" => games::node_grid(rows, columns),
        "kings" => games::kings(rows, columns),
        "chomp" => games::chomp(rows, columns),
        "graph" => games::node_kayles(
            rows,
            &games::random_graph(rows, columns, &mut Rng::with_seed(1)),
        ),
        _ => panic!("unknown game; expected cram, queens, nodes, kings, chomp or graph"),
    };
    let begin = Instant::now();
    let mut solver = StaticGameSolver::new(&game, Reductions::default(), MEMORY)
        .expect("it is a game of this kind")
        .with_threads(threads);
    let value = solver
        .value(&game.full(), &Budget::generous())
        .expect("there is no limit");
    let (seconds, statistics) = (begin.elapsed().as_secs_f64(), solver.statistics());
    println!(
        "| {name} {rows} {columns} | {value} | {seconds:.3} | {} | {} | {:.1} | {} | {} |",
        statistics.entries,
        statistics.replaced,
        solver.bytes() as f64 / f64::from(1 << 20),
        statistics.expanded,
        statistics.asked
    );
}
