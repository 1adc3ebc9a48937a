//! A finite commutative monoid with its lost elements, claimed to be the misère quotient of some
//! generators: heaps, or positions that rules reach. The checker lists the pairs (value, values of
//! the options) of all sums; two pairs have the product (x, E)(y, F) = (xy, xF ∪ yE). The checker
//! verifies that each pair (x, E) satisfies "x is lost iff E is not empty and has no lost element".
//! By induction on the number of moves left, the value of a sum then gives its winner, because the
//! table is a commutative monoid. Associativity is verified by Light's test with the elements of
//! the generators, which generate all other elements. The checker also verifies that for any two
//! elements, some element has a lost product with only one of them. Because the lost products
//! distinguish any two elements, the monoid is the quotient, and not only a monoid that maps onto
//! the quotient (Plambeck and Siegel 2008).

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rustc_hash::FxHashSet;

use crate::error::CertificateError;

/// The value of a sum, and the values of its options in increasing order.
type MonoidPair = (usize, Vec<usize>);

/// A monoid: the products, the lost elements, and the element of each generator.
pub(crate) struct Monoid {
    order: usize,
    table: Vec<usize>,
    lost: Vec<bool>,
    images: Vec<usize>,
}

/// Returns the error that the listed data is not the misère quotient, with the reason.
pub(crate) fn wrong<T>(reason: Text) -> Result<T, CertificateError> {
    Err(CertificateError::Quotient { reason })
}

/// Describes the facts on which the verdict on a quotient rests.
pub(crate) fn rests_on(pairs: usize, options: &Text) -> Text {
    let Text { en, zh } = options;
    text!(
        "{en}, and all {pairs} pairs of sums were listed: each obeys the law of misère play, the products form a monoid, and no two elements are equivalent",
        "{zh}，并列出和的全部 {pairs} 个对：每个都符合反常规则；乘积构成幺半群，且没有两个元素等价"
    )
}

impl Monoid {
    /// Reads the lists of a quotient, which must have the claimed lengths and contain only
    /// elements. Verifies that the products are a commutative monoid that the generators generate.
    pub fn read(
        order: u64,
        lost: &[u64],
        images: impl Iterator<Item = u64>,
        table: &[u64],
        budget: &Budget<'_>,
    ) -> Result<Monoid, CertificateError> {
        let images: Vec<u64> = images.collect();
        let fits = order >= 1
            && order.checked_mul(order) == Some(table.len() as u64)
            && lost.is_sorted_by(|a, b| a < b);
        if !fits
            || table
                .iter()
                .chain(&images)
                .chain(lost)
                .any(|&element| element >= order)
        {
            return wrong(text!(
                "the lists do not match a monoid of order {order}",
                "所列数据与阶为 {order} 的幺半群不符"
            ));
        }
        let sizes = |list: &[u64]| {
            list.iter()
                .map(|&element| element as usize)
                .collect::<Vec<usize>>()
        };
        let order = order as usize;
        let mut is_lost = vec![false; order];
        lost.iter()
            .for_each(|&element| is_lost[element as usize] = true);
        let monoid = Monoid {
            order,
            table: sizes(table),
            lost: is_lost,
            images: sizes(&images),
        };
        monoid.is_monoid(budget)?;
        Ok(monoid)
    }

    /// Returns the element of each generator.
    pub fn images(&self) -> &[usize] {
        &self.images
    }

    /// Returns the product of two elements.
    pub fn times(&self, a: usize, b: usize) -> usize {
        self.table[a * self.order + b]
    }

    /// Returns the elements of the generators, without duplicates.
    fn makers(&self) -> BTreeSet<usize> {
        self.images.iter().copied().collect()
    }

    /// Verifies that element 0 is the identity, products commute, the generators generate all
    /// elements, and (ag)b = a(gb) for all elements g of generators (Light).
    fn is_monoid(&self, budget: &Budget<'_>) -> Result<(), CertificateError> {
        let makers = self.makers();
        let mut made = vec![false; self.order];
        made[0] = true;
        let mut open = vec![0];
        while let Some(element) = open.pop() {
            budget.steps(1 + makers.len())?;
            for &maker in &makers {
                let product = self.times(element, maker);
                if !std::mem::replace(&mut made[product], true) {
                    open.push(product);
                }
            }
        }
        if let Some(element) = made.iter().position(|made| !made) {
            return wrong(text!(
                "the generators do not generate element {element} of the monoid",
                "生成元生成不出幺半群的元素 {element}"
            ));
        }
        for a in 0..self.order {
            for b in 0..self.order {
                budget.steps(1 + makers.len())?;
                let commutes =
                    self.times(a, b) == self.times(b, a) && (a > 0 || self.times(a, b) == b);
                let associates = makers
                    .iter()
                    .all(|&g| self.times(self.times(a, g), b) == self.times(a, self.times(g, b)));
                if !commutes || !associates {
                    return wrong(text!(
                        "the products do not form a commutative monoid, at the elements {a} and {b}",
                        "在元素 {a} 与 {b} 处，乘积不构成交换幺半群"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Lists the pairs of all sums, verifies that each pair satisfies the law of misère play, and
    /// returns the number of pairs. `options` contains the elements that the moves of each
    /// generator leave, in increasing order.
    pub fn pairs(
        &self,
        options: &[Vec<usize>],
        budget: &Budget<'_>,
    ) -> Result<usize, CertificateError> {
        let makers: BTreeSet<MonoidPair> = self
            .images
            .iter()
            .copied()
            .zip(options.iter().cloned())
            .collect();
        let nothing: MonoidPair = (0, Vec::new());
        let mut known: FxHashSet<MonoidPair> = FxHashSet::from_iter([nothing.clone()]);
        let mut open = vec![nothing];
        let mut held = 0_u64;
        while let Some(pair) = open.pop() {
            let (value, left) = &pair;
            budget.steps(1 + left.len())?;
            let lost = !left.is_empty() && !left.iter().any(|&option| self.lost[option]);
            if lost != self.lost[*value] {
                return wrong(match lost {
                    true => text!(
                        "a sum with the element {value} is lost, but this element is not listed as lost",
                        "元素 {value} 有一个和必败，而该元素并非必败"
                    ),
                    false => text!(
                        "a sum with the element {value} is won, but this element is listed as lost",
                        "元素 {value} 有一个和必胜，而该元素并非必胜"
                    ),
                });
            }
            for (maker, of_maker) in &makers {
                budget.steps(1 + left.len() + of_maker.len())?;
                let mut both: Vec<usize> = left
                    .iter()
                    .map(|&option| self.times(option, *maker))
                    .collect();
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

    /// Verifies that for any two elements, some element has a lost product with only one of them.
    pub fn is_reduced(&self, budget: &Budget<'_>) -> Result<(), CertificateError> {
        let mut rows = FxHashSet::default();
        for a in 0..self.order {
            budget.steps(self.order)?;
            let row: Vec<bool> = (0..self.order)
                .map(|b| self.lost[self.times(a, b)])
                .collect();
            if !rows.insert(row) {
                return wrong(text!(
                    "no sum distinguishes the element {a} from an earlier one",
                    "没有和能区分元素 {a} 与它之前的某个元素"
                ));
            }
        }
        Ok(())
    }
}
