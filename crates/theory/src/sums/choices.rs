//! This module finds the winning moves of sums in which a move chooses a step in many components at
//! once. The module counts all winning moves and lists them up to a limit. The steps of a component
//! that leave the same value form one group. The product of the groups is processed component by
//! component, together with the possible sums of the processed components. Counting takes
//! O(components · values · groups). The search for listed moves has no dead ends, so each listed
//! move takes one pass over the components.

use std::collections::BTreeMap;

use base::budget::{Budget, StopReason};
use rules::game::Outcome;

use super::algebra::SumAlgebra;

/// Steps of one component that leave the same value. If a component may be left unchanged, leaving
/// it unchanged forms a group of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepGroup<W> {
    /// The value of the component after the step.
    pub worth: W,
    /// The number of steps, at least one.
    pub size: u128,
}

/// A step: the index of its group in the component's menu, and its number in that group.
pub type Pick = (usize, u128);

/// Winning moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningPicks {
    /// The number of winning moves, at most `u128::MAX`.
    pub count: u128,
    /// The first winning moves; each contains one pick for each component.
    pub list: Vec<Vec<Pick>>,
}

/// Counts the ways to pick one step from each menu such that the next player loses, and lists at
/// most `limit` of them.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn winning<A: SumAlgebra>(
    algebra: A,
    menus: &[Vec<StepGroup<A::SumValue>>],
    limit: usize,
    budget: &Budget<'_>,
) -> Result<WinningPicks, StopReason> {
    let nothing = algebra.nothing();
    // First, compute the possible sums of the components before each index. Second, count the
    // choices of the remaining components that turn each possible sum into a lost sum.
    let mut levels: Vec<BTreeMap<A::SumValue, u128>> = vec![BTreeMap::from([(nothing, 0)])];
    for menu in menus {
        let mut next = BTreeMap::new();
        for (&sum, group) in levels[levels.len() - 1]
            .keys()
            .flat_map(|sum| menu.iter().map(move |group| (sum, group)))
        {
            budget.tick()?;
            next.insert(algebra.add(sum, group.worth), 0);
        }
        levels.push(next);
    }
    for (&total, ways) in levels.last_mut().expect("there is the first level") {
        *ways = u128::from(algebra.outcome(total) == Outcome::P);
    }
    for (place, menu) in menus.iter().enumerate().rev() {
        let (before, after) = levels.split_at_mut(place + 1);
        for (&sum, ways) in &mut before[place] {
            for group in menu {
                budget.tick()?;
                let rest = after[0][&algebra.add(sum, group.worth)];
                *ways = ways.saturating_add(rest.saturating_mul(group.size));
            }
        }
    }
    let count = levels[0][&nothing];
    let mut list = Vec::new();
    let mut picks: Vec<Pick> = Vec::new();
    let mut sums = vec![nothing];
    // Whether the group picked for the last component can lead to a lost position.
    let leads = |sums: &[A::SumValue], place: usize, group: usize| {
        menus[place]
            .get(group)
            .map(|g| algebra.add(sums[place], g.worth))
            .filter(|sum| levels[place + 1][sum] > 0)
    };
    'walk: while count > 0 && list.len() < limit {
        while picks.len() < menus.len() {
            budget.tick()?;
            let place = picks.len();
            let found = (0..menus[place].len())
                .find_map(|group| Some((group, leads(&sums, place, group)?)));
            let (group, sum) =
                found.expect("every beginning that was taken leads to a lost position");
            picks.push((group, 0));
            sums.push(sum);
        }
        list.push(picks.clone());
        // Advance to the next move in order.
        loop {
            budget.tick()?;
            let Some((group, number)) = picks.pop() else {
                break 'walk;
            };
            sums.pop();
            let place = picks.len();
            if number + 1 < menus[place][group].size {
                sums.push(algebra.add(sums[place], menus[place][group].worth));
                picks.push((group, number + 1));
                break;
            }
            if let Some((group, sum)) = (group + 1..menus[place].len())
                .find_map(|group| Some((group, leads(&sums, place, group)?)))
            {
                sums.push(sum);
                picks.push((group, 0));
                break;
            }
        }
    }
    Ok(WinningPicks { count, list })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sums::{RemotenessAlgebra, SelectiveAlgebra, ShortenedAlgebra, SuspenseAlgebra};
    use rules::ast::PlayConvention;

    /// Returns every choice of one pick from each menu, by definition.
    fn naive<A: SumAlgebra>(algebra: A, menus: &[Vec<StepGroup<A::SumValue>>]) -> Vec<Vec<Pick>> {
        let mut all: Vec<Vec<Pick>> = vec![Vec::new()];
        for menu in menus {
            let steps = || {
                menu.iter()
                    .enumerate()
                    .flat_map(|(g, group)| (0..group.size).map(move |i| (g, i)))
            };
            all = all
                .into_iter()
                .flat_map(|picks| steps().map(move |pick| [&picks[..], &[pick]].concat()))
                .collect();
        }
        all.retain(|picks| {
            let total: Vec<_> = picks
                .iter()
                .zip(menus)
                .map(|(pick, menu)| Some(menu[pick.0].worth))
                .collect();
            let total = if total.is_empty() {
                algebra.nothing()
            } else {
                algebra.sum(&total).unwrap()
            };
            algebra.outcome(total) == Outcome::P
        });
        all
    }

    fn compare<A: SumAlgebra>(algebra: A, seed: u64) {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..200 {
            let menus: Vec<Vec<StepGroup<A::SumValue>>> = (0..next(5))
                .map(|_| {
                    (0..1 + next(3))
                        .map(|_| StepGroup {
                            worth: algebra.heap(next(4)),
                            size: u128::from(1 + next(2)),
                        })
                        .collect()
                })
                .collect();
            let expected = naive(algebra, &menus);
            let budget = Budget::generous();
            let all = winning(algebra, &menus, usize::MAX, &budget).unwrap();
            assert_eq!(
                all,
                WinningPicks {
                    count: expected.len() as u128,
                    list: expected.clone()
                }
            );
            let some = winning(algebra, &menus, 3, &budget).unwrap();
            assert_eq!(
                (some.count, &some.list[..]),
                (all.count, &expected[..expected.len().min(3)])
            );
        }
    }

    #[test]
    fn all_winning_products_are_counted_and_listed() {
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            compare(SuspenseAlgebra(play), 1);
            compare(SelectiveAlgebra(play), 2);
            compare(RemotenessAlgebra(play), 3);
            compare(ShortenedAlgebra(play), 4);
        }
    }
}
