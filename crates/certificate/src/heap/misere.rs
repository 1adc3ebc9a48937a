//! The misère quotient of a heap game given by its code digits, for the heaps up to some n or for all. The checker computes anew which
//! elements the moves of each heap leave, lists the pairs (value, values of the options) of all sums, (x, E)(y, F) = (xy, xF ∪ yE), and
//! sees that each obeys "x is lost iff E is not empty and has no lost element". By induction on the moves left the value of a sum then
//! tells who wins it, for the table is a commutative monoid: Light's test with the elements of the heaps, which make all others. No
//! two elements have the same lost products, so that it is the quotient and not only a monoid that maps onto it.
//!
//! Where a move takes at most k tokens and leaves at most t heaps, Φ(n + p) = Φ(n) for e ≤ n with n + p < t (e + p) + k shows it for
//! all n ≥ e: the largest heap that a move leaves of n + p ≥ t (e + p) + k tokens has e + p at least, so that n and n + p have the same set of
//! elements, and no new pairs come.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rustc_hash::FxHashSet;

use super::code::Digits;
use crate::{Checked, Refused};

/// What a certificate says about misère play of a heap game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientClaim {
    /// The digits: `0.77`, `0.8F`, `0.1{16}[03]`.
    pub code: String,
    /// The heaps 1, …, `heaps` are meant.
    pub heaps: u64,
    /// The number of elements of their quotient.
    pub order: u64,
    /// The e and p with Φ(n + p) = Φ(n) for every n ≥ e, if that is claimed; the quotient is that of all heaps then.
    pub period: Option<(u64, u64)>,
}

/// The quotient: element 0 is that of nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientProof {
    /// The lost elements, increasing.
    pub lost: Vec<u64>,
    /// The elements of the heaps 1, 2, …
    pub images: Vec<u64>,
    /// The products, row by row.
    pub table: Vec<u64>,
}

/// The value of a sum, and those of its options, increasing.
type Pair = (usize, Vec<usize>);

struct Monoid {
    order: usize,
    table: Vec<usize>,
    lost: Vec<bool>,
    images: Vec<usize>,
}

/// Verifies a misère quotient. O(order² · elements of heaps + pairs · elements of heaps · order).
///
/// # Errors
/// [`Refused`] with the first thing that is wrong, or if the budget ends.
pub fn check_quotient(claim: &QuotientClaim, proof: &QuotientProof, budget: &Budget<'_>) -> Result<Checked, Refused> {
    let digits = Digits::read(&claim.code)?;
    let monoid = Monoid::read(claim, proof)?;
    monoid.is_monoid(budget)?;
    let options = monoid.options(&digits, budget)?;
    let pairs = monoid.pairs(&options, budget)?;
    monoid.is_reduced(budget)?;
    if let Some((from, period)) = claim.period {
        monoid.repeats(&digits, from, period)?;
    }
    let QuotientClaim { code, heaps, order, period } = claim;
    let said = match period {
        Some((from, period)) => text!(
            "{code}: the misère quotient of all heaps has order {order}, and Φ(n + {period}) = Φ(n) for every n ≥ {from}",
            "{code}：所有堆的反常商的阶为 {order}，且对一切 n ≥ {from} 有 Φ(n + {period}) = Φ(n)"
        ),
        None => {
            text!("{code}: the misère quotient of the heaps to {heaps} has order {order}", "{code}：至 {heaps} 的堆的反常商的阶为 {order}")
        }
    };
    let rests_on = text!(
        "the elements that the moves of each heap leave were computed anew, and all {pairs} pairs of sums listed: each obeys the law of misère play; the products are a monoid, and no two elements are alike",
        "各堆着法所得的元素已重新计算，并列出和的全部 {pairs} 个对：每个都符合反常规则；乘积构成幺半群，且没有两个元素等同"
    );
    Ok(Checked { claim: said, rests_on, entries: pairs })
}

fn wrong<T>(reason: Text) -> Result<T, Refused> {
    Err(Refused::Quotient { reason })
}

impl Monoid {
    /// Reads the lists, which must be as long as is claimed and name elements only.
    fn read(claim: &QuotientClaim, proof: &QuotientProof) -> Result<Monoid, Refused> {
        let order = claim.order;
        let fits = order >= 1
            && order.checked_mul(order) == Some(proof.table.len() as u64)
            && proof.images.len() as u64 == claim.heaps
            && proof.lost.is_sorted_by(|a, b| a < b);
        let elements = proof.table.iter().chain(&proof.images).chain(&proof.lost);
        if !fits || elements.clone().any(|&element| element >= order) {
            return wrong(text!("the lists do not fit a monoid of order {order}", "所列数据与阶为 {order} 的幺半群不符"));
        }
        let sizes = |list: &[u64]| list.iter().map(|&element| element as usize).collect::<Vec<usize>>();
        let order = order as usize;
        let mut lost = vec![false; order];
        proof.lost.iter().for_each(|&element| lost[element as usize] = true);
        Ok(Monoid { order, table: sizes(&proof.table), lost, images: sizes(&proof.images) })
    }

    fn times(&self, a: usize, b: usize) -> usize {
        self.table[a * self.order + b]
    }

    /// The elements of the heaps, each once.
    fn makers(&self) -> BTreeSet<usize> {
        self.images.iter().copied().collect()
    }

