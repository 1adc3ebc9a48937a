//! Computing in pieces, with checkpoints between them: where the time for a piece is over the work
//! is saved, and goes on.

use std::io::{self, Write};

use base::budget::{Budget, Stop};
use grundy::Error;
use heap::machine::Halt;
use heap::table::Table;

use super::{Heap, MOST};
use crate::host::Host;

/// What is computed in pieces and saved between them.
pub trait Work {
    /// How many values there are.
    fn known(&self) -> u64;
    /// Computes until `to` values are known.
    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt>;
    /// Writes the state.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl Work for Table {
    fn known(&self) -> u64 {
        Table::known(self) as u64
    }

    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt> {
        Table::advance(self, usize::try_from(to).unwrap_or(MOST), budget)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        Table::save(self, out)
    }
}

/// Computes as far as is wanted, with checkpoints. Stops when `broken` becomes true; the caller
/// knows what that means.
pub fn run(
    asked: &Heap,
    work: &mut dyn Work,
    to: u64,
    (budget, host): (&Budget<'_>, &dyn Host),
    broken: &dyn Fn() -> bool,
) -> Result<(), Error> {
    let save = |work: &dyn Work| match &asked.checkpoint {
        Some(file) => host.keep(file, &mut |out| work.save(out).map(|()| None)),
        None => Ok(()),
    };
    let whole = (to < MOST as u64).then_some(to);
    let progress = |done, _| budget.report(done, whole);
    let (mut every, mut saved) = (asked.every, work.known());
    loop {
        let due = host.now() + every;
        let pause = || {
            (broken() || asked.checkpoint.is_some() && host.now() >= due).then_some(Stop::Cancelled)
        };
        match budget.with_pauses(&pause, &progress, |budget| work.advance(to, budget)) {
            Ok(()) => return save(work),
            Err(Halt::Unfit(why)) => return Err(Error::Unsupported(why)),
            Err(Halt::Stop(reason)) => {
                save(work)?;
                budget.ask().map_err(Error::Stopped)?;
                if broken() {
                    return Ok(());
                }
                if asked.checkpoint.is_none() || reason != Stop::Cancelled {
                    return Err(Error::Stopped(reason));
                }
                // A look for a period begins again where it was stopped: it gets more time, for
                // there is nothing new to lose.
                every = if work.known() > saved {
                    asked.every
                } else {
                    2.0 * every
                };
                saved = work.known();
            }
        }
    }
}
