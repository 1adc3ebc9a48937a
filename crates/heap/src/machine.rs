//! What hands out the nimbers G(0), G(1), … of one heap game in order: the form in which the fast
//! machine and the naive one are used by everything else. A machine holds only what it needs to go
//! on; whoever wants all values keeps them as they come.

use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text::Text;

/// A run of consecutive nimbers in the width in which the machine has them.
#[derive(Clone, Copy, Debug)]
pub enum NimberSlice<'a> {
    /// Values below 2^16.
    Words(&'a [u16]),
    /// Values of any size.
    Longs(&'a [u64]),
}

impl NimberSlice<'_> {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            NimberSlice::Words(values) => values.len(),
            NimberSlice::Longs(values) => values.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at the place `at`; `None` behind the end.
    pub fn get(&self, at: usize) -> Option<u64> {
        match self {
            NimberSlice::Words(values) => values.get(at).map(|&value| value.into()),
            NimberSlice::Longs(values) => values.get(at).copied(),
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

/// Takes the values as they come: the heap of the first, and the values. Runs follow each other
/// without gap, from heap 0 on.
pub type NimberSink<'a> = dyn FnMut(u64, NimberSlice<'_>) + 'a;

/// Why a machine could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineError {
    /// The budget is used up. The machine can be asked again, and goes on where it stopped.
    Stop(StopReason),
    /// The machine cannot hold this game's values; the text says why. Another machine must be
    /// taken.
    Unfit(Text),
}

impl MachineError {
    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            MachineError::Stop(stop) => stop.text(),
            MachineError::Unfit(text) => text.clone(),
        }
    }
}

impl_error!(MachineError { Stop(StopReason) });

/// The nimbers of one game, in order.
pub trait NimberMachine {
    /// How many values have been handed out: those of the heaps below this one.
    fn length(&self) -> u64;

    /// Computes on until the values of all heaps below `to` have gone to `sink`; never hands out
    /// more. After an ended budget the values handed out stay right, and the next call goes on.
    ///
    /// # Errors
    /// [`MachineError::Stop`], if the budget ends; [`MachineError::Unfit`], if this machine cannot
    /// hold the values.
    fn advance(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        sink: &mut NimberSink<'_>,
    ) -> Result<(), MachineError>;
}

/// What finds the nimber of a heap from those of all smaller ones.
pub(crate) trait NextNimber {
    /// The nimber of the next heap after these values.
    fn next(&mut self, values: &[u64], budget: &Budget<'_>) -> Result<u64, StopReason>;
}

/// A machine that keeps all values and finds them one by one.
#[derive(Clone, Debug)]
pub struct ListMachine<R> {
    pub(crate) rule: R,
    pub(crate) values: Vec<u64>,
}

impl<R> ListMachine<R> {
    /// The values so far.
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

/// The options of the heaps of a machine, one heap after the other. Nothing is cleared between two
/// heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptionMarks {
    /// `met[v]`: the last heap, plus 1, that has an option of value v.
    met: Vec<u64>,
}

impl OptionMarks {
    /// A heap has an option of this value.
    pub fn add(&mut self, heap: usize, value: u64) {
        let at = value as usize;
        if at >= self.met.len() {
            self.met.resize((at + 1).next_power_of_two(), 0);
        }
        self.met[at] = heap as u64 + 1;
    }

    /// The least value that no option of a heap has.
    pub fn mex(&self, heap: usize) -> u64 {
        let mark = heap as u64 + 1;
        let free = self.met.iter().position(|met| *met != mark);
        free.unwrap_or(self.met.len()) as u64
    }
}
