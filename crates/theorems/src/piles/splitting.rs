//! Splitting a pile into two non-empty piles: the value of an even pile is 1, and the value of an
//! odd pile is 0. Every move changes the parity of the number of piles, and no move changes the
//! number of stones.

use base::budget::{Budget, StopReason};
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "splitting",
    statement: (
        "Each move splits a pile into two nonempty piles. An even pile has the value 1, and an odd pile has the value 0.",
        "每次把一堆分成两个非空堆。偶数堆的值为 1，奇数堆为 0。",
    ),
    source: "every play of n stones has exactly n - 1 moves",
    slots: 1..=1,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state n in 0.. move k in 1..n - 1 : [k] + [n - k] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(SplittingLaw),
        }])
    },
};

struct SplittingLaw;

impl ModelLaw for SplittingLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        let n = natural(position[0]);
        Grundy::nimber(u64::from(n > 0 && n.is_multiple_of(2)))
    }

    /// Returns all splits or no split, because every split of an even pile leaves the value 0, and
    /// every split of an odd pile leaves 1.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let n = natural(position[0]);
        let left = n > 1 && wanted.as_nimber().is_none_or(|wanted| wanted == n % 2);
        // If the requested value is that of the splits, all splits qualify, so the rules list them.
        Ok(if left {
            None
        } else {
            Some(Box::new(std::iter::empty()))
        })
    }
}
