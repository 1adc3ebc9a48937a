//! All nimbers and moves of a code with a proved plain period, for heaps of any size. The values up
//! to the end of the first period are stored, so that a value costs O(1). To find a move that
//! leaves two heaps, it suffices to consider moves whose smaller heap has at most e + p tokens. If
//! the smaller heap has more than e + p tokens, p tokens can be moved from the smaller heap to the
//! larger heap. After p tokens are moved, the smaller heap still has at least e tokens and at least
//! one token, and both heaps keep their values. The module [`crate::period`] contains the theorems
//! that prove periods.

use base::budget::{Budget, StopReason};

use crate::code::HeapCode;
use crate::machine::MachineError;
use crate::period::{self, HeapPeriod};
use crate::table::HeapTable;

/// A code whose moves leave at most two heaps, with its period.
#[derive(Clone, Debug)]
pub struct PeriodicCode {
    code: HeapCode,
    period: HeapPeriod,
    values: Vec<u32>,
}

impl PeriodicCode {
    /// Computes at most `most` values, until a plain period is proved. Returns `None` if the
    /// computed values do not prove a plain period.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn compute(
        code: &HeapCode,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<PeriodicCode>, StopReason> {
        let mut table = HeapTable::new(code, true);
        match table.advance(most, budget) {
            Ok(()) | Err(MachineError::Unfit(_)) => table.search_period(budget)?,
            Err(MachineError::Stop(stop)) => return Err(stop),
        }
        Ok(PeriodicCode::of_table(&table))
    }

    /// Returns the plain period of a table; `None` if the table has no plain period, or its code
    /// may leave more than two heaps.
    pub fn of_table(table: &HeapTable) -> Option<PeriodicCode> {
        let (code, period) = (table.code(), table.period()?.clone());
        let values = (0..period.preperiod + period.period)
            .filter_map(|n| table.get(n))
            .collect();
        let two = code
            .digits()
            .is_some_and(|digits| digits.is_finite() && digits.most_heaps() <= 2);
        if two {
            PeriodicCode::from_plain_period(code, period, values)
        } else {
            None
        }
    }

    /// Finds the plain period of given values of the heaps starting at 0. Returns `None` if the
    /// values do not prove a plain period.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn from_values(
        code: &HeapCode,
        mut values: Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<Option<PeriodicCode>, StopReason> {
        let Some(period) = period::find(code, &values, budget)? else {
            return Ok(None);
        };
        values.truncate(period.preperiod + period.period);
        Ok(PeriodicCode::from_plain_period(code, period, values))
    }

    fn from_plain_period(
        code: &HeapCode,
        period: HeapPeriod,
        values: Vec<u32>,
    ) -> Option<PeriodicCode> {
        (period.saltus == 0).then(|| PeriodicCode {
            code: code.clone(),
            period,
            values,
        })
    }

    /// Returns the code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// Returns the period with its proof.
    pub fn period(&self) -> &HeapPeriod {
        &self.period
    }

    /// Returns e + p, the preperiod plus the period. If a heap has a move to an option with some
    /// value, such a move exists that leaves a heap of at most e + p tokens.
    pub fn near(&self) -> u64 {
        (self.period.preperiod + self.period.period) as u64
    }

    /// Returns the nimber of a heap of any size. O(1).
    pub fn value(&self, tokens: u64) -> u64 {
        let (from, length) = (self.period.preperiod as u64, self.period.period as u64);
        let index = if tokens < from {
            tokens
        } else {
            from + (tokens - from) % length
        };
        self.values[index as usize].into()
    }

    /// Returns whether a move may take `taken` tokens and leave the heaps `left` and `right` (0 for
    /// no heap).
    pub fn allows(&self, taken: u64, left: u64, right: u64) -> bool {
        let digit = self
            .code
            .finite()
            .zip(usize::try_from(taken).ok())
            .and_then(|(digits, taken)| digits.get(taken));
        digit.is_some_and(|digit| digit >> (u8::from(left > 0) + u8::from(right > 0)) & 1 == 1)
    }

    /// Returns the moves of a heap that leave at most two heaps, as (smaller, taken, larger) with
    /// smaller ≤ `most`. The moves are ordered by the number of tokens taken, then by the heaps
    /// left. Illegal moves are included as `None`, so that the caller can poll a budget at each
    /// step.
    pub fn splits(&self, tokens: u64, most: u64) -> impl Iterator<Item = Option<(u64, u64, u64)>> {
        let digits = self.code.finite().unwrap_or_default();
        (0..=tokens).zip(digits).flat_map(move |(taken, digit)| {
            let rest = tokens - taken;
            let most = if digit >> 2 & 1 == 1 {
                most.min(rest / 2)
            } else {
                0
            };
            (0..=most).map(move |left| {
                self.allows(taken, left, rest - left)
                    .then_some((left, taken, rest - left))
            })
        })
    }

    /// Returns all moves that leave heaps with this nim-sum, as (smaller, taken, larger) with
    /// smaller ≤ `most`.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn moves_to(
        &self,
        tokens: u64,
        nimber: u64,
        most: u64,
        budget: &Budget<'_>,
    ) -> Result<Vec<(u64, u64, u64)>, StopReason> {
        let mut found = Vec::new();
        for split in self.splits(tokens, most) {
            budget.tick()?;
            if let Some(made) =
                split.filter(|&(small, _, large)| self.value(small) ^ self.value(large) == nimber)
            {
                budget.make_room(&mut found, 1, 0)?;
                found.push(made);
            }
        }
        Ok(found)
    }

    /// Returns a move that leaves heaps with a given nim-sum; `None` if no move does. O(k (e + p)).
    pub fn move_to(&self, tokens: u64, nimber: u64) -> Option<(u64, u64, u64)> {
        self.splits(tokens, self.near())
            .flatten()
            .find(|&(left, _, right)| self.value(left) ^ self.value(right) == nimber)
    }
}
