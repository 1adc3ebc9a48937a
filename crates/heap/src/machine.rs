//! The common interface of the machines that compute the nimbers G(0), G(1), … of a heap game in
//! order. The fast machines and the reference implementation implement this interface. A machine
//! stores only the values that it needs; a caller that needs all values must store them.

use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text::Text;

/// A run of consecutive nimbers, in the width in which the machine stores them.
#[derive(Clone, Copy, Debug)]
pub enum NimberSlice<'a> {
    /// Values below 2^16.
    Words(&'a [u16]),
    /// Values of any size.
    Longs(&'a [u64]),
}

impl NimberSlice<'_> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            NimberSlice::Words(values) => values.len(),
            NimberSlice::Longs(values) => values.len(),
        }
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value at index `at`; `None` if it is out of range.
    pub fn get(&self, at: usize) -> Option<u64> {
        match self {
            NimberSlice::Words(values) => values.get(at).map(|&value| value.into()),
            NimberSlice::Longs(values) => values.get(at).copied(),
        }
    }

    /// Returns all values in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

/// A callback for values. The callback receives the heap that has the first value of a run, and the
/// values of the run. The runs of values are consecutive without gaps, starting at heap 0.
pub type NimberSink<'a> = dyn FnMut(u64, NimberSlice<'_>) + 'a;

/// The reason for which a machine stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineError {
    /// The budget ran out. A later call of the machine continues from the heap at which the budget
    /// ran out.
    Stop(StopReason),
    /// The machine cannot represent the values of this game, for the given reason, so the caller
    /// must use another machine.
    Unfit(Text),
}

impl MachineError {
    /// Returns the message for the user.
    pub fn text(&self) -> Text {
        match self {
            MachineError::Stop(stop) => stop.text(),
            MachineError::Unfit(text) => text.clone(),
        }
    }
}

impl_error!(MachineError { Stop(StopReason) });

/// A machine that computes the nimbers of a game in order.
pub trait NimberMachine {
    /// Returns the number n of emitted values, which are the values of all heaps smaller than n.
    fn length(&self) -> u64;

    /// Emits the values of all heaps below `to`, and no other values, to `sink`. If the budget runs
    /// out, the values emitted so far are valid, and the next call continues.
    ///
    /// # Errors
    /// Returns [`MachineError::Stop`] if the budget runs out, and [`MachineError::Unfit`] if this
    /// machine cannot represent the values.
    fn advance(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> Result<(), MachineError>;
}

/// A rule that computes the nimber of a heap from the nimbers of all smaller heaps.
pub(crate) trait NextNimber {
    /// Returns the nimber of the heap that follows the heaps with the given values.
    fn next(&mut self, values: &[u64], budget: &Budget<'_>) -> Result<u64, StopReason>;
}

/// A machine that computes one value at a time and stores all values.
#[derive(Clone, Debug)]
pub struct ListMachine<R> {
    pub(crate) rule: R,
    pub(crate) values: Vec<u64>,
}

impl<R> ListMachine<R> {
    /// Returns the values computed so far.
    pub fn values(&self) -> &[u64] {
        &self.values
    }
}

impl<R: NextNimber> NimberMachine for ListMachine<R> {
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
            let heap = self.length();
            let value = self.rule.next(&self.values, budget)?;
            budget.make_room(&mut self.values, 1, 8 * heap)?;
            self.values.push(value);
            sink(heap, NimberSlice::Longs(&[value]));
        }
        Ok(())
    }
}

/// The set of option values of the current heap. The set need not be cleared between two heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptionMarks {
    /// `met[v]`: the last heap that has an option of value v, plus 1.
    met: Vec<u64>,
}

impl OptionMarks {
    /// Adds an option of this value to a heap.
    pub fn add(&mut self, heap: usize, value: u64) {
        let at = value as usize;
        if at >= self.met.len() {
            self.met.resize((at + 1).next_power_of_two(), 0);
        }
        self.met[at] = heap as u64 + 1;
    }

    /// Returns the smallest value that no option of the heap has.
    pub fn mex(&self, heap: usize) -> u64 {
        let mark = heap as u64 + 1;
        let free = self.met.iter().position(|met| *met != mark);
        free.unwrap_or(self.met.len()) as u64
    }
}
