//! Benchmarks graph problems at their largest sizes, from input to output. Times are in
//! milliseconds of processor time if the system reports it, otherwise of wall time. Prints a
//! Markdown table. Start it with `cargo bench -p grundy-judge --bench graphs`.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use base::budget::Budget;
use fastrand::Rng;

fn main() {
    println!("| problem | input | MB | ms |");
    println!("|---|---|---|---|");
    let mut rng = Rng::with_seed(1);
    let acyclic = |a: u32, b: u32| (a.max(b).max(1), a.min(b).min(a.max(b).max(1) - 1));
    let lists = [
        ("cycles", (1_000_000, 5_000_000), false),
        ("no cycles", (1_000_000, 5_000_000), true),
        ("no cycles", (2_000_000, 10_000_000), true),
    ];
    for (shape, (vertices, arcs), sorted) in lists {
        let mut text = format!("{vertices} {arcs}\n");
        for _ in 0..arcs {
            let (a, b) = (rng.u32(..vertices), rng.u32(..vertices));
            let (a, b) = if sorted { acyclic(a, b) } else { (a, b) };
            let _ = writeln!(text, "{a} {b}");
        }
        measure(
            "loopy",
            &format!("{vertices} vertices, {arcs} arcs, {shape}"),
            &text,
        );
    }
    for name in ["dag_sum", "dag_antisg_stop", "dag_every", "dag_misere"] {
        let mut text = "20\n".to_owned();
        for _ in 0..20 {
            // The SJ condition holds because every vertex reaches a vertex without arcs in at most
            // two steps.
            let vertices = 1000;
            let _ = writeln!(text, "{vertices} {}", vertices - 1);
            for v in 0..vertices {
                let heads: Vec<String> = (0..5.min(v))
                    .map(|i| if i == 0 { 0 } else { rng.u32(..v) }.to_string())
                    .collect();
                let _ = writeln!(text, "{} {}", heads.len(), heads.join(" "));
            }
        }
        measure(name, "20 components, 10^5 arcs", &text);
    }
    for (name, components) in [
        ("dag_misere", 5),
        ("dag_misere", 6),
        ("dag_moore_sum", 5),
        ("dag_moore_sum", 6),
    ] {
        let budget = Budget::generous();
        let problem = judge::problem(name).expect("known");
        // Measures the time of the slowest of ten random sums. Most of the random sums do not
        // satisfy the condition of the theorem.
        let worst = (0..10).map(|seed| {
            let mut text = if name == "dag_misere" {
                format!("{components}\n")
            } else {
                format!("2\n{components}\n")
            };
            let mut rng = Rng::with_seed(seed);
            for _ in 0..components {
                text.push_str("12 11\n0\n");
                for v in 1..12u32 {
                    let heads: Vec<String> = (0..rng.usize(1..=3))
                        .map(|_| rng.u32(v.saturating_sub(4)..v).to_string())
                        .collect();
                    let _ = writeln!(text, "{} {}", heads.len(), heads.join(" "));
                }
            }
            let took = timed(|| problem.answer(&text, &budget).expect("answered")).as_secs_f64();
            (took * 1e3, text.len())
        });
        let (took, bytes) = worst
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .expect("there are some");
        println!(
            "| {name} | {components} components of 12 vertices, worst of 10 | {:.3} | {took:.1} |",
            bytes as f64 / 1e6
        );
    }
}

/// Returns the processor time of this thread on Linux, with a resolution of some milliseconds.
/// Short measurements use wall time, because the processor time has a resolution of only some
/// milliseconds.
fn processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let (start, used) = (Instant::now(), processor());
    black_box(work());
    let clock = start.elapsed();
    processor()
        .zip(used)
        .filter(|_| clock > Duration::from_millis(100))
        .map_or(clock, |(now, before)| now - before)
}

fn measure(name: &str, input: &str, text: &str) {
    let problem = judge::problem(name).expect("known");
    let budget = Budget::generous();
    let least = (0..3)
        .map(|_| timed(|| problem.answer(text, &budget).expect("answered")))
        .min()
        .expect("some rounds");
    println!(
        "| {name} | {input} | {:.1} | {:.1} |",
        text.len() as f64 / 1e6,
        least.as_secs_f64() * 1e3
    );
}
