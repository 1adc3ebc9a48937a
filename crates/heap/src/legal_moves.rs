//! The legal moves of one heap of a code: the number of tokens taken, and the heaps that are left.
//! Every value in this crate is the mex of the values of the options. This module lists legal moves
//! directly by the rules, for example for play.

use base::budget::{Budget, StopReason};

use crate::code::{CodeKind, HeapCode, NumberSet, SplitCondition};

/// Maximum size of a heap whose moves are listed. For most codes, larger heaps have far too many
/// moves.
const MAX_LISTED_HEAP_SIZE: u64 = u32::MAX as u64;

/// A callback for moves. The callback receives the number of tokens taken, and the non-empty heaps
/// that are left, in descending order.
pub type HeapMoveVisitor<'v, E> = &'v mut dyn FnMut(u64, &[u64]) -> Result<(), E>;

/// A condition on the parts of a split.
struct SplitRule<'s> {
    which: SplitCondition,
    sizes: Option<&'s NumberSet>,
}

impl HeapCode {
    /// Returns whether the moves of a heap of size n can be listed. In most codes, larger heaps
    /// have too many moves for any budget.
    pub fn lists(&self, n: u64) -> bool {
        n <= MAX_LISTED_HEAP_SIZE
            || match self.kind() {
                CodeKind::Digits(digits) => digits.is_finite() && digits.most_heaps() <= 1,
                CodeKind::Take(set) => set.is_sparse(),
                CodeKind::Split { which, .. } => *which == SplitCondition::Equal,
            }
    }

