//! Cards 1 to n in a row, of which a move takes L to R neighbours. For L < R the first player takes the middle and then mirrors; else values.

use std::collections::BTreeMap;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use fastrand::Rng;
use theorems::Online;
use theory::definition::Search;

use super::coins::first_or_second;
use crate::contest::{Contest, Talk};
use crate::{Ended, Failure, Input, Problem};

/// The most cards.
pub const MOST: usize = 2000;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "abc278g",
    aliases: &[],
    title: ("Generalized Subtraction Game", "广义取数游戏"),
    source: "AtCoder ABC 278 G",
    method: "the middle first, then symmetry (L < R); values of rows by their splits (L = R; game Cards)",
    sample: include_str!("../../samples/abc278g.txt"),
    solve,
    brute,
    make,
    small: 9,
}];

/// In the protocol of the problem the program chooses its side.
pub const CONTEST: Contest = Contest { problem: "abc278g", play: compete };

/// How many cards, and how many of them a move takes.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub cards: usize,
    pub least: usize,
    pub most: usize,
}

pub fn read(input: &mut Input<'_>) -> Result<Rules, Failure> {
    let cards = input.number(text!("the number of cards", "牌数"), 1..=MOST)?;
    let least = input.number(text!("the least number taken", "至少取的张数"), 1..=cards)?;
    Ok(Rules { cards, least, most: input.number(text!("the greatest number taken", "至多取的张数"), least..=cards)? })
}

impl Rules {
    /// The values of rows of 0 to n cards, for those who must know them. O(n²) for L = R, O(n²(R - L)) else.
    fn values(self, budget: &Budget<'_>) -> Result<Vec<usize>, Stop> {
        let mut values = vec![0; self.cards + 1];
        let mut met = vec![0; 2 * self.cards.next_power_of_two() + 1];
        for n in self.least..=self.cards {
            for taken in self.least..=self.most.min(n) {
                let rest = n - taken;
                budget.steps(rest / 2 + 1)?;
                (0..=rest / 2).for_each(|left| met[values[left] ^ values[rest - left]] = n);
            }
            values[n] = (0..).find(|&value: &usize| met[value] != n).expect("there is one");
        }
        Ok(values)
    }

    fn first_wins(self, budget: &Budget<'_>) -> Result<bool, Stop> {
        if self.least < self.most { Ok(true) } else { Ok(self.values(budget)?[self.cards] != 0) }
    }
}

fn solve(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let rules = read(input)?;
    input.end()?;
    first_or_second(out, rules.first_wins(budget)?);
    Ok(())
}

/// Every play, the cards that are there as bits.
fn brute(input: &mut Input<'_>, out: &mut String, budget: &Budget<'_>) -> Result<(), Failure> {
    let Rules { cards, least, most } = read(input)?;
    input.end()?;
    let options = |&there: &u64| {
        let runs = (least..=most).flat_map(|taken| (0..=cards - taken).map(move |first| ((1u64 << taken) - 1) << first));
        runs.filter(|run| there & run == *run).map(|run| there & !run).collect()
    };
    first_or_second(out, Search::normal(options, budget).mover_wins(&((1 << cards) - 1))?);
    Ok(())
}

fn make(rng: &mut Rng, size: u64) -> String {
    let cards = rng.u64(1..=size.min(MOST as u64));
    let least = rng.u64(1..=cards);
    let most = if rng.bool() { least } else { rng.u64(least..=cards) };
    format!("{cards} {least} {most}\n")
}

/// A player of whole games, by the values of all rows: the rows that are left, by their first card.
pub struct Player {
    rules: Rules,
    values: Vec<usize>,
    rows: BTreeMap<usize, usize>,
}

impl Player {
    /// Computes the values.
    pub fn new(rules: Rules, budget: &Budget<'_>) -> Result<Player, Stop> {
        Ok(Player { rules, values: rules.values(budget)?, rows: BTreeMap::from([(1, rules.cards)]) })
    }
}

impl Online for Player {
    /// The first card, and how many are taken.
    type Move = (usize, usize);

