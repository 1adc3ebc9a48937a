//! Computation in steps, with checkpoints between them: when the time for a step is over, the state
//! is saved and the computation continues.

use std::io::{self, Write};

use base::budget::{Budget, StopReason};
use grundy::SolveError;
use heap::machine::MachineError;
use heap::table::HeapTable;

use super::options::{HeapOptions, MAX_VALUES};
use crate::host::RequestHost;

/// Work that is computed in steps, between which its state can be saved.
pub trait CheckpointedWork {
    /// Returns the number of computed values.
    fn computed_values(&self) -> u64;
    /// Computes values until `to` values are known.
    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), MachineError>;
    /// Writes the state.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl CheckpointedWork for HeapTable {
    fn computed_values(&self) -> u64 {
        HeapTable::value_count(self) as u64
    }

    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), MachineError> {
        HeapTable::advance(self, usize::try_from(to).unwrap_or(MAX_VALUES), budget)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        HeapTable::save(self, out)
    }
}

/// Computes `to` values, with checkpoints. The computation also stops when `broken` returns true;
/// no error is returned, and the caller reports the reason.
pub fn run_with_checkpoints(
    asked: &HeapOptions,
    work: &mut dyn CheckpointedWork,
    to: u64,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
    broken: &dyn Fn() -> bool,
) -> Result<(), SolveError> {
    let save = |work: &dyn CheckpointedWork| match &asked.checkpoint {
        Some(file) => host.write_durably(file, &mut |out| work.save(out).map(|()| None)),
        None => Ok(()),
    };
    let whole = (to < MAX_VALUES as u64).then_some(to);
    let progress = |done, _| budget.report(done, whole);
    let (mut every, mut saved) = (asked.every, work.computed_values());
    loop {
        let due = host.now() + every;
        let pause = || {
            (broken() || asked.checkpoint.is_some() && host.now() >= due)
                .then_some(StopReason::Cancelled)
        };
        match budget.with_pauses(&pause, &progress, |budget| work.advance(to, budget)) {
            Ok(()) => return save(work),
            Err(MachineError::Unfit(why)) => return Err(SolveError::Unsupported(why)),
            Err(MachineError::Stop(reason)) => {
                save(work)?;
                budget.ask().map_err(SolveError::Stopped)?;
                if broken() {
                    return Ok(());
                }
                if asked.checkpoint.is_none() || reason != StopReason::Cancelled {
                    return Err(SolveError::Stopped(reason));
                }
                // An interrupted search for a period starts again from the beginning. If a step
                // computed no new values, the next step gets twice the time.
                every = if work.computed_values() > saved {
                    asked.every
                } else {
                    2.0 * every
                };
                saved = work.computed_values();
            }
        }
    }
}
