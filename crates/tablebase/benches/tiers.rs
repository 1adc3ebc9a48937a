//! Compares tables built tier by tier with a hand-written loop, for outcomes and remoteness. `cargo
//! bench -p grundy-engines` solves Quixo on 3 × 3; with `-- 4`, it solves Quixo on 4 × 4 (43
//! million positions). The hand-written loop is specific to the game: it uses two words of bits per
//! position, and computes moves and inverse moves by shifts, on one thread. Without `symmetry`, the
//! tables and the loop use the same method: tiers by blank cells, counts of open options, and one
//! round per number of moves. With `symmetry`, the tables fill only one of eight positions; the
//! loop has no such reduction. All entries must be equal. The benchmark prints all times and their
//! ratios to the time of the loop.

use std::time::Instant;

use base::budget::Budget;
use facts::facts;
use rules::game::Outcome;
use rules::ir::ParameterValue;
use rules::world::World;
use tablebase::{DecodedEntry, TableKind, TierPlan, TierTables, solve};

const RULES: &str = include_str!("../../rules/games/quixo.game");

/// An entry of the loop is twice the number of moves, plus one if the player to move wins, or one
/// of the following constants.
const OPEN: u8 = 255;
const NONE: u8 = 254;

/// A move, given as the cells of a row or column from the cell that the cube leaves to the cell at
/// which the cube enters again.
struct Push {
    from: u32,
    to: u32,
    between: u32,
    /// The distance by which the other cubes move, towards the former cell of the taken cube.
    by: i32,
}

/// A board as seen by the player to move.
#[derive(Clone, Copy)]
struct Board {
    mine: u32,
    other: u32,
}

struct Hand {
    pushes: Vec<Push>,
    lines: Vec<u32>,
    cells: u32,
    /// For 8 cells, the number in base 3 that has a 1 for each set bit.
    thirds: Vec<u32>,
}

fn shifted(cells: u32, by: i32) -> u32 {
    if by > 0 { cells << by } else { cells >> -by }
}

impl Hand {
    fn new(n: u32) -> Hand {
        let bit = |row: u32, column: u32| 1_u32 << (row * n + column);
        let mut pushes = Vec::new();
        for row in 0..n {
            for column in
                (0..n).filter(|column| row == 0 || row + 1 == n || *column == 0 || column + 1 == n)
            {
                for end in [0, n - 1] {
                    let mut push = |to: (u32, u32),
                                    from: u32,
                                    end: u32,
                                    step: i32,
                                    cell: &dyn Fn(u32) -> u32| {
                        if from != end {
                            let between = (from.min(end)..=from.max(end))
                                .fold(0, |cells, at| cells | cell(at));
                            let by = if end < from { step } else { -step };
                            pushes.push(Push {
                                from: bit(row, column),
                                to: bit(to.0, to.1),
                                between,
                                by,
                            });
                        }
                    };
                    push((row, end), column, end, 1, &|at| bit(row, at));
                    push((end, column), row, end, n as i32, &|at| bit(at, column));
                }
            }
        }
        let line = |cell: &dyn Fn(u32) -> u32| (0..n).fold(0, |cells, at| cells | cell(at));
        let mut lines = vec![line(&|at| bit(at, at)), line(&|at| bit(at, n - 1 - at))];
        lines.extend((0..n).flat_map(|k| [line(&|at| bit(k, at)), line(&|at| bit(at, k))]));
        let thirds = (0..256_u32)
            .map(|cells| (0..8).map(|i| (cells >> i & 1) * 3_u32.pow(i)).sum())
            .collect();
        Hand {
            pushes,
            lines,
            cells: n * n,
            thirds,
        }
    }

    fn place(&self, board: Board) -> usize {
        let third = |cells: u32| {
            self.thirds[(cells & 255) as usize] + self.thirds[(cells >> 8) as usize] * 6561
        };
        (third(board.mine) + 2 * third(board.other)) as usize
    }

    fn line(&self, cells: u32) -> bool {
        self.lines.iter().any(|line| cells & line == *line)
    }

    /// Returns the board after a move, as seen by the other player.
    #[inline]
    fn pushed(&self, board: Board, push: &Push) -> Board {
        let moved = |cells: u32| {
            (cells & !push.between) | (shifted(cells & push.between, push.by) & push.between)
        };
        Board {
            mine: moved(board.other),
            other: moved(board.mine & !push.from) & !push.to | push.to,
        }
    }

    /// Returns the board before a move, provided that the player moved their own cube.
    #[inline]
    fn unpushed(&self, board: Board, push: &Push) -> Board {
        let moved = |cells: u32| {
            (cells & !push.between) | (shifted(cells & push.between, -push.by) & push.between)
        };
        Board {
            mine: moved(board.other & !push.to) | push.from,
            other: moved(board.mine),
        }
    }

