//! Rows of pins, octal games (Guy and Smith 1956): from a row, i neighbours may be taken, and what is left is no row, one row or two
//! rows, as bits 0, 1 and 2 of the code digit d_i say. Kayles is 0.77, Dawson's Kayles 0.07, Treblecross 0.007. A row of n has the
//! options (j) + (n - i - j) with 0 ≤ j ≤ n - i; an index below 0 never occurs.
//!
//! A finite code with k digits is periodic from e on with period p as soon as G(n + p) = G(n) for every e ≤ n < 2e + p + k: in a
//! longer row one of the two parts is at least e + p long, or has been moved from there, and may be changed by p without changing
//! values, so the options of n + p have the values of those of n. A computed prefix thus *proves* the period, and values and moves of
//! rows of 10^9 pins cost no more than that prefix. O(n²) for the prefix, O(1) for a value, O(k (e + p)) for a move.

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;

use crate::online::Online;
use crate::sum::Values;

/// A code: its digits d_1, d_2, …, each from 0 to 7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(Vec<u8>);

/// A period that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// From which row length on: e.
    pub from: u64,
    /// p.
    pub length: u64,
}

/// A move in one row: so many pins are taken, which leaves two rows (0 where there is none).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which row, from 0 on.
    pub row: usize,
    /// How many are left to the left of those taken.
    pub left: u64,
    /// How many are taken.
    pub taken: u64,
    /// How many are left to the right.
    pub right: u64,
}

impl Code {
    /// From its digits; the error says which is none.
    pub fn new(digits: &[u8]) -> Result<Code, Text> {
        if let Some(digit) = digits.iter().find(|&&digit| digit > 7) {
            return Err(text!("{digit} is no octal digit", "{digit} 不是八进制数字"));
        }
        Ok(Code(digits.to_vec()))
    }

    /// Kayles, 0.77.
    pub fn kayles() -> Code {
        Code(vec![7, 7])
    }

    /// Whether so many may be taken so that these two rows are left.
    fn allows(&self, taken: u64, left: u64, right: u64) -> bool {
        let digit = taken.checked_sub(1).and_then(|i| self.0.get(usize::try_from(i).ok()?)).copied().unwrap_or(0);
        digit >> (u8::from(left > 0) + u8::from(right > 0)) & 1 == 1
    }

    /// The moves of a row as (left, taken, right) with left ≤ `most_left`. What the mirror image of a move leaves is left out where
    /// `most_left` is at least half of the row and so both would be met.
    fn splits(&self, row: u64, most_left: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        (1..=self.0.len() as u64).take_while(move |&taken| taken <= row).flat_map(move |taken| {
            let rest = row - taken;
            (0..=most_left.min(rest / 2)).map(move |left| (left, taken, rest - left)).filter(|&(l, t, r)| self.allows(t, l, r))
        })
    }

    /// The values of the rows from 0 to `last`. O(k · last²).
    pub fn values(&self, last: u64, budget: &Budget<'_>) -> Result<Vec<u64>, Stop> {
        budget.allow_memory(last.saturating_mul(8))?;
        let mut values: Vec<u64> = Vec::new();
        let mut options: Vec<u64> = Vec::new();
        for row in 0..=last {
            options.clear();
            for (left, _, right) in self.splits(row, row) {
                budget.tick()?;
                options.push(values[left as usize] ^ values[right as usize]);
            }
            options.sort_unstable();
            options.dedup();
            values.push((0..).zip(&options).find(|(i, value)| i != *value).map_or(options.len() as u64, |(i, _)| i));
        }
        Ok(values)
    }

    /// The least period, with its least beginning, that the values of the rows from 0 on prove; none where they prove none.
    pub fn period(&self, values: &[u64]) -> Option<Period> {
        let digits = self.0.len() as u64;
        (1..values.len()).find_map(|length| {
            let differ = |&n: &usize| values[n] != values[n + length];
            let from = (0..values.len() - length).rev().find(differ).map_or(0, |n| n as u64 + 1);
            let length = length as u64;
            // Compared was every n below values.len() - length. A part that is not empty stays so, hence e ≥ 1.
            (2 * from.max(1) + 2 * length + digits <= values.len() as u64).then_some(Period { from, length })
        })
    }
}

/// The values of all rows of a code with a proved period.
#[derive(Clone, Debug)]
pub struct Periodic {
    code: Code,
    values: Vec<u64>,
    period: Period,
}

