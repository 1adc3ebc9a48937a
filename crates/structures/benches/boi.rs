//! Benchmarks the BOI Game on large boards: the outcome, the player's table, levels and bytes. The
//! command is `cargo bench -p grundy-structures --bench boi`. Prints Markdown tables with the
//! minimum time of five runs. The column "Bytes" counts the memory of the board, its distances, the
//! cones and the tables together.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::budget::Budget;
use fastrand::Rng;
use structures::boi::board::{BoiBoard, BoiPosition};
use structures::boi::generator::PoolBoardLayout;
use structures::boi::levels::{LevelSizes, RaceLevels, TableRetention};
use structures::boi::player::BoiPlayer;
use structures::boi::race::{DistanceVerdict, RaceBoard};
use sweep::sweep;
use theorems::OnlinePlayer;

#[path = "../tests/boi/arcs.rs"]
#[allow(dead_code, reason = "the tests also look for violations")]
mod arcs;
#[path = "../tests/boi/sweep.rs"]
mod sweep;

const ROUNDS: usize = 5;
const N: usize = 300;

fn main() {
    println!(
        "| board | d | widest level | pairs | by levels, ms | MiB | by arcs, ms | arcs | player's table, ms | MiB | slowest move, µs |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, text) in boards() {
        measure(&name, &text);
    }
    println!();
    println!("| any close position of | most pairs | player's table, ms | MiB |");
    println!("|---|---|---|---|");
    for (name, text) in boards() {
        if read(&text).length().is_multiple_of(2) {
            anywhere(&name, &text);
        }
    }
    println!();
    println!(
        "| n | side of a pool | pools in a half | \\|LA_i\\| | of n^1.5 | Σ\\|LA_i\\|\\|LA_(d-i)\\| | of n^3 | of n^3.5 | by levels, ms | arcs | by arcs, ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for n in [50, 100, 150, 200, 250, 300, 600, 1200, 2400] {
        grow(n);
    }
}

fn boards() -> Vec<(String, String)> {
    let open = |walls: u32, b: (usize, usize)| {
        let mut rng = Rng::with_seed(u64::from(walls));
        let mut rows: Vec<Vec<u8>> = (0..N)
            .map(|_| {
                (0..N)
                    .map(|_| if rng.u32(..100) < walls { b'#' } else { b'.' })
                    .collect()
            })
            .collect();
        (rows[0][0], rows[b.0][b.1]) = (b'A', b'B');
        text(rows)
    };
    let mut list = vec![
        ("open, corners".to_owned(), open(0, (N - 1, N - 1))),
        ("open, odd distance".to_owned(), open(0, (1, N - 2))),
    ];
    for walls in [2, 10, 20, 30] {
        list.push((format!("{walls} % walls"), open(walls, (N - 1, N - 1))));
    }
    list.push(("one way, winding".to_owned(), winding()));
    list.push(("maze with 5 % holes".to_owned(), maze()));
    list.push(("ring".to_owned(), ring()));
    list.push((
        "pools and pipes".to_owned(),
        PoolBoardLayout::largest(N).expect("a layout").text(),
    ));
    list
}

fn text(rows: Vec<Vec<u8>>) -> String {
    rows.into_iter()
        .map(|row| String::from_utf8(row).expect("letters") + "\n")
        .collect()
}

/// Returns a board with one corridor, which fills every second row and changes direction from row
/// to row.
fn winding() -> String {
    let mut rows = vec![vec![b'#'; N]; N];
    for (y, row) in rows.iter_mut().enumerate().take(N - 1) {
        match y % 4 {
            0 | 2 => row.fill(b'.'),
            1 => row[N - 1] = b'.',
            _ => row[0] = b'.',
        }
    }
    (rows[0][0], rows[N - 2][0]) = (b'A', b'B');
    text(rows)
}

