//! Coin turning games and nim-products, whose values have closed forms. The values of boards follow
//! by the Tartan theorem.

use std::collections::HashSet;
use std::fmt::Write;

use base::text;
use fastrand::Rng;
use theorems::coins::{CoinGame, LineGame, ProductGame, RowColumnGame};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "nimmul",
        aliases: &[],
        title: ("Nim multiplication", "Nim 乘法"),
        source: "Conway 1976; each line contains x and y",
        method: "nim-product by halves (Karatsuba) down to a table",
        sample: include_str!("../../samples/nimmul.txt"),
        solve: products,
        brute: products_brute,
        make: make_products,
        small: 20,
    },
    Problem {
        name: "coins2d",
        aliases: &[],
        title: ("Coin turning on a board, I and II", "翻硬币游戏 I、II"),
        source: "two coins of a row or column, or four corners of a rectangle",
        method: "nim-sum (I), nim-product by the Tartan theorem (II) of the coordinates",
        sample: include_str!("../../samples/coins2d.txt"),
        solve: boards,
        brute: boards_brute,
        make: make_boards,
        small: 4,
    },
    Problem {
        name: "poj3533",
        aliases: &[],
        title: ("Light Switching Game", "开关灯游戏"),
        source: "POJ 3533",
        method: "Tartan theorem: nim-product of the three coordinates",
        sample: include_str!("../../samples/poj3533.txt"),
        solve: lamps,
        brute: lamps_brute,
        make: make_lamps,
        small: 3,
    },
    Problem {
        name: "ruler",
        aliases: &[],
        title: ("Ruler", "标尺游戏"),
        source: "coins 1 to n; a move turns a block that ends in a head",
        method: "closed form: the largest power of two that divides the number of the coin",
        sample: include_str!("../../samples/ruler.txt"),
        solve: ruler,
        brute: ruler_brute,
        make: make_ruler,
        small: 9,
    },
];

fn read_factors(input: &mut InputReader<'_>, most: u64) -> Result<(u64, u64), JudgeError> {
    let x = input.number(text!("a factor", "一个因数"), 0..=most)?;
    Ok((x, input.number(text!("a factor", "一个因数"), 0..=most)?))
}

fn products(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        input.budget.tick()?;
        let (x, y) = read_factors(input, u64::MAX)?;
        let _ = writeln!(out, "{}", nimber::product(x, y));
    }
    Ok(())
}

/// Computes x ⊗ y = mex of (a ⊗ y) ⊕ (x ⊗ b) ⊕ (a ⊗ b) over a < x and b < y.
fn products_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    const SIZE: usize = 24;
    let mut table = vec![[0; SIZE]; SIZE];
    for x in 0..SIZE {
        for y in 0..SIZE {
            input.budget.tick()?;
            let below = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
            table[x][y] = nimber::mex(below.map(|(a, b)| table[a][y] ^ table[x][b] ^ table[a][b]));
        }
    }
    while !input.at_end() {
        let (x, y) = read_factors(input, SIZE as u64 - 1)?;
        let _ = writeln!(out, "{}", table[x as usize][y as usize]);
    }
    Ok(())
}

fn make_products(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    (0..rng.u64(1..=10)).for_each(|_| write_row(&mut text, [rng.u64(0..=size), rng.u64(0..=size)]));
    text
}

/// The coins that show heads, as listed in the input. A coin that is listed twice shows tails
/// again.
type Heads = Vec<Vec<u64>>;

/// Reads a line `kind R C k` and the k heads.
fn read_board(input: &mut InputReader<'_>, most: u64) -> Result<(u8, u64, u64, Heads), JudgeError> {
    let budget = input.budget;
    let kind = input.number(text!("the kind of the game", "游戏种类"), 1..=2u8)?;
    let rows = input.number(text!("the number of rows", "行数"), 1..=most)?;
    let columns = input.number(text!("the number of columns", "列数"), 1..=most)?;
    let count = input.number(
        text!("the number of heads", "正面朝上的硬币数"),
        0..=100_000_000u64,
    )?;
    let mut heads = Vec::new();
    for _ in 0..count {
        budget.tick()?;
        // Each head allocates a small list in addition to its entry.
        let held = heads.len() as u64 * 32;
        budget.make_room(&mut heads, 1, held)?;
        let x = input.number(
            text!("the row of a coin that shows heads", "正面朝上的硬币所在行"),
            0..=rows - 1,
        )?;
        heads.push(vec![
            x,
            input.number(
                text!(
                    "the column of a coin that shows heads",
                    "正面朝上的硬币所在列"
                ),
                0..=columns - 1,
            )?,
        ]);
    }
    Ok((kind, rows, columns, heads))
}

