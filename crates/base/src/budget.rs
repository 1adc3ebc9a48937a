//! Limits of a computation. Long-running code polls its budget and stops with a typed reason; a
//! partial value is never returned. The clock, the Ctrl-C flag and the progress bar belong to the
//! caller, so that the core needs no operating system. Only front ends create a budget. Work that
//! may be stopped early gets an inner budget ([`Budget::limited`]).

use std::cell::Cell;

use crate::text;
use crate::text::Text;

/// The reason why a computation was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// More memory is needed than the limit: bytes needed (a lower bound), and the limit in bytes.
    Memory(u64, u64),
    /// The user requested the stop.
    Cancelled,
    /// The search visited more positions than the limit that this variant contains.
    Positions(u64),
    /// The work takes more steps than the limit that this variant contains.
    Steps(u64),
}

impl StopReason {
    /// Returns the reason as text.
    pub fn text(self) -> Text {
        match self {
            StopReason::Time => text!("the time limit was reached", "已到时间限制"),
            StopReason::Memory(needed, given) => {
                let (needed, given) = (bytes(needed), bytes(given));
                if needed == given {
                    return text!(
                        "more than the memory limit of {given} would be needed",
                        "所需内存超过上限 {given}"
                    );
                }
                text!(
                    "at least {needed} of memory would be needed; the limit is {given}",
                    "至少需要内存 {needed}，上限是 {given}"
                )
            }
            StopReason::Cancelled => text!("interrupted", "已中断"),
            StopReason::Positions(limit) => text!(
                "more than {limit} positions were visited",
                "访问的局面超过 {limit} 个"
            ),
            StopReason::Steps(limit) => text!(
                "more than {limit} steps would be needed",
                "所需步数超过 {limit}"
            ),
        }
    }
}

crate::impl_error!(StopReason);

/// Formats a number of bytes for people.
fn bytes(n: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if n < 1024 {
        return format!("{n} B");
    }
    let (mut unit, mut scale) = (0, 1024);
    while n / scale >= 1024 && unit + 1 < UNITS.len() {
        scale *= 1024;
        unit += 1;
    }
    let tenths = (u128::from(n) * 10 + u128::from(scale) / 2) / u128::from(scale);
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// Limits for one computation.
pub struct Budget<'a> {
    /// Maximum size in bytes of tables and memos.
    pub memory: u64,
    stop: &'a dyn Fn() -> Option<StopReason>,
    progress: &'a dyn Fn(u64, Option<u64>),
    held: &'a dyn Fn() -> u64,
    note: &'a dyn Fn(Text),
    stage: &'a dyn Fn(Text),
    item: &'a dyn Fn(usize),
    excess: &'a dyn Fn(u32),
    ticks: Cell<u32>,
}

impl<'a> Budget<'a> {
    /// Number of calls of [`Budget::tick`] between two polls.
    const INTERVAL: u32 = 1024;