impl Periodic {
    /// From values that someone computed, the rows from 0 on; none where they prove no period.
    pub fn from_values(code: Code, mut values: Vec<u64>) -> Option<Periodic> {
        let period = code.period(&values)?;
        values.truncate((period.from + period.length) as usize);
        Some(Periodic { code, values, period })
    }

    /// Computes values until a period is proved, up to rows of `most` pins; none where there is none that far.
    pub fn compute(code: Code, most: u64, budget: &Budget<'_>) -> Result<Option<Periodic>, Stop> {
        let mut last = 64;
        loop {
            let values = code.values(last.min(most), budget)?;
            if let Some(found) = Periodic::from_values(code.clone(), values) {
                return Ok(Some(found));
            }
            if last >= most {
                return Ok(None);
            }
            last *= 2;
        }
    }

    /// The period.
    pub fn period(&self) -> Period {
        self.period
    }

    /// The value of a row of any length. O(1).
    pub fn value(&self, row: u64) -> u64 {
        let Period { from, length } = self.period;
        let at = if row < from + length { row } else { from + (row - from) % length };
        self.values[at as usize]
    }

    /// Every way to leave the value `target` of a row, as (left, taken, right) with left ≤ right, one after the other; their mirror
    /// images do the same. The first, if any, has left < e + p, for a longer left part may give p to the right one.
    pub fn moves_to(&self, row: u64, target: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        self.code.splits(row, row).filter(move |&(left, _, right)| self.value(left) ^ self.value(right) == target)
    }

    /// One of them. O(k (e + p)).
    pub fn move_to(&self, row: u64, target: u64) -> Option<(u64, u64, u64)> {
        // Left parts up to e + p inclusive: those from 1 on stay from 1 on when p is given away, as the code's digits want.
        let most_left = self.period.from + self.period.length;
        self.code.splits(row, most_left).find(|&(left, _, right)| self.value(left) ^ self.value(right) == target)
    }
}

/// A player on several rows. O(rows) once, then O(k (e + p)) for each move, whatever the rows' lengths and number.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    game: &'a Periodic,
    rows: Vec<u64>,
    values: Values,
    alive: Vec<usize>,
}

impl<'a> Player<'a> {
    /// From a position.
    pub fn new(game: &'a Periodic, rows: &[u64]) -> Player<'a> {
        let values = Values::new(rows.iter().map(|&row| game.value(row)));
        Player { game, rows: rows.to_vec(), values, alive: (0..rows.len()).collect() }
    }

    /// The rows as they stand: a move puts its left part in the place of the row, and its right part behind all others.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }
}

impl Online for Player<'_> {
    type Move = Move;