fn boards(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let (lines, corners) = (
        RowColumnGame { dimensions: 2 },
        ProductGame::new(vec![LineGame::Twins; 2]),
    );
    for _ in 0..input.cases()? {
        let (kind, _, _, heads) = read_board(input, 1 << 63)?;
        let value = |head: &Vec<u64>| {
            if kind == 1 {
                lines.value(head)
            } else {
                corners.value(head)
            }
        };
        let mut sum = 0;
        for head in &heads {
            input.budget.tick()?;
            sum ^= value(head);
        }
        write_either(out, sum != 0, "First", "Second");
    }
    input.end()?;
    Ok(())
}

/// Returns the heads of a board as bits, row by row.
fn bits(heads: &Heads, columns: u64) -> u64 {
    heads
        .iter()
        .fold(0, |bits, head| bits ^ 1 << (head[0] * columns + head[1]))
}

fn boards_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    for _ in 0..input.cases()? {
        let (kind, rows, columns, heads) = read_board(input, 7)?;
        let cell = |x: u64, y: u64| 1u64 << (x * columns + y);
        let flips = |x: u64, y: u64| -> Vec<u64> {
            if kind == 1 {
                (0..x)
                    .map(|a| cell(a, y))
                    .chain((0..y).map(|b| cell(x, b)))
                    .map(|other| other | cell(x, y))
                    .collect()
            } else {
                let corners = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
                corners
                    .map(|(a, b)| cell(x, y) | cell(a, y) | cell(x, b) | cell(a, b))
                    .collect()
            }
        };
        let mut brute = ReferenceSearch::normal(
            |&heads: &u64| {
                let cells = (0..rows)
                    .flat_map(|x| (0..columns).map(move |y| (x, y)))
                    .filter(|&(x, y)| heads & cell(x, y) != 0);
                cells
                    .flat_map(|(x, y)| flips(x, y))
                    .map(|flip| heads ^ flip)
                    .collect()
            },
            input.budget,
        );
        write_either(
            out,
            brute.mover_wins(&bits(&heads, columns))?,
            "First",
            "Second",
        );
    }
    input.end()?;
    Ok(())
}

fn make_boards(rng: &mut Rng, size: u64) -> String {
    let size = size.min(1 << 32);
    let mut text = String::new();
    let cases = rng.u64(1..=3);
    let _ = writeln!(text, "{cases}");
    for _ in 0..cases {
        // Boards for brute force have few cells.
        let (rows, columns) = (
            rng.u64(1..=size),
            rng.u64(1..=if size <= 4 { size.min(3) } else { size }),
        );
        let mut cells: Vec<[u64; 2]> = (0..rng.u64(0..=size.min(1000) * 2))
            .map(|_| [rng.u64(0..rows), rng.u64(0..columns)])
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let _ = writeln!(text, "{} {rows} {columns} {}", rng.u8(1..=2), cells.len());
        cells.iter().for_each(|cell| write_row(&mut text, cell));
    }
    text
}

/// Reads a case: the number of lamps n, and then n lamps.
fn read_lamps(input: &mut InputReader<'_>, most: u64) -> Result<Heads, JudgeError> {
    let budget = input.budget;
    let count = input.number(text!("the number of lamps", "灯数"), 0..=100_000_000u64)?;
    let mut lamps = Vec::new();
    for _ in 0..count {
        budget.tick()?;
        let held = lamps.len() as u64 * 32;
        budget.make_room(&mut lamps, 1, held)?;
        let mut lamp = Vec::with_capacity(3);
        for _ in 0..3 {
            lamp.push(input.number(text!("a coordinate", "一个坐标"), 1..=most)?);
        }
        lamps.push(lamp);
    }
    Ok(lamps)
}

fn lamps(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let game = ProductGame::new(vec![LineGame::Turtles; 3]);
    while !input.at_end() {
        let lamps = read_lamps(input, u64::MAX)?;
        write_either(
            out,
            lamps.iter().fold(0, |sum, lamp| sum ^ game.value(lamp)) != 0,
            "No",
            "Yes",
        );
    }
    Ok(())
}

