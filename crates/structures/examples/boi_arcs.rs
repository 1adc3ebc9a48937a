//! Searches for the smallest boards of the BOI Game that violate a claim of the seed (Cao) about
//! rings. The file `tests/boi/arcs.rs` states the claim in two forms, literal and mirrored; the
//! example searches for violations of both forms. The command `cargo run --release -p
//! grundy-structures --example boi_arcs -- all 6` searches every board of 6 by 6 cells, up to
//! symmetry, on which each white cell is on a shortest path. White cells that are on no shortest
//! path do not affect the claim. The arguments `-- climb 20` run 20 rounds of random boards and
//! hill climbing from violating boards towards smaller ones. The arguments `-- shrink 20` run 20
//! rounds of hill climbing from a board that violates the literal form by construction. Random
//! boards rarely violate the literal form. Seeds are fixed, so runs are reproducible.

use std::time::Instant;

use base::budget::Budget;
use fastrand::Rng;
use structures::boi::board::BoiBoard;
use structures::boi::race::RaceBoard;

#[path = "../tests/boi/arcs.rs"]
mod arcs;

use arcs::{ArcViolation, FixedPlayer, find};

const FORMS: [(FixedPlayer, &str); 2] = [
    (FixedPlayer::A, "literal form (A's cell fixed)"),
    (FixedPlayer::B, "mirrored form (B's cell fixed)"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [word, side] if word == "all" => all(side.parse().expect("a side from 2 to 8")),
        [word, rounds] if word == "climb" => climb(rounds.parse().expect("a number of rounds")),
        [word, rounds] if word == "shrink" => shrink(rounds.parse().expect("a number of rounds")),
        _ => eprintln!("all SIDE | climb ROUNDS | shrink ROUNDS"),
    }
}

fn show(board: &BoiBoard, form: FixedPlayer, found: &ArcViolation) {
    for row in board.text().split(" / ") {
        println!("  {row}");
    }
    let names: Vec<String> = found.ring.iter().map(|&cell| board.name(cell)).collect();
    let winners: String = found
        .winners
        .iter()
        .map(|&winner| ['A', 'B'][winner])
        .collect();
    let (still, other) = if form == FixedPlayer::A {
        ('A', 'B')
    } else {
        ('B', 'A')
    };
    println!(
        "  {} moves; {still} on {}, {other} on {}: {winners}",
        ['A', 'B'][found.turn],
        board.name(found.fixed),
        names.join(" ")
    );
}

/// An enumeration of every square board with a given side, level by level. A level is a set of
/// cells adjacent to the previous level; the other cells adjacent to the previous level are walls.
struct Every {
    side: u32,
    /// The cells that have a cell to their left, and the cells that have a cell to their right.
    columns: [u64; 2],
    all: u64,
    levels: Vec<u64>,
    boards: u64,
    raced: u64,
    found: [u64; 2],
}

impl Every {
    fn beside(&self, cells: u64) -> u64 {
        let across = (cells & self.columns[0]) >> 1 | (cells & self.columns[1]) << 1;
        (across | cells >> self.side | cells << self.side) & self.all
    }

    /// Adds the next level; `used` contains all decided cells, including walls.
    fn go(&mut self, used: u64) {
        let last = self.levels[self.levels.len() - 1];
        if self.levels.len() > 1 && last.count_ones() == 1 {
            self.boards += 1;
            if self.levels.len() % 2 == 1 {
                self.race();
            }
        }
        let open = self.beside(last) & !used;
        let mut next = open;
        // The loop visits every set of cells adjacent to the last level that includes a neighbour
        // of each cell of the last level.
        while next != 0 {
            if last & !self.beside(next) == 0 {
                self.levels.push(next);
                self.go(used | open);
                self.levels.pop();
            }
            next = (next - 1) & open;
        }
    }

