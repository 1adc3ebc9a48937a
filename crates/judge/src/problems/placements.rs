//! Placements of pieces on a row of squares, counted by outcome. In P5363 (Georgia and Bob), coins
//! are shifted to the left. In P2490 (Moore's Nim), white and black pieces approach each other. In
//! both games, every second gap, starting with the last gap between pieces, is a heap, and the
//! other gaps do not affect the outcome. With m pieces, ⌈m/2⌉ gaps are heaps, and the free squares
//! outside the heaps are in ⌊m/2⌋ + 1 other gaps. A placement is lost if, for each binary digit,
//! the number of heaps with the digit 1 is a multiple of b. The base b is 2 if a move changes one
//! piece, and d + 1 if up to d pieces may move.
//!
//! Let F(s) be the number of lost rows of g heaps whose sum is s. Then F(0) = 1 and F(s) = Σ C(g,
//! c)·F((s - c)/2), where c is the number of odd heaps. The sum for F(s) is over the multiples c of
//! b for which s - c is even. Computing F for all sums up to s takes O(s·g/b) steps.

use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::text;
use fastrand::Rng;
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "p5363",
        aliases: &[],
        title: (
            "Moving coins: winning placements",
            "移动金币：先手必胜的布局数",
        ),
        source: "Luogu P5363, SDOI 2019",
        method: "gaps between adjacent coins, staircase; losing placements counted by binary digits",
        sample: include_str!("../../samples/p5363.txt"),
        solve: |input, out| {
            let CoinInput { squares, coins } = read_coins(input)?;
            write_count(
                out,
                PlacementCount {
                    squares,
                    pieces: coins,
                    base: 2,
                    modulus: 1_000_000_009,
                },
                input.budget,
            )
        },
        brute: |input, out| {
            let CoinInput { squares, coins } = read_coins(input)?;
            let mut search =
                ReferenceSearch::normal(|cells: &Vec<u64>| shifts(cells), input.budget);
            each_placement(out, squares, coins, |cells| search.mover_wins(cells))
        },
        make: make_coins,
        small: 9,
    },
    Problem {
        name: "p2490",
        aliases: &[],
        title: (
            "Black and white chess: winning placements",
            "黑白棋：先手必胜的布局数",
        ),
        source: "Luogu P2490, SDOI 2011",
        method: "Moore's Nim on the gaps; losing placements counted by binary digits",
        sample: include_str!("../../samples/p2490.txt"),
        solve: |input, out| {
            let ChessInput {
                squares,
                pieces,
                most,
            } = read_chess(input)?;
            write_count(
                out,
                PlacementCount {
                    squares,
                    pieces,
                    base: most + 1,
                    modulus: 1_000_000_007,
                },
                input.budget,
            )
        },
        brute: by_rules!("p2490"),
        make: make_chess,
        small: 8,
    },
];

/// The maximum length of a row.
const MAX_SQUARES: u64 = 10_000_000;

struct CoinInput {
    squares: u64,
    coins: u64,
}

/// Reads `n m`.
fn read_coins(input: &mut InputReader<'_>) -> Result<CoinInput, JudgeError> {
    let squares = input.number(text!("the number of squares n", "格数 n"), 1..=MAX_SQUARES)?;
    let coins = input.number(text!("the number of coins m", "金币数 m"), 1..=squares)?;
    input.end()?;
    Ok(CoinInput { squares, coins })
}

struct ChessInput {
    squares: u64,
    pieces: u64,
    most: u64,
}

/// Reads `n k d`.
fn read_chess(input: &mut InputReader<'_>) -> Result<ChessInput, JudgeError> {
    let squares = input.number(text!("the number of squares n", "格数 n"), 2..=MAX_SQUARES)?;
    let pieces = input.number(text!("the number of pieces k", "棋子数 k"), 2..=squares)?;
    if pieces % 2 == 1 {
        let why = text!(
            "the numbers of white and black pieces must be equal: k must be even, found {pieces}",
            "黑白棋子须一样多：k 应为偶数，实为 {pieces}"
        );
        return input.refuse(why);
    }
    let most = input.number(
        text!(
            "the maximum number of pieces d per move",
            "每步最多移动的棋子数 d"
        ),
        1..=pieces,
    )?;
    input.end()?;
    Ok(ChessInput {
        squares,
        pieces,
        most,
    })
}

/// The parameters of a count.
struct PlacementCount {
    squares: u64,
    pieces: u64,
    /// In a lost placement, for each binary digit, the number of heaps with the digit 1 is a
    /// multiple of this base.
    base: u64,
    modulus: u64,
}