/// Solves the game on the lamps themselves. If corners of a box coincide, the lamp at these corners
/// is switched once.
fn lamps_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    const SIZE: u64 = 3;
    let number = |x: u64, y: u64, z: u64| ((x - 1) * SIZE + y - 1) * SIZE + z - 1;
    let mut brute = ReferenceSearch::normal(
        |&lit: &u64| {
            let mut options = Vec::new();
            let all = || {
                (1..=SIZE)
                    .flat_map(|x| (1..=SIZE).flat_map(move |y| (1..=SIZE).map(move |z| (x, y, z))))
            };
            for (x, y, z) in all().filter(|&(x, y, z)| lit >> number(x, y, z) & 1 == 1) {
                for (a, b, c) in all().filter(|&(a, b, c)| a <= x && b <= y && c <= z) {
                    let corners: HashSet<u64> = [a, x]
                        .into_iter()
                        .flat_map(|i| [b, y].map(|j| (i, j)))
                        .flat_map(|(i, j)| [c, z].map(|k| number(i, j, k)))
                        .collect();
                    options.push(
                        corners
                            .into_iter()
                            .fold(lit, |lit, corner| lit ^ 1 << corner),
                    );
                }
            }
            options
        },
        input.budget,
    );
    while !input.at_end() {
        let lamps = read_lamps(input, SIZE)?;
        let lit = lamps
            .iter()
            .fold(0, |lit, lamp| lit ^ 1 << number(lamp[0], lamp[1], lamp[2]));
        write_either(out, brute.mover_wins(&lit)?, "No", "Yes");
    }
    Ok(())
}

/// Generates cases of lamps. For small sizes, which brute force solves, two of the three
/// coordinates are at most 2, so that few lamps can be lit at once.
fn make_lamps(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        let most: Vec<u64> = (0..3)
            .map(|axis| {
                if axis == 0 || size > 3 {
                    size
                } else {
                    size.min(2)
                }
            })
            .collect();
        let mut lamps: Vec<[u64; 3]> = (0..rng.u64(1..=size.min(1000) + 3))
            .map(|_| [0, 1, 2].map(|axis| rng.u64(1..=most[axis])))
            .collect();
        lamps.sort_unstable();
        lamps.dedup();
        let _ = writeln!(text, "{}", lamps.len());
        lamps.iter().for_each(|lamp| write_row(&mut text, lamp));
    }
    text
}

/// Reads a line `n k h1..hk`: the number of coins, and the coins among 1..=n that show heads.
fn read_ruler(input: &mut InputReader<'_>, most: u64) -> Result<(u64, u64), JudgeError> {
    let coins = input.number(text!("the number of coins", "硬币数"), 0..=most)?;
    let count = input.number(
        text!("the number of heads", "正面朝上的硬币数"),
        0..=100_000_000u64,
    )?;
    Ok((coins, count))
}

fn ruler(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    while !input.at_end() {
        let (coins, count) = read_ruler(input, u64::MAX)?;
        let mut sum = 0;
        for _ in 0..count {
            input.budget.tick()?;
            sum ^= LineGame::Ruler.value(input.number(
                text!(
                    "the number of a coin that shows heads",
                    "正面朝上的硬币的编号"
                ),
                1..=coins,
            )?);
        }
        write_either(out, sum != 0, "First", "Second");
    }
    Ok(())
}

fn ruler_brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let mut brute = ReferenceSearch::normal(
        |&heads: &u64| {
            let places = (0..64).filter(|place| heads >> place & 1 == 1);
            // A move turns the block of coins from `first` to the head, both inclusive.
            places
                .flat_map(|place| {
                    (0..=place)
                        .map(move |first| heads ^ (((2 << place) - 1) & !((1u64 << first) - 1)))
                })
                .collect()
        },
        input.budget,
    );
    while !input.at_end() {
        let (coins, count) = read_ruler(input, 20)?;
        let mut heads = 0;
        for _ in 0..count {
            heads ^= 1
                << (input.number(
                    text!(
                        "the number of a coin that shows heads",
                        "正面朝上的硬币的编号"
                    ),
                    1..=coins,
                )? - 1);
        }
        write_either(out, brute.mover_wins(&heads)?, "First", "Second");
    }
    Ok(())
}

fn make_ruler(rng: &mut Rng, size: u64) -> String {
    let mut text = String::new();
    for _ in 0..rng.u64(1..=4) {
        let mut heads: Vec<u64> = (0..rng.u64(0..=size.min(1000)))
            .map(|_| rng.u64(1..=size))
            .collect();
        heads.sort_unstable();
        heads.dedup();
        write_row(
            &mut text,
            [size, heads.len() as u64].into_iter().chain(heads),
        );
    }
    text
}
