//! Pieces that face each other: Northcott's game and the Ultimate Battle, by the nim-sum of the
//! gaps; brute force uses retrograde analysis, which would detect draws.

use std::collections::HashMap;
use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::text;
use fastrand::Rng;
use rules::game::Outcome;
use structures::definition;
use structures::northcott::lanes::{Lane, Retreats, nim_sum};
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::{InputError, InputReader};
use crate::output::write_either;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "northcott",
        aliases: &[],
        title: ("Northcott's game", "Northcott 游戏"),
        source: "seed 000, appendix III, variant 3",
        method: "northcott (nim-sum of the gaps)",
        sample: include_str!("../../samples/northcott.txt"),
        solve: |input, out| cases(input, out, board, by_nim_sum),
        brute: |input, out| {
            let mut known = HashMap::new();
            cases(input, out, board, |lanes, budget| {
                by_definition(lanes, &mut known, budget)
            })
        },
        make: make_northcott,
        small: 4,
    },
    Problem {
        name: "ultimate_battle",
        aliases: &[],
        title: ("The Ultimate Battle", "终极之战"),
        source: "US Open 2008 (seed 000, 5.1)",
        method: "northcott (equal distances in columns and rows)",
        sample: include_str!("../../samples/ultimate_battle.txt"),
        solve: |input, out| cases(input, out, field, by_nim_sum),
        brute: |input, out| {
            let mut known = HashMap::new();
            cases(input, out, field, |lanes, budget| {
                by_definition(lanes, &mut known, budget)
            })
        },
        make: make_battle,
        small: 5,
    },
    Problem {
        name: "p7589",
        aliases: &[],
        title: (
            "Black and white pieces, with few moves back",
            "黑白棋：有限次后退",
        ),
        source: "Luogu P7589, 2021 CoE-II B",
        method: "northcott (nim-sum of the gaps; backward moves are answered)",
        sample: include_str!("../../samples/p7589.txt"),
        solve: |input, out| yes_or_no(input, out, |lines, _| Ok(nim_sum(&lines.lanes) != 0)),
        brute: |input, out| yes_or_no(input, out, line_by_definition),
        make: make_lines,
        small: 6,
    },
];

