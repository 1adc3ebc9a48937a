//! Nimbers of any code by the definition: every move is listed, part by part, and the value is the
//! mex of the option values. This module is the reference implementation for all faster machines,
//! and the machine for codes that no other machine supports (splits with a condition on the parts).
//! The cost is one step for each split of each heap.

use base::budget::{Budget, StopReason};

use crate::code::{CodeKind, HeapCode, NumberSet, SplitCondition};
use crate::machine::{MachineError, NimberMachine, NimberSink, NimberSlice};

/// The machine that applies the definition to any code.
#[derive(Clone, Debug)]
pub struct DefinitionMachine {
    code: HeapCode,
    values: Vec<u32>,
}

impl DefinitionMachine {
    /// Creates a machine without computed values.
    pub fn new(code: &HeapCode) -> DefinitionMachine {
        DefinitionMachine {
            code: code.clone(),
            values: Vec::new(),
        }
    }

    /// Creates a machine that continues after the given values of the heaps starting at 0.
    pub fn from_values(code: &HeapCode, values: Vec<u32>) -> DefinitionMachine {
        DefinitionMachine {
            code: code.clone(),
            values,
        }
    }

    /// Returns the values computed so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes G(n) for all n below `to`.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out. A stopped machine retains the values computed
    /// so far.
    pub fn compute(&mut self, to: usize, budget: &Budget<'_>) -> Result<(), StopReason> {
        while self.values.len() < to {
            let n = self.values.len();
            let mut options = Vec::new();
            self.options(n, &mut options, budget)?;
            options.sort_unstable();
            options.dedup();
            let mex = (0..)
                .zip(&options)
                .take_while(|(expected, value)| expected == *value)
                .count();
            budget.make_room(&mut self.values, 1, 4 * n as u64)?;
            self.values.push(mex as u32);
        }
        Ok(())
    }

    /// Adds the value of each option of a heap of size n.
    fn options(
        &self,
        n: usize,
        options: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        let any = &|_: usize| true;
        match self.code.kind() {
            CodeKind::Digits(digits) => {
                for i in 0..=n {
                    let digit = digits.get(i);
                    for parts in (0..64).filter(|bit| digit >> bit & 1 == 1) {
                        self.splits(n - i, parts, SplitCondition::Any, any, options, budget)?;
                    }
                }
            }
            CodeKind::Take(set) => options.extend(
                set.up_to(n as u32)
                    .into_iter()
                    .map(|taken| self.values[n - taken as usize]),
            ),
            CodeKind::Split {
                parts,
                which,
                sizes,
            } => {
                let allowed = sizes.as_ref().map(|set| members(set, n));
                let allowed = |size: usize| allowed.as_ref().is_none_or(|allowed| allowed[size]);
                for parts in (2..64).filter(|bit| parts >> bit & 1 == 1) {
                    self.splits(n, parts, *which, &allowed, options, budget)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the nim-sums of all ways to split `rest` tokens into `parts` non-empty heaps.
    fn splits(
        &self,
        rest: usize,
        parts: usize,
        which: SplitCondition,
        allowed: &dyn Fn(usize) -> bool,
        sums: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        if which == SplitCondition::Equal {
            if rest > 0 && rest.is_multiple_of(parts) && allowed(rest / parts) {
                sums.push(if parts.is_multiple_of(2) {
                    0
                } else {
                    self.values[rest / parts]
                });
            }
            return Ok(());
        }
        self.largest_first(
            rest,
            parts,
            rest,
            which == SplitCondition::Unequal,
            allowed,
            0,
            sums,
            budget,
        )
    }

    /// Adds the nim-sums of splits whose parts decrease and are at most `most`. `sum` is the
    /// nim-sum of the parts chosen so far.
    #[expect(
        clippy::too_many_arguments,
        reason = "a recursion over a state of its own"
    )]
    fn largest_first(
        &self,
        rest: usize,
        parts: usize,
        most: usize,
        unequal: bool,
        allowed: &dyn Fn(usize) -> bool,
        sum: u32,
        sums: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        budget.tick()?;
        if parts == 0 {
            if rest == 0 {
                sums.push(sum);
            }
            return Ok(());
        }
        if rest < parts
            || most
                .checked_mul(parts)
                .is_some_and(|largest| largest < rest)
        {
            return Ok(());
        }
        for part in
            (rest.div_ceil(parts)..=most.min(rest + 1 - parts)).filter(|&part| allowed(part))
        {
            let below = if unequal { part - 1 } else { part };
            self.largest_first(
                rest - part,
                parts - 1,
                below,
                unequal,
                allowed,
                nimber_sum(sum, self.values[part]),
                sums,
                budget,
            )?;
        }
        if sums.len() > 1 << 16 {
            sums.sort_unstable();
            sums.dedup();
        }
        Ok(())
    }
}

fn nimber_sum(a: u32, b: u32) -> u32 {
    nimber::sum(a.into(), b.into()) as u32
}

impl NimberMachine for DefinitionMachine {
    fn length(&self) -> u64 {
        self.values.len() as u64
    }

    fn advance(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> Result<(), MachineError> {
        while self.length() < to {
            let n = self.values.len();
            self.compute(n + 1, budget)?;
            sink(n as u64, NimberSlice::Longs(&[self.values[n].into()]));
        }
        Ok(())
    }
}

/// Returns, for each size up to n, whether the set contains the size.
fn members(set: &NumberSet, n: usize) -> Vec<bool> {
    let mut allowed = vec![false; n + 1];
    set.up_to(n as u32)
        .into_iter()
        .for_each(|member| allowed[member as usize] = true);
    allowed
}