    /// Computes the outcome of each pair of cells, level by level, starting in the middle. If some
    /// cell has at least two winning and two losing partners in a level, `look` examines
    /// the board.
    fn race(&mut self) {
        let (d, middle) = (self.levels.len() - 1, (self.levels.len() - 1) / 2);
        if self.levels.iter().all(|level| level.count_ones() < 4) {
            return;
        }
        self.raced += 1;
        // For each cell of B, the cells of A that win for A, if A is to move and both players are
        // in the middle level.
        let mut wins = [0u64; 64];
        let each = |cells: u64| (0..64usize).filter(move |&cell| cells >> cell & 1 == 1);
        each(self.levels[middle]).for_each(|b| wins[b] = self.levels[middle] & !(1 << b));
        let mut mixed = false;
        for i in (0..middle).rev() {
            let mut before = [0u64; 64];
            for (turn, a_level) in [(1, self.levels[i + 1]), (0, self.levels[i])] {
                let b_level = self.levels[d - i];
                let (mut some, mut twice, mut lost, mut lost_twice) = (0, 0, 0, 0);
                for b in each(b_level) {
                    before[b] = match turn {
                        1 => each(self.beside(1 << b) & self.levels[d - i - 1])
                            .fold(a_level, |all, next| all & wins[next]),
                        _ => self.beside(before[b]) & a_level,
                    };
                    let (win, lose) = (before[b], a_level & !before[b]);
                    mixed |= win.count_ones() >= 2 && lose.count_ones() >= 2;
                    (twice, some) = (twice | some & win, some | win);
                    (lost_twice, lost) = (lost_twice | lost & lose, lost | lose);
                }
                mixed |= twice & lost_twice != 0;
            }
            wins = before;
        }
        if mixed {
            self.look();
        }
    }

    fn look(&mut self) {
        let mut rows = vec![vec!['x'; self.side as usize]; self.side as usize];
        let last = self.levels.len() - 1;
        for (k, level) in self.levels.iter().enumerate() {
            for cell in (0..64).filter(|&cell| level >> cell & 1 == 1) {
                rows[cell / self.side as usize][cell % self.side as usize] = if k == 0 {
                    'A'
                } else if k == last {
                    'B'
                } else {
                    '.'
                };
            }
        }
        let rows: Vec<String> = rows
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect();
        let race =
            RaceBoard::new(BoiBoard::read(&rows.join("/")).expect("a board")).expect("a way");
        for (k, (form, name)) in FORMS.into_iter().enumerate() {
            if let Some(found) = find(&race, form, &Budget::generous()).expect("a generous budget")
            {
                self.found[k] += 1;
                if self.found[k] == 1 {
                    println!("{name}:");
                    show(race.board(), form, &found);
                }
            }
        }
    }
}

fn all(side: u32) {
    assert!((2..=8).contains(&side), "sides from 2 to 8");
    let begin = Instant::now();
    let cells = side * side;
    let row: u64 = (1 << side) - 1;
    let repeated = |row: u64| (0..side).fold(0, |all, y| all | row << (y * side));
    let columns = [repeated(row & !1), repeated(row >> 1)];
    let all = if cells == 64 {
        u64::MAX
    } else {
        (1 << cells) - 1
    };
    let mut every = Every {
        side,
        columns,
        all,
        levels: Vec::new(),
        boards: 0,
        raced: 0,
        found: [0; 2],
    };
    for y in 0..side.div_ceil(2) {
        // A starts in one eighth of the board, because the other eighths are mirror images.
        for x in y..side.div_ceil(2) {
            let a = 1u64 << (y * side + x);
            every.levels = vec![a];
            every.go(a);
        }
    }
    println!(
        "{side} x {side}: {} boards, {} raced (even distance, a level of 4 cells); literal form broken on {}, mirrored on {}; {:.1?}",
        every.boards,
        every.raced,
        every.found[0],
        every.found[1],
        begin.elapsed()
    );
}

/// A board as characters, for editing.
type Rows = Vec<Vec<char>>;

fn race_of(rows: &Rows) -> Option<RaceBoard> {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    RaceBoard::new(BoiBoard::read(&rows.join("/")).ok()?).ok()
}

/// Returns the board with walls on every cell that is on no shortest path, without rows and columns
/// of walls at the edges.
fn trimmed(rows: &Rows) -> Option<Rows> {
    let race = race_of(rows)?;
    let width = rows[0].len();
    let on_path = |y: usize, x: usize| {
        let cell = (y * width + x) as u32;
        race.distance_to_target(0, cell)
            .checked_add(race.distance_to_target(1, cell))
            == Some(race.length())
    };
    let mut rows: Rows = (0..rows.len())
        .map(|y| {
            (0..width)
                .map(|x| if on_path(y, x) { rows[y][x] } else { 'x' })
                .collect()
        })
        .collect();
    let wall = |row: &Vec<char>| row.iter().all(|&cell| cell == 'x');
    while rows.last().is_some_and(wall) {
        rows.pop();
    }
    rows.drain(..rows.iter().position(|row| !wall(row)).unwrap_or(0));
    let used = |x: &usize| rows.iter().any(|row| row[*x] != 'x');
    let (first, last) = ((0..width).find(used)?, (0..width).rev().find(used)?);
    Some(
        rows.into_iter()
            .map(|row| row[first..=last].to_vec())
            .collect(),
    )
}

