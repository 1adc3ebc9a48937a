//! An inner budget is no way around the outer one: its memory, its stop, its clock and its progress
//! hold for the work inside, and whose limit ended the work is told.

use std::cell::{Cell, RefCell};

use base::budget::{Budget, Stop};

const LOOKS: u32 = 3;

/// Takes small steps until a budget stops it, or all are done.
fn count(steps: u32) -> impl Fn(&Budget<'_>) -> Result<(), Stop> {
    move |budget| (0..steps).try_for_each(|_| budget.tick())
}

#[test]
fn growth_fits_beside_what_the_program_holds() {
    let (stop, held) = (|| None, || 900);
    let budget = Budget::new(1000, &stop, &|_, _| ()).beside(&held);
    let nested = |work: &dyn Fn(&Budget<'_>) -> Result<(), Stop>| {
        budget.limited(LOOKS, |inner| inner.limited(LOOKS, |inner| work(inner)).0)
    };
    assert_eq!(nested(&|inner| inner.allow_growth(0, 100)), (Ok(()), false));
    assert_eq!(
        nested(&|inner| inner.allow_growth(0, 101)),
        (Err(Stop::Memory(1001, 1000)), false)
    );
    assert_eq!(
        nested(&|inner| inner.allow_memory(1001)),
        (Err(Stop::Memory(1001, 1000)), false)
    );
}

#[test]
fn the_outer_stop_and_clock_reach_through() {
    for reason in [Stop::Cancelled, Stop::Time, Stop::Memory(2, 1)] {
        // The third look at the outer clock says stop: before the inner limit comes, and where both
        // come at once.
        for looks in [LOOKS, 2] {
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
    budget.limited(LOOKS, |inner| {
        inner.limited(LOOKS, |inner| inner.report(4, Some(9)))
    });
    assert_eq!(*told.borrow(), [(4, Some(9))]);
}

#[test]
fn the_inner_limit_is_told_apart() {
    let budget = Budget::generous();
    assert_eq!(budget.limited(LOOKS, count(3000)), (Ok(()), false));
    assert_eq!(
        budget.limited(LOOKS, count(4000)),
        (Err(Stop::Positions(3)), true)
    );
    // The innermost limit does not end the work around it.
    let around = budget.limited(LOOKS, |outer| (outer.limited(0, count(1)), outer.tick()));
    assert_eq!(around, (((Err(Stop::Positions(0)), true), Ok(())), false));
    // A limit around another reaches through as any stop does.
    let (inner, own) = budget.limited(LOOKS, |outer| outer.limited(2 * LOOKS, count(u32::MAX)));
    assert_eq!((inner, own), ((Err(Stop::Positions(3)), false), true));
}

#[test]
fn a_stop_of_the_outer_budget_counts_after_the_inner_limit_too() {
    let stopped = Cell::new(false);
    let stop = || stopped.get().then_some(Stop::Cancelled);
    let budget = Budget::new(1000, &stop, &|_, _| ());
    let ended = budget.limited(0, |inner| {
        let first = inner.ask();
        stopped.set(true);
        (first, inner.ask())
    });
    assert_eq!(
        ended,
        ((Err(Stop::Positions(0)), Err(Stop::Cancelled)), false)
    );
}
