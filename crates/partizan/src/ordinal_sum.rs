//! Ordinal sums. In the ordinal sum G:H, a move in G ends H. Its value depends on the form of G,
//! but only on the value of H (the colon principle). So the options of the canonical form of H are
//! sufficient.

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::store::{Id, Store};

impl Store {
    /// Returns the ordinal sum G:H = {G^L, G:H^L | G^R, G:H^R} of the canonical form of `base`, G,
    /// and any game of the value `top`, H.
    ///
    /// For the bases 1 and -1 and a number, the result is computed from the sign expansion: 1:H
    /// adds a plus in front, and (-1):H a minus. (E. R. Berlekamp's rule for Hackenbush strings,
    /// Winning Ways, chapter 3.) For the base \* and the nimber \*n, the result is the nimber
    /// \*(n + 1). Other ordinal sums need one ordinal sum for each position of `top`.
    ///
    /// ```
    /// use base::budget::Budget;
    /// use partizan::Store;
    ///
    /// let budget = Budget::generous();
    /// let mut store = Store::new();
    /// let [one, half, star] = ["1", "1/2", "*"].map(|text| store.parse(text, &budget).unwrap());
    /// let sum = store.ordinal_sum(one, half, &budget)?;
    /// assert_eq!(store.name(sum, &budget)?, "3/2");
    /// let sum = store.ordinal_sum(star, one, &budget)?;
    /// assert_eq!(store.name(sum, &budget)?, "^*");
    /// # Ok::<(), partizan::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ValueError::Stopped`] if the budget runs out, [`ValueError::Overflow`] if a number
    /// is beyond the range, and [`ValueError::Forms`] if the store is full.
    pub fn ordinal_sum(
        &mut self,
        base: Id,
        top: Id,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        let mut known: FxHashMap<Id, Id> = FxHashMap::default();
        let mut waiting = vec![top];
        while let Some(&g) = waiting.last() {
            budget.tick()?;
            if known.contains_key(&g) {
                waiting.pop();
                continue;
            }
            if let Some(sum) = self.quick_ordinal_sum(base, g, budget)? {
                known.insert(g, sum);
                continue;
            }
            let tops = [
                self.left_options(g, budget)?.to_vec(),
                self.right_options(g, budget)?.to_vec(),
            ];
            let before = waiting.len();
            let unknown = tops.iter().flatten().filter(|top| !known.contains_key(top));
            waiting.extend(unknown);
            if waiting.len() > before {
                budget.allow_growth(self.bytes(), 64 * waiting.len() as u64)?;
                continue;
            }
            let [mut left, mut right] =
                tops.map(|tops| -> Vec<Id> { tops.iter().map(|top| known[top]).collect() });
            left.extend_from_slice(self.left_options(base, budget)?);
            right.extend_from_slice(self.right_options(base, budget)?);
            let sum = self.game(&left, &right, budget)?;
            known.insert(g, sum);
        }
        Ok(known[&top])
    }

    /// Returns an ordinal sum that has a formula.
    fn quick_ordinal_sum(
        &mut self,
        base: Id,
        top: Id,
        budget: &Budget<'_>,
    ) -> Result<Option<Id>, ValueError> {
        if top == Store::ZERO {
            return Ok(Some(base));
        }
        let (Some(simple), Some(above)) = (self.simple_value(base), self.simple_value(top)) else {
            return Ok(None);
        };
        if simple.is_number() && above.is_number() {
            let above = above.number();
            let sum = match simple.number() {
                one if one == Dyadic::ONE => plus_before(above)?,
                minus if minus == -Dyadic::ONE => -plus_before(-above)?,
                _ => return Ok(None),
            };
            return self.dyadic(sum, budget).map(Some);
        }
        if self.as_nimber(base) == Some(1)
            && let Some(n) = self.as_nimber(top)
        {
            let next = n.checked_add(1).ok_or(ValueError::Overflow)?;
            return self.nimber(next, budget).map(Some);
        }
        Ok(None)
    }
}

/// Returns the number whose sign expansion is a plus followed by the sign expansion of `x`: (x + n)
/// / 2^(n - 1) with the smallest n ≥ 1 for which x + n > 1.
fn plus_before(x: Dyadic) -> Result<Dyadic, ValueError> {
    let n = Dyadic::ONE.checked_sub(x)?.floor().saturating_add(1).max(1);
    let whole = x.checked_add(Dyadic::new(n, 0)?)?;
    let halvings = u32::try_from(n - 1).map_err(|_| ValueError::Overflow)?;
    let exponent = whole.exponent().checked_add(halvings);
    Dyadic::new(whole.numerator(), exponent.ok_or(ValueError::Overflow)?)
}