fn broken(rows: &Rows, form: FixedPlayer) -> bool {
    race_of(rows).is_some_and(|race| {
        find(&race, form, &Budget::generous())
            .expect("a generous budget")
            .is_some()
    })
}

/// Returns the sizes to minimize: the side, then the sum of width and height, then the number of
/// white cells.
fn size(rows: &Rows) -> (usize, usize, usize) {
    let (height, width) = (rows.len(), rows[0].len());
    (
        height.max(width),
        height + width,
        rows.iter().flatten().filter(|&&cell| cell != 'x').count(),
    )
}

/// Returns a random board: open with scattered walls, or rings of paths around blocks.
fn random(rng: &mut Rng) -> Rows {
    let side = rng.usize(7..=15);
    let walls = rng.u32(5..45);
    let ring = rng.bool();
    let mut rows: Rows = (0..side)
        .map(|y| {
            let cell = |x: usize| {
                let depth = y.min(x).min(side - 1 - y).min(side - 1 - x);
                let chance = if ring {
                    [3, 30, 75, 75, 20, 50, 20, 20][depth]
                } else {
                    walls
                };
                if rng.u32(..100) < chance { 'x' } else { '.' }
            };
            (0..side).map(cell).collect()
        })
        .collect();
    let a = rng.usize(..side * side);
    let b = (a + rng.usize(1..side * side)) % (side * side);
    rows[a / side][a % side] = 'A';
    rows[b / side][b % side] = 'B';
    rows
}

/// Makes one to three random changes, each of which toggles cells, moves a start, or removes or
/// duplicates a row or a column.
fn changed(rows: &Rows, rng: &mut Rng) -> Rows {
    let mut rows = rows.clone();
    // Add a margin of walls, so that the board may shift.
    let width = rows[0].len() + 2;
    rows.iter_mut().for_each(|row| {
        row.insert(0, 'x');
        row.push('x');
    });
    rows.insert(0, vec!['x'; width]);
    rows.push(vec!['x'; width]);
    for _ in 0..rng.u32(1..=3) {
        change(&mut rows, rng);
    }
    rows
}

fn change(rows: &mut Rows, rng: &mut Rng) {
    let (height, width) = (rows.len(), rows[0].len());
    let (y, x) = (rng.usize(..height), rng.usize(..width));
    let turned = |cell: &mut char| {
        *cell = match *cell {
            '.' => 'x',
            'x' => '.',
            start => start,
        }
    };
    let copied = |cell: char| if cell == '.' { '.' } else { 'x' };
    match rng.u32(..16) {
        0 | 1 if height > 4 => drop(rows.remove(y)),
        2 | 3 if width > 4 => rows.iter_mut().for_each(|row| {
            row.remove(x);
        }),
        4 => {
            let doubled = rows[y].iter().map(|&cell| copied(cell)).collect();
            rows.insert(y, doubled);
        }
        5 => rows
            .iter_mut()
            .for_each(|row| row.insert(x, copied(row[x]))),
        6 if rows[y][x] != 'A' && rows[y][x] != 'B' => {
            let start = ['A', 'B'][rng.usize(..2)];
            rows.iter_mut()
                .flatten()
                .filter(|cell| **cell == start)
                .for_each(|cell| *cell = '.');
            rows[y][x] = start;
        }
        7..12 => {
            let (bottom, right) = (
                (y + rng.usize(2..=3)).min(height),
                (x + rng.usize(2..=3)).min(width),
            );
            rows[y..bottom]
                .iter_mut()
                .flat_map(|row| &mut row[x..right])
                .filter(|_| rng.bool())
                .for_each(turned);
        }
        _ => turned(&mut rows[y][x]),
    }
}

