//! Tame components (Conway, 1976): misère play of the disjunctive sum of games that behave as sums
//! of Nim heaps. Each position is *fickle* or *firm*. A fickle position has the value 0 or 1, like
//! the Nim heaps 0 and 1. A firm position may have any value, like a sum of heaps that includes a
//! heap of two or more stones. A sum is firm if one of its components is firm, and its value is the
//! nim-sum. The player to move loses iff the sum is firm and its value is 0, or it is fickle and
//! its value is 1.
//!
//! For a position with moves, let v be the smallest value that no option has. The position is
//! fickle if v is 0 or 1, no option is firm of value 1 - v, and some option is fickle of value 1 -
//! v. The position is firm if v is 0 or 1 and no option is fickle. The position is also firm if v
//! is above 1 and, for r = 0 and r = 1, some option is firm of value r or fickle of value 1 - r. If
//! a position is neither fickle nor firm, the theorem does not apply. The proof of the theorem
//! needs exactly these properties of fickle and firm positions: no move leads from a lost sum to a
//! lost one, and every other sum with moves has a move to a lost one.
//!
//! Every game that satisfies the condition of [`super::sj`] is tame, and further games are tame.
//! Under the condition of [`super::sj`], no position of value 0 or 1 is firm.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::game::{Outcome, PlayEnding};

use super::algebra::SumAlgebra;
use super::sj::{SjAlgebra, SjValue};
use crate::algebra::Algebra;

/// Values of tame positions, and whether they are firm.
#[derive(Clone, Copy, Debug)]
pub struct TameAlgebra;

impl Algebra for TameAlgebra {
    type Value = Option<SjValue>;
    const NAME: &'static str = "values of tame positions";

    fn ending_value(&self, ending: PlayEnding) -> Option<SjValue> {
        SjAlgebra.ending_value(ending)
    }

    fn sum(&self, parts: &[Option<SjValue>]) -> Option<SjValue> {
        SjAlgebra.sum(parts)
    }

    fn of_options(&self, options: &[Option<SjValue>]) -> Option<SjValue> {
        let options = options.iter().copied().collect::<Option<Vec<SjValue>>>()?;
        let value = nimber::mex(options.iter().map(|option| option.nim_sum));
        let has = |value, firm| {
            options.contains(&SjValue {
                nim_sum: value,
                big: firm,
            })
        };
        let firm = match value {
            _ if options.is_empty() => false,
            0 | 1 if has(1 - value, false) && !has(1 - value, true) => false,
            0 | 1 if options.iter().all(|option| option.big) => true,
            2.. if (0..2).all(|rest| has(rest, true) || has(1 - rest, false)) => true,
            _ => return None,
        };
        Some(SjValue {
            nim_sum: value,
            big: firm,
        })
    }

    fn decided_by(&self, option: Self::Value) -> Option<Self::Value> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for TameAlgebra {
    type SumValue = SjValue;

    fn check_component_count(&self, components: usize) -> Result<(), Text> {
        match components {
            0 | 1 => Err(text!(
                "a single component is searched directly",
                "只有一个部分时直接搜索"
            )),
            _ => Ok(()),
        }
    }

    fn outcome(&self, total: SjValue) -> Outcome {
        SjAlgebra.outcome(total)
    }

    fn heap(&self, size: u64) -> SjValue {
        SjAlgebra.heap(size)
    }

    fn heap_options(&self, size: u64, rest: SjValue) -> Vec<(SjValue, RangeInclusive<u64>)> {
        SjAlgebra.heap_options(size, rest)
    }

    fn summary(&self, total: SjValue) -> Text {
        let value = total.nim_sum;
        match total.big {
            true => text!(
                "every component is tame; the nim-sum is {value}, and some component is firm",
                "各部分都驯顺；Nim 和为 {value}，有部分是稳的"
            ),
            false => text!(
                "every component is tame; the nim-sum is {value}, and all are fickle",
                "各部分都驯顺；Nim 和为 {value}，各部分都是易变的"
            ),
        }
    }

    fn describe_value(&self, worth: SjValue) -> Text {
        let value = worth.nim_sum;
        match worth.big {
            true => text!("value {value}, firm", "值 {value}，稳"),
            false => text!("value {value}, fickle", "值 {value}，易变"),
        }
    }

    fn condition_failure(&self, position: &str) -> Text {
        text!(
            "{position} is not tame: its options fit neither a fickle nor a firm position, or play can end at once",
            "{position} 不驯顺：其后继既不合易变局面的条件，也不合稳局面的条件，或可立即终局"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fastrand::Rng;

    use super::*;

    /// Returns whether the player to move wins the sum of tokens on the given vertices in misère
    /// play.
    fn wins(options: &[Vec<usize>], sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
        if let Some(&wins) = known.get(sum) {
            return wins;
        }
        let mut all = sum
            .iter()
            .enumerate()
            .flat_map(|(place, &vertex)| options[vertex].iter().map(move |&to| (place, to)))
            .peekable();
        let found = all.peek().is_none()
            || all.any(|(place, to)| {
                let mut left = sum.to_vec();
                left[place] = to;
                left.sort_unstable();
                !wins(options, &left, known)
            });
        known.insert(sum.to_vec(), found);
        found
    }

    #[test]
    fn sums_of_tame_vertices_agree_with_the_definition() {
        let mut rng = Rng::with_seed(1976);
        let (mut compared, mut wild, mut small_firm) = (0, 0, 0);
        for _ in 0..600 {
            let count = rng.usize(2..=11);
            let options: Vec<Vec<usize>> = (0..count)
                .map(|v| (0..v).filter(|_| rng.u8(..5) < 2).collect())
                .collect();
            let mut worths: Vec<Option<SjValue>> = Vec::new();
            for heads in &options {
                let heads: Vec<Option<SjValue>> = heads.iter().map(|&head| worths[head]).collect();
                worths.push(TameAlgebra.of_options(&heads));
            }
            wild += worths.iter().filter(|worth| worth.is_none()).count();
            small_firm += worths
                .iter()
                .flatten()
                .filter(|worth| worth.big && worth.nim_sum < 2)
                .count();
            let mut known = HashMap::new();
            for a in 0..count {
                for b in 0..=a {
                    for c in 0..=b {
                        let Some(total) = TameAlgebra.sum(&[worths[a], worths[b], worths[c]])
                        else {
                            continue;
                        };
                        let expected = if wins(&options, &[c, b, a], &mut known) {
                            Outcome::N
                        } else {
                            Outcome::P
                        };
                        assert_eq!(
                            TameAlgebra.outcome(total),
                            expected,
                            "{options:?}: {a}, {b}, {c}"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(
            compared > 5000 && wild > 20 && small_firm > 40,
            "{compared}, {wild}, {small_firm}"
        );
    }
}