    /// Visits every move of a heap of size n that [`HeapCode::lists`] accepts, without duplicates.
    /// The moves are ordered by the tokens taken, then by the number of heaps left.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out. Also returns the errors of `visit`.
    pub fn each_move<E: From<StopReason>>(
        &self,
        n: u64,
        budget: &Budget<'_>,
        visit: HeapMoveVisitor<'_, E>,
    ) -> Result<(), E> {
        let any = SplitRule {
            which: SplitCondition::Any,
            sizes: None,
        };
        match self.kind() {
            CodeKind::Digits(digits) => {
                let last = if digits.is_finite() {
                    n.min(digits.head().len() as u64 - 1)
                } else {
                    n
                };
                for taken in 0..=last {
                    budget.tick()?;
                    let digit = digits.get(taken as usize);
                    for parts in (0..u64::from(u64::BITS)).filter(|bit| digit >> bit & 1 == 1) {
                        any.each_split(n - taken, parts, budget, &mut |left| visit(taken, left))?;
                    }
                }
            }
            CodeKind::Take(set) => {
                for taken in set.members(n) {
                    budget.tick()?;
                    let rest = n - taken;
                    visit(
                        taken,
                        if rest == 0 {
                            &[]
                        } else {
                            std::slice::from_ref(&rest)
                        },
                    )?;
                }
            }
            CodeKind::Split {
                parts,
                which,
                sizes,
            } => {
                let split = SplitRule {
                    which: *which,
                    sizes: sizes.as_ref(),
                };
                for count in (2..u64::from(u64::BITS)).filter(|bit| parts >> bit & 1 == 1) {
                    split.each_split(n, count, budget, &mut |left| visit(0, left))?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether a move may take `taken` tokens from a heap of size n and leave the heaps
    /// `left`, which must be in descending order.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out during a primality test.
    pub fn allows(
        &self,
        n: u64,
        taken: u64,
        left: &[u64],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let whole = left
            .iter()
            .try_fold(taken, |sum, part| sum.checked_add(*part));
        if whole != Some(n)
            || left.contains(&0)
            || left.len() >= u64::BITS as usize
            || !left.is_sorted_by(|a, b| a >= b)
        {
            return Ok(false);
        }
        let bit = |digit: u64| digit >> left.len() & 1 == 1;
        match self.kind() {
            CodeKind::Digits(digits) => {
                Ok(usize::try_from(taken).is_ok_and(|taken| bit(digits.get(taken))))
            }
            CodeKind::Take(set) => Ok(left.len() <= 1 && set.contains(taken, budget)?),
            CodeKind::Split {
                parts,
                which,
                sizes,
            } => {
                let stand = match which {
                    SplitCondition::Any => true,
                    SplitCondition::Equal => left.windows(2).all(|pair| pair[0] == pair[1]),
                    SplitCondition::Unequal => left.windows(2).all(|pair| pair[0] != pair[1]),
                };
                if taken > 0 || !bit(*parts) || !stand {
                    return Ok(false);
                }
                let Some(sizes) = sizes else { return Ok(true) };
                for &part in left {
                    if !sizes.contains(part, budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

impl SplitRule<'_> {
    /// Visits all ways to split `rest` tokens into `parts` heaps in descending order.
    fn each_split<E: From<StopReason>>(
        &self,
        rest: u64,
        parts: u64,
        budget: &Budget<'_>,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.which == SplitCondition::Equal {
            let part = rest / parts;
            let whole = part > 0 && rest.is_multiple_of(parts) && self.allows_part(part, budget)?;
            return if whole {
                visit(&vec![part; parts as usize])
            } else {
                Ok(())
            };
        }
        let mut left = Vec::with_capacity(parts as usize);
        self.largest_first(rest, parts, rest, &mut left, budget, visit)
    }

    /// Extends the heaps in `left` by `parts` more heaps. The new heaps contain `rest` tokens in
    /// total, and at most `most` tokens each.
    fn largest_first<E: From<StopReason>>(
        &self,
        rest: u64,
        parts: u64,
        most: u64,
        left: &mut Vec<u64>,
        budget: &Budget<'_>,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        budget.tick()?;
        if parts == 0 {
            return if rest == 0 { visit(left) } else { Ok(()) };
        }
        if rest < parts
            || most
                .checked_mul(parts)
                .is_some_and(|largest| largest < rest)
        {
            return Ok(());
        }
        // The last heap of a split contains all remaining tokens.
        let least = if parts == 1 {
            rest
        } else {
            rest.div_ceil(parts)
        };
        for part in (least..=most.min(rest + 1 - parts)).rev() {
            if self.allows_part(part, budget)? {
                left.push(part);
                let below = if self.which == SplitCondition::Unequal {
                    part - 1
                } else {
                    part
                };
                let visited =
                    self.largest_first(rest - part, parts - 1, below, left, budget, visit);
                left.pop();
                visited?;
            }
        }
        Ok(())
    }

    fn allows_part(&self, part: u64, budget: &Budget<'_>) -> Result<bool, StopReason> {
        self.sizes
            .map_or(Ok(true), |sizes| sizes.contains(part, budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::DefinitionMachine;

    const CODES: [&str; 19] = [
        "0.77",
        "0.07",
        "4.3",
        "0.8F",
        "0.9B",
        "0.{16}3",
        "0.1[03]",
        "0.[3]",
        "subtract{1,3,4}",
        "subtract all-but{2,5}",
        "subtract powers{2}",
        "subtract primes",
        "subtract fibonacci",
        "grundy",
        "split{2,3}",
        "split{3} unequal",
        "split{2,3} equal",
        "split{2} into{1,3,4}",
        "split{2,3} unequal into squares",
    ];

    fn moves(code: &HeapCode, n: u64) -> Vec<(u64, Vec<u64>)> {
        let mut all = Vec::new();
        let listed = code.each_move(n, &Budget::generous(), &mut |taken, left| {
            all.push((taken, left.to_vec()));
            Ok::<(), StopReason>(())
        });
        listed.unwrap();
        all
    }

    #[test]
    fn values_are_the_mex_over_the_moves() {
        for code in CODES {
            let code: HeapCode = code.parse().unwrap();
            let mut definition = DefinitionMachine::new(&code);
            definition.compute(31, &Budget::generous()).unwrap();
            for n in 0..=30 {
                let value = |left: &Vec<u64>| {
                    left.iter().fold(0, |sum, &part| {
                        nimber::sum(sum, definition.values()[part as usize].into())
                    })
                };
                let options = moves(&code, n)
                    .iter()
                    .map(|(_, left)| value(left))
                    .collect::<Vec<u64>>();
                assert_eq!(
                    nimber::mex(options),
                    u64::from(definition.values()[n as usize]),
                    "{code} [{n}]"
                );
            }
        }
    }

    #[test]
    fn what_is_allowed_is_what_is_listed() {
        let budget = Budget::generous();
        for code in CODES {
            let code: HeapCode = code.parse().unwrap();
            for n in 0..=12_u64 {
                let listed = moves(&code, n);
                let mut legal = 0;
                // All lists of up to four parts of at most n tokens, in any order.
                for taken in 0..=n {
                    for parts in 0..=4_u32 {
                        for number in 0..(n + 1).pow(parts) {
                            let left: Vec<u64> = (0..parts)
                                .map(|place| number / (n + 1).pow(place) % (n + 1))
                                .collect();
                            if code.allows(n, taken, &left, &budget).unwrap() {
                                assert!(
                                    listed.contains(&(taken, left.clone())),
                                    "{code} [{n}]: {taken} {left:?}"
                                );
                                legal += 1;
                            }
                        }
                    }
                }
                assert_eq!(
                    legal,
                    listed.iter().filter(|(_, left)| left.len() <= 4).count(),
                    "{code} [{n}]"
                );
            }
        }
    }

    #[test]
    fn far_heaps_have_their_moves_where_those_are_few() {
        let code = |text: &str| -> HeapCode { text.parse().unwrap() };
        let far = 1_000_000_000_000_000_000;
        assert!(
            code("subtract powers{2}").lists(far)
                && code("0.333").lists(far)
                && code("split{2} equal").lists(far)
        );
        assert!(
            !code("0.77").lists(far)
                && !code("0.[3]").lists(far)
                && !code("subtract primes").lists(far)
        );
        assert_eq!(moves(&code("subtract powers{2}"), far).len(), 60);
        assert_eq!(
            moves(&code("split{2,3} equal"), far),
            [(0, vec![far / 2; 2])]
        );
        let budget = Budget::generous();
        assert!(code("0.77").allows(far, 2, &[far - 7, 5], &budget).unwrap());
        assert!(!code("0.77").allows(far, 2, &[5, far - 7], &budget).unwrap());
        assert!(!code("0.77").allows(far, u64::MAX, &[far], &budget).unwrap());
    }
}