    /// Returns the entry for each index; [`OPEN`] for a draw.
    fn solve(&self) -> Vec<u8> {
        let size = 3_usize.pow(self.cells);
        let (mut known, mut counts) = (vec![OPEN; size], vec![0_u8; size]);
        let all = (1_u32 << self.cells) - 1;
        for blank in 0..=self.cells {
            let mut waiting: Vec<Vec<Board>> = vec![Vec::new(); 256];
            for taken in (0..=all).filter(|taken| taken.count_ones() == self.cells - blank) {
                let mut mine = taken;
                loop {
                    let board = Board {
                        mine,
                        other: taken & !mine,
                    };
                    self.begin(board, &known, &mut counts, &mut waiting);
                    if mine == 0 {
                        break;
                    }
                    mine = (mine - 1) & taken;
                }
            }
            for code in 0..NONE {
                for board in std::mem::take(&mut waiting[usize::from(code)]) {
                    let place = self.place(board);
                    if known[place] != OPEN {
                        continue;
                    }
                    known[place] = code;
                    for push in self.pushes.iter().filter(|push| board.other & push.to != 0) {
                        let before = self.unpushed(board, push);
                        let place = self.place(before);
                        if known[place] != OPEN || counts[place] == NONE {
                            continue;
                        }
                        if code % 2 == 0 {
                            waiting[usize::from(code) + 3].push(before);
                        } else if counts[place] != OPEN {
                            counts[place] -= 1;
                            if counts[place] == 0 {
                                let loss = self.loss(before, &known);
                                waiting[usize::from(loss)].push(before);
                            }
                        }
                    }
                }
            }
        }
        known
    }

    /// Returns the entry of a position whose options are all won.
    fn loss(&self, board: Board, known: &[u8]) -> u8 {
        let legal = self
            .pushes
            .iter()
            .filter(|push| board.other & push.from == 0);
        legal
            .map(|push| known[self.place(self.pushed(board, push))] + 1)
            .max()
            .unwrap_or(0)
    }

    /// Initializes a position from the results of lower tiers.
    fn begin(&self, board: Board, known: &[u8], counts: &mut [u8], waiting: &mut [Vec<Board>]) {
        let place = self.place(board);
        // A player who made a line of the opponent has lost, even if the player also made a line.
        let (mine, other) = (self.line(board.mine), self.line(board.other));
        if mine || other {
            counts[place] = NONE;
            waiting[usize::from(mine)].push(board);
            return;
        }
        let (mut open, mut win, mut drawn, mut loss) = (0, OPEN, false, 0);
        for push in self
            .pushes
            .iter()
            .filter(|push| board.other & push.from == 0)
        {
            if board.mine & push.from != 0 {
                open += 1;
                continue;
            }
            match known[self.place(self.pushed(board, push))] {
                OPEN => drawn = true,
                code if code % 2 == 0 => win = win.min(code + 3),
                code => loss = loss.max(code + 1),
            }
        }
        // OPEN: the position cannot be lost.
        counts[place] = if win != OPEN || drawn { OPEN } else { open };
        if win != OPEN {
            waiting[usize::from(win)].push(board);
        } else if open == 0 && !drawn {
            waiting[usize::from(loss)].push(board);
        }
    }
}

fn main() {
    let n: u32 = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(3);
    let begun = Instant::now();
    let hand = Hand::new(n);
    let known = hand.solve();
    let by_hand = begun.elapsed().as_secs_f64();
    println!("| Quixo {n} × {n} | places | tiers, s | by hand, s | ratio |\n|---|---|---|---|---|");
    let plain: Vec<&str> = RULES
        .lines()
        .filter(|line| !line.trim_start().starts_with("symmetry"))
        .collect();
    for (what, rules) in [
        ("each position", plain.join("\n")),
        ("one of each orbit", RULES.to_owned()),
    ] {
        let (places, tiers) = by_tiers(&rules, n, &hand, &known);
        println!(
            "| {what} | {places} | {tiers:.2} | {by_hand:.2} | {:.2} |",
            tiers / by_hand
        );
    }
}

/// Builds the tables and compares them with the tables of the loop. Returns the number of indices
/// and the seconds taken.
fn by_tiers(rules: &str, n: u32, hand: &Hand, known: &[u8]) -> (u64, f64) {
    let mut world = World::empty();
    world
        .load("quixo.game", rules)
        .unwrap_or_else(|_| panic!("the rules of Quixo cannot be read"));
    let game = world
        .instantiate("Quixo", vec![(None, ParameterValue::Int(n.into()))])
        .unwrap_or_else(|_| panic!("Quixo({n})"));
    let budget = Budget::generous();
    let ir = world.rules(game).game().expect("a game of rules");
    let facts = facts(ir, game, &budget).expect("facts");
    let begun = Instant::now();
    let plan =
        TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).expect("a plan");
    let tables = solve(&plan, 1, &budget).expect("tables");
    let tiers = begun.elapsed().as_secs_f64();
    compare(&plan, &tables, hand, known);
    (plan.places(), tiers)
}

fn compare(plan: &TierPlan<'_>, tables: &TierTables, hand: &Hand, known: &[u8]) {
    for (place, &code) in known.iter().enumerate() {
        let mut slots = vec![0; hand.cells as usize];
        let mut board = Board { mine: 0, other: 0 };
        let mut left = place;
        for (cell, slot) in slots.iter_mut().enumerate() {
            *slot = (left % 3) as i64;
            match left % 3 {
                1 => board.mine |= 1 << cell,
                2 => board.other |= 1 << cell,
                _ => {}
            }
            left /= 3;
        }
        assert_eq!(hand.place(board), place);
        let expected = match code {
            OPEN => DecodedEntry::Draw,
            code => DecodedEntry::Wins(
                if code % 2 == 0 {
                    Outcome::P
                } else {
                    Outcome::N
                },
                u64::from(code / 2),
            ),
        };
        assert_eq!(
            tables.lookup(plan, &slots).expect("an entry"),
            Some(expected),
            "{slots:?}"
        );
    }
}
