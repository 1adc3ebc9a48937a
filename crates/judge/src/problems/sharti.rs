//! Sharti (Codeforces 494 E): a move turns over all coins in a square of the board. The coins that
//! show heads at the start are given as a union of rectangles. The game is in
//! `theorems::coins::squares`. For every b, this module counts modulo 2 the heads whose row and
//! column are multiples of 2^b.
//!
//! A single pass over the rows handles all exponents b at once. Bit b of l xor h is the parity of
//! the number of multiples of 2^b above l and up to h. A tree over the columns stores the xor of
//! the covered stretches instead of their lengths. One number therefore contains the parities for
//! all exponents b. The parities of a strip of rows are multiplied by the parities of the columns,
//! which is the operation `and`. The computation takes O(m log m) steps for m rectangles.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use theorems::coins::squares::{SquaresGame, parities};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "cf494e",
    aliases: &[],
    title: ("Sharti", "翻转正方形"),
    source: "Codeforces 494 E",
    method: "closed form: the largest power of two; one sweep for the parities of all powers",
    sample: include_str!("../../samples/cf494e.txt"),
    solve: |input, out| {
        let (squares, rectangles) = read(input, 1 << 62)?;
        write_either(
            out,
            squares.sum(counts(&rectangles, input.budget)?) != 0,
            "Hamed",
            "Malek",
        );
        Ok(())
    },
    brute,
    make,
    small: 4,
}];

/// A rectangle of heads: the rows above the first number and up to the second number, and columns
/// in the same form.
struct HeadRectangle {
    rows: (u64, u64),
    columns: (u64, u64),
}

fn read(
    input: &mut InputReader<'_>,
    most: u64,
) -> Result<(SquaresGame, Vec<HeadRectangle>), JudgeError> {
    let side = input.number(text!("the side of the board", "棋盘边长"), 1..=most)?;
    let count = input.number(
        text!("the number of rectangles", "矩形个数"),
        0..=10_000_000u64,
    )?;
    let squares = SquaresGame {
        most: input.number(
            text!("the maximum side of a square", "正方形的最大边长"),
            1..=side,
        )?,
    };
    let rectangles = input.list(0..count, |input| {
        let first = input.number(
            text!("the first row of a rectangle", "矩形的首行"),
            1..=side,
        )?;
        let left = input.number(
            text!("the first column of a rectangle", "矩形的首列"),
            1..=side,
        )?;
        let last = input.number(
            text!("the last row of a rectangle", "矩形的末行"),
            first..=side,
        )?;
        let right = input.number(
            text!("the last column of a rectangle", "矩形的末列"),
            left..=side,
        )?;
        Ok(HeadRectangle {
            rows: (first - 1, last),
            columns: (left - 1, right),
        })
    })?;
    input.end()?;
    Ok((squares, rectangles))
}

/// Returns a number whose bit b is the parity of the number of cells of the union with multiples of
/// 2^b for row and column. O(m log m).
fn counts(rectangles: &[HeadRectangle], budget: &Budget<'_>) -> Result<u64, JudgeError> {
    let mut ends = Vec::new();
    budget.make_room(&mut ends, 2 * rectangles.len(), 0)?;
    ends.extend(
        rectangles
            .iter()
            .flat_map(|rectangle| [rectangle.columns.0, rectangle.columns.1]),
    );
    ends.sort_unstable();
    ends.dedup();
    let held = 8 * ends.capacity() as u64;
    let mut edges: Vec<(u64, bool, usize, usize)> = Vec::new();
    budget.make_room(&mut edges, 2 * rectangles.len(), held)?;
    for HeadRectangle { rows, columns } in rectangles {
        let place = |column: u64| ends.partition_point(|&end| end < column);
        let (from, to) = (place(columns.0), place(columns.1));
        edges.extend([(rows.0, true, from, to), (rows.1, false, from, to)]);
    }
    edges.sort_unstable();
    let leaves = ends.len().saturating_sub(1).next_power_of_two();
    budget.allow_growth(held + 32 * edges.capacity() as u64, 32 * leaves as u64)?;
    let mut cover = SegmentTree {
        ends: &ends,
        nodes: vec![SegmentNode::default(); 2 * leaves],
        leaves,
    };
    let (mut sum, mut above) = (0, 0);
    for (row, begins, from, to) in edges {
        budget.tick()?;
        sum ^= parities(above, row) & cover.nodes[1].columns;
        above = row;
        cover.change(1, (0, leaves), (from, to), if begins { 1 } else { -1 });
    }
    Ok(sum)
}

/// A segment tree over stretches of columns. The segment tree counts the rectangles that cover each
/// stretch.
struct SegmentTree<'e> {
    ends: &'e [u64],
    nodes: Vec<SegmentNode>,
    leaves: usize,
}

