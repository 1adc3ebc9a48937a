//! Measures the cost of a move of the online player of Nim for growing numbers of heaps: `cargo
//! bench -p grundy-theorems --bench online_nim`. The benchmark prints a Markdown table; the player
//! answers random moves of the opponent. The bound O(log max) counts list entries. The time also
//! includes cache misses. To measure cache misses separately, the benchmark changes one random
//! entry in a list with one entry for each heap. The simple method, which computes the nim-sum and
//! searches all k heaps at every move, is measured too.

use std::hint::black_box;
use std::time::Instant;

use fastrand::Rng;
use theorems::{OnlinePlayer, PileTake, nim};

const MOVES: usize = 100_000;
const REPETITIONS: u64 = 5;

fn main() {
    println!(
        "| heaps | preparation | entries a move, mean | online, ns/move | one random change, ns | recomputed at every move, ns/move |"
    );
    println!("|---|---|---|---|---|---|");
    for exponent in 3..=6 {
        let heaps = 10usize.pow(exponent);
        let mut rng = Rng::with_seed(u64::from(exponent));
        let sizes: Vec<u64> = (0..heaps).map(|_| rng.u64(..1 << 60)).collect();
        let [mut preparation, mut online, mut change, mut anew] = [u128::MAX; 4];
        let mut entries = 0;
        for seed in 0..REPETITIONS {
            let begin = Instant::now();
            black_box(nim::player(&sizes));
            preparation = preparation.min(begin.elapsed().as_micros());
            let (time, looked) = play(&sizes, &mut Rng::with_seed(seed));
            (online, entries) = (online.min(time), looked);
            change = change.min(random_change(&sizes, &mut Rng::with_seed(seed)));
            anew = anew.min(play_anew(&sizes, &mut Rng::with_seed(seed)));
        }
        let (hundredths, preparation) = (entries * 100 / MOVES as u64, preparation as f64 / 1e3);
        let (whole, part) = (hundredths / 100, hundredths % 100);
        println!(
            "| 10^{exponent} | {preparation:.1} ms | {whole}.{part:02} | {online} | {change} | {anew} |"
        );
    }
}

/// Answers random moves of the opponent. Returns the nanoseconds per move, and the total number of
/// list entries that the player added or visited.
fn play(sizes: &[u64], rng: &mut Rng) -> (u128, u64) {
    let mut player = nim::player(sizes);
    let (mut total, mut entries, mut made) = (0, 0, 0);
    let mut until = 0;
    while made < MOVES {
        // Start a new game before the heaps become small, so that heap sizes are comparable for any
        // number of heaps.
        if made == until {
            player = nim::player(sizes);
            until += sizes.len() / 4;
        }
        let Some(reply) = random_move(player.piles(), rng) else {
            continue;
        };
        // The time for an answer includes registering the opponent's move.
        let (begin, before) = (Instant::now(), player.work());
        player.play(&reply).expect("the move is legal");
        let Some(own) = player.winning_move() else {
            continue;
        };
        player.play(&own).expect("the move is legal");
        total += begin.elapsed().as_nanos();
        entries += player.work() - before;
        made += 1;
    }
    (total / MOVES as u128, entries)
}

/// Returns nanoseconds for one change at a random index.
fn random_change(sizes: &[u64], rng: &mut Rng) -> u128 {
    let (mut sizes, mut at) = (sizes.to_vec(), 0);
    let begin = Instant::now();
    for _ in 0..MOVES {
        // The next index depends on the value read last, so that reads cannot overlap.
        at = (rng.usize(..) ^ sizes[at] as usize) % sizes.len();
        sizes[at] ^= 1;
    }
    black_box(&sizes);
    begin.elapsed().as_nanos() / MOVES as u128
}

/// Returns nanoseconds per move if all heaps are searched at every move.
fn play_anew(sizes: &[u64], rng: &mut Rng) -> u128 {
    let mut sizes = sizes.to_vec();
    let moves = (2_000_000 / sizes.len()).clamp(5, 1000);
    let mut total = 0;
    for _ in 0..moves {
        if let Some(PileTake { pile, amount }) = random_move(&sizes, rng) {
            sizes[pile] -= amount;
        }
        let begin = Instant::now();
        let own = nim::winning_move(&sizes);
        total += begin.elapsed().as_nanos();
        if let Some(PileTake { pile, amount }) = own {
            sizes[pile] -= amount;
        }
    }
    total / moves as u128
}

/// Returns a random amount from a random heap that is not empty, or `None` if none is found within
/// 1000 tries.
fn random_move(sizes: &[u64], rng: &mut Rng) -> Option<PileTake> {
    let mut tries = (0..1000).map(|_| rng.usize(..sizes.len()));
    let pile = tries.find(|&pile| sizes[pile] > 0)?;
    Some(PileTake {
        pile,
        amount: rng.u64(1..=sizes[pile]),
    })
}
