//! Compares ways to fill a table in one run: a plain hand-written loop as in a programming contest,
//! the interpreter of programs, and generated code. Generated code runs on one thread, on one
//! thread with every access checked, and on all threads. The output is a Markdown table with ratios
//! to the plain loop; a value below 1 is faster than the loop. The results for small tables show
//! from which table size generating code saves time. Start it with `cargo bench -p grundy-jit`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use base::budget::Budget;
use engines::codegen;
use engines::dense::{CodeFold, DenseTable, EntryWidth, FillMethod, FillOrigin, TableBox};
use engines::prepared_table::PreparedTable;
use engines::program::MoveProgram;
use facts::facts;
use jit::Jit;
use rules::game::GameId;
use rules::world::World;

/// A table and the hand-written loop that fills it. The loop returns the value of one position and
/// the number of options.
struct Case {
    name: &'static str,
    game: &'static str,
    tops: &'static [i64],
    plain: fn(&[i64]) -> (u64, u64),
}

const CASES: [Case; 5] = [
    Case {
        name: "cutting 300×300",
        game: "cutting",
        tops: &[300, 300],
        plain: cutting,
    },
    Case {
        name: "cutting 1000×1000",
        game: "cutting",
        tops: &[1000, 1000],
        plain: cutting,
    },
    Case {
        name: "Kayles row 20,000",
        game: "kayles",
        tops: &[20_000],
        plain: kayles,
    },
    Case {
        name: "hyper knights 3000×3000",
        game: "hyperknight",
        tops: &[3000, 3000],
        plain: hyper_knight,
    },
    Case {
        name: "Wythoff values 1000×1000",
        game: "wythoff",
        tops: &[1000, 1000],
        plain: wythoff,
    },
];

/// The games of the comparison, each with boxes of growing size.
const GROWING_BOXES: [(&str, &[&[i64]]); 4] = [
    (
        "cutting",
        &[&[60, 60], &[90, 90], &[140, 140], &[200, 200], &[300, 300]],
    ),
    ("kayles", &[&[700], &[1000], &[1500], &[2000], &[3000]]),
    (
        "hyperknight",
        &[&[100, 100], &[150, 150], &[200, 200], &[300, 300]],
    ),
    ("wythoff", &[&[60, 60], &[90, 90], &[140, 140], &[200, 200]]),
];

/// For each value, a mark that shows whether an option of the current position has the value. The
/// mark of a value is the number of the last position with an option of this value.
struct Seen(Vec<u32>, u32);

impl Seen {
    fn new(values: usize) -> Seen {
        Seen(vec![0; values], 0)
    }

    fn next(&mut self) {
        self.1 += 1;
    }

    fn mark(&mut self, value: u32) {
        self.0[value as usize] = self.1;
    }

    fn mex(&self) -> u32 {
        self.0
            .iter()
            .position(|mark| *mark != self.1)
            .expect("some value is free") as u32
    }
}

/// Fills the table for every width and every height of at least 2, without using the symmetry of
/// width and height.
fn cutting(tops: &[i64]) -> (u64, u64) {
    let n = tops[0] as usize;
    let (mut g, mut seen, mut options) = (vec![vec![0u16; n + 1]; n + 1], Seen::new(1 << 16), 0u64);
    for w in 2..=n {
        for h in 2..=n {
            seen.next();
            for k in 2..=w.saturating_sub(2) {
                seen.mark(u32::from(g[k][h] ^ g[w - k][h]));
            }
            let row = &g[w];
            for k in 2..=h.saturating_sub(2) {
                seen.mark(u32::from(row[k] ^ row[h - k]));
            }
            options += (w.max(3) - 3 + h.max(3) - 3) as u64;
            g[w][h] = seen.mex() as u16;
        }
    }
    (g[n][tops[1] as usize].into(), options)
}

fn kayles(tops: &[i64]) -> (u64, u64) {
    let n = tops[0] as usize;
    let (mut g, mut seen, mut options) = (vec![0u8; n + 1], Seen::new(256), 0u64);
    for m in 1..=n {
        seen.next();
        for i in 0..m {
            seen.mark(u32::from(g[i] ^ g[m - 1 - i]));
        }
        for i in 0..m - 1 {
            seen.mark(u32::from(g[i] ^ g[m - 2 - i]));
        }
        options += 2 * m as u64 - 1;
        g[m] = seen.mex() as u8;
    }
    (g[n].into(), options)
}

/// Fills the table by diagonals, because a move may increase a coordinate. The table includes all
/// positions that can be reached from the corner of the box.
fn hyper_knight(tops: &[i64]) -> (u64, u64) {
    const STEPS: [(i64, i64); 6] = [(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)];
    let all = (tops[0] + tops[1]) as usize;
    let (mut g, mut options) = (vec![vec![0u8; all + 1]; all + 1], 0u64);
    for sum in 0..=all {
        for x in 0..=sum {
            let y = sum - x;
            let mut bits = 0u64;
            for (dx, dy) in STEPS {
                let (a, b) = (x as i64 + dx, y as i64 + dy);
                if a >= 0 && b >= 0 {
                    bits |= 1 << g[a as usize][b as usize];
                    options += 1;
                }
            }
            g[x][y] = (!bits).trailing_zeros() as u8;
        }
    }
    (g[tops[0] as usize][tops[1] as usize].into(), options)
}

