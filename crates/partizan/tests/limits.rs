//! Budgets, overflow and depth.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use partizan::{Dyadic, Id, SimpleValue, Store, ValueError};

use crate::domineering::{Domineering, rectangle};
use crate::world::budget;

/// Computes with a value that has thousands of followers.
fn long_work(store: &mut Store, budget: &Budget<'_>) -> Result<String, ValueError> {
    let mut sum = Store::ZERO;
    for n in 1..=12 {
        let hot = [
            store.integer(n, budget)?,
            store.integer(-2 * n, budget)?,
            store.dyadic(Dyadic::new(-4 * n - 3, 1)?, budget)?,
        ];
        let threat = store.game(&hot[1..2], &hot[2..], budget)?;
        let game = store.game(&hot[..1], &[threat], budget)?;
        sum = store.sum(sum, game, budget)?;
    }
    let graph = store.thermograph(sum, budget)?;
    let outcome = store.outcome(sum, budget)?;
    let forms = store.forms();
    Ok(format!(
        "{outcome:?} {} {} {forms}",
        graph.mean(),
        store.left_stop(sum)
    ))
}

#[test]
fn stopped_work_can_be_repeated() {
    let expected = long_work(&mut Store::new(), &budget()).unwrap();
    let mut store = Store::new();
    let mut stops = 0;
    for allowed in 0.. {
        let left = Cell::new(allowed);
        let stop = || {
            left.set(left.get() - 1);
            (left.get() < 0).then_some(StopReason::Cancelled)
        };
        let budget = Budget::new(1 << 30, &stop, &|_, _| ());
        match long_work(&mut store, &budget) {
            Ok(result) => {
                assert_eq!(result, expected);
                break;
            }
            Err(error) => assert_eq!(error, ValueError::Stopped(StopReason::Cancelled)),
        }
        stops += 1;
    }
    assert!(stops > 5, "the work was stopped only {stops} times");
}

#[test]
fn memory_is_counted_and_limited() {
    let mut store = Store::new();
    let empty = store.bytes();
    assert!(empty < 64 << 10);
    let expected = long_work(&mut store, &budget()).unwrap();
    assert!(store.bytes() > 1 << 20, "{} bytes", store.bytes());
    let before = store.bytes();
    store.clear_caches();
    assert!(store.bytes() < before);
    let mut succeeded = false;
    for memory in (14..27).map(|bits| 1 << bits) {
        let mut store = Store::new();
        let budget = Budget::of_helper(memory);
        match long_work(&mut store, &budget) {
            Ok(result) => {
                assert_eq!(result, expected);
                succeeded = true;
            }
            Err(ValueError::Stopped(StopReason::Memory(needed, limit))) => {
                assert!(!succeeded && needed > limit && limit == memory);
            }
            Err(error) => panic!("{error}"),
        }
        // Small lists are not checked.
        assert!(
            store.bytes() <= memory + (1 << 19),
            "{} of {memory}",
            store.bytes()
        );
        assert_eq!(long_work(&mut store, &self::budget()), Ok(expected.clone()));
    }
    assert!(succeeded);
}

