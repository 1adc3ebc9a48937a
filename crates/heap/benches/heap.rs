//! Measures heap games in nanoseconds per value, by SIMD level and threads:
//! `cargo bench -p grundy-heap --features threads`. Prints a Markdown table with the minimum of
//! three runs. For the CPU seconds of one game, see the example `speed`.

use std::hint::black_box;
use std::time::Instant;

use base::budget::Budget;
use heap::machine::NimberMachine;
use heap::moves::DigitMoves;
use heap::sparse::{SimdLevel, SparseMachine};

const ROUNDS: usize = 3;

fn main() {
    let levels: Vec<SimdLevel> = SimdLevel::ALL
        .into_iter()
        .filter(|level| level.available())
        .collect();
    let names: Vec<&str> = levels.iter().map(|level| level.name()).collect();
    println!("| game | values | {} | 2 threads |", names.join(" | "));
    println!("|---|---|{}---|", "---|".repeat(levels.len()));
    let sparse = ["0.6", "0.16", "0.156", "0.45", "0.106", "0.205", "4.0"];
    let games = sparse.iter().map(|&code| (code, octal(code), 1_000_000));
    let games = games.chain([("Grundy's game", DigitMoves::grundys_game(), 1_000_000)]);
    for (name, moves, to) in games.chain(["0.007", "0.04"].map(|code| (code, octal(code), 100_000)))
    {
        print!("| {name} | {to} |");
        for &level in &levels {
            print!(" {:.1} |", time(&moves, to, level, 1));
        }
        println!(" {:.1} |", time(&moves, to, SimdLevel::best(), 2));
    }
}

fn octal(code: &str) -> DigitMoves {
    let digits: Vec<u64> = code
        .chars()
        .filter_map(|digit| digit.to_digit(8))
        .map(u64::from)
        .collect();
    DigitMoves::new(&digits, false).expect("an octal code")
}

/// Returns the time in nanoseconds per value.
fn time(moves: &DigitMoves, to: u64, level: SimdLevel, threads: usize) -> f64 {
    let run = || {
        let start = Instant::now();
        let mut machine = SparseMachine::at_level(moves, level).expect("an octal game");
        machine.share(threads);
        machine
            .advance(to, &Budget::generous(), &mut |_, values| {
                _ = black_box(values.get(0))
            })
            .expect("no limit");
        start.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(|_| run()).fold(f64::INFINITY, f64::min) * 1e9 / to as f64
}
