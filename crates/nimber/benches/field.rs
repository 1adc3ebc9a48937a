//! Benchmark of the field of nimbers. The nim-product is compared with the product that contest
//! libraries use: 16-bit logarithms under Karatsuba's tower, see `peer`. All methods use the same
//! arrays in one run and take turns; the minimum of many times is reported. Only ratios are
//! meaningful, because nanoseconds depend on the machine. The output consists of Markdown tables.
//! The command is `cargo bench -p grundy-nimber --bench field`.

mod peer;

use std::hint::black_box;
use std::time::Instant;

use nimber::{InstructionLevel, Nim8, Nim16, Nim32, Nim64, Nim128, NimberElement, paper, tower};
use peer::Tables;

const ROUNDS: usize = 40;

type Way<'a> = (String, Box<dyn FnMut() + 'a>);

/// Returns the minimum time of each method for one call, in seconds; the methods take turns.
fn least(ways: &mut [Way<'_>]) -> Vec<(String, f64)> {
    let mut least = vec![f64::MAX; ways.len()];
    for _ in 0..ROUNDS {
        for (least, (_, way)) in least.iter_mut().zip(&mut *ways) {
            let start = Instant::now();
            way();
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    ways.iter()
        .map(|(name, _)| name.clone())
        .zip(least)
        .collect()
}

/// Prints a table of times for one element, with ratios to the first method.
fn table(title: &str, elements: usize, mut ways: Vec<Way<'_>>) {
    println!("\n### {title}\n\n| way | ns an element | times as fast |\n|---|---|---|");
    let times = least(&mut ways);
    for (name, seconds) in &times {
        println!(
            "| {name} | {:.3} | {:.2} |",
            seconds * 1e9 / elements as f64,
            times[0].1 / seconds
        );
    }
}

fn numbers(count: usize, seed: u64) -> Vec<u128> {
    let mut random = seed;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        u128::from(random)
    };
    (0..count).map(|_| next() << 64 | next()).collect()
}

fn of<T: NimberElement>(numbers: &[u128]) -> Vec<T> {
    numbers.iter().map(|&x| T::from_low(x)).collect()
}

fn way<'a>(name: impl Into<String>, f: impl FnMut() + 'a) -> Way<'a> {
    (name.into(), Box::new(f))
}

fn main() {
    let peer = Tables::new();
    let (a, b) = (numbers(4096, 1), numbers(4096, 2));
    let (a64, b64): (Vec<Nim64>, Vec<Nim64>) = (of(&a), of(&b));
    for (x, y) in a64.iter().zip(&b64) {
        let expected = tower::product(x.0.into(), y.0.into()) as u64;
        assert_eq!(
            (
                peer.product64(x.0, y.0),
                paper::product(x.0.into(), y.0.into()) as u64
            ),
            (expected, expected)
        );
    }
    singles(&peer, &a64, &b64);
    slices(&peer, &a64, &b64);
    memory(&peer);
    wide(&a, &b);
    widths(&a, &b);
}

fn singles(peer: &Tables, a: &[Nim64], b: &[Nim64]) {
    let mut ways = vec![way("16-bit logarithms (the peer)", || {
        black_box(
            a.iter()
                .zip(b)
                .fold(0, |sum, (x, y)| sum ^ peer.product64(x.0, y.0)),
        );
    })];
    for level in InstructionLevel::available() {
        ways.push(way(level.name(), move || {
            black_box(
                a.iter()
                    .zip(b)
                    .fold(0, |sum, (x, y)| sum ^ level.product64(x.0, y.0)),
            );
        }));
    }
    ways.push(way("`product`, level looked up each time", || {
        black_box(
            a.iter()
                .zip(b)
                .fold(0, |sum, (x, y)| sum ^ nimber::product(x.0, y.0)),
        );
    }));
    ways.push(way("Conway's tower down to 4 bits", || {
        black_box(a.iter().zip(b).fold(0, |sum, (x, y)| {
            sum ^ tower::product(x.0.into(), y.0.into()) as u64
        }));
    }));
    ways.push(way("the paper's recursion (four products)", || {
        black_box(a.iter().zip(b).fold(0, |sum, (x, y)| {
            sum ^ paper::product(x.0.into(), y.0.into()) as u64
        }));
    }));
    table("One product of 64 bits, throughput", a.len(), ways);

    let mut ways = vec![way("16-bit logarithms (the peer)", || {
        black_box(b.iter().fold(3, |product, y| peer.product64(product, y.0)));
    })];
    for level in InstructionLevel::available() {
        ways.push(way(level.name(), move || {
            black_box(b.iter().fold(3, |product, y| level.product64(product, y.0)));
        }));
    }
    table(
        "One product of 64 bits, latency (each waits for the previous one)",
        a.len(),
        ways,
    );
}

