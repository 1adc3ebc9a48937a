//! Looks for the smallest boards of the BOI Game that break what the seed says of rings (`boi::arcs`), for either form.
//! `cargo run --release -p structures --example boi_arcs -- all 6`: every board of 6 by 6 cells on which each white cell lies on a shortest
//! path, up to symmetry (other white cells do not matter). `-- climb 20`: 20 rounds of random boards and of hill climbing from what they
//! show, towards smaller boards. Seeds are fixed: a run can be repeated.

use std::collections::HashMap;
use std::time::Instant;

use fastrand::Rng;
use rules::budget::Budget;
use structures::boi::arcs::{Break, Fixed, find};
use structures::boi::board::Board;
use structures::boi::race::Race;

const FORMS: [(Fixed, &str); 2] = [(Fixed::A, "literal form (A's cell fixed)"), (Fixed::B, "mirrored form (B's cell fixed)")];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [word, side] if word == "all" => all(side.parse().expect("a side from 2 to 8")),
        [word, rounds] if word == "climb" => climb(rounds.parse().expect("a number of rounds")),
        _ => eprintln!("all SIDE | climb ROUNDS"),
    }
}

fn show(board: &Board, form: Fixed, found: &Break) {
    for row in board.text().split(" / ") {
        println!("  {row}");
    }
    let names: Vec<String> = found.ring.iter().map(|&cell| board.name(cell)).collect();
    let winners: String = found.winners.iter().map(|&winner| ['A', 'B'][winner]).collect();
    let (still, other) = if form == Fixed::A { ('A', 'B') } else { ('B', 'A') };
    println!("  {} moves; {still} on {}, {other} on {}: {winners}", ['A', 'B'][found.turn], board.name(found.fixed), names.join(" "));
}

/// Every board of a side, level by level: a level is a set of cells beside the one before, the other cells beside it are walls.
struct Every {
    side: u32,
    /// Cells that have a cell to their left, and to their right.
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