    /// Element 0 changes nothing, products commute, the heaps make all elements, and (ag)b = a(gb) for those g of heaps (Light).
    fn is_monoid(&self, budget: &Budget<'_>) -> Result<(), Refused> {
        let makers = self.makers();
        let mut made = vec![false; self.order];
        made[0] = true;
        let mut open = vec![0];
        while let Some(element) = open.pop() {
            for &maker in &makers {
                let product = self.times(element, maker);
                if !std::mem::replace(&mut made[product], true) {
                    open.push(product);
                }
            }
        }
        if let Some(element) = made.iter().position(|made| !made) {
            return wrong(text!("no sum of heaps has the element {element}", "没有堆的和取元素 {element}"));
        }
        for a in 0..self.order {
            for b in 0..self.order {
                budget.steps(1 + makers.len())?;
                let commutes = self.times(a, b) == self.times(b, a) && (a > 0 || self.times(a, b) == b);
                let associates = makers.iter().all(|&g| self.times(self.times(a, g), b) == self.times(a, self.times(g, b)));
                if !commutes || !associates {
                    return wrong(text!(
                        "the products are no commutative monoid, at the elements {a} and {b}",
                        "在元素 {a} 与 {b} 处，乘积不构成交换幺半群"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The elements that the moves of each heap leave, from the heap of 1 on.
    fn options(&self, digits: &Digits, budget: &Budget<'_>) -> Result<Vec<Vec<usize>>, Refused> {
        let most = digits.heaps();
        // For each number of parts, and each total, the elements of the heaps that it can be split into.
        let mut split: Vec<Vec<BTreeSet<usize>>> = vec![vec![BTreeSet::new(); self.images.len() + 1]; most + 1];
        split[0][0].insert(0);
        let mut all = Vec::with_capacity(self.images.len());
        for n in 1..=self.images.len() {
            // A heap that is split without a token taken leaves smaller ones: two parts or more of n are known before n itself.
            for parts in 2..=most {
                let mut elements = BTreeSet::new();
                for first in 1..n {
                    for &rest in &split[parts - 1][n - first] {
                        budget.tick()?;
                        elements.insert(self.times(self.images[first - 1], rest));
                    }
                }
                split[parts][n] = elements;
            }
            let mut options = BTreeSet::new();
            for (taken, digit) in digits.takes(n) {
                for parts in (0..=most).filter(|&parts| digit >> parts & 1 == 1) {
                    budget.tick()?;
                    options.extend(&split[parts][n - taken]);
                }
            }
            if most >= 1 {
                split[1][n].insert(self.images[n - 1]);
            }
            all.push(options.into_iter().collect());
        }
        Ok(all)
    }

    /// Lists the pairs of all sums, and sees that each obeys; how many there are.
    fn pairs(&self, options: &[Vec<usize>], budget: &Budget<'_>) -> Result<usize, Refused> {
        let makers: BTreeSet<Pair> = self.images.iter().copied().zip(options.iter().cloned()).collect();
        let nothing: Pair = (0, Vec::new());
        let mut known: FxHashSet<Pair> = FxHashSet::from_iter([nothing.clone()]);
        let mut open = vec![nothing];
        let mut held = 0_u64;
        while let Some(pair) = open.pop() {
            let (value, left) = &pair;
            let lost = !left.is_empty() && !left.iter().any(|&option| self.lost[option]);
            if lost != self.lost[*value] {
                return wrong(match lost {
                    true => {
                        text!("a sum of the element {value} is lost, and the element is not", "元素 {value} 有一个和必败，而该元素并非必败")
                    }
                    false => {
                        text!("a sum of the element {value} is won, and the element is not", "元素 {value} 有一个和必胜，而该元素并非必胜")
                    }
                });
            }
            for (maker, of_maker) in &makers {
                budget.steps(1 + left.len() + of_maker.len())?;
                let mut both: Vec<usize> = left.iter().map(|&option| self.times(option, *maker)).collect();
                both.extend(of_maker.iter().map(|&option| self.times(*value, option)));
                both.sort_unstable();
                both.dedup();
                let product = (self.times(*value, *maker), both);
                if !known.contains(&product) {
                    held += 2 * (64 + 8 * product.1.len() as u64);
                    budget.allow_memory(held)?;
                    known.insert(product.clone());
                    open.push(product);
                }
            }
        }
        Ok(known.len())
    }

    /// No two elements have the same lost products.
    fn is_reduced(&self, budget: &Budget<'_>) -> Result<(), Refused> {
        let mut rows = FxHashSet::default();
        for a in 0..self.order {
            budget.steps(self.order)?;
            let row: Vec<bool> = (0..self.order).map(|b| self.lost[self.times(a, b)]).collect();
            if !rows.insert(row) {
                return wrong(text!("no sum tells the element {a} from one before it", "没有和能区分元素 {a} 与它之前的某个元素"));
            }
        }
        Ok(())
    }

    /// The elements of the heaps repeat as far as the theorem asks.
    fn repeats(&self, digits: &Digits, from: u64, period: u64) -> Result<(), Refused> {
        if period == 0 || from == 0 {
            return Err(Refused::NoPeriod);
        }
        if !digits.tail.is_empty() {
            return wrong(text!("a code whose digits repeat has no largest move", "数字循环的代码没有最大的一步"));
        }
        let (heaps, taken) = (digits.heaps().max(1) as u64, digits.head.len() as u64 - 1);
        let needed = from.checked_add(period).and_then(|sum| sum.checked_mul(heaps)?.checked_add(taken));
        let known = self.images.len() as u64;
        if needed.is_none_or(|needed| needed > known + 1) {
            return wrong(text!("{known} heaps are too few for the theorem", "{known} 个堆不满足定理的要求"));
        }
        let differs = (from..=known - period).find(|&n| self.images[n as usize - 1] != self.images[(n + period) as usize - 1]);
        match differs {
            Some(n) => {
                let later = n + period;
                wrong(text!("the heaps of {n} and {later} have other elements", "{n} 的堆与 {later} 的堆取不同的元素"))
            }
            None => Ok(()),
        }
    }
}
