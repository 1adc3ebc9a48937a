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
