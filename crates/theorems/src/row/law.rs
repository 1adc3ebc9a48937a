//! This module contains two games on a row that are equivalent to staircase Nim. In sorted piles
//! and in Georgia and Bob, a move lowers one difference of neighbours and raises the next
//! difference by an equal amount. So the differences are the steps of a staircase whose last step
//! is next to the ground. **Sorted piles** (seed 000, appendix III, variant 4): piles are in
//! nondecreasing order and must stay nondecreasing; a move takes from one pile; the differences
//! a(i) - a(i-1) are the steps. **Georgia and Bob** (POJ 1704): pieces on the cells 1, 2, 3, … of a
//! strip; a move brings one piece to the left, without jumping or sharing a cell. The gaps between
//! pieces are the steps, and the pieces may be given in any order. O(n log n) to prepare (O(n) if
//! sorted), all winning moves in O(n); a player needs O(log max) per move.

use base::text;
use base::text::Text;

use crate::online_player::{OnlinePlayer, PileTake, no_such_pile};
use crate::staircase;

/// A row as a staircase.
pub struct StaircaseRow {
    /// The steps of the staircase, beginning with the step next to the ground.
    steps: Vec<u64>,
    /// The step of each item, if the order of the input is not that of the row.
    step_of: Option<Vec<usize>>,
    /// For each step, the index of its item (pile or piece).
    item_at: Vec<usize>,
}

impl StaircaseRow {
    /// Creates a row of piles in nondecreasing order.
    ///
    /// # Errors
    /// Returns the first pile that is smaller than the pile before it.
    pub fn sorted_piles(piles: &[u64]) -> Result<StaircaseRow, Text> {
        let mut steps = Vec::with_capacity(piles.len());
        let mut before = 0;
        for (i, &pile) in piles.iter().enumerate() {
            let Some(step) = pile.checked_sub(before) else {
                let number = i + 1;
                return Err(text!(
                    "pile {number} has {pile}, fewer than the {before} of the pile before it",
                    "第 {number} 堆为 {pile}，小于前一堆的 {before}"
                ));
            };
            steps.push(step);
            before = pile;
        }
        steps.reverse();
        Ok(StaircaseRow {
            steps,
            step_of: None,
            item_at: (0..piles.len()).rev().collect(),
        })
    }

    /// Creates a row of pieces on distinct cells, counted from 1, in any order.
    ///
    /// # Errors
    /// Returns a cell that is 0 or contains two pieces.
    pub fn georgia_and_bob(cells: &[u64]) -> Result<StaircaseRow, Text> {
        let mut order: Vec<usize> = (0..cells.len()).collect();
        if !cells.is_sorted() {
            order.sort_unstable_by_key(|&piece| cells[piece]);
        }
        let mut steps = Vec::with_capacity(cells.len());
        let mut before = 0;
        for &piece in &order {
            let cell = cells[piece];
            if cell == 0 {
                return Err(text!(
                    "a piece is on cell 0, but cells are counted from 1",
                    "有棋子在第 0 格，但格子从 1 起编号"
                ));
            }
            let Some(gap) = (cell - 1).checked_sub(before) else {
                return Err(text!(
                    "two pieces are on cell {cell}",
                    "第 {cell} 格有两枚棋子"
                ));
            };
            steps.push(gap);
            before = cell;
        }
        steps.reverse();
        order.reverse();
        let step_of = (!cells.is_sorted()).then(|| {
            let mut step_of = vec![0; order.len()];
            for (step, &piece) in order.iter().enumerate() {
                step_of[piece] = step;
            }
            step_of
        });
        Ok(StaircaseRow {
            steps,
            step_of,
            item_at: order,
        })
    }

    /// Returns the nim-sum of the row; the player to move loses exactly when it is 0. O(n).
    ///
    /// ```
    /// use theorems::row::StaircaseRow;
    ///
    /// assert_eq!(StaircaseRow::georgia_and_bob(&[1, 2, 3])?.nim_sum(), 0);
    /// assert_ne!(StaircaseRow::sorted_piles(&[0, 0, 0, 5])?.nim_sum(), 0);
    /// # Ok::<(), base::text::Text>(())
    /// ```
    pub fn nim_sum(&self) -> u64 {
        staircase::nim_sum(&self.steps)
    }

    /// Returns every winning move: the item (pile or piece of the input, starting at 0), and the
    /// amount by which it is lowered or moved. O(n), sorted.
    pub fn winning_moves(&self) -> Vec<PileTake> {
        let moves = staircase::winning_moves(&self.steps).into_iter();
        let mut moves: Vec<PileTake> = moves
            .map(|PileTake { pile, amount }| PileTake {
                pile: self.item_at[pile],
                amount,
            })
            .collect();
        moves.sort_unstable();
        moves
    }

    /// Creates a player for the row.
    ///
    /// # Errors
    /// Returns the errors of [`staircase::Player::new`].
    pub fn player(self) -> Result<Player, Text> {
        let StaircaseRow {
            steps,
            step_of,
            item_at,
        } = self;
        Ok(Player {
            stairs: staircase::Player::new(steps)?,
            step_of,
            item_at,
        })
    }
}

/// A player of sorted piles, or Georgia and Bob.
pub struct Player {
    stairs: staircase::Player,
    step_of: Option<Vec<usize>>,
    item_at: Vec<usize>,
}

impl Player {
    fn item(&self, PileTake { pile, amount }: PileTake) -> PileTake {
        PileTake {
            pile: self.item_at[pile],
            amount,
        }
    }
}

impl OnlinePlayer for Player {
    type Move = PileTake;