/// Reads a line with T, the number of cases, and then the cases.
fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    read: fn(&mut InputReader<'_>) -> Result<Vec<Lane>, JudgeError>,
    mut outcome: impl FnMut(&[Lane], &Budget<'_>) -> Result<Outcome, StopReason>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    let count = input.number(text!("the number of cases", "测试组数"), 0..=1u64 << 40)?;
    for _ in 0..count {
        budget.tick()?;
        let lanes = read(input)?;
        out.push_str(match outcome(&lanes, budget)? {
            Outcome::N => "First\n",
            Outcome::P => "Second\n",
            Outcome::D => "Draw\n",
        });
    }
    Ok(input.end()?)
}

/// Reads `R C`, then R lines "w b"; columns count from 1 to C or from 0 to C - 1.
pub fn board(input: &mut InputReader<'_>) -> Result<Vec<Lane>, JudgeError> {
    let budget = input.budget;
    let rows = input.number(text!("the number of rows", "行数"), 0..=1u64 << 32)?;
    let length = input.number(text!("the number of columns", "列数"), 2..=u64::MAX)?;
    let mut lanes = Vec::new();
    let (mut from_0, mut from_1) = (false, false);
    for _ in 0..rows {
        budget.tick()?;
        let [own, other] = [text!("the column of w", "w 的列"), text!("the column of b", "b 的列")].map(|what| {
            let column = input.number(what, 0..=length)?;
            from_0 |= column == 0;
            from_1 |= column == length;
            if from_0 && from_1 {
                return Err(input.wrong(text!(
                    "columns are counted from 0 to {length} - 1 or from 1 to {length}; this board contains both 0 and {length}",
                    "列号从 0 到 {length} - 1 或从 1 到 {length}；此棋盘中既有 0 又有 {length}"
                )));
            }
            Ok(column)
        });
        let (own, other) = (own?, other?);
        if own == other {
            return input.refuse(text!(
                "both pieces are in column {own}",
                "两枚棋子都在第 {own} 列"
            ));
        }
        budget.make_room(&mut lanes, 1, 0)?;
        lanes.push(Lane { own, other, length });
    }
    if from_0 {
        lanes
            .iter_mut()
            .for_each(|lane| (lane.own, lane.other) = (lane.own + 1, lane.other + 1));
    }
    Ok(lanes)
}

/// Reads `W H x1 y1 x2 y2`.
pub fn field(input: &mut InputReader<'_>) -> Result<Vec<Lane>, JudgeError> {
    let sizes = [text!("the width", "宽度"), text!("the height", "高度")]
        .map(|what| input.number(what, 2..=u64::MAX));
    let [width, height] = sizes;
    let (width, height) = (width?, height?);
    let mut cell = |who: u8| -> Result<[u64; 2], JudgeError> {
        let x = input.number(text!("the column x{who}", "列 x{who}"), 1..=width)?;
        let y = input.number(text!("the row y{who}", "行 y{who}"), 1..=height)?;
        Ok([x, y])
    };
    let (first, second) = (cell(1)?, cell(2)?);
    if first[0] == second[0] || first[1] == second[1] {
        return input.refuse(text!(
            "the players must be in different columns and different rows",
            "双方应在不同的列与不同的行"
        ));
    }
    let lane = |axis: usize, length| Lane {
        own: first[axis],
        other: second[axis],
        length,
    };
    Ok(vec![lane(0, width), lane(1, height)])
}

fn by_nim_sum(lanes: &[Lane], _: &Budget<'_>) -> Result<Outcome, StopReason> {
    Ok(if nim_sum(lanes) == 0 {
        Outcome::P
    } else {
        Outcome::N
    })
}

/// The outcomes of all positions, for each list of lane lengths.
type OutcomeTables = HashMap<Vec<u64>, Vec<Outcome>>;

/// Computes outcomes by definition. A number encodes a position: the player to move, then for each
/// lane the first player's cell and the second player's cell, counted from 0. No move leads to a
/// number that encodes two pieces on one cell.
fn by_definition(
    lanes: &[Lane],
    known: &mut OutcomeTables,
    budget: &Budget<'_>,
) -> Result<Outcome, StopReason> {
    let lengths: Vec<u64> = lanes.iter().map(|lane| lane.length).collect();
    let count = lengths.iter().fold(2u64, |count, length| {
        count.saturating_mul(length.saturating_mul(*length))
    });
    budget.allow_memory(count)?;
    if !known.contains_key(&lengths) {
        let options = |position: usize, list: &mut Vec<usize>| {
            let turn = position % 2;
            let mut unit = 2;
            for length in lengths.iter().map(|&length| length as usize) {
                let units = if turn == 0 {
                    [unit, unit * length]
                } else {
                    [unit * length, unit]
                };
                let [own, other] = units.map(|unit| position / unit % length);
                let forward = (own + 1..length).take_while(|to| *to != other);
                let back = (0..own).rev().take_while(|to| *to != other);
                list.extend(
                    forward
                        .chain(back)
                        .map(|to| position - own * units[0] + to * units[0] - turn + (1 - turn)),
                );
                unit *= length * length;
            }
        };
        let outcomes = definition::outcomes(count as usize, options, budget)?;
        known.insert(lengths.clone(), outcomes);
    }
    let cells = lanes
        .iter()
        .flat_map(|lane| [(lane.own, lane.length), (lane.other, lane.length)]);
    let (mut position, mut unit) = (0, 2);
    for (cell, length) in cells {
        position += (cell - 1) * unit;
        unit *= length;
    }
    Ok(known[&lengths][position as usize])
}

/// The pieces on infinite lines.
pub struct InfiniteLanes {
    /// The cells of both pieces on each line, counted from [`FIRST_PLACE`], which is cell 0.
    pub lanes: Vec<Lane>,
    /// The limits on moves back.
    pub retreats: Retreats,
}

/// The coordinate on a line that is cell 0 of a lane. Cell 0 is so far from all pieces that no
/// piece reaches an end of its lane.
pub const FIRST_PLACE: i64 = i64::MIN;

/// The maximum absolute value of the initial coordinate of a piece. `MAX_RETREATS` limits the
/// number of moves back of a player, and the number of cells of one move back.
const MAX_START_DISTANCE: i64 = 1 << 60;
const MAX_RETREATS: u64 = 1 << 28;

/// Reads `k d`: the number of moves back of each player, and the maximum length of a move back.
pub fn back(input: &mut InputReader<'_>) -> Result<Retreats, JudgeError> {
    let left = input.number(
        text!("the number of backward moves k", "后退次数 k"),
        0..=MAX_RETREATS,
    )?;
    let most = input.number(
        text!(
            "the maximum length d of a backward move",
            "每次后退的最多格数 d"
        ),
        0..=MAX_RETREATS,
    )?;
    Ok(Retreats {
        left: [left; 2],
        most,
    })
}

/// Reads the coordinates of the black and the white piece on a line.
pub fn places(input: &mut InputReader<'_>) -> Result<Lane, InputError> {
    let [black, white] = [
        text!("the position of the black piece", "黑子的位置"),
        text!("the position of the white piece", "白子的位置"),
    ]
    .map(|what| input.number(what, -MAX_START_DISTANCE..=MAX_START_DISTANCE));
    let (black, white) = (black?, white?);
    if black == white {
        return Err(input.wrong(text!(
            "both pieces are at position {black}",
            "两枚棋子都在位置 {black}"
        )));
    }
    Ok(Lane {
        own: black.abs_diff(FIRST_PLACE),
        other: white.abs_diff(FIRST_PLACE),
        length: u64::MAX,
    })
}

/// Reads `T`, then cases `n k d` and n lines "y b w".
fn yes_or_no(
    input: &mut InputReader<'_>,
    out: &mut String,
    mut wins: impl FnMut(&InfiniteLanes, &Budget<'_>) -> Result<bool, StopReason>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    for _ in 0..input.number(text!("the number of cases", "测试组数"), 0..=1u64 << 40)? {
        let count = input.number(text!("the number of lines n", "直线条数 n"), 0..=1u64 << 32)?;
        let mut lines = InfiniteLanes {
            retreats: back(input)?,
            lanes: Vec::new(),
        };
        for _ in 0..count {
            budget.tick()?;
            budget.make_room(&mut lines.lanes, 1, 0)?;
            input.number(
                text!("the height of a line", "直线的高度"),
                i64::MIN..=i64::MAX,
            )?;
            lines.lanes.push(places(input)?);
        }
        write_either(out, wins(&lines, budget)?, "Yes", "No");
    }
    Ok(input.end()?)
}

/// The coordinates of the pieces of the player to move and of the opponent, line by line, and each
/// player's remaining number of moves back.
type LinesPosition = (Vec<(i64, i64)>, [u64; 2]);

/// Searches by the rules as stated: a piece moves forward up to the other piece, or back by at most
/// d, at most k times.
fn line_by_definition(
    InfiniteLanes { lanes, retreats }: &InfiniteLanes,
    budget: &Budget<'_>,
) -> Result<bool, StopReason> {
    let most = retreats.most as i64;
    let options = |(lines, left): &LinesPosition| {
        let mut options = Vec::new();
        for (i, &(own, other)) in lines.iter().enumerate() {
            let forward = (other - own).signum();
            let ahead = (1..(other - own).abs()).map(|step| (own + step * forward, left[0]));
            let behind = (1..=most)
                .filter(|_| left[0] > 0)
                .map(|step| (own - step * forward, left[0] - 1));
            for (to, left_own) in ahead.chain(behind) {
                let mut lines = lines.clone();
                lines[i].0 = to;
                options.push((
                    lines.iter().map(|&(own, other)| (other, own)).collect(),
                    [left[1], left_own],
                ));
            }
        }
        options
    };
    let place = |cell: u64| FIRST_PLACE.saturating_add_unsigned(cell);
    let lines = lanes
        .iter()
        .map(|lane| (place(lane.own), place(lane.other)))
        .collect();
    ReferenceSearch::normal(options, budget).mover_wins(&(lines, retreats.left))
}

fn make_lines(rng: &mut Rng, size: u64) -> String {
    let small = size <= 6;
    let count = rng.u64(1..=4);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let lines = rng.u64(0..=if small { 2 } else { size.min(100_000) });
        let (left, most) = if small {
            (rng.u64(0..=2), rng.u64(0..=2))
        } else {
            (rng.u64(0..=100), rng.u64(0..=20))
        };
        let reach = if small {
            size as i64
        } else {
            size.min(1 << 60) as i64
        };
        let _ = writeln!(text, "\n{lines} {left} {most}");
        let mut before = None;
        for height in 0..lines {
            // Half of the rows are repeated once, because boards with a nim-sum of 0 are rare among
            // random boards.
            let (black, white) = before.take().filter(|_| rng.bool()).unwrap_or_else(|| {
                let black = rng.i64(-reach..=reach);
                let gap = rng.i64(1..=if small { 5 } else { 1000 });
                (black, if black > 0 { black - gap } else { black + gap })
            });
            before = Some((black, white));
            let _ = writeln!(text, "{height} {black} {white}");
        }
    }
    text
}

