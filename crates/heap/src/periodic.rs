//! All nimbers of a code with a proved plain period, and all moves of heaps of any size: the values
//! up to the end of the first period are kept, so a value costs O(1). A move that leaves two heaps
//! can be looked for among those whose smaller part is at most e + p: a larger one may
//! give p to the other part, and stays not empty, at least e, and so of its value (the theorems are
//! in [`crate::period`]).

use base::budget::{Budget, StopReason};

use crate::code::HeapCode;
use crate::machine::MachineError;
use crate::period::{self, HeapPeriod};
use crate::table::HeapTable;

/// A code that leaves two heaps at most, with its period.
#[derive(Clone, Debug)]
pub struct PeriodicCode {
    code: HeapCode,
    period: HeapPeriod,
    values: Vec<u32>,
}

impl PeriodicCode {
    /// The values up to the proof of a plain period, which at most `most` values must give; `None`
    /// if they prove no plain period.
    ///
    /// # Errors
    /// If the budget ends.
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

    /// The plain period of a table; `None` if the table has no plain period, or its code may leave
    /// more heaps than two.
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

    /// The plain period of values that someone computed, those of the heaps from 0 on; `None` if
    /// they prove no plain period.
    ///
    /// # Errors
    /// If the budget ends.
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

    /// The code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The period, with what proves it.
    pub fn period(&self) -> &HeapPeriod {
        &self.period
    }

    /// e + p, a bound on parts: if a heap has a move to some value, then such a move leaves a part
    /// of at most e + p tokens.
    pub fn near(&self) -> u64 {
        (self.period.preperiod + self.period.period) as u64
    }

    /// The nimber of a heap of any size. O(1).
    pub fn value(&self, tokens: u64) -> u64 {
        let (from, length) = (self.period.preperiod as u64, self.period.period as u64);
        let index = if tokens < from {
            tokens
        } else {
            from + (tokens - from) % length
        };
        self.values[index as usize].into()
    }

    /// Whether `taken` tokens may be taken so that the heaps `left` and `right` are left (0 for no
    /// heap).
    pub fn allows(&self, taken: u64, left: u64, right: u64) -> bool {
        let digit = self
            .code
            .finite()
            .zip(usize::try_from(taken).ok())
            .and_then(|(digits, taken)| digits.get(taken));
        digit.is_some_and(|digit| digit >> (u8::from(left > 0) + u8::from(right > 0)) & 1 == 1)
    }

    /// The moves of a heap that leave two heaps at most, as (smaller, taken, larger) with smaller ≤
    /// `most`: by the number taken, then by what is left. Moves that are not legal stand among
    /// them as `None`, so that whoever goes through them can ask a budget at each step.
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

    /// Every way to leave heaps of this nimber together, as (smaller, taken, larger) with smaller ≤
    /// `most`.
    ///
    /// # Errors
    /// If the budget ends.
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

    /// One way to leave heaps of this nimber together, if there is any. O(k (e + p)).
    pub fn move_to(&self, tokens: u64, nimber: u64) -> Option<(u64, u64, u64)> {
        self.splits(tokens, self.near())
            .flatten()
            .find(|&(left, _, right)| self.value(left) ^ self.value(right) == nimber)
    }
}