    fn play(&mut self, &(first, taken): &(usize, usize)) -> Result<(), Text> {
        let Rules { least, most, .. } = self.rules;
        if !(least..=most).contains(&taken) {
            return Err(text!("{least} to {most} cards are taken, not {taken}", "应取 {least} 到 {most} 张，而不是 {taken} 张"));
        }
        let row = self.rows.range(..=first).next_back().map(|(start, length)| (*start, *length));
        let Some((start, length)) = row.filter(|(start, length)| first - start <= *length && *length - (first - start) >= taken) else {
            return Err(text!("{taken} cards from {first} on are not all there", "从 {first} 起的 {taken} 张牌不全在"));
        };
        self.rows.remove(&start);
        for (start, length) in [(start, first - start), (first + taken, start + length - first - taken)] {
            if length > 0 {
                self.rows.insert(start, length);
            }
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<(usize, usize)> {
        let values = &self.values;
        let sum = self.rows.values().fold(0, |sum, length| sum ^ values[*length]);
        let mut lowered = self.rows.iter().filter(|(_, length)| values[**length] ^ sum < values[**length]);
        let (start, length) = lowered.next().filter(|_| sum != 0)?;
        let wanted = values[*length] ^ sum;
        let splits =
            (self.rules.least..=self.rules.most.min(*length)).flat_map(|taken| (0..=length - taken).map(move |left| (left, taken)));
        let mut fitting = splits.filter(|(left, taken)| values[*left] ^ values[length - taken - left] == wanted);
        fitting.next().map(|(left, taken)| (start + left, taken))
    }

    fn any_move(&mut self) -> Option<(usize, usize)> {
        self.rows.iter().find(|(_, length)| **length >= self.rules.least).map(|(start, _)| (*start, self.rules.least))
    }
}

/// The problem's own protocol: the program says which side wins and plays it.
fn compete(talk: &mut Talk<'_, '_>, budget: &Budget<'_>) -> Result<Ended, Failure> {
    let cards = talk.number(text!("the number of cards", "牌数"), 1..=MOST)?;
    let least = talk.number(text!("the least number taken", "至少取的张数"), 1..=cards)?;
    let most = talk.number(text!("the greatest number taken", "至多取的张数"), least..=cards)?;
    let rules = Rules { cards, least, most };
    let first = rules.first_wins(budget)?;
    talk.say(if first { "First" } else { "Second" });
    // Symmetry needs no values.
    let mut player = match least < most {
        true => Player { rules, values: Vec::new(), rows: BTreeMap::from([(1, cards)]) },
        false => Player::new(rules, budget)?,
    };
    let bug = |what: Text| Failure::Session(grundy::Error::Bug(what));
    let mut own = first;
    let mut heard = None;
    loop {
        if own {
            let made = match (least < most, heard) {
                (false, _) => player.winning_move().ok_or_else(|| bug(text!("no winning move", "没有必胜着")))?,
                // As many as leaves two halves; then the mirror image of what was taken.
                (true, None) => {
                    let taken = least + (cards - least) % 2;
                    ((cards - taken) / 2 + 1, taken)
                }
                (true, Some((start, taken))) => (cards + 2 - start - taken, taken),
            };
            player.play(&made).map_err(bug)?;
            talk.say(&format!("{} {}", made.0, made.1));
        }
        own = true;
        let start = talk.number(text!("the first card taken", "所取的第一张牌"), -1..=cards as i64)?;
        let taken = talk.number(text!("how many are taken", "所取的张数"), -1..=cards as i64)?;
        match (start, taken) {
            (0, 0) => return Ok(Ended::Won),
            (-1, -1) => return Ok(Ended::Broke("the judge takes a move for illegal".to_owned())),
            (1.., 1..) => {
                let made = (start as usize, taken as usize);
                player.play(&made).map_err(|why| talk.wrong(why))?;
                heard = Some(made);
            }
            _ => return Err(talk.wrong(text!("expected a move, `0 0` or `-1 -1`", "此处应为一着、`0 0` 或 `-1 -1`"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use theorems::referee;

    use super::*;
    use crate::Line;
    use crate::contest::compete as sit_down;

    type Board = (usize, usize, Vec<bool>);

    fn moves((least, most, there): &Board) -> Vec<(usize, usize)> {
        let all = (*least..=*most).flat_map(|taken| (0..(there.len() + 1).saturating_sub(taken)).map(move |first| (first, taken)));
        all.filter(|&(first, taken)| there[first..first + taken].iter().all(|card| *card))
            .map(|(first, taken)| (first + 1, taken))
            .collect()
    }

    fn after(board: &Board, &(first, taken): &(usize, usize)) -> Option<Board> {
        moves(board).contains(&(first, taken)).then(|| {
            let mut there = board.2.clone();
            there[first - 1..first - 1 + taken].fill(false);
            (board.0, board.1, there)
        })
    }

    #[test]
    fn a_thousand_games() {
        let start = |rng: &mut Rng| -> Board {
            let cards = rng.usize(1..12);
            let least = rng.usize(1..=cards);
            (least, rng.usize(least..=cards), vec![true; cards])
        };
        let player =
            |board: &Board| Player::new(Rules { cards: board.2.len(), least: board.0, most: board.1 }, &Budget::generous()).unwrap();
        referee::thousand(false, start, player, |board, rng| rng.choice(moves(board)), after);
    }

    /// A judge who moves at random, by the words of the problem; the program wins each game.
    #[test]
    fn the_program_wins_in_the_protocol_of_the_problem() {
        for seed in 0..200 {
            let mut rng = Rng::with_seed(seed);
            let cards = rng.usize(1..40);
            let least = rng.usize(1..=cards);
            let most = if rng.bool() { least } else { rng.usize(least..=cards) };
            let board = RefCell::new((least, most, vec![true; cards]));
            let heard = RefCell::new(vec![format!("{cards} {least} {most}")]);
            let answer = |rng: &mut Rng| {
                let mut board = board.borrow_mut();
                match rng.choice(moves(&board)) {
                    None => "0 0".to_owned(),
                    Some(made) => {
                        *board = after(&board, &made).unwrap();
                        format!("{} {}", made.0, made.1)
                    }
                }
            };
            let mut say = |said: &str| {
                let numbers: Vec<usize> = said.split(' ').filter_map(|word| word.parse().ok()).collect();
                if let &[first, taken] = &numbers[..] {
                    let left = after(&board.borrow(), &(first, taken)).unwrap_or_else(|| panic!("seed {seed}: {said} is illegal"));
                    *board.borrow_mut() = left;
                }
                if said != "First" {
                    heard.borrow_mut().push(answer(&mut rng));
                }
            };
            let mut hear = || heard.borrow_mut().pop();
            let ended = sit_down(&CONTEST, &mut Line { say: &mut say, hear: &mut hear }, &Budget::generous()).unwrap();
            assert!(matches!(ended, Ended::Won), "seed {seed}: {ended:?}");
        }
    }
}
