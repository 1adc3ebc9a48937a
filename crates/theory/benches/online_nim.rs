//! What a move of the online player of Nim costs, for more and more heaps: `cargo bench -p theory --bench online_nim`. Prints a
//! markdown table; the player answers random moves of the opponent. Beside it the plain way, O(k): nim-sum and search anew at
//! every move.

use std::time::Instant;

use fastrand::Rng;
use theory::closed::{Online, Take, nim};

const MOVES: usize = 100_000;

fn main() {
    println!("| heaps | preparation | online, ns/move | worst of {MOVES} moves | anew at every move, ns/move |");
    println!("|---|---|---|---|---|");
    for exponent in 3..=6 {
        let heaps = 10usize.pow(exponent);
        let mut rng = Rng::with_seed(u64::from(exponent));
        let sizes: Vec<u64> = (0..heaps).map(|_| rng.u64(..1 << 60)).collect();

        let begin = Instant::now();
        let mut player = nim::player(&sizes);
        let preparation = begin.elapsed();

        let (mut total, mut worst, mut made) = (0, 0, 0);
        while made < MOVES {
            // The opponent's move is not counted, except that the player must take note of it.
            let reply = random_move(player.piles(), &mut rng);
            let begin = Instant::now();
            if let Some(reply) = reply {
                player.play(&reply).expect("the move is legal");
            }
            let Some(own) = player.winning_move() else {
                // By chance the opponent played well, or the play is over.
                if reply.is_none() {
                    player = nim::player(&sizes);
                }
                continue;
            };
            player.play(&own).expect("the move is legal");
            let took = begin.elapsed().as_nanos();
            (total, worst, made) = (total + took, worst.max(took), made + 1);
        }

        let again = (20_000_000 / heaps).clamp(5, 10_000);
        let mut sizes = sizes;
        let begin = Instant::now();
        for _ in 0..again {
            if let Some(Take { pile, amount }) = nim::winning_move(&sizes).or_else(|| random_move(&sizes, &mut rng)) {
                sizes[pile] -= amount;
            }
        }
        let anew = begin.elapsed().as_nanos() / again as u128;
        println!(
            "| 10^{exponent} | {:.1} ms | {} | {:.1} µs | {anew} |",
            preparation.as_secs_f64() * 1e3,
            total / MOVES as u128,
            worst as f64 / 1e3
        );
    }
}

/// A random amount from a random heap that is not empty, if one is met soon.
fn random_move(sizes: &[u64], rng: &mut Rng) -> Option<Take> {
    let mut tries = (0..1000).map(|_| rng.usize(..sizes.len()));
    let pile = tries.find(|&pile| sizes[pile] > 0)?;
    Some(Take { pile, amount: rng.u64(1..=sizes[pile]) })
}
