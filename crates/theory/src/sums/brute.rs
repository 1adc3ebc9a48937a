//! The naive twin of the rules for heaps: every position of some heaps, every move in at most so many of them.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use rules::ast::Play;
use rules::rules::Outcome;

use super::{HeapMove, HeapRule};

/// Every move that lowers one to `most` heaps.
fn moves(heaps: &[u64], most: usize) -> Vec<HeapMove> {
    let mut all: Vec<HeapMove> = vec![Vec::new()];
    for (index, &heap) in heaps.iter().enumerate() {
        for i in 0..all.len() {
            if all[i].len() < most {
                for target in 0..heap {
                    let mut made = all[i].clone();
                    made.push((index, target));
                    all.push(made);
                }
            }
        }
    }
    all.remove(0);
    all
}

fn made(heaps: &[u64], made: &HeapMove) -> Vec<u64> {
    let mut left = heaps.to_vec();
    for &(index, target) in made {
        left[index] = target;
    }
    left
}

fn outcome(heaps: &[u64], play: Play, most: usize, known: &mut HashMap<Vec<u64>, Outcome>) -> Outcome {
    let mut key: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    key.sort_unstable();
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let found = if key.is_empty() {
        if play == Play::Normal { Outcome::P } else { Outcome::N }
    } else if moves(&key, most).iter().any(|m| outcome(&made(&key, m), play, most, known) == Outcome::P) {
        Outcome::N
    } else {
        Outcome::P
    };
    known.insert(key, found);
    found
}

/// Compares a rule with the definition on all sums of so many heaps up to some size: the winner, and every winning move once.
pub(crate) fn compare(rule: &dyn HeapRule, play: Play, most: usize, sizes: &[(usize, u64)]) {
    let mut known = HashMap::new();
    for &(count, top) in sizes {
        let mut heaps = vec![0; count];
        loop {
            let expected = outcome(&heaps, play, most, &mut known);
            assert_eq!(rule.outcome(&heaps), expected, "{heaps:?}, {play:?}, at most {most}");
            if expected == Outcome::N {
                let all = moves(&heaps, most).into_iter();
                let winning: BTreeSet<_> = all.filter(|m| outcome(&made(&heaps, m), play, most, &mut known) == Outcome::P).collect();
                let found = rule.winning(&heaps, usize::MAX, &Budget::generous()).unwrap();
                assert!(found.complete);
                assert_eq!(found.list.len(), found.list.iter().collect::<BTreeSet<_>>().len(), "{heaps:?}: a move twice");
                assert_eq!(found.list.into_iter().collect::<BTreeSet<_>>(), winning, "{heaps:?}, {play:?}, at most {most}");
                if !winning.is_empty() {
                    let first = rule.winning(&heaps, 1, &Budget::generous()).unwrap();
                    assert!(first.list.len() == 1 && winning.contains(&first.list[0]));
                    assert_eq!(first.complete, winning.len() == 1);
                }
            }
            let Some(place) = heaps.iter().position(|&heap| heap < top) else { break };
            heaps[..place].fill(0);
            heaps[place] += 1;
        }
    }
}