    fn play(&mut self, &PileTake { pile: item, amount }: &PileTake) -> Result<(), Text> {
        let count = self.item_at.len();
        if item >= count {
            return Err(no_such_pile(item, count));
        }
        let step = self
            .step_of
            .as_ref()
            .map_or(count - 1 - item, |step_of| step_of[item]);
        let room = self.stairs.steps()[step];
        if amount == 0 || amount > room {
            return Err(text!(
                "cannot move number {item} by {amount}: expected 1 to {room}",
                "编号 {item} 不能动 {amount}：可动 1 到 {room}"
            ));
        }
        self.stairs.play(&PileTake { pile: step, amount })
    }

    fn winning_move(&mut self) -> Option<PileTake> {
        self.stairs.winning_move().map(|made| self.item(made))
    }

    fn any_move(&mut self) -> Option<PileTake> {
        self.stairs.any_move().map(|made| self.item(made))
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;

    use super::*;
    use crate::referee;
    use theory::reference::{ReferenceSearch, take_from_one};

    fn sorted_after(piles: &[u64], made: &PileTake) -> Option<Vec<u64>> {
        let mut after = piles.to_vec();
        let left = after.get(made.pile)?.checked_sub(made.amount)?;
        after[made.pile] = left;
        (made.amount > 0 && after.is_sorted()).then_some(after)
    }

    /// Returns the cells after a move, or `None` if the piece passes another one or leaves the
    /// strip.
    fn strip_after(cells: &[u64], made: &PileTake) -> Option<Vec<u64>> {
        let mut after = cells.to_vec();
        let from = *after.get(made.pile)?;
        let to = from
            .checked_sub(made.amount)
            .filter(|&to| to >= 1 && to < from)?;
        if cells.iter().any(|&other| other >= to && other < from) {
            return None;
        }
        after[made.pile] = to;
        Some(after)
    }

    fn random_cells(rng: &mut Rng, most: u64) -> Vec<u64> {
        let mut cells: Vec<u64> = (0..rng.usize(0..6)).map(|_| rng.u64(1..=most)).collect();
        cells.sort_unstable();
        cells.dedup();
        rng.shuffle(&mut cells);
        cells
    }

    fn random_piles(rng: &mut Rng, most: u64) -> Vec<u64> {
        let mut piles: Vec<u64> = (0..rng.usize(0..6)).map(|_| rng.u64(0..=most)).collect();
        piles.sort_unstable();
        piles
    }

    /// Compares a row with its definition and plays games by the rule `after`.
    fn compare(
        row: fn(&[u64]) -> Result<StaircaseRow, Text>,
        start: fn(&mut Rng, u64) -> Vec<u64>,
        after: fn(&[u64], &PileTake) -> Option<Vec<u64>>,
    ) {
        let budget = Budget::generous();
        let takes = |items: &[u64]| -> Vec<PileTake> {
            let all = items
                .iter()
                .enumerate()
                .flat_map(|(pile, &size)| (1..=size).map(move |amount| PileTake { pile, amount }));
            all.filter(|take| after(items, take).is_some()).collect()
        };
        let options = |items: &Vec<u64>| {
            takes(items)
                .iter()
                .filter_map(|take| after(items, take))
                .collect()
        };
        let mut search = ReferenceSearch::normal(options, &budget);
        let mut rng = Rng::with_seed(8);
        for _ in 0..200 {
            let items = start(&mut rng, 9);
            let row = row(&items).unwrap();
            let wins = |take: &PileTake| !search.mover_wins(&after(&items, take).unwrap()).unwrap();
            assert_eq!(
                row.winning_moves(),
                takes(&items).into_iter().filter(wins).collect::<Vec<_>>(),
                "{items:?}"
            );
            assert_eq!(row.nim_sum() != 0, search.mover_wins(&items).unwrap());
        }
        for most in [12, 1 << 50] {
            // The random moves assume that only the nearest lower item blocks an item. The rule
            // `after` decides whether a move is legal.
            let random = |items: &Vec<u64>, rng: &mut Rng| {
                let below = |item: u64| {
                    items
                        .iter()
                        .copied()
                        .filter(|&other| other < item)
                        .max()
                        .unwrap_or(0)
                };
                let rooms: Vec<u64> = items.iter().map(|&item| item - below(item)).collect();
                referee::random_take(&rooms, rng, &|pile, _, amount| {
                    after(items, &PileTake { pile, amount }).is_some()
                })
            };
            let player = |items: &Vec<u64>| row(items).unwrap().player().unwrap();
            referee::check_player(
                false,
                |rng| start(rng, most),
                player,
                random,
                |items, made| after(items, made),
            );
        }
    }

    #[test]
    fn sorted_piles_agree_with_the_definition_and_win_a_thousand_games() {
        compare(StaircaseRow::sorted_piles, random_piles, sorted_after);
    }

    #[test]
    fn georgia_and_bob_agree_with_the_definition_and_win_a_thousand_games() {
        compare(StaircaseRow::georgia_and_bob, random_cells, strip_after);
    }

    #[test]
    fn rows_out_of_order_are_refused() {
        assert!(StaircaseRow::sorted_piles(&[2, 1]).is_err());
        assert!(StaircaseRow::georgia_and_bob(&[3, 1, 3]).is_err());
        assert!(StaircaseRow::georgia_and_bob(&[0]).is_err());
        assert!(
            take_from_one(&[], |_, _, _| true).is_empty()
                && StaircaseRow::sorted_piles(&[])
                    .unwrap()
                    .winning_moves()
                    .is_empty()
        );
    }
}
