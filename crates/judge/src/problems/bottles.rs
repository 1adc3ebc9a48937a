//! Splitting bottles (HNOI 2007, Luogu P3185): a move removes a bean from a bottle and adds two
//! beans to later bottles. Only the parity of the beans of a bottle matters for the outcome.
//! However, a winning move may also start from a bottle with an even number of beans other than 0.

use std::fmt::Write;

use base::text;
use base::text::Text;
use fastrand::Rng;
use theorems::OnlinePlayer;
use theorems::piles::bottles;
use theory::reference::ReferenceSearch;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::write_row;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "p3185",
    aliases: &[],
    title: ("Splitting game", "分裂游戏"),
    source: "HNOI 2007, Luogu P3185",
    method: "closed form: odious numbers; the pairs of a nim-sum in each bottle",
    sample: include_str!("../../samples/p3185.txt"),
    solve: |input, out| {
        cases(input, out, MAX_BOTTLES, u64::MAX, &mut |bottles| {
            let (mut least, mut count) = (None::<Triple>, 0);
            for triple in bottles.winning() {
                input.budget.tick()?;
                least = Some(least.map_or(triple, |least| least.min(triple)));
                count += 1;
            }
            Ok((least, count))
        })
    },
    brute: |input, out| {
        let mut brute = ReferenceSearch::normal(
            |beans: &Vec<u64>| {
                all(beans)
                    .map(|made| beans_after_move(beans, made))
                    .collect()
            },
            input.budget,
        );
        cases(input, out, 6, 9, &mut |bottles| {
            let beans = &bottles.beans;
            let mut winning = Vec::new();
            for made in all(beans) {
                if !brute.mover_wins(&beans_after_move(beans, made))? {
                    winning.push(made);
                }
            }
            Ok((winning.first().copied(), winning.len() as u64))
        })
    },
    make,
    small: 4,
}];

/// The maximum number of bottles. The maximum number of bottles bounds the number of winning moves,
/// which is at most the number of pairs of bottles.
const MAX_BOTTLES: usize = 10_000;

/// The bottle that loses a bean, and the two bottles that gain one bean each.
pub type Triple = (usize, usize, usize);

/// The result of a case: the smallest winning move, and the number of winning moves.
type BottlesResult = (Option<Triple>, u64);

/// The number of beans in each bottle.
#[derive(Clone, Debug)]
pub struct Bottles {
    beans: Vec<u64>,
}

impl Bottles {
    /// Creates bottles with the given numbers of beans.
    pub fn new(beans: Vec<u64>) -> Bottles {
        Bottles { beans }
    }

    /// Returns every winning move, in no particular order. O(bottles) once, then O(1) for each move
    /// and for each bottle.
    fn winning(&self) -> impl Iterator<Item = Triple> {
        let last = self.beans.len().saturating_sub(1);
        let height = move |bottle: usize| (last - bottle) as u64;
        let odd = self
            .beans
            .iter()
            .enumerate()
            .filter(|(_, beans)| *beans % 2 == 1);
        let sum = odd.fold(0, |sum, (bottle, _)| sum ^ bottles::value(height(bottle)));
        let filled = self
            .beans
            .iter()
            .enumerate()
            .filter(|(_, beans)| **beans > 0)
            .map(|(bottle, _)| bottle);
        filled.flat_map(move |bottle| {
            let pairs = bottles::pairs(height(bottle), sum ^ bottles::value(height(bottle)));
            pairs.map(move |(high, low)| (bottle, last - high as usize, last - low as usize))
        })
    }
}

fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    most: usize,
    beans: u64,
    find: &mut dyn FnMut(&Bottles) -> Result<BottlesResult, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    for _ in 0..input.cases()? {
        let count = input.number(text!("the number of bottles", "瓶数"), 1..=most)?;
        let mut bottles = Bottles::new(Vec::new());
        for _ in 0..count {
            budget.tick()?;
            budget.make_room(&mut bottles.beans, 1, 0)?;
            bottles.beans.push(input.number(
                text!("the number of beans in a bottle", "一瓶中的豆数"),
                0..=beans,
            )?);
        }
        let (least, count) = find(&bottles)?;
        match least {
            Some((i, j, k)) => write_row(out, [i, j, k]),
            None => out.push_str("-1 -1 -1\n"),
        }
        let _ = writeln!(out, "{count}");
    }
    Ok(input.end()?)
}

