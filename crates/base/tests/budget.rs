//! Tests that an inner budget cannot bypass the outer budget. The memory limit, the stop, the clock
//! and the progress of the outer budget apply to the work of the inner budget. The result states
//! whether the inner or the outer limit ended the work.

use std::cell::{Cell, RefCell};

use base::budget::{Budget, StopReason};

const MAX_CLOCK_CHECKS: u32 = 3;

/// Returns a closure that executes `steps` small steps, and stops early if its budget runs out.
fn count(steps: u32) -> impl Fn(&Budget<'_>) -> Result<(), StopReason> {
    move |budget| (0..steps).try_for_each(|_| budget.tick())
}

#[test]
fn growth_fits_beside_what_the_program_holds() {
    let (stop, held) = (|| None, || 900);
    let budget = Budget::new(1000, &stop, &|_, _| ()).with_memory_in_use(&held);
    let nested = |work: &dyn Fn(&Budget<'_>) -> Result<(), StopReason>| {
        budget.limited(MAX_CLOCK_CHECKS, |inner| {
            inner.limited(MAX_CLOCK_CHECKS, |inner| work(inner)).0
        })
    };
    assert_eq!(nested(&|inner| inner.allow_growth(0, 100)), (Ok(()), false));
    assert_eq!(
        nested(&|inner| inner.allow_growth(0, 101)),
        (Err(StopReason::Memory(1001, 1000)), false)
    );
    assert_eq!(
        nested(&|inner| inner.allow_memory(1001)),
        (Err(StopReason::Memory(1001, 1000)), false)
    );
}

#[test]
fn the_outer_stop_and_clock_reach_through() {
    for reason in [
        StopReason::Cancelled,
        StopReason::Time,
        StopReason::Memory(2, 1),
    ] {
        // The third poll of the outer budget returns a reason to stop. In the first case, the inner
        // limit is reached one poll later than the outer stop; in the second case, at the same
        // poll.
        for looks in [MAX_CLOCK_CHECKS, 2] {
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                (asked.get() > 2).then_some(reason)
            };
            let budget = Budget::new(1000, &stop, &|_, _| ());
            assert_eq!(
                budget.limited(looks, count(u32::MAX)),
                (Err(reason), false),
                "{looks}"
            );
            assert_eq!(asked.get(), 3);
        }
    }
}

#[test]
fn the_outer_progress_is_told() {
    let told = RefCell::new(Vec::new());
    let progress = |done, whole| told.borrow_mut().push((done, whole));
    let budget = Budget::new(1000, &|| None, &progress);
    budget.limited(MAX_CLOCK_CHECKS, |inner| {
        inner.limited(MAX_CLOCK_CHECKS, |inner| inner.report(4, Some(9)))
    });
    assert_eq!(*told.borrow(), [(4, Some(9))]);
}

#[test]
fn the_inner_limit_is_told_apart() {
    let budget = Budget::generous();
    assert_eq!(
        budget.limited(MAX_CLOCK_CHECKS, count(3000)),
        (Ok(()), false)
    );
    assert_eq!(
        budget.limited(MAX_CLOCK_CHECKS, count(4000)),
        (Err(StopReason::Positions(3)), true)
    );
    // The limit of the innermost budget does not end the work of the budget around it.
    let around = budget.limited(MAX_CLOCK_CHECKS, |outer| {
        (outer.limited(0, count(1)), outer.tick())
    });
    assert_eq!(
        around,
        (((Err(StopReason::Positions(0)), true), Ok(())), false)
    );
    // A smaller limit of the outer budget ends the inner work, like any other stop.
    let (inner, own) = budget.limited(MAX_CLOCK_CHECKS, |outer| {
        outer.limited(2 * MAX_CLOCK_CHECKS, count(u32::MAX))
    });
    assert_eq!((inner, own), ((Err(StopReason::Positions(3)), false), true));
}

#[test]
fn a_stop_of_the_outer_budget_counts_after_the_inner_limit_too() {
    let stopped = Cell::new(false);
    let stop = || stopped.get().then_some(StopReason::Cancelled);
    let budget = Budget::new(1000, &stop, &|_, _| ());
    let ended = budget.limited(0, |inner| {
        let first = inner.ask();
        stopped.set(true);
        (first, inner.ask())
    });
    assert_eq!(
        ended,
        (
            (Err(StopReason::Positions(0)), Err(StopReason::Cancelled)),
            false
        )
    );
}