/// Every operation that is not decided at once polls the budget.
#[test]
fn all_operations_can_be_cancelled() {
    type Operation = fn(&mut Store, [Id; 3], &Budget<'_>) -> Result<(), ValueError>;
    let operations: [(&str, Operation); 12] = [
        ("game", |store, [g, h, _], budget| {
            store.game(&[g], &[h], budget).map(|_| ())
        }),
        ("sum", |store, [g, h, _], budget| {
            store.sum(g, h, budget).map(|_| ())
        }),
        ("difference", |store, [g, h, _], budget| {
            store.difference(g, h, budget).map(|_| ())
        }),
        ("negative", |store, [g, ..], budget| {
            store.negative(g, budget).map(|_| ())
        }),
        ("multiple", |store, [g, ..], budget| {
            store.multiple(5, g, budget).map(|_| ())
        }),
        ("comparison", |store, [g, h, _], budget| {
            store.compare(g, h, budget).map(|_| ())
        }),
        ("thermograph", |store, [g, ..], budget| {
            store.thermograph(g, budget).map(|_| ())
        }),
        ("cooling", |store, [g, ..], budget| {
            store.cooled(g, Dyadic::ONE, budget).map(|_| ())
        }),
        ("heating", |store, [g, h, _], budget| {
            store.heated(g, h, budget).map(|_| ())
        }),
        ("atomic weight", |store, [.., small], budget| {
            store.atomic_weight(small, budget).map(|_| ())
        }),
        ("name", |store, [g, ..], budget| {
            store.name(g, budget).map(|_| ())
        }),
        ("followers", |store, [g, ..], budget| {
            store.followers(g, budget).map(|_| ())
        }),
    ];
    // The first step of a budget polls.
    let stop = || Some(StopReason::Cancelled);
    let cancelled = || Budget::of_helper_until(1 << 30, &stop);
    let stopped = Err(ValueError::Stopped(StopReason::Cancelled));
    for (name, operation) in operations {
        let mut store = Store::new();
        let texts = ["{2,{3|0}|0,+-2}", "{2,1*|{0|-2},v}", "{^3,{^|*2}|vv}"];
        let ids = texts.map(|text| store.parse(text, &budget()).unwrap());
        assert_eq!(operation(&mut store, ids, &cancelled()), stopped, "{name}");
        assert_eq!(operation(&mut store, ids, &budget()), Ok(()), "{name}");
    }
    let mut store = Store::new();
    assert!(store.parse("1", &cancelled()).is_err());
}

/// Every list of the store grows within the limit.
#[test]
fn memory_of_forms_is_limited() {
    for memory in [1_000_000, 3_000_000, 5_000_000] {
        let budget = Budget::of_helper(memory);
        let is_memory = |error| matches!(error, ValueError::Stopped(StopReason::Memory(..)));
        // Forms without options.
        let mut store = Store::new();
        let error = (0..).find_map(|n| store.integer(n, &budget).err());
        assert!(error.is_some_and(is_memory));
        assert!(store.bytes() <= memory && store.forms() > 1000);
        // Forms with options.
        let mut store = Store::new();
        let mut g = store.parse("+-1", &budget).unwrap();
        let error = (2..).find_map(|n| {
            let next = store
                .integer(n, &budget)
                .and_then(|left| store.game(&[left], &[g], &budget));
            g = *next.as_ref().unwrap_or(&g);
            next.err()
        });
        assert!(error.is_some_and(is_memory));
        assert!(store.bytes() <= memory && store.forms() > 1000);
    }
}

#[test]
fn the_number_of_forms_is_limited() {
    let expected = long_work(&mut Store::new(), &budget()).unwrap();
    for most in [2, 10, 100, 1000] {
        let mut store = Store::with_max_forms(most);
        let result = long_work(&mut store, &budget());
        assert_eq!(result, Err(ValueError::Forms(most)));
        assert_eq!(store.forms(), most);
        assert_eq!(
            store.sum(Store::STAR, Store::STAR, &budget()),
            Ok(Store::ZERO)
        );
    }
    let mut store = Store::with_max_forms(1_000_000);
    assert_eq!(long_work(&mut store, &budget()), Ok(expected));
}

/// The memo of comparisons is cleared if the budget does not allow it to grow.
#[test]
fn domineering_with_little_memory() {
    let board = rectangle(5, 5);
    let mut game = Domineering::default();
    game.value(board, &budget());
    let needed = game.store.bytes();
    let budget = Budget::of_helper(needed * 9 / 10);
    let mut game = Domineering::default();
    assert_eq!(game.value(board, &budget), Store::ZERO);
    assert!(game.store.bytes() < needed);
}

#[test]
fn values_out_of_range_are_errors() {
    let mut store = Store::new();
    let budget = budget();
    let overflow = Err(ValueError::Overflow);
    let largest = store.integer(i64::MAX, &budget).unwrap();
    let one = store.integer(1, &budget).unwrap();
    assert_eq!(store.sum(largest, one, &budget), overflow);
    assert_eq!(store.game(&[largest], &[], &budget), overflow);
    assert_eq!(store.multiple(2, largest, &budget), overflow);
    assert_eq!(store.integer(i64::MIN, &budget), overflow);
    let high = store.up(i32::MAX, &budget).unwrap();
    let up = store.up(1, &budget).unwrap();
    assert_eq!(store.sum(high, up, &budget), overflow);
    assert_eq!(store.multiple(i64::MIN, up, &budget), overflow);
    assert_eq!(store.up(i32::MIN, &budget), overflow);
    assert_eq!(
        SimpleValue::new(Dyadic::ZERO, i32::MIN, 0),
        overflow.map(|_: Id| unreachable!())
    );
    let finest = store.dyadic(Dyadic::new(1, 62).unwrap(), &budget).unwrap();
    assert_eq!(store.game(&[Store::ZERO], &[finest], &budget), overflow);
    // A hot game near the maximum: the walls are representable, but not their differences.
    let least = store.negative(largest, &budget).unwrap();
    let switch = store.game(&[largest], &[least], &budget).unwrap();
    assert_eq!(
        store.thermograph(switch, &budget).map(|_| ()),
        Err(ValueError::Overflow)
    );
    assert_eq!(
        store.compare(switch, one, &budget),
        Ok(partizan::Relation::Confused)
    );
}

/// A form with a very long chain of options is processed on a small machine stack.
#[test]
fn deep_forms() {
    let work = || {
        let budget = budget();
        let mut store = Store::new();
        let mut g = store.parse("+-1", &budget).unwrap();
        for n in 2..=3000 {
            let left = store.integer(n, &budget).unwrap();
            g = store.game(&[left], &[g], &budget).unwrap();
        }
        let negative = store.negative(g, &budget).unwrap();
        assert_eq!(store.sum(g, negative, &budget), Ok(Store::ZERO));
        let starred = store.sum(g, Store::STAR, &budget).unwrap();
        assert_eq!(
            store.compare(g, starred, &budget),
            Ok(partizan::Relation::Confused)
        );
        let one = store.integer(1, &budget).unwrap();
        store.sum(g, one, &budget).unwrap();
        assert_eq!(store.birthday(g), 3001);
        assert!(store.thermograph(g, &budget).is_ok());
        store.cooled(g, Dyadic::ONE, &budget).unwrap();
        let name = store.name(g, &budget).unwrap();
        assert_eq!(Store::new().parse(&name, &budget).map(|_| ()), Ok(()));
        assert_eq!(store.parse(&name, &budget), Ok(g));
        // Multiples of up have a chain of options too.
        let high = store.up(20_000, &budget).unwrap();
        let hot = store.parse("{^|-1}", &budget).unwrap();
        store.compare(high, hot, &budget).unwrap();
        let weights = store.parse("{^20000|v}", &budget).unwrap();
        store.atomic_weight(weights, &budget).unwrap();
        let open = "{".repeat(100_000);
        assert!(store.parse(&open, &budget).is_err());
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}

/// The options of a nimber are listed only within the budget.
#[test]
fn long_lists_of_options() {
    let budget = Budget::of_helper(1 << 24);
    let mut store = Store::new();
    let star = store.nimber(1 << 28, &budget).unwrap();
    let options = store.left_options(star, &budget);
    let stopped = matches!(options, Err(ValueError::Stopped(StopReason::Memory(..))));
    assert!(stopped);
    let hot = store.parse("+-1", &budget).unwrap();
    assert_eq!(
        store.compare(star, hot, &budget),
        Ok(partizan::Relation::Confused)
    );
    let six = store.nimber(6, &budget).unwrap();
    assert_eq!(store.left_options(six, &budget).unwrap().len(), 6);
}