/// Returns a random tree of corridors with one in twenty walls removed.
fn maze() -> String {
    let mut rng = Rng::with_seed(8);
    let mut rows = vec![vec![b'#'; N]; N];
    let rooms = N / 2;
    let mut walk = vec![(0usize, 0usize)];
    rows[0][0] = b'.';
    while let Some(&(y, x)) = walk.last() {
        let beside = [
            (y.wrapping_sub(1), x),
            (y + 1, x),
            (y, x.wrapping_sub(1)),
            (y, x + 1),
        ];
        let fresh: Vec<(usize, usize)> = beside
            .into_iter()
            .filter(|&(y, x)| y < rooms && x < rooms && rows[2 * y][2 * x] == b'#')
            .collect();
        match rng.choice(fresh) {
            None => drop(walk.pop()),
            Some((next, across)) => {
                rows[2 * next][2 * across] = b'.';
                rows[y + next][x + across] = b'.';
                walk.push((next, across));
            }
        }
    }
    for cell in rows.iter_mut().flatten().filter(|cell| **cell == b'#') {
        if rng.u32(..20) == 0 {
            *cell = b'.';
        }
    }
    (rows[0][0], rows[2 * rooms - 2][2 * rooms - 2]) = (b'A', b'B');
    text(rows)
}

/// Returns a frame of open cells around a block, with starts on opposite sides.
fn ring() -> String {
    let inner = N / 4..N - N / 4;
    let mut rows: Vec<Vec<u8>> = (0..N)
        .map(|y| {
            (0..N)
                .map(|x| {
                    if inner.contains(&y) && inner.contains(&x) {
                        b'#'
                    } else {
                        b'.'
                    }
                })
                .collect()
        })
        .collect();
    (rows[0][N / 2 - 1], rows[N - 1][N / 2]) = (b'A', b'B');
    text(rows)
}

fn least<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let made = black_box(work());
        let time = begin.elapsed();
        if best.as_ref().is_none_or(|best| time < best.0) {
            best = Some((time, made));
        }
    }
    best.expect("a round")
}

/// Measures races from random starts near each other, and reports the slowest race and the race
/// with the most levels.
fn anywhere(name: &str, text: &str) {
    let race = read(text);
    let mut rng = Rng::with_seed(9);
    let cells = race.board().cells() as u32;
    let (mut slowest, mut bytes, mut pairs, mut found) = (Duration::ZERO, 0, 0, 0);
    while found < 100 {
        let a = rng.u32(..cells);
        let near: Vec<u32> = (0..cells)
            .filter(|&b| {
                let position = BoiPosition {
                    turn: 0,
                    at: [a, b],
                };
                race.admits(position) && race.verdict(position) == DistanceVerdict::Close
            })
            .collect();
        let Some(b) = rng.choice(near) else { continue };
        let begin = Instant::now();
        let levels = RaceLevels::solve(
            &race,
            BoiPosition {
                turn: 0,
                at: [a, b],
            },
            TableRetention::All,
            &Budget::generous(),
        )
        .expect("a generous budget");
        slowest = slowest.max(begin.elapsed());
        bytes = bytes.max(levels.sizes().bytes);
        pairs = pairs.max(levels.sizes().pairs);
        found += 1;
    }
    println!(
        "| {name} | {pairs} | {:.1} | {:.2} |",
        slowest.as_secs_f64() * 1e3,
        mebibytes(text, &race, bytes)
    );
}

/// Returns the total size of the text, the board, its distances and the levels in mebibytes; the
/// levels have `levels` bytes.
fn mebibytes(text: &str, race: &RaceBoard, levels: u64) -> f64 {
    (text.len() as u64 + 9 * race.board().cells() as u64 + levels) as f64 / (1 << 20) as f64
}

fn solve(race: &RaceBoard, keep: TableRetention) -> (bool, LevelSizes) {
    match race.verdict(race.board().start()) {
        DistanceVerdict::Close => {
            let levels = RaceLevels::solve(race, race.board().start(), keep, &Budget::generous())
                .expect("a generous budget");
            (levels.wins(), levels.sizes())
        }
        verdict => (verdict == DistanceVerdict::Won, LevelSizes::default()),
    }
}

