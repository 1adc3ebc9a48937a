//! Benchmark of misère quotients: `cargo bench -p grundy-misere`. The benchmark prints a Markdown
//! table of published quotients, with the times to find and prove the quotients. The benchmark also
//! prints the results for the 63 codes 0.d₁d₂ up to heap 16. `cargo bench -p grundy-misere -- 0.07
//! 33` builds the quotient of one code.

use std::time::{Duration, Instant};

use base::budget::Budget;
use heap::code::HeapCode;
use misere::QuotientError;
use misere::heaps;
use misere::quotient_builder::QuotientBuilder;

/// Code and maximum heap.
const PUBLISHED: [(&str, u64); 10] = [
    ("0.123", 20),
    ("0.77", 28),
    ("0.77", 172),
    ("0.15", 60),
    ("0.115", 50),
    ("0.75", 12),
    ("0.72", 24),
    ("0.07", 24),
    ("0.07", 29),
    ("0.07", 30),
];

const MAX_ELEMENTS: usize = 5000;

/// Maximum time for each code of two digits.
const MAX_TIME_PER_CODE: Duration = Duration::from_secs(20);

fn main() {
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if let [code, to] = &given[..] {
        one(&code.parse().expect("a code"), to.parse().expect("a heap"));
    } else {
        published();
        two_digits();
    }
}

/// Builds the quotient of a code, and prints each heap whose addition enlarges the quotient.
fn one(code: &HeapCode, to: u64) {
    println!("| heaps | order | pairs | seconds |\n|---|---|---|---|");
    let budget = Budget::generous();
    let begin = Instant::now();
    let mut growing = QuotientBuilder::new(MAX_ELEMENTS);
    for n in 1..=to {
        let before = growing.quotient().order();
        if let Err(halt) = push(&mut growing, code, n, &budget) {
            println!("{n}: {halt:?} after {:.1} s", begin.elapsed().as_secs_f64());
            return;
        }
        let order = growing.quotient().order();
        if order != before || n == to {
            println!(
                "| {n} | {order} | {} | {:.3} |",
                growing.pairs().count(),
                begin.elapsed().as_secs_f64()
            );
        }
    }
}

fn published() {
    println!("| code | heaps | order | pairs | seconds |\n|---|---|---|---|---|");
    for (code, to) in PUBLISHED {
        let budget = Budget::generous();
        let (parsed, begin) = (code.parse().expect("a code"), Instant::now());
        let mut growing = QuotientBuilder::new(MAX_ELEMENTS);
        (1..=to).for_each(|n| push(&mut growing, &parsed, n, &budget).expect("it is finite"));
        let (order, pairs) = (growing.quotient().order(), growing.pairs().count());
        println!(
            "| {code} | {to} | {order} | {pairs} | {:.3} |",
            begin.elapsed().as_secs_f64()
        );
    }
}

fn two_digits() {
    const HEAPS: u64 = 16;
    let mut times = Vec::new();
    println!(
        "\nStopped before heap {HEAPS}:\n\n| code | last heap | order | reason | seconds |\n|---|---|---|---|---|"
    );
    for digits in 1..64 {
        let name = format!("0.{}{}", digits / 8, digits % 8);
        let (code, begin) = (name.parse().expect("a code"), Instant::now());
        let stop =
            || (begin.elapsed() > MAX_TIME_PER_CODE).then_some(base::budget::StopReason::Time);
        let budget = Budget::new(2 << 30, &stop, &|_, _| ());
        let mut growing = QuotientBuilder::new(MAX_ELEMENTS);
        let halted = (1..=HEAPS).find_map(|n| push(&mut growing, &code, n, &budget).err());
        let (seconds, order) = (begin.elapsed().as_secs_f64(), growing.quotient().order());
        match halted {
            Some(halt) => println!(
                "| {name} | {} | {order} | {halt:?} | {seconds:.1} |",
                growing.generators().len()
            ),
            None => times.push((seconds, order, name)),
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!(
        "\nComplete up to heap {HEAPS}: {} codes, {} of them within 2 s. The slowest:\n",
        times.len(),
        times.iter().filter(|time| time.0 <= 2.0).count()
    );
    println!("| code | order | seconds |\n|---|---|---|");
    times
        .iter()
        .rev()
        .take(6)
        .for_each(|(seconds, order, name)| println!("| {name} | {order} | {seconds:.3} |"));
}

fn push(
    growing: &mut QuotientBuilder,
    code: &HeapCode,
    n: u64,
    budget: &Budget<'_>,
) -> Result<(), QuotientError> {
    growing.push(heaps::options(code, n, budget)?, budget)
}
