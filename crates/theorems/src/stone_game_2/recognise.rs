//! Recognises Stone Game II: a pile x is replaced by k and k xor x, both smaller. See
//! [`crate::stone_game_2`].

use base::budget::{Budget, StopReason};
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "stone-game-2",
    statement: (
        "Each move replaces x by k and k xor x, which are both smaller than x. The value of x is 1 if x has an even number of binary ones, and 0 otherwise.",
        "每次把 x 换成都小于它的 k 与 k xor x。若 x 的二进制中 1 的个数为偶数，则值为 1，否则为 0。",
    ),
    source: "HDU 4388; the number of ones changes its parity with each pile",
    slots: 1..=1,
    suspense: false,
    models: |_, _, _| {
        let text =
            "game Model { state x in 1.. move k in 1..x-1 when k xor x < x : [k] + [k xor x] }"
                .to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(StoneGame2Law),
        }])
    },
};

/// The maximum pile for which all moves are listed.
const MAX_LISTED_PILE_SIZE: Int = 1 << 20;

struct StoneGame2Law;

impl ModelLaw for StoneGame2Law {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(u64::from(
            natural(position[0]).count_ones().is_multiple_of(2),
        ))
    }

    /// Lists options. Every move changes the value between 0 and 1; for a large pile, only the move
    /// by its lowest one-bit is listed.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        if position[0] <= MAX_LISTED_PILE_SIZE {
            return Ok(None);
        }
        let (x, lowest) = (position[0], position[0] & position[0].wrapping_neg());
        let other = wanted.as_nimber().is_some_and(|wanted| wanted < 2)
            && Some(wanted) != self.value(position);
        let option = (other && lowest < x).then(|| vec![vec![lowest], vec![lowest ^ x]]);
        Ok(Some(Box::new(option.into_iter())))
    }

    fn lists_all(&self, position: &[Int]) -> bool {
        position[0] <= MAX_LISTED_PILE_SIZE
    }
}
