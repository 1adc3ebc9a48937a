//! The reference implementation of the rules for heaps visits every position of the heaps. In each
//! position, it tries every move that changes at most `most` heaps.

use std::collections::BTreeSet;

use base::budget::Budget;
use rules::ast::PlayConvention;
use rules::game::Outcome;

use super::heap_rule::{HeapRule, outcome_if_lost};
use crate::reference::{ReferenceSearch, apply_heap_move, lowering_moves};

/// Compares a rule with the definition: the outcome, and the list of winning moves, without
/// duplicates. For each pair (count, top) of `sizes`, all sums of `count` heaps up to `top` are
/// compared.
pub(crate) fn compare(
    rule: &dyn HeapRule,
    play: PlayConvention,
    most: usize,
    sizes: &[(usize, u64)],
) {
    let budget = Budget::generous();
    let options = |heaps: &Vec<u64>| {
        let mut options: Vec<Vec<u64>> = lowering_moves(heaps, most)
            .iter()
            .map(|made| apply_heap_move(heaps, made))
            .collect();
        options.iter_mut().for_each(|option| option.sort_unstable());
        options
    };
    let mut search = if play == PlayConvention::Normal {
        ReferenceSearch::normal(options, &budget)
    } else {
        ReferenceSearch::misere(options, &budget)
    };
    let mut outcome = |heaps: &[u64]| {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        outcome_if_lost(!search.mover_wins(&heaps).expect("the budget is generous"))
    };
    for &(count, top) in sizes {
        let mut heaps = vec![0; count];
        loop {
            let expected = outcome(&heaps);
            assert_eq!(
                rule.outcome(&heaps),
                expected,
                "{heaps:?}, {play:?}, at most {most}"
            );
            if expected == Outcome::N {
                let all = lowering_moves(&heaps, most).into_iter();
                let winning: BTreeSet<_> = all
                    .filter(|m| outcome(&apply_heap_move(&heaps, m)) == Outcome::P)
                    .collect();
                let found = rule
                    .winning(&heaps, usize::MAX, &Budget::generous())
                    .unwrap();
                assert!(found.complete);
                assert_eq!(
                    found.list.len(),
                    found.list.iter().collect::<BTreeSet<_>>().len(),
                    "{heaps:?}: a move twice"
                );
                assert_eq!(
                    found.list.into_iter().collect::<BTreeSet<_>>(),
                    winning,
                    "{heaps:?}, {play:?}, at most {most}"
                );
                if !winning.is_empty() {
                    let first = rule.winning(&heaps, 1, &Budget::generous()).unwrap();
                    assert!(first.list.len() == 1 && winning.contains(&first.list[0]));
                    assert_eq!(first.complete, winning.len() == 1);
                }
            }
            let Some(place) = heaps.iter().position(|&heap| heap < top) else {
                break;
            };
            heaps[..place].fill(0);
            heaps[place] += 1;
        }
    }
}
