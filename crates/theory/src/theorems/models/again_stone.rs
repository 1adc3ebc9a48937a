//! At least one stone, at most half of the pile (LightOJ 1296): G(2m) = m and G(2m + 1) = G(m).

use rules::ir::Int;

use super::{Law, Model, ModelTheorem, natural, number};
use crate::value::Grundy;

pub(super) const THEOREM: ModelTheorem = ModelTheorem {
    name: "again-stone",
    statement: (
        "where 1 to half of the pile may be taken, G(2m) = m and G(2m + 1) = G(m)",
        "若每次可取 1 到半堆（向下取整），则 G(2m) = m，G(2m + 1) = G(m)",
    ),
    source: "LightOJ 1296, Again Stone Game; by induction",
    slots: 1..=1,
    models: |_, _, _| {
        let text = "game Model { state n in 0.. move k in 1..n / 2 : [n - k] }".to_owned();
        Ok(vec![Model { text, law: Box::new(Half) }])
    },
};

struct Half;

/// Half of n + 1 without its factors 2, rounded down.
fn value(n: u64) -> u64 {
    let odd = u128::from(n) + 1;
    ((odd >> odd.trailing_zeros()) / 2) as u64
}

impl Law for Half {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(value(natural(position[0])))
    }

    /// Of the piles of value t, which are 2^i·(2t + 1) - 1, at most one is at least half of n and below n.
    fn options(&self, position: &[Int], wanted: Grundy) -> Option<Vec<Vec<Vec<Int>>>> {
        let (n, wanted) = (u128::from(natural(position[0])), u128::from(wanted.as_nimber()?));
        let piles = (0..64).map(|i| ((2 * wanted + 1) << i) - 1).take_while(|left| *left < n).filter(|left| 2 * left >= n);
        Some(piles.filter_map(|left| Some(vec![vec![number(left as u64)?]])).collect())
    }
}