fn read(text: &str) -> RaceBoard {
    RaceBoard::new(BoiBoard::read(text).expect("a board")).expect("a way")
}

fn measure(name: &str, text: &str) {
    let milli = |time: Duration| time.as_secs_f64() * 1e3;
    let (time, (race, (wins, sizes))) = least(|| {
        let race = read(text);
        let found = solve(&race, TableRetention::Nothing);
        (race, found)
    });
    let (table_time, (_, table)) = least(|| solve(&race, TableRetention::All));
    let (arcs_time, swept) =
        least(|| sweep(&read(text), &Budget::generous()).expect("a generous budget"));
    assert_eq!(swept.wins, wins);
    let slowest = play(&race);
    println!(
        "| {name}: {} wins | {} | {} | {} | {:.1} | {:.2} | {:.1} | {} | {:.1} | {:.2} | {:.1} |",
        if wins { 'A' } else { 'B' },
        race.length(),
        sizes.widest,
        sizes.pairs,
        milli(time),
        mebibytes(text, &race, sizes.bytes),
        milli(arcs_time),
        swept.arcs,
        milli(table_time),
        mebibytes(text, &race, table.bytes),
        slowest.as_secs_f64() * 1e6
    );
}

/// Plays a game against an opponent who makes random moves along shortest paths and one step aside;
/// returns the time of the slowest answer.
fn play(race: &RaceBoard) -> Duration {
    let race = Arc::new(race.clone());
    let mut rng = Rng::with_seed(1);
    let mut player = BoiPlayer::new(race.clone(), race.board().start(), &Budget::generous())
        .expect("a generous budget");
    let mut own = player.winning_move().is_some();
    let (mut slowest, mut moves, mut steps) = (Duration::ZERO, Vec::new(), 0);
    while player.any_move().is_some() {
        let position = player.position();
        let to = if own {
            let begin = Instant::now();
            player
                .prepare(&Budget::generous())
                .expect("a generous budget");
            let found = player.winning_move().expect("the player wins");
            slowest = slowest.max(begin.elapsed());
            found
        } else {
            race.board().moves(position, &mut moves);
            rng.shuffle(&mut moves);
            let best = moves
                .iter()
                .copied()
                .min_by_key(|&to| race.distance_to_target(position.turn, to))
                .expect("a move");
            if steps > race.length() && rng.u32(..50) == 0 {
                moves[0]
            } else {
                best
            }
        };
        player.play(&to).expect("a legal move");
        own = !own;
        steps += 1;
    }
    assert!(!own, "the player has won");
    slowest
}

fn grow(n: usize) {
    let layout = PoolBoardLayout::largest(n).expect("a layout");
    let race = RaceBoard::new(layout.board()).expect("a way");
    let mut sizes = vec![0u64; race.length() as usize + 1];
    for cell in (0..race.board().cells() as u32).filter(|&cell| race.board().is_white(cell)) {
        sizes[race.distance_to_target(1, cell) as usize] += 1;
    }
    let widest = sizes.iter().max().expect("a level");
    let pairs: u64 = (0..=sizes.len() / 2)
        .map(|i| sizes[i] * sizes[sizes.len() - 1 - i])
        .sum();
    let (levels_time, (wins, _)) = least(|| solve(&race, TableRetention::Nothing));
    let (arcs_time, swept) =
        least(|| sweep(&race, &Budget::generous()).expect("a generous budget"));
    assert_eq!(swept.wins, wins);
    let n = n as f64;
    println!(
        "| {n} | {} | {} | {widest} | {:.3} | {pairs} | {:.3} | {:.4} | {:.1} | {} | {:.1} |",
        layout.side,
        layout.pools(),
        *widest as f64 / n.powf(1.5),
        pairs as f64 / n.powi(3),
        pairs as f64 / n.powf(3.5),
        levels_time.as_secs_f64() * 1e3,
        swept.arcs,
        arcs_time.as_secs_f64() * 1e3
    );
}