/// Returns two distinct numbers from `low` to `low + length - 1`.
fn pair(rng: &mut Rng, low: u64, length: u64) -> [u64; 2] {
    let a = rng.u64(0..length);
    let b = rng.u64(0..length - 1);
    [low + a, low + b + u64::from(b >= a)]
}

fn make_northcott(rng: &mut Rng, size: u64) -> String {
    let small = size <= 4;
    let count = rng.u64(1..=5);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let rows = if small {
            rng.u64(0..=size.min(3))
        } else {
            rng.u64(0..=size.min(100_000))
        };
        let columns = if small {
            rng.u64(2..=4)
        } else {
            rng.u64(2..=u64::MAX >> (64 - size.min(64)))
        };
        // Half of the rows are repeated once, because boards with a nim-sum of 0 are rare among
        // random boards.
        let low = rng.u64(0..=1);
        let _ = writeln!(text, "{rows} {columns}");
        let mut before = None;
        for _ in 0..rows {
            let pair = before
                .take()
                .filter(|_| rng.bool())
                .unwrap_or_else(|| pair(rng, low, columns));
            before = Some(pair);
            let _ = writeln!(text, "{} {}", pair[0], pair[1]);
        }
    }
    text
}

fn make_battle(rng: &mut Rng, size: u64) -> String {
    let most = if size <= 5 {
        size.max(2)
    } else {
        u64::MAX >> (64 - size.min(64))
    };
    let count = rng.u64(1..=10);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let (width, height) = (rng.u64(2..=most), rng.u64(2..=most));
        let [x1, x2] = pair(rng, 1, width);
        let [mut y1, mut y2] = pair(rng, 1, height);
        if rng.bool() && x1.max(x2) <= height {
            (y1, y2) = (x2, x1);
        }
        let _ = writeln!(text, "{width} {height} {x1} {y1} {x2} {y2}");
    }
    text
}