fn slices(peer: &Tables, a: &[Nim64], b: &[Nim64]) {
    let mut buffers: Vec<Vec<Nim64>> = InstructionLevel::available().map(|_| a.to_vec()).collect();
    let mut ways = vec![way("16-bit logarithms (the peer)", || {
        let mut out = a.to_vec();
        for (x, y) in out.iter_mut().zip(b) {
            x.0 = peer.product64(x.0, y.0);
        }
        black_box(out);
    })];
    for (level, out) in InstructionLevel::available().zip(&mut buffers) {
        ways.push(way(format!("`mul_slice_into`, {level}"), move || {
            level.mul_slice_into(out, a, b).expect("equal lengths");
            black_box(&out);
        }));
    }
    table(
        "Slices of 4,096 products of 64 bits, in cache",
        a.len(),
        ways,
    );

    let level = InstructionLevel::best();
    let units: Vec<Nim64> = a
        .iter()
        .map(|&x| if x == Nim64::ZERO { Nim64::ONE } else { x })
        .collect();
    let (mut x, mut y, mut z, mut u, mut v) =
        (a.to_vec(), a.to_vec(), a.to_vec(), a.to_vec(), a.to_vec());
    let solvable: Vec<Nim64> = a.iter().map(|&x| Nim64(x.0 >> 1)).collect();
    let units = &units[..];
    table(
        "Other slices of 4,096 nimbers of 64 bits, in cache",
        a.len(),
        vec![
            way("inverse by 16-bit logarithms, one by one", || {
                black_box(units.iter().fold(0, |sum, x| sum ^ peer.inverse64(x.0)));
            }),
            way("`inverse_slice_into`", || {
                level
                    .inverse_slice_into(black_box(&mut x), units)
                    .expect("no zero")
            }),
            way("`mul_scalar_slice_into`", || {
                level
                    .mul_scalar_slice_into(black_box(&mut y), a, Nim64(0x1234_5678_9ABC_DEF1))
                    .expect("equal")
            }),
            way("`square_slice_into`", || {
                level
                    .square_slice_into(black_box(&mut z), a)
                    .expect("equal")
            }),
            way("`sqrt_slice_into`", || {
                level.sqrt_slice_into(black_box(&mut u), a).expect("equal")
            }),
            way("`quadratic_slice_into`", || {
                level
                    .quadratic_slice_into(black_box(&mut v), &solvable)
                    .expect("solvable")
            }),
        ],
    );
}

fn memory(peer: &Tables) {
    const COUNT: usize = 1_000_000;
    let (a, b): (Vec<Nim64>, Vec<Nim64>) = (of(&numbers(COUNT, 3)), of(&numbers(COUNT, 4)));
    let (mut x, mut y) = (a.clone(), a.clone());
    let mut buffers: Vec<Vec<Nim64>> = InstructionLevel::available().map(|_| a.clone()).collect();
    let mut ways = vec![
        way("16-bit logarithms (the peer)", || {
            for ((out, a), b) in x.iter_mut().zip(&a).zip(&b) {
                out.0 = peer.product64(a.0, b.0);
            }
            black_box(&x);
        }),
        way("a plain xor of the same arrays", || {
            for ((out, a), b) in y.iter_mut().zip(&a).zip(&b) {
                *out = *a + *b;
            }
            black_box(&y);
        }),
    ];
    let (a, b) = (&a, &b);
    for (level, out) in InstructionLevel::available().zip(&mut buffers) {
        ways.push(way(format!("`mul_slice_into`, {level}"), move || {
            level.mul_slice_into(out, a, b).expect("equal lengths");
            black_box(&out);
        }));
    }
    table("10^6 products of 64 bits, from memory", COUNT, ways);
}

fn wide(a: &[u128], b: &[u128]) {
    let (a128, b128): (Vec<Nim128>, Vec<Nim128>) = (of(a), of(b));
    let mut buffers: Vec<Vec<Nim128>> = InstructionLevel::available()
        .map(|_| a128.clone())
        .collect();
    let mut ways = Vec::new();
    for level in InstructionLevel::available() {
        ways.push(way(format!("one by one, {level}"), move || {
            black_box(
                a.iter()
                    .zip(b)
                    .fold(0, |sum, (&x, &y)| sum ^ level.product128(x, y)),
            );
        }));
    }
    let (a128, b128) = (&a128, &b128);
    for (level, out) in InstructionLevel::available().zip(&mut buffers) {
        ways.push(way(format!("`mul_slice_into`, {level}"), move || {
            level
                .mul_slice_into(out, a128, b128)
                .expect("equal lengths");
            black_box(&out);
        }));
    }
    table("Products of 128 bits", a.len(), ways);
}

fn widths(a: &[u128], b: &[u128]) {
    fn one<'a, T: NimberElement>(a: &'a [T], b: &'a [T], out: &'a mut [T]) -> Way<'a> {
        way(format!("{} bits", T::BITS), move || {
            InstructionLevel::best()
                .mul_slice_into(out, a, b)
                .expect("equal lengths");
            black_box(&out);
        })
    }
    macro_rules! buffers {
        ($($name:ident $type:ty),*) => { $( let $name: (Vec<$type>, Vec<$type>) = (of(a), of(b)); )* };
    }
    buffers!(w8 Nim8, w16 Nim16, w32 Nim32, w64 Nim64, w128 Nim128);
    let (mut o8, mut o16, mut o32, mut o64, mut o128) = (
        w8.0.clone(),
        w16.0.clone(),
        w32.0.clone(),
        w64.0.clone(),
        w128.0.clone(),
    );
    table(
        "Slices of 4,096 products of each width, best level",
        a.len(),
        vec![
            one(&w8.0, &w8.1, &mut o8),
            one(&w16.0, &w16.1, &mut o16),
            one(&w32.0, &w32.1, &mut o32),
            one(&w64.0, &w64.1, &mut o64),
            one(&w128.0, &w128.1, &mut o128),
        ],
    );
}
