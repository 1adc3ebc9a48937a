//! Compares tables of f(m), the smallest winning take in k-fold dynamic subtraction, with plain
//! passes over an array of the same size. The methods run alternately, five times each, and the
//! benchmark reports the shortest time of each method. The benchmark also measures Schwenk's
//! numbers for heaps of a thousand digits. The benchmark prints Markdown tables. Run it with `cargo
//! bench -p grundy-theorems --bench dynamic`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use base::budget::Budget;
use dashu_int::UBig;
use theorems::OnlinePlayer;
use theorems::dynamic::{Player, SchwenkNumbers, TakeFactor, table};

const SIZE: u32 = 100_000_000;
const ROUNDS: usize = 5;
const FACTORS: [(u64, u64); 6] = [(1, 1), (3, 2), (2, 1), (3, 1), (10, 1), (1000, 1)];

fn main() {
    tables();
    println!();
    numbers();
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let made = black_box(work());
    (start.elapsed(), made)
}

fn tables() {
    println!(
        "| k | stack of walls, ns/entry | blocks, ns/entry | new array written, ns/entry | copy, ns/entry | xor, ns/entry |"
    );
    println!("|---|---|---|---|---|---|");
    let budget = Budget::generous();
    for (num, den) in FACTORS {
        let k = TakeFactor::new(num, den).expect("a factor");
        let mut best = [Duration::MAX; 5];
        for _ in 0..ROUNDS {
            let (walls, by_walls) = timed(|| table::by_walls(SIZE, k, &budget).expect("fits"));
            let (blocks, by_blocks) = timed(|| table::by_blocks(SIZE, k, &budget).expect("fits"));
            assert!(by_walls == by_blocks, "k = {num}/{den}");
            drop(by_walls);
            let (written, mut other) = timed(|| (0..=SIZE).collect::<Vec<u32>>());
            let (copy, ()) = timed(|| other.copy_from_slice(&by_blocks));
            let (xor, ()) = timed(|| other.iter_mut().for_each(|entry| *entry ^= 1));
            black_box(&other);
            for (best, time) in best.iter_mut().zip([walls, blocks, written, copy, xor]) {
                *best = time.min(*best);
            }
        }
        let [walls, blocks, written, copy, xor] =
            best.map(|time| time.as_secs_f64() * 1e9 / f64::from(SIZE));
        let k = if den == 1 {
            num.to_string()
        } else {
            format!("{num}/{den}")
        };
        println!("| {k} | {walls:.2} | **{blocks:.2}** | {written:.2} | {copy:.2} | {xor:.2} |");
    }
}

fn numbers() {
    println!(
        "| k | numbers below 10^1000 | built in, ms | all winning takes at one heap, µs | own move online, µs | reply online, µs |"
    );
    println!("|---|---|---|---|---|---|");
    let budget = Budget::generous();
    let size = UBig::from(10u8).pow(1000) - UBig::ONE;
    for (num, den) in FACTORS.into_iter().filter(|(num, _)| *num <= 10) {
        let k = TakeFactor::new(num, den).expect("a factor");
        let (made, numbers) = timed(|| SchwenkNumbers::up_to(k, &size, &budget).expect("fits"));
        let (takes, _) = timed(|| numbers.winning_takes(&size, &size));
        // Start play from the largest losing heap. After a take of 1, the greedy representation of
        // the rest of the heap has many parts.
        let heap = numbers.losing().last().expect("1 is one").clone();
        let mut player = Player::new(k, heap.clone(), heap, &budget).expect("fits");
        let (mut own, mut reply) = (Duration::ZERO, Duration::ZERO);
        const MOVES: u32 = 1000;
        player.play(&UBig::ONE).expect("legal");
        for _ in 0..MOVES {
            let (time, ()) = timed(|| match player.winning_move() {
                Some(made) => player.play(&made).expect("legal"),
                None => player.play(&UBig::ONE).expect("legal"),
            });
            own += time;
            let (time, ()) = timed(|| player.play(&UBig::ONE).expect("legal"));
            reply += time;
        }
        let k = if den == 1 {
            num.to_string()
        } else {
            format!("{num}/{den}")
        };
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        println!(
            "| {k} | {} | {:.1} | {:.0} | {:.2} | {:.2} |",
            numbers.losing().len(),
            micros(made) / 1e3,
            micros(takes),
            micros(own) / f64::from(MOVES),
            micros(reply) / f64::from(MOVES)
        );
    }
}