    fn play(&mut self, made: &Move) -> Result<(), Text> {
        let Move { row, left, taken, right } = *made;
        let Some(&length) = self.rows.get(row) else {
            return Err(text!("there is no such row", "没有这一行"));
        };
        let whole = left.checked_add(taken).and_then(|sum| sum.checked_add(right));
        if whole != Some(length) || !self.game.code.allows(taken, left, right) {
            return Err(text!(
                "of a row of {length} one cannot take {taken} and leave {left} and {right}",
                "不能从长为 {length} 的一行中取 {taken} 而剩下 {left} 和 {right}"
            ));
        }
        self.rows[row] = left;
        self.values.set(row, self.game.value(left));
        self.rows.push(right);
        self.values.push(self.game.value(right));
        self.alive.extend([row, self.rows.len() - 1]);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Move> {
        let (row, target) = self.values.to_lower()?;
        let (left, taken, right) = self.game.move_to(self.rows[row], target)?;
        Some(Move { row, left, taken, right })
    }

    fn any_move(&mut self) -> Option<Move> {
        while let Some(&row) = self.alive.last() {
            let few = self.game.period.from + self.game.period.length;
            if let Some((left, taken, right)) = self.game.code.splits(self.rows[row], few).next() {
                return Some(Move { row, left, taken, right });
            }
            self.alive.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::referee::thousand;

    /// The values by the definition on the pins themselves: a set of pins, from which neighbours are taken.
    fn by_pins(last: usize) -> Vec<u64> {
        let mut values: Vec<u64> = vec![0];
        for pins in 1..1usize << last {
            let taken = (0..last).flat_map(|i| [1 << i, 3 << i]).filter(|taken| pins & taken == *taken);
            values.push(nimber::mex(taken.map(|taken| values[pins ^ taken])));
        }
        (0..=last).map(|n| values[(1 << n) - 1]).collect()
    }

    /// Seed 000, 4.4.2 lets i run from 1 to n in both unions, where n - 1 - i and n - 2 - i fall below 0. Right are 0 ≤ i ≤ n - 1 and
    /// 0 ≤ i ≤ n - 2.
    #[test]
    fn the_kayles_recurrence_with_its_right_ranges() {
        let budget = Budget::generous();
        let found = Code::kayles().values(12, &budget).unwrap();
        assert_eq!(found, by_pins(12));
        let mut values: Vec<u64> = Vec::new();
        for n in 0..100usize {
            let one = (0..n).map(|i| (i, n - 1 - i));
            let two = (0..n.max(1) - 1).map(|i| (i, n - 2 - i));
            values.push(nimber::mex(one.chain(two).map(|(i, j)| values[i] ^ values[j])));
        }
        assert_eq!(values, Code::kayles().values(99, &budget).unwrap());
        assert_eq!(values[..6], [0, 1, 2, 3, 1, 4]);
    }

    #[test]
    fn periods_are_proved_and_hold() {
        let budget = Budget::generous();
        for (digits, from, length) in [(&[7u8, 7][..], 71, 12), (&[0, 7], 53, 34), (&[3, 3, 3], 0, 4), (&[7], 0, 2)] {
            let code = Code::new(digits).unwrap();
            let game = Periodic::compute(code.clone(), 2000, &budget).unwrap().unwrap();
            assert_eq!(game.period(), Period { from, length }, "{digits:?}");
            let values = code.values(700, &budget).unwrap();
            assert!((0..).zip(&values).all(|(n, &value)| game.value(n) == value), "{digits:?}");
        }
        assert_eq!(Code::kayles().period(&Code::kayles().values(166, &budget).unwrap()), None, "a row too few");
        assert!(Code::kayles().period(&Code::kayles().values(167, &budget).unwrap()).is_some());
        assert!(Periodic::compute(Code::new(&[0, 0, 7]).unwrap(), 300, &budget).unwrap().is_none());
        assert!(Code::new(&[8]).is_err());
    }

    #[test]
    fn one_move_is_found_wherever_there_is_any() {
        let budget = Budget::generous();
        for digits in [&[7u8, 7][..], &[0, 7], &[3, 3], &[4, 5, 1]] {
            let Some(game) = Periodic::compute(Code::new(digits).unwrap(), 600, &budget).unwrap() else { continue };
            for row in (0..60).chain(150..170).chain(300..330) {
                for target in 0..12 {
                    let any = game.moves_to(row, target).next();
                    assert_eq!(game.move_to(row, target).is_some(), any.is_some(), "{digits:?} {row} to {target}");
                }
            }
        }
    }

    #[test]
    fn a_thousand_games() {
        let budget = Budget::generous();
        let kayles = Periodic::compute(Code::kayles(), 2000, &budget).unwrap().unwrap();
        let start = |rng: &mut Rng| {
            let rows: Vec<u64> = (0..rng.usize(1..6)).map(|_| rng.u64(0..=40)).collect();
            rows
        };
        let random_move = |rows: &Vec<u64>, rng: &mut Rng| {
            let row = rng.choice((0..rows.len()).filter(|&i| rows[i] > 0).collect::<Vec<_>>())?;
            let taken = rng.u64(1..=rows[row].min(2));
            let left = rng.u64(0..=rows[row] - taken);
            Some(Move { row, left, taken, right: rows[row] - taken - left })
        };
        let apply = |rows: &Vec<u64>, made: &Move| {
            let mut rows = rows.clone();
            let legal = (1..=2).contains(&made.taken) && made.left + made.taken + made.right == rows[made.row];
            rows[made.row] = made.left;
            rows.push(made.right);
            legal.then_some(rows)
        };
        thousand(false, start, |rows: &Vec<u64>| Player::new(&kayles, rows), random_move, apply);
        let mut long = Player::new(&kayles, &[1_000_000_000, u64::MAX, 5]);
        let made = long.winning_move().unwrap();
        long.play(&made).unwrap();
        assert!(long.winning_move().is_none() && long.any_move().is_some());
        assert!(long.play(&Move { row: 2, left: 1, taken: 3, right: 1 }).is_err());
    }
}