    /// Creates a budget of `memory` bytes that polls `stop` and reports progress to `progress`
    /// (work done, and the total if known).
    pub fn new(
        memory: u64,
        stop: &'a dyn Fn() -> Option<StopReason>,
        progress: &'a dyn Fn(u64, Option<u64>),
    ) -> Budget<'a> {
        Budget {
            memory,
            stop,
            progress,
            held: &|| 0,
            note: &|_| (),
            stage: &|_| (),
            item: &|_| (),
            excess: &|_| (),
            ticks: Cell::new(0),
        }
    }

    /// Returns this budget for a program that uses `held()` bytes in total, so that new allocations
    /// must fit in addition to these bytes.
    pub fn with_memory_in_use(self, held: &'a dyn Fn() -> u64) -> Budget<'a> {
        Budget { held, ..self }
    }

    /// Returns this budget for a front end that shows partial results when a computation is
    /// stopped. The partial results are the argument of the last call of `note`.
    pub fn noting(self, note: &'a dyn Fn(Text)) -> Budget<'a> {
        Budget { note, ..self }
    }

    /// Returns this budget for a front end that shows the current task with the progress.
    pub fn staging(self, stage: &'a dyn Fn(Text)) -> Budget<'a> {
        Budget { stage, ..self }
    }

    /// Returns this budget for a caller that reports the item of an input at which the work was
    /// stopped. `item` is called with the number of each item when the work on this item begins.
    pub fn locating(self, item: &'a dyn Fn(usize)) -> Budget<'a> {
        Budget { item, ..self }
    }

    /// Runs `work` with at most `memory` bytes more than the program uses now, and at most `steps`
    /// steps. If `work` exceeds the steps, the result is [`StopReason::Steps`]. The limits and the
    /// progress of this budget also apply to `work`.
    ///
    /// ```
    /// use base::budget::{Budget, StopReason};
    ///
    /// let count = |budget: &Budget<'_>| (0..5000).try_for_each(|_| budget.tick());
    /// let budget = Budget::generous();
    /// assert_eq!(budget.bounded(1 << 20, 5000, &|_| (), count), Ok(()));
    /// assert_eq!(
    ///     budget.bounded(1 << 20, 3000, &|_| (), count),
    ///     Err(StopReason::Steps(3000))
    /// );
    /// let grow = |budget: &Budget<'_>| budget.allow_growth(0, 2 << 20);
    /// assert_eq!(
    ///     budget.bounded(1 << 20, 5000, &|_| (), grow),
    ///     Err(StopReason::Memory(2 << 20, 1 << 20))
    /// );
    /// ```
    pub fn bounded<R>(
        &self,
        memory: u64,
        steps: u64,
        item: &dyn Fn(usize),
        work: impl FnOnce(&Budget<'_>) -> R,
    ) -> R {
        let before = (self.held)();
        let held = || (self.held)().saturating_sub(before);
        let memory = memory.min(self.memory.saturating_sub(before));
        let interval = u64::from(Budget::INTERVAL) + 1;
        let left = Cell::new(steps / interval);
        let stop = || match self.ask() {
            Err(stop) => Some(stop),
            Ok(()) if left.get() == 0 => Some(StopReason::Steps(steps)),
            Ok(()) => {
                left.set(left.get() - 1);
                None
            }
        };
        // Steps that are counted together can correspond to more than one poll. All polls after the
        // first are subtracted here.
        let excess = |more: u32| {
            (self.excess)(more);
            left.set(left.get().saturating_sub(u64::from(more) / interval));
        };
        work(&Budget {
            memory,
            stop: &stop,
            held: &held,
            item,
            excess: &excess,
            ticks: Cell::new((steps % interval) as u32),
            ..*self
        })
    }

    /// Returns this budget with a limit of `memory` bytes for tables and memos.
    pub fn with_memory(&self, memory: u64) -> Budget<'a> {
        Budget {
            memory,
            ticks: Cell::new(0),
            ..*self
        }
    }

    /// Creates a budget of 2 GiB without other limits, for tests and examples.
    pub fn generous() -> Budget<'static> {
        Budget::of_helper(2 << 30)
    }

    /// Creates a budget of `memory` bytes for a helper thread. The main thread checks the clock and
    /// stops the helper.
    pub fn of_helper(memory: u64) -> Budget<'static> {
        Budget::new(memory, &|| None, &|_, _| ())
    }

    /// Creates a budget like [`Budget::of_helper`], for a helper that stops when `stop` returns a
    /// reason.
    pub fn of_helper_until<'s>(
        memory: u64,
        stop: &'s dyn Fn() -> Option<StopReason>,
    ) -> Budget<'s> {
        Budget::new(memory, stop, &|_, _| ())
    }

    /// Runs `work` with `memory` bytes. The work also stops when `also` returns a reason.
    ///
    /// ```
    /// use base::budget::{Budget, StopReason};
    ///
    /// let budget = Budget::generous();
    /// assert_eq!(budget.until(1 << 20, &|| None, |inner| inner.ask()), Ok(()));
    /// assert_eq!(
    ///     budget.until(1 << 20, &|| Some(StopReason::Time), |inner| inner.ask()),
    ///     Err(StopReason::Time)
    /// );
    /// assert_eq!(
    ///     budget.until(1 << 20, &|| None, |inner| inner.memory),
    ///     1 << 20
    /// );
    /// ```
    pub fn until<R>(
        &self,
        memory: u64,
        also: &dyn Fn() -> Option<StopReason>,
        work: impl FnOnce(&Budget<'_>) -> R,
    ) -> R {
        let stop = || self.ask().err().or_else(also);
        work(&Budget {
            memory,
            stop: &stop,
            ticks: Cell::new(0),
            ..*self
        })
    }

    /// Counts one step. A call is cheap, because only about one call in a thousand performs a poll.
    ///
    /// # Errors
    /// Returns [`StopReason`] if this call polled and the computation must stop.
    #[inline]
    pub fn tick(&self) -> Result<(), StopReason> {
        let ticks = self.ticks.get();
        if ticks > 0 {
            self.ticks.set(ticks - 1);
            return Ok(());
        }
        self.ask()
    }

    /// Polls immediately. This function is for use before and after work that is not counted in
    /// steps.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the computation must stop: a limit was reached, or the caller
    /// requests the stop.
    #[cold]
    pub fn ask(&self) -> Result<(), StopReason> {
        self.ticks.set(Budget::INTERVAL);
        match (self.stop)() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Counts `count` steps.
    ///
    /// # Errors
    /// As [`Budget::tick`].
    #[inline]
    pub fn steps(&self, count: usize) -> Result<(), StopReason> {
        if count > 0 {
            let (count, ticks) = (u32::try_from(count).unwrap_or(u32::MAX), self.ticks.get());
            self.ticks.set(ticks.saturating_sub(count));
            if count > ticks {
                (self.excess)(count - ticks);
            }
        }
        self.tick()
    }

    /// Runs `work` with at most `looks` polls (a thousand steps each). The second result is true if
    /// the limit on polls stopped the work. The limits and the progress of this budget also apply
    /// to `work`.
    ///
    /// ```
    /// use base::budget::{Budget, StopReason};
    ///
    /// let count = |budget: &Budget<'_>| (0..5000).try_for_each(|_| budget.tick());
    /// let budget = Budget::generous();
    /// assert_eq!(budget.limited(9, count), (Ok(()), false));
    /// assert_eq!(
    ///     budget.limited(2, count),
    ///     (Err(StopReason::Positions(2)), true)
    /// );
    /// ```
    pub fn limited<R>(&self, looks: u32, work: impl FnOnce(&Budget<'_>) -> R) -> (R, bool) {
        self.stepped(u64::from(looks) * (u64::from(Budget::INTERVAL) + 1), work)
    }

    /// Runs `work` like [`Budget::limited`], with a limit on the steps instead of the polls.
    ///
    /// ```
    /// use base::budget::Budget;
    ///
    /// let count = |budget: &Budget<'_>| (0..50).try_for_each(|_| budget.tick());
    /// let budget = Budget::generous();
    /// assert_eq!(budget.stepped(50, count), (Ok(()), false));
    /// assert!(budget.stepped(49, count).1);
    /// ```
    pub fn stepped<R>(&self, steps: u64, work: impl FnOnce(&Budget<'_>) -> R) -> (R, bool) {
        let interval = u64::from(Budget::INTERVAL) + 1;
        let looks = u32::try_from(steps / interval).unwrap_or(u32::MAX);
        let (left, cut) = (Cell::new(looks), Cell::new(false));
        let stop = || {
            if let Err(stop) = self.ask() {
                cut.set(false);
                return Some(stop);
            }
            cut.set(left.get() == 0);
            left.set(left.get().saturating_sub(1));
            cut.get().then_some(StopReason::Positions(u64::from(looks)))
        };
        let result = work(&Budget {
            stop: &stop,
            ticks: Cell::new((steps % interval) as u32),
            ..*self
        });
        (result, cut.get())
    }

    /// Checks that a structure of `needed` bytes is within the memory limit.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if `needed` exceeds the limit.
    pub fn allow_memory(&self, needed: u64) -> Result<(), StopReason> {
        if needed > self.memory {
            Err(StopReason::Memory(needed, self.memory))
        } else {
            Ok(())
        }
    }

    /// Checks that a structure that uses `own` bytes may allocate `more` bytes. Called before a
    /// structure doubles.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if the allocation would exceed the limit.
    pub fn allow_growth(&self, own: u64, more: u64) -> Result<(), StopReason> {
        self.allow_memory((self.held)().max(own).saturating_add(more))
    }

    /// Reserves space in `list` for `more` elements, if the limit allows this space in addition to
    /// the `own` bytes in use. A full list doubles. If doubling exceeds the limit, the list grows
    /// by an eighth.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if even growth by an eighth is not allowed. If the allocation
    /// is refused, the list is unchanged.
    #[inline]
    pub fn make_room<T>(&self, list: &mut Vec<T>, more: usize, own: u64) -> Result<(), StopReason> {
        if list.capacity() - list.len() >= more {
            Ok(())
        } else {
            self.grow(list, more, own)
        }
    }

    #[cold]
    fn grow<T>(&self, list: &mut Vec<T>, more: usize, own: u64) -> Result<(), StopReason> {
        // Small allocations are not checked.
        const MIN_CHECKED_BYTES: u64 = 64 << 10;
        let bytes = |elements: usize| (elements as u64).saturating_mul(size_of::<T>() as u64);
        // A reallocation may move the list, so that the old and the new copy exist at the same
        // time.
        let double = list.capacity().max(more).max(4);
        let doubled = bytes(list.len().saturating_add(double));
        if doubled <= MIN_CHECKED_BYTES || self.allow_growth(own, doubled).is_ok() {
            list.reserve(more);
            return Ok(());
        }
        let little = (list.capacity() / 8).max(more);
        self.allow_growth(own, bytes(list.len().saturating_add(little)))?;
        list.reserve_exact(little);
        Ok(())
    }

    /// Reports that the work on the input item with this number begins.
    #[inline]
    pub fn item(&self, number: usize) {
        (self.item)(number);
    }

    /// Reports how much of the total is done.
    pub fn report(&self, done: u64, whole: Option<u64>) {
        (self.progress)(done, whole);
    }

    /// Reports the current task in a few words. The text is valid until the next call.
    pub fn stage(&self, stage: Text) {
        (self.stage)(stage);
    }

    /// Reports partial results, which are shown if the computation is stopped.
    pub fn note(&self, far: Text) {
        (self.note)(far);
    }

    /// Runs `work`. The function `pause` can also stop the work, and progress is reported only to
    /// `progress`. Memory is counted as in this budget.
    pub fn with_pauses<R>(
        &self,
        pause: &dyn Fn() -> Option<StopReason>,
        progress: &dyn Fn(u64, Option<u64>),
        work: impl FnOnce(&Budget<'_>) -> R,
    ) -> R {
        let stop = || (self.stop)().or_else(pause);
        work(&Budget {
            stop: &stop,
            progress,
            ticks: Cell::new(0),
            ..*self
        })
    }
}