fn wythoff(tops: &[i64]) -> (u64, u64) {
    let n = tops[0] as usize;
    let (mut g, mut seen, mut options) = (vec![vec![0u16; n + 1]; n + 1], Seen::new(1 << 16), 0u64);
    for a in 0..=n {
        for b in 0..=n {
            seen.next();
            for row in &g[..a] {
                seen.mark(row[b].into());
            }
            for value in &g[a][..b] {
                seen.mark((*value).into());
            }
            for k in 1..=a.min(b) {
                seen.mark(g[a - k][b - k].into());
            }
            options += (a + b + a.min(b)) as u64;
            g[a][b] = seen.mex() as u16;
        }
    }
    (g[n][tops[1] as usize].into(), options)
}

/// The minimum time of a few runs. The runs of different methods alternate, so that other load on
/// the machine affects all methods equally.
struct Best(Duration);

impl Best {
    fn run<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let made = black_box(work());
        self.0 = self.0.min(started.elapsed());
        made
    }
}

fn main() {
    // Flags that `cargo test --benches` and similar commands pass are ignored.
    let mut world = World::with_library();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let (one, tested, all) = (Jit::new(1), Jit::checked(1), Jit::new(threads));
    println!(
        "| table | options | plain loop, ns/option | interpreter | generated, 1 thread | every access tested \
        | generated, all threads | module | compile | code |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for case in CASES {
        let game = world
            .instantiate(case.game, vec![])
            .expect("it is in the library");
        let [
            mut plain,
            mut interpreted,
            mut single,
            mut slower,
            mut together,
            mut compile,
        ] = [const { Best(Duration::MAX) }; 6];
        let (value, options) = (case.plain)(case.tops);
        let module = module(&world, game, case.tops);
        for _ in 0..5 {
            plain.run(|| (case.plain)(case.tops));
            let check = |best: &mut Best, filler: FillMethod<'_>, way: FillOrigin| {
                let dense = best.run(|| filled(&world, game, case.tops, filler));
                let mut slots = case.tops.to_vec();
                world.rules(game).canonicalise(&mut slots);
                assert_eq!(
                    dense.value(&slots).and_then(|v| v.as_nimber()),
                    Some(value),
                    "{}",
                    case.name
                );
                assert_eq!(dense.filled(), way);
            };
            check(&mut interpreted, FillMethod::Program, FillOrigin::Program);
            check(
                &mut single,
                FillMethod::Generated(&one),
                FillOrigin::Generated,
            );
            check(
                &mut slower,
                FillMethod::Generated(&tested),
                FillOrigin::Generated,
            );
            check(
                &mut together,
                FillMethod::Generated(&all),
                FillOrigin::Generated,
            );
            assert!(compile.run(|| one.compile(&module).is_ok()));
        }
        let ratio = |best: &Best| best.0.as_secs_f64() / plain.0.as_secs_f64();
        println!(
            "| {} | {:.1} M | {:.2} | {:.2} | **{:.2}** | {:.2} | {:.2} | {} B | {:.1} ms | {} B |",
            case.name,
            options as f64 / 1e6,
            plain.0.as_secs_f64() * 1e9 / options as f64,
            ratio(&interpreted),
            ratio(&single),
            ratio(&slower),
            ratio(&together),
            module.bytes.len(),
            compile.0.as_secs_f64() * 1e3,
            one.compile(&module).map_or(0, |code| code.length()),
        );
    }
    small(&world, &one);
}

/// Compares the interpreter with generated code, including compilation, on small tables.
fn small(world: &World, machine: &Jit) {
    println!("\n| small table | options | interpreter, ms | generated, ms |\n|---|---|---|---|");
    let mut world = world.clone();
    for (name, sizes) in GROWING_BOXES {
        let game = world
            .instantiate(name, vec![])
            .expect("it is in the library");
        for tops in sizes {
            let [mut interpreted, mut generated] = [const { Best(Duration::MAX) }; 2];
            let mut options = 0;
            for _ in 0..9 {
                options = interpreted
                    .run(|| filled(&world, game, tops, FillMethod::Program))
                    .stats()
                    .options;
                let dense =
                    generated.run(|| filled(&world, game, tops, FillMethod::Generated(machine)));
                assert_eq!(dense.filled(), FillOrigin::Generated);
            }
            let ms = |best: &Best| best.0.as_secs_f64() * 1e3;
            println!(
                "| {name} {tops:?} | {:.2} M | {:.2} | {:.2} |",
                options as f64 / 1e6,
                ms(&interpreted),
                ms(&generated)
            );
        }
    }
}

fn space(world: &World, game: GameId, tops: &[i64]) -> TableBox {
    let facts = facts(
        world
            .rules(game)
            .game()
            .expect("it is written in the language"),
        game,
        &Budget::generous(),
    )
    .expect("no limit");
    TableBox::around(world, game, &facts, tops, &Budget::generous()).expect("it is small")
}

fn filled(world: &World, game: GameId, tops: &[i64], filler: FillMethod<'_>) -> DenseTable {
    DenseTable::fill(
        world,
        game,
        &PreparedTable::new(space(world, game, tops)),
        filler,
        &Budget::generous(),
    )
    .expect("it is filled")
}

fn module(world: &World, game: GameId, tops: &[i64]) -> codegen::WasmModule {
    let space = space(world, game, tops);
    let program = MoveProgram::new(
        world
            .rules(game)
            .game()
            .expect("it is written in the language"),
        game,
        &space.ranges(),
    );
    codegen::module(
        &program.expect("it is a program"),
        &space,
        EntryWidth::One,
        CodeFold::Mex,
        1,
    )
    .expect("it is generated")
}