/// Returns a board that violates the literal form. B starts in the middle, and there are two far
/// cells, one on the left and one on the right. The cells above and below B's start lead to both
/// far cells; the cell on its left and the cell on its right each lead to one far cell. A reaches a
/// fork from which one path leads to each far cell. So A loses if B has moved up or down, because B
/// can then reach both far cells. A wins if B has moved to the left or to the right.
fn constructed() -> Rows {
    let mut rows = vec![vec!['x'; 11]; 12];
    let mut way = |corners: &[(usize, usize)]| {
        for pair in corners.windows(2) {
            let (from, to) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            // Paths run along rows and columns, so one of the two ranges is a single number.
            for row in &mut rows[from.0..=to.0] {
                row[from.1.min(to.1)..=from.1.max(to.1)].fill('.');
            }
        }
    };
    (3..=5).for_each(|y| way(&[(y, 4), (y, 6)]));
    for x in [|x: usize| x, |x: usize| 10 - x] {
        way(&[(3, x(4)), (0, x(4)), (0, x(1)), (5, x(1))]);
        way(&[
            (5, x(4)),
            (9, x(4)),
            (9, x(2)),
            (5, x(2)),
            (5, x(0)),
            (11, x(0)),
            (11, 5),
        ]);
    }
    (rows[4][5], rows[10][5]) = ('B', 'A');
    rows
}

/// Climbs from a violating board; returns the smallest board found and the number of boards tried.
fn descend(mut rows: Rows, form: FixedPlayer, tries: u64, rng: &mut Rng) -> Rows {
    let (mut own, mut idle) = (rows.clone(), 0);
    for _ in 0..tries {
        let Some(tried) = trimmed(&changed(&rows, rng)) else {
            continue;
        };
        let (old, new) = (size(&rows), size(&tried));
        // Accept smaller boards, or slightly larger boards that do not exceed the best side; after
        // many rejections, accept any board that still violates the form.
        let welcome = new <= old
            || new.0 <= size(&own).0 && new.2 <= old.2 + 2
            || idle > 300 && new.0 <= size(&own).0 + 1;
        if new != old && !welcome || tried == rows || !broken(&tried, form) {
            idle += 1;
            if idle > 2_000 {
                (rows, idle) = (own.clone(), 0);
            }
            continue;
        }
        (rows, idle) = (tried, 0);
        if size(&rows) < size(&own) {
            own = rows.clone();
        }
    }
    own
}

fn tell(rows: &Rows, form: FixedPlayer) {
    let race = race_of(rows).expect("a race");
    let found = find(&race, form, &Budget::generous())
        .expect("a generous budget")
        .expect("a broken board");
    println!("  side, width + height, white cells: {:?}", size(rows));
    show(race.board(), form, &found);
}

fn shrink(rounds: u64) {
    const TRIES: u64 = 300_000;
    let begin = Instant::now();
    let mut best = trimmed(&constructed()).expect("a race");
    tell(&best, FixedPlayer::A);
    for round in 0..rounds {
        let from = if round % 2 == 0 {
            trimmed(&constructed()).expect("a race")
        } else {
            best.clone()
        };
        let found = descend(from, FixedPlayer::A, TRIES, &mut Rng::with_seed(round));
        println!("round {round}: {:?}, {:.1?}", size(&found), begin.elapsed());
        if size(&found) < size(&best) {
            tell(&found, FixedPlayer::A);
            best = found;
        }
    }
}

fn climb(rounds: u64) {
    const TRIES: u64 = 20_000;
    // The maximum number of random boards that a round tries; a round without a violation ends.
    const RANDOM: u64 = 20_000;
    let begin = Instant::now();
    for (form, name) in FORMS {
        let (mut boards, mut hits) = (0, 0);
        let mut best: Option<Rows> = None;
        for round in 0..rounds {
            let mut rng = Rng::with_seed(round);
            let hit = (0..RANDOM)
                .map(|_| random(&mut rng))
                .inspect(|_| boards += 1)
                .find(|rows| broken(rows, form));
            let Some(rows) = hit else { continue };
            hits += 1;
            let found = descend(trimmed(&rows).expect("a race"), form, TRIES, &mut rng);
            if best.as_ref().is_none_or(|best| size(&found) < size(best)) {
                println!("{name}, round {round}:");
                tell(&found, form);
                best = Some(found);
            }
        }
        println!(
            "{name}: {boards} random boards, {hits} broken; {:.1?}",
            begin.elapsed()
        );
    }
}
