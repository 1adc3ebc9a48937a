//! Sums of many components.

use super::world;
use base::budget::{Budget, StopReason};
use rules::ast::EndCondition;
use rules::game::{Conventions, RulesError, SumKind};
use rules::ir::Int;
use rules::lower::Args;
use rules::play::{Component, SumPosition, moves};

#[test]
fn large_sums_are_moved_in_without_recursion() {
    let mut world = world("game Nim { state n in 0.. move k in 1..n : [n - k] }");
    let nim = world.instantiate("nim", Args::new()).unwrap();
    let heaps = |count: usize, size: Int| {
        let heap = Component {
            game: nim,
            slots: [size].into(),
        };
        SumPosition::canonical(vec![heap; count], &world)
    };
    let list = |sum: &SumPosition, kind, budget: &Budget<'_>| {
        moves(
            &world,
            sum,
            Conventions {
                sum: kind,
                ..Conventions::default()
            },
            budget,
        )
    };
    let budget = Budget::generous();
    let some = SumPosition::canonical(
        heaps(20_000, 0)
            .0
            .into_iter()
            .chain(heaps(3, 2).0)
            .collect(),
        &world,
    );
    assert_eq!(list(&some, SumKind::One, &budget).unwrap().len(), 6);
    assert_eq!(list(&some, SumKind::Any, &budget).unwrap().len(), 26);
    assert_eq!(list(&some, SumKind::Every, &budget).unwrap().len(), 8);
    let all = list(&heaps(20_000, 1), SumKind::Every, &budget).unwrap();
    assert_eq!((all.len(), all[0].steps.len()), (1, 20_000));
    // If a move changes one component, the position has 20 000 moves, each to a position of 20 000
    // components.
    let small = Budget::new(1 << 20, &|| None, &|_, _| ());
    let stopped = |result: Result<Vec<_>, RulesError>| matches!(result, Err(RulesError::Stopped(StopReason::Memory(_, given))) if given == 1 << 20);
    assert!(stopped(list(&heaps(20_000, 1), SumKind::One, &small)));
    assert!(stopped(list(&heaps(8, 4), SumKind::Any, &small)));
    assert_eq!(
        list(&heaps(8, 4), SumKind::Any, &budget).unwrap().len(),
        390_624
    );
    let cancelled = Budget::new(1 << 40, &|| Some(StopReason::Cancelled), &|_, _| ());
    assert_eq!(
        list(&heaps(40, 4), SumKind::Any, &cancelled),
        Err(RulesError::Stopped(StopReason::Cancelled))
    );
}

#[test]
fn moves_of_a_sum_are_those_of_the_definition() {
    // The reference implementation: the digits of a number give the step in each component, or no
    // step.
    let mut world = world("game Nim { state n in 0.. move k in 1..n : [n - k] }");
    let nim = world.instantiate("nim", Args::new()).unwrap();
    let budget = Budget::generous();
    for heaps in [
        vec![],
        vec![0, 0],
        vec![2],
        vec![0, 1, 3],
        vec![1, 2, 2],
        vec![1, 0, 1, 2, 3],
    ] {
        let sum = SumPosition(
            heaps
                .iter()
                .map(|&n| Component {
                    game: nim,
                    slots: [n].into(),
                })
                .collect(),
        );
        let movable = heaps.iter().filter(|&&n| n > 0).count();
        let kinds = [
            SumKind::One,
            SumKind::Every,
            SumKind::Any,
            SumKind::Upto(1),
            SumKind::Upto(2),
            SumKind::Upto(9),
            SumKind::Upto(0),
        ];
        for (kind, until) in kinds
            .into_iter()
            .flat_map(|kind| [(kind, EndCondition::All), (kind, EndCondition::One)])
        {
            let over = until == EndCondition::One && movable < heaps.len();
            let allowed = |taken: usize| match kind {
                _ if over => false,
                SumKind::One => taken == 1,
                SumKind::Every => taken == movable && taken > 0,
                SumKind::Any => taken > 0,
                SumKind::Upto(k) => taken > 0 && taken <= k as usize,
            };
            let conventions = Conventions {
                sum: kind,
                until,
                ..Conventions::default()
            };
            let mut expected: Vec<(usize, Vec<Int>)> = vec![(0, Vec::new())];
            for &n in &heaps {
                let with = |(taken, left): &(usize, Vec<Int>)| -> Vec<(usize, Vec<Int>)> {
                    let after = |m: Int| [left.clone(), vec![m]].concat();
                    (0..n)
                        .rev()
                        .map(|m| (taken + 1, after(m)))
                        .chain([(*taken, after(n))])
                        .collect()
                };
                expected = expected.iter().flat_map(with).collect();
            }
            let mut expected: Vec<Vec<Int>> = expected
                .into_iter()
                .filter(|(taken, _)| allowed(*taken))
                .map(|(_, left)| left)
                .collect();
            expected.iter_mut().for_each(|left| left.sort_unstable());
            let made = moves(&world, &sum, conventions, &budget).unwrap();
            let found: Vec<Vec<Int>> = made
                .iter()
                .map(|made| made.leaves.0.iter().map(|c| c.slots[0]).collect())
                .collect();
            assert_eq!(found, expected, "{heaps:?} {conventions:?}");
        }
    }
}

/// Under `until one`, play ends when a move removes a component, and a goal among the other
/// components still counts.
#[test]
fn a_component_that_is_removed_has_ended() {
    let mut world = world(
        "game Gone { state n in 0.. goal n == 5 move when n == 1 : nothing move when n > 1 : [n - 1] }",
    );
    let gone = world.instantiate("gone", Args::new()).unwrap();
    let sum = |rows: &[Int]| {
        SumPosition(
            rows.iter()
                .map(|&n| Component {
                    game: gone,
                    slots: [n].into(),
                })
                .collect(),
        )
    };
    let leaves = |rows: &[Int], until, kind| -> Vec<Vec<Int>> {
        let conventions = Conventions {
            sum: kind,
            until,
            ..Conventions::default()
        };
        let made = moves(&world, &sum(rows), conventions, &Budget::generous()).unwrap();
        made.iter()
            .map(|made| made.leaves.0.iter().map(|c| c.slots[0]).collect())
            .collect()
    };
    assert_eq!(
        leaves(&[1, 3], EndCondition::All, SumKind::One),
        [vec![3], vec![1, 2]]
    );
    assert_eq!(
        leaves(&[1, 3], EndCondition::One, SumKind::One),
        [vec![], vec![1, 2]]
    );
    assert_eq!(
        leaves(&[1, 6], EndCondition::One, SumKind::Every),
        [vec![5]]
    );
    assert_eq!(
        leaves(&[1, 3], EndCondition::One, SumKind::Every),
        [Vec::<Int>::new()]
    );
}
