//! Splitting a pile into two non-empty piles: the value of an even pile is 1, that of an odd
//! pile 0. The parity of the number of piles plus the number of stones changes with every move and
//! only then.

use base::budget::{Budget, StopReason};
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "splitting",
    statement: (
        "where a pile may only be split into two piles, an even pile is worth 1 and an odd one 0",
        "若只能把一堆分成两个非空堆，则偶数堆的值为 1，奇数堆为 0",
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

    /// Returns all splits or none: every split of an even pile leaves 0, every split of an odd
    /// one 1.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let n = natural(position[0]);
        let left = n > 1 && wanted.as_nimber().is_none_or(|wanted| wanted == n % 2);
        // All splits qualify, so the rules list them.
        Ok(if left {
            None
        } else {
            Some(Box::new(std::iter::empty()))
        })
    }
}