/// A node of the segment tree, which represents adjacent stretches.
#[derive(Clone, Default)]
struct SegmentNode {
    /// The number of rectangles that cover all columns of this node, but not all columns of the
    /// parent node.
    whole: i32,
    /// The parities of the columns that rectangles counted at this node or its descendants cover.
    columns: u64,
}

impl SegmentTree<'_> {
    /// Adds `by` to the count of the stretches from `from` to before `to`. The node `node`
    /// represents the stretches of `span`. O(log stretches) time and recursion depth.
    fn change(&mut self, node: usize, span: (usize, usize), (from, to): (usize, usize), by: i32) {
        let (low, high) = span;
        if to <= low || high <= from {
            return;
        }
        if from <= low && high <= to {
            self.nodes[node].whole += by;
        } else {
            let middle = low.midpoint(high);
            self.change(2 * node, (low, middle), (from, to), by);
            self.change(2 * node + 1, (middle, high), (from, to), by);
        }
        self.nodes[node].columns = match self.nodes[node].whole {
            // `ends[high]` exists, because only existing stretches can be covered completely.
            1.. => parities(self.ends[low], self.ends[high]),
            _ if node >= self.leaves => 0,
            _ => self.nodes[2 * node].columns ^ self.nodes[2 * node + 1].columns,
        };
    }
}

/// Solves the game by searching boards, which are stored as bits; a move turns one square.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    const SIDE: u64 = 4;
    let (squares, rectangles) = read(input, SIDE)?;
    let block = |rows: (u64, u64), columns: (u64, u64)| {
        let cells =
            (rows.0..rows.1).flat_map(|x| (columns.0..columns.1).map(move |y| x * SIDE + y));
        cells.fold(0u64, |bits, cell| bits | 1 << cell)
    };
    let heads = rectangles.iter().fold(0, |bits, rectangle| {
        bits | block(rectangle.rows, rectangle.columns)
    });
    let mut flips = Vec::new();
    for (x, y) in (1..=SIDE).flat_map(|x| (1..=SIDE).map(move |y| (x, y))) {
        for side in 1..=squares.most.min(x).min(y) {
            flips.push((
                block((x - 1, x), (y - 1, y)),
                block((x - side, x), (y - side, y)),
            ));
        }
    }
    let options = |heads: &u64| {
        flips
            .iter()
            .filter(|(last, _)| heads & last != 0)
            .map(|(_, square)| heads ^ square)
            .collect()
    };
    write_either(
        out,
        ReferenceSearch::normal(options, input.budget).mover_wins(&heads)?,
        "Hamed",
        "Malek",
    );
    Ok(())
}

/// Generates overlapping rectangles; the smallest boards have few heads.
fn make(rng: &mut Rng, size: u64) -> String {
    // A board of 4 × 4 is rarely generated, because brute force takes long on it.
    let side = if size == 4 && rng.u32(..8) > 0 {
        3
    } else {
        size.min(1_000_000_000)
    };
    let count = rng.u64(0..=if size <= 4 { 3 } else { size.min(50_000) });
    let mut text = format!("{side} {count} {}\n", rng.u64(1..=side));
    for _ in 0..count {
        let mut ends = || {
            let (a, b) = (rng.u64(1..=side), rng.u64(1..=side));
            (a.min(b), a.max(b))
        };
        let ((a, c), (b, d)) = (ends(), ends());
        write_row(&mut text, [a, b, c, d]);
    }
    let _ = writeln!(text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_samples() {
        for side in [1, 2] {
            let answer = PROBLEMS[0].answer(
                &format!("5 2 {side}\n1 1 3 3\n2 2 4 4\n"),
                &Budget::generous(),
            );
            assert_eq!(answer.unwrap(), "Malek\n");
        }
    }

    #[test]
    fn parities_by_counting_the_cells_of_the_union() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..300 {
            let side = rng.u64(1..=40);
            let mut ends = || {
                let (a, b) = (rng.u64(0..side), rng.u64(1..=side));
                (a.min(b - 1), b.max(a + 1))
            };
            let rectangles: Vec<HeadRectangle> = (0..6)
                .map(|_| HeadRectangle {
                    rows: ends(),
                    columns: ends(),
                })
                .collect();
            let inside = |x: u64, y: u64| {
                rectangles.iter().any(|one| {
                    one.rows.0 < x && x <= one.rows.1 && one.columns.0 < y && y <= one.columns.1
                })
            };
            let cells = || {
                (1..=side)
                    .flat_map(|x| (1..=side).map(move |y| (x, y)))
                    .filter(|&(x, y)| inside(x, y))
            };
            let expected = (0..8).fold(0, |bits, b| {
                bits | (cells().filter(|(x, y)| (x | y) % (1 << b) == 0).count() as u64 % 2) << b
            });
            assert_eq!(counts(&rectangles, &Budget::generous()).unwrap(), expected);
        }
    }
}