/// Writes the number of all placements minus the number of lost placements.
fn write_count(
    out: &mut String,
    game: PlacementCount,
    budget: &Budget<'_>,
) -> Result<(), JudgeError> {
    let PlacementCount {
        squares,
        pieces,
        base,
        modulus,
    } = game;
    budget.allow_memory(32 * (squares + 1))?;
    let choose = Binomials::up_to(squares as usize, modulus, budget)?;
    let (free, others) = ((squares - pieces) as usize, (pieces / 2) as usize);
    let heaps = balanced(
        (pieces - pieces / 2) as usize,
        base as usize,
        free,
        &choose,
        budget,
    )?;
    budget.steps(free)?;
    let lost = heaps.iter().enumerate().fold(0, |lost, (sum, rows)| {
        (lost + rows * choose.binomial(free - sum + others, others)) % modulus
    });
    let _ = writeln!(
        out,
        "{}",
        (choose.binomial(squares as usize, pieces as usize) + modulus - lost) % modulus
    );
    Ok(())
}

/// Returns, for each sum, the number of rows of `count` heaps such that every binary digit is 1 in
/// a multiple of `base` heaps.
fn balanced(
    count: usize,
    base: usize,
    most: usize,
    choose: &Binomials,
    budget: &Budget<'_>,
) -> Result<Vec<u64>, StopReason> {
    let odd: Vec<(usize, u64)> = (0..=count.min(most))
        .step_by(base)
        .map(|odd| (odd, choose.binomial(count, odd)))
        .collect();
    let mut rows = vec![1];
    for sum in 1..=most {
        budget.steps(1 + odd.len().min(sum) / 2)?;
        let fitting = odd
            .iter()
            .take_while(|(odd, _)| *odd <= sum)
            .filter(|(odd, _)| (sum - odd).is_multiple_of(2));
        rows.push(fitting.fold(0, |total, (odd, ways)| {
            (total + ways * rows[(sum - odd) / 2]) % choose.modulus
        }));
    }
    Ok(rows)
}

/// Binomial coefficients modulo a prime.
struct Binomials {
    modulus: u64,
    factorials: Vec<u64>,
    inverses: Vec<u64>,
}

impl Binomials {
    /// Prepares the coefficients for numbers up to `most`, which must be less than the prime.
    fn up_to(most: usize, modulus: u64, budget: &Budget<'_>) -> Result<Binomials, StopReason> {
        budget.steps(2 * most)?;
        let times = |product: &mut u64, factor: u64| {
            *product = *product * factor % modulus;
            Some(*product)
        };
        let factorials: Vec<u64> = [1]
            .into_iter()
            .chain(1..=most as u64)
            .scan(1, times)
            .collect();
        // By Fermat's little theorem, the inverse of a number is its power with the exponent
        // `modulus - 2`.
        let mut inverse = 1;
        let mut square = factorials[most];
        for bit in 0..64 {
            if (modulus - 2) >> bit & 1 == 1 {
                inverse = inverse * square % modulus;
            }
            square = square * square % modulus;
        }
        let mut inverses: Vec<u64> = [1]
            .into_iter()
            .chain((1..=most as u64).rev())
            .scan(inverse, times)
            .collect();
        inverses.reverse();
        Ok(Binomials {
            modulus,
            factorials,
            inverses,
        })
    }

    fn binomial(&self, n: usize, k: usize) -> u64 {
        match n.checked_sub(k) {
            None => 0,
            Some(rest) => {
                self.factorials[n] * self.inverses[k] % self.modulus * self.inverses[rest]
                    % self.modulus
            }
        }
    }
}

/// Counts the placements that the first player wins, by trying each placement, stored as one bit
/// for each square.
fn each_placement(
    out: &mut String,
    squares: u64,
    pieces: u64,
    mut wins: impl FnMut(&Vec<u64>) -> Result<bool, StopReason>,
) -> Result<(), JudgeError> {
    let mut won = 0;
    for taken in (0u64..1 << squares).filter(|taken| u64::from(taken.count_ones()) == pieces) {
        let cells = (1..=squares)
            .filter(|cell| taken >> (cell - 1) & 1 == 1)
            .collect();
        won += u64::from(wins(&cells)?);
    }
    let _ = writeln!(out, "{won}");
    Ok(())
}

/// Returns the coins after each move: one coin is shifted to the left, but not past the previous
/// coin.
fn shifts(cells: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        let before = if i == 0 { 0 } else { cells[i - 1] };
        for to in before + 1..cell {
            let mut option = cells.to_vec();
            option[i] = to;
            options.push(option);
        }
    }
    options
}

fn make_coins(rng: &mut Rng, size: u64) -> String {
    let squares = rng.u64(1..=size.min(1_000_000));
    format!("{squares} {}\n", rng.u64(1..=squares.min(50)))
}

fn make_chess(rng: &mut Rng, size: u64) -> String {
    let squares = rng.u64(2..=size.clamp(2, 10_000));
    let pieces = 2 * rng.u64(1..=squares.min(100) / 2);
    format!("{squares} {pieces} {}\n", rng.u64(1..=pieces))
}
