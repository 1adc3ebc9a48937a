//! Games and boxes for which no table is filled, and positions that a table does not contain.

use std::cell::{Cell, RefCell};

use super::{JIT, Tally, compare, table};
use crate::boxes::{load, positions};
use base::budget::{Budget, StopReason};
use engines::dense::{DenseTable, FillMethod, TableBox};
use engines::oracle::{EngineError, GrundyOracle};
use engines::prepared_table::PreparedTable;
use jit::Jit;

#[test]
fn a_box_too_large_is_refused_before_anything_is_filled() {
    let (world, game, facts) = load(
        "game G { state a in 0.., b in 1.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
    );
    let calls = Cell::new(0);
    let count = || {
        calls.set(calls.get() + 1);
        None
    };
    let report = |_, _| calls.set(calls.get() + 1);
    let tops = [999_999, 1_000_000];
    let needed = 1_000_000 * 1_000_000;
    let refused = |given: u64, tops: &[i64]| {
        table(
            &world,
            game,
            &facts,
            tops,
            &Budget::new(given, &count, &report),
        )
        .err()
    };
    assert_eq!(
        refused(1 << 30, &tops),
        Some(EngineError::from(StopReason::Memory(needed, 1 << 30)))
    );
    assert_eq!(
        refused(needed - 1, &tops),
        Some(EngineError::from(StopReason::Memory(needed, needed - 1)))
    );
    assert_eq!(
        refused(1 << 30, &[i64::MAX, i64::MAX]),
        Some(EngineError::from(StopReason::Memory(u64::MAX, 1 << 30)))
    );
    assert_eq!(calls.get(), 0, "nothing was begun");
    // The memory limit is exact to the byte.
    let small = [9, 10];
    assert_eq!(refused(100, &small), None);
    assert_eq!(
        refused(99, &small),
        Some(EngineError::from(StopReason::Memory(100, 99)))
    );
    // A box that was measured under another budget is measured again.
    calls.set(0);
    let space =
        TableBox::around(&world, game, &facts, &small, &Budget::generous()).expect("it is small");
    let filled = DenseTable::fill(
        &world,
        game,
        &PreparedTable::new(space),
        FillMethod::Program,
        &Budget::new(99, &count, &report),
    );
    assert_eq!(
        filled.err(),
        Some(EngineError::from(StopReason::Memory(100, 99)))
    );
    assert_eq!(calls.get(), 0, "nothing was begun");
}

#[test]
fn a_table_can_be_cancelled_in_the_middle() {
    for text in [
        "game G { state n in 0.. move k in 1..5 : [n - k] }",
        // A box that is filled level by level.
        "game G { state n in 0.., m in 0..4 move : [n - 2, m + 1] move : [n, m - 1] }",
        // Hardly any rows of numbers in this box are positions.
        "game G { state n in 0.. require n < 2 move : [n - 1] }",
    ] {
        let (world, game, facts) = load(text);
        let tops = [&[100_000][..], &[20_000, 4]][facts.never_grows.len() - 1];
        let looks = Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            (looks.get() == 20).then_some(StopReason::Cancelled)
        };
        let told = RefCell::new(Vec::new());
        let report = |done, whole| told.borrow_mut().push((done, whole));
        let stopped = table(
            &world,
            game,
            &facts,
            tops,
            &Budget::new(1 << 30, &stop, &report),
        )
        .err();
        assert_eq!(
            stopped,
            Some(EngineError::from(StopReason::Cancelled)),
            "{text}"
        );
        let told = told.into_inner();
        let whole = tops.iter().map(|top| *top as u64 + 1).product();
        assert!(
            !told.is_empty() && told.windows(2).all(|step| step[0].0 < step[1].0),
            "{told:?}"
        );
        assert!(
            told.iter()
                .all(|&(done, all)| all == Some(whole) && 0 < done && done < whole / 2),
            "{told:?}"
        );
        // The stopped query stored no partial result, so the query can be repeated.
        table(&world, game, &facts, tops, &Budget::generous()).expect("it is taken");
    }
}

#[test]
fn what_is_declined_is_told_why() {
    for (text, reason, in_chinese) in [
        (
            "game G { state n in 0..9 move when n > 3 : [n - 1] move when n < 6 : [n + 1] }",
            "no linear measure",
            "线性度量",
        ),
        (
            "game G { state n in 0.. move : H[n] } game H { state n in 0.. move k in 1..n : [n - k] }",
            "another game",
            "另一游戏",
        ),
    ] {
        let (world, game, facts) = load(text);
        let told = TableBox::around(&world, game, &facts, &[9], &Budget::generous());
        let Err(EngineError::Declined(why)) = told else {
            panic!("{text}: {told:?}")
        };
        assert!(
            why.en.contains(reason) && why.zh.contains(in_chinese),
            "{text}: {} {}",
            why.en,
            why.zh
        );
    }
}

#[test]
fn positions_that_are_none_are_not_in_the_table() {
    let (world, game, facts) = load(
        "game G { state a in 0.., b in 0.. unordered require (a + b) % 3 != 1 move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
    );
    let mut dense = table(&world, game, &facts, &[4, 4], &Budget::generous()).expect("it is taken");
    compare(&world, game, &facts, &[4, 4], &mut Tally::default()).expect("it is taken");
    for slots in [[1, 0], [1, 2], [5, 0], [2, -1]] {
        let refused = dense.grundy(&world, game, &slots, &Budget::generous());
        assert!(
            matches!(&refused, Err(EngineError::Declined(why)) if why.en.contains("is not in the table")),
            "{slots:?}: {refused:?}"
        );
    }
    assert!(
        dense
            .grundy(&world, game, &[2, 1], &Budget::generous())
            .is_ok()
    );
    assert_eq!(
        dense.stats().positions,
        positions(&world, game, &[4, 4]).len() as u64
    );
}

/// An index outside data is an error, with every fill method, also if the next entry in memory
/// exists.
#[test]
fn an_index_outside_data_is_an_error() {
    for (read, expected) in [
        ("d[n]", "index 0 is outside 1..3"),
        ("d[n + 1]", "index 4 is outside 1..3"),
        ("w[1, n + 1]", "index 3 is outside 1..2"),
        ("w[n + 1, 1]", "index 3 is outside 1..2"),
        ("w[2, n]", "index 0 is outside 1..2"),
    ] {
        let text = format!(
            "game G(e = [7, 7, 7], d = [1, 2, 3], w = [[1, 2], [3, 4]]) {{ state n in 0..4 move k in 1..n + 1 when {read} + e[2] > 0 : [n - k] }}"
        );
        let (world, game, facts) = load(&text);
        let jit = JIT.get_or_init(|| Jit::new(1));
        for filler in [
            FillMethod::Plain,
            FillMethod::Program,
            FillMethod::Generated(jit),
        ] {
            let budget = Budget::generous();
            let space = TableBox::around(&world, game, &facts, &[4], &budget).unwrap();
            let space = PreparedTable::new(space);
            let filled = DenseTable::fill(&world, game, &space, filler, &budget);
            let told = format!("{:?}", filled.err());
            let numbers: Vec<&str> = expected
                .split(|c: char| !c.is_ascii_digit())
                .filter(|number| !number.is_empty())
                .collect();
            let index = format!("Index({})", numbers.join(", "));
            assert!(told.contains(&index), "{read}: {told}");
        }
    }
}
