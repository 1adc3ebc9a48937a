//! What a computation may use. Everything that can run long asks its budget now and then, and stops
//! with a typed reason: no partial value escapes. The clock, the Ctrl-C flag and the progress bar
//! belong to the caller, so that the core needs no operating system. Only a face makes a budget;
//! work that may be given up early takes an inner one of it ([`Budget::limited`]).

use std::cell::Cell;

use crate::text;
use crate::text::Text;

/// Why a computation was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time given is used up.
    Time,
    /// More memory would be needed than was given: bytes needed (a lower bound), bytes given.
    Memory(u64, u64),
    /// The user asked to stop.
    Cancelled,
    /// The search met more positions than it was allowed to: the limit.
    Positions(u64),
    /// The work would take more small steps than it is allowed to: the limit.
    Steps(u64),
}

impl StopReason {
    /// The reason in words.
    pub fn text(self) -> Text {
        match self {
            StopReason::Time => text!("the time limit was reached", "已到时间限制"),
            StopReason::Memory(needed, given) => {
                let (needed, given) = (bytes(needed), bytes(given));
                if needed == given {
                    return text!(
                        "more than the {given} of memory allowed would be needed",
                        "所需内存超过上限 {given}"
                    );
                }
                text!(
                    "at least {needed} of memory would be needed, {given} are allowed",
                    "至少需要内存 {needed}，上限是 {given}"
                )
            }
            StopReason::Cancelled => text!("interrupted", "已中断"),
            StopReason::Positions(limit) => text!(
                "more than {limit} positions were met",
                "遇到的局面超过 {limit} 个"
            ),
            StopReason::Steps(limit) => text!(
                "more than {limit} steps would be needed",
                "所需步数超过 {limit}"
            ),
        }
    }
}

crate::impl_error!(StopReason);

/// A number of bytes as a person reads it.
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
    /// Bytes that tables and memos may take.
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
    /// How many calls of [`Budget::tick`] pass between two looks at the clock.
    const INTERVAL: u32 = 1024;

    /// A budget of `memory` bytes that asks `stop` now and then, and tells `progress` how far the
    /// work is (done, and the whole if known).
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

    /// The same budget for a program that holds `held()` bytes in all: growth must fit beside them.
    pub fn with_memory_in_use(self, held: &'a dyn Fn() -> u64) -> Budget<'a> {
        Budget { held, ..self }
    }

    /// The same budget for a face that shows what was found out until a computation was stopped:
    /// the last that `note` was told.
    pub fn noting(self, note: &'a dyn Fn(Text)) -> Budget<'a> {
        Budget { note, ..self }
    }

    /// The same budget for a face that shows beside the progress what is being worked on.
    pub fn staging(self, stage: &'a dyn Fn(Text)) -> Budget<'a> {
        Budget { stage, ..self }
    }

    /// The same budget for a caller that reports which item of an input the work had reached when
    /// it was stopped: `item` is called with the number of the item on which work begins.
    pub fn locating(self, item: &'a dyn Fn(usize)) -> Budget<'a> {
        Budget { item, ..self }
    }

    /// The result of `work`, which may take `memory` bytes more than the program holds now, and
    /// `steps` small steps. If this limit on the steps ends the work, its result is
    /// [`StopReason::Steps`]. The clock, the stop, the progress and the memory of this budget bind
    /// the work too.
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
        // What is counted at once and passes more than one clock check.
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

    /// The same limits, clock and progress with `memory` bytes for tables and memos.
    pub fn with_memory(&self, memory: u64) -> Budget<'a> {
        Budget {
            memory,
            ticks: Cell::new(0),
            ..*self
        }
    }

    /// Two GiB and no other limit, for tests and examples.
    pub fn generous() -> Budget<'static> {
        Budget::of_helper(2 << 30)
    }

    /// A budget for a thread that works for another, which has the clock and tells it when to end:
    /// `memory` bytes and no other limit.
    pub fn of_helper(memory: u64) -> Budget<'static> {
        Budget::new(memory, &|| None, &|_, _| ())
    }

    /// The same for a helper that ends when `stop` says so.
    pub fn of_helper_until<'s>(
        memory: u64,
        stop: &'s dyn Fn() -> Option<StopReason>,
    ) -> Budget<'s> {
        Budget::new(memory, stop, &|_, _| ())
    }

    /// The result of `work` with `memory` bytes, which ends when `also` says so too.
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

    /// Counts one small step. Cheap; looks at the clock once in a thousand calls.
    ///
    /// # Errors
    /// [`StopReason`], if the clock was looked at and the computation must end.
    #[inline]
    pub fn tick(&self) -> Result<(), StopReason> {
        let ticks = self.ticks.get();
        if ticks > 0 {
            self.ticks.set(ticks - 1);
            return Ok(());
        }
        self.ask()
    }

    /// Looks at the clock at once: before and after work that is not counted in small steps.
    ///
    /// # Errors
    /// [`StopReason`], if the computation must end: time is up, or the caller asks for it.
    #[cold]
    pub fn ask(&self) -> Result<(), StopReason> {
        self.ticks.set(Budget::INTERVAL);
        match (self.stop)() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Counts `count` small steps at once.
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

    /// The result of `work`, which may look at the clock `looks` times, a thousand small steps
    /// each; and true if this limit ended it. The clock, the stop, the progress and the memory
    /// of this budget bind the work too.
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

    /// As [`Budget::limited`], for work that may take so many small steps.
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

    /// Refuses when `needed` bytes are more than allowed.
    ///
    /// # Errors
    /// [`StopReason::Memory`], if they are.
    pub fn allow_memory(&self, needed: u64) -> Result<(), StopReason> {
        if needed > self.memory {
            Err(StopReason::Memory(needed, self.memory))
        } else {
            Ok(())
        }
    }

    /// Refuses when something that holds `own` bytes now cannot take `more` at once: what doubles
    /// asks before it does.
    ///
    /// # Errors
    /// [`StopReason::Memory`], if it cannot.
    pub fn allow_growth(&self, own: u64, more: u64) -> Result<(), StopReason> {
        self.allow_memory((self.held)().max(own).saturating_add(more))
    }

    /// Makes room in `list` for `more` elements, if its growth is allowed beside the `own` bytes
    /// held. Lists double, so one that is full takes as much again as it has; where that is too
    /// much it grows by an eighth.
    ///
    /// # Errors
    /// [`StopReason::Memory`], if even growth by an eighth is not allowed; the list stays as it
    /// was.
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
        // What is small is not worth asking for.
        const MIN_CHECKED_BYTES: u64 = 64 << 10;
        let bytes = |elements: usize| (elements as u64).saturating_mul(size_of::<T>() as u64);
        // The block may have to move: for a moment there are both.
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

    /// Reports that the work on the item with this number of its input begins.
    #[inline]
    pub fn item(&self, number: usize) {
        (self.item)(number);
    }

    /// Tells how much of the whole is done.
    pub fn report(&self, done: u64, whole: Option<u64>) {
        (self.progress)(done, whole);
    }

    /// Tells what is being worked on, in a few words, as long as nothing else is told.
    pub fn stage(&self, stage: Text) {
        (self.stage)(stage);
    }

    /// Tells what was found out, where a computation is stopped.
    pub fn note(&self, far: Text) {
        (self.note)(far);
    }

    /// The result of `work`, which `pause` may stop besides what stops this budget, and which tells
    /// its progress to `progress` alone. Memory is counted as before.
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
