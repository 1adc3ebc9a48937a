//! Benchmark of products of nimbers of any size. The products are compared with the tower of
//! contest libraries, extended above 64 bits by Karatsuba on limbs. Both implementations use the
//! same numbers in one run. The column `growth` contains the exponent with which the time grows
//! with the size, compared with the previous line. The output is a Markdown table. The command is
//! `cargo bench -p grundy-nimber --bench big`.

#[expect(dead_code, reason = "the other benchmark uses the rest")]
mod peer;

use std::hint::black_box;
use std::time::Instant;

use nimber::Nimber;
use peer::Tables;

fn xor(out: &mut [u64], a: &[u64]) {
    for (out, a) in out.iter_mut().zip(a) {
        *out ^= a;
    }
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// h·(a₁·u + a₀) = h·(a₁ + a₀)·u + h²·a₁.
fn times_h(tables: &Tables, a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![tables.product64(*a, 1 << 63)];
    }
    let (low, high) = a.split_at(a.len() / 2);
    let mut out = times_h(tables, &times_h(tables, high));
    out.extend(times_h(tables, &sum(low, high)));
    out
}

fn product(tables: &Tables, a: &[u64], b: &[u64]) -> Vec<u64> {
    if let ([a], [b]) = (a, b) {
        return vec![tables.product64(*a, *b)];
    }
    let half = a.len() / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let mut low = product(tables, a0, b0);
    let mut cross = product(tables, &sum(a0, a1), &sum(b0, b1));
    xor(&mut cross, &low);
    xor(&mut low, &times_h(tables, &product(tables, a1, b1)));
    low.extend(cross);
    low
}

fn limbs(count: usize, mut random: u64) -> Vec<u64> {
    (0..count)
        .map(|_| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        })
        .collect()
}

fn least(rounds: usize, mut work: impl FnMut()) -> f64 {
    (0..rounds).fold(f64::MAX, |least, _| {
        let start = Instant::now();
        work();
        least.min(start.elapsed().as_secs_f64())
    })
}

fn main() {
    let tables = Tables::new();
    println!(
        "| bits | contest tower, µs | `Nimber`, µs | times as fast | growth | inverse, µs | square root, µs |\n|---|---|---|---|---|---|---|"
    );
    let mut before = None;
    for bits in [
        128usize, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131_072, 262_144,
    ] {
        let (a, b) = (limbs(bits / 64, 1), limbs(bits / 64, 2));
        let (x, y) = (
            Nimber::from_limbs(a.clone()).expect("small"),
            Nimber::from_limbs(b.clone()).expect("small"),
        );
        let rounds = (1 << 22 >> (bits.ilog2() * 3 / 2).min(20)).max(3);
        assert_eq!(
            Nimber::from_limbs(product(&tables, &a, &b)).expect("small"),
            &x * &y,
            "{bits} bits"
        );
        let peer = least(rounds.min(200), || {
            black_box(product(&tables, black_box(&a), black_box(&b)));
        });
        let ours = least(rounds, || {
            black_box(black_box(&x) * black_box(&y));
        });
        let inverse = least(rounds.min(50), || {
            black_box(black_box(&x).inverse()).expect("not zero");
        });
        let root = least(rounds.min(50), || {
            black_box(black_box(&x).square_root());
        });
        let growth = before.map_or(String::new(), |before: f64| {
            format!("{:.2}", (ours / before).log2())
        });
        before = Some(ours);
        println!(
            "| {bits} | {:.2} | {:.2} | {:.1} | {growth} | {:.2} | {:.2} |",
            peer * 1e6,
            ours * 1e6,
            peer / ours,
            inverse * 1e6,
            root * 1e6
        );
    }
}
