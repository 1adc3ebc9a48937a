//! Codes whose digits go on for ever: repeating tails and growing subtraction sets.
//!
//! A repeating tail from d_h on with the length q: the rest r = n - i of a move of the tail is any
//! number up to n - h, and which heaps it may be split into depends on r and n modulo q only. So
//! for each residue of r the values met so far are kept, and a new heap adds one rest. O(n) for
//! each heap where the tail splits in two, else O(values).

use base::budget::{Budget, StopReason};

use crate::code::{CodeDigits, NumberSet};
use crate::machine::{MachineError, NimberMachine, NimberSink, NimberSlice};

/// The machine of a code with a repeating tail whose moves leave at most two heaps.
#[derive(Clone, Debug)]
pub struct RepeatingMachine {
    digits: CodeDigits,
    values: Vec<u64>,
    /// For each residue of the rest: the values that one heap, and two heaps, of such a rest have
    /// had.
    one: Vec<Vec<bool>>,
    two: Vec<Vec<bool>>,
    /// `met[v] == n + 1`: v is an option of n.
    met: Vec<u64>,
}

impl RepeatingMachine {
    /// A machine at heap 0; `None` if the digits end, or a move leaves three heaps or more.
    pub fn new(digits: &CodeDigits) -> Option<RepeatingMachine> {
        let length = digits.tail().len();
        let empty = vec![Vec::new(); length];
        (length > 0 && digits.most_heaps() <= 2).then(|| RepeatingMachine {
            digits: digits.clone(),
            values: Vec::new(),
            one: empty.clone(),
            two: empty,
            met: Vec::new(),
        })
    }

    /// A machine that goes on behind these values of the heaps from 0 on. O(values²) where the tail
    /// splits in two.
    pub fn from_values(digits: &CodeDigits, values: Vec<u64>) -> Option<RepeatingMachine> {
        let mut machine = RepeatingMachine::new(digits)?;
        let known = values.len();
        machine.values = values;
        (0..known).for_each(|n| machine.leave(n));
        Some(machine)
    }

    /// Counts the rest that the tail may leave of a heap of n, and of none below.
    fn leave(&mut self, n: usize) {
        let RepeatingMachine {
            digits,
            values,
            one,
            two,
            ..
        } = self;
        let length = digits.tail().len();
        let Some(rest) = n.checked_sub(digits.head().len()).filter(|&rest| rest > 0) else {
            return;
        };
        set(&mut one[rest % length], values[rest]);
        if digits.tail().iter().any(|digit| digit & 4 != 0) {
            for part in 1..=rest / 2 {
                set(&mut two[rest % length], values[part] ^ values[rest - part]);
            }
        }
    }

    fn next(&mut self, budget: &Budget<'_>) -> Result<u64, StopReason> {
        let n = self.values.len();
        budget.steps(n / 2)?;
        self.leave(n);
        let RepeatingMachine {
            digits,
            values,
            one,
            two,
            met,
        } = self;
        let (head, length) = (digits.head().len(), digits.tail().len());
        let mut meet = |value: u64| {
            let at = value as usize;
            if at >= met.len() {
                met.resize((at + 1).next_power_of_two(), 0);
            }
            met[at] = n as u64 + 1;
        };
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
                // Any rest of this residue takes a number of one residue: that of n less the rest,
                // counted from the tail's start.
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
        Ok((0..)
            .find(|&value| met.get(value as usize) != Some(&(n as u64 + 1)))
            .unwrap_or(0))
    }
}

fn set(flags: &mut Vec<bool>, value: u64) {
    let at = value as usize;
    if at >= flags.len() {
        flags.resize(at + 1, false);
    }
    flags[at] = true;
}

impl NimberMachine for RepeatingMachine {
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
            let value = self.next(budget)?;
            let own = 8 * self.length();
            budget.make_room(&mut self.values, 1, own)?;
            self.values.push(value);
            sink(self.length() - 1, NimberSlice::Longs(&[value]));
        }
        Ok(())
    }
}

/// The machine of a growing subtraction set. O(members up to n) for each heap.
#[derive(Clone, Debug)]
pub struct GrowingSetMachine {
    set: NumberSet,
    /// The members up to some bound at least as large as the next heap.
    members: Vec<u32>,
    bound: u32,
    values: Vec<u64>,
    met: Vec<u64>,
}

impl GrowingSetMachine {
    /// A machine at heap 0.
    pub fn new(set: &NumberSet) -> GrowingSetMachine {
        GrowingSetMachine::from_values(set, Vec::new())
    }

    /// A machine that goes on behind these values of the heaps from 0 on.
    pub fn from_values(set: &NumberSet, values: Vec<u64>) -> GrowingSetMachine {
        GrowingSetMachine {
            set: set.clone(),
            members: Vec::new(),
            bound: 0,
            values,
            met: Vec::new(),
        }
    }
}

impl NimberMachine for GrowingSetMachine {
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
            if n >= self.bound as usize {
                self.bound = u32::try_from(2 * n + 64).unwrap_or(u32::MAX);
                self.members = self.set.up_to(self.bound);
            }
            budget.ask()?;
            let mark = n as u64 + 1;
            for &taken in self
                .members
                .iter()
                .take_while(|&&taken| taken as usize <= n)
            {
                budget.tick()?;
                let value = self.values[n - taken as usize] as usize;
                if value >= self.met.len() {
                    self.met.resize(value + 1, 0);
                }
                self.met[value] = mark;
            }
            let value = (0..)
                .find(|&value| self.met.get(value as usize) != Some(&mark))
                .unwrap_or(0);
            budget.make_room(&mut self.values, 1, 8 * n as u64)?;
            self.values.push(value);
            sink(n as u64, NimberSlice::Longs(&[value]));
        }
        Ok(())
    }
}