    /// `used`: all cells that are decided, walls among them.
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
        // Every set of cells beside the last level that has a cell beside each of its cells.
        while next != 0 {
            if last & !self.beside(next) == 0 {
                self.levels.push(next);
                self.go(used | open);
                self.levels.pop();
            }
            next = (next - 1) & open;
        }
    }

    /// Who wins each pair of levels, from the middle on; boards on which a row of pairs has two of each are looked at closely.
    fn race(&mut self) {
        let (d, middle) = (self.levels.len() - 1, (self.levels.len() - 1) / 2);
        if self.levels.iter().all(|level| level.count_ones() < 4) {
            return;
        }
        self.raced += 1;
        // For each cell of B the cells of A that win for A; A is to move, both in the middle.
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
                        1 => each(self.beside(1 << b) & self.levels[d - i - 1]).fold(a_level, |all, next| all & wins[next]),
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
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let race = Race::new(Board::read(&rows.join("/")).expect("a board")).expect("a way");
        for (k, (form, name)) in FORMS.into_iter().enumerate() {
            if let Some(found) = find(&race, form, &Budget::generous()).expect("a generous budget") {
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
    let all = if cells == 64 { u64::MAX } else { (1 << cells) - 1 };
    let mut every = Every { side, columns, all, levels: Vec::new(), boards: 0, raced: 0, found: [0; 2] };
    for y in 0..side.div_ceil(2) {
        // A in one eighth of the board: the others are its mirror images.
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

/// A board as characters, for changes.
type Rows = Vec<Vec<char>>;

fn race_of(rows: &Rows) -> Option<Race> {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    Race::new(Board::read(&rows.join("/")).ok()?).ok()
}

/// Walls on every cell that lies on no shortest path, then rows and columns of walls at the edges taken away.
fn trimmed(rows: &Rows) -> Option<Rows> {
    let race = race_of(rows)?;
    let width = rows[0].len();
    let on_path = |y: usize, x: usize| {
        let cell = (y * width + x) as u32;
        race.left(0, cell).checked_add(race.left(1, cell)) == Some(race.length())
    };
    let mut rows: Rows = (0..rows.len()).map(|y| (0..width).map(|x| if on_path(y, x) { rows[y][x] } else { 'x' }).collect()).collect();
    let wall = |row: &Vec<char>| row.iter().all(|&cell| cell == 'x');
    while rows.last().is_some_and(wall) {
        rows.pop();
    }
    rows.drain(..rows.iter().position(|row| !wall(row)).unwrap_or(0));
    let used = |x: &usize| rows.iter().any(|row| row[*x] != 'x');
    let (first, last) = ((0..width).find(used)?, (0..width).rev().find(used)?);
    Some(rows.into_iter().map(|row| row[first..=last].to_vec()).collect())
}

fn broken(rows: &Rows, form: Fixed) -> bool {
    race_of(rows).is_some_and(|race| find(&race, form, &Budget::generous()).expect("a generous budget").is_some())
}

/// What is to become small: the side, then the sum of width and height, then the white cells.
fn size(rows: &Rows) -> (usize, usize, usize) {
    let (height, width) = (rows.len(), rows[0].len());
    (height.max(width), height + width, rows.iter().flatten().filter(|&&cell| cell != 'x').count())
}

/// A random board: open with walls scattered, or rings of ways around blocks.
fn random(rng: &mut Rng) -> Rows {
    let side = rng.usize(7..=15);
    let walls = rng.u32(5..45);
    let ring = rng.bool();
    let mut rows: Rows = (0..side)
        .map(|y| {
            let cell = |x: usize| {
                let depth = y.min(x).min(side - 1 - y).min(side - 1 - x);
                let chance = if ring { [3, 30, 75, 75, 20, 50, 20, 20][depth] } else { walls };
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

/// A few cells turned, or a start moved, or a row or a column taken out or doubled.
fn changed(rows: &Rows, rng: &mut Rng) -> Rows {
    let mut rows = rows.clone();
    // A margin of walls, so that the board may move.
    let width = rows[0].len() + 2;
    rows.iter_mut().for_each(|row| {
        row.insert(0, 'x');
        row.push('x');
    });
    rows.insert(0, vec!['x'; width]);
    rows.push(vec!['x'; width]);
    let height = rows.len();
    match rng.u32(..12) {
        0 if height > 4 => drop(rows.remove(rng.usize(..height))),
        1 if width > 4 => {
            let x = rng.usize(..width);
            rows.iter_mut().for_each(|row| {
                row.remove(x);
            });
        }
        2 => {
            let y = rng.usize(..height);
            let doubled = rows[y].iter().map(|&cell| if cell == '.' { '.' } else { 'x' }).collect();
            rows.insert(y, doubled);
        }
        3 => {
            let x = rng.usize(..width);
            rows.iter_mut().for_each(|row| row.insert(x, if row[x] == '.' { '.' } else { 'x' }));
        }
        4 => {
            let start = ['A', 'B'][rng.usize(..2)];
            let (y, x) = (rng.usize(..height), rng.usize(..width));
            if rows[y][x] != 'A' && rows[y][x] != 'B' {
                rows.iter_mut().flatten().filter(|cell| **cell == start).for_each(|cell| *cell = '.');
                rows[y][x] = start;
            }
        }
        _ => {
            for _ in 0..rng.u32(1..=4) {
                let (y, x) = (rng.usize(..height), rng.usize(..width));
                rows[y][x] = match rows[y][x] {
                    '.' => 'x',
                    'x' => '.',
                    start => start,
                };
            }
        }
    }
    rows
}

fn climb(rounds: u64) {
    const TRIES: u32 = 20_000;
    let begin = Instant::now();
    let (mut boards, mut hits) = (0u64, [0u64; 2]);
    let mut best: HashMap<&str, Rows> = HashMap::new();
    for round in 0..rounds {
        let mut rng = Rng::with_seed(round);
        for (k, (form, name)) in FORMS.into_iter().enumerate() {
            // The first round needs a board to begin with; later ones also begin with the best so far, now and then.
            let begin_with = best.get(name).filter(|_| round % 3 == 2).cloned();
            let mut rows = begin_with.unwrap_or_else(|| {
                loop {
                    boards += 1;
                    let rows = random(&mut rng);
                    if broken(&rows, form) {
                        hits[k] += 1;
                        return trimmed(&rows).expect("a race");
                    }
                }
            });
            // Downhill, or a little up as long as the board stays broken.
            let (mut own, mut heat) = (rows.clone(), 0);
            for _ in 0..TRIES {
                boards += 1;
                let Some(tried) = trimmed(&changed(&rows, &mut rng)) else { continue };
                let (old, new) = (size(&rows), size(&tried));
                if (new <= old || new.0 <= size(&own).0 && new.2 <= old.2 + 2 || heat > 200) && broken(&tried, form) {
                    heat = 0;
                    rows = tried;
                    if size(&rows) < size(&own) {
                        own = rows.clone();
                    }
                } else {
                    heat += 1;
                    if heat > 400 {
                        (rows, heat) = (own.clone(), 0);
                    }
                }
            }
            if best.get(name).is_none_or(|best| size(&own) < size(best)) {
                let race = race_of(&own).expect("a race");
                println!("round {round}, {name}: {:?}", size(&own));
                show(race.board(), form, &find(&race, form, &Budget::generous()).expect("a generous budget").expect("broken"));
                best.insert(name, own);
            }
        }
    }
    println!("{boards} boards, {hits:?} random ones broken, {:.1?}", begin.elapsed());
}