/// Returns every move, starting with the smallest move.
fn all(beans: &[u64]) -> impl Iterator<Item = Triple> {
    let count = beans.len();
    let from = (0..count).filter(|&i| beans[i] > 0);
    from.flat_map(move |i| (i + 1..count).flat_map(move |j| (j..count).map(move |k| (i, j, k))))
}

fn beans_after_move(beans: &[u64], (i, j, k): Triple) -> Vec<u64> {
    let mut left = beans.to_vec();
    left[i] -= 1;
    left[j] += 1;
    left[k] += 1;
    left
}

/// Generates few beans if the size is small enough for brute force, because each bean in a front
/// bottle becomes two beans again and again.
fn make(rng: &mut Rng, size: u64) -> String {
    let small = size <= 4;
    let cases = rng.u64(1..=4);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let bottles = rng.u64(2..=if small { size.max(2) } else { size.min(100) });
        let _ = writeln!(text, "{bottles}");
        write_row(
            &mut text,
            (0..bottles).map(|_| rng.u64(0..=if small { 2 } else { size })),
        );
    }
    text
}

/// A player of complete games: O(bottles^2) per winning move at worst.
impl OnlinePlayer for Bottles {
    type Move = Triple;

    fn play(&mut self, &(i, j, k): &Triple) -> Result<(), Text> {
        let last = self.beans.len().saturating_sub(1);
        if !(i < j && j <= k && k <= last) {
            return Err(text!(
                "expected bottles i < j <= k, counted from 0 to {last}; found {i}, {j} and {k}",
                "应为 i < j <= k 三个瓶，编号从 0 到 {last}；实为 {i}、{j}、{k}"
            ));
        }
        if self.beans[i] == 0 {
            return Err(text!("bottle {i} is empty", "瓶 {i} 中没有豆"));
        }
        if [j, k].iter().any(|&to| self.beans[to] > u64::MAX - 2) {
            return Err(text!(
                "a bottle must contain fewer than 2^64 beans",
                "一瓶中的豆数须小于 2^64"
            ));
        }
        self.beans = beans_after_move(&self.beans, (i, j, k));
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Triple> {
        self.winning().next()
    }

    fn any_move(&mut self) -> Option<Triple> {
        let last = self.beans.len().checked_sub(1)?;
        self.beans[..last]
            .iter()
            .position(|beans| *beans > 0)
            .map(|i| (i, last, last))
    }
}

#[cfg(test)]
mod tests {
    use theorems::referee;

    use super::*;

    #[test]
    fn a_thousand_games_are_won() {
        let start =
            |rng: &mut Rng| -> Vec<u64> { (0..rng.usize(1..=5)).map(|_| rng.u64(0..=3)).collect() };
        let random = |beans: &Vec<u64>, rng: &mut Rng| rng.choice(all(beans).collect::<Vec<_>>());
        let apply = |beans: &Vec<u64>, made: &Triple| {
            all(beans)
                .any(|legal| legal == *made)
                .then(|| beans_after_move(beans, *made))
        };
        referee::check_player(
            false,
            start,
            |beans| Bottles::new(beans.clone()),
            random,
            apply,
        );
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let mut player = Bottles::new(vec![1, 0, 5, u64::MAX]);
        for made in [
            (1, 2, 3),
            (0, 0, 1),
            (0, 2, 1),
            (0, 1, 4),
            (2, 3, 3),
            (usize::MAX, 1, 2),
        ] {
            assert!(player.play(&made).is_err(), "{made:?}");
        }
        assert!(player.play(&(0, 1, 2)).is_ok());
        assert!(Bottles::new(Vec::new()).play(&(0, 1, 1)).is_err());
    }
}
