//! Machines for codes with infinitely many digits: repeating tails and growing subtraction sets.
//!
//! Let the digits repeat with period q starting at d_h. A move that takes i ≥ h tokens leaves a
//! rest r = n - i, which can be any number up to n - h. The heaps into which r may be split depend
//! only on r and n modulo q. For each residue of r, the machine therefore stores the set of values
//! that occurred. Each next heap size n adds one possible rest, n - h. The cost per heap is O(n) if
//! the tail splits in two, otherwise O(values).

use base::budget::{Budget, StopReason};

use crate::code::{CodeDigits, NumberSet};
use crate::machine::{ListMachine, NextNimber, OptionMarks};

/// The machine for a code with a repeating tail whose moves leave at most two heaps.
pub type RepeatingMachine = ListMachine<RepeatingDigits>;

/// A repeating tail, with the values of the heaps that the moves of the tail leave.
#[derive(Clone, Debug)]
pub struct RepeatingDigits {
    digits: CodeDigits,
    /// For each residue: the values of one heap, and of two heaps, over all rests with this
    /// residue.
    one: Vec<Vec<bool>>,
    two: Vec<Vec<bool>>,
    met: OptionMarks,
}

impl RepeatingMachine {
    /// Creates a machine at heap 0; `None` if the code is finite, or a move leaves three heaps or
    /// more.
    pub fn new(digits: &CodeDigits) -> Option<RepeatingMachine> {
        RepeatingMachine::from_values(digits, Vec::new())
    }

    /// Creates a machine that continues after the given values of the heaps starting at 0. Takes
    /// O(values²) if the tail splits in two. Returns `None` if the code is finite, or a move leaves
    /// three heaps or more.
    pub fn from_values(digits: &CodeDigits, values: Vec<u64>) -> Option<RepeatingMachine> {
        let length = digits.tail().len();
        if length == 0 || digits.most_heaps() > 2 {
            return None;
        }
        let mut rule = RepeatingDigits {
            digits: digits.clone(),
            one: vec![Vec::new(); length],
            two: vec![Vec::new(); length],
            met: OptionMarks::default(),
        };
        (0..values.len()).for_each(|n| rule.leave(n, &values));
        Some(RepeatingMachine { rule, values })
    }
}

impl RepeatingDigits {
    /// Adds the values of the largest rest that a move of the tail may leave of a heap of size n.
    fn leave(&mut self, n: usize, values: &[u64]) {
        let length = self.digits.tail().len();
        let Some(rest) = n
            .checked_sub(self.digits.head().len())
            .filter(|&rest| rest > 0)
        else {
            return;
        };
        set(&mut self.one[rest % length], values[rest]);
        if self.digits.tail().iter().any(|digit| digit & 4 != 0) {
            for part in 1..=rest / 2 {
                let value = values[part] ^ values[rest - part];
                set(&mut self.two[rest % length], value);
            }
        }
    }
}

impl NextNimber for RepeatingDigits {
    fn next(&mut self, values: &[u64], budget: &Budget<'_>) -> Result<u64, StopReason> {
        let n = values.len();
        budget.steps(n / 2)?;
        self.leave(n, values);
        let RepeatingDigits {
            digits,
            one,
            two,
            met,
        } = self;
        let (head, length) = (digits.head().len(), digits.tail().len());
        let mut meet = |value: u64| met.add(n, value);
        if digits.get(n) & 1 != 0 && n > 0 {
            meet(0);
        }
        for (i, digit) in digits.head().iter().enumerate().take(n) {
            let rest = n - i;
            if digit & 2 != 0 {
                meet(values[rest]);
            }
            if digit & 4 != 0 {
                budget.steps(rest / 2)?;
                (1..=rest / 2).for_each(|part| meet(values[part] ^ values[rest - part]));
            }
        }
        if n >= head {
            for residue in 0..length {
                // A move from n to a rest r takes n - r tokens, so all rests with the same residue
                // use the same digit of the tail.
                let digit = digits.tail()[(n + length * (head + 1) - residue - head) % length];
                for (bit, sets) in [(2, &one[residue]), (4, &two[residue])] {
                    if digit & bit != 0 {
                        budget.steps(sets.len() / 8)?;
                        (0..)
                            .zip(sets)
                            .filter(|(_, met)| **met)
                            .for_each(|(value, _)| meet(value));
                    }
                }
            }
        }
        Ok(met.mex(n))
    }
}

fn set(flags: &mut Vec<bool>, value: u64) {
    let at = value as usize;
    if at >= flags.len() {
        flags.resize(at + 1, false);
    }
    flags[at] = true;
}

/// The machine for a growing subtraction set. Takes O(members up to n) per heap.
pub type GrowingSetMachine = ListMachine<GrowingSet>;

/// A growing subtraction set.
#[derive(Clone, Debug)]
pub struct GrowingSet {
    set: NumberSet,
    /// The members up to `bound`. The bound is at least the size of the next heap.
    members: Vec<u32>,
    bound: u32,
    met: OptionMarks,
}

impl GrowingSetMachine {
    /// Creates a machine at heap 0.
    pub fn new(set: &NumberSet) -> GrowingSetMachine {
        GrowingSetMachine::from_values(set, Vec::new())
    }

    /// Creates a machine that continues after the given values of the heaps starting at 0.
    pub fn from_values(set: &NumberSet, values: Vec<u64>) -> GrowingSetMachine {
        let rule = GrowingSet {
            set: set.clone(),
            members: Vec::new(),
            bound: 0,
            met: OptionMarks::default(),
        };
        GrowingSetMachine { rule, values }
    }
}

impl NextNimber for GrowingSet {
    fn next(&mut self, values: &[u64], budget: &Budget<'_>) -> Result<u64, StopReason> {
        let n = values.len();
        if n >= self.bound as usize {
            self.bound = u32::try_from(2 * n + 64).unwrap_or(u32::MAX);
            self.members = self.set.up_to(self.bound);
        }
        budget.ask()?;
        for &taken in self
            .members
            .iter()
            .take_while(|&&taken| taken as usize <= n)
        {
            budget.tick()?;
            self.met.add(n, values[n - taken as usize]);
        }
        Ok(self.met.mex(n))
    }
}
