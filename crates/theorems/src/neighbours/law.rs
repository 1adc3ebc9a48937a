//! The law for one row of n numbers, from which a move takes l to r adjacent numbers. If l < r, the
//! player to move wins iff n ≥ l. One of l and l + 1 has the parity of n and does not exceed n.
//! Taking l or l + 1 numbers from the middle, whichever has the parity of n, leaves two equal rows,
//! whose nim-sum is 0. If l = r, the row is the octal game with the only digit 7 at l, and its
//! values are computed. Source: AtCoder Beginner Contest 278 G; the mirror strategy is folklore.

use base::budget::{Budget, StopReason};
use heap::code::HeapCode;
use heap::machine::MachineError;
use heap::table::HeapTable;

/// The maximum length of a row whose value is computed.
pub const MAX_ROW_LENGTH: u64 = 1 << 19;

/// The rules: how many adjacent numbers a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeighboursRules {
    least: u64,
    most: u64,
}

impl NeighboursRules {
    /// Creates rules for taking `least` to `most` adjacent numbers; `None` unless 1 ≤ least ≤ most.
    pub fn new(least: u64, most: u64) -> Option<NeighboursRules> {
        (1..=most)
            .contains(&least)
            .then_some(NeighboursRules { least, most })
    }

    /// Returns the minimum count of numbers that a move takes.
    pub fn min_taken(self) -> u64 {
        self.least
    }

    /// Returns the maximum count of numbers that a move takes.
    pub fn max_taken(self) -> u64 {
        self.most
    }

    /// Returns whether a move may choose how many numbers it takes (the minimum is less than the
    /// maximum).
    pub fn may_choose(self) -> bool {
        self.least < self.most
    }

    /// Returns whether a move may take `taken` numbers.
    pub fn allows(self, taken: u64) -> bool {
        (self.least..=self.most).contains(&taken)
    }

    /// Returns every count of numbers that can be taken from the middle of a row to leave two equal
    /// rows.
    pub fn middles(self, row: u64) -> impl Iterator<Item = u64> {
        let first = self.least.checked_add((row ^ self.least) & 1);
        let last = self.most.min(row);
        first
            .into_iter()
            .flat_map(move |first| (first..=last).step_by(2))
    }

    /// Returns the values of rows up to the length `most` (at most [`MAX_ROW_LENGTH`]), for rules
    /// in which every move takes one fixed count. O(most²) at worst.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn values(self, most: u64, budget: &Budget<'_>) -> Result<Vec<u32>, StopReason> {
        let (most, taken) = (
            most.min(MAX_ROW_LENGTH) as usize,
            self.least.min(most.min(MAX_ROW_LENGTH) + 1) as usize,
        );
        budget.allow_growth(0, 8 * taken as u64 + 8 * most as u64)?;
        let mut digits = vec![0; taken + 1];
        digits[taken] = 7;
        let code = HeapCode::of_digits(&digits)
            .expect("something is taken, and there are not too many digits");
        let mut table = HeapTable::new(&code, false);
        match table.advance(most + 1, budget) {
            Err(MachineError::Stop(stop)) => return Err(stop),
            Err(MachineError::Unfit(why)) => unreachable!("an octal code has a machine: {why}"),
            Ok(()) => {}
        }
        Ok((0..=most).map_while(|row| table.get(row)).collect())
    }

    /// Returns whether the player to move wins a single row.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out while values are computed.
    pub fn wins(self, row: u64, budget: &Budget<'_>) -> Result<bool, StopReason> {
        match self.may_choose() {
            true => Ok(row >= self.least),
            false => Ok(self
                .values(row, budget)?
                .get(row as usize)
                .is_some_and(|value| *value != 0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn lone_rows_by_the_definition() {
        for least in 1..=4_u64 {
            for most in least..=6 {
                let (rules, mut values) =
                    (NeighboursRules::new(least, most).unwrap(), HashMap::new());
                for row in 0..40_u64 {
                    let taken = (least..=most).filter(|taken| *taken <= row);
                    let options = taken.flat_map(|taken| {
                        (0..=row - taken).map(move |left| (left, row - taken - left))
                    });
                    let value =
                        nimber::mex(options.map(|(left, right)| values[&left] ^ values[&right]));
                    values.insert(row, value);
                    assert_eq!(
                        rules.wins(row, &Budget::generous()).unwrap(),
                        value != 0,
                        "{least} to {most}, {row}"
                    );
                    let all: Vec<u64> = (least..=most)
                        .filter(|taken| *taken <= row && (row - taken) % 2 == 0)
                        .collect();
                    assert_eq!(rules.middles(row).collect::<Vec<_>>(), all);
                    assert!(!rules.may_choose() || all.is_empty() == (value == 0));
                }
            }
        }
        assert!(NeighboursRules::new(0, 3).is_none() && NeighboursRules::new(3, 2).is_none());
    }
}
