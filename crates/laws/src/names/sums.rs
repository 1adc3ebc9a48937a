//! Finds sums and nim-sums of two, three or four terms that equal the target. This module does not
//! enumerate all sums, but uses an additive hash. The hash of x + y is the sum of the hashes of x
//! and y, so the missing term is looked up.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use rules::ast::BinaryOp;
use rules::ir::{Expr, Int, SourceInfo};

use super::terms::{Id, TermPool};

/// Maximum number of terms whose pairs are all combined with a third term.
const MAX_PAIRED_TERMS: usize = 400;

/// Maximum number of terms whose pairs are all combined with another pair.
const MAX_TWICE_PAIRED_TERMS: usize = 120;

/// Returns the cheapest sum found.
///
/// # Errors
/// Returns an error if the budget runs out.
pub(super) fn sums(
    terms: &TermPool,
    target: &[Int],
    bits: bool,
    budget: &Budget<'_>,
) -> Result<Option<(u32, Expr)>, StopReason> {
    let total: Vec<Id> = (0..terms.len() as Id)
        .filter(|&id| terms.is_total(id))
        .collect();
    let mut best = None;
    for nim in [false, true] {
        if nim && !bits {
            continue;
        }
        let hashes: Vec<u64> = total
            .iter()
            .map(|&id| hash(nim, terms.values(id)))
            .collect();
        budget.steps(total.len() * terms.width / 8)?;
        let summer = TermSumSearch {
            terms,
            total: &total,
            hashes,
            target,
            goal: hash(nim, target),
            nim,
        };
        if let Some((cost, parts)) = summer.find_cheapest(budget)?
            && best.as_ref().is_none_or(|(least, _)| cost < *least)
        {
            best = Some((cost, summer.expr(&parts)));
        }
    }
    Ok(best)
}

/// Returns a hash of a row of values. The hash of a sum (or nim-sum) is the sum (or nim-sum) of the
/// hashes.
fn hash(nim: bool, values: &[Int]) -> u64 {
    let mut hash: u64 = 0;
    for (place, &value) in (1u64..).zip(values) {
        let own = mixed(place);
        if nim {
            let mut rest = value as u64;
            // The sign of a value fills all its high bits, so one number represents these bits.
            if value < 0 {
                rest = !rest;
                hash ^= mixed(own ^ 64);
            }
            while rest != 0 {
                hash ^= mixed(own ^ u64::from(rest.trailing_zeros()));
                rest &= rest - 1;
            }
        } else {
            hash = hash.wrapping_add((value as u64).wrapping_mul(own | 1));
        }
    }
    hash
}

/// Returns a pseudo-random number (splitmix64; G. Steele and others 2014).
fn mixed(n: u64) -> u64 {
    let n = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

struct TermSumSearch<'s> {
    terms: &'s TermPool,
    total: &'s [Id],
    hashes: Vec<u64>,
    target: &'s [Int],
    goal: u64,
    nim: bool,
}

/// Terms, each with whether it is subtracted.
type Parts = Vec<(Id, bool)>;

impl TermSumSearch<'_> {
    fn join(&self, a: u64, b: u64, minus: bool) -> u64 {
        match (self.nim, minus) {
            (true, _) => a ^ b,
            (false, false) => a.wrapping_add(b),
            (false, true) => a.wrapping_sub(b),
        }
    }

    fn find_cheapest(&self, budget: &Budget<'_>) -> Result<Option<(u32, Parts)>, StopReason> {
        let mut of_hash: HashMap<u64, usize> = HashMap::new();
        for (place, &hash) in self.hashes.iter().enumerate() {
            of_hash.entry(hash).or_insert(place);
        }
        let mut best: Option<(u32, Parts)> = None;
        // The missing summand, or the excess over the goal. For nim-sums, the missing summand and
        // the excess are equal.
        let signs: &[bool] = if self.nim { &[false] } else { &[false, true] };
        let wanted = |so_far: u64, minus: bool| {
            if minus {
                self.join(so_far, self.goal, true)
            } else {
                self.join(self.goal, so_far, true)
            }
        };
        let part = |place: usize, minus: bool| (self.total[place], minus);
        for (x, &hash) in self.hashes.iter().enumerate() {
            budget.tick()?;
            for &minus in signs {
                if let Some(&y) = of_hash.get(&wanted(hash, minus)) {
                    self.offer(&mut best, vec![part(x, false), part(y, minus)]);
                }
            }
        }
        if best.is_some() {
            return Ok(best);
        }
        let few = self.hashes.len().min(MAX_PAIRED_TERMS);
        for x in 0..few {
            budget.steps(few)?;
            for y in 0..few {
                for &minus in signs {
                    if !minus && y > x {
                        continue;
                    }
                    let so_far = self.join(self.hashes[x], self.hashes[y], minus);
                    for &last in signs {
                        if let Some(&z) = of_hash.get(&wanted(so_far, last)) {
                            self.offer(
                                &mut best,
                                vec![part(x, false), part(y, minus), part(z, last)],
                            );
                        }
                    }
                }
            }
        }
        if best.is_some() || !self.nim {
            return Ok(best);
        }
        let few = self.hashes.len().min(MAX_TWICE_PAIRED_TERMS);
        let mut pairs: HashMap<u64, (usize, usize)> = HashMap::new();
        for x in 0..few {
            budget.steps(few)?;
            for y in 0..x {
                let both = self.hashes[x] ^ self.hashes[y];
                if let Some(&(z, w)) = pairs.get(&(both ^ self.goal)) {
                    self.offer(
                        &mut best,
                        [x, y, z, w].map(|place| part(place, false)).to_vec(),
                    );
                }
                pairs.entry(both).or_insert((x, y));
            }
        }
        Ok(best)
    }

    /// Offers summands whose sum is the target at every cell. The offered summands replace the best
    /// summands so far if they cost less.
    fn offer(&self, best: &mut Option<(u32, Parts)>, parts: Parts) {
        let cost = parts
            .iter()
            .map(|&(id, _)| self.terms.cost(id) + 1)
            .sum::<u32>()
            - 1;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) && self.is_right(&parts) {
            *best = Some((cost, parts));
        }
    }

    fn is_right(&self, parts: &Parts) -> bool {
        (0..self.terms.width).all(|cell| {
            let joined = parts.iter().try_fold(0, |sum: Int, &(id, minus)| {
                let value = self.terms.values(id)[cell];
                match (self.nim, minus) {
                    (true, _) => Some(sum ^ value),
                    (false, false) => sum.checked_add(value),
                    (false, true) => sum.checked_sub(value),
                }
            });
            joined == Some(self.target[cell])
        })
    }

    fn expr(&self, parts: &Parts) -> Expr {
        let mut parts = parts.clone();
        // The summands are sorted: slots in their order, constants last, subtracted terms after
        // added terms.
        parts.sort_by_key(|&(id, minus)| (minus, self.terms.constant(id).is_some(), id));
        let op = |minus| match (self.nim, minus) {
            (true, _) => BinaryOp::Xor,
            (false, false) => BinaryOp::Add,
            (false, true) => BinaryOp::Sub,
        };
        let first = self.terms.expr(parts[0].0);
        parts[1..].iter().fold(first, |sum, &(id, minus)| {
            Expr::Binary(
                op(minus),
                Box::new([sum, self.terms.expr(id)]),
                SourceInfo::default(),
            )
        })
    }
}
