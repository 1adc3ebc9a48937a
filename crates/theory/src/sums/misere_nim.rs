//! Misère Nim (Bouton, 1901): the player who takes the last stone loses. The outcome is the outcome
//! of Nim, unless every heap is 0 or 1; then the outcome of Nim is reversed. The player who reduces
//! the last heap above 1 can choose between 0 and 1. Computing the outcome takes O(1) per heap, and
//! so does listing all winning moves.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::Outcome;

use super::heap_rule::{HeapMoves, HeapRule, outcome_if_lost};
use crate::columns::nim_sum;

/// Bouton's rule for Nim heaps if the last move loses.
pub struct MisereNimRule;

/// Returns the outcome from the nim-sum and whether some heap is above 1.
fn outcome(nim_sum: u64, big: bool) -> Outcome {
    outcome_if_lost((nim_sum == 0) == big)
}

impl HeapRule for MisereNimRule {
    fn outcome(&self, heaps: &[u64]) -> Outcome {
        outcome(
            heaps.iter().fold(0, |sum, &heap| sum ^ heap),
            heaps.iter().any(|&heap| heap > 1),
        )
    }

    fn explanation(&self, heaps: &[(Text, u64)]) -> Text {
        let big = heaps.iter().filter(|(_, size)| *size > 1).count();
        let ones = heaps.iter().filter(|(_, size)| *size == 1).count();
        match big {
            0 => text!(
                "no heap is above 1, and the number of heaps of 1 is {ones}: the player to move loses iff this number is odd",
                "没有大于 1 的堆；1 颗的堆有 {ones} 个：个数为奇数时先手必败"
            ),
            _ => Text::lines(&[
                text!(
                    "heaps above 1: {big}; as in Nim, the player to move loses iff the nim-sum is 0",
                    "大于 1 的堆有 {big} 个，与 Nim 相同：Nim 和为 0 时先手必败"
                ),
                nim_sum(heaps),
            ]),
        }
    }

    fn winning(
        &self,
        heaps: &[u64],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<HeapMoves, StopReason> {
        let nim_sum = heaps.iter().fold(0, |sum, &heap| sum ^ heap);
        let big = heaps.iter().filter(|&&heap| heap > 1).count();
        let mut list = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            budget.tick()?;
            let rest = nim_sum ^ heap;
            let others_big = big > usize::from(heap > 1);
            // If some other heap is above 1, only positions of nim-sum 0 are lost. If every other
            // heap is 0 or 1, the new size is also 0 or 1, and only positions of nim-sum 1 are
            // lost.
            let target = if others_big { rest } else { rest ^ 1 };
            if target < heap {
                debug_assert_eq!(outcome(rest ^ target, others_big || target > 1), Outcome::P);
                if list.len() == limit {
                    return Ok(HeapMoves {
                        list,
                        complete: false,
                    });
                }
                list.push(vec![(index, target)]);
            }
        }
        Ok(HeapMoves {
            list,
            complete: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sums::brute_force;
    use rules::ast::PlayConvention;

    #[test]
    fn misere_nim_agrees_with_its_definition() {
        brute_force::compare(
            &MisereNimRule,
            PlayConvention::Misere,
            1,
            &[(4, 4), (6, 3), (2, 14)],
        );
    }

    #[test]
    fn large_heaps() {
        let top = u64::MAX;
        assert_eq!(MisereNimRule.outcome(&[top, top]), Outcome::P);
        assert_eq!(MisereNimRule.outcome(&[top, 1]), Outcome::N);
        let moves = MisereNimRule
            .winning(&[top, 1, 1], 9, &Budget::generous())
            .unwrap();
        assert_eq!(
            moves,
            HeapMoves {
                list: vec![vec![(0, 1)]],
                complete: true
            }
        );
        assert!(
            !MisereNimRule
                .winning(&[1, 1], 1, &Budget::generous())
                .unwrap()
                .complete
        );
    }
}
